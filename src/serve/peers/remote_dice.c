#include "serve/peers/remote_dice.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "serve/peers/presence.h"
#include "serve/requests/request.h"
#include "serve/tables/start.h"
#include "serve/wire/secret.h"

enum { TAG_HEX = 2 * DICE_TAG_SIZE + 1, SLACK_MS = 2000 };

/* A game starting on another server that waits for people connected here. */
typedef struct RemoteStart {
    char tag[TAG_HEX];
    int64_t until;
    int64_t person[SEATS_MAX]; /* by seat; 0: not asked */
    struct RemoteStart *next;
} RemoteStart;

/* A commitment or share that was forwarded and not answered yet. */
typedef struct ForwardedShare {
    Reply reply;
    int64_t until;
    struct ForwardedShare *next;
} ForwardedShare;

typedef struct RemoteDice {
    RemoteStart *starts;
    ForwardedShare *forwarded;
} RemoteDice;

static const char *string_member(const json_t *json, const char *name) {
    const char *text = json_string_value(json_object_get(json, name));
    return text ? text : "";
}

static int64_t int_member(const json_t *json, const char *name) {
    return json_integer_value(json_object_get(json, name));
}

/* Takes the JSON. A message that gets lost counts as no answer. */
static void broadcast(House *house, json_t *json) {
    StoreJob *job = json ? store_job(STORE_BROADCAST) : NULL;
    if (job)
        job->text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    if (job && job->text && strlen(job->text) <= STORE_BROADCAST_MAX)
        store_submit(house->store, job);
    else
        store_job_free(job);
}

/* ---- on the server that starts the game ----------------------------------------------------------------- */

bool remote_dice_find(House *house, Table *table, uint32_t seats) {
    StoreJob *job = house->shared ? store_job(STORE_FIND_CLIENTS) : NULL;
    Text people = {0};
    if (!job)
        return false;
    for (bits_each(seat, seats))
        text_printf(&people, "%s%lld", people.len ? "," : "", (long long)table->seat[seat].person);
    job->table = table->id;
    job->text = people.data;
    store_submit(house->store, job);
    return true;
}

static bool person_is_listed(const char *lines, int64_t person) {
    for (const char *at = lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strtoll(at, NULL, 10) == person)
            return true;
    return false;
}

void remote_dice_find_done(House *house, const StoreJob *job) {
    Table *table = id_map_get(&house->tables, (uint64_t)job->table);
    uint32_t seats = 0;
    for (unsigned seat = 0; table && !job->err.status && seat < table->seats; seat++) {
        bool first =
            table->seat[seat].occupant == OCCUPANT_PERSON && person_is_listed(job->lines, table->seat[seat].person);
        for (unsigned other = 0; other < seat; other++) /* a person gives one share, for their lowest seat */
            first &= table->seat[other].person != table->seat[seat].person;
        seats |= first ? BIT(seat) : 0;
    }
    if (table)
        start_find_done(house, table, seats);
}

void remote_dice_request(House *house, const Table *table, const json_t *dice) {
    json_t *people = json_array();
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const Share *share = &table->shares.party[seat + 1];
        json_array_append_new(people,
                              json_integer(share->asked && !share->absent ? (json_int_t)table->seat[seat].person : 0));
    }
    broadcast(house, json_pack("{s:s, s:s, s:O, s:o}", "do", "ask", "key", table->key, "dice", dice, "people", people));
}

static Table *start_by_tag(const House *house, const char *tag) {
    Table *table;
    for (id_map_each(i, &house->loaded_tables, table)) {
        char hex[TAG_HEX];
        sodium_bin2hex(hex, sizeof hex, table->shares.tag, DICE_TAG_SIZE);
        if (table->starting && table->shares.step != SHARES_NONE && secret_equal_text(tag, hex))
            return table;
    }
    return NULL;
}

/* A commitment or share forwarded by a player's server. */
static void receive_share(House *house, const json_t *message, bool share) {
    Table *table = start_by_tag(house, string_member(message, "tag"));
    int64_t seat = int_member(message, "seat") - 1;
    Err err = {0};
    char why[512] = "";
    if (!table)
        return; /* for another server, or no longer starting */
    if (seat < 0 || seat >= (int64_t)table->seats || table->seat[seat].occupant != OCCUPANT_PERSON ||
        table->seat[seat].person != int_member(message, "person"))
        err_set(&err, SK_TURN, "Seat {0} is not yours.", "d", (int)seat + 1);
    else if (share)
        start_share(house, table, (unsigned)seat, string_member(message, "hex"), &err);
    else
        start_commit(house, table, (unsigned)seat, string_member(message, "hex"), &err);
    if (err.status)
        err_format(&err, why, sizeof why);
    broadcast(house, json_pack("{s:s, s:I, s:I, s:I, s:i, s:s}", "do", "answer", "to", int_member(message, "from"),
                               "sock", int_member(message, "sock"), "id", int_member(message, "id"), "status",
                               (int)err.status, "why", why));
}

/* ---- on the players' servers ---------------------------------------------------------------------------- */

void remote_dice_announce(House *house, const Sock *sock) {
    const Sock *other;
    unsigned n = 0;
    if (!house->shared || house->stopping)
        return;
    for (id_map_each(i, &house->socks, other))
        n += other->gives_dice_share && other->person == sock->person;
    if (n == sock->gives_dice_share)
        presence_put(house, 0, sock->person->id, sock->gives_dice_share);
}

