/* Evaluates sheets by their expected points at the end of the game, and pets by the digs they make possible. */
#include "games/nevergiveup/bot/eval.h"

#include "base/bits.h"

const Weights ngu_weights = {
    .pace = 1280,
    .rate = 800,
    .box = 1100,
    .finish = 3500,
    .letter_turns = 3000,
    .reroll = 120,
    .plus = 80,
    .free_reroll = 185,
    .boat_set = 1000,
    .rival_loss = 640,
    .next = 700,
    .later = {300, 250, 200, 150, 100, 60},
    .final_factor = 6,
    .spread = 1000,
    .spread_turn = 150,
};

/* ---- arithmetic ----------------------------------------------------------------------------------------- */

/* Sum of eight bytes, which must be less than 256. */
static uint32_t bytes_sum(const uint8_t *bytes) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- sheets --------------------------------------------------------------------------------------------- */

_Static_assert(NGU_BOXES == 24, "penalties are added eight at a time");
int32_t ngu_penalties(const NguPlayer *p) {
    return (int32_t)(bytes_sum(p->penalty) + bytes_sum(p->penalty + 8) + bytes_sum(p->penalty + 16));
}

/* Number of boxes to the left of the first box that is still open once the first `fill` open boxes are marked. */
static int32_t complete_after(const NguEval *e, uint32_t open, unsigned fill) {
    return fill >= bits_count(open) ? e->s->length : (int32_t)bits_nth(open, fill);
}

/* Expected puzzle points (R35), assuming that boxes are marked from the left; interpolated between marks. */
static int32_t puzzle_value(const NguEval *e, const NguPlayer *p, int32_t turns) {
    if (turns == 0)
        return ngu_puzzle_points(e->rules, e->s, p) * NGU_POINT_UNIT;
    uint32_t open = ngu_boxes_open(e->s, p);
    int32_t fills = fixed_mul_floor(turns, ngu_weights.rate), fill = fills / FIXED_ONE;
    int32_t whole = complete_after(e, open, (unsigned)fill), next = complete_after(e, open, (unsigned)fill + 1);
    int32_t at = (whole * FIXED_ONE + (fills % FIXED_ONE) * (next - whole)) * (e->c->marks + 1) / e->s->length;
    int32_t mark = at / FIXED_ONE;
    if (mark > e->c->marks)
        return e->c->complete * NGU_POINT_UNIT;
    int32_t below = mark ? e->c->mark[mark - 1] : 0, above = mark < e->c->marks ? e->c->mark[mark] : e->c->complete;
    return below * NGU_POINT_UNIT + (above - below) * (at % FIXED_ONE) * NGU_POINT_UNIT / FIXED_ONE;
}

/* Value of free rerolls and of boat boxes that lead to a free dig; both need own turns to be used. */
static int32_t spare_value(const NguEval *e, const NguPlayer *p, int32_t turns) {
    int32_t own_turns = turns / e->rules->seats, value = 0;
    for (unsigned set = 0; set < e->c->sets; set++)
        if (p->crossed[set] && p->crossed[set] < e->c->set[set])
            value += ngu_weights.boat_set * p->crossed[set] * p->crossed[set] / (e->c->set[set] * e->c->set[set]);
    value = fixed_mul_floor(value, min_i32(FIXED_ONE, own_turns / 4));
    for (int32_t i = 0; i < p->rerolls; i++)
        value += fixed_mul_floor(ngu_weights.free_reroll, max_i32(0, min_i32(FIXED_ONE, own_turns - i * FIXED_ONE)));
    return value;
}

int32_t ngu_sheet_value(const NguEval *e, const Forecast *forecast, const NguPlayer *p) {
    int32_t value = puzzle_value(e, p, forecast->turns) - ngu_penalties(p) * NGU_POINT_UNIT;
    value += forecast->never[bits_count(p->motto & NGU_NEVER)] + forecast->give[bits_count(p->motto & NGU_GIVE_UP)];
    return forecast->turns ? value + spare_value(e, p, forecast->turns) : value;
}

/* ---- digs in reach -------------------------------------------------------------------------------------- */

