/* Filling templates, and wording names, events, moves, prompts, refusals and scores with them. */
#include "text/voice.h"

#include "base/bits.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/names.h"
#include "text/game_text.h"

/* ---- templates ------------------------------------------------------------------------------------------ */

/* The brace that closes the one at `open`, or NULL. */
static const char *brace_end(const char *open) {
    unsigned depth = 0;
    for (const char *p = open; *p; p++) {
        depth += *p == '{';
        if (*p == '}' && --depth == 0)
            return p;
    }
    return NULL;
}

/* The end of the alternative that starts at p: the next `|` outside braces, or `end`. */
static const char *alternative_end(const char *p, const char *end) {
    unsigned depth = 0;
    for (; p < end; p++) {
        if (*p == '|' && depth == 0)
            break;
        depth += *p == '{';
        depth -= *p == '}';
    }
    return p;
}

/* Whether the number is past the end of its list, which means no entry. */
static bool is_none(const Voice *voice, const TemplateArg *arg) {
    return arg->list && voice->rules && arg->num != UNKNOWN_ARG &&
           (arg->num < 0 || !list_name(voice->rules, arg->list, (unsigned)arg->num));
}

/* Parses "12:text" or "none:text", the alternative for a single number or for no entry. Returns its text, or NULL for
 * an ordinary alternative. *meant: it applies to `arg`. */
static const char *alternative_special(const Voice *voice, const char *p, const char *end, const TemplateArg *arg,
                                       bool *meant) {
    static const char none[] = "none:";
    char *after;
    if (end - p >= (ptrdiff_t)sizeof none - 1 && memcmp(p, none, sizeof none - 1) == 0) {
        *meant = is_none(voice, arg);
        return p + sizeof none - 1;
    }
    if (p == end || *p < '0' || *p > '9')
        return NULL;
    *meant = strtol(p, &after, 10) == arg->num;
    return after < end && *after == ':' ? after + 1 : NULL;
}

static void fill_range(const Voice *voice, const char *p, const char *end, const TemplateArg *args, unsigned count,
                       Text *out);

static void fill_alternative(const Voice *voice, const char *p, const char *end, const TemplateArg *arg,
                             const TemplateArg *args, unsigned count, Text *out) {
    const char *from = NULL, *to = NULL;
    unsigned plain = 0;
    while (p <= end) {
        const char *stop = alternative_end(p, end);
        bool meant = false;
        const char *text = alternative_special(voice, p, stop, arg, &meant);
        if (text && meant) {
            from = text, to = stop;
            break;
        }
        if (!text && plain++ < (arg->num == 1 ? 1u : 2u))
            from = p, to = stop;
        p = stop + 1;
    }
    if (from)
        fill_range(voice, from, to, args, count, out);
}

static const TemplateArg *arg_find(const char *name, size_t n, const TemplateArg *args, unsigned count) {
    if (n == 1 && *name >= '0' && *name <= '9')
        return (unsigned)(*name - '0') < count ? &args[*name - '0'] : NULL;
    for (unsigned i = 0; i < count; i++)
        if (args[i].name && strlen(args[i].name) == n && memcmp(args[i].name, name, n) == 0)
            return &args[i];
    return NULL;
}

static void arg_text(const Voice *voice, const TemplateArg *arg, const char *list, Text *out) {
    if (arg->text)
        text_puts(out, arg->text);
    else if (arg->num == UNKNOWN_ARG)
        text_puts(out, words_get(voice->words, "unknown"));
    else if (list)
        voice_name(voice, list, arg->num, out);
    else
        text_number(out, arg->num);
}

/* Fills in the field between two braces. Returns false if there is no such argument; the field is then shown unchanged,
 * so that somebody notices. */
