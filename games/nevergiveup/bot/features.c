/* The net's inputs for a position of Never Give Up: the seat's sheet with its plan, the strongest rival's sheet, a few
 * numbers about the second rival and about all others, and whose turn it is. Plans of other seats are ignored (R28). */
#include "base/bits.h"
#include "bots/net.h"
#include "games/nevergiveup/bot/eval.h"

enum {
    NEAR = 4, /* open boxes from the left whose letters should be in reach next turn */
    SOON = 2, /* open boxes from the left whose letters should be in reach within two turns */
    ALL_LOCATIONS = (1 << NGU_LOCATIONS) - 1
};

/* Appends inputs to an array. */
typedef struct InputWriter {
    int16_t *in;
    unsigned n;
} InputWriter;

/* Appends amount / unit as fixed point, clamped to the range of the inputs. */
static void put(InputWriter *t, int32_t amount, int32_t unit) {
    enum { LIMIT = NET_INPUT_MAX * NET_ONE };
    int32_t x = amount * NET_ONE / unit;
    t->in[t->n++] = (int16_t)(x > LIMIT ? LIMIT : x < -LIMIT ? -LIMIT : x);
}

/* ---- letters in reach ----------------------------------------------------------------------------------- */

/* Set of the target locations in which a pet on `space` can dig on one of `spaces` next turn. */
static unsigned pet_digs(const NguEval *e, unsigned pet, unsigned space, uint64_t spaces) {
    const uint64_t *reach = e->d->reach[pet][space];
    unsigned set = 0;
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        set |= (unsigned)(((reach[location] | UINT64_C(1) << space) & e->in[location] & spaces) != 0) << location;
    return set;
}

/* Chance, in 1024ths, that a letter can be dug within two turns. If it cannot be dug in the first one, the best pet
 * moves towards it. Each space that a pet can move to is evaluated only once. */
static int32_t within_two(const NguEval *e, const NguPlayer *p, const unsigned digs[NGU_PETS], uint64_t spaces) {
    unsigned now = digs[CAT] | digs[MONKEY] | digs[PARROT];
    int32_t best[NGU_LOCATIONS], at[NGU_SPACES], sum = 0;
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        best[location] = now & BIT(location) ? FIXED_ONE : ngu_location_chance(now);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        const uint64_t *reach = e->d->reach[pet][p->pet[pet]];
        unsigned others = digs[(pet + 1) % NGU_PETS] | digs[(pet + 2) % NGU_PETS];
        uint64_t seen = 0;
        for (bits_each(location, ALL_LOCATIONS & ~now))
            for (uint64_t left = reach[location]; left; left &= left - 1) {
                unsigned to = (unsigned)__builtin_ctzll(left);
                if (!(seen >> to & 1))
                    at[to] = ngu_location_chance(others | pet_digs(e, pet, to, spaces));
                seen |= left & (0 - left);
                best[location] = max_i32(best[location], at[to]);
            }
    }
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        sum += fixed_mul_floor(ngu_location_chance(BIT(location)), best[location]);
    return sum;
}

static void put_reach(InputWriter *t, const NguEval *e, const NguPlayer *p) {
    const uint8_t *letter = e->d->letter[p->puzzle];
    uint32_t open = ngu_boxes_open(e->s, p), unmarked = ngu_motto_open(p->motto);
    unsigned digs[NGU_PETS];
    for (unsigned k = 0; k < NEAR; k++, open &= open - (open != 0)) {
        uint64_t spaces = open ? e->holds[letter[bits_first(open)]] : 0;
        for (unsigned pet = 0; pet < NGU_PETS; pet++)
            digs[pet] = open ? pet_digs(e, pet, p->pet[pet], spaces) : 0;
        put(t, ngu_location_chance(digs[CAT] | digs[MONKEY] | digs[PARROT]), FIXED_ONE);
        if (k == 1)
            put(t, ngu_location_chance(digs[MONKEY]), FIXED_ONE);
        if (k < SOON)
            put(t, open ? within_two(e, p, digs, spaces) : 0, FIXED_ONE);
    }
    for (unsigned half = 0; half < 2; half++) {
        uint64_t spaces = ngu_spaces_for(e, unmarked & (half ? NGU_GIVE_UP : NGU_NEVER));
        unsigned set = 0;
        for (unsigned pet = 0; pet < NGU_PETS; pet++)
            set |= pet_digs(e, pet, p->pet[pet], spaces);
        put(t, ngu_location_chance(set), FIXED_ONE);
    }
}

