/* Values of moves in the Raft Bay, at sea, in the search and at the Plank. */
#include "games/ayeaye/bot/aim.h"
#include "games/ayeaye/bot/eval.h"

enum {
    SHOT_NORMAL = 65,         /* simulations for a shot with stones in the way */
    SHOT_CAREFUL = 300,       /* the same for levels above medium */
    SHOT_PLAYOUT = 12,        /* the same in a playout */
    SHOT_SEARCH = 800,        /* simulations if the table's shots do not fit the board */
    SHOT_SEARCH_PLAYOUT = 40, /* the same in a playout */
    HITS_TO_SINK = 3,
    CAST_OFF_TURNS = 1930, /* expected turns to cast off, with two throws per turn */
    DOUBLOON_VALUE = 10000 /* value of turning over a doubloon: above everything else */
};

/* Set by hand, then tuned like those in eval.c; in thousandths of a turn. */
typedef struct Weights {
    int32_t sunk;   /* cost of being sunk */
    int32_t battle; /* value of starting a battle: the attacker is far less likely to be hit */
    int32_t answer; /* value of avoiding the return fire */
    int32_t spend;  /* minimum gain for playing a card */
} Weights;

static const Weights weights = {
    .sunk = 12000,
    .battle = 1300,
    .answer = 1000,
    .spend = 100,
};

/* ---- at sea ----------------------------------------------------------------------------------------------- */

/* Value of the event and the rafts on a space. */
static int32_t sea_encounter_value(const AyeEval *e, unsigned place) {
    int32_t value = 0;
    if (place == e->d->final)
        return value;
    if (e->d->event[place] < e->c->cards)
        value += aye_card_value(e, e->d->event[place]);
    for (unsigned other = 0; other < e->rules->seats; other++)
        if (other != e->seat && e->s->pirate[other].place == place)
            value += fixed_mul(weights.battle, e->rival_loss_value[other]);
    return value;
}

static int32_t sea_value(const AyeEval *e, unsigned place) {
    return sea_encounter_value(e, place) - aye_sea_turns(aye_spaces_left(e, place));
}

/* R74: the space n spaces ahead (astern if negative), or -1 if there is none. */
static int32_t sea_place(const AyeEval *e, int32_t n) {
    unsigned course = e->c->space[e->me->place].course;
    int32_t at = e->d->from_bay[e->me->place] + n;
    if (at == e->d->length[course] + 1)
        return e->d->final;
    return at >= 1 && at <= e->d->length[course] ? e->d->course[course] + at - 1 : -1;
}

/* Sails the die in the better direction. */
static int32_t die_value(const AyeEval *e, int32_t pips) {
    int32_t ahead = sea_place(e, pips), astern = sea_place(e, -pips), best = INT32_MIN;
    if (ahead >= 0)
        best = sea_value(e, (unsigned)ahead);
    if (astern >= 0)
        best = max_i32(best, sea_value(e, (unsigned)astern));
    return best == INT32_MIN ? sea_value(e, e->me->place) : best;
}

/* A card that brings the raft home has served its purpose, so only its value in the search is lost. */
static int32_t sail_cost(const AyeEval *e, unsigned ffc, bool home) {
    return home ? -aye_draw_value(e, e->seat, -1) : aye_ffc_cost(e, ffc) + weights.spend;
}

static int32_t throw_value(const AyeEval *e) {
    int32_t sum = 0;
    for (int32_t pips = 1; pips <= 6; pips++)
        sum += die_value(e, pips);
    return sum / 6;
}

/* ---- at sea, considering the cards in hand (plans_sea) ---------------------------------------------------- */

/* Value of sailing the die unchanged, with that hand left. */
static int32_t voyage_sailed_value(const AyeEval *e, int32_t pips, SeaHand hand) {
    int32_t way[2] = {sea_place(e, pips), sea_place(e, -pips)}, best = INT32_MIN;
    for (unsigned i = 0; i < 2; i++)
        if (way[i] >= 0)
            best = max_i32(best, sea_encounter_value(e, (unsigned)way[i]) -
                                     aye_voyage_turns(aye_spaces_left(e, (unsigned)way[i]), hand));
    return best == INT32_MIN ? -aye_voyage_turns(aye_spaces_left(e, e->me->place), hand) : best;
}

static int32_t card_spent(const AyeEval *e) { return weights.spend - aye_draw_value(e, e->seat, -1); }

