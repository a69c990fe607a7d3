/* native content GAME FILE: writes the built-in content struct. native play GAME SEEDS: prints the steps and the hash
 * of a random game for each seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "engine/registry.h"
#include "play.h"

int main(int argc, char **argv) {
    Err err = {0};
    const Pack *pack = argc == 4 ? builtin_pack(argv[2], &err) : NULL;
    if (!pack)
        return 2;
    if (strcmp(argv[1], "content") == 0)
        return file_write_atomic(argv[3], pack->content, play_content_size(), &err) != SK_OK;
    memcpy(play_content(), pack->content, play_content_size());
    for (uint32_t seed = 0; seed < (uint32_t)atoi(argv[3]); seed++) {
        uint32_t steps = play_game(seed);
        printf("%u %u %08x%08x\n", seed, steps, play_hash(1), play_hash(0));
    }
    return 0;
}
