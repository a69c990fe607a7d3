/* Why one move is better than another: by what the game's evaluation has more of after it. */
#include <string.h>

#include "bots/hint.h"

const char hint_term_overall[] = "whole";

enum { SURE = 4 }; /* a difference counts from two standard errors: their squares are compared */

/* What line i has more of than the mean of others, and the square of its standard error. */
typedef struct TermDifference {
    unsigned term;
    int64_t more, error2;
} TermDifference;

static int64_t square(int64_t x) { return x * x; }
static int64_t size(int64_t x) { return x < 0 ? -x : x; }

static TermDifference gap_of(const SearchReport *report, unsigned i, const unsigned *others, unsigned n,
                             unsigned term) {
    const SearchCandidate *candidate = &report->candidate[i];
    int64_t sum = 0, error2 = 0;
    for (unsigned k = 0; k < n; k++) {
        sum += report->candidate[others[k]].term[term];
        error2 += square(report->candidate[others[k]].term_error[term]);
    }
    return (TermDifference){term, candidate->term[term] - sum / n, square(candidate->term_error[term]) + error2 / n};
}

static bool gap_counts(const TermDifference *gap) { return gap->more && square(gap->more) > SURE * gap->error2; }

/* Those that count, the widest first. */
static unsigned gaps_of(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, const unsigned *others,
                        unsigned n, TermDifference gap[BOT_TERMS]) {
    unsigned found = 0;
    if (!knowledge->terms || !knowledge->explain || !report->candidate[i].games || n == 0)
        return 0;
    for (unsigned t = 0; t < BOT_TERMS && knowledge->terms[t]; t++) {
        TermDifference mine = gap_of(report, i, others, n, t);
        if (!gap_counts(&mine))
            continue;
        unsigned at = found++;
        for (; at > 0 && size(gap[at - 1].more) < size(mine.more); at--)
            gap[at] = gap[at - 1];
        gap[at] = mine;
    }
    return found;
}

void hint_explain(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, const unsigned *others,
                  unsigned n, HintReasons *why) {
    enum { USUAL = 2 };
    TermDifference gap[BOT_TERMS];
    int64_t widest[2] = {0}; /* of the costs, of the reasons */
    *why = (HintReasons){0};
    unsigned found = gaps_of(knowledge, report, i, others, n, gap);
    for (unsigned k = 0; k < found; k++) {
        bool good = gap[k].more > 0;
        unsigned *count = good ? &why->reasons : &why->costs;
        int64_t mine = size(gap[k].more);
        /* A small reason beside a large one says little. */
        if (*count == USUAL || 2 * mine < widest[good] || 4 * mine < widest[!good])
            continue;
        widest[good] = widest[good] ? widest[good] : mine;
        (good ? why->reason : why->cost)[(*count)++] = knowledge->terms[gap[k].term];
    }
}

bool hint_options_equal(const SearchCandidate *a, const SearchCandidate *b) {
    enum { LEAST = BOT_WON / 200 }; /* half a point */
    bool same = a->lead == b->lead, near = size((int64_t)a->lead - b->lead) < LEAST;
    for (unsigned t = 0; t < BOT_TERMS; t++) {
        TermDifference gap = {t, (int64_t)a->term[t] - b->term[t], square(a->term_error[t]) + square(b->term_error[t])};
        same &= gap.more == 0;
        near &= !gap_counts(&gap);
    }
    return a->candidate.n == 1 && b->candidate.n == 1 &&
           (same || (near && a->candidate.move[0].kind == b->candidate.move[0].kind));
}

static bool told(const char *const *names, unsigned n, const char *name) {
    for (unsigned i = 0; i < n; i++)
        if (names[i] == name)
            return true;
    return false;
}

bool hint_explain_difference(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, unsigned k,
                             HintReasons *why) {
    TermDifference gap[BOT_TERMS];
    unsigned found = gaps_of(knowledge, report, i, &k, 1, gap);
    for (unsigned g = 0; g < found; g++) {
        const char *name = knowledge->terms[gap[g].term];
        unsigned *count = gap[g].more > 0 ? &why->reasons : &why->costs;
        if (told(why->reason, why->reasons, name) || told(why->cost, why->costs, name) || *count == HINT_REASONS_MAX)
            continue;
        (gap[g].more > 0 ? why->reason : why->cost)[(*count)++] = name;
        return true;
    }
    return false;
}
