/* The inputs of the Ten Days net, and the terms that explain hints. They use only what the seat knows: its own cards,
 * open cards, and public counts. */
#include "bots/net.h"
#include "games/tendays/bot/candidates.h"

enum {
    CARD_GUESS = 45, /* value of a card in another player's hand, in hundredths of a point */
    RARE = 3         /* scale of the inputs for other players' special cards, per opponent */
};

/* Writes inputs one after the other; n is the number written. */
typedef struct FeatureWriter {
    int16_t *in;
    unsigned n;
} FeatureWriter;

/* Writes x / unit as the next input. */
static void put_feature(FeatureWriter *w, int32_t x, int32_t unit) {
    enum { MOST = NET_ONE * NET_INPUT_MAX };
    int32_t scaled = min_i32(MOST, max_i32(-MOST, x * NET_ONE / unit));
    if (w->n < NET_INPUTS)
        w->in[w->n++] = (int16_t)scaled;
}

/* The public facts about a seat. */
typedef struct Team {
    int32_t home, live;      /* points that are safe; points of characters on the island */
    int32_t lives;           /* value of the characters on the island, in hundredths */
    int32_t sum;             /* estimated final score, in hundredths */
    int32_t team_size, able; /* able: characters that can act tomorrow, in halves: 2 for each, 1 if sick */
    int32_t ill[TEN_ILLS];   /* points of characters with the impairment */
    int32_t entered, debt;   /* points of characters with a bid; of those that a Devil takes */
    int32_t acts;            /* actions left in the current turn */
    bool turn_to_come;       /* today's turn has not begun yet */
} Team;

static int32_t count(uint32_t set) { return (int32_t)bits_count(set); }

static bool turn_is_to_come(const TenEval *e, unsigned seat) {
    const Frame *day = &e->s->frame[0];
    unsigned seats = e->rules->seats, at = (seat + seats - e->s->first % seats) % seats;
    if (day->kind != FRAME_DAY || day->arg[TEN_STAGE] > DAY_TURNS)
        return false;
    return day->arg[TEN_STAGE] < DAY_TURNS || at >= day->arg[DAY_AT];
}

/* Actions left in today's turn; torch turns do not count. */
static int32_t acts_left(const TenEval *e, unsigned seat) {
    const TenState *s = e->s;
    int32_t acts = 0;
    if (s->frame[0].kind != FRAME_DAY || s->frame[0].arg[TEN_STAGE] != DAY_TURNS || s->frame[1].kind != FRAME_TURN ||
        s->frame[1].seat != seat || s->depth < 2)
        return 0;
    for (bits_each(c, ten_can_act(s, seat) | ten_to_rouse(s, seat)))
        acts += (s->acts[c] == 0) + s->fed[c] + s->extra[c];
    return acts;
}

static void team_init(const TenEval *e, unsigned seat, Team *t) {
    const TenState *s = e->s;
    uint32_t team = s->seat[seat].island, bid = 0, debt = 0;
    int32_t part[4];
    ten_points(e->rules, s, seat, part);
    *t = (Team){.home = part[1] + part[2] + part[3], .live = part[0], .team_size = count(team)};
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
    t->turn_to_come = turn_is_to_come(e, seat);
    t->acts = acts_left(e, seat);
    int32_t goods = seat == e->seat ? e->stock_value : team ? CARD_GUESS * s->seat[seat].held : 0;
    t->sum = TEN_POINT_UNIT * t->home + t->lives + goods + ten_soul_value(e) * s->seat[seat].souls;
}

/* ---- special cards in others' hands ------------------------------------------------------------------------- */

/* Special supplies, treasures and trophies of the other players: their totals are public. */
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

static void put_time(const TenEval *e, FeatureWriter *w) {
    const Frame *day = &e->s->frame[0];
    unsigned stage = day->kind == FRAME_DAY ? day->arg[TEN_STAGE] : 0u;
    int32_t calls = 0, rescue[3] = {0, 0, 0};
    for (int32_t at = e->s->day; at < e->c->days; at++)
        calls += e->c->day[at].rescue;
    for (unsigned r = 0; r < e->c->rescuers; r++) {
        unsigned need = e->c->rescuer[r].needs;
        rescue[need == NEED_SOULS ? 0 : need == NEED_KILL ? 1 : 2] += e->s->rescue[r];
    }
    int32_t left = max_i32(1, rescue[0] + rescue[1] + rescue[2]);
    put_feature(w, e->dusks, 10);
    put_feature(w, e->meals, 5);
    put_feature(w, e->first_meal == 0 && e->meals, 1);
    put_feature(w, calls, 3);
    put_feature(w, rescue[0] * calls * 3, left);
    put_feature(w, rescue[1] * calls * 3, left);
    put_feature(w, stage < DAY_TURNS, 1);
    put_feature(w, stage == DAY_TURNS, 1);
    put_feature(w, stage == DAY_DUSK, 1);
    put_feature(w, e->rules->seats - 2, 4);
    put_feature(w, e->rules->seats == 2, 1);
    put_feature(w, e->s->active == e->seat, 1);
}

