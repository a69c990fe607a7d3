/* Other servers on the same database. The store decides whose write wins; this file reads what the others wrote and
 * applies it here. */
#include "serve/peers/peer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/host/host.h"
#include "serve/house/serve_internal.h"
#include "serve/peers/lease.h"
#include "serve/peers/presence.h"
#include "serve/peers/remote_dice.h"
#include "serve/people/people.h"
#include "serve/requests/request.h"
#include "serve/tables/clock.h"
#include "serve/tables/load.h"
#include "serve/tables/match_log.h"
#include "serve/tables/play.h"
#include "serve/tables/recover.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/table_edit.h"
#include "serve/wire/secret.h"
#include "serve/wire/send.h"

enum { RETRIES_MAX = 6, LOOKUP_RETRY_MS = 300, LOOKUP_RETRIES_MAX = 5, LOOKUP_RETRIES_OFFLINE_MAX = 50 };

/* ---- our own writes ------------------------------------------------------------------------------------- */

void peer_stamp(const House *house, Table *table, StoreJob *job) {
    if (!house->shared)
        return;
    job->expected_stamp = table->stamp;
    job->stamp = table->stamp = random_id();
    table->saves_in_flight++;
}

void peer_save_done(House *house, const StoreJob *job) {
    Table *table = house->shared ? id_map_get(&house->tables, (uint64_t)job->table) : NULL;
    if (!table)
        return;
    table->saves_in_flight--;
    table->remote_changes |= job->err.status != SK_OK;
}

bool peer_retry(Table *table, Reply reply, json_t *request, unsigned tries) {
    DeferredRequest *deferred = request && tries < RETRIES_MAX ? calloc(1, sizeof *deferred) : NULL;
    if (!deferred)
        return false;
    *deferred =
        (DeferredRequest){.reply = reply, .request = json_incref(request), .next = table->deferred, .tries = tries + 1};
    table->deferred = deferred;
    return true;
}

bool peer_retry_lookup(House *house, Reply reply, const json_t *request) {
    DeferredRequest **last = &house->deferred_lookups;
    bool online = !house->notices_lost && !house->db_unreachable && !house->resync_needed;
    if (!house->shared || house->current_attempt >= (online ? LOOKUP_RETRIES_MAX : LOOKUP_RETRIES_OFFLINE_MAX))
        return false;
    while (*last)
        last = &(*last)->next;
    DeferredRequest *deferred = calloc(1, sizeof *deferred);
    if (deferred)
        *deferred = (DeferredRequest){.reply = reply,
                                      .request = json_incref((json_t *)request),
                                      .tries = house->current_attempt + 1,
                                      .at = clock_monotonic_ms() + LOOKUP_RETRY_MS};
    *last = deferred;
    return deferred != NULL;
}

static void lookups_retry(House *house) {
    while (house->deferred_lookups && house->deferred_lookups->at <= clock_monotonic_ms()) {
        DeferredRequest *deferred = house->deferred_lookups;
        house->deferred_lookups = deferred->next;
        const Sock *sock = sock_find(house, deferred->reply.sock);
        request_retry(house, sock ? sock->table : NULL, deferred);
    }
}

/* ---- changes to tables ---------------------------------------------------------------------------------- */

static void table_read_submit(House *house, int64_t table, int64_t from) {
    StoreJob *job = store_job(STORE_READ_TABLE);
    if (!job)
        return;
    job->table = table;
    job->n = from;
    job->num = PEER_READ;
    store_submit(house->store, job);
}

void peer_poll_table(House *house, Table *table) {
    if (!house->shared || !table->remote_changes || table->store_failed || table->reading_changes ||
        table->step_in_flight || table->saves_in_flight || table->loading || table->replays || house->stopping ||
        clock_monotonic_ms() < table->poll_after)
        return;
    table->remote_changes = false;
    table->reading_changes = true;
    table_read_submit(house, table->id, table->loaded ? table->next_row : INT64_MAX);
}

