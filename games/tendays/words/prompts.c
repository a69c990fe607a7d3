/* The prompts of Ten Days, one per question: what the viewer has to decide and what is at stake. Warnings, open offers
 * and the ending are in effects.c. */
#include "games/tendays/words/prompts.h"

static void word_text(const Voice *voice, const char *key, Text *out) { text_puts(out, words_get(voice->words, key)); }

/* Appends a space and the sentence for this key, with `what` as its argument. */
static void sentence_text(const Voice *voice, const char *key, const Text *what, Text *out) {
    text_putc(out, ' ');
    voice_format(voice, out, key, "s", text_str(what));
}

/* ---- turn and night ------------------------------------------------------------------------------------- */

uint32_t ten_with_action_left(const Rules *rules, const TenState *s, unsigned seat) {
    uint32_t team = s->seat[seat].island, can = 0;
    bool night = ten_top(s)->arg[TURN_NIGHT] != 0;
    for (bits_each(c, ten_can_act(s, seat))) {
        unsigned alone = ten_character(rules, c)->actions_alone, base = alone && team == BIT(c) ? alone : 1;
        if (s->extra[c] || (night ? s->torch != 0 : s->fed[c] || s->acts[c] < base))
            can |= BIT(c);
    }
    return can;
}

static void prompt_turn(const Voice *voice, const TenState *s, Text *out) {
    bool night = ten_top(s)->arg[TURN_NIGHT] != 0;
    uint32_t ready = ten_with_action_left(voice->rules, s, voice->viewer), sick = ten_to_rouse(s, voice->viewer);
    Text people = {0}, ill = {0};
    ten_people_text(voice, ready, &people);
    ten_people_text(voice, sick, &ill);
    voice_format(voice, out, night ? "prompt.night" : "prompt.turn", "d", s->day);
    text_putc(out, ' ');
    if (ready)
        voice_format(voice, out, night ? "prompt.could-act" : "prompt.to-act", "s", text_str(&people));
    else if (!sick || (night && !s->torch))
        word_text(voice, night ? "prompt.torch-spent" : "prompt.none-acts", out);
    if (sick && (!night || s->torch)) {
        if (ready)
            text_putc(out, ' ');
        voice_format(voice, out, "prompt.to-rouse", "s", text_str(&ill));
    }
    text_free(&people);
    text_free(&ill);
}

static void prompt_torch(const Voice *voice, const TenState *s, Text *out) {
    unsigned torches = s->seat[voice->viewer].hand[ten_derived(voice->rules)->of_use[USE_TORCH]];
    voice_format(voice, out, torches ? "prompt.torch" : "prompt.no-torch", "dd", s->day, (int)torches);
}

static void prompt_redraw(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    const char *text = voice_word(voice, "card", f->arg[EXPLORE_CARD], ".text");
    voice_format(voice, out, "prompt.redraw", "nns", "character", f->arg[EXPLORE_CHARACTER], "card",
                 f->arg[EXPLORE_CARD], text ? text : "");
}

/* ---- healing, discarding and Explore cards -------------------------------------------------------------- */

static void prompt_cure(const Voice *voice, const TenState *s, Text *out) {
    enum { KIT, SOUL, NURSE, TROPHY }; /* TROPHY: plus the animal's index */
    unsigned source = ten_top(s)->arg[HEAL_SOURCE];
    if (source < TROPHY)
        word_text(voice, "prompt.cure", out);
    else
        voice_format(voice, out, "prompt.cure-trophy", "n", "heals",
                     ten_card(voice->rules, ten_derived(voice->rules)->animal + source - TROPHY)->heals);
}

static void prompt_discard(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    if (!s->seat[voice->viewer].held)
        word_text(voice, "prompt.nothing-left", out);
    else if (f->kind == FRAME_HEAL)
        voice_format(voice, out, "prompt.nurse", "d", f->arg[HEAL_LEFT]);
    else
        voice_format(voice, out, "prompt.exchange", "nd", "character", f->arg[ONE_CHARACTER],
                     ten_character(voice->rules, f->arg[ONE_CHARACTER])->exchange_roll);
}

