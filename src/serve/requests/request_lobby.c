/* Requests to the house: who one is, the lobby, tables made and opened. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "engine/json.h"
#include "serve/host/host.h"
#include "serve/peers/peer.h"
#include "serve/peers/remote_dice.h"
#include "serve/requests/request.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/table_edit.h"
#include "serve/tables/walkthrough_table.h"
#include "serve/wire/rate_limit.h"

enum { PROTOCOL = 1, CLOCK_SECONDS_MAX = 86400, CLOCK_DAYS_MAX = 30 };

Status ask_hello(Call *call) {
    if (want_count(call, "protocol", PROTOCOL) != PROTOCOL)
        return err_say(&call->err, SK_RANGE, "This server speaks protocol {0}; reload the page.", "d", PROTOCOL);
    call->sock->greeted = true;
    bool gave = call->sock->dice;
    call->sock->dice = want_flag(call, "dice");
    if (gave != call->sock->dice)
        far_here(call->house, call->sock);
    call->sock->finals = want_flag(call, "final");
    call_put(call, "me", me_json(call->sock->person));
    call_put(call, "server",
             json_pack("{s:s, s:I, s:i, s:s, s:[s, s, s, s, s, s]}", "version", SKERRY_VERSION, "now",
                       (json_int_t)now_ms(), "protocol", PROTOCOL, "origin", call->house->origin, "features", "leave",
                       "from", "final", "rule", "seat-log", "go-on"));
    call_put(call, "house", house_json(call->house));
    call_put(call, "limits",
             json_pack("{s:i, s:i, s:i, s:i, s:i}", "message", MESSAGE_MAX, "rate", MESSAGES_SECOND, "name",
                       NAME_LETTERS, "chat", CHAT_LETTERS, "tables", TABLES_PERSON));
    return SK_OK;
}

Status ask_ping(Call *call) {
    call_put(call, "now", json_integer(now_ms()));
    return SK_OK;
}

static void name_saved(House *house, Pending *pending) {
    const Person *person = index_get(&house->people, (uint64_t)pending->id);
    if (pending->err.status || !person)
        answer_error(house, NULL, pending->reply, &pending->err, NULL);
    else
        answer(house, pending->reply, json_pack("{s:o}", "me", me_json(person)));
}

Status ask_name(Call *call) {
    char name[NAME_SIZE];
    Person *person = call->sock->person;
    Status status = name_read(want_string(call, "name"), "A name", name, &call->err);
    if (status)
        return status;
    Pending *pending = pending_new(name_saved);
    if (!pending)
        return err_say(&call->err, SK_IO, "There is not enough memory for this.", "");
    pending->reply = call_reply(call);
    pending->id = person->id;
    person_rename(call->house, person, name, pending);
    pending_less(call->house, pending, NULL);
    call->later = true;
    for (unsigned i = 0; i < person->seated; i++)
        if (person->tables[i]->room && table_seats_of(person->tables[i], person))
            table_tell(call->house, person->tables[i]);
    return SK_OK;
}

Status ask_lobby(Call *call) {
    json_t *lobby = lobby_json(call->house, call->sock);
    call->sock->lobby = true;
    json_object_update(call->out, lobby);
    json_decref(lobby);
    return SK_OK;
}

Status ask_lobby_off(Call *call) {
    call->sock->lobby = false;
    return SK_OK;
}

Status ask_link(Call *call) {
    char token[KEY_SIZE * 2], path[80];
    int64_t until;
    if (!sign_in_make(call->house, call->sock->person, token, &until))
        return err_say(&call->err, SK_IO, "There is not enough memory for a link.", "");
    snprintf(path, sizeof path, "/in/%s", token);
    call_put(call, "path", json_string(path));
    call_put(call, "expires", json_integer(until));
    return SK_OK;
}

static void signed_out(House *house, Pending *pending) {
    if (pending->err.status)
        answer_error(house, NULL, pending->reply, &pending->err, NULL);
    else
        answer(house, pending->reply, json_pack("{s:I}", "count", (json_int_t)pending->id));
}

Status ask_sign_out_others(Call *call) {
    Pending *pending = pending_new(signed_out);
    if (!pending)
        return err_say(&call->err, SK_IO, "There is not enough memory for this.", "");
    pending->reply = call_reply(call);
    pending->id = person_sign_out(call->house, call->sock->person, call->sock->token, pending);
    pending_less(call->house, pending, NULL);
    call->later = true;
    return SK_OK;
}

/* ---- making a table ------------------------------------------------------------------------------------- */

