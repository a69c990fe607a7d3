#include "serve/peers/presence.h"

#include <stdlib.h>
#include <string.h>

#include "serve/peers/remote_dice.h"

void presence_put(House *house, int64_t table, int64_t person, bool here) {
    StoreJob *job = store_job(STORE_PRESENCE);
    if (!job)
        return;
    job->table = table;
    job->person = person;
    job->num = here;
    store_submit(house->store, job);
}

/* Published once per person, however many pages they have open. */
void presence_publish(House *house, Table *table, const Person *person, bool here) {
    unsigned n = 0;
    for (const Sock *sock = table->sockets; sock; sock = sock->next_at_table)
        n += sock->person == person && !sock->is_spectator;
    if (house->shared && !house->stopping && n == here)
        presence_put(house, table->id, person->id, here);
}

bool presence_read(Table *table, StoreJob *job) {
    bool same = table->remote_people && job->text ? strcmp(table->remote_people, job->text) == 0
                                                  : table->remote_people == job->text;
    free(table->remote_people);
    table->remote_people = job->text;
    job->text = NULL;
    return !same;
}

void presence_republish(House *house) {
    Table *table;
    remote_dice_announce_all(house);
    for (id_map_each(i, &house->tables, table))
        for (const Sock *sock = table->sockets; sock; sock = sock->next_at_table)
            if (!sock->is_spectator)
                presence_put(house, table->id, sock->person->id, true);
}
