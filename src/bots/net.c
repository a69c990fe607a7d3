#include "bots/net.h"

/* Computed as a power of two: 2^-f is close to 1 - f (0.672 - 0.172 f) for f between 0 and 1. */
int32_t fixed_exponential(int32_t x) {
    if (x >= 0)
        return BOT_WON;
    int64_t halves = -(int64_t)x * 1477 / FIXED_E; /* in 1024ths */
    int64_t whole = halves / 1024, part = halves % 1024;
    if (whole > 30)
        return 0;
    int64_t mantissa = 1048576 - part * (688 * 1024 - 176 * part) / 1024;
    return (int32_t)(((BOT_WON * mantissa) >> 20) >> whole);
}

int32_t fixed_logistic(int32_t x) {
    int64_t e = fixed_exponential(x < 0 ? x : -x);
    int32_t low = (int32_t)(BOT_WON * e / (BOT_WON + e));
    return x < 0 ? low : BOT_WON - low;
}

/* BOT_WON / (1 + 2^(x / 65536)) for x >= 0. More precise than fixed_logistic where the result is small. */
static int32_t logistic_low(int64_t x) {
    int64_t whole = x >> 16, part = x & 65535;
    if (whole > 28)
        return 0;
    /* 2^f is close to 1 + f (0.656 + 0.344 f) for f between 0 and 1. */
    int64_t power = (65536 + part * (42991 + (22545 * part >> 16)) / 65536) << whole;
    return (int32_t)((int64_t)BOT_WON * 65536 / (65536 + power));
}

int32_t fixed_lead_chance(int32_t lead, int32_t spread, int32_t max) {
    int32_t low = logistic_low((int64_t)(lead < 0 ? -lead : lead) * 94548 / spread); /* 65536 / ln 2 */
    int32_t curve = lead < 0 ? low : BOT_WON - low, clamped = lead < -max ? -max : lead > max ? max : lead;
    int32_t linear = BOT_WON / 2 + clamped * (BOT_WON / (2 * max));
    return curve / 10 * 9 + linear / 10;
}

static int32_t dot_product(const int16_t *a, const int16_t *b) {
    int32_t sum = 0;
    for (unsigned i = 0; i < NET_INPUTS; i++)
        sum += (int32_t)a[i] * b[i];
    return sum;
}

int32_t net_chance(const Net *net, int16_t in[NET_INPUTS]) {
    enum { MOST = NET_ONE * NET_INPUT_MAX };
    for (unsigned i = 0; i < NET_INPUTS; i++)
        in[i] = (int16_t)(in[i] > MOST ? MOST : in[i] < -MOST ? -MOST : in[i]);
    int64_t sum = (int64_t)net->output_bias + dot_product(net->skip, in);
    for (unsigned h = 0; h < NET_HIDDEN; h++) {
        int64_t middle = ((int64_t)dot_product(net->in[h], in) + net->bias[h]) / NET_WEIGHT; /* in units of NET_ONE */
        if (middle > 0)
            sum += middle * net->out[h];
    }
    sum = sum * FIXED_E / (NET_ONE * NET_WEIGHT);
    return fixed_logistic((int32_t)(sum > 20 * FIXED_E ? 20 * FIXED_E : sum < -20 * FIXED_E ? -20 * FIXED_E : sum));
}
