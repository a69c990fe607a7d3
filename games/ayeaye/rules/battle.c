/* Shooting on the Plank, and sea battles (R30, R75, R84-R88). */
#include "games/ayeaye/rules/frames.h"

/* R87: the Plank is cleared before each try, each battle and each side's fire. */
void aye_plank_begin(AyeState *s, unsigned seat, unsigned shots, unsigned holes, bool bank, Sink *sink) {
    Frame *f = frame_push(s, FRAME_PLANK, seat);
    f->arg[PLANK_SHOTS_LEFT] = (uint8_t)shots;
    s->plank = (PlankStones){0};
    s->target = (uint8_t)holes;
    s->bank = bank;
    tell(sink, EVENT_SHOOTS, seat, (int16_t)shots);
}

/* Tells the simulation's events to the players, in whole units. */
typedef struct ShotReporter {
    PlankObserver observer;
    Sink *sink;
    unsigned seat;
} ShotReporter;

static int16_t units(int32_t q8) { return (int16_t)(q8 / PLANK_ONE); }

static void report_event(PlankObserver *observer, const PlankEvent *h) {
    ShotReporter *t = (ShotReporter *)observer;
    int16_t x = units(h->x), y = units(h->y), tick = (int16_t)h->tick, stone = h->stone;
    switch (h->kind) {
    case PLANK_FOUL:
        tell(t->sink, EVENT_FOUL, t->seat, stone, x, y);
        break;
    case PLANK_RELEASE:
        tell(t->sink, EVENT_RELEASED, t->seat, stone, x, y);
        break;
    case PLANK_CUSHION:
        tell(t->sink, EVENT_CUSHION, t->seat, stone, h->other, x, y, tick);
        break;
    case PLANK_BUMP:
        tell(t->sink, EVENT_BUMP, t->seat, stone, h->other, x, y, units(h->other_x), units(h->other_y), tick);
        break;
    case PLANK_FALL:
        tell(t->sink, EVENT_FELL, t->seat, stone, h->other, x, y, tick);
        break;
    default:
        tell(t->sink, EVENT_RESTS, t->seat, stone, x, y, tick);
        break;
    }
}

static void shot_take(const Rules *rules, AyeState *s, Frame *f, int tremor_push, Sink *sink) {
    const PlankBoard *b = &aye_content(rules)->plank;
    ShotReporter reporter = {.observer = {.on_event = report_event}, .sink = sink, .seat = f->seat};
    PlankShot shot = {.place = f->arg[PLANK_PLACE],
                      .aim = (int16_t)(f->arg[PLANK_AIM] - b->aim + s->tremor - b->aim_tremors / 2),
                      .push = (int16_t)(s->wanted + tremor_push)};
    PlankResult result = plank_shoot(b, &s->plank, shot, sink ? &reporter.observer : NULL);
    unsigned hits = plank_hits(&s->plank, &result, s->target, s->bank);
    f->arg[PLANK_HITS] = (uint8_t)(f->arg[PLANK_HITS] + hits);
    f->arg[PLANK_CALM] = f->arg[PLANK_PLACE] = f->arg[PLANK_AIM] = 0;
    f->arg[0] = SHOT_CHOOSE;
    f->arg[PLANK_SHOTS_LEFT]--;
    s->tremor = 0;
    s->wanted = AYE_ITEMS;
    tell(sink, EVENT_HITS, f->seat, (int16_t)hits, f->arg[PLANK_HITS], f->arg[PLANK_SHOTS_LEFT]);
}

static void shots_end(const Rules *rules, AyeState *s, Frame *f) {
    (void)rules;
    s->result = f->arg[PLANK_HITS];
    s->plank = (PlankStones){0};
    s->target = s->bank = 0;
    frame_pop(s);
}

