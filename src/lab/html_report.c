/* Writes a report as an HTML page. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/html_internal.h"

static HtmlInterval json_interval(const json_t *json, const char *value, double times) {
    return (HtmlInterval){times * html_number(json, value), times * html_number(json, "low"),
                          times * html_number(json, "high")};
}

static void times_text(HtmlInterval interval, char out[HTML_TEXT_SIZE]) {
    snprintf(out, HTML_TEXT_SIZE, "%.3f (%.3f to %.3f)", interval.value, interval.low, interval.high);
}

static void share_text(const json_t *json, const char *value, char out[HTML_TEXT_SIZE]) {
    snprintf(out, HTML_TEXT_SIZE, "%.1f %% (%.1f to %.1f)", 100 * html_number(json, value),
             100 * html_number(json, "low"), 100 * html_number(json, "high"));
}

/* ---- wins ----------------------------------------------------------------------------------------------- */

/* A scale that contains all intervals and has the even share in the middle. */
static HtmlScale even_scale(const json_t *list, double seats) {
    double reach = 0.1;
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) {
        reach = fmax(reach, fabs(seats * html_number(one, "low") - 1));
        reach = fmax(reach, fabs(seats * html_number(one, "high") - 1));
    }
    reach = fmin(ceil(reach * 10) / 10, fmax(seats - 1, 1));
    return (HtmlScale){fmax(0, 1 - reach), 1 + reach, 1};
}

static void put_seats(Text *out, const json_t *report, size_t seats) {
    json_t *list = json_object_get(report, "seats"), *one;
    HtmlScale scale = even_scale(list, (double)seats);
    size_t i;
    text_puts(out, "<h3>By seat</h3>\n");
    json_array_foreach(list, i, one) {
        char name[32], figure[HTML_TEXT_SIZE];
        HtmlInterval interval = json_interval(one, "win_share", (double)seats);
        snprintf(name, sizeof name, "Seat %zu", i + 1);
        times_text(interval, figure);
        html_row_interval(out, name, html_string(one, "bot"), (int)i, interval, scale, figure);
    }
    html_axis(out, scale, false, "relative to the even share (dashed line)");
}

static void put_places(Text *out, const json_t *report, size_t seats) {
    json_t *list = json_object_get(report, "places"), *one;
    HtmlScale scale = even_scale(list, (double)seats);
    size_t i;
    if (!json_array_size(list))
        return;
    text_puts(out, "<h3>By place in turn order</h3>\n");
    json_array_foreach(list, i, one) {
        char name[32], figure[HTML_TEXT_SIZE];
        HtmlInterval interval = json_interval(one, "win_share", (double)seats);
        snprintf(name, sizeof name, "Place %zu", i + 1);
        times_text(interval, figure);
        html_row_interval(out, name, i ? "" : "decides first", -1, interval, scale, figure);
    }
    html_axis(out, scale, false, "relative to the even share");
}

static void put_bots(Text *out, const json_t *report) {
    json_t *list = json_object_get(report, "bots"), *one;
    HtmlScale scale = {0, 1.2, 1};
    size_t i;
    if (json_array_size(list) < 2)
        return;
    json_array_foreach(list, i, one) {
        scale.to = fmax(scale.to, html_number(json_object_get(one, "times_share"), "high"));
    }
    text_puts(out, "<h3>By bot</h3>\n");
    json_array_foreach(list, i, one) {
        char note[64], figure[HTML_TEXT_SIZE];
        HtmlInterval interval = json_interval(json_object_get(one, "times_share"), "value", 1);
        snprintf(note, sizeof note, "wins: %lld, seats: %lld", html_integer(one, "wins"), html_integer(one, "seats"));
        times_text(interval, figure);
        html_row_interval(out, html_string(one, "bot"), note, -1, interval, scale, figure);
    }
    html_axis(out, scale, false, "relative to its even share");
}

static void put_wins(Text *out, const json_t *report) {
    json_t *seats = json_object_get(report, "seats");
    size_t n = json_array_size(seats);
    if (n < 2) {
        char figure[HTML_TEXT_SIZE];
        json_t *one = json_array_get(seats, 0);
        html_section(out, "How often it is won", "A solo game: the share of games won.");
        share_text(one, "win_share", figure);
        html_row_interval(out, html_string(one, "bot"), "", -1, json_interval(one, "win_share", 1),
                          (HtmlScale){0, 1, -1}, figure);
        html_axis(out, (HtmlScale){0, 1, -1}, true, "share of games won");
    } else {
        html_section(out, "Who wins",
                     "A tie of two counts as half a win for each. If an interval excludes 1, the difference is more "
                     "than noise.");
        put_seats(out, report, n);
        put_bots(out, report);
        put_places(out, report, n);
    }
    html_section_end(out);
}

