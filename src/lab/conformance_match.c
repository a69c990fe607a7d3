/* Replays a finished game through the match, with refused and discarded submissions and undos on the way. Also writes
 * and reads moves, positions, views and records. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "engine/fields.h"
#include "engine/record.h"
#include "lab/conformance_internal.h"

/* ---- moves and positions as text ------------------------------------------------------------------------ */

static bool check_move_text(ConformanceRun *run, Move move) {
    char text[MOVE_TEXT_SIZE], whole[MOVE_TEXT_SIZE];
    Move read = {0}, repeated = {0};
    move_write(run->rules, move, text);
    move_write_seat(run->rules, move, whole);
    bool same = move_read(run->rules, text, move.seat, &read, NULL) == SK_OK && move_equal(read, move) &&
                move_read_seat(run->rules, whole, &repeated, NULL) == SK_OK && move_equal(repeated, move);
    return check_invariant(run, INVARIANT_MOVE_TEXT, same, "`%s` reads back as a different move, or not at all.",
                           whole);
}

/* Writes the JSON as text, as in files and protocols, and parses it again. Frees `json`. */
static json_t *json_round_trip(json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT);
    json_t *read = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    json_decref(json);
    return read;
}

static bool check_position(ConformanceRun *run) {
    Err err = {0};
    Rules rules;
    State state;
    json_t *json = json_round_trip(position_json(run->rules, run->plan->pack->hash, &run->now));
    Status status = position_read(json, run->plan->pack, &rules, &state, &err);
    json_decref(json);
    bool same = !status && memcmp(&state, &run->now, run->size) == 0 && rules.seats == run->rules->seats &&
                memcmp(rules.option, run->rules->option, sizeof rules.option) == 0;
    return check_invariant(run, INVARIANT_POSITION, same,
                           "The current position reads back differently, or not at all: %s",
                           status ? err.text : "it differs.");
}

static bool check_view_json(ConformanceRun *run, unsigned v) {
    Err err = {0};
    State view;
    json_t *json = json_round_trip(state_json(run->rules, &run->view[v], true));
    Status status = state_read(run->rules, json, true, &view, &err);
    json_decref(json);
    return check_invariant(run, INVARIANT_POSITION, !status && memcmp(&view, &run->view[v], run->size) == 0,
                           "The view of %s reads back differently, or not at all: %s", viewer_for_report(run, v),
                           status ? err.text : "it differs.");
}

bool check_texts(ConformanceRun *run) {
    Move moves[STEPS_TRIED];
    unsigned n = run->now.head.node == NODE_OVER ? 0 : steps_list(run, &run->now, moves);
    for (unsigned i = 0; i < n && i < 16; i++)
        if (!check_move_text(run, moves[rng_below(&run->pick, n)]))
            return false;
    return check_position(run) && check_view_json(run, rng_below(&run->pick, run->viewers));
}

/* ---- the match ------------------------------------------------------------------------------------------ */

static bool match_is_at(const ConformanceRun *run, const Match *match, unsigned i) {
    unsigned count;
    const Move *moves = match_moves(match, &count);
    return count == i && hash_bytes(match_state(match), run->size, 0) == run->hashes[i] &&
           (i == 0 || memcmp(moves, run->moves, i * sizeof *moves) == 0);
}

static Status match_make(Match *match, Move move) {
    if (move.seat == CHANCE)
        return match_apply_outcome(match, move, NULL);
    return match_submit(match, &(Submission){move.seat, &move, 1, MATCH_NOW, 0}, NULL, NULL);
}

