/* The stored row of a table: one JSON object, written on every change and read when the server starts. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/oom.h"
#include "engine/json.h"
#include "serve/peers/peer.h"
#include "serve/people/save_retry.h"
#include "serve/requests/request.h"
#include "serve/tables/load.h"
#include "serve/tables/recover.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_edit.h"
#include "serve/tables/walkthrough_table.h"
#include "serve/wire/send.h"

static const char *const occupant_names[] = {"open", "person", "bot"};

static int name_find(const char *const *names, int n, const char *name) {
    for (int i = 0; name && i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static json_t *seat_row(const TableSeat *seat) {
    json_t *row = json_pack("{s:s, s:I, s:s, s:s, s:b, s:b, s:I, s:I}", "who", occupant_names[seat->occupant], "person",
                            (json_int_t)seat->person, "name", seat->name, "level", bots_all[seat->level]->name, "bot",
                            seat->bot_stands_in, "told", seat->turn_notified, "left", (json_int_t)seat->time_left,
                            "due", (json_int_t)seat->deadline);
    if (seat->hidden)
        json_object_set_new(row, "off", json_true());
    return row;
}

char *table_row(const Table *table) {
    char hash[HASH_TEXT_SIZE];
    Text dice = {0};
    oom_take();
    json_t *seats = json_array();
    hash_write(table->pack ? table->pack->pack->hash : 0, hash);
    if (table->shares.step == SHARES_DONE)
        shares_write(&table->shares, true, &dice);
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_array_append_new(seats, seat_row(&table->seat[seat]));
    json_t *row = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:b, s:b, s:s, s:s, s:i, s:I, s:I, s:o, s:o}", "key", table->key,
        "watch", table->spectator_key, "code", table->code, "name", table->name, "game", table->rules.game->id,
        "content", hash, "dice", text_str(&dice), "host", (json_int_t)table->owner, "since", (json_int_t)table->since,
        "public", table->public, "open_play", table->open_play, "phase", phase_names[table->phase], "rematch",
        table->rematch, "clock", (int)table->clock, "clock_ms", (json_int_t)table->clock_ms, "clock_more",
        (json_int_t)table->clock_increment_ms, "options", rules_options_json(&table->rules), "seats", seats);
    json_object_set_new(
        row, "rules",
        json_integer(table->rules_version ? (json_int_t)table->rules_version : table->rules.game->version));
    if (table->stamp)
        json_object_set_new(row, "stamp", json_integer(table->stamp));
    if (table->walkthrough)
        json_object_set_new(row, "walkthrough", json_true());
    if (table->branched)
        json_object_set_new(row, "branched", json_true());
    if (table->rule)
        json_object_set_new(row, "rule", json_integer((json_int_t)table->rule));
    if (table->start_state)
        json_object_set_new(row, "first", start_position_json(table));
    if (table->seat_log)
        json_object_set_new(row, "seat_log", seat_log_row(table));
    if (table->owner_hides)
        json_object_set_new(row, "host_off", json_true());
    if (table_is_stopped(table) && table->stop_reason) /* closed for good by the owner or the host */
        json_object_set_new(row, "why", json_string(table->stop_reason));
    char *text = json_dumps(row, JSON_COMPACT);
    json_decref(row);
    text_free(&dice);
    if (!oom_take())
        return text;
    free(text); /* it may be incomplete */
    return NULL;
}

static StoreJob *row_job(House *house, Table *table) {
    StoreJob *job = table->pack ? store_job(STORE_TABLE) : NULL;
    if (!job)
        return NULL;
    job->table = table->id;
    job->num = table->phase;
    job->n = table->seat_log ? (int64_t)table->seat_log->total : 0;
    peer_stamp(house, table, job);
    job->text = table_row(table);
    if (job->text)
        return job;
    peer_save_done(house, job);
    store_job_free(job);
    return NULL;
}

void table_save(House *house, Table *table) {
    StoreJob *job = row_job(house, table);
    if (job)
        store_submit(house->store, job);
    else
        table->row_dirty = table->pack && !house->shared;
}

