#include "term/hint.h"

#include <time.h>

#include "review/hint_report.h"

enum { HINT_MS = 1000, HINT_SEED = 0x5eed }; /* nothing of the game's own dice */

int64_t hint_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool hint_answer(Sitting *s, const BotWatch *watch, Text *out) {
    bool over = sitting_over(s), asked = s->viewer < SEATS_MAX && !sitting_out_of_turn(s);
    if (over || !asked) {
        text_puts(out, words_get(&s->words, over ? "hint.over" : "hint.none"));
        return false;
    }
    State view;
    Advice advice;
    sitting_view(s, &view);
    BotAsk ask = {.rules = &s->rules,
                  .view = &view,
                  .seat = s->viewer,
                  .seed = bot_seed(HINT_SEED, s->viewer, match_version(s->match, s->viewer)),
                  .room = sitting_room(s),
                  .watch = watch};
    Voice voice = sitting_voice(s);
    bool found = advice_within(&ask, HINT_MS, &advice);
    if (found)
        advise_say(&voice, &advice, out);
    else
        text_puts(out, words_get(&s->words, "hint.failed"));
    return found;
}
