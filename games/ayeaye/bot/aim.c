/* Chooses shots on the Plank. The table was found by trying every shot on an empty plank (games/ayeaye/tests/aim.c
 * repeats that). It has the best shot for each goal, and others that are good alternatives when stones are in the way.
 */
#include "games/ayeaye/bot/aim.h"

/* Built-in board: total weight of all tremors; number of holes; places per row. */
enum { ALL_TREMORS = 441, TABLE_HOLES = 5, COLUMNS = 9 };

typedef struct KnownShot {
    uint8_t place, push;
    int16_t aim;
    uint16_t fall[TABLE_HOLES]; /* weight of tremors that hit each hole, out of ALL_TREMORS */
    uint16_t bank;              /* the same for any hole, after touching a cushion */
} KnownShot;

static const KnownShot table[] = {
    {19, 19, 80, {0, 186, 90, 0, 0}, 276},   {22, 17, -62, {247, 0, 6, 0, 0}, 253},
    {19, 18, -52, {0, 0, 185, 0, 0}, 185},   {5, 27, 65, {0, 0, 0, 168, 0}, 168},
    {18, 28, 82, {0, 0, 0, 168, 0}, 168},    {20, 19, -84, {0, 213, 0, 0, 0}, 213},
    {22, 24, -90, {0, 0, 0, 0, 158}, 158},   {11, 19, 72, {0, 205, 67, 0, 0}, 272},
    {19, 16, -44, {140, 0, 3, 0, 0}, 143},   {12, 24, -23, {0, 0, 0, 168, 0}, 168},
    {19, 19, -53, {0, 0, 180, 0, 0}, 180},   {13, 27, -69, {0, 0, 0, 0, 168}, 168},
    {13, 32, -74, {48, 0, 45, 0, 0}, 93},    {2, 27, -63, {0, 0, 0, 0, 158}, 158},
    {21, 27, 117, {25, 0, 158, 0, 13}, 196}, {20, 24, 34, {0, 0, 0, 0, 168}, 168},
    {11, 27, -35, {0, 54, 47, 0, 0}, 101},   {19, 17, -33, {30, 0, 0, 0, 0}, 30},
    {22, 18, -1, {0, 0, 180, 0, 0}, 0},      {20, 25, -52, {0, 0, 0, 0, 148}, 148},
    {13, 25, -26, {6, 0, 0, 139, 0}, 145},
};
_Static_assert(sizeof table / sizeof *table * 2 == AIM_KNOWN_SHOTS, "each shot has a mirror image");
enum {
    ROUGH_SAMPLES = 8,
    TABLE_WEIGHT = 4
}; /* samples of a rough valuation; samples that the table's value counts as */

/* ---- one shot --------------------------------------------------------------------------------------------- */

static uint32_t weight_sum(const uint8_t *weight, unsigned n) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += weight[i];
    return sum;
}

static unsigned weight_pick(const uint8_t *weight, uint32_t pick) {
    unsigned i = 0;
    while (pick >= weight[i])
        pick -= weight[i++];
    return i;
}

static void value_add(const PlankBoard *b, const PlankStones *stones, PlankShot shot, AimTask goal, unsigned aim,
                      unsigned push, uint32_t weight, AimShot *value) {
    PlankStones after = *stones;
    shot.aim = (int16_t)(shot.aim + (int)aim - b->aim_tremors / 2);
    shot.push = (int16_t)(shot.push + (int)push - b->push_tremors / 2);
    PlankResult result = plank_shoot(b, &after, shot, NULL);
    uint32_t hits = plank_hits(&after, &result, goal.holes, goal.cushion_first);
    value->hits += hits * weight;
    value->chance += hits ? weight : 0;
    value->total += weight;
}

/* A stride that visits each of 0 .. n-1 once and spreads any number of first steps evenly: near the golden section of n
 * and coprime to n. */
static uint32_t spread_stride(uint32_t n) {
    for (uint32_t stride = n * 618 / 1000 + 1;; stride++) {
        uint32_t a = n, rest = stride;
        while (rest) {
            uint32_t next = a % rest;
            a = rest, rest = next;
        }
        if (a == 1)
            return stride;
    }
}

