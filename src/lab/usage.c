/* Plans which arguments --use counts, and counts them. */
#include "lab/usage.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- planning ------------------------------------------------------------------------------------------- */

static bool arg_is_counted(const Arg *arg) {
    return arg->name && arg->list && strcmp(arg->list, "seat") != 0 && strcmp(arg->list, "node") != 0;
}

/* Every event argument that can be counted, for errors: "dealt.puzzle, dug.letter". */
static void list_events(const Game *game, char *out, size_t size) {
    static const char more[] = " and more";
    size_t used = 0;
    out[0] = 0;
    for (const EventKind *kind = game->events; kind->name; kind++)
        for (unsigned arg = 0; arg < EVENT_ARGS_MAX && kind->arg[arg].name; arg++) {
            if (!arg_is_counted(&kind->arg[arg]))
                continue;
            char one[USAGE_NAME_SIZE];
            snprintf(one, sizeof one, "%s%s.%s", used ? ", " : "", kind->name, kind->arg[arg].name);
            if (used + strlen(one) + sizeof more > size) {
                memcpy(out + used, more, sizeof more);
                return;
            }
            used += (size_t)snprintf(out + used, size - used, "%s", one);
        }
}

/* Every kind of move whose first argument can be counted, for errors: "dig, sell". */
static void list_moves(const Game *game, char *out, size_t size) {
    size_t used = 0;
    out[0] = 0;
    for (const MoveKind *kind = game->moves; kind->name && used + 2 * ID_SIZE < size; kind++)
        if (!(kind->flags & MOVE_CHANCE) && arg_is_counted(&kind->arg[0]))
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", kind->name);
}

static Status error_unknown_move(const Rules *rules, const char *what, Err *err) {
    char known[480];
    list_moves(rules->game, known, sizeof known);
    return err_set(err, SK_USAGE,
                   "--use move:{0}: there is no move {0} with an argument to count. Use move: with one of: {1}.", "ss",
                   what, known);
}

static Status error_unknown_event(const Rules *rules, const char *what, Err *err) {
    char known[480];
    list_events(rules->game, known, sizeof known);
    if (!*known)
        return err_set(err, SK_USAGE, "--use {0}: {1} has no event argument to count.", "ss", what, rules->game->id);
    return err_set(err, SK_USAGE, "--use {0}: there is no such event. Use all, or one of: {1}.", "ss", what, known);
}

static Status error_too_many(Err *err) {
    return err_set(err, SK_USAGE, "--use asks for more than {0} tables. Leave some out.", "d", (int)USAGE_TABLES_MAX);
}

static unsigned moves_count(const Game *game) {
    unsigned n = 0;
    while (game->moves[n].name)
        n++;
    return n;
}

static Status table_add(UsageSpec *spec, const char *of, const char *list, const char *with, Err *err) {
    if (spec->tables == USAGE_TABLES_MAX)
        return error_too_many(err);
    UsageCounts *table = &spec->table[spec->tables++];
    snprintf(table->of, sizeof table->of, "%s", of);
    table->list = list;
    table->with = with;
    table->moves = strncmp(of, "move:", 5) == 0 || !list;
    table->first_slot = spec->slots;
    table->with_values = with ? list_count(spec->rules, with) : 1;
    table->values = (list ? list_count(spec->rules, list) : moves_count(spec->rules->game)) * table->with_values;
    spec->slots += table->values;
    return SK_OK;
}

/* Adds a hook to the table added last. */
static Status hook_add(UsageSpec *spec, unsigned kind, unsigned arg, unsigned with, Err *err) {
    if (spec->hooks == USAGE_HOOKS_MAX)
        return error_too_many(err);
    spec->hook[spec->hooks++] = (UsageHook){(uint8_t)kind, (uint8_t)arg, (uint8_t)with, (uint16_t)(spec->tables - 1)};
    return SK_OK;
}

/* Adds a table for each countable argument of an event, or of every event if name is NULL. */
static Status plan_event(UsageSpec *spec, const char *name, Err *err) {
    const EventKind *events = spec->rules->game->events;
    Status status = SK_OK;
    unsigned before = spec->tables;
    for (unsigned event = 0; events[event].name; event++)
        for (unsigned arg = 0; arg < EVENT_ARGS_MAX && !status; arg++) {
            const Arg *a = &events[event].arg[arg];
            char of[USAGE_NAME_SIZE];
            if (!arg_is_counted(a) || (name && strcmp(name, events[event].name) != 0))
                continue;
            snprintf(of, sizeof of, "%s.%s", events[event].name, a->name);
            status = table_add(spec, of, a->list, NULL, err);
            if (!status)
                status = hook_add(spec, event, arg, EVENT_ARGS_MAX, err);
        }
    return status ? status : spec->tables > before ? SK_OK : error_unknown_event(spec->rules, name ? name : "all", err);
}

/* Adds tables for moves: one kind ("dig"), one argument ("dig.site"), or, if text is NULL, the kinds of moves and every
 * countable argument. */
