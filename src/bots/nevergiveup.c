/* What the bots know of Never Give Up: what every sheet will be worth when the game ends, in thousandths of a point,
 * and what the pets can reach in the coming turns. The value is a chance to win, in parts of BOT_WON: the logistic
 * curve over the lead. Whatever the seat may still do this turn is counted in, so that nobody need play it out. */
#include "games/nevergiveup/nevergiveup.h"
#include "base/bits.h"
#include "bots/bot.h"

enum {
    POINT = 1000,
    WHOLE = 1024, /* a chance of one; one turn, one box */
    BOXES = 4,    /* open boxes from the left that are worth a dig: the next ones cost too many points */
    LATER = 6,    /* open boxes that the pets keep in reach */
    LOOKS = 3,    /* outlooks at hand */
    PIPS = 6,
    NONE = -1000000
};

/* Set by hand, then mended by playing thousands of games against neighbouring settings. Parts are of 1024. */
typedef struct Weights {
    /* Turns that the foremost sheet needs for a box; boxes that any sheet gets marked in a turn. Their product stays
     * below one: a sheet that is sure to be finished in time would have nothing left to dig for. */
    int32_t pace, rate;
    int32_t box;          /* worth of a box, whatever it costs */
    int32_t finish;       /* the same of the last one, when it wins */
    int32_t hard;         /* turns that a letter of NEVER GIVE UP takes, when it is needed */
    int32_t reroll, plus; /* worth of these, for each own turn to come */
    int32_t keep;         /* a free reroll, while there are turns enough */
    int32_t cross;        /* a free dig to come */
    int32_t deny;         /* part of the others' gains that is the own loss */
    int32_t next;         /* part of the next turn's gain that is sure */
    int32_t later[LATER]; /* worth of having the next letters in reach */
    int32_t sure;         /* how many times a lead counts that is final */
    int32_t spread, spread_turn;
} Weights;

static const Weights weights = {
    .pace = 1280,
    .rate = 800,
    .box = 1100,
    .finish = 3500,
    .hard = 3000,
    .reroll = 120,
    .plus = 80,
    .keep = 185,
    .cross = 1000,
    .deny = 640,
    .next = 700,
    .later = {300, 250, 200, 150, 100, 60},
    .sure = 6,
    .spread = 1000,
    .spread_turn = 150,
};

/* ---- numbers -------------------------------------------------------------------------------------------- */

static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t part_of(int32_t amount, int32_t part) { return (int32_t)((int64_t)amount * part >> 10); }

/* BOT_WON / (1 + 2^(x / 65536)) for x >= 0: whole numbers only, the same on every machine. */
static int32_t logistic_low(int64_t x) {
    int64_t whole = x >> 16, part = x & 65535;
    if (whole > 28)
        return 0;
    /* 2^f is close to 1 + f (0.656 + 0.344 f) between 0 and 1. */
    int64_t power = (65536 + part * (42991 + (22545 * part >> 16)) / 65536) << whole;
    return (int32_t)((int64_t)BOT_WON * 65536 / (65536 + power));
}

/* The chance to win with such a lead. A tenth of it is straight: more is better even when all seems settled. */
static int32_t lead_chance(int32_t lead, int32_t spread) {
    int32_t low = logistic_low((int64_t)(lead < 0 ? -lead : lead) * 94548 / spread); /* 65536 / ln 2 */
    int32_t curve = lead < 0 ? low : BOT_WON - low;
    int32_t straight = BOT_WON / 2 + most(-500 * POINT, least(500 * POINT, lead)) * (BOT_WON / (1000 * POINT));
    return curve / 10 * 9 + straight / 10;
}

/* Eight bytes added up; their sum is below 256. */
static uint32_t bytes_sum(const uint8_t *bytes) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- what a seat looks at ------------------------------------------------------------------------------- */

