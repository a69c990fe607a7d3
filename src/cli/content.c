/* skerry content GAME: prints the built-in pack or the schema of packs, or checks a pack. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/hash.h"
#include "cli/cli.h"
#include "engine/registry.h"

typedef struct ContentArgs {
    const char *game, *check;
    bool dump, schema;
} ContentArgs;

static error_t parse(int key, char *arg, struct argp_state *state) {
    ContentArgs *args = state->input;
    switch (key) {
    case 'd':
        args->dump = true;
        return 0;
    case 'S':
        args->schema = true;
        return 0;
    case 'k':
        args->check = arg;
        return 0;
    default:
        return cli_parse_one(key, arg, state, CLI_A_GAME, &args->game);
    }
}

static const struct argp_option option_list[] = {
    {"dump", 'd', NULL, 0, "Print the built-in pack, ready to edit", 0},
    {"schema", 'S', NULL, 0, "Print the JSON schema of the game's packs", 0},
    {"check", 'k', "FILE", 0, "Check a pack; report where and why it is invalid", 0},
    {0},
};

static int check_pack(const ContentArgs *args) {
    Err err = {0};
    Pack pack = {0};
    char hash[HASH_TEXT_SIZE], built_in[HASH_TEXT_SIZE];
    if (game_setup_pack(&pack, args->game, args->check, &err))
        return cli_fail(&err);
    hash_write(pack.hash, hash);
    const Pack *base = builtin_pack(args->game, &err);
    hash_write(base ? base->hash : 0, built_in);
    if (pack.hash == base->hash)
        printf("%s is valid and plays like the built-in content, %s.\n", args->check, built_in);
    else
        printf("%s is valid. Its content is %s; the built-in content is %s.\n", args->check, hash, built_in);
    pack_free(&pack);
    return 0;
}

static int print_schema(const Game *game) {
    json_t *schema = pack_schema(game);
    json_dumpf(schema, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(schema);
    return 0;
}

int cmd_content(int argc, char **argv) {
    static const struct argp argp = {
        option_list, parse, "GAME", "Shows the content of a game, or checks a content pack (docs/content.md).",
        NULL,        NULL,  NULL};
    ContentArgs args = {0};
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &args);
    const Game *game = game_find(args.game);
    if (!game)
        err_set(&err, SK_USAGE, "There is no game {0}; `skerry games` lists them.", "s", args.game);
    else if (args.dump + args.schema + (args.check != NULL) > 1)
        err_set(&err, SK_USAGE, "Give only one of --dump, --schema and --check.", "");
    if (err.status)
        return cli_fail(&err);
    if (args.check)
        return check_pack(&args);
    if (args.schema)
        return print_schema(game);
    if (args.dump) {
        fputs(builtin_find(args.game)->content_json, stdout);
        return 0;
    }
    char hash[HASH_TEXT_SIZE];
    const Pack *pack = builtin_pack(args.game, &err);
    if (!pack)
        return cli_fail(&err);
    hash_write(pack->hash, hash);
    printf("%s: rules version %u, built-in content %s. --dump prints it, --check FILE checks yours.\n", game->id,
           game->version, hash);
    return 0;
}
