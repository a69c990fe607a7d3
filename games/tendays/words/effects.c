/* Ten Days beside the question: what threatens and lies on offer, how it ended, what a listed move brings, and what one
 * might not mean. */
#include "games/tendays/words/prompts.h"

static void say_word(const Voice *voice, const char *key, Text *out) { text_puts(out, words_get(voice->words, key)); }

static void say_line(Text *out) {
    if (out->len)
        text_putc(out, '\n');
}

static bool is_asked(const Voice *voice, const TenState *s) {
    return voice->viewer < voice->rules->seats && (s->head.to_act & BIT(voice->viewer));
}

/* ---- alarms --------------------------------------------------------------------------------------------- */

/* Before dusk: what it will ask, and what there is. The model drinks where others eat. */
static void alarm_dusk(const Voice *voice, const TenState *s, Text *out) {
    const TenSeat *p = &s->seat[voice->viewer];
    const TenDay *day = &ten_content(voice->rules)->day[s->day - 1];
    unsigned people = bits_count(p->island), need = day->water ? people : 0, meals = day->food ? people : 0;
    unsigned water = ten_water_held(voice->rules, p), food = ten_food_held(voice->rules, p), drinks = 0;
    for (bits_each(c, p->island))
        drinks += ten_character(voice->rules, c)->drinks_food;
    unsigned spare = water > need ? water - need : 0, instead = spare < drinks ? spare : drinks;
    bool hungry = food + instead < meals;
    if (water >= need && !hungry)
        return;
    say_line(out);
    if (water < need && hungry)
        voice_format(voice, out, "alarm.both", "ddd", (int)need, (int)water, (int)food);
    else
        voice_format(voice, out, hungry ? "alarm.food" : "alarm.water", "dd", (int)people,
                     (int)(hungry ? food : water));
}

static void say_entered(const Voice *voice, const TenState *s, unsigned berth, Text *out) {
    unsigned said = 0;
    for (unsigned c = 0; c < ten_content(voice->rules)->characters; c++) {
        if (s->bid[c] != berth)
            continue;
        unsigned owner = ten_owner(voice->rules, s, c);
        Text who = {0};
        voice_seat(voice, owner, &who);
        voice_comma(voice, &said, out);
        voice_format(voice, out, owner == voice->viewer ? "alarm.entered-own" : "alarm.entered", "nsd", "character",
                     (int)c, text_str(&who), (int)ten_bid_worth(voice->rules, s, c));
        text_free(&who);
    }
}

/* While bids go round: every rescuer, what it asks, who is entered. */
static void open_berth(const Voice *voice, const TenState *s, unsigned berth, Text *out) {
    unsigned rescuer = s->berth[berth];
    const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
    Text needs = {0}, measure = {0}, in = {0};
    ten_needs_text(voice, rescuer, &needs);
    ten_measure_text(voice, rescuer, &measure);
    say_line(out);
    if (r->needs == NEED_KILL) {
        ten_people_text(voice, s->debt[berth], &in);
        voice_format(voice, out, in.len ? "alarm.devil" : "alarm.devil-none", "nns", "berth", (int)berth, "rescuer",
                     (int)rescuer, text_str(&in));
    } else {
        say_entered(voice, s, berth, &in);
        voice_format(voice, out, "alarm.berth", "nndss", "berth", (int)berth, "rescuer", (int)rescuer, r->spots,
                     text_str(&needs), text_str(&measure));
        text_putc(out, ' ');
        voice_format(voice, out, in.len ? "alarm.in" : "alarm.in-none", "s", text_str(&in));
    }
    text_free(&needs);
    text_free(&measure);
    text_free(&in);
}

/* R112: what answers for him in the bidding. */
static void open_ahead(const Voice *voice, const TenState *s, Text *out) {
    for (bits_each(c, s->seat[voice->viewer].island)) {
        if (s->order[c] >= TEN_BERTHS || s->berth[s->order[c]] >= ten_no_rescuer(voice->rules))
            continue;
        say_line(out);
        voice_format(voice, out, "alarm.left", "nnd", "character", (int)c, "rescuer", s->berth[s->order[c]],
                     s->limit[c]);
    }
}

