/* The database interface of the store, implemented for SQLite and PostgreSQL. The store owns the backend's handle. Only
 * the store's thread calls the writing functions, and only the caller's thread the reading functions. */
#ifndef SKERRY_SERVE_STORAGE_STORE_BACKEND_H
#define SKERRY_SERVE_STORAGE_STORE_BACKEND_H

#include "serve/storage/store.h"

/* What another server has written or sent. */
typedef enum StoreChangeKind {
    STORE_CHANGE_TABLE,    /* id 0: anything may have changed, because the connection was broken */
    STORE_CHANGE_PERSON,   /* negative id: some of their devices were signed out */
    STORE_CHANGE_SETTINGS, /* no id */
    STORE_CHANGE_BROADCAST /* text is the message, or empty if the connection broke */
} StoreChangeKind;

typedef void StoreListener(void *ctx, StoreChangeKind kind, int64_t id, const char *text);

typedef struct StoreBackend {
    void *(*open)(const char *where, Err *err);
    void (*close)(void *db);

    /* Writing. A batch is begin, then write for each job, then commit or rollback. */
    Status (*begin)(void *db, Err *err);
    /* Writes one job completely, or sets job->err. Returns false if the whole batch is lost. */
    bool (*write)(void *db, StoreJob *job);
    Status (*commit)(void *db, Err *err);
    void (*rollback)(void *db);

    /* Reading. */
    Status (*load_all)(void *db, const StoreCallbacks *each, Err *err);
    Status (*read)(void *db, int64_t table, char **row, char **lines, char **chat, Err *err);
    Status (*pack)(void *db, uint64_t hash, char **json, Err *err);

    /* For store_find_person; may be NULL. */
    Status (*find_person)(void *db, const unsigned char hash[STORE_TOKEN_SIZE], const StoreCallbacks *each, Err *err);

    /* On any thread, concurrently with the others. */
    Status (*backup)(void *db, const char *path, Err *err);
    /* May be NULL. If several servers share the database, calls `changed` on its own thread, until close, for every
     * change by another server. */
    bool (*listen)(void *db, StoreListener *changed, void *ctx);
} StoreBackend;

extern const StoreBackend store_sqlite;
#ifdef SKERRY_POSTGRES
extern const StoreBackend store_postgres;
#endif

#endif
