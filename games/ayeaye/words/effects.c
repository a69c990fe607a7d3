/* Short texts about the effect of each listed move of Aye Aye Island, shown next to its name. */
#include "games/ayeaye/words/words_internal.h"

/* "3 steps, rum", "Ben: a duel" */
static void go_effect_text(const Voice *voice, const AyeState *s, unsigned space, Text *out) {
    const Rules *rules = voice->rules;
    unsigned none = aye_content(rules)->cards, from = s->pirate[s->actor].place, said = 0;
    unsigned captain = aye_captain_card_at(rules, s, space), guard = aye_guardian_card_at(rules, s, space);
    uint32_t there = aye_kind_at(rules, space) == BAY ? 0 : aye_seats_at(rules, s, space) & ~BIT(s->actor);
    Text ground = {0}, who = {0};
    voice_comma(voice, &said, out);
    voice_format(voice, out, "gain.steps", "d", aye_derived(rules)->steps[from][space]);
    aye_ground_text(voice, s, space, true, &ground);
    if (captain < none && s->poster[aye_derived(rules)->figure[captain]] != s->actor) {
        voice_comma(voice, &said, out);
        voice_format(voice, out, "gain.fight", "n", "card", (int)captain);
    }
    if (there) {
        voice_seats(voice, there, &who);
        voice_comma(voice, &said, out);
        voice_format(voice, out, "gain.duel", "s", text_str(&who));
    }
    if (guard < none) {
        voice_comma(voice, &said, out);
        voice_format(voice, out, "gain.fight", "n", "card", (int)guard);
    } else if (ground.len && aye_kind_at(rules, space) != LANDING) {
        voice_comma(voice, &said, out);
        text_puts(out, text_str(&ground));
    }
    text_free(&ground);
    text_free(&who);
}

/* What a raft meets on a space. */
static void sea_effect_text(const Voice *voice, const AyeState *s, unsigned space, Text *out) {
    const Rules *rules = voice->rules;
    uint32_t there = aye_kind_at(rules, space) == FINAL ? 0 : aye_seats_at(rules, s, space) & ~BIT(s->actor);
    Text ground = {0}, who = {0};
    aye_ground_text(voice, s, space, true, &ground);
    voice_seats(voice, there, &who);
    if (there)
        voice_format(voice, out, "gain.battle", "s", text_str(&who));
    if (ground.len)
        voice_format(voice, out, "gain.ground", "s", text_str(&ground));
    text_free(&ground);
    text_free(&who);
}

/* The same, after the name of the space. */
static void sail_effect_text(const Voice *voice, const AyeState *s, unsigned space, Text *out) {
    voice_name(voice, "space", (int)space, out);
    sea_effect_text(voice, s, space, out);
}

/* What `on` does: another throw, or the last throw stands. */
static void on_effect_text(const Voice *voice, const AyeState *s, Text *out) {
    unsigned left = aye_top_frame(s)->arg[s->ask == ASK_BAY ? BAY_THROWS : DICE_THROWS];
    if (s->ask == ASK_GRAPE)
        return;
    voice_format(voice, out,
                 left                ? "gain.next-throw"
                 : s->ask == ASK_BAY ? "gain.ashore"
                                     : "gain.stands",
                 "d", (int)left);
}

static void push_effect_text(const Voice *voice, const AyeState *s, unsigned push, Text *out) {
    const Frame *f = aye_top_frame(s);
    AyeShotPrediction prediction = aye_predict_shot(voice->rules, s, f->arg[PLANK_PLACE], f->arg[PLANK_AIM], push);
    if (prediction.foul)
        voice_format(voice, out, "gain.foul", "");
    else if (prediction.hole < aye_content(voice->rules)->plank.holes)
        voice_format(voice, out, "gain.hole", "n", "hole", (int)prediction.hole);
    else
        voice_format(voice, out, prediction.counts ? "gain.bumps" : "gain.rests", "");
}

/* The angle, and the hole in that direction. */
static void aim_effect_text(const Voice *voice, const AyeState *s, unsigned aim, Text *out) {
    aye_angle_text(voice, aim, out);
    for (unsigned hole = 0; hole < aye_content(voice->rules)->plank.holes; hole++)
        if (aye_aim_at(voice->rules, aye_top_frame(s)->arg[PLANK_PLACE], hole) == aim)
            voice_format(voice, out, "gain.towards", "n", "hole", (int)hole);
}

static void place_effect_text(const Voice *voice, unsigned place, Text *out) {
    const PlankBoard *b = &aye_content(voice->rules)->plank;
    unsigned column = place % b->columns, middle = b->columns / 2u, row = place / b->columns;
    voice_format(voice, out,
                 column == middle  ? "gain.middle"
                 : column < middle ? "gain.left"
                                   : "gain.right",
                 "d", (int)(column < middle ? middle - column : column - middle));
    voice_format(voice, out, row == 0 ? "gain.back" : row + 1u == b->rows ? "gain.front" : "gain.between", "");
}

