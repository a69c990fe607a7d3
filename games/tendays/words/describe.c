/* The whole position of Ten Days in sentences, one per line, for screen readers and pipes. */
#include <string.h>

#include "games/tendays/words/words_internal.h"

/* Appends a sentence such as " Opened: 2 servings of water." if there is anything to list; frees `what`. */
static void optional_sentence_text(const Voice *voice, const char *key, bool any, Text *what, Text *out) {
    if (any && what->len) {
        text_putc(out, ' ');
        voice_format(voice, out, key, "s", text_str(what));
    }
    text_free(what);
}

/* ---- the day ---------------------------------------------------------------------------------------------- */

const char *ten_phase_key(const TenState *s) {
    const Frame *turn = ten_find_frame(s, FRAME_TURN);
    if (s->head.node == NODE_OVER)
        return "board.over";
    if (ten_find_frame(s, FRAME_SETUP))
        return "board.setup";
    if (ten_find_frame(s, FRAME_BIDS) || ten_find_frame(s, FRAME_LEAVE))
        return "board.leaving";
    if (ten_find_frame(s, FRAME_ROLLS))
        return "board.dawn";
    if (ten_find_frame(s, FRAME_DUSK))
        return "board.dusk";
    if (turn)
        return turn->arg[TURN_NIGHT] ? "board.night" : "board.turns";
    if (ten_find_frame(s, FRAME_ARRIVAL) || ten_find_frame(s, FRAME_GHOST) || ten_find_frame(s, FRAME_TEAM))
        return "board.arrival";
    return s->ask == ASK_TORCH ? "board.night" : "board.dawn";
}

bool ten_is_night(const TenState *s) {
    const Frame *turn = ten_find_frame(s, FRAME_TURN);
    return s->ask == ASK_TORCH || (turn && turn->arg[TURN_NIGHT]);
}

static void describe_day_text(const Voice *voice, const TenState *s, Text *out) {
    const TenContent *c = ten_content(voice->rules);
    unsigned items = 0, dusk = s->day + ten_is_night(s);
    Text who = {0}, days = {0};
    voice_seat(voice, s->active, &who);
    if (s->head.node == NODE_OVER) {
        voice_format(voice, out, "describe.over", "d", s->day);
    } else {
        voice_format(voice, out, "describe.day", "dd", s->day, c->days);
        text_putc(out, ' ');
        Text phase = {0};
        bool turn = strcmp(ten_phase_key(s), "board.turns") == 0;
        voice_format(voice, &phase, turn ? "describe.turn" : ten_phase_key(s), "sd", text_str(&who),
                     s->active == voice->viewer);
        voice_capitalize(&phase, 0);
        text_printf(out, "%s.", text_str(&phase));
        text_free(&phase);
        if (dusk && dusk <= c->days) {
            text_putc(out, ' ');
            voice_format(voice, out, "describe.need", "ddd", c->day[dusk - 1].water, c->day[dusk - 1].food,
                         (int)ten_is_night(s));
        }
        for (unsigned day = s->day + 1u; day <= c->days; day++)
            if (c->day[day - 1].rescue) {
                voice_comma(voice, &items, &days);
                text_printf(&days, "%u", day);
            }
    }
    optional_sentence_text(voice, "describe.rescue-days", items, &days, out);
    text_end_line(out);
    text_free(&who);
}

/* ---- players ---------------------------------------------------------------------------------------------- */

static void doing_text(const Voice *voice, const TenState *s, unsigned seat, unsigned c, Text *out) {
    uint32_t it = BIT(c);
    Text ills = {0};
    unsigned items = 0;
    if (ten_ills_text(voice, s, c, &ills)) {
        voice_comma(voice, &items, out);
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
            voice_comma(voice, &items, out);
            text_puts(out, words_get(voice->words, states[i].key));
        }
    text_free(&ills);
}

static void team_text(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    unsigned items = 0;
    for (bits_each(c, s->seat[seat].island)) {
        const TenCharacter *who = ten_character(voice->rules, c);
        Text state = {0};
        doing_text(voice, s, seat, c, &state);
        voice_comma(voice, &items, out);
        voice_format(voice, out, "describe.person", "nddsd", "character", (int)c, who->points, who->hearts,
                     text_str(&state), state.len > 0);
        text_free(&state);
    }
}

