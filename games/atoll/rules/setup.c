/* Set-up: six floods, four treasures, two rolls of search dice (R3-R7). */
#include "games/atoll/rules/phases.h"

Status atoll_setup_begin(const Rules *rules, void *state, Err *err) {
    (void)err;
    const AtollContent *c = atoll_content(rules);
    AtollState *s = state;
    *s = (AtollState){
        .left = c->setup_floods,
        .pawn = c->platform,                            /* R7 */
        .role = NO_ROLE,                                /* R7 */
        .water = c->start[rules->option[OPTION_LEVEL]], /* R5 */
    };
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        s->treasure[colour] = c->spaces; /* "none": not hidden yet */
    await_chance(s, c->setup_floods ? PHASE_SETUP_FLOOD : PHASE_SETUP_HIDE);
    return SK_OK;
}

/* R3: each flood of the set-up hits a different space. */
void atoll_setup_flood(const Rules *rules, AtollState *s, unsigned space, Sink *sink) {
    (void)rules;
    s->flooded |= BIT(space);
    tell(sink, EVENT_FLOODED, CHANCE, (int16_t)space);
    if (--s->left == 0)
        await_chance(s, PHASE_SETUP_HIDE);
}

/* R4: red, blue, green, yellow; `left` counts the treasures already hidden. */
void atoll_setup_hide(const Rules *rules, AtollState *s, unsigned space, Sink *sink) {
    const AtollContent *c = atoll_content(rules);
    unsigned colour = s->left++;
    s->treasure[colour] = (uint8_t)space;
    tell(sink, EVENT_HIDDEN, CHANCE, (int16_t)colour, (int16_t)space);
    if (s->left < ATOLL_COLOURS)
        return;
    s->left = 0;
    if (c->setup_rolls == 0) {
        atoll_turn_begin(rules, s, sink);
        return;
    }
    s->roll = 1;
    s->left = c->setup_dice[0];
    await_chance(s, PHASE_SETUP_DICE);
}

/* R6: the result of a set-up die counts at once. */
void atoll_setup_die(const Rules *rules, AtollState *s, unsigned face, Sink *sink) {
    const AtollContent *c = atoll_content(rules);
    tell(sink, EVENT_ROLLED, CHANCE, (int16_t)face);
    atoll_search_point(rules, s, face, sink);
    if (--s->left)
        return;
    if (s->roll < c->setup_rolls) {
        s->left = c->setup_dice[s->roll++];
        return;
    }
    s->roll = 0;
    atoll_turn_begin(rules, s, sink);
}
