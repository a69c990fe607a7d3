/* Which arguments are counted, and the counting. */
#include "lab/use.h"

#include <stdio.h>
#include <string.h>

/* ---- what to count -------------------------------------------------------------------------------------- */

static bool arg_counts(const Arg *arg) {
    return arg->name && arg->list && strcmp(arg->list, "seat") != 0 && strcmp(arg->list, "node") != 0;
}

/* Every argument that can be counted, for a refusal: "dealt.puzzle, dug.letter". */
static void list_known(const Game *game, char *out, size_t size) {
    static const char more[] = " and more";
    size_t used = 0;
    out[0] = 0;
    for (const EventKind *kind = game->events; kind->name; kind++)
        for (unsigned arg = 0; arg < EVENT_ARGS && kind->arg[arg].name; arg++) {
            if (!arg_counts(&kind->arg[arg]))
                continue;
            char one[USE_NAME];
            snprintf(one, sizeof one, "%s%s.%s", used ? ", " : "", kind->name, kind->arg[arg].name);
            if (used + strlen(one) + sizeof more > size) {
                memcpy(out + used, more, sizeof more);
                return;
            }
            used += (size_t)snprintf(out + used, size - used, "%s", one);
        }
}

static Status complain_unknown(const Rules *rules, const char *what, Err *err) {
    char known[480];
    list_known(rules->game, known, sizeof known);
    if (!*known)
        return err_say(err, SK_USAGE, "--use {0}: {1} has no event with a name to count.", "ss", what, rules->game->id);
    return err_say(err, SK_USAGE, "--use {0}: there is no such event; take all, or out of: {1}.", "ss", what, known);
}

static Status complain_many(Err *err) {
    return err_say(err, SK_USAGE, "--use asks for more than {0} tables; leave some out.", "d", (int)USE_TABLES);
}

static Status table_add(UsePlan *plan, const char *of, const char *list, const char *with, Err *err) {
    if (plan->tables == USE_TABLES)
        return complain_many(err);
    UseTable *table = &plan->table[plan->tables++];
    snprintf(table->of, sizeof table->of, "%s", of);
    table->list = list;
    table->with = with;
    table->at = plan->slots;
    table->each = with ? list_count(plan->rules, with) : 1;
    table->values = list_count(plan->rules, list) * table->each;
    plan->slots += table->values;
    return SK_OK;
}

/* To the table added last. */
static Status hook_add(UsePlan *plan, unsigned event, unsigned arg, unsigned with, Err *err) {
    if (plan->hooks == USE_HOOKS)
        return complain_many(err);
    plan->hook[plan->hooks++] = (UseHook){(uint8_t)event, (uint8_t)arg, (uint8_t)with, (uint16_t)(plan->tables - 1)};
    return SK_OK;
}

/* A table for each countable argument of an event; of every event when the name is NULL. */
static Status want_event(UsePlan *plan, const char *name, Err *err) {
    const EventKind *events = plan->rules->game->events;
    Status status = SK_OK;
    unsigned before = plan->tables;
    for (unsigned event = 0; events[event].name; event++)
        for (unsigned arg = 0; arg < EVENT_ARGS && !status; arg++) {
            const Arg *a = &events[event].arg[arg];
            char of[USE_NAME];
            if (!arg_counts(a) || (name && strcmp(name, events[event].name) != 0))
                continue;
            snprintf(of, sizeof of, "%s.%s", events[event].name, a->name);
            status = table_add(plan, of, a->list, NULL, err);
            if (!status)
                status = hook_add(plan, event, arg, EVENT_ARGS, err);
        }
    return status ? status : plan->tables > before ? SK_OK : complain_unknown(plan->rules, name ? name : "all", err);
}

/* "dug.letter" of length n into its numbers. */
static bool find_arg(const Game *game, const char *text, size_t n, unsigned *event, unsigned *arg) {
    for (*event = 0; game->events[*event].name; ++*event) {
        const EventKind *kind = &game->events[*event];
        size_t length = strlen(kind->name);
        if (n <= length || memcmp(kind->name, text, length) != 0 || text[length] != '.')
            continue;
        for (*arg = 0; *arg < EVENT_ARGS && kind->arg[*arg].name; ++*arg)
            if (arg_counts(&kind->arg[*arg]) && strlen(kind->arg[*arg].name) == n - length - 1 &&
                memcmp(kind->arg[*arg].name, text + length + 1, n - length - 1) == 0)
                return true;
    }
    return false;
}