static void save_row(House *house, Table *table, Reply reply, RowSave of) {
    bool is_new = of.is_new;
    json_t *opens = of.opens;
    bool stuck = table_is_stopped(table); /* saving would make the stop permanent, even if it is temporary */
    RowSave *save = stuck ? NULL : calloc(1, sizeof *save);
    StoreJob *job = save ? row_job(house, table) : NULL;
    if (!job) {
        Err err = {0};
        if (stuck)
            err_set(&err, SK_IO, "This table has stopped: {0}", "s", table->stop_reason ? table->stop_reason : "");
        else
            err_set(&err, SK_IO, "Out of memory while saving this table.", "");
        answer_error(house, NULL, reply, &err, NULL);
        free(save);
        if (!stuck && !is_new)
            table_suspend(house, table, "Out of memory while saving this table.");
        return;
    }
    *save = (RowSave){.table = table, .reply = reply, .is_new = is_new, .tries = house->current_attempt};
    save->opens = json_incref(opens);
    if (opens)
        sock_find(house, reply.sock)->open_pending = true;
    if (house->shared && !is_new)
        save->request = json_incref((json_t *)house->current_request);
    job->ctx = save;
    store_submit(house->store, job);
}

void table_save_new(House *house, Table *table, Reply reply) {
    save_row(house, table, reply, (RowSave){.is_new = true});
}
void table_save_then_answer(House *house, Table *table, Reply reply) { save_row(house, table, reply, (RowSave){0}); }
void table_save_then_open(House *house, Table *table, Reply reply, json_t *request) {
    save_row(house, table, reply, (RowSave){.opens = request});
}

bool table_save_edit(House *house, Table *table, struct TableEdit *edit) {
    RowSave *save = calloc(1, sizeof *save);
    StoreJob *job = save ? row_job(house, table) : NULL;
    if (!job) {
        free(save);
        return false;
    }
    *save = (RowSave){.table = table, .edit = edit};
    job->ctx = save;
    store_submit(house->store, job);
    return true;
}

/* Called when a seat taken with a table code has been stored: opens the table for its new player. */
static void save_open(House *house, const RowSave *save) {
    Sock *sock = sock_find(house, save->reply.sock);
    table_push_info(house, save->table);
    if (sock && sock->table == save->table && sock->open_pending)
        table_open_queue(house, sock, save->reply.id, json_object_get(save->opens, "have"));
}

static void save_failed(House *house, const RowSave *save, const Err *err) {
    char why[512];
    Sock *sock = save->opens ? sock_find(house, save->reply.sock) : NULL;
    answer_error(house, NULL, save->reply, err, NULL);
    err_format(err, why, sizeof why);
    if (sock && sock->table == save->table)
        sock->open_pending = false;
    table_suspend(house, save->table, why);
    if (sock)
        requests_resume(house, sock);
}

/* A table whose row could not be saved must stop, because memory and disk would differ. */
void table_save_done(House *house, StoreJob *job) {
    RowSave *save = job->ctx;
    Err unsaved = {0};
    Table *table = id_map_get(&house->tables, (uint64_t)job->table);
    peer_save_done(house, job);
    if (table && !job->err.status)
        seat_log_save_done(house, table, job->n);
    if (!save) {
        if (table && !house->shared)
            table->row_dirty = job->err.status && !table->store_failed;
        if (table)
            peer_poll_table(house, table);
        return;
    }
    if (save->edit) {
        table_edit_done(house, job);
        return;
    }
    if (job->err.status && house->shared && !save->is_new) { /* retried once the other server's row has been read */
        Sock *sock = save->opens ? sock_find(house, save->reply.sock) : NULL;
        if (sock && sock->table == save->table)
            sock->open_pending = false;
        if (job->err.status != SK_STALE || !peer_retry(table, save->reply, save->request, save->tries))
            answer_error(house, NULL, save->reply, &job->err, NULL);
        if (sock)
            requests_resume(house, sock);
    } else if (job->err.status) {
        save_failed(house, save, &job->err);
    } else if (refuse_if_unsaved(house, save->reply, &unsaved)) {
        table_push_info(house, save->table);
        answer_error(house, NULL, save->reply, &unsaved, NULL);
    } else if (save->is_new) {
        answer(house, save->reply, json_pack("{s:s}", "table", save->table->key));
    } else if (save->opens) {
        save_open(house, save);
    } else {
        table_push_info(house, save->table);
        answer(house, save->reply, json_object());
    }
    house->lobby_changed = true;
    json_decref(save->opens);
    json_decref(save->request);
    free(save);
    if (table)
        peer_poll_table(house, table);
}

