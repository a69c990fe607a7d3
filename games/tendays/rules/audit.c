/* Checks the invariants of a state. It may come from outside, so no byte is trusted. This file checks seats, cards and
 * the table; audit_frames.c checks the frames and the open question. */
#include "games/tendays/rules/audit.h"

/* ---- seats ---------------------------------------------------------------------------------------------- */

static const char *audit_terms(const Rules *rules, const TenState *s, unsigned giver, const TenTerms *t) {
    const uint8_t *lists[] = {t->give, t->gear, t->want};
    unsigned none = ten_no_card(rules), n[3] = {0};
    for (unsigned list = 0; list < 3; list++)
        for (unsigned i = 0; i < TEN_TERMS; i++) {
            unsigned card = lists[list][i];
            if (card > none || (card < none && n[list] != i))
                return "the cards of an offer are in range and without gaps";
            if (card < none && ((card >= ten_derived(rules)->held && !ten_is_trophy(rules, card)) ||
                                (list == 1 && ten_card(rules, card)->kind != ITEM)))
                return "an offer is about cards that players can have";
            n[list] += card < none;
        }
    unsigned favours = t->claim;
    for (unsigned i = 0; i < TEN_FAVOURS; i++) {
        if (t->favour[i] > 1)
            return "a favour in an offer is 0 or 1";
        favours += t->favour[i];
    }
    if (t->to > rules->seats || t->claim > CLAIM_BOTH || t->battle > TEN_STACK || n[0] + n[1] > TEN_TERMS)
        return "the numbers of an offer are in range";
    if ((t->claim || t->favour[FAVOUR_HELP]) != (t->battle != 0))
        return "an offer has a battle number exactly if it has help or a claim";
    if (t->to == rules->seats)
        return n[0] || n[1] || n[2] || favours ? "an offer without a partner is empty" : NULL;
    return t->to == giver || !on_island(s, t->to) || !on_island(s, giver)
               ? "offers are between two players with characters on the island"
               : NULL;
}

static const char *audit_numbers_of(const Rules *rules, const TenState *s, const TenSeat *p) {
    const TenContent *c = ten_content(rules);
    unsigned held = 0, laid = 0;
    for (unsigned card = 0; card < TEN_HELD; card++)
        held += p->hand[card];
    for (unsigned i = 0; i < TEN_WEAPONS; i++)
        laid += p->laid[i];
    if (held != p->held || laid != p->laid_n)
        return "the counts of held and face-down cards are correct";
    if (p->souls > 100 || p->turned > 100 || p->side > SIDE_NONE || p->claim > CLAIM_BOTH || p->named > c->characters ||
        p->drafts > c->drafts || p->sent > c->offers_sent || p->sent > p->drafts)
        return "the numbers of a seat are in range";
    if (p->claim && !(s->allied | s->offered))
        return "only helpers claim something";
    for (unsigned i = 0; i < TEN_SERVINGS; i++)
        if (p->open[i] > TEN_STACK)
            return "servings are in range";
    for (unsigned i = ten_derived(rules)->weapons; i < TEN_WEAPONS; i++)
        if (p->put[i] || p->laid[i])
            return "all weapons exist in the content";
    return NULL;
}

static bool seat_has_nothing(const TenSeat *p) {
    unsigned n = p->held;
    for (unsigned i = 0; i < TEN_ITEMS; i++)
        n += p->gear[i];
    for (unsigned i = 0; i < TEN_ANIMALS; i++)
        n += p->trophy[i];
    for (unsigned i = 0; i < TEN_SERVINGS; i++)
        n += p->open[i];
    for (unsigned i = 0; i < TEN_WEAPONS; i++)
        n += (unsigned)p->put[i] + p->laid[i];
    return n == 0;
}

