/* src/serve/storage/store_pg: the guarantees of the SQLite store, and several servers on one database. SKERRY_PG is the
 * address of the database; SKERRY_PG_RESTART is a command that kills the database server and starts it again.
 * tests/serve/postgres.py runs this program. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "base/text.h"
#include "store_kit.h"

static const char *where;

static Store *store_open_ok(void) {
    Err err = {0};
    Store *store = store_open(where, NULL, NULL, &err);
    expect_ok(store ? SK_OK : err.status, &err);
    return store;
}

static StoreJob *job_token(StoreJobKind kind, int64_t person, unsigned char first) {
    StoreJob *job = job_text(kind, person, 0, 0, NULL);
    job->hash[0] = first;
    job->hash[STORE_TOKEN_SIZE - 1] = 0xFF;
    return job;
}

static unsigned lines_count(Store *store, int64_t table) {
    char *lines = NULL;
    Err err = {0};
    unsigned n = 0;
    expect_ok(store_read(store, table, NULL, &lines, NULL, &err), &err);
    for (const char *p = lines; (p = strchr(p, '\n')); p++)
        n++;
    free(lines);
    return n;
}

/* ---- one server -------------------------------------------------------------------------------------------- */

static bool see_person(void *ctx, int64_t id, const char *name, int64_t flags) {
    text_printf(ctx, "person %d %s %d\n", (int)id, name, (int)flags);
    return true;
}

static bool see_token(void *ctx, int64_t person, const unsigned char hash[STORE_TOKEN_SIZE]) {
    text_printf(ctx, "token %d %02x%02x\n", (int)person, hash[0], hash[STORE_TOKEN_SIZE - 1]);
    return true;
}

static bool see_table(void *ctx, int64_t id, const char *row, int64_t phase) {
    text_printf(ctx, "table %d %s %d\n", (int)id, row, (int)phase);
    return true;
}

static bool see_setting(void *ctx, const char *key, const char *text) {
    text_printf(ctx, "setting %s %s\n", key, text);
    return false;
}

static void everything_is_read_back(void **unused) {
    (void)unused;
    Store *store = store_open_ok();
    store_submit(store, job_text(STORE_PERSON, 1, 0, 0, "Marit"));
    store_submit(store, job_text(STORE_PERSON, 2, 0, 5, "Þórr'; DROP TABLE person"));
    store_submit(store, job_text(STORE_PERSON, 1, 0, 3, "Marit B."));
    store_submit(store, job_token(STORE_TOKEN_ADD, 1, 0xA0));
    store_submit(store, job_token(STORE_TOKEN_ADD, 1, 0xA1));
    store_submit(store, job_token(STORE_TOKEN_ADD, 2, 0xA2));
    store_submit(store, job_token(STORE_TOKEN_DROP, 1, 0xA1));
    store_submit(store, job_text(STORE_TABLE, 0, 7, 1, "{\"a\":1}"));
    store_submit(store, job_lines(7, 0, "* flood cave\n", NULL));
    store_submit(store, job_lines(7, 1, "1 dig 3\n* die 'red' \\ {\n", "{\"a\":2}"));
    store_submit(store, job_text(STORE_CHAT, 0, 7, 0, "{\"text\":\"hei\"}"));
    store_submit(store, job_text(STORE_CHAT, 0, 7, 0, "{\"text\":\"ja\"}"));
    store_submit(store, job_text(STORE_PACK, 0, 0, (int64_t)UINT64_C(0xFEDCBA9876543210), "{\"pack\":1}"));
    store_submit(store, job_text(STORE_PACK, 0, 0, (int64_t)UINT64_C(0xFEDCBA9876543210), "{\"pack\":1}"));
    for (int i = 0; i < 3; i++) {
        StoreJob *job = job_text(STORE_SETTING, 0, 0, 0, i == 1 ? "yes" : "no");
        job->key = strdup(i == 2 ? "Zebra" : "closed");
        store_submit(store, job);
    }
    store_close(store);
    store = store_open_ok();
    Text out = {0};
    Err err = {0};
    expect_ok(store_load_all(store, &(StoreCallbacks){see_person, see_token, see_table, see_setting, &out}, &err),
              &err);
    assert_string_equal(text_str(&out), "person 1 Marit B. 3\nperson 2 Þórr'; DROP TABLE person 5\n"
                                        "token 1 a1ff\ntoken 2 a2ff\ntable 7 {\"a\":2} 2\nsetting Zebra no\n");
    text_free(&out);
    table_is(store, 7, "{\"a\":2}", "* flood cave\n1 dig 3\n* die 'red' \\ {\n",
             "{\"text\":\"hei\"}\n{\"text\":\"ja\"}\n");
    char *json = NULL;
    expect_ok(store_pack(store, 0xFEDCBA9876543210, &json, &err), &err);
    assert_string_equal(json, "{\"pack\":1}");
    free(json);
    expect_refusal(store_pack(store, 1, &json, &err), &err, SK_UNKNOWN, "no such content pack");
    expect_refusal(store_read(store, 8, &json, NULL, NULL, &err), &err, SK_UNKNOWN, "no such table");
    store_submit(store, job_text(STORE_BACKUP, 0, 0, 0, "/tmp/x"));
    expect_refusal(finish(store, &err), &err, SK_USAGE, "pg_dump");
    store_close(store);
}