bool peer_poll_now(House *house, Table *table) {
    if (!house->shared || table->store_failed || house->stopping)
        return false;
    table->remote_changes = true;
    table->poll_after = 0;
    peer_poll_table(house, table);
    return true;
}

static void table_add_remote(House *house, const StoreJob *job) {
    StoreCallbacks each = house_store_callbacks(house);
    each.table(house, job->table, job->row, 0);
    house->lobby_changed = true;
}

/* Another server has started the game that was about to start here. */
static void start_cancel(House *house, Table *table) {
    Err err = {0};
    table->starting = false;
    err_set(&err, SK_STALE, "Someone else has already started the game.", "");
    answer_error(house, NULL, table->reply, &err, NULL);
}

/* Someone sat down or stood up while the dice were being made: the start request runs again. */
static void start_retry(House *house, Table *table) {
    Err err = {0};
    table->starting = false;
    if (peer_retry(table, table->reply, table->start_request, table->start_tries))
        return;
    err_set(&err, SK_STALE, "Someone else changed the table first. Start the game again.", "");
    answer_error(house, NULL, table->reply, &err, NULL);
}

/* The server that runs the clocks has the right values; another server's row has those it last read. Returns true if
 * they differed. */
static bool keep_own_clocks(const House *house, Table *table, const TableSeat before[SEATS_MAX]) {
    bool other = false;
    for (unsigned seat = 0; table->clock && !table->lease_new && lease_is_ours(house, table) && seat < table->seats;
         seat++) {
        TableSeat *at = &table->seat[seat];
        const TableSeat *was = &before[seat];
        if (at->occupant != was->occupant || at->person != was->person ||
            (at->time_left == was->time_left && at->deadline == was->deadline &&
             at->turn_notified == was->turn_notified))
            continue;
        at->time_left = was->time_left;
        at->deadline = was->deadline;
        at->turn_notified = was->turn_notified;
        other = true;
    }
    table->lease_new = false;
    return other;
}

static void apply_remote_seats(House *house, Table *table, const TableSeat before[SEATS_MAX]) {
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->seat[seat].occupant == OCCUPANT_PERSON)
            person_add_table(house, table->seat[seat].person, table);
        table->resend_moments |=
            table->match && table->seat[seat].person != before[seat].person; /* another person gets another view */
    }
    if (table->bot_job && !table_bot_plays(table, table->bot_seat) && !clock_has_expired(table, table->bot_seat)) {
        atomic_store(&table->bot_job->stop, true);
        table->bot_job = NULL;
    }
    if (table->bot_ready && !table_bot_plays(table, table->bot_move.seat))
        table->bot_ready = false;
}

static bool apply_remote_row(House *house, Table *table, const char *row) {
    Phase was = table->phase;
    TableSeat before[SEATS_MAX];
    char rematch[KEY_SIZE];
    Err err = {0};
    memcpy(before, table->seat, sizeof before);
    memcpy(rematch, table->rematch, sizeof rematch);
    if (!table_reload_row(table, row, false, &err))
        return false;
    if (table->starting && table->phase != PHASE_GATHERING)
        start_cancel(house, table);
    else if (table->starting)
        start_retry(house, table);
    bool clocks = was == PHASE_PLAYING && table->phase == PHASE_PLAYING && keep_own_clocks(house, table, before);
    if (was == PHASE_GATHERING && table->phase != PHASE_GATHERING) {
        id_map_drop(&house->leased, (uint64_t)table->id); /* started on another server */
        if (id_map_get(&house->codes, map_key(table->code)) == table)
            id_map_drop(&house->codes, map_key(table->code));
    }
    if (table->match && table->phase == PHASE_PLAYING && match_is_over(table->match)) {
        table->phase = PHASE_OVER; /* the server that stored the last move stores this, too */
        if (lease_is_ours(house, table))
            table_save(house, table);
    } else if (clocks) {
        table_save(house, table);
    }
    apply_remote_seats(house, table, before);
    table_push_info(house, table);
    if (*table->rematch && strcmp(rematch, table->rematch) != 0)
        table_push(house, table, json_pack("{s:s, s:s}", "push", "rematch", "table", table->rematch), true);
    house->lobby_changed = true;
    return true;
}

