/* Tables come into memory when they are needed: rows from the store thread, the match from a worker that replays them,
 * and on the way what a viewer was told, in sentences. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/oom.h"
#include "engine/names.h"
#include "serve/peers/peer.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_play.h"
#include "serve/wire/net.h"
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
    uint32_t viewers;   /* a set; bit SEATS_MAX: spectators */
    Text told[VIEWERS]; /* lines of their logs, one after the other */
    Jot jot[VIEWERS];
    int64_t have[VIEWERS]; /* the version up to which they have them; -1: nothing */
    uint32_t version[VIEWERS];
    unsigned noted[VIEWERS]; /* of what became of seats, what has been said or is behind */
    Match *match;
    Err err;
    Opener *opener; /* NULL: only the match is wanted */
} Replay;

static unsigned viewer_seat(unsigned v) { return v < SEATS_MAX ? v : (unsigned)SPECTATOR; }

/* ---- replaying: on a worker's thread, and the last few lines on the loop's ------------------------------ */

static void replay_tell(Replay *r, const Match *match, unsigned v) {
    Voice voice = tale_voice(&r->tale, viewer_seat(v));
    if (r->version[v] > r->have[v])
        log_jot(&voice, state_head(match_state(match))->turn, match, &r->version[v], &r->jot[v]);
}

static void replay_note(Replay *r, unsigned v, const SeatNote *note) {
    Voice voice = tale_voice(&r->tale, viewer_seat(v));
    if (note->version[v] >= r->have[v] || r->have[v] < 0) /* it has no version of its own: it may be known */
        seat_note_jot(&voice, note, &r->jot[v]);
}

/* What became of seats before this version. */
static void replay_notes(Replay *r, unsigned v, uint32_t version) {
    const SeatLog *log = r->tale.seat_log;
    for (; log && r->noted[v] < log->notes; r->noted[v]++) {
        const SeatNote *note = &log->note[r->noted[v]];
        if (note->loose || note->version[v] >= version)
            return;
        replay_note(r, v, note);
    }
}

/* And since, up to now: on the loop's thread. */
static void replay_notes_rest(Replay *r, const Table *table) {
    const SeatLog *then = r->tale.seat_log, *now = table->seat_log;
    uint32_t first = now ? now->ever - now->notes : 0;
    for (unsigned v = 0; now && v < VIEWERS; v++) {
        uint32_t next = then ? then->ever - then->notes + r->noted[v] : 0;
        for (uint32_t n = next > first ? next : first; n < now->stored && (r->viewers >> v & 1); n++)
            replay_note(r, v, &now->note[n - first]);
    }
}

static void replay_step(LogStep *step, const Match *match) {
    Replay *r = (Replay *)((char *)step - offsetof(Replay, step));
    for (unsigned v = 0; v < VIEWERS; v++) {
        uint32_t version = match_version(match, viewer_seat(v));
        bool news = version != r->version[v] && (r->viewers >> v & 1);
        r->version[v] = version;
        if (!news)
            continue;
        replay_notes(r, v, version);
        replay_tell(r, match, v);
    }
}

/* It does not lead where it did: once more, as far as is certain, for who looks at it. Whether that is shown depends on
 * nothing that may fail: without it the table is shown without a board. */
static void replay_good(Replay *r) {
    Err err = {0};
    match_free(r->match);
    r->match = tale_match(&r->tale, NULL);
    r->tale.logs = r->step.good;
    for (unsigned v = 0; v < VIEWERS; v++) {
        r->version[v] = r->noted[v] = 0;
        text_clear(&r->told[v]);
        r->jot[v] = (Jot){&r->told[v], false};
    }
    if (r->match && tale_walk(&r->tale, r->match, &r->step, &err)) {
        match_free(r->match);
        r->match = NULL;
    }
}

static void replay_run(Work *work, BotRoom *room) {
    Replay *r = (Replay *)work;
    (void)room;
    r->match = tale_match(&r->tale, &r->err);
    if (r->match && tale_walk(&r->tale, r->match, &r->step, &r->err) == SK_STATE)
        replay_good(r);
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
        text_free(&r->told[v]);
    opener_free(r->opener);
    tale_free(&r->tale);
    free(r);
}

/* ---- the answer to `open` ------------------------------------------------------------------------------- */

static int64_t have_version(const json_t *have, unsigned v) {
    char seat[8] = "null";
    if (v < SEATS_MAX)
        snprintf(seat, sizeof seat, "%u", v + 1);
    const json_t *version = json_object_get(have, seat);
    if (!version && v == SEATS_MAX)
        version = json_object_get(have, "0");
    return version ? json_integer_value(version) : -1;
}

