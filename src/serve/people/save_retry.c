#include "serve/people/save_retry.h"
#include "serve/people/people.h"
#include "serve/wire/send.h"

#include <string.h>

void save_retry_person(House *house, Person *person) {
    if (house->shared && !person->never_saved) { /* a retry could overwrite another server's change */
        house->resync_needed = true;
        return;
    }
    house->unsaved_people += !person->unsaved;
    person->unsaved = true;
}

/* A newer value of this setting is on disk: drop the retries of older ones. */
static void setting_saved(House *house, const char *key) {
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

/* A job of a person is done. The person is written before the devices, so a device that fails later is retried. */
static void person_job_done(House *house, const StoreJob *job) {
    Person *person = id_map_get(&house->people, (uint64_t)job->person);
    bool lost = job->err.status == SK_STALE; /* another server has stored this guest's device first (peer.c) */
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
    return err_set(err, SK_IO, "Your guest profile could not be saved. Try again in a moment.", "");
}

bool save_retry_keep(House *house, StoreJob *job) {
    bool setting = !house->shared && job->kind == STORE_SETTING && job->key, pack = job->kind == STORE_PACK;
    if (job->kind == STORE_PERSON || job->kind == STORE_TOKEN_ADD || job->kind == STORE_TOKEN_DROP)
        person_job_done(house, job);
    if (setting && !job->err.status)
        setting_saved(house, job->key);
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
