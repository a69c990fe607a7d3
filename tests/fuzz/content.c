/* Content packs. Input that starts with a brace is JSON laid over each built-in pack. Otherwise the first byte selects
 * a game, and every three bytes after it change one number of its pack. Any content that the loader accepts must be
 * playable to the end. */
#include "engine/pack.h"

#include "fuzz.h"

enum { CHANGES_MAX = 12 };

static void check_pack(const Pack *pack, uint64_t seed) {
    Rules rules;
    Err err = {0};
    State state = {0};
    const Game *game = pack->game;
    if (rules_open(&rules, pack, game->seats_min + (unsigned)(seed % (game->seats_max - game->seats_min + 1u)), &err))
        fail("rules open with an allowed number of seats", game->id);
    for (unsigned i = 0; game->options[i].name; i++)
        rules.option[i] = (int16_t)(game->options[i].lo +
                                    (int)(seed / 7 % (unsigned)(game->options[i].hi - game->options[i].lo + 1)));
    if (game->setup(&rules, &state, &err))
        return; /* options that do not fit together */
    const char *wrong = game->audit(&rules, &state);
    if (wrong)
        fail("a set-up passes the audit", wrong);
    play_to_end(&rules, &state, seed);
}

/* Changes one number of the content, selected by index: path "spaces[].row" becomes "spaces.3.row". */
static void change_number(json_t *json, const Game *game, const uint8_t *data) {
    unsigned count = 0, i = 0;
    for (const ContentField *f = game->content; f->path; f++)
        count += f->type == CONTENT_NUMBER;
    const ContentField *field = game->content;
    for (; field->path; field++)
        if (field->type == CONTENT_NUMBER && i++ == data[0] % count)
            break;
    char path[128], value[24];
    size_t n = 0;
    for (const char *p = field->path; *p && n + 8 < sizeof path; p++)
        if (*p == '[')
            n += (size_t)snprintf(path + n, sizeof path - n, ".%u", data[1] % 32u), p++;
        else
            path[n++] = *p;
    path[n] = '\0';
    /* Mostly the two ends of the range, where errors are most likely. */
    int span = field->hi - field->lo + 1, pick = data[2] < 96    ? 0
                                                 : data[2] < 160 ? span - 1
                                                                 : (data[1] * 256 + data[2]) % span;
    snprintf(value, sizeof value, "%d", field->lo + pick);
    pack_set(json, path, value, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = text_of(data, size);
    for (const Game *const *game = games_all; *game; game++) {
        if (!game_is_selected(game, data, size))
            continue;
        Pack pack = {0};
        Err err = {0};
        const char *base = builtin_find((*game)->id)->content_json;
        Status status;
        if (size && data[0] == '{') {
            status = pack_load(&pack, *game, base, text, "mine.json", &err);
        } else {
            json_t *json = json_loads(base, 0, NULL);
            for (size_t at = 1; at + 3 <= size && at / 3 < CHANGES_MAX; at += 3)
                change_number(json, *game, data + at);
            status = pack_load_json(&pack, *game, json, NULL, "mine.json", &err);
            json_decref(json);
        }
        if (status)
            check_refusal(&err, is_utf8(text));
        else
            check_pack(&pack, size ? data[size / 2] * 131u + data[size - 1] : 0);
        pack_free(&pack);
    }
    free(text);
    return 0;
}
