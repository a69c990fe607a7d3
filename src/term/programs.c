#include "term/programs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "term/local_game.h"
#include "term/signals.h"

static bool should_stop(void *ctx) {
    (void)ctx;
    return signals_end() != 0;
}

/* The bot that replaces a program: "the greedy bot". */
static void fallback_name(const Voice *voice, Text *out) {
    voice_format(voice, out, "seat.bot", "s", program_fallback_bot()->name);
}

static void notice_lost(LocalGame *s, const Err *err) {
    Voice voice = local_game_voice(s);
    Text why = {0}, bot = {0};
    voice_refusal(&voice, err, &why);
    fallback_name(&voice, &bot);
    if (s->programs.notice.len)
        text_putc(&s->programs.notice, ' ');
    voice_format(&voice, &s->programs.notice, "program.lost", "ss", text_str(&why), text_str(&bot));
    text_free(&why);
    text_free(&bot);
}

static void notice_saved(LocalGame *s, unsigned seat) {
    Voice voice = local_game_voice(s);
    Text name = {0}, bot = {0};
    local_game_name_text(s, seat, &name);
    fallback_name(&voice, &bot);
    if (s->programs.notice.len)
        text_putc(&s->programs.notice, ' ');
    voice_format(&voice, &s->programs.notice, "program.saved", "sss", text_str(&name), text_str(&bot),
                 s->seat_name[seat]);
    text_free(&name);
    text_free(&bot);
}

void programs_seat(LocalGame *s) {
    SeatNames asked;
    bool named = s->options->seats && seats_read(s->options->seats, s->options->rules->seats, asked, NULL) == SK_OK;
    programs_close(s);
    text_clear(&s->programs.notice);
    for (unsigned seat = 0; seat < s->rules.seats; seat++) {
        const char *name = s->seat_name[seat];
        bool program = program_command(name) != NULL;
        s->programs.is_running[seat] = program && named && strcmp(asked[seat], name) == 0;
        if (!program)
            continue;
        s->bot[seat] = program_fallback_bot();
        if (!s->programs.is_running[seat])
            notice_saved(s, seat);
    }
}

/* A seed independent of the dice, so that a program cannot infer the match's seed from the worlds it is given. */
static uint64_t worlds_seed(void) {
    uint64_t seed;
    return getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed ? seed : 1;
}

static Program *start(LocalGame *s, unsigned seat, Err *err) {
    ProgramSetup setup = {
        .command = program_command(s->seat_name[seat]),
        .rules = &s->rules,
        .pack = s->pack,
        .seat = seat,
        .seconds = s->options->bot_time,
        .seed = worlds_seed(),
        .quiet = s->programs.quiet,
        .stop = should_stop,
    };
    s->programs.sent[seat] = 0;
    return program_open(&setup, err);
}

ProgramChoice programs_choose(LocalGame *s, unsigned seat, const void *view, Move *move) {
    Programs *p = &s->programs;
    Err err = {0};
    if (!p->is_running[seat])
        return PROGRAM_FAILED;
    if (!p->program[seat])
        p->program[seat] = start(s, seat, &err);
    ProgramChoice choice = err.status == SK_STALE ? PROGRAM_STOP : PROGRAM_FAILED;
    if (p->program[seat]) {
        for (; p->sent[seat] < s->events; p->sent[seat]++)
            program_queue_event(p->program[seat], &s->history[p->sent[seat]]);
        choice = program_choose(p->program[seat], view, move, &err);
    }
    if (choice == PROGRAM_FAILED) {
        program_close(p->program[seat], NULL);
        p->program[seat] = NULL;
        p->is_running[seat] = false;
        notice_lost(s, &err);
    }
    return choice;
}

void programs_reset_events(LocalGame *s) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (s->programs.program[seat] && s->programs.sent[seat]) {
            program_reset_events(s->programs.program[seat]);
            s->programs.sent[seat] = 0;
        }
}

void programs_close(LocalGame *s) {
    Programs *p = &s->programs;
    State view;
    bool over = s->match && match_is_over(s->match);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (!p->program[seat])
            continue;
        for (; p->sent[seat] < s->events; p->sent[seat]++)
            program_queue_event(p->program[seat], &s->history[p->sent[seat]]);
        if (over)
            match_view(s->match, seat, &view);
        program_close(p->program[seat], over ? &view : NULL);
        p->program[seat] = NULL;
    }
}

void programs_free(Programs *programs) { text_free(&programs->notice); }

bool programs_has_seat(const LocalGame *s) {
    for (unsigned seat = 0; seat < s->rules.seats; seat++)
        if (program_command(s->seat_name[seat]))
            return true;
    return false;
}
