/* The run: tables first, then game after game, each step put to the test before it is made. */
#include "lab/conformance.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "engine/fields.h"
#include "lab/conformance_internal.h"

/* ---- promises ------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *text;
} promises[INVARIANT_COUNT] = {
    [INVARIANT_TABLES] = {"tables", "the tables of a game hold together"},
    [INVARIANT_FIELDS] = {"fields", "the field table names every byte of the state once"},
    [INVARIANT_SETUP] = {"setup", "the set-up gives a first state, always the same"},
    [INVARIANT_HEAD] = {"head", "node, to_act and steps fit together"},
    [INVARIANT_AUDIT] = {"audit", "every state that play leads to passes the game's own audit"},
    [INVARIANT_PLAIN] = {"plain", "no field of a state holds the value that means unknown"},
    [INVARIANT_LEGAL_ORDER] = {"legal-order",
                               "moves are listed rising, each once, at most 512, of the seat that was asked"},
    [INVARIANT_LEGAL_ACCEPTED] = {"legal-accepted", "every listed move is accepted"},
    [INVARIANT_LEGAL_COMPLETE] = {"legal-complete", "every accepted move is listed"},
    [INVARIANT_TO_ACT] = {"to-act", "who is waited for has a move that is no aside, others have only asides"},
    [INVARIANT_REFUSAL] = {"refusal", "a refusal has its status, a sentence and the numbers for it"},
    [INVARIANT_ASIDE_CHANCE] = {"aside-chance", "an aside leads to no chance node"},
    [INVARIANT_ASIDE_BOUND] = {"aside-bound", "asides alone come to an end"},
    [INVARIANT_ODDS] = {"odds", "a chance node has outcomes, with positive weights that add up"},
    [INVARIANT_OUTCOMES] = {"outcomes",
                            "outcomes are different, of a kind marked as chance, and just these are accepted"},
    [INVARIANT_APPLY_SAME] = {"apply-same", "the same step on the same state does and tells the same"},
    [INVARIANT_APPLY_QUIET] = {"apply-quiet", "a step does the same whether anybody listens or not"},
    [INVARIANT_EVENTS] = {"events", "events fit their table"},
    [INVARIANT_ENDS] = {"ends", "a match ends within its declared number of steps"},
    [INVARIANT_SCORE] = {"score", "parts add up, places are in order, and only what is over has an ending"},
    [INVARIANT_SCORE_VIEW] = {"score-view", "a view in which nothing is hidden has the state's score"},
    [INVARIANT_VIEW_WHOLE] = {"view-whole", "observe writes every byte of a view"},
    [INVARIANT_VIEW_FIELDS] = {"view-fields", "a view holds what the field table lets its viewer see, and no more"},
    [INVARIANT_VIEW_LEGAL] = {"view-legal", "a seat's moves by its view are those by the state"},
    [INVARIANT_VIEW_CHECK] = {"view-check", "a seat's refusals by its view are those by the state, word for word"},
    [INVARIANT_RESAMPLE] = {"resample", "a resampled state is a whole state that passes the audit"},
    [INVARIANT_RESAMPLE_VIEW] = {"resample-view", "a resampled state gives the view that it came from"},
    [INVARIANT_TOLD_NOTHING] = {"told-nothing", "a step that tells a viewer nothing leaves his view as it was"},
    [INVARIANT_TOLD_SAME] = {"told-same", "steps that tell a viewer the same leave him the same view"},
    [INVARIANT_TOLD_KEPT] = {"told-kept", "what a viewer is told of a hidden thing is in his view, or marked as shown"},
    [INVARIANT_TOLD_MARKED] = {"told-marked",
                               "a viewer is told of what others hide only by events marked as showing it"},
    [INVARIANT_MOVE_TEXT] = {"move-text", "a move written and read again is the same move"},
    [INVARIANT_POSITION] = {"position", "a position written and read again is the same, byte for byte"},
    [INVARIANT_MATCH] = {"match", "a match leads to the states that the rules lead to"},
    [INVARIANT_REFUSED_SUBMIT] = {"refused-submit", "a refused submission changes nothing"},
    [INVARIANT_LIST] = {"list",
                        "a list of moves is accepted or refused, and can be undone, by what its seat knows alone"},
    [INVARIANT_VERSION] = {"version", "a seat's version counts what it was told or did, and nothing else"},
    [INVARIANT_UNDO] = {"undo", "undo gives the state before, and only a seat's own last step can be undone"},
    [INVARIANT_RECORD] = {"record", "a record, whole or cut, loads to the states that it tells of"},
};

const char *invariant_name(Invariant promise) { return promises[promise].name; }
const char *invariant_text(Invariant promise) { return promises[promise].text; }

static void story_tell(ConformanceRun *run, Invariant promise, const char *format, va_list args) {
    ConformReport *r = run->report;
    char line[2048], number[16];
    r->broken = true;
    r->promise = promise;
    r->seed = run->plan->seed;
    r->game = run->number;
    r->step = run->count;
    r->seats = run->rules->seats;
    vsnprintf(line, sizeof line, format, args);
    text_printf(&r->story, "%s is broken (%s).\n%s\n", invariant_name(promise), invariant_text(promise), line);
    text_printf(&r->story, "Seed %llu, game %u, seats %u, step %u", (unsigned long long)r->seed, r->game + 1, r->seats,
                r->step);
    for (unsigned i = 0; run->game->options && run->game->options[i].name; i++)
        text_printf(&r->story, ", %s %s", run->game->options[i].name, rules_option_text(run->rules, i, number));
    text_puts(&r->story, ".\n");
    write_partial_record(run, &r->record);
}

bool invariant_break(ConformanceRun *run, Invariant promise, const char *format, ...) {
    va_list args;
    va_start(args, format);
    story_tell(run, promise, format, args);
    va_end(args);
    return false;
}

/* ---- words for stories ---------------------------------------------------------------------------------- */