/* ---- reading -------------------------------------------------------------------------------------------- */

static const char *row_text(const json_t *row, const char *name) {
    const char *text = json_string_value(json_object_get(row, name));
    return text ? text : "";
}

static int64_t row_number(const json_t *row, const char *name) {
    return (int64_t)json_integer_value(json_object_get(row, name));
}

static void seat_row_read(const json_t *row, TableSeat *seat) {
    int who = name_find(occupant_names, 3, row_text(row, "who"));
    seat->occupant = (uint8_t)(who < 0 ? OCCUPANT_OPEN : who);
    seat->person = row_number(row, "person");
    seat->time_left = row_number(row, "left");
    seat->deadline = row_number(row, "due");
    seat->bot_stands_in = json_is_true(json_object_get(row, "bot"));
    seat->turn_notified = json_is_true(json_object_get(row, "told"));
    seat->hidden = json_is_true(json_object_get(row, "off"));
    snprintf(seat->name, sizeof seat->name, "%s", row_text(row, "name"));
    for (unsigned i = 0; bots_all[i]; i++)
        if (strcmp(bots_all[i]->name, row_text(row, "level")) == 0)
            seat->level = (uint8_t)i;
}

static void row_members(Table *table, const json_t *row) {
    int phase = name_find(phase_names, PHASE_COUNT, row_text(row, "phase"));
    snprintf(table->key, sizeof table->key, "%s", row_text(row, "key"));
    snprintf(table->spectator_key, sizeof table->spectator_key, "%s", row_text(row, "watch"));
    snprintf(table->code, sizeof table->code, "%s", row_text(row, "code"));
    snprintf(table->name, sizeof table->name, "%s", row_text(row, "name"));
    snprintf(table->rematch, sizeof table->rematch, "%s", row_text(row, "rematch"));
    if (*row_text(row, "why"))
        table->stop_reason = strdup(row_text(row, "why"));
    table->owner = row_number(row, "host");
    table->since = row_number(row, "since");
    table->stamp = row_number(row, "stamp");
    table->public = json_is_true(json_object_get(row, "public"));
    table->open_play = json_is_true(json_object_get(row, "open_play"));
    table->owner_hides = json_is_true(json_object_get(row, "host_off"));
    table->walkthrough = json_is_true(json_object_get(row, "walkthrough"));
    table->branched = json_is_true(json_object_get(row, "branched"));
    table->phase = phase < 0 ? PHASE_STUCK : (Phase)phase;
    table->clock = (ClockKind)row_number(row, "clock");
    table->clock_ms = row_number(row, "clock_ms");
    table->clock_increment_ms = row_number(row, "clock_more");
    table->seats = (unsigned)json_array_size(json_object_get(row, "seats"));
    table->seats = table->seats > SEATS_MAX ? SEATS_MAX : table->seats;
    for (unsigned seat = 0; seat < table->seats; seat++)
        seat_row_read(json_array_get(json_object_get(row, "seats"), seat), &table->seat[seat]);
    seat_log_read(table, row);
}

static Status row_dice(Table *table, const json_t *row, Err *err) {
    unsigned char key[DICE_KEY_SIZE];
    const char *dice = row_text(row, "dice");
    if (!*dice)
        return SK_OK; /* not started */
    Status status = shares_read(dice, "the table's row", &table->shares, err);
    if (!status) {
        shares_key(&table->shares, key);
        table->dice = dice_from_key(key);
    }
    return status;
}

