/* The board's sections about rescuers and bids, battles, other current events, and offers. */
#include "games/tendays/term/board_internal.h"

enum { INDENT = 4 };

static void seat_name(const TenDraw *d, unsigned seat, Text *out) {
    size_t at = out->len;
    voice_seat(d->voice, seat, out);
    voice_capitalize(out, at);
}

static void flow_seat(FlowLayout *f, unsigned seat) {
    char letter[2] = {(char)('A' + seat), '\0'};
    Text name = {0};
    seat_name(f->d, seat, &name);
    flow_put(f, ten_seat_style(seat), letter);
    f->x++;
    flow_put(f, TITLE_INK, text_str(&name));
    text_free(&name);
}

static void flow_character(FlowLayout *f, unsigned c, Style style) {
    Text name = {0};
    ten_label_text(f->d->voice, "character", c, false, &name);
    flow_put(f, style, text_str(&name));
    text_free(&name);
}

static void flow_key(FlowLayout *f, Style style, const char *key) { flow_words(f, style, ten_word(f->d, key)); }

/* ---- rescuers ------------------------------------------------------------------------------------------- */

static unsigned no_owner(const Rules *rules) { return rules->seats; }
static bool berth_taken(const TenDraw *d, unsigned berth) {
    return d->s->berth[berth] < ten_no_rescuer(d->voice->rules);
}

/* The rescuer at a berth, its requirement, spots and strength. */
static void rescuer_line(FlowLayout *f, unsigned berth, bool full) {
    const Voice *voice = f->d->voice;
    unsigned rescuer = f->d->s->berth[berth];
    const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
    Text text = {0};
    text_printf(&text, "▲%u ", berth + 1);
    ten_label_text(voice, "rescuer", rescuer, false, &text);
    flow_spot(f, "berth", berth, TITLE_INK, text_str(&text));
    text_clear(&text);
    flow_gap(f, "");
    ten_needs_text(voice, rescuer, &text);
    if (r->spots)
        voice_format(voice, &text, "board.spots", "d", r->spots);
    if (full && r->measure) {
        text_puts(&text, words_get(voice->words, "list.comma"));
        ten_measure_text(voice, rescuer, &text);
    }
    f->x++;
    flow_words(f, PLAIN_INK, text_str(&text));
    text_clear(&text);
    if (r->strength) {
        voice_format(voice, &text, full ? "board.strength" : "board.strength-brief", "d", r->strength);
        flow_gap(f, "");
        f->x++;
        flow_put(f, MUTED_INK, text_str(&text));
    }
    text_free(&text);
}

static void devil_line(FlowLayout *f, unsigned berth) {
    Text who = {0};
    if (!f->d->s->debt[berth])
        return;
    flow_line(f, INDENT);
    ten_people_text(f->d->voice, f->d->s->debt[berth], &who);
    Text text = {0};
    voice_format(f->d->voice, &text, "board.owes", "s", text_str(&who));
    flow_text(f, BAD_INK, &text);
    text_free(&who);
}

/* Standing bids for the berth (R112). Only the owner sees the limit. */
static void standing_bid_line(FlowLayout *f, unsigned berth) {
    const Rules *rules = f->d->voice->rules;
    const TenState *s = f->d->s;
    unsigned items = 0;
    for (unsigned c = 0; c < ten_content(rules)->characters; c++) {
        unsigned owner = s->order[c] == berth ? ten_owner(rules, s, c) : no_owner(rules);
        Text text = {0};
        if (owner == no_owner(rules))
            continue;
        if (!items) {
            flow_line(f, INDENT);
            flow_key(f, MUTED_INK, "board.ahead");
            f->x++;
        }
        if (items++)
            flow_gap(f, ",");
        char letter[2] = {(char)('A' + owner), '\0'};
        flow_put(f, ten_seat_style(owner), letter);
        f->x++;
        ten_label_text(f->d->voice, "character", c, false, &text);
        if (s->limit[c] != UNKNOWN8 && s->limit[c])
            voice_format(f->d->voice, &text, "board.up-to", "d", s->limit[c]);
        flow_text(f, s->limit[c] != UNKNOWN8 ? ASIDE_INK : PLAIN_INK, &text);
    }
}

