/* Matching a typed line against the legal moves and, if none fits, against all moves, to explain the refusal. */
#include "text/input.h"

#include <stdlib.h>
#include <string.h>

#include "engine/names.h"

enum { TOKENS_MAX = 24, TOKENS_TEXT_SIZE = 256, ALTERNATIVES_MAX = 4, SKIPPED_WORDS_MAX = 3 };

/* A line as lower-case words, split at spaces, tabs and hyphens. Apostrophes and backquotes are dropped. */
typedef struct Tokens {
    unsigned n;
    const char *token[TOKENS_MAX];
    char text[TOKENS_TEXT_SIZE];
} Tokens;

static void tokens_split(Tokens *tokens, const char *line) {
    size_t used = 0;
    bool inside = false;
    tokens->n = 0;
    for (; *line && used + 2 < TOKENS_TEXT_SIZE; line++) {
        char c = *line;
        if (c == '\'' || c == '`')
            continue;
        if (c == ' ' || c == '\t' || c == '-') {
            if (inside)
                tokens->text[used++] = '\0';
            inside = false;
            continue;
        }
        if (!inside && tokens->n == TOKENS_MAX)
            break;
        if (!inside)
            tokens->token[tokens->n++] = tokens->text + used;
        inside = true;
        tokens->text[used++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    tokens->text[used] = '\0';
}

/* Numbers must match completely: 1 is not a prefix of 11. */
static bool has_prefix(const char *word, const char *prefix) {
    bool number = prefix[0] >= '0' && prefix[0] <= '9';
    return number ? strcmp(word, prefix) == 0 : strncmp(word, prefix, strlen(prefix)) == 0;
}

/* How well a typed line fits a move's words. 4: identical; 3: a prefix of every word; 2: prefixes of the first words;
 * 1: prefixes of some words, in order; 0: no match. */
static unsigned fit(const Tokens *typed, const Tokens *words) {
    unsigned same = 0, first = 0, in_order = 0, after = 0;
    for (unsigned i = 0; i < typed->n && i < words->n; i++) {
        same += same == i && strcmp(words->token[i], typed->token[i]) == 0;
        first += first == i && has_prefix(words->token[i], typed->token[i]);
    }
    for (unsigned i = 0; i < words->n && in_order < typed->n; i++) {
        const char *word = typed->token[in_order];
        bool number = *word >= '0' && *word <= '9';
        /* A number must directly follow the previous match, and a single letter must skip no word. Otherwise "parrot 2"
         * would match both Waterfall 2 and Hut 2. */
        bool next = number ? i == after : i == in_order || word[1];
        if (!next || !has_prefix(words->token[i], word))
            continue;
        in_order++;
        after = i + 1;
    }
    if (same == typed->n && typed->n == words->n)
        return 4;
    if (first == typed->n)
        return typed->n == words->n ? 3 : 2;
    return in_order == typed->n;
}

static unsigned fit_move(const Voice *voice, const Tokens *typed, Move move) {
    char text[MOVE_TEXT_SIZE];
    Text label = {0};
    Tokens words;
    move_write(voice->rules, move, text);
    tokens_split(&words, text);
    unsigned best = fit(typed, &words);
    voice_move(voice, move, &label);
    tokens_split(&words, text_str(&label));
    unsigned other = fit(typed, &words);
    text_free(&label);
    return best > other ? best : other;
}

static Status refuse_ambiguous(const Voice *voice, const Move *fitting, unsigned n, Err *err) {
    Text list = {0};
    unsigned shown = n < ALTERNATIVES_MAX ? n : ALTERNATIVES_MAX;
    for (unsigned i = 0; i < shown; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(voice->rules, fitting[i], text);
        text_printf(&list, "%s`%s`", i ? words_get(voice->words, "list.comma") : "", text);
    }
    Status status =
        err_set(err, SK_SYNTAX, n > shown ? "typed.many-more" : "typed.many", "sd", text_str(&list), (int)(n - shown));
    text_free(&list);
    return status;
}

/* ---- moves that are not legal --------------------------------------------------------------------------- */

/* Number of tokens from `pos` on that match the words of `name`. *whole: they match all its words. */
static unsigned match_name(const Tokens *typed, unsigned pos, const char *name, bool *whole) {
    Tokens words;
    tokens_split(&words, name);
    unsigned n = 0;
    while (n < words.n && pos + n < typed->n && has_prefix(words.token[n], typed->token[pos + n]))
        n++;
    *whole = n == words.n;
    return n;
}

/* Quality of such a match: more tokens are better, then the whole name, then exact words instead of prefixes. */
static unsigned name_score(const Tokens *typed, unsigned pos, const char *name, unsigned *taken) {
    Tokens words;
    bool whole, same = true;
    unsigned n = match_name(typed, pos, name, &whole);
    tokens_split(&words, name);
    for (unsigned i = 0; i < n; i++)
        same &= strcmp(words.token[i], typed->token[pos + i]) == 0;
    *taken = n;
    return n ? 4 * n + (whole ? 2 : 0) + (whole && same ? 1 : 0) : 0;
}

/* Skips the article of a name such as "the Gull": players do not type it. */
static const char *bare_name(const Voice *voice, const char *name) {
    const char *article = words_get(voice->words, "typed.article");
    size_t n = strlen(article);
    return n && strncmp(name, article, n) == 0 ? name + n : name;
}

/* Finds the entry that best matches the tokens from *pos on, and advances *pos. Returns -1 if none matches, or -2 if
 * several match equally well. */
static int entry_find(const Voice *voice, const char *list, const Tokens *typed, unsigned *pos) {
    unsigned count = list_count(voice->rules, list), best = 0, taken = 0;
    int found = -1;
    for (unsigned i = 0; i < count; i++) {
        const char *id = list_name(voice->rules, list, i);
        const char *word = words_findf(voice->words, "%s.%s", list, id);
        const char *names[] = {id, word, word ? bare_name(voice, word) : NULL};
        unsigned n = 0, score = 0;
        for (unsigned k = 0; k < 3; k++) {
            unsigned m = 0, other = names[k] ? name_score(typed, *pos, names[k], &m) : 0;
            if (other > score)
                score = other, n = m;
        }
        if (score && score == best)
            found = -2;
        if (score > best)
            found = (int)i, best = score, taken = n;
    }
    *pos += taken;
    return found;
}

/* Finds the kind of move whose name or label matches most of the first tokens, and sets *pos to the number of matching
 * tokens. Returns -1 if none matches. */
static int kind_find(const Voice *voice, const Tokens *typed, unsigned *pos) {
    const MoveKind *kinds = voice->rules->game->moves;
    int found = -1;
    unsigned best = 0;
    for (unsigned i = 0; kinds[i].name; i++) {
        bool whole, whole_group;
        if (kinds[i].flags & MOVE_CHANCE)
            continue;
        unsigned n = match_name(typed, 0, kinds[i].name, &whole),
                 m = match_name(typed, 0, voice_kind_label(voice, i), &whole_group);
        unsigned score = 2 * n + (n && whole), other = 2 * m + (m && whole_group);
        if (other > score)
            score = other, n = m;
        if (score > best)
            found = (int)i, best = score, *pos = n;
    }
    return found;
}

static bool number_read(const char *text, long *value) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *value = strtol(text, &end, 10);
    return *end == '\0';
}

/* Reads one argument. Skips filler words such as "to" and "the". */
static Status argument_read(const Voice *voice, const Arg *arg, const Tokens *typed, unsigned *pos, uint8_t *out,
                            Err *err) {
    unsigned from = *pos;
    for (unsigned skip = 0; skip <= SKIPPED_WORDS_MAX && from + skip < typed->n; skip++) {
        long value = -1;
        *pos = from + skip;
        if (arg->list)
            value = entry_find(voice, arg->list, typed, pos);
        else if (number_read(typed->token[*pos], &value))
            ++*pos;
        if (value == -2)
            return err_set(err, SK_SYNTAX, "typed.which", "s", typed->token[from + skip]);
        if (value >= 0 && value <= UINT8_MAX) {
            *out = (uint8_t)value;
            return SK_OK;
        }
    }
    if (from < typed->n)
        return err_set(err, SK_UNKNOWN, "typed.name", "s", typed->token[from]);
    return err_set(err, SK_SYNTAX, "typed.short", "s", typed->token[0]);
}

/* Reads the line as any move, legal or not, and checks it against the rules to get the reason for a refusal. */
static Status parse_and_check(const Voice *voice, const void *view, const Tokens *typed, Move *found, Err *err) {
    unsigned pos = 0;
    int kind = kind_find(voice, typed, &pos);
    if (kind < 0)
        return err_set(err, SK_UNKNOWN, "typed.unknown", "s", typed->token[0]);
    const MoveKind *move_kind = &voice->rules->game->moves[kind];
    Move move = {.kind = (uint8_t)kind, .seat = (uint8_t)voice->viewer};
    for (unsigned i = 0; i < MOVE_ARGS_MAX && move_kind->arg[i].name; i++) {
        Status status = argument_read(voice, &move_kind->arg[i], typed, &pos, &move.arg[i], err);
        if (status)
            return status;
    }
    *found = move_canonical(voice->rules, move);
    Status status = rules_check(voice->rules, view, *found, err);
    if (status || pos >= typed->n)
        return status;
    return err_set(err, SK_SYNTAX, "typed.long", "s", typed->token[pos < typed->n ? pos : typed->n - 1]);
}

/* ---- moves that cost something -------------------------------------------------------------------------- */

/* Whether the line starts with the name of the move's kind, not just with the name of a target. */
static bool starts_with_kind(const Voice *voice, const Tokens *typed, Move move) {
    Text label = {0};
    Tokens words;
    bool whole;
    voice_move(voice, move, &label);
    tokens_split(&words, text_str(&label));
    bool named = words.n && has_prefix(words.token[0], typed->token[0]);
    text_free(&label);
    return named || match_name(typed, 0, voice->rules->game->moves[move.kind].name, &whole) ||
           match_name(typed, 0, voice_kind_label(voice, move.kind), &whole);
}

/* The line names only a target, and only moves that cost something fit. Explains how to name the move in full. */
static Status refuse_costly(const Voice *voice, const Move *fitting, unsigned n, Err *err) {
    Text price = {0};
    char text[MOVE_TEXT_SIZE];
    voice_price(voice, fitting->kind, &price);
    move_write(voice->rules, *fitting, text);
    Status status = n > 1 ? refuse_ambiguous(voice, fitting, n, err)
                          : err_set(err, SK_RULE, "typed.costs", "sss", voice_kind_label(voice, fitting->kind),
                                    text_str(&price), text);
    text_free(&price);
    return status;
}

/* Finds the legal moves that fit the line best and returns how many there are. A move that costs something counts only
 * if the line names its kind. Otherwise it goes to `costly`. */
static unsigned best_fits(const Voice *voice, const Tokens *typed, const Move *legal, unsigned count,
                          Move fitting[LEGAL_MAX], Move costly[LEGAL_MAX], unsigned *costly_count) {
    unsigned best = 1, n = 0, best_costly = 1;
    *costly_count = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned how = fit_move(voice, typed, legal[i]);
        bool is_free = !how || !voice_cost(voice, legal[i].kind) || starts_with_kind(voice, typed, legal[i]);
        Move *to = is_free ? fitting : costly;
        unsigned *best_so_far = is_free ? &best : &best_costly, *fits = is_free ? &n : costly_count;
        if (how > *best_so_far)
            *best_so_far = how, *fits = 0;
        if (how == *best_so_far)
            to[(*fits)++] = legal[i];
    }
    return n;
}

