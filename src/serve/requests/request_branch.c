/* Playing on from a moment of a game that is over: a worker finds where it was and builds the match again up to there,
 * and a new table goes on from it, one person against bots. The dice so far are those of the old game, so that they
 * prove nothing of the new one. */
#include <stdlib.h>
#include <string.h>

#include "serve/requests/request.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/rule_table.h"
#include "serve/wire/secret.h"
#include "text/moment.h"

typedef struct Branch {
    Work work;
    LogStep step;
    Tale tale;
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

static void branch_step(LogStep *step, const Match *match) {
    Branch *branch = (Branch *)((char *)step - offsetof(Branch, step));
    branch->groups++;
    if (branch->wanted || match_version(match, branch->viewer) < branch->at)
        return;
    branch->wanted = branch->groups;
    branch->over = match_over(match);
}

static unsigned branch_rows(const Branch *branch) {
    unsigned groups = 0, row = 0;
    for (; row < branch->tale.logs; row++) {
        groups += branch->tale.log[row].kind == LOG_GROUP;
        if (groups > branch->wanted)
            break;
    }
    return row;
}

static void branch_run(Work *work, BotRoom *room) {
    Branch *branch = (Branch *)work;
    Tale *tale = &branch->tale;
    Match *match = tale_match(tale, &branch->err);
    (void)room;
    if (match)
        tale_walk(tale, match, &branch->step, &branch->err);
    match_free(match);
    if (branch->err.status)
        return;
    if (!branch->wanted || branch->over) {
        err_say(&branch->err, SK_TURN, "The game is over there; go back a move or more.", "");
        return;
    }
    branch->rows = branch_rows(branch);
    branch->match = tale_match(tale, &branch->err);
    if (branch->match)
        log_walk(branch->match, NULL, tale->log, 0, branch->rows, NULL, &branch->err);
    log_write(&tale->rules, tale->log, branch->rows, &branch->text);
}

/* ---- on the loop's --------------------------------------------------------------------------------------- */

static Table *branch_table(House *house, const Branch *branch) {
    const Table *old = branch->tale.table;
    Table *table = table_new(house);
    if (!table)
        return NULL;
    table->host = branch->person;
    table->book = old->book;
    table->rules = branch->tale.rules;
    table->seats = old->seats;
    table->branched = table->loaded = true;
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->seat[seat] = (TableSeat){.who = seat == branch->as ? WHO_PERSON : WHO_BOT,
                                        .person = seat == branch->as ? branch->person : 0,
                                        .level = branch->level};
    table->chat = json_array();
    bool begins = first_copy(table, old);
    table->rule = 0; /* it was tried there, not here */
    if (table->chat && begins && table_enter(house, table))
        return table;
    table_forget(house, table);
    return NULL;
}

static Status branch_begin(House *house, Branch *branch) {
    unsigned char key[DICE_KEY];
    Table *table = branch->err.status ? NULL : branch_table(house, branch);
    if (branch->err.status)
        return branch->err.status;
    if (!table)
        return err_say(&branch->err, SK_IO, "There is not enough memory for a table.", "");
    shares_begin(&table->shares, 0); /* nobody is asked: what has been drawn already cannot be proved */
    while (table->shares.step != SHARES_DONE)
        shares_next(&table->shares);
    shares_key(&table->shares, key);
    table->dice = dice_of(key);
    table->match = branch->match;
    branch->match = NULL;
    return table_branch(house, table, branch->tale.log, branch->rows, &branch->text, branch->reply, &branch->err);
}

static void branch_done(House *house, Work *work) {
    Branch *branch = (Branch *)work;
    Sock *sock = sock_find(house, branch->reply.sock);
    if (sock)
        sock->looks--;
    if (!house->stopping && branch_begin(house, branch) != SK_OK)
        answer_error(house, branch->tale.table, branch->reply, &branch->err, NULL);
    match_free(branch->match);
    tale_free(&branch->tale);
    text_free(&branch->text);
    free(branch);
}

/* ---- the request ----------------------------------------------------------------------------------------- */

/* What `from` says; its table is the one that is open. */
static Status from_read(Call *call, const json_t *from, Branch *branch) {
    const Table *table = call->table;
    const json_t *seat = json_object_get(from, "seat"), *as = json_object_get(from, "as"),
                 *at = json_object_get(from, "at");
    const char *key = json_string_value(json_object_get(from, "table")),
               *watch = json_string_value(json_object_get(from, "watch"));
    if (!table || (key && !secret_same_text(key, table->key)) || (watch && !secret_same_text(watch, table->watch)))
        return call_gone(call);
    if (table->phase != PHASE_OVER || !table->match)
        return err_say(&call->err, SK_TURN, "That game is still being played; play on from it when it is over.", "");
    if (!json_is_integer(at) || json_integer_value(at) < 0 || json_integer_value(at) >= MATCH_NOW)
        return err_say(&call->err, SK_SYNTAX, "from needs a member at: a whole number, 0 or more.", "");
    if (!json_is_integer(as) || json_integer_value(as) < 1 || json_integer_value(as) > table->seats)
        return err_say(&call->err, SK_RANGE, "from needs a member as: a seat of that game.", "");
    if (seat && !json_is_null(seat) &&
        (!json_is_integer(seat) || json_integer_value(seat) < 1 || json_integer_value(seat) > table->seats))
        return err_say(&call->err, SK_RANGE, "In from, seat is a seat of that game, or null.", "");
    branch->viewer = json_is_integer(seat) ? (unsigned)json_integer_value(seat) - 1 : (unsigned)SPECTATOR;
    branch->as = (unsigned)json_integer_value(as) - 1;
    branch->at = (uint32_t)json_integer_value(at);
    return SK_OK;
}

Status ask_from(Call *call, const json_t *from) {
    Branch ask = {.work = {.run = branch_run, .done = branch_done}, .step = {branch_step}, .reply = call_reply(call)};
    Status status = from_read(call, from, &ask);
    ask.level = level_find(want_string(call, "level"), 0);
    ask.person = call->sock->person->id;
    if (!status && ask.level == UINT8_MAX)
        status = err_say(&call->err, SK_UNKNOWN, "There is no such level of bots.", "");
    if (!status && call->sock->looks >= LOOKS_MOST)
        status = call_limit(call, "You look back faster than can be shown; wait a moment.", "");
    if (status)
        return status;
    Branch *branch = malloc(sizeof *branch);
    if (!branch || !tale_take(call->house, call->table, &ask.tale)) {
        free(branch);
        return err_say(&call->err, SK_IO, "There is not enough memory to play on from there.", "");
    }
    memcpy(branch, &ask, sizeof ask);
    call->sock->looks++;
    call->later = true;
    workers_put(call->house->workers, &branch->work);
    return SK_OK;
}