static const char *audit_seat(const Rules *rules, const TenState *s, unsigned seat) {
    const TenSeat *p = &s->seat[seat];
    unsigned team = bits_count(p->island) + bits_count(p->saved) + bits_count(p->dead), full = ten_content(rules)->team;
    const char *wrong = audit_numbers_of(rules, s, p);
    if (wrong)
        return wrong;
    if (seat >= rules->seats && (team || p->souls || p->turned || p->sent || p->drafts))
        return "an empty seat has nothing";
    if (seat < rules->seats && s->ask != ASK_DEAL && team != full)
        return "every team has as many characters as were dealt";
    if (team > full)
        return "no team has more characters than are dealt";
    if (!p->island && (!seat_has_nothing(p) || p->named != ten_no_character(rules) || p->draft.to != rules->seats))
        return "a player without a character on the island has no cards";
    unsigned fires = 0;
    for (unsigned i = 0; i < TEN_FIRES; i++)
        fires += s->fire[i].owner == seat && seat < rules->seats;
    if (fires != p->gear[GEAR(USE_CAMPFIRE)])
        return "every equipped campfire has a place with its owner";
    if (p->draft.to < rules->seats && p->drafts <= p->sent)
        return "an unfinished offer counts as started today";
    return audit_terms(rules, s, seat, &p->draft);
}

static const char *audit_people(const Rules *rules, const TenState *s) {
    const TenContent *c = ten_content(rules);
    uint32_t all = 0, here = ten_everybody(rules, s);
    for (unsigned seat = 0; seat < TEN_SEATS; seat++) {
        const uint32_t sets[] = {s->seat[seat].island, s->seat[seat].saved, s->seat[seat].dead};
        for (unsigned i = 0; i < 3; i++) {
            if ((sets[i] >> c->characters) || (all & sets[i]))
                return "every character belongs to one player and is in one place";
            all |= sets[i];
        }
    }
    if ((s->sick | s->poisoned | s->injured | s->acted | s->passed | s->lost | s->drunk | s->eaten | s->doomed |
         s->changed | s->leaving) &
        ~here)
        return "character states apply only to characters on the island";
    for (unsigned i = 0; i < TEN_BERTHS; i++) {
        bool devil = s->berth[i] < c->rescuers && c->rescuer[s->berth[i]].needs == NEED_KILL;
        if (s->debt[i] & ~(devil ? here : 0))
            return "only a Devil takes killers, and only from the island";
    }
    bool turn = s->depth > 1 && s->frame[1].kind == FRAME_TURN;
    for (unsigned i = 0; i < TEN_CHARACTERS; i++) {
        unsigned acts = (unsigned)s->acts[i] + s->fed[i] + s->extra[i];
        if (s->acts[i] > 100 || s->fed[i] > 100 || s->extra[i] > 100 || (acts && (!turn || !(here >> i & 1))))
            return "actions are counted only in a turn, for characters on the island";
    }
    return NULL;
}

/* ---- cards ---------------------------------------------------------------------------------------------- */

static unsigned in_bids(const TenState *s, unsigned card) {
    unsigned n = 0;
    for (unsigned c = 0; c < TEN_CHARACTERS; c++) {
        for (unsigned i = 0; i < TEN_BID; i++)
            n += s->bid_card[c][i] == card;
        for (unsigned i = 0; i < TEN_CARRY; i++)
            n += s->carried[c][i] == card;
    }
    return n;
}

/* Cards of a kind that are neither in hands nor laid face down. */
static unsigned elsewhere(const Rules *rules, const TenState *s, unsigned card) {
    const TenDerived *d = ten_derived(rules);
    unsigned n = (unsigned)s->deck[card] + s->pile[card] + in_bids(s, card);
    for (unsigned seat = 0; seat < TEN_SEATS; seat++) {
        const TenSeat *p = &s->seat[seat];
        if (d->weapon[card] < TEN_WEAPONS)
            n += p->put[d->weapon[card]];
        if (ten_card(rules, card)->kind == ITEM)
            n += p->gear[GEAR(ten_card(rules, card)->use)];
        if (card >= d->animal)
            n += p->trophy[card - d->animal];
    }
    for (unsigned i = 0; i < TEN_FIRES && card == d->stick; i++)
        n += s->fire[i].sticks;
    return n;
}

static unsigned in_hands(const Rules *rules, const TenState *s, unsigned card) {
    const TenDerived *d = ten_derived(rules);
    unsigned n = 0;
    for (unsigned seat = 0; seat < TEN_SEATS && card < d->held; seat++) {
        n += s->seat[seat].hand[card];
        if (d->weapon[card] < TEN_WEAPONS)
            n += s->seat[seat].laid[d->weapon[card]];
    }
    return n;
}

