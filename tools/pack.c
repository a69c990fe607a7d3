/* The content packer, run by the build: skerry-pack SOURCE-ROOT OUTPUT DEPFILE.
 * Reads games/ID with the usual loader, which reports invalid content, and writes C tables. The DEPFILE tells the build
 * which scene files were read. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "engine/registry.h"
#include "pack_scenes.h"

static const char *root;
static Text scene_files; /* one path per line */

static Status read_source(const char *path_format, const char *id, Text *out, Err *err) {
    char path[4096], relative[256];
    snprintf(relative, sizeof relative, path_format, id);
    snprintf(path, sizeof path, "%s/%s", root, relative);
    return file_read(path, out, err);
}

/* The id with other characters than letters and digits replaced, for use in C names. */
static const char *c_name(const char *id) {
    static char name[64];
    snprintf(name, sizeof name, "%s", id);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    return name;
}

static void write_bytes(Text *out, const char *prefix, const char *id, const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    text_printf(out, "static const _Alignas(8) unsigned char %s_%s[%zu] = {", prefix, c_name(id), n);
    for (size_t i = 0; i < n; i++)
        text_printf(out, "%s%u,", i % 24 == 0 ? "\n" : "", p[i]);
    text_puts(out, "\n};\n");
}

static Status write_words(Text *out, const char *id, const char *path_format, Err *err) {
    Text words = {0};
    Status status = read_source(path_format, id, &words, err);
    json_t *json = status ? NULL : pack_parse_json(text_str(&words), id, err);
    const char *key;
    json_t *value;
    json_object_foreach(json, key, value) {
        if (!json_is_string(value))
            status = err_set(err, SK_CONTENT, "Words of {0}: {1} must be a string.", "ss", id, key);
    }
    if (!status && !json_is_object(json))
        status = SK_CONTENT;
    if (!status)
        write_bytes(out, "words", id, text_str(&words), words.len + 1);
    json_decref(json);
    text_free(&words);
    return status;
}

/* Checks only that the walkthrough is JSON. A test opens the walkthrough of every game and checks its lines. */
static Status write_walkthrough(Text *out, const char *id, Err *err) {
    Text walkthrough = {0};
    char name[256];
    snprintf(name, sizeof name, "games/%s/content/walkthrough.json", id);
    Status status = read_source("games/%s/content/walkthrough.json", id, &walkthrough, err);
    json_t *json = status ? NULL : pack_parse_json(text_str(&walkthrough), name, err);
    if (!status && !json)
        status = err->status;
    if (!status)
        write_bytes(out, "walkthrough", id, text_str(&walkthrough), walkthrough.len + 1);
    json_decref(json);
    text_free(&walkthrough);
    return status;
}

/* Built-in packs of earlier releases whose content differed. Each must still be a valid pack of the game, and must
 * differ from the present one. */
static Status write_earlier(Text *out, const Pack *today, const char *base, Err *err) {
    const Game *game = today->game;
    char path[4096];
    Text text = {0};
    snprintf(path, sizeof path, "%s/games/%s/content/earlier.json", root, game->id);
    Status status = access(path, F_OK) == 0 ? file_read(path, &text, err) : SK_OK;
    json_t *own = status ? NULL : pack_parse_json(base, game->id, err);
    json_t *list = status || !text.len ? NULL : pack_parse_json(text_str(&text), path, err), *over;
    if (!status && text.len && !json_is_array(list))
        status = err->status ? err->status : err_set(err, SK_CONTENT, "{0} must be a list of packs.", "s", path);
    size_t i;
    json_array_foreach(list, i, over) {
        Pack earlier = {0};
        if (!status)
            status = pack_load_json(&earlier, game, own, over, path, err);
        if (!status && earlier.hash == today->hash)
            status = err_set(err, SK_CONTENT, "{0}: entry {1} is the present content.", "sd", path, (int)i + 1);
        pack_free(&earlier);
    }
    if (!status)
        write_bytes(out, "earlier", game->id, text.len ? text_str(&text) : "[]", text.len ? text.len + 1 : 3);
    json_decref(own);
    json_decref(list);
    text_free(&text);
    return status;
}

