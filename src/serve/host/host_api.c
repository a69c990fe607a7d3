/* The host's API, POST /api/admin: one JSON request, one JSON answer. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "engine/registry.h"
#include "serve/host/host.h"
#include "serve/people/people.h"
#include "serve/wire/http_post.h"
#include "serve/wire/secret.h"

enum { LIST_MAX_ENTRIES = 500, FIND_SIZE = 64 };

typedef struct HostRequest {
    House *house;
    HttpPost *post;
    const json_t *json;
    json_t *out;
    Err err;
    bool deferred; /* answered later, through the HttpPost */
} HostRequest;

static const char *string_member(const HostRequest *request, const char *name) {
    const char *text = json_string_value(json_object_get(request->json, name));
    return text ? text : "";
}

/* ---- people and tables by name or number ---------------------------------------------------------------- */

static int64_t number_of(const json_t *json) {
    const char *text = json_string_value(json);
    char *end = NULL;
    int64_t number = json_is_integer(json) ? json_integer_value(json) : text ? strtoll(text, &end, 10) : 0;
    return end && (*end || end == text) ? 0 : number;
}

/* Finds a person by number, or by a name that only one person has. */
static Status request_person(HostRequest *request, Person **out) {
    const char *name = string_member(request, "person");
    int64_t number = number_of(json_object_get(request->json, "person"));
    Person *person = number ? id_map_get(&request->house->people, (uint64_t)number) : NULL, *one;
    unsigned found = person != NULL;
    for (id_map_each(i, &request->house->people, one))
        if (!number && *name && strcasecmp(one->name, name) == 0) {
            person = one;
            found++;
        }
    *out = person;
    if (found == 1)
        return SK_OK;
    if (!*name && !number)
        return err_set(&request->err, SK_SYNTAX, "Give a person's name or number.", "");
    return found ? err_set(&request->err, SK_RANGE, "{0} people are called {1}; use the number from the list.", "ds",
                           (int)found, name)
                 : err_set(&request->err, SK_UNKNOWN, "There is no such person. Use a number from the list of people.",
                           "");
}

static bool table_is_called(const Table *table, const char *name) {
    return secret_equal_text(name, table->key) || strcasecmp(table->name, name) == 0 ||
           (table->phase == PHASE_GATHERING && strcasecmp(table->code, name) == 0);
}

static Status request_table(HostRequest *request, Table **out) {
    const char *name = string_member(request, "table");
    int64_t number = number_of(json_object_get(request->json, "table"));
    Table *table = number ? id_map_get(&request->house->tables, (uint64_t)number) : NULL, *one;
    unsigned found = table != NULL;
    for (id_map_each(i, &request->house->tables, one))
        if (!number && *name && table_is_called(one, name)) {
            table = one;
            found++;
        }
    *out = table;
    if (found == 1)
        return SK_OK;
    if (!*name && !number)
        return err_set(&request->err, SK_SYNTAX, "Give a table's name, code or number.", "");
    return found ? err_set(&request->err, SK_RANGE, "{0} tables are called {1}; use the number from the list.", "ds",
                           (int)found, name)
                 : err_set(&request->err, SK_UNKNOWN, "There is no such table. Use a number from the list of tables.",
                           "");
}

/* ---- lists ---------------------------------------------------------------------------------------------- */

static int person_order(const void *a, const void *b) {
    const Person *x = *(Person *const *)a, *y = *(Person *const *)b;
    if (!x->sockets != !y->sockets)
        return x->sockets ? -1 : 1;
    if (!*x->name != !*y->name)
        return *x->name ? -1 : 1;
    int order = strcasecmp(x->name, y->name);
    return order ? order : x->id < y->id ? -1 : 1;
}

static unsigned person_tables(const House *house, const Person *person) {
    unsigned n = 0;
    const Table *table;
    for (id_map_each(i, &house->tables, table))
        n += (table->phase == PHASE_GATHERING || table->phase == PHASE_PLAYING) && table_seats_of(table, person) != 0;
    return n;
}

