/* Aye Aye Island: the state, the content and small helpers, shared by its rules, bot and text; nothing else includes
 * this header. All structs are plain values without pointers. Rule numbers refer to games/ayeaye/rules.md. */
#ifndef SKERRY_GAMES_AYEAYE_AYEAYE_H
#define SKERRY_GAMES_AYEAYE_AYEAYE_H

#include "base/bits.h"
#include "engine/game.h"
#include "games/ayeaye/rules/plank.h"

enum {
    AYE_SEATS = 6,
    AYE_SPACES = 220,
    AYE_LAND = 160, /* spaces on land, including the Raft Bay; they are listed first */
    AYE_PATHS = 250,
    AYE_PIECES = 48,
    AYE_COURSES = 2,
    AYE_SEA_EVENTS = 40,
    AYE_ITEMS = 6,
    AYE_CATEGORIES = 4,
    AYE_ICONS = AYE_CATEGORIES + AYE_ITEMS,
    AYE_CARDS = 128,
    AYE_STACK = 32, /* cards per category */
    AYE_EFFECTS = 4,
    AYE_FFCS = 16, /* kinds of FFC: a card of Fortuna's Favour (R57) */
    AYE_SKILLS = 4,
    AYE_LEVELS = 3,  /* levels per skill */
    AYE_FIGURES = 4, /* maximum number of Guardians, and of Undead captains */
    AYE_DOUBLOONS = 9,
    AYE_WRATH = 3,        /* steps of a wrath marker to the middle */
    AYE_WRATH_EVENTS = 4, /* events per step of a wrath marker */
    AYE_FRAMES = 8,
    AYE_BLADE_CARDS = 3 /* duel cards of each blade */
};

typedef enum AyeSpaceKind { LANDING, PLAIN, DISCOVERY, BAY, SEA, FINAL } AyeSpaceKind;
typedef enum AyeItem { LUMBER, SAILCLOTH, BAMBOO, ROPE, FLAG, MAP } AyeItem;
enum { AYE_ALL_ITEMS = 0x3F, AYE_MATERIALS = 0x1F };
typedef enum AyeCategory { RUM, FAUNA, ISLAND, VOODOO, SEA_EVENT } AyeCategory;
typedef enum AyeKind { QUEST, GUARDIAN, UNDEAD, GHOST, SHRINE, SEA_CARD } AyeKind;
typedef enum AyeTask { TASK_NONE, TASK_CHOICE, TASK_DICE, TASK_PLANK, TASK_DUEL } AyeTask;
typedef enum AyeNeed { NEED_DOUBLE, NEED_SIX, NEED_SUM, NEED_EVEN } AyeNeed;
typedef enum AyeTarget { HOLE_ANY, HOLE_ONE, HOLE_TOP, HOLE_BANK } AyeTarget;
typedef enum AyeFoe { FOE_CARD, FOE_PIRATE } AyeFoe;
typedef enum AyeFirst { FIRST_YOU, FIRST_FOE } AyeFirst;
typedef enum AyeVerb {
    DO_XP,
    DO_DRAW,
    DO_TAKE,
    DO_LOSE,
    DO_STEAL,
    DO_SWAP,
    DO_SUSPEND,
    DO_WALK,
    DO_PUSH,
    DO_GO,
    DO_PEEK,
    DO_TURN,
    DO_SAIL
} AyeVerb;
typedef enum AyeWho { WHO_YOU, WHO_CHOICE, WHO_NEAREST, WHO_EACH } AyeWho;
typedef enum AyeLossType { WHAT_ITEM, WHAT_MATERIAL, WHAT_MAP, WHAT_FFC, WHAT_ALL, WHAT_PLACE, WHAT_FFCS } AyeLossType;
typedef enum AyeDestination { TO_LANDING, TO_BAY, TO_PIECE } AyeDestination;
typedef enum AyeDirection { AHEAD, ASTERN } AyeDirection;
typedef enum AyeBasic { BASIC_SHOT, BASIC_THROW, BASIC_LEGS, BASIC_RUM, BASIC_EYE, BASIC_CALM } AyeBasic;
typedef enum AyeSpecial {
    NO_SPECIAL,
    DOUBLETTE,
    BLACK_FLAG,
    RIPOSTE,
    TRADE_WIND,
    GRAPESHOT,
    SHIPWRIGHT,
    LANTERN
} AyeSpecial;
typedef enum AyeSkill { MARKSMAN, GAMBLER, TOUGH, FENCER } AyeSkill;
typedef enum AyeBlade { HORIZONTAL, VERTICAL, NO_BLADE } AyeBlade;
typedef enum AyeWhen {
    WHEN_GHOST,
    WHEN_SHRINE,
    WHEN_UNDEAD,
    WHEN_GUARDIAN,
    WHEN_UNDEAD_WON,
    WHEN_GUARDIAN_WON
} AyeWhen;
typedef enum AyeOutcome { WON, GREAT, LOST, TIED, UNSOLVED } AyeOutcome; /* a card has effects for the first three */
typedef enum AyeOption { OPTION_GUARDIANS, OPTION_UNDEAD, OPTION_WRATH } AyeOption;
typedef enum AyeMode { MODE_ACTIVE, MODE_PASSIVE, MODE_WITHOUT } AyeMode;
typedef enum AyeEnding { GOING_ON, TREASURE, WRATH, MONSOON } AyeEnding;

