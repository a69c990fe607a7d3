/* The weights of the hand-written rules for Ten Days, one group per chapter. Values, costs and prices are in hundredths
 * of a point; chances, shares and factors are in 1024ths. The numbers are in weights.inc: first set by hand, then tuned
 * by skerry-tune, which plays teams with slightly different weights against each other. It leaves weights of 0
 * unchanged: they stand for cases that do not occur. */
#ifndef SKERRY_GAMES_TENDAYS_BOT_WEIGHTS_H
#define SKERRY_GAMES_TENDAYS_BOT_WEIGHTS_H

#include "bots/bot.h"
#include "games/tendays/tendays.h"

enum { STARS_MAX = 16 }; /* most stars that the bot counts */

/* How much risk a seat takes. A seat alone on the island knows which score it has to beat. */
typedef enum RiskLevel {
    RISK_NORMAL,             /* other players are on the island */
    RISK_LEADING,            /* alone and ahead: surviving is enough */
    RISK_LEADING_THREATENED, /* alone and ahead, but a Ghost ship could pay another player enough for souls */
    RISK_WON,                /* points already safe win, if the game ends before a Ghost ship comes */
    RISK_CAN_STILL_WIN,      /* another player is ahead, but the waiting rescuers can take enough of our team */
    RISK_BEHIND,             /* another player is ahead, but a rescue is still possible */
    RISK_LOST,               /* another player is ahead and no rescue will come: nothing to lose */
    RISK_LEVEL_COUNT
} RiskLevel;

/* eval.c: cards and characters */
#define TEN_WORTH(ONE, SOME)                                                                                           \
    SOME(worth, thirst, TEN_DAYS + 1)   /* value of a serving of water, by the dusks before it is needed */            \
    SOME(worth, hunger, TEN_DAYS + 1)   /* value of a serving of food, likewise */                                     \
    ONE(worth, found)                   /* chance that a character short of a serving finds one in time */             \
    ONE(worth, spare)                   /* value of a surplus serving */                                               \
    ONE(worth, risky)                   /* factor for servings that may cause sickness */                              \
    ONE(worth, plants)                  /* factor for plants, which may be poisonous */                                \
    ONE(worth, raw)                     /* factor for raw meat without a campfire */                                   \
    ONE(worth, greens)                  /* bonus for a serving of fruit or plants, with a vegetarian on the team */    \
    SOME(worth, star, STARS_MAX + 1)    /* value of the n-th star held */                                              \
    ONE(worth, weapon_day)              /* factor for all stars, per day left; at most 1024 in total */                \
    ONE(worth, torch)                   /* value of a torch */                                                         \
    ONE(worth, wood)                    /* value of having any wood for a campfire of ours */                          \
    ONE(worth, idle_wood)               /* value of each piece of wood */                                              \
    SOME(worth, use, TEN_USES)          /* value of the first item or tool of a use */                                 \
    SOME(worth, use_day, TEN_USES)      /* additional value of it per day left */                                      \
    ONE(worth, second)                  /* factor for further items or tools of the same use */                        \
    ONE(worth, cure)                    /* value of a remedy that one of our characters needs */                       \
    ONE(worth, gem)                     /* value of a treasure, per point */                                           \
    ONE(worth, paid)                    /* value of a treasure, per point, while bidding */                            \
    ONE(worth, set)                     /* value of a statue together with a base for the UFO */                       \
    ONE(worth, trophy)                  /* value of an animal trophy */                                                \
    ONE(worth, strength)                /* value of an animal trophy, per point of its strength */                     \
    ONE(worth, scalp)                   /* value of a cannibal trophy */                                               \
    ONE(worth, remedy)                  /* value of a trophy that heals */                                             \
    ONE(worth, asked)                   /* value of the cards that a waiting rescuer asks for one character */         \
    ONE(worth, survive)                 /* chance that a character survives a day */                                   \
    ONE(worth, later)                   /* share added to a life's value while a rescue is possible */                 \
    SOME(worth, mood, RISK_LEVEL_COUNT) /* factor for a life on the island, by risk level */                           \
    ONE(worth, work)                    /* value of a character's work, per day left */                                \
    SOME(worth, ill, TEN_ILLS)          /* share of its life's value that a character loses by an impairment */        \
    ONE(worth, helpless)                /* the same share for a serious injury if no team-mate can act */              \
    ONE(worth, cured)                   /* maximum cost of an impairment while a remedy is at hand */                  \
    ONE(worth, last)                    /* factor for the life of a team's last survivor */                            \
    ONE(worth, soul)                    /* value of a soul while a rescue is possible */                               \
    ONE(worth, soul_late)               /* value of a soul when no rescue is possible any more */                      \
    ONE(worth, reserve)                 /* additional price of a soul while servings are short */

