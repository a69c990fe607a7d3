/* src/serve/storage: a finished job is on disk, jobs finish in order, and a failed job leaves nothing and says why. */
#include "serve/storage/store.h"

#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "store_kit.h"

/* ---- a disk that can fail or block ------------------------------------------------------------------------- */

static sqlite3_vfs bad_disk, *good_disk;
static sqlite3_io_methods bad_file[2], good_file[2];     /* [0]: the database file; [1]: logs and others */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* while locked, syncs block */
static int bad_write, bad_sync;                          /* error code returned by every write and sync; 0: none */

static int disk_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at) {
    int bad = __atomic_load_n(&bad_write, __ATOMIC_SEQ_CST);
    return bad ? bad : good_file[file->pMethods == &bad_file[1]].xWrite(file, bytes, n, at);
}

static int disk_sync(sqlite3_file *file, int flags) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    int bad = __atomic_load_n(&bad_sync, __ATOMIC_SEQ_CST);
    return bad ? bad : good_file[file->pMethods == &bad_file[1]].xSync(file, flags);
}

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    int code = good_disk->xOpen(good_disk, name, file, flags, out);
    if (code != SQLITE_OK || !file->pMethods)
        return code;
    int kind = !(flags & SQLITE_OPEN_MAIN_DB);
    good_file[kind] = *file->pMethods;
    sqlite3_io_methods bad = good_file[kind];
    bad.xWrite = disk_write;
    bad.xSync = disk_sync;
    bad_file[kind] = bad;
    file->pMethods = &bad_file[kind];
    return code;
}

static int disk_set_up(void **unused) {
    (void)unused;
    good_disk = sqlite3_vfs_find(NULL);
    bad_disk = *good_disk;
    bad_disk.zName = "bad";
    bad_disk.xOpen = disk_open;
    return sqlite3_vfs_register(&bad_disk, 1);
}

/* ---- helpers ----------------------------------------------------------------------------------------------- */

static char folder[64];

