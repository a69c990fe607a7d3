/* bot:random: a uniformly random legal move. It is fast and knows nothing; other bots are measured against it. */
#include "base/bits.h"
#include "bots/bot.h"

enum { ASIDE_ONE_IN = 8 }; /* it makes only one aside in 8 chances, so that asides do not hold up the game */

static bool choose(const BotQuery *query, Move *move) {
    Move moves[LEGAL_MAX];
    unsigned n = query->rules->game->legal(query->rules, query->view, query->seat, moves);
    if (n == 0)
        return false;
    *move = moves[bot_pick(query->seed, n)];
    return state_head(query->view)->to_act & BIT(query->seat) || bot_pick(~query->seed, ASIDE_ONE_IN) == 0;
}

const Bot random_bot = {
    .name = "random",
    .description = "Picks any legal move at random.",
    .ignores_view = true,
    .choose = choose,
};
