/* What the subcommands share: errors, and opening a game from the command line.
 * A Table owns its pack until game_setup_close; its rules point into it, so a Table is not copied. */
#ifndef SKERRY_CLI_CLI_H
#define SKERRY_CLI_CLI_H

#include <argp.h>

#include "engine/pack.h"
#include "engine/record.h"

/* Prints `skerry: sentence` to stderr. Returns the exit status: 2 for SK_USAGE, otherwise 1. */
int cli_fail(const Err *err);

/* Whether a file that an option names could be written, before the work is done. NULL and "-" always. */
Status cli_check_writable(const char *path, const char *option, Err *err);
/* All or nothing; "-" is standard output. */
Status cli_write(const char *path, const Text *text, Err *err);

/* argp_parse, with what it has against the command line said in one line like all our errors. Exits for --help too. */
void cli_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input);

/* For a command that takes exactly one argument: its parse function ends with this. what: "a game (`skerry games` …)".
 */
error_t cli_parse_one(int key, char *arg, struct argp_state *state, const char *what, const char **slot);

/* The options that name a game's table: --option K=V, --content FILE, --seed N. Use as the first argp child, its input
 * a GameArgs; the game itself is the command's own argument. */
typedef struct GameArgs {
    const char *game;
    const char *option[32]; /* "level=normal" */
    unsigned options;
    const char *content; /* a file; NULL: built-in */
    uint64_t seed;
    bool seeded; /* --seed was given */
} GameArgs;
extern const struct argp game_setup_argp;

typedef struct GameSetup {
    Pack pack;
    Rules rules;
} GameSetup;

/* The game's pack: built-in, or that with the file over it. */
Status game_setup_pack(Pack *pack, const char *game, const char *content, Err *err);
/* The same for a record: without --content the built-in pack that it was played with, of this release or an earlier
 * one. */
Status game_setup_pack_for(Pack *pack, const RecordHead *head, const char *content, Err *err);
/* seats 0: the fewest. */
Status game_setup_open(GameSetup *setup, const GameArgs *args, unsigned seats, Err *err);
void game_setup_close(GameSetup *setup);

#define CLI_A_GAME "a game (`skerry games` lists them)"

/* A seed from the system, for who gave none. */
uint64_t cli_random_seed(void);
/* A whole number within lo..hi from an option's text; ends the parse with a usage error otherwise. */
long long cli_number(const char *text, const char *option, long long lo, long long hi, struct argp_state *state);

/* One function a subcommand, each in its own file; argv[0] is "skerry NAME". Returns the exit status. */
int cmd_games(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_analyze(int argc, char **argv);
int cmd_lab(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_scene(int argc, char **argv);
int cmd_content(int argc, char **argv);
int cmd_admin(int argc, char **argv);
int cmd_backup(int argc, char **argv);
int cmd_restore(int argc, char **argv);
int cmd_engine(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_menu(int argc, char **argv); /* no subcommand at all */

#endif
