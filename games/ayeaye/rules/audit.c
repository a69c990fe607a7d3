/* Checks the invariants of a state. The state can come from outside, so no byte of it is trusted. A check returns the
 * invariant that is broken, or NULL. */
#include "games/ayeaye/rules/frames.h"

/* ---- pirates, supply and pieces ------------------------------------------------------------------------- */

static const char *audit_pirate(const Rules *rules, const AyeState *s, unsigned seat) {
    const AyeContent *c = aye_content(rules);
    const AyePirate *p = &s->pirate[seat];
    unsigned cards = 0;
    if (p->place > c->spaces || p->card > c->cards || p->items & ~AYE_ALL_ITEMS)
        return "place, card and items of a pirate are in range";
    if (p->suspended > c->markers || p->tries > 9 || p->xp > p->best || p->best > 9999)
        return "markers, tries and XP of a pirate are in range";
    for (unsigned skill = 0; skill < AYE_SKILLS; skill++)
        if (p->skill[skill] > AYE_LEVELS)
            return "a skill has three levels";
    if (aye_levels(p) > p->best / c->xp_level)
        return "a pirate has at most the levels that they have earned";
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) {
        if (p->hand[ffc] > (ffc < c->ffcs ? c->ffc[ffc].count : 0))
            return "nobody holds more copies of a Favour card than there are";
        cards += p->hand[ffc];
    }
    if (cards != p->ffcs)
        return "ffcs is the number of cards in the hand";
    if (seat >= rules->seats && (p->place != c->spaces || p->best || p->items || p->ffcs || p->suspended || p->tries ||
                                 p->card != c->cards || aye_levels(p)))
        return "an empty seat has nothing";
    if (p->place == c->spaces && (p->best || p->items || p->suspended || p->card != c->cards || p->tries))
        return "a pirate who has not landed has only Favour cards";
    return NULL;
}

static const char *audit_supply(const Rules *rules, const AyeState *s) {
    const AyeContent *c = aye_content(rules);
    for (unsigned item = 0; item < AYE_ITEMS; item++) {
        unsigned n = s->supply[item];
        for (unsigned seat = 0; seat < AYE_SEATS; seat++)
            n += s->pirate[seat].items >> item & 1;
        for (unsigned i = 0; i < AYE_FIGURES; i++)
            n += s->stash[i] >> item & 1;
        if (n != c->supply)
            return "every item is in the supply, with a pirate or with a Guardian";
    }
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) {
        unsigned n = (unsigned)s->deck[ffc] + s->pile[ffc];
        for (unsigned seat = 0; seat < AYE_SEATS; seat++)
            n += s->pirate[seat].hand[ffc];
        for (unsigned i = 0; i < AYE_FIGURES; i++)
            n += s->stash_hand[i][ffc];
        if (n != (ffc < c->ffcs ? c->ffc[ffc].count : 0))
            return "every Favour card is in the deck, on the pile, in a hand or with a Guardian";
    }
    return NULL;
}

static const char *audit_pieces(const Rules *rules, const AyeState *s) {
    const AyeContent *c = aye_content(rules);
    const AyeDerived *d = aye_derived(rules);
    unsigned seats = BIT(rules->seats) - 1, left[AYE_ICONS];
    for (unsigned icon = 0; icon < AYE_ICONS; icon++)
        left[icon] = c->icon[icon];
    for (unsigned piece = 0; piece < AYE_PIECES; piece++) {
        if (s->icon[piece] > AYE_ICONS || s->open[piece] > 1 || s->seen[piece] & ~seats)
            return "icon, open and seen of a piece are in range";
        bool known = s->open[piece] || s->seen[piece];
        if (known != (s->icon[piece] < AYE_ICONS) || (piece >= d->pieces && known) ||
            (s->open[piece] && s->seen[piece]))
            return "a piece has an icon if, and only if, someone has seen it";
        if (known && left[s->icon[piece]]-- == 0)
            return "no icon is on more pieces than the content allows";
    }
    for (unsigned icon = 0; icon < AYE_ICONS; icon++)
        if (left[icon] != s->icons[icon])
            return "every icon is on a piece or undrawn";
    return NULL;
}