void ngu_reach_find(const NguEval *e, const NguPlayer *p, Reach *r) {
    uint64_t both = UINT64_C(1) << p->pet[CAT] | UINT64_C(1) << p->pet[PARROT], one = UINT64_C(1) << p->pet[MONKEY];
    const uint64_t *cat = e->d->reach[CAT][p->pet[CAT]], *monkey = e->d->reach[MONKEY][p->pet[MONKEY]];
    const uint64_t *parrot = e->d->reach[PARROT][p->pet[PARROT]];
    for (unsigned location = 0; location < NGU_LOCATIONS; location++) {
        r->any[location] = (cat[location] | parrot[location] | both) & e->in[location];
        r->monkey[location] = (monkey[location] | one) & e->in[location];
    }
}

uint64_t ngu_spaces_for(const NguEval *e, uint32_t motto) {
    uint64_t spaces = 0;
    for (bits_each(i, motto))
        spaces |= e->holds[ngu_motto_letter[i]];
    return spaces;
}

/* A possible dig: its spaces, and its value for the cat or parrot and for the monkey. */
typedef struct DigOption {
    uint64_t spaces;
    int32_t value, monkey;
} DigOption;

/* R24, R25: only the first open boxes; further boxes with the same letter are no additional options. */
static unsigned dig_options_find(const NguEval *e, const Forecast *forecast, const NguPlayer *p, bool may_finish,
                                 DigOption option[DIG_BOXES_MAX + 2]) {
    const uint8_t *letter = e->d->letter[p->puzzle];
    uint32_t open = ngu_boxes_open(e->s, p), seen = 0;
    unsigned n = 0, never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t k = 0, value = open & (open - 1) ? ngu_weights.box : may_finish ? ngu_weights.finish : 0;
    for (uint32_t left = open; left && k < DIG_BOXES_MAX; left &= left - 1, k++) {
        unsigned one = letter[bits_first(left)];
        if (!(seen & BIT(one)))
            option[n++] =
                (DigOption){e->holds[one], value - k * NGU_POINT_UNIT, value - max_i32(0, k - 1) * NGU_POINT_UNIT};
        seen |= BIT(one);
    }
    uint32_t unmarked = ngu_motto_open(p->motto);
    int32_t gain = forecast->never[never + 1] - forecast->never[never];
    if (gain > 0)
        option[n++] = (DigOption){ngu_spaces_for(e, unmarked & NGU_NEVER), gain, gain};
    gain = forecast->give[give + 1] - forecast->give[give];
    if (gain > 0)
        option[n++] = (DigOption){ngu_spaces_for(e, unmarked & NGU_GIVE_UP), gain, gain};
    return n;
}

void ngu_gains_find(const NguEval *e, const Forecast *forecast, const NguPlayer *p, const Reach *r, bool may_finish,
                    int32_t gain[NGU_LOCATIONS]) {
    DigOption option[DIG_BOXES_MAX + 2];
    unsigned options = dig_options_find(e, forecast, p, may_finish, option);
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        gain[location] = 0;
    for (unsigned i = 0; i < options; i++) {
        if (option[i].monkey <= 0)
            continue;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++) {
            int32_t value = option[i].spaces & r->any[location] ? option[i].value : 0;
            int32_t monkey = option[i].spaces & r->monkey[location] ? option[i].monkey : 0;
            gain[location] = max_i32(gain[location], max_i32(value, monkey));
        }
    }
}

/* ---- forecasts ------------------------------------------------------------------------------------------ */

/* The most that a rival can still gain in the last turn, from the next box or a missing letter. */
static int32_t last_turn_gain(const NguEval *e, const Forecast *forecast, const NguPlayer *p) {
    uint32_t open = ngu_boxes_open(e->s, p), unmarked = ngu_motto_open(p->motto);
    unsigned never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t gain = 0;
    Reach r;
    ngu_reach_find(e, p, &r);
    uint64_t there = r.any[e->location] | r.monkey[e->location];
    if (open && e->holds[e->d->letter[p->puzzle][bits_first(open)]] & there) {
        NguPlayer then = *p;
        then.marked |= open & (0u - open);
        gain = (ngu_puzzle_points(e->rules, e->s, &then) - ngu_puzzle_points(e->rules, e->s, p)) * NGU_POINT_UNIT;
    }
    if (ngu_spaces_for(e, unmarked & NGU_NEVER) & there)
        gain = max_i32(gain, forecast->never[never + 1] - forecast->never[never]);
    if (ngu_spaces_for(e, unmarked & NGU_GIVE_UP) & there)
        gain = max_i32(gain, forecast->give[give + 1] - forecast->give[give]);
    return gain;
}