static bool fill_field(const Voice *voice, const char *p, const char *end, const TemplateArg *args, unsigned count,
                       Text *out) {
    size_t n = 0;
    while (p + n < end && p[n] != ':' && p[n] != '|')
        n++;
    const TemplateArg *arg = arg_find(p, n, args, count);
    if (!arg)
        return false;
    if (p[n] == '|') {
        fill_alternative(voice, p + n + 1, end, arg, args, count, out);
        return true;
    }
    char list[ID_SIZE];
    size_t length = p + n < end ? (size_t)(end - p) - n - 1 : 0;
    length = length < sizeof list ? length : sizeof list - 1;
    memcpy(list, p + n + (p + n < end), length);
    list[length] = '\0';
    arg_text(voice, arg, p[n] == ':' ? list : arg->list, out);
    return true;
}

static void fill_range(const Voice *voice, const char *p, const char *end, const TemplateArg *args, unsigned count,
                       Text *out) {
    while (p < end) {
        const char *open = memchr(p, '{', (size_t)(end - p));
        text_add(out, p, (size_t)((open ? open : end) - p));
        if (!open)
            return;
        const char *close = brace_end(open);
        p = open + 1;
        if (close && close < end && fill_field(voice, open + 1, close, args, count, out))
            p = close + 1;
        else
            text_putc(out, '{');
    }
}

void voice_fill_template(const Voice *voice, const char *template, const TemplateArg *args, unsigned count, Text *out) {
    fill_range(voice, template, template + strlen(template), args, count, out);
}

void voice_format(const Voice *voice, Text *out, const char *key, const char *types, ...) {
    TemplateArg args[TEMPLATE_ARGS_MAX] = {0};
    unsigned count = 0;
    va_list ap;
    va_start(ap, types);
    for (; *types && count < TEMPLATE_ARGS_MAX; types++, count++) {
        if (*types == 's') {
            args[count].text = va_arg(ap, const char *);
            continue;
        }
        if (*types == 'n')
            args[count].list = va_arg(ap, const char *);
        args[count].num = va_arg(ap, int);
    }
    va_end(ap);
    voice_fill_template(voice, words_get(voice->words, key), args, count, out);
}

void voice_capitalize(Text *out, size_t start) {
    if (out->len > start && out->data[start] >= 'a' && out->data[start] <= 'z')
        out->data[start] = (char)(out->data[start] - 'a' + 'A');
}

/* ---- names ---------------------------------------------------------------------------------------------- */

void voice_seat(const Voice *voice, unsigned seat, Text *out) {
    if (seat >= SEATS_MAX)
        text_puts(out, words_get(voice->words, seat == CHANCE ? "seat.chance" : "seat.spectator"));
    else if (seat == voice->viewer)
        text_puts(out, words_get(voice->words, "seat.you"));
    else if (voice->seat_name && voice->seat_name[seat][0])
        text_puts(out, voice->seat_name[seat]);
    else
        voice_format(voice, out, "seat.number", "d", (int)seat + 1);
}

const char *voice_word(const Voice *voice, const char *list, unsigned i, const char *suffix) {
    const char *id = list_name(voice->rules, list, i);
    const char *found = id ? words_findf(voice->words, "%s.%s%s", list, id, suffix) : NULL;
    return found ? found : *suffix ? NULL : id;
}

void voice_comma(const Voice *voice, unsigned *written, Text *out) {
    if ((*written)++)
        text_puts(out, words_get(voice->words, "list.comma"));
}

void voice_seat_first(const Voice *voice, unsigned seat, Text *out) {
    size_t start = out->len;
    voice_seat(voice, seat, out);
    voice_capitalize(out, start);
}

/* The viewer comes first: "you and Ben". */
void voice_seats(const Voice *voice, uint32_t set, Text *out) {
    unsigned written = 0, count = bits_count(set);
    uint32_t own = voice->viewer < SEATS_MAX ? BIT(voice->viewer) & set : 0;
    if (own)
        voice_seat(voice, voice->viewer, out), written++;
    for (bits_each(seat, set & ~own)) {
        voice_join(voice, out, written++, count);
        voice_seat(voice, seat, out);
    }
}

