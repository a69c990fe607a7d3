/* Knowledge of the Never Give Up bots. The value of a position is the chance of a win, where BOT_WON is certain: a
 * logistic function of the lead. The lead compares the expected points of the sheets and includes what the pets can
 * reach in the coming turns. It also includes the seat's best moves in this turn, so they need not be played out. */
#include "base/bits.h"
#include "bots/net.h"
#include "games/nevergiveup/bot/eval.h"

enum { PIPS = 6 };

static int32_t lead_chance(int32_t lead, int32_t spread) {
    return fixed_lead_chance(lead, spread, 500 * NGU_POINT_UNIT);
}

/* ---- the lead ------------------------------------------------------------------------------------------- */

int32_t ngu_lead_done(NguEval *e) {
    const Forecast *forecast = ngu_forecast(e);
    int32_t lead = ngu_sheet_value(e, forecast, &e->own) - forecast->rivals;
    return forecast->turns ? lead + ngu_future_value(e, forecast, lead > -2 * NGU_POINT_UNIT)
                           : lead * ngu_weights.final_factor;
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

/* The lead after the best dig without another move, or without a dig. */
static int32_t lead_moved(NguEval *e) {
    int32_t best = ngu_lead_done(e);
    uint32_t unmarked = ngu_motto_open(e->own.motto);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        unsigned space = e->own.pet[pet];
        if (!(e->in[e->location] >> space & 1))
            continue;
        for (bits_each(letter, e->d->chest[space])) {
            uint32_t boxes = e->d->boxes[e->own.puzzle][letter] & ~e->own.marked;
            if (boxes && ngu_penalty(&e->own, bits_first(boxes), pet) < DIG_BOXES_MAX)
                best = max_i32(best, lead_marked(e, bits_first(boxes), NGU_MOTTO, pet));
        }
        for (bits_each(motto, unmarked))
            if (e->d->chest[space] & BIT(ngu_motto_letter[motto]))
                best = max_i32(best, lead_marked(e, NGU_BOXES, motto, pet));
    }
    return best;
}

/* The lead after the best move and dig; both are optional. */
static int32_t lead_begun(NguEval *e) {
    int32_t best = lead_moved(e);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        uint8_t from = e->own.pet[pet];
        for (uint64_t left = e->d->reach[pet][from][e->location]; left; left &= left - 1) {
            e->own.pet[pet] = (uint8_t)__builtin_ctzll(left);
            best = max_i32(best, lead_moved(e));
        }
        e->own.pet[pet] = from;
    }
    return best;
}

/* ---- the roll ------------------------------------------------------------------------------------------- */

/* Leads of the active seat by location, computed when needed. */
typedef struct Dice {
    int32_t single[NGU_LOCATIONS], doubled[NGU_LOCATIONS]; /* without and with a double */
    bool plus;                                             /* whether the +1 is available */
} Dice;

/* The share of the others' gain in a location that counts as the seat's loss. */
static int32_t others_gain(NguEval *e, unsigned location) {
    const Forecast *forecast = ngu_forecast(e);
    int32_t gain[NGU_LOCATIONS], sum = 0;
    Reach reach;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        if (seat == e->seat)
            continue;
        ngu_reach_find(e, &e->s->player[seat], &reach);
        ngu_gains_find(e, forecast, &e->s->player[seat], &reach, true, gain);
        sum += gain[location];
    }
    return fixed_mul_floor(sum / (e->rules->seats - 1), ngu_weights.rival_loss);
}

static int32_t lead_at(NguEval *e, unsigned location, bool is_double) {
    e->location = location;
    e->shared = !is_double;
    return is_double ? lead_begun(e) + ngu_weights.boat_set / 2 : lead_begun(e) - others_gain(e, location);
}

static int32_t dice_choose(NguEval *e, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = NEVER, *lead = red == blue ? dice->doubled : dice->single;
    for (bits_each(location, ngu_locations_fitting(red, blue))) {
        if (lead[location] == NEVER)
            lead[location] = lead_at(e, location, red == blue);
        best = max_i32(best, lead[location]);
    }
    return best;
}

