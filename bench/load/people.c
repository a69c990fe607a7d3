/* Behaviour of a simulated person: sits down, plays random moves at a human pace (or as fast as possible), and after
 * the game plays another with the same people. */
#include <math.h>
#include <string.h>

#include "load.h"

static Table *table_of(const Conn *c) { return &load.table[c->table]; }

static double pause_length(void) {
    double u = ((double)rng_below(&load.rng, 1000000) + 1) / 1000001;
    return load.think > 0 ? -log(u) * load.think : 0;
}

/* ---- sitting down --------------------------------------------------------------------------------------- */

static void table_create(Conn *c) {
    char seats[160] = "{\"who\":\"me\"}";
    for (unsigned s = 1; s < load.seats; s++)
        strcat(seats, ",{\"who\":\"open\"}");
    conn_request(c, "{\"do\":\"create\",\"game\":\"%s\",\"seats\":[%s],\"options\":{},\"public\":false", load.game,
                 seats);
}

static void table_open(Conn *c) {
    c->sitting = false;
    c->start_id = 0;
    conn_request(c, "{\"do\":\"open\",\"table\":\"%s\"", table_of(c)->key);
}

void greet(Conn *c) {
    conn_request(c, "{\"do\":\"hello\",\"protocol\":1");
    if (table_of(c)->key[0])
        table_open(c);
    else if (c->seat == 1)
        table_create(c);
}

/* A new table has its key: everybody of this table who is connected opens it. */
static void handle_key(Conn *c, const char *key) {
    string_copy(key, table_of(c)->key, sizeof table_of(c)->key);
    for (unsigned s = 0; s < load.seats; s++) {
        Conn *other = &load.conn[c->table * load.seats + s];
        if (other->stage == OPENED)
            table_open(other);
    }
}

/* Before the start: takes the seat. Seat 1 starts the game when all seats are taken. */
static void handle_table(Conn *c, const char *json) {
    unsigned people = 0, seat = 0;
    if (!is_string(member(json, "phase"), "gathering"))
        return;
    for (const char *p = entry_first(member(json, "seats")); p; p = entry_next(p)) {
        bool person = is_string(member(p, "who"), "person");
        people += person;
        if (++seat == c->seat && !person && !c->sitting) {
            c->sitting = true;
            conn_request(c, "{\"do\":\"sit\",\"seat\":%u", c->seat);
        }
    }
    if (c->seat == 1 && !c->start_id && people == load.seats) {
        conn_request(c, "{\"do\":\"start\"");
        c->start_id = c->id;
    }
}

/* ---- playing -------------------------------------------------------------------------------------------- */

/* Schedules the next move, unless the last one is still unanswered. */
static void schedule_move(Conn *c) {
    if (c->sent_at <= 0 && c->move[0])
        c->play_at = now() + pause_length();
}

static bool must_act(const Conn *c, const char *moment) {
    for (const char *p = entry_first(member(moment, "to_act")); p; p = entry_next(p))
        if (number_of(p) == (long)c->seat)
            return true;
    return false;
}

static void choose_move(Conn *c, const char *moment) {
    const char *first = entry_first(member(moment, "moves")), *move = first;
    unsigned n = 0;
    for (const char *p = first; p; p = entry_next(p))
        n++;
    for (unsigned i = n ? rng_below(&load.rng, n) : 0; i > 0; i--)
        move = entry_next(move);
    const char *text = member(move, "text");
    if (text)
        string_copy(text, c->move, sizeof c->move);
    schedule_move(c);
}

static void handle_moment(Conn *c, const char *moment) {
    Table *table = table_of(c);
    const char *over = member(moment, "over");
    long version = number_of(member(moment, "version"));
    if (number_of(member(moment, "seat")) != (long)c->seat)
        return;
    table->updates += version != c->version;
    load.playing += !table->started;
    table->started = true;
    c->version = version;
    c->move[0] = '\0';
    c->play_at = 0;
    if (over && *over == 't') {
        if (c->seat == 1 && table->key[0]) { /* the others follow when it has a key */
            load.overs++;
            table->key[0] = '\0';
            table_create(c);
        }
    } else if (must_act(c, moment)) {
        choose_move(c, moment);
    }
}

/* The answer to a move comes when it is stored, right after the new view. */
static void handle_done(Conn *c) {
    if (load.measuring && load.samples < SAMPLES_MAX) {
        load.sample[load.samples++] = (float)(1000 * (now() - c->sent_at));
        load.moves++;
    }
    c->sent_at = 0;
    schedule_move(c);
}

static void handle_error(Conn *c, const char *error, long id) {
    char text[200] = "";
    c->sent_at = 0;
    if (id == (long)c->start_id) /* the game was about to start when the connection was cut */
        return;
    if (is_string(member(error, "status"), "stale")) {
        load.stale++;
        schedule_move(c);
        return;
    }
    if (member(error, "text"))
        string_copy(member(error, "text"), text, sizeof text);
    if (load.refused++ < 5)
        fprintf(stderr, "refused: %s\n", text);
}

static void handle_answer(Conn *c, const char *json) {
    const char *part = member(json, "error"), *table = member(json, "table");
    if (part)
        handle_error(c, part, number_of(member(json, "id")));
    else if (c->sent_at > 0 && number_of(member(json, "id")) == (long)c->act_id)
        handle_done(c);
    else if (table && *table == '"' && c->seat == 1 && !table_of(c)->key[0])
        handle_key(c, table);
    if ((part = member(json, "moments"))) {
        load.with_table += !c->has_table;
        c->has_table = true;
        handle_table(c, table);
    }
    for (part = entry_first(part); part; part = entry_next(part))
        handle_moment(c, part);
}

void handle_message(Conn *c, const char *json) {
    const char *push = member(json, "push");
    if (!push)
        handle_answer(c, json);
    else if (is_string(push, "moment"))
        handle_moment(c, member(json, "moment"));
    else if (is_string(push, "table"))
        handle_table(c, member(json, "table"));
}

static void play(Conn *c) {
    c->play_at = 0;
    c->sent_at = now();
    conn_request(c, "{\"do\":\"act\",\"seat\":%u,\"moves\":[\"%s\"],\"version\":%ld,\"message\":%u", c->seat, c->move,
                 c->version, ++c->message);
    c->act_id = c->id;
    c->move[0] = '\0';
}

void people_play(void) {
    double time = now();
    for (unsigned i = 0; i < load.conns; i++)
        if (load.conn[i].stage == OPENED && load.conn[i].play_at > 0 && load.conn[i].play_at <= time)
            play(&load.conn[i]);
}