uint32_t voice_winners(const Voice *voice, const void *view, Score *score) {
    uint32_t set = 0;
    voice->rules->game->score(voice->rules, view, score);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        set |= score->place[seat] == 1 ? BIT(seat) : 0;
    return set;
}

void voice_seat_label(const Voice *voice, bool use_names, unsigned seat, Text *out) {
    Voice row = *voice;
    row.viewer = use_names ? (unsigned)SPECTATOR : voice->viewer;
    voice_seat(&row, seat, out);
}

/* list is LIST.MORE: appends the word LIST.ID.MORE of the entry, if there is one. */
static void further_word_text(const Voice *voice, const char *list, int32_t i, Text *out) {
    char base[ID_SIZE];
    snprintf(base, sizeof base, "%.*s", (int)strcspn(list, "."), list);
    const char *id = voice->rules && i >= 0 ? list_name(voice->rules, base, (unsigned)i) : NULL;
    const char *word = id ? words_findf(voice->words, "%s.%s%s", base, id, strchr(list, '.')) : NULL;
    text_puts(out, word ? word : "");
}

void voice_name(const Voice *voice, const char *list, int32_t i, Text *out) {
    if (strcmp(list, "seat") == 0 && i >= 0) {
        voice_seat(voice, (unsigned)i, out);
        return;
    }
    if (strcmp(list, "player") == 0 && i > 0) { /* a seat number as shown to players, counted from 1 */
        voice_seat(voice, (unsigned)i - 1, out);
        return;
    }
    if (strchr(list, '.')) {
        further_word_text(voice, list, i, out);
        return;
    }
    const char *id = voice->rules && i >= 0 ? list_name(voice->rules, list, (unsigned)i) : NULL;
    const char *word = id ? words_findf(voice->words, "%s.%s", list, id) : NULL;
    const GameText *game = id && !word ? game_text(voice->rules->game->id) : NULL;
    if (word)
        text_puts(out, word);
    else if (game && game->name && game->name(voice, list, (unsigned)i, out))
        return;
    else if (id)
        text_puts(out, id); /* a content pack may define ids that are in no catalogue */
    else
        text_number(out, i);
}

void voice_join(const Voice *voice, Text *out, unsigned index, unsigned count) {
    if (index > 0)
        text_puts(out, words_get(voice->words, index + 1 < count ? "list.comma" : "list.and"));
}

/* ---- events --------------------------------------------------------------------------------------------- */

static unsigned event_args(const Voice *voice, const Event *event, Text *seat, TemplateArg args[TEMPLATE_ARGS_MAX]) {
    const Arg *arg = voice->rules->game->events[event->kind].arg;
    unsigned count = 0;
    for (; count < EVENT_ARGS_MAX && arg[count].name; count++)
        args[count] = (TemplateArg){.name = arg[count].name, .list = arg[count].list, .num = event->arg[count]};
    voice_seat(voice, event->seat, seat);
    args[count++] = (TemplateArg){.name = "seat", .text = text_str(seat)};
    return count;
}

static bool event_hides(const Voice *voice, const Event *event) {
    const Arg *arg = voice->rules->game->events[event->kind].arg;
    for (unsigned i = 0; i < EVENT_ARGS_MAX && arg[i].name; i++)
        if (event->arg[i] == UNKNOWN_ARG)
            return true;
    return false;
}

/* event.NAME.SUFFIX; for the seat of the event, event.NAME.you.SUFFIX if there is one. */
static const char *event_word(const Voice *voice, const Event *event, const char *suffix) {
    const char *name = voice->rules->game->events[event->kind].name, *found = NULL;
    if (event->seat == voice->viewer)
        found = words_findf(voice->words, "event.%s.you%s", name, suffix);
    return found ? found : words_findf(voice->words, "event.%s%s", name, suffix);
}