static void prompt_sun(const Voice *voice, const TenState *s, Text *out) {
    bool water = false;
    for (unsigned card = 0; card < ten_derived(voice->rules)->held; card++)
        water |= s->seat[voice->viewer].hand[card] && ten_card(voice->rules, card)->kind == WATER;
    word_text(voice, water ? "prompt.sun" : "prompt.sun-dry", out);
}

static void prompt_tornado(const Voice *voice, const TenState *s, Text *out) {
    voice_format(voice, out, "prompt.tornado", "d", s->seat[voice->viewer].held);
}

static void prompt_natives(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    voice_format(voice, out, "prompt.natives", "dd", f->arg[NATIVES_LEFT], f->arg[NATIVES_DRAWS]);
}

/* ---- battles in the open ---------------------------------------------------------------------------------- */

/* The reward for beating a card or a rescuer: "Small raw meat", "3 Supplies cards". */
void ten_reward_text(const Voice *voice, TenGift gives, unsigned draws, Text *out) {
    unsigned items = 0;
    if (gives.n) {
        voice_comma(voice, &items, out);
        voice_format(voice, out, "list.times", "nd", "card", gives.card, gives.n);
    }
    if (draws) {
        voice_comma(voice, &items, out);
        voice_format(voice, out, "gain.draws", "d", (int)draws);
    }
}

/* R56, R60: stars without weapons. */
unsigned ten_battle_bonus(const Rules *rules, const TenState *s, const Frame *f) {
    if (ten_card(rules, f->arg[BATTLE_CARD])->kind != ANIMAL)
        return 0;
    unsigned trap = ten_card(rules, ten_derived(rules)->of_use[USE_TRAP])->value;
    return s->seat[f->seat].gear[GEAR(USE_TRAP)] * trap + ten_character(rules, f->arg[BATTLE_CHARACTER])->vs_animal;
}

/* Helpers who are not accepted take their weapons back, so these do not count. */
unsigned ten_battle_stars(const Rules *rules, const TenState *s, const Frame *f) {
    unsigned stars = ten_battle_bonus(rules, s, f);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (seat == f->seat || (s->allied & BIT(seat)))
            stars += ten_stars_put(rules, &s->seat[seat]);
    return stars;
}

static void offered_text(const Voice *voice, const TenState *s, Text *out) {
    Text list = {0};
    unsigned items = 0;
    for (bits_each(seat, s->offered & ~(uint32_t)s->allied)) {
        Text who = {0};
        voice_seat(voice, seat, &who);
        voice_comma(voice, &items, &list);
        voice_format(voice, &list, "prompt.fight-offer", "sdn", text_str(&who),
                     (int)ten_stars_put(voice->rules, &s->seat[seat]), "claim", s->seat[seat].claim);
        text_free(&who);
    }
    if (items)
        sentence_text(voice, "prompt.fight-offers", &list, out);
    text_free(&list);
}

/* The claims of the accepted helpers (R62). */
static unsigned promised_claims(const Rules *rules, const TenState *s) {
    unsigned claims = CLAIM_NOTHING;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        claims |= s->allied & BIT(seat) ? s->seat[seat].claim : 0u;
    return claims;
}

static void prompt_fight(const Voice *voice, const TenState *s, Text *out) {
    const Rules *rules = voice->rules;
    const Frame *f = ten_top(s);
    const TenCard *it = ten_card(rules, f->arg[BATTLE_CARD]);
    unsigned stars = ten_battle_stars(rules, s, f), bonus = ten_battle_bonus(rules, s, f);
    Text reward = {0};
    ten_reward_text(voice, it->gives, it->draws, &reward);
    voice_format(voice, out, "prompt.fight", "nndndddd", "character", f->arg[BATTLE_CHARACTER], "card",
                 f->arg[BATTLE_CARD], it->value, "harm", it->harm, (int)stars, (int)bonus,
                 (int)ten_stars_held(rules, &s->seat[voice->viewer]), bonus && bonus == stars);
    text_putc(out, ' ');
    if (stars > it->value)
        voice_format(voice, out, promised_claims(rules, s) ? "prompt.fight-shared" : "prompt.fight-won", "sn",
                     text_str(&reward), "claim", (int)promised_claims(rules, s));
    else if (stars == it->value)
        word_text(voice, "prompt.fight-even", out);
    else
        voice_format(voice, out, "prompt.fight-short", "dds", (int)(it->value - stars), (int)(it->value - stars) + 1,
                     text_str(&reward));
    offered_text(voice, s, out);
    text_free(&reward);
}

