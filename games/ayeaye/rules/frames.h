/* Declarations shared by the rules files. The state contains a call stack of frames. The top frame runs until it asks a
 * question or reaches a chance node, and continues with the answer. Each file keeps a question's legal moves next to
 * what they do. Nothing here owns memory. */
#ifndef SKERRY_GAMES_AYEAYE_RULES_FRAMES_H
#define SKERRY_GAMES_AYEAYE_RULES_FRAMES_H

#include "games/ayeaye/ayeaye.h"

/* A question: its legal moves in ascending order, the reason for refusing any other move, and the effect of a move. A
 * chance node has odds and outcomes instead of legal moves. */
typedef struct Question {
    Move *(*legal)(const Rules *rules, const AyeState *s, Move *out);
    Status (*check)(const Rules *rules, const AyeState *s, Move move, Err *err); /* SK_OK: use the default refusal */
    void (*apply)(const Rules *rules, AyeState *s, Move move, Sink *sink);
    void (*odds)(const Rules *rules, const AyeState *s, Odds *odds);
    Move (*outcome)(const Rules *rules, const AyeState *s, unsigned i);
    int32_t default_rule;
    const char *default_refusal;
    uint32_t allowed_frames; /* set of frames that can be on top; 0: any, or none */
} Question;

/* Stages of the frames, in arg[AYE_STAGE], and argument indexes that only the rules use; ayeaye.h has the others. */
enum { TURN_ASHORE, TURN_LANDS, TURN_BEGIN, TURN_SOBER, TURN_SKIP, TURN_GO, TURN_AFTER, TURN_END, TURN_STAGES };
enum { WALK_THROW, WALK_MOVE, WALK_STAGES };
enum { SAIL_BEGIN, SAIL_THROW, SAIL_MOVE, SAIL_STAGES };
enum { BAY_THROW, BAY_THROWN, BAY_STAGES };
enum { SEARCH_BEGIN, SEARCH_THROWN, SEARCH_FLIP, SEARCH_STAGES };
enum { ARRIVE_UNDEAD, ARRIVE_FOUGHT, ARRIVE_PIRATES, ARRIVE_DUELLED, ARRIVE_SPACE, ARRIVE_STAGES };
enum { CARD_STAGES = CARD_END + 1 };
enum { DICE_THROW, DICE_THROWN, DICE_STAGES };
enum { SHOT_CHOOSE, SHOT_AIM, SHOT_PUSH, SHOT_TREMOR_AIM, SHOT_TREMOR_PUSH, SHOT_STAGES };
enum { DUEL_ATTACK, DUEL_ANSWER, DUEL_COMPARE, DUEL_STAGES };
enum { BOOTY_PICK, BOOTY_REPLY, BOOTY_GET, BOOTY_DRAW, BOOTY_XP, BOOTY_PUT, BOOTY_STAGES };
enum { BATTLE_FIRE, BATTLE_GRAPE, BATTLE_EFFECT, BATTLE_STAGES };
enum { STEAL_PICK, STEAL_REPLY, STEAL_DONE, STEAL_STAGES };
enum { EXTRA_NONE, EXTRA_WALK, EXTRA_BAY, EXTRA_PIECE, EXTRA_TURN }; /* AyeState.extra_kind */

enum {
    ARRIVE_FLIPPED = 1,
    ARRIVE_ASKED,
    ARRIVE_PLACE
};                      /* 1 if the piece was flipped now; 1 if ASK_LANTERN was asked */
enum { SAIL_WIND = 1 }; /* 1 if the Trade Wind replaced the throw */
enum { DRAW_LEFT = 0 };
enum { TAKE_LEFT = 0 };
enum { STEAL_VICTIM = 1, STEAL_LEFT };

#define FRAME_BIT(kind) BIT(FRAME_##kind) /* a set of frame kinds */

static inline unsigned no_seat(const Rules *rules) { return rules->seats; }
static inline unsigned no_place(const Rules *rules) { return aye_content(rules)->spaces; }
static inline unsigned no_card(const Rules *rules) { return aye_content(rules)->cards; }

