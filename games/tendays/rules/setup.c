/* Checks that the content is consistent (R111), and sets up the game: characters, cards, the first day (R1-R3). */
#include "games/tendays/rules/frames.h"

/* ---- content -------------------------------------------------------------------------------------------- */

/* Order of the cards in the content: kinds that can be held, deck by deck; then events; then animals and cannibals. */
static unsigned card_rank(const TenCard *card) {
    if (card->deck != EXPLORES)
        return card->deck;
    return card->kind == TREASURE ? 2 : card->kind == HAPPENING ? 3 : 4;
}

static Status prepare_order(const TenContent *c, TenDerived *d, Err *err) {
    static const uint32_t kinds[] = {0x0FFF, 0x0FFF, BIT(TREASURE), BIT(HAPPENING), BIT(ANIMAL) | BIT(CANNIBALS)};
    unsigned count[5] = {0}, rank = 0;
    for (unsigned card = 0; card < c->cards; card++) {
        unsigned here = card_rank(&c->card[card]);
        if (here < rank)
            return refuse(err, SK_CONTENT, 111,
                          "{0:card} is out of order; cards are listed as supplies, special supplies, treasures, "
                          "events, animals and cannibals.",
                          (int)card);
        rank = here;
        count[rank]++;
        if (!(kinds[rank] & BIT(c->card[card].kind)))
            return refuse(err, SK_CONTENT, 111, "{0:card} is of a kind that its deck cannot contain.", (int)card);
        if (c->card[card].deck != SPECIAL && !c->card[card].count)
            return refuse(err, SK_CONTENT, 111, "{0:card} needs a count of at least 1.", (int)card);
    }
    d->supplies = (uint8_t)count[0];
    d->explore = (uint8_t)(count[0] + count[1]);
    d->held = (uint8_t)(d->explore + count[2]);
    d->animal = (uint8_t)(d->held + count[3]);
    if (!count[0] || !count[2] || !count[3] || !count[4])
        return refuse(
            err, SK_CONTENT, 111,
            "There must be at least one Supplies card, one treasure, one event and one animal or cannibal card.");
    if (d->held > TEN_HELD || count[4] > TEN_ANIMALS)
        return refuse(err, SK_CONTENT, 111, "At most {0} kinds of cards can be held and {1} kinds fought.", TEN_HELD,
                      TEN_ANIMALS);
    return SK_OK;
}

static bool gift_is_special(const TenContent *c, TenGift gift) { return !gift.n || c->card[gift.card].deck == SPECIAL; }

static Status prepare_card(const TenContent *c, TenDerived *d, unsigned i, Err *err) {
    const TenCard *card = &c->card[i];
    bool item = card->use >= USE_CAMPFIRE && card->use <= USE_PLANT_BOOK;
    if (item != (card->kind == ITEM))
        return refuse(err, SK_CONTENT, 111, "{0:card}: an item needs an item's use, and only an item can have one.",
                      (int)i);
    if ((card->use >= USE_SUN) != (card->kind == HAPPENING))
        return refuse(err, SK_CONTENT, 111, "{0:card}: an event needs an event's use, and only an event can have one.",
                      (int)i);
    if (card->use && card->use < USE_SUN && card->use != USE_BASE) {
        if (d->of_use[card->use] < TEN_CARDS)
            return refuse(err, SK_CONTENT, 111, "{0:card} has the same use as {1:card}, but only one card can have it.",
                          (int)i, d->of_use[card->use]);
        d->of_use[card->use] = (uint8_t)i;
    }
    if ((card->use == USE_STATUE || card->use == USE_BASE) && card->kind != TREASURE)
        return refuse(err, SK_CONTENT, 111, "{0:card} is for the UFO, so it must be a treasure.", (int)i);
    if (!gift_is_special(c, card->gives) ||
        (card->cooked && (c->card[card->cooked].deck != SPECIAL || card->kind == TREASURE)))
        return refuse(err, SK_CONTENT, 111, "{0:card} gives or becomes a card that is not a special supply.", (int)i);
    if (card->kind == WEAPON) {
        if (d->weapons == TEN_WEAPONS)
            return refuse(err, SK_CONTENT, 111, "There can be at most {0} kinds of weapons.", TEN_WEAPONS);
        d->weapon_card[d->weapons] = (uint8_t)i;
        d->weapon[i] = d->weapons++;
    }
    if (card->burns) {
        uint8_t *wood = card->deck == SUPPLIES ? &d->stick : &d->branches;
        if (*wood < TEN_CARDS || card->deck == EXPLORES)
            return refuse(err, SK_CONTENT, 111,
                          "{0:card} cannot burn: only one Supplies card and one special supply can.", (int)i);
        *wood = (uint8_t)i;
    }
    return SK_OK;
}

