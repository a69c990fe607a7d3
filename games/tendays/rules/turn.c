/* A turn by day or by torch: the characters that can act, the actions and the free plays (R16-R27, R35, R36, R47, R95,
 * R96). */
#include "games/tendays/rules/frames.h"

/* ---- characters that can act ---------------------------------------------------------------------------- */

/* R95: the lone wolf has two if he is alone on his team. */
unsigned ten_base_actions(const Rules *rules, const TenState *s, unsigned seat, unsigned c) {
    unsigned alone = ten_character(rules, c)->actions_alone;
    return alone && s->seat[seat].island == BIT(c) ? alone : 1;
}

static bool is_night(const TenState *s) { return ten_top(s)->arg[TURN_NIGHT] != 0; }

/* The characters that can act and have an action left. */
static uint32_t with_action_left(const Rules *rules, const TenState *s, unsigned seat) {
    uint32_t may = ten_can_act(s, seat), can = 0;
    bool night = is_night(s);
    for (bits_each(c, may))
        if (s->extra[c] || (night ? s->torch : s->fed[c] || s->acts[c] < ten_base_actions(rules, s, seat, c)))
            can |= BIT(c);
    return can;
}

/* R95: the characters that cannot take this kind of action because the lone wolf or a team-mate already has. */
static uint32_t barred(const Rules *rules, const TenState *s, unsigned seat, TenAction act) {
    uint32_t team = s->seat[seat].island, wolf = team & ten_derived(rules)->bars, out = 0;
    if (!wolf)
        return 0;
    if (s->mates_did & BIT(act))
        out |= wolf;
    if (s->wolf_did & BIT(act))
        out |= team & ~wolf;
    return out;
}

static bool has_scavenged(const TenState *s) { return (s->wolf_did | s->mates_did) & BIT(ACT_SCAVENGE); }

/* R19: regular actions not yet taken and actions eaten for count towards the limit. */
static bool can_eat_for_action(const Rules *rules, const TenState *s, unsigned seat) {
    unsigned full = ten_content(rules)->full_team, count = s->taken;
    if (is_night(s) || bits_count(s->seat[seat].island) >= full)
        return false;
    for (bits_each(c, ten_can_act(s, seat) | ten_to_rouse(s, seat))) {
        unsigned base = ten_base_actions(rules, s, seat, c);
        count += s->fed[c] + (s->acts[c] < base ? base - s->acts[c] : 0);
    }
    return count < full;
}

static uint32_t attackable(const Rules *rules, const TenState *s, unsigned seat) {
    uint32_t out = 0;
    for (unsigned other = 0; other < rules->seats; other++)
        if (other != seat && !(s->seat[other].island & ten_derived(rules)->guards)) /* R71 */
            out |= s->seat[other].island;
    return out;
}

static bool berth_is_attackable(const Rules *rules, const TenState *s, unsigned berth) {
    return s->berth[berth] < ten_no_rescuer(rules) && ten_rescuer(rules, s->berth[berth])->strength;
}

/* ---- legal moves ---------------------------------------------------------------------------------------- */

static Move *list_actions(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    uint32_t can = with_action_left(rules, s, seat);
    if (!can)
        return out;
    bool armed = ten_has_weapon(rules, s, seat);
    out = list_set(out, MOVE_EXPLORE, seat, can & ~d->no_explore & ~barred(rules, s, seat, ACT_EXPLORE));
    if (!has_scavenged(s))
        out = list_set(out, MOVE_SCAVENGE, seat, can & ~barred(rules, s, seat, ACT_SCAVENGE));
    uint32_t fishers = can & ~barred(rules, s, seat, ACT_FISH);
    if (ten_has_use(rules, s, seat, USE_FISHING))
        out = list_set(out, MOVE_FISH, seat, fishers);
    out = list_set(out, MOVE_ANGLE, seat, fishers & d->anglers);
    if (armed) {
        uint32_t others = attackable(rules, s, seat);
        for (bits_each(c, can & ~barred(rules, s, seat, ACT_ATTACK)))
            for (bits_each(target, others))
                out = list_move(out, MOVE_ATTACK, seat, c, target);
        for (bits_each(c, can & ~barred(rules, s, seat, ACT_RAID)))
            for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
                if (berth_is_attackable(rules, s, berth))
                    out = list_move(out, MOVE_RAID, seat, c, berth);
    }
    if (s->seat[seat].held)
        out = list_set(out, MOVE_EXCHANGE, seat, can & d->exchangers & ~barred(rules, s, seat, ACT_EXCHANGE));
    return out;
}

