/* A round (R1-R9): players draw, the leader peeks, everyone lays a card, and the winner, if not challenged, takes a
 * tile. */
#include "cove.h"

static void await_seats(CoveState *s, CovePhase phase, uint32_t seats) {
    s->phase = (uint8_t)phase;
    s->head.node = seats ? NODE_DECISION : NODE_CHANCE;
    s->head.to_act = (uint8_t)seats;
}

static void card_discard(CoveState *s, unsigned seat, unsigned card) {
    s->seat[seat].hand[card]--;
    s->seat[seat].held--;
    s->discard[card]++;
}

/* ---- drawing, R1, R2, R9 -------------------------------------------------------------------------------- */

static void round_begin(const Rules *rules, CoveState *s, Sink *sink) {
    s->drawing = no_seat(rules);
    if (s->head.turn == (unsigned)rules->option[OPTION_ROUNDS]) {
        s->phase = PHASE_OVER;
        s->head.node = NODE_OVER;
        s->head.to_act = 0;
        tell(sink, EVENT_ENDED, CHANCE, 1);
        return;
    }
    s->head.turn++;
    trade_begin(rules, s);
    await_seats(s, PHASE_LEAD, BIT(cove_leader(rules, s)));
    tell(sink, EVENT_ROUND, CHANCE, (int16_t)s->head.turn);
}

static void reshuffle(const Rules *rules, CoveState *s, Sink *sink) {
    for (unsigned i = 0; i < cove_content(rules)->cards; i++) {
        s->deck[i] = s->discard[i];
        s->pile = (uint8_t)(s->pile + s->discard[i]);
        s->discard[i] = 0;
    }
    if (s->pile)
        tell(sink, EVENT_RESHUFFLED, CHANCE, 0);
}

/* R9: the next seat that is short of a card, from the leader on, draws one. Every card is a chance node of its own. */
void draw_next(const Rules *rules, CoveState *s, Sink *sink) {
    if (s->pile == 0)
        reshuffle(rules, s, sink);
    for (unsigned i = 0; i < rules->seats && s->pile; i++) {
        unsigned seat = (cove_leader(rules, s) + i) % rules->seats;
        if (s->seat[seat].held < cove_content(rules)->hand) {
            s->drawing = (uint8_t)seat;
            await_seats(s, PHASE_DRAW, 0);
            return;
        }
    }
    round_begin(rules, s, sink);
}

void draw_apply(const Rules *rules, CoveState *s, unsigned card, Sink *sink) {
    CoveSeat *seat = &s->seat[s->drawing];
    s->deck[card]--;
    s->pile--;
    seat->hand[card]++;
    seat->held++;
    tell_secret(sink, EVENT_DREW, s->drawing, 1, BIT(s->drawing), (int16_t)card);
    draw_next(rules, s, sink);
}

/* ---- the leader, R3 ------------------------------------------------------------------------------------- */

static uint32_t spots_left(const Rules *rules, const CoveState *s) {
    return (BIT(cove_content(rules)->spots) - 1) & ~(uint32_t)s->gone;
}

static void lay_begin(const Rules *rules, CoveState *s) {
    s->ready = 0;
    s->spot = no_spot(rules);
    await_seats(s, PHASE_LAY, BIT(rules->seats) - 1);
}

static Status peek_check(const Rules *rules, const CoveState *s, unsigned seat, unsigned spot, Err *err) {
    if (!(spots_left(rules, s) & BIT(spot)))
        return refuse(err, SK_RULE, 3, "The tile at {0:spot} has been taken.", (int)spot);
    if (s->seen[spot] & BIT(seat))
        return refuse(err, SK_RULE, 3, "You have already seen the tile at {0:spot}: {1:tile}.", (int)spot,
                      s->tile[spot]);
    return SK_OK;
}

static void peek_finish(const Rules *rules, CoveState *s, unsigned spot, Sink *sink) {
    unsigned seat = cove_leader(rules, s);
    s->seen[spot] |= (uint8_t)BIT(seat);
    tell_secret(sink, EVENT_PEEKED, seat, 2, BIT(seat), (int16_t)spot, s->tile[spot]);
    lay_begin(rules, s);
}

static void peek_apply(const Rules *rules, CoveState *s, unsigned spot, Sink *sink) {
    if (s->tile[spot] != no_tile(rules)) {
        peek_finish(rules, s, spot, sink); /* another seat has seen it, which is public, so no tile is drawn */
        return;
    }
    s->spot = (uint8_t)spot;
    await_seats(s, PHASE_LOOK, 0);
    tell(sink, EVENT_PICKED, cove_leader(rules, s), (int16_t)spot);
}

void look_apply(const Rules *rules, CoveState *s, unsigned tile, Sink *sink) {
    s->bag[tile]--;
    s->tile[s->spot] = (uint8_t)tile;
    peek_finish(rules, s, s->spot, sink);
}