static void put_tree(Jot *to, const char *name, json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(10));
    jot_key(to, name);
    jot_raw(to, text ? text : "null", text ? strlen(text) : 4);
    if (!text)
        lack_note();
    free(text);
    json_decref(json);
}

static void put_moments(Jot *to, const House *house, const Table *table, uint32_t viewers) {
    jot_key(to, "moments");
    jot_open(to, '[');
    for (bits_each(v, viewers)) {
        table_moment_jot(house, table, viewer_seat(v), false, to);
        jot_close(to, '}');
    }
    jot_close(to, ']');
}

static void put_logs(Jot *to, const Replay *r, uint32_t viewers) {
    jot_key(to, "logs");
    jot_open(to, '[');
    for (bits_each(v, viewers)) {
        jot_open(to, '[');
        if (r->told[v].len)
            jot_raw(to, text_str(&r->told[v]), r->told[v].len);
        jot_close(to, ']');
    }
    jot_close(to, ']');
}

static void open_answer(House *house, Table *table, const Opener *opener, const Replay *r) {
    Sock *sock = sock_find(house, opener->sock);
    Text text = {0};
    Jot jot = {&text, false};
    if (!sock || sock->table != table)
        return;
    uint32_t seats = sock_seats(sock), viewers = !r ? 0 : seats ? seats : BIT(SEATS_MAX);
    jot_open(&jot, '{');
    put_tree(&jot, "table", table_json(house, table, sock));
    put_moments(&jot, house, table, viewers);
    put_logs(&jot, r, viewers);
    put_tree(&jot, "chat", table->chat ? json_incref(table->chat) : json_array());
    jot_put_number(&jot, "id", opener->id);
    jot_close(&jot, '}');
    sock->opening = false;
    Blob *blob = blob_text(&text);
    sock_send(house, sock, blob);
    blob_free(blob);
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
    if (r->err.status && !table_ended(table)) {
        char why[512];
        err_write(&r->err, why, sizeof why);
        table->astray = true;
        table_stuck(house, table, why);
    }
    if (r->match && !table->match && table->loaded) {
        table->match = r->match;
        r->match = NULL;
        table->to_act = state_head(match_state(table->match))->to_act;
        replay_over(house, table);
        clock_again(house, table);
    }
    seat_log_settle(house, table);
    replay_notes_rest(r, table);
    if (r->opener)
        open_answer(house, table, r->opener, table->match ? r : NULL);
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
    for (unsigned v = 0; v < VIEWERS; v++) {
        r->jot[v] = (Jot){&r->told[v], false};
        r->have[v] = opener ? have_version(opener->have, v) : -1;
    }
    house->loads_running++;
    house->counts.loads++;
    table->replays++;
    workers_put(house->workers, &r->work);
}

/* ---- the store ------------------------------------------------------------------------------------------ */

/* There is a game to be looked at: also one that cannot go on, as far as it is certain. */
static bool table_shows(const Table *table) {
    return table->phase == PHASE_PLAYING || table->phase == PHASE_OVER ||
           (table->phase == PHASE_STUCK && table->book && table->logs && table->shares.step == SHARES_DONE);
}

/* The rows are there: whoever waited goes on. */
static void loaded_go_on(House *house, Table *table) {
    Opener *opener;
    while ((opener = table->openers)) {
        table->openers = opener->next;
        if (table_shows(table)) {
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

void table_take(House *house, Table *table, StoreJob *job) {
    Err err = job->err;
    char why[512];
    peer_there(table, job);
    if (!err.status && table->book) {
        table->log = log_read(&table->rules, job->lines ? job->lines : "", &table->logs, &err);
        table->log_cap = table->logs;
        table->rows = table->logs;
    }
    if (!job->err.status)
        table->chat = chat_read(job->chat);
    table->loaded = true;
    table->astray |= err.status == SK_STATE;
    if (err.status && !table_ended(table)) {
        err_write(&err, why, sizeof why);
        if (job->err.status)
            table_fault(house, table, why);
        else
            table_stuck(house, table, why);
    }
    loaded_go_on(house, table);
    peer_look(house, table);
}

void table_read_done(House *house, StoreJob *job) {
    Table *table = job->of;
    table->loading = false;
    house->loads_running--;
    if (!job->err.status)
        peer_row(house, table, job->row);
    table_take(house, table, job);
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
    if (!table->loaded)
        table_load(house, table);
    else if (!peer_ask(house, table)) /* who was at another server a moment ago must not find less here */
        loaded_go_on(house, table);
}

void table_opens(House *house, Table *table) {
    if (table->openers && table->loaded)
        loaded_go_on(house, table);
}