/* Where there is time to trade; elsewhere only what can be accepted is worth the room. */
static bool has_time(const Voice *voice, const TenState *s) {
    return !is_asked(voice, s) || s->ask == ASK_TURN || s->ask == ASK_BID;
}

static void open_offers(const Voice *voice, const TenState *s, Text *out) {
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++) {
        const TenOffer *offer = &s->offer[slot];
        unsigned giver = slot / TEN_OPEN;
        bool mine = giver == voice->viewer;
        if (!offer->number || (!mine && offer->terms.to != voice->viewer))
            continue;
        Move accept = move_make(MOVE_ACCEPT, voice->viewer, offer->number, 0);
        bool may = !mine && voice->rules->game->check(voice->rules, s, accept, NULL) == SK_OK;
        if (!may && !has_time(voice, s))
            continue;
        Text who = {0}, terms = {0};
        voice_seat(voice, mine ? offer->terms.to : giver, &who);
        ten_terms_text(voice, &offer->terms, giver, &terms);
        say_line(out);
        voice_format(voice, out,
                     mine  ? "alarm.mine"
                     : may ? "alarm.offer"
                           : "alarm.offer-no",
                     "dss", offer->number, text_str(&who), text_str(&terms));
        text_free(&who);
        text_free(&terms);
    }
}

static void open_draft(const Voice *voice, const TenState *s, Text *out) {
    const TenTerms *draft = &s->seat[voice->viewer].draft;
    Text who = {0}, terms = {0};
    if (draft->to >= voice->rules->seats)
        return;
    voice_seat(voice, draft->to, &who);
    ten_terms_text(voice, draft, voice->viewer, &terms);
    say_line(out);
    voice_format(voice, out, terms.len ? "alarm.draft" : "alarm.draft-empty", "ss", text_str(&who), text_str(&terms));
    text_free(&who);
    text_free(&terms);
}

/* How many offers wait for the viewer's word. */
static unsigned offers_waiting(const Voice *voice, const TenState *s) {
    unsigned n = 0;
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++)
        n += s->offer[slot].number && s->offer[slot].terms.to == voice->viewer;
    return n;
}

void ten_alarm_text(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    Text lines = {0};
    if (voice->viewer >= voice->rules->seats)
        return;
    if (is_asked(voice, s) && s->ask == ASK_TURN && !ten_top(s)->arg[TURN_NIGHT_AT])
        alarm_dusk(voice, s, &lines);
    if (!s->down && offers_waiting(voice, s)) { /* R104: until then nothing is answered */
        say_line(&lines);
        voice_format(voice, &lines, "alarm.offers", "d", (int)offers_waiting(voice, s));
    }
    text_puts(out, text_str(&lines));
    text_free(&lines);
}

void ten_open_text(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    Text lines = {0};
    if (voice->viewer >= voice->rules->seats)
        return;
    for (unsigned berth = 0; berth < TEN_BERTHS && (s->ask == ASK_BID || s->ask == ASK_ENTER); berth++)
        if (s->berth[berth] < ten_no_rescuer(voice->rules))
            open_berth(voice, s, berth, &lines);
    open_ahead(voice, s, &lines);
    if (!s->down) {
        open_offers(voice, s, &lines);
        open_draft(voice, s, &lines);
    }
    text_puts(out, text_str(&lines));
    text_free(&lines);
}

/* ---- the end -------------------------------------------------------------------------------------------- */

void ten_over_text(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    Score score;
    uint32_t first = 0;
    first = voice_winners(voice, s, &score);
    bool own = voice->viewer < voice->rules->seats && (first & BIT(voice->viewer)), alone = bits_count(first) == 1;
    Text who = {0};
    voice_seats(voice, first, &who);
    voice_name(voice, "ending", s->ending, out);
    text_putc(out, ' ');
    if (alone)
        voice_capitalize(&who, 0);
    voice_format(voice, out,
                 !alone ? "over.tie"
                 : own  ? "over.you"
                        : "over.wins",
                 "sd", text_str(&who), (int)score.points[bits_first(first)]);
    text_free(&who);
}

