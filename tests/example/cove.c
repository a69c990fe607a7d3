/* Cove: tables, set-up and chance. The rules are in round.c, trade.c and views.c. */
#include "cove.h"

static const char *const phase_names[] = {"draw", "lead", "look", "lay", "ask", "take", "turn", "over", NULL};
static const char *const trade_names[] = {"off", "on", NULL};
static const char *const ending_names[] = {"going-on", "rounds-over", NULL};
static const char *const part_names[] = {"tiles", "cards", NULL};

static const List lists[] = {
    {"card", NULL, offsetof(CoveContent, cards), offsetof(CoveContent, card[0].id), sizeof(struct CoveCard)},
    {"spot", NULL, offsetof(CoveContent, spots), offsetof(CoveContent, spot[0].id), sizeof(struct CoveSpot)},
    {"tile", NULL, offsetof(CoveContent, tiles), offsetof(CoveContent, tile[0].id), sizeof(struct CoveTile)},
    {"phase", .fixed = phase_names},
    {"ending", .fixed = ending_names},
    {0},
};

static const Option options[] = {{"rounds", NULL, 2, 8, 4}, {"trade", trade_names, 0, 1, 1}, {0}};

#define CARD(name)                                                                                                     \
    { name, "card" }
#define SPOT                                                                                                           \
    { "spot", "spot" }
#define TILE                                                                                                           \
    { "tile", "tile" }
#define SEAT(name)                                                                                                     \
    { name, "seat" }

static const MoveKind moves[] = {
    [MOVE_PEEK] = {"peek", 0, {SPOT}},
    [MOVE_PASS] = {"pass"},
    [MOVE_LAY] = {"lay", 0, {CARD("card")}},
    [MOVE_SKIP] = {"skip"},
    [MOVE_CHALLENGE] = {"challenge"},
    [MOVE_ANSWER] = {"answer"},
    [MOVE_LET] = {"let"},
    [MOVE_TAKE] = {"take", 0, {SPOT}},
    [MOVE_OFFER] = {"offer", MOVE_ASIDE, {SEAT("partner")}},
    [MOVE_GIVE] = {"give", MOVE_ASIDE, {CARD("card")}},
    [MOVE_WANT] = {"want", MOVE_ASIDE, {CARD("card")}},
    [MOVE_SEND] = {"send", MOVE_ASIDE},
    [MOVE_ACCEPT] = {"accept", MOVE_ASIDE, {SEAT("from")}},
    [MOVE_DECLINE] = {"decline", MOVE_ASIDE, {SEAT("from")}},
    [MOVE_DRAW] = {"draw", MOVE_CHANCE, {CARD("card")}},
    [MOVE_TURN] = {"turn", MOVE_CHANCE, {TILE}},
    {0},
};

static const EventKind events[] = {
    [EVENT_DREW] = {"drew", 0, {CARD("card")}},
    [EVENT_RESHUFFLED] = {"reshuffled"},
    [EVENT_ROUND] = {"round", 0, {{"round", NULL, 1, 8}}},
    [EVENT_PICKED] = {"picked", 0, {SPOT}},
    [EVENT_PEEKED] = {"peeked", EVENT_REVEALS, {SPOT, TILE}},
    [EVENT_PASSED] = {"passed"},
    [EVENT_LAID] = {"laid", 0, {CARD("card")}},
    [EVENT_SKIPPED] = {"skipped"},
    [EVENT_REVEALED] = {"revealed", EVENT_REVEALS, {CARD("card")}},
    [EVENT_WON] = {"won"},
    [EVENT_ASKED] = {"asked"},
    [EVENT_CHALLENGED] = {"challenged", 0, {SEAT("winner")}},
    [EVENT_ANSWERED] = {"answered", 0, {SEAT("challenger")}},
    [EVENT_LET] = {"let"},
    [EVENT_TOOK] = {"took", EVENT_REVEALS, {SPOT, TILE}},
    [EVENT_DRAFTED] = {"drafted", 0, {SEAT("partner"), CARD("give"), CARD("want")}},
    [EVENT_OFFERED] = {"offered", 0, {SEAT("partner"), CARD("give"), CARD("want")}},
    [EVENT_TRADED] = {"traded", EVENT_REVEALS, {SEAT("from"), {"cards", NULL, 1, 2}, CARD("give"), CARD("want")}},
    [EVENT_LAPSED] = {"lapsed", EVENT_REVEALS, {SEAT("from")}},
    [EVENT_DECLINED] = {"declined", 0, {SEAT("from")}},
    [EVENT_ENDED] = {"ended", 0, {{"ending", "ending"}}},
    {0},
};