static int folder_new(void **unused) {
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/skerry-store-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int file_drop(const char *path, const struct stat *is, int kind, struct FTW *walk) {
    (void)is, (void)kind, (void)walk;
    return remove(path);
}

static int folder_drop(void **unused) {
    (void)unused;
    bad_write = bad_sync = 0;
    (void)pthread_mutex_trylock(&gate);
    pthread_mutex_unlock(&gate); /* a failed test may have left it locked */
    chmod(folder, 0700);
    return nftw(folder, file_drop, 8, FTW_DEPTH | FTW_PHYS);
}

static const char *in_folder(const char *name) {
    static char path[2][128];
    static unsigned turn;
    char *out = path[turn++ % 2];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

static Store *store_open_ok(const char *where) {
    Err err = {0};
    Store *store = store_open(where, NULL, NULL, &err);
    expect_ok(store ? SK_OK : err.status, &err);
    return store;
}

static void store_refused(const char *where, Status status, const char *words) {
    Err err = {0};
    Store *store = store_open(where, NULL, NULL, &err);
    if (store)
        store_close(store);
    expect_refusal(store ? SK_OK : err.status, &err, status, words);
}

static void table_new(Store *store, int64_t table) {
    store_submit(store, job_text(STORE_TABLE, 0, table, 1, "{}"));
    finish_fine(store);
}

/* ---- storing and loading ----------------------------------------------------------------------------------- */

typedef struct Seen {
    Text *out;
    int left; /* rows until the callback stops the loading */
} Seen;

static bool see_person(void *ctx, int64_t id, const char *name, int64_t flags) {
    text_printf(((Seen *)ctx)->out, "person %d %s %d\n", (int)id, name, (int)flags);
    return --((Seen *)ctx)->left != 0;
}

static bool see_token(void *ctx, int64_t person, const unsigned char hash[STORE_TOKEN_SIZE]) {
    text_printf(((Seen *)ctx)->out, "token %d %02x%02x\n", (int)person, hash[0], hash[STORE_TOKEN_SIZE - 1]);
    return --((Seen *)ctx)->left != 0;
}

static bool see_table(void *ctx, int64_t id, const char *row, int64_t phase) {
    text_printf(((Seen *)ctx)->out, "table %d %s %d\n", (int)id, row, (int)phase);
    return --((Seen *)ctx)->left != 0;
}

static bool see_setting(void *ctx, const char *key, const char *text) {
    text_printf(((Seen *)ctx)->out, "setting %s %s\n", key, text);
    return --((Seen *)ctx)->left != 0;
}

static void expect_all(Store *store, int max, const char *all) {
    Text out = {0};
    Seen seen = {&out, max};
    Err err = {0};
    StoreCallbacks each = {see_person, see_token, see_table, see_setting, &seen};
    expect_ok(store_load_all(store, &each, &err), &err);
    assert_string_equal(text_str(&out), all);
    text_free(&out);
}

static StoreJob *job_token(StoreJobKind kind, int64_t person, unsigned char first, unsigned char last) {
    StoreJob *job = job_text(kind, person, 0, 0, NULL);
    job->hash[0] = first;
    job->hash[STORE_TOKEN_SIZE - 1] = last;
    return job;
}

static void put_setting(Store *store, const char *key, const char *text) {
    StoreJob *job = job_text(STORE_SETTING, 0, 0, 0, text);
    job->key = strdup(key);
    store_submit(store, job);
}

static void everything_is_read_back(void **unused) {
    (void)unused;
    Store *store = store_open_ok(in_folder("a/b"));
    store_submit(store, job_text(STORE_PERSON, 1, 0, 0, "Marit"));
    store_submit(store, job_text(STORE_PERSON, 2, 0, 5, "Þórr; DROP TABLE person"));
    store_submit(store, job_text(STORE_PERSON, 1, 0, 3, "Marit B."));
    store_submit(store, job_token(STORE_TOKEN_ADD, 1, 0xA0, 1));
    store_submit(store, job_token(STORE_TOKEN_ADD, 1, 0xA1, 2));
    store_submit(store, job_token(STORE_TOKEN_ADD, 2, 0xA2, 3));
    store_submit(store, job_text(STORE_TABLE, 0, 7, 1, "{\"a\":1}"));
    store_submit(store, job_lines(7, 0, "* flood cave\n", NULL));
    store_submit(store, job_lines(7, 1, "1 dig 3\n* die red\n", "{\"a\":2}"));
    store_submit(store, job_text(STORE_CHAT, 0, 7, 0, "{\"text\":\"hei\"}"));
    store_submit(store, job_text(STORE_CHAT, 0, 7, 0, "{\"text\":\"ja\"}"));
    store_submit(store, job_text(STORE_PACK, 0, 0, (int64_t)UINT64_C(0xFEDCBA9876543210), "{\"pack\":1}"));
    store_submit(store, job_text(STORE_PACK, 0, 0, (int64_t)UINT64_C(0xFEDCBA9876543210), "{\"pack\":1}"));
    put_setting(store, "closed", "no");
    put_setting(store, "closed", "yes");
    store_close(store); /* writes the queued jobs */
    store = store_open_ok(in_folder("a/b"));
    expect_all(store, -1,
               "person 1 Marit B. 3\nperson 2 Þórr; DROP TABLE person 5\n"
               "token 1 a001\ntoken 1 a102\ntoken 2 a203\ntable 7 {\"a\":2} 2\nsetting closed yes\n");
    expect_all(store, 2, "person 1 Marit B. 3\nperson 2 Þórr; DROP TABLE person 5\n");
    table_is(store, 7, "{\"a\":2}", "* flood cave\n1 dig 3\n* die red\n", "{\"text\":\"hei\"}\n{\"text\":\"ja\"}\n");
    char *json = NULL;
    Err err = {0};
    expect_ok(store_pack(store, 0xFEDCBA9876543210, &json, &err), &err);
    assert_string_equal(json, "{\"pack\":1}");
    free(json);
    expect_refusal(store_pack(store, 1, &json, &err), &err, SK_UNKNOWN, "no such content pack");
    expect_refusal(store_read(store, 8, &json, NULL, NULL, &err), &err, SK_UNKNOWN, "no such table");
    store_close(store);
}

static void tokens_of_other_devices_are_dropped(void **unused) {
    (void)unused;
    Store *store = store_open_ok(folder);
    store_submit(store, job_text(STORE_PERSON, 1, 0, 0, ""));
    store_submit(store, job_text(STORE_PERSON, 2, 0, 0, ""));
    for (unsigned char i = 0; i < 3; i++)
        store_submit(store, job_token(STORE_TOKEN_ADD, 1, i, 9));
    store_submit(store, job_token(STORE_TOKEN_ADD, 2, 3, 9));
    store_submit(store, job_token(STORE_TOKEN_DROP, 1, 1, 9));
    for (int i = 0; i < 7; i++)
        finish_fine(store);
    expect_all(store, -1, "person 1  0\nperson 2  0\ntoken 1 0109\ntoken 2 0309\n");
    store_close(store);
}

static void folder_is_private_to_its_owner(void **unused) {
    (void)unused;
    Store *store = store_open_ok(in_folder("a/b"));
    table_new(store, 1);
    static const char *const path[] = {"a", "a/b", "a/b/skerry.db", "a/b/skerry.db-wal", "a/b/skerry.lock"};
    for (unsigned i = 0; i < 5; i++) {
        struct stat is;
        assert_int_equal(stat(in_folder(path[i]), &is), 0);
        assert_int_equal(is.st_mode & 077, 0);
    }
    store_close(store);
}

static void reads_see_earlier_writes(void **unused) {
    (void)unused;
    Store *store = store_open_ok(folder);
    store_submit(store, job_lines(4, 0, "1 a\n", "{}"));
    store_submit(store, job_text(STORE_READ_TABLE, 0, 4, 0, NULL));
    store_submit(store, job_text(STORE_RECOVER, 0, 4, 0, NULL));
    store_submit(store, job_text(STORE_READ_TABLE, 0, 5, 0, NULL));
    finish_fine(store);
    for (int i = 0; i < 2; i++) { /* STORE_READ_TABLE, then STORE_RECOVER, which also writes */
        StoreJob *job = wait_done(store);
        expect_ok(job->err.status, &job->err);
        assert_string_equal(job->row, "{}");
        assert_string_equal(job->lines, "1 a\n");
        assert_string_equal(job->chat, "");
        store_job_free(job);
    }
    Err err;
    expect_refusal(finish(store, &err), &err, SK_UNKNOWN, "no such table");
    store_close(store);
}

/* ---- order, batches, stale lines --------------------------------------------------------------------------- */

static void jobs_finish_in_order_and_in_batches(void **unused) {
    (void)unused;
    enum { JOBS = 500 };
    static int mark[JOBS];
    Store *store = store_open_ok(folder);
    table_new(store, 1);
    pthread_mutex_lock(&gate); /* blocks the first sync; the other jobs queue up */
    for (int i = 0; i < JOBS; i++) {
        StoreJob *job = job_lines(1, i, "1 a\n", NULL);
        job->ctx = &mark[i];
        store_submit(store, job);
        while (i == 0 && store_counts(store).waiting)
            usleep(100);
    }
    usleep(20000);
    assert_null(store_next_done(store)); /* no job is done before it is on disk */
    assert_int_equal(store_counts(store).waiting, JOBS - 1);
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < JOBS; i++) {
        StoreJob *job = wait_done(store);
        expect_ok(job->err.status, &job->err);
        assert_ptr_equal(job->ctx, &mark[i]);
        store_job_free(job);
    }
    StoreCounts counts = store_counts(store);
    assert_int_equal(counts.jobs, JOBS + 1);
    assert_int_equal(counts.commits, 3); /* the table, the first line, all others */
    assert_int_equal(counts.failed, 0);
    assert_int_equal(counts.waiting, 0);
    assert_true(counts.micros_max >= 20000);
    assert_int_equal(store_counts(store).micros_max, 0);
    store_close(store);
}

static void second_line_n_is_stale(void **unused) {
    (void)unused;
    Store *store = store_open_ok(folder);
    Err err;
    table_new(store, 1);
    pthread_mutex_lock(&gate);
    store_submit(store, job_lines(1, 0, "1 a\n1 b\n", NULL));
    store_submit(store, job_lines(1, 1, "2 x\n2 y\n", "{\"lost\":true}"));
    store_submit(store, job_lines(1, 2, "1 c\n", NULL));
    store_submit(store, job_lines(1, 7, "1 d\n", NULL));
    store_submit(store, job_lines(9, 0, "1 a\n", NULL));
    store_submit(store, job_token(STORE_TOKEN_ADD, 44, 1, 1));
    store_submit(store, job_lines(1, 3, "1 d", NULL));
    pthread_mutex_unlock(&gate);
    finish_fine(store);
    expect_refusal(finish(store, &err), &err, SK_STALE, "Someone else changed");
    finish_fine(store);
    expect_refusal(finish(store, &err), &err, SK_STATE, "Lines are missing");
    expect_refusal(finish(store, &err), &err, SK_STATE, "is not in the store");
    expect_refusal(finish(store, &err), &err, SK_STATE, "is not in the store");
    finish_fine(store);
    table_is(store, 1, "{}", "1 a\n1 b\n1 c\n1 d\n", "");
    assert_int_equal(store_counts(store).failed, 4);
    store_close(store);
}

static void count_wake(void *ctx) { __atomic_add_fetch((int *)ctx, 1, __ATOMIC_SEQ_CST); }

static void the_loop_is_woken(void **unused) {
    (void)unused;
    int woken = 0;
    Err err = {0};
    Store *store = store_open(folder, count_wake, &woken, &err);
    assert_non_null(store);
    assert_int_equal(woken, 0);
    table_new(store, 1);
    store_close(store);
    assert_int_equal(woken, 1);
}

/* ---- failures ---------------------------------------------------------------------------------------------- */

/* Every job of a lost batch reports the failure, nothing of it is stored, and the store works again with the disk. */
static void expect_batch_lost(int *bad, int code, const char *words) {
    Store *store = store_open_ok(folder);
    table_new(store, 1);
    store_submit(store, job_lines(1, 0, "1 a\n", NULL));
    finish_fine(store);
    __atomic_store_n(bad, code, __ATOMIC_SEQ_CST);
    pthread_mutex_lock(&gate);
    for (int i = 0; i < 5; i++)
        store_submit(store, job_lines(1, i + 1, "1 lost\n", "{\"lost\":true}"));
    store_submit(store, job_text(STORE_READ_TABLE, 0, 1, 0, NULL));
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < 5; i++) {
        StoreJob *job = wait_done(store);
        if (job->err.status != SK_STATE) /* a later batch finds a gap before its lines */
            expect_refusal(job->err.status, &job->err, SK_IO, words);
        store_job_free(job);
    }
    StoreJob *job = wait_done(store);
    assert_true(job->err.status == SK_OK ? strcmp(job->lines, "1 a\n") == 0 : !job->lines && !job->row && !job->chat);
    store_job_free(job);
    table_is(store, 1, "{}", "1 a\n", "");
    __atomic_store_n(bad, 0, __ATOMIC_SEQ_CST);
    store_submit(store, job_lines(1, 1, "1 b\n", NULL));
    finish_fine(store);
    table_is(store, 1, "{}", "1 a\n1 b\n", "");
    store_close(store);
    store = store_open_ok(folder);
    table_is(store, 1, "{}", "1 a\n1 b\n", "");
    store_close(store);
}

