/* Explains why one move is better than another, by comparing the terms of the game's evaluation after them. */
#include <string.h>

#include "bots/hint.h"

const char hint_term_overall[] = "whole";

enum { SIGNIFICANT = 4 }; /* minimum squared ratio of a difference to its error: two standard errors */

/* Difference between a candidate and the mean of others in one term, and its squared standard error. */
typedef struct TermDifference {
    unsigned term;
    int64_t more, error2;
} TermDifference;

static int64_t square(int64_t x) { return x * x; }
static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static TermDifference term_difference(const SearchReport *report, unsigned i, const unsigned *others, unsigned n,
                                      unsigned term) {
    const SearchCandidate *candidate = &report->candidate[i];
    int64_t sum = 0, error2 = 0;
    for (unsigned k = 0; k < n; k++) {
        sum += report->candidate[others[k]].term[term];
        error2 += square(report->candidate[others[k]].term_error[term]);
    }
    return (TermDifference){term, candidate->term[term] - sum / n, square(candidate->term_error[term]) + error2 / n};
}

static bool is_significant(const TermDifference *difference) {
    return difference->more && square(difference->more) > SIGNIFICANT * difference->error2;
}

/* Fills in the significant differences, largest first, and returns how many there are. */
static unsigned significant_differences(const BotKnowledge *knowledge, const SearchReport *report, unsigned i,
                                        const unsigned *others, unsigned n, TermDifference difference[BOT_TERMS_MAX]) {
    unsigned found = 0;
    if (!knowledge->terms || !knowledge->explain || !report->candidate[i].playouts || n == 0)
        return 0;
    for (unsigned t = 0; t < BOT_TERMS_MAX && knowledge->terms[t]; t++) {
        TermDifference own = term_difference(report, i, others, n, t);
        if (!is_significant(&own))
            continue;
        unsigned pos = found++;
        for (; pos > 0 && magnitude(difference[pos - 1].more) < magnitude(own.more); pos--)
            difference[pos] = difference[pos - 1];
        difference[pos] = own;
    }
    return found;
}

void hint_explain(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, const unsigned *others,
                  unsigned n, HintReasons *why) {
    enum { SHOWN_MAX = 2 };
    TermDifference difference[BOT_TERMS_MAX];
    int64_t widest[2] = {0}; /* largest difference among the costs, among the reasons */
    *why = (HintReasons){0};
    unsigned found = significant_differences(knowledge, report, i, others, n, difference);
    for (unsigned k = 0; k < found; k++) {
        bool good = difference[k].more > 0;
        unsigned *count = good ? &why->reasons : &why->costs;
        int64_t own = magnitude(difference[k].more);
        /* Skip reasons that are small compared with the largest. */
        if (*count == SHOWN_MAX || 2 * own < widest[good] || 4 * own < widest[!good])
            continue;
        widest[good] = widest[good] ? widest[good] : own;
        (good ? why->reason : why->cost)[(*count)++] = knowledge->terms[difference[k].term];
    }
}

bool hint_options_equal(const SearchCandidate *a, const SearchCandidate *b) {
    enum { CLOSE = BOT_WON / 200 }; /* half a percentage point */
    bool same = a->lead == b->lead, near = magnitude((int64_t)a->lead - b->lead) < CLOSE;
    for (unsigned t = 0; t < BOT_TERMS_MAX; t++) {
        TermDifference difference = {t, (int64_t)a->term[t] - b->term[t],
                                     square(a->term_error[t]) + square(b->term_error[t])};
        same &= difference.more == 0;
        near &= !is_significant(&difference);
    }
    return a->candidate.n == 1 && b->candidate.n == 1 &&
           (same || (near && a->candidate.move[0].kind == b->candidate.move[0].kind));
}

static bool contains(const char *const *names, unsigned n, const char *name) {
    for (unsigned i = 0; i < n; i++)
        if (names[i] == name)
            return true;
    return false;
}

bool hint_explain_difference(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, unsigned k,
                             HintReasons *why) {
    TermDifference difference[BOT_TERMS_MAX];
    unsigned found = significant_differences(knowledge, report, i, &k, 1, difference);
    for (unsigned g = 0; g < found; g++) {
        const char *name = knowledge->terms[difference[g].term];
        unsigned *count = difference[g].more > 0 ? &why->reasons : &why->costs;
        if (contains(why->reason, why->reasons, name) || contains(why->cost, why->costs, name) ||
            *count == HINT_REASONS_MAX)
            continue;
        (difference[g].more > 0 ? why->reason : why->cost)[(*count)++] = name;
        return true;
    }
    return false;
}
