/* What the bots do on Aye Aye Island: to every question of the rules the answer that is worth most (ayeaye_worth.h has
 * the measure, ayeaye_sea.c the sea and the plank). Where nothing is known, as between two blades, the lot decides. */
#include "bots/bot.h"
#include "bots/greedy.h"
#include "bots/net.h"
#include "games/ayeaye/bot/eval.h"

enum { HOME = 30000 }; /* to stand in the Raft Bay with everything: more than anything else is worth */

/* Set by hand, then mended like those in ayeaye_worth.c. Parts are of 1024. */
typedef struct Weights {
    int32_t later;             /* part of what a turn after this one may bring */
    int32_t exposed;           /* part of what an attack would cost where others can come */
    int32_t posted;            /* a captain where somebody wants to go */
    int32_t waits;             /* part of XP that waits on a captain's card */
    int32_t nuisance;          /* a captain at large: he comes back */
    int32_t spend;             /* a card is not played for less */
    int32_t skill[AYE_SKILLS]; /* which level first */
    int32_t first_look;        /* the fencer's, if his last level has a look in the first round: it wins most duels */
    int32_t next;              /* how much less the same one's next level is worth */
} Weights;

static const Weights weights = {
    .later = 600,
    .exposed = 300,
    .posted = 400,
    .waits = 700,
    .nuisance = 300,
    .spend = 100,
    .skill = {[MARKSMAN] = 100, [GAMBLER] = 110, [TOUGH] = 80, [FENCER] = 110},
    .first_look = 90,
    .next = 30,
};

/* ---- on land ---------------------------------------------------------------------------------------------- */

/* What a space brings to who steps there and is not held up. */
static int32_t space_worth(const Sight *v, unsigned space) {
    const AyeState *s = v->s;
    unsigned piece = v->d->piece[space];
    for (unsigned i = 0; i < v->d->guardians; i++)
        if (s->guardian[i] == space) {
            int32_t stash = aye_draw_worth(v, v->seat, s->stash_ffcs[i]);
            for (bits_each(item, s->stash[i]))
                stash += aye_item_moves(v, item, v->rules->seats, v->seat);
            return aye_card_worth(v, v->d->guardian_card[i]) + stash / 2;
        }
    if (piece >= v->d->pieces)
        return 0;
    unsigned icon = s->icon[piece];
    if (icon >= AYE_ICONS)
        return most(0, v->flip);
    if (aye_shows_category(icon))
        return s->open[piece] ? v->category[icon] : most(0, v->category[icon]);
    int32_t first = s->open[piece] ? 0 : aye_draw_worth(v, v->seat, 1);
    unsigned item = icon - AYE_CATEGORIES;
    return first + (s->supply[item] ? aye_item_moves(v, item, v->rules->seats, v->seat) : 0);
}

/* The same, whoever has to be fought first counted in. */
static int32_t arrive_worth(const Sight *v, unsigned space, int32_t worth) {
    int32_t fights = 0, goes_on = WHOLE, stands = WHOLE, best = INT32_MIN;
    for (unsigned i = 0; i < v->d->undead; i++)
        if (v->s->undead[i] == space && v->s->poster[i] != v->seat) {
            fights += aye_card_worth(v, v->d->undead_card[i]);
            goes_on = WHOLE / 2;
        }
    for (unsigned other = 0; other < v->rules->seats; other++)
        if (other != v->seat && v->s->pirate[other].place == space && space != v->d->bay) {
            int32_t chance, duel = aye_duel_worth(v, other, &chance);
            stands = duel > best ? chance : stands;
            best = most(best, duel);
        }
    if (best != INT32_MIN)
        fights += part_of(best, goes_on);
    return fights + part_of(part_of(worth, stands), goes_on);
}

/* Pieces that there is something to gain from, and what. */
typedef struct Aims {
    unsigned n;
    uint8_t space[AYE_PIECES];
    int32_t worth[AYE_PIECES]; /* later */
} Aims;

