#include "games/registry.h"

#include <string.h>

extern const Game atoll_game, takara_game, nevergiveup_game, ayeaye_game, tendays_game;

/* A new game is one line here. */
const Game *const games_all[] = {
    &atoll_game, &takara_game, &nevergiveup_game, &ayeaye_game, &tendays_game, NULL,
};

const Game *game_find(const char *id) {
    for (const Game *const *game = games_all; *game; game++)
        if (strcmp((*game)->id, id) == 0)
            return *game;
    return NULL;
}
