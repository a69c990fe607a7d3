/* The faults and their table. A function below that takes only a Game inserts the fault of that name. */
#include "faults.h"

#include <string.h>

#include "base/bits.h"

/* ---- leaks in the view ---------------------------------------------------------------------------------- */

/* Shows the deck's true counts. Any card that is not there and not visible must be in another hand. */
static void observe_deck(const Rules *rules, const void *state, unsigned viewer, void *view) {
    cove_observe(rules, state, viewer, view);
    memcpy(((CoveState *)view)->deck, ((const CoveState *)state)->deck, COVE_CARDS);
}
static void resample_deck(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    CoveState others = *(const CoveState *)view;
    for (unsigned i = 0; i < COVE_CARDS; i++) {
        unsigned all = i < cove_content(rules)->cards ? cove_content(rules)->card[i].count : 0;
        unsigned mine = viewer < rules->seats ? others.seat[viewer].hand[i] : 0;
        others.deck[i] = (uint8_t)(all - others.discard[i] - mine - others.deck[i]);
    }
    cove_resample(rules, &others, viewer, rng, state);
    memcpy(((CoveState *)state)->deck, ((const CoveState *)view)->deck, COVE_CARDS);
}
static void leak_deck(Game *game) {
    game->observe = observe_deck;
    game->resample = resample_deck;
}

/* Shows another seat's draft in place of its open offer. */
static void observe_draft(const Rules *rules, const void *state, unsigned viewer, void *view) {
    const CoveState *s = state;
    cove_observe(rules, state, viewer, view);
    for (unsigned i = 0; i < rules->seats; i++)
        if (s->seat[i].offer_to == no_seat(rules))
            ((CoveState *)view)->seat[i].offer_want = s->seat[i].draft_want;
}
static void resample_draft(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    CoveState *s = state;
    cove_resample(rules, view, viewer, rng, state);
    for (unsigned i = 0; i < rules->seats; i++) {
        CoveSeat *seat = &s->seat[i];
        if (seat->offer_to != no_seat(rules) || i == viewer)
            continue;
        seat->draft_want = seat->offer_want;
        seat->offer_want = no_card(rules);
        if (seat->draft_want != no_card(rules) && seat->draft_to == no_seat(rules))
            seat->draft_to = (uint8_t)((i + 1) % rules->seats);
    }
    if (viewer < rules->seats && s->seat[viewer].offer_to == no_seat(rules))
        s->seat[viewer].offer_want = no_card(rules);
}
static void leak_draft(Game *game) {
    game->observe = observe_draft;
    game->resample = resample_draft;
}

static void observe_steps(const Rules *rules, const void *state, unsigned viewer, void *view) {
    cove_observe(rules, state, viewer, view);
    ((Head *)view)->steps = state_head(state)->steps;
}
static void leak_steps(Game *game) { game->observe = observe_steps; }

static void observe_less(const Rules *rules, const void *state, unsigned viewer, void *view) {
    uint8_t before = ((CoveState *)view)->spare[0];
    cove_observe(rules, state, viewer, view);
    ((CoveState *)view)->spare[0] = before;
}
static void unwritten(Game *game) { game->observe = observe_less; }

/* ---- leaks through prompts and events ------------------------------------------------------------------- */

/* A sink that changes or drops events before it passes them on. */
typedef struct Filter {
    Sink sink;
    Sink *to;
    const Rules *rules;
    const CoveState *s;
} Filter;

/* Whether the seat that is asked for a challenge has no card for one. */
static bool seat_cannot_challenge(const Rules *rules, const CoveState *s) {
    const Frame *top = &s->frame[s->depth ? s->depth - 1 : 0];
    return s->phase == PHASE_ASK && top->kind == FRAME_CHALLENGE &&
           !s->seat[top->seat].hand[cove_content(rules)->challenge];
}

