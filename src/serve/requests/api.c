/* HTTP endpoints: the games and their content as JSON, and health and metrics for the host. */
#include "serve/requests/api.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/hash.h"
#include "engine/game_json.h"
#include "engine/registry.h"
#include "serve/people/notify.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/table.h"
#include "serve/wire/qr.h"
#include "serve/wire/send.h"
#include "serve/wire/socket_access.h"

/* ---- cached bodies: they never change while the server runs ---------------------------------------------- */

typedef struct CachedBody {
    Blob *plain, *gzipped; /* gzipped: NULL if compression saves nothing */
    const char *type;
    char etag[HASH_TEXT_SIZE + 2];
} CachedBody;

static Blob *blob_gzip(const Blob *plain) {
    z_stream zip = {0};
    if (deflateInit2(&zip, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    size_t bound = deflateBound(&zip, plain->n);
    Blob *out = malloc(sizeof *out + LWS_PRE + bound);
    zip.next_in = (unsigned char *)(uintptr_t)plain->bytes + LWS_PRE;
    zip.avail_in = (unsigned)plain->n;
    zip.next_out = out ? out->bytes + LWS_PRE : NULL;
    zip.avail_out = (unsigned)bound;
    bool ok = out && deflate(&zip, Z_FINISH) == Z_STREAM_END && zip.total_out < plain->n;
    if (ok)
        *out = (Blob){.users = 1, .n = zip.total_out};
    deflateEnd(&zip);
    if (!ok)
        free(out);
    return ok ? out : NULL;
}

/* Takes ownership of the blob. Returns NULL if out of memory. */
static CachedBody *body_cache(House *house, const char *path, const char *type, Blob *blob) {
    CachedBody *cached = blob ? calloc(1, sizeof *cached) : NULL;
    char hash[HASH_TEXT_SIZE];
    if (!cached || !id_map_put(&house->http_cache, map_key(path), cached)) {
        blob_free(blob);
        free(cached);
        return NULL;
    }
    cached->plain = blob;
    cached->gzipped = blob_gzip(blob);
    cached->type = type;
    hash_write(hash_bytes(blob->bytes + LWS_PRE, blob->n, 0), hash);
    snprintf(cached->etag, sizeof cached->etag, "\"%s\"", hash);
    return cached;
}

static int body_respond(House *house, struct lws *wsi, HttpConnection *connection, const CachedBody *cached) {
    char have[64] = "";
    if (!cached)
        return http_respond_text(house, wsi, connection, 500, "Out of memory.\n");
    HttpResponse response = {.status = 200, .type = cached->type, .cache = "no-cache", .etag = cached->etag};
    if (lws_hdr_copy(wsi, have, sizeof have, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 && strcmp(have, cached->etag) == 0) {
        response.status = 304;
        return http_respond(house, wsi, connection, response);
    }
    bool gzipped = cached->gzipped && request_takes_gzip(wsi);
    response.blob = gzipped ? cached->gzipped : cached->plain;
    response.encoding = gzipped ? "gzip" : NULL;
    response.blob->users++;
    return http_respond(house, wsi, connection, response);
}

void http_cache_free(House *house) {
    CachedBody *cached;
    for (id_map_each(i, &house->http_cache, cached)) {
        blob_free(cached->plain);
        blob_free(cached->gzipped);
        free(cached);
    }
    id_map_free(&house->http_cache);
}

/* ---- games and content ------------------------------------------------------------------------------------- */

static void put_word(json_t *to, const char *name, const Words *words, const char *key) {
    const char *word = words_find(words, key);
    json_object_set_new(to, name, json_string(word ? word : ""));
}

/* Content packs that this server offers in addition to the built-in one. */
static json_t *packs_json(const House *house, const Game *game) {
    json_t *out = json_array();
    char hash[HASH_TEXT_SIZE];
    for (const CachedPack *cached = house->packs.first; cached; cached = cached->next) {
        if (!cached->offered || cached->pack->game != game)
            continue;
        hash_write(cached->pack->hash, hash);
        json_array_append_new(out, json_pack("{s:s, s:s}", "content", hash, "name", cached->name));
    }
    return out;
}

static Blob *games_blob(House *house) {
    json_t *games = json_array();
    Err err = {0};
    for (unsigned i = 0; games_all[i]; i++) {
        const CachedPack *cached = pack_cache_builtin(&house->packs, games_all[i]->id, &err);
        json_t *game = cached ? game_json(games_all[i], cached->pack) : NULL;
        if (!game)
            continue;
        put_word(game, "title", &cached->words, "title");
        put_word(game, "about", &cached->words, "summary");
        put_word(game, "designer", &cached->words, "designer");
        put_word(game, "minutes", &cached->words, "minutes");
        json_object_set_new(game, "packs", packs_json(house, games_all[i]));
        json_object_set_new(game, "scenes", rule_table_rules(games_all[i]->id));
        json_array_append_new(games, game);
    }
    json_t *levels = json_array();
    for (unsigned i = 0; bots_all[i]; i++)
        if (bots_all[i]->is_level)
            json_array_append_new(levels, json_string(bots_all[i]->name));
    return blob_json(json_pack("{s:o, s:o}", "games", games, "levels", levels));
}

static Blob *words_blob(House *house, const char *id) {
    const Builtin *builtin = builtin_find(id);
    (void)house;
    return builtin ? blob_bytes(builtin->words_json, strlen(builtin->words_json)) : NULL;
}

static Blob *content_blob(House *house, const char *name) {
    uint64_t hash;
    Err err = {0};
    const CachedPack *cached = hash_read(name, &hash) ? pack_cache_find(&house->packs, hash)
                               : game_find(name)      ? pack_cache_builtin(&house->packs, name, &err)
                                                      : NULL;
    return cached ? blob_json(cached_pack_json(cached, &err)) : NULL;
}

static Blob *rules_blob(House *house, const char *id) {
    const Builtin *builtin = builtin_find(id);
    (void)house;
    return builtin && builtin->rules_text ? blob_bytes(builtin->rules_text, strlen(builtin->rules_text)) : NULL;
}

static const struct CachedAddress {
    const char *path, *type;
    Blob *(*make)(House *house, const char *rest); /* NULL if not found */
} cached_addresses[] = {{"/api/words/", "application/json", words_blob},
                        {"/api/content/", "application/json", content_blob},
                        {"/api/rules/", "text/markdown; charset=utf-8", rules_blob}};

static int api_games(House *house, struct lws *wsi, HttpConnection *connection) {
    const CachedBody *cached = id_map_get(&house->http_cache, map_key("/api/games"));
    return body_respond(house, wsi, connection,
                        cached ? cached : body_cache(house, "/api/games", "application/json", games_blob(house)));
}

static int api_cached(House *house, struct lws *wsi, HttpConnection *connection, const struct CachedAddress *address,
                      const char *path) {
    const CachedBody *cached = id_map_get(&house->http_cache, map_key(path));
    Blob *blob = cached ? NULL : address->make(house, path + strlen(address->path));
    if (!cached && !blob)
        return http_respond_text(house, wsi, connection, 404, "There is nothing at this address.\n");
    return body_respond(house, wsi, connection, cached ? cached : body_cache(house, path, address->type, blob));
}

static int api_qr(House *house, struct lws *wsi, HttpConnection *connection) {
    char arg[QR_TEXT_MAX + 8];
    Text svg = {0};
    const char *text = lws_get_urlarg_by_name(wsi, "text=", arg, sizeof arg);
    if (!text || !qr_svg(text, &svg)) {
        text_free(&svg);
        return http_respond_text(house, wsi, connection, 400, "Pass the link as ?text=, at most 1,024 characters.\n");
    }
    Blob *blob = blob_bytes(text_str(&svg), svg.len);
    text_free(&svg);
    return http_respond(house, wsi, connection, (HttpResponse){.status = 200, .type = "image/svg+xml", .blob = blob});
}

/* ---- health and metrics --------------------------------------------------------------------------------- */

static int api_health(House *house, struct lws *wsi, HttpConnection *connection) {
    return house->stopping ? http_respond_text(house, wsi, connection, 503, "stopping\n")
                           : http_respond_text(house, wsi, connection, 200, "ok\n");
}

static void metric(Text *out, const char *name, const char *kind, uint64_t value) {
    text_printf(out, "# TYPE skerry_%s %s\nskerry_%s %llu\n", name, kind, name, (unsigned long long)value);
}

static void metric_each(Text *out, const char *name, const char *kind, const char *label, const char *const *names,
                        const uint64_t *value, unsigned n) {
    text_printf(out, "# TYPE skerry_%s %s\n", name, kind);
    for (unsigned i = 0; i < n; i++)
        text_printf(out, "skerry_%s{%s=\"%s\"} %llu\n", name, label, names[i], (unsigned long long)value[i]);
}

static void metric_tables(const House *house, Text *out) {
    uint64_t n[PHASE_COUNT] = {0};
    const Table *table;
    for (id_map_each(i, &house->tables, table))
        n[table->phase]++;
    metric_each(out, "tables", "gauge", "phase", phase_names, n, PHASE_COUNT);
}

static int api_metrics(House *house, struct lws *wsi, HttpConnection *connection) {
    const Counts *c = &house->counts;
    StoreCounts store = store_counts(house->store);
    Text out = {0};
    metric(&out, "sockets", "gauge", house->socks.n);
    metric(&out, "people", "gauge", house->people.n);
    metric_tables(house, &out);
    metric(&out, "tables_live", "gauge", house->loaded_tables.n);
    metric(&out, "packs", "gauge", pack_cache_count(&house->packs));
    metric(&out, "work_waiting", "gauge", workers_waiting(house->workers));
    metric(&out, "sockets_total", "counter", c->sockets_ever);
    metric(&out, "sockets_refused_total", "counter", c->refused_sockets);
    metric(&out, "requests_total", "counter", c->requests);
    metric_each(&out, "refusals_total", "counter", "status", refusal_names + 1, c->refused + 1, REFUSALS - 1);
    metric(&out, "moves_total", "counter", c->moves);
    metric(&out, "messages_total", "counter", c->pushes);
    metric(&out, "bytes_out_total", "counter", c->bytes_out);
    metric(&out, "http_total", "counter", c->http);
    metric(&out, "bot_decisions_total", "counter", c->bots);
    text_printf(&out, "# TYPE skerry_bot_seconds_total counter\nskerry_bot_seconds_total %.3f\n",
                (double)c->bot_micros / 1e6);
    metric(&out, "hints_total", "counter", c->hints);
    metric(&out, "loads_total", "counter", c->loads);
    if (house->notifications->sender) {
        SenderCounts letters = sender_counts(house->notifications->sender);
        metric(&out, "letters_sent_total", "counter", letters.sent);
        metric(&out, "letters_failed_total", "counter", letters.failed);
        metric(&out, "letters_waiting", "gauge", letters.waiting);
    }
    metric(&out, "store_jobs_total", "counter", store.jobs);
    metric(&out, "store_commits_total", "counter", store.commits);
    metric(&out, "store_failed_total", "counter", store.failed);
    metric(&out, "store_waiting", "gauge", store.waiting);
    metric(&out, "store_commit_micros_max", "gauge", store.micros_max);
    Blob *blob = blob_bytes(text_str(&out), out.len);
    text_free(&out);
    return http_respond(house, wsi, connection,
                        (HttpResponse){.status = 200, .type = "text/plain; version=0.0.4", .blob = blob});
}

static const struct Address {
    const char *path;
    int (*respond)(House *house, struct lws *wsi, HttpConnection *connection);
} addresses[] = {{"/api/games", api_games},
                 {"/api/qr", api_qr},
                 {"/api/door", socket_access_serve},
                 {"/healthz", api_health},
                 {"/metrics", api_metrics}};

int api_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *path) {
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        if (strcmp(path, addresses[i].path) == 0)
            return addresses[i].respond(house, wsi, connection);
    for (size_t i = 0; i < sizeof cached_addresses / sizeof *cached_addresses; i++)
        if (strncmp(path, cached_addresses[i].path, strlen(cached_addresses[i].path)) == 0)
            return api_cached(house, wsi, connection, &cached_addresses[i], path);
    return strncmp(path, "/api", 4) == 0 || strcmp(path, "/ws") == 0
               ? http_respond_text(house, wsi, connection, 404, "There is nothing at this address.\n")
               : 1;
}
