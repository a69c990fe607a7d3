/* The terminal board of Takara Island: six shafts next to each other, and the players below. An undrawn tile is a
 * texture (dots, dashes or crosses by level). Letters show which others have seen it; a dashed border and italics mean
 * that the viewer has. Face-up tiles are in bold, and a ladder replaces tiles that are gone. Everything that colour
 * shows is also shown by letters or signs. */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "games/takara/words/words_internal.h"

#define PLAIN_INK ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define MUTED_INK ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE_INK ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define ASIDE_INK ((Style){INK_MUTED, GROUND_DEFAULT, FACE_ITALIC})
#define LIT (MARK_FOCUS | MARK_CHOSEN)
#define CHOICE (MARK_CHOICE | LIT)

static const Ink seat_ink[TAKARA_SEATS] = {INK_YELLOW, INK_BLUE, INK_RED, INK_GREEN};

/* ---- the layout ----------------------------------------------------------------------------------------- */

enum { LABEL_MIN = 6, LABEL_MAX = 14, SHAFT_MIN = 6, SHAFT_MAX = 16, HEAD_H = 2, UNKNOWN_H = TAKARA_LEVELS + 1 };

typedef struct Layout {
    int label, cw;             /* columns: depth labels at the left; a shaft including its left gap */
    int th, gap;               /* lines: per tile; between two levels */
    int detail;                /* lines for the description of the focused site */
    int air;                   /* blank lines (0 to 3), added above the players, below the shafts, above the Harbor */
    bool won, unknown, legend; /* whether the won tiles, the unknown tiles and the legend are shown */
    int w, h, tw;              /* size of the board; width of text, which leaves the last column free */
} Layout;

/* With four players, the necessary parts fit into 19 lines. Spare lines go first to the parts that help most. */
static Layout layout_for(const Rules *rules, int w, int h) {
    int seats = (int)rules->seats, spare = h - (HEAD_H + TAKARA_DEPTH + 1 + 2 + 1 + seats);
    Layout l = {.th = 1, .detail = 1};
    l.cw = clamp_int((w - LABEL_MIN - 1) / TAKARA_SITES, SHAFT_MIN, SHAFT_MAX);
    l.label = clamp_int(w - 1 - TAKARA_SITES * l.cw, LABEL_MIN, LABEL_MAX);
    l.w = l.label + TAKARA_SITES * l.cw + 1;
    l.tw = l.w - 1;
    l.won = take_lines(&spare, seats);
    l.detail += take_lines(&spare, 1);
    l.legend = take_lines(&spare, 1);
    l.unknown = take_lines(&spare, UNKNOWN_H);
    l.th += take_lines(&spare, TAKARA_DEPTH);
    l.gap = take_lines(&spare, TAKARA_LEVELS - 1);
    while (l.air < 3 && take_lines(&spare, 1))
        l.air++;
    l.th += l.th == 2 && take_lines(&spare, TAKARA_DEPTH);
    l.h = spare > 0 ? h - spare : h;
    return l;
}

static void board_size(const Voice *voice, const void *view, int *w, int *h) {
    (void)view;
    Layout l = layout_for(voice->rules, *w, *h);
    *w = l.w < *w ? l.w : *w;
    *h = l.h < *h ? l.h : *h;
}

typedef struct Draw {
    const Voice *voice;
    const TakaraState *s;
    Canvas *canvas;
    Layout l;
} Draw;

static const char *word(const Draw *d, const char *key) { return words_get(d->voice->words, key); }

static int shaft_x(const Draw *d, unsigned site) { return d->l.label + (int)site * d->l.cw + 1; }
static int shaft_w(const Draw *d) { return d->l.cw - 1; }
static int tile_y(const Draw *d, unsigned tile) {
    return HEAD_H + (int)tile * d->l.th + (int)takara_level(tile) * d->l.gap;
}
static int shaft_end(const Draw *d) { return tile_y(d, TAKARA_DEPTH - 1) + d->l.th; }

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

/* ---- tiles ---------------------------------------------------------------------------------------------- */

/* An undrawn tile: dots at the surface, dashes at the intermediate level, crosses at the deep level. */
static void put_texture(const Draw *d, int x, int y, int w, unsigned level) {
    static const char *const glyph[TAKARA_LEVELS] = {"·", "-", "×"};
    static const int every[TAKARA_LEVELS] = {3, 2, 2};
    Style style = {level == 0 ? INK_MUTED : INK_YELLOW, GROUND_LAND, 0};
    for (int i = 0; i < w; i++)
        canvas_put(d->canvas, x + i, y, 1, style, (i + (level == 1 ? 0 : y)) % every[level] ? " " : glyph[level]);
}