/* One scene for each rule that has a suitable one, to be played from the rules page. */
static Status write_scenes(Text *out, const Pack *pack, Err *err) {
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/games/%s/scenes", root, pack->game->id);
    json_t *scenes = scenes_choose(folder, pack, &scene_files, err);
    char *text = scenes ? json_dumps(scenes, JSON_COMPACT) : NULL;
    if (text)
        write_bytes(out, "scenes", pack->game->id, text, strlen(text) + 1);
    free(text);
    json_decref(scenes);
    return scenes ? SK_OK : err->status;
}

static Status write_game(Text *out, const Game *game, Err *err) {
    Text content = {0}, rules = {0};
    Pack pack = {0};
    char name[256];
    snprintf(name, sizeof name, "games/%s/content/content.json", game->id);
    Status status = read_source("games/%s/content/content.json", game->id, &content, err);
    if (!status)
        status = pack_load(&pack, game, text_str(&content), NULL, name, err);
    if (!status)
        status = read_source("games/%s/rules.md", game->id, &rules, err);
    if (!status) {
        write_bytes(out, "content", game->id, pack.content, game->content_size);
        write_bytes(out, "json", game->id, text_str(&content), content.len + 1);
        write_bytes(out, "rules", game->id, text_str(&rules), rules.len + 1);
        status = write_words(out, game->id, "games/%s/words/en.json", err);
    }
    if (!status)
        status = write_walkthrough(out, game->id, err);
    if (!status)
        status = write_earlier(out, &pack, text_str(&content), err);
    if (!status)
        status = write_scenes(out, &pack, err);
    pack_free(&pack);
    text_free(&content);
    text_free(&rules);
    return status;
}

static void write_table(Text *out) {
    text_puts(out, "\nconst Builtin builtins[] = {\n");
    for (const Game *const *game = games_all; *game; game++) {
        const char *name = c_name((*game)->id);
        text_printf(out,
                    "    {\"%s\", content_%s, (const char *)json_%s, (const char *)words_%s, (const char *)rules_%s, "
                    "(const char *)walkthrough_%s, (const char *)earlier_%s, (const char *)scenes_%s},\n",
                    (*game)->id, name, name, name, name, name, name, name);
    }
    text_puts(out, "    {\"common\", 0, 0, (const char *)words_common, 0, 0, 0, 0},\n    {0},\n};\n");
}

/* Writes a dependency file for make or ninja; spaces in paths are escaped. */
static Status write_depfile(const char *path, const char *target, Err *err) {
    Text out = {0};
    text_printf(&out, "%s:", target);
    for (const char *p = text_str(&scene_files), *line = p; *p; p++) {
        if (p == line)
            text_puts(&out, " \\\n ");
        if (*p == ' ')
            text_putc(&out, '\\');
        if (*p != '\n')
            text_putc(&out, *p);
        else
            line = p + 1;
    }
    text_putc(&out, '\n');
    Status status = file_write_atomic(path, text_str(&out), out.len, err);
    text_free(&out);
    return status;
}

int main(int argc, char **argv) {
    Err err = {0};
    Text out = {0};
    if (argc != 4) {
        fputs("Usage: skerry-pack SOURCE-ROOT OUTPUT DEPFILE\n", stderr);
        return 2;
    }
    root = argv[1];
    text_puts(&out, "/* Made by tools/pack.c from games/; do not edit. */\n#include \"engine/registry.h\"\n\n");
    Status status = SK_OK;
    for (const Game *const *game = games_all; *game && !status; game++)
        status = write_game(&out, *game, &err);
    if (!status)
        status = write_words(&out, "common", "src/text/words/en.json", &err);
    if (!status) {
        write_table(&out);
        status = file_write_atomic(argv[2], text_str(&out), out.len, &err);
    }
    if (!status)
        status = write_depfile(argv[3], argv[2], &err);
    if (status) {
        char sentence[1024];
        err_format(&err, sentence, sizeof sentence);
        fprintf(stderr, "skerry-pack: %s\n", sentence);
    }
    text_free(&out);
    text_free(&scene_files);
    return status ? 1 : 0;
}
