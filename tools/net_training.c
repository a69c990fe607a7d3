/* Forward pass, gradients and Adam for the trainers, and conversion to and from integer nets. */
#include "net_training.h"

#include <math.h>
#include <string.h>

/* ---- training ---- */

static float forward(const TrainingNet *b, const int16_t *in, float hidden[NET_HIDDEN]) {
    float sum = b->output_bias;
    memcpy(hidden, b->bias, sizeof b->bias);
    for (unsigned i = 0; i < NET_INPUTS; i++) {
        float x = (float)in[i] / NET_ONE;
        if (in[i] == 0)
            continue;
        sum += b->skip[i] * x;
        for (unsigned h = 0; h < NET_HIDDEN; h++)
            hidden[h] += b->in[i][h] * x;
    }
    for (unsigned h = 0; h < NET_HIDDEN; h++)
        sum += hidden[h] > 0 ? hidden[h] * b->out[h] : 0;
    return sum;
}

void training_net_add_gradient(const TrainingNet *b, const int16_t in[NET_INPUTS], float target, TrainingNet *grad) {
    float hidden[NET_HIDDEN], hidden_grad[NET_HIDDEN];
    float error = (1 / (1 + expf(-forward(b, in, hidden))) - target) / BRAIN_BATCH;
    grad->output_bias += error;
    for (unsigned h = 0; h < NET_HIDDEN; h++) {
        grad->out[h] += hidden[h] > 0 ? error * hidden[h] : 0;
        hidden_grad[h] = hidden[h] > 0 ? error * b->out[h] : 0;
        grad->bias[h] += hidden_grad[h];
    }
    for (unsigned i = 0; i < NET_INPUTS; i++) {
        float x = (float)in[i] / NET_ONE;
        if (in[i] == 0)
            continue;
        grad->skip[i] += error * x;
        for (unsigned h = 0; h < NET_HIDDEN; h++)
            grad->in[i][h] += hidden_grad[h] * x;
    }
}

void training_net_step(TrainingNet *brain, Momentum *m, const TrainingNet *grad, float rate) {
    float *p = (float *)brain;
    const float *g = (const float *)grad;
    m->steps++;
    float fix1 = 1 - powf(0.9f, (float)m->steps), fix2 = 1 - powf(0.999f, (float)m->steps);
    for (unsigned i = 0; i < BRAIN_PARAMS; i++) {
        m->first[i] = 0.9f * m->first[i] + 0.1f * g[i];
        m->second[i] = 0.999f * m->second[i] + 0.001f * g[i] * g[i];
        p[i] -= rate * m->first[i] / fix1 / (sqrtf(m->second[i] / fix2) + 1e-8f);
    }
}

/* ---- conversion to integers and back ---- */

static int32_t to_fixed(float x, float unit, float max) {
    float clamped = x > max ? max : x < -max ? -max : x;
    return (int32_t)lrintf(clamped * unit);
}
static int16_t weight(float x) { return (int16_t)to_fixed(x, NET_WEIGHT, NET_WEIGHT_MAX - 0.01f); }

void net_from(Net *net, const TrainingNet *b) {
    for (unsigned h = 0; h < NET_HIDDEN; h++) {
        for (unsigned i = 0; i < NET_INPUTS; i++)
            net->in[h][i] = weight(b->in[i][h]);
        net->out[h] = weight(b->out[h]);
        net->bias[h] = to_fixed(b->bias[h], NET_ONE * NET_WEIGHT, 1000);
    }
    for (unsigned i = 0; i < NET_INPUTS; i++)
        net->skip[i] = weight(b->skip[i]);
    net->output_bias = to_fixed(b->output_bias, NET_ONE * NET_WEIGHT, 1000);
}

void training_net_from(TrainingNet *b, const Net *net) {
    for (unsigned h = 0; h < NET_HIDDEN; h++) {
        for (unsigned i = 0; i < NET_INPUTS; i++)
            b->in[i][h] = (float)net->in[h][i] / NET_WEIGHT;
        b->out[h] = (float)net->out[h] / NET_WEIGHT;
        b->bias[h] = (float)net->bias[h] / (NET_ONE * NET_WEIGHT);
    }
    for (unsigned i = 0; i < NET_INPUTS; i++)
        b->skip[i] = (float)net->skip[i] / NET_WEIGHT;
    b->output_bias = (float)net->output_bias / (NET_ONE * NET_WEIGHT);
}

void training_net_new(TrainingNet *b, Rng *rng) {
    memset(b, 0, sizeof *b);
    for (unsigned h = 0; h < NET_HIDDEN; h++) {
        for (unsigned i = 0; i < NET_INPUTS; i++)
            b->in[i][h] = ((float)rng_below(rng, 2001) / 1000 - 1) * 0.2f;
        b->out[h] = ((float)rng_below(rng, 2001) / 1000 - 1) * 0.1f;
    }
}

static void row_write(FILE *f, const int16_t *row, unsigned n, const char *end) {
    unsigned last = n;
    while (last > 1 && row[last - 1] == 0)
        last--;
    fputc('{', f);
    for (unsigned i = 0; i < last; i++)
        fprintf(f, "%s%d", i ? "," : "", row[i]);
    fprintf(f, "}%s", end);
}

void net_print(FILE *f, const Net *net) {
    fprintf(f, "{.in = {\n");
    for (unsigned h = 0; h < NET_HIDDEN; h++)
        row_write(f, net->in[h], NET_INPUTS, ",\n");
    fprintf(f, "}, .skip = ");
    row_write(f, net->skip, NET_INPUTS, ",\n.out = ");
    row_write(f, net->out, NET_HIDDEN, ",\n.bias = {");
    for (unsigned h = 0; h < NET_HIDDEN; h++)
        fprintf(f, "%s%d", h ? "," : "", net->bias[h]);
    fprintf(f, "}, .output_bias = %d}", net->output_bias);
}
