/* The terminal board of Never Give Up: six locations in two columns, each with a row of chests, below them the viewer's
 * sheet, then one or two lines for each other player. Letters that the sheet still needs are capitals, the others
 * small; marked boxes show a cross or their penalty. Everything that colour shows is also shown by letters or signs. */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "games/nevergiveup/words/words_internal.h"

#define PLAIN_INK ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define MUTED_INK ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE_INK ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define ASIDE_INK ((Style){INK_PLAIN, GROUND_DEFAULT, FACE_ITALIC})
#define CHOICE_INK ((Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD})
#define CHOSEN_INK ((Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD})
#define LIT (MARK_FOCUS | MARK_CHOSEN)
#define CHOICE (MARK_CHOICE | LIT)

static const Ink seat_ink[NGU_SEATS] = {INK_YELLOW, INK_BLUE, INK_RED, INK_WATER, INK_GREEN, INK_MUTED};

/* ---- the layout ----------------------------------------------------------------------------------------- */

enum {
    ROWS = 3, /* rows of locations, in two columns */
    BLOCK_MAX = 47,
    CHEST_MIN = 3,
    CHEST_MAX = 14,
    FRAME_MIN = 8,
    BOX_WIDE = 4,
    TOTALS_W = 15, /* columns to the right of the puzzle: points, boat boxes, rerolls */
    SHEET_H = 3,
    ROW_X = 4, /* column of the names of other players */
    NAME_MIN = 6,
    NAME_MAX = 15,
    POINTS_W = 4,
    MOTTO_W = NGU_MOTTO + 2,
    DOTS_MAX = 6 /* most free rerolls that are shown as dots */
};

typedef struct Layout {
    int bw, bh;   /* size of a location */
    bool framed;  /* chests have frames */
    int gap;      /* lines between locations */
    int cw;       /* columns of a box including the bar before it; 1 means no bars */
    int sheet_w;  /* columns of the whole puzzle */
    int mottos;   /* lines for NEVER GIVE UP */
    int other;    /* lines for each other player */
    int detail;   /* lines for the description of the focused thing */
    bool legend;  /* whether the legend is shown */
    int air;      /* blank lines (0 to 2), added above the sheet, above the other players */
    int w, h, tw; /* size of the board; width of text, which leaves the last column free */
} Layout;

/* Columns of a phrase. Words are one column apart; with bars, each word needs another column. */
static int phrase_columns(const char *phrase, int cw) {
    int letters = 0, words = 1;
    for (const char *p = phrase; *p; p++)
        letters += *p != ' ', words += *p == ' ';
    return cw == 1 ? letters + words - 1 : cw * letters + 2 * words - 1;
}

/* Columns of a chest, including the edge before it, in the longest row. */
static int chest_columns(const Rules *rules, int bw) {
    int narrowest = CHEST_MAX;
    for (unsigned space = 0; space < ngu_content(rules)->spaces; space++) {
        unsigned count;
        ngu_place(rules, space, &count);
        narrowest = clamp_int((bw - 1) / (int)count, CHEST_MIN, narrowest);
    }
    return narrowest;
}

/* With six players, the necessary parts fit into 19 lines. Spare lines go first to the parts that help most. */
static Layout layout_for(const Voice *voice, const NguState *s, int w, int h) {
    const char *phrase = ngu_phrase(voice->rules, &s->player[ngu_displayed_seat(voice, s)]);
    int others = (int)voice->rules->seats - 1, spare = h - (1 + ROWS * 3 + SHEET_H + 1 + others);
    Layout l = {.bh = 3, .cw = BOX_WIDE, .mottos = 1, .other = 1};
    l.bw = clamp_int((w - 2) / 2, 4, BLOCK_MAX);
    l.w = clamp_int(w, 0, 2 * l.bw + 3);
    l.tw = l.w - 1;
    while (phrase && l.cw > 1 && phrase_columns(phrase, l.cw) + TOTALS_W > l.tw)
        l.cw /= 2;
    l.sheet_w = phrase ? phrase_columns(phrase, l.cw) : 0;
    l.other += take_lines(&spare, others);
    l.mottos += take_lines(&spare, 1);
    l.detail += take_lines(&spare, 1);
    l.air += take_lines(&spare, 1);
    l.legend = take_lines(&spare, 1);
    l.air += take_lines(&spare, 1);
    l.framed = chest_columns(voice->rules, l.bw) >= FRAME_MIN && take_lines(&spare, 2 * ROWS);
    l.bh += l.framed ? 2 : 0;
    l.gap = take_lines(&spare, ROWS - 1);
    l.detail += take_lines(&spare, 1);
    l.h = spare > 0 ? h - spare : h;
    return l;
}

