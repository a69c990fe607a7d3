/* Tests for the Ten Days bot. Every question gets a listed answer, always the same one; no team dies out while it holds
 * water; no battle is won with unneeded weapons; offers are few, are answered at once and make nobody poorer. */
#include "bots/search.h"
#include "engine/registry.h"
#include "games/tendays/bot/candidates.h"
#include "unit.h"

enum { GAMES = 120, SOLO = 500, DRAFTS_PER_DAY_MAX = 5 };

/* Counts from many bot games. */
typedef struct Observations {
    unsigned asked[TEN_ASKS], made[MOVE_HAND + 1];
    unsigned neglected;         /* teams that died of thirst while holding a Water card */
    unsigned battles, wasteful; /* battles won; those won with an unneeded weapon */
    unsigned unanswered;        /* offers that a seat ignored while it was to act */
    unsigned bad_trades;        /* accepted offers that made the seat poorer */
    unsigned drafts;            /* most offers that a seat started in a day */
    /* The rest is about seats alone on the island. */
    unsigned already_won, kept_eating; /* dusks with a win unless a Ghost ship comes; those not ended at once */
    unsigned lost, idle;       /* turns ended when behind with no rescuer to come; those with an explorer left */
    unsigned risky_binoculars; /* binoculars used while a Ghost ship could cost the lead */
    unsigned safe_lead, explored_anyway;  /* moves while ahead with enough supplies; explorations among them */
    unsigned can_still_win, acted_anyway; /* moves while a waiting rescuer will win the game; actions among them */
    unsigned left_to_lose;                /* the last character was entered, though that loses and more rescuers come */
    unsigned ended[3];
} Observations;

/* A game in progress. */
typedef struct TestGame {
    const Rules *rules;
    const Bot *bot[SEATS_MAX];
    uint64_t seed;
    uint32_t asked;
    uint8_t informed; /* seats that received an event since they were last asked */
    bool direct;      /* asides come from the knowledge's choose hook instead of the bot */
    Sink sink;
    TenState s;
    Observations *seen;
} TestGame;

static void rules_for(Rules *rules, unsigned seats) {
    Err err = {0};
    const Pack *pack = builtin_pack("tendays", &err);
    assert_non_null(pack);
    expect_ok(rules_open(rules, pack, seats, &err), &err);
}

static void note_audience(Sink *sink, const Event *event) {
    TestGame *t = (TestGame *)(void *)((char *)sink - offsetof(TestGame, sink));
    t->informed |= event->to;
}

/* ---- observations ------------------------------------------------------------------------------------------- */

/* The scores from one seat's point of view: whether it is alone on the island, its safe points and its total, the best
 * other total, and the best other total if a Ghost ship paid for souls (less what it would pay this seat). */
typedef struct Standing {
    bool alone;
    int32_t home, own, best, paid;
} Standing;

static Standing standing(const TestGame *t, const TenState *view, unsigned seat) {
    Standing st = {.alone = true};
    int32_t part[4], pays = 0;
    for (unsigned r = 0; r < ten_content(t->rules)->rescuers; r++)
        if (ten_rescuer(t->rules, r)->needs == NEED_SOULS && view->rescue[r])
            pays = ten_content(t->rules)->soul_points;
    ten_points(t->rules, view, seat, part);
    st.home = part[1] + part[2] + part[3];
    st.own = st.home + part[0];
    for (unsigned other = 0; other < t->rules->seats; other++) {
        if (other == seat)
            continue;
        ten_points(t->rules, view, other, part);
        int32_t has = part[0] + part[1] + part[2] + part[3];
        int32_t paid = has + pays * (view->seat[other].souls - view->seat[seat].souls);
        st.alone &= !view->seat[other].island;
        st.best = has > st.best ? has : st.best;
        st.paid = paid > st.paid ? paid : st.paid;
    }
    return st;
}

static bool is_already_won(const Standing *st) { return st->alone && st->best < st->home && st->paid >= st->home; }

static bool can_explore(const TestGame *t, const TenState *view, unsigned seat) {
    Move moves[LEGAL_MAX];
    unsigned n = t->rules->game->legal(t->rules, view, seat, moves), found = 0;
    for (unsigned i = 0; i < n; i++)
        found += moves[i].kind == MOVE_EXPLORE;
    return found;
}