static void full_disk_loses_nothing_else(void **unused) {
    (void)unused;
    expect_batch_lost(&bad_write, SQLITE_FULL, "is full. Free some space");
}

static void failed_write_loses_nothing_else(void **unused) {
    (void)unused;
    expect_batch_lost(&bad_write, SQLITE_IOERR_WRITE, "reported an error (disk I/O error");
}

static void failed_sync_loses_nothing_else(void **unused) {
    (void)unused;
    expect_batch_lost(&bad_sync, SQLITE_IOERR_FSYNC, "reported an error (disk I/O error");
}

/* Writes each line's number to the pipe once the store has returned it, until it is killed. */
static void child_write(int to) {
    Store *store = store_open(folder, NULL, NULL, NULL);
    if (!store)
        _exit(1);
    uint32_t next = 0, stored;
    char *lines = NULL;
    if (store_read(store, 1, NULL, &lines, NULL, NULL) == SK_OK)
        for (const char *p = lines; (p = strchr(p, '\n')); p++)
            next++;
    free(lines);
    for (stored = next;;) {
        for (; next < stored + 40; next++) {
            char line[32];
            snprintf(line, sizeof line, "1 move %u\n", next);
            store_submit(store, job_lines(1, next, line, "{}"));
        }
        StoreJob *job = wait_done(store);
        if (job->err.status != SK_OK)
            _exit(2);
        store_job_free(job);
        if (write(to, &stored, sizeof stored) != sizeof stored)
            _exit(3);
        stored++;
    }
}

