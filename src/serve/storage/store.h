/* The store: what must survive. One thread of its own writes; the loop hands it jobs and gets them back when they are
 * on disk, so that it never waits. A Store owns its thread and database until store_close. A job belongs to the store
 * from store_submit until store_next_done hands it back, then to the caller, who frees it with store_job_free.
 *
 * Everything is keyed: people by id, tables by id, lines by (table, n). Inserting a line whose (table, n) is there
 * already is the judge between two servers: that job comes back SK_STALE, and nothing of it was written. A gap before a
 * line is refused too. Persons are put before their tokens, tables before their lines and chat; a table's n goes up by
 * one from whatever its first line had.
 *
 * All that waits is one transaction, yet each job is whole or nothing by itself. When the disk fails, every job of that
 * transaction comes back with the reason and is not there; only if the machine dies in that very moment may it be found
 * there, whole, after the restart. */
#ifndef SKERRY_SERVE_STORAGE_STORE_H
#define SKERRY_SERVE_STORAGE_STORE_H

#include <stdint.h>
#include <string.h>

#include "base/err.h"

enum { STORE_TOKEN = 32 }; /* bytes of a hashed token or key */
enum { STORE_SAY_MAX = 7900 };

typedef enum StoreJobKind {
    STORE_PERSON, /* a new person, or a changed name or flags: person, text (name), num (flags); n (StorePerson): which
                     of them, where others may change the rest, flags those in `after` (PostgreSQL) */
    STORE_TOKEN_ADD, /* person, hash: a device that is this person; num 1: unless it is another's (PostgreSQL: SK_STALE)
                      */
    STORE_TOKEN_DROP,  /* person; all tokens but `hash` */
    STORE_TABLE,       /* a new table, or its row changed: table, text (its row as JSON), num (phase) */
    STORE_LINES,       /* table, n (of the first), lines as records have them; row: NULL, or STORE_TABLE too with num */
    STORE_CHAT,        /* table, text: one line as JSON */
    STORE_PACK,        /* hash of the content in num, text: the pack's JSON; kept once */
    STORE_SETTING,     /* key, text: the house's own settings; num 1: only where there is none (PostgreSQL) */
    STORE_READ_TABLE,  /* table: answers row and lines, chat. PostgreSQL: lines from n on, and text:
                          people in its room at other servers, "\n1\n2\n" */
    STORE_RECOVER,     /* table: writes something, to see whether that works again, and answers what STORE_READ_TABLE
                       does */
    STORE_READ_PERSON, /* person: answers text (name), num (flags), lines (his tokens in hexadecimal). PostgreSQL alone
                        */
    STORE_PRESENCE,    /* table, person: he is in its room at this server; num 0: he is not any more. Table 0: he has a
                      client    open here that gives shares of dice. PostgreSQL alone */
    STORE_FIND_CLIENTS, /* text: people, "1,2": answers lines, those of them who have such a client open at another
                  server. PostgreSQL alone */
    STORE_BROADCAST,    /* text: told to the other servers as it is, at most STORE_SAY_MAX bytes. PostgreSQL alone */
    STORE_LEASE,  /* num: for so many milliseconds this server lives; playing tables of servers that do not are its own
                     from now on: answers lines (their ids), and num 1 if it had not lived meanwhile. PostgreSQL alone */
    STORE_BACKUP, /* text: a file's path. Holds all that was put before it; comes back when it is ready */
    STORE_CHANGED /* never put: another server has written to this table, or where `person` is not 0 to that person
                     (below 0: devices of his were signed out), or where there is a `key` to the settings (nothing of
                     all that: perhaps to any; look again). Where there is a text it is what another said;
                     empty: the line is broken, and what others do is not heard */
} StoreJobKind;

typedef enum StorePerson { STORE_WHOLE, STORE_NAME, STORE_FLAGS } StorePerson;

typedef struct StoreJob {
    StoreJobKind kind;
    int64_t person, table;
    int64_t n, num;
    int64_t stamp, after; /* of a table's row, where several servers write: below */
    unsigned char hash[STORE_TOKEN];
    char *key; /* malloc'd, as are the texts; NULL where there is none */
    char *text;
    char *lines; /* records' lines, each with its '\n' */
    char *row;
    char *chat; /* answered: lines of JSON */
    /* filled in by the store */
    Err err; /* status SK_OK: it is on disk */
    /* the caller's own, handed back untouched */
    void *ctx;
    struct StoreJob *next;
} StoreJob;

typedef struct Store Store;

/* A row is written over the one whose stamp is `after` alone, else the job comes back SK_STALE: another server was
 * first. stamp 0: whatever is there. PostgreSQL alone; SQLite has one server. */
static inline bool store_is_shared(const char *where) { return !strncmp(where, "postgres", 8) && strstr(where, "://"); }

/* where: a folder (made if it is missing; SQLite) or postgres://… . wake is called from the store's thread whenever
 * something is done: it must only wake the loop. NULL with a sentence when it cannot be opened. */
Store *store_open(const char *where, void (*wake)(void *of), void *of, Err *err);
/* Writes what is queued, then ends. */
void store_close(Store *store);

StoreJob *store_job(StoreJobKind what); /* zeroed; NULL without memory */
void store_job_free(StoreJob *job);
void store_submit(Store *store, StoreJob *job); /* never blocks */
StoreJob *store_next_done(Store *store);        /* the next that is finished, in the order put; NULL: none */

/* Before the loop begins, on the caller's thread: everything that must be known from the start. Each calls back once
 * for each row; a callback that returns false ends it. */
typedef struct StoreCallbacks {
    bool (*person)(void *of, int64_t id, const char *name, int64_t flags);
    bool (*token)(void *of, int64_t person, const unsigned char hash[STORE_TOKEN]);
    bool (*table)(void *of, int64_t id, const char *row, int64_t phase);
    bool (*setting)(void *of, const char *key, const char *text);
    void *ctx;
} StoreCallbacks;
Status store_load_all(Store *store, const StoreCallbacks *each, Err *err);
/* One table whole, on the caller's thread: its lines so far and its chat. The texts are the caller's. */
Status store_read(Store *store, int64_t table, char **row, char **lines, char **chat, Err *err);
/* Whose token that is, on the caller's thread: at most one person and one token. Nobody where nothing is shared. */
Status store_find_person(Store *store, const unsigned char hash[STORE_TOKEN], const StoreCallbacks *each, Err *err);
Status store_pack(Store *store, uint64_t hash, char **json, Err *err);

#define STORE_FOLDER "skerry-data" /* unless --data says otherwise */

/* What a database holds, for whoever copies one. */
typedef struct StoreSize {
    int64_t people, tables, lines, bytes;
} StoreSize;
/* The database of a folder into a file, beside a server that writes to it. Written aside, checked, then renamed: an
 * older backup of that name stays until the new one is good; a file that is none is not replaced. */
Status store_backup(const char *folder, const char *file, StoreSize *size, Err *err);
/* A backup into a folder that has no database yet, made if it is missing. */
Status store_restore(const char *file, const char *folder, StoreSize *size, Err *err);

/* For /metrics. */
typedef struct StoreCounts {
    uint64_t jobs, commits, failed, waiting;
    uint64_t micros_max; /* the longest commit since the last look */
} StoreCounts;
StoreCounts store_counts(Store *store);

#endif
