/* State, content and helpers of Ten Days, shared by its rules, bot and text. Only plain values: nothing here owns
 * memory. Rule numbers refer to games/tendays/rules.md. */
#ifndef SKERRY_GAMES_TENDAYS_TENDAYS_H
#define SKERRY_GAMES_TENDAYS_TENDAYS_H

#include "base/bits.h"
#include "engine/game.h"
#include "games/tendays/rules/enums.h"

enum {
    TEN_SEATS = 6,
    TEN_CARDS = 80, /* kinds of cards */
    TEN_HELD = 58,  /* kinds that can be held; they come first */
    TEN_CHARACTERS = 24,
    TEN_RESCUERS = 12,
    TEN_DAYS = 12,
    TEN_ITEMS = 8, /* kinds of items, campfire first */
    TEN_ANIMALS = 12,
    TEN_WEAPONS = 8,
    TEN_SERVINGS = 8, /* kinds of servings: the first values of TenKind */
    TEN_FIRES = 8,
    TEN_BERTHS = 4, /* rescuers that can wait at the same time */
    TEN_BID = 8,    /* cards in one bid */
    TEN_CARRY = 4,  /* treasures that one character can carry */
    TEN_TERMS = 4,  /* cards given, and cards asked for, in an offer */
    TEN_OPEN = 2,   /* open offers of one seat */
    TEN_OFFERS = TEN_OPEN * TEN_SEATS,
    TEN_FAVOURS = 5,
    TEN_STANDING_BIDS_MAX = 6, /* standing bids left for a character per day */
    TEN_FRAMES = 9,
    TEN_STACK =
        240 /* upper limit for the cards of a special supply in all hands together; real games stay far below it */
};

typedef enum TenDeck { SUPPLIES, SPECIAL, EXPLORES } TenDeck;
typedef enum TenKind {
    WATER, /* first kind of serving */
    CAN,
    FRUIT,
    PLANTS,
    FRESH_FISH,
    ROAST_FISH,
    RAW_MEAT,
    ROAST_MEAT,
    WEAPON,
    WOOD,
    ITEM,
    TOOL,
    TREASURE,
    HAPPENING,
    ANIMAL,
    CANNIBALS
} TenKind;
typedef enum TenUse {
    USE_NONE,
    USE_CAMPFIRE, /* first item */
    USE_PARASOL,
    USE_COLLECTOR,
    USE_MOUSETRAP,
    USE_NET,
    USE_TRAP,
    USE_FRUIT_BOOK,
    USE_PLANT_BOOK,
    USE_FISHING,
    USE_PLIERS,
    USE_KIT,
    USE_BINOCULARS,
    USE_ENERGY,
    USE_TORCH,
    USE_STATUE,
    USE_BASE,
    USE_SUN, /* first event */
    USE_RAIN,
    USE_TORNADO,
    USE_STEAM,
    USE_NATIVES,
    USE_PUTRID,
    USE_RESCUE,
    USE_FIND,
    TEN_USES
} TenUse;
/* Index of an item in the gear arrays. */
#define GEAR(use) ((use)-USE_CAMPFIRE)

