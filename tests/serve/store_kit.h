/* Helpers for the tests of the two stores: making jobs and waiting for their results. */
#ifndef SKERRY_TESTS_SERVE_STORE_KIT_H
#define SKERRY_TESTS_SERVE_STORE_KIT_H

#include <unistd.h>

#include "serve/storage/store.h"
#include "unit.h"

/* Waits for the next job that is not a notice. notices: NULL, or counts the notices of tables 0 to 9. */
static inline StoreJob *wait_done_noting(Store *store, unsigned notices[10]) {
    for (unsigned tries = 0; tries < 100000; tries++) {
        StoreJob *job = store_next_done(store);
        if (job && job->kind != STORE_CHANGED)
            return job;
        if (job && notices && !job->text && job->table >= 0 && job->table < 10)
            notices[job->table]++;
        store_job_free(job);
        if (!job)
            usleep(200);
    }
    fail_msg("no job was finished");
    return NULL;
}

static inline StoreJob *wait_done(Store *store) { return wait_done_noting(store, NULL); }

/* Waits for one job and returns its status. */
static inline Status finish(Store *store, Err *err) {
    StoreJob *job = wait_done(store);
    *err = job->err;
    Status status = job->err.status;
    store_job_free(job);
    return status;
}

static inline void finish_fine(Store *store) {
    Err err;
    expect_ok(finish(store, &err), &err);
}

static inline StoreJob *job_text(StoreJobKind kind, int64_t person, int64_t table, int64_t num, const char *text) {
    StoreJob *job = store_job(kind);
    assert_non_null(job);
    job->person = person;
    job->table = table;
    job->num = num;
    job->text = text ? strdup(text) : NULL;
    return job;
}

static inline StoreJob *job_lines(int64_t table, int64_t n, const char *lines, const char *row) {
    StoreJob *job = job_text(STORE_LINES, 0, table, 2, NULL);
    job->n = n;
    job->lines = strdup(lines);
    job->row = row ? strdup(row) : NULL;
    return job;
}

static inline void table_is(Store *store, int64_t table, const char *row, const char *lines, const char *chat) {
    char *got[3] = {NULL, NULL, NULL};
    Err err = {0};
    expect_ok(store_read(store, table, &got[0], &got[1], &got[2], &err), &err);
    assert_string_equal(got[0], row);
    assert_string_equal(got[1], lines);
    assert_string_equal(got[2], chat);
    for (int i = 0; i < 3; i++)
        free(got[i]);
}

#endif
