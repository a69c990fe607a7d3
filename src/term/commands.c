#include "term/commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "engine/names.h"
#include "term/rulebook.h"
#include "text/input.h"

/* ---- moves ---------------------------------------------------------------------------------------------- */

static unsigned kind_args(const Rules *rules, unsigned kind) {
    unsigned n = 0;
    while (n < MOVE_ARGS_MAX && rules->game->moves[kind].arg[n].name)
        n++;
    return n;
}

/* Classes of kinds, in the order of the list. Kinds that continue a started action come first and are listed in full,
 * unless they have too many moves. */
enum { LISTED_MAX = 24, CLASS_CONTINUES = 0, CLASS_FREE, CLASS_PAID, CLASSES };

static unsigned class_of(const Voice *voice, const void *view, const Move *all, unsigned count, unsigned kind) {
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++)
        n += all[i].kind == kind;
    if (voice_list_position(voice, view, kind) == LIST_FIRST && n <= LISTED_MAX)
        return CLASS_CONTINUES;
    return voice_cost(voice, kind) ? CLASS_PAID : CLASS_FREE;
}

/* The viewer's moves in the order in which they are listed and numbered, with the class of each. */
static unsigned legal_sorted(const LocalGame *s, Move legal[LEGAL_MAX], uint8_t class[LEGAL_MAX]) {
    Voice voice = local_game_voice(s);
    Move all[LEGAL_MAX];
    uint8_t of[LEGAL_MAX], order[LEGAL_MAX];
    unsigned count = s->viewer < SEATS_MAX ? match_legal(s->match, s->viewer, all) : 0, n = 0;
    State view;
    local_game_view(s, &view);
    for (unsigned i = 0; i < count; i++) {
        bool known = i && all[i].kind == all[i - 1].kind;
        of[i] = known ? of[i - 1] : (uint8_t)class_of(&voice, &view, all, count, all[i].kind);
        order[i] = known ? order[i - 1] : (uint8_t)voice_list_position(&voice, &view, all[i].kind);
    }
    for (unsigned c = 0; c < CLASSES; c++)
        for (unsigned place = LIST_NORMAL; place <= LIST_FIRST; place++)
            for (unsigned i = 0; i < count; i++)
                if (of[i] == c && order[i] == place)
                    class[n] = of[i], legal[n++] = all[i];
    return n;
}

unsigned command_legal_moves(const LocalGame *s, Move legal[LEGAL_MAX]) {
    uint8_t class[LEGAL_MAX];
    return legal_sorted(s, legal, class);
}

/* The effect of a move, shown after its name: " (N of NEVER, penalty 1)". */
static void effect_text(const Voice *voice, const void *view, Move move, Text *out) {
    const GameText *game = game_text(voice->rules->game->id);
    Text effect = {0};
    if (game && game->effect)
        game->effect(voice, view, move, &effect);
    if (effect.len)
        voice_format(voice, out, "plain.gain", "s", text_str(&effect));
    text_free(&effect);
}

/* "Aim (`aim`): type a number from 0 to 240." */
static void range_text(const Voice *voice, const InputRange *range, Text *out) {
    voice_format(voice, out, "plain.range", "ssdd", voice_kind_label(voice, range->kind),
                 voice->rules->game->moves[range->kind].name, (int)range->low, (int)range->high);
    text_putc(out, '\n');
}

/* A kind without arguments, listed next to a range: "Stop shooting (`stop`)." It has no number, because typed numbers
 * are values of the range. */
static void bare_kind_text(const Voice *voice, const void *view, Move move, Text *out) {
    Text effect = {0};
    effect_text(voice, view, move, &effect);
    voice_format(voice, out, "plain.word", "sss", voice_kind_label(voice, move.kind),
                 voice->rules->game->moves[move.kind].name, text_str(&effect));
    text_putc(out, '\n');
    text_free(&effect);
}