static char *say_room(ConformanceRun *run) { return run->said[run->sayings++ % SAYINGS]; }

const char *move_for_report(ConformanceRun *run, Move move) {
    char *out = say_room(run);
    if (move.kind < run->kinds)
        move_write_seat(run->rules, move, out);
    else
        snprintf(out, SAYING, "move number %u", move.kind);
    return out;
}

const char *viewer_for_report(ConformanceRun *run, unsigned v) {
    char *out = say_room(run);
    if (v < run->rules->seats)
        snprintf(out, SAYING, "seat %u", v + 1);
    else
        snprintf(out, SAYING, "the spectator");
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
    snprintf(out, SAYING, "%s%s%s%s (%s, %s)", path.field->name, row, name ? "." : col, name ? name : "", one, two);
}

const char *difference_for_report(ConformanceRun *run, const void *a, const void *b) {
    char *out = say_room(run);
    for (const Field *f = run->game->fields; f->name; f++)
        for (unsigned row = 0; row < (f->rows ? f->rows : 1u); row++)
            for (unsigned col = 0; col < f->cols; col++)
                if (field_get(f, a, row, col) != field_get(f, b, row, col)) {
                    entry_print(run->rules, (FieldPath){f, row, col, 1}, a, b, out);
                    return out;
                }
    snprintf(out, SAYING, "nothing that a field names");
    return out;
}

bool states_same(const ConformanceRun *run, const void *a, const void *b) {
    const size_t after = offsetof(Head, steps) + sizeof(uint32_t);
    return memcmp(a, b, offsetof(Head, steps)) == 0 &&
           memcmp((const char *)a + after, (const char *)b + after, run->size - after) == 0;
}

uint64_t state_print(const ConformanceRun *run, const void *state) {
    const size_t after = offsetof(Head, steps) + sizeof(uint32_t);
    return hash_bytes((const char *)state + after, run->size - after, hash_bytes(state, offsetof(Head, steps), 0));
}

/* ---- tables --------------------------------------------------------------------------------------------- */

