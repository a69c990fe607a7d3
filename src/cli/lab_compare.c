/* skerry lab --compare A.json B.json [C.json D.json]: shows what changed between reports. */
#include "lab/compare.h"

#include "base/file.h"
#include "cli/lab_args.h"

static Status read_report(const char *path, json_t **report, Err *err) {
    Text text = {0};
    Status status = file_read(path, &text, err);
    if (!status)
        status = compare_parse(text_str(&text), path, report, err);
    text_free(&text);
    return status;
}

Status lab_write_comparison(const LabArgs *args, json_t *result, Err *err) {
    Text text = {0};
    Status status = args->json ? lab_write_json(args->json, json_incref(result), err) : SK_OK;
    if (!status)
        status = lab_write_html(args, result, true, err);
    if (!status && !lab_stdout_taken(args)) {
        compare_write(result, &text);
        status = lab_write_file("-", &text, err);
    }
    text_free(&text);
    return status;
}

int lab_compare(const LabArgs *args) {
    json_t *report[LAB_FILES_MAX] = {NULL}, *result = NULL;
    Err err = {0};
    Status status = SK_OK;
    if (args->files != 2 && args->files != 4)
        status =
            err_set(&err, SK_USAGE,
                    "--compare takes two reports (before, after), or four (before and after with one set of bots, then "
                    "with another).",
                    "");
    for (unsigned i = 0; i < args->files && !status; i++)
        status = read_report(args->file[i], &report[i], &err);
    const json_t *const *reports = (const json_t *const *)report;
    if (!status)
        status = args->files == 2 ? compare_reports(reports, args->file, 2, &result, &err)
                                  : compare_across_bots(reports, args->file, &result, &err);
    if (!status)
        status = lab_write_comparison(args, result, &err);
    json_decref(result);
    for (unsigned i = 0; i < LAB_FILES_MAX; i++)
        json_decref(report[i]);
    return status ? cli_fail(&err) : 0;
}
