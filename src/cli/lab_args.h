/* What the parts of `skerry lab` share: its arguments, the setup made of them, progress, and files written.
 * LabArgs borrows everything from argv. */
#ifndef SKERRY_CLI_LAB_ARGS_H
#define SKERRY_CLI_LAB_ARGS_H

#include "cli/cli.h"
#include "lab/lab.h"

enum { LAB_USES = 32, LAB_FILES = 4, LAB_VARIES = 4, LAB_VARIANTS = 16 };

typedef struct LabArgs {
    GameArgs setup;
    uint64_t games;
    const char *seats, *cross, *json, *csv, *html;
    const char *use[LAB_USES];
    const char *vary[LAB_VARIES]; /* "level=newbie,elite", "content:turn.actions=3,4" */
    const char *file[LAB_FILES];  /* of --compare */
    unsigned uses, varies, files, threads;
    uint32_t budget, part;
    unsigned bot_time;
    bool rotate, markdown, compare, resume;
} LabArgs;

/* ---- the table ------------------------------------------------------------------------------------------- */

/* The programs among the bots that were read, of this one run. */
extern LabPrograms lab_programs_of;
/* "bot:greedy,cmd:./mybot" into bots, at most `most`; option: what errors call it. */
Status lab_read_bots(const char *text, const char *option, const Bot **bot, unsigned most, unsigned *bots, Err *err);
/* What the arguments say of any run; the bots are the caller's to fill in. */
LabSetup lab_setup(const LabArgs *args, const Rules *rules);

/* One of the tables that --vary asks for, open and with its bots: owns its table and the values until
 * lab_variant_close. */
typedef struct LabVariant {
    char value[LAB_VARIES][64]; /* of each --vary, in their order */
    char label[160];            /* "level=elite, content:turn.actions=4"; "" without --vary */
    GameSetup game;
    LabSetup setup;
    UsageSpec *use;
} LabVariant;

/* How many tables --vary asks for: 1 without it. */
Status lab_variants(const LabArgs *args, unsigned *n, Err *err);
Status lab_variant_open(const LabArgs *args, unsigned number, LabVariant *variant, Err *err);
void lab_variant_close(LabVariant *variant);

/* ---- while it runs --------------------------------------------------------------------------------------- */

/* Watches a run: Ctrl-C, and progress where standard error is a terminal. `games` in all. */
void lab_progress(LabSetup *setup, uint64_t games);
void lab_progress_end(const LabSetup *setup);
/* What comes before the count of games in the line of progress: "level=elite, "; "" for nothing. */
void lab_progress_label(const char *what);
double lab_seconds(void); /* of a clock that only goes forward */

/* Plays the variant, shared out among ranks and gone on with where --resume says so. report->tally.games 0: stopped
 * before a game was over. */
Status lab_play(const LabArgs *args, LabVariant *variant, LabReport *report, Err *err);

/* ---- what it leaves -------------------------------------------------------------------------------------- */

/* A file that cannot be written is found out before an hour of play, not after; nor may two options name one. */
Status lab_check_paths(const LabArgs *args, Err *err);
/* "-" is standard output. */
Status lab_write_file(const char *path, const Text *text, Err *err);
/* Takes the JSON. */
Status lab_put_json(const char *path, json_t *json, Err *err);
/* Standard output is taken by --json -, --csv - or --html -. */
bool lab_stdout_taken(const LabArgs *args);
/* The report, or a comparison of some, as a page of --html, if one is asked for. */
Status lab_put_page(const LabArgs *args, const json_t *json, bool comparison, Err *err);
Status lab_put_comparison(const LabArgs *args, json_t *result, Err *err);

/* The command that makes the same report: the games that were played, nothing that does not change it. variant: NULL
 * for a table of pairs, or for all variants. */
void lab_command(const LabArgs *args, const LabVariant *variant, uint64_t games, Text *out);
/* The report as JSON; the caller's. */
json_t *lab_report_json(const LabArgs *args, const LabVariant *variant, const LabReport *report);

/* ---- what else it does ----------------------------------------------------------------------------------- */

int lab_cross(const LabArgs *args);
int lab_compare(const LabArgs *args);
int lab_vary(const LabArgs *args, unsigned variants);

#endif
