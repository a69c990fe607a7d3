/* A net in training, shared by the two trainers. Plain values, owned by the caller. */
#ifndef SKERRY_TOOLS_NET_TRAINING_H
#define SKERRY_TOOLS_NET_TRAINING_H

#include <stdio.h>

#include "bots/net.h"

/* The net in floating point. Indexed by input first, so that the inner loops run over the hidden layer. straight: skip
 * connection; last: output bias. */
typedef struct Brain {
    float in[NET_INPUTS][NET_HIDDEN], straight[NET_INPUTS], out[NET_HIDDEN], bias[NET_HIDDEN], last;
} Brain;
enum { BRAIN_PARAMS = sizeof(Brain) / sizeof(float), BRAIN_BATCH = 256 };

/* Moment estimates of the Adam optimiser. */
typedef struct Momentum {
    float first[BRAIN_PARAMS], second[BRAIN_PARAMS];
    unsigned long steps;
} Momentum;

/* Random initial weights. */
void brain_new(Brain *brain, Rng *rng);
void brain_from(Brain *brain, const Net *net);
void net_from(Net *net, const Brain *brain);
/* Adds the gradient of one sample to that of its batch. */
void brain_blame(const Brain *brain, const int16_t in[NET_INPUTS], float target, Brain *grad);
/* One optimiser step. */
void brain_mend(Brain *brain, Momentum *momentum, const Brain *grad, float rate);
/* Prints the net as a C initialiser: "{.in = ...}". */
void net_print(FILE *f, const Net *net);

#endif