/* The same, but trimmed with cards if that is better. */
static int32_t voyage_die_value(const AyeEval *e, int32_t pips, SeaHand hand) {
    int32_t best = voyage_sailed_value(e, pips, hand);
    for (int32_t off = -2; off <= 2; off++) {
        int32_t cards = off < 0 ? -off : off;
        SeaHand left = {hand.winds, hand.legs - cards, hand.throws};
        if (off && left.legs >= 0 && pips + off >= 1 && pips + off <= 6)
            best = max_i32(best, voyage_sailed_value(e, pips + off, left) - cards * card_spent(e));
    }
    return best;
}

static int32_t voyage_throw_value(const AyeEval *e, SeaHand hand) {
    int32_t sum = 0;
    for (int32_t pips = 1; pips <= 6; pips++)
        sum += voyage_die_value(e, pips, hand);
    return sum / 6;
}

static int32_t voyage_move_value(const AyeEval *e, Move move) {
    int32_t pips = e->s->die[0];
    SeaHand all = aye_sea_hand(e, AYE_FFCS), left = aye_sea_hand(e, move.arg[0]);
    int32_t way = move.kind == MOVE_AHEAD ? sea_place(e, pips) : sea_place(e, -pips);
    int32_t cost = card_spent(e) + (e->c->ffc[move.arg[0]].special == DOUBLETTE ? AYE_TURN_UNIT : 0);
    switch (move.kind) {
    case MOVE_AHEAD:
    case MOVE_ASTERN:
        return sea_encounter_value(e, (unsigned)way) - aye_voyage_turns(aye_spaces_left(e, (unsigned)way), all);
    case MOVE_TRIM:
        return voyage_die_value(e, pips + (move.arg[1] == AHEAD ? 1 : -1), left) - cost;
    case MOVE_AGAIN:
        return voyage_throw_value(e, left) - cost;
    case MOVE_WIND:
        return voyage_sailed_value(e, move.arg[1], left) - cost;
    case MOVE_THROW:
        return voyage_throw_value(e, all);
    default:
        return -aye_voyage_turns(aye_spaces_left(e, e->me->place), all);
    }
}

int32_t aye_score_wind(const AyeEval *e, Move move) {
    if (e->plans_sea)
        return voyage_move_value(e, move);
    if (move.kind == MOVE_THROW)
        return throw_value(e);
    bool home = move.arg[1] == aye_spaces_left(e, e->me->place);
    return die_value(e, move.arg[1]) - sail_cost(e, move.arg[0], home);
}

/* Trims with as many cards as bring the raft home, or else with this one. */
static int32_t trim_value(const AyeEval *e, Move move) {
    int32_t way = move.arg[1] == AHEAD ? 1 : -1, off = (aye_spaces_left(e, e->me->place) - e->s->die[0]) * way,
            cards = 0;
    for (unsigned ffc = 0; ffc < e->c->ffcs; ffc++)
        cards += e->c->ffc[ffc].basic == BASIC_LEGS ? e->me->hand[ffc] : 0;
    if (off >= 1 && off <= cards && aye_spaces_left(e, e->me->place) <= 6)
        return aye_draw_value(e, e->seat, -off);
    return die_value(e, e->s->die[0] + way) - sail_cost(e, move.arg[0], false);
}

int32_t aye_score_sail(const AyeEval *e, Move move) {
    int32_t pips = e->s->die[0];
    if (e->plans_sea)
        return voyage_move_value(e, move);
    switch (move.kind) {
    case MOVE_AHEAD:
        return sea_value(e, (unsigned)sea_place(e, pips));
    case MOVE_ASTERN:
        return sea_value(e, (unsigned)sea_place(e, -pips));
    case MOVE_TRIM:
        return trim_value(e, move);
    case MOVE_AGAIN:
        return throw_value(e) - aye_ffc_cost(e, move.arg[0]) - weights.spend;
    default:
        return sea_value(e, e->me->place);
    }
}

/* ---- the bay, the search ---------------------------------------------------------------------------------- */

/* Value of a course: its events on the way, of which a raft meets two in seven, and the space where it starts. */
static int32_t course_value(const AyeEval *e, unsigned course, int32_t pips) {
    int32_t sum = 0;
    for (int32_t i = pips; i < e->d->length[course]; i++) {
        unsigned card = e->d->event[e->d->course[course] + (unsigned)i];
        sum += card < e->c->cards ? aye_card_value(e, card) : 0;
    }
    return sum * 2 / 7 + sea_value(e, e->d->course[course] + (unsigned)pips - 1);
}