/* The kind's longest name that fits, or else the shortest. */
static const char *kind_name(const Draw *d, unsigned kind, int columns) {
    static const char *const shorter[] = {".short", ".brief", ".tiny"};
    const char *name = voice_word(d->voice, "kind", kind, "");
    for (unsigned i = 0; i < 3; i++) {
        const char *other = voice_word(d->voice, "kind", kind, shorter[i]);
        if (other && (i == 0 || glyph_columns(name) > columns))
            name = other;
    }
    return name;
}

/* A tile seen only by others: their letters, and a tick if the tile is marked as not a Rockfall (R14). */
static void draw_seen(const Draw *d, unsigned site, unsigned tile, int x, int y, int w) {
    char letters[TAKARA_SEATS + 1], text[32];
    takara_seat_letters(d->s->seen[site][tile], letters);
    snprintf(text, sizeof text, " %s%s ", letters, d->s->marked[site] >> tile & 1 ? " ✓" : "");
    int wide = glyph_columns(text);
    canvas_put(d->canvas, x + (w - wide) / 2, y + (d->l.th - 1) / 2, wide, (Style){INK_PLAIN, GROUND_LAND, FACE_BOLD},
               text);
}

/* A Monster's remaining life: "†2". Returns its columns. */
static int life_text(const Draw *d, unsigned site, unsigned tile, char out[16]) {
    const TakaraKind *k = &takara_content(d->voice->rules)->kind[d->s->kind[site][tile]];
    *out = '\0';
    if (k->type == MONSTER_TILE)
        snprintf(out, 16, "†%d", k->life - (tile == d->s->top[site] ? d->s->wounds[site] : 0));
    return glyph_columns(out);
}

/* A known tile: its name and a Monster's remaining life; on a second line its reward and who else has seen it. */
static void draw_known(const Draw *d, unsigned site, unsigned tile, int x, int y, int w, bool up) {
    const TakaraKind *k = &takara_content(d->voice->rules)->kind[d->s->kind[site][tile]];
    unsigned viewer = d->voice->viewer < TAKARA_SEATS ? BIT(d->voice->viewer) : 0;
    char life[16], letters[TAKARA_SEATS + 1];
    Style style = {INK_PLAIN, GROUND_LAND, up ? FACE_BOLD : FACE_ITALIC};
    int wide = life_text(d, site, tile, life), used, last = y + d->l.th - 1;
    bool high = d->l.th > 1;
    canvas_fill(d->canvas, x, y, w, d->l.th, style);
    for (int i = 0; !up && i < d->l.th; i++) {
        canvas_put(d->canvas, x, y + i, 1, (Style){INK_PLAIN, GROUND_LAND, 0}, "┆");
        canvas_put(d->canvas, x + w - 1, y + i, 1, (Style){INK_PLAIN, GROUND_LAND, 0}, "┆");
    }
    const char *name = kind_name(d, d->s->kind[site][tile], (high ? w : w - wide) - (up ? 0 : 2));
    if (!up || (high && glyph_columns(name) + 2 <= w))
        x++, w -= 2;
    used = canvas_put(d->canvas, x, y, w, style, name);
    if (high) {
        Text pays = {0};
        if (wide)
            voice_format(d->voice, &pays, "board.pays", "dd", k->karas, k->xp);
        used = canvas_put(d->canvas, x, y + 1, w, style, life) + (wide > 0);
        used += put_text(d, x + used, y + 1, w - used, style, &pays);
    } else if (used + wide <= w) {
        put_right(d, x + w, y, style, life);
        w -= wide;
    }
    takara_seat_letters(up ? 0 : d->s->seen[site][tile] & ~viewer, letters);
    if (*letters && used + (int)strlen(letters) < w)
        put_right(d, x + w, last, (Style){INK_PLAIN, GROUND_LAND, FACE_BOLD}, letters);
}

static void draw_gone(const Draw *d, int x, int y, int w) {
    for (int i = 0; i < d->l.th; i++)
        canvas_put(d->canvas, x + (w - 2) / 2, y + i, 2, MUTED_INK, "├┤");
}

/* Separates tiles that are several lines high. */
static void put_underline(const Draw *d, int x, int y, int w) {
    for (int i = x; i < x + w && i < d->canvas->w && y < d->canvas->h; i++)
        d->canvas->cell[y * d->canvas->w + i].style.face |= FACE_UNDERLINE;
}

