#include "term/picker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/names.h"
#include "text/game_text.h"

static const Arg *stage_arg(const Picker *p, unsigned stage) {
    const MoveKind *kind = p->groups ? &p->rules->game->moves[p->kind[p->group]] : NULL;
    return kind && stage < MOVE_ARGS_MAX && kind->arg[stage].name ? &kind->arg[stage] : NULL;
}

static bool is_pair(const Picker *p) { return p->rules->game->moves[p->kind[p->group]].flags & MOVE_PAIR; }

/* Whether the move fits the choices so far. The first two arguments of a pair are swapped if that makes it fit. */
static bool move_fits(const Picker *p, Move *move) {
    if (move->kind != p->kind[p->group])
        return false;
    if (is_pair(p) && p->stage > 0 && move->arg[0] != p->chosen[0]) {
        uint8_t first = move->arg[0];
        move->arg[0] = move->arg[1];
        move->arg[1] = first;
    }
    return memcmp(move->arg, p->chosen, p->stage) == 0;
}

/* Finds the distinct values of the current argument, in the order of the moves; those of a pair are sorted. */
static void find_values(Picker *p) {
    bool seen[256] = {false};
    p->values = p->cursor = 0;
    if (!stage_arg(p, p->stage))
        return;
    for (unsigned i = 0; i < p->count; i++) {
        Move move = p->legal[i];
        if (!move_fits(p, &move))
            continue;
        if (!seen[move.arg[p->stage]])
            p->value[p->values++] = move.arg[p->stage];
        seen[move.arg[p->stage]] = true;
        if (is_pair(p) && p->stage == 0 && !seen[move.arg[1]]) {
            p->value[p->values++] = move.arg[1];
            seen[move.arg[1]] = true;
        }
    }
    if (!is_pair(p))
        return;
    p->values = 0;
    for (unsigned value = 0; value < 256; value++)
        if (seen[value])
            p->value[p->values++] = (uint8_t)value;
}

void picker_select_group(Picker *p, unsigned group) {
    p->no_selection = false;
    p->group = group;
    p->stage = 0;
    p->values = p->cursor = 0;
    if (p->groups)
        find_values(p);
    for (unsigned i = 0; i < p->starts && p->groups; i++)
        for (unsigned k = 0; k < p->values && p->start[i].kind == p->kind[group]; k++)
            if (p->value[k] == p->start[i].arg[0])
                p->cursor = k;
}

void picker_start(Picker *p, Move move) {
    if (p->starts == PICKER_KINDS)
        return;
    p->start[p->starts++] = move;
    if (p->groups && p->kind[p->group] == move.kind)
        picker_select_group(p, p->group);
}

/* Adds the kinds of one class, in their order. Class 0 continues a started action, 1 is free, 2 costs something. */
static void add_groups(Picker *p, const PickerKinds *kinds, unsigned class) {
    unsigned from = p->groups;
    for (unsigned i = 0; i < p->count; i++) {
        uint8_t kind = p->legal[i].kind;
        unsigned order = kinds ? kinds->order[kind] : LIST_NORMAL, at;
        unsigned class_of_kind = order == LIST_FIRST ? 0 : kinds && kinds->costs[kind] ? 2 : 1;
        bool listed = false;
        for (unsigned k = 0; k < p->groups; k++)
            listed |= p->kind[k] == kind;
        if (listed || class_of_kind != class)
            continue;
        for (at = p->groups++; at > from && kinds && kinds->order[p->kind[at - 1]] > order; at--)
            p->kind[at] = p->kind[at - 1];
        p->kind[at] = kind;
    }
}

void picker_set(Picker *p, const Rules *rules, const Move *legal, unsigned count, const PickerKinds *kinds) {
    unsigned kept = p->groups ? p->kind[p->group] : 0, group = 0;
    bool had_groups = p->groups > 0;
    p->rules = rules;
    p->count = count;
    p->groups = p->starts = 0;
    for (unsigned i = 0; i < count; i++)
        p->legal[i] = legal[i];
    add_groups(p, kinds, 0);
    p->first_end = p->groups;
    add_groups(p, kinds, 1);
    p->free_end = p->groups;
    add_groups(p, kinds, 2);
    for (unsigned i = 0; had_groups && i < (p->first_end ? p->first_end : p->free_end); i++)
        if (p->kind[i] == kept && rules->game->moves[kept].arg[0].name)
            group = i;
    picker_select_group(p, group);
}

void picker_deselect(Picker *p) {
    if (p->count > 1)
        picker_select_group(p, 0);
    p->no_selection = p->count > 1;
}

unsigned picker_group_size(const Picker *p, unsigned group) {
    unsigned n = 0;
    for (unsigned i = 0; i < p->count; i++)
        n += p->legal[i].kind == p->kind[group];
    return n;
}

void picker_step(Picker *p, int by) {
    if (p->groups == 0)
        return;
    if (p->no_selection) {
        picker_select_group(p, by > 0 ? 0 : p->groups - 1);
        p->cursor = by < 0 && p->values ? p->values - 1 : p->cursor;
    } else if (by > 0 && p->cursor + 1 < p->values) {
        p->cursor++;
    } else if (by < 0 && p->cursor > 0) {
        p->cursor--;
    } else if (p->stage == 0) {
        picker_select_group(p, (p->group + (by > 0 ? 1 : p->groups - 1)) % p->groups);
        p->cursor = by < 0 && p->values ? p->values - 1 : 0;
    }
}

