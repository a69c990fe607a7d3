/* A tally as an array of integers: text form, encoding and decoding. */
#include "lab/tally_codec.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { LAYOUT = 1 };                          /* increase when the contents of a tally change */
static const int64_t SUM_MAX = INT64_MAX / 4; /* no valid sum comes near it */

void tally_buffer_put(TallyBuffer *buffer, int64_t value) {
    if (buffer->n == buffer->capacity) {
        size_t capacity = buffer->capacity ? 2 * buffer->capacity : 1024;
        int64_t *values = realloc(buffer->values, capacity * sizeof *values);
        if (!values) {
            buffer->out_of_memory = true;
            return;
        }
        buffer->values = values;
        buffer->capacity = capacity;
    }
    buffer->values[buffer->n++] = value;
}

static int64_t tally_buffer_take(TallyBuffer *buffer) {
    if (buffer->next < buffer->n)
        return buffer->values[buffer->next++];
    buffer->out_of_memory = true;
    return 0;
}

void tally_buffer_free(TallyBuffer *buffer) {
    free(buffer->values);
    *buffer = (TallyBuffer){0};
}

/* ---- as text -------------------------------------------------------------------------------------------- */

void tally_buffer_write(const TallyBuffer *buffer, Text *out) {
    char hash[HASH_TEXT_SIZE];
    hash_write(hash_bytes(buffer->values, buffer->n * sizeof *buffer->values, LAYOUT), hash);
    text_puts(out, hash);
    for (size_t i = 0; i < buffer->n;) {
        size_t zeros = 0;
        while (i + zeros < buffer->n && buffer->values[i + zeros] == 0)
            zeros++;
        if (zeros > 1)
            text_printf(out, " z%zu", zeros);
        else
            text_printf(out, " %" PRId64, buffer->values[i]);
        i += zeros > 1 ? zeros : 1;
    }
    out->out_of_memory |= buffer->out_of_memory;
}

bool tally_buffer_read(TallyBuffer *buffer, const char *text) {
    enum { ZEROS_MAX = 1 << 24 };
    uint64_t hash;
    char head[HASH_TEXT_SIZE] = {0};
    memcpy(head, text, strnlen(text, HASH_TEXT_SIZE - 1));
    if (!hash_read(head, &hash))
        return false;
    for (text += HASH_TEXT_SIZE - 1; *text == ' ' && !buffer->out_of_memory;) {
        bool zeros = *++text == 'z';
        char *end;
        errno = 0;
        long long value = strtoll(text + zeros, &end, 10);
        if (end == text + zeros || errno || (zeros && (value < 1 || value > ZEROS_MAX)) || buffer->n > ZEROS_MAX)
            return false;
        for (long long i = 0; i < (zeros ? value : 1); i++)
            tally_buffer_put(buffer, zeros ? 0 : value);
        text = end;
    }
    return !*text && !buffer->out_of_memory &&
           hash_bytes(buffer->values, buffer->n * sizeof *buffer->values, LAYOUT) == hash;
}

/* ---- encoding and decoding a tally ---------------------------------------------------------------------- */

/* The same walk over the members encodes and decodes, so that the two cannot disagree. */
typedef struct Walk {
    TallyBuffer *buffer;
    bool decoding; /* from the buffer into the tally */
} Walk;

static void walk_count(Walk *walk, uint64_t *count) {
    if (!walk->decoding) {
        tally_buffer_put(walk->buffer, (int64_t)*count);
        return;
    }
    int64_t value = tally_buffer_take(walk->buffer);
    walk->buffer->out_of_memory |= value < 0;
    *count += (uint64_t)value;
}

static void walk_sum(Walk *walk, int64_t *sum) {
    if (!walk->decoding) {
        tally_buffer_put(walk->buffer, *sum);
        return;
    }
    int64_t value = tally_buffer_take(walk->buffer);
    bool too_large = value > SUM_MAX || value < -SUM_MAX || *sum > SUM_MAX || *sum < -SUM_MAX;
    walk->buffer->out_of_memory |= too_large;
    *sum += too_large ? 0 : value;
}

/* A value that must be equal in the buffer and the tally. */
static void walk_same(Walk *walk, int64_t value) {
    if (walk->decoding)
        walk->buffer->out_of_memory |= tally_buffer_take(walk->buffer) != value;
    else
        tally_buffer_put(walk->buffer, value);
}

static void walk_sums(Walk *walk, Sum *sum) {
    walk_count(walk, &sum->n);
    walk_sum(walk, &sum->sum);
    walk_count(walk, &sum->squares);
}

static void walk_ratio(Walk *walk, Ratio *ratio) {
    walk_count(walk, &ratio->sets);
    walk_count(walk, &ratio->hits);
    walk_count(walk, &ratio->total);
    walk_count(walk, &ratio->hits_hits);
    walk_count(walk, &ratio->hits_total);
    walk_count(walk, &ratio->total_total);
}