/* The open question: a chance node or a decision. */
typedef enum AyeQuestion {
    ASK_NOTHING,
    ASK_FIRST,       /* chance: the starting player */
    ASK_FFC,         /* chance: an FFC from the deck */
    ASK_DICE,        /* chance: two dice */
    ASK_DIE,         /* chance: one die */
    ASK_QUEST,       /* chance: an unseen quest card */
    ASK_PIECE,       /* chance: the icon of a piece of eight */
    ASK_FOE,         /* chance: the blade that a quest card plays */
    ASK_BLIND,       /* chance: an FFC from a pirate's hand */
    ASK_TREMOR_AIM,  /* chance: deviation of the aim */
    ASK_TREMOR_PUSH, /* chance: deviation of the push */
    ASK_DOUBLOON,    /* chance: bones or the treasure */
    ASK_LAND,        /* the first decision */
    ASK_SOBER,
    ASK_WALK,
    ASK_WIND,
    ASK_SAIL,
    ASK_BAY,
    ASK_SEARCH,
    ASK_DIG,
    ASK_LANTERN,
    ASK_AGAINST,
    ASK_FLIP,
    ASK_CHOICE,
    ASK_THROWN,
    ASK_SHOT,
    ASK_AIM,
    ASK_PUSH,
    ASK_GRAPE,
    ASK_LAY,
    ASK_ANSWER,
    ASK_BOOTY,
    ASK_YIELD,
    ASK_PUT,
    ASK_GIVE,
    ASK_TAKE,
    ASK_STEAL,
    ASK_SWAP,
    ASK_WHOM,
    ASK_PEEK,
    ASK_STEP, /* destination of a walk that a card gives */
    ASK_UNDEAD,
    ASK_SKILL,
    ASK_DISCARD,
    ASK_OVER,
    AYE_QUESTION_COUNT
} AyeQuestion;

typedef enum AyeMove {
    MOVE_LAND,
    MOVE_SKIP,
    MOVE_GO,
    MOVE_THROW,
    MOVE_AHEAD,
    MOVE_ASTERN,
    MOVE_STAY,
    MOVE_CAST,
    MOVE_ON,
    MOVE_DIG,
    MOVE_FIGHT,
    MOVE_AGAINST,
    MOVE_FLIP,
    MOVE_LEAVE,
    MOVE_PAY,
    MOVE_REFUSE,
    MOVE_PLACE,
    MOVE_AIM,
    MOVE_PUSH,
    MOVE_STOP,
    MOVE_LAY,
    MOVE_ANSWER,
    MOVE_LOOK,
    MOVE_TAKE,
    MOVE_BLIND,
    MOVE_ENOUGH,
    MOVE_ALLOW,
    MOVE_CARDS,
    MOVE_GIVE,
    MOVE_GIVE_FFC,
    MOVE_SWAP,
    MOVE_PUT,
    MOVE_PEEK,
    MOVE_DISMISS,
    MOVE_POST,
    MOVE_SET,
    MOVE_SKILL,
    MOVE_DISCARD,
    MOVE_SPEND, /* the first move that plays an FFC */
    MOVE_LEGS,
    MOVE_TRIM,
    MOVE_AGAIN,
    MOVE_SOBER,
    MOVE_SPY,
    MOVE_SHOT,
    MOVE_CALM,
    MOVE_DOUBLETTE,
    MOVE_FLAG,
    MOVE_RIPOSTE,
    MOVE_WIND,
    MOVE_GRAPE,
    MOVE_WRIGHT,
    MOVE_LANTERN,
    MOVE_FIRST, /* the first chance outcome */
    MOVE_FFC,
    MOVE_DICE,
    MOVE_DIE,
    MOVE_QUEST,
    MOVE_PIECE,
    MOVE_FOE,
    MOVE_HAND,
    MOVE_TREMOR_AIM,
    MOVE_TREMOR_PUSH,
    MOVE_DOUBLOON
} AyeMove;

