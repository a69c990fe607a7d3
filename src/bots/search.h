/* Search by playing out: what bot:hard and bot:expert do, and where hints and analysis come from. Candidates are tried
 * in worlds that the view allows (Game.resample), all seats playing on from their own views, up to a horizon where the
 * game's knowledge values the position. Everything is borrowed for the call. */
#ifndef SKERRY_BOTS_SEARCH_H
#define SKERRY_BOTS_SEARCH_H

#include "bots/bot.h"

/* How one candidate did. */
typedef struct SearchCandidate {
    BotCandidate candidate;
    uint32_t games;     /* played out */
    int32_t chance;     /* mean chance to win, in parts of BOT_WON */
    int32_t error;      /* its standard error */
    int32_t lead;       /* over the first candidate in the same worlds; 0 for itself */
    int32_t lead_error; /* standard error of the lead */
    /* What the game's explain says at the horizon, if terms were asked for: over the first candidate in the same
     * worlds, and the standard error of that. */
    int32_t term[BOT_TERMS], term_error[BOT_TERMS];
} SearchCandidate;

typedef struct SearchReport {
    unsigned candidates; /* the best first; line[0] is what the bot would play */
    uint32_t games;
    bool stopped; /* by the watch */
    SearchCandidate candidate[BOT_CANDIDATES_MAX];
} SearchReport;

/* False: the seat has no move, or none worth an aside. terms: also ask the game to explain. The effort is taken as it
 * stands, whatever the ask says of budgets. */
bool search_run(const BotQuery *query, BotBudget budget, bool terms, SearchReport *report);

/* What it would try, the likeliest first; returns how many. */
unsigned search_candidates(const BotQuery *query, unsigned most, BotCandidate out[BOT_CANDIDATES_MAX]);
/* The same search among these candidates of a seat that is waited for: leads are over the first of them. */
bool search_candidates_given(const BotQuery *query, BotBudget budget, bool terms, const BotCandidate *candidates,
                             unsigned count, SearchReport *report);

/* What a level spends on a decision of this game; level: "hard" or "expert". ask's budget and part count. */
BotBudget search_budget(const BotQuery *query, bool expert);

#endif