static void board_size(const Voice *voice, const void *view, int *w, int *h) {
    Layout l = layout_for(voice, view, *w, *h);
    *w = l.w < *w ? l.w : *w;
    *h = l.h < *h ? l.h : *h;
}

typedef struct Draw {
    const Voice *voice;
    const NguState *s;
    Canvas *canvas;
    Layout l;
    unsigned shown;     /* seat whose sheet is shown in full */
    const NguPlayer *p; /* that sheet */
    uint32_t needs;     /* set of letters that it still needs */
} Draw;

static const char *word(const Draw *d, const char *key) { return words_get(d->voice->words, key); }

/* Draws the text and frees it. */
static int put_text(const Draw *d, int x, int y, int columns, Style style, Text *text) {
    int used = canvas_put(d->canvas, x, y, columns, style, text_str(text));
    text_free(text);
    return used;
}

/* Right-aligned: ends before column `end`. */
static void put_right(const Draw *d, int end, int y, Style style, const char *text) {
    canvas_put(d->canvas, end - glyph_columns(text), y, glyph_columns(text), style, text);
}

static void put_number(const Draw *d, int end, int y, Style style, int number) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    put_right(d, end, y, style, text);
}

static void put_frame(Canvas *canvas, int x, int y, int w, int h, Style style, const char *left, const char *right) {
    canvas_repeat(canvas, x, y, w, "─", style);
    canvas_repeat(canvas, x, y + h - 1, w, "─", style);
    for (int i = 0; i < h; i++) {
        canvas_put(canvas, x, y + i, 1, style, i == 0 ? left : i == h - 1 ? "└" : "│");
        canvas_put(canvas, x + w - 1, y + i, 1, style, i == 0 ? right : i == h - 1 ? "┘" : "│");
    }
}

/* ---- the status line ------------------------------------------------------------------------------------ */

/* "red 5  blue 2: Waterfall or Hut", ending before column `end`. Returns its first column. */
static int draw_dice(const Draw *d, int end) {
    const NguState *s = d->s;
    Text red = {0}, blue = {0}, fits = {0};
    if (s->die[RED] == 0 || s->die[BLUE] == 0)
        return end;
    uint32_t fit = ngu_locations_fitting(s->die[RED], s->die[BLUE]);
    voice_format(d->voice, &red, "board.die", "nd", "die", RED, s->die[RED]);
    voice_format(d->voice, &blue, "board.die", "nd", "die", BLUE, s->die[BLUE]);
    if (s->location < NGU_LOCATIONS)
        voice_format(d->voice, &fits, s->double_now ? "board.double" : "board.chosen", "n", "location", s->location);
    else
        voice_format(d->voice, &fits, "board.fits", "nn", "location", (int)bits_first(fit), "location",
                     (int)bits_first(fit & (fit - 1)));
    int x = end - glyph_columns(text_str(&red)) - 2 - glyph_columns(text_str(&blue)) - glyph_columns(text_str(&fits));
    int begin = x;
    x += put_text(d, x, 0, end - x, (Style){INK_RED, GROUND_DEFAULT, FACE_BOLD}, &red) + 2;
    x += put_text(d, x, 0, end - x, (Style){INK_BLUE, GROUND_DEFAULT, FACE_BOLD}, &blue);
    put_text(d, x, 0, end - x, TITLE_INK, &fits);
    return begin;
}

static void draw_status(const Draw *d) {
    Text text = {0}, who = {0};
    int end = draw_dice(d, d->l.tw);
    bool yours = d->s->active == d->voice->viewer && !d->canvas->show_all_names;
    voice_seat_label(d->voice, d->canvas->show_all_names, d->s->active, &who);
    voice_format(d->voice, &text,
                 d->s->phase == PHASE_OVER ? "board.over"
                 : yours                   ? "board.you-lead"
                                           : "board.leads",
                 "ds", d->s->head.turn, text_str(&who));
    if (glyph_columns(text_str(&text)) > end - 2 && d->s->phase != PHASE_OVER) {
        text_clear(&text);
        voice_format(d->voice, &text, "board.leads-short", "ds", d->s->head.turn, text_str(&who));
    }
    put_text(d, 0, 0, end - 2, TITLE_INK, &text);
    text_free(&who);
}

/* ---- the island ----------------------------------------------------------------------------------------- */

static int block_x(const Draw *d, unsigned location) { return (int)(location / ROWS) * (d->l.bw + 1); }
static int block_y(const Draw *d, unsigned location) { return 1 + (int)(location % ROWS) * (d->l.bh + d->l.gap); }

