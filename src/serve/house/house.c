#include "serve/house/house.h"

#include "serve/host/host.h"
#include "serve/peers/peer.h"
#include "serve/people/notify.h"
#include "serve/people/people.h"
#include "serve/requests/api.h"
#include "serve/wire/rate_limit.h"

void house_free_contents(House *house) {
    Table *table;
    for (id_map_each(i, &house->tables, table))
        table_free(table);
    people_free(house);
    rate_limits_free(house);
    peer_close(house);
    host_close(house);
    notify_close(house);
    for (StoreJob *job; (job = house->retry_jobs);) { /* never saved */
        house->retry_jobs = job->next;
        store_job_free(job);
    }
    id_map_free(&house->tables);
    id_map_free(&house->table_keys);
    id_map_free(&house->spectator_keys);
    id_map_free(&house->codes);
    id_map_free(&house->socks);
    id_map_free(&house->loaded_tables);
    http_cache_free(house);
}
