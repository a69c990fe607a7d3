/* Looking back at a finished game: a worker judges every decision by what its player could know, and everybody in the
 * room is told how far it is and then what was found. What was found is kept while the table is in memory. */
#include <stdlib.h>
#include <string.h>

#include "review/analyze_report.h"
#include "serve/ask.h"
#include "serve/log.h"

enum { BACK_MS = 20000, BACK_PASSES = 3 }; /* for one game; passes over its decisions, about */

typedef struct Back {
    Work work;
    Table *table;
    Rules rules;
    MatchDice dice;
    const Words *words;
    char names[SEATS_MAX][NAME_SIZE];
    Move *log;
    unsigned logs;
    json_t *report;
    Err err;
} Back;

static bool back_told(void *who, const Analysis *analysis, unsigned decision, unsigned pass, unsigned done,
                      unsigned of) {
    Back *back = who;
    (void)analysis, (void)decision;
    atomic_store(&back->work.of, BACK_PASSES * of);
    atomic_store(&back->work.so_far, (pass < BACK_PASSES ? pass * of : (BACK_PASSES - 1) * of) + done);
    return !atomic_load(&back->work.stop);
}

static void back_run(Work *work, BotRoom *room) {
    Back *back = (Back *)work;
    Analysis analysis = {0};
    Match *match = match_new(&back->rules, &back->err);
    Status status =
        match ? log_walk(match, dice_again(back->table, &back->dice), back->log, 0, back->logs, NULL, &back->err)
              : SK_IO;
    AnalyzeAsk ask = {
        .match = match, .viewer = ANALYZE_ALL, .ms = BACK_MS, .room = room, .told = back_told, .who = back};
    if (!status && analyze_run(&analysis, &ask, &back->err) == SK_OK) {
        AnalyzeReport report = {.analysis = &analysis,
                                .voice = {back->words, &back->rules, SPECTATOR, (const char(*)[NAME_SIZE])back->names},
                                .command = ""};
        back->report = analyze_json(&report);
    }
    analyze_free(&analysis);
    match_free(match);
}

static void room_tell(House *house, Table *table, json_t *json) {
    Blob *blob = blob_json(json);
    for (Sock *sock = table->room; sock; sock = sock->next_in_room)
        if (!sock->opening)
            sock_send(house, sock, blob);
    blob_free(blob);
}

static void report_tell(House *house, Table *table) {
    room_tell(house, table,
              json_pack("{s:s, s:i, s:i, s:O}", "push", "analysis", "part", 1, "of", 1, "report", table->review));
}

static void back_done(House *house, Work *work) {
    Back *back = (Back *)work;
    Table *table = back->table;
    table->looking = NULL;
    if (back->report) {
        json_decref(table->review);
        table->review = json_incref(back->report);
        if (!house->stopping)
            report_tell(house, table);
    } else {
        char why[512];
        err_write(&back->err, why, sizeof why);
        note("not-analyzed", "table=%lld why=\"%s\"", (long long)table->id, why);
    }
    json_decref(back->report);
    free(back->log);
    free(back);
}

void table_back_tick(House *house, Table *table) {
    if (table->looking && table->room)
        room_tell(house, table,
                  json_pack("{s:s, s:i, s:i}", "push", "analysis", "part", (int)atomic_load(&table->looking->so_far),
                            "of", (int)atomic_load(&table->looking->of)));
}

static Back *back_new(const House *house, Table *table) {
    Back *back = calloc(1, sizeof *back);
    Move *log = back ? malloc((table->logs + 1) * sizeof *log) : NULL;
    if (!log) {
        free(back);
        return NULL;
    }
    memcpy(log, table->log, table->logs * sizeof *log);
    *back = (Back){.work = {.run = back_run, .done = back_done, .slow = true},
                   .table = table,
                   .rules = table->rules,
                   .dice = table->dice,
                   .words = &table->book->words,
                   .log = log,
                   .logs = table->logs};
    table_names(house, table, back->names);
    return back;
}

Status ask_analyze(Call *call) {
    Table *table = call->table;
    if (table->phase != PHASE_OVER)
        return err_say(&call->err, SK_TURN, "A game can be looked back at when it is over.", "");
    call_put(call, "done", json_true());
    if (table->review) {
        sock_push(call->house, call->sock,
                  json_pack("{s:s, s:i, s:i, s:O}", "push", "analysis", "part", 1, "of", 1, "report", table->review));
        return SK_OK;
    }
    if (table->looking)
        return SK_OK;
    Back *back = back_new(call->house, table);
    if (!back)
        return err_say(&call->err, SK_IO, "There is not enough memory to look back.", "");
    table->looking = &back->work;
    workers_put(call->house->workers, &back->work);
    return SK_OK;
}
