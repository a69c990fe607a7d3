/* Tables come into memory when they are needed: rows from the store thread, the match from a worker that replays them,
 * and on the way what a viewer was told, in sentences. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/lack.h"
#include "engine/names.h"
#include "serve/peer.h"
#include "serve/table_play.h"
#include "serve/tale.h"
#include "text/moment.h"

/* Somebody who waits for the answer to `open`. */
typedef struct Opener {
    uint64_t sock;
    json_int_t id;
    json_t *have;
    struct Opener *next;
} Opener;

/* What a worker is given, and what it hands back. */
typedef struct Replay {
    Work work;
    LogStep step;
    Tale tale;
    uint32_t viewers; /* a set; bit SEATS_MAX: spectators */
    json_t *told[VIEWERS];
    uint32_t version[VIEWERS];
    Match *match;
    Err err;
    Opener *opener; /* NULL: only the match is wanted */
} Replay;

static unsigned viewer_seat(unsigned v) { return v < SEATS_MAX ? v : (unsigned)SPECTATOR; }

/* ---- replaying: on a worker's thread, and the last few lines on the loop's ------------------------------ */

static void replay_tell(Replay *r, const Match *match, unsigned v) {
    Voice voice = tale_voice(&r->tale, viewer_seat(v));
    json_t *told = log_told(&voice, state_head(match_state(match))->turn, match), *one;
    size_t i;
    json_array_foreach(told, i, one) json_object_set_new(one, "version", json_integer(r->version[v]));
    json_array_extend(r->told[v], told);
    json_decref(told);
}

static void replay_step(LogStep *step, const Match *match) {
    Replay *r = (Replay *)((char *)step - offsetof(Replay, step));
    for (unsigned v = 0; v < VIEWERS; v++) {
        uint32_t version = match_version(match, viewer_seat(v));
        bool news = version != r->version[v] && (r->viewers >> v & 1);
        r->version[v] = version;
        if (news)
            replay_tell(r, match, v);
    }
}

static void replay_run(Work *work, BotRoom *room) {
    Replay *r = (Replay *)work;
    (void)room;
    r->match = match_new(&r->tale.rules, &r->err);
    if (r->match)
        tale_walk(&r->tale, r->match, &r->step, &r->err);
}

static void opener_free(Opener *opener) {
    if (opener)
        json_decref(opener->have);
    free(opener);
}

/* Memory ran out on the way. Who waits comes again by himself; a game that bots are to go on with is read again. */
static void load_lacks(House *house, Table *table, const Opener *opener) {
    Sock *sock = opener ? sock_find(house, opener->sock) : NULL;
    if (sock && sock->table == table)
        sock_close(house, sock, 1013, "There is not enough memory; connect again.");
    if (table->match || table->replays || table->openers || table->busy || table->starting)
        return;
    if (table->phase == PHASE_PLAYING || table->phase == PHASE_OVER) {
        table_unload(table);
        index_drop(&house->live, (uint64_t)table->id);
        table->check = table->phase == PHASE_PLAYING;
    }
}

static void replay_free(Replay *r) {
    match_free(r->match);
    for (unsigned v = 0; v < VIEWERS; v++)
        json_decref(r->told[v]);
    opener_free(r->opener);
    tale_free(&r->tale);
    free(r);
}

/* ---- the answer to `open` ------------------------------------------------------------------------------- */

static json_t *lines_since(json_t *told, const json_t *have, unsigned v) {
    char seat[8] = "null";
    if (v < SEATS_MAX)
        snprintf(seat, sizeof seat, "%u", v + 1);
    const json_t *version = json_object_get(have, seat);
    if (!version && v == SEATS_MAX)
        version = json_object_get(have, "0");
    json_t *out = json_array(), *line;
    size_t i;
    json_array_foreach(told, i, line) if (!version || json_integer_value(json_object_get(line, "version")) >
                                                          json_integer_value(version)) json_array_append(out, line);
    return out;
}

static void open_answer(House *house, Table *table, const Opener *opener, const Replay *r) {
    Sock *sock = sock_find(house, opener->sock);
    if (!sock || sock->table != table)
        return;
    json_t *moments = json_array(), *logs = json_array();
    uint32_t seats = sock_seats(sock), viewers = seats ? seats : BIT(SEATS_MAX);
    for (unsigned v = 0; r && v < VIEWERS; v++) {
        if (!(viewers >> v & 1))
            continue;
        json_array_append_new(moments, table_moment(house, table, viewer_seat(v), false));
        json_array_append_new(logs, lines_since(r->told[v], opener->have, v));
    }
    sock->opening = false;
    answer(house, (Reply){opener->sock, opener->id},
           json_pack("{s:o, s:o, s:o, s:o}", "table", table_json(house, table, sock), "moments", moments, "logs", logs,
                     "chat", table->chat ? json_incref(table->chat) : json_array()));
    table_tell(house, table);
    ask_held(house, sock);
}

/* The last move was stored and the server ended before the table's row said that the game is over. */
static void replay_over(House *house, Table *table) {
    if (table->phase != PHASE_PLAYING || !match_over(table->match))
        return;
    table->phase = PHASE_OVER;
    clock_stop(table);
    table_save(house, table);
    table_tell(house, table);
}