static void failed_job_spoils_no_other(void **unused) {
    (void)unused;
    Store *store = store_open_ok();
    Err err;
    store_submit(store, job_lines(1, 0, "1 a\n1 b\n", "{}"));
    store_submit(store, job_lines(1, 1, "2 x\n2 y\n", "{\"lost\":true}"));
    store_submit(store, job_lines(1, 2, "1 c\n", NULL));
    store_submit(store, job_lines(1, 7, "1 d\n", NULL));
    store_submit(store, job_lines(99, 0, "1 a\n", NULL));
    store_submit(store, job_token(STORE_TOKEN_ADD, 44, 1));
    store_submit(store, job_text(STORE_CHAT, 0, 1, 0, "\xFF\xFE"));
    store_submit(store, job_text(STORE_READ_TABLE, 0, 1, 0, NULL));
    store_submit(store, job_lines(1, 3, "1 d", NULL));
    finish_fine(store);
    expect_refusal(finish(store, &err), &err, SK_STALE, "Someone else changed");
    finish_fine(store);
    expect_refusal(finish(store, &err), &err, SK_STATE, "Lines are missing");
    expect_refusal(finish(store, &err), &err, SK_STATE, "is not in the store");
    expect_refusal(finish(store, &err), &err, SK_STATE, "is not in the store");
    expect_refusal(finish(store, &err), &err, SK_IO, "invalid byte sequence");
    StoreJob *job = wait_done(store);
    expect_ok(job->err.status, &job->err);
    assert_string_equal(job->lines, "1 a\n1 b\n1 c\n");
    store_job_free(job);
    finish_fine(store);
    table_is(store, 1, "{}", "1 a\n1 b\n1 c\n1 d\n", "");
    store_close(store);
}

/* ---- several servers --------------------------------------------------------------------------------------- */

enum { RACE = 150, RACE_TABLE = 3 };

typedef struct Racer {
    unsigned won, lost, failed;
} Racer;

/* Appends lines as fast as it can. After losing to another racer, it counts the stored lines and tries the next one. */
static void *race(void *ctx) {
    Racer *racer = ctx;
    Err err;
    Store *store = store_open(where, NULL, NULL, &err);
    if (!store)
        return NULL;
    unsigned next = lines_count(store, RACE_TABLE);
    while (next < RACE) {
        store_submit(store, job_lines(RACE_TABLE, next, "1 a\n", NULL));
        Status status = finish(store, &err);
        racer->won += status == SK_OK;
        racer->lost += status == SK_STALE;
        racer->failed += status != SK_OK && status != SK_STALE;
        next = status == SK_OK ? next + 1 : lines_count(store, RACE_TABLE);
    }
    store_close(store);
    return NULL;
}

static void of_two_simultaneous_lines_one_is_accepted(void **unused) {
    (void)unused;
    Store *store = store_open_ok();
    store_submit(store, job_text(STORE_TABLE, 0, RACE_TABLE, 1, "{}"));
    finish_fine(store);
    Racer racer[3] = {{0}, {0}, {0}};
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, race, &racer[i]), 0);
    unsigned won = 0, lost = 0;
    for (int i = 0; i < 3; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(racer[i].failed, 0);
        won += racer[i].won;
        lost += racer[i].lost;
    }
    assert_int_equal(won, RACE);
    assert_int_equal(lines_count(store, RACE_TABLE), RACE);
    if (lost == 0)
        fail_msg("the racers never collided, so this tested nothing");
    store_close(store);
}

static void only_other_servers_are_notified(void **unused) {
    (void)unused;
    Store *one = store_open_ok(), *two = store_open_ok();
    unsigned mine[10] = {0}, theirs[10] = {0};
    store_submit(one, job_text(STORE_TABLE, 0, 4, 1, "{}"));
    store_submit(one, job_lines(4, 0, "1 a\n", NULL));
    store_submit(one, job_lines(4, 0, "1 b\n", NULL)); /* stale, so no notice is sent */
    store_submit(one, job_text(STORE_PERSON, 9, 0, 0, "x"));
    for (int i = 0; i < 4; i++)
        store_job_free(wait_done_noting(one, mine));
    store_submit(one, job_text(STORE_CHAT, 0, 4, 0, "{}"));
    store_job_free(wait_done_noting(one, mine));
    usleep(300000);
    store_submit(two, job_text(STORE_TABLE, 0, 5, 1, "{}"));
    store_job_free(wait_done_noting(two, theirs));
    usleep(300000);
    store_submit(one, job_text(STORE_PERSON, 9, 0, 0, "y"));
    store_job_free(wait_done_noting(one, mine));
    assert_true(theirs[4] >= 2); /* at least the lines and the chat */
    assert_true(theirs[4] <= 3);
    assert_int_equal(theirs[5], 0);
    assert_int_equal(mine[4], 0);
    assert_int_equal(mine[5], 1);
    store_close(one);
    store_close(two);
}

