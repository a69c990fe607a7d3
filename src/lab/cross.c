/* Plays the round robin and writes its table as text, Markdown and JSON. */
#include "lab/cross.h"

#include <inttypes.h>
#include <stdio.h>

#include "lab/lab_internal.h"

enum { COLUMN = 26 };

/* ---- playing -------------------------------------------------------------------------------------------- */

static void cell_fill(CrossCell *cell, const LabTally *tally, unsigned bot) {
    const LabBot *one = &tally->bot[bot];
    *cell = (CrossCell){tally->games, one->wins, one->losses, one->ties, one->decided, one->points.sum};
}

Status cross_run(const LabSetup *setup, CrossRun *run, Cross *cross, Err *err) {
    for (unsigned i = 0; i < cross->bots; i++)
        for (unsigned k = i + 1; k < cross->bots && !cross->stopped; k++) {
            LabSetup pair = *setup;
            LabReport report;
            pair.bot[0] = cross->bot[i];
            pair.bot[1] = cross->bot[k];
            pair.rotate = true;
            Status status = run(&pair, &report, err);
            if (status)
                return status;
            cell_fill(&cross->cell[i][k], &report.tally, 0);
            cell_fill(&cross->cell[k][i], &report.tally, 1);
            cross->stopped = report.stopped;
            lab_free(&report);
        }
    return SK_OK;
}

/* Results of a bot against all others together. */
static CrossCell row_sum(const Cross *cross, unsigned row) {
    CrossCell sum = {0};
    for (unsigned k = 0; k < cross->bots; k++) {
        const CrossCell *cell = &cross->cell[row][k];
        sum.games += cell->games;
        sum.wins += cell->wins;
        sum.losses += cell->losses;
        sum.ties += cell->ties;
        sum.points += cell->points;
        ratio_merge(&sum.decided, &cell->decided);
    }
    return sum;
}

static uint64_t nobodys(const CrossCell *cell) { return cell->games - cell->wins - cell->losses - cell->ties; }

/* ---- as text -------------------------------------------------------------------------------------------- */

static void cell_counts(const CrossCell *cell, char out[64]) {
    uint64_t other = nobodys(cell);
    int n = snprintf(out, 64, "%" PRIu64 " / %" PRIu64 " / %" PRIu64, cell->wins, cell->losses, cell->ties);
    if (other)
        snprintf(out + n, 64 - (size_t)n, " +%" PRIu64, other);
}

static void cell_share(const CrossCell *cell, char out[64]) {
    Interval share = ratio_share(&cell->decided);
    if (cell->decided.total == 0)
        snprintf(out, 64, "nobody won");
    else
        snprintf(out, 64, "%.1f %% (%.1f to %.1f)", 100 * share.value, 100 * share.low, 100 * share.high);
}

static void write_head(const LabSetup *setup, const Cross *cross, Text *out) {
    char games[NUMBER_SIZE], value[16];
    text_printf(out, "%s, %u bots, every pair of bots, %s games per pair, every seed from both seats",
                setup->rules->game->id, cross->bots, lab_grouped(cross->bots > 1 ? cross->cell[0][1].games : 0, games));
    for (unsigned i = 0; setup->rules->game->options && setup->rules->game->options[i].name; i++)
        text_printf(out, ", %s %s", setup->rules->game->options[i].name, rules_option_text(setup->rules, i, value));
    text_puts(out, ".\n");
    if (cross->stopped)
        text_puts(out, "Stopped early: not every pair has played all its games.\n");
    text_puts(out, "Each cell shows the bot on the left against the bot above: wins / losses / ties (+ games that "
                   "nobody won), and\nits share of the decided games with the 95 % interval.\n\n");
}

static bool has_played(const Cross *cross, unsigned row, unsigned column) { return cross->cell[row][column].games > 0; }

