#include "term/programs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "term/local_game.h"
#include "term/signals.h"

static bool wants_end(void *who) {
    (void)who;
    return signals_end() != 0;
}

/* "the greedy bot": who plays on. */
static void standin_name(const Voice *voice, Text *out) {
    voice_format(voice, out, "seat.bot", "s", program_fallback_bot()->name);
}

static void notice_lost(LocalGame *s, const Err *err) {
    Voice voice = local_game_voice(s);
    Text why = {0}, who = {0};
    voice_refusal(&voice, err, &why);
    standin_name(&voice, &who);
    if (s->programs.notice.len)
        text_putc(&s->programs.notice, ' ');
    voice_format(&voice, &s->programs.notice, "program.lost", "ss", text_str(&why), text_str(&who));
    text_free(&why);
    text_free(&who);
}

static void notice_saved(LocalGame *s, unsigned seat) {
    Voice voice = local_game_voice(s);
    Text name = {0}, who = {0};
    local_game_name(s, seat, &name);
    standin_name(&voice, &who);
    if (s->programs.notice.len)
        text_putc(&s->programs.notice, ' ');
    voice_format(&voice, &s->programs.notice, "program.saved", "sss", text_str(&name), text_str(&who),
                 s->seat_name[seat]);
    text_free(&name);
    text_free(&who);
}

void programs_seat(LocalGame *s) {
    SeatNames asked;
    bool named = s->options->seats && seats_read(s->options->seats, s->options->rules->seats, asked, NULL) == SK_OK;
    programs_close(s);
    text_clear(&s->programs.notice);
    for (unsigned seat = 0; seat < s->rules.seats; seat++) {
        const char *name = s->seat_name[seat];
        bool program = program_command(name) != NULL;
        s->programs.runs[seat] = program && named && strcmp(asked[seat], name) == 0;
        if (!program)
            continue;
        s->bot[seat] = program_fallback_bot();
        if (!s->programs.runs[seat])
            notice_saved(s, seat);
    }
}

/* Worlds that have nothing to do with the dice: whoever counts back from them finds no seed of the match. */
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
        .stop = wants_end,
    };
    s->programs.told[seat] = 0;
    return program_open(&setup, err);
}

ProgramChoice programs_choose(LocalGame *s, unsigned seat, const void *view, Move *move) {
    Programs *p = &s->programs;
    Err err = {0};
    if (!p->runs[seat])
        return PROGRAM_LOST;
    if (!p->at[seat])
        p->at[seat] = start(s, seat, &err);
    ProgramChoice choice = err.status == SK_STALE ? PROGRAM_STOP : PROGRAM_LOST;
    if (p->at[seat]) {
        for (; p->told[seat] < s->events; p->told[seat]++)
            program_queue_event(p->at[seat], &s->history[p->told[seat]]);
        choice = program_choose(p->at[seat], view, move, &err);
    }
    if (choice == PROGRAM_LOST) {
        program_close(p->at[seat], NULL);
        p->at[seat] = NULL;
        p->runs[seat] = false;
        notice_lost(s, &err);
    }
    return choice;
}

void programs_untell(LocalGame *s) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (s->programs.at[seat] && s->programs.told[seat]) {
            program_reset_events(s->programs.at[seat]);
            s->programs.told[seat] = 0;
        }
}

void programs_close(LocalGame *s) {
    Programs *p = &s->programs;
    State view;
    bool over = s->match && match_is_over(s->match);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (!p->at[seat])
            continue;
        for (; p->told[seat] < s->events; p->told[seat]++)
            program_queue_event(p->at[seat], &s->history[p->told[seat]]);
        if (over)
            match_view(s->match, seat, &view);
        program_close(p->at[seat], over ? &view : NULL);
        p->at[seat] = NULL;
    }
}

void programs_free(Programs *programs) { text_free(&programs->notice); }

bool programs_seated(const LocalGame *s) {
    for (unsigned seat = 0; seat < s->rules.seats; seat++)
        if (program_command(s->seat_name[seat]))
            return true;
    return false;
}
