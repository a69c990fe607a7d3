/* The end of the game and the score (R33-R38). */
#include "games/nevergiveup/rules/phases.h"

bool ngu_ending_reached(const Rules *rules, NguState *s, Sink *sink) {
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (ngu_puzzle_is_complete(s, &s->player[seat]))
            s->ending = PUZZLE_COMPLETE; /* R33 */
    if (s->ending == GOING_ON && s->head.turn >= ngu_content(rules)->turns)
        s->ending = LAST_TURN; /* R34 */
    if (s->ending == GOING_ON)
        return false;
    s->phase = PHASE_OVER;
    s->head.node = NODE_OVER;
    tell(sink, EVENT_ENDED, CHANCE, s->ending);
    return true;
}

/* R36: the j-th of m marks (from 0) comes right after box ceil((j + 1) * length / (m + 1)). */
unsigned ngu_mark_after(const Rules *rules, const NguState *s, unsigned j) {
    unsigned parts = ngu_content(rules)->marks + 1u;
    return ((j + 1) * s->length + parts - 1) / parts;
}

int ngu_puzzle_points(const Rules *rules, const NguState *s, const NguPlayer *p) {
    const NguContent *c = ngu_content(rules);
    int points = 0;
    if (ngu_puzzle_is_complete(s, p))
        return c->complete;
    unsigned whole = bits_first(~p->marked); /* number of boxes to the left of the first unmarked one */
    for (unsigned j = 0; j < c->marks && ngu_mark_after(rules, s, j) <= whole; j++)
        points = c->mark[j];
    return points;
}

enum { PART_PUZZLE, PART_NEVER, PART_GIVE_UP, PART_PENALTIES, PARTS };

void ngu_ending_score(const Rules *rules, const void *state, Score *score) {
    const NguContent *c = ngu_content(rules);
    const NguState *s = state;
    *score = (Score){.ending = s->ending};
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        const NguPlayer *p = &s->player[seat];
        unsigned never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
        int32_t *part = score->part[seat];
        part[PART_PUZZLE] = ngu_puzzle_points(rules, s, p);
        part[PART_NEVER] = never >= c->never_points_at ? c->never_points : 0; /* R30 */
        part[PART_GIVE_UP] = give >= c->give_more_at ? c->give_more
                             : give >= c->give_plus  ? c->give_points
                                                     : 0; /* R31 */
        for (unsigned box = 0; box < NGU_BOXES; box++)
            part[PART_PENALTIES] -= p->penalty[box];
        for (unsigned i = 0; i < PARTS; i++)
            score->points[seat] += part[i];
    }
    for (unsigned seat = 0; seat < rules->seats; seat++) { /* R38 */
        score->place[seat] = 1;
        for (unsigned other = 0; other < rules->seats; other++)
            score->place[seat] = (uint8_t)(score->place[seat] + (score->points[other] > score->points[seat]));
    }
}
