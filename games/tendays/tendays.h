/* Ten Days: state, content and helpers, for its own rules, its bot and its text alone.
 * Plain values throughout; nothing here owns memory. Rules are numbered in games/tendays/rules.md. */
#ifndef SKERRY_GAMES_TENDAYS_TENDAYS_H
#define SKERRY_GAMES_TENDAYS_TENDAYS_H

#include "base/bits.h"
#include "engine/game.h"
#include "games/tendays/rules/enums.h"

enum {
    TEN_SEATS = 6,
    TEN_CARDS = 80, /* kinds of cards */
    TEN_HELD = 58,  /* of them, kinds that can be held; they come first */
    TEN_CHARACTERS = 24,
    TEN_RESCUERS = 12,
    TEN_DAYS = 12,
    TEN_ITEMS = 8, /* kinds of equipment, the campfire first */
    TEN_ANIMALS = 12,
    TEN_WEAPONS = 8,
    TEN_SERVINGS = 8, /* kinds of servings: the first kinds of cards */
    TEN_FIRES = 8,
    TEN_BERTHS = 4, /* rescuers that can wait at once */
    TEN_BID = 8,    /* cards of one bid */
    TEN_CARRY = 4,  /* treasures with one character */
    TEN_TERMS = 4,  /* cards given, kinds asked in an offer */
    TEN_OPEN = 2,   /* offers open at once, of a seat */
    TEN_OFFERS = TEN_OPEN * TEN_SEATS,
    TEN_FAVOURS = 5,
    TEN_STANDING_BIDS_MAX = 6, /* bids left ahead, of a character and day */
    TEN_FRAMES = 9,
    TEN_STACK = 240 /* of a special supply in all hands; nobody ever gathers so many */
};

typedef enum TenDeck { SUPPLIES, SPECIAL, EXPLORES } TenDeck;
typedef enum TenKind {
    WATER, /* from here on: kinds of servings */
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
    USE_CAMPFIRE, /* from here on: equipment */
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
    USE_SUN, /* from here on: what happens */
    USE_RAIN,
    USE_TORNADO,
    USE_STEAM,
    USE_NATIVES,
    USE_PUTRID,
    USE_RESCUE,
    USE_FIND,
    TEN_USES
} TenUse;
/* What is equipped, as an index: USE_PARASOL - USE_CAMPFIRE and so on. */
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
typedef enum TenClaim { CLAIM_NOTHING, CLAIM_REWARD, CLAIM_TROPHY, CLAIM_BOTH } TenClaim; /* bits: reward, trophy */
typedef enum TenSide { SIDE_ATTACKER, SIDE_DEFENDER, SIDE_NONE } TenSide;
typedef enum TenCause { BY_POISON, BY_INJURY, BY_WANT, BY_SUN, BY_ANIMAL, BY_ATTACK } TenCause;
typedef enum TenRoll { ROLL_SICK, ROLL_POISON, ROLL_INJURY, ROLL_ITEM, ROLL_SERVING, ROLL_FISH, ROLL_EXCHANGE } TenRoll;
typedef enum TenEnding { GOING_ON, EMPTY_ISLAND, LAST_DAY } TenEnding;

/* What an offer is about: from its giver to a partner. */
typedef struct TenTerms {
    uint8_t to;              /* "none": there is no offer */
    uint8_t give[TEN_TERMS]; /* held cards and trophies given */
    uint8_t gear[TEN_TERMS]; /* equipment given */
    uint8_t want[TEN_TERMS]; /* kinds asked */
    uint8_t favour[TEN_FAVOURS];
    uint8_t claim;
    uint8_t battle; /* the number of the battle that help or claim is about; 0: none */
} TenTerms;

typedef struct TenOffer {
    uint8_t number; /* of the day; 0: none */
    uint8_t gives, wants;
    TenTerms terms;
} TenOffer;

typedef struct TenSeat {
    uint32_t island, saved, dead; /* sets of characters */
    uint16_t held;                /* cards in hand */
    uint8_t souls, turned;
    uint8_t laid_n; /* weapons face down */
    uint8_t side;   /* whom they are for */
    uint8_t claim;  /* as a helper */
    uint8_t drafts; /* begun today */
    uint8_t sent;   /* offers today */
    uint8_t named;  /* for the Rescue team; "none" */
    uint8_t gear[TEN_ITEMS];
    uint8_t trophy[TEN_ANIMALS];
    uint8_t open[TEN_SERVINGS]; /* opened servings */
    uint8_t put[TEN_WEAPONS];   /* weapons put forth openly */
    uint8_t laid[TEN_WEAPONS];  /* and face down: his secret */
    uint8_t hand[TEN_HELD];     /* his secret */
    TenTerms draft;             /* an offer half made: his secret */
} TenSeat;

typedef struct TenFire {
    uint8_t owner; /* "none": no campfire */
    uint8_t sticks, branches;
} TenFire;