static inline Frame *frame_top(AyeState *s) { return &s->frame[s->depth - 1]; }
static inline Frame *frame_push(AyeState *s, AyeFrame kind, unsigned seat) {
    Frame *frame = &s->frame[s->depth++];
    *frame = (Frame){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
    return frame;
}
static inline void frame_pop(AyeState *s) { s->frame[--s->depth] = (Frame){0}; }

static inline void question_open(AyeState *s, AyeQuestion what, unsigned seat) {
    s->ask = (uint8_t)what;
    s->actor = (uint8_t)seat;
}
static inline Move *list_move(Move *out, AyeMove kind, const AyeState *s, unsigned a, unsigned b) {
    *out = move_make(kind, s->actor, a, b);
    return out + 1;
}
static inline unsigned seat_after(const Rules *rules, unsigned seat) { return (seat + 1u) % rules->seats; }

/* ayeaye.c: the frame machine */
void aye_run_frames(const Rules *rules, AyeState *s, Sink *sink);
extern const Question aye_questions[AYE_QUESTION_COUNT];

/* content.c: R89, R90; setup.c: R1-R8 */
Status aye_content_prepare(const void *content, void *derived, Err *err);
Status aye_setup_begin(const Rules *rules, void *state, Err *err);

/* pirate.c: XP, skills, items, FFCs, markers and place of a pirate */
void aye_xp_gain(AyeState *s, unsigned seat, int n, Sink *sink);
void aye_suspend(const Rules *rules, AyeState *s, unsigned seat, int n, bool minus, Sink *sink);
void aye_item_take(AyeState *s, unsigned seat, unsigned item, Sink *sink); /* from the supply */
void aye_item_get(AyeState *s, unsigned seat, unsigned item, Sink *sink);  /* from a pirate or Guardian: R24 */
void aye_put(const Rules *rules, AyeState *s, unsigned seat, unsigned place, Sink *sink); /* R13 */
void aye_ffc_play(AyeState *s, unsigned seat, unsigned ffc, Sink *sink);
void aye_ffc_drop(AyeState *s, unsigned seat, unsigned ffc);
bool aye_ask_obligations(const Rules *rules, AyeState *s);
Move *aye_list_basic(const Rules *rules, const AyeState *s, Move *out, AyeMove kind, AyeBasic basic);
Move *aye_list_special(const Rules *rules, const AyeState *s, Move *out, AyeMove kind, AyeSpecial special);
Status aye_check_ffc(const Rules *rules, const AyeState *s, Move move, Err *err);
void aye_frame_draw(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
uint32_t aye_pirates_at(const Rules *rules, const AyeState *s, unsigned place, unsigned except);

/* turn.c: R9-R11, R72-R74, R78; arrive.c: R12-R18 */
void aye_frame_turn(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_walk(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_sail(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_bay(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_search(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_arrive(AyeState *s, unsigned seat); /* on the space where the pirate stands */
void aye_frame_arrive(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
unsigned aye_sea_target(const Rules *rules, unsigned place, int n); /* no_place if not possible */

/* quest.c: R27-R35; effects.c: R36-R44 */
void aye_card_begin(const Rules *rules, AyeState *s, unsigned seat, unsigned card, bool drawn, Sink *sink);
void aye_card_draw(AyeState *s, unsigned seat, unsigned category);
void aye_frame_card(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_dice(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_card_return(const Rules *rules, AyeState *s, unsigned card, Sink *sink);
/* R36: the pirates that an effect can apply to. If it applies to one of the player's choice, the player is asked. */
uint32_t aye_targets(const Rules *rules, const AyeState *s, unsigned seat, const AyeEffect *e);
uint32_t aye_duel_targets(const Rules *rules, const AyeState *s, unsigned seat);
void aye_effect(const Rules *rules, AyeState *s, Frame *card, const AyeEffect *e, unsigned victim, Sink *sink);
bool aye_choice_is_unaffordable(const Rules *rules, const AyePirate *p, const AyeCard *card); /* R28 */
void aye_frame_take(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_lose(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_steal(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_push(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_peek(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
unsigned aye_put_steps(const Rules *rules, unsigned from, unsigned steps); /* R26: at most the farthest */

/* guardians.c: R47-R56: Guardians and Undead captains */
void aye_guardian_place(const Rules *rules, AyeState *s, unsigned card, unsigned place, Sink *sink);
unsigned aye_guardian_at(const Rules *rules, const AyeState *s, unsigned place); /* AYE_FIGURES: none */
unsigned aye_undead_at(const Rules *rules, const AyeState *s, unsigned place, unsigned arriving);
void aye_guardian_take_all(const Rules *rules, AyeState *s, unsigned seat, unsigned card, Sink *sink);
void aye_guardian_beaten(const Rules *rules, AyeState *s, unsigned seat, unsigned card, Sink *sink);
void aye_undead_met(const Rules *rules, AyeState *s, unsigned seat, unsigned figure, Sink *sink);
void aye_lost_to_undead(const Rules *rules, AyeState *s, unsigned seat, unsigned card, Sink *sink);
static inline bool aye_is_roaming_undead(const Rules *rules, unsigned card) {
    return aye_card(rules, card)->kind == UNDEAD && rules->option[OPTION_UNDEAD] == MODE_ACTIVE;
}
static inline bool aye_is_active_guardian(const Rules *rules, unsigned card) {
    return aye_card(rules, card)->kind == GUARDIAN && rules->option[OPTION_GUARDIANS] == MODE_ACTIVE;
}

/* duel.c: R19-R26; battle.c: R75, R84-R88 */
void aye_duel_begin(const Rules *rules, AyeState *s, unsigned a, unsigned b, unsigned attacker, Sink *sink);
void aye_frame_duel(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_booty(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_plank_begin(AyeState *s, unsigned seat, unsigned shots, unsigned holes, bool bank, Sink *sink);
void aye_frame_plank(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
void aye_frame_battle(const Rules *rules, AyeState *s, Frame *f, Sink *sink);

/* ending.c: R79-R83 */
void aye_wrath_advance(const Rules *rules, AyeState *s, AyeWhen when, Sink *sink);
bool aye_wrath_is_complete(const Rules *rules, const AyeState *s);
void aye_end(AyeState *s, AyeEnding ending, Sink *sink);
void aye_score(const Rules *rules, const void *state, Score *score);

/* views.c, audit.c */
void aye_observe(const Rules *rules, const void *state, unsigned viewer, void *view);
void aye_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);
const char *aye_audit(const Rules *rules, const void *state);

/* ---- questions: each is implemented in the file of its rules ---------------------------------------------- */
#define DECLARE_DECISION(name)                                                                                         \
    Move *aye_##name##_legal(const Rules *rules, const AyeState *s, Move *out);                                        \
    void aye_##name##_apply(const Rules *rules, AyeState *s, Move move, Sink *sink)
#define DECLARE_CHANCE(name)                                                                                           \
    void aye_##name##_odds(const Rules *rules, const AyeState *s, Odds *odds);                                         \
    Move aye_##name##_outcome(const Rules *rules, const AyeState *s, unsigned i);                                      \
    void aye_##name##_apply(const Rules *rules, AyeState *s, Move move, Sink *sink)
DECLARE_CHANCE(first);
DECLARE_CHANCE(ffc);
DECLARE_CHANCE(dice);
DECLARE_CHANCE(die);
DECLARE_CHANCE(quest);
DECLARE_CHANCE(piece);
DECLARE_CHANCE(foe);
DECLARE_CHANCE(blind);
DECLARE_CHANCE(tremor_aim);
DECLARE_CHANCE(tremor_push);
DECLARE_CHANCE(doubloon);
DECLARE_DECISION(land);
DECLARE_DECISION(sober);
DECLARE_DECISION(walk);
DECLARE_DECISION(wind);
DECLARE_DECISION(sail);
DECLARE_DECISION(bay);
DECLARE_DECISION(search);
DECLARE_DECISION(dig);
DECLARE_DECISION(lantern);
DECLARE_DECISION(against);
DECLARE_DECISION(flip);
DECLARE_DECISION(choice);
DECLARE_DECISION(thrown);
DECLARE_DECISION(shot);
DECLARE_DECISION(aim);
DECLARE_DECISION(push);
DECLARE_DECISION(grape);
DECLARE_DECISION(lay);
DECLARE_DECISION(answer);
DECLARE_DECISION(booty);
DECLARE_DECISION(yield);
DECLARE_DECISION(put);
DECLARE_DECISION(give);
DECLARE_DECISION(take);
DECLARE_DECISION(steal);
DECLARE_DECISION(swap);
DECLARE_DECISION(whom);
DECLARE_DECISION(peek);
DECLARE_DECISION(step);
DECLARE_DECISION(undead);
DECLARE_DECISION(skill);
DECLARE_DECISION(discard);
#define DECLARE_REFUSAL(name) Status aye_##name##_check(const Rules *rules, const AyeState *s, Move move, Err *err)
DECLARE_REFUSAL(land);
DECLARE_REFUSAL(walk);
DECLARE_REFUSAL(sail);
DECLARE_REFUSAL(choice);
DECLARE_REFUSAL(blade);
DECLARE_REFUSAL(item);
DECLARE_REFUSAL(put);
DECLARE_REFUSAL(undead);
DECLARE_REFUSAL(skill);

#endif
