/* Plans the rest of the seat's own turn. This is all that bot:greedy does; stronger bots start from it. */
#ifndef SKERRY_BOTS_GREEDY_H
#define SKERRY_BOTS_GREEDY_H

#include "bots/bot.h"

/* Chooses a legal move; false if no aside is worthwhile. use_net: evaluate positions with the net in games that set
 * BotKnowledge.net_plans_turns. */
bool greedy_choose(const BotQuery *query, bool use_net, Move *move);
/* Fills in all legal moves, best first, and returns how many there are. */
unsigned greedy_rank(const BotQuery *query, bool use_net, Move moves[LEGAL_MAX]);

#endif