static bool name_good(const char *name) {
    for (const char *p = name; *p; p++)
        if (!((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '-' || *p == '_'))
            return false;
    return *name != '\0';
}

static const char *args_wrong(const Rules *rules, const Arg *arg, unsigned n) {
    for (unsigned i = 0, ended = 0; i < n; i++) {
        ended |= arg[i].name == NULL;
        if (ended && arg[i].name)
            return "has an argument behind the last";
        if (!ended && arg[i].list && !list_count(rules, arg[i].list))
            return "has an argument from a list that is not there";
        if (!ended && !arg[i].list && arg[i].lo > arg[i].hi)
            return "has an argument with an empty range";
    }
    return NULL;
}

static const char *fields_wrong(const ConformanceRun *run, const char **name) {
    for (const Field *f = run->game->fields; f->name; f++) {
        *name = f->name;
        for (const Field *other = run->game->fields; other != f; other++)
            if (strcmp(other->name, f->name) == 0)
                return "is there twice";
        if (f->set && f->see != SEE_ALL)
            return "is a set, so all must see it";
        if (f->see == SEE_OWNER && f->rows < run->rules->seats)
            return "is its owner's, so its rows must be seats";
        if (strcmp(f->name, "steps") == 0 && f->see != SEE_SECRET)
            return "counts hidden doings, so nobody may see it";
        if (f->list && !list_count(run->rules, f->list))
            return "takes names from a list that is not there";
    }
    *name = "state";
    return run->size > STATE_MAX ? "is larger than STATE_MAX" : NULL;
}

static const char *kinds_wrong(const ConformanceRun *run, const char **name) {
    for (const MoveKind *k = run->game->moves; k->name; k++) {
        *name = k->name;
        for (const MoveKind *other = run->game->moves; other != k; other++)
            if (strcmp(other->name, k->name) == 0)
                return "is there twice";
        if (!name_good(k->name))
            return "is no good name for a move";
        if ((k->flags & MOVE_CHANCE) && (k->flags & MOVE_ASIDE))
            return "is chance and aside at once";
        const char *wrong = args_wrong(run->rules, k->arg, MOVE_ARGS);
        if (wrong)
            return wrong;
    }
    for (const EventKind *k = run->game->events; k->name; k++) {
        *name = k->name;
        const char *wrong = args_wrong(run->rules, k->arg, EVENT_ARGS);
        if (wrong || !name_good(k->name))
            return wrong ? wrong : "is no good name for an event";
    }
    *name = "endings";
    if (strcmp(run->game->endings[0], "going-on") != 0)
        return "must begin with going-on";
    *name = "parts";
    return run->parts > PARTS_MAX ? "are too many" : NULL;
}

static unsigned count_names(const char *const *names) {
    unsigned n = 0;
    while (names && names[n])
        n++;
    return n;
}

static void run_game(ConformanceRun *run, const Rules *rules) {
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
    run_game(run, rules);
    const char *name = "", *wrong = kinds_wrong(run, &name);
    if (!wrong)
        wrong = fields_wrong(run, &name);
    if (!check_invariant(run, INVARIANT_TABLES, !wrong, "In the tables of %s, %s %s.", run->game->id, name, wrong))
        return false;
    const char *byte = fields_coverage_error(run->game, at);
    return check_invariant(run, INVARIANT_FIELDS, !byte, "The fields of %s name no byte or one twice: %s.",
                           run->game->id, byte);
}

/* ---- one game ------------------------------------------------------------------------------------------- */

void run_begin(ConformanceRun *run, const Rules *rules, unsigned number) {
    run_game(run, rules);
    run->number = number;
    run->play = rng_make(run->plan->seed, 2 * (uint64_t)number);
    run->pick = rng_make(run->plan->seed, 2 * (uint64_t)number + 1);
    run->policy = number % POLICIES;
    run->count = 0;
    run->slow = run->refused = false;
    run->hashing = true;
    memset(&run->now, 0, sizeof run->now);
    for (unsigned v = 0; v < VIEWERS; v++)
        for (unsigned i = 0; i < TWINS; i++)
            run->twin[v][i].live = false;
}

static void history_room(ConformanceRun *run) {
    if (run->count + 2 <= run->room)
        return;
    run->room = run->room ? 2 * run->room : 256;
    run->moves = realloc(run->moves, run->room * sizeof *run->moves);
    run->hashes = realloc(run->hashes, run->room * sizeof *run->hashes);
    if (!run->moves || !run->hashes)
        abort(); /* a test without memory has nothing to say */
}

void history_add(ConformanceRun *run, Move move) {
    history_room(run);
    run->moves[run->count++] = move;
    if (run->hashing)
        run->hashes[run->count] = hash_bytes(&run->now, run->size, 0);
}

bool check_setup(ConformanceRun *run) {
    Err err = {0};
    State again;
    memset(&again, 0xFF, run->size);
    Status status = run->game->setup(run->rules, &run->now, &err);
    Status second = run->game->setup(run->rules, &again, NULL);
    bool same = status == second && (status || memcmp(&again, &run->now, run->size) == 0);
    if (!check_invariant(run, INVARIANT_SETUP, same, "Two set-ups of the same rules are not alike."))
        return false;
    if (status) { /* options that do not go together: nothing to play */
        run->report->refused++;
        run->refused = true;
        return check_invariant(run, INVARIANT_REFUSAL, err.status == status && err.text,
                               "The set-up refuses without a sentence.");
    }
    history_room(run);
    run->hashes[0] = hash_bytes(&run->now, run->size, 0);
    return check_invariant(run, INVARIANT_SETUP, run->now.head.steps == 0, "The first state has already made %u steps.",
                           (unsigned)run->now.head.steps);
}

Move pick_from(ConformanceRun *run, const GuardedMoveList *moves) {
    Rng *rng = &run->play;
    if (run->policy == PLAY_FIRST && rng_below(rng, 4))
        return moves->at[0];
    if (run->policy == PLAY_LAST && rng_below(rng, 4))
        return moves->at[moves->n - 1];
    unsigned i = rng_below(rng, moves->n);
    if (run->policy != PLAY_KINDS)
        return moves->at[i];
    unsigned kind = rng_below(rng, run->kinds); /* the next kind that is listed, whatever number of moves it has */
    for (unsigned tries = 0; tries < run->kinds; tries++, kind = (kind + 1) % run->kinds)
        for (unsigned k = 0; k < moves->n; k++)
            if (moves->at[(i + k) % moves->n].kind == kind)
                return moves->at[(i + k) % moves->n];
    return moves->at[i];
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
                           "The game goes on after %u steps.", (unsigned)run->game->steps_max);
}

