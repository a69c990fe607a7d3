/* Plays one game between bots, from set-up to score, and counts it. */
#include <string.h>

#include "base/bits.h"
#include "lab/lab.h"

enum { NOBODY_YET = 0xFF, SEVERAL = 0xFE };

/* Receives the events of the game. It notes which seats received one, because those may make an aside next, forwards
 * events to programs, and counts them for --use. */
typedef struct Listener {
    Sink sink;
    ProgramSeats programs;
    uint8_t notified; /* seats that received an event since they were last asked for an aside */
    const UsageSpec *use;
    UsageCount *counts;
} Listener;

static void listener_take(Sink *sink, const Event *event) {
    Listener *listener = (Listener *)sink;
    listener->notified |= event->to;
    lab_programs_tell(&listener->programs, event);
    if (listener->use)
        usage_event(listener->use, listener->counts, event);
}

/* The game in progress; lives on the thread's stack. */
typedef struct Play {
    const LabSetup *setup;
    const LabLineup *lineup;
    const Bot *bot[SEATS_MAX]; /* by seat, in this game */
    Rng rng;
    uint64_t bots; /* seed of all bot decisions */
    uint32_t decision_count;
    LabTally *tally;
    Sink *sink;    /* NULL if events are not needed, which saves time */
    bool asides;   /* the game has moves that are asides */
    uint8_t first; /* seat that decided first, NOBODY_YET or SEVERAL */
    struct {
        uint32_t decisions, forced, choices;
    } counts[SEATS_MAX];
    uint16_t turn;    /* current turn; 0 before the first */
    uint8_t deciders; /* seats that decided in it */
    Listener listener;
    State state, view;
    Odds odds;
    Move moves[LEGAL_MAX];
    EconomyGame economy; /* used only with per_turn_stats, like `drama` */
    DramaGame drama;
} Play;

static bool has_asides(const Game *game) {
    for (const MoveKind *kind = game->moves; kind->name; kind++)
        if (kind->flags & MOVE_ASIDE)
            return true;
    return false;
}

/* Asks the bot of a seat for its move; false if it makes none. A bot that ignores the view gets the state itself: the
 * legal moves are the same (an invariant that `skerry check` tests), and building a view would cost more than the
 * choice. */
static bool seat_choose(Play *play, unsigned seat, Move *move) {
    const Rules *rules = play->setup->rules;
    const Bot *bot = play->bot[seat];
    const void *view = &play->state;
    if (!bot->ignores_view) {
        __builtin_memset(&play->view, 0, rules->game->state_size);
        rules->game->observe(rules, &play->state, seat, &play->view);
        view = &play->view;
    }
    bool wants;
    if (lab_programs_choose(&play->listener.programs, seat, view, move, &wants))
        return wants;
    return bot->choose(&(BotQuery){.rules = rules,
                                   .view = view,
                                   .true_state = bot->sees_state ? &play->state : NULL,
                                   .seat = seat,
                                   .seed = bot_seed(play->bots, seat, play->decision_count++),
                                   .budget = play->setup->budget,
                                   .budget_divisor = play->setup->part,
                                   .pool = play->tally->pool},
                       move);
}

/* For bots that ignore the view, picks the move right here, because the legal moves are listed for counting anyway. */
static void seat_decide(Play *play, unsigned seat) {
    const Rules *rules = play->setup->rules;
    unsigned n = rules->game->legal(rules, &play->state, seat, play->moves);
    Move move = play->moves[0];
    if (play->first == NOBODY_YET)
        play->first = (uint8_t)(play->state.head.to_act == BIT(seat) ? seat : (unsigned)SEVERAL);
    play->counts[seat].decisions++;
    play->counts[seat].forced += n == 1;
    play->counts[seat].choices += n;
    play->deciders |= (uint8_t)BIT(seat);
    if (play->bot[seat]->ignores_view)
        move = play->moves[bot_pick(bot_seed(play->bots, seat, play->decision_count++), n)];
    else
        seat_choose(play, seat, &move);
    if (play->setup->use)
        usage_choice(play->setup->use, play->tally->use, play->moves, n, move, ++play->tally->decision_count);
    rules_apply(rules, &play->state, move, play->sink);
}

