/* The database's file: opening, checking, migrating, copying it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/store_sqlite.h"

/* Each brings the database one version further. Never edited once released: a change is a new entry. */
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
    "PRAGMA application_id = 1397444183;", /* "SKRW" */
};
enum { OURS = 1397444183 };

Status store_path(const char *folder, const char *name, char out[STORE_PATH], Err *err) {
    int n = snprintf(out, STORE_PATH, "%s/%s", folder, name);
    if (n < 0 || n >= STORE_PATH)
        return err_say(err, SK_IO, "{0} is too long for a folder's name.", "s", folder);
    return SK_OK;
}

Status store_db_fail(sqlite3 *db, const char *path, Err *err) {
    switch (sqlite3_errcode(db) & 0xFF) {
    case SQLITE_FULL:
        return err_say(err, SK_IO, "The disk that holds {0} is full; make room there.", "s", path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return err_say(err, SK_IO, "{0} cannot be written; give it and its folder to the user who runs skerry.", "s",
                       path);
    case SQLITE_CANTOPEN:
        return err_say(err, SK_IO, "{0} cannot be opened: {1}.", "ss", path,
                       sqlite3_system_errno(db) ? strerror(sqlite3_system_errno(db)) : sqlite3_errmsg(db));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return err_say(err, SK_STATE, "{0} is damaged or no database; move it away and restore a backup.", "s", path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return err_say(err, SK_IO, "{0} is held by another program; end that one.", "s", path);
    case SQLITE_NOMEM:
        return err_say(err, SK_IO, "There is no memory to work on {0}.", "s", path);
    case SQLITE_IOERR:
        return err_say(err, SK_IO, "The disk that holds {0} fails ({1}: {2}); check it.", "sss", path,
                       sqlite3_errstr(sqlite3_extended_errcode(db)),
                       sqlite3_system_errno(db) ? strerror(sqlite3_system_errno(db)) : "no further word");
    default:
        return err_say(err, SK_IO, "{0}: {1}.", "ss", path, sqlite3_errmsg(db));
    }
}

sqlite3 *store_db_open(const char *path, int flags, Err *err) {
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL) != SQLITE_OK) {
        if (db)
            store_db_fail(db, path, err);
        else
            err_say(err, SK_IO, "There is no memory to open {0}.", "s", path);
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

/* A pragma's first number. */
static Status db_number(sqlite3 *db, const char *path, const char *sql, int *out, Err *err) {
    sqlite3_stmt *ask = NULL;
    Status status = SK_OK;
    if (sqlite3_prepare_v2(db, sql, -1, &ask, NULL) != SQLITE_OK || sqlite3_step(ask) != SQLITE_ROW)
        status = store_db_fail(db, path, err);
    else
        *out = sqlite3_column_int(ask, 0);
    sqlite3_finalize(ask);
    return status;
}

static Status db_whole(sqlite3 *db, const char *path, Err *err) {
    sqlite3_stmt *ask = NULL;
    Status status = SK_OK;
    int step = SQLITE_ERROR;
    if (sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &ask, NULL) == SQLITE_OK)
        step = sqlite3_step(ask);
    const char *word = step == SQLITE_ROW ? (const char *)sqlite3_column_text(ask, 0) : NULL;
    if (step != SQLITE_ROW)
        status = store_db_fail(db, path, err);
    else if (!word || strcmp(word, "ok") != 0)
        status = err_say(err, SK_STATE, "{0} is damaged ({1}); move it away and restore a backup.", "ss", path,
                         word ? word : "no memory");
    sqlite3_finalize(ask);
    return status;
}

static Status db_version(sqlite3 *db, const char *path, int *version, Err *err) {
    int app = 0, tables = 0;
    Status status = db_number(db, path, "PRAGMA user_version", version, err);
    if (!status)
        status = db_number(db, path, "PRAGMA application_id", &app, err);
    if (!status)
        status = db_number(db, path, "SELECT count(*) FROM sqlite_schema", &tables, err);
    if (status)
        return status;
    if (app != OURS && (app != 0 || *version != 0 || tables != 0))
        return err_say(err, SK_STATE, "{0} is a database of another program; choose another folder.", "s", path);
    if (*version > STORE_SCHEMA)
        return err_say(err, SK_STATE,
                       "{0} was written by a newer skerry (its tables are version {1}, this program knows {2}); "
                       "use the newer program.",
                       "sdd", path, *version, (int)STORE_SCHEMA);
    return SK_OK;
}

Status store_db_check(sqlite3 *db, const char *path, Err *err) {
    int version;
    Status status = db_version(db, path, &version, err);
    return status ? status : db_whole(db, path, err);
}

Status store_db_migrate(sqlite3 *db, const char *path, Err *err) {
    int version;
    Status status = db_version(db, path, &version, err);
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

/* ---- copies ----------------------------------------------------------------------------------------------- */

/* One read transaction over all pages: in WAL a writer beside it neither waits nor disturbs. */
static Status copy_pages(sqlite3 *from, const char *from_path, sqlite3 *to, const char *to_path, Err *err) {
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    if (!copy)
        return store_db_fail(to, to_path, err);
    int code = sqlite3_backup_step(copy, -1);
    if (sqlite3_backup_finish(copy) == SQLITE_OK && code == SQLITE_DONE)
        return SK_OK;
    if (sqlite3_errcode(to) != SQLITE_OK)
        return store_db_fail(to, to_path, err);
    return store_db_fail(from, from_path, err);
}

static Status file_settle(const char *from, const char *to, Err *err) {
    char folder[STORE_PATH];
    int fd = open(from, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    int code = errno;
    if (fd >= 0)
        close(fd);
    if (good && rename(from, to) != 0) {
        good = false;
        code = errno;
    }
    if (!good)
        return err_say(err, SK_IO, "{0} cannot be written: {1}.", "ss", to, strerror(code));
    snprintf(folder, sizeof folder, "%s", to);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd); /* the new name must survive a power cut too */
        close(fd);
    }
    return SK_OK;
}

/* The copy is one file: no log beside it. */
static Status copy_into(sqlite3 *from, const char *from_path, const char *path, Err *err) {
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600); /* it holds what players may not see */
    if (fd < 0)
        return err_say(err, SK_IO, "{0} cannot be written: {1}.", "ss", path, strerror(errno));
    close(fd);
    sqlite3 *to = store_db_open(path, SQLITE_OPEN_READWRITE, err);
    if (!to)
        return err->status;
    Status status = copy_pages(from, from_path, to, path, err);
    if (!status)
        status = store_db_run(to, path, "PRAGMA journal_mode = DELETE", err);
    if (!status)
        status = store_db_check(to, path, err);
    sqlite3_close(to);
    return status;
}

