/* The terminal board of Ten Days, in sections from top to bottom: the day, the current event, the viewer's team and
 * hand, offers, rescuers, the other players. Spare lines go first to the sections where they help most. Everything that
 * colour shows is also shown by letters or signs. */
#include <string.h>

#include "games/tendays/term/board_internal.h"

enum { BOARD_W_MAX = 92, WIDE = 72 };

Style ten_seat_style(unsigned seat) {
    static const Ink inks[TEN_SEATS] = {INK_YELLOW, INK_BLUE, INK_RED, INK_WATER, INK_GREEN, INK_MUTED};
    return (Style){(uint8_t)inks[seat % TEN_SEATS], GROUND_DEFAULT, FACE_BOLD};
}

Style ten_marked_style(const TenDraw *d, const char *list, unsigned index, Style plain) {
    unsigned marks = canvas_marks(d->canvas, list, index);
    if (marks & (MARK_FOCUS | MARK_CHOSEN))
        return (Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD};
    if (marks & MARK_CHOICE)
        return (Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD | FACE_UNDERLINE};
    if (marks & MARK_RECENT)
        plain.face |= FACE_BOLD | FACE_ITALIC;
    return plain;
}

static unsigned points_of(const Rules *rules, const TenState *s, unsigned seat) {
    int32_t part[4];
    ten_points(rules, s, seat, part);
    return (unsigned)(part[0] + part[1] + part[2] + part[3]);
}

/* ---- the viewer's team ------------------------------------------------------------------------------------ */

static bool viewer_has_seat(const TenDraw *d) { return d->voice->viewer < d->voice->rules->seats; }

static unsigned servings(const TenDraw *d, const TenSeat *p, TenGroup group) {
    unsigned n = ten_group_sum(d->voice->rules, p, group);
    for (unsigned kind = 0; kind < TEN_SERVINGS; kind++) {
        bool raw = kind == FRESH_FISH || kind == RAW_MEAT;
        n += group == (kind == WATER ? GROUP_WATER : raw ? GROUP_RAW : GROUP_FOOD) ? p->open[kind] : 0;
    }
    return n;
}

/* "drink 3 of 7  eat 3 of 2: 1 short", with shortages in a warning colour. */
static void flow_needs(FlowLayout *f, const TenSeat *p) {
    const TenDraw *d = f->d;
    const TenDay *day = ten_next_dusk(d->voice->rules, d->s);
    if (!day || !p->island)
        return;
    static const char *const keys[] = {"board.drink", "board.eat"};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t done = i ? d->s->eaten : d->s->drunk;
        unsigned want = (i ? day->food : day->water) * bits_count(p->island & ~done);
        unsigned have = servings(d, p, i ? GROUP_FOOD : GROUP_WATER), raw = i ? servings(d, p, GROUP_RAW) : 0;
        Text text = {0};
        if (!(i ? day->food : day->water))
            continue;
        voice_format(d->voice, &text, keys[i], "dddd", (int)want, (int)have, (int)raw,
                     have < want ? (int)(want - have) : 0);
        flow_gap(f, "");
        f->x++;
        flow_put(f, have >= want ? GOOD_INK : BAD_INK, text_str(&text));
        text_free(&text);
    }
}

static void flow_number(FlowLayout *f, const char *key, unsigned n, Style style) {
    Text text = {0};
    voice_format(f->d->voice, &text, key, "d", (int)n);
    flow_gap(f, "");
    f->x++;
    flow_put(f, style, text_str(&text));
    text_free(&text);
}

static void flow_name(FlowLayout *f, unsigned seat, int columns) {
    const TenDraw *d = f->d;
    bool asked = d->s->head.node == NODE_DECISION;
    bool active = asked ? d->s->head.to_act & BIT(seat) : seat == d->s->active && d->s->head.node != NODE_OVER;
    char letter[2] = {(char)('A' + seat), '\0'};
    Text name = {0};
    flow_put(f, TITLE_INK, active ? "▸" : " ");
    flow_put(f, ten_seat_style(seat), letter);
    f->x++;
    int x = f->x;
    voice_seat(d->voice, seat, &name);
    voice_capitalize(&name, 0);
    if (f->lines <= f->h) {
        canvas_put(d->canvas, x, f->y + f->lines - 1, columns, ten_marked_style(d, "seat", seat, TITLE_INK),
                   text_str(&name));
        canvas_spot(d->canvas, "seat", seat, x, f->y + f->lines - 1, columns, 1);
    }
    f->x = x + columns;
    text_free(&name);
}

