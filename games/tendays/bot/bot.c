/* The bots' knowledge of Ten Days. Each question of the rules gets the answer of highest value (eval.h), with one file
 * per chapter. Offers are made and answered at any question (trade.c). */
#include "bots/net.h"
#include "games/tendays/bot/candidates.h"

enum { PHASES = 3, NETS = 2 * PHASES };
extern const Net tendays_net[NETS];

bool ten_find_move(const Move *moves, unsigned n, TenMove kind, unsigned a, unsigned b, Move *move) {
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == kind && moves[i].arg[0] == a && moves[i].arg[1] == b) {
            *move = moves[i];
            return true;
        }
    return false;
}

static const Answer answers[TEN_ASKS] = {
    [ASK_TURN] = ten_answer_turn,       [ASK_TORCH] = ten_answer_torch,     [ASK_REDRAW] = ten_answer_redraw,
    [ASK_CURE] = ten_answer_cure,       [ASK_DISCARD] = ten_answer_discard, [ASK_SUN] = ten_answer_sun,
    [ASK_TORNADO] = ten_answer_discard, [ASK_NATIVES] = ten_answer_natives, [ASK_FIGHT] = ten_answer_fight,
    [ASK_HELP] = ten_answer_help,       [ASK_RAID] = ten_answer_raid,       [ASK_GUARD] = ten_answer_guard,
    [ASK_LAY] = ten_answer_lay,         [ASK_SIDE] = ten_answer_side,       [ASK_DEFEND] = ten_answer_defend,
    [ASK_SPOILS] = ten_answer_spoils,   [ASK_SAVE] = ten_answer_save,       [ASK_DUSK] = ten_answer_dusk,
    [ASK_BID] = ten_answer_bid,         [ASK_ENTER] = ten_answer_enter,     [ASK_CARRY] = ten_answer_carry,
    [ASK_NAME] = ten_answer_name,       [ASK_HAUNT] = ten_answer_haunt,
};

/* A seat that is not to act can only make asides; false means that it makes none. */
static bool choose(const BotQuery *query, const Move *moves, unsigned n, Move *move) {
    const TenState *s = query->view;
    bool waited_for = s->head.to_act & BIT(query->seat);
    TenEval e;
    if (!waited_for && !s->numbers && s->seat[query->seat].draft.to >= query->rules->seats)
        return false; /* no offer to answer and none being made */
    ten_eval_init(&e, query);
    if (ten_answer_trade(&e, moves, n, move))
        return true;
    return waited_for && answers[s->ask] && answers[s->ask](&e, moves, n, move);
}

/* Small penalties, so that the bot answers offers and finishes drafts. */
enum { PENDING_OFFER_COST = 2, DRAFT_COST = 4 };

/* The seat's points and stock compared with the best other score. For a seat that is not to act, this decides which
 * offers to accept. */
static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const TenState *s = state;
    BotQuery query = {.rules = rules, .view = state, .seat = seat};
    Score score;
    TenEval e;
    rules->game->score(rules, state, &score);
    if (s->ask == ASK_OVER)
        return score.place[seat] == 1 ? BOT_WON : 0;
    ten_eval_init(&e, &query);
    int32_t others = 0;
    for (unsigned other = 0; other < rules->seats; other++)
        others = other == seat ? others : max_i32(others, score.points[other]);
    int32_t value = TEN_POINT_UNIT * (score.points[seat] - others) + e.stock_value;
    for (unsigned c = 0; c < e.c->characters; c++)
        if (e.me->island & BIT(c))
            value += ten_life_value(&e, c) - e.c->character[c].points * TEN_POINT_UNIT;
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++)
        value -= s->offer[slot].number && s->offer[slot].terms.to == seat ? PENDING_OFFER_COST : 0;
    return value - (e.me->draft.to < rules->seats ? DRAFT_COST : 0) + ten_soul_value(&e) * e.me->souls;
}

/* The evaluation ignores everything that the view hides, so the view can serve as a state. */
static void planning_state(const Rules *rules, const void *view, unsigned seat, void *state) {
    (void)rules, (void)seat;
    *(TenState *)state = *(const TenState *)view;
}

/* The hand-written rules never look at other players' cards; only the deck must be what the seat has not seen. */
static void fast_observe(const Rules *rules, const void *state, unsigned seat, void *view) {
    const TenDerived *d = ten_derived(rules);
    const TenState *s = state;
    TenState *v = view;
    *v = *s;
    for (unsigned other = 0; other < rules->seats; other++) {
        if (other == seat)
            continue;
        for (unsigned card = 0; card < d->supplies && s->seat[other].held; card++)
            v->deck[card] = (uint8_t)(v->deck[card] + s->seat[other].hand[card]);
        for (unsigned i = 0; i < d->weapons && s->down; i++)
            if (d->weapon_card[i] < d->supplies)
                v->deck[d->weapon_card[i]] = (uint8_t)(v->deck[d->weapon_card[i]] + s->seat[other].laid[i]);
    }
}

/* One random stream per deck, and one for the die. */
static unsigned chance_stream(const void *state) { return ((const TenState *)state)->ask; }
_Static_assert((unsigned)TEN_ASKS <= BOT_CHANCE_STREAMS, "every question may be a chance node");

/* No random moves at dusk, where a blunder costs lives, or when the seat is alone on the island. */
static bool medium_is_careful(const BotQuery *query) {
    TenEval e;
    ten_eval_init(&e, query);
    return e.s->ask == ASK_DUSK || e.risk != RISK_NORMAL;
}

/* Separate nets for two players and for more, each for three phases of the game. */
static unsigned net_index(const Rules *rules, const void *state) {
    const TenState *s = state;
    unsigned phase = s->day * PHASES / (ten_content(rules)->days + 1u);
    return (rules->seats > 2 ? PHASES : 0) + (phase < PHASES ? phase : PHASES - 1u);
}

static const TenWeights weights = {
#include "games/tendays/bot/weights.inc"
};

#define NAME_ONE(chapter, name) {#chapter "." #name, 1, false},
#define NAME_SOME(chapter, name, n) {#chapter "." #name, n, true},
static const BotWeight weight_names[] = {TEN_ALL(NAME_ONE, NAME_SOME){NULL, 0, false}};

const BotKnowledge tendays_bot = {
    .id = "tendays",
    .value = value,
    .choose = choose,
    .value_includes_turn = true,
    .planning_state = planning_state,
    .weights = (const int32_t *)&weights,
    .weight_names = weight_names,
    .features = ten_features,
    .net = tendays_net,
    .net_index = net_index,
    .nets = NETS,
    .candidates = ten_candidates,
    .fast_observe = fast_observe,
    .chance_stream = chance_stream,
    .terms = ten_terms,
    .hard = {.playouts = 600, .candidates = 6, .significance = 8, .horizon = 3},
    .expert = {.playouts = 4000, .candidates = 10, .significance = 4, .horizon = 6},
    .blunders_easy = 48,
    .blunders_medium = 18,
    .medium_is_careful = medium_is_careful,
    .explain = ten_explain,
};
