/* Wording shared by the text, JSON and HTML forms of an analysis. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "review/analyze_report.h"
#include "text/hint_text.h"

void texts_free(Text **texts) {
    for (; *texts; texts++)
        text_free(*texts);
}

const char *points_text(double part, bool sign, char out[POINTS_TEXT_SIZE]) {
    double points = round(part * 1000) / 10;
    snprintf(out, POINTS_TEXT_SIZE, "%s%.1f", points < 0 ? "−" : sign && points > 0 ? "+" : "", fabs(points));
    return out;
}

void chance_text(const AnalyzeReport *r, double part, Text *out) {
    if (part <= 0 || part >= 1) /* certain, or practically so */
        voice_format(&r->voice, out, "hint.chance", "s", part <= 0 ? "0" : "100");
    else
        hint_chance_text(&r->voice, (int)lround(part * 1000), out);
}

void value_text(const AnalyzeReport *r, double part, Text *out) {
    if (r->analysis->points)
        voice_format(&r->voice, out, "hint.points", "d", (int)lround(part * 100));
    else
        chance_text(r, part, out);
}

/* ---- heading -------------------------------------------------------------------------------------------- */

void ending_text(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    State view;
    if (!a->over) {
        text_puts(out, words_get(r->voice.words, "analyze.going-on"));
        return;
    }
    match_view(a->options.match, SPECTATOR, &view);
    voice_prompt(&r->voice, &view, out);
}

void title_text(const AnalyzeReport *r, Text *out) {
    Text how = {0};
    ending_text(r, &how);
    voice_format(&r->voice, out, "analyze.title", "ss", words_get(r->voice.words, "title"), text_str(&how));
    text_free(&how);
}

void size_text(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    unsigned lines = a->over ? a->lines : a->steps; /* the number of hidden steps is secret too */
    voice_format(&r->voice, out, "analyze.size", "dddd", (int)lines, (int)a->turns, (int)a->decisions, (int)a->games);
}

void knowledge_text(const AnalyzeReport *r, Text *out) {
    unsigned viewer = r->analysis->options.viewer;
    Text seat_name = {0};
    if (viewer < SEATS_MAX)
        voice_seat(&r->voice, viewer, &seat_name);
    voice_format(&r->voice, out,
                 viewer == ANALYZE_ALL ? "analyze.from-all"
                 : viewer == SPECTATOR ? "analyze.from-spectator"
                                       : "analyze.from-seat",
                 "s", text_str(&seat_name));
    text_printf(out, " %s",
                words_get(r->voice.words, r->analysis->points ? "analyze.for-points" : "analyze.for-chance"));
    text_free(&seat_name);
}

/* ---- turning points ------------------------------------------------------------------------------------- */

/* Adds a sentence without its full stop. */
static void put_sentence(Text *out, const char *text, size_t n) {
    while (n && (text[n - 1] == '.' || text[n - 1] == '\n' || text[n - 1] == ' '))
        n--;
    text_add(out, text, n);
}

/* The outcomes with the largest effect, in the order of play. */
static void outcomes_text(const AnalyzeReport *r, const TurningPoint *m, Text *out) {
    enum { OUTCOMES_MAX = 2 };
    const Analysis *a = r->analysis;
    unsigned pick[OUTCOMES_MAX] = {m->from, m->from}, n = 0;
    for (unsigned i = m->from; i < m->to; i++) {
        double size = fabs(a->step[i].luck[m->most_affected]);
        unsigned pos = n;
        while (pos > 0 && fabs(a->step[pick[pos - 1]].luck[m->most_affected]) < size)
            pos--;
        if (pos >= OUTCOMES_MAX)
            continue;
        n += n < OUTCOMES_MAX;
        memmove(pick + pos + 1, pick + pos, (n - 1 - pos) * sizeof *pick);
        pick[pos] = i;
    }
    if (n == OUTCOMES_MAX && pick[0] > pick[1]) {
        unsigned swap = pick[0];
        pick[0] = pick[1], pick[1] = swap;
    }
    for (unsigned i = 0; i < n; i++) {
        if (i)
            text_puts(out, words_get(r->voice.words, "hint.then"));
        voice_move(&r->voice, a->step[pick[i]].move, out);
    }
}

/* The first sentences: the events that the viewer was told about. */
static void events_text(const AnalyzeReport *r, const TurningPoint *m, Text *out) {
    enum { SENTENCES_MAX = 3 };
    const Analysis *a = r->analysis;
    const AnalyzeStep *last = &a->step[m->to - 1];
    Voice voice = r->voice;
    Text text = {0};
    unsigned from = a->step[m->from].event, count = 0;
    voice.viewer = a->options.viewer == ANALYZE_ALL ? SPECTATOR : a->options.viewer;
    voice_events(&voice, a->event + from, last->event + last->events - from, &text);
    for (const char *pos = text_str(&text); *pos && count < SENTENCES_MAX; count++) {
        size_t n = strcspn(pos, "\n");
        if (count)
            text_puts(out, words_get(r->voice.words, "hint.then"));
        put_sentence(out, pos, n);
        pos += n + (pos[n] == '\n');
    }
    text_free(&text);
}

void turning_point_text(const AnalyzeReport *r, const TurningPoint *m, Text *out) {
    const Analysis *a = r->analysis;
    bool known = a->options.viewer == ANALYZE_ALL || a->options.viewer == m->seat;
    if (known && m->luck) {
        outcomes_text(r, m, out);
    } else if (known) {
        Move moves[BOT_CANDIDATE_MOVES_MAX];
        unsigned n = 0;
        for (unsigned i = m->from; i < m->to && n < BOT_CANDIDATE_MOVES_MAX; i++)
            moves[n++] = a->step[i].move;
        hint_moves_text(&r->voice, moves, n, out);
    } else {
        events_text(r, m, out);
    }
}

const char *turning_point_tag(const TurningPoint *m) {
    if (m->luck)
        return "analyze.tag-luck";
    if (m->loss > 0)
        return m->loss < 0.1 ? "analyze.tag-slip" : "analyze.tag-costly";
    return m->swing[m->seat] > 0 ? "analyze.tag-strong" : "analyze.tag-move";
}

/* ---- luck ----------------------------------------------------------------------------------------------- */

/* The catalogue's name for a kind of outcome, or else the kind's own name, which is English. */
static void kind_name(const AnalyzeReport *r, unsigned kind, char out[64]) {
    const char *name = r->voice.rules->game->moves[kind].name;
    const char *word = words_findf(r->voice.words, "move.%s.luck", name);
    snprintf(out, 64, "%s", word ? word : name);
    for (char *p = out; !word && *p; p++)
        *p = *p == '-' ? ' ' : *p;
}

void luck_kinds_text(const AnalyzeReport *r, unsigned seat, Text *out) {
    const Analysis *a = r->analysis;
    unsigned count = 0;
    for (unsigned kind = 0; a->over && kind < ANALYZE_KINDS_MAX; kind++) {
        const AnalyzeLuck *luck = &a->seat[seat].kind[kind];
        char name[64], points[POINTS_TEXT_SIZE];
        if (!luck->count || fabs(luck->sum) < 0.0005)
            continue;
        kind_name(r, kind, name);
        voice_comma(&r->voice, &count, out);
        voice_format(&r->voice, out, "analyze.luck-kind", "ss", name, points_text(luck->sum, true, points));
    }
}