/* What letters and the others are worth when so many turns are to come. */
typedef struct Outlook {
    int32_t turns; /* in 1024ths; 0: the game ends when this turn closes */
    int32_t never[7], give[8];
    int32_t rivals;
} Outlook;

typedef struct Sight {
    const Rules *rules;
    const NguContent *c;
    const NguDerived *d;
    const NguState *s;
    unsigned seat;
    unsigned location;           /* of this turn, or one thought of */
    unsigned rival_boxes;        /* open ones of the foremost other */
    bool shared;                 /* the others dig this turn too, and have not shown it */
    unsigned looks;              /* outlooks made so far */
    uint64_t in[NGU_LOCATIONS];  /* the spaces of a location */
    uint64_t holds[NGU_LETTERS]; /* the spaces whose chest holds the letter */
    NguPlayer own;               /* the seat's sheet with what it has planned */
    Outlook look[LOOKS];
} Sight;

/* ---- sheets --------------------------------------------------------------------------------------------- */

_Static_assert(NGU_BOXES == 24, "penalties are added up by eights");
static int32_t penalties(const NguPlayer *p) {
    return (int32_t)(bytes_sum(p->penalty) + bytes_sum(p->penalty + 8) + bytes_sum(p->penalty + 16));
}

/* How many boxes from the left are whole once the first `fill` open ones are marked. */
static int32_t whole_after(const Sight *v, uint32_t open, unsigned fill) {
    return fill >= bits_count(open) ? v->s->length : (int32_t)bits_nth(open, fill);
}

/* R35 to come: the boxes that will be marked by then are the first open ones; between two marks a part of the points.
 */
static int32_t puzzle_worth(const Sight *v, const NguPlayer *p, int32_t turns) {
    if (turns == 0)
        return ngu_puzzle_points(v->rules, v->s, p) * POINT;
    uint32_t open = ngu_boxes_open(v->s, p);
    int32_t fills = part_of(turns, weights.rate), fill = fills / WHOLE;
    int32_t whole = whole_after(v, open, (unsigned)fill), next = whole_after(v, open, (unsigned)fill + 1);
    int32_t at = (whole * WHOLE + (fills % WHOLE) * (next - whole)) * (v->c->marks + 1) / v->s->length;
    int32_t mark = at / WHOLE;
    if (mark > v->c->marks)
        return v->c->complete * POINT;
    int32_t below = mark ? v->c->mark[mark - 1] : 0, above = mark < v->c->marks ? v->c->mark[mark] : v->c->complete;
    return below * POINT + (above - below) * (at % WHOLE) * POINT / WHOLE;
}

/* Free rerolls, and boat boxes on the way to a free dig: worth something while there are own turns to come. */
static int32_t spare_worth(const Sight *v, const NguPlayer *p, int32_t turns) {
    int32_t own_turns = turns / v->rules->seats, worth = 0;
    for (unsigned set = 0; set < v->c->sets; set++)
        if (p->crossed[set] && p->crossed[set] < v->c->set[set])
            worth += weights.cross * p->crossed[set] * p->crossed[set] / (v->c->set[set] * v->c->set[set]);
    worth = part_of(worth, least(WHOLE, own_turns / 4));
    for (int32_t i = 0; i < p->rerolls; i++)
        worth += part_of(weights.keep, most(0, least(WHOLE, own_turns - i * WHOLE)));
    return worth;
}

static int32_t sheet_worth(const Sight *v, const Outlook *look, const NguPlayer *p) {
    int32_t worth = puzzle_worth(v, p, look->turns) - penalties(p) * POINT;
    worth += look->never[bits_count(p->motto & NGU_NEVER)] + look->give[bits_count(p->motto & NGU_GIVE_UP)];
    return look->turns ? worth + spare_worth(v, p, look->turns) : worth;
}

/* ---- what pets can reach -------------------------------------------------------------------------------- */

