#include "pack_scenes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "engine/scene.h"

enum { RULES_MOST = 256, LINES_MOST = 400, TITLE_RULES = 16 };

/* How well a position shows its rule, the best first: a player's move whose outcome is told; what a player may do; what
 * is so. */
enum { RANK_MOVE, RANK_MAY, RANK_IS, RANK_NONE };

typedef struct Choice {
    int worth; /* the less the better */
    json_t *scene;
} Choice;

/* A scene's lines as they stand in its file. */
typedef struct Script {
    const char *line[LINES_MOST];
    size_t size[LINES_MOST];
    unsigned lines;
} Script;

static const Pack *the_pack; /* of the game whose scenes are read */

static const Pack *pack_find(const char *id, Err *err) {
    if (strcmp(id, the_pack->game->id) == 0)
        return the_pack;
    err_set(err, SK_UNKNOWN, "This is a scene of {0}.", "s", id);
    return NULL;
}

/* ---- lines ------------------------------------------------------------------------------------------------ */

static bool begins(const Script *script, unsigned i, const char *words) {
    return i < script->lines && strncmp(script->line[i], words, strlen(words)) == 0;
}

/* The scene that begins here; returns where the next one does, or NULL. */
static const char *script_read(Script *script, const char *at) {
    script->lines = 0;
    while (*at) {
        size_t n = strcspn(at, "\n");
        if (strncmp(at, "scene ", 6) == 0 && script->lines)
            return at;
        if (n && *at != '#' && script->lines < LINES_MOST) {
            script->line[script->lines] = at;
            script->size[script->lines++] = n;
        }
        at += n + (at[n] == '\n');
    }
    return NULL;
}

/* What leads up to a line: all before it but what is expected. */
static void script_before(const Script *script, unsigned end, Text *out) {
    for (unsigned i = 0; i < end; i++)
        if (!begins(script, i, "expect ")) {
            text_add(out, script->line[i], script->size[i]);
            text_putc(out, '\n');
        }
}

/* `do SEAT`, and what came of it is expected before anybody does more. */
static bool is_shown_move(const Script *script, unsigned i, unsigned *seat) {
    if (!begins(script, i, "do ") || sscanf(script->line[i], "do %u", seat) != 1)
        return false;
    do
        i++;
    while (begins(script, i, "do *") || begins(script, i, "settle"));
    return begins(script, i, "expect ");
}

/* What a seat may do is expected. */
static bool is_may(const Script *script, unsigned i, unsigned *seat) {
    unsigned rule;
    const char *line = begins(script, i, "expect ") ? script->line[i] + strlen("expect ") : "";
    return sscanf(line, "refused %u %u", &rule, seat) == 2 || sscanf(line, "legal %u", seat) == 1 ||
           sscanf(line, "kinds %u", seat) == 1 || sscanf(line, "moves %u", seat) == 1;
}

/* ---- choosing --------------------------------------------------------------------------------------------- */

/* It is a position to play on from, at that seat (0: of those whose turn it is the first). */
static bool position_plays(const char *text, unsigned *seat) {
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

/* The best position of a scene: its rank, and what leads up to it. */
static int script_rank(const Script *script, Text *lead, unsigned *seat) {
    bool placed = false;
    for (int rank = RANK_MOVE; rank < RANK_NONE; rank++)
        for (unsigned i = 0; i < script->lines; i++) {
            *seat = 0;
            placed |= begins(script, i, "set ");
            bool here = rank == RANK_MOVE  ? is_shown_move(script, i, seat)
                        : rank == RANK_MAY ? is_may(script, i, seat)
                                           : placed && begins(script, i, "expect ");
            if (!here)
                continue;
            text_clear(lead);
            script_before(script, i, lead);
            if (position_plays(text_str(lead), seat))
                return rank;
        }
    return RANK_NONE;
}

/* A scene's name begins with the numbers of its rules, R12 R13. */
static unsigned scene_rules(const char *title, int rule[TITLE_RULES]) {
    unsigned n = 0;
    int read;
    for (const char *at = title + strlen("scene "); n < TITLE_RULES && sscanf(at, " R%d%n", &rule[n], &read) == 1;
         at += read)
        n += rule[n] > 0 && rule[n] < RULES_MOST;
    return n;
}

/* What a position of that rank is worth to the i-th rule of its scene: of two alike the one that is about the rule
 * first is taken, and then the first. */
static int worth(int rank, unsigned i) { return 2 * rank + (i > 0); }

/* Whether it could be better for a rule than what is there; most cannot, and to play up to their positions takes long.
 */
static bool is_wanted(const Choice *choice, const char *title) {
    int rule[TITLE_RULES];
    for (unsigned i = 0, n = scene_rules(title, rule); i < n; i++)
        if (worth(RANK_MOVE, i) < choice[rule[i]].worth)
            return true;
    return false;
}

static void choose(Choice *choice, const char *lead, int rank, unsigned seat) {
    int rule[TITLE_RULES];
    for (unsigned i = 0, n = scene_rules(lead, rule); i < n; i++)
        if (worth(rank, i) < choice[rule[i]].worth) {
            json_decref(choice[rule[i]].scene);
            choice[rule[i]] = (Choice){worth(rank, i),
                                       json_pack("{s:i, s:i, s:s}", "rule", rule[i], "seat", (int)seat, "scene", lead)};
        }
}

static void read_scenes(Choice *choice, const char *text) {
    static Script script;
    const char *at = strncmp(text, "scene ", 6) == 0 ? text : strstr(text, "\nscene ");
    at = at && *at == '\n' ? at + 1 : at;
    while (at) {
        Text lead = {0};
        unsigned seat;
        at = script_read(&script, at);
        int rank = is_wanted(choice, script.line[0]) ? script_rank(&script, &lead, &seat) : RANK_NONE;
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
    Status status = n < 0 ? err_set(err, SK_IO, "{0} cannot be read.", "s", folder) : SK_OK;
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
    static Choice choice[RULES_MOST];
    json_t *out = json_array();
    the_pack = pack;
    for (unsigned rule = 0; rule < RULES_MOST; rule++)
        choice[rule] = (Choice){worth(RANK_NONE, 0), NULL};
    Status status = read_folder(folder, choice, files, err);
    for (unsigned rule = 0; rule < RULES_MOST; rule++)
        if (choice[rule].scene)
            json_array_append_new(out, choice[rule].scene);
    if (!status)
        return out;
    json_decref(out);
    return NULL;
}