/* R24: whether the player needs the item, or it only goes to the supply. */
static void take_effect_text(const Voice *voice, const AyeState *s, unsigned item, Text *out) {
    bool has = s->pirate[s->actor].items & BIT(item);
    voice_format(voice, out, has ? "gain.spare" : "gain.lacking", "");
}

static void skill_effect_text(const Voice *voice, const AyeState *s, unsigned skill, Text *out) {
    Text what = {0};
    unsigned level = s->pirate[s->actor].skill[skill] + 1u;
    aye_skill_text(voice, skill, level <= AYE_LEVELS ? level : AYE_LEVELS, &what);
    voice_format(voice, out, "gain.skill", "ds", (int)level, text_str(&what));
    text_free(&what);
}

static void outcome_effect_text(const Voice *voice, const AyeState *s, AyeOutcome outcome, Text *out) {
    const AyeCard *card = aye_card(voice->rules, aye_card_now(voice->rules, s));
    if (!aye_outcome_text(voice, card, outcome, out))
        text_puts(out, words_get(voice->words, "card.nothing"));
}

static void undead_effect_text(const Voice *voice, const AyeState *s, Move move, Text *out) {
    const AyeCard *card = aye_card(voice->rules, aye_card_now(voice->rules, s));
    int xp = 0;
    if (move.kind == MOVE_POST) {
        unsigned said = 1;
        aye_ground_text(voice, s, move.arg[0], true, out);
        voice_comma(voice, &said, out);
    }
    for (unsigned i = 0; i < card->effects[WON]; i++)
        if (card->effect[WON][i].verb == DO_XP && card->effect[WON][i].who == WHO_YOU)
            xp += card->effect[WON][i].n;
    voice_format(voice, out, move.kind == MOVE_POST ? "gain.xp-later" : "gain.xp-now", "d", card->xp + xp);
}

/* R22, R23, R38: number of cards drawn instead of an item: two after a duel, if the loser has two; otherwise one. */
static unsigned cards_drawn(const AyeState *s) {
    unsigned has = s->pirate[s->ask == ASK_YIELD ? s->actor : s->victim].ffcs;
    return aye_top_frame(s)->kind == FRAME_BOOTY && has > 1 ? 2 : 1;
}

/* What a Favour card could otherwise be used for. */
static void ffc_uses_text(const Voice *voice, unsigned ffc, Text *out) {
    const AyeFfc *card = &aye_content(voice->rules)->ffc[ffc];
    voice_format(voice, out, card->special ? "gain.either" : "gain.one", "nn", "basic", card->basic, "special",
                 card->special);
}

/* What playing a Favour card does now. */
static void ffc_effect_text(const Voice *voice, const AyeState *s, Move move, Text *out) {
    const AyeContent *c = aye_content(voice->rules);
    unsigned place = s->pirate[s->actor].place, to;
    if (move.kind == MOVE_LEGS)
        voice_format(voice, out, "gain.legs", "d", c->legs);
    else if (move.kind == MOVE_TRIM)
        voice_format(voice, out, "gain.trim", "d", move.arg[1] == AHEAD ? s->die[0] + 1 : s->die[0] - 1);
    else if (move.kind == MOVE_WIND && (to = aye_sail_target(voice->rules, place, move.arg[1])) < c->spaces)
        sail_effect_text(voice, s, to, out);
}

/* Moves on land and at sea. Returns false for all other moves. */
static bool travel_effect_text(const Voice *voice, const AyeState *s, Move move, Text *out) {
    unsigned place = s->pirate[s->actor].place, pips = s->die[0] == 6 ? s->die[1] : s->die[0];
    switch (move.kind) {
    case MOVE_GO:
        go_effect_text(voice, s, move.arg[0], out);
        return true;
    case MOVE_AHEAD:
    case MOVE_ASTERN:
        sail_effect_text(voice, s,
                         aye_sail_target(voice->rules, place, move.kind == MOVE_AHEAD ? s->die[0] : -s->die[0]), out);
        return true;
    case MOVE_CAST:
        voice_format(voice, out, "gain.sail", "d", (int)pips);
        sea_effect_text(voice, s, aye_derived(voice->rules)->course[move.arg[0]] + pips - 1, out);
        return true;
    case MOVE_ON:
        on_effect_text(voice, s, out);
        return true;
    case MOVE_PUT:
    case MOVE_PEEK:
        aye_ground_text(voice, s, move.arg[0], true, out);
        return true;
    default:
        return false;
    }
}

