#include "engine/names.h"

#include <stdio.h>
#include <string.h>

static const List *find_list(const Rules *rules, const char *list) {
    for (const List *l = rules->game->lists; l && l->name; l++)
        if (l->name == list || strcmp(l->name, list) == 0)
            return l;
    return NULL;
}

static unsigned fixed_count(const char *const *fixed) {
    unsigned n = 0;
    while (fixed[n])
        n++;
    return n;
}

NameList name_list(const Rules *rules, const char *list) {
    static const char *const seats[SEATS_MAX] = {"1", "2", "3", "4", "5", "6"};
    static const char *const nodes[] = {"decision", "chance", "over"};
    if (!list)
        return (NameList){0};
    if (strcmp(list, "seat") == 0)
        return (NameList){.fixed = seats, .count = rules->seats, .seats = true};
    if (strcmp(list, "node") == 0)
        return (NameList){.fixed = nodes, .count = 3};
    const List *l = find_list(rules, list);
    if (!l)
        return (NameList){0};
    if (l->fixed)
        return (NameList){.fixed = l->fixed, .count = fixed_count(l->fixed)};
    return (NameList){.first = (const char *)rules->content + l->id_offset,
                      .stride = l->stride,
                      .count = ((const uint8_t *)rules->content)[l->count_offset]};
}

const char *list_name(const Rules *rules, const char *list, unsigned i) {
    NameList names = name_list(rules, list);
    return names_get(&names, i);
}

int list_find(const Rules *rules, const char *list, const char *name, size_t n) {
    NameList names = name_list(rules, list);
    for (unsigned i = 0; i < names.count; i++) {
        const char *entry = names_get(&names, i);
        if (strlen(entry) == n && memcmp(entry, name, n) == 0)
            return (int)i;
    }
    return -1;
}

size_t next_token(const char **pos, const char **word) {
    const char *p = *pos;
    while (*p == ' ' || *p == '\t')
        p++;
    *word = p;
    while (*p && *p != ' ' && *p != '\t')
        p++;
    *pos = p;
    return (size_t)(p - *word);
}

/* ---- moves ---------------------------------------------------------------------------------------------- */

/* Appends a word at offset *n, cut off if there is not enough space. */
static void word_add(char out[MOVE_TEXT_SIZE], size_t *n, const char *word) {
    size_t length = strlen(word), space = MOVE_TEXT_SIZE - 1 - *n;
    length = length < space ? length : space;
    memcpy(out + *n, word, length);
    *n += length;
    out[*n] = '\0';
}

void move_write(const Rules *rules, Move move, char out[MOVE_TEXT_SIZE]) {
    const MoveKind *kind = &rules->game->moves[move.kind];
    size_t n = 0;
    word_add(out, &n, kind->name);
    for (unsigned i = 0; i < MOVE_ARGS_MAX && kind->arg[i].name; i++) {
        const char *list = kind->arg[i].list;
        const char *name = list ? list_name(rules, list, move.arg[i]) : NULL;
        char number[8];
        if (!name)
            snprintf(number, sizeof number, "%u", move.arg[i]);
        word_add(out, &n, " ");
        word_add(out, &n, name ? name : number);
    }
}

void move_write_seat(const Rules *rules, Move move, char out[MOVE_TEXT_SIZE]) {
    char text[MOVE_TEXT_SIZE];
    move_write(rules, move, text);
    if (move.seat == CHANCE)
        snprintf(out, MOVE_TEXT_SIZE, "* %.*s", MOVE_TEXT_SIZE - 8, text);
    else
        snprintf(out, MOVE_TEXT_SIZE, "%u %.*s", move.seat + 1u, MOVE_TEXT_SIZE - 8, text);
}

/* Shortens a typed word so that it can be quoted in an error. */
static const char *shorten(const char *word, size_t n, char out[64]) {
    if (n > 60)
        for (n = 60; n > 0 && ((unsigned char)word[n] & 0xC0) == 0x80;)
            n--; /* do not cut a UTF-8 character in two */
    snprintf(out, 64, "%.*s", (int)n, word);
    return out;
}

static bool number_read(const char *word, size_t n, int *value) {
    *value = 0;
    if (n == 0 || n > 5)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (word[i] < '0' || word[i] > '9')
            return false;
        *value = *value * 10 + (word[i] - '0');
    }
    return true;
}

static const char *article(const char *noun) { return strchr("aeiou", *noun) ? "an" : "a"; }

