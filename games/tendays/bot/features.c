/* What the learned value of Ten Days is told of a position, and the terms that explain a choice. Only what the seat
 * knows goes in: its own cards, what lies open, and what everybody can count. */
#include "bots/net.h"
#include "games/tendays/bot/candidates.h"

enum {
    CARD_GUESS = 45, /* a card in another's hand, in hundredths of a point */
    RARE = 3         /* what special cards are counted against, for each of a team */
};

/* Where the next input goes. */
typedef struct Pen {
    int16_t *in;
    unsigned n;
} Pen;

/* One input: `unit` of x is one. */
static void tell_net(Pen *pen, int32_t x, int32_t unit) {
    enum { MOST = NET_ONE * NET_INPUT_MAX };
    int32_t scaled = least(MOST, most(-MOST, x * NET_ONE / unit));
    if (pen->n < NET_INPUTS)
        pen->in[pen->n++] = (int16_t)scaled;
}

/* What all can see of a seat. */
typedef struct Team {
    int32_t home, live;    /* points that are safe; that are on the island */
    int32_t lives;         /* what those are worth, in hundredths */
    int32_t sum;           /* the estimate of what it will have, in hundredths */
    int32_t mouths, able;  /* who can act tomorrow, in halves */
    int32_t ill[TEN_ILLS]; /* points of those who are */
    int32_t entered, debt; /* points of those with a bid, of those a Devil takes */
    int32_t acts;          /* that it has left in the turn under way */
    bool to_come;          /* its turn of today */
} Team;

static int32_t count(uint32_t set) { return (int32_t)bits_count(set); }

static bool turn_to_come(const TenEval *e, unsigned seat) {
    const Frame *day = &e->s->frame[0];
    unsigned seats = e->rules->seats, at = (seat + seats - e->s->first % seats) % seats;
    if (day->kind != FRAME_DAY || day->arg[AT_STAGE] > STAGE_TURNS)
        return false;
    return day->arg[AT_STAGE] < STAGE_TURNS || at >= day->arg[AT_DONE];
}

/* Only the turn of today: a torch's action is over soon. */
static int32_t acts_left(const TenEval *e, unsigned seat) {
    const TenState *s = e->s;
    int32_t acts = 0;
    if (s->frame[0].kind != FRAME_DAY || s->frame[0].arg[AT_STAGE] != STAGE_TURNS || s->frame[1].kind != FRAME_TURN ||
        s->frame[1].seat != seat || s->depth < 2)
        return 0;
    for (bits_each(c, ten_can_act(s, seat) | ten_to_rouse(s, seat)))
        acts += (s->acts[c] == 0) + s->fed[c] + s->extra[c];
    return acts;
}

static void team_look(const TenEval *e, unsigned seat, Team *t) {
    const TenState *s = e->s;
    uint32_t team = s->seat[seat].island, bid = 0, debt = 0;
    int32_t part[4];
    ten_points(e->rules, s, seat, part);
    *t = (Team){.home = part[1] + part[2] + part[3], .live = part[0], .mouths = count(team)};
    for (bits_each(c, team)) {
        t->lives += ten_life_value(e, c);
        bid |= s->bid[c] < TEN_BERTHS ? BIT(c) : 0;
    }
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        debt |= s->debt[berth] & team;
    t->able = 2 * count(team & ~s->injured) - count(team & s->sick & ~s->injured);
    t->ill[SICKNESS] = ten_points_of(e, team & s->sick);
    t->ill[POISON] = ten_points_of(e, team & s->poisoned);
    t->ill[INJURY] = ten_points_of(e, team & s->injured);
    t->entered = ten_points_of(e, bid);
    t->debt = ten_points_of(e, debt);
    t->to_come = turn_to_come(e, seat);
    t->acts = acts_left(e, seat);
    int32_t goods = seat == e->seat ? e->worth : team ? CARD_GUESS * s->seat[seat].held : 0;
    t->sum = POINT * t->home + t->lives + goods + ten_soul_value(e) * s->seat[seat].souls;
}

