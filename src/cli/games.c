/* skerry games: lists the games. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "engine/game_json.h"
#include "engine/registry.h"
#include "text/words.h"

static error_t parse(int key, char *arg, struct argp_state *state) {
    (void)arg;
    if (key == 'j') {
        *(bool *)state->input = true;
        return 0;
    }
    return key == ARGP_KEY_ARG ? (argp_error(state, "this command takes no arguments"), EINVAL) : ARGP_ERR_UNKNOWN;
}

static void print_option(const Words *words, const Option *option) {
    printf("    --option %s=", option->name);
    for (unsigned i = 0; option->values && option->values[i]; i++)
        printf("%s%s", i ? "|" : "", option->values[i]);
    if (option->values)
        printf("   (%s)\n", option->values[option->standard]);
    else
        printf("%d..%d   (%d)\n", option->lo, option->hi, option->standard);
    const char *sentence = words_findf(words, "option.%s", option->name);
    if (sentence)
        printf("        %s\n", sentence);
}

static int print_game(const Game *game, Err *err) {
    Words words;
    if (words_open(&words, game->id, err))
        return 1;
    printf("%-12s %s (%s)\n", game->id, words_get(&words, "title"), words_get(&words, "designer"));
    if (game->seats_min == game->seats_max)
        printf("    %u %s\n", game->seats_min, game->seats_min == 1 ? "player" : "players");
    else
        printf("    %u to %u players\n", game->seats_min, game->seats_max);
    printf("    %s\n", words_get(&words, "summary"));
    for (const Option *option = game->options; option->name; option++)
        print_option(&words, option);
    words_close(&words);
    return 0;
}

int cmd_games(int argc, char **argv) {
    static const struct argp_option option_list[] = {
        {"json", 'j', NULL, 0, "Print the full definition of every game as JSON, for programs", 0}, {0}};
    static const struct argp argp = {option_list, parse, NULL, "Lists the games with their designers and options.",
                                     NULL,        NULL,  NULL};
    bool as_json = false;
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &as_json);
    json_t *all = json_array();
    int status = 0;
    for (const Game *const *game = games_all; *game && !status; game++) {
        const Pack *pack = builtin_pack((*game)->id, &err);
        if (!pack)
            status = 1;
        else if (as_json)
            json_array_append_new(all, game_json(*game, pack));
        else
            status = print_game(*game, &err);
    }
    if (as_json && !status) {
        json_dumpf(all, stdout, JSON_INDENT(1));
        putchar('\n');
    }
    json_decref(all);
    return status ? cli_fail(&err) : 0;
}
