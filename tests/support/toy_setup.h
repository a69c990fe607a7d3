/* A toy pack and its rules, opened for a test. The ToySetup owns its pack until toy_close. */
#ifndef SKERRY_TESTS_SUPPORT_TOY_TABLE_H
#define SKERRY_TESTS_SUPPORT_TOY_TABLE_H

#include "engine/pack.h"
#include "toy.h"
#include "unit.h"

typedef struct ToySetup {
    Pack pack;
    Rules rules;
} ToySetup;

static inline void toy_open(ToySetup *table, unsigned seats) {
    Err err = {0};
    expect_ok(pack_load(&table->pack, &toy_game, toy_json, NULL, "toy.json", &err), &err);
    expect_ok(rules_open(&table->rules, &table->pack, seats, &err), &err);
}

static inline void toy_close(ToySetup *table) { pack_free(&table->pack); }

#endif