/* What a character can still do today, or why it cannot act. */
static void doing_text(const TenDraw *d, unsigned seat, unsigned c, Text *out) {
    const TenState *s = d->s;
    const Frame *turn = ten_find_frame(s, FRAME_TURN);
    uint32_t it = BIT(c);
    unsigned alone = ten_character(d->voice->rules, c)->actions_alone;
    unsigned base = alone && s->seat[seat].island == it ? alone : 1;
    const TenDay *day = ten_next_dusk(d->voice->rules, s);
    if (ten_find_frame(s, FRAME_DUSK) && day)
        voice_format(d->voice, out, "board.fed", "dd", day->water && !(s->drunk & it), day->food && !(s->eaten & it));
    else if (s->injured & it)
        voice_format(d->voice, out, "board.cannot-act", "");
    else if (s->lost & it)
        voice_format(d->voice, out, "board.lost-day", "");
    else if (ten_to_rouse(s, seat) & it)
        voice_format(d->voice, out, "board.must-roll", "");
    else if (turn && turn->seat == seat) {
        unsigned own = turn->arg[TURN_NIGHT] ? s->torch : s->acts[c] < base ? base - s->acts[c] : 0;
        voice_format(d->voice, out, "board.actions", "d", (int)(own + s->fed[c] + s->extra[c]));
    } else if (s->acted & it)
        voice_format(d->voice, out, "board.acted", "");
}

/* In short: "sick, poisoned, injured". */
static bool ills_text(const TenDraw *d, unsigned c, Text *out) {
    const uint32_t sets[TEN_ILLS] = {d->s->sick, d->s->poisoned, d->s->injured};
    unsigned items = 0;
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        if (sets[ill] & BIT(c)) {
            const char *word = voice_word(d->voice, "ill", ill, ".short");
            voice_comma(d->voice, &items, out);
            text_puts(out, word ? word : voice_word(d->voice, "ill", ill, ""));
        }
    return items > 0;
}

static void state_text(const TenDraw *d, unsigned seat, unsigned c, Text *out) {
    const TenSeat *p = &d->s->seat[seat];
    Text doing = {0};
    if (p->dead & BIT(c))
        voice_format(d->voice, out, "board.dead", "");
    else if (p->saved & BIT(c)) {
        uint8_t none = (uint8_t)ten_no_card(d->voice->rules);
        unsigned n = 0;
        while (n < TEN_CARRY && d->s->carried[c][n] < none)
            n++;
        voice_format(d->voice, out, "board.saved", "d", (int)n);
    } else {
        ills_text(d, c, out);
        doing_text(d, seat, c, &doing);
        if (doing.len && out->len)
            text_puts(out, ten_word(d, "board.and"));
        text_puts(out, text_str(&doing));
    }
    text_free(&doing);
}

static Style state_style(const TenDraw *d, unsigned seat, unsigned c) {
    uint32_t it = BIT(c), ill = d->s->sick | d->s->poisoned | d->s->injured;
    if (d->s->seat[seat].saved & it)
        return GOOD_INK;
    if (d->s->seat[seat].dead & it)
        return MUTED_INK;
    return ill & it ? BAD_INK : PLAIN_INK;
}

static uint32_t team_of(const TenSeat *p) { return p->island | p->saved | p->dead; }

/* On a narrow board, hearts are shown only while a rescuer that counts them waits. */
static bool hearts_matter(const TenDraw *d) {
    bool waits = d->w >= WIDE;
    for (unsigned i = 0; i < TEN_BERTHS; i++)
        waits |= d->s->berth[i] < ten_no_rescuer(d->voice->rules) &&
                 ten_rescuer(d->voice->rules, d->s->berth[i])->measure == MEASURE_HEARTS;
    return waits;
}

enum { NAME_X = 4, NAME_W = 16, POINTS_X = 21, HEARTS_X = 31 };

