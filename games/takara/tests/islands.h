/* Checks that two ways of generating islands give the same distribution: counts features of complete islands and
 * compares the counts by chi-square tests. Nothing here owns memory. A Tally is large, so make it static. */
#ifndef SKERRY_GAMES_TAKARA_TESTS_ISLANDS_H
#define SKERRY_GAMES_TAKARA_TESTS_ISLANDS_H

#include "engine/registry.h"
#include "games/takara/takara.h"
#include "unit.h"

enum { PLACES = TAKARA_SITES * TAKARA_DEPTH, ISLANDS = 100000 };

typedef struct Island {
    uint8_t kind[TAKARA_SITES][TAKARA_DEPTH];
} Island;

/* The set-up of the rulebook: deals the 16 deep tiles into two stacks of eight, adds a Stone to each and shuffles. */
void island_shuffle(const Rules *rules, Rng *rng, Island *island);

/* Counts how often each feature of a sample falls into each of its cells. */
enum { FEATURES_MAX = 96, CELLS_MAX = TAKARA_KINDS * TAKARA_KINDS };
typedef struct Tally {
    uint32_t samples;
    uint32_t count[FEATURES_MAX][CELLS_MAX];
} Tally;

void tally_count(Tally *tally, unsigned feature, unsigned cell);
/* Counts the features of an island: the kind at every place, the Stones together with crosses, pairs of places and so
 * on. Returns the number of features, which is the index of the first free one. */
unsigned tally_island(const Rules *rules, Tally *tally, const Island *island);

/* The feature in which two tallies differ most. `z` is its chi-square as a standard normal deviate: about 0 to 3 if
 * both have the same distribution, 5 or much more if not. */
typedef struct LargestDifference {
    double z;
    unsigned feature;
} LargestDifference;
LargestDifference tally_compare(const Tally *a, const Tally *b);
/* The normal deviate of one feature against exact weights of its cells. */
double tally_against(const Tally *tally, unsigned feature, const uint32_t *weight, unsigned cells);

/* Deviates below the first mean no difference, above the second a certain one. The seeds are fixed. */
enum { Z_SAME = 4, Z_OTHER = 8 };
void expect_same(const char *what, const Tally *a, const Tally *b);
void expect_other(const char *what, const Tally *a, const Tally *b);

/* The built-in content with two changes: the Soothsayer looks at one tile, and the Archaeologist at a whole site. */
const Rules *rules_single_looks(unsigned seats);
/* The active player's Soothsayer looks at one tile, after the player has been given the Karas and an adventurer.
 * Stores the tile's kind in the island. */
void island_look(const Rules *rules, TakaraState *s, unsigned site, unsigned tile, Rng *rng, Island *island);
/* Looks at all undrawn tiles, in order. */
void island_complete(const Rules *rules, TakaraState *s, Rng *rng, Island *island);
/* Sets up a game and draws the first player. */
void island_begin(const Rules *rules, Rng *rng, TakaraState *s);

#endif
