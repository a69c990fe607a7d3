/* The bots of Aye Aye Island. They score the legal moves of every question and choose the best (eval.h has the measure,
 * sea.c the moves at sea and at the Plank). Ties, such as between two blades, are broken at random. */
#include "bots/bot.h"
#include "bots/greedy.h"
#include "bots/net.h"
#include "games/ayeaye/bot/eval.h"

enum { HOME = 30000 }; /* value of being in the Raft Bay with all items: above everything else */

/* Set by hand, then tuned like those in eval.c. Shares are in 1024ths, values in thousandths of a turn. */
typedef struct Weights {
    int32_t later;             /* share of a value that counts if it comes in a later turn */
    int32_t exposure_cost;     /* share of the cost of possible attacks */
    int32_t posted;            /* value of posting a captain where a rival wants to go */
    int32_t waits;             /* value of XP waiting on a captain's card, as a share of its full value */
    int32_t nuisance;          /* cost of setting a captain on a rival: the captain may come back */
    int32_t spend;             /* minimum gain for playing a card */
    int32_t skill[AYE_SKILLS]; /* value of each skill's first level */
    int32_t
        first_look; /* addition for fencer, if its last level gives a look in the first round: that wins most duels */
    int32_t next;   /* reduction for each level already taken */
} Weights;

static const Weights weights = {
    .later = 600,
    .exposure_cost = 300,
    .posted = 400,
    .waits = 700,
    .nuisance = 300,
    .spend = 100,
    .skill = {[MARKSMAN] = 100, [GAMBLER] = 110, [TOUGH] = 80, [FENCER] = 110},
    .first_look = 90,
    .next = 30,
};

/* ---- on land ---------------------------------------------------------------------------------------------- */

/* Value of resolving a space, once all fights there are over. */
static int32_t space_value(const AyeEval *e, unsigned space) {
    const AyeState *s = e->s;
    unsigned piece = e->d->piece[space];
    for (unsigned i = 0; i < e->d->guardians; i++)
        if (s->guardian[i] == space) {
            int32_t stash = aye_draw_value(e, e->seat, s->stash_ffcs[i]);
            for (bits_each(item, s->stash[i]))
                stash += aye_item_moves(e, item, e->rules->seats, e->seat);
            return aye_card_value(e, e->d->guardian_card[i]) + stash / 2;
        }
    if (piece >= e->d->pieces)
        return 0;
    unsigned icon = s->icon[piece];
    if (icon >= AYE_ICONS)
        return max_i32(0, e->flip);
    if (aye_icon_is_category(icon))
        return s->open[piece] ? e->category[icon] : max_i32(0, e->category[icon]);
    int32_t first = s->open[piece] ? 0 : aye_draw_value(e, e->seat, 1);
    unsigned item = icon - AYE_CATEGORIES;
    return first + (s->supply[item] ? aye_item_moves(e, item, e->rules->seats, e->seat) : 0);
}

/* The same including the fights that come first; `value` is the space's own. */
static int32_t arrive_value(const AyeEval *e, unsigned space, int32_t value) {
    int32_t fights = 0, goes_on = FIXED_ONE, not_lost = FIXED_ONE, best = INT32_MIN;
    for (unsigned i = 0; i < e->d->undead; i++)
        if (e->s->undead[i] == space && e->s->poster[i] != e->seat) {
            fights += aye_card_value(e, e->d->undead_card[i]);
            goes_on = FIXED_ONE / 2;
        }
    for (unsigned other = 0; other < e->rules->seats; other++)
        if (other != e->seat && e->s->pirate[other].place == space && space != e->d->bay) {
            int32_t chance, duel = aye_attack_value(e, other, &chance);
            not_lost = duel > best ? chance : not_lost;
            best = max_i32(best, duel);
        }
    if (best != INT32_MIN)
        fights += fixed_mul(best, goes_on);
    return fights + fixed_mul(fixed_mul(value, not_lost), goes_on);
}

/* Pieces that are worth going to, with their values in a later turn. */
typedef struct Aims {
    unsigned n;
    uint8_t space[AYE_PIECES];
    int32_t value[AYE_PIECES];
} Aims;