static void draw_member(const TenDraw *d, unsigned seat, unsigned c, int y) {
    const TenCharacter *who = ten_character(d->voice->rules, c);
    bool here = d->s->seat[seat].island & BIT(c), hearts = hearts_matter(d);
    int x = hearts ? HEARTS_X + 11 : HEARTS_X;
    Text name = {0}, text = {0};
    ten_label_text(d->voice, "character", c, false, &name);
    Style style = ten_marked_style(d, "character", c, here ? PLAIN_INK : MUTED_INK);
    int wide = canvas_put(d->canvas, NAME_X, y, NAME_W, style, text_str(&name));
    if (here)
        canvas_spot(d->canvas, "character", c, NAME_X, y, wide, 1);
    if (canvas_marks(d->canvas, "character", c) & MARK_FOCUS)
        canvas_put(d->canvas, NAME_X - 1, y, 1, TITLE_INK, "▸");
    voice_format(d->voice, &text, "board.points", "d", who->points);
    canvas_put(d->canvas, POINTS_X, y, HEARTS_X - POINTS_X - 1, MUTED_INK, text_str(&text));
    text_clear(&text);
    if (hearts && who->hearts)
        voice_format(d->voice, &text, "board.hearts", "d", who->hearts);
    canvas_put(d->canvas, HEARTS_X, y, 10, MUTED_INK, text_str(&text));
    text_clear(&text);
    state_text(d, seat, c, &text);
    canvas_put(d->canvas, x, y, d->w - x, state_style(d, seat, c), text_str(&text));
    text_free(&name);
    text_free(&text);
}

/* The character's abilities, below its name. */
static int draw_ability(const TenDraw *d, unsigned seat, unsigned c, int y, int h) {
    const char *text = voice_word(d->voice, "character", c, ".text");
    if (!text || !(d->s->seat[seat].island & BIT(c)))
        return 0;
    int lines = canvas_wrap(d->canvas, NAME_X + 2, y, d->w - NAME_X - 2, h, MUTED_INK, text);
    return h && lines > h ? h : lines;
}

static int draw_team(const TenDraw *d, int y, int h, bool abilities) {
    if (!viewer_has_seat(d))
        return 0;
    unsigned seat = d->voice->viewer;
    const TenSeat *p = &d->s->seat[seat];
    FlowLayout f = flow_init(d, y, h, NAME_X);
    flow_name(&f, seat, 3);
    flow_number(&f, "board.points", points_of(d->voice->rules, d->s, seat), PLAIN_INK);
    flow_number(&f, "board.cards", p->held, PLAIN_INK);
    flow_needs(&f, p);
    int lines = flow_lines(&f);
    for (bits_each(c, team_of(p))) {
        if (lines < h)
            draw_member(d, seat, c, y + lines);
        lines++;
        if (abilities && (!h || lines < h))
            lines += draw_ability(d, seat, c, y + lines, h ? h - lines : 0);
    }
    return h && lines > h ? h : lines;
}

/* ---- open cards ------------------------------------------------------------------------------------------- */

static void flow_item(FlowLayout *f, unsigned *items, const char *list, unsigned index, const char *text) {
    if ((*items)++)
        flow_gap(f, ",");
    flow_spot(f, list, index, PLAIN_INK, text);
}

/* Campfires with their wood, then the other items. */
static void flow_gear(FlowLayout *f, unsigned seat, unsigned *items) {
    const TenDraw *d = f->d;
    const TenSeat *p = &d->s->seat[seat];
    for (unsigned i = 0; i < TEN_FIRES; i++)
        if (d->s->fire[i].owner == seat) {
            Text text = {0};
            const TenFire *fire = &d->s->fire[i];
            bool brief = seat != d->voice->viewer && d->w < WIDE;
            voice_format(d->voice, &text, brief ? "board.fire-brief" : "board.fire", "dddd", (int)i + 1, fire->sticks,
                         fire->branches, fire->sticks + fire->branches);
            flow_item(f, items, "fire", i, text_str(&text));
            text_free(&text);
        }
    for (unsigned gear = 1; gear < TEN_ITEMS; gear++)
        if (p->gear[gear]) {
            Text text = {0};
            if (p->gear[gear] > 1)
                voice_format(d->voice, &text, "board.times", "d", p->gear[gear]);
            ten_label_text(d->voice, "gear", gear, false, &text);
            if ((*items)++)
                flow_gap(f, ",");
            flow_put(f, PLAIN_INK, text_str(&text));
            text_free(&text);
        }
}

