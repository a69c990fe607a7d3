/* The chapters of the rules and the few words they share. Each phase has its legal, check and apply together,
 * in the file named beside it. Nothing here owns memory. */
#ifndef SKERRY_GAMES_ATOLL_PHASES_H
#define SKERRY_GAMES_ATOLL_PHASES_H

#include "base/bits.h"
#include "games/atoll/atoll.h"

static inline Move *list_move(Move *out, AtollMove kind, unsigned a, unsigned b) {
    *out = move_make(kind, 0, a, b);
    return out + 1;
}

static inline Move *list_set(Move *out, AtollMove kind, uint32_t set) {
    for (; set; set &= set - 1)
        out = list_move(out, kind, bits_first(set), 0);
    return out;
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
void atoll_search_point(const Rules *rules, AtollState *s, unsigned face, Sink *sink); /* R34: for the set-up too */

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