/* One line for a kind: "Walk (`move`): 1 Dark Pit, 2 Foggy Knoll." */
static void kind_text(const Voice *voice, const void *view, const Move *legal, unsigned from, unsigned to, Text *out) {
    unsigned kind = legal[from].kind, args = kind_args(voice->rules, kind);
    Text items = {0};
    for (unsigned i = from; i < to; i++) {
        text_printf(&items, "%s%u", i > from ? words_get(voice->words, "list.comma") : "", i + 1);
        if (args)
            text_putc(&items, ' ');
        if (args == 1)
            voice_arg(voice, legal[i], 0, &items);
        else if (args > 1)
            voice_move(voice, legal[i], &items);
        effect_text(voice, view, legal[i], &items);
    }
    voice_format(voice, out, "plain.kind", "sss", voice_kind_label(voice, kind), voice->rules->game->moves[kind].name,
                 text_str(&items));
    text_putc(out, '\n');
    text_free(&items);
}

bool command_price_has_number(const Voice *voice, unsigned kind) {
    const char *template = words_findf(voice->words, "move.%s.cost", voice->rules->game->moves[kind].name);
    return template && strchr(template, '{');
}

void command_price_text(const Voice *voice, unsigned kind, Text *out) {
    Text price = {0};
    char number[16];
    voice_price(voice, kind, &price);
    snprintf(number, sizeof number, "%u", voice_cost(voice, kind));
    if (command_price_has_number(voice, kind))
        text_puts(out, text_str(&price));
    else
        voice_format(voice, out, "plain.price", "ss", number, text_str(&price));
    text_free(&price);
}

/* Kinds of moves that cost something, grouped by price: "For 1 special point: Air Support (`air`), Get Digging
 * (`dig`)".
 */
typedef struct PaidMoves {
    Text price, kinds;
    unsigned count;
    const char *example;
} PaidMoves;

static void paid_moves_text(const Voice *voice, PaidMoves *paid, Text *out) {
    if (paid->kinds.len) {
        voice_format(voice, out, "plain.costly", "sssd", text_str(&paid->price), text_str(&paid->kinds), paid->example,
                     (int)paid->count);
        text_putc(out, '\n');
    }
    text_free(&paid->price);
    text_free(&paid->kinds);
    *paid = (PaidMoves){0};
}

static void paid_moves_add(const Voice *voice, PaidMoves *paid, unsigned kind, Text *out) {
    Text price = {0};
    command_price_text(voice, kind, &price);
    if (paid->kinds.len && strcmp(text_str(&price), text_str(&paid->price)) != 0)
        paid_moves_text(voice, paid, out);
    if (paid->kinds.len)
        text_puts(&paid->kinds, words_get(voice->words, "list.comma"));
    else {
        text_puts(&paid->price, text_str(&price));
        paid->example = voice->rules->game->moves[kind].name;
    }
    paid->count++;
    voice_format(voice, &paid->kinds, "plain.costly-kind", "ss", voice_kind_label(voice, kind),
                 voice->rules->game->moves[kind].name);
    text_free(&price);
}

/* Whether the name or one of its words starts with the prefix: "ask" fits "offer-ask" and "Ask for a card". */
static bool name_has_prefix(const char *name, const char *asked) {
    for (size_t n = strlen(asked); *name; name += *name == ' ' || *name == '-') {
        if (n && strncasecmp(name, asked, n) == 0)
            return true;
        name += strcspn(name, " -");
    }
    return false;
}

static bool kind_matches(const Voice *voice, unsigned kind, const char *asked) {
    return name_has_prefix(voice->rules->game->moves[kind].name, asked) ||
           name_has_prefix(voice_kind_label(voice, kind), asked);
}