/* One table of one or more arguments joined by +. */
static Status want_args(UsePlan *plan, const char *text, Err *err) {
    const Game *game = plan->rules->game;
    const char *list = NULL;
    if (strlen(text) >= USE_NAME)
        return err_say(err, SK_USAGE, "--use {0} is too long.", "s", text);
    for (const char *at = text, *end; *at || at == text; at = *end ? end + 1 : end) {
        unsigned event, arg;
        end = strchrnul(at, '+');
        if (!find_arg(game, at, (size_t)(end - at), &event, &arg) || (*end && !end[1]))
            return complain_unknown(plan->rules, text, err);
        const char *own = game->events[event].arg[arg].list;
        if (list && strcmp(list, own) != 0)
            return err_say(err, SK_USAGE, "--use {0} joins a {1} and a {2}; join what is of one kind.", "sss", text,
                           list, own);
        Status status = list ? SK_OK : table_add(plan, text, own, NULL, err);
        list = own;
        if (!status)
            status = hook_add(plan, event, arg, EVENT_ARGS, err);
        if (status)
            return status;
    }
    return SK_OK;
}

/* "outcome.card*outcome": the pairs of two arguments of an event. */
static Status want_pair(UsePlan *plan, const char *text, Err *err) {
    const Game *game = plan->rules->game;
    const char *star = strchr(text, '*');
    unsigned event, arg, with = 0;
    if (strlen(text) >= USE_NAME || !find_arg(game, text, (size_t)(star - text), &event, &arg))
        return complain_unknown(plan->rules, text, err);
    const Arg *args = game->events[event].arg;
    while (with < EVENT_ARGS && args[with].name && (!arg_counts(&args[with]) || strcmp(args[with].name, star + 1) != 0))
        with++;
    if (with == EVENT_ARGS || !args[with].name || with == arg)
        return complain_unknown(plan->rules, text, err);
    Status status = table_add(plan, text, args[arg].list, args[with].list, err);
    return status ? status : hook_add(plan, event, arg, with, err);
}

static int by_event(const UseHook *a, const UseHook *b) {
    return a->event != b->event ? a->event - b->event : a->table - b->table;
}

/* In the order of events, so that an event finds its hooks side by side; few, so plain insertion will do. */
static void hooks_sort(UsePlan *plan) {
    for (unsigned i = 1; i < plan->hooks; i++) {
        UseHook hook = plan->hook[i];
        unsigned at = i;
        for (; at > 0 && by_event(&plan->hook[at - 1], &hook) > 0; at--)
            plan->hook[at] = plan->hook[at - 1];
        plan->hook[at] = hook;
    }
    for (unsigned event = 0, at = 0; event < USE_EVENTS; event++) {
        plan->from[event] = (uint16_t)at;
        while (at < plan->hooks && plan->hook[at].event == event)
            at++;
    }
    plan->from[USE_EVENTS] = (uint16_t)plan->hooks;
}

Status use_plan(UsePlan *plan, const Rules *rules, const char *const *wanted, unsigned n, Err *err) {
    memset(plan, 0, sizeof *plan);
    plan->rules = rules;
    Status status = SK_OK;
    for (unsigned i = 0; i < n && !status; i++) {
        if (strcmp(wanted[i], "all") == 0)
            status = want_event(plan, NULL, err);
        else if (strchr(wanted[i], '*'))
            status = want_pair(plan, wanted[i], err);
        else if (strchr(wanted[i], '.'))
            status = want_args(plan, wanted[i], err);
        else
            status = want_event(plan, wanted[i], err);
    }
    hooks_sort(plan);
    return status;
}

/* ---- counting ------------------------------------------------------------------------------------------- */

void use_event(const UsePlan *plan, UseCount *counts, const Event *event) {
    for (unsigned i = plan->from[event->kind]; i < plan->from[event->kind + 1]; i++) {
        const UseHook *hook = &plan->hook[i];
        const UseTable *table = &plan->table[hook->table];
        unsigned value = (uint16_t)event->arg[hook->arg], with = 0;
        if (hook->with < EVENT_ARGS)
            with = (uint16_t)event->arg[hook->with];
        if (value >= table->values / table->each || with >= table->each) /* "none" */
            continue;
        value = value * table->each + with;
        UseCount *count = &counts[table->at + value];
        count->times++;
        count->now |= UINT64_C(1) << (event->seat < plan->rules->seats ? event->seat : SEATS_MAX);
    }
}

void use_game(const UsePlan *plan, UseCount *counts, const Score *score) {
    unsigned seats = plan->rules->seats;
    uint64_t part[SEATS_MAX] = {0}, first = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        first += score->place[seat] == 1;
    for (unsigned seat = 0; seat < seats; seat++)
        part[seat] = score->place[seat] == 1 ? USE_SPLIT / first : 0;
    for (unsigned i = 0; i < plan->slots; i++) {
        UseCount *count = &counts[i];
        if (!count->now)
            continue;
        count->games++;
        for (unsigned seat = 0; seat < seats; seat++)
            if (count->now >> seat & 1) {
                count->holders++;
                count->split += part[seat];
            }
        count->now = 0;
    }
}

void use_merge(const UsePlan *plan, UseCount *into, const UseCount *from) {
    for (unsigned i = 0; i < plan->slots; i++) {
        into[i].times += from[i].times;
        into[i].games += from[i].games;
        into[i].holders += from[i].holders;
        into[i].split += from[i].split;
    }
}
