/* The position in sentences, a line each, for who reads rather than looks; and what lies before the viewer. */
#include "text/tendays_parts.h"

static void end_line(Text *out) { text_putc(out, '\n'); }

/* " Opened: 2 servings of water." and so on; what is not there is left out. */
static void say_if(const Voice *voice, const char *key, bool any, Text *what, Text *out) {
    if (any && what->len) {
        text_putc(out, ' ');
        voice_say(voice, out, key, "s", text_str(what));
    }
    text_free(what);
}

/* ---- the day ---------------------------------------------------------------------------------------------- */

static void describe_day(const Voice *voice, const TenState *s, Text *out) {
    const TenContent *c = ten_content(voice->rules);
    unsigned said = 0, dusk = s->day + ten_is_night(s);
    Text who = {0}, days = {0};
    voice_seat(voice, s->active, &who);
    if (s->head.node == NODE_OVER) {
        voice_say(voice, out, "describe.over", "d", s->day);
    } else {
        voice_say(voice, out, "describe.day", "dd", s->day, c->days);
        text_putc(out, ' ');
        Text phase = {0};
        voice_say(voice, &phase, ten_phase(s), "sd", text_str(&who), s->active == voice->viewer);
        ten_capital(&phase, 0);
        text_printf(out, "%s.", text_str(&phase));
        text_free(&phase);
        if (dusk && dusk <= c->days) {
            text_putc(out, ' ');
            voice_say(voice, out, "describe.need", "ddd", c->day[dusk - 1].water, c->day[dusk - 1].food,
                      (int)ten_is_night(s));
        }
        for (unsigned day = s->day + 1u; day <= c->days; day++)
            if (c->day[day - 1].rescue) {
                ten_say_comma(voice, &said, &days);
                text_printf(&days, "%u", day);
            }
    }
    say_if(voice, "describe.rescue-days", said, &days, out);
    end_line(out);
    text_free(&who);
}

/* ---- camps ------------------------------------------------------------------------------------------------ */

static void say_doing(const Voice *voice, const TenState *s, unsigned seat, unsigned c, Text *out) {
    uint32_t it = BIT(c);
    Text ills = {0};
    unsigned said = 0;
    if (ten_say_ills(voice, s, c, &ills)) {
        ten_say_comma(voice, &said, out);
        text_puts(out, text_str(&ills));
    }
    const struct {
        bool is;
        const char *key;
    } states[] = {{s->lost & it, "describe.lost-day"},
                  {ten_to_rouse(s, seat) & it, "describe.must-roll"},
                  {s->acted & it, "describe.acted"},
                  {s->drunk & it, "describe.drunk"},
                  {s->eaten & it, "describe.eaten"}};
    for (unsigned i = 0; i < sizeof states / sizeof *states; i++)
        if (states[i].is) {
            ten_say_comma(voice, &said, out);
            text_puts(out, words_get(voice->words, states[i].key));
        }
    text_free(&ills);
}

static void say_team(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    unsigned said = 0;
    for (bits_each(c, s->seat[seat].island)) {
        const TenCharacter *who = ten_character(voice->rules, c);
        Text state = {0};
        say_doing(voice, s, seat, c, &state);
        ten_say_comma(voice, &said, out);
        voice_say(voice, out, "describe.person", "nddsd", "character", (int)c, who->points, who->hearts,
                  text_str(&state), state.len > 0);
        text_free(&state);
    }
}

static void say_saved(const Voice *voice, const TenState *s, uint32_t saved, Text *out) {
    unsigned said = 0, none = ten_no_card(voice->rules);
    for (bits_each(c, saved)) {
        uint8_t counts[TEN_CARDS] = {0};
        Text cards = {0};
        for (unsigned i = 0; i < TEN_CARRY; i++)
            if (s->carried[c][i] < none)
                counts[s->carried[c][i]]++;
        bool any = ten_say_cards(voice, counts, 0, none, &cards);
        ten_say_comma(voice, &said, out);
        voice_say(voice, out, "describe.rescued-one", "nsd", "character", (int)c, text_str(&cards), any);
        text_free(&cards);
    }
}

static void say_fires(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    for (unsigned i = 0; i < TEN_FIRES; i++)
        if (s->fire[i].owner == seat) {
            text_putc(out, ' ');
            voice_say(voice, out, "describe.fire", "ddd", (int)i + 1, s->fire[i].sticks, s->fire[i].branches);
        }
}

static void describe_open(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    const TenSeat *p = &s->seat[seat];
    Text gear = {0}, open = {0}, trophies = {0};
    bool any = ten_say_gear(voice, p, &gear);
    say_if(voice, "describe.gear", any, &gear, out);
    say_fires(voice, s, seat, out);
    any = ten_say_servings(voice, p, &open);
    say_if(voice, "describe.open", any, &open, out);
    any = ten_say_cards(voice, p->trophy, ten_derived(voice->rules)->animal, ten_no_card(voice->rules), &trophies);
    say_if(voice, "describe.trophies", any, &trophies, out);
    if (p->souls || p->turned) {
        text_putc(out, ' ');
        voice_say(voice, out, "describe.souls", "dd", p->souls, p->turned);
    }
    if (s->never & BIT(seat)) {
        text_putc(out, ' ');
        voice_say(voice, out, "describe.never", "");
    }
}

