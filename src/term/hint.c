#include "term/hint.h"

#include <time.h>

#include "review/hint_report.h"

enum { HINT_MS = 1000, HINT_SEED = 0x5eed }; /* the seed is independent of the game's dice */

bool hint_answer(LocalGame *s, const BotProgress *progress, Text *out) {
    bool over = local_game_is_over(s), to_move = s->viewer < SEATS_MAX && !local_game_is_out_of_turn(s);
    if (over || !to_move) {
        text_puts(out, words_get(&s->words, over ? "hint.over" : "hint.none"));
        return false;
    }
    State view;
    Hint hint;
    local_game_view(s, &view);
    BotQuery query = {.rules = &s->rules,
                      .view = &view,
                      .seat = s->viewer,
                      .seed = bot_seed(HINT_SEED, s->viewer, match_version(s->match, s->viewer)),
                      .pool = local_game_pool(s),
                      .progress = progress};
    Voice voice = local_game_voice(s);
    bool found = hint_make_within_ms(&query, HINT_MS, &hint);
    if (found)
        hint_report_text(&voice, &hint, out);
    else
        text_puts(out, words_get(&s->words, "hint.failed"));
    return found;
}
