/* The functions of the phases, and helpers they share. The legal, check and apply functions of a phase are together in
 * the file named above them. Nothing here owns memory. */
#ifndef SKERRY_GAMES_ATOLL_RULES_PHASES_H
#define SKERRY_GAMES_ATOLL_RULES_PHASES_H

#include "base/bits.h"
#include "games/atoll/atoll.h"

static inline Move *list_move(Move *out, AtollMove kind, unsigned a, unsigned b) {
    *out = move_make(kind, 0, a, b);
    return out + 1;
}

/* Writes moves four at a time, even past the end of the list: a mispredicted loop exit costs more than unused stores,
 * and `out` has space for far more moves than this game ever lists. */
static inline Move *list_set(Move *out, AtollMove kind, uint32_t set) {
    Move *end = out + bits_count(set);
    do {
        for (unsigned i = 0; i < 4; i++, set &= set - 1)
            out = list_move(out, kind, bits_first(set | BIT(ATOLL_SPACES - 1)), 0);
    } while (set);
    return end;
}

static inline void await_player(AtollState *s, AtollPhase phase) {
    s->phase = (uint8_t)phase;
    s->head.node = NODE_DECISION;
    s->head.to_act = 1;
}

static inline void await_chance(AtollState *s, AtollPhase phase) {
    s->phase = (uint8_t)phase;
    s->head.node = NODE_CHANCE;
    s->head.to_act = 0;
}

/* For engine/playout_template.h: which phases are decisions and which are chance nodes. */
#define PLAYOUT_STATE AtollState
#define PLAYOUT_PHASE phase
#define PLAYOUT_PHASES(DECISION, CHANCE_)                                                                              \
    CHANCE_(PHASE_SETUP_FLOOD)                                                                                         \
    CHANCE_(PHASE_SETUP_HIDE)                                                                                          \
    CHANCE_(PHASE_SETUP_DICE)                                                                                          \
    DECISION(PHASE_ACTION)                                                                                             \
    CHANCE_(PHASE_ROLL)                                                                                                \
    DECISION(PHASE_KEEP)                                                                                               \
    CHANCE_(PHASE_FLOOD)                                                                                               \
    DECISION(PHASE_FLEE)                                                                                               \
    CHANCE_(PHASE_ROLE)

/* setup.c: R3-R7 */
Status atoll_setup_begin(const Rules *rules, void *state, Err *err);
void atoll_setup_flood(const Rules *rules, AtollState *s, unsigned space, Sink *sink);
void atoll_setup_hide(const Rules *rules, AtollState *s, unsigned space, Sink *sink);
void atoll_setup_die(const Rules *rules, AtollState *s, unsigned face, Sink *sink);

/* actions.c: R8-R26 */
void atoll_turn_begin(const Rules *rules, AtollState *s, Sink *sink);
unsigned atoll_action_legal(const Rules *rules, const AtollState *s, Move *out);
Status atoll_action_check(const Rules *rules, const AtollState *s, Move move, Err *err);
void atoll_action_apply(const Rules *rules, AtollState *s, Move move, Sink *sink);

/* search.c: R27-R35 */
void atoll_search_begin(const Rules *rules, AtollState *s, Sink *sink);
unsigned atoll_search_legal(const Rules *rules, const AtollState *s, Move *out);
Status atoll_search_check(const Rules *rules, const AtollState *s, Move move, Err *err);
void atoll_search_apply(const Rules *rules, AtollState *s, Move move, Sink *sink);
void atoll_search_die(const Rules *rules, AtollState *s, unsigned face, Sink *sink);
void atoll_search_point(const Rules *rules, AtollState *s, unsigned face, Sink *sink); /* R34, also for the set-up */

/* flood.c: R36-R41 and the role roll, R22 */
void atoll_flood_begin(const Rules *rules, AtollState *s, Sink *sink);
uint32_t atoll_flood_spaces(const Rules *rules, const AtollState *s);
void atoll_flood_apply(const Rules *rules, AtollState *s, unsigned space, Sink *sink);
Status atoll_flee_check(const Rules *rules, const AtollState *s, Move move, Err *err);
void atoll_flee_apply(const Rules *rules, AtollState *s, unsigned space, Sink *sink);
void atoll_role_apply(const Rules *rules, AtollState *s, unsigned role, Sink *sink);

/* ending.c: R42-R46 */
void atoll_water_rise(const Rules *rules, AtollState *s, Sink *sink);
void atoll_game_end(AtollState *s, AtollEnding ending, Sink *sink);
void atoll_ending_score(const Rules *rules, const void *state, Score *score);

/* map.c, audit.c */
Status atoll_map_prepare(const void *content, void *derived, Err *err);
const char *atoll_state_audit(const Rules *rules, const void *state);

#endif