static json_t *host_person_json(const House *house, const Person *person) {
    return json_pack("{s:I, s:s, s:i, s:b, s:b, s:i}", "id", (json_int_t)person->id, "name", person->name, "online",
                     (int)person->sockets, "muted", (person->flags & PERSON_MUTED) != 0, "removed",
                     (person->flags & PERSON_REMOVED) != 0, "tables", (int)person_tables(house, person));
}

static Status do_people(HostRequest *request) {
    const House *house = request->house;
    const char *find = string_member(request, "find");
    Person *one, **all = calloc(house->people.n + 1, sizeof(void *));
    size_t n = 0;
    if (!all)
        return err_set(&request->err, SK_IO, "Out of memory while making the list.", "");
    for (id_map_each(i, &house->people, one))
        if (!*find || strcasestr(one->name, find) || one->id == strtoll(find, NULL, 10))
            all[n++] = one;
    qsort(all, n, sizeof(void *), person_order);
    json_t *list = json_array();
    for (size_t i = 0; i < n && i < LIST_MAX_ENTRIES; i++)
        json_array_append_new(list, host_person_json(house, all[i]));
    free(all);
    json_object_set_new(request->out, "people", list);
    json_object_set_new(request->out, "count", json_integer((json_int_t)n));
    return SK_OK;
}

static json_t *host_table_json(const House *house, const Table *table) {
    static const char *const occupants[] = {"open", "person", "bot"};
    char names[SEATS_MAX][NAME_SIZE];
    json_t *seats = json_array();
    unsigned here = 0;
    table_names(house, table, names);
    for (const Sock *sock = table->sockets; sock; sock = sock->next_at_table)
        here++;
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_array_append_new(seats,
                              json_pack("{s:i, s:s, s:s, s:I, s:b}", "seat", (int)seat + 1, "who",
                                        occupants[table->seat[seat].occupant], "name", names[seat], "person",
                                        (json_int_t)table->seat[seat].person, "bot", table->seat[seat].bot_stands_in));
    return json_pack("{s:I, s:s, s:s, s:s, s:s, s:s, s:b, s:I, s:i, s:o}", "id", (json_int_t)table->id, "name",
                     table->name, "game", table->rules.game ? table->rules.game->id : "", "title",
                     table->pack ? words_get(&table->pack->words, "title") : "", "phase", phase_names[table->phase],
                     "why", table->stop_reason ? table->stop_reason : "", "public", table->public, "since",
                     (json_int_t)table->since, "here", (int)here, "seats", seats);
}

/* Running tables first, then the newest. */
static int table_order(const void *a, const void *b) {
    static const int weight[] = {1, 1, 2, 0, 3};
    const Table *x = *(Table *const *)a, *y = *(Table *const *)b;
    if (weight[x->phase] != weight[y->phase])
        return weight[x->phase] - weight[y->phase];
    return x->since < y->since ? 1 : x->since > y->since ? -1 : 0;
}

static Status do_tables(HostRequest *request) {
    const House *house = request->house;
    const char *find = string_member(request, "find");
    Table *one, **all = calloc(house->tables.n + 1, sizeof(void *));
    size_t n = 0;
    if (!all)
        return err_set(&request->err, SK_IO, "Out of memory while making the list.", "");
    for (id_map_each(i, &house->tables, one))
        if (!*find || strcasestr(one->name, find) || one->id == strtoll(find, NULL, 10))
            all[n++] = one;
    qsort(all, n, sizeof(void *), table_order);
    json_t *list = json_array();
    for (size_t i = 0; i < n && i < LIST_MAX_ENTRIES; i++)
        json_array_append_new(list, host_table_json(house, all[i]));
    free(all);
    json_object_set_new(request->out, "tables", list);
    json_object_set_new(request->out, "count", json_integer((json_int_t)n));
    return SK_OK;
}

/* ---- answers that wait for the store -------------------------------------------------------------------- */

static unsigned http_status(Status status) {
    return status == SK_UNKNOWN ? 404 : status == SK_TURN ? 409 : status == SK_IO ? 500 : 400;
}

static Status do_house(HostRequest *request);