int ten_draw_rescuers(const TenDraw *d, int y, int h, bool full) {
    FlowLayout f = flow_init(d, y, h, INDENT);
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (berth_taken(d, berth)) {
            flow_line(&f, 1);
            rescuer_line(&f, berth, full);
            standing_bid_line(&f, berth);
            devil_line(&f, berth);
        }
    return flow_lines(&f);
}

/* ---- bids ----------------------------------------------------------------------------------------------- */

/* The measure of a bid (R81). The politician is above all others (R82). */
static int bid_value(const Rules *rules, const TenState *s, unsigned c) {
    int value = 0;
    if (ten_character(rules, c)->first)
        return 1000;
    switch (ten_rescuer(rules, s->berth[s->bid[c]])->measure) {
    case MEASURE_CARDS:
    case MEASURE_VALUE:
        for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++)
            value += ten_rescuer(rules, s->berth[s->bid[c]])->measure == MEASURE_CARDS
                         ? 1
                         : ten_card(rules, s->bid_card[c][i])->value;
        return value;
    case MEASURE_HEARTS:
        return ten_character(rules, c)->hearts;
    default:
        return 0;
    }
}

/* The characters entered at the berth, highest measure first. */
static unsigned bidders(const TenDraw *d, unsigned berth, uint8_t out[TEN_CHARACTERS]) {
    const Rules *rules = d->voice->rules;
    unsigned n = 0;
    for (unsigned c = 0; c < ten_content(rules)->characters; c++) {
        if (d->s->bid[c] != berth)
            continue;
        unsigned at = n++;
        int value = bid_value(rules, d->s, c);
        while (at && bid_value(rules, d->s, out[at - 1]) < value)
            out[at] = out[at - 1], at--;
        out[at] = (uint8_t)c;
    }
    return n;
}

/* How many of them would be taken now. Characters that tie for the last spots stay behind. */
static unsigned bidders_in(const TenDraw *d, const uint8_t *who, unsigned n, unsigned spots) {
    if (!spots || n <= spots)
        return n;
    const Rules *rules = d->voice->rules;
    int cut = bid_value(rules, d->s, who[spots]);
    unsigned in = spots;
    while (in && bid_value(rules, d->s, who[in - 1]) == cut && !ten_character(rules, who[in - 1])->first)
        in--;
    return in;
}

static void bid_line(FlowLayout *f, unsigned c, bool in, bool measured) {
    const TenDraw *d = f->d;
    const Rules *rules = d->voice->rules;
    bool now = d->s->ask == ASK_ENTER && ten_top(d->s)->arg[BIDS_CHARACTER] == c;
    char letter[2] = {(char)('A' + ten_owner(rules, d->s, c)), '\0'};
    Text text = {0};
    flow_line(f, INDENT);
    flow_put(f, in ? GOOD_INK : BAD_INK, now ? "▸" : in ? "✓" : "×");
    f->x++;
    flow_put(f, ten_seat_style(ten_owner(rules, d->s, c)), letter);
    f->x++;
    flow_character(f, c, in ? TITLE_INK : PLAIN_INK);
    if (ten_character(rules, c)->first)
        voice_format(d->voice, &text, "board.bid-first", "");
    else if (measured)
        text_printf(&text, "%d", bid_value(rules, d->s, c));
    f->x = INDENT + 21 > f->x ? INDENT + 21 : f->x + 1;
    flow_put(f, TITLE_INK, text_str(&text));
    f->x += 2;
    flow_list(f, d->s->bid_card[c], TEN_BID, MUTED_INK);
    text_free(&text);
}