static Status plan_moves(UsageSpec *spec, const char *text, Err *err) {
    const MoveKind *moves = spec->rules->game->moves;
    const char *dot = text ? strchrnul(text, '.') : NULL;
    Status status = SK_OK;
    unsigned before = spec->tables;
    if (!text && spec->kinds_slot == UINT_MAX && !(status = table_add(spec, "move", NULL, NULL, err)))
        spec->kinds_slot = spec->table[spec->tables - 1].first_slot;
    for (unsigned kind = 0; moves[kind].name; kind++)
        for (unsigned arg = 0; arg < MOVE_ARGS_MAX && moves[kind].arg[arg].name && !status; arg++) {
            const Arg *a = &moves[kind].arg[arg];
            char of[USAGE_NAME_SIZE];
            if (moves[kind].flags & MOVE_CHANCE || !arg_is_counted(a))
                continue;
            if (text &&
                (strlen(moves[kind].name) != (size_t)(dot - text) ||
                 memcmp(moves[kind].name, text, (size_t)(dot - text)) != 0 || (*dot && strcmp(dot + 1, a->name) != 0)))
                continue;
            snprintf(of, sizeof of, "move:%s.%s", moves[kind].name, a->name);
            status = table_add(spec, of, a->list, NULL, err);
            if (!status)
                status = hook_add(spec, kind, arg, EVENT_ARGS_MAX, err);
        }
    return status || spec->tables > before ? status : error_unknown_move(spec->rules, text, err);
}

/* Finds the event and argument of "dug.letter"; n is the length of the text. */
static bool find_arg(const Game *game, const char *text, size_t n, unsigned *event, unsigned *arg) {
    for (*event = 0; game->events[*event].name; ++*event) {
        const EventKind *kind = &game->events[*event];
        size_t length = strlen(kind->name);
        if (n <= length || memcmp(kind->name, text, length) != 0 || text[length] != '.')
            continue;
        for (*arg = 0; *arg < EVENT_ARGS_MAX && kind->arg[*arg].name; ++*arg)
            if (arg_is_counted(&kind->arg[*arg]) && strlen(kind->arg[*arg].name) == n - length - 1 &&
                memcmp(kind->arg[*arg].name, text + length + 1, n - length - 1) == 0)
                return true;
    }
    return false;
}

/* Adds one table for one or more arguments joined by +. */
static Status plan_args(UsageSpec *spec, const char *text, Err *err) {
    const Game *game = spec->rules->game;
    const char *list = NULL;
    if (strlen(text) >= USAGE_NAME_SIZE)
        return err_set(err, SK_USAGE, "--use {0} is too long.", "s", text);
    for (const char *at = text, *end; *at || at == text; at = *end ? end + 1 : end) {
        unsigned event, arg;
        end = strchrnul(at, '+');
        if (!find_arg(game, at, (size_t)(end - at), &event, &arg) || (*end && !end[1]))
            return error_unknown_event(spec->rules, text, err);
        const char *own = game->events[event].arg[arg].list;
        if (list && strcmp(list, own) != 0)
            return err_set(err, SK_USAGE, "--use {0} joins a {1} and a {2}. Join arguments from the same list.", "sss",
                           text, list, own);
        Status status = list ? SK_OK : table_add(spec, text, own, NULL, err);
        list = own;
        if (!status)
            status = hook_add(spec, event, arg, EVENT_ARGS_MAX, err);
        if (status)
            return status;
    }
    return SK_OK;
}

/* Adds a table for the pairs of two arguments of an event: "outcome.card*outcome". */
static Status plan_pair(UsageSpec *spec, const char *text, Err *err) {
    const Game *game = spec->rules->game;
    const char *star = strchr(text, '*');
    unsigned event, arg, with = 0;
    if (strlen(text) >= USAGE_NAME_SIZE || !find_arg(game, text, (size_t)(star - text), &event, &arg))
        return error_unknown_event(spec->rules, text, err);
    const Arg *args = game->events[event].arg;
    while (with < EVENT_ARGS_MAX && args[with].name &&
           (!arg_is_counted(&args[with]) || strcmp(args[with].name, star + 1) != 0))
        with++;
    if (with == EVENT_ARGS_MAX || !args[with].name || with == arg)
        return error_unknown_event(spec->rules, text, err);
    Status status = table_add(spec, text, args[arg].list, args[with].list, err);
    return status ? status : hook_add(spec, event, arg, with, err);
}

/* Sort key of a hook: events first, then moves. */
static unsigned hook_order(const UsageSpec *spec, const UsageHook *hook) {
    return hook->kind + (spec->table[hook->table].moves ? USAGE_KINDS_MAX : 0u);
}

static bool comes_after(const UsageSpec *spec, const UsageHook *a, const UsageHook *b) {
    unsigned x = hook_order(spec, a), y = hook_order(spec, b);
    return x != y ? x > y : a->table > b->table;
}