/* ---- cards and figures ---------------------------------------------------------------------------------------- */

static bool card_is_in_play(const AyeState *s, unsigned card) {
    for (unsigned i = 0; i < s->depth; i++)
        if (s->frame[i].kind == FRAME_CARD && s->frame[i].arg[0] != CARD_DRAW && s->frame[i].arg[0] != CARD_END &&
            s->frame[i].arg[CARD_CARD] == card)
            return true;
    return false;
}

static unsigned card_places(const Rules *rules, const AyeState *s, unsigned card) {
    const AyeContent *c = aye_content(rules);
    unsigned n = 0, category = c->card[card].category, figure = aye_derived(rules)->figure[card];
    bool fought = card_is_in_play(s, card);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        fought |= s->pirate[seat].card == card;
    for (unsigned i = 0; i < s->returned[category]; i++)
        n += s->stack[category][i] == card;
    if (figure < AYE_FIGURES && c->card[card].kind == UNDEAD)
        n += s->undead[figure] < c->spaces;
    if (figure < AYE_FIGURES && c->card[card].kind == GUARDIAN && s->guardian[figure] < c->spaces)
        return n + 1; /* on the map, whether or not someone fights the Guardian */
    return n + fought;
}

static const char *audit_stacks(const Rules *rules, const AyeState *s) {
    const AyeContent *c = aye_content(rules);
    for (unsigned category = 0; category < AYE_CATEGORIES; category++) {
        if (s->returned[category] > aye_derived(rules)->in_category[category])
            return "a stack has no more cards than its category";
        for (unsigned i = 0; i < AYE_STACK; i++) {
            unsigned card = s->stack[category][i];
            if (i < s->returned[category] ? card >= c->cards || c->card[card].category != category : card != c->cards)
                return "a stack holds cards of its category";
        }
    }
    for (unsigned card = 0; card < AYE_CARDS; card++) {
        bool stacked = card < c->cards && c->card[card].category < AYE_CATEGORIES;
        bool out = !stacked || (c->card[card].kind == GUARDIAN && rules->option[OPTION_GUARDIANS] == MODE_WITHOUT) ||
                   (c->card[card].kind == UNDEAD && rules->option[OPTION_UNDEAD] == MODE_WITHOUT);
        if (s->drawn[card] > 1 || (out && !s->drawn[card]))
            return "cards that are not in the game are marked as drawn";
        if (!stacked)
            continue;
        unsigned places = card_places(rules, s, card);
        if (places > 1 || (places == 0) != (out || !s->drawn[card]))
            return "every card is unseen, on its stack, with a pirate, or with its figure";
    }
    return NULL;
}

static const char *audit_figures(const Rules *rules, const AyeState *s) {
    const AyeContent *c = aye_content(rules);
    const AyeDerived *d = aye_derived(rules);
    for (unsigned i = 0; i < AYE_FIGURES; i++) {
        unsigned cards = 0, at = s->guardian[i], posted = s->undead[i];
        bool stands = at < c->spaces;
        for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++)
            cards += s->stash_hand[i][ffc];
        if (at > c->spaces || posted > c->spaces || s->poster[i] > rules->seats || s->stash[i] & ~AYE_ALL_ITEMS)
            return "figures, posters and stashes are in range";
        if (stands &&
            (i >= d->guardians || !aye_is_active_guardian(rules, d->guardian_card[i]) || d->piece[at] == AYE_PIECES ||
             !s->open[d->piece[at]] || !aye_icon_is_category(s->icon[d->piece[at]])))
            return "a Guardian stands on a discovered category space";
        if (cards != s->stash_ffcs[i] || (!stands && (cards || s->stash[i])))
            return "only a Guardian on the map has items and cards";
        if (posted < c->spaces &&
            (i >= d->undead || !aye_is_roaming_undead(rules, d->undead_card[i]) || !aye_is_on_land(rules, posted)))
            return "a captain is posted on land";
        if (posted == c->spaces && (s->poster[i] != rules->seats || s->owed[i]))
            return "only a posted captain has a poster and waiting XP";
        if (s->owed[i] > 60 || (s->owed[i] && s->poster[i] == rules->seats))
            return "XP waits only for a pirate who posted the captain";
    }
    return NULL;
}

