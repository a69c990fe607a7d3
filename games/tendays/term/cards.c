/* Text layout on the board, labels of cards and characters, the viewer's hand, and details of a card, character or
 * rescuer. */
#include <stdio.h>
#include <string.h>

#include "games/tendays/words/words_internal.h"

/* ---- layout --------------------------------------------------------------------------------------------- */

FlowLayout flow_init(const TenDraw *d, int y, int h, int left) {
    return (FlowLayout){.d = d, .y = y, .h = h, .left = left};
}

void flow_line(FlowLayout *f, int from) {
    if (f->lines && f->lines == f->h)
        canvas_put(f->d->canvas, f->d->w - 1, f->y + f->h - 1, 1, MUTED_INK, "…");
    f->x = f->from = from;
    f->lines++;
}

/* Breaks the line if a piece does not fit; false if the piece is outside the area. */
static bool flow_fit(FlowLayout *f, int wide) {
    if (f->lines == 0)
        flow_line(f, 0);
    else if (f->x > f->from && f->x + wide > f->d->w)
        flow_line(f, f->left);
    return f->lines <= f->h;
}

void flow_put(FlowLayout *f, Style style, const char *text) {
    int wide = glyph_columns(text);
    if (!wide)
        return;
    if (flow_fit(f, wide))
        canvas_put(f->d->canvas, f->x, f->y + f->lines - 1, f->d->w - f->x, style, text);
    f->x += wide;
}

void flow_words(FlowLayout *f, Style style, const char *text) {
    char word[256];
    for (bool first = true; *text; first = false) {
        size_t n = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), text);
        f->x += !first && f->x > f->from;
        flow_put(f, style, word);
        text += n;
        text += strspn(text, " ");
    }
}

void flow_text(FlowLayout *f, Style style, Text *text) {
    flow_words(f, style, text_str(text));
    text_free(text);
}

void flow_gap(FlowLayout *f, const char *mark) {
    if (*mark && f->lines && f->lines <= f->h && f->x < f->d->w)
        canvas_put(f->d->canvas, f->x, f->y + f->lines - 1, 1, MUTED_INK, mark);
    f->x += *mark ? 2 : 1;
}

void flow_spot(FlowLayout *f, const char *list, unsigned index, Style style, const char *text) {
    int wide = glyph_columns(text);
    const Canvas *canvas = f->d->canvas;
    if (flow_fit(f, wide)) {
        flow_put(f, ten_marked_style(f->d, list, index, style), text);
        canvas_spot(f->d->canvas, list, index, f->x - wide, f->y + f->lines - 1, wide, 1);
        if (f->x > wide && (canvas_marks(canvas, list, index) & MARK_FOCUS))
            canvas_put(f->d->canvas, f->x - wide - 1, f->y + f->lines - 1, 1, TITLE_INK, "▸");
    } else {
        f->x += wide;
    }
}

int flow_lines(const FlowLayout *f) { return f->h && f->lines > f->h ? f->h : f->lines; }

/* ---- labels --------------------------------------------------------------------------------------------- */

/* The name without its part in brackets: on the board, the value follows the label. */
static void name_label_text(const Voice *voice, const char *list, unsigned index, Text *out) {
    Text name = {0};
    size_t at = out->len;
    voice_name(voice, list, (int32_t)index, &name);
    const char *from = text_str(&name), *bracket = strstr(from, " (");
    text_add(out, from, bracket ? (size_t)(bracket - from) : strlen(from));
    voice_capitalize(out, at);
    text_free(&name);
}

void ten_label_text(const Voice *voice, const char *list, unsigned index, bool brief, Text *out) {
    const char *word = brief ? voice_word(voice, list, index, ".short") : NULL;
    if (!word)
        word = voice_word(voice, list, index, ".label");
    if (word)
        text_puts(out, word);
    else
        name_label_text(voice, list, index, out);
    if (strcmp(list, "card") != 0)
        return;
    const TenCard *card = ten_card(voice->rules, index);
    bool counts = card->kind <= WEAPON || card->kind == TREASURE || card->kind == ANIMAL;
    if (card->value && counts)
        voice_format(voice, out, card->kind == WEAPON ? "board.stars" : "board.value", "d", card->value);
}

static void card_text(const Voice *voice, unsigned card, unsigned n, Text *out) {
    if (n > 1)
        voice_format(voice, out, "board.times", "d", (int)n);
    ten_label_text(voice, "card", card, false, out);
}

static void flow_card(FlowLayout *f, unsigned card, unsigned n, Style style, unsigned items) {
    Text text = {0};
    card_text(f->d->voice, card, n, &text);
    if (items)
        flow_gap(f, ",");
    if (f->d->cards_selectable)
        flow_spot(f, "card", card, style, text_str(&text));
    else
        flow_put(f, ten_marked_style(f->d, "card", card, style), text_str(&text));
    text_free(&text);
}

