/* src/bots/tendays: every question gets a listed answer, the same one each time; no team dies out beside what would
 * have kept one of it alive; battles are won with no weapon too many; offers are few, get their answer at once and make
 * nobody poorer. */
#include "bots/search.h"
#include "engine/registry.h"
#include "games/tendays/bot/candidates.h"
#include "games/tendays/rules/frames.h"
#include "unit.h"

/* The bot reads frames by numbers of its own, as it may not include the rules' frames.h. */
#define SAME(a, b) _Static_assert((int)(a) == (int)(b), #a)
SAME(STAGE_TURNS, DAY_TURNS);
SAME(STAGE_DUSK, DAY_DUSK);
SAME(STAGE_NIGHT, DAY_NIGHT);
SAME(AT_DONE, DAY_AT);
SAME(AT_NIGHT, TURN_NIGHT);
SAME(AT_EXPLORER, EXPLORE_CHARACTER);
SAME(AT_EXPLORER, BATTLE_CHARACTER);
SAME(AT_CARD, EXPLORE_CARD);
SAME(AT_CARD, BATTLE_CARD);
SAME(AT_RAIDED, RAID_BERTH);
SAME(AT_ATTACKER, ATTACK_CHARACTER);
SAME(AT_TARGET, ATTACK_TARGET);
SAME(AT_VICTIM, SPOILS_VICTIM);
SAME(AT_KILLER, SPOILS_KILLER);
SAME(AT_LOSER, SPOILS_LOSER);
SAME(AT_DYING, DEATH_CHARACTER);
SAME(AT_BIDDER, BIDS_CHARACTER);

enum { GAMES = 120, SOLO = 500, DRAFTS_MOST = 5 };

/* What many games among bots showed. */
typedef struct Watched {
    unsigned asked[TEN_ASKS], made[MOVE_HAND + 1];
    unsigned neglected;       /* teams that died of thirst beside a Water card */
    unsigned battles, excess; /* won, and with a weapon that was not needed */
    unsigned waiting;         /* offers that were left unanswered by who had the choice */
    unsigned poorer;          /* made so by what they accepted */
    unsigned drafts;          /* most begun by a seat in a day */
    unsigned won_home,
        clung;           /* alone, before a Ghost ship that could turn a won game: dusks, and those it went on from */
    unsigned lost, idle; /* alone and beaten, with no more visits: turns ended, and with somebody who could explore */
    unsigned lured;      /* binoculars used while a Ghost ship could turn the game */
    unsigned home, ventured; /* alone, ahead and provided for: turns' moves, and ways into the wild */
    unsigned bound, strayed; /* who is there will win the game: turns' moves, and actions beside waiting for him */
    unsigned vain;           /* the last on the island went home to lose, with somebody else to come */
    unsigned ended[3];
} Watched;

/* One game under way. */
typedef struct Table {
    const Rules *rules;
    const Bot *bot[SEATS_MAX];
    uint64_t seed;
    uint32_t asked;
    uint8_t told;
    bool direct; /* who is not waited for is asked by the knowledge's own hook, not by way of values */
    Sink sink;
    TenState s;
    Watched *seen;
} Table;

static void rules_for(Rules *rules, unsigned seats) {
    Err err = {0};
    const Pack *pack = builtin_pack("tendays", &err);
    assert_non_null(pack);
    expect_fine(rules_open(rules, pack, seats, &err), &err);
}

static void hears(Sink *sink, const Event *event) {
    Table *t = (Table *)(void *)((char *)sink - offsetof(Table, sink));
    t->told |= event->to;
}

/* ---- what is watched ---------------------------------------------------------------------------------------- */

/* Where a seat that is alone on the island stands: what it has at home and in all, the most that another has, and with
 * a Ghost ship's pay. */
typedef struct Standing {
    bool alone;
    int32_t home, own, best, paid;
} Standing;

