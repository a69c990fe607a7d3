/* Writes the report as text tables, and as CSV with one line per game. */
#include <inttypes.h>
#include <stdio.h>

#include "base/hash.h"
#include "lab/lab_internal.h"

/* ---- text ----------------------------------------------------------------------------------------------- */

static void write_share(Text *out, Interval share) {
    text_printf(out, "%8.2f %%  %6.2f to %5.2f %%", 100 * share.value, 100 * share.low, 100 * share.high);
}

static void write_title(const LabSetup *setup, const LabReport *report, const LabSource *source, Text *out) {
    char done[NUMBER_SIZE], asked[NUMBER_SIZE], value[16];
    text_printf(out, "%s, %s game%s", setup->rules->game->id, lab_grouped(report->tally.games, done),
                report->tally.games == 1 ? "" : "s");
    for (unsigned i = 0; setup->rules->game->options && setup->rules->game->options[i].name; i++)
        text_printf(out, ", %s %s", setup->rules->game->options[i].name, rules_option_text(setup->rules, i, value));
    text_putc(out, '\n');
    if (report->stopped)
        text_printf(out, "Stopped early: these are the first %s of the %s games asked for.\n", done,
                    lab_grouped(source->games_asked, asked));
}

/* The share relative to an even share; a solo game has none. */
static void write_times(Text *out, Interval share, unsigned seats) {
    if (seats > 1)
        text_printf(out, "  %6.3f  %6.3f to %5.3f", seats * share.value, seats * share.low, seats * share.high);
    text_putc(out, '\n');
}

static const char *times_head(unsigned seats) { return seats > 1 ? "   Relative to even share" : ""; }

static void write_seats(const LabSetup *setup, const LabTally *tally, Text *out) {
    unsigned seats = setup->rules->seats;
    LabLineup lineup = lab_lineup_init(setup);
    char bot[BOT_SIZE], wins[NUMBER_SIZE], ties[NUMBER_SIZE];
    text_printf(out, "\n%-4s  %-14s %10s %8s %10s  %s%s\n", "Seat", "Bot", "Wins", "Ties", "Win share", "95 % interval",
                times_head(seats));
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        const LabSeat *seat = &tally->seat[i];
        lab_seat_bot(setup, &lineup, i, bot);
        text_printf(out, "%4u  %-14s %10s %8s", i + 1, bot, lab_grouped(seat->wins, wins),
                    lab_grouped(seat->ties, ties));
        write_share(out, lab_win_share(tally, seat->win_units));
        write_times(out, lab_win_share(tally, seat->win_units), seats);
    }
}

/* Only if different bots play. */
static void write_bots(const LabSetup *setup, const LabTally *tally, Text *out) {
    LabLineup lineup = lab_lineup_init(setup);
    unsigned seats = setup->rules->seats;
    char name[BOT_SIZE], wins[NUMBER_SIZE], ties[NUMBER_SIZE];
    if (lineup.bots < 2)
        return;
    text_printf(out, "\n%-14s %5s %10s %8s %10s  %s   Relative to even share\n", "Bot", "Seats", "Wins", "Ties",
                "Win share", "95 % interval");
    for (unsigned i = 0; i < lineup.bots; i++) {
        const LabBot *bot = &tally->bot[i];
        Interval share = ratio_share(&bot->share);
        double even = (double)lineup.seat_count[i] / seats;
        text_printf(out, "%-14s %5u %10s %8s", lab_bot_name(lineup.bot[i], name), lineup.seat_count[i],
                    lab_grouped(bot->wins, wins), lab_grouped(bot->ties, ties));
        write_share(out, share);
        text_printf(out, "  %6.3f  %6.3f to %5.3f\n", share.value / even, share.low / even, share.high / even);
    }
    if (lineup.set > 1)
        text_printf(out,
                    "Every seed was played %u times, with the bots moved on by one seat each time; the intervals take "
                    "this into "
                    "account.\n",
                    lineup.set);
}

static Interval place_share(const LabTurnPosition *place, uint64_t games) {
    return stats_share((double)place->win_units / WIN_UNITS, (double)games);
}

static void write_places(const LabSetup *setup, const LabTally *tally, Text *out) {
    unsigned seats = setup->rules->seats;
    uint64_t games = lab_games_with_first_decider(setup, tally);
    char wins[NUMBER_SIZE], ties[NUMBER_SIZE];
    if (games == 0)
        return;
    text_printf(out, "\n%-20s %10s %8s %10s  %s%s\n", "Place in turn order", "Wins", "Ties", "Win share",
                "95 % interval", times_head(seats));
    for (unsigned i = 0; i < seats; i++) {
        const LabTurnPosition *place = &tally->turn_position[i];
        text_printf(out, "%4u  %-14s %10s %8s", i + 1, i ? "" : "decides first", lab_grouped(place->wins, wins),
                    lab_grouped(place->ties, ties));
        write_share(out, place_share(place, games));
        write_times(out, place_share(place, games), seats);
    }
}

void lab_write_spread(Text *out, const char *label, const Hist *hist) {
    Interval mean = hist_mean(hist);
    text_printf(out, "%-18s %10.2f  %8.2f to %8.2f %8d", label, mean.value, mean.low, mean.high, (int)hist->min);
    for (unsigned i = 0; i < PERCENTS; i++)
        text_printf(out, " %7d", (int)hist_quantile(hist, lab_percents[i]));
    text_printf(out, " %7d\n", (int)hist->max);
}

void lab_write_spread_head(Text *out, const char *label) {
    text_printf(out, "\n%-18s %10s  %-20s %8s", label, "Mean", "   95 % interval", "Min");
    for (unsigned i = 0; i < PERCENTS; i++)
        text_printf(out, " %5u %%", lab_percents[i]);
    text_printf(out, " %7s\n", "Max");
}

