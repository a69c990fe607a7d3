/* Adds up the decisions and luck of each seat, and finds the turning points of the game. */
#include <math.h>
#include <string.h>

#include "review/analyze_internal.h"

/* ---- seats ---------------------------------------------------------------------------------------------- */

static void worst_add(Analysis *a, AnalyzeSeat *seat, unsigned i) {
    unsigned pos = seat->worst_count < ANALYZE_WORST_MAX ? seat->worst_count : (unsigned)ANALYZE_WORST_MAX;
    while (pos > 0 && a->decision[seat->worst[pos - 1]].loss < a->decision[i].loss)
        pos--;
    if (pos >= ANALYZE_WORST_MAX)
        return;
    seat->worst_count += seat->worst_count < ANALYZE_WORST_MAX;
    for (unsigned k = seat->worst_count - 1; k > pos; k--)
        seat->worst[k] = seat->worst[k - 1];
    seat->worst[pos] = i;
}

static void decisions_sum(Analysis *a) {
    for (unsigned i = 0; i < a->decisions; i++) {
        const AnalyzeDecision *d = &a->decision[i];
        AnalyzeSeat *seat = &a->seat[d->seat];
        bool judged = d->games || d->candidates == 1;
        seat->decisions++;
        seat->judged += judged;
        seat->good += judged && !d->is_significant && !d->is_unclear;
        seat->unclear += judged && d->is_unclear;
        if (d->is_significant) {
            seat->loss += d->loss;
            worst_add(a, seat, i);
        }
    }
}

static void luck_add(AnalyzeLuck *luck, double value, double spread) {
    luck->count++;
    luck->sum += value;
    luck->spread += spread;
}

static void luck_sum(Analysis *a) {
    for (unsigned i = 0; i < a->steps; i++) {
        const AnalyzeStep *step = &a->step[i];
        for (unsigned seat = 0; step->move.seat == CHANCE && seat < a->rules->seats; seat++) {
            luck_add(&a->seat[seat].luck, step->luck[seat], step->spread[seat]);
            luck_add(&a->seat[seat].kind[step->move.kind], step->luck[seat], step->spread[seat]);
        }
    }
}

/* ---- turning points ------------------------------------------------------------------------------------- */

/* The steps from .. to - 1, which are outcomes or moves of one seat, with the changes they caused. */
static TurningPoint turning_point_make(const Analysis *a, unsigned from, unsigned to) {
    TurningPoint m = {.from = from, .to = to, .seat = a->step[from].move.seat};
    const double *before = from ? a->step[from - 1].chance : a->first;
    m.luck = m.seat == CHANCE;
    for (unsigned seat = 0; seat < a->rules->seats; seat++) {
        for (unsigned i = from; i < to && m.luck; i++)
            m.swing[seat] += a->step[i].luck[seat];
        if (!m.luck && !a->step[to - 1].is_simultaneous)
            m.swing[seat] = a->step[to - 1].chance[seat] - before[seat];
        if (fabs(m.swing[seat]) > fabs(m.swing[m.most_affected]))
            m.most_affected = seat;
    }
    for (unsigned i = from; i < to; i++)
        if (a->step[i].decision >= 0 && a->decision[a->step[i].decision].is_significant)
            m.loss = fmax(m.loss, a->decision[a->step[i].decision].loss); /* one mistake may show in several steps */
    if (!m.luck && m.loss > fabs(m.swing[m.most_affected])) {
        m.most_affected = m.seat;
        m.swing[m.seat] = -m.loss;
    }
    return m;
}

static double turning_point_size(const TurningPoint *m) { return fabs(m->swing[m->most_affected]); }

/* Inserts m into a list of the `max` largest turning points. */
static void turning_point_keep(TurningPoint *list, unsigned *n, unsigned max, const TurningPoint *m) {
    enum { SWING_MIN = 20 }; /* thousandths */
    unsigned pos = *n;
    if (turning_point_size(m) * 1000 < SWING_MIN)
        return;
    while (pos > 0 && turning_point_size(&list[pos - 1]) < turning_point_size(m))
        pos--;
    if (pos >= max)
        return;
    *n += *n < max;
    memmove(list + pos + 1, list + pos, (*n - 1 - pos) * sizeof *list);
    list[pos] = *m;
}

static void turning_points_find(Analysis *a) {
    TurningPoint found[2][TURNING_POINTS_MAX];
    unsigned n[2] = {0};
    for (unsigned from = 0, to; from < a->steps; from = to) {
        for (to = from + 1; to < a->steps && a->step[to].move.seat == a->step[from].move.seat;)
            to++;
        TurningPoint m = turning_point_make(a, from, to);
        turning_point_keep(found[m.luck], &n[m.luck], TURNING_POINTS_MAX / 2, &m);
    }
    for (unsigned luck = 0; luck < 2; luck++)
        for (unsigned i = 0; i < n[luck]; i++) {
            unsigned pos = a->turning_points++;
            for (; pos > 0 && a->turning_point[pos - 1].from > found[luck][i].from; pos--)
                a->turning_point[pos] = a->turning_point[pos - 1];
            a->turning_point[pos] = found[luck][i];
        }
}

void analyze_totals(Analysis *a) {
    decisions_sum(a);
    luck_sum(a);
    turning_points_find(a);
}