static Standing standing(const Table *t, const TenState *view, unsigned seat) {
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

static bool is_won_home(const Standing *st) { return st->alone && st->best < st->home && st->paid >= st->home; }

static bool may_explore(const Table *t, const TenState *view, unsigned seat) {
    Move moves[LEGAL_MAX];
    unsigned n = t->rules->game->legal(t->rules, view, seat, moves), found = 0;
    for (unsigned i = 0; i < n; i++)
        found += moves[i].kind == MOVE_EXPLORE;
    return found;
}

static void watch_alone(Table *t, const TenState *view, unsigned seat, Move move) {
    Standing st = standing(t, view, seat);
    bool visits = false, waits = false;
    for (unsigned day = view->day; day < ten_content(t->rules)->days; day++)
        visits |= ten_content(t->rules)->day[day].rescue;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        waits |= view->berth[berth] < ten_content(t->rules)->rescuers;
    if (is_won_home(&st) && view->ask == ASK_DUSK) {
        t->seen->won_home++;
        t->seen->clung += move.kind != MOVE_DONE;
    }
    if (st.alone && st.best >= st.own && !visits && !waits && view->ask == ASK_TURN && move.kind == MOVE_END) {
        t->seen->lost++;
        t->seen->idle += may_explore(t, view, seat);
    }
    if (st.alone && view->ask == ASK_TURN) {
        TenEval e;
        ten_eval_init(&e, &(BotQuery){.rules = t->rules, .view = view, .seat = seat});
        bool home = st.best < st.own && ten_has_enough(&e),
             bound = e.mood == RISK_CAN_STILL_WIN && !ten_servings_short(&e);
        t->seen->home += home;
        t->seen->ventured += home && move.kind == MOVE_EXPLORE;
        t->seen->bound += bound;
        t->seen->strayed += bound && move.kind <= MOVE_EXCHANGE;
    }
    if (st.alone && bits_count(view->seat[seat].island) == 1 && visits && move.kind == MOVE_ENTER) {
        bool laden = false; /* what it carries may turn it */
        for (unsigned card = 0; card < ten_derived(t->rules)->held; card++)
            laden |= view->seat[seat].hand[card] && ten_card(t->rules, card)->kind == TREASURE;
        t->seen->vain += !laden && 2 * st.own - st.home < st.best;
    }
    t->seen->lured += st.alone && move.kind == MOVE_BINOCULARS && st.best < st.own && st.paid >= st.own;
}

static void watch_dusk(Table *t, const TenState *view, unsigned seat) {
    const TenSeat *p = &view->seat[seat];
    const TenDay *day = &ten_content(t->rules)->day[view->day - 1];
    uint32_t thirsty = day->water ? p->island & ~view->drunk : 0, hungry = day->food ? p->island & ~view->eaten : 0;
    unsigned water = p->open[WATER];
    for (unsigned card = 0; card < ten_derived(t->rules)->held; card++)
        water += ten_card(t->rules, card)->kind == WATER ? p->hand[card] : 0u;
    /* One may be let go while there is water, so that its soul carries the others; never the last who could live. */
    Standing st = standing(t, view, seat);
    if (thirsty & ~hungry && water && (thirsty | hungry) == p->island && !is_won_home(&st))
        t->seen->neglected++;
}

/* The stars that a seat has put forth less its least weapon: would they have won as well? */
static void watch_fight(Table *t, const TenState *view, unsigned seat) {
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
    t->seen->excess += stars - smallest > foe->value;
}

static int32_t worth_of(const Table *t, unsigned seat) {
    TenState view = {0};
    TenEval e;
    t->rules->game->observe(t->rules, &t->s, seat, &view);
    ten_eval_init(&e, &(BotQuery){.rules = t->rules, .view = &view, .seat = seat});
    return e.worth;
}

/* ---- games -------------------------------------------------------------------------------------------------- */

static bool bot_answers(const Table *t, const BotQuery *query, const Move *listed, unsigned n, Move *move) {
    bool waited_for = t->s.head.to_act & BIT(query->seat);
    if (t->direct && !waited_for && t->bot[query->seat] == bot_find("greedy"))
        return bot_knowledge(t->rules)->choose(query, listed, n, move);
    return t->bot[query->seat]->choose(query, move);
}

static bool bot_asked(Table *t, unsigned seat, Move *move) {
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
        fail_msg("asked %u the bot makes a move of kind %u that is not listed", t->s.ask, move->kind);
    t->seen->asked[t->s.ask] += waited_for;
    t->seen->made[move->kind]++;
    if (waited_for && t->bot[seat] == bot_find("greedy"))
        watch_alone(t, &view, seat, *move);
    if (move->kind == MOVE_DONE && t->s.ask == ASK_DUSK)
        watch_dusk(t, &view, seat);
    if (move->kind == MOVE_FIGHT && t->s.ask == ASK_FIGHT)
        watch_fight(t, &view, seat);
    for (unsigned slot = 0; slot < TEN_OFFERS && waited_for; slot++)
        t->seen->waiting += view.offer[slot].number && view.offer[slot].terms.to == seat && move->kind < MOVE_FIREWOOD;
    return true;
}

static void table_apply(Table *t, Move move) {
    int32_t before = move.kind == MOVE_ACCEPT ? worth_of(t, move.seat) : 0;
    rules_apply(t->rules, &t->s, move, &t->sink);
    t->seen->poorer += move.kind == MOVE_ACCEPT && worth_of(t, move.seat) < before;
    for (unsigned seat = 0; seat < t->rules->seats; seat++)
        if (t->s.seat[seat].drafts > t->seen->drafts && t->bot[seat] == bot_find("greedy"))
            t->seen->drafts = t->s.seat[seat].drafts;
}

/* As the lab does it: whoever was told something may have something to say beside. */
static void table_asides(Table *t) {
    uint32_t asking, seats = BIT(t->rules->seats) - 1;
    while (t->s.head.node == NODE_DECISION && (asking = t->told & seats & ~(uint32_t)t->s.head.to_act)) {
        unsigned seat = bits_first(asking);
        Move move;
        t->told &= (uint8_t)~BIT(seat);
        if (bot_asked(t, seat, &move))
            table_apply(t, move);
    }
    t->told = 0;
}

static void game_play(const Rules *rules, const Bot *const *bots, uint64_t seed, Watched *seen, Score *score) {
    Rng rng = rng_make(seed, 0);
    Table t = {.rules = rules, .seed = seed, .direct = seed % 2, .sink.take = hears, .seen = seen};
    Err err = {0};
    for (unsigned seat = 0; seat < rules->seats; seat++)
        t.bot[seat] = bots[seat];
    expect_fine(rules->game->setup(rules, &t.s, &err), &err);
    while (t.s.head.node != NODE_OVER) {
        Odds odds;
        Move move = {0};
        if (t.s.head.node == NODE_CHANCE)
            move = rules_draw_outcome(rules, &t.s, &odds, &rng);
        else
            assert_true(bot_asked(&t, bits_first(t.s.head.to_act), &move));
        table_apply(&t, move);
        table_asides(&t);
    }
    rules->game->score(rules, &t.s, score);
    seen->ended[score->ending]++;
}

/* ---- what stronger bots try out ------------------------------------------------------------------------------- */

/* What there was to choose from, added up. */
typedef struct Tried {
    unsigned decisions, lines, plans; /* plans: of several moves */
    unsigned asked[TEN_ASKS];         /* with more than one candidate */
} Tried;

/* Every move of a plan can be made, whatever is rolled on the way. */
static void line_holds(const Rules *rules, const State *state, const BotCandidate *candidate, Rng *rng) {
    State s = *state;
    Odds odds;
    for (unsigned i = 0; i < candidate->n; i++) {
        while (s.head.node == NODE_CHANCE)
            rules_apply(rules, &s, rules_draw_outcome(rules, &s, &odds, rng), NULL);
        Err err = {0};
        if (rules_check(rules, &s, candidate->move[i], &err) != SK_OK)
            fail_msg("move %u of %u, kind %u, cannot be made", i + 1, candidate->n, candidate->move[i].kind);
        rules_apply(rules, &s, candidate->move[i], NULL);
    }
}

/* The hand rules' answer first, then others, none twice. */
static Move lines_hold(const Rules *rules, const State *state, unsigned seat, Rng *rng, Tried *tried) {
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
        line_holds(rules, state, &candidate[i], rng);
        tried->plans += candidate[i].n > 1;
        for (unsigned k = 0; k < i; k++)
            assert_false(candidate[k].n == candidate[i].n &&
                         memcmp(candidate[k].move, candidate[i].move, sizeof(Move) * candidate[i].n) == 0);
    }
    tried->decisions++;
    tried->lines += n;
    tried->asked[((const TenState *)(const void *)state)->ask] += n > 1;
    return answer;
}

