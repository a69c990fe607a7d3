/* Copies of the database: backups of a house that goes on playing, and the way back. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/storage/store_sqlite.h"

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
        return err_set(err, SK_IO, "{0} cannot be written: {1}.", "ss", to, strerror(code));
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

static Status db_size(sqlite3 *db, const char *path, StoreSize *size, Err *err) {
    sqlite3_stmt *ask = NULL;
    Status status = SK_OK;
    if (sqlite3_prepare_v2(db,
                           "SELECT (SELECT count(*) FROM person), (SELECT count(*) FROM game),"
                           " (SELECT count(*) FROM line), (SELECT page_count * page_size FROM pragma_page_count, "
                           "pragma_page_size)",
                           -1, &ask, NULL) != SQLITE_OK ||
        sqlite3_step(ask) != SQLITE_ROW)
        status = store_db_fail(db, path, err);
    else
        *size = (StoreSize){sqlite3_column_int64(ask, 0), sqlite3_column_int64(ask, 1), sqlite3_column_int64(ask, 2),
                            sqlite3_column_int64(ask, 3)};
    sqlite3_finalize(ask);
    return status;
}

/* The copy is one file: no log beside it. Judged as it stands on the disk, not as it was read. */
static Status copy_into(sqlite3 *from, const char *from_path, const char *path, StoreSize *size, Err *err) {
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); /* it holds what players may not see */
    if (fd < 0)
        return err_set(err, SK_IO, "{0} cannot be written: {1}.", "ss", path, strerror(errno));
    close(fd);
    sqlite3 *to = store_db_open(path, SQLITE_OPEN_READWRITE, err);
    if (!to)
        return err->status;
    StoreSize unused;
    Status status = copy_pages(from, from_path, to, path, err);
    if (!status)
        status = store_db_run(to, path, "PRAGMA journal_mode = DELETE", err);
    sqlite3_close(to);
    to = status ? NULL : store_db_open(path, SQLITE_OPEN_READONLY, err);
    if (!to)
        return status ? status : err->status;
    status = store_db_check(to, path, true, err);
    if (!status)
        status = db_size(to, path, size ? size : &unused, err);
    sqlite3_close(to);
    return status;
}

/* An older backup may be replaced, nothing else: a slip of the hand must not cost a file, least of all the database. */
static Status target_check(const char *from, const char *to, Err *err) {
    struct stat here, there;
    unsigned char head[72] = {0};
    if (stat(to, &there) != 0)
        return SK_OK;
    if (stat(from, &here) == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino)
        return err_set(err, SK_USAGE, "{0} is the database itself; give the backup another name.", "s", to);
    int fd = S_ISREG(there.st_mode) ? open(to, O_RDONLY | O_CLOEXEC) : -1;
    bool whole = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head;
    if (fd >= 0)
        close(fd);
    uint32_t app = (uint32_t)head[68] << 24 | (uint32_t)head[69] << 16 | (uint32_t)head[70] << 8 | head[71];
    if (!whole || memcmp(head, "SQLite format 3", 16) != 0 || app != STORE_OURS)
        return err_set(err, SK_USAGE, "{0} is there already and is no backup; give another name.", "s", to);
    return SK_OK;
}

static void copy_drop(const char *path) {
    char journal[STORE_PATH + 16];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(path);
    unlink(journal);
}

Status store_db_copy(const char *from, const char *to, StoreSize *size, Err *err) {
    char beside[STORE_PATH];
    int n = snprintf(beside, sizeof beside, "%s.%ld.%d.new", to, (long)getpid(), (int)gettid());
    if (!*to || n < 0 || (size_t)n >= sizeof beside)
        return err_set(err, SK_USAGE, "Give the backup a name shorter than {0} characters.", "d", STORE_PATH - 64);
    Status status = target_check(from, to, err);
    if (status)
        return status;
    sqlite3 *db = store_db_open(from, SQLITE_OPEN_READWRITE, err); /* readers of a log need its index, hence WRITE */
    if (!db)
        return err->status;
    int version = 0;
    status = store_db_version(db, from, &version, err);
    if (!status && version == 0)
        status = err_set(err, SK_STATE, "{0} is empty: no server has kept anything there.", "s", from);
    if (!status) {
        status = copy_into(db, from, beside, size, err);
        if (!status)
            status = file_settle(beside, to, err);
        if (status)
            copy_drop(beside);
    }
    sqlite3_close(db);
    return status;
}

Status store_backup(const char *folder, const char *file, StoreSize *size, Err *err) {
    char path[STORE_PATH];
    Status status = store_path(folder, STORE_FILE, path, err);
    if (!status && access(path, F_OK) != 0)
        status = err_set(err, SK_IO, "{0} holds no tables; name the server's folder with --data.", "s", folder);
    return status ? status : store_db_copy(path, file, size, err);
}

Status store_restore(const char *file, const char *folder, StoreSize *size, Err *err) {
    char path[STORE_PATH], log[STORE_PATH];
    Status status = store_path(folder, STORE_FILE, path, err);
    if (!status)
        status = store_path(folder, STORE_FILE "-wal", log, err);
    if (status)
        return status;
    if (access(file, R_OK) != 0)
        return err_set(err, SK_IO, "{0} cannot be opened: {1}.", "ss", file, strerror(errno));
    if (access(path, F_OK) == 0 || access(log, F_OK) == 0) /* a stray log would be played into the restored tables */
        return err_set(err, SK_USAGE, "{0} holds tables already; restore into another folder, or move them away.", "s",
                       folder);
    status = store_folder_make(folder, err);
    int lock = status ? -1 : store_folder_lock(folder, err);
    if (lock < 0)
        return err->status;
    status = store_db_copy(file, path, size, err);
    close(lock);
    return status;
}