/* An illegal move, a legal one followed by an illegal one, and a discarded legal one must all change nothing. */
static bool check_refusals(ConformanceRun *run, Match *match, unsigned i) {
    Move move = run->moves[i], pair[2] = {move, move};
    Move wrong = {.kind = (uint8_t)run->kinds, .seat = move.seat};
    uint32_t version[VIEWERS_MAX];
    Err err = {0};
    pair[1].kind = (uint8_t)run->kinds;
    for (unsigned v = 0; v < run->viewers; v++)
        version[v] = match_version(match, run_viewer(run, v));
    bool refused;
    if (move.seat == CHANCE) {
        refused = match_apply_outcome(match, wrong, &err) != SK_OK &&
                  match_submit(match, &(Submission){0, pair, 1, MATCH_NOW, 0}, NULL, &err) != SK_OK;
    } else {
        refused = match_submit(match, &(Submission){move.seat, &wrong, 1, MATCH_NOW, 0}, NULL, &err) != SK_OK &&
                  match_submit(match, &(Submission){move.seat, pair, 2, MATCH_NOW, 0}, NULL, &err) != SK_OK &&
                  match_apply_outcome(match, move, &err) != SK_OK;
    }
    bool same = match_is_at(run, match, i);
    if (!check_invariant(run, INVARIANT_REFUSED_SUBMIT, refused && same && err.text,
                         "At step %u, an illegal submission %s.", i,
                         refused ? "changes the match, or is refused without a message" : "is accepted"))
        return false;
    refused = match_make(match, move) != SK_OK;
    match_discard(match);
    same = match_is_at(run, match, i);
    for (unsigned v = 0; v < run->viewers; v++)
        same = same && version[v] == match_version(match, run_viewer(run, v));
    return check_invariant(run, INVARIANT_REFUSED_SUBMIT, !refused && same,
                           "At step %u, a discarded submission changes the match, or a legal move is refused.", i);
}

static bool check_versions(ConformanceRun *run, const Match *match, const uint32_t before[VIEWERS_MAX], Move move) {
    unsigned count;
    const Event *events = match_events(match, &count);
    for (unsigned v = 0; v < run->viewers; v++) {
        unsigned viewer = run_viewer(run, v);
        Event told;
        bool concerned = move.seat == viewer;
        for (unsigned i = 0; i < count && !concerned; i++)
            concerned = event_for_viewer(&events[i], viewer, &told);
        if (!check_invariant(run, INVARIANT_VERSION, (match_version(match, viewer) != before[v]) == concerned,
                             "`%s` %s %s, but the version of that viewer says otherwise.", move_for_report(run, move),
                             concerned ? "concerns" : "does not concern", viewer_for_report(run, v)))
            return false;
    }
    return true;
}

/* Steps of others disable a seat's undo if and only if the seat was told about them. Otherwise, whether undo is
 * available would give hidden information away. */
static bool check_undo_tells_nothing(ConformanceRun *run, Match *match, unsigned i, const uint32_t *version,
                                     const bool *could) {
    Move move = run->moves[i];
    for (unsigned seat = 0; seat < run->rules->seats; seat++) {
        bool concerned = match_version(match, seat) != version[seat];
        if (seat != move.seat &&
            !check_invariant(run, INVARIANT_UNDO, match_can_undo(match, seat) == (could[seat] && !concerned),
                             "After `%s`, seat %u can%s undo its last move.", move_for_report(run, move), seat + 1,
                             match_can_undo(match, seat) ? "" : " no longer"))
            return false;
    }
    return true;
}

static bool check_undo(ConformanceRun *run, Match *match, unsigned i) {
    Move move = run->moves[i];
    if (move.seat == CHANCE || !match_can_undo(match, move.seat))
        return true;
    bool undone = match_undo(match, move.seat, NULL) == SK_OK;
    match_commit(match);
    if (!check_invariant(run, INVARIANT_UNDO, undone && match_is_at(run, match, i),
                         "Undoing `%s` does not restore the previous state.", move_for_report(run, move)))
        return false;
    bool repeated = match_make(match, move) == SK_OK;
    match_commit(match);
    return check_invariant(run, INVARIANT_UNDO, repeated && match_is_at(run, match, i + 1),
                           "After an undo, `%s` leads to a different state.", move_for_report(run, move));
}

static bool match_step(ConformanceRun *run, Match *match, unsigned i) {
    uint32_t version[VIEWERS_MAX];
    Move move = run->moves[i];
    if (sample_one_in(run, 4) && !check_refusals(run, match, i))
        return false;
    bool could[VIEWERS_MAX];
    for (unsigned v = 0; v < run->viewers; v++) {
        version[v] = match_version(match, run_viewer(run, v));
        could[v] = match_can_undo(match, run_viewer(run, v));
    }
    Status status = match_make(match, move);
    match_commit(match);
    if (!check_invariant(run, INVARIANT_MATCH, !status && match_is_at(run, match, i + 1),
                         "The match %s `%s` at step %u.", status ? "refuses" : "reaches a different state after",
                         move_for_report(run, move), i))
        return false;
    return check_versions(run, match, version, move) && check_undo_tells_nothing(run, match, i, version, could) &&
           (!sample_one_in(run, 2) || check_undo(run, match, i));
}