/* What may be done from there next: the best that there is, less the turns to it, and less than if it were done now;
 * or nothing, which takes a turn too. */
static int32_t stand_worth(const Sight *v, const Aims *aims, unsigned space, uint32_t items) {
    const uint8_t *steps = v->d->steps[space];
    int32_t best = -TURN;
    if (items == AYE_ALL_ITEMS)
        return HOME - aye_foot_turns(steps[v->d->bay]);
    for (unsigned i = 0; i < aims->n; i++)
        if (steps[aims->space[i]])
            best = most(best, aims->worth[i] - aye_foot_turns(steps[aims->space[i]]));
    return best;
}

/* What it may cost to stand there, by who can come and what he would win. In the bay nobody fights. */
static int32_t exposed(const Sight *v, const int32_t *attacked, unsigned space) {
    static const uint8_t reach[] = {36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1}; /* throws of 36 */
    int32_t sum = 0;
    for (unsigned other = 0; other < v->rules->seats && space != v->d->bay; other++) {
        unsigned place = v->s->pirate[other].place;
        if (attacked[other] && v->d->steps[place][space] < sizeof reach)
            sum += attacked[other] * reach[v->d->steps[place][space]] / 36;
    }
    return part_of(sum, weights.exposed);
}

/* What each of those who may come at all would cost by attacking. */
static void attacks(const Sight *v, int32_t *attacked) {
    for (unsigned other = 0; other < v->rules->seats; other++) {
        const AyePirate *p = &v->s->pirate[other];
        DuelNow duel;
        attacked[other] = 0;
        if (other == v->seat || !aye_on_land(v->rules, p->place) || p->suspended || p->card < v->c->cards)
            continue;
        aye_duel_with(v, other, &duel);
        attacked[other] = most(0, -aye_duel_value(&duel, 1, 0, 0, false));
    }
}

static uint32_t items_after(const Sight *v, unsigned space) {
    unsigned piece = v->d->piece[space], icon = piece < v->d->pieces ? v->s->icon[piece] : (unsigned)AYE_ICONS;
    return v->me->items | (icon >= AYE_CATEGORIES && icon < AYE_ICONS ? BIT(icon - AYE_CATEGORIES) : 0);
}

/* How far he may get before he is asked again; beyond that nobody looks at v->go. */
static int32_t reach_of(const Sight *v) {
    int32_t legs = v->s->ask == ASK_WALK ? aye_top(v->s)->arg[AT_LEGS] : 255;
    return v->me->ffcs ? 12 + v->c->legs + legs : v->s->die[0] + v->s->die[1] + legs;
}

/* Fills v->go. */
static void sight_ways(Sight *v) {
    int32_t aim[AYE_PIECES], attacked[AYE_SEATS], reach = reach_of(v);
    Aims aims = {0};
    attacks(v, attacked);
    for (unsigned piece = 0; piece < v->d->pieces; piece++) {
        aim[piece] = space_worth(v, v->d->where[piece]);
        if (aim[piece] > 0) { /* others are not worth a turn */
            aims.space[aims.n] = v->d->where[piece];
            aims.worth[aims.n++] = part_of(aim[piece], weights.later);
        }
    }
    for (unsigned space = 0; space < v->d->land; space++) {
        unsigned piece = v->d->piece[space];
        if (v->d->steps[v->me->place][space] > reach)
            continue;
        int32_t worth = arrive_worth(v, space, piece < v->d->pieces ? aim[piece] : 0);
        worth += stand_worth(v, &aims, space, items_after(v, space)) - exposed(v, attacked, space);
        v->go[space] = space == v->d->bay && has_all(v->me) ? HOME : worth;
    }
}

