/* The search for treasure: rolling colour dice and keeping some of them (R27-R35). */
#include "games/atoll/rules/phases.h"

static unsigned kept_count(const AtollState *s) {
    unsigned n = 0;
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        n += s->kept[face];
    return n;
}

/* R28: a colour is usable while its treasure is unclaimed and its track, including dice kept in this search, is not
 * complete. */
static uint32_t usable_colours(const Rules *rules, const AtollState *s) {
    uint32_t colours = 0;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (s->track[colour] + s->kept[colour] < atoll_content(rules)->search_goal)
            colours |= BIT(colour);
    return colours & ~(uint32_t)s->claimed;
}

uint32_t atoll_faces(const Rules *rules, const AtollState *s) {
    return (usable_colours(rules, s) | BIT(BLACK) | BIT(WHITE)) & atoll_derived(rules)->faces;
}

/* R27 */
void atoll_search_begin(const Rules *rules, AtollState *s, Sink *sink) {
    s->actions = 0; /* R10: searching early gives up the remaining actions */
    s->roll = 1;
    s->left = atoll_content(rules)->search_dice;
    await_chance(s, PHASE_ROLL);
    tell(sink, EVENT_SEARCHED, 0, s->left);
}

/* ---- results of kept dice ------------------------------------------------------------------------------- */

/* R34: white and colours score a point; points beyond the end of a track are lost. */
void atoll_search_point(const Rules *rules, AtollState *s, unsigned face, Sink *sink) {
    const AtollContent *c = atoll_content(rules);
    if (face == WHITE ? s->special >= c->special_max : s->track[face] >= c->search_goal) {
        tell(sink, EVENT_WASTED, 0, (int16_t)face);
    } else if (face == WHITE) {
        s->special++;
        tell(sink, EVENT_SPECIAL, 0, s->special);
    } else {
        s->track[face]++;
        tell(sink, EVENT_FOUND, 0, (int16_t)face, s->track[face]);
    }
}

/* R33: black dice count first. R35: if the water reaches the skull, the game ends before the other dice count. */
static void search_end(const Rules *rules, AtollState *s, Sink *sink) {
    uint8_t kept[ATOLL_FACES];
    for (unsigned face = 0; face < ATOLL_FACES; face++) {
        kept[face] = s->kept[face];
        s->kept[face] = s->dice[face] = 0;
    }
    s->roll = s->changes = 0;
    for (; kept[BLACK]; kept[BLACK]--) {
        atoll_water_rise(rules, s, sink);
        if (s->water == atoll_skull(rules)) {
            atoll_game_end(s, SKULL, sink);
            return;
        }
    }
    for (; kept[WHITE]; kept[WHITE]--)
        atoll_search_point(rules, s, WHITE, sink);
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        for (; kept[colour]; kept[colour]--)
            atoll_search_point(rules, s, colour, sink);
    atoll_flood_begin(rules, s, sink);
}

/* ---- keeping -------------------------------------------------------------------------------------------- */

static void keep(AtollState *s, unsigned face, Sink *sink) {
    s->dice[face]--;
    s->kept[face]++;
    tell(sink, EVENT_KEPT, 0, (int16_t)face);
}

/* Puts back dice kept earlier until `needed` places are free; black dice are never put back (R31, R32). */
static void put_back(const Rules *rules, AtollState *s, unsigned needed, Sink *sink) {
    unsigned count = kept_count(s), limit = atoll_content(rules)->search_keep;
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        for (; face != BLACK && s->kept[face] && count + needed > limit; count--) {
            s->kept[face]--;
            tell(sink, EVENT_PUT_BACK, 0, (int16_t)face);
        }
}

static void continue_or_end(const Rules *rules, AtollState *s, Sink *sink) {
    if (kept_count(s) == atoll_content(rules)->search_keep)
        search_end(rules, s, sink);
    else
        await_player(s, PHASE_KEEP);
}

/* R30, R31: black dice must be kept while there are places for them, and may replace dice kept before. */
static void stand(const Rules *rules, AtollState *s, Sink *sink) {
    unsigned limit = atoll_content(rules)->search_keep;
    unsigned blacks = s->dice[BLACK], free = limit - s->kept[BLACK];
    if (blacks > free)
        blacks = free;
    put_back(rules, s, blacks, sink);
    while (blacks--)
        keep(s, BLACK, sink);
    s->dice[BLACK] = 0;
    continue_or_end(rules, s, sink);
}

/* ---- the Messenger -------------------------------------------------------------------------------------- */

static bool nothing_kept_yet(const AtollState *s) { return s->roll > 1 || kept_count(s) == 0; }

static bool can_change(const Rules *rules, const AtollState *s) {
    return s->role == MESSENGER && s->changes < atoll_content(rules)->messenger_changes && nothing_kept_yet(s);
}

/* R32: after the change, there must be places for the remaining black dice and the changed die. */
static bool change_fits(const Rules *rules, const AtollState *s, unsigned face) {
    unsigned blacks = (unsigned)s->kept[BLACK] + s->dice[BLACK] - (face == BLACK);
    return blacks + 1 <= atoll_content(rules)->search_keep;
}

static Move *change_legal(const Rules *rules, const AtollState *s, Move *out) {
    if (!can_change(rules, s))
        return out;
    uint32_t colours = usable_colours(rules, s);
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        if (s->dice[face] && change_fits(rules, s, face))
            for (bits_each(colour, colours))
                out = list_move(out, MOVE_CHANGE, face, colour);
    return out;
}

