#include "serve/tables/match_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/names.h"
#include "text/walkthrough.h"

static Move group_make(unsigned seat, uint64_t message) {
    Move move = {.kind = LOG_SUBMISSION, .seat = (uint8_t)seat};
    memcpy(move.arg, &message, MOVE_ARGS);
    return move;
}

static uint64_t group_message(Move move) {
    uint64_t message = 0;
    memcpy(&message, move.arg, MOVE_ARGS);
    return message;
}

static Move hash_make(const Rules *rules, const void *state) {
    uint64_t hash = state_hash(rules, state);
    Move move = {.kind = LOG_HASH};
    memcpy(move.arg, &hash, MOVE_ARGS);
    return move;
}

/* Whether a hash goes behind what is pending: the count of steps has passed a multiple of LOG_HASH_INTERVAL, or it is
 * over. */
static bool hash_due(const Match *match) {
    const Head *now = state_head(match_state(match)), *next = state_head(match_pending_state(match));
    return now->steps / LOG_HASH_INTERVAL != next->steps / LOG_HASH_INTERVAL || next->node == NODE_OVER;
}

static void group_write(Move move, Text *out) {
    if (move.seat == CHANCE)
        text_puts(out, "# * 0\n");
    else
        text_printf(out, "# %u %llu\n", move.seat + 1u, (unsigned long long)group_message(move));
}