static void berth_bids(FlowLayout *f, unsigned berth) {
    const TenDraw *d = f->d;
    uint8_t who[TEN_CHARACTERS];
    const TenRescuer *r = ten_rescuer(d->voice->rules, d->s->berth[berth]);
    unsigned n = bidders(d, berth, who), in = bidders_in(d, who, n, r->spots);
    for (unsigned i = 0; i < n; i++) {
        if (i == in && r->spots && in < r->spots) {
            flow_line(f, INDENT);
            flow_key(f, BAD_INK, "board.tied");
        }
        bid_line(f, who[i], i < in, r->measure != MEASURE_NONE);
    }
    if (!n && r->needs != NEED_KILL) {
        flow_line(f, INDENT);
        flow_key(f, MUTED_INK, "board.no-bids");
    }
}

static int draw_bids(const TenDraw *d, const Frame *bids, int y, int h) {
    FlowLayout f = flow_init(d, y, h, INDENT);
    Text text = {0}, who = {0};
    voice_seat(d->voice, d->s->actor, &who);
    voice_format(d->voice, &text, d->s->actor == d->voice->viewer ? "board.bids-yours" : "board.bids-theirs", "dds",
                 bids->arg[BIDS_CIRCLE] + 1, ten_content(d->voice->rules)->circles, text_str(&who));
    flow_text(&f, TITLE_INK, &text);
    text_free(&who);
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (berth_taken(d, berth)) {
            flow_line(&f, 1);
            rescuer_line(&f, berth, true);
            berth_bids(&f, berth);
            standing_bid_line(&f, berth);
            devil_line(&f, berth);
        }
    return flow_lines(&f);
}

/* ---- battles in the open ---------------------------------------------------------------------------------- */

static void flow_weapons(FlowLayout *f, const uint8_t *counts) {
    const TenDerived *d = ten_derived(f->d->voice->rules);
    uint8_t row[TEN_CARDS] = {0};
    for (unsigned i = 0; i < d->weapons; i++)
        row[d->weapon_card[i]] = counts[i];
    flow_cards(f, row, 0, d->held, PLAIN_INK);
}

static unsigned weapons_count(const uint8_t *counts) {
    unsigned n = 0;
    for (unsigned i = 0; i < TEN_WEAPONS; i++)
        n += counts[i];
    return n;
}

static void flow_stars(FlowLayout *f, unsigned stars) {
    Text text = {0};
    voice_format(f->d->voice, &text, "board.stars-sum", "d", (int)stars);
    flow_gap(f, "");
    f->x++;
    flow_put(f, TITLE_INK, text_str(&text));
    text_free(&text);
}

/* "A You  Knife 2*, Wooden stick 1*   3 stars", or that no weapon is laid. */
static void open_weapons_line(FlowLayout *f, unsigned seat, const char *mark, unsigned bonus) {
    const TenSeat *p = &f->d->s->seat[seat];
    flow_line(f, 2);
    flow_put(f, GOOD_INK, mark);
    f->x = INDENT;
    flow_seat(f, seat);
    f->x = INDENT + 18 > f->x + 1 ? INDENT + 18 : f->x + 2;
    if (weapons_count(p->put))
        flow_weapons(f, p->put);
    else
        flow_key(f, MUTED_INK, "board.no-weapon");
    if (bonus) {
        Text text = {0};
        voice_format(f->d->voice, &text, "board.bonus", "d", (int)bonus);
        flow_gap(f, ",");
        flow_text(f, PLAIN_INK, &text);
    }
    flow_stars(f, ten_stars_put(f->d->voice->rules, p) + bonus);
}

static void flow_claim(FlowLayout *f, unsigned seat) {
    Text text = {0};
    voice_format(f->d->voice, &text, f->d->s->allied & BIT(seat) ? "board.allied" : "board.offered", "n", "claim",
                 f->d->s->seat[seat].claim);
    flow_gap(f, "");
    f->x++;
    flow_text(f, f->d->s->allied & BIT(seat) ? GOOD_INK : PLAIN_INK, &text);
}