/* The letters of a chest: needed ones are capitals, and the letter of the leftmost open box is underlined. */
static int draw_letters(const Draw *d, unsigned space, int x, int y, int w, Style ground) {
    const NguDerived *derived = ngu_derived(d->voice->rules);
    const char *letters = ngu_content(d->voice->rules)->space[space].letters;
    int n = (int)strlen(letters), step = 2 * n - 1 <= w ? 2 : 1, used = 0;
    bool open = ngu_phrase(d->voice->rules, d->p) && !ngu_puzzle_is_complete(d->s, d->p);
    unsigned next = open ? derived->letter[d->p->puzzle][bits_first(~d->p->marked)] : NGU_LETTERS;
    for (; *letters && used < w; letters++, used += step) {
        unsigned letter = (unsigned)(*letters - 'A');
        bool needed = d->needs & BIT(letter);
        char text[2] = {(char)(needed ? *letters : *letters + 'a' - 'A'), '\0'};
        Style style = ground;
        style.face = (uint8_t)(needed ? FACE_BOLD | (letter == next ? FACE_UNDERLINE : 0) : 0);
        if (!needed && ground.ground != GROUND_CHOICE)
            style.ink = INK_MUTED;
        canvas_put(d->canvas, x + used, y, 1, style, letters[1] && used + step >= w ? "…" : text);
    }
    return clamp_int(used - (step - 1), 0, w);
}

/* "~1" for each shortcut that ends here, ending before column `end`. Returns the first column. */
static int draw_shortcuts(const Draw *d, unsigned space, int end, int y, Style style) {
    const NguContent *c = ngu_content(d->voice->rules);
    char text[4 * NGU_SHORTCUTS] = "";
    size_t n = 0;
    for (unsigned i = 0; i < c->shortcuts; i++)
        if (ngu_shortcut_end(d->voice->rules, i, space) < c->spaces)
            n += (size_t)snprintf(text + n, sizeof text - n, "~%u", i + 1);
    put_right(d, end, y, style, text);
    return end - (int)n;
}

/* The pets of the shown sheet as letters, after the planned move; other players as the small letters of their seats. */
static void draw_pets(const Draw *d, unsigned space, int x, int y, int columns) {
    int end = x + columns;
    for (unsigned pet = 0; pet < NGU_PETS && x < end; pet++) {
        bool planned = d->p->mover == pet, lit = canvas_marks(d->canvas, "pet", pet) & LIT;
        if (planned && d->p->pet[pet] == space)
            canvas_put(d->canvas, x++, y, 1, MUTED_INK, "·");
        if (ngu_planned_space(d->p, pet) != space)
            continue;
        if (planned && x + 1 < end)
            canvas_put(d->canvas, x++, y, 1, TITLE_INK, "»");
        Style style = {INK_PLAIN, lit ? GROUND_CHOICE : GROUND_PIECE,
                       (uint8_t)(FACE_BOLD | (planned ? FACE_ITALIC : 0))};
        x += canvas_put(d->canvas, x, y, 1, style, ngu_word(d->voice, "pet", pet, ".letter"));
    }
    for (unsigned seat = 0; seat < d->voice->rules->seats; seat++) {
        const uint8_t *pets = d->s->player[seat].pet;
        char letter[2] = {(char)('a' + seat), '\0'};
        if (seat == d->shown || (pets[CAT] != space && pets[MONKEY] != space && pets[PARROT] != space))
            continue;
        if (x == end)
            canvas_put(d->canvas, end - 1, y, 1, MUTED_INK, "+");
        else
            canvas_put(d->canvas, x++, y, 1, (Style){(uint8_t)seat_ink[seat], GROUND_DEFAULT, 0}, letter);
    }
}

/* A frame with the wing in its top line and the shortcuts in its bottom line. */
static void draw_frame(const Draw *d, unsigned space, int x, int y, int w, Style style) {
    put_frame(d->canvas, x, y, w, 3, style, "╭", "╮");
    if (ngu_content(d->voice->rules)->space[space].wing)
        canvas_put(d->canvas, x + w / 2, y, 1, style, "^");
    style.face = FACE_BOLD;
    draw_shortcuts(d, space, x + w - 1, y + 2, style);
}