static int32_t best_within(const Sight *v, int32_t range) {
    const uint8_t *steps = v->d->steps[v->me->place];
    int32_t best = INT32_MIN / 2;
    for (unsigned space = 0; space < v->d->land; space++)
        if (steps[space] && steps[space] <= range)
            best = most(best, v->go[space]);
    return best;
}

static int32_t score_walk(const Sight *v, Move move) {
    static const uint8_t ways[] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
    int32_t legs = aye_top(v->s)->arg[AT_LEGS], sum = 0;
    if (move.kind == MOVE_GO)
        return v->go[move.arg[0]];
    int32_t cost = aye_ffc_cost(v, move.arg[0]) + weights.spend;
    if (move.kind == MOVE_LEGS)
        return best_within(v, v->s->die[0] + v->s->die[1] + legs + v->c->legs) - cost;
    for (int32_t i = 0; i < (int32_t)sizeof ways; i++)
        sum += best_within(v, i + 2 + legs) / 36 * ways[i];
    return sum - cost;
}

static int32_t score_step(const Sight *v, Move move) { return v->go[move.arg[0]]; }

static int32_t score_sober(const Sight *v, Move move) {
    return move.kind == MOVE_SKIP ? 0 : TURN - aye_ffc_cost(v, move.arg[0]);
}

static int32_t score_flip(const Sight *v, Move move) {
    return move.kind == MOVE_FLIP ? space_worth(v, v->me->place) : 0;
}

static int32_t score_lantern(const Sight *v, Move move) {
    int32_t fight = arrive_worth(v, v->me->place, space_worth(v, v->me->place));
    return move.kind == MOVE_FIGHT ? fight : -aye_ffc_cost(v, move.arg[0]);
}

static int32_t score_against(const Sight *v, Move move) {
    int32_t stands;
    return aye_duel_worth(v, move.arg[0], &stands);
}

/* ---- quests ----------------------------------------------------------------------------------------------- */

static unsigned card_now(const Sight *v) { return aye_frame_of(v->s, FRAME_CARD)->arg[AT_CARD]; }

static int32_t score_choice(const Sight *v, Move move) {
    return aye_outcome_worth(v, card_now(v), move.kind == MOVE_PAY ? WON : LOST);
}

/* Another throw is for the last one that failed. */
static int32_t score_thrown(const Sight *v, Move move) {
    unsigned card = card_now(v);
    if (move.kind == MOVE_ON)
        return 0;
    int32_t stake = aye_outcome_worth(v, card, WON) - aye_outcome_worth(v, card, LOST);
    const AyeCard *c = aye_card(v->rules, card);
    bool more = aye_top(v->s)->arg[AT_THROWS] || v->me->tries + 1 < c->tries;
    bool fits = c->need == NEED_EVEN && (v->s->die[0] + v->s->die[1]) % 2 == 0; /* asked because its pips matter */
    if (more || fits)
        return -1;
    return part_of(stake, aye_throw_chance(c)) - aye_ffc_cost(v, move.arg[0]) - weights.spend;
}

static int32_t score_whom(const Sight *v, Move move) {
    const Frame *f = aye_top(v->s);
    const AyeCard *c = aye_card(v->rules, f->arg[AT_CARD]);
    if (f->arg[AT_STAGE] == STAGE_JUDGE)
        return score_against(v, move);
    return aye_effect_worth(v, &c->effect[f->arg[AT_OUTCOME]][f->arg[AT_EFFECT]], move.arg[0]);
}

/* The nearest that nobody has seen. */
static int32_t score_peek(const Sight *v, Move move) {
    unsigned from = aye_ashore(v->rules, v->me->place);
    return move.kind == MOVE_ENOUGH ? 0 : TURN - v->d->steps[from][move.arg[0]];
}

