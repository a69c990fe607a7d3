#include "bots/program_requests.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bots/bot.h"
#include "engine/fields.h"
#include "engine/game_json.h"
#include "engine/json.h"
#include "engine/names.h"

/* ---- worlds --------------------------------------------------------------------------------------------- */

void worlds_clear(Worlds *worlds) {
    for (unsigned i = 0; i < worlds->count; i++)
        free(worlds->state[i]);
    free(worlds->state);
    worlds->state = NULL;
    worlds->count = worlds->capacity = worlds->open = 0;
}

static void *world_new(Worlds *worlds) {
    if (worlds->count == worlds->capacity) {
        unsigned capacity = worlds->capacity ? 2 * worlds->capacity : 64;
        void **more = realloc(worlds->state, capacity * sizeof *more);
        if (!more)
            return NULL;
        worlds->state = more;
        worlds->capacity = capacity;
    }
    void *state = calloc(1, worlds->rules->game->state_size);
    if (state) {
        worlds->state[worlds->count++] = state;
        worlds->open++;
    }
    return state;
}

static Status out_of_memory(Err *err) { return err_set(err, SK_IO, "Out of memory while creating a world.", ""); }

/* ---- members of a request ------------------------------------------------------------------------------- */

/* Reads a whole number from lo to hi. If it is missing, uses the fallback; a fallback below lo means it is required. */
static Status read_number(const json_t *in, const char *name, int lo, int hi, int fallback, int *out, Err *err) {
    const json_t *value = json_object_get(in, name);
    *out = fallback;
    if (!value && fallback >= lo)
        return SK_OK;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < lo || number > hi)
        return err_set(err, json_is_integer(value) ? SK_RANGE : SK_SYNTAX,
                       "{0} must be a whole number from {1} to {2}.", "sdd", name, lo, hi);
    *out = (int)number;
    return SK_OK;
}

static Status read_world(const Worlds *worlds, const json_t *in, const char *name, void **state, Err *err) {
    int number;
    *state = NULL;
    if (!worlds->view)
        return err_set(err, SK_TURN,
                       "There is no position before the first question; until then only `games` is allowed.", "");
    Status status = read_number(in, name, 1, INT32_MAX, 0, &number, err);
    if (status)
        return status;
    if ((unsigned)number <= worlds->count)
        *state = worlds->state[number - 1];
    return *state ? SK_OK
                  : err_set(err, SK_UNKNOWN,
                            "There is no world {0}; `worlds` creates worlds, and your answer closes them all.", "d",
                            number);
}

static Status read_seat(const Worlds *worlds, const json_t *in, unsigned *seat, Err *err) {
    int number;
    Status status = read_number(in, "seat", 1, worlds->rules->seats, (int)worlds->seat + 1, &number, err);
    *seat = (unsigned)number - 1;
    return status;
}

/* Parses a move with its seat, as in records (`2 dig 3`, `* die red`), or without one for the program's own seat. */
static Status read_move(const Worlds *worlds, const json_t *json, Move *move, Err *err) {
    const char *text = json_string_value(json);
    if (!text)
        return err_set(err, SK_SYNTAX, "moves must be the text of a move, or a list of such texts.", "");
    bool has_seat = *text == '*' || (*text >= '0' && *text <= '9');
    return has_seat ? move_read_seat(worlds->rules, text, move, err)
                    : move_read(worlds->rules, text, worlds->seat, move, err);
}

/* Checks and applies every move of the request to the state. */
static Status make_moves(const Worlds *worlds, const json_t *in, void *state, Err *err) {
    const json_t *moves = json_object_get(in, "moves");
    size_t n = json_is_array(moves) ? json_array_size(moves) : moves != NULL;
    if (n > WORLDS_MOVES_MAX)
        return err_set(err, SK_RANGE, "A list may contain at most {0} moves.", "d", (int)WORLDS_MOVES_MAX);
    for (size_t i = 0; i < n; i++) {
        Move move;
        Status status = read_move(worlds, json_is_array(moves) ? json_array_get(moves, i) : moves, &move, err);
        if (!status)
            status = rules_check(worlds->rules, state, move, err);
        if (status)
            return status;
        rules_apply(worlds->rules, state, move, NULL);
    }
    return SK_OK;
}

/* ---- answers -------------------------------------------------------------------------------------------- */

