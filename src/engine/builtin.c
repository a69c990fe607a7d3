/* The built-in packs, found by name. The tables themselves are generated (tools/pack.c). */
#include <string.h>

#include "engine/registry.h"

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
        err_set(err, SK_UNKNOWN, "There is no game {0}; `skerry games` lists them.", "s", id);
        return NULL;
    }
    unsigned i = 0;
    while (i < PACKS_MAX - 1 && opened[i].game && opened[i].game != game)
        i++;
    const Builtin *builtin = builtin_find(id);
    if (!opened[i].game && pack_from_struct(&opened[i], game, builtin->content, err) != SK_OK)
        return NULL;
    if (!opened[i].json)
        opened[i].json = pack_parse_json(builtin->content_json, "the built-in content", err);
    return &opened[i];
}

Status builtin_load_by_hash(Pack *pack, const char *id, uint64_t hash, Err *err) {
    const Game *game = game_find(id);
    const Builtin *builtin = builtin_find(id);
    Status status = pack_from_struct(pack, game, builtin->content, err);
    if (status || pack->hash == hash || !builtin->older_packs_json)
        return status;
    json_t *base = pack_parse_json(builtin->content_json, "the built-in content", err);
    json_t *list = pack_parse_json(builtin->older_packs_json, "the content of earlier releases", err), *over;
    size_t i;
    json_array_foreach(list, i, over) {
        Pack earlier = {0};
        if (pack_load_json(&earlier, game, base, over, "the content of an earlier release", NULL) == SK_OK &&
            earlier.hash == hash) {
            pack_free(pack);
            *pack = earlier;
            break;
        }
        pack_free(&earlier);
    }
    json_decref(base);
    json_decref(list);
    return SK_OK;
}

const Pack *builtin_pack_by_hash(const char *id, uint64_t hash, Err *err) {
    enum { KEPT = 16 };
    static Pack kept[KEPT];
    const Pack *today = builtin_pack(id, err);
    unsigned i = 0;
    if (!today || today->hash == hash)
        return today;
    while (i < KEPT && kept[i].game && (kept[i].game != today->game || kept[i].hash != hash))
        i++;
    if (i == KEPT || (!kept[i].game && builtin_load_by_hash(&kept[i], id, hash, err) != SK_OK))
        return today;
    if (kept[i].hash == hash)
        return &kept[i];
    pack_free(&kept[i]);
    return today;
}
