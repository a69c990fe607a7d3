/* Writes an analysis as text. */
#include <math.h>

#include "review/analyze_report.h"
#include "text/hint_text.h"

static void heading(Text *out, const char *text) { text_printf(out, "\n%s\n", text); }

/* ---- decisions ------------------------------------------------------------------------------------------ */

void analyze_text_decision(const AnalyzeReport *r, unsigned i, Text *out) {
    const AnalyzeDecision *d = &r->analysis->decision[i];
    Text who = {0}, played = {0}, chance = {0}, best = {0}, better = {0}, why = {0};
    char loss[POINTS_TEXT_SIZE], error[POINTS_TEXT_SIZE];
    voice_seat(&r->voice, d->seat, &who);
    voice_move(&r->voice, d->played, &played);
    value_text(r, d->chance, &chance);
    value_text(r, d->best_chance, &better);
    hint_moves_text(&r->voice, d->best.move, d->best.n, &best);
    hint_reasons_text(&r->voice, d->reason, d->reasons, &why);
    if (!d->games && d->candidates != 1)
        voice_format(&r->voice, out, "analyze.skipped", "dss", (int)d->turn, text_str(&who), text_str(&played));
    else if (d->is_significant)
        voice_format(&r->voice, out, "analyze.costs", "dssssssdss", (int)d->turn, text_str(&who), text_str(&played),
                     text_str(&chance), text_str(&best), text_str(&better), text_str(&why), why.len > 0,
                     points_text(d->loss, false, loss), points_text(d->error, false, error));
    else
        voice_format(&r->voice, out,
                     d->is_unclear ? "analyze.doubt"
                     : d->loss > 0 ? "analyze.noise"
                                   : "analyze.fine",
                     "dssss", (int)d->turn, text_str(&who), text_str(&played), text_str(&chance), text_str(&best));
    text_putc(out, '\n');
    texts_free((Text *[]){&who, &played, &chance, &best, &better, &why, NULL});
}

