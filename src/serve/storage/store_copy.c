/* Backs up a database while it is in use, and restores backups. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/storage/store_sqlite.h"

/* Copies all pages in one read transaction. In WAL mode it neither blocks a writer nor is disturbed by one. */
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

/* Syncs the file and renames it. */
static Status file_publish(const char *from, const char *to, Err *err) {
    char folder[STORE_PATH_SIZE];
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
        return err_set(err, SK_IO, "Cannot write {0}: {1}.", "ss", to, strerror(code));
    snprintf(folder, sizeof folder, "%s", to);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd); /* so that the new name survives a power cut */
        close(fd);
    }
    return SK_OK;
}

static Status db_size(sqlite3 *db, const char *path, StoreSize *size, Err *err) {
    sqlite3_stmt *stmt = NULL;
    Status status = SK_OK;
    if (sqlite3_prepare_v2(db,
                           "SELECT (SELECT count(*) FROM person), (SELECT count(*) FROM game),"
                           " (SELECT count(*) FROM line), (SELECT page_count * page_size FROM pragma_page_count, "
                           "pragma_page_size)",
                           -1, &stmt, NULL) != SQLITE_OK ||
        sqlite3_step(stmt) != SQLITE_ROW)
        status = store_db_fail(db, path, err);
    else
        *size = (StoreSize){sqlite3_column_int64(stmt, 0), sqlite3_column_int64(stmt, 1), sqlite3_column_int64(stmt, 2),
                            sqlite3_column_int64(stmt, 3)};
    sqlite3_finalize(stmt);
    return status;
}

/* The copy is a single file without a log. It is closed and reopened before the check, so that the check reads from the
 * disk. */
static Status copy_into(sqlite3 *from, const char *from_path, const char *path, StoreSize *size, Err *err) {
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); /* it contains secrets of running games */
    if (fd < 0)
        return err_set(err, SK_IO, "Cannot write {0}: {1}.", "ss", path, strerror(errno));
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

/* Only an older backup may be replaced: a typing mistake must not cost another file, least of all the database. */
static Status check_target(const char *from, const char *to, Err *err) {
    struct stat source, target;
    unsigned char head[72] = {0};
    if (stat(to, &target) != 0)
        return SK_OK;
    if (stat(from, &source) == 0 && source.st_dev == target.st_dev && source.st_ino == target.st_ino)
        return err_set(err, SK_USAGE, "{0} is the database itself. Give the backup another name.", "s", to);
    int fd = S_ISREG(target.st_mode) ? open(to, O_RDONLY | O_CLOEXEC) : -1;
    bool complete = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head;
    if (fd >= 0)
        close(fd);
    uint32_t app = (uint32_t)head[68] << 24 | (uint32_t)head[69] << 16 | (uint32_t)head[70] << 8 | head[71];
    if (!complete || memcmp(head, "SQLite format 3", 16) != 0 || app != STORE_APP_ID)
        return err_set(err, SK_USAGE, "{0} already exists and is not a backup. Choose another name.", "s", to);
    return SK_OK;
}

static void copy_drop(const char *path) {
    char journal[STORE_PATH_SIZE + 16];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(path);
    unlink(journal);
}

Status store_db_copy(const char *from, const char *to, StoreSize *size, Err *err) {
    char temporary[STORE_PATH_SIZE];
    int n = snprintf(temporary, sizeof temporary, "%s.%ld.%d.new", to, (long)getpid(), (int)gettid());
    if (!*to || n < 0 || (size_t)n >= sizeof temporary)
        return err_set(err, SK_USAGE, "Give the backup a name shorter than {0} characters.", "d", STORE_PATH_SIZE - 64);
    Status status = check_target(from, to, err);
    if (status)
        return status;
    sqlite3 *db = store_db_open(from, SQLITE_OPEN_READWRITE, err); /* reading in WAL mode writes to the log's index */
    if (!db)
        return err->status;
    int version = 0;
    status = store_db_version(db, from, &version, err);
    if (!status && version == 0)
        status = err_set(err, SK_STATE, "{0} is empty: no server has stored anything there.", "s", from);
    if (!status) {
        status = copy_into(db, from, temporary, size, err);
        if (!status)
            status = file_publish(temporary, to, err);
        if (status)
            copy_drop(temporary);
    }
    sqlite3_close(db);
    return status;
}

Status store_backup(const char *folder, const char *file, StoreSize *size, Err *err) {
    char path[STORE_PATH_SIZE];
    Status status = store_path(folder, STORE_FILE, path, err);
    if (!status && access(path, F_OK) != 0)
        status = err_set(err, SK_IO, "{0} contains no tables. Name the server's folder with --data.", "s", folder);
    return status ? status : store_db_copy(path, file, size, err);
}

Status store_restore(const char *file, const char *folder, StoreSize *size, Err *err) {
    char path[STORE_PATH_SIZE], log[STORE_PATH_SIZE];
    Status status = store_path(folder, STORE_FILE, path, err);
    if (!status)
        status = store_path(folder, STORE_FILE "-wal", log, err);
    if (status)
        return status;
    if (access(file, R_OK) != 0)
        return err_set(err, SK_IO, "Cannot open {0}: {1}.", "ss", file, strerror(errno));
    if (access(path, F_OK) == 0 ||
        access(log, F_OK) == 0) /* SQLite would apply a leftover log to the restored tables */
        return err_set(err, SK_USAGE, "{0} already contains tables. Restore into another folder, or move them away.",
                       "s", folder);
    status = store_folder_make(folder, err);
    int lock = status ? -1 : store_folder_lock(folder, err);
    if (lock < 0)
        return err->status;
    status = store_db_copy(file, path, size, err);
    close(lock);
    return status;
}