/* ---- frames ------------------------------------------------------------------------------------------------- */

static const struct {
    uint32_t below; /* set of frames that can start this one */
    uint8_t stages; /* number of stages; 0 if arg[0] is not a stage */
} frame_form[AYE_FRAME_KIND_COUNT] = {
    [FRAME_TURN] = {0, TURN_STAGES},
    [FRAME_WALK] = {FRAME_BIT(TURN), WALK_STAGES},
    [FRAME_SAIL] = {FRAME_BIT(TURN), SAIL_STAGES},
    [FRAME_BAY] = {FRAME_BIT(TURN), BAY_STAGES},
    [FRAME_SEARCH] = {FRAME_BIT(TURN), SEARCH_STAGES},
    [FRAME_ARRIVE] = {FRAME_BIT(TURN), ARRIVE_STAGES},
    [FRAME_CARD] = {FRAME_BIT(TURN) | FRAME_BIT(ARRIVE), CARD_STAGES},
    [FRAME_DICE] = {FRAME_BIT(CARD), DICE_STAGES},
    [FRAME_PLANK] = {FRAME_BIT(CARD) | FRAME_BIT(BATTLE), SHOT_STAGES},
    [FRAME_DUEL] = {FRAME_BIT(CARD) | FRAME_BIT(ARRIVE), DUEL_STAGES},
    [FRAME_BOOTY] = {FRAME_BIT(CARD) | FRAME_BIT(ARRIVE), BOOTY_STAGES},
    [FRAME_BATTLE] = {FRAME_BIT(ARRIVE), BATTLE_STAGES},
    [FRAME_DRAW] = {FRAME_BIT(TURN) | FRAME_BIT(CARD), 0},
    [FRAME_TAKE] = {FRAME_BIT(CARD), 0},
    [FRAME_LOSE] = {FRAME_BIT(CARD), 0},
    [FRAME_STEAL] = {FRAME_BIT(CARD), STEAL_STAGES},
    [FRAME_PUSH] = {FRAME_BIT(CARD), 0},
    [FRAME_PEEK] = {FRAME_BIT(CARD), 0},
};

static bool is_opponent(const Rules *rules, const AyeState *s, unsigned seat, unsigned other) {
    return other < rules->seats && other != seat && aye_has_landed(rules, &s->pirate[other]);
}

static bool card_args_are_valid(const Rules *rules, const Frame *f) {
    const AyeContent *c = aye_content(rules);
    if (f->arg[0] == CARD_DRAW)
        return f->arg[CARD_CARD] < AYE_CATEGORIES;
    if (f->arg[CARD_CARD] >= c->cards || f->arg[CARD_OUTCOME] > LOST ||
        f->arg[CARD_XP] < (f->arg[0] > CARD_JUDGE ? 40 : 0) || f->arg[CARD_XP] > 215 ||
        f->arg[CARD_TARGETS] & ~(BIT(rules->seats) - 1) || f->arg[CARD_TARGETS] & BIT(f->seat))
        return false;
    unsigned effects = c->card[f->arg[CARD_CARD]].effects[f->arg[CARD_OUTCOME]];
    bool pending = f->arg[0] == CARD_EACH; /* an effect is being applied */
    return pending ? f->arg[CARD_EFFECT] < effects : f->arg[CARD_EFFECT] <= effects;
}

