/* Chooses the best scene for each rule: one that leads to a position in which a seat can move. */
#include "pack_scenes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "engine/scene.h"

enum { RULES_MAX = 256, LINES_MAX = 400, TITLE_RULES = 16 };

/* How well a position shows its rule, best first: before a move whose result is expected; before a check of what a seat
 * may do; before any other check. */
enum { RANK_MOVE, RANK_MAY, RANK_IS, RANK_NONE };

typedef struct Choice {
    int score; /* lower is better */
    json_t *scene;
} Choice;

/* The lines of a scene, without comments; they point into the file's text. */
typedef struct Script {
    const char *line[LINES_MAX];
    size_t size[LINES_MAX];
    unsigned lines;
} Script;

static const Pack *scene_pack; /* pack of the game whose scenes are read */

static const Pack *pack_find(const char *id, Err *err) {
    if (strcmp(id, scene_pack->game->id) == 0)
        return scene_pack;
    err_set(err, SK_UNKNOWN, "This is a scene of {0}.", "s", id);
    return NULL;
}

/* ---- lines ------------------------------------------------------------------------------------------------ */

static bool line_starts_with(const Script *script, unsigned i, const char *words) {
    return i < script->lines && strncmp(script->line[i], words, strlen(words)) == 0;
}

/* Reads the scene that starts at pos. Returns the start of the next scene, or NULL. */
static const char *script_read(Script *script, const char *pos) {
    script->lines = 0;
    while (*pos) {
        size_t n = strcspn(pos, "\n");
        if (strncmp(pos, "scene ", 6) == 0 && script->lines)
            return pos;
        if (n && *pos != '#' && script->lines < LINES_MAX) {
            script->line[script->lines] = pos;
            script->size[script->lines++] = n;
        }
        pos += n + (pos[n] == '\n');
    }
    return NULL;
}

/* The lines before a line, except expectations. */
static void script_lead(const Script *script, unsigned end, Text *out) {
    for (unsigned i = 0; i < end; i++)
        if (!line_starts_with(script, i, "expect ")) {
            text_add(out, script->line[i], script->size[i]);
            text_putc(out, '\n');
        }
}

/* A `do SEAT` line whose result is checked before another seat moves. */
static bool is_shown_move(const Script *script, unsigned i, unsigned *seat) {
    if (!line_starts_with(script, i, "do ") || sscanf(script->line[i], "do %u", seat) != 1)
        return false;
    do
        i++;
    while (line_starts_with(script, i, "do *") || line_starts_with(script, i, "settle"));
    return line_starts_with(script, i, "expect ");
}

/* A check of what a seat may do. */
static bool is_allowed_check(const Script *script, unsigned i, unsigned *seat) {
    unsigned rule;
    const char *line = line_starts_with(script, i, "expect ") ? script->line[i] + strlen("expect ") : "";
    return sscanf(line, "refused %u %u", &rule, seat) == 2 || sscanf(line, "legal %u", seat) == 1 ||
           sscanf(line, "kinds %u", seat) == 1 || sscanf(line, "moves %u", seat) == 1;
}

/* ---- choosing --------------------------------------------------------------------------------------------- */

/* Whether the text leads to a position in which the seat can move. *seat 0: set to the first seat to act. */
static bool position_is_playable(const char *text, unsigned *seat) {
    static State state;
    Rules rules;
    Err err = {0};
    Move moves[LEGAL_MAX];
    if (scene_position(text, "a scene", pack_find, &rules, &state, &err) != SK_OK)
        return false;
    if (state.head.node != NODE_DECISION || !state.head.to_act)
        return false;
    if (!*seat)
        *seat = bits_first(state.head.to_act) + 1;
    return *seat <= rules.seats && (state.head.to_act >> (*seat - 1) & 1) &&
           rules.game->legal(&rules, &state, *seat - 1, moves) > 0;
}