static bool any_of(const uint8_t *counts, unsigned n) {
    while (n && !counts[n - 1])
        n--;
    return n > 0;
}

static void flow_heading(FlowLayout *f, const char *key) {
    f->x += f->x > f->from ? 2 : 0;
    flow_put(f, MUTED_INK, ten_word(f->d, key));
    f->x++;
}

static void flow_open(FlowLayout *f, const TenSeat *p) {
    unsigned items = 0;
    if (!any_of(p->open, TEN_SERVINGS))
        return;
    flow_heading(f, "board.opened");
    for (unsigned kind = 0; kind < TEN_SERVINGS; kind++)
        if (p->open[kind]) {
            Text text = {0};
            voice_format(f->d->voice, &text, "board.serving", "nd", "serving", (int)kind, p->open[kind]);
            flow_item(f, &items, "serving", kind, text_str(&text));
            text_free(&text);
        }
}

static void flow_trophies(FlowLayout *f, const TenSeat *p) {
    const TenDerived *derived = ten_derived(f->d->voice->rules);
    if (!any_of(p->trophy, TEN_ANIMALS))
        return;
    flow_heading(f, "board.trophies");
    flow_cards(f, p->trophy, derived->animal, ten_no_card(f->d->voice->rules), PLAIN_INK);
}

static void flow_souls(FlowLayout *f, const TenSeat *p) {
    Text text = {0};
    if (!p->souls && !p->turned)
        return;
    flow_heading(f, "board.souls");
    voice_format(f->d->voice, &text, "board.soul-count", "dd", p->souls, p->turned);
    flow_text(f, PLAIN_INK, &text);
}

/* The shortest parts come first, because a single line may be cut at its end. */
static void flow_open_cards(FlowLayout *f, unsigned seat) {
    const TenSeat *p = &f->d->s->seat[seat];
    unsigned items = 0;
    flow_souls(f, p);
    flow_trophies(f, p);
    flow_open(f, p);
    if (any_of(p->gear, TEN_ITEMS)) {
        flow_heading(f, "board.gear");
        flow_gear(f, seat, &items);
    }
}

static bool has_open_cards(const TenSeat *p) {
    return any_of(p->gear, TEN_ITEMS) || any_of(p->open, TEN_SERVINGS) || any_of(p->trophy, TEN_ANIMALS) || p->souls ||
           p->turned;
}

static void flow_permits(FlowLayout *f) {
    for (unsigned i = 0; i < TEN_PERMITS; i++) {
        Text text = {0};
        if (!ten_permit_text(f->d->voice, f->d->s, i, &text))
            continue;
        flow_line(f, f->left);
        flow_text(f, ASIDE_INK, &text);
    }
}

static int draw_open_cards(const TenDraw *d, int y, int h) {
    if (!viewer_has_seat(d))
        return 0;
    FlowLayout f = flow_init(d, y, h, 2);
    if (has_open_cards(&d->s->seat[d->voice->viewer]))
        flow_line(&f, 2);
    flow_open_cards(&f, d->voice->viewer);
    flow_permits(&f);
    if (d->s->never & BIT(d->voice->viewer)) {
        flow_line(&f, 2);
        flow_words(&f, ASIDE_INK, ten_word(d, "board.you-never"));
    }
    return flow_lines(&f);
}

/* ---- the other players ------------------------------------------------------------------------------------ */

static void ill_letters_text(const TenDraw *d, unsigned c, Text *out) {
    const uint32_t sets[TEN_ILLS] = {d->s->sick, d->s->poisoned, d->s->injured};
    Text letters = {0};
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        if (sets[ill] & BIT(c))
            text_puts(&letters,
                      voice_word(d->voice, "ill", ill, ".letter") ? voice_word(d->voice, "ill", ill, ".letter") : "?");
    if (letters.len)
        text_printf(out, "(%s)", text_str(&letters));
    text_free(&letters);
}

