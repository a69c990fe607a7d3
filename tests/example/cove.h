/* Cove, the example game: its state, its content, and the functions of its rules (numbered in rules.md).
 * Plain values; nothing here owns memory. */
#ifndef SKERRY_TESTS_EXAMPLE_COVE_H
#define SKERRY_TESTS_EXAMPLE_COVE_H

#include "base/bits.h"
#include "engine/rules.h"

enum { COVE_SEATS = 4, COVE_CARDS = 6, COVE_SPOTS = 8, COVE_TILES = 6, COVE_FRAMES = 2 };

typedef enum CovePhase {
    PHASE_DRAW, /* chance: seat `drawing` draws a card */
    PHASE_LEAD,
    PHASE_LOOK, /* chance: the leader peeks at a tile that nobody has seen */
    PHASE_LAY,
    PHASE_ASK, /* the top frame says which seat decides, and what */
    PHASE_TAKE,
    PHASE_TURN, /* chance: the winner turns up a tile that nobody has seen */
    PHASE_OVER
} CovePhase;

typedef enum CoveFrame {
    FRAME_NONE,
    FRAME_CHALLENGE,
    FRAME_ANSWER
} CoveFrame; /* FRAME_ANSWER: arg[0] is the challenger */

typedef enum CoveMove {
    MOVE_PEEK,
    MOVE_PASS,
    MOVE_LAY,
    MOVE_SKIP,
    MOVE_CHALLENGE,
    MOVE_ANSWER,
    MOVE_LET,
    MOVE_TAKE,
    MOVE_OFFER, /* from here on: asides */
    MOVE_GIVE,
    MOVE_WANT,
    MOVE_SEND,
    MOVE_ACCEPT,
    MOVE_DECLINE,
    MOVE_DRAW, /* from here on: chance */
    MOVE_TURN
} CoveMove;

typedef enum CoveEvent {
    EVENT_DREW,
    EVENT_RESHUFFLED,
    EVENT_ROUND,
    EVENT_PICKED,
    EVENT_PEEKED,
    EVENT_PASSED,
    EVENT_LAID,
    EVENT_SKIPPED,
    EVENT_REVEALED,
    EVENT_WON,
    EVENT_ASKED,
    EVENT_CHALLENGED,
    EVENT_ANSWERED,
    EVENT_LET,
    EVENT_TOOK,
    EVENT_DRAFTED,
    EVENT_OFFERED,
    EVENT_TRADED,
    EVENT_LAPSED,
    EVENT_DECLINED,
    EVENT_ENDED
} CoveEvent;

typedef struct CoveSeat {
    uint8_t hand[COVE_CARDS]; /* count of each card, with a laid one until it is revealed; only the owner sees it */
    uint8_t held;             /* size of the hand; public */
    uint8_t laid;             /* card laid face down; only the owner sees it */
    uint8_t points;
    uint8_t draft_to, draft_give, draft_want; /* half-made offer; only the owner sees it */
    uint8_t offer_to;                         /* partner of the open offer; public */
    uint8_t offer_give, offer_want;           /* its cards; only the two players see them */
    uint8_t offers;                           /* offers left this round */
} CoveSeat;

typedef struct CoveState {
    Head head;
    uint8_t phase;
    uint8_t drawing;          /* seat that draws, or none */
    uint8_t winner;           /* winner of this round so far, or none */
    uint8_t spot;             /* spot being looked at or taken, or none */
    uint8_t ready;            /* set of seats that have laid a card */
    uint8_t gone;             /* set of spots whose tile is taken */
    uint8_t pile;             /* number of cards in the deck; public */
    uint8_t depth;            /* frames in use */
    uint8_t deck[COVE_CARDS]; /* cards in the deck; in a view: cards this viewer has not seen */
    uint8_t discard[COVE_CARDS];
    uint8_t bag[COVE_TILES];  /* tiles that nobody has seen; in a view: tiles this viewer has not seen */
    uint8_t tile[COVE_SPOTS]; /* none until somebody looks */
    uint8_t seen[COVE_SPOTS]; /* set of seats that have looked */
    uint8_t spare[2];
    Frame frame[COVE_FRAMES];
    CoveSeat seat[COVE_SEATS];
} CoveState;
_Static_assert(sizeof(CoveState) == 132, "no padding");

typedef struct CoveContent {
    struct CoveCard {
        char id[ID_SIZE];
        uint8_t count, value;
    } card[COVE_CARDS];
    struct CoveSpot {
        char id[ID_SIZE];
    } spot[COVE_SPOTS];
    struct CoveTile {
        char id[ID_SIZE];
        uint8_t count, points;
    } tile[COVE_TILES];
    uint8_t cards, spots, tiles;
    uint8_t challenge, hand, offers;
} CoveContent;

typedef struct CoveDerived {
    uint8_t cards; /* number of cards in the game */
} CoveDerived;

enum { OPTION_ROUNDS, OPTION_TRADE };

static inline const CoveContent *cove_content(const Rules *rules) { return rules->content; }
static inline uint8_t no_card(const Rules *rules) { return cove_content(rules)->cards; }
static inline uint8_t no_tile(const Rules *rules) { return cove_content(rules)->tiles; }
static inline uint8_t no_spot(const Rules *rules) { return cove_content(rules)->spots; }
static inline uint8_t no_seat(const Rules *rules) { return rules->seats; }
static inline unsigned cove_leader(const Rules *rules, const CoveState *s) {
    return (s->head.turn + rules->seats - 1u) % rules->seats;
}

/* Number of cards of a kind that a seat can give away. A card laid face down does not count. */
static inline unsigned cove_free(const CoveState *s, unsigned seat, unsigned card) {
    return s->seat[seat].hand[card] - (s->seat[seat].laid == card ? 1u : 0u);
}

static inline Move *list_move(Move *out, CoveMove kind, unsigned seat, unsigned a) {
    *out = (Move){(uint8_t)kind, (uint8_t)seat, {(uint8_t)a}};
    return out + 1;
}

/* round.c: R1-R9 */
void draw_next(const Rules *rules, CoveState *s, Sink *sink);
void draw_apply(const Rules *rules, CoveState *s, unsigned card, Sink *sink);
void look_apply(const Rules *rules, CoveState *s, unsigned tile, Sink *sink);
void turn_apply(const Rules *rules, CoveState *s, unsigned tile, Sink *sink);
Move *round_legal(const Rules *rules, const CoveState *s, unsigned seat, Move *out);
Status round_check(const Rules *rules, const CoveState *s, Move move, Err *err);
void round_apply(const Rules *rules, CoveState *s, Move move, Sink *sink);

/* trade.c: R10, R11 */
void trade_begin(const Rules *rules, CoveState *s);
Move *trade_legal(const Rules *rules, const CoveState *s, unsigned seat, Move *out);
Status trade_check(const Rules *rules, const CoveState *s, Move move, Err *err);
void trade_apply(const Rules *rules, CoveState *s, Move move, Sink *sink);

/* views.c */
void cove_observe(const Rules *rules, const void *state, unsigned viewer, void *view);
void cove_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);
void cove_score(const Rules *rules, const void *state, Score *score);
const char *cove_audit(const Rules *rules, const void *state);

extern const Game cove_game;

#endif
