/* Pages that are drawn in place of the map: a quest card, a duel. Also draws the viewer's hand. */
#include "games/ayeaye/term/board_internal.h"

/* ---- a quest -------------------------------------------------------------------------------------------- */

/* Text that is wrapped from line y down to line `end`. */
typedef struct Sheet {
    const AyeDraw *d;
    int y, end;
} Sheet;

static void sheet_put(Sheet *sheet, Style style, const char *text) {
    int rows = sheet->end - sheet->y;
    int lines = rows > 0 ? canvas_wrap(sheet->d->canvas, 0, sheet->y, sheet->d->w, rows, style, text) : 0;
    sheet->y += lines < rows ? lines : rows;
}

static void sheet_text(Sheet *sheet, Style style, Text *text) {
    sheet_put(sheet, style, text_str(text));
    text_free(text);
}

/* "Thrown: 4 and 3. One throw left." */
static void card_dice(Sheet *sheet, const Frame *f) {
    const AyeState *s = sheet->d->s;
    Text text = {0};
    if (s->ask == ASK_THROWN)
        voice_format(sheet->d->voice, &text, "card.thrown", "ddd", s->die[0], s->die[1], f->arg[DICE_THROWS]);
    sheet_text(sheet, TITLE_INK, &text);
}

void aye_draw_card(const AyeDraw *d, unsigned card, int y, int h) {
    static const AyeOutcome order[] = {WON, GREAT, LOST};
    const AyeCard *c = aye_card(d->voice->rules, card);
    const Frame *f = aye_frame(d->s, FRAME_CARD), *dice = aye_frame(d->s, FRAME_DICE);
    const AyePirate *holder = &d->s->pirate[f->seat];
    const char *flavour = voice_word(d->voice, "card", card, ".text");
    Sheet sheet = {.d = d, .y = y, .end = y + h};
    Text who = {0}, text = {0};
    voice_seat_first(d->voice, f->seat, &who);
    voice_format(d->voice, &text,
                 c->kind == SEA_CARD ? "page.sea"
                 : c->kind == QUEST  ? "page.quest"
                                     : "page.card",
                 "snnn", text_str(&who), "card", (int)card, "card-kind", c->kind, "category", c->category);
    sheet_text(&sheet, TITLE_INK, &text);
    sheet_put(&sheet, (Style){INK_PLAIN, GROUND_DEFAULT, FACE_ITALIC}, flavour ? flavour : "");
    sheet.y += h > 11;
    aye_task_text(d->voice, c, holder, &text);
    sheet_text(&sheet, PLAIN_INK, &text);
    if (c->tries > 1) {
        voice_format(d->voice, &text, "card.failed", "dd", holder->tries, c->tries);
        sheet_text(&sheet, PLAIN_INK, &text);
    }
    if (dice)
        card_dice(&sheet, dice);
    sheet.y += h > 11;
    for (unsigned i = 0; i < 3; i++) {
        bool there = order[i] == GREAT ? c->great > 0 : order[i] == WON || c->task != TASK_NONE;
        Text what = {0};
        if (there && !aye_outcome_text(d->voice, c, order[i], &what))
            text_puts(&what, aye_word(d, "card.nothing"));
        if (there)
            voice_format(d->voice, &text, aye_outcome_key(c, order[i]), "sd", text_str(&what), c->great);
        sheet_text(&sheet, PLAIN_INK, &text);
        text_free(&what);
    }
    if (c->xp)
        voice_format(d->voice, &text, c->task == TASK_NONE ? "card.xp-too" : "card.xp", "d", c->xp);
    sheet_text(&sheet, PLAIN_INK, &text);
    text_free(&who);
}

/* ---- a duel --------------------------------------------------------------------------------------------- */

enum { SIDE_X = 2, ACROSS_X = 22, UPRIGHT_X = 33, POINTS_END = 49, ROLE_X = 52 };

static void side_text(const AyeDraw *d, bool row, unsigned side, Text *out) {
    if (d->s->duel.side[side] < d->voice->rules->seats)
        voice_seat_label(d->voice, row && d->canvas->show_all_names, d->s->duel.side[side], out);
    else
        voice_name(d->voice, "card", (int)aye_card_now(d->voice->rules, d->s), out);
}

