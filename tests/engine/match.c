/* src/engine/match: submit and commit, stale decisions, repeated messages, undo, versions. */
#include "engine/match.h"

#include <stdio.h>

#include "engine/fields.h"
#include "engine/registry.h"
#include "toy_setup.h"

static ToySetup toy;

static int open_toy(void **match) {
    Err err = {0};
    toy_open(&toy, 3);
    *match = match_new(&toy.rules, &err);
    return *match ? 0 : -1;
}

static int close_toy(void **match) {
    match_free(*match);
    toy_close(&toy);
    return 0;
}

/* ---- helpers -------------------------------------------------------------------------------------------- */

static Status submit(Match *match, unsigned seat, uint32_t version, uint64_t message, Move move, Err *err) {
    move.seat = (uint8_t)seat;
    return match_submit(match, &(Submission){seat, &move, 1, version, message}, NULL, err);
}

static void play(Match *match, unsigned seat, Move move) {
    Err err = {0};
    expect_ok(submit(match, seat, MATCH_NOW, 0, move, &err), &err);
    match_commit(match);
}

static const ToyState *state_of(const Match *match) { return match_state(match); }

#define TAKE(n) ((Move){.kind = TOY_TAKE, .arg = {n}})
#define MARK(n) ((Move){.kind = TOY_MARK, .arg = {n}})
#define CALL(n) ((Move){.kind = TOY_CALL, .arg = {n}})
#define CHOOSE(n) ((Move){.kind = TOY_CHOOSE, .arg = {n}})
#define FACE(n) ((Move){.kind = TOY_FACE, .seat = CHANCE, .arg = {n}})
static const Move end_turn = {.kind = TOY_END}, roll = {.kind = TOY_ROLL}, peek = {.kind = TOY_PEEK};

/* Everything that a refused or discarded step must not change. */
typedef struct Shot {
    State state;
    unsigned moves;
    uint32_t version[4];
    bool undo[3];
} Shot;

static Shot shot_of(const Match *match) {
    Shot shot = {0};
    memcpy(&shot.state, match_state(match), sizeof(ToyState));
    match_moves(match, &shot.moves);
    for (unsigned i = 0; i < 4; i++)
        shot.version[i] = match_version(match, i < 3 ? i : SPECTATOR);
    for (unsigned i = 0; i < 3; i++)
        shot.undo[i] = match_can_undo(match, i);
    return shot;
}

static void expect_same(const Match *match, const Shot *was) {
    Shot now = shot_of(match);
    assert_memory_equal(&now, was, sizeof now);
}

/* ---- submit and commit ---------------------------------------------------------------------------------- */

static void commit_makes_current(void **state) {
    Match *match = *state;
    Err err = {0};
    Shot was = shot_of(match);
    expect_ok(submit(match, 0, MATCH_NOW, 0, TAKE(3), &err), &err);
    expect_same(match, &was); /* pending, not yet committed */
    unsigned n;
    const Line *lines = match_lines(match, &n);
    assert_int_equal(n, 1);
    assert_int_equal(lines[0].move.kind, TOY_TAKE);
    assert_int_equal(lines[0].undo, 0);
    const Event *events = match_events(match, &n);
    assert_int_equal(n, 1);
    assert_int_equal(events[0].kind, TOLD_TOOK);
    match_commit(match);
    assert_int_equal(state_of(match)->seat[0].gold, -4);
    assert_int_equal(state_of(match)->pot, 17);
    assert_int_equal(state_of(match)->head.steps, 1);
    match_lines(match, &n);
    assert_int_equal(n, 1); /* still readable after the commit */
    const Move *moves = match_moves(match, &n);
    assert_int_equal(n, 1);
    assert_int_equal(moves[0].arg[0], 3);
    Shot after = shot_of(match);
    match_commit(match); /* no effect, because nothing is pending */
    expect_same(match, &after);
}

static void discard_drops(void **state) {
    Match *match = *state;
    Err err = {0};
    Shot was = shot_of(match);
    expect_ok(submit(match, 0, MATCH_NOW, 9, TAKE(3), &err), &err);
    match_discard(match);
    expect_same(match, &was);
    match_commit(match);
    expect_same(match, &was);
    /* A discarded message was not answered, so a repeat of it is accepted. */
    expect_ok(submit(match, 0, MATCH_NOW, 9, TAKE(3), &err), &err);
    match_commit(match);
    assert_int_equal(state_of(match)->pot, 17);
}