/* A mix of the best and the mean of the others, so that players far behind matter little; once the game is over, the
 * best alone. */
static int32_t rivals_value(const NguEval *e, const Forecast *forecast) {
    int32_t best = NEVER, sum = 0, others = e->rules->seats - 1;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        const NguPlayer *p = &e->s->player[seat];
        if (seat == e->seat)
            continue;
        int32_t value =
            ngu_sheet_value(e, forecast, p) + (forecast->turns == 0 && e->shared ? last_turn_gain(e, forecast, p) : 0);
        best = max_i32(best, value);
        sum += value;
    }
    return forecast->turns ? (3 * best + sum / others) / 4 : best;
}

/* Chance, in 1024ths, to get `need` more letters in time. */
static int32_t letters_chance(int32_t need, int32_t turns) {
    return need <= 0 ? FIXED_ONE
           : turns   ? max_i32(0, FIXED_ONE - need * ngu_weights.letter_turns / max_i32(1, turns / FIXED_ONE))
                     : 0;
}

/* Fills the values of letters (R30, R31) and of the rivals. */
static void forecast_make(const NguEval *e, int32_t turns, Forecast *forecast) {
    const NguContent *c = e->c;
    int32_t own_turns = turns / e->rules->seats, reroll = fixed_mul_floor(ngu_weights.reroll, own_turns);
    int32_t plus = fixed_mul_floor(ngu_weights.plus, own_turns);
    forecast->turns = turns;
    for (int32_t have = 0; have < 7; have++)
        forecast->never[have] =
            fixed_mul_floor(c->never_points * NGU_POINT_UNIT, letters_chance(c->never_points_at - have, turns)) +
            fixed_mul_floor(reroll, letters_chance(c->never_reroll - have, turns));
    for (int32_t have = 0; have < 8; have++) {
        int32_t some = letters_chance(c->give_plus - have, turns), more = letters_chance(c->give_more_at - have, turns);
        forecast->give[have] = fixed_mul_floor(c->give_points * NGU_POINT_UNIT + plus, some) +
                               fixed_mul_floor((c->give_more - c->give_points) * NGU_POINT_UNIT, more);
    }
    forecast->rivals = rivals_value(e, forecast);
}

/* The game ends when the leading sheet is complete (R33) or at the turn limit (R34). */
const Forecast *ngu_forecast(NguEval *e) {
    unsigned own = bits_count(ngu_boxes_open(e->s, &e->own)), fewest = own < e->rival_boxes ? own : e->rival_boxes;
    int32_t bound = (e->c->turns - e->s->head.turn) * FIXED_ONE,
            turns = min_i32((int32_t)fewest * ngu_weights.pace, bound);
    for (unsigned i = 0; i < e->forecasts && i < FORECASTS_MAX && turns; i++)
        if (e->forecast[i].turns == turns)
            return &e->forecast[i];
    Forecast *forecast = &e->forecast[e->forecasts++ % FORECASTS_MAX];
    forecast_make(e, turns, forecast);
    return forecast;
}

/* ---- dice ----------------------------------------------------------------------------------------------- */

/* R6: the pairs of locations that can fit the dice, and their number of rolls out of 36. */
typedef struct Pair {
    uint8_t a, b, rolls;
} Pair;
static const Pair pairs[] = {{WATERFALL, HUT, 9},  {FOREST, HUT, 9},  {WATERFALL, PIRATES, 3}, {WATERFALL, FORT, 3},
                             {FOREST, PIRATES, 3}, {FOREST, FORT, 3}, {PIRATES, BOAT, 3},      {FORT, BOAT, 3}};
enum { PAIRS = sizeof pairs / sizeof *pairs, ROLLS = 36 };
/* Chance, in 1024ths, that a location is the target if both fitting locations are equally likely. */
static const int32_t location_chance[NGU_LOCATIONS] = {213, 213, 128, 128, 256, 86};

/* On another player's double the seat gains nothing (R14). */
int32_t ngu_next_gain(const int32_t gain[NGU_LOCATIONS], bool own) {
    int32_t sum = 0;
    for (unsigned i = 0; i < PAIRS; i++) {
        int32_t a = gain[pairs[i].a], b = gain[pairs[i].b];
        if (own)
            sum += pairs[i].rolls * 2 * max_i32(a, b);
        else if (pairs[i].b != BOAT)
            sum += pairs[i].rolls * (a + b);
    }
    return sum / (2 * ROLLS);
}