json_t *refusal_json(const Rules *rules, const Err *err) {
    static const char *const name[] = {"ok",    "syntax", "unknown", "range", "turn", "rule",
                                       "stale", "state",  "content", "io",    "usage"};
    Text text = {0};
    refusal_write(rules, err, &text);
    json_t *json_text = json_string(text_str(&text));
    if (!json_text) { /* it quotes input that is not UTF-8 */
        for (size_t i = 0; i < text.len; i++)
            if ((unsigned char)text.data[i] >= 0x80)
                text.data[i] = '?';
        json_text = json_string(text_str(&text));
    }
    text_free(&text);
    return json_pack("{s:s, s:o, s:o}", "status", name[err->status], "rule",
                     err->rule ? json_integer(err->rule) : json_null(), "text", json_text);
}

static json_t *summary_json(const Worlds *worlds, const json_t *in, const void *state) {
    const Head *head = state;
    return json_pack("{s:O, s:i, s:s, s:o, s:b}", "world", json_object_get(in, "world"), "turn", (int)head->turn,
                     "node", list_name(worlds->rules, "node", head->node), "to_act", seats_json(head->to_act), "over",
                     head->node == NODE_OVER);
}

static Status handle_games(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    (void)in;
    (void)err;
    *out = json_pack("{s:[o]}", "games", game_json(worlds->rules->game, worlds->pack));
    return SK_OK;
}

static void invent_world(Worlds *worlds, void *state) {
    worlds->rules->game->resample(worlds->rules, worlds->view, worlds->seat, &worlds->rng, state);
    ((Head *)state)->steps = 0; /* not known from the view */
}

/* Creates worlds from the view, or copies of a world. */
static Status handle_worlds(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    const Rules *rules = worlds->rules;
    int count;
    void *source = NULL;
    Status status = read_number(in, "count", 1, WORLDS_OPEN_MAX, 1, &count, err);
    if (!status && (json_object_get(in, "of") || !worlds->view))
        status = read_world(worlds, in, "of", &source, err);
    if (!status && worlds->open + (unsigned)count > WORLDS_OPEN_MAX)
        status = err_set(err, SK_RANGE, "At most {0} worlds can be open at once; `close` some first.", "d",
                         (int)WORLDS_OPEN_MAX);
    if (status)
        return status;
    json_t *numbers = json_array();
    for (int i = 0; i < count && !status; i++) {
        void *state = world_new(worlds);
        if (!state)
            status = out_of_memory(err);
        else if (source)
            memcpy(state, source, rules->game->state_size);
        else
            invent_world(worlds, state);
        json_array_append_new(numbers, json_integer(worlds->count));
    }
    *out = json_pack("{s:o}", "worlds", numbers);
    return status;
}

static Status handle_close(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    void *state;
    Status status = read_world(worlds, in, "world", &state, err);
    if (status)
        return status;
    free(state);
    worlds->state[json_integer_value(json_object_get(in, "world")) - 1] = NULL;
    worlds->open--;
    *out = json_pack("{s:O}", "closed", json_object_get(in, "world"));
    return SK_OK;
}

static Status handle_legal(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    void *state;
    unsigned seat;
    Status status = read_world(worlds, in, "world", &state, err);
    if (!status)
        status = read_seat(worlds, in, &seat, err);
    if (status)
        return status;
    *out = summary_json(worlds, in, state);
    json_object_set_new(*out, "seat", json_integer((json_int_t)seat + 1));
    json_object_set_new(*out, "moves", legal_json(worlds->rules, state, seat));
    return SK_OK;
}

/* Returns the full state of a world, or one seat's view of it. */
static Status handle_view(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    void *state;
    unsigned seat;
    bool whole = !json_object_get(in, "seat");
    State view = {0};
    Status status = read_world(worlds, in, "world", &state, err);
    if (!status)
        status = read_seat(worlds, in, &seat, err);
    if (status)
        return status;
    if (!whole)
        worlds->rules->game->observe(worlds->rules, state, seat, &view);
    *out = summary_json(worlds, in, state);
    if (!whole)
        json_object_set_new(*out, "seat", json_integer((json_int_t)seat + 1));
    json_object_set_new(*out, whole ? "state" : "view", state_json(worlds->rules, whole ? state : &view, !whole));
    return SK_OK;
}