typedef enum TenIll { SICKNESS, POISON, INJURY, TEN_ILLS } TenIll;
typedef enum TenHarm { HARM_NONE, HARM_SICKNESS, HARM_POISON, HARM_INJURY, HARM_DEATH } TenHarm;
typedef enum TenGender { MALE, FEMALE } TenGender;
typedef enum TenAge { CHILD, ADULT, ELDERLY } TenAge;
typedef enum TenBoardingRule { WHO_ANY, WHO_MALE, WHO_FEMALE } TenBoardingRule;
typedef enum TenNeed {
    NEED_NOTHING,
    NEED_FISH,
    NEED_WATER,
    NEED_FOOD,
    NEED_TREASURE,
    NEED_TROPHY,
    NEED_WEAPON,
    NEED_SET,
    NEED_KILL,
    NEED_SOULS,
    NEED_NAMING
} TenNeed;
typedef enum TenMeasure { MEASURE_NONE, MEASURE_CARDS, MEASURE_VALUE, MEASURE_HEARTS } TenMeasure;
typedef enum TenAction { ACT_EXPLORE, ACT_SCAVENGE, ACT_FISH, ACT_ATTACK, ACT_RAID, ACT_EXCHANGE } TenAction;
typedef enum TenFavour { FAVOUR_FIRE, FAVOUR_FRUIT, FAVOUR_PLANT, FAVOUR_EXTRA, FAVOUR_HELP } TenFavour;
typedef enum TenClaim { CLAIM_NOTHING, CLAIM_REWARD, CLAIM_TROPHY, CLAIM_BOTH } TenClaim; /* bit set: reward, trophy */
typedef enum TenSide { SIDE_ATTACKER, SIDE_DEFENDER, SIDE_NONE } TenSide;
typedef enum TenCause { BY_POISON, BY_INJURY, BY_WANT, BY_SUN, BY_ANIMAL, BY_ATTACK } TenCause;
typedef enum TenRoll { ROLL_SICK, ROLL_POISON, ROLL_INJURY, ROLL_ITEM, ROLL_SERVING, ROLL_FISH, ROLL_EXCHANGE } TenRoll;
typedef enum TenEnding { GOING_ON, EMPTY_ISLAND, LAST_DAY } TenEnding;

/* The contents of an offer. */
typedef struct TenTerms {
    uint8_t to;              /* partner's seat; the number of seats if there is no offer */
    uint8_t give[TEN_TERMS]; /* held cards and trophies given; unused entries hold the number of cards */
    uint8_t gear[TEN_TERMS]; /* equipped items given */
    uint8_t want[TEN_TERMS]; /* cards asked for */
    uint8_t favour[TEN_FAVOURS];
    uint8_t claim;
    uint8_t battle; /* number, within the day, of the battle that the help or claim is for; 0: none */
} TenTerms;

typedef struct TenOffer {
    uint8_t number;       /* number within the day; 0: no offer */
    uint8_t gives, wants; /* how many cards; public */
    TenTerms terms;
} TenOffer;

typedef struct TenSeat {
    uint32_t island, saved, dead; /* sets of characters */
    uint16_t held;                /* number of cards in hand */
    uint8_t souls, turned;        /* turned: souls turned for a Ghost ship */
    uint8_t laid_n;               /* weapons laid face down */
    uint8_t side;                 /* side in a battle between players */
    uint8_t claim;                /* claim as a helper */
    uint8_t drafts;               /* offers started today */
    uint8_t sent;                 /* offers sent today */
    uint8_t named;                /* character named for the Rescue team; the number of characters if none */
    uint8_t gear[TEN_ITEMS];
    uint8_t trophy[TEN_ANIMALS];
    uint8_t open[TEN_SERVINGS]; /* opened servings */
    uint8_t put[TEN_WEAPONS];   /* weapons laid openly */
    uint8_t laid[TEN_WEAPONS];  /* weapons laid face down; secret */
    uint8_t hand[TEN_HELD];     /* secret */
    TenTerms draft;             /* unfinished offer; secret */
} TenSeat;

typedef struct TenFire {
    uint8_t owner; /* the number of seats if there is no campfire */
    uint8_t sticks, branches;
} TenFire;

