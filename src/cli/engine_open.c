/* The engine protocol: games come and go. A Seating is built aside; only a whole one gets a handle. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/engine_request.h"
#include "engine/fields.h"
#include "engine/json.h"
#include "engine/registry.h"

/* ---- parts ---------------------------------------------------------------------------------------------- */

/* The built-in pack (of a record: the one it was played with, 0: today's), or that with the request's content over it.
 */
static Status open_pack(Call *call, Seating *seating, const char *id, uint64_t hash) {
    const json_t *over = json_object_get(call->in, "content");
    const Pack *builtin = hash && !over ? builtin_pack_of(id, hash, &call->err) : builtin_pack(id, &call->err);
    seating->pack = builtin;
    if (!builtin)
        return err_say(&call->err, SK_UNKNOWN, "There is no game {0}; `games` lists them.", "s", id);
    if (!over)
        return SK_OK;
    json_t *base = pack_parse(builtin_find(id)->content_json, id, &call->err);
    OwnPack *own = base ? calloc(1, sizeof *own) : NULL;
    Status status = base ? SK_OK : call->err.status;
    if (base && !own)
        status = err_say(&call->err, SK_IO, "There is not enough memory for this content.", "");
    if (own)
        status = pack_load_json(&own->pack, builtin->game, base, over, "content", &call->err);
    json_decref(base);
    if (status) {
        free(own);
        return status;
    }
    own->users = 1;
    seating->own = own;
    seating->pack = &own->pack;
    return SK_OK;
}

/* chance and seed. Without a seed one comes from the system, small enough for any reader of JSON numbers. */
static Status open_dice(Call *call, Seating *seating) {
    const char *chance = call_string(call, "chance");
    if (chance && strcmp(chance, "drawn") != 0 && strcmp(chance, "manual") != 0)
        return err_say(&call->err, SK_UNKNOWN, "chance must be \"drawn\" or \"manual\", not {0}.", "s", chance);
    seating->manual = chance && strcmp(chance, "manual") == 0;
    seating->dice = dice_seeded((uint64_t)call_count(call, "seed", (json_int_t)(cli_random_seed() >> 11)));
    return SK_OK;
}

/* Records keep a name as the rest of a line. */
static bool name_prints(const char *name) {
    unsigned char first = (unsigned char)name[0], last = (unsigned char)name[strlen(name) - 1];
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            return false;
    return (first >= 0x80 || isalnum(first)) && last != ' ';
}

/* Who sits where, for the record alone. */
static Status open_names(Call *call, Seating *seating) {
    const json_t *names = json_object_get(call->in, "names");
    if (json_array_size(names) > seating->rules.seats)
        return err_say(&call->err, SK_RANGE, "There are more names than seats; this game has {0}.", "d",
                       seating->rules.seats);
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name || !*name || strlen(name) >= NAME_SIZE)
            return err_say(&call->err, SK_SYNTAX, "Name {0} must be a string of 1 to {1} bytes.", "dd", (int)i + 1,
                           NAME_SIZE - 1);
        if (!name_prints(name))
            return err_say(&call->err, SK_SYNTAX,
                           "Name {0} must begin with a letter or digit, with blanks only between words.", "d",
                           (int)i + 1);
        snprintf(seating->name[i], NAME_SIZE, "%s", name);
    }
    return SK_OK;
}

/* The match is made: from here on nothing fails. */
static Status open_done(Call *call, Seating *seating, unsigned viewer) {
    session_keep(call, seating);
    reply_told(call, seating, viewer);
    reply_put(call, "game", json_string(seating->rules.game->id));
    reply_put(call, "seats", json_integer(seating->rules.seats));
    reply_put(call, "chance", json_string(seating->manual ? "manual" : "drawn"));
    reply_put(call, "seed", json_integer((json_int_t)seating->dice.seed));
    return SK_OK;
}

/* ---- requests ------------------------------------------------------------------------------------------- */

static Status new_rules(Call *call, Seating *seating) {
    json_int_t seats = call_count(call, "seats", 0);
    Status status = open_pack(call, seating, call_string(call, "game"), 0);
    if (!status)
        status = open_dice(call, seating);
    if (!status && json_object_get(call->in, "seats") && (seats < 1 || seats > SEATS_MAX))
        status = err_say(&call->err, SK_RANGE, "seats must be from {0} to {1} in this game.", "dd",
                         seating->pack->game->seats_min, seating->pack->game->seats_max);
    if (!status)
        status = rules_open(&seating->rules, seating->pack, (unsigned)seats, &call->err);
    if (!status)
        status = rules_options_read(&seating->rules, json_object_get(call->in, "options"), &call->err);
    return status ? status : open_names(call, seating);
}

