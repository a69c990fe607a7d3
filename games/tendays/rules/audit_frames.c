/* Checks the frames and the open question of a state. */
#include "games/tendays/rules/audit.h"

#define IN(kind) BIT(FRAME_##kind)
static const struct {
    uint32_t below; /* set of frames that it may be on */
    uint8_t stages; /* number of stages in arg[0]; 0 if arg[0] is not a stage */
} frame_form[TEN_FRAME_KINDS] = {
    [FRAME_SETUP] = {0, SETUP_STAGES},
    [FRAME_DAY] = {0, DAY_STAGES},
    [FRAME_ROLLS] = {IN(DAY), ROLLS_STAGES},
    [FRAME_TURN] = {IN(DAY), TURN_STAGES},
    [FRAME_ROUSE] = {IN(TURN), ONE_STAGES},
    [FRAME_EAT] = {IN(TURN) | IN(DUSK), ONE_STAGES},
    [FRAME_HEAL] = {IN(TURN), HEAL_STAGES},
    [FRAME_ANGLE] = {IN(TURN), ONE_STAGES},
    [FRAME_EXCHANGE] = {IN(TURN), ONE_STAGES},
    [FRAME_EXPLORE] = {IN(TURN), EXPLORE_STAGES},
    [FRAME_EACH] = {IN(EXPLORE), 1},
    [FRAME_NATIVES] = {IN(EXPLORE), 1},
    [FRAME_BATTLE] = {IN(EXPLORE), BATTLE_STAGES},
    [FRAME_RAID] = {IN(TURN), RAID_STAGES},
    [FRAME_ATTACK] = {IN(TURN), ATTACK_STAGES},
    [FRAME_SPOILS] = {IN(TURN), SPOILS_STAGES},
    [FRAME_DEATH] = {IN(ROLLS) | IN(EACH) | IN(EXPLORE) | IN(TURN) | IN(DUSK), DEATH_STAGES},
    [FRAME_DRAW] = {IN(SETUP) | IN(EXPLORE) | IN(TURN), 0},
    [FRAME_DUSK] = {IN(DAY), DUSK_STAGES},
    [FRAME_ARRIVAL] = {IN(DAY) | IN(EXPLORE) | IN(TURN), ARRIVAL_STAGES},
    [FRAME_GHOST] = {IN(DAY) | IN(EXPLORE) | IN(TURN), 0},
    [FRAME_TEAM] = {IN(DAY) | IN(EXPLORE) | IN(TURN), TEAM_STAGES},
    [FRAME_BIDS] = {IN(DAY), BIDS_STAGES},
    [FRAME_LEAVE] = {IN(DAY) | IN(EXPLORE) | IN(TURN), LEAVE_STAGES},
};

static bool has_on_island(const Rules *rules, const TenState *s, unsigned seat, unsigned c) {
    return seat < rules->seats && c < ten_no_character(rules) && (s->seat[seat].island & BIT(c));
}

static bool other_on_island(const Rules *rules, const TenState *s, unsigned seat, unsigned c) {
    unsigned owner = c < ten_no_character(rules) ? ten_owner(rules, s, c) : no_seat(rules);
    return owner < rules->seats && owner != seat;
}

static bool battle_is_valid(const Rules *rules, const TenState *s, const Frame *f) {
    return has_on_island(rules, s, f->seat, f->arg[BATTLE_CHARACTER]) && ten_is_trophy(rules, f->arg[BATTLE_CARD]) &&
           f->arg[BATTLE_CARD] < ten_no_card(rules) && s->pile[f->arg[BATTLE_CARD]] && f->arg[BATTLE_CALLED] <= 1 &&
           f->arg[BATTLE_AT] <= rules->seats && f->arg[0] != BATTLE_DONE && s->battles;
}

