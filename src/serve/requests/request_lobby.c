/* Requests outside a table: hello, names, sign-in links, the lobby, and creating and opening tables. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "engine/json.h"
#include "serve/host/host.h"
#include "serve/peers/peer.h"
#include "serve/peers/presence.h"
#include "serve/peers/remote_dice.h"
#include "serve/people/people.h"
#include "serve/people/sign_in.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/load.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/start.h"
#include "serve/tables/table_edit.h"
#include "serve/tables/walkthrough_table.h"
#include "serve/wire/rate_limit.h"

enum { PROTOCOL = 1, CLOCK_SECONDS_MAX = 86400, CLOCK_DAYS_MAX = 30 };

Status handle_hello(Request *request) {
    if (request_integer(request, "protocol", PROTOCOL) != PROTOCOL)
        return err_set(&request->err, SK_RANGE, "This server speaks protocol {0}; reload the page.", "d", PROTOCOL);
    request->sock->said_hello = true;
    bool gave = request->sock->gives_dice_share;
    request->sock->gives_dice_share = request_flag(request, "dice");
    if (gave != request->sock->gives_dice_share)
        remote_dice_announce(request->house, request->sock);
    request->sock->wants_finals = request_flag(request, "final");
    request_put(request, "me", person_json(request->sock->person));
    request_put(request, "server",
                json_pack("{s:s, s:I, s:i, s:s, s:[s, s, s, s, s, s]}", "version", SKERRY_VERSION, "now",
                          (json_int_t)clock_wall_ms(), "protocol", PROTOCOL, "origin", request->house->origin,
                          "features", "leave", "from", "final", "rule", "seat-log", "go-on"));
    request_put(request, "house", house_json(request->house));
    request_put(request, "limits",
                json_pack("{s:i, s:i, s:i, s:i, s:i}", "message", MESSAGE_MAX, "rate", MESSAGES_PER_SECOND, "name",
                          NAME_CHARS_MAX, "chat", CHAT_CHARS_MAX, "tables", TABLES_PER_PERSON));
    return SK_OK;
}

Status handle_ping(Request *request) {
    request_put(request, "now", json_integer(clock_wall_ms()));
    return SK_OK;
}

static void name_save_done(House *house, PendingAnswer *pending) {
    const Person *person = id_map_get(&house->people, (uint64_t)pending->id);
    if (pending->err.status || !person)
        answer_error(house, NULL, pending->reply, &pending->err, NULL);
    else
        answer(house, pending->reply, json_pack("{s:o}", "me", person_json(person)));
}

Status handle_name(Request *request) {
    char name[NAME_SIZE];
    Person *person = request->sock->person;
    Status status = name_read(request_string(request, "name"), "A name", name, &request->err);
    if (status)
        return status;
    PendingAnswer *pending = pending_answer_new(name_save_done);
    if (!pending)
        return err_set(&request->err, SK_IO, "Out of memory. Try again in a moment.", "");
    pending->reply = request_reply(request);
    pending->id = person->id;
    person_rename(request->house, person, name, pending);
    pending_answer_done(request->house, pending, NULL);
    request->deferred = true;
    for (unsigned i = 0; i < person->table_count; i++)
        if (person->tables[i]->sockets && table_seats_of(person->tables[i], person))
            table_push_info(request->house, person->tables[i]);
    return SK_OK;
}

Status handle_lobby(Request *request) {
    json_t *lobby = lobby_json(request->house, request->sock);
    request->sock->lobby = true;
    json_object_update(request->out, lobby);
    json_decref(lobby);
    return SK_OK;
}

Status handle_lobby_off(Request *request) {
    request->sock->lobby = false;
    return SK_OK;
}

Status handle_link(Request *request) {
    char token[KEY_SIZE * 2], path[80];
    int64_t until;
    if (!sign_in_link_new(request->house, request->sock->person, token, &until))
        return err_set(&request->err, SK_IO, "Out of memory while creating a link.", "");
    snprintf(path, sizeof path, "/in/%s", token);
    request_put(request, "path", json_string(path));
    request_put(request, "expires", json_integer(until));
    return SK_OK;
}

static void sign_out_done(House *house, PendingAnswer *pending) {
    if (pending->err.status)
        answer_error(house, NULL, pending->reply, &pending->err, NULL);
    else
        answer(house, pending->reply, json_pack("{s:I}", "count", (json_int_t)pending->id));
}

Status handle_sign_out_others(Request *request) {
    PendingAnswer *pending = pending_answer_new(sign_out_done);
    if (!pending)
        return err_set(&request->err, SK_IO, "Out of memory. Try again in a moment.", "");
    pending->reply = request_reply(request);
    pending->id = person_sign_out(request->house, request->sock->person, request->sock->token, pending);
    pending_answer_done(request->house, pending, NULL);
    request->deferred = true;
    return SK_OK;
}

/* ---- creating a table ----------------------------------------------------------------------------------- */