/* ---- scores, length, decisions -------------------------------------------------------------------------- */

static void box_fill(const json_t *spread, double quantile[7]) {
    static const char *const keys[7] = {"least", "p5", "p25", "p50", "p75", "p95", "most"};
    for (unsigned i = 0; i < 7; i++)
        quantile[i] = html_number(spread, keys[i]);
}

static void put_scores(Text *out, const json_t *report) {
    json_t *seats = json_object_get(report, "seats"), *one;
    HtmlScale scale = {0, 1, NAN};
    size_t i;
    json_array_foreach(seats, i, one) {
        scale.from = fmin(scale.from, html_number(json_object_get(one, "score"), "least"));
        scale.to = fmax(scale.to, html_number(json_object_get(one, "score"), "most"));
    }
    html_section(
        out, "Scores",
        "The box holds half of the games, and 90 % lie between the whiskers. The line in the box is the median.");
    json_array_foreach(seats, i, one) {
        double quantile[7];
        char name[32], figure[HTML_TEXT_SIZE];
        const json_t *score = json_object_get(one, "score");
        box_fill(score, quantile);
        snprintf(name, sizeof name, "Seat %zu", i + 1);
        snprintf(figure, sizeof figure, "%.2f (%.2f to %.2f)", html_number(score, "mean"), html_number(score, "low"),
                 html_number(score, "high"));
        html_row_box(out, name, json_array_size(seats) > 1 ? (int)i : -1, quantile, scale, figure);
    }
    html_axis(out, scale, false, "points; on the right, the mean with its interval");
    html_section_end(out);
}

static void put_length(Text *out, const json_t *report) {
    static const char *const label[] = {"turns", "steps", "decisions"};
    const json_t *length = json_object_get(report, "length");
    html_section(out, "How long a game takes",
                 "Including the longest games, because those are the ones people remember.");
    html_bins(out, json_object_get(json_object_get(length, "turns"), "bins"), "games by their number of turns");
    text_puts(
        out,
        "<div class=\"scroll\"><table><tr><th></th><th>mean</th><th>interval</th><th>median</th><th>95 % within</th>"
        "<th>99 % within</th><th>longest</th></tr>");
    for (unsigned i = 0; i < 3; i++) {
        const json_t *one = json_object_get(length, label[i]);
        text_printf(out,
                    "<tr><td>%s</td><td>%.1f</td><td>%.1f to "
                    "%.1f</td><td>%lld</td><td>%lld</td><td>%lld</td><td>%lld</td></tr>",
                    label[i], html_number(one, "mean"), html_number(one, "low"), html_number(one, "high"),
                    html_integer(one, "p50"), html_integer(one, "p95"), html_integer(one, "p99"),
                    html_integer(one, "most"));
    }
    text_puts(out, "</table></div>\n");
    html_section_end(out);
}

static void put_decisions(Text *out, const json_t *report) {
    json_t *one;
    size_t i;
    html_section(out, "Decisions",
                 "How often a seat decides, how many moves it can choose from, and how often there is only one.");
    text_puts(out, "<div class=\"scroll\"><table><tr><th></th><th>per game</th><th>per "
                   "turn</th><th>choices</th><th>forced</th></tr>");
    json_array_foreach(json_object_get(report, "seats"), i, one) {
        const json_t *turn = json_object_get(one, "decisions_a_turn"), *choices = json_object_get(one, "choices");
        char forced[HTML_TEXT_SIZE];
        double games = html_number(report, "games");
        share_text(json_object_get(one, "forced_share"), "value", forced);
        text_printf(out,
                    "<tr><td>Seat %zu</td><td>%.1f</td><td>%.2f (%.2f to %.2f)</td><td>%.2f (%.2f to "
                    "%.2f)</td><td>%s</td></tr>",
                    i + 1, games > 0 ? html_number(one, "decisions") / games : 0, html_number(turn, "value"),
                    html_number(turn, "low"), html_number(turn, "high"), html_number(choices, "value"),
                    html_number(choices, "low"), html_number(choices, "high"), forced);
    }
    text_puts(out, "</table></div>\n");
    html_section_end(out);
}

/* ---- drama, endings, economy ---------------------------------------------------------------------------- */