/* Value of the best next destination from a space, less the turns to get there; at worst a wasted turn. */
static int32_t stand_value(const AyeEval *e, const Aims *aims, unsigned space, uint32_t items) {
    const uint8_t *steps = e->d->steps[space];
    int32_t best = -AYE_TURN_UNIT;
    if (items == AYE_ALL_ITEMS)
        return HOME - aye_foot_turns(steps[e->d->bay]);
    for (unsigned i = 0; i < aims->n; i++)
        if (steps[aims->space[i]])
            best = max_i32(best, aims->value[i] - aye_foot_turns(steps[aims->space[i]]));
    return best;
}

/* Expected cost of being attacked on a space. Nobody is attacked in the Raft Bay. */
static int32_t exposure_cost(const AyeEval *e, const int32_t *attack_cost, unsigned space) {
    static const uint8_t reach[] = {36, 36, 36, 35, 33, 30, 26,
                                    21, 15, 10, 6,  3,  1}; /* throws, out of 36, that reach that many steps */
    int32_t sum = 0;
    for (unsigned other = 0; other < e->rules->seats && space != e->d->bay; other++) {
        unsigned place = e->s->pirate[other].place;
        if (attack_cost[other] && e->d->steps[place][space] < sizeof reach)
            sum += attack_cost[other] * reach[e->d->steps[place][space]] / 36;
    }
    return fixed_mul(sum, weights.exposure_cost);
}

/* The cost of an attack by each pirate who is able to come; 0 for the others. */
static void fill_attack_costs(const AyeEval *e, int32_t *attack_cost) {
    for (unsigned other = 0; other < e->rules->seats; other++) {
        const AyePirate *p = &e->s->pirate[other];
        DuelState duel;
        attack_cost[other] = 0;
        if (other == e->seat || !aye_is_on_land(e->rules, p->place) || p->suspended || p->card < e->c->cards)
            continue;
        aye_duel_with(e, other, &duel);
        attack_cost[other] = max_i32(0, -aye_duel_value(&duel, 1, 0, 0, false));
    }
}

static uint32_t items_after(const AyeEval *e, unsigned space) {
    unsigned piece = e->d->piece[space], icon = piece < e->d->pieces ? e->s->icon[piece] : (unsigned)AYE_ICONS;
    return e->me->items | (icon >= AYE_CATEGORIES && icon < AYE_ICONS ? BIT(icon - AYE_CATEGORIES) : 0);
}

/* The farthest that the seat can walk this turn; e->go is not filled beyond that. */
static int32_t reach_max(const AyeEval *e) {
    int32_t legs = e->s->ask == ASK_WALK ? aye_top_frame(e->s)->arg[WALK_LEGS] : 255;
    return e->me->ffcs ? 12 + e->c->legs + legs : e->s->die[0] + e->s->die[1] + legs;
}

/* Fills e->go. */
static void eval_spaces(AyeEval *e) {
    int32_t aim[AYE_PIECES], attack_cost[AYE_SEATS], reach = reach_max(e);
    Aims aims = {0};
    fill_attack_costs(e, attack_cost);
    for (unsigned piece = 0; piece < e->d->pieces; piece++) {
        aim[piece] = space_value(e, e->d->where[piece]);
        if (aim[piece] > 0) { /* others are not worth going to */
            aims.space[aims.n] = e->d->where[piece];
            aims.value[aims.n++] = fixed_mul(aim[piece], weights.later);
        }
    }
    for (unsigned space = 0; space < e->d->land; space++) {
        unsigned piece = e->d->piece[space];
        if (e->d->steps[e->me->place][space] > reach)
            continue;
        int32_t value = arrive_value(e, space, piece < e->d->pieces ? aim[piece] : 0);
        value += stand_value(e, &aims, space, items_after(e, space)) - exposure_cost(e, attack_cost, space);
        e->go[space] = space == e->d->bay && has_all(e->me) ? HOME : value;
    }
}

static int32_t best_within(const AyeEval *e, int32_t range) {
    const uint8_t *steps = e->d->steps[e->me->place];
    int32_t best = INT32_MIN / 2;
    for (unsigned space = 0; space < e->d->land; space++)
        if (steps[space] && steps[space] <= range)
            best = max_i32(best, e->go[space]);
    return best;
}

