/* Runs conformance tests: checks the game's tables, then plays games and tests each step before it is made. */
#include "lab/conformance.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "engine/fields.h"
#include "lab/conformance_internal.h"

/* ---- invariants ----------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *text;
} invariants[INVARIANT_COUNT] = {
    [INVARIANT_TABLES] = {"tables", "the tables of a game are consistent"},
    [INVARIANT_FIELDS] = {"fields", "the field table covers every byte of the state exactly once"},
    [INVARIANT_SETUP] = {"setup", "the set-up always gives the same first state"},
    [INVARIANT_HEAD] = {"head", "node, to_act and steps are consistent"},
    [INVARIANT_AUDIT] = {"audit", "every state reached in play passes the game's audit"},
    [INVARIANT_PLAIN] = {"plain", "no field of a state has the value that means unknown"},
    [INVARIANT_LEGAL_ORDER] = {"legal-order", "a seat's moves are listed in ascending order, each once, at most 512"},
    [INVARIANT_LEGAL_ACCEPTED] = {"legal-accepted", "every listed move is accepted"},
    [INVARIANT_LEGAL_COMPLETE] = {"legal-complete", "every accepted move is listed"},
    [INVARIANT_TO_ACT] = {"to-act", "a seat to act has a move that is not an aside; other seats have only asides"},
    [INVARIANT_REFUSAL] = {"refusal", "a refusal has a status, a message and all its arguments"},
    [INVARIANT_ASIDE_CHANCE] = {"aside-chance", "an aside never leads to a chance node"},
    [INVARIANT_ASIDE_BOUND] = {"aside-bound", "asides alone cannot go on forever"},
    [INVARIANT_ODDS] = {"odds", "a chance node has outcomes, and their positive weights add up to the total"},
    [INVARIANT_OUTCOMES] = {"outcomes", "outcomes are distinct moves marked as chance, and only these are accepted"},
    [INVARIANT_APPLY_SAME] = {"apply-same", "the same step in the same state always has the same result and events"},
    [INVARIANT_APPLY_QUIET] = {"apply-quiet", "a step has the same result with and without a listener"},
    [INVARIANT_EVENTS] = {"events", "events match their table"},
    [INVARIANT_ENDS] = {"ends", "a match ends within its declared number of steps"},
    [INVARIANT_SCORE] = {"score", "parts add up, places are in order, and only a finished game has an ending"},
    [INVARIANT_SCORE_VIEW] = {"score-view", "a view with nothing hidden has the same score as the state"},
    [INVARIANT_VIEW_WHOLE] = {"view-whole", "observe writes every byte of a view"},
    [INVARIANT_VIEW_FIELDS] = {"view-fields", "a view shows exactly what the field table lets its viewer see"},
    [INVARIANT_VIEW_LEGAL] = {"view-legal", "a seat has the same moves in its view as in the state"},
    [INVARIANT_VIEW_CHECK] = {"view-check", "a seat gets the same refusals from its view as from the state"},
    [INVARIANT_RESAMPLE] = {"resample", "a resampled state is complete and passes the audit"},
    [INVARIANT_RESAMPLE_VIEW] = {"resample-view", "a resampled state gives the view it was made from"},
    [INVARIANT_TOLD_NOTHING] = {"told-nothing", "a step that tells a viewer nothing does not change the view"},
    [INVARIANT_TOLD_SAME] = {"told-same", "steps that tell a viewer the same lead to the same view"},
    [INVARIANT_TOLD_KEPT] = {"told-kept",
                             "anything hidden that a viewer is told is in the view, or marked as revealed"},
    [INVARIANT_TOLD_MARKED] = {"told-marked", "only events marked as revealing tell a viewer what others hide"},
    [INVARIANT_MOVE_TEXT] = {"move-text", "a move written and read back is the same move"},
    [INVARIANT_POSITION] = {"position", "a position written and read back is identical"},
    [INVARIANT_MATCH] = {"match", "a match reaches the same states as the rules"},
    [INVARIANT_REFUSED_SUBMIT] = {"refused-submit", "a refused submission changes nothing"},
    [INVARIANT_LIST] = {"list",
                        "whether a list of moves is accepted, and can be undone, depends only on what its seat knows"},
    [INVARIANT_VERSION] = {"version", "a seat's version changes exactly when the seat acts or is told something"},
    [INVARIANT_UNDO] = {"undo", "undo restores the previous state, and a seat can undo only its own last step"},
    [INVARIANT_RECORD] = {"record", "a record, complete or cut off, loads to the states it describes"},
};

const char *invariant_name(Invariant invariant) { return invariants[invariant].name; }
const char *invariant_text(Invariant invariant) { return invariants[invariant].text; }

static void failure_write(ConformanceRun *run, Invariant invariant, const char *format, va_list args) {
    ConformanceReport *r = run->report;
    char line[2048], number[16];
    r->broken = true;
    r->invariant = invariant;
    r->seed = run->plan->seed;
    r->game = run->number;
    r->step = run->count;
    r->seats = run->rules->seats;
    vsnprintf(line, sizeof line, format, args);
    text_printf(&r->failure, "%s is broken (%s).\n%s\n", invariant_name(invariant), invariant_text(invariant), line);
    text_printf(&r->failure, "Seed %llu, game %u, seats %u, step %u", (unsigned long long)r->seed, r->game + 1,
                r->seats, r->step);
    for (unsigned i = 0; run->game->options && run->game->options[i].name; i++)
        text_printf(&r->failure, ", %s %s", run->game->options[i].name, rules_option_text(run->rules, i, number));
    text_puts(&r->failure, ".\n");
    write_partial_record(run, &r->record);
}

bool invariant_break(ConformanceRun *run, Invariant invariant, const char *format, ...) {
    va_list args;
    va_start(args, format);
    failure_write(run, invariant, format, args);
    va_end(args);
    return false;
}

/* ---- text for failure reports --------------------------------------------------------------------------- */