static bool spoils_is_valid(const Rules *rules, const TenState *s, const Frame *f) {
    unsigned killer = f->arg[SPOILS_KILLER];
    return f->arg[SPOILS_LOSER] != f->seat && has_on_island(rules, s, f->arg[SPOILS_LOSER], f->arg[SPOILS_VICTIM]) &&
           f->arg[SPOILS_LEFT] <= 9 && f->arg[SPOILS_TAKEN] <= 9 && (f->arg[SPOILS_LEFT] || f->arg[SPOILS_TAKEN]) &&
           (killer == ten_no_character(rules) || has_on_island(rules, s, f->seat, killer));
}

static bool death_is_valid(const Rules *rules, const TenState *s, const Frame *f) {
    unsigned killer = f->arg[DEATH_KILLER];
    return has_on_island(rules, s, f->seat, f->arg[DEATH_CHARACTER]) && f->arg[DEATH_CAUSE] <= BY_ATTACK &&
           (killer == ten_no_character(rules) ||
            (killer < ten_no_character(rules) && (ten_everybody(rules, s) & BIT(killer))));
}

static bool leave_is_valid(const Rules *rules, const TenState *s, const Frame *f) {
    unsigned c = f->arg[LEAVE_CHARACTER], n = 0;
    if (f->arg[LEAVE_AT] > TEN_BERTHS || f->arg[LEAVE_CARRIED] > TEN_CARRY || c >= ten_no_character(rules) ||
        f->arg[LEAVE_MET] > 1 || f->arg[LEAVE_TEAM] >= ten_no_rescuer(rules))
        return false;
    if (f->arg[0] == LEAVE_BERTH ||
        (f->arg[LEAVE_AT] < TEN_BERTHS && s->berth[f->arg[LEAVE_AT]] >= ten_no_rescuer(rules)))
        return false;
    if (f->arg[0] != LEAVE_CARRY)
        return true;
    while (n < TEN_CARRY && s->carried[c][n] < ten_no_card(rules))
        n++;
    return ten_owner(rules, s, c) < rules->seats && n == f->arg[LEAVE_CARRIED] && n < TEN_CARRY;
}

static bool bids_is_valid(const Rules *rules, const TenState *s, const Frame *f) {
    unsigned seat = f->arg[BIDS_AT] < rules->seats ? seat_at(rules, s->first, f->arg[BIDS_AT]) : no_seat(rules);
    unsigned c = f->arg[BIDS_CHARACTER];
    if (seat == no_seat(rules) || f->arg[BIDS_CIRCLE] >= ten_content(rules)->circles ||
        f->arg[BIDS_QUIET] > TEN_SEATS || f->arg[BIDS_BEFORE] > TEN_BID)
        return false;
    if (f->arg[0] != BIDS_LAY)
        return true;
    return has_on_island(rules, s, seat, c) && s->bid[c] < TEN_BERTHS && s->berth[s->bid[c]] < ten_no_rescuer(rules) &&
           ten_rescuer(rules, s->berth[s->bid[c]])->cards;
}

static bool explore_is_valid(const Rules *rules, const Frame *f) {
    return f->arg[EXPLORE_CHARACTER] < ten_no_character(rules) && f->arg[EXPLORE_PUT] <= 9 &&
           f->arg[EXPLORE_CARD] < ten_no_card(rules) &&
           (f->arg[0] == EXPLORE_DRAW || f->arg[EXPLORE_CARD] >= ten_derived(rules)->explore);
}

static bool rolls_is_valid(const Rules *rules, const TenState *s, const Frame *f) {
    const TenSeat *p = &s->seat[f->seat];
    unsigned at = f->arg[ROLLS_AT];
    if (f->arg[ROLLS_ROLLED] > 1)
        return false;
    if (f->arg[0] <= ROLLS_INJURY)
        return f->arg[ROLLS_ROLLED] ? has_on_island(rules, s, f->seat, at) : at <= ten_no_character(rules);
    return at <= p->gear[GEAR(f->arg[0] == ROLLS_COLLECTOR ? USE_COLLECTOR : USE_MOUSETRAP)];
}