static bool wants(const Sight *v, unsigned seat, unsigned space) {
    unsigned piece = v->d->piece[space], icon = piece < v->d->pieces ? v->s->icon[piece] : (unsigned)AYE_ICONS;
    if (space == v->d->bay)
        return bits_count(v->s->pirate[seat].items) + 1 >= AYE_ITEMS;
    return icon >= AYE_CATEGORIES && icon < AYE_ICONS && !(v->s->pirate[seat].items & BIT(icon - AYE_CATEGORIES));
}

/* A captain costs his victim a turn, but whoever beats him sets him on the next; what counts is who does not. */
static int32_t set_worth(const Sight *v, unsigned card, unsigned victim) {
    const AyeCard *c = aye_card(v->rules, card);
    int32_t lost = 0;
    for (unsigned i = 0; i < c->effects[LOST]; i++)
        if (c->effect[LOST][i].verb == DO_LOSE)
            lost += aye_lose_cost(v, victim, (AyeWhat)c->effect[LOST][i].what, most(1, c->effect[LOST][i].n));
    lost = part_of(lost, aye_fight_lost(v, victim, (AyeFirst)c->first));
    return v->wise ? lost + TURN : lost - weights.nuisance; /* the turn is worth more than it seems */
}

static int32_t score_undead(const Sight *v, Move move) {
    const Frame *f = aye_top(v->s);
    int32_t xp = (f->arg[AT_XP] - 128) * aye_xp_worth(v, v->seat);
    if (move.kind == MOVE_DISMISS)
        return xp;
    if (move.kind == MOVE_SET)
        return xp + part_of(set_worth(v, f->arg[AT_CARD], move.arg[0]), v->deny[move.arg[0]]);
    xp = part_of(xp, weights.waits);
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        if (seat != v->seat && wants(v, seat, move.arg[0]))
            xp += part_of(weights.posted, v->deny[seat]);
    return xp;
}

/* ---- giving and taking ------------------------------------------------------------------------------------ */

static int32_t score_take(const Sight *v, Move move) { return v->item[v->seat][move.arg[0]]; }

/* Of booty and theft alike; two cards of a duel. */
static int32_t score_rob(const Sight *v, Move move) {
    unsigned victim = v->s->victim;
    int32_t cards = v->s->ask == ASK_BOOTY ? 2 : 1;
    cards = least(cards, v->s->pirate[victim].ffcs);
    if (move.kind == MOVE_TAKE)
        return aye_item_moves(v, move.arg[0], victim, v->seat);
    if (move.kind == MOVE_BLIND)
        return aye_draw_worth(v, v->seat, cards) - part_of(aye_draw_worth(v, victim, -cards), v->deny[victim]);
    return 0;
}

/* What the reply costs: the item, cards drawn blind, or the flag; all of it where all is asked for. */
static int32_t score_yield(const Sight *v, Move move) {
    const Frame *f = aye_top(v->s);
    int32_t cards = f->kind == FRAME_BOOTY ? 2 : 1;
    if (move.kind == MOVE_FLAG)
        return -aye_ffc_cost(v, move.arg[0]);
    if (move.kind == MOVE_CARDS)
        return aye_draw_worth(v, v->seat, -cards) - part_of(aye_draw_worth(v, f->seat, cards), v->deny[f->seat]);
    if (f->kind == FRAME_LOSE)
        return -aye_lose_cost(v, v->seat, WHAT_ALL, 0);
    if (v->s->wanted >= AYE_ITEMS)
        return aye_draw_worth(v, v->seat, -least(cards, v->me->ffcs));
    return aye_item_moves(v, v->s->wanted, v->seat, f->seat);
}

static int32_t score_give(const Sight *v, Move move) {
    return move.kind == MOVE_GIVE ? -v->item[v->seat][move.arg[0]] : -aye_ffc_cost(v, move.arg[0]);
}

static int32_t score_swap(const Sight *v, Move move) {
    return aye_item_moves(v, move.arg[1], v->s->victim, v->seat) +
           aye_item_moves(v, move.arg[0], v->seat, v->s->victim);
}