/* Two servers write the same rows in opposite order. Neither may hang or lose anything. */
static void opposite_orders_do_not_deadlock(void **unused) {
    (void)unused;
    Store *store[2] = {store_open_ok(), store_open_ok()};
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 40; i++) {
            store_submit(store[0], job_text(STORE_TABLE, 0, 20 + i, 1, "{\"by\":0}"));
            store_submit(store[1], job_text(STORE_TABLE, 0, 59 - i, 1, "{\"by\":1}"));
        }
        for (int i = 0; i < 80; i++) {
            finish_fine(store[i % 2]);
        }
    }
    store_close(store[0]);
    store_close(store[1]);
}

/* ---- a database that dies ---------------------------------------------------------------------------------- */

static void killed_database_keeps_finished_jobs(void **unused) {
    (void)unused;
    const char *restart = getenv("SKERRY_PG_RESTART");
    if (!restart)
        skip();
    Store *store = store_open_ok();
    Err err = {0};
    unsigned stored = 0, failed = 0, notices[10] = {0};
    store_submit(store, job_text(STORE_TABLE, 0, 6, 1, "{}"));
    finish_fine(store);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, (void *(*)(void *))(void (*)(void))system, (void *)(size_t)restart),
                     0);
    unsigned after = 0;
    for (unsigned tries = 0; tries < 20000 && after < 50; tries++) {
        store_submit(store, job_lines(6, stored, "1 a\n", NULL));
        StoreJob *job = wait_done_noting(store, notices);
        if (job->err.status == SK_OK) {
            stored++;
            after += failed > 0;
        } else if (job->err.status == SK_STALE) {
            stored = lines_count(store, 6); /* committed, but the answer was lost with the server */
        } else {
            expect_refusal(job->err.status, &job->err, SK_IO, "The database");
            failed++;
            usleep(5000);
        }
        store_job_free(job);
    }
    pthread_join(thread, NULL);
    assert_true(failed > 0);
    assert_int_equal(after, 50);
    assert_int_equal(lines_count(store, 6), stored);
    for (int i = 0; i < 500 && !notices[0]; i++) {
        StoreJob *job = store_next_done(store);
        notices[0] += job && job->kind == STORE_CHANGED && !job->text && job->table == 0;
        store_job_free(job);
        usleep(10000);
    }
    assert_true(notices[0] > 0);    /* "reload everything", because notices may have been lost */
    Store *other = store_open_ok(); /* notices work again */
    store_submit(other, job_text(STORE_CHAT, 0, 6, 0, "{}"));
    finish_fine(other);
    bool notified = false;
    for (int i = 0; i < 500 && !notified; i++) {
        StoreJob *job = store_next_done(store);
        notified = job && job->kind == STORE_CHANGED && job->table == 6;
        store_job_free(job);
        usleep(10000);
    }
    assert_true(notified);
    store_close(other);
    store_close(store);
    (void)err;
}

static void missing_database_is_reported(void **unused) {
    (void)unused;
    Err err = {0};
    assert_null(store_open("postgres://marit:secret@127.0.0.1:1/none", NULL, NULL, &err));
    expect_refusal(err.status, &err, SK_IO, "The database does not answer");
    char sentence[1024];
    err_format(&err, sentence, sizeof sentence);
    assert_null(strstr(sentence, "secret"));
}

static void newer_database_is_refused(void **unused) {
    (void)unused;
    Err err = {0};
    char command[512];
    snprintf(command, sizeof command, "psql -q '%s' -c 'INSERT INTO skerry.version VALUES (99)'", where);
    assert_int_equal(system(command), 0);
    assert_null(store_open(where, NULL, NULL, &err));
    expect_refusal(err.status, &err, SK_STATE, "newer skerry (its schema is version 99");
    snprintf(command, sizeof command, "psql -q '%s' -c 'DELETE FROM skerry.version WHERE version = 99'", where);
    assert_int_equal(system(command), 0);
    store_close(store_open_ok());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_read_back),
        cmocka_unit_test(failed_job_spoils_no_other),
        cmocka_unit_test(of_two_simultaneous_lines_one_is_accepted),
        cmocka_unit_test(only_other_servers_are_notified),
        cmocka_unit_test(opposite_orders_do_not_deadlock),
        cmocka_unit_test(killed_database_keeps_finished_jobs),
        cmocka_unit_test(missing_database_is_reported),
        cmocka_unit_test(newer_database_is_refused),
    };
    where = getenv("SKERRY_PG");
    if (!where) {
        fputs("SKERRY_PG is not set. Run tests/serve/postgres.py, which starts a database for this test.\n", stderr);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
