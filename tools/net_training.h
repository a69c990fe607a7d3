/* A net in training, shared by the two trainers. Plain values, owned by the caller. */
#ifndef SKERRY_TOOLS_NET_TRAINING_H
#define SKERRY_TOOLS_NET_TRAINING_H

#include <stdio.h>

#include "bots/net.h"

/* The net in floating point. Indexed by input first, so that the inner loops run over the hidden layer. straight: skip
 * connection; last: output bias. */
typedef struct TrainingNet {
    float in[NET_INPUTS][NET_HIDDEN], skip[NET_INPUTS], out[NET_HIDDEN], bias[NET_HIDDEN], output_bias;
} TrainingNet;
enum { BRAIN_PARAMS = sizeof(TrainingNet) / sizeof(float), BRAIN_BATCH = 256 };

/* Moment estimates of the Adam optimiser. */
typedef struct Momentum {
    float first[BRAIN_PARAMS], second[BRAIN_PARAMS];
    unsigned long steps;
} Momentum;

/* Random initial weights. */
void training_net_new(TrainingNet *brain, Rng *rng);
void training_net_from(TrainingNet *brain, const Net *net);
void net_from(Net *net, const TrainingNet *brain);
/* Adds the gradient of one sample to that of its batch. */
void training_net_add_gradient(const TrainingNet *brain, const int16_t in[NET_INPUTS], float target, TrainingNet *grad);
/* One optimiser step. */
void training_net_step(TrainingNet *brain, Momentum *momentum, const TrainingNet *grad, float rate);
/* Prints the net as a C initialiser: "{.in = ...}". */
void net_print(FILE *f, const Net *net);

#endif