static void describe_seat(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    const TenSeat *p = &s->seat[seat];
    bool own = seat == voice->viewer;
    int32_t part[4];
    Text who = {0}, team = {0}, saved = {0}, dead = {0}, hand = {0};
    ten_points(voice->rules, s, seat, part);
    ten_say_seat_first(voice, seat, &who);
    voice_say(voice, out, own ? "describe.you" : "describe.seat", "sdd", text_str(&who),
              (int)(part[0] + part[1] + part[2] + part[3]), p->held);
    say_team(voice, s, seat, &team);
    say_if(voice, "describe.team", p->island, &team, out);
    say_saved(voice, s, p->saved, &saved);
    say_if(voice, "describe.saved", p->saved, &saved, out);
    ten_say_people(voice, p->dead, &dead);
    say_if(voice, "describe.dead", p->dead, &dead, out);
    describe_open(voice, s, seat, out);
    end_line(out);
    if (own && ten_hand_known(p) && ten_say_cards(voice, p->hand, 0, ten_derived(voice->rules)->held, &hand)) {
        voice_say(voice, out, "describe.hand", "s", text_str(&hand));
        text_putc(out, ' ');
        voice_say(voice, out, "describe.stores", "ddd", (int)ten_water_held(voice->rules, p),
                  (int)ten_food_held(voice->rules, p), (int)ten_stars_held(voice->rules, p));
        end_line(out);
    }
    text_free(&who);
    text_free(&hand);
}

/* ---- rescuers and bids ------------------------------------------------------------------------------------ */

static void say_bids(const Voice *voice, const TenState *s, unsigned berth, Text *out) {
    const Rules *rules = voice->rules;
    for (unsigned c = 0; c < ten_content(rules)->characters; c++) {
        uint8_t counts[TEN_CARDS] = {0};
        Text cards = {0}, who = {0};
        if (s->bid[c] != berth)
            continue;
        for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++)
            counts[s->bid_card[c][i]]++;
        bool any = ten_say_cards(voice, counts, 0, ten_no_card(rules), &cards);
        voice_seat(voice, ten_owner(rules, s, c), &who);
        text_putc(out, ' ');
        voice_say(voice, out, "describe.bid", "nssd", "character", (int)c, text_str(&who), text_str(&cards), any);
        text_free(&cards);
        text_free(&who);
    }
}

static void describe_rescuers(const Voice *voice, const TenState *s, Text *out) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        unsigned rescuer = s->berth[berth];
        if (rescuer >= ten_no_rescuer(voice->rules))
            continue;
        const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
        Text needs = {0}, measure = {0}, owed = {0};
        ten_say_needs(voice, rescuer, &needs);
        ten_say_measure(voice, rescuer, &measure);
        voice_say(voice, out, "describe.rescuer", "dnsdd", (int)berth + 1, "rescuer", (int)rescuer, text_str(&needs),
                  r->spots, r->strength);
        say_if(voice, "describe.measure", r->measure != MEASURE_NONE, &measure, out);
        ten_say_people(voice, s->debt[berth], &owed);
        say_if(voice, "describe.owes", s->debt[berth], &owed, out);
        say_bids(voice, s, berth, out);
        end_line(out);
        text_free(&needs);
    }
    const Frame *bids = ten_frame(s, FRAME_BIDS);
    if (bids) {
        Text who = {0};
        voice_seat(voice, s->actor, &who);
        voice_say(voice, out, s->actor == voice->viewer ? "board.bids-yours" : "board.bids-theirs", "dds",
                  bids->arg[BIDS_CIRCLE_AT] + 1, ten_content(voice->rules)->circles, text_str(&who));
        end_line(out);
        text_free(&who);
    }
}

/* ---- battles ---------------------------------------------------------------------------------------------- */

static bool say_weapons(const Voice *voice, const uint8_t *counts, Text *out) {
    const TenDerived *d = ten_derived(voice->rules);
    uint8_t row[TEN_CARDS] = {0};
    for (unsigned i = 0; i < d->weapons; i++)
        row[d->weapon_card[i]] = counts[i];
    return ten_say_cards(voice, row, 0, d->held, out);
}

static void describe_laid(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    const TenSeat *p = &s->seat[seat];
    Text who = {0}, cards = {0}, down = {0};
    ten_say_seat_first(voice, seat, &who);
    if (say_weapons(voice, p->put, &cards)) {
        voice_say(voice, out, seat == voice->viewer ? "describe.you-laid" : "describe.laid", "ssd", text_str(&who),
                  text_str(&cards), (int)ten_stars_put(voice->rules, p));
        if (s->offered & BIT(seat)) {
            text_putc(out, ' ');
            voice_say(voice, out, s->allied & BIT(seat) ? "describe.allied" : "describe.offered", "n", "claim",
                      p->claim);
        }
        end_line(out);
    }
    if (p->laid_n) {
        bool known = p->laid[0] != UNKNOWN8 && say_weapons(voice, p->laid, &down);
        voice_say(voice, out, seat == voice->viewer ? "describe.you-down" : "describe.down", "sdnds", text_str(&who),
                  p->laid_n, "side", p->side, known, text_str(&down));
        end_line(out);
    }
    text_free(&who);
    text_free(&cards);
    text_free(&down);
}