/* Far from what he wants: the bay, or the nearest space that he has something to gain from. */
static int32_t score_put(const Sight *v, Move move) {
    const Frame *f = aye_top(v->s);
    unsigned victim = f->arg[f->kind == FRAME_PUSH ? AT_PUSHED : AT_LOSER], space = move.arg[0];
    if (has_all(&v->s->pirate[victim]))
        return v->d->steps[space][v->d->bay];
    int32_t near = 255;
    for (unsigned piece = 0; piece < v->d->pieces; piece++)
        if (!v->s->open[piece] || wants(v, victim, v->d->where[piece]))
            near = least(near, v->d->steps[space][v->d->where[piece]]);
    return near;
}

static int32_t score_discard(const Sight *v, Move move) { return -aye_ffc_cost(v, move.arg[0]); }

static int32_t score_skill(const Sight *v, Move move) {
    unsigned skill = move.arg[0];
    int32_t look = skill == FENCER && v->c->look_first[AYE_LEVELS - 1] ? weights.first_look : 0;
    return weights.skill[skill] + look - weights.next * v->me->skill[skill];
}

/* ---- blades ----------------------------------------------------------------------------------------------- */

static bool against_card(const Sight *v) {
    return v->s->duel.side[0] >= v->rules->seats || v->s->duel.side[1] >= v->rules->seats;
}

/* A card lays what it has most of; pirates are told nothing by it. */
static int32_t score_lay(const Sight *v, Move move) {
    const AyeDuel *d = &v->s->duel;
    return against_card(v) ? d->left[d->attacker ^ 1u][move.arg[0]] : 0;
}

/* What it is worth to be sure of a parry here. */
static int32_t parry_worth(const Sight *v) {
    const AyeDuel *d = &v->s->duel;
    unsigned side = d->side[0] == v->seat ? 0 : 1;
    int32_t points = d->points[side] - d->points[side ^ 1u];
    DuelNow duel;
    if (against_card(v))
        aye_duel_against(v, card_now(v), &duel);
    else
        aye_duel_with(v, d->side[side ^ 1u], &duel);
    for (unsigned i = 0; i < 2; i++)
        duel.looks[i][d->round - 1] -= d->looks[side ^ i][d->round - 1];
    return aye_duel_value(&duel, d->round, d->exchange + 1u, points, true) -
           aye_duel_value(&duel, d->round, d->exchange, points, false);
}

static int32_t score_answer(const Sight *v, Move move) {
    const AyeDuel *d = &v->s->duel;
    const uint8_t *left = d->left[d->attacker];
    switch (move.kind) {
    case MOVE_ANSWER: /* the other blade parries */
        if (d->laid < NO_BLADE)
            return d->laid != move.arg[0] ? HOME : 0;
        return against_card(v) && left[move.arg[0] ^ 1u] > left[move.arg[0]] ? 1 : 0;
    case MOVE_LOOK:
        return HOME;
    default:
        return parry_worth(v) - aye_ffc_cost(v, move.arg[0]) - weights.spend;
    }
}

/* ---- the questions ---------------------------------------------------------------------------------------- */

static int32_t score_any(const Sight *v, Move move) {
    (void)v, (void)move;
    return 0;
}

enum { NEEDS_CARDS = 1, NEEDS_WAYS = 2 }; /* of a Sight, beside the pirates */
typedef struct Answer {
    int32_t (*score)(const Sight *v, Move move);
    unsigned needs;
} Answer;

static const Answer answers[AYE_ASKS] = {
    [ASK_LAND] = {score_any},
    [ASK_SOBER] = {score_sober},
    [ASK_WALK] = {score_walk, NEEDS_CARDS | NEEDS_WAYS},
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
    [ASK_STEP] = {score_step, NEEDS_CARDS | NEEDS_WAYS},
    [ASK_UNDEAD] = {score_undead},
    [ASK_SKILL] = {score_skill},
    [ASK_DISCARD] = {score_discard},
};

