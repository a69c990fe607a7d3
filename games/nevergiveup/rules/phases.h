/* Functions shared by the rules files of Never Give Up. Each file covers one chapter and keeps its legal, check and
 * apply functions together. Nothing here owns memory. */
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

/* setup.c: set-up and checks of the content (R1-R4, R39, R40) */
Status ngu_content_prepare(const void *content, void *derived, Err *err);
Status ngu_setup_begin(const Rules *rules, void *state, Err *err);
void ngu_setup_odds(const Rules *rules, const NguState *s, Odds *odds);
Move ngu_setup_outcome(const Rules *rules, const NguState *s, unsigned i);
void ngu_setup_apply(const Rules *rules, NguState *s, Move move, Sink *sink);

/* dice.c: the roll and the choice of a location (R5-R11) */
void ngu_turn_begin(const Rules *rules, NguState *s, Sink *sink);
Move *ngu_dice_legal(const Rules *rules, const NguState *s, Move *out);
Status ngu_dice_check(const Rules *rules, const NguState *s, Move move, Err *err);
void ngu_dice_apply(const Rules *rules, NguState *s, Move move, Sink *sink);
void ngu_dice_rolled(NguState *s, Move move, Sink *sink);

/* boat.c: doubles (R12-R14) */
void ngu_boat_begin(const Rules *rules, NguState *s, Sink *sink);
Move *ngu_boat_legal(const Rules *rules, const NguState *s, Move *out);
Status ngu_boat_check(const Rules *rules, const NguState *s, Move move, Err *err);
void ngu_boat_apply(const Rules *rules, NguState *s, Move move, Sink *sink);

/* dig.c: moving, digging and the close of a turn (R15-R29) */
void ngu_dig_begin(const Rules *rules, NguState *s);
Move *ngu_dig_legal(const Rules *rules, const NguState *s, unsigned seat, Move *out);
Status ngu_dig_check(const Rules *rules, const NguState *s, Move move, Err *err);
void ngu_dig_apply(const Rules *rules, NguState *s, Move move, Sink *sink);
void ngu_box_mark(const Rules *rules, NguState *s, unsigned seat, unsigned box, unsigned pet, Sink *sink);
void ngu_letter_mark(const Rules *rules, NguState *s, unsigned seat, unsigned letter, Sink *sink);

/* ending.c: the end of the game and the score (R33-R38) */
bool ngu_ending_reached(const Rules *rules, NguState *s, Sink *sink);
void ngu_ending_score(const Rules *rules, const void *state, Score *score);

/* views.c: random worlds that fit a view (R28) */
void ngu_view_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);

/* audit.c: the invariants of a state */
const char *ngu_state_audit(const Rules *rules, const void *state);

#endif
