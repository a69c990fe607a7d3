#include "serve/people/save_retry.h"

#include <string.h>

void owed_person(House *house, Person *person) {
    if (house->shared &&
        !person->fresh) { /* what others may have changed would be written over: refused, and read again */
        house->look = true;
        return;
    }
    house->owing += !person->owed;
    person->owed = true;
}

/* A newer one of the same key is on disk: the older must not come after it. */
static void setting_settled(House *house, const char *key) {
    for (StoreJob **at = &house->unsaved; *at;) {
        StoreJob *job = *at;
        if (job->what != STORE_SETTING || strcmp(job->key, key) != 0) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        store_job_free(job);
    }
}

/* His row is written before his devices: what fails after it is owed again. */
static void person_settled(House *house, const StoreJob *job) {
    Person *person = index_get(&house->people, (uint64_t)job->person);
    bool lost = job->err.status == SK_STALE; /* another server met the same guest; his device is that one's (peer.c) */
    if (person && job->err.status && !lost) {
        owed_person(house, person);
    } else if (person && job->what == (house->shared ? STORE_TOKEN_ADD : STORE_PERSON)) {
        person->fresh = false;
        house->owing -= person->owed;
        person->owed = false;
    }
}

Status owed_refuse(const House *house, Reply reply, Err *err) {
    const Sock *sock = sock_find(house, reply.sock);
    if (!sock || !sock->person->owed)
        return SK_OK;
    return err_say(err, SK_IO, "Who you are could not be saved just now; try again in a moment.", "");
}

bool owed_keep(House *house, StoreJob *job) {
    bool setting = !house->shared && job->what == STORE_SETTING && job->key, pack = job->what == STORE_PACK;
    if (job->what == STORE_PERSON || job->what == STORE_TOKEN_ADD || job->what == STORE_TOKEN_DROP)
        person_settled(house, job);
    if (setting && !job->err.status)
        setting_settled(house, job->key);
    if (!job->err.status || !(setting || pack) || !job->text)
        return false;
    StoreJob **at = &house->unsaved;
    while (*at)
        at = &(*at)->next;
    job->next = NULL;
    *at = job;
    return true;
}

void owed_tick(House *house) {
    StoreJob *job = house->unsaved;
    house->unsaved = NULL;
    while (job) {
        StoreJob *next = job->next;
        store_put(house->store, job);
        job = next;
    }
    if (!house->owing)
        return;
    Person *person;
    for (index_each(i, &house->people, person))
        if (person->owed)
            person_save(house, person);
}

void owed_close(House *house) { owed_tick(house); }