static Status prepare_uses(const TenContent *c, TenDerived *d, Err *err) {
    for (unsigned use = 0; use < TEN_USES; use++)
        d->of_use[use] = TEN_CARDS;
    for (unsigned card = 0; card < TEN_CARDS; card++)
        d->weapon[card] = TEN_WEAPONS;
    d->stick = d->branches = TEN_CARDS;
    for (unsigned card = 0; card < c->cards; card++) {
        Status status = prepare_card(c, d, card, err);
        if (status)
            return status;
    }
    for (unsigned use = USE_CAMPFIRE; use <= USE_STATUE; use++)
        if (d->of_use[use] == TEN_CARDS)
            return refuse(err, SK_CONTENT, 111, "No card has the use {0:use}.", (int)use);
    if (d->stick == TEN_CARDS || d->branches == TEN_CARDS)
        return refuse(err, SK_CONTENT, 111,
                      "A campfire needs wood: one Supplies card and one special supply must burn.");
    if (c->card[d->of_use[USE_CAMPFIRE]].count > TEN_FIRES)
        return refuse(err, SK_CONTENT, 111, "There can be at most {0} campfires, not {1}.", TEN_FIRES,
                      c->card[d->of_use[USE_CAMPFIRE]].count);
    if (c->card[d->of_use[USE_TORCH]].kind != WEAPON || c->card[d->of_use[USE_ENERGY]].kind != WATER)
        return refuse(err, SK_CONTENT, 111, "The torch must be a weapon, and the energy drink must be water.");
    return SK_OK;
}

static void prepare_people(const TenContent *c, TenDerived *d) {
    for (unsigned i = 0; i < c->characters; i++) {
        const TenCharacter *who = &c->character[i];
        const struct {
            uint32_t *set;
            unsigned has;
        } abilities[] = {
            {&d->bars, who->bars_action},
            {&d->extra, who->takes_extra},
            {&d->first, who->first},
            {&d->savers, who->dies_for_other},
            {&d->safe_fish, who->team_safe_fish},
            {&d->sun_sick, who->sun_sick},
            {&d->item_lost, who->team_item_lost},
            {&d->takers, who->takes_items},
            {&d->guards, who->team_unattackable},
            {&d->healers, who->heals_for},
            {&d->runners, who->escapes},
            {&d->fires, who->team_any_campfire},
            {&d->gainers, who->team_item_gains},
            {&d->no_explore, who->no_explore},
            {&d->anglers, who->fish_roll},
            {&d->exchangers, who->exchange_roll},
            {&d->butchers, who->butchers.n},
            {&d->males, who->gender == MALE},
            {&d->females, who->gender == FEMALE},
        };
        for (unsigned k = 0; k < COUNT_OF_(abilities); k++)
            if (abilities[k].has)
                *abilities[k].set |= BIT(i);
    }
}

/* Checks abilities that at most one character may have, because the rules look for its single owner. */
static Status prepare_single(const TenContent *c, const TenDerived *d, Err *err) {
    const uint32_t single[] = {d->bars, d->extra, d->first, d->savers, d->healers};
    for (unsigned i = 0; i < COUNT_OF_(single); i++)
        if (bits_count(single[i]) > 1)
            return refuse(err, SK_CONTENT, 111, "{0:character} has an ability that only one character may have.",
                          (int)bits_nth(single[i], 1));
    for (unsigned i = 0; i < c->characters; i++)
        if (!gift_is_special(c, c->character[i].butchers))
            return refuse(err, SK_CONTENT, 111, "{0:character} gains a card that is not a special supply.", (int)i);
    if (c->team * TEN_SEATS > c->characters)
        return refuse(err, SK_CONTENT, 2, "Six teams of {0} need {1} characters; there are {2}.", c->team,
                      c->team * TEN_SEATS, c->characters);
    if (!gift_is_special(c, c->begins))
        return refuse(err, SK_CONTENT, 3, "Players can only start with a special supply, not with {0:card}.",
                      c->begins.card);
    return SK_OK;
}

static Status prepare_rescuers(const TenContent *c, Err *err) {
    for (unsigned i = 0; i < c->rescuers; i++) {
        const TenRescuer *r = &c->rescuer[i];
        bool priced = r->needs >= NEED_FISH && r->needs <= NEED_SET;
        bool measured = r->measure == MEASURE_CARDS || r->measure == MEASURE_VALUE;
        if (priced != (r->cards > 0) || (r->needs == NEED_SET && r->cards != 2))
            return refuse(err, SK_CONTENT, 79, "The number of cards that {0:rescuer} asks for does not fit its need.",
                          (int)i);
        if (measured && (!priced || r->needs == NEED_SET))
            return refuse(err, SK_CONTENT, 81, "{0:rescuer} cannot measure cards that it does not ask for.", (int)i);
        if (!gift_is_special(c, r->gives))
            return refuse(err, SK_CONTENT, 72, "{0:rescuer} gives a card that is not a special supply.", (int)i);
    }
    return SK_OK;
}

