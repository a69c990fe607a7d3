/* What the net of Never Give Up is told: the seat's sheet with its plan, the foremost rival's, a little of the second
 * and of all others, and whose turn it is. What others have planned is never looked at (R28). */
#include "base/bits.h"
#include "bots/net.h"
#include "games/nevergiveup/bot/eval.h"

enum {
    NEAR = 4, /* open boxes from the left whose letters are looked for in the next turn, */
    SOON = 2, /* and in the next two */
    ALL_LOCATIONS = (1 << NGU_LOCATIONS) - 1
};

/* Where inputs go, one after another. */
typedef struct Tell {
    int16_t *in;
    unsigned n;
} Tell;

/* amount of `of` as a part of one unit, kept within the net's limits. */
static void say(Tell *t, int32_t amount, int32_t of) {
    enum { MOST = NET_INPUT_MAX * NET_ONE };
    int32_t x = amount * NET_ONE / of;
    t->in[t->n++] = (int16_t)(x > MOST ? MOST : x < -MOST ? -MOST : x);
}

/* ---- where letters are in reach ------------------------------------------------------------------------- */

/* The locations, as a set, in which a pet on that space can dig one of these spaces next turn. */
static unsigned pet_digs(const NguEval *e, unsigned pet, unsigned space, uint64_t spaces) {
    const uint64_t *reach = e->d->reach[pet][space];
    unsigned set = 0;
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        set |= (unsigned)(((reach[location] | UINT64_C(1) << space) & e->in[location] & spaces) != 0) << location;
    return set;
}

/* How likely the letter is in reach within two turns, in 1024ths: where it is not in the first one, the best pet is
 * sent ahead. A pet's ends are looked at once, whichever locations it can reach them in. */
static int32_t within_two(const NguEval *e, const NguPlayer *p, const unsigned digs[NGU_PETS], uint64_t spaces) {
    unsigned now = digs[CAT] | digs[MONKEY] | digs[PARROT];
    int32_t best[NGU_LOCATIONS], at[NGU_SPACES], sum = 0;
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        best[location] = now & BIT(location) ? WHOLE : ngu_location_chance(now);
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
                best[location] = most(best[location], at[to]);
            }
    }
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        sum += part_of(ngu_location_chance(BIT(location)), best[location]);
    return sum;
}

static void tell_reach(Tell *t, const NguEval *e, const NguPlayer *p) {
    const uint8_t *letter = e->d->letter[p->puzzle];
    uint32_t open = ngu_boxes_open(e->s, p), unmarked = ngu_motto_open(p->motto);
    unsigned digs[NGU_PETS];
    for (unsigned k = 0; k < NEAR; k++, open &= open - (open != 0)) {
        uint64_t spaces = open ? e->holds[letter[bits_first(open)]] : 0;
        for (unsigned pet = 0; pet < NGU_PETS; pet++)
            digs[pet] = open ? pet_digs(e, pet, p->pet[pet], spaces) : 0;
        say(t, ngu_location_chance(digs[CAT] | digs[MONKEY] | digs[PARROT]), WHOLE);
        if (k == 1)
            say(t, ngu_location_chance(digs[MONKEY]), WHOLE);
        if (k < SOON)
            say(t, open ? within_two(e, p, digs, spaces) : 0, WHOLE);
    }
    for (unsigned half = 0; half < 2; half++) {
        uint64_t spaces = ngu_spaces_for(e, unmarked & (half ? NGU_GIVE_UP : NGU_NEVER));
        unsigned set = 0;
        for (unsigned pet = 0; pet < NGU_PETS; pet++)
            set |= pet_digs(e, pet, p->pet[pet], spaces);
        say(t, ngu_location_chance(set), WHOLE);
    }
}