static Move *list_meals(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    uint32_t may = ten_can_act(s, seat);
    const TenSeat *p = &s->seat[seat];
    out = list_set(out, MOVE_ROUSE, seat, ten_to_rouse(s, seat));
    if (may && can_eat_for_action(rules, s, seat))
        for (bits_each(c, may))
            for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
                if (p->open[serving] && ten_can_eat(rules, c, serving))
                    out = list_move(out, MOVE_EAT, seat, c, serving);
    if (ten_has_use(rules, s, seat, USE_ENERGY))
        out = list_set(out, MOVE_ENERGY, seat, may);
    return p->souls ? list_set(out, MOVE_SOUL_ACT, seat, may) : out;
}

static Move *list_cooking(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    const TenSeat *p = &s->seat[seat];
    if (ten_usable_fire_owners(rules, s, seat))
        for (unsigned card = 0; card < d->explore; card++)
            if (p->hand[card] && ten_card(rules, card)->cooked)
                out = list_move(out, MOVE_COOK, seat, card, 0);
    for (unsigned use = USE_PARASOL; use <= USE_PLANT_BOOK; use++)
        if (p->hand[d->of_use[use]])
            out = list_move(out, MOVE_EQUIP, seat, d->of_use[use], 0);
    if (!p->hand[d->of_use[USE_CAMPFIRE]])
        return out;
    if (p->hand[d->stick])
        out = list_move(out, MOVE_LIGHT, seat, d->stick, 0);
    return p->hand[d->branches] ? list_move(out, MOVE_LIGHT, seat, d->branches, 0) : out;
}

static uint32_t any_ill(const Rules *rules, const TenState *s) {
    return (s->sick | s->poisoned | s->injured) & ten_everybody(rules, s);
}

static Move *list_healing(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    const TenSeat *p = &s->seat[seat];
    uint32_t nurse = p->island & d->healers;
    if (!any_ill(rules, s))
        return out;
    if (ten_has_use(rules, s, seat, USE_KIT))
        out = list_move(out, MOVE_KIT, seat, 0, 0);
    if (p->souls)
        out = list_move(out, MOVE_SOUL_HEAL, seat, 0, 0);
    if (nurse && p->held >= ten_character(rules, bits_first(nurse))->heals_for)
        out = list_move(out, MOVE_NURSE, seat, 0, 0);
    for (unsigned card = d->animal; card < ten_no_card(rules); card++)
        if (p->trophy[card - d->animal] && ten_card(rules, card)->heals &&
            ten_ill(s, ten_card(rules, card)->heals - 1u) & ten_everybody(rules, s))
            out = list_move(out, MOVE_TROPHY, seat, card, 0);
    return out;
}

static Move *list_tools(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    if (ten_has_use(rules, s, seat, USE_PLIERS))
        for (unsigned other = 0; other < rules->seats; other++)
            for (unsigned gear = 0; gear < TEN_ITEMS && other != seat; gear++)
                if (s->seat[other].gear[gear])
                    out = list_move(out, MOVE_PLIERS, seat, other, d->of_use[USE_CAMPFIRE + gear]);
    if (ten_has_use(rules, s, seat, USE_BINOCULARS) && ten_rescue_left(rules, s))
        for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
            if (s->berth[berth] < ten_no_rescuer(rules))
                out = list_move(out, MOVE_BINOCULARS, seat, berth, 0);
    return list_move(out, MOVE_END, seat, 0, 0);
}

