#include "lab/tally_codec.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { LAYOUT = 1 };                          /* raised when a tally counts something else */
static const int64_t SUM_MAX = INT64_MAX / 4; /* no honest sum comes near it */

void flat_put(Flat *flat, int64_t value) {
    if (flat->n == flat->room) {
        size_t room = flat->room ? 2 * flat->room : 1024;
        int64_t *at = realloc(flat->at, room * sizeof *at);
        if (!at) {
            flat->broken = true;
            return;
        }
        flat->at = at;
        flat->room = room;
    }
    flat->at[flat->n++] = value;
}

static int64_t flat_take(Flat *flat) {
    if (flat->next < flat->n)
        return flat->at[flat->next++];
    flat->broken = true;
    return 0;
}

void flat_free(Flat *flat) {
    free(flat->at);
    *flat = (Flat){0};
}

/* ---- as text -------------------------------------------------------------------------------------------- */

void flat_write(const Flat *flat, Text *out) {
    char hash[HASH_TEXT];
    hash_write(hash_bytes(flat->at, flat->n * sizeof *flat->at, LAYOUT), hash);
    text_puts(out, hash);
    for (size_t i = 0; i < flat->n;) {
        size_t zeros = 0;
        while (i + zeros < flat->n && flat->at[i + zeros] == 0)
            zeros++;
        if (zeros > 1)
            text_printf(out, " z%zu", zeros);
        else
            text_printf(out, " %" PRId64, flat->at[i]);
        i += zeros > 1 ? zeros : 1;
    }
    out->broken |= flat->broken;
}

bool flat_read(Flat *flat, const char *text) {
    enum { ZEROS_MAX = 1 << 24 };
    uint64_t hash;
    char head[HASH_TEXT] = {0};
    memcpy(head, text, strnlen(text, HASH_TEXT - 1));
    if (!hash_read(head, &hash))
        return false;
    for (text += HASH_TEXT - 1; *text == ' ' && !flat->broken;) {
        bool zeros = *++text == 'z';
        char *end;
        errno = 0;
        long long value = strtoll(text + zeros, &end, 10);
        if (end == text + zeros || errno || (zeros && (value < 1 || value > ZEROS_MAX)) || flat->n > ZEROS_MAX)
            return false;
        for (long long i = 0; i < (zeros ? value : 1); i++)
            flat_put(flat, zeros ? 0 : value);
        text = end;
    }
    return !*text && !flat->broken && hash_bytes(flat->at, flat->n * sizeof *flat->at, LAYOUT) == hash;
}

/* ---- a tally, there and back ---------------------------------------------------------------------------- */

/* One walk over everything that is counted serves both ways, so that they cannot disagree. */
typedef struct Walk {
    Flat *flat;
    bool back; /* from the row into the tally */
} Walk;

static void walk_count(Walk *walk, uint64_t *count) {
    if (!walk->back) {
        flat_put(walk->flat, (int64_t)*count);
        return;
    }
    int64_t value = flat_take(walk->flat);
    walk->flat->broken |= value < 0;
    *count += (uint64_t)value;
}

static void walk_sum(Walk *walk, int64_t *sum) {
    if (!walk->back) {
        flat_put(walk->flat, *sum);
        return;
    }
    int64_t value = flat_take(walk->flat);
    bool far = value > SUM_MAX || value < -SUM_MAX || *sum > SUM_MAX || *sum < -SUM_MAX;
    walk->flat->broken |= far;
    *sum += far ? 0 : value;
}

/* What must be the same on both sides. */
static void walk_same(Walk *walk, int64_t value) {
    if (walk->back)
        walk->flat->broken |= flat_take(walk->flat) != value;
    else
        flat_put(walk->flat, value);
}

static void walk_sums(Walk *walk, Sum *sum) {
    walk_count(walk, &sum->n);
    walk_sum(walk, &sum->sum);
    walk_count(walk, &sum->squares);
}

static void walk_ratio(Walk *walk, Ratio *ratio) {
    walk_count(walk, &ratio->sets);
    walk_count(walk, &ratio->hits);
    walk_count(walk, &ratio->of);
    walk_count(walk, &ratio->hits_hits);
    walk_count(walk, &ratio->hits_of);
    walk_count(walk, &ratio->of_of);
}

static void hist_put(Flat *flat, const Hist *hist) {
    flat_put(flat, (int64_t)hist->n);
    if (hist->n == 0)
        return;
    flat_put(flat, hist->least);
    flat_put(flat, hist->most);
    flat_put(flat, hist->sum);
    flat_put(flat, (int64_t)hist->squares);
    int32_t lo = hist_slot(hist->least), hi = hist_slot(hist->most);
    for (int32_t value = lo; value <= hi; value++)
        flat_put(flat, (int64_t)hist->count[value - hist->from]);
}

