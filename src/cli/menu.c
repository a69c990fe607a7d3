/* skerry without a command: opens a menu that starts a game. */
#include "cli/cli.h"
#include "term/play.h"

/* Plays the game chosen in the menu. Returns the exit status. */
static int play(const MenuChoice *choice, Reader *reader) {
    GameArgs args = {.game = choice->game};
    GameSetup setup;
    Err err = {0};
    while (args.options < choice->options) {
        args.option[args.options] = choice->option[args.options];
        args.options++;
    }
    const char *seats = choice->fresh ? choice->seats : NULL;
    if (game_setup_open(&setup, &args, seats_count(seats), &err))
        return cli_fail(&err);
    PlayOptions options = {.pack = &setup.pack,
                           .rules = &setup.rules,
                           .seats = seats,
                           .options = args.options > 0,
                           .seed = cli_random_seed(),
                           .resume = choice->resume,
                           .fresh = choice->fresh};
    int status = term_play(&options, reader, &err);
    if (err.status)
        status = cli_fail(&err);
    game_setup_close(&setup);
    return status;
}

int cmd_menu(int argc, char **argv) {
    (void)argc, (void)argv;
    MenuChoice choice;
    Reader reader = {.n = 0};
    Err err = {0};
    if (!term_menu(&reader, &choice, &err))
        return err.status ? cli_fail(&err) : 0;
    return play(&choice, &reader);
}