static const Field fields[] = {
    FIELDS_HEAD(CoveState),
    FIELD(CoveState, phase, SEE_ALL, .list = "phase"),
    FIELD(CoveState, drawing, SEE_ALL, .list = "seat"),
    FIELD(CoveState, winner, SEE_ALL, .list = "seat"),
    FIELD(CoveState, spot, SEE_ALL, .list = "spot"),
    FIELD(CoveState, ready, SEE_ALL, .list = "seat", .is_mask = true),
    FIELD(CoveState, gone, SEE_ALL, .list = "spot", .is_mask = true),
    FIELD(CoveState, pile, SEE_ALL),
    FIELD(CoveState, depth, SEE_ALL),
    FIELD_ARRAY(CoveState, deck, SEE_PER_ENTRY, .col_list = "card"),
    FIELD_ARRAY(CoveState, discard, SEE_ALL, .col_list = "card"),
    FIELD_ARRAY(CoveState, bag, SEE_PER_ENTRY, .col_list = "tile"),
    FIELD_ARRAY(CoveState, tile, SEE_PER_ENTRY, .col_list = "spot", .list = "tile"),
    FIELD_ARRAY(CoveState, seen, SEE_ALL, .col_list = "spot", .list = "seat", .is_mask = true),
    FIELD_ARRAY(CoveState, spare, SEE_ALL),
    FIELD_FRAMES(CoveState, frame),
    FIELD_TABLE(CoveState, seat, hand, SEE_OWNER, .col_list = "card"),
    FIELD_ROWS(CoveState, seat, held, SEE_ALL),
    FIELD_ROWS(CoveState, seat, laid, SEE_OWNER, .list = "card"),
    FIELD_ROWS(CoveState, seat, points, SEE_ALL),
    FIELD_ROWS(CoveState, seat, draft_to, SEE_OWNER, .list = "seat"),
    FIELD_ROWS(CoveState, seat, draft_give, SEE_OWNER, .list = "card"),
    FIELD_ROWS(CoveState, seat, draft_want, SEE_OWNER, .list = "card"),
    FIELD_ROWS(CoveState, seat, offer_to, SEE_ALL, .list = "seat"),
    FIELD_ROWS(CoveState, seat, offer_give, SEE_PER_ENTRY, .list = "card"),
    FIELD_ROWS(CoveState, seat, offer_want, SEE_PER_ENTRY, .list = "card"),
    FIELD_ROWS(CoveState, seat, offers, SEE_ALL),
    {0},
};

#define AT(member) offsetof(CoveContent, member)

static const ContentField content[] = {
    {"cards", CONTENT_LIST, 0, AT(card), 2, COVE_CARDS, sizeof(struct CoveCard), AT(cards)},
    {"cards[].id", CONTENT_ID, 0, offsetof(struct CoveCard, id)},
    {"cards[].count", CONTENT_NUMBER, 1, offsetof(struct CoveCard, count), 1, 20},
    {"cards[].value", CONTENT_NUMBER, 1, offsetof(struct CoveCard, value), 0, 20},
    {"challenge", CONTENT_NAME, 1, AT(challenge), .list = "card"},
    {"spots", CONTENT_LIST, 0, AT(spot), 2, COVE_SPOTS, sizeof(struct CoveSpot), AT(spots)},
    {"spots[].id", CONTENT_ID, 0, offsetof(struct CoveSpot, id)},
    {"tiles", CONTENT_LIST, 0, AT(tile), 1, COVE_TILES, sizeof(struct CoveTile), AT(tiles)},
    {"tiles[].id", CONTENT_ID, 0, offsetof(struct CoveTile, id)},
    {"tiles[].count", CONTENT_NUMBER, 1, offsetof(struct CoveTile, count), 1, COVE_SPOTS},
    {"tiles[].points", CONTENT_NUMBER, 1, offsetof(struct CoveTile, points), 0, 20},
    {"hand", CONTENT_NUMBER, 1, AT(hand), 1, 6},
    {"offers", CONTENT_NUMBER, 1, AT(offers), 0, 4},
    {0},
};

/* ---- set-up --------------------------------------------------------------------------------------------- */

