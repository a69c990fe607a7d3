/* Bots: who plays a seat when nobody does. A bot is a pure function of rules, view, seat, seed and budget: it sees what
 * its seat sees and never the state, owns and remembers nothing, and answers the same after a restart. (The lab
 * measures one that does see the state: bot:seer, who at a table is told no more than others.) */
#ifndef SKERRY_BOTS_BOT_H
#define SKERRY_BOTS_BOT_H

#include "engine/rules.h"

/* Told of a long search now and then; false ends it, and the best so far is played. */
typedef struct BotProgress {
    bool (*keep_going)(const struct BotProgress *watch, uint32_t done, uint32_t of);
} BotProgress;

/* One question to a bot. Everything is borrowed for the call. */
typedef struct BotQuery {
    const Rules *rules;
    const void *view; /* Game.observe for that seat, nothing more */
    unsigned seat;
    uint64_t seed;           /* another one for each decision: bot_seed */
    uint32_t budget;         /* positions it may look at or games it may play out, roughly; 0: the bot's own habit */
    uint32_t budget_divisor; /* that habit is divided by this; 0: by one */
    bool in_playout;         /* asked inside a game that is only imagined: a fair answer will do */
    bool for_hint;           /* for a hint: lines has other answers, too, where a bot would not look for any */
    const struct BotKnowledge *knowledge; /* NULL: what there is for the game */
    struct BotPool *pool;                 /* memory and threads to think with; NULL: the bot makes do, and slower */
    void *scratch; /* BOT_SCRATCH_SIZE bytes of that memory, for this thread alone; given to lines and play */
    const BotProgress *progress; /* NULL: nobody looks on */
    const void *true_state;      /* the state itself: the lab's, for a seer alone. NULL: nobody else has it */
} BotQuery;

typedef struct Bot {
    const char *name;        /* "greedy"; in --seats: bot:greedy */
    const char *description; /* a sentence: how it plays */
    bool is_level;           /* one of those that players choose from */
    bool slow;               /* it thinks for milliseconds or longer */
    bool ignores_view;       /* it only lists moves, so a simulator may hand it the state itself and spare the view */
    bool sees_state;         /* in the lab it is told what is hidden, to see what that would be worth */
    /* One listed move of that seat. False: nothing it wants to do, only for a seat the game does not wait for. */
    bool (*choose)(const BotQuery *ask, Move *move);
} Bot;

extern const Bot *const bots_all[]; /* NULL-terminated */

/* By its bare name; NULL when there is none. */
const Bot *bot_find(const char *name);
/* By its name in --seats, "bot:greedy"; an error names all there are. */
Status bot_parse(const char *seat, const Bot **bot, Err *err);
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

/* ---- what one game's bots know: games/ID/bot/bot.c, one table each --------------------------------------------- */

enum { BOT_WON = 1000000000 }; /* a sure win; values lie within -BOT_WON .. BOT_WON */
enum { BOT_POINTS = 200 };     /* where points are told in its parts, so many are a whole BOT_WON; there are no more */

enum {
    BOT_CANDIDATE_MOVES = 12, /* moves of a candidate */
    BOT_CANDIDATES_MAX = 32,  /* candidates of a decision */
    BOT_CHANCE_STREAMS = 32,  /* kinds of luck */
    BOT_TERMS = 12            /* of an explanation */
};

/* A candidate: a move, or several of one plan (a whole offer, the actions up to the next die). */
typedef struct BotCandidate {
    unsigned n;
    Move move[BOT_CANDIDATE_MOVES];
    int32_t chance; /* of winning with it, where the game can tell (BotKnowledge.trust); in parts of BOT_WON */
} BotCandidate;

/* How far the chances of a game's lines can be trusted, in thousandths of p (1 - p) where the best has a chance of p.
 */
typedef struct BotChanceError {
    int32_t candidate; /* by so much they are off, one beside another; 0: they have none */
    int32_t world;     /* so much further apart or closer together do two lines come out in one imagined game */
} BotChanceError;

/* A number, or several of one name, that a game's hand rules weigh things by. */
typedef struct BotWeight {
    const char *name; /* as in C: worth.thirst; NULL ends the list */
    uint16_t n;
    bool several; /* an array, even of one */
} BotWeight;

/* How long a level thinks about one decision. */
typedef struct BotBudget {
    uint32_t playouts;    /* played out, in all; 0: none, the first candidate is taken */
    uint8_t candidates;   /* candidates at most */
    uint8_t significance; /* quarters of a standard error by which another must have done better than the first */
    uint8_t horizon; /* turns played out before the position is valued; 0: once around the table; 255: to the end */
    uint8_t keep_candidates; /* candidates that are tried to the end, however they do; 0: two */
    bool points; /* what is sought is points at the end, BOT_POINTS of them to a BOT_WON, not the chance to win */
} BotBudget;

