/* The flood phase: spaces flood and sink, the pawn flees, the next role is rolled (R22, R36-R41). */
#include "games/atoll/rules/phases.h"

static void turn_close(const Rules *rules, AtollState *s, Sink *sink) {
    s->hit = 0;
    if (s->head.turn < atoll_content(rules)->turns) {
        await_chance(s, PHASE_ROLE);
        return;
    }
    /* R46: the game is lost after the last turn. */
    s->water = atoll_skull(rules);
    tell(sink, EVENT_TIME_UP, CHANCE, (int16_t)s->head.turn);
    atoll_game_end(s, SKULL, sink);
}

static void flood_next(const Rules *rules, AtollState *s, Sink *sink) {
    if (s->left)
        await_chance(s, PHASE_FLOOD);
    else
        turn_close(rules, s, sink);
}

/* R36: the number of floods is read once. If the marker rises during this phase, that counts from the next turn on. */
void atoll_flood_begin(const Rules *rules, AtollState *s, Sink *sink) {
    s->left = atoll_content(rules)->floods[s->water];
    flood_next(rules, s, sink);
}

/* R2, R38: no sunk space, and none already hit this turn unless there is no other. */
uint32_t atoll_flood_spaces(const Rules *rules, const AtollState *s) {
    uint32_t unsunk = atoll_unsunk(rules, s), fresh = unsunk & ~s->hit;
    return fresh ? fresh : unsunk;
}

static bool treasure_lost(const AtollState *s, unsigned space) {
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (s->treasure[colour] == space && !(s->claimed & BIT(colour)))
            return true; /* R44: a claimed treasure's space may sink */
    return false;
}

/* R39, R42: a sinking is completed first; then the first loss that applies, in this order, is the ending. */
static void sink_space(const Rules *rules, AtollState *s, unsigned space, Sink *sink) {
    s->flooded &= ~BIT(space);
    s->sunk |= BIT(space);
    tell(sink, EVENT_SANK, CHANCE, (int16_t)space);
    atoll_water_rise(rules, s, sink);
    bool pawn = s->pawn == space;
    if (space == atoll_content(rules)->platform)
        atoll_game_end(s, PLATFORM_SANK, sink);
    else if (treasure_lost(s, space))
        atoll_game_end(s, TREASURE_SANK, sink);
    else if (s->water == atoll_skull(rules))
        atoll_game_end(s, SKULL, sink);
    else if (pawn && atoll_refuge(rules, s) == 0)
        atoll_game_end(s, DROWNED, sink); /* R41 */
    else if (pawn)
        await_player(s, PHASE_FLEE); /* R40: before the next flood */
    else
        flood_next(rules, s, sink);
}

/* R37 */
void atoll_flood_apply(const Rules *rules, AtollState *s, unsigned space, Sink *sink) {
    s->left--;
    s->hit |= BIT(space);
    if (s->flooded & BIT(space)) {
        sink_space(rules, s, space, sink);
        return;
    }
    s->flooded |= BIT(space);
    tell(sink, EVENT_FLOODED, CHANCE, (int16_t)space);
    flood_next(rules, s, sink);
}

Status atoll_flee_check(const Rules *rules, const AtollState *s, Move move, Err *err) {
    unsigned space = move.arg[0];
    if (move.kind != MOVE_FLEE)
        return refuse(err, SK_TURN, 40, "Your space sank; flee first.");
    if (s->sunk & BIT(space))
        return refuse(err, SK_RULE, 40, "{0:space} has sunk; flee to another space.", (int)space);
    if (!(atoll_refuge(rules, s) & BIT(space)))
        return refuse(err, SK_RANGE, 40, "You cannot reach {0:space} from the sinking space.", (int)space);
    return SK_OK;
}

void atoll_flee_apply(const Rules *rules, AtollState *s, unsigned space, Sink *sink) {
    tell(sink, EVENT_FLED, 0, s->pawn, (int16_t)space);
    s->pawn = (uint8_t)space;
    flood_next(rules, s, sink);
}

/* R22 */
void atoll_role_apply(const Rules *rules, AtollState *s, unsigned role, Sink *sink) {
    s->role = (uint8_t)role;
    tell(sink, EVENT_ROLE, CHANCE, (int16_t)role);
    atoll_turn_begin(rules, s, sink);
}
