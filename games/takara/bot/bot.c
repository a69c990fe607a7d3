/* Knowledge of the Takara Island bots. The value of a position is the chance of a win, where BOT_WON is certain: a
 * logistic function of the lead that eval.c computes. */
#include "base/bits.h"
#include "bots/greedy.h"
#include "bots/net.h"
#include "games/takara/bot/eval.h"

extern const Net takara_net;

static int32_t lead_chance(int32_t lead, int32_t spread) {
    return fixed_lead_chance(lead, spread, 100 * TAKARA_XP_UNIT);
}

/* ---- value of a position -------------------------------------------------------------------------------- */

static int32_t final_value(const Rules *rules, const TakaraState *s, unsigned seat) {
    Score score;
    unsigned first = 0;
    rules->game->score(rules, s, &score);
    for (unsigned p = 0; p < rules->seats; p++)
        first += score.place[p] == 1;
    if (first == 0)
        return BOT_WON / 50; /* everyone lost: slightly better than another player's win */
    return score.place[seat] == 1 ? BOT_WON / (int32_t)first : 0;
}

static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const TakaraState *s = state;
    if (s->phase == PHASE_OVER)
        return final_value(rules, s, seat);
    TakaraEval e;
    takara_eval_init(rules, s, seat, &e);
    return lead_chance(e.lead, e.spread);
}

/* For planning, tiles that only others have seen count as undrawn. The decks in a view still include these tiles, so
 * the numbers add up. */
static void planning_state(const Rules *rules, const void *view, unsigned seat, void *state) {
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

/* ---- reasons for hints ----------------------------------------------------------------------------------- */

/* explain() fills them in this order. */
static const char *const terms[] = {"xp",    "stones",    "karas",         "team",   "harvest", "near",
                                    "looks", "rival-has", "rival-harvest", "ending", NULL};

/* Value of the face-down tiles that the seat has seen; deeper ones count more. */
static int32_t looks_value(const TakaraEval *e) {
    int32_t sum = 0;
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = e->s->top[site]; tile < TAKARA_DEPTH; tile++)
            if (e->s->seen[site][tile] & BIT(e->seat) && !takara_is_face_up(e->s, site, tile))
                sum += TAKARA_XP_UNIT / 10 * (int32_t)(1 + takara_level(tile));
    return sum;
}

static const TakaraPlayerValue *strongest_rival(const TakaraEval *e) {
    const TakaraPlayerValue *best = NULL;
    for (unsigned p = 0; p < e->rules->seats; p++)
        if (p != e->seat && (!best || e->value[p].total > best->total))
            best = &e->value[p];
    return best;
}

static void explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS_MAX]) {
    enum { VICTORY = 20 * TAKARA_XP_UNIT }; /* worth two Stones */
    const TakaraState *s = state;
    TakaraEval e;
    takara_eval_init(rules, s, seat, &e);
    const TakaraPlayerValue *own = &e.value[seat], *rival = strongest_rival(&e);
    bool over = s->phase == PHASE_OVER;
    const int32_t all[] = {
        own->xp,
        own->stones,
        own->karas,
        over ? 0 : own->team,
        over ? 0 : own->expected_gain,
        over ? 0 : takara_reachable_stones(&e),
        over ? 0 : looks_value(&e),
        -(rival->xp + rival->stones + rival->karas + (over ? 0 : rival->team)),
        over ? 0 : -rival->expected_gain,
        over ? final_value(rules, s, seat) / (BOT_WON / 1000) * (2 * VICTORY / 1000) - VICTORY : e.idle,
    };
    _Static_assert(sizeof all / sizeof *all == sizeof terms / sizeof *terms - 1, "every term has a name");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        term[i] = all[i];
}

/* ---- playouts ---------------------------------------------------------------------------------------------- */

/* The net's inputs include what the adventurers can still do today. Looking one move ahead is therefore nearly as good
 * as planning the whole day, in a sixth of the time. */
static bool playout_move(const BotQuery *query, Move *move) {
    BotKnowledge knowledge = *query_knowledge(query);
    BotQuery own = *query;
    knowledge.value_includes_turn = true;
    own.knowledge = &knowledge;
    return greedy_choose(&own, true, move);
}

const BotKnowledge takara_bot = {
    .id = "takara",
    .value = value,
    .planning_state = planning_state,
    .features = takara_features,
    .net = &takara_net,
    .net_plans_turns = true,
    .playout_move = playout_move,
    .blunders_medium = 24,
    .blunders_hard = 8,
    .hard = {.playouts = 400, .candidates = 8, .significance = 4, .horizon = 1},
    .expert = {.playouts = 8000, .candidates = 12, .significance = 4, .horizon = 1},
    .terms = terms,
    .explain = explain,
};