Move *ten_turn_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    out = list_actions(rules, s, seat, out);
    out = list_meals(rules, s, seat, out);
    out = ten_list_hand(rules, s, seat, out, MOVE_OPEN, BIT(TEN_SERVINGS) - 1);
    out = list_cooking(rules, s, seat, out);
    out = list_healing(rules, s, seat, out);
    return list_tools(rules, s, seat, out);
}

/* ---- refusals ------------------------------------------------------------------------------------------- */

static Status check_character(const Rules *rules, const TenState *s, Move move, Err *err) {
    unsigned c = move.arg[0];
    uint32_t it = BIT(c);
    if (!(s->seat[move.seat].island & it))
        return refuse(err, SK_RULE, 97, "{0:character} is not yours, or no longer on the island.", (int)c);
    if (move.kind == MOVE_ROUSE)
        return refuse(err, SK_RULE, 38, "{0:character} has nothing to roll for now.", (int)c);
    if (s->injured & it)
        return refuse(err, SK_RULE, 40, "{0:character} is seriously injured and cannot act.", (int)c);
    if (s->lost & it)
        return refuse(err, SK_RULE, 38, "{0:character} is too sick to act until next dawn.", (int)c);
    if (!(ten_can_act(s, move.seat) & it))
        return refuse(err, SK_RULE, 38, "{0:character} is sick: rouse it first.", (int)c);
    if (move.kind <= MOVE_EXCHANGE && !(with_action_left(rules, s, move.seat) & it))
        return refuse(err, SK_RULE, 16, "{0:character} has no action left.", (int)c);
    return SK_OK;
}

static Status check_action(const Rules *rules, const TenState *s, Move move, Err *err) {
    static const struct {
        uint8_t act;
    } acts[] = {[MOVE_EXPLORE] = {ACT_EXPLORE},  [MOVE_SCAVENGE] = {ACT_SCAVENGE}, [MOVE_FISH] = {ACT_FISH},
                [MOVE_ANGLE] = {ACT_FISH},       [MOVE_ATTACK] = {ACT_ATTACK},     [MOVE_RAID] = {ACT_RAID},
                [MOVE_EXCHANGE] = {ACT_EXCHANGE}};
    const TenDerived *d = ten_derived(rules);
    unsigned c = move.arg[0], owner;
    if (move.kind == MOVE_EXPLORE && (d->no_explore & BIT(c)))
        return refuse(err, SK_RULE, 47, "{0:character} cannot explore.", (int)c);
    if (move.kind == MOVE_SCAVENGE && has_scavenged(s))
        return refuse(err, SK_RULE, 17, "Your team has already scavenged this turn.");
    if (barred(rules, s, move.seat, acts[move.kind].act) & BIT(c))
        return refuse(err, SK_RULE, 95, "The lone wolf and a team-mate cannot both do that in one turn.");
    switch (move.kind) {
    case MOVE_FISH:
        return refuse(err, SK_RULE, 21, "You hold no fishing card.");
    case MOVE_ANGLE:
        return refuse(err, SK_RULE, 22, "{0:character} cannot catch fish by rolling.", (int)c);
    case MOVE_EXCHANGE:
        return s->seat[move.seat].held ? refuse(err, SK_RULE, 96, "{0:character} cannot exchange cards.", (int)c)
                                       : refuse(err, SK_RANGE, 96, "You hold no card to exchange.");
    case MOVE_RAID:
        if (s->berth[move.arg[1]] >= ten_no_rescuer(rules))
            return refuse(err, SK_RULE, 72, "No rescuer waits at berth {0}.", move.arg[1] + 1);
        if (!berth_is_attackable(rules, s, move.arg[1]))
            return refuse(err, SK_RULE, 73, "{0:rescuer} cannot be attacked.", s->berth[move.arg[1]]);
        return refuse(err, SK_RULE, 72, "You need a weapon card to attack a rescuer.");
    case MOVE_ATTACK:
        owner = ten_owner(rules, s, move.arg[1]);
        if (owner == rules->seats || owner == move.seat)
            return refuse(err, SK_RULE, 64, "{0:character} is not another player's character on the island.",
                          move.arg[1]);
        if (s->seat[owner].island & d->guards)
            return refuse(err, SK_RULE, 71, "Seat {0} has the girl and cannot be attacked.", (int)owner + 1);
        return refuse(err, SK_RULE, 64, "You need a weapon card to attack.");
    default:
        return SK_OK;
    }
}

