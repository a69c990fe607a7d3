/* Retries saves that other data depends on: people, devices, settings and packs. (A table that cannot be saved is
 * marked stuck instead.) When several servers share the store, only new guests and packs are retried, because no other
 * server can have changed them; any other change is refused and the stored version is reloaded. The House owns the jobs
 * kept here. Loop thread only. */
#ifndef SKERRY_SERVE_PEOPLE_SAVE_RETRY_H
#define SKERRY_SERVE_PEOPLE_SAVE_RETRY_H

#include "serve/tables/table.h"

void save_retry_person(House *house, Person *person); /* at the next tick, with all devices */
/* Refuses a person who is not on disk: after a restart, a seat confirmed to them would belong to nobody. */
Status refuse_if_unsaved(const House *house, Reply reply, Err *err);
/* Call with every finished job. Returns true if the job failed and is kept for a retry; the caller then no longer owns
 * it. */
bool save_retry_keep(House *house, StoreJob *job);
void save_retry_tick(House *house);
void save_retry_close(House *house); /* one last attempt */

#endif
