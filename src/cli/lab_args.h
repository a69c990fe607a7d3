/* Shared by the parts of `skerry lab`: arguments, setup, progress display and output files.
 * LabArgs borrows everything from argv. */
#ifndef SKERRY_CLI_LAB_ARGS_H
#define SKERRY_CLI_LAB_ARGS_H

#include "cli/cli.h"
#include "lab/lab.h"

enum { LAB_USES_MAX = 32, LAB_FILES_MAX = 4, LAB_VARIES_MAX = 4, LAB_VARIANTS = 16 };

typedef struct LabArgs {
    GameArgs setup;
    uint64_t games;
    const char *seats, *cross, *json, *csv, *html;
    const char *use[LAB_USES_MAX];
    const char *vary[LAB_VARIES_MAX]; /* "level=newbie,elite", "content:turn.actions=3,4" */
    const char *file[LAB_FILES_MAX];  /* the game, or the reports of --compare */
    unsigned uses, varies, files, threads;
    uint32_t budget, part;
    unsigned bot_time;
    bool rotate, markdown, compare, resume;
} LabArgs;

/* ---- bots and setup -------------------------------------------------------------------------------------- */

/* The external programs among the bots, for this run of the command. */
extern LabPrograms lab_programs;
/* Parses "bot:greedy,cmd:./mybot" into at most `max` bots. `option` is the option's name, for error messages. */
Status lab_read_bots(const char *text, const char *option, const Bot **bot, unsigned max, unsigned *bots, Err *err);
/* The setup that the arguments describe, without its bots, which the caller fills in. */
LabSetup lab_setup(const LabArgs *args, const Rules *rules);

/* One combination of the values given with --vary. Its game is open and its bots are set. It owns the game setup and
 * the usage spec until lab_variant_close. */
typedef struct LabVariant {
    char value[LAB_VARIES_MAX][64]; /* the value of each --vary, in order */
    char label[160];                /* "level=elite, content:turn.actions=4"; "" without --vary */
    GameSetup game;
    LabSetup setup;
    UsageSpec *use;
} LabVariant;

/* The number of variants that --vary asks for; 1 without --vary. */
Status lab_variants(const LabArgs *args, unsigned *n, Err *err);
Status lab_variant_open(const LabArgs *args, unsigned number, LabVariant *variant, Err *err);
void lab_variant_close(LabVariant *variant);

/* ---- while it runs --------------------------------------------------------------------------------------- */

/* Handles Ctrl-C during a run, and shows progress if standard error is a terminal. games: total number of games, or 0
 * to use the number that the lab reports. */
void lab_progress(LabSetup *setup, uint64_t games);
void lab_progress_end(const LabSetup *setup);
/* Text shown before the count of games, such as "level=elite, "; "" for none. */
void lab_progress_label(const char *label);
double lab_seconds(void); /* monotonic clock */

/* Plays the variant, divided among ranks, and continues an earlier run if --resume is given. report->tally.games is 0
 * if it was stopped before any game was finished. */
Status lab_play(const LabArgs *args, LabVariant *variant, LabReport *report, Err *err);

/* ---- output ---------------------------------------------------------------------------------------------- */

/* Checks before the run that all output files can be written and that no two options name the same file. */
Status lab_check_paths(const LabArgs *args, Err *err);
/* Only rank 0 writes. "-" is standard output. */
Status lab_write_file(const char *path, const Text *text, Err *err);
/* Takes ownership of the JSON. */
Status lab_write_json(const char *path, json_t *json, Err *err);
/* Whether --json -, --csv - or --html - replaces the text on standard output. */
bool lab_stdout_taken(const LabArgs *args);
/* Writes the page of --html for a report or a comparison; does nothing without --html. */
Status lab_write_html(const LabArgs *args, const json_t *json, bool comparison, Err *err);
Status lab_write_comparison(const LabArgs *args, json_t *result, Err *err);

/* The command that reproduces the report, with the number of games played and only the options that affect it.
 * `variant` is NULL for --cross, or for all variants. */
void lab_command(const LabArgs *args, const LabVariant *variant, uint64_t games, Text *out);
/* The report as JSON, owned by the caller. */
json_t *lab_report_json(const LabArgs *args, const LabVariant *variant, const LabReport *report);

/* ---- modes ----------------------------------------------------------------------------------------------- */

int lab_cross(const LabArgs *args);
int lab_compare(const LabArgs *args);
int lab_vary(const LabArgs *args, unsigned variants);

#endif