static bool heal_is_valid(const Rules *rules, const Frame *f) {
    const TenDerived *d = ten_derived(rules);
    unsigned source = f->arg[HEAL_SOURCE];
    if (source >= SOURCE_TROPHY && (d->animal + source - SOURCE_TROPHY >= ten_no_card(rules) ||
                                    !ten_card(rules, d->animal + source - SOURCE_TROPHY)->heals))
        return false;
    return f->arg[HEAL_LEFT] <= 9;
}

/* Late souls exist only at dusk, and are at most all souls of the seat. */
static bool late_is_valid(const TenState *s, const Frame *f) {
    for (unsigned seat = 0; seat < TEN_SEATS; seat++)
        if (ten_late_souls(s, seat) > s->seat[seat].souls || (ten_late_souls(s, seat) && f->arg[0] != DAY_DUSK))
            return false;
    return true;
}

static bool args_are_valid(const Rules *rules, const TenState *s, const Frame *f) {
    switch (f->kind) {
    case FRAME_SETUP:
        return f->arg[SETUP_SEAT] <= rules->seats && f->arg[SETUP_LEFT] <= ten_content(rules)->team;
    case FRAME_DAY:
        return f->arg[DAY_AT] <= rules->seats && f->arg[DAY_ENDS] <= 1 && s->day && late_is_valid(s, f);
    case FRAME_ROLLS:
        return rolls_is_valid(rules, s, f);
    case FRAME_TURN:
        return f->arg[TURN_NIGHT] <= 1;
    case FRAME_EAT:
        return has_on_island(rules, s, f->seat, f->arg[ONE_CHARACTER]) && f->arg[EAT_SERVING] < TEN_SERVINGS &&
               f->arg[EAT_DUSK] == (f[-1].kind == FRAME_DUSK);
    case FRAME_ROUSE:
    case FRAME_ANGLE:
    case FRAME_EXCHANGE:
        return has_on_island(rules, s, f->seat, f->arg[ONE_CHARACTER]);
    case FRAME_HEAL:
        return heal_is_valid(rules, f);
    case FRAME_EXPLORE:
        return explore_is_valid(rules, f);
    case FRAME_EACH:
        return f->arg[EACH_CARD] < ten_no_card(rules) && f->arg[EACH_AT] <= rules->seats && f->arg[EACH_SICK] <= 1 &&
               (f->arg[EACH_AT] || !f->arg[EACH_SICK]) &&
               (ten_card(rules, f->arg[EACH_CARD])->use == USE_SUN ||
                ten_card(rules, f->arg[EACH_CARD])->use == USE_TORNADO);
    case FRAME_NATIVES:
        return f->arg[NATIVES_LEFT] <= 9 && f->arg[NATIVES_DRAWS] <= 60;
    case FRAME_BATTLE:
        return battle_is_valid(rules, s, f);
    case FRAME_RAID:
        return has_on_island(rules, s, f->seat, f->arg[RAID_CHARACTER]) && f->arg[RAID_BERTH] < TEN_BERTHS &&
               s->berth[f->arg[RAID_BERTH]] < ten_no_rescuer(rules) && f->arg[RAID_AT] <= rules->seats && s->battles;
    case FRAME_ATTACK:
        return has_on_island(rules, s, f->seat, f->arg[ATTACK_CHARACTER]) &&
               other_on_island(rules, s, f->seat, f->arg[ATTACK_TARGET]) && f->arg[ATTACK_AT] <= rules->seats;
    case FRAME_SPOILS:
        return spoils_is_valid(rules, s, f);
    case FRAME_DEATH:
        return death_is_valid(rules, s, f);
    case FRAME_DRAW:
        return f->arg[DRAW_LEFT] <= 60;
    case FRAME_GHOST:
        return f->arg[GHOST_AT] <= rules->seats && f->arg[GHOST_RESCUER] < ten_no_rescuer(rules) &&
               f->arg[GHOST_MET] <= 1;
    case FRAME_TEAM:
        return f->arg[TEAM_RESCUER] < ten_no_rescuer(rules);
    case FRAME_BIDS:
        return bids_is_valid(rules, s, f);
    case FRAME_LEAVE:
        return leave_is_valid(rules, s, f);
    default:
        return true;
    }
}