static Status create_clock(Call *call, Table *table) {
    const json_t *clock = json_object_get(call->in, "clock");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    json_int_t seconds = json_integer_value(json_object_get(clock, "seconds"));
    json_int_t more = json_integer_value(json_object_get(clock, "more"));
    json_int_t days = json_integer_value(json_object_get(clock, "days"));
    if (!json_is_object(clock))
        return SK_OK;
    bool real = kind && strcmp(kind, "real") == 0;
    if (!real && !(kind && strcmp(kind, "days") == 0))
        return err_say(&call->err, SK_SYNTAX, "A clock's kind is \"real\" or \"days\".", "");
    if (real && (seconds < 10 || seconds > CLOCK_SECONDS_MAX || more < 0 || more > 3600))
        return err_say(&call->err, SK_RANGE, "A clock has 10 to {0} seconds, and up to 3600 more for each move.", "d",
                       CLOCK_SECONDS_MAX);
    if (!real && (days < 1 || days > CLOCK_DAYS_MAX))
        return err_say(&call->err, SK_RANGE, "A clock of days has 1 to {0} for each move.", "d", CLOCK_DAYS_MAX);
    table->clock = real ? CLOCK_REAL : CLOCK_DAYS;
    table->clock_ms = real ? seconds * 1000 : days * 86400000;
    table->clock_more = real ? more * 1000 : 0;
    return SK_OK;
}

static Status create_seat(Call *call, Table *table, unsigned seat, const json_t *in) {
    TableSeat *at = &table->seat[seat];
    const char *who = json_string_value(json_object_get(in, "who"));
    const char *name = json_string_value(json_object_get(in, "name"));
    if (who && strcmp(who, "me") == 0) {
        at->who = WHO_PERSON;
        at->person = call->sock->person->id;
    } else if (who && strcmp(who, "bot") == 0) {
        at->who = WHO_BOT;
    } else if (!who || strcmp(who, "open") != 0) {
        return err_say(&call->err, SK_SYNTAX, "Seat {0}: who is \"me\", \"open\" or \"bot\".", "d", (int)seat + 1);
    }
    at->level = level_find(json_string_value(json_object_get(in, "level")), 0);
    if (at->level == UINT8_MAX)
        return err_say(&call->err, SK_UNKNOWN, "Seat {0}: there is no such level of bots.", "d", (int)seat + 1);
    return name && *name && at->who != WHO_OPEN ? name_read(name, "A seat's name", at->name, &call->err) : SK_OK;
}

/* A pack of one's own, one that the house offers, or the built-in one. */
static Book *create_find(Call *call, const json_t *content) {
    const char *game = want_string(call, "game"), *digits = json_string_value(content);
    Shelf *shelf = &call->house->shelf;
    uint64_t hash;
    Book *book = digits && hash_read(digits, &hash) ? shelf_find(shelf, hash) : NULL;
    if (json_is_object(content))
        return shelf_over(shelf, game, content, "content", &call->err);
    if (!digits)
        return shelf_builtin(shelf, game, &call->err);
    if (book && strcmp(book->pack->game->id, game) == 0)
        return book;
    err_say(&call->err, SK_UNKNOWN, "This house has no content {0} for that game.", "s", digits);
    return NULL;
}

static Status create_book(Call *call, Table *table) {
    table->book = create_find(call, json_object_get(call->in, "content"));
    return table->book ? SK_OK : call->err.status;
}

/* Its content is on disk before it is itself. */
static void create_pack(House *house, const Table *table) {
    StoreJob *job = table->book->own.json ? store_job(STORE_PACK) : NULL;
    if (!job)
        return;
    job->num = (int64_t)table->book->pack->hash;
    job->text = json_dumps(table->book->own.json, JSON_COMPACT);
    store_put(house->store, job);
}