static bool frame_args_are_valid(const Rules *rules, const AyeState *s, const Frame *f) {
    const PlankBoard *b = &aye_content(rules)->plank;
    switch (f->kind) {
    case FRAME_CARD:
        return card_args_are_valid(rules, f);
    case FRAME_DICE:
        return f->arg[DICE_THROWS] <= 60 && aye_card(rules, f[-1].arg[CARD_CARD])->task == TASK_DICE;
    case FRAME_PLANK:
        return f->arg[PLANK_SHOTS_LEFT] <= 60 && f->arg[PLANK_HITS] <= 180 && f->arg[PLANK_PLACE] < plank_places(b) &&
               f->arg[PLANK_AIM] <= 2 * b->aim && f->arg[PLANK_CALM] <= 1 && (f->arg[PLANK_SHOTS_LEFT] || !f->arg[0]) &&
               (f[-1].kind == FRAME_BATTLE || aye_card(rules, f[-1].arg[CARD_CARD])->task == TASK_PLANK);
    case FRAME_BOOTY:
        return is_opponent(rules, s, f->seat, f->arg[BOOTY_LOSER]) && f->arg[BOOTY_PICKS] <= 6 &&
               f->arg[BOOTY_BLIND] <= 2 && aye_is_on_land(rules, s->pirate[f->arg[BOOTY_LOSER]].place) &&
               f->arg[BOOTY_BLIND] <= s->pirate[f->arg[BOOTY_LOSER]].ffcs;
    case FRAME_BATTLE:
        return is_opponent(rules, s, f->seat, f->arg[BATTLE_FOE]) && f->arg[BATTLE_HITS] <= 3 &&
               f->arg[BATTLE_FIRING] <= 1;
    case FRAME_STEAL:
        return is_opponent(rules, s, f->seat, f->arg[STEAL_VICTIM]) && f->arg[STEAL_LEFT] && f->arg[STEAL_LEFT] <= 9;
    case FRAME_PUSH:
        return is_opponent(rules, s, f->seat, f->arg[PUSH_VICTIM]) &&
               aye_is_on_land(rules, s->pirate[f->arg[PUSH_VICTIM]].place);
    case FRAME_LOSE:
        return f->arg[LOSE_WHAT] <= WHAT_ALL && f->arg[LOSE_LEFT] <= 9 && f->arg[LOSE_GIVEN] <= 1;
    case FRAME_PEEK:
        return f->arg[PEEK_PIECE] <= aye_derived(rules)->pieces && f->arg[PEEK_LEFT] <= 9;
    case FRAME_BAY:
        return f->arg[BAY_THROWS] <= 20 && aye_kind_at(rules, s->pirate[f->seat].place) == BAY;
    case FRAME_SEARCH:
        /* The flip that finds the treasure ends the game before SEARCH_FLIPS is decremented. */
        return f->arg[SEARCH_FLIPS] + bits_count(s->doubloons) <=
               aye_content(rules)->doubloons + (s->finder < rules->seats ? 1u : 0u);
    case FRAME_WALK:
        return aye_is_on_land(rules, s->pirate[f->seat].place) && f->arg[WALK_LEGS] <= 240;
    case FRAME_SAIL:
        return aye_is_at_sea(rules, s->pirate[f->seat].place);
    case FRAME_DRAW:
        return f->arg[DRAW_LEFT] <= 9;
    default:
        return true;
    }
}