/* Moves in quests, at the Plank and in duels. */
static bool quest_effect_text(const Voice *voice, const AyeState *s, Move move, Text *out) {
    switch (move.kind) {
    case MOVE_PAY:
    case MOVE_REFUSE:
        outcome_effect_text(voice, s, move.kind == MOVE_PAY ? WON : LOST, out);
        return true;
    case MOVE_PLACE:
        place_effect_text(voice, move.arg[0], out);
        return true;
    case MOVE_AIM:
        aim_effect_text(voice, s, move.arg[0], out);
        return true;
    case MOVE_PUSH:
        push_effect_text(voice, s, move.arg[0], out);
        return true;
    case MOVE_LAY:
    case MOVE_ANSWER:
        voice_format(voice, out, "gain.left-over", "d",
                     s->duel.left[move.kind == MOVE_LAY ? s->duel.attacker : s->duel.attacker ^ 1u][move.arg[0]]);
        return true;
    default:
        return false;
    }
}

/* Moves that take or give something. */
static bool goods_effect_text(const Voice *voice, const AyeState *s, Move move, Text *out) {
    switch (move.kind) {
    case MOVE_TAKE:
        take_effect_text(voice, s, move.arg[0], out);
        return true;
    case MOVE_SKILL:
        skill_effect_text(voice, s, move.arg[0], out);
        return true;
    case MOVE_DISMISS:
    case MOVE_POST:
    case MOVE_SET:
        undead_effect_text(voice, s, move, out);
        return true;
    case MOVE_BLIND:
    case MOVE_CARDS:
        voice_format(voice, out, "gain.unseen", "d", (int)cards_drawn(s));
        return true;
    case MOVE_DISCARD:
    case MOVE_GIVE_FFC:
    case MOVE_SPEND:
        ffc_uses_text(voice, move.arg[0], out);
        return true;
    default:
        return false;
    }
}

void aye_move_effect_text(const Voice *voice, const void *view, Move move, Text *out) {
    const AyeState *s = view;
    if (!travel_effect_text(voice, s, move, out) && !quest_effect_text(voice, s, move, out) &&
        !goods_effect_text(voice, s, move, out))
        ffc_effect_text(voice, s, move, out);
}

/* ---- ranking of moves ----------------------------------------------------------------------------------- */

/* Ranks destinations by how attractive they are, then by distance. */
static unsigned rank_go(const Voice *voice, const AyeState *s, unsigned space) {
    enum { SAILS, ITEM, HIDDEN, QUESTS, PIRATE, NOTHING, FIGHT, EACH = 64 };
    const Rules *rules = voice->rules;
    const AyePirate *p = &s->pirate[s->actor];
    unsigned steps = aye_derived(rules)->steps[p->place][space], none = aye_content(rules)->cards, what = NOTHING;
    unsigned piece = aye_derived(rules)->piece[space];
    unsigned icon = piece < aye_derived(rules)->pieces ? aye_known_icon(voice, s, piece) : AYE_ICONS;
    if (aye_kind_at(rules, space) == BAY)
        what = p->items == AYE_ALL_ITEMS ? SAILS : NOTHING;
    else if (aye_captain_card_at(rules, s, space) < none || aye_guardian_card_at(rules, s, space) < none)
        what = FIGHT;
    else if (aye_seats_at(rules, s, space) & ~BIT(s->actor))
        what = PIRATE;
    else if (icon < AYE_CATEGORIES)
        what = QUESTS;
    else if (icon < AYE_ICONS)
        what = p->items & BIT(icon - AYE_CATEGORIES) ? NOTHING : ITEM;
    else if (piece < aye_derived(rules)->pieces)
        what = HIDDEN;
    return what * EACH + steps;
}

/* Ranks plausible choices first: the middle place of the front row, an aim straight at a target hole, and a push that
 * scores a hit. */
static unsigned rank_shot(const Voice *voice, const AyeState *s, Move move) {
    const PlankBoard *b = &aye_content(voice->rules)->plank;
    const Frame *f = aye_top_frame(s);
    if (move.kind == MOVE_PLACE)
        return move.arg[0] != (b->rows - 1u) * b->columns + b->columns / 2u;
    if (move.kind == MOVE_PUSH) {
        AyeShotPrediction prediction =
            aye_predict_shot(voice->rules, s, f->arg[PLANK_PLACE], f->arg[PLANK_AIM], move.arg[0]);
        return prediction.counts ? 0 : prediction.foul ? 2 : 1;
    }
    unsigned off = move.arg[0] > b->aim ? move.arg[0] - b->aim : b->aim - move.arg[0];
    for (bits_each(hole, s->target))
        if (aye_aim_at(voice->rules, f->arg[PLANK_PLACE], hole) == move.arg[0])
            return off;
    return b->aim + 1u + off;
}

unsigned aye_rank(const Voice *voice, const void *view, Move move) {
    const AyeState *s = view;
    switch (move.kind) {
    case MOVE_GO:
        return rank_go(voice, s, move.arg[0]);
    case MOVE_PLACE:
    case MOVE_AIM:
    case MOVE_PUSH:
        return rank_shot(voice, s, move);
    case MOVE_TAKE:
        return (s->pirate[s->actor].items & BIT(move.arg[0])) != 0;
    default:
        return 0;
    }
}
