/* What the SQLite side of the store shares between its files. Connections belong to whoever opened them. */
#ifndef SKERRY_SERVE_STORAGE_STORE_SQLITE_H
#define SKERRY_SERVE_STORAGE_STORE_SQLITE_H

#include <sqlite3.h>

#include "serve/storage/store.h"

#define STORE_FILE "skerry.db"
#define STORE_LOCK "skerry.lock"
enum { STORE_PATH = 4096, STORE_SCHEMA = 1, STORE_BUSY_MS = 5000, STORE_OURS = 1397444183 };

/* folder/name; refused when it is too long. */
Status store_path(const char *folder, const char *name, char out[STORE_PATH], Err *err);
/* What SQLite's last answer on this connection means for whoever runs the server. */
Status store_db_fail(sqlite3 *db, const char *path, Err *err);
/* flags: SQLITE_OPEN_… . NULL with a sentence. */
sqlite3 *store_db_open(const char *path, int flags, Err *err);
Status store_db_run(sqlite3 *db, const char *path, const char *sql, Err *err);
/* One of ours, or an empty one, of a version this program knows; 0: empty. */
Status store_db_version(sqlite3 *db, const char *path, int *version, Err *err);
/* That, and whole. Reads every page; deep: every index and key too. */
Status store_db_check(sqlite3 *db, const char *path, bool deep, Err *err);
/* Brings an older or empty database to STORE_SCHEMA, in one transaction. */
Status store_db_migrate(sqlite3 *db, const char *path, Err *err);

/* The whole database as it is at one moment, as store_backup says. */
Status store_db_copy(const char *from, const char *to, StoreSize *size, Err *err);

/* The folder's lock, held until the descriptor is closed (a killed server's is free at once); -1 with a sentence. */
int store_folder_lock(const char *folder, Err *err);
/* Makes it, for its owner alone, with the folders above it. */
Status store_folder_make(const char *folder, Err *err);

#endif