void match_log_write(const Rules *rules, const Move *log, unsigned count, Text *out) {
    for (unsigned i = 0; i < count; i++) {
        char text[MOVE_TEXT];
        if (log[i].kind == LOG_SUBMISSION) {
            group_write(log[i], out);
        } else if (log[i].kind == LOG_HASH) {
            text_printf(out, "# = %012llx\n", (unsigned long long)group_message(log[i]));
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
    out[0] = group_make(seat, message);
    for (unsigned i = 0; i < n; i++)
        out[i + 1] = lines[i].undo ? (Move){.kind = LOG_UNDO, .seat = lines[i].move.seat} : lines[i].move;
    *count = n + 1;
    if (hash_due(match))
        out[(*count)++] = hash_make(match_rules(match), match_pending_state(match));
    match_log_write(match_rules(match), out, *count, rows);
    return out;
}

/* ---- reading -------------------------------------------------------------------------------------------- */

static Status row_read(const Rules *rules, const char *line, Move *out, Err *err) {
    unsigned seat;
    unsigned long long message;
    if (sscanf(line, "# = %12llx", &message) == 1) {
        *out = group_make(0, message);
        out->kind = LOG_HASH;
        return SK_OK;
    }
    if (strcmp(line, "# * 0") == 0) {
        *out = group_make(CHANCE, 0);
        return SK_OK;
    }
    if (sscanf(line, "# %u %llu", &seat, &message) == 2 && seat >= 1 && seat <= rules->seats &&
        message <= LOG_MESSAGE_MAX) {
        *out = group_make(seat - 1, message);
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
        err_set(err, SK_IO, "There is not enough memory for this game.", "");
    while (out && *text) {
        char line[MOVE_TEXT + 1], sentence[512];
        size_t n = strcspn(text, "\n");
        Err inner = {0};
        snprintf(line, sizeof line, "%.*s", (int)(n < MOVE_TEXT ? n : MOVE_TEXT), text);
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

/* The pending lines are those that were stored. */
static bool group_same(const Match *match, const Move *log, unsigned n) {
    unsigned count;
    const Line *lines = match_lines(match, &count);
    if (count != n)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (lines[i].undo ? log[i].kind != LOG_UNDO : !move_equal(lines[i].move, log[i]))
            return false;
    return true;
}

static Status group_submit(Match *match, Dice *dice, Move head, const Move *log, unsigned n, Err *err) {
    unsigned own = 0;
    if (head.seat == CHANCE)
        return match_start(match, dice, err);
    if (n && log[0].kind == LOG_UNDO)
        return match_undo(match, log[0].seat, err);
    while (own < n && log[own].seat == head.seat)
        own++;
    return match_submit(match, &(Submission){head.seat, log, own, MATCH_NOW, group_message(head)}, dice, err);
}

/* Dice that fall as the rows say. */
typedef struct StoredDice {
    Dice dice;
    uint32_t *pick;
    unsigned draws;
} StoredDice;

static uint32_t stored_below(Dice *dice, uint32_t n, uint32_t bound) {
    const StoredDice *own = (const StoredDice *)dice;
    return n < own->draws && own->pick[n] < bound ? own->pick[n] : 0;
}

static Status stored_read(StoredDice *dice, const Rules *rules, const void *first, const Move *log, unsigned to,
                          Err *err) {
    Match *match = match_from_state(rules, first);
    Status status = match ? SK_OK : err_set(err, SK_IO, "There is not enough memory for this game.", "");
    *dice = (StoredDice){.dice = {stored_below}, .pick = malloc((to + 1) * sizeof *dice->pick)};
    if (!status && !dice->pick)
        status = err_set(err, SK_IO, "There is not enough memory for this game.", "");
    for (unsigned i = 0; i < to && !status; i++) {
        Line line = {.move = log[i], .undo = log[i].kind == LOG_UNDO};
        if (log[i].kind == LOG_SUBMISSION || log[i].kind == LOG_HASH)
            continue;
        if (!line.undo && log[i].seat == CHANCE &&
            !outcome_to_pick(rules, match_state(match), log[i], &dice->pick[dice->draws++]))
            status = err_set(err, SK_STATE, "line {0} of the stored game cannot be drawn.", "d", (int)i + 1);
        else
            status = match_replay(match, line, err);
    }
    match_free(match);
    return status;
}

static Status walk(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *step, Err *err);

Status match_log_replay(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *step,
                        Err *err) {
    StoredDice stored;
    if (dice)
        return walk(match, dice, log, from, to, step, err);
    Err unread = {0};
    Status status = stored_read(&stored, match_rules(match), match_initial_state(match), log, to, &unread);
    if (!stored.pick)
        return *err = unread, status;
    Status walked = walk(match, &stored.dice, log, from, to, step, err); /* as far as it goes, in any case */
    free(stored.pick);
    if (status && !walked)
        *err = unread;
    return walked ? walked : status;
}

/* One submission and, where there is one, the hash behind it; *from: its first row, then the next one's. */
static Status walk_group(Match *match, Dice *dice, const Move *log, unsigned *from, unsigned to, bool *proved,
                         Err *err) {
    unsigned n = 0;
    const Move *rows = log + *from + 1;
    if (log[*from].kind != LOG_SUBMISSION)
        return err_set(err, SK_STATE, "it belongs to no submission.", "");
    while (*from + 1 + n < to && rows[n].kind != LOG_SUBMISSION && rows[n].kind != LOG_HASH)
        n++;
    Status status = group_submit(match, dice, log[*from], rows, n, err);
    if (!status && !group_same(match, rows, n))
        status = err_set(err, SK_STATE, "the dice do not fall as they did.", "");
    *proved = *from + 1 + n < to && rows[n].kind == LOG_HASH;
    if (!status && *proved && !move_equal(rows[n], hash_make(match_rules(match), match_pending_state(match))))
        status = err_set(err, SK_STATE, "this program's rules lead to another position than was on the table.", "");
    if (!status)
        *from += 1 + n + *proved;
    return status;
}

static Status walk(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *step, Err *err) {
    bool hashes = false;
    if (step)
        step->verified_rows = from;
    while (from < to) {
        unsigned row = from;
        bool proved = false;
        Err inner = {0};
        if (walk_group(match, dice, log, &from, to, &proved, &inner)) {
            char sentence[512];
            match_discard(match);
            refusal_finish(match_rules(match), &inner);
            err_format(&inner, sentence, sizeof sentence);
            return err_set(err, SK_STATE, "line {0} of the stored game: {1}", "ds", (int)row + 1, sentence);
        }
        match_commit(match);
        hashes |= proved;
        if (step && (proved || !hashes))
            step->verified_rows = from;
        if (step && step->step)
            step->step(step, match);
    }
    return SK_OK;
}
