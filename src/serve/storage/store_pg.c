/* The store in PostgreSQL, for several servers that share one house: the same tables as in SQLite, in their own schema.
 * The primary key of `line` decides which of two servers was first. NOTIFY tells the others about each commit. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/text.h"
#include "serve/storage/store_backend.h"
#include "serve/storage/store_pg_conn.h"

typedef struct Pg {
    PGconn *write, *read, *listen;
    atomic_int writer; /* backend process of `write`, to recognise our own notices */
    pthread_t thread;
    bool listening;
    int stop;       /* eventfd that ends the thread */
    int64_t server; /* this server's id as holder of leases; new at every start */
    StoreListener *changed;
    void *changed_ctx;
} Pg;

static void pg_close(void *db) {
    Pg *pg = db;
    if (pg->listening) {
        eventfd_write(pg->stop, 1);
        pthread_join(pg->thread, NULL);
    }
    if (pg->stop >= 0)
        close(pg->stop);
    if (pg->write &&
        PQstatus(pg->write) == CONNECTION_OK) { /* end our lease now, so that the others need not wait for its expiry */
        char id[PG_NUMBER_SIZE];
        Err err;
        pg_exec(pg->write,
                "WITH gone AS (DELETE FROM here WHERE server = $1::bigint)"
                " DELETE FROM server WHERE id = $1::bigint",
                (const char *const[]){pg_number(pg->server, id), NULL}, &err);
    }
    PQfinish(pg->listen);
    PQfinish(pg->read);
    PQfinish(pg->write);
    free(pg);
}

static void *pg_open(const char *where, Err *err) {
    Pg *pg = calloc(1, sizeof *pg);
    if (!pg) {
        err_set(err, SK_IO, "Out of memory while opening the store.", "");
        return NULL;
    }
    pg->stop = eventfd(0, EFD_CLOEXEC);
    if (getrandom(&pg->server, sizeof pg->server, 0) != sizeof pg->server)
        pg->server = getpid();
    pg->server &= INT64_MAX;
    if ((pg->write = pg_connect(where, err)) && !pg_migrate(pg->write, err) && (pg->read = pg_connect(where, err)) &&
        (pg->listen = pg_connect(where, err)) && !pg_exec(pg->listen, "LISTEN skerry", NULL, err)) {
        atomic_store(&pg->writer, PQbackendPID(pg->write));
        return pg;
    }
    pg_close(pg);
    return NULL;
}

/* ---- notices of other servers ------------------------------------------------------------------------------ */

/* A notice is a table's number, or one of these letters and the rest of the notice. */
static StoreChangeKind notice_kind(char letter) {
    switch (letter) {
    case 'p':
    case 'd': /* some of the person's devices were signed out */
        return STORE_CHANGE_PERSON;
    case 's':
        return STORE_CHANGE_SETTINGS;
    case 'x':
        return STORE_CHANGE_BROADCAST;
    default:
        return STORE_CHANGE_TABLE;
    }
}

static void notices_deliver(Pg *pg) {
    PGnotify *notice;
    while ((notice = PQnotifies(pg->listen))) {
        if (notice->be_pid != atomic_load(&pg->writer)) {
            char letter = notice->extra[0];
            StoreChangeKind kind = notice_kind(letter);
            const char *rest = notice->extra + (kind != STORE_CHANGE_TABLE);
            int64_t id = kind == STORE_CHANGE_BROADCAST ? 0 : strtoll(rest, NULL, 10);
            pg->changed(pg->changed_ctx, kind, letter == 'd' ? -id : id, rest);
        }
        PQfreemem(notice);
    }
}

/* Waits for input. Returns true if the thread must end. */
static bool listen_wait(const Pg *pg, int socket, int timeout_ms) {
    struct pollfd polls[2] = {{pg->stop, POLLIN, 0}, {socket, POLLIN, 0}};
    while (poll(polls, socket < 0 ? 1 : 2, timeout_ms) < 0 && errno == EINTR) {
    }
    return polls[0].revents != 0;
}

