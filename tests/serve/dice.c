/* src/serve/dice: draws are uniform and repeatable, nobody can manipulate the exchange of shares, and a forged record
 * is detected. */
#include "serve/dice/dice_shares.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>

#include "engine/record.h"
#include "engine/registry.h"
#include "unit.h"

enum { HEX = 65, A = 0, B = 2 }; /* A, B: two seats with people */

typedef struct Client {
    unsigned char share[DICE_SHARE_SIZE];
    char share_hex[HEX], commit_hex[HEX];
} Client;

static Client client_make(const Shares *shares, unsigned seat, unsigned char fill) {
    Client out;
    unsigned char commit[DICE_COMMIT_SIZE];
    memset(out.share, fill, DICE_SHARE_SIZE);
    share_commitment(shares->tag, seat + 1, out.share, commit);
    sodium_bin2hex(out.share_hex, HEX, out.share, DICE_SHARE_SIZE);
    sodium_bin2hex(out.commit_hex, HEX, commit, DICE_COMMIT_SIZE);
    return out;
}

/* An exchange between seats A and B, both committed, in step SHARES_OPEN. */
static void shares_make_committed(Shares *shares, Client *a, Client *b) {
    Err err = {0};
    shares_begin(shares, 1u << A | 1u << B);
    *a = client_make(shares, A, 0x11);
    *b = client_make(shares, B, 0x22);
    expect_ok(shares_commit(shares, A, a->commit_hex, &err), &err);
    assert_false(shares_are_ready(shares));
    expect_ok(shares_commit(shares, B, b->commit_hex, &err), &err);
    assert_true(shares_are_ready(shares));
    shares_next(shares);
    assert_false(shares_are_ready(shares));
}

static void shares_complete(Shares *shares) {
    Client a, b;
    Err err = {0};
    shares_make_committed(shares, &a, &b);
    expect_ok(shares_open(shares, A, a.share_hex, &err), &err);
    expect_ok(shares_open(shares, B, b.share_hex, &err), &err);
    assert_true(shares_are_ready(shares));
    shares_next(shares);
}

/* ---- draws ------------------------------------------------------------------------------------------------- */

static MatchDice dice_fixed(unsigned char fill) {
    unsigned char key[DICE_KEY_SIZE];
    memset(key, fill, sizeof key);
    return dice_from_key(key);
}

static void draws_match_known_values(void **unused) {
    (void)unused;
    static const uint32_t want[6] = {63207, 214265, 147591, 242035, 836969, 458461};
    MatchDice dice = dice_fixed(7);
    for (uint32_t n = 0; n < 6; n++)
        assert_int_equal(dice.dice.below(&dice.dice, n, 1000000), want[n]);
}

static void draws_depend_only_on_key_and_number(void **unused) {
    (void)unused;
    MatchDice one = dice_fixed(1), same = dice_fixed(1), other = dice_fixed(2);
    unsigned differ = 0;
    for (uint32_t n = 200; n-- > 0;) {
        uint32_t first = one.dice.below(&one.dice, n, 6);
        assert_int_equal(same.dice.below(&same.dice, 199 - n, 6), one.dice.below(&one.dice, 199 - n, 6));
        assert_int_equal(first, one.dice.below(&one.dice, n, 6));
        differ += first != other.dice.below(&other.dice, n, 6);
    }
    assert_true(differ > 100);
}

