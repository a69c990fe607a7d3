#include "bots/search.h"

#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"

enum {
    STEPS_MOST = 20000, /* of one imagined game */
    TURN_LUCK = 16,     /* streams of a world: from here on, one for each turn */
    FINE = 1024         /* leads are summed in parts of BOT_WON / (FINE * FINE), so that squares fit */
};

/* Sums over the worlds tried; added to from all threads, in any order with the same result. */
typedef struct Arm {
    BotLine line;
    int32_t told; /* the line's chance, in the unit of the sums; 0: it has none */
    _Atomic uint32_t n;
    _Atomic int64_t sum, sum2, lead, lead2;            /* chances; leads over arm 0 */
    _Atomic int64_t term[BOT_TERMS], term2[BOT_TERMS]; /* what explain says, over arm 0 */
} Arm;

typedef struct Search {
    const BotAsk *ask;
    const Rules *rules;
    const BotGame *known;
    BotRoom *room;
    unsigned seat, horizon;
    bool terms, points;
    unsigned arms, alive, stay;
    uint8_t order[BOT_LINES]; /* the first `alive` are still in the running; arm 0 always */
    Arm arm[BOT_LINES];
    _Atomic uint32_t next; /* world to be tried, */
    uint32_t end;          /* up to this one in the present round */
    uint32_t done, total;  /* games */
    atomic_bool stop;
} Search;

static int32_t part_of_won(int64_t chance) { return (int32_t)(chance / (BOT_WON / (FINE * FINE))); }

/* ---- playing out ---------------------------------------------------------------------------------------- */

static bool play_seat(const Search *s, const State *state, unsigned seat, uint64_t seed, void *desk, Move *move) {
    State view;
    if (s->known->glimpse) {
        s->known->glimpse(s->rules, state, seat, &view);
    } else {
        memset(&view, 0, s->rules->game->state_size);
        s->rules->game->observe(s->rules, state, seat, &view);
    }
    BotAsk ask = {
        .rules = s->rules, .view = &view, .seat = seat, .seed = seed, .quick = true, .known = s->known, .desk = desk};
    return s->known->play ? s->known->play(&ask, move) : greedy_choose(&ask, true, move);
}

/* The rest of a plan after its first move, as long as it is still possible. */
static bool line_next(const Search *s, const State *state, const BotLine *line, unsigned *at, Move *move) {
    if (*at >= line->n || !(state->head.to_act & BIT(s->seat)) ||
        rules_check(s->rules, state, line->move[*at], NULL) != SK_OK) {
        *at = line->n;
        return false;
    }
    *move = line->move[(*at)++];
    return true;
}

/* ---- luck in an imagined game: the same for every candidate, as far as they go alike ---- */

typedef struct Luck {
    uint64_t seed;
    Rng rng; /* one after another; where luck has kinds, what bots leave to chance */
    unsigned turn;
    uint16_t seen[BOT_LUCKS]; /* of each kind in this turn */
} Luck;

static Move luck_draw(const Search *s, const State *state, Luck *luck) {
    Odds odds;
    if (!s->known->luck)
        return rules_draw(s->rules, state, &odds, &luck->rng);
    if (luck->turn != state->head.turn) {
        memset(luck->seen, 0, sizeof luck->seen);
        luck->turn = state->head.turn;
    }
    unsigned kind = s->known->luck(state);
    Rng rng = rng_make(bot_seed(luck->seed, kind, luck->seen[kind]++), TURN_LUCK + luck->turn);
    return rules_draw(s->rules, state, &odds, &rng);
}

/* What the net says where the line's chance was made of what it says; once a game. The dice from there on are the same
 * for every candidate again, however many it threw before. */
static void settle(const Search *s, const State *state, Luck *luck, int32_t *settled) {
    if (*settled >= 0 || (state->head.node != NODE_OVER && !s->known->settled(s->rules, state)))
        return;
    *settled = bot_chance(s->known, s->rules, state, s->seat);
    luck->rng = rng_make(luck->seed, 4);
}

