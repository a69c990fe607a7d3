/* A small neural net that maps the features of a position to a win chance. It uses only integers, so that it gives the
 * same result on every machine. A Net is constant data, produced by tools/train. */
#ifndef SKERRY_BOTS_NET_H
#define SKERRY_BOTS_NET_H

#include "bots/bot.h"

enum {
    NET_INPUTS = 96,
    NET_HIDDEN = 32,
    NET_ONE = 256,      /* the input 1.0 */
    NET_INPUT_MAX = 4,  /* limit of inputs, in units of NET_ONE */
    NET_WEIGHT = 1024,  /* the weight 1.0 */
    NET_WEIGHT_MAX = 16 /* limit of weights, in units of NET_WEIGHT, so that sums fit in 32 bits */
};

typedef struct Net {
    int16_t in[NET_HIDDEN][NET_INPUTS];
    int16_t skip[NET_INPUTS]; /* direct connections from the inputs to the output */
    int16_t out[NET_HIDDEN];
    int32_t bias[NET_HIDDEN], output_bias; /* in parts of NET_ONE * NET_WEIGHT */
} Net;

/* Win chance in parts of BOT_WON. Clamps the inputs to their limits in place. */
int32_t net_chance(const Net *net, int16_t in[NET_INPUTS]);

enum { FIXED_E = 1024 }; /* the exponent 1.0 in the functions below */
/* BOT_WON / (1 + e^-x), with x in units of FIXED_E. */
int32_t fixed_logistic(int32_t x);
/* BOT_WON e^x for x <= 0, with x in units of FIXED_E. */
int32_t fixed_exponential(int32_t x);
/* Win chance for a lead: 90 % from the logistic curve of lead / spread, and 10 % linear up to a lead of `max`, so that
 * a larger lead is still better when the game seems decided. */
int32_t fixed_lead_chance(int32_t lead, int32_t spread, int32_t max);

#endif