AimShot aim_shot_value(const PlankBoard *b, const PlankStones *stones, PlankShot shot, AimTask goal, uint32_t samples) {
    AimShot value = {.place = (uint8_t)shot.place, .push = (uint8_t)shot.push, .aim = shot.aim};
    if (goal.no_tremor) {
        value_add(b, stones, shot, goal, b->aim_tremors / 2u, b->push_tremors / 2u, 1, &value);
        return value;
    }
    if (samples == 0 || samples >= (uint32_t)b->aim_tremors * b->push_tremors) {
        for (unsigned i = 0; i < b->aim_tremors; i++)
            for (unsigned j = 0; j < b->push_tremors; j++)
                value_add(b, stones, shot, goal, i, j, (uint32_t)b->aim_tremor[i] * b->push_tremor[j], &value);
        return value;
    }
    uint32_t push_weight = weight_sum(b->push_tremor, b->push_tremors);
    uint32_t whole = weight_sum(b->aim_tremor, b->aim_tremors) * push_weight, stride = spread_stride(whole);
    for (uint32_t i = 0, at = stride / 2; i < samples;
         i++) { /* each sample is followed by its opposite, so that neither side is favoured */
        uint32_t pick = i % 2 ? whole - 1 - at : at;
        value_add(b, stones, shot, goal, weight_pick(b->aim_tremor, pick / push_weight),
                  weight_pick(b->push_tremor, pick % push_weight), 1, &value);
        at = i % 2 ? (at + stride) % whole : at;
    }
    return value;
}

/* ---- the table -------------------------------------------------------------------------------------------- */

static uint32_t known_hits(const KnownShot *known, AimTask goal) {
    uint32_t hits = 0;
    for (unsigned k = 0; k < TABLE_HOLES; k++)
        hits += goal.holes >> k & 1 ? known->fall[k] : 0u;
    return goal.cushion_first && hits > known->bank ? known->bank : hits;
}

/* Mirrors the columns, and swaps holes A and B, and D and E. */
static KnownShot known_mirrored(const KnownShot *known) {
    const uint16_t *fall = known->fall;
    return (KnownShot){.place = (uint8_t)(known->place + COLUMNS - 1 - 2 * (known->place % COLUMNS)),
                       .push = known->push,
                       .aim = (int16_t)-known->aim,
                       .fall = {fall[1], fall[0], fall[2], fall[4], fall[3]},
                       .bank = known->bank};
}

static AimShot known_shot(unsigned i, AimTask goal) {
    KnownShot known = i % 2 ? known_mirrored(&table[i / 2]) : table[i / 2];
    uint32_t hits = known_hits(&known, goal);
    return (AimShot){known.place, known.push, known.aim, hits, hits, ALL_TREMORS};
}

void aim_shot_table(AimTask goal, AimShot shot[AIM_KNOWN_SHOTS]) {
    for (unsigned i = 0; i < AIM_KNOWN_SHOTS; i++) {
        AimShot known = known_shot(i, goal);
        unsigned at = i;
        for (; at > 0 && shot[at - 1].hits < known.hits; at--)
            shot[at] = shot[at - 1];
        shot[at] = known;
    }
}

AimShot aim_shot_best(AimTask goal) {
    AimShot best = known_shot(0, goal);
    for (unsigned i = 1; i < AIM_KNOWN_SHOTS; i++) {
        AimShot other = known_shot(i, goal);
        best = other.hits > best.hits ? other : best;
    }
    return best;
}

/* ---- the choice ------------------------------------------------------------------------------------------- */

/* Rank of a shot: its hits per sample, with the table's value counted as table_weight more samples; in units of
 * 1/ALL_TREMORS. */
static uint32_t shot_rank(const AimShot *value, uint32_t table_hits, uint32_t table_weight) {
    return (value->hits * ALL_TREMORS + table_weight * table_hits) / (value->total + table_weight);
}