static Status arg_read(const Rules *rules, const MoveKind *kind, const Arg *arg, const char *word, size_t n,
                       uint8_t *out, Err *err) {
    char buffer[64];
    int value;
    if (n == 0 && !arg->list)
        return err_set(err, SK_SYNTAX, "The move {0} needs a number from {1} to {2} after it.", "sdd", kind->name,
                       arg->lo, arg->hi);
    if (n == 0)
        return err_set(err, SK_SYNTAX, "The move {0} needs {1} {2} after it.", "sss", kind->name, article(arg->name),
                       arg->name);
    if (arg->list) {
        value = list_find(rules, arg->list, word, n);
        if (value < 0)
            return err_set(err, SK_UNKNOWN, "{0} is not the name of {1} {2}.", "sss", shorten(word, n, buffer),
                           article(arg->list), arg->list);
    } else if (!number_read(word, n, &value) || value < arg->lo || value > arg->hi) {
        return err_set(err, SK_RANGE, "The move {0} takes a number from {1} to {2}, not {3}.", "sdds", kind->name,
                       arg->lo, arg->hi, shorten(word, n, buffer));
    }
    *out = (uint8_t)value;
    return SK_OK;
}

Move move_canonical(const Rules *rules, Move move) {
    if ((rules->game->moves[move.kind].flags & MOVE_PAIR) && move.arg[0] > move.arg[1]) {
        uint8_t first = move.arg[1];
        move.arg[1] = move.arg[0];
        move.arg[0] = first;
    }
    return move;
}

Status move_read(const Rules *rules, const char *text, unsigned seat, Move *move, Err *err) {
    const char *pos = text, *word;
    char buffer[64];
    size_t n = next_token(&pos, &word);
    Move read = {.seat = (uint8_t)seat};
    const MoveKind *kind = rules->game->moves;
    while (kind->name && !(strlen(kind->name) == n && memcmp(kind->name, word, n) == 0))
        kind++, read.kind++;
    if (n == 0)
        return err_set(err, SK_SYNTAX, "The move is missing.", "");
    if (!kind->name)
        return err_set(err, SK_UNKNOWN, "There is no move called {0}.", "s", shorten(word, n, buffer));
    for (unsigned i = 0; i < MOVE_ARGS_MAX && kind->arg[i].name; i++) {
        n = next_token(&pos, &word);
        Status status = arg_read(rules, kind, &kind->arg[i], word, n, &read.arg[i], err);
        if (status)
            return status;
    }
    n = next_token(&pos, &word);
    if (n)
        return err_set(err, SK_SYNTAX, "The move {0} ends before {1}.", "ss", kind->name, shorten(word, n, buffer));
    *move = move_canonical(rules, read);
    return SK_OK;
}

Status move_read_seat(const Rules *rules, const char *text, Move *move, Err *err) {
    const char *pos = text, *word;
    char buffer[64];
    size_t n = next_token(&pos, &word);
    int seat;
    if (n == 1 && *word == '*')
        return move_read(rules, pos, CHANCE, move, err);
    if (!number_read(word, n, &seat) || seat < 1 || seat > rules->seats)
        return err_set(err, SK_SYNTAX, "A line begins with * or a seat from 1 to {0}, not with {1}.", "ds",
                       rules->seats, n ? shorten(word, n, buffer) : "nothing");
    return move_read(rules, pos, (unsigned)seat - 1, move, err);
}

/* ---- refusals, events ----------------------------------------------------------------------------------- */

void refusal_write(const Rules *rules, const Err *err, Text *out) {
    for (const char *p = err->text ? err->text : ""; *p; p++) {
        unsigned i = (unsigned)(p[0] == '{' ? p[1] - '0' : ERR_ARGS_MAX);
        const char *close = i < err->args ? strchr(p, '}') : NULL;
        if (!close) {
            text_putc(out, *p);
            continue;
        }
        char list[ID_SIZE] = "";
        if (p[2] == ':')
            snprintf(list, sizeof list, "%.*s", (int)(close - p - 3), p + 3);
        const char *name =
            *list && !err->string_offset[i] && err->num[i] >= 0 ? list_name(rules, list, (unsigned)err->num[i]) : NULL;
        if (err->string_offset[i])
            text_puts(out, err->strings + err->string_offset[i]);
        else if (name)
            text_puts(out, name);
        else
            text_printf(out, "%d", (int)err->num[i]);
        p = close;
    }
}

void refusal_finish(const Rules *rules, Err *err) {
    Text text = {0};
    int32_t rule = err->rule;
    refusal_write(rules, err, &text);
    err_set(err, err->status, "{0}", "s", text_str(&text));
    err->rule = rule;
    text_free(&text);
}

bool event_for_viewer(const Event *event, unsigned viewer, Event *out) {
    unsigned bit = viewer_bit(viewer);
    if (!(event->to & bit))
        return false;
    *out = *event;
    out->to = ALL; /* a viewer must not learn who else gets the event */
    if (!(event->secret_to & bit))
        for (unsigned i = 0; i < EVENT_ARGS_MAX; i++)
            if (event->secret & (1u << i))
                out->arg[i] = UNKNOWN_ARG;
    out->secret = 0;
    out->secret_to = 0;
    return true;
}
