#include "cli/cli.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "engine/registry.h"

int cli_fail(const Err *err) {
    char sentence[2048];
    err_format(err, sentence, sizeof sentence);
    if (err->rule)
        fprintf(stderr, "skerry: %s (rule %d)\n", sentence, (int)err->rule);
    else
        fprintf(stderr, "skerry: %s\n", sentence);
    return err->status == SK_USAGE ? 2 : 1;
}

Status cli_check_writable(const char *path, const char *option, Err *err) {
    if (!path || strcmp(path, "-") == 0)
        return SK_OK;
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return err_set(err, SK_IO, "{0} {1}: that is not a file; name another.", "ss", option, path);
    char copy[4096];
    if ((size_t)snprintf(copy, sizeof copy, "%s", path) >= sizeof copy)
        return err_set(err, SK_IO, "{0}: the name is too long.", "s", option);
    const char *folder = dirname(copy);
    if (access(folder, W_OK | X_OK) != 0)
        return err_set(err, SK_IO, "{0} {1}: {2}: {3}.", "ssss", option, path, folder, strerror(errno));
    return SK_OK;
}

Status cli_write(const char *path, const Text *text, Err *err) {
    if (text->out_of_memory)
        return err_set(err, SK_IO, "Out of memory while writing {0}.", "s", path);
    if (strcmp(path, "-") != 0)
        return file_write_atomic(path, text_str(text), text->len, err);
    if (fwrite(text_str(text), 1, text->len, stdout) != text->len || fflush(stdout))
        return err_set(err, SK_IO, "Cannot write to standard output: {0}.", "s", strerror(errno));
    return SK_OK;
}

/* ---- usage ---------------------------------------------------------------------------------------------- */

/* argp and getopt write `skerry play: message` and a second line to stderr, then exit. While they parse, stderr is
 * this buffer; usage_end prints its first line in our own format. */
static struct Usage {
    FILE *real_stderr, *stream;
    char *buffer;
    size_t length;
    const char *command; /* "skerry play" */
} usage;

static void usage_end(void) {
    if (!usage.stream)
        return;
    fclose(usage.stream);
    stderr = usage.real_stderr;
    usage.stream = NULL;
    char *message = usage.buffer ? strstr(usage.buffer, ": ") : NULL; /* the buffer is NULL if memory ran out */
    if (message) {
        message += 2;
        message[strcspn(message, "\n")] = '\0';
        size_t n = strlen(message);
        bool full_stop = n && message[n - 1] == '.';
        fprintf(stderr, "skerry: %.*s; see `%s --help`.\n", (int)(n - full_stop), message, usage.command);
    }
    free(usage.buffer);
}

void cli_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input) {
    static bool registered = false;
    if (!registered && atexit(usage_end) == 0)
        registered = true;
    argp_err_exit_status = 2;
    usage = (struct Usage){.real_stderr = stderr, .command = argv[0]};
    usage.stream = registered ? open_memstream(&usage.buffer, &usage.length) : NULL;
    if (usage.stream)
        stderr = usage.stream;
    error_t failed = argp_parse(argp, argc, argv, flags, NULL, input);
    usage_end();
    if (failed == ENOMEM) { /* some options may not have been read: do nothing rather than the wrong thing */
        fprintf(stderr, "skerry: Out of memory while reading the command line.\n");
        exit(1);
    }
}

error_t cli_parse_one(int key, char *arg, struct argp_state *state, const char *what, const char **slot) {
    if (key != ARGP_KEY_ARG && key != ARGP_KEY_NO_ARGS)
        return ARGP_ERR_UNKNOWN;
    if (key == ARGP_KEY_NO_ARGS || state->arg_num > 0)
        argp_error(state, key == ARGP_KEY_ARG ? "give only one argument, %s" : "name %s", what);
    *slot = arg;
    return 0;
}

/* ---- opening a game -------------------------------------------------------------------------------------- */

uint64_t cli_random_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL);
    return seed;
}

long long cli_number(const char *text, const char *option, long long lo, long long hi, struct argp_state *state) {
    char *end;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || value < lo || value > hi)
        argp_error(state, "%s takes a whole number from %lld to %lld, not %s", option, lo, hi, text);
    return value;
}

static error_t parse_game_args(int key, char *arg, struct argp_state *state) {
    GameArgs *args = state->input;
    switch (key) {
    case 'o':
        if (args->options == sizeof args->option / sizeof *args->option)
            argp_error(state, "--option is given too often");
        if (!strchr(arg, '='))
            argp_error(state, "--option takes NAME=VALUE, not %s", arg);
        args->option[args->options++] = arg;
        return 0;
    case 'c':
        args->content = arg;
        return 0;
    case 's': {
        char *end;
        errno = 0;
        args->seed = strtoull(arg, &end, 10);
        if (end == arg || *end || *arg == '-' || errno)
            argp_error(state, "--seed takes a whole number of at most 19 digits, not %s", arg);
        args->seeded = true;
        return 0;
    }
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option game_setup_options[] = {
    {"option", 'o', "NAME=VALUE", 0, "Set an option of the game (`skerry games` lists them)", 1},
    {"content", 'c', "FILE", 0, "Use this content pack; anything it leaves out comes from the built-in one", 1},
    {"seed", 's', "N", 0, "Seed of the dice: the same seed gives the same dice", 1},
    {0},
};
const struct argp game_setup_argp = {game_setup_options, parse_game_args, NULL, NULL, NULL, NULL, NULL};

Status game_setup_pack(Pack *pack, const char *id, const char *content, Err *err) {
    const Game *game = game_find(id);
    if (!game)
        return err_set(err, SK_USAGE, "There is no game {0}; `skerry games` lists them.", "s", id);
    const Builtin *builtin = builtin_find(id);
    if (!content)
        return pack_from_struct(pack, game, builtin->content, err);
    Text text = {0};
    Status status = file_read(content, &text, err);
    if (!status)
        status = pack_load(pack, game, builtin->content_json, text_str(&text), content, err);
    text_free(&text);
    return status;
}

Status game_setup_pack_for(Pack *pack, const RecordHead *head, const char *content, Err *err) {
    return content ? game_setup_pack(pack, head->game, content, err)
                   : builtin_load_by_hash(pack, head->game, head->content, err);
}

Status game_setup_open(GameSetup *setup, const GameArgs *args, unsigned seats, Err *err) {
    *setup = (GameSetup){0};
    Status status = game_setup_pack(&setup->pack, args->game, args->content, err);
    if (!status && (status = rules_open(&setup->rules, &setup->pack, seats, err)) != SK_OK)
        status = err->status = SK_USAGE; /* a wrong number of seats is an error in the command line */
    for (unsigned i = 0; i < args->options && !status; i++) {
        const char *equals = strchr(args->option[i], '=');
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(equals - args->option[i]), args->option[i]);
        status = rules_option(&setup->rules, name, equals + 1, err);
        if (status)
            status = err->status = SK_USAGE;
    }
    if (status)
        game_setup_close(setup);
    return status;
}

void game_setup_close(GameSetup *setup) { pack_free(&setup->pack); }