static void one_pending_at_a_time(void **state) {
    Match *match = *state;
    Err err = {0};
    expect_ok(submit(match, 0, MATCH_NOW, 0, TAKE(1), &err), &err);
    expect_refusal(submit(match, 0, MATCH_NOW, 0, TAKE(2), &err), &err, SK_TURN, "A step is waiting to be stored.");
    expect_refusal(match_undo(match, 0, &err), &err, SK_TURN, "A step is waiting to be stored.");
    expect_refusal(match_start(match, NULL, &err), &err, SK_TURN, "A step is waiting to be stored.");
    expect_refusal(match_apply_outcome(match, FACE(0), &err), &err, SK_TURN, "A step is waiting to be stored.");
    match_commit(match);
    assert_int_equal(state_of(match)->pot, 19);
}

static void refusals_change_nothing(void **state) {
    Match *match = *state;
    Err err = {0};
    play(match, 0, MARK(1));
    Shot was = shot_of(match);
    expect_refusal(submit(match, 0, MATCH_NOW, 0, TAKE(4), &err), &err, SK_RANGE, "must be from 1 to 3");
    expect_same(match, &was);
    assert_int_equal(submit(match, 0, MATCH_NOW, 0, MARK(1), &err), SK_RULE);
    assert_int_equal(err.rule, 2);
    expect_same(match, &was);
    expect_refusal(submit(match, 1, MATCH_NOW, 0, end_turn, &err), &err, SK_TURN, "does not wait for seat 2");
    expect_same(match, &was);
    expect_refusal(submit(match, 3, MATCH_NOW, 0, end_turn, &err), &err, SK_RANGE, "There is no seat 4.");
    expect_refusal(submit(match, CHANCE, MATCH_NOW, 0, FACE(0), &err), &err, SK_RANGE, "There is no seat");
    Move others = {.kind = TOY_END, .seat = 1};
    expect_refusal(match_submit(match, &(Submission){0, &others, 1, MATCH_NOW, 0}, NULL, &err), &err, SK_TURN,
                   "must belong to the seat");
    expect_refusal(match_submit(match, &(Submission){0, &others, 0, MATCH_NOW, 0}, NULL, &err), &err, SK_SYNTAX,
                   "at least one move");
    expect_refusal(match_apply_outcome(match, FACE(0), &err), &err, SK_TURN, "No dice or cards are drawn now.");
    expect_same(match, &was);
    assert_int_not_equal(submit(match, 0, MATCH_NOW, 0, TAKE(4), NULL), SK_OK); /* without an Err */
    expect_same(match, &was);
}

static void several_moves_all_or_none(void **state) {
    Match *match = *state;
    Err err = {0};
    const Move good[] = {TAKE(1), MARK(0), MARK(2)};
    expect_ok(match_submit(match, &(Submission){0, good, 3, MATCH_NOW, 0}, NULL, &err), &err);
    match_commit(match);
    assert_int_equal(state_of(match)->marks, 5);
    Shot was = shot_of(match);
    const Move bad[] = {TAKE(1), MARK(1), MARK(0)};
    assert_int_equal(match_submit(match, &(Submission){0, bad, 3, MATCH_NOW, 0}, NULL, &err), SK_RULE);
    expect_same(match, &was);
    /* No move may follow dice that have not been rolled yet. */
    const Move rolled[] = {roll, TAKE(1)};
    expect_refusal(match_submit(match, &(Submission){0, rolled, 2, MATCH_NOW, 0}, NULL, &err), &err, SK_TURN,
                   "Move 2 of this submission follows dice, cards or a reveal");
    expect_same(match, &was);
    /* Nor the end of the seat's turn. */
    const Move ended[] = {end_turn, TAKE(1)};
    assert_int_not_equal(match_submit(match, &(Submission){0, ended, 2, MATCH_NOW, 0}, NULL, &err), SK_OK);
    expect_same(match, &was);
}

