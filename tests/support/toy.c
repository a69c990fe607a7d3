#include "toy.h"

#include "engine/rules.h"

static const char *const place_names[] = {"hill", "lake", "cave", NULL};
static const char *const phase_names[] = {"play", "choosing", "rolling", "done", NULL};
static const char *const endings[] = {"going-on", "done", NULL};
static const char *const parts[] = {"gold", "cards", NULL};
static const char *const moods[] = {"calm", "wild", NULL};

static const List lists[] = {
    {"place", .fixed = place_names},
    {"phase", .fixed = phase_names},
    {"card", NULL, offsetof(ToyContent, cards), offsetof(ToyContent, card[0].id), sizeof(ToyCard)},
    {0},
};
static const Option options[] = {{"mood", moods, 0, 1, 0}, {"rounds", NULL, 1, 9, 2}, {0}};

static const MoveKind moves[] = {
    [TOY_TAKE] = {"take", 0, {{"amount", NULL, 1, 3}}},
    [TOY_MARK] = {"mark", 0, {{"place", "place"}}},
    [TOY_ROLL] = {"roll"},
    [TOY_PEEK] = {"peek"},
    [TOY_END] = {"end"},
    [TOY_CHOOSE] = {"choose", 0, {{"number", NULL, 1, 2}}},
    [TOY_CALL] = {"call", MOVE_ASIDE, {{"whom", "seat"}}},
    [TOY_FACE] = {"face", MOVE_CHANCE, {{"place", "place"}}},
    {0},
};

static const EventKind events[] = {
    [TOLD_TOOK] = {"took", 0, {{"amount", NULL, 0, 255}}},
    [TOLD_MARKED] = {"marked", 0, {{"place", "place"}}},
    [TOLD_ROLLED] = {"rolled", 0, {{"place", "place"}}},
    [TOLD_PEEKED] = {"peeked", 0, {{"card", "card"}}},
    [TOLD_ENDED] = {"ended", 0, {{"turn", NULL, 0, 255}}},
    [TOLD_CHOSE] = {"chose"},
    [TOLD_SHOWN] = {"shown", EVENT_REVEALS, {{"a", NULL, 0, 9}, {"b", NULL, 0, 9}, {"c", NULL, 0, 9}}},
    [TOLD_CALLED] = {"called", 0, {{"whom", "seat"}}},
    {0},
};

static const Field fields[] = {
    FIELDS_HEAD(ToyState),
    FIELD_ROWS(ToyState, seat, gold, SEE_ALL, .row_list = "seat"),
    FIELD_TABLE(ToyState, seat, card, SEE_PER_ENTRY, .row_list = "seat", .list = "card"),
    FIELD_ROWS(ToyState, seat, chosen, SEE_OWNER, .row_list = "seat"),
    FIELD_ROWS(ToyState, seat, called, SEE_ALL, .row_list = "seat"),
    FIELD_ROWS(ToyState, seat, peeked, SEE_OWNER, .row_list = "seat"),
    FIELD(ToyState, pot, SEE_ALL),
    FIELD(ToyState, mood, SEE_ALL),
    FIELD(ToyState, phase, SEE_ALL, .list = "phase"),
    FIELD_GRID(ToyState, grid, SEE_ALL, .col_list = "place"),
    FIELD(ToyState, clock, SEE_NOBODY),
    FIELD(ToyState, marks, SEE_ALL, .list = "place", .is_mask = true),
    {0},
};

static const ContentField content[] = {
    {"cards", CONTENT_LIST, 0, offsetof(ToyContent, card), 2, TOY_CARDS, sizeof(ToyCard), offsetof(ToyContent, cards)},
    {"cards[].id", CONTENT_ID, 0, offsetof(ToyCard, id)},
    {"cards[].value", CONTENT_NUMBER, 2, offsetof(ToyCard, value), -5, 100},
    {"cards[].wild", CONTENT_FLAG, 1, offsetof(ToyCard, wild)},
    {"cards[].home", CONTENT_NAME, 1, offsetof(ToyCard, home), .list = "place"},
    {"start.place", CONTENT_NAME, 1, offsetof(ToyContent, place), .list = "place"},
    {"start.gold", CONTENT_NUMBER, 2, offsetof(ToyContent, gold), -100, 100},
    {"start.large", CONTENT_NUMBER, 4, offsetof(ToyContent, large), -1000000, 1000000},
    {"limits", CONTENT_LIST, 0, offsetof(ToyContent, limit), 3, 3, 1, offsetof(ToyContent, limits)},
    {"limits[]", CONTENT_NUMBER, 1, 0, 0, 255},
    {"drawing", CONTENT_IGNORED},
    {0},
};

