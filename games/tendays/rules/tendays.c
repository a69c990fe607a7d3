/* The table of Ten Days and the loop that runs its frames. Read this first, then frames.h, day.c, turn.c, food.c,
 * heal.c, explore.c, battle.c, attack.c, death.c, rescue.c, bids.c, standing_bids.c, trade.c and ending.c. cards.c
 * handles hands and decks, tables.c has all names, and views.c computes what each seat knows. */
#include "games/tendays/rules/frames.h"

#define OF(frame) BIT(FRAME_##frame)
#define DECIDE(name, why_, rule_, sentence_, frames_)                                                                  \
    {                                                                                                                  \
        .legal = ten_##name##_legal, .check = why_, .apply = ten_##name##_apply, .default_rule = rule_,                \
        .default_refusal = sentence_, .allowed_frames = frames_                                                        \
    }
#define DRAW(name, frames_)                                                                                            \
    {                                                                                                                  \
        .odds = ten_##name##_odds, .outcome = ten_##name##_outcome, .apply = ten_##name##_apply,                       \
        .allowed_frames = frames_                                                                                      \
    }

const Question ten_questions[TEN_ASKS] = {
    [ASK_DEAL] = DRAW(deal, OF(SETUP)),
    [ASK_SUPPLY] = DRAW(supply, OF(DRAW)),
    [ASK_EXPLORE] = DRAW(explored, OF(EXPLORE)),
    [ASK_RESCUER] = DRAW(rescuer, OF(ARRIVAL)),
    [ASK_DIE] = DRAW(die, OF(ROLLS) | OF(ROUSE) | OF(EAT) | OF(ANGLE) | OF(EXCHANGE)),
    [ASK_STOLEN] = DRAW(stolen, OF(SPOILS)),
    [ASK_TURN] = DECIDE(turn, ten_turn_check, 16, "It is your turn: take an action, make a free play or end your turn.",
                        OF(TURN)),
    [ASK_TORCH] = DECIDE(torch, NULL, 35, "It is night: use a torch, or pass.", OF(DAY)),
    [ASK_REDRAW] = DECIDE(redraw, NULL, 46, "Keep this card, or put it away and take the next one.", OF(EXPLORE)),
    [ASK_CURE] = DECIDE(cure, ten_cure_check, 42, "Choose a character to heal, and the impairment.", OF(HEAL)),
    [ASK_DISCARD] = DECIDE(discard, ten_discard_check, 4, "Choose a card to discard.", OF(HEAL) | OF(EXCHANGE)),
    [ASK_SUN] = DECIDE(sun, ten_sun_check, 48, "Burning sun: pay a Water card, or lose a character if you hold none.",
                       OF(EACH)),
    [ASK_TORNADO] = DECIDE(tornado, ten_discard_check, 50, "Tornado: choose a held card to discard.", OF(EACH)),
    [ASK_NATIVES] = DECIDE(natives, ten_discard_check, 53,
                           "Trade with natives: swap up to three cards, then choose Done.", OF(NATIVES)),
    [ASK_FIGHT] = DECIDE(fight, ten_fight_check, 57, "Lay weapons, call for help or fight.", OF(BATTLE)),
    [ASK_HELP] = DECIDE(help, ten_weapon_check, 61,
                        "You are asked for help: lay weapons and state your claim, or pass.", OF(BATTLE)),
    [ASK_RAID] = DECIDE(raid, ten_weapon_check, 72, "You are attacking a rescuer: lay at least one weapon, then fight.",
                        OF(RAID)),
    [ASK_GUARD] = DECIDE(guard, ten_weapon_check, 72,
                         "A rescuer is attacked: lay weapons to defend it, then choose Done.", OF(RAID)),
    [ASK_LAY] = DECIDE(lay, ten_weapon_check, 64,
                       "You are attacking: lay at least one weapon face down, then choose Done.", OF(ATTACK)),
    [ASK_SIDE] = DECIDE(side, ten_weapon_check, 65,
                        "Two players are fighting: choose a side before you lay weapons, or pass.", OF(ATTACK)),
    [ASK_DEFEND] = DECIDE(defend, ten_weapon_check, 66,
                          "You are attacked: lay weapons or souls if you like, then choose Done.", OF(ATTACK)),
    [ASK_SPOILS] = DECIDE(spoils, NULL, 68, "You have won: kill or steal.", OF(SPOILS)),
    [ASK_SAVE] =
        DECIDE(save, NULL, 76, "A character is about to die: sacrifice your own to save it, or let it die.", OF(DEATH)),
    [ASK_DUSK] =
        DECIDE(dusk, ten_dusk_check, 29, "It is dusk: let your characters drink and eat, then choose Done.", OF(DUSK)),
    [ASK_BID] = DECIDE(bid, ten_bid_check, 78,
                       "The rescuers are leaving: enter, add cards or back out, then choose Done.", OF(BIDS)),
    [ASK_ENTER] =
        DECIDE(enter, ten_enter_check, 79, "Put cards into this bid and choose Done, or cancel it.", OF(BIDS)),
    [ASK_CARRY] = DECIDE(carry, ten_carry_check, 84, "Choose a treasure to carry, or choose Done.", OF(LEAVE)),
    [ASK_NAME] = DECIDE(name, NULL, 89, "Rescue team: name one of your characters, or nobody.", OF(TEAM)),
    [ASK_HAUNT] = DECIDE(haunt, NULL, 88, "Ghost ship: choose how many souls to turn.", OF(GHOST)),
};

