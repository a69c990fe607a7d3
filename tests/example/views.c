/* Views of a state, states that fit a view, the score, and the invariants of a state. */
#include "cove.h"

/* ---- views ---------------------------------------------------------------------------------------------- */

static bool tile_is_known(const CoveState *s, unsigned spot, unsigned viewer) {
    return (s->gone & BIT(spot)) || (viewer < COVE_SEATS && (s->seen[spot] & BIT(viewer)));
}

/* The deck's true counts would reveal what other seats drew. A view has all cards minus those the viewer can see. */
static void count_unseen(const Rules *rules, const CoveState *s, unsigned viewer, CoveState *v) {
    const CoveContent *c = cove_content(rules);
    for (unsigned i = 0; i < COVE_CARDS; i++) {
        unsigned count = i < c->cards ? c->card[i].count : 0;
        v->deck[i] = (uint8_t)(count - s->discard[i] - (viewer < rules->seats ? s->seat[viewer].hand[i] : 0));
    }
    for (unsigned i = 0; i < COVE_TILES; i++)
        v->bag[i] = i < c->tiles ? c->tile[i].count : 0;
    for (unsigned spot = 0; spot < c->spots; spot++)
        if (tile_is_known(s, spot, viewer))
            v->bag[s->tile[spot]]--;
}

void cove_observe(const Rules *rules, const void *state, unsigned viewer, void *view) {
    const CoveState *s = state;
    CoveState *v = view;
    fields_observe(rules, state, viewer, view);
    count_unseen(rules, s, viewer, v);
    for (unsigned spot = 0; spot < COVE_SPOTS; spot++)
        if (!s->seen[spot] || tile_is_known(s, spot, viewer))
            v->tile[spot] = s->tile[spot]; /* it is public that nobody has looked */
    for (unsigned i = 0; i < COVE_SEATS; i++) {
        uint8_t to = s->seat[i].offer_to;
        if (to == no_seat(rules) || to == viewer || i == viewer) {
            v->seat[i].offer_give = s->seat[i].offer_give;
            v->seat[i].offer_want = s->seat[i].offer_want;
        }
    }
}

/* Removes a random item from the stock and returns its kind. */
static uint8_t stock_draw(uint8_t *stock, unsigned kinds, Rng *rng) {
    uint32_t all = 0, i = 0;
    for (unsigned k = 0; k < kinds; k++)
        all += stock[k];
    uint32_t pick = rng_below(rng, all);
    while (pick >= stock[i])
        pick -= stock[i++];
    stock[i]--;
    return (uint8_t)i;
}

static void seat_resample(const Rules *rules, CoveState *s, unsigned i, Rng *rng) {
    CoveSeat *seat = &s->seat[i];
    unsigned cards = cove_content(rules)->cards;
    for (unsigned card = 0; card < COVE_CARDS; card++)
        seat->hand[card] = 0;
    seat->laid = no_card(rules);
    for (unsigned n = 0; n < seat->held; n++) {
        uint8_t card = stock_draw(s->deck, cards, rng);
        seat->hand[card]++;
        if (n == 0 && (s->ready & BIT(i)))
            seat->laid = card;
    }
    seat->draft_to = no_seat(rules);
    seat->draft_give = seat->draft_want = no_card(rules);
    if (seat->offers && seat->offer_to == no_seat(rules) &&
        rng_below(rng, 4) == 0) { /* the seat may be making an offer */
        seat->draft_to = (uint8_t)((i + 1 + rng_below(rng, rules->seats - 1u)) % rules->seats);
        seat->draft_give = (uint8_t)rng_below(rng, cards + 1);
        seat->draft_want = (uint8_t)rng_below(rng, cards + 1);
    }
    if (seat->offer_give == UNKNOWN8) { /* any card: the seat may no longer have it */
        seat->offer_give = (uint8_t)rng_below(rng, cards);
        seat->offer_want = (uint8_t)rng_below(rng, cards + 1);
    }
}