static void hist_take(Flat *flat, Hist *into) {
    int64_t n = flat_take(flat), counted = 0;
    if (n == 0 || flat->broken)
        return;
    int64_t least = flat_take(flat), most = flat_take(flat), sum = flat_take(flat), squares = flat_take(flat);
    flat->broken |= n < 0 || least < INT32_MIN || most > INT32_MAX || least > most || squares < 0;
    flat->broken |= sum > SUM_MAX || sum < -SUM_MAX || into->sum > SUM_MAX || into->sum < -SUM_MAX;
    if (flat->broken)
        return;
    int32_t lo = hist_slot((int32_t)least), hi = hist_slot((int32_t)most);
    size_t slots = (size_t)(hi - lo) + 1;
    if (flat->n - flat->next < slots) {
        flat->broken = true;
        return;
    }
    Hist from = {
        .count = calloc(slots, sizeof *from.count), .from = lo, .room = (uint32_t)slots, .least = (int32_t)least};
    from.most = (int32_t)most, from.n = (uint64_t)n, from.sum = sum, from.squares = (uint64_t)squares;
    for (size_t i = 0; i < slots && from.count; i++) {
        int64_t count = flat_take(flat);
        from.count[i] = (uint64_t)count;
        flat->broken |= count < 0 || count > n;
        counted += flat->broken ? 0 : count;
        flat->broken |= counted > n;
    }
    flat->broken |= !from.count || counted != n;
    if (!flat->broken)
        hist_merge(into, &from);
    hist_free(&from);
}

static void walk_hist(Walk *walk, Hist *hist) {
    if (walk->back)
        hist_take(walk->flat, hist);
    else
        hist_put(walk->flat, hist);
    walk->flat->broken |= hist->broken;
}

static void walk_seat(Walk *walk, LabSeat *seat) {
    walk_count(walk, &seat->wins);
    walk_count(walk, &seat->ties);
    walk_count(walk, &seat->split);
    walk_count(walk, &seat->asides);
    walk_ratio(walk, &seat->forced);
    walk_ratio(walk, &seat->choices);
    walk_ratio(walk, &seat->pace);
    walk_hist(walk, &seat->points);
    for (unsigned i = 0; i < PARTS_MAX; i++)
        walk_sums(walk, &seat->part[i]);
}

static void walk_bot(Walk *walk, LabBot *bot) {
    walk_count(walk, &bot->wins);
    walk_count(walk, &bot->ties);
    walk_count(walk, &bot->split);
    walk_count(walk, &bot->losses);
    walk_hist(walk, &bot->points);
    walk_ratio(walk, &bot->share);
    walk_ratio(walk, &bot->decided);
}

static void walk_place(Walk *walk, LabPlace *place) {
    walk_count(walk, &place->wins);
    walk_count(walk, &place->ties);
    walk_count(walk, &place->split);
}

static void walk_use(Walk *walk, const UsePlan *plan, UseCount *use) {
    for (unsigned i = 0; i < plan->slots; i++) {
        walk_count(walk, &use[i].offered);
        walk_count(walk, &use[i].times);
        walk_count(walk, &use[i].games);
        walk_count(walk, &use[i].holders);
        walk_count(walk, &use[i].split);
    }
}

static void walk_drama(Walk *walk, DramaCount *drama) {
    walk_hist(walk, &drama->changes);
    walk_hist(walk, &drama->decided);
    walk_hist(walk, &drama->behind);
    walk_count(walk, &drama->comebacks);
    walk_count(walk, &drama->late);
}

static void walk_economy(Walk *walk, Economy *economy) {
    for (unsigned i = 0; i < economy->plan.things; i++) {
        walk_sums(walk, &economy->got[i]);
        walk_sums(walk, &economy->spent[i]);
        walk_sums(walk, &economy->end[i]);
        for (unsigned turn = 0; turn < ECONOMY_TURNS; turn++)
            walk_sums(walk, &economy->at[turn][i]);
    }
}

static void walk_tally(Walk *walk, const LabSetup *setup, LabTally *tally) {
    walk_same(walk, LAYOUT);
    walk_same(walk, setup->rules->seats);
    walk_same(walk, setup->use ? setup->use->slots : 0);
    walk_same(walk, tally->economy ? tally->economy->plan.things : 0);
    if (walk->flat->broken)
        return;
    walk_count(walk, &tally->games);
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        walk_seat(walk, &tally->seat[i]);
        walk_bot(walk, &tally->bot[i]);
        walk_place(walk, &tally->place[i]);
        walk_count(walk, &tally->led[i]);
    }
    for (unsigned i = 0; i < LAB_ENDINGS; i++)
        walk_count(walk, &tally->ending[i]);
    walk_count(walk, &tally->turns_alone);
    walk_count(walk, &tally->turns_shared);
    walk_hist(walk, &tally->turns);
    walk_hist(walk, &tally->steps);
    walk_hist(walk, &tally->decisions);
    walk_drama(walk, &tally->drama);
    if (setup->use)
        walk_use(walk, setup->use, tally->use);
    if (tally->economy)
        walk_economy(walk, tally->economy);
}

void flat_from_tally(const LabSetup *setup, const LabTally *tally, Flat *flat) {
    LabTally copy = *tally; /* the walk there changes nothing; what it points to is only read */
    walk_tally(&(Walk){flat, false}, setup, &copy);
}

void flat_into_tally(const LabSetup *setup, LabTally *tally, Flat *flat) {
    walk_tally(&(Walk){flat, true}, setup, tally);
}