void aye_frame_plank(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    const PlankBoard *b = &aye_content(rules)->plank;
    switch (f->arg[0]) {
    case SHOT_CHOOSE: /* R59: after the last shot, a player who holds any FFC is asked once more on their own turn */
        if (f->arg[PLANK_SHOTS_LEFT] || (f->seat == s->active && s->pirate[f->seat].ffcs))
            question_open(s, ASK_SHOT, f->seat);
        else
            shots_end(rules, s, f);
        break;
    case SHOT_AIM:
        question_open(s, ASK_AIM, f->seat);
        break;
    case SHOT_PUSH:
        question_open(s, ASK_PUSH, f->seat);
        break;
    case SHOT_TREMOR_AIM:
        if (f->arg[PLANK_CALM]) { /* R64 */
            s->tremor = b->aim_tremors / 2;
            shot_take(rules, s, f, 0, sink);
        } else {
            question_open(s, ASK_TREMOR_AIM, f->seat);
        }
        break;
    default:
        question_open(s, ASK_TREMOR_PUSH, f->seat);
        break;
    }
}

Move *aye_shot_legal(const Rules *rules, const AyeState *s, Move *out) {
    const Frame *f = aye_top_frame(s);
    for (unsigned place = 0; place < plank_places(&aye_content(rules)->plank) && f->arg[PLANK_SHOTS_LEFT]; place++)
        out = list_move(out, MOVE_PLACE, s, place, 0);
    out = list_move(out, MOVE_STOP, s, 0, 0);
    out = aye_list_basic(rules, s, out, MOVE_SHOT, BASIC_SHOT);
    if (f->arg[PLANK_SHOTS_LEFT] && !f->arg[PLANK_CALM])
        out = aye_list_basic(rules, s, out, MOVE_CALM, BASIC_CALM);
    return out;
}

void aye_shot_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    switch (move.kind) {
    case MOVE_PLACE:
        f->arg[PLANK_PLACE] = move.arg[0];
        f->arg[0] = SHOT_AIM;
        tell(sink, EVENT_PLACED, s->actor, move.arg[0]);
        break;
    case MOVE_SHOT:
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        f->arg[PLANK_SHOTS_LEFT]++;
        break;
    case MOVE_CALM:
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        f->arg[PLANK_CALM] = 1;
        tell(sink, EVENT_CALM, s->actor, 0);
        break;
    default:
        if (f->arg[PLANK_SHOTS_LEFT])
            tell(sink, EVENT_STOPPED, s->actor, f->arg[PLANK_SHOTS_LEFT]);
        shots_end(rules, s, f);
        break;
    }
}

/* In half degrees: `plank.aim` is straight ahead, smaller values are to the left. */
Move *aye_aim_legal(const Rules *rules, const AyeState *s, Move *out) {
    unsigned aims = 2u * aye_content(rules)->plank.aim + 1;
    for (unsigned aim = 0; aim < aims; aim++)
        out = list_move(out, MOVE_AIM, s, aim, 0);
    return out;
}

void aye_aim_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    frame_top(s)->arg[PLANK_AIM] = move.arg[0];
    frame_top(s)->arg[0] = SHOT_PUSH;
    tell(sink, EVENT_AIMED, s->actor, move.arg[0]);
}

Move *aye_push_legal(const Rules *rules, const AyeState *s, Move *out) {
    for (unsigned push = 1; push <= aye_content(rules)->plank.push; push++)
        out = list_move(out, MOVE_PUSH, s, push, 0);
    return out;
}

void aye_push_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->wanted = move.arg[0];
    frame_top(s)->arg[0] = SHOT_TREMOR_AIM;
    tell(sink, EVENT_PUSHED, s->actor, move.arg[0]);
}

/* ---- the tremor: R84 -------------------------------------------------------------------------------------- */

void aye_tremor_aim_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    (void)s;
    for (unsigned i = 0; i < aye_content(rules)->plank.aim_tremors; i++)
        odds_add(odds, aye_content(rules)->plank.aim_tremor[i]);
}

Move aye_tremor_aim_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules, (void)s;
    return move_make(MOVE_TREMOR_AIM, CHANCE, i, 0);
}

void aye_tremor_aim_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    s->tremor = move.arg[0];
    tell(sink, EVENT_TREMOR, s->actor, (int16_t)(s->tremor - aye_content(rules)->plank.aim_tremors / 2));
    frame_top(s)->arg[0] = SHOT_TREMOR_PUSH;
}

