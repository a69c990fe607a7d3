#include "text/hint_text.h"

#include <stdio.h>

void hint_chance(const Voice *voice, int thousandths, Text *out) {
    char number[16];
    if (thousandths < 1 || thousandths > 999) {
        voice_format(voice, out, thousandths < 1 ? "hint.chance-least" : "hint.chance-most", "");
        return;
    }
    if (thousandths < 100 || thousandths > 990)
        snprintf(number, sizeof number, "%d.%d", thousandths / 10, thousandths % 10);
    else
        snprintf(number, sizeof number, "%d", (thousandths + 5) / 10);
    voice_format(voice, out, "hint.chance", "s", number);
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

/* Words of a group, joined; what the catalogue has no word for is not said. */
static void say_terms(const Voice *voice, const char *key, const char *const *term, unsigned count, Text *out) {
    unsigned said = 0, words = 0;
    for (unsigned i = 0; i < count; i++)
        words += words_findf(voice->words, key, term[i]) != NULL;
    for (unsigned i = 0; i < count; i++) {
        const char *word = words_findf(voice->words, key, term[i]);
        if (!word)
            continue;
        voice_join(voice, out, said++, words);
        text_puts(out, word);
    }
}

void hint_reasons(const Voice *voice, const char *const *reason, unsigned reasons, Text *out) {
    say_terms(voice, "term.%s", reason, reasons, out);
}

static const char *like_key(const HintOptionText *line, unsigned number) {
    return number > 1 ? "hint.like" : line->is_only ? "hint.same" : "hint.any";
}

void hint_why(const Voice *voice, const HintOptionText *line, unsigned number, Text *out) {
    Text more = {0}, less = {0};
    say_terms(voice, "term.%s", line->reason, line->reasons, &more);
    say_terms(voice, "lack.%s", line->cost, line->costs, &less);
    if (line->similar_to)
        voice_format(voice, out, like_key(line, number), "d", (int)line->similar_to);
    else if (more.len || less.len)
        voice_format(voice, out, "hint.why", "sdsd", text_str(&more), more.len > 0, text_str(&less), less.len > 0);
    text_free(&more);
    text_free(&less);
}

/* "Dig at site 1, Dig at site 4 or Dig at site 5" */
static void say_moves(const Voice *voice, const HintOptionText *line, Text *out) {
    hint_moves(voice, line->move, line->moves, out);
    for (unsigned i = 0; i < line->equal_count; i++) {
        text_puts(out, words_get(voice->words, i + 1 < line->equal_count ? "list.comma" : "hint.or"));
        voice_move(voice, line->equal_moves[i], out);
    }
}

static void say_line(const Voice *voice, const HintOptionText *line, unsigned number, Text *out) {
    Text moves = {0}, chance = {0}, why = {0};
    say_moves(voice, line, &moves);
    if (line->chance >= 0)
        hint_chance(voice, line->chance, &chance);
    else if (line->points >= 0)
        voice_format(voice, &chance, "hint.points", "d", line->points);
    hint_why(voice, line, number, &why);
    voice_format(voice, out, "hint.line", "dssdsd", (int)number, text_str(&moves), text_str(&chance), chance.len > 0,
                 text_str(&why), why.len > 0);
    text_putc(out, '\n');
    text_free(&moves);
    text_free(&chance);
    text_free(&why);
}

void hint_text(const Voice *voice, const HintOptionText *lines, unsigned count, unsigned games, bool only, Text *out) {
    if (only && count) {
        Text move = {0};
        hint_moves(voice, lines[0].move, 1, &move);
        voice_format(voice, out, "hint.only", "s", text_str(&move));
        text_putc(out, '\n');
        text_free(&move);
        return;
    }
    if (games) {
        voice_format(voice, out, count && lines[0].points >= 0 ? "hint.head-points" : "hint.head", "d", (int)games);
        text_putc(out, '\n');
    }
    for (unsigned i = 0; i < count; i++)
        say_line(voice, &lines[i], i + 1, out);
}
