/* Analysis of a finished game. A worker compares every decision with the best move, using only what the player could
 * know. Everyone at the table gets its progress and then the report, which is kept while the table is in memory. */
#include <stdlib.h>
#include <string.h>

#include "review/analyze_report.h"
#include "serve/requests/request.h"
#include "serve/tables/replay_source.h"
#include "serve/wire/send.h"

enum {
    ANALYSIS_MS = 20000,
    ANALYSIS_PASSES = 3
}; /* time for one game; typical number of passes, for the progress display */

typedef struct AnalysisJob {
    WorkerJob job;
    ReplaySource source;
    json_t *report;
    Err err;
} AnalysisJob;

static bool analysis_job_progress(void *ctx, const Analysis *analysis, unsigned decision, unsigned pass, unsigned done,
                                  unsigned total) {
    AnalysisJob *job = ctx;
    (void)analysis, (void)decision;
    atomic_store(&job->job.total, ANALYSIS_PASSES * total);
    atomic_store(&job->job.so_far, (pass < ANALYSIS_PASSES ? pass * total : (ANALYSIS_PASSES - 1) * total) + done);
    return !atomic_load(&job->job.stop);
}

static void analysis_job_run(WorkerJob *job, BotPool *pool) {
    AnalysisJob *self = (AnalysisJob *)job;
    Analysis analysis = {0};
    Match *match = replay_source_match(&self->source, &self->err);
    Status status = match ? replay_source_run(&self->source, match, NULL, &self->err) : SK_IO;
    AnalyzeOptions options = {.match = match,
                              .viewer = ANALYZE_ALL,
                              .ms = ANALYSIS_MS,
                              .pool = pool,
                              .progress = analysis_job_progress,
                              .ctx = self};
    if (!status && analyze_run(&analysis, &options, &self->err) == SK_OK) {
        AnalyzeReport report = {
            .analysis = &analysis, .voice = replay_source_voice(&self->source, SPECTATOR), .command = ""};
        self->report = analyze_json(&report);
    }
    analyze_free(&analysis);
    match_free(match);
}

static json_t *report_push(const Table *table) {
    return json_pack("{s:s, s:i, s:i, s:O}", "push", "analysis", "part", 1, "of", 1, "report", table->analysis);
}

static void analysis_job_done(House *house, WorkerJob *job) {
    AnalysisJob *self = (AnalysisJob *)job;
    Table *table = self->source.table;
    table->analysis_job = NULL;
    if (job->out_of_memory)
        err_set(&self->err, SK_IO, "Out of memory while analysing the game.", "");
    if (self->report && !job->out_of_memory) {
        json_decref(table->analysis);
        table->analysis = json_incref(self->report);
        if (!house->stopping)
            table_push(house, table, report_push(table), false);
    } else {
        char why[512];
        err_format(&self->err, why, sizeof why);
        log_event("not-analyzed", "table=%lld why=\"%s\"", (long long)table->id, why);
    }
    json_decref(self->report);
    replay_source_free(&self->source);
    free(self);
}

void table_analysis_tick(House *house, Table *table) {
    if (table->analysis_job && table->sockets)
        table_push(house, table,
                   json_pack("{s:s, s:i, s:i}", "push", "analysis", "part",
                             (int)atomic_load(&table->analysis_job->so_far), "of",
                             (int)atomic_load(&table->analysis_job->total)),
                   false);
}

static AnalysisJob *analysis_job_new(const House *house, Table *table) {
    AnalysisJob *job = calloc(1, sizeof *job);
    if (!job || !replay_source_init(house, table, &job->source)) {
        free(job);
        return NULL;
    }
    job->job.run = analysis_job_run;
    job->job.done = analysis_job_done;
    job->job.slow = true;
    return job;
}

Status handle_analyze(Request *request) {
    Table *table = request->table;
    if (table->phase != PHASE_OVER)
        return err_set(&request->err, SK_TURN, "You can analyse a game once it is over.", "");
    request_put(request, "done", json_true());
    if (table->analysis) {
        sock_push(request->house, request->sock, report_push(table));
        return SK_OK;
    }
    if (table->analysis_job)
        return SK_OK;
    AnalysisJob *job = analysis_job_new(request->house, table);
    if (!job)
        return err_set(&request->err, SK_IO, "Out of memory while analysing the game.", "");
    table->analysis_job = &job->job;
    workers_submit(request->house->workers, &job->job);
    return SK_OK;
}