typedef struct TenState {
    Head head;
    uint32_t sick, poisoned, injured; /* sets of characters, these and the following */
    uint32_t acted, passed, lost;     /* today: has acted; sick, and the roll was good; was bad */
    uint32_t drunk, eaten;            /* at this dusk */
    uint32_t doomed;                  /* lacking water or food at this dusk, not yet dead */
    uint32_t changed;                 /* bids changed in this go */
    uint32_t leaving;                 /* being taken aboard */
    uint32_t debt[TEN_BERTHS];        /* whom a Devil will take */
    TenSeat seat[TEN_SEATS];
    uint8_t acts[TEN_CHARACTERS];   /* own actions taken this turn */
    uint8_t fed[TEN_CHARACTERS];    /* actions eaten for, not yet taken */
    uint8_t extra[TEN_CHARACTERS];  /* actions by soul or energy drink, not yet taken */
    uint8_t bid[TEN_CHARACTERS];    /* the berth it is entered for; "none" */
    uint8_t orders[TEN_CHARACTERS]; /* bids left ahead today */
    uint8_t order[TEN_CHARACTERS];  /* the berth a bid was left ahead for; "none" */
    uint8_t limit[TEN_CHARACTERS];  /* and how many cards it may cost: its owner's secret */
    uint8_t bid_card[TEN_CHARACTERS][TEN_BID];
    uint8_t carried[TEN_CHARACTERS][TEN_CARRY];
    uint8_t berth[TEN_BERTHS];    /* rescuers there; "none" */
    uint8_t rescue[TEN_RESCUERS]; /* Rescue cards not yet turned */
    TenFire fire[TEN_FIRES];
    uint8_t deck[TEN_CARDS], pile[TEN_CARDS]; /* Supplies and Explore; a view's deck: what the viewer has not seen */
    uint8_t out[TEN_HELD];                    /* special supplies and treasures in all hands */
    uint8_t use_fire[TEN_SEATS][TEN_SEATS];   /* permissions: of the owner (row) to another */
    uint8_t use_fruit[TEN_SEATS][TEN_SEATS];
    uint8_t use_plant[TEN_SEATS][TEN_SEATS];
    uint8_t use_extra[TEN_SEATS][TEN_SEATS];
    TenOffer offer[TEN_OFFERS]; /* two of each seat */
    uint8_t ask, actor, active, day;
    uint8_t first; /* who begins in this day's order */
    uint8_t die;
    uint8_t taken;               /* actions this turn that count against eating for more */
    uint8_t wolf_did, mates_did; /* kinds of actions: sets */
    uint8_t torch;               /* a torch's action is to be had */
    uint8_t never;               /* who helps nobody today: a set of seats */
    uint8_t offered, allied;     /* helpers in this battle: sets of seats */
    uint8_t dusked;              /* who has eaten: a set of seats */
    uint8_t down;                /* weapons face down, of all */
    uint8_t souls_laid;
    uint8_t battles; /* of the day */
    uint8_t numbers; /* offers of the day */
    uint8_t stirred; /* a bid was changed in this go */
    uint8_t ending;
    uint8_t depth;
    uint8_t pending; /* who has yet to name a character: a set of seats */
    Frame frame[TEN_FRAMES];
} TenState;
_Static_assert(sizeof(TenState) <= 4096 && sizeof(TenState) % 4 == 0, "four kilobytes are the limit");

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

/* Who has an ability, as sets of characters. */
typedef struct TenDerived {
    uint32_t bars, extra, first, savers, safe_fish, sun_sick, item_lost, takers, guards, healers, runners, fires,
        gainers, no_explore, anglers, exchangers, butchers, males, females;
    uint8_t of_use[TEN_USES];  /* the card that has it; TEN_CARDS: none */
    uint8_t weapon[TEN_CARDS]; /* which weapon it is; TEN_WEAPONS: none */
    uint8_t weapon_card[TEN_WEAPONS];
    uint8_t supplies, explore, held,
        animal; /* kinds in the Supplies deck; the first of Explore; that can be held; the first animal */
    uint8_t weapons;
    uint8_t stick, branches; /* what burns: out of Supplies, out of a special stack */
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
/* Whose character it is; the number of seats: nobody's on the island. */
static inline unsigned ten_owner(const Rules *rules, const TenState *s, unsigned c) {
    unsigned seat = 0;
    while (seat < rules->seats && !(s->seat[seat].island & BIT(c)))
        seat++;
    return seat;
}
static inline const Frame *ten_top(const TenState *s) { return &s->frame[s->depth - 1]; }
/* Souls that came by a death of this dusk, too late for a serving (R30): six small numbers in the day's frame. */
enum { TEN_LATE_SOULS_MAX = 15 };
static inline unsigned ten_late_souls(const TenState *s, unsigned seat) {
    return s->frame[0].arg[3 + seat / 2] >> seat % 2 * 4 & TEN_LATE_SOULS_MAX;
}
/* The characters of a seat that may take an action: not injured, not lost to sickness, and if sick, roused (R38). */
static inline uint32_t ten_can_act(const TenState *s, unsigned seat) {
    return s->seat[seat].island & ~s->injured & ~s->lost & ~(s->sick & ~s->acted & ~s->passed);
}
/* Sick ones that have to roll before they act. */
static inline uint32_t ten_to_rouse(const TenState *s, unsigned seat) {
    return s->seat[seat].island & s->sick & ~s->injured & ~s->lost & ~s->acted & ~s->passed;
}
/* Who battles an animal, cannibals or a rescuer and may still be helped (R103); the number of seats: nobody. */
unsigned ten_battler(const Rules *rules, const TenState *s);
bool ten_can_eat(const Rules *rules, unsigned c, unsigned serving);         /* R32, R33: by that character */
bool ten_card_meets_need(const Rules *rules, unsigned need, unsigned card); /* R79: what that need takes */
void ten_points(const Rules *rules, const TenState *s, unsigned seat, int32_t part[4]);

extern const Game tendays_game;

#endif
