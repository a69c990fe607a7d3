#include "serve/storage/store_pg_conn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PG_SCHEMA = 2 };

/* Each brings the database one version further. Never edited once released: a change is a new entry. */
static const char *const migrations[PG_SCHEMA] = {
    "CREATE TABLE person (id bigint PRIMARY KEY, name text NOT NULL, flags bigint NOT NULL);"
    "CREATE TABLE token (hash bytea PRIMARY KEY, person bigint NOT NULL REFERENCES person);"
    "CREATE INDEX token_person ON token (person);"
    "CREATE TABLE game (id bigint PRIMARY KEY, row text NOT NULL, phase bigint NOT NULL);"
    "CREATE TABLE line (game bigint NOT NULL REFERENCES game, n bigint NOT NULL, text text NOT NULL,"
    " PRIMARY KEY (game, n));"
    "CREATE TABLE chat (game bigint NOT NULL REFERENCES game, n bigint GENERATED ALWAYS AS IDENTITY,"
    " text text NOT NULL, PRIMARY KEY (game, n));"
    "CREATE TABLE pack (hash bigint PRIMARY KEY, json text NOT NULL);"
    "CREATE TABLE setting (key text PRIMARY KEY, text text NOT NULL)",
    /* The lease of a table: whose it is stands in its row, until when once for each server, so that to renew all of
     * them is one write. */
    "CREATE TABLE server (id bigint PRIMARY KEY, until timestamptz NOT NULL);"
    "ALTER TABLE game ADD COLUMN stamp bigint NOT NULL DEFAULT 0, ADD COLUMN server bigint NOT NULL DEFAULT 0;"
    "CREATE INDEX game_playing ON game (server) WHERE phase = 1;"
    "CREATE UNLOGGED TABLE here (game bigint, server bigint, person bigint, PRIMARY KEY (game, server, person))",
};

/* ---- asking ----------------------------------------------------------------------------------------------- */

/* Never the address itself: it may hold a password. */
Status pg_fail(PGconn *conn, const PGresult *result, Err *err) {
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *said = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    char line[200];
    const char *all = PQerrorMessage(conn), *tail = strstr(all, " failed: "); /* where it is is nobody's business */
    all = tail ? tail + 9 : all;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(all, "\n"), all);
    if (!state)
        return err_set(err, SK_IO, "The database does not answer ({0}); see that PostgreSQL runs.", "s",
                       *line ? line : "no memory");
    if (strcmp(state, "23505") == 0 || strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0)
        return err_set(err, SK_STALE, "Somebody was faster: the table has gone on.", "");
    if (strcmp(state, "23503") == 0)
        return err_set(err, SK_STATE, "What this belongs to is not in the store: save the person or the table first.",
                       "");
    if (strcmp(state, "55P03") == 0)
        return err_set(err, SK_IO, "Another server keeps the database from being written to; look at that one.", "");
    if (strcmp(state, "53100") == 0)
        return err_set(err, SK_IO, "The disk of the database is full; make room there.", "");
    return err_set(err, SK_IO, "The database refuses ({0}, {1}).", "ss", said ? said : line, state);
}

PGresult *pg_ask(PGconn *conn, const char *sql, const char *const *args, Err *err) {
    int count = 0;
    while (args && args[count])
        count++;
    /* Without arguments several statements may stand in one text. */
    PGresult *result = count ? PQexecParams(conn, sql, count, NULL, args, NULL, NULL, 0) : PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    pg_fail(conn, result, err);
    PQclear(result);
    return NULL;
}

Status pg_do(PGconn *conn, const char *sql, const char *const *args, Err *err) {
    PGresult *result = pg_ask(conn, sql, args, err);
    PQclear(result);
    return result ? SK_OK : err->status;
}

const char *pg_number(int64_t value, char out[PG_NUMBER]) {
    snprintf(out, PG_NUMBER, "%lld", (long long)value);
    return out;
}

const char *pg_token(const unsigned char hash[STORE_TOKEN], char out[2 * STORE_TOKEN + 3]) {
    strcpy(out, "\\x");
    for (unsigned i = 0; i < STORE_TOKEN; i++)
        snprintf(out + 2 + 2 * i, 3, "%02x", hash[i]);
    return out;
}