static void apply_skipping_prompts(const Rules *rules, CoveState *s, Move move, Filter *filter, Sink *sink) {
    filter->to = sink;
    filter->rules = rules;
    filter->s = s;
    cove_game.apply(rules, s, move, sink ? &filter->sink : NULL);
    while (seat_cannot_challenge(rules, s))
        cove_game.apply(rules, s, (Move){MOVE_LET, s->frame[s->depth - 1].seat, {0}}, sink ? &filter->sink : NULL);
}

/* Skips seats without the card, and tells nobody which seat is asked. */
static void take_silent(Sink *sink, const Event *event) {
    Filter *f = (Filter *)sink;
    if (event->kind != EVENT_ASKED && !(event->kind == EVENT_LET && seat_cannot_challenge(f->rules, f->s)))
        f->to->take(f->to, event);
}
static void apply_prompt(const Rules *rules, void *state, Move move, Sink *sink) {
    apply_skipping_prompts(rules, state, move, &(Filter){.sink = {take_silent}}, sink);
}
static void leak_prompt(Game *game) { game->apply = apply_prompt; }

/* The same, but everyone is told which seat is asked. */
static void take_told(Sink *sink, const Event *event) {
    Filter *f = (Filter *)sink;
    if ((event->kind != EVENT_ASKED && event->kind != EVENT_LET) || !seat_cannot_challenge(f->rules, f->s))
        f->to->take(f->to, event);
}
static void apply_prompt_told(const Rules *rules, void *state, Move move, Sink *sink) {
    apply_skipping_prompts(rules, state, move, &(Filter){.sink = {take_told}}, sink);
}
static void leak_prompt_told(Game *game) { game->apply = apply_prompt_told; }

/* Tells secrets to everyone. */
static void take_all(Sink *sink, const Event *event) {
    Filter *f = (Filter *)sink;
    Event loud = *event;
    loud.secret_to = ALL;
    f->to->take(f->to, &loud);
}
static void take_all_laid(Sink *sink, const Event *event) {
    Filter *f = (Filter *)sink;
    if (event->kind == EVENT_LAID)
        take_all(sink, event);
    else
        f->to->take(f->to, event);
}
static void apply_loud(const Rules *rules, void *state, Move move, Sink *sink) {
    Filter filter = {.sink = {take_all}, .to = sink};
    cove_game.apply(rules, state, move, sink ? &filter.sink : NULL);
}
static void apply_loud_laid(const Rules *rules, void *state, Move move, Sink *sink) {
    Filter filter = {.sink = {take_all_laid}, .to = sink};
    cove_game.apply(rules, state, move, sink ? &filter.sink : NULL);
}
static void tell_draw(Game *game) { game->apply = apply_loud; }
static void tell_lay(Game *game) { game->apply = apply_loud_laid; }

/* A lapsed offer reveals that a card is gone. Without the EVENT_REVEALS flag, the player who accepted could undo it. */
static void unmarked(Game *game) {
    static EventKind events[EVENT_ENDED + 2];
    memcpy(events, cove_game.events, sizeof events);
    events[EVENT_LAPSED].flags = 0;
    game->events = events;
}

static void take_wrong(Sink *sink, const Event *event) {
    Filter *f = (Filter *)sink;
    Event wrong = *event;
    wrong.arg[0] = event->kind == EVENT_TOOK ? 99 : event->arg[0];
    f->to->take(f->to, &wrong);
}
static void apply_wrong_event(const Rules *rules, void *state, Move move, Sink *sink) {
    Filter filter = {.sink = {take_wrong}, .to = sink};
    cove_game.apply(rules, state, move, sink ? &filter.sink : NULL);
}
static void wrong_event(Game *game) { game->apply = apply_wrong_event; }

/* ---- wrong moves ---------------------------------------------------------------------------------------- */

static unsigned legal_by_hand(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const CoveState *s = state;
    unsigned n = cove_game.legal(rules, state, seat, out), kept = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned from = out[i].arg[0];
        if (out[i].kind != MOVE_ACCEPT || s->seat[from].hand[s->seat[from].offer_give])
            out[kept++] = out[i];
    }
    return kept;
}
static void legal_hand(Game *game) { game->legal = legal_by_hand; }