static Status handle_chance(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    void *state;
    Status status = read_world(worlds, in, "world", &state, err);
    if (status)
        return status;
    if (state_head(state)->node != NODE_CHANCE)
        return err_set(err, SK_TURN, "No dice or cards are drawn now.", "");
    *out = summary_json(worlds, in, state);
    json_object_set_new(*out, "outcomes", outcomes_json(worlds->rules, state));
    return SK_OK;
}

static void put_score(const Rules *rules, const void *state, json_t *out) {
    Score score = {0};
    rules->game->score(rules, state, &score);
    json_object_set_new(out, "ending", json_string(rules->game->endings[score.ending]));
    json_object_set_new(out, "seats", score_json(rules, &score));
}

static Status handle_score(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    void *state;
    Status status = read_world(worlds, in, "world", &state, err);
    if (status)
        return status;
    *out = summary_json(worlds, in, state);
    put_score(worlds->rules, state, *out);
    return SK_OK;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

static void draw(Worlds *worlds, void *state, bool all) {
    Odds odds;
    while (state_head(state)->node == NODE_CHANCE) {
        rules_apply(worlds->rules, state, rules_draw_outcome(worlds->rules, state, &odds, &worlds->rng), NULL);
        if (!all)
            return;
    }
}

/* Applies moves and outcomes to a world. If one is refused, the world does not change. */
static Status handle_play(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    const json_t *drawn = json_object_get(in, "draw");
    const char *how = json_string_value(drawn);
    void *state;
    State next;
    Status status = read_world(worlds, in, "world", &state, err);
    if (!status && drawn && (!how || (strcmp(how, "one") != 0 && strcmp(how, "all") != 0)))
        status = err_set(err, SK_UNKNOWN, "draw must be \"one\" or \"all\".", "");
    if (status)
        return status;
    memcpy(&next, state, worlds->rules->game->state_size);
    status = make_moves(worlds, in, &next, err);
    if (status)
        return status;
    if (how)
        draw(worlds, &next, strcmp(how, "all") == 0);
    memcpy(state, &next, worlds->rules->game->state_size);
    *out = summary_json(worlds, in, state);
    if (state_head(state)->node == NODE_OVER)
        put_score(worlds->rules, state, *out);
    return SK_OK;
}

/* Sums over the playouts of one request. */
typedef struct Sums {
    unsigned times;
    int64_t points[SEATS_MAX];
    double wins[SEATS_MAX]; /* a first place shared by m seats counts as 1/m */
} Sums;

static void sums_add(Sums *sums, const Score *score, unsigned seats) {
    unsigned first = 0;
    for (unsigned i = 0; i < seats; i++)
        first += score->place[i] == 1;
    for (unsigned i = 0; i < seats; i++) {
        sums->points[i] += score->points[i];
        sums->wins[i] += score->place[i] == 1 ? 1.0 / first : 0;
    }
    sums->times++;
}

static json_t *sums_json(const Sums *sums, unsigned seats) {
    json_t *out = json_array();
    for (unsigned i = 0; i < seats; i++)
        json_array_append_new(out,
                              json_pack("{s:i, s:f, s:f}", "seat", (int)i + 1, "points",
                                        (double)sums->points[i] / sums->times, "wins", sums->wins[i] / sums->times));
    return out;
}

/* How a world is played out. */
typedef struct PlayoutSpec {
    const Bot *bot; /* plays every seat, from that seat's view */
    unsigned turns; /* turns to play; 0: to the end */
    unsigned times; /* number of playouts */
} PlayoutSpec;

static Status read_playout_spec(const json_t *in, PlayoutSpec *spec, Err *err) {
    const json_t *bot = json_object_get(in, "bot");
    int times = 0, turns = 0;
    spec->bot = bot_find(!bot ? "random" : json_is_string(bot) ? json_string_value(bot) : "");
    Status status = spec->bot ? SK_OK : err_set(err, SK_UNKNOWN, "bot must be the name of a built-in bot.", "");
    if (!status)
        status = read_number(in, "times", 1, WORLDS_TIMES_MAX, 1, &times, err);
    if (!status)
        status = read_number(in, "turns", 0, UINT16_MAX, 0, &turns, err);
    spec->times = (unsigned)times;
    spec->turns = (unsigned)turns;
    return status;
}

static void bot_move(Worlds *worlds, const PlayoutSpec *spec, void *state) {
    const Rules *rules = worlds->rules;
    unsigned seat = bits_first(state_head(state)->to_act);
    State view = {0};
    Move move;
    rules->game->observe(rules, state, seat, &view);
    BotQuery query = {.rules = rules, .view = &view, .seat = seat, .seed = rng_next(&worlds->rng), .in_playout = true};
    spec->bot->choose(&query, &move);
    rules_apply(rules, state, move, NULL);
}

static bool time_is_up(const Worlds *worlds) { return worlds->is_out_of_time && worlds->is_out_of_time(worlds->ctx); }

static void playout_run(Worlds *worlds, const PlayoutSpec *spec, void *state) {
    Move moves[LEGAL_MAX];
    unsigned last = state_head(state)->turn + spec->turns;
    while (state_head(state)->node != NODE_OVER && (!spec->turns || state_head(state)->turn < last) &&
           (spec->bot->ignores_view || !time_is_up(worlds))) {
        draw(worlds, state, true);
        if (state_head(state)->node == NODE_OVER)
            return;
        if (spec->bot->ignores_view)
            rules_apply(worlds->rules, state, rules_random_move(worlds->rules, state, &worlds->rng, moves), NULL);
        else
            bot_move(worlds, spec, state);
    }
}

/* Plays a world out several times after the given moves. The world itself does not change. */
static Status handle_playout(Worlds *worlds, const json_t *in, json_t **out, Err *err) {
    const Rules *rules = worlds->rules;
    void *state;
    State from, played;
    PlayoutSpec spec;
    Sums sums = {0};
    Status status = read_world(worlds, in, "world", &state, err);
    if (!status)
        status = read_playout_spec(in, &spec, err);
    if (status)
        return status;
    memcpy(&from, state, rules->game->state_size);
    status = make_moves(worlds, in, &from, err);
    if (status)
        return status;
    do {
        Score score = {0};
        memcpy(&played, &from, rules->game->state_size);
        playout_run(worlds, &spec, &played);
        rules->game->score(rules, &played, &score);
        sums_add(&sums, &score, rules->seats);
    } while (sums.times < spec.times && !time_is_up(worlds));
    *out = json_pack("{s:O, s:i, s:o}", "world", json_object_get(in, "world"), "times", (int)sums.times, "seats",
                     sums_json(&sums, rules->seats));
    return SK_OK;
}

/* ---- requests ------------------------------------------------------------------------------------------- */

enum { MEMBERS_MAX = 6 };
typedef struct RequestSpec {
    const char *name; /* NULL ends the table */
    Status (*run)(Worlds *worlds, const json_t *in, json_t **out, Err *err);
    const char *member[MEMBERS_MAX]; /* allowed members, apart from `do` */
} RequestSpec;

static const RequestSpec requests[] = {
    {"games", handle_games, {0}},
    {"worlds", handle_worlds, {"count", "of"}},
    {"legal", handle_legal, {"world", "seat"}},
    {"view", handle_view, {"world", "seat"}},
    {"chance", handle_chance, {"world"}},
    {"score", handle_score, {"world"}},
    {"play", handle_play, {"world", "moves", "draw"}},
    {"playout", handle_playout, {"world", "moves", "times", "turns", "bot"}},
    {"close", handle_close, {"world"}},
    {0},
};

/* Refuses unknown members, which are probably misspelt. */
static Status check_members(const RequestSpec *request, const json_t *in, Err *err) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)in, name, value) {
        bool known = strcmp(name, "do") == 0;
        for (unsigned i = 0; i < MEMBERS_MAX && request->member[i]; i++)
            known |= strcmp(name, request->member[i]) == 0;
        if (!known)
            return err_set(err, SK_SYNTAX, "{0} has no member {1}.", "ss", request->name, name);
    }
    return SK_OK;
}

json_t *program_request_answer(Worlds *worlds, const json_t *in, Err *err) {
    const char *name = json_string_value(json_object_get(in, "do"));
    const RequestSpec *request = requests;
    json_t *out = NULL;
    *err = (Err){0};
    while (name && request->name && strcmp(request->name, name) != 0)
        request++;
    Status status = name && request->name
                        ? check_members(request, in, err)
                        : err_set(err, SK_UNKNOWN,
                                  "do must be games, worlds, legal, view, chance, score, play, playout or close.", "");
    if (!status)
        status = request->run(worlds, in, &out, err);
    if (status) {
        json_decref(out);
        out = json_pack("{s:o}", "error", refusal_json(worlds->rules, err));
    }
    return out;
}
