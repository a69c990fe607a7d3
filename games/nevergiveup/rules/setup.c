/* Set-up, and checks that the content is consistent (R1-R4, R39, R40). */
#include "games/nevergiveup/rules/phases.h"

/* Option 0: the number of letters of the puzzles; 0 if it is drawn at random. */
static unsigned length_wanted(const Rules *rules) { return (unsigned)rules->option[0]; }

/* Set of the lengths that can be dealt: those with enough puzzles, or only the one set by the option. */
static uint32_t lengths_available(const Rules *rules) {
    uint32_t open = 0;
    for (unsigned n = NGU_BOXES_MIN; n <= NGU_BOXES; n++)
        if (ngu_derived(rules)->of_length[n] >= rules->seats && (!length_wanted(rules) || n == length_wanted(rules)))
            open |= BIT(n);
    return open;
}

static Status refuse_lengths(const Rules *rules, Err *err) {
    unsigned wanted = length_wanted(rules), largest = 0, largest_length = 0;
    if (wanted)
        return wanted < NGU_BOXES_MIN
                   ? refuse(err, SK_RANGE, 2, "A puzzle has {0} to {1} letters; option length is {2}.", NGU_BOXES_MIN,
                            NGU_BOXES, (int)wanted)
                   : refuse(err, SK_RANGE, 2, "{2} players need {2} puzzles of {1} letters; the content has {0}.",
                            ngu_derived(rules)->of_length[wanted], (int)wanted, rules->seats);
    for (unsigned n = NGU_BOXES_MIN; n <= NGU_BOXES; n++)
        if (ngu_derived(rules)->of_length[n] > largest)
            largest = ngu_derived(rules)->of_length[n], largest_length = n;
    return refuse(err, SK_RANGE, 2,
                  "{0} players need {0} puzzles of the same length; `puzzles` has at most {1}, with {2} letters.",
                  rules->seats, (int)largest, (int)largest_length);
}

Status ngu_setup_begin(const Rules *rules, void *state, Err *err) {
    const NguContent *c = ngu_content(rules);
    NguState *s = state;
    if (!lengths_available(rules))
        return refuse_lengths(rules, err);
    *s = (NguState){.location = NGU_LOCATIONS};
    for (unsigned seat = 0; seat < NGU_SEATS; seat++) {
        NguPlayer *p = &s->player[seat];
        p->puzzle = c->puzzles;
        plan_clear(rules, p);
        for (unsigned pet = 0; pet < NGU_PETS; pet++)
            p->pet[pet] = ngu_derived(rules)->first[BOAT]; /* R3 */
        p->rerolls = seat < rules->seats ? c->rerolls : 0;
    }
    await_chance(s, PHASE_LENGTH);
    return SK_OK;
}

/* ---- random draws --------------------------------------------------------------------------------------- */

static bool puzzle_is_dealt(const NguState *s, unsigned puzzle) {
    for (unsigned seat = 0; seat < s->dealt; seat++)
        if (s->player[seat].puzzle == puzzle)
            return true;
    return false;
}

void ngu_setup_odds(const Rules *rules, const NguState *s, Odds *odds) {
    if (s->phase == PHASE_LENGTH)
        odds->n = bits_count(lengths_available(rules));
    else if (s->phase == PHASE_DEAL)
        odds->n = (uint32_t)ngu_derived(rules)->of_length[s->length] - s->dealt;
    else
        odds->n = rules->seats;
}

Move ngu_setup_outcome(const Rules *rules, const NguState *s, unsigned i) {
    if (s->phase == PHASE_LENGTH)
        return move_make(MOVE_LENGTH, CHANCE, bits_nth(lengths_available(rules), i), 0);
    if (s->phase == PHASE_FIRST)
        return move_make(MOVE_FIRST, CHANCE, i, 0);
    unsigned puzzle = 0;
    while (ngu_derived(rules)->length[puzzle] != s->length || puzzle_is_dealt(s, puzzle) || i-- > 0)
        puzzle++;
    return move_make(MOVE_DEAL, CHANCE, puzzle, 0);
}

