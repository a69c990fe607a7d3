/* Why one move is better than another: by what the game's evaluation has more of after it. */
#include <string.h>

#include "bots/hint.h"

const char advice_whole[] = "whole";

enum { SURE = 4 }; /* a difference counts from two standard errors: their squares are compared */

/* What line i has more of than the mean of others, and the square of its standard error. */
typedef struct Gap {
    unsigned term;
    int64_t more, error2;
} Gap;

static int64_t square(int64_t x) { return x * x; }
static int64_t size(int64_t x) { return x < 0 ? -x : x; }

static Gap gap_of(const SearchReport *report, unsigned i, const unsigned *others, unsigned n, unsigned term) {
    const SearchLine *line = &report->line[i];
    int64_t sum = 0, error2 = 0;
    for (unsigned k = 0; k < n; k++) {
        sum += report->line[others[k]].term[term];
        error2 += square(report->line[others[k]].term_error[term]);
    }
    return (Gap){term, line->term[term] - sum / n, square(line->term_error[term]) + error2 / n};
}

static bool gap_counts(const Gap *gap) { return gap->more && square(gap->more) > SURE * gap->error2; }

/* Those that count, the widest first. */
static unsigned gaps_of(const BotGame *known, const SearchReport *report, unsigned i, const unsigned *others,
                        unsigned n, Gap gap[BOT_TERMS]) {
    unsigned found = 0;
    if (!known->terms || !known->explain || !report->line[i].games || n == 0)
        return 0;
    for (unsigned t = 0; t < BOT_TERMS && known->terms[t]; t++) {
        Gap mine = gap_of(report, i, others, n, t);
        if (!gap_counts(&mine))
            continue;
        unsigned at = found++;
        for (; at > 0 && size(gap[at - 1].more) < size(mine.more); at--)
            gap[at] = gap[at - 1];
        gap[at] = mine;
    }
    return found;
}

void advice_why(const BotGame *known, const SearchReport *report, unsigned i, const unsigned *others, unsigned n,
                AdviceWhy *why) {
    enum { USUAL = 2 };
    Gap gap[BOT_TERMS];
    int64_t widest[2] = {0}; /* of the costs, of the reasons */
    *why = (AdviceWhy){0};
    unsigned found = gaps_of(known, report, i, others, n, gap);
    for (unsigned k = 0; k < found; k++) {
        bool good = gap[k].more > 0;
        unsigned *count = good ? &why->reasons : &why->costs;
        int64_t mine = size(gap[k].more);
        /* A small reason beside a large one says little. */
        if (*count == USUAL || 2 * mine < widest[good] || 4 * mine < widest[!good])
            continue;
        widest[good] = widest[good] ? widest[good] : mine;
        (good ? why->reason : why->cost)[(*count)++] = known->terms[gap[k].term];
    }
}

bool advice_alike(const SearchLine *a, const SearchLine *b) {
    enum { LEAST = BOT_WON / 200 }; /* half a point */
    bool same = a->lead == b->lead, near = size((int64_t)a->lead - b->lead) < LEAST;
    for (unsigned t = 0; t < BOT_TERMS; t++) {
        Gap gap = {t, (int64_t)a->term[t] - b->term[t], square(a->term_error[t]) + square(b->term_error[t])};
        same &= gap.more == 0;
        near &= !gap_counts(&gap);
    }
    return a->line.n == 1 && b->line.n == 1 && (same || (near && a->line.move[0].kind == b->line.move[0].kind));
}

static bool told(const char *const *names, unsigned n, const char *name) {
    for (unsigned i = 0; i < n; i++)
        if (names[i] == name)
            return true;
    return false;
}

bool advice_part(const BotGame *known, const SearchReport *report, unsigned i, unsigned k, AdviceWhy *why) {
    Gap gap[BOT_TERMS];
    unsigned found = gaps_of(known, report, i, &k, 1, gap);
    for (unsigned g = 0; g < found; g++) {
        const char *name = known->terms[gap[g].term];
        unsigned *count = gap[g].more > 0 ? &why->reasons : &why->costs;
        if (told(why->reason, why->reasons, name) || told(why->cost, why->costs, name) || *count == ADVICE_REASONS)
            continue;
        (gap[g].more > 0 ? why->reason : why->cost)[(*count)++] = name;
        return true;
    }
    return false;
}
