/* skerry: finds the subcommand and hands over. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const struct Command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *line;
} commands[] = {
    {"games", cmd_games, "what games there are, with all their tables in JSON"},
    {"rules", cmd_rules, "how a game is played"},
    {"play", cmd_play, "play in this terminal"},
    {"serve", cmd_serve, "tables for browsers, alone or with friends"},
    {"admin", cmd_admin, "what the host does about a running server's people and tables"},
    {"replay", cmd_replay, "look at a record, or check it"},
    {"analyze", cmd_analyze, "look back at a game: the best moves, the chance to win, the luck"},
    {"scene", cmd_scene, "run scenes: tests that anyone can read"},
    {"check", cmd_check, "conformance and secrecy tests on random play"},
    {"bench", cmd_bench, "how fast the rules play at random"},
    {"lab", cmd_lab, "many games between bots, and what came of them"},
    {"content", cmd_content, "show or check content packs"},
    {"backup", cmd_backup, "a server's tables into one file, while it plays"},
    {"restore", cmd_restore, "a backup into a folder, for a server to go on with"},
    {"engine", cmd_engine, "games for programs: JSON lines on standard input and output"},
};

static void usage(FILE *out) {
    fputs("Usage: skerry COMMAND [ARGUMENT…]\n       skerry                 a menu to start a game from\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].line);
    fputs("\n`skerry COMMAND --help` says more about one of them.\n", out);
}

int main(int argc, char **argv) {
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* numbers in files and protocols have points */
    if (argc < 2)
        return cmd_menu(argc, argv);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("skerry " SKERRY_VERSION);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            char name[64];
            snprintf(name, sizeof name, "skerry %s", commands[i].name);
            argv[1] = name;
            return commands[i].run(argc - 1, argv + 1);
        }
    Err err;
    err_set(&err, SK_USAGE, "there is no command {0}; `skerry --help` lists them.", "s", argv[1]);
    return cli_fail(&err);
}
