/* Wording of hints. */
#include "text/hint_text.h"

#include <stdio.h>

void hint_chance_text(const Voice *voice, int thousandths, Text *out) {
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

void hint_moves_text(const Voice *voice, const Move *move, unsigned moves, Text *out) {
    enum { PLAN_MOVES_MAX = 4 };
    for (unsigned i = 0; i < moves && i < PLAN_MOVES_MAX; i++) {
        if (i)
            text_puts(out, words_get(voice->words, "hint.then"));
        voice_move(voice, move[i], out);
    }
    if (moves > PLAN_MOVES_MAX)
        text_puts(out, words_get(voice->words, "hint.more"));
}

/* Appends the terms joined by commas and "and". Terms without a catalogue entry are skipped. */
static void terms_text(const Voice *voice, const char *key, const char *const *term, unsigned count, Text *out) {
    unsigned written = 0, words = 0;
    for (unsigned i = 0; i < count; i++)
        words += words_findf(voice->words, key, term[i]) != NULL;
    for (unsigned i = 0; i < count; i++) {
        const char *word = words_findf(voice->words, key, term[i]);
        if (!word)
            continue;
        voice_join(voice, out, written++, words);
        text_puts(out, word);
    }
}

void hint_reasons_text(const Voice *voice, const char *const *reason, unsigned reasons, Text *out) {
    terms_text(voice, "term.%s", reason, reasons, out);
}

static const char *similar_key(const HintOptionText *option, unsigned number) {
    return number > 1 ? "hint.like" : option->is_only ? "hint.same" : "hint.any";
}

void hint_why_text(const Voice *voice, const HintOptionText *option, unsigned number, Text *out) {
    Text more = {0}, less = {0};
    terms_text(voice, "term.%s", option->reason, option->reasons, &more);
    terms_text(voice, "lack.%s", option->cost, option->costs, &less);
    if (option->similar_to)
        voice_format(voice, out, similar_key(option, number), "d", (int)option->similar_to);
    else if (more.len || less.len)
        voice_format(voice, out, "hint.why", "sdsd", text_str(&more), more.len > 0, text_str(&less), less.len > 0);
    text_free(&more);
    text_free(&less);
}

/* "Dig at site 1, Dig at site 4 or Dig at site 5" */
static void option_moves_text(const Voice *voice, const HintOptionText *option, Text *out) {
    hint_moves_text(voice, option->move, option->moves, out);
    for (unsigned i = 0; i < option->equal_count; i++) {
        text_puts(out, words_get(voice->words, i + 1 < option->equal_count ? "list.comma" : "hint.or"));
        voice_move(voice, option->equal_moves[i], out);
    }
}

static void option_text(const Voice *voice, const HintOptionText *option, unsigned number, Text *out) {
    Text moves = {0}, chance = {0}, why = {0};
    option_moves_text(voice, option, &moves);
    if (option->chance >= 0)
        hint_chance_text(voice, option->chance, &chance);
    else if (option->points >= 0)
        voice_format(voice, &chance, "hint.points", "d", option->points);
    hint_why_text(voice, option, number, &why);
    voice_format(voice, out, "hint.line", "dssdsd", (int)number, text_str(&moves), text_str(&chance), chance.len > 0,
                 text_str(&why), why.len > 0);
    text_putc(out, '\n');
    text_free(&moves);
    text_free(&chance);
    text_free(&why);
}

void hint_text(const Voice *voice, const HintOptionText *options, unsigned count, unsigned games, bool only,
               Text *out) {
    if (only && count) {
        Text move = {0};
        hint_moves_text(voice, options[0].move, 1, &move);
        voice_format(voice, out, "hint.only", "s", text_str(&move));
        text_putc(out, '\n');
        text_free(&move);
        return;
    }
    if (games) {
        voice_format(voice, out, count && options[0].points >= 0 ? "hint.head-points" : "hint.head", "d", (int)games);
        text_putc(out, '\n');
    }
    for (unsigned i = 0; i < count; i++)
        option_text(voice, &options[i], i + 1, out);
}
