/* Connections to PostgreSQL: opening, migrating, querying, and error messages. The caller frees results with PQclear
 * and connections with PQfinish. */
#ifndef SKERRY_SERVE_STORAGE_STORE_PG_CONN_H
#define SKERRY_SERVE_STORAGE_STORE_PG_CONN_H

#include <libpq-fe.h>

#include "serve/storage/store.h"

enum { PG_NUMBER_SIZE = 24 }; /* size of a number as text */

PGconn *pg_connect(const char *where, Err *err);
Status pg_migrate(PGconn *conn, Err *err);
/* Runs statements that begin a transaction. Reconnects if the connection is broken. */
Status pg_begin_with(PGconn *conn, const char *sql, Err *err);

/* `args` is NULL-terminated, or NULL if there are none. Returns NULL and sets err if the query fails. */
PGresult *pg_query(PGconn *conn, const char *sql, const char *const *args, Err *err);
Status pg_exec(PGconn *conn, const char *sql, const char *const *args, Err *err);
/* The first value of a query with two numbers as arguments; the caller frees it. If there is no row or the value is
 * NULL, *out is NULL. */
Status pg_query_text(PGconn *conn, const char *sql, int64_t first, int64_t second, char **out, Err *err);
/* Sets err from a failed result, or from the connection if result is NULL. */
Status pg_fail(PGconn *conn, const PGresult *result, Err *err);

/* Values as text, for arguments. They return `out`. */
const char *pg_number(int64_t value, char out[PG_NUMBER_SIZE]);
const char *pg_token(const unsigned char hash[STORE_TOKEN_SIZE], char out[2 * STORE_TOKEN_SIZE + 3]);

#endif
