/* Recovery after store failures, for example a full disk. A table that could not be saved stops and gives the reason
 * until a write succeeds. It is then reloaded, so that it resumes from the stored state rather than the one in memory,
 * and everyone there gets the current moments. */
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
    table->row_dirty = false; /* the stored row wins */
    table_mark_stuck(house, table, why);
}

static bool table_can_recover(const Table *table) {
    return table->store_failed && !table->recovering && !table->loading && !table->replays && !table->saves_in_flight &&
           !table->reading_changes;
}

static void recover_submit(House *house, Table *table) {
    StoreJob *job = store_job(STORE_RECOVER);
    if (!job)
        return;
    job->table = table->id;
    job->ctx = table;
    job->stamp = clock_monotonic_ms();
    table->recovering = true;
    store_submit(house->store, job);
}

/* While the store is failing only one table is tried, because a failing write also fails the others in its
 * transaction. */
void recover_tick(House *house) {
    Table *table;
    uint32_t count = 0, nth = 0;
    for (id_map_each(i, &house->tables, table)) {
        count += table_can_recover(table);
        if (table->row_dirty && !table->store_failed) {
            table->row_dirty = false;
            table_save(house, table);
        }
    }
    if (!count || house->stopping)
        return;
    uint32_t chosen = randombytes_uniform(count);
    for (id_map_each(i, &house->tables, table))
        if (table_can_recover(table) && (!house->store_failing || nth++ == chosen))
            recover_submit(house, table);
}

/* The table was never stored, and its creator got an error. job->stamp is the time of the attempt: a table used since
 * then is kept. */
static void recover_forget(House *house, Table *table, const StoreJob *job) {
    if (table->sockets || table->open_requests || table->deferred || table->bot_job || table->hint_job ||
        table->analysis_job || table->replays || table->loading || table->saves_in_flight ||
        table->last_used >= job->stamp)
        return;
    house->lobby_changed = true;
    table_forget(house, table);
}

static void bots_and_clocks_reset(Table *table) {
    if (table->bot_job)
        atomic_store(&table->bot_job->stop, true);
    table->bot_job = NULL;
    table->bot_ready = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        TableSeat *own = &table->seat[seat];
        own->considered = 0;
        if (own->deadline && own->deadline < clock_wall_ms() + CLOCK_GRACE_MS)
            own->deadline = clock_wall_ms() + CLOCK_GRACE_MS;
    }
}

/* Other servers may have played on in the meantime. Their steps are read and pushed one by one, as usual. */
static void recover_shared(House *house, Table *table, const StoreJob *job) {
    Err err = {0};
    table->store_failed = false;
    table_reload_row(table, job->row, true, &err);
    bots_and_clocks_reset(table);
    log_event("table-mended", "table=%lld", (long long)table->id);
    table_push_info(house, table);
    table_push_all_moments(house, table);
    table->remote_changes = true;
    table->poll_after = 0;
    house->lobby_changed = true;
    peer_poll_table(house, table);
}

static void recover_reload(House *house, Table *table, StoreJob *job) {
    Err err = {0};
    if (job->row && house->shared && table->match && table->loaded) {
        recover_shared(house, table, job);
        return;
    }
    if (!job->row || !job->lines || !id_map_put(&house->loaded_tables, (uint64_t)table->id, table))
        return; /* out of memory: tried again */
    table->store_failed = false;
    table_unload(table);
    table_reload_row(table, job->row, true, &err);
    bots_and_clocks_reset(table);
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
    bool was_failing = house->store_failing;
    table->recovering = false;
    house->store_failing = job->err.status == SK_IO;
    if (house->stopping)
        return;
    if (table->store_failed && job->err.status == SK_UNKNOWN)
        recover_forget(house, table, job);
    else if (table->store_failed && !job->err.status && !table->loading && !table->replays)
        recover_reload(house, table, job);
    if (was_failing && !house->store_failing)
        recover_tick(house);
}
