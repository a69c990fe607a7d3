#include "games/nevergiveup/bot/eval.h"

#include "base/bits.h"

const Weights ngu_weights = {
    .pace = 1280,
    .rate = 800,
    .box = 1100,
    .finish = 3500,
    .hard = 3000,
    .reroll = 120,
    .plus = 80,
    .keep = 185,
    .cross = 1000,
    .deny = 640,
    .next = 700,
    .later = {300, 250, 200, 150, 100, 60},
    .sure = 6,
    .spread = 1000,
    .spread_turn = 150,
};

/* ---- numbers -------------------------------------------------------------------------------------------- */

/* Eight bytes added up; their sum is below 256. */
static uint32_t bytes_sum(const uint8_t *bytes) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- sheets --------------------------------------------------------------------------------------------- */

_Static_assert(NGU_BOXES == 24, "penalties are added up by eights");
int32_t ngu_penalties(const NguPlayer *p) {
    return (int32_t)(bytes_sum(p->penalty) + bytes_sum(p->penalty + 8) + bytes_sum(p->penalty + 16));
}

/* How many boxes from the left are whole once the first `fill` open ones are marked. */
static int32_t whole_after(const NguEval *e, uint32_t open, unsigned fill) {
    return fill >= bits_count(open) ? e->s->length : (int32_t)bits_nth(open, fill);
}

/* R35 to come: the boxes that will be marked by then are the first open ones; between two marks a part of the points.
 */
static int32_t puzzle_value(const NguEval *e, const NguPlayer *p, int32_t turns) {
    if (turns == 0)
        return ngu_puzzle_points(e->rules, e->s, p) * POINT;
    uint32_t open = ngu_boxes_open(e->s, p);
    int32_t fills = part_of(turns, ngu_weights.rate), fill = fills / WHOLE;
    int32_t whole = whole_after(e, open, (unsigned)fill), next = whole_after(e, open, (unsigned)fill + 1);
    int32_t at = (whole * WHOLE + (fills % WHOLE) * (next - whole)) * (e->c->marks + 1) / e->s->length;
    int32_t mark = at / WHOLE;
    if (mark > e->c->marks)
        return e->c->complete * POINT;
    int32_t below = mark ? e->c->mark[mark - 1] : 0, above = mark < e->c->marks ? e->c->mark[mark] : e->c->complete;
    return below * POINT + (above - below) * (at % WHOLE) * POINT / WHOLE;
}

/* Free rerolls, and boat boxes on the way to a free dig: worth something while there are own turns to come. */
static int32_t spare_value(const NguEval *e, const NguPlayer *p, int32_t turns) {
    int32_t own_turns = turns / e->rules->seats, worth = 0;
    for (unsigned set = 0; set < e->c->sets; set++)
        if (p->crossed[set] && p->crossed[set] < e->c->set[set])
            worth += ngu_weights.cross * p->crossed[set] * p->crossed[set] / (e->c->set[set] * e->c->set[set]);
    worth = part_of(worth, least(WHOLE, own_turns / 4));
    for (int32_t i = 0; i < p->rerolls; i++)
        worth += part_of(ngu_weights.keep, most(0, least(WHOLE, own_turns - i * WHOLE)));
    return worth;
}

int32_t ngu_sheet_value(const NguEval *e, const Forecast *look, const NguPlayer *p) {
    int32_t worth = puzzle_value(e, p, look->turns) - ngu_penalties(p) * POINT;
    worth += look->never[bits_count(p->motto & NGU_NEVER)] + look->give[bits_count(p->motto & NGU_GIVE_UP)];
    return look->turns ? worth + spare_value(e, p, look->turns) : worth;
}

/* ---- what pets can reach -------------------------------------------------------------------------------- */

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

/* A kind of dig: where it can be made, and its worth, to the monkey and to the others. */
typedef struct Wish {
    uint64_t spaces;
    int32_t worth, monkey;
} Wish;

/* R24, R25: the first open boxes; the same letter again further right is no other wish. */
static unsigned wishes_find(const NguEval *e, const Forecast *look, const NguPlayer *p, bool ahead,
                            Wish wish[BOXES + 2]) {
    const uint8_t *letter = e->d->letter[p->puzzle];
    uint32_t open = ngu_boxes_open(e->s, p), seen = 0;
    unsigned n = 0, never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t k = 0, worth = open & (open - 1) ? ngu_weights.box : ahead ? ngu_weights.finish : 0;
    for (uint32_t left = open; left && k < BOXES; left &= left - 1, k++) {
        unsigned one = letter[bits_first(left)];
        if (!(seen & BIT(one)))
            wish[n++] = (Wish){e->holds[one], worth - k * POINT, worth - most(0, k - 1) * POINT};
        seen |= BIT(one);
    }
    uint32_t unmarked = ngu_motto_open(p->motto);
    int32_t gain = look->never[never + 1] - look->never[never];
    if (gain > 0)
        wish[n++] = (Wish){ngu_spaces_for(e, unmarked & NGU_NEVER), gain, gain};
    gain = look->give[give + 1] - look->give[give];
    if (gain > 0)
        wish[n++] = (Wish){ngu_spaces_for(e, unmarked & NGU_GIVE_UP), gain, gain};
    return n;
}