static const char *event_template(const Voice *voice, const Event *event) {
    const char *name = voice->rules->game->events[event->kind].name;
    const char *found = event_hides(voice, event) ? words_findf(voice->words, "event.%s.hidden", name) : NULL;
    if (!found)
        found = event_word(voice, event, "");
    return found ? found : name;
}

static void event_fill(const Voice *voice, const Event *event, const char *template, Text *out) {
    TemplateArg args[TEMPLATE_ARGS_MAX];
    Text seat = {0};
    unsigned count = event_args(voice, event, &seat, args);
    size_t start = out->len;
    voice_fill_template(voice, template, args, count, out);
    while (out->len > start && out->data[out->len - 1] == ' ')
        out->len--; /* left by {0:card.text} if the content pack has no such word */
    text_free(&seat);
}

/* Argument i of all events of a run: "red, white and red". */
static void run_argument(const Voice *voice, const Event *run, unsigned n, unsigned i, const Arg *arg, Text *out) {
    for (unsigned k = 0; k < n; k++) {
        voice_join(voice, out, k, n);
        arg_text(voice, &(TemplateArg){.num = run[k].arg[i]}, arg->list, out);
    }
}

/* Whether event.NAME.same names this argument: it must be equal in all events of a run. */
static bool run_same(const Voice *voice, const Event *event, const Arg *arg) {
    const char *same = words_findf(voice->words, "event.%s.same", voice->rules->game->events[event->kind].name);
    return same && strcmp(same, arg->name) == 0;
}

/* Whether a template contains an argument. */
static bool template_uses(const char *template, const char *name) {
    size_t n = strlen(name);
    for (const char *p = template; (p = strchr(p, '{')); p++)
        if (strncmp(p + 1, name, n) == 0 && strchr("}:|", p[1 + n]))
            return true;
    return false;
}

/* One sentence for a run of events. Hidden arguments are not listed: then the sentence gives the number of events and
 * the arguments of the last one. */
static void run_text(const Voice *voice, const char *template, const Event *run, unsigned n, Text *out) {
    const Arg *arg = voice->rules->game->events[run->kind].arg;
    bool lists = run[0].seat == run[1].seat && !event_hides(voice, run);
    TemplateArg args[TEMPLATE_ARGS_MAX];
    Text joined[TEMPLATE_ARGS_MAX] = {0}, *seats = &joined[TEMPLATE_ARGS_MAX - 1];
    unsigned count = event_args(voice, &run[n - 1], seats, args);
    for (unsigned i = 0; i + 1 < count && lists; i++) {
        if (run_same(voice, run, &arg[i]))
            continue;
        run_argument(voice, run, n, i, &arg[i], &joined[i]);
        args[i].text = text_str(&joined[i]);
    }
    if (run[0].seat != run[1].seat)
        text_clear(seats);
    for (unsigned k = 0; k < n && run[0].seat != run[1].seat; k++) {
        voice_join(voice, seats, k, n);
        voice_seat(voice, run[k].seat, seats);
    }
    args[count - 1].text = text_str(seats);
    if (count < TEMPLATE_ARGS_MAX)
        args[count++] = (TemplateArg){.name = "count", .num = (int32_t)n};
    voice_fill_template(voice, template, args, count, out);
    for (unsigned i = 0; i < TEMPLATE_ARGS_MAX; i++)
        text_free(&joined[i]);
}

enum { RUN_MAX = 16 };

/* Whether `next` continues a run of events by one seat. The arguments of such a run become lists. */
static bool run_continues(const Voice *voice, const char *template, const Event *run, unsigned n, const Event *next) {
    const Arg *arg = voice->rules->game->events[run->kind].arg;
    (void)template, (void)n;
    if (next->kind != run->kind || next->seat != run->seat || event_hides(voice, next) != event_hides(voice, run))
        return false;
    for (unsigned i = 0; i < EVENT_ARGS_MAX && arg[i].name; i++)
        if (next->arg[i] != run->arg[i] && run_same(voice, run, &arg[i]))
            return false;
    return true;
}