/* The spaces that a pet can dig on, by the target location. */
typedef struct Reach {
    uint64_t any[NGU_LOCATIONS], monkey[NGU_LOCATIONS];
} Reach;

static void reach_find(const Sight *v, const NguPlayer *p, Reach *r) {
    uint64_t both = UINT64_C(1) << p->pet[CAT] | UINT64_C(1) << p->pet[PARROT], one = UINT64_C(1) << p->pet[MONKEY];
    const uint64_t *cat = v->d->reach[CAT][p->pet[CAT]], *monkey = v->d->reach[MONKEY][p->pet[MONKEY]];
    const uint64_t *parrot = v->d->reach[PARROT][p->pet[PARROT]];
    for (unsigned location = 0; location < NGU_LOCATIONS; location++) {
        r->any[location] = (cat[location] | parrot[location] | both) & v->in[location];
        r->monkey[location] = (monkey[location] | one) & v->in[location];
    }
}

static uint64_t spaces_for(const Sight *v, uint32_t motto) {
    uint64_t spaces = 0;
    for (bits_each(i, motto))
        spaces |= v->holds[ngu_motto_letter[i]];
    return spaces;
}

/* A kind of dig: where it can be made, and its worth, to the monkey and to the others. */
typedef struct Wish {
    uint64_t spaces;
    int32_t worth, monkey;
} Wish;

/* R24, R25: the first open boxes; the same letter again further right is no other wish. */
static unsigned wishes_find(const Sight *v, const Outlook *look, const NguPlayer *p, bool ahead, Wish wish[BOXES + 2]) {
    const uint8_t *letter = v->d->letter[p->puzzle];
    uint32_t open = ngu_boxes_open(v->s, p), seen = 0;
    unsigned n = 0, never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t k = 0, worth = open & (open - 1) ? weights.box : ahead ? weights.finish : 0;
    for (uint32_t left = open; left && k < BOXES; left &= left - 1, k++) {
        unsigned one = letter[bits_first(left)];
        if (!(seen & BIT(one)))
            wish[n++] = (Wish){v->holds[one], worth - k * POINT, worth - most(0, k - 1) * POINT};
        seen |= BIT(one);
    }
    uint32_t unmarked = ngu_motto_open(p->motto);
    int32_t gain = look->never[never + 1] - look->never[never];
    if (gain > 0)
        wish[n++] = (Wish){spaces_for(v, unmarked & NGU_NEVER), gain, gain};
    gain = look->give[give + 1] - look->give[give];
    if (gain > 0)
        wish[n++] = (Wish){spaces_for(v, unmarked & NGU_GIVE_UP), gain, gain};
    return n;
}

/* The best dig in each location, 0 if there is none worth it. */
static void gains_find(const Sight *v, const Outlook *look, const NguPlayer *p, const Reach *r, bool ahead,
                       int32_t gain[NGU_LOCATIONS]) {
    Wish wish[BOXES + 2];
    unsigned wishes = wishes_find(v, look, p, ahead, wish);
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        gain[location] = 0;
    for (unsigned i = 0; i < wishes; i++) {
        if (wish[i].monkey <= 0)
            continue;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++) {
            int32_t worth = wish[i].spaces & r->any[location] ? wish[i].worth : 0;
            int32_t monkey = wish[i].spaces & r->monkey[location] ? wish[i].monkey : 0;
            gain[location] = most(gain[location], most(worth, monkey));
        }
    }
}

/* ---- outlooks ------------------------------------------------------------------------------------------- */

