/* Shared by the subcommands: error messages, and opening a game from the command line.
 * A GameSetup owns its pack until game_setup_close. Its rules point into the pack, so a GameSetup must not be copied.
 */
#ifndef SKERRY_CLI_CLI_H
#define SKERRY_CLI_CLI_H

#include <argp.h>

#include "engine/pack.h"
#include "engine/record.h"

/* Prints `skerry: sentence` to stderr. Returns the exit status: 2 for SK_USAGE, otherwise 1. */
int cli_fail(const Err *err);

/* Checks, before any work is done, that the file named by an option can be written. NULL and "-" always pass. */
Status cli_check_writable(const char *path, const char *option, Err *err);
/* Writes the whole file or nothing; "-" is standard output. */
Status cli_write(const char *path, const Text *text, Err *err);

/* argp_parse, but prints errors in one line, like all our errors. Exits on an error and after --help. */
void cli_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input);

/* For commands that take exactly one argument: call it at the end of the parse function. what: "a game (…)". */
error_t cli_parse_one(int key, char *arg, struct argp_state *state, const char *what, const char **slot);

/* The options that set up a game: --option K=V, --content FILE, --seed N. Use it as the first argp child, with a
 * GameArgs as input; the command itself parses the game's name. */
typedef struct GameArgs {
    const char *game;
    const char *option[32]; /* "level=normal" */
    unsigned options;
    const char *content; /* path of a content pack; NULL: built-in */
    uint64_t seed;
    bool seeded; /* --seed was given */
} GameArgs;
extern const struct argp game_setup_argp;

typedef struct GameSetup {
    Pack pack;
    Rules rules;
} GameSetup;

/* Loads the game's pack: the built-in one, with the file's changes if content is not NULL. */
Status game_setup_pack(Pack *pack, const char *game, const char *content, Err *err);
/* The same for a record. Without --content it is the built-in pack the game was played with, which may be from an
 * earlier release. */
Status game_setup_pack_for(Pack *pack, const RecordHead *head, const char *content, Err *err);
/* If `seats` is 0, uses the game's minimum. */
Status game_setup_open(GameSetup *setup, const GameArgs *args, unsigned seats, Err *err);
void game_setup_close(GameSetup *setup);

#define CLI_A_GAME "a game (`skerry games` lists them)"

/* A random seed from the system, used when no --seed is given. */
uint64_t cli_random_seed(void);
/* Parses an option's value as a whole number from lo to hi; exits with a usage error if it is not one. */
long long cli_number(const char *text, const char *option, long long lo, long long hi, struct argp_state *state);

/* The subcommands, each in its own file. argv[0] is "skerry NAME". Return the exit status. */
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
int cmd_menu(int argc, char **argv); /* runs if there is no subcommand */

#endif
