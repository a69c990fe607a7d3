/* What else could be done in Ten Days: to each answer of the hand rules the alternatives that are worth trying out, as
 * whole plans where a choice is made in steps (a dusk, a bid, a side taken). */
#include "games/tendays/bot/candidates.h"

#include <string.h>

#include "bots/greedy.h"

enum { CARDS_MOST = 5 }; /* different cards tried where one is to be given up */

/* Candidates as they are gathered. */
typedef struct Sheaf {
    const BotAsk *ask;
    const Move *moves;
    unsigned listed;
    BotLine *out;
    unsigned n, most;
} Sheaf;

static bool line_equal(const BotLine *a, const BotLine *b) {
    return a->n == b->n && memcmp(a->move, b->move, a->n * sizeof *a->move) == 0;
}

static void sheaf_add(Sheaf *f, const BotLine *line) {
    if (!line->n || f->n == f->most)
        return;
    for (unsigned i = 0; i < f->n; i++)
        if (line_equal(&f->out[i], line))
            return;
    f->out[f->n++] = *line;
}

static void sheaf_move(Sheaf *f, Move move) {
    for (unsigned i = 0; i < f->n; i++)
        if (move_equal(f->out[i].move[0], move))
            return;
    sheaf_add(f, &(BotLine){.n = 1, .move = {move}});
}

static bool is_aside(const BotAsk *ask, Move move) { return ask->rules->game->moves[move.kind].flags & MOVE_ASIDE; }

/* Every listed move that is an answer at all. */
static void sheaf_all(Sheaf *f) {
    for (unsigned i = 0; i < f->listed; i++)
        if (!is_aside(f->ask, f->moves[i]) && f->moves[i].kind != MOVE_NEVER)
            sheaf_move(f, f->moves[i]);
}

void ten_rank(Ranking *ranking, Move move, int32_t worth) {
    unsigned at = ranking->n;
    if (at == BOT_LINES && worth <= ranking->worth[--at])
        return;
    ranking->n = at + 1;
    for (; at && ranking->worth[at - 1] < worth; at--) {
        ranking->worth[at] = ranking->worth[at - 1];
        ranking->move[at] = ranking->move[at - 1];
    }
    ranking->worth[at] = worth;
    ranking->move[at] = move;
}

static void sheaf_ranked(Sheaf *f, const Ranking *ranking, unsigned n) {
    for (unsigned i = 0; i < ranking->n && i < n; i++)
        sheaf_move(f, ranking->move[i]);
}

/* ---- plans in steps ----------------------------------------------------------------------------------------- */

typedef bool (*Step)(Sight *v, uint32_t how, const Move *moves, unsigned n, Move *move);

/* Plays the plan on, in what the seat sees, while the question stays the same; a roll on the way is taken to be good.
 */
static void plan_on(const BotAsk *ask, TenState *s, unsigned question, Step step, uint32_t how, BotLine *line) {
    const Rules *rules = ask->rules;
    BotAsk own = *ask;
    own.view = s;
    while (line->n < BOT_LINE) {
        Move moves[LEGAL_MAX], move;
        Sight v;
        while (s->head.node == NODE_CHANCE && s->ask == ASK_DIE)
            rules_apply(rules, s, rules->game->outcome(rules, s, 0), NULL);
        if (s->head.node != NODE_DECISION || s->ask != question || !(s->head.to_act & BIT(ask->seat)))
            return;
        unsigned n = rules->game->legal(rules, s, ask->seat, moves);
        ten_sight_make(&v, &own);
        if (!step(&v, how, moves, n, &move))
            return;
        line->move[line->n++] = move;
        if (move.kind == MOVE_DONE)
            return;
        rules_apply(rules, s, move, NULL);
    }
}

static bool step_dusk(Sight *v, uint32_t lost, const Move *moves, unsigned n, Move *move) {
    return ten_dusk_step(v, lost, moves, n, move);
}

static bool step_enter(Sight *v, uint32_t how, const Move *moves, unsigned n, Move *move) {
    (void)how;
    return ten_answer_enter(v, moves, n, move);
}

/* ---- questions ---------------------------------------------------------------------------------------------- */

static void dusk_add(Sheaf *f, uint32_t lost) {
    TenState s = *(const TenState *)f->ask->view;
    BotLine line = {0};
    plan_on(f->ask, &s, ASK_DUSK, step_dusk, lost, &line);
    sheaf_add(f, &line);
}

/* Whoever has had nothing yet may be let go. Plans that begin alike part later: then there is nothing to decide. */
static void lines_dusk(Sheaf *f, const Sight *v) {
    uint32_t may = v->me->island & ~v->s->drunk & ~v->s->eaten;
    bool alike = true;
    if (v->mood == SETTLED)
        return; /* the game is won as soon as it is over */
    f->n = 0;
    dusk_add(f, ten_dusk_lost(v));
    for (unsigned size = 0; size <= bits_count(may); size++)
        for (uint32_t lost = may;; lost = (lost - 1) & may) { /* every part of the set */
            if (bits_count(lost) == size)
                dusk_add(f, lost);
            if (!lost)
                break;
        }
    for (unsigned i = 1; i < f->n; i++)
        alike &= move_equal(f->out[i].move[0], f->out[0].move[0]);
    if (alike)
        f->n = 1;
}

