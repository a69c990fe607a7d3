/* Candidates for the search in Ten Days: the answer of the hand-written rules and the alternatives worth trying. Where
 * a choice takes several moves (a dusk, a bid, taking a side), a candidate is a whole plan. */
#include "games/tendays/bot/candidates.h"

#include <string.h>

#include "bots/greedy.h"

enum { CARDS_MAX = 5 }; /* different cards tried when one must be given up */

/* The candidates collected so far. `moves` are the `listed` legal moves; `out` has room for `max`. */
typedef struct CandidateList {
    const BotQuery *query;
    const Move *moves;
    unsigned listed;
    BotCandidate *out;
    unsigned n, max;
} CandidateList;

static bool candidate_equal(const BotCandidate *a, const BotCandidate *b) {
    return a->n == b->n && memcmp(a->move, b->move, a->n * sizeof *a->move) == 0;
}

static void candidate_list_add(CandidateList *f, const BotCandidate *candidate) {
    if (!candidate->n || f->n == f->max)
        return;
    for (unsigned i = 0; i < f->n; i++)
        if (candidate_equal(&f->out[i], candidate))
            return;
    f->out[f->n++] = *candidate;
}

static void candidate_list_add_move(CandidateList *f, Move move) {
    for (unsigned i = 0; i < f->n; i++)
        if (move_equal(f->out[i].move[0], move))
            return;
    candidate_list_add(f, &(BotCandidate){.n = 1, .move = {move}});
}

static bool is_aside(const BotQuery *query, Move move) {
    return query->rules->game->moves[move.kind].flags & MOVE_ASIDE;
}

/* Adds every listed move that answers the question, except `never`. */
static void candidate_list_add_all(CandidateList *f) {
    for (unsigned i = 0; i < f->listed; i++)
        if (!is_aside(f->query, f->moves[i]) && f->moves[i].kind != MOVE_NEVER)
            candidate_list_add_move(f, f->moves[i]);
}

void ten_rank(Ranking *ranking, Move move, int32_t value) {
    unsigned at = ranking->n;
    if (at == BOT_CANDIDATES_MAX && value <= ranking->value[--at])
        return;
    ranking->n = at + 1;
    for (; at && ranking->value[at - 1] < value; at--) {
        ranking->value[at] = ranking->value[at - 1];
        ranking->move[at] = ranking->move[at - 1];
    }
    ranking->value[at] = value;
    ranking->move[at] = move;
}

static void candidate_list_add_ranked(CandidateList *f, const Ranking *ranking, unsigned n) {
    for (unsigned i = 0; i < ranking->n && i < n; i++)
        candidate_list_add_move(f, ranking->move[i]);
}

/* ---- plans in steps ----------------------------------------------------------------------------------------- */

typedef bool (*PlanStep)(TenEval *e, uint32_t how, const Move *moves, unsigned n, Move *move);

/* Extends the plan on the seat's own view while the same question is open. Die rolls on the way are assumed to be 1. */
static void plan_extend(const BotQuery *query, TenState *s, unsigned question, PlanStep step, uint32_t how,
                        BotCandidate *candidate) {
    const Rules *rules = query->rules;
    BotQuery own = *query;
    own.view = s;
    while (candidate->n < BOT_CANDIDATE_MOVES_MAX) {
        Move moves[LEGAL_MAX], move;
        TenEval e;
        while (s->head.node == NODE_CHANCE && s->ask == ASK_DIE)
            rules_apply(rules, s, rules->game->outcome(rules, s, 0), NULL);
        if (s->head.node != NODE_DECISION || s->ask != question || !(s->head.to_act & BIT(query->seat)))
            return;
        unsigned n = rules->game->legal(rules, s, query->seat, moves);
        ten_eval_init(&e, &own);
        if (!step(&e, how, moves, n, &move))
            return;
        candidate->move[candidate->n++] = move;
        if (move.kind == MOVE_DONE)
            return;
        rules_apply(rules, s, move, NULL);
    }
}

static bool step_dusk(TenEval *e, uint32_t lost, const Move *moves, unsigned n, Move *move) {
    return ten_dusk_step(e, lost, moves, n, move);
}

static bool step_enter(TenEval *e, uint32_t how, const Move *moves, unsigned n, Move *move) {
    (void)how;
    return ten_answer_enter(e, moves, n, move);
}

/* ---- questions ---------------------------------------------------------------------------------------------- */

static void dusk_add(CandidateList *f, uint32_t lost) {
    TenState s = *(const TenState *)f->query->view;
    BotCandidate candidate = {0};
    plan_extend(f->query, &s, ASK_DUSK, step_dusk, lost, &candidate);
    candidate_list_add(f, &candidate);
}

/* Any set of characters that have had nothing yet may go without. If all plans start with the same move, only the first
 * is kept: they can be compared again after that move. */
