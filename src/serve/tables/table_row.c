/* A table as it is stored: one JSON object, read back when the server starts. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/oom.h"
#include "engine/json.h"
#include "serve/peers/peer.h"
#include "serve/people/save_retry.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_edit.h"
#include "serve/tables/walkthrough_table.h"

static const char *const who_names[] = {"open", "person", "bot"};

static int name_find(const char *const *names, int n, const char *name) {
    for (int i = 0; name && i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static json_t *seat_row(const TableSeat *seat) {
    json_t *row =
        json_pack("{s:s, s:I, s:s, s:s, s:b, s:b, s:I, s:I}", "who", who_names[seat->who], "person",
                  (json_int_t)seat->person, "name", seat->name, "level", bots_all[seat->level]->name, "bot", seat->bot,
                  "told", seat->told, "left", (json_int_t)seat->left, "due", (json_int_t)seat->due);
    if (seat->off)
        json_object_set_new(row, "off", json_true());
    return row;
}

char *table_row(const Table *table) {
    char hash[HASH_TEXT];
    Text dice = {0};
    lack_take();
    json_t *seats = json_array();
    hash_write(table->book ? table->book->pack->hash : 0, hash);
    if (table->shares.step == SHARES_DONE)
        shares_write(&table->shares, true, &dice);
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_array_append_new(seats, seat_row(&table->seat[seat]));
    json_t *row = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:b, s:b, s:s, s:s, s:i, s:I, s:I, s:o, s:o}", "key", table->key,
        "watch", table->watch, "code", table->code, "name", table->name, "game", table->rules.game->id, "content", hash,
        "dice", text_str(&dice), "host", (json_int_t)table->host, "since", (json_int_t)table->since, "public",
        table->public, "open_play", table->open_play, "phase", phase_names[table->phase], "rematch", table->rematch,
        "clock", (int)table->clock, "clock_ms", (json_int_t)table->clock_ms, "clock_more",
        (json_int_t)table->clock_more, "options", rules_options_json(&table->rules), "seats", seats);
    json_object_set_new(row, "rules",
                        json_integer(table->begun ? (json_int_t)table->begun : table->rules.game->version));
    if (table->stamp)
        json_object_set_new(row, "stamp", json_integer(table->stamp));
    if (table->walkthrough)
        json_object_set_new(row, "walkthrough", json_true());
    if (table->branched)
        json_object_set_new(row, "branched", json_true());
    if (table->rule)
        json_object_set_new(row, "rule", json_integer((json_int_t)table->rule));
    if (table->first)
        json_object_set_new(row, "first", first_row(table));
    if (table->seat_log)
        json_object_set_new(row, "seat_log", seat_log_row(table));
    if (table->host_off)
        json_object_set_new(row, "host_off", json_true());
    if (table_ended(table) && table->why) /* by a host, for good */
        json_object_set_new(row, "why", json_string(table->why));
    char *text = json_dumps(row, JSON_COMPACT);
    json_decref(row);
    text_free(&dice);
    if (!lack_take())
        return text;
    free(text); /* seats might be missing in it */
    return NULL;
}

static StoreJob *row_job(House *house, Table *table) {
    StoreJob *job = table->book ? store_job(STORE_TABLE) : NULL;
    if (!job)
        return NULL;
    job->table = table->id;
    job->num = table->phase;
    job->n = table->seat_log ? (int64_t)table->seat_log->ever : 0;
    peer_stamp(house, table, job);
    job->text = table_row(table);
    if (job->text)
        return job;
    peer_saved(house, job);
    store_job_free(job);
    return NULL;
}

void table_save(House *house, Table *table) {
    StoreJob *job = row_job(house, table);
    if (job)
        store_put(house->store, job);
    else
        table->unsaved = table->book && !house->shared;
}

static void amend(House *house, Table *table, Reply reply, Made of) {
    bool fresh = of.fresh;
    json_t *opens = of.opens;
    /* What could not be saved once might be stored as ended for good. */
    bool stuck = table_ended(table);
    Made *made = stuck ? NULL : calloc(1, sizeof *made);
    StoreJob *job = made ? row_job(house, table) : NULL;
    if (!job) {
        Err err = {0};
        if (stuck)
            err_say(&err, SK_IO, "This table goes no further: {0}", "s", table->why ? table->why : "");
        else
            err_say(&err, SK_IO, "There is not enough memory to save this table.", "");
        answer_error(house, NULL, reply, &err, NULL);
        free(made);
        if (!stuck && !fresh)
            table_fault(house, table, "There was not enough memory to save it.");
        return;
    }
    *made = (Made){.table = table, .reply = reply, .fresh = fresh, .tries = house->tries};
    made->opens = json_incref(opens);
    if (opens)
        sock_find(house, reply.sock)->opening = true;
    if (house->shared && !fresh)
        made->in = json_incref((json_t *)house->asking);
    job->of = made;
    store_put(house->store, job);
}