static void candidates_can_be_played(void **unused) {
    (void)unused;
    Tried tried = {0};
    for (unsigned n = 0; n < few(GAMES / 2, GAMES / 4); n++) {
        Rng rng = rng_make(n, 4);
        Rules rules;
        State state;
        Odds odds;
        rules_for(&rules, 2 + n % 5);
        memset(&state, 0, sizeof state);
        rules.game->setup(&rules, &state, NULL);
        while (state.head.node != NODE_OVER) {
            bool chance = state.head.node == NODE_CHANCE;
            Move move = chance ? rules_draw_outcome(&rules, &state, &odds, &rng)
                               : lines_hold(&rules, &state, bits_first(state.head.to_act), &rng, &tried);
            rules_apply(&rules, &state, move, NULL);
        }
    }
    static const uint8_t chosen[] = {ASK_TURN, ASK_DUSK,   ASK_BID,    ASK_FIGHT, ASK_HELP,
                                     ASK_SIDE, ASK_DEFEND, ASK_SPOILS, ASK_NAME};
    for (unsigned i = 0; i < sizeof chosen; i++)
        if (!tried.asked[chosen[i]])
            fail_msg("never a choice at question %u", chosen[i]);
    print_message("%u decisions, %u candidates, %u of several moves\n", tried.decisions, tried.lines, tried.plans);
    assert_true(tried.plans > 100 && tried.lines > tried.decisions);
}