static void draw_tile(const Draw *d, unsigned site, unsigned tile) {
    TileState state = takara_tile_state(d->voice, d->s, site, tile);
    int x = shaft_x(d, site), y = tile_y(d, tile), w = shaft_w(d);
    if (state == TILE_GONE) {
        draw_gone(d, x, y, w);
        return;
    }
    for (int i = 0; i < d->l.th; i++)
        put_texture(d, x, y + i, w, takara_level(tile));
    if (state == TILE_SEEN)
        draw_seen(d, site, tile, x, y, w);
    else if (state != TILE_UNDRAWN)
        draw_known(d, site, tile, x, y, w, state == TILE_UP);
    if (d->l.th > 1)
        put_underline(d, x, y + d->l.th - 1, w);
}

/* ---- choices -------------------------------------------------------------------------------------------- */

static void draw_edges(const Draw *d, unsigned site, unsigned tile, bool lit) {
    int x = shaft_x(d, site), w = shaft_w(d);
    Style style = {INK_CHOICE, GROUND_DEFAULT, FACE_BOLD};
    for (int i = 0; i < d->l.th && tile < TAKARA_DEPTH; i++) {
        canvas_put(d->canvas, x - 1, tile_y(d, tile) + i, 1, style, lit ? "┃" : "┆");
        canvas_put(d->canvas, x + w, tile_y(d, tile) + i, 1, style, lit ? "┃" : "┆");
    }
}

/* The number above a shaft; in brackets if the site can be chosen, with a star if something just happened there. */
static void draw_head(const Draw *d, unsigned site) {
    unsigned marks = canvas_marks(d->canvas, "site", site);
    int x = shaft_x(d, site), w = shaft_w(d);
    char text[16];
    snprintf(text, sizeof text, marks & MARK_CHOICE ? "[%u]" : " %u ", site + 1);
    Style style = marks & LIT           ? (Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD}
                  : marks & MARK_CHOICE ? (Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD}
                                        : TITLE_INK;
    if (marks & LIT)
        canvas_fill(d->canvas, x, 1, w, 1, style);
    canvas_put(d->canvas, x + (w - 3) / 2, 1, 3, style, text);
    if (marks & MARK_RECENT)
        canvas_put(d->canvas, x + (w - 3) / 2 + 3, 1, 1, style, "*");
    canvas_spot(d->canvas, "site", site, x, 1, w, shaft_end(d) - 1);
}

/* Marks the tiles of the chosen site if the move also needs a tile: the Soothsayer sees several from there on. */
static void draw_depths(const Draw *d, unsigned site) {
    unsigned many = takara_content(d->voice->rules)->soothsayer_tiles;
    int x = shaft_x(d, site), w = shaft_w(d);
    for (unsigned tile = d->s->top[site]; tile < TAKARA_DEPTH; tile++) {
        unsigned marks = canvas_marks(d->canvas, "tile", tile) & CHOICE;
        canvas_spot(d->canvas, "tile", tile, x, tile_y(d, tile), w, d->l.th);
        if (marks)
            draw_edges(d, site, tile, false);
    }
    for (unsigned tile = d->s->top[site]; tile < TAKARA_DEPTH; tile++)
        for (unsigned i = 0; (canvas_marks(d->canvas, "tile", tile) & MARK_FOCUS) && i < many; i++)
            draw_edges(d, site, tile + i, true);
}

/* The focused site comes last, so that its solid edge covers the dashed edge of a neighbour. */
static void draw_marks(const Draw *d) {
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned site = 0; site < TAKARA_SITES; site++) {
            unsigned marks = canvas_marks(d->canvas, "site", site) & CHOICE;
            if (!marks || ((marks & LIT) != 0) != (pass == 1))
                continue;
            if (marks & MARK_CHOSEN)
                draw_depths(d, site);
            else
                draw_edges(d, site, d->s->top[site], marks & LIT);
        }
    if (d->s->phase == PHASE_ASK)
        canvas_put(d->canvas, shaft_x(d, d->s->site) - 1, tile_y(d, d->s->at), 1, TITLE_INK, "▸");
}

static void draw_labels(const Draw *d) {
    for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++) {
        int y = tile_y(d, tile), columns = d->l.label - 2;
        unsigned level = takara_level(tile);
        put_number(d, d->l.label, y, MUTED_INK, (int)tile + 1);
        if (tile % 3)
            continue;
        const char *name = voice_word(d->voice, "level", level, "");
        const char *brief = voice_word(d->voice, "level", level, ".short");
        canvas_put(d->canvas, 0, y, columns, ASIDE_INK, brief && glyph_columns(name) > columns ? brief : name);
    }
}

