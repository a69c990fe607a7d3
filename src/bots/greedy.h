/* Planning the own turn: what bot:greedy does, and where the stronger bots begin. Owns nothing. */
#ifndef SKERRY_BOTS_GREEDY_H
#define SKERRY_BOTS_GREEDY_H

#include "bots/bot.h"

/* One listed move; false: nothing worth an aside. learned: by the net where it plans better than the value. */
bool greedy_choose(const BotQuery *query, bool learned, Move *move);
/* All listed moves, the best first; returns how many. */
unsigned greedy_rank(const BotQuery *query, bool learned, Move moves[LEGAL_MAX]);

#endif