static void candidates_dusk(CandidateList *f, const TenEval *e) {
    uint32_t may = e->me->island & ~e->s->drunk & ~e->s->eaten;
    bool alike = true;
    if (e->risk == RISK_WON)
        return; /* the hand-written rules end the game, and that wins it */
    f->n = 0;
    dusk_add(f, ten_dusk_lost(e));
    for (unsigned size = 0; size <= bits_count(may); size++)
        for (uint32_t lost = may;; lost = (lost - 1) & may) { /* every subset */
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

static void candidates_bid(CandidateList *f, TenEval *e) {
    Move first = f->out[0].move[0], done;
    Ranking ranking = {0};
    ten_rank_bid(e, f->moves, f->listed, &ranking);
    f->n = 0;
    for (unsigned i = 0; i <= ranking.n; i++) {
        Move move = i ? ranking.move[i - 1] : first;
        if (i && move_equal(move, first))
            continue;
        TenState s = *(const TenState *)f->query->view;
        BotCandidate candidate = {.n = 1, .move = {move}};
        if (move.kind == MOVE_ENTER || move.kind == MOVE_ADD) {
            rules_apply(f->query->rules, &s, move, NULL);
            plan_extend(f->query, &s, ASK_ENTER, step_enter, 0, &candidate);
        }
        candidate_list_add(f, &candidate);
        if (i == 0 && ten_find_move(f->moves, f->listed, MOVE_DONE, 0, 0, &done))
            candidate_list_add_move(f, done);
    }
}

static void candidates_turn(CandidateList *f, TenEval *e) {
    unsigned first = f->out[0].move[0].kind;
    Ranking ranking = {0};
    if (first == MOVE_EQUIP || first == MOVE_LIGHT || first == MOVE_COOK || first == MOVE_ROUSE)
        return; /* free, and always worth doing */
    ten_rank_turn(e, f->moves, f->listed, &ranking);
    candidate_list_add_ranked(f, &ranking, BOT_CANDIDATES_MAX);
}

/* Each side, with all our weapons. */
static void candidates_side(CandidateList *f, const TenEval *e) {
    for (unsigned side = SIDE_ATTACKER; side <= SIDE_DEFENDER; side++) {
        BotCandidate candidate = {.n = 1};
        if (!ten_find_move(f->moves, f->listed, MOVE_SIDE, side, 0, &candidate.move[0]))
            continue;
        for (unsigned i = e->d->weapons; i-- > 0;)
            for (unsigned k = 0; k < e->me->hand[e->d->weapon_card[i]] && candidate.n + 1u < BOT_CANDIDATE_MOVES_MAX;
                 k++) {
                candidate.move[candidate.n] = candidate.move[0];
                candidate.move[candidate.n].kind = MOVE_LAY;
                candidate.move[candidate.n++].arg[0] = e->d->weapon_card[i];
            }
        if (candidate.n > 1) {
            candidate.move[candidate.n] = candidate.move[0];
            candidate.move[candidate.n].kind = MOVE_DONE;
            candidate.move[candidate.n++].arg[0] = 0;
            candidate_list_add(f, &candidate);
        }
    }
    if (f->out[0].move[0].kind != MOVE_PASS)
        candidate_list_add_all(f); /* weapons are being laid already */
}

/* If a card must be given up, keeps only the moves that give up the least valuable cards. All other moves stay, except
 * asides. */
static void candidates_cards(CandidateList *f, const TenEval *e) {
    Ranking ranking = {0};
    for (unsigned i = 0; i < f->listed; i++) {
        Move move = f->moves[i];
        if (move.kind == MOVE_DISCARD || move.kind == MOVE_PAY || move.kind == MOVE_SWAP)
            ten_rank(&ranking, move, ten_card_gain(e, move.arg[0], -1));
        else if (!is_aside(f->query, move))
            candidate_list_add_move(f, move);
    }
    candidate_list_add_ranked(f, &ranking, CARDS_MAX);
}

static void candidates_more(CandidateList *f, TenEval *e) {
    switch (e->s->ask) {
    case ASK_TURN:
        candidates_turn(f, e);
        break;
    case ASK_DUSK:
        candidates_dusk(f, e);
        break;
    case ASK_BID:
        candidates_bid(f, e);
        break;
    case ASK_SIDE:
        candidates_side(f, e);
        break;
    case ASK_DISCARD:
    case ASK_TORNADO:
    case ASK_SUN:
    case ASK_NATIVES:
        candidates_cards(f, e);
        break;
    case ASK_ENTER:
    case ASK_CARRY:
        break; /* no alternatives worth trying */
    default:
        candidate_list_add_all(f);
    }
}

unsigned ten_candidates(const BotQuery *query, BotCandidate *out, unsigned max_candidates) {
    Move moves[LEGAL_MAX], first;
    CandidateList f = {.query = query, .moves = moves, .out = out, .max = max_candidates};
    TenEval e;
    f.listed = query->rules->game->legal(query->rules, query->view, query->seat, moves);
    if (!f.listed || !max_candidates || !greedy_choose(query, true, &first))
        return 0;
    candidate_list_add_move(&f, first);
    if (is_aside(query, first) || f.listed == 1)
        return f.n;
    ten_eval_init(&e, query);
    candidates_more(&f, &e);
    return f.n;
}
