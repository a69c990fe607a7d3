/* Details of a card, character or rescuer of Ten Days in sentences. */
#include <string.h>

#include "games/tendays/words/words_internal.h"

static void number_sentence_text(const Voice *voice, Text *out, const char *key, int n) {
    text_putc(out, ' ');
    voice_format(voice, out, key, "d", n);
}

static void gift_sentence_text(const Voice *voice, Text *out, const char *key, TenGift gift) {
    if (!gift.n)
        return;
    text_putc(out, ' ');
    voice_format(voice, out, key, "nd", "card", gift.card, gift.n);
}

/* Facts from the content, for a card without a text in the catalogue. */
static void inspect_data_text(const Voice *voice, unsigned index, Text *out) {
    const TenCard *card = ten_card(voice->rules, index);
    if (card->kind <= WEAPON)
        number_sentence_text(voice, out, card->kind == WEAPON ? "look.stars" : "look.servings", card->value);
    else if (card->kind == TREASURE)
        number_sentence_text(voice, out, "look.points", card->value);
    if (card->burns)
        number_sentence_text(voice, out, "look.burns", 0);
    if (card->cooked)
        gift_sentence_text(voice, out, "look.cooked", (TenGift){card->cooked, 1});
    if (index >= ten_derived(voice->rules)->animal) {
        text_putc(out, ' ');
        voice_format(voice, out, "look.foe", "dn", card->value, "harm", card->harm);
        if (card->draws)
            number_sentence_text(voice, out, "look.reward-draws", card->draws);
    }
    if (card->heals) {
        text_putc(out, ' ');
        voice_format(voice, out, "look.trophy-heals", "n", "ill", card->heals - 1);
    }
}

static void inspect_card_text(const Voice *voice, const TenState *s, unsigned index, Text *out) {
    const TenCard *card = ten_card(voice->rules, index);
    const TenDerived *d = ten_derived(voice->rules);
    const char *text = voice_word(voice, "card", index, ".text");
    voice_format(voice, out, "look.card", "nnd", "card", (int)index, "card-kind", card->kind, card->value);
    if (text)
        text_printf(out, " %s", text);
    else
        inspect_data_text(voice, index, out);
    if (index >= d->animal)
        gift_sentence_text(voice, out, "look.reward", card->gives);
    text_putc(out, ' ');
    voice_format(voice, out, card->deck == SPECIAL ? "look.stack" : "look.count", "dnd", card->count, "deck",
                 card->deck, s->pile[index]);
    if (voice->viewer < voice->rules->seats && index < d->held && ten_hand_known(&s->seat[voice->viewer]) &&
        s->seat[voice->viewer].hand[index])
        number_sentence_text(voice, out, "look.yours", s->seat[voice->viewer].hand[index]);
}

/* A character's abilities and flaws from the content, one sentence each. */
static void abilities_text(const Voice *voice, const TenCharacter *c, Text *out) {
    const struct {
        unsigned n;
        const char *key;
    } abilities[] = {{c->vs_player, "ability.vs-player"},
                     {c->vs_animal, "ability.vs-animal"},
                     {c->bars_action, "ability.bars-action"},
                     {c->actions_alone, "ability.actions-alone"},
                     {c->redraws, "ability.redraws"},
                     {c->takes_extra, "ability.takes-extra"},
                     {c->first, "ability.first"},
                     {c->fish_roll, "ability.fish-roll"},
                     {c->dies_for_other, "ability.dies-for-other"},
                     {c->souls, "ability.souls"},
                     {c->team_safe_fish, "ability.team-safe-fish"},
                     {c->sun_sick, "ability.sun-sick"},
                     {c->eats_raw_meat, "ability.eats-raw-meat"},
                     {c->team_item_lost, "ability.team-item-lost"},
                     {c->steals, "ability.steals"},
                     {c->takes_items, "ability.takes-items"},
                     {c->team_unattackable, "ability.team-unattackable"},
                     {c->heals_for, "ability.heals-for"},
                     {c->escapes, "ability.escapes"},
                     {c->drinks_food, "ability.drinks-food"},
                     {c->team_any_campfire, "ability.team-any-campfire"},
                     {c->carries, "ability.carries"},
                     {c->sick_lost, "ability.sick-lost"},
                     {c->poison_dies, "ability.poison-dies"},
                     {c->no_meat, "ability.no-meat"},
                     {c->safe_fruit, "ability.safe-fruit"},
                     {c->safe_plants, "ability.safe-plants"},
                     {c->no_explore, "ability.no-explore"},
                     {c->exchange_roll, "ability.exchange-roll"},
                     {c->team_item_gains, "ability.team-item-gains"}};
    for (unsigned i = 0; i < sizeof abilities / sizeof *abilities; i++)
        if (abilities[i].n)
            number_sentence_text(voice, out, abilities[i].key, (int)abilities[i].n);
    gift_sentence_text(voice, out, "ability.butchers", c->butchers);
}

