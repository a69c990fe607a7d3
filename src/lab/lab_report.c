/* The report as a table to read, as JSON, and as a line a game. */
#include <inttypes.h>
#include <stdio.h>

#include "base/hash.h"
#include "lab/lab.h"

static const unsigned percents[] = {5, 25, 50, 75, 95};
enum { PERCENTS = sizeof percents / sizeof *percents, NUMBER_SIZE = 32, BOT_SIZE = 40 };

/* 1234567 as 1,234,567. */
static const char *grouped(uint64_t value, char out[NUMBER_SIZE]) {
    char digits[NUMBER_SIZE];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value), at = 0;
    for (int i = 0; i < n && at < NUMBER_SIZE - 2; i++) {
        if (i && (n - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = 0;
    return out;
}

static void bot_write(const LabSetup *setup, unsigned seat, char out[BOT_SIZE]) {
    snprintf(out, BOT_SIZE, "bot:%s", setup->bot[seat]->name);
}

static Interval win_share(const LabTally *tally, const LabSeat *seat) {
    return stats_share((double)seat->split / LAB_SPLIT, (double)tally->games);
}

static double ratio(double a, double b) { return b > 0 ? a / b : 0; }

/* ---- to read -------------------------------------------------------------------------------------------- */

static void write_share(Text *out, Interval share) {
    text_printf(out, "%8.2f %%  %6.2f to %5.2f %%", 100 * share.value, 100 * share.low, 100 * share.high);
}

static void write_title(const LabSetup *setup, const LabReport *report, const LabSource *source, Text *out) {
    char done[NUMBER_SIZE], asked[NUMBER_SIZE], value[16];
    text_printf(out, "%s, %s game%s", setup->rules->game->id, grouped(report->tally.games, done),
                report->tally.games == 1 ? "" : "s");
    for (unsigned i = 0; setup->rules->game->options && setup->rules->game->options[i].name; i++)
        text_printf(out, ", %s %s", setup->rules->game->options[i].name, rules_option_text(setup->rules, i, value));
    text_putc(out, '\n');
    if (report->stopped)
        text_printf(out, "Stopped early: these are the first %s of the %s games asked for.\n", done,
                    grouped(source->games_asked, asked));
}

/* How a share compares with an even one; a table for one has nothing to compare. */
static void write_times(Text *out, Interval share, unsigned seats) {
    if (seats > 1)
        text_printf(out, "  %6.3f  %6.3f to %5.3f", seats * share.value, seats * share.low, seats * share.high);
    text_putc(out, '\n');
}

static const char *times_head(unsigned seats) { return seats > 1 ? "   Times its share, interval" : ""; }

static void write_seats(const LabSetup *setup, const LabTally *tally, Text *out) {
    unsigned seats = setup->rules->seats;
    char bot[BOT_SIZE], wins[NUMBER_SIZE], ties[NUMBER_SIZE];
    text_printf(out, "\n%-4s  %-14s %10s %8s %10s  %s%s\n", "Seat", "Bot", "Wins", "Ties", "Win share", "95 % interval",
                times_head(seats));
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        const LabSeat *seat = &tally->seat[i];
        bot_write(setup, i, bot);
        text_printf(out, "%4u  %-14s %10s %8s", i + 1, bot, grouped(seat->wins, wins), grouped(seat->ties, ties));
        write_share(out, win_share(tally, seat));
        write_times(out, win_share(tally, seat), seats);
    }
}

/* Games in which one seat decided first; 0 when it was always the same one, or never one alone. */
static uint64_t games_led(const LabSetup *setup, const LabTally *tally) {
    uint64_t sum = 0;
    unsigned leaders = 0;
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        sum += tally->led[i];
        leaders += tally->led[i] > 0;
    }
    return leaders > 1 ? sum : 0;
}

static Interval place_share(const LabPlace *place, uint64_t games) {
    return stats_share((double)place->split / LAB_SPLIT, (double)games);
}

static void write_places(const LabSetup *setup, const LabTally *tally, Text *out) {
    unsigned seats = setup->rules->seats;
    uint64_t games = games_led(setup, tally);
    char wins[NUMBER_SIZE], ties[NUMBER_SIZE];
    if (games == 0)
        return;
    text_printf(out, "\n%-20s %10s %8s %10s  %s%s\n", "Place in turn order", "Wins", "Ties", "Win share",
                "95 % interval", times_head(seats));
    for (unsigned i = 0; i < seats; i++) {
        const LabPlace *place = &tally->place[i];
        text_printf(out, "%4u  %-14s %10s %8s", i + 1, i ? "" : "decides first", grouped(place->wins, wins),
                    grouped(place->ties, ties));
        write_share(out, place_share(place, games));
        write_times(out, place_share(place, games), seats);
    }
}