static void verdict_line(FlowLayout *f, int stars, int strength, const char *win, const char *even, const char *lose) {
    Text text = {0};
    voice_format(f->d->voice, &text, stars > strength ? win : stars == strength ? even : lose, "dd", stars, strength);
    flow_line(f, 2);
    flow_text(f, stars > strength ? GOOD_INK : stars == strength ? TITLE_INK : BAD_INK, &text);
}

static int draw_battle(const TenDraw *d, const Frame *battle, int y, int h) {
    const Rules *rules = d->voice->rules;
    unsigned c = battle->arg[BATTLE_CHARACTER], card = battle->arg[BATTLE_CARD], seat = battle->seat;
    const TenCard *it = ten_card(rules, card);
    unsigned bonus = 0, trap = ten_card(rules, ten_derived(rules)->of_use[USE_TRAP])->value;
    if (it->kind == ANIMAL)
        bonus = d->s->seat[seat].gear[GEAR(USE_TRAP)] * trap + ten_character(rules, c)->vs_animal;
    unsigned stars = ten_stars_put(rules, &d->s->seat[seat]) + bonus;
    FlowLayout f = flow_init(d, y, h, INDENT + 2);
    Text text = {0};
    voice_format(d->voice, &text, "board.battle", "nndn", "character", (int)c, "card", (int)card, it->value, "harm",
                 it->harm);
    voice_capitalize(&text, 0);
    flow_text(&f, TITLE_INK, &text);
    open_weapons_line(&f, seat, "", bonus);
    for (unsigned i = 1; i < rules->seats; i++) {
        unsigned other = (seat + i) % rules->seats;
        if (!weapons_count(d->s->seat[other].put))
            continue;
        bool with = d->s->allied & BIT(other);
        stars += with ? ten_stars_put(rules, &d->s->seat[other]) : 0;
        open_weapons_line(&f, other, with ? "✓" : "·", 0);
        if (d->s->offered & BIT(other))
            flow_claim(&f, other);
    }
    verdict_line(&f, (int)stars, it->value, "board.beats", "board.drives-off", "board.loses");
    return flow_lines(&f);
}

static int draw_raid(const TenDraw *d, const Frame *raid, int y, int h) {
    const Rules *rules = d->voice->rules;
    unsigned berth = raid->arg[RAID_BERTH], against;
    if (!berth_taken(d, berth))
        return 0;
    FlowLayout f = flow_init(d, y, h, INDENT + 2);
    Text text = {0};
    against = ten_rescuer(rules, d->s->berth[berth])->strength;
    voice_format(d->voice, &text, "board.raid", "nnd", "character", raid->arg[RAID_CHARACTER], "rescuer",
                 d->s->berth[berth], (int)against);
    voice_capitalize(&text, 0);
    flow_text(&f, TITLE_INK, &text);
    open_weapons_line(&f, raid->seat, "", 0);
    for (unsigned i = 1; i < rules->seats; i++) {
        unsigned other = (raid->seat + i) % rules->seats;
        if (!weapons_count(d->s->seat[other].put))
            continue;
        open_weapons_line(&f, other, "×", 0);
        against += ten_stars_put(rules, &d->s->seat[other]);
    }
    verdict_line(&f, (int)ten_stars_put(rules, &d->s->seat[raid->seat]), (int)against, "board.raid-wins",
                 "board.raid-even", "board.raid-loses");
    return flow_lines(&f);
}

/* ---- battles face down ------------------------------------------------------------------------------------ */

static unsigned stars_laid(const Rules *rules, const TenSeat *p) {
    const TenDerived *d = ten_derived(rules);
    unsigned stars = 0;
    for (unsigned i = 0; i < d->weapons; i++)
        stars += p->laid[i] * ten_card(rules, d->weapon_card[i])->value;
    return stars;
}

