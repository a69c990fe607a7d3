/* Bots: who plays a seat when nobody does. A bot is a pure function of rules, view, seat, seed and budget: it sees what
 * its seat sees and never the state, owns and remembers nothing, and answers the same after a restart. */
#ifndef SKERRY_BOTS_BOT_H
#define SKERRY_BOTS_BOT_H

#include "engine/rules.h"

/* One question to a bot. Everything is borrowed for the call. */
typedef struct BotAsk {
    const Rules *rules;
    const void *view; /* Game.observe for that seat, nothing more */
    unsigned seat;
    uint64_t seed;   /* another one for each decision: bot_seed */
    uint32_t budget; /* positions it may look at, roughly; 0: the bot's own habit */
} BotAsk;

typedef struct Bot {
    const char *name;  /* "greedy"; in --seats: bot:greedy */
    const char *about; /* a sentence: how it plays */
    bool blind;        /* it only lists moves, so a simulator may hand it the state itself and spare the view */
    /* One listed move of that seat. False: nothing it wants to do, only for a seat the game does not wait for. */
    bool (*choose)(const BotAsk *ask, Move *move);
} Bot;

extern const Bot *const bots_all[]; /* NULL-terminated */

/* By its bare name; NULL when there is none. */
const Bot *bot_find(const char *name);
/* By its name in --seats, "bot:greedy"; an error names all there are. */
Status bot_read(const char *seat, const Bot **bot, Err *err);
/* The seed of a decision: the match's own, the seat, and a number that rises with its decisions (match_version). */
static inline uint64_t bot_seed(uint64_t seed, unsigned seat, uint32_t decision) {
    uint64_t x = seed ^ (((uint64_t)seat << 32 | decision) * 0xD1342543DE82EF95u);
    return rng_mix(&x);
}
/* Evenly one of 0 .. n-1, n > 0: what bot:random makes of a seed. */
static inline unsigned bot_pick(uint64_t seed, uint32_t n) {
    uint64_t product = (rng_mix(&seed) >> 32) * n;
    while ((uint32_t)product < n && (uint32_t)product < (0u - n) % n)
        product = (rng_mix(&seed) >> 32) * n;
    return (unsigned)(product >> 32);
}

/* ---- what one game's bots know: src/bots/ID.c, one table each --------------------------------------------- */

enum { BOT_WON = 1000000000 }; /* a sure win; values lie within -BOT_WON .. BOT_WON */

typedef struct BotGame {
    const char *id; /* of the game; NULL ends the table */
    /* How good a position is for a seat, at any node; the higher the better. */
    int32_t (*value)(const Rules *rules, const void *state, unsigned seat);
    /* The answer to a question that needs no looking ahead: one of the n moves listed; for a seat that nobody waits
     * for, an aside. False: the bot plans as usual, or leaves the aside. NULL: it always plans. */
    bool (*choose)(const BotAsk *ask, const Move *moves, unsigned n, Move *move);
    /* What the seat may still do before anybody else or a die comes is in the value: its moves need not be followed. */
    bool whole;
    /* A chance node worth playing out in full before valuing: few outcomes, and a choice soon after. NULL: none is. */
    bool (*unfold)(const Rules *rules, const void *state);
    /* A position to plan in that holds no more than the seat's view: what it has not seen is left to chance. NULL: the
     * bot guesses, several times (Game.resample). */
    void (*imagine)(const Rules *rules, const void *view, unsigned seat, void *state);
} BotGame;

/* Never NULL: a game that nobody wrote knowledge for is valued by its score. */
const BotGame *bot_game(const Rules *rules);

#endif