static unsigned legal_backwards(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    unsigned n = cove_game.legal(rules, state, seat, out);
    for (unsigned i = 0; i < n / 2; i++) {
        Move move = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = move;
    }
    return n;
}
static void unsorted(Game *game) { game->legal = legal_backwards; }

static unsigned legal_short(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    unsigned n = cove_game.legal(rules, state, seat, out);
    return n && out[n - 1].kind == MOVE_TAKE ? n - 1 : n;
}
static void unlisted(Game *game) { game->legal = legal_short; }

static unsigned legal_stuck(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const CoveState *s = state;
    return s->phase == PHASE_LEAD ? 0 : cove_game.legal(rules, state, seat, out);
}
static void stuck(Game *game) { game->legal = legal_stuck; }

static Status check_more(const Rules *rules, const void *state, Move move, Err *err) {
    if (move.kind == MOVE_WANT && move.arg[0] == cove_content(rules)->challenge)
        return refuse(err, SK_RULE, 10, "You cannot ask for a {0:card}.", move.arg[0]);
    return cove_game.check(rules, state, move, err);
}
static void refused(Game *game) { game->check = check_more; }

static Status check_mute(const Rules *rules, const void *state, Move move, Err *err) {
    (void)err;
    return cove_game.check(rules, state, move, NULL);
}
static void mute(Game *game) { game->check = check_mute; }

/* The refusal reveals another seat's cards. */
static Status check_count(const Rules *rules, const void *state, Move move, Err *err) {
    const CoveState *s = state;
    Status status = cove_game.check(rules, state, move, err);
    if (status && move.kind == MOVE_TAKE)
        return refuse(err, status, 8, "You cannot do that now; your neighbour has {0}.",
                      s->seat[(move.seat + 1) % rules->seats].hand[0]);
    return status;
}
static void sentence(Game *game) { game->check = check_count; }

/* ---- wrong steps ---------------------------------------------------------------------------------------- */

static void apply_to_chance(const Rules *rules, void *state, Move move, Sink *sink) {
    CoveState *s = state;
    cove_game.apply(rules, state, move, sink);
    if (move.kind == MOVE_DECLINE && s->pile) {
        s->phase = PHASE_DRAW;
        s->head.node = NODE_CHANCE;
        s->head.to_act = 0;
    }
}
static void aside_chance(Game *game) { game->apply = apply_to_chance; }

static void apply_again(const Rules *rules, void *state, Move move, Sink *sink) {
    cove_game.apply(rules, state, move, sink);
    if (move.kind == MOVE_DECLINE)
        ((CoveState *)state)->seat[move.arg[0]].offers++;
}
static void aside_endless(Game *game) { game->apply = apply_again; }

static void apply_heard(const Rules *rules, void *state, Move move, Sink *sink) {
    cove_game.apply(rules, state, move, sink);
    if (move.kind == MOVE_PASS && sink)
        ((CoveState *)state)->seat[move.seat].points++;
}
static void listening(Game *game) { game->apply = apply_heard; }

static void apply_mood(const Rules *rules, void *state, Move move, Sink *sink) {
    static unsigned calls;
    cove_game.apply(rules, state, move, sink);
    if (move.kind == MOVE_PASS)
        ((CoveState *)state)->seat[move.seat].points = (uint8_t)(++calls % 2);
}
static void moody(Game *game) { game->apply = apply_mood; }

/* Depends on the number of steps, which no view contains. */
static void apply_late(const Rules *rules, void *state, Move move, Sink *sink) {
    cove_game.apply(rules, state, move, sink);
    if (move.kind == MOVE_PASS)
        ((CoveState *)state)->seat[move.seat].points = (uint8_t)(((Head *)state)->steps % 7);
}
static void late(Game *game) { game->apply = apply_late; }

static void apply_lossy(const Rules *rules, void *state, Move move, Sink *sink) {
    cove_game.apply(rules, state, move, sink);
    if (move.kind == MOVE_TAKE)
        ((CoveState *)state)->pile++;
}
static void lossy(Game *game) { game->apply = apply_lossy; }