static const char *audit_cards(const Rules *rules, const TenState *s) {
    const TenContent *c = ten_content(rules);
    const TenDerived *d = ten_derived(rules);
    for (unsigned card = 0; card < c->cards; card++) {
        unsigned hands = in_hands(rules, s, card);
        bool special = c->card[card].deck == SPECIAL;
        if (special ? s->deck[card] || s->pile[card] : hands + elsewhere(rules, s, card) != c->card[card].count)
            return "every card is in exactly one place";
        if (card < d->held && s->out[card] != (card >= d->supplies ? hands : 0))
            return "special supplies and treasures in hands are counted correctly";
        if (special && hands > TEN_STACK)
            return "special supplies in hands are within the limit";
    }
    for (unsigned card = c->cards; card < TEN_CARDS; card++)
        if (s->deck[card] || s->pile[card])
            return "all cards exist in the content";
    for (unsigned card = d->held; card < TEN_HELD; card++) {
        if (s->out[card])
            return "all held cards exist in the content";
        for (unsigned seat = 0; seat < TEN_SEATS; seat++)
            if (s->seat[seat].hand[card])
                return "all held cards exist in the content";
    }
    for (unsigned i = c->cards - d->animal; i < TEN_ANIMALS; i++)
        for (unsigned seat = 0; seat < TEN_SEATS; seat++)
            if (s->seat[seat].trophy[i])
                return "all trophies exist in the content";
    return NULL;
}

/* ---- the table ------------------------------------------------------------------------------------------ */

static const char *audit_fires(const Rules *rules, const TenState *s) {
    for (unsigned i = 0; i < TEN_FIRES; i++) {
        const TenFire *fire = &s->fire[i];
        unsigned wood = (unsigned)fire->sticks + fire->branches;
        if (fire->owner > rules->seats || (fire->owner < rules->seats) != (wood > 0) || fire->branches > TEN_STACK)
            return "a campfire has wood, and wood has a campfire";
    }
    return NULL;
}

static const char *audit_rescuers(const Rules *rules, const TenState *s) {
    const TenContent *c = ten_content(rules);
    for (unsigned i = 0; i < TEN_RESCUERS; i++) {
        unsigned n = s->rescue[i];
        for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
            n += s->berth[berth] == i && i < c->rescuers;
        if (n > (i < c->rescuers ? c->rescuer[i].copies : 0))
            return "there are no more Rescue cards than the content has copies";
    }
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (s->berth[berth] > c->rescuers ||
            (s->berth[berth] < c->rescuers && c->rescuer[s->berth[berth]].needs >= NEED_SOULS))
            return "only rescuers that wait are at a berth";
    return NULL;
}

static const char *audit_standing_bid(const Rules *rules, const TenState *s, unsigned c) {
    unsigned berth = s->order[c];
    if (berth > TEN_BERTHS || s->limit[c] > TEN_BID || (berth == TEN_BERTHS && s->limit[c]))
        return "a standing bid has a berth and a limit";
    if (s->orders[c] > TEN_STANDING_BIDS_MAX)
        return "the number of standing bids is in range";
    if (berth < TEN_BERTHS &&
        (s->berth[berth] >= ten_no_rescuer(rules) || !(ten_everybody(rules, s) >> c & 1) ||
         !ten_rescuer_accepts(rules, s->berth[berth], c) || s->limit[c] < ten_rescuer(rules, s->berth[berth])->cards))
        return "a standing bid is for a rescuer that accepts the character, and meets its price";
    return NULL;
}

static const char *audit_bid(const Rules *rules, const TenState *s, unsigned c) {
    unsigned berth = s->bid[c], none = ten_no_card(rules), n = 0;
    bool entered = berth < TEN_BERTHS;
    if (berth > TEN_BERTHS || (entered && (s->berth[berth] >= ten_no_rescuer(rules) ||
                                           !(ten_everybody(rules, s) >> c & 1) || !audit_bids_open(s))))
        return "bids are for rescuers that are leaving";
    if (entered && ten_rescuer(rules, s->berth[berth])->needs == NEED_KILL)
        return "nobody bids for a Devil";
    if (entered && ten_top(s)->kind == FRAME_LEAVE && !(ten_berth_takes(rules, s, berth) >> c & 1))
        return "while rescuers leave, only characters that are taken are entered";
    for (unsigned i = 0; i < TEN_BID; i++) {
        unsigned card = s->bid_card[c][i];
        if (card > none || (card < none && (n != i || !entered)))
            return "the cards of a bid are in range and without gaps";
        if (card < none && !ten_card_meets_need(rules, ten_rescuer(rules, s->berth[berth])->needs, card))
            return "the cards of a bid are what the rescuer asks for";
        n += card < none;
    }
    for (unsigned i = 0, m = 0; i < TEN_CARRY; i++) {
        unsigned card = s->carried[c][i];
        if (card > none || (card < none && (m != i || ten_card(rules, card)->kind != TREASURE)))
            return "only treasures are carried";
        m += card < none;
    }
    return NULL;
}

