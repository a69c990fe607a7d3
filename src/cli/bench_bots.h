/* How long the bots think. Everything is borrowed for the call; the JSON is the caller's. */
#ifndef SKERRY_CLI_BENCH_BOTS_H
#define SKERRY_CLI_BENCH_BOTS_H

#include <jansson.h>

#include "bots/bot.h"

void bench_bots_head(void);
/* All levels at a table of these rules, or the one named, each for so many seconds; printed as rows unless json. */
json_t *bench_bots(const Rules *rules, const char *level, double seconds, bool json);

#endif