static void seat_clear(const Rules *rules, CoveSeat *seat) {
    *seat = (CoveSeat){.laid = no_card(rules),
                       .draft_to = no_seat(rules),
                       .draft_give = no_card(rules),
                       .draft_want = no_card(rules),
                       .offer_to = no_seat(rules),
                       .offer_give = no_card(rules),
                       .offer_want = no_card(rules)};
}

void cove_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    CoveState *s = state;
    *s = *(const CoveState *)view;
    s->head.steps = 0;
    for (unsigned i = 0; i < COVE_SEATS; i++) {
        if (i >= rules->seats)
            seat_clear(rules, &s->seat[i]);
        else if (i != viewer)
            seat_resample(rules, s, i, rng);
    }
    for (unsigned spot = 0; spot < COVE_SPOTS; spot++)
        if (s->tile[spot] == UNKNOWN8)
            s->tile[spot] = stock_draw(s->bag, cove_content(rules)->tiles, rng);
}

/* ---- score, R12 ----------------------------------------------------------------------------------------- */

void cove_score(const Rules *rules, const void *state, Score *score) {
    const CoveState *s = state;
    *score = (Score){.ending = s->phase == PHASE_OVER};
    for (unsigned i = 0; i < rules->seats; i++) {
        score->part[i][0] = s->seat[i].points;
        for (unsigned card = 0; card < cove_content(rules)->cards; card++)
            if (s->seat[i].hand[card] != UNKNOWN8) /* in a view, other seats' cards do not count */
                score->part[i][1] += s->seat[i].hand[card] * cove_content(rules)->card[card].value;
        score->points[i] = score->part[i][0] + score->part[i][1];
    }
    for (unsigned i = 0; i < rules->seats; i++) {
        score->place[i] = 1;
        for (unsigned other = 0; other < rules->seats; other++)
            score->place[i] = (uint8_t)(score->place[i] + (score->points[other] > score->points[i]));
    }
}

/* ---- audit ---------------------------------------------------------------------------------------------- */

static const char *audit_ranges(const Rules *rules, const CoveState *s) {
    const CoveContent *c = cove_content(rules);
    unsigned seats = rules->seats;
    if (s->phase > PHASE_OVER || s->drawing > seats || s->winner > seats || s->spot > c->spots ||
        s->depth > COVE_FRAMES)
        return "all values are in range";
    if (s->spare[0] || s->spare[1] || (s->gone >> c->spots) || (s->ready >> seats))
        return "sets contain only existing spots and seats";
    if (s->head.turn > rules->option[OPTION_ROUNDS])
        return "there are no more rounds than the option allows";
    for (unsigned i = 0; i < COVE_SPOTS; i++)
        if (s->tile[i] > c->tiles || (s->seen[i] >> seats))
            return "tiles and the seats that saw them exist";
    for (unsigned i = 0; i < COVE_SEATS; i++) {
        const CoveSeat *seat = &s->seat[i];
        if (seat->laid > c->cards || seat->draft_to > seats || seat->draft_give > c->cards ||
            seat->draft_want > c->cards || seat->offer_to > seats || seat->offer_give > c->cards ||
            seat->offer_want > c->cards || seat->offers > c->offers)
            return "drafts and offers name existing seats and cards";
        if (i >= seats && (seat->held || seat->points || seat->offers || seat->laid != c->cards ||
                           seat->draft_to != seats || seat->offer_to != seats))
            return "an empty seat has nothing";
    }
    return NULL;
}

static const char *audit_cards(const Rules *rules, const CoveState *s) {
    const CoveContent *c = cove_content(rules);
    unsigned pile = 0;
    for (unsigned card = 0; card < COVE_CARDS; card++) {
        unsigned all = s->deck[card] + s->discard[card];
        for (unsigned i = 0; i < COVE_SEATS; i++)
            all += s->seat[i].hand[card];
        pile += s->deck[card];
        if (all != (card < c->cards ? c->card[card].count : 0))
            return "every card is in exactly one place";
    }
    if (pile != s->pile)
        return "pile is the size of the deck";
    for (unsigned i = 0; i < rules->seats; i++) {
        const CoveSeat *seat = &s->seat[i];
        unsigned held = 0;
        for (unsigned card = 0; card < COVE_CARDS; card++)
            held += seat->hand[card];
        if (held != seat->held)
            return "held is the size of the hand";
        if ((seat->laid < c->cards) != ((s->ready & BIT(i)) != 0) || (seat->laid < c->cards && !seat->hand[seat->laid]))
            return "a ready seat has laid a card from its hand";
        if ((seat->offer_to == rules->seats) != (seat->offer_give == c->cards))
            return "an offer gives something to somebody";
        if (seat->draft_to == i || seat->offer_to == i)
            return "no seat trades with itself";
    }
    return NULL;
}