static void watch_alone(TestGame *t, const TenState *view, unsigned seat, Move move) {
    Standing st = standing(t, view, seat);
    bool visits = false, waits = false;
    for (unsigned day = view->day; day < ten_content(t->rules)->days; day++)
        visits |= ten_content(t->rules)->day[day].rescue;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        waits |= view->berth[berth] < ten_content(t->rules)->rescuers;
    if (is_already_won(&st) && view->ask == ASK_DUSK) {
        t->seen->already_won++;
        t->seen->kept_eating += move.kind != MOVE_DONE;
    }
    if (st.alone && st.best >= st.own && !visits && !waits && view->ask == ASK_TURN && move.kind == MOVE_END) {
        t->seen->lost++;
        t->seen->idle += can_explore(t, view, seat);
    }
    if (st.alone && view->ask == ASK_TURN) {
        TenEval e;
        ten_eval_init(&e, &(BotQuery){.rules = t->rules, .view = view, .seat = seat});
        bool home = st.best < st.own && ten_has_enough(&e),
             can_still_win = e.risk == RISK_CAN_STILL_WIN && !ten_servings_short(&e);
        t->seen->safe_lead += home;
        t->seen->explored_anyway += home && move.kind == MOVE_EXPLORE;
        t->seen->can_still_win += can_still_win;
        t->seen->acted_anyway += can_still_win && move.kind <= MOVE_EXCHANGE;
    }
    if (st.alone && bits_count(view->seat[seat].island) == 1 && visits && move.kind == MOVE_ENTER) {
        bool has_treasure = false; /* a treasure carried may change the result */
        for (unsigned card = 0; card < ten_derived(t->rules)->held; card++)
            has_treasure |= view->seat[seat].hand[card] && ten_card(t->rules, card)->kind == TREASURE;
        t->seen->left_to_lose += !has_treasure && 2 * st.own - st.home < st.best;
    }
    t->seen->risky_binoculars += st.alone && move.kind == MOVE_BINOCULARS && st.best < st.own && st.paid >= st.own;
}

static void watch_dusk(TestGame *t, const TenState *view, unsigned seat) {
    const TenSeat *p = &view->seat[seat];
    const TenDay *day = &ten_content(t->rules)->day[view->day - 1];
    uint32_t thirsty = day->water ? p->island & ~view->drunk : 0, hungry = day->food ? p->island & ~view->eaten : 0;
    unsigned water = p->open[WATER];
    for (unsigned card = 0; card < ten_derived(t->rules)->held; card++)
        water += ten_card(t->rules, card)->kind == WATER ? p->hand[card] : 0u;
    /* A character may go without while there is water, so that its soul feeds the others; but never the last survivor.
     */
    Standing st = standing(t, view, seat);
    if (thirsty & ~hungry && water && (thirsty | hungry) == p->island && !is_already_won(&st))
        t->seen->neglected++;
}

/* Would the battle have been won without the seat's smallest weapon? */
static void watch_fight(TestGame *t, const TenState *view, unsigned seat) {
    const TenDerived *d = ten_derived(t->rules);
    const Frame *f = ten_top(view);
    const TenCard *foe = ten_card(t->rules, f->arg[BATTLE_CARD]);
    unsigned stars = 0, smallest = 0;
    if (foe->kind == ANIMAL)
        stars = view->seat[seat].gear[GEAR(USE_TRAP)] + ten_character(t->rules, f->arg[BATTLE_CHARACTER])->vs_animal;
    for (unsigned i = 0; i < d->weapons; i++) {
        unsigned value = ten_card(t->rules, d->weapon_card[i])->value;
        stars += view->seat[seat].put[i] * value;
        for (bits_each(other, view->allied))
            stars += view->seat[other].put[i] * value;
        if (view->seat[seat].put[i] && (!smallest || value < smallest))
            smallest = value;
    }
    if (stars <= foe->value || !smallest)
        return;
    t->seen->battles++;
    t->seen->wasteful += stars - smallest > foe->value;
}

static int32_t stock_value_of(const TestGame *t, unsigned seat) {
    TenState view = {0};
    TenEval e;
    t->rules->game->observe(t->rules, &t->s, seat, &view);
    ten_eval_init(&e, &(BotQuery){.rules = t->rules, .view = &view, .seat = seat});
    return e.stock_value;
}

/* ---- games -------------------------------------------------------------------------------------------------- */