void remote_dice_announce_all(House *house) {
    const Sock *sock;
    for (id_map_each(i, &house->socks, sock))
        if (sock->gives_dice_share)
            presence_put(house, 0, sock->person->id, true);
}

static RemoteStart *remote_start_find(const House *house, const char *tag) {
    RemoteStart *start = house->remote_dice ? house->remote_dice->starts : NULL;
    while (start && !secret_equal_text(tag, start->tag))
        start = start->next;
    return start;
}

static void receive_start(House *house, const json_t *message) {
    const json_t *people = json_object_get(message, "people"), *dice = json_object_get(message, "dice");
    const char *tag = string_member(dice, "tag");
    RemoteStart *start = remote_start_find(house, tag);
    if (!house->remote_dice && !(house->remote_dice = calloc(1, sizeof *house->remote_dice)))
        return;
    if (!start) {
        start = calloc(1, sizeof *start);
        if (!start)
            return;
        start->next = house->remote_dice->starts;
        house->remote_dice->starts = start;
        snprintf(start->tag, sizeof start->tag, "%s", tag);
    }
    start->until = clock_monotonic_ms() + SHARES_WAIT_MS + SLACK_MS;
    for (unsigned seat = 0; seat < SEATS_MAX && seat < json_array_size(people); seat++) {
        start->person[seat] = json_integer_value(json_array_get(people, seat));
        if (start->person[seat])
            start_push_share_request(house, start->person[seat], seat, string_member(message, "key"), dice);
    }
}

static void receive_answer(House *house, const json_t *message) {
    Reply reply = {(uint64_t)int_member(message, "sock"), int_member(message, "id")};
    Err err = {0};
    ForwardedShare **at = house->remote_dice ? &house->remote_dice->forwarded : NULL;
    while (at && *at && !((*at)->reply.sock == reply.sock && (*at)->reply.id == reply.id))
        at = &(*at)->next;
    if (int_member(message, "to") != house->server_id || !at || !*at)
        return;
    ForwardedShare *forwarded = *at;
    *at = forwarded->next;
    free(forwarded);
    int64_t status = int_member(message, "status");
    if (status <= SK_OK || status > SK_USAGE) {
        answer(house, reply, json_object());
        return;
    }
    err_set(&err, (Status)status, "{0}", "s", string_member(message, "why"));
    answer_error(house, NULL, reply, &err, NULL);
}

/* The start that waits for this person: the one with that tag, or any if tag is NULL. */
static const RemoteStart *remote_start_for(const House *house, const Person *person, const char *tag) {
    const RemoteStart *start = house->remote_dice ? house->remote_dice->starts : NULL;
    for (; start; start = start->next)
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (start->person[seat] == person->id && (!tag || secret_equal_text(tag, start->tag)))
                return start;
    return NULL;
}

bool remote_dice_forward(House *house, const Sock *sock, const json_t *request, bool share) {
    const RemoteStart *start =
        remote_start_for(house, sock->person, json_string_value(json_object_get(request, "tag")));
    ForwardedShare *forwarded = start ? calloc(1, sizeof *forwarded) : NULL;
    const char *hex = string_member(request, share ? "share" : "commit");
    if (!forwarded || strlen(hex) > 1024) {
        free(forwarded);
        return false;
    }
    *forwarded = (ForwardedShare){
        {sock->id, int_member(request, "id")}, clock_monotonic_ms() + SHARES_WAIT_MS, house->remote_dice->forwarded};
    house->remote_dice->forwarded = forwarded;
    broadcast(house, json_pack("{s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:s}", "do", share ? "share" : "commit", "from",
                               (json_int_t)house->server_id, "tag", start->tag, "seat",
                               (json_int_t)int_member(request, "seat"), "person", (json_int_t)sock->person->id, "sock",
                               (json_int_t)sock->id, "id", (json_int_t)int_member(request, "id"), "hex", hex));
    return true;
}

void remote_dice_tick(House *house) {
    if (!house->remote_dice)
        return;
    for (ForwardedShare **at = &house->remote_dice->forwarded; *at;) {
        ForwardedShare *forwarded = *at;
        if (clock_monotonic_ms() < forwarded->until) {
            at = &forwarded->next;
            continue;
        }
        Err err = {0};
        *at = forwarded->next;
        err_set(&err, SK_STALE, "Too late: the dice were made without your share.", "");
        answer_error(house, NULL, forwarded->reply, &err, NULL);
        free(forwarded);
    }
    for (RemoteStart **at = &house->remote_dice->starts; *at;) {
        RemoteStart *start = *at;
        if (clock_monotonic_ms() < start->until) {
            at = &start->next;
            continue;
        }
        *at = start->next;
        free(start);
    }
}

/* ---- on both -------------------------------------------------------------------------------------------- */

void remote_dice_receive(House *house, const char *text) {
    json_t *message = json_loads(text, 0, NULL);
    const char *what = string_member(message, "do");
    if (strcmp(what, "ask") == 0)
        receive_start(house, message);
    else if (strcmp(what, "commit") == 0 || strcmp(what, "share") == 0)
        receive_share(house, message, *what == 's');
    else if (strcmp(what, "answer") == 0)
        receive_answer(house, message);
    json_decref(message);
}

void remote_dice_close(House *house) {
    if (!house->remote_dice)
        return;
    for (RemoteStart *start; (start = house->remote_dice->starts); free(start))
        house->remote_dice->starts = start->next;
    for (ForwardedShare *forwarded; (forwarded = house->remote_dice->forwarded); free(forwarded))
        house->remote_dice->forwarded = forwarded->next;
    free(house->remote_dice);
    house->remote_dice = NULL;
}