static Status create_clock(Request *request, Table *table) {
    const json_t *clock = json_object_get(request->json, "clock");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    json_int_t seconds = json_integer_value(json_object_get(clock, "seconds"));
    json_int_t more = json_integer_value(json_object_get(clock, "more"));
    json_int_t days = json_integer_value(json_object_get(clock, "days"));
    if (!json_is_object(clock))
        return SK_OK;
    bool real = kind && strcmp(kind, "real") == 0;
    if (!real && !(kind && strcmp(kind, "days") == 0))
        return err_set(&request->err, SK_SYNTAX, "A clock's kind is \"real\" or \"days\".", "");
    if (real && (seconds < 10 || seconds > CLOCK_SECONDS_MAX || more < 0 || more > 3600))
        return err_set(&request->err, SK_RANGE, "A clock has 10 to {0} seconds, plus up to 3600 per move.", "d",
                       CLOCK_SECONDS_MAX);
    if (!real && (days < 1 || days > CLOCK_DAYS_MAX))
        return err_set(&request->err, SK_RANGE, "A clock in days has 1 to {0} days per move.", "d", CLOCK_DAYS_MAX);
    table->clock = real ? CLOCK_REAL : CLOCK_DAYS;
    table->clock_ms = real ? seconds * 1000 : days * 86400000;
    table->clock_increment_ms = real ? more * 1000 : 0;
    return SK_OK;
}

static Status create_seat(Request *request, Table *table, unsigned seat, const json_t *json) {
    TableSeat *own = &table->seat[seat];
    const char *who = json_string_value(json_object_get(json, "who"));
    const char *name = json_string_value(json_object_get(json, "name"));
    if (who && strcmp(who, "me") == 0) {
        own->occupant = OCCUPANT_PERSON;
        own->person = request->sock->person->id;
    } else if (who && strcmp(who, "bot") == 0) {
        own->occupant = OCCUPANT_BOT;
    } else if (!who || strcmp(who, "open") != 0) {
        return err_set(&request->err, SK_SYNTAX, "Seat {0}: who must be \"me\", \"open\" or \"bot\".", "d",
                       (int)seat + 1);
    }
    own->level = level_find(json_string_value(json_object_get(json, "level")), 0);
    if (own->level == UINT8_MAX)
        return err_set(&request->err, SK_UNKNOWN, "Seat {0}: there is no such bot level.", "d", (int)seat + 1);
    return name && *name && own->occupant != OCCUPANT_OPEN ? name_read(name, "A seat's name", own->name, &request->err)
                                                           : SK_OK;
}

/* The pack to use: one sent along, one that this server has, or the built-in one. */
static CachedPack *content_find(Request *request, const json_t *content) {
    const char *game = request_string(request, "game"), *digits = json_string_value(content);
    PackCache *cache = &request->house->packs;
    uint64_t hash;
    CachedPack *cached = digits && hash_read(digits, &hash) ? pack_cache_find(cache, hash) : NULL;
    if (json_is_object(content))
        return pack_cache_overlay(cache, game, content, "content", &request->err);
    if (!digits)
        return pack_cache_builtin(cache, game, &request->err);
    if (cached && strcmp(cached->pack->game->id, game) == 0)
        return cached;
    err_set(&request->err, SK_UNKNOWN, "This server has no content {0} for that game.", "s", digits);
    return NULL;
}

static Status create_content(Request *request, Table *table) {
    table->pack = content_find(request, json_object_get(request->json, "content"));
    return table->pack ? SK_OK : request->err.status;
}

/* Stores the table's content before the table itself. */
static void content_store(House *house, const Table *table) {
    StoreJob *job = table->pack->own.json ? store_job(STORE_PACK) : NULL;
    if (!job)
        return;
    job->num = (int64_t)table->pack->pack->hash;
    job->text = json_dumps(table->pack->own.json, JSON_COMPACT);
    store_submit(house->store, job);
}

