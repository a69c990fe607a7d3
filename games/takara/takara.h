/* Takara Island: state, content and helpers shared by its rules, bot and text. Only plain values; nothing here owns
 * memory. Rule numbers refer to games/takara/rules.md. */
#ifndef SKERRY_GAMES_TAKARA_TAKARA_H
#define SKERRY_GAMES_TAKARA_TAKARA_H

#include "base/bits.h"
#include "engine/game.h"

enum {
    TAKARA_SEATS = 4,
    TAKARA_SITES = 6,
    TAKARA_DEPTH = 9, /* tiles per site, numbered from the surface; tiles keep their numbers (R1) */
    TAKARA_LEVELS = 3,
    TAKARA_KINDS = 24,
    TAKARA_CHESTS = 8,
    TAKARA_SPECIALISTS = 4
};

typedef enum TakaraTileType { KARA_TILE, ROCKFALL_TILE, XP_TILE, MONSTER_TILE, CHEST_TILE, STONE_TILE } TakaraTileType;
typedef enum TakaraChestType { CHEST_KEEP, CHEST_PAY, CHEST_MAP, CHEST_MIMIC } TakaraChestType;
typedef enum TakaraSpecialist { ARCHAEOLOGIST, SOOTHSAYER, MINER, IMPERSONATOR, NO_SPECIALIST } TakaraSpecialist;
typedef enum TakaraFace { SWORD_FACE, HOSPITAL_FACE } TakaraFace;

typedef enum TakaraPhase {
    PHASE_FIRST, /* drawing the first player */
    PHASE_DAY,   /* the active player's turn */
    PHASE_ASK,   /* the viewer of a tile answers `on` or `turn` (R13) */
    PHASE_TILE,  /* drawing a tile that nobody has seen */
    PHASE_CHEST,
    PHASE_MIMIC, /* rolling the die against the Mimic */
    PHASE_MAP,   /* keep the Map or cash it */
    PHASE_FIGHT, /* rolling the die against a Monster */
    PHASE_OVER
} TakaraPhase;

/* The action in progress. */
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
    MOVE_AS_ARCHAEOLOGIST, /* the Impersonator's moves, in the same order as the three above */
    MOVE_AS_SOOTHSAYER,
    MOVE_AS_MINER,
    MOVE_FIGHT,
    MOVE_KEEP,
    MOVE_CASH,
    MOVE_RECRUIT,
    MOVE_END,
    MOVE_FIRST, /* chance outcomes from here on */
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
    uint8_t available, used, hospital, break_room; /* numbers of adventurers (R5) */
    uint8_t recruited;
    uint8_t tokens;
    uint8_t specialist, resting; /* specialist in front of the player; whether face down (R25) */
    uint8_t won[TAKARA_KINDS];
    uint8_t chests[TAKARA_CHESTS];
} TakaraPlayer;

typedef struct TakaraState {
    Head head;
    uint16_t up[TAKARA_SITES];                 /* set of face-up tiles; bit 0 is tile 1 */
    uint16_t marked[TAKARA_SITES];             /* set of tiles that everybody knows are not Rockfalls (R14) */
    uint8_t kind[TAKARA_SITES][TAKARA_DEPTH];  /* the number of kinds, meaning "none", if undrawn or gone */
    uint8_t seen[TAKARA_SITES][TAKARA_DEPTH];  /* set of seats that have looked */
    uint8_t top[TAKARA_SITES];                 /* index of the top tile, which is the number of tiles gone */
    uint8_t wounds[TAKARA_SITES];              /* Wounds of the Monster on top */
    uint8_t deck[TAKARA_LEVELS][TAKARA_KINDS]; /* undrawn tiles, without the Stones */
    uint8_t stone[2];                          /* undrawn Stones of each half */
    uint8_t discard[TAKARA_KINDS];
    uint8_t pile[TAKARA_CHESTS]; /* chests still to be drawn */
    TakaraPlayer player[TAKARA_SEATS];
    uint8_t tokens; /* XP tokens at the Counter */
    uint8_t phase, active;
    uint8_t sword;               /* 1 if the Sword was rented this turn */
    uint8_t moved;               /* 1 after the first move of the turn */
    uint8_t traded;              /* 1 after a visit to the Counter this turn */
    uint8_t job, site, at, left; /* action in progress; its site; index of its tile; tiles still to do */
    uint8_t chest, hits;         /* the chest just drawn; swords rolled against it, if it is the Mimic */
    uint8_t idle;                /* turns in a row, including this one, in which no tile has left a site */
    uint8_t ending;
} TakaraState;
_Static_assert(sizeof(TakaraState) <= 512, "a state is cheap to copy");