/* A card that the cursor cannot move to: in a bid, in an offer or laid as a weapon. */
static void flow_plain_card(FlowLayout *f, unsigned card, unsigned n, Style style, unsigned items) {
    Text text = {0};
    card_text(f->d->voice, card, n, &text);
    if (items)
        flow_gap(f, ",");
    flow_put(f, style, text_str(&text));
    text_free(&text);
}

void flow_cards(FlowLayout *f, const uint8_t *counts, unsigned from, unsigned to, Style style) {
    unsigned items = 0;
    for (unsigned card = from; card < to; card++)
        if (counts[card - from])
            flow_plain_card(f, card, counts[card - from], style, items++);
}

unsigned flow_list(FlowLayout *f, const uint8_t *cards, unsigned max, Style style) {
    unsigned none = ten_no_card(f->d->voice->rules), count = 0, items = 0;
    while (count < max && cards[count] < none)
        count++;
    for (unsigned i = 0; i < count; i++) {
        unsigned n = 0;
        bool before = false;
        for (unsigned k = 0; k < count; k++) {
            n += cards[k] == cards[i];
            before |= k < i && cards[k] == cards[i];
        }
        if (!before)
            flow_plain_card(f, cards[i], n, style, items++);
    }
    return count;
}

/* ---- the hand ------------------------------------------------------------------------------------------- */

static const char *const group_keys[TEN_GROUPS] = {"board.water", "board.food",      "board.raw",  "board.weapons",
                                                   "board.items", "board.treasures", "board.other"};

TenGroup ten_group(const Rules *rules, unsigned card) {
    switch (ten_card(rules, card)->kind) {
    case WATER:
        return GROUP_WATER;
    case CAN:
    case FRUIT:
    case PLANTS:
    case ROAST_FISH:
    case ROAST_MEAT:
        return GROUP_FOOD;
    case FRESH_FISH:
    case RAW_MEAT:
        return GROUP_RAW;
    case WEAPON:
        return GROUP_WEAPONS;
    case ITEM:
        return GROUP_ITEMS;
    case TREASURE:
        return GROUP_TREASURES;
    default:
        return GROUP_OTHER;
    }
}

unsigned ten_group_sum(const Rules *rules, const TenSeat *p, TenGroup group) {
    unsigned sum = 0;
    for (unsigned card = 0; card < ten_derived(rules)->held; card++)
        if (ten_group(rules, card) == group)
            sum += p->hand[card] * ten_card(rules, card)->value;
    return sum;
}

static unsigned group_count(const Rules *rules, const TenSeat *p, TenGroup group) {
    unsigned n = 0;
    for (unsigned card = 0; card < ten_derived(rules)->held; card++)
        n += ten_group(rules, card) == group ? p->hand[card] : 0;
    return n;
}

static Style group_style(TenGroup group) {
    static const uint8_t inks[TEN_GROUPS] = {INK_WATER, INK_GREEN,  INK_YELLOW, INK_RED,
                                             INK_TITLE, INK_YELLOW, INK_TITLE};
    return (Style){inks[group], GROUND_DEFAULT, FACE_BOLD};
}

static void flow_hand_group(FlowLayout *f, TenGroup group, int column) {
    const Voice *voice = f->d->voice;
    const Rules *rules = voice->rules;
    const TenSeat *p = &f->d->s->seat[voice->viewer];
    Text head = {0}, first = {0};
    unsigned items = 0, card = 0;
    voice_format(voice, &head, group_keys[group], "d", (int)ten_group_sum(rules, p, group));
    while (!p->hand[card] || ten_group(rules, card) != group)
        card++;
    card_text(voice, card, p->hand[card], &first);
    int wide = glyph_columns(text_str(&head)) + 2 + glyph_columns(text_str(&first));
    if (!f->lines || column || f->x + 1 + wide > f->d->w) /* keep a heading and its first card on one line */
        flow_line(f, f->left - column);
    else
        flow_gap(f, "");
    f->x += f->x > f->from;
    flow_put(f, group_style(group), text_str(&head));
    if (column)
        f->x = f->left;
    else
        flow_gap(f, ":");
    for (; card < ten_derived(rules)->held; card++)
        if (p->hand[card] && ten_group(rules, card) == group)
            flow_card(f, card, p->hand[card], PLAIN_INK, items++);
    text_free(&head);
    text_free(&first);
}

/* The hand by groups, one after the other, or one row each if there is room. */
int ten_draw_hand_groups(const TenDraw *d, int y, int h, bool rows) {
    enum { INDENT = 2, COLUMN = 14 };
    if (d->voice->viewer >= d->voice->rules->seats)
        return 0;
    const TenSeat *p = &d->s->seat[d->voice->viewer];
    FlowLayout f = flow_init(d, y, h, rows ? INDENT + COLUMN : INDENT);
    if (!ten_hand_known(p))
        return 0;
    for (TenGroup group = 0; group < TEN_GROUPS; group++)
        if (group_count(d->voice->rules, p, group))
            flow_hand_group(&f, group, rows ? COLUMN : 0);
    return flow_lines(&f);
}

/* ---- details ---------------------------------------------------------------------------------------------- */

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
