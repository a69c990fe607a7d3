/* Other servers on the same database. The store is the judge; here is only who tells whom. */
#include "serve/peers/peer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/host/host.h"
#include "serve/peers/remote_dice.h"
#include "serve/tables/match_log.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/table_edit.h"
#include "serve/wire/secret.h"

enum { LEASE_MS = 6000, RENEW_MS = 1500, TRIES_MOST = 6, LATE_MS = 300, LATE_MOST = 5, LATE_DEAF = 50 };

/* ---- leases --------------------------------------------------------------------------------------------- */

bool peer_runs(const House *house, const Table *table) {
    return !house->shared || (tick_ms() < house->lease_until && index_get(&house->leased, (uint64_t)table->id) != NULL);
}

void peer_takes(House *house, const Table *table) {
    if (house->shared)
        index_put(&house->leased, (uint64_t)table->id, house);
}

static void lease_ask(House *house) {
    StoreJob *job = store_job(STORE_LEASE);
    if (!job)
        return;
    job->num = LEASE_MS;
    job->n = tick_ms();
    house->lease_at = tick_ms() + RENEW_MS;
    store_put(house->store, job);
}

/* A table whose server is gone goes on here. */
static void lease_take(House *house, int64_t id) {
    Table *table = index_get(&house->tables, (uint64_t)id);
    index_put(&house->leased, (uint64_t)id, house);
    if (!table)
        return;         /* its row is on the way */
    table->news = true; /* what was said last may have been said to nobody */
    table->taken = true;
    table->check = table->phase == PHASE_PLAYING && !table->match;
    if (table->phase == PHASE_OVER)
        table_save(house, table); /* the last move was stored, that it was the last was not */
    if (table->match)
        clock_again(house, table);
    peer_look(house, table);
}

