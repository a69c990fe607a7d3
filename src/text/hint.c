#include "text/hint.h"

#include <stdio.h>

void hint_chance(const Voice *voice, int thousandths, Text *out) {
    char number[16];
    if (thousandths < 1 || thousandths > 999) {
        voice_say(voice, out, thousandths < 1 ? "hint.chance-least" : "hint.chance-most", "");
        return;
    }
    if (thousandths < 100 || thousandths > 990)
        snprintf(number, sizeof number, "%d.%d", thousandths / 10, thousandths % 10);
    else
        snprintf(number, sizeof number, "%d", (thousandths + 5) / 10);
    voice_say(voice, out, "hint.chance", "s", number);
}

void hint_moves(const Voice *voice, const Move *move, unsigned moves, Text *out) {
    enum { PLAN = 4 };
    for (unsigned i = 0; i < moves && i < PLAN; i++) {
        if (i)
            text_puts(out, words_get(voice->words, "hint.then"));
        voice_move(voice, move[i], out);
    }
    if (moves > PLAN)
        text_puts(out, words_get(voice->words, "hint.more"));
}

void hint_reasons(const Voice *voice, const char *const *reason, unsigned reasons, Text *out) {
    unsigned said = 0;
    for (unsigned i = 0; i < reasons; i++) {
        const char *word = words_find_in(voice->words, "term.%s", reason[i]);
        if (!word)
            continue;
        if (said++)
            text_puts(out, words_get(voice->words, "list.and"));
        text_puts(out, word);
    }
}

static void say_line(const Voice *voice, const HintLine *line, unsigned number, Text *out) {
    Text moves = {0}, chance = {0}, why = {0};
    hint_moves(voice, line->move, line->moves, &moves);
    if (line->chance >= 0)
        hint_chance(voice, line->chance, &chance);
    hint_reasons(voice, line->reason, line->reasons, &why);
    voice_say(voice, out, "hint.line", "dssdsd", (int)number, text_str(&moves), text_str(&chance), chance.len > 0,
              text_str(&why), why.len > 0);
    text_putc(out, '\n');
    text_free(&moves);
    text_free(&chance);
    text_free(&why);
}

void hint_say(const Voice *voice, const HintLine *lines, unsigned count, unsigned games, bool only, Text *out) {
    if (only && count) {
        Text move = {0};
        hint_moves(voice, lines[0].move, 1, &move);
        voice_say(voice, out, "hint.only", "s", text_str(&move));
        text_putc(out, '\n');
        text_free(&move);
        return;
    }
    if (games) {
        voice_say(voice, out, "hint.head", "d", (int)games);
        text_putc(out, '\n');
    }
    for (unsigned i = 0; i < count; i++)
        say_line(voice, &lines[i], i + 1, out);
}