static void draw_chest(const Draw *d, unsigned space) {
    const NguSpace *at = &ngu_content(d->voice->rules)->space[space];
    unsigned count, place = ngu_place(d->voice->rules, space, &count), marks = canvas_marks(d->canvas, "space", space);
    int each = clamp_int((d->l.bw - 1) / (int)count, CHEST_MIN, CHEST_MAX), w = each - 1;
    int x = block_x(d, at->location) + 1 + (int)(place - 1) * each, y = block_y(d, at->location) + 1;
    if (x + w > block_x(d, at->location) + d->l.bw)
        return; /* a pack's row may be too long for the terminal; the list of moves still has the space */
    Style style = {INK_PLAIN, at->location == BOAT ? GROUND_WET : GROUND_LAND, 0};
    if (marks & LIT)
        style = CHOSEN_INK;
    canvas_fill(d->canvas, x, y, w, d->l.bh - 2, style);
    int used, pets = y + d->l.bh - 2, end = x + w;
    if (d->l.framed) {
        draw_frame(d, space, x, y, w, style);
        used = draw_letters(d, space, x + 2, y + 1, w - 3, style) + 2;
    } else {
        used = draw_letters(d, space, x, y, w - at->wing, style);
        if (at->wing)
            canvas_put(d->canvas, x + used++, y, 1, style, "^");
        end = draw_shortcuts(d, space, end, pets, MUTED_INK);
    }
    if ((marks & MARK_RECENT) && used < w)
        canvas_put(d->canvas, x + used, y + d->l.framed, 1, style, "*");
    draw_pets(d, space, x, pets, end - x);
    canvas_spot(d->canvas, "space", space, x, y, w, d->l.bh - 1);
}

/* A location's name and the dice that fit it; in brackets if it can be chosen, with an arrow if it is the target. */
static void draw_title(const Draw *d, unsigned location) {
    unsigned marks = canvas_marks(d->canvas, "location", location) & CHOICE;
    int x = block_x(d, location), y = block_y(d, location);
    bool target = d->s->location == location;
    Text name = {0}, title = {0};
    voice_name(d->voice, "location", (int)location, &name);
    text_printf(&title, marks ? "[%s]" : target ? "▸%s " : " %s ", text_str(&name));
    Style style = marks & LIT ? CHOSEN_INK : marks ? CHOICE_INK : TITLE_INK;
    canvas_repeat(d->canvas, x, y, d->l.bw, target ? "━" : "─", MUTED_INK);
    int used = put_text(d, x, y, d->l.bw, style, &title);
    text_printf(&title, marks ? " %s " : "%s ", ngu_word(d->voice, "location", location, ".when"));
    if (used + glyph_columns(text_str(&title)) <= d->l.bw)
        canvas_put(d->canvas, x + used, y, d->l.bw - used, MUTED_INK, text_str(&title));
    canvas_spot(d->canvas, "location", location, x, y, d->l.bw, d->l.bh);
    text_free(&title);
    text_free(&name);
}

static void draw_island(const Draw *d) {
    const NguContent *c = ngu_content(d->voice->rules);
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        draw_title(d, location);
    for (unsigned space = 0; space < c->spaces; space++)
        draw_chest(d, space);
}

/* ---- the sheet ------------------------------------------------------------------------------------------ */

/* The column of a box's letter. `words`: number of words before the one with the box. */
static int box_x(const Layout *l, unsigned words, unsigned box) {
    return l->cw == 1 ? (int)(box + words) : (int)box * l->cw + 2 * (int)words + l->cw / 2;
}

/* The sign in a box: a cross or the penalty, the planned dig, or a line in the leftmost open box. */
static void box_mark(const Draw *d, unsigned box, char out[8]) {
    const NguPlayer *p = d->p;
    bool marked = p->marked & BIT(box);
    if (marked && p->penalty[box])
        snprintf(out, 8, d->l.cw < BOX_WIDE && p->penalty[box] > 9 ? "+" : "%u", p->penalty[box]);
    else
        snprintf(out, 8, "%s",
                 marked                                          ? "×"
                 : p->digger < NO_PET && p->dig_box == box       ? "»"
                 : box == bits_first(~p->marked) || d->l.cw == 1 ? "_"
                                                                 : " ");
}

static void draw_box(const Draw *d, unsigned words, unsigned box, int y) {
    unsigned marks = canvas_marks(d->canvas, "box", box) & CHOICE;
    int x = box_x(&d->l, words, box), w = d->l.cw > 1 ? d->l.cw - 1 : 1, left = x - (w - 1) / 2;
    char letter[2] = {(char)('A' + ngu_derived(d->voice->rules)->letter[d->p->puzzle][box]), '\0'}, mark[8];
    bool open = !(d->p->marked & BIT(box));
    Style style = marks & LIT ? CHOSEN_INK : (Style){open ? INK_PLAIN : INK_MUTED, GROUND_LAND, open ? FACE_BOLD : 0};
    if (d->l.cw == 1 && marks)
        style.face |= FACE_UNDERLINE;
    canvas_fill(d->canvas, left, y, w, 1, style);
    canvas_put(d->canvas, x, y, 1, style, letter);
    box_mark(d, box, mark);
    Style below = marks & LIT          ? CHOSEN_INK
                  : d->p->penalty[box] ? (Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD}
                                       : TITLE_INK;
    canvas_fill(d->canvas, left, y + 1, w, 1, below);
    canvas_put(d->canvas, x, y + 1, 2, below, mark);
    canvas_spot(d->canvas, "box", box, left, y, w, 2);
}