/* The cards of a side; a dot for each card already laid. */
static void draw_side(const AyeDraw *d, unsigned side, int y) {
    const AyeDuel *duel = &d->s->duel;
    bool attacks = side == duel->attacker;
    Style style = attacks ? TITLE_INK : PLAIN_INK;
    Text name = {0}, points = {0};
    side_text(d, true, side, &name);
    voice_capitalize(&name, 0);
    text_printf(&points, "%u", duel->points[side]);
    canvas_put(d->canvas, 0, y, 1, TITLE_INK, attacks ? "▸" : " ");
    aye_put_text(d, SIDE_X, y, ACROSS_X - SIDE_X - 1, style, &name);
    for (int i = 0; i < AYE_BLADE_CARDS; i++) {
        canvas_put(d->canvas, ACROSS_X + 3 * i, y, 2, style, i < duel->left[side][HORIZONTAL] ? "━━" : "·");
        canvas_put(d->canvas, UPRIGHT_X + 2 * i, y, 1, style, i < duel->left[side][VERTICAL] ? "┃" : "·");
    }
    aye_put_right(d, POINTS_END, y, style, text_str(&points));
    canvas_put(d->canvas, ROLE_X, y, d->w - ROLE_X, MUTED_INK, aye_word(d, attacks ? "duel.attacks" : "duel.answers"));
    text_free(&points);
}

/* The laid card, as far as the viewer knows it. */
static void laid_card_text(const AyeDraw *d, Text *out) {
    const AyeDuel *duel = &d->s->duel;
    Text name = {0};
    side_text(d, false, duel->attacker, &name);
    if (duel->laid == NO_BLADE && duel->side[duel->attacker] < d->voice->rules->seats)
        voice_format(d->voice, out, "duel.nothing", "s", text_str(&name));
    else if (duel->laid < NO_BLADE)
        voice_format(d->voice, out, duel->side[duel->attacker] == d->voice->viewer ? "duel.own" : "duel.seen", "sn",
                     text_str(&name), "blade", duel->laid);
    else
        voice_format(d->voice, out, "duel.hidden", "s", text_str(&name));
    text_free(&name);
}

/* The outcomes of the quest that the duel is part of, if they fit. */
static void duel_stakes(Sheet *sheet) {
    const AyeDraw *d = sheet->d;
    unsigned card = aye_card_now(d->voice->rules, d->s);
    Text text = {0};
    if (card == aye_content(d->voice->rules)->cards)
        return;
    voice_format(d->voice, &text, "duel.quest", "n", "card", (int)card);
    text_putc(&text, ' ');
    aye_outcomes_text(d->voice, aye_card(d->voice->rules, card), ' ', &text);
    if (canvas_wrap(d->canvas, 0, 0, d->w, 0, MUTED_INK, text_str(&text)) < sheet->end - sheet->y) {
        sheet->y++;
        sheet_put(sheet, MUTED_INK, text_str(&text));
    }
    text_free(&text);
}

void aye_draw_duel(const AyeDraw *d, int y, int h) {
    const AyeDuel *duel = &d->s->duel;
    Sheet sheet = {.d = d, .y = y, .end = y + h};
    Text text = {0};
    voice_format(d->voice, &text, "duel.title", "dd", duel->round, duel->exchange + 1);
    sheet_text(&sheet, TITLE_INK, &text);
    sheet.y += h > 9;
    canvas_put(d->canvas, ACROSS_X, sheet.y, UPRIGHT_X - ACROSS_X - 1, MUTED_INK, aye_word(d, "duel.across"));
    canvas_put(d->canvas, UPRIGHT_X, sheet.y, 8, MUTED_INK, aye_word(d, "duel.upright"));
    aye_put_right(d, POINTS_END, sheet.y, MUTED_INK, aye_word(d, "duel.points"));
    draw_side(d, 0, sheet.y + 1);
    draw_side(d, 1, sheet.y + 2);
    sheet.y += 3 + (h > 9);
    laid_card_text(d, &text);
    sheet_text(&sheet, PLAIN_INK, &text);
    sheet.y += h > 11;
    sheet_put(&sheet, MUTED_INK, aye_word(d, "duel.rule"));
    if (duel->round == 1)
        sheet_put(&sheet, MUTED_INK, aye_word(d, "duel.tie"));
    duel_stakes(&sheet);
}

/* ---- the viewer's hand ---------------------------------------------------------------------------------- */

int aye_draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h) {
    const AyeState *s = view;
    if (voice->viewer >= voice->rules->seats || h <= 0)
        return 0;
    const AyePirate *p = &s->pirate[voice->viewer];
    unsigned said = 0;
    Text cards = {0}, text = {0};
    for (unsigned ffc = 0; ffc < aye_content(voice->rules)->ffcs; ffc++)
        if (p->hand[ffc]) {
            voice_comma(voice, &said, &cards);
            voice_format(voice, &cards, "describe.times", "nd", "ffc", (int)ffc, p->hand[ffc]);
        }
    if (said)
        voice_format(voice, &text, "table.hand", "s", text_str(&cards));
    if (p->card < aye_content(voice->rules)->cards) {
        if (said)
            text_putc(&text, '\n');
        voice_format(voice, &text, "table.quest", "n", "card", p->card);
    }
    int lines = canvas_wrap(canvas, x, y, w, h, MUTED_INK, text_str(&text));
    text_free(&cards);
    text_free(&text);
    return lines < h ? lines : h;
}
