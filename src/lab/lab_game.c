/* One game between bots, from set-up to score. */
#include <string.h>

#include "base/bits.h"
#include "lab/lab.h"

enum { NOBODY_YET = 0xFF, SEVERAL = 0xFE };

/* Listens to who is told something: seats that nobody waits for are asked for asides after that. And, when asked for,
 * to what comes up. */
typedef struct Ears {
    Sink sink;
    ProgramSeats guests; /* programs hear what they are told */
    uint8_t told;
    const UsageSpec *use;
    UsageCount *counts;
} Ears;

static void ears_take(Sink *sink, const Event *event) {
    Ears *ears = (Ears *)sink;
    ears->told |= event->to;
    lab_programs_tell(&ears->guests, event);
    if (ears->use)
        usage_event(ears->use, ears->counts, event);
}

/* What a game goes through; lives on its thread's stack. */
typedef struct Play {
    const LabSetup *setup;
    const LabLineup *party;
    const Bot *bot[SEATS_MAX]; /* by seat, in this game */
    Rng rng;
    uint64_t bots; /* the seed of all its decisions */
    uint32_t asked;
    LabTally *tally;
    Sink *sink; /* NULL when nobody listens: events cost time */
    bool asides;
    uint8_t first; /* the seat that decided first */
    struct {
        uint32_t decisions, forced, choices;
    } made[SEATS_MAX];
    uint16_t turn;    /* under way; 0 before the first */
    uint8_t deciders; /* in it */
    Ears ears;
    State state, view;
    Odds odds;
    Move moves[LEGAL_MAX];
    EconomyGame economy; /* these two only when the setup asks for a study */
    DramaGame drama;
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
    const Bot *bot = play->bot[seat];
    const void *view = &play->state;
    if (!bot->ignores_view) {
        __builtin_memset(&play->view, 0, rules->game->state_size);
        rules->game->observe(rules, &play->state, seat, &play->view);
        view = &play->view;
    }
    bool wants;
    if (lab_programs_choose(&play->ears.guests, seat, view, move, &wants))
        return wants;
    return bot->choose(&(BotQuery){.rules = rules,
                                   .view = view,
                                   .true_state = bot->sees_state ? &play->state : NULL,
                                   .seat = seat,
                                   .seed = bot_seed(play->bots, seat, play->asked++),
                                   .budget = play->setup->budget,
                                   .budget_divisor = play->setup->part,
                                   .pool = play->tally->room},
                       move);
}

/* The blind are spared even the call: their choice is made here from the list that is counted anyway. */
static void seat_decide(Play *play, unsigned seat) {
    const Rules *rules = play->setup->rules;
    unsigned n = rules->game->legal(rules, &play->state, seat, play->moves);
    Move move = play->moves[0];
    if (play->first == NOBODY_YET)
        play->first = (uint8_t)(play->state.head.to_act == BIT(seat) ? seat : (unsigned)SEVERAL);
    play->made[seat].decisions++;
    play->made[seat].forced += n == 1;
    play->made[seat].choices += n;
    play->deciders |= (uint8_t)BIT(seat);
    if (play->bot[seat]->ignores_view)
        move = play->moves[bot_pick(bot_seed(play->bots, seat, play->asked++), n)];
    else
        seat_ask(play, seat, &move);
    if (play->setup->use)
        usage_choice(play->setup->use, play->tally->use, play->moves, n, move, ++play->tally->asked);
    rules_apply(rules, &play->state, move, play->sink);
}

/* Each seat that was told something may have something to say about it, once. Games bound how often. */
static void seats_aside(Play *play) {
    const Rules *rules = play->setup->rules;
    const Head *head = &play->state.head;
    uint32_t seats = BIT(rules->seats) - 1, asking;
    while (head->node == NODE_DECISION && (asking = play->ears.told & seats & ~(uint32_t)head->to_act)) {
        unsigned seat = bits_first(asking);
        Move move;
        play->ears.told &= (uint8_t)~BIT(seat);
        if (!seat_ask(play, seat, &move))
            continue;
        play->tally->seat[seat].asides++;
        if (play->setup->use)
            usage_choice(play->setup->use, play->tally->use, NULL, 0, move, ++play->tally->asked);
        rules_apply(rules, &play->state, move, play->sink);
    }
    play->ears.told = 0;
}

/* A turn is over, or the set-up is. */
static void turn_over(Play *play) {
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
            seats_aside(play);
        if (play->setup->per_turn_stats && play->state.head.turn != play->turn)
            turn_over(play);
    }
    if (play->setup->per_turn_stats)
        turn_over(play);
}