static void killed_store_keeps_finished_jobs(void **unused) {
    (void)unused;
    uint32_t reported = 0;
    for (unsigned round = 0; round < 25; round++) {
        int pipes[2], status;
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0) {
            close(pipes[0]);
            child_write(pipes[1]);
        }
        close(pipes[1]);
        uint32_t number, count = 0, last = 0;
        while (count < 20 + round * 7 && read(pipes[0], &number, sizeof number) == sizeof number) {
            last = number + 1;
            count++;
        }
        usleep(round * 137);
        kill(child, SIGKILL);
        while (read(pipes[0], &number, sizeof number) == sizeof number)
            last = number + 1;
        close(pipes[0]);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        assert_true(last > reported);
        reported = last;
        Store *store = store_open_ok(folder);
        char *lines = NULL, want[64];
        Err err = {0};
        expect_ok(store_read(store, 1, NULL, &lines, NULL, &err), &err);
        uint32_t n = 0;
        for (char *at = lines, *end; (end = strchr(at, '\n')); at = end + 1, n++) {
            *end = '\0';
            snprintf(want, sizeof want, "1 move %u", n);
            assert_string_equal(at, want);
        }
        if (n < reported)
            fail_msg("round %u: %u lines were reported as stored, but only %u are there", round, reported, n);
        free(lines);
        store_close(store);
    }
}