/* ---- below the shafts ----------------------------------------------------------------------------------- */

static void draw_legend(const Draw *d, int y) {
    static const struct {
        const char *sign, *key;
    } signs[] = {{"●", "board.ready"}, {"○", "board.used"},  {"+", "board.hospital"}, {"z", "board.break"},
                 {"†1", "board.life"}, {"✓", "board.clean"}, {"┆┆", "board.mine"},    {"A", "board.looked"}};
    int x = 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        int need = glyph_columns(signs[i].sign) + 1 + glyph_columns(word(d, signs[i].key));
        if (x + need > d->l.tw)
            break;
        x += canvas_put(d->canvas, x, y, d->l.tw - x, PLAIN_INK, signs[i].sign) + 1;
        x += canvas_put(d->canvas, x, y, d->l.tw - x, MUTED_INK, word(d, signs[i].key)) + 2;
    }
}

/* In full sentences if they fit. */
static void site_text(const Draw *d, unsigned site, Text *out) {
    takara_site_text(d->voice, d->s, site, out);
    if (canvas_wrap(d->canvas, 0, 0, d->l.tw, 0, PLAIN_INK, text_str(out)) <= d->l.detail)
        return;
    text_clear(out);
    takara_site_brief_text(d->voice, d->s, site, out);
}

/* The focused site in words; without focus, the legend. */
static void draw_detail(const Draw *d, int y) {
    Text text = {0};
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        unsigned marks = canvas_marks(d->canvas, "site", site);
        for (unsigned tile = 0; (marks & MARK_CHOSEN) && tile < TAKARA_DEPTH; tile++)
            if (canvas_marks(d->canvas, "tile", tile) & MARK_FOCUS)
                takara_tiles_text(d->voice, d->s, site, tile, takara_content(d->voice->rules)->soothsayer_tiles, &text);
        if (marks & MARK_FOCUS)
            site_text(d, site, &text);
    }
    if (text.len == 0 && !d->l.legend)
        draw_legend(d, y);
    else if (d->l.detail > 1)
        canvas_wrap(d->canvas, 0, y, d->l.tw, d->l.detail, PLAIN_INK, text_str(&text));
    else
        canvas_put(d->canvas, 0, y, d->l.tw, PLAIN_INK, text_str(&text));
    text_free(&text);
}

static void harbor_text(const Draw *d, const char *form, Text *out) {
    const TakaraContent *c = takara_content(d->voice->rules);
    unsigned items = 0;
    for (bits_each(i, takara_harbor(d->voice->rules, d->s))) {
        const char *name = voice_word(d->voice, "specialist", i, form);
        if (items++)
            text_puts(out, word(d, "list.comma"));
        voice_format(d->voice, out, i == IMPERSONATOR ? "board.extra" : "board.price", "sd",
                     name ? name : voice_word(d->voice, "specialist", i, ""),
                     i == IMPERSONATOR ? c->extra : c->price[i]);
    }
    if (!items)
        text_puts(out, word(d, "board.nobody"));
}

static void draw_harbor(const Draw *d, int y) {
    int x = canvas_put(d->canvas, 0, y, d->l.tw, MUTED_INK, word(d, "board.harbor")) + 1;
    Text text = {0};
    harbor_text(d, "", &text);
    if (x + glyph_columns(text_str(&text)) > d->l.tw) {
        text_clear(&text);
        harbor_text(d, ".short", &text);
    }
    put_text(d, x, y, d->l.tw - x, PLAIN_INK, &text);
}

static void draw_counter(const Draw *d, int y) {
    const TakaraContent *c = takara_content(d->voice->rules);
    const char *comma = word(d, "list.comma");
    int x = canvas_put(d->canvas, 0, y, d->l.tw, MUTED_INK, word(d, "board.counter")) + 1;
    Text text = {0};
    voice_format(d->voice, &text, "board.tokens", "d", d->s->tokens);
    text_puts(&text, comma);
    voice_format(d->voice, &text, "board.chests", "d", (int)takara_count(d->s->pile, c->chests));
    text_puts(&text, comma);
    voice_format(d->voice, &text, "board.rockfalls", "d", (int)takara_face_up_rockfalls(d->voice->rules, d->s));
    put_text(d, x, y, d->l.tw - x, PLAIN_INK, &text);
}