/* The highest score; ties fall to the seed. */
static Move pick(const Sight *v, const Move *moves, unsigned n, uint64_t seed) {
    Rng rng = rng_make(seed, 1);
    int32_t best = INT32_MIN;
    unsigned at = 0, ties = 0;
    for (unsigned i = 0; i < n; i++) {
        int32_t score = answers[v->s->ask].score(v, moves[i]);
        if (score > best)
            best = score, ties = 0;
        if (score == best && rng_below(&rng, ++ties) == 0)
            at = i;
    }
    return moves[at];
}

static void sight_open(Sight *v, const BotAsk *ask, bool wise) {
    const AyeState *s = ask->view;
    aye_sight_make(v, ask->rules, s, ask->seat);
    if (wise)
        aye_sight_wise(v);
    v->budget = ask->quick ? 0 : ask->budget;
    v->quick = ask->quick;
    if (answers[s->ask].needs & NEEDS_CARDS)
        aye_sight_cards(v);
    if (answers[s->ask].needs & NEEDS_WAYS)
        sight_ways(v);
}

static Move answer(const BotAsk *ask, bool wise, const Move *moves, unsigned n) {
    const AyeState *s = ask->view;
    Sight v;
    sight_open(&v, ask, wise);
    if (s->ask == ASK_AIM || s->ask == ASK_PUSH)
        return aye_shot_move(&v);
    Move move = pick(&v, moves, n, ask->seed);
    return move.kind == MOVE_PLACE ? aye_shot_move(&v) : move;
}

/* In imagined games everybody is wise; it costs nothing. */
static bool choose(const BotAsk *ask, const Move *moves, unsigned n, Move *move) {
    *move = answer(ask, ask->quick, moves, n);
    return true;
}

/* ---- candidates -------------------------------------------------------------------------------------------- */

/* Questions that are answered at once. Either it makes no difference that could be seen, or it is known: a shot is
 * planned already, a card in the search finds what a throw may not, a fencer wins the duels that decide the game. */
static bool is_settled(unsigned asked) {
    static const uint8_t settled[] = {ASK_LAND, ASK_SOBER, ASK_SEARCH, ASK_DIG,   ASK_THROWN, ASK_SHOT,
                                      ASK_AIM,  ASK_PUSH,  ASK_GRAPE,  ASK_LAY,   ASK_ANSWER, ASK_PUT,
                                      ASK_GIVE, ASK_TAKE,  ASK_PEEK,   ASK_SKILL, ASK_DISCARD};
    for (unsigned i = 0; i < sizeof settled; i++)
        if (settled[i] == asked)
            return true;
    return false;
}

/* The others behind the first `found`, by their score. Shots are all alike by that. */
static unsigned lines_by_score(const Sight *v, const Move *moves, unsigned n, BotLine *out, unsigned found,
                               unsigned lines_most) {
    int32_t score[BOT_LINES] = {0};
    unsigned fixed = found;
    for (unsigned i = 0; i < n; i++) {
        int32_t mine = answers[v->s->ask].score(v, moves[i]);
        if (move_equal(out[0].move[0], moves[i]) || moves[i].kind == MOVE_PLACE ||
            (found == lines_most && (found == fixed || mine <= score[found - 1])))
            continue;
        unsigned at = found < lines_most ? found++ : found - 1;
        for (; at > fixed && score[at - 1] < mine; at--)
            out[at] = out[at - 1], score[at] = score[at - 1];
        score[at] = mine;
        out[at] = (BotLine){.n = 1, .move = {moves[i]}};
    }
    return found;
}