const char toy_json[] = "{\"cards\": [{\"id\": \"knife\", \"value\": -5, \"wild\": false, \"home\": \"cave\"},"
                        "{\"id\": \"rope-2\", \"value\": 100, \"wild\": true, \"home\": \"hill\"}],"
                        "\"start\": {\"place\": \"lake\", \"gold\": -7, \"large\": 1000000}, \"limits\": [1, 2, 255],"
                        "\"drawing\": {\"x\": 1.5}}";

static Status prepare(const void *bytes, void *derived, Err *err) {
    const ToyContent *c = bytes;
    ToyDerived *d = derived;
    d->total = 0;
    for (unsigned i = 0; i < c->cards; i++)
        d->total += c->card[i].value;
    if (d->total == 0)
        return refuse(err, SK_CONTENT, 3, "The values add up to {0}, {1:card} among them.", 0, 0);
    return SK_OK;
}

static void seat_next(ToyState *s, unsigned seat) { s->head.to_act = (uint8_t)(1u << seat); }

static Status setup(const Rules *rules, void *state, Err *err) {
    ToyState *s = state;
    const ToyContent *c = rules->content;
    if (rules->option[0] == 1 && rules->option[1] == 9)
        return refuse(err, SK_RULE, 4, "A wild game of {0} rounds does not go together.", 9);
    *s = (ToyState){.head = {.turn = 1}, .pot = 20, .mood = -1};
    for (unsigned i = 0; i < rules->seats; i++)
        s->seat[i] = (ToySeat){.gold = c->gold, .card = {(uint8_t)(i % c->cards), c->cards, c->cards}};
    seat_next(s, 0);
    return SK_OK;
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    const ToyState *s = state;
    if (move.kind == TOY_CALL) {
        if (s->seat[move.seat].called)
            return refuse(err, SK_RULE, 5, "You have called already.");
        return move.seat == move.arg[0] ? refuse(err, SK_RULE, 6, "You are {0:seat} yourself.", move.arg[0]) : SK_OK;
    }
    if ((s->phase == TOY_CHOOSING) != (move.kind == TOY_CHOOSE))
        return refuse(err, SK_TURN, 1, "Not in this phase.");
    if (move.kind == TOY_TAKE && move.arg[0] > s->pot)
        return refuse(err, SK_RANGE, 2, "The pot holds {0}, not {1}.", s->pot, move.arg[0]);
    if (move.kind == TOY_MARK && s->marks & (1u << move.arg[0]))
        return refuse(err, SK_RULE, 2, "{0:place} is marked.", move.arg[0]);
    if (move.kind == TOY_PEEK && s->seat[move.seat].peeked)
        return refuse(err, SK_RULE, 2, "You know your card.");
    (void)rules;
    return SK_OK;
}

/* Lists every move that check accepts. */
static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const ToyState *s = state;
    unsigned n = 0;
    for (unsigned kind = 0; kind < TOY_FACE; kind++) {
        const Arg *arg = &moves[kind].arg[0];
        int hi = !arg->name ? 0 : arg->list ? (int)list_count(rules, arg->list) - 1 : arg->hi;
        for (int i = arg->list ? 0 : arg->lo; i <= hi; i++) {
            Move move = {(uint8_t)kind, (uint8_t)seat, {(uint8_t)i}};
            bool may_act = moves[kind].flags & MOVE_ASIDE || s->head.to_act & (1u << seat);
            if (s->head.node == NODE_DECISION && may_act && check(rules, state, move, NULL) == SK_OK)
                out[n++] = move;
        }
    }
    return n;
}

static void choose(const Rules *rules, ToyState *s, Move move, Sink *sink) {
    s->seat[move.seat].chosen = move.arg[0];
    s->head.to_act &= (uint8_t) ~(1u << move.seat);
    tell(sink, TOLD_CHOSE, move.seat, 0);
    if (s->head.to_act)
        return;
    tell(sink, TOLD_SHOWN, CHANCE, s->seat[0].chosen, s->seat[1].chosen, s->seat[2].chosen);
    for (unsigned i = 0; i < rules->seats; i++)
        s->seat[i].chosen = 0;
    s->phase = TOY_PLAY;
    seat_next(s, (unsigned)(s->head.turn - 1) % rules->seats);
}