Status engine_new(Call *call) {
    unsigned viewer = SPECTATOR;
    Seating *seating = seating_new(call);
    if (!seating)
        return call->err.status;
    Status status = new_rules(call, seating);
    call->seating = seating; /* viewers are judged by its seats */
    if (!status)
        status = call_viewer(call, "viewer", SPECTATOR, &viewer);
    call->seating = NULL;
    if (!status) {
        seating->match = match_new(&seating->rules, &call->err);
        status = seating->match ? match_start(seating->match, seating->manual ? NULL : &seating->dice.dice, &call->err)
                                : call->err.status;
    }
    if (status)
        return seating_refuse(call, seating, status);
    seating_commit(seating);
    return open_done(call, seating, viewer);
}

static Status load_record(Call *call, Seating *seating) {
    static const char name[] = "record";
    RecordHead head;
    json_int_t at = call_count(call, "at", 0);
    Status status = record_head(call_string(call, "record"), name, &head, &call->err);
    if (!status && (at > UINT32_MAX || (at < 1 && json_object_get(call->in, "at"))))
        status =
            err_say(&call->err, SK_RANGE, "at counts lines of the record from 1; leave it out to load them all.", "");
    if (!status)
        status = open_pack(call, seating, head.game, head.content);
    if (!status)
        status = open_dice(call, seating);
    if (!status)
        status = record_rules(&head, name, seating->pack, &seating->rules, &call->err);
    if (!status)
        status = record_load(&head, name, &seating->rules, (unsigned)at, &seating->match, &call->err);
    if (!status)
        memcpy(seating->name, head.seat_name, sizeof seating->name);
    return status;
}

Status engine_load(Call *call) {
    Seating *seating = seating_new(call);
    if (!seating)
        return call->err.status;
    Status status = load_record(call, seating);
    return status ? seating_refuse(call, seating, status) : open_done(call, seating, SPECTATOR);
}

static Status load_position(Call *call, Seating *seating) {
    const json_t *position = json_object_get(call->in, "position");
    const char *game = json_string_value(json_object_get(position, "game"));
    State state;
    if (!game)
        return err_say(&call->err, SK_STATE, "The position needs a member game: the name of one.", "");
    Status status = open_pack(call, seating, game, 0);
    if (!status)
        status = open_dice(call, seating);
    if (!status)
        status = position_read(position, seating->pack, &seating->rules, &state, &call->err);
    if (!status && !(seating->match = match_at(&seating->rules, &state)))
        status = SK_IO;
    return status;
}

Status engine_load_position(Call *call) {
    Seating *seating = seating_new(call);
    if (!seating)
        return call->err.status;
    Status status = load_position(call, seating);
    return status ? seating_refuse(call, seating, status) : open_done(call, seating, SPECTATOR);
}

/* Another game of the same table, at a state. */
static Seating *seating_beside(Call *call, const Seating *first, const State *state) {
    Seating *seating = seating_new(call);
    if (!seating)
        return NULL;
    seating->pack = first->pack;
    seating->own = first->own;
    if (seating->own)
        seating->own->users++;
    seating->rules = first->rules;
    seating->manual = first->manual;
    memcpy(seating->name, first->name, sizeof seating->name);
    seating->match = match_at(&seating->rules, state);
    if (seating->match)
        return seating;
    seating_refuse(call, seating, SK_IO);
    return NULL;
}

/* A state that the seat's view could have come from: made from the view alone. */
Status engine_resample(Call *call) {
    const Seating *first = call->seating;
    const char *as = call_string(call, "as");
    unsigned seat = 0;
    Status status = call_seat(call, &seat);
    if (status)
        return status;
    if (as && strcmp(as, "handle") != 0 && strcmp(as, "position") != 0)
        return err_say(&call->err, SK_UNKNOWN, "as must be \"handle\" or \"position\", not {0}.", "s", as);
    uint64_t seed = (uint64_t)call_count(call, "seed", 0);
    Rng rng = rng_make(seed, 0);
    State view, state = {0};
    match_view(first->match, seat, &view);
    first->rules.game->resample(&first->rules, &view, seat, &rng, &state);
    if (as && strcmp(as, "position") == 0) {
        reply_put(call, "position", position_json(&first->rules, first->pack->hash, &state));
        return SK_OK;
    }
    Seating *seating = seating_beside(call, first, &state);
    if (!seating)
        return call->err.status;
    seating->dice = dice_seeded(seed);
    return open_done(call, seating, seat);
}

Status engine_close(Call *call) {
    reply_put(call, "closed", json_integer(call->seating->handle));
    session_close(call->session, call->seating);
    call->seating = NULL;
    return SK_OK;
}

Status engine_quit(Call *call) {
    session_quit(call->session);
    reply_put(call, "quit", json_true());
    return SK_OK;
}
