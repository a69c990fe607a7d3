#include "serve/peers/lease.h"

#include <stdlib.h>
#include <string.h>

#include "serve/peers/peer.h"
#include "serve/tables/clock.h"

enum { LEASE_MS = 6000, RENEW_MS = 1500 };

bool lease_is_ours(const House *house, const Table *table) {
    return !house->shared ||
           (clock_monotonic_ms() < house->lease_until && id_map_get(&house->leased, (uint64_t)table->id) != NULL);
}

void lease_add(House *house, const Table *table) {
    if (house->shared)
        id_map_put(&house->leased, (uint64_t)table->id, house);
}

void lease_renew(House *house) {
    StoreJob *job = store_job(STORE_LEASE);
    if (!job)
        return;
    job->num = LEASE_MS;
    job->n = clock_monotonic_ms();
    house->lease_at = clock_monotonic_ms() + RENEW_MS;
    store_submit(house->store, job);
}

/* This server now runs a table whose server has disappeared. */
static void lease_acquired(House *house, int64_t id) {
    Table *table = id_map_get(&house->tables, (uint64_t)id);
    id_map_put(&house->leased, (uint64_t)id, house);
    if (!table)
        return;                   /* its row is being read */
    table->remote_changes = true; /* the last notification may have been lost */
    table->lease_new = true;
    table->check_bots = table->phase == PHASE_PLAYING && !table->match;
    if (table->phase == PHASE_OVER)
        table_save(house, table); /* the other server may not have stored that the game is over */
    if (table->match)
        clock_resume(house, table);
    peer_poll_table(house, table);
}

void lease_done(House *house, const StoreJob *job) {
    unsigned count = 0;
    house->db_unreachable = job->err.status != SK_OK;
    if (job->err.status)
        return;
    if (job->num) /* renewed too late: other servers may have taken our tables */
        id_map_free(&house->leased);
    house->lease_until = job->n + LEASE_MS;
    for (const char *pos = job->lines; pos && *pos; count++) {
        lease_acquired(house, strtoll(pos, NULL, 10));
        pos += strcspn(pos, "\n");
        pos += *pos == '\n';
    }
    if (count)
        log_event("leases", "taken=%u", count);
}
