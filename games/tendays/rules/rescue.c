/* Rescuers arrive: those that wait at a berth, the Ghost ship, the Rescue team (R9, R77, R88-R91). */
#include "games/tendays/rules/frames.h"

unsigned ten_rescue_left(const Rules *rules, const TenState *s) {
    unsigned n = 0;
    for (unsigned i = 0; i < ten_content(rules)->rescuers; i++)
        n += s->rescue[i];
    return n;
}

void ten_arrival_begin(TenState *s, unsigned seat) { frame_push(s, FRAME_ARRIVAL, seat); }

void ten_frame_arrival(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    if (f->arg[0] == ARRIVAL_DRAW && ten_rescue_left(rules, s)) {
        f->arg[0] = ARRIVAL_DONE;
        question_open(s, ASK_RESCUER, f->seat);
        return;
    }
    if (f->arg[0] == ARRIVAL_DRAW)
        tell(sink, EVENT_NO_RESCUER, CHANCE, 0);
    frame_pop(s);
}

void ten_rescuer_odds(const Rules *rules, const TenState *s, Odds *odds) {
    for (unsigned i = 0; i < ten_content(rules)->rescuers; i++)
        if (s->rescue[i])
            odds_add(odds, s->rescue[i]);
}

Move ten_rescuer_outcome(const Rules *rules, const TenState *s, unsigned i) {
    unsigned rescuer = 0;
    (void)rules;
    while (!s->rescue[rescuer] || i-- > 0)
        rescuer++;
    return move_make(MOVE_RESCUER, CHANCE, rescuer, 0);
}

static void take_berth(const Rules *rules, TenState *s, unsigned rescuer, Sink *sink) {
    unsigned berth = 0;
    while (berth < TEN_BERTHS && s->berth[berth] < ten_no_rescuer(rules))
        berth++;
    if (berth == TEN_BERTHS) {
        tell(sink, EVENT_NO_BERTH, CHANCE, (int16_t)rescuer);
        return;
    }
    s->berth[berth] = (uint8_t)rescuer;
    s->debt[berth] = 0;
    tell(sink, EVENT_RESCUER, CHANCE, (int16_t)rescuer, (int16_t)berth);
}

void ten_rescuer_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    unsigned rescuer = move.arg[0], seat = frame_top(s)->seat;
    s->rescue[rescuer]--;
    frame_pop(s);
    switch (ten_rescuer(rules, rescuer)->needs) {
    case NEED_SOULS:
        tell(sink, EVENT_GHOST, CHANCE, (int16_t)rescuer);
        frame_push(s, FRAME_GHOST, seat)->arg[GHOST_RESCUER] = (uint8_t)rescuer;
        break;
    case NEED_NAMING:
        tell(sink, EVENT_TEAM, CHANCE, (int16_t)rescuer);
        frame_push(s, FRAME_TEAM, seat)->arg[TEAM_RESCUER] = (uint8_t)rescuer;
        break;
    default:
        take_berth(rules, s, rescuer, sink);
        break;
    }
}

/* ---- the Ghost ship (R88) ------------------------------------------------------------------------------- */

void ten_frame_ghost(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    while (f->arg[GHOST_AT] < rules->seats) {
        unsigned seat = seat_at(rules, f->seat, f->arg[GHOST_AT]++); /* R10 */
        if (s->seat[seat].souls) {
            question_open(s, ASK_HAUNT, seat);
            return;
        }
    }
    tell(sink, EVENT_SAILED, CHANCE, f->arg[GHOST_RESCUER], f->arg[GHOST_MET]);
    frame_pop(s);
}

Move *ten_haunt_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    (void)rules;
    for (unsigned n = 0; n <= s->seat[seat].souls; n++)
        out = list_move(out, MOVE_HAUNT, seat, n, 0);
    return out;
}

void ten_haunt_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    TenSeat *p = &s->seat[move.seat];
    (void)rules;
    frame_top(s)->arg[GHOST_MET] |= move.arg[0] > 0;
    counter_sub(&p->souls, move.arg[0]);
    counter_add(&p->turned, move.arg[0]);
    tell(sink, EVENT_HAUNTED, move.seat, move.arg[0], p->turned);
}