/* The best dig in each location, 0 if there is none worth it. */
void ngu_gains_find(const NguEval *e, const Forecast *look, const NguPlayer *p, const Reach *r, bool ahead,
                    int32_t gain[NGU_LOCATIONS]) {
    Wish wish[BOXES + 2];
    unsigned wishes = wishes_find(e, look, p, ahead, wish);
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        gain[location] = 0;
    for (unsigned i = 0; i < wishes; i++) {
        if (wish[i].monkey <= 0)
            continue;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++) {
            int32_t worth = wish[i].spaces & r->any[location] ? wish[i].worth : 0;
            int32_t monkey = wish[i].spaces & r->monkey[location] ? wish[i].monkey : 0;
            gain[location] = most(gain[location], most(worth, monkey));
        }
    }
}

/* ---- outlooks ------------------------------------------------------------------------------------------- */

/* What a rival can still add in the last turn: the next box, or the letter that was missing. */
static int32_t last_gain(const NguEval *e, const Forecast *look, const NguPlayer *p) {
    uint32_t open = ngu_boxes_open(e->s, p), unmarked = ngu_motto_open(p->motto);
    unsigned never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t gain = 0;
    Reach r;
    ngu_reach_find(e, p, &r);
    uint64_t there = r.any[e->location] | r.monkey[e->location];
    if (open && e->holds[e->d->letter[p->puzzle][bits_first(open)]] & there) {
        NguPlayer then = *p;
        then.marked |= open & (0u - open);
        gain = (ngu_puzzle_points(e->rules, e->s, &then) - ngu_puzzle_points(e->rules, e->s, p)) * POINT;
    }
    if (ngu_spaces_for(e, unmarked & NGU_NEVER) & there)
        gain = most(gain, look->never[never + 1] - look->never[never]);
    if (ngu_spaces_for(e, unmarked & NGU_GIVE_UP) & there)
        gain = most(gain, look->give[give + 1] - look->give[give]);
    return gain;
}

/* The best and the mean of the others: who is far behind matters little. */
static int32_t rivals_value(const NguEval *e, const Forecast *look) {
    int32_t best = NONE, sum = 0, others = e->rules->seats - 1;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        const NguPlayer *p = &e->s->player[seat];
        if (seat == e->seat)
            continue;
        int32_t worth = ngu_sheet_value(e, look, p) + (look->turns == 0 && e->shared ? last_gain(e, look, p) : 0);
        best = most(best, worth);
        sum += worth;
    }
    return look->turns ? (3 * best + sum / others) / 4 : best;
}

/* Whether letters will come in time, in 1024ths. */
static int32_t letters_chance(int32_t need, int32_t turns) {
    return need <= 0 ? WHOLE : turns ? most(0, WHOLE - need * ngu_weights.hard / most(1, turns / WHOLE)) : 0;
}

/* R30, R31 */
static void outlook_make(const NguEval *e, int32_t turns, Forecast *look) {
    const NguContent *c = e->c;
    int32_t own_turns = turns / e->rules->seats, reroll = part_of(ngu_weights.reroll, own_turns);
    int32_t plus = part_of(ngu_weights.plus, own_turns);
    look->turns = turns;
    for (int32_t have = 0; have < 7; have++)
        look->never[have] = part_of(c->never_points * POINT, letters_chance(c->never_points_at - have, turns)) +
                            part_of(reroll, letters_chance(c->never_reroll - have, turns));
    for (int32_t have = 0; have < 8; have++) {
        int32_t some = letters_chance(c->give_plus - have, turns), more = letters_chance(c->give_more_at - have, turns);
        look->give[have] =
            part_of(c->give_points * POINT + plus, some) + part_of((c->give_more - c->give_points) * POINT, more);
    }
    look->rivals = rivals_value(e, look);
}