void ngu_setup_apply(const Rules *rules, NguState *s, Move move, Sink *sink) {
    if (s->phase == PHASE_LENGTH) {
        s->length = move.arg[0];
        tell(sink, EVENT_LENGTH, CHANCE, s->length);
        await_chance(s, PHASE_DEAL);
    } else if (s->phase == PHASE_DEAL) {
        s->player[s->dealt].puzzle = move.arg[0];
        tell(sink, EVENT_DEALT, s->dealt, move.arg[0]);
        if (++s->dealt == rules->seats)
            await_chance(s, PHASE_FIRST);
    } else {
        s->active = move.arg[0];
        tell(sink, EVENT_FIRST, CHANCE, s->active);
        ngu_turn_begin(rules, s, sink);
    }
}

/* ---- content -------------------------------------------------------------------------------------------- */

/* The neighbour of a space in its row, to the left (-1) or right (+1); the number of spaces if there is none. */
static unsigned neighbour(const NguContent *c, unsigned space, int step) {
    for (int i = (int)space + step; i >= 0 && i < c->spaces; i += step)
        if (c->space[i].location == c->space[space].location)
            return (unsigned)i;
    return c->spaces;
}

static uint64_t space_bit(const NguContent *c, unsigned space) { return space < c->spaces ? UINT64_C(1) << space : 0; }

static uint64_t neighbours(const NguContent *c, unsigned space) {
    return space_bit(c, neighbour(c, space, -1)) | space_bit(c, neighbour(c, space, 1));
}

/* R16-R20: set of all spaces that a pet can move to. */
static uint64_t reach_from(const NguContent *c, const NguDerived *d, unsigned pet, unsigned from, unsigned target) {
    uint64_t reach = 0;
    if (c->space[from].location == target) {
        reach = neighbours(c, from);
        for (unsigned step = 0; step < c->spaces && pet == CAT; step++)
            if (neighbours(c, from) >> step & 1)
                reach |= neighbours(c, step);
    } else {
        reach = space_bit(c, d->first[target]);
        for (unsigned i = 0; i < c->shortcuts; i++) {
            unsigned a = c->shortcut[i].from, b = c->shortcut[i].to;
            unsigned end = a == from ? b : b == from ? a : c->spaces;
            if (end < c->spaces && c->space[end].location == target)
                reach |= space_bit(c, end) | (pet == CAT ? neighbours(c, end) : 0);
        }
    }
    for (unsigned space = 0; space < c->spaces && pet == PARROT; space++)
        if (c->space[space].wing)
            reach |= space_bit(c, space);
    return reach & ~space_bit(c, from);
}

static Status prepare_island(const NguContent *c, NguDerived *d, Err *err) {
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        d->first[location] = NGU_SPACES;
    for (unsigned space = 0; space < c->spaces; space++) {
        const NguSpace *sp = &c->space[space];
        if (d->first[sp->location] == NGU_SPACES)
            d->first[sp->location] = (uint8_t)space;
        for (unsigned i = 0; sp->letters[i]; i++) {
            uint32_t letter = BIT(sp->letters[i] - 'A');
            if (d->chest[space] & letter)
                return refuse(err, SK_CONTENT, 39, "The chest on {0:space} has a letter twice.", (int)space);
            d->chest[space] |= letter;
        }
    }
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        if (d->first[location] == NGU_SPACES)
            return refuse(err, SK_CONTENT, 39, "{0:location} has no spaces.", (int)location);
    for (unsigned i = 0; i < c->shortcuts; i++)
        if (c->space[c->shortcut[i].from].location == c->space[c->shortcut[i].to].location)
            return refuse(err, SK_CONTENT, 39,
                          "shortcuts[{0}] joins {1:space} and {2:space}, which are in the same location.", (int)i,
                          c->shortcut[i].from, c->shortcut[i].to);
    for (unsigned pet = 0; pet < NGU_PETS; pet++)
        for (unsigned from = 0; from < c->spaces; from++)
            for (unsigned target = 0; target < NGU_LOCATIONS; target++)
                d->reach[pet][from][target] = reach_from(c, d, pet, from, target);
    return SK_OK;
}

