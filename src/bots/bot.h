/* Computer players. A bot is a pure function of rules, view, seat, seed and budget. It never sees the state, keeps
 * nothing between calls, and gives the same answer after a restart. (Exception: in the lab, bot:seer sees the state, to
 * measure what hidden information is worth. At a table it gets a view like any other bot.) */
#ifndef SKERRY_BOTS_BOT_H
#define SKERRY_BOTS_BOT_H

#include "engine/rules.h"

/* Progress callback of a long search, called now and then. If it returns false, the search ends early and uses the best
 * result so far. `done` of `total` playouts are finished. */
typedef struct BotProgress {
    bool (*keep_going)(const struct BotProgress *progress, uint32_t done, uint32_t total);
} BotProgress;

/* One question to a bot. Everything is borrowed for the call. */
typedef struct BotQuery {
    const Rules *rules;
    const void *view; /* the seat's view, from Game.observe */
    unsigned seat;
    uint64_t seed;                        /* a different one for each decision (bot_seed) */
    uint32_t budget;                      /* approximate limit on positions or playouts; 0: the bot's default */
    uint32_t budget_divisor;              /* divisor of the default budget; 0 means 1 */
    bool in_playout;                      /* asked inside a playout, where speed matters more than quality */
    bool for_hint;                        /* asked for a hint: list alternatives even where a bot would not need them */
    const struct BotKnowledge *knowledge; /* NULL: the game's own */
    struct BotPool *pool;                 /* threads and memory to use; NULL: the bot opens a pool of one thread */
    void *scratch;                        /* this thread's BOT_SCRATCH_SIZE bytes of the pool's memory */
    const BotProgress *progress;          /* NULL: none */
    const void *true_state;               /* the full state, for bot:seer in the lab; otherwise NULL */
} BotQuery;

typedef struct Bot {
    const char *name;        /* such as "greedy"; bot:greedy in --seats */
    const char *description; /* one sentence on how it plays */
    bool is_level;           /* offered to players as a level */
    bool slow;               /* may think for milliseconds or longer */
    bool ignores_view;       /* only lists moves, so that a simulator may pass the state instead of a view */
    bool sees_state;         /* gets the full state in the lab */
    /* Chooses a legal move of the seat. Returns false if it wants to do nothing, which is allowed only for a seat that
     * the game does not wait for. */
    bool (*choose)(const BotQuery *query, Move *move);
} Bot;

extern const Bot *const bots_all[]; /* NULL-terminated */

/* Finds a bot by its name, such as "greedy"; NULL if there is none. */
const Bot *bot_find(const char *name);
/* Finds a bot by its name in --seats, such as "bot:greedy". The error lists all bots. */
Status bot_parse(const char *seat, const Bot **bot, Err *err);
/* Seed of a decision, from the match's seed, the seat and a number that grows with its decisions (match_version). */
static inline uint64_t bot_seed(uint64_t seed, unsigned seat, uint32_t decision) {
    uint64_t x = seed ^ (((uint64_t)seat << 32 | decision) * 0xD1342543DE82EF95u);
    return rng_mix(&x);
}
/* Uniform in 0 .. n-1, for n > 0, from a seed alone. */
static inline unsigned bot_pick(uint64_t seed, uint32_t n) {
    uint64_t product = (rng_mix(&seed) >> 32) * n;
    while ((uint32_t)product < n && (uint32_t)product < (0u - n) % n)
        product = (rng_mix(&seed) >> 32) * n;
    return (unsigned)(product >> 32);
}

/* ---- knowledge about one game (games/ID/bot/bot.c) ------------------------------------------------------------- */

enum { BOT_WON = 1000000000 }; /* chance or value of a sure win; values lie within -BOT_WON .. BOT_WON */
enum { BOT_POINTS_MAX = 200 }; /* points equal to BOT_WON when points are estimated; higher scores are cut off */

