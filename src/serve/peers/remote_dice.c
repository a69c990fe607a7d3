#include "serve/peers/remote_dice.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "serve/peers/peer.h"
#include "serve/requests/request.h"
#include "serve/tables/start.h"
#include "serve/wire/secret.h"

enum { TAG_HEX = 2 * DICE_TAG + 1, SLACK_MS = 2000 };

/* A start elsewhere that waits for people who are here. */
typedef struct RemoteStart {
    char tag[TAG_HEX];
    int64_t until;
    int64_t person[SEATS_MAX]; /* 0: not asked */
    struct RemoteStart *next;
} RemoteStart;

/* Passed on, and not answered yet. */
typedef struct ForwardedShare {
    Reply reply;
    int64_t until;
    struct ForwardedShare *next;
} ForwardedShare;

typedef struct RemoteDice {
    RemoteStart *asked;
    ForwardedShare *sent;
} RemoteDice;

static const char *member(const json_t *in, const char *name) {
    const char *text = json_string_value(json_object_get(in, name));
    return text ? text : "";
}

static int64_t count(const json_t *in, const char *name) { return json_integer_value(json_object_get(in, name)); }

/* Takes the JSON. What does not get through is as if nobody had answered. */
static void say(House *house, json_t *json) {
    StoreJob *job = json ? store_job(STORE_BROADCAST) : NULL;
    if (job)
        job->text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    if (job && job->text && strlen(job->text) <= STORE_SAY_MAX)
        store_submit(house->store, job);
    else
        store_job_free(job);
}

/* ---- where the game starts ------------------------------------------------------------------------------ */

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

static bool listed(const char *lines, int64_t person) {
    for (const char *at = lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strtoll(at, NULL, 10) == person)
            return true;
    return false;
}

void remote_dice_find_done(House *house, const StoreJob *job) {
    Table *table = id_map_get(&house->tables, (uint64_t)job->table);
    uint32_t seats = 0;
    for (unsigned seat = 0; table && !job->err.status && seat < table->seats; seat++) {
        bool first = table->seat[seat].occupant == OCCUPANT_PERSON && listed(job->lines, table->seat[seat].person);
        for (unsigned other = 0; other < seat; other++) /* the lowest answers for all of his */
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
    say(house, json_pack("{s:s, s:s, s:O, s:o}", "do", "ask", "key", table->key, "dice", dice, "people", people));
}

static Table *start_of(const House *house, const char *tag) {
    Table *table;
    for (id_map_each(i, &house->loaded_tables, table)) {
        char hex[TAG_HEX];
        sodium_bin2hex(hex, sizeof hex, table->shares.tag, DICE_TAG);
        if (table->starting && table->shares.step != SHARES_NONE && secret_equal_text(tag, hex))
            return table;
    }
    return NULL;
}

/* Somebody's commitment or share, from where he is. */
static void hear_answer(House *house, const json_t *in, bool share) {
    Table *table = start_of(house, member(in, "tag"));
    int64_t seat = count(in, "seat") - 1;
    Err err = {0};
    char why[512] = "";
    if (!table)
        return; /* another server's, or over */
    if (seat < 0 || seat >= (int64_t)table->seats || table->seat[seat].occupant != OCCUPANT_PERSON ||
        table->seat[seat].person != count(in, "person"))
        err_set(&err, SK_TURN, "Seat {0} is not yours.", "d", (int)seat + 1);
    else if (share)
        start_share(house, table, (unsigned)seat, member(in, "hex"), &err);
    else
        start_commit(house, table, (unsigned)seat, member(in, "hex"), &err);
    if (err.status)
        err_format(&err, why, sizeof why);
    say(house, json_pack("{s:s, s:I, s:I, s:I, s:i, s:s}", "do", "answer", "to", count(in, "from"), "sock",
                         count(in, "sock"), "id", count(in, "id"), "status", (int)err.status, "why", why));
}

/* ---- where they are ------------------------------------------------------------------------------------- */

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
    RemoteStart *asked = house->remote_dice ? house->remote_dice->asked : NULL;
    while (asked && !secret_equal_text(tag, asked->tag))
        asked = asked->next;
    return asked;
}

