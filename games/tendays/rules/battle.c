/* Battles with open weapons: against animals and cannibals, with helpers, and against rescuers (R55-R63, R72, R73,
 * R106). */
#include "games/tendays/rules/frames.h"

/* ---- weapons laid openly -------------------------------------------------------------------------------- */

unsigned ten_stars(const Rules *rules, const TenSeat *p) {
    const TenDerived *d = ten_derived(rules);
    unsigned stars = 0;
    for (unsigned i = 0; i < d->weapons; i++)
        stars += p->put[i] * ten_card(rules, d->weapon_card[i])->value;
    return stars;
}

static unsigned weapons_put(const TenSeat *p) {
    unsigned n = 0;
    for (unsigned i = 0; i < TEN_WEAPONS; i++)
        n += p->put[i];
    return n;
}

void ten_lay_open(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink) {
    ten_hand_take(rules, s, seat, card, 1);
    counter_add(&s->seat[seat].put[ten_derived(rules)->weapon[card]], 1);
    tell(sink, EVENT_LAID_OPEN, seat, (int16_t)card, (int16_t)s->seat[seat].held);
}

/* R55: weapons that were laid are discarded, whatever the result. */
void ten_weapons_gone(const Rules *rules, TenState *s, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    unsigned n = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        for (unsigned i = 0; i < d->weapons; i++) {
            n += s->seat[seat].put[i];
            ten_discard(rules, s, d->weapon_card[i], s->seat[seat].put[i]);
            s->seat[seat].put[i] = 0;
        }
    tell(sink, EVENT_WEAPONS_GONE, CHANCE, (int16_t)n);
}

void ten_weapons_back(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    for (unsigned i = 0; i < d->weapons; i++) {
        ten_hand_add(rules, s, seat, d->weapon_card[i], s->seat[seat].put[i]);
        s->seat[seat].put[i] = 0;
    }
    tell(sink, EVENT_TOOK_BACK, seat, (int16_t)s->seat[seat].held);
}

static Move *list_weapons(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    return ten_list_hand(rules, s, seat, out, MOVE_LAY, BIT(WEAPON));
}

Status ten_weapon_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    if (move.kind == MOVE_CLAIM && s->ask == ASK_HELP && (s->allied & BIT(move.seat)))
        return refuse(err, SK_RULE, 103, "You have already been promised your share: claim nothing more.");
    if (move.kind != MOVE_LAY)
        return SK_OK;
    Status status = ten_check_held(rules, s, move, err);
    if (status || ten_card(rules, move.arg[0])->kind == WEAPON)
        return status;
    return refuse(err, SK_RULE, 55, "{0:card} is not a weapon.", move.arg[0]);
}

/* R106, R107: the seat holds any card and has not refused all help today. */
bool ten_can_be_called(const TenState *s, unsigned seat) {
    return on_island(s, seat) && s->seat[seat].held && !(s->never & BIT(seat));
}

static void refuse_all_help(TenState *s, unsigned seat, Sink *sink) {
    s->never |= (uint8_t)BIT(seat);
    tell(sink, EVENT_NEVER, seat, 0);
}

static void battle_clear(TenState *s) {
    for (unsigned seat = 0; seat < TEN_SEATS; seat++)
        s->seat[seat].claim = CLAIM_NOTHING;
    s->offered = s->allied = 0;
}

static void battle_count(TenState *s) {
    battle_clear(s);
    s->battles = (uint8_t)(s->battles < TEN_STACK ? s->battles + 1 : 1);
}

unsigned ten_battler(const Rules *rules, const TenState *s) {
    if (s->ask == ASK_FIGHT || s->ask == ASK_HELP || s->ask == ASK_RAID)
        return ten_top(s)->seat;
    return no_seat(rules);
}

/* ---- animals and cannibals ------------------------------------------------------------------------------ */

void ten_battle_begin(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned card, Sink *sink) {
    Frame *f = frame_push(s, FRAME_BATTLE, seat);
    (void)rules;
    battle_count(s);
    f->arg[BATTLE_CHARACTER] = (uint8_t)c;
    f->arg[BATTLE_CARD] = (uint8_t)card;
    tell(sink, EVENT_MET, seat, (int16_t)c, (int16_t)card);
}