/* What a rival can still add in the last turn: the next box, or the letter that was missing. */
static int32_t last_gain(const Sight *v, const Outlook *look, const NguPlayer *p) {
    uint32_t open = ngu_boxes_open(v->s, p), unmarked = ngu_motto_open(p->motto);
    unsigned never = bits_count(p->motto & NGU_NEVER), give = bits_count(p->motto & NGU_GIVE_UP);
    int32_t gain = 0;
    Reach r;
    reach_find(v, p, &r);
    uint64_t there = r.any[v->location] | r.monkey[v->location];
    if (open && v->holds[v->d->letter[p->puzzle][bits_first(open)]] & there) {
        NguPlayer then = *p;
        then.marked |= open & (0u - open);
        gain = (ngu_puzzle_points(v->rules, v->s, &then) - ngu_puzzle_points(v->rules, v->s, p)) * POINT;
    }
    if (spaces_for(v, unmarked & NGU_NEVER) & there)
        gain = most(gain, look->never[never + 1] - look->never[never]);
    if (spaces_for(v, unmarked & NGU_GIVE_UP) & there)
        gain = most(gain, look->give[give + 1] - look->give[give]);
    return gain;
}

/* The best and the mean of the others: who is far behind matters little. */
static int32_t rivals_worth(const Sight *v, const Outlook *look) {
    int32_t best = NONE, sum = 0, others = v->rules->seats - 1;
    for (unsigned seat = 0; seat < v->rules->seats; seat++) {
        const NguPlayer *p = &v->s->player[seat];
        if (seat == v->seat)
            continue;
        int32_t worth = sheet_worth(v, look, p) + (look->turns == 0 && v->shared ? last_gain(v, look, p) : 0);
        best = most(best, worth);
        sum += worth;
    }
    return look->turns ? (3 * best + sum / others) / 4 : best;
}

/* Whether letters will come in time, in 1024ths. */
static int32_t letters_chance(int32_t need, int32_t turns) {
    return need <= 0 ? WHOLE : turns ? most(0, WHOLE - need * weights.hard / most(1, turns / WHOLE)) : 0;
}

/* R30, R31 */
static void outlook_make(const Sight *v, int32_t turns, Outlook *look) {
    const NguContent *c = v->c;
    int32_t own_turns = turns / v->rules->seats, reroll = part_of(weights.reroll, own_turns);
    int32_t plus = part_of(weights.plus, own_turns);
    look->turns = turns;
    for (int32_t have = 0; have < 7; have++)
        look->never[have] = part_of(c->never_points * POINT, letters_chance(c->never_points_at - have, turns)) +
                            part_of(reroll, letters_chance(c->never_reroll - have, turns));
    for (int32_t have = 0; have < 8; have++) {
        int32_t some = letters_chance(c->give_plus - have, turns), more = letters_chance(c->give_more_at - have, turns);
        look->give[have] =
            part_of(c->give_points * POINT + plus, some) + part_of((c->give_more - c->give_points) * POINT, more);
    }
    look->rivals = rivals_worth(v, look);
}

/* The game ends with the foremost sheet (R33), or by the bound (R34). */
static const Outlook *outlook(Sight *v) {
    unsigned own = bits_count(ngu_boxes_open(v->s, &v->own)), fewest = own < v->rival_boxes ? own : v->rival_boxes;
    int32_t bound = (v->c->turns - v->s->head.turn) * WHOLE, turns = least((int32_t)fewest * weights.pace, bound);
    for (unsigned i = 0; i < v->looks && i < LOOKS && turns; i++)
        if (v->look[i].turns == turns)
            return &v->look[i];
    Outlook *look = &v->look[v->looks++ % LOOKS];
    outlook_make(v, turns, look);
    return look;
}

/* ---- dice ----------------------------------------------------------------------------------------------- */

/* R6: the pairs of locations that dice fit, and how many of 36 rolls do. */
typedef struct Pair {
    uint8_t a, b, rolls;
} Pair;
static const Pair pairs[] = {{WATERFALL, HUT, 9},  {FOREST, HUT, 9},  {WATERFALL, PIRATES, 3}, {WATERFALL, FORT, 3},
                             {FOREST, PIRATES, 3}, {FOREST, FORT, 3}, {PIRATES, BOAT, 3},      {FORT, BOAT, 3}};