/* The characters, with impairments, or with a sign for rescued or dead. */
static void flow_people(FlowLayout *f, unsigned seat, bool brief) {
    const TenDraw *d = f->d;
    const TenSeat *p = &d->s->seat[seat];
    unsigned items = 0;
    for (bits_each(c, team_of(p))) {
        Text text = {0}, ills = {0};
        bool here = p->island & BIT(c);
        if (!here)
            text_puts(&text, p->saved & BIT(c) ? "✓" : "†");
        ten_label_text(d->voice, "character", c, brief || d->w < WIDE, &text);
        if (!brief)
            text_printf(&text, " %u", ten_character(d->voice->rules, c)->points);
        if (here && brief)
            ill_letters_text(d, c, &text);
        else if (here && ills_text(d, c, &ills))
            text_printf(&text, " (%s)", text_str(&ills));
        if (items++)
            flow_gap(f, ",");
        if (here)
            flow_spot(f, "character", c, state_style(d, seat, c), text_str(&text));
        else
            flow_put(f, state_style(d, seat, c), text_str(&text));
        text_free(&text);
        text_free(&ills);
    }
}

static void put_right(const FlowLayout *f, int end, const char *text) {
    int wide = glyph_columns(text);
    if (f->lines <= f->h)
        canvas_put(f->d->canvas, end - wide, f->y + f->lines - 1, wide, PLAIN_INK, text);
}

enum { PEOPLE_AT = 13 }; /* after the columns for the name */

/* Columns that the longest list of characters leaves for player names. */
static int name_columns(const TenDraw *d) {
    enum { COLUMNS_MIN = 6, COLUMNS_MAX = 14, ENDLESS = 10000 };
    TenDraw endless = *d;
    int widest = 0;
    endless.w = ENDLESS;
    for (unsigned seat = 0; seat < d->voice->rules->seats; seat++) {
        FlowLayout f = flow_init(&endless, 0, 0, 0);
        flow_people(&f, seat, true);
        widest = f.x > widest ? f.x : widest;
    }
    int columns = d->w - PEOPLE_AT - widest;
    return columns < COLUMNS_MIN ? COLUMNS_MIN : columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
}

/* A player and their characters on one line. */
static void camp_brief(FlowLayout *f, unsigned seat, int columns) {
    enum { POINTS_AT = 7, CARDS_AT = 11 };
    const TenDraw *d = f->d;
    Text points = {0}, cards = {0};
    flow_line(f, 0);
    flow_name(f, seat, columns);
    voice_format(d->voice, &points, "board.points-brief", "d", (int)points_of(d->voice->rules, d->s, seat));
    voice_format(d->voice, &cards, "board.cards-brief", "d", d->s->seat[seat].held);
    put_right(f, columns + POINTS_AT, text_str(&points));
    put_right(f, columns + CARDS_AT, text_str(&cards));
    f->x = columns + PEOPLE_AT;
    flow_people(f, seat, true);
    text_free(&points);
    text_free(&cards);
}

static void camp_full(FlowLayout *f, unsigned seat) {
    enum { NAME_ROOM = 15 };
    const TenDraw *d = f->d;
    flow_line(f, 0);
    flow_name(f, seat, NAME_ROOM);
    flow_number(f, "board.points", points_of(d->voice->rules, d->s, seat), PLAIN_INK);
    flow_number(f, "board.cards", d->s->seat[seat].held, PLAIN_INK);
    if (d->s->never & BIT(seat))
        flow_number(f, "board.never", 0, MUTED_INK);
    flow_line(f, 4);
    flow_people(f, seat, false);
}

/* The other players at one of four levels of detail; the last adds empty lines. At the lower two levels text that does
 * not fit on a line is cut; the description has it all. */