static void host_save_done(House *house, PendingAnswer *pending) {
    char why[512];
    const Person *person = id_map_get(&house->people, (uint64_t)pending->id);
    const Table *table = id_map_get(&house->tables, (uint64_t)pending->id);
    HostRequest request = {.house = house, .out = json_object()};
    if (pending->kind == 'p' && person)
        json_object_set_new(request.out, "person", host_person_json(house, person));
    else if (pending->kind == 't' && table)
        json_object_set_new(request.out, "table", host_table_json(house, table));
    else if (pending->kind == 'h')
        do_house(&request);
    if (!pending->err.status) {
        http_post_respond_json(house, pending->post, 200, request.out);
        return;
    }
    json_decref(request.out);
    err_format(&pending->err, why, sizeof why);
    house->resync_needed |= house->shared; /* memory may now differ from the store */
    http_post_refuse(house, pending->post, http_status(pending->err.status), why);
}

/* what: the answer describes the person ('p') or table ('t') with this id, or the house ('h'). */
static PendingAnswer *host_wait(HostRequest *request, char what, int64_t id) {
    PendingAnswer *pending = pending_answer_new(host_save_done);
    if (!pending) {
        err_set(&request->err, SK_IO, "Out of memory. Try again.", "");
        return NULL;
    }
    pending->post = request->post;
    pending->kind = what;
    pending->id = id;
    request->post->deferred = request->deferred = true;
    return pending;
}

/* ---- the house ------------------------------------------------------------------------------------------ */

static Status do_house(HostRequest *request) {
    const House *house = request->house;
    char link[192];
    json_t *settled = house_json(house);
    snprintf(link, sizeof link, "%s/house/%s", house->origin, house->host_settings->invite);
    json_object_update(request->out, settled);
    json_decref(settled);
    json_object_set_new(request->out, "invite", json_string(link));
    json_object_set_new(request->out, "origin", json_string(house->origin));
    json_object_set_new(request->out, "version", json_string(SKERRY_VERSION));
    json_object_set_new(request->out, "since", json_integer(house->started_at));
    json_object_set_new(request->out, "sockets", json_integer((json_int_t)house->socks.n));
    json_object_set_new(request->out, "people", json_integer((json_int_t)house->people.n));
    json_object_set_new(request->out, "tables", json_integer((json_int_t)house->tables.n));
    return SK_OK;
}