static void second_server_is_refused(void **unused) {
    (void)unused;
    Store *store = store_open_ok(folder);
    store_refused(folder, SK_IO, "Another skerry is already serving");
    table_new(store, 1);
    store_close(store);
    store_close(store_open_ok(folder));
}

/* Runs as another user, because root may write everywhere. */
static void unwritable_is_refused(void **unused) {
    (void)unused;
    store_close(store_open_ok(folder));
    fflush(NULL);
    int status;
    pid_t child = fork();
    if (child == 0) {
        chmod(folder, 0555);
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(9);
        Err err = {0};
        char sentence[2048];
        Store *store = store_open(folder, NULL, NULL, &err);
        err_format(&err, sentence, sizeof sentence);
        bool first = !store && strstr(sentence, "Permission denied");
        char below[128];
        snprintf(below, sizeof below, "%s/new/data", folder);
        store = store_open(below, NULL, NULL, &err);
        err_format(&err, sentence, sizeof sentence);
        bool second = !store && strstr(sentence, "Cannot create the folder") && strstr(sentence, ": Permission denied");
        _exit(first && second ? 0 : 1);
    }
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    store_refused(in_folder("skerry.db"), SK_IO, "is not a folder");
    store_refused("/proc/none/data", SK_IO, "Cannot create the folder");
}

static void file_write(const char *path, const char *bytes, size_t n) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