void aye_tremor_push_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    (void)s;
    for (unsigned i = 0; i < aye_content(rules)->plank.push_tremors; i++)
        odds_add(odds, aye_content(rules)->plank.push_tremor[i]);
}

Move aye_tremor_push_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules, (void)s;
    return move_make(MOVE_TREMOR_PUSH, CHANCE, i, 0);
}

void aye_tremor_push_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    const PlankBoard *b = &aye_content(rules)->plank;
    int push = move.arg[0] - b->push_tremors / 2;
    tell(sink, EVENT_TREMOR_PUSH, s->actor, (int16_t)push);
    shot_take(rules, s, frame_top(s), push, sink);
}

/* ---- sea battles: R75 --------------------------------------------------------------------------------------- */

enum { HITS_TO_SINK = 3 };

static unsigned shooter(const Frame *f) { return f->arg[BATTLE_FIRING] ? f->arg[BATTLE_FOE] : f->seat; }

static void battle_effect(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    const AyeContent *c = aye_content(rules);
    unsigned hits = f->arg[BATTLE_HITS], by = shooter(f), hit = f->arg[BATTLE_FIRING] ? f->seat : f->arg[BATTLE_FOE];
    if (!hits && !f->arg[BATTLE_FIRING]) {
        f->arg[BATTLE_FIRING] = 1;
        f->arg[0] = BATTLE_FIRE;
        tell(sink, EVENT_RETURN_FIRE, f->arg[BATTLE_FOE], f->seat);
        return;
    }
    bool sunk = hits >= HITS_TO_SINK && f->arg[BATTLE_FIRING];
    frame_pop(s);
    s->result = sunk ? LOST : WON;
    if (!hits) {
        tell(sink, EVENT_MISSED, by, 0);
        return;
    }
    tell(sink, EVENT_BATTLE_HIT, by, (int16_t)hit, (int16_t)hits);
    if (hits >= HITS_TO_SINK) { /* R77 */
        tell(sink, EVENT_SUNK, hit, 0);
        aye_put(rules, s, hit, aye_derived(rules)->bay, sink);
    } else {
        aye_suspend(rules, s, hit, (int)hits, true, sink);
    }
    aye_xp_gain(s, by, c->xp_winner, sink);
    aye_xp_gain(s, hit, c->xp_loser, sink);
}

void aye_frame_battle(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned seat = shooter(f);
    switch (f->arg[0]) {
    case BATTLE_FIRE:
        f->arg[0] = BATTLE_GRAPE;
        aye_plank_begin(s, seat, aye_content(rules)->battle_shots, plank_holes_all(&aye_content(rules)->plank), false,
                        sink);
        break;
    case BATTLE_GRAPE:
        f->arg[BATTLE_HITS] = s->result < HITS_TO_SINK ? s->result : HITS_TO_SINK;
        f->arg[0] = BATTLE_EFFECT;
        if (f->arg[BATTLE_HITS] < HITS_TO_SINK && s->pirate[seat].ffcs)
            question_open(s, ASK_GRAPE, seat);
        break;
    default:
        battle_effect(rules, s, f, sink);
        break;
    }
}

Move *aye_grape_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_ON, s, 0, 0);
    return aye_list_special(rules, s, out, MOVE_GRAPE, GRAPESHOT);
}

/* R69 */
void aye_grape_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    Frame *f = frame_top(s);
    if (move.kind == MOVE_ON) {
        tell(sink, EVENT_GOES_ON, s->actor, 0);
        return;
    }
    aye_ffc_play(s, s->actor, move.arg[0], sink);
    f->arg[BATTLE_HITS]++;
    tell(sink, EVENT_HITS, s->actor, 1, f->arg[BATTLE_HITS], 0);
    if (f->arg[BATTLE_HITS] < HITS_TO_SINK && s->pirate[s->actor].ffcs)
        question_open(s, ASK_GRAPE, s->actor);
}
