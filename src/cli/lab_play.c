/* A run of `skerry lab`: resumes an earlier run, divides the games among ranks and saves regularly. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "cli/lab_args.h"
#include "cli/ranks.h"
#include "lab/tally_codec.h"

enum { SAVE_SECONDS = 30 };

json_t *lab_report_json(const LabArgs *args, const LabVariant *variant, const LabReport *report) {
    Text command = {0};
    lab_command(args, variant, report->tally.games, &command);
    LabSource source = {SKERRY_VERSION, text_str(&command), variant->game.pack.hash, args->games};
    json_t *json = lab_json(&variant->setup, report, &source);
    text_free(&command);
    return json;
}

/* ---- resuming ------------------------------------------------------------------------------------------- */

static Status refuse_other_command(const char *path, Err *err) {
    return err_set(err, SK_USAGE,
                   "{0} was made by another command or another version of skerry; use --resume with the same command, "
                   "or name another file.",
                   "s", path);
}

/* Reads the counts of an earlier report. Its command must be the same as this one, except for the number of games. */
static Status read_counts(const LabArgs *args, const LabVariant *variant, const json_t *json, LabReport *report,
                          Err *err) {
    const json_t *source = json_object_get(json, "source");
    const char *command = json_string_value(json_object_get(source, "command"));
    const char *version = json_string_value(json_object_get(source, "version"));
    const char *content = json_string_value(json_object_get(source, "content"));
    const char *counts = json_string_value(json_object_get(json, "counts"));
    uint64_t games = (uint64_t)json_integer_value(json_object_get(json, "games"));
    char hash[HASH_TEXT_SIZE];
    if (!command || !version || !content || !counts)
        return err_set(err, SK_SYNTAX, "{0} is not the report of a single run; name another file.", "s", args->json);
    Text same = {0};
    lab_command(args, variant, games, &same);
    hash_write(variant->game.pack.hash, hash);
    bool ours = strcmp(text_str(&same), command) == 0 && strcmp(content, hash) == 0 &&
                strcmp(version, SKERRY_VERSION) == 0 &&
                json_integer_value(json_object_get(source, "rules")) == variant->game.rules.game->version;
    text_free(&same);
    if (!ours)
        return refuse_other_command(args->json, err);
    TallyBuffer buffer = {0};
    bool whole = tally_buffer_read(&buffer, counts);
    if (whole)
        tally_buffer_into_tally(&variant->setup, &report->tally, &buffer);
    whole = whole && !buffer.out_of_memory && buffer.next == buffer.n && report->tally.games == games &&
            games % lab_lineup_init(&variant->setup).set == 0;
    tally_buffer_free(&buffer);
    return whole ? SK_OK
                 : err_set(err, SK_SYNTAX, "The counts in {0} are damaged; name another file, or delete it.", "s",
                           args->json);
}

/* Reads the report that --resume continues. If there is no file yet, starts from zero, so that the same command can
 * start a run and continue it. */
static Status resume(const LabArgs *args, const LabVariant *variant, LabReport *report, Err *err) {
    Text text = {0};
    json_error_t where;
    if (access(args->json, F_OK) != 0 && errno == ENOENT)
        return SK_OK;
    Status status = file_read(args->json, &text, err);
    if (status)
        return status;
    json_t *json = json_loads(text_str(&text), 0, &where);
    if (!json)
        status = err_set(err, SK_SYNTAX, "{0}, line {1}: this is not JSON ({2}); name another file, or delete it.",
                         "sds", args->json, where.line, where.text);
    else
        status = read_counts(args, variant, json, report, err);
    json_decref(json);
    text_free(&text);
    return status;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

/* How many games to play in the next batch. It is the whole run, unless the run is saved regularly or divided among
 * ranks; then batches are short, because stopping one rank discards the current batch of all. */
typedef struct Pace {
    bool saves;
    uint64_t games; /* games in the next batch */
} Pace;

enum { FIRST_BATCH = 64 };

static void estimate_speed(Pace *pace, double seconds) {
    double times = seconds > 0 ? SAVE_SECONDS / seconds : 8;
    times = times > 8 ? 8 : times < 0.25 ? 0.25 : times;
    pace->games = (uint64_t)((double)pace->games * times) + 1;
    ranks_broadcast(&pace->games, sizeof pace->games); /* clocks differ, but all ranks need the same batch size */
}

/* Saves the report so far, marked as stopped. */
static Status save(const LabArgs *args, const LabVariant *variant, LabReport *report, Err *err) {
    bool stopped = report->stopped;
    report->stopped = true;
    Status status = lab_write_json(args->json, lab_report_json(args, variant, report), err);
    report->stopped = stopped;
    return status;
}

static Status play_batches(const LabArgs *args, LabVariant *variant, LabReport *report, Err *err) {
    LabSetup *setup = &variant->setup;
    uint64_t end = lab_games_rounded(setup);
    Pace pace = {args->resume, args->resume || ranks_count() > 1 ? FIRST_BATCH * ranks_count() : end};
    Status status = SK_OK;
    while (report->tally.games < end && !report->stopped && !status) {
        LabReport more;
        LabSetup batch = *setup;
        double begin = lab_seconds();
        batch.first_game = report->tally.games;
        batch.games = end - batch.first_game < pace.games ? end : batch.first_game + pace.games;
        status = ranks_run(&batch, &more, err);
        if (status)
            break;
        status = lab_append(setup, report, &more, err);
        estimate_speed(&pace, lab_seconds() - begin);
        if (!status && pace.saves && report->tally.games && report->tally.games < end)
            status = save(args, variant, report, err);
    }
    report->stopped = report->tally.games < end;
    return status;
}

/* Only rank 0 reads the file, which other machines may not have. They only need to know how many games it has. */
static Status resume_all(const LabArgs *args, const LabVariant *variant, LabReport *report, Err *err) {
    struct {
        uint64_t games, status;
    } message = {0};
    if (ranks_me() == 0) {
        message.status = resume(args, variant, report, err);
        message.games = report->tally.games;
    }
    ranks_broadcast(&message, sizeof message);
    report->tally.games = message.games;
    return (Status)message.status;
}

Status lab_play(const LabArgs *args, LabVariant *variant, LabReport *report, Err *err) {
    LabSetup *setup = &variant->setup;
    *report = (LabReport){0};
    Status status = lab_tally_open(setup, &report->tally)
                        ? SK_OK
                        : err_set(err, SK_IO, "Out of memory while starting the run.", "");
    if (!status && args->resume)
        status = resume_all(args, variant, report, err);
    lab_progress(setup, lab_games_rounded(setup));
    if (!status)
        status = play_batches(args, variant, report, err);
    lab_progress_end(setup);
    if (status)
        lab_free(report);
    return status;
}