static int32_t score_walk(const AyeEval *e, Move move) {
    static const uint8_t ways[] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
    int32_t legs = aye_top_frame(e->s)->arg[WALK_LEGS], sum = 0;
    if (move.kind == MOVE_GO)
        return e->go[move.arg[0]];
    int32_t cost = aye_ffc_cost(e, move.arg[0]) + weights.spend;
    if (move.kind == MOVE_LEGS)
        return best_within(e, e->s->die[0] + e->s->die[1] + legs + e->c->legs) - cost;
    for (int32_t i = 0; i < (int32_t)sizeof ways; i++)
        sum += best_within(e, i + 2 + legs) / 36 * ways[i];
    return sum - cost;
}

static int32_t score_step(const AyeEval *e, Move move) { return e->go[move.arg[0]]; }

static int32_t score_sober(const AyeEval *e, Move move) {
    return move.kind == MOVE_SKIP ? 0 : AYE_TURN_UNIT - aye_ffc_cost(e, move.arg[0]);
}

static int32_t score_flip(const AyeEval *e, Move move) {
    return move.kind == MOVE_FLIP ? space_value(e, e->me->place) : 0;
}

static int32_t score_lantern(const AyeEval *e, Move move) {
    int32_t fight = arrive_value(e, e->me->place, space_value(e, e->me->place));
    return move.kind == MOVE_FIGHT ? fight : -aye_ffc_cost(e, move.arg[0]);
}

static int32_t score_against(const AyeEval *e, Move move) {
    int32_t not_lost;
    return aye_attack_value(e, move.arg[0], &not_lost);
}

/* ---- quests ----------------------------------------------------------------------------------------------- */

static unsigned card_now(const AyeEval *e) { return aye_frame_of(e->s, FRAME_CARD)->arg[CARD_CARD]; }

static int32_t score_choice(const AyeEval *e, Move move) {
    return aye_outcome_value(e, card_now(e), move.kind == MOVE_PAY ? WON : LOST);
}

/* Throws again only after the last throw has failed. */
static int32_t score_thrown(const AyeEval *e, Move move) {
    unsigned card = card_now(e);
    if (move.kind == MOVE_ON)
        return 0;
    int32_t stake = aye_outcome_value(e, card, WON) - aye_outcome_value(e, card, LOST);
    const AyeCard *c = aye_card(e->rules, card);
    bool more = aye_top_frame(e->s)->arg[DICE_THROWS] || e->me->tries + 1 < c->tries;
    bool fits = c->need == NEED_EVEN &&
                (e->s->die[0] + e->s->die[1]) % 2 == 0; /* fits, but is asked about because its pips matter */
    if (more || fits)
        return -1;
    return fixed_mul(stake, aye_throw_chance(c)) - aye_ffc_cost(e, move.arg[0]) - weights.spend;
}

static int32_t score_whom(const AyeEval *e, Move move) {
    const Frame *f = aye_top_frame(e->s);
    const AyeCard *c = aye_card(e->rules, f->arg[CARD_CARD]);
    if (f->arg[AYE_STAGE] == CARD_JUDGE)
        return score_against(e, move);
    return aye_effect_value(e, &c->effect[f->arg[CARD_OUTCOME]][f->arg[CARD_EFFECT]], move.arg[0]);
}

/* Prefers the nearest piece. */
static int32_t score_peek(const AyeEval *e, Move move) {
    unsigned from = aye_land_place(e->rules, e->me->place);
    return move.kind == MOVE_ENOUGH ? 0 : AYE_TURN_UNIT - e->d->steps[from][move.arg[0]];
}

static bool wants_space(const AyeEval *e, unsigned seat, unsigned space) {
    unsigned piece = e->d->piece[space], icon = piece < e->d->pieces ? e->s->icon[piece] : (unsigned)AYE_ICONS;
    if (space == e->d->bay)
        return bits_count(e->s->pirate[seat].items) + 1 >= AYE_ITEMS;
    return icon >= AYE_CATEGORIES && icon < AYE_ICONS && !(e->s->pirate[seat].items & BIT(icon - AYE_CATEGORIES));
}

/* A captain costs the victim a turn, but a victim who wins sets the captain on someone else. So the value is what a
 * losing victim loses. */
