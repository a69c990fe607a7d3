/* What the stronger bots need to know of Ten Days beside the answers of the hand rules: alternatives to them, and what
 * the net is told. Pure functions of a view; nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_BOT_CANDIDATES_H
#define SKERRY_GAMES_TENDAYS_BOT_CANDIDATES_H

#include "games/tendays/bot/eval.h"

/* Moves by what they may bring, the best first; the rest falls out at the end. */
typedef struct Ranking {
    unsigned n;
    Move move[BOT_CANDIDATES_MAX];
    int32_t worth[BOT_CANDIDATES_MAX];
} Ranking;
void ten_rank(Ranking *ranking, Move move, int32_t worth);

/* The moves of a turn that bring something or might. */
void ten_rank_turn(TenEval *e, const Move *moves, unsigned n, Ranking *ranking);
/* Entries, raises and, last, withdrawals; those that can be paid. */
void ten_rank_bid(TenEval *e, const Move *moves, unsigned n, Ranking *ranking);
/* Who is best let go at this dusk; the next step of a dusk at which these go without. */
uint32_t ten_dusk_lost(const TenEval *e);
bool ten_dusk_step(const TenEval *e, uint32_t lost, const Move *moves, unsigned n, Move *move);
/* tendays_lines.c: whole plans. */
unsigned ten_lines(const BotQuery *query, BotCandidate *out, unsigned most_lines);

/* tendays_sense.c: for the net, and for hints. */
void ten_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
void ten_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS]);
extern const char *const ten_terms[];

#endif