/* Validates a content pack: answers with its hash, or with the first error. */
Status handle_check(Request *request) {
    char hash[HASH_TEXT_SIZE];
    Pack pack = {0};
    const char *game = request_string(request, "game");
    const CachedPack *plain = pack_cache_builtin(&request->house->packs, game, &request->err);
    json_t *base = plain ? cached_pack_json(plain, &request->err) : NULL;
    Status status = base ? pack_load_json(&pack, plain->pack->game, base, json_object_get(request->json, "content"),
                                          "content", &request->err)
                         : request->err.status;
    json_decref(base);
    if (status)
        return status;
    hash_write(pack.hash, hash);
    request_put(request, "content", json_string(hash));
    pack_free(&pack);
    return SK_OK;
}

/* A walkthrough brings its own seats and options and starts immediately. */
static Status create_walkthrough(Request *request, Table *table) {
    const char *game = request_string(request, "game");
    table->pack = pack_cache_builtin(&request->house->packs, game ? game : "", &request->err);
    return table->pack ? walkthrough_table_init(table, request->sock->person->id, &request->err) : request->err.status;
}

/* So does a rule table; its seats and options come from the rule's scene. */
static Status create_rule_table(Request *request, Table *table) {
    table->pack = pack_cache_builtin(&request->house->packs, request_string(request, "game"), &request->err);
    if (!table->pack)
        return request->err.status;
    return rule_table_init(table, request_integer(request, "rule", 0), request->sock->person->id, &request->err);
}

static Status create_fill(Request *request, Table *table) {
    if (!request_string(request, "game"))
        return err_set(&request->err, SK_SYNTAX, "create needs a member game: a string.", "");
    if (request_flag(request, "walkthrough"))
        return create_walkthrough(request, table);
    if (json_object_get(request->json, "rule"))
        return create_rule_table(request, table);
    const json_t *seats = json_object_get(request->json, "seats");
    size_t n = json_array_size(seats);
    const char *name = request_string(request, "name");
    if (!seats)
        return err_set(&request->err, SK_SYNTAX, "create needs a member seats: a list.", "");
    Status status = create_content(request, table);
    if (!status && (n < table->pack->pack->game->seats_min || n > table->pack->pack->game->seats_max))
        status = err_set(&request->err, SK_RANGE,
                         table->pack->pack->game->seats_max == 1 ? "This game has one seat."
                                                                 : "This game has {0} to {1} seats.",
                         "dd", table->pack->pack->game->seats_min, table->pack->pack->game->seats_max);
    if (!status)
        status = rules_open(&table->rules, table->pack->pack, (unsigned)n, &request->err);
    if (!status)
        status = rules_options_read(&table->rules, json_object_get(request->json, "options"), &request->err);
    if (!status)
        status = create_clock(request, table);
    table->seats = (unsigned)n;
    for (unsigned seat = 0; seat < n && !status; seat++)
        status = create_seat(request, table, seat, json_array_get(seats, seat));
    if (!status && name && *name)
        status = name_read(name, "A table's name", table->name, &request->err);
    if (!status) { /* refuse options that do not fit together now, not at the start */
        State state = {0};
        status = table->rules.game->setup(&table->rules, &state, &request->err);
    }
    return status;
}

static unsigned owned_tables(const Person *person) {
    unsigned n = 0;
    for (unsigned i = 0; i < person->table_count; i++) {
        const Table *table = person->tables[i];
        n += table->owner == person->id && (table->phase == PHASE_GATHERING || table->phase == PHASE_PLAYING);
    }
    return n;
}

/* The person's newest unfinished walkthrough of the game, or NULL. */
static const Table *walkthrough_find_unfinished(const Request *request) {
    const Person *person = request->sock->person;
    const char *game = request_string(request, "game");
    const Table *found = NULL;
    for (unsigned i = 0; game && i < person->table_count; i++) {
        const Table *table = person->tables[i];
        if (table->walkthrough && table->owner == person->id && !table->owner_hides && table->phase == PHASE_PLAYING &&
            strcmp(table->rules.game->id, game) == 0 && (!found || table->since > found->since))
            found = table;
    }
    return found;
}