void command_moves_text(const LocalGame *s, const char *asked, Text *out) {
    Voice voice = local_game_voice(s);
    Move legal[LEGAL_MAX];
    uint8_t class[LEGAL_MAX];
    unsigned count = legal_sorted(s, legal, class), from = 0;
    size_t before = out->len;
    PaidMoves paid = {0};
    State view;
    InputRange range;
    bool ranged = input_range(&s->rules, legal, count, &range) && !*asked;
    local_game_view(s, &view);
    for (unsigned i = 1; i <= count; i++) {
        if (i < count && legal[i].kind == legal[from].kind)
            continue;
        unsigned kind = legal[from].kind;
        bool listed = *asked ? kind_matches(&voice, kind, asked) : class[from] < CLASS_PAID;
        if (listed && ranged && kind == range.kind)
            range_text(&voice, &range, out);
        else if (listed && ranged && !kind_args(&s->rules, kind))
            bare_kind_text(&voice, &view, legal[from], out);
        else if (listed)
            kind_text(&voice, &view, legal, from, i, out);
        else if (!*asked)
            paid_moves_add(&voice, &paid, kind, out);
        from = i;
    }
    paid_moves_text(&voice, &paid, out);
    if (out->len == before && *asked)
        voice_format(&voice, out, "plain.no-kind", "s", asked);
    else if (out->len == before)
        voice_format(&voice, out, "plain.no-moves", "");
}

/* ---- the position --------------------------------------------------------------------------------------- */

/* Whether the text contains this line. */
static bool has_line(const char *text, const char *line, size_t n) {
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strncmp(text, line, n) == 0 && (text[n] == '\n' || !text[n]))
            return true;
    return false;
}

void command_board_text(const LocalGame *s, const char *omit, Text *out) {
    Voice voice = local_game_voice(s);
    const GameText *game = game_text(s->rules.game->id);
    State view;
    Text text = {0};
    local_game_view(s, &view);
    if (game)
        game->describe(&voice, &view, &text);
    for (const char *at = text_str(&text); *at;) {
        size_t n = strcspn(at, "\n");
        if (!has_line(omit, at, n)) {
            text_add(out, at, n);
            text_putc(out, '\n');
        }
        at += n + (at[n] == '\n');
    }
    text_free(&text);
}

static void score_text(const LocalGame *s, Text *out) {
    Voice voice = local_game_voice(s);
    State view;
    local_game_view(s, &view);
    voice_score(&voice, &view, out);
}

void command_best_text(const LocalGame *s, Text *out) {
    Voice voice = local_game_voice(s);
    long best = 0;
    unsigned games = s->rules.seats == 1 ? save_best_score(&s->save, &best) : 0;
    if (games)
        voice_format(&voice, out, "score.best", "dd", (int)best, (int)games);
}

/* Describes all entries whose names contain the word: "goblin" finds three kinds of goblins. */
static bool matching_entries_text(const LocalGame *s, const GameText *game, const void *view, const char *what,
                                  Text *out) {
    Voice voice = local_game_voice(s);
    size_t before = out->len;
    for (const List *list = s->rules.game->lists; game && game->inspect && list->name; list++)
        for (unsigned i = 0; i < list_count(&s->rules, list->name); i++)
            if (input_could_be_entry(&voice, list->name, i, what))
                game->inspect(&voice, view, list->name, i, out);
    return out->len > before;
}

/* Whether a word of the kind's label starts with the text: "sword" fits "Rent the Sword". */
static bool kind_label_has(const Voice *voice, unsigned kind, const char *what) {
    const char *group = voice_kind_label(voice, kind);
    size_t n = strlen(what);
    for (const char *at = group; *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strncasecmp(at, what, n) == 0)
            return true;
    return strncasecmp(voice->rules->game->moves[kind].name, what, n) == 0;
}

/* Describes the kinds of moves with that name: how to type them, and what they cost. */
static bool kind_info_text(const Voice *voice, const char *what, Text *out) {
    const MoveKind *kinds = voice->rules->game->moves;
    size_t before = out->len;
    for (unsigned kind = 0; kinds[kind].name; kind++) {
        if ((kinds[kind].flags & MOVE_CHANCE) || !kind_label_has(voice, kind, what))
            continue;
        Text price = {0};
        if (voice_cost(voice, kind))
            command_price_text(voice, kind, &price);
        voice_format(voice, out, "look.kind", "sssd", voice_kind_label(voice, kind), kinds[kind].name, text_str(&price),
                     price.len > 0);
        text_putc(out, '\n');
        text_free(&price);
    }
    return out->len > before;
}