/* How rare the letters of the open boxes are: turns that do not go where any of their chests lie, summed up. */
static void tell_rarity(Tell *t, const NguEval *e, const NguPlayer *p) {
    int32_t sum = 0;
    for (bits_each(box, ngu_boxes_open(e->s, p))) {
        uint64_t spaces = e->holds[e->d->letter[p->puzzle][box]];
        unsigned set = 0;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++)
            set |= (unsigned)((spaces & e->in[location]) != 0) << location;
        sum += WHOLE - ngu_location_chance(set);
    }
    say(t, sum, 6 * WHOLE);
}

/* ---- sheets --------------------------------------------------------------------------------------------- */

static int32_t points(const NguEval *e, const NguPlayer *p) {
    const NguContent *c = e->c;
    unsigned never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t motto = never >= c->never_points_at ? c->never_points : 0;
    motto += give >= c->give_more_at ? c->give_more : give >= c->give_plus ? c->give_points : 0;
    return ngu_puzzle_points(e->rules, e->s, p) + motto - ngu_penalties(p);
}

static void tell_motto(Tell *t, const NguEval *e, const NguPlayer *p) {
    const NguContent *c = e->c;
    int32_t never = (int32_t)bits_count(p->motto & NGU_NEVER), give = (int32_t)bits_count(p->motto & NGU_GIVE_UP);
    say(t, never, c->never_points_at);
    say(t, never >= c->never_reroll, 1);
    say(t, never >= c->never_points_at, 1);
    say(t, give, c->give_more_at);
    say(t, give >= c->give_plus, 1);
    say(t, give >= c->give_more_at, 1);
}

static void tell_boat(Tell *t, const NguEval *e, const NguPlayer *p) {
    int32_t crossed = 0, last = 0;
    for (unsigned set = 0; set < e->c->sets; set++) {
        crossed += p->crossed[set];
        last += p->crossed[set] + 1 == e->c->set[set];
    }
    say(t, crossed, 8);
    say(t, last, 2);
}

/* What a sheet can gain: in the turn that is under way, if it is not settled yet, and in the next one. */
static void tell_gains(Tell *t, const NguEval *e, const Forecast *look, const NguPlayer *p, unsigned seat, bool digs) {
    unsigned next = e->s->phase == PHASE_ROLL || e->s->phase == PHASE_DICE || e->s->phase == PHASE_REROLL
                        ? e->s->active
                        : (e->s->active + 1u) % e->rules->seats;
    int32_t gain[NGU_LOCATIONS];
    Reach reach;
    ngu_reach_find(e, p, &reach);
    ngu_gains_find(e, look, p, &reach, true, gain);
    say(t, digs ? gain[e->location] : 0, 2 * POINT);
    say(t, ngu_next_gain(gain, next == seat), 2 * POINT);
}

static void tell_sheet(Tell *t, const NguEval *e, const Forecast *look, const NguPlayer *p, unsigned seat, bool digs) {
    uint32_t open = ngu_boxes_open(e->s, p);
    int32_t length = e->s->length, boxes = (int32_t)bits_count(open), whole = open ? (int32_t)bits_first(open) : length;
    uint32_t beyond = open ? p->marked >> whole : 0;
    say(t, ngu_sheet_value(e, look, p), 16 * POINT);
    say(t, points(e, p), 16);
    say(t, ngu_puzzle_points(e->rules, e->s, p), e->c->complete);
    say(t, boxes, 12);
    say(t, boxes <= 1, 1);
    say(t, boxes == 2, 1);
    say(t, boxes == 3, 1);
    say(t, boxes <= 5, 1);
    say(t, whole * (e->c->marks + 1) % length, length); /* on the way to the next mark */
    say(t, (int32_t)bits_count(beyond), 4);
    say(t, beyond >> 1 & 1, 1); /* the next dig in order completes two boxes */
    say(t, ngu_penalties(p), 4);
    say(t, p->rerolls, 3);
    tell_boat(t, e, p);
    tell_motto(t, e, p);
    tell_gains(t, e, look, p, seat, digs);
    tell_rarity(t, e, p);
    tell_reach(t, e, p);
}