static bool bot_answers(const TestGame *t, const BotQuery *query, const Move *listed, unsigned n, Move *move) {
    bool waited_for = t->s.head.to_act & BIT(query->seat);
    if (t->direct && !waited_for && t->bot[query->seat] == bot_find("greedy"))
        return bot_knowledge(t->rules)->choose(query, listed, n, move);
    return t->bot[query->seat]->choose(query, move);
}

static bool bot_asked(TestGame *t, unsigned seat, Move *move) {
    TenState view = {0};
    Move listed[LEGAL_MAX], again;
    unsigned n = t->rules->game->legal(t->rules, &t->s, seat, listed), found = 0;
    t->rules->game->observe(t->rules, &t->s, seat, &view);
    BotQuery query = {t->rules, &view, seat, bot_seed(t->seed, seat, t->asked++), 0};
    bool waited_for = t->s.head.to_act & BIT(seat), answered = bot_answers(t, &query, listed, n, move);
    assert_int_equal(answered, bot_answers(t, &query, listed, n, &again));
    if (!answered) {
        assert_false(waited_for);
        return false;
    }
    assert_memory_equal(move, &again, sizeof again);
    for (unsigned i = 0; i < n; i++)
        found += move_equal(listed[i], *move);
    if (found != 1)
        fail_msg("at question %u the bot makes an unlisted move of kind %u", t->s.ask, move->kind);
    t->seen->asked[t->s.ask] += waited_for;
    t->seen->made[move->kind]++;
    if (waited_for && t->bot[seat] == bot_find("greedy"))
        watch_alone(t, &view, seat, *move);
    if (move->kind == MOVE_DONE && t->s.ask == ASK_DUSK)
        watch_dusk(t, &view, seat);
    if (move->kind == MOVE_FIGHT && t->s.ask == ASK_FIGHT)
        watch_fight(t, &view, seat);
    for (unsigned slot = 0; slot < TEN_OFFERS && waited_for; slot++)
        t->seen->unanswered +=
            view.offer[slot].number && view.offer[slot].terms.to == seat && move->kind < MOVE_FIREWOOD;
    return true;
}

static void game_apply(TestGame *t, Move move) {
    int32_t before = move.kind == MOVE_ACCEPT ? stock_value_of(t, move.seat) : 0;
    rules_apply(t->rules, &t->s, move, &t->sink);
    t->seen->bad_trades += move.kind == MOVE_ACCEPT && stock_value_of(t, move.seat) < before;
    for (unsigned seat = 0; seat < t->rules->seats; seat++)
        if (t->s.seat[seat].drafts > t->seen->drafts && t->bot[seat] == bot_find("greedy"))
            t->seen->drafts = t->s.seat[seat].drafts;
}

/* As in the lab: every seat that received an event may make an aside. */
static void game_asides(TestGame *t) {
    uint32_t asking, seats = BIT(t->rules->seats) - 1;
    while (t->s.head.node == NODE_DECISION && (asking = t->informed & seats & ~(uint32_t)t->s.head.to_act)) {
        unsigned seat = bits_first(asking);
        Move move;
        t->informed &= (uint8_t)~BIT(seat);
        if (bot_asked(t, seat, &move))
            game_apply(t, move);
    }
    t->informed = 0;
}

static void game_play(const Rules *rules, const Bot *const *bots, uint64_t seed, Observations *seen, Score *score) {
    Rng rng = rng_init(seed, 0);
    TestGame t = {.rules = rules, .seed = seed, .direct = seed % 2, .sink.take = note_audience, .seen = seen};
    Err err = {0};
    for (unsigned seat = 0; seat < rules->seats; seat++)
        t.bot[seat] = bots[seat];
    expect_ok(rules->game->setup(rules, &t.s, &err), &err);
    while (t.s.head.node != NODE_OVER) {
        Odds odds;
        Move move = {0};
        if (t.s.head.node == NODE_CHANCE)
            move = rules_draw_outcome(rules, &t.s, &odds, &rng);
        else
            assert_true(bot_asked(&t, bits_first(t.s.head.to_act), &move));
        game_apply(&t, move);
        game_asides(&t);
    }
    rules->game->score(rules, &t.s, score);
    seen->ended[score->ending]++;
}

/* ---- candidates ----------------------------------------------------------------------------------------------- */

/* Totals over all decisions. */
typedef struct CandidateTotals {
    unsigned decisions, candidates, plans; /* plans: candidates of several moves */
    unsigned asked[TEN_ASKS];              /* decisions with more than one candidate, by question */
} CandidateTotals;