/* Describes the entry with that name; otherwise all entries or kinds of moves that match it. */
static void look_text(const LocalGame *s, const char *what, Text *out) {
    Voice voice = local_game_voice(s);
    const GameText *game = game_text(s->rules.game->id);
    State view;
    unsigned index;
    local_game_view(s, &view);
    for (unsigned whole = 1; whole <= 1; whole--) /* full names first, then prefixes */
        for (const List *list = s->rules.game->lists; game && game->inspect && list->name; list++)
            if (input_parse_entry(&voice, list->name, what, &index) &&
                (!whole || input_is_entry(&voice, list->name, index, what)) &&
                game->inspect(&voice, &view, list->name, index, out))
                return;
    if (!matching_entries_text(s, game, &view, what, out))
        if (!kind_info_text(&voice, what, out))
            voice_format(&voice, out, "look.none", "s", what);
}

static bool list_text(const LocalGame *s, const char *word, Text *out) {
    Voice voice = local_game_voice(s);
    const GameText *game = game_text(s->rules.game->id);
    State view;
    size_t n = strlen(word), before = out->len;
    local_game_view(s, &view);
    for (const List *list = s->rules.game->lists; game && game->inspect && list->name; list++)
        if (n == strlen(list->name) + 1 && word[n - 1] == 's' && strncmp(word, list->name, n - 1) == 0)
            for (unsigned i = 0; i < list_count(&s->rules, list->name); i++)
                game->inspect(&voice, &view, list->name, i, out);
    return out->len > before;
}

/* ---- files and rules ------------------------------------------------------------------------------------ */

static void save_text(LocalGame *s, const char *file, Text *out) {
    Voice voice = local_game_voice(s);
    Text record = {0};
    Err err = {0};
    if (!*file) {
        voice_format(&voice, out, s->unsaved ? "save.unsaved" : "save.where", "s", s->save.path);
        return;
    }
    if (access(file, F_OK) == 0) {
        voice_format(&voice, out, "save.exists", "s", file);
        return;
    }
    local_game_record_text(s, &record);
    if (file_write_atomic(file, text_str(&record), record.len, &err))
        voice_refusal(&voice, &err, out);
    else
        voice_format(&voice, out, "save.copied", "s", file);
    text_free(&record);
}

static void rules_text(const LocalGame *s, const char *number, Text *out) {
    Voice voice = local_game_voice(s);
    const char *howto = words_find(&s->words, "howto");
    if (!*number && howto)
        text_printf(out, "%s\n\n", howto);
    if (!rulebook_text(s->rules.game->id, number, 76, out))
        voice_format(&voice, out, "rules.none", "s", number);
}

const char *command_answer(LocalGame *s, const char *line, Text *out) {
    const char *at = line, *word;
    size_t n = next_token(&at, &word);
    char name[24] = "";
    if (n < sizeof name)
        memcpy(name, word, n);
    at += strspn(at, " \t");
    if (strcmp(name, "moves") == 0) {
        command_moves_text(s, at, out);
        return "screen.moves";
    }
    if (strcmp(name, "board") == 0) {
        command_board_text(s, "", out);
        return "screen.board";
    }
    if (strcmp(name, "log") == 0) {
        local_game_log_text(s, out);
        return "screen.log";
    }
    if (strcmp(name, "score") == 0) {
        score_text(s, out);
        return "screen.score";
    }
    if (strcmp(name, "rules") == 0) {
        rules_text(s, at, out);
        return "screen.rules";
    }
    if (strcmp(name, "save") == 0) {
        save_text(s, at, out);
        return "screen.save";
    }
    if (strcmp(name, "look") == 0 && *at) {
        look_text(s, at, out);
        return "screen.look";
    }
    return *name && !*at && list_text(s, name, out) ? "screen.look" : NULL;
}