static void put_drama(Text *out, const json_t *report) {
    const json_t *drama = json_object_get(report, "drama"), *changes = json_object_get(drama, "lead_changes");
    char figure[HTML_TEXT_SIZE];
    if (!drama || html_integer(changes, "n") == 0)
        return;
    html_section(out, "How it goes",
                 "Who leads after each turn, by the points that would be scored then, and when the lead is final.");
    text_puts(out, "<div class=\"tiles\">");
    snprintf(figure, sizeof figure, "%.2f", html_number(changes, "mean"));
    html_stat(out, figure, "lead changes per game");
    snprintf(figure, sizeof figure, "%.0f %%", html_number(json_object_get(drama, "decided_percent"), "mean"));
    html_stat(out, figure, "of a game is over when the winner takes the lead for good");
    snprintf(figure, sizeof figure, "%.1f", html_number(json_object_get(drama, "made_up"), "mean"));
    html_stat(out, figure, "points: the winner's largest deficit");
    text_puts(out, "</div>\n");
    share_text(json_object_get(drama, "comebacks"), "share", figure);
    html_row_interval(out, "Comebacks", "the winner was last at half-time", -1,
                      json_interval(json_object_get(drama, "comebacks"), "share", 1), (HtmlScale){0, 1, -1}, figure);
    share_text(json_object_get(drama, "decided_late"), "share", figure);
    html_row_interval(out, "Decided late", "in the last tenth of the game", -1,
                      json_interval(json_object_get(drama, "decided_late"), "share", 1), (HtmlScale){0, 1, -1}, figure);
    html_axis(out, (HtmlScale){0, 1, -1}, true, "of the games with one winner");
    html_bins(out, json_object_get(json_object_get(drama, "decided_percent"), "bins"),
              "games by the percentage played when the winner took the lead for good");
    html_section_end(out);
}

static void put_endings(Text *out, const json_t *report) {
    json_t *one;
    size_t i;
    html_section(out, "How games end", "Every ending in the rules, including those that never occurred.");
    json_array_foreach(json_object_get(report, "endings"), i, one) {
        char figure[HTML_TEXT_SIZE];
        share_text(one, "share", figure);
        html_row_bar(out, html_string(one, "ending"), html_number(one, "share"), 1, figure);
    }
    html_section_end(out);
}

static void put_economy(Text *out, const json_t *report) {
    const json_t *economy = json_object_get(report, "economy");
    json_t *things = json_object_get(economy, "things"), *one;
    size_t i;
    if (!json_array_size(things))
        return;
    html_section(out, "What a seat has",
                 "Mean per seat after each round, over the games that got that far. The band is the interval.");
    text_puts(out, "<div class=\"lines\">");
    json_array_foreach(things, i, one) {
        char figure[HTML_TEXT_SIZE];
        const json_t *rounds = json_object_get(one, "rounds");
        snprintf(figure, sizeof figure, "got %.1f, spent %.1f, end %.1f",
                 html_number(json_object_get(one, "got"), "mean"), html_number(json_object_get(one, "spent"), "mean"),
                 html_number(json_object_get(one, "end"), "mean"));
        html_line(out, html_string(one, "name"), rounds, figure);
    }
    text_puts(out, "</div>\n");
    html_section_end(out);
}

/* ---- usage ---------------------------------------------------------------------------------------------- */

static void put_value(Text *out, const json_t *value, size_t seats, double max, bool moves) {
    char figure[HTML_TEXT_SIZE], note[HTML_TEXT_SIZE];
    const json_t *taken = json_object_get(value, "taken");
    if (taken)
        snprintf(note, sizeof note, "%lld of %lld offers, %.1f %%", html_integer(value, "times"),
                 html_integer(value, "offered"), 100 * html_number(taken, "share"));
    else
        snprintf(note, sizeof note, "%lld times%s", html_integer(value, "times"), moves ? ", aside" : "");
    if (html_integer(value, "holders") && seats > 1) {
        HtmlInterval interval = json_interval(value, "times_share", 1);
        interval.low = html_number(value, "low"), interval.high = html_number(value, "high");
        snprintf(figure, sizeof figure, "won %.2f (%.2f to %.2f)", interval.value, interval.low, interval.high);
        html_row_interval(out, html_string(value, "name"), note, -1, interval, (HtmlScale){0, (double)seats, 1},
                          figure);
    } else {
        html_row_bar(out, html_string(value, "name"), html_number(value, "times"), max, note);
    }
}

static void put_unused(Text *out, const json_t *never) {
    size_t i;
    json_t *name;
    if (!json_array_size(never))
        return;
    text_printf(out, "<p class=\"never\">Never (%zu): ", json_array_size(never));
    json_array_foreach(never, i, name) {
        text_puts(out, i ? ", " : "");
        html_escape(out, json_string_value(name) ? json_string_value(name) : "");
    }
    text_puts(out, "</p>\n");
}

