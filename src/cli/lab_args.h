/* What the parts of `skerry lab` share: its arguments, the setup made of them, progress, and files written.
 * LabArgs borrows everything from argv. */
#ifndef SKERRY_CLI_LAB_ARGS_H
#define SKERRY_CLI_LAB_ARGS_H

#include "cli/cli.h"
#include "lab/lab.h"

enum { LAB_USES = 32 };

typedef struct LabArgs {
    TableArgs table;
    uint64_t games;
    const char *seats, *cross, *json, *csv;
    const char *use[LAB_USES];
    unsigned uses, threads;
    uint32_t budget, part;
    bool rotate, markdown;
} LabArgs;

/* "bot:greedy,bot:random" into bots, at most `most`; option: what errors call it. */
Status lab_read_bots(const char *text, const char *option, const Bot **bot, unsigned most, unsigned *bots, Err *err);
/* What the arguments say of any run; the bots are the caller's to fill in. */
LabSetup lab_setup(const LabArgs *args, const Rules *rules);

/* Watches a run: Ctrl-C, and progress where standard error is a terminal. */
void lab_watch(LabSetup *setup);
void lab_watch_end(const LabSetup *setup);
/* What comes before the count of games in the line of progress: "pair 2 of 6, "; "" for nothing. */
void lab_watch_say(const char *what);

/* A file that cannot be written is found out before an hour of play, not after. NULL and "-" are fine. */
Status lab_check_path(const char *path, const char *option, Err *err);
/* "-" is standard output. */
Status lab_put(const char *path, const Text *text, Err *err);
/* Takes the JSON. */
Status lab_put_json(const char *path, json_t *json, Err *err);
/* Standard output is taken by --json - or --csv -. */
bool lab_stdout_taken(const LabArgs *args);

/* The command that makes the same report: the games that were played, nothing that does not change it. */
void lab_command(const LabArgs *args, const LabSetup *setup, uint64_t games, Text *out);

int lab_cross(const LabArgs *args);

#endif