void ten_frame_battle(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    (void)sink;
    while (f->arg[0] == BATTLE_CALL && ++f->arg[BATTLE_AT] < rules->seats) {
        unsigned seat = seat_at(rules, f->seat, f->arg[BATTLE_AT]);
        if (ten_can_be_called(s, seat)) {
            question_open(s, ASK_HELP, seat);
            return;
        }
    }
    f->arg[0] = BATTLE_ASK;
    question_open(s, ASK_FIGHT, f->seat);
}

unsigned ten_claims_taken(const Rules *rules, const TenState *s) {
    unsigned claims = CLAIM_NOTHING;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (s->allied & BIT(seat))
            claims |= s->seat[seat].claim;
    return claims;
}

static bool anybody_can_be_called(const Rules *rules, const TenState *s, unsigned except) {
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (seat != except && ten_can_be_called(s, seat))
            return true;
    return false;
}

/* R58: a character can escape only from animals, and only before help is called or a weapon is laid. */
static bool can_escape(const Rules *rules, const TenState *s, const Frame *f) {
    return ten_character(rules, f->arg[BATTLE_CHARACTER])->escapes &&
           ten_card(rules, f->arg[BATTLE_CARD])->kind == ANIMAL && !f->arg[BATTLE_CALLED] &&
           !weapons_put(&s->seat[f->seat]);
}

Move *ten_fight_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const Frame *f = ten_top(s);
    unsigned claims = ten_claims_taken(rules, s);
    if (can_escape(rules, s, f))
        out = list_move(out, MOVE_ESCAPE, seat, 0, 0);
    if (!f->arg[BATTLE_CALLED] && anybody_can_be_called(rules, s, seat))
        out = list_move(out, MOVE_CALL, seat, 0, 0);
    out = list_weapons(rules, s, seat, out);
    for (bits_each(other, s->offered & ~(uint32_t)s->allied))
        if (!(s->seat[other].claim & claims))
            out = list_move(out, MOVE_ALLY, seat, other, 0);
    return list_move(out, MOVE_FIGHT, seat, 0, 0);
}

Status ten_fight_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    const Frame *f = ten_top(s);
    switch (move.kind) {
    case MOVE_ESCAPE:
        if (!ten_character(rules, f->arg[BATTLE_CHARACTER])->escapes ||
            ten_card(rules, f->arg[BATTLE_CARD])->kind != ANIMAL)
            return refuse(err, SK_RULE, 58, "{0:character} cannot escape from {1:card}.", f->arg[BATTLE_CHARACTER],
                          f->arg[BATTLE_CARD]);
        return refuse(err, SK_RULE, 58, "It is too late to escape: help has been called or a weapon has been laid.");
    case MOVE_CALL:
        return f->arg[BATTLE_CALLED] ? refuse(err, SK_RULE, 61, "You have already called for help.")
                                     : refuse(err, SK_RULE, 106, "There is nobody you could call for help.");
    case MOVE_ALLY:
        if (!(s->offered & BIT(move.arg[0])))
            return refuse(err, SK_RULE, 61, "Seat {0} offers no help.", move.arg[0] + 1);
        if (s->allied & BIT(move.arg[0]))
            return refuse(err, SK_RULE, 61, "You have already accepted help from seat {0}.", move.arg[0] + 1);
        return refuse(err, SK_RULE, 62, "What seat {0} claims is already promised to another helper.", move.arg[0] + 1);
    default:
        return ten_weapon_check(rules, s, move, err);
    }
}

static unsigned claimant(const Rules *rules, const TenState *s, unsigned claim, unsigned explorer) {
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if ((s->allied & BIT(seat)) && (s->seat[seat].claim & claim))
            return seat;
    return explorer;
}

