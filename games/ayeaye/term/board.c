/* Draws the board of Aye Aye Island: a status line, one or two pages (the island, the sea, a quest, a duel or the
 * Plank), and a table of the pirates. Colour never carries information that the characters do not show. */
#include <stdio.h>

#include "games/ayeaye/term/board_internal.h"

enum { BOARD_MAX_W = 92, WIDE = 84, PAGE_MIN = 12 };

int aye_put_text(const AyeDraw *d, int x, int y, int max_columns, Style style, Text *text) {
    int used = canvas_put(d->canvas, x, y, max_columns, style, text_str(text));
    text_free(text);
    return used;
}

void aye_put_right(const AyeDraw *d, int end, int y, Style style, const char *text) {
    canvas_put(d->canvas, end - glyph_columns(text), y, glyph_columns(text), style, text);
}

static Style seat_style(unsigned seat) {
    static const Ink inks[AYE_SEATS] = {INK_YELLOW, INK_BLUE, INK_RED, INK_WATER, INK_GREEN, INK_MUTED};
    return (Style){(uint8_t)inks[seat % AYE_SEATS], GROUND_DEFAULT, FACE_BOLD};
}

/* ---- choice of the page --------------------------------------------------------------------------------- */

typedef enum Page { PAGE_ISLAND, PAGE_SEA, PAGE_CARD, PAGE_DUEL, PAGE_PLANK } Page;

/* Questions that are answered on the map of the island. */
static bool asks_for_land(unsigned ask) {
    return ask == ASK_LAND || ask == ASK_WALK || ask == ASK_STEP || ask == ASK_PUT || ask == ASK_PEEK ||
           ask == ASK_UNDEAD || ask == ASK_FLIP || ask == ASK_LANTERN || ask == ASK_AGAINST;
}

/* A read-only canvas shows the last shot first. */
static Page page_now(const Voice *voice, const AyeState *s, const Canvas *canvas) {
    unsigned place = s->pirate[s->active].place;
    bool afloat = place < aye_content(voice->rules)->spaces && !aye_is_on_land(voice->rules, place);
    if (s->head.node == NODE_OVER)
        return s->ending == TREASURE ? PAGE_SEA : PAGE_ISLAND;
    if (aye_frame(s, FRAME_PLANK) || (canvas->read_only && aye_last_shot_event(canvas) < canvas->events))
        return PAGE_PLANK;
    if (s->duel.round)
        return PAGE_DUEL;
    if (asks_for_land(s->ask) && !(afloat && s->ask != ASK_UNDEAD && s->ask != ASK_PEEK && s->ask != ASK_PUT))
        return PAGE_ISLAND;
    if (aye_card_now(voice->rules, s) < aye_content(voice->rules)->cards)
        return PAGE_CARD;
    return afloat || s->ask == ASK_BAY ? PAGE_SEA : PAGE_ISLAND;
}

static int page_height(const Voice *voice, Page page, int w) {
    return page == PAGE_SEA ? aye_sea_height(voice->rules, w) + AYE_COURSES : aye_island_height(voice);
}

static void page_draw(const AyeDraw *d, Page page, int y, int h) {
    switch (page) {
    case PAGE_SEA:
        aye_draw_sea(d, y, h);
        break;
    case PAGE_CARD:
        aye_draw_card(d, aye_card_now(d->voice->rules, d->s), y, h);
        break;
    case PAGE_DUEL:
        aye_draw_duel(d, y, h);
        break;
    case PAGE_PLANK:
        aye_draw_plank(d, y, h);
        break;
    default:
        aye_draw_island(d, y, h);
        break;
    }
}

/* ---- the layout ----------------------------------------------------------------------------------------- */

typedef struct Layout {
    int page, other; /* lines of the first page; of the second one, 0 if none */
    int detail;      /* lines about the space under the cursor */
    int blank;       /* blank lines: the first is above the pirates, the second below the first page */
    bool head;       /* column titles above the pirates */
    int w, h;
} Layout;

static bool layout_take_rows(int *spare, int lines) {
    if (*spare < lines)
        return false;
    *spare -= lines;
    return true;
}

/* Spare lines go first to the parts that help most. A page with too few lines scrolls or is drawn smaller. */
static Layout layout_for(const Voice *voice, int w, int h) {
    int seats = (int)voice->rules->seats, island = page_height(voice, PAGE_ISLAND, w), spare = h - 1 - seats - island;
    Layout l = {.page = spare < 0 ? island + spare : island, .w = w < BOARD_MAX_W ? w : BOARD_MAX_W};
    if (spare < 0)
        spare = 0;
    l.head = layout_take_rows(&spare, 1);
    l.detail = layout_take_rows(&spare, 1);
    l.detail += l.detail && layout_take_rows(&spare, 1);
    l.blank = layout_take_rows(&spare, 1);
    if (layout_take_rows(&spare, PAGE_MIN + 1)) {
        l.other = PAGE_MIN;
        l.blank = 2;
    }
    while (l.other && l.other < island && layout_take_rows(&spare, 1))
        l.other++;
    l.h = h - spare;
    return l;
}

