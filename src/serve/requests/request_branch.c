/* Continuing a finished game from a chosen moment. A worker rebuilds the match up to that moment, and a new table
 * continues it with one person against bots. The dice so far come from the old game, so the new game's dice cannot be
 * verified. */
#include <stdlib.h>
#include <string.h>

#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/play.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/rule_table.h"
#include "serve/wire/secret.h"
#include "serve/wire/send.h"
#include "text/moment.h"

typedef struct BranchJob {
    WorkerJob job;
    LogObserver observer;
    ReplaySource source;
    unsigned viewer; /* whose version `at` is */
    unsigned as;     /* seat of the person in the new game */
    uint32_t at;     /* version of the chosen moment */
    uint8_t level;
    int64_t person;
    Reply reply;
    unsigned submissions; /* replayed so far */
    unsigned wanted;      /* number of submissions up to that moment; 0: not found yet */
    bool over;            /* the game is over at that moment */
    Match *match;         /* at that moment */
    unsigned rows;        /* rows of the log up to that moment */
    Text text;            /* those rows in their stored form */
    Err err;
} BranchJob;

/* ---- on a worker thread ---------------------------------------------------------------------------------- */

static void branch_job_step(LogObserver *observer, const Match *match) {
    BranchJob *branch = (BranchJob *)((char *)observer - offsetof(BranchJob, observer));
    branch->submissions++;
    if (branch->wanted || match_version(match, branch->viewer) < branch->at)
        return;
    branch->wanted = branch->submissions;
    branch->over = match_is_over(match);
}

static unsigned branch_job_rows(const BranchJob *branch) {
    unsigned submissions = 0, row = 0;
    for (; row < branch->source.log_count; row++) {
        submissions += branch->source.log[row].kind == LOG_SUBMISSION;
        if (submissions > branch->wanted)
            break;
    }
    return row;
}

static void branch_job_run(WorkerJob *job, BotPool *pool) {
    BranchJob *branch = (BranchJob *)job;
    ReplaySource *source = &branch->source;
    Match *match = replay_source_match(source, &branch->err);
    (void)pool;
    if (match)
        replay_source_run(source, match, &branch->observer, &branch->err);
    match_free(match);
    if (branch->err.status)
        return;
    if (!branch->wanted || branch->over) {
        err_set(&branch->err, SK_TURN, "The game is already over at that moment. Go back at least one move.", "");
        return;
    }
    branch->rows = branch_job_rows(branch);
    branch->match = replay_source_match(source, &branch->err);
    if (branch->match)
        match_log_replay(branch->match, NULL, source->log, 0, branch->rows, NULL, &branch->err);
    match_log_write(&source->rules, source->log, branch->rows, &branch->text);
}

/* ---- on the loop thread ---------------------------------------------------------------------------------- */

static Table *branch_table(House *house, const BranchJob *branch) {
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
    bool copied = start_position_copy(table, old);
    table->rule = 0; /* the new table is not a rule table */
    if (table->chat && copied && table_register(house, table))
        return table;
    table_forget(house, table);
    return NULL;
}

static Status branch_job_start(House *house, BranchJob *branch) {
    unsigned char key[DICE_KEY_SIZE];
    Table *table = branch->err.status ? NULL : branch_table(house, branch);
    if (branch->err.status)
        return branch->err.status;
    if (!table)
        return err_set(&branch->err, SK_IO, "Out of memory while creating the table.", "");
    shares_begin(&table->shares, 0); /* no shares: the outcomes so far cannot be verified anyway */
    while (table->shares.step != SHARES_DONE)
        shares_next(&table->shares);
    shares_key(&table->shares, key);
    table->dice = dice_from_key(key);
    table->match = branch->match;
    branch->match = NULL;
    return table_branch(house, table, branch->source.log, branch->rows, &branch->text, branch->reply, &branch->err);
}

static void branch_job_done(House *house, WorkerJob *job) {
    BranchJob *branch = (BranchJob *)job;
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

/* Reads `from`. Its table must be the one that the socket has open. */
static Status from_read(Request *request, const json_t *from, BranchJob *branch) {
    const Table *table = request->table;
    const json_t *seat = json_object_get(from, "seat"), *as = json_object_get(from, "as"),
                 *at = json_object_get(from, "at");
    const char *key = json_string_value(json_object_get(from, "table")),
               *watch = json_string_value(json_object_get(from, "watch"));
    if (!table || (key && !secret_equal_text(key, table->key)) ||
        (watch && !secret_equal_text(watch, table->spectator_key)))
        return request_refuse_gone(request);
    if (table->phase != PHASE_OVER || !table->match)
        return err_set(&request->err, SK_TURN, "You can continue from a moment of this game when it is over.", "");
    if (!json_is_integer(at) || json_integer_value(at) < 0 || json_integer_value(at) >= MATCH_NOW)
        return err_set(&request->err, SK_SYNTAX, "from needs a member at: a whole number, 0 or more.", "");
    if (!json_is_integer(as) || json_integer_value(as) < 1 || json_integer_value(as) > table->seats)
        return err_set(&request->err, SK_RANGE, "from needs a member as: a seat of that game.", "");
    if (seat && !json_is_null(seat) &&
        (!json_is_integer(seat) || json_integer_value(seat) < 1 || json_integer_value(seat) > table->seats))
        return err_set(&request->err, SK_RANGE, "from: seat must be a seat of that game or null.", "");
    branch->viewer = json_is_integer(seat) ? (unsigned)json_integer_value(seat) - 1 : (unsigned)SPECTATOR;
    branch->as = (unsigned)json_integer_value(as) - 1;
    branch->at = (uint32_t)json_integer_value(at);
    return SK_OK;
}

Status handle_branch(Request *request, const json_t *from) {
    BranchJob template = {.job = {.run = branch_job_run, .done = branch_job_done},
                          .observer = {branch_job_step},
                          .reply = request_reply(request)};
    Status status = from_read(request, from, &template);
    template.level = level_find(request_string(request, "level"), 0);
    template.person = request->sock->person->id;
    if (!status && template.level == UINT8_MAX)
        status = err_set(&request->err, SK_UNKNOWN, "There is no such bot level.", "");
    if (!status && request->sock->moment_jobs >= MOMENT_JOBS_MAX)
        status = request_refuse_limit(request, "Too many replay requests; wait a moment.", "");
    if (status)
        return status;
    BranchJob *branch = malloc(sizeof *branch);
    if (!branch || !replay_source_init(request->house, request->table, &template.source)) {
        free(branch);
        return err_set(&request->err, SK_IO, "Out of memory while rebuilding the game.", "");
    }
    memcpy(branch, &template, sizeof template);
    request->sock->moment_jobs++;
    request->deferred = true;
    workers_submit(request->house->workers, &branch->job);
    return SK_OK;
}