/* ---- the cases -------------------------------------------------------------------------------------------- */

static Watched all;

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
            fail_msg("nobody was asked %u in %u games", asked, GAMES);
}

/* A bot that did nothing would answer every question too. */
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

static void no_team_dies_out_beside_water(void **unused) {
    (void)unused;
    assert_int_equal(all.neglected, 0);
}

static void no_weapon_too_many(void **unused) {
    (void)unused;
    assert_true(all.battles > 50);
    if (all.excess * 50 > all.battles)
        fail_msg("%u of %u battles were won with a weapon that was not needed", all.excess, all.battles);
}

static void offers_are_few_and_answered(void **unused) {
    (void)unused;
    assert_true(all.made[MOVE_OFFER_SEND] > few(GAMES, GAMES / 2) && all.made[MOVE_ACCEPT] > few(GAMES / 2, GAMES / 4));
    assert_true(all.drafts <= DRAFTS_MOST);
    assert_int_equal(all.waiting, 0);
}

static void no_trade_makes_poorer(void **unused) {
    (void)unused;
    assert_int_equal(all.poorer, 0);
}

/* Greedy and chance, in turns the first. */
static void solo_game(const Rules *rules, unsigned n, Watched *watched, Score *score) {
    const Bot *bots[2] = {bot_find(n % 2 ? "random" : "greedy"), bot_find(n % 2 ? "greedy" : "random")};
    game_play(rules, bots, 100 + n, watched, score);
}

/* Of so many games, those that greedy won and lost. */
static void solo_play(const Rules *rules, unsigned games, Watched *watched, unsigned *won, unsigned *lost) {
    *won = *lost = 0;
    for (unsigned n = 0; n < games; n++) {
        Score score;
        solo_game(rules, n, watched, &score);
        *won += score.place[n % 2] < score.place[n % 2 ^ 1u];
        *lost += score.place[n % 2] > score.place[n % 2 ^ 1u];
    }
}