static void apply_hasty(const Rules *rules, void *state, Move move, Sink *sink) {
    cove_game.apply(rules, state, move, sink);
    ((Head *)state)->steps++;
}
static void hasty(Game *game) { game->apply = apply_hasty; }

static void endless(Game *game) { game->steps_max = 30; }

/* ---- wrong chance, set-up, score, tables ---------------------------------------------------------------- */

static void chance_zero(const Rules *rules, const void *state, Odds *odds) {
    cove_game.chance(rules, state, odds);
    odds->total--;
}
static void odds_short(Game *game) { game->chance = chance_zero; }

static Move outcome_first(const Rules *rules, const void *state, unsigned i) {
    return cove_game.outcome(rules, state, i / 2);
}
static void outcome_twice(Game *game) { game->outcome = outcome_first; }

static Status setup_mood(const Rules *rules, void *state, Err *err) {
    static uint8_t calls;
    Status status = cove_game.setup(rules, state, err);
    ((CoveState *)state)->seat[0].points = ++calls & 1;
    return status;
}
static void setup_moody(Game *game) { game->setup = setup_mood; }

static Status setup_full(const Rules *rules, void *state, Err *err) {
    Status status = cove_game.setup(rules, state, err);
    ((CoveState *)state)->seat[0].points = UNKNOWN8;
    return status;
}
static void setup_unknown(Game *game) { game->setup = setup_full; }

static void resample_rich(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    cove_resample(rules, view, viewer, rng, state);
    ((CoveState *)state)->seat[0].points++;
}
static void resample_other(Game *game) { game->resample = resample_rich; }

static void resample_lost(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    cove_resample(rules, view, viewer, rng, state);
    ((CoveState *)state)->discard[0]++;
}
static void resample_broken(Game *game) { game->resample = resample_lost; }

static void score_more(const Rules *rules, const void *state, Score *score) {
    cove_score(rules, state, score);
    score->points[1]++;
}
static void score_sum(Game *game) { game->score = score_more; }

static void score_seen(const Rules *rules, const void *state, Score *score) {
    cove_score(rules, state, score);
    for (unsigned i = 0; i < rules->seats; i++)
        if (((const CoveState *)state)->seat[i].hand[0] == UNKNOWN8)
            score->ending = 0;
}
static void score_view(Game *game) { game->score = score_seen; }

static void padding(Game *game) {
    static Field fields[64];
    unsigned n = 0;
    for (const Field *f = cove_game.fields; f->name; f++)
        if (strcmp(f->name, "spare") != 0)
            fields[n++] = *f;
    fields[n] = (Field){0};
    game->fields = fields;
}

static void hidden_set(Game *game) {
    static Field fields[64];
    unsigned n = 0;
    for (const Field *f = cove_game.fields; f->name; f++) {
        fields[n] = *f;
        fields[n].see = strcmp(f->name, "ready") == 0 ? SEE_NOBODY : f->see;
        n++;
    }
    game->fields = fields;
}

/* ---- a wrong match -------------------------------------------------------------------------------------- */

/* Checks each move against the state after the moves before it, stops only at dice, and undoes everything on a refusal.
 * A player could use such a list to learn a hidden tile without looking at it. */
static Status submit_loose(Match *match, const Submission *list, Dice *dice, Err *err) {
    Match *trial = match_from_state(match_rules(match), match_state(match));
    Status status = SK_OK;
    for (unsigned i = 0; i < list->count && !status; i++) {
        status = match_submit(trial, &(Submission){list->seat, &list->moves[i], 1, MATCH_NOW, 0}, dice, err);
        match_commit(trial);
    }
    match_free(trial);
    return status;
}