/* Expected turns to cast off: the throws left now, then turns with two throws each. */
static int32_t bay_turns(int32_t throws) {
    int32_t turns = CAST_OFF_TURNS;
    for (; throws > 0; throws--)
        turns = turns * 25 / 36;
    return turns;
}

int32_t aye_score_bay(const AyeEval *e, Move move) {
    const uint8_t *die = e->s->die;
    int32_t throws = aye_top_frame(e->s)->arg[BAY_THROWS], cast = max_i32(course_value(e, 0, 3), course_value(e, 1, 3));
    switch (move.kind) {
    case MOVE_CAST:
        return course_value(e, move.arg[0], die[0] == 6 ? die[1] : die[0]);
    case MOVE_ON:
        return cast - bay_turns(throws);
    case MOVE_AGAIN:
        return cast - bay_turns(throws + 1) - aye_ffc_cost(e, move.arg[0]);
    default:
        return cast - (die[0] == 6 || die[1] == 6 ? CAST_OFF_TURNS : 0) - sail_cost(e, move.arg[0], true);
    }
}

int32_t aye_score_search(const AyeEval *e, Move move) {
    int32_t left = e->c->doubloons - (int32_t)bits_count(e->s->doubloons);
    if (move.kind == MOVE_THROW)
        return 0;
    if (move.kind == MOVE_DOUBLETTE && left > 1)
        return 2 * DOUBLOON_VALUE;
    return DOUBLOON_VALUE - aye_ffc_cost(e, move.arg[0]) / 8;
}

/* ---- the Plank -------------------------------------------------------------------------------------------- */

/* Value of making that many hits: the value of the card's outcome or, in a battle, of making the foe skip turns or
 * sink. */
static int32_t hits_value(const AyeEval *e, int32_t hits) {
    const Frame *below = aye_top_frame(e->s) - 1;
    if (below->kind == FRAME_CARD) {
        unsigned card = below->arg[CARD_CARD];
        const AyeCard *c = aye_card(e->rules, card);
        bool great = c->great && hits >= c->great;
        return aye_outcome_value(e, card, great ? GREAT : hits >= c->hits ? WON : LOST);
    }
    unsigned foe = below->seat == e->seat ? below->arg[BATTLE_FOE] : below->seat;
    return hits >= HITS_TO_SINK
               ? fixed_mul(weights.sunk, e->rival_loss_value[foe])
               : fixed_mul(hits * AYE_TURN_UNIT, e->rival_loss_value[foe]) + (hits ? weights.answer : 0);
}

/* The same with shots left; the player can stop at any time. */
static int32_t shots_left_value(const AyeEval *e, int32_t hits, int32_t shots, int32_t chance) {
    int32_t value[12];
    shots = min_i32(shots, 8);
    for (int32_t i = 0; i <= shots; i++)
        value[i] = hits_value(e, hits + i);
    for (int32_t left = 1; left <= shots; left++)
        for (int32_t i = 0; i <= shots - left; i++)
            value[i] = max_i32(hits_value(e, hits + i), value[i] + fixed_mul(value[i + 1] - value[i], chance));
    return value[0];
}

static int32_t chance_now(const AyeEval *e) {
    const Frame *below = aye_top_frame(e->s) - 1;
    return below->kind == FRAME_CARD ? aye_shot_chance(e, aye_card(e->rules, below->arg[CARD_CARD]))
                                     : e->shot[HOLE_ANY];
}

int32_t aye_score_shot(const AyeEval *e, Move move) {
    const Frame *f = aye_top_frame(e->s);
    int32_t shots = f->arg[PLANK_SHOTS_LEFT], hits = f->arg[PLANK_HITS], chance = chance_now(e);
    int32_t stop = hits_value(e, hits), shoot = shots_left_value(e, hits, shots, chance);
    switch (move.kind) {
    case MOVE_STOP:
        return stop;
    case MOVE_PLACE: /* all places have the same score; aye_shot_move picks one */
        return shoot > stop ? shoot : stop - 1;
    case MOVE_SHOT:
        return shots ? stop - 2 : shots_left_value(e, hits, 1, chance) - aye_ffc_cost(e, move.arg[0]) - weights.spend;
    default:
        return shots_left_value(e, hits + 1, shots - 1, chance) - aye_ffc_cost(e, move.arg[0]) - weights.spend;
    }
}