static void *listen_run(void *ctx) {
    Pg *pg = ctx;
    Err err;
    notices_deliver(pg); /* those that arrived with the answer to LISTEN */
    while (!listen_wait(pg, PQsocket(pg->listen), -1)) {
        if (PQconsumeInput(pg->listen) && PQstatus(pg->listen) == CONNECTION_OK) {
            notices_deliver(pg);
            continue;
        }
        pg->changed(pg->changed_ctx, STORE_CHANGE_BROADCAST, 0, "");
        do {
            PQreset(pg->listen);
        } while ((PQstatus(pg->listen) != CONNECTION_OK || pg_exec(pg->listen, "LISTEN skerry", NULL, &err)) &&
                 !listen_wait(pg, -1, 500));
        pg->changed(pg->changed_ctx, STORE_CHANGE_TABLE, 0, ""); /* notices may have been missed meanwhile */
    }
    return NULL;
}

static bool pg_listen(void *db, StoreListener *changed, void *ctx) {
    Pg *pg = db;
    pg->changed = changed;
    pg->changed_ctx = ctx;
    pg->listening = pg->stop >= 0 && pthread_create(&pg->thread, NULL, listen_run, pg) == 0;
    return pg->listening;
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

/* Lines from `from` on. lines and chat may be NULL. */
static Status conn_read(PGconn *conn, int64_t table, int64_t from, char **row, char **lines, char **chat, Err *err) {
    static const char *const ask[3] = {"SELECT row FROM game WHERE id = $1::bigint AND $2::bigint >= 0",
                                       "SELECT coalesce(string_agg(text || E'\\n', '' ORDER BY n), '') FROM line"
                                       " WHERE game = $1::bigint AND n >= $2::bigint",
                                       "SELECT coalesce(string_agg(text || E'\\n', '' ORDER BY n), '') FROM chat"
                                       " WHERE game = $1::bigint AND $2::bigint >= 0"};
    char **out[3] = {row, lines, chat}, *got[3] = {NULL, NULL, NULL};
    Status status = SK_OK;
    for (int i = 0; i < 3 && !status; i++)
        if (i == 0 || out[i])
            status = pg_query_text(conn, ask[i], table, from, &got[i], err);
    if (!status && !got[0])
        status = err_set(err, SK_UNKNOWN, "There is no such table.", "");
    for (int i = 0; i < 3; i++) {
        if (status || !out[i]) {
            free(got[i]);
            got[i] = NULL;
        }
        if (out[i])
            *out[i] = got[i];
    }
    return status;
}

static Status read_begin(Pg *pg, Err *err) {
    return pg_begin_with(pg->read, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err);
}

static Status pg_read(void *db, int64_t table, char **row, char **lines, char **chat, Err *err) {
    Pg *pg = db;
    char **out[3] = {row, lines, chat};
    for (int i = 0; i < 3; i++)
        if (out[i])
            *out[i] = NULL;
    Status status = read_begin(pg, err);
    if (status)
        return status;
    status = conn_read(pg->read, table, 0, row, lines, chat, err);
    PQclear(PQexec(pg->read, "ROLLBACK"));
    return status;
}

static Status pg_pack(void *db, uint64_t hash, char **json, Err *err) {
    Pg *pg = db;
    *json = NULL;
    Status status = read_begin(pg, err);
    if (status)
        return status;
    status = pg_query_text(pg->read, "SELECT json FROM pack WHERE hash = $1::bigint AND $2::bigint = 0", (int64_t)hash,
                           0, json, err);
    PQclear(PQexec(pg->read, "ROLLBACK"));
    if (!status && !*json)
        status = err_set(err, SK_UNKNOWN, "There is no such content pack.", "");
    return status;
}

static bool hex_token(const char *text, unsigned char out[STORE_TOKEN_SIZE]) {
    if (strlen(text) != 2 + 2 * STORE_TOKEN_SIZE)
        return false;
    for (unsigned i = 0; i < STORE_TOKEN_SIZE; i++) {
        char two[3] = {text[2 + 2 * i], text[3 + 2 * i], '\0'};
        out[i] = (unsigned char)strtoul(two, NULL, 16);
    }
    return true;
}

/* Passes one row to its callback. Returns false to stop. */
static bool row_report(const PGresult *result, int row, int what, const StoreCallbacks *each) {
    const char *first = PQgetvalue(result, row, 0), *text = PQgetvalue(result, row, 1);
    int64_t id = strtoll(first, NULL, 10), more = what == 3 ? 0 : strtoll(PQgetvalue(result, row, 2), NULL, 10);
    unsigned char hash[STORE_TOKEN_SIZE];
    switch (what) {
    case 0:
        return each->person(each->ctx, id, text, more);
    case 1:
        return !hex_token(text, hash) || each->token(each->ctx, id, hash);
    case 2:
        return each->table(each->ctx, id, text, more);
    default:
        return each->setting(each->ctx, first, text);
    }
}

static Status pg_load_all(void *db, const StoreCallbacks *each, Err *err) {
    static const char *const ask[4] = {
        "SELECT id, name, flags FROM person ORDER BY id", "SELECT person, hash, 0 FROM token ORDER BY person, hash",
        "SELECT id, row, phase FROM game ORDER BY id", "SELECT key, text FROM setting ORDER BY key COLLATE \"C\""};
    const bool asked[4] = {each->person, each->token, each->table, each->setting};
    Pg *pg = db;
    Status status = read_begin(pg, err);
    if (status)
        return status;
    bool more = true;
    for (int what = 0; what < 4 && more && !status; what++) {
        if (!asked[what])
            continue;
        PGresult *result = pg_query(pg->read, ask[what], NULL, err);
        status = result ? SK_OK : err->status;
        for (int row = 0; result && more && row < PQntuples(result); row++)
            more = row_report(result, row, what, each);
        PQclear(result);
    }
    PQclear(PQexec(pg->read, "ROLLBACK"));
    return status;
}

static Status pg_find_person(void *db, const unsigned char hash[STORE_TOKEN_SIZE], const StoreCallbacks *each,
                             Err *err) {
    char text[2 * STORE_TOKEN_SIZE + 3];
    Pg *pg = db;
    Status status = read_begin(pg, err);
    if (status)
        return status;
    PGresult *result = pg_query(pg->read,
                                "SELECT p.id, p.name, p.flags FROM person p JOIN token t ON t.person = p.id"
                                " WHERE t.hash = $1::bytea",
                                (const char *const[]){pg_token(hash, text), NULL}, err);
    status = result ? SK_OK : err->status;
    if (result && PQntuples(result) && row_report(result, 0, 0, each))
        each->token(each->ctx, strtoll(PQgetvalue(result, 0, 0), NULL, 10), hash);
    PQclear(result);
    PQclear(PQexec(pg->read, "ROLLBACK"));
    return status;
}

/* ---- writing ---------------------------------------------------------------------------------------------- */

/* Only one server writes a batch at a time. Otherwise they would lock the same rows in different orders, and a deadlock
 * costs a second. A server that hangs during a batch loses it after ten seconds (store_pg_conn.c). */
static Status pg_begin(void *db, Err *err) {
    Pg *pg = db;
    Status status = pg_begin_with(pg->write, "BEGIN; SELECT pg_advisory_xact_lock(1397444184); SAVEPOINT job", err);
    atomic_store(&pg->writer, PQbackendPID(pg->write));
    return status;
}

static Status pg_commit(void *db, Err *err) {
    PGconn *conn = ((Pg *)db)->write;
    PGresult *result = pg_query(conn, "COMMIT", NULL, err);
    if (!result)
        return err->status;
    /* A COMMIT of a failed transaction is answered with ROLLBACK. */
    bool done = strcmp(PQcmdStatus(result), "COMMIT") == 0;
    PQclear(result);
    return done ? SK_OK : err_set(err, SK_IO, "The database rolled back the whole batch. See its log.", "");
}

static void pg_rollback(void *db) { PQclear(PQexec(((Pg *)db)->write, "ROLLBACK")); }

/* Each job is one statement, including the notice to the other servers, because a round trip costs more than the work.
 * PostgreSQL delivers notices only if the transaction commits, and merges equal ones. */

/* No row was written if the stored one is not the expected one. */
static Status check_row_written(const char *count, Err *err) {
    return strcmp(count, "0") != 0 ? SK_OK : err_set(err, SK_STALE, "Someone else changed the table first.", "");
}

static Status write_row(const Pg *pg, const StoreJob *job, const char *row, Err *err) {
    char id[PG_NUMBER_SIZE], at[PG_NUMBER_SIZE], stamp[PG_NUMBER_SIZE], expected[PG_NUMBER_SIZE],
        server[PG_NUMBER_SIZE];
    PGresult *result =
        pg_query(pg->write,
                 "WITH put AS (INSERT INTO game (id, row, phase, stamp, server)"
                 " VALUES ($1::bigint, $2, $3::bigint, $4::bigint, $6::bigint)"
                 " ON CONFLICT (id) DO UPDATE SET row = excluded.row, phase = excluded.phase, stamp = excluded.stamp"
                 " WHERE $4::bigint = 0 OR game.stamp = $5::bigint RETURNING 1)"
                 " SELECT (SELECT count(*) FROM put), pg_notify('skerry', $1::bigint::text)",
                 (const char *const[]){pg_number(job->table, id), row ? row : "", pg_number(job->num, at),
                                       pg_number(job->stamp, stamp), pg_number(job->expected_stamp, expected),
                                       pg_number(pg->server, server), NULL},
                 err);
    Status status = result ? check_row_written(PQgetvalue(result, 0, 0), err) : err->status;
    PQclear(result);
    return status;
}

/* Refuses a gap before the lines, and lines that exist already. Lines that another server inserts at the same time are
 * caught by the primary key. */
static Status check_lines(const char *last, int64_t n, Err *err) {
    if (!*last || n == strtoll(last, NULL, 10) + 1)
        return SK_OK;
    if (n <= strtoll(last, NULL, 10))
        return err_set(err, SK_STALE, "Someone else changed the table first.", "");
    return err_set(err, SK_STATE, "Lines are missing before this one, so the table was not saved.", "");
}

/* With a row, the game starts now, and this server gets its lease. */
static Status write_lines(const Pg *pg, const StoreJob *job, Err *err) {
    static const char put[] =
        "WITH last AS (SELECT max(n) AS n FROM line WHERE game = $1::bigint),"
        " row AS (INSERT INTO game (id, row, phase, stamp, server)"
        " SELECT $1::bigint, $4::text, $5::bigint, $6::bigint, $8::bigint WHERE $4::text IS NOT NULL"
        " ON CONFLICT (id) DO UPDATE SET row = excluded.row, phase = excluded.phase, stamp = excluded.stamp,"
        " server = excluded.server WHERE $6::bigint = 0 OR game.stamp = $7::bigint RETURNING 1),"
        " put AS (INSERT INTO line (game, n, text) SELECT $1::bigint, $2::bigint + i - 1, t"
        " FROM unnest(string_to_array(rtrim($3::text, E'\\n'), E'\\n')) WITH ORDINALITY AS u (t, i), last"
        " WHERE coalesce(last.n + 1, $2::bigint) = $2::bigint)"
        " SELECT last.n, (SELECT count(*) FROM row), pg_notify('skerry', $1::bigint::text) FROM last";
    char id[PG_NUMBER_SIZE], n[PG_NUMBER_SIZE], phase[PG_NUMBER_SIZE], stamp[PG_NUMBER_SIZE], expected[PG_NUMBER_SIZE],
        server[PG_NUMBER_SIZE];
    if (!job->lines || !*job->lines)
        return job->row ? write_row(pg, job, job->row, err) : SK_OK;
    const char *const args[] = {pg_number(job->table, id),
                                pg_number(job->n, n),
                                job->lines,
                                job->row,
                                pg_number(job->num, phase),
                                pg_number(job->stamp, stamp),
                                pg_number(job->expected_stamp, expected),
                                pg_number(pg->server, server)};
    PGresult *result = PQexecParams(pg->write, put, 8, NULL, args, NULL, NULL, 0);
    bool done = PQresultStatus(result) == PGRES_TUPLES_OK;
    Status status = done ? check_lines(PQgetvalue(result, 0, 0), job->n, err) : pg_fail(pg->write, result, err);
    if (!status && job->row)
        status = check_row_written(PQgetvalue(result, 0, 1), err);
    PQclear(result);
    return status;
}

static Status write_two(PGconn *conn, const char *sql, const char *one, const char *two, Err *err) {
    return pg_exec(conn, sql, (const char *const[]){one, two ? two : "", NULL}, err);
}

/* If two servers meet the same new guest at once, the first keeps the token. Signing in on a device always takes it. */
static Status write_token(PGconn *conn, const StoreJob *job, Err *err) {
    char id[PG_NUMBER_SIZE], fresh[PG_NUMBER_SIZE], hash[2 * STORE_TOKEN_SIZE + 3];
    PGresult *result = pg_query(
        conn,
        "WITH put AS (INSERT INTO token (hash, person) VALUES ($1::bytea, $2::bigint) ON CONFLICT (hash) DO UPDATE"
        " SET person = CASE WHEN $3::bigint = 1 THEN token.person ELSE excluded.person END RETURNING person)"
        " SELECT (SELECT count(*) FROM put WHERE person = $2::bigint), pg_notify('skerry', 'p' || $2::bigint::text)",
        (const char *const[]){pg_token(job->hash, hash), pg_number(job->person, id), pg_number(job->num, fresh), NULL},
        err);
    Status status = result ? check_row_written(PQgetvalue(result, 0, 0), err) : err->status;
    PQclear(result);
    return status;
}

static Status read_person(PGconn *conn, StoreJob *job, Err *err) {
    char id[PG_NUMBER_SIZE];
    PGresult *result = pg_query(conn,
                                "SELECT name, flags, coalesce((SELECT string_agg(encode(hash, 'hex') || E'\\n', '')"
                                " FROM token WHERE person = $1::bigint), '') FROM person WHERE id = $1::bigint",
                                (const char *const[]){pg_number(job->person, id), NULL}, err);
    if (!result)
        return err->status;
    bool there = PQntuples(result) > 0;
    if (there) {
        job->text = strdup(PQgetvalue(result, 0, 0));
        job->num = strtoll(PQgetvalue(result, 0, 1), NULL, 10);
        job->lines = strdup(PQgetvalue(result, 0, 2));
    }
    PQclear(result);
    return there ? SK_OK : err_set(err, SK_UNKNOWN, "There is no such person.", "");
}

static Status write_presence(const Pg *pg, const StoreJob *job, Err *err) {
    char id[PG_NUMBER_SIZE], person[PG_NUMBER_SIZE], server[PG_NUMBER_SIZE];
    return pg_exec(pg->write,
                   job->num
                       ? "WITH put AS (INSERT INTO here (game, person, server)"
                         " VALUES ($1::bigint, $2::bigint, $3::bigint) ON CONFLICT DO NOTHING)"
                         " SELECT pg_notify('skerry', $1::bigint::text) WHERE $1::bigint <> 0"
                       : "WITH put AS (DELETE FROM here WHERE game = $1::bigint AND person = $2::bigint"
                         " AND server = $3::bigint) SELECT pg_notify('skerry', $1::bigint::text) WHERE $1::bigint <> 0",
                   (const char *const[]){pg_number(job->table, id), pg_number(job->person, person),
                                         pg_number(pg->server, server), NULL},
                   err);
}

/* Which of these people can give a share of the dice on another server. */
static Status find_clients(const Pg *pg, StoreJob *job, Err *err) {
    char server[PG_NUMBER_SIZE];
    PGresult *result = pg_query(
        pg->write,
        "SELECT coalesce(string_agg(DISTINCT person || E'\\n', ''), '') FROM here JOIN server s ON s.id = server"
        " WHERE game = 0 AND server <> $1::bigint AND person = ANY (string_to_array($2, ',')::bigint[])"
        " AND s.until > clock_timestamp()",
        (const char *const[]){pg_number(pg->server, server), job->text ? job->text : "", NULL}, err);
    if (!result)
        return err->status;
    job->lines = strdup(PQgetvalue(result, 0, 0));
    PQclear(result);
    return SK_OK;
}

/* The table, and the people who have it open on other servers. */
static Status read_table(const Pg *pg, StoreJob *job, Err *err) {
    Status status = conn_read(pg->write, job->table, job->n, &job->row, &job->lines, &job->chat, err);
    if (status)
        return status;
    free(job->text);
    return pg_query_text(
        pg->write,
        "SELECT E'\\n' || string_agg(DISTINCT person || E'\\n', '') FROM here JOIN server s ON s.id = server"
        " WHERE game = $1::bigint AND server <> $2::bigint AND s.until > clock_timestamp()",
        job->table, pg->server, &job->text, err);
}

/* Uses the database's clock, because the servers' clocks may differ. */
static Status write_lease(const Pg *pg, StoreJob *job, Err *err) {
    static const char *const take =
        "WITH alive AS (SELECT id FROM server WHERE until > clock_timestamp()),"
        " took AS (UPDATE game SET server = $1::bigint WHERE phase = 1 AND server <> $1::bigint"
        " AND server NOT IN (SELECT id FROM alive) RETURNING id),"
        " old AS (DELETE FROM server WHERE until < clock_timestamp() - interval '1 day' RETURNING id),"
        " gone AS (DELETE FROM here WHERE server IN (SELECT id FROM old))"
        " SELECT coalesce(string_agg(id || E'\\n', ''), '') FROM"
        " (SELECT id FROM took UNION SELECT id FROM game WHERE phase = 1 AND server = $1::bigint AND $2::bigint = 1) u";
    char id[PG_NUMBER_SIZE], ms[PG_NUMBER_SIZE];
    const char *const args[] = {pg_number(pg->server, id), pg_number(job->num, ms), NULL};
    PGresult *result = pg_query(pg->write,
                                "SELECT count(*) FROM server WHERE id = $1::bigint AND until > clock_timestamp()"
                                " AND $2::bigint > 0",
                                args, err);
    if (!result)
        return err->status;
    job->num = strcmp(PQgetvalue(result, 0, 0), "0") == 0;
    PQclear(result);
    Status status = pg_exec(pg->write,
                            "INSERT INTO server (id, until) VALUES ($1::bigint,"
                            " clock_timestamp() + $2::bigint * interval '1 millisecond')"
                            " ON CONFLICT (id) DO UPDATE SET until = excluded.until",
                            args, err);
    return status ? status : pg_query_text(pg->write, take, pg->server, job->num, &job->lines, err);
}

/* Writes only the part that the job names, so that other servers' changes to the rest stay. */
static Status write_person(PGconn *conn, const StoreJob *job, Err *err) {
    static const char whole[] = "WITH put AS (INSERT INTO person (id, name, flags)"
                                " SELECT $1::bigint, $2, $3::bigint WHERE $4::bigint = 0"
                                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, flags = excluded.flags),"
                                " part AS (UPDATE person SET name = CASE WHEN $4::bigint = 1 THEN $2 ELSE name END,"
                                " flags = (flags & ~$5::bigint) | ($3::bigint & $5::bigint)"
                                " WHERE id = $1::bigint AND $4::bigint <> 0)"
                                " SELECT pg_notify('skerry', 'p' || $1::bigint::text)";
    char id[PG_NUMBER_SIZE], flags[PG_NUMBER_SIZE], what[PG_NUMBER_SIZE], mask[PG_NUMBER_SIZE];
    return pg_exec(conn, whole,
                   (const char *const[]){pg_number(job->person, id), job->text ? job->text : "",
                                         pg_number(job->num, flags), pg_number(job->n, what),
                                         pg_number(job->flag_mask, mask), NULL},
                   err);
}