static void db_do(const char *path, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void foreign_files_are_refused(void **unused) {
    (void)unused;
    static const char words[] = "This is a letter to my aunt, not a database, and long enough to look at it twice.";
    file_write(in_folder("skerry.db"), words, sizeof words);
    store_refused(folder, SK_STATE, "damaged or not a database");
    unlink(in_folder("skerry.db"));
    db_do(in_folder("skerry.db"), "CREATE TABLE aunt (letter TEXT)");
    store_refused(folder, SK_STATE, "another program's database");
    unlink(in_folder("skerry.db"));
    store_close(store_open_ok(folder));
    db_do(in_folder("skerry.db"), "PRAGMA user_version = 99");
    store_refused(folder, SK_STATE, "newer skerry (its schema is version 99");
}

static void damaged_pages_are_found(void **unused) {
    (void)unused;
    Store *store = store_open_ok(folder);
    char line[300];
    snprintf(line, sizeof line, "1 %0290d\n", 0);
    store_submit(store, job_text(STORE_TABLE, 0, 1, 0, "{}"));
    for (int i = 0; i < 200; i++)
        store_submit(store, job_lines(1, i, line, NULL));
    store_close(store);
    FILE *file = fopen(in_folder("skerry.db"), "r+");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fseek(file, size - 4096, SEEK_SET);
    for (int i = 0; i < 4096; i++)
        fputc(0xEE, file);
    fclose(file);
    store_refused(folder, SK_STATE, "damaged");
}

/* ---- backups ----------------------------------------------------------------------------------------------- */

static void backup_during_writes_is_complete(void **unused) {
    (void)unused;
    enum { BEFORE = 300, AFTER = 300 };
    Store *store = store_open_ok(folder);
    char text[4][300];
    snprintf(text[0], sizeof text[0], "%s/copy.backup", folder);
    snprintf(text[1], sizeof text[1], "%s/none/copy.backup", folder);
    store_submit(store, job_text(STORE_TABLE, 0, 1, 0, "{}"));
    for (int i = 0; i < BEFORE; i++)
        store_submit(store, job_lines(1, i, "1 a\n", NULL));
    store_submit(store, job_text(STORE_BACKUP, 0, 0, 0, text[0]));
    store_submit(store, job_text(STORE_BACKUP, 0, 0, 0, text[1]));
    for (int i = 0; i < AFTER; i++)
        store_submit(store, job_lines(1, BEFORE + i, "1 b\n", NULL));
    for (int i = 0; i < BEFORE + AFTER + 3; i++) {
        StoreJob *job = wait_done(store);
        if (job->kind == STORE_BACKUP && strcmp(job->text, text[1]) == 0)
            expect_refusal(job->err.status, &job->err, SK_IO, ".new: No such file");
        else
            expect_ok(job->err.status, &job->err);
        store_job_free(job);
    }
    store_close(store);
    struct stat is;
    assert_int_equal(stat(text[0], &is), 0);
    assert_int_equal(is.st_mode & 077, 0);
    snprintf(text[2], sizeof text[2], "%s/skerry.db", folder);
    assert_int_equal(rename(text[0], text[2]), 0);
    store = store_open_ok(folder);
    char *lines = NULL;
    Err err = {0};
    expect_ok(store_read(store, 1, NULL, &lines, NULL, &err), &err);
    unsigned n = 0;
    for (const char *p = lines; (p = strchr(p, '\n')); p++)
        n++;
    free(lines);
    assert_true(n >= BEFORE && n <= BEFORE + AFTER);
    store_close(store);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, folder_new, folder_drop)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(everything_is_read_back),
        STORE_TEST(tokens_of_other_devices_are_dropped),
        STORE_TEST(folder_is_private_to_its_owner),
        STORE_TEST(reads_see_earlier_writes),
        STORE_TEST(jobs_finish_in_order_and_in_batches),
        STORE_TEST(second_line_n_is_stale),
        STORE_TEST(the_loop_is_woken),
        STORE_TEST(full_disk_loses_nothing_else),
        STORE_TEST(failed_write_loses_nothing_else),
        STORE_TEST(failed_sync_loses_nothing_else),
        STORE_TEST(killed_store_keeps_finished_jobs),
        STORE_TEST(second_server_is_refused),
        STORE_TEST(unwritable_is_refused),
        STORE_TEST(foreign_files_are_refused),
        STORE_TEST(damaged_pages_are_found),
        STORE_TEST(backup_during_writes_is_complete),
    };
    return cmocka_run_group_tests(tests, disk_set_up, NULL);
}
