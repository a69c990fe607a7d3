/* The store in a folder: one SQLite database with a write-ahead log. The store's thread has one connection; reads on
 * the caller's thread use another. Each statement is prepared once. */
#include "serve/storage/store_sqlite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "serve/storage/store_backend.h"

typedef enum Statement {
    BEGIN,
    COMMIT,
    SAVE,
    RELEASE,
    ROLLBACK,
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
    READ_ROW, /* from here on: prepared on both connections */
    READ_LINES,
    READ_CHAT,
    READ_PACK,
    STATEMENT_COUNT
} Statement;

static const char *const sql[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [SAVE] = "SAVEPOINT job",
    [RELEASE] = "RELEASE job",
    [ROLLBACK] = "ROLLBACK TO job",
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
    /* A new value each time: an unchanged one would not be written. */
    [TOUCH] = ("INSERT INTO setting (key, text) VALUES ('touched', hex(randomblob(8)))"
               " ON CONFLICT (key) DO UPDATE SET text = excluded.text"),
    [READ_ROW] = "SELECT row FROM game WHERE id = ?1",
    [READ_LINES] = "SELECT text FROM line WHERE game = ?1 ORDER BY n",
    [READ_CHAT] = "SELECT text FROM chat WHERE game = ?1 ORDER BY n",
    [READ_PACK] = "SELECT json FROM pack WHERE hash = ?1",
};

/* One of the two connections. */
typedef struct Connection {
    sqlite3 *db;
    sqlite3_stmt *stmt[STATEMENT_COUNT];
    const char *path; /* for error messages; borrowed */
} Connection;

typedef struct Sqlite {
    int lock; /* descriptor of the folder's lock */
    char path[STORE_PATH_SIZE];
    Connection write, read;
} Sqlite;

/* ---- statements ------------------------------------------------------------------------------------------- */

static Status conn_fail(const Connection *conn, Err *err) { return store_db_fail(conn->db, conn->path, err); }

static sqlite3_stmt *bind_text(sqlite3_stmt *stmt, int at, const char *text, size_t n) {
    sqlite3_bind_text64(stmt, at, text ? text : "", n, SQLITE_STATIC, SQLITE_UTF8);
    return stmt;
}

static sqlite3_stmt *bind_string(sqlite3_stmt *stmt, int at, const char *text) {
    return bind_text(stmt, at, text, text ? strlen(text) : 0);
}

static sqlite3_stmt *bind_number(sqlite3_stmt *stmt, int at, int64_t number) {
    sqlite3_bind_int64(stmt, at, number);
    return stmt;
}

/* Runs a statement that returns no rows. */
static Status conn_exec(const Connection *conn, Statement statement, Err *err) {
    int code = sqlite3_step(conn->stmt[statement]);
    Status status = code == SQLITE_DONE ? SK_OK : conn_fail(conn, err);
    sqlite3_reset(conn->stmt[statement]);
    sqlite3_clear_bindings(conn->stmt[statement]);
    return status;
}

/* The first column of all rows. If `lines` is set, each value is followed by '\n'. The caller frees the text. */
static Status conn_texts(const Connection *conn, Statement statement, int64_t key, bool lines, char **out, bool *found,
                         Err *err) {
    sqlite3_stmt *stmt = bind_number(conn->stmt[statement], 1, key);
    Text text = {0};
    int code;
    *found = false;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *at = (const char *)sqlite3_column_text(stmt, 0);
        text.out_of_memory |= !at;
        text_add(&text, at ? at : "", (size_t)sqlite3_column_bytes(stmt, 0));
        if (lines)
            text_putc(&text, '\n');
        *found = true;
    }
    Status status = code == SQLITE_DONE ? SK_OK : conn_fail(conn, err);
    sqlite3_reset(stmt);
    text_add(&text, "", 0);
    if (!status && text.out_of_memory)
        status = err_set(err, SK_IO, "Out of memory while reading {0}.", "s", conn->path);
    if (status)
        text_free(&text);
    *out = text.data;
    return status;
}

/* ---- opening ---------------------------------------------------------------------------------------------- */