void table_make(House *house, Table *table, Reply reply) { amend(house, table, reply, (Made){.fresh = true}); }
void table_amend(House *house, Table *table, Reply reply) { amend(house, table, reply, (Made){0}); }
void table_amend_open(House *house, Table *table, Reply reply, json_t *in) {
    amend(house, table, reply, (Made){.opens = in});
}

bool table_put(House *house, Table *table, struct Edit *edit) {
    Made *made = calloc(1, sizeof *made);
    StoreJob *job = made ? row_job(house, table) : NULL;
    if (!job) {
        free(made);
        return false;
    }
    *made = (Made){.table = table, .edit = edit};
    job->of = made;
    store_put(house->store, job);
    return true;
}

/* The seat of a spoken code is on disk: the table is opened for who has it. */
static void amended_open(House *house, const Made *made) {
    Sock *sock = sock_find(house, made->reply.sock);
    table_tell(house, made->table);
    if (sock && sock->table == made->table && sock->opening)
        table_open_for(house, sock, made->reply.id, json_object_get(made->opens, "have"));
}

static void amended_failed(House *house, const Made *made, const Err *err) {
    char why[512];
    Sock *sock = made->opens ? sock_find(house, made->reply.sock) : NULL;
    answer_error(house, NULL, made->reply, err, NULL);
    err_write(err, why, sizeof why);
    if (sock && sock->table == made->table)
        sock->opening = false;
    table_fault(house, made->table, why);
    if (sock)
        ask_held(house, sock);
}

/* What could not be saved does not go on: memory would say something else than the disk. */
void table_amended(House *house, StoreJob *job) {
    Made *made = job->of;
    Err owed = {0};
    Table *table = index_get(&house->tables, (uint64_t)job->table);
    peer_saved(house, job);
    if (table && !job->err.status)
        seat_log_stored(house, table, job->n);
    if (!made) {
        if (table && !house->shared)
            table->unsaved = job->err.status && !table->fault;
        if (table)
            peer_look(house, table);
        return;
    }
    if (made->edit) {
        edit_stored(house, job);
        return;
    }
    if (job->err.status && house->shared && !made->fresh) { /* the row as it is will be read, and then judged by */
        Sock *sock = made->opens ? sock_find(house, made->reply.sock) : NULL;
        if (sock && sock->table == made->table)
            sock->opening = false;
        if (job->err.status != SK_STALE || !peer_again(table, made->reply, made->in, made->tries))
            answer_error(house, NULL, made->reply, &job->err, NULL);
        if (sock)
            ask_held(house, sock);
    } else if (job->err.status) {
        amended_failed(house, made, &job->err);
    } else if (owed_refuse(house, made->reply, &owed)) {
        table_tell(house, made->table);
        answer_error(house, NULL, made->reply, &owed, NULL);
    } else if (made->fresh) {
        answer(house, made->reply, json_pack("{s:s}", "table", made->table->key));
    } else if (made->opens) {
        amended_open(house, made);
    } else {
        table_tell(house, made->table);
        answer(house, made->reply, json_object());
    }
    house->lobby_changed = true;
    json_decref(made->opens);
    json_decref(made->in);
    free(made);
    if (table)
        peer_look(house, table);
}

/* ---- reading -------------------------------------------------------------------------------------------- */

static const char *row_text(const json_t *row, const char *name) {
    const char *text = json_string_value(json_object_get(row, name));
    return text ? text : "";
}

static int64_t row_number(const json_t *row, const char *name) {
    return (int64_t)json_integer_value(json_object_get(row, name));
}

static void seat_read(const json_t *row, TableSeat *seat) {
    int who = name_find(who_names, 3, row_text(row, "who"));
    seat->who = (uint8_t)(who < 0 ? WHO_OPEN : who);
    seat->person = row_number(row, "person");
    seat->left = row_number(row, "left");
    seat->due = row_number(row, "due");
    seat->bot = json_is_true(json_object_get(row, "bot"));
    seat->told = json_is_true(json_object_get(row, "told"));
    seat->off = json_is_true(json_object_get(row, "off"));
    snprintf(seat->name, sizeof seat->name, "%s", row_text(row, "name"));
    for (unsigned i = 0; bots_all[i]; i++)
        if (strcmp(bots_all[i]->name, row_text(row, "level")) == 0)
            seat->level = (uint8_t)i;
}

