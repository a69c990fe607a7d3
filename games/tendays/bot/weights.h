/* What the hand rules of Ten Days weigh things by, chapter by chapter: in hundredths of a point, or in parts of WHOLE.
 * The numbers are data (weights.inc): first set by hand, then by skerry-tune, which plays teams of
 * slightly other numbers against each other. A 0 stays one: what it would weigh does not come up. */
#ifndef SKERRY_GAMES_TENDAYS_BOT_WEIGHTS_H
#define SKERRY_GAMES_TENDAYS_BOT_WEIGHTS_H

#include "bots/bot.h"
#include "games/tendays/tendays.h"

enum { STARS_MOST = 16 }; /* more are never looked for */

/* How much a seat dares. Alone on the island it knows what there is to beat. */
typedef enum RiskLevel {
    RISK_NORMAL,             /* there are others */
    RISK_LEADING,            /* it has but to live on */
    RISK_LEADING_THREATENED, /* the same, but a Ghost ship may pay another's dead enough */
    RISK_WON,                /* the same, and who is home has won already: with nobody left no ship comes */
    RISK_CAN_STILL_WIN,      /* another has won as things stand, but with who is there to take ours home we have */
    RISK_BEHIND,             /* as things stand another has won */
    RISK_LOST,               /* the same, and the calendar brings nobody: there is nothing to lose */
    MOODS
} RiskLevel;

/* tendays_worth.c: cards and characters. */
#define TEN_WORTH(ONE, SOME)                                                                                           \
    SOME(worth, thirst, TEN_DAYS + 1) /* a serving, by the dusks before it is needed */                                \
    SOME(worth, hunger, TEN_DAYS + 1)                                                                                  \
    ONE(worth, found)                 /* of WHOLE: who lacks it now has it later */                                    \
    ONE(worth, spare)                 /* a serving that nobody will need */                                            \
    ONE(worth, risky)                 /* of WHOLE: what may sicken, */                                                 \
    ONE(worth, plants)                /* may poison, */                                                                \
    ONE(worth, raw)                   /* needs a fire */                                                               \
    ONE(worth, greens)                /* for who eats nothing else */                                                  \
    SOME(worth, star, STARS_MOST + 1) /* the n-th star */                                                              \
    ONE(worth, weapon_day)            /* of WHOLE, a day that is left */                                               \
    ONE(worth, torch)                                                                                                  \
    ONE(worth, wood) /* for a fire that is there */                                                                    \
    ONE(worth, idle_wood)                                                                                              \
    SOME(worth, use, TEN_USES)     /* the first of an item or tool; */                                                 \
    SOME(worth, use_day, TEN_USES) /* and for each day left */                                                         \
    ONE(worth, second)             /* of WHOLE: another one of the same */                                             \
    ONE(worth, cure)               /* somebody of ours needs it */                                                     \
    ONE(worth, gem)                /* a treasure's point, */                                                           \
    ONE(worth, paid)               /* and when it buys a passage */                                                    \
    ONE(worth, set)                /* both parts of the UFO's set */                                                   \
    ONE(worth, trophy)                                                                                                 \
    ONE(worth, strength) /* of one, a star */                                                                          \
    ONE(worth, scalp)                                                                                                  \
    ONE(worth, remedy)                                                                                                 \
    ONE(worth, asked)          /* what a rescuer there asks for, shared among the cards it takes */                    \
    ONE(worth, survive)        /* of WHOLE: the chance to live through a day */                                        \
    ONE(worth, later)          /* of WHOLE: what a rescue to come adds */                                              \
    SOME(worth, mood, MOODS)   /* of WHOLE: a life that is left on the island does not win any more */                 \
    ONE(worth, work)           /* of a character, a day */                                                             \
    SOME(worth, ill, TEN_ILLS) /* of WHOLE, of its life */                                                             \
    ONE(worth, helpless)       /* of WHOLE, of its life: no other can act */                                           \
    ONE(worth, cured)          /* the most an impairment costs while a remedy is at hand */                            \
    ONE(worth, last)           /* of WHOLE: the life of the last of a team */                                          \
    ONE(worth, soul)                                                                                                   \
    ONE(worth, soul_late) /* after the last Rescue card of the calendar */                                             \
    ONE(worth, reserve)   /* of a soul, more while there is want */

