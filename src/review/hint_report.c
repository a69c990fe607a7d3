/* Converts a hint of the bots to the form that text/hint_text.h writes. */
#include "review/hint_report.h"

HintOptionText hint_report_option(const Hint *hint, unsigned i) {
    const HintOption *option = &hint->option[i];
    return (HintOptionText){.move = option->candidate.move,
                            .moves = option->candidate.n,
                            .equal_moves = option->equal_moves,
                            .equal_count = option->equal_count,
                            .chance = option->playouts && !hint->points ? option->chance / (BOT_WON / 1000) : -1,
                            .points = option->playouts && hint->points
                                          ? (option->chance + BOT_WON / BOT_POINTS_MAX / 2) / (BOT_WON / BOT_POINTS_MAX)
                                          : -1,
                            .reason = option->why.reason,
                            .reasons = option->why.reasons,
                            .cost = option->why.cost,
                            .costs = option->why.costs,
                            .is_only = hint->options == 1,
                            .similar_to = option->similar_to};
}

void hint_report_text(const Voice *voice, const Hint *hint, Text *out) {
    HintOptionText lines[HINT_OPTIONS_MAX];
    for (unsigned i = 0; i < hint->options; i++)
        lines[i] = hint_report_option(hint, i);
    hint_text(voice, lines, hint->options, hint->playouts, hint->only, out);
}