static Status write_job(const Pg *pg, StoreJob *job, Err *err) {
    PGconn *conn = pg->write;
    char id[PG_NUMBER_SIZE], num[PG_NUMBER_SIZE], hash[2 * STORE_TOKEN_SIZE + 3];
    switch (job->kind) {
    case STORE_PERSON:
        return write_person(conn, job, err);
    case STORE_TOKEN_ADD:
        return write_token(conn, job, err);
    case STORE_TOKEN_DROP:
        return write_two(conn,
                         "WITH put AS (DELETE FROM token WHERE hash <> $1::bytea AND person = $2::bigint)"
                         " SELECT pg_notify('skerry', 'd' || $2::bigint::text)",
                         pg_token(job->hash, hash), pg_number(job->person, id), err);
    case STORE_TABLE:
        return write_row(pg, job, job->text, err);
    case STORE_LINES:
        return write_lines(pg, job, err);
    case STORE_CHAT:
        return write_two(conn,
                         "WITH put AS (INSERT INTO chat (game, text) VALUES ($1::bigint, $2))"
                         " SELECT pg_notify('skerry', $1::bigint::text)",
                         pg_number(job->table, id), job->text, err);
    case STORE_PACK:
        return write_two(conn, "INSERT INTO pack (hash, json) VALUES ($1::bigint, $2) ON CONFLICT DO NOTHING",
                         pg_number(job->num, num), job->text, err);
    case STORE_SETTING:
        return write_two(conn,
                         job->num ? "INSERT INTO setting (key, text) VALUES ($1, $2) ON CONFLICT DO NOTHING"
                                  : "WITH put AS (INSERT INTO setting (key, text) VALUES ($1, $2)"
                                    " ON CONFLICT (key) DO UPDATE SET text = excluded.text)"
                                    " SELECT pg_notify('skerry', 's')",
                         job->key ? job->key : "", job->text, err);
    case STORE_RECOVER:
        if (write_two(conn, "UPDATE game SET row = row WHERE id = $1::bigint AND $2 = ''", pg_number(job->table, id),
                      "", err))
            return err->status;
        return read_table(pg, job, err);
    case STORE_READ_TABLE:
        return read_table(pg, job, err);
    case STORE_READ_PERSON:
        return read_person(conn, job, err);
    case STORE_PRESENCE:
        return write_presence(pg, job, err);
    case STORE_FIND_CLIENTS:
        return find_clients(pg, job, err);
    case STORE_BROADCAST:
        return write_two(conn, "SELECT pg_notify('skerry', 'x' || $1) WHERE $2 = ''", job->text ? job->text : "", "",
                         err);
    case STORE_LEASE:
        return write_lease(pg, job, err);
    case STORE_BACKUP:
    case STORE_CHANGED:
        break;
    }
    return err_set(err, SK_STATE, "The store does not support this job.", "");
}

/* There is always a savepoint before the current job. */
static bool pg_write(void *db, StoreJob *job) {
    PGconn *conn = ((Pg *)db)->write;
    Status status = write_job(db, job, &job->err);
    Err failure;
    if (pg_exec(conn, status ? "ROLLBACK TO job" : "RELEASE job; SAVEPOINT job", NULL, &failure)) {
        job->err = failure;
        return false;
    }
    return true;
}

static Status pg_backup(void *db, const char *path, Err *err) {
    (void)db, (void)path;
    return err_set(err, SK_USAGE, "Use pg_dump to back up a PostgreSQL database.", "");
}

const StoreBackend store_postgres = {
    .open = pg_open,
    .close = pg_close,
    .begin = pg_begin,
    .write = pg_write,
    .commit = pg_commit,
    .rollback = pg_rollback,
    .load_all = pg_load_all,
    .read = pg_read,
    .pack = pg_pack,
    .find_person = pg_find_person,
    .backup = pg_backup,
    .listen = pg_listen,
};