/* Whether the frame `below` is at a stage where it may have pushed `f`. */
static bool frame_waits_validly(const Frame *below, const Frame *f) {
    switch (below->kind) {
    case FRAME_SETUP:
        return below->arg[0] == SETUP_DRAW;
    case FRAME_TURN:
        return below->arg[0] == TURN_ASK;
    case FRAME_EXPLORE:
        return below->arg[0] == EXPLORE_DONE;
    case FRAME_DUSK:
        return below->arg[0] == (f->kind == FRAME_EAT ? DUSK_ASK : DUSK_DEATHS);
    case FRAME_DAY:
        if (f->kind == FRAME_TURN)
            return below->arg[0] == (f->arg[TURN_NIGHT] ? DAY_NIGHT : DAY_TURNS);
        if (f->kind == FRAME_ROLLS || f->kind == FRAME_DUSK)
            return below->arg[0] == (f->kind == FRAME_ROLLS ? DAY_ROLLS : DAY_DUSK);
        return below->arg[0] == DAY_TURNS || (below->arg[0] == DAY_LEFT && f->kind >= FRAME_BIDS);
    default:
        return true;
    }
}

/* Checks fields that are set only while a particular frame is active. */
static const char *audit_passing(const Rules *rules, const TenState *s) {
    unsigned kind = s->depth ? ten_top(s)->kind : TEN_FRAME_KINDS, put = 0;
    bool attack = kind == FRAME_ATTACK, dusk = s->depth > 1 && s->frame[1].kind == FRAME_DUSK;
    for (unsigned seat = 0; seat < TEN_SEATS; seat++) {
        const TenSeat *p = &s->seat[seat];
        for (unsigned i = 0; i < TEN_WEAPONS; i++)
            put += p->put[i];
        if (!attack && (p->laid_n || p->side != SIDE_NONE))
            return "weapons lie face down only in a battle between players";
        if (attack && p->laid_n && p->side == SIDE_NONE)
            return "face-down weapons belong to a side";
        if (p->named < ten_no_character(rules) &&
            (s->ask != ASK_NAME || (s->pending & BIT(seat)) || !(p->island & BIT(p->named))))
            return "players name their own characters, and only for the Rescue team";
    }
    if (attack) {
        const Frame *f = ten_top(s);
        if (s->seat[f->seat].side != SIDE_ATTACKER ||
            s->seat[ten_owner(rules, s, f->arg[ATTACK_TARGET])].side != SIDE_DEFENDER)
            return "attacker and defender are on their own sides";
    } else if (s->souls_laid) {
        return "souls are laid only in a battle between players";
    }
    if (put && kind != FRAME_BATTLE && kind != FRAME_RAID)
        return "weapons are laid openly only in battles";
    if ((s->offered | s->allied) && kind != FRAME_BATTLE)
        return "there are helpers only during a battle";
    if (s->doomed && (!dusk || (s->doomed & ~s->seat[s->frame[1].seat].island)))
        return "characters are doomed only at their player's dusk";
    if (s->leaving && kind != FRAME_LEAVE)
        return "characters board only while rescuers leave";
    if ((s->pending != 0) != (s->ask == ASK_NAME))
        return "names are pending exactly while the Rescue team asks";
    return NULL;
}

bool audit_bids_open(const TenState *s) {
    return s->depth > 1 && (s->frame[1].kind == FRAME_BIDS || s->frame[1].kind == FRAME_LEAVE);
}