static int32_t dice_best(NguEval *e, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = dice_choose(e, dice, red, blue);
    if (dice->plus && red < PIPS)
        best = max_i32(best, dice_choose(e, dice, red + 1, blue));
    if (dice->plus && blue < PIPS)
        best = max_i32(best, dice_choose(e, dice, red, blue + 1));
    return best;
}

/* Updates the value of each roll to allow for one more reroll. */
static void rolls_reroll(int32_t roll[PIPS][PIPS], int32_t cost) {
    int32_t row[PIPS] = {0}, column[PIPS] = {0};
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++) {
            row[red] += roll[red][blue];
            column[blue] += roll[red][blue];
        }
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = max_i32(roll[red][blue], max_i32(row[red], column[blue]) / PIPS - cost);
}

/* R8-R10: the lead with the dice as they are, or while a die is being rerolled. A used free reroll is already off the
 * sheet. */
static int32_t lead_rolled(NguEval *e) {
    const NguState *s = e->s;
    bool permanent = ngu_has_reroll(e->rules, &e->own) && !(s->rerolled & BIT(REROLL_PERMANENT)) && !s->added;
    bool free_one = e->own.rerolls && !(s->rerolled & BIT(REROLL_FREE)) && !s->added;
    int32_t roll[PIPS][PIPS], sum = 0;
    Dice dice = {.plus = ngu_has_plus(e->rules, &e->own) && !s->added};
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        dice.single[location] = dice.doubled[location] = NEVER;
    if (s->phase == PHASE_DICE && !permanent && !free_one)
        return dice_best(e, &dice, s->die[RED], s->die[BLUE]);
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = dice_best(e, &dice, red + 1, blue + 1);
    if (permanent)
        rolls_reroll(roll, 0);
    if (free_one)
        rolls_reroll(roll, ngu_weights.free_reroll);
    if (s->phase == PHASE_DICE)
        return roll[s->die[RED] - 1][s->die[BLUE] - 1];
    for (unsigned pips = 0; pips < PIPS; pips++)
        sum += s->rerolling == RED ? roll[pips][s->die[BLUE] - 1] : roll[s->die[RED] - 1][pips];
    return sum / PIPS;
}

/* ---- value of a position -------------------------------------------------------------------------------- */

static int32_t lead_now(NguEval *e) {
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

static int32_t final_value(const Rules *rules, const NguState *s, unsigned seat) {
    Score score;
    int32_t best = NEVER;
    rules->game->score(rules, s, &score);
    for (unsigned p = 0; p < rules->seats; p++)
        best = p == seat ? best : max_i32(best, score.points[p] * NGU_POINT_UNIT);
    return lead_chance((score.points[seat] * NGU_POINT_UNIT - best) * ngu_weights.final_factor, ngu_weights.spread);
}

static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const NguState *s = state;
    if (s->phase == PHASE_OVER)
        return final_value(rules, s, seat);
    if (s->phase < PHASE_ROLL)
        return BOT_WON / rules->seats;
    NguEval e = {.rules = rules, .s = s, .seat = seat};
    ngu_eval_init(&e);
    int32_t turns = (int32_t)e.rival_boxes * ngu_weights.pace;
    return lead_chance(lead_now(&e), ngu_weights.spread + fixed_mul_floor(turns, ngu_weights.spread_turn));
}

/* R28: the seat cannot know other seats' plans, so they count as not made yet. */
static void planning_state(const Rules *rules, const void *view, unsigned seat, void *state) {
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
    .planning_state = planning_state,
    .features = ngu_features,
    .net = &nevergiveup_net,
    .net_plans_turns = true,
    .candidates = ngu_candidates,
    .playout_move = ngu_playout_move,
    .hard = {.playouts = 100, .candidates = 6, .significance = 8, .horizon = 2},
    .expert = {.playouts = 800, .candidates = 12, .significance = 8, .horizon = 2},
    .blunders_easy = 24,
    .terms = ngu_terms,
    .explain = ngu_explain,
};