enum { PAIRS = sizeof pairs / sizeof *pairs, ROLLS = 36 };
/* How often a location is the target, in 1024ths, whoever chooses. */
static const int32_t often[NGU_LOCATIONS] = {213, 213, 128, 128, 256, 86};

/* What the next turn brings, by whose it is: on another's double nothing (R14). */
static int32_t next_gain(const int32_t gain[NGU_LOCATIONS], bool own) {
    int32_t sum = 0;
    for (unsigned i = 0; i < PAIRS; i++) {
        int32_t a = gain[pairs[i].a], b = gain[pairs[i].b];
        if (own)
            sum += pairs[i].rolls * 2 * most(a, b);
        else if (pairs[i].b != BOAT)
            sum += pairs[i].rolls * (a + b);
    }
    return sum / (2 * ROLLS);
}

/* What the coming turns owe to where the pets stand. */
static int32_t future_worth(const Sight *v, const Outlook *look, bool ahead) {
    const NguPlayer *p = &v->own;
    const uint8_t *letter = v->d->letter[p->puzzle];
    unsigned active = v->s->phase == PHASE_ROLL ? v->s->active : (v->s->active + 1u) % v->rules->seats;
    int32_t gain[NGU_LOCATIONS], k = 0, sum = 0;
    Reach reach;
    reach_find(v, p, &reach);
    gains_find(v, look, p, &reach, ahead, gain);
    for (uint32_t left = ngu_boxes_open(v->s, p); left && k < LATER; left &= left - 1, k++) {
        uint64_t spaces = v->holds[letter[bits_first(left)]];
        int32_t there = 0;
        for (unsigned location = 0; location < NGU_LOCATIONS; location++)
            there += spaces & (reach.any[location] | reach.monkey[location]) ? often[location] : 0;
        sum += part_of(weights.later[k], there);
    }
    return sum + part_of(next_gain(gain, active == v->seat), weights.next);
}

/* ---- the lead ------------------------------------------------------------------------------------------- */

/* Nothing more to do this turn. */
static int32_t lead_done(Sight *v) {
    const Outlook *look = outlook(v);
    int32_t lead = sheet_worth(v, look, &v->own) - look->rivals;
    return look->turns ? lead + future_worth(v, look, lead > -2 * POINT) : lead * weights.sure;
}

static int32_t lead_marked(Sight *v, unsigned box, unsigned motto, unsigned pet) {
    NguPlayer before = v->own;
    if (box < NGU_BOXES) {
        v->own.penalty[box] = (uint8_t)ngu_penalty(&before, box, pet);
        v->own.marked |= BIT(box);
    } else {
        v->own.motto |= (uint16_t)BIT(motto);
    }
    int32_t lead = lead_done(v);
    v->own = before;
    return lead;
}

/* The best dig as the pets stand, or none. */
static int32_t lead_moved(Sight *v) {
    int32_t best = lead_done(v);
    uint32_t unmarked = ngu_motto_open(v->own.motto);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        unsigned space = v->own.pet[pet];
        if (!(v->in[v->location] >> space & 1))
            continue;
        for (bits_each(letter, v->d->chest[space])) {
            uint32_t boxes = v->d->boxes[v->own.puzzle][letter] & ~v->own.marked;
            if (boxes && ngu_penalty(&v->own, bits_first(boxes), pet) < BOXES)
                best = most(best, lead_marked(v, bits_first(boxes), NGU_MOTTO, pet));
        }
        for (bits_each(motto, unmarked))
            if (v->d->chest[space] & BIT(ngu_motto_letter[motto]))
                best = most(best, lead_marked(v, NGU_BOXES, motto, pet));
    }
    return best;
}

/* The best move and dig, of either one or none. */
static int32_t lead_begun(Sight *v) {
    int32_t best = lead_moved(v);
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        uint8_t from = v->own.pet[pet];
        for (uint64_t left = v->d->reach[pet][from][v->location]; left; left &= left - 1) {
            v->own.pet[pet] = (uint8_t)__builtin_ctzll(left);
            best = most(best, lead_moved(v));
        }
        v->own.pet[pet] = from;
    }
    return best;
}