const char *audit_frames(const Rules *rules, const TenState *s) {
    if (s->depth > TEN_FRAMES || (s->depth == 0) != (s->ask == ASK_OVER))
        return "depth counts the frames";
    for (unsigned i = 0; i < TEN_FRAMES; i++) {
        const Frame *f = &s->frame[i];
        if (i >= s->depth) {
            for (unsigned k = 0; k < sizeof f->arg; k++)
                if (f->arg[k] || f->kind || f->seat)
                    return "unused frames are empty";
            continue;
        }
        if (f->kind >= TEN_FRAME_KINDS || f->seat >= rules->seats ||
            (i == 0) != (f->kind == FRAME_SETUP || f->kind == FRAME_DAY) ||
            (i && !(frame_form[f->kind].below & BIT(s->frame[i - 1].kind))))
            return "every frame is on a frame that can push it";
        if (frame_form[f->kind].stages && f->arg[0] >= frame_form[f->kind].stages)
            return "every frame is at a valid stage";
        if (i && !frame_waits_validly(f - 1, f))
            return "every frame waits at the stage that pushed the next one";
        if (!args_are_valid(rules, s, f))
            return "the arguments of a frame are in range";
    }
    if (s->depth && s->frame[0].kind == FRAME_SETUP && s->day)
        return "the set-up is over when day 1 begins";
    return audit_passing(rules, s);
}

/* ---- the question --------------------------------------------------------------------------------------- */

static bool question_order_is_valid(const Rules *rules, const TenState *s, unsigned first, unsigned at) {
    return at && at <= rules->seats && s->actor == seat_at(rules, first, at - 1);
}

/* Dealing goes seat by seat: earlier seats have full teams, later ones none. */
static bool deal_is_valid(const Rules *rules, const TenState *s, const Frame *f) {
    unsigned team = ten_content(rules)->team, at = f->arg[SETUP_SEAT];
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        unsigned dealt = bits_count(s->seat[seat].island), left = seat == at ? f->arg[SETUP_LEFT] + 1u : team;
        if (dealt != (seat < at ? team : team - left) || s->seat[seat].saved || s->seat[seat].dead)
            return false;
    }
    return f->arg[SETUP_LEFT] < team;
}

static bool battle_actor_is_valid(const Rules *rules, const TenState *s, const Frame *f, const TenSeat *p) {
    switch (s->ask) {
    case ASK_HELP:
        return s->actor != f->seat && p->island && f->arg[0] == BATTLE_CALL;
    case ASK_GUARD:
        return s->actor != f->seat && p->island && f->arg[0] == RAID_GUARD;
    case ASK_RAID:
        return s->actor == f->seat && f->arg[0] == RAID_LAY;
    case ASK_LAY:
        return s->actor == f->seat && f->arg[0] == ATTACK_LAY;
    case ASK_SIDE:
        return s->actor != f->seat && s->actor != ten_owner(rules, s, f->arg[ATTACK_TARGET]) && p->island &&
               f->arg[0] == ATTACK_SIDES;
    default: /* ASK_DEFEND */
        return s->actor == ten_owner(rules, s, f->arg[ATTACK_TARGET]) && f->arg[0] == ATTACK_DEFEND;
    }
}