/* Whether `next` continues a run by different seats, which become a list. Arguments that the template does not contain
 * may differ. */
static bool seats_continue(const Voice *voice, const char *template, const Event *run, unsigned n, const Event *next) {
    const Arg *arg = voice->rules->game->events[run->kind].arg;
    if (next->kind != run->kind)
        return false;
    for (unsigned k = 0; k < n; k++)
        if (next->seat == run[k].seat)
            return false;
    for (unsigned i = 0; i < EVENT_ARGS_MAX && arg[i].name; i++)
        if (next->arg[i] != run->arg[i] && template_uses(template, arg[i].name))
            return false;
    return true;
}

/* Collects the events that share a sentence with the first of `events`, which the caller has put into run[0]. Returns
 * the number of events used, including those the viewer is not told. */
static unsigned run_collect(const Voice *voice, const char *template, const Event *events, unsigned count,
                            Event run[RUN_MAX], unsigned *length,
                            bool (*continues)(const Voice *, const char *, const Event *, unsigned, const Event *)) {
    unsigned taken = 1;
    *length = 1;
    for (Event next; template && taken < count && *length < RUN_MAX; taken++) {
        if (!event_for_viewer(&events[taken], voice->viewer, &next))
            continue;
        if (!continues(voice, template, run, *length, &next))
            break;
        run[(*length)++] = next;
    }
    return *length > 1 ? taken : 1;
}

/* Appends to `tail` the words of the events that complete the first one's sentence: those with the key
 * event.NAME.joins. Returns the number of events used. */
static unsigned joins_collect(const Voice *voice, const Event *events, unsigned count, Text *tail) {
    unsigned taken = 1;
    for (unsigned i = 1; i < count; i++) {
        Event next;
        if (!event_for_viewer(&events[i], voice->viewer, &next))
            continue;
        const char *joins = event_word(voice, &next, ".joins");
        if (!joins)
            break;
        event_fill(voice, &next, joins, tail);
        taken = i + 1;
    }
    return taken;
}

/* Appends the sentence for the first of `events` and those that share it. run[0] is the first one as the viewer is told
 * it. Returns the number of events used. */
static unsigned event_sentence(const Voice *voice, const Event *events, unsigned count, Event run[RUN_MAX], Text *out) {
    const char *run_template = event_word(voice, run, event_hides(voice, run) ? ".hidden.run" : ".run");
    const char *begun = event_word(voice, run, ".begun");
    const char *seats = words_findf(voice->words, "event.%s.seats", voice->rules->game->events[run->kind].name);
    unsigned length = 1, taken = 1;
    Text tail = {0};
    if (begun)
        taken = joins_collect(voice, events, count, &tail);
    else
        taken = run_collect(voice, run_template, events, count, run, &length, run_continues);
    if (taken == 1 && seats) {
        taken = run_collect(voice, seats, events, count, run, &length, seats_continue);
        run_template = seats;
    }
    if (taken > 1 && begun) {
        event_fill(voice, run, begun, out);
        text_puts(out, text_str(&tail));
    } else if (length > 1) {
        run_text(voice, run_template, run, length, out);
    } else {
        event_fill(voice, run, event_template(voice, run), out);
    }
    text_free(&tail);
    return taken;
}

unsigned voice_event(const Voice *voice, const Event *events, unsigned count, Text *out) {
    Event run[RUN_MAX];
    size_t start = out->len;
    if (!event_for_viewer(&events[0], voice->viewer, run))
        return 1;
    unsigned taken = event_sentence(voice, events, count, run, out);
    voice_capitalize(out, start);
    return taken;
}

