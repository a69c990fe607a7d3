/* What the forms of an analysis share: names, numbers and what happened. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "review/analyze_report.h"
#include "text/hint_text.h"

void texts_free(Text **texts) {
    for (; *texts; texts++)
        text_free(*texts);
}

const char *points_text(double part, bool sign, char out[POINTS_TEXT]) {
    double points = round(part * 1000) / 10;
    snprintf(out, POINTS_TEXT, "%s%.1f", points < 0 ? "−" : sign && points > 0 ? "+" : "", fabs(points));
    return out;
}

void chance_say(const AnalyzeReport *r, double part, Text *out) {
    if (part <= 0 || part >= 1) /* how it ended, or as good as that */
        voice_format(&r->voice, out, "hint.chance", "s", part <= 0 ? "0" : "100");
    else
        hint_chance(&r->voice, (int)lround(part * 1000), out);
}

void worth_say(const AnalyzeReport *r, double part, Text *out) {
    if (r->analysis->points)
        voice_format(&r->voice, out, "hint.points", "d", (int)lround(part * 100));
    else
        chance_say(r, part, out);
}

/* ---- the head ------------------------------------------------------------------------------------------- */

void ending_say(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    State view;
    if (!a->over) {
        text_puts(out, words_get(r->voice.words, "analyze.going-on"));
        return;
    }
    match_view(a->options.match, SPECTATOR, &view);
    voice_prompt(&r->voice, &view, out);
}

void title_say(const AnalyzeReport *r, Text *out) {
    Text how = {0};
    ending_say(r, &how);
    voice_format(&r->voice, out, "analyze.title", "ss", words_get(r->voice.words, "title"), text_str(&how));
    text_free(&how);
}

void size_say(const AnalyzeReport *r, Text *out) {
    const Analysis *a = r->analysis;
    unsigned lines = a->over ? a->lines : a->steps; /* the number of hidden doings is hidden, too */
    voice_format(&r->voice, out, "analyze.size", "dddd", (int)lines, (int)a->turns, (int)a->decisions, (int)a->games);
}

void knowledge_say(const AnalyzeReport *r, Text *out) {
    unsigned viewer = r->analysis->options.viewer;
    Text who = {0};
    if (viewer < SEATS_MAX)
        voice_seat(&r->voice, viewer, &who);
    voice_format(&r->voice, out,
                 viewer == ANALYZE_ALL ? "analyze.from-all"
                 : viewer == SPECTATOR ? "analyze.from-spectator"
                                       : "analyze.from-seat",
                 "s", text_str(&who));
    text_printf(out, " %s",
                words_get(r->voice.words, r->analysis->points ? "analyze.for-points" : "analyze.for-chance"));
    text_free(&who);
}

/* ---- moments -------------------------------------------------------------------------------------------- */

/* Without the full stop that sentences end in. */
static void put_sentence(Text *out, const char *text, size_t n) {
    while (n && (text[n - 1] == '.' || text[n - 1] == '\n' || text[n - 1] == ' '))
        n--;
    text_add(out, text, n);
}

/* Outcomes that brought most, in the order in which they came. */
static void outcomes_say(const AnalyzeReport *r, const TurningPoint *m, Text *out) {
    enum { MOST = 2 };
    const Analysis *a = r->analysis;
    unsigned pick[MOST] = {m->from, m->from}, n = 0;
    for (unsigned i = m->from; i < m->to; i++) {
        double size = fabs(a->step[i].luck[m->most]);
        unsigned at = n;
        while (at > 0 && fabs(a->step[pick[at - 1]].luck[m->most]) < size)
            at--;
        if (at >= MOST)
            continue;
        n += n < MOST;
        memmove(pick + at + 1, pick + at, (n - 1 - at) * sizeof *pick);
        pick[at] = i;
    }
    if (n == MOST && pick[0] > pick[1]) {
        unsigned swap = pick[0];
        pick[0] = pick[1], pick[1] = swap;
    }
    for (unsigned i = 0; i < n; i++) {
        if (i)
            text_puts(out, words_get(r->voice.words, "hint.then"));
        voice_move(&r->voice, a->step[pick[i]].move, out);
    }
}

/* The first sentences of what the viewer was told. */
static void told_say(const AnalyzeReport *r, const TurningPoint *m, Text *out) {
    enum { SENTENCES = 3 };
    const Analysis *a = r->analysis;
    const AnalyzeStep *last = &a->step[m->to - 1];
    Voice voice = r->voice;
    Text text = {0};
    unsigned from = a->step[m->from].event, said = 0;
    voice.viewer = a->options.viewer == ANALYZE_ALL ? SPECTATOR : a->options.viewer;
    voice_events(&voice, a->event + from, last->event + last->events - from, &text);
    for (const char *at = text_str(&text); *at && said < SENTENCES; said++) {
        size_t n = strcspn(at, "\n");
        if (said)
            text_puts(out, words_get(r->voice.words, "hint.then"));
        put_sentence(out, at, n);
        at += n + (at[n] == '\n');
    }
    text_free(&text);
}

void turning_point_text(const AnalyzeReport *r, const TurningPoint *m, Text *out) {
    const Analysis *a = r->analysis;
    bool known = a->options.viewer == ANALYZE_ALL || a->options.viewer == m->seat;
    if (known && m->luck) {
        outcomes_say(r, m, out);
    } else if (known) {
        Move moves[BOT_CANDIDATE_MOVES];
        unsigned n = 0;
        for (unsigned i = m->from; i < m->to && n < BOT_CANDIDATE_MOVES; i++)
            moves[n++] = a->step[i].move;
        hint_moves(&r->voice, moves, n, out);
    } else {
        told_say(r, m, out);
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

/* Kinds of outcomes by the names of the rules, which are English words. */
static void kind_name(const AnalyzeReport *r, unsigned kind, char out[64]) {
    const char *name = r->voice.rules->game->moves[kind].name;
    const char *word = words_findf(r->voice.words, "move.%s.luck", name);
    snprintf(out, 64, "%s", word ? word : name);
    for (char *p = out; !word && *p; p++)
        *p = *p == '-' ? ' ' : *p;
}

void kinds_say(const AnalyzeReport *r, unsigned seat, Text *out) {
    const Analysis *a = r->analysis;
    unsigned said = 0;
    for (unsigned kind = 0; a->over && kind < ANALYZE_KINDS; kind++) {
        const AnalyzeLuck *luck = &a->seat[seat].kind[kind];
        char name[64], points[POINTS_TEXT];
        if (!luck->count || fabs(luck->sum) < 0.0005)
            continue;
        kind_name(r, kind, name);
        voice_comma(&r->voice, &said, out);
        voice_format(&r->voice, out, "analyze.luck-kind", "ss", name, points_text(luck->sum, true, points));
    }
}
