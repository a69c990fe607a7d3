/* The store in a folder: one SQLite database with a write-ahead log, two connections, every statement prepared once. */
#include "serve/storage/store_sqlite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "serve/storage/store_backend.h"

typedef enum Say {
    BEGIN,
    COMMIT,
    SAVE,
    RELEASE,
    BACK,
    PERSON,
    TOKEN_ADD,
    TOKEN_DROP,
    TABLE,
    LINE,
    LINE_LAST,
    CHAT,
    PACK,
    SETTING,
    TOUCH,
    READ_ROW, /* from here on on both connections */
    READ_LINES,
    READ_CHAT,
    READ_PACK,
    SAYS
} Say;

static const char *const sql[SAYS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [SAVE] = "SAVEPOINT job",
    [RELEASE] = "RELEASE job",
    [BACK] = "ROLLBACK TO job",
    [PERSON] = ("INSERT INTO person (id, name, flags) VALUES (?1, ?2, ?3)"
                " ON CONFLICT (id) DO UPDATE SET name = ?2, flags = ?3"),
    [TOKEN_ADD] = "INSERT INTO token (hash, person) VALUES (?1, ?2) ON CONFLICT (hash) DO UPDATE SET person = ?2",
    [TOKEN_DROP] = "DELETE FROM token WHERE person = ?2 AND hash <> ?1",
    [TABLE] =
        "INSERT INTO game (id, row, phase) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET row = ?2, phase = ?3",
    [LINE] = "INSERT INTO line (game, n, text) VALUES (?1, ?2, ?3)",
    [LINE_LAST] = "SELECT n FROM line WHERE game = ?1 ORDER BY n DESC LIMIT 1",
    [CHAT] =
        "INSERT INTO chat (game, n, text) VALUES (?1, (SELECT coalesce(max(n) + 1, 0) FROM chat WHERE game = ?1), ?2)",
    [PACK] = "INSERT INTO pack (hash, json) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [SETTING] = "INSERT INTO setting (key, text) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET text = ?2",
    /* Another value each time: what would not change is not written. */
    [TOUCH] = ("INSERT INTO setting (key, text) VALUES ('touched', hex(randomblob(8)))"
               " ON CONFLICT (key) DO UPDATE SET text = excluded.text"),
    [READ_ROW] = "SELECT row FROM game WHERE id = ?1",
    [READ_LINES] = "SELECT text FROM line WHERE game = ?1 ORDER BY n",
    [READ_CHAT] = "SELECT text FROM chat WHERE game = ?1 ORDER BY n",
    [READ_PACK] = "SELECT json FROM pack WHERE hash = ?1",
};

typedef struct Half {
    sqlite3 *db;
    sqlite3_stmt *said[SAYS];
    const char *path;
} Half;

typedef struct Sqlite {
    int lock;
    char path[STORE_PATH];
    Half write, read;
} Sqlite;

/* ---- statements ------------------------------------------------------------------------------------------- */

static Status half_fail(const Half *half, Err *err) { return store_db_fail(half->db, half->path, err); }

static sqlite3_stmt *bind_text(sqlite3_stmt *said, int at, const char *text, size_t n) {
    sqlite3_bind_text64(said, at, text ? text : "", n, SQLITE_STATIC, SQLITE_UTF8);
    return said;
}

static sqlite3_stmt *bind_string(sqlite3_stmt *said, int at, const char *text) {
    return bind_text(said, at, text, text ? strlen(text) : 0);
}

static sqlite3_stmt *bind_number(sqlite3_stmt *said, int at, int64_t number) {
    sqlite3_bind_int64(said, at, number);
    return said;
}

/* A statement that answers nothing. */
static Status half_do(const Half *half, Say say, Err *err) {
    int code = sqlite3_step(half->said[say]);
    Status status = code == SQLITE_DONE ? SK_OK : half_fail(half, err);
    sqlite3_reset(half->said[say]);
    sqlite3_clear_bindings(half->said[say]);
    return status;
}