/* A refusal cancels the whole list, so no move in it may follow a reveal. */
static void a_list_ends_at_a_reveal(void **state) {
    Match *match = *state;
    Err err = {0};
    Shot was = shot_of(match);
    const Move after[] = {TAKE(1), TAKE(99), peek, end_turn, CHOOSE(1)}; /* all get the same refusal */
    for (unsigned i = 0; i < sizeof after / sizeof *after; i++) {
        const Move list[] = {TAKE(1), peek, after[i]};
        expect_refusal(match_submit(match, &(Submission){0, list, 3, MATCH_NOW, 0}, NULL, &err), &err, SK_TURN,
                       "Move 3 of this submission follows dice, cards or a reveal; send it later.");
        expect_same(match, &was);
    }
    const Move last[] = {TAKE(1), peek};
    expect_ok(match_submit(match, &(Submission){0, last, 2, MATCH_NOW, 0}, NULL, &err), &err);
    match_commit(match);
    assert_int_equal(state_of(match)->seat[0].peeked, 1);
    /* A seat's own hidden choice reveals nothing to it, so more moves may follow. */
    play(match, 0, end_turn);
    const Move own[] = {CHOOSE(1), CALL(2)};
    expect_ok(match_submit(match, &(Submission){0, own, 2, MATCH_NOW, 0}, NULL, &err), &err);
    match_commit(match);
    /* A list that contains another seat's move is refused for that reason first. */
    Move others[] = {CALL(2), {.kind = TOY_CALL, .seat = 2}};
    others[0].seat = 1;
    expect_refusal(match_submit(match, &(Submission){1, others, 2, MATCH_NOW, 0}, NULL, &err), &err, SK_TURN,
                   "must belong to the seat");
}

/* ---- chance --------------------------------------------------------------------------------------------- */

static void chance_by_hand(void **state) {
    Match *match = *state;
    Err err = {0};
    play(match, 0, roll);
    assert_int_equal(state_of(match)->head.node, NODE_CHANCE);
    Move moves[LEGAL_MAX];
    assert_int_equal(match_legal(match, 0, moves), 0);
    Shot was = shot_of(match);
    expect_refusal(submit(match, 0, MATCH_NOW, 0, end_turn, &err), &err, SK_TURN, "nobody can act.");
    expect_refusal(match_apply_outcome(match, (Move){.kind = TOY_END}, &err), &err, SK_RULE,
                   "That cannot come up here.");
    expect_refusal(match_apply_outcome(match, FACE(3), &err), &err, SK_RANGE, "from 0 to 2");
    expect_same(match, &was);
    expect_ok(match_apply_outcome(match, FACE(2), &err), &err);
    match_commit(match);
    assert_int_equal(state_of(match)->pot, 22);
    assert_int_equal(state_of(match)->head.node, NODE_DECISION);
}

/* Dice that record the draw numbers, which must be 0, 1, 2 and so on. */
typedef struct RecordingDice {
    Dice dice;
    uint32_t n[8], bound[8];
    unsigned count;
} RecordingDice;

static uint32_t recording_below(Dice *dice, uint32_t n, uint32_t bound) {
    RecordingDice *recording = (RecordingDice *)dice;
    recording->n[recording->count] = n;
    recording->bound[recording->count++] = bound;
    return bound - 1;
}

static void draws_are_numbered(void **state) {
    Match *match = *state;
    Err err = {0};
    RecordingDice recording = {.dice = {recording_below}};
    Move move = roll;
    for (unsigned i = 0; i < 3; i++) {
        expect_ok(match_submit(match, &(Submission){0, &move, 1, MATCH_NOW, 0}, &recording.dice, &err), &err);
        unsigned lines;
        match_lines(match, &lines);
        assert_int_equal(lines, 2); /* the move and the outcome */
        if (i == 1)
            match_discard(match); /* after a discarded step, the same draw is repeated */
        else
            match_commit(match);
    }
    assert_int_equal(recording.count, 3);
    assert_int_equal(recording.n[0], 0);
    assert_int_equal(recording.n[1], 1);
    assert_int_equal(recording.n[2], 1);
    assert_int_equal(recording.bound[0], 6); /* the sum of the weights */
    assert_int_equal(state_of(match)->pot, 24);
}

static void start_rolls_the_set_up(void **unused) {
    (void)unused;
    Err err = {0};
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        expect_ok(rules_open(&rules, builtin_pack((*game)->id, &err), 0, &err), &err);
        State first = {0};
        uint64_t hash[3];
        for (unsigned i = 0; i < 3; i++) {
            SeededDice dice = dice_seeded(i == 2 ? 78 : 77);
            Match *match = match_new(&rules, &err);
            assert_non_null(match);
            assert_memory_equal(match_state(match), match_initial_state(match), (*game)->state_size);
            expect_ok(match_start(match, &dice.dice, &err), &err);
            match_commit(match);
            assert_int_equal(state_head(match_state(match))->node, NODE_DECISION);
            hash[i] = state_hash(&rules, match_state(match));
            memcpy(&first, match_initial_state(match), (*game)->state_size);
            /* A second start draws nothing and changes nothing. */
            expect_ok(match_start(match, &dice.dice, &err), &err);
            match_commit(match);
            assert_int_equal(state_hash(&rules, match_state(match)), hash[i]);
            match_free(match);
        }
        assert_int_equal(hash[0], hash[1]);
        assert_int_not_equal(hash[0], hash[2]);
    }
}

