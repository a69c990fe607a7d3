/* Golden playthroughs: golden [--bless] FILE…
 * The header of a file names a game, a seed and a number of random steps. The rest is the expected output: each step,
 * each viewer's log sentences and changes of view, and the record. Playing again must give the same bytes. --bless
 * writes the new output to the file instead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "engine/fields.h"
#include "engine/line_reader.h"
#include "engine/match.h"
#include "engine/names.h"
#include "engine/record.h"
#include "engine/registry.h"
#include "text/voice.h"

enum { VIEWERS = SEATS_MAX + 1 }; /* the spectator comes after the seats */

typedef struct Golden {
    char game[ID_SIZE];
    unsigned seats, seed, steps;
    const Pack *pack;
    Rules rules;
    Words words;
    Match *match;
    State view[VIEWERS]; /* each viewer's view as last written */
    Text out;
} Golden;

/* ---- header --------------------------------------------------------------------------------------------- */

/* Reads one line: `game ID`, `seats N`, `seed N`, `steps N`, `option NAME VALUE`. */
static Status header_line(Golden *g, const char *line, Err *err) {
    char key[32] = "", first[64] = "", second[64] = "";
    sscanf(line, "%31s %63s %63s", key, first, second);
    if (strcmp(key, "game") == 0) {
        g->pack = builtin_pack(first, err);
        return g->pack ? rules_open(&g->rules, g->pack, 0, err) : SK_UNKNOWN;
    }
    if (!g->pack)
        return err_set(err, SK_SYNTAX, "The first line must be `game ID`.", "");
    if (strcmp(key, "seats") == 0)
        return rules_open(&g->rules, g->pack, (unsigned)atoi(first), err);
    if (strcmp(key, "seed") == 0)
        g->seed = (unsigned)atoi(first);
    else if (strcmp(key, "steps") == 0)
        g->steps = (unsigned)atoi(first);
    else if (strcmp(key, "option") == 0)
        return rules_option(&g->rules, first, second, err);
    else
        return err_set(err, SK_SYNTAX, "{0} is not a header line. The header ends with `begin`.", "s", key);
    return SK_OK;
}

/* Reads the header up to `begin` and copies it to the output. */
static Status header_read(Golden *g, const char *text, Err *err) {
    static LineReader lines;
    lines = (LineReader){.pos = text};
    Status status = SK_OK;
    while (!status && line_reader_next(&lines) == 1 && strcmp(lines.line, "begin") != 0)
        status = header_line(g, lines.line, err);
    if (!status && (strcmp(lines.line, "begin") != 0 || !g->pack || !g->steps))
        status = err_set(err, SK_SYNTAX, "A header needs `game`, `seed` and `steps`, and ends with `begin`.", "");
    text_add(&g->out, text, (size_t)(lines.pos - text));
    return status;
}

/* ---- output --------------------------------------------------------------------------------------------- */

static void viewer_write(Golden *g, unsigned v) {
    if (v < g->rules.seats)
        text_printf(&g->out, "%u", v + 1);
    else
        text_puts(&g->out, "spectator");
}

/* Writes the members of the view that changed since it was last written; all of them the first time. */
static void view_write(Golden *g, unsigned v, bool first) {
    State view = {0};
    match_view(g->match, v < g->rules.seats ? v : SPECTATOR, &view);
    if (!first && memcmp(&view, &g->view[v], g->rules.game->state_size) == 0)
        return;
    json_t *now = state_json(&g->rules, &view, true), *was = state_json(&g->rules, &g->view[v], true);
    const char *key;
    json_t *value;
    if (!first)
        json_object_foreach(was, key, value) {
            if (json_equal(value, json_object_get(now, key)))
                json_object_del(now, key);
        }
    char *text = json_dumps(now, 0);
    text_puts(&g->out, "  view ");
    viewer_write(g, v);
    text_printf(&g->out, ": %s\n", text);
    free(text);
    json_decref(now);
    json_decref(was);
    g->view[v] = view;
}

/* Writes the sentences that a viewer is told, one per line. */
static void log_write(Golden *g, unsigned v, const Event *events, unsigned count) {
    Voice voice = {.words = &g->words, .rules = &g->rules, .viewer = v < g->rules.seats ? v : SPECTATOR};
    Text sentences = {0};
    voice_events(&voice, events, count, &sentences);
    for (char *line = sentences.data, *end; line && *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        bool last = *end == '\0';
        text_puts(&g->out, "  log ");
        viewer_write(g, v);
        text_printf(&g->out, ": %.*s\n", (int)(end - line), line);
        if (last)
            break;
    }
    text_free(&sentences);
}