/* ---- the Rescue team (R89, R90) ------------------------------------------------------------------------- */

Move *ten_name_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    (void)rules;
    out = list_set(out, MOVE_NAME, seat, s->seat[seat].island);
    return list_move(out, MOVE_NOBODY, seat, 0, 0);
}

/* The choice stays hidden until everybody has chosen. */
void ten_name_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    TenSeat *p = &s->seat[move.seat];
    p->named = (uint8_t)(move.kind == MOVE_NAME ? move.arg[0] : ten_no_character(rules));
    s->pending &= (uint8_t)~BIT(move.seat);
    tell_only(sink, EVENT_PLANS_NAME, move.seat, BIT(move.seat), p->named);
    tell(sink, EVENT_READY, move.seat, 0);
    if (s->pending)
        question_open(s, ASK_NAME, s->actor);
}

static unsigned worst_ill(const TenState *s, unsigned c) {
    uint32_t it = BIT(c);
    return s->injured & it ? 3 : s->poisoned & it ? 2 : s->sick & it ? 1 : 0;
}

static unsigned rank_of_age(const TenCharacter *who) {
    return who->age == CHILD ? 3 : who->age == ELDERLY ? 2 : who->gender == FEMALE ? 1 : 0;
}

static int points_now(const Rules *rules, const TenState *s, unsigned seat) {
    int32_t part[4];
    ten_points(rules, s, seat, part);
    return part[0] + part[1] + part[2] + part[3];
}

/* R90: whether the character named by seat a goes before that of seat b. */
static bool comes_before(const Rules *rules, const TenState *s, unsigned a, unsigned b) {
    const TenCharacter *x = ten_character(rules, s->seat[a].named), *y = ten_character(rules, s->seat[b].named);
    unsigned ill_a = worst_ill(s, s->seat[a].named), ill_b = worst_ill(s, s->seat[b].named);
    int points_a = points_now(rules, s, a), points_b = points_now(rules, s, b);
    unsigned order_a = (a + rules->seats - s->first) % rules->seats,
             order_b = (b + rules->seats - s->first) % rules->seats;
    if (x->first != y->first)
        return x->first;
    if (ill_a != ill_b)
        return ill_a > ill_b;
    if (rank_of_age(x) != rank_of_age(y))
        return rank_of_age(x) > rank_of_age(y);
    if (points_a != points_b)
        return points_a < points_b;
    if (s->seat[a].held != s->seat[b].held)
        return s->seat[a].held < s->seat[b].held;
    return order_a < order_b;
}

static uint32_t team_takes(const Rules *rules, const TenState *s, unsigned spots) {
    uint32_t taken = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        unsigned before = 0, none = ten_no_character(rules);
        if (s->seat[seat].named == none)
            continue;
        for (unsigned other = 0; other < rules->seats; other++)
            before += other != seat && s->seat[other].named != none && comes_before(rules, s, other, seat);
        if (!spots || before < spots)
            taken |= BIT(s->seat[seat].named);
    }
    return taken;
}

void ten_frame_team(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    if (f->arg[0] == TEAM_ASK) {
        f->arg[0] = TEAM_TAKE;
        for (unsigned seat = 0; seat < rules->seats; seat++)
            s->pending |= (uint8_t)(on_island(s, seat) ? BIT(seat) : 0);
        question_open(s, ASK_NAME, f->seat);
        return;
    }
    uint8_t team = f->arg[TEAM_RESCUER];
    unsigned seat = f->seat, spots = ten_rescuer(rules, team)->spots;
    for (unsigned i = 0; i < rules->seats; i++) {
        unsigned who = seat_at(rules, s->first, i);
        if (on_island(s, who))
            tell(sink, EVENT_NAMED, who, s->seat[who].named);
    }
    s->leaving = team_takes(rules, s, spots);
    for (unsigned i = 0; i < TEN_SEATS; i++)
        s->seat[i].named = (uint8_t)ten_no_character(rules);
    frame_pop(s);
    Frame *leave = frame_push(s, FRAME_LEAVE, seat);
    leave->arg[0] = LEAVE_NEXT;
    leave->arg[LEAVE_AT] = TEN_BERTHS;
    leave->arg[LEAVE_TEAM] = team;
}