/* On the Plank: whole shots, and beside them what else may be done. */
static unsigned lines_shot(const Sight *v, const Move *moves, unsigned n, BotLine *out, unsigned lines_most) {
    enum { SHOTS = 4 };
    bool shoots = v->s->ask != ASK_SHOT || out[0].move[0].kind == MOVE_PLACE;
    unsigned found = shoots ? 0 : 1;
    found += aye_shot_lines(v, out + found, lines_most < SHOTS + found ? lines_most - found : (unsigned)SHOTS);
    return v->s->ask == ASK_SHOT ? lines_by_score(v, moves, n, out, found, lines_most) : found;
}

/* The answer first, then the others. */
static unsigned lines(const BotAsk *ask, BotLine *out, unsigned lines_most) {
    Move moves[LEGAL_MAX];
    const AyeState *s = ask->view;
    unsigned n = ask->rules->game->legal(ask->rules, s, ask->seat, moves);
    if (n == 0)
        return 0;
    out[0] = (BotLine){.n = 1, .move = {moves[0]}};
    if (n > 1)
        out[0].move[0] = answer(ask, true, moves, n);
    if (n == 1 || lines_most < 2 || (is_settled(s->ask) && !ask->wide))
        return 1;
    Sight v;
    sight_open(&v, ask, true);
    if (s->ask == ASK_SHOT || s->ask == ASK_AIM || s->ask == ASK_PUSH)
        return lines_shot(&v, moves, n, out, lines_most);
    return lines_by_score(&v, moves, n, out, 1, lines_most);
}

/* ---- imagined games ---------------------------------------------------------------------------------------- */

/* Questions that the bots would always answer alike: in imagined games they stray, so many times in 64, or the net
 * would never see what comes of the other answers. */
static const uint8_t strays[AYE_ASKS] = {
    [ASK_SKILL] = 16, [ASK_DISCARD] = 12, [ASK_SOBER] = 8,  [ASK_SEARCH] = 6, [ASK_BAY] = 6,
    [ASK_WIND] = 4,   [ASK_SAIL] = 4,     [ASK_THROWN] = 6, [ASK_UNDEAD] = 8, [ASK_YIELD] = 6,
};

static bool play(const BotAsk *ask, Move *move) {
    const AyeState *s = ask->view;
    Rng rng = rng_make(ask->seed, 4);
    if (strays[s->ask] == 0 || rng_below(&rng, 64) >= strays[s->ask])
        return greedy_choose(ask, false, move);
    Move moves[LEGAL_MAX];
    unsigned n = ask->rules->game->legal(ask->rules, s, ask->seat, moves);
    *move = moves[n ? rng_below(&rng, n) : 0];
    return n > 0;
}

/* The chance to be first: by how far the seat is ahead of the others, the foremost above all. */
static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const AyeState *s = state;
    if (s->ask == ASK_OVER) {
        Score score;
        rules->game->score(rules, state, &score);
        return score.place[seat] == 1 ? BOT_WON : 0;
    }
    Sight v;
    aye_sight_make(&v, rules, s, seat);
    int64_t first = INT32_MAX, sum = 0;
    for (unsigned other = 0; other < rules->seats; other++)
        if (other != seat) {
            first = v.to_go[other] < first ? v.to_go[other] : first;
            sum += v.to_go[other];
        }
    int64_t lead = (3 * first + sum / (rules->seats - 1)) / 4 - v.to_go[seat];
    return (int32_t)(BOT_WON / 2 + BOT_WON / 2 * lead / ((lead < 0 ? -lead : lead) + 8 * TURN));
}

extern const Net ayeaye_net; /* net.c */

const BotGame ayeaye_bot = {
    .id = "ayeaye",
    .value = value,
    .choose = choose,
    .sense = aye_sense,
    .net = &ayeaye_net,
    .lines = lines,
    .play = play,
    .slips = 110,
    .lapses = 44,
    .nods = 9,
    .hard = {.games = 300, .lines = 4, .sure = 8, .horizon = 6},
    .expert = {.games = 1500, .lines = 6, .sure = 8, .horizon = 6},
    .terms = aye_terms,
    .explain = aye_explain,
};