/* ---- asking, R6, R7 ------------------------------------------------------------------------------------- */

static void take_begin(CoveState *s, Sink *sink) {
    while (s->depth)
        s->frame[--s->depth] = (Frame){0};
    await_seats(s, PHASE_TAKE, BIT(s->winner));
    tell(sink, EVENT_WON, s->winner, 0);
}

static void ask(CoveState *s, CoveFrame kind, unsigned seat, unsigned by, Sink *sink) {
    s->frame[s->depth++] = (Frame){(uint8_t)kind, (uint8_t)seat, {(uint8_t)by}};
    await_seats(s, PHASE_ASK, BIT(seat));
    tell(sink, EVENT_ASKED, seat, 0);
}

/* Asks the next seat that holds any card. Asking only seats with the right card would reveal it. */
static void ask_next(const Rules *rules, CoveState *s, unsigned after, Sink *sink) {
    while (s->depth)
        s->frame[--s->depth] = (Frame){0};
    for (unsigned seat = (after + 1) % rules->seats; seat != s->winner; seat = (seat + 1) % rules->seats)
        if (s->seat[seat].held) {
            ask(s, FRAME_CHALLENGE, seat, s->winner, sink);
            return;
        }
    take_begin(s, sink);
}

static void challenge_apply(const Rules *rules, CoveState *s, unsigned seat, Sink *sink) {
    card_discard(s, seat, cove_content(rules)->challenge);
    tell(sink, EVENT_CHALLENGED, seat, s->winner);
    if (s->seat[s->winner].held) {
        ask(s, FRAME_ANSWER, s->winner, seat, sink);
        return;
    }
    s->winner = (uint8_t)seat;
    take_begin(s, sink);
}

static void answer_apply(const Rules *rules, CoveState *s, Sink *sink) {
    unsigned challenger = s->frame[s->depth - 1].arg[0];
    card_discard(s, s->winner, cove_content(rules)->challenge);
    tell(sink, EVENT_ANSWERED, s->winner, (int16_t)challenger);
    ask_next(rules, s, challenger, sink);
}

static void let_apply(const Rules *rules, CoveState *s, unsigned seat, Sink *sink) {
    Frame top = s->frame[s->depth - 1];
    tell(sink, EVENT_LET, seat, 0);
    if (top.kind == FRAME_CHALLENGE) {
        ask_next(rules, s, seat, sink);
        return;
    }
    s->winner = top.arg[0];
    take_begin(s, sink);
}

/* ---- laying, R4, R5 ------------------------------------------------------------------------------------- */

static void reveal(const Rules *rules, CoveState *s, Sink *sink) {
    const CoveContent *c = cove_content(rules);
    unsigned best = 0;
    s->winner = no_seat(rules);
    for (unsigned i = 0; i < rules->seats; i++) {
        unsigned seat = (cove_leader(rules, s) + i) % rules->seats;
        uint8_t card = s->seat[seat].laid;
        if (card == no_card(rules))
            continue;
        s->seat[seat].laid = no_card(rules);
        card_discard(s, seat, card);
        tell(sink, EVENT_REVEALED, seat, card);
        if (s->winner == no_seat(rules) || c->card[card].value > best) {
            s->winner = (uint8_t)seat;
            best = c->card[card].value;
        }
    }
    s->ready = 0;
    if (s->winner == no_seat(rules))
        draw_next(rules, s, sink);
    else
        ask_next(rules, s, s->winner, sink);
}

static void lay_done(const Rules *rules, CoveState *s, unsigned seat, Sink *sink) {
    s->head.to_act &= (uint8_t)~BIT(seat);
    if (!s->head.to_act)
        reveal(rules, s, sink);
}

static void lay_apply(const Rules *rules, CoveState *s, unsigned seat, unsigned card, Sink *sink) {
    s->seat[seat].laid = (uint8_t)card;
    s->ready |= (uint8_t)BIT(seat);
    tell_secret(sink, EVENT_LAID, seat, 1, BIT(seat), (int16_t)card);
    lay_done(rules, s, seat, sink);
}

/* ---- the tile, R8 --------------------------------------------------------------------------------------- */

static void tile_win(const Rules *rules, CoveState *s, unsigned spot, Sink *sink) {
    uint8_t tile = s->tile[spot];
    CoveSeat *winner = &s->seat[s->winner];
    s->gone |= (uint8_t)BIT(spot);
    winner->points = (uint8_t)(winner->points + cove_content(rules)->tile[tile].points);
    tell(sink, EVENT_TOOK, s->winner, (int16_t)spot, tile);
    s->winner = no_seat(rules);
    s->spot = no_spot(rules);
    draw_next(rules, s, sink);
}

