/* Texts of Ten Days besides the prompt: warnings, open offers, the ending, the effects and order of listed moves, and
 * confirmations. */
#include "games/tendays/words/prompts.h"

static void word_text(const Voice *voice, const char *key, Text *out) { text_puts(out, words_get(voice->words, key)); }

static void start_line(Text *out) {
    if (out->len)
        text_putc(out, '\n');
}

static bool is_to_act(const Voice *voice, const TenState *s) {
    return voice->viewer < voice->rules->seats && (s->head.to_act & BIT(voice->viewer));
}

/* ---- alarms --------------------------------------------------------------------------------------------- */

/* Warns if there is too little water or food for the coming dusk. The model may drink instead of eating. */
static void dusk_alarm_text(const Voice *voice, const TenState *s, Text *out) {
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
    start_line(out);
    if (water < need && hungry)
        voice_format(voice, out, "alarm.both", "ddd", (int)need, (int)water, (int)food);
    else
        voice_format(voice, out, hungry ? "alarm.food" : "alarm.water", "dd", (int)people,
                     (int)(hungry ? food : water));
}

static void entered_text(const Voice *voice, const TenState *s, unsigned berth, Text *out) {
    unsigned items = 0;
    for (unsigned c = 0; c < ten_content(voice->rules)->characters; c++) {
        if (s->bid[c] != berth)
            continue;
        unsigned owner = ten_owner(voice->rules, s, c);
        Text who = {0};
        voice_seat(voice, owner, &who);
        voice_comma(voice, &items, out);
        voice_format(voice, out, owner == voice->viewer ? "alarm.entered-own" : "alarm.entered", "nsd", "character",
                     (int)c, text_str(&who), (int)ten_bid_value(voice->rules, s, c));
        text_free(&who);
    }
}

/* During the bidding: a rescuer, its requirement and the characters entered. */
static void berth_text(const Voice *voice, const TenState *s, unsigned berth, Text *out) {
    unsigned rescuer = s->berth[berth];
    const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
    Text needs = {0}, measure = {0}, in = {0};
    ten_needs_text(voice, rescuer, &needs);
    ten_measure_text(voice, rescuer, &measure);
    start_line(out);
    if (r->needs == NEED_KILL) {
        ten_people_text(voice, s->debt[berth], &in);
        voice_format(voice, out, in.len ? "alarm.devil" : "alarm.devil-none", "nns", "berth", (int)berth, "rescuer",
                     (int)rescuer, text_str(&in));
    } else {
        entered_text(voice, s, berth, &in);
        voice_format(voice, out, "alarm.berth", "nndss", "berth", (int)berth, "rescuer", (int)rescuer, r->spots,
                     text_str(&needs), text_str(&measure));
        text_putc(out, ' ');
        voice_format(voice, out, in.len ? "alarm.in" : "alarm.in-none", "s", text_str(&in));
    }
    text_free(&needs);
    text_free(&measure);
    text_free(&in);
}

/* R112: the viewer's standing bids. */
static void standing_bids_text(const Voice *voice, const TenState *s, Text *out) {
    for (bits_each(c, s->seat[voice->viewer].island)) {
        if (s->order[c] >= TEN_BERTHS || s->berth[s->order[c]] >= ten_no_rescuer(voice->rules))
            continue;
        start_line(out);
        voice_format(voice, out, "alarm.left", "nnd", "character", (int)c, "rescuer", s->berth[s->order[c]],
                     s->limit[c]);
    }
}

/* At other questions, only offers that the viewer can accept are listed. */
static bool has_time_to_trade(const Voice *voice, const TenState *s) {
    return !is_to_act(voice, s) || s->ask == ASK_TURN || s->ask == ASK_BID;
}

static void offers_text(const Voice *voice, const TenState *s, Text *out) {
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++) {
        const TenOffer *offer = &s->offer[slot];
        unsigned giver = slot / TEN_OPEN;
        bool mine = giver == voice->viewer;
        if (!offer->number || (!mine && offer->terms.to != voice->viewer))
            continue;
        Move accept = move_make(MOVE_ACCEPT, voice->viewer, offer->number, 0);
        bool may = !mine && voice->rules->game->check(voice->rules, s, accept, NULL) == SK_OK;
        if (!may && !has_time_to_trade(voice, s))
            continue;
        Text who = {0}, terms = {0};
        voice_seat(voice, mine ? offer->terms.to : giver, &who);
        ten_terms_text(voice, &offer->terms, giver, &terms);
        start_line(out);
        voice_format(voice, out,
                     mine  ? "alarm.mine"
                     : may ? "alarm.offer"
                           : "alarm.offer-no",
                     "dss", offer->number, text_str(&who), text_str(&terms));
        text_free(&who);
        text_free(&terms);
    }
}

