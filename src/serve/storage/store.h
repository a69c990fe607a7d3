/* Persistent storage. The store has its own writer thread: the loop submits jobs and gets them back when they are on
 * disk, so it never waits. A Store owns its thread and database until store_close. A job belongs to the store from
 * store_submit until store_next_done returns it, then to the caller, who frees it with store_job_free.
 *
 * Keys: people by id, tables by id, lines by (table, n). If two servers store the same line, the key decides: the
 * second job fails with SK_STALE and writes nothing. A gap before a line is refused too. Submit a person before their
 * tokens, and a table before its lines and chat. A table's first line may have any n; each further line has the next
 * number.
 *
 * All waiting jobs go into one transaction, but each job succeeds or fails on its own, and always as a whole. If the
 * disk fails, every job of the transaction comes back with the reason, and none of them is stored. There is one
 * exception: if the machine crashes at that very moment, a failed job may turn out to be stored, completely, after the
 * restart. */
#ifndef SKERRY_SERVE_STORAGE_STORE_H
#define SKERRY_SERVE_STORAGE_STORE_H

#include <stdint.h>
#include <string.h>

#include "base/err.h"

enum { STORE_TOKEN_SIZE = 32 }; /* bytes of a hashed token or key */
enum { STORE_BROADCAST_MAX = 7900 };

/* Members of StoreJob that each kind uses. Numbers that a kind does not use are the caller's and come back unchanged.
 * "PostgreSQL" marks what works only there, because it concerns several servers. */
typedef enum StoreJobKind {
    /* A new or changed person: person, text (name), num (flags). n (StorePersonPart) says which of these to write; with
     * STORE_PERSON_FLAGS, only the flags in flag_mask are written (PostgreSQL). */
    STORE_PERSON,
    /* Adds a device: person, hash. If num is 1, fails with SK_STALE if the device belongs to somebody else
     * (PostgreSQL). */
    STORE_TOKEN_ADD,
    /* Drops all tokens of a person but `hash`: person, hash. */
    STORE_TOKEN_DROP,
    /* A new or changed table: table, text (its row as JSON), num (phase). */
    STORE_TABLE,
    /* Appends lines: table, n (of the first line), lines in the form of records. row is NULL, or a new row to store
     * with them; num is then its phase. */
    STORE_LINES,
    /* Appends a line of chat: table, text (JSON). */
    STORE_CHAT,
    /* A content pack, stored once: num (its hash), text (JSON). */
    STORE_PACK,
    /* A setting of the house: key, text. If num is 1, an existing key is not overwritten (PostgreSQL). */
    STORE_SETTING,
    /* Reads a table. Returns row, lines, chat. With PostgreSQL, returns only lines from n on, and in text the people
     * who have the table open on other servers, as "\n1\n2\n". */
    STORE_READ_TABLE,
    /* Writes something, to test whether writing works again, then reads like STORE_READ_TABLE. */
    STORE_RECOVER,
    /* Reads a person. Returns text (name), num (flags), lines (tokens in hexadecimal). PostgreSQL. */
    STORE_READ_PERSON,
    /* Presence: person has table open on this server (num 1) or no longer has it open (num 0). Table 0 stands for
     * having a client here that takes part in fair dice. PostgreSQL. */
    STORE_PRESENCE,
    /* Finds clients for fair dice. text lists people, as "1,2". Returns in lines those with such a client on another
     * server. PostgreSQL. */
    STORE_FIND_CLIENTS,
    /* Sends text to the other servers, at most STORE_BROADCAST_MAX bytes. PostgreSQL only. */
    STORE_BROADCAST,
    /* Renews this server's lease for num milliseconds and takes over the running tables of servers whose lease has
     * expired. Returns num: 1 if its own lease had expired, and lines: ids of the tables taken over, or with num 1 of
     * all its running tables. PostgreSQL. */
    STORE_LEASE,
    /* Writes a backup to the file `text`. It contains all jobs submitted before it. Returned when it is complete. */
    STORE_BACKUP,
    /* Never submitted: says that another server has changed something. table or person is the one that changed; if
     * person is negative, some of their devices were signed out. key means the settings. text is a broadcast; if it is
     * empty, notifications are lost, because the database connection is broken. If all are zero, reload everything. */
    STORE_CHANGED
} StoreJobKind;

