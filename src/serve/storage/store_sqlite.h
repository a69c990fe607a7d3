/* Shared by the files of the SQLite store. The caller of store_db_open owns the connection. */
#ifndef SKERRY_SERVE_STORAGE_STORE_SQLITE_H
#define SKERRY_SERVE_STORAGE_STORE_SQLITE_H

#include <sqlite3.h>

#include "serve/storage/store.h"

#define STORE_FILE "skerry.db"
#define STORE_LOCK "skerry.lock"
enum { STORE_PATH_SIZE = 4096, STORE_SCHEMA = 1, STORE_BUSY_MS = 5000, STORE_APP_ID = 1397444183 };

/* Writes "folder/name". Refused: too long. */
Status store_path(const char *folder, const char *name, char out[STORE_PATH_SIZE], Err *err);
/* Turns the last SQLite error of this connection into a message for the host. */
Status store_db_fail(sqlite3 *db, const char *path, Err *err);
/* `flags` are SQLITE_OPEN_… flags. Returns NULL and sets err on failure. */
sqlite3 *store_db_open(const char *path, int flags, Err *err);
Status store_db_run(sqlite3 *db, const char *path, const char *sql, Err *err);
/* Checks that the database is ours or empty, and that this program knows its version. Sets *version to 0 if it is
 * empty. */
Status store_db_version(sqlite3 *db, const char *path, int *version, Err *err);
/* Also checks that the database is intact. Reads every page and, if `deep` is set, every index and key. */
Status store_db_check(sqlite3 *db, const char *path, bool deep, Err *err);
/* Migrates an older or empty database to STORE_SCHEMA, in one transaction. */
Status store_db_migrate(sqlite3 *db, const char *path, Err *err);

/* Copies a consistent snapshot of the database; see store_backup. */
Status store_db_copy(const char *from, const char *to, StoreSize *size, Err *err);

/* Locks the folder until the descriptor is closed. (A killed server releases it at once.) Returns -1 and sets err on
 * failure. */
int store_folder_lock(const char *folder, Err *err);
/* Creates the folder and its parents, accessible only to their owner. */
Status store_folder_make(const char *folder, Err *err);

#endif