static void draw_unknown(const Draw *d, int y) {
    bool seat = d->voice->viewer < TAKARA_SEATS;
    canvas_put(d->canvas, 0, y, d->l.tw, ASIDE_INK, word(d, seat ? "board.unknown" : "board.unknown-all"));
    for (unsigned level = 0; level < TAKARA_LEVELS; level++) {
        const char *name = voice_word(d->voice, "level", level, ".short");
        Text text = {0};
        if (!takara_unknown_text(d->voice, d->s, level, true, &text))
            text_puts(&text, word(d, "board.known"));
        canvas_put(d->canvas, 0, y + 1 + (int)level, LABEL_MIN - 1, MUTED_INK, name ? name : "");
        put_text(d, LABEL_MIN, y + 1 + (int)level, d->l.tw - LABEL_MIN, PLAIN_INK, &text);
    }
}

/* ---- players -------------------------------------------------------------------------------------------- */

enum {
    NAME_X = 3,
    NAME_W = 14,
    XP_END = 21,
    KARAS_END = 27,
    TEAM_X = 29,
    TEAM_W = 6,
    WITH_X = 36,
    WITH_W = 15,
    WON_X = 52
};

static void draw_team(const Draw *d, const TakaraPlayer *p, int y) {
    const char *const sign[] = {"●", "○", "+", "z"};
    const uint8_t count[] = {p->available, p->used, p->hospital, p->break_room};
    int x = TEAM_X;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned n = 0; n < count[i] && x < TEAM_X + TEAM_W; n++, x++)
            canvas_put(d->canvas, x, y, 1, i == 2 ? (Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD} : PLAIN_INK, sign[i]);
}

static void draw_with(const Draw *d, const TakaraPlayer *p, int32_t points, int y) {
    Text text = {0};
    if (d->s->phase == PHASE_OVER) {
        canvas_put(d->canvas, WITH_X, y, d->l.tw - WITH_X, PLAIN_INK, takara_rank(d->voice, points));
        return;
    }
    if (p->specialist != NO_SPECIALIST && p->resting)
        voice_format(d->voice, &text, "board.resting", "n", "specialist", p->specialist);
    else if (p->specialist != NO_SPECIALIST)
        voice_name(d->voice, "specialist", p->specialist, &text);
    put_text(d, WITH_X, y, WITH_W, p->resting ? ASIDE_INK : PLAIN_INK, &text);
}

/* Leaves out the waiting recruit if there is not enough space. */
static void team_text(const Draw *d, const TakaraPlayer *p, Text *out) {
    takara_team_text(d->voice, p, true, out);
    if (glyph_columns(text_str(out)) <= d->l.tw - WON_X)
        return;
    text_clear(out);
    takara_team_text(d->voice, p, false, out);
}

/* The tiles that a player has won: a list on a separate line, or their number. */
static void draw_won(const Draw *d, const TakaraPlayer *p, int y) {
    const TakaraContent *c = takara_content(d->voice->rules);
    Text text = {0};
    if (d->l.won) {
        takara_won_text(d->voice, p, true, &text);
        canvas_put(d->canvas, NAME_X, y + 1, d->l.tw - NAME_X, MUTED_INK,
                   text.len ? text_str(&text) : word(d, "board.nothing"));
        text_clear(&text);
        if (d->l.tw - WON_X >= 24 && d->s->phase != PHASE_OVER)
            team_text(d, p, &text);
        put_text(d, WON_X, y, d->l.tw - WON_X, MUTED_INK, &text);
        return;
    }
    for (unsigned i = 0; i < p->won[takara_derived(d->voice->rules)->stone]; i++)
        text_puts(&text, "◆");
    voice_format(d->voice, &text, "board.tiles", "d",
                 (int)(takara_count(p->won, c->kinds) + takara_count(p->chests, c->chests)));
    if (d->s->phase == PHASE_OVER)
        text_clear(&text);
    put_text(d, WON_X, y, d->l.tw - WON_X, PLAIN_INK, &text);
}

