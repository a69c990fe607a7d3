/* Writes the report as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "base/hash.h"
#include "lab/lab_internal.h"
#include "lab/metrics.h"
#include "lab/tally_codec.h"

json_t *lab_share_json(uint64_t count, Interval share) {
    return json_pack("{s:I, s:f, s:f, s:f}", "count", (json_int_t)count, "share", share.value, "low", share.low, "high",
                     share.high);
}

json_t *lab_spread_json(const Hist *hist) {
    Interval mean = hist_mean(hist);
    json_t *json = json_pack("{s:I, s:f, s:f, s:f, s:i}", "n", (json_int_t)hist->n, "mean", mean.value, "low", mean.low,
                             "high", mean.high, "least", (int)hist->min);
    for (unsigned i = 0; i < PERCENTS; i++) {
        char key[16];
        snprintf(key, sizeof key, "p%u", lab_percents[i]);
        json_object_set_new(json, key, json_integer(hist_quantile(hist, lab_percents[i])));
    }
    json_object_set_new(json, "most", json_integer(hist->max));
    return json;
}

/* The histogram in at most BINS bins of equal width, for a chart. */
json_t *lab_bins_json(const Hist *hist) {
    enum { BINS = 48 };
    if (hist->n == 0)
        return json_null();
    int32_t lo = hist_slot(hist->min), hi = hist_slot(hist->max), width = (hi - lo) / BINS + 1;
    json_t *counts = json_array();
    for (int32_t from = lo; from <= hi; from += width) {
        uint64_t sum = 0;
        for (int32_t value = from; value < from + width && value <= hi; value++)
            sum += hist->count[value - hist->from];
        json_array_append_new(counts, json_integer((json_int_t)sum));
    }
    return json_pack("{s:i, s:i, s:o}", "from", (int)lo, "width", (int)width, "counts", counts);
}

static json_t *parts_json(const LabSetup *setup, const LabTally *tally, const LabSeat *seat) {
    const char *const *parts = setup->rules->game->parts;
    json_t *json = json_object();
    for (unsigned p = 0; parts && parts[p]; p++)
        json_object_set_new(json, parts[p], json_real(lab_ratio((double)seat->part[p].sum, (double)tally->games)));
    return json;
}

static json_t *ratio_json(Interval ratio, uint64_t n) {
    return json_pack("{s:I, s:f, s:f, s:f}", "n", (json_int_t)n, "value", ratio.value, "low", ratio.low, "high",
                     ratio.high);
}

static json_t *seat_json(const LabSetup *setup, const LabTally *tally, unsigned i) {
    const LabSeat *seat = &tally->seat[i];
    Interval share = lab_win_share(tally, seat->win_units);
    LabLineup lineup = lab_lineup_init(setup);
    char bot[BOT_SIZE];
    lab_seat_bot(setup, &lineup, i, bot);
    json_t *json = json_pack("{s:i, s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:f}", "seat", (int)i + 1, "bot", bot, "wins",
                             (json_int_t)seat->wins, "ties", (json_int_t)seat->ties, "win_share", share.value, "low",
                             share.low, "high", share.high, "mean_score", hist_mean(&seat->points).value, "times_share",
                             setup->rules->seats * share.value);
    json_object_update_new(json, json_pack("{s:o, s:o, s:I, s:I, s:f, s:I, s:o, s:o, s:o}", "score",
                                           lab_spread_json(&seat->points), "parts", parts_json(setup, tally, seat),
                                           "decisions", (json_int_t)seat->forced.total, "forced",
                                           (json_int_t)seat->forced.hits, "mean_choices",
                                           ratio_mean(&seat->choices).value, "asides", (json_int_t)seat->asides,
                                           "forced_share", ratio_json(ratio_share(&seat->forced), seat->forced.total),
                                           "choices", ratio_json(ratio_mean(&seat->choices), seat->choices.total),
                                           "decisions_a_turn", ratio_json(ratio_mean(&seat->pace), seat->pace.total)));
    return json;
}

