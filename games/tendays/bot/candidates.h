/* What the stronger bots need to know of Ten Days beside the answers of the hand rules: alternatives to them, and what
 * the net is told. Pure functions of a view; nothing here owns memory. */
#ifndef SKERRY_BOTS_TENDAYS_LINES_H
#define SKERRY_BOTS_TENDAYS_LINES_H

#include "games/tendays/bot/eval.h"

/* Moves by what they may bring, the best first; the rest falls out at the end. */
typedef struct Ranking {
    unsigned n;
    Move move[BOT_LINES];
    int32_t worth[BOT_LINES];
} Ranking;
void ten_rank(Ranking *ranking, Move move, int32_t worth);

/* The moves of a turn that bring something or might. */
void ten_rank_turn(Sight *v, const Move *moves, unsigned n, Ranking *ranking);
/* Entries, raises and, last, withdrawals; those that can be paid. */
void ten_rank_bid(Sight *v, const Move *moves, unsigned n, Ranking *ranking);
/* Who is best let go at this dusk; the next step of a dusk at which these go without. */
uint32_t ten_dusk_lost(const Sight *v);
bool ten_dusk_step(const Sight *v, uint32_t lost, const Move *moves, unsigned n, Move *move);
/* tendays_lines.c: whole plans. */
unsigned ten_lines(const BotAsk *ask, BotLine *out, unsigned most_lines);

/* tendays_sense.c: for the net, and for hints. */
void ten_sense(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
void ten_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS]);
extern const char *const ten_terms[];

#endif