/* Sorts the hooks so that those of one event or move are adjacent. There are few, so insertion sort is enough. */
static void hooks_sort(UsageSpec *spec) {
    for (unsigned i = 1; i < spec->hooks; i++) {
        UsageHook hook = spec->hook[i];
        unsigned at = i;
        for (; at > 0 && comes_after(spec, &spec->hook[at - 1], &hook); at--)
            spec->hook[at] = spec->hook[at - 1];
        spec->hook[at] = hook;
    }
    unsigned at = 0;
    for (unsigned kind = 0; kind < 2 * USAGE_KINDS_MAX; kind++) {
        spec->first_hook[kind] = (uint16_t)at;
        while (at < spec->hooks && hook_order(spec, &spec->hook[at]) == kind)
            at++;
    }
    spec->first_hook[2 * USAGE_KINDS_MAX] = (uint16_t)spec->hooks;
}

Status usage_plan(UsageSpec *spec, const Rules *rules, const char *const *wanted, unsigned n, Err *err) {
    memset(spec, 0, sizeof *spec);
    spec->rules = rules;
    spec->kinds_slot = UINT_MAX;
    Status status = SK_OK;
    for (unsigned i = 0; i < n && !status; i++) {
        bool all = strcmp(wanted[i], "all") == 0;
        if (all || strcmp(wanted[i], "events") == 0 || strcmp(wanted[i], "moves") == 0) {
            if (all || wanted[i][0] == 'e')
                status = plan_event(spec, NULL, err);
            if (!status && (all || wanted[i][0] == 'm'))
                status = plan_moves(spec, NULL, err);
        } else if (strncmp(wanted[i], "move:", 5) == 0)
            status = plan_moves(spec, wanted[i] + 5, err);
        else if (strchr(wanted[i], '*'))
            status = plan_pair(spec, wanted[i], err);
        else if (strchr(wanted[i], '.'))
            status = plan_args(spec, wanted[i], err);
        else
            status = plan_event(spec, wanted[i], err);
    }
    hooks_sort(spec);
    return status;
}

/* ---- counting ------------------------------------------------------------------------------------------- */

void usage_event(const UsageSpec *spec, UsageCount *counts, const Event *event) {
    for (unsigned i = spec->first_hook[event->kind]; i < spec->first_hook[event->kind + 1]; i++) {
        const UsageHook *hook = &spec->hook[i];
        const UsageCounts *table = &spec->table[hook->table];
        unsigned value = (uint16_t)event->arg[hook->arg], with = 0;
        if (hook->with < EVENT_ARGS_MAX)
            with = (uint16_t)event->arg[hook->with];
        if (value >= table->values / table->with_values || with >= table->with_values) /* "none" */
            continue;
        value = value * table->with_values + with;
        UsageCount *count = &counts[table->first_slot + value];
        count->times++;
        count->seats_now |= UINT64_C(1) << (event->seat < spec->rules->seats ? event->seat : SEATS_MAX);
    }
}

/* The counter for a hooked argument of a move; NULL for "none". */
static UsageCount *move_count(const UsageSpec *spec, UsageCount *counts, const UsageHook *hook, Move move) {
    const UsageCounts *table = &spec->table[hook->table];
    return move.arg[hook->arg] < table->values ? &counts[table->first_slot + move.arg[hook->arg]] : NULL;
}

static void count_offer(UsageCount *count, uint64_t decision) {
    if (!count || count->last_decision == decision)
        return;
    count->last_decision = decision;
    count->offered++;
}

static void count_choice(UsageCount *count, unsigned seat) {
    if (!count)
        return;
    count->times++;
    count->seats_now |= UINT64_C(1) << seat;
}

void usage_choice(const UsageSpec *spec, UsageCount *counts, const Move *moves, unsigned n, Move made,
                  uint64_t decision) {
    const uint16_t *from = spec->first_hook + USAGE_KINDS_MAX;
    for (unsigned m = 0; m < n; m++) {
        if (spec->kinds_slot != UINT_MAX)
            count_offer(&counts[spec->kinds_slot + moves[m].kind], decision);
        for (unsigned i = from[moves[m].kind]; i < from[moves[m].kind + 1]; i++)
            count_offer(move_count(spec, counts, &spec->hook[i], moves[m]), decision);
    }
    if (spec->kinds_slot != UINT_MAX)
        count_choice(&counts[spec->kinds_slot + made.kind], made.seat);
    for (unsigned i = from[made.kind]; i < from[made.kind + 1]; i++)
        count_choice(move_count(spec, counts, &spec->hook[i], made), made.seat);
}

void usage_game(const UsageSpec *spec, UsageCount *counts, const Score *score) {
    unsigned seats = spec->rules->seats;
    uint64_t units[SEATS_MAX] = {0}, first = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        first += score->place[seat] == 1;
    for (unsigned seat = 0; seat < seats; seat++)
        units[seat] = score->place[seat] == 1 ? WIN_UNITS / first : 0;
    for (unsigned i = 0; i < spec->slots; i++) {
        UsageCount *count = &counts[i];
        if (!count->seats_now)
            continue;
        count->games++;
        for (unsigned seat = 0; seat < seats; seat++)
            if (count->seats_now >> seat & 1) {
                count->holders++;
                count->win_units += units[seat];
            }
        count->seats_now = 0;
    }
}
