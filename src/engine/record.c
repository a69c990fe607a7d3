#include "engine/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "engine/fields.h"
#include "engine/line_reader.h"
#include "engine/names.h"

/* ---- head ----------------------------------------------------------------------------------------------- */

static Status line_error(const char *name, unsigned line, const char *what, Err *err) {
    return err_set(err, SK_SYNTAX, "{0}: line {1}: {2}", "sds", name, (int)line, what);
}

/* Splits the text after the key into at most two words; the second may contain spaces. Returns the number of words, or
 * 3 if the second is too long. */
static unsigned split_words(const char *text, char a[NAME_SIZE], char b[NAME_SIZE]) {
    const char *word;
    size_t n = next_token(&text, &word);
    if (n == 0)
        return 0;
    snprintf(a, NAME_SIZE, "%.*s", (int)n, word);
    n = next_token(&text, &word);
    if (n == 0)
        return 1;
    snprintf(b, NAME_SIZE, "%s", word);
    return strlen(word) >= NAME_SIZE ? 3 : 2;
}

static bool parse_small_number(const char *text, unsigned max, unsigned *out) {
    *out = 0;
    if (!*text || strlen(text) > 6)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        *out = *out * 10 + (unsigned)(*text - '0');
    }
    return *out <= max;
}

static const char *head_line(RecordHead *head, const char *key, const char *rest) {
    char a[NAME_SIZE] = "", b[NAME_SIZE] = "";
    unsigned n = split_words(rest, a, b), number;
    if (strcmp(key, "game") == 0) {
        if (n != 2 || strlen(a) >= ID_SIZE || !parse_small_number(b, 65535, &head->version))
            return "a game line is `game ID RULES-VERSION`.";
        snprintf(head->game, sizeof head->game, "%.*s", ID_SIZE - 1, a);
    } else if (strcmp(key, "content") == 0) {
        if (n != 1 || !hash_read(a, &head->content))
            return "a content line is `content` and sixteen hexadecimal digits.";
    } else if (strcmp(key, "seats") == 0) {
        if (n != 1 || !parse_small_number(a, SEATS_MAX, &head->seats) || head->seats == 0)
            return "a seats line is `seats` and a number from 1 to 6.";
    } else if (strcmp(key, "seat") == 0) {
        if (n != 2 || !parse_small_number(a, SEATS_MAX, &number) || number == 0)
            return "a seat line is `seat NUMBER NAME`.";
        memcpy(head->seat_name[number - 1], b, NAME_SIZE);
    } else if (strcmp(key, "option") == 0) {
        if (n != 2 || strlen(a) >= ID_SIZE || strlen(b) >= ID_SIZE || head->options == OPTIONS_MAX)
            return "an option line is `option NAME VALUE`.";
        memcpy(head->option[head->options][0], a, ID_SIZE);
        memcpy(head->option[head->options++][1], b, ID_SIZE);
    } else {
        return "this line does not belong in a record's head, which ends with `begin`.";
    }
    return NULL;
}

Status record_read_head(const char *text, const char *name, RecordHead *head, Err *err) {
    LineReader *lines = calloc(1, sizeof *lines);
    if (!lines)
        return err_set(err, SK_IO, "Out of memory while reading {0}.", "s", name);
    *head = (RecordHead){0};
    lines->pos = text;
    const char *problem = NULL;
    if (line_reader_next(lines) != 1 || strcmp(lines->line, "skerry record 1") != 0)
        problem = "a record begins with `skerry record 1`.";
    bool complete = false;
    while (!problem && !complete) {
        int more = line_reader_next(lines);
        const char *pos = lines->line, *word;
        size_t n = more > 0 ? next_token(&pos, &word) : 0;
        char key[16] = "";
        snprintf(key, sizeof key, "%.*s", (int)(n < 15 ? n : 15), n ? word : "");
        if (more < 0 && strncmp(lines->line_start, "from ", 5) == 0)
            head->start_state = lines->line_start + 5;
        else if (more <= 0)
            problem = more < 0 ? "this line is too long." : "the record ends before its `begin` line.";
        else if (strcmp(lines->line, "begin") == 0)
            complete = true;
        else if (strcmp(key, "from") == 0)
            head->start_state = lines->line_start + 5;
        else
            problem = head_line(head, key, pos);
    }
    unsigned number = lines->number ? lines->number : 1;
    head->body = lines->pos;
    head->body_line = number + 1;
    free(lines);
    if (!problem && !*head->game)
        problem = "the head has no `game` line.";
    if (!problem && !head->seats)
        problem = "the head has no `seats` line.";
    return problem ? line_error(name, number, problem, err) : SK_OK;
}

