/* Round robin between bots: every pair plays two-seat games, each seed from both seats. A Cross is a plain value that
 * owns nothing; bots are borrowed. */
#ifndef SKERRY_LAB_CROSS_H
#define SKERRY_LAB_CROSS_H

#include "lab/lab.h"

enum { CROSS_BOTS_MAX = 12 };

/* Results of the row's bot against the column's. */
typedef struct CrossCell {
    uint64_t games, wins, losses, ties; /* nobody won the remaining games */
    Ratio decided;                      /* games won out of the decided ones; one set per seed */
    int64_t points;                     /* total points of the row's bot */
} CrossCell;

typedef struct Cross {
    unsigned bots;
    const Bot *bot[CROSS_BOTS_MAX];
    CrossCell cell[CROSS_BOTS_MAX][CROSS_BOTS_MAX];
    bool stopped; /* before all pairs had played all their games */
} Cross;

/* Plays every pair of cross->bot. The setup's rules must have two seats; its bots and `rotate` are ignored. `run` is
 * lab_run or a function that does the same. */
typedef Status CrossRun(const LabSetup *setup, LabReport *report, Err *err);
Status cross_run(const LabSetup *setup, CrossRun *run, Cross *cross, Err *err);

void cross_write(const LabSetup *setup, const Cross *cross, const LabSource *source, Text *out);
void cross_markdown(const LabSetup *setup, const Cross *cross, const LabSource *source, Text *out);
/* Owned by the caller. */
json_t *cross_json(const LabSetup *setup, const Cross *cross, const LabSource *source);

#endif
