/* The chapters of the rules and the few words they share. Each has its legal, check and apply together, in the file
 * named beside it. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TAKARA_PHASES_H
#define SKERRY_GAMES_TAKARA_PHASES_H

#include "base/bits.h"
#include "games/takara/takara.h"

static inline Move *list_move(Move *out, TakaraMove kind, const TakaraState *s, unsigned a, unsigned b) {
    *out = (Move){(uint8_t)kind, s->active, {(uint8_t)a, (uint8_t)b, 0, 0, 0, 0}};
    return out + 1;
}

static inline TakaraPlayer *active_player(TakaraState *s) { return &s->player[s->active]; }
static inline const TakaraPlayer *active_view(const TakaraState *s) { return &s->player[s->active]; }

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

/* One adventurer goes to work (R9); one that was at work is hurt. */
static inline void adventurer_use(TakaraState *s, unsigned n) {
    TakaraPlayer *p = active_player(s);
    p->available = (uint8_t)(p->available - n);
    p->used = (uint8_t)(p->used + n);
}
void adventurer_hurt(TakaraState *s, Sink *sink);
void karas_gain(TakaraState *s, unsigned karas, Sink *sink);

/* setup.c: R1-R6 */
Status setup_begin(const Rules *rules, void *state, Err *err);
void setup_first(TakaraState *s, unsigned seat, Sink *sink);
Status content_prepare(const void *content, void *derived, Err *err);

/* day.c: R7-R9, R20-R23, R35-R37: the turn, and what needs no tile */
void day_begin(TakaraState *s, Sink *sink);
unsigned day_legal(const Rules *rules, const TakaraState *s, Move *out);
Status day_check(const Rules *rules, const TakaraState *s, Move move, Err *err);
void day_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink);
/* The adventurer under way has done what he came for. */
void job_done(TakaraState *s);

/* tiles.c: R3, R10-R19, R27-R29: looking at tiles and digging them */
void tiles_odds(const Rules *rules, const TakaraState *s, Odds *odds);
Move tiles_outcome(const Rules *rules, const TakaraState *s, unsigned i);
void tile_drawn(const Rules *rules, TakaraState *s, unsigned kind, Sink *sink);
void view_begin(const Rules *rules, TakaraState *s, unsigned site, Sink *sink);
Status ask_check(const Rules *rules, const TakaraState *s, Move move, Err *err);
bool ask_may_turn(const Rules *rules, const TakaraState *s);
void ask_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink);
void look_begin(const Rules *rules, TakaraState *s, unsigned site, unsigned first, unsigned tiles, Sink *sink);
void dig_begin(const Rules *rules, TakaraState *s, unsigned site, TakaraJob job, unsigned tiles, Sink *sink);
/* A tile has left its site and is resolved: the end, the Miner's next, or done (R42). */
void tile_gone(const Rules *rules, TakaraState *s, unsigned site);
void tile_resolved(const Rules *rules, TakaraState *s, Sink *sink);

/* hire.c: R24-R29: specialists */
Move *hire_legal(const Rules *rules, const TakaraState *s, Move *out);
Status hire_check(const Rules *rules, const TakaraState *s, Move move, Err *err);
void hire_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink);

/* fight.c: R30-R34: the die, Monsters and chests */
void fight_begin(const Rules *rules, TakaraState *s, unsigned site, Sink *sink);
void fight_die(const Rules *rules, TakaraState *s, unsigned face, Sink *sink);
void chest_begin(const Rules *rules, TakaraState *s, Sink *sink);
void chest_drawn(const Rules *rules, TakaraState *s, unsigned chest, Sink *sink);
void mimic_die(const Rules *rules, TakaraState *s, unsigned face, Sink *sink);
void map_apply(const Rules *rules, TakaraState *s, bool keep, Sink *sink);

/* ending.c: R38-R45 */
bool ending_reached(const Rules *rules, TakaraState *s, Sink *sink);
void ending_standstill(TakaraState *s, Sink *sink);
unsigned stones_found(const Rules *rules, const TakaraState *s);
void ending_score(const Rules *rules, const void *state, Score *score);

/* views.c: what a seat knows, and worlds that it could be */
void view_observe(const Rules *rules, const void *state, unsigned viewer, void *view);
void view_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);

/* audit.c */
const char *state_audit(const Rules *rules, const void *state);

/* The weights of an undrawn tile, out of a deck and a half's Stone (R3). `places`: undrawn places of the half. */
typedef struct TileOdds {
    uint32_t weight[TAKARA_KINDS]; /* 0: cannot come */
    uint32_t total;
} TileOdds;
void tile_odds(const Rules *rules, const TakaraState *s, unsigned site, unsigned tile, unsigned places, TileOdds *odds);

#endif