/* ---- the roll ------------------------------------------------------------------------------------------- */

/* What a roll is worth to the active seat: by the locations it fits, and what may still be done to the dice. */
typedef struct Dice {
    int32_t single[NGU_LOCATIONS], twice[NGU_LOCATIONS]; /* leads, without and with a double */
    bool plus;
} Dice;

/* The part of the others' gain in a location that the seat feels. */
static int32_t others_gain(Sight *v, unsigned location) {
    const Outlook *look = outlook(v);
    int32_t gain[NGU_LOCATIONS], sum = 0;
    Reach reach;
    for (unsigned seat = 0; seat < v->rules->seats; seat++) {
        if (seat == v->seat)
            continue;
        reach_find(v, &v->s->player[seat], &reach);
        gains_find(v, look, &v->s->player[seat], &reach, true, gain);
        sum += gain[location];
    }
    return part_of(sum / (v->rules->seats - 1), weights.deny);
}

static int32_t lead_at(Sight *v, unsigned location, bool twice) {
    v->location = location;
    v->shared = !twice;
    return twice ? lead_begun(v) + weights.cross / 2 : lead_begun(v) - others_gain(v, location);
}

static int32_t dice_go(Sight *v, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = NONE, *lead = red == blue ? dice->twice : dice->single;
    for (bits_each(location, ngu_locations_fitting(red, blue))) {
        if (lead[location] == NONE)
            lead[location] = lead_at(v, location, red == blue);
        best = most(best, lead[location]);
    }
    return best;
}

static int32_t dice_settle(Sight *v, Dice *dice, unsigned red, unsigned blue) {
    int32_t best = dice_go(v, dice, red, blue);
    if (dice->plus && red < PIPS)
        best = most(best, dice_go(v, dice, red + 1, blue));
    if (dice->plus && blue < PIPS)
        best = most(best, dice_go(v, dice, red, blue + 1));
    return best;
}

/* Each roll's worth when one more reroll may follow. */
static void rolls_reroll(int32_t roll[PIPS][PIPS], int32_t cost) {
    int32_t row[PIPS] = {0}, column[PIPS] = {0};
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++) {
            row[red] += roll[red][blue];
            column[blue] += roll[red][blue];
        }
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = most(roll[red][blue], most(row[red], column[blue]) / PIPS - cost);
}

/* R8-R10: the dice as they are, or a die in the air. A free reroll that was used is missing on the sheet. */
static int32_t lead_rolled(Sight *v) {
    const NguState *s = v->s;
    bool permanent = ngu_has_reroll(v->rules, &v->own) && !(s->rerolled & BIT(REROLL_PERMANENT)) && !s->added;
    bool free_one = v->own.rerolls && !(s->rerolled & BIT(REROLL_FREE)) && !s->added;
    int32_t roll[PIPS][PIPS], sum = 0;
    Dice dice = {.plus = ngu_has_plus(v->rules, &v->own) && !s->added};
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        dice.single[location] = dice.twice[location] = NONE;
    if (s->phase == PHASE_DICE && !permanent && !free_one)
        return dice_settle(v, &dice, s->die[RED], s->die[BLUE]);
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = dice_settle(v, &dice, red + 1, blue + 1);
    if (permanent)
        rolls_reroll(roll, 0);
    if (free_one)
        rolls_reroll(roll, weights.keep);
    if (s->phase == PHASE_DICE)
        return roll[s->die[RED] - 1][s->die[BLUE] - 1];
    for (unsigned pips = 0; pips < PIPS; pips++)
        sum += s->rerolling == RED ? roll[pips][s->die[BLUE] - 1] : roll[s->die[RED] - 1][pips];
    return sum / PIPS;
}

