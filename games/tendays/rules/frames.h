/* Functions and frame layouts that the files of the rules share. The state contains a stack of frames, like nested
 * procedure calls. The top frame runs until it opens a question or a chance node, and continues with the answer. Each
 * file keeps a question's legal moves, refusals and effects together. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_RULES_FRAMES_H
#define SKERRY_GAMES_TENDAYS_RULES_FRAMES_H

#include "games/tendays/tendays.h"

/* A question: its legal moves in ascending order, why another move is refused, and what the answer does. A chance node
 * has odds and outcomes instead of legal moves. If `check` gives no reason, the default rule and refusal apply. */
typedef struct Question {
    Move *(*legal)(const Rules *rules, const TenState *s, unsigned seat, Move *out);
    Status (*check)(const Rules *rules, const TenState *s, Move move, Err *err); /* SK_OK: no particular reason */
    void (*apply)(const Rules *rules, TenState *s, Move move, Sink *sink);
    void (*odds)(const Rules *rules, const TenState *s, Odds *odds);
    Move (*outcome)(const Rules *rules, const TenState *s, unsigned i);
    int32_t default_rule;
    const char *default_refusal;
    uint32_t allowed_frames; /* set of frames that may be on top */
} Question;

/* Stages of the frames, in arg[TEN_STAGE], and indexes of arguments that only the rules use; enums.h has the others. */
enum { SETUP_DEAL, SETUP_DRAW, SETUP_STAGES };
enum { ROLLS_POISON, ROLLS_INJURY, ROLLS_COLLECTOR, ROLLS_MOUSETRAP, ROLLS_STAGES };
enum { TURN_BEGIN, TURN_ASK, TURN_STAGES };
enum { HEAL_PAY, HEAL_CURE, HEAL_STAGES };
enum { EXPLORE_DRAW, EXPLORE_SHOWN, EXPLORE_RESOLVE, EXPLORE_DONE, EXPLORE_STAGES };
enum { BATTLE_ASK, BATTLE_CALL, BATTLE_DONE, BATTLE_STAGES };
enum { RAID_LAY, RAID_GUARD, RAID_STAGES };
enum { ATTACK_LAY, ATTACK_SIDES, ATTACK_DEFEND, ATTACK_REVEAL, ATTACK_STAGES };
enum { SPOILS_ASK, SPOILS_STAGES };
enum { DEATH_ASK, DEATH_DIE, DEATH_STAGES };
enum { DUSK_ASK, DUSK_DEATHS, DUSK_STAGES };
enum { ARRIVAL_DRAW, ARRIVAL_DONE, ARRIVAL_STAGES };
enum { TEAM_ASK, TEAM_TAKE, TEAM_STAGES };
enum { TEAM_RESCUER = 1 };
enum { BIDS_GO, BIDS_LAY, BIDS_STAGES };
enum { LEAVE_BERTH, LEAVE_NEXT, LEAVE_CARRY, LEAVE_STAGES };
enum { ONE_BEGIN, ONE_ROLLED, ONE_STAGES }; /* frames with a single roll */

enum { SETUP_SEAT = 1, SETUP_LEFT };
enum { ROLLS_AT = 1, ROLLS_ROLLED };        /* next character, or items left; 1 once the die is rolled */
enum { EACH_CARD = 1, EACH_AT, EACH_SICK }; /* Burning sun or Tornado; seats done; 1: the chef is next */
enum { DRAW_LEFT = 0 };
enum { GHOST_AT, GHOST_RESCUER, GHOST_MET };
enum { SOURCE_KIT, SOURCE_SOUL, SOURCE_NURSE, SOURCE_TROPHY }; /* SOURCE_TROPHY: plus the animal's index */

