/* What the bots know of Never Give Up: what every sheet will be worth when the game ends, in thousandths of a point,
 * and what the pets can reach in the coming turns. The value is a chance to win, in parts of BOT_WON: the logistic
 * curve over the lead. Whatever the seat may still do this turn is counted in, so that nobody need play it out. */
#include "base/bits.h"
#include "bots/net.h"
#include "games/nevergiveup/bot/eval.h"

enum { PIPS = 6 };

/* ---- numbers -------------------------------------------------------------------------------------------- */

static int32_t lead_chance(int32_t lead, int32_t spread) { return curve_lead(lead, spread, 500 * POINT); }

/* ---- the lead ------------------------------------------------------------------------------------------- */

/* Nothing more to do this turn. */
int32_t ngu_lead_done(Sight *v) {
    const Outlook *look = ngu_outlook(v);
    int32_t lead = ngu_sheet_worth(v, look, &v->own) - look->rivals;
    return look->turns ? lead + ngu_future_worth(v, look, lead > -2 * POINT) : lead * ngu_weights.sure;
}

static int32_t lead_marked(Sight *v, unsigned box, unsigned motto, unsigned pet) {
    NguPlayer before = v->own;
    if (box < NGU_BOXES) {
        v->own.penalty[box] = (uint8_t)ngu_penalty(&before, box, pet);
        v->own.marked |= BIT(box);
    } else {
        v->own.motto |= (uint16_t)BIT(motto);
    }
    int32_t lead = ngu_lead_done(v);
    v->own = before;
    return lead;
}

/* The best dig as the pets stand, or none. */
static int32_t lead_moved(Sight *v) {
    int32_t best = ngu_lead_done(v);
    uint32_t unmarked = ngu_motto_open(v->own.motto);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        unsigned space = v->own.pet[pet];
        if (!(v->in[v->location] >> space & 1))
            continue;
        for (bits_each(letter, v->d->chest[space])) {
            uint32_t boxes = v->d->boxes[v->own.puzzle][letter] & ~v->own.marked;
            if (boxes && ngu_penalty(&v->own, bits_first(boxes), pet) < BOXES)
                best = most(best, lead_marked(v, bits_first(boxes), NGU_MOTTO, pet));
        }
        for (bits_each(motto, unmarked))
            if (v->d->chest[space] & BIT(ngu_motto_letter[motto]))
                best = most(best, lead_marked(v, NGU_BOXES, motto, pet));
    }
    return best;
}

/* The best move and dig, of either one or none. */
static int32_t lead_begun(Sight *v) {
    int32_t best = lead_moved(v);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        uint8_t from = v->own.pet[pet];
        for (uint64_t left = v->d->reach[pet][from][v->location]; left; left &= left - 1) {
            v->own.pet[pet] = (uint8_t)__builtin_ctzll(left);
            best = most(best, lead_moved(v));
        }
        v->own.pet[pet] = from;
    }
    return best;
}

/* ---- the roll ------------------------------------------------------------------------------------------- */

/* What a roll is worth to the active seat: by the locations it fits, and what may still be done to the dice. */
typedef struct Dice {
    int32_t single[NGU_LOCATIONS], twice[NGU_LOCATIONS]; /* leads, without and with a double */
    bool plus;
} Dice;

/* The part of the others' gain in a location that the seat feels. */
static int32_t others_gain(Sight *v, unsigned location) {
    const Outlook *look = ngu_outlook(v);
    int32_t gain[NGU_LOCATIONS], sum = 0;
    Reach reach;
    for (unsigned seat = 0; seat < v->rules->seats; seat++) {
        if (seat == v->seat)
            continue;
        ngu_reach_find(v, &v->s->player[seat], &reach);
        ngu_gains_find(v, look, &v->s->player[seat], &reach, true, gain);
        sum += gain[location];
    }
    return part_of(sum / (v->rules->seats - 1), ngu_weights.deny);
}

static int32_t lead_at(Sight *v, unsigned location, bool twice) {
    v->location = location;
    v->shared = !twice;
    return twice ? lead_begun(v) + ngu_weights.cross / 2 : lead_begun(v) - others_gain(v, location);
}

static int32_t dice_go(Sight *v, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = NONE, *lead = red == blue ? dice->twice : dice->single;
    for (bits_each(location, ngu_locations_fitting(red, blue))) {
        if (lead[location] == NONE)
            lead[location] = lead_at(v, location, red == blue);
        best = most(best, lead[location]);
    }
    return best;
}

static int32_t dice_settle(Sight *v, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = dice_go(v, dice, red, blue);
    if (dice->plus && red < PIPS)
        best = most(best, dice_go(v, dice, red + 1, blue));
    if (dice->plus && blue < PIPS)
        best = most(best, dice_go(v, dice, red, blue + 1));
    return best;
}