Status ten_content_prepare(const void *content, void *derived, Err *err) {
    const TenContent *c = content;
    TenDerived *d = derived;
    *d = (TenDerived){0};
    Status status = prepare_order(c, d, err);
    if (!status)
        status = prepare_uses(c, d, err);
    if (status)
        return status;
    prepare_people(c, d);
    status = prepare_single(c, d, err);
    return status ? status : prepare_rescuers(c, err);
}

/* ---- set-up --------------------------------------------------------------------------------------------- */

static void seat_empty(const Rules *rules, TenState *s, unsigned seat) {
    TenSeat *p = &s->seat[seat];
    p->named = (uint8_t)ten_no_character(rules);
    p->side = SIDE_NONE;
    ten_terms_clear(rules, &p->draft);
    for (unsigned i = 0; i < TEN_OPEN; i++)
        ten_terms_clear(rules, &s->offer[seat * TEN_OPEN + i].terms);
}

Status ten_setup_begin(const Rules *rules, void *state, Err *err) {
    const TenContent *c = ten_content(rules);
    TenState *s = state;
    (void)err;
    *s = (TenState){0};
    for (unsigned seat = 0; seat < TEN_SEATS; seat++)
        seat_empty(rules, s, seat);
    for (unsigned i = 0; i < TEN_CHARACTERS; i++) {
        s->bid[i] = s->order[i] = TEN_BERTHS;
        for (unsigned k = 0; k < TEN_BID; k++)
            s->bid_card[i][k] = (uint8_t)ten_no_card(rules);
        for (unsigned k = 0; k < TEN_CARRY; k++)
            s->carried[i][k] = (uint8_t)ten_no_card(rules);
    }
    for (unsigned i = 0; i < TEN_BERTHS; i++)
        s->berth[i] = (uint8_t)ten_no_rescuer(rules);
    for (unsigned i = 0; i < c->rescuers; i++)
        s->rescue[i] = c->rescuer[i].copies;
    for (unsigned i = 0; i < TEN_FIRES; i++)
        s->fire[i].owner = (uint8_t)no_seat(rules);
    for (unsigned card = 0; card < c->cards; card++)
        s->deck[card] = c->card[card].deck == SPECIAL ? 0 : c->card[card].count;
    frame_push(s, FRAME_SETUP, 0)->arg[SETUP_LEFT] = c->team;
    ten_run_frames(rules, s, NULL);
    return SK_OK;
}

/* R2, R3: every player is dealt a team; then each takes water and draws Supplies. */
void ten_frame_setup(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    const TenContent *c = ten_content(rules);
    unsigned seat = f->arg[SETUP_SEAT];
    if (seat == rules->seats && f->arg[0] == SETUP_DRAW) {
        frame_pop(s);
        frame_push(s, FRAME_DAY, 0);
        return;
    }
    if (seat == rules->seats) {
        f->arg[SETUP_SEAT] = 0;
        f->arg[0] = SETUP_DRAW;
        return;
    }
    if (f->arg[0] == SETUP_DEAL && f->arg[SETUP_LEFT]) {
        f->arg[SETUP_LEFT]--;
        question_open(s, ASK_DEAL, seat);
        return;
    }
    f->arg[SETUP_LEFT] = c->team;
    f->arg[SETUP_SEAT]++;
    if (f->arg[0] == SETUP_DRAW) {
        ten_gain(rules, s, seat, c->begins, sink);
        ten_draw(s, seat, c->supplies);
    }
}

static uint32_t undealt(const Rules *rules, const TenState *s) {
    uint32_t left = BIT(ten_content(rules)->characters) - 1;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        left &= ~s->seat[seat].island;
    return left;
}

void ten_deal_odds(const Rules *rules, const TenState *s, Odds *odds) { odds->n = bits_count(undealt(rules, s)); }

Move ten_deal_outcome(const Rules *rules, const TenState *s, unsigned i) {
    return move_make(MOVE_DEAL, CHANCE, bits_nth(undealt(rules, s), i), 0);
}

void ten_deal_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    (void)rules;
    s->seat[s->actor].island |= BIT(move.arg[0]);
    tell(sink, EVENT_DEALT, s->actor, move.arg[0]);
}