/* Of several moves that fit equally well, keeps only the free ones, if there are any. */
static unsigned prefer_free(const Voice *voice, Move *fitting, unsigned n) {
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (!voice_cost(voice, fitting[i].kind)) {
            Move move = fitting[i];
            fitting[kept++] = move;
        }
    return kept ? kept : n;
}

/* ---- numbers -------------------------------------------------------------------------------------------- */

enum { RANGE_MIN = 20 }; /* shorter ranges are listed move by move */

bool input_range(const Rules *rules, const Move *legal, unsigned count, InputRange *range) {
    for (unsigned from = 0, to; from < count; from = to) {
        const Arg *arg = rules->game->moves[legal[from].kind].arg;
        unsigned low = legal[from].arg[0], high = low;
        for (to = from + 1; to < count && legal[to].kind == legal[from].kind; to++)
            high += legal[to].arg[0] == high + 1;
        bool numbers = arg[0].name && !arg[0].list && !arg[1].name;
        if (!numbers || to - from < RANGE_MIN || high - low + 1 != to - from)
            continue;
        *range = (InputRange){legal[from].kind, low, high};
        return true;
    }
    return false;
}

/* A bare number is a value if the legal moves form a range, and otherwise a position in the list. */
static Status parse_number(const Voice *voice, const Move *legal, unsigned count, long number, Move *move, Err *err) {
    InputRange range;
    if (input_range(voice->rules, legal, count, &range)) {
        for (unsigned i = 0; i < count; i++)
            if (legal[i].kind == range.kind && legal[i].arg[0] == number) {
                *move = legal[i];
                return SK_OK;
            }
        return err_set(err, SK_RANGE, "typed.range", "sdd", voice_kind_label(voice, range.kind), (int)range.low,
                       (int)range.high);
    }
    if (number < 1 || number > (long)count)
        return err_set(err, SK_RANGE, "typed.number", "d", (int)count);
    *move = legal[number - 1];
    return SK_OK;
}

