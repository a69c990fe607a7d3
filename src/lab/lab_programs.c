#include "lab/lab_programs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/names.h"

Status guests_read(LabGuests *guests, const char *seat, const Bot **bot, Err *err) {
    for (unsigned i = 0; i < guests->count; i++)
        if (strcmp(guests->name[i], seat) == 0) {
            *bot = &guests->bot[i];
            return SK_OK;
        }
    Status status = program_check(program_command(seat), err);
    if (!status && strlen(seat) >= NAME_SIZE)
        status = err_say(err, SK_USAGE, "{0} is longer than {1} bytes; a script of a shorter name can start it.", "sd",
                         seat, NAME_SIZE - 1);
    if (!status && guests->count == LAB_GUESTS)
        status = err_say(err, SK_USAGE, "There are more than {0} programs.", "d", (int)LAB_GUESTS);
    if (status)
        return status;
    unsigned i = guests->count++;
    snprintf(guests->name[i], NAME_SIZE, "%s", seat);
    guests->bot[i] =
        (Bot){.name = guests->name[i], .about = "A program.", .choose = program_standin()->choose, .blind = false};
    *bot = &guests->bot[i];
    return SK_OK;
}

Status guests_try(const LabGuests *guests, const Rules *rules, const Pack *pack, Err *err) {
    for (unsigned i = 0; guests && i < guests->count; i++) {
        ProgramSetup setup = {
            .command = program_command(guests->name[i]), .rules = rules, .pack = pack, .seconds = guests->seconds};
        Program *program = program_open(&setup, err);
        if (!program)
            return err->status;
        program_close(program, NULL);
    }
    return SK_OK;
}

/* ---- a game --------------------------------------------------------------------------------------------- */

/* Given up in this game; somebody stands in for it. */
static void lose(GuestSeats *seats, unsigned seat, const Err *why) {
    LabGuests *guests = seats->guests;
    unsigned which = seats->which[seat];
    program_close(seats->at[seat], NULL);
    seats->at[seat] = NULL;
    pthread_mutex_lock(&guests->lock);
    if (guests->lost[which]++ == 0)
        guests->why[which] = *why;
    pthread_mutex_unlock(&guests->lock);
}

void guests_sit(GuestSeats *seats, LabGuests *guests, const Rules *rules, const Pack *pack, const Bot *const *bot,
                uint64_t seed) {
    *seats = (GuestSeats){.guests = guests, .rules = rules};
    for (unsigned seat = 0; guests && seat < rules->seats; seat++) {
        Err err = {0};
        unsigned which = 0;
        while (which < guests->count && bot[seat] != &guests->bot[which])
            which++;
        if (which == guests->count)
            continue;
        ProgramSetup setup = {.command = program_command(guests->name[which]),
                              .rules = rules,
                              .pack = pack,
                              .seat = seat,
                              .seconds = guests->seconds,
                              .seed = bot_seed(seed, seat, UINT32_MAX)};
        seats->which[seat] = which;
        seats->at[seat] = program_open(&setup, &err);
        if (!seats->at[seat])
            lose(seats, seat, &err);
    }
}

void guests_tell(GuestSeats *seats, const Event *event) {
    for (unsigned seat = 0; seats->guests && seat < seats->rules->seats; seat++)
        if (seats->at[seat])
            program_tell(seats->at[seat], event);
}

bool guests_choose(GuestSeats *seats, unsigned seat, const void *view, Move *move, bool *wants) {
    Err err = {0};
    if (!seats->guests || !seats->at[seat])
        return false;
    ProgramChoice choice = program_choose(seats->at[seat], view, move, &err);
    *wants = choice == PROGRAM_MOVE;
    if (choice == PROGRAM_LOST)
        lose(seats, seat, &err);
    return choice != PROGRAM_LOST;
}

void guests_leave(GuestSeats *seats, const void *state) {
    const Rules *rules = seats->rules;
    for (unsigned seat = 0; seats->guests && seat < rules->seats; seat++) {
        State view = {0};
        if (!seats->at[seat])
            continue;
        rules->game->observe(rules, state, seat, &view);
        program_close(seats->at[seat], &view);
        seats->at[seat] = NULL;
    }
}

/* ---- what became of them -------------------------------------------------------------------------------- */

json_t *guests_json(LabGuests *guests, const Rules *rules) {
    json_t *out = json_array();
    pthread_mutex_lock(&guests->lock);
    for (unsigned i = 0; i < guests->count; i++) {
        Text why = {0};
        refusal_write(rules, &guests->why[i], &why);
        json_array_append_new(out,
                              json_pack("{s:s, s:I, s:o}", "bot", guests->name[i], "lost", (json_int_t)guests->lost[i],
                                        "why", guests->lost[i] ? json_string(text_str(&why)) : json_null()));
        text_free(&why);
    }
    pthread_mutex_unlock(&guests->lock);
    return out;
}

void guests_write(LabGuests *guests, const Rules *rules, Text *out) {
    pthread_mutex_lock(&guests->lock);
    for (unsigned i = 0; i < guests->count; i++) {
        if (!guests->lost[i])
            continue;
        text_printf(out,
                    "%s was given up in %" PRIu64 " game%s, and bot:%s played on. The first time: ", guests->name[i],
                    guests->lost[i], guests->lost[i] == 1 ? "" : "s", program_standin()->name);
        refusal_write(rules, &guests->why[i], out);
        text_putc(out, '\n');
    }
    pthread_mutex_unlock(&guests->lock);
}