/* turn.c */
#define TEN_TURN(ONE, SOME)                                                                                            \
    SOME(turn, act, RISK_LEVEL_COUNT)    /* minimum value of an action, by risk level */                               \
    ONE(turn, scavenge_first)            /* bonus that puts scavenging before exploring */                             \
    ONE(turn, attack)                    /* minimum value of attacking a player */                                     \
    ONE(turn, raid)                      /* minimum value of attacking a rescuer */                                    \
    ONE(turn, sun)                       /* value of Burning sun to an explorer who can pay water; negative */         \
    ONE(turn, natives)                   /* value of Trade with natives to the explorer */                             \
    SOME(turn, rescue, RISK_LEVEL_COUNT) /* value of Rescue is coming to the explorer, by risk level */                \
    ONE(turn, fire_lost)                 /* cost of losing a campfire */                                               \
    ONE(turn, roast)                     /* value of roasting a serving */                                             \
    ONE(turn, redraw)                    /* value of being able to put the first card away */                          \
    ONE(turn, light)                     /* minimum roasting value for lighting a campfire */                          \
    ONE(turn, heal)                      /* minimum gain from using a remedy */                                        \
    ONE(turn, soul)                      /* factor for the price of a soul used for healing */                         \
    ONE(turn, pliers)                    /* minimum value of using pliers */                                           \
    SOME(turn, buy, RISK_LEVEL_COUNT)    /* minimum value of one more action above its price, by risk level */         \
    SOME(turn, gear, TEN_ITEMS)          /* value of destroying another player's item */

/* dusk.c */
#define TEN_DUSK(ONE, SOME)                                                                                            \
    ONE(dusk, fresh)               /* cost of opening a card */                                                        \
    ONE(dusk, waste)               /* cost of each opened serving that nobody will take */                             \
    ONE(dusk, others)              /* cost of another player's extra serving; negative, so preferred */                \
    SOME(dusk, kind, TEN_SERVINGS) /* cost of a serving, by kind */                                                    \
    ONE(dusk, greens)              /* additional cost of fruit and plants while a vegetarian needs them */             \
    ONE(dusk, water)               /* additional cost of water as food while water is short */                         \
    ONE(dusk, asked)               /* additional cost of opening a card that a waiting rescuer asks for */             \
    ONE(dusk, idle)                /* amount taken off the value of keeping a character that cannot explore */         \
    ONE(dusk, picky)               /* amount taken off the value of keeping a vegetarian */                            \
    /* Value of a team of 0 to 3 survivors: three numbers each, by what will be short at the next dusk (nothing; water \
     * or food; both). */                                                                                              \
    SOME(dusk, team, 12)                                                                                               \
    SOME(dusk, alone, 4)   /* value of a team of 0 to 3, alone on the island, with all it will need */                 \
    ONE(dusk, alone_found) /* factor for such a team if it has nothing */                                              \
    ONE(dusk, alone_idle)  /* factor for such a team if nobody can explore */