/* Each roll's worth when one more reroll may follow. */
static void rolls_reroll(int32_t roll[PIPS][PIPS], int32_t cost) {
    int32_t row[PIPS] = {0}, column[PIPS] = {0};
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++) {
            row[red] += roll[red][blue];
            column[blue] += roll[red][blue];
        }
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = most(roll[red][blue], most(row[red], column[blue]) / PIPS - cost);
}

/* R8-R10: the dice as they are, or a die in the air. A free reroll that was used is missing on the sheet. */
static int32_t lead_rolled(Sight *v) {
    const NguState *s = v->s;
    bool permanent = ngu_has_reroll(v->rules, &v->own) && !(s->rerolled & BIT(REROLL_PERMANENT)) && !s->added;
    bool free_one = v->own.rerolls && !(s->rerolled & BIT(REROLL_FREE)) && !s->added;
    int32_t roll[PIPS][PIPS], sum = 0;
    Dice dice = {.plus = ngu_has_plus(v->rules, &v->own) && !s->added};
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        dice.single[location] = dice.twice[location] = NONE;
    if (s->phase == PHASE_DICE && !permanent && !free_one)
        return dice_settle(v, &dice, s->die[RED], s->die[BLUE]);
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = dice_settle(v, &dice, red + 1, blue + 1);
    if (permanent)
        rolls_reroll(roll, 0);
    if (free_one)
        rolls_reroll(roll, ngu_weights.keep);
    if (s->phase == PHASE_DICE)
        return roll[s->die[RED] - 1][s->die[BLUE] - 1];
    for (unsigned pips = 0; pips < PIPS; pips++)
        sum += s->rerolling == RED ? roll[pips][s->die[BLUE] - 1] : roll[s->die[RED] - 1][pips];
    return sum / PIPS;
}

/* ---- the value ------------------------------------------------------------------------------------------ */

static int32_t lead_of(Sight *v) {
    const NguState *s = v->s;
    bool asked = s->head.to_act & BIT(v->seat);
    if (s->active == v->seat && (s->phase == PHASE_DICE || s->phase == PHASE_REROLL))
        return lead_rolled(v);
    if (s->phase == PHASE_CROSS && asked)
        return lead_at(v, s->location, true);
    if (s->phase == PHASE_FREE && asked)
        return lead_at(v, s->location, true) + ngu_weights.box;
    if (s->phase == PHASE_DIG && asked && v->s->player[v->seat].mover == NO_PET)
        return lead_at(v, s->location, s->double_now);
    if (s->phase == PHASE_DIG && asked)
        return lead_moved(v);
    return ngu_lead_done(v);
}

static int32_t value_over(const Rules *rules, const NguState *s, unsigned seat) {
    Score score;
    int32_t best = NONE;
    rules->game->score(rules, s, &score);
    for (unsigned p = 0; p < rules->seats; p++)
        best = p == seat ? best : most(best, score.points[p] * POINT);
    return lead_chance((score.points[seat] * POINT - best) * ngu_weights.sure, ngu_weights.spread);
}

static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const NguState *s = state;
    if (s->phase == PHASE_OVER)
        return value_over(rules, s, seat);
    if (s->phase < PHASE_ROLL)
        return BOT_WON / rules->seats;
    Sight v = {.rules = rules, .s = s, .seat = seat};
    ngu_sight_open(&v);
    int32_t turns = (int32_t)v.rival_boxes * ngu_weights.pace;
    return lead_chance(lead_of(&v), ngu_weights.spread + part_of(turns, ngu_weights.spread_turn));
}

/* R28: others have not planned anything that the seat could know of. */
static void imagine(const Rules *rules, const void *view, unsigned seat, void *state) {
    NguState *s = state;
    *s = *(const NguState *)view;
    for (unsigned other = 0; other < NGU_SEATS; other++) {
        NguPlayer *p = &s->player[other];
        if (other == seat)
            continue;
        p->mover = p->digger = NO_PET;
        p->to = ngu_content(rules)->spaces;
        p->dig_box = NGU_BOXES;
        p->dig_letter = NGU_MOTTO;
        if (s->phase == PHASE_DIG && !s->double_now && other < rules->seats)
            s->head.to_act |= (uint8_t)BIT(other);
    }
}

extern const struct Net nevergiveup_net;

const BotGame nevergiveup_bot = {
    .id = "nevergiveup",
    .value = value,
    .whole = true,
    .imagine = imagine,
    .sense = ngu_sense,
    .net = &nevergiveup_net,
    .plans = true,
    .lines = ngu_lines,
    .play = ngu_play,
    .hard = {.games = 100, .lines = 6, .sure = 8, .horizon = 2},
    .expert = {.games = 800, .lines = 12, .sure = 8, .horizon = 2},
    .slips = 24,
    .terms = ngu_terms,
    .explain = ngu_explain,
};
