#include "serve/tables/match_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/names.h"
#include "text/walkthrough.h"

static Move submission_row(unsigned seat, uint64_t message) {
    Move move = {.kind = LOG_SUBMISSION, .seat = (uint8_t)seat};
    memcpy(move.arg, &message, MOVE_ARGS_MAX);
    return move;
}

static uint64_t row_value(Move move) {
    uint64_t message = 0;
    memcpy(&message, move.arg, MOVE_ARGS_MAX);
    return message;
}

static Move hash_row(const Rules *rules, const void *state) {
    uint64_t hash = state_hash(rules, state);
    Move move = {.kind = LOG_HASH};
    memcpy(move.arg, &hash, MOVE_ARGS_MAX);
    return move;
}

/* A hash follows the pending step if the step count passes a multiple of LOG_HASH_INTERVAL or the game ends. */
static bool hash_is_due(const Match *match) {
    const Head *now = state_head(match_state(match)), *next = state_head(match_pending_state(match));
    return now->steps / LOG_HASH_INTERVAL != next->steps / LOG_HASH_INTERVAL || next->node == NODE_OVER;
}

static void submission_write(Move move, Text *out) {
    if (move.seat == CHANCE)
        text_puts(out, "# * 0\n");
    else
        text_printf(out, "# %u %llu\n", move.seat + 1u, (unsigned long long)row_value(move));
}

void match_log_write(const Rules *rules, const Move *log, unsigned count, Text *out) {
    for (unsigned i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        if (log[i].kind == LOG_SUBMISSION) {
            submission_write(log[i], out);
        } else if (log[i].kind == LOG_HASH) {
            text_printf(out, "# = %012llx\n", (unsigned long long)row_value(log[i]));
        } else if (log[i].kind == LOG_UNDO) {
            text_printf(out, "undo %u\n", log[i].seat + 1u);
        } else {
            move_write_seat(rules, log[i], text);
            text_printf(out, "%s\n", text);
        }
    }
}

Move *match_log_pending(const Match *match, unsigned seat, uint64_t message, Text *rows, unsigned *count) {
    unsigned n;
    const Line *lines = match_lines(match, &n);
    Move *out = malloc((n + 2) * sizeof *out);
    if (!out)
        return NULL;
    out[0] = submission_row(seat, message);
    for (unsigned i = 0; i < n; i++)
        out[i + 1] = lines[i].undo ? (Move){.kind = LOG_UNDO, .seat = lines[i].move.seat} : lines[i].move;
    *count = n + 1;
    if (hash_is_due(match))
        out[(*count)++] = hash_row(match_rules(match), match_pending_state(match));
    match_log_write(match_rules(match), out, *count, rows);
    return out;
}

/* ---- reading -------------------------------------------------------------------------------------------- */

static Status row_read(const Rules *rules, const char *line, Move *out, Err *err) {
    unsigned seat;
    unsigned long long message;
    if (sscanf(line, "# = %12llx", &message) == 1) {
        *out = submission_row(0, message);
        out->kind = LOG_HASH;
        return SK_OK;
    }
    if (strcmp(line, "# * 0") == 0) {
        *out = submission_row(CHANCE, 0);
        return SK_OK;
    }
    if (sscanf(line, "# %u %llu", &seat, &message) == 2 && seat >= 1 && seat <= rules->seats &&
        message <= LOG_MESSAGE_MAX) {
        *out = submission_row(seat - 1, message);
        return SK_OK;
    }
    if (sscanf(line, "undo %u", &seat) == 1 && seat >= 1 && seat <= rules->seats) {
        *out = (Move){.kind = LOG_UNDO, .seat = (uint8_t)(seat - 1)};
        return SK_OK;
    }
    return move_read_seat(rules, line, out, err);
}

Move *match_log_read(const Rules *rules, const char *text, unsigned *count, Err *err) {
    unsigned cap = 1;
    for (const char *p = text; *p; p++)
        cap += *p == '\n';
    Move *out = malloc((cap + 1) * sizeof *out);
    *count = 0;
    if (!out)
        err_set(err, SK_IO, "Out of memory while loading this game.", "");
    while (out && *text) {
        char line[MOVE_TEXT_SIZE + 1], sentence[512];
        size_t n = strcspn(text, "\n");
        Err inner = {0};
        snprintf(line, sizeof line, "%.*s", (int)(n < MOVE_TEXT_SIZE ? n : MOVE_TEXT_SIZE), text);
        text += n + (text[n] == '\n');
        if (row_read(rules, line, &out[*count], &inner) == SK_OK) {
            (*count)++;
            continue;
        }
        err_format(&inner, sentence, sizeof sentence);
        err_set(err, SK_STATE, "line {0} of the stored game, `{1}`: {2}", "dss", (int)*count + 1, line, sentence);
        break;
    }
    return out;
}

/* ---- replaying ------------------------------------------------------------------------------------------ */