/* A player in the battle: open weapons, or the number of face-down ones; the viewer's own are shown. */
static void fighter_line(FlowLayout *f, unsigned seat, unsigned bonus, unsigned souls) {
    const TenDraw *d = f->d;
    const TenSeat *p = &d->s->seat[seat];
    Text text = {0};
    flow_line(f, INDENT);
    flow_seat(f, seat);
    f->x = INDENT + 18 > f->x + 1 ? INDENT + 18 : f->x + 2;
    if (weapons_count(p->put)) {
        flow_weapons(f, p->put);
    } else if (p->laid_n && p->laid[0] != UNKNOWN8) {
        flow_weapons(f, p->laid);
        voice_format(d->voice, &text, "board.face-down-own", "d", (int)stars_laid(d->voice->rules, p));
    } else {
        voice_format(d->voice, &text, "board.face-down", "d", p->laid_n);
    }
    f->x += f->x > INDENT + 19 && text.len;
    flow_text(f, ASIDE_INK, &text);
    if (bonus || souls) {
        voice_format(d->voice, &text, "board.fighter-bonus", "dd", (int)bonus, (int)souls);
        flow_gap(f, ",");
        flow_text(f, PLAIN_INK, &text);
    }
}

static int draw_attack(const TenDraw *d, const Frame *attack, int y, int h) {
    const Rules *rules = d->voice->rules;
    unsigned c = attack->arg[ATTACK_CHARACTER], target = attack->arg[ATTACK_TARGET];
    unsigned owner = ten_owner(rules, d->s, target);
    FlowLayout f = flow_init(d, y, h, INDENT + 2);
    Text text = {0};
    voice_format(d->voice, &text, "board.attack", "nn", "character", (int)c, "character", (int)target);
    voice_capitalize(&text, 0);
    flow_text(&f, TITLE_INK, &text);
    for (unsigned side = SIDE_ATTACKER; side <= SIDE_DEFENDER; side++) {
        flow_line(&f, 2);
        flow_key(&f, MUTED_INK, side == SIDE_ATTACKER ? "board.attackers" : "board.defenders");
        for (unsigned i = 0; i < rules->seats; i++) {
            unsigned seat = ((side == SIDE_ATTACKER ? attack->seat : owner) + i) % rules->seats;
            unsigned who = seat == attack->seat ? c : seat == owner ? target : ten_no_character(rules);
            if (d->s->seat[seat].side == side)
                fighter_line(&f, seat, who < ten_no_character(rules) ? ten_character(rules, who)->vs_player : 0,
                             seat == owner ? d->s->souls_laid : 0);
        }
    }
    return flow_lines(&f);
}

/* ---- the current event ------------------------------------------------------------------------------------ */

static int draw_contest(const TenDraw *d, const Frame *f, int y, int h) {
    switch (f->kind) {
    case FRAME_BIDS:
        return draw_bids(d, f, y, h);
    case FRAME_BATTLE:
        return draw_battle(d, f, y, h);
    case FRAME_RAID:
        return draw_raid(d, f, y, h);
    case FRAME_ATTACK:
        return draw_attack(d, f, y, h);
    default:
        return 0;
    }
}

/* A line about the current event, above the battle or bidding in which it happens. */
int ten_draw_current(const TenDraw *d, int y, int h) {
    FlowLayout f = flow_init(d, y, h, 2);
    Text now = {0};
    int used = 0;
    ten_now_text(d->voice, d->s, &now);
    const Frame *top = d->s->depth ? ten_top(d->s) : NULL;
    bool battle = top && (top->kind == FRAME_BATTLE || top->kind == FRAME_RAID || top->kind == FRAME_ATTACK);
    if (!battle && now.len)
        flow_words(&f, TITLE_INK, text_str(&now));
    text_free(&now);
    used = flow_lines(&f);
    for (unsigned i = d->s->depth; i-- > 0 && (!h || used < h);) {
        int lines = draw_contest(d, &d->s->frame[i], y + used, h ? h - used : 0);
        used += lines;
        if (lines)
            break;
    }
    return used;
}