/* All rows' first column, each with its end of line (or one without). The text is the caller's. */
static Status half_texts(const Half *half, Say say, int64_t key, bool lines, char **out, bool *found, Err *err) {
    sqlite3_stmt *said = bind_number(half->said[say], 1, key);
    Text text = {0};
    int code;
    *found = false;
    while ((code = sqlite3_step(said)) == SQLITE_ROW) {
        const char *at = (const char *)sqlite3_column_text(said, 0);
        text.out_of_memory |= !at;
        text_add(&text, at ? at : "", (size_t)sqlite3_column_bytes(said, 0));
        if (lines)
            text_putc(&text, '\n');
        *found = true;
    }
    Status status = code == SQLITE_DONE ? SK_OK : half_fail(half, err);
    sqlite3_reset(said);
    text_add(&text, "", 0);
    if (!status && text.out_of_memory)
        status = err_set(err, SK_IO, "There is no memory to read {0}.", "s", half->path);
    if (status)
        text_free(&text);
    *out = text.data;
    return status;
}

/* ---- opening ---------------------------------------------------------------------------------------------- */

/* Judged before anything of it is changed: a stranger's or a newer database stays as it is. */
static Status write_open(const Half *half, Err *err) {
    Status status = store_db_check(half->db, half->path, false, err);
    if (!status && sqlite3_db_readonly(half->db, "main") == 1)
        status = err_set(err, SK_IO, "{0} cannot be written; give it to the user who runs skerry.", "s", half->path);
    /* FULL: the log is on the platter before COMMIT answers. The log is cut back once it has grown large. */
    if (!status)
        status = store_db_run(half->db, half->path,
                              "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                              "PRAGMA journal_size_limit = 16777216; PRAGMA cell_size_check = ON",
                              err);
    return status ? status : store_db_migrate(half->db, half->path, err);
}

static Status half_open(Half *half, const char *path, bool writes, Err *err) {
    half->path = path;
    int made = writes ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1; /* SQLite would let others read it */
    if (made >= 0)
        close(made);
    half->db = store_db_open(path, SQLITE_OPEN_READWRITE, err);
    if (!half->db)
        return err->status;
    return writes ? write_open(half, err) : store_db_run(half->db, path, "PRAGMA query_only = ON", err);
}

static Status half_prepare(Half *half, Say from, Err *err) {
    for (Say say = from; say < SAYS; say++)
        if (sqlite3_prepare_v3(half->db, sql[say], -1, SQLITE_PREPARE_PERSISTENT, &half->said[say], NULL) != SQLITE_OK)
            return half_fail(half, err);
    return SK_OK;
}

static void half_close(Half *half) {
    for (Say say = 0; say < SAYS; say++)
        sqlite3_finalize(half->said[say]);
    sqlite3_close(half->db);
}

static void sqlite_close(void *of) {
    Sqlite *lite = of;
    half_close(&lite->read);
    half_close(&lite->write); /* the last one to close folds the log into the database */
    if (lite->lock >= 0)
        close(lite->lock);
    free(lite);
}