static int32_t set_value(const AyeEval *e, unsigned card, unsigned victim) {
    const AyeCard *c = aye_card(e->rules, card);
    int32_t lost = 0;
    for (unsigned i = 0; i < c->effects[LOST]; i++)
        if (c->effect[LOST][i].verb == DO_LOSE)
            lost += aye_lose_cost(e, victim, (AyeLossType)c->effect[LOST][i].what, max_i32(1, c->effect[LOST][i].n));
    lost = fixed_mul(lost, aye_fight_lost(e, victim, (AyeFirst)c->first));
    return e->plans_sea ? lost + AYE_TURN_UNIT : lost - weights.nuisance; /* above medium, the lost turn counts too */
}

static int32_t score_undead(const AyeEval *e, Move move) {
    const Frame *f = aye_top_frame(e->s);
    int32_t xp = (f->arg[CARD_XP] - 128) * aye_xp_value(e, e->seat);
    if (move.kind == MOVE_DISMISS)
        return xp;
    if (move.kind == MOVE_SET)
        return xp + fixed_mul(set_value(e, f->arg[CARD_CARD], move.arg[0]), e->rival_loss_value[move.arg[0]]);
    xp = fixed_mul(xp, weights.waits);
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        if (seat != e->seat && wants_space(e, seat, move.arg[0]))
            xp += fixed_mul(weights.posted, e->rival_loss_value[seat]);
    return xp;
}

/* ---- giving and taking ------------------------------------------------------------------------------------ */

static int32_t score_take(const AyeEval *e, Move move) { return e->item[e->seat][move.arg[0]]; }

/* For booty and theft; after a duel a blind pick takes two cards. */
static int32_t score_rob(const AyeEval *e, Move move) {
    unsigned victim = e->s->victim;
    int32_t cards = e->s->ask == ASK_BOOTY ? 2 : 1;
    cards = min_i32(cards, e->s->pirate[victim].ffcs);
    if (move.kind == MOVE_TAKE)
        return aye_item_moves(e, move.arg[0], victim, e->seat);
    if (move.kind == MOVE_BLIND)
        return aye_draw_value(e, e->seat, cards) -
               fixed_mul(aye_draw_value(e, victim, -cards), e->rival_loss_value[victim]);
    return 0;
}

/* Cost of the reply: the item, cards drawn blind, the Black Flag, or everything. */
static int32_t score_yield(const AyeEval *e, Move move) {
    const Frame *f = aye_top_frame(e->s);
    int32_t cards = f->kind == FRAME_BOOTY ? 2 : 1;
    if (move.kind == MOVE_FLAG)
        return -aye_ffc_cost(e, move.arg[0]);
    if (move.kind == MOVE_CARDS)
        return aye_draw_value(e, e->seat, -cards) -
               fixed_mul(aye_draw_value(e, f->seat, cards), e->rival_loss_value[f->seat]);
    if (f->kind == FRAME_LOSE)
        return -aye_lose_cost(e, e->seat, WHAT_ALL, 0);
    if (e->s->wanted >= AYE_ITEMS)
        return aye_draw_value(e, e->seat, -min_i32(cards, e->me->ffcs));
    return aye_item_moves(e, e->s->wanted, e->seat, f->seat);
}

static int32_t score_give(const AyeEval *e, Move move) {
    return move.kind == MOVE_GIVE ? -e->item[e->seat][move.arg[0]] : -aye_ffc_cost(e, move.arg[0]);
}

static int32_t score_swap(const AyeEval *e, Move move) {
    return aye_item_moves(e, move.arg[1], e->s->victim, e->seat) +
           aye_item_moves(e, move.arg[0], e->seat, e->s->victim);
}

/* Puts the victim far from the Raft Bay, if the victim has all items, or from the nearest useful space. */
static int32_t score_put(const AyeEval *e, Move move) {
    const Frame *f = aye_top_frame(e->s);
    unsigned victim = f->arg[f->kind == FRAME_PUSH ? PUSH_VICTIM : BOOTY_LOSER], space = move.arg[0];
    if (has_all(&e->s->pirate[victim]))
        return e->d->steps[space][e->d->bay];
    int32_t near = 255;
    for (unsigned piece = 0; piece < e->d->pieces; piece++)
        if (!e->s->open[piece] || wants_space(e, victim, e->d->where[piece]))
            near = min_i32(near, e->d->steps[space][e->d->where[piece]]);
    return near;
}