void ten_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out) {
    static const char *const key[] = {"part.island.count", "part.rescued.count", "part.treasures.count",
                                      "part.souls.count"};
    const TenState *s = view;
    const TenSeat *p = &s->seat[seat];
    unsigned treasures = 0;
    for (bits_each(c, p->saved))
        for (unsigned i = 0; i < TEN_CARRY; i++)
            treasures += s->carried[c][i] < ten_no_card(voice->rules);
    const unsigned count[] = {bits_count(p->island), bits_count(p->saved), treasures, p->turned};
    if (part < COUNT_OF_(key))
        voice_format(voice, out, key[part], "d", (int)count[part]);
}

/* ---- what moves bring ----------------------------------------------------------------------------------- */

static const TenCard *card_of(const Voice *voice, Move move) { return ten_card(voice->rules, move.arg[0]); }

static void gain_cook(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_name(voice, "card", card_of(voice, move)->cooked, out);
}

static void gain_lay(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_format(voice, out, "gain.stars", "d", card_of(voice, move)->value);
}

static void gain_trophy(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_name(voice, "heals", card_of(voice, move)->heals, out);
}

static void gain_carry(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_format(voice, out, "gain.points", "d", card_of(voice, move)->value * ten_content(voice->rules)->times);
}

/* Water and food have their number in their names. */
static void gain_put(const Voice *voice, const TenState *s, Move move, Text *out) {
    static const char *const key[] = {
        [NEED_TREASURE] = "gain.points", [NEED_TROPHY] = "gain.strength", [NEED_WEAPON] = "gain.stars"};
    unsigned needs = ten_rescuer(voice->rules, s->berth[s->bid[ten_top(s)->arg[BIDS_CHARACTER_AT]]])->needs;
    if (needs < COUNT_OF_(key) && key[needs])
        voice_format(voice, out, key[needs], "d", card_of(voice, move)->value);
}

/* Fruit, plants and raw fish, unless somebody knows better: the roll that hurts. In a turn it is eaten for an action.
 */
static void gain_eat(const Voice *voice, const TenState *s, Move move, Text *out) {
    bool own = move.kind == MOVE_EAT;
    unsigned c = move.arg[own ? 0 : 1], serving = move.arg[own ? 1 : 2], said = 0;
    bool plants = serving == PLANTS, risky = plants || serving == FRUIT || serving == FRESH_FISH;
    if (s->ask == ASK_TURN) {
        voice_comma(voice, &said, out);
        say_word(voice, "gain.action", out);
    }
    if (risky && !ten_is_safe(voice->rules, s, voice->viewer, c, serving)) {
        voice_comma(voice, &said, out);
        voice_format(voice, out, "gain.risk", "nd", "harm", plants ? HARM_POISON : HARM_SICKNESS,
                     ten_content(voice->rules)->serving_hurts);
    }
}

static void gain_fish(const Voice *voice, const TenState *s, Move move, Text *out) {
    const TenDerived *d = ten_derived(voice->rules);
    const TenCharacter *who = ten_character(voice->rules, move.arg[0]);
    bool net = s->seat[voice->viewer].gear[GEAR(USE_NET)] > 0, card = move.kind == MOVE_FISH;
    int fish = (card ? ten_card(voice->rules, d->of_use[USE_FISHING])->gives.n : ten_content(voice->rules)->angle) +
               (net ? ten_card(voice->rules, d->of_use[USE_NET])->gives.n : 0);
    voice_format(voice, out, card ? "gain.fish" : "gain.fish-roll", "dd", fish, who->fish_roll);
}

static void gain_rouse(const Voice *voice, const TenState *s, Move move, Text *out) {
    unsigned own = ten_character(voice->rules, move.arg[0])->sick_lost;
    (void)s;
    voice_format(voice, out, "gain.rouse", "d", (int)(own ? own : ten_content(voice->rules)->sick_lost));
}

static void gain_name(const Voice *voice, const TenState *s, Move move, Text *out) {
    ten_ills_text(voice, s, move.arg[0], out);
}

static void gain_lose(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_format(voice, out, "gain.points", "d", ten_character(voice->rules, move.arg[0])->points);
}

static void gain_offer(const Voice *voice, const TenState *s, Move move, Text *out) {
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++)
        if (s->offer[slot].number == move.arg[0])
            ten_terms_text(voice, &s->offer[slot].terms, slot / TEN_OPEN, out);
}