static char *report_text_next(ConformanceRun *run) { return run->report_text[run->report_texts_used++ % REPORT_TEXTS]; }

const char *move_for_report(ConformanceRun *run, Move move) {
    char *out = report_text_next(run);
    if (move.kind < run->kinds)
        move_write_seat(run->rules, move, out);
    else
        snprintf(out, REPORT_TEXT_SIZE, "move number %u", move.kind);
    return out;
}

const char *viewer_for_report(ConformanceRun *run, unsigned v) {
    char *out = report_text_next(run);
    if (v < run->rules->seats)
        snprintf(out, REPORT_TEXT_SIZE, "seat %u", v + 1);
    else
        snprintf(out, REPORT_TEXT_SIZE, "the spectator");
    return out;
}

static void entry_print(const Rules *rules, FieldPath path, const void *a, const void *b, char *out) {
    char one[200], two[200], row[16] = "", col[16] = "";
    const char *name = path.field->col_list ? list_name(rules, path.field->col_list, path.col) : NULL;
    field_print(rules, &path, a, one, sizeof one);
    field_print(rules, &path, b, two, sizeof two);
    if (path.field->rows > 1)
        snprintf(row, sizeof row, ".%u", path.row + 1);
    if (path.field->cols > 1)
        snprintf(col, sizeof col, ".%u", path.col + 1);
    snprintf(out, REPORT_TEXT_SIZE, "%s%s%s%s (%s, %s)", path.field->name, row, name ? "." : col, name ? name : "", one,
             two);
}

const char *difference_for_report(ConformanceRun *run, const void *a, const void *b) {
    char *out = report_text_next(run);
    for (const Field *f = run->game->fields; f->name; f++)
        for (unsigned row = 0; row < (f->rows ? f->rows : 1u); row++)
            for (unsigned col = 0; col < f->cols; col++)
                if (field_get(f, a, row, col) != field_get(f, b, row, col)) {
                    entry_print(run->rules, (FieldPath){f, row, col, 1}, a, b, out);
                    return out;
                }
    snprintf(out, REPORT_TEXT_SIZE, "no field; only bytes outside the field table");
    return out;
}

bool states_are_equal(const ConformanceRun *run, const void *a, const void *b) {
    const size_t after = offsetof(Head, steps) + sizeof(uint32_t);
    return memcmp(a, b, offsetof(Head, steps)) == 0 &&
           memcmp((const char *)a + after, (const char *)b + after, run->size - after) == 0;
}

uint64_t run_state_hash(const ConformanceRun *run, const void *state) {
    const size_t after = offsetof(Head, steps) + sizeof(uint32_t);
    return hash_bytes((const char *)state + after, run->size - after, hash_bytes(state, offsetof(Head, steps), 0));
}

/* ---- tables --------------------------------------------------------------------------------------------- */

