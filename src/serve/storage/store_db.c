/* The database file and its folder: opening, checking and migrating. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/storage/store_sqlite.h"

/* Each entry migrates the database by one version. Never edit a released entry: add a new one. */
static const char *const migrations[STORE_SCHEMA] = {
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, flags INTEGER NOT NULL) STRICT;"
    "CREATE TABLE token (hash BLOB PRIMARY KEY, person INTEGER NOT NULL REFERENCES person) STRICT, WITHOUT ROWID;"
    "CREATE INDEX token_person ON token (person);"
    "CREATE TABLE game (id INTEGER PRIMARY KEY, row TEXT NOT NULL, phase INTEGER NOT NULL) STRICT;"
    "CREATE TABLE line (game INTEGER NOT NULL REFERENCES game, n INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE chat (game INTEGER NOT NULL REFERENCES game, n INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE pack (hash INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;"
    "CREATE TABLE setting (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "PRAGMA application_id = 1397444183;", /* STORE_APP_ID */
};

Status store_path(const char *folder, const char *name, char out[STORE_PATH_SIZE], Err *err) {
    int n = snprintf(out, STORE_PATH_SIZE, "%s/%s", folder, name);
    if (n < 0 || n >= STORE_PATH_SIZE)
        return err_set(err, SK_IO, "The folder name {0} is too long.", "s", folder);
    return SK_OK;
}

Status store_db_fail(sqlite3 *db, const char *path, Err *err) {
    switch (sqlite3_errcode(db) & 0xFF) {
    case SQLITE_FULL:
        return err_set(err, SK_IO, "The disk with {0} is full. Free some space.", "s", path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return err_set(err, SK_IO, "Cannot write to {0}. It and its folder must belong to the user who runs skerry.",
                       "s", path);
    case SQLITE_CANTOPEN:
        return err_set(err, SK_IO, "Cannot open {0}: {1}.", "ss", path,
                       sqlite3_system_errno(db) ? strerror(sqlite3_system_errno(db)) : sqlite3_errmsg(db));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return err_set(err, SK_STATE, "{0} is damaged or not a database. Move it away and restore a backup.", "s",
                       path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return err_set(err, SK_IO, "{0} is locked by another program. Stop that program.", "s", path);
    case SQLITE_NOMEM:
        return err_set(err, SK_IO, "Out of memory while using {0}.", "s", path);
    case SQLITE_IOERR:
        return err_set(err, SK_IO, "The disk with {0} reported an error ({1}: {2}). Check the disk.", "sss", path,
                       sqlite3_errstr(sqlite3_extended_errcode(db)),
                       sqlite3_system_errno(db) ? strerror(sqlite3_system_errno(db)) : "no details");
    default:
        return err_set(err, SK_IO, "{0}: {1}.", "ss", path, sqlite3_errmsg(db));
    }
}

sqlite3 *store_db_open(const char *path, int flags, Err *err) {
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL) != SQLITE_OK) {
        if (db)
            store_db_fail(db, path, err);
        else
            err_set(err, SK_IO, "Out of memory while opening {0}.", "s", path);
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, STORE_BUSY_MS);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return db;
}

Status store_db_run(sqlite3 *db, const char *path, const char *sql, Err *err) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? SK_OK : store_db_fail(db, path, err);
}

/* The number that a statement returns. */
static Status db_number(sqlite3 *db, const char *path, const char *sql, int *out, Err *err) {
    sqlite3_stmt *stmt = NULL;
    Status status = SK_OK;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK || sqlite3_step(stmt) != SQLITE_ROW)
        status = store_db_fail(db, path, err);
    else
        *out = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    return status;
}

static Status check_integrity(sqlite3 *db, const char *path, const char *sql, Err *err) {
    sqlite3_stmt *stmt = NULL;
    Status status = SK_OK;
    int step = SQLITE_ERROR;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK)
        step = sqlite3_step(stmt);
    const char *word = step == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
    if (step != SQLITE_ROW)
        status = store_db_fail(db, path, err);
    else if (!word || strcmp(word, "ok") != 0)
        status = err_set(err, SK_STATE, "{0} is damaged ({1}). Move it away and restore a backup.", "ss", path,
                         word ? word : "out of memory");
    sqlite3_finalize(stmt);
    return status;
}

