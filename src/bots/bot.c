/* The list of bots, finding bots by name, and finding a game's knowledge. */
#include "bots/bot.h"

#include <stdio.h>
#include <string.h>

#include "bots/net.h"

extern const Bot easy_bot, medium_bot, hard_bot, expert_bot, random_bot, greedy_bot;
extern const Bot hard_4_bot, hard_16_bot, seer_bot;
extern const BotKnowledge *const bot_knowledge_all[]; /* NULL-terminated; generated from the list of games */

const Bot *const bots_all[] = {&easy_bot, &medium_bot, &hard_bot, &expert_bot, &greedy_bot, &random_bot, NULL};

const Bot *bot_find(const char *name) {
    static const Bot *const unlisted[] = {&hard_4_bot, &hard_16_bot, &seer_bot, NULL}; /* for measurements only */
    for (const Bot *const *bot = bots_all; *bot; bot++)
        if (strcmp((*bot)->name, name) == 0)
            return *bot;
    for (const Bot *const *bot = unlisted; *bot; bot++)
        if (strcmp((*bot)->name, name) == 0)
            return *bot;
    return NULL;
}

Status bot_parse(const char *seat, const Bot **bot, Err *err) {
    *bot = strncmp(seat, "bot:", 4) == 0 ? bot_find(seat + 4) : NULL;
    if (*bot)
        return SK_OK;
    char names[256] = "";
    for (size_t i = 0, used = 0; bots_all[i] && used < sizeof names; i++) {
        const char *comma = i == 0 ? "" : bots_all[i + 1] ? ", " : " or ";
        int wrote = snprintf(names + used, sizeof names - used, "%sbot:%s", comma, bots_all[i]->name);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    if (!*seat)
        return err_set(err, SK_USAGE, "A seat is empty; choose {0}.", "s", names);
    return err_set(err, SK_USAGE, "There is no bot {0}; choose {1}.", "ss", seat, names);
}

static int32_t value_score(const Rules *rules, const void *state, unsigned seat) {
    Score score;
    rules->game->score(rules, state, &score);
    return score.points[seat];
}

const BotKnowledge *bot_knowledge(const Rules *rules) {
    static const BotKnowledge plain = {.id = "", .value = value_score};
    for (const BotKnowledge *const *knowledge = bot_knowledge_all; *knowledge; knowledge++)
        if (strcmp((*knowledge)->id, rules->game->id) == 0)
            return *knowledge;
    return &plain;
}

static int32_t final_win_share(const Rules *rules, const void *state, unsigned seat) {
    Score score;
    int32_t first = 0;
    rules->game->score(rules, state, &score);
    for (unsigned i = 0; i < rules->seats; i++)
        first += score.place[i] == 1;
    return score.place[seat] == 1 ? BOT_WON / first : 0;
}

int32_t bot_win_chance(const BotKnowledge *knowledge, const Rules *rules, const void *state, unsigned seat) {
    if (state_head(state)->node == NODE_OVER)
        return final_win_share(rules, state, seat);
    if (!knowledge->net)
        return knowledge->value(rules, state, seat);
    int16_t in[NET_INPUTS] = {0};
    knowledge->features(rules, state, seat, in);
    return net_chance(knowledge->net + (knowledge->net_index ? knowledge->net_index(rules, state) : 0), in);
}