Status pg_text(PGconn *conn, const char *sql, int64_t key, int64_t more, char **out, Err *err) {
    char id[PG_NUMBER], two[PG_NUMBER];
    PGresult *result = pg_ask(conn, sql, (const char *const[]){pg_number(key, id), pg_number(more, two), NULL}, err);
    *out = NULL;
    if (!result)
        return err->status;
    Status status = SK_OK;
    if (PQntuples(result) && !PQgetisnull(result, 0, 0)) {
        *out = strdup(PQgetvalue(result, 0, 0));
        if (!*out)
            status = err_set(err, SK_IO, "There is no memory to read from the database.", "");
    }
    PQclear(result);
    return status;
}

/* ---- opening ---------------------------------------------------------------------------------------------- */

static Status session_begin(PGconn *conn, Err *err) {
    return pg_do(
        conn,
        "SET client_min_messages TO warning; SET search_path TO skerry; SET synchronous_commit TO on;"
        "SET client_encoding TO 'UTF8'; SET idle_in_transaction_session_timeout TO '10s'; SET lock_timeout TO '20s'",
        NULL, err);
}

/* A server that goes down says so on every line; what became of the job is said by the job. */
static void notice_drop(void *of, const char *said) { (void)of, (void)said; }

PGconn *pg_connect(const char *where, Err *err) {
    /* What the address says itself goes before these. */
    const char *const keys[] = {"connect_timeout", "fallback_application_name", "dbname", NULL};
    const char *const values[] = {"10", "skerry", where, NULL};
    PGconn *conn = PQconnectdbParams(keys, values, 1);
    if (conn)
        PQsetNoticeProcessor(conn, notice_drop, NULL);
    if (conn && PQstatus(conn) == CONNECTION_OK && !session_begin(conn, err))
        return conn;
    if (!conn || PQstatus(conn) != CONNECTION_OK)
        pg_fail(conn, NULL, err);
    PQfinish(conn);
    return NULL;
}

/* A line that broke while it was idle shows only when it is used, and not always by its status: whatever keeps a
 * transaction from beginning, a fresh line is tried once. */
Status pg_begin_with(PGconn *conn, const char *sql, Err *err) {
    if (PQstatus(conn) == CONNECTION_OK && !pg_do(conn, sql, NULL, err))
        return SK_OK;
    PQreset(conn);
    if (PQstatus(conn) != CONNECTION_OK)
        return pg_fail(conn, NULL, err);
    Status status = session_begin(conn, err);
    return status ? status : pg_do(conn, sql, NULL, err);
}

static Status version_read(PGconn *conn, int *version, Err *err) {
    PGresult *result = pg_ask(conn, "SELECT coalesce(max(version), 0) FROM skerry.version", NULL, err);
    if (!result)
        return err->status;
    *version = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    if (*version > PG_SCHEMA)
        return err_set(err, SK_STATE,
                       "The database was written by a newer skerry (its tables are version {0}, this program knows "
                       "{1}); use the newer program.",
                       "dd", *version, (int)PG_SCHEMA);
    return SK_OK;
}

/* One transaction; of servers that start together, one does it and the others wait. */
Status pg_migrate(PGconn *conn, Err *err) {
    int version = 0;
    Status status = pg_do(conn,
                          "BEGIN; SELECT pg_advisory_xact_lock(1397444183); CREATE SCHEMA IF NOT EXISTS skerry;"
                          "CREATE TABLE IF NOT EXISTS skerry.version (version integer NOT NULL)",
                          NULL, err);
    if (!status)
        status = version_read(conn, &version, err);
    for (; !status && version < PG_SCHEMA; version++) {
        char at[PG_NUMBER];
        status = pg_do(conn, migrations[version], NULL, err);
        if (!status)
            status = pg_do(conn, "INSERT INTO version VALUES ($1::integer)",
                           (const char *const[]){pg_number(version + 1, at), NULL}, err);
    }
    if (!status)
        return pg_do(conn, "COMMIT", NULL, err);
    PQclear(PQexec(conn, "ROLLBACK"));
    return status;
}