static void write_spread(Text *out, const Hist *hist) {
    Interval mean = hist_mean(hist);
    text_printf(out, "%10.2f  %8.2f to %8.2f %8d", mean.value, mean.low, mean.high, (int)hist->least);
    for (unsigned i = 0; i < PERCENTS; i++)
        text_printf(out, " %7d", (int)hist_quantile(hist, percents[i]));
    text_printf(out, " %7d\n", (int)hist->most);
}

static void write_spread_head(Text *out, const char *what) {
    text_printf(out, "\n%-18s %10s  %-20s %8s", what, "Mean", "   95 % interval", "Least");
    for (unsigned i = 0; i < PERCENTS; i++)
        text_printf(out, " %5u %%", percents[i]);
    text_printf(out, " %7s\n", "Most");
}

static void write_scores(const LabSetup *setup, const LabTally *tally, Text *out) {
    write_spread_head(out, "Score");
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        text_printf(out, "seat %-13u ", i + 1);
        write_spread(out, &tally->seat[i].points);
    }
}

static void write_parts(const LabSetup *setup, const LabTally *tally, Text *out) {
    const char *const *parts = setup->rules->game->parts;
    text_printf(out, "\n%-18s", "Parts of the score");
    for (unsigned p = 0; parts && parts[p]; p++)
        text_printf(out, " %10s", parts[p]);
    text_putc(out, '\n');
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        text_printf(out, "seat %-13u", i + 1);
        for (unsigned p = 0; parts && parts[p]; p++)
            text_printf(out, " %10.2f", ratio((double)tally->seat[i].part[p], (double)tally->games));
        text_putc(out, '\n');
    }
}

static void write_length(const LabTally *tally, Text *out) {
    write_spread_head(out, "Length of a game");
    text_printf(out, "%-18s ", "turns");
    write_spread(out, &tally->turns);
    text_printf(out, "%-18s ", "steps");
    write_spread(out, &tally->steps);
    text_printf(out, "%-18s ", "decisions");
    write_spread(out, &tally->decisions);
}

static void write_choices(const LabSetup *setup, const LabTally *tally, Text *out) {
    text_printf(out, "\n%-18s %10s %12s %14s %10s\n", "Decisions", "A game", "A turn", "Choices each", "Forced");
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        const LabSeat *seat = &tally->seat[i];
        double made = (double)seat->decisions;
        text_printf(out, "seat %-13u %10.2f %12.2f %14.2f %8.2f %%\n", i + 1, ratio(made, (double)tally->games),
                    ratio(made, (double)tally->turns.sum), ratio((double)seat->choices, made),
                    100 * ratio((double)seat->forced, made));
    }
}

static void write_endings(const LabSetup *setup, const LabTally *tally, Text *out) {
    const char *const *endings = setup->rules->game->endings;
    char count[NUMBER_SIZE];
    text_printf(out, "\n%-18s %10s %10s  %s\n", "How games end", "Games", "Share", "95 % interval");
    for (unsigned i = 1; endings[i] && i < LAB_ENDINGS; i++) {
        text_printf(out, "%-18s %10s", endings[i], grouped(tally->ending[i], count));
        write_share(out, stats_share((double)tally->ending[i], (double)tally->games));
        text_putc(out, '\n');
    }
}

void lab_write(const LabSetup *setup, const LabReport *report, const LabSource *source, Text *out) {
    const LabTally *tally = &report->tally;
    char hash[HASH_TEXT];
    write_title(setup, report, source, out);
    write_seats(setup, tally, out);
    write_places(setup, tally, out);
    write_scores(setup, tally, out);
    write_parts(setup, tally, out);
    write_length(tally, out);
    write_choices(setup, tally, out);
    write_endings(setup, tally, out);
    if (setup->use)
        use_write(setup->use, tally->use, tally->games, out);
    hash_write(source->content, hash);
    text_printf(out, "\nMade by skerry %s, rules version %u, content %s, seed %" PRIu64 ":\n  %s\n", source->version,
                setup->rules->game->version, hash, setup->seed, source->command);
}

/* ---- for machines --------------------------------------------------------------------------------------- */

static json_t *share_json(uint64_t count, Interval share) {
    return json_pack("{s:I, s:f, s:f, s:f}", "count", (json_int_t)count, "share", share.value, "low", share.low, "high",
                     share.high);
}

static json_t *spread_json(const Hist *hist) {
    Interval mean = hist_mean(hist);
    json_t *json = json_pack("{s:I, s:f, s:f, s:f, s:i}", "n", (json_int_t)hist->n, "mean", mean.value, "low", mean.low,
                             "high", mean.high, "least", (int)hist->least);
    for (unsigned i = 0; i < PERCENTS; i++) {
        char key[16];
        snprintf(key, sizeof key, "p%u", percents[i]);
        json_object_set_new(json, key, json_integer(hist_quantile(hist, percents[i])));
    }
    json_object_set_new(json, "most", json_integer(hist->most));
    return json;
}