Status record_open_rules(const RecordHead *head, const char *name, const Pack *pack, Rules *rules, Err *err) {
    char recorded[HASH_TEXT_SIZE], current[HASH_TEXT_SIZE];
    Err inner = {0};
    if (strcmp(head->game, pack->game->id) != 0)
        return err_set(err, SK_STATE, "{0} is a record of {1}, not of {2}.", "sss", name, head->game, pack->game->id);
    if (head->version != pack->game->version)
        return err_set(err, SK_STATE,
                       "{0} was made with version {1} of the rules of {2}; this program plays version {3}.", "sdsd",
                       name, (int)head->version, head->game, (int)pack->game->version);
    hash_write(head->content, recorded);
    hash_write(pack->hash, current);
    if (head->content != pack->hash)
        return err_set(
            err, SK_CONTENT,
            "{0} was played with content {1}; the content in use is {2}. Give the right pack with --content.", "sss",
            name, recorded, current);
    Status status = rules_open(rules, pack, head->seats, &inner);
    for (unsigned i = 0; i < head->options && !status; i++)
        status = rules_option(rules, head->option[i][0], head->option[i][1], &inner);
    if (status) {
        char sentence[512];
        err_format(&inner, sentence, sizeof sentence);
        err_set(err, status, "{0}: {1}", "ss", name, sentence);
    }
    return status;
}

/* ---- body ----------------------------------------------------------------------------------------------- */

static Status check_hash(const Match *match, const char *text, const char *name, unsigned line, Err *err) {
    uint64_t expected;
    if (!hash_read(text, &expected))
        return line_error(name, line, "a hash line is `=` and sixteen hexadecimal digits.", err);
    char actual[HASH_TEXT_SIZE];
    hash_write(state_hash(match_rules(match), match_state(match)), actual);
    if (strcmp(actual, text) == 0)
        return SK_OK;
    return err_set(err, SK_STATE,
                   "{0}: line {1}: the position here is {2}, but the record says {3}; a line above was changed.",
                   "sdss", name, (int)line, actual, text);
}

static void result_write(const Match *match, Text *out) {
    const Rules *rules = match_rules(match);
    Score score;
    rules->game->score(rules, match_state(match), &score);
    text_printf(out, "end %s", rules->game->endings[score.ending]);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        text_printf(out, " %d", (int)score.points[seat]);
}

static Status check_result(const Match *match, const char *line_text, const char *name, unsigned line, Err *err) {
    Text actual = {0};
    if (!match_is_over(match))
        return line_error(name, line, "the record says that the game ended here, but it goes on.", err);
    result_write(match, &actual);
    Status status = SK_OK;
    if (strcmp(text_str(&actual), line_text) != 0)
        status = err_set(err, SK_STATE, "{0}: line {1}: the game ended with `{2}`, but the record says `{3}`.", "sdss",
                         name, (int)line, text_str(&actual), line_text);
    text_free(&actual);
    return status;
}

static Status body_move(Match *match, const char *text, Line *line, Err *err) {
    const Rules *rules = match_rules(match);
    unsigned seat;
    *line = (Line){0};
    if (strncmp(text, "undo ", 5) == 0) {
        if (!parse_small_number(text + 5, rules->seats, &seat) || seat == 0)
            return err_set(err, SK_SYNTAX, "an undo line is `undo SEAT`.", "");
        line->undo = 1;
        line->move.seat = (uint8_t)(seat - 1);
        return match_replay(match, *line, err);
    }
    Status status = move_read_seat(rules, text, &line->move, err);
    return status ? status : match_replay(match, *line, err);
}

static Status body_line(Match *match, const LineReader *lines, const char *name, Err *err) {
    Line line;
    Err inner = {0};
    if (strncmp(lines->line, "= ", 2) == 0)
        return check_hash(match, lines->line + 2, name, lines->number, err);
    if (strncmp(lines->line, "end ", 4) == 0)
        return check_result(match, lines->line, name, lines->number, err);
    Status status = body_move(match, lines->line, &line, &inner);
    if (!status)
        return SK_OK;
    Text text = {0};
    refusal_write(match_rules(match), &inner, &text);
    err_set(err, SK_STATE, "{0}: line {1}: `{2}`: {3}", "sdss", name, (int)lines->number, lines->line, text_str(&text));
    if (err)
        err->rule = inner.rule;
    text_free(&text);
    return SK_STATE;
}