/* R36: each number is above the last box that counts for it. The points of the complete puzzle are slightly to the
 * right of the last box. */
static void draw_score_marks(const Draw *d, unsigned words, unsigned box, int y) {
    const NguContent *c = ngu_content(d->voice->rules);
    unsigned whole = bits_first(~d->p->marked);
    int end = box_x(&d->l, words, box) + 1;
    for (unsigned j = 0; j < c->marks; j++)
        if (ngu_mark_after(d->voice->rules, d->s, j) == box + 1)
            put_number(d, end, y, whole > box ? TITLE_INK : MUTED_INK, c->mark[j]);
    if (box + 1 == d->s->length)
        put_number(d, end + d->l.cw / 2, y, whole > box ? TITLE_INK : MUTED_INK, c->complete);
}

static void draw_puzzle(const Draw *d, int y) {
    unsigned words = 0;
    for (NguWord w = {ngu_phrase(d->voice->rules, d->p), 0, 0}; ngu_word_next(&w); words++) {
        int from = box_x(&d->l, words, w.first) - d->l.cw / 2;
        for (unsigned i = 0; i <= w.length && d->l.cw > 1; i++)
            for (int line = 1; line < SHEET_H; line++)
                canvas_put(d->canvas, from + (int)i * d->l.cw, y + line, 1, MUTED_INK, "│");
        for (unsigned box = w.first; box < w.first + w.length; box++) {
            draw_score_marks(d, words, box, y);
            draw_box(d, words, box, y + 1);
        }
    }
}

/* The sets of boat boxes, crossed and empty. */
static void draw_boat(const Draw *d, int x, int y, int end) {
    const NguContent *c = ngu_content(d->voice->rules);
    x += canvas_put(d->canvas, x, y, end - x, MUTED_INK, word(d, "board.boat")) + 1;
    for (unsigned set = 0; set < c->sets && x + c->set[set] <= end; set++) {
        unsigned marks = canvas_marks(d->canvas, "set", set) & CHOICE;
        for (unsigned i = 0; i < c->set[set]; i++)
            canvas_put(d->canvas, x + (int)i, y, 1, marks & LIT ? CHOSEN_INK : TITLE_INK,
                       i < d->p->crossed[set] ? "×" : "□");
        canvas_spot(d->canvas, "set", set, x, y, c->set[set], 1);
        x += c->set[set] + 1;
    }
}

/* Whether the seat leads. False if more than half of the seats share the lead. */
static bool is_best(const Draw *d, const Score *score, unsigned seat) {
    unsigned seats = d->voice->rules->seats, equal = 0;
    for (unsigned i = 0; i < seats; i++) {
        if (score->points[i] > score->points[seat])
            return false;
        equal += score->points[i] == score->points[seat];
    }
    return 2 * equal <= seats;
}

/* To the right of the puzzle: points, boat boxes and free rerolls. */
static void draw_totals(const Draw *d, const Score *score, int y) {
    unsigned all = ngu_content(d->voice->rules)->rerolls;
    int x = d->l.sheet_w + 1, end = d->l.tw;
    Text text = {0}, who = {0}, parts = {0};
    voice_seat(d->voice, d->shown, &who);
    voice_format(d->voice, &text,
                 d->shown != d->voice->viewer ? "board.points-of"
                 : d->s->phase == PHASE_OVER  ? "board.points-final"
                                              : "board.points",
                 "dsd", (int)score->points[d->shown], text_str(&who), is_best(d, score, d->shown));
    if (score->points[d->shown]) {
        voice_parts(d->voice, score, d->shown, &parts);
        int columns = end - x - glyph_columns(text_str(&text)) - 2;
        if (glyph_columns(text_str(&parts)) <= columns)
            text_printf(&text, "%s%s", word(d, "describe.colon"), text_str(&parts));
    }
    put_text(d, x, y, end - x, TITLE_INK, &text);
    draw_boat(d, x, y + 1, end);
    x += canvas_put(d->canvas, x, y + 2, end - x, MUTED_INK, word(d, "board.rerolls")) + 1;
    if (all <= DOTS_MAX)
        for (unsigned i = 0; i < all; i++)
            canvas_put(d->canvas, x++, y + 2, 1, TITLE_INK, i < d->p->rerolls ? "●" : "○");
    else
        put_number(d, x + 2, y + 2, TITLE_INK, d->p->rerolls);
    text_free(&who);
    text_free(&parts);
}

