/* The list of bots, their names, and who knows what of which game. */
#include "bots/bot.h"

#include <stdio.h>
#include <string.h>

#include "bots/net.h"

extern const Bot easy_bot, medium_bot, hard_bot, expert_bot, random_bot, greedy_bot;
extern const Bot hard_4_bot, hard_16_bot, seer_bot;
extern const BotGame *const bot_games[]; /* NULL-terminated; made from the list of games */

const Bot *const bots_all[] = {&easy_bot, &medium_bot, &hard_bot, &expert_bot, &greedy_bot, &random_bot, NULL};

const Bot *bot_find(const char *name) {
    static const Bot *const rungs[] = {&hard_4_bot, &hard_16_bot, &seer_bot, NULL}; /* for measuring only */
    for (const Bot *const *bot = bots_all; *bot; bot++)
        if (strcmp((*bot)->name, name) == 0)
            return *bot;
    for (const Bot *const *bot = rungs; *bot; bot++)
        if (strcmp((*bot)->name, name) == 0)
            return *bot;
    return NULL;
}

Status bot_read(const char *seat, const Bot **bot, Err *err) {
    *bot = strncmp(seat, "bot:", 4) == 0 ? bot_find(seat + 4) : NULL;
    if (*bot)
        return SK_OK;
    char names[256] = "";
    for (size_t i = 0, used = 0; bots_all[i] && used < sizeof names; i++) {
        const char *comma = i == 0 ? "" : bots_all[i + 1] ? ", " : " or ";
        int wrote = snprintf(names + used, sizeof names - used, "%sbot:%s", comma, bots_all[i]->name);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return err_say(err, SK_USAGE, "There is no bot {0}; a bot's seat is {1}.", "ss",
                   *seat ? seat : "with an empty name", names);
}

static int32_t value_score(const Rules *rules, const void *state, unsigned seat) {
    Score score;
    rules->game->score(rules, state, &score);
    return score.points[seat];
}

const BotGame *bot_game(const Rules *rules) {
    static const BotGame plain = {.id = "", .value = value_score};
    for (const BotGame *const *known = bot_games; *known; known++)
        if (strcmp((*known)->id, rules->game->id) == 0)
            return *known;
    return &plain;
}

static int32_t chance_over(const Rules *rules, const void *state, unsigned seat) {
    Score score;
    int32_t first = 0;
    rules->game->score(rules, state, &score);
    for (unsigned i = 0; i < rules->seats; i++)
        first += score.place[i] == 1;
    return score.place[seat] == 1 ? BOT_WON / first : 0;
}

int32_t bot_chance(const BotGame *known, const Rules *rules, const void *state, unsigned seat) {
    if (state_head(state)->node == NODE_OVER)
        return chance_over(rules, state, seat);
    if (!known->net)
        return known->value(rules, state, seat);
    int16_t in[NET_INPUTS] = {0};
    known->sense(rules, state, seat, in);
    return net_chance(known->net + (known->net_of ? known->net_of(rules, state) : 0), in);
}
