/* Playing on from a moment of a game that is over: a worker finds where it was and builds the match again up to there,
 * and a new table goes on from it, one person against bots. The dice so far are those of the old game, so that they
 * prove nothing of the new one. */
#include <stdlib.h>
#include <string.h>

#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/play.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/rule_table.h"
#include "serve/wire/secret.h"
#include "text/moment.h"

typedef struct Branch {
    WorkerJob job;
    LogObserver step;
    ReplaySource source;
    unsigned viewer, as;
    uint32_t at;
    uint8_t level;
    int64_t person;
    Reply reply;
    unsigned groups; /* submissions walked so far */
    unsigned wanted; /* how many of them lead there; 0: not found yet */
    bool over;       /* the game is, there */
    Match *match;    /* as it stood there */
    unsigned rows;   /* of the log, up to there */
    Text text;       /* the same as it is stored */
    Err err;
} Branch;

/* ---- on a worker's thread -------------------------------------------------------------------------------- */

static void branch_step(LogObserver *step, const Match *match) {
    Branch *branch = (Branch *)((char *)step - offsetof(Branch, step));
    branch->groups++;
    if (branch->wanted || match_version(match, branch->viewer) < branch->at)
        return;
    branch->wanted = branch->groups;
    branch->over = match_is_over(match);
}

static unsigned branch_rows(const Branch *branch) {
    unsigned groups = 0, row = 0;
    for (; row < branch->source.log_count; row++) {
        groups += branch->source.log[row].kind == LOG_SUBMISSION;
        if (groups > branch->wanted)
            break;
    }
    return row;
}

static void branch_run(WorkerJob *job, BotPool *pool) {
    Branch *branch = (Branch *)job;
    ReplaySource *source = &branch->source;
    Match *match = replay_source_match(source, &branch->err);
    (void)pool;
    if (match)
        replay_source_run(source, match, &branch->step, &branch->err);
    match_free(match);
    if (branch->err.status)
        return;
    if (!branch->wanted || branch->over) {
        err_set(&branch->err, SK_TURN, "The game is over there; go back a move or more.", "");
        return;
    }
    branch->rows = branch_rows(branch);
    branch->match = replay_source_match(source, &branch->err);
    if (branch->match)
        match_log_replay(branch->match, NULL, source->log, 0, branch->rows, NULL, &branch->err);
    match_log_write(&source->rules, source->log, branch->rows, &branch->text);
}

/* ---- on the loop's --------------------------------------------------------------------------------------- */

static Table *branch_table(House *house, const Branch *branch) {
    const Table *old = branch->source.table;
    Table *table = table_new(house);
    if (!table)
        return NULL;
    table->owner = branch->person;
    table->pack = old->pack;
    table->rules = branch->source.rules;
    table->seats = old->seats;
    table->branched = table->loaded = true;
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->seat[seat] = (TableSeat){.occupant = seat == branch->as ? OCCUPANT_PERSON : OCCUPANT_BOT,
                                        .person = seat == branch->as ? branch->person : 0,
                                        .level = branch->level};
    table->chat = json_array();
    bool begins = start_position_copy(table, old);
    table->rule = 0; /* it was tried there, not here */
    if (table->chat && begins && table_enter(house, table))
        return table;
    table_forget(house, table);
    return NULL;
}

static Status branch_job_start(House *house, Branch *branch) {
    unsigned char key[DICE_KEY];
    Table *table = branch->err.status ? NULL : branch_table(house, branch);
    if (branch->err.status)
        return branch->err.status;
    if (!table)
        return err_set(&branch->err, SK_IO, "There is not enough memory for a table.", "");
    shares_begin(&table->shares, 0); /* nobody is asked: what has been drawn already cannot be proved */
    while (table->shares.step != SHARES_DONE)
        shares_next(&table->shares);
    shares_key(&table->shares, key);
    table->dice = dice_of(key);
    table->match = branch->match;
    branch->match = NULL;
    return table_branch(house, table, branch->source.log, branch->rows, &branch->text, branch->reply, &branch->err);
}

static void branch_done(House *house, WorkerJob *job) {
    Branch *branch = (Branch *)job;
    Sock *sock = sock_find(house, branch->reply.sock);
    if (sock)
        sock->moment_jobs--;
    if (!house->stopping && branch_job_start(house, branch) != SK_OK)
        answer_error(house, branch->source.table, branch->reply, &branch->err, NULL);
    match_free(branch->match);
    replay_source_free(&branch->source);
    text_free(&branch->text);
    free(branch);
}

/* ---- the request ----------------------------------------------------------------------------------------- */

/* What `from` says; its table is the one that is open. */
static Status from_read(Request *request, const json_t *from, Branch *branch) {
    const Table *table = request->table;
    const json_t *seat = json_object_get(from, "seat"), *as = json_object_get(from, "as"),
                 *at = json_object_get(from, "at");
    const char *key = json_string_value(json_object_get(from, "table")),
               *watch = json_string_value(json_object_get(from, "watch"));
    if (!table || (key && !secret_equal_text(key, table->key)) ||
        (watch && !secret_equal_text(watch, table->spectator_key)))
        return request_gone(request);
    if (table->phase != PHASE_OVER || !table->match)
        return err_set(&request->err, SK_TURN, "That game is still being played; play on from it when it is over.", "");
    if (!json_is_integer(at) || json_integer_value(at) < 0 || json_integer_value(at) >= MATCH_NOW)
        return err_set(&request->err, SK_SYNTAX, "from needs a member at: a whole number, 0 or more.", "");
    if (!json_is_integer(as) || json_integer_value(as) < 1 || json_integer_value(as) > table->seats)
        return err_set(&request->err, SK_RANGE, "from needs a member as: a seat of that game.", "");
    if (seat && !json_is_null(seat) &&
        (!json_is_integer(seat) || json_integer_value(seat) < 1 || json_integer_value(seat) > table->seats))
        return err_set(&request->err, SK_RANGE, "In from, seat is a seat of that game, or null.", "");
    branch->viewer = json_is_integer(seat) ? (unsigned)json_integer_value(seat) - 1 : (unsigned)SPECTATOR;
    branch->as = (unsigned)json_integer_value(as) - 1;
    branch->at = (uint32_t)json_integer_value(at);
    return SK_OK;
}

Status handle_branch(Request *request, const json_t *from) {
    Branch ask = {
        .job = {.run = branch_run, .done = branch_done}, .step = {branch_step}, .reply = request_reply(request)};
    Status status = from_read(request, from, &ask);
    ask.level = level_find(request_string(request, "level"), 0);
    ask.person = request->sock->person->id;
    if (!status && ask.level == UINT8_MAX)
        status = err_set(&request->err, SK_UNKNOWN, "There is no such level of bots.", "");
    if (!status && request->sock->moment_jobs >= MOMENT_JOBS_MAX)
        status = request_limit(request, "You look back faster than can be shown; wait a moment.", "");
    if (status)
        return status;
    Branch *branch = malloc(sizeof *branch);
    if (!branch || !replay_source_init(request->house, request->table, &ask.source)) {
        free(branch);
        return err_set(&request->err, SK_IO, "There is not enough memory to play on from there.", "");
    }
    memcpy(branch, &ask, sizeof ask);
    request->sock->moment_jobs++;
    request->deferred = true;
    workers_submit(request->house->workers, &branch->job);
    return SK_OK;
}
