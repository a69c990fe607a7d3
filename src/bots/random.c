/* bot:random: any listed move, all alike. It knows nothing and hurries; it is what other bots are measured against. */
#include "base/bits.h"
#include "bots/bot.h"

enum { ASIDE_ONE_IN = 8 }; /* what nobody waits for it does now and then only, or matches would never move on */

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
    .description = "Picks evenly among all it may do, without a thought.",
    .ignores_view = true,
    .choose = choose,
};