void peer_row(House *house, Table *table, const char *row) {
    if (house->shared && row && !table->store_failed)
        apply_remote_row(house, table, row);
}

static bool chat_has_line(const json_t *chat, const json_t *line) {
    for (size_t i = json_array_size(chat); i-- > 0;)
        if (json_equal(json_array_get(chat, i), line))
            return true;
    return false;
}

/* Adds and pushes the lines that are new, and keeps the newest CHAT_LINES_MAX. */
static void apply_remote_chat(House *house, Table *table, const char *text) {
    json_t *read = chat_read(text), *line;
    size_t i, n = json_array_size(read);
    bool unchanged = n == json_array_size(table->chat) &&
                     (!n || json_equal(json_array_get(read, n - 1), json_array_get(table->chat, n - 1)));
    json_array_foreach(read, i, line) {
        if (unchanged || chat_has_line(table->chat, line))
            continue;
        json_array_append(table->chat, line);
        table_push(house, table, json_pack("{s:s, s:O}", "push", "chat", "line", line), false);
    }
    while (json_array_size(table->chat) > CHAT_LINES_MAX)
        json_array_remove(table->chat, 0);
    json_decref(read);
}

/* Applies another server's steps one by one. */
typedef struct RemoteReplay {
    LogObserver observer;
    House *house;
    Table *table;
    unsigned row; /* next row of the log */
} RemoteReplay;

static void versions_save(Table *table) {
    for (unsigned v = 0; v < VIEWERS; v++)
        table->versions_before[v] = match_version(table->match, v < SEATS_MAX ? v : (unsigned)SPECTATOR);
}

static void remote_replay_step(LogObserver *observer, const Match *match) {
    RemoteReplay *replay = (RemoteReplay *)observer;
    Table *table = replay->table;
    unsigned seat = table->log[replay->row].seat;
    do
        replay->row++;
    while (replay->row < table->log_count && table->log[replay->row].kind != LOG_SUBMISSION);
    table->to_act = state_head(match_state(match))->to_act;
    bool over = match_is_over(match) && table->phase == PHASE_PLAYING;
    if (over)
        table->phase = PHASE_OVER;
    if (lease_is_ours(replay->house, table))
        clock_update(replay->house, table, seat);
    table_push_moments(replay->house, table);
    if (over) {
        clock_stop(table);
        table_push_info(replay->house, table);
        replay->house->lobby_changed = true;
    }
    versions_save(table);
}

static void apply_remote_lines(House *house, Table *table, const char *text) {
    Err err = {0};
    unsigned count = 0, from = table->log_count;
    char why[512];
    Move *rows = table->pack ? match_log_read(&table->rules, text ? text : "", &count, &err) : NULL;
    bool ok = rows && !err.status && (!count || table_log_append(table, rows, count));
    free(rows);
    if (!ok && err.status == SK_OK)
        err_set(&err, SK_IO, "Out of memory. The game is saved and will reopen.", "");
    if (ok)
        table->next_row += count;
    bool started = ok && count && !from && !table->match && !table->replays && table->phase != PHASE_GATHERING;
    /* Started elsewhere: replay here from the first line, so that everyone here sees every step. */
    if (started && table_dice_are_fair(table) && !table->start_state)
        table->match = start_position_match(&table->rules, NULL, NULL);
    if (ok && table->match && count) {
        RemoteReplay replay = {{remote_replay_step}, house, table, from};
        versions_save(table);
        match_log_replay(table->match, replay_dice(table, &table->dice), table->log, from, table->log_count,
                         &replay.observer, &err);
    } else if (ok && !table->match && table->log_count && table->phase != PHASE_GATHERING) {
        table->resend_moments = true;
        table_load(house, table); /* started elsewhere: build the match from its rows */
    }
    if (err.status) {
        err_format(&err, why, sizeof why);
        table->diverged |= err.status == SK_STATE;
        if (table->diverged)
            table_mark_stuck(house, table, why);
        else
            table_suspend(house, table, why);
    }
    table->last_used = clock_monotonic_ms();
}

