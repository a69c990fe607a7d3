/* Evaluation for the Takara Island bots, in thousandths of an XP. A tile that the seat has not seen counts as the
 * average of the tiles it may be, even if the state has a kind for it, so a state and the seat's view of it get the
 * same value. Plain values on the caller's stack; a TakaraEval borrows the rules and the state. */
#ifndef SKERRY_GAMES_TAKARA_BOT_EVAL_H
#define SKERRY_GAMES_TAKARA_BOT_EVAL_H

#include "base/bits.h"
#include "base/fixed.h"
#include "bots/bot.h"
#include "games/takara/takara.h"

enum {
    TAKARA_XP_UNIT = 1000, /* one XP */
};

/* The tiles of a level that the seat has not seen, without Stones. */
typedef struct TakaraUnseen {
    int32_t tiles;
    int32_t dig, mine;         /* average value of one to a digger, to the Miner */
    int32_t rockfall, monster; /* chance that one is a Rockfall, a Monster */
} TakaraUnseen;

/* The value of a position to one player, in parts. */
typedef struct TakaraPlayerValue {
    int32_t xp, stones, karas;
    int32_t team;          /* future actions of the adventurers, minus the cost of hospital and break room */
    int32_t expected_gain; /* expected gains of the next turn and of the action in progress */
    int32_t total;         /* sum of the members above */
} TakaraPlayerValue;

typedef struct TakaraEval {
    const Rules *rules;
    const TakaraContent *c;
    const TakaraState *s;
    unsigned seat;
    int32_t tiles;             /* number of tiles left on the island */
    int32_t days;              /* expected turns left for each player */
    int32_t kara, hurt, chest; /* value of a Kara, cost of an injury, value of a chest */
    int32_t clear_value;       /* value of clearing a Rockfall */
    TakaraUnseen unseen[TAKARA_LEVELS];
    int32_t places[2];                     /* deep tiles of each half that the seat has not seen */
    int32_t stone_chance[2];               /* chance that any one of them is the Stone */
    unsigned found;                        /* number of Stones found */
    int32_t stone_value[TAKARA_SEATS];     /* value of the next Stone to each player */
    int32_t last_tile_value[TAKARA_SEATS]; /* value of emptying a site without a Stone, which may end the game */
    unsigned empty;                        /* number of empty sites */
    uint8_t top[TAKARA_SITES];             /* top of each site if the action in progress succeeds */
    int32_t reach_chance[TAKARA_SITES];    /* chance that it succeeds and leaves that top */
    int32_t job;                           /* value of the action in progress to the active player */
    int32_t lead_if_over[2];               /* lead if the game ended now: without Stones, with Stones in full */
    int32_t idle;                          /* cost of turns without progress; 0 or negative */
    TakaraPlayerValue value[TAKARA_SEATS];
    int32_t best_rival, mean_rival; /* highest and mean total of the rivals */
    int32_t lead;                   /* own total minus a mix of the two above */
    int32_t spread;                 /* scale of the lead when it is turned into a win chance; smaller towards the end */
} TakaraEval;

static inline bool takara_seen_by(const TakaraEval *e, unsigned site, unsigned tile, unsigned seat) {
    return takara_is_face_up(e->s, site, tile) || e->s->seen[site][tile] & BIT(seat);
}

/* Fills *e. At the end of the game only the players' xp, stones and karas are meaningful. */
void takara_eval_init(const Rules *rules, const TakaraState *s, unsigned seat, TakaraEval *e);

/* Value of the Stones that the seat can still dig up; nearer ones count more. */
int32_t takara_reachable_stones(const TakaraEval *e);

/* The net's inputs (BotKnowledge.features). */
void takara_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);

#endif
