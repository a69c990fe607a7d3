/* Writes an analysis as a self-contained HTML page without scripts. */
#include <math.h>
#include <string.h>

#include "review/analyze_report.h"
#include "text/hint_text.h"

void html_put(Text *out, const char *text) {
    for (; *text; text++)
        switch (*text) {
        case '&':
            text_puts(out, "&amp;");
            break;
        case '<':
            text_puts(out, "&lt;");
            break;
        case '>':
            text_puts(out, "&gt;");
            break;
        case '"':
            text_puts(out, "&quot;");
            break;
        case ' ':
            text_puts(out, text[1] == '%' ? "&nbsp;" : " "); /* keep "34 %" on one line */
            break;
        default:
            text_putc(out, *text);
        }
}

/* Text between backquotes becomes code. */
static void html_rich(Text *out, const char *text) {
    for (bool code = false; *text; code = !code) {
        size_t n = strcspn(text, "`");
        Text part = {0};
        text_add(&part, text, n);
        text_puts(out, code ? "<code>" : "");
        html_put(out, text_str(&part));
        text_puts(out, code ? "</code>" : "");
        text_free(&part);
        text += n + (text[n] == '`');
    }
}

static const char *word(const AnalyzeReport *r, const char *key) { return words_get(r->voice.words, key); }

/* The text that a function writes, between tags. */
static void put_paragraph(const AnalyzeReport *r, void (*write)(const AnalyzeReport *, Text *), const char *open,
                          const char *close, Text *out) {
    Text text = {0};
    write(r, &text);
    text_puts(out, open);
    html_put(out, text_str(&text));
    text_puts(out, close);
    text_free(&text);
}

static void put_seat(const AnalyzeReport *r, unsigned seat, Text *out) {
    Text name = {0};
    voice_seat_first(&r->voice, seat, &name);
    html_put(out, text_str(&name));
    text_free(&name);
}

