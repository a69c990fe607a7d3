#include "bots/program.h"
#include "base/clock.h"

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

enum { GOODBYE_MS = 200 };

struct Program {
    ProgramSetup setup;
    char *command;
    Child child;
    Worlds worlds;
    ChildWait wait;       /* time limit of the current question */
    bool lost;            /* it failed and was ended */
    json_t *events;       /* events not sent yet; NULL: none */
    unsigned events_sent; /* number of events sent so far */
};

/* ---- names ---------------------------------------------------------------------------------------------- */

const char *program_command(const char *seat) { return strncmp(seat, "cmd:", 4) == 0 ? seat + 4 : NULL; }

/* Moves *word to the last part of a path and returns that part's length without the extension. */
static size_t file_stem(const char **word, size_t n) {
    for (size_t i = 0; i + 1 < n;)
        if ((*word)[i++] == '/')
            *word += i, n -= i, i = 0;
    for (size_t i = 1; i < n; i++)
        if ((*word)[i] == '.')
            return i;
    return n;
}

/* Uses the first word that looks like a script or program file, or else the first word. */
void program_name(const char *command, char *out, size_t size) {
    const char *pos = command, *word, *name = command;
    size_t n, length = strcspn(command, " \t");
    while ((n = next_token(&pos, &word)) > 0) {
        bool file = *word != '-' && (memchr(word, '/', n) || memchr(word, '.', n));
        size_t short_n = file_stem(&word, n);
        if (file && strncmp(word, "python", 6) != 0) {
            snprintf(out, size, "%.*s", (int)short_n, word);
            return;
        }
    }
    length = file_stem(&name, length);
    snprintf(out, size, "%.*s", (int)length, name);
}

Status program_check(const char *command, Err *err) { return child_check(command, err); }

const Bot *program_fallback_bot(void) { return bot_find("medium"); }

/* ---- messages to the program ---------------------------------------------------------------------------- */

static json_t *hello_json(const Program *program) {
    const ProgramSetup *setup = &program->setup;
    char hash[HASH_TEXT_SIZE];
    hash_write(setup->pack->hash, hash);
    return json_pack("{s:s, s:s, s:i, s:s, s:i, s:s, s:i, s:i, s:o, s:i, s:{s:i, s:i, s:i, s:i, s:i}}", "ask", "hello",
                     "skerry", SKERRY_VERSION, "protocol", (int)PROGRAM_PROTOCOL, "game", setup->rules->game->id,
                     "rules", (int)setup->rules->game->version, "content", hash, "seat", (int)setup->seat + 1, "seats",
                     (int)setup->rules->seats, "options", rules_options_json(setup->rules), "seconds",
                     (int)setup->seconds, "limits", "line", (int)CHILD_LINE_MAX, "worlds", (int)WORLDS_OPEN_MAX,
                     "moves", (int)WORLDS_MOVES_MAX, "times", (int)WORLDS_TIMES_MAX, "tries", (int)PROGRAM_TRIES);
}

/* Takes the queued events, so that each is sent only once. */
static json_t *take_events(Program *program, unsigned *events_sent) {
    json_t *events = program->events ? program->events : json_array();
    *events_sent = program->events_sent;
    program->events_sent += (unsigned)json_array_size(events);
    program->events = NULL;
    return events;
}

static json_t *question_json(Program *program, const void *view, bool is_awaited) {
    const Rules *rules = program->setup.rules;
    unsigned events_sent;
    json_t *events = take_events(program, &events_sent);
    return json_pack("{s:s, s:b, s:i, s:o, s:i, s:o, s:o, s:o, s:i}", "ask", "move", "aside", !is_awaited, "turn",
                     (int)state_head(view)->turn, "to_act", seats_json(state_head(view)->to_act), "heard",
                     (int)events_sent, "events", events, "view", state_json(rules, view, true), "moves",
                     legal_json(rules, view, program->setup.seat), "seconds", (int)program->setup.seconds);
}

static json_t *bye_json(Program *program, const void *view) {
    const Rules *rules = program->setup.rules;
    unsigned events_sent;
    json_t *events = take_events(program, &events_sent);
    json_t *bye = json_pack("{s:s, s:i, s:o, s:b}", "ask", "bye", "heard", (int)events_sent, "events", events, "over",
                            view != NULL);
    if (view) {
        Score score = {0};
        rules->game->score(rules, view, &score);
        json_object_set_new(bye, "ending", json_string(rules->game->endings[score.ending]));
        json_object_set_new(bye, "seats", score_json(rules, &score));
    }
    return bye;
}

void program_queue_event(Program *program, const Event *event) {
    Event visible;
    if (program->lost || !event_for_viewer(event, program->setup.seat, &visible))
        return;
    if (!program->events)
        program->events = json_array();
    json_array_append_new(program->events, event_json(program->setup.rules, &visible));
}

