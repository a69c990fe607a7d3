/* Table entries for the Plank: content paths of a PlankBoard and state fields of PlankStones. Macros only. */
#ifndef SKERRY_GAMES_AYEAYE_RULES_PLANK_CONTENT_H
#define SKERRY_GAMES_AYEAYE_RULES_PLANK_CONTENT_H

#include "games/ayeaye/rules/plank.h"

/* ContentField entries; `board` is the member of `Content` that holds the PlankBoard. The ranges prevent overflow in
 * the simulation, and the minimum friction of 8 (1/32 unit per tick) outweighs any energy that rounding adds. */
#define PLANK_CONTENT(Content, board)                                                                                  \
    PLANK_NUMBER_(Content, "plank.width", board.width, 100, 2000),                                                     \
        PLANK_NUMBER_(Content, "plank.height", board.height, 100, 2000),                                               \
        PLANK_NUMBER_(Content, "plank.zones.near", board.zone_near, 0, 2000),                                          \
        PLANK_NUMBER_(Content, "plank.zones.far", board.zone_far, 0, 2000),                                            \
        PLANK_NUMBER_(Content, "plank.places.columns", board.columns, 1, 16),                                          \
        PLANK_NUMBER_(Content, "plank.places.rows", board.rows, 1, 8),                                                 \
        PLANK_NUMBER_(Content, "plank.places.x", board.place_x, 0, 2000),                                              \
        PLANK_NUMBER_(Content, "plank.places.y", board.place_y, 0, 2000),                                              \
        PLANK_NUMBER_(Content, "plank.places.step_x", board.step_x, 1, 500),                                           \
        PLANK_NUMBER_(Content, "plank.places.step_y", board.step_y, 1, 500),                                           \
        PLANK_NUMBER_(Content, "plank.stone", board.radius, 1, 60),                                                    \
        PLANK_NUMBER_(Content, "plank.carry", board.carry, 0, 60),                                                     \
        PLANK_NUMBER_(Content, "plank.aim", board.aim, 1, 120),                                                        \
        PLANK_NUMBER_(Content, "plank.aim_held", board.aim_held, 1, 150),                                              \
        PLANK_NUMBER_(Content, "plank.push", board.push, 1, 54),                                                       \
        PLANK_NUMBER_(Content, "plank.friction", board.friction, 8, 4096),                                             \
        PLANK_NUMBER_(Content, "plank.sink", board.sink, 1, 16384),                                                    \
        PLANK_NUMBER_(Content, "plank.cushion", board.cushion, 0, 256),                                                \
        PLANK_NUMBER_(Content, "plank.bump", board.bump, 0, 256),                                                      \
        PLANK_NUMBER_(Content, "plank.ticks", board.ticks, 1, 4096),                                                   \
        PLANK_LIST_(Content, "plank.tremor.aim", board.aim_tremor, board.aim_tremors, PLANK_TREMORS),                  \
        {"plank.tremor.aim[]", CONTENT_NUMBER, 1, 0, 1, 100},                                                          \
        PLANK_LIST_(Content, "plank.tremor.push", board.push_tremor, board.push_tremors, PLANK_TREMORS),               \
        {"plank.tremor.push[]", CONTENT_NUMBER, 1, 0, 1, 100},                                                         \
        PLANK_LIST_(Content, "plank.holes", board.hole, board.holes, PLANK_HOLES),                                     \
        {"plank.holes[].id", CONTENT_ID, 0, offsetof(PlankHole, id)},                                                  \
        {"plank.holes[].x", CONTENT_NUMBER, 2, offsetof(PlankHole, x), 0, 2000},                                       \
        {"plank.holes[].y", CONTENT_NUMBER, 2, offsetof(PlankHole, y), 0, 2000},                                       \
        {"plank.holes[].reach", CONTENT_NUMBER, 1, offsetof(PlankHole, reach), 1, 100}, {                              \
        "plank.holes[].top", CONTENT_FLAG, 1, offsetof(PlankHole, top), .optional = true                               \
    }
#define PLANK_NUMBER_(Content, path, member, lo, hi) CONTENT_NUMBER_AT(Content, path, member, lo, hi)
#define PLANK_LIST_(Content, path, array, count, hi) CONTENT_LIST_AT(Content, path, array, count, 1, hi)

/* Field entries; `stones` is the member of `State` that holds the PlankStones. `spots` is the list with names for off,
 * on the board and each hole; NULL writes numbers. */
#define PLANK_FIELDS(State, stones, spots)                                                                             \
    {"plank_x", FIELD_I32, SEE_ALL, .offset = offsetof(State, stones.x), .cols = PLANK_STONES},                        \
        {"plank_y", FIELD_I32, SEE_ALL, .offset = offsetof(State, stones.y), .cols = PLANK_STONES},                    \
        {"plank_spot",         FIELD_U8,       SEE_ALL, .offset = offsetof(State, stones.spot),                        \
         .cols = PLANK_STONES, .list = (spots)},                                                                       \
    {                                                                                                                  \
        "plank_count", FIELD_U8, SEE_ALL, .offset = offsetof(State, stones.count), .cols = 1                           \
    }

#endif