static Status row_rules(House *house, Table *table, const json_t *row, Err *err) {
    uint64_t hash = 0;
    hash_read(row_text(row, "content"), &hash);
    table->pack = pack_cache_get(&house->packs, house->store, row_text(row, "game"), hash, err);
    Status status = table->pack ? rules_open(&table->rules, table->pack->pack, table->seats, err) : err->status;
    if (!status && table->rules.seats != table->seats) /* a row without seats opens the minimum */
        status = err_set(err, SK_STATE, "This table's stored row has no seats.", "");
    return status ? status : rules_options_read(&table->rules, json_object_get(row, "options"), err);
}

static void row_stuck(Table *table, const Err *err) {
    char why[512];
    err_format(err, why, sizeof why);
    free(table->stop_reason);
    table->stop_reason = strdup(why);
    table->phase = PHASE_STUCK;
}

/* A game may continue only under the version of the rules it was started with, because another version would replay its
 * log differently. */
static Status row_version(Table *table, const json_t *row, Err *err) {
    unsigned ours = table->rules.game->version;
    if (table->phase == PHASE_GATHERING)
        return SK_OK;
    table->rules_version = (unsigned)row_number(row, "rules");
    if (!table->rules_version)
        table->rules_version = ours; /* rows of older releases do not have it */
    if (table->rules_version == ours || table->phase != PHASE_PLAYING)
        return SK_OK;
    table->diverged = true;
    return err_set(
        err, SK_STATE,
        "This game was started under version {0} of the {1} rules. This server has version {2}, which would play it "
        "differently. You can view and export it.",
        "dsd", (int)table->rules_version, table->rules.game->id, (int)ours);
}

bool table_reload_row(Table *table, const char *text, bool any, Err *err) {
    json_t *row = json_loads(text, 0, NULL);
    bool changed = row && (any || row_number(row, "stamp") != table->stamp);
    if (changed) {
        char *why = table->stop_reason;
        table->stop_reason = NULL;
        row_members(table, row);
        if (row_dice(table, row, err) != SK_OK)
            table->phase = PHASE_STUCK;
        if (table->diverged && !table_is_stopped(table)) {
            table->phase = PHASE_STUCK;
            table->stop_reason = why;
            why = NULL;
        } else if (row_version(table, row, err) != SK_OK) {
            row_stuck(table, err);
        }
        free(why);
    }
    json_decref(row);
    return changed;
}

Table *table_read(House *house, int64_t id, const char *text, Err *err) {
    json_error_t at;
    json_t *row = json_loads(text, 0, &at);
    Table *table = row ? calloc(1, sizeof *table) : NULL;
    if (!table) {
        json_decref(row);
        err_set(err, SK_STATE, "This table's stored row cannot be read.", "");
        return NULL;
    }
    table->id = id;
    row_members(table, row);
    if (table->seat_log)
        table->seat_log->delivered = table->seat_log->total; /* nobody is connected yet */
    Status status = row_rules(house, table, row, err);
    if (!status)
        status = start_position_read(table, row, err);
    if (!status)
        status = row_dice(table, row, err);
    if (!status && table->phase == PHASE_STUCK && !table->stop_reason)
        status = err_set(err, SK_STATE, "This table's stored row has an unknown phase.", "");
    if (!status && (table->phase == PHASE_PLAYING || table->phase == PHASE_OVER) && table->shares.step != SHARES_DONE)
        status = err_set(err, SK_STATE, "This table's stored row has no dice.", "");
    if (!status)
        status = row_version(table, row, err);
    if (status) {
        row_stuck(table, err);
        table->rules.game = table->rules.game ? table->rules.game : table->pack ? table->pack->pack->game : NULL;
    }
    walkthrough_table_refresh(table);
    json_decref(row);
    return table;
}
