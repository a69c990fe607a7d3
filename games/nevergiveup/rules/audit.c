/* Checks the invariants of a state. It may come from outside, so no byte is trusted. */
#include "games/nevergiveup/rules/phases.h"

static const char *audit_phase(const Rules *rules, const NguState *s) {
    unsigned seats = BIT(rules->seats) - 1;
    if (s->phase > PHASE_OVER || s->active >= rules->seats || s->dealt > rules->seats)
        return "phase, active and dealt are in range";
    bool chance = s->phase <= PHASE_ROLL || s->phase == PHASE_REROLL, over = s->phase == PHASE_OVER;
    if (s->head.node != (chance ? NODE_CHANCE : over ? NODE_OVER : NODE_DECISION))
        return "the node fits the phase";
    if (chance || over                            ? s->head.to_act != 0
        : s->phase == PHASE_DIG && !s->double_now ? s->head.to_act == 0 || (s->head.to_act & ~seats)
                                                  : s->head.to_act != BIT(s->active))
        return "the seats to act fit the phase";
    if (s->ending > LAST_TURN || (s->ending != GOING_ON) != over)
        return "a game that is over has an ending";
    if ((s->phase <= PHASE_FIRST) != (s->head.turn == 0) || s->head.turn > ngu_content(rules)->turns)
        return "turn is 0 during the set-up, and afterwards at most the limit";
    return NULL;
}

static const char *audit_dice(const NguState *s) {
    bool rolled = s->phase > PHASE_ROLL, settled = s->phase >= PHASE_CROSS;
    for (unsigned die = RED; die <= BLUE; die++)
        if (rolled ? s->die[die] < 1 || s->die[die] > 6 : s->die[die] != 0)
            return "dice show 1 to 6 after the roll, and 0 before";
    if (s->rerolled > 3 || s->added > 1 || s->rerolling > BLUE || s->double_now > 1)
        return "rerolled, added, rerolling and double_now are in range";
    if (!rolled && (s->rerolled || s->added))
        return "no reroll and no +1 is used before the roll";
    if (s->rerolling && s->phase != PHASE_REROLL)
        return "rerolling is set only during a reroll";
    if (s->phase == PHASE_REROLL && (!s->rerolled || s->added))
        return "during a reroll, rerolled is set and the +1 is not used";
    if (!settled)
        return s->location != NGU_LOCATIONS || s->double_now
                   ? "location and double_now are set only after the dice are final"
                   : NULL;
    if (s->location >= NGU_LOCATIONS || !(ngu_locations_fitting(s->die[RED], s->die[BLUE]) & BIT(s->location)))
        return "the location fits the dice";
    if (s->double_now != (s->die[RED] == s->die[BLUE]))
        return "double_now is set exactly if the dice are a double";
    return (s->phase == PHASE_CROSS || s->phase == PHASE_FREE) && !s->double_now
               ? "boat boxes are crossed only on a double"
               : NULL;
}

static const char *audit_deal(const Rules *rules, const NguState *s) {
    const NguContent *c = ngu_content(rules);
    const NguDerived *d = ngu_derived(rules);
    if (s->phase == PHASE_LENGTH ? s->length != 0 : s->length < NGU_BOXES_MIN || s->length > NGU_BOXES)
        return "puzzles have 8 to 24 boxes";
    if (s->length && (d->of_length[s->length] < rules->seats || (rules->option[0] && rules->option[0] != s->length)))
        return "there are enough puzzles of this length, and it fits the option";
    if (s->phase < PHASE_DEAL    ? s->dealt != 0
        : s->phase == PHASE_DEAL ? s->dealt >= rules->seats
                                 : s->dealt != rules->seats)
        return "dealt counts the seats with a puzzle; after dealing, all seats have one";
    for (unsigned seat = 0; seat < NGU_SEATS; seat++) {
        unsigned puzzle = s->player[seat].puzzle;
        if (seat >= s->dealt ? puzzle != c->puzzles : puzzle >= c->puzzles || d->length[puzzle] != s->length)
            return "exactly the dealt seats have a puzzle, of the length of this game";
        for (unsigned other = 0; other < seat && seat < s->dealt; other++)
            if (s->player[other].puzzle == puzzle)
                return "all puzzles are different";
    }
    return NULL;
}

