/* A report as a page. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/html_internal.h"

static HtmlInterval interval(const json_t *json, const char *value, double times) {
    return (HtmlInterval){times * html_number(json, value), times * html_number(json, "low"),
                          times * html_number(json, "high")};
}

static void times_text(HtmlInterval is, char out[HTML_WORDS_SIZE]) {
    snprintf(out, HTML_WORDS_SIZE, "%.3f (%.3f to %.3f)", is.value, is.low, is.high);
}

static void share_text(const json_t *json, const char *value, char out[HTML_WORDS_SIZE]) {
    snprintf(out, HTML_WORDS_SIZE, "%.1f %% (%.1f to %.1f)", 100 * html_number(json, value),
             100 * html_number(json, "low"), 100 * html_number(json, "high"));
}

/* ---- who wins ------------------------------------------------------------------------------------------- */

/* A scale that holds all the intervals and the even share, and is the same to both sides of it. */
static HtmlScale even_scale(const json_t *list, double seats) {
    double far = 0.1;
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) {
        far = fmax(far, fabs(seats * html_number(one, "low") - 1));
        far = fmax(far, fabs(seats * html_number(one, "high") - 1));
    }
    far = fmin(ceil(far * 10) / 10, fmax(seats - 1, 1));
    return (HtmlScale){fmax(0, 1 - far), 1 + far, 1};
}

static void put_seats(Text *out, const json_t *report, size_t seats) {
    json_t *list = json_object_get(report, "seats"), *one;
    HtmlScale scale = even_scale(list, (double)seats);
    size_t i;
    text_puts(out, "<h3>By seat</h3>\n");
    json_array_foreach(list, i, one) {
        char name[32], figure[HTML_WORDS_SIZE];
        HtmlInterval is = interval(one, "win_share", (double)seats);
        snprintf(name, sizeof name, "Seat %zu", i + 1);
        times_text(is, figure);
        html_row_interval(out, name, html_word(one, "bot"), (int)i, is, scale, figure);
    }
    html_axis(out, scale, false, "times the even share; the dashed line is the even share");
}

static void put_places(Text *out, const json_t *report, size_t seats) {
    json_t *list = json_object_get(report, "places"), *one;
    HtmlScale scale = even_scale(list, (double)seats);
    size_t i;
    if (!json_array_size(list))
        return;
    text_puts(out, "<h3>By place in turn order</h3>\n");
    json_array_foreach(list, i, one) {
        char name[32], figure[HTML_WORDS_SIZE];
        HtmlInterval is = interval(one, "win_share", (double)seats);
        snprintf(name, sizeof name, "Place %zu", i + 1);
        times_text(is, figure);
        html_row_interval(out, name, i ? "" : "decides first", -1, is, scale, figure);
    }
    html_axis(out, scale, false, "times the even share");
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
        char small[64], figure[HTML_WORDS_SIZE];
        HtmlInterval is = interval(json_object_get(one, "times_share"), "value", 1);
        snprintf(small, sizeof small, "wins: %lld, seats: %lld", html_whole(one, "wins"), html_whole(one, "seats"));
        times_text(is, figure);
        html_row_interval(out, html_word(one, "bot"), small, -1, is, scale, figure);
    }
    html_axis(out, scale, false, "times its even share");
}

static void put_wins(Text *out, const json_t *report) {
    json_t *seats = json_object_get(report, "seats");
    size_t n = json_array_size(seats);
    if (n < 2) {
        char figure[HTML_WORDS_SIZE];
        json_t *one = json_array_get(seats, 0);
        html_section(out, "How often it is won", "One at the table: the share of games won.");
        share_text(one, "win_share", figure);
        html_row_interval(out, html_word(one, "bot"), "", -1, interval(one, "win_share", 1), (HtmlScale){0, 1, -1},
                          figure);
        html_axis(out, (HtmlScale){0, 1, -1}, true, "share of games won");
    } else {
        html_section(out, "Who wins",
                     "A win shared by two is half a win for each. An interval that leaves out 1 is more than noise.");
        put_seats(out, report, n);
        put_bots(out, report);
        put_places(out, report, n);
    }
    html_section_end(out);
}

/* ---- scores, length, decisions -------------------------------------------------------------------------- */

static void box_of(const json_t *spread, double of[7]) {
    static const char *const keys[7] = {"least", "p5", "p25", "p50", "p75", "p95", "most"};
    for (unsigned i = 0; i < 7; i++)
        of[i] = html_number(spread, keys[i]);
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
        "Half of the games lie in the box, ninety of a hundred between the bars; the line in the box is the median.");
    json_array_foreach(seats, i, one) {
        double of[7];
        char name[32], figure[HTML_WORDS_SIZE];
        const json_t *score = json_object_get(one, "score");
        box_of(score, of);
        snprintf(name, sizeof name, "Seat %zu", i + 1);
        snprintf(figure, sizeof figure, "%.2f (%.2f to %.2f)", html_number(score, "mean"), html_number(score, "low"),
                 html_number(score, "high"));
        html_row_box(out, name, json_array_size(seats) > 1 ? (int)i : -1, of, scale, figure);
    }
    html_axis(out, scale, false, "points; beside them the mean with its interval");
    html_section_end(out);
}

