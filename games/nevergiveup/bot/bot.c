/* What the bots know of Never Give Up: what every sheet will be worth when the game ends, in thousandths of a point,
 * and what the pets can reach in the coming turns. The value is a chance to win, in parts of BOT_WON: the logistic
 * curve over the lead. Whatever the seat may still do this turn is counted in, so that nobody need play it out. */
#include "base/bits.h"
#include "bots/net.h"
#include "games/nevergiveup/bot/eval.h"

enum { PIPS = 6 };

/* ---- numbers -------------------------------------------------------------------------------------------- */

static int32_t lead_chance(int32_t lead, int32_t spread) { return fixed_lead_chance(lead, spread, 500 * POINT); }

/* ---- the lead ------------------------------------------------------------------------------------------- */

/* Nothing more to do this turn. */
int32_t ngu_lead_done(NguEval *e) {
    const Forecast *look = ngu_forecast(e);
    int32_t lead = ngu_sheet_value(e, look, &e->own) - look->rivals;
    return look->turns ? lead + ngu_future_value(e, look, lead > -2 * POINT) : lead * ngu_weights.sure;
}

static int32_t lead_marked(NguEval *e, unsigned box, unsigned motto, unsigned pet) {
    NguPlayer before = e->own;
    if (box < NGU_BOXES) {
        e->own.penalty[box] = (uint8_t)ngu_penalty(&before, box, pet);
        e->own.marked |= BIT(box);
    } else {
        e->own.motto |= (uint16_t)BIT(motto);
    }
    int32_t lead = ngu_lead_done(e);
    e->own = before;
    return lead;
}

/* The best dig as the pets stand, or none. */
static int32_t lead_moved(NguEval *e) {
    int32_t best = ngu_lead_done(e);
    uint32_t unmarked = ngu_motto_open(e->own.motto);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        unsigned space = e->own.pet[pet];
        if (!(e->in[e->location] >> space & 1))
            continue;
        for (bits_each(letter, e->d->chest[space])) {
            uint32_t boxes = e->d->boxes[e->own.puzzle][letter] & ~e->own.marked;
            if (boxes && ngu_penalty(&e->own, bits_first(boxes), pet) < BOXES)
                best = most(best, lead_marked(e, bits_first(boxes), NGU_MOTTO, pet));
        }
        for (bits_each(motto, unmarked))
            if (e->d->chest[space] & BIT(ngu_motto_letter[motto]))
                best = most(best, lead_marked(e, NGU_BOXES, motto, pet));
    }
    return best;
}

/* The best move and dig, of either one or none. */
static int32_t lead_begun(NguEval *e) {
    int32_t best = lead_moved(e);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        uint8_t from = e->own.pet[pet];
        for (uint64_t left = e->d->reach[pet][from][e->location]; left; left &= left - 1) {
            e->own.pet[pet] = (uint8_t)__builtin_ctzll(left);
            best = most(best, lead_moved(e));
        }
        e->own.pet[pet] = from;
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
static int32_t others_gain(NguEval *e, unsigned location) {
    const Forecast *look = ngu_forecast(e);
    int32_t gain[NGU_LOCATIONS], sum = 0;
    Reach reach;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        if (seat == e->seat)
            continue;
        ngu_reach_find(e, &e->s->player[seat], &reach);
        ngu_gains_find(e, look, &e->s->player[seat], &reach, true, gain);
        sum += gain[location];
    }
    return part_of(sum / (e->rules->seats - 1), ngu_weights.deny);
}

static int32_t lead_at(NguEval *e, unsigned location, bool twice) {
    e->location = location;
    e->shared = !twice;
    return twice ? lead_begun(e) + ngu_weights.cross / 2 : lead_begun(e) - others_gain(e, location);
}

static int32_t dice_go(NguEval *e, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = NONE, *lead = red == blue ? dice->twice : dice->single;
    for (bits_each(location, ngu_locations_fitting(red, blue))) {
        if (lead[location] == NONE)
            lead[location] = lead_at(e, location, red == blue);
        best = most(best, lead[location]);
    }
    return best;
}

static int32_t dice_settle(NguEval *e, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = dice_go(e, dice, red, blue);
    if (dice->plus && red < PIPS)
        best = most(best, dice_go(e, dice, red + 1, blue));
    if (dice->plus && blue < PIPS)
        best = most(best, dice_go(e, dice, red, blue + 1));
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
static int32_t lead_rolled(NguEval *e) {
    const NguState *s = e->s;
    bool permanent = ngu_has_reroll(e->rules, &e->own) && !(s->rerolled & BIT(REROLL_PERMANENT)) && !s->added;
    bool free_one = e->own.rerolls && !(s->rerolled & BIT(REROLL_FREE)) && !s->added;
    int32_t roll[PIPS][PIPS], sum = 0;
    Dice dice = {.plus = ngu_has_plus(e->rules, &e->own) && !s->added};
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        dice.single[location] = dice.twice[location] = NONE;
    if (s->phase == PHASE_DICE && !permanent && !free_one)
        return dice_settle(e, &dice, s->die[RED], s->die[BLUE]);
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = dice_settle(e, &dice, red + 1, blue + 1);
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

static int32_t lead_of(NguEval *e) {
    const NguState *s = e->s;
    bool asked = s->head.to_act & BIT(e->seat);
    if (s->active == e->seat && (s->phase == PHASE_DICE || s->phase == PHASE_REROLL))
        return lead_rolled(e);
    if (s->phase == PHASE_CROSS && asked)
        return lead_at(e, s->location, true);
    if (s->phase == PHASE_FREE && asked)
        return lead_at(e, s->location, true) + ngu_weights.box;
    if (s->phase == PHASE_DIG && asked && e->s->player[e->seat].mover == NO_PET)
        return lead_at(e, s->location, s->double_now);
    if (s->phase == PHASE_DIG && asked)
        return lead_moved(e);
    return ngu_lead_done(e);
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
    NguEval e = {.rules = rules, .s = s, .seat = seat};
    ngu_eval_init(&e);
    int32_t turns = (int32_t)e.rival_boxes * ngu_weights.pace;
    return lead_chance(lead_of(&e), ngu_weights.spread + part_of(turns, ngu_weights.spread_turn));
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

const BotKnowledge nevergiveup_bot = {
    .id = "nevergiveup",
    .value = value,
    .value_includes_turn = true,
    .planning_state = imagine,
    .features = ngu_features,
    .net = &nevergiveup_net,
    .net_plans_turns = true,
    .candidates = ngu_lines,
    .playout_move = ngu_play,
    .hard = {.playouts = 100, .candidates = 6, .significance = 8, .horizon = 2},
    .expert = {.playouts = 800, .candidates = 12, .significance = 8, .horizon = 2},
    .blunders_easy = 24,
    .terms = ngu_terms,
    .explain = ngu_explain,
};