/* ---- versions and staleness ----------------------------------------------------------------------------- */

static void versions_count_relevant_commits(void **state) {
    Match *match = *state;
    play(match, 0, TAKE(1)); /* an event for everybody */
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(match_version(match, i), 1);
    assert_int_equal(match_version(match, SPECTATOR), 1);
    play(match, 1, CALL(2)); /* an event for seats 2 and 3 only */
    assert_int_equal(match_version(match, 0), 1);
    assert_int_equal(match_version(match, 1), 2);
    assert_int_equal(match_version(match, 2), 2);
    assert_int_equal(match_version(match, SPECTATOR), 1);
    play(match, 0, roll); /* no event, but it is seat 1's own move */
    assert_int_equal(match_version(match, 0), 2);
    assert_int_equal(match_version(match, 1), 2);
}

static void stale_after_own_act(void **state) {
    Match *match = *state;
    Err err = {0};
    uint32_t seen = match_version(match, 0);
    play(match, 0, TAKE(1));
    Shot was = shot_of(match);
    expect_refusal(submit(match, 0, seen, 0, TAKE(1), &err), &err, SK_STALE, "look again");
    expect_same(match, &was);
    expect_ok(submit(match, 0, match_version(match, 0), 0, TAKE(1), &err), &err);
    match_commit(match);
}

/* A decision becomes stale if the seat's legal moves change, but not because of other seats' asides. */
static void stale_by_listed_moves_alone(void **state) {
    Match *match = *state;
    Err err = {0};
    uint32_t seen = match_version(match, 0);
    play(match, 1, CALL(0)); /* an event for seat 1, whose moves stay the same */
    assert_int_not_equal(match_version(match, 0), seen);
    expect_ok(submit(match, 0, seen, 0, end_turn, &err), &err);
    match_commit(match);
    /* Now all choose. A decision of seat 2 from before seat 1 chose is still valid. */
    seen = match_version(match, 1);
    play(match, 0, CHOOSE(1));
    expect_ok(submit(match, 1, seen, 0, CHOOSE(2), &err), &err);
    match_commit(match);
    /* Seat 3's choice ends the round, so a decision of seat 2 from before is stale. */
    seen = match_version(match, 1);
    play(match, 2, CHOOSE(2));
    expect_refusal(submit(match, 1, seen, 0, TAKE(1), &err), &err, SK_STALE, "look again");
}

static void repeated_message_first_answer(void **state) {
    Match *match = *state;
    Err err = {0}, first;
    expect_ok(submit(match, 0, MATCH_NOW, 41, TAKE(3), &err), &err);
    match_commit(match);
    Shot was = shot_of(match);
    expect_ok(submit(match, 0, MATCH_NOW, 41, TAKE(3), &err), &err); /* accepted before, so accepted again */
    unsigned lines;
    match_lines(match, &lines);
    assert_int_equal(lines, 0); /* nothing to store */
    match_commit(match);
    expect_same(match, &was);
    /* A refusal is remembered too, even if the move is now legal. */
    expect_refusal(submit(match, 1, MATCH_NOW, 42, CHOOSE(1), &first), &first, SK_TURN, "seat 2");
    play(match, 0, end_turn);
    assert_int_equal(submit(match, 1, MATCH_NOW, 42, CHOOSE(1), &err), SK_TURN);
    assert_int_equal(err.rule, first.rule);
    assert_string_equal(err.text, first.text);
    /* Another seat may use the same message number. */
    expect_ok(submit(match, 2, MATCH_NOW, 41, CHOOSE(1), &err), &err);
    match_commit(match);
    assert_int_equal(state_of(match)->seat[2].chosen, 1);
    expect_ok(submit(match, 1, MATCH_NOW, 43, CHOOSE(1), &err), &err);
    match_discard(match);
}

/* ---- undo ----------------------------------------------------------------------------------------------- */