static void put_length(Text *out, const json_t *report) {
    static const char *const what[] = {"turns", "steps", "decisions"};
    const json_t *length = json_object_get(report, "length");
    html_section(out, "How long a game takes", "With the tail: the longest games are those that people remember.");
    html_bins(out, json_object_get(json_object_get(length, "turns"), "bins"), "games by their number of turns");
    text_puts(out,
              "<div class=\"scroll\"><table><tr><th></th><th>mean</th><th>interval</th><th>half</th><th>95 of 100</th>"
              "<th>99 of 100</th><th>most</th></tr>");
    for (unsigned i = 0; i < 3; i++) {
        const json_t *one = json_object_get(length, what[i]);
        text_printf(out,
                    "<tr><td>%s</td><td>%.1f</td><td>%.1f to "
                    "%.1f</td><td>%lld</td><td>%lld</td><td>%lld</td><td>%lld</td></tr>",
                    what[i], html_number(one, "mean"), html_number(one, "low"), html_number(one, "high"),
                    html_whole(one, "p50"), html_whole(one, "p95"), html_whole(one, "p99"), html_whole(one, "most"));
    }
    text_puts(out, "</table></div>\n");
    html_section_end(out);
}

static void put_decisions(Text *out, const json_t *report) {
    json_t *one;
    size_t i;
    html_section(out, "Decisions",
                 "How often a seat is asked, among how many moves it may choose, and how often there is only one.");
    text_puts(
        out,
        "<div class=\"scroll\"><table><tr><th></th><th>a game</th><th>a turn</th><th>choices</th><th>forced</th></tr>");
    json_array_foreach(json_object_get(report, "seats"), i, one) {
        const json_t *turn = json_object_get(one, "decisions_a_turn"), *choices = json_object_get(one, "choices");
        char forced[HTML_WORDS_SIZE];
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
    char figure[HTML_WORDS_SIZE];
    if (!drama || html_whole(changes, "n") == 0)
        return;
    html_section(out, "How it goes",
                 "Points as they would be counted after each turn: who leads, and when that is settled.");
    text_puts(out, "<div class=\"tiles\">");
    snprintf(figure, sizeof figure, "%.2f", html_number(changes, "mean"));
    html_stat(out, figure, "changes of the lead a game");
    snprintf(figure, sizeof figure, "%.0f %%", html_number(json_object_get(drama, "decided_percent"), "mean"));
    html_stat(out, figure, "of a game is over when the winner leads for good");
    snprintf(figure, sizeof figure, "%.1f", html_number(json_object_get(drama, "made_up"), "mean"));
    html_stat(out, figure, "points the winner was behind at worst");
    text_puts(out, "</div>\n");
    share_text(json_object_get(drama, "comebacks"), "share", figure);
    html_row_interval(out, "Comebacks", "the winner was last at half-time", -1,
                      interval(json_object_get(drama, "comebacks"), "share", 1), (HtmlScale){0, 1, -1}, figure);
    share_text(json_object_get(drama, "decided_late"), "share", figure);
    html_row_interval(out, "Decided late", "in the last tenth", -1,
                      interval(json_object_get(drama, "decided_late"), "share", 1), (HtmlScale){0, 1, -1}, figure);
    html_axis(out, (HtmlScale){0, 1, -1}, true, "of the games with one winner");
    html_bins(out, json_object_get(json_object_get(drama, "decided_percent"), "bins"),
              "games by the hundredth at which the winner took the lead for good");
    html_section_end(out);
}

static void put_endings(Text *out, const json_t *report) {
    json_t *one;
    size_t i;
    html_section(out, "How games end", "Every reason that the rules know, also those that never came.");
    json_array_foreach(json_object_get(report, "endings"), i, one) {
        char figure[HTML_WORDS_SIZE];
        share_text(one, "share", figure);
        html_row_bar(out, html_word(one, "ending"), html_number(one, "share"), 1, figure);
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
                 "The mean of a seat after each round, over the games that got that far; the band is the "
                 "interval.");
    text_puts(out, "<div class=\"lines\">");
    json_array_foreach(things, i, one) {
        char figure[HTML_WORDS_SIZE];
        const json_t *rounds = json_object_get(one, "rounds");
        snprintf(figure, sizeof figure, "got %.1f, spent %.1f, end %.1f",
                 html_number(json_object_get(one, "got"), "mean"), html_number(json_object_get(one, "spent"), "mean"),
                 html_number(json_object_get(one, "end"), "mean"));
        html_line(out, html_word(one, "name"), rounds, figure);
    }
    text_puts(out, "</div>\n");
    html_section_end(out);
}

/* ---- use ------------------------------------------------------------------------------------------------ */

static void put_value(Text *out, const json_t *value, size_t seats, double most, bool moves) {
    char figure[HTML_WORDS_SIZE], small[HTML_WORDS_SIZE];
    const json_t *taken = json_object_get(value, "taken");
    if (taken)
        snprintf(small, sizeof small, "%lld of %lld offers, %.1f %%", html_whole(value, "times"),
                 html_whole(value, "offered"), 100 * html_number(taken, "share"));
    else
        snprintf(small, sizeof small, "%lld times%s", html_whole(value, "times"), moves ? ", aside" : "");
    if (html_whole(value, "holders") && seats > 1) {
        HtmlInterval is = interval(value, "times_share", 1);
        is.low = html_number(value, "low"), is.high = html_number(value, "high");
        snprintf(figure, sizeof figure, "won %.2f (%.2f to %.2f)", is.value, is.low, is.high);
        html_row_interval(out, html_word(value, "name"), small, -1, is, (HtmlScale){0, (double)seats, 1}, figure);
    } else {
        html_row_bar(out, html_word(value, "name"), html_number(value, "times"), most, small);
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
    bool moves = strncmp(html_word(table, "of"), "move", 4) == 0;
    double most = 0;
    size_t i;
    text_puts(out, "<details><summary>");
    html_escape(out, html_word(table, "of"));
    text_printf(out, " <small>%zu came up, %zu never</small></summary>\n", json_array_size(values),
                json_array_size(json_object_get(table, "never")));
    json_array_foreach(values, i, value) { most = fmax(most, html_number(value, "times")); }
    json_array_foreach(values, i, value) { put_value(out, value, seats, most, moves); }
    put_unused(out, json_object_get(table, "never"));
    text_puts(out, "</details>\n");
}

static void put_use(Text *out, const json_t *report) {
    json_t *table, *use = json_object_get(report, "use");
    size_t i;
    if (!json_array_size(use))
        return;
    html_section(
        out, "What comes up, and what is taken",
        "How often each thing came up or was taken of the offers, and how often a seat that had it won, measured by an "
        "even share. That is a correlation: who wins anyway may have it more often.");
    json_array_foreach(use, i, table) { put_table(out, table, json_array_size(json_object_get(report, "seats"))); }
    html_section_end(out);
}

/* ---- the page ------------------------------------------------------------------------------------------- */

/* Which of them is furthest from an even share, beyond its interval; 0 for none, otherwise its number. */
static size_t is_notable(const json_t *list, size_t n) {
    double even = 1.0 / (double)n, far = 0;
    size_t i, worst = 0;
    json_t *one;
    json_array_foreach(list, i, one) {
        bool sure = html_number(one, "low") > even || html_number(one, "high") < even;
        double off = fabs(html_number(one, "win_share") - even);
        if (sure && off > far)
            far = off, worst = i + 1;
    }
    return worst;
}

/* The one thing to take away: whether seats are alike, and places in turn order. */
static void headline(const json_t *report, char out[256]) {
    json_t *seats = json_object_get(report, "seats"), *places = json_object_get(report, "places");
    json_t *one = json_array_get(seats, 0);
    size_t n = json_array_size(seats), seat = n ? is_notable(seats, n) : 0, place = n ? is_notable(places, n) : 0;
    HtmlInterval is;
    if (n < 2) {
        snprintf(out, 256, "%s wins %.1f of 100 games and scores %.1f in the mean.", html_word(one, "bot"),
                 100 * html_number(one, "win_share"), html_number(one, "mean_score"));
        return;
    }
    if (!seat && !place) {
        snprintf(out, 256, "No seat wins more or less than its share by more than these games can tell from noise.");
        return;
    }
    one = seat ? json_array_get(seats, seat - 1) : json_array_get(places, place - 1);
    is = interval(one, "win_share", (double)n);
    if (seat)
        snprintf(out, 256, "Seat %zu (%s) stands out: %.2f times its even share of the wins (%.2f to %.2f).", seat,
                 html_word(one, "bot"), is.value, is.low, is.high);
    else
        snprintf(out, 256,
                 "The seats are alike, but turn order matters: place %zu has %.2f times its even share (%.2f to %.2f).",
                 place, is.value, is.low, is.high);
}

static void put_tiles(Text *out, const json_t *report) {
    char text[HTML_WORDS_SIZE];
    const json_t *turns = json_object_get(json_object_get(report, "length"), "turns");
    html_grouped(html_whole(report, "games"), text);
    text_puts(out, "<div class=\"tiles\">");
    html_stat(out, text, json_is_true(json_object_get(report, "stopped")) ? "games, stopped early" : "games");
    snprintf(text, sizeof text, "%zu", json_array_size(json_object_get(report, "seats")));
    html_stat(out, text, "at the table");
    snprintf(text, sizeof text, "%lld", html_whole(turns, "p50"));
    html_stat(out, text, "turns in the median game");
    snprintf(text, sizeof text, "%lld", html_whole(turns, "p95"));
    html_stat(out, text, "turns that 95 of 100 stay within");
    text_puts(out, "</div></header><main>\n");
}

void html_report(const json_t *report, const char *title, Text *out) {
    char sentence[256];
    html_head(out, title, "What came of many games between bots");
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
    put_use(out, report);
    html_section(out, "Where this comes from", "Enough to make every figure again.");
    html_source(out, json_object_get(report, "source"));
    html_section_end(out);
    html_footer(out);
}