/* ---- special cards in others' hands ------------------------------------------------------------------------- */

/* All can count what was taken from the stacks. */
static void others_stock(const TenEval *e, Stock *t) {
    *t = (Stock){0};
    for (unsigned card = e->d->supplies; card < e->d->held; card++) {
        unsigned weapon = e->d->weapon[card];
        int32_t n = e->s->out[card] - e->me->hand[card] - (weapon < TEN_WEAPONS ? e->me->laid[weapon] : 0);
        if (n > 0)
            ten_stock_add(e, t, card, n);
    }
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        for (unsigned i = 0; i < TEN_ANIMALS && seat != e->seat; i++)
            if (e->s->seat[seat].trophy[i])
                ten_stock_add(e, t, e->d->animal + i, e->s->seat[seat].trophy[i]);
}

/* ---- inputs, group by group --------------------------------------------------------------------------------- */

static void tell_time(const TenEval *e, Pen *pen) {
    const Frame *day = &e->s->frame[0];
    unsigned stage = day->kind == FRAME_DAY ? day->arg[AT_STAGE] : 0u;
    int32_t calls = 0, rescue[3] = {0, 0, 0};
    for (int32_t at = e->s->day; at < e->c->days; at++)
        calls += e->c->day[at].rescue;
    for (unsigned r = 0; r < e->c->rescuers; r++) {
        unsigned need = e->c->rescuer[r].needs;
        rescue[need == NEED_SOULS ? 0 : need == NEED_KILL ? 1 : 2] += e->s->rescue[r];
    }
    int32_t left = most(1, rescue[0] + rescue[1] + rescue[2]);
    tell_net(pen, e->dusks, 10);
    tell_net(pen, e->meals, 5);
    tell_net(pen, e->first_meal == 0 && e->meals, 1);
    tell_net(pen, calls, 3);
    tell_net(pen, rescue[0] * calls * 3, left);
    tell_net(pen, rescue[1] * calls * 3, left);
    tell_net(pen, stage < STAGE_TURNS, 1);
    tell_net(pen, stage == STAGE_TURNS, 1);
    tell_net(pen, stage == STAGE_DUSK, 1);
    tell_net(pen, e->rules->seats - 2, 4);
    tell_net(pen, e->rules->seats == 2, 1);
    tell_net(pen, e->s->active == e->seat, 1);
}

static void tell_own(const TenEval *e, const Team *t, Pen *pen) {
    tell_net(pen, t->home, 10);
    tell_net(pen, t->live, 8);
    tell_net(pen, t->lives, 800);
    tell_net(pen, t->mouths, 3);
    tell_net(pen, t->mouths == 1, 1);
    tell_net(pen, t->mouths == 0, 1);
    tell_net(pen, t->able, 6);
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        tell_net(pen, t->ill[ill], 5);
    tell_net(pen, e->me->souls, 2);
    tell_net(pen, t->entered, 5);
    tell_net(pen, t->debt, 5);
    tell_net(pen, t->to_come, 1);
    tell_net(pen, t->acts, 3);
    tell_net(pen, e->me->held, 12);
}

/* How far water and food will go. */
static void tell_larder(const TenEval *e, Pen *pen) {
    const Stock *t = &e->stock;
    int32_t water = t->serving[WATER], mouths = e->mouths, safe, food = 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !e->fire ? 0 : t->serving[kind];
    safe = t->serving[CAN] + t->serving[ROAST_FISH] + t->serving[ROAST_MEAT];
    for (int32_t dusk = 1; dusk <= 3; dusk++)
        tell_net(pen, most(0, least(dusk, e->dusks) * mouths - water), 3);
    tell_net(pen, most(0, e->dusks * mouths - water), 15);
    for (int32_t meal = 1; meal <= 2; meal++)
        tell_net(pen, most(0, least(meal, e->meals) * mouths - food), 3);
    tell_net(pen, most(0, e->meals * mouths - food), 10);
    tell_net(pen, e->first_meal < 1 && e->meals ? most(0, mouths - food) : 0, 3);
    tell_net(pen, most(0, least(1, e->meals) * mouths - safe), 3);
    tell_net(pen, t->cards[WATER], 5);
    tell_net(pen, t->cards[CAN] + t->cards[FRUIT] + t->cards[PLANTS], 4);
    tell_net(pen, t->cards[FRESH_FISH], 3);
}