static const char *audit_sheet(const Rules *rules, const NguState *s, unsigned seat) {
    const NguContent *c = ngu_content(rules);
    const NguPlayer *p = &s->player[seat];
    bool seated = seat < rules->seats;
    if (p->marked & ~ngu_boxes_all(s) || p->motto & ~(NGU_NEVER | NGU_GIVE_UP))
        return "only existing boxes and letters are marked";
    if ((p->motto & BIT(NGU_NEVER_E2)) && !(p->motto & BIT(NGU_NEVER_E)))
        return "the right E of NEVER is marked only after the left one";
    for (unsigned box = 0; box < NGU_BOXES; box++)
        if (p->penalty[box] > box || (p->penalty[box] && !(p->marked & BIT(box))))
            return "only marked boxes have a penalty, at most the number of boxes to the left";
    for (unsigned set = 0; set < NGU_SETS; set++)
        if (p->crossed[set] > (set < c->sets ? c->set[set] : 0))
            return "a set has no more crosses than boxes";
    if (p->rerolls > (seated ? c->rerolls : 0))
        return "nobody has more free rerolls than at the start";
    for (unsigned pet = 0; pet < NGU_PETS; pet++)
        if (p->pet[pet] >= c->spaces)
            return "pets are on existing spaces";
    if (s->head.turn == 0 || !seated) {
        for (unsigned pet = 0; pet < NGU_PETS; pet++)
            if (p->pet[pet] != ngu_derived(rules)->first[BOAT])
                return "pets start on the far-left space of the boat";
        if (p->marked || p->motto || (seated && p->rerolls != c->rerolls))
            return "nothing is marked or used before the game";
    }
    return NULL;
}

static const char *audit_plan(const Rules *rules, const NguState *s, unsigned seat) {
    const NguContent *c = ngu_content(rules);
    const NguPlayer *p = &s->player[seat];
    bool plans = s->phase == PHASE_DIG && seat < rules->seats && (!s->double_now || seat == s->active);
    if (p->mover > NO_PET || p->digger > NO_PET || p->to > c->spaces || p->dig_box > NGU_BOXES ||
        p->dig_letter > NGU_MOTTO)
        return "a plan's pets, space, box and letter are in range";
    if ((p->mover == NO_PET) != (p->to == c->spaces))
        return "a planned move has a pet and a space";
    if ((p->digger == NO_PET) != (p->dig_box == NGU_BOXES && p->dig_letter == NGU_MOTTO) ||
        (p->dig_box != NGU_BOXES && p->dig_letter != NGU_MOTTO))
        return "a planned dig has a pet and one box or letter";
    if (!plans)
        return p->mover != NO_PET || p->digger != NO_PET ? "plans exist only in the dig phase, for seats that dig"
                                                         : NULL;
    if (p->digger != NO_PET && (s->head.to_act & BIT(seat)))
        return "a seat that has planned a dig has finished";
    if (p->mover != NO_PET && !(ngu_derived(rules)->reach[p->mover][p->pet[p->mover]][s->location] >> p->to & 1))
        return "a planned move is legal for the pet";
    if (p->digger == NO_PET)
        return NULL;
    unsigned space = ngu_planned_space(p, p->digger);
    unsigned letter =
        p->dig_box < NGU_BOXES ? ngu_derived(rules)->letter[p->puzzle][p->dig_box] : ngu_motto_letter[p->dig_letter];
    bool open = p->dig_box < NGU_BOXES ? p->dig_box < s->length && !(p->marked & BIT(p->dig_box))
                                       : (ngu_motto_open(p->motto) & BIT(p->dig_letter)) != 0;
    if (!open || c->space[space].location != s->location || !(ngu_derived(rules)->chest[space] & BIT(letter)))
        return "a planned dig is legal for the pet";
    return NULL;
}

/* R33: a complete puzzle ends the game with that turn. Before that, it is possible only after a free dig. */
static const char *audit_complete(const Rules *rules, const NguState *s, unsigned seat) {
    if (seat >= rules->seats || !ngu_puzzle_is_complete(s, &s->player[seat]))
        return NULL;
    if (s->phase == PHASE_OVER)
        return s->ending == PUZZLE_COMPLETE ? NULL : "with a complete puzzle, the ending is puzzle-complete";
    return s->phase == PHASE_DIG && s->double_now && seat == s->active
               ? NULL
               : "before the end, a puzzle is complete only after a free dig in this turn";
}

static const char *audit_ending(const Rules *rules, const NguState *s) {
    const NguContent *c = ngu_content(rules);
    const NguPlayer *p = &s->player[s->active];
    bool complete = false, open = false, full = false;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        complete |= ngu_puzzle_is_complete(s, &s->player[seat]);
    for (unsigned set = 0; set < c->sets; set++) {
        open |= p->crossed[set] < c->set[set];
        full |= p->crossed[set] == c->set[set];
    }
    if (s->ending == PUZZLE_COMPLETE && !complete)
        return "the ending puzzle-complete needs a complete puzzle";
    if (s->ending == LAST_TURN && s->head.turn != c->turns)
        return "the ending last-turn needs the last turn of the content";
    if ((s->phase == PHASE_CROSS && !open) || (s->phase == PHASE_FREE && !full))
        return "crossing needs an open boat box, and a free dig a full set";
    return NULL;
}

const char *ngu_state_audit(const Rules *rules, const void *state) {
    const NguState *s = state;
    const char *broken = audit_phase(rules, s);
    if (!broken)
        broken = audit_deal(rules, s);
    if (!broken)
        broken = audit_dice(s);
    for (unsigned seat = 0; seat < NGU_SEATS && !broken; seat++) {
        broken = audit_sheet(rules, s, seat);
        if (!broken)
            broken = audit_plan(rules, s, seat);
        if (!broken)
            broken = audit_complete(rules, s, seat);
    }
    return broken ? broken : audit_ending(rules, s);
}