static json_t *parts_json(const LabSetup *setup, const LabTally *tally, const LabSeat *seat) {
    const char *const *parts = setup->rules->game->parts;
    json_t *json = json_object();
    for (unsigned p = 0; parts && parts[p]; p++)
        json_object_set_new(json, parts[p], json_real(ratio((double)seat->part[p], (double)tally->games)));
    return json;
}

static json_t *seat_json(const LabSetup *setup, const LabTally *tally, unsigned i) {
    const LabSeat *seat = &tally->seat[i];
    Interval share = win_share(tally, seat);
    char bot[BOT_SIZE];
    bot_write(setup, i, bot);
    return json_pack("{s:i, s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:o, s:o, s:I, s:I, s:f, s:I}", "seat", (int)i + 1,
                     "bot", bot, "wins", (json_int_t)seat->wins, "ties", (json_int_t)seat->ties, "win_share",
                     share.value, "low", share.low, "high", share.high, "mean_score", hist_mean(&seat->points).value,
                     "times_share", setup->rules->seats * share.value, "score", spread_json(&seat->points), "parts",
                     parts_json(setup, tally, seat), "decisions", (json_int_t)seat->decisions, "forced",
                     (json_int_t)seat->forced, "mean_choices", ratio((double)seat->choices, (double)seat->decisions),
                     "asides", (json_int_t)seat->asides);
}

static json_t *places_json(const LabSetup *setup, const LabTally *tally, uint64_t games) {
    json_t *list = json_array();
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        const LabPlace *place = &tally->place[i];
        Interval share = place_share(place, games);
        json_array_append_new(list, json_pack("{s:i, s:I, s:I, s:f, s:f, s:f, s:f}", "place", (int)i + 1, "wins",
                                              (json_int_t)place->wins, "ties", (json_int_t)place->ties, "win_share",
                                              share.value, "low", share.low, "high", share.high, "times_share",
                                              setup->rules->seats * share.value));
    }
    return list;
}

static json_t *endings_json(const LabSetup *setup, const LabTally *tally) {
    const char *const *endings = setup->rules->game->endings;
    json_t *list = json_array();
    for (unsigned i = 1; endings[i] && i < LAB_ENDINGS; i++) {
        json_t *one = share_json(tally->ending[i], stats_share((double)tally->ending[i], (double)tally->games));
        json_object_set_new(one, "ending", json_string(endings[i]));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *source_json(const LabSetup *setup, const LabSource *source) {
    char hash[HASH_TEXT], value[16], seed[NUMBER_SIZE];
    json_t *options = json_object();
    for (unsigned i = 0; setup->rules->game->options && setup->rules->game->options[i].name; i++)
        json_object_set_new(options, setup->rules->game->options[i].name,
                            json_string(rules_option_text(setup->rules, i, value)));
    hash_write(source->content, hash);
    snprintf(seed, sizeof seed, "%" PRIu64, setup->seed); /* as text: JSON readers lose digits of large numbers */
    return json_pack("{s:s, s:i, s:s, s:o, s:s, s:I, s:s}", "version", source->version, "rules",
                     setup->rules->game->version, "content", hash, "options", options, "seed", seed, "games_asked",
                     (json_int_t)source->games_asked, "command", source->command);
}

json_t *lab_json(const LabSetup *setup, const LabReport *report, const LabSource *source) {
    const LabTally *tally = &report->tally;
    json_t *seats = json_array();
    for (unsigned i = 0; i < setup->rules->seats; i++)
        json_array_append_new(seats, seat_json(setup, tally, i));
    uint64_t led = games_led(setup, tally);
    json_t *json = json_pack("{s:s, s:I, s:b, s:o, s:{s:o, s:o, s:o}, s:o, s:o}", "game", setup->rules->game->id,
                             "games", (json_int_t)tally->games, "stopped", report->stopped, "seats", seats, "length",
                             "turns", spread_json(&tally->turns), "steps", spread_json(&tally->steps), "decisions",
                             spread_json(&tally->decisions), "endings", endings_json(setup, tally), "source",
                             source_json(setup, source));
    if (led)
        json_object_set_new(json, "places", places_json(setup, tally, led));
    if (setup->use)
        json_object_set_new(json, "use", use_json(setup->use, tally->use));
    return json;
}

void lab_csv(const LabSetup *setup, const LabReport *report, Text *out) {
    text_puts(out, "game,seed,stream,turns,steps,ending");
    for (unsigned i = 0; i < setup->rules->seats; i++)
        text_printf(out, ",points_%u,place_%u", i + 1, i + 1);
    text_putc(out, '\n');
    for (uint64_t n = 0; report->rows && n < report->tally.games; n++) {
        const LabRow *row = &report->rows[n];
        text_printf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,%u,%s", n, setup->seed, n, row->turns, row->steps,
                    setup->rules->game->endings[row->ending]);
        for (unsigned i = 0; i < setup->rules->seats; i++)
            text_printf(out, ",%d,%u", (int)row->points[i], row->place[i]);
        text_putc(out, '\n');
    }
}