static void draft_text(const Voice *voice, const TenState *s, Text *out) {
    const TenTerms *draft = &s->seat[voice->viewer].draft;
    Text who = {0}, terms = {0};
    if (draft->to >= voice->rules->seats)
        return;
    voice_seat(voice, draft->to, &who);
    ten_terms_text(voice, draft, voice->viewer, &terms);
    start_line(out);
    voice_format(voice, out, terms.len ? "alarm.draft" : "alarm.draft-empty", "ss", text_str(&who), text_str(&terms));
    text_free(&who);
    text_free(&terms);
}

/* Number of offers that the viewer has not answered. */
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
    if (is_to_act(voice, s) && s->ask == ASK_TURN && !ten_top(s)->arg[TURN_NIGHT])
        dusk_alarm_text(voice, s, &lines);
    if (!s->down && offers_waiting(voice, s)) { /* R104: no answers while weapons lie face down */
        start_line(&lines);
        voice_format(voice, &lines, "alarm.offers", "d", (int)offers_waiting(voice, s));
    }
    text_puts(out, text_str(&lines));
    text_free(&lines);
}

void ten_open_offers_text(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    Text lines = {0};
    if (voice->viewer >= voice->rules->seats)
        return;
    for (unsigned berth = 0; berth < TEN_BERTHS && (s->ask == ASK_BID || s->ask == ASK_ENTER); berth++)
        if (s->berth[berth] < ten_no_rescuer(voice->rules))
            berth_text(voice, s, berth, &lines);
    standing_bids_text(voice, s, &lines);
    if (!s->down) {
        offers_text(voice, s, &lines);
        draft_text(voice, s, &lines);
    }
    text_puts(out, text_str(&lines));
    text_free(&lines);
}

/* ---- the end -------------------------------------------------------------------------------------------- */

void ten_ending_text(const Voice *voice, const void *view, Text *out) {
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

void ten_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out) {
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

/* ---- effects of moves ----------------------------------------------------------------------------------- */

static const TenCard *card_of(const Voice *voice, Move move) { return ten_card(voice->rules, move.arg[0]); }

static void effect_cook_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_name(voice, "card", card_of(voice, move)->cooked, out);
}

static void effect_lay_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_format(voice, out, "gain.stars", "d", card_of(voice, move)->value);
}

static void effect_trophy_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_name(voice, "heals", card_of(voice, move)->heals, out);
}

static void effect_carry_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_format(voice, out, "gain.points", "d", card_of(voice, move)->value * ten_content(voice->rules)->times);
}

/* The names of water and food cards already include their value. */
static void effect_put_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    static const char *const key[] = {
        [NEED_TREASURE] = "gain.points", [NEED_TROPHY] = "gain.strength", [NEED_WEAPON] = "gain.stars"};
    unsigned needs = ten_rescuer(voice->rules, s->berth[s->bid[ten_top(s)->arg[BIDS_CHARACTER]]])->needs;
    if (needs < COUNT_OF_(key) && key[needs])
        voice_format(voice, out, key[needs], "d", card_of(voice, move)->value);
}

/* The risk of fruit, plants and fresh fish, unless they are safe. In a turn, eating gives an action. */
static void effect_eat_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    bool own = move.kind == MOVE_EAT;
    unsigned c = move.arg[own ? 0 : 1], serving = move.arg[own ? 1 : 2], items = 0;
    bool plants = serving == PLANTS, risky = plants || serving == FRUIT || serving == FRESH_FISH;
    if (s->ask == ASK_TURN) {
        voice_comma(voice, &items, out);
        word_text(voice, "gain.action", out);
    }
    if (risky && !ten_is_safe(voice->rules, s, voice->viewer, c, serving)) {
        voice_comma(voice, &items, out);
        voice_format(voice, out, "gain.risk", "nd", "harm", plants ? HARM_POISON : HARM_SICKNESS,
                     ten_content(voice->rules)->serving_hurts);
    }
}