/* The game ends with the foremost sheet (R33), or by the bound (R34). */
const Forecast *ngu_forecast(NguEval *e) {
    unsigned own = bits_count(ngu_boxes_open(e->s, &e->own)), fewest = own < e->rival_boxes ? own : e->rival_boxes;
    int32_t bound = (e->c->turns - e->s->head.turn) * WHOLE, turns = least((int32_t)fewest * ngu_weights.pace, bound);
    for (unsigned i = 0; i < e->looks && i < LOOKS && turns; i++)
        if (e->look[i].turns == turns)
            return &e->look[i];
    Forecast *look = &e->look[e->looks++ % LOOKS];
    outlook_make(e, turns, look);
    return look;
}

/* ---- dice ----------------------------------------------------------------------------------------------- */

/* R6: the pairs of locations that dice fit, and how many of 36 rolls do. */
typedef struct Pair {
    uint8_t a, b, rolls;
} Pair;
static const Pair pairs[] = {{WATERFALL, HUT, 9},  {FOREST, HUT, 9},  {WATERFALL, PIRATES, 3}, {WATERFALL, FORT, 3},
                             {FOREST, PIRATES, 3}, {FOREST, FORT, 3}, {PIRATES, BOAT, 3},      {FORT, BOAT, 3}};
enum { PAIRS = sizeof pairs / sizeof *pairs, ROLLS = 36 };
/* How often a location is the target, in 1024ths, whoever chooses. */
static const int32_t often[NGU_LOCATIONS] = {213, 213, 128, 128, 256, 86};

/* What the next turn brings, by whose it is: on another's double nothing (R14). */
int32_t ngu_next_gain(const int32_t gain[NGU_LOCATIONS], bool own) {
    int32_t sum = 0;
    for (unsigned i = 0; i < PAIRS; i++) {
        int32_t a = gain[pairs[i].a], b = gain[pairs[i].b];
        if (own)
            sum += pairs[i].rolls * 2 * most(a, b);
        else if (pairs[i].b != BOAT)
            sum += pairs[i].rolls * (a + b);
    }
    return sum / (2 * ROLLS);
}

/* What the next turn owes to where the pets stand. */
static int32_t next_value(const NguEval *e, const Forecast *look, const Reach *reach, bool ahead) {
    unsigned active = e->s->phase == PHASE_ROLL ? e->s->active : (e->s->active + 1u) % e->rules->seats;
    int32_t gain[NGU_LOCATIONS];
    ngu_gains_find(e, look, &e->own, reach, ahead, gain);
    return part_of(ngu_next_gain(gain, active == e->seat), ngu_weights.next);
}

/* What those after it do. */
static int32_t later_value(const NguEval *e, const Reach *reach) {
    const uint8_t *letter = e->d->letter[e->own.puzzle];
    int32_t k = 0, sum = 0;
    for (uint32_t left = ngu_boxes_open(e->s, &e->own); left && k < LATER; left &= left - 1, k++) {
        uint64_t spaces = e->holds[letter[bits_first(left)]];
        int32_t there = 0;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++)
            there += spaces & (reach->any[location] | reach->monkey[location]) ? often[location] : 0;
        sum += part_of(ngu_weights.later[k], there);
    }
    return sum;
}

int32_t ngu_future_value(const NguEval *e, const Forecast *look, bool ahead) {
    Reach reach;
    ngu_reach_find(e, &e->own, &reach);
    return later_value(e, &reach) + next_value(e, look, &reach, ahead);
}

/* ---- a look ---------------------------------------------------------------------------------------------- */

static void plan_show(const NguState *s, NguPlayer *p) {
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
    plan_show(e->s, &e->own);
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

/* ---- reasons --------------------------------------------------------------------------------------------- */

const char *const ngu_terms[] = {"puzzle", "penalties", "never", "give-up", "spare", "next", "later", "rivals", NULL};

void ngu_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS]) {
    const NguState *s = state;
    if (s->phase < PHASE_ROLL)
        return;
    NguEval e = {.rules = rules, .s = s, .seat = seat};
    Reach reach;
    ngu_eval_init(&e);
    const Forecast *look = ngu_forecast(&e);
    const NguPlayer *p = &e.own;
    ngu_reach_find(&e, p, &reach);
    bool ahead = ngu_sheet_value(&e, look, p) - look->rivals > -2 * POINT;
    const int32_t all[] = {
        puzzle_value(&e, p, look->turns),
        -ngu_penalties(p) * POINT,
        look->never[bits_count(p->motto & NGU_NEVER)],
        look->give[bits_count(p->motto & NGU_GIVE_UP)],
        look->turns ? spare_value(&e, p, look->turns) : 0,
        look->turns ? next_value(&e, look, &reach, ahead) : 0,
        look->turns ? later_value(&e, &reach) : 0,
        -look->rivals,
    };
    _Static_assert(sizeof all / sizeof *all == sizeof ngu_terms / sizeof *ngu_terms - 1, "every term has its name");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        term[i] = all[i];
}