/* Until the horizon, the end of the game, or a seat that does not answer. settled: below 0 if that is asked for. */
static void play_on(const Search *s, State *state, const BotLine *line, uint64_t seed, void *desk, int32_t *settled) {
    Luck luck = {.seed = seed, .rng = rng_make(seed, 2), .turn = state->head.turn};
    const Rules *rules = s->rules;
    unsigned until = s->horizon == UINT8_MAX ? UINT16_MAX : state->head.turn + s->horizon, at = 1;
    Move move = line->move[0];
    rules_apply(rules, state, move, NULL);
    for (unsigned steps = 0; steps < STEPS_MOST; steps++) {
        settle(s, state, &luck, settled);
        if (state->head.turn >= until || state->head.node == NODE_OVER)
            return;
        if (state->head.node == NODE_CHANCE)
            move = luck_draw(s, state, &luck);
        else if (!line_next(s, state, line, &at, &move) &&
                 !play_seat(s, state, bits_first(state->head.to_act), rng_next(&luck.rng), desk, &move))
            return;
        rules_apply(rules, state, move, NULL);
    }
}

/* ---- worlds --------------------------------------------------------------------------------------------- */

static int32_t points_at(const Search *s, const State *state) {
    Score score;
    s->rules->game->score(s->rules, state, &score);
    int32_t points = score.points[s->seat];
    return (points < 0 ? 0 : points > BOT_POINTS ? BOT_POINTS : points) * (BOT_WON / BOT_POINTS);
}

static int32_t chance_at(const Search *s, const State *state, uint64_t seed, void *desk) {
    if (s->points)
        return points_at(s, state);
    if (!s->known->chance || state->head.node == NODE_OVER)
        return bot_chance(s->known, s->rules, state, s->seat);
    BotAsk ask = {.rules = s->rules,
                  .view = state,
                  .seat = s->seat,
                  .seed = seed,
                  .quick = true,
                  .known = s->known,
                  .desk = desk};
    return s->known->chance(&ask);
}

static int32_t arm_try(Search *s, Arm *arm, State *state, uint64_t seed, void *desk, int32_t term[BOT_TERMS]) {
    int32_t settled = arm->told ? -1 : 0;
    play_on(s, state, &arm->line, seed, desk, &settled);
    int32_t chance = part_of_won(chance_at(s, state, seed, desk));
    if (arm->told && settled >= 0)
        chance += arm->told - part_of_won(settled);
    arm->sum += chance;
    arm->sum2 += (int64_t)chance * chance / FINE;
    arm->n++;
    if (s->terms)
        s->known->explain(s->rules, state, s->seat, term);
    return chance;
}

/* In the same world luck is the same: what is left of the difference is the move's doing. */
static void terms_add(Arm *arm, const int32_t term[BOT_TERMS], const int32_t first[BOT_TERMS]) {
    for (unsigned i = 0; i < BOT_TERMS; i++) {
        int64_t more = (int64_t)term[i] - first[i];
        arm->term[i] += more;
        arm->term2[i] += more * more;
    }
}

static void world_try(Search *s, uint32_t world, void *desk) {
    const Rules *rules = s->rules;
    uint64_t seed = bot_seed(s->ask->seed, s->seat, world);
    Rng rng = rng_make(seed, 1);
    State guess, state;
    int32_t first = 0, first_term[BOT_TERMS] = {0};
    if (s->ask->world)
        memcpy(&guess, s->ask->world, rules->game->state_size);
    else
        rules->game->resample(rules, s->ask->view, s->seat, &rng, &guess);
    guess.head.steps = 0;
    for (unsigned i = 0; i < s->alive; i++) {
        Arm *arm = &s->arm[s->order[i]];
        memcpy(&state, &guess, rules->game->state_size);
        int32_t term[BOT_TERMS] = {0}, chance = arm_try(s, arm, &state, seed, desk, i ? term : first_term);
        first = i == 0 ? chance : first;
        int64_t lead = chance - first;
        arm->lead += lead;
        arm->lead2 += lead * lead / FINE;
        if (s->terms && i)
            terms_add(arm, term, first_term);
    }
}

static void worlds_try(void *of, unsigned worker) {
    Search *s = of;
    uint32_t world;
    while (!s->stop && (world = s->next++) < s->end) {
        world_try(s, world, room_desk(s->room, worker));
        if (worker == 0 && s->ask->watch) {
            uint32_t left = s->end > s->next ? s->end - s->next : 0, now = s->done - left * s->alive;
            if (!s->ask->watch->go_on(s->ask->watch, now, s->total))
                s->stop = true;
        }
    }
}

/* ---- rounds --------------------------------------------------------------------------------------------- */

static int64_t mean(int64_t sum, uint32_t n) { return n ? sum / n : 0; }

static int64_t root(int64_t x) {
    int64_t r = 0;
    for (int64_t bit = INT64_C(1) << 31; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= x)
            r += bit;
    return r;
}