/* Whether a pack holds together: the sentence of the first thing that does not. */
Status ask_check(Call *call) {
    char hash[HASH_TEXT];
    Pack pack = {0};
    const char *game = want_string(call, "game");
    const Book *plain = shelf_builtin(&call->house->shelf, game, &call->err);
    json_t *base = plain ? book_json(plain, &call->err) : NULL;
    Status status = base ? pack_load_json(&pack, plain->pack->game, base, json_object_get(call->in, "content"),
                                          "content", &call->err)
                         : call->err.status;
    json_decref(base);
    if (status)
        return status;
    hash_write(pack.hash, hash);
    call_put(call, "content", json_string(hash));
    pack_free(&pack);
    return SK_OK;
}

/* A walkthrough brings its own seats and options, and begins at once. */
static Status create_walkthrough(Call *call, Table *table) {
    const char *game = want_string(call, "game");
    table->book = shelf_builtin(&call->house->shelf, game ? game : "", &call->err);
    return table->book ? teach_table(table, call->sock->person->id, &call->err) : call->err.status;
}

/* So does the scene of a rule. */
static Status create_trial(Call *call, Table *table) {
    table->book = shelf_builtin(&call->house->shelf, want_string(call, "game"), &call->err);
    if (!table->book)
        return call->err.status;
    return trial_table(table, want_count(call, "rule", 0), call->sock->person->id, &call->err);
}

static Status create_fill(Call *call, Table *table) {
    if (!want_string(call, "game"))
        return err_say(&call->err, SK_SYNTAX, "create needs a member game: text.", "");
    if (want_flag(call, "walkthrough"))
        return create_walkthrough(call, table);
    if (json_object_get(call->in, "rule"))
        return create_trial(call, table);
    const json_t *seats = json_object_get(call->in, "seats");
    size_t n = json_array_size(seats);
    const char *name = want_string(call, "name");
    if (!seats)
        return err_say(&call->err, SK_SYNTAX, "create needs a member seats: a list.", "");
    Status status = create_book(call, table);
    if (!status && (n < table->book->pack->game->seats_min || n > table->book->pack->game->seats_max))
        status = err_say(&call->err, SK_RANGE,
                         table->book->pack->game->seats_max == 1 ? "This game has one seat."
                                                                 : "This game has {0} to {1} seats.",
                         "dd", table->book->pack->game->seats_min, table->book->pack->game->seats_max);
    if (!status)
        status = rules_open(&table->rules, table->book->pack, (unsigned)n, &call->err);
    if (!status)
        status = rules_options_read(&table->rules, json_object_get(call->in, "options"), &call->err);
    if (!status)
        status = create_clock(call, table);
    table->seats = (unsigned)n;
    for (unsigned seat = 0; seat < n && !status; seat++)
        status = create_seat(call, table, seat, json_array_get(seats, seat));
    if (!status && name && *name)
        status = name_read(name, "A table's name", table->name, &call->err);
    if (!status) { /* options that do not go together are refused now, not at the start */
        State state = {0};
        status = table->rules.game->setup(&table->rules, &state, &call->err);
    }
    return status;
}

static unsigned hosted(const Person *person) {
    unsigned n = 0;
    for (unsigned i = 0; i < person->seated; i++) {
        const Table *table = person->tables[i];
        n += table->host == person->id && (table->phase == PHASE_GATHERING || table->phase == PHASE_PLAYING);
    }
    return n;
}

/* One's own unfinished walkthrough of the game, the newest; NULL: there is none. */
static const Table *walkthrough_begun(const Call *call) {
    const Person *person = call->sock->person;
    const char *game = want_string(call, "game");
    const Table *found = NULL;
    for (unsigned i = 0; game && i < person->seated; i++) {
        const Table *table = person->tables[i];
        if (table->walkthrough && table->host == person->id && !table->host_off && table->phase == PHASE_PLAYING &&
            strcmp(table->rules.game->id, game) == 0 && (!found || table->since > found->since))
            found = table;
    }
    return found;
}