static inline unsigned no_seat(const Rules *rules) { return rules->seats; }
static inline Frame *frame_top(TenState *s) { return &s->frame[s->depth - 1]; }
static inline Frame *frame_push(TenState *s, TenFrame kind, unsigned seat) {
    Frame *frame = &s->frame[s->depth++];
    *frame = (Frame){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
    return frame;
}
static inline void frame_pop(TenState *s) { s->frame[--s->depth] = (Frame){0}; }

static inline void question_open(TenState *s, TenQuestion what, unsigned seat) {
    s->ask = (uint8_t)what;
    s->actor = (uint8_t)seat;
}
static inline Move *list_move(Move *out, TenMove kind, unsigned seat, unsigned a, unsigned b) {
    *out = move_make(kind, seat, a, b);
    return out + 1;
}
static inline Move *list_set(Move *out, TenMove kind, unsigned seat, uint32_t set) {
    for (bits_each(i, set))
        out = list_move(out, kind, seat, i, 0);
    return out;
}
static inline unsigned seat_at(const Rules *rules, unsigned first, unsigned i) { return (first + i) % rules->seats; }
static inline bool on_island(const TenState *s, unsigned seat) { return s->seat[seat].island != 0; }
static inline void counter_add(uint8_t *counter, unsigned n) { *counter = (uint8_t)(*counter + n); }
static inline void counter_sub(uint8_t *counter, unsigned n) { *counter = (uint8_t)(*counter - n); }

/* tendays.c: running the frames */
void ten_run_frames(const Rules *rules, TenState *s, Sink *sink);
extern const Question ten_questions[TEN_ASKS];

/* tables.c */
extern const List ten_lists[];
extern const MoveKind ten_moves[];
extern const EventKind ten_events[];
extern const Field ten_fields[];
extern const ContentField ten_content_fields[];
extern const char *const ten_endings[];
extern const char *const ten_parts[];
extern const Option ten_options[];

/* setup.c: R1-R3, R111 */
Status ten_content_prepare(const void *content, void *derived, Err *err);
Status ten_setup_begin(const Rules *rules, void *state, Err *err);

/* cards.c: R4-R8, hands, decks and discards */
void ten_hand_add(const Rules *rules, TenState *s, unsigned seat, unsigned card, unsigned n);
void ten_hand_take(const Rules *rules, TenState *s, unsigned seat, unsigned card, unsigned n);
void ten_discard(const Rules *rules, TenState *s, unsigned card, unsigned n); /* to its discards or its stack */
void ten_spend(const Rules *rules, TenState *s, unsigned seat, unsigned card);
void ten_gain(const Rules *rules, TenState *s, unsigned seat, TenGift gift, Sink *sink); /* of special supplies */
void ten_draw(TenState *s, unsigned seat, unsigned n);                                   /* pushes a frame that draws */
bool ten_reshuffle(const Rules *rules, TenState *s, TenDeck deck, Sink *sink);           /* false if no card is left */
bool ten_has_use(const Rules *rules, const TenState *s, unsigned seat, TenUse use);      /* in hand */
bool ten_has_weapon(const Rules *rules, const TenState *s, unsigned seat);
Move *ten_list_hand(const Rules *rules, const TenState *s, unsigned seat, Move *out, TenMove kind, uint32_t kinds);
Status ten_check_held(const Rules *rules, const TenState *s, Move move, Err *err);
/* To the discards; a campfire goes with its wood. */
void ten_gear_lose(const Rules *rules, TenState *s, unsigned seat, unsigned gear);
unsigned ten_fire_of(const Rules *rules, const TenState *s, unsigned seat, bool most);

/* turn.c: R16-R27; food.c: R26, R28-R34 */
unsigned ten_base_actions(const Rules *rules, const TenState *s, unsigned seat, unsigned c);
void ten_turn_clear(TenState *s);
void ten_eat_begin(TenState *s, unsigned seat, unsigned c, unsigned serving, bool dusk);
void ten_open_card(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink);
uint32_t ten_usable_fire_owners(const Rules *rules, const TenState *s, unsigned seat);

/* heal.c: R37-R44 */
void ten_harm(const Rules *rules, TenState *s, unsigned c, unsigned harm, unsigned cause, Sink *sink);
uint32_t ten_ill(const TenState *s, unsigned ill);
uint32_t ten_everybody(const Rules *rules, const TenState *s);
void ten_heal_begin(const Rules *rules, TenState *s, unsigned seat, unsigned source, Sink *sink);

/* explore.c: R45-R54; battle.c: R55-R63, R72, R73; attack.c: R64-R71 */
void ten_battle_begin(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned card, Sink *sink);
void ten_raid_begin(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned berth, Sink *sink);
void ten_attack_begin(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned target, Sink *sink);
unsigned ten_stars(const Rules *rules, const TenSeat *p); /* of the weapons laid openly */
void ten_lay_open(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink);
void ten_weapons_back(const Rules *rules, TenState *s, unsigned seat, Sink *sink); /* from a helper to their hand */
void ten_weapons_gone(const Rules *rules, TenState *s, Sink *sink);
bool ten_can_be_called(const TenState *s, unsigned seat); /* R106, R107 */
unsigned ten_claims_taken(const Rules *rules, const TenState *s);

/* death.c: R11, R74-R76 */
void ten_death_begin(TenState *s, unsigned c, unsigned seat, unsigned cause, unsigned killer);
void ten_leave_island(const Rules *rules, TenState *s, unsigned seat, unsigned c, Sink *sink);

/* rescue.c: R77, R86, R88-R92; bids.c: R78-R85, R87 */
void ten_arrival_begin(TenState *s, unsigned seat);
unsigned ten_rescue_left(const Rules *rules, const TenState *s);
void ten_bid_return(const Rules *rules, TenState *s, unsigned seat, unsigned c, Sink *sink);
bool ten_bid_is_enough(const Rules *rules, const TenState *s, unsigned c, unsigned rescuer);
int ten_bid_measure(const Rules *rules, const TenState *s, unsigned c);
unsigned ten_bid_count(const Rules *rules, const TenState *s, unsigned c);
bool ten_rescuer_accepts(const Rules *rules, unsigned rescuer, unsigned c);
unsigned ten_bid_cards_owned(const Rules *rules, const TenState *s, unsigned seat, unsigned card);
bool ten_bid_can_put(const Rules *rules, const TenState *s, unsigned c, unsigned card);
void ten_bid_put(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned card, Sink *sink);
void ten_bid_note_change(TenState *s, unsigned c);
/* The characters that would be taken if the bidding ended now. */
uint32_t ten_berth_takes(const Rules *rules, const TenState *s, unsigned berth);

/* standing_bids.c: R112 */
Move *ten_standing_bid_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out);
Status ten_standing_bid_check(const Rules *rules, const TenState *s, Move move, Err *err);
void ten_standing_bid_apply(const Rules *rules, TenState *s, Move move, Sink *sink);
/* Takes a bidding turn for a seat with standing bids; false if it has none and must be asked. */
bool ten_standing_bids_play(const Rules *rules, TenState *s, unsigned seat, Sink *sink);
void ten_standing_bid_end(TenState *s, unsigned c);
unsigned ten_standing_bid_guess(const Rules *rules, const TenState *s, unsigned c, unsigned more);
void ten_standing_bids_void(const Rules *rules, TenState *s, unsigned berth, Sink *sink);