const char *picker_list(const Picker *p) {
    const Arg *arg = stage_arg(p, p->stage);
    return arg ? arg->list : NULL;
}

/* The name under which the board has spots for an argument: its list or, for numbers, the argument's name. */
static const char *spots_name(const Picker *p, unsigned stage) {
    const Arg *arg = stage_arg(p, stage);
    return !arg ? NULL : arg->list ? arg->list : arg->name;
}

static const Spot *spot_find(const Canvas *board, const char *list, unsigned index) {
    for (unsigned i = 0; list && i < board->spots; i++)
        if (board->spot[i].index == index && strcmp(board->spot[i].list, list) == 0)
            return &board->spot[i];
    return NULL;
}

bool picker_is_on_board(const Picker *p, const Canvas *board) {
    return p->values > 0 && spot_find(board, spots_name(p, p->stage), p->value[p->cursor]) != NULL;
}

/* Distance in a direction, or -1 if the spot does not lie that way. Sideways distance counts twice; y is scaled because
 * terminal cells are about twice as high as wide. */
static int distance(const Spot *from, const Spot *to, int dx, int dy) {
    int x = (2 * to->x + to->w) - (2 * from->x + from->w), y = 2 * ((2 * to->y + to->h) - (2 * from->y + from->h));
    int along = dx ? x * dx : y * dy, across = abs(dx ? y : x);
    return along <= 0 || across > 3 * along ? -1 : along + 2 * across;
}

bool picker_is_aligned(const Picker *p, const Canvas *board, int dx, int dy) {
    const char *list = spots_name(p, p->stage);
    for (unsigned i = 0; i < p->values; i++)
        for (unsigned k = 0; k < p->values; k++) {
            const Spot *from = spot_find(board, list, p->value[i]), *to = spot_find(board, list, p->value[k]);
            if (from && to && (dx ? from->x + from->w <= to->x : dy && from->y + from->h <= to->y))
                return false;
        }
    return true;
}

bool picker_select_number(Picker *p, unsigned number) {
    const char *list = picker_list(p);
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    for (unsigned i = 0; i < p->values; i++) {
        const char *id = list ? list_name(p->rules, list, p->value[i]) : NULL;
        if (list ? id && strcmp(id, text) == 0 : p->value[i] == number) {
            p->no_selection = false;
            p->cursor = i;
            return true;
        }
    }
    return false;
}

bool picker_move_to_spot(Picker *p, const Canvas *board, int dx, int dy) {
    if (!picker_is_on_board(p, board))
        return false;
    if (p->no_selection) {
        p->no_selection = false; /* the first key only shows the cursor */
        return true;
    }
    const char *list = spots_name(p, p->stage);
    const Spot *from = spot_find(board, list, p->value[p->cursor]);
    int best = -1;
    unsigned to = p->cursor;
    for (unsigned i = 0; i < p->values; i++) {
        const Spot *spot = spot_find(board, list, p->value[i]);
        int length = spot && i != p->cursor ? distance(from, spot, dx, dy) : -1;
        if (length >= 0 && (best < 0 || length < best))
            best = length, to = i;
    }
    p->cursor = to;
    return best >= 0;
}

bool picker_enter(Picker *p, Move *move) {
    if (p->groups == 0 || p->no_selection)
        return false;
    if (p->values)
        p->chosen[p->stage++] = p->value[p->cursor];
    /* Skip arguments with only one possible value. */
    for (;;) {
        find_values(p);
        if (p->values != 1 || is_pair(p))
            break;
        p->chosen[p->stage++] = p->value[0];
    }
    if (p->values)
        return false;
    bool found = false;
    for (unsigned i = 0; i < p->count && !found; i++) {
        Move as_chosen = p->legal[i];
        found = move_fits(p, &as_chosen);
        if (found)
            *move = p->legal[i];
    }
    picker_select_group(p, p->group);
    return found;
}

bool picker_move(const Picker *p, unsigned i, Move *move) {
    if (p->groups == 0 || (p->values && stage_arg(p, p->stage + 1)))
        return false;
    for (unsigned k = 0; k < p->count; k++) {
        Move as_chosen = p->legal[k];
        if (move_fits(p, &as_chosen) && (p->values == 0 || as_chosen.arg[p->stage] == p->value[i])) {
            *move = p->legal[k];
            return true;
        }
    }
    return false;
}

bool picker_back(Picker *p) {
    if (p->stage == 0)
        return false;
    uint8_t was = p->chosen[--p->stage];
    find_values(p);
    for (unsigned i = 0; i < p->values; i++)
        if (p->value[i] == was)
            p->cursor = i;
    return true;
}

void picker_mark_board(const Picker *p, Canvas *board) {
    for (unsigned stage = 0; stage < p->stage; stage++)
        canvas_mark(board, spots_name(p, stage), p->chosen[stage], MARK_CHOSEN);
    const char *list = spots_name(p, p->stage);
    for (unsigned i = 0; list && i < p->values; i++)
        canvas_mark(board, list, p->value[i], MARK_CHOICE | (i == p->cursor && !p->no_selection ? MARK_FOCUS : 0u));
}