static void put_token(unsigned seat, Text *out) {
    text_puts(out, "<svg width=\"24\" height=\"24\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">");
    chart_token(seat, 12, 12, 18, out);
    text_puts(out, "</svg>");
}

static void panel_open(const char *title, const char *note, Text *out) {
    text_puts(out, "<section class=\"panel\"><h2>");
    html_put(out, title);
    if (note) {
        text_puts(out, "<small>");
        html_put(out, note);
        text_puts(out, "</small>");
    }
    text_puts(out, "</h2>");
}

/* ---- chart and turning points --------------------------------------------------------------------------- */

static void put_chart(const AnalyzeReport *r, Text *out) {
    bool all = r->analysis->options.viewer == ANALYZE_ALL;
    panel_open(word(r, "analyze.chart"), word(r, all ? "analyze.chart-note" : "analyze.chart-unit"), out);
    text_puts(out, "<div class=\"wide\">");
    chart_draw(r, 800, 340, false, out);
    text_puts(out, "</div><div class=\"narrow\">");
    chart_draw(r, 364, 300, true, out);
    text_puts(out, "<p class=\"legend\">");
    for (unsigned seat = 0; seat < r->analysis->rules->seats; seat++) {
        text_puts(out, "<span>");
        put_token(seat, out);
        put_seat(r, seat, out);
        text_puts(out, "</span>");
    }
    text_puts(out, "</p></div></section>");
}

static void put_turning_point(const AnalyzeReport *r, unsigned i, Text *out) {
    const TurningPoint *m = &r->analysis->turning_point[i];
    const char *key = turning_point_tag(m), *tag = strrchr(key, '-') + 1;
    char points[POINTS_TEXT_SIZE];
    Text what = {0}, turn = {0};
    turning_point_text(r, m, &what);
    voice_format(&r->voice, &turn, "analyze.when", "d", (int)r->analysis->step[m->from].turn);
    text_printf(out, "<li class=\"m\"><span class=\"flag\">%u</span><span><span class=\"who\">", i + 1);
    if (m->luck)
        html_put(out, text_str(&turn));
    else
        put_seat(r, m->seat, out);
    text_printf(out, "</span> <span class=\"tag %s\">", tag);
    html_put(out, word(r, key));
    text_printf(out, "</span></span><span class=\"pts\">%s</span><span class=\"body\">",
                points_text(m->swing[m->most_affected], true, points));
    if (!m->luck) {
        html_put(out, text_str(&turn));
        text_puts(out, ": ");
    }
    html_put(out, text_str(&what));
    text_puts(out, ". <span class=\"sm\">");
    put_seat(r, m->most_affected, out);
    text_printf(out, " %s</span></span></li>", points);
    text_free(&what);
    text_free(&turn);
}

static void put_turning_points(const AnalyzeReport *r, Text *out) {
    panel_open(word(r, "analyze.moments"), NULL, out);
    if (r->analysis->turning_points) {
        text_puts(out, "<ol>");
        for (unsigned i = 0; i < r->analysis->turning_points; i++)
            put_turning_point(r, i, out);
        text_puts(out, "</ol></section>");
        return;
    }
    text_puts(out, "<p class=\"in\">");
    html_put(out, word(r, "analyze.no-moments"));
    text_puts(out, "</p></section>");
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

static void put_decisions(const AnalyzeReport *r, unsigned seat, Text *out) {
    const AnalyzeSeat *own = &r->analysis->seat[seat];
    char cost[POINTS_TEXT_SIZE];
    Text text = {0};
    if (!own->judged)
        return;
    voice_format(&r->voice, &text, "analyze.moves", "ddsd", (int)own->good, (int)(own->judged - own->unclear),
                 points_text(own->loss, false, cost), own->loss > 0);
    text_printf(out, "<div class=\"meter\" aria-hidden=\"true\"><b style=\"width:%.0f%%\"></b></div><p class=\"sm\">",
                100.0 * own->good / (own->judged > own->unclear ? own->judged - own->unclear : 1));
    if (own->unclear) {
        text_putc(&text, ' ');
        voice_format(&r->voice, &text, "analyze.open", "d", (int)own->unclear);
    }
    if (own->judged < own->decisions) {
        text_putc(&text, ' ');
        voice_format(&r->voice, &text, "analyze.unjudged", "d", (int)(own->decisions - own->judged));
    }
    html_rich(out, text_str(&text));
    text_puts(out, "</p>");
    text_free(&text);
}

static void put_seats(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    panel_open(word(r, "analyze.account"), NULL, out);
    for (unsigned seat = 0; seat < a->rules->seats; seat++) {
        Text last = {0};
        chance_text(r, a->steps ? a->step[a->steps - 1].chance[seat] : a->first[seat], &last);
        text_puts(out, "<div class=\"seat\"><div class=\"row\">");
        put_token(seat, out);
        text_puts(out, "<span class=\"name grow\">");
        put_seat(r, seat, out);
        text_puts(out, "</span><span class=\"big\">");
        html_put(out, text_str(&last));
        text_puts(out, "</span></div>");
        put_decisions(r, seat, out);
        text_puts(out, "</div>");
        text_free(&last);
    }
    text_puts(out, "</section>");
}

/* A bar from the middle to the right or left. The line through it is one standard deviation. */
static void put_luck_bar(double luck, double usual, double max, Text *out) {
    double half = max > 0 ? 48 * fabs(luck) / max : 0, line = max > 0 ? 48 * usual / max : 0;
    text_printf(out,
                "<div class=\"tide\" aria-hidden=\"true\"><b style=\"left:%.1f%%;width:%.1f%%\"></b>"
                "<u style=\"left:%.1f%%;width:%.1f%%\"></u></div>",
                luck < 0 ? 50 - half : 50, half, 50 - line, 2 * line);
}

static void put_luck(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    double max = 0;
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        max = fmax(max, fmax(fabs(a->seat[seat].luck.sum), sqrt(a->seat[seat].luck.spread)));
    panel_open(word(r, "analyze.luck-title"), NULL, out);
    for (unsigned seat = 0; seat < a->rules->seats; seat++) {
        const AnalyzeLuck *luck = &a->seat[seat].luck;
        char points[POINTS_TEXT_SIZE], usual[POINTS_TEXT_SIZE];
        Text text = {0}, kinds = {0};
        voice_format(&r->voice, &text, "analyze.luck", "ss", points_text(luck->sum, true, points),
                     points_text(sqrt(luck->spread), false, usual));
        luck_kinds_text(r, seat, &kinds);
        text_puts(out, "<div class=\"seat\"><div class=\"row\">");
        put_token(seat, out);
        text_puts(out, "<span class=\"name grow\">");
        put_seat(r, seat, out);
        text_printf(out, "</span><span class=\"big\">%s</span></div>", points);
        put_luck_bar(luck->sum, sqrt(luck->spread), max, out);
        text_puts(out, "<p class=\"sm\">");
        html_put(out, text_str(&text));
        if (kinds.len) {
            text_putc(out, ' ');
            text_clear(&text);
            voice_format(&r->voice, &text, "analyze.luck-kinds", "s", text_str(&kinds));
            html_put(out, text_str(&text));
        }
        text_puts(out, "</p></div>");
        text_free(&text);
        text_free(&kinds);
    }
    text_puts(out, "</section>");
}

static void put_mistake(const AnalyzeReport *r, const AnalyzeDecision *d, Text *out) {
    Text played = {0}, better = {0}, why = {0}, error = {0};
    char loss[POINTS_TEXT_SIZE], noise[POINTS_TEXT_SIZE];
    Text best = {0}, chance = {0}, top = {0}, turn = {0};
    voice_format(&r->voice, &turn, "analyze.when", "d", (int)d->turn);
    voice_move(&r->voice, d->played, &played);
    value_text(r, d->chance, &chance);
    value_text(r, d->best_chance, &top);
    hint_moves_text(&r->voice, d->best.move, d->best.n, &best);
    hint_reasons_text(&r->voice, d->reason, d->reasons, &why);
    voice_format(&r->voice, &better, "analyze.instead", "sssd", text_str(&best), text_str(&top), text_str(&why),
                 why.len > 0);
    voice_format(&r->voice, &error, "analyze.noise-of", "s", points_text(d->error, false, noise));
    text_puts(out, "<li class=\"w\"><span>");
    html_put(out, text_str(&turn));
    text_puts(out, ": <span class=\"who\">");
    html_put(out, text_str(&played));
    text_puts(out, "</span>, ");
    html_put(out, text_str(&chance));
    text_printf(out, "</span><span class=\"pts\">%s</span><span class=\"sm\">", points_text(-d->loss, true, loss));
    html_put(out, text_str(&better));
    text_putc(out, ' ');
    html_put(out, text_str(&error));
    text_puts(out, "</span></li>");
    texts_free((Text *[]){&played, &better, &why, &error, &best, &chance, &top, &turn, NULL});
}

static void put_worst(const AnalyzeReport *r, unsigned seat, Text *out) {
    const AnalyzeSeat *own = &r->analysis->seat[seat];
    Text who = {0}, title = {0};
    if (!own->judged)
        return;
    voice_seat(&r->voice, seat, &who);
    voice_format(&r->voice, &title, "analyze.worst", "s", text_str(&who));
    panel_open(text_str(&title), NULL, out);
    if (own->worst_count) {
        text_puts(out, "<ol>");
        for (unsigned i = 0; i < own->worst_count; i++)
            put_mistake(r, &r->analysis->decision[own->worst[i]], out);
        text_puts(out, "</ol>");
    } else {
        text_puts(out, "<p class=\"in sm\">");
        html_put(out, word(r, "analyze.no-worst"));
        text_puts(out, "</p>");
    }
    text_puts(out, "</section>");
    text_free(&who);
    text_free(&title);
}

/* ---- the page ------------------------------------------------------------------------------------------- */

static void put_head(const AnalyzeReport *r, Text *out) {
    Text title = {0};
    voice_format(&r->voice, &title, "analyze.page", "s", word(r, "title"));
    text_puts(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                   "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
                   "<meta name=\"color-scheme\" content=\"light dark\"><title>");
    html_put(out, text_str(&title));
    text_puts(out, "</title><style>");
    for (const char *const *piece = analyze_css; *piece; piece++)
        text_puts(out, *piece);
    text_puts(out, "</style></head>\n<body><header class=\"bar\"><span>Skerry</span><i>");
    html_put(out, word(r, "title"));
    text_puts(out, "</i></header><main>");
    put_paragraph(r, ending_text, "<h1>", "</h1>", out);
    put_paragraph(r, size_text, "<p class=\"dim\">", "</p>", out);
    put_paragraph(r, knowledge_text, "<p class=\"dim\">", "</p>", out);
    text_free(&title);
}

void analyze_html(const AnalyzeReport *r, Text *out) {
    Text footer = {0};
    put_head(r, out);
    text_puts(out, "\n<div class=\"cols\"><div class=\"col\">");
    put_chart(r, out);
    put_turning_points(r, out);
    for (unsigned seat = 0; seat < r->analysis->rules->seats; seat++)
        put_worst(r, seat, out);
    text_puts(out, "</div>\n<div class=\"col\">");
    put_seats(r, out);
    put_luck(r, out);
    text_puts(out, "</div></div>\n<footer>");
    voice_format(&r->voice, &footer, "analyze.made", "s", r->command ? r->command : "skerry analyze");
    html_rich(out, text_str(&footer));
    text_puts(out, "</footer></main></body></html>\n");
    text_free(&footer);
}