/* Every move of a candidate must be legal, whatever is rolled on the way. */
static void check_candidate(const Rules *rules, const State *state, const BotCandidate *candidate, Rng *rng) {
    State s = *state;
    Odds odds;
    for (unsigned i = 0; i < candidate->n; i++) {
        while (s.head.node == NODE_CHANCE)
            rules_apply(rules, &s, rules_draw_outcome(rules, &s, &odds, rng), NULL);
        Err err = {0};
        if (rules_check(rules, &s, candidate->move[i], &err) != SK_OK)
            fail_msg("move %u of %u, kind %u, is not legal", i + 1, candidate->n, candidate->move[i].kind);
        rules_apply(rules, &s, candidate->move[i], NULL);
    }
}

/* The answer of the hand-written rules comes first, and no candidate appears twice. */
static Move check_candidates(const Rules *rules, const State *state, unsigned seat, Rng *rng, CandidateTotals *tried) {
    BotCandidate candidate[BOT_CANDIDATES_MAX];
    State view;
    Move answer;
    memset(&view, 0, sizeof view);
    rules->game->observe(rules, state, seat, &view);
    BotQuery query = {.rules = rules, .view = &view, .seat = seat, .seed = rng_next(rng)};
    assert_true(bot_find("greedy")->choose(&query, &answer));
    unsigned n = bot_knowledge(rules)->candidates(&query, candidate, BOT_CANDIDATES_MAX);
    assert_in_range(n, 1, BOT_CANDIDATES_MAX);
    assert_true(move_equal(candidate[0].move[0], answer));
    for (unsigned i = 0; i < n; i++) {
        check_candidate(rules, state, &candidate[i], rng);
        tried->plans += candidate[i].n > 1;
        for (unsigned k = 0; k < i; k++)
            assert_false(candidate[k].n == candidate[i].n &&
                         memcmp(candidate[k].move, candidate[i].move, sizeof(Move) * candidate[i].n) == 0);
    }
    tried->decisions++;
    tried->candidates += n;
    tried->asked[((const TenState *)(const void *)state)->ask] += n > 1;
    return answer;
}

static void candidates_can_be_played(void **unused) {
    (void)unused;
    CandidateTotals tried = {0};
    for (unsigned n = 0; n < few(GAMES / 2, GAMES / 4); n++) {
        Rng rng = rng_init(n, 4);
        Rules rules;
        State state;
        Odds odds;
        rules_for(&rules, 2 + n % 5);
        memset(&state, 0, sizeof state);
        rules.game->setup(&rules, &state, NULL);
        while (state.head.node != NODE_OVER) {
            bool chance = state.head.node == NODE_CHANCE;
            Move move = chance ? rules_draw_outcome(&rules, &state, &odds, &rng)
                               : check_candidates(&rules, &state, bits_first(state.head.to_act), &rng, &tried);
            rules_apply(&rules, &state, move, NULL);
        }
    }
    static const uint8_t chosen[] = {ASK_TURN, ASK_DUSK,   ASK_BID,    ASK_FIGHT, ASK_HELP,
                                     ASK_SIDE, ASK_DEFEND, ASK_SPOILS, ASK_NAME};
    for (unsigned i = 0; i < sizeof chosen; i++)
        if (!tried.asked[chosen[i]])
            fail_msg("question %u never had more than one candidate", chosen[i]);
    print_message("%u decisions, %u candidates, %u of several moves\n", tried.decisions, tried.candidates, tried.plans);
    assert_true(tried.plans > 100 && tried.candidates > tried.decisions);
}

/* ---- tests ------------------------------------------------------------------------------------------------ */

static Observations all;

static int watch_games(void **unused) {
    (void)unused;
    const Bot *greedy = bot_find("greedy"), *bots[SEATS_MAX] = {greedy, greedy, greedy, greedy, greedy, greedy};
    for (unsigned n = 0; n < few(GAMES, GAMES / 2); n++) {
        Rules rules;
        Score score;
        rules_for(&rules, 2 + n % 5);
        game_play(&rules, bots, n, &all, &score);
    }
    return 0;
}

static void every_question_is_answered(void **unused) {
    (void)unused;
    for (unsigned asked = ASK_TURN; asked < ASK_OVER; asked++)
        if (!all.asked[asked])
            fail_msg("question %u never came up in %u games", asked, GAMES);
}

