/* The HTTP API: /api/…, /healthz, /metrics. The House owns the cached responses. Loop thread only. */
#ifndef SKERRY_SERVE_REQUESTS_API_H
#define SKERRY_SERVE_REQUESTS_API_H

#include "serve/wire/http.h"

/* Returns 1 for any other path. */
int api_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *path);
void http_cache_free(House *house); /* the compressed response bodies */

#endif
