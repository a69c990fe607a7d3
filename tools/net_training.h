/* A net while it learns: what the two trainers share. Plain values; the caller owns them. */
#ifndef SKERRY_TOOLS_NET_TRAINING_H
#define SKERRY_TOOLS_NET_TRAINING_H

#include <stdio.h>

#include "bots/net.h"

/* Inputs first, so that loops run over the middle layer. */
typedef struct Brain {
    float in[NET_INPUTS][NET_HIDDEN], straight[NET_INPUTS], out[NET_HIDDEN], bias[NET_HIDDEN], last;
} Brain;
enum { BRAIN_PARAMS = sizeof(Brain) / sizeof(float), BRAIN_BATCH = 256 };

/* Moments of the gradients so far (Adam). */
typedef struct Momentum {
    float first[BRAIN_PARAMS], second[BRAIN_PARAMS];
    unsigned long steps;
} Momentum;

void brain_new(Brain *brain, Rng *rng);
void brain_from(Brain *brain, const Net *net);
void net_from(Net *net, const Brain *brain);
/* Adds to the gradient of a batch what this sample says of the brain. */
void brain_blame(const Brain *brain, const int16_t in[NET_INPUTS], float target, Brain *grad);
void brain_mend(Brain *brain, Momentum *momentum, const Brain *grad, float rate);
/* As an initialiser in C: "{.in = ...}". */
void net_print(FILE *f, const Net *net);

#endif
