/* skerry: finds the subcommand and runs it. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const struct Command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"games", cmd_games, "list the games and their options"},
    {"rules", cmd_rules, "print the rules of a game"},
    {"play", cmd_play, "play in this terminal"},
    {"serve", cmd_serve, "run a server for playing in browsers, alone or with friends"},
    {"admin", cmd_admin, "manage the people and tables of a running server"},
    {"replay", cmd_replay, "show or check a recorded game"},
    {"analyze", cmd_analyze, "review a recorded game: best moves, winning chances, luck"},
    {"scene", cmd_scene, "run scenes: rules tests that anyone can read"},
    {"check", cmd_check, "test conformance and secrecy on random games"},
    {"bench", cmd_bench, "measure the speed of random games"},
    {"lab", cmd_lab, "play many games between bots and report the results"},
    {"content", cmd_content, "show or check content packs"},
    {"backup", cmd_backup, "copy a server's data into one file while it runs"},
    {"restore", cmd_restore, "restore a backup into a folder"},
    {"engine", cmd_engine, "run games for programs: JSON lines on standard input and output"},
};

static void usage(FILE *out) {
    fputs("Usage: skerry COMMAND [ARGUMENT…]\n       skerry                 opens a menu to start a game\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`skerry COMMAND --help` explains one command.\n", out);
}

int main(int argc, char **argv) {
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* files and protocols use decimal points */
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