static Status change_check(const Rules *rules, const AtollState *s, unsigned face, unsigned colour, Err *err) {
    if (s->role != MESSENGER)
        return refuse(err, SK_RULE, 32, "Only a Messenger can change a die.");
    if (s->changes >= atoll_content(rules)->messenger_changes)
        return refuse(err, SK_RULE, 32, "You have no change left in this search.");
    if (colour >= ATOLL_COLOURS)
        return refuse(err, SK_RULE, 32, "You can change a die only into a treasure's colour, not into {0:face}.",
                      (int)colour);
    if (usable_colours(rules, s) == 0)
        return refuse(err, SK_RULE, 32, "No treasure needs another search point; there is nothing to change into.");
    if (!nothing_kept_yet(s))
        return refuse(err, SK_RULE, 32, "Change a die before you keep one of this roll.");
    if (!s->dice[face])
        return refuse(err, SK_RULE, 32, "No die of this roll shows {0:face}.", (int)face);
    if (!(usable_colours(rules, s) & BIT(colour)))
        return refuse(err, SK_RULE, 32, "The {0:colour} treasure needs no more search points.", (int)colour);
    if (!change_fits(rules, s, face))
        return refuse(err, SK_RULE, 32, "The remaining black dice would fill every place; change a black die instead.");
    return SK_OK;
}

static void change(const Rules *rules, AtollState *s, unsigned face, unsigned colour, Sink *sink) {
    unsigned blacks = (unsigned)s->dice[BLACK] - (face == BLACK);
    tell(sink, EVENT_CHANGED, 0, (int16_t)face, (int16_t)colour);
    s->changes++;
    s->dice[face]--;
    s->dice[colour]++;
    put_back(rules, s, blacks + 1, sink);
    keep(s, colour, sink);
    while (blacks--)
        keep(s, BLACK, sink);
    continue_or_end(rules, s, sink);
}

/* ---- rolling and choosing ------------------------------------------------------------------------------- */

/* Adds a rolled die. After the last one the player chooses, unless black dice leave no choice (R30). */
void atoll_search_die(const Rules *rules, AtollState *s, unsigned face, Sink *sink) {
    s->dice[face]++;
    tell(sink, EVENT_ROLLED, CHANCE, (int16_t)face);
    if (--s->left)
        return;
    Move changes[ATOLL_FACES * ATOLL_COLOURS];
    if (s->dice[BLACK] && change_legal(rules, s, changes) == changes)
        stand(rules, s, sink);
    else
        await_player(s, PHASE_KEEP);
}

static bool can_reroll(const AtollState *s) { return s->roll == 1 && kept_count(s) > 0; }

unsigned atoll_search_legal(const Rules *rules, const AtollState *s, Move *out) {
    Move *begin = out;
    if (s->dice[BLACK] == 0)
        for (unsigned face = 0; face < ATOLL_FACES; face++) { /* stores unconditionally, as list_set does */
            list_move(out, MOVE_KEEP, face, 0);
            out += s->dice[face] > 0;
        }
    if (can_reroll(s))
        out = list_move(out, MOVE_REROLL, 0, 0);
    if (s->dice[BLACK])
        out = list_move(out, MOVE_STAND, 0, 0);
    return (unsigned)(change_legal(rules, s, out) - begin);
}

static Status black_check(const AtollState *s, Err *err) {
    if (s->dice[BLACK])
        return refuse(err, SK_RULE, 30, "A black die comes first: `stand` to let the roll stand, or `change` a die.");
    return SK_OK;
}

static Status keep_check(const AtollState *s, unsigned face, Err *err) {
    Status status = black_check(s, err);
    if (status)
        return status;
    if (face == BLACK && s->kept[BLACK])
        return refuse(err, SK_RULE, 30, "The black die is already kept.");
    if (!s->dice[face] && s->kept[face])
        return refuse(err, SK_RULE, 29, "No other die of this roll shows {0:face}.", (int)face);
    if (!s->dice[face])
        return refuse(err, SK_RULE, 29, "No die of this roll shows {0:face}.", (int)face);
    return SK_OK;
}

static Status reroll_check(const AtollState *s, Err *err) {
    Status status = black_check(s, err);
    if (status)
        return status;
    if (s->roll > 1)
        return refuse(err, SK_RULE, 29, "The second roll is the last; keep one of its dice.");
    if (kept_count(s) == 0)
        return refuse(err, SK_RULE, 29, "Keep a die first; the others can then be rolled again.");
    return SK_OK;
}

Status atoll_search_check(const Rules *rules, const AtollState *s, Move move, Err *err) {
    switch (move.kind) {
    case MOVE_KEEP:
        return keep_check(s, move.arg[0], err);
    case MOVE_REROLL:
        return reroll_check(s, err);
    case MOVE_STAND:
        if (!s->dice[BLACK])
            return refuse(err, SK_RULE, 32,
                          "Only a Messenger with a black die can let a roll stand; keep a die instead.");
        return SK_OK;
    case MOVE_CHANGE:
        return change_check(rules, s, move.arg[0], move.arg[1], err);
    default:
        return refuse(err, SK_TURN, 27, "Choose among the dice first.");
    }
}

void atoll_search_apply(const Rules *rules, AtollState *s, Move move, Sink *sink) {
    switch (move.kind) {
    case MOVE_KEEP:
        keep(s, move.arg[0], sink);
        continue_or_end(rules, s, sink);
        break;
    case MOVE_REROLL: /* R29 */
        for (unsigned face = 0; face < ATOLL_FACES; face++)
            s->dice[face] = 0;
        s->roll = 2;
        s->left = (uint8_t)(atoll_content(rules)->search_dice - kept_count(s));
        tell(sink, EVENT_REROLLED, 0, s->left);
        await_chance(s, PHASE_ROLL);
        break;
    case MOVE_STAND:
        tell(sink, EVENT_STOOD, 0, 0);
        stand(rules, s, sink);
        break;
    default:
        change(rules, s, move.arg[0], move.arg[1], sink);
        break;
    }
}