static bool check_end(ConformanceRun *run) {
    return check_state(run, &run->now, (Move){.seat = NOWHERE}) && check_lists(run) && check_views(run) &&
           check_judges(run) && check_score(run, &run->now) && check_texts(run);
}

static bool check_all_steps(ConformanceRun *run) {
    run->slow = sample_one_in(run, run->plan->share ? run->plan->share : CONFORM_SHARE);
    bool holds = check_state(run, &run->now, (Move){.seat = NOWHERE}) && check_lists(run) && check_views(run) &&
                 check_judges(run);
    if (holds && run->now.head.node == NODE_CHANCE)
        holds = check_chance(run);
    if (holds && run->slow)
        holds = check_score(run, &run->now) && check_twins(run) && check_texts(run) && asides_end(run);
    return holds;
}

static bool check_game(ConformanceRun *run, const Rules *rules, unsigned number) {
    run_begin(run, rules, number);
    if (!check_tables(run, rules) || !check_setup(run))
        return false;
    if (run->refused)
        return true;
    while (run->now.head.node != NODE_OVER)
        if (!check_all_steps(run) || !step_make(run))
            return false;
    run->report->games++;
    run->slow = true; /* the end is tested in full, always */
    return check_end(run) && check_match(run);
}

/* ---- runs ----------------------------------------------------------------------------------------------- */

ConformanceRun *run_new(const ConformPlan *plan, ConformReport *report) {
    ConformanceRun *run = calloc(1, sizeof *run);
    if (!run)
        abort(); /* a test without memory has nothing to say */
    run->plan = plan;
    run->report = report;
    return run;
}

void run_free(ConformanceRun *run) {
    free(run->moves);
    free(run->hashes);
    free(run);
}

bool conformance_run(const Rules *rules, const ConformPlan *plan, ConformReport *report) {
    ConformanceRun *run = run_new(plan, report);
    bool holds = true;
    for (unsigned i = 0; i < plan->games && holds; i++) {
        holds = check_game(run, rules, i);
        if (plan->progress)
            plan->progress(plan->who, i + 1, plan->games);
    }
    run_free(run);
    return holds;
}

/* How many games it takes until every open value was there once. */
static unsigned values_count(const Rules *rules, uint32_t fixed) {
    unsigned n = 1;
    for (unsigned i = 0; rules->game->options && rules->game->options[i].name; i++)
        if (!(fixed & BIT(i)))
            n += (unsigned)(rules->game->options[i].hi - rules->game->options[i].lo);
    return n;
}

void options_vary(const Rules *base, uint32_t fixed, unsigned n, uint64_t seed, Rules *out) {
    const Option *option = base->game->options;
    bool lot = n >= values_count(base, fixed);
    Rng rng = rng_make(~seed, n);
    *out = *base;
    for (unsigned i = 0, left = n; option && option[i].name; i++) {
        unsigned values = (unsigned)(option[i].hi - option[i].lo);
        if (fixed & BIT(i))
            continue;
        if (lot) {
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
    const ConformPlan *plan = run->plan;
    for (unsigned i = 0; i < games; i++) {
        Rules rules;
        options_vary(base, fixed, i, plan->seed, &rules);
        if (!check_game(run, &rules, i))
            return false;
        if (plan->progress)
            plan->progress(plan->who, done + i + 1, all);
    }
    return true;
}

bool conformance_all(const Rules *rules, unsigned seats, uint32_t fixed, const ConformPlan *plan,
                     ConformReport *report) {
    ConformanceRun *run = run_new(plan, report);
    unsigned lo = seats ? seats : rules->game->seats_min, hi = seats ? seats : rules->game->seats_max;
    unsigned games = values_count(rules, fixed);
    games = plan->games > games ? plan->games : games;
    bool holds = true;
    for (unsigned n = lo; n <= hi && holds; n++) {
        Rules table = *rules;
        table.seats = (uint8_t)n;
        holds = check_seats(run, &table, fixed, games, (n - lo) * games, (hi - lo + 1) * games);
    }
    run_free(run);
    return holds;
}

void conformance_free(ConformReport *report) {
    text_free(&report->story);
    text_free(&report->record);
}
