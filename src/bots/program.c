#include "bots/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "bots/program_child.h"
#include "bots/program_requests.h"
#include "engine/fields.h"
#include "engine/json.h"
#include "engine/names.h"

enum { BYE_MS = 200 };

struct Program {
    ProgramSetup setup;
    char *command;
    Child child;
    Worlds worlds;
    ChildWait wait; /* of the question at hand */
    bool lost;
    json_t *events; /* not yet sent, */
    unsigned heard; /* and how many were */
};

/* ---- names ---------------------------------------------------------------------------------------------- */

const char *program_command(const char *seat) { return strncmp(seat, "cmd:", 4) == 0 ? seat + 4 : NULL; }

/* Of a path: its last part, and of that what stands before a dot. */
static size_t stem(const char **word, size_t n) {
    for (size_t i = 0; i + 1 < n;)
        if ((*word)[i++] == '/')
            *word += i, n -= i, i = 0;
    for (size_t i = 1; i < n; i++)
        if ((*word)[i] == '.')
            return i;
    return n;
}

/* The first word that looks like a file and not like who runs it, or the first of all. */
void program_name(const char *command, char *out, size_t size) {
    const char *at = command, *word, *name = command;
    size_t n, length = strcspn(command, " \t");
    while ((n = next_token(&at, &word)) > 0) {
        bool file = *word != '-' && (memchr(word, '/', n) || memchr(word, '.', n));
        size_t short_n = stem(&word, n);
        if (file && strncmp(word, "python", 6) != 0) {
            snprintf(out, size, "%.*s", (int)short_n, word);
            return;
        }
    }
    length = stem(&name, length);
    snprintf(out, size, "%.*s", (int)length, name);
}

Status program_check(const char *command, Err *err) { return child_check(command, err); }

const Bot *program_fallback_bot(void) { return bot_find("medium"); }

/* ---- what it is told ------------------------------------------------------------------------------------ */

static json_t *hello_json(const Program *program) {
    const ProgramSetup *setup = &program->setup;
    char hash[HASH_TEXT];
    hash_write(setup->pack->hash, hash);
    return json_pack("{s:s, s:s, s:i, s:s, s:i, s:s, s:i, s:i, s:o, s:i, s:{s:i, s:i, s:i, s:i, s:i}}", "ask", "hello",
                     "skerry", SKERRY_VERSION, "protocol", (int)PROGRAM_PROTOCOL, "game", setup->rules->game->id,
                     "rules", (int)setup->rules->game->version, "content", hash, "seat", (int)setup->seat + 1, "seats",
                     (int)setup->rules->seats, "options", rules_options_json(setup->rules), "seconds",
                     (int)setup->seconds, "limits", "line", (int)CHILD_LINE_MAX, "worlds", (int)WORLDS_OPEN, "moves",
                     (int)WORLDS_MOVES, "times", (int)WORLDS_TIMES, "tries", (int)PROGRAM_TRIES);
}

/* The events go with it: they are told once. */
static json_t *events_take(Program *program, unsigned *heard) {
    json_t *events = program->events ? program->events : json_array();
    *heard = program->heard;
    program->heard += (unsigned)json_array_size(events);
    program->events = NULL;
    return events;
}

static json_t *question_json(Program *program, const void *view, bool waited) {
    const Rules *rules = program->setup.rules;
    unsigned heard;
    json_t *events = events_take(program, &heard);
    return json_pack("{s:s, s:b, s:i, s:o, s:i, s:o, s:o, s:o, s:i}", "ask", "move", "aside", !waited, "turn",
                     (int)state_head(view)->turn, "to_act", seats_json(state_head(view)->to_act), "heard", (int)heard,
                     "events", events, "view", state_json(rules, view, true), "moves",
                     legal_json(rules, view, program->setup.seat), "seconds", (int)program->setup.seconds);
}

static json_t *bye_json(Program *program, const void *view) {
    const Rules *rules = program->setup.rules;
    unsigned heard;
    json_t *events = events_take(program, &heard);
    json_t *bye =
        json_pack("{s:s, s:i, s:o, s:b}", "ask", "bye", "heard", (int)heard, "events", events, "over", view != NULL);
    if (view) {
        Score score = {0};
        rules->game->score(rules, view, &score);
        json_object_set_new(bye, "ending", json_string(rules->game->endings[score.ending]));
        json_object_set_new(bye, "seats", score_json(rules, &score));
    }
    return bye;
}

void program_queue_event(Program *program, const Event *event) {
    Event told;
    if (program->lost || !event_for_viewer(event, program->setup.seat, &told))
        return;
    if (!program->events)
        program->events = json_array();
    json_array_append_new(program->events, event_json(program->setup.rules, &told));
}

void program_reset_events(Program *program) {
    json_decref(program->events);
    program->events = NULL;
    program->heard = 0;
}

/* ---- speaking with it ----------------------------------------------------------------------------------- */