static void saved_text(const Voice *voice, const TenState *s, uint32_t saved, Text *out) {
    unsigned items = 0, none = ten_no_card(voice->rules);
    for (bits_each(c, saved)) {
        uint8_t counts[TEN_CARDS] = {0};
        Text cards = {0};
        for (unsigned i = 0; i < TEN_CARRY; i++)
            if (s->carried[c][i] < none)
                counts[s->carried[c][i]]++;
        bool any = ten_cards_text(voice, counts, 0, none, &cards);
        voice_comma(voice, &items, out);
        voice_format(voice, out, "describe.rescued-one", "nsd", "character", (int)c, text_str(&cards), any);
        text_free(&cards);
    }
}

static void fires_text(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    for (unsigned i = 0; i < TEN_FIRES; i++)
        if (s->fire[i].owner == seat) {
            text_putc(out, ' ');
            voice_format(voice, out, "describe.fire", "ddd", (int)i + 1, s->fire[i].sticks, s->fire[i].branches);
        }
}

static void describe_open_text(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    const TenSeat *p = &s->seat[seat];
    Text gear = {0}, open = {0}, trophies = {0};
    bool any = ten_gear_text(voice, p, &gear);
    optional_sentence_text(voice, "describe.gear", any, &gear, out);
    fires_text(voice, s, seat, out);
    any = ten_servings_text(voice, p, &open);
    optional_sentence_text(voice, "describe.open", any, &open, out);
    any = ten_cards_text(voice, p->trophy, ten_derived(voice->rules)->animal, ten_no_card(voice->rules), &trophies);
    optional_sentence_text(voice, "describe.trophies", any, &trophies, out);
    if (p->souls || p->turned) {
        text_putc(out, ' ');
        voice_format(voice, out, "describe.souls", "dd", p->souls, p->turned);
    }
    if (s->never & BIT(seat)) {
        text_putc(out, ' ');
        voice_format(voice, out, seat == voice->viewer ? "describe.you-never" : "describe.never", "");
    }
}

static void describe_seat_text(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    const TenSeat *p = &s->seat[seat];
    bool own = seat == voice->viewer;
    int32_t part[4];
    Text who = {0}, team = {0}, saved = {0}, dead = {0}, hand = {0};
    ten_points(voice->rules, s, seat, part);
    voice_seat_first(voice, seat, &who);
    voice_format(voice, out, own ? "describe.you" : "describe.seat", "sdd", text_str(&who),
                 (int)(part[0] + part[1] + part[2] + part[3]), p->held);
    team_text(voice, s, seat, &team);
    optional_sentence_text(voice, "describe.team", p->island, &team, out);
    saved_text(voice, s, p->saved, &saved);
    optional_sentence_text(voice, "describe.saved", p->saved, &saved, out);
    ten_people_text(voice, p->dead, &dead);
    optional_sentence_text(voice, "describe.dead", p->dead, &dead, out);
    describe_open_text(voice, s, seat, out);
    text_end_line(out);
    if (own && ten_hand_known(p) && ten_cards_text(voice, p->hand, 0, ten_derived(voice->rules)->held, &hand)) {
        voice_format(voice, out, "describe.hand", "s", text_str(&hand));
        text_putc(out, ' ');
        voice_format(voice, out, "describe.stores", "ddd", (int)ten_water_held(voice->rules, p),
                     (int)ten_food_held(voice->rules, p), (int)ten_stars_held(voice->rules, p));
        text_end_line(out);
    }
    text_free(&who);
    text_free(&hand);
}

/* ---- rescuers and bids ------------------------------------------------------------------------------------ */

static void bids_text(const Voice *voice, const TenState *s, unsigned berth, Text *out) {
    const Rules *rules = voice->rules;
    for (unsigned c = 0; c < ten_content(rules)->characters; c++) {
        uint8_t counts[TEN_CARDS] = {0};
        Text cards = {0}, who = {0};
        if (s->bid[c] != berth)
            continue;
        for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++)
            counts[s->bid_card[c][i]]++;
        bool any = ten_cards_text(voice, counts, 0, ten_no_card(rules), &cards);
        voice_seat(voice, ten_owner(rules, s, c), &who);
        text_putc(out, ' ');
        voice_format(voice, out, "describe.bid", "nssd", "character", (int)c, text_str(&who), text_str(&cards), any);
        text_free(&cards);
        text_free(&who);
    }
}