static void put_own(const TenEval *e, const Team *t, FeatureWriter *w) {
    put_feature(w, t->home, 10);
    put_feature(w, t->live, 8);
    put_feature(w, t->lives, 800);
    put_feature(w, t->team_size, 3);
    put_feature(w, t->team_size == 1, 1);
    put_feature(w, t->team_size == 0, 1);
    put_feature(w, t->able, 6);
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        put_feature(w, t->ill[ill], 5);
    put_feature(w, e->me->souls, 2);
    put_feature(w, t->entered, 5);
    put_feature(w, t->debt, 5);
    put_feature(w, t->turn_to_come, 1);
    put_feature(w, t->acts, 3);
    put_feature(w, e->me->held, 12);
}

/* How long water and food will last. */
static void put_food_stock(const TenEval *e, FeatureWriter *w) {
    const Stock *t = &e->stock;
    int32_t water = t->serving[WATER], team_size = e->team_size, safe, food = 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !e->can_cook ? 0 : t->serving[kind];
    safe = t->serving[CAN] + t->serving[ROAST_FISH] + t->serving[ROAST_MEAT];
    for (int32_t dusk = 1; dusk <= 3; dusk++)
        put_feature(w, max_i32(0, min_i32(dusk, e->dusks) * team_size - water), 3);
    put_feature(w, max_i32(0, e->dusks * team_size - water), 15);
    for (int32_t meal = 1; meal <= 2; meal++)
        put_feature(w, max_i32(0, min_i32(meal, e->meals) * team_size - food), 3);
    put_feature(w, max_i32(0, e->meals * team_size - food), 10);
    put_feature(w, e->first_meal < 1 && e->meals ? max_i32(0, team_size - food) : 0, 3);
    put_feature(w, max_i32(0, min_i32(1, e->meals) * team_size - safe), 3);
    put_feature(w, t->cards[WATER], 5);
    put_feature(w, t->cards[CAN] + t->cards[FRUIT] + t->cards[PLANTS], 4);
    put_feature(w, t->cards[FRESH_FISH], 3);
}

static void put_goods(const TenEval *e, FeatureWriter *w) {
    const Stock *t = &e->stock;
    for (unsigned i = 0; i < STOCK_PARTS; i++)
        put_feature(w, e->part[i], i == PART_WATER || i == PART_FOOD ? 800 : 300);
    put_feature(w, e->stock_value, 1500);
    put_feature(w, t->stars, 6);
    put_feature(w, t->use[USE_TORCH], 2);
    put_feature(w, e->can_cook, 1);
    put_feature(w, t->use[USE_KIT], 2);
    put_feature(w, t->use[USE_COLLECTOR] + t->use[USE_MOUSETRAP], 2);
    put_feature(w, t->treasure_points, 4);
    put_feature(w, min_i32(t->use[USE_STATUE], t->use[USE_BASE]), 1);
    put_feature(w, t->trophies, 2);
    put_feature(w, t->use[USE_ENERGY], 1);
}

/* Points of our best characters that this rescuer would accept and we could pay for. Sets *rivals to the number of
 * other players' characters that could go. */
static int32_t passage(const TenEval *e, const Stock *theirs, const TenRescuer *r, int32_t *rivals) {
    uint32_t others = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        others |= seat == e->seat ? 0 : e->s->seat[seat].island;
    *rivals = ten_acceptable_count(e, r, others);
    if (r->cards) {
        bool hidden = r->needs == NEED_WATER || r->needs == NEED_FOOD || r->needs == NEED_WEAPON;
        *rivals = hidden ? *rivals / 2 : min_i32(*rivals, ten_matching_cards(theirs, r->needs) / r->cards);
    }
    return ten_points_of(e, ten_passengers(e, r, e->me->island));
}

static void put_berths(const TenEval *e, const Stock *theirs, FeatureWriter *w) {
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
        best = max_i32(best, points);
        spots += r->spots && r->needs != NEED_KILL ? max_i32(0, who - r->spots + 1) : 0;
    }
    put_feature(w, berths, 2);
    put_feature(w, own, 6);
    put_feature(w, best, 6);
    put_feature(w, rivals, 4);
    put_feature(w, spots, 3);
    put_feature(w, devils, 1);
}

static void put_skills(const TenEval *e, FeatureWriter *w) {
    const TenDerived *d = e->d;
    uint32_t team = e->me->island;
    const uint32_t skills[] = {d->guards, d->savers, d->first, d->extra, d->healers, d->anglers, d->bars, d->safe_fish};
    for (unsigned i = 0; i < sizeof skills / sizeof *skills; i++)
        put_feature(w, (team & skills[i]) != 0, 1);
    int32_t picky = 0;
    for (bits_each(c, team))
        picky += e->c->character[c].no_meat != 0;
    put_feature(w, picky, 1);
}