Status input_parse_move(const Voice *voice, const void *view, const Move *legal, unsigned count, const char *line,
                        Move *move, Err *err) {
    Tokens typed;
    long number;
    tokens_split(&typed, line);
    if (typed.n == 0)
        return err_set(err, SK_SYNTAX, "typed.nothing", "");
    if (typed.n == 1 && number_read(typed.token[0], &number))
        return parse_number(voice, legal, count, number, move, err);
    /* A complete text form always means exactly that move, even if it is illegal and another move would fit. */
    if (move_read(voice->rules, line, voice->viewer, move, NULL) == SK_OK)
        return rules_check(voice->rules, view, *move, err);
    Move fitting[LEGAL_MAX], costly[LEGAL_MAX];
    unsigned costly_count, n = best_fits(voice, &typed, legal, count, fitting, costly, &costly_count);
    n = n > 1 ? prefer_free(voice, fitting, n) : n;
    if (n > 1)
        return refuse_ambiguous(voice, fitting, n, err);
    if (n == 0 && costly_count)
        return refuse_costly(voice, costly, costly_count, err);
    if (n == 0)
        return parse_and_check(voice, view, &typed, move, err);
    *move = fitting[0];
    return SK_OK;
}

bool input_parse_entry(const Voice *voice, const char *list, const char *line, unsigned *index) {
    Tokens typed;
    unsigned pos = 0;
    tokens_split(&typed, line);
    int found = typed.n ? entry_find(voice, list, &typed, &pos) : -1;
    *index = found < 0 ? 0 : (unsigned)found;
    return found >= 0 && pos == typed.n;
}