static void inspect_character_text(const Voice *voice, const TenState *s, unsigned index, Text *out) {
    const TenCharacter *c = ten_character(voice->rules, index);
    const char *text = voice_word(voice, "character", index, ".text");
    voice_format(voice, out, "look.character", "nddnd", "character", (int)index, c->points, c->gender, "age", c->age,
                 c->hearts);
    if (text)
        text_printf(out, " %s", text);
    else
        abilities_text(voice, c, out);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++) {
        const TenSeat *p = &s->seat[seat];
        Text who = {0}, ills = {0};
        if (!((p->island | p->saved | p->dead) & BIT(index)))
            continue;
        voice_seat(voice, seat, &who);
        text_putc(out, ' ');
        bool ill = ten_ills_text(voice, s, index, &ills);
        voice_format(voice, out,
                     p->saved & BIT(index)   ? "look.saved"
                     : p->dead & BIT(index)  ? "look.dead"
                     : seat == voice->viewer ? "look.own"
                                             : "look.of",
                     "sds", text_str(&who), ill, text_str(&ills));
        text_free(&who);
        text_free(&ills);
    }
}

static void inspect_rescuer_text(const Voice *voice, const TenState *s, unsigned index, Text *out) {
    const TenRescuer *r = ten_rescuer(voice->rules, index);
    Text needs = {0}, measure = {0};
    ten_needs_text(voice, index, &needs);
    ten_measure_text(voice, index, &measure);
    voice_format(voice, out, "look.rescuer", "nsdsd", "rescuer", (int)index, text_str(&needs), r->spots,
                 text_str(&measure), r->measure != MEASURE_NONE);
    number_sentence_text(voice, out, r->strength ? "look.strength" : "look.no-strength", r->strength);
    gift_sentence_text(voice, out, "look.reward", r->gives);
    if (r->draws)
        number_sentence_text(voice, out, "look.reward-draws", r->draws);
    text_putc(out, ' ');
    voice_format(voice, out, "look.rescue-left", "dd", s->rescue[index], r->copies);
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (s->berth[berth] == index)
            number_sentence_text(voice, out, "look.waits", (int)berth + 1);
    text_free(&needs);
    text_free(&measure);
}

bool ten_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out) {
    const TenState *s = view;
    size_t at = out->len;
    if (strcmp(list, "card") == 0)
        inspect_card_text(voice, s, index, out);
    else if (strcmp(list, "character") == 0)
        inspect_character_text(voice, s, index, out);
    else if (strcmp(list, "rescuer") == 0)
        inspect_rescuer_text(voice, s, index, out);
    else if (strcmp(list, "berth") == 0 && s->berth[index] < ten_no_rescuer(voice->rules))
        inspect_rescuer_text(voice, s, s->berth[index], out);
    else
        return false;
    voice_capitalize(out, at);
    text_putc(out, '\n');
    return true;
}