static Status lose(Program *program) {
    program->lost = true;
    worlds_clear(&program->worlds);
    child_end(&program->child);
    return SK_IO;
}

/* Why nothing came, in a sentence; the program is ended. */
static Status lose_child(Program *program, ChildResult said, Err *err) {
    int seconds = (int)((program->wait.until - program->wait.from) / 1000);
    const char *command = program->command;
    int ended = said == CHILD_GONE ? child_ended(&program->child, BYE_MS) : -1;
    if (said == CHILD_LATE)
        err_set(err, SK_IO, "The program {0} did not answer in time ({1} s).", "sd", command, seconds);
    else if (said == CHILD_LONG)
        err_set(err, SK_IO, "The program {0} wrote a line of more than {1} bytes.", "sd", command, (int)CHILD_LINE_MAX);
    else if (said == CHILD_BROKEN)
        err_set(err, SK_IO, "There is not enough memory to hear the program {0}.", "s", command);
    else if (ended > 128)
        err_set(err, SK_IO, "The program {0} was ended by signal {1}.", "sd", command, ended - 128);
    else if (ended >= 0)
        err_set(err, SK_IO, "The program {0} has ended, with exit status {1}.", "sd", command, ended);
    else
        err_set(err, SK_IO, "The program {0} has closed its side of the conversation.", "s", command);
    return lose(program);
}

static json_t *line_parse(const char *line, size_t n, Err *err) {
    json_error_t at;
    json_t *json = json_loadb(line, n, JSON_REJECT_DUPLICATES, &at);
    if (!json)
        err_set(err, SK_SYNTAX, "The line is not a JSON object: {0} (column {1}).", "sd", at.text, at.column);
    else if (!json_is_object(json))
        err_set(err, SK_SYNTAX, "The line must be a JSON object.", "");
    if (json_is_object(json))
        return json;
    json_decref(json);
    return NULL;
}

