/* The playtest lab: many games between bots, counted. A LabReport owns its counters and rows until lab_free; setups,
 * rules and bots are borrowed. Game n draws from stream n of the seed alone, and whatever is counted is added up in
 * whole numbers: any number of threads gives the same report. */
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

enum {
    LAB_THREADS = 256,
    LAB_ENDINGS = 64,
    WIN_UNITS = USE_SPLIT /* a first place is so many parts: two to six seats share it in whole ones */
};

typedef struct LabSetup {
    const Rules *rules;
    const Bot *bot[SEATS_MAX]; /* one a seat; under `rotate`, in the first game of a set */
    bool rotate;               /* every seed is played once with each rotation of the bots over the seats: a set */
    uint32_t budget, part;     /* BotQuery's; 0: the bot's own habit, the whole of it */
    uint64_t seed;
    uint64_t games;      /* under `rotate` made up to whole sets */
    uint64_t first_game; /* the first game to play: those before it were played another time; whole sets */
    unsigned threads;
    bool keep_rows;        /* keep a row a game, for --csv */
    bool per_turn_stats;   /* look at every turn: who leads, what seats have */
    LabPrograms *programs; /* programs among the bots; NULL: none. They need the pack */
    const Pack *pack;
    const UsageSpec *use;    /* count what comes up; NULL: nothing */
    const atomic_bool *stop; /* once it is true, what was begun is finished and counted; NULL: never */
    /* Called now and then from the caller's own thread; NULL: nobody asks. */
    void (*progress)(void *who, uint64_t done, uint64_t games);
    void *who;
} LabSetup;

/* Who plays, as bots and not as seats. */
typedef struct LabLineup {
    unsigned bots; /* different ones */
    const Bot *bot[SEATS_MAX];
    uint8_t held[SEATS_MAX]; /* seats that each has */
    uint8_t at[SEATS_MAX];   /* which of them has the seat, before any rotation */
    unsigned set;            /* games to a seed: 1 without rotation, or as many as there are different rotations */
} LabLineup;

LabLineup lab_lineup_init(const LabSetup *setup);
/* Which bot of the party has a seat in game n. */
static inline unsigned lab_lineup_bot(const LabLineup *lineup, unsigned seats, uint64_t n, unsigned seat) {
    return lineup->at[(seat + n % lineup->set) % seats];
}

/* One game as a line of the table. */
typedef struct LabRow {
    uint32_t turns, steps;
    int32_t points[SEATS_MAX];
    uint8_t place[SEATS_MAX];
    uint8_t ending, spare;
} LabRow;

typedef struct LabSeat {
    uint64_t wins;   /* first alone */
    uint64_t ties;   /* first with others */
    uint64_t split;  /* first places in WIN_UNITS parts: of a tie among m, one m-th */
    uint64_t asides; /* moves that nobody waited for */
    Ratio forced;    /* decisions with one move listed, of all; by games, as the next two */
    Ratio choices;   /* moves listed, a decision */
    Ratio pace;      /* decisions, a turn of the game */
    Hist points;
    Sum part[PARTS_MAX];
} LabSeat;

/* What one bot did, whatever the seats it sat on. */
typedef struct LabBot {
    uint64_t wins, ties, split; /* as of a seat */
    uint64_t losses;            /* games that somebody won, and not it alone or with others */
    Hist points;
    Ratio share,
        decided; /* first places of all games; games won of those it won or lost. In WIN_UNITS parts, by sets */
    struct {
        uint32_t split, games, won, decided;
    } now; /* in the set under way */
} LabBot;

/* First places by place in the turn order: 0 is who decided first, then to the left. */
typedef struct LabTurnPosition {
    uint64_t wins, ties, split; /* as of a seat */
} LabTurnPosition;

/* What one thread has counted, or all of them. */
typedef struct LabTally {
    uint64_t games;
    LabSeat seat[SEATS_MAX];
    LabTurnPosition place[SEATS_MAX];
    LabBot bot[SEATS_MAX];   /* as the party has them */
    uint64_t led[SEATS_MAX]; /* games in which that seat decided first, and nobody with it */
    uint64_t ending[LAB_ENDINGS];
    uint64_t turns_alone, turns_shared; /* turns in which one seat decided, and several */
    Hist turns, steps, decisions;       /* a game's */
    DramaCount drama;                   /* empty unless the setup asks for a study */
    Economy *economy;                   /* NULL unless it does */
    UsageCount *use;                    /* as the setup's plan has it; NULL without one */
    uint64_t asked;                     /* decisions so far, for use_choice */
    BotPool *room;                      /* the thread's, for bots to think in; NULL: they make do */
} LabTally;

typedef struct LabReport {
    LabTally tally; /* of the games from .. from + tally.games - 1 */
    LabRow *rows;   /* as many; NULL unless asked for */
    bool stopped;   /* before all the games were played */
} LabReport;

/* Game n: from stream n / set, the bots moved on by n % set seats. Adds to the tally; row may be NULL. The caller's
 * memory throughout: nothing is allocated but when a histogram grows. */
void lab_game(const LabSetup *setup, const LabLineup *lineup, uint64_t n, LabTally *tally, LabRow *row);

/* Room for what a setup counts; false without memory. */
bool lab_tally_open(const LabSetup *setup, LabTally *tally);
void lab_tally_free(LabTally *tally);
/* Whole sets that the setup's games come to. */
uint64_t lab_games_rounded(const LabSetup *setup);

/* The games that follow, behind those of `into`: a report that was opened for the same setup. Takes `more`. */
Status lab_append(const LabSetup *setup, LabReport *into, LabReport *more, Err *err);

Status lab_run(const LabSetup *setup, LabReport *report, Err *err);
void lab_free(LabReport *report);

/* ---- the report in words and for machines --------------------------------------------------------------- */

/* Where the figures come from: enough to make them again. */
typedef struct LabSource {
    const char *version; /* of skerry */
    const char *command; /* that makes this report */
    uint64_t content;    /* hash */
    uint64_t games_asked;
} LabSource;

void lab_write(const LabSetup *setup, const LabReport *report, const LabSource *source, Text *out);
/* The caller's; NULL without memory. */
json_t *lab_json(const LabSetup *setup, const LabReport *report, const LabSource *source);
void lab_csv(const LabSetup *setup, const LabReport *report, Text *out);

#endif