static int32_t score_discard(const AyeEval *e, Move move) { return -aye_ffc_cost(e, move.arg[0]); }

static int32_t score_skill(const AyeEval *e, Move move) {
    unsigned skill = move.arg[0];
    int32_t look = skill == FENCER && e->c->look_first[AYE_LEVELS - 1] ? weights.first_look : 0;
    return weights.skill[skill] + look - weights.next * e->me->skill[skill];
}

/* ---- blades ----------------------------------------------------------------------------------------------- */

static bool against_card(const AyeEval *e) {
    return e->s->duel.side[0] >= e->rules->seats || e->s->duel.side[1] >= e->rules->seats;
}

/* A card answers most likely with the blade it has most of, so lay the same. Against pirates both are equal. */
static int32_t score_lay(const AyeEval *e, Move move) {
    const AyeDuel *d = &e->s->duel;
    return against_card(e) ? d->left[d->attacker ^ 1u][move.arg[0]] : 0;
}

/* Value of a sure parry in this exchange. */
static int32_t parry_value(const AyeEval *e) {
    const AyeDuel *d = &e->s->duel;
    unsigned side = d->side[0] == e->seat ? 0 : 1;
    int32_t points = d->points[side] - d->points[side ^ 1u];
    DuelState duel;
    if (against_card(e))
        aye_duel_against(e, card_now(e), &duel);
    else
        aye_duel_with(e, d->side[side ^ 1u], &duel);
    for (unsigned i = 0; i < 2; i++)
        duel.looks[i][d->round - 1] -= d->looks[side ^ i][d->round - 1];
    return aye_duel_value(&duel, d->round, d->exchange + 1u, points, true) -
           aye_duel_value(&duel, d->round, d->exchange, points, false);
}

static int32_t score_answer(const AyeEval *e, Move move) {
    const AyeDuel *d = &e->s->duel;
    const uint8_t *left = d->left[d->attacker];
    switch (move.kind) {
    case MOVE_ANSWER: /* a different blade parries */
        if (d->laid < NO_BLADE)
            return d->laid != move.arg[0] ? HOME : 0;
        return against_card(e) && left[move.arg[0] ^ 1u] > left[move.arg[0]] ? 1 : 0;
    case MOVE_LOOK:
        return HOME;
    default:
        return parry_value(e) - aye_ffc_cost(e, move.arg[0]) - weights.spend;
    }
}

/* ---- the questions ---------------------------------------------------------------------------------------- */

static int32_t score_any(const AyeEval *e, Move move) {
    (void)e, (void)move;
    return 0;
}

enum { NEEDS_CARDS = 1, NEEDS_SPACES = 2 }; /* parts of an AyeEval that a handler needs */
typedef struct AnswerHandler {
    int32_t (*score)(const AyeEval *e, Move move);
    unsigned needs;
} AnswerHandler;

static const AnswerHandler handlers[AYE_QUESTION_COUNT] = {
    [ASK_LAND] = {score_any},
    [ASK_SOBER] = {score_sober},
    [ASK_WALK] = {score_walk, NEEDS_CARDS | NEEDS_SPACES},
    [ASK_WIND] = {aye_score_wind, NEEDS_CARDS},
    [ASK_SAIL] = {aye_score_sail, NEEDS_CARDS},
    [ASK_BAY] = {aye_score_bay, NEEDS_CARDS},
    [ASK_SEARCH] = {aye_score_search},
    [ASK_DIG] = {score_any},
    [ASK_LANTERN] = {score_lantern, NEEDS_CARDS},
    [ASK_AGAINST] = {score_against},
    [ASK_FLIP] = {score_flip, NEEDS_CARDS},
    [ASK_CHOICE] = {score_choice},
    [ASK_THROWN] = {score_thrown},
    [ASK_SHOT] = {aye_score_shot, NEEDS_CARDS},
    [ASK_GRAPE] = {aye_score_grape},
    [ASK_LAY] = {score_lay},
    [ASK_ANSWER] = {score_answer},
    [ASK_BOOTY] = {score_rob},
    [ASK_YIELD] = {score_yield},
    [ASK_PUT] = {score_put},
    [ASK_GIVE] = {score_give},
    [ASK_TAKE] = {score_take},
    [ASK_STEAL] = {score_rob},
    [ASK_SWAP] = {score_swap},
    [ASK_WHOM] = {score_whom},
    [ASK_PEEK] = {score_peek},
    [ASK_STEP] = {score_step, NEEDS_CARDS | NEEDS_SPACES},
    [ASK_UNDEAD] = {score_undead},
    [ASK_SKILL] = {score_skill},
    [ASK_DISCARD] = {score_discard},
};

