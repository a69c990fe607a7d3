#include "review/hint_report.h"

HintLine advise_line(const Advice *advice, unsigned i) {
    const AdviceLine *line = &advice->line[i];
    return (HintLine){.move = line->line.move,
                      .moves = line->line.n,
                      .alike = line->alike,
                      .also = line->also,
                      .chance = line->games && !advice->points ? line->chance / (BOT_WON / 1000) : -1,
                      .points = line->games && advice->points
                                    ? (line->chance + BOT_WON / BOT_POINTS / 2) / (BOT_WON / BOT_POINTS)
                                    : -1,
                      .reason = line->why.reason,
                      .reasons = line->why.reasons,
                      .cost = line->why.cost,
                      .costs = line->why.costs,
                      .lone = advice->lines == 1,
                      .like = line->like};
}

void advise_say(const Voice *voice, const Advice *advice, Text *out) {
    HintLine lines[ADVICE_MOST];
    for (unsigned i = 0; i < advice->lines; i++)
        lines[i] = advise_line(advice, i);
    hint_say(voice, lines, advice->lines, advice->games, advice->only, out);
}