static bool actor_is_valid(const Rules *rules, const TenState *s) {
    const Frame *f = ten_top(s);
    const TenSeat *p = &s->seat[s->actor];
    switch (s->ask) {
    case ASK_DEAL:
        return s->actor == f->arg[SETUP_SEAT] && f->arg[0] == SETUP_DEAL && deal_is_valid(rules, s, f);
    case ASK_RESCUER:
        return s->actor == f->seat && f->arg[0] == ARRIVAL_DONE;
    case ASK_TORCH:
        return p->island && f->arg[0] == DAY_NIGHT;
    case ASK_REDRAW:
        return s->actor == f->seat && f->arg[0] == EXPLORE_RESOLVE;
    case ASK_EXPLORE:
        return s->actor == f->seat && f->arg[0] == EXPLORE_DRAW;
    case ASK_HELP:
    case ASK_GUARD:
    case ASK_RAID:
    case ASK_LAY:
    case ASK_SIDE:
    case ASK_DEFEND:
        return battle_actor_is_valid(rules, s, f, p);
    case ASK_SAVE:
        return (p->island & ten_derived(rules)->savers & ~BIT(f->arg[DEATH_CHARACTER])) && f->arg[0] == DEATH_DIE;
    case ASK_SUN:
        return question_order_is_valid(rules, s, f->seat, f->arg[EACH_AT]) && p->island && f->arg[EACH_SICK];
    case ASK_TORNADO:
        return question_order_is_valid(rules, s, f->seat, f->arg[EACH_AT]) && p->island && !f->arg[EACH_SICK];
    case ASK_HAUNT:
        return question_order_is_valid(rules, s, f->seat, f->arg[GHOST_AT]);
    case ASK_BID:
        return s->actor == seat_at(rules, s->first, f->arg[BIDS_AT]) && p->island && f->arg[0] == BIDS_GO;
    case ASK_ENTER:
        return s->actor == seat_at(rules, s->first, f->arg[BIDS_AT]) && f->arg[0] == BIDS_LAY;
    case ASK_CARRY:
        return has_on_island(rules, s, s->actor, f->arg[LEAVE_CHARACTER]) && f->arg[0] == LEAVE_CARRY;
    case ASK_NAME:
        for (bits_each(seat, s->pending))
            if (!on_island(s, seat))
                return false;
        return f->arg[0] == TEAM_TAKE;
    case ASK_CURE:
        return s->actor == f->seat && f->arg[0] == HEAL_CURE;
    case ASK_DISCARD:
        return s->actor == f->seat && f->arg[0] == (f->kind == FRAME_HEAL ? (int)HEAL_PAY : (int)ONE_BEGIN) &&
               (f->kind != FRAME_HEAL || f->arg[HEAL_LEFT]);
    case ASK_DIE:
        return s->actor == f->seat &&
               (f->kind == FRAME_ROLLS ? f->arg[ROLLS_ROLLED] && (f->arg[0] <= ROLLS_INJURY || f->arg[ROLLS_AT])
                                       : f->arg[0] == ONE_ROLLED);
    case ASK_SPOILS:
        return s->actor == f->seat && f->arg[SPOILS_LEFT];
    case ASK_DUSK:
        return s->actor == f->seat && f->arg[0] == DUSK_ASK && p->island;
    default:
        return s->actor == f->seat && p->island;
    }
}

/* Called last, because it relies on all other invariants. Checks that the question has an answer. */
const char *audit_ask(const Rules *rules, const TenState *s) {
    const Question *question = &ten_questions[s->ask];
    Move list[LEGAL_MAX];
    Odds odds = {.n = 0};
    bool over = s->ask == ASK_OVER, chance = s->ask < ASK_TURN;
    unsigned act = over || chance ? 0 : s->ask == ASK_NAME ? s->pending : BIT(s->actor);
    if (s->head.node != (over ? NODE_OVER : chance ? NODE_CHANCE : NODE_DECISION) || s->head.to_act != act)
        return "the seats to act are those that are asked";
    if (over)
        return NULL;
    if (!(question->allowed_frames & BIT(ten_top(s)->kind)))
        return "the question belongs to the top frame";
    if (!actor_is_valid(rules, s))
        return "the asked seat can answer the question";
    if (chance) {
        question->odds(rules, s, &odds);
        return odds.n ? NULL : "every question has an answer";
    }
    for (bits_each(seat, act))
        if (question->legal(rules, s, seat, list) == list)
            return "every question has an answer";
    return NULL;
}