unsigned voice_events(const Voice *voice, const Event *events, unsigned count, Text *out) {
    unsigned sentences = 0;
    for (unsigned i = 0; i < count;) {
        size_t start = out->len;
        i += voice_event(voice, events + i, count - i, out);
        if (out->len == start)
            continue;
        text_putc(out, '\n');
        sentences++;
    }
    return sentences;
}

/* ---- moves ---------------------------------------------------------------------------------------------- */

void voice_move(const Voice *voice, Move move, Text *out) {
    const MoveKind *kind = &voice->rules->game->moves[move.kind];
    TemplateArg args[MOVE_ARGS_MAX];
    unsigned count = 0;
    for (; count < MOVE_ARGS_MAX && kind->arg[count].name; count++)
        args[count] =
            (TemplateArg){.name = kind->arg[count].name, .list = kind->arg[count].list, .num = move.arg[count]};
    const char *template = words_findf(voice->words, "move.%s", kind->name);
    voice_fill_template(voice, template ? template : kind->name, args, count, out);
}

const char *voice_kind_label(const Voice *voice, unsigned kind) {
    const char *name = voice->rules->game->moves[kind].name;
    const char *word = words_findf(voice->words, "move.%s.group", name);
    return word ? word : name;
}

const char *voice_shortcut(const Voice *voice, unsigned kind) {
    return words_findf(voice->words, "move.%s.key", voice->rules->game->moves[kind].name);
}

unsigned voice_list_position(const Voice *voice, const void *view, unsigned kind) {
    const GameText *game = game_text(voice->rules->game->id);
    return game && game->list_position ? game->list_position(voice, view, kind) : LIST_NORMAL;
}

unsigned voice_cost(const Voice *voice, unsigned kind) {
    const GameText *game = game_text(voice->rules->game->id);
    if (!words_findf(voice->words, "move.%s.cost", voice->rules->game->moves[kind].name))
        return 0;
    return game && game->cost ? game->cost(voice, kind) : 1;
}

void voice_price(const Voice *voice, unsigned kind, Text *out) {
    const char *template = words_findf(voice->words, "move.%s.cost", voice->rules->game->moves[kind].name);
    TemplateArg cost = {.num = (int32_t)voice_cost(voice, kind)};
    voice_fill_template(voice, template ? template : "", &cost, 1, out);
}

/* A bare number is unclear, so the catalogue may have the template move.NAME.ARGUMENT for it. */
void voice_arg(const Voice *voice, Move move, unsigned arg, Text *out) {
    const MoveKind *kind = &voice->rules->game->moves[move.kind];
    const Arg *type = &kind->arg[arg];
    TemplateArg value = {.name = type->name, .num = move.arg[arg]};
    const char *word = type->list ? NULL : words_findf(voice->words, "move.%s.%s", kind->name, type->name);
    if (word)
        voice_fill_template(voice, word, &value, 1, out);
    else
        arg_text(voice, &value, type->list, out);
}

/* ---- prompts, refusals, scores -------------------------------------------------------------------------- */

static void waiting_text(const Voice *voice, unsigned to_act, Text *out) {
    Text names = {0};
    unsigned count = (unsigned)__builtin_popcount(to_act), written = 0;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (to_act & (1u << seat)) {
            voice_join(voice, &names, written++, count);
            voice_seat(voice, seat, &names);
        }
    voice_format(voice, out, "prompt.waiting", "s", text_str(&names));
    text_free(&names);
}

void voice_prompt(const Voice *voice, const void *view, Text *out) {
    const Head *head = state_head(view);
    const GameText *text = game_text(voice->rules->game->id);
    Score score;
    if (head->node == NODE_OVER) {
        size_t before = out->len;
        if (text && text->ending)
            text->ending(voice, view, out);
        if (out->len > before)
            return;
        voice->rules->game->score(voice->rules, view, &score);
        const char *id = voice->rules->game->endings[score.ending];
        const char *word = words_findf(voice->words, "ending.%s", id);
        text_puts(out, word ? word : id);
    } else if (head->node == NODE_CHANCE) {
        voice_format(voice, out, "prompt.chance", "");
    } else if (voice->viewer >= SEATS_MAX || !(head->to_act & (1u << voice->viewer))) {
        waiting_text(voice, head->to_act, out);
    } else if (text) {
        text->prompt(voice, view, out);
    } else {
        voice_format(voice, out, "prompt.any", "");
    }
}

