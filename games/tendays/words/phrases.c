/* Ten Days in words: lists of cards and characters, the contents of offers, what rescuers require, and totals. Prompts
 * are in prompts.c, the effects of moves in effects.c, the whole position in describe.c, single entries in inspect.c.
 */
#include "games/tendays/words/prompts.h"

#include "engine/names.h"

/* ---- lists ---------------------------------------------------------------------------------------------- */

void ten_people_text(const Voice *voice, uint32_t set, Text *out) {
    unsigned items = 0, count = bits_count(set);
    for (bits_each(c, set)) {
        voice_join(voice, out, items++, count);
        voice_format(voice, out, "list.person", "n", "character", (int)c);
    }
}

static void count_text(const Voice *voice, const char *list, unsigned i, unsigned n, unsigned *items, Text *out) {
    voice_comma(voice, items, out);
    voice_format(voice, out, "list.times", "nd", list, (int)i, (int)n);
}

bool ten_cards_text(const Voice *voice, const uint8_t *counts, unsigned from, unsigned to, Text *out) {
    unsigned items = 0;
    for (unsigned card = from; card < to; card++)
        if (counts[card - from])
            count_text(voice, "card", card, counts[card - from], &items, out);
    return items > 0;
}

bool ten_gear_text(const Voice *voice, const TenSeat *p, Text *out) {
    unsigned items = 0;
    for (unsigned gear = 0; gear < TEN_ITEMS; gear++)
        if (p->gear[gear])
            count_text(voice, "gear", gear, p->gear[gear], &items, out);
    return items > 0;
}

bool ten_servings_text(const Voice *voice, const TenSeat *p, Text *out) {
    unsigned items = 0;
    for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
        if (p->open[serving]) {
            voice_comma(voice, &items, out);
            voice_format(voice, out, "list.servings", "nd", "serving", (int)serving, p->open[serving]);
        }
    return items > 0;
}

bool ten_ills_text(const Voice *voice, const TenState *s, unsigned c, Text *out) {
    const uint32_t sets[TEN_ILLS] = {s->sick, s->poisoned, s->injured};
    unsigned items = 0;
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        if (sets[ill] & BIT(c)) {
            const char *is = voice_word(voice, "ill", ill, ".is");
            voice_comma(voice, &items, out);
            text_puts(out, is ? is : "");
        }
    return items > 0;
}

/* ---- offers --------------------------------------------------------------------------------------------- */

static void term_cards_text(const Voice *voice, const uint8_t cards[TEN_TERMS], const char *key, unsigned *items,
                            Text *out) {
    for (unsigned i = 0; i < TEN_TERMS && cards[i] < ten_no_card(voice->rules); i++) {
        unsigned n = 1, before = 0;
        for (unsigned k = 0; k < TEN_TERMS; k++) {
            before += k < i && cards[k] == cards[i];
            n += k > i && cards[k] == cards[i];
        }
        if (before)
            continue;
        Text card = {0};
        voice_format(voice, &card, "list.times", "nd", "card", (int)cards[i], (int)n);
        voice_comma(voice, items, out);
        voice_format(voice, out, key, "s", text_str(&card));
        text_free(&card);
    }
}

static void terms_part_text(const Voice *voice, const char *key, const Text *what, unsigned *items, Text *out) {
    if (!what->len)
        return;
    if ((*items)++)
        text_puts(out, words_get(voice->words, "terms.join"));
    voice_format(voice, out, key, "s", text_str(what));
}

/* An unfinished offer may have no such part; empty parts are left out. */
void ten_terms_text(const Voice *voice, const TenTerms *terms, unsigned giver, Text *out) {
    Text gives = {0}, asks = {0}, favours = {0}, claim = {0};
    unsigned given = 0, asked = 0, granted = 0, items = 0;
    (void)giver;
    term_cards_text(voice, terms->give, "terms.card", &given, &gives);
    term_cards_text(voice, terms->gear, "terms.equipped", &given, &gives);
    term_cards_text(voice, terms->want, "terms.card", &asked, &asks);
    for (unsigned i = 0; i < TEN_FAVOURS; i++)
        if (terms->favour[i]) {
            const char *word = voice_word(voice, "favour", i, ".text");
            voice_comma(voice, &granted, &favours);
            text_puts(&favours, word ? word : "");
        }
    if (terms->claim)
        voice_name(voice, "claim", terms->claim, &claim);
    terms_part_text(voice, "terms.gives", &gives, &items, out);
    terms_part_text(voice, "terms.favours", &favours, &items, out);
    terms_part_text(voice, "terms.claim", &claim, &items, out);
    terms_part_text(voice, "terms.asks", &asks, &items, out);
    text_free(&gives);
    text_free(&asks);
    text_free(&favours);
    text_free(&claim);
}

/* ---- rescuers ------------------------------------------------------------------------------------------- */