/* Checked before anything is changed: another program's or a newer database must stay as it is. */
static Status write_open(const Connection *conn, Err *err) {
    Status status = store_db_check(conn->db, conn->path, false, err);
    if (!status && sqlite3_db_readonly(conn->db, "main") == 1)
        status =
            err_set(err, SK_IO, "Cannot write to {0}. It must belong to the user who runs skerry.", "s", conn->path);
    /* FULL: the log is on disk before COMMIT returns. The log file is truncated when it has grown large. */
    if (!status)
        status = store_db_run(conn->db, conn->path,
                              "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                              "PRAGMA journal_size_limit = 16777216; PRAGMA cell_size_check = ON",
                              err);
    return status ? status : store_db_migrate(conn->db, conn->path, err);
}

static Status conn_open(Connection *conn, const char *path, bool writes, Err *err) {
    conn->path = path;
    int fd =
        writes ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1; /* SQLite would create it readable by others */
    if (fd >= 0)
        close(fd);
    conn->db = store_db_open(path, SQLITE_OPEN_READWRITE, err);
    if (!conn->db)
        return err->status;
    return writes ? write_open(conn, err) : store_db_run(conn->db, path, "PRAGMA query_only = ON", err);
}

static Status conn_prepare(Connection *conn, Statement from, Err *err) {
    for (Statement statement = from; statement < STATEMENT_COUNT; statement++)
        if (sqlite3_prepare_v3(conn->db, sql[statement], -1, SQLITE_PREPARE_PERSISTENT, &conn->stmt[statement], NULL) !=
            SQLITE_OK)
            return conn_fail(conn, err);
    return SK_OK;
}

static void conn_close(Connection *conn) {
    for (Statement statement = 0; statement < STATEMENT_COUNT; statement++)
        sqlite3_finalize(conn->stmt[statement]);
    sqlite3_close(conn->db);
}

static void sqlite_close(void *db) {
    Sqlite *lite = db;
    conn_close(&lite->read);
    conn_close(&lite->write); /* closing the last connection merges the log into the database */
    if (lite->lock >= 0)
        close(lite->lock);
    free(lite);
}