static Status prepare(const void *from, void *derived, Err *err) {
    const CoveContent *c = from;
    CoveDerived *d = derived;
    unsigned tiles = 0;
    *d = (CoveDerived){0};
    for (unsigned i = 0; i < c->cards; i++)
        d->cards = (uint8_t)(d->cards + c->card[i].count);
    for (unsigned i = 0; i < c->tiles; i++)
        tiles += c->tile[i].count;
    if (tiles != c->spots)
        return refuse(err, SK_CONTENT, 2, "There are {0} tiles for {1} spots; each spot needs one.", (int)tiles,
                      c->spots);
    return SK_OK;
}

static Status setup(const Rules *rules, void *state, Err *err) {
    const CoveContent *c = cove_content(rules);
    CoveState *s = state;
    uint8_t cards = ((const CoveDerived *)rules->derived)->cards;
    if (c->hand * rules->seats > cards)
        return refuse(err, SK_CONTENT, 1, "{0} seats need {1} cards; there are {2}.", rules->seats,
                      c->hand * rules->seats, cards);
    if (rules->option[OPTION_ROUNDS] > c->spots)
        return refuse(err, SK_RANGE, 2, "{0} rounds need {0} spots; there are {1}.", rules->option[OPTION_ROUNDS],
                      c->spots);
    *s = (CoveState){.drawing = no_seat(rules), .winner = no_seat(rules), .spot = no_spot(rules), .pile = cards};
    for (unsigned i = 0; i < c->cards; i++)
        s->deck[i] = c->card[i].count;
    for (unsigned i = 0; i < c->tiles; i++)
        s->bag[i] = c->tile[i].count;
    for (unsigned i = 0; i < COVE_SPOTS; i++)
        s->tile[i] = no_tile(rules);
    for (unsigned i = 0; i < COVE_SEATS; i++)
        s->seat[i].laid = no_card(rules);
    trade_begin(rules, s);
    draw_next(rules, s, NULL);
    return SK_OK;
}

/* ---- moves and chance ----------------------------------------------------------------------------------- */

static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const CoveState *s = state;
    Move *end = out;
    if (s->head.node != NODE_DECISION)
        return 0;
    if (s->head.to_act & BIT(seat))
        end = round_legal(rules, s, seat, end);
    return (unsigned)(trade_legal(rules, s, seat, end) - out);
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    return (move.kind < MOVE_OFFER ? round_check : trade_check)(rules, state, move, err);
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    CoveState *s = state;
    if (move.kind == MOVE_DRAW)
        draw_apply(rules, s, move.arg[0], sink);
    else if (move.kind == MOVE_TURN)
        (s->phase == PHASE_LOOK ? look_apply : turn_apply)(rules, s, move.arg[0], sink);
    else
        (move.kind < MOVE_OFFER ? round_apply : trade_apply)(rules, s, move, sink);
}

/* The counts from which chance draws: the deck, or the tiles that nobody has seen. */
static const uint8_t *stock(const Rules *rules, const CoveState *s, unsigned *kinds) {
    *kinds = s->phase == PHASE_DRAW ? cove_content(rules)->cards : cove_content(rules)->tiles;
    return s->phase == PHASE_DRAW ? s->deck : s->bag;
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    unsigned kinds;
    const uint8_t *left = stock(rules, state, &kinds);
    odds->n = odds->total = 0;
    for (unsigned i = 0; i < kinds; i++)
        if (left[i])
            odds->total += odds->weight[odds->n++] = left[i];
}

static Move outcome(const Rules *rules, const void *state, unsigned n) {
    unsigned kinds, i = 0;
    const uint8_t *left = stock(rules, state, &kinds);
    for (;; i++)
        if (left[i] && n-- == 0)
            return (Move){
                ((const CoveState *)state)->phase == PHASE_DRAW ? MOVE_DRAW : MOVE_TURN, CHANCE, {(uint8_t)i}};
}

const Game cove_game = {
    .id = "cove",
    .version = 1,
    .seats_min = 2,
    .seats_max = COVE_SEATS,
    .state_size = sizeof(CoveState),
    .content_size = sizeof(CoveContent),
    .derived_size = sizeof(CoveDerived),
    .steps_max = 1500, /* the deal, and 8 rounds with 14 decisions, 24 draws and at most 100 asides each */
    .fields = fields,
    .moves = moves,
    .events = events,
    .options = options,
    .lists = lists,
    .content = content,
    .endings = ending_names,
    .parts = part_names,
    .prepare = prepare,
    .setup = setup,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .outcome = outcome,
    .observe = cove_observe,
    .resample = cove_resample,
    .score = cove_score,
    .audit = cove_audit,
};