/* ---- the value ------------------------------------------------------------------------------------------ */

static int32_t lead_of(Sight *v) {
    const NguState *s = v->s;
    bool asked = s->head.to_act & BIT(v->seat);
    if (s->active == v->seat && (s->phase == PHASE_DICE || s->phase == PHASE_REROLL))
        return lead_rolled(v);
    if (s->phase == PHASE_CROSS && asked)
        return lead_at(v, s->location, true);
    if (s->phase == PHASE_FREE && asked)
        return lead_at(v, s->location, true) + weights.box;
    if (s->phase == PHASE_DIG && asked && v->s->player[v->seat].mover == NO_PET)
        return lead_at(v, s->location, s->double_now);
    if (s->phase == PHASE_DIG && asked)
        return lead_moved(v);
    return lead_done(v);
}

static void plan_show(const NguState *s, NguPlayer *p) {
    if (p->mover != NO_PET)
        p->pet[p->mover] = p->to;
    if (p->dig_box < s->length) {
        p->penalty[p->dig_box] = (uint8_t)ngu_penalty(p, p->dig_box, p->digger);
        p->marked |= BIT(p->dig_box);
    }
    if (p->dig_letter < NGU_MOTTO)
        p->motto |= (uint16_t)BIT(p->dig_letter);
}

static void sight_open(Sight *v) {
    v->location = v->s->location;
    v->shared = v->s->phase == PHASE_DIG && !v->s->double_now;
    v->rival_boxes = NGU_BOXES;
    v->own = v->s->player[v->seat];
    plan_show(v->s, &v->own);
    for (unsigned seat = 0; seat < v->rules->seats; seat++) {
        unsigned open = bits_count(ngu_boxes_open(v->s, &v->s->player[seat]));
        if (seat != v->seat && open < v->rival_boxes)
            v->rival_boxes = open;
    }
    for (unsigned space = 0; space < v->c->spaces; space++) {
        v->in[v->c->space[space].location] |= UINT64_C(1) << space;
        for (bits_each(letter, v->d->chest[space]))
            v->holds[letter] |= UINT64_C(1) << space;
    }
}

static int32_t value_over(const Rules *rules, const NguState *s, unsigned seat) {
    Score score;
    int32_t best = NONE;
    rules->game->score(rules, s, &score);
    for (unsigned p = 0; p < rules->seats; p++)
        best = p == seat ? best : most(best, score.points[p] * POINT);
    return lead_chance((score.points[seat] * POINT - best) * weights.sure, weights.spread);
}

static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    const NguState *s = state;
    if (s->phase == PHASE_OVER)
        return value_over(rules, s, seat);
    if (s->phase < PHASE_ROLL)
        return BOT_WON / rules->seats;
    Sight v = {.rules = rules, .c = ngu_content(rules), .d = ngu_derived(rules), .s = s, .seat = seat};
    sight_open(&v);
    int32_t turns = (int32_t)v.rival_boxes * weights.pace;
    return lead_chance(lead_of(&v), weights.spread + part_of(turns, weights.spread_turn));
}

/* R28: others have not planned anything that the seat could know of. */
static void imagine(const Rules *rules, const void *view, unsigned seat, void *state) {
    NguState *s = state;
    *s = *(const NguState *)view;
    for (unsigned other = 0; other < NGU_SEATS; other++) {
        NguPlayer *p = &s->player[other];
        if (other == seat)
            continue;
        p->mover = p->digger = NO_PET;
        p->to = ngu_content(rules)->spaces;
        p->dig_box = NGU_BOXES;
        p->dig_letter = NGU_MOTTO;
        if (s->phase == PHASE_DIG && !s->double_now && other < rules->seats)
            s->head.to_act |= (uint8_t)BIT(other);
    }
}

const BotGame nevergiveup_bot = {.id = "nevergiveup", .value = value, .whole = true, .imagine = imagine};