static void write_row(const Cross *cross, unsigned row, Text *out) {
    char name[BOT_SIZE], cell[64];
    CrossCell sum = row_sum(cross, row);
    text_printf(out, "%-14s", lab_bot_name(cross->bot[row], name));
    for (unsigned k = 0; k <= cross->bots; k++) {
        snprintf(cell, sizeof cell, "%s", k == row ? "-" : "not played");
        if (k == cross->bots)
            cell_counts(&sum, cell);
        else if (has_played(cross, row, k))
            cell_counts(&cross->cell[row][k], cell);
        text_printf(out, " %*s", COLUMN, cell);
    }
    text_printf(out, "\n%-14s", "");
    for (unsigned k = 0; k <= cross->bots; k++) {
        cell[0] = 0;
        if (k == cross->bots)
            cell_share(&sum, cell);
        else if (has_played(cross, row, k))
            cell_share(&cross->cell[row][k], cell);
        text_printf(out, " %*s", COLUMN, cell);
    }
    text_putc(out, '\n');
}

void cross_write(const LabSetup *setup, const Cross *cross, const LabSource *source, Text *out) {
    char name[BOT_SIZE];
    write_head(setup, cross, out);
    text_printf(out, "%-14s", "");
    for (unsigned k = 0; k < cross->bots; k++)
        text_printf(out, " %*s", COLUMN, lab_bot_name(cross->bot[k], name));
    text_printf(out, " %*s\n", COLUMN, "all bots");
    for (unsigned i = 0; i < cross->bots; i++)
        write_row(cross, i, out);
    lab_write_source(setup, source, out);
}

void cross_markdown(const LabSetup *setup, const Cross *cross, const LabSource *source, Text *out) {
    char name[BOT_SIZE], counts[64], share[64];
    write_head(setup, cross, out);
    text_puts(out, "| |");
    for (unsigned k = 0; k < cross->bots; k++)
        text_printf(out, " %s |", lab_bot_name(cross->bot[k], name));
    text_puts(out, " all bots |\n|---|");
    for (unsigned k = 0; k <= cross->bots; k++)
        text_puts(out, "---|");
    for (unsigned i = 0; i < cross->bots; i++) {
        CrossCell sum = row_sum(cross, i);
        text_printf(out, "\n| %s |", lab_bot_name(cross->bot[i], name));
        for (unsigned k = 0; k <= cross->bots; k++) {
            const CrossCell *cell = k < cross->bots ? &cross->cell[i][k] : &sum;
            cell_counts(cell, counts);
            cell_share(cell, share);
            if (cell->games)
                text_printf(out, " %s<br>%s |", counts, share);
            else
                text_puts(out, k == i ? " - |" : " not played |");
        }
    }
    text_puts(out, "\n\n```\n");
    text_printf(out, "%s\n```\n", source->command);
}

/* ---- as JSON -------------------------------------------------------------------------------------------- */

static json_t *cell_json(const Bot *bot, const Bot *against, const CrossCell *cell) {
    char one[BOT_SIZE], other[BOT_SIZE];
    Interval share = ratio_share(&cell->decided);
    lab_bot_name(bot, one);
    if (against)
        lab_bot_name(against, other);
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f}", "bot", one, "against",
                     against ? other : "all", "games", (json_int_t)cell->games, "wins", (json_int_t)cell->wins,
                     "losses", (json_int_t)cell->losses, "ties", (json_int_t)cell->ties, "nobody",
                     (json_int_t)nobodys(cell), "win_share", share.value, "low", share.low, "high", share.high,
                     "mean_score", lab_ratio((double)cell->points, (double)cell->games));
}

json_t *cross_json(const LabSetup *setup, const Cross *cross, const LabSource *source) {
    json_t *pairs = json_array(), *all = json_array();
    for (unsigned i = 0; i < cross->bots; i++) {
        CrossCell sum = row_sum(cross, i);
        json_array_append_new(all, cell_json(cross->bot[i], NULL, &sum));
        for (unsigned k = 0; k < cross->bots; k++)
            if (has_played(cross, i, k))
                json_array_append_new(pairs, cell_json(cross->bot[i], cross->bot[k], &cross->cell[i][k]));
    }
    return json_pack("{s:s, s:b, s:o, s:o, s:o}", "game", setup->rules->game->id, "stopped", cross->stopped, "pairs",
                     pairs, "all", all, "source", lab_source_json(setup, source));
}