Status store_db_backup(const char *from, const char *to, Err *err) {
    char beside[STORE_PATH];
    int n = snprintf(beside, sizeof beside, "%s.%ld.new", to, (long)getpid());
    if (!*to || n < 0 || (size_t)n >= sizeof beside)
        return err_say(err, SK_USAGE, "Give the backup's file a name shorter than {0} characters.", "d",
                       STORE_PATH - 32);
    sqlite3 *db = store_db_open(from, SQLITE_OPEN_READWRITE, err); /* readers of a log need its index, hence WRITE */
    if (!db)
        return err->status;
    int version;
    Status status = db_version(db, from, &version, err);
    if (!status)
        status = copy_into(db, from, beside, err);
    sqlite3_close(db);
    if (!status)
        status = file_settle(beside, to, err);
    if (status) {
        unlink(beside);
        char journal[STORE_PATH + 16];
        snprintf(journal, sizeof journal, "%s-journal", beside);
        unlink(journal);
    }
    return status;
}

/* ---- the folder ------------------------------------------------------------------------------------------- */

Status store_folder_make(const char *folder, Err *err) {
    char path[STORE_PATH];
    int n = snprintf(path, sizeof path, "%s", folder);
    if (n <= 0 || (size_t)n >= sizeof path)
        return err_say(err, SK_USAGE, "Give the data folder a name shorter than {0} characters.", "d", (int)STORE_PATH);
    for (char *p = path + 1;; p++) {
        if (*p && *p != '/')
            continue;
        char here = *p;
        *p = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return err_say(err, SK_IO, "The folder {0} cannot be made: {1}.", "ss", path, strerror(errno));
        if (!here)
            break;
        *p = here;
    }
    struct stat is;
    if (stat(path, &is) != 0 || !S_ISDIR(is.st_mode))
        return err_say(err, SK_IO, "{0} is not a folder; choose another.", "s", path);
    return SK_OK;
}

int store_folder_lock(const char *folder, Err *err) {
    char path[STORE_PATH];
    if (store_path(folder, STORE_LOCK, path, err))
        return -1;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        err_say(err, SK_IO, "{0} cannot be written: {1}; give the folder to the user who runs skerry.", "ss", path,
                strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    err_say(err, SK_IO,
            errno == EWOULDBLOCK ? "Another skerry serves {0}; end it, or give --data another folder."
                                 : "{0} cannot be locked; put it on a disk of this machine.",
            "s", folder);
    close(fd);
    return -1;
}