static json_t *bots_json(const LabSetup *setup, const LabTally *tally, const LabLineup *lineup) {
    json_t *list = json_array();
    for (unsigned i = 0; i < lineup->bots; i++) {
        const LabBot *bot = &tally->bot[i];
        Interval share = ratio_share(&bot->share), decided = ratio_share(&bot->decided);
        double times = (double)setup->rules->seats / lineup->seat_count[i];
        char name[BOT_SIZE];
        lab_bot_name(lineup->bot[i], name);
        json_t *one =
            json_pack("{s:s, s:i, s:I, s:I, s:I, s:f, s:f, s:f}", "bot", name, "seats", (int)lineup->seat_count[i],
                      "wins", (json_int_t)bot->wins, "ties", (json_int_t)bot->ties, "losses", (json_int_t)bot->losses,
                      "win_share", share.value, "low", share.low, "high", share.high);
        json_object_update_new(one, json_pack("{s:{s:f, s:f, s:f}, s:{s:f, s:f, s:f}, s:o}", "times_share", "value",
                                              times * share.value, "low", times * share.low, "high", times * share.high,
                                              "of_decided", "value", decided.value, "low", decided.low, "high",
                                              decided.high, "score", lab_spread_json(&bot->points)));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *places_json(const LabSetup *setup, const LabTally *tally, uint64_t games) {
    json_t *list = json_array();
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        const LabTurnPosition *place = &tally->turn_position[i];
        Interval share = stats_share((double)place->win_units / WIN_UNITS, (double)games);
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
    for (unsigned i = 1; endings[i] && i < LAB_ENDINGS_MAX; i++) {
        json_t *one = lab_share_json(tally->ending[i], stats_share((double)tally->ending[i], (double)tally->games));
        json_object_set_new(one, "ending", json_string(endings[i]));
        json_array_append_new(list, one);
    }
    return list;
}

json_t *lab_source_json(const LabSetup *setup, const LabSource *source) {
    char hash[HASH_TEXT_SIZE], value[16], seed[NUMBER_SIZE];
    json_t *options = json_object();
    for (unsigned i = 0; setup->rules->game->options && setup->rules->game->options[i].name; i++)
        json_object_set_new(options, setup->rules->game->options[i].name,
                            json_string(rules_option_text(setup->rules, i, value)));
    hash_write(source->content, hash);
    snprintf(seed, sizeof seed, "%" PRIu64,
             setup->seed); /* as a string, because many JSON parsers lose digits of large numbers */
    return json_pack("{s:s, s:i, s:s, s:o, s:s, s:I, s:s}", "version", source->version, "rules",
                     setup->rules->game->version, "content", hash, "options", options, "seed", seed, "games_asked",
                     (json_int_t)source->games_asked, "command", source->command);
}

/* The complete tally, for --resume. */
static json_t *counts_json(const LabSetup *setup, const LabTally *tally) {
    TallyBuffer buffer = {0};
    Text text = {0};
    tally_buffer_from_tally(setup, tally, &buffer);
    tally_buffer_write(&buffer, &text);
    json_t *json = text.out_of_memory ? NULL : json_string(text_str(&text));
    tally_buffer_free(&buffer);
    text_free(&text);
    return json;
}

json_t *lab_json(const LabSetup *setup, const LabReport *report, const LabSource *source) {
    const LabTally *tally = &report->tally;
    json_t *seats = json_array();
    for (unsigned i = 0; i < setup->rules->seats; i++)
        json_array_append_new(seats, seat_json(setup, tally, i));
    uint64_t with_first = lab_games_with_first_decider(setup, tally);
    json_t *json = json_pack("{s:s, s:I, s:b, s:o, s:{s:o, s:o, s:o}, s:o, s:o}", "game", setup->rules->game->id,
                             "games", (json_int_t)tally->games, "stopped", report->stopped, "seats", seats, "length",
                             "turns", lab_spread_json(&tally->turns), "steps", lab_spread_json(&tally->steps),
                             "decisions", lab_spread_json(&tally->decisions), "endings", endings_json(setup, tally),
                             "source", lab_source_json(setup, source));
    json_object_set_new(json_object_get(json_object_get(json, "length"), "turns"), "bins",
                        lab_bins_json(&tally->turns));
    LabLineup lineup = lab_lineup_init(setup);
    json_object_set_new(json, "rotations", json_integer(lineup.set));
    json_object_set_new(json, "bots", bots_json(setup, tally, &lineup));
    if (with_first)
        json_object_set_new(json, "places", places_json(setup, tally, with_first));
    if (setup->per_turn_stats && setup->rules->seats > 1)
        json_object_set_new(json, "drama", lab_drama_json(tally));
    if (tally->economy)
        json_object_set_new(json, "economy", lab_economy_json(setup, tally));
    if (setup->programs)
        json_object_set_new(json, "programs", lab_programs_json(setup->programs, setup->rules));
    if (setup->use)
        json_object_set_new(json, "use", usage_json(setup->use, tally->use));
    json_object_set_new(json, "figures", lab_metrics_json(setup, report));
    json_object_set_new(json, "counts", counts_json(setup, tally));
    return json;
}