static void put_rival(const TenEval *e, unsigned seat, const Team *t, FeatureWriter *w) {
    const TenSeat *p = &e->s->seat[seat];
    int32_t trophies = 0;
    for (unsigned i = 0; i < TEN_ANIMALS; i++)
        trophies += p->trophy[i];
    put_feature(w, t->home, 10);
    put_feature(w, t->live, 8);
    put_feature(w, t->lives, 800);
    put_feature(w, t->team_size, 3);
    put_feature(w, t->able, 6);
    put_feature(w, t->ill[SICKNESS] + 2 * t->ill[POISON] + 2 * t->ill[INJURY], 6);
    put_feature(w, p->souls, 2);
    put_feature(w, p->held, 12);
    put_feature(w, t->team_size ? p->held : 0, max_i32(1, 4 * t->team_size));
    put_feature(w, t->entered + t->debt, 5);
    put_feature(w, t->turn_to_come, 1);
    put_feature(w, t->acts, 3);
    put_feature(w, p->gear[GEAR(USE_CAMPFIRE)] + p->gear[GEAR(USE_COLLECTOR)] + p->gear[GEAR(USE_MOUSETRAP)], 2);
    put_feature(w, trophies, 2);
    put_feature(w, (p->island & e->d->guards) != 0, 1);
}

/* The strongest rival in detail; the others as averages. */
static void put_others(const TenEval *e, const Team team[TEN_SEATS], const Stock *theirs, FeatureWriter *w) {
    unsigned first = e->seat ? 0 : 1;
    int32_t n = e->rules->seats - 1, sum = 0, team_size = 0, home = 0, second = IMPOSSIBLE;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        if (seat != e->seat && team[seat].sum > team[first].sum)
            first = seat;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        if (seat == e->seat)
            continue;
        sum += team[seat].sum;
        team_size += team[seat].team_size;
        home = max_i32(home, team[seat].home);
        second = seat == first ? second : max_i32(second, team[seat].sum);
    }
    const Team *own = &team[e->seat], *rival = &team[first];
    put_rival(e, first, rival, w);
    put_feature(w, own->sum - rival->sum, 1000);
    put_feature(w, own->sum - sum / n, 1000);
    put_feature(w, second == IMPOSSIBLE ? 0 : own->sum - second, 1000);
    put_feature(w, own->home + own->live - rival->home - rival->live, 8);
    put_feature(w, own->home - home, 8);
    put_feature(w, own->home - rival->home, 8);
    put_feature(w, team_size, 3 * n);
    put_feature(w, theirs->serving[WATER], 2 * RARE * n);
    put_feature(w, theirs->treasure_points, RARE * n);
}

static void eval_for_seat(TenEval *e, const Rules *rules, const void *state, unsigned seat) {
    ten_eval_init(e, &(BotQuery){.rules = rules, .view = state, .seat = seat});
}

void ten_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    FeatureWriter w = {in, 0};
    Team team[TEN_SEATS];
    Stock theirs;
    TenEval e;
    eval_for_seat(&e, rules, state, seat);
    for (unsigned i = 0; i < rules->seats; i++)
        team_init(&e, i, &team[i]);
    others_stock(&e, &theirs);
    put_time(&e, &w);
    put_own(&e, &team[seat], &w);
    put_food_stock(&e, &w);
    put_goods(&e, &w);
    put_berths(&e, &theirs, &w);
    put_others(&e, team, &theirs, &w);
    put_skills(&e, &w);
}

/* ---- terms for hints ---------------------------------------------------------------------------------------- */

const char *const ten_terms[] = {"safe",  "lives", "health",  "water",  "food", "arms",
                                 "tools", "souls", "passage", "rivals", NULL};

void ten_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS_MAX]) {
    int32_t best_rival = 0;
    Team team[TEN_SEATS];
    TenEval e;
    eval_for_seat(&e, rules, state, seat);
    for (unsigned i = 0; i < rules->seats; i++) {
        team_init(&e, i, &team[i]);
        best_rival = i == seat ? best_rival : max_i32(best_rival, team[i].sum);
    }
    int32_t whole = 0;
    for (bits_each(c, e.me->island))
        whole += ten_healthy_value(&e, c);
    term[0] = TEN_POINT_UNIT * team[seat].home;
    term[1] = whole;
    term[2] = team[seat].lives - whole;
    term[3] = e.part[PART_WATER];
    term[4] = e.part[PART_FOOD];
    term[5] = e.part[PART_ARMS];
    term[6] = e.part[PART_TOOLS];
    term[7] = ten_soul_value(&e) * e.me->souls;
    term[8] = e.part[PART_PASSAGE] + e.part[PART_GEMS] + e.part[PART_TROPHIES];
    term[9] = -best_rival;
}