static void row_members(Table *table, const json_t *row) {
    int phase = name_find(phase_names, PHASES, row_text(row, "phase"));
    snprintf(table->key, sizeof table->key, "%s", row_text(row, "key"));
    snprintf(table->watch, sizeof table->watch, "%s", row_text(row, "watch"));
    snprintf(table->code, sizeof table->code, "%s", row_text(row, "code"));
    snprintf(table->name, sizeof table->name, "%s", row_text(row, "name"));
    snprintf(table->rematch, sizeof table->rematch, "%s", row_text(row, "rematch"));
    if (*row_text(row, "why"))
        table->why = strdup(row_text(row, "why"));
    table->host = row_number(row, "host");
    table->since = row_number(row, "since");
    table->stamp = row_number(row, "stamp");
    table->public = json_is_true(json_object_get(row, "public"));
    table->open_play = json_is_true(json_object_get(row, "open_play"));
    table->host_off = json_is_true(json_object_get(row, "host_off"));
    table->walkthrough = json_is_true(json_object_get(row, "walkthrough"));
    table->branched = json_is_true(json_object_get(row, "branched"));
    table->phase = phase < 0 ? PHASE_STUCK : (Phase)phase;
    table->clock = (ClockKind)row_number(row, "clock");
    table->clock_ms = row_number(row, "clock_ms");
    table->clock_more = row_number(row, "clock_more");
    table->seats = (unsigned)json_array_size(json_object_get(row, "seats"));
    table->seats = table->seats > SEATS_MAX ? SEATS_MAX : table->seats;
    for (unsigned seat = 0; seat < table->seats; seat++)
        seat_read(json_array_get(json_object_get(row, "seats"), seat), &table->seat[seat]);
    seat_log_read(table, row);
}

static Status row_dice(Table *table, const json_t *row, Err *err) {
    unsigned char key[DICE_KEY];
    const char *dice = row_text(row, "dice");
    if (!*dice)
        return SK_OK; /* not begun */
    Status status = shares_read(dice, "the table's row", &table->shares, err);
    if (!status) {
        shares_key(&table->shares, key);
        table->dice = dice_of(key);
    }
    return status;
}

static Status row_rules(House *house, Table *table, const json_t *row, Err *err) {
    uint64_t hash = 0;
    hash_read(row_text(row, "content"), &hash);
    table->book = shelf_need(&house->shelf, house->store, row_text(row, "game"), hash, err);
    Status status = table->book ? rules_open(&table->rules, table->book->pack, table->seats, err) : err->status;
    if (!status && table->rules.seats != table->seats) /* none: the fewest would be opened */
        status = err_say(err, SK_STATE, "its row names no seats", "");
    return status ? status : rules_options_read(&table->rules, json_object_get(row, "options"), err);
}

static void row_stuck(Table *table, const Err *err) {
    char why[512];
    err_write(err, why, sizeof why);
    free(table->why);
    table->why = strdup(why);
    table->phase = PHASE_STUCK;
}

/* A game goes on by the rules that it was begun with, or not at all: the raised version says that it would come out
 * differently. */
static Status row_version(Table *table, const json_t *row, Err *err) {
    unsigned ours = table->rules.game->version;
    if (table->phase == PHASE_GATHERING)
        return SK_OK;
    table->begun = (unsigned)row_number(row, "rules");
    if (!table->begun)
        table->begun = ours; /* from before it was written down */
    if (table->begun == ours || table->phase != PHASE_PLAYING)
        return SK_OK;
    table->astray = true;
    return err_say(
        err, SK_STATE,
        "Its game was begun by version {0} of the rules of {1}, and this program plays by version {2}, which "
        "would lead elsewhere. It can be looked at and exported.",
        "dsd", (int)table->begun, table->rules.game->id, (int)ours);
}

bool table_row_again(Table *table, const char *text, bool any, Err *err) {
    json_t *row = json_loads(text, 0, NULL);
    bool news = row && (any || row_number(row, "stamp") != table->stamp);
    if (news) {
        char *why = table->why;
        table->why = NULL;
        row_members(table, row);
        if (row_dice(table, row, err) != SK_OK)
            table->phase = PHASE_STUCK;
        if (table->astray && !table_ended(table)) {
            table->phase = PHASE_STUCK;
            table->why = why;
            why = NULL;
        } else if (row_version(table, row, err) != SK_OK) {
            row_stuck(table, err);
        }
        free(why);
    }
    json_decref(row);
    return news;
}

Table *table_read(House *house, int64_t id, const char *text, Err *err) {
    json_error_t at;
    json_t *row = json_loads(text, 0, &at);
    Table *table = row ? calloc(1, sizeof *table) : NULL;
    if (!table) {
        json_decref(row);
        err_say(err, SK_STATE, "its row cannot be read", "");
        return NULL;
    }
    table->id = id;
    row_members(table, row);
    if (table->seat_log)
        table->seat_log->heard = table->seat_log->ever; /* nobody is there yet */
    Status status = row_rules(house, table, row, err);
    if (!status)
        status = first_read(table, row, err);
    if (!status)
        status = row_dice(table, row, err);
    if (!status && table->phase == PHASE_STUCK && !table->why)
        status = err_say(err, SK_STATE, "its row names no phase that this program knows", "");
    if (!status && (table->phase == PHASE_PLAYING || table->phase == PHASE_OVER) && table->shares.step != SHARES_DONE)
        status = err_say(err, SK_STATE, "its row has no dice", "");
    if (!status)
        status = row_version(table, row, err);
    if (status) {
        row_stuck(table, err);
        table->rules.game = table->rules.game ? table->rules.game : table->book ? table->book->pack->game : NULL;
    }
    teach_again(table);
    json_decref(row);
    return table;
}