static Status check_meal(const Rules *rules, const TenState *s, Move move, Err *err) {
    const TenSeat *p = &s->seat[move.seat];
    if (move.kind == MOVE_ENERGY)
        return refuse(err, SK_RANGE, 20, "You hold no energy drink.");
    if (move.kind == MOVE_SOUL_ACT)
        return refuse(err, SK_RANGE, 75, "You have no soul to use.");
    if (is_night(s))
        return refuse(err, SK_RULE, 36, "You cannot eat for actions at night.");
    if (bits_count(p->island) >= ten_content(rules)->full_team)
        return refuse(err, SK_RULE, 19, "A full team cannot eat for actions.");
    if (!p->open[move.arg[1]])
        return refuse(err, SK_RANGE, 28, "You have no opened {0:serving}.", move.arg[1]);
    if (!ten_can_eat(rules, move.arg[0], move.arg[1]))
        return refuse(err, SK_RULE, 32, "{0:character} does not eat {1:serving}.", move.arg[0], move.arg[1]);
    return refuse(err, SK_RULE, 19, "Your team already has {0} actions this turn; eating cannot give more.",
                  ten_content(rules)->full_team);
}

static Status check_card(const Rules *rules, const TenState *s, Move move, Err *err) {
    const TenDerived *d = ten_derived(rules);
    unsigned card = move.arg[0];
    Status status = ten_check_held(rules, s, move, err);
    if (status)
        return status;
    switch (move.kind) {
    case MOVE_OPEN:
        return refuse(err, SK_RULE, 28, "{0:card} is neither water nor food.", (int)card);
    case MOVE_COOK:
        return ten_card(rules, card)->cooked ? refuse(err, SK_RULE, 26, "You have no campfire that you may use.")
                                             : refuse(err, SK_RULE, 26, "{0:card} cannot be cooked.", (int)card);
    case MOVE_EQUIP:
        return card == d->of_use[USE_CAMPFIRE]
                   ? refuse(err, SK_RULE, 93, "A campfire needs wood: use `light` and name the wood.")
                   : refuse(err, SK_RULE, 5, "{0:card} cannot be equipped.", (int)card);
    default:
        if (!ten_card(rules, card)->burns)
            return refuse(err, SK_RULE, 93, "{0:card} does not burn.", (int)card);
        return refuse(err, SK_RANGE, 93, "You hold no campfire to light.");
    }
}

static Status check_heal(const Rules *rules, const TenState *s, Move move, Err *err) {
    const TenSeat *p = &s->seat[move.seat];
    if (!any_ill(rules, s))
        return refuse(err, SK_RULE, 42, "Nobody on the island is impaired.");
    switch (move.kind) {
    case MOVE_KIT:
        return refuse(err, SK_RANGE, 42, "You hold no first aid kit.");
    case MOVE_SOUL_HEAL:
        return refuse(err, SK_RANGE, 75, "You have no soul to use.");
    case MOVE_NURSE:
        return p->island & ten_derived(rules)->healers
                   ? refuse(err, SK_RANGE, 43, "You do not hold enough cards to pay the nurse.")
                   : refuse(err, SK_RULE, 43, "You have no nurse on the island.");
    default:
        if (!ten_is_trophy(rules, move.arg[0]) || !ten_card(rules, move.arg[0])->heals)
            return refuse(err, SK_RULE, 44, "{0:card} is not a trophy that heals.", move.arg[0]);
        if (!p->trophy[move.arg[0] - ten_derived(rules)->animal])
            return refuse(err, SK_RANGE, 44, "You have no {0:card} trophy.", move.arg[0]);
        return refuse(err, SK_RULE, 44, "Nobody has the impairment that {0:card} heals.", move.arg[0]);
    }
}