/* ---- the record ----------------------------------------------------------------------------------------- */

static Status record_read(ConformanceRun *run, const char *text, unsigned stop_at, Match **match, Err *err) {
    RecordHead head;
    Rules rules;
    Status status = record_read_head(text, "record", &head, err);
    if (!status)
        status = record_open_rules(&head, "record", run->plan->pack, &rules, err);
    return status ? status : record_load(&head, "record", &rules, stop_at, match, err);
}

static bool check_loads_to(ConformanceRun *run, const char *text, unsigned stop_at, unsigned count, const char *how) {
    Match *match = NULL;
    Err err = {0};
    char sentence[512] = "";
    Status status = record_read(run, text, stop_at, &match, &err);
    bool same = !status && match_is_at(run, match, count);
    if (status)
        err_format(&err, sentence, sizeof sentence);
    match_free(match);
    return check_invariant(run, INVARIANT_RECORD, same, "The record, %s, does not load to step %u: %s", how, count,
                           sentence);
}

/* A record cut after a line must load as a shorter game. A record cut anywhere must load or be refused. */
static bool check_cut_record(ConformanceRun *run, const char *text, size_t length) {
    char *cut = strdup(text);
    char *body = cut ? strstr(cut, "\nbegin\n") : NULL;
    if (!body) {
        free(cut);
        return check_invariant(run, INVARIANT_RECORD, false, "A record has no `begin` line.");
    }
    body += strlen("\nbegin\n");
    char *end = body + rng_below(&run->pick, (uint32_t)(length - (size_t)(body - cut)) + 1);
    char *line = strchr(end, '\n');
    unsigned count = 0;
    if (line)
        line[1] = '\0';
    for (const char *p = body; *p; p = strchr(p, '\n') + 1)
        count += *p != '=' && *p != 'e';
    bool ok = check_loads_to(run, cut, 0, count, "cut off after a line");
    cut[rng_below(&run->pick, (uint32_t)strlen(cut))] = '\0';
    Match *match = NULL;
    Err err = {0};
    Status status = record_read(run, cut, 0, &match, &err);
    ok = ok && check_invariant(run, INVARIANT_RECORD, status ? err.text && !match : match != NULL,
                               "A record cut off within a line is neither loaded nor properly refused.");
    match_free(match);
    free(cut);
    return ok;
}

static bool check_record(ConformanceRun *run, const Match *match) {
    Text text = {0}, repeated = {0};
    record_write(match, run->plan->pack->hash, NULL, &text);
    unsigned part = run->count ? 1 + rng_below(&run->pick, run->count) : 0;
    bool ok = check_loads_to(run, text_str(&text), 0, run->count, "whole") &&
              check_loads_to(run, text_str(&text), part, part, "read in part") &&
              check_cut_record(run, text_str(&text), text.len);
    Match *loaded = NULL;
    if (ok && record_read(run, text_str(&text), 0, &loaded, NULL) == SK_OK)
        record_write(loaded, run->plan->pack->hash, NULL, &repeated);
    ok = ok && check_invariant(run, INVARIANT_RECORD, strcmp(text_str(&text), text_str(&repeated)) == 0,
                               "A record that is loaded and written again differs.");
    match_free(loaded);
    text_free(&text);
    text_free(&repeated);
    return ok;
}

bool check_match(ConformanceRun *run) {
    Match *match = match_new(run->rules, NULL);
    bool ok = check_invariant(run, INVARIANT_MATCH, match && match_is_at(run, match, 0),
                              "A new match does not start from the set-up.");
    for (unsigned i = 0; i < run->count && ok; i++)
        ok = match_step(run, match, i);
    ok = ok && check_record(run, match);
    match_free(match);
    return ok;
}

void write_partial_record(ConformanceRun *run, Text *out) {
    Match *match = run->refused ? NULL : match_new(run->rules, NULL);
    Status status = SK_OK;
    for (unsigned i = 0; i < run->count && match && !status; i++)
        status = match_replay(match, (Line){.move = run->moves[i]}, NULL);
    if (match)
        record_write(match, run->plan->pack->hash, NULL, out);
    match_free(match);
}
