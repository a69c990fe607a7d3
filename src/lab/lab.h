/* The playtest lab: plays many games between bots and counts the results. A LabReport owns its counters and rows until
 * lab_free; setups, rules and bots are borrowed. Game n draws only from stream n of the seed, and all counts are whole
 * numbers, so the report does not depend on the number of threads. */
#ifndef SKERRY_LAB_LAB_H
#define SKERRY_LAB_LAB_H

#include <stdatomic.h>

#include "base/text.h"
#include "bots/bot.h"
#include "engine/pack.h"
#include "lab/drama.h"
#include "lab/economy.h"
#include "lab/lab_programs.h"
#include "lab/stats.h"
#include "lab/usage.h"

enum { LAB_THREADS_MAX = 256, LAB_ENDINGS_MAX = 64 };

/* Under `rotate`, a set is the games of one seed: one game for each different rotation of the bots over the seats.
 * Otherwise every game is a set of its own. */
typedef struct LabSetup {
    const Rules *rules;
    const Bot *bot[SEATS_MAX]; /* by seat; under `rotate`, by seat in the first game of a set */
    bool rotate;               /* play every seed with each rotation of the bots */
    uint32_t budget, part;     /* BotQuery's budget and budget_divisor; 0: the bot's default */
    uint64_t seed;
    uint64_t games;      /* under `rotate`, rounded up to whole sets */
    uint64_t first_game; /* games before this one were played in an earlier run; a multiple of the set size */
    unsigned threads;
    bool keep_rows;          /* keep a row per game, for --csv */
    bool per_turn_stats;     /* collect drama and economy after every turn */
    LabPrograms *programs;   /* programs among the bots; NULL: none */
    const Pack *pack;        /* needed by programs */
    const UsageSpec *use;    /* what --use counts; NULL: nothing */
    const atomic_bool *stop; /* once true, games in progress are finished and counted, and no more are started;
                                NULL: never */
    /* Called from time to time on the thread that called lab_run; may be NULL. */
    void (*progress)(void *ctx, uint64_t done, uint64_t games);
    void *ctx; /* context for `progress` */
} LabSetup;

/* The different bots of a setup and the seats they take. */
typedef struct LabLineup {
    unsigned bots; /* number of different bots */
    const Bot *bot[SEATS_MAX];
    uint8_t seat_count[SEATS_MAX]; /* seats that each bot takes */
    uint8_t bot_of[SEATS_MAX];     /* index in `bot` for each seat, before any rotation */
    unsigned set;                  /* games per seed: the number of different rotations; 1 without rotation */
} LabLineup;

LabLineup lab_lineup_init(const LabSetup *setup);
/* Index of the bot that plays a seat in game n. */
static inline unsigned lab_lineup_bot(const LabLineup *lineup, unsigned seats, uint64_t n, unsigned seat) {
    return lineup->bot_of[(seat + n % lineup->set) % seats];
}

/* One game, for --csv. */
typedef struct LabRow {
    uint32_t turns, steps;
    int32_t points[SEATS_MAX];
    uint8_t place[SEATS_MAX];
    uint8_t ending, spare;
} LabRow;

typedef struct LabSeat {
    uint64_t wins;      /* sole first places */
    uint64_t ties;      /* shared first places */
    uint64_t win_units; /* first places in WIN_UNITS; a tie among m seats gives each one m-th */
    uint64_t asides;    /* moves that nobody waited for */
    Ratio forced;       /* decisions with a single legal move, out of all decisions; one set per game */
    Ratio choices;      /* legal moves per decision; one set per game */
    Ratio pace;         /* decisions per turn of the game; one set per game */
    Hist points;
    Sum part[PARTS_MAX];
} LabSeat;

/* Results of one bot in all its seats. */
typedef struct LabBot {
    uint64_t wins, ties, win_units; /* as in LabSeat */
    uint64_t losses;                /* games with a winner in which this bot neither won nor tied */
    Hist points;
    Ratio share;   /* first places out of all games, in WIN_UNITS */
    Ratio decided; /* games won out of games won or lost */
    struct {
        uint32_t win_units, games, won, decided;
    } now; /* counts of the set in progress, for the two ratios */
} LabBot;

/* First places by position in turn order: 0 is the seat that decided first, then the following seats. */
typedef struct LabTurnPosition {
    uint64_t wins, ties, win_units; /* as in LabSeat */
} LabTurnPosition;

/* Counts of one thread, or of all threads added up. */
typedef struct LabTally {
    uint64_t games;
    LabSeat seat[SEATS_MAX];
    LabTurnPosition turn_position[SEATS_MAX];
    LabBot bot[SEATS_MAX];             /* in the order of LabLineup.bot */
    uint64_t first_decider[SEATS_MAX]; /* games in which that seat alone made the first decision */
    uint64_t ending[LAB_ENDINGS_MAX];
    uint64_t turns_alone, turns_shared; /* turns in which one seat decided; turns in which several did */
    Hist turns, steps, decisions;       /* per game */
    DramaCount drama;                   /* empty without per_turn_stats */
    Economy *economy;                   /* NULL without per_turn_stats */
    UsageCount *use;                    /* the counters of setup->use; NULL without it */
    uint64_t decision_count;            /* decisions so far, for usage_choice */
    BotPool *pool;                      /* of this thread, for bots that search; may be NULL */
} LabTally;

typedef struct LabReport {
    LabTally tally; /* of the games first_game .. first_game + tally.games - 1 */
    LabRow *rows;   /* one per game; NULL without keep_rows */
    bool stopped;   /* before all games were played */
} LabReport;

/* Plays game n, which uses stream n / set with the bots rotated by n % set seats. Adds to the tally; row may be NULL.
 * Allocates nothing, except when a histogram grows. */
void lab_game(const LabSetup *setup, const LabLineup *lineup, uint64_t n, LabTally *tally, LabRow *row);

/* Allocates the counters that a setup needs; false if out of memory. */
bool lab_tally_open(const LabSetup *setup, LabTally *tally);
void lab_tally_free(LabTally *tally);
/* setup->games rounded up to whole sets. */
uint64_t lab_games_rounded(const LabSetup *setup);

/* Adds the games that follow those of `into`, a report for the same setup. Frees `more`. */
Status lab_append(const LabSetup *setup, LabReport *into, LabReport *more, Err *err);

Status lab_run(const LabSetup *setup, LabReport *report, Err *err);
void lab_free(LabReport *report);

/* ---- reports -------------------------------------------------------------------------------------------- */

/* Where the figures come from, so that anyone can reproduce them. */
typedef struct LabSource {
    const char *version;  /* of skerry */
    const char *command;  /* that reproduces this report */
    uint64_t content;     /* hash of the content pack */
    uint64_t games_asked; /* games requested on the command line */
} LabSource;

void lab_write(const LabSetup *setup, const LabReport *report, const LabSource *source, Text *out);
/* Owned by the caller; NULL if out of memory. */
json_t *lab_json(const LabSetup *setup, const LabReport *report, const LabSource *source);
void lab_csv(const LabSetup *setup, const LabReport *report, Text *out);

#endif