/* The letters of one word of NEVER GIVE UP, marked ones as crosses. Returns the column after them. */
static int draw_motto_letters(const Draw *d, uint32_t of, int x, int y, int step) {
    for (bits_each(motto, of)) {
        unsigned marks = canvas_marks(d->canvas, "motto", motto) & CHOICE;
        bool marked = d->p->motto & BIT(motto), planned = d->p->digger < NO_PET && d->p->dig_letter == motto;
        char letter[2] = {(char)('A' + ngu_motto_letter[motto]), '\0'};
        Style style = {INK_PLAIN, GROUND_LAND, FACE_BOLD};
        if (marks)
            style = marks & LIT ? CHOSEN_INK : (Style){INK_CHOICE, GROUND_LAND, FACE_BOLD | FACE_UNDERLINE};
        x += motto == 9 ? step : 0; /* a gap before UP */
        canvas_put(d->canvas, x, y, 1, style, marked ? "×" : planned ? "»" : letter);
        canvas_spot(d->canvas, "motto", motto, x, y, 1, 1);
        x += step;
    }
    return x - step + 1;
}

/* NEVER and GIVE UP on one or two lines, with what they have earned and will earn next. */
static void draw_motto(const Draw *d, int y) {
    bool two = d->l.mottos > 1;
    Text never = {0}, give_up = {0};
    ngu_earned_text(d->voice, d->p, false, !two, &never);
    ngu_earned_text(d->voice, d->p, true, !two, &give_up);
    int wide = 1 + 9 + 13 + 4 + glyph_columns(text_str(&never)) + glyph_columns(text_str(&give_up));
    int step = two || wide <= d->l.tw ? 2 : 1;
    int x = draw_motto_letters(d, NGU_NEVER, step > 1, y, step) + (two ? 6 : 1);
    x += put_text(d, x, y, d->l.tw - x, MUTED_INK, &never) + 2;
    x = two ? 1 : x;
    x = draw_motto_letters(d, NGU_GIVE_UP, x, y + two, step) + (two ? 2 : 1);
    put_text(d, x, y + two, d->l.tw - x, MUTED_INK, &give_up);
}

/* ---- the other players ---------------------------------------------------------------------------------- */

/* A puzzle in short: letters of open boxes; crosses or penalties of marked ones ("+" for 10 or more). */
static void puzzle_brief_text(const Rules *rules, const NguPlayer *p, Text *out) {
    unsigned box = 0;
    for (const char *at = ngu_phrase(rules, p); *at; at++) {
        bool marked = *at != ' ' && (p->marked & BIT(box));
        if (!marked)
            text_putc(out, *at);
        else if (p->penalty[box] > 9)
            text_putc(out, '+');
        else if (p->penalty[box])
            text_printf(out, "%u", p->penalty[box]);
        else
            text_puts(out, "×");
        box += *at != ' ';
    }
}

static void motto_brief_text(const NguPlayer *p, Text *out) {
    for (unsigned motto = 0; motto < NGU_MOTTO; motto++) {
        if (motto == 5 || motto == 9)
            text_putc(out, ' ');
        if (p->motto & BIT(motto))
            text_puts(out, "×");
        else
            text_putc(out, (char)('A' + ngu_motto_letter[motto]));
    }
}

/* The second line of a player: "C Waterfall 1 M Hut 3 P Boat 1 ●●○ +1 reroll  boat 3/7". */
static void draw_player_details(const Draw *d, const NguPlayer *p, int y) {
    const NguContent *c = ngu_content(d->voice->rules);
    int crossed = 0, boxes = 0;
    Text text = {0};
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        text_printf(&text, "%s ", ngu_word(d->voice, "pet", pet, ".letter"));
        voice_name(d->voice, "space", p->pet[pet], &text);
        text_putc(&text, ' ');
    }
    for (unsigned set = 0; set < c->sets; set++)
        crossed += p->crossed[set], boxes += c->set[set];
    for (unsigned i = 0; i < c->rerolls && c->rerolls <= DOTS_MAX; i++)
        text_puts(&text, i < p->rerolls ? "●" : "○");
    voice_format(d->voice, &text, "board.earned", "ddd", c->rerolls > DOTS_MAX ? p->rerolls : 0,
                 ngu_has_reroll(d->voice->rules, p), ngu_has_plus(d->voice->rules, p));
    voice_format(d->voice, &text, "board.crossed", "dd", crossed, boxes);
    put_text(d, ROW_X, y, d->l.tw - ROW_X, MUTED_INK, &text);
}

