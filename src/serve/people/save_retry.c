#include "serve/people/save_retry.h"

#include <string.h>

void save_retry_person(House *house, Person *person) {
    if (house->shared &&
        !person->never_saved) { /* what others may have changed would be written over: refused, and read again */
        house->resync_needed = true;
        return;
    }
    house->unsaved_people += !person->unsaved;
    person->unsaved = true;
}

/* A newer one of the same key is on disk: the older must not come after it. */
static void setting_settled(House *house, const char *key) {
    for (StoreJob **at = &house->retry_jobs; *at;) {
        StoreJob *job = *at;
        if (job->kind != STORE_SETTING || strcmp(job->key, key) != 0) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        store_job_free(job);
    }
}

/* His row is written before his devices: what fails after it is owed again. */
static void person_settled(House *house, const StoreJob *job) {
    Person *person = id_map_get(&house->people, (uint64_t)job->person);
    bool lost = job->err.status == SK_STALE; /* another server met the same guest; his device is that one's (peer.c) */
    if (person && job->err.status && !lost) {
        save_retry_person(house, person);
    } else if (person && job->kind == (house->shared ? STORE_TOKEN_ADD : STORE_PERSON)) {
        person->never_saved = false;
        house->unsaved_people -= person->unsaved;
        person->unsaved = false;
    }
}

Status refuse_if_unsaved(const House *house, Reply reply, Err *err) {
    const Sock *sock = sock_find(house, reply.sock);
    if (!sock || !sock->person->unsaved)
        return SK_OK;
    return err_set(err, SK_IO, "Who you are could not be saved just now; try again in a moment.", "");
}

bool save_retry_keep(House *house, StoreJob *job) {
    bool setting = !house->shared && job->kind == STORE_SETTING && job->key, pack = job->kind == STORE_PACK;
    if (job->kind == STORE_PERSON || job->kind == STORE_TOKEN_ADD || job->kind == STORE_TOKEN_DROP)
        person_settled(house, job);
    if (setting && !job->err.status)
        setting_settled(house, job->key);
    if (!job->err.status || !(setting || pack) || !job->text)
        return false;
    StoreJob **at = &house->retry_jobs;
    while (*at)
        at = &(*at)->next;
    job->next = NULL;
    *at = job;
    return true;
}

void save_retry_tick(House *house) {
    StoreJob *job = house->retry_jobs;
    house->retry_jobs = NULL;
    while (job) {
        StoreJob *next = job->next;
        store_submit(house->store, job);
        job = next;
    }
    if (!house->unsaved_people)
        return;
    Person *person;
    for (id_map_each(i, &house->people, person))
        if (person->unsaved)
            person_save(house, person);
}

void save_retry_close(House *house) { save_retry_tick(house); }