/* Chi-square tests of single draws and of pairs of successive draws: both within five standard deviations. */
static void draws_are_uniform(void **unused) {
    (void)unused;
    static const uint32_t bounds[] = {2, 3, 6, 7, 37, 441};
    enum { DRAWS = 60000 };
    for (unsigned b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        static unsigned seen[441], pair[37 * 37];
        uint32_t bound = bounds[b], last = 0;
        MatchDice dice = dice_fixed((unsigned char)(b + 20));
        memset(seen, 0, sizeof seen);
        memset(pair, 0, sizeof pair);
        for (uint32_t n = 0; n < DRAWS; n++) {
            uint32_t drawn = dice.dice.below(&dice.dice, n, bound);
            assert_true(drawn < bound);
            seen[drawn]++;
            if (bound <= 37)
                pair[last * bound + drawn]++;
            last = drawn;
        }
        double sum = 0, mean = (double)DRAWS / bound;
        for (uint32_t i = 0; i < bound; i++)
            sum += (seen[i] - mean) * (seen[i] - mean) / mean;
        double degrees = bound - 1;
        if (fabs(sum - degrees) > 5 * sqrt(2 * degrees))
            fail_msg("bound %u: chi-square is %.1f with %.0f degrees of freedom", bound, sum, degrees);
        sum = 0;
        mean = (double)DRAWS / bound / bound;
        for (uint32_t i = 0; bound <= 37 && i < bound * bound; i++)
            sum += (pair[i] - mean) * (pair[i] - mean) / mean;
        degrees = (double)bound * bound - 1;
        if (bound <= 37 && fabs(sum - degrees) > 5 * sqrt(2 * degrees))
            fail_msg("bound %u: chi-square of pairs is %.1f with %.0f degrees of freedom", bound, sum, degrees);
    }
}

static void largest_bounds_stay_below(void **unused) {
    (void)unused;
    MatchDice dice = dice_fixed(3);
    uint32_t max = 0;
    for (uint32_t n = 0; n < 1000; n++) {
        uint32_t drawn = dice.dice.below(&dice.dice, n, UINT32_MAX);
        assert_true(drawn < UINT32_MAX);
        max = drawn > max ? drawn : max;
        assert_int_equal(dice.dice.below(&dice.dice, n, 1), 0);
    }
    assert_true(max > UINT32_MAX / 100 * 98);
}

/* ---- the exchange ------------------------------------------------------------------------------------------ */

static void commitment_matches_known_value(void **unused) {
    (void)unused;
    unsigned char tag[DICE_TAG_SIZE], share[DICE_SHARE_SIZE], commit[DICE_COMMIT_SIZE];
    char hex[HEX];
    memset(tag, 0xA5, sizeof tag);
    memset(share, 0x5A, sizeof share);
    share_commitment(tag, 2, share, commit);
    assert_string_equal(sodium_bin2hex(hex, HEX, commit, DICE_COMMIT_SIZE),
                        "db91c2ccc3b0b7a466a1a84dbad5bfaea92869c24fb70fe0133b19aa13587f54");
}

static void every_share_counts(void **unused) {
    (void)unused;
    Shares shares;
    unsigned char key[DICE_KEY_SIZE], other[DICE_KEY_SIZE];
    shares_complete(&shares);
    assert_int_equal(shares.step, SHARES_DONE);
    shares_key(&shares, key);
    static const unsigned parties[] = {0, A + 1, B + 1};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned bit = 0; bit < 8 * DICE_SHARE_SIZE; bit += 37) {
            Shares changed = shares;
            changed.party[parties[i]].share[bit / 8] ^= (unsigned char)(1u << bit % 8);
            shares_key(&changed, other);
            assert_memory_not_equal(key, other, DICE_KEY_SIZE);
        }
    Shares left = shares;
    left.party[B + 1].opened = false;
    shares_key(&left, other);
    assert_memory_not_equal(key, other, DICE_KEY_SIZE);
}

static void servers_share_is_new_each_time(void **unused) {
    (void)unused;
    Shares one, two;
    shares_begin(&one, 1);
    shares_begin(&two, 1);
    assert_memory_not_equal(one.tag, two.tag, DICE_TAG_SIZE);
    assert_memory_not_equal(one.party[0].share, two.party[0].share, DICE_SHARE_SIZE);
    Client first = client_make(&one, A, 1), other_tag = client_make(&two, A, 1), other_seat = client_make(&one, B, 1);
    assert_string_not_equal(first.commit_hex, other_tag.commit_hex);
    assert_string_not_equal(first.commit_hex, other_seat.commit_hex);
}

