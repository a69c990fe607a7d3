/* The rules of the coin game; see coin.h. */
#include "coin.h"

#include <string.h>

#include "engine/rules.h"

enum { TURNS = 4 };

static const Field fields[] = {FIELDS_HEAD(CoinState),
                               FIELD_ARRAY(CoinState, points, SEE_ALL),
                               FIELD(CoinState, mover, SEE_ALL),
                               FIELD(CoinState, spare, SEE_ALL),
                               {0}};
static const MoveKind moves[] = {
    {"sure", 0, {{0}}}, {"toss", 0, {{0}}}, {"skip", 0, {{0}}}, {"face", MOVE_CHANCE, {{"points", NULL, 0, 1}}}, {0}};
static const EventKind events[] = {{"moved", 0, {{"kind", NULL, 0, 3}}}, {0}};
static const Option options[] = {{0}};
static const List lists[] = {{0}};
static const ContentField content[] = {{0}};
static const char *const endings[] = {"going-on", "over", NULL};
static const char *const parts[] = {"points", NULL};

static Status prepare(const void *loaded, void *derived, Err *err) {
    (void)loaded;
    (void)derived;
    (void)err;
    return SK_OK;
}

static Status setup(const Rules *rules, void *state, Err *err) {
    CoinState *s = state;
    (void)rules;
    (void)err;
    memset(s, 0, sizeof *s);
    s->head.turn = 1;
    s->head.to_act = 1;
    return SK_OK;
}

static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    (void)rules;
    if (!(state_head(state)->to_act & (1u << seat)))
        return 0;
    for (unsigned kind = COIN_SURE; kind <= COIN_SKIP; kind++)
        out[kind] = move_make(kind, seat, 0, 0);
    return COIN_SKIP + 1;
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    (void)rules;
    if (move.kind <= COIN_SKIP && (state_head(state)->to_act & (1u << move.seat)))
        return SK_OK;
    return refuse(err, SK_TURN, 1, "Not now.");
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    CoinState *s = state;
    (void)rules;
    tell(sink, 0, move.seat, (int16_t)move.kind);
    if (move.kind == COIN_TOSS) {
        s->head.node = NODE_CHANCE;
        s->head.to_act = 0;
        return;
    }
    s->points[s->mover] =
        (uint8_t)(s->points[s->mover] + (move.kind == COIN_FACE ? move.arg[0] : move.kind == COIN_SURE));
    s->mover ^= 1;
    s->head.turn++;
    s->head.node = s->head.turn > TURNS ? NODE_OVER : NODE_DECISION;
    s->head.to_act = s->head.turn > TURNS ? 0 : (uint8_t)(1u << s->mover);
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    (void)rules;
    (void)state;
    odds->n = 2;
    odds->total = 0;
}

static Move outcome(const Rules *rules, const void *state, unsigned i) {
    (void)rules;
    (void)state;
    return move_make(COIN_FACE, CHANCE, i, 0);
}

static void resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    (void)viewer;
    (void)rng;
    memcpy(state, view, rules->game->state_size);
    ((Head *)state)->steps = 0;
}

static void score(const Rules *rules, const void *state, Score *out) {
    const CoinState *s = state;
    (void)rules;
    memset(out, 0, sizeof *out);
    for (unsigned seat = 0; seat < 2; seat++) {
        out->points[seat] = out->part[seat][0] = s->points[seat];
        out->place[seat] = s->points[seat] >= s->points[seat ^ 1] ? 1 : 2;
    }
    out->ending = s->head.node == NODE_OVER;
}

static const char *audit(const Rules *rules, const void *state) {
    (void)rules;
    (void)state;
    return NULL;
}

const Game coin_game = {.id = "coin",
                        .version = 1,
                        .seats_min = 2,
                        .seats_max = 2,
                        .state_size = sizeof(CoinState),
                        .steps_max = 100,
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
                        .observe = fields_observe,
                        .resample = resample,
                        .score = score,
                        .audit = audit};