static void gain_fire(const Voice *voice, const TenState *s, Move move, Text *out) {
    const TenFire *fire = &s->fire[move.arg[0]];
    Text who = {0};
    if (fire->owner >= voice->rules->seats)
        return;
    voice_seat(voice, fire->owner, &who);
    voice_format(voice, out, fire->owner == voice->viewer ? "gain.fire-own" : "gain.fire", "sd", text_str(&who),
                 fire->sticks + fire->branches);
    text_free(&who);
}

/* Which rescuer lies at a berth; how strong, where it is to be attacked. */
static void gain_berth(const Voice *voice, const TenState *s, Move move, Text *out) {
    unsigned rescuer = s->berth[move.arg[move.kind == MOVE_BINOCULARS ? 0 : 1]];
    if (rescuer < ten_no_rescuer(voice->rules))
        voice_format(voice, out, move.kind == MOVE_RAID ? "gain.raid" : "gain.rescuer", "nd", "rescuer", (int)rescuer,
                     ten_rescuer(voice->rules, rescuer)->strength);
}

static void gain_owner(const Voice *voice, const TenState *s, Move move, Text *out) {
    unsigned owner = ten_owner(voice->rules, s, move.arg[move.kind == MOVE_ATTACK ? 1 : 0]);
    Text who = {0};
    voice_seat(voice, owner, &who);
    voice_format(voice, out, owner == voice->viewer ? "gain.owner-own" : "gain.owner", "s", text_str(&who));
    text_free(&who);
}

static void gain_haunt(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    if (move.arg[0])
        voice_format(voice, out, "gain.points", "d", move.arg[0] * ten_content(voice->rules)->soul_points);
}

typedef void (*Gain)(const Voice *voice, const TenState *s, Move move, Text *out);
static const Gain gains[] = {
    [MOVE_FISH] = gain_fish,        [MOVE_ANGLE] = gain_fish,      [MOVE_ATTACK] = gain_owner,
    [MOVE_RAID] = gain_berth,       [MOVE_ROUSE] = gain_rouse,     [MOVE_EAT] = gain_eat,
    [MOVE_EAT_FROM] = gain_eat,     [MOVE_COOK] = gain_cook,       [MOVE_TROPHY] = gain_trophy,
    [MOVE_BINOCULARS] = gain_berth, [MOVE_CURE] = gain_owner,      [MOVE_LOSE] = gain_lose,
    [MOVE_LAY] = gain_lay,          [MOVE_ENTER] = gain_berth,     [MOVE_PUT] = gain_put,
    [MOVE_CARRY] = gain_carry,      [MOVE_NAME] = gain_name,       [MOVE_HAUNT] = gain_haunt,
    [MOVE_FIREWOOD] = gain_fire,    [MOVE_BID_UP_TO] = gain_berth, [MOVE_ACCEPT] = gain_offer,
    [MOVE_DECLINE] = gain_offer,    [MOVE_COUNTER] = gain_offer,   [MOVE_WITHDRAW] = gain_offer,
};

void ten_gain_text(const Voice *voice, const void *view, Move move, Text *out) {
    if (move.kind < COUNT_OF_(gains) && gains[move.kind])
        gains[move.kind](voice, view, move, out);
}

/* At dusk: whether somebody of his still lacks what a card would bring, beyond what lies open. The model drinks. */
static bool is_wanted(const Voice *voice, const TenState *s, unsigned card) {
    const TenSeat *p = &s->seat[voice->viewer];
    bool water = ten_card(voice->rules, card)->kind == WATER;
    uint32_t dry = ten_lacking(voice->rules, s, voice->viewer, false);
    uint32_t hungry = ten_lacking(voice->rules, s, voice->viewer, true);
    unsigned drinks = bits_count(dry), meals = bits_count(hungry), open = 0;
    for (bits_each(c, hungry))
        drinks += ten_character(voice->rules, c)->drinks_food;
    for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
        open += (serving == WATER) == water && (serving != RAW_MEAT || water) ? p->open[serving] : 0;
    return open < (water ? drinks : meals);
}

static bool is_risky(unsigned serving) { return serving == FRUIT || serving == PLANTS || serving == FRESH_FISH; }

/* What one asks for is rather what one does not have, what one opens at dusk what somebody needs, what one eats safe.
 */
