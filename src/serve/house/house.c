#include "serve/house/house.h"

#include "serve/host/host.h"
#include "serve/peers/peer.h"
#include "serve/people/notify.h"
#include "serve/wire/rate_limit.h"

void house_empty(House *house) {
    Table *table;
    for (index_each(i, &house->tables, table))
        table_free(table);
    people_free(house);
    halls_free(house);
    peer_close(house);
    host_close(house);
    notify_close(house);
    for (StoreJob *job; (job = house->unsaved);) { /* the disk never took them */
        house->unsaved = job->next;
        store_job_free(job);
    }
    index_free(&house->tables);
    index_free(&house->keys);
    index_free(&house->watches);
    index_free(&house->codes);
    index_free(&house->socks);
    index_free(&house->live);
    house_texts_free(house);
}