static bool name_is_valid(const char *name) {
    for (const char *p = name; *p; p++)
        if (!((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '-' || *p == '_'))
            return false;
    return *name != '\0';
}

static const char *args_error(const Rules *rules, const Arg *arg, unsigned n) {
    for (unsigned i = 0, ended = 0; i < n; i++) {
        ended |= arg[i].name == NULL;
        if (ended && arg[i].name)
            return "has an argument after the last one";
        if (!ended && arg[i].list && !list_count(rules, arg[i].list))
            return "has an argument from a list that does not exist";
        if (!ended && !arg[i].list && arg[i].lo > arg[i].hi)
            return "has an argument with an empty range";
    }
    return NULL;
}

static const char *fields_error(const ConformanceRun *run, const char **name) {
    for (const Field *f = run->game->fields; f->name; f++) {
        *name = f->name;
        for (const Field *other = run->game->fields; other != f; other++)
            if (strcmp(other->name, f->name) == 0)
                return "occurs twice";
        if (f->is_mask && f->see != SEE_ALL)
            return "is a set, so it must be visible to all";
        if (f->see == SEE_OWNER && f->rows < run->rules->seats)
            return "is visible to its owner only, so its rows must be seats";
        if (strcmp(f->name, "steps") == 0 && f->see != SEE_NOBODY)
            return "also counts hidden steps, so it must be secret";
        if (f->list && !list_count(run->rules, f->list))
            return "takes names from a list that does not exist";
    }
    *name = "state";
    return run->size > STATE_MAX ? "is larger than STATE_MAX" : NULL;
}

static const char *kinds_error(const ConformanceRun *run, const char **name) {
    for (const MoveKind *k = run->game->moves; k->name; k++) {
        *name = k->name;
        for (const MoveKind *other = run->game->moves; other != k; other++)
            if (strcmp(other->name, k->name) == 0)
                return "occurs twice";
        if (!name_is_valid(k->name))
            return "is not a valid name for a move";
        if ((k->flags & MOVE_CHANCE) && (k->flags & MOVE_ASIDE))
            return "is both chance and aside";
        const char *wrong = args_error(run->rules, k->arg, MOVE_ARGS_MAX);
        if (wrong)
            return wrong;
    }
    for (const EventKind *k = run->game->events; k->name; k++) {
        *name = k->name;
        const char *wrong = args_error(run->rules, k->arg, EVENT_ARGS_MAX);
        if (wrong || !name_is_valid(k->name))
            return wrong ? wrong : "is not a valid name for an event";
    }
    *name = "endings";
    if (strcmp(run->game->endings[0], "going-on") != 0)
        return "must start with going-on";
    *name = "parts";
    return run->parts > PARTS_MAX ? "are too many" : NULL;
}

static unsigned count_names(const char *const *names) {
    unsigned n = 0;
    while (names && names[n])
        n++;
    return n;
}

static void run_set_rules(ConformanceRun *run, const Rules *rules) {
    const Game *game = rules->game;
    run->rules = rules;
    run->game = game;
    run->size = game->state_size;
    run->viewers = rules->seats + 1u;
    run->parts = count_names(game->parts);
    run->endings = count_names(game->endings);
    for (run->kinds = 0; game->moves[run->kinds].name;)
        run->kinds++;
    for (run->event_kinds = 0; game->events[run->event_kinds].name;)
        run->event_kinds++;
}

bool check_tables(ConformanceRun *run, const Rules *rules) {
    char at[64];
    run_set_rules(run, rules);
    const char *name = "", *wrong = kinds_error(run, &name);
    if (!wrong)
        wrong = fields_error(run, &name);
    if (!check_invariant(run, INVARIANT_TABLES, !wrong, "In the tables of %s, %s %s.", run->game->id, name, wrong))
        return false;
    const char *byte = fields_coverage_error(run->game, at);
    return check_invariant(run, INVARIANT_FIELDS, !byte, "The fields of %s do not cover every byte exactly once: %s.",
                           run->game->id, byte);
}

/* ---- one game ------------------------------------------------------------------------------------------- */

void run_start(ConformanceRun *run, const Rules *rules, unsigned number) {
    run_set_rules(run, rules);
    run->number = number;
    run->play = rng_init(run->plan->seed, 2 * (uint64_t)number);
    run->pick = rng_init(run->plan->seed, 2 * (uint64_t)number + 1);
    run->policy = number % POLICY_COUNT;
    run->count = 0;
    run->slow = run->refused = false;
    run->hashing = true;
    memset(&run->now, 0, sizeof run->now);
    for (unsigned v = 0; v < VIEWERS_MAX; v++)
        for (unsigned i = 0; i < TWINS_PER_VIEWER; i++)
            run->twin[v][i].active = false;
}

static void history_reserve(ConformanceRun *run) {
    if (run->count + 2 <= run->capacity)
        return;
    run->capacity = run->capacity ? 2 * run->capacity : 256;
    run->moves = realloc(run->moves, run->capacity * sizeof *run->moves);
    run->hashes = realloc(run->hashes, run->capacity * sizeof *run->hashes);
    if (!run->moves || !run->hashes)
        abort(); /* out of memory: no result is possible */
}

void history_add(ConformanceRun *run, Move move) {
    history_reserve(run);
    run->moves[run->count++] = move;
    if (run->hashing)
        run->hashes[run->count] = hash_bytes(&run->now, run->size, 0);
}

bool check_setup(ConformanceRun *run) {
    Err err = {0};
    State repeated;
    memset(&repeated, 0xFF, run->size);
    Status status = run->game->setup(run->rules, &run->now, &err);
    Status second = run->game->setup(run->rules, &repeated, NULL);
    bool same = status == second && (status || memcmp(&repeated, &run->now, run->size) == 0);
    if (!check_invariant(run, INVARIANT_SETUP, same, "Two set-ups with the same rules differ."))
        return false;
    if (status) { /* incompatible options: nothing to play */
        run->report->refused++;
        run->refused = true;
        return check_invariant(run, INVARIANT_REFUSAL, err.status == status && err.text,
                               "The set-up refuses without a message.");
    }
    history_reserve(run);
    run->hashes[0] = hash_bytes(&run->now, run->size, 0);
    return check_invariant(run, INVARIANT_SETUP, run->now.head.steps == 0, "The first state already counts %u steps.",
                           (unsigned)run->now.head.steps);
}

Move pick_from(ConformanceRun *run, const GuardedMoveList *moves) {
    Rng *rng = &run->play;
    if (run->policy == PLAY_FIRST && rng_below(rng, 4))
        return moves->move[0];
    if (run->policy == PLAY_LAST && rng_below(rng, 4))
        return moves->move[moves->n - 1];
    unsigned i = rng_below(rng, moves->n);
    if (run->policy != PLAY_KINDS)
        return moves->move[i];
    unsigned kind = rng_below(rng, run->kinds); /* take the next listed kind, however many moves it has */
    for (unsigned tried_count = 0; tried_count < run->kinds; tried_count++, kind = (kind + 1) % run->kinds)
        for (unsigned k = 0; k < moves->n; k++)
            if (moves->move[(i + k) % moves->n].kind == kind)
                return moves->move[(i + k) % moves->n];
    return moves->move[i];
}

static Move step_pick(ConformanceRun *run) {
    Rng *rng = &run->play;
    if (run->now.head.node == NODE_CHANCE) {
        if (rng_below(rng, 4) == 0) /* so that rare outcomes come up */
            return run->game->outcome(run->rules, &run->now, rng_below(rng, run->odds.n));
        return rules_draw_outcome(run->rules, &run->now, &run->odds, rng);
    }
    unsigned seats = run->rules->seats, start = rng_below(rng, seats);
    if (run->policy == PLAY_ANYBODY || rng_below(rng, 8) == 0)
        for (unsigned i = 0; i < seats; i++)
            if (run->legal[(start + i) % seats].n)
                return pick_from(run, &run->legal[(start + i) % seats]);
    uint32_t waiting = run->now.head.to_act;
    return pick_from(run, &run->legal[bits_nth(waiting, rng_below(rng, bits_count(waiting)))]);
}

static bool step_make(ConformanceRun *run) {
    StepDigest digest;
    Move move = step_pick(run);
    if (!check_step(run, &run->now, move, &run->after, &digest))
        return false;
    if (!twins_follow(run, move, &digest))
        return false;
    memcpy(&run->now, &run->after, run->size);
    history_add(run, move);
    run->report->steps++;
    return check_invariant(run, INVARIANT_ENDS, run->now.head.steps <= run->game->steps_max,
                           "The game has not ended after %u steps.", (unsigned)run->game->steps_max);
}

static bool check_end(ConformanceRun *run) {
    return check_state(run, &run->now, (Move){.seat = NO_SEAT}) && check_lists(run) && check_views(run) &&
           check_judges(run) && check_score(run, &run->now) && check_texts(run);
}

static bool check_all_steps(ConformanceRun *run) {
    run->slow = sample_one_in(run, run->plan->share ? run->plan->share : CONFORMANCE_SLOW_INTERVAL);
    bool ok = check_state(run, &run->now, (Move){.seat = NO_SEAT}) && check_lists(run) && check_views(run) &&
              check_judges(run);
    if (ok && run->now.head.node == NODE_CHANCE)
        ok = check_chance(run);
    if (ok && run->slow)
        ok = check_score(run, &run->now) && check_twins(run) && check_texts(run) && check_asides_end(run);
    return ok;
}

static bool check_game(ConformanceRun *run, const Rules *rules, unsigned number) {
    run_start(run, rules, number);
    if (!check_tables(run, rules) || !check_setup(run))
        return false;
    if (run->refused)
        return true;
    while (run->now.head.node != NODE_OVER)
        if (!check_all_steps(run) || !step_make(run))
            return false;
    run->report->games++;
    run->slow = true; /* the final state always gets the slow tests */
    return check_end(run) && check_match(run);
}

/* ---- runs ----------------------------------------------------------------------------------------------- */

ConformanceRun *run_new(const ConformancePlan *plan, ConformanceReport *report) {
    ConformanceRun *run = calloc(1, sizeof *run);
    if (!run)
        abort(); /* out of memory: no result is possible */
    run->plan = plan;
    run->report = report;
    return run;
}

void run_free(ConformanceRun *run) {
    free(run->moves);
    free(run->hashes);
    free(run);
}

bool conformance_run(const Rules *rules, const ConformancePlan *plan, ConformanceReport *report) {
    ConformanceRun *run = run_new(plan, report);
    bool ok = true;
    for (unsigned i = 0; i < plan->games && ok; i++) {
        ok = check_game(run, rules, i);
        if (plan->progress)
            plan->progress(plan->ctx, i + 1, plan->games);
    }
    run_free(run);
    return ok;
}

/* Number of games needed to try every value of the open options once. */
static unsigned values_count(const Rules *rules, uint32_t fixed) {
    unsigned n = 1;
    for (unsigned i = 0; rules->game->options && rules->game->options[i].name; i++)
        if (!(fixed & BIT(i)))
            n += (unsigned)(rules->game->options[i].hi - rules->game->options[i].lo);
    return n;
}

void options_vary(const Rules *base, uint32_t fixed, unsigned n, uint64_t seed, Rules *out) {
    const Option *option = base->game->options;
    bool random = n >= values_count(base, fixed);
    Rng rng = rng_init(~seed, n);
    *out = *base;
    for (unsigned i = 0, left = n; option && option[i].name; i++) {
        unsigned values = (unsigned)(option[i].hi - option[i].lo);
        if (fixed & BIT(i))
            continue;
        if (random) {
            out->option[i] = (int16_t)(option[i].lo + (int)rng_below(&rng, values + 1));
        } else if (left >= 1 && left <= values) {
            int value = option[i].lo + (int)left - 1;
            out->option[i] = (int16_t)(value + (value >= base->option[i]));
            return;
        } else if (left) {
            left -= values;
        }
    }
}

static bool check_seats(ConformanceRun *run, const Rules *base, uint32_t fixed, unsigned games, unsigned done,
                        unsigned all) {
    const ConformancePlan *plan = run->plan;
    for (unsigned i = 0; i < games; i++) {
        Rules rules;
        options_vary(base, fixed, i, plan->seed, &rules);
        if (!check_game(run, &rules, i))
            return false;
        if (plan->progress)
            plan->progress(plan->ctx, done + i + 1, all);
    }
    return true;
}

bool conformance_all(const Rules *rules, unsigned seats, uint32_t fixed, const ConformancePlan *plan,
                     ConformanceReport *report) {
    ConformanceRun *run = run_new(plan, report);
    unsigned lo = seats ? seats : rules->game->seats_min, hi = seats ? seats : rules->game->seats_max;
    unsigned games = values_count(rules, fixed);
    games = plan->games > games ? plan->games : games;
    bool ok = true;
    for (unsigned n = lo; n <= hi && ok; n++) {
        Rules table = *rules;
        table.seats = (uint8_t)n;
        ok = check_seats(run, &table, fixed, games, (n - lo) * games, (hi - lo + 1) * games);
    }
    run_free(run);
    return ok;
}

void conformance_free(ConformanceReport *report) {
    text_free(&report->failure);
    text_free(&report->record);
}