/* What a STORE_PERSON job writes. */
typedef enum StorePersonPart { STORE_PERSON_ALL, STORE_PERSON_NAME, STORE_PERSON_FLAGS } StorePersonPart;

typedef struct StoreJob {
    StoreJobKind kind;
    int64_t person, table;
    int64_t n, num; /* by kind, see above */
    /* New stamp of a table's row, and the one that it replaces, if several servers write: see store_is_shared. */
    int64_t stamp, expected_stamp;
    int64_t flag_mask; /* flags that STORE_PERSON_FLAGS writes */
    unsigned char hash[STORE_TOKEN_SIZE];
    /* malloc'd and owned by the job; NULL: none */
    char *key, *text;
    char *lines; /* lines of a record, each with its '\n' */
    char *row;
    char *chat; /* returned: lines of JSON */
    Err err;    /* set by the store; status SK_OK: the job is on disk */
    void *ctx;  /* the caller's; the store does not use it */
    struct StoreJob *next;
} StoreJob;

typedef struct Store Store;

/* True for PostgreSQL, which several servers can share. There, a row is written only over the one whose stamp is
 * expected_stamp; otherwise the job fails with SK_STALE, because another server was first. If the stamp is 0, any row
 * is overwritten. */
static inline bool store_is_shared(const char *where) { return !strncmp(where, "postgres", 8) && strstr(where, "://"); }

/* `where` is a folder for SQLite (created if it is missing) or postgres://… . The store's thread calls wake when jobs
 * are done; it must only wake the loop. Returns NULL and sets err if the store cannot be opened. */
Store *store_open(const char *where, void (*wake)(void *ctx), void *ctx, Err *err);
/* Writes the queued jobs first. */
void store_close(Store *store);

StoreJob *store_job(StoreJobKind kind); /* zeroed; NULL: out of memory */
void store_job_free(StoreJob *job);
void store_submit(Store *store, StoreJob *job); /* never blocks */
/* Blocks until every job submitted so far is written or has failed. Only for the start, before the loop runs. */
void store_wait_written(Store *store);
StoreJob *store_next_done(Store *store); /* in the order submitted; NULL: none is done */

/* Called once per row; returning false stops the loading. */
typedef struct StoreCallbacks {
    bool (*person)(void *ctx, int64_t id, const char *name, int64_t flags);
    bool (*token)(void *ctx, int64_t person, const unsigned char hash[STORE_TOKEN_SIZE]);
    bool (*table)(void *ctx, int64_t id, const char *row, int64_t phase);
    bool (*setting)(void *ctx, const char *key, const char *text);
    void *ctx;
} StoreCallbacks;
/* The following run on the caller's thread. store_load_all is for the start, before the loop runs. */
Status store_load_all(Store *store, const StoreCallbacks *each, Err *err);
/* One table with its lines and chat. The caller frees the strings. */
Status store_read(Store *store, int64_t table, char **row, char **lines, char **chat, Err *err);
/* The owner of a token: calls back for at most one person and one token. Finds nobody if the store is not shared. */
Status store_find_person(Store *store, const unsigned char hash[STORE_TOKEN_SIZE], const StoreCallbacks *each,
                         Err *err);
Status store_pack(Store *store, uint64_t hash, char **json, Err *err);

#define STORE_FOLDER "skerry-data" /* default of --data */

/* Contents of a database, for reports about backups. */
typedef struct StoreSize {
    int64_t people, tables, lines, bytes;
} StoreSize;
/* Backs up a folder's database, even while a server writes to it. The copy is written under a temporary name, checked
 * and then renamed, so an older backup of that name is only replaced by a good one. Other files are not replaced. */
Status store_backup(const char *folder, const char *file, StoreSize *size, Err *err);
/* Restores a backup into a folder without a database. The folder is created if it is missing. */
Status store_restore(const char *file, const char *folder, StoreSize *size, Err *err);

/* For /metrics. */
typedef struct StoreCounts {
    uint64_t jobs, commits, failed, waiting;
    uint64_t micros_max; /* longest commit since the last call */
} StoreCounts;
StoreCounts store_counts(Store *store);

#endif
