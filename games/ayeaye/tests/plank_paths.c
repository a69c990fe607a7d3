/* Hashes the paths of shots on the Plank. */
#include "plank_paths.h"

#include "base/hash.h"

const PlankBoard plank_standard = {
    .hole = {{"gull", 110, 600, 16, 0},
             {"cask", 290, 600, 16, 0},
             {"skull", 200, 720, 16, 0},
             {"anchor", 70, 850, 14, 1},
             {"crown", 330, 850, 14, 1}},
    .width = 400,
    .height = 1000,
    .zone_near = 120,
    .zone_far = 240,
    .place_x = 40,
    .place_y = 20,
    .step_x = 40,
    .step_y = 30,
    .friction = 64,
    .sink = 2048,
    .cushion = 192,
    .bump = 240,
    .ticks = 512,
    .columns = 9,
    .rows = 3,
    .radius = 15,
    .carry = 6,
    .aim = 120,
    .push = 32,
    .aim_held = 126,
    .holes = 5,
    .aim_tremors = 13,
    .push_tremors = 5,
    .aim_tremor = {1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1},
    .push_tremor = {1, 2, 3, 2, 1},
};

PlankShot plank_shot_random(const PlankBoard *b, Rng *rng) {
    PlankShot shot = {.place = (int16_t)rng_below(rng, plank_places(b)),
                      .aim = (int16_t)((int)rng_below(rng, 2u * b->aim + 1) - b->aim),
                      .push = (int16_t)(1 + rng_below(rng, b->push))};
    shot.aim = (int16_t)(shot.aim + (int)rng_below(rng, b->aim_tremors) - b->aim_tremors / 2);
    shot.push = (int16_t)(shot.push + (int)rng_below(rng, b->push_tremors) - b->push_tremors / 2);
    return shot;
}

typedef struct PathHash {
    PlankObserver observer;
    uint64_t hash;
} PathHash;

static void hash_event(PlankObserver *observer, const PlankEvent *h) {
    PathHash *path_hash = (PathHash *)observer;
    const int32_t row[] = {h->kind, h->stone, h->other, h->touched, h->tick, h->x, h->y, h->other_x, h->other_y};
    path_hash->hash = hash_bytes(row, sizeof row, path_hash->hash);
}

static void hash_tick(PlankObserver *observer, const PlankMotion *now) {
    PathHash *path_hash = (PathHash *)observer;
    path_hash->hash = hash_bytes(&now->stones, sizeof now->stones, path_hash->hash + now->tick);
    path_hash->hash = hash_bytes(now->vx, sizeof now->vx, path_hash->hash + now->moving);
    path_hash->hash = hash_bytes(now->vy, sizeof now->vy, path_hash->hash + now->touched);
}

uint64_t plank_paths_hash(const PlankBoard *b, uint32_t seed, uint32_t shots) {
    PathHash path_hash = {.observer = {hash_event, hash_tick}};
    PlankStones stones = {0};
    Rng rng = rng_init(seed, 0);
    for (uint32_t i = 0; i < shots; i++) {
        if (rng_below(&rng, 12) == 0)
            stones = (PlankStones){0};
        PlankResult result = plank_shoot(b, &stones, plank_shot_random(b, &rng), &path_hash.observer);
        const int32_t row[] = {result.foul, result.stone, result.fell, result.touched, result.ticks};
        path_hash.hash = hash_bytes(row, sizeof row, path_hash.hash);
    }
    return path_hash.hash;
}

uint32_t plank_paths_half(uint32_t high) {
    uint64_t hash = plank_paths_hash(&plank_standard, 1, PLANK_PATHS_SHOTS);
    return (uint32_t)(high ? hash >> 32 : hash);
}