static void put_table(Text *out, const json_t *table, size_t seats) {
    json_t *value, *values = json_object_get(table, "values");
    bool moves = strncmp(html_string(table, "of"), "move", 4) == 0;
    double max = 0;
    size_t i;
    text_puts(out, "<details><summary>");
    html_escape(out, html_string(table, "of"));
    text_printf(out, " <small>%zu came up, %zu never</small></summary>\n", json_array_size(values),
                json_array_size(json_object_get(table, "never")));
    json_array_foreach(values, i, value) { max = fmax(max, html_number(value, "times")); }
    json_array_foreach(values, i, value) { put_value(out, value, seats, max, moves); }
    put_unused(out, json_object_get(table, "never"));
    text_puts(out, "</details>\n");
}

static void put_usage(Text *out, const json_t *report) {
    json_t *table, *use = json_object_get(report, "use");
    size_t i;
    if (!json_array_size(use))
        return;
    html_section(
        out, "What happens, and what is chosen",
        "How often each item came up, or was chosen when offered, and the win rate of the seats that had it, relative "
        "to an even share. This is only a correlation: a seat that is winning anyway may have an item more often.");
    json_array_foreach(use, i, table) { put_table(out, table, json_array_size(json_object_get(report, "seats"))); }
    html_section_end(out);
}

/* ---- the page ------------------------------------------------------------------------------------------- */

/* Number (from 1) of the entry furthest from an even share, among those whose interval excludes it; 0 if none. */
static size_t most_notable(const json_t *list, size_t n) {
    double even = 1.0 / (double)n, reach = 0;
    size_t i, notable = 0;
    json_t *one;
    json_array_foreach(list, i, one) {
        bool sure = html_number(one, "low") > even || html_number(one, "high") < even;
        double off = fabs(html_number(one, "win_share") - even);
        if (sure && off > reach)
            reach = off, notable = i + 1;
    }
    return notable;
}

/* The main result: whether all seats, and all positions in turn order, win equally often. */
static void headline(const json_t *report, char out[256]) {
    json_t *seats = json_object_get(report, "seats"), *places = json_object_get(report, "places");
    json_t *one = json_array_get(seats, 0);
    size_t n = json_array_size(seats), seat = n ? most_notable(seats, n) : 0, place = n ? most_notable(places, n) : 0;
    HtmlInterval interval;
    if (n < 2) {
        snprintf(out, 256, "%s wins %.1f %% of the games and scores %.1f points on average.", html_string(one, "bot"),
                 100 * html_number(one, "win_share"), html_number(one, "mean_score"));
        return;
    }
    if (!seat && !place) {
        snprintf(out, 256, "In these games, no seat wins more or less than its share by more than noise.");
        return;
    }
    one = seat ? json_array_get(seats, seat - 1) : json_array_get(places, place - 1);
    interval = json_interval(one, "win_share", (double)n);
    if (seat)
        snprintf(out, 256, "Seat %zu (%s) stands out: %.2f times its even share of the wins (%.2f to %.2f).", seat,
                 html_string(one, "bot"), interval.value, interval.low, interval.high);
    else
        snprintf(out, 256,
                 "The seats are balanced, but turn order matters: place %zu has %.2f times its even share of the wins "
                 "(%.2f to %.2f).",
                 place, interval.value, interval.low, interval.high);
}

static void put_tiles(Text *out, const json_t *report) {
    char text[HTML_TEXT_SIZE];
    const json_t *turns = json_object_get(json_object_get(report, "length"), "turns");
    html_grouped(html_integer(report, "games"), text);
    text_puts(out, "<div class=\"tiles\">");
    html_stat(out, text, json_is_true(json_object_get(report, "stopped")) ? "games, stopped early" : "games");
    snprintf(text, sizeof text, "%zu", json_array_size(json_object_get(report, "seats")));
    html_stat(out, text, "seats");
    snprintf(text, sizeof text, "%lld", html_integer(turns, "p50"));
    html_stat(out, text, "turns in the median game");
    snprintf(text, sizeof text, "%lld", html_integer(turns, "p95"));
    html_stat(out, text, "turns at most in 95 % of games");
    text_puts(out, "</div></header><main>\n");
}

void html_report(const json_t *report, const char *title, Text *out) {
    char sentence[256];
    html_head(out, title, "Results of many games between bots");
    headline(report, sentence);
    html_headline(out, sentence);
    put_tiles(out, report);
    put_wins(out, report);
    put_scores(out, report);
    put_length(out, report);
    put_decisions(out, report);
    put_drama(out, report);
    put_endings(out, report);
    put_economy(out, report);
    put_usage(out, report);
    html_section(out, "Source", "Everything needed to reproduce these figures.");
    html_source(out, json_object_get(report, "source"));
    html_section_end(out);
    html_footer(out);
}
