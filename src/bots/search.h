/* Playout search, used by bot:hard, bot:expert, hints and analysis. Each candidate is played out in invented worlds
 * that fit the view (Game.resample). All seats play from their own views, up to a horizon where the game's knowledge
 * evaluates the position. Everything is borrowed for the call. */
#ifndef SKERRY_BOTS_SEARCH_H
#define SKERRY_BOTS_SEARCH_H

#include "bots/bot.h"

/* The results of one candidate. Chances and leads are in parts of BOT_WON. */
typedef struct SearchCandidate {
    BotCandidate candidate;
    uint32_t playouts;
    int32_t chance;     /* mean win chance */
    int32_t error;      /* standard error of the chance */
    int32_t lead;       /* mean lead over the reference candidate (the first listed) in the same worlds; 0 for itself */
    int32_t lead_error; /* standard error of the lead */
    /* If terms were requested: the mean difference to the reference candidate in each term of BotKnowledge.explain at
     * the horizon, and its standard error. */
    int32_t term[BOT_TERMS_MAX], term_error[BOT_TERMS_MAX];
} SearchCandidate;

typedef struct SearchReport {
    unsigned candidates; /* number of candidates; candidate[0] is the one the bot would play */
    uint32_t playouts;   /* in total */
    bool stopped;        /* ended early by the progress callback */
    SearchCandidate candidate[BOT_CANDIDATES_MAX];
} SearchReport;

/* Searches a decision. Returns false if the seat has no move or no aside is worthwhile. If `terms` is set, also fills
 * in the terms. Uses `budget` as given and ignores the budgets in the query. */
bool search_run(const BotQuery *query, BotBudget budget, bool terms, SearchReport *report);

/* Lists at most `max` candidates that a search would try, best first, and returns how many there are. */
unsigned search_list_candidates(const BotQuery *query, unsigned max, BotCandidate out[BOT_CANDIDATES_MAX]);
/* Searches among the given candidates, for a seat that the game waits for. */
bool search_given_candidates(const BotQuery *query, BotBudget budget, bool terms, const BotCandidate *candidates,
                             unsigned count, SearchReport *report);

/* The budget of bot:hard or bot:expert for this game, taking budget and budget_divisor of the query into account. */
BotBudget search_budget(const BotQuery *query, bool expert);

#endif
