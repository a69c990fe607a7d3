/* Functions shared by the rules files of Takara Island. Each file covers one chapter and keeps its legal, check and
 * apply functions together. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TAKARA_RULES_PHASES_H
#define SKERRY_GAMES_TAKARA_RULES_PHASES_H

#include "base/bits.h"
#include "games/takara/takara.h"

static inline Move *list_move(Move *out, TakaraMove kind, const TakaraState *s, unsigned a, unsigned b) {
    *out = move_make(kind, s->active, a, b);
    return out + 1;
}

static inline TakaraPlayer *active_player(TakaraState *s) { return &s->player[s->active]; }
static inline const TakaraPlayer *active_player_const(const TakaraState *s) { return &s->player[s->active]; }

static inline void await_player(TakaraState *s, TakaraPhase phase) {
    s->phase = (uint8_t)phase;
    s->head.node = NODE_DECISION;
    s->head.to_act = (uint8_t)BIT(s->active);
}

static inline void await_chance(TakaraState *s, TakaraPhase phase) {
    s->phase = (uint8_t)phase;
    s->head.node = NODE_CHANCE;
    s->head.to_act = 0;
}

/* Sends n available adventurers to work (R9). */
static inline void adventurer_send(TakaraState *s, unsigned n) {
    TakaraPlayer *p = active_player(s);
    p->available = (uint8_t)(p->available - n);
    p->used = (uint8_t)(p->used + n);
}
/* Moves a working adventurer to hospital. */
void takara_adventurer_hurt(TakaraState *s, Sink *sink);
void takara_karas_gain(TakaraState *s, unsigned karas, Sink *sink);

/* setup.c: set-up and checks of the content (R1-R6) */
Status takara_setup_begin(const Rules *rules, void *state, Err *err);
void takara_setup_first(TakaraState *s, unsigned seat, Sink *sink);
Status takara_content_prepare(const void *content, void *derived, Err *err);

/* day.c: the turn, and the actions that draw no tile (R7-R10, R20-R23, R35-R37) */
void takara_day_begin(TakaraState *s, Sink *sink);
unsigned takara_day_legal(const Rules *rules, const TakaraState *s, Move *out);
Status takara_day_check(const Rules *rules, const TakaraState *s, Move move, Err *err);
void takara_day_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink);
/* Ends the action in progress. */
void takara_action_end(TakaraState *s);

/* tiles.c: looking at tiles and digging (R3, R11-R19, R27-R29) */
void takara_draw_odds(const Rules *rules, const TakaraState *s, Odds *odds);
Move takara_draw_outcome(const Rules *rules, const TakaraState *s, unsigned i);
void takara_tile_drawn(const Rules *rules, TakaraState *s, unsigned kind, Sink *sink);
void takara_view_begin(const Rules *rules, TakaraState *s, unsigned site, Sink *sink);
Status takara_ask_check(const Rules *rules, const TakaraState *s, Move move, Err *err);
bool takara_ask_can_turn(const Rules *rules, const TakaraState *s);
void takara_ask_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink);
void takara_look_begin(const Rules *rules, TakaraState *s, unsigned site, unsigned first, unsigned tiles, Sink *sink);
void takara_dig_begin(const Rules *rules, TakaraState *s, unsigned site, TakaraJob job, unsigned tiles, Sink *sink);
/* Removes the top tile of a site. */
void takara_tile_gone(const Rules *rules, TakaraState *s, unsigned site);
/* Called once a removed tile is fully resolved (R42): ends the game, digs the Miner's next tile or ends the action. */
void takara_tile_resolved(const Rules *rules, TakaraState *s, Sink *sink);

/* hire.c: specialists (R24-R29) */
Move *takara_hire_legal(const Rules *rules, const TakaraState *s, Move *out);
Status takara_hire_check(const Rules *rules, const TakaraState *s, Move move, Err *err);
void takara_hire_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink);

/* fight.c: Monsters and chests (R30-R34) */
void takara_fight_begin(const Rules *rules, TakaraState *s, unsigned site, Sink *sink);
void takara_fight_die(const Rules *rules, TakaraState *s, unsigned face, Sink *sink);
void takara_chest_begin(const Rules *rules, TakaraState *s, Sink *sink);
void takara_chest_drawn(const Rules *rules, TakaraState *s, unsigned chest, Sink *sink);
void takara_mimic_die(const Rules *rules, TakaraState *s, unsigned face, Sink *sink);
void takara_map_apply(const Rules *rules, TakaraState *s, bool keep, Sink *sink);

/* ending.c: the end of the game and the score (R38-R45) */
bool takara_ending_reached(const Rules *rules, TakaraState *s, Sink *sink);
void takara_ending_standstill(TakaraState *s, Sink *sink);
void takara_ending_score(const Rules *rules, const void *state, Score *score);

/* views.c: what a seat knows (R6, R14), and random worlds that fit it */
void takara_observe(const Rules *rules, const void *state, unsigned viewer, void *view);
void takara_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);

/* audit.c: the invariants of a state */
const char *takara_state_audit(const Rules *rules, const void *state);

/* Odds of the kinds that an unknown tile can have (R3). `places`: unknown deep tiles in its half of the island. */
typedef struct TileOdds {
    uint32_t weight[TAKARA_KINDS]; /* 0 if impossible */
    uint32_t total;
} TileOdds;
void takara_tile_odds(const Rules *rules, const TakaraState *s, unsigned site, unsigned tile, unsigned places,
                      TileOdds *odds);

#endif