bool input_is_entry(const Voice *voice, const char *list, unsigned index, const char *line) {
    const char *id = list_name(voice->rules, list, index);
    const char *word = id ? words_findf(voice->words, "%s.%s", list, id) : NULL;
    const char *names[] = {id, word, word ? bare_name(voice, word) : NULL};
    Tokens typed, whole;
    tokens_split(&typed, line);
    for (unsigned k = 0; k < 3; k++) {
        tokens_split(&whole, names[k] ? names[k] : "");
        if (typed.n && fit(&typed, &whole) == 4)
            return true;
    }
    return false;
}

bool input_could_be_entry(const Voice *voice, const char *list, unsigned index, const char *line) {
    const char *id = list_name(voice->rules, list, index);
    const char *word = id ? words_findf(voice->words, "%s.%s", list, id) : NULL;
    Tokens typed, names;
    tokens_split(&typed, line);
    tokens_split(&names, word ? word : id ? id : "");
    return typed.n && fit(&typed, &names);
}

/* ---- why a kind of move is unavailable ------------------------------------------------------------------ */

static unsigned arg_count(const Rules *rules, const Arg *arg) {
    if (!arg->name)
        return 1;
    return arg->list ? list_count(rules, arg->list) : (unsigned)(arg->hi - arg->lo + 1);
}

static bool same_reason(const Err *a, const Err *b) {
    return a->text == b->text && a->args == b->args && memcmp(a->num, b->num, a->args * sizeof *a->num) == 0;
}

enum { REASONS_MAX = 8 };

typedef struct Reasons {
    unsigned n, most_frequent, total; /* most_frequent: an index, the first one in a tie */
    unsigned count[REASONS_MAX];
    Err err[REASONS_MAX];
} Reasons;

static void reasons_add(Reasons *r, const Err *why) {
    unsigned i = 0;
    while (i < r->n && !same_reason(&r->err[i], why))
        i++;
    r->total++;
    if (i == REASONS_MAX)
        return;
    if (i == r->n) {
        r->err[r->n] = *why;
        r->count[r->n++] = 0;
    }
    r->count[i]++;
    if (r->count[i] > r->count[r->most_frequent])
        r->most_frequent = i;
}

Status input_why_unavailable(const Voice *voice, const void *view, unsigned kind, Err *err) {
    const MoveKind *move_kind = &voice->rules->game->moves[kind];
    unsigned first = arg_count(voice->rules, &move_kind->arg[0]), second = arg_count(voice->rules, &move_kind->arg[1]);
    Reasons reasons;
    Err why = {0};
    reasons.n = reasons.most_frequent = reasons.total = 0; /* the arrays are too large to clear on each call */
    for (unsigned i = 0; i < first * second; i++) {
        Move move = {.kind = (uint8_t)kind, .seat = (uint8_t)voice->viewer};
        move.arg[0] = (uint8_t)(move_kind->arg[0].name
                                    ? (unsigned)(move_kind->arg[0].list ? 0 : move_kind->arg[0].lo) + i / second
                                    : 0);
        move.arg[1] = (uint8_t)(move_kind->arg[1].name
                                    ? (unsigned)(move_kind->arg[1].list ? 0 : move_kind->arg[1].lo) + i % second
                                    : 0);
        if (rules_check(voice->rules, view, move_canonical(voice->rules, move), &why) == SK_OK)
            return SK_OK;
        reasons_add(&reasons, &why);
    }
    const char *none = words_findf(voice->words, "move.%s.none", move_kind->name);
    if (reasons.n && (!none || 2 * reasons.count[reasons.most_frequent] > reasons.total))
        *err = reasons.err[reasons.most_frequent];
    else if (none)
        return err_set(err, SK_RULE, "typed.none", "s", none);
    else
        return err_set(err, SK_TURN, "typed.not-now", "");
    return err->status;
}