/* Games in which the last one went home to lose, and nobody else could come any more. */
static void nobody_leaves_to_lose(void **unused) {
    (void)unused;
    static const unsigned once[] = {4773, 6329, 6417};
    static Watched solo;
    Rules rules;
    Score score;
    rules_for(&rules, 2);
    for (unsigned i = 0; i < sizeof once / sizeof *once; i++)
        solo_game(&rules, once[i], &solo, &score);
    assert_int_equal(solo.vain, 0);
}

static void it_beats_random(void **unused) {
    (void)unused;
    static Watched solo;
    Rules rules;
    unsigned won, lost, games = few(SOLO, SOLO / 5);
    rules_for(&rules, 2);
    solo_play(&rules, games, &solo, &won, &lost);
    if (won * 100 < games * 93 || lost * 40 > won)
        fail_msg("greedy won %u of %u games and lost %u", won, games, lost);
}

/* A sea full of Ghost ships, which pay for the dead: who is alone there must look to what they may still bring. */
static void it_minds_ghost_ships(void **unused) {
    (void)unused;
    static Watched solo;
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
    expect_fine(pack_load_json(&pack, game_find("tendays"), json, NULL, "haunted", &err), &err);
    json_decref(json);
    expect_fine(rules_open(&rules, &pack, 2, &err), &err);
    solo_play(&rules, games, &solo, &won, &lost);
    pack_free(&pack);
    /* A won game is not left to one; who has lost goes out and looks. */
    assert_true(solo.won_home > 5);
    assert_int_equal(solo.clung, 0);
    assert_int_equal(solo.lured, 0);
    assert_true(solo.home > 100);
    assert_int_equal(solo.ventured, 0);
    assert_true(solo.bound > 5);
    assert_int_equal(solo.strayed, 0);
    assert_true(solo.lost > 5);
    assert_int_equal(solo.idle, 0);
    if (won * 100 < games * 89)
        fail_msg("greedy won %u of %u games among Ghost ships", won, games);
}

/* The spread of the leads of all candidates in a world, over several decisions. */
static double leads_spread(const BotKnowledge *knowledge) {
    enum { WORLDS = 24 };
    const unsigned wanted = few(30, 8);
    Rules rules;
    Err err = {0};
    State state = {0}, view;
    Odds odds;
    double spread = 0;
    unsigned decisions = 0;
    Rng rng = rng_make(8, 8);
    BotPool *pool = bot_pool_open(1);
    rules_for(&rules, 2);
    expect_fine(rules.game->setup(&rules, &state, &err), &err);
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
        unsigned n = search_candidates(&query, 6, candidates);
        if (n > 1) {
            BotBudget budget = {.playouts = WORLDS * n, .candidates = 6, .horizon = 4, .keep_candidates = 6};
            assert_true(search_candidates_given(&query, budget, false, candidates, n, &report));
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

/* The same cards and dice for every candidate, whatever else it tried: what is left of a lead is the move's doing. */
static void luck_is_the_same_for_all(void **unused) {
    (void)unused;
    Rules rules;
    rules_for(&rules, 2);
    BotKnowledge as_it_comes = *bot_knowledge(&rules);
    double spread = leads_spread(bot_knowledge(&rules));
    as_it_comes.chance_stream = NULL;
    double before = leads_spread(&as_it_comes);
    print_message("the spread of leads is %.0f %% of what it would be\n", 100 * spread / before);
    assert_true(spread < 0.8 * before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_is_answered),    cmocka_unit_test(it_uses_what_it_has),
        cmocka_unit_test(no_team_dies_out_beside_water), cmocka_unit_test(no_weapon_too_many),
        cmocka_unit_test(offers_are_few_and_answered),   cmocka_unit_test(no_trade_makes_poorer),
        cmocka_unit_test(nobody_leaves_to_lose),         cmocka_unit_test(it_beats_random),
        cmocka_unit_test(it_minds_ghost_ships),          cmocka_unit_test(candidates_can_be_played),
        cmocka_unit_test(luck_is_the_same_for_all),
    };
    return cmocka_run_group_tests_name("tendays_bot", tests, watch_games, NULL);
}