/* A bot that never did anything would also answer every question, so check which moves it makes. */
static void it_uses_what_it_has(void **unused) {
    (void)unused;
    static const uint8_t used[] = {
        MOVE_EXPLORE, MOVE_SCAVENGE, MOVE_FISH,       MOVE_ATTACK,     MOVE_RAID,   MOVE_ROUSE,     MOVE_EAT_FROM,
        MOVE_ENERGY,  MOVE_COOK,     MOVE_EQUIP,      MOVE_LIGHT,      MOVE_KIT,    MOVE_SOUL_HEAL, MOVE_NURSE,
        MOVE_TROPHY,  MOVE_PLIERS,   MOVE_SOUL_DRINK, MOVE_BINOCULARS, MOVE_TORCH,  MOVE_PUT_AWAY,  MOVE_SWAP,
        MOVE_ESCAPE,  MOVE_CALL,     MOVE_ALLY,       MOVE_KILL,       MOVE_STEAL,  MOVE_SAVE,      MOVE_ADD,
        MOVE_CARRY,   MOVE_NAME,     MOVE_HAUNT,      MOVE_FIREWOOD,   MOVE_ACCEPT, MOVE_DECLINE};
    for (unsigned i = 0; i < sizeof used; i++)
        if (!all.made[used[i]])
            fail_msg("no move of kind %u in %u games", used[i], GAMES);
    assert_int_equal(all.made[MOVE_WITHDRAW] + all.made[MOVE_CANCEL], 0);
}

static void no_team_dies_with_water_in_hand(void **unused) {
    (void)unused;
    assert_int_equal(all.neglected, 0);
}

static void no_unneeded_weapons(void **unused) {
    (void)unused;
    assert_true(all.battles > 50);
    if (all.wasteful * 50 > all.battles)
        fail_msg("%u of %u battles were won with a weapon that was not needed", all.wasteful, all.battles);
}

static void offers_are_few_and_answered(void **unused) {
    (void)unused;
    assert_true(all.made[MOVE_OFFER_SEND] > few(GAMES, GAMES / 2) && all.made[MOVE_ACCEPT] > few(GAMES / 2, GAMES / 4));
    assert_true(all.drafts <= DRAFTS_PER_DAY_MAX);
    assert_int_equal(all.unanswered, 0);
}

static void no_trade_makes_a_seat_poorer(void **unused) {
    (void)unused;
    assert_int_equal(all.bad_trades, 0);
}

/* Greedy against random; they take turns at seat 1. */
static void solo_game(const Rules *rules, unsigned n, Observations *watched, Score *score) {
    const Bot *bots[2] = {bot_find(n % 2 ? "random" : "greedy"), bot_find(n % 2 ? "greedy" : "random")};
    game_play(rules, bots, 100 + n, watched, score);
}

/* Counts the games that greedy won and lost. */
static void solo_play(const Rules *rules, unsigned games, Observations *watched, unsigned *won, unsigned *lost) {
    *won = *lost = 0;
    for (unsigned n = 0; n < games; n++) {
        Score score;
        solo_game(rules, n, watched, &score);
        *won += score.place[n % 2] < score.place[n % 2 ^ 1u];
        *lost += score.place[n % 2] > score.place[n % 2 ^ 1u];
    }
}

/* Games in which an earlier version let its last character be rescued and so lost. */
static void nobody_leaves_to_lose(void **unused) {
    (void)unused;
    static const unsigned once[] = {4773, 6329, 6417};
    static Observations solo;
    Rules rules;
    Score score;
    rules_for(&rules, 2);
    for (unsigned i = 0; i < sizeof once / sizeof *once; i++)
        solo_game(&rules, once[i], &solo, &score);
    assert_int_equal(solo.left_to_lose, 0);
}

static void it_beats_random(void **unused) {
    (void)unused;
    static Observations solo;
    Rules rules;
    unsigned won, lost, games = few(SOLO, SOLO / 5);
    rules_for(&rules, 2);
    solo_play(&rules, games, &solo, &won, &lost);
    if (won * 100 < games * 93 || lost * 40 > won)
        fail_msg("greedy won %u of %u games and lost %u", won, games, lost);
}

