/* Plain addresses: what there is to play, in JSON; and how the server is, for who looks after it. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "engine/tables.h"
#include "games/registry.h"
#include "serve/net.h"
#include "serve/qr.h"
#include "serve/table.h"

static int api_json(House *house, struct lws *wsi, Page *page, json_t *json) {
    Blob *blob = blob_json(json);
    if (!blob)
        return http_text(house, wsi, page, 500, "There is not enough memory.\n");
    return http_say(house, wsi, page,
                    (HttpSaid){.status = 200, .type = "application/json", .cache = "no-cache", .blob = blob});
}

static void put_word(json_t *to, const char *name, const Words *words, const char *key) {
    const char *word = words_find(words, key);
    json_object_set_new(to, name, json_string(word ? word : ""));
}

static int api_games(House *house, struct lws *wsi, Page *page) {
    json_t *games = json_array();
    Err err = {0};
    for (unsigned i = 0; games_all[i]; i++) {
        const Book *book = shelf_builtin(&house->shelf, games_all[i]->id, &err);
        json_t *game = book ? game_json(games_all[i], book->pack) : NULL;
        if (!game)
            continue;
        put_word(game, "title", &book->words, "title");
        put_word(game, "about", &book->words, "summary");
        put_word(game, "designer", &book->words, "designer");
        put_word(game, "minutes", &book->words, "minutes");
        json_array_append_new(games, game);
    }
    json_t *levels = json_array();
    for (unsigned i = 0; bots_all[i]; i++)
        if (bots_all[i]->level)
            json_array_append_new(levels, json_string(bots_all[i]->name));
    return api_json(house, wsi, page, json_pack("{s:o, s:o}", "games", games, "levels", levels));
}

static int api_words(House *house, struct lws *wsi, Page *page, const char *id) {
    const Builtin *builtin = builtin_find(id);
    if (!builtin)
        return http_text(house, wsi, page, 404, "There is no such catalogue.\n");
    return http_say(house, wsi, page,
                    (HttpSaid){.status = 200,
                               .type = "application/json",
                               .cache = "no-cache",
                               .blob = blob_bytes(builtin->words_json, strlen(builtin->words_json))});
}

static int api_content(House *house, struct lws *wsi, Page *page, const char *name) {
    uint64_t hash;
    Err err = {0};
    const Book *book = hash_read(name, &hash) ? shelf_find(&house->shelf, hash)
                       : game_find(name)      ? shelf_builtin(&house->shelf, name, &err)
                                              : NULL;
    json_t *json = book ? book_json(book, &err) : NULL;
    return json ? api_json(house, wsi, page, json) : http_text(house, wsi, page, 404, "There is no such content.\n");
}

static int api_rules(House *house, struct lws *wsi, Page *page, const char *id) {
    const Builtin *builtin = builtin_find(id);
    if (!builtin || !builtin->rules_text)
        return http_text(house, wsi, page, 404, "There are no such rules.\n");
    return http_say(house, wsi, page,
                    (HttpSaid){.status = 200,
                               .type = "text/markdown; charset=utf-8",
                               .cache = "no-cache",
                               .blob = blob_bytes(builtin->rules_text, strlen(builtin->rules_text))});
}

static int api_qr(House *house, struct lws *wsi, Page *page) {
    char arg[QR_TEXT_MAX + 8];
    Text svg = {0};
    const char *text = lws_get_urlarg_by_name(wsi, "text=", arg, sizeof arg);
    if (!text || !qr_svg(text, &svg)) {
        text_free(&svg);
        return http_text(house, wsi, page, 400, "Give the link as ?text=, at most 1,024 letters.\n");
    }
    Blob *blob = blob_bytes(text_str(&svg), svg.len);
    text_free(&svg);
    return http_say(house, wsi, page, (HttpSaid){.status = 200, .type = "image/svg+xml", .blob = blob});
}

/* ---- how it is ------------------------------------------------------------------------------------------ */

static int api_health(House *house, struct lws *wsi, Page *page) {
    return house->stopping ? http_text(house, wsi, page, 503, "stopping\n") : http_text(house, wsi, page, 200, "ok\n");
}

static void metric(Text *out, const char *name, const char *kind, uint64_t value) {
    text_printf(out, "# TYPE skerry_%s %s\nskerry_%s %llu\n", name, kind, name, (unsigned long long)value);
}

static int api_metrics(House *house, struct lws *wsi, Page *page) {
    const Counts *c = &house->counts;
    StoreCounts store = store_counts(house->store);
    Text out = {0};
    metric(&out, "sockets", "gauge", house->socks.n);
    metric(&out, "people", "gauge", house->people.n);
    metric(&out, "tables", "gauge", house->tables.n);
    metric(&out, "tables_live", "gauge", house->live.n);
    metric(&out, "work_waiting", "gauge", workers_waiting(house->workers));
    metric(&out, "sockets_total", "counter", c->sockets_ever);
    metric(&out, "sockets_refused_total", "counter", c->refused_sockets);
    metric(&out, "requests_total", "counter", c->requests);
    metric(&out, "refusals_total", "counter", c->refusals);
    metric(&out, "moves_total", "counter", c->moves);
    metric(&out, "messages_total", "counter", c->pushes);
    metric(&out, "bytes_out_total", "counter", c->bytes_out);
    metric(&out, "http_total", "counter", c->http);
    metric(&out, "bot_decisions_total", "counter", c->bots);
    metric(&out, "hints_total", "counter", c->hints);
    metric(&out, "loads_total", "counter", c->loads);
    metric(&out, "store_jobs_total", "counter", store.jobs);
    metric(&out, "store_commits_total", "counter", store.commits);
    metric(&out, "store_failed_total", "counter", store.failed);
    metric(&out, "store_waiting", "gauge", store.waiting);
    metric(&out, "store_commit_micros_max", "gauge", store.micros_max);
    Blob *blob = blob_bytes(text_str(&out), out.len);
    text_free(&out);
    return http_say(house, wsi, page, (HttpSaid){.status = 200, .type = "text/plain; version=0.0.4", .blob = blob});
}

static const struct Address {
    const char *path;
    int (*whole)(House *house, struct lws *wsi, Page *page);
    int (*part)(House *house, struct lws *wsi, Page *page, const char *rest); /* what follows the path */
} addresses[] = {
    {"/api/games", api_games, NULL},  {"/api/words/", NULL, api_words}, {"/api/content/", NULL, api_content},
    {"/api/rules/", NULL, api_rules}, {"/api/qr", api_qr, NULL},        {"/healthz", api_health, NULL},
    {"/metrics", api_metrics, NULL}};

int api_serve(House *house, struct lws *wsi, Page *page, const char *path) {
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        const struct Address *a = &addresses[i];
        if (a->whole && strcmp(path, a->path) == 0)
            return a->whole(house, wsi, page);
        if (a->part && strncmp(path, a->path, strlen(a->path)) == 0)
            return a->part(house, wsi, page, path + strlen(a->path));
    }
    return strncmp(path, "/api", 4) == 0 || strcmp(path, "/ws") == 0
               ? http_text(house, wsi, page, 404, "There is nothing at this address.\n")
               : 1;
}