static void prompt_help(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    const TenCard *it = ten_card(voice->rules, f->arg[BATTLE_CARD]);
    unsigned own = ten_stars_put(voice->rules, &s->seat[voice->viewer]);
    Text who = {0}, reward = {0};
    voice_seat_first(voice, f->seat, &who);
    ten_reward_text(voice, it->gives, it->draws, &reward);
    voice_format(voice, out, "prompt.help", "snndd", text_str(&who), "character", f->arg[BATTLE_CHARACTER], "card",
                 f->arg[BATTLE_CARD], it->value, (int)ten_battle_stars(voice->rules, s, f));
    text_putc(out, ' ');
    voice_format(voice, out, own ? "prompt.help-claim" : "prompt.help-first", "ds", (int)own, text_str(&reward));
    text_free(&who);
    text_free(&reward);
}

static void prompt_raid(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    unsigned rescuer = s->berth[f->arg[RAID_BERTH]];
    const TenRescuer *r = ten_rescuer(voice->rules, rescuer);
    Text reward = {0};
    ten_reward_text(voice, r->gives, r->draws, &reward);
    voice_format(voice, out, "prompt.raid", "nndds", "character", f->arg[RAID_CHARACTER], "rescuer", (int)rescuer,
                 r->strength, (int)ten_stars_put(voice->rules, &s->seat[f->seat]), text_str(&reward));
    text_free(&reward);
}

static void prompt_guard(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    unsigned rescuer = s->berth[f->arg[RAID_BERTH]], friends = 0;
    Text who = {0};
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        friends += seat == f->seat ? 0 : ten_stars_put(voice->rules, &s->seat[seat]);
    voice_seat_first(voice, f->seat, &who);
    voice_format(voice, out, "prompt.guard", "sdndd", text_str(&who),
                 (int)ten_stars_put(voice->rules, &s->seat[f->seat]), "rescuer", (int)rescuer,
                 ten_rescuer(voice->rules, rescuer)->strength, (int)friends);
    text_free(&who);
}

/* ---- battles between players ------------------------------------------------------------------------------ */

static unsigned stars_laid(const Rules *rules, const TenSeat *p) {
    const TenDerived *d = ten_derived(rules);
    unsigned stars = 0;
    for (unsigned i = 0; i < d->weapons; i++)
        stars += p->laid[i] * ten_card(rules, d->weapon_card[i])->value;
    return stars;
}

static unsigned weapons_down(const Rules *rules, const TenState *s, unsigned side) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        n += s->seat[seat].side == side ? s->seat[seat].laid_n : 0;
    return n;
}

static void prompt_lay(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    unsigned target = f->arg[ATTACK_TARGET];
    Text who = {0};
    voice_seat(voice, ten_owner(voice->rules, s, target), &who);
    voice_format(voice, out, "prompt.lay", "nnsd", "character", f->arg[ATTACK_CHARACTER], "character", (int)target,
                 text_str(&who), (int)stars_laid(voice->rules, &s->seat[voice->viewer]));
    text_free(&who);
}

static void prompt_side(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    const TenSeat *p = &s->seat[voice->viewer];
    Text one = {0}, two = {0};
    if (p->side < SIDE_NONE) {
        voice_format(voice, out, "prompt.side-lay", "nd", "side", p->side, (int)stars_laid(voice->rules, p));
        return;
    }
    voice_seat_first(voice, f->seat, &one);
    voice_seat(voice, ten_owner(voice->rules, s, f->arg[ATTACK_TARGET]), &two);
    voice_format(voice, out, "prompt.side", "ssnnd", text_str(&one), text_str(&two), "character",
                 f->arg[ATTACK_CHARACTER], "character", f->arg[ATTACK_TARGET],
                 (int)weapons_down(voice->rules, s, SIDE_ATTACKER));
    text_free(&one);
    text_free(&two);
}