static void bad_answers_are_refused(void **unused) {
    (void)unused;
    Shares shares;
    Client a, b;
    Err err = {0};
    shares_begin(&shares, 1u << A | 1u << B);
    a = client_make(&shares, A, 1);
    b = client_make(&shares, B, 2);
    expect_refusal(shares_commit(&shares, 1, a.commit_hex, &err), &err, SK_TURN, "was not asked");
    expect_refusal(shares_commit(&shares, 99, a.commit_hex, &err), &err, SK_TURN, "was not asked");
    expect_refusal(shares_commit(&shares, A, "", &err), &err, SK_SYNTAX, "64 hexadecimal digits");
    expect_refusal(shares_commit(&shares, A, a.commit_hex + 1, &err), &err, SK_SYNTAX, "64 hexadecimal digits");
    char strange[HEX];
    memcpy(strange, a.commit_hex, HEX);
    strange[30] = 'g';
    expect_refusal(shares_commit(&shares, A, strange, &err), &err, SK_SYNTAX, "64 hexadecimal digits");
    expect_refusal(shares_open(&shares, A, a.share_hex, &err), &err, SK_TURN, "was not asked");
    expect_ok(shares_commit(&shares, A, a.commit_hex, &err), &err);
    expect_ok(shares_commit(&shares, A, a.commit_hex, &err), &err); /* repeated message */
    expect_refusal(shares_commit(&shares, A, b.commit_hex, &err), &err, SK_TURN, "another share");
    expect_refusal(shares_open(&shares, A, a.share_hex, &err), &err, SK_TURN, "was not asked");
    shares_next(&shares); /* B was too slow */
    expect_refusal(shares_commit(&shares, B, b.commit_hex, &err), &err, SK_STALE, "Too late");
    expect_refusal(shares_open(&shares, B, b.share_hex, &err), &err, SK_TURN, "was not asked");
    expect_refusal(shares_open(&shares, A, b.share_hex, &err), &err, SK_STATE, "does not match");
    expect_refusal(shares_open(&shares, A, "1234", &err), &err, SK_SYNTAX, "64 hexadecimal digits");
    assert_false(shares_are_ready(&shares));
    expect_ok(shares_open(&shares, A, a.share_hex, &err), &err);
    expect_ok(shares_open(&shares, A, a.share_hex, &err), &err);
    assert_true(shares_are_ready(&shares));
    shares_next(&shares);
    assert_true(shares.party[0].opened && shares.party[A + 1].opened && !shares.party[B + 1].opened);
}

static void late_share_is_left_out(void **unused) {
    (void)unused;
    Shares shares;
    Client a, b;
    Err err = {0};
    shares_make_committed(&shares, &a, &b);
    expect_ok(shares_open(&shares, A, a.share_hex, &err), &err);
    shares_next(&shares);
    expect_refusal(shares_open(&shares, B, b.share_hex, &err), &err, SK_STALE, "Too late");
    Text out = {0};
    shares_write(&shares, true, &out);
    char line[200];
    snprintf(line, sizeof line, "# dice 3 %s -\n", b.commit_hex);
    expect_words(text_str(&out), line);
    text_free(&out);
}

static void absent_people_are_listed_and_not_waited_for(void **unused) {
    (void)unused;
    Shares shares, again;
    Err err = {0};
    shares_begin(&shares, 1u << A);
    shares_mark_absent(&shares, 1u << B);
    Client a = client_make(&shares, A, 1), b = client_make(&shares, B, 2);
    expect_refusal(shares_commit(&shares, B, b.commit_hex, &err), &err, SK_TURN, "was not asked");
    assert_false(shares_are_ready(&shares));
    expect_ok(shares_commit(&shares, A, a.commit_hex, &err), &err);
    assert_true(shares_are_ready(&shares));
    shares_next(&shares);
    expect_ok(shares_open(&shares, A, a.share_hex, &err), &err);
    assert_true(shares_are_ready(&shares));
    shares_next(&shares);
    Text out = {0};
    shares_write(&shares, true, &out);
    expect_words(text_str(&out), "# dice 3 - -\n");
    expect_ok(shares_read(text_str(&out), "x", &again, &err), &err);
    assert_true(again.party[B + 1].asked && !again.party[B + 1].opened);
    text_free(&out);
}

static void bots_are_not_waited_for(void **unused) {
    (void)unused;
    Shares shares;
    shares_begin(&shares, 0);
    assert_true(shares_are_ready(&shares));
    shares_next(&shares);
    assert_true(shares_are_ready(&shares));
    shares_next(&shares);
    assert_int_equal(shares.step, SHARES_DONE);
}

/* ---- writing and reading ----------------------------------------------------------------------------------- */

