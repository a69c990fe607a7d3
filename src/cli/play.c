/* skerry play GAME: plays a game in this terminal, alone, against bots, or with others at the same screen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "term/play.h"

typedef struct PlayArgs {
    GameArgs setup;
    const char *seats, *record, *words;
    unsigned bot_time;
    bool plain, quick, resume, fresh;
} PlayArgs;

enum { KEY_RESUME = 0x100, KEY_NEW, KEY_WORDS, KEY_QUICK, KEY_BOT_TIME };

static const struct argp_option option_list[] = {
    {"seats", 'S', "LIST", 0,
     "The players, separated by commas: `you`, a name, `bot:easy`, `bot:medium`, `bot:hard`, `bot:expert`, or your own "
     "program as `cmd:./mybot`. Default: you against bots",
     2},
    {"bot-time", KEY_BOT_TIME, "SECONDS", 0, "Time limit for each move of a program (default 10)", 2},
    {"plain", 'p', NULL, 0, "Play line by line, for screen readers and pipes", 2},
    {"no-pause", KEY_QUICK, NULL, 0, "Full screen: do not pause after dice", 2},
    {"record", 'r', "FILE", 0, "Save the game in FILE instead of the usual place", 2},
    {"resume", KEY_RESUME, NULL, 0,
     "Continue the saved game, with new players if --seats is given; an error if there is none", 2},
    {"new", KEY_NEW, NULL, 0, "Archive the saved game and start a new one", 2},
    {"words", KEY_WORDS, "FILE", 0, "Use this message catalogue over the built-in one, for example a translation", 2},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state) {
    PlayArgs *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->setup;
        return 0;
    case 'S':
        if (!*arg)
            argp_error(state, "--seats needs a list of players");
        args->seats = arg;
        return 0;
    case 'p':
        args->plain = true;
        return 0;
    case 'r':
        args->record = arg;
        return 0;
    case KEY_QUICK:
        args->quick = true;
        return 0;
    case KEY_BOT_TIME:
        args->bot_time = (unsigned)cli_number(arg, "--bot-time", 1, PROGRAM_SECONDS_MAX, state);
        return 0;
    case KEY_RESUME:
        args->resume = true;
        return 0;
    case KEY_NEW:
        args->fresh = true;
        return 0;
    case KEY_WORDS:
        args->words = arg;
        return 0;
    case ARGP_KEY_END:
        if (args->resume && args->fresh)
            argp_error(state, "--resume and --new cannot be combined");
        return 0;
    default:
        return cli_parse_one(key, arg, state, CLI_A_GAME, &args->setup.game);
    }
}

int cmd_play(int argc, char **argv) {
    static const struct argp_child children[] = {{&game_setup_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        option_list, parse,
        "GAME",      "Plays in this terminal. The game is saved after every move; the same command continues it.",
        children,    NULL,
        NULL};
    PlayArgs args = {0};
    GameSetup setup;
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &args);
    if (game_setup_open(&setup, &args.setup, seats_count(args.seats), &err))
        return cli_fail(&err);
    PlayOptions options = {
        .pack = &setup.pack,
        .rules = &setup.rules,
        .seats = args.seats,
        .content = args.setup.content,
        .record = args.record,
        .words = args.words,
        .seed = args.setup.seeded ? args.setup.seed : cli_random_seed(),
        .seeded = args.setup.seeded,
        .options = args.setup.options > 0,
        .plain = args.plain,
        .quick = args.quick,
        .bot_time = args.bot_time,
        .resume = args.resume,
        .fresh = args.fresh,
    };
    int status = term_play(&options, NULL, &err);
    if (err.status)
        status = cli_fail(&err);
    game_setup_close(&setup);
    return status;
}