typedef struct TenState {
    Head head;
    uint32_t sick, poisoned, injured; /* these and the following are sets of characters */
    uint32_t acted, passed, lost;     /* today: took an action; passed the sickness roll; failed it */
    uint32_t drunk, eaten;            /* at this dusk: have drunk, have eaten */
    uint32_t doomed;                  /* short of water or food at this dusk, not yet dead */
    uint32_t changed;                 /* bid changed in this bidding turn */
    uint32_t leaving;                 /* still to board the rescuer that is leaving */
    uint32_t debt[TEN_BERTHS];        /* characters that a Devil at the berth will take */
    TenSeat seat[TEN_SEATS];
    uint8_t acts[TEN_CHARACTERS];   /* regular actions taken this turn */
    uint8_t fed[TEN_CHARACTERS];    /* actions gained by eating, not yet taken */
    uint8_t extra[TEN_CHARACTERS];  /* actions gained by souls or energy drinks, not yet taken */
    uint8_t bid[TEN_CHARACTERS];    /* berth where it is entered; TEN_BERTHS if none */
    uint8_t orders[TEN_CHARACTERS]; /* standing bids left today */
    uint8_t order[TEN_CHARACTERS];  /* berth of its standing bid; TEN_BERTHS if none */
    uint8_t limit[TEN_CHARACTERS];  /* most cards that the standing bid may cost; secret */
    uint8_t bid_card[TEN_CHARACTERS][TEN_BID];
    uint8_t carried[TEN_CHARACTERS][TEN_CARRY];
    uint8_t berth[TEN_BERTHS];    /* rescuer waiting there; the number of rescuers if none */
    uint8_t rescue[TEN_RESCUERS]; /* Rescue cards not yet turned up */
    TenFire fire[TEN_FIRES];
    uint8_t deck[TEN_CARDS], pile[TEN_CARDS]; /* Supplies and Explore. In a view, the deck is all unseen cards (R4) */
    uint8_t out[TEN_HELD];                    /* total in all hands, of special supplies and treasures */
    uint8_t use_fire[TEN_SEATS][TEN_SEATS];   /* permissions, from the owner (row) to another seat */
    uint8_t use_fruit[TEN_SEATS][TEN_SEATS];
    uint8_t use_plant[TEN_SEATS][TEN_SEATS];
    uint8_t use_extra[TEN_SEATS][TEN_SEATS];
    TenOffer offer[TEN_OFFERS]; /* TEN_OPEN per seat */
    uint8_t ask, actor, active, day;
    uint8_t first; /* first seat in today's turn order */
    uint8_t die;
    uint8_t taken;               /* actions this turn that count towards the limit of R19 */
    uint8_t wolf_did, mates_did; /* sets of TenAction: by the lone wolf, by his team-mates */
    uint8_t torch;               /* 1 while the torch's action is unused */
    uint8_t never;               /* set of seats that refuse all help today (R107) */
    uint8_t offered, allied;     /* sets of seats: helpers in this battle; those accepted */
    uint8_t dusked;              /* set of seats that have finished their dusk */
    uint8_t down;                /* weapons lying face down, of all seats */
    uint8_t souls_laid;
    uint8_t battles; /* numbered battles today: against animals, cannibals and rescuers */
    uint8_t numbers; /* offers sent today, by all seats */
    uint8_t stirred; /* 1 if a bid was changed in this bidding turn */
    uint8_t ending;
    uint8_t depth;
    uint8_t pending; /* set of seats that still have to name a character */
    Frame frame[TEN_FRAMES];
} TenState;
_Static_assert(sizeof(TenState) <= 4096 && sizeof(TenState) % 4 == 0, "a state may take at most four kilobytes");

/* ---- content -------------------------------------------------------------------------------------------- */

typedef struct TenGift {
    uint8_t card, n;
} TenGift;

typedef struct TenCard {
    char id[ID_SIZE];
    uint8_t deck, kind, use, value, count, burns, cooked, draws, harm, heals;
    TenGift gives;
} TenCard;

typedef struct TenCharacter {
    char id[ID_SIZE];
    uint8_t points, gender, age, hearts;
    uint8_t vs_player, vs_animal, bars_action, actions_alone, redraws, takes_extra, first, fish_roll;
    uint8_t dies_for_other, souls, team_safe_fish, sun_sick, eats_raw_meat, team_item_lost, steals, takes_items;
    uint8_t team_unattackable, heals_for, escapes, drinks_food, team_any_campfire, carries, sick_lost, poison_dies;
    uint8_t no_meat, safe_fruit, safe_plants, no_explore, exchange_roll, team_item_gains;
    TenGift butchers;
} TenCharacter;

typedef struct TenRescuer {
    char id[ID_SIZE];
    uint8_t copies, strength, spots, who, needs, cards, measure, draws;
    TenGift gives;
} TenRescuer;

typedef struct TenDay {
    uint8_t water, food, rescue;
} TenDay;