typedef struct TakaraKind {
    char id[ID_SIZE];
    uint8_t type, karas;
    int8_t xp;
    uint8_t life, cross;
    uint8_t count[TAKARA_LEVELS];
} TakaraKind;

typedef struct TakaraChest {
    char id[ID_SIZE];
    uint8_t type, karas;
    int8_t xp;
    uint8_t life, count;
    uint8_t spare[3];
} TakaraChest;

typedef struct TakaraContent {
    TakaraKind kind[TAKARA_KINDS];
    TakaraChest chest[TAKARA_CHESTS];
    uint8_t kinds, chests;
    uint8_t adventurers, tokens_each, token_price, token_xp;
    uint8_t sword_price, recruit_price, hospital_price, dive_pay;
    uint8_t view_tiles, view_pay, clear_adventurers, clear_pay;
    uint8_t pay_per_xp, karas_per_xp;
    uint8_t price[3], extra; /* prices of Archaeologist, Soothsayer and Miner; the Impersonator's surcharge */
    uint8_t archaeologist_tiles, soothsayer_tiles, miner_tiles;
    uint8_t die_swords, die_hospitals;
    uint8_t idle_turns;                      /* turns per player until a standstill (R43) */
    uint8_t no_stone_sites, one_stone_sites; /* empty sites that end the game with no Stone (R40), with one (R41) */
} TakaraContent;

typedef struct TakaraDerived {
    uint32_t rockfalls; /* set of the kinds that are Rockfalls */
    uint8_t stone;      /* the kind that is the Stone */
    uint8_t spare[3];
} TakaraDerived;

static inline const TakaraContent *takara_content(const Rules *rules) { return rules->content; }
static inline const TakaraDerived *takara_derived(const Rules *rules) { return rules->derived; }
static inline unsigned takara_half(unsigned site) { return site / 3; }
static inline unsigned takara_level(unsigned tile) { return tile / 3; }
static inline bool takara_site_is_empty(const TakaraState *s, unsigned site) { return s->top[site] == TAKARA_DEPTH; }
static inline bool takara_is_face_up(const TakaraState *s, unsigned site, unsigned tile) {
    return s->up[site] >> tile & 1;
}
/* Whether the tile has been drawn and is still in its site. */
static inline bool takara_is_drawn(const TakaraState *s, unsigned site, unsigned tile) {
    return tile >= s->top[site] && (s->seen[site][tile] || takara_is_face_up(s, site, tile));
}
/* Whether the tile's kind is known. In a view, the kinds that only others have seen are not. */
static inline bool takara_kind_is_known(const Rules *rules, const TakaraState *s, unsigned site, unsigned tile) {
    return s->kind[site][tile] < takara_content(rules)->kinds;
}
/* The kind of the top tile, which must be known. */
static inline const TakaraKind *takara_top(const Rules *rules, const TakaraState *s, unsigned site) {
    return &takara_content(rules)->kind[s->kind[site][s->top[site]]];
}
/* Whether the top tile is face up and of the given type. */
static inline bool takara_top_is(const Rules *rules, const TakaraState *s, unsigned site, TakaraTileType type) {
    return !takara_site_is_empty(s, site) && takara_is_face_up(s, site, s->top[site]) &&
           takara_top(rules, s, site)->type == type;
}

static inline unsigned takara_face_up_rockfalls(const Rules *rules, const TakaraState *s) {
    unsigned n = 0;
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (bits_each(tile, s->up[site]))
            n += takara_content(rules)->kind[s->kind[site][tile]].type == ROCKFALL_TILE;
    return n;
}
static inline unsigned takara_stones_found(const Rules *rules, const TakaraState *s) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        n += s->player[seat].won[takara_derived(rules)->stone];
    return n;
}

extern const Game takara_game;

#endif