/* trade.c: R25, R98-R107 */
bool ten_aside_is_allowed(const TenState *s, unsigned seat);
Move *ten_aside_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out);
Status ten_aside_check(const Rules *rules, const TenState *s, Move move, Err *err);
void ten_aside_apply(const Rules *rules, TenState *s, Move move, Sink *sink);
void ten_terms_clear(const Rules *rules, TenTerms *terms);
void ten_trade_dawn(const Rules *rules, TenState *s, Sink *sink);
void ten_trade_out(const Rules *rules, TenState *s, unsigned seat);

/* ending.c: R108-R110 */
void ten_end(TenState *s, TenEnding ending, Sink *sink);
void ten_score(const Rules *rules, const void *state, Score *score);

/* views.c, audit.c */
void ten_observe(const Rules *rules, const void *state, unsigned viewer, void *view);
void ten_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);
const char *ten_audit(const Rules *rules, const void *state);

/* ---- frames and questions ----------------------------------------------------------------------------------- */
#define FRAME(name) void ten_frame_##name(const Rules *rules, TenState *s, Frame *f, Sink *sink)
FRAME(setup);
FRAME(day);
FRAME(rolls);
FRAME(turn);
FRAME(rouse);
FRAME(eat);
FRAME(heal);
FRAME(angle);
FRAME(exchange);
FRAME(explore);
FRAME(each);
FRAME(natives);
FRAME(battle);
FRAME(raid);
FRAME(attack);
FRAME(spoils);
FRAME(death);
FRAME(draw);
FRAME(dusk);
FRAME(arrival);
FRAME(ghost);
FRAME(team);
FRAME(bids);
FRAME(leave);
#define DECLARE_DECISION(name)                                                                                         \
    Move *ten_##name##_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out);                         \
    void ten_##name##_apply(const Rules *rules, TenState *s, Move move, Sink *sink)
#define DECLARE_CHANCE(name)                                                                                           \
    void ten_##name##_odds(const Rules *rules, const TenState *s, Odds *odds);                                         \
    Move ten_##name##_outcome(const Rules *rules, const TenState *s, unsigned i);                                      \
    void ten_##name##_apply(const Rules *rules, TenState *s, Move move, Sink *sink)
DECLARE_CHANCE(deal);
DECLARE_CHANCE(supply);
DECLARE_CHANCE(explored);
DECLARE_CHANCE(rescuer);
DECLARE_CHANCE(die);
DECLARE_CHANCE(stolen);
DECLARE_DECISION(turn);
DECLARE_DECISION(torch);
DECLARE_DECISION(redraw);
DECLARE_DECISION(cure);
DECLARE_DECISION(discard);
DECLARE_DECISION(sun);
DECLARE_DECISION(tornado);
DECLARE_DECISION(natives);
DECLARE_DECISION(fight);
DECLARE_DECISION(help);
DECLARE_DECISION(raid);
DECLARE_DECISION(guard);
DECLARE_DECISION(lay);
DECLARE_DECISION(side);
DECLARE_DECISION(defend);
DECLARE_DECISION(spoils);
DECLARE_DECISION(save);
DECLARE_DECISION(dusk);
DECLARE_DECISION(bid);
DECLARE_DECISION(enter);
DECLARE_DECISION(carry);
DECLARE_DECISION(name);
DECLARE_DECISION(haunt);
#define DECLARE_REFUSAL(name) Status ten_##name##_check(const Rules *rules, const TenState *s, Move move, Err *err)
DECLARE_REFUSAL(turn);
DECLARE_REFUSAL(cure);
DECLARE_REFUSAL(weapon);
DECLARE_REFUSAL(fight);
DECLARE_REFUSAL(dusk);
DECLARE_REFUSAL(bid);
DECLARE_REFUSAL(enter);
DECLARE_REFUSAL(carry);
DECLARE_REFUSAL(sun);
DECLARE_REFUSAL(discard);

#endif
