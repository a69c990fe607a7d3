/* The disk was full or did not answer: a table that it did not take stands still and says so, until a write succeeds.
 * Then it is read anew, so that it goes on from what is stored and not from what memory believes, and everybody there
 * gets how it stands. */
#include <sodium.h>

#include "serve/peers/peer.h"

void table_fault(House *house, Table *table, const char *why) {
    if (table->starting) {
        Err err = {0};
        table->starting = false;
        err_say(&err, SK_IO, "This table is stuck: {0}", "s", why);
        answer_error(house, NULL, table->reply, &err, NULL);
    }
    table->fault = true;
    table->unsaved = false; /* it will be what is on disk, not what is here */
    table_stuck(house, table, why);
}

static bool mend_can(const Table *table) {
    return table->fault && !table->mending && !table->loading && !table->replays && !table->saves && !table->reading;
}

static void mend_put(House *house, Table *table) {
    StoreJob *job = store_job(STORE_MEND);
    if (!job)
        return;
    job->table = table->id;
    job->of = table;
    job->stamp = tick_ms();
    table->mending = true;
    store_put(house->store, job);
}

/* While the store is known to be ill one table is tried for all: a write that fails takes others with it. */
void mend_tick(House *house) {
    Table *table;
    uint32_t count = 0, at = 0;
    for (index_each(i, &house->tables, table)) {
        count += mend_can(table);
        if (table->unsaved && !table->fault) {
            table->unsaved = false;
            table_save(house, table);
        }
    }
    if (!count || house->stopping)
        return;
    uint32_t one = randombytes_uniform(count);
    for (index_each(i, &house->tables, table))
        if (mend_can(table) && (!house->ill || at++ == one))
            mend_put(house, table);
}

/* It never came to be, and whoever made it was told so. job->stamp: all that was under way then has come back. */
static void mend_forget(House *house, Table *table, const StoreJob *job) {
    if (table->room || table->openers || table->waiting || table->thinking || table->hinting || table->looking ||
        table->replays || table->loading || table->saves || table->used >= job->stamp)
        return;
    house->lobby_changed = true;
    table_forget(house, table);
}

static void thoughts_drop(Table *table) {
    if (table->thinking)
        atomic_store(&table->thinking->stop, true);
    table->thinking = NULL;
    table->bot_ready = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        TableSeat *at = &table->seat[seat];
        at->considered = 0;
        if (at->due && at->due < now_ms() + GRACE_MS)
            at->due = now_ms() + GRACE_MS;
    }
}

/* Other servers may have gone on meanwhile: their steps are read and told one by one, as always. */
static void mend_shared(House *house, Table *table, const StoreJob *job) {
    Err err = {0};
    table->fault = false;
    table_row_again(table, job->row, true, &err);
    thoughts_drop(table);
    note("table-mended", "table=%lld", (long long)table->id);
    table_tell(house, table);
    table_refresh(house, table);
    table->news = true;
    table->look_at = 0;
    house->lobby_changed = true;
    peer_look(house, table);
}

static void mend_take(House *house, Table *table, StoreJob *job) {
    Err err = {0};
    if (job->row && house->shared && table->match && table->loaded) {
        mend_shared(house, table, job);
        return;
    }
    if (!job->row || !job->lines || !index_put(&house->live, (uint64_t)table->id, table))
        return; /* no memory: the next try */
    table->fault = false;
    table_unload(table);
    table_row_again(table, job->row, true, &err);
    thoughts_drop(table);
    if (table->phase == PHASE_GATHERING && *table->code)
        index_put(&house->codes, key_number(table->code), table);
    note("table-mended", "table=%lld", (long long)table->id);
    table->refresh = true;
    table->news = false;
    table_tell(house, table);
    table_take(house, table, job);
    house->lobby_changed = true;
}

void table_mended(House *house, StoreJob *job) {
    Table *table = job->of;
    bool was = house->ill;
    table->mending = false;
    house->ill = job->err.status == SK_IO;
    if (house->stopping)
        return;
    if (table->fault && job->err.status == SK_UNKNOWN)
        mend_forget(house, table, job);
    else if (table->fault && !job->err.status && !table->loading && !table->replays)
        mend_take(house, table, job);
    if (was && !house->ill)
        mend_tick(house);
}