static const char *audit_frames(const Rules *rules, const AyeState *s) {
    bool ashore = s->depth && s->frame[0].arg[0] < TURN_BEGIN;
    if (s->depth > AYE_FRAMES || (s->depth == 0) != (s->ask == ASK_FIRST))
        return "there are no frames only until the starting player is known";
    for (unsigned i = 0; i < AYE_FRAMES; i++) {
        const Frame *f = &s->frame[i];
        if (i >= s->depth) {
            for (unsigned k = 0; k < sizeof f->arg; k++)
                if (f->arg[k] || f->kind || f->seat)
                    return "unused frames are zero";
            continue;
        }
        if (f->kind >= AYE_FRAME_KIND_COUNT || f->seat >= rules->seats || (i == 0) != (f->kind == FRAME_TURN) ||
            (i && !(frame_form[f->kind].below & BIT(s->frame[i - 1].kind))))
            return "each frame is above a frame that can start it";
        if (frame_form[f->kind].stages && f->arg[0] >= frame_form[f->kind].stages)
            return "the stage of a frame is in range";
        if (!ashore && !aye_has_landed(rules, &s->pirate[f->seat]))
            return "a pirate who acts has landed";
        if (i && ashore && f->kind != FRAME_DRAW)
            return "only Favour cards are drawn until everyone has landed";
        if (!frame_args_are_valid(rules, s, f))
            return "the arguments of a frame are in range";
    }
    if (s->depth && s->frame[0].seat != s->active)
        return "the turn frame belongs to the active player";
    for (unsigned seat = 0; seat < rules->seats && s->depth && !ashore; seat++)
        if (!aye_has_landed(rules, &s->pirate[seat]))
            return "everyone has landed once the rounds begin";
    return NULL;
}

/* ---- duel, numbers and the question ---------------------------------------------------------------------------- */

static const char *audit_duel(const Rules *rules, const AyeState *s) {
    const AyeDuel *d = &s->duel;
    bool on = s->depth && aye_top_frame(s)->kind == FRAME_DUEL;
    if (d->side[0] > rules->seats || d->side[1] > rules->seats || d->attacker > 1 || d->laid > NO_BLADE ||
        d->answer > NO_BLADE || d->looked > 1 || d->riposte > 1 || d->exchange > 2 || d->round > 2)
        return "a duel's numbers are in range";
    for (unsigned side = 0; side < 2; side++) {
        unsigned left = (unsigned)d->left[side][0] + d->left[side][1];
        if (d->left[side][0] > AYE_BLADE_CARDS || d->left[side][1] > AYE_BLADE_CARDS ||
            left != (on ? 6u - d->exchange : 0u) || d->points[side] > 6 || d->looks[side][0] > 3 ||
            d->looks[side][1] > 3)
            return "a duellist has laid a card for each exchange";
    }
    if (!on)
        return d->round || d->side[0] != rules->seats || d->side[1] != rules->seats || d->laid != NO_BLADE ||
                       d->answer != NO_BLADE
                   ? "duel data is empty outside a duel"
                   : NULL;
    if (d->round < 1 || d->side[0] != aye_top_frame(s)->seat || d->side[0] == d->side[1])
        return "a duel has a round and two sides";
    if (d->side[1] < rules->seats &&
        (!aye_is_on_land(rules, s->pirate[d->side[0]].place) || !is_opponent(rules, s, d->side[0], d->side[1]) ||
         !aye_is_on_land(rules, s->pirate[d->side[1]].place)))
        return "pirates duel on land";
    if ((d->laid < NO_BLADE && !d->left[d->attacker][d->laid]) ||
        (d->answer < NO_BLADE && !d->left[d->attacker ^ 1u][d->answer]))
        return "a laid card was still available";
    bool foe_attacks = d->side[d->attacker] == rules->seats, foe_defends = d->side[d->attacker ^ 1u] == rules->seats;
    switch (s->ask) {
    case ASK_LAY:
        return foe_attacks || d->laid != NO_BLADE || s->actor != d->side[d->attacker] ? "the attacker lays a card"
                                                                                      : NULL;
    case ASK_ANSWER:
        return foe_defends || d->answer != NO_BLADE || s->actor != d->side[d->attacker ^ 1u] ||
                       (!foe_attacks && d->laid == NO_BLADE) || (foe_attacks && (d->laid != NO_BLADE) != d->looked)
                   ? "the defender answers a laid card"
                   : NULL;
    case ASK_FOE:
        return foe_attacks == foe_defends || (foe_attacks && d->laid != NO_BLADE) ||
                       (foe_defends && d->laid == NO_BLADE)
                   ? "the foe's card is drawn only when it is needed"
                   : NULL;
    default:
        return NULL;
    }
}

