/* Water and food: opening cards, campfires for cooking, eating, dusk (R26, R28-R34). */
#include "games/tendays/rules/frames.h"

/* R28: the card is discarded and its servings lie open. */
void ten_open_card(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink) {
    const TenCard *it = ten_card(rules, card);
    uint8_t *open = &s->seat[seat].open[it->kind];
    ten_spend(rules, s, seat, card);
    *open = (uint8_t)(*open + it->value < TEN_STACK ? *open + it->value : TEN_STACK);
    tell(sink, EVENT_OPENED, seat, (int16_t)card, *open, (int16_t)s->seat[seat].held);
}

/* The set of seats whose campfires a seat may use (R26). */
uint32_t ten_usable_fire_owners(const Rules *rules, const TenState *s, unsigned seat) {
    bool any = s->seat[seat].island & ten_derived(rules)->fires;
    uint32_t owners = 0;
    for (unsigned owner = 0; owner < rules->seats; owner++)
        if (s->seat[owner].gear[GEAR(USE_CAMPFIRE)] && (owner == seat || any || s->use_fire[owner][seat]))
            owners |= BIT(owner);
    return owners;
}

/* R32, R33: only the model takes water as food. */
bool ten_can_eat(const Rules *rules, unsigned c, unsigned serving) {
    const TenCharacter *who = ten_character(rules, c);
    switch (serving) {
    case WATER:
        return who->drinks_food;
    case FRUIT:
    case PLANTS:
        return true;
    case RAW_MEAT:
        return who->eats_raw_meat && !who->no_meat;
    default:
        return !who->no_meat;
    }
}

/* An equipped dictionary of the seat's own, or one that it may use. */
static bool has_dictionary(const Rules *rules, const TenState *s, unsigned seat, TenUse use,
                           const uint8_t permit[TEN_SEATS][TEN_SEATS]) {
    for (unsigned owner = 0; owner < rules->seats; owner++)
        if (s->seat[owner].gear[GEAR(use)] && (owner == seat || permit[owner][seat]))
            return true;
    return false;
}

/* The harm that a serving may do (R34). */
static unsigned serving_harm(unsigned serving) {
    return serving == PLANTS ? HARM_POISON : serving == FRUIT || serving == FRESH_FISH ? HARM_SICKNESS : HARM_NONE;
}

static bool is_safe_to_eat(const Rules *rules, const TenState *s, unsigned seat, unsigned c, unsigned serving) {
    const TenCharacter *who = ten_character(rules, c);
    if (serving == FRUIT)
        return who->safe_fruit || has_dictionary(rules, s, seat, USE_FRUIT_BOOK, s->use_fruit);
    if (serving == PLANTS)
        return who->safe_plants || has_dictionary(rules, s, seat, USE_PLANT_BOOK, s->use_plant);
    return (s->seat[seat].island & ten_derived(rules)->safe_fish) != 0;
}

void ten_eat_begin(TenState *s, unsigned seat, unsigned c, unsigned serving, bool dusk) {
    Frame *f = frame_push(s, FRAME_EAT, seat);
    f->arg[ONE_CHARACTER] = (uint8_t)c;
    f->arg[EAT_SERVING] = (uint8_t)serving;
    f->arg[EAT_DUSK] = dusk;
}

/* Whether there is a roll may depend on a secret permission, so the event tells everybody. */
void ten_frame_eat(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned c = f->arg[ONE_CHARACTER], seat = f->seat, serving = f->arg[EAT_SERVING], harm = serving_harm(serving);
    if (f->arg[0] == ONE_BEGIN) {
        bool roll = harm && !is_safe_to_eat(rules, s, seat, c, serving);
        if (harm)
            tell(sink, EVENT_RISKS, seat, (int16_t)c, (int16_t)serving, roll);
        else
            tell(sink, EVENT_ATE, seat, (int16_t)c, (int16_t)serving);
        if (f->arg[EAT_DUSK])
            s->eaten |= BIT(c);
        else
            s->fed[c]++;
        f->arg[0] = ONE_ROLLED;
        if (roll)
            question_open(s, ASK_DIE, seat);
        else
            s->die = 1;
        return;
    }
    frame_pop(s);
    if (s->die >= ten_content(rules)->serving_hurts)
        ten_harm(rules, s, c, harm, BY_WANT, sink);
}