static void lines_bid(Sheaf *f, Sight *v) {
    Move first = f->out[0].move[0], done;
    Ranking ranking = {0};
    ten_rank_bid(v, f->moves, f->listed, &ranking);
    f->n = 0;
    for (unsigned i = 0; i <= ranking.n; i++) {
        Move move = i ? ranking.move[i - 1] : first;
        if (i && move_equal(move, first))
            continue;
        TenState s = *(const TenState *)f->ask->view;
        BotLine line = {.n = 1, .move = {move}};
        if (move.kind == MOVE_ENTER || move.kind == MOVE_ADD) {
            rules_apply(f->ask->rules, &s, move, NULL);
            plan_on(f->ask, &s, ASK_ENTER, step_enter, 0, &line);
        }
        sheaf_add(f, &line);
        if (i == 0 && ten_listed(f->moves, f->listed, MOVE_DONE, 0, 0, &done))
            sheaf_move(f, done);
    }
}

static void lines_turn(Sheaf *f, Sight *v) {
    unsigned first = f->out[0].move[0].kind;
    Ranking ranking = {0};
    if (first == MOVE_EQUIP || first == MOVE_LIGHT || first == MOVE_COOK || first == MOVE_ROUSE)
        return; /* it costs nothing */
    ten_rank_turn(v, f->moves, f->listed, &ranking);
    sheaf_ranked(f, &ranking, BOT_LINES);
}

/* With all weapons, or none but one's company. */
static void lines_side(Sheaf *f, const Sight *v) {
    for (unsigned side = SIDE_ATTACKER; side <= SIDE_DEFENDER; side++) {
        BotLine line = {.n = 1};
        if (!ten_listed(f->moves, f->listed, MOVE_SIDE, side, 0, &line.move[0]))
            continue;
        for (unsigned i = v->d->weapons; i-- > 0;)
            for (unsigned k = 0; k < v->me->hand[v->d->weapon_card[i]] && line.n + 1u < BOT_LINE; k++) {
                line.move[line.n] = line.move[0];
                line.move[line.n].kind = MOVE_LAY;
                line.move[line.n++].arg[0] = v->d->weapon_card[i];
            }
        if (line.n > 1) {
            line.move[line.n] = line.move[0];
            line.move[line.n].kind = MOVE_DONE;
            line.move[line.n++].arg[0] = 0;
            sheaf_add(f, &line);
        }
    }
    if (f->out[0].move[0].kind != MOVE_PASS)
        sheaf_all(f); /* in the middle of it */
}

/* Cards to be given up: those that are missed least. */
static void lines_cards(Sheaf *f, const Sight *v) {
    Ranking ranking = {0};
    for (unsigned i = 0; i < f->listed; i++) {
        Move move = f->moves[i];
        if (move.kind == MOVE_DISCARD || move.kind == MOVE_PAY || move.kind == MOVE_SWAP)
            ten_rank(&ranking, move, ten_card_gain(v, move.arg[0], -1));
        else if (!is_aside(f->ask, move))
            sheaf_move(f, move);
    }
    sheaf_ranked(f, &ranking, CARDS_MOST);
}

static void lines_more(Sheaf *f, Sight *v) {
    switch (v->s->ask) {
    case ASK_TURN:
        lines_turn(f, v);
        break;
    case ASK_DUSK:
        lines_dusk(f, v);
        break;
    case ASK_BID:
        lines_bid(f, v);
        break;
    case ASK_SIDE:
        lines_side(f, v);
        break;
    case ASK_DISCARD:
    case ASK_TORNADO:
    case ASK_SUN:
    case ASK_NATIVES:
        lines_cards(f, v);
        break;
    case ASK_ENTER:
    case ASK_CARRY:
        break; /* the plan is made */
    default:
        sheaf_all(f);
    }
}

unsigned ten_lines(const BotAsk *ask, BotLine *out, unsigned most_lines) {
    Move moves[LEGAL_MAX], first;
    Sheaf f = {.ask = ask, .moves = moves, .out = out, .most = most_lines};
    Sight v;
    f.listed = ask->rules->game->legal(ask->rules, ask->view, ask->seat, moves);
    if (!f.listed || !most_lines || !greedy_choose(ask, true, &first))
        return 0;
    sheaf_move(&f, first);
    if (is_aside(ask, first) || f.listed == 1)
        return f.n;
    ten_sight_make(&v, ask);
    lines_more(&f, &v);
    return f.n;
}