static Match *create_match(const RecordHead *head, const char *name, const Rules *rules, Err *err) {
    Err inner = {0};
    char sentence[512];
    if (!head->start_state) {
        Match *match = match_new(rules, &inner);
        err_format(&inner, sentence, sizeof sentence);
        if (!match)
            err_set(err, inner.status, "{0}: {1}", "ss", name, sentence);
        return match;
    }
    size_t n = strcspn(head->start_state, "\n");
    json_error_t problem;
    State state;
    json_t *json = json_loadb(head->start_state, n, JSON_REJECT_DUPLICATES, &problem);
    Status status = SK_SYNTAX;
    if (json)
        status = state_read(rules, json, false, &state, &inner);
    else
        err_set(&inner, SK_SYNTAX, "column {0}: {1}.", "ds", problem.column, problem.text);
    json_decref(json);
    if (!status)
        return match_from_state(rules, &state);
    err_format(&inner, sentence, sizeof sentence);
    err_set(err, status, "{0}: the `from` line: {1}", "ss", name, sentence);
    return NULL;
}

Status record_load(const RecordHead *head, const char *name, const Rules *rules, unsigned stop_at, Match **match,
                   Err *err) {
    LineReader *lines = calloc(1, sizeof *lines);
    Match *fresh = lines ? create_match(head, name, rules, err) : NULL;
    Status status = fresh ? SK_OK : SK_STATE;
    unsigned moves = 0;
    int more = 0;
    if (!status) {
        lines->pos = head->body;
        lines->number = head->body_line - 1;
    }
    while (!status && !(stop_at && moves >= stop_at) && (more = line_reader_next(lines)) == 1) {
        status = body_line(fresh, lines, name, err);
        match_moves(fresh, &moves);
    }
    if (!status && more < 0)
        status = line_error(name, lines->number, "this line is too long for a move.", err);
    free(lines);
    if (status)
        match_free(fresh);
    else
        *match = fresh;
    return status;
}

/* ---- writing -------------------------------------------------------------------------------------------- */

static void head_write(const Match *match, uint64_t content, const char (*seat_name)[NAME_SIZE], Text *out) {
    const Rules *rules = match_rules(match);
    char hash[HASH_TEXT_SIZE], number[16];
    hash_write(content, hash);
    text_printf(out, "skerry record %d\ngame %s %u\ncontent %s\nseats %u\n", RECORD_FORMAT, rules->game->id,
                rules->game->version, hash, rules->seats);
    for (unsigned seat = 0; seat_name && seat < rules->seats; seat++)
        if (*seat_name[seat])
            text_printf(out, "seat %u %s\n", seat + 1, seat_name[seat]);
    for (unsigned i = 0; rules->game->options[i].name; i++)
        text_printf(out, "option %s %s\n", rules->game->options[i].name, rules_option_text(rules, i, number));
    State setup = {0};
    if (rules->game->setup(rules, &setup, NULL) ||
        memcmp(&setup, match_initial_state(match), rules->game->state_size) != 0) {
        json_t *json = state_json(rules, match_initial_state(match), false);
        char *text = json_dumps(json, JSON_COMPACT);
        text_printf(out, "from %s\n", text ? text : "{}");
        free(text);
        json_decref(json);
    }
    text_puts(out, "begin\n");
}

void record_write(const Match *match, uint64_t content, const char (*seat_name)[NAME_SIZE], Text *out) {
    const Rules *rules = match_rules(match);
    unsigned count;
    const Move *moves = match_moves(match, &count);
    State state;
    memcpy(&state, match_initial_state(match), rules->game->state_size);
    head_write(match, content, seat_name, out);
    for (unsigned i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE], hash[HASH_TEXT_SIZE];
        unsigned turn = state.head.turn;
        move_write_seat(rules, moves[i], text);
        rules_apply(rules, &state, moves[i], NULL);
        text_printf(out, "%s\n", text);
        if (state.head.turn != turn || state.head.node == NODE_OVER) {
            hash_write(state_hash(rules, &state), hash);
            text_printf(out, "= %s\n", hash);
        }
    }
    if (match_is_over(match)) {
        result_write(match, out);
        text_putc(out, '\n');
    }
}