static Status step(Golden *g, Move move, Err *err) {
    char text[MOVE_TEXT_SIZE], hash[HASH_TEXT_SIZE];
    unsigned count;
    Status status = match_replay(g->match, (Line){.move = move}, err);
    if (status)
        return status;
    move_write_seat(&g->rules, move, text);
    hash_write(state_hash(&g->rules, match_state(g->match)), hash);
    text_printf(&g->out, "\n%s\n  state %s\n", text, hash);
    const Event *events = match_events(g->match, &count);
    for (unsigned v = 0; v <= g->rules.seats; v++)
        log_write(g, v, events, count);
    for (unsigned v = 0; v <= g->rules.seats; v++)
        view_write(g, v, false);
    return SK_OK;
}

static void score_write(Golden *g) {
    State view = {0};
    Voice voice = {.words = &g->words, .rules = &g->rules, .viewer = SPECTATOR};
    match_view(g->match, SPECTATOR, &view);
    text_puts(&g->out, "\nscore\n");
    voice_score(&voice, &view, &g->out);
    text_puts(&g->out, "\nrecord\n");
    record_write(g->match, g->pack->hash, NULL, &g->out);
}

static Status play(Golden *g, Err *err) {
    static Move moves[LEGAL_MAX];
    Odds odds;
    Rng dice = rng_init(g->seed, 0), player = rng_init(g->seed, 1);
    Status status = words_open(&g->words, g->rules.game->id, err);
    g->match = status ? NULL : match_new(&g->rules, err);
    if (!g->match)
        return err->status;
    for (unsigned v = 0; v <= g->rules.seats; v++)
        view_write(g, v, true);
    for (unsigned i = 0; i < g->steps && !match_is_over(g->match) && !status; i++) {
        const State *state = match_state(g->match);
        status = step(g,
                      state->head.node == NODE_CHANCE ? rules_draw_outcome(&g->rules, state, &odds, &dice)
                                                      : rules_random_move(&g->rules, state, &player, moves),
                      err);
    }
    score_write(g);
    return status;
}

/* ---- comparing ------------------------------------------------------------------------------------------ */

/* Prints the first line that differs, as expected and as found. */
static void difference_print(const char *file, const char *expected, const char *actual) {
    unsigned line = 1;
    const char *a = expected, *b = actual;
    for (;;) {
        size_t m = strcspn(a, "\n"), n = strcspn(b, "\n");
        if (m != n || memcmp(a, b, n) != 0 || !a[m] || !b[n]) {
            printf("# %s:%u:\n# expected: %.*s\n#    found: %.*s\n", file, line, (int)m, a, (int)n, b);
            return;
        }
        a += m + 1, b += n + 1, line++;
    }
}

/* Returns 1 if the output differs or the game cannot be played. */
static int golden_check(const char *file, unsigned number, bool bless) {
    Golden *g = calloc(1, sizeof *g);
    Text expected = {0};
    Err err = {0};
    char sentence[1024];
    Status status = file_read(file, &expected, &err);
    if (!status)
        status = header_read(g, text_str(&expected), &err);
    if (!status)
        status = play(g, &err);
    bool same = !status && strcmp(text_str(&expected), text_str(&g->out)) == 0;
    if (bless && !status && !same)
        same = file_write_atomic(file, text_str(&g->out), g->out.len, &err) == SK_OK;
    const char *slash = strrchr(file, '/');
    printf("%s %u - %s\n", same ? "ok" : "not ok", number, slash ? slash + 1 : file);
    err_format(&err, sentence, sizeof sentence);
    if (err.status)
        printf("# %s: %s\n", file, sentence);
    else if (!same)
        difference_print(file, text_str(&expected), text_str(&g->out));
    match_free(g->match);
    words_close(&g->words);
    text_free(&g->out);
    text_free(&expected);
    free(g);
    return !same;
}

int main(int argc, char **argv) {
    bool bless = argc > 1 && strcmp(argv[1], "--bless") == 0;
    int failed = 0;
    unsigned number = 0;
    for (int i = 1 + bless; i < argc; i++)
        failed += golden_check(argv[i], ++number, bless);
    printf("1..%u\n", number);
    return failed || number == 0;
}