Status ask_create(Call *call) {
    House *house = call->house;
    const Table *begun = want_flag(call, "walkthrough") && want_flag(call, "go_on") ? walkthrough_begun(call) : NULL;
    if (begun) {
        call_put(call, "table", json_string(begun->key));
        return SK_OK;
    }
    if (house->tables.n >= TABLES_MAX)
        return call_limit(call, "This server is full. Try again later.", "");
    if (hosted(call->sock->person) >= TABLES_PERSON)
        return call_limit(call, "You host {0} unfinished tables; end one first.", "d", TABLES_PERSON);
    if (!hall_takes(call->sock->hall, HALL_TABLE))
        return call_limit(call, "Too many tables are made at your address; wait a minute.", "");
    if (json_object_get(call->in, "from"))
        return ask_from(call, json_object_get(call->in, "from"));
    Table *table = table_new(house);
    if (!table)
        return err_say(&call->err, SK_IO, "There is not enough memory for a table.", "");
    table->host = call->sock->person->id;
    bool own = want_flag(call, "walkthrough") || json_object_get(call->in, "rule"); /* nobody else's business */
    table->public = want_flag(call, "public") && !own;
    table->chat = json_array();
    table->loaded = true;
    Status status = create_fill(call, table);
    bool start = want_flag(call, "start") || own;
    if (!status && start && table_free_seats(table))
        status = err_say(&call->err, SK_TURN, "Some seats are free; give them to somebody before the start.", "");
    if (!status && (!table->chat || !table_enter(house, table)))
        status = err_say(&call->err, SK_IO, "There is not enough memory for a table.", "");
    if (status) {
        table_forget(house, table);
        return status;
    }
    if (table->rule)
        trial_close(house, call->sock->person, table);
    call->later = true;
    create_pack(house, table);
    if (start)
        return table_start(house, table, call_reply(call), &call->err);
    table_make(house, table, call_reply(call));
    return SK_OK;
}

/* ---- opening one ---------------------------------------------------------------------------------------- */

/* A spoken code opens a free seat, and takes it. */
static Status open_code(Call *call, const char *code, Table **table, bool *taken) {
    Sock *sock = call->sock;
    int64_t minute = tick_ms() / 60000;
    sock_minute(sock, minute);
    if (sock->codes++ >= CODES_MINUTE)
        return call_limit(call, "Too many codes were tried; wait a minute.", "");
    if (call->house->wrong_minute != minute)
        call->house->wrong_codes = 0;
    call->house->wrong_minute = minute;
    if (call->house->wrong_codes >= CODES_HOUSE)
        return call_limit(call, "Too many wrong codes were tried here; wait a minute.", "");
    *table = table_by_code(call->house, code);
    call->house->wrong_codes += !*table;
    if (!*table || (!table_free_seats(*table) && !table_seats_of(*table, sock->person)))
        return call_gone(call);
    if (!person_seated(call->house, sock->person->id, *table))
        return err_say(&call->err, SK_IO, "There is not enough memory for this.", "");
    for (unsigned seat = 0; !table_seats_of(*table, sock->person) && seat < (*table)->seats; seat++)
        if ((*table)->seat[seat].who == WHO_OPEN) {
            (*table)->seat[seat].who = WHO_PERSON;
            (*table)->seat[seat].person = sock->person->id;
            *taken = true;
        }
    return SK_OK;
}

Status ask_open(Call *call) {
    const char *key = want_string(call, "table"), *watch = want_string(call, "watch"),
               *code = want_string(call, "code");
    Table *table = NULL;
    Status status = SK_OK;
    bool taken = false;
    if (!!key + !!watch + !!code != 1)
        return err_say(&call->err, SK_SYNTAX, "open takes one of table, watch and code.", "");
    if (call->sock->opening)
        return err_say(&call->err, SK_TURN, "A table is being opened; wait for it.", "");
    bool here = key     ? table_by_key(call->house, key)
                : watch ? table_by_watch(call->house, watch)
                        : table_by_code(call->house, code);
    if (!here && peer_wait(call->house, call_reply(call), call->in)) {
        call->later = true;
        return SK_OK;
    }
    if (code)
        status = open_code(call, code, &table, &taken);
    else
        table = key ? table_by_key(call->house, key) : table_by_watch(call->house, watch);
    if (status)
        return status;
    if (!table)
        return call_gone(call);
    room_join(call->house, call->sock, table);
    call->sock->watches = watch != NULL;
    call->sock->keyed = watch == NULL;
    if (!watch)
        peer_here(call->house, table, call->sock->person, true);
    call->later = true;
    if (taken) /* told when it is on disk */
        table_amend_open(call->house, table, call_reply(call), (json_t *)call->in);
    else
        table_open_for(call->house, call->sock, call->id, json_object_get(call->in, "have"));
    return SK_OK;
}

Status ask_close(Call *call) {
    room_leave(call->house, call->sock);
    return SK_OK;
}
