/* The disk was full or did not answer: a table that it did not take stands still and says so, until a write succeeds.
 * Then it is read anew, so that it goes on from what is stored and not from what memory believes, and everybody there
 * gets how it stands. */
#include "serve/tables/recover.h"

#include <sodium.h>

#include "serve/peers/peer.h"
#include "serve/requests/request.h"
#include "serve/tables/load.h"
#include "serve/tables/play.h"

void table_suspend(House *house, Table *table, const char *why) {
    if (table->starting) {
        Err err = {0};
        table->starting = false;
        err_set(&err, SK_IO, "This table is stuck: {0}", "s", why);
        answer_error(house, NULL, table->reply, &err, NULL);
    }
    table->store_failed = true;
    table->row_dirty = false; /* it will be what is on disk, not what is here */
    table_mark_stuck(house, table, why);
}

static bool recover_can(const Table *table) {
    return table->store_failed && !table->recovering && !table->loading && !table->replays && !table->saves_in_flight &&
           !table->reading_changes;
}

static void recover_put(House *house, Table *table) {
    StoreJob *job = store_job(STORE_RECOVER);
    if (!job)
        return;
    job->table = table->id;
    job->ctx = table;
    job->stamp = tick_ms();
    table->recovering = true;
    store_submit(house->store, job);
}

/* While the store is known to be ill one table is tried for all: a write that fails takes others with it. */
void recover_tick(House *house) {
    Table *table;
    uint32_t count = 0, at = 0;
    for (id_map_each(i, &house->tables, table)) {
        count += recover_can(table);
        if (table->row_dirty && !table->store_failed) {
            table->row_dirty = false;
            table_save(house, table);
        }
    }
    if (!count || house->stopping)
        return;
    uint32_t one = randombytes_uniform(count);
    for (id_map_each(i, &house->tables, table))
        if (recover_can(table) && (!house->store_failing || at++ == one))
            recover_put(house, table);
}

/* It never came to be, and whoever made it was told so. job->stamp: all that was under way then has come back. */
static void recover_forget(House *house, Table *table, const StoreJob *job) {
    if (table->sockets || table->open_requests || table->deferred || table->bot_job || table->hint_job ||
        table->analysis_job || table->replays || table->loading || table->saves_in_flight ||
        table->last_used >= job->stamp)
        return;
    house->lobby_changed = true;
    table_forget(house, table);
}

static void thoughts_drop(Table *table) {
    if (table->bot_job)
        atomic_store(&table->bot_job->stop, true);
    table->bot_job = NULL;
    table->bot_ready = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        TableSeat *at = &table->seat[seat];
        at->considered = 0;
        if (at->deadline && at->deadline < now_ms() + CLOCK_GRACE_MS)
            at->deadline = now_ms() + CLOCK_GRACE_MS;
    }
}

/* Other servers may have gone on meanwhile: their steps are read and told one by one, as always. */
static void recover_shared(House *house, Table *table, const StoreJob *job) {
    Err err = {0};
    table->store_failed = false;
    table_reload_row(table, job->row, true, &err);
    thoughts_drop(table);
    log_event("table-mended", "table=%lld", (long long)table->id);
    table_push_info(house, table);
    table_push_all_moments(house, table);
    table->remote_changes = true;
    table->poll_after = 0;
    house->lobby_changed = true;
    peer_poll_table(house, table);
}

static void recover_take(House *house, Table *table, StoreJob *job) {
    Err err = {0};
    if (job->row && house->shared && table->match && table->loaded) {
        recover_shared(house, table, job);
        return;
    }
    if (!job->row || !job->lines || !id_map_put(&house->loaded_tables, (uint64_t)table->id, table))
        return; /* no memory: the next try */
    table->store_failed = false;
    table_unload(table);
    table_reload_row(table, job->row, true, &err);
    thoughts_drop(table);
    if (table->phase == PHASE_GATHERING && *table->code)
        id_map_put(&house->codes, map_key(table->code), table);
    log_event("table-mended", "table=%lld", (long long)table->id);
    table->resend_moments = true;
    table->remote_changes = false;
    table_push_info(house, table);
    table_fill(house, table, job);
    house->lobby_changed = true;
}

void table_recover_done(House *house, StoreJob *job) {
    Table *table = job->ctx;
    bool was = house->store_failing;
    table->recovering = false;
    house->store_failing = job->err.status == SK_IO;
    if (house->stopping)
        return;
    if (table->store_failed && job->err.status == SK_UNKNOWN)
        recover_forget(house, table, job);
    else if (table->store_failed && !job->err.status && !table->loading && !table->replays)
        recover_take(house, table, job);
    if (was && !house->store_failing)
        recover_tick(house);
}
