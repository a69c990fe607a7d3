/* The built-in packs, found by name. The tables themselves are generated (tools/pack.c). */
#include <string.h>

#include "games/registry.h"

const Builtin *builtin_find(const char *id) {
    for (const Builtin *builtin = builtins; builtin->id; builtin++)
        if (strcmp(builtin->id, id) == 0)
            return builtin;
    return NULL;
}

const Pack *builtin_pack(const char *id, Err *err) {
    enum { PACKS_MAX = 16 };
    static Pack opened[PACKS_MAX];
    const Game *game = game_find(id);
    if (!game) {
        err_say(err, SK_UNKNOWN, "There is no game {0}; `skerry games` lists them.", "s", id);
        return NULL;
    }
    unsigned i = 0;
    while (i < PACKS_MAX - 1 && opened[i].game && opened[i].game != game)
        i++;
    const Builtin *builtin = builtin_find(id);
    if (!opened[i].game && pack_bytes(&opened[i], game, builtin->content, err) != SK_OK)
        return NULL;
    if (!opened[i].json)
        opened[i].json = pack_parse(builtin->content_json, "the built-in content", err);
    return &opened[i];
}