/* Offers each seat that received an event one aside. Games limit how many asides there can be. */
static void offer_asides(Play *play) {
    const Rules *rules = play->setup->rules;
    const Head *head = &play->state.head;
    uint32_t seats = BIT(rules->seats) - 1, asking;
    while (head->node == NODE_DECISION && (asking = play->listener.notified & seats & ~(uint32_t)head->to_act)) {
        unsigned seat = bits_first(asking);
        Move move;
        play->listener.notified &= (uint8_t)~BIT(seat);
        if (!seat_choose(play, seat, &move))
            continue;
        play->tally->seat[seat].asides++;
        if (play->setup->use)
            usage_choice(play->setup->use, play->tally->use, NULL, 0, move, ++play->tally->decision_count);
        rules_apply(rules, &play->state, move, play->sink);
    }
    play->listener.notified = 0;
}

/* Called at the end of a turn, and at the end of the set-up. */
static void turn_end(Play *play) {
    const Rules *rules = play->setup->rules;
    if (play->turn == 0) {
        economy_start(&play->economy, play->tally->economy, rules, &play->state);
    } else {
        drama_turn(&play->drama, rules, &play->state);
        economy_turn(&play->economy, play->tally->economy, rules, &play->state);
        play->tally->turns_alone += bits_count(play->deciders) == 1;
        play->tally->turns_shared += bits_count(play->deciders) > 1;
    }
    play->turn = play->state.head.turn;
    play->deciders = 0;
}

static void play_out(Play *play) {
    const Rules *rules = play->setup->rules;
    while (play->state.head.node != NODE_OVER) {
        if (play->state.head.node == NODE_CHANCE)
            rules_apply(rules, &play->state, rules_draw_outcome(rules, &play->state, &play->odds, &play->rng),
                        play->sink);
        else
            seat_decide(play, bits_first(play->state.head.to_act));
        if (play->asides)
            offer_asides(play);
        if (play->setup->per_turn_stats && play->state.head.turn != play->turn)
            turn_end(play);
    }
    if (play->setup->per_turn_stats)
        turn_end(play);
}

/* Counts first places by seat, and by position in turn order if one seat alone decided first. */
static void tally_firsts(LabTally *tally, const Score *score, unsigned seats, unsigned lead) {
    unsigned first = 0;
    for (unsigned i = 0; i < seats; i++)
        first += score->place[i] == 1;
    if (lead < seats)
        tally->first_decider[lead]++;
    for (unsigned i = 0; i < seats; i++) {
        LabTurnPosition won = {first == 1, first > 1, first ? WIN_UNITS / first : 0};
        LabSeat *seat = &tally->seat[i];
        if (score->place[i] != 1)
            continue;
        seat->wins += won.wins;
        seat->ties += won.ties;
        seat->win_units += won.win_units;
        if (lead < seats) {
            LabTurnPosition *place = &tally->turn_position[(i + seats - lead) % seats];
            place->wins += won.wins;
            place->ties += won.ties;
            place->win_units += won.win_units;
        }
    }
}

/* Counts first places by bot. The games of a set are one observation, because they share a seed and so are
 * correlated. */
static void tally_bots(const LabSetup *setup, const LabLineup *lineup, uint64_t n, LabTally *tally,
                       const Score *score) {
    unsigned seats = setup->rules->seats, first = 0, firsts[SEATS_MAX] = {0};
    for (unsigned i = 0; i < seats; i++) {
        unsigned index = lab_lineup_bot(lineup, seats, n, i);
        first += score->place[i] == 1;
        firsts[index] += score->place[i] == 1;
        hist_add(&tally->bot[index].points, score->points[i]);
    }
    for (unsigned index = 0; index < lineup->bots; index++) {
        LabBot *bot = &tally->bot[index];
        bool won = firsts[index] && firsts[index] == first, lost = first && !firsts[index];
        uint32_t win_units = first ? WIN_UNITS / first * firsts[index] : 0;
        bot->wins += won;
        bot->ties += firsts[index] && !won;
        bot->losses += lost;
        bot->win_units += win_units;
        bot->now.win_units += win_units;
        bot->now.games += WIN_UNITS;
        bot->now.won += won;
        bot->now.decided += won || lost;
        if ((n + 1) % lineup->set)
            continue;
        ratio_add(&bot->share, bot->now.win_units, bot->now.games);
        ratio_add(&bot->decided, bot->now.won, bot->now.decided);
        memset(&bot->now, 0, sizeof bot->now);
    }
}