/* R57, R59, R62 */
static void animal_defeated(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    const TenCard *it = ten_card(rules, card);
    unsigned reward = claimant(rules, s, CLAIM_REWARD, seat), trophy = claimant(rules, s, CLAIM_TROPHY, seat);
    uint32_t butchers = s->seat[seat].island & d->butchers;
    s->pile[card]--;
    counter_add(&s->seat[trophy].trophy[card - d->animal], 1);
    tell(sink, EVENT_DEFEATED, seat, (int16_t)card, (int16_t)reward, (int16_t)trophy);
    ten_gain(rules, s, reward, it->gives, sink);
    if (it->kind == ANIMAL && butchers)
        ten_gain(rules, s, seat, ten_character(rules, bits_first(butchers))->butchers, sink);
    ten_draw(s, reward, it->draws);
}

/* R56, R60: stars without weapons against an animal: the fighting character's bonus and its player's traps. */
static unsigned own_bonus(const Rules *rules, const TenState *s, const Frame *f) {
    if (ten_card(rules, f->arg[BATTLE_CARD])->kind != ANIMAL)
        return 0;
    unsigned trap = ten_card(rules, ten_derived(rules)->of_use[USE_TRAP])->value;
    return s->seat[f->seat].gear[GEAR(USE_TRAP)] * trap + ten_character(rules, f->arg[BATTLE_CHARACTER])->vs_animal;
}

static void battle_resolve(const Rules *rules, TenState *s, Sink *sink) {
    Frame f = *frame_top(s);
    unsigned card = f.arg[BATTLE_CARD], c = f.arg[BATTLE_CHARACTER], strength = ten_card(rules, card)->value;
    unsigned stars = own_bonus(rules, s, &f);
    for (bits_each(seat, s->offered & ~(uint32_t)s->allied))
        ten_weapons_back(rules, s, seat, sink);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        stars += ten_stars(rules, &s->seat[seat]);
    tell(sink, EVENT_FOUGHT, f.seat, (int16_t)card, (int16_t)stars, (int16_t)strength);
    ten_weapons_gone(rules, s, sink);
    frame_pop(s);
    if (stars > strength) {
        animal_defeated(rules, s, f.seat, card, sink);
    } else if (stars == strength) {
        tell(sink, EVENT_CHASED, f.seat, (int16_t)card);
    } else {
        tell(sink, EVENT_BEATEN, f.seat, (int16_t)c, (int16_t)card);
        ten_harm(rules, s, c, ten_card(rules, card)->harm, BY_ANIMAL, sink);
    }
    battle_clear(s);
}

void ten_fight_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    switch (move.kind) {
    case MOVE_ESCAPE:
        tell(sink, EVENT_ESCAPED, move.seat, f->arg[BATTLE_CHARACTER], f->arg[BATTLE_CARD]);
        frame_pop(s);
        battle_clear(s);
        break;
    case MOVE_CALL:
        f->arg[BATTLE_CALLED] = 1;
        f->arg[0] = BATTLE_CALL;
        tell(sink, EVENT_CALLED, move.seat, 0);
        break;
    case MOVE_LAY:
        ten_lay_open(rules, s, move.seat, move.arg[0], sink);
        break;
    case MOVE_ALLY:
        s->allied |= (uint8_t)BIT(move.arg[0]);
        tell(sink, EVENT_ALLIED, move.seat, move.arg[0], s->seat[move.arg[0]].claim);
        break;
    default:
        battle_resolve(rules, s, sink);
        break;
    }
}

/* R61: weapons are laid one by one, then the claim is made. A player who lays none cannot claim. */
Move *ten_help_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    out = list_weapons(rules, s, seat, out);
    if (weapons_put(&s->seat[seat])) {
        unsigned max = s->allied & BIT(seat) ? CLAIM_NOTHING : CLAIM_BOTH; /* R103: a share is promised already */
        for (unsigned claim = CLAIM_NOTHING; claim <= max; claim++)
            out = list_move(out, MOVE_CLAIM, seat, claim, 0);
        return out;
    }
    out = list_move(out, MOVE_NEVER, seat, 0, 0);
    return list_move(out, MOVE_PASS, seat, 0, 0);
}

