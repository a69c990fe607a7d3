/* Writes the complete analysis as JSON. */
#include <math.h>

#include "engine/json.h"
#include "engine/names.h"
#include "review/analyze_report.h"

static json_t *real(double x) { return json_real(round(x * 100000) / 100000); }

static json_t *by_seat(const Analysis *a, const double *value) {
    json_t *out = json_array();
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        json_array_append_new(out, real(value[seat]));
    return out;
}

static json_t *text_json(const Text *text) { return json_string(text_str(text)); }

static json_t *viewer_name(unsigned viewer) {
    if (viewer == ANALYZE_ALL)
        return json_string("all");
    return viewer == SPECTATOR ? json_string("spectator") : json_integer((json_int_t)viewer + 1);
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

static json_t *luck_json(const AnalyzeLuck *luck) {
    return json_pack("{s:i, s:o, s:o}", "count", (int)luck->count, "sum", real(luck->sum), "usual",
                     real(sqrt(luck->spread)));
}

static json_t *seat_json(const AnalyzeReport *r, unsigned seat) {
    const Analysis *a = r->analysis;
    const AnalyzeSeat *own = &a->seat[seat];
    Text name = {0};
    json_t *kinds = json_object(), *worst = json_array(), *luck = luck_json(&own->luck);
    voice_seat(&r->voice, seat, &name);
    for (unsigned kind = 0; a->over && kind < ANALYZE_KINDS_MAX; kind++)
        if (own->kind[kind].count)
            json_object_set_new(kinds, a->rules->game->moves[kind].name, luck_json(&own->kind[kind]));
    for (unsigned i = 0; i < own->worst_count; i++)
        json_array_append_new(worst, json_integer(own->worst[i]));
    json_object_set_new(luck, "kinds", kinds);
    json_t *out = json_pack("{s:i, s:o, s:o, s:o, s:i, s:i, s:i, s:i, s:o, s:o, s:o}", "seat", (int)seat + 1, "name",
                            text_json(&name), "first", real(a->first[seat]), "last",
                            real(a->steps ? a->step[a->steps - 1].chance[seat] : a->first[seat]), "decisions",
                            (int)own->decisions, "judged", (int)own->judged, "good", (int)own->good, "open",
                            (int)own->unclear, "loss", real(own->loss), "worst", worst, "luck", luck);
    text_free(&name);
    return out;
}

/* ---- steps ---------------------------------------------------------------------------------------------- */

/* Whether the viewer may know the move of a step. */
static bool is_known(const Analysis *a, const AnalyzeStep *step) {
    return a->options.viewer == ANALYZE_ALL || a->options.viewer == step->move.seat;
}

static json_t *step_json(const Analysis *a, unsigned i) {
    const AnalyzeStep *step = &a->step[i];
    bool is_outcome = step->move.seat == CHANCE;
    json_t *out =
        json_pack("{s:i, s:i, s:o}", "step", (int)i, "turn", (int)step->turn, "chance", by_seat(a, step->chance));
    if (a->over)
        json_object_set_new(out, "line", json_integer(step->line));
    json_object_set_new(out, "seat", is_outcome ? json_null() : json_integer(step->move.seat + 1));
    if (is_known(a, step)) {
        char text[MOVE_TEXT_SIZE];
        move_write(a->rules, step->move, text);
        json_object_set_new(out, "move", json_string(text));
    }
    if (is_outcome) {
        double usual[SEATS_MAX];
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            usual[seat] = sqrt(step->spread[seat]);
        json_object_set_new(out, "luck", by_seat(a, step->luck));
        json_object_set_new(out, "usual", by_seat(a, usual));
    }
    return out;
}

static json_t *candidate_json(const Rules *rules, const Voice *voice, const BotCandidate *candidate) {
    json_t *out = move_json(rules, candidate->move[0]), *then = json_array(), *labels = json_array();
    Text label = {0}, next = {0};
    char text[MOVE_TEXT_SIZE];
    for (unsigned i = 1; i < candidate->n; i++) {
        move_write(rules, candidate->move[i], text);
        json_array_append_new(then, json_string(text));
        text_clear(&next);
        voice_move(voice, candidate->move[i], &next);
        json_array_append_new(labels, text_json(&next));
    }
    voice_move(voice, candidate->move[0], &label);
    json_object_set_new(out, "label", text_json(&label));
    json_object_set_new(out, "then", then);
    json_object_set_new(out, "then_labels", labels);
    text_free(&label);
    text_free(&next);
    return out;
}

static json_t *decision_json(const AnalyzeReport *r, unsigned i) {
    const Analysis *a = r->analysis;
    const AnalyzeDecision *d = &a->decision[i];
    json_t *reasons = json_array();
    BotCandidate played = {.n = 1, .move = {d->played}};
    bool judged = d->games || d->candidates == 1;
    for (unsigned k = 0; k < d->reasons; k++)
        json_array_append_new(reasons, json_string(d->reason[k]));
    json_t *out = json_pack(
        "{s:i, s:i, s:i, s:i, s:o, s:o, s:i, s:i, s:b, s:b, s:b, s:b}", "decision", (int)i, "step", (int)d->step,
        "turn", (int)d->turn, "seat", (int)d->seat + 1, "played", candidate_json(a->rules, &r->voice, &played), "best",
        candidate_json(a->rules, &r->voice, &d->best), "candidates", (int)d->candidates, "games", (int)d->games,
        "judged", judged, "sure", d->is_significant, "open", d->is_unclear, "checked", d->checked);
    json_object_set_new(out, "chance", d->games ? real(d->chance) : json_null());
    json_object_set_new(out, "better", d->games ? real(d->best_chance) : json_null());
    json_object_set_new(out, "loss", real(d->loss));
    json_object_set_new(out, "error", real(d->error));
    json_object_set_new(out, "reasons", reasons);
    return out;
}

static json_t *turning_point_json(const AnalyzeReport *r, unsigned i) {
    const Analysis *a = r->analysis;
    const TurningPoint *m = &a->turning_point[i];
    Text what = {0};
    turning_point_text(r, m, &what);
    json_t *out =
        json_pack("{s:i, s:i, s:i, s:i, s:b, s:o, s:o, s:i, s:o, s:o}", "number", (int)i + 1, "from", (int)m->from,
                  "to", (int)m->to - 1, "turn", (int)a->step[m->from].turn, "by_luck", m->luck, "seat",
                  m->luck ? json_null() : json_integer((json_int_t)m->seat + 1), "swing", by_seat(a, m->swing), "most",
                  (int)m->most_affected + 1, "loss", real(m->loss), "said", text_json(&what));
    text_free(&what);
    return out;
}

json_t *analyze_json(const AnalyzeReport *r) {
    const Analysis *a = r->analysis;
    json_t *seats = json_array(), *steps = json_array(), *decisions = json_array(), *turning_points = json_array();
    Text title = {0};
    title_text(r, &title);
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        json_array_append_new(seats, seat_json(r, seat));
    for (unsigned i = 0; i < a->steps; i++)
        json_array_append_new(steps, step_json(a, i));
    for (unsigned i = 0; i < a->decisions; i++)
        json_array_append_new(decisions, decision_json(r, i));
    for (unsigned i = 0; i < a->turning_points; i++)
        json_array_append_new(turning_points, turning_point_json(r, i));
    json_t *out =
        json_pack("{s:s, s:o, s:o, s:o, s:s, s:b, s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "game", a->rules->game->id,
                  "options", rules_options_json(a->rules), "title", text_json(&title), "knowledge",
                  viewer_name(a->options.viewer), "judged_by", a->points ? "points" : "chance", "over", a->over,
                  "turns", (int)a->turns, "games", (int)a->games, "first", by_seat(a, a->first), "seats", seats,
                  "steps", steps, "decisions", decisions, "moments", turning_points);
    text_free(&title);
    return out;
}
