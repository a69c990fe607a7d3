/* src/bots/ayeaye: every question gets a listed answer, the same one each time; a shot is one plan in three moves; what
 * is known in a duel is used and what is not is left to the lot; and the games come to an end that suits the bot. */
#include "bots/bot.h"
#include "engine/registry.h"
#include "games/ayeaye/bot/aim.h"
#include "games/ayeaye/bot/eval.h"
#include "unit.h"

enum { GAMES = 60 };

/* What many games among bots showed. */
typedef struct Observed {
    unsigned asked[AYE_QUESTION_COUNT];
    unsigned ended[4];
    unsigned laid[2];        /* between pirates, by blade */
    unsigned shots;          /* pushed, */
    double planned, settled; /* what they were worth when the stone was placed, and as they were pushed */
    unsigned looked, parried;
} Observed;

static void rules_for(Rules *rules, unsigned seats) {
    Err err = {0};
    const Pack *pack = builtin_pack("ayeaye", &err);
    assert_non_null(pack);
    expect_fine(rules_open(rules, pack, seats, &err), &err);
}

/* As a fraction of the best that a free choice finds. */
static double shot_value(const Rules *rules, const AyeState *s, AimShot shot) {
    AimGoal goal = {.holes = s->target, .cushion_first = s->bank, .no_tremor = aye_top_frame(s)->arg[PLANK_CALM]};
    PlankShot hand = {shot.place, shot.aim, shot.push};
    AimShot value = aim_shot_value(&aye_content(rules)->plank, &s->plank, hand, goal, 0);
    return (double)value.hits / value.total;
}

static void observe_shot(const Rules *rules, const AyeState *s, Move move, Observed *observed) {
    const PlankBoard *b = &aye_content(rules)->plank;
    const Frame *f = aye_top_frame(s);
    if (move.kind == MOVE_PLACE) {
        AimGoal goal = {.holes = s->target, .cushion_first = s->bank, .no_tremor = f->arg[PLANK_CALM]};
        observed->planned += shot_value(rules, s, aim_shot_choose(b, &s->plank, goal, 65));
    } else if (move.kind == MOVE_PUSH) {
        AimShot shot = {f->arg[PLANK_PLACE], move.arg[0], (int16_t)(f->arg[PLANK_AIM] - b->aim), 0, 0, 0};
        observed->settled += shot_value(rules, s, shot);
        observed->shots++;
    }
}

static void observe_blade(const Rules *rules, const AyeState *view, Move move, Observed *observed) {
    const AyeDuel *d = &view->duel;
    if (move.kind == MOVE_LAY && d->side[1] < rules->seats)
        observed->laid[move.arg[0]]++;
    if (move.kind == MOVE_ANSWER && d->laid < NO_BLADE) {
        observed->looked++;
        observed->parried += move.arg[0] != d->laid;
    }
}

static Move bot_move(const Rules *rules, const Bot *bot, const AyeState *s, unsigned seat, uint64_t seed,
                     Observed *observed) {
    AyeState view = {0};
    Move listed[LEGAL_MAX], move, again;
    unsigned n = rules->game->legal(rules, s, seat, listed), found = 0;
    rules->game->observe(rules, s, seat, &view);
    BotQuery query = {rules, &view, seat, seed, 0};
    assert_true(bot->choose(&query, &move) && bot->choose(&query, &again));
    assert_memory_equal(&move, &again, sizeof move);
    for (unsigned i = 0; i < n; i++)
        found += move_equal(listed[i], move);
    if (found != 1)
        fail_msg("asked %u the bot makes a move of kind %u that is not listed", s->ask, move.kind);
    observed->asked[s->ask]++;
    observe_shot(rules, s, move, observed);
    observe_blade(rules, &view, move, observed);
    return move;
}

static void game_play(const Rules *rules, const Bot *const *bots, uint64_t seed, Observed *observed, Score *score) {
    Rng rng = rng_make(seed, 0);
    AyeState s;
    Err err = {0};
    expect_fine(rules->game->setup(rules, &s, &err), &err);
    for (uint32_t n = 0; s.head.node != NODE_OVER; n++) {
        Odds odds;
        Move move = {0};
        if (s.head.node == NODE_CHANCE) {
            move = rules_draw_outcome(rules, &s, &odds, &rng);
        } else {
            unsigned seat = bits_first(s.head.to_act);
            move = bot_move(rules, bots[seat], &s, seat, bot_seed(seed, seat, n), observed);
        }
        rules_apply(rules, &s, move, NULL);
    }
    rules->game->score(rules, &s, score);
    observed->ended[score->ending]++;
}