Status ten_turn_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    Status status = SK_OK;
    if (move.kind <= MOVE_EAT || move.kind == MOVE_ENERGY || move.kind == MOVE_SOUL_ACT)
        status = check_character(rules, s, move, err);
    if (status)
        return status;
    if (move.kind <= MOVE_EXCHANGE)
        return check_action(rules, s, move, err);
    if (move.kind == MOVE_EAT || move.kind == MOVE_ENERGY || move.kind == MOVE_SOUL_ACT)
        return check_meal(rules, s, move, err);
    if (move.kind >= MOVE_OPEN && move.kind <= MOVE_LIGHT)
        return check_card(rules, s, move, err);
    if (move.kind >= MOVE_KIT && move.kind <= MOVE_TROPHY)
        return check_heal(rules, s, move, err);
    if (move.kind == MOVE_PLIERS)
        return ten_has_use(rules, s, move.seat, USE_PLIERS)
                   ? refuse(err, SK_RULE, 27, "Pliers can only destroy an item that another player has equipped.")
                   : refuse(err, SK_RANGE, 27, "You hold no pliers.");
    if (move.kind != MOVE_BINOCULARS)
        return SK_OK;
    if (!ten_has_use(rules, s, move.seat, USE_BINOCULARS))
        return refuse(err, SK_RANGE, 92, "You hold no binoculars.");
    return ten_rescue_left(rules, s) ? refuse(err, SK_RULE, 92, "No rescuer waits at berth {0}.", move.arg[0] + 1)
                                     : refuse(err, SK_RULE, 92, "No Rescue card is left to turn up.");
}

/* ---- effects -------------------------------------------------------------------------------------------- */

static void act(const Rules *rules, TenState *s, unsigned seat, unsigned c, TenAction action, Sink *sink) {
    bool wolf = ten_derived(rules)->bars & BIT(c);
    if (is_night(s) && !s->extra[c]) {
        s->torch = 0;
    } else if (!is_night(s) && s->acts[c] < ten_base_actions(rules, s, seat, c)) {
        s->acts[c]++;
        s->taken++;
    } else if (!is_night(s) && s->fed[c]) {
        s->fed[c]--;
        s->taken++;
    } else {
        s->extra[c]--;
    }
    *(wolf ? &s->wolf_did : &s->mates_did) |= (uint8_t)BIT(action);
    s->acted |= BIT(c);
    tell(sink, EVENT_ACTS, seat, (int16_t)c, (int16_t)action);
}

/* R21, R23 */
static void fish_card(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    ten_spend(rules, s, seat, d->of_use[USE_FISHING]);
    tell(sink, EVENT_DISCARDED, seat, d->of_use[USE_FISHING], (int16_t)s->seat[seat].held);
    ten_gain(rules, s, seat, ten_card(rules, d->of_use[USE_FISHING])->gives, sink);
    if (s->seat[seat].gear[GEAR(USE_NET)])
        ten_gain(rules, s, seat, ten_card(rules, d->of_use[USE_NET])->gives, sink);
}

static void apply_action(const Rules *rules, TenState *s, Move move, Sink *sink) {
    unsigned seat = move.seat, c = move.arg[0];
    switch (move.kind) {
    case MOVE_EXPLORE:
        act(rules, s, seat, c, ACT_EXPLORE, sink);
        frame_push(s, FRAME_EXPLORE, seat)->arg[EXPLORE_CHARACTER] = (uint8_t)c;
        break;
    case MOVE_SCAVENGE:
        act(rules, s, seat, c, ACT_SCAVENGE, sink);
        ten_draw(s, seat, ten_content(rules)->scavenge);
        break;
    case MOVE_FISH:
        act(rules, s, seat, c, ACT_FISH, sink);
        fish_card(rules, s, seat, sink);
        break;
    case MOVE_ANGLE:
        act(rules, s, seat, c, ACT_FISH, sink);
        frame_push(s, FRAME_ANGLE, seat)->arg[ONE_CHARACTER] = (uint8_t)c;
        break;
    case MOVE_ATTACK:
        act(rules, s, seat, c, ACT_ATTACK, sink);
        ten_attack_begin(rules, s, seat, c, move.arg[1], sink);
        break;
    case MOVE_RAID:
        act(rules, s, seat, c, ACT_RAID, sink);
        ten_raid_begin(rules, s, seat, c, move.arg[1], sink);
        break;
    default:
        act(rules, s, seat, c, ACT_EXCHANGE, sink);
        frame_push(s, FRAME_EXCHANGE, seat)->arg[ONE_CHARACTER] = (uint8_t)c;
        break;
    }
}