static int widest_phrase(const Draw *d) {
    int wide = 0;
    for (unsigned seat = 0; seat < d->voice->rules->seats; seat++) {
        const char *phrase = ngu_phrase(d->voice->rules, &d->s->player[seat]);
        wide = clamp_int(phrase ? (int)strlen(phrase) : 0, wide, NGU_PHRASE);
    }
    return wide;
}

static void draw_other(const Draw *d, const Score *score, unsigned seat, int y) {
    const NguPlayer *p = &d->s->player[seat];
    unsigned to_act = ngu_seats_to_act(d->s);
    bool over = d->s->phase == PHASE_OVER, leads = seat == d->s->active && !over;
    bool acts = to_act && (!d->s->double_now || leads);
    char letter[2] = {(char)('A' + seat), '\0'};
    Text name = {0}, puzzle = {0}, motto = {0};
    voice_seat_label(d->voice, d->canvas->show_all_names, seat, &name);
    puzzle_brief_text(d->voice->rules, p, &puzzle);
    motto_brief_text(p, &motto);
    int wide = widest_phrase(d), end = d->l.tw;
    int name_w = clamp_int(end - ROW_X - POINTS_W - 1 - wide - 3 - MOTTO_W, NAME_MIN, NAME_MAX);
    canvas_put(d->canvas, 0, y, 1, TITLE_INK, leads ? "▸" : " ");
    canvas_put(d->canvas, 1, y, 1, (Style){(uint8_t)seat_ink[seat], GROUND_DEFAULT, FACE_BOLD}, letter);
    canvas_put(d->canvas, 2, y, 1, TITLE_INK, !acts ? " " : to_act & BIT(seat) ? "…" : "✓");
    put_text(d, ROW_X, y, name_w, leads ? TITLE_INK : PLAIN_INK, &name);
    int x = ROW_X + name_w + POINTS_W;
    canvas_put(d->canvas, x - POINTS_W, y, 1, TITLE_INK, is_best(d, score, seat) ? "◆" : " ");
    put_number(d, x++, y, TITLE_INK, (int)score->points[seat]);
    put_text(d, x, y, end - x, PLAIN_INK, &puzzle);
    x += wide + 1;
    canvas_put(d->canvas, x, y, end - x, MUTED_INK, "│");
    x += 2 + put_text(d, x + 2, y, end - x - 2, MUTED_INK, &motto) + 2;
    const char *state = !acts ? "" : word(d, to_act & BIT(seat) ? "board.awaited" : "board.done");
    if (x + glyph_columns(state) <= end)
        canvas_put(d->canvas, x, y, end - x, PLAIN_INK, state);
    if (d->l.other > 1)
        draw_player_details(d, p, y + 1);
}

/* ---- choices -------------------------------------------------------------------------------------------- */

/* Whether another spot of the same list touches this one, so that there is no space for edges. */
static bool is_tight(const Canvas *canvas, const Spot *spot) {
    for (unsigned i = 0; i < canvas->spots; i++) {
        const Spot *other = &canvas->spot[i];
        bool touches = other->x == spot->x + spot->w || spot->x == other->x + other->w;
        if (touches && other->y == spot->y && strcmp(other->list, spot->list) == 0)
            return true;
    }
    return false;
}

/* Choices have dashed edges. The focused one has solid edges and is drawn last, so that they cover the others. */
static void draw_edges(const Draw *d) {
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < d->canvas->spots; i++) {
            const Spot *spot = &d->canvas->spot[i];
            unsigned marks = canvas_marks(d->canvas, spot->list, spot->index) & CHOICE;
            bool lit = marks & LIT, title = strcmp(spot->list, "location") == 0;
            if (!marks || lit != (pass == 1) || title || is_tight(d->canvas, spot))
                continue;
            for (int y = spot->y; y < spot->y + spot->h; y++) {
                canvas_put(d->canvas, spot->x - 1, y, 1, CHOICE_INK, lit ? "┃" : "┆");
                canvas_put(d->canvas, spot->x + spot->w, y, 1, CHOICE_INK, lit ? "┃" : "┆");
            }
        }
}

/* ---- details, legend and the whole board ---------------------------------------------------------------- */

