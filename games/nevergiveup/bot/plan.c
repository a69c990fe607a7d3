/* Lists and ranks plans for a turn of Never Give Up. */
#include "games/nevergiveup/bot/plan.h"

#include "base/bits.h"

static void plan_add(Planner *planner, const Plan *plan) {
    unsigned at = planner->n;
    if (at == planner->limit && plan->value <= planner->plan[at - 1].value)
        return;
    at = at < planner->limit ? planner->n++ : at - 1;
    for (; at > 0 && planner->plan[at - 1].value < plan->value; at--)
        planner->plan[at] = planner->plan[at - 1];
    planner->plan[at] = *plan;
}

/* ---- move and dig --------------------------------------------------------------------------------------- */

static void dig_add(Planner *planner, NguEval *e, const Plan *moved, Move dig) {
    Plan plan = *moved;
    NguPlayer before = e->own;
    plan.move[plan.moves++] = dig;
    if (dig.kind == MOVE_DIG) {
        e->own.penalty[dig.arg[1]] = (uint8_t)ngu_penalty(&before, dig.arg[1], dig.arg[0]);
        e->own.marked |= BIT(dig.arg[1]);
    } else if (dig.kind == MOVE_LETTER) {
        e->own.motto |= (uint16_t)BIT(dig.arg[1]);
    }
    plan.value = ngu_lead_done(e);
    e->own = before;
    plan_add(planner, &plan);
}

/* Adds one plan for each dig that needs no further move, and one plan that does not dig. */
static void digs_add(Planner *planner, NguEval *e, const Plan *moved) {
    uint32_t unmarked = ngu_motto_open(e->own.motto);
    dig_add(planner, e, moved, move_make(MOVE_DONE, e->seat, 0, 0));
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        unsigned space = e->own.pet[pet];
        if (!(e->in[e->location] >> space & 1))
            continue;
        for (bits_each(letter, e->d->chest[space])) {
            uint32_t boxes = e->d->boxes[e->own.puzzle][letter] & ~e->own.marked;
            if (boxes && ngu_penalty(&e->own, bits_first(boxes), pet) < DIG_BOXES_MAX)
                dig_add(planner, e, moved, move_make(MOVE_DIG, e->seat, pet, bits_first(boxes)));
        }
        for (bits_each(motto, unmarked))
            if (e->d->chest[space] & BIT(ngu_motto_letter[motto]))
                dig_add(planner, e, moved, move_make(MOVE_LETTER, e->seat, pet, motto));
    }
}

void ngu_plans_list(Planner *planner, const NguState *s, unsigned plans_max) {
    NguEval e = {.rules = planner->rules, .s = s, .seat = planner->seat};
    Plan none = {.moves = 0};
    ngu_eval_init(&e);
    planner->n = 0;
    planner->limit = plans_max;
    digs_add(planner, &e, &none);
    for (unsigned pet = 0; pet < NGU_PETS && s->player[e.seat].mover == NO_PET; pet++) {
        uint8_t from = e.own.pet[pet];
        for (uint64_t left = e.d->reach[pet][from][s->location]; left; left &= left - 1) {
            e.own.pet[pet] = (uint8_t)__builtin_ctzll(left);
            Plan moved = {.moves = 1, .move = {move_make(MOVE_MOVE, e.seat, pet, e.own.pet[pet])}};
            digs_add(planner, &e, &moved);
        }
        e.own.pet[pet] = from;
    }
}

/* ---- ranking by the net --------------------------------------------------------------------------------- */

void ngu_plan_apply(const Rules *rules, NguState *s, const Plan *plan) {
    for (unsigned i = 0; i < plan->moves; i++)
        rules_apply(rules, s, plan->move[i], NULL);
}

void ngu_plans_sort(Planner *planner, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        Plan plan = planner->plan[i];
        unsigned at = i;
        for (; at > 0 && planner->plan[at - 1].value < plan.value; at--)
            planner->plan[at] = planner->plan[at - 1];
        planner->plan[at] = plan;
    }
}

void ngu_plans_rank_by_net(Planner *planner, const NguState *s) {
    for (unsigned i = 0; i < planner->n; i++) {
        NguState then = *s;
        ngu_plan_apply(planner->rules, &then, &planner->plan[i]);
        planner->plan[i].value = bot_win_chance(planner->knowledge, planner->rules, &then, planner->seat);
    }
    ngu_plans_sort(planner, planner->n);
}