Status store_db_version(sqlite3 *db, const char *path, int *version, Err *err) {
    int app = 0, tables = 0;
    Status status = db_number(db, path, "PRAGMA user_version", version, err);
    if (!status)
        status = db_number(db, path, "PRAGMA application_id", &app, err);
    if (!status)
        status = db_number(db, path, "SELECT count(*) FROM sqlite_schema", &tables, err);
    if (status)
        return status;
    if (app != STORE_APP_ID && (app != 0 || *version != 0 || tables != 0))
        return err_set(err, SK_STATE, "{0} is another program's database. Choose another folder.", "s", path);
    if (*version > STORE_SCHEMA)
        return err_set(err, SK_STATE,
                       "{0} was written by a newer skerry (its schema is version {1}; this program knows {2}). "
                       "Use the newer program.",
                       "sdd", path, *version, (int)STORE_SCHEMA);
    return SK_OK;
}

static Status check_foreign_keys(sqlite3 *db, const char *path, Err *err) {
    int orphans = 0;
    Status status = db_number(db, path, "SELECT count(*) FROM pragma_foreign_key_check", &orphans, err);
    if (!status && orphans)
        status = err_set(err, SK_STATE, "{0} is damaged ({1} rows refer to missing rows). Use another backup.", "sd",
                         path, orphans);
    return status;
}

Status store_db_check(sqlite3 *db, const char *path, bool deep, Err *err) {
    int version;
    Status status = store_db_version(db, path, &version, err);
    if (!status)
        status = check_integrity(db, path, deep ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)", err);
    return status || !deep ? status : check_foreign_keys(db, path, err);
}

Status store_db_migrate(sqlite3 *db, const char *path, Err *err) {
    int version;
    Status status = store_db_version(db, path, &version, err);
    if (status || version == STORE_SCHEMA)
        return status;
    status = store_db_run(db, path, "BEGIN IMMEDIATE", err);
    for (; !status && version < STORE_SCHEMA; version++) {
        char mark[64];
        status = store_db_run(db, path, migrations[version], err);
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d", version + 1);
        if (!status)
            status = store_db_run(db, path, mark, err);
    }
    if (!status)
        status = store_db_run(db, path, "COMMIT", err);
    if (status)
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* ---- the folder ------------------------------------------------------------------------------------------- */

Status store_folder_make(const char *folder, Err *err) {
    char path[STORE_PATH_SIZE];
    int n = snprintf(path, sizeof path, "%s", folder);
    if (n <= 0 || (size_t)n >= sizeof path)
        return err_set(err, SK_USAGE, "Give the data folder a name shorter than {0} characters.", "d",
                       (int)STORE_PATH_SIZE);
    for (char *p = path + 1;; p++) {
        if (*p && *p != '/')
            continue;
        char here = *p;
        *p = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return err_set(err, SK_IO, "Cannot create the folder {0}: {1}.", "ss", path, strerror(errno));
        if (!here)
            break;
        *p = here;
    }
    struct stat is;
    if (stat(path, &is) != 0 || !S_ISDIR(is.st_mode))
        return err_set(err, SK_IO, "{0} is not a folder. Choose another.", "s", path);
    return SK_OK;
}

int store_folder_lock(const char *folder, Err *err) {
    char path[STORE_PATH_SIZE];
    if (store_path(folder, STORE_LOCK, path, err))
        return -1;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        err_set(err, SK_IO, "Cannot write {0}: {1}. The folder must belong to the user who runs skerry.", "ss", path,
                strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    err_set(err, SK_IO,
            errno == EWOULDBLOCK
                ? "Another skerry is already serving {0}. Stop it, or choose another folder with --data."
                : "Cannot lock {0}. Put it on a local disk.",
            "s", folder);
    close(fd);
    return -1;
}