/* The focused thing in words. */
static void draw_detail(const Draw *d, int y) {
    Text text = {0};
    for (unsigned i = 0; i < d->canvas->marks && !text.len; i++) {
        const Mark *mark = &d->canvas->mark[i];
        if (!(mark->marks & MARK_FOCUS))
            continue;
        if (strcmp(mark->list, "space") == 0)
            ngu_space_text(d->voice, d->s, mark->index, true, &text);
        else if (strcmp(mark->list, "box") == 0)
            ngu_box_text(d->voice, d->s, d->shown, mark->index, &text);
        else if (strcmp(mark->list, "pet") == 0)
            text_puts(&text, ngu_word(d->voice, "pet", mark->index, ".help"));
    }
    /* A text that is too long for one line also uses the blank line above. */
    int more = d->l.detail == 1 && d->l.air > 0 && glyph_columns(text_str(&text)) > d->l.tw;
    if (d->l.detail + more > 1)
        canvas_wrap(d->canvas, 0, y - more, d->l.tw, d->l.detail + more, PLAIN_INK, text_str(&text));
    else if (d->l.detail)
        canvas_put(d->canvas, 0, y, d->l.tw, PLAIN_INK, text_str(&text));
    text_free(&text);
}

static void draw_legend(const Draw *d, int y) {
    static const struct {
        const char *sign, *key;
    } signs[] = {{"^", "board.wing"},    {"~1", "board.shortcut"}, {"Ab", "board.needed"}, {"b", "board.pets"},
                 {"»", "board.planned"}, {"×", "board.marked"},    {"◆", "board.best"}};
    int x = 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        int need = glyph_columns(signs[i].sign) + 1 + glyph_columns(word(d, signs[i].key));
        if (x + need > d->l.tw)
            break;
        x += canvas_put(d->canvas, x, y, d->l.tw - x, PLAIN_INK, signs[i].sign) + 1;
        x += canvas_put(d->canvas, x, y, d->l.tw - x, MUTED_INK, word(d, signs[i].key)) + 2;
    }
}

static void board_draw(const Voice *voice, const void *view, Canvas *canvas) {
    const NguState *s = view;
    unsigned shown = ngu_displayed_seat(voice, s), seats = voice->rules->seats;
    const NguPlayer *p = &s->player[shown];
    Draw d = {voice, s, canvas, layout_for(voice, s, canvas->w, canvas->h), shown, p, ngu_needs(voice->rules, s, p)};
    Score score;
    voice->rules->game->score(voice->rules, view, &score);
    draw_status(&d);
    draw_island(&d);
    if (s->dealt < seats)
        return;
    int y = 1 + ROWS * d.l.bh + (ROWS - 1) * d.l.gap + (d.l.air > 0);
    draw_detail(&d, y);
    y += d.l.detail;
    draw_puzzle(&d, y);
    draw_totals(&d, &score, y);
    draw_motto(&d, y + SHEET_H);
    y += SHEET_H + d.l.mottos + (d.l.air > 1);
    for (unsigned i = 1; i < seats; i++, y += d.l.other)
        draw_other(&d, &score, (shown + i) % seats, y);
    if (d.l.legend)
        draw_legend(&d, y);
    draw_edges(&d);
}

/* ---- dice above the moves ------------------------------------------------------------------------------- */

enum { DIE_W = 7, DIE_H = 5 };

/* A die. The red one has round pips, the blue one square pips. */
static void draw_die(Canvas *canvas, int x, int y, unsigned pips, const char *pip, Style style) {
    static const unsigned pattern[7] = {0,     0x10,  0x44, 0x54,
                                        0x145, 0x155, 0x16D}; /* set of the nine places, row by row */
    put_frame(canvas, x, y, DIE_W, DIE_H, style, "┌", "┐");
    for (int place = 0; place < 9; place++)
        if (pattern[pips] >> place & 1)
            canvas_put(canvas, x + 1 + 2 * (place % 3), y + 1 + place / 3, 1, style, pip);
}

static int draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h) {
    const NguState *s = view;
    (void)voice;
    if (h < DIE_H + 8 || w < 2 * DIE_W + 2 || s->die[RED] == 0 || s->die[BLUE] == 0)
        return 0;
    draw_die(canvas, x, y, s->die[RED], "●", (Style){INK_RED, GROUND_DEFAULT, FACE_BOLD});
    draw_die(canvas, x + DIE_W + 2, y, s->die[BLUE], "■", (Style){INK_BLUE, GROUND_DEFAULT, FACE_BOLD});
    return DIE_H;
}

/* ---- the table ------------------------------------------------------------------------------------------ */

const GameText nevergiveup_text = {
    .id = "nevergiveup",
    .prompt = ngu_prompt_text,
    .note = ngu_note_text,
    .size = board_size,
    .board = board_draw,
    .describe = ngu_describe_text,
    .alarm = ngu_alarm_text,
    .ending = ngu_ending_text,
    .confirm = ngu_confirm_text,
    .effect = ngu_effect_text,
    .draw_hand = draw_hand,
    .name = ngu_name_text,
    .inspect = ngu_inspect_text,
    .cost = ngu_cost,
    .rank = ngu_rank,
};