static void describe_battle(const Voice *voice, const TenState *s, Text *out) {
    const Frame *battle = ten_frame(s, FRAME_BATTLE), *raid = ten_frame(s, FRAME_RAID);
    const Frame *attack = ten_frame(s, FRAME_ATTACK);
    size_t at = out->len;
    if (battle) {
        const TenCard *it = ten_card(voice->rules, battle->arg[BATTLE_CARD_AT]);
        voice_say(voice, out, "board.battle", "nndn", "character", battle->arg[BATTLE_CHARACTER_AT], "card",
                  battle->arg[BATTLE_CARD_AT], it->value, "harm", it->harm);
    } else if (raid && s->berth[raid->arg[RAID_BERTH_AT]] < ten_no_rescuer(voice->rules)) {
        unsigned rescuer = s->berth[raid->arg[RAID_BERTH_AT]];
        voice_say(voice, out, "board.raid", "nnd", "character", raid->arg[RAID_CHARACTER_AT], "rescuer", (int)rescuer,
                  ten_rescuer(voice->rules, rescuer)->strength);
    } else if (attack) {
        voice_say(voice, out, "board.attack", "nn", "character", attack->arg[ATTACK_CHARACTER_AT], "character",
                  attack->arg[ATTACK_TARGET_AT]);
    } else {
        return;
    }
    ten_capital(out, at);
    end_line(out);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        describe_laid(voice, s, seat, out);
    if (s->souls_laid) {
        voice_say(voice, out, "describe.souls-laid", "d", s->souls_laid);
        end_line(out);
    }
}

/* ---- offers ----------------------------------------------------------------------------------------------- */

static void describe_offers(const Voice *voice, const TenState *s, Text *out) {
    unsigned seats = voice->rules->seats;
    for (unsigned slot = 0; slot < seats * TEN_OPEN; slot++) {
        const TenOffer *offer = &s->offer[slot];
        Text from = {0}, to = {0}, terms = {0};
        if (!offer->number || offer->terms.to >= seats)
            continue;
        voice_seat(voice, slot / TEN_OPEN, &from);
        voice_seat(voice, offer->terms.to, &to);
        bool known = offer->terms.claim != UNKNOWN8;
        if (known)
            ten_say_terms(voice, &offer->terms, slot / TEN_OPEN, &terms);
        voice_say(voice, out, known ? "describe.offer" : "describe.offer-hidden", "dsssdd", offer->number,
                  text_str(&from), text_str(&to), text_str(&terms), offer->gives, offer->wants);
        end_line(out);
        text_free(&from);
        text_free(&to);
        text_free(&terms);
    }
    if (voice->viewer >= seats || s->seat[voice->viewer].draft.to >= seats)
        return;
    Text to = {0}, terms = {0};
    voice_seat(voice, s->seat[voice->viewer].draft.to, &to);
    ten_say_terms(voice, &s->seat[voice->viewer].draft, voice->viewer, &terms);
    voice_say(voice, out, "describe.draft", "ssd", text_str(&to), text_str(&terms), terms.len > 0);
    end_line(out);
    text_free(&to);
    text_free(&terms);
}

/* ---- the whole -------------------------------------------------------------------------------------------- */

static void describe_permits(const Voice *voice, const TenState *s, Text *out) {
    for (unsigned i = 0; i < TEN_PERMITS; i++)
        if (ten_say_permit(voice, s, i, out))
            text_puts(out, ".\n");
}

static void describe_decks(const Voice *voice, const TenState *s, Text *out) {
    TenDecks decks = ten_decks(voice->rules, s);
    voice_say(voice, out, "describe.decks", "ddddd", decks.supplies, decks.supplies_gone, decks.explore,
              decks.explore_gone, decks.rescue);
    end_line(out);
}

static void describe_now(const Voice *voice, const TenState *s, Text *out) {
    size_t at = out->len;
    ten_say_now(voice, s, out);
    if (out->len > at)
        end_line(out);
}

void ten_describe(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    unsigned seats = voice->rules->seats, first = voice->viewer < seats ? voice->viewer : 0;
    describe_day(voice, s, out);
    describe_battle(voice, s, out);
    describe_now(voice, s, out);
    for (unsigned i = 0; i < seats; i++)
        describe_seat(voice, s, (first + i) % seats, out);
    describe_rescuers(voice, s, out);
    describe_offers(voice, s, out);
    describe_permits(voice, s, out);
    describe_decks(voice, s, out);
}

/* All that a hand is stands on the board, by groups. */
int ten_table(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h) {
    (void)voice, (void)view, (void)canvas, (void)x, (void)y, (void)w, (void)h;
    return 0;
}