static void undo_own_last_steps(void **state) {
    Match *match = *state;
    Err err = {0};
    assert_false(match_can_undo(match, 0));
    expect_refusal(match_undo(match, 0, &err), &err, SK_TURN, "Nothing can be taken back");
    Shot start = shot_of(match);
    play(match, 0, TAKE(1));
    State after_one = {0};
    memcpy(&after_one, match_state(match), sizeof(ToyState));
    play(match, 0, MARK(1));
    assert_true(match_can_undo(match, 0));
    assert_false(match_can_undo(match, 1));
    assert_false(match_can_undo(match, SPECTATOR));
    Shot was = shot_of(match);
    expect_refusal(match_undo(match, 1, &err), &err, SK_TURN, "only your own last move");
    expect_ok(match_undo(match, 0, &err), &err);
    unsigned n;
    const Line *lines = match_lines(match, &n);
    assert_int_equal(n, 1);
    assert_int_equal(lines[0].undo, 1);
    assert_int_equal(lines[0].move.seat, 0);
    expect_same(match, &was);
    match_discard(match);
    expect_same(match, &was);
    expect_ok(match_undo(match, 0, &err), &err);
    match_commit(match);
    assert_memory_equal(match_state(match), &after_one, sizeof(ToyState));
    expect_ok(match_undo(match, 0, &err), &err);
    match_commit(match);
    assert_memory_equal(match_state(match), &start.state, sizeof(ToyState)); /* every byte, including the steps */
    match_moves(match, &n);
    assert_int_equal(n, 0);
    assert_false(match_can_undo(match, 0));
    assert_true(match_version(match, 1) == 4); /* two steps and two undos, all public */
}

static void undo_past_unseen_moves(void **state) {
    Match *match = *state;
    play(match, 0, TAKE(1));
    play(match, 1, CALL(2));
    assert_true(match_can_undo(match, 0)); /* seat 1 must not learn of the call from a refused undo */
    assert_true(match_can_undo(match, 1));
    Err err = {0};
    expect_ok(match_undo(match, 0, &err), &err);
    match_commit(match);
    assert_int_not_equal(state_of(match)->seat[1].called, 0); /* the unseen move is kept */
    unsigned count;
    const Move *moves = match_moves(match, &count);
    assert_int_equal(moves[count - 1].seat, 1);
    expect_ok(match_undo(match, 1, &err), &err);
    match_commit(match);
    assert_int_equal(state_of(match)->seat[1].called, 0);
}

static void undo_not_past_chance(void **state) {
    Match *match = *state;
    Err err = {0};
    play(match, 0, TAKE(1));
    play(match, 0, roll);
    assert_false(match_can_undo(match, 0)); /* dice are about to be rolled */
    expect_ok(match_apply_outcome(match, FACE(1), &err), &err);
    match_commit(match);
    assert_false(match_can_undo(match, 0));
    play(match, 0, TAKE(2));
    assert_true(match_can_undo(match, 0));
    expect_ok(match_undo(match, 0, &err), &err);
    match_commit(match);
    assert_false(match_can_undo(match, 0));
}

static void undo_not_past_a_secret(void **state) {
    Match *match = *state;
    play(match, 0, TAKE(1));
    play(match, 0, peek); /* reveals the seat's card */
    assert_false(match_can_undo(match, 0));
    play(match, 0, end_turn);
    play(match, 0, CHOOSE(1));
    assert_true(match_can_undo(match, 0)); /* its own secret, not revealed to anybody yet */
    play(match, 1, CHOOSE(1));
    play(match, 2, CHOOSE(2)); /* reveals all choices */
    for (unsigned i = 0; i < 3; i++)
        assert_false(match_can_undo(match, i));
}

static void undo_not_past_the_end(void **state) {
    Match *match = *state;
    for (unsigned turn = 1; turn <= 6; turn++) {
        if (turn % 2 == 0)
            for (unsigned i = 0; i < 3; i++)
                play(match, i, CHOOSE(1));
        play(match, (turn - 1) % 3, end_turn);
    }
    assert_true(match_is_over(match));
    for (unsigned i = 0; i < 3; i++)
        assert_false(match_can_undo(match, i));
    Err err = {0};
    expect_refusal(submit(match, 0, MATCH_NOW, 0, CALL(1), &err), &err, SK_TURN, "The game is over.");
}

/* ---- reading, loading ----------------------------------------------------------------------------------- */