/* tendays_turn.c */
#define TEN_TURN(ONE, SOME)                                                                                            \
    SOME(turn, act, MOODS)    /* an action must bring this */                                                          \
    ONE(turn, scavenge_first) /* arms and water before the way into the wild */                                        \
    ONE(turn, attack)         /* must bring this, */                                                                   \
    ONE(turn, raid)           /* and this */                                                                           \
    ONE(turn, sun)            /* what those cards mean to the explorer */                                              \
    ONE(turn, natives)                                                                                                 \
    SOME(turn, rescue, MOODS)                                                                                          \
    ONE(turn, fire_lost)        /* a campfire gone */                                                                  \
    ONE(turn, roast)            /* a serving roasted */                                                                \
    ONE(turn, redraw)           /* a second card to choose */                                                          \
    ONE(turn, light)            /* what a fire must have to do */                                                      \
    ONE(turn, heal)             /* a remedy must gain this */                                                          \
    ONE(turn, soul)             /* of WHOLE: a life at hand goes before points to come */                              \
    ONE(turn, pliers)           /* must bring this */                                                                  \
    SOME(turn, buy, MOODS)      /* what one more action must bring beyond its price */                                 \
    SOME(turn, gear, TEN_ITEMS) /* an item of another's, broken */

/* tendays_dusk.c */
#define TEN_DUSK(ONE, SOME)                                                                                            \
    ONE(dusk, fresh)               /* a card to open, */                                                               \
    ONE(dusk, waste)               /* and each serving of it that nobody will take */                                  \
    ONE(dusk, others)              /* what another has left costs nothing */                                           \
    SOME(dusk, kind, TEN_SERVINGS) /* a serving */                                                                     \
    ONE(dusk, greens)              /* fruit and plants while somebody needs them more */                               \
    ONE(dusk, water)               /* for food, while it is short */                                                   \
    ONE(dusk, asked)               /* a card that a rescuer there would take */                                        \
    ONE(dusk, idle)                /* who cannot explore goes sooner, */                                               \
    ONE(dusk, picky)               /* and who eats little of what there is */                                          \
    /* A team of none to three, by what the first of them will lack at the next dusk unless it is found: nothing,      \
     * water or food, both; three numbers each. */                                                                     \
    SOME(dusk, team, 12)                                                                                               \
    SOME(dusk, alone, 4)   /* a team of so many that is alone and has all it will need; */                             \
    ONE(dusk, alone_found) /* and of WHOLE, one that has nothing, */                                                   \
    ONE(dusk, alone_idle)  /* and one where nobody can explore */

/* tendays_fight.c */
#define TEN_FIGHT(ONE, SOME)                                                                                           \
    ONE(fight, call)      /* a battle that looks worse than this calls for help */                                     \
    ONE(fight, help)      /* what helping must bring beyond its cost */                                                \
    SOME(fight, odds, 7)  /* of WHOLE: an attack wins, with so many stars more than expected: -1 or less, 0 ... */     \
    ONE(fight, beaten)    /* of WHOLE: an attack which did not win was lost */                                         \
    ONE(fight, steal)     /* of WHOLE, of a card of the other's, beside having it */                                   \
    ONE(fight, kill)      /* of WHOLE, of the other's life, in being denied */                                         \
    ONE(fight, soul_used) /* of WHOLE: he lays a soul */                                                               \
    ONE(fight, defend)    /* of WHOLE: of what is at stake, at most so much is laid */                                 \
    ONE(fight, revenge)   /* of WHOLE, of the attacker's life, for who turns him back */                               \
    ONE(fight, passage)   /* of WHOLE, of the best that a rescuer would do for us */                                   \
    ONE(fight, guarded)   /* of WHOLE: a raid meets weapons */                                                         \
    ONE(fight, spite)     /* a rescuer that another would have used */

/* tendays_rescue.c */
#define TEN_RESCUE(ONE, SOME)                                                                                          \
    ONE(rescue, price)  /* of WHOLE, of a card's worth: it counts for that when its bearer's mouth leaves too */       \
    ONE(rescue, margin) /* what an entry must bring */                                                                 \
    ONE(rescue, likely) /* of WHOLE, of a rescue's gain while the bidding has not begun */                             \
    ONE(rescue, rank)   /* of WHOLE, of a naming's gain, for each step of its order, when not all are taken */

/* tendays_trade.c */
#define TEN_TRADE(ONE, SOME)                                                                                           \
    ONE(trade, accept)                 /* what a trade must bring; */                                                  \
    ONE(trade, rival)                  /* and between two players, where the other's gain is our loss */               \
    ONE(trade, sweet)                  /* what a second card may cost us */                                            \
    ONE(trade, gain)                   /* what an offer must bring if it is accepted */                                \
    ONE(trade, fair)                   /* of WHOLE, of the price asked, that must be given */                          \
    ONE(trade, likely)                 /* of WHOLE: the chance to find the card there, at least */                     \
    ONE(trade, fire)                   /* the price of a use of the fire */                                            \
    ONE(trade, servings)               /* of leave to take what is left at dusk */                                     \
    SOME(trade, serving, TEN_SERVINGS) /* what such a card goes for: a serving, */                                     \
    ONE(trade, star)                                                                                                   \
    ONE(trade, gem)                                                                                                    \
    ONE(trade, item)                                                                                                   \
    ONE(trade, tool)                                                                                                   \
    ONE(trade, wood)                                                                                                   \
    ONE(trade, trophy)

/* As they lie in TenWeights. */
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