/* Standard error of a mean, in the unit of the sum. */
static int64_t error_of(int64_t sum, int64_t sum2, uint32_t n) {
    if (n < 2)
        return FINE * FINE;
    int64_t m = sum / n, spread = (sum2 / n) * FINE - m * m;
    return root((spread > 0 ? spread : 0) / (n - 1));
}

/* The lead over the first as far as it can be believed: where lines have chances, what the imagined games say against
 * them counts the more the more games there were. */
static int64_t lead_of(const Search *s, const Arm *arm) {
    const BotTrust *trust = &s->known->trust;
    int64_t lead = mean(arm->lead, arm->n), first = s->arm[0].told;
    if (!trust->line || !arm->n || !arm->told || !first)
        return lead;
    enum { BEFORE = 4 }; /* games that were known before, so that three alike do not make sure */
    int64_t unit = first * (FINE * FINE - first) / (FINE * FINE), n = arm->n, told = arm->told - first;
    int64_t line = unit * trust->line / 1000 + 1, world = unit * trust->world / 1000;
    int64_t spread = (arm->lead2 / n) * FINE - lead * lead;
    int64_t error = (n * (spread > 0 ? spread : 0) + BEFORE * world * world) / (n + BEFORE) / n;
    return told + (lead - told) * line * line / (line * line + error);
}

/* By lead over the first; the first itself has none. */
static void order_sort(Search *s) {
    for (unsigned i = 2; i < s->alive; i++)
        for (unsigned k = i; k > 1; k--) {
            const Arm *a = &s->arm[s->order[k - 1]], *b = &s->arm[s->order[k]];
            if (lead_of(s, a) >= lead_of(s, b))
                break;
            uint8_t swap = s->order[k];
            s->order[k] = s->order[k - 1];
            s->order[k - 1] = swap;
        }
}

static void search_rounds(Search *s, uint32_t games) {
    unsigned rounds = 1;
    for (unsigned left = s->arms; left > s->stay; left = (left + 1) / 2)
        rounds++;
    s->total = games;
    for (unsigned round = 0; round < rounds && !s->stop; round++) {
        uint32_t each = games / (rounds * s->alive);
        each = each ? each : 1;
        s->end = s->next + each;
        s->done += each * s->alive;
        room_run(s->room, worlds_try, s);
        s->next = s->end; /* every thread went one too far */
        order_sort(s);
        if (round + 1 < rounds)
            s->alive = (s->alive + 1) / 2 > s->stay ? (s->alive + 1) / 2 : s->stay;
    }
}

/* ---- candidates and choice ------------------------------------------------------------------------------- */

/* As the game proposes them; or every listed move, asides only if one is liked best. */
static unsigned lines_make(const BotAsk *ask, BotLine *out, unsigned most) {
    const BotGame *known = ask_known(ask);
    if (known->lines)
        return known->lines(ask, out, most);
    Move moves[LEGAL_MAX];
    unsigned n = greedy_rank(ask, true, moves), lines = 0;
    for (unsigned i = 0; i < n && lines < most; i++)
        if (i == 0 || !(ask->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE))
            out[lines++] = (BotLine){.n = 1, .move = {moves[i]}};
    return lines;
}

/* The best lead that is more than chance; otherwise the first candidate stands. */
static unsigned pick(const Search *s, unsigned sure) {
    unsigned best = 0;
    int64_t most = 0;
    for (unsigned i = 1; i < s->alive; i++) {
        const Arm *arm = &s->arm[s->order[i]];
        int64_t lead = lead_of(s, arm);
        if (lead > most && 4 * lead > (int64_t)sure * error_of(arm->lead, arm->lead2, arm->n))
            most = lead, best = s->order[i];
    }
    return best;
}

static void report_line(const Arm *arm, SearchLine *out) {
    enum { UNIT = BOT_WON / (FINE * FINE) };
    uint32_t n = arm->n;
    *out = (SearchLine){.line = arm->line, .games = n};
    int64_t chance = mean(arm->sum, n) * UNIT; /* few games may take a line's chance beyond what there is */
    out->chance = (int32_t)(chance < 0 ? 0 : chance > BOT_WON ? BOT_WON : chance);
    out->lead = (int32_t)(mean(arm->lead, n) * UNIT);
    out->error = (int32_t)(error_of(arm->sum, arm->sum2, n) * UNIT);
    out->lead_error = n < 2 ? out->error : (int32_t)(error_of(arm->lead, arm->lead2, n) * UNIT);
    for (unsigned i = 0; i < BOT_TERMS && n; i++) {
        int64_t m = arm->term[i] / n, spread = arm->term2[i] / n - m * m;
        out->term[i] = (int32_t)m;
        out->term_error[i] = n < 2 ? (int32_t)root(arm->term2[i]) : (int32_t)root((spread > 0 ? spread : 0) / (n - 1));
    }
}