int32_t aye_score_grape(const AyeEval *e, Move move) {
    const Frame *f = aye_top_frame(e->s);
    int32_t hits = f->arg[BATTLE_HITS];
    unsigned foe = f->arg[BATTLE_FIRING] ? f->seat : f->arg[BATTLE_FOE];
    int32_t gain = hits + 1 >= HITS_TO_SINK ? weights.sunk - hits * AYE_TURN_UNIT : AYE_TURN_UNIT;
    if (move.kind == MOVE_ON)
        return 0;
    return fixed_mul(gain, e->rival_loss_value[foe]) + (hits || f->arg[BATTLE_FIRING] ? 0 : weights.answer) -
           aye_ffc_cost(e, move.arg[0]);
}

/* The number of simulations for a shot. On an empty plank the table is trusted, provided that its best shot hits on
 * this board. On other boards, shots must be searched for. */
static uint32_t simulations_for(const AyeEval *e, AimTask goal) {
    const PlankBoard *b = &e->c->plank;
    const PlankStones cleared = {0};
    AimShot best = aim_shot_best(goal);
    PlankShot hand = {best.place, best.aim, best.push};
    bool empty = !goal.no_tremor;
    for (unsigned i = 0; i < e->s->plank.count; i++)
        empty &= e->s->plank.spot[i] != PLANK_ON_BOARD;
    goal.no_tremor = true;
    if (e->budget)
        return e->budget;
    if (!aim_shot_value(b, &cleared, hand, goal, 1).hits)
        return e->quick ? SHOT_SEARCH_PLAYOUT : SHOT_SEARCH;
    if (empty)
        return 0;
    return !e->quick ? e->plans_sea ? SHOT_CAREFUL : SHOT_NORMAL : e->s->ask == ASK_SHOT ? SHOT_PLAYOUT : 0;
}

/* The goal of the present shot, and what is already fixed. */
static AimTask task_now(const AyeEval *e) {
    const AyeState *s = e->s;
    const Frame *f = aye_top_frame(s);
    return (AimTask){.holes = s->target,
                     .cushion_first = s->bank,
                     .no_tremor = f->arg[PLANK_CALM],
                     .placed = s->ask != ASK_SHOT,
                     .aimed = s->ask == ASK_PUSH,
                     .place = f->arg[PLANK_PLACE],
                     .aim = (int16_t)(f->arg[PLANK_AIM] - e->c->plank.aim)};
}

/* The remaining moves of a shot. */
static BotCandidate shot_candidate(const AyeEval *e, const AimShot *shot) {
    BotCandidate candidate = {0};
    if (e->s->ask == ASK_SHOT)
        candidate.move[candidate.n++] = move_make(MOVE_PLACE, e->seat, shot->place, 0);
    if (e->s->ask != ASK_PUSH)
        candidate.move[candidate.n++] = move_make(MOVE_AIM, e->seat, (unsigned)(shot->aim + e->c->plank.aim), 0);
    candidate.move[candidate.n++] = move_make(MOVE_PUSH, e->seat, shot->push, 0);
    return candidate;
}

/* A shot is three moves. The choice is repeated for each move, with what is already fixed. */
Move aye_shot_move(const AyeEval *e) {
    AimTask goal = task_now(e);
    AimShot shot = aim_shot_choose(&e->c->plank, &e->s->plank, goal, simulations_for(e, goal));
    return shot_candidate(e, &shot).move[0];
}

unsigned aye_shot_candidates(const AyeEval *e, BotCandidate *out, unsigned max) {
    AimTask goal = task_now(e);
    AimShot shot[AIM_KNOWN_SHOTS], best = aim_shot_choose(&e->c->plank, &e->s->plank, goal, simulations_for(e, goal));
    unsigned n = 1, known = aim_shots_allowed(&e->c->plank, goal, shot);
    out[0] = shot_candidate(e, &best);
    for (unsigned i = 0; i < known && n < max; i++) {
        BotCandidate candidate = shot_candidate(e, &shot[i]);
        bool is_duplicate = false;
        for (unsigned k = 0; k < n && !is_duplicate; k++)
            is_duplicate = move_equal(out[k].move[0], candidate.move[0]);
        if (!is_duplicate && shot[i].hits)
            out[n++] = candidate;
    }
    return n;
}
