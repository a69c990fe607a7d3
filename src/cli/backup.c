/* skerry backup FILE, skerry restore FILE: copy everything a server stores into one file, and back. */
#include <stdio.h>

#include "cli/cli.h"
#include "serve/storage/store.h"

typedef struct CopyArgs {
    const char *file, *data;
} CopyArgs;

static error_t parse(int key, char *arg, struct argp_state *state) {
    CopyArgs *args = state->input;
    if (key == 'd') {
        args->data = arg;
        return 0;
    }
    return cli_parse_one(key, arg, state, "a file for the backup", &args->file);
}

static const struct argp_option option_list[] = {
    {"data", 'd', "DIR", 0, "The server's folder (default ./" STORE_FOLDER ")", 0},
    {0},
};

static void print_size(const char *where, const char *verb, const StoreSize *size) {
    printf("%s %s %lld tables, %lld people and %lld lines of games (%.1f MB), all checked.\n", where, verb,
           (long long)size->tables, (long long)size->people, (long long)size->lines, (double)size->bytes / 1e6);
}

int cmd_backup(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse,
        "FILE",
        "Copies everything a server stores into one file, while it keeps running. An older backup of that name is "
        "replaced once the new one is written and checked. A backup contains hidden cards: keep it private.",
        NULL,
        NULL,
        NULL};
    CopyArgs args = {.data = STORE_FOLDER};
    Err err = {0};
    StoreSize size;
    cli_parse(&argp, argc, argv, 0, &args);
    if (store_backup(args.data, args.file, &size, &err))
        return cli_fail(&err);
    print_size(args.file, "holds", &size);
    return 0;
}

int cmd_restore(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse,
        "FILE",
        "Restores a backup into a folder without tables, so that `skerry serve --data` can continue from it. The "
        "backup is checked first; a folder that already has tables is not changed.",
        NULL,
        NULL,
        NULL};
    CopyArgs args = {.data = STORE_FOLDER};
    Err err = {0};
    StoreSize size;
    cli_parse(&argp, argc, argv, 0, &args);
    if (store_restore(args.file, args.data, &size, &err))
        return cli_fail(&err);
    print_size(args.data, "has", &size);
    printf("Continue with `skerry serve --data %s`.\n", args.data);
    return 0;
}
