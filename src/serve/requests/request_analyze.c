/* Looking back at a finished game: a worker judges every decision by what its player could know, and everybody in the
 * room is told how far it is and then what was found. What was found is kept while the table is in memory. */
#include <stdlib.h>
#include <string.h>

#include "review/analyze_report.h"
#include "serve/requests/request.h"
#include "serve/tables/replay_source.h"

enum { BACK_MS = 20000, BACK_PASSES = 3 }; /* for one game; passes over its decisions, about */

typedef struct Back {
    Work work;
    Tale tale;
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
    Match *match = tale_match(&back->tale, &back->err);
    Status status = match ? tale_walk(&back->tale, match, NULL, &back->err) : SK_IO;
    AnalyzeAsk ask = {
        .match = match, .viewer = ANALYZE_ALL, .ms = BACK_MS, .room = room, .told = back_told, .who = back};
    if (!status && analyze_run(&analysis, &ask, &back->err) == SK_OK) {
        AnalyzeReport report = {.analysis = &analysis, .voice = tale_voice(&back->tale, SPECTATOR), .command = ""};
        back->report = analyze_json(&report);
    }
    analyze_free(&analysis);
    match_free(match);
}

static json_t *report_push(const Table *table) {
    return json_pack("{s:s, s:i, s:i, s:O}", "push", "analysis", "part", 1, "of", 1, "report", table->review);
}

static void back_done(House *house, Work *work) {
    Back *back = (Back *)work;
    Table *table = back->tale.table;
    table->looking = NULL;
    if (work->lacks)
        err_say(&back->err, SK_IO, "There is not enough memory to look back.", "");
    if (back->report && !work->lacks) {
        json_decref(table->review);
        table->review = json_incref(back->report);
        if (!house->stopping)
            room_push(house, table, report_push(table), false);
    } else {
        char why[512];
        err_write(&back->err, why, sizeof why);
        note("not-analyzed", "table=%lld why=\"%s\"", (long long)table->id, why);
    }
    json_decref(back->report);
    tale_free(&back->tale);
    free(back);
}

void table_back_tick(House *house, Table *table) {
    if (table->looking && table->room)
        room_push(house, table,
                  json_pack("{s:s, s:i, s:i}", "push", "analysis", "part", (int)atomic_load(&table->looking->so_far),
                            "of", (int)atomic_load(&table->looking->of)),
                  false);
}

static Back *back_new(const House *house, Table *table) {
    Back *back = calloc(1, sizeof *back);
    if (!back || !tale_take(house, table, &back->tale)) {
        free(back);
        return NULL;
    }
    back->work.run = back_run;
    back->work.done = back_done;
    back->work.slow = true;
    return back;
}

Status ask_analyze(Call *call) {
    Table *table = call->table;
    if (table->phase != PHASE_OVER)
        return err_say(&call->err, SK_TURN, "A game can be looked back at when it is over.", "");
    call_put(call, "done", json_true());
    if (table->review) {
        sock_push(call->house, call->sock, report_push(table));
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