Status handle_create(Request *request) {
    House *house = request->house;
    const Table *unfinished = request_flag(request, "walkthrough") && request_flag(request, "go_on")
                                  ? walkthrough_find_unfinished(request)
                                  : NULL;
    if (unfinished) {
        request_put(request, "table", json_string(unfinished->key));
        return SK_OK;
    }
    if (house->tables.n >= TABLES_MAX)
        return request_refuse_limit(request, "This server is full. Try again later.", "");
    if (owned_tables(request->sock->person) >= TABLES_PER_PERSON)
        return request_refuse_limit(request, "You have {0} unfinished tables. Finish or close one first.", "d",
                                    TABLES_PER_PERSON);
    if (!rate_limit_take(request->sock->limits, LIMIT_TABLE))
        return request_refuse_limit(request, "Too many tables were created from your address; wait a minute.", "");
    if (json_object_get(request->json, "from"))
        return handle_branch(request, json_object_get(request->json, "from"));
    Table *table = table_new(house);
    if (!table)
        return err_set(&request->err, SK_IO, "Out of memory while creating the table.", "");
    table->owner = request->sock->person->id;
    bool solo = request_flag(request, "walkthrough") || json_object_get(request->json, "rule"); /* never public */
    table->public = request_flag(request, "public") && !solo;
    table->chat = json_array();
    table->loaded = true;
    Status status = create_fill(request, table);
    bool start = request_flag(request, "start") || solo;
    if (!status && start && table_free_seats(table))
        status = err_set(&request->err, SK_TURN, "Some seats are still open. Fill them before you start.", "");
    if (!status && (!table->chat || !table_register(house, table)))
        status = err_set(&request->err, SK_IO, "Out of memory while creating the table.", "");
    if (status) {
        table_forget(house, table);
        return status;
    }
    if (table->rule)
        rule_table_close_others(house, request->sock->person, table);
    request->deferred = true;
    content_store(house, table);
    if (start)
        return table_start(house, table, request_reply(request), &request->err);
    table_save_new(house, table, request_reply(request));
    return SK_OK;
}

/* ---- opening a table ------------------------------------------------------------------------------------ */

/* Opens the table with that code and takes a free seat there. */
static Status open_code(Request *request, const char *code, Table **table, bool *taken) {
    Sock *sock = request->sock;
    int64_t minute = clock_monotonic_ms() / 60000;
    sock_update_minute(sock, minute);
    if (sock->codes++ >= CODES_PER_MINUTE)
        return request_refuse_limit(request, "You tried too many codes; wait a minute.", "");
    if (request->house->wrong_minute != minute)
        request->house->wrong_codes = 0;
    request->house->wrong_minute = minute;
    if (request->house->wrong_codes >= WRONG_CODES_PER_MINUTE)
        return request_refuse_limit(request, "Too many wrong codes on this server; wait a minute.", "");
    *table = table_by_code(request->house, code);
    request->house->wrong_codes += !*table;
    if (!*table || (!table_free_seats(*table) && !table_seats_of(*table, sock->person)))
        return request_refuse_gone(request);
    if (!person_add_table(request->house, sock->person->id, *table))
        return err_set(&request->err, SK_IO, "Out of memory. Try again in a moment.", "");
    for (unsigned seat = 0; !table_seats_of(*table, sock->person) && seat < (*table)->seats; seat++)
        if ((*table)->seat[seat].occupant == OCCUPANT_OPEN) {
            (*table)->seat[seat].occupant = OCCUPANT_PERSON;
            (*table)->seat[seat].person = sock->person->id;
            *taken = true;
        }
    return SK_OK;
}

Status handle_open(Request *request) {
    const char *key = request_string(request, "table"), *watch = request_string(request, "watch"),
               *code = request_string(request, "code");
    Table *table = NULL;
    Status status = SK_OK;
    bool taken = false;
    if (!!key + !!watch + !!code != 1)
        return err_set(&request->err, SK_SYNTAX, "open needs exactly one of table, watch and code.", "");
    if (request->sock->open_pending)
        return err_set(&request->err, SK_TURN, "Another table is still being opened; wait for it.", "");
    bool here = key     ? table_by_key(request->house, key)
                : watch ? table_by_spectator_key(request->house, watch)
                        : table_by_code(request->house, code);
    if (!here && peer_retry_lookup(request->house, request_reply(request), request->json)) {
        request->deferred = true;
        return SK_OK;
    }
    if (code)
        status = open_code(request, code, &table, &taken);
    else
        table = key ? table_by_key(request->house, key) : table_by_spectator_key(request->house, watch);
    if (status)
        return status;
    if (!table)
        return request_refuse_gone(request);
    table_join(request->house, request->sock, table);
    request->sock->is_spectator = watch != NULL;
    request->sock->has_table_key = watch == NULL;
    if (!watch)
        presence_publish(request->house, table, request->sock->person, true);
    request->deferred = true;
    if (taken) /* the seat is shown only once it is on disk */
        table_save_then_open(request->house, table, request_reply(request), (json_t *)request->json);
    else
        table_open_queue(request->house, request->sock, request->id, json_object_get(request->json, "have"));
    return SK_OK;
}

Status handle_close(Request *request) {
    table_leave(request->house, request->sock);
    return SK_OK;
}