typedef enum AyeEvent {
    EVENT_FIRST,
    EVENT_LANDED,
    EVENT_ROUND,
    EVENT_TURN,
    EVENT_SKIPPED,
    EVENT_PLAYED, /* an FFC; its effect follows as further events */
    EVENT_SOBER,
    EVENT_THREW,
    EVENT_THREW_ONE,
    EVENT_RANGE,
    EVENT_WALKED,
    EVENT_TRIMMED,
    EVENT_WIND,
    EVENT_SAILED,
    EVENT_BECALMED,
    EVENT_WRIGHT,
    EVENT_CAST_OFF,
    EVENT_NO_SIX,
    EVENT_FLIPS,
    EVENT_BONES,
    EVENT_TREASURE,
    EVENT_LANTERN,
    EVENT_POSTED_MET,
    EVENT_GUARDIAN_MET,
    EVENT_LEFT,
    EVENT_PIECE,
    EVENT_TOOK,
    EVENT_NOTHING,
    EVENT_NO_MATERIAL,
    EVENT_CARD,
    EVENT_GOES_ON,
    EVENT_FIGHTS,
    EVENT_FLIPPING,
    EVENT_MEANT,
    EVENT_LOOKS,
    EVENT_DIGS,
    EVENT_TREMOR_PUSH,
    EVENT_LOOKING,
    EVENT_AGAIN_AT, /* another try at a held card */
    EVENT_NO_CARD,
    EVENT_PAID,
    EVENT_REFUSED,
    EVENT_OUTCOME,
    EVENT_UNSOLVED,
    EVENT_CARD_BACK,
    EVENT_DUEL,
    EVENT_DUEL_CARD,
    EVENT_LAID,
    EVENT_LOOKED,
    EVENT_ANSWERED,
    EVENT_RIPOSTE,
    EVENT_HIT,
    EVENT_PARRIED,
    EVENT_SECOND_ROUND,
    EVENT_DUEL_WON,
    EVENT_DUEL_TIED,
    EVENT_PICKED,
    EVENT_PICKED_BLIND,
    EVENT_ENOUGH,
    EVENT_ALLOWED,
    EVENT_YIELDED,
    EVENT_FLAG,
    EVENT_GOT, /* an item from another pirate or a Guardian */
    EVENT_SPARE,
    EVENT_BLIND,
    EVENT_PUT,
    EVENT_XP,
    EVENT_SKILL,
    EVENT_DISCARDED,
    EVENT_DREW,
    EVENT_SHUFFLED,
    EVENT_NO_FFC,
    EVENT_GAVE,
    EVENT_GAVE_FFC,
    EVENT_SWAP_PLACE,
    EVENT_SWAP_HANDS,
    EVENT_SWAP_ITEM,
    EVENT_SUSPENDED,
    EVENT_TOUGH,
    EVENT_PEEKED,
    EVENT_EXTRA,
    EVENT_SHOOTS, /* a series of shots begins; the plank is cleared */
    EVENT_PLACED,
    EVENT_AIMED,
    EVENT_PUSHED,
    EVENT_CALM,
    EVENT_TREMOR,
    EVENT_FOUL,
    EVENT_RELEASED,
    EVENT_CUSHION,
    EVENT_BUMP,
    EVENT_FELL,
    EVENT_RESTS,
    EVENT_HITS,
    EVENT_STOPPED,
    EVENT_BATTLE,
    EVENT_RETURN_FIRE,
    EVENT_BATTLE_HIT,
    EVENT_SUNK,
    EVENT_MISSED,
    EVENT_GUARDIAN,
    EVENT_GUARDIAN_TAKES,
    EVENT_GUARDIAN_GONE,
    EVENT_STASH,
    EVENT_UNDEAD_GONE,
    EVENT_POSTED,
    EVENT_SET_ON,
    EVENT_WRATH,
    EVENT_ENDED
} AyeEvent;