static int draw_others(const TenDraw *d, int y, int h, unsigned level) {
    unsigned seats = d->voice->rules->seats, viewer = d->voice->viewer, first = viewer < seats ? viewer + 1 : 0;
    int used = 0, columns = name_columns(d);
    for (unsigned i = 0; i < seats; i++) {
        unsigned seat = (first + i) % seats;
        if (seat == viewer || (h && used >= h))
            continue;
        used += level > 2 && used;
        FlowLayout f = flow_init(d, y + used, h ? level > 1 ? h - used : 1 : 0, 4);
        if (level > 1)
            camp_full(&f, seat);
        else
            camp_brief(&f, seat, columns);
        used += level > 1 ? flow_lines(&f) : 1;
        if (!level || !has_open_cards(&d->s->seat[seat]) || (h && used >= h))
            continue;
        FlowLayout open = flow_init(d, y + used, h ? level > 1 ? h - used : 1 : 0, 4);
        flow_line(&open, 4);
        flow_open_cards(&open, seat);
        used += level > 1 ? flow_lines(&open) : 1;
    }
    return used;
}

/* ---- details of the entry under the cursor ----------------------------------------------------------------- */

/* The abilities of the viewer's own characters may be on the board already. */
static bool is_shown(const TenDraw *d, const char *list, unsigned index) {
    return d->abilities_shown && strcmp(list, "character") == 0 && viewer_has_seat(d) &&
           (d->s->seat[d->voice->viewer].island & BIT(index));
}

/* The details, or a legend of the signs. */
static int draw_detail(const TenDraw *d, int y, int h) {
    static const char *const lists[] = {"character", "card", "berth"};
    enum { DETAIL_H = 2 };
    Text text = {0};
    if (!h)
        return DETAIL_H;
    for (unsigned i = 0; i < d->canvas->marks && !text.len; i++) {
        const Mark *mark = &d->canvas->mark[i];
        for (unsigned k = 0; k < 3 && (mark->marks & MARK_FOCUS); k++)
            if (strcmp(mark->list, lists[k]) == 0 && !is_shown(d, lists[k], mark->index)) {
                bool berth = k == 2;
                unsigned index = berth ? d->s->berth[mark->index % TEN_BERTHS] : mark->index;
                ten_label_text(d->voice, berth ? "rescuer" : mark->list, index, false, &text);
                const char *more = voice_word(d->voice, berth ? "rescuer" : mark->list, index, ".text");
                text_printf(&text, ": %s", more ? more : "");
            }
    }
    if (!text.len)
        text_puts(&text, ten_word(d, "board.legend"));
    canvas_wrap(d->canvas, 1, y, d->w - 1, h, MUTED_INK, text_str(&text));
    text_free(&text);
    return h;
}

/* ---- the layout ------------------------------------------------------------------------------------------- */

enum { DAY, PAGE, TEAM, OPEN_CARDS, HAND, OFFERS, RESCUERS, OTHERS, DECKS, DETAIL, SECTIONS };

/* Draws a section at a level of detail. If h is 0, it draws nothing and only returns how many lines the section
 * needs. */
static int section(const TenDraw *d, unsigned which, unsigned level, int y, int h) {
    switch (which) {
    case DAY:
        return ten_draw_day(d, y, h, level > 0);
    case PAGE:
        return ten_draw_current(d, y, h);
    case TEAM:
        return draw_team(d, y, h, level > 0);
    case HAND:
        return ten_draw_hand_groups(d, y, h, level > 0);
    case OPEN_CARDS:
        return draw_open_cards(d, y, h);
    case OFFERS:
        return ten_draw_offers(d, y, h, level > 0);
    case RESCUERS:
        return ten_find_frame(d->s, FRAME_BIDS) ? 0 : ten_draw_rescuers(d, y, h, level > 0);
    case OTHERS:
        return draw_others(d, y, h, level);
    case DECKS:
        return level ? ten_draw_decks(d, y, h) : 0;
    default:
        return level ? draw_detail(d, y, h) : 0;
    }
}

typedef struct Layout {
    int lines[SECTIONS];
    uint8_t level[SECTIONS];
    bool ruled[SECTIONS]; /* has a title line above */
} Layout;

static const char *const titles[SECTIONS] = {
    [TEAM] = "board.title-team",         [HAND] = "board.title-hand",     [OFFERS] = "board.title-offers",
    [RESCUERS] = "board.title-rescuers", [OTHERS] = "board.title-others", [PAGE] = "board.title-page",
    [DECKS] = "board.title-decks"};

