/* A small learned function: from what a game's bots notice in a position to a chance to win. Whole numbers only, so
 * that it answers the same on every machine. A Net is constant data, made by tools/train. */
#ifndef SKERRY_BOTS_NET_H
#define SKERRY_BOTS_NET_H

#include "bots/bot.h"

enum {
    NET_INPUTS = 96,
    NET_HIDDEN = 32,
    NET_ONE = 256,      /* an input of one */
    NET_INPUT_MAX = 4,  /* inputs are kept within so many units, */
    NET_WEIGHT = 1024,  /* a weight of one, */
    NET_WEIGHT_MAX = 16 /* and weights within so many: sums then fit 32 bits */
};

typedef struct Net {
    int16_t in[NET_HIDDEN][NET_INPUTS];
    int16_t skip[NET_INPUTS]; /* past the middle */
    int16_t out[NET_HIDDEN];
    int32_t bias[NET_HIDDEN], output_bias; /* in parts of NET_ONE * NET_WEIGHT */
} Net;

/* In parts of BOT_WON. Inputs beyond the limits are cut. */
int32_t net_chance(const Net *net, int16_t in[NET_INPUTS]);

enum { FIXED_E = 1024 };
/* BOT_WON / (1 + e^-x), x in parts of NEPER. */
int32_t fixed_logistic(int32_t x);
/* BOT_WON e^x for x <= 0. */
int32_t fixed_exponential(int32_t x);
/* The chance to win with such a lead: the logistic curve over lead / spread. A tenth of it is straight up to `most`, so
 * that more is better even when all seems settled. */
int32_t fixed_lead_chance(int32_t lead, int32_t spread, int32_t most);

#endif