static void light(const Rules *rules, TenState *s, unsigned seat, unsigned wood, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    unsigned slot = 0;
    while (s->fire[slot].owner != no_seat(rules))
        slot++;
    ten_hand_take(rules, s, seat, d->of_use[USE_CAMPFIRE], 1);
    ten_hand_take(rules, s, seat, wood, 1);
    s->fire[slot] = (TenFire){(uint8_t)seat, wood == d->stick, wood == d->branches};
    counter_add(&s->seat[seat].gear[GEAR(USE_CAMPFIRE)], 1);
    tell(sink, EVENT_LIT, seat, (int16_t)(slot + 1), (int16_t)wood, (int16_t)s->seat[seat].held);
}

static void apply_card(const Rules *rules, TenState *s, Move move, Sink *sink) {
    unsigned seat = move.seat, card = move.arg[0];
    switch (move.kind) {
    case MOVE_OPEN:
        ten_open_card(rules, s, seat, card, sink);
        break;
    case MOVE_COOK: { /* R26 */
        unsigned cooked = ten_card(rules, card)->cooked;
        ten_spend(rules, s, seat, card);
        if (s->out[cooked] < TEN_STACK)
            ten_hand_add(rules, s, seat, cooked, 1);
        tell(sink, EVENT_COOKED, seat, (int16_t)card, (int16_t)cooked);
        break;
    }
    case MOVE_EQUIP:
        ten_hand_take(rules, s, seat, card, 1);
        counter_add(&s->seat[seat].gear[GEAR(ten_card(rules, card)->use)], 1);
        tell(sink, EVENT_EQUIPPED, seat, (int16_t)card, (int16_t)s->seat[seat].held);
        break;
    default:
        light(rules, s, seat, card, sink);
        break;
    }
}

static void apply_tool(const Rules *rules, TenState *s, Move move, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    unsigned seat = move.seat;
    if (move.kind == MOVE_PLIERS) { /* R27 */
        ten_spend(rules, s, seat, d->of_use[USE_PLIERS]);
        ten_gear_lose(rules, s, move.arg[0], GEAR(ten_card(rules, move.arg[1])->use));
        tell(sink, EVENT_PLIERS, seat, move.arg[0], move.arg[1], (int16_t)s->seat[seat].held);
        return;
    }
    ten_spend(rules, s, seat, d->of_use[USE_BINOCULARS]); /* R92 */
    tell(sink, EVENT_BINOCULARS, seat, move.arg[0], s->berth[move.arg[0]]);
    ten_standing_bids_void(rules, s, move.arg[0], sink);
    s->berth[move.arg[0]] = (uint8_t)ten_no_rescuer(rules);
    s->debt[move.arg[0]] = 0;
    ten_arrival_begin(s, seat);
}

static void apply_meal(const Rules *rules, TenState *s, Move move, Sink *sink) {
    unsigned seat = move.seat, c = move.arg[0];
    switch (move.kind) {
    case MOVE_ROUSE:
        tell(sink, EVENT_ROUSES, seat, (int16_t)c);
        frame_push(s, FRAME_ROUSE, seat)->arg[ONE_CHARACTER] = (uint8_t)c;
        break;
    case MOVE_EAT:
        counter_sub(&s->seat[seat].open[move.arg[1]], 1);
        ten_eat_begin(s, seat, c, move.arg[1], false);
        break;
    case MOVE_ENERGY:
        ten_spend(rules, s, seat, ten_derived(rules)->of_use[USE_ENERGY]);
        s->extra[c]++;
        tell(sink, EVENT_ENERGY, seat, (int16_t)c, (int16_t)s->seat[seat].held);
        break;
    default: /* R75 */
        s->seat[seat].souls--;
        s->extra[c]++;
        tell(sink, EVENT_SOUL_USED, seat, (int16_t)c, s->seat[seat].souls);
        break;
    }
}

