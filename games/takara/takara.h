/* Takara Island: state, content and helpers, for its own rules, its bot and its text alone.
 * Plain values throughout; nothing here owns memory. Rules are numbered in games/takara/rules.md. */
#ifndef SKERRY_GAMES_TAKARA_TAKARA_H
#define SKERRY_GAMES_TAKARA_TAKARA_H

#include "engine/game.h"

enum {
    TAKARA_SEATS = 4,
    TAKARA_SITES = 6,
    TAKARA_DEPTH = 9, /* tiles of a site, numbered from the surface; a tile keeps its number */
    TAKARA_LEVELS = 3,
    TAKARA_KINDS = 24,
    TAKARA_CHESTS = 8,
    TAKARA_SPECIALISTS = 4
};

typedef enum TakaraTileType { IS_KARA, IS_ROCKFALL, IS_XP, IS_MONSTER, IS_CHEST, IS_STONE } TakaraTileType;
typedef enum TakaraChestType { CHEST_KEEP, CHEST_PAY, CHEST_MAP, CHEST_MIMIC } TakaraChestType;
typedef enum TakaraSpecialist { ARCHAEOLOGIST, SOOTHSAYER, MINER, IMPERSONATOR, NO_SPECIALIST } TakaraSpecialist;
typedef enum TakaraFace { SWORD_FACE, HOSPITAL_FACE } TakaraFace;

typedef enum TakaraPhase {
    PHASE_FIRST, /* who begins is drawn */
    PHASE_DAY,   /* the active player uses his adventurers */
    PHASE_ASK,   /* a tile was viewed: on, or turn it */
    PHASE_TILE,  /* a tile nobody has seen is drawn */
    PHASE_CHEST,
    PHASE_MIMIC, /* the die against the Mimic */
    PHASE_MAP,   /* keep the Map or cash it */
    PHASE_FIGHT, /* the die against a Monster */
    PHASE_OVER
} TakaraPhase;

/* What the adventurer under way is doing. */
typedef enum TakaraJob { JOB_NONE, JOB_VIEW, JOB_LOOK, JOB_DIG, JOB_MINE, JOB_FIGHT } TakaraJob;

typedef enum TakaraMove {
    MOVE_RENT,
    MOVE_VIEW,
    MOVE_ON,
    MOVE_TURN,
    MOVE_DIG,
    MOVE_CLEAR,
    MOVE_DIVE,
    MOVE_SELL,
    MOVE_SELL_CHEST,
    MOVE_BUY,
    MOVE_ARCHAEOLOGIST,
    MOVE_SOOTHSAYER,
    MOVE_MINER,
    MOVE_AS_ARCHAEOLOGIST, /* the Impersonator, in the order of the three above */
    MOVE_AS_SOOTHSAYER,
    MOVE_AS_MINER,
    MOVE_FIGHT,
    MOVE_KEEP,
    MOVE_CASH,
    MOVE_RECRUIT,
    MOVE_END,
    MOVE_FIRST, /* from here on: chance */
    MOVE_TILE,
    MOVE_CHEST,
    MOVE_DIE
} TakaraMove;

typedef enum TakaraEvent {
    EVENT_FIRST,
    EVENT_DAY,
    EVENT_RENTED,
    EVENT_VIEWING,
    EVENT_SAW,
    EVENT_PASSED,
    EVENT_TURNED,
    EVENT_DIGGING,
    EVENT_DUG,
    EVENT_BLOCKED,
    EVENT_HURT,
    EVENT_CLEARED,
    EVENT_DIVED,
    EVENT_SOLD,
    EVENT_SOLD_CHEST,
    EVENT_BOUGHT,
    EVENT_HIRED,
    EVENT_IMPERSONATED,
    EVENT_LOOKING,
    EVENT_FIGHTING,
    EVENT_ROLLED,
    EVENT_WOUNDED,
    EVENT_DEFEATED,
    EVENT_CHEST,
    EVENT_MIMIC_BACK,
    EVENT_NO_CHEST,
    EVENT_KEPT,
    EVENT_CASHED,
    EVENT_PAID, /* Karas gained */
    EVENT_RECRUITED,
    EVENT_ENDED_DAY,
    EVENT_RESTED,
    EVENT_RETURNED,
    EVENT_STANDSTILL,
    EVENT_ENDED
} TakaraEvent;

typedef enum TakaraEnding { GOING_ON, BOTH_STONES, ETERNAL_LIFE, NO_STONE, ONE_STONE, STANDSTILL } TakaraEnding;

typedef struct TakaraPlayer {
    uint16_t karas;
    uint8_t available, used, hospital, break_room; /* adventurers */
    uint8_t recruited;
    uint8_t tokens;
    uint8_t specialist, resting; /* in front of him; face down */
    uint8_t won[TAKARA_KINDS];
    uint8_t chests[TAKARA_CHESTS];
} TakaraPlayer;