void program_reset_events(Program *program) {
    json_decref(program->events);
    program->events = NULL;
    program->events_sent = 0;
}

/* ---- exchanging lines ----------------------------------------------------------------------------------- */

static Status lose(Program *program) {
    program->lost = true;
    worlds_clear(&program->worlds);
    child_end(&program->child);
    return SK_IO;
}

/* Reports why there was no answer and ends the program. */
static Status lose_child(Program *program, ChildResult result, Err *err) {
    int seconds = (int)((program->wait.until - program->wait.from) / 1000);
    const char *command = program->command;
    int ended = result == CHILD_CLOSED ? child_ended(&program->child, GOODBYE_MS) : -1;
    if (result == CHILD_TIMED_OUT)
        err_set(err, SK_IO, "The program {0} did not answer in time ({1} s).", "sd", command, seconds);
    else if (result == CHILD_LINE_TOO_LONG)
        err_set(err, SK_IO, "The program {0} wrote a line of more than {1} bytes.", "sd", command, (int)CHILD_LINE_MAX);
    else if (result == CHILD_OUT_OF_MEMORY)
        err_set(err, SK_IO, "Out of memory while reading from the program {0}.", "s", command);
    else if (ended > 128)
        err_set(err, SK_IO, "The program {0} was killed by signal {1}.", "sd", command, ended - 128);
    else if (ended >= 0)
        err_set(err, SK_IO, "The program {0} ended with exit status {1}.", "sd", command, ended);
    else
        err_set(err, SK_IO, "The program {0} closed its input or output.", "s", command);
    return lose(program);
}

