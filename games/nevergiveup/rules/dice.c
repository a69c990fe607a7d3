/* The roll and the choice of a location (R5-R11). */
#include "games/nevergiveup/rules/phases.h"

void ngu_turn_begin(const Rules *rules, NguState *s, Sink *sink) {
    (void)rules;
    s->head.turn++;
    s->rerolled = s->added = s->double_now = 0;
    s->location = NGU_LOCATIONS;
    s->die[RED] = s->die[BLUE] = 0;
    tell(sink, EVENT_TURN, s->active, (int16_t)s->head.turn);
    await_chance(s, PHASE_ROLL);
}

uint32_t ngu_locations_fitting(unsigned red, unsigned blue) {
    uint32_t higher = red > blue ? BIT(WATERFALL) : blue > red ? BIT(FOREST) : BIT(BOAT);
    uint32_t parity = (red ^ blue) & 1 ? BIT(HUT) : red & 1 ? BIT(FORT) : BIT(PIRATES);
    return higher | parity;
}

void ngu_dice_rolled(NguState *s, Move move, Sink *sink) {
    if (s->phase == PHASE_ROLL) {
        s->die[RED] = move.arg[0];
        s->die[BLUE] = move.arg[1];
        tell(sink, EVENT_ROLLED, s->active, s->die[RED], s->die[BLUE]);
    } else {
        s->die[s->rerolling] = move.arg[0];
        tell(sink, EVENT_REROLLED, s->active, s->rerolling, move.arg[0]);
        s->rerolling = 0;
    }
    await_active(s, PHASE_DICE);
}

static bool can_reroll_free(const NguState *s, const NguPlayer *p) {
    return p->rerolls && !(s->rerolled & BIT(REROLL_FREE)) && !s->added;
}

static bool can_reroll_permanent(const Rules *rules, const NguState *s, const NguPlayer *p) {
    return ngu_has_reroll(rules, p) && !(s->rerolled & BIT(REROLL_PERMANENT)) && !s->added;
}

Move *ngu_dice_legal(const Rules *rules, const NguState *s, Move *out) {
    const NguPlayer *p = &s->player[s->active];
    bool free_one = can_reroll_free(s, p), permanent = can_reroll_permanent(rules, s, p);
    for (unsigned die = RED; die <= BLUE; die++) {
        if (free_one)
            out = list_move(out, MOVE_REROLL, s->active, die, REROLL_FREE);
        if (permanent)
            out = list_move(out, MOVE_REROLL, s->active, die, REROLL_PERMANENT);
    }
    for (unsigned die = RED; die <= BLUE && !s->added && ngu_has_plus(rules, p); die++)
        if (s->die[die] < 6)
            out = list_move(out, MOVE_PLUS, s->active, die, 0);
    for (bits_each(location, ngu_locations_fitting(s->die[RED], s->die[BLUE])))
        out = list_move(out, MOVE_GO, s->active, location, 0);
    return out;
}

static Status check_reroll(const Rules *rules, const NguState *s, Move move, Err *err) {
    const NguPlayer *p = &s->player[s->active];
    if (s->added)
        return refuse(err, SK_RULE, 10, "You cannot reroll after adding 1.");
    if (move.arg[1] == REROLL_FREE) {
        if (!p->rerolls)
            return refuse(err, SK_RANGE, 8, "You have no free rerolls left.");
        if (!can_reroll_free(s, p))
            return refuse(err, SK_RULE, 8, "You have already used a free reroll this turn.");
        return SK_OK;
    }
    if (!ngu_has_reroll(rules, p))
        return refuse(err, SK_RULE, 9, "The permanent reroll needs {0} letters of NEVER; you have {1}.",
                      ngu_content(rules)->never_reroll, (int)bits_count(p->motto & NGU_NEVER));
    if (!can_reroll_permanent(rules, s, p))
        return refuse(err, SK_RULE, 9, "You have already used your permanent reroll this turn.");
    return SK_OK;
}

static Status check_plus(const Rules *rules, const NguState *s, Move move, Err *err) {
    const NguPlayer *p = &s->player[s->active];
    if (!ngu_has_plus(rules, p))
        return refuse(err, SK_RULE, 10, "The +1 needs {0} letters of GIVE UP; you have {1}.",
                      ngu_content(rules)->give_plus, (int)bits_count(p->motto & NGU_GIVE_UP));
    if (s->added)
        return refuse(err, SK_RULE, 10, "You have already added 1 this turn.");
    if (s->die[move.arg[0]] == 6)
        return refuse(err, SK_RULE, 10, "The {0:die} die already shows 6.", move.arg[0]);
    return SK_OK;
}

Status ngu_dice_check(const Rules *rules, const NguState *s, Move move, Err *err) {
    switch (move.kind) {
    case MOVE_REROLL:
        return check_reroll(rules, s, move, err);
    case MOVE_PLUS:
        return check_plus(rules, s, move, err);
    case MOVE_GO: {
        uint32_t fit = ngu_locations_fitting(s->die[RED], s->die[BLUE]);
        if (fit & BIT(move.arg[0]))
            return SK_OK;
        uint32_t other = fit & (fit - 1);
        return refuse(err, SK_RULE, 6, "Red {0} and blue {1} fit {2:location} and {3:location}, not {4:location}.",
                      s->die[RED], s->die[BLUE], (int)bits_first(fit), (int)bits_first(other), move.arg[0]);
    }
    default:
        return refuse(err, SK_TURN, 7, "Choose the location first.");
    }
}

void ngu_dice_apply(const Rules *rules, NguState *s, Move move, Sink *sink) {
    NguPlayer *p = &s->player[s->active];
    unsigned a = move.arg[0];
    switch (move.kind) {
    case MOVE_REROLL:
        s->rerolled |= (uint8_t)BIT(move.arg[1]);
        p->rerolls = (uint8_t)(p->rerolls - (move.arg[1] == REROLL_FREE));
        s->rerolling = (uint8_t)a;
        tell(sink, EVENT_REROLLING, s->active, (int16_t)a, move.arg[1], p->rerolls);
        await_chance(s, PHASE_REROLL);
        break;
    case MOVE_PLUS:
        s->added = 1;
        s->die[a]++;
        tell(sink, EVENT_PLUS, s->active, (int16_t)a, s->die[a]);
        break;
    default: /* R11 */
        s->location = (uint8_t)a;
        s->double_now = s->die[RED] == s->die[BLUE];
        tell(sink, EVENT_CHOSE, s->active, (int16_t)a);
        if (s->double_now)
            ngu_boat_begin(rules, s, sink);
        else
            ngu_dig_begin(rules, s);
        break;
    }
}