static void standing_bids_text(const Voice *voice, const TenState *s, unsigned berth, Text *out) {
    for (unsigned c = 0; c < ten_content(voice->rules)->characters; c++) {
        unsigned owner = ten_owner(voice->rules, s, c);
        Text who = {0};
        if (s->order[c] != berth || owner >= voice->rules->seats)
            continue;
        voice_seat(voice, owner, &who);
        text_putc(out, ' ');
        voice_format(voice, out, owner == voice->viewer ? "describe.you-ahead" : "describe.ahead", "nsd", "character",
                     (int)c, text_str(&who), s->limit[c]);
        text_free(&who);
    }
}

static void describe_rescuers_text(const Voice *voice, const TenState *s, Text *out) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        unsigned rescuer = s->berth[berth];
        if (rescuer >= ten_no_rescuer(voice->rules))
            continue;
        const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
        Text needs = {0}, measure = {0}, owed = {0};
        ten_needs_text(voice, rescuer, &needs);
        ten_measure_text(voice, rescuer, &measure);
        voice_format(voice, out, "describe.rescuer", "dnsdd", (int)berth + 1, "rescuer", (int)rescuer, text_str(&needs),
                     r->spots, r->strength);
        optional_sentence_text(voice, "describe.measure", r->measure != MEASURE_NONE, &measure, out);
        ten_people_text(voice, s->debt[berth], &owed);
        optional_sentence_text(voice, "describe.owes", s->debt[berth], &owed, out);
        bids_text(voice, s, berth, out);
        standing_bids_text(voice, s, berth, out);
        text_end_line(out);
        text_free(&needs);
    }
    const Frame *bids = ten_find_frame(s, FRAME_BIDS);
    if (bids) {
        Text who = {0};
        voice_seat(voice, s->actor, &who);
        voice_format(voice, out, s->actor == voice->viewer ? "board.bids-yours" : "board.bids-theirs", "dds",
                     bids->arg[BIDS_CIRCLE] + 1, ten_content(voice->rules)->circles, text_str(&who));
        text_end_line(out);
        text_free(&who);
    }
}

/* ---- battles ---------------------------------------------------------------------------------------------- */

static bool weapons_text(const Voice *voice, const uint8_t *counts, Text *out) {
    const TenDerived *d = ten_derived(voice->rules);
    uint8_t row[TEN_CARDS] = {0};
    for (unsigned i = 0; i < d->weapons; i++)
        row[d->weapon_card[i]] = counts[i];
    return ten_cards_text(voice, row, 0, d->held, out);
}

static void describe_laid_text(const Voice *voice, const TenState *s, unsigned seat, Text *out) {
    const TenSeat *p = &s->seat[seat];
    Text who = {0}, cards = {0}, down = {0};
    voice_seat_first(voice, seat, &who);
    if (weapons_text(voice, p->put, &cards)) {
        voice_format(voice, out, seat == voice->viewer ? "describe.you-laid" : "describe.laid", "ssd", text_str(&who),
                     text_str(&cards), (int)ten_stars_put(voice->rules, p));
        if (s->offered & BIT(seat)) {
            text_putc(out, ' ');
            voice_format(voice, out, s->allied & BIT(seat) ? "describe.allied" : "describe.offered", "n", "claim",
                         p->claim);
        }
        text_end_line(out);
    }
    if (p->laid_n) {
        bool known = p->laid[0] != UNKNOWN8 && weapons_text(voice, p->laid, &down);
        voice_format(voice, out, seat == voice->viewer ? "describe.you-down" : "describe.down", "sdnds", text_str(&who),
                     p->laid_n, "side", p->side, known, text_str(&down));
        text_end_line(out);
    }
    text_free(&who);
    text_free(&cards);
    text_free(&down);
}