/* R39: each letter is in two chests, at least one of them not on the Boat. */
static Status check_letters(const NguContent *c, const NguDerived *d, Err *err) {
    for (unsigned letter = 0; letter < NGU_LETTERS; letter++) {
        int chests = 0, off_boat = 0;
        for (unsigned space = 0; space < c->spaces; space++)
            if (d->chest[space] & BIT(letter)) {
                chests++;
                off_boat += c->space[space].location != BOAT;
            }
        if (chests < 2 || off_boat < 1)
            return refuse(err, SK_CONTENT, 39,
                          "spaces[].letters: chests with the letter {0:letter}: {1}, off the Boat: {2}. At least 2 are "
                          "needed, 1 of them off the Boat.",
                          (int)letter, chests, off_boat);
    }
    return SK_OK;
}

/* R40 */
static Status prepare_puzzle(const NguContent *c, NguDerived *d, unsigned puzzle, Err *err) {
    const char *phrase = c->puzzle[puzzle].phrase;
    unsigned n = 0;
    char previous = ' ';
    for (unsigned i = 0; phrase[i]; previous = phrase[i++]) {
        if (phrase[i] == ' ' && previous == ' ')
            return refuse(err, SK_CONTENT, 40, "puzzles[{0}].phrase ({0:puzzle}) has an extra space.", (int)puzzle);
        if (phrase[i] == ' ')
            continue;
        if (n < NGU_BOXES) {
            d->letter[puzzle][n] = (uint8_t)(phrase[i] - 'A');
            d->boxes[puzzle][phrase[i] - 'A'] |= BIT(n);
        }
        n++;
    }
    if (previous == ' ')
        return refuse(err, SK_CONTENT, 40, "puzzles[{0}].phrase ({0:puzzle}) ends with a space.", (int)puzzle);
    if (n < NGU_BOXES_MIN || n > NGU_BOXES)
        return refuse(err, SK_CONTENT, 40, "puzzles[{0}].phrase ({0:puzzle}) has {1} letters; it needs {2} to {3}.",
                      (int)puzzle, (int)n, NGU_BOXES_MIN, NGU_BOXES);
    d->length[puzzle] = (uint8_t)n;
    d->of_length[n]++;
    return SK_OK;
}

static bool phrases_are_equal(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static Status check_sheet(const NguContent *c, Err *err) {
    for (unsigned j = 0; j < c->marks; j++)
        if ((j && c->mark[j] <= c->mark[j - 1]) || c->mark[j] >= c->complete)
            return refuse(err, SK_CONTENT, 35,
                          "sheet.marks[{0}] is {1}; marks must rise and stay below sheet.complete.", (int)j,
                          c->mark[j]);
    if (c->give_more < c->give_points)
        return refuse(err, SK_CONTENT, 31,
                      "sheet.give_up.more_points is {0}; it must be at least sheet.give_up.points, which is {1}.",
                      c->give_more, c->give_points);
    if (c->give_more_at < c->give_plus)
        return refuse(err, SK_CONTENT, 31,
                      "sheet.give_up.more_at is {0}; it must be at least sheet.give_up.plus_at, which is {1}.",
                      c->give_more_at, c->give_plus);
    return SK_OK;
}

Status ngu_content_prepare(const void *content, void *derived, Err *err) {
    const NguContent *c = content;
    NguDerived *d = derived;
    __builtin_memset(d, 0, sizeof *d);
    Status status = prepare_island(c, d, err);
    if (!status)
        status = check_letters(c, d, err);
    for (unsigned puzzle = 0; puzzle < c->puzzles && !status; puzzle++) {
        status = prepare_puzzle(c, d, puzzle, err);
        for (unsigned other = 0; other < puzzle && !status; other++)
            if (phrases_are_equal(c->puzzle[puzzle].phrase, c->puzzle[other].phrase))
                status = refuse(err, SK_CONTENT, 40,
                                "puzzles[{0}] and puzzles[{1}] ({0:puzzle} and {1:puzzle}) have the same phrase.",
                                (int)other, (int)puzzle);
    }
    unsigned largest = 0;
    for (unsigned n = 0; n <= NGU_BOXES; n++)
        largest = d->of_length[n] > largest ? d->of_length[n] : largest;
    if (!status && largest < 2)
        status = refuse(err, SK_CONTENT, 40, "No two puzzles have the same number of letters; at least two must.");
    return status ? status : check_sheet(c, err);
}
