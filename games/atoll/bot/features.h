/* What Atoll's net is told of a position: dangers, distances, what is still to be found. Owns nothing. */
#ifndef SKERRY_GAMES_ATOLL_BOT_FEATURES_H
#define SKERRY_GAMES_ATOLL_BOT_FEATURES_H

#include "bots/net.h"
#include "games/atoll/atoll.h"

enum { ATOLL_FAR = 10 }; /* steps; no way, or a longer one, counts as so many */

/* Steps on foot between all spaces; the same as long as nothing sinks. */
typedef struct AtollPaths {
    uint32_t rows; /* which are known */
    uint8_t step[ATOLL_SPACES][ATOLL_SPACES];
} AtollPaths;

/* Steps from a space to every other, found when first asked for. */
const uint8_t *atoll_paths_from(AtollPaths *ways, const Rules *rules, const AtollState *s, unsigned from);

/* What loses the game by sinking (R42): the platform and every treasure not yet claimed. Ready ones apart. */
uint32_t atoll_critical(const Rules *rules, const AtollState *s, uint32_t *ready);

/* -ln(1 - part / whole) in NEPERs; certain loss is a large number. */
int32_t atoll_log_loss(int32_t part, int32_t whole);

/* There are two nets: before the floods of a turn, and for them. */
enum { ATOLL_NETS = 2 };
extern const Net atoll_net[ATOLL_NETS];
unsigned atoll_net_of(const Rules *rules, const void *state);

/* ways: of this position's unsunk spaces. */
void atoll_features_with(AtollPaths *ways, const Rules *rules, const AtollState *s, int16_t in[NET_INPUTS]);
void atoll_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);

#endif