static void tell_goods(const TenEval *e, Pen *pen) {
    const Stock *t = &e->stock;
    for (unsigned i = 0; i < STOCK_PARTS; i++)
        tell_net(pen, e->part[i], i == PART_WATER || i == PART_FOOD ? 800 : 300);
    tell_net(pen, e->worth, 1500);
    tell_net(pen, t->stars, 6);
    tell_net(pen, t->use[USE_TORCH], 2);
    tell_net(pen, e->fire, 1);
    tell_net(pen, t->use[USE_KIT], 2);
    tell_net(pen, t->use[USE_COLLECTOR] + t->use[USE_MOUSETRAP], 2);
    tell_net(pen, t->gems, 4);
    tell_net(pen, least(t->use[USE_STATUE], t->use[USE_BASE]), 1);
    tell_net(pen, t->trophies, 2);
    tell_net(pen, t->use[USE_ENERGY], 1);
}

/* Points of the best who could go with what there is; *rivals: how many of the others could. */
static int32_t passage(const TenEval *e, const Stock *theirs, const TenRescuer *r, int32_t *rivals) {
    uint32_t others = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        others |= seat == e->seat ? 0 : e->s->seat[seat].island;
    *rivals = ten_acceptable_count(e, r, others);
    if (r->cards) {
        bool hidden = r->needs == NEED_WATER || r->needs == NEED_FOOD || r->needs == NEED_WEAPON;
        *rivals = hidden ? *rivals / 2 : least(*rivals, ten_matching_cards(theirs, r->needs) / r->cards);
    }
    return ten_points_of(e, ten_passengers(e, r, e->me->island));
}

static void tell_berths(const TenEval *e, const Stock *theirs, Pen *pen) {
    int32_t berths = 0, own = 0, rivals = 0, devils = 0, best = 0, spots = 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        if (!is_berth(e, berth))
            continue;
        const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
        int32_t who = 0, points = r->needs == NEED_KILL ? 0 : passage(e, theirs, r, &who);
        devils += r->needs == NEED_KILL;
        berths++;
        own += points;
        rivals += who;
        best = most(best, points);
        spots += r->spots && r->needs != NEED_KILL ? most(0, who - r->spots + 1) : 0;
    }
    tell_net(pen, berths, 2);
    tell_net(pen, own, 6);
    tell_net(pen, best, 6);
    tell_net(pen, rivals, 4);
    tell_net(pen, spots, 3);
    tell_net(pen, devils, 1);
}

static void tell_skills(const TenEval *e, Pen *pen) {
    const TenDerived *d = e->d;
    uint32_t team = e->me->island;
    const uint32_t skills[] = {d->guards, d->savers, d->first, d->extra, d->healers, d->anglers, d->bars, d->safe_fish};
    for (unsigned i = 0; i < sizeof skills / sizeof *skills; i++)
        tell_net(pen, (team & skills[i]) != 0, 1);
    int32_t picky = 0;
    for (bits_each(c, team))
        picky += e->c->character[c].no_meat != 0;
    tell_net(pen, picky, 1);
}