enum {
    BOT_CANDIDATE_MOVES_MAX = 12, /* moves of a candidate */
    BOT_CANDIDATES_MAX = 32,      /* candidates of a decision */
    BOT_CHANCE_STREAMS = 32,      /* streams of common random numbers (BotKnowledge.chance_stream) */
    BOT_TERMS_MAX = 12            /* terms of an explanation */
};

/* A candidate: one move, or the moves of a short plan (a whole offer, the actions up to the next die). */
typedef struct BotCandidate {
    unsigned n; /* number of moves */
    Move move[BOT_CANDIDATE_MOVES_MAX];
    int32_t chance; /* the game's own estimate of the win chance, in parts of BOT_WON; see BotKnowledge.chance_error */
} BotCandidate;

/* Accuracy of the candidates' own chances, in thousandths of p (1 - p), where p is the first candidate's chance. */
typedef struct BotChanceError {
    int32_t candidate; /* typical error of one candidate's chance relative to another's; 0: candidates have no chance */
    int32_t world;     /* standard deviation of the difference between two candidates in one playout */
} BotChanceError;

/* A named weight of a game's hand-written evaluation: one number or an array. */
typedef struct BotWeight {
    const char *name; /* as in C, such as worth.thirst; NULL ends the list */
    uint16_t n;       /* number of values */
    bool several;     /* an array, possibly of one value */
} BotWeight;

/* How much a level searches for one decision. */
typedef struct BotBudget {
    uint32_t playouts;       /* playouts in total; 0: none, the first candidate is played */
    uint8_t candidates;      /* maximum number of candidates */
    uint8_t significance;    /* quarter standard errors by which a candidate must beat the first to replace it */
    uint8_t horizon;         /* turns played out before the position is evaluated; 0: one per seat; 255: to the end */
    uint8_t keep_candidates; /* candidates that are never dropped during the search; 0 means 2 */
    bool points;             /* maximise final points, BOT_POINTS_MAX of which equal BOT_WON, not the win chance */
} BotBudget;