static void *sqlite_open(const char *folder, Err *err) {
    Sqlite *lite = calloc(1, sizeof *lite);
    if (!lite) {
        err_set(err, SK_IO, "Out of memory while opening the store.", "");
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
        status = conn_open(&lite->write, lite->path, true, err);
    if (!status)
        status = conn_prepare(&lite->write, 0, err);
    if (!status)
        status = conn_open(&lite->read, lite->path, false, err);
    if (!status)
        status = conn_prepare(&lite->read, READ_ROW, err);
    if (!status)
        return lite;
    sqlite_close(lite);
    return NULL;
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

static Status conn_read(const Connection *conn, int64_t table, char **row, char **lines, char **chat, Err *err) {
    char *got[3] = {NULL, NULL, NULL};
    bool found, unused;
    Status status = conn_texts(conn, READ_ROW, table, false, &got[0], &found, err);
    if (!status && !found)
        status = err_set(err, SK_UNKNOWN, "There is no such table.", "");
    if (!status && lines)
        status = conn_texts(conn, READ_LINES, table, true, &got[1], &unused, err);
    if (!status && chat)
        status = conn_texts(conn, READ_CHAT, table, true, &got[2], &unused, err);
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

static Status sqlite_read(void *db, int64_t table, char **row, char **lines, char **chat, Err *err) {
    Sqlite *lite = db;
    /* One transaction, so that row, lines and chat are consistent. */
    Status status = store_db_run(lite->read.db, lite->path, "BEGIN", err);
    if (status)
        return status;
    status = conn_read(&lite->read, table, row, lines, chat, err);
    sqlite3_exec(lite->read.db, "COMMIT", NULL, NULL, NULL);
    return status;
}

static Status sqlite_pack(void *db, uint64_t hash, char **json, Err *err) {
    Sqlite *lite = db;
    bool found;
    Status status = conn_texts(&lite->read, READ_PACK, (int64_t)hash, false, json, &found, err);
    if (status || found)
        return status;
    free(*json);
    *json = NULL;
    return err_set(err, SK_UNKNOWN, "There is no such content pack.", "");
}

/* Passes one row to its callback. Returns false to stop. */
static bool row_report(sqlite3_stmt *stmt, int what, const StoreCallbacks *each) {
    const char *text = (const char *)sqlite3_column_text(stmt, 1);
    switch (what) {
    case 0:
        return each->person(each->ctx, sqlite3_column_int64(stmt, 0), text ? text : "", sqlite3_column_int64(stmt, 2));
    case 1:
        if (sqlite3_column_bytes(stmt, 2) != STORE_TOKEN_SIZE)
            return true; /* not a token of ours; ignore it */
        return each->token(each->ctx, sqlite3_column_int64(stmt, 0), sqlite3_column_blob(stmt, 2));
    case 2:
        return each->table(each->ctx, sqlite3_column_int64(stmt, 0), text ? text : "", sqlite3_column_int64(stmt, 2));
    default:
        return each->setting(each->ctx, (const char *)sqlite3_column_text(stmt, 0), text ? text : "");
    }
}

static Status sqlite_load_all(void *db, const StoreCallbacks *each, Err *err) {
    static const char *const ask[4] = {
        "SELECT id, name, flags FROM person ORDER BY id", "SELECT person, '', hash FROM token ORDER BY person",
        "SELECT id, row, phase FROM game ORDER BY id", "SELECT key, text FROM setting ORDER BY key"};
    const bool asked[4] = {each->person, each->token, each->table, each->setting};
    Sqlite *lite = db;
    Status status = store_db_run(lite->read.db, lite->path, "BEGIN", err);
    bool more = !status;
    for (int what = 0; what < 4 && more && !status; what++) {
        sqlite3_stmt *stmt = NULL;
        int code = SQLITE_DONE;
        if (!asked[what])
            continue;
        if (sqlite3_prepare_v2(lite->read.db, ask[what], -1, &stmt, NULL) != SQLITE_OK)
            code = SQLITE_ERROR;
        else
            while (more && (code = sqlite3_step(stmt)) == SQLITE_ROW)
                more = row_report(stmt, what, each);
        if (code != SQLITE_DONE && code != SQLITE_ROW)
            status = conn_fail(&lite->read, err);
        sqlite3_finalize(stmt);
    }
    sqlite3_exec(lite->read.db, "COMMIT", NULL, NULL, NULL);
    return status;
}

/* ---- writing ---------------------------------------------------------------------------------------------- */

static Status sqlite_begin(void *db, Err *err) { return conn_exec(&((Sqlite *)db)->write, BEGIN, err); }

static Status sqlite_commit(void *db, Err *err) { return conn_exec(&((Sqlite *)db)->write, COMMIT, err); }

static void sqlite_rollback(void *db) {
    Sqlite *lite = db;
    if (!sqlite3_get_autocommit(lite->write.db)) /* after some errors, SQLite has already rolled back */
        sqlite3_exec(lite->write.db, "ROLLBACK", NULL, NULL, NULL);
}

static Status write_row(const Connection *conn, int64_t table, const char *row, int64_t phase, Err *err) {
    bind_number(conn->stmt[TABLE], 1, table);
    bind_string(conn->stmt[TABLE], 2, row);
    bind_number(conn->stmt[TABLE], 3, phase);
    return conn_exec(conn, TABLE, err);
}

/* Refuses lines that already exist, and gaps, which no replay could cross. */
static Status check_lines(const Connection *conn, const StoreJob *job, Err *err) {
    sqlite3_stmt *stmt = bind_number(conn->stmt[LINE_LAST], 1, job->table);
    int code = sqlite3_step(stmt);
    Status status = SK_OK;
    int64_t last = code == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : -1;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = conn_fail(conn, err);
    else if (code == SQLITE_ROW && job->n <= last)
        status = err_set(err, SK_STALE, "Someone else changed the table first.", "");
    else if (code == SQLITE_ROW && job->n > last + 1)
        status = err_set(err, SK_STATE, "Lines are missing before this one, so the table was not saved.", "");
    sqlite3_reset(stmt);
    return status;
}

static Status write_lines(const Connection *conn, const StoreJob *job, Err *err) {
    Status status = job->row ? write_row(conn, job->table, job->row, job->num, err) : SK_OK;
    if (!status && job->lines && *job->lines)
        status = check_lines(conn, job, err);
    int64_t n = job->n;
    for (const char *at = job->lines; !status && at && *at; n++) {
        const char *end = strchrnul(at, '\n');
        bind_number(conn->stmt[LINE], 1, job->table);
        bind_number(conn->stmt[LINE], 2, n);
        bind_text(conn->stmt[LINE], 3, at, (size_t)(end - at));
        status = conn_exec(conn, LINE, err);
        at = *end ? end + 1 : end;
    }
    return status;
}

static Status write_pair(const Connection *conn, Statement statement, int64_t number, const char *text, Err *err) {
    bind_number(conn->stmt[statement], 1, number);
    bind_string(conn->stmt[statement], 2, text);
    return conn_exec(conn, statement, err);
}

static Status write_token(const Connection *conn, Statement statement, const StoreJob *job, Err *err) {
    sqlite3_bind_blob(conn->stmt[statement], 1, job->hash, STORE_TOKEN_SIZE, SQLITE_STATIC);
    bind_number(conn->stmt[statement], 2, job->person);
    return conn_exec(conn, statement, err);
}

static Status write_job(const Connection *conn, StoreJob *job, Err *err) {
    switch (job->kind) {
    case STORE_PERSON:
        bind_number(conn->stmt[PERSON], 3, job->num);
        return write_pair(conn, PERSON, job->person, job->text, err);
    case STORE_TOKEN_ADD:
        return write_token(conn, TOKEN_ADD, job, err);
    case STORE_TOKEN_DROP:
        return write_token(conn, TOKEN_DROP, job, err);
    case STORE_TABLE:
        return write_row(conn, job->table, job->text, job->num, err);
    case STORE_LINES:
        return write_lines(conn, job, err);
    case STORE_CHAT:
        return write_pair(conn, CHAT, job->table, job->text, err);
    case STORE_PACK:
        return write_pair(conn, PACK, job->num, job->text, err);
    case STORE_SETTING:
        bind_string(conn->stmt[SETTING], 1, job->key);
        bind_string(conn->stmt[SETTING], 2, job->text);
        return conn_exec(conn, SETTING, err);
    case STORE_RECOVER:
        if (conn_exec(conn, TOUCH, err))
            return err->status;
        return conn_read(conn, job->table, &job->row, &job->lines, &job->chat, err);
    case STORE_READ_TABLE:
        return conn_read(conn, job->table, &job->row, &job->lines, &job->chat, err);
    case STORE_READ_PERSON:
    case STORE_PRESENCE:
    case STORE_FIND_CLIENTS:
    case STORE_BROADCAST:
    case STORE_LEASE:
    case STORE_BACKUP:
    case STORE_CHANGED:
        break;
    }
    return err_set(err, SK_STATE, "The store does not support this job.", "");
}

static bool sqlite_write(void *db, StoreJob *job) {
    const Connection *conn = &((Sqlite *)db)->write;
    if (conn_exec(conn, SAVE, &job->err))
        return false;
    Status status = write_job(conn, job, &job->err);
    bool lost = sqlite3_get_autocommit(conn->db); /* a full disk can roll back the whole transaction */
    if (status && (sqlite3_errcode(conn->db) & 0xFF) == SQLITE_CONSTRAINT && !lost)
        err_set(&job->err, SK_STATE, "The person or table that this belongs to is not in the store.", "");
    Err failure = {0};
    if (!lost && ((status && conn_exec(conn, ROLLBACK, &failure)) || conn_exec(conn, RELEASE, &failure))) {
        job->err = failure;
        lost = true;
    }
    return !lost;
}

static Status sqlite_backup(void *db, const char *path, Err *err) {
    return store_db_copy(((Sqlite *)db)->path, path, NULL, err);
}

const StoreBackend store_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .write = sqlite_write,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .load_all = sqlite_load_all,
    .read = sqlite_read,
    .pack = sqlite_pack,
    .backup = sqlite_backup,
};
