/* games/ayeaye/bot: every question gets a legal answer, the same one each time; the three moves of a shot follow one
 * plan; the bot parries blades that it has seen and otherwise lays blades at random; games end with the treasure. */
#include "bots/bot.h"
#include "engine/registry.h"
#include "games/ayeaye/bot/aim.h"
#include "games/ayeaye/bot/eval.h"
#include "unit.h"

enum { GAMES = 60 };

/* Statistics of many games among bots. */
typedef struct GameStats {
    unsigned asked[AYE_QUESTION_COUNT];
    unsigned ended[4];
    unsigned laid[2];       /* duels between pirates, by blade */
    unsigned shots;         /* shots made */
    double planned, pushed; /* summed hit values: as planned when placing the stone; as pushed */
    unsigned looked, parried;
} GameStats;

static void rules_for(Rules *rules, unsigned seats) {
    Err err = {0};
    const Pack *pack = builtin_pack("ayeaye", &err);
    assert_non_null(pack);
    expect_ok(rules_open(rules, pack, seats, &err), &err);
}

/* Expected hits of a shot. */
static double shot_value(const Rules *rules, const AyeState *s, AimShot shot) {
    AimTask goal = {.holes = s->target, .cushion_first = s->bank, .no_tremor = aye_top_frame(s)->arg[PLANK_CALM]};
    PlankShot hand = {shot.place, shot.aim, shot.push};
    AimShot value = aim_shot_value(&aye_content(rules)->plank, &s->plank, hand, goal, 0);
    return (double)value.hits / value.total;
}

static void observe_shot(const Rules *rules, const AyeState *s, Move move, GameStats *observed) {
    const PlankBoard *b = &aye_content(rules)->plank;
    const Frame *f = aye_top_frame(s);
    if (move.kind == MOVE_PLACE) {
        AimTask goal = {.holes = s->target, .cushion_first = s->bank, .no_tremor = f->arg[PLANK_CALM]};
        observed->planned += shot_value(rules, s, aim_shot_choose(b, &s->plank, goal, 65));
    } else if (move.kind == MOVE_PUSH) {
        AimShot shot = {f->arg[PLANK_PLACE], move.arg[0], (int16_t)(f->arg[PLANK_AIM] - b->aim), 0, 0, 0};
        observed->pushed += shot_value(rules, s, shot);
        observed->shots++;
    }
}

static void observe_blade(const Rules *rules, const AyeState *view, Move move, GameStats *observed) {
    const AyeDuel *d = &view->duel;
    if (move.kind == MOVE_LAY && d->side[1] < rules->seats)
        observed->laid[move.arg[0]]++;
    if (move.kind == MOVE_ANSWER && d->laid < NO_BLADE) {
        observed->looked++;
        observed->parried += move.arg[0] != d->laid;
    }
}

static Move bot_move(const Rules *rules, const Bot *bot, const AyeState *s, unsigned seat, uint64_t seed,
                     GameStats *observed) {
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
        fail_msg("for question %u the bot makes a move of kind %u that is not legal", s->ask, move.kind);
    observed->asked[s->ask]++;
    observe_shot(rules, s, move, observed);
    observe_blade(rules, &view, move, observed);
    return move;
}

static void game_play(const Rules *rules, const Bot *const *bots, uint64_t seed, GameStats *observed, Score *score) {
    Rng rng = rng_init(seed, 0);
    AyeState s;
    Err err = {0};
    expect_ok(rules->game->setup(rules, &s, &err), &err);
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

static GameStats all;

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
            fail_msg("question %u never came up in %u games", asked, GAMES);
}

static void games_end_with_the_treasure(void **unused) {
    (void)unused;
    assert_int_equal(all.ended[MONSOON], 0);
    assert_true(all.ended[TREASURE] >= few(GAMES, GAMES / 2) * 9 / 10);
    assert_int_equal(all.ended[TREASURE] + all.ended[WRATH], few(GAMES, GAMES / 2));
}

static void shots_follow_their_plan(void **unused) {
    (void)unused;
    assert_true(all.shots > 1000);
    if (all.pushed < 0.98 * all.planned)
        fail_msg("%u shots: %.1f hits planned, %.1f pushed", all.shots, all.planned, all.pushed);
    assert_true(all.pushed > 0.4 * all.shots);
}

/* A custom plank, whose holes are not where the table expects them. */
static void it_plays_on_any_board(void **unused) {
    (void)unused;
    static AyeContent content;
    const Bot *greedy = bot_find("greedy"), *bots[2] = {greedy, greedy};
    GameStats observed = {0};
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
    if (observed.pushed < 0.25 * observed.shots)
        fail_msg("%u shots: %.1f hits", observed.shots, observed.pushed);
}

static void seen_blades_are_parried(void **unused) {
    (void)unused;
    assert_true(all.looked > 20);
    assert_int_equal(all.looked, all.parried);
}

static void blades_are_laid_evenly(void **unused) {
    (void)unused;
    double sum = all.laid[0] + all.laid[1];
    assert_true(sum > 1000 && all.laid[0] > 0.46 * sum && all.laid[1] > 0.46 * sum);
}

static void it_beats_random(void **unused) {
    (void)unused;
    Rules rules;
    GameStats observed = {0};
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
        cmocka_unit_test(shots_follow_their_plan),
        cmocka_unit_test(it_plays_on_any_board),
        cmocka_unit_test(seen_blades_are_parried),
        cmocka_unit_test(blades_are_laid_evenly),
        cmocka_unit_test(it_beats_random),
    };
    return cmocka_run_group_tests_name("ayeaye_bot", tests, observe_games, NULL);
}
