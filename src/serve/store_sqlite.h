/* What the SQLite side of the store shares between its files. Connections belong to whoever opened them. */
#ifndef SKERRY_SERVE_STORE_SQLITE_H
#define SKERRY_SERVE_STORE_SQLITE_H

#include <sqlite3.h>

#include "serve/store.h"

#define STORE_FILE "skerry.db"
#define STORE_LOCK "skerry.lock"
enum { STORE_PATH = 4096, STORE_SCHEMA = 1, STORE_BUSY_MS = 5000 };

/* folder/name; refused when it is too long. */
Status store_path(const char *folder, const char *name, char out[STORE_PATH], Err *err);
/* What SQLite's last answer on this connection means for whoever runs the server. */
Status store_db_fail(sqlite3 *db, const char *path, Err *err);
/* flags: SQLITE_OPEN_… . NULL with a sentence. */
sqlite3 *store_db_open(const char *path, int flags, Err *err);
Status store_db_run(sqlite3 *db, const char *path, const char *sql, Err *err);
/* Whole, one of ours and of a version this program knows. Reads every page. */
Status store_db_check(sqlite3 *db, const char *path, Err *err);
/* Brings an older or empty database to STORE_SCHEMA, in one transaction. */
Status store_db_migrate(sqlite3 *db, const char *path, Err *err);

/* The whole database as it is at one moment into a file, beside a server that writes. Written aside, checked, renamed:
 * an older file of that name stays until the new one is good. */
Status store_db_backup(const char *from, const char *to, Err *err);

/* The folder's lock, held until the descriptor is closed (a killed server's is free at once); -1 with a sentence. */
int store_folder_lock(const char *folder, Err *err);
/* Makes it, for its owner alone, with the folders above it. */
Status store_folder_make(const char *folder, Err *err);

#endif
