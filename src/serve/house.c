#include "serve/house.h"

#include "serve/hall.h"
#include "serve/host.h"
#include "serve/notify.h"
#include "serve/peer.h"

void house_empty(House *house) {
    Table *table;
    for (index_each(i, &house->tables, table))
        table_free(table);
    people_free(house);
    halls_free(house);
    peer_close(house);
    host_close(house);
    notify_close(house);
    Index *const all[] = {&house->tables, &house->keys, &house->watches, &house->codes, &house->socks, &house->live};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        index_free(all[i]);
    house_texts_free(house);
}