typedef struct BotKnowledge {
    const char *id; /* the game's id */
    /* How good a position is for a seat, at any node; higher is better. */
    int32_t (*value)(const Rules *rules, const void *state, unsigned seat);
    /* Answers questions that need no look-ahead with one of the n legal moves; for a seat that the game does not wait
     * for, with an aside. Returns false if the bot should plan as usual, or make no aside. If NULL, the bot always
     * plans. */
    bool (*choose)(const BotQuery *query, const Move *moves, unsigned n, Move *move);
    /* Whether the value already includes the rest of the seat's turn, up to the next die roll or the next decision of
     * another seat. If so, the seat's further moves in the turn are not searched. */
    bool value_includes_turn;
    /* Whether to expand a chance node fully before evaluating: it has few outcomes, and a choice follows soon. If NULL,
     * never. */
    bool (*expand_chance)(const Rules *rules, const void *state);
    /* Fills a state for planning that contains nothing beyond the seat's view; hidden things are left to chance nodes.
     * If NULL, the bot plans in several invented worlds (Game.resample). */
    void (*planning_state)(const Rules *rules, const void *view, unsigned seat, void *state);

    /* The weights that `value` and `choose` use, with their names in the same order, so that skerry-tune can try other
     * values. NULL: none. */
    const int32_t *weights;
    const BotWeight *weight_names;

    /* ---- for levels above medium ---- */

    /* Fills the net's inputs for a position, in units of NET_ONE; the rest stays 0. A state and the seat's view of it
     * must give the same inputs. If NULL, there is no net, and `value` is a win chance in parts of BOT_WON. */
    void (*features)(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
    const struct Net *net;
    /* Index of the net for a position, if `net` is an array. If NULL, the index is always 0. */
    unsigned (*net_index)(const Rules *rules, const void *state);
    uint8_t nets; /* number of nets; 0 means 1 */
    /* Use the net's chance instead of `value` to plan a turn, too. */
    bool net_plans_turns;
    /* Lists at most `max` candidates for a decision, best first. If NULL, the candidates are the legal moves as
     * bot:greedy ranks them. */
    unsigned (*candidates)(const BotQuery *query, BotCandidate *out, unsigned max);
    /* Faster Game.observe for playouts: fills only the part of the view that `choose` and `playout_move` read. If NULL,
     * Game.observe is used. */
    void (*fast_observe)(const Rules *rules, const void *state, unsigned seat, void *view);
    /* Chooses the moves of all seats in playouts. If NULL, bot:greedy does. */
    bool (*playout_move)(const BotQuery *query, Move *move);
    /* Win chance at the end of a playout that stopped before the end of the game, for games that can look further than
     * their net. query->view is the full state there. If NULL, bot_win_chance is used. */
    int32_t (*horizon_chance)(const BotQuery *query);
    /* Whether a candidate's own chance is exact up to this position: it is the mean of bot_win_chance over the first
     * such positions that the candidate can lead to. Playouts are compared from there on, so that chance on the way
     * does not count. Needed if chance_error.candidate is not 0. */
    bool (*exact_until)(const Rules *rules, const void *state);
    BotChanceError chance_error;
    /* Stream of a chance node, below BOT_CHANCE_STREAMS, for common random numbers: within a turn of a playout, the
     * n-th draw from a stream is the same for every candidate. If NULL, there is a single stream, in the order of the
     * draws. */
    unsigned (*chance_stream)(const void *state);
    BotBudget hard, expert;  /* search budgets; candidates 0: the default budget */
    uint8_t blunders_easy;   /* random moves per 256 decisions of bot:easy; 0: the default */
    uint8_t blunders_medium; /* the same for bot:medium, in games where planning one turn is nearly optimal; 0: none */
    uint8_t blunders_hard;   /* the same for bot:hard, in games where more search gains little; 0: none */
    bool (*medium_is_careful)(const BotQuery *query); /* decisions where medium never blunders; NULL: none */
    /* The terms of the evaluation, for the reasons of hints: each in thousandths of a point or a similar unit, higher
     * is better. `terms` lists their names (term.NAME in the catalogue), NULL-terminated. If NULL, hints have no
     * reasons. */
    const char *const *terms;
    void (*explain)(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS_MAX]);
} BotKnowledge;

/* Never NULL: positions of a game without knowledge are valued by the score. */
const BotKnowledge *bot_knowledge(const Rules *rules);
static inline const BotKnowledge *query_knowledge(const BotQuery *query) {
    return query->knowledge ? query->knowledge : bot_knowledge(query->rules);
}

/* Chance that the seat wins, in parts of BOT_WON. A shared first place counts as an equal share of a win. */
int32_t bot_win_chance(const BotKnowledge *knowledge, const Rules *rules, const void *state, unsigned seat);

/* ---- thread pool ------------------------------------------------------------------------------------------- */

enum { BOT_SCRATCH_SIZE = 4 << 20 }; /* bytes of scratch memory per thread; untouched pages cost nothing */

/* Threads that wait for work, each with its own scratch memory. Owned by the code that queries bots, which runs one
 * query at a time. */
typedef struct BotPool BotPool;
BotPool *bot_pool_open(unsigned threads); /* NULL if out of memory */
void bot_pool_close(BotPool *pool);       /* pool may be NULL */
unsigned bot_pool_threads(const BotPool *pool);
/* A worker's BOT_SCRATCH_SIZE bytes, aligned for any type. Zero at first; kept between queries. */
void *bot_pool_scratch(BotPool *pool, unsigned worker);
/* Calls `work` for all workers in parallel and waits for them. Worker 0 is the calling thread. */
void bot_pool_run(BotPool *pool, void (*work)(void *ctx, unsigned worker), void *ctx);

#endif