void peer_table_done(House *house, StoreJob *job) {
    Table *table = id_map_get(&house->tables, (uint64_t)job->table);
    if (!table) {
        house->resync_needed |= job->err.status && job->err.status != SK_UNKNOWN;
        if (!job->err.status && job->row)
            table_add_remote(house, job);
        return;
    }
    table->reading_changes = false;
    bool busy = table->step_in_flight || table->saves_in_flight || table->loading || table->replays ||
                (table->loaded && job->n != table->next_row);
    if (job->err.status || busy) { /* poll again: at once, or a little later after an error */
        table->remote_changes = true;
        if (!job->err.status)
            peer_poll_table(house, table);
        else
            table->poll_after = clock_monotonic_ms() + 1000;
        if (job->err.status && table->open_requests) {
            char why[512];
            err_format(&job->err, why, sizeof why);
            table_suspend(house, table, why);
            table_open_answer_all(house, table);
        }
        return;
    }
    bool more = table->remote_changes;
    table->remote_changes = false;
    bool presence_changed = presence_read(table, job);
    if (!apply_remote_row(house, table, job->row) && presence_changed)
        table_push_info(house, table);
    if (table->loaded && !table_is_stopped(table)) {
        if (table->chat)
            apply_remote_chat(house, table, job->chat);
        apply_remote_lines(house, table, job->lines);
    } else if (table->phase == PHASE_PLAYING && lease_is_ours(house, table)) {
        table->check_bots = true; /* a bot may have to move */
    }
    if (table->match && table->resend_moments && !table->replays)
        table_push_all_moments(house, table);
    table_run_edits(house, table);
    table_open_answer_all(house, table);
    table_run_deferred(house, table); /* deferred requests run between two reads */
    table->remote_changes |= more;
    peer_poll_table(house, table);
}

/* ---- people and settings -------------------------------------------------------------------------------- */

static void person_read_submit(House *house, int64_t id, bool dropped) {
    StoreJob *job = store_job(STORE_READ_PERSON);
    if (!job)
        return;
    job->person = id;
    job->n = dropped;
    store_submit(house->store, job);
}

void peer_person_done(House *house, const StoreJob *job) {
    house->resync_needed |= job->err.status && job->err.status != SK_UNKNOWN;
    if (job->err.status || !job->text || !job->lines)
        return;
    Person *person = person_reload(house, job->person, job->text, job->num, job->lines, job->n != 0);
    Sock *sock;
    for (unsigned i = 0; person && i < person->table_count; i++)
        if (person->tables[i]->sockets && table_seats_of(person->tables[i], person))
            table_push_info(house, person->tables[i]);
    if (person && (person->flags & PERSON_REMOVED))
        for (id_map_each(k, &house->socks, sock))
            if (sock->person == person)
                sock_close(house, sock, 4403, "The host has removed you from this server.");
}

/* Two servers saw a new guest at the same time, and the other server's entry was stored: use that one. */
void peer_token_done(House *house, const StoreJob *job) {
    Err err = {0};
    Sock *sock;
    StoreCallbacks each = house_store_callbacks(house);
    if (job->err.status != SK_STALE)
        return;
    device_drop(house, job->hash);
    store_find_person(house->store, job->hash, &each, &err);
    for (id_map_each(i, &house->socks, sock))
        if (secret_equal(sock->token, job->hash, STORE_TOKEN_SIZE))
            sock_close(house, sock, 1001, "Please reconnect.");
}

static bool resync_table(void *ctx, int64_t id, const char *row, int64_t phase) {
    House *house = ctx;
    Table *table = id_map_get(&house->tables, (uint64_t)id);
    StoreCallbacks each = house_store_callbacks(house);
    if (!table)
        return each.table(house, id, row, phase);
    table->remote_changes = true;
    peer_poll_table(house, table);
    return true;
}