static const char *audit_offers(const Rules *rules, const TenState *s) {
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++) {
        const TenOffer *offer = &s->offer[slot];
        const char *wrong = audit_terms(rules, s, slot / TEN_OPEN, &offer->terms);
        unsigned n[2] = {0}, none = ten_no_card(rules);
        if (wrong)
            return wrong;
        for (unsigned i = 0; i < TEN_TERMS; i++) {
            n[0] += (unsigned)(offer->terms.give[i] < none) + (offer->terms.gear[i] < none);
            n[1] += offer->terms.want[i] < none;
        }
        if (n[0] != offer->gives || n[1] != offer->wants || (offer->number != 0) != (offer->terms.to < rules->seats))
            return "an offer has a number, and its card counts are correct";
        if (offer->number > s->numbers)
            return "offers are numbered through the day";
        for (unsigned other = 0; other < slot; other++)
            if (offer->number && s->offer[other].number == offer->number)
                return "no two offers have the same number";
    }
    for (unsigned a = 0; a < TEN_SEATS; a++)
        for (unsigned b = 0; b < TEN_SEATS; b++)
            if ((s->use_fire[a][b] | s->use_fruit[a][b] | s->use_plant[a][b] | s->use_extra[a][b]) > (a != b))
                return "permissions are 0 or 1, and never to oneself";
    return NULL;
}

static const char *audit_numbers(const Rules *rules, const TenState *s) {
    unsigned seats = rules->seats, all = (unsigned)s->never | s->offered | s->allied | s->dusked | s->pending, down = 0;
    if (s->ask >= TEN_ASKS || s->ask == ASK_NOTHING || s->actor >= seats || s->active >= seats || s->first >= seats)
        return "ask, actor, active and first are in range";
    if (s->day > ten_content(rules)->days || s->die > 6 || s->taken > 200 || s->torch > 1 || s->souls_laid > 100 ||
        s->battles > TEN_STACK || s->numbers > 200 || s->stirred > 1)
        return "day, die and the other numbers are in range";
    if ((all >> seats) || ((s->wolf_did | s->mates_did) >> (ACT_EXCHANGE + 1)))
        return "sets of seats and actions are in range";
    if (s->ending > LAST_DAY || (s->ending != GOING_ON) != (s->ask == ASK_OVER))
        return "a game that is over has an ending";
    unsigned sent = 0;
    for (unsigned seat = 0; seat < TEN_SEATS; seat++) {
        down += s->seat[seat].laid_n;
        sent += s->seat[seat].sent;
    }
    if (sent != s->numbers)
        return "every offer sent today has a number";
    if (down != s->down || (s->allied & ~s->offered))
        return "face-down weapons are counted correctly, and accepted helpers have offered help";
    if (s->ask != ASK_OVER && s->ask != ASK_DEAL && !ten_everybody(rules, s))
        return "until the game is over, somebody is on the island";
    return NULL;
}

const char *ten_audit(const Rules *rules, const void *state) {
    const TenState *s = state;
    const char *wrong = audit_numbers(rules, s);
    if (!wrong)
        wrong = audit_rescuers(rules, s);
    if (!wrong)
        wrong = audit_people(rules, s);
    if (!wrong)
        wrong = audit_fires(rules, s);
    for (unsigned seat = 0; seat < TEN_SEATS && !wrong; seat++)
        wrong = audit_seat(rules, s, seat);
    if (!wrong)
        wrong = audit_cards(rules, s);
    if (!wrong)
        wrong = audit_frames(rules, s);
    for (unsigned c = 0; c < TEN_CHARACTERS && !wrong; c++)
        wrong = (wrong = audit_bid(rules, s, c)) ? wrong : audit_standing_bid(rules, s, c);
    if (!wrong)
        wrong = audit_offers(rules, s);
    return wrong ? wrong : audit_ask(rules, s);
}