static const char *audit_tiles(const Rules *rules, const CoveState *s) {
    const CoveContent *c = cove_content(rules);
    uint8_t all[COVE_TILES + 1] = {0};
    for (unsigned spot = 0; spot < COVE_SPOTS; spot++) {
        all[s->tile[spot]]++;
        if ((s->tile[spot] != c->tiles) != (s->seen[spot] || (s->gone & BIT(spot))))
            return "a tile is drawn when it is first seen";
    }
    for (unsigned i = 0; i < COVE_TILES; i++)
        if (i < c->tiles ? all[i] + s->bag[i] != c->tile[i].count : s->bag[i])
            return "every tile is in exactly one place";
    return NULL;
}

static const char *audit_phase(const Rules *rules, const CoveState *s) {
    bool asking = s->phase == PHASE_ASK;
    uint8_t act = 0;
    NodeKind node = NODE_DECISION;
    if (s->phase == PHASE_DRAW || s->phase == PHASE_LOOK || s->phase == PHASE_TURN || s->phase == PHASE_OVER)
        node = s->phase == PHASE_OVER ? NODE_OVER : NODE_CHANCE;
    else if (s->phase == PHASE_LAY)
        act = s->head.to_act & (uint8_t)~s->ready;
    else if (!asking)
        act = (uint8_t)BIT(s->phase == PHASE_LEAD ? cove_leader(rules, s) : s->winner);
    else if (s->depth)
        act = (uint8_t)BIT(s->frame[s->depth - 1].seat);
    if (s->head.node != node || s->head.to_act != act || (asking != (s->depth > 0)) || (node == NODE_DECISION && !act))
        return "node, to_act and frames fit the phase";
    if (s->head.turn == 0 && s->phase != PHASE_DRAW)
        return "the cards are dealt before the first round";
    if ((s->winner < rules->seats) != (asking || s->phase == PHASE_TAKE || s->phase == PHASE_TURN))
        return "a round has a winner once the cards are turned up";
    if ((s->spot < cove_content(rules)->spots) != (s->phase == PHASE_LOOK || s->phase == PHASE_TURN))
        return "spot is the one being turned";
    if ((s->drawing < rules->seats) != (s->phase == PHASE_DRAW) || (s->ready && s->phase != PHASE_LAY))
        return "drawing and ready fit the phase";
    return NULL;
}

static const char *audit_frames(const Rules *rules, const CoveState *s) {
    for (unsigned i = 0; i < COVE_FRAMES; i++) {
        const Frame *f = &s->frame[i];
        unsigned kind = i < s->depth ? i + 1 : FRAME_NONE;
        if (f->kind != kind || f->seat >= rules->seats || f->arg[0] >= rules->seats)
            return "frames are a challenge and its answer";
    }
    if (s->depth && (s->frame[0].arg[0] != s->winner || s->frame[0].seat == s->winner))
        return "a challenge is directed at the winner";
    if (s->depth == 2 && (s->frame[1].seat != s->winner || s->frame[1].arg[0] != s->frame[0].seat))
        return "the winner answers the challenger";
    return NULL;
}

const char *cove_audit(const Rules *rules, const void *state) {
    const char *(*const parts[])(const Rules *, const CoveState *) = {audit_ranges, audit_cards, audit_tiles,
                                                                      audit_phase, audit_frames};
    const char *broken = NULL;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts && !broken; i++)
        broken = parts[i](rules, state);
    return broken;
}
