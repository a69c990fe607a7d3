/* Starts, asks and stops the programs of a game, and notes those that were given up. */
#include "lab/lab_programs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/names.h"

Status lab_programs_read(LabPrograms *programs, const char *seat, const Bot **bot, Err *err) {
    for (unsigned i = 0; i < programs->count; i++)
        if (strcmp(programs->name[i], seat) == 0) {
            *bot = &programs->bot[i];
            return SK_OK;
        }
    Status status = program_check(program_command(seat), err);
    if (!status && strlen(seat) >= NAME_SIZE)
        status = err_set(err, SK_USAGE, "{0} is longer than {1} bytes. Start it from a script with a shorter name.",
                         "sd", seat, NAME_SIZE - 1);
    if (!status && programs->count == LAB_PROGRAMS_MAX)
        status = err_set(err, SK_USAGE, "There are more than {0} different programs.", "d", (int)LAB_PROGRAMS_MAX);
    if (status)
        return status;
    unsigned i = programs->count++;
    snprintf(programs->name[i], NAME_SIZE, "%s", seat);
    programs->bot[i] = (Bot){.name = programs->name[i],
                             .description = "A program.",
                             .choose = program_fallback_bot()->choose,
                             .ignores_view = false};
    *bot = &programs->bot[i];
    return SK_OK;
}

Status lab_programs_try(const LabPrograms *programs, const Rules *rules, const Pack *pack, Err *err) {
    for (unsigned i = 0; programs && i < programs->count; i++) {
        ProgramSetup setup = {
            .command = program_command(programs->name[i]), .rules = rules, .pack = pack, .seconds = programs->seconds};
        Program *program = program_open(&setup, err);
        if (!program)
            return err->status;
        program_close(program, NULL);
    }
    return SK_OK;
}

/* ---- one game ------------------------------------------------------------------------------------------- */

/* Gives a program up for this game; its fallback bot takes over. */
static void give_up(ProgramSeats *seats, unsigned seat, const Err *why) {
    LabPrograms *programs = seats->programs;
    unsigned which = seats->which[seat];
    program_close(seats->at[seat], NULL);
    seats->at[seat] = NULL;
    pthread_mutex_lock(&programs->lock);
    if (programs->lost[which]++ == 0)
        programs->why[which] = *why;
    pthread_mutex_unlock(&programs->lock);
}

void lab_programs_start(ProgramSeats *seats, LabPrograms *programs, const Rules *rules, const Pack *pack,
                        const Bot *const *bot, uint64_t seed) {
    *seats = (ProgramSeats){.programs = programs, .rules = rules};
    for (unsigned seat = 0; programs && seat < rules->seats; seat++) {
        Err err = {0};
        unsigned which = 0;
        while (which < programs->count && bot[seat] != &programs->bot[which])
            which++;
        if (which == programs->count)
            continue;
        ProgramSetup setup = {.command = program_command(programs->name[which]),
                              .rules = rules,
                              .pack = pack,
                              .seat = seat,
                              .seconds = programs->seconds,
                              .seed = bot_seed(seed, seat, UINT32_MAX)};
        seats->which[seat] = which;
        seats->at[seat] = program_open(&setup, &err);
        if (!seats->at[seat])
            give_up(seats, seat, &err);
    }
}

void lab_programs_tell(ProgramSeats *seats, const Event *event) {
    for (unsigned seat = 0; seats->programs && seat < seats->rules->seats; seat++)
        if (seats->at[seat])
            program_queue_event(seats->at[seat], event);
}

bool lab_programs_choose(ProgramSeats *seats, unsigned seat, const void *view, Move *move, bool *wants) {
    Err err = {0};
    if (!seats->programs || !seats->at[seat])
        return false;
    ProgramChoice choice = program_choose(seats->at[seat], view, move, &err);
    *wants = choice == PROGRAM_MOVE;
    if (choice == PROGRAM_FAILED)
        give_up(seats, seat, &err);
    return choice != PROGRAM_FAILED;
}

void lab_programs_stop(ProgramSeats *seats, const void *state) {
    const Rules *rules = seats->rules;
    for (unsigned seat = 0; seats->programs && seat < rules->seats; seat++) {
        State view = {0};
        if (!seats->at[seat])
            continue;
        rules->game->observe(rules, state, seat, &view);
        program_close(seats->at[seat], &view);
        seats->at[seat] = NULL;
    }
}

/* ---- report --------------------------------------------------------------------------------------------- */

json_t *lab_programs_json(LabPrograms *programs, const Rules *rules) {
    json_t *out = json_array();
    pthread_mutex_lock(&programs->lock);
    for (unsigned i = 0; i < programs->count; i++) {
        Text why = {0};
        refusal_write(rules, &programs->why[i], &why);
        json_array_append_new(out, json_pack("{s:s, s:I, s:o}", "bot", programs->name[i], "lost",
                                             (json_int_t)programs->lost[i], "why",
                                             programs->lost[i] ? json_string(text_str(&why)) : json_null()));
        text_free(&why);
    }
    pthread_mutex_unlock(&programs->lock);
    return out;
}

void lab_programs_write(LabPrograms *programs, const Rules *rules, Text *out) {
    pthread_mutex_lock(&programs->lock);
    for (unsigned i = 0; i < programs->count; i++) {
        if (!programs->lost[i])
            continue;
        text_printf(out,
                    "%s was given up in %" PRIu64 " game%s, and bot:%s played on. The first time: ", programs->name[i],
                    programs->lost[i], programs->lost[i] == 1 ? "" : "s", program_fallback_bot()->name);
        refusal_write(rules, &programs->why[i], out);
        text_putc(out, '\n');
    }
    pthread_mutex_unlock(&programs->lock);
}
