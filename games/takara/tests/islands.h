/* Whole islands, laid out face up, and whether two ways of making them agree: counts by feature, chi-square.
 * Plain values; a Tally is large and belongs to its caller. */
#ifndef SKERRY_GAMES_TAKARA_TESTS_ISLANDS_H
#define SKERRY_GAMES_TAKARA_TESTS_ISLANDS_H

#include "engine/registry.h"
#include "games/takara/takara.h"
#include "unit.h"

enum { PLACES = TAKARA_SITES * TAKARA_DEPTH, ISLANDS = 100000 };

typedef struct Island {
    uint8_t kind[TAKARA_SITES][TAKARA_DEPTH];
} Island;

/* The book's set-up with real stacks: 16 deep tiles dealt into eight and eight, a Stone added to each, all shuffled. */
void island_shuffle(const Rules *rules, Rng *rng, Island *island);

/* What is counted of each sample: so many features, each falling into one of so many cells. */
enum { FEATURES_MAX = 96, CELLS_MAX = TAKARA_KINDS * TAKARA_KINDS };
typedef struct Tally {
    uint32_t samples;
    uint32_t count[FEATURES_MAX][CELLS_MAX];
} Tally;

void tally_count(Tally *tally, unsigned feature, unsigned cell);
/* The features of an island: every place's kind, both Stones, crosses with them, pairs of places and so on.
 * Returns how many there are; further ones may be counted after them. */
unsigned tally_island(const Rules *rules, Tally *tally, const Island *island);

/* The feature in which two tallies differ most, as a normal deviate of its chi-square: about 0 to 3 when both were
 * made the same way, 5 and far more when not. */
typedef struct Worst {
    double z;
    unsigned feature;
} Worst;
Worst tally_compare(const Tally *a, const Tally *b);
/* One feature's deviate against exact weights (`cells` of them). */
double tally_against(const Tally *tally, unsigned feature, const uint32_t *weight, unsigned cells);

enum { Z_SAME = 4, Z_OTHER = 8 }; /* fixed seeds: below the first is no difference, above the second a sure one */
void expect_same(const char *what, const Tally *a, const Tally *b);
void expect_other(const char *what, const Tally *a, const Tally *b);

/* The built-in content with two numbers changed: the Soothsayer looks at a single tile, any that is there, the
 * Archaeologist at a whole site. */
const Rules *rules_wide_eyes(unsigned seats);
/* One look at one place, by whoever's turn it is, paid for and rested as often as needed; what is drawn or was
 * already there is written into the island. */
void island_look(const Rules *rules, TakaraState *s, unsigned site, unsigned tile, Rng *rng, Island *island);
/* All places that nobody has drawn, in order. */
void island_complete(const Rules *rules, TakaraState *s, Rng *rng, Island *island);
/* The set-up, the first player drawn. */
void island_begin(const Rules *rules, Rng *rng, TakaraState *s);

#endif