typedef void (*FrameRun)(const Rules *rules, TenState *s, Frame *f, Sink *sink);
static const FrameRun frame_run[TEN_FRAME_KINDS] = {
    [FRAME_SETUP] = ten_frame_setup,     [FRAME_DAY] = ten_frame_day,         [FRAME_ROLLS] = ten_frame_rolls,
    [FRAME_TURN] = ten_frame_turn,       [FRAME_ROUSE] = ten_frame_rouse,     [FRAME_EAT] = ten_frame_eat,
    [FRAME_HEAL] = ten_frame_heal,       [FRAME_ANGLE] = ten_frame_angle,     [FRAME_EXCHANGE] = ten_frame_exchange,
    [FRAME_EXPLORE] = ten_frame_explore, [FRAME_EACH] = ten_frame_each,       [FRAME_NATIVES] = ten_frame_natives,
    [FRAME_BATTLE] = ten_frame_battle,   [FRAME_RAID] = ten_frame_raid,       [FRAME_ATTACK] = ten_frame_attack,
    [FRAME_SPOILS] = ten_frame_spoils,   [FRAME_DEATH] = ten_frame_death,     [FRAME_DRAW] = ten_frame_draw,
    [FRAME_DUSK] = ten_frame_dusk,       [FRAME_ARRIVAL] = ten_frame_arrival, [FRAME_GHOST] = ten_frame_ghost,
    [FRAME_TEAM] = ten_frame_team,       [FRAME_BIDS] = ten_frame_bids,       [FRAME_LEAVE] = ten_frame_leave,
};

/* Ends the game: drops unfinished procedures; cards stay where they are. */
static void unwind_frames(TenState *s) {
    while (s->depth)
        frame_pop(s);
    s->ask = ASK_OVER;
    s->actor = s->first;
    s->leaving = s->doomed = 0;
    s->pending = 0;
}

void ten_run_frames(const Rules *rules, TenState *s, Sink *sink) {
    while (s->ask == ASK_NOTHING && !s->ending)
        frame_run[frame_top(s)->kind](rules, s, frame_top(s), sink);
    if (s->ending && s->ask != ASK_OVER)
        unwind_frames(s);
    bool chance = s->ask < ASK_TURN;
    s->head.node = (uint8_t)(s->ask == ASK_OVER ? NODE_OVER : chance ? NODE_CHANCE : NODE_DECISION);
    s->head.to_act = (uint8_t)(s->head.node != NODE_DECISION ? 0 : s->ask == ASK_NAME ? s->pending : BIT(s->actor));
}

static bool is_aside(unsigned kind) { return kind >= MOVE_FIREWOOD && kind <= MOVE_WITHDRAW; }

static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const TenState *s = state;
    Move *end = out;
    if (s->head.to_act & BIT(seat))
        end = ten_questions[s->ask].legal(rules, s, seat, end);
    if (ten_aside_is_allowed(s, seat))
        end = ten_aside_legal(rules, s, seat, end);
    return (unsigned)(end - out);
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    const TenState *s = state;
    const Question *question = &ten_questions[s->ask];
    Move list[LEGAL_MAX];
    unsigned n = legal(rules, state, move.seat, list);
    for (unsigned i = 0; i < n; i++)
        if (__builtin_memcmp(&list[i], &move, sizeof move) == 0)
            return SK_OK;
    if (is_aside(move.kind))
        return ten_aside_check(rules, s, move, err);
    Status status = question->check ? question->check(rules, s, move, err) : SK_OK;
    return status ? status : err_refuse(err, SK_TURN, question->default_rule, question->default_refusal, NULL, 0);
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    TenState *s = state;
    if (is_aside(move.kind)) {
        ten_aside_apply(rules, s, move, sink);
        return;
    }
    const Question *question = &ten_questions[s->ask];
    s->ask = ASK_NOTHING;
    question->apply(rules, s, move, sink);
    ten_run_frames(rules, s, sink);
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    const TenState *s = state;
    odds->n = odds->total = 0;
    ten_questions[s->ask].odds(rules, s, odds);
}

static Move outcome(const Rules *rules, const void *state, unsigned i) {
    const TenState *s = state;
    return ten_questions[s->ask].outcome(rules, s, i);
}

const Game tendays_game = {
    .id = "tendays",
    .version = 1,
    .seats_min = 2,
    .seats_max = TEN_SEATS,
    .state_size = sizeof(TenState),
    .content_size = sizeof(TenContent),
    .derived_size = sizeof(TenDerived),
    .steps_max =
        200000, /* mostly asides: 12 days, six seats, 100 drafts of 16 steps; everything else takes far fewer */
    .fields = ten_fields,
    .moves = ten_moves,
    .events = ten_events,
    .options = ten_options,
    .lists = ten_lists,
    .content = ten_content_fields,
    .endings = ten_endings,
    .parts = ten_parts,
    .prepare = ten_content_prepare,
    .setup = ten_setup_begin,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .outcome = outcome,
    .observe = ten_observe,
    .resample = ten_resample,
    .score = ten_score,
    .audit = ten_audit,
};