/* fight.c */
#define TEN_FIGHT(ONE, SOME)                                                                                           \
    ONE(fight, call)      /* value of a battle below which the bot calls for help */                                   \
    ONE(fight, help)      /* minimum gain from helping, above its cost */                                              \
    SOME(fight, odds, 7)  /* chance to win an attack, by stars above the expected defence, from -1 */                  \
    ONE(fight, beaten)    /* chance that an attack that is not won is lost, not drawn */                               \
    ONE(fight, steal)     /* share of a stolen card's value that counts as the rival's loss */                         \
    ONE(fight, kill)      /* share of a death's cost that counts as the rival's loss */                                \
    ONE(fight, soul_used) /* share of the defender's souls expected to be spent */                                     \
    ONE(fight, defend)    /* maximum cost of a defence, as a share of what is at stake */                              \
    ONE(fight, revenge)   /* share of the attacker's life that a successful defence gains */                           \
    ONE(fight, passage)   /* factor for the best use that we could make of an attacked rescuer */                      \
    ONE(fight, guarded)   /* chance that others guard an attacked rescuer */                                           \
    ONE(fight, spite)     /* value of driving off a rescuer that other players could have used */

/* rescue.c */
#define TEN_RESCUE(ONE, SOME)                                                                                          \
    ONE(rescue, price)  /* factor for cards in a bid: a rescued character needs no more supplies */                    \
    ONE(rescue, margin) /* minimum gain from entering a character */                                                   \
    ONE(rescue, likely) /* chance of a rescue, before the bidding begins */                                            \
    ONE(rescue, rank)   /* share lost per place in the Rescue team's order, if not all can go */

/* trade.c */
#define TEN_TRADE(ONE, SOME)                                                                                           \
    ONE(trade, accept)                 /* minimum gain for accepting an offer */                                       \
    ONE(trade, rival)                  /* the same with two players, where the partner's gain is our loss */           \
    ONE(trade, sweet)                  /* maximum cost of adding a second card */                                      \
    ONE(trade, gain)                   /* minimum gain from an offer of ours, if accepted */                           \
    ONE(trade, fair)                   /* minimum price given, as a share of the price asked */                        \
    ONE(trade, likely)                 /* minimum chance that the partner has the card */                              \
    ONE(trade, fire)                   /* price of using our campfire */                                               \
    ONE(trade, servings)               /* value of permission to take extra servings at dusk */                        \
    SOME(trade, serving, TEN_SERVINGS) /* price of a serving, by kind */                                               \
    ONE(trade, star)                   /* price of a weapon, per star */                                               \
    ONE(trade, gem)                    /* price of a treasure, per point */                                            \
    ONE(trade, item)                   /* price of an item */                                                          \
    ONE(trade, tool)                   /* price of a tool */                                                           \
    ONE(trade, wood)                   /* price of a piece of wood */                                                  \
    ONE(trade, trophy)                 /* price of a trophy */

/* All weights, in the order of TenWeights. */
#define TEN_ALL(ONE, SOME)                                                                                             \
    TEN_WORTH(ONE, SOME)                                                                                               \
    TEN_TURN(ONE, SOME)                                                                                                \
    TEN_DUSK(ONE, SOME)                                                                                                \
    TEN_FIGHT(ONE, SOME)                                                                                               \
    TEN_RESCUE(ONE, SOME)                                                                                              \
    TEN_TRADE(ONE, SOME)

#define TEN_ONE(chapter, name) int32_t name;
#define TEN_SOME(chapter, name, n) int32_t name[n];
typedef struct TenWeights {
    struct {
        TEN_WORTH(TEN_ONE, TEN_SOME)
    } worth;
    struct {
        TEN_TURN(TEN_ONE, TEN_SOME)
    } turn;
    struct {
        TEN_DUSK(TEN_ONE, TEN_SOME)
    } dusk;
    struct {
        TEN_FIGHT(TEN_ONE, TEN_SOME)
    } fight;
    struct {
        TEN_RESCUE(TEN_ONE, TEN_SOME)
    } rescue;
    struct {
        TEN_TRADE(TEN_ONE, TEN_SOME)
    } trade;
} TenWeights;

#endif
