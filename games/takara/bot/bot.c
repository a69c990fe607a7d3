/* What the bots know of Takara Island. The value is a chance to win, in parts of BOT_WON: the logistic curve over the
 * lead that takara_worth.c reckons. */
#include "base/bits.h"
#include "bots/greedy.h"
#include "bots/net.h"
#include "games/takara/bot/eval.h"

extern const Net takara_net;

static int32_t lead_chance(int32_t lead, int32_t spread) { return fixed_lead_chance(lead, spread, 100 * XP); }

/* ---- the value ------------------------------------------------------------------------------------------ */

static int32_t value_over(const Rules *rules, const TakaraState *s, unsigned seat) {
    Score score;
    unsigned first = 0;
    rules->game->score(rules, s, &score);
    for (unsigned p = 0; p < rules->seats; p++)
        first += score.place[p] == 1;
    if (first == 0)
        return BOT_WON / 50; /* hardly better than another's victory */
    return score.place[seat] == 1 ? BOT_WON / (int32_t)first : 0;
}

static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const TakaraState *s = state;
    if (s->phase == PHASE_OVER)
        return value_over(rules, s, seat);
    TakaraEval e;
    takara_eval_init(rules, s, seat, &e);
    return lead_chance(e.lead, e.spread);
}

/* Tiles that others alone have seen are as good as undrawn: the view's decks are the seat's own numbers. */
static void imagine(const Rules *rules, const void *view, unsigned seat, void *state) {
    (void)seat;
    TakaraState *s = state;
    *s = *(const TakaraState *)view;
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = s->top[site]; tile < TAKARA_DEPTH; tile++)
            if (s->kind[site][tile] == UNKNOWN8) {
                s->kind[site][tile] = takara_content(rules)->kinds;
                s->seen[site][tile] = 0;
            }
}

/* ---- reasons --------------------------------------------------------------------------------------------- */

/* In this order in explain. */
static const char *const terms[] = {"xp",    "stones",    "karas",         "team",   "harvest", "near",
                                    "looks", "rival-has", "rival-harvest", "ending", NULL};

/* What the seat alone has looked at, the deeper the better. */
static int32_t looks_value(const TakaraEval *e) {
    int32_t worth = 0;
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = e->s->top[site]; tile < TAKARA_DEPTH; tile++)
            if (e->s->seen[site][tile] & BIT(e->seat) && !takara_is_face_up(e->s, site, tile))
                worth += XP / 10 * (int32_t)(1 + takara_level(tile));
    return worth;
}

static const TakaraWorth *foremost_rival(const TakaraEval *e) {
    const TakaraWorth *best = NULL;
    for (unsigned p = 0; p < e->rules->seats; p++)
        if (p != e->seat && (!best || e->worth[p].whole > best->whole))
            best = &e->worth[p];
    return best;
}

static void explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS]) {
    enum { VICTORY = 20 * XP }; /* as much as two Stones */
    const TakaraState *s = state;
    TakaraEval e;
    takara_eval_init(rules, s, seat, &e);
    const TakaraWorth *own = &e.worth[seat], *rival = foremost_rival(&e);
    bool over = s->phase == PHASE_OVER;
    const int32_t all[] = {
        own->xp,
        own->stones,
        own->karas,
        over ? 0 : own->team,
        over ? 0 : own->harvest,
        over ? 0 : takara_reachable_stones(&e),
        over ? 0 : looks_value(&e),
        -(rival->xp + rival->stones + rival->karas + (over ? 0 : rival->team)),
        over ? 0 : -rival->harvest,
        over ? value_over(rules, s, seat) / (BOT_WON / 1000) * (2 * VICTORY / 1000) - VICTORY : e.idle,
    };
    _Static_assert(sizeof all / sizeof *all == sizeof terms / sizeof *terms - 1, "every term has its name");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        term[i] = all[i];
}

/* ---- imagined games ---------------------------------------------------------------------------------------- */

/* What the adventurers may still do today is in what the net is told, so that a look one move ahead is nearly as good
 * as a plan of the whole day, in a sixth of the time. */
static bool play(const BotQuery *query, Move *move) {
    BotKnowledge knowledge = *query_knowledge(query);
    BotQuery own = *query;
    knowledge.value_includes_turn = true;
    own.knowledge = &knowledge;
    return greedy_choose(&own, true, move);
}

const BotKnowledge takara_bot = {
    .id = "takara",
    .value = value,
    .planning_state = imagine,
    .features = takara_features,
    .net = &takara_net,
    .net_plans_turns = true,
    .playout_move = play,
    .blunders_medium = 24,
    .blunders_hard = 8,
    .hard = {.playouts = 400, .candidates = 8, .significance = 4, .horizon = 1},
    .expert = {.playouts = 8000, .candidates = 12, .significance = 4, .horizon = 1},
    .terms = terms,
    .explain = explain,
};