static void effect_fish_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    const TenDerived *d = ten_derived(voice->rules);
    const TenCharacter *who = ten_character(voice->rules, move.arg[0]);
    bool net = s->seat[voice->viewer].gear[GEAR(USE_NET)] > 0, card = move.kind == MOVE_FISH;
    int fish = (card ? ten_card(voice->rules, d->of_use[USE_FISHING])->gives.n : ten_content(voice->rules)->angle) +
               (net ? ten_card(voice->rules, d->of_use[USE_NET])->gives.n : 0);
    voice_format(voice, out, card ? "gain.fish" : "gain.fish-roll", "dd", fish, who->fish_roll);
}

static void effect_rouse_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    unsigned own = ten_character(voice->rules, move.arg[0])->sick_lost;
    (void)s;
    voice_format(voice, out, "gain.rouse", "d", (int)(own ? own : ten_content(voice->rules)->sick_lost));
}

static void effect_name_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    ten_ills_text(voice, s, move.arg[0], out);
}

static void effect_lose_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    voice_format(voice, out, "gain.points", "d", ten_character(voice->rules, move.arg[0])->points);
}

static void effect_offer_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++)
        if (s->offer[slot].number == move.arg[0])
            ten_terms_text(voice, &s->offer[slot].terms, slot / TEN_OPEN, out);
}

static void effect_fire_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    const TenFire *fire = &s->fire[move.arg[0]];
    Text who = {0};
    if (fire->owner >= voice->rules->seats)
        return;
    voice_seat(voice, fire->owner, &who);
    voice_format(voice, out, fire->owner == voice->viewer ? "gain.fire-own" : "gain.fire", "sd", text_str(&who),
                 fire->sticks + fire->branches);
    text_free(&who);
}

/* The rescuer at the berth, with its strength if the move attacks it. */
static void effect_berth_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    unsigned rescuer = s->berth[move.arg[move.kind == MOVE_BINOCULARS ? 0 : 1]];
    if (rescuer < ten_no_rescuer(voice->rules))
        voice_format(voice, out, move.kind == MOVE_RAID ? "gain.raid" : "gain.rescuer", "nd", "rescuer", (int)rescuer,
                     ten_rescuer(voice->rules, rescuer)->strength);
}

static void effect_owner_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    unsigned owner = ten_owner(voice->rules, s, move.arg[move.kind == MOVE_ATTACK ? 1 : 0]);
    Text who = {0};
    voice_seat(voice, owner, &who);
    voice_format(voice, out, owner == voice->viewer ? "gain.owner-own" : "gain.owner", "s", text_str(&who));
    text_free(&who);
}

static void effect_haunt_text(const Voice *voice, const TenState *s, Move move, Text *out) {
    (void)s;
    if (move.arg[0])
        voice_format(voice, out, "gain.points", "d", move.arg[0] * ten_content(voice->rules)->soul_points);
}

typedef void (*EffectText)(const Voice *voice, const TenState *s, Move move, Text *out);
static const EffectText effects[] = {
    [MOVE_FISH] = effect_fish_text,        [MOVE_ANGLE] = effect_fish_text,      [MOVE_ATTACK] = effect_owner_text,
    [MOVE_RAID] = effect_berth_text,       [MOVE_ROUSE] = effect_rouse_text,     [MOVE_EAT] = effect_eat_text,
    [MOVE_EAT_FROM] = effect_eat_text,     [MOVE_COOK] = effect_cook_text,       [MOVE_TROPHY] = effect_trophy_text,
    [MOVE_BINOCULARS] = effect_berth_text, [MOVE_CURE] = effect_owner_text,      [MOVE_LOSE] = effect_lose_text,
    [MOVE_LAY] = effect_lay_text,          [MOVE_ENTER] = effect_berth_text,     [MOVE_PUT] = effect_put_text,
    [MOVE_CARRY] = effect_carry_text,      [MOVE_NAME] = effect_name_text,       [MOVE_HAUNT] = effect_haunt_text,
    [MOVE_FIREWOOD] = effect_fire_text,    [MOVE_BID_UP_TO] = effect_berth_text, [MOVE_ACCEPT] = effect_offer_text,
    [MOVE_DECLINE] = effect_offer_text,    [MOVE_COUNTER] = effect_offer_text,   [MOVE_WITHDRAW] = effect_offer_text,
};

void ten_effect_text(const Voice *voice, const void *view, Move move, Text *out) {
    if (move.kind < COUNT_OF_(effects) && effects[move.kind])
        effects[move.kind](voice, view, move, out);
}

/* At dusk: whether the viewer's characters need more servings of this sort than are open. The model may drink instead
 * of eating. */