static const char *audit_numbers(const Rules *rules, const AyeState *s) {
    const AyeContent *c = aye_content(rules);
    unsigned wanted_max = s->ask == ASK_TREMOR_AIM || s->ask == ASK_TREMOR_PUSH ? c->plank.push : AYE_DOUBLOONS;
    if (s->ask >= AYE_QUESTION_COUNT || s->ask == ASK_NOTHING || s->actor >= rules->seats ||
        s->active >= rules->seats || s->first >= rules->seats || s->victim > rules->seats || s->finder > rules->seats)
        return "ask, actor, active, first, victim and finder are in range";
    if (s->die[0] > 6 || s->die[1] > 6 || s->extra > 1 || s->extra_kind > 4 || s->extra_n > 9 || s->result > 180 ||
        s->bank > 1 || s->flag > 2 || s->wanted > wanted_max || s->tremor >= PLANK_TREMORS)
        return "dice, extra, result, bank, flag, wanted and tremor are in range";
    if (s->target & ~plank_holes_all(&c->plank) || s->tremor >= c->plank.aim_tremors + (s->tremor == 0))
        return "target and tremor fit this plank";
    if (s->doubloons & ~(BIT(c->doubloons) - 1) || s->dead > c->dead_steps || s->mountain > c->mountain_steps)
        return "doubloons and markers are in range";
    if (s->round > c->rounds || (s->ending == GOING_ON) != (s->ask != ASK_OVER) || s->ending > MONSOON)
        return "a game that is over has an ending";
    if ((s->ending == TREASURE) != (s->finder < rules->seats))
        return "the treasure has a finder";
    if (bits_count(s->doubloons) == c->doubloons && s->ending != TREASURE)
        return "the last doubloon hides the treasure";
    return plank_stones_audit(&c->plank, &s->plank);
}

/* The question about a shot matches the frame's stage. */
static bool shot_stage_matches(const AyeState *s, const Frame *f) {
    switch (s->ask) {
    case ASK_SHOT:
        return f->arg[0] == SHOT_CHOOSE;
    case ASK_AIM:
        return f->arg[0] == SHOT_AIM;
    case ASK_PUSH:
        return f->arg[0] == SHOT_PUSH;
    case ASK_TREMOR_AIM:
        return f->arg[0] == SHOT_TREMOR_AIM && s->wanted;
    default:
        return f->arg[0] == SHOT_TREMOR_PUSH && s->wanted;
    }
}

/* There is a face-down piece to flip; for ASK_PIECE, one whose icon has not been drawn yet. */
static bool piece_is_face_down(const Rules *rules, const AyeState *s, const Frame *f) {
    const AyePirate *p = &s->pirate[s->actor];
    if (f->kind == FRAME_PEEK)
        return f->arg[PEEK_PIECE] && s->icon[f->arg[PEEK_PIECE] - 1] == AYE_ICONS;
    if (!aye_has_landed(rules, p) || aye_kind_at(rules, p->place) != DISCOVERY)
        return false;
    unsigned piece = aye_derived(rules)->piece[p->place];
    return !s->open[piece] && (s->ask == ASK_FLIP || s->icon[piece] == AYE_ICONS);
}

