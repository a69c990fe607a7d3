/* One game between bots, from set-up to score. */
#include "base/bits.h"
#include "lab/lab.h"

/* Listens only to who is told something: seats that nobody waits for are asked for asides after that. */
typedef struct Ears {
    Sink sink;
    uint8_t told;
} Ears;

static void ears_take(Sink *sink, const Event *event) {
    Ears *ears = (Ears *)sink;
    ears->told |= event->to;
}

/* What a game goes through; lives on its thread's stack. */
typedef struct Play {
    const LabSetup *setup;
    Rng rng;
    uint64_t bots; /* the seed of all its decisions */
    uint32_t asked;
    LabTally *tally;
    Sink *sink; /* NULL in games without asides: events cost time */
    Ears ears;
    State state, view;
    Odds odds;
    Move moves[LEGAL_MAX];
} Play;

static bool has_asides(const Game *game) {
    for (const MoveKind *kind = game->moves; kind->name; kind++)
        if (kind->flags & MOVE_ASIDE)
            return true;
    return false;
}

/* A seat's answer. Who only lists moves gets the state itself: legal there is legal in the view (a promise that
 * `skerry check` tests), and a view costs more than the choice. */
static bool seat_ask(Play *play, unsigned seat, Move *move) {
    const Rules *rules = play->setup->rules;
    const Bot *bot = play->setup->bot[seat];
    const void *view = &play->state;
    if (!bot->blind) {
        __builtin_memset(&play->view, 0, rules->game->state_size);
        rules->game->observe(rules, &play->state, seat, &play->view);
        view = &play->view;
    }
    return bot->choose(&(BotAsk){rules, view, seat, bot_seed(play->bots, seat, play->asked++), 0}, move);
}

static void seat_decide(Play *play, unsigned seat) {
    const Rules *rules = play->setup->rules;
    LabSeat *count = &play->tally->seat[seat];
    unsigned n = rules->game->legal(rules, &play->state, seat, play->moves);
    Move move = play->moves[0];
    count->decisions++;
    count->forced += n == 1;
    count->choices += n;
    if (play->setup->bot[seat]->blind)
        move = play->moves[bot_pick(bot_seed(play->bots, seat, play->asked++), n)];
    else
        seat_ask(play, seat, &move);
    rules_apply(rules, &play->state, move, play->sink);
}
