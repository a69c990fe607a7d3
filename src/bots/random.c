/* bot:random: any listed move, all alike. It knows nothing and hurries; it is what other bots are measured against. */
#include "base/bits.h"
#include "bots/bot.h"

enum { ASIDE_ONE_IN = 8 }; /* what nobody waits for it does now and then only, or matches would never move on */

static bool choose(const BotAsk *ask, Move *move) {
    Move moves[LEGAL_MAX];
    unsigned n = ask->rules->game->legal(ask->rules, ask->view, ask->seat, moves);
    if (n == 0)
        return false;
    *move = moves[bot_pick(ask->seed, n)];
    return state_head(ask->view)->to_act & BIT(ask->seat) || bot_pick(~ask->seed, ASIDE_ONE_IN) == 0;
}

const Bot random_bot = {
    .name = "random",
    .about = "Picks evenly among all it may do, without a thought.",
    .blind = true,
    .choose = choose,
};