/* ---- dusk ----------------------------------------------------------------------------------------------- */

static const TenDay *today(const Rules *rules, const TenState *s) { return &ten_content(rules)->day[s->day - 1]; }

static uint32_t thirsty(const Rules *rules, const TenState *s, unsigned seat) {
    return today(rules, s)->water ? s->seat[seat].island & ~s->drunk : 0;
}

static uint32_t hungry(const Rules *rules, const TenState *s, unsigned seat) {
    return today(rules, s)->food ? s->seat[seat].island & ~s->eaten : 0;
}

/* R31: the characters of the seat that may take the owner's extra servings: all with permission, otherwise the boy. */
static uint32_t extra_takers(const Rules *rules, const TenState *s, unsigned seat, unsigned owner) {
    if (owner == seat || !(s->dusked & BIT(owner)))
        return 0;
    return s->use_extra[owner][seat] ? s->seat[seat].island : s->seat[seat].island & ten_derived(rules)->extra;
}

static Move *list_eating(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenSeat *p = &s->seat[seat];
    uint32_t eaters = hungry(rules, s, seat);
    for (bits_each(c, eaters))
        for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
            if (p->open[serving] && ten_can_eat(rules, c, serving))
                out = list_move(out, MOVE_EAT, seat, c, serving);
    for (unsigned owner = 0; owner < rules->seats && eaters; owner++)
        for (bits_each(c, eaters & extra_takers(rules, s, seat, owner)))
            for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
                if (s->seat[owner].open[serving] && ten_can_eat(rules, c, serving)) {
                    *out = move_make(MOVE_EAT_FROM, seat, owner, c);
                    out++->arg[2] = (uint8_t)serving;
                }
    return out;
}

Move *ten_dusk_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenSeat *p = &s->seat[seat];
    uint32_t drinkers = thirsty(rules, s, seat);
    out = list_eating(rules, s, seat, out);
    if (p->open[WATER])
        out = list_set(out, MOVE_DRINK, seat, drinkers);
    for (unsigned owner = 0; owner < rules->seats && drinkers; owner++)
        if (s->seat[owner].open[WATER])
            for (bits_each(c, drinkers & extra_takers(rules, s, seat, owner)))
                out = list_move(out, MOVE_DRINK_FROM, seat, owner, c);
    if (p->souls > ten_late_souls(s, seat)) { /* R30 */
        out = list_set(out, MOVE_SOUL_EAT, seat, hungry(rules, s, seat));
        out = list_set(out, MOVE_SOUL_DRINK, seat, drinkers);
    }
    out = ten_list_hand(rules, s, seat, out, MOVE_OPEN, BIT(TEN_SERVINGS) - 1);
    return list_move(out, MOVE_DONE, seat, 0, 0);
}