unsigned ten_move_rank(const Voice *voice, const void *view, Move move) {
    const TenState *s = view;
    if (voice->viewer >= voice->rules->seats)
        return 0;
    if (move.kind == MOVE_OPEN && s->ask == ASK_DUSK)
        return !is_wanted(voice, s, move.arg[0]);
    if (move.kind == MOVE_EAT)
        return is_risky(move.arg[1]) && !ten_is_safe(voice->rules, s, voice->viewer, move.arg[0], move.arg[1]);
    if (move.kind != MOVE_OFFER_ASK)
        return 0;
    return move.arg[0] < ten_derived(voice->rules)->held && s->seat[voice->viewer].hand[move.arg[0]] > 0;
}

/* A half made offer goes on; who eats what is opened comes before opening more. */
unsigned ten_order(const Voice *voice, const void *view, unsigned kind) {
    const TenState *s = view;
    (void)voice;
    switch (kind) {
    case MOVE_OFFER_GIVE:
    case MOVE_OFFER_GEAR:
    case MOVE_OFFER_ASK:
    case MOVE_OFFER_FAVOUR:
    case MOVE_OFFER_CLAIM:
    case MOVE_OFFER_SEND:
    case MOVE_OFFER_DROP:
        return LIST_FIRST;
    case MOVE_DRINK:
    case MOVE_EAT:
        return s->ask == ASK_DUSK ? LIST_FIRST : LIST_NORMAL;
    case MOVE_FIREWOOD:
    case MOVE_NEVER_HELP:
    case MOVE_BID_UP_TO:
    case MOVE_BID_MYSELF:
        return LIST_LAST;
    default:
        return LIST_NORMAL;
    }
}

/* ---- what he might not mean ------------------------------------------------------------------------------- */

static void doubt_done(const Voice *voice, const TenState *s, Text *out) {
    uint32_t doomed =
        ten_lacking(voice->rules, s, voice->viewer, false) | ten_lacking(voice->rules, s, voice->viewer, true);
    Text who = {0};
    ten_people_text(voice, doomed, &who);
    if (doomed)
        voice_format(voice, out, "doubt.dusk", "s", text_str(&who));
    text_free(&who);
}

static void doubt_fight(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    const TenCard *it = ten_card(voice->rules, f->arg[BATTLE_CARD_AT]);
    unsigned stars = ten_battle_stars(voice->rules, s, f);
    if (stars < it->value)
        voice_format(voice, out, "doubt.fight", "dnn", (int)stars, "card", f->arg[BATTLE_CARD_AT], "harm", it->harm);
    else if (stars == it->value)
        say_word(voice, "doubt.even", out);
}

void ten_doubt_text(const Voice *voice, const void *view, Move move, Text *out) {
    const TenState *s = view;
    if (move.kind == MOVE_END && s->ask == ASK_TURN) {
        uint32_t ready = ten_ready(voice->rules, s, voice->viewer);
        Text who = {0};
        ten_people_text(voice, ready, &who);
        if (ready)
            voice_format(voice, out, "doubt.end", "s", text_str(&who));
        text_free(&who);
    } else if (move.kind == MOVE_DONE && s->ask == ASK_DUSK) {
        doubt_done(voice, s, out);
    } else if (move.kind == MOVE_OPEN && s->ask == ASK_DUSK && !is_wanted(voice, s, move.arg[0])) {
        say_word(voice, "doubt.open", out);
    } else if (move.kind == MOVE_FIGHT && s->ask == ASK_FIGHT) {
        doubt_fight(voice, s, out);
    } else if (move.kind == MOVE_RAID && s->berth[move.arg[1]] < ten_no_rescuer(voice->rules)) {
        unsigned stars = ten_stars_held(voice->rules, &s->seat[voice->viewer]), rescuer = s->berth[move.arg[1]];
        if (stars < ten_rescuer(voice->rules, rescuer)->strength)
            voice_format(voice, out, "doubt.raid", "ddd", (int)stars, (int)rescuer,
                         ten_rescuer(voice->rules, rescuer)->strength);
    } else if (move.kind == MOVE_LOSE && bits_count(s->seat[voice->viewer].island) == 1) {
        voice_format(voice, out, "doubt.last", "n", "character", move.arg[0]);
    }
}