/* Rarity of the letters of the open boxes: for each, the chance that a turn's target has no chest with it; summed. */
static void put_rarity(InputWriter *t, const NguEval *e, const NguPlayer *p) {
    int32_t sum = 0;
    for (bits_each(box, ngu_boxes_open(e->s, p))) {
        uint64_t spaces = e->holds[e->d->letter[p->puzzle][box]];
        unsigned set = 0;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++)
            set |= (unsigned)((spaces & e->in[location]) != 0) << location;
        sum += FIXED_ONE - ngu_location_chance(set);
    }
    put(t, sum, 6 * FIXED_ONE);
}

/* ---- sheets --------------------------------------------------------------------------------------------- */

static int32_t points(const NguEval *e, const NguPlayer *p) {
    const NguContent *c = e->c;
    unsigned never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t motto = never >= c->never_points_at ? c->never_points : 0;
    motto += give >= c->give_more_at ? c->give_more : give >= c->give_plus ? c->give_points : 0;
    return ngu_puzzle_points(e->rules, e->s, p) + motto - ngu_penalties(p);
}

static void put_motto(InputWriter *t, const NguEval *e, const NguPlayer *p) {
    const NguContent *c = e->c;
    int32_t never = (int32_t)bits_count(p->motto & NGU_NEVER), give = (int32_t)bits_count(p->motto & NGU_GIVE_UP);
    put(t, never, c->never_points_at);
    put(t, never >= c->never_reroll, 1);
    put(t, never >= c->never_points_at, 1);
    put(t, give, c->give_more_at);
    put(t, give >= c->give_plus, 1);
    put(t, give >= c->give_more_at, 1);
}

static void put_boat(InputWriter *t, const NguEval *e, const NguPlayer *p) {
    int32_t crossed = 0, last = 0;
    for (unsigned set = 0; set < e->c->sets; set++) {
        crossed += p->crossed[set];
        last += p->crossed[set] + 1 == e->c->set[set];
    }
    put(t, crossed, 8);
    put(t, last, 2);
}

/* Gains of a sheet in the current turn, if its dig is still open, and in the next one. */
static void put_gains(InputWriter *t, const NguEval *e, const Forecast *forecast, const NguPlayer *p, unsigned seat,
                      bool digs) {
    unsigned next = e->s->phase == PHASE_ROLL || e->s->phase == PHASE_DICE || e->s->phase == PHASE_REROLL
                        ? e->s->active
                        : (e->s->active + 1u) % e->rules->seats;
    int32_t gain[NGU_LOCATIONS];
    Reach reach;
    ngu_reach_find(e, p, &reach);
    ngu_gains_find(e, forecast, p, &reach, true, gain);
    put(t, digs ? gain[e->location] : 0, 2 * NGU_POINT_UNIT);
    put(t, ngu_next_gain(gain, next == seat), 2 * NGU_POINT_UNIT);
}

static void put_sheet(InputWriter *t, const NguEval *e, const Forecast *forecast, const NguPlayer *p, unsigned seat,
                      bool digs) {
    uint32_t open = ngu_boxes_open(e->s, p);
    int32_t length = e->s->length, boxes = (int32_t)bits_count(open), whole = open ? (int32_t)bits_first(open) : length;
    uint32_t beyond = open ? p->marked >> whole : 0;
    put(t, ngu_sheet_value(e, forecast, p), 16 * NGU_POINT_UNIT);
    put(t, points(e, p), 16);
    put(t, ngu_puzzle_points(e->rules, e->s, p), e->c->complete);
    put(t, boxes, 12);
    put(t, boxes <= 1, 1);
    put(t, boxes == 2, 1);
    put(t, boxes == 3, 1);
    put(t, boxes <= 5, 1);
    put(t, whole * (e->c->marks + 1) % length, length); /* progress to the next mark */
    put(t, (int32_t)bits_count(beyond), 4);
    put(t, beyond >> 1 & 1, 1); /* the box after the next one is already marked */
    put(t, ngu_penalties(p), 4);
    put(t, p->rerolls, 3);
    put_boat(t, e, p);
    put_motto(t, e, p);
    put_gains(t, e, forecast, p, seat, digs);
    put_rarity(t, e, p);
    put_reach(t, e, p);
}