void peer_lease_done(House *house, const StoreJob *job) {
    unsigned count = 0;
    house->away = job->err.status != SK_OK;
    if (job->err.status)
        return;
    if (job->num) /* it was too late: others may have taken what was ours */
        index_free(&house->leased);
    house->lease_until = job->n + LEASE_MS;
    for (const char *at = job->lines; at && *at; count++) {
        lease_take(house, strtoll(at, NULL, 10));
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    if (count)
        note("leases", "taken=%u", count);
}

/* ---- what is ours --------------------------------------------------------------------------------------- */

void peer_stamp(const House *house, Table *table, StoreJob *job) {
    if (!house->shared)
        return;
    job->after = table->stamp;
    job->stamp = table->stamp = random_id();
    table->saves++;
}

void peer_saved(House *house, const StoreJob *job) {
    Table *table = house->shared ? index_get(&house->tables, (uint64_t)job->table) : NULL;
    if (!table)
        return;
    table->saves--;
    table->news |= job->err.status != SK_OK;
}

bool peer_again(Table *table, Reply reply, json_t *in, unsigned tries) {
    Waiting *waiting = in && tries < TRIES_MOST ? calloc(1, sizeof *waiting) : NULL;
    if (!waiting)
        return false;
    *waiting = (Waiting){.reply = reply, .in = json_incref(in), .next = table->waiting, .tries = tries + 1};
    table->waiting = waiting;
    return true;
}

bool peer_wait(House *house, Reply reply, const json_t *in) {
    Waiting **last = &house->late;
    bool hears = !house->deaf && !house->away && !house->look;
    if (!house->shared || house->tries >= (hears ? LATE_MOST : LATE_DEAF))
        return false;
    while (*last)
        last = &(*last)->next;
    Waiting *waiting = calloc(1, sizeof *waiting);
    if (waiting)
        *waiting = (Waiting){
            .reply = reply, .in = json_incref((json_t *)in), .tries = house->tries + 1, .at = tick_ms() + LATE_MS};
    *last = waiting;
    return waiting != NULL;
}

static void late_run(House *house) {
    while (house->late && house->late->at <= tick_ms()) {
        Waiting *waiting = house->late;
        house->late = waiting->next;
        const Sock *sock = sock_find(house, waiting->reply.sock);
        ask_again(house, sock ? sock->table : NULL, waiting);
    }
}

/* ---- a table's news ------------------------------------------------------------------------------------- */

static void read_put(House *house, int64_t table, int64_t from) {
    StoreJob *job = store_job(STORE_READ_TABLE);
    if (!job)
        return;
    job->table = table;
    job->n = from;
    job->num = PEER_READ;
    store_put(house->store, job);
}

void peer_look(House *house, Table *table) {
    if (!house->shared || !table->news || table->fault || table->reading || table->busy || table->saves ||
        table->loading || table->replays || house->stopping || tick_ms() < table->look_at)
        return;
    table->news = false;
    table->reading = true;
    read_put(house, table->id, table->loaded ? table->rows : INT64_MAX);
}

bool peer_ask(House *house, Table *table) {
    if (!house->shared || table->fault || house->stopping)
        return false;
    table->news = true;
    table->look_at = 0;
    peer_look(house, table);
    return true;
}

void here_put(House *house, int64_t table, int64_t person, bool here) {
    StoreJob *job = store_job(STORE_HERE);
    if (!job)
        return;
    job->table = table;
    job->person = person;
    job->num = here;
    store_put(house->store, job);
}

/* A person is told of once, however many pages he has open. */
void peer_here(House *house, Table *table, const Person *person, bool here) {
    unsigned n = 0;
    for (const Sock *sock = table->room; sock; sock = sock->next_in_room)
        n += sock->person == person && !sock->watches;
    if (house->shared && !house->stopping && n == here)
        here_put(house, table->id, person->id, here);
}

bool peer_there(Table *table, StoreJob *job) {
    bool same = table->there && job->text ? strcmp(table->there, job->text) == 0 : table->there == job->text;
    free(table->there);
    table->there = job->text;
    job->text = NULL;
    return !same;
}

static void table_found(House *house, const StoreJob *job) {
    StoreEach each = house_each(house);
    each.table(house, job->table, job->row, 0);
    house->lobby_changed = true;
}

/* A start that was under way here has been made elsewhere. */
static void start_lost(House *house, Table *table) {
    Err err = {0};
    table->starting = false;
    err_say(&err, SK_STALE, "Somebody was faster: the game has begun.", "");
    answer_error(house, NULL, table->reply, &err, NULL);
}

/* People sat down or stood up while the dice of its start were being made: the start is judged anew. */
static void start_again(House *house, Table *table) {
    Err err = {0};
    table->starting = false;
    if (peer_again(table, table->reply, table->start_in, table->start_tries))
        return;
    err_say(&err, SK_STALE, "Somebody was faster: the table has changed. Start again.", "");
    answer_error(house, NULL, table->reply, &err, NULL);
}

/* Who runs the clocks knows them best: another server's row has them as they were when it last read them. */
static bool clocks_keep(const House *house, Table *table, const TableSeat before[SEATS_MAX]) {
    bool other = false;
    for (unsigned seat = 0; table->clock && !table->taken && peer_runs(house, table) && seat < table->seats; seat++) {
        TableSeat *at = &table->seat[seat];
        const TableSeat *was = &before[seat];
        if (at->who != was->who || at->person != was->person ||
            (at->left == was->left && at->due == was->due && at->told == was->told))
            continue;
        at->left = was->left;
        at->due = was->due;
        at->told = was->told;
        other = true;
    }
    table->taken = false;
    return other;
}

static void seats_news(House *house, Table *table, const TableSeat before[SEATS_MAX]) {
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->seat[seat].who == WHO_PERSON)
            person_seated(house, table->seat[seat].person, table);
        table->refresh |= table->match && table->seat[seat].person != before[seat].person; /* other eyes, other views */
    }
    if (table->thinking && !table_bot_plays(table, table->thinker) && !clock_out(table, table->thinker)) {
        atomic_store(&table->thinking->stop, true);
        table->thinking = NULL;
    }
    if (table->bot_ready && !table_bot_plays(table, table->bot_move.seat))
        table->bot_ready = false;
}