typedef struct TenContent {
    TenCard card[TEN_CARDS];
    TenCharacter character[TEN_CHARACTERS];
    TenRescuer rescuer[TEN_RESCUERS];
    TenDay day[TEN_DAYS];
    uint8_t cards, characters, rescuers, days;
    uint8_t team, supplies;
    TenGift begins;
    uint8_t full_team, scavenge, angle;
    uint8_t sick_lost, poison_dies, injury_dies, item_gains, serving_hurts;
    uint8_t souls, soul_stars, soul_points;
    uint8_t circles, carries, times;
    uint8_t offers_open, offers_sent, drafts;
} TenContent;

/* Tables computed from the content. The 32-bit members are the sets of characters with an ability. */
typedef struct TenDerived {
    uint32_t bars, extra, first, savers, safe_fish, sun_sick, item_lost, takers, guards, healers, runners, fires,
        gainers, no_explore, anglers, exchangers, butchers, males, females;
    uint8_t of_use[TEN_USES];  /* card with that use; TEN_CARDS if none */
    uint8_t weapon[TEN_CARDS]; /* index of the weapon; TEN_WEAPONS if it is none */
    uint8_t weapon_card[TEN_WEAPONS];
    /* Kinds in the Supplies deck; first kind of the Explore deck; kinds that can be held; first animal. */
    uint8_t supplies, explore, held, animal;
    uint8_t weapons;
    uint8_t stick, branches; /* the cards that burn: from Supplies, and the special supply */
} TenDerived;

static inline const TenContent *ten_content(const Rules *rules) { return rules->content; }
static inline const TenDerived *ten_derived(const Rules *rules) { return rules->derived; }
static inline const TenCard *ten_card(const Rules *rules, unsigned card) { return &ten_content(rules)->card[card]; }
static inline const TenCharacter *ten_character(const Rules *rules, unsigned c) {
    return &ten_content(rules)->character[c];
}
static inline const TenRescuer *ten_rescuer(const Rules *rules, unsigned r) { return &ten_content(rules)->rescuer[r]; }
static inline unsigned ten_no_card(const Rules *rules) { return ten_content(rules)->cards; }
static inline unsigned ten_no_character(const Rules *rules) { return ten_content(rules)->characters; }
static inline unsigned ten_no_rescuer(const Rules *rules) { return ten_content(rules)->rescuers; }
static inline bool ten_is_food(unsigned kind) { return kind > WATER && kind <= ROAST_MEAT; }
static inline bool ten_is_trophy(const Rules *rules, unsigned card) { return card >= ten_derived(rules)->animal; }
/* The seat with that character on the island; the number of seats if none. */
static inline unsigned ten_owner(const Rules *rules, const TenState *s, unsigned c) {
    unsigned seat = 0;
    while (seat < rules->seats && !(s->seat[seat].island & BIT(c)))
        seat++;
    return seat;
}
static inline const Frame *ten_top(const TenState *s) { return &s->frame[s->depth - 1]; }
/* Souls from deaths at this dusk, too late to use as servings (R30). The day's frame holds them, four bits per seat. */
enum { TEN_LATE_SOULS_MAX = 15 };
static inline unsigned ten_late_souls(const TenState *s, unsigned seat) {
    return s->frame[0].arg[3 + seat / 2] >> seat % 2 * 4 & TEN_LATE_SOULS_MAX;
}
/* The characters of a seat that can act: not injured, and if sick, past the roll of R38. */
static inline uint32_t ten_can_act(const TenState *s, unsigned seat) {
    return s->seat[seat].island & ~s->injured & ~s->lost & ~(s->sick & ~s->acted & ~s->passed);
}
/* The sick characters of a seat that must roll before they act. */
static inline uint32_t ten_to_rouse(const TenState *s, unsigned seat) {
    return s->seat[seat].island & s->sick & ~s->injured & ~s->lost & ~s->acted & ~s->passed;
}
/* The seat that is fighting an animal, cannibals or a rescuer and may still get help (R103); the number of seats if
 * none. */
unsigned ten_battler(const Rules *rules, const TenState *s);
bool ten_can_eat(const Rules *rules, unsigned c, unsigned serving);         /* R32, R33 */
bool ten_card_meets_need(const Rules *rules, unsigned need, unsigned card); /* R79 */
void ten_points(const Rules *rules, const TenState *s, unsigned seat, int32_t part[4]);

extern const Game tendays_game;

#endif
