/* What a database must do for the store: one table of functions each for SQLite and PostgreSQL. A backend's handle
 * belongs to the store; its writing half is used by the store's thread alone, its reading half by the caller's alone.
 */
#ifndef SKERRY_SERVE_STORAGE_STORE_BACKEND_H
#define SKERRY_SERVE_STORAGE_STORE_BACKEND_H

#include "serve/storage/store.h"

typedef void StoreListener(void *of, char what, int64_t id, const char *said);

typedef struct StoreBackend {
    void *(*open)(const char *where, Err *err);
    void (*close)(void *db);

    /* The writing half. A batch is begin, write for each job, then commit or rollback. */
    Status (*begin)(void *db, Err *err);
    /* One job, whole or not at all; job->err says why not. False: the whole batch is lost with it. */
    bool (*write)(void *db, StoreJob *job);
    Status (*commit)(void *db, Err *err);
    void (*rollback)(void *db);

    /* The reading half. */
    Status (*each)(void *db, const StoreCallbacks *each, Err *err);
    Status (*read)(void *db, int64_t table, char **row, char **lines, char **chat, Err *err);
    Status (*pack)(void *db, uint64_t hash, char **json, Err *err);

    /* NULL, or a person by a token (store_find_person). */
    Status (*guest)(void *db, const unsigned char hash[STORE_TOKEN], const StoreCallbacks *each, Err *err);

    /* On any thread, beside the other two. */
    Status (*backup)(void *db, const char *path, Err *err);
    /* NULL, or where several servers share the database: `changed` is called, on a thread of the backend's own and
     * until close, for each table ('t'), person ('p') or setting ('s', no id) another one has written to. 't' 0:
     * perhaps to any, since the line to the database was broken. 'x': said is what another one said, empty: that line
     * is broken. */
    bool (*listen)(void *db, StoreListener *changed, void *of);
} StoreBackend;

extern const StoreBackend store_sqlite;
#ifdef SKERRY_POSTGRES
extern const StoreBackend store_postgres;
#endif

#endif
