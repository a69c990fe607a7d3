/* What the bots of Takara Island make of a position, in thousandths of an XP. A tile that the seat has not seen counts
 * as what may still lie there, whatever the world at hand makes of it: a state and the seat's view of it are reckoned
 * alike. Plain values on the caller's stack; the rules and the state are borrowed. */
#ifndef SKERRY_GAMES_TAKARA_BOT_EVAL_H
#define SKERRY_GAMES_TAKARA_BOT_EVAL_H

#include "base/bits.h"
#include "bots/bot.h"
#include "games/takara/takara.h"

enum {
    XP = 1000,
    WHOLE = 1024 /* a chance of one */
};

/* The tiles of a level that the seat has not seen, Stones apart. */
typedef struct TakaraUnseen {
    int32_t tiles;
    int32_t dig, mine;   /* worth of one, to a digger and to the Miner */
    int32_t rock, beast; /* chance of a Rockfall, of a Monster */
} TakaraUnseen;

/* What a player has and may hope for; `whole` is the sum. */
typedef struct TakaraWorth {
    int32_t xp, stones, karas;
    int32_t team;    /* his adventurers' days to come, less what hospital and break room cost */
    int32_t harvest; /* what is open to him soon, and what is under way */
    int32_t whole;
} TakaraWorth;

typedef struct TakaraEval {
    const Rules *rules;
    const TakaraContent *c;
    const TakaraState *s;
    unsigned seat;
    int32_t tiles;             /* still there */
    int32_t days;              /* still to come, for each player */
    int32_t kara, hurt, chest; /* worth of one */
    int32_t clear;             /* worth of clearing a Rockfall */
    TakaraUnseen unseen[TAKARA_LEVELS];
    int32_t places[2];           /* deep tiles of that half which the seat has not seen, */
    int32_t stone_chance[2];     /* and the chance of each to be the Stone */
    unsigned found;              /* Stones */
    int32_t stone[TAKARA_SEATS]; /* worth of the next Stone, to whom */
    int32_t last[TAKARA_SEATS];  /* worth of the last tile of a site, if it is none: it may end the game */
    unsigned empty;              /* sites */
    uint8_t top[TAKARA_SITES];   /* when what is under way is done, */
    int32_t open[TAKARA_SITES];  /* and the chance that it comes so far */
    int32_t job;                 /* what is under way brings the active player */
    int32_t now[2];              /* lead if the game ended: Stones counting nothing, counting in full */
    int32_t idle;                /* cost of days without progress */
    TakaraWorth worth[TAKARA_SEATS];
    int32_t best, mean; /* of the rivals' whole worths */
    int32_t lead, spread;
} TakaraEval;

static inline bool takara_seen_by(const TakaraEval *e, unsigned site, unsigned tile, unsigned seat) {
    return takara_is_face_up(e->s, site, tile) || e->s->seen[site][tile] & BIT(seat);
}

/* At any node but the end of the game; fills all of it. */
void takara_eval_init(const Rules *rules, const TakaraState *s, unsigned seat, TakaraEval *e);

/* What the seat may hope for from the Stones that it can dig for: the nearer, the more. */
int32_t takara_reachable_stones(const TakaraEval *e);

/* What the net is told (BotKnowledge.sense). */
void takara_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);

#endif