/* Starts with all sections at their lowest level, then adds detail and title lines as long as they fit. */
static Layout layout_for(const TenDraw *d, int h) {
    static const uint8_t raise[] = {OTHERS, RESCUERS, HAND, OTHERS, DETAIL, DECKS, DAY, OFFERS, TEAM, OTHERS};
    static const uint8_t airy[] = {OTHERS, TEAM, RESCUERS, OFFERS, HAND, DECKS, PAGE};
    Layout l = {0};
    int used = 0;
    for (unsigned i = 0; i < SECTIONS; i++)
        used += l.lines[i] = section(d, i, 0, 0, 0);
    for (unsigned i = 0, ruled = 0; i < sizeof raise; i++) {
        unsigned which = raise[i];
        if (which == DAY) /* titles come before these details */
            for (; ruled < sizeof airy && used < h; ruled++)
                if (l.lines[airy[ruled]]) {
                    l.ruled[airy[ruled]] = true;
                    used++;
                }
        int more = section(d, which, l.level[which] + 1u, 0, 0) - l.lines[which];
        if (used + more > h)
            continue;
        l.level[which]++;
        l.lines[which] += more;
        used += more;
    }
    return l;
}

static TenDraw draw_on(const Voice *voice, const void *view, Canvas *canvas) {
    TenDraw d = {.voice = voice, .s = view, .canvas = canvas, .w = canvas->w - 1};
    d.cards_selectable = viewer_has_seat(&d);
    for (unsigned card = 0; d.cards_selectable && card < ten_no_card(voice->rules); card++)
        if (canvas_marks(canvas, "card", card) & MARK_CHOICE)
            d.cards_selectable = card < ten_derived(voice->rules)->held && d.s->seat[voice->viewer].hand[card] > 0;
    return d;
}

/* "── In hand ─────" */
static void draw_title_line(const TenDraw *d, unsigned which, int y) {
    canvas_repeat(d->canvas, 0, y, d->w, "─", MUTED_INK);
    Text text = {0};
    text_printf(&text, " %s ",
                ten_word(d, which == OTHERS && !viewer_has_seat(d) ? "board.title-camps" : titles[which]));
    canvas_put(d->canvas, 2, y, d->w - 4, MUTED_INK, text_str(&text));
    text_free(&text);
}

static void board_size(const Voice *voice, const void *view, int *w, int *h) {
    (void)voice, (void)view,
        (void)h; /* a fixed width, so that the rest of the screen does not move when teams change */
    int max = *w < WIDE ? *w - (WIDE - *w) / 3 : BOARD_W_MAX; /* narrow: leave more columns for the prompt */
    *w = *w < max ? *w : max;
}

static void board_draw(const Voice *voice, const void *view, Canvas *canvas) {
    TenDraw d = draw_on(voice, view, canvas);
    Layout l = layout_for(&d, canvas->h);
    int y = 0;
    d.abilities_shown = l.level[TEAM] > 0;
    for (unsigned i = 0; i < SECTIONS && y < canvas->h; i++) {
        if (!l.lines[i])
            continue;
        if (l.ruled[i])
            draw_title_line(&d, i, y++);
        int columns = canvas->h - y, lines = l.lines[i] < columns ? l.lines[i] : columns;
        if (lines > 0)
            section(&d, i, l.level[i], y, lines);
        y += lines;
    }
}

/* The board already shows the hand, by groups. */
static int draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h) {
    (void)voice, (void)view, (void)canvas, (void)x, (void)y, (void)w, (void)h;
    return 0;
}

/* ---- the table -------------------------------------------------------------------------------------------- */

const GameText tendays_text = {
    .id = "tendays",
    .prompt = ten_prompt_text,
    .note = ten_note_text,
    .size = board_size,
    .board = board_draw,
    .describe = ten_describe_text,
    .alarm = ten_alarm_text,
    .open_offers = ten_open_offers_text,
    .ending = ten_ending_text,
    .confirm = ten_confirm_text,
    .effect = ten_effect_text,
    .draw_hand = draw_hand,
    .inspect = ten_inspect_text,
    .score_part = ten_score_part_text,
    .rank = ten_move_rank,
    .list_position = ten_list_position,
};