static void views_hide(void **state) {
    Match *match = *state;
    play(match, 0, peek);
    ToyState own, other;
    memset(&own, 0xEE, sizeof own);
    match_view(match, 0, &own);
    match_view(match, 1, &other);
    assert_int_equal(own.seat[0].card[0], 0);
    assert_int_equal(other.seat[0].card[0], UNKNOWN8);
    assert_int_equal(own.seat[1].card[0], UNKNOWN8);
    assert_int_equal(own.head.steps, UNKNOWN32);
    assert_int_equal(own.clock, UNKNOWN16);
    assert_int_equal(own.pot, 20);
}

static void positions_start_a_log(void **state) {
    Match *match = *state;
    Err err = {0};
    play(match, 0, TAKE(1));
    Match *later = match_from_state(&toy.rules, match_state(match));
    assert_non_null(later);
    unsigned n;
    match_moves(later, &n);
    assert_int_equal(n, 0);
    assert_false(match_can_undo(later, 0));
    play(later, 0, TAKE(2));
    assert_memory_equal(match_initial_state(later), match_state(match), sizeof(ToyState));
    assert_int_equal(state_of(later)->pot, 17);
    expect_ok(match_replay(later, (Line){.move = {.seat = 0}, .undo = 1}, &err), &err);
    assert_memory_equal(match_state(later), match_state(match), sizeof(ToyState));
    match_free(later);
    match_free(NULL);
}

/* Replaying the stored lines, including undos, gives the same state. */
static void replayed_lines(void **state) {
    Match *match = *state;
    Match *again = match_new(&toy.rules, NULL);
    Rng rng = rng_init(9, 9);
    Move moves[LEGAL_MAX];
    Err err = {0};
    SeededDice dice = dice_seeded(5);
    for (unsigned step = 0; step < 400 && !match_is_over(match); step++) {
        unsigned seat = rng_below(&rng, 3), n = match_legal(match, seat, moves);
        if (match_can_undo(match, seat) && rng_below(&rng, 4) == 0)
            expect_ok(match_undo(match, seat, &err), &err);
        else if (n)
            expect_ok(
                match_submit(match, &(Submission){seat, &moves[rng_below(&rng, n)], 1, MATCH_NOW, 0}, &dice.dice, &err),
                &err);
        else
            continue;
        match_commit(match);
        const Line *lines = match_lines(match, &n);
        for (unsigned i = 0; i < n; i++)
            expect_ok(match_replay(again, lines[i], &err), &err);
        assert_memory_equal(match_state(again), match_state(match), sizeof(ToyState));
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(match_can_undo(again, i), match_can_undo(match, i));
    }
    unsigned a, b;
    const Move *x = match_moves(match, &a), *y = match_moves(again, &b);
    assert_int_equal(a, b);
    assert_memory_equal(x, y, a * sizeof *x);
    match_free(again);
}

static void options_that_do_not_go_together(void **state) {
    (void)state;
    Err err = {0};
    Rules rules = toy.rules;
    rules.option[0] = 1;
    rules.option[1] = 9;
    assert_null(match_new(&rules, &err));
    expect_refusal(err.status, &err, SK_RULE, "A wild game of 9 rounds does not go together.");
    assert_int_equal(err.rule, 4);
    assert_null(match_new(&rules, NULL));
}

#define WITH_TOY(test) cmocka_unit_test_setup_teardown(test, open_toy, close_toy)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_TOY(commit_makes_current),
        WITH_TOY(discard_drops),
        WITH_TOY(one_pending_at_a_time),
        WITH_TOY(refusals_change_nothing),
        WITH_TOY(several_moves_all_or_none),
        WITH_TOY(a_list_ends_at_a_reveal),
        WITH_TOY(chance_by_hand),
        WITH_TOY(draws_are_numbered),
        cmocka_unit_test(start_rolls_the_set_up),
        WITH_TOY(versions_count_relevant_commits),
        WITH_TOY(stale_after_own_act),
        WITH_TOY(stale_by_listed_moves_alone),
        WITH_TOY(repeated_message_first_answer),
        WITH_TOY(undo_own_last_steps),
        WITH_TOY(undo_past_unseen_moves),
        WITH_TOY(undo_not_past_chance),
        WITH_TOY(undo_not_past_a_secret),
        WITH_TOY(undo_not_past_the_end),
        WITH_TOY(views_hide),
        WITH_TOY(positions_start_a_log),
        WITH_TOY(replayed_lines),
        WITH_TOY(options_that_do_not_go_together),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