static void end(const Rules *rules, ToyState *s, Move move, Sink *sink) {
    tell(sink, TOLD_ENDED, move.seat, (int16_t)s->head.turn);
    if (s->head.turn == rules->option[1] * rules->seats) {
        s->head.node = NODE_OVER;
        s->head.to_act = 0;
        s->phase = TOY_DONE;
        return;
    }
    s->head.turn++;
    seat_next(s, (unsigned)(s->head.turn - 1) % rules->seats);
    if (s->head.turn % 2 == 0) {
        s->phase = TOY_CHOOSING;
        s->head.to_act = (uint8_t)((1u << rules->seats) - 1);
    }
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    ToyState *s = state;
    ToySeat *own = move.seat == CHANCE ? NULL : &s->seat[move.seat];
    s->clock++;
    switch (move.kind) {
    case TOY_TAKE:
        s->pot = (uint16_t)(s->pot - move.arg[0]);
        own->gold = (int16_t)(own->gold + move.arg[0]);
        tell(sink, TOLD_TOOK, move.seat, move.arg[0]);
        break;
    case TOY_MARK:
        s->marks |= 1u << move.arg[0];
        s->grid[1][move.arg[0]]++;
        tell(sink, TOLD_MARKED, move.seat, move.arg[0]);
        break;
    case TOY_ROLL:
        s->head.node = NODE_CHANCE;
        s->head.to_act = 0;
        s->phase = TOY_ROLLING;
        break;
    case TOY_PEEK:
        own->peeked = 1;
        tell_secret(sink, TOLD_PEEKED, move.seat, 1, 1u << move.seat, own->card[0]);
        break;
    case TOY_END:
        end(rules, s, move, sink);
        break;
    case TOY_CHOOSE:
        choose(rules, s, move, sink);
        break;
    case TOY_CALL:
        own->called = 1;
        tell_only(sink, TOLD_CALLED, move.seat, 1u << move.seat | 1u << move.arg[0], move.arg[0]);
        break;
    default:
        s->pot = (uint16_t)(s->pot + move.arg[0]);
        s->head.node = NODE_DECISION;
        s->phase = TOY_PLAY;
        seat_next(s, (unsigned)(s->head.turn - 1) % rules->seats);
        tell(sink, TOLD_ROLLED, CHANCE, move.arg[0]);
    }
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    (void)rules, (void)state;
    odds->n = 3;
    odds->total = 6;
    for (unsigned i = 0; i < 3; i++)
        odds->weight[i] = i + 1;
}

static Move outcome(const Rules *rules, const void *state, unsigned i) {
    (void)rules, (void)state;
    return (Move){TOY_FACE, CHANCE, {(uint8_t)i}};
}

static void observe(const Rules *rules, const void *state, unsigned viewer, void *view) {
    const ToyState *s = state;
    fields_observe(rules, state, viewer, view);
    if (viewer < TOY_SEATS && s->seat[viewer].peeked)
        for (unsigned i = 0; i < 3; i++)
            ((ToyState *)view)->seat[viewer].card[i] = s->seat[viewer].card[i];
}

static void resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    (void)rules, (void)viewer, (void)rng;
    *(ToyState *)state = *(const ToyState *)view;
}

static void score(const Rules *rules, const void *state, Score *out) {
    const ToyState *s = state;
    *out = (Score){.ending = s->head.node == NODE_OVER};
    for (unsigned i = 0; i < rules->seats; i++) {
        out->points[i] = out->part[i][0] = s->seat[i].gold;
        out->place[i] = 1;
        for (unsigned k = 0; k < rules->seats; k++)
            out->place[i] = (uint8_t)(out->place[i] + (s->seat[k].gold > s->seat[i].gold));
    }
}

static const char *audit(const Rules *rules, const void *state) {
    const ToyState *s = state;
    const ToyContent *c = rules->content;
    for (unsigned i = 0; i < rules->seats; i++)
        for (unsigned k = 0; k < 3; k++)
            if (s->seat[i].card[k] > c->cards)
                return "every card is one of the pack";
    if (s->pot > 1000)
        return "the pot holds at most 1000";
    return s->phase > TOY_DONE || s->head.node > NODE_OVER ? "phase and node are valid" : NULL;
}

const Game toy_game = {
    .id = "toy",
    .version = 3,
    .seats_min = 2,
    .seats_max = TOY_SEATS,
    .state_size = sizeof(ToyState),
    .content_size = sizeof(ToyContent),
    .derived_size = sizeof(ToyDerived),
    .steps_max = 10000,
    .fields = fields,
    .moves = moves,
    .events = events,
    .options = options,
    .lists = lists,
    .content = content,
    .endings = endings,
    .parts = parts,
    .prepare = prepare,
    .setup = setup,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .outcome = outcome,
    .observe = observe,
    .resample = resample,
    .score = score,
    .audit = audit,
};