static void mistake_text(const AnalyzeReport *r, const AnalyzeDecision *d, Text *out) {
    Text played = {0}, chance = {0}, best = {0}, better = {0}, why = {0};
    char loss[POINTS_TEXT_SIZE], error[POINTS_TEXT_SIZE];
    voice_move(&r->voice, d->played, &played);
    value_text(r, d->chance, &chance);
    value_text(r, d->best_chance, &better);
    hint_moves_text(&r->voice, d->best.move, d->best.n, &best);
    hint_reasons_text(&r->voice, d->reason, d->reasons, &why);
    text_puts(out, "  ");
    voice_format(&r->voice, out, "analyze.mistake", "dsssssdss", (int)d->turn, text_str(&played), text_str(&chance),
                 text_str(&best), text_str(&better), text_str(&why), why.len > 0, points_text(d->loss, false, loss),
                 points_text(d->error, false, error));
    text_putc(out, '\n');
    texts_free((Text *[]){&played, &chance, &best, &better, &why, NULL});
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

static void luck_text(const AnalyzeReport *r, unsigned seat, Text *out) {
    const AnalyzeLuck *luck = &r->analysis->seat[seat].luck;
    char points[POINTS_TEXT_SIZE], usual[POINTS_TEXT_SIZE];
    Text kinds = {0};
    if (!luck->count)
        return;
    text_puts(out, "  ");
    voice_format(&r->voice, out, "analyze.luck", "ss", points_text(luck->sum, true, points),
                 points_text(sqrt(luck->spread), false, usual));
    luck_kinds_text(r, seat, &kinds);
    if (kinds.len) {
        text_putc(out, ' ');
        voice_format(&r->voice, out, "analyze.luck-kinds", "s", text_str(&kinds));
    }
    text_putc(out, '\n');
    text_free(&kinds);
}

static void seat_text(const AnalyzeReport *r, unsigned seat, Text *out) {
    const Analysis *a = r->analysis;
    const AnalyzeSeat *own = &a->seat[seat];
    Text who = {0}, first = {0}, last = {0};
    char cost[POINTS_TEXT_SIZE];
    voice_seat_first(&r->voice, seat, &who);
    chance_text(r, a->first[seat], &first);
    chance_text(r, a->steps ? a->step[a->steps - 1].chance[seat] : a->first[seat], &last);
    voice_format(&r->voice, out, "analyze.seat", "sss", text_str(&who), text_str(&first), text_str(&last));
    text_putc(out, '\n');
    if (own->judged) {
        text_puts(out, "  ");
        voice_format(&r->voice, out, "analyze.moves", "ddsd", (int)own->good, (int)(own->judged - own->unclear),
                     points_text(own->loss, false, cost), own->loss > 0);
        text_putc(out, '\n');
    }
    if (own->unclear) {
        text_puts(out, "  ");
        voice_format(&r->voice, out, "analyze.open", "d", (int)own->unclear);
        text_putc(out, '\n');
    }
    if (own->judged < own->decisions) {
        text_puts(out, "  ");
        voice_format(&r->voice, out, "analyze.unjudged", "d", (int)(own->decisions - own->judged));
        text_putc(out, '\n');
    }
    luck_text(r, seat, out);
    text_free(&who);
    text_free(&first);
    text_free(&last);
}

static void worst_text(const AnalyzeReport *r, unsigned seat, Text *out) {
    const Analysis *a = r->analysis;
    const AnalyzeSeat *own = &a->seat[seat];
    Text who = {0}, title = {0};
    if (!own->judged)
        return;
    voice_seat(&r->voice, seat, &who);
    voice_format(&r->voice, &title, "analyze.worst", "s", text_str(&who));
    heading(out, text_str(&title));
    for (unsigned i = 0; i < own->worst_count; i++)
        mistake_text(r, &a->decision[own->worst[i]], out);
    if (!own->worst_count)
        text_printf(out, "  %s\n", words_get(r->voice.words, "analyze.no-worst"));
    text_free(&who);
    text_free(&title);
}

/* ---- report --------------------------------------------------------------------------------------------- */

static void turning_points_text(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    heading(out, words_get(r->voice.words, "analyze.moments"));
    for (unsigned i = 0; i < a->turning_points; i++) {
        const TurningPoint *m = &a->turning_point[i];
        Text who = {0}, what = {0}, whom = {0};
        char points[POINTS_TEXT_SIZE];
        if (!m->luck)
            voice_seat(&r->voice, m->seat, &who);
        turning_point_text(r, m, &what);
        voice_seat_first(&r->voice, m->most_affected, &whom);
        text_puts(out, "  ");
        voice_format(&r->voice, out, m->luck ? "analyze.moment-luck" : "analyze.moment", "ddsssss", (int)i + 1,
                     (int)a->step[m->from].turn, text_str(&who), text_str(&what),
                     words_get(r->voice.words, turning_point_tag(m)), text_str(&whom),
                     points_text(m->swing[m->most_affected], true, points));
        text_putc(out, '\n');
        texts_free((Text *[]){&who, &what, &whom, NULL});
    }
    if (!a->turning_points)
        text_printf(out, "  %s\n", words_get(r->voice.words, "analyze.no-moments"));
}

void analyze_text(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    title_text(r, out);
    text_putc(out, '\n');
    size_text(r, out);
    text_putc(out, '\n');
    knowledge_text(r, out);
    text_puts(out, "\n\n");
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        seat_text(r, seat, out);
    turning_points_text(r, out);
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        worst_text(r, seat, out);
    if (r->all && a->decisions)
        heading(out, words_get(r->voice.words, "analyze.decisions"));
    for (unsigned i = 0; r->all && i < a->decisions; i++) {
        text_puts(out, "  ");
        analyze_text_decision(r, i, out);
    }
}