Status ten_dusk_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    bool from = move.kind == MOVE_EAT_FROM || move.kind == MOVE_DRINK_FROM;
    bool eats = move.kind == MOVE_EAT || move.kind == MOVE_EAT_FROM || move.kind == MOVE_SOUL_EAT;
    unsigned c = from ? move.arg[1] : move.arg[0], owner = from ? move.arg[0] : move.seat;
    unsigned serving = move.kind == MOVE_EAT ? move.arg[1] : move.kind == MOVE_EAT_FROM ? move.arg[2] : WATER;
    if (move.kind == MOVE_OPEN) {
        Status status = ten_check_held(rules, s, move, err);
        return status ? status : refuse(err, SK_RULE, 28, "{0:card} is neither water nor food.", move.arg[0]);
    }
    if (move.kind < MOVE_EAT || move.kind > MOVE_SOUL_DRINK)
        return SK_OK;
    if (!(s->seat[move.seat].island & BIT(c)))
        return refuse(err, SK_RULE, 97, "{0:character} is not yours, or no longer on the island.", (int)c);
    if (!((eats ? hungry(rules, s, move.seat) : thirsty(rules, s, move.seat)) & BIT(c)))
        return refuse(err, SK_RULE, 29, "{0:character} does not need that at this dusk.", (int)c);
    if (move.kind == MOVE_SOUL_EAT || move.kind == MOVE_SOUL_DRINK)
        return s->seat[move.seat].souls
                   ? refuse(err, SK_RULE, 30, "Souls from deaths at this dusk come too late for it.")
                   : refuse(err, SK_RANGE, 75, "You have no soul to use.");
    if (from && !(extra_takers(rules, s, move.seat, owner) & BIT(c)))
        return refuse(err, SK_RULE, 31, "{0:character} cannot take extra servings from seat {1} now.", (int)c,
                      (int)owner + 1);
    if (!s->seat[owner].open[serving])
        return refuse(err, SK_RANGE, 28, "No {0:serving} is open there.", (int)serving);
    return refuse(err, SK_RULE, 32, "{0:character} does not eat {1:serving}.", (int)c, (int)serving);
}

static void drinks(TenState *s, unsigned seat, unsigned c, unsigned owner, Sink *sink) {
    counter_sub(&s->seat[owner].open[WATER], 1);
    s->drunk |= BIT(c);
    tell(sink, EVENT_DRANK, seat, (int16_t)c, (int16_t)owner);
}

static void soul_serves(TenState *s, unsigned seat, unsigned c, uint32_t *set, Sink *sink) {
    s->seat[seat].souls--;
    *set |= BIT(c);
    tell(sink, EVENT_FED, seat, (int16_t)c, set == &s->eaten, s->seat[seat].souls);
}

void ten_dusk_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    unsigned seat = move.seat;
    switch (move.kind) {
    case MOVE_EAT:
        counter_sub(&s->seat[seat].open[move.arg[1]], 1);
        ten_eat_begin(s, seat, move.arg[0], move.arg[1], true);
        break;
    case MOVE_EAT_FROM:
        counter_sub(&s->seat[move.arg[0]].open[move.arg[2]], 1);
        tell(sink, EVENT_EXTRA_GONE, seat, move.arg[0], move.arg[2]);
        ten_eat_begin(s, seat, move.arg[1], move.arg[2], true);
        break;
    case MOVE_DRINK:
        drinks(s, seat, move.arg[0], seat, sink);
        break;
    case MOVE_DRINK_FROM:
        drinks(s, seat, move.arg[1], move.arg[0], sink);
        break;
    case MOVE_SOUL_EAT:
        soul_serves(s, seat, move.arg[0], &s->eaten, sink);
        break;
    case MOVE_SOUL_DRINK:
        soul_serves(s, seat, move.arg[0], &s->drunk, sink);
        break;
    case MOVE_OPEN:
        ten_open_card(rules, s, seat, move.arg[0], sink);
        break;
    default: /* R29: one death, even if both water and food are missing */
        s->doomed = thirsty(rules, s, seat) | hungry(rules, s, seat);
        tell(sink, EVENT_DUSK_DONE, seat, (int16_t)bits_count(s->doomed));
        frame_top(s)->arg[0] = DUSK_DEATHS;
        break;
    }
}

void ten_frame_dusk(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    (void)sink;
    s->doomed &= s->seat[f->seat].island;
    if (f->arg[0] == DUSK_ASK) {
        question_open(s, ASK_DUSK, f->seat);
    } else if (s->doomed) {
        unsigned c = bits_first(s->doomed);
        s->doomed &= ~BIT(c);
        ten_death_begin(s, c, f->seat, BY_WANT, ten_no_character(rules));
    } else {
        s->dusked |= (uint8_t)BIT(f->seat);
        frame_pop(s);
    }
}
