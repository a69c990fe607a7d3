/* The chapters of the rules and the few words they share. Each has its legal, check and apply together, in the file
 * named beside it. Nothing here owns memory. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_RULES_PHASES_H
#define SKERRY_GAMES_NEVERGIVEUP_RULES_PHASES_H

#include "games/nevergiveup/nevergiveup.h"

static inline Move *list_move(Move *out, NguMove kind, unsigned seat, unsigned a, unsigned b) {
    *out = move_make(kind, seat, a, b);
    return out + 1;
}

static inline void await_active(NguState *s, NguPhase phase) {
    s->phase = (uint8_t)phase;
    s->head.node = NODE_DECISION;
    s->head.to_act = (uint8_t)BIT(s->active);
}

static inline void await_chance(NguState *s, NguPhase phase) {
    s->phase = (uint8_t)phase;
    s->head.node = NODE_CHANCE;
    s->head.to_act = 0;
}

static inline void plan_clear(const Rules *rules, NguPlayer *p) {
    p->mover = p->digger = NO_PET;
    p->to = ngu_content(rules)->spaces;
    p->dig_box = NGU_BOXES;
    p->dig_letter = NGU_MOTTO;
}

/* setup.c: R1-R4, R39, R40 */
Status ngu_content_prepare(const void *content, void *derived, Err *err);
Status ngu_setup_begin(const Rules *rules, void *state, Err *err);
void ngu_setup_odds(const Rules *rules, const NguState *s, Odds *odds);
Move ngu_setup_outcome(const Rules *rules, const NguState *s, unsigned i);
void ngu_setup_apply(const Rules *rules, NguState *s, Move move, Sink *sink);

/* dice.c: R5-R11: the roll and the choice of a location */
void ngu_turn_begin(const Rules *rules, NguState *s, Sink *sink);
Move *ngu_dice_legal(const Rules *rules, const NguState *s, Move *out);
Status ngu_dice_check(const Rules *rules, const NguState *s, Move move, Err *err);
void ngu_dice_apply(const Rules *rules, NguState *s, Move move, Sink *sink);
void ngu_dice_rolled(NguState *s, Move move, Sink *sink);

/* boat.c: R12-R14: doubles */
void ngu_boat_begin(const Rules *rules, NguState *s, Sink *sink);
Move *ngu_boat_legal(const Rules *rules, const NguState *s, Move *out);
Status ngu_boat_check(const Rules *rules, const NguState *s, Move move, Err *err);
void ngu_boat_apply(const Rules *rules, NguState *s, Move move, Sink *sink);

/* dig.c: R15-R29: moving, digging, and the close of a turn */
void ngu_dig_begin(const Rules *rules, NguState *s);
Move *ngu_dig_legal(const Rules *rules, const NguState *s, unsigned seat, Move *out);
Status ngu_dig_check(const Rules *rules, const NguState *s, Move move, Err *err);
void ngu_dig_apply(const Rules *rules, NguState *s, Move move, Sink *sink);
void ngu_box_mark(const Rules *rules, NguState *s, unsigned seat, unsigned box, unsigned pet, Sink *sink);
void ngu_letter_mark(const Rules *rules, NguState *s, unsigned seat, unsigned letter, Sink *sink);

/* ending.c: R33-R38 */
bool ngu_ending_reached(const Rules *rules, NguState *s, Sink *sink);
void ngu_ending_score(const Rules *rules, const void *state, Score *score);

/* views.c: worlds that a seat's view could be; audit.c */
void ngu_view_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);
const char *ngu_state_audit(const Rules *rules, const void *state);

#endif