/* First places by seat, and by place in the turn order where one seat decided first. */
static void tally_firsts(LabTally *tally, const Score *score, unsigned seats, unsigned lead) {
    unsigned first = 0;
    for (unsigned i = 0; i < seats; i++)
        first += score->place[i] == 1;
    if (lead < seats)
        tally->led[lead]++;
    for (unsigned i = 0; i < seats; i++) {
        LabTurnPosition won = {first == 1, first > 1, first ? WIN_UNITS / first : 0};
        LabSeat *seat = &tally->seat[i];
        if (score->place[i] != 1)
            continue;
        seat->wins += won.wins;
        seat->ties += won.ties;
        seat->split += won.split;
        if (lead < seats) {
            LabTurnPosition *place = &tally->place[(i + seats - lead) % seats];
            place->wins += won.wins;
            place->ties += won.ties;
            place->split += won.split;
        }
    }
}

/* The same by bot. A set's games are one observation: what one seed gives to a bot may come back to it when it sits
 * elsewhere. */
static void tally_bots(const LabSetup *setup, const LabLineup *lineup, uint64_t n, LabTally *tally,
                       const Score *score) {
    unsigned seats = setup->rules->seats, first = 0, firsts[SEATS_MAX] = {0};
    for (unsigned i = 0; i < seats; i++) {
        unsigned who = lab_lineup_bot(lineup, seats, n, i);
        first += score->place[i] == 1;
        firsts[who] += score->place[i] == 1;
        hist_add(&tally->bot[who].points, score->points[i]);
    }
    for (unsigned who = 0; who < lineup->bots; who++) {
        LabBot *bot = &tally->bot[who];
        bool won = firsts[who] && firsts[who] == first, lost = first && !firsts[who];
        uint32_t split = first ? WIN_UNITS / first * firsts[who] : 0;
        bot->wins += won;
        bot->ties += firsts[who] && !won;
        bot->losses += lost;
        bot->split += split;
        bot->now.split += split;
        bot->now.games += WIN_UNITS;
        bot->now.won += won;
        bot->now.decided += won || lost;
        if ((n + 1) % lineup->set)
            continue;
        ratio_add(&bot->share, bot->now.split, bot->now.games);
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
        ratio_add(&seat->forced, play->made[i].forced, play->made[i].decisions);
        ratio_add(&seat->choices, play->made[i].choices, play->made[i].decisions);
        ratio_add(&seat->pace, play->made[i].decisions, play->state.head.turn);
        sum += play->made[i].decisions;
    }
    return sum;
}

static void tally_study(const Play *play, const Score *score) {
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
    play.party = lineup;
    for (unsigned i = 0; i < rules->seats; i++)
        play.bot[i] = lineup->bot[lab_lineup_bot(lineup, rules->seats, n, i)];
    play.rng = rng_make(setup->seed, n / lineup->set);
    play.bots = rng_next(&play.rng);
    play.asked = 0;
    play.first = NOBODY_YET;
    play.turn = 0;
    play.deciders = 0;
    play.drama.turns = 0;
    memset(play.made, 0, sizeof play.made);
    play.asides = has_asides(rules->game);
    play.ears = (Ears){.sink.take = ears_take, .use = setup->use, .counts = tally->use};
    lab_programs_start(&play.ears.guests, setup->programs, rules, setup->pack, play.bot, play.bots);
    play.sink = play.asides || setup->use || setup->programs ? &play.ears.sink : NULL;
    rules->game->setup(rules, &play.state, NULL);
    if (setup->per_turn_stats)
        economy_start(&play.economy, tally->economy, rules, &play.state);
    play_out(&play);
    lab_programs_stop(&play.ears.guests, &play.state);

    Score score;
    rules->game->score(rules, &play.state, &score);
    tally->games++;
    tally->ending[score.ending < LAB_ENDINGS ? score.ending : LAB_ENDINGS - 1]++;
    tally_firsts(tally, &score, rules->seats, play.first);
    tally_points(tally, &score, rules->seats);
    tally_bots(setup, lineup, n, tally, &score);
    if (setup->use)
        usage_game(setup->use, tally->use, &score);
    hist_add(&tally->turns, play.state.head.turn);
    hist_add(&tally->steps, (int32_t)play.state.head.steps);
    hist_add(&tally->decisions, (int32_t)tally_made(&play));
    if (setup->per_turn_stats)
        tally_study(&play, &score);
    if (row)
        row_fill(row, &play, &score);
}