static void replay_done(House *house, Work *work) {
    Replay *r = (Replay *)work;
    Table *table = r->tale.table;
    if (house->stopping) {
        replay_free(r);
        return;
    }
    house->loads_running--;
    table->replays--;
    table->used = tick_ms();
    /* What was stored while the worker replayed: a few lines at most. */
    lack_take();
    if (r->match && !r->err.status && table->loaded)
        log_walk(r->match, dice_again(table, &table->dice), table->log, r->tale.logs, table->logs, &r->step, &r->err);
    if (lack_take() || r->work.lacks || r->err.status == SK_IO) {
        load_lacks(house, table, r->opener);
        replay_free(r);
        return;
    }
    if (!r->match || r->err.status) {
        char why[512];
        err_write(&r->err, why, sizeof why);
        table_stuck(house, table, why);
    } else if (!table->match && table->loaded) {
        table->match = r->match;
        r->match = NULL;
        table->to_act = state_head(match_state(table->match))->to_act;
        replay_over(house, table);
    }
    if (r->opener)
        open_answer(house, table, r->opener, table->match && !r->err.status ? r : NULL);
    replay_free(r);
    if (table->match && table->refresh)
        table_refresh(house, table);
    peer_look(house, table);
    if (table->match)
        table_ready(house, table);
}

static void replay_begin(House *house, Table *table, Opener *opener) {
    Replay *r = calloc(1, sizeof *r);
    const Sock *sock = opener ? sock_find(house, opener->sock) : NULL;
    if (!r || !tale_take(house, table, &r->tale)) {
        free(r);
        load_lacks(house, table, opener);
        opener_free(opener);
        return;
    }
    r->work.run = replay_run;
    r->work.done = replay_done;
    r->step.step = replay_step;
    r->opener = opener;
    if (sock && sock->table == table)
        r->viewers = sock_seats(sock) ? sock_seats(sock) : BIT(SEATS_MAX);
    for (unsigned v = 0; v < VIEWERS; v++)
        r->told[v] = r->viewers >> v & 1 ? json_array() : NULL;
    house->loads_running++;
    house->counts.loads++;
    table->replays++;
    workers_put(house->workers, &r->work);
}

/* ---- the store ------------------------------------------------------------------------------------------ */

/* The rows are there: whoever waited goes on. */
static void loaded_go_on(House *house, Table *table) {
    Opener *opener;
    while ((opener = table->openers)) {
        table->openers = opener->next;
        if (table->phase == PHASE_PLAYING || table->phase == PHASE_OVER) {
            replay_begin(house, table, opener);
        } else {
            open_answer(house, table, opener, NULL);
            opener_free(opener);
        }
    }
    if (!table->loaded)
        return;
    bool wanted = table->phase == PHASE_PLAYING || (table->phase == PHASE_OVER && table->refresh);
    if (wanted && !table->match && !table->replays)
        replay_begin(house, table, NULL);
}

json_t *chat_read(const char *text) {
    json_t *out = json_array();
    for (; text && *text;) {
        size_t n = strcspn(text, "\n");
        json_t *line = json_loadb(text, n, 0, NULL);
        if (line)
            json_array_append_new(out, line);
        text += n + (text[n] == '\n');
    }
    while (json_array_size(out) > CHAT_KEPT)
        json_array_remove(out, 0);
    return out;
}

void table_read_done(House *house, StoreJob *job) {
    Table *table = job->of;
    Err err = job->err;
    char why[512];
    table->loading = false;
    house->loads_running--;
    peer_there(table, job);
    if (!err.status && table->book) {
        table->log = log_read(&table->rules, job->lines ? job->lines : "", &table->logs, &err);
        table->log_cap = table->logs;
        table->rows = table->logs;
    }
    if (!err.status)
        table->chat = chat_read(job->chat);
    table->loaded = true;
    if (err.status && !table_ended(table)) {
        err_write(&err, why, sizeof why);
        table_stuck(house, table, why);
    }
    loaded_go_on(house, table);
    peer_look(house, table);
}

void table_load(House *house, Table *table) {
    table->check = false;
    table->used = tick_ms();
    if (table->loading)
        return;
    if (table->loaded) {
        loaded_go_on(house, table);
        return;
    }
    StoreJob *job = store_job(STORE_READ_TABLE);
    if (!job || !index_put(&house->live, (uint64_t)table->id, table)) {
        store_job_free(job);
        for (Opener *opener; (opener = table->openers); opener_free(opener)) {
            table->openers = opener->next;
            load_lacks(house, table, opener);
        }
        load_lacks(house, table, NULL);
        return;
    }
    job->table = table->id;
    job->of = table;
    table->loading = true;
    house->loads_running++;
    store_put(house->store, job);
}

void table_unload(Table *table) {
    match_free(table->match);
    table->match = NULL;
    free(table->log);
    table->log = NULL;
    table->logs = table->log_cap = 0;
    json_decref(table->chat);
    table->chat = NULL;
    table->loaded = false;
}

void waiting_free(Waiting *waiting) {
    while (waiting) {
        Waiting *next = waiting->next;
        json_decref(waiting->in);
        free(waiting);
        waiting = next;
    }
}

void openers_free(Table *table) {
    for (Opener *opener; (opener = table->openers);) {
        table->openers = opener->next;
        opener_free(opener);
    }
}

void table_open_for(House *house, Sock *sock, json_int_t id, const json_t *have) {
    Table *table = sock->table;
    Opener *opener = calloc(1, sizeof *opener);
    if (!opener) {
        load_lacks(house, table, &(Opener){.sock = sock->id});
        return;
    }
    *opener = (Opener){sock->id, id, json_incref((json_t *)have), table->openers};
    sock->opening = true;
    table->openers = opener;
    if (table->loaded)
        loaded_go_on(house, table);
    else
        table_load(house, table);
}
