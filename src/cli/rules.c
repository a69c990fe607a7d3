/* skerry rules GAME: prints the rules, from games/ID/rules.md. */
#include <stdio.h>

#include "cli/cli.h"
#include "engine/registry.h"

static error_t parse(int key, char *arg, struct argp_state *state) {
    return cli_parse_one(key, arg, state, CLI_A_GAME, state->input);
}

int cmd_rules(int argc, char **argv) {
    static const struct argp argp = {NULL, parse, "GAME", "Prints the numbered rules of a game.", NULL, NULL, NULL};
    const char *game = NULL;
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &game);
    const Builtin *builtin = game_find(game) ? builtin_find(game) : NULL;
    if (!builtin) {
        err_set(&err, SK_USAGE, "There is no game {0}; `skerry games` lists them.", "s", game);
        return cli_fail(&err);
    }
    fputs(builtin->rules_text, stdout);
    return 0;
}
