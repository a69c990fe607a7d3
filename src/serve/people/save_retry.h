/* What others build on and could not be saved: people, their devices, the house's settings, packs. It is tried again
 * until it is on disk; tables say that they are stuck instead. Where several servers share the store that is so for new
 * guests, whom no other knows, and packs, which never change; the rest is refused, and read again as it is there. Jobs
 * kept here are the house's. On the loop's thread. */
#ifndef SKERRY_SERVE_PEOPLE_SAVE_RETRY_H
#define SKERRY_SERVE_PEOPLE_SAVE_RETRY_H

#include "serve/tables/table.h"

void save_retry_person(House *house, Person *person); /* he is saved whole, with his devices, in a moment */
/* Whoever is not on disk himself is not told that his seat is: it would be nobody's after a restart. */
Status refuse_if_unsaved(const House *house, Reply reply, Err *err);
/* A job came back. True: it is kept, and not the caller's any more. */
bool save_retry_keep(House *house, StoreJob *job);
void save_retry_tick(House *house);
void save_retry_close(House *house); /* the last try */

#endif