static void prompt_defend(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    const TenContent *content = ten_content(voice->rules);
    const TenSeat *p = &s->seat[voice->viewer];
    unsigned target = f->arg[ATTACK_TARGET], skill = ten_character(voice->rules, target)->vs_player;
    unsigned own = stars_laid(voice->rules, p) + (unsigned)s->souls_laid * content->soul_stars + skill;
    Text who = {0};
    voice_seat_first(voice, f->seat, &who);
    voice_format(voice, out, "prompt.defend", "snndd", text_str(&who), "character", (int)target, "character",
                 f->arg[ATTACK_CHARACTER], (int)weapons_down(voice->rules, s, SIDE_ATTACKER), (int)own);
    text_putc(out, ' ');
    voice_format(voice, out, p->souls ? "prompt.defend-souls" : "prompt.defend-how", "dd", p->souls,
                 content->soul_stars);
    text_free(&who);
}

static void prompt_spoils(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    Text who = {0};
    voice_seat(voice, f->arg[SPOILS_LOSER], &who);
    voice_format(voice, out, f->arg[SPOILS_TAKEN] ? "prompt.spoils-more" : "prompt.spoils", "nsd", "character",
                 f->arg[SPOILS_VICTIM], text_str(&who), f->arg[SPOILS_LEFT]);
    text_free(&who);
}

static void prompt_save(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    uint32_t savers = s->seat[voice->viewer].island & ten_derived(voice->rules)->savers;
    unsigned saver = savers ? bits_first(savers) : 0, souls = ten_character(voice->rules, saver)->souls;
    Text who = {0};
    voice_seat_first(voice, f->seat, &who);
    voice_format(voice, out, f->seat == voice->viewer ? "prompt.save-own" : "prompt.save", "snnnd", text_str(&who),
                 "character", f->arg[DEATH_CHARACTER], "cause", f->arg[DEATH_CAUSE], "character", (int)saver,
                 (int)(souls ? souls : ten_content(voice->rules)->souls));
    text_free(&who);
}

/* ---- dusk ----------------------------------------------------------------------------------------------- */

uint32_t ten_short_of(const Rules *rules, const TenState *s, unsigned seat, bool food) {
    const TenDay *day = &ten_content(rules)->day[s->day - 1];
    if (food)
        return day->food ? s->seat[seat].island & ~s->eaten : 0;
    return day->water ? s->seat[seat].island & ~s->drunk : 0;
}

static void prompt_dusk(const Voice *voice, const TenState *s, Text *out) {
    uint32_t dry = ten_short_of(voice->rules, s, voice->viewer, false);
    uint32_t hungry = ten_short_of(voice->rules, s, voice->viewer, true);
    Text drink = {0}, eat = {0}, open = {0};
    ten_people_text(voice, dry, &drink);
    ten_people_text(voice, hungry, &eat);
    voice_format(voice, out, "prompt.dusk", "d", s->day);
    if (dry)
        sentence_text(voice, "prompt.dusk-thirsty", &drink, out);
    if (hungry)
        sentence_text(voice, "prompt.dusk-hungry", &eat, out);
    if (ten_servings_text(voice, &s->seat[voice->viewer], &open))
        sentence_text(voice, "prompt.dusk-open", &open, out);
    else if (dry || hungry)
        sentence_text(voice, "prompt.dusk-none", &open, out);
    sentence_text(voice, dry || hungry ? "prompt.dusk-stake" : "prompt.dusk-fine", &open, out);
    text_free(&drink);
    text_free(&eat);
    text_free(&open);
}

/* ---- rescue --------------------------------------------------------------------------------------------- */

static void prompt_bid(const Voice *voice, const TenState *s, Text *out) {
    voice_format(voice, out, "prompt.bid", "dd", ten_top(s)->arg[BIDS_CIRCLE] + 1, ten_content(voice->rules)->circles);
}