const Fault faults[] = {
    {"leak-deck", INVARIANT_TOLD_SAME, INVARIANT_TOLD_SAME, leak_deck},
    {"leak-prompt", INVARIANT_TOLD_SAME, INVARIANT_TOLD_MARKED, leak_prompt},
    {"leak-prompt-told", INVARIANT_TOLD_MARKED, INVARIANT_TOLD_MARKED, leak_prompt_told},
    {"leak-draft", INVARIANT_TOLD_NOTHING, INVARIANT_TOLD_SAME, leak_draft},
    {"leak-steps", INVARIANT_VIEW_FIELDS, INVARIANT_VIEW_FIELDS, leak_steps},
    {"tell-draw", INVARIANT_TOLD_KEPT, INVARIANT_TOLD_KEPT, tell_draw},
    {"tell-lay", INVARIANT_TOLD_KEPT, INVARIANT_TOLD_KEPT, tell_lay},
    {"unmarked", INVARIANT_TOLD_MARKED, INVARIANT_TOLD_MARKED, unmarked},
    {"wrong-event", INVARIANT_EVENTS, INVARIANT_EVENTS, wrong_event},
    {"unwritten", INVARIANT_VIEW_WHOLE, INVARIANT_VIEW_WHOLE, unwritten},
    {"legal-hand", INVARIANT_VIEW_LEGAL, INVARIANT_VIEW_LEGAL, legal_hand},
    {"unsorted", INVARIANT_LEGAL_ORDER, INVARIANT_LEGAL_ORDER, unsorted},
    {"unlisted", INVARIANT_LEGAL_COMPLETE, INVARIANT_LEGAL_COMPLETE, unlisted},
    {"stuck", INVARIANT_TO_ACT, INVARIANT_TO_ACT, stuck},
    {"refused", INVARIANT_LEGAL_ACCEPTED, INVARIANT_LEGAL_ACCEPTED, refused},
    {"mute", INVARIANT_REFUSAL, INVARIANT_REFUSAL, mute},
    {"sentence", INVARIANT_VIEW_CHECK, INVARIANT_VIEW_CHECK, sentence},
    {"aside-chance", INVARIANT_ASIDE_CHANCE, INVARIANT_ASIDE_CHANCE, aside_chance},
    {"aside-endless", INVARIANT_ASIDE_BOUND, INVARIANT_ASIDE_BOUND, aside_endless},
    {"listening", INVARIANT_APPLY_QUIET, INVARIANT_APPLY_QUIET, listening},
    {"moody", INVARIANT_APPLY_SAME, INVARIANT_APPLY_SAME, moody},
    {"late", INVARIANT_TOLD_SAME, INVARIANT_TOLD_SAME, late},
    {"lossy", INVARIANT_AUDIT, INVARIANT_AUDIT, lossy},
    {"hasty", INVARIANT_HEAD, INVARIANT_HEAD, hasty},
    {"endless", INVARIANT_ENDS, INVARIANT_ASIDE_BOUND, endless},
    {"odds-short", INVARIANT_ODDS, INVARIANT_ODDS, odds_short},
    {"outcome-twice", INVARIANT_OUTCOMES, INVARIANT_OUTCOMES, outcome_twice},
    {"setup-moody", INVARIANT_SETUP, INVARIANT_SETUP, setup_moody},
    {"setup-unknown", INVARIANT_PLAIN, INVARIANT_PLAIN, setup_unknown},
    {"resample-other", INVARIANT_RESAMPLE_VIEW, INVARIANT_RESAMPLE_VIEW, resample_other},
    {"resample-broken", INVARIANT_RESAMPLE, INVARIANT_RESAMPLE, resample_broken},
    {"score-sum", INVARIANT_SCORE, INVARIANT_SCORE, score_sum},
    {"score-view", INVARIANT_SCORE_VIEW, INVARIANT_SCORE_VIEW, score_view},
    {"padding", INVARIANT_FIELDS, INVARIANT_FIELDS, padding},
    {"hidden-set", INVARIANT_TABLES, INVARIANT_TABLES, hidden_set},
    {"loose-list", INVARIANT_LIST, INVARIANT_LIST, .submit = submit_loose},
    {0},
};
