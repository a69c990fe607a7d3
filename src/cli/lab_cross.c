/* skerry lab GAME --cross: plays every pair of bots and makes one table of the results. */
#include "lab/cross.h"

#include <stdio.h>
#include <string.h>

#include "cli/lab_args.h"
#include "cli/ranks.h"

static Status write_cross(const LabArgs *args, const LabSetup *setup, const Cross *cross, uint64_t content, Err *err) {
    Text command = {0}, text = {0};
    lab_command(args, NULL, args->games, &command);
    LabSource source = {SKERRY_VERSION, text_str(&command), content, args->games};
    Status status = args->json ? lab_write_json(args->json, cross_json(setup, cross, &source), err) : SK_OK;
    if (!status && !lab_stdout_taken(args)) {
        (args->markdown ? cross_markdown : cross_write)(setup, cross, &source, &text);
        status = lab_write_file("-", &text, err);
    }
    text_free(&text);
    text_free(&command);
    return status;
}

static Status read_cross(const LabArgs *args, Cross *cross, Err *err) {
    const char *extra = args->seats    ? "--seats"
                        : args->csv    ? "--csv"
                        : args->html   ? "--html"
                        : args->uses   ? "--use"
                        : args->varies ? "--vary"
                        : args->resume ? "--resume"
                                       : NULL;
    if (extra)
        return err_set(err, SK_USAGE, "--cross chooses the seats itself and counts only wins; leave out {0}.", "s",
                       extra);
    Status status = lab_read_bots(args->cross, "--cross", cross->bot, CROSS_BOTS_MAX, &cross->bots, err);
    if (!status && cross->bots < 2)
        status = err_set(err, SK_USAGE, "--cross needs at least two bots, as in bot:greedy,bot:random.", "");
    for (unsigned i = 0; i < cross->bots && !status; i++)
        for (unsigned k = 0; k < i && !status; k++)
            if (cross->bot[i] == cross->bot[k])
                status = err_set(err, SK_USAGE, "--cross names bot:{0} twice.", "s", cross->bot[i]->name);
    return status;
}

int lab_cross(const LabArgs *args) {
    Cross cross = {0};
    GameSetup game;
    Err err = {0};
    Status status = cli_check_writable(args->json, "--json", &err);
    if (!status)
        status = read_cross(args, &cross, &err);
    if (!status)
        status = game_setup_open(&game, &args->setup, 2, &err);
    if (status)
        return cli_fail(&err);
    LabSetup setup = lab_setup(args, &game.rules);
    setup.pack = &game.pack;
    setup.per_turn_stats = false;
    lab_progress(&setup, 0);
    status = cross_run(&setup, ranks_run, &cross, &err);
    lab_progress_end(&setup);
    if (!status && cross.cell[0][1].games == 0)
        status = err_set(&err, SK_IO, "Stopped before any game was finished; there is nothing to report.", "");
    if (!status)
        status = write_cross(args, &setup, &cross, game.pack.hash, &err);
    game_setup_close(&game);
    return status ? cli_fail(&err) : 0;
}