/* Kinds of frames on the state's call stack. */
typedef enum AyeFrame {
    FRAME_TURN,
    FRAME_WALK,
    FRAME_SAIL,
    FRAME_BAY,
    FRAME_SEARCH,
    FRAME_ARRIVE,
    FRAME_CARD,
    FRAME_DICE,
    FRAME_PLANK,
    FRAME_DUEL,
    FRAME_BOOTY,
    FRAME_BATTLE,
    FRAME_DRAW,
    FRAME_TAKE,
    FRAME_LOSE,
    FRAME_STEAL,
    FRAME_PUSH,
    FRAME_PEEK,
    AYE_FRAME_KIND_COUNT
} AyeFrame;

/* Indexes into Frame.arg that bots and texts also use; frames.h has the others. A frame with several stages keeps its
 * stage in arg[AYE_STAGE]. */
enum { AYE_STAGE = 0 };
enum { CARD_DRAW, CARD_OPEN, CARD_TASK, CARD_JUDGE, CARD_EFFECTS, CARD_EACH, CARD_BACK, CARD_CAPTAIN, CARD_END };
enum { WALK_LEGS = 1 };    /* extra steps from cards */
enum { BAY_THROWS = 1 };   /* throws left */
enum { SEARCH_FLIPS = 1 }; /* doubloons left to turn over */
/* CARD_XP: XP as 128 + n. CARD_TARGETS: set of seats that the effect has yet to reach. */
enum { CARD_CARD = 1, CARD_OUTCOME, CARD_EFFECT, CARD_XP, CARD_TARGETS };
enum { DICE_THROWS = 1 }; /* throws left */
enum { PLANK_SHOTS_LEFT = 1, PLANK_HITS, PLANK_CALM, PLANK_PLACE, PLANK_AIM };
enum { BOOTY_LOSER = 1, BOOTY_PICKS, BOOTY_BLIND };
enum { BATTLE_FOE = 1, BATTLE_HITS, BATTLE_FIRING }; /* firing: 0 the attacker, 1 the other */
enum { LOSE_LEFT = 0, LOSE_WHAT, LOSE_GIVEN };
enum { PUSH_VICTIM = 0, PUSH_STEPS };
enum { PEEK_LEFT = 0, PEEK_PIECE }; /* piece being looked at, plus 1; 0 if none */

typedef struct AyePirate {
    uint16_t xp, best;         /* XP now; highest XP so far */
    uint8_t place;             /* space; the number of spaces before landing */
    uint8_t items;             /* set of items */
    uint8_t suspended;         /* markers: turns to skip */
    uint8_t card;              /* unsolved card; the number of cards if none */
    uint8_t tries;             /* failed tries at it */
    uint8_t ffcs;              /* FFCs in hand */
    uint8_t skill[AYE_SKILLS]; /* level of each skill */
    uint8_t hand[AYE_FFCS];    /* count of each FFC; only the owner knows */
} AyePirate;

typedef struct AyeDuel {
    uint8_t side[2]; /* seats; the number of seats for a quest card; side 0 started the duel */
    uint8_t points[2];
    uint8_t left[2][2];      /* cards not yet laid, by side and blade */
    uint8_t round, exchange; /* from 1; from 0 */
    uint8_t attacker;        /* side: 0 or 1 */
    uint8_t laid, answer;    /* blades */
    uint8_t looked;          /* 1 if the defender has seen the laid card */
    uint8_t riposte;         /* 1 if a Riposte parries, whatever the blades are */
    uint8_t looks[2][2];     /* looks used, by side and round */
} AyeDuel;