static bool row_news(House *house, Table *table, const char *row) {
    Phase was = table->phase;
    TableSeat before[SEATS_MAX];
    char rematch[KEY_SIZE];
    Err err = {0};
    memcpy(before, table->seat, sizeof before);
    memcpy(rematch, table->rematch, sizeof rematch);
    if (!table_row_again(table, row, false, &err))
        return false;
    if (table->starting && table->phase != PHASE_GATHERING)
        start_lost(house, table);
    else if (table->starting)
        start_again(house, table);
    bool clocks = was == PHASE_PLAYING && table->phase == PHASE_PLAYING && clocks_keep(house, table, before);
    if (was == PHASE_GATHERING && table->phase != PHASE_GATHERING) {
        index_drop(&house->leased, (uint64_t)table->id); /* begun by another */
        if (index_get(&house->codes, key_number(table->code)) == table)
            index_drop(&house->codes, key_number(table->code));
    }
    if (table->match && table->phase == PHASE_PLAYING && match_over(table->match)) {
        table->phase = PHASE_OVER; /* who stored the last move says so too, a moment later */
        if (peer_runs(house, table))
            table_save(house, table);
    } else if (clocks) {
        table_save(house, table);
    }
    seats_news(house, table, before);
    table_tell(house, table);
    if (*table->rematch && strcmp(rematch, table->rematch) != 0)
        room_push(house, table, json_pack("{s:s, s:s}", "push", "rematch", "table", table->rematch), true);
    house->lobby_changed = true;
    return true;
}

void peer_row(House *house, Table *table, const char *row) {
    if (house->shared && row && !table->fault)
        row_news(house, table, row);
}

static bool chat_known(const json_t *chat, const json_t *line) {
    for (size_t i = json_array_size(chat); i-- > 0;)
        if (json_equal(json_array_get(chat, i), line))
            return true;
    return false;
}

/* Lines that are not here yet; the newest end of what was read, as much as is kept. */
static void chat_news(House *house, Table *table, const char *text) {
    json_t *read = chat_read(text), *line;
    size_t i, n = json_array_size(read);
    bool none = n == json_array_size(table->chat) &&
                (!n || json_equal(json_array_get(read, n - 1), json_array_get(table->chat, n - 1)));
    json_array_foreach(read, i, line) {
        if (none || chat_known(table->chat, line))
            continue;
        json_array_append(table->chat, line);
        room_push(house, table, json_pack("{s:s, s:O}", "push", "chat", "line", line), false);
    }
    while (json_array_size(table->chat) > CHAT_KEPT)
        json_array_remove(table->chat, 0);
    json_decref(read);
}

/* Steps of another server, made true here one by one. */
typedef struct News {
    LogStep step;
    House *house;
    Table *table;
    unsigned at;
} News;

static void versions_keep(Table *table) {
    for (unsigned v = 0; v < VIEWERS; v++)
        table->before[v] = match_version(table->match, v < SEATS_MAX ? v : (unsigned)SPECTATOR);
}

static void news_step(LogStep *step, const Match *match) {
    News *news = (News *)step;
    Table *table = news->table;
    unsigned seat = table->log[news->at].seat;
    do
        news->at++;
    while (news->at < table->logs && table->log[news->at].kind != LOG_GROUP);
    table->to_act = state_head(match_state(match))->to_act;
    bool over = match_over(match) && table->phase == PHASE_PLAYING;
    if (over)
        table->phase = PHASE_OVER;
    if (peer_runs(news->house, table))
        clock_moved(news->house, table, seat);
    table_publish(news->house, table);
    if (over) {
        clock_stop(table);
        table_tell(news->house, table);
        news->house->lobby_changed = true;
    }
    versions_keep(table);
}