void ten_help_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    switch (move.kind) {
    case MOVE_LAY: {
        unsigned seat = move.seat;
        ten_lay_open(rules, s, seat, move.arg[0], sink);
        question_open(s, ASK_HELP, seat);
        break;
    }
    case MOVE_CLAIM:
        s->seat[move.seat].claim |= move.arg[0];
        s->offered |= (uint8_t)BIT(move.seat);
        tell(sink, EVENT_CLAIMED, move.seat, move.arg[0]);
        break;
    case MOVE_NEVER:
        refuse_all_help(s, move.seat, sink);
        break;
    default:
        tell(sink, EVENT_NO_HELP, move.seat, 0);
        break;
    }
}

/* ---- rescuers (R72, R73) -------------------------------------------------------------------------------- */

void ten_raid_begin(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned berth, Sink *sink) {
    Frame *f = frame_push(s, FRAME_RAID, seat);
    (void)rules;
    battle_count(s);
    f->arg[RAID_CHARACTER] = (uint8_t)c;
    f->arg[RAID_BERTH] = (uint8_t)berth;
    tell(sink, EVENT_RAIDED, seat, (int16_t)c, (int16_t)berth, s->berth[berth]);
}

static void raid_resolve(const Rules *rules, TenState *s, Sink *sink) {
    Frame f = *frame_top(s);
    unsigned berth = f.arg[RAID_BERTH], stars = ten_stars(rules, &s->seat[f.seat]);
    const TenRescuer *rescuer = ten_rescuer(rules, s->berth[berth]);
    unsigned against = rescuer->strength;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (seat != f.seat)
            against += ten_stars(rules, &s->seat[seat]);
    tell(sink, EVENT_RAID_FOUGHT, f.seat, (int16_t)stars, (int16_t)against);
    ten_weapons_gone(rules, s, sink);
    frame_pop(s);
    battle_clear(s);
    if (stars < against) {
        tell(sink, EVENT_RAID_LOST, f.seat, s->berth[berth]);
        return;
    }
    tell(sink, stars > against ? EVENT_RAID_WON : EVENT_RAID_DRAWN, f.seat, s->berth[berth]);
    ten_standing_bids_void(rules, s, berth, sink);
    s->berth[berth] = (uint8_t)ten_no_rescuer(rules);
    if (stars > against) {
        ten_gain(rules, s, f.seat, rescuer->gives, sink);
        ten_draw(s, f.seat, rescuer->draws);
    }
}

void ten_frame_raid(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    if (f->arg[0] == RAID_LAY) {
        question_open(s, ASK_RAID, f->seat);
        return;
    }
    while (++f->arg[RAID_AT] < rules->seats) {
        unsigned seat = seat_at(rules, f->seat, f->arg[RAID_AT]);
        if (ten_can_be_called(s, seat)) {
            question_open(s, ASK_GUARD, seat);
            return;
        }
    }
    raid_resolve(rules, s, sink);
}

/* At least one weapon must be laid, which may come from a helper. If the attacker has traded all weapons away, `fight`
 * calls the attack off. */
Move *ten_raid_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    Move *end = list_weapons(rules, s, seat, out);
    return weapons_put(&s->seat[seat]) || end == out ? list_move(end, MOVE_FIGHT, seat, 0, 0) : end;
}

void ten_raid_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_LAY) {
        ten_lay_open(rules, s, move.seat, move.arg[0], sink);
        return;
    }
    if (weapons_put(&s->seat[move.seat])) {
        frame_top(s)->arg[0] = RAID_GUARD;
        tell(sink, EVENT_LAYS_DONE, move.seat, 0);
    } else {
        tell(sink, EVENT_ATTACK_OFF, move.seat, 0);
        frame_pop(s);
        battle_clear(s);
    }
}

Move *ten_guard_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    out = list_weapons(rules, s, seat, out);
    if (!weapons_put(&s->seat[seat]))
        out = list_move(out, MOVE_NEVER, seat, 0, 0);
    return list_move(out, MOVE_DONE, seat, 0, 0);
}

void ten_guard_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_LAY) {
        ten_lay_open(rules, s, move.seat, move.arg[0], sink);
        question_open(s, ASK_GUARD, move.seat);
    } else if (move.kind == MOVE_NEVER) {
        refuse_all_help(s, move.seat, sink);
    } else {
        tell(sink, EVENT_LAYS_DONE, move.seat, 0);
    }
}
