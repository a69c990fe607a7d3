/* Every pair of several bots at a table for two, each seed played from both seats: who is stronger, and how sure that
 * is. A Cross is a plain value that owns nothing; bots are borrowed. */
#ifndef SKERRY_LAB_CROSS_H
#define SKERRY_LAB_CROSS_H

#include "lab/lab.h"

enum { CROSS_BOTS = 12 };

/* What the bot of the row did against the one of the column. */
typedef struct CrossCell {
    uint64_t games, wins, losses, ties; /* what is left of the games nobody won */
    Ratio decided;                      /* games won of those that one of the two won, by seeds */
    int64_t points;                     /* of the row's bot, summed */
} CrossCell;

typedef struct Cross {
    unsigned bots;
    const Bot *bot[CROSS_BOTS];
    CrossCell cell[CROSS_BOTS][CROSS_BOTS];
    bool stopped; /* before all pairs had played all games */
} Cross;

/* The setup's rules are for two; its bots and `rotate` are not looked at. cross->bot and ->bots are filled in. run:
 * lab_run, or what does the same. */
typedef Status CrossRun(const LabSetup *setup, LabReport *report, Err *err);
Status cross_run(const LabSetup *setup, CrossRun *run, Cross *cross, Err *err);

void cross_write(const LabSetup *setup, const Cross *cross, const LabSource *source, Text *out);
void cross_markdown(const LabSetup *setup, const Cross *cross, const LabSource *source, Text *out);
/* The caller's. */
json_t *cross_json(const LabSetup *setup, const Cross *cross, const LabSource *source);

#endif