/* Finds the best position of a scene: its rank, the lines that lead to it, and the seat to play. */
static int script_rank(const Script *script, Text *lead, unsigned *seat) {
    bool has_set = false;
    for (int rank = RANK_MOVE; rank < RANK_NONE; rank++)
        for (unsigned i = 0; i < script->lines; i++) {
            *seat = 0;
            has_set |= line_starts_with(script, i, "set ");
            bool fits = rank == RANK_MOVE  ? is_shown_move(script, i, seat)
                        : rank == RANK_MAY ? is_allowed_check(script, i, seat)
                                           : has_set && line_starts_with(script, i, "expect ");
            if (!fits)
                continue;
            text_clear(lead);
            script_lead(script, i, lead);
            if (position_is_playable(text_str(lead), seat))
                return rank;
        }
    return RANK_NONE;
}

/* The rules named at the start of a scene's title, such as R12 R13. */
static unsigned scene_rules(const char *title, int rule[TITLE_RULES]) {
    unsigned n = 0;
    int read;
    for (const char *pos = title + strlen("scene "); n < TITLE_RULES && sscanf(pos, " R%d%n", &rule[n], &read) == 1;
         pos += read)
        n += rule[n] > 0 && rule[n] < RULES_MAX;
    return n;
}

/* Score of a position for the i-th rule of its scene. Of equal ranks, a scene that names the rule first is better;
 * otherwise the first scene wins. */
static int score(int rank, unsigned i) { return 2 * rank + (i > 0); }

/* Whether a scene could be better for some rule than the present choice. Most cannot, and finding their positions takes
 * long. */
static bool could_be_better(const Choice *choice, const char *title) {
    int rule[TITLE_RULES];
    for (unsigned i = 0, n = scene_rules(title, rule); i < n; i++)
        if (score(RANK_MOVE, i) < choice[rule[i]].score)
            return true;
    return false;
}

static void choose(Choice *choice, const char *lead, int rank, unsigned seat) {
    int rule[TITLE_RULES];
    for (unsigned i = 0, n = scene_rules(lead, rule); i < n; i++)
        if (score(rank, i) < choice[rule[i]].score) {
            json_decref(choice[rule[i]].scene);
            choice[rule[i]] = (Choice){score(rank, i),
                                       json_pack("{s:i, s:i, s:s}", "rule", rule[i], "seat", (int)seat, "scene", lead)};
        }
}

static void read_scenes(Choice *choice, const char *text) {
    static Script script;
    const char *pos = strncmp(text, "scene ", 6) == 0 ? text : strstr(text, "\nscene ");
    pos = pos && *pos == '\n' ? pos + 1 : pos;
    while (pos) {
        Text lead = {0};
        unsigned seat;
        pos = script_read(&script, pos);
        int rank = could_be_better(choice, script.line[0]) ? script_rank(&script, &lead, &seat) : RANK_NONE;
        if (rank < RANK_NONE)
            choose(choice, text_str(&lead), rank, seat);
        text_free(&lead);
    }
}

static int scene_file(const struct dirent *entry) {
    size_t n = strlen(entry->d_name);
    return n > 6 && strcmp(entry->d_name + n - 6, ".scene") == 0;
}

static Status read_folder(const char *folder, Choice *choice, Text *files, Err *err) {
    struct dirent **found;
    int n = scandir(folder, &found, scene_file, alphasort);
    Status status = n < 0 ? err_set(err, SK_IO, "Cannot read {0}.", "s", folder) : SK_OK;
    text_printf(files, "%s\n", folder);
    for (int i = 0; i < n; i++) {
        char path[4096];
        Text text = {0};
        snprintf(path, sizeof path, "%s/%s", folder, found[i]->d_name);
        if (!status)
            status = file_read(path, &text, err);
        if (!status)
            read_scenes(choice, text_str(&text));
        text_printf(files, "%s\n", path);
        text_free(&text);
        free(found[i]);
    }
    if (n >= 0)
        free(found);
    return status;
}

json_t *scenes_choose(const char *folder, const Pack *pack, Text *files, Err *err) {
    static Choice choice[RULES_MAX];
    json_t *out = json_array();
    scene_pack = pack;
    for (unsigned rule = 0; rule < RULES_MAX; rule++)
        choice[rule] = (Choice){score(RANK_NONE, 0), NULL};
    Status status = read_folder(folder, choice, files, err);
    for (unsigned rule = 0; rule < RULES_MAX; rule++)
        if (choice[rule].scene)
            json_array_append_new(out, choice[rule].scene);
    if (!status)
        return out;
    json_decref(out);
    return NULL;
}