static void describe_battle_text(const Voice *voice, const TenState *s, Text *out) {
    const Frame *battle = ten_find_frame(s, FRAME_BATTLE), *raid = ten_find_frame(s, FRAME_RAID);
    const Frame *attack = ten_find_frame(s, FRAME_ATTACK);
    size_t at = out->len;
    if (battle) {
        const TenCard *it = ten_card(voice->rules, battle->arg[BATTLE_CARD]);
        voice_format(voice, out, "board.battle", "nndn", "character", battle->arg[BATTLE_CHARACTER], "card",
                     battle->arg[BATTLE_CARD], it->value, "harm", it->harm);
    } else if (raid && s->berth[raid->arg[RAID_BERTH]] < ten_no_rescuer(voice->rules)) {
        unsigned rescuer = s->berth[raid->arg[RAID_BERTH]];
        voice_format(voice, out, "board.raid", "nnd", "character", raid->arg[RAID_CHARACTER], "rescuer", (int)rescuer,
                     ten_rescuer(voice->rules, rescuer)->strength);
    } else if (attack) {
        voice_format(voice, out, "board.attack", "nn", "character", attack->arg[ATTACK_CHARACTER], "character",
                     attack->arg[ATTACK_TARGET]);
    } else {
        return;
    }
    voice_capitalize(out, at);
    text_end_line(out);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        describe_laid_text(voice, s, seat, out);
    if (s->souls_laid) {
        voice_format(voice, out, "describe.souls-laid", "d", s->souls_laid);
        text_end_line(out);
    }
}

/* ---- the current event ------------------------------------------------------------------------------------ */

static void turned_card_text(const Voice *voice, unsigned card, Text *out) {
    const char *text = voice_word(voice, "card", card, ".text");
    if (card >= ten_no_card(voice->rules))
        return;
    voice_format(voice, out, "board.turned-up", "n", "card", (int)card);
    if (text)
        text_printf(out, " %s", text);
}

/* The players who still have to name a character for the Rescue team, and the viewer's own secret choice. */
static void naming_text(const Voice *voice, const TenState *s, Text *out) {
    unsigned viewer = voice->viewer;
    Text who = {0};
    voice_seats(voice, s->pending, &who);
    voice_format(voice, out, "board.naming", "s", text_str(&who));
    if (viewer < voice->rules->seats && !(s->pending & BIT(viewer)) &&
        s->seat[viewer].named < ten_no_character(voice->rules)) {
        text_putc(out, ' ');
        voice_format(voice, out, "board.named", "n", "character", s->seat[viewer].named);
    }
    text_free(&who);
}

static void frame_text(const Voice *voice, const TenState *s, const Frame *f, Text *out) {
    switch (f->kind) {
    case FRAME_EXPLORE:
        if (f->arg[TEN_STAGE])
            turned_card_text(voice, f->arg[EXPLORE_CARD], out);
        break;
    case FRAME_EACH:
        turned_card_text(voice, f->arg[1], out);
        break;
    case FRAME_NATIVES:
        voice_format(voice, out, "board.natives", "d", f->arg[NATIVES_LEFT]);
        break;
    case FRAME_SPOILS:
        voice_format(voice, out, "board.spoils", "nd", "character", f->arg[SPOILS_VICTIM], f->arg[SPOILS_LEFT]);
        break;
    case FRAME_DEATH:
        voice_format(voice, out, "board.dying", "nn", "character", f->arg[DEATH_CHARACTER], "cause",
                     f->arg[DEATH_CAUSE]);
        break;
    case FRAME_TEAM:
        naming_text(voice, s, out);
        break;
    case FRAME_GHOST:
        voice_format(voice, out, "board.ghost", "d", ten_content(voice->rules)->soul_points);
        break;
    case FRAME_LEAVE:
        if (f->arg[TEN_STAGE] >= 2)
            voice_format(voice, out, "board.boards", "n", "character", f->arg[LEAVE_CHARACTER]);
        break;
    default:
        break;
    }
}

void ten_now_text(const Voice *voice, const TenState *s, Text *out) {
    size_t at = out->len;
    for (unsigned i = s->depth; i-- > 0 && out->len == at;)
        frame_text(voice, s, &s->frame[i], out);
    voice_capitalize(out, at);
}

static void describe_now_text(const Voice *voice, const TenState *s, Text *out) {
    size_t at = out->len;
    ten_now_text(voice, s, out);
    if (out->len > at)
        text_end_line(out);
}

/* ---- offers ----------------------------------------------------------------------------------------------- */