static json_t *line_parse(const char *line, size_t n, Err *err) {
    json_error_t pos;
    json_t *json = json_loadb(line, n, JSON_REJECT_DUPLICATES, &pos);
    if (!json)
        err_set(err, SK_SYNTAX, "The line is not a JSON object: {0} (column {1}).", "sd", pos.text, pos.column);
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

/* Sends a message, which it frees, and waits for the next line that is not blank. */
static ChildResult exchange(Program *program, json_t *message, char **line, size_t *n) {
    char *dump = json_dumps(message, JSON_REAL_PRECISION(8));
    size_t length = dump ? strlen(dump) : 0;
    json_decref(message);
    if (!dump)
        return CHILD_OUT_OF_MEMORY;
    dump[length++] = '\n'; /* replaces the terminating zero */
    ChildResult result = child_exchange(&program->child, dump, length, &program->wait, line, n);
    while (result == CHILD_LINE && is_blank(*line, *n))
        result = child_exchange(&program->child, NULL, 0, &program->wait, line, n);
    free(dump);
    return result;
}

/* Ends the program after its last allowed wrong answer. */
static Status lose_for_wrong_answers(Program *program, const Err *why, unsigned tries, Err *err) {
    Text text = {0};
    refusal_write(program->setup.rules, why, &text);
    if (tries > 1)
        err_set(err, SK_IO, "The program {0} gave a wrong answer {1} times. {2}", "sds", program->command, (int)tries,
                text_str(&text));
    else
        err_set(err, SK_IO, "The program {0} did not answer hello correctly. {1}", "ss", program->command,
                text_str(&text));
    text_free(&text);
    return lose(program);
}

/* The time limit for a question, the number of answers allowed, and the function that checks them. */
typedef struct AnswerCheck {
    unsigned seconds, tries;
    Status (*check)(Program *program, const json_t *answer, void *out, Err *err);
    void *out;
} AnswerCheck;

/* Asks a question, handles the program's requests until it answers, and checks the answer. SK_STALE if cancelled. */
static Status ask_program(Program *program, json_t *message, const AnswerCheck *expected, Err *err) {
    int64_t now = clock_monotonic_ms();
    program->wait = (ChildWait){now, now + (int64_t)expected->seconds * 1000, program->setup.stop, program->setup.ctx};
    for (unsigned left = expected->tries;;) {
        char *line;
        size_t n;
        ChildResult result = exchange(program, message, &line, &n);
        if (result == CHILD_STOPPED)
            return SK_STALE;
        if (result != CHILD_LINE)
            return lose_child(program, result, err);
        Err why = {0};
        json_t *answer = line_parse(line, n, &why);
        if (json_object_get(answer, "do")) {
            message = program_request_answer(&program->worlds, answer, &why);
            json_decref(answer);
            continue;
        }
        Status status = answer ? expected->check(program, answer, expected->out, &why) : SK_SYNTAX;
        json_decref(answer);
        if (!status)
            return SK_OK;
        if (--left == 0)
            return lose_for_wrong_answers(program, &why, expected->tries, err);
        message = json_pack("{s:o, s:i}", "error", refusal_json(program->setup.rules, &why), "tries", (int)left);
    }
}

/* ---- hello ---------------------------------------------------------------------------------------------- */

static Status check_hello(Program *program, const json_t *answer, void *out, Err *err) {
    const json_t *protocol = json_object_get(answer, "protocol");
    (void)program;
    (void)out;
    if (!json_is_integer(protocol))
        return err_set(err, SK_SYNTAX, "The answer to hello must be {\"protocol\": {0}}.", "d", (int)PROGRAM_PROTOCOL);
    if (json_integer_value(protocol) != PROGRAM_PROTOCOL)
        return err_set(err, SK_RANGE, "It speaks version {0} of the protocol; this is version {1}.", "dd",
                       (int)json_integer_value(protocol), (int)PROGRAM_PROTOCOL);
    return SK_OK;
}

static bool is_out_of_time(void *ctx) {
    const Program *program = ctx;
    return clock_monotonic_ms() >= program->wait.until;
}

Program *program_open(const ProgramSetup *setup, Err *err) {
    Program *program = calloc(1, sizeof *program);
    char *command = strdup(setup->command);
    if (!program || !command) {
        err_set(err, SK_IO, "Out of memory while starting a program.", "");
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
                               .rng = rng_init(setup->seed, setup->seat),
                               .is_out_of_time = is_out_of_time,
                               .ctx = program};
    /* Only one try: a second answer would not fix a wrong protocol version. */
    AnswerCheck expected = {
        .seconds = program->setup.seconds + PROGRAM_START_EXTRA_SECONDS, .tries = 1, .check = check_hello};
    Status status = child_start(&program->child, command, setup->quiet, err);
    if (!status)
        status = ask_program(program, hello_json(program), &expected, err);
    if (!status)
        return program;
    if (status == SK_STALE)
        err_set(err, SK_STALE, "The start of the program {0} was cancelled.", "s", command);
    program->lost = true; /* do not send bye */
    program_close(program, NULL);
    return NULL;
}

/* ---- moves ---------------------------------------------------------------------------------------------- */

typedef struct Decision {
    const void *view;
    bool is_awaited, is_pass;
    Move move;
} Decision;

static Status check_move(Program *program, const json_t *answer, void *out, Err *err) {
    Decision *decision = out;
    const Rules *rules = program->setup.rules;
    const char *text = json_string_value(json_object_get(answer, "move"));
    if (json_is_true(json_object_get(answer, "pass"))) {
        decision->is_pass = true;
        return decision->is_awaited ? err_set(err, SK_TURN, "The game waits for this seat: a move must be made.", "")
                                    : SK_OK;
    }
    if (!text)
        return err_set(err, SK_SYNTAX,
                       "An answer must have a member move with the text of a move, or be {\"pass\": true}.", "");
    decision->is_pass = false;
    Status status = move_read(rules, text, program->setup.seat, &decision->move, err);
    return status ? status : rules_check(rules, decision->view, decision->move, err);
}

/* Whether there is no choice, so that the program need not be asked. */
static bool is_forced(const Program *program, const void *view, bool is_awaited, Move *move) {
    Move moves[LEGAL_MAX];
    unsigned n = program->setup.rules->game->legal(program->setup.rules, view, program->setup.seat, moves);
    *move = moves[0];
    return is_awaited ? n == 1 : n == 0;
}

ProgramChoice program_choose(Program *program, const void *view, Move *move, Err *err) {
    bool is_awaited = state_head(view)->to_act & BIT(program->setup.seat);
    Decision decision = {.view = view, .is_awaited = is_awaited};
    if (is_forced(program, view, is_awaited, move))
        return is_awaited ? PROGRAM_MOVE : PROGRAM_PASS;
    if (child_has_output(&program->child)) {
        err_set(err, SK_IO, "The program {0} wrote a line without being asked.", "s", program->command);
        lose(program);
        return PROGRAM_FAILED;
    }
    program->worlds.view = view;
    AnswerCheck expected = {program->setup.seconds, PROGRAM_TRIES, check_move, &decision};
    Status status = ask_program(program, question_json(program, view, is_awaited), &expected, err);
    program->worlds.view = NULL;
    worlds_clear(&program->worlds);
    *move = decision.move;
    if (status)
        return status == SK_STALE ? PROGRAM_STOP : PROGRAM_FAILED;
    return decision.is_pass ? PROGRAM_PASS : PROGRAM_MOVE;
}

/* ---- closing -------------------------------------------------------------------------------------------- */

void program_close(Program *program, const void *view) {
    if (!program)
        return;
    if (!program->lost) {
        json_t *bye = bye_json(program, view);
        char *dump = json_dumps(bye, 0);
        size_t n = dump ? strlen(dump) : 0;
        ChildWait wait = {.until = clock_monotonic_ms() + GOODBYE_MS};
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