/* Values the first n shots again and sorts them, best first; the sort is stable. */
static void shots_value(const PlankBoard *b, const PlankStones *stones, AimTask goal, AimShot *shot, unsigned n,
                        uint32_t samples) {
    uint32_t rank[AIM_KNOWN_SHOTS], table_weight = samples ? TABLE_WEIGHT : 0;
    for (unsigned i = 0; i < n; i++) {
        PlankShot hand = {shot[i].place, shot[i].aim, shot[i].push};
        AimShot value = aim_shot_value(b, stones, hand, goal, samples);
        uint32_t mine = shot_rank(&value, shot[i].hits, table_weight);
        unsigned at = i;
        for (; at > 0 && mine > rank[at - 1]; at--)
            shot[at] = shot[at - 1], rank[at] = rank[at - 1];
        shot[at] = value, rank[at] = mine;
    }
}

unsigned aim_shots_allowed(const PlankBoard *b, AimTask goal, AimShot shot[AIM_KNOWN_SHOTS]) {
    unsigned n = 0;
    aim_shot_table(goal, shot);
    for (unsigned i = 0; i < AIM_KNOWN_SHOTS; i++) {
        bool board = shot[i].place < plank_places(b) && shot[i].push <= b->push && shot[i].aim <= b->aim &&
                     -shot[i].aim <= b->aim;
        if (board && (!goal.placed || shot[i].place == goal.place) && (!goal.aimed || shot[i].aim == goal.aim))
            shot[n++] = shot[i];
    }
    return n;
}

/* Searches the whole board for shots that would hit without a tremor. The first one may miss: it ensures that there is
 * a legal shot. */
static unsigned shots_search(const PlankBoard *b, const PlankStones *stones, AimTask goal, uint32_t budget,
                             AimShot *shot) {
    uint32_t places = goal.placed ? 1 : plank_places(b), aims = goal.aimed ? 1 : 2u * b->aim + 1;
    uint32_t all = places * aims * b->push, stride = spread_stride(all), n = 0;
    AimTask calm = goal;
    calm.no_tremor = true;
    for (uint32_t i = 0, at = all / 2; i < all && i <= budget && n < AIM_KNOWN_SHOTS; i++, at = (at + stride) % all) {
        PlankShot hand = {.push = (int16_t)(1 + at % b->push)};
        hand.aim = (int16_t)(goal.aimed ? goal.aim : (int)(at / b->push % aims) - b->aim);
        hand.place = (int16_t)(goal.placed ? goal.place : at / b->push / aims);
        AimShot value = aim_shot_value(b, stones, hand, calm, 1);
        if (value.hits || i == 0)
            shot[n++] = value;
    }
    return n;
}

/* Spends a third of the budget on valuing as many shots as possible roughly, and the rest on valuing the best ones
 * exactly. */
static AimShot shots_choose(const PlankBoard *b, const PlankStones *stones, AimTask goal, uint32_t budget,
                            AimShot *shot, uint32_t n) {
    uint32_t all = goal.no_tremor ? 1 : (uint32_t)b->aim_tremors * b->push_tremors;
    if (n * all > budget) {
        bool twice = budget >= 2 * all;
        uint32_t rough = twice ? budget / 3 : budget, look = rough / ROUGH_SAMPLES ? rough / ROUGH_SAMPLES : 1;
        n = look < n ? look : n;
        shots_value(b, stones, goal, shot, n, rough / n);
        if (!twice)
            return shot[0];
        uint32_t exact = (budget - rough) / all;
        n = exact < n ? exact : n;
    }
    shots_value(b, stones, goal, shot, n, 0);
    return shot[0];
}

AimShot aim_shot_choose(const PlankBoard *b, const PlankStones *stones, AimTask goal, uint32_t budget) {
    AimShot shot[AIM_KNOWN_SHOTS], best = {0};
    unsigned known = aim_shots_allowed(b, goal, shot);
    if (known && budget == 0)
        return shot[0];
    if (known)
        best = shots_choose(b, stones, goal, budget, shot, known);
    if (best.hits)
        return best;
    unsigned found = shots_search(b, stones, goal, budget, shot);
    AimShot other = budget ? shots_choose(b, stones, goal, budget, shot, found) : shot[0];
    return known && other.hits == 0 ? best : other;
}