typedef struct TakaraState {
    Head head;
    uint16_t up[TAKARA_SITES];                 /* face up: set of tiles, bit 0 = tile 1 */
    uint16_t marked[TAKARA_SITES];             /* publicly no Rockfall: its viewer was asked what to do (R14) */
    uint8_t kind[TAKARA_SITES][TAKARA_DEPTH];  /* "none": undrawn or gone */
    uint8_t seen[TAKARA_SITES][TAKARA_DEPTH];  /* who looked: a set of seats */
    uint8_t top[TAKARA_SITES];                 /* tiles gone from the top: the index of the top tile */
    uint8_t wounds[TAKARA_SITES];              /* of the Monster on top */
    uint8_t deck[TAKARA_LEVELS][TAKARA_KINDS]; /* undrawn tiles, Stones not among them */
    uint8_t stone[2];                          /* undrawn, in each half */
    uint8_t discard[TAKARA_KINDS];
    uint8_t pile[TAKARA_CHESTS]; /* chests left */
    TakaraPlayer player[TAKARA_SEATS];
    uint8_t tokens; /* at the Counter */
    uint8_t phase, active;
    uint8_t sword;               /* rented this turn */
    uint8_t moved;               /* the turn's first move is made */
    uint8_t traded;              /* the Counter was visited */
    uint8_t job, site, at, left; /* what is under way, where, which tile, how many more */
    uint8_t chest, hits;         /* the chest at hand, and the hits on it */
    uint8_t idle;                /* turns in a row, this one too, in which no tile has left a site */
    uint8_t ending;
} TakaraState;
_Static_assert(sizeof(TakaraState) <= 512, "small enough to copy without a thought");

typedef struct TakaraKind {
    char id[ID_SIZE];
    uint8_t what, karas;
    int8_t xp;
    uint8_t life, cross;
    uint8_t count[TAKARA_LEVELS];
} TakaraKind;

typedef struct TakaraChest {
    char id[ID_SIZE];
    uint8_t what, karas;
    int8_t xp;
    uint8_t life, count;
    uint8_t spare[3];
} TakaraChest;

typedef struct TakaraContent {
    TakaraKind kind[TAKARA_KINDS];
    TakaraChest chest[TAKARA_CHESTS];
    uint8_t kinds, chests;
    uint8_t adventurers, tokens_each, token_price, token_xp;
    uint8_t sword, recruit, hospital, dive;
    uint8_t view_tiles, view_pay, clear_adventurers, clear_pay;
    uint8_t sell_pay, karas_per_xp;
    uint8_t price[3], extra; /* archaeologist, soothsayer, miner; the Impersonator's on top */
    uint8_t look_first, look_any, mine_tiles;
    uint8_t die_swords, die_hospitals;
    uint8_t idle_turns; /* per player */
    uint8_t empty_lost, empty_ends;
} TakaraContent;

typedef struct TakaraDerived {
    uint32_t rockfalls; /* the kinds that are, as a set */
    uint8_t stone;      /* the kind that is */
    uint8_t spare[3];
} TakaraDerived;

static inline const TakaraContent *takara_content(const Rules *rules) { return rules->content; }
static inline const TakaraDerived *takara_derived(const Rules *rules) { return rules->derived; }
static inline unsigned takara_half(unsigned site) { return site / 3; }
static inline unsigned takara_level(unsigned tile) { return tile / 3; }
static inline bool takara_empty(const TakaraState *s, unsigned site) { return s->top[site] == TAKARA_DEPTH; }
static inline bool takara_up(const TakaraState *s, unsigned site, unsigned tile) { return s->up[site] >> tile & 1; }
/* Drawn and lying there. */
static inline bool takara_lies(const TakaraState *s, unsigned site, unsigned tile) {
    return tile >= s->top[site] && (s->seen[site][tile] || takara_up(s, site, tile));
}
/* In a view too: the tile's kind is known. */
static inline bool takara_known(const Rules *rules, const TakaraState *s, unsigned site, unsigned tile) {
    return s->kind[site][tile] < takara_content(rules)->kinds;
}
/* What the kind on top is; only where the top is known. */
static inline const TakaraKind *takara_top(const Rules *rules, const TakaraState *s, unsigned site) {
    return &takara_content(rules)->kind[s->kind[site][s->top[site]]];
}
/* Whether the top lies face up and is such a thing. */
static inline bool takara_top_is(const Rules *rules, const TakaraState *s, unsigned site, TakaraTileType what) {
    return !takara_empty(s, site) && takara_up(s, site, s->top[site]) && takara_top(rules, s, site)->what == what;
}

extern const Game takara_game;

#endif