/* Whether the pending lines equal the stored ones. */
static bool pending_matches(const Match *match, const Move *log, unsigned n) {
    unsigned count;
    const Line *lines = match_lines(match, &count);
    if (count != n)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (lines[i].undo ? log[i].kind != LOG_UNDO : !move_equal(lines[i].move, log[i]))
            return false;
    return true;
}

static Status submit(Match *match, Dice *dice, Move head, const Move *log, unsigned n, Err *err) {
    unsigned own = 0;
    if (head.seat == CHANCE)
        return match_start(match, dice, err);
    if (n && log[0].kind == LOG_UNDO)
        return match_undo(match, log[0].seat, err);
    while (own < n && log[own].seat == head.seat)
        own++;
    return match_submit(match, &(Submission){head.seat, log, own, MATCH_NOW, row_value(head)}, dice, err);
}

/* Dice that give the outcomes stored in a log. */
typedef struct StoredDice {
    Dice dice;
    uint32_t *pick;
    unsigned draws;
} StoredDice;

static uint32_t stored_dice_draw(Dice *dice, uint32_t n, uint32_t bound) {
    const StoredDice *own = (const StoredDice *)dice;
    return n < own->draws && own->pick[n] < bound ? own->pick[n] : 0;
}

static Status stored_dice_read(StoredDice *dice, const Rules *rules, const void *first, const Move *log, unsigned to,
                               Err *err) {
    Match *match = match_from_state(rules, first);
    Status status = match ? SK_OK : err_set(err, SK_IO, "Out of memory while loading this game.", "");
    *dice = (StoredDice){.dice = {stored_dice_draw}, .pick = malloc((to + 1) * sizeof *dice->pick)};
    if (!status && !dice->pick)
        status = err_set(err, SK_IO, "Out of memory while loading this game.", "");
    for (unsigned i = 0; i < to && !status; i++) {
        Line line = {.move = log[i], .undo = log[i].kind == LOG_UNDO};
        if (log[i].kind == LOG_SUBMISSION || log[i].kind == LOG_HASH)
            continue;
        if (!line.undo && log[i].seat == CHANCE &&
            !outcome_to_pick(rules, match_state(match), log[i], &dice->pick[dice->draws++]))
            status = err_set(err, SK_STATE, "line {0} of the stored game is not a possible outcome.", "d", (int)i + 1);
        else
            status = match_replay(match, line, err);
    }
    match_free(match);
    return status;
}

static Status replay_rows(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *observer,
                          Err *err);

Status match_log_replay(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *observer,
                        Err *err) {
    StoredDice stored;
    if (dice)
        return replay_rows(match, dice, log, from, to, observer, err);
    Err dice_err = {0};
    Status status = stored_dice_read(&stored, match_rules(match), match_initial_state(match), log, to, &dice_err);
    if (!stored.pick)
        return *err = dice_err, status;
    Status replayed =
        replay_rows(match, &stored.dice, log, from, to, observer, err); /* even after an error: as far as possible */
    free(stored.pick);
    if (status && !replayed)
        *err = dice_err;
    return replayed ? replayed : status;
}

/* Replays one submission and checks the hash after it, if there is one. Moves *from to the next submission. */
static Status replay_submission(Match *match, Dice *dice, const Move *log, unsigned *from, unsigned to, bool *has_hash,
                                Err *err) {
    unsigned n = 0;
    const Move *rows = log + *from + 1;
    if (log[*from].kind != LOG_SUBMISSION)
        return err_set(err, SK_STATE, "it does not belong to a submission.", "");
    while (*from + 1 + n < to && rows[n].kind != LOG_SUBMISSION && rows[n].kind != LOG_HASH)
        n++;
    Status status = submit(match, dice, log[*from], rows, n, err);
    if (!status && !pending_matches(match, rows, n))
        status = err_set(err, SK_STATE, "the dice give a different outcome.", "");
    *has_hash = *from + 1 + n < to && rows[n].kind == LOG_HASH;
    if (!status && *has_hash && !move_equal(rows[n], hash_row(match_rules(match), match_pending_state(match))))
        status = err_set(err, SK_STATE, "this version of the rules leads to another position.", "");
    if (!status)
        *from += 1 + n + *has_hash;
    return status;
}

static Status replay_rows(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *observer,
                          Err *err) {
    bool seen_hash = false;
    if (observer)
        observer->verified_rows = from;
    while (from < to) {
        unsigned row = from;
        bool has_hash = false;
        Err inner = {0};
        if (replay_submission(match, dice, log, &from, to, &has_hash, &inner)) {
            char sentence[512];
            match_discard(match);
            refusal_finish(match_rules(match), &inner);
            err_format(&inner, sentence, sizeof sentence);
            return err_set(err, SK_STATE, "line {0} of the stored game: {1}", "ds", (int)row + 1, sentence);
        }
        match_commit(match);
        seen_hash |= has_hash;
        if (observer && (has_hash || !seen_hash))
            observer->verified_rows = from;
        if (observer && observer->step)
            observer->step(observer, match);
    }
    return SK_OK;
}