/* ---- the cases -------------------------------------------------------------------------------------------- */

static Observed all;

static int observe_games(void **unused) {
    (void)unused;
    const Bot *greedy = bot_find("greedy"), *bots[SEATS_MAX] = {greedy, greedy, greedy, greedy, greedy, greedy};
    for (unsigned n = 0; n < few(GAMES, GAMES / 2); n++) {
        Rules rules;
        Score score;
        rules_for(&rules, 2 + n % 5);
        rules.option[OPTION_GUARDIANS] = (uint8_t)(n % 7 == 1 ? MODE_PASSIVE : MODE_ACTIVE);
        rules.option[OPTION_UNDEAD] = (uint8_t)(n % 7 == 2 ? MODE_PASSIVE : MODE_ACTIVE);
        rules.option[OPTION_WRATH] = n % 7 == 3;
        game_play(&rules, bots, n, &all, &score);
    }
    return 0;
}

static void every_question_is_answered(void **unused) {
    (void)unused;
    for (unsigned asked = ASK_LAND; asked < ASK_OVER; asked++)
        if (!all.asked[asked])
            fail_msg("nobody was asked %u in %u games", asked, GAMES);
}

static void games_end_with_the_treasure(void **unused) {
    (void)unused;
    assert_int_equal(all.ended[MONSOON], 0);
    assert_true(all.ended[TREASURE] >= few(GAMES, GAMES / 2) * 9 / 10);
    assert_int_equal(all.ended[TREASURE] + all.ended[WRATH], few(GAMES, GAMES / 2));
}

static void a_shot_is_one_plan(void **unused) {
    (void)unused;
    assert_true(all.shots > 1000);
    if (all.settled < 0.98 * all.planned)
        fail_msg("%u shots: %.1f hits planned, %.1f pushed", all.shots, all.planned, all.settled);
    assert_true(all.settled > 0.4 * all.shots);
}

/* An owner's plank: holes where no table knows of them. */
static void any_board_will_do(void **unused) {
    (void)unused;
    static AyeContent content;
    const Bot *greedy = bot_find("greedy"), *bots[2] = {greedy, greedy};
    Observed observed = {0};
    Rules rules;
    Score score;
    rules_for(&rules, 2);
    content = *aye_content(&rules);
    for (unsigned i = 0; i < content.plank.holes; i++) {
        content.plank.hole[i].x = (uint16_t)(40 + 75 * i);
        content.plank.hole[i].y = (uint16_t)(450 + 30 * i);
    }
    rules.content = &content;
    for (unsigned n = 0; n < 3; n++)
        game_play(&rules, bots, 200 + n, &observed, &score);
    assert_true(observed.shots > 40);
    if (observed.settled < 0.25 * observed.shots)
        fail_msg("%u shots: %.1f hits", observed.shots, observed.settled);
}

static void what_is_seen_is_parried(void **unused) {
    (void)unused;
    assert_true(all.looked > 20);
    assert_int_equal(all.looked, all.parried);
}

static void what_is_not_seen_is_even(void **unused) {
    (void)unused;
    double sum = all.laid[0] + all.laid[1];
    assert_true(sum > 1000 && all.laid[0] > 0.46 * sum && all.laid[1] > 0.46 * sum);
}

static void it_beats_random(void **unused) {
    (void)unused;
    Rules rules;
    Observed observed = {0};
    unsigned won = 0;
    rules_for(&rules, 2);
    for (unsigned n = 0; n < 40; n++) {
        const Bot *bots[2] = {bot_find(n % 2 ? "random" : "greedy"), bot_find(n % 2 ? "greedy" : "random")};
        Score score;
        game_play(&rules, bots, 100 + n, &observed, &score);
        won += score.place[n % 2] == 1;
    }
    assert_true(won >= 38);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_is_answered),
        cmocka_unit_test(games_end_with_the_treasure),
        cmocka_unit_test(a_shot_is_one_plan),
        cmocka_unit_test(any_board_will_do),
        cmocka_unit_test(what_is_seen_is_parried),
        cmocka_unit_test(what_is_not_seen_is_even),
        cmocka_unit_test(it_beats_random),
    };
    return cmocka_run_group_tests_name("ayeaye_bot", tests, observe_games, NULL);
}
