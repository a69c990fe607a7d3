/* Random worlds that fit a view (R28): plans of the other seats are invented. The views themselves follow from the
 * visibility in the field table. */
#include "base/rng.h"
#include "games/nevergiveup/rules/phases.h"

/* Invents a random plan for a seat. `done` says whether the seat has finished. */
static void plan_invent(const Rules *rules, NguState *s, unsigned seat, bool done, Rng *rng) {
    NguPlayer *p = &s->player[seat];
    Move list[LEGAL_MAX];
    for (;;) {
        unsigned n = (unsigned)(ngu_dig_legal(rules, s, seat, list) - list);
        Move move = list[rng_below(rng, n)];
        if (move.kind == MOVE_MOVE) {
            p->mover = move.arg[0];
            p->to = move.arg[1];
            if (!done)
                return;
            continue;
        }
        if (!done || move.kind == MOVE_DONE)
            return;
        p->digger = move.arg[0];
        *(move.kind == MOVE_DIG ? &p->dig_box : &p->dig_letter) = move.arg[1];
        return;
    }
}

void ngu_view_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    NguState *s = state;
    *s = *(const NguState *)view;
    s->head.steps = 0;
    for (unsigned seat = 0; seat < NGU_SEATS; seat++) {
        if (seat == viewer)
            continue;
        plan_clear(rules, &s->player[seat]);
        if (s->phase == PHASE_DIG && seat < rules->seats && (!s->double_now || seat == s->active))
            plan_invent(rules, s, seat, !(s->head.to_act & BIT(seat)), rng);
    }
}
