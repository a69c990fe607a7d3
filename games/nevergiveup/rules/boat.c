/* Doubles: crossing a boat box, and the free dig for a full set (R12-R14). */
#include "games/nevergiveup/rules/phases.h"

static bool set_is_open(const NguContent *c, const NguPlayer *p, unsigned set) {
    return set < c->sets && p->crossed[set] < c->set[set];
}

void ngu_boat_begin(const Rules *rules, NguState *s, Sink *sink) {
    const NguContent *c = ngu_content(rules);
    tell(sink, EVENT_DOUBLE, s->active, s->die[RED]);
    for (unsigned set = 0; set < c->sets; set++)
        if (set_is_open(c, &s->player[s->active], set)) {
            await_active(s, PHASE_CROSS);
            return;
        }
    tell(sink, EVENT_BOAT_FULL, s->active, 0);
    ngu_dig_begin(rules, s);
}

Move *ngu_boat_legal(const Rules *rules, const NguState *s, Move *out) {
    const NguContent *c = ngu_content(rules);
    const NguPlayer *p = &s->player[s->active];
    if (s->phase == PHASE_CROSS) {
        for (unsigned set = 0; set < c->sets; set++)
            if (set_is_open(c, p, set))
                out = list_move(out, MOVE_CROSS, s->active, set, 0);
        return out;
    }
    for (bits_each(box, ngu_boxes_open(s, p)))
        out = list_move(out, MOVE_FREE_DIG, s->active, box, 0);
    for (bits_each(letter, ngu_motto_open(p->motto)))
        out = list_move(out, MOVE_FREE_LETTER, s->active, letter, 0);
    return list_move(out, MOVE_FREE_SKIP, s->active, 0, 0);
}

static Status check_free(const NguState *s, Move move, Err *err) {
    const NguPlayer *p = &s->player[s->active];
    if (move.kind == MOVE_FREE_DIG) {
        if (move.arg[0] >= s->length)
            return refuse(err, SK_RANGE, 13, "Your puzzle has {0} boxes; there is no box {1}.", s->length,
                          move.arg[0] + 1);
        if (p->marked & BIT(move.arg[0]))
            return refuse(err, SK_RULE, 13, "Box {0} is already marked.", move.arg[0] + 1);
    } else if (move.kind == MOVE_FREE_LETTER) {
        if (p->motto & BIT(move.arg[0]))
            return refuse(err, SK_RULE, 13, "{0:motto} is already marked.", move.arg[0]);
        if (!(ngu_motto_open(p->motto) & BIT(move.arg[0])))
            return refuse(err, SK_RULE, 22, "Mark the left E of NEVER first.");
    } else if (move.kind != MOVE_FREE_SKIP) {
        return refuse(err, SK_TURN, 13, "Use your free dig first: mark a box or a letter, or skip it.");
    }
    return SK_OK;
}

Status ngu_boat_check(const Rules *rules, const NguState *s, Move move, Err *err) {
    const NguContent *c = ngu_content(rules);
    if (s->phase == PHASE_FREE)
        return check_free(s, move, err);
    if (move.kind != MOVE_CROSS)
        return refuse(err, SK_TURN, 12, "The dice show a double: cross a boat box first.");
    if (move.arg[0] >= c->sets)
        return refuse(err, SK_RANGE, 12, "There are {0} sets of boat boxes.", c->sets);
    if (!set_is_open(c, &s->player[s->active], move.arg[0]))
        return refuse(err, SK_RULE, 12, "All {0} boxes of set {1} are crossed.", c->set[move.arg[0]], move.arg[0] + 1);
    return SK_OK;
}

void ngu_boat_apply(const Rules *rules, NguState *s, Move move, Sink *sink) {
    const NguContent *c = ngu_content(rules);
    NguPlayer *p = &s->player[s->active];
    unsigned a = move.arg[0];
    switch (move.kind) {
    case MOVE_CROSS:
        p->crossed[a]++;
        tell(sink, EVENT_CROSSED, s->active, (int16_t)a, p->crossed[a], c->set[a]);
        if (p->crossed[a] == c->set[a]) {
            tell(sink, EVENT_FREE, s->active, (int16_t)a);
            await_active(s, PHASE_FREE);
            return;
        }
        break;
    case MOVE_FREE_DIG:
        tell(sink, EVENT_FREE_DUG, s->active, (int16_t)a, ngu_derived(rules)->letter[p->puzzle][a],
             (int16_t)ngu_penalty(p, a, NO_PET));
        ngu_box_mark(rules, s, s->active, a, NO_PET, sink);
        break;
    case MOVE_FREE_LETTER:
        tell(sink, EVENT_FREE_LETTER, s->active, (int16_t)a);
        ngu_letter_mark(rules, s, s->active, a, sink);
        break;
    default:
        tell(sink, EVENT_FREE_LOST, s->active, 0);
        break;
    }
    ngu_dig_begin(rules, s);
}