void ten_needs_text(const Voice *voice, unsigned rescuer, Text *out) {
    const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
    Text what = {0};
    if (r->needs != NEED_NOTHING) {
        const char *need = voice_word(voice, "need", r->needs, "");
        voice_fill_template(voice, need ? need : "", &(TemplateArg){.num = r->cards}, 1, &what);
    }
    if (r->needs == NEED_KILL)
        text_puts(out, text_str(&what)); /* nothing else is required */
    else if (r->who == WHO_ANY)
        voice_format(voice, out, "needs.each", "s",
                     what.len ? text_str(&what) : words_get(voice->words, "need.nothing"));
    else
        voice_format(voice, out, what.len ? "needs.who" : "needs.who-nothing", "ns", "who", r->who, text_str(&what));
    text_free(&what);
}

/* The word for a card's value depends on what the rescuer asks for. */
static const char *measure_key(const TenRescuer *r) {
    static const char *const value[] = {
        [NEED_WATER] = "measure.water",     [NEED_FOOD] = "measure.food",    [NEED_TREASURE] = "measure.points",
        [NEED_TROPHY] = "measure.strength", [NEED_WEAPON] = "measure.stars", [NEED_FISH] = "measure.food",
    };
    if (r->measure == MEASURE_VALUE && r->needs < COUNT_OF_(value) && value[r->needs])
        return value[r->needs];
    return NULL;
}

void ten_measure_text(const Voice *voice, unsigned rescuer, Text *out) {
    const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
    const char *key = measure_key(r);
    if (key)
        text_puts(out, words_get(voice->words, key));
    else
        voice_name(voice, "measure", r->measure, out);
}

/* ---- totals --------------------------------------------------------------------------------------------- */

unsigned ten_stars_put(const Rules *rules, const TenSeat *p) {
    const TenDerived *d = ten_derived(rules);
    unsigned stars = 0;
    for (unsigned i = 0; i < d->weapons; i++)
        stars += p->put[i] * ten_card(rules, d->weapon_card[i])->value;
    return stars;
}

unsigned ten_stars_held(const Rules *rules, const TenSeat *p) {
    const TenDerived *d = ten_derived(rules);
    unsigned stars = 0;
    for (unsigned i = 0; i < d->weapons; i++)
        stars += p->hand[d->weapon_card[i]] * ten_card(rules, d->weapon_card[i])->value;
    return stars;
}

static unsigned servings_of(const Rules *rules, const TenSeat *p, bool water) {
    unsigned n = 0;
    for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
        n += (serving == WATER) == water && serving != RAW_MEAT ? p->open[serving] : 0;
    for (unsigned card = 0; card < ten_derived(rules)->held; card++) {
        const TenCard *it = ten_card(rules, card);
        bool fits = water ? it->kind == WATER : ten_is_food(it->kind) && it->kind != RAW_MEAT;
        n += fits ? p->hand[card] * it->value : 0;
    }
    return n;
}

unsigned ten_water_held(const Rules *rules, const TenSeat *p) { return servings_of(rules, p, true); }
unsigned ten_food_held(const Rules *rules, const TenSeat *p) { return servings_of(rules, p, false); }

unsigned ten_bid_value(const Rules *rules, const TenState *s, unsigned c) {
    unsigned measure = ten_rescuer(rules, s->berth[s->bid[c]])->measure, value = 0;
    for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++)
        value += measure == MEASURE_VALUE ? ten_card(rules, s->bid_card[c][i])->value : 1;
    return measure == MEASURE_HEARTS ? ten_character(rules, c)->hearts : measure == MEASURE_NONE ? 0 : value;
}

static bool may_use_dictionary(const Rules *rules, const TenState *s, unsigned seat, TenUse book,
                               const uint8_t permit[TEN_SEATS][TEN_SEATS]) {
    for (unsigned owner = 0; owner < rules->seats; owner++)
        if (s->seat[owner].gear[GEAR(book)] && (owner == seat || permit[owner][seat]))
            return true;
    return false;
}

bool ten_is_safe(const Rules *rules, const TenState *s, unsigned seat, unsigned c, unsigned serving) {
    const TenCharacter *who = ten_character(rules, c);
    if (serving == FRUIT)
        return who->safe_fruit || may_use_dictionary(rules, s, seat, USE_FRUIT_BOOK, s->use_fruit);
    if (serving == PLANTS)
        return who->safe_plants || may_use_dictionary(rules, s, seat, USE_PLANT_BOOK, s->use_plant);
    return (s->seat[seat].island & ten_derived(rules)->safe_fish) != 0;
}

const Frame *ten_find_frame(const TenState *s, TenFrame kind) {
    for (unsigned i = s->depth; i-- > 0;)
        if (s->frame[i].kind == kind)
            return &s->frame[i];
    return NULL;
}