typedef struct AyeState {
    Head head;
    PlankStones plank;
    AyePirate pirate[AYE_SEATS];
    uint16_t doubloons; /* set of doubloons turned over */
    uint16_t round;
    uint8_t ask, actor, active, first; /* open question; seat that answers it; seat whose turn it is; starting player */
    uint8_t die[2];
    uint8_t extra;            /* 1 if a card has already given an arrival or a turn this turn (R14) */
    uint8_t extra_kind;       /* pending: 0 none, 1 walk, 2 Raft Bay, 3 piece, 4 another turn */
    uint8_t extra_n;          /* steps of the pending walk */
    uint8_t result;           /* result of the frame that ended last: an outcome, or hits */
    uint8_t target, bank;     /* for shots: set of holes that count; 1 if only off a cushion */
    uint8_t tremor;           /* drawn tremor of the aim */
    uint8_t victim;           /* seat that is robbed or was chosen */
    uint8_t wanted;           /* item picked, AYE_ITEMS for cards drawn blind; also the push, or the doubloon */
    uint8_t flag;             /* the victim's reply: 0 allowed, 1 cards instead, 2 Black Flag */
    uint8_t dead, mountain;   /* God's Wrath: steps made by each marker */
    uint8_t ending, finder;   /* AyeEnding; seat that found the treasure */
    uint8_t icon[AYE_PIECES]; /* AYE_ICONS until drawn */
    uint8_t seen[AYE_PIECES]; /* set of seats that peeked */
    uint8_t open[AYE_PIECES]; /* 1 if face up */
    uint8_t icons[AYE_ICONS]; /* count of each icon not yet drawn */
    uint8_t supply[AYE_ITEMS];
    uint8_t deck[AYE_FFCS], pile[AYE_FFCS];
    uint8_t drawn[AYE_CARDS];                  /* 1 if the card has been seen or is not in the game */
    uint8_t stack[AYE_CATEGORIES][AYE_STACK];  /* returned cards, oldest first */
    uint8_t returned[AYE_CATEGORIES];          /* number of returned cards */
    uint8_t guardian[AYE_FIGURES];             /* the Guardian's space; the number of spaces if not on the map */
    uint8_t stash[AYE_FIGURES];                /* set of items on the Guardian's card */
    uint8_t stash_ffcs[AYE_FIGURES];           /* number of FFCs on it, face down */
    uint8_t stash_hand[AYE_FIGURES][AYE_FFCS]; /* count of each of these FFCs; hidden from everyone */
    uint8_t undead[AYE_FIGURES];               /* the captain's space; the number of spaces if not posted */
    uint8_t poster[AYE_FIGURES];               /* seat that posted the captain; the number of seats if none */
    uint8_t owed[AYE_FIGURES];                 /* XP waiting on the captain's card */
    AyeDuel duel;
    uint8_t depth;
    Frame frame[AYE_FRAMES];
} AyeState;
_Static_assert(sizeof(AyeState) <= 2048, "a state has at most 2 KiB");

/* ---- content -------------------------------------------------------------------------------------------- */

typedef struct AyeSpace {
    char id[ID_SIZE];
    uint8_t kind, course;
} AyeSpace;

typedef struct AyeEffect {
    uint8_t verb, who, what, to, way;
    int8_t n;
    uint8_t minus, die;
} AyeEffect;

typedef struct AyeCard {
    char id[ID_SIZE];
    uint8_t category, kind;
    uint8_t task, need, n, dice, throws;
    uint8_t target, hole, shots, hits, great;
    uint8_t plus, foe, first;
    uint8_t tries;
    int8_t xp;
    uint8_t effects[3];
    AyeEffect effect[3][AYE_EFFECTS]; /* by AyeOutcome: won, great, lost */
} AyeCard;

typedef struct AyeFfc {
    char id[ID_SIZE];
    uint8_t count, basic, special, spare;
} AyeFfc;

typedef struct AyeWrathStep {
    uint8_t when[AYE_WRATH_EVENTS], whens;
} AyeWrathStep;