/* With many Ghost ships, which pay for souls, a seat alone on the island must allow for the points they may bring. */
static void it_watches_for_ghost_ships(void **unused) {
    (void)unused;
    static Observations solo;
    Rules rules;
    Pack pack = {0};
    Err err = {0};
    unsigned won, lost, games = few(SOLO, SOLO / 2);
    const Builtin *builtin = builtin_find("tendays");
    json_t *json = json_loads(builtin->content_json, 0, NULL);
    json_t *rescuer;
    size_t i;
    json_array_foreach(json_object_get(json, "rescuers"), i, rescuer) {
        if (strcmp(json_string_value(json_object_get(rescuer, "id")), "ghost-ship") == 0)
            json_object_set_new(rescuer, "copies", json_integer(4));
    }
    expect_ok(pack_load_json(&pack, game_find("tendays"), json, NULL, "haunted", &err), &err);
    json_decref(json);
    expect_ok(rules_open(&rules, &pack, 2, &err), &err);
    solo_play(&rules, games, &solo, &won, &lost);
    pack_free(&pack);
    /* A won game is not risked, and a lost one is not given up. */
    assert_true(solo.already_won > 5);
    assert_int_equal(solo.kept_eating, 0);
    assert_int_equal(solo.risky_binoculars, 0);
    assert_true(solo.safe_lead > 100);
    assert_int_equal(solo.explored_anyway, 0);
    assert_true(solo.can_still_win > 5);
    assert_int_equal(solo.acted_anyway, 0);
    assert_true(solo.lost > 5);
    assert_int_equal(solo.idle, 0);
    if (won * 100 < games * 89)
        fail_msg("greedy won %u of %u games among Ghost ships", won, games);
}

/* The summed errors of the candidates' leads over several decisions. */
static double leads_spread(const BotKnowledge *knowledge) {
    enum { WORLDS = 24 };
    const unsigned wanted = few(30, 8);
    Rules rules;
    Err err = {0};
    State state = {0}, view;
    Odds odds;
    double spread = 0;
    unsigned decisions = 0;
    Rng rng = rng_init(8, 8);
    BotPool *pool = bot_pool_open(1);
    rules_for(&rules, 2);
    expect_ok(rules.game->setup(&rules, &state, &err), &err);
    while (decisions < wanted && state.head.node != NODE_OVER) {
        static SearchReport report;
        BotCandidate candidates[BOT_CANDIDATES_MAX];
        Move move;
        if (state.head.node == NODE_CHANCE) {
            rules_apply(&rules, &state, rules_draw_outcome(&rules, &state, &odds, &rng), NULL);
            continue;
        }
        unsigned seat = bits_first(state.head.to_act);
        memset(&view, 0, sizeof view);
        rules.game->observe(&rules, &state, seat, &view);
        BotQuery query = {
            .rules = &rules, .view = &view, .seat = seat, .seed = 3, .knowledge = knowledge, .pool = pool};
        unsigned n = search_list_candidates(&query, 6, candidates);
        if (n > 1) {
            BotBudget budget = {.playouts = WORLDS * n, .candidates = 6, .horizon = 4, .keep_candidates = 6};
            assert_true(search_given_candidates(&query, budget, false, candidates, n, &report));
            for (unsigned i = 0; i < n; i++)
                spread += report.candidate[i].lead_error;
            decisions++;
        }
        assert_true(bot_find("greedy")->choose(&query, &move));
        rules_apply(&rules, &state, move, NULL);
    }
    bot_pool_close(pool);
    assert_int_equal(decisions, wanted);
    return spread;
}

/* All candidates get the same cards and dice, so differences in their leads come from the moves themselves. */
static void candidates_share_random_numbers(void **unused) {
    (void)unused;
    Rules rules;
    rules_for(&rules, 2);
    BotKnowledge independent = *bot_knowledge(&rules);
    double spread = leads_spread(bot_knowledge(&rules));
    independent.chance_stream = NULL;
    double before = leads_spread(&independent);
    print_message("with shared random numbers, the spread of leads is %.0f %% of the spread without\n",
                  100 * spread / before);
    assert_true(spread < 0.8 * before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_is_answered),      cmocka_unit_test(it_uses_what_it_has),
        cmocka_unit_test(no_team_dies_with_water_in_hand), cmocka_unit_test(no_unneeded_weapons),
        cmocka_unit_test(offers_are_few_and_answered),     cmocka_unit_test(no_trade_makes_a_seat_poorer),
        cmocka_unit_test(nobody_leaves_to_lose),           cmocka_unit_test(it_beats_random),
        cmocka_unit_test(it_watches_for_ghost_ships),      cmocka_unit_test(candidates_can_be_played),
        cmocka_unit_test(candidates_share_random_numbers),
    };
    return cmocka_run_group_tests_name("tendays_bot", tests, watch_games, NULL);
}