typedef struct BotKnowledge {
    const char *id; /* of the game; NULL ends the table */
    /* How good a position is for a seat, at any node; the higher the better. */
    int32_t (*value)(const Rules *rules, const void *state, unsigned seat);
    /* The answer to a question that needs no looking ahead: one of the n moves listed; for a seat that nobody waits
     * for, an aside. False: the bot plans as usual, or leaves the aside. NULL: it always plans. */
    bool (*choose)(const BotQuery *ask, const Move *moves, unsigned n, Move *move);
    /* What the seat may still do before anybody else or a die comes is in the value: its moves need not be followed. */
    bool value_includes_turn;
    /* A chance node worth playing out in full before valuing: few outcomes, and a choice soon after. NULL: none is. */
    bool (*expand_chance)(const Rules *rules, const void *state);
    /* A position to plan in that holds no more than the seat's view: what it has not seen is left to chance. NULL: the
     * bot guesses, several times (Game.resample). */
    void (*planning_state)(const Rules *rules, const void *view, unsigned seat, void *state);

    /* What `value` and `choose` weigh things by, and the names of that, one after the other: skerry-tune tries out
     * others. NULL: they are written where they are used. */
    const int32_t *weights;
    const BotWeight *weight_names;

    /* ---- what the levels above medium need ---- */

    /* What the net is told of a position, NET_ONE for one; the rest stays 0. The same for a state and for its view by
     * that seat. NULL: there is no net, and `value` is a chance to win, in parts of BOT_WON. */
    void (*features)(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
    const struct Net *net;
    /* Which of several nets, one after another, is for a position. NULL: there is one. */
    unsigned (*net_of)(const Rules *rules, const void *state);
    uint8_t nets; /* how many there are; 0: one */
    /* The net's chance is better than `value` for planning a turn, too. */
    bool net_plans_turns;
    /* The candidates of a decision, the likeliest first. NULL: the listed moves, as bot:greedy ranks them. */
    unsigned (*candidates)(const BotQuery *ask, BotCandidate *out, unsigned most);
    /* What a seat sees in an imagined game, as far as `choose` and `play` look: faster than Game.observe. NULL: that.
     */
    void (*fast_observe)(const Rules *rules, const void *state, unsigned seat, void *view);
    /* Who plays all seats in imagined games. NULL: bot:greedy. */
    bool (*playout_move)(const BotQuery *ask, Move *move);
    /* The chance to win where an imagined game is left, for a game that can look a little further than its net:
     * ask->view is that position, which is not the end. NULL: bot_win_chance. */
    int32_t (*horizon_chance)(const BotQuery *ask);
    /* Whether a line's chance is the mean of bot_win_chance over all positions like this one where it may lead first.
     * What an imagined game brings counts from there: the luck on the way there is not the line's doing. */
    bool (*exact_until)(const Rules *rules, const void *state);
    BotChanceError chance_error;
    /* Which kind of luck a chance node is, below BOT_CHANCE_STREAMS: in each turn of an imagined game the first of a
     * kind falls alike for every candidate, and the second, whatever else it tried. NULL: one after another, as they
     * come. */
    unsigned (*chance_stream)(const void *state);
    BotBudget hard, expert;  /* 0 games: the usual */
    uint8_t blunders_easy;   /* of bot:easy: decisions in 256 that it makes without looking; 0: the usual */
    uint8_t blunders_medium; /* the same of bot:medium: where planning a turn is nearly all there is to know; 0: none */
    uint8_t blunders_hard;   /* the same of bot:hard: where thinking longer gains little; 0: none */
    bool (*medium_is_careful)(const BotQuery *ask); /* where medium always looks. NULL: nowhere */
    /* What the value is made of, each in thousandths of a point or the like, more is better: for hints. Named by
     * terms[], NULL-terminated; the words are term.NAME. NULL: there are no reasons. */
    const char *const *terms;
    void (*explain)(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS]);
} BotKnowledge;

/* Never NULL: a game that nobody wrote knowledge for is valued by its score. */
const BotKnowledge *bot_knowledge(const Rules *rules);
static inline const BotKnowledge *query_knowledge(const BotQuery *query) {
    return query->knowledge ? query->knowledge : bot_knowledge(query->rules);
}

/* The chance that the seat wins, in parts of BOT_WON; a shared first place is a share of it. */
int32_t bot_win_chance(const BotKnowledge *knowledge, const Rules *rules, const void *state, unsigned seat);

/* ---- room to think in -------------------------------------------------------------------------------------- */

enum { BOT_SCRATCH_SIZE = 4 << 20 }; /* bytes of memory for each thread; what is not touched costs nothing */

/* Threads that wait for work, each with a desk. Made and ended by whoever asks bots; one question at a time. */
typedef struct BotPool BotPool;
BotPool *bot_pool_open(unsigned threads); /* NULL without memory */
void bot_pool_close(BotPool *pool);       /* NULL is fine */
unsigned bot_pool_threads(const BotPool *pool);
void *bot_pool_scratch(BotPool *pool,
                       unsigned worker); /* BOT_SCRATCH_SIZE bytes, aligned; zero at first, kept between questions */
/* Calls work for every worker at once, 0 being the caller, and waits for all. */
void bot_pool_run(BotPool *pool, void (*work)(void *of, unsigned worker), void *of);

#endif