static bool is_blank(const char *line, size_t n) {
    while (n && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
        n--;
    return n == 0;
}

/* Sends a message (which it takes) and waits for the next line that is not blank. */
static ChildResult exchange(Program *program, json_t *message, char **line, size_t *n) {
    char *dump = json_dumps(message, JSON_REAL_PRECISION(8));
    size_t length = dump ? strlen(dump) : 0;
    json_decref(message);
    if (!dump)
        return CHILD_BROKEN;
    dump[length++] = '\n'; /* in place of its end */
    ChildResult said = child_exchange(&program->child, dump, length, &program->wait, line, n);
    while (said == CHILD_LINE && is_blank(*line, *n))
        said = child_exchange(&program->child, NULL, 0, &program->wait, line, n);
    free(dump);
    return said;
}

/* What it said was wrong, once too often. */
static Status lose_wrong(Program *program, const Err *why, unsigned tries, Err *err) {
    Text text = {0};
    refusal_write(program->setup.rules, why, &text);
    if (tries > 1)
        err_set(err, SK_IO, "The program {0} gave a wrong answer {1} times. {2}", "sds", program->command, (int)tries,
                text_str(&text));
    else
        err_set(err, SK_IO, "The program {0} does not answer hello as it should. {1}", "ss", program->command,
                text_str(&text));
    text_free(&text);
    return lose(program);
}

/* How a question is put: for how long, how often it may be answered wrongly, and who judges (SK_OK: taken). */
typedef struct Asking {
    unsigned seconds, tries;
    Status (*judge)(Program *program, const json_t *answer, void *into, Err *err);
    void *into;
} Asking;

/* A question, whatever the program wants to know before it answers, and the answer. SK_STALE: the caller stops. */
static Status ask(Program *program, json_t *message, const Asking *how, Err *err) {
    int64_t now = child_now();
    program->wait = (ChildWait){now, now + (int64_t)how->seconds * 1000, program->setup.stop, program->setup.who};
    for (unsigned left = how->tries;;) {
        char *line;
        size_t n;
        ChildResult said = exchange(program, message, &line, &n);
        if (said == CHILD_STOPPED)
            return SK_STALE;
        if (said != CHILD_LINE)
            return lose_child(program, said, err);
        Err why = {0};
        json_t *answer = line_parse(line, n, &why);
        if (json_object_get(answer, "do")) {
            message = program_request_answer(&program->worlds, answer, &why);
            json_decref(answer);
            continue;
        }
        Status status = answer ? how->judge(program, answer, how->into, &why) : SK_SYNTAX;
        json_decref(answer);
        if (!status)
            return SK_OK;
        if (--left == 0)
            return lose_wrong(program, &why, how->tries, err);
        message = json_pack("{s:o, s:i}", "error", refusal_json(program->setup.rules, &why), "tries", (int)left);
    }
}

/* ---- hello ---------------------------------------------------------------------------------------------- */

static Status judge_hello(Program *program, const json_t *answer, void *into, Err *err) {
    const json_t *protocol = json_object_get(answer, "protocol");
    (void)program;
    (void)into;
    if (!json_is_integer(protocol))
        return err_set(err, SK_SYNTAX, "The answer to hello is {\"protocol\": {0}}.", "d", (int)PROGRAM_PROTOCOL);
    if (json_integer_value(protocol) != PROGRAM_PROTOCOL)
        return err_set(err, SK_RANGE, "It speaks version {0} of the protocol; this is version {1}.", "dd",
                       (int)json_integer_value(protocol), (int)PROGRAM_PROTOCOL);
    return SK_OK;
}

static bool is_late(void *who) {
    const Program *program = who;
    return child_now() >= program->wait.until;
}

Program *program_open(const ProgramSetup *setup, Err *err) {
    Program *program = calloc(1, sizeof *program);
    char *command = strdup(setup->command);
    if (!program || !command) {
        err_set(err, SK_IO, "There is not enough memory to start a program.", "");
        free(program);
        free(command);
        return NULL;
    }
    program->setup = *setup;
    program->setup.seconds = setup->seconds ? setup->seconds : PROGRAM_SECONDS;
    program->command = command;
    program->worlds = (Worlds){.rules = setup->rules,
                               .pack = setup->pack,
                               .seat = setup->seat,
                               .rng = rng_make(setup->seed, setup->seat),
                               .late = is_late,
                               .who = program};
    /* One try: another version of the protocol is no slip that a second one mends. */
    Asking how = {.seconds = program->setup.seconds + PROGRAM_START_MORE, .tries = 1, .judge = judge_hello};
    Status status = child_start(&program->child, command, setup->quiet, err);
    if (!status)
        status = ask(program, hello_json(program), &how, err);
    if (!status)
        return program;
    if (status == SK_STALE)
        err_set(err, SK_STALE, "The program {0} was not waited for.", "s", command);
    program->lost = true; /* no good-bye */
    program_close(program, NULL);
    return NULL;
}

/* ---- a move --------------------------------------------------------------------------------------------- */

typedef struct Decision {
    const void *view;
    bool waited, passed;
    Move move;
} Decision;

static Status judge_move(Program *program, const json_t *answer, void *into, Err *err) {
    Decision *decision = into;
    const Rules *rules = program->setup.rules;
    const char *text = json_string_value(json_object_get(answer, "move"));
    if (json_is_true(json_object_get(answer, "pass"))) {
        decision->passed = true;
        return decision->waited ? err_set(err, SK_TURN, "The game waits for this seat: a move must be made.", "")
                                : SK_OK;
    }
    if (!text)
        return err_set(err, SK_SYNTAX, "An answer has a member move, the text of a move, or is {\"pass\": true}.", "");
    decision->passed = false;
    Status status = move_read(rules, text, program->setup.seat, &decision->move, err);
    return status ? status : rules_check(rules, decision->view, decision->move, err);
}

/* Where there is no choice nobody is asked. */
static bool is_forced(const Program *program, const void *view, bool waited, Move *move) {
    Move moves[LEGAL_MAX];
    unsigned n = program->setup.rules->game->legal(program->setup.rules, view, program->setup.seat, moves);
    *move = moves[0];
    return waited ? n == 1 : n == 0;
}

ProgramChoice program_choose(Program *program, const void *view, Move *move, Err *err) {
    bool waited = state_head(view)->to_act & BIT(program->setup.seat);
    Decision decision = {.view = view, .waited = waited};
    if (is_forced(program, view, waited, move))
        return waited ? PROGRAM_MOVE : PROGRAM_PASS;
    if (child_has_output(&program->child)) {
        err_set(err, SK_IO, "The program {0} spoke when it was not asked.", "s", program->command);
        lose(program);
        return PROGRAM_LOST;
    }
    program->worlds.view = view;
    Asking how = {program->setup.seconds, PROGRAM_TRIES, judge_move, &decision};
    Status status = ask(program, question_json(program, view, waited), &how, err);
    program->worlds.view = NULL;
    worlds_clear(&program->worlds);
    *move = decision.move;
    if (status)
        return status == SK_STALE ? PROGRAM_STOP : PROGRAM_LOST;
    return decision.passed ? PROGRAM_PASS : PROGRAM_MOVE;
}

/* ---- good-bye ------------------------------------------------------------------------------------------- */

void program_close(Program *program, const void *view) {
    if (!program)
        return;
    if (!program->lost) {
        json_t *bye = bye_json(program, view);
        char *dump = json_dumps(bye, 0);
        size_t n = dump ? strlen(dump) : 0;
        ChildWait wait = {.until = child_now() + BYE_MS};
        if (dump) {
            dump[n] = '\n';
            child_send(&program->child, dump, n + 1, &wait);
        }
        json_decref(bye);
        free(dump);
    }
    worlds_clear(&program->worlds);
    child_end(&program->child);
    json_decref(program->events);
    free(program->command);
    free(program);
}