static void hist_put(TallyBuffer *buffer, const Hist *hist) {
    tally_buffer_put(buffer, (int64_t)hist->n);
    if (hist->n == 0)
        return;
    tally_buffer_put(buffer, hist->min);
    tally_buffer_put(buffer, hist->max);
    tally_buffer_put(buffer, hist->sum);
    tally_buffer_put(buffer, (int64_t)hist->squares);
    int32_t lo = hist_slot(hist->min), hi = hist_slot(hist->max);
    for (int32_t value = lo; value <= hi; value++)
        tally_buffer_put(buffer, (int64_t)hist->count[value - hist->from]);
}

static void hist_take(TallyBuffer *buffer, Hist *into) {
    int64_t n = tally_buffer_take(buffer), counted = 0;
    if (n == 0 || buffer->out_of_memory)
        return;
    int64_t min = tally_buffer_take(buffer), max = tally_buffer_take(buffer), sum = tally_buffer_take(buffer),
            squares = tally_buffer_take(buffer);
    buffer->out_of_memory |= n < 0 || min < INT32_MIN || max > INT32_MAX || min > max || squares < 0;
    buffer->out_of_memory |= sum > SUM_MAX || sum < -SUM_MAX || into->sum > SUM_MAX || into->sum < -SUM_MAX;
    if (buffer->out_of_memory)
        return;
    int32_t lo = hist_slot((int32_t)min), hi = hist_slot((int32_t)max);
    size_t slots = (size_t)(hi - lo) + 1;
    if (buffer->n - buffer->next < slots) {
        buffer->out_of_memory = true;
        return;
    }
    Hist from = {
        .count = calloc(slots, sizeof *from.count), .from = lo, .capacity = (uint32_t)slots, .min = (int32_t)min};
    from.max = (int32_t)max, from.n = (uint64_t)n, from.sum = sum, from.squares = (uint64_t)squares;
    for (size_t i = 0; i < slots && from.count; i++) {
        int64_t count = tally_buffer_take(buffer);
        from.count[i] = (uint64_t)count;
        buffer->out_of_memory |= count < 0 || count > n;
        counted += buffer->out_of_memory ? 0 : count;
        buffer->out_of_memory |= counted > n;
    }
    buffer->out_of_memory |= !from.count || counted != n;
    if (!buffer->out_of_memory)
        hist_merge(into, &from);
    hist_free(&from);
}

static void walk_hist(Walk *walk, Hist *hist) {
    if (walk->decoding)
        hist_take(walk->buffer, hist);
    else
        hist_put(walk->buffer, hist);
    walk->buffer->out_of_memory |= hist->out_of_memory;
}

static void walk_seat(Walk *walk, LabSeat *seat) {
    walk_count(walk, &seat->wins);
    walk_count(walk, &seat->ties);
    walk_count(walk, &seat->win_units);
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
    walk_count(walk, &bot->win_units);
    walk_count(walk, &bot->losses);
    walk_hist(walk, &bot->points);
    walk_ratio(walk, &bot->share);
    walk_ratio(walk, &bot->decided);
}

static void walk_place(Walk *walk, LabTurnPosition *place) {
    walk_count(walk, &place->wins);
    walk_count(walk, &place->ties);
    walk_count(walk, &place->win_units);
}

static void walk_use(Walk *walk, const UsageSpec *spec, UsageCount *use) {
    for (unsigned i = 0; i < spec->slots; i++) {
        walk_count(walk, &use[i].offered);
        walk_count(walk, &use[i].times);
        walk_count(walk, &use[i].games);
        walk_count(walk, &use[i].holders);
        walk_count(walk, &use[i].win_units);
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
    for (unsigned i = 0; i < economy->plan.resources; i++) {
        walk_sums(walk, &economy->got[i]);
        walk_sums(walk, &economy->spent[i]);
        walk_sums(walk, &economy->end[i]);
        for (unsigned turn = 0; turn < ECONOMY_TURNS_MAX; turn++)
            walk_sums(walk, &economy->at_turn_end[turn][i]);
    }
}

static void walk_tally(Walk *walk, const LabSetup *setup, LabTally *tally) {
    walk_same(walk, LAYOUT);
    walk_same(walk, setup->rules->seats);
    walk_same(walk, setup->use ? setup->use->slots : 0);
    walk_same(walk, tally->economy ? tally->economy->plan.resources : 0);
    if (walk->buffer->out_of_memory)
        return;
    walk_count(walk, &tally->games);
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        walk_seat(walk, &tally->seat[i]);
        walk_bot(walk, &tally->bot[i]);
        walk_place(walk, &tally->turn_position[i]);
        walk_count(walk, &tally->first_decider[i]);
    }
    for (unsigned i = 0; i < LAB_ENDINGS_MAX; i++)
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

void tally_buffer_from_tally(const LabSetup *setup, const LabTally *tally, TallyBuffer *buffer) {
    LabTally copy = *tally; /* shallow: encoding changes neither the tally nor what it points to */
    walk_tally(&(Walk){buffer, false}, setup, &copy);
}

void tally_buffer_into_tally(const LabSetup *setup, LabTally *tally, TallyBuffer *buffer) {
    walk_tally(&(Walk){buffer, true}, setup, tally);
}