static void board_size(const Voice *voice, const void *view, int *w, int *h) {
    (void)view;
    Layout l = layout_for(voice, *w, *h);
    *w = l.w < *w ? l.w : *w;
    *h = l.h < *h ? l.h : *h;
}

/* ---- the status line -------------------------------------------------------------------------------------- */

static void dice_text(const AyeDraw *d, Text *out) {
    const AyeState *s = d->s;
    bool lie = s->ask == ASK_WALK || s->ask == ASK_SAIL || s->ask == ASK_BAY || s->ask == ASK_THROWN;
    if (!lie)
        return;
    text_puts(out, aye_word(d, "list.comma"));
    voice_format(d->voice, out, "board.dice", "dd", s->die[0], s->die[1]);
}

static void summary_text(const AyeDraw *d, Text *out) {
    const AyeContent *c = aye_content(d->voice->rules);
    unsigned hidden = 0;
    for (unsigned piece = 0; piece < aye_derived(d->voice->rules)->pieces; piece++)
        hidden += !d->s->open[piece];
    if (d->voice->rules->option[OPTION_WRATH])
        voice_format(d->voice, out, "board.wrath", "dddd", d->s->dead, c->dead_steps, d->s->mountain,
                     c->mountain_steps);
    else
        voice_format(d->voice, out, "board.hidden", "d", (int)hidden);
}

static void draw_status(const AyeDraw *d) {
    const AyeState *s = d->s;
    Text left = {0}, right = {0}, who = {0};
    bool yours = s->active == d->voice->viewer && !d->canvas->show_all_names;
    voice_seat_label(d->voice, d->canvas->show_all_names, s->active, &who);
    if (s->head.node == NODE_OVER)
        voice_format(d->voice, &left, "board.over", "d", s->round);
    else if (s->round == 0)
        voice_format(d->voice, &left, "board.landing", "");
    else
        voice_format(d->voice, &left, yours ? "board.yours" : "board.theirs", "ds", s->round, text_str(&who));
    summary_text(d, &right);
    int wide = glyph_columns(text_str(&right));
    size_t before = left.len;
    dice_text(d, &left);
    if (glyph_columns(text_str(&left)) > d->w - wide - 1) /* no room for the dice; the prompt shows them too */
        left.data[left.len = before] = '\0';
    aye_put_text(d, 0, 0, d->w - wide - 1, TITLE_INK, &left);
    aye_put_right(d, d->w, 0, d->voice->rules->option[OPTION_WRATH] ? TITLE_INK : MUTED_INK, text_str(&right));
    text_free(&right);
    text_free(&who);
}

/* ---- the pirates -------------------------------------------------------------------------------------------- */

typedef struct Columns {
    int name, name_w, xp_end, items, ffcs_end, skills, flags, where;
} Columns;
static const Columns narrow = {3, 14, 20, 21, 30, 31, 40, 44}, wide = {3, 15, 22, 24, 44, 46, 58, 62};

static const Columns *columns_for(const AyeDraw *d) { return d->w >= WIDE ? &wide : &narrow; }

/* One letter for each item, in their order; two if there is room. */
static void draw_items(const AyeDraw *d, uint32_t items, int x, int y) {
    bool two = d->w >= WIDE;
    for (unsigned item = 0; item < AYE_ITEMS; item++) {
        const char *code = voice_word(d->voice, "icon", AYE_CATEGORIES + item, ".code");
        char text[8];
        snprintf(text, sizeof text, two ? "%.2s" : "%.1s", code ? code : "?");
        bool has = items & BIT(item);
        canvas_put(d->canvas, x, y, 2, has ? TITLE_INK : MUTED_INK, has ? text : two ? "··" : "·");
        x += two ? 3 : 1;
    }
}

static void draw_skills(const AyeDraw *d, const AyePirate *p, int x, int y, int max_columns) {
    Text text = {0};
    for (unsigned skill = 0; skill < AYE_SKILLS; skill++) {
        const char *letter = voice_word(d->voice, "skill", skill, ".letter");
        if (p->skill[skill])
            text_printf(&text, "%s%s%u", text.len && d->w >= WIDE ? " " : "", letter ? letter : "?", p->skill[skill]);
    }
    aye_put_text(d, x, y, max_columns, PLAIN_INK, &text);
}

/* "z2": skips two turns; "!": holds an unsolved card. */
static void draw_flags(const AyeDraw *d, const AyePirate *p, int x, int y) {
    char text[16] = "";
    bool card = p->card < aye_content(d->voice->rules)->cards;
    if (p->suspended)
        snprintf(text, sizeof text, "z%u%s", p->suspended, card ? "!" : "");
    else if (card)
        snprintf(text, sizeof text, "!");
    canvas_put(d->canvas, x, y, 3, (Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD}, text);
}