/* Whether a template starts with a list entry ("{0:seat} has no rope."). File names and typed words are not
 * capitalised. */
static bool starts_with_name(const char *template) {
    return *template == '{' && template[strcspn(template, ":|}")] == ':';
}

void voice_refusal(const Voice *voice, const Err *err, Text *out) {
    TemplateArg args[ERR_ARGS_MAX] = {0};
    Text sentence = {0};
    for (unsigned i = 0; i < err->args; i++) {
        args[i].num = err->num[i];
        args[i].text = err->string_offset[i] ? err->strings + err->string_offset[i] : NULL;
    }
    const char *template = words_get(voice->words, err->text ? err->text : "");
    voice_fill_template(voice, template, args, err->args, &sentence);
    if (starts_with_name(template))
        voice_capitalize(&sentence, 0);
    if (err->rule)
        voice_format(voice, out, "refusal.rule", "sd", text_str(&sentence), (int)err->rule);
    else
        text_puts(out, text_str(&sentence));
    text_free(&sentence);
}

void voice_part(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out) {
    const GameText *game = game_text(voice->rules->game->id);
    const char *id = voice->rules->game->parts[part];
    size_t before = out->len;
    if (view && game && game->score_part)
        game->score_part(voice, view, seat, part, out);
    if (out->len > before)
        return;
    const char *word = words_findf(voice->words, "part.%s", id);
    text_puts(out, word ? word : id);
}

static void parts_text(const Voice *voice, const void *view, const Score *score, unsigned seat, Text *out) {
    const char *const *parts = voice->rules->game->parts;
    unsigned written = 0;
    for (unsigned i = 0; parts && parts[i] && i < PARTS_MAX; i++) {
        Text source = {0};
        if (score->part[seat][i] == 0)
            continue;
        voice_part(voice, view, seat, i, &source);
        if (written++)
            text_puts(out, words_get(voice->words, "list.comma"));
        voice_format(voice, out, "score.part", "sd", text_str(&source), (int)score->part[seat][i]);
        text_free(&source);
    }
}

void voice_parts(const Voice *voice, const Score *score, unsigned seat, Text *out) {
    parts_text(voice, NULL, score, seat, out);
}

static void score_line(const Voice *voice, const void *view, const Score *score, unsigned seat, const char *key,
                       Text *out) {
    Text parts = {0}, name = {0};
    parts_text(voice, view, score, seat, &parts);
    voice_seat(voice, seat, &name);
    voice_capitalize(&name, 0);
    voice_format(voice, out, key, "dsdsd", (int)score->points[seat], text_str(&parts), (int)score->place[seat],
                 text_str(&name), parts.len > 0);
    text_putc(out, '\n');
    text_free(&parts);
    text_free(&name);
}

void voice_score(const Voice *voice, const void *view, Text *out) {
    Score score;
    voice->rules->game->score(voice->rules, view, &score);
    bool over = state_head(view)->node == NODE_OVER;
    if (voice->rules->seats == 1) {
        score_line(voice, view, &score, 0, over ? "score.final" : "score.now", out);
        return;
    }
    voice_format(voice, out, over ? "score.title-final" : "score.title-now", "");
    text_putc(out, '\n');
    for (unsigned place = 1; place <= voice->rules->seats + 1u;
         place++) /* the last place is seats + 1 if nobody is first */
        for (unsigned seat = 0; seat < voice->rules->seats; seat++)
            if (score.place[seat] == place)
                score_line(voice, view, &score, seat, over ? "score.seat-final" : "score.seat-now", out);
}