typedef struct AyeContent {
    PlankBoard plank;
    AyeSpace space[AYE_SPACES];
    struct {
        uint8_t from, to;
    } path[AYE_PATHS];
    struct {
        uint8_t space, card;
    } sea_event[AYE_SEA_EVENTS];
    AyeCard card[AYE_CARDS];
    AyeFfc ffc[AYE_FFCS];
    AyeWrathStep dead[AYE_WRATH], mountain[AYE_WRATH];
    uint8_t spaces, paths, sea_events, cards, ffcs, dead_steps, mountain_steps;
    uint8_t icon[AYE_ICONS];                       /* pieces with each icon */
    uint8_t supply;                                /* tokens of each item */
    uint8_t hand_land, hand_sea;                   /* hand limits */
    uint8_t markers;                               /* maximum suspension markers of a pirate */
    uint8_t xp_level;                              /* XP per skill level */
    uint8_t xp_winner, xp_loser;                   /* XP for a duel or battle */
    uint8_t booty, put_steps;                      /* maximum picks after a duel; steps that its loser is moved */
    uint8_t legs, battle_shots;                    /* extra steps per card; shots per side in a battle */
    uint8_t doubloons, rounds;                     /* rounds: the monsoon ends the game after this one */
    uint8_t look_first[AYE_LEVELS], look_firsts;   /* fencer's looks in the first round, by level */
    uint8_t look_second[AYE_LEVELS], look_seconds; /* fencer's looks in the second round, by level */
} AyeContent;

typedef struct AyeDerived {
    uint8_t steps[AYE_LAND][AYE_LAND];                /* length of the shortest path */
    uint8_t farthest[AYE_LAND];                       /* most steps from here to any space on land */
    uint8_t piece[AYE_SPACES];                        /* piece number of a discovery space; AYE_PIECES elsewhere */
    uint8_t where[AYE_PIECES];                        /* space of each piece */
    uint8_t event[AYE_SPACES];                        /* event card of a sea space; AYE_CARDS if none */
    uint8_t from_bay[AYE_SPACES];                     /* position of a sea space in its course, from 1 */
    uint8_t course[AYE_COURSES], length[AYE_COURSES]; /* first space of each course; number of its spaces */
    uint8_t figure[AYE_CARDS];                        /* Guardian or captain on a card; AYE_FIGURES if none */
    uint8_t guardian_card[AYE_FIGURES], undead_card[AYE_FIGURES];
    uint8_t in_category[AYE_CATEGORIES];
    uint8_t land, pieces, bay, final, guardians, undead;
    uint8_t ghosts, shrines;
} AyeDerived;

static inline const AyeContent *aye_content(const Rules *rules) { return rules->content; }
static inline const AyeDerived *aye_derived(const Rules *rules) { return rules->derived; }
static inline unsigned aye_kind_at(const Rules *rules, unsigned place) { return aye_content(rules)->space[place].kind; }
static inline bool aye_has_landed(const Rules *rules, const AyePirate *p) {
    return p->place < aye_content(rules)->spaces;
}
static inline bool aye_is_on_land(const Rules *rules, unsigned place) { return place < aye_derived(rules)->land; }
static inline bool aye_is_at_sea(const Rules *rules, unsigned place) { return aye_kind_at(rules, place) == SEA; }
/* The space from which steps on land are counted: pirates at sea count as in the Raft Bay. */
static inline unsigned aye_land_place(const Rules *rules, unsigned place) {
    return aye_is_on_land(rules, place) ? place : aye_derived(rules)->bay;
}
static inline const AyeCard *aye_card(const Rules *rules, unsigned card) { return &aye_content(rules)->card[card]; }
/* R57: how many FFCs a pirate on this space can hold. */
static inline unsigned aye_hand_limit(const Rules *rules, unsigned place) {
    return aye_is_on_land(rules, place) ? aye_content(rules)->hand_land : aye_content(rules)->hand_sea;
}
static inline unsigned aye_levels(const AyePirate *p) {
    return (unsigned)p->skill[0] + p->skill[1] + p->skill[2] + p->skill[3];
}
/* R45: skill levels that the pirate has earned but not taken yet. */
static inline unsigned aye_levels_due(const Rules *rules, const AyePirate *p) {
    unsigned earned = p->best / aye_content(rules)->xp_level, taken = aye_levels(p);
    return taken < (unsigned)AYE_SKILLS * AYE_LEVELS && earned > taken ? earned - taken : 0;
}
/* An icon is either a quest category or an item. */
static inline bool aye_icon_is_category(unsigned icon) { return icon < AYE_CATEGORIES; }
static inline const Frame *aye_top_frame(const AyeState *s) { return &s->frame[s->depth - 1]; }

extern const Game ayeaye_game;

#endif