/* ---- all of it ------------------------------------------------------------------------------------------ */

/* Who digs in the present turn and has not shown it: everybody, or the active player on a double. */
static bool digs_now(const NguEval *e, unsigned seat) {
    const NguState *s = e->s;
    if (s->phase < PHASE_CROSS || s->phase == PHASE_OVER)
        return false;
    if (seat == e->seat && s->phase == PHASE_DIG && !(s->head.to_act & BIT(seat)))
        return false; /* its plan is shown to itself */
    return seat == s->active || !s->double_now;
}

/* The two foremost of the others; the second is the first again where two play. */
static void rivals_find(const NguEval *e, const Forecast *look, unsigned rival[2], int32_t *mean) {
    int32_t first = INT32_MIN, second = INT32_MIN, sum = 0;
    for (unsigned i = 1; i < e->rules->seats; i++) {
        unsigned seat = (e->seat + i) % e->rules->seats;
        int32_t worth = ngu_sheet_value(e, look, &e->s->player[seat]);
        sum += worth;
        if (worth > first) {
            second = first, rival[1] = i > 1 ? rival[0] : seat;
            first = worth, rival[0] = seat;
        } else if (worth > second) {
            second = worth, rival[1] = seat;
        }
    }
    *mean = sum / (e->rules->seats - 1);
}

static void tell_second(Tell *t, const NguEval *e, const Forecast *look, unsigned seat) {
    const NguPlayer *p = &e->s->player[seat];
    say(t, ngu_sheet_value(e, look, p), 16 * POINT);
    say(t, points(e, p), 16);
    say(t, (int32_t)bits_count(ngu_boxes_open(e->s, p)), 12);
    tell_gains(t, e, look, p, seat, digs_now(e, seat));
}

static void tell_table(Tell *t, const NguEval *e, const Forecast *look, unsigned foremost) {
    const NguState *s = e->s;
    unsigned seats = e->rules->seats, to_go = (e->seat + seats - s->active) % seats;
    bool before = s->phase == PHASE_ROLL || s->phase == PHASE_DICE || s->phase == PHASE_REROLL;
    say(t, seats == 2, 1);
    say(t, (int32_t)seats - 2, 4);
    say(t, to_go == 0, 1);
    say(t, (int32_t)to_go, (int32_t)seats);
    say(t, foremost == s->active, 1);
    say(t, before, 1);
    say(t, before && to_go == 0, 1);
    say(t, !before && s->double_now, 1);
    say(t, look->turns, 16 * WHOLE);
    say(t, look->turns == 0, 1);
    say(t, s->head.turn, 32);
    say(t, s->length - 16, 4);
}

void ngu_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    const NguState *s = state;
    if (s->phase < PHASE_ROLL || s->phase == PHASE_OVER)
        return;
    NguEval e = {.rules = rules, .s = s, .seat = seat};
    Tell t = {.in = in};
    unsigned rival[2] = {0, 0};
    int32_t mean;
    ngu_eval_init(&e);
    const Forecast *look = ngu_forecast(&e);
    int32_t own = ngu_sheet_value(&e, look, &e.own);
    int32_t lead = own - look->rivals, future = look->turns ? ngu_future_value(&e, look, lead > -2 * POINT) : 0;
    rivals_find(&e, look, rival, &mean);
    say(&t, lead, 6 * POINT);
    say(&t, future, 2 * POINT);
    say(&t, lead + future, (1 + look->turns / (8 * WHOLE)) * 4 * POINT);
    say(&t, own - mean, 6 * POINT);
    tell_table(&t, &e, look, rival[0]);
    tell_sheet(&t, &e, look, &e.own, seat, digs_now(&e, seat));
    tell_sheet(&t, &e, look, &s->player[rival[0]], rival[0], digs_now(&e, rival[0]));
    if (rules->seats > 2)
        tell_second(&t, &e, look, rival[1]);
}