static void draw_where(const AyeDraw *d, const AyePirate *p, int x, int y) {
    Text text = {0};
    if (aye_has_landed(d->voice->rules, p))
        voice_name(d->voice, "space", p->place, &text);
    voice_capitalize(&text, 0);
    if (d->w >= WIDE && p->card < aye_content(d->voice->rules)->cards) {
        text_puts(&text, aye_word(d, "list.comma"));
        voice_name(d->voice, "card", p->card, &text);
    }
    aye_put_text(d, x, y, d->w - x, PLAIN_INK, &text);
}

static void draw_pirate(const AyeDraw *d, unsigned seat, int y) {
    const AyePirate *p = &d->s->pirate[seat];
    const Columns *c = columns_for(d);
    bool active = seat == d->s->active && d->s->head.node != NODE_OVER;
    Style style = active ? TITLE_INK : PLAIN_INK;
    char letter[2] = {(char)('A' + seat), '\0'}, number[16];
    Text name = {0};
    voice_seat_label(d->voice, d->canvas->show_all_names, seat, &name);
    canvas_put(d->canvas, 0, y, 1, TITLE_INK, active ? "▸" : " ");
    canvas_put(d->canvas, 1, y, 1, seat_style(seat), letter);
    aye_put_text(d, c->name, y, c->name_w, style, &name);
    snprintf(number, sizeof number, "%u", p->xp);
    aye_put_right(d, c->xp_end, y, style, number);
    draw_items(d, p->items, c->items, y);
    snprintf(number, sizeof number, "%u", p->ffcs);
    aye_put_right(d, c->ffcs_end, y, style, number);
    draw_skills(d, p, c->skills, y, c->flags - c->skills);
    draw_flags(d, p, c->flags, y);
    draw_where(d, p, c->where, y);
}

static void draw_head(const AyeDraw *d, int y) {
    const Columns *c = columns_for(d);
    canvas_put(d->canvas, c->name, y, c->name_w, MUTED_INK, aye_word(d, "board.pirate"));
    aye_put_right(d, c->xp_end, y, MUTED_INK, aye_word(d, "board.xp"));
    canvas_put(d->canvas, c->items, y, c->ffcs_end - c->items, MUTED_INK, aye_word(d, "board.items"));
    aye_put_right(d, c->ffcs_end, y, MUTED_INK, aye_word(d, "board.ffcs"));
    canvas_put(d->canvas, c->skills, y, c->flags - c->skills, MUTED_INK, aye_word(d, "board.skills"));
    canvas_put(d->canvas, c->where, y, d->w - c->where, MUTED_INK, aye_word(d, "board.where"));
}

/* ---- the whole board ------------------------------------------------------------------------------------ */

/* Describes the space under the cursor; without one, shows the legend. */
static void draw_detail(const AyeDraw *d, int y, int h) {
    Text text = {0};
    for (unsigned space = 0; space < aye_content(d->voice->rules)->spaces; space++)
        if (canvas_marks(d->canvas, "space", space) & MARK_FOCUS)
            aye_space_text(d->voice, d->s, space, &text);
    if (text.len == 0)
        text_puts(&text,
                  aye_word(d, h > 1 || glyph_columns(aye_word(d, "board.legend")) <= d->w ? "board.legend"
                                                                                          : "board.legend-brief"));
    if (h > 1)
        canvas_wrap(d->canvas, 0, y, d->w, h, MUTED_INK, text_str(&text));
    else
        canvas_put(d->canvas, 0, y, d->w, MUTED_INK, text_str(&text));
    text_free(&text);
}

static void board_draw(const Voice *voice, const void *view, Canvas *canvas) {
    Layout l = layout_for(voice, canvas->w, canvas->h);
    AyeDraw d = {.voice = voice, .s = view, .canvas = canvas, .w = l.w - 1};
    Page page = page_now(voice, d.s, canvas);
    int y = 1;
    draw_status(&d);
    bool island = page == PAGE_ISLAND || l.other; /* other pages also use the detail lines */
    page_draw(&d, island ? PAGE_ISLAND : page, y, island ? l.page : l.page + l.detail);
    y += l.page;
    if (l.detail && island)
        draw_detail(&d, y, l.detail);
    y += l.detail;
    if (l.other) {
        y += l.blank > 1;
        page_draw(&d, page == PAGE_ISLAND ? PAGE_SEA : page, y, l.other);
        y += l.other;
    }
    y += l.blank > 0;
    if (l.head)
        draw_head(&d, y++);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        draw_pirate(&d, seat, y++);
}

/* ---- the table ------------------------------------------------------------------------------------------ */

const GameText ayeaye_text = {
    .id = "ayeaye",
    .prompt = aye_prompt_text,
    .note = aye_note_text,
    .size = board_size,
    .board = board_draw,
    .describe = aye_describe_text,
    .alarm = aye_alarm_text,
    .ending = aye_ending_text,
    .confirm = aye_confirm_text,
    .effect = aye_move_effect_text,
    .draw_hand = aye_draw_hand,
    .inspect = aye_inspect_text,
    .score_part = aye_score_part_text,
    .rank = aye_rank,
};