static void lines_news(House *house, Table *table, const char *text) {
    Err err = {0};
    unsigned count = 0, from = table->logs;
    char why[512];
    Move *rows = table->book ? log_read(&table->rules, text ? text : "", &count, &err) : NULL;
    bool ok = rows && !err.status && (!count || log_append(table, rows, count));
    free(rows);
    if (!ok && err.status == SK_OK)
        err_say(&err, SK_IO, "There is not enough memory for this game; it is safe, and can be opened again.", "");
    if (ok)
        table->rows += count;
    bool begun = ok && count && !from && !table->match && !table->replays && table->phase != PHASE_GATHERING;
    if (begun && table_proved(table) && !table->first) /* elsewhere: who is here hears it from its first line on */
        table->match = first_match(&table->rules, NULL, NULL);
    if (ok && table->match && count) {
        News news = {{news_step}, house, table, from};
        versions_keep(table);
        log_walk(table->match, dice_again(table, &table->dice), table->log, from, table->logs, &news.step, &err);
    } else if (ok && !table->match && table->logs && table->phase != PHASE_GATHERING) {
        table->refresh = true;
        table_load(house, table); /* begun elsewhere: the match is built from its rows */
    }
    if (err.status) {
        err_write(&err, why, sizeof why);
        table->astray |= err.status == SK_STATE;
        if (table->astray)
            table_stuck(house, table, why);
        else
            table_fault(house, table, why);
    }
    table->used = tick_ms();
}

void peer_table_done(House *house, StoreJob *job) {
    Table *table = index_get(&house->tables, (uint64_t)job->table);
    if (!table) {
        house->look |= job->err.status && job->err.status != SK_UNKNOWN;
        if (!job->err.status && job->row)
            table_found(house, job);
        return;
    }
    table->reading = false;
    bool moved =
        table->busy || table->saves || table->loading || table->replays || (table->loaded && job->n != table->rows);
    if (job->err.status || moved) { /* the next look, or a little later */
        table->news = true;
        if (!job->err.status)
            peer_look(house, table);
        else
            table->look_at = tick_ms() + 1000;
        if (job->err.status && table->openers) {
            char why[512];
            err_write(&job->err, why, sizeof why);
            table_fault(house, table, why);
            table_opens(house, table);
        }
        return;
    }
    bool more = table->news;
    table->news = false;
    bool came = peer_there(table, job);
    if (!row_news(house, table, job->row) && came)
        table_tell(house, table);
    if (table->loaded && !table_ended(table)) {
        if (table->chat)
            chat_news(house, table, job->chat);
        lines_news(house, table, job->lines);
    } else if (table->phase == PHASE_PLAYING && peer_runs(house, table)) {
        table->check = true; /* a bot of ours may be to move */
    }
    if (table->match && table->refresh && !table->replays)
        table_refresh(house, table);
    table_edits(house, table);
    table_opens(house, table);
    table_next(house, table); /* who waits is heard between two pieces of news */
    table->news |= more;
    peer_look(house, table);
}

/* ---- people and settings -------------------------------------------------------------------------------- */

static void person_ask(House *house, int64_t id, bool dropped) {
    StoreJob *job = store_job(STORE_READ_PERSON);
    if (!job)
        return;
    job->person = id;
    job->n = dropped;
    store_put(house->store, job);
}

void peer_person_done(House *house, const StoreJob *job) {
    house->look |= job->err.status && job->err.status != SK_UNKNOWN;
    if (job->err.status || !job->text || !job->lines)
        return;
    Person *person = person_again(house, job->person, job->text, job->num, job->lines, job->n != 0);
    Sock *sock;
    for (unsigned i = 0; person && i < person->seated; i++)
        if (person->tables[i]->room && table_seats_of(person->tables[i], person))
            table_tell(house, person->tables[i]);
    if (person && (person->flags & PERSON_REMOVED))
        for (index_each(k, &house->socks, sock))
            if (sock->person == person)
                sock_close(house, sock, 4403, "The host has removed you from this server.");
}

/* Two servers met a new guest at once; the other one's is he. */
void peer_token_done(House *house, const StoreJob *job) {
    Err err = {0};
    Sock *sock;
    StoreEach each = house_each(house);
    if (job->err.status != SK_STALE)
        return;
    device_drop(house, job->hash);
    store_guest(house->store, job->hash, &each, &err);
    for (index_each(i, &house->socks, sock))
        if (secret_same(sock->token, job->hash, STORE_TOKEN))
            sock_close(house, sock, 1001, "Connect again.");
}