/* The move with the highest score; the seed breaks ties. */
static Move pick(const AyeEval *e, const Move *moves, unsigned n, uint64_t seed) {
    Rng rng = rng_init(seed, 1);
    int32_t best = INT32_MIN;
    unsigned at = 0, ties = 0;
    for (unsigned i = 0; i < n; i++) {
        int32_t score = handlers[e->s->ask].score(e, moves[i]);
        if (score > best)
            best = score, ties = 0;
        if (score == best && rng_below(&rng, ++ties) == 0)
            at = i;
    }
    return moves[at];
}

static void eval_for_query(AyeEval *e, const BotQuery *query, bool plans_sea) {
    const AyeState *s = query->view;
    aye_eval_init(e, query->rules, s, query->seat);
    if (plans_sea)
        aye_eval_add_sea(e);
    e->budget = query->in_playout ? 0 : query->budget;
    e->quick = query->in_playout;
    if (handlers[s->ask].needs & NEEDS_CARDS)
        aye_eval_add_cards(e);
    if (handlers[s->ask].needs & NEEDS_SPACES)
        eval_spaces(e);
}

static Move choose_move(const BotQuery *query, bool plans_sea, const Move *moves, unsigned n) {
    const AyeState *s = query->view;
    AyeEval e;
    eval_for_query(&e, query, plans_sea);
    if (s->ask == ASK_AIM || s->ask == ASK_PUSH)
        return aye_shot_move(&e);
    Move move = pick(&e, moves, n, query->seed);
    return move.kind == MOVE_PLACE ? aye_shot_move(&e) : move;
}

/* In playouts every seat plans at sea, because it costs no time. */
static bool choose(const BotQuery *query, const Move *moves, unsigned n, Move *move) {
    *move = choose_move(query, query->in_playout, moves, n);
    return true;
}

/* ---- candidates -------------------------------------------------------------------------------------------- */

/* Questions that are answered without a search, because the answer makes no measurable difference or is known: a shot
 * is already planned, a card in the search beats a throw, and fencer wins the duels that decide the game. */
static bool is_answered_at_once(unsigned ask) {
    static const uint8_t at_once[] = {ASK_LAND, ASK_SOBER, ASK_SEARCH, ASK_DIG,   ASK_THROWN, ASK_SHOT,
                                      ASK_AIM,  ASK_PUSH,  ASK_GRAPE,  ASK_LAY,   ASK_ANSWER, ASK_PUT,
                                      ASK_GIVE, ASK_TAKE,  ASK_PEEK,   ASK_SKILL, ASK_DISCARD};
    for (unsigned i = 0; i < sizeof at_once; i++)
        if (at_once[i] == ask)
            return true;
    return false;
}

/* Adds the other moves after the first `found` candidates, sorted by score. Places are left out: their scores are all
 * equal. */
static unsigned candidates_by_score(const AyeEval *e, const Move *moves, unsigned n, BotCandidate *out, unsigned found,
                                    unsigned max) {
    int32_t score[BOT_CANDIDATES_MAX] = {0};
    unsigned fixed = found;
    for (unsigned i = 0; i < n; i++) {
        int32_t mine = handlers[e->s->ask].score(e, moves[i]);
        if (move_equal(out[0].move[0], moves[i]) || moves[i].kind == MOVE_PLACE ||
            (found == max && (found == fixed || mine <= score[found - 1])))
            continue;
        unsigned at = found < max ? found++ : found - 1;
        for (; at > fixed && score[at - 1] < mine; at--)
            out[at] = out[at - 1], score[at] = score[at - 1];
        score[at] = mine;
        out[at] = (BotCandidate){.n = 1, .move = {moves[i]}};
    }
    return found;
}