static bool actor_can_answer(const Rules *rules, const AyeState *s) {
    const AyePirate *p = &s->pirate[s->actor];
    const Frame *f = s->depth ? aye_top_frame(s) : NULL;
    switch (s->ask) {
    case ASK_FIRST:
    case ASK_OVER:
    case ASK_FFC:
        return true;
    case ASK_LAND:
        return f->arg[0] == TURN_LANDS && p->place == aye_content(rules)->spaces && s->actor == f->seat;
    case ASK_SKILL:
        return aye_levels_due(rules, p) > 0;
    case ASK_DISCARD:
        return aye_has_landed(rules, p) && p->ffcs > aye_hand_limit(rules, p->place);
    case ASK_STEP:
        return aye_is_on_land(rules, p->place) && s->extra_n && s->actor == s->active;
    case ASK_FLIP:
    case ASK_PIECE:
        return s->actor == f->seat && piece_is_face_down(rules, s, f);
    case ASK_BLIND:
        return is_opponent(rules, s, s->actor, s->victim) && aye_has_landed(rules, p);
    case ASK_STEAL:
    case ASK_BOOTY:
        return s->actor == f->seat && s->victim == f->arg[1];
    case ASK_YIELD:
        return f->kind == FRAME_LOSE ? s->actor == f->seat : s->actor == f->arg[1] && s->victim == s->actor;
    case ASK_SWAP:
        return s->actor == f->seat && is_opponent(rules, s, s->actor, s->victim);
    case ASK_LAY:
    case ASK_ANSWER:
    case ASK_FOE:
    case ASK_GRAPE:
        return aye_has_landed(rules, p);
    case ASK_DOUBLOON:
        return s->wanted < aye_content(rules)->doubloons && !(s->doubloons & BIT(s->wanted)) && f->arg[SEARCH_FLIPS];
    case ASK_CHOICE:
        return s->actor == f->seat && f->arg[0] == CARD_JUDGE &&
               aye_card(rules, f->arg[CARD_CARD])->task == TASK_CHOICE;
    case ASK_WHOM:
        return s->actor == f->seat && (f->arg[0] == CARD_JUDGE || f->arg[0] == CARD_EACH);
    case ASK_UNDEAD:
        return s->actor == f->seat && f->arg[0] == CARD_CAPTAIN && aye_is_roaming_undead(rules, f->arg[CARD_CARD]);
    case ASK_QUEST:
        return s->actor == f->seat && f->arg[0] == CARD_DRAW;
    case ASK_DIG:
        return s->actor == f->seat && f->arg[SEARCH_FLIPS];
    case ASK_SHOT:
    case ASK_AIM:
    case ASK_PUSH:
    case ASK_TREMOR_AIM:
    case ASK_TREMOR_PUSH:
        return s->actor == f->seat && shot_stage_matches(s, f);
    case ASK_SOBER:
        return s->actor == f->seat && p->suspended && f->arg[0] == TURN_SKIP;
    default:
        return s->actor == f->seat;
    }
}

/* Call this last: listing the legal moves requires an otherwise valid state. */
static const char *audit_question(const Rules *rules, const AyeState *s) {
    const Question *question = &aye_questions[s->ask];
    Move list[LEGAL_MAX];
    Odds odds = {.n = 0};
    bool over = s->ask == ASK_OVER, chance = s->ask < ASK_LAND;
    if (s->head.node != (over     ? NODE_OVER
                         : chance ? NODE_CHANCE
                                  : NODE_DECISION) ||
        s->head.to_act != (over || chance ? 0 : BIT(s->actor)))
        return "node and to_act match the question";
    if (question->allowed_frames && (!s->depth || !(question->allowed_frames & BIT(aye_top_frame(s)->kind))))
        return "a question belongs to the top frame";
    if (!actor_can_answer(rules, s))
        return "a question is put to a seat that can answer it";
    if (over)
        return NULL;
    if (chance)
        question->odds(rules, s, &odds);
    return (chance ? odds.n != 0 : question->legal(rules, s, list) != list) ? NULL : "every question has an answer";
}

const char *aye_audit(const Rules *rules, const void *state) {
    const AyeState *s = state;
    const char *wrong = audit_numbers(rules, s);
    for (unsigned seat = 0; seat < AYE_SEATS && !wrong; seat++)
        wrong = audit_pirate(rules, s, seat);
    if (!wrong)
        wrong = audit_supply(rules, s);
    if (!wrong)
        wrong = audit_pieces(rules, s);
    if (!wrong)
        wrong = audit_frames(rules, s);
    if (!wrong)
        wrong = audit_stacks(rules, s);
    if (!wrong)
        wrong = audit_figures(rules, s);
    if (!wrong)
        wrong = audit_duel(rules, s);
    return wrong ? wrong : audit_question(rules, s);
}