static void tell_rival(const TenEval *e, unsigned seat, const Team *t, Pen *pen) {
    const TenSeat *p = &e->s->seat[seat];
    int32_t trophies = 0;
    for (unsigned i = 0; i < TEN_ANIMALS; i++)
        trophies += p->trophy[i];
    tell_net(pen, t->home, 10);
    tell_net(pen, t->live, 8);
    tell_net(pen, t->lives, 800);
    tell_net(pen, t->mouths, 3);
    tell_net(pen, t->able, 6);
    tell_net(pen, t->ill[SICKNESS] + 2 * t->ill[POISON] + 2 * t->ill[INJURY], 6);
    tell_net(pen, p->souls, 2);
    tell_net(pen, p->held, 12);
    tell_net(pen, t->mouths ? p->held : 0, most(1, 4 * t->mouths));
    tell_net(pen, t->entered + t->debt, 5);
    tell_net(pen, t->to_come, 1);
    tell_net(pen, t->acts, 3);
    tell_net(pen, p->gear[GEAR(USE_CAMPFIRE)] + p->gear[GEAR(USE_COLLECTOR)] + p->gear[GEAR(USE_MOUSETRAP)], 2);
    tell_net(pen, trophies, 2);
    tell_net(pen, (p->island & e->d->guards) != 0, 1);
}

/* The foremost of the others; the rest as a mean. */
static void tell_others(const TenEval *e, const Team team[TEN_SEATS], const Stock *theirs, Pen *pen) {
    unsigned first = e->seat ? 0 : 1;
    int32_t n = e->rules->seats - 1, sum = 0, mouths = 0, home = 0, second = NEVER;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        if (seat != e->seat && team[seat].sum > team[first].sum)
            first = seat;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        if (seat == e->seat)
            continue;
        sum += team[seat].sum;
        mouths += team[seat].mouths;
        home = most(home, team[seat].home);
        second = seat == first ? second : most(second, team[seat].sum);
    }
    const Team *own = &team[e->seat], *rival = &team[first];
    tell_rival(e, first, rival, pen);
    tell_net(pen, own->sum - rival->sum, 1000);
    tell_net(pen, own->sum - sum / n, 1000);
    tell_net(pen, second == NEVER ? 0 : own->sum - second, 1000);
    tell_net(pen, own->home + own->live - rival->home - rival->live, 8);
    tell_net(pen, own->home - home, 8);
    tell_net(pen, own->home - rival->home, 8);
    tell_net(pen, mouths, 3 * n);
    tell_net(pen, theirs->serving[WATER], 2 * RARE * n);
    tell_net(pen, theirs->gems, RARE * n);
}

static void eval_of(TenEval *e, const Rules *rules, const void *state, unsigned seat) {
    ten_eval_init(e, &(BotQuery){.rules = rules, .view = state, .seat = seat});
}

void ten_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    Pen pen = {in, 0};
    Team team[TEN_SEATS];
    Stock theirs;
    TenEval e;
    eval_of(&e, rules, state, seat);
    for (unsigned i = 0; i < rules->seats; i++)
        team_look(&e, i, &team[i]);
    others_stock(&e, &theirs);
    tell_time(&e, &pen);
    tell_own(&e, &team[seat], &pen);
    tell_larder(&e, &pen);
    tell_goods(&e, &pen);
    tell_berths(&e, &theirs, &pen);
    tell_others(&e, team, &theirs, &pen);
    tell_skills(&e, &pen);
}

/* ---- why ---------------------------------------------------------------------------------------------------- */

const char *const ten_terms[] = {"safe",  "lives", "health",  "water",  "food", "arms",
                                 "tools", "souls", "passage", "rivals", NULL};

void ten_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS]) {
    int32_t foremost = 0;
    Team team[TEN_SEATS];
    TenEval e;
    eval_of(&e, rules, state, seat);
    for (unsigned i = 0; i < rules->seats; i++) {
        team_look(&e, i, &team[i]);
        foremost = i == seat ? foremost : most(foremost, team[i].sum);
    }
    int32_t whole = 0;
    for (bits_each(c, e.me->island))
        whole += ten_healthy_value(&e, c);
    term[0] = POINT * team[seat].home;
    term[1] = whole;
    term[2] = team[seat].lives - whole;
    term[3] = e.part[PART_WATER];
    term[4] = e.part[PART_FOOD];
    term[5] = e.part[PART_ARMS];
    term[6] = e.part[PART_TOOLS];
    term[7] = ten_soul_value(&e) * e.me->souls;
    term[8] = e.part[PART_PASSAGE] + e.part[PART_GEMS] + e.part[PART_TROPHIES];
    term[9] = -foremost;
}
