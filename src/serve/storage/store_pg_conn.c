#include "serve/storage/store_pg_conn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PG_SCHEMA = 2 };

/* Each entry migrates the database by one version. Never edit a released entry: add a new one. */
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
    /* Leases: each table's row names the server that holds its lease, and each server has one expiry time, so that one
     * write renews all its leases. */
    "CREATE TABLE server (id bigint PRIMARY KEY, until timestamptz NOT NULL);"
    "ALTER TABLE game ADD COLUMN stamp bigint NOT NULL DEFAULT 0, ADD COLUMN server bigint NOT NULL DEFAULT 0;"
    "CREATE INDEX game_playing ON game (server) WHERE phase = 1;"
    "CREATE UNLOGGED TABLE here (game bigint, server bigint, person bigint, PRIMARY KEY (game, server, person))",
};

/* ---- queries ---------------------------------------------------------------------------------------------- */

/* Never shows the database's address, which may contain a password. */
Status pg_fail(PGconn *conn, const PGresult *result, Err *err) {
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *primary = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    char line[200];
    const char *all = PQerrorMessage(conn), *tail = strstr(all, " failed: "); /* cut off the address before it */
    all = tail ? tail + 9 : all;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(all, "\n"), all);
    if (!state)
        return err_set(err, SK_IO, "The database does not answer ({0}). Check that PostgreSQL is running.", "s",
                       *line ? line : "out of memory");
    if (strcmp(state, "23505") == 0 || strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0)
        return err_set(err, SK_STALE, "Someone else changed the table first.", "");
    if (strcmp(state, "23503") == 0)
        return err_set(err, SK_STATE, "The person or table that this belongs to is not in the store.", "");
    if (strcmp(state, "55P03") == 0)
        return err_set(err, SK_IO, "Another server is blocking writes to the database. Check that server.", "");
    if (strcmp(state, "53100") == 0)
        return err_set(err, SK_IO, "The database's disk is full. Free some space.", "");
    return err_set(err, SK_IO, "The database reported an error ({0}, {1}).", "ss", primary ? primary : line, state);
}

PGresult *pg_query(PGconn *conn, const char *sql, const char *const *args, Err *err) {
    int count = 0;
    while (args && args[count])
        count++;
    /* Only PQexec accepts several statements in one text. */
    PGresult *result = count ? PQexecParams(conn, sql, count, NULL, args, NULL, NULL, 0) : PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    pg_fail(conn, result, err);
    PQclear(result);
    return NULL;
}

Status pg_exec(PGconn *conn, const char *sql, const char *const *args, Err *err) {
    PGresult *result = pg_query(conn, sql, args, err);
    PQclear(result);
    return result ? SK_OK : err->status;
}

const char *pg_number(int64_t value, char out[PG_NUMBER_SIZE]) {
    snprintf(out, PG_NUMBER_SIZE, "%lld", (long long)value);
    return out;
}

const char *pg_token(const unsigned char hash[STORE_TOKEN_SIZE], char out[2 * STORE_TOKEN_SIZE + 3]) {
    strcpy(out, "\\x");
    for (unsigned i = 0; i < STORE_TOKEN_SIZE; i++)
        snprintf(out + 2 + 2 * i, 3, "%02x", hash[i]);
    return out;
}

Status pg_query_text(PGconn *conn, const char *sql, int64_t first, int64_t second, char **out, Err *err) {
    char one[PG_NUMBER_SIZE], two[PG_NUMBER_SIZE];
    PGresult *result =
        pg_query(conn, sql, (const char *const[]){pg_number(first, one), pg_number(second, two), NULL}, err);
    *out = NULL;
    if (!result)
        return err->status;
    Status status = SK_OK;
    if (PQntuples(result) && !PQgetisnull(result, 0, 0)) {
        *out = strdup(PQgetvalue(result, 0, 0));
        if (!*out)
            status = err_set(err, SK_IO, "Out of memory while reading from the database.", "");
    }
    PQclear(result);
    return status;
}

/* ---- opening ---------------------------------------------------------------------------------------------- */

static Status session_begin(PGconn *conn, Err *err) {
    return pg_exec(
        conn,
        "SET client_min_messages TO warning; SET search_path TO skerry; SET synchronous_commit TO on;"
        "SET client_encoding TO 'UTF8'; SET idle_in_transaction_session_timeout TO '10s'; SET lock_timeout TO '20s'",
        NULL, err);
}

/* A database that shuts down sends a notice on every connection. The jobs report the failure, so it is ignored. */
static void notice_drop(void *ctx, const char *text) { (void)ctx, (void)text; }

PGconn *pg_connect(const char *where, Err *err) {
    /* Parameters in the address override these. */
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

/* A connection that broke while idle fails only when it is used, and PQstatus does not always show it. So any failure
 * to begin a transaction leads to one reconnection attempt. */
Status pg_begin_with(PGconn *conn, const char *sql, Err *err) {
    if (PQstatus(conn) == CONNECTION_OK && !pg_exec(conn, sql, NULL, err))
        return SK_OK;
    PQreset(conn);
    if (PQstatus(conn) != CONNECTION_OK)
        return pg_fail(conn, NULL, err);
    Status status = session_begin(conn, err);
    return status ? status : pg_exec(conn, sql, NULL, err);
}

static Status version_read(PGconn *conn, int *version, Err *err) {
    PGresult *result = pg_query(conn, "SELECT coalesce(max(version), 0) FROM skerry.version", NULL, err);
    if (!result)
        return err->status;
    *version = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    if (*version > PG_SCHEMA)
        return err_set(err, SK_STATE,
                       "The database was written by a newer skerry (its schema is version {0}; this program knows "
                       "{1}). Use the newer program.",
                       "dd", *version, (int)PG_SCHEMA);
    return SK_OK;
}

/* One transaction. If several servers start together, one migrates and the others wait for it. */
Status pg_migrate(PGconn *conn, Err *err) {
    int version = 0;
    Status status = pg_exec(conn,
                            "BEGIN; SELECT pg_advisory_xact_lock(1397444183); CREATE SCHEMA IF NOT EXISTS skerry;"
                            "CREATE TABLE IF NOT EXISTS skerry.version (version integer NOT NULL)",
                            NULL, err);
    if (!status)
        status = version_read(conn, &version, err);
    for (; !status && version < PG_SCHEMA; version++) {
        char at[PG_NUMBER_SIZE];
        status = pg_exec(conn, migrations[version], NULL, err);
        if (!status)
            status = pg_exec(conn, "INSERT INTO version VALUES ($1::integer)",
                             (const char *const[]){pg_number(version + 1, at), NULL}, err);
    }
    if (!status)
        return pg_exec(conn, "COMMIT", NULL, err);
    PQclear(PQexec(conn, "ROLLBACK"));
    return status;
}