static void *sqlite_open(const char *folder, Err *err) {
    Sqlite *lite = calloc(1, sizeof *lite);
    if (!lite) {
        err_set(err, SK_IO, "There is no memory for the store.", "");
        return NULL;
    }
    lite->lock = -1;
    Status status = store_folder_make(folder, err);
    if (!status)
        status = store_path(folder, STORE_FILE, lite->path, err);
    if (!status) {
        lite->lock = store_folder_lock(folder, err);
        status = lite->lock < 0 ? err->status : SK_OK;
    }
    if (!status)
        status = half_open(&lite->write, lite->path, true, err);
    if (!status)
        status = half_prepare(&lite->write, 0, err);
    if (!status)
        status = half_open(&lite->read, lite->path, false, err);
    if (!status)
        status = half_prepare(&lite->read, READ_ROW, err);
    if (!status)
        return lite;
    sqlite_close(lite);
    return NULL;
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

static Status half_read(const Half *half, int64_t table, char **row, char **lines, char **chat, Err *err) {
    char *got[3] = {NULL, NULL, NULL};
    bool found, unused;
    Status status = half_texts(half, READ_ROW, table, false, &got[0], &found, err);
    if (!status && !found)
        status = err_set(err, SK_UNKNOWN, "There is no such table.", "");
    if (!status && lines)
        status = half_texts(half, READ_LINES, table, true, &got[1], &unused, err);
    if (!status && chat)
        status = half_texts(half, READ_CHAT, table, true, &got[2], &unused, err);
    char **out[3] = {row, lines, chat};
    for (int i = 0; i < 3; i++) {
        if (status || !out[i]) {
            free(got[i]);
            got[i] = NULL;
        }
        if (out[i])
            *out[i] = got[i];
    }
    return status;
}

static Status sqlite_read(void *of, int64_t table, char **row, char **lines, char **chat, Err *err) {
    Sqlite *lite = of;
    /* One transaction, so that row, lines and chat are of one moment. */
    Status status = store_db_run(lite->read.db, lite->path, "BEGIN", err);
    if (status)
        return status;
    status = half_read(&lite->read, table, row, lines, chat, err);
    sqlite3_exec(lite->read.db, "COMMIT", NULL, NULL, NULL);
    return status;
}

static Status sqlite_pack(void *of, uint64_t hash, char **json, Err *err) {
    Sqlite *lite = of;
    bool found;
    Status status = half_texts(&lite->read, READ_PACK, (int64_t)hash, false, json, &found, err);
    if (status || found)
        return status;
    free(*json);
    *json = NULL;
    return err_set(err, SK_UNKNOWN, "There is no such content pack.", "");
}

/* One row to the caller's function; false: enough. */
static bool row_tell(sqlite3_stmt *said, int what, const StoreCallbacks *each) {
    const char *text = (const char *)sqlite3_column_text(said, 1);
    switch (what) {
    case 0:
        return each->person(each->ctx, sqlite3_column_int64(said, 0), text ? text : "", sqlite3_column_int64(said, 2));
    case 1:
        if (sqlite3_column_bytes(said, 2) != STORE_TOKEN)
            return true; /* not one of ours: it opens nothing */
        return each->token(each->ctx, sqlite3_column_int64(said, 0), sqlite3_column_blob(said, 2));
    case 2:
        return each->table(each->ctx, sqlite3_column_int64(said, 0), text ? text : "", sqlite3_column_int64(said, 2));
    default:
        return each->setting(each->ctx, (const char *)sqlite3_column_text(said, 0), text ? text : "");
    }
}

static Status sqlite_each(void *of, const StoreCallbacks *each, Err *err) {
    static const char *const ask[4] = {
        "SELECT id, name, flags FROM person ORDER BY id", "SELECT person, '', hash FROM token ORDER BY person",
        "SELECT id, row, phase FROM game ORDER BY id", "SELECT key, text FROM setting ORDER BY key"};
    const bool asked[4] = {each->person, each->token, each->table, each->setting};
    Sqlite *lite = of;
    Status status = store_db_run(lite->read.db, lite->path, "BEGIN", err);
    bool more = !status;
    for (int what = 0; what < 4 && more && !status; what++) {
        sqlite3_stmt *said = NULL;
        int code = SQLITE_DONE;
        if (!asked[what])
            continue;
        if (sqlite3_prepare_v2(lite->read.db, ask[what], -1, &said, NULL) != SQLITE_OK)
            code = SQLITE_ERROR;
        else
            while (more && (code = sqlite3_step(said)) == SQLITE_ROW)
                more = row_tell(said, what, each);
        if (code != SQLITE_DONE && code != SQLITE_ROW)
            status = half_fail(&lite->read, err);
        sqlite3_finalize(said);
    }
    sqlite3_exec(lite->read.db, "COMMIT", NULL, NULL, NULL);
    return status;
}

/* ---- writing ---------------------------------------------------------------------------------------------- */

static Status sqlite_begin(void *of, Err *err) { return half_do(&((Sqlite *)of)->write, BEGIN, err); }

static Status sqlite_commit(void *of, Err *err) { return half_do(&((Sqlite *)of)->write, COMMIT, err); }

static void sqlite_rollback(void *of) {
    Sqlite *lite = of;
    if (!sqlite3_get_autocommit(lite->write.db)) /* after some errors SQLite has done it already */
        sqlite3_exec(lite->write.db, "ROLLBACK", NULL, NULL, NULL);
}

static Status write_row(const Half *half, int64_t table, const char *row, int64_t phase, Err *err) {
    bind_number(half->said[TABLE], 1, table);
    bind_string(half->said[TABLE], 2, row);
    bind_number(half->said[TABLE], 3, phase);
    return half_do(half, TABLE, err);
}

/* The judge between two servers, and a guard against a gap, which no replay could cross. */
static Status lines_judge(const Half *half, const StoreJob *job, Err *err) {
    sqlite3_stmt *said = bind_number(half->said[LINE_LAST], 1, job->table);
    int code = sqlite3_step(said);
    Status status = SK_OK;
    int64_t last = code == SQLITE_ROW ? sqlite3_column_int64(said, 0) : -1;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = half_fail(half, err);
    else if (code == SQLITE_ROW && job->n <= last)
        status = err_set(err, SK_STALE, "Somebody was faster: the table has gone on.", "");
    else if (code == SQLITE_ROW && job->n > last + 1)
        status = err_set(err, SK_STATE, "Lines are missing before this one; the table was not saved.", "");
    sqlite3_reset(said);
    return status;
}

static Status write_lines(const Half *half, const StoreJob *job, Err *err) {
    Status status = job->row ? write_row(half, job->table, job->row, job->num, err) : SK_OK;
    if (!status && job->lines && *job->lines)
        status = lines_judge(half, job, err);
    int64_t n = job->n;
    for (const char *at = job->lines; !status && at && *at; n++) {
        const char *end = strchrnul(at, '\n');
        bind_number(half->said[LINE], 1, job->table);
        bind_number(half->said[LINE], 2, n);
        bind_text(half->said[LINE], 3, at, (size_t)(end - at));
        status = half_do(half, LINE, err);
        at = *end ? end + 1 : end;
    }
    return status;
}

static Status write_pair(const Half *half, Say say, int64_t number, const char *text, Err *err) {
    bind_number(half->said[say], 1, number);
    bind_string(half->said[say], 2, text);
    return half_do(half, say, err);
}

static Status write_token(const Half *half, Say say, const StoreJob *job, Err *err) {
    sqlite3_bind_blob(half->said[say], 1, job->hash, STORE_TOKEN, SQLITE_STATIC);
    bind_number(half->said[say], 2, job->person);
    return half_do(half, say, err);
}

static Status write_job(const Half *half, StoreJob *job, Err *err) {
    switch (job->kind) {
    case STORE_PERSON:
        bind_number(half->said[PERSON], 3, job->num);
        return write_pair(half, PERSON, job->person, job->text, err);
    case STORE_TOKEN_ADD:
        return write_token(half, TOKEN_ADD, job, err);
    case STORE_TOKEN_DROP:
        return write_token(half, TOKEN_DROP, job, err);
    case STORE_TABLE:
        return write_row(half, job->table, job->text, job->num, err);
    case STORE_LINES:
        return write_lines(half, job, err);
    case STORE_CHAT:
        return write_pair(half, CHAT, job->table, job->text, err);
    case STORE_PACK:
        return write_pair(half, PACK, job->num, job->text, err);
    case STORE_SETTING:
        bind_string(half->said[SETTING], 1, job->key);
        bind_string(half->said[SETTING], 2, job->text);
        return half_do(half, SETTING, err);
    case STORE_RECOVER:
        if (half_do(half, TOUCH, err))
            return err->status;
        return half_read(half, job->table, &job->row, &job->lines, &job->chat, err);
    case STORE_READ_TABLE:
        return half_read(half, job->table, &job->row, &job->lines, &job->chat, err);
    case STORE_READ_PERSON:
    case STORE_PRESENCE:
    case STORE_FIND_CLIENTS:
    case STORE_BROADCAST:
    case STORE_LEASE:
    case STORE_BACKUP:
    case STORE_CHANGED:
        break;
    }
    return err_set(err, SK_STATE, "The store does not know such a job.", "");
}

static bool sqlite_write(void *of, StoreJob *job) {
    const Half *half = &((Sqlite *)of)->write;
    if (half_do(half, SAVE, &job->err))
        return false;
    Status status = write_job(half, job, &job->err);
    bool lost = sqlite3_get_autocommit(half->db); /* a full disk can end the whole transaction */
    if (status && (sqlite3_errcode(half->db) & 0xFF) == SQLITE_CONSTRAINT && !lost)
        err_set(&job->err, SK_STATE, "What this belongs to is not in the store: save the person or the table first.",
                "");
    Err late = {0};
    if (!lost && ((status && half_do(half, BACK, &late)) || half_do(half, RELEASE, &late))) {
        job->err = late;
        lost = true;
    }
    return !lost;
}

static Status sqlite_backup(void *of, const char *path, Err *err) {
    return store_db_copy(((Sqlite *)of)->path, path, NULL, err);
}

const StoreBackend store_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .write = sqlite_write,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .each = sqlite_each,
    .read = sqlite_read,
    .pack = sqlite_pack,
    .backup = sqlite_backup,
};