/* ---- all inputs ----------------------------------------------------------------------------------------- */

/* Whether the seat's dig of the current turn is still to come, as far as this seat knows. */
static bool digs_now(const NguEval *e, unsigned seat) {
    const NguState *s = e->s;
    if (s->phase < PHASE_CROSS || s->phase == PHASE_OVER)
        return false;
    if (seat == e->seat && s->phase == PHASE_DIG && !(s->head.to_act & BIT(seat)))
        return false; /* its plan is already part of its sheet */
    return seat == s->active || !s->double_now;
}

/* The two strongest rivals. With two players, both are the same seat. */
static void rivals_find(const NguEval *e, const Forecast *forecast, unsigned rival[2], int32_t *mean) {
    int32_t first = INT32_MIN, second = INT32_MIN, sum = 0;
    for (unsigned i = 1; i < e->rules->seats; i++) {
        unsigned seat = (e->seat + i) % e->rules->seats;
        int32_t value = ngu_sheet_value(e, forecast, &e->s->player[seat]);
        sum += value;
        if (value > first) {
            second = first, rival[1] = i > 1 ? rival[0] : seat;
            first = value, rival[0] = seat;
        } else if (value > second) {
            second = value, rival[1] = seat;
        }
    }
    *mean = sum / (e->rules->seats - 1);
}

static void put_second(InputWriter *t, const NguEval *e, const Forecast *forecast, unsigned seat) {
    const NguPlayer *p = &e->s->player[seat];
    put(t, ngu_sheet_value(e, forecast, p), 16 * NGU_POINT_UNIT);
    put(t, points(e, p), 16);
    put(t, (int32_t)bits_count(ngu_boxes_open(e->s, p)), 12);
    put_gains(t, e, forecast, p, seat, digs_now(e, seat));
}

static void put_turn(InputWriter *t, const NguEval *e, const Forecast *forecast, unsigned strongest) {
    const NguState *s = e->s;
    unsigned seats = e->rules->seats, to_go = (e->seat + seats - s->active) % seats;
    bool before = s->phase == PHASE_ROLL || s->phase == PHASE_DICE || s->phase == PHASE_REROLL;
    put(t, seats == 2, 1);
    put(t, (int32_t)seats - 2, 4);
    put(t, to_go == 0, 1);
    put(t, (int32_t)to_go, (int32_t)seats);
    put(t, strongest == s->active, 1);
    put(t, before, 1);
    put(t, before && to_go == 0, 1);
    put(t, !before && s->double_now, 1);
    put(t, forecast->turns, 16 * FIXED_ONE);
    put(t, forecast->turns == 0, 1);
    put(t, s->head.turn, 32);
    put(t, s->length - 16, 4);
}

void ngu_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    const NguState *s = state;
    if (s->phase < PHASE_ROLL || s->phase == PHASE_OVER)
        return;
    NguEval e = {.rules = rules, .s = s, .seat = seat};
    InputWriter t = {.in = in};
    unsigned rival[2] = {0, 0};
    int32_t mean;
    ngu_eval_init(&e);
    const Forecast *forecast = ngu_forecast(&e);
    int32_t own = ngu_sheet_value(&e, forecast, &e.own);
    int32_t lead = own - forecast->rivals,
            future = forecast->turns ? ngu_future_value(&e, forecast, lead > -2 * NGU_POINT_UNIT) : 0;
    rivals_find(&e, forecast, rival, &mean);
    put(&t, lead, 6 * NGU_POINT_UNIT);
    put(&t, future, 2 * NGU_POINT_UNIT);
    put(&t, lead + future, (1 + forecast->turns / (8 * FIXED_ONE)) * 4 * NGU_POINT_UNIT);
    put(&t, own - mean, 6 * NGU_POINT_UNIT);
    put_turn(&t, &e, forecast, rival[0]);
    put_sheet(&t, &e, forecast, &e.own, seat, digs_now(&e, seat));
    put_sheet(&t, &e, forecast, &s->player[rival[0]], rival[0], digs_now(&e, rival[0]));
    if (rules->seats > 2)
        put_second(&t, &e, forecast, rival[1]);
}