static void tally_points(LabTally *tally, const Score *score, unsigned seats) {
    for (unsigned i = 0; i < seats; i++) {
        LabSeat *seat = &tally->seat[i];
        hist_add(&seat->points, score->points[i]);
        for (unsigned part = 0; part < PARTS_MAX; part++)
            sum_add(&seat->part[part], score->part[i][part]);
    }
}

/* Returns the decisions of all seats. */
static uint32_t tally_made(const Play *play) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < play->setup->rules->seats; i++) {
        LabSeat *seat = &play->tally->seat[i];
        ratio_add(&seat->forced, play->counts[i].forced, play->counts[i].decisions);
        ratio_add(&seat->choices, play->counts[i].choices, play->counts[i].decisions);
        ratio_add(&seat->pace, play->counts[i].decisions, play->state.head.turn);
        sum += play->counts[i].decisions;
    }
    return sum;
}

static void tally_per_turn(const Play *play, const Score *score) {
    unsigned winner = SEATS_MAX, first = 0, seats = play->setup->rules->seats;
    for (unsigned i = 0; i < seats; i++)
        if (score->place[i] == 1)
            winner = i, first++;
    drama_game(&play->tally->drama, &play->drama, seats, first == 1 ? winner : (unsigned)SEATS_MAX);
    economy_game(&play->economy, play->tally->economy, play->setup->rules);
}

static void row_fill(LabRow *row, const Play *play, const Score *score) {
    *row = (LabRow){.turns = play->state.head.turn, .steps = play->state.head.steps, .ending = score->ending};
    for (unsigned i = 0; i < play->setup->rules->seats; i++) {
        row->points[i] = score->points[i];
        row->place[i] = score->place[i];
    }
}

void lab_game(const LabSetup *setup, const LabLineup *lineup, uint64_t n, LabTally *tally, LabRow *row) {
    const Rules *rules = setup->rules;
    Play play;
    play.setup = setup;
    play.tally = tally;
    play.lineup = lineup;
    for (unsigned i = 0; i < rules->seats; i++)
        play.bot[i] = lineup->bot[lab_lineup_bot(lineup, rules->seats, n, i)];
    play.rng = rng_init(setup->seed, n / lineup->set);
    play.bots = rng_next(&play.rng);
    play.decision_count = 0;
    play.first = NOBODY_YET;
    play.turn = 0;
    play.deciders = 0;
    play.drama.turns = 0;
    memset(play.counts, 0, sizeof play.counts);
    play.asides = has_asides(rules->game);
    play.listener = (Listener){.sink.take = listener_take, .use = setup->use, .counts = tally->use};
    lab_programs_start(&play.listener.programs, setup->programs, rules, setup->pack, play.bot, play.bots);
    play.sink = play.asides || setup->use || setup->programs ? &play.listener.sink : NULL;
    rules->game->setup(rules, &play.state, NULL);
    if (setup->per_turn_stats)
        economy_start(&play.economy, tally->economy, rules, &play.state);
    play_out(&play);
    lab_programs_stop(&play.listener.programs, &play.state);

    Score score;
    rules->game->score(rules, &play.state, &score);
    tally->games++;
    tally->ending[score.ending < LAB_ENDINGS_MAX ? score.ending : LAB_ENDINGS_MAX - 1]++;
    tally_firsts(tally, &score, rules->seats, play.first);
    tally_points(tally, &score, rules->seats);
    tally_bots(setup, lineup, n, tally, &score);
    if (setup->use)
        usage_game(setup->use, tally->use, &score);
    hist_add(&tally->turns, play.state.head.turn);
    hist_add(&tally->steps, (int32_t)play.state.head.steps);
    hist_add(&tally->decisions, (int32_t)tally_made(&play));
    if (setup->per_turn_stats)
        tally_per_turn(&play, &score);
    if (row)
        row_fill(row, &play, &score);
}