static void draw_player(const Draw *d, const Score *score, unsigned seat, int y) {
    const TakaraPlayer *p = &d->s->player[seat];
    bool active = seat == d->s->active && d->s->phase != PHASE_OVER;
    Style style = active ? TITLE_INK : PLAIN_INK;
    char letter[2] = {(char)('A' + seat), '\0'};
    Text name = {0};
    voice_seat_label(d->voice, d->canvas->show_all_names, seat, &name);
    canvas_put(d->canvas, 0, y, 1, TITLE_INK, active ? "▸" : " ");
    canvas_put(d->canvas, 1, y, 1, (Style){(uint8_t)seat_ink[seat], GROUND_DEFAULT, FACE_BOLD}, letter);
    put_text(d, NAME_X, y, NAME_W, style, &name);
    put_number(d, XP_END, y, style, (int)score->points[seat]);
    put_number(d, KARAS_END, y, style, p->karas);
    draw_team(d, p, y);
    draw_with(d, p, score->points[seat], y);
    draw_won(d, p, y);
}

static int draw_players(const Draw *d, int y) {
    Score score;
    d->voice->rules->game->score(d->voice->rules, d->s, &score);
    canvas_put(d->canvas, NAME_X, y, NAME_W, MUTED_INK, word(d, "board.player"));
    put_right(d, XP_END, y, MUTED_INK, word(d, "board.xp"));
    put_right(d, KARAS_END, y, MUTED_INK, word(d, "board.karas"));
    canvas_put(d->canvas, TEAM_X, y, TEAM_W, MUTED_INK, word(d, "board.team"));
    if (d->s->phase != PHASE_OVER) {
        canvas_put(d->canvas, WITH_X, y, WITH_W, MUTED_INK, word(d, "board.specialist"));
        if (!d->l.won)
            canvas_put(d->canvas, WON_X, y, d->l.tw - WON_X, MUTED_INK, word(d, "board.won"));
    }
    for (unsigned seat = 0; seat < d->voice->rules->seats; seat++)
        draw_player(d, &score, seat, y + 1 + (int)seat * (d->l.won ? 2 : 1));
    return 1 + (int)d->voice->rules->seats * (d->l.won ? 2 : 1);
}

/* ---- the whole board ------------------------------------------------------------------------------------ */

/* "Day 7, your day, with the Sword", and the number of Stones found at the right. */
static void draw_status(const Draw *d) {
    unsigned found = takara_stones_found(d->voice->rules, d->s);
    const char *comma = word(d, "list.comma");
    Text left = {0}, right = {0}, who = {0};
    bool yours = d->s->active == d->voice->viewer && !d->canvas->show_all_names;
    voice_seat_label(d->voice, d->canvas->show_all_names, d->s->active, &who);
    voice_format(d->voice, &left, d->s->phase == PHASE_OVER ? "board.over" : "board.day", "d", d->s->head.turn);
    if (d->s->phase != PHASE_OVER) {
        text_puts(&left, comma);
        voice_format(d->voice, &left, yours ? "board.yours" : "board.theirs", "s", text_str(&who));
        if (d->s->sword) {
            text_puts(&left, comma);
            text_puts(&left, word(d, "board.sword"));
        }
    }
    voice_format(d->voice, &right, "board.stones", "dd", (int)found, 2);
    int wide = glyph_columns(text_str(&right));
    put_text(d, 0, 0, d->l.tw - wide - 1, TITLE_INK, &left);
    put_right(d, d->l.tw, 0, found ? TITLE_INK : PLAIN_INK, text_str(&right));
    text_free(&right);
    text_free(&who);
}

static void board_draw(const Voice *voice, const void *view, Canvas *canvas) {
    Draw d = {voice, view, canvas, layout_for(voice->rules, canvas->w, canvas->h)};
    draw_status(&d);
    draw_labels(&d);
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        draw_head(&d, site);
        for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++)
            draw_tile(&d, site, tile);
    }
    draw_marks(&d);
    int y = shaft_end(&d) + (d.l.air > 1);
    draw_detail(&d, y);
    y += d.l.detail + (d.l.air > 2);
    draw_harbor(&d, y);
    draw_counter(&d, y + 1);
    y += 2;
    if (d.l.unknown) {
        draw_unknown(&d, y);
        y += UNKNOWN_H;
    }
    y += d.l.air > 0;
    y += draw_players(&d, y);
    if (d.l.legend)
        draw_legend(&d, y);
}

/* ---- the table ------------------------------------------------------------------------------------------ */

const GameText takara_text = {
    .id = "takara",
    .prompt = takara_prompt_text,
    .note = takara_note_text,
    .size = board_size,
    .board = board_draw,
    .describe = takara_describe_text,
    .alarm = takara_alarm_text,
    .ending = takara_ending_text,
    .confirm = takara_confirm_text,
    .effect = takara_effect_text,
    .inspect = takara_inspect_text,
    .cost = takara_cost,
    .score_part = takara_score_part_text,
};
