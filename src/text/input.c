#include "text/input.h"

#include <stdlib.h>
#include <string.h>

#include "engine/names.h"

enum { TOKENS_MAX = 24, TOKENS_TEXT = 256, AMONG_MAX = 4, SKIP_MAX = 3 };

/* A line in small words: lower case, split at blanks and hyphens, apostrophes left out. */
typedef struct Tokens {
    unsigned n;
    const char *at[TOKENS_MAX];
    char text[TOKENS_TEXT];
} Tokens;

static void tokens_make(Tokens *tokens, const char *line) {
    size_t used = 0;
    bool inside = false;
    tokens->n = 0;
    for (; *line && used + 2 < TOKENS_TEXT; line++) {
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
            tokens->at[tokens->n++] = tokens->text + used;
        inside = true;
        tokens->text[used++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    tokens->text[used] = '\0';
}

/* A number is itself: 1 does not begin 11. */
static bool begins(const char *word, const char *with) {
    bool number = with[0] >= '0' && with[0] <= '9';
    return number ? strcmp(word, with) == 0 : strncmp(word, with, strlen(with)) == 0;
}

/* How well a typed line fits a move's words: 4 the same, 3 word for word by beginnings, 2 its first words, 1 words of
 * it in order, 0 not at all. */
static unsigned fit(const Tokens *typed, const Tokens *words) {
    unsigned same = 0, first = 0, in_order = 0, after = 0;
    for (unsigned i = 0; i < typed->n && i < words->n; i++) {
        same += same == i && strcmp(words->at[i], typed->at[i]) == 0;
        first += first == i && begins(words->at[i], typed->at[i]);
    }
    for (unsigned i = 0; i < words->n && in_order < typed->n; i++) {
        const char *word = typed->at[in_order];
        bool number = *word >= '0' && *word <= '9';
        bool next = number ? i == after : i == in_order || word[1]; /* a single letter and a number skip no words: */
        if (!next || !begins(words->at[i], word))                   /* "parrot 2" is not Waterfall 2 more than Hut 2 */
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
    char text[MOVE_TEXT];
    Text label = {0};
    Tokens words;
    move_write(voice->rules, move, text);
    tokens_make(&words, text);
    unsigned best = fit(typed, &words);
    voice_move(voice, move, &label);
    tokens_make(&words, text_str(&label));
    unsigned other = fit(typed, &words);
    text_free(&label);
    return best > other ? best : other;
}

static Status several(const Voice *voice, const Move *among, unsigned n, Err *err) {
    Text list = {0};
    unsigned shown = n < AMONG_MAX ? n : AMONG_MAX;
    for (unsigned i = 0; i < shown; i++) {
        char text[MOVE_TEXT];
        move_write(voice->rules, among[i], text);
        text_printf(&list, "%s`%s`", i ? words_get(voice->words, "list.comma") : "", text);
    }
    Status status =
        err_set(err, SK_SYNTAX, n > shown ? "typed.many-more" : "typed.many", "sd", text_str(&list), (int)(n - shown));
    text_free(&list);
    return status;
}

/* ---- what is no listed move ----------------------------------------------------------------------------- */

/* How many tokens from `at` on an entry's name takes; *whole when none of the name is left over. */
static unsigned take(const Tokens *typed, unsigned at, const char *name, bool *whole) {
    Tokens words;
    tokens_make(&words, name);
    unsigned n = 0;
    while (n < words.n && at + n < typed->n && begins(words.at[n], typed->at[at + n]))
        n++;
    *whole = n == words.n;
    return n;
}

/* How well it does: by tokens taken, the whole name before a part of it, its very letters before a beginning. */
static unsigned take_worth(const Tokens *typed, unsigned at, const char *name, unsigned *taken) {
    Tokens words;
    bool whole, same = true;
    unsigned n = take(typed, at, name, &whole);
    tokens_make(&words, name);
    for (unsigned i = 0; i < n; i++)
        same &= strcmp(words.at[i], typed->at[at + i]) == 0;
    *taken = n;
    return n ? 4 * n + (whole ? 2 : 0) + (whole && same ? 1 : 0) : 0;
}

/* A name without its article ("the Gull"), which nobody types. */
static const char *bare_name(const Voice *voice, const char *name) {
    const char *article = words_get(voice->words, "typed.article");
    size_t n = strlen(article);
    return n && strncmp(name, article, n) == 0 ? name + n : name;
}

/* The entry of a list that the tokens from *at on name best; -1: none, -2: several alike. */
static int entry_find(const Voice *voice, const char *list, const Tokens *typed, unsigned *at) {
    unsigned count = list_count(voice->rules, list), best = 0, taken = 0;
    int found = -1;
    for (unsigned i = 0; i < count; i++) {
        const char *id = list_name(voice->rules, list, i);
        const char *word = words_findf(voice->words, "%s.%s", list, id);
        const char *names[] = {id, word, word ? bare_name(voice, word) : NULL};
        unsigned n = 0, worth = 0;
        for (unsigned k = 0; k < 3; k++) {
            unsigned m = 0, other = names[k] ? take_worth(typed, *at, names[k], &m) : 0;
            if (other > worth)
                worth = other, n = m;
        }
        if (worth && worth == best)
            found = -2;
        if (worth > best)
            found = (int)i, best = worth, taken = n;
    }
    *at += taken;
    return found;
}

/* The kind whose name, or what its group is called, takes most of the first tokens; *at: how many it took. */
static int kind_find(const Voice *voice, const Tokens *typed, unsigned *at) {
    const MoveKind *kinds = voice->rules->game->moves;
    int found = -1;
    unsigned best = 0;
    for (unsigned i = 0; kinds[i].name; i++) {
        bool whole, whole_group;
        if (kinds[i].flags & MOVE_CHANCE)
            continue;
        unsigned n = take(typed, 0, kinds[i].name, &whole),
                 m = take(typed, 0, voice_kind_label(voice, i), &whole_group);
        unsigned worth = 2 * n + (n && whole), other = 2 * m + (m && whole_group);
        if (other > worth)
            worth = other, n = m;
        if (worth > best)
            found = (int)i, best = worth, *at = n;
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

/* One argument; words between ("to", "the") are passed over. */
static Status argument_read(const Voice *voice, const Arg *arg, const Tokens *typed, unsigned *at, uint8_t *out,
                            Err *err) {
    unsigned from = *at;
    for (unsigned skip = 0; skip <= SKIP_MAX && from + skip < typed->n; skip++) {
        long value = -1;
        *at = from + skip;
        if (arg->list)
            value = entry_find(voice, arg->list, typed, at);
        else if (number_read(typed->at[*at], &value))
            ++*at;
        if (value == -2)
            return err_set(err, SK_SYNTAX, "typed.which", "s", typed->at[from + skip]);
        if (value >= 0 && value <= UINT8_MAX) {
            *out = (uint8_t)value;
            return SK_OK;
        }
    }
    if (from < typed->n)
        return err_set(err, SK_UNKNOWN, "typed.name", "s", typed->at[from]);
    return err_set(err, SK_SYNTAX, "typed.short", "s", typed->at[0]);
}

static Status judge(const Voice *voice, const void *view, const Tokens *typed, Move *found, Err *err) {
    unsigned at = 0;
    int kind = kind_find(voice, typed, &at);
    if (kind < 0)
        return err_set(err, SK_UNKNOWN, "typed.unknown", "s", typed->at[0]);
    const MoveKind *of = &voice->rules->game->moves[kind];
    Move move = {.kind = (uint8_t)kind, .seat = (uint8_t)voice->viewer};
    for (unsigned i = 0; i < MOVE_ARGS && of->arg[i].name; i++) {
        Status status = argument_read(voice, &of->arg[i], typed, &at, &move.arg[i], err);
        if (status)
            return status;
    }
    *found = move_canonical(voice->rules, move);
    Status status = rules_check(voice->rules, view, *found, err);
    if (status || at >= typed->n)
        return status;
    return err_set(err, SK_SYNTAX, "typed.long", "s", typed->at[at < typed->n ? at : typed->n - 1]);
}

/* ---- never spending unasked ----------------------------------------------------------------------------- */

/* Whether the line begins with what this kind is called, not just with a name that goes with it. */
static bool names_kind(const Voice *voice, const Tokens *typed, Move move) {
    Text label = {0};
    Tokens words;
    bool whole;
    voice_move(voice, move, &label);
    tokens_make(&words, text_str(&label));
    bool named = words.n && begins(words.at[0], typed->at[0]);
    text_free(&label);
    return named || take(typed, 0, voice->rules->game->moves[move.kind].name, &whole) ||
           take(typed, 0, voice_kind_label(voice, move.kind), &whole);
}

/* Only moves that cost something fit a bare name: which, and how to say that it is meant. */
static Status costly(const Voice *voice, const Move *among, unsigned n, Err *err) {
    Text price = {0};
    char text[MOVE_TEXT];
    voice_price(voice, among->kind, &price);
    move_write(voice->rules, *among, text);
    Status status = n > 1 ? several(voice, among, n, err)
                          : err_set(err, SK_RULE, "typed.costs", "sss", voice_kind_label(voice, among->kind),
                                    text_str(&price), text);
    text_free(&price);
    return status;
}

/* The listed moves that fit the line best. A move that costs something fits only by its kind; those that fit by a bare
 * name alone are put into `dear`. */
static unsigned best_fits(const Voice *voice, const Tokens *typed, const Move *legal, unsigned count,
                          Move among[LEGAL_MAX], Move dear[LEGAL_MAX], unsigned *dears) {
    unsigned best = 1, n = 0, best_dear = 1;
    *dears = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned how = fit_move(voice, typed, legal[i]);
        bool free = !how || !voice_costs(voice, legal[i].kind) || names_kind(voice, typed, legal[i]);
        Move *to = free ? among : dear;
        unsigned *so_far = free ? &best : &best_dear, *fits = free ? &n : dears;
        if (how > *so_far)
            *so_far = how, *fits = 0;
        if (how == *so_far)
            to[(*fits)++] = legal[i];
    }
    return n;
}

/* Of several that fit alike, those that cost nothing, if there are any. */
static unsigned prefer_free(const Voice *voice, Move *among, unsigned n) {
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (!voice_costs(voice, among[i].kind)) {
            Move move = among[i];
            among[kept++] = move;
        }
    return kept ? kept : n;
}

/* ---- numbers -------------------------------------------------------------------------------------------- */

enum { RANGE_MIN = 20 }; /* fewer are told one by one */

bool typed_range(const Rules *rules, const Move *legal, unsigned count, TypedRange *range) {
    for (unsigned from = 0, to; from < count; from = to) {
        const Arg *arg = rules->game->moves[legal[from].kind].arg;
        unsigned low = legal[from].arg[0], high = low;
        for (to = from + 1; to < count && legal[to].kind == legal[from].kind; to++)
            high += legal[to].arg[0] == high + 1;
        bool numbers = arg[0].name && !arg[0].list && !arg[1].name;
        if (!numbers || to - from < RANGE_MIN || high - low + 1 != to - from)
            continue;
        *range = (TypedRange){legal[from].kind, low, high};
        return true;
    }
    return false;
}

/* A number by itself: a value of the range that is asked for, or else a line of the list. */
static Status number_move(const Voice *voice, const Move *legal, unsigned count, long number, Move *move, Err *err) {
    TypedRange range;
    if (typed_range(voice->rules, legal, count, &range)) {
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
    tokens_make(&typed, line);
    if (typed.n == 0)
        return err_set(err, SK_SYNTAX, "typed.nothing", "");
    if (typed.n == 1 && number_read(typed.at[0], &number))
        return number_move(voice, legal, count, number, move, err);
    /* A move written out means itself, also when it is not allowed and a longer name would be. */
    if (move_read(voice->rules, line, voice->viewer, move, NULL) == SK_OK)
        return rules_check(voice->rules, view, *move, err);
    Move among[LEGAL_MAX], dear[LEGAL_MAX];
    unsigned dears, n = best_fits(voice, &typed, legal, count, among, dear, &dears);
    n = n > 1 ? prefer_free(voice, among, n) : n;
    if (n > 1)
        return several(voice, among, n, err);
    if (n == 0 && dears)
        return costly(voice, dear, dears, err);
    if (n == 0)
        return judge(voice, view, &typed, move, err);
    *move = among[0];
    return SK_OK;
}

bool input_parse_entry(const Voice *voice, const char *list, const char *line, unsigned *index) {
    Tokens typed;
    unsigned at = 0;
    tokens_make(&typed, line);
    int found = typed.n ? entry_find(voice, list, &typed, &at) : -1;
    *index = found < 0 ? 0 : (unsigned)found;
    return found >= 0 && at == typed.n;
}

bool input_is_entry(const Voice *voice, const char *list, unsigned index, const char *line) {
    const char *id = list_name(voice->rules, list, index);
    const char *word = id ? words_findf(voice->words, "%s.%s", list, id) : NULL;
    const char *names[] = {id, word, word ? bare_name(voice, word) : NULL};
    Tokens typed, whole;
    tokens_make(&typed, line);
    for (unsigned k = 0; k < 3; k++) {
        tokens_make(&whole, names[k] ? names[k] : "");
        if (typed.n && fit(&typed, &whole) == 4)
            return true;
    }
    return false;
}

bool input_could_be_entry(const Voice *voice, const char *list, unsigned index, const char *line) {
    const char *id = list_name(voice->rules, list, index);
    const char *word = id ? words_findf(voice->words, "%s.%s", list, id) : NULL;
    Tokens typed, names;
    tokens_make(&typed, line);
    tokens_make(&names, word ? word : id ? id : "");
    return typed.n && fit(&typed, &names);
}

/* ---- why not -------------------------------------------------------------------------------------------- */

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
    unsigned n, most, all; /* most: the most frequent, first among equals */
    unsigned count[REASONS_MAX];
    Err err[REASONS_MAX];
} Reasons;

static void reasons_add(Reasons *r, const Err *why) {
    unsigned i = 0;
    while (i < r->n && !same_reason(&r->err[i], why))
        i++;
    r->all++;
    if (i == REASONS_MAX)
        return;
    if (i == r->n) {
        r->err[r->n] = *why;
        r->count[r->n++] = 0;
    }
    r->count[i]++;
    if (r->count[i] > r->count[r->most])
        r->most = i;
}

Status input_why_unavailable(const Voice *voice, const void *view, unsigned kind, Err *err) {
    const MoveKind *of = &voice->rules->game->moves[kind];
    unsigned first = arg_count(voice->rules, &of->arg[0]), second = arg_count(voice->rules, &of->arg[1]);
    Reasons reasons;
    Err why = {0};
    reasons.n = reasons.most = reasons.all = 0; /* the reasons themselves are large, and many moves are tried */
    for (unsigned i = 0; i < first * second; i++) {
        Move move = {.kind = (uint8_t)kind, .seat = (uint8_t)voice->viewer};
        move.arg[0] = (uint8_t)(of->arg[0].name ? (unsigned)(of->arg[0].list ? 0 : of->arg[0].lo) + i / second : 0);
        move.arg[1] = (uint8_t)(of->arg[1].name ? (unsigned)(of->arg[1].list ? 0 : of->arg[1].lo) + i % second : 0);
        if (rules_check(voice->rules, view, move_canonical(voice->rules, move), &why) == SK_OK)
            return SK_OK;
        reasons_add(&reasons, &why);
    }
    const char *none = words_findf(voice->words, "move.%s.none", of->name);
    if (reasons.n && (!none || 2 * reasons.count[reasons.most] > reasons.all))
        *err = reasons.err[reasons.most];
    else if (none)
        return err_set(err, SK_RULE, "typed.none", "s", none);
    else
        return err_set(err, SK_TURN, "typed.not-now", "");
    return err->status;
}
