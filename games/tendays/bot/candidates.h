/* What the stronger bots need beyond the answers of the hand-written rules: alternatives to those answers, and the
 * inputs of the net. Pure functions of a view; nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_BOT_CANDIDATES_H
#define SKERRY_GAMES_TENDAYS_BOT_CANDIDATES_H

#include "games/tendays/bot/eval.h"

/* Moves by estimated value, best first. When it is full, the worst move is dropped. */
typedef struct Ranking {
    unsigned n;
    Move move[BOT_CANDIDATES_MAX];
    int32_t value[BOT_CANDIDATES_MAX];
} Ranking;
void ten_rank(Ranking *ranking, Move move, int32_t value);

/* Ranks the moves of a turn that are alternatives at all, even those of negative value. */
void ten_rank_turn(TenEval *e, const Move *moves, unsigned n, Ranking *ranking);
/* Ranks the entries and raises that we can pay for; withdrawals come last. */
void ten_rank_bid(TenEval *e, const Move *moves, unsigned n, Ranking *ranking);
/* The best set of characters to go without at this dusk; the next move of a dusk at which `lost` go without. */
uint32_t ten_dusk_lost(const TenEval *e);
bool ten_dusk_step(const TenEval *e, uint32_t lost, const Move *moves, unsigned n, Move *move);
/* candidates.c: the BotKnowledge.candidates hook */
unsigned ten_candidates(const BotQuery *query, BotCandidate *out, unsigned max_candidates);

/* features.c: inputs of the net, and the terms that explain hints */
void ten_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
void ten_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS_MAX]);
extern const char *const ten_terms[];

#endif