void ten_turn_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind <= MOVE_EXCHANGE) {
        apply_action(rules, s, move, sink);
    } else if (move.kind <= MOVE_SOUL_ACT) {
        apply_meal(rules, s, move, sink);
    } else if (move.kind <= MOVE_LIGHT) {
        apply_card(rules, s, move, sink);
    } else if (move.kind <= MOVE_TROPHY) {
        unsigned source = move.kind - (unsigned)MOVE_KIT;
        ten_heal_begin(rules, s, move.seat,
                       source < SOURCE_TROPHY ? source : source + move.arg[0] - ten_derived(rules)->animal, sink);
    } else if (move.kind <= MOVE_BINOCULARS) {
        apply_tool(rules, s, move, sink);
    } else {
        tell(sink, EVENT_TURN_ENDED, move.seat, 0);
        ten_turn_clear(s);
        frame_pop(s);
    }
}

void ten_turn_clear(TenState *s) {
    for (unsigned c = 0; c < TEN_CHARACTERS; c++)
        s->acts[c] = s->fed[c] = s->extra[c] = 0;
    s->taken = s->wolf_did = s->mates_did = s->torch = 0;
}

void ten_frame_turn(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    (void)rules;
    if (f->arg[0] == TURN_BEGIN) {
        s->active = f->seat;
        s->head.turn++;
        s->torch = f->arg[TURN_NIGHT];
        f->arg[0] = TURN_ASK;
        tell(sink, EVENT_TURN, f->seat, s->day, f->arg[TURN_NIGHT]);
    } else if (on_island(s, f->seat)) {
        question_open(s, ASK_TURN, f->seat);
    } else {
        tell(sink, EVENT_TURN_ENDED, f->seat, 0);
        ten_turn_clear(s);
        frame_pop(s);
    }
}

/* ---- rolls ---------------------------------------------------------------------------------------------- */

/* R38 */
void ten_frame_rouse(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned c = f->arg[ONE_CHARACTER], seat = f->seat;
    const TenCharacter *who = ten_character(rules, c);
    if (f->arg[0] == ONE_BEGIN) {
        f->arg[0] = ONE_ROLLED;
        question_open(s, ASK_DIE, seat);
        return;
    }
    frame_pop(s);
    if (s->die >= (who->sick_lost ? who->sick_lost : ten_content(rules)->sick_lost)) {
        s->lost |= BIT(c);
        tell(sink, EVENT_LOST_DAY, seat, (int16_t)c);
    } else {
        s->passed |= BIT(c);
        tell(sink, EVENT_ROUSED, seat, (int16_t)c);
    }
}

/* R22, R23 */
void ten_frame_angle(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    unsigned c = f->arg[ONE_CHARACTER], seat = f->seat;
    if (f->arg[0] == ONE_BEGIN) {
        f->arg[0] = ONE_ROLLED;
        question_open(s, ASK_DIE, seat);
        return;
    }
    frame_pop(s);
    if (s->die > ten_character(rules, c)->fish_roll) {
        tell(sink, EVENT_NO_LUCK, seat, (int16_t)c);
        return;
    }
    TenGift fish = ten_card(rules, d->of_use[USE_FISHING])->gives;
    fish.n = ten_content(rules)->angle;
    ten_gain(rules, s, seat, fish, sink);
    if (s->seat[seat].gear[GEAR(USE_NET)])
        ten_gain(rules, s, seat, ten_card(rules, d->of_use[USE_NET])->gives, sink);
}

/* R96: the card is discarded before the roll. */
void ten_frame_exchange(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned c = f->arg[ONE_CHARACTER], seat = f->seat;
    if (f->arg[0] == ONE_BEGIN) {
        question_open(s, ASK_DISCARD, seat);
        return;
    }
    frame_pop(s);
    if (s->die <= ten_character(rules, c)->exchange_roll)
        ten_draw(s, seat, 1);
    else
        tell(sink, EVENT_NO_LUCK, seat, (int16_t)c);
}
