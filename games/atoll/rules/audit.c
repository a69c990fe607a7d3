/* Checks the invariants of a state. The state may come from a file, so no byte is trusted. */
#include "games/atoll/rules/phases.h"

static const char *audit_ranges(const Rules *rules, const AtollState *s) {
    const AtollContent *c = atoll_content(rules);
    if (s->phase > PHASE_OVER)
        return "phase is one of the ten phases";
    if (s->pawn >= c->spaces)
        return "pawn is on a space";
    if (s->role > MESSENGER)
        return "role is one of the seven roles";
    if (s->water > c->squares)
        return "water is on the track";
    if (s->special > c->special_max)
        return "special is at most its maximum";
    if (s->actions > c->actions)
        return "actions are at most those of a turn";
    if (s->flights > c->pilot_flights)
        return "flights are at most those of a turn";
    if (s->changes > c->messenger_changes)
        return "changes are at most those of a search";
    if (s->claimed >= BIT(ATOLL_COLOURS))
        return "claimed contains only the four colours";
    if (s->ending > DROWNED)
        return "ending is one of the six endings";
    if (s->head.turn > c->turns)
        return "turn is at most the last turn";
    return NULL;
}

static const char *audit_map(const Rules *rules, const AtollState *s) {
    uint32_t all = atoll_derived(rules)->spaces;
    if ((s->flooded | s->sunk | s->hit) & ~all)
        return "flooded, sunk and hit contain only spaces of the map";
    if (s->flooded & s->sunk)
        return "no space is both flooded and sunk";
    if (s->sunk && s->phase <= PHASE_SETUP_DICE)
        return "nothing sinks in the set-up";
    if (s->hit && s->phase != PHASE_FLOOD && s->phase != PHASE_FLEE)
        return "hit is empty outside the flood phase";
    if (s->hit & ~(s->flooded | s->sunk))
        return "every space that was hit is flooded or sunk";
    if (s->phase != PHASE_OVER && s->phase != PHASE_FLEE && (s->sunk & BIT(s->pawn)))
        return "the pawn is not on a sunk space";
    if (s->phase != PHASE_OVER && (s->sunk & BIT(atoll_content(rules)->platform)))
        return "the platform has not sunk while the game goes on";
    if (s->phase != PHASE_OVER && s->water >= atoll_content(rules)->squares)
        return "water is below the skull while the game goes on";
    return NULL;
}

static const char *audit_treasures(const Rules *rules, const AtollState *s) {
    const AtollContent *c = atoll_content(rules);
    unsigned hidden = s->phase == PHASE_SETUP_FLOOD ? 0 : s->phase == PHASE_SETUP_HIDE ? s->left : ATOLL_COLOURS;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++) {
        uint8_t space = s->treasure[colour];
        if (colour >= hidden ? space != c->spaces : space >= c->spaces)
            return "treasure is on a space once hidden, and none before";
        if (space < c->spaces && (c->space[space].colour != colour || space == c->platform))
            return "treasure lies on a space of its colour, not on the platform";
        if (s->track[colour] > c->search_goal)
            return "track is at most its goal";
        if ((s->claimed & BIT(colour)) && s->track[colour] != c->search_goal)
            return "a claimed treasure's track is at its goal";
        if (space < c->spaces && s->phase != PHASE_OVER && !(s->claimed & BIT(colour)) && (s->sunk & BIT(space)))
            return "an unclaimed treasure's space has not sunk while the game goes on";
    }
    return NULL;
}

static const char *audit_dice(const Rules *rules, const AtollState *s) {
    const AtollContent *c = atoll_content(rules);
    unsigned dice = 0, kept = 0;
    bool rolling = s->phase == PHASE_ROLL, keeping = s->phase == PHASE_KEEP;
    for (unsigned face = 0; face < ATOLL_FACES; face++) {
        if (s->dice[face] > c->search_dice || s->kept[face] > c->search_dice)
            return "dice and kept count dice of the search";
        dice += s->dice[face];
        kept += s->kept[face];
    }
    if (!rolling && !keeping)
        return dice + kept || s->changes || (s->roll && s->phase != PHASE_SETUP_DICE)
                   ? "there are dice only in a search"
                   : NULL;
    if (s->roll < 1 || s->roll > 2 || kept >= c->search_keep || (s->roll == 2 && kept == 0))
        return "roll and kept fit the search";
    if (rolling ? (s->left == 0 || (s->roll == 1 && kept)) : s->left != 0)
        return "left counts the dice still to roll";
    if (dice + kept + s->left != c->search_dice)
        return "dice, kept and left add up to the dice of the search";
    if (keeping && s->dice[BLACK] && s->role != MESSENGER)
        return "a black die is kept at once unless a Messenger may change it";
    if (keeping && s->dice[BLACK] && s->roll == 1 && kept)
        return "a black die is kept before others";
    return NULL;
}

static const char *audit_phase(const Rules *rules, const AtollState *s) {
    const AtollContent *c = atoll_content(rules);
    bool decision = s->phase == PHASE_ACTION || s->phase == PHASE_KEEP || s->phase == PHASE_FLEE;
    NodeKind node = s->phase == PHASE_OVER ? NODE_OVER : decision ? NODE_DECISION : NODE_CHANCE;
    if (s->head.node != node || s->head.to_act != (decision ? 1 : 0))
        return "node and to_act fit the phase";
    if ((s->phase == PHASE_OVER) != (s->ending != GOING_ON))
        return "ending fits the phase";
    if ((s->head.turn == 0) != (s->phase <= PHASE_SETUP_DICE))
        return "turn is 0 only in the set-up";
    if (s->head.turn > 1 && s->role == NO_ROLE)
        return "there is a role from the second turn on";
    if (s->actions && s->phase != PHASE_ACTION)
        return "actions are left only in the action phase";
    if (s->phase == PHASE_FLOOD ? s->left == 0 || s->left > 12 : s->phase == PHASE_FLEE && s->left > 12)
        return "left counts the floods to come";
    if ((s->phase == PHASE_ACTION || s->phase == PHASE_ROLE || s->phase == PHASE_OVER) && s->left)
        return "left is 0 outside floods and dice";
    if (s->phase == PHASE_FLEE && (!(s->sunk & BIT(s->pawn)) || atoll_refuge(rules, s) == 0))
        return "a fleeing pawn is on a sunk space and has somewhere to go";
    if (s->phase == PHASE_SETUP_FLOOD && bits_count(s->flooded) + s->left != c->setup_floods)
        return "left counts the floods of the set-up";
    if (s->phase == PHASE_SETUP_FLOOD && s->left == 0)
        return "left counts the floods of the set-up";
    if (s->phase == PHASE_SETUP_HIDE && s->left >= ATOLL_COLOURS)
        return "left counts the treasures hidden";
    if (s->phase == PHASE_SETUP_DICE &&
        (s->roll < 1 || s->roll > c->setup_rolls || s->left < 1 || s->left > c->setup_dice[s->roll - 1]))
        return "left counts the dice of the set-up";
    return NULL;
}

const char *atoll_state_audit(const Rules *rules, const void *state) {
    const AtollState *s = state;
    const char *broken = audit_ranges(rules, s);
    if (!broken)
        broken = audit_map(rules, s);
    if (!broken)
        broken = audit_treasures(rules, s);
    if (!broken)
        broken = audit_dice(rules, s);
    if (!broken)
        broken = audit_phase(rules, s);
    return broken;
}
