/* A line to PostgreSQL: opened, with our tables brought up to date, asked, and what went wrong in a sentence. Results
 * are the caller's (PQclear), lines too (PQfinish). */
#ifndef SKERRY_SERVE_STORAGE_STORE_PG_CONN_H
#define SKERRY_SERVE_STORAGE_STORE_PG_CONN_H

#include <libpq-fe.h>

#include "serve/storage/store.h"

enum { PG_NUMBER = 24 };

PGconn *pg_connect(const char *where, Err *err);
Status pg_migrate(PGconn *conn, Err *err);
/* Begins with these statements, on a fresh line if need be. */
Status pg_begin_with(PGconn *conn, const char *sql, Err *err);

/* What it answered, or NULL with a sentence. args: up to a NULL. */
PGresult *pg_ask(PGconn *conn, const char *sql, const char *const *args, Err *err);
Status pg_do(PGconn *conn, const char *sql, const char *const *args, Err *err);
/* The first value of the answer to two numbers; the caller frees it. No row, or none in it: *out stays NULL. */
Status pg_text(PGconn *conn, const char *sql, int64_t key, int64_t more, char **out, Err *err);
Status pg_fail(PGconn *conn, const PGresult *result, Err *err);

/* As arguments. */
const char *pg_number(int64_t value, char out[PG_NUMBER]);
const char *pg_token(const unsigned char hash[STORE_TOKEN], char out[2 * STORE_TOKEN + 3]);

#endif