/* ---- offers ----------------------------------------------------------------------------------------------- */

static void flow_favours(FlowLayout *f, const TenTerms *terms, unsigned *items) {
    for (unsigned i = 0; i < TEN_FAVOURS; i++) {
        const char *word = voice_word(f->d->voice, "favour", i, ".brief");
        if (!terms->favour[i])
            continue;
        if ((*items)++)
            flow_gap(f, ",");
        flow_words(f, TITLE_INK, word ? word : voice_word(f->d->voice, "favour", i, ""));
    }
    if (terms->claim) {
        Text text = {0};
        if ((*items)++)
            flow_gap(f, ",");
        voice_format(f->d->voice, &text, "board.promise", "n", "claim", terms->claim);
        flow_text(f, TITLE_INK, &text);
    }
}

/* ": Knife 2*, use of the fire for Water 3", after the names of giver and partner. */
static void flow_terms(FlowLayout *f, const TenTerms *terms) {
    unsigned items = 0;
    flow_gap(f, ":");
    items += flow_list(f, terms->give, TEN_TERMS, TITLE_INK);
    if (items && terms->gear[0] < ten_no_card(f->d->voice->rules))
        flow_gap(f, ",");
    items += flow_list(f, terms->gear, TEN_TERMS, TITLE_INK);
    flow_favours(f, terms, &items);
    if (!items)
        flow_key(f, MUTED_INK, "board.nothing");
    f->x++;
    flow_key(f, MUTED_INK, "board.asks");
    f->x++;
    if (!flow_list(f, terms->want, TEN_TERMS, TITLE_INK))
        flow_key(f, MUTED_INK, "board.nothing");
}

static void offer_head(FlowLayout *f, unsigned number, unsigned from, unsigned to, const char *key) {
    Text a = {0}, b = {0}, text = {0};
    voice_seat(f->d->voice, from, &a);
    voice_seat(f->d->voice, to, &b);
    voice_capitalize(&a, 0);
    voice_format(f->d->voice, &text, key, "dss", (int)number, text_str(&a), text_str(&b));
    flow_line(f, 1);
    if (number)
        flow_spot(f, "number", number, TITLE_INK, text_str(&text));
    else
        flow_words(f, ASIDE_INK, text_str(&text));
    text_free(&a);
    text_free(&b);
    text_free(&text);
}

static void offer_line(FlowLayout *f, unsigned slot, bool all) {
    const TenOffer *offer = &f->d->s->offer[slot];
    bool known = offer->terms.claim != UNKNOWN8;
    if (!offer->number || (!known && !all))
        return;
    offer_head(f, offer->number, slot / TEN_OPEN, offer->terms.to, "board.offer");
    if (known) {
        flow_terms(f, &offer->terms);
        return;
    }
    Text text = {0};
    voice_format(f->d->voice, &text, "board.offer-hidden", "dd", offer->gives, offer->wants);
    flow_gap(f, ":");
    flow_text(f, ASIDE_INK, &text);
}

int ten_draw_offers(const TenDraw *d, int y, int h, bool all) {
    unsigned viewer = d->voice->viewer, seats = d->voice->rules->seats;
    FlowLayout f = flow_init(d, y, h, INDENT);
    if (viewer < seats && d->s->seat[viewer].draft.to < seats) {
        offer_head(&f, 0, viewer, d->s->seat[viewer].draft.to, "board.draft");
        flow_terms(&f, &d->s->seat[viewer].draft);
    }
    for (unsigned number = 1; number <= d->s->numbers; number++)
        for (unsigned slot = 0; slot < seats * TEN_OPEN; slot++)
            if (d->s->offer[slot].number == number)
                offer_line(&f, slot, all);
    return flow_lines(&f);
}