static bool is_needed(const Voice *voice, const TenState *s, unsigned card) {
    const TenSeat *p = &s->seat[voice->viewer];
    bool water = ten_card(voice->rules, card)->kind == WATER;
    uint32_t dry = ten_short_of(voice->rules, s, voice->viewer, false);
    uint32_t hungry = ten_short_of(voice->rules, s, voice->viewer, true);
    unsigned drinks = bits_count(dry), meals = bits_count(hungry), open = 0;
    for (bits_each(c, hungry))
        drinks += ten_character(voice->rules, c)->drinks_food;
    for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
        open += (serving == WATER) == water && (serving != RAW_MEAT || water) ? p->open[serving] : 0;
    return open < (water ? drinks : meals);
}

static bool is_risky(unsigned serving) { return serving == FRUIT || serving == PLANTS || serving == FRESH_FISH; }

/* Listed first are cards that somebody needs at dusk, safe servings and, when asking for cards, those that the viewer
 * does not have. */
unsigned ten_move_rank(const Voice *voice, const void *view, Move move) {
    const TenState *s = view;
    if (voice->viewer >= voice->rules->seats)
        return 0;
    if (move.kind == MOVE_OPEN && s->ask == ASK_DUSK)
        return !is_needed(voice, s, move.arg[0]);
    if (move.kind == MOVE_EAT)
        return is_risky(move.arg[1]) && !ten_is_safe(voice->rules, s, voice->viewer, move.arg[0], move.arg[1]);
    if (move.kind != MOVE_OFFER_ASK)
        return 0;
    return move.arg[0] < ten_derived(voice->rules)->held && s->seat[voice->viewer].hand[move.arg[0]] > 0;
}

/* Moves that continue an unfinished offer come first. At dusk, eating and drinking come before opening more. */
unsigned ten_list_position(const Voice *voice, const void *view, unsigned kind) {
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

/* ---- confirmations ---------------------------------------------------------------------------------------- */

static void confirm_done_text(const Voice *voice, const TenState *s, Text *out) {
    uint32_t doomed =
        ten_short_of(voice->rules, s, voice->viewer, false) | ten_short_of(voice->rules, s, voice->viewer, true);
    Text who = {0};
    ten_people_text(voice, doomed, &who);
    if (doomed)
        voice_format(voice, out, "doubt.dusk", "s", text_str(&who));
    text_free(&who);
}

static void confirm_fight_text(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    const TenCard *it = ten_card(voice->rules, f->arg[BATTLE_CARD]);
    unsigned stars = ten_battle_stars(voice->rules, s, f);
    if (stars < it->value)
        voice_format(voice, out, "doubt.fight", "dnn", (int)stars, "card", f->arg[BATTLE_CARD], "harm", it->harm);
    else if (stars == it->value)
        word_text(voice, "doubt.even", out);
}

void ten_confirm_text(const Voice *voice, const void *view, Move move, Text *out) {
    const TenState *s = view;
    if (move.kind == MOVE_END && s->ask == ASK_TURN) {
        uint32_t ready = ten_with_action_left(voice->rules, s, voice->viewer);
        Text who = {0};
        ten_people_text(voice, ready, &who);
        if (ready)
            voice_format(voice, out, "doubt.end", "s", text_str(&who));
        text_free(&who);
    } else if (move.kind == MOVE_DONE && s->ask == ASK_DUSK) {
        confirm_done_text(voice, s, out);
    } else if (move.kind == MOVE_OPEN && s->ask == ASK_DUSK && !is_needed(voice, s, move.arg[0])) {
        word_text(voice, "doubt.open", out);
    } else if (move.kind == MOVE_FIGHT && s->ask == ASK_FIGHT) {
        confirm_fight_text(voice, s, out);
    } else if (move.kind == MOVE_RAID && s->berth[move.arg[1]] < ten_no_rescuer(voice->rules)) {
        unsigned stars = ten_stars_held(voice->rules, &s->seat[voice->viewer]), rescuer = s->berth[move.arg[1]];
        if (stars < ten_rescuer(voice->rules, rescuer)->strength)
            voice_format(voice, out, "doubt.raid", "ddd", (int)stars, (int)rescuer,
                         ten_rescuer(voice->rules, rescuer)->strength);
    } else if (move.kind == MOVE_LOSE && bits_count(s->seat[voice->viewer].island) == 1) {
        voice_format(voice, out, "doubt.last", "n", "character", move.arg[0]);
    }
}