static void hear_ask(House *house, const json_t *in) {
    const json_t *people = json_object_get(in, "people"), *dice = json_object_get(in, "dice");
    const char *tag = member(dice, "tag");
    RemoteStart *asked = remote_start_find(house, tag);
    if (!house->remote_dice && !(house->remote_dice = calloc(1, sizeof *house->remote_dice)))
        return;
    if (!asked) {
        asked = calloc(1, sizeof *asked);
        if (!asked)
            return;
        asked->next = house->remote_dice->asked;
        house->remote_dice->asked = asked;
        snprintf(asked->tag, sizeof asked->tag, "%s", tag);
    }
    asked->until = tick_ms() + SHARES_WAIT_MS + SLACK_MS;
    for (unsigned seat = 0; seat < SEATS_MAX && seat < json_array_size(people); seat++) {
        asked->person[seat] = json_integer_value(json_array_get(people, seat));
        if (asked->person[seat])
            start_push(house, asked->person[seat], seat, member(in, "key"), dice);
    }
}

static void hear_judged(House *house, const json_t *in) {
    Reply reply = {(uint64_t)count(in, "sock"), count(in, "id")};
    Err err = {0};
    ForwardedShare **at = house->remote_dice ? &house->remote_dice->sent : NULL;
    while (at && *at && !((*at)->reply.sock == reply.sock && (*at)->reply.id == reply.id))
        at = &(*at)->next;
    if (count(in, "to") != house->server || !at || !*at)
        return;
    ForwardedShare *sent = *at;
    *at = sent->next;
    free(sent);
    int64_t status = count(in, "status");
    if (status <= SK_OK || status > SK_USAGE) {
        answer(house, reply, json_object());
        return;
    }
    err_set(&err, (Status)status, "{0}", "s", member(in, "why"));
    answer_error(house, NULL, reply, &err, NULL);
}

/* The start that waits for this person: that of the tag, or whichever there is. */
static const RemoteStart *remote_start_of(const House *house, const Person *person, const char *tag) {
    const RemoteStart *asked = house->remote_dice ? house->remote_dice->asked : NULL;
    for (; asked; asked = asked->next)
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (asked->person[seat] == person->id && (!tag || secret_equal_text(tag, asked->tag)))
                return asked;
    return NULL;
}

bool remote_dice_forward(House *house, const Sock *sock, const json_t *in, bool share) {
    const RemoteStart *asked = remote_start_of(house, sock->person, json_string_value(json_object_get(in, "tag")));
    ForwardedShare *sent = asked ? calloc(1, sizeof *sent) : NULL;
    const char *hex = member(in, share ? "share" : "commit");
    if (!sent || strlen(hex) > 1024) {
        free(sent);
        return false;
    }
    *sent = (ForwardedShare){{sock->id, count(in, "id")}, tick_ms() + SHARES_WAIT_MS, house->remote_dice->sent};
    house->remote_dice->sent = sent;
    say(house, json_pack("{s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:s}", "do", share ? "share" : "commit", "from",
                         (json_int_t)house->server, "tag", asked->tag, "seat", (json_int_t)count(in, "seat"), "person",
                         (json_int_t)sock->person->id, "sock", (json_int_t)sock->id, "id", (json_int_t)count(in, "id"),
                         "hex", hex));
    return true;
}

void remote_dice_tick(House *house) {
    if (!house->remote_dice)
        return;
    for (ForwardedShare **at = &house->remote_dice->sent; *at;) {
        ForwardedShare *sent = *at;
        if (tick_ms() < sent->until) {
            at = &sent->next;
            continue;
        }
        Err err = {0};
        *at = sent->next;
        err_set(&err, SK_STALE, "This comes too late; the dice are made without it.", "");
        answer_error(house, NULL, sent->reply, &err, NULL);
        free(sent);
    }
    for (RemoteStart **at = &house->remote_dice->asked; *at;) {
        RemoteStart *asked = *at;
        if (tick_ms() < asked->until) {
            at = &asked->next;
            continue;
        }
        *at = asked->next;
        free(asked);
    }
}

/* ---- both ----------------------------------------------------------------------------------------------- */

void remote_dice_receive(House *house, const char *text) {
    json_t *in = json_loads(text, 0, NULL);
    const char *what = member(in, "do");
    if (strcmp(what, "ask") == 0)
        hear_ask(house, in);
    else if (strcmp(what, "commit") == 0 || strcmp(what, "share") == 0)
        hear_answer(house, in, *what == 's');
    else if (strcmp(what, "answer") == 0)
        hear_judged(house, in);
    json_decref(in);
}

void remote_dice_close(House *house) {
    if (!house->remote_dice)
        return;
    for (RemoteStart *asked; (asked = house->remote_dice->asked); free(asked))
        house->remote_dice->asked = asked->next;
    for (ForwardedShare *sent; (sent = house->remote_dice->sent); free(sent))
        house->remote_dice->sent = sent->next;
    free(house->remote_dice);
    house->remote_dice = NULL;
}