/* The chosen one, then those that stayed longest, the best lead first. */
static void report_make(const Search *s, unsigned chosen, SearchReport *report) {
    report->lines = s->arms;
    report->games = s->done;
    report->stopped = s->stop;
    report_line(&s->arm[chosen], &report->line[0]);
    unsigned n = 1;
    for (unsigned i = 0; i < s->arms; i++)
        if (s->order[i] != chosen)
            report_line(&s->arm[s->order[i]], &report->line[n++]);
}

static void search_open(Search *s, const BotAsk *ask, BotEffort effort, bool terms) {
    memset(s, 0, sizeof *s);
    s->ask = ask;
    s->rules = ask->rules;
    s->known = ask_known(ask);
    s->seat = ask->seat;
    s->points = effort.points;
    s->horizon = effort.points ? UINT8_MAX : effort.horizon ? effort.horizon : ask->rules->seats;
    s->stay = effort.stay > 2 ? effort.stay : 2;
    s->terms = terms && s->known->explain;
    s->room = ask->room;
}

static bool search_within(Search *s, BotEffort effort, const BotLine *lines, unsigned count, SearchReport *report) {
    s->arms = s->alive = count < BOT_LINES ? count : BOT_LINES;
    if (s->arms == 0)
        return false;
    for (unsigned i = 0; i < s->arms; i++) {
        s->arm[i].line.n = lines[i].n;
        s->arm[i].line.chance = lines[i].chance;
        s->arm[i].told = s->known->trust.line && !s->points ? part_of_won(lines[i].chance) : 0;
        memcpy(s->arm[i].line.move, lines[i].move, lines[i].n * sizeof(Move)); /* what lies behind them is nobody's */
        s->order[i] = (uint8_t)i;
    }
    bool thinks = s->arms > 1 || s->terms;
    if (thinks && effort.games)
        search_rounds(s, effort.games);
    report_make(s, pick(s, effort.sure), report);
    return true;
}

/* The same question with somewhere to think. */
static bool ask_settle(const BotAsk *ask, BotAsk *own) {
    *own = *ask;
    if (!own->room && !(own->room = room_open(1)))
        return false;
    own->desk = room_desk(own->room, 0);
    return true;
}

bool search_run(const BotAsk *ask, BotEffort effort, bool terms, SearchReport *report) {
    Search s;
    report->lines = 0;
    if (!(state_head(ask->view)->to_act & BIT(ask->seat))) { /* beside the game: no time for it */
        search_open(&s, ask, effort, false);
        s.arms = s.alive = 1;
        s.arm[0].line.n = 1;
        if (!greedy_choose(ask, true, &s.arm[0].line.move[0]))
            return false;
        report_make(&s, 0, report);
        return true;
    }
    BotAsk own;
    if (!ask_settle(ask, &own))
        return false;
    BotLine lines[BOT_LINES];
    unsigned count = lines_make(&own, lines, effort.lines < BOT_LINES ? effort.lines : BOT_LINES);
    search_open(&s, &own, effort, terms);
    bool found = search_within(&s, effort, lines, count, report);
    if (!ask->room)
        room_close(own.room);
    return found;
}

unsigned search_candidates(const BotAsk *ask, unsigned most, BotLine out[BOT_LINES]) {
    BotAsk own;
    if (!ask_settle(ask, &own))
        return 0;
    unsigned count = lines_make(&own, out, most < BOT_LINES ? most : BOT_LINES);
    if (!ask->room)
        room_close(own.room);
    return count;
}

bool search_among(const BotAsk *ask, BotEffort effort, bool terms, const BotLine *lines, unsigned count,
                  SearchReport *report) {
    Search s;
    BotAsk own;
    report->lines = 0;
    if (!ask_settle(ask, &own))
        return false;
    search_open(&s, &own, effort, terms);
    bool found = search_within(&s, effort, lines, count, report);
    if (!ask->room)
        room_close(own.room);
    return found;
}