static void shares_are_secret_before_the_end(void **unused) {
    (void)unused;
    Shares shares;
    shares_complete(&shares);
    Text out = {0};
    shares_write(&shares, false, &out);
    json_t *json = shares_json(&shares, false);
    char *shown = json_dumps(json, 0), hex[HEX];
    for (unsigned party = 0; party < SHARE_PARTIES; party++) {
        if (!shares.party[party].asked)
            continue;
        sodium_bin2hex(hex, HEX, shares.party[party].share, DICE_SHARE_SIZE);
        assert_null(strstr(text_str(&out), hex));
        assert_null(strstr(shown, hex));
        sodium_bin2hex(hex, HEX, shares.party[party].commit, DICE_COMMIT_SIZE);
        expect_words(text_str(&out), hex);
        expect_words(shown, hex);
    }
    Err err = {0};
    Shares again;
    expect_refusal(shares_read(text_str(&out), "x", &again, &err), &err, SK_STATE, "revealed after the end");
    free(shown);
    json_decref(json);
    json = shares_json(&shares, true);
    assert_int_equal(json_array_size(json_object_get(json, "parties")), 3);
    assert_string_equal(json_string_value(json_object_get(json, "step")), "done");
    json_t *party = json_array_get(json_object_get(json, "parties"), 2);
    assert_int_equal(json_integer_value(json_object_get(party, "seat")), B + 1);
    sodium_bin2hex(hex, HEX, shares.party[B + 1].share, DICE_SHARE_SIZE);
    assert_string_equal(json_string_value(json_object_get(party, "share")), hex);
    json_decref(json);
    text_free(&out);
}

static void written_shares_are_read_back(void **unused) {
    (void)unused;
    Shares shares, again;
    Err err = {0};
    unsigned char key[DICE_KEY_SIZE], same[DICE_KEY_SIZE];
    Text out = {0};
    shares_complete(&shares);
    text_puts(&out, "skerry record 1\n# dicey\n* a\n");
    shares_write(&shares, true, &out);
    expect_ok(shares_read(text_str(&out), "x", &again, &err), &err);
    shares_key(&shares, key);
    shares_key(&again, same);
    assert_memory_equal(key, same, DICE_KEY_SIZE);
    assert_int_equal(again.step, SHARES_DONE);
    text_free(&out);
}

static void broken_proof_is_refused(void **unused) {
    (void)unused;
    Shares shares, again;
    Err err = {0};
    Text out = {0};
    shares_complete(&shares);
    expect_refusal(shares_read("skerry record 1\n", "x", &again, &err), &err, SK_STATE, "no proof");
    expect_refusal(shares_read("# dice 2 00\n", "x", &again, &err), &err, SK_STATE,
                   "line 1: the first line about the dice");
    shares_write(&shares, true, &out);
    size_t whole = out.len;
    text_puts(&out, "# dice 0 - -\n");
    expect_refusal(shares_read(text_str(&out), "x", &again, &err), &err, SK_STATE,
                   "line 5: this seat's share is listed");
    out.data[out.len = whole] = '\0';
    text_puts(&out, "# dice 9 - -\n");
    expect_refusal(shares_read(text_str(&out), "x", &again, &err), &err, SK_STATE, "line 5: expected `# dice SEAT");
    out.data[out.len = whole] = '\0';
    char *share = strrchr(out.data, ' ') + 1;
    char old = *share;
    *share = old == '0' ? '1' : '0';
    expect_refusal(shares_read(text_str(&out), "x", &again, &err), &err, SK_STATE, "line 4: this share does not match");
    *share = 'x';
    expect_refusal(shares_read(text_str(&out), "x", &again, &err), &err, SK_STATE, "line 4: a commitment and a share");
    text_free(&out);
}

/* ---- games ------------------------------------------------------------------------------------------------- */

