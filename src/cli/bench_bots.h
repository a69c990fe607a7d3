/* Measures how long the bots think. Borrows its arguments; the caller owns the JSON. */
#ifndef SKERRY_CLI_BENCH_BOTS_H
#define SKERRY_CLI_BENCH_BOTS_H

#include <jansson.h>

#include "bots/bot.h"

void bench_bots_head(void);
/* Measures one bot level, or all if level is NULL, for `seconds` each. Prints a row per level unless json is set. */
json_t *bench_bots(const Rules *rules, const char *level, double seconds, bool json);

#endif