static Status flag_set(HostRequest *request, const char *member, const char *setting, bool *flag, bool inverse) {
    const json_t *value = json_object_get(request->json, member);
    if (!json_is_boolean(value))
        return err_set(&request->err, SK_SYNTAX, "{0} must be true or false.", "s", member);
    PendingAnswer *pending = host_wait(request, 'h', 0);
    if (!pending)
        return request->err.status;
    *flag = json_is_true(value) != inverse;
    setting_put(request->house, setting, *flag ? "1" : "0", pending);
    house_push_info(request->house);
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

static Status do_door(HostRequest *request) {
    return flag_set(request, "closed", "host.closed", &request->house->host_settings->closed, false);
}

static Status do_chat(HostRequest *request) {
    return flag_set(request, "on", "host.chat-off", &request->house->host_settings->chat_off, true);
}

static Status do_notice(HostRequest *request) {
    Status status = check_notice(string_member(request, "text"), &request->err);
    PendingAnswer *pending = status ? NULL : host_wait(request, 'h', 0);
    if (!pending)
        return request->err.status;
    host_notice_put(request->house, string_member(request, "text"), pending);
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

static Status do_invite(HostRequest *request) {
    if (!json_is_true(json_object_get(request->json, "new")))
        return do_house(request);
    PendingAnswer *pending = host_wait(request, 'h', 0);
    if (!pending)
        return request->err.status;
    random_key(request->house->host_settings->invite);
    setting_put(request->house, "host.invite", request->house->host_settings->invite, pending);
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

/* ---- people --------------------------------------------------------------------------------------------- */

static Status do_rename(HostRequest *request) {
    Person *person;
    Table *table;
    char name[NAME_SIZE];
    Status status = request_person(request, &person);
    if (!status)
        status = name_read(string_member(request, "name"), "A name", name, &request->err);
    PendingAnswer *pending = status ? NULL : host_wait(request, 'p', person->id);
    if (!pending)
        return request->err.status;
    person_rename(request->house, person, name, pending);
    for (id_map_each(i, &request->house->tables, table)) {
        if (table->sockets && table_seats_of(table, person))
            table_push_info(request->house, table);
        for (unsigned seat = 0; seat < table->seats; seat++) /* the seat's own name would hide the new one */
            if (table->seat[seat].person == person->id && *table->seat[seat].name && !table_is_stopped(table))
                host_seat_unname(request->house, table, seat, pending);
    }
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

static Status flag_person(HostRequest *request, int64_t flag, bool on) {
    Person *person;
    Status status = request_person(request, &person);
    PendingAnswer *pending = status ? NULL : host_wait(request, 'p', person->id);
    if (!pending)
        return request->err.status;
    person_set_flag(request->house, person, flag, on, pending);
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

static Status do_mute(HostRequest *request) { return flag_person(request, PERSON_MUTED, true); }
static Status do_unmute(HostRequest *request) { return flag_person(request, PERSON_MUTED, false); }
static Status do_admit(HostRequest *request) { return flag_person(request, PERSON_REMOVED, false); }

static Status do_remove(HostRequest *request) {
    Person *person;
    Status status = request_person(request, &person);
    PendingAnswer *pending = status ? NULL : host_wait(request, 'p', person->id);
    if (!pending)
        return request->err.status;
    host_person_remove(request->house, person, pending);
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

/* ---- tables --------------------------------------------------------------------------------------------- */

static Status do_free(HostRequest *request) {
    Table *table;
    int64_t seat = number_of(json_object_get(request->json, "seat"));
    Status status = request_table(request, &table);
    if (status)
        return status;
    if (seat < 1 || seat > (int64_t)table->seats)
        return err_set(&request->err, SK_RANGE, "This table has seats 1 to {0}.", "d", (int)table->seats);
    if (table->phase != PHASE_GATHERING && table->phase != PHASE_PLAYING)
        return err_set(&request->err, SK_TURN, "This game is no longer being played.", "");
    if (table->seat[seat - 1].occupant != OCCUPANT_PERSON)
        return err_set(&request->err, SK_TURN, "There is no person in seat {0}.", "d", (int)seat);
    PendingAnswer *pending = host_wait(request, 't', table->id);
    if (!pending)
        return request->err.status;
    host_seat_free(request->house, table, (unsigned)seat - 1, pending);
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

static Status do_end(HostRequest *request) {
    Table *table;
    Status status = request_table(request, &table);
    if (status)
        return status;
    if (table->phase == PHASE_OVER)
        return err_set(&request->err, SK_TURN, "This game is already over.", "");
    if (!table->pack)
        return err_set(&request->err, SK_TURN, "This table cannot be played on anyway. You can export it.", "");
    PendingAnswer *pending = host_wait(request, 't', table->id);
    if (!pending)
        return request->err.status;
    host_table_end(request->house, table, "The host has ended this table.", pending);
    pending_answer_done(request->house, pending, NULL);
    return SK_OK;
}

/* ---- export: a table's record, from the store, in any phase ----------------------------------------------- */

static void export_head(const HostRequest *request, const Table *table, const json_t *row, Text *out) {
    const char *game = json_string_value(json_object_get(row, "game")), *name;
    const char *hash = json_string_value(json_object_get(row, "content"));
    const Game *rules = game ? game_find(game) : NULL;
    char names[SEATS_MAX][NAME_SIZE];
    json_t *value;
    table_names(request->house, table, names);
    text_printf(out, "skerry record %d\ngame %s %u\ncontent %s\nseats %u\n", RECORD_FORMAT, game ? game : "unknown",
                table->rules_version ? table->rules_version
                : rules              ? rules->version
                                     : 0,
                hash ? hash : "0000000000000000", table->seats);
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].occupant == OCCUPANT_BOT)
            text_printf(out, "seat %u bot:%s\n", seat + 1, bots_all[table->seat[seat].level]->name);
        else if (*names[seat])
            text_printf(out, "seat %u %s\n", seat + 1, names[seat]);
    json_object_foreach(json_object_get(row, "options"), name, value) {
        if (json_is_string(value))
            text_printf(out, "option %s %s\n", name, json_string_value(value));
        else
            text_printf(out, "option %s %lld\n", name, (long long)json_integer_value(value));
    }
    char *first = json_dumps(json_object_get(row, "first"), JSON_COMPACT);
    if (first)
        text_printf(out, "from %s\n", first);
    free(first);
    text_puts(out, "begin\n");
}

void host_export_done(House *house, StoreJob *job) {
    HttpPost *post = job->ctx;
    const Table *table = id_map_get(&house->tables, (uint64_t)job->table);
    HostRequest request = {.house = house};
    Text out = {0};
    char why[512];
    if (job->err.status || !table) {
        err_format(&job->err, why, sizeof why);
        http_post_refuse(house, post, 500, table ? why : "The table no longer exists.");
        return;
    }
    json_t *row = json_loads(job->row ? job->row : "", 0, NULL);
    export_head(&request, table, row, &out);
    text_puts(&out, job->lines ? job->lines : "");
    if (table_dice_are_fair(table))
        text_puts(&out, json_string_value(json_object_get(row, "dice"))
                            ? json_string_value(json_object_get(row, "dice"))
                            : "");
    http_post_respond_json(house, post, 200, json_pack("{s:s}", "record", text_str(&out)));
    json_decref(row);
    text_free(&out);
}

static Status do_export(HostRequest *request) {
    Table *table;
    Status status = request_table(request, &table);
    StoreJob *job = status ? NULL : store_job(STORE_READ_TABLE);
    if (!job)
        return status ? status : err_set(&request->err, SK_IO, "Out of memory while writing the record.", "");
    job->table = table->id;
    job->key = strdup("export");
    job->ctx = request->post;
    request->post->deferred = request->deferred = true;
    store_submit(request->house->store, job);
    return SK_OK;
}

/* ---- dispatch ------------------------------------------------------------------------------------------- */

static const struct HostRequestSpec {
    const char *name;
    Status (*run)(HostRequest *request);
    bool quiet; /* changes nothing, so it is not logged */
} requests[] = {
    {"house", do_house, true}, {"people", do_people, true},  {"tables", do_tables, true},  {"door", do_door, false},
    {"chat", do_chat, false},  {"notice", do_notice, false}, {"invite", do_invite, false}, {"rename", do_rename, false},
    {"mute", do_mute, false},  {"unmute", do_unmute, false}, {"remove", do_remove, false}, {"admit", do_admit, false},
    {"free", do_free, false},  {"end", do_end, false},       {"export", do_export, false},
};

int host_api_handle(House *house, HttpPost *post) {
    json_t *json = json_loadb(text_str(&post->body), post->body.len, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(json, "do"));
    const struct HostRequestSpec *spec = NULL;
    HostRequest request = {.house = house, .post = post, .json = json, .out = json_object()};
    for (size_t i = 0; name && i < sizeof requests / sizeof *requests; i++)
        if (strcmp(requests[i].name, name) == 0)
            spec = &requests[i];
    Status status = spec   ? spec->run(&request)
                    : name ? err_set(&request.err, SK_UNKNOWN, "There is no host request {0}.", "s", name)
                           : err_set(&request.err, SK_SYNTAX, "A request must be a JSON object with `do`.", "");
    if (spec && !spec->quiet)
        log_event("host", "do=%s from=%s ok=%d", spec->name, post->from, status == SK_OK);
    json_decref(json);
    if (!status && request.deferred) {
        json_decref(request.out);
        return 0;
    }
    if (!status)
        return http_post_respond_json(house, post, 200, request.out);
    char why[512];
    json_decref(request.out);
    err_format(&request.err, why, sizeof why);
    return http_post_refuse(house, post, http_status(status), why);
}