/* Plays a random game with these dice and writes its record, followed by the proof. */
static void game_play(const Rules *rules, uint64_t content, const Shares *shares, uint64_t seed, Match **match,
                      Text *text) {
    Err err = {0};
    unsigned char key[DICE_KEY_SIZE];
    shares_key(shares, key);
    MatchDice dice = dice_from_key(key);
    Rng rng = rng_init(seed, 1);
    static Move moves[LEGAL_MAX];
    *match = match_new(rules, &err);
    assert_non_null(*match);
    expect_ok(match_start(*match, &dice.dice, &err), &err);
    match_commit(*match);
    for (unsigned i = 0; i < 4000 && !match_is_over(*match); i++) {
        Move move = rules_random_move(rules, match_state(*match), &rng, moves);
        expect_ok(match_submit(*match, &(Submission){move.seat, &move, 1, MATCH_NOW, 0}, &dice.dice, &err), &err);
        match_commit(*match);
    }
    record_write(*match, content, NULL, text);
    shares_write(shares, true, text);
}

/* The same moves up to an outcome after the first four that could have been different; that one is changed. */
static Match *match_forge(const Match *whole, unsigned *forged) {
    const Rules *rules = match_rules(whole);
    unsigned count, outcomes = 0;
    const Move *moves = match_moves(whole, &count);
    Match *match = match_from_state(rules, match_initial_state(whole));
    Err err = {0};
    Odds odds;
    for (unsigned i = 0; i < count; i++) {
        if (state_head(match_state(match))->node == NODE_CHANCE) {
            rules->game->chance(rules, match_state(match), &odds);
            Move other = rules->game->outcome(rules, match_state(match), 0);
            if (memcmp(&other, &moves[i], sizeof other) == 0 && odds.n > 1)
                other = rules->game->outcome(rules, match_state(match), odds.n - 1);
            if (outcomes >= 4 && memcmp(&other, &moves[i], sizeof other) != 0) {
                expect_ok(match_replay(match, (Line){.move = other}, &err), &err);
                *forged = outcomes;
                return match;
            }
            outcomes++;
        }
        expect_ok(match_replay(match, (Line){.move = moves[i]}, &err), &err);
    }
    fail_msg("no outcome of this game can be changed");
    return NULL;
}

static void every_games_dice_are_verified(void **unused) {
    (void)unused;
    for (unsigned g = 0; games_all[g]; g++) {
        Rules rules;
        Err err = {0};
        Shares shares, again;
        Match *match, *forged;
        Text text = {0}, forged_text = {0};
        unsigned outcomes = 0, at = 0;
        const Pack *pack = builtin_pack(games_all[g]->id, &err);
        assert_non_null(pack);
        expect_ok(rules_open(&rules, pack, 0, &err), &err);
        shares_complete(&shares);
        game_play(&rules, pack->hash, &shares, g, &match, &text);
        expect_ok(shares_read(text_str(&text), "x", &again, &err), &err);
        expect_ok(shares_verify(&again, match, text_str(&text), "x", &outcomes, &err), &err);
        assert_true(outcomes > 4);
        forged = match_forge(match, &at);
        record_write(forged, pack->hash, NULL, &forged_text);
        expect_refusal(shares_verify(&again, forged, text_str(&forged_text), "x", &outcomes, &err), &err, SK_STATE,
                       "but the shares give `* ");
        assert_int_equal(outcomes, at + 1);
        again.party[0].share[5] ^= 1; /* another key: detected at one of the first outcomes */
        expect_refusal(shares_verify(&again, match, text_str(&text), "x", &outcomes, &err), &err, SK_STATE,
                       "the record says `* ");
        match_free(forged);
        match_free(match);
        text_free(&text);
        text_free(&forged_text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_match_known_values),
        cmocka_unit_test(draws_depend_only_on_key_and_number),
        cmocka_unit_test(draws_are_uniform),
        cmocka_unit_test(largest_bounds_stay_below),
        cmocka_unit_test(commitment_matches_known_value),
        cmocka_unit_test(every_share_counts),
        cmocka_unit_test(servers_share_is_new_each_time),
        cmocka_unit_test(bad_answers_are_refused),
        cmocka_unit_test(late_share_is_left_out),
        cmocka_unit_test(absent_people_are_listed_and_not_waited_for),
        cmocka_unit_test(bots_are_not_waited_for),
        cmocka_unit_test(shares_are_secret_before_the_end),
        cmocka_unit_test(written_shares_are_read_back),
        cmocka_unit_test(broken_proof_is_refused),
        cmocka_unit_test(every_games_dice_are_verified),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