static bool again_table(void *of, int64_t id, const char *row, int64_t phase) {
    House *house = of;
    Table *table = index_get(&house->tables, (uint64_t)id);
    StoreEach each = house_each(house);
    if (!table)
        return each.table(house, id, row, phase);
    table->news = true;
    peer_look(house, table);
    return true;
}

/* Who is here is not kept by a database that has crashed. */
static void here_again(House *house) {
    Table *table;
    far_here_all(house);
    for (index_each(i, &house->tables, table))
        for (const Sock *sock = table->room; sock; sock = sock->next_in_room)
            if (!sock->watches)
                here_put(house, table->id, sock->person->id, true);
}

/* The line to the database was broken: nobody knows what was said meanwhile. */
static void look_again(House *house) {
    Sock *sock;
    Err err = {0};
    StoreEach each = house_each(house), first = {.setting = each.setting, .of = house};
    each.table = again_table;
    house->away = store_each(house->store, &first, &err) != SK_OK;
    if (house->away)
        return; /* when it answers */
    here_again(house);
    devices_forget(house); /* some may have been signed out: those that were not are read again */
    house->look = store_each(house->store, &each, &err) != SK_OK;
    house->deaf &= house->look;
    for (index_each(i, &house->socks, sock))
        if (!person_known(house, sock->token))
            sock_close(house, sock, 1001, "Connect again.");
    house->lobby_changed = true;
}

void peer_changed(House *house, const StoreJob *job) {
    Err err = {0};
    Table *table = index_get(&house->tables, (uint64_t)job->table);
    if (house->stopping)
        return;
    if (job->text && !*job->text) {
        house->deaf = true;
    } else if (job->text) {
        far_said(house, job->text);
    } else if (job->key) {
        StoreEach all = house_each(house), each = {.setting = all.setting, .of = house};
        char notice[NOTICE_SIZE];
        memcpy(notice, house->desk->notice, sizeof notice);
        if (store_each(house->store, &each, &err) != SK_OK)
            house->look = true;
        else if (strcmp(notice, house->desk->notice) != 0)
            house_push(house, json_pack("{s:s, s:s}", "push", "notice", "text", house->desk->notice));
        if (!err.status)
            house_tell(house);
    } else if (job->person) {
        person_ask(house, job->person < 0 ? -job->person : job->person, job->person < 0);
    } else if (!job->table) {
        house->look = true;
    } else if (table) {
        table->news = true;
        peer_look(house, table);
    } else {
        read_put(house, job->table, INT64_MAX);
    }
}

/* ---- life ----------------------------------------------------------------------------------------------- */

/* Of servers that start together one makes it, and all have that one. */
static Status secret_share(House *house, Err *err) {
    char hex[2 * STORE_TOKEN + 1];
    unsigned char fresh[STORE_TOKEN];
    StoreJob *job = store_job(STORE_SETTING), *done = NULL;
    if (!job)
        return err_say(err, SK_IO, "There is not enough memory for a server.", "");
    randombytes_buf(fresh, sizeof fresh);
    sodium_bin2hex(hex, sizeof hex, fresh, sizeof fresh);
    job->key = strdup("secret");
    job->text = strdup(hex);
    job->num = 1;
    store_put(house->store, job);
    while (done != job) { /* nobody is served yet: what others change meanwhile is read just below */
        store_job_free(done);
        done = store_done(house->store);
        if (!done)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    Status status = done->err.status;
    *err = done->err;
    store_job_free(done);
    return status;
}

Status peer_open(House *house, Err *err) {
    house->shared = store_is_shared(house->ask->where);
    if (!house->shared)
        return SK_OK;
    house->server = random_id();
    Status status = secret_share(house, err);
    if (!status)
        lease_ask(house);
    return status;
}

void peer_tick(House *house) {
    if (!house->shared)
        return;
    late_run(house);
    far_tick(house);
    if (tick_ms() >= house->lease_at)
        lease_ask(house);
    if (house->look && !house->away)
        look_again(house);
}

void peer_close(House *house) {
    waiting_free(house->late);
    far_close(house);
    index_free(&house->leased);
}