static void write_scores(const LabSetup *setup, const LabTally *tally, Text *out) {
    char name[24];
    lab_write_spread_head(out, "Score");
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        snprintf(name, sizeof name, "seat %u", i + 1);
        lab_write_spread(out, name, &tally->seat[i].points);
    }
}

static void write_parts(const LabSetup *setup, const LabTally *tally, Text *out) {
    const char *const *parts = setup->rules->game->parts;
    text_printf(out, "\n%-18s", "Parts of the score");
    for (unsigned p = 0; parts && parts[p]; p++)
        text_printf(out, " %16s", parts[p]);
    text_putc(out, '\n');
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        text_printf(out, "seat %-13u", i + 1);
        for (unsigned p = 0; parts && parts[p]; p++) {
            Interval mean = sum_mean(&tally->seat[i].part[p]);
            text_printf(out, " %8.2f \u00B1 %5.2f", mean.value, mean.high - mean.value);
        }
        text_putc(out, '\n');
    }
}

/* The upper percentiles get intervals of their own: players care about the longest games, and few games are that
 * long. */
static void write_length(const LabTally *tally, Text *out) {
    Interval p95 = hist_quantile_interval(&tally->turns, 95), p99 = hist_quantile_interval(&tally->turns, 99);
    lab_write_spread_head(out, "Length of a game");
    lab_write_spread(out, "turns", &tally->turns);
    lab_write_spread(out, "steps", &tally->steps);
    lab_write_spread(out, "decisions", &tally->decisions);
    text_printf(out, "95 %% of games take at most %.0f turns (%.0f to %.0f); 99 %% take at most %.0f (%.0f to %.0f).\n",
                p95.value, p95.low, p95.high, p99.value, p99.low, p99.high);
}

static void write_choices(const LabSetup *setup, const LabTally *tally, Text *out) {
    text_printf(out, "\n%-18s %10s %20s %22s %25s\n", "Decisions", "Per game", "Per turn", "Choices", "Forced");
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        const LabSeat *seat = &tally->seat[i];
        Interval pace = ratio_mean(&seat->pace), choices = ratio_mean(&seat->choices),
                 forced = ratio_share(&seat->forced);
        text_printf(out, "seat %-13u %10.2f %12.2f \u00B1 %5.2f %14.2f \u00B1 %5.2f %8.2f %% (%5.2f to %5.2f)\n", i + 1,
                    lab_ratio((double)seat->forced.total, (double)tally->games), pace.value, pace.high - pace.value,
                    choices.value, choices.high - choices.value, 100 * forced.value, 100 * forced.low,
                    100 * forced.high);
    }
}

static void write_endings(const LabSetup *setup, const LabTally *tally, Text *out) {
    const char *const *endings = setup->rules->game->endings;
    char count[NUMBER_SIZE];
    text_printf(out, "\n%-18s %10s %10s  %s\n", "How games end", "Games", "Share", "95 % interval");
    for (unsigned i = 1; endings[i] && i < LAB_ENDINGS_MAX; i++) {
        text_printf(out, "%-18s %10s", endings[i], lab_grouped(tally->ending[i], count));
        write_share(out, stats_share((double)tally->ending[i], (double)tally->games));
        text_putc(out, '\n');
    }
}

void lab_write_source(const LabSetup *setup, const LabSource *source, Text *out) {
    char hash[HASH_TEXT_SIZE];
    hash_write(source->content, hash);
    text_printf(out, "\nMade by skerry %s, rules version %u, content %s, seed %" PRIu64 ":\n  %s\n", source->version,
                setup->rules->game->version, hash, setup->seed, source->command);
}

void lab_write(const LabSetup *setup, const LabReport *report, const LabSource *source, Text *out) {
    const LabTally *tally = &report->tally;
    write_title(setup, report, source, out);
    write_seats(setup, tally, out);
    write_bots(setup, tally, out);
    write_places(setup, tally, out);
    write_scores(setup, tally, out);
    write_parts(setup, tally, out);
    write_length(tally, out);
    write_choices(setup, tally, out);
    lab_write_drama(setup, tally, out);
    lab_write_economy(setup, tally, out);
    write_endings(setup, tally, out);
    if (setup->use)
        usage_write(setup->use, tally->use, tally->games, out);
    lab_write_source(setup, source, out);
}

void lab_csv(const LabSetup *setup, const LabReport *report, Text *out) {
    LabLineup lineup = lab_lineup_init(setup);
    text_puts(out, "game,seed,stream,turns,steps,ending");
    for (unsigned i = 0; i < setup->rules->seats; i++)
        text_printf(out, ",points_%u,place_%u", i + 1, i + 1);
    for (unsigned i = 0; lineup.set > 1 && i < setup->rules->seats; i++)
        text_printf(out, ",bot_%u", i + 1);
    text_putc(out, '\n');
    for (uint64_t n = 0; report->rows && n < report->tally.games; n++) {
        const LabRow *row = &report->rows[n];
        char bot[BOT_SIZE];
        text_printf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,%u,%s", n, setup->seed, n / lineup.set, row->turns,
                    row->steps, setup->rules->game->endings[row->ending]);
        for (unsigned i = 0; i < setup->rules->seats; i++)
            text_printf(out, ",%d,%u", (int)row->points[i], row->place[i]);
        for (unsigned i = 0; lineup.set > 1 && i < setup->rules->seats; i++)
            text_printf(out, ",%s", lab_bot_name(lineup.bot[lab_lineup_bot(&lineup, setup->rules->seats, n, i)], bot));
        text_putc(out, '\n');
    }
}