/* Notifications were lost while the database connection was broken: re-read everything. */
static void peer_resync(House *house) {
    Sock *sock;
    Err err = {0};
    StoreCallbacks each = house_store_callbacks(house), first = {.setting = each.setting, .ctx = house};
    each.table = resync_table;
    house->db_unreachable = store_load_all(house->store, &first, &err) != SK_OK;
    if (house->db_unreachable)
        return; /* tried again when the database answers */
    presence_republish(house);
    devices_forget(house); /* some may have been signed out; the others are read again below */
    house->resync_needed = store_load_all(house->store, &each, &err) != SK_OK;
    house->notices_lost &= house->resync_needed;
    for (id_map_each(i, &house->socks, sock))
        if (!person_find(house, sock->token))
            sock_close(house, sock, 1001, "Please reconnect.");
    house->lobby_changed = true;
}

void peer_notified(House *house, const StoreJob *job) {
    Err err = {0};
    Table *table = id_map_get(&house->tables, (uint64_t)job->table);
    if (house->stopping)
        return;
    if (job->text && !*job->text) {
        house->notices_lost = true;
    } else if (job->text) {
        remote_dice_receive(house, job->text);
    } else if (job->key) {
        StoreCallbacks all = house_store_callbacks(house), each = {.setting = all.setting, .ctx = house};
        char notice[NOTICE_SIZE];
        memcpy(notice, house->host_settings->notice, sizeof notice);
        if (store_load_all(house->store, &each, &err) != SK_OK)
            house->resync_needed = true;
        else if (strcmp(notice, house->host_settings->notice) != 0)
            house_push(house, json_pack("{s:s, s:s}", "push", "notice", "text", house->host_settings->notice));
        if (!err.status)
            house_push_info(house);
    } else if (job->person) {
        person_read_submit(house, job->person < 0 ? -job->person : job->person, job->person < 0);
    } else if (!job->table) {
        house->resync_needed = true;
    } else if (table) {
        table->remote_changes = true;
        peer_poll_table(house, table);
    } else {
        table_read_submit(house, job->table, INT64_MAX);
    }
}

/* ---- opening and closing -------------------------------------------------------------------------------- */

/* Stores a new authentication key unless there is one. If several servers start together, all use the one stored first.
 */
static Status auth_key_agree(House *house, Err *err) {
    char hex[2 * STORE_TOKEN_SIZE + 1];
    unsigned char fresh[STORE_TOKEN_SIZE];
    StoreJob *job = store_job(STORE_SETTING), *done = NULL;
    if (!job)
        return err_set(err, SK_IO, "Out of memory while starting the server.", "");
    randombytes_buf(fresh, sizeof fresh);
    sodium_bin2hex(hex, sizeof hex, fresh, sizeof fresh);
    job->key = strdup("secret");
    job->text = strdup(hex);
    job->num = 1;
    store_submit(house->store, job);
    /* Nobody is connected yet, so other finished jobs can be dropped: everything is read afterwards. */
    while (done != job) {
        store_job_free(done);
        done = store_next_done(house->store);
        if (!done)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    Status status = done->err.status;
    *err = done->err;
    store_job_free(done);
    return status;
}

Status peer_open(House *house, Err *err) {
    house->shared = store_is_shared(house->options->where);
    if (!house->shared)
        return SK_OK;
    house->server_id = random_id();
    Status status = auth_key_agree(house, err);
    if (!status)
        lease_renew(house);
    return status;
}

void peer_tick(House *house) {
    if (!house->shared)
        return;
    lookups_retry(house);
    remote_dice_tick(house);
    if (clock_monotonic_ms() >= house->lease_at)
        lease_renew(house);
    if (house->resync_needed && !house->db_unreachable)
        peer_resync(house);
}

void peer_close(House *house) {
    deferred_free(house->deferred_lookups);
    remote_dice_close(house);
    id_map_free(&house->leased);
}
