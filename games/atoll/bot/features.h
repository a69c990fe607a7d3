/* Inputs of Atoll's net for a position: dangers, distances, search points still missing. Owns no memory. */
#ifndef SKERRY_GAMES_ATOLL_BOT_FEATURES_H
#define SKERRY_GAMES_ATOLL_BOT_FEATURES_H

#include "bots/net.h"
#include "games/atoll/atoll.h"

enum { ATOLL_FAR = 10 }; /* steps counted for spaces that are farther away or unreachable */

/* Steps on foot between spaces. Valid as long as no space sinks. */
typedef struct AtollPaths {
    uint32_t rows; /* set of the rows computed so far */
    uint8_t step[ATOLL_SPACES][ATOLL_SPACES];
} AtollPaths;

/* Steps from a space to every other; computed on first use. */
const uint8_t *atoll_paths_from(AtollPaths *paths, const Rules *rules, const AtollState *s, unsigned from);

/* Spaces whose sinking loses the game (R42): the platform and the spaces of unclaimed treasures. *ready is the set of
 * spaces with a treasure that can be claimed. */
uint32_t atoll_critical(const Rules *rules, const AtollState *s, uint32_t *ready);

/* -ln(1 - part / whole) in units of FIXED_E, for a loss of probability part / whole. A certain loss is 8. */
int32_t atoll_log_loss(int32_t part, int32_t whole);

/* Two nets: net 0 for positions before the floods of a turn, net 1 from the floods on. */
enum { ATOLL_NETS = 2 };
extern const Net atoll_net[ATOLL_NETS];
unsigned atoll_net_of(const Rules *rules, const void *state);

/* `paths` must belong to this position's unsunk spaces. */
void atoll_features_with(AtollPaths *paths, const Rules *rules, const AtollState *s, int16_t in[NET_INPUTS]);
void atoll_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);

#endif
