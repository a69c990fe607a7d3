/* The four levels: easy overlooks things, medium plans its own turn, hard and expert try moves out in imagined games.
 */
#include "base/bits.h"
#include "bots/greedy.h"
#include "bots/search.h"

enum { SLIPS = 90 }; /* in 256 */

/* A budget is for imagined games; a turn is planned as thoroughly as ever. */
static BotAsk whole_turn(const BotAsk *ask) {
    BotAsk own = *ask;
    own.budget = 0;
    return own;
}

/* So many decisions in 256 are made without looking. What nobody waits for is done with care or not at all: a slip
 * there would be noise. */
static void overlook(const BotAsk *ask, unsigned slips, Move *move) {
    Rng rng = rng_make(ask->seed, 3);
    bool waited_for = state_head(ask->view)->to_act & BIT(ask->seat);
    if (!waited_for || rng_below(&rng, 256) >= slips)
        return;
    Move moves[LEGAL_MAX];
    unsigned n = ask->rules->game->legal(ask->rules, ask->view, ask->seat, moves), seen = 0;
    for (unsigned i = 0; i < n; i++)
        if (!(ask->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE) && rng_below(&rng, ++seen) == 0)
            *move = moves[i];
}

static bool greedy_but(const BotAsk *ask, unsigned slips, Move *move) {
    BotAsk own = whole_turn(ask);
    if (!greedy_choose(&own, false, move))
        return false;
    overlook(ask, slips, move);
    return true;
}

static bool easy(const BotAsk *ask, Move *move) {
    const BotGame *known = ask_known(ask);
    return greedy_but(ask, known->slips ? known->slips : (unsigned)SLIPS, move);
}

static bool medium(const BotAsk *ask, Move *move) {
    const BotGame *known = ask_known(ask);
    return greedy_but(ask, known->alert && known->alert(ask) ? 0 : known->lapses, move);
}

BotEffort search_effort(const BotAsk *ask, bool expert) {
    static const BotEffort usual[2] = {{.games = 200, .lines = 8, .sure = 4}, {.games = 2000, .lines = 16, .sure = 4}};
    const BotGame *known = ask_known(ask);
    BotEffort effort = expert ? known->expert : known->hard;
    if (!effort.lines)
        effort = usual[expert];
    if (ask->budget)
        effort.games = ask->budget;
    else if (ask->part > 1)
        effort.games = (effort.games + ask->part - 1) / ask->part;
    return effort;
}

static bool searched(const BotAsk *ask, bool expert, uint32_t times, Move *move) {
    SearchReport report;
    BotAsk own = whole_turn(ask);
    BotEffort effort = search_effort(ask, expert);
    effort.games *= times;
    if (!search_run(&own, effort, false, &report))
        return false;
    *move = report.line[0].line.move[0];
    return true;
}

/* Even hard nods, in the games where thinking longer gains little: so that expert is a step above it. */
static bool hard_times(const BotAsk *ask, uint32_t times, Move *move) {
    if (!searched(ask, false, times, move))
        return false;
    overlook(ask, ask_known(ask)->nods, move);
    return true;
}
static bool hard(const BotAsk *ask, Move *move) { return hard_times(ask, 1, move); }
static bool hard_4(const BotAsk *ask, Move *move) { return hard_times(ask, 4, move); }
static bool hard_16(const BotAsk *ask, Move *move) { return hard_times(ask, 16, move); }
static bool expert(const BotAsk *ask, Move *move) { return searched(ask, true, 1, move); }

const Bot easy_bot = {
    .name = "easy", .about = "Plays along happily and overlooks things.", .level = true, .choose = easy};
const Bot medium_bot = {
    .name = "medium", .about = "Plans its own turn well and leaves the rest to luck.", .level = true, .choose = medium};
const Bot hard_bot = {.name = "hard",
                      .about = "Tries its moves out in imagined games before it makes one.",
                      .level = true,
                      .slow = true,
                      .choose = hard};
const Bot expert_bot = {.name = "expert",
                        .about = "The same with many more games: a second or so for a move.",
                        .level = true,
                        .slow = true,
                        .choose = expert};

/* Rungs of a ladder, to see what time is worth: found by name, listed nowhere. */
const Bot hard_4_bot = {.name = "hard*4", .about = "Hard with four times its time.", .slow = true, .choose = hard_4};
const Bot hard_16_bot = {.name = "hard*16", .about = "Hard with 16 times its time.", .slow = true, .choose = hard_16};
/* Expert whose worlds are not guessed: whether a game's ladder is flat because so much is hidden. */
const Bot seer_bot = {
    .name = "seer", .about = "Expert that sees everything, in the lab.", .slow = true, .seer = true, .choose = expert};