/* The open-offers text lists the requirements of all rescuers, so the prompt does not repeat them. */
static void prompt_enter(const Voice *voice, const TenState *s, Text *out) {
    unsigned c = ten_top(s)->arg[BIDS_CHARACTER], items = 0;
    Text put = {0};
    for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(voice->rules); i++) {
        voice_comma(voice, &items, &put);
        voice_name(voice, "card", s->bid_card[c][i], &put);
    }
    voice_format(voice, out, "prompt.enter", "nn", "character", (int)c, "rescuer", s->berth[s->bid[c]]);
    text_putc(out, ' ');
    voice_format(voice, out, items ? "prompt.enter-put" : "prompt.enter-none", "s", text_str(&put));
    text_free(&put);
}

static void prompt_carry(const Voice *voice, const TenState *s, Text *out) {
    const Frame *f = ten_top(s);
    unsigned c = f->arg[LEAVE_CHARACTER], own = ten_character(voice->rules, c)->carries;
    unsigned max = own ? own : ten_content(voice->rules)->carries, treasures = 0;
    for (unsigned card = 0; card < ten_derived(voice->rules)->held; card++)
        if (ten_card(voice->rules, card)->kind == TREASURE)
            treasures += s->seat[voice->viewer].hand[card];
    voice_format(voice, out, treasures ? "prompt.carry" : "prompt.carry-none", "nd", "character", (int)c,
                 (int)max - f->arg[LEAVE_CARRIED]);
}

static void prompt_name(const Voice *voice, const TenState *s, Text *out) {
    enum { TEAM_RESCUER_AT = 1 };
    const Frame *f = ten_find_frame(s, FRAME_TEAM);
    voice_format(voice, out, "prompt.name", "d", f ? ten_rescuer(voice->rules, f->arg[TEAM_RESCUER_AT])->spots : 0);
}

static void prompt_haunt(const Voice *voice, const TenState *s, Text *out) {
    voice_format(voice, out, "prompt.haunt", "dd", s->seat[voice->viewer].souls,
                 ten_content(voice->rules)->soul_points);
}

/* ---- the prompt ----------------------------------------------------------------------------------------- */

typedef void (*Prompt)(const Voice *voice, const TenState *s, Text *out);
static const Prompt prompts[TEN_ASKS] = {
    [ASK_TURN] = prompt_turn,       [ASK_TORCH] = prompt_torch,     [ASK_REDRAW] = prompt_redraw,
    [ASK_CURE] = prompt_cure,       [ASK_DISCARD] = prompt_discard, [ASK_SUN] = prompt_sun,
    [ASK_TORNADO] = prompt_tornado, [ASK_NATIVES] = prompt_natives, [ASK_FIGHT] = prompt_fight,
    [ASK_HELP] = prompt_help,       [ASK_RAID] = prompt_raid,       [ASK_GUARD] = prompt_guard,
    [ASK_LAY] = prompt_lay,         [ASK_SIDE] = prompt_side,       [ASK_DEFEND] = prompt_defend,
    [ASK_SPOILS] = prompt_spoils,   [ASK_SAVE] = prompt_save,       [ASK_DUSK] = prompt_dusk,
    [ASK_BID] = prompt_bid,         [ASK_ENTER] = prompt_enter,     [ASK_CARRY] = prompt_carry,
    [ASK_NAME] = prompt_name,       [ASK_HAUNT] = prompt_haunt,
};

void ten_prompt_text(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    size_t at = out->len;
    if (s->ask < TEN_ASKS && prompts[s->ask])
        prompts[s->ask](voice, s, out);
    else
        word_text(voice, "prompt.any", out);
    voice_capitalize(out, at);
}

/* An explanation for new players. */
void ten_note_text(const Voice *voice, const void *view, Text *out) {
    const TenState *s = view;
    bool asked =
        voice->viewer < voice->rules->seats && s->head.node == NODE_DECISION && (s->head.to_act & BIT(voice->viewer));
    const char *note = asked ? voice_word(voice, "ask", s->ask, ".note") : NULL;
    if (note)
        text_puts(out, note);
}