static void describe_offers_text(const Voice *voice, const TenState *s, Text *out) {
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
            ten_terms_text(voice, &offer->terms, slot / TEN_OPEN, &terms);
        voice_format(voice, out, known ? "describe.offer" : "describe.offer-hidden", "dsssdd", offer->number,
                     text_str(&from), text_str(&to), text_str(&terms), offer->gives, offer->wants);
        text_end_line(out);
        text_free(&from);
        text_free(&to);
        text_free(&terms);
    }
    if (voice->viewer >= seats || s->seat[voice->viewer].draft.to >= seats)
        return;
    Text to = {0}, terms = {0};
    voice_seat(voice, s->seat[voice->viewer].draft.to, &to);
    ten_terms_text(voice, &s->seat[voice->viewer].draft, voice->viewer, &terms);
    voice_format(voice, out, "describe.draft", "ssd", text_str(&to), text_str(&terms), terms.len > 0);
    text_end_line(out);
    text_free(&to);
    text_free(&terms);
}

/* ---- permissions ------------------------------------------------------------------------------------------- */

bool ten_permit_text(const Voice *voice, const TenState *s, unsigned i, Text *out) {
    static const char *const keys[TEN_PERMIT_KINDS] = {"board.permit-fire", "board.permit-fruit", "board.permit-plants",
                                                       "board.permit-servings"};
    const uint8_t(*const grids[TEN_PERMIT_KINDS])[TEN_SEATS] = {s->use_fire, s->use_fruit, s->use_plant, s->use_extra};
    unsigned kind = i / (TEN_SEATS * 2), other = i / 2 % TEN_SEATS, viewer = voice->viewer, mine = i % 2;
    if (viewer >= voice->rules->seats || other >= voice->rules->seats || other == viewer)
        return false;
    if (!(mine ? grids[kind][viewer][other] : grids[kind][other][viewer]))
        return false;
    Text who = {0};
    voice_seat(voice, other, &who);
    size_t at = out->len;
    voice_format(voice, out, keys[kind], "sd", text_str(&who), (int)mine);
    voice_capitalize(out, at);
    text_free(&who);
    return true;
}

static void describe_permits_text(const Voice *voice, const TenState *s, Text *out) {
    for (unsigned i = 0; i < TEN_PERMITS; i++)
        if (ten_permit_text(voice, s, i, out))
            text_puts(out, ".\n");
}

/* ---- decks ------------------------------------------------------------------------------------------------ */

/* A view's deck contains all unseen cards, so the cards in other hands are subtracted. */
static int supplies_left(const Rules *rules, const TenState *s) {
    const TenDerived *d = ten_derived(rules);
    int left = 0;
    for (unsigned card = 0; card < d->supplies; card++)
        left += s->deck[card];
    for (unsigned card = d->supplies; card < d->held; card++)
        left += s->out[card];
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        const TenSeat *p = &s->seat[seat];
        if (!ten_hand_known(p))
            left -= p->held + p->laid_n;
        for (unsigned card = d->supplies; card < d->held && ten_hand_known(p); card++)
            left -= p->hand[card] + (d->weapon[card] < TEN_WEAPONS ? p->laid[d->weapon[card]] : 0);
    }
    return left;
}

TenDecks ten_decks(const Rules *rules, const TenState *s) {
    TenDecks decks = {.supplies = supplies_left(rules, s)};
    unsigned explore = ten_derived(rules)->explore;
    for (unsigned card = 0; card < ten_no_card(rules); card++) {
        *(card < explore ? &decks.supplies_gone : &decks.explore_gone) += s->pile[card];
        decks.explore += card < explore ? 0 : s->deck[card];
    }
    for (unsigned i = 0; i < ten_no_rescuer(rules); i++)
        decks.rescue += s->rescue[i];
    return decks;
}

static void describe_decks_text(const Voice *voice, const TenState *s, Text *out) {
    TenDecks decks = ten_decks(voice->rules, s);
    voice_format(voice, out, "describe.decks", "ddddd", decks.supplies, decks.supplies_gone, decks.explore,
                 decks.explore_gone, decks.rescue);
    text_end_line(out);
}

/* ---- the whole position ----------------------------------------------------------------------------------- */

void ten_describe_text(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    unsigned seats = voice->rules->seats, first = voice->viewer < seats ? voice->viewer : 0;
    describe_day_text(voice, s, out);
    describe_battle_text(voice, s, out);
    describe_now_text(voice, s, out);
    for (unsigned i = 0; i < seats; i++)
        describe_seat_text(voice, s, (first + i) % seats, out);
    describe_rescuers_text(voice, s, out);
    describe_offers_text(voice, s, out);
    describe_permits_text(voice, s, out);
    describe_decks_text(voice, s, out);
}
