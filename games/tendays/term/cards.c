/* Text layout on the board, labels of cards and characters, and the viewer's hand. */
#include <stdio.h>
#include <string.h>

#include "games/tendays/term/board_internal.h"

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

static TenGroup group_of(const Rules *rules, unsigned card) {
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
        if (group_of(rules, card) == group)
            sum += p->hand[card] * ten_card(rules, card)->value;
    return sum;
}

static unsigned group_count(const Rules *rules, const TenSeat *p, TenGroup group) {
    unsigned n = 0;
    for (unsigned card = 0; card < ten_derived(rules)->held; card++)
        n += group_of(rules, card) == group ? p->hand[card] : 0;
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
    while (!p->hand[card] || group_of(rules, card) != group)
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
        if (p->hand[card] && group_of(rules, card) == group)
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