static void take_apply(const Rules *rules, CoveState *s, unsigned spot, Sink *sink) {
    if (s->tile[spot] != no_tile(rules)) {
        tile_win(rules, s, spot, sink);
        return;
    }
    s->spot = (uint8_t)spot;
    await_seats(s, PHASE_TURN, 0);
    tell(sink, EVENT_PICKED, s->winner, (int16_t)spot);
}

void turn_apply(const Rules *rules, CoveState *s, unsigned tile, Sink *sink) {
    s->bag[tile]--;
    s->tile[s->spot] = (uint8_t)tile;
    tile_win(rules, s, s->spot, sink);
}

/* ---- all moves of a round ------------------------------------------------------------------------------- */

Move *round_legal(const Rules *rules, const CoveState *s, unsigned seat, Move *out) {
    const CoveContent *c = cove_content(rules);
    switch (s->phase) {
    case PHASE_LEAD:
        for (bits_each(spot, spots_left(rules, s)))
            if (!(s->seen[spot] & BIT(seat)))
                out = list_move(out, MOVE_PEEK, seat, spot);
        return list_move(out, MOVE_PASS, seat, 0);
    case PHASE_LAY:
        for (unsigned card = 0; card < c->cards; card++)
            if (s->seat[seat].hand[card])
                out = list_move(out, MOVE_LAY, seat, card);
        return s->seat[seat].held ? out : list_move(out, MOVE_SKIP, seat, 0);
    case PHASE_ASK:
        if (s->seat[seat].hand[c->challenge])
            out = list_move(out, s->frame[s->depth - 1].kind == FRAME_ANSWER ? MOVE_ANSWER : MOVE_CHALLENGE, seat, 0);
        return list_move(out, MOVE_LET, seat, 0);
    default:
        for (bits_each(spot, spots_left(rules, s)))
            out = list_move(out, MOVE_TAKE, seat, spot);
        return out;
    }
}

static Status ask_check(const Rules *rules, const CoveState *s, Move move, Err *err) {
    bool answer = s->phase == PHASE_ASK && s->frame[s->depth - 1].kind == FRAME_ANSWER;
    uint8_t card = cove_content(rules)->challenge;
    if (s->phase != PHASE_ASK || (move.kind != MOVE_LET && (move.kind == MOVE_ANSWER) != answer))
        return refuse(err, SK_TURN, 6, "You cannot do that now.");
    if (move.kind != MOVE_LET && !s->seat[move.seat].hand[card])
        return refuse(err, SK_RULE, 6, "You need a {0:card} for that.", card);
    return SK_OK;
}

Status round_check(const Rules *rules, const CoveState *s, Move move, Err *err) {
    static const uint8_t when[] = {[MOVE_PEEK] = PHASE_LEAD,
                                   [MOVE_PASS] = PHASE_LEAD,
                                   [MOVE_LAY] = PHASE_LAY,
                                   [MOVE_SKIP] = PHASE_LAY,
                                   [MOVE_TAKE] = PHASE_TAKE};
    if (move.kind == MOVE_CHALLENGE || move.kind == MOVE_ANSWER || move.kind == MOVE_LET)
        return ask_check(rules, s, move, err);
    if (s->phase != when[move.kind])
        return refuse(err, SK_TURN, 0, "You cannot do that now.");
    if (move.kind == MOVE_PEEK)
        return peek_check(rules, s, move.seat, move.arg[0], err);
    if (move.kind == MOVE_LAY && !s->seat[move.seat].hand[move.arg[0]])
        return refuse(err, SK_RULE, 4, "You have no {0:card}.", move.arg[0]);
    if (move.kind == MOVE_SKIP && s->seat[move.seat].held)
        return refuse(err, SK_RULE, 4, "Lay a card; you have {0}.", s->seat[move.seat].held);
    if (move.kind == MOVE_TAKE && !(spots_left(rules, s) & BIT(move.arg[0])))
        return refuse(err, SK_RULE, 8, "The tile at {0:spot} has been taken.", move.arg[0]);
    return SK_OK;
}

void round_apply(const Rules *rules, CoveState *s, Move move, Sink *sink) {
    switch (move.kind) {
    case MOVE_PEEK:
        peek_apply(rules, s, move.arg[0], sink);
        break;
    case MOVE_PASS:
        tell(sink, EVENT_PASSED, move.seat, 0);
        lay_begin(rules, s);
        break;
    case MOVE_LAY:
        lay_apply(rules, s, move.seat, move.arg[0], sink);
        break;
    case MOVE_SKIP:
        tell(sink, EVENT_SKIPPED, move.seat, 0);
        lay_done(rules, s, move.seat, sink);
        break;
    case MOVE_CHALLENGE:
        challenge_apply(rules, s, move.seat, sink);
        break;
    case MOVE_ANSWER:
        answer_apply(rules, s, sink);
        break;
    case MOVE_LET:
        let_apply(rules, s, move.seat, sink);
        break;
    default:
        take_apply(rules, s, move.arg[0], sink);
        break;
    }
}