/* Value of the pets' spaces for the next turn. */
static int32_t next_value(const NguEval *e, const Forecast *forecast, const Reach *reach, bool may_finish) {
    unsigned active = e->s->phase == PHASE_ROLL ? e->s->active : (e->s->active + 1u) % e->rules->seats;
    int32_t gain[NGU_LOCATIONS];
    ngu_gains_find(e, forecast, &e->own, reach, may_finish, gain);
    return fixed_mul_floor(ngu_next_gain(gain, active == e->seat), ngu_weights.next);
}

/* Value of the pets' spaces for the turns after the next one. */
static int32_t later_value(const NguEval *e, const Reach *reach) {
    const uint8_t *letter = e->d->letter[e->own.puzzle];
    int32_t k = 0, sum = 0;
    for (uint32_t left = ngu_boxes_open(e->s, &e->own); left && k < LATER_BOXES; left &= left - 1, k++) {
        uint64_t spaces = e->holds[letter[bits_first(left)]];
        int32_t there = 0;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++)
            there += spaces & (reach->any[location] | reach->monkey[location]) ? location_chance[location] : 0;
        sum += fixed_mul_floor(ngu_weights.later[k], there);
    }
    return sum;
}

int32_t ngu_future_value(const NguEval *e, const Forecast *forecast, bool may_finish) {
    Reach reach;
    ngu_reach_find(e, &e->own, &reach);
    return later_value(e, &reach) + next_value(e, forecast, &reach, may_finish);
}

/* ---- initialisation -------------------------------------------------------------------------------------- */

static void plan_apply(const NguState *s, NguPlayer *p) {
    if (p->mover != NO_PET)
        p->pet[p->mover] = p->to;
    if (p->dig_box < s->length) {
        p->penalty[p->dig_box] = (uint8_t)ngu_penalty(p, p->dig_box, p->digger);
        p->marked |= BIT(p->dig_box);
    }
    if (p->dig_letter < NGU_MOTTO)
        p->motto |= (uint16_t)BIT(p->dig_letter);
}

void ngu_eval_init(NguEval *e) {
    e->c = ngu_content(e->rules);
    e->d = ngu_derived(e->rules);
    e->location = e->s->location;
    e->shared = e->s->phase == PHASE_DIG && !e->s->double_now;
    e->rival_boxes = NGU_BOXES;
    e->own = e->s->player[e->seat];
    plan_apply(e->s, &e->own);
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        unsigned open = bits_count(ngu_boxes_open(e->s, &e->s->player[seat]));
        if (seat != e->seat && open < e->rival_boxes)
            e->rival_boxes = open;
    }
    for (unsigned space = 0; space < e->c->spaces; space++) {
        e->in[e->c->space[space].location] |= UINT64_C(1) << space;
        for (bits_each(letter, e->d->chest[space]))
            e->holds[letter] |= UINT64_C(1) << space;
    }
}

/* ---- reasons for hints ----------------------------------------------------------------------------------- */

const char *const ngu_terms[] = {"puzzle", "penalties", "never", "give-up", "spare", "next", "later", "rivals", NULL};

void ngu_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS_MAX]) {
    const NguState *s = state;
    if (s->phase < PHASE_ROLL)
        return;
    NguEval e = {.rules = rules, .s = s, .seat = seat};
    Reach reach;
    ngu_eval_init(&e);
    const Forecast *forecast = ngu_forecast(&e);
    const NguPlayer *p = &e.own;
    ngu_reach_find(&e, p, &reach);
    bool may_finish = ngu_sheet_value(&e, forecast, p) - forecast->rivals > -2 * NGU_POINT_UNIT;
    const int32_t all[] = {
        puzzle_value(&e, p, forecast->turns),
        -ngu_penalties(p) * NGU_POINT_UNIT,
        forecast->never[bits_count(p->motto & NGU_NEVER)],
        forecast->give[bits_count(p->motto & NGU_GIVE_UP)],
        forecast->turns ? spare_value(&e, p, forecast->turns) : 0,
        forecast->turns ? next_value(&e, forecast, &reach, may_finish) : 0,
        forecast->turns ? later_value(&e, &reach) : 0,
        -forecast->rivals,
    };
    _Static_assert(sizeof all / sizeof *all == sizeof ngu_terms / sizeof *ngu_terms - 1, "every term has a name");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        term[i] = all[i];
}
