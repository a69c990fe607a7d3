/* skerry lab GAME --vary: plays the same games with each value and compares the reports. */
#include <stdio.h>
#include <string.h>

#include "cli/lab_args.h"
#include "lab/compare.h"

/* Plays one variant. Sets *json to its report, or to NULL if no game was finished. */
static Status run_variant(const LabArgs *args, unsigned number, unsigned variants, char label[160], json_t **json,
                          bool *stopped, Err *err) {
    LabVariant variant;
    LabReport report;
    char progress[96];
    Status status = lab_variant_open(args, number, &variant, err);
    if (status)
        return status;
    snprintf(progress, sizeof progress, "%u of %u, %.60s: ", number + 1, variants, variant.label);
    lab_progress_label(progress);
    status = lab_play(args, &variant, &report, err);
    if (!status) {
        *stopped = report.stopped;
        *json = report.tally.games ? lab_report_json(args, &variant, &report) : NULL;
        memcpy(label, variant.label, sizeof variant.label);
        lab_free(&report);
    }
    lab_variant_close(&variant);
    return status;
}

static Status write_comparison(const LabArgs *args, json_t *const *reports, const char *const *labels, unsigned n,
                               Err *err) {
    json_t *result = NULL, *list = json_array();
    Text command = {0};
    Status status = compare_reports((const json_t *const *)reports, labels, n, &result, err);
    for (unsigned i = 0; i < n && !status; i++)
        json_array_append(list, reports[i]);
    lab_command(args, NULL, args->games, &command);
    if (!status) {
        json_object_set_new(result, "command", json_string(text_str(&command)));
        json_object_set(result, "variants", list);
        status = lab_write_comparison(args, result, err);
    }
    json_decref(result);
    json_decref(list);
    text_free(&command);
    return status;
}

/* Opens every variant once before any game is played, so that an invalid value is reported at once. */
static Status check_variants(const LabArgs *args, unsigned variants, Err *err) {
    Status status = SK_OK;
    for (unsigned i = 0; i < variants && !status; i++) {
        LabVariant variant;
        State state;
        status = lab_variant_open(args, i, &variant, err);
        if (status)
            break;
        status = variant.game.rules.game->setup(&variant.game.rules, &state, err);
        lab_variant_close(&variant);
    }
    return status;
}

int lab_vary(const LabArgs *args, unsigned variants) {
    static char label[LAB_VARIANTS][160];
    const char *labels[LAB_VARIANTS];
    json_t *reports[LAB_VARIANTS] = {NULL};
    unsigned done = 0;
    bool stopped = false;
    Err err = {0};
    Status status = SK_OK;
    if (args->csv || args->resume)
        status = err_set(&err, SK_USAGE, "--vary makes several reports; leave out {0}.", "s",
                         args->csv ? "--csv" : "--resume");
    if (!status)
        status = check_variants(args, variants, &err);
    for (; done < variants && !status && !stopped; done++) {
        labels[done] = label[done];
        status = run_variant(args, done, variants, label[done], &reports[done], &stopped, &err);
        if (!reports[done])
            break;
    }
    if (!status && done < 2)
        status = err_set(&err, SK_IO, "Stopped before two variants were played; there is nothing to compare.", "");
    if (!status)
        status = write_comparison(args, reports, labels, done, &err);
    for (unsigned i = 0; i < variants; i++)
        json_decref(reports[i]);
    return status ? cli_fail(&err) : 0;
}