/* At the Plank, candidates are whole shots, followed by the other moves. */
static unsigned candidates_shot(const AyeEval *e, const Move *moves, unsigned n, BotCandidate *out, unsigned max) {
    enum { SHOTS = 4 };
    bool shoots = e->s->ask != ASK_SHOT || out[0].move[0].kind == MOVE_PLACE;
    unsigned found = shoots ? 0 : 1;
    found += aye_shot_candidates(e, out + found, max < SHOTS + found ? max - found : (unsigned)SHOTS);
    return e->s->ask == ASK_SHOT ? candidates_by_score(e, moves, n, out, found, max) : found;
}

/* The move that the bot would choose comes first, then the others. */
static unsigned candidates(const BotQuery *query, BotCandidate *out, unsigned max) {
    Move moves[LEGAL_MAX];
    const AyeState *s = query->view;
    unsigned n = query->rules->game->legal(query->rules, s, query->seat, moves);
    if (n == 0)
        return 0;
    out[0] = (BotCandidate){.n = 1, .move = {moves[0]}};
    if (n > 1)
        out[0].move[0] = choose_move(query, true, moves, n);
    if (n == 1 || max < 2 || (is_answered_at_once(s->ask) && !query->for_hint))
        return 1;
    AyeEval e;
    eval_for_query(&e, query, true);
    if (s->ask == ASK_SHOT || s->ask == ASK_AIM || s->ask == ASK_PUSH)
        return candidates_shot(&e, moves, n, out, max);
    return candidates_by_score(&e, moves, n, out, 1, max);
}

/* ---- playouts ---------------------------------------------------------------------------------------------- */

/* How often, in 64ths, a playout answers a question at random. The bots would always give the same answer to these
 * questions, and the net would never see the results of the others. */
static const uint8_t random_rate[AYE_QUESTION_COUNT] = {
    [ASK_SKILL] = 16, [ASK_DISCARD] = 12, [ASK_SOBER] = 8,  [ASK_SEARCH] = 6, [ASK_BAY] = 6,
    [ASK_WIND] = 4,   [ASK_SAIL] = 4,     [ASK_THROWN] = 6, [ASK_UNDEAD] = 8, [ASK_YIELD] = 6,
};

static bool playout_move(const BotQuery *query, Move *move) {
    const AyeState *s = query->view;
    Rng rng = rng_init(query->seed, 4);
    if (random_rate[s->ask] == 0 || rng_below(&rng, 64) >= random_rate[s->ask])
        return greedy_choose(query, false, move);
    Move moves[LEGAL_MAX];
    unsigned n = query->rules->game->legal(query->rules, s, query->seat, moves);
    *move = moves[n ? rng_below(&rng, n) : 0];
    return n > 0;
}

/* Win chance from the seat's lead over the other pirates; the leading rival counts most. */
static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const AyeState *s = state;
    if (s->ask == ASK_OVER) {
        Score score;
        rules->game->score(rules, state, &score);
        return score.place[seat] == 1 ? BOT_WON : 0;
    }
    AyeEval e;
    aye_eval_init(&e, rules, s, seat);
    int64_t first = INT32_MAX, sum = 0;
    for (unsigned other = 0; other < rules->seats; other++)
        if (other != seat) {
            first = e.turns_to_treasure[other] < first ? e.turns_to_treasure[other] : first;
            sum += e.turns_to_treasure[other];
        }
    int64_t lead = (3 * first + sum / (rules->seats - 1)) / 4 - e.turns_to_treasure[seat];
    return (int32_t)(BOT_WON / 2 + BOT_WON / 2 * lead / ((lead < 0 ? -lead : lead) + 8 * AYE_TURN_UNIT));
}

extern const Net ayeaye_net; /* net.c */

const BotKnowledge ayeaye_bot = {
    .id = "ayeaye",
    .value = value,
    .choose = choose,
    .features = aye_features,
    .net = &ayeaye_net,
    .candidates = candidates,
    .playout_move = playout_move,
    .blunders_easy = 110,
    .blunders_medium = 44,
    .blunders_hard = 9,
    .hard = {.playouts = 300, .candidates = 4, .significance = 8, .horizon = 6},
    .expert = {.playouts = 1500, .candidates = 6, .significance = 8, .horizon = 6},
    .terms = aye_terms,
    .explain = aye_explain,
};
