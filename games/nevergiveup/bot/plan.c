#include "games/nevergiveup/bot/plan.h"

#include "base/bits.h"

static void plan_keep(Planner *planner, const Plan *plan) {
    unsigned at = planner->n;
    if (at == planner->most && plan->worth <= planner->plan[at - 1].worth)
        return;
    at = at < planner->most ? planner->n++ : at - 1;
    for (; at > 0 && planner->plan[at - 1].worth < plan->worth; at--)
        planner->plan[at] = planner->plan[at - 1];
    planner->plan[at] = *plan;
}

/* ---- move and dig --------------------------------------------------------------------------------------- */

static void dig_keep(Planner *planner, Sight *v, const Plan *moved, Move dig) {
    Plan plan = *moved;
    NguPlayer before = v->own;
    plan.move[plan.moves++] = dig;
    if (dig.kind == MOVE_DIG) {
        v->own.penalty[dig.arg[1]] = (uint8_t)ngu_penalty(&before, dig.arg[1], dig.arg[0]);
        v->own.marked |= BIT(dig.arg[1]);
    } else if (dig.kind == MOVE_LETTER) {
        v->own.motto |= (uint16_t)BIT(dig.arg[1]);
    }
    plan.worth = ngu_lead_done(v);
    v->own = before;
    plan_keep(planner, &plan);
}

/* Every dig as the pets stand, or none. */
static void digs_keep(Planner *planner, Sight *v, const Plan *moved) {
    uint32_t unmarked = ngu_motto_open(v->own.motto);
    dig_keep(planner, v, moved, move_make(MOVE_DONE, v->seat, 0, 0));
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        unsigned space = v->own.pet[pet];
        if (!(v->in[v->location] >> space & 1))
            continue;
        for (bits_each(letter, v->d->chest[space])) {
            uint32_t boxes = v->d->boxes[v->own.puzzle][letter] & ~v->own.marked;
            if (boxes && ngu_penalty(&v->own, bits_first(boxes), pet) < BOXES)
                dig_keep(planner, v, moved, move_make(MOVE_DIG, v->seat, pet, bits_first(boxes)));
        }
        for (bits_each(motto, unmarked))
            if (v->d->chest[space] & BIT(ngu_motto_letter[motto]))
                dig_keep(planner, v, moved, move_make(MOVE_LETTER, v->seat, pet, motto));
    }
}

void ngu_plans_list(Planner *planner, const NguState *s, unsigned most_plans) {
    Sight v = {.rules = planner->rules, .s = s, .seat = planner->seat};
    Plan none = {.moves = 0};
    ngu_sight_open(&v);
    planner->n = 0;
    planner->most = most_plans;
    digs_keep(planner, &v, &none);
    for (unsigned pet = 0; pet < NGU_PETS && s->player[v.seat].mover == NO_PET; pet++) {
        uint8_t from = v.own.pet[pet];
        for (uint64_t left = v.d->reach[pet][from][s->location]; left; left &= left - 1) {
            v.own.pet[pet] = (uint8_t)__builtin_ctzll(left);
            Plan moved = {.moves = 1, .move = {move_make(MOVE_MOVE, v.seat, pet, v.own.pet[pet])}};
            digs_keep(planner, &v, &moved);
        }
        v.own.pet[pet] = from;
    }
}

/* ---- by the net ----------------------------------------------------------------------------------------- */

void ngu_plan_make(const Rules *rules, NguState *s, const Plan *plan) {
    for (unsigned i = 0; i < plan->moves; i++)
        rules_apply(rules, s, plan->move[i], NULL);
}

void ngu_plans_sort(Planner *planner, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        Plan plan = planner->plan[i];
        unsigned at = i;
        for (; at > 0 && planner->plan[at - 1].worth < plan.worth; at--)
            planner->plan[at] = planner->plan[at - 1];
        planner->plan[at] = plan;
    }
}

void ngu_plans_learn(Planner *planner, const NguState *s) {
    for (unsigned i = 0; i < planner->n; i++) {
        NguState then = *s;
        ngu_plan_make(planner->rules, &then, &planner->plan[i]);
        planner->plan[i].worth = bot_chance(planner->known, planner->rules, &then, planner->seat);
    }
    ngu_plans_sort(planner, planner->n);
}
