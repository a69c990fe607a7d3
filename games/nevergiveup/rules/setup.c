/* Set-up, and whether the content holds together (R1-R4, R39, R40). */
#include "games/nevergiveup/rules/phases.h"

/* Option 0: the length of the puzzles; 0 leaves it to the lot. */
static unsigned length_wanted(const Rules *rules) { return (unsigned)rules->option[0]; }

/* The lengths that can be dealt: as many phrases as players, and the length asked for, if any. */
static uint32_t lengths_open(const Rules *rules) {
    uint32_t open = 0;
    for (unsigned n = NGU_BOXES_MIN; n <= NGU_BOXES; n++)
        if (ngu_derived(rules)->of_length[n] >= rules->seats && (!length_wanted(rules) || n == length_wanted(rules)))
            open |= BIT(n);
    return open;
}

static Status lengths_complain(const Rules *rules, Err *err) {
    unsigned wanted = length_wanted(rules), most = 0, most_of = 0;
    if (wanted)
        return wanted < NGU_BOXES_MIN
                   ? refuse(err, SK_RANGE, 2, "A puzzle has {0} to {1} letters; option length is {2}.", NGU_BOXES_MIN,
                            NGU_BOXES, (int)wanted)
                   : refuse(err, SK_RANGE, 2,
                            "The content has {0} puzzles of {1} letters; {2} players need as many, all different.",
                            ngu_derived(rules)->of_length[wanted], (int)wanted, rules->seats);
    for (unsigned n = NGU_BOXES_MIN; n <= NGU_BOXES; n++)
        if (ngu_derived(rules)->of_length[n] > most)
            most = ngu_derived(rules)->of_length[n], most_of = n;
    return refuse(
        err, SK_RANGE, 2,
        "{0} players need {0} puzzles of one length; the content has at most {1} in `puzzles`, of {2} letters.",
        rules->seats, (int)most, (int)most_of);
}

Status ngu_setup_begin(const Rules *rules, void *state, Err *err) {
    const NguContent *c = ngu_content(rules);
    NguState *s = state;
    if (!lengths_open(rules))
        return lengths_complain(rules, err);
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

/* ---- the lots ------------------------------------------------------------------------------------------- */

static bool dealt_already(const NguState *s, unsigned puzzle) {
    for (unsigned seat = 0; seat < s->dealt; seat++)
        if (s->player[seat].puzzle == puzzle)
            return true;
    return false;
}

void ngu_setup_odds(const Rules *rules, const NguState *s, Odds *odds) {
    if (s->phase == PHASE_LENGTH)
        odds->n = bits_count(lengths_open(rules));
    else if (s->phase == PHASE_DEAL)
        odds->n = (uint32_t)ngu_derived(rules)->of_length[s->length] - s->dealt;
    else
        odds->n = rules->seats;
}

Move ngu_setup_outcome(const Rules *rules, const NguState *s, unsigned i) {
    if (s->phase == PHASE_LENGTH)
        return move_make(MOVE_LENGTH, CHANCE, bits_nth(lengths_open(rules), i), 0);
    if (s->phase == PHASE_FIRST)
        return move_make(MOVE_FIRST, CHANCE, i, 0);
    unsigned puzzle = 0;
    while (ngu_derived(rules)->length[puzzle] != s->length || dealt_already(s, puzzle) || i-- > 0)
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

/* Spaces beside each other in a row: the next of the same location in the list, left (-1) or right (+1). */
static unsigned beside(const NguContent *c, unsigned space, int step) {
    for (int i = (int)space + step; i >= 0 && i < c->spaces; i += step)
        if (c->space[i].location == c->space[space].location)
            return (unsigned)i;
    return c->spaces;
}

static uint64_t one(const NguContent *c, unsigned space) { return space < c->spaces ? UINT64_C(1) << space : 0; }

static uint64_t both_sides(const NguContent *c, unsigned space) {
    return one(c, beside(c, space, -1)) | one(c, beside(c, space, 1));
}

/* R16-R20: all the spaces that a pet can move to when the target location is `target`. */
static uint64_t reach_from(const NguContent *c, const NguDerived *d, unsigned pet, unsigned from, unsigned target) {
    uint64_t reach = 0;
    if (c->space[from].location == target) {
        reach = both_sides(c, from);
        for (unsigned step = 0; step < c->spaces && pet == CAT; step++)
            if (both_sides(c, from) >> step & 1)
                reach |= both_sides(c, step);
    } else {
        reach = one(c, d->first[target]);
        for (unsigned i = 0; i < c->shortcuts; i++) {
            unsigned a = c->shortcut[i].from, b = c->shortcut[i].to;
            unsigned end = a == from ? b : b == from ? a : c->spaces;
            if (end < c->spaces && c->space[end].location == target)
                reach |= one(c, end) | (pet == CAT ? both_sides(c, end) : 0);
        }
    }
    for (unsigned space = 0; space < c->spaces && pet == PARROT; space++)
        if (c->space[space].wing)
            reach |= one(c, space);
    return reach & ~one(c, from);
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
                return refuse(err, SK_CONTENT, 39, "The chest of {0:space} holds a letter twice.", (int)space);
            d->chest[space] |= letter;
        }
    }
    for (unsigned location = 0; location < NGU_LOCATIONS; location++)
        if (d->first[location] == NGU_SPACES)
            return refuse(err, SK_CONTENT, 39, "{0:location} has no space.", (int)location);
    for (unsigned i = 0; i < c->shortcuts; i++)
        if (c->space[c->shortcut[i].from].location == c->space[c->shortcut[i].to].location)
            return refuse(err, SK_CONTENT, 39,
                          "shortcuts[{0}] joins {1:space} and {2:space}, which are in one location.", (int)i,
                          c->shortcut[i].from, c->shortcut[i].to);
    for (unsigned pet = 0; pet < NGU_PETS; pet++)
        for (unsigned from = 0; from < c->spaces; from++)
            for (unsigned target = 0; target < NGU_LOCATIONS; target++)
                d->reach[pet][from][target] = reach_from(c, d, pet, from, target);
    return SK_OK;
}

/* R39: each letter in two chests, one of them open to everybody's turn. */
static Status check_letters(const NguContent *c, const NguDerived *d, Err *err) {
    for (unsigned letter = 0; letter < NGU_LETTERS; letter++) {
        int chests = 0, ashore = 0;
        for (unsigned space = 0; space < c->spaces; space++)
            if (d->chest[space] & BIT(letter)) {
                chests++;
                ashore += c->space[space].location != BOAT;
            }
        if (chests < 2 || ashore < 1)
            return refuse(err, SK_CONTENT, 39,
                          "spaces[].letters: chests with the letter {0:letter}: {1}, off the boat: {2}; it needs two, "
                          "one of them off the boat.",
                          (int)letter, chests, ashore);
    }
    return SK_OK;
}

/* R40 */
static Status prepare_puzzle(const NguContent *c, NguDerived *d, unsigned puzzle, Err *err) {
    const char *phrase = c->puzzle[puzzle].phrase;
    unsigned n = 0;
    char before = ' ';
    for (unsigned i = 0; phrase[i]; before = phrase[i++]) {
        if (phrase[i] == ' ' && before == ' ')
            return refuse(err, SK_CONTENT, 40, "puzzles[{0}].phrase, of {0:puzzle}, has a space too many.",
                          (int)puzzle);
        if (phrase[i] == ' ')
            continue;
        if (n < NGU_BOXES) {
            d->letter[puzzle][n] = (uint8_t)(phrase[i] - 'A');
            d->boxes[puzzle][phrase[i] - 'A'] |= BIT(n);
        }
        n++;
    }
    if (before == ' ')
        return refuse(err, SK_CONTENT, 40, "puzzles[{0}].phrase, of {0:puzzle}, ends with a space.", (int)puzzle);
    if (n < NGU_BOXES_MIN || n > NGU_BOXES)
        return refuse(err, SK_CONTENT, 40, "puzzles[{0}].phrase, of {0:puzzle}, has {1} letters; it needs {2} to {3}.",
                      (int)puzzle, (int)n, NGU_BOXES_MIN, NGU_BOXES);
    d->length[puzzle] = (uint8_t)n;
    d->of_length[n]++;
    return SK_OK;
}

static bool same_phrase(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static Status check_sheet(const NguContent *c, Err *err) {
    for (unsigned j = 0; j < c->marks; j++)
        if ((j && c->mark[j] <= c->mark[j - 1]) || c->mark[j] >= c->complete)
            return refuse(err, SK_CONTENT, 35, "sheet.marks[{0}] is {1}; marks rise, and stay below sheet.complete.",
                          (int)j, c->mark[j]);
    if (c->give_more < c->give_points)
        return refuse(err, SK_CONTENT, 31, "sheet.give_up.more_points is {0}, less than sheet.give_up.points with {1}.",
                      c->give_more, c->give_points);
    if (c->give_more_at < c->give_plus)
        return refuse(err, SK_CONTENT, 31, "sheet.give_up.more_at is {0}, less than sheet.give_up.plus_at with {1}.",
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
            if (same_phrase(c->puzzle[puzzle].phrase, c->puzzle[other].phrase))
                status = refuse(err, SK_CONTENT, 40,
                                "puzzles[{0}] and puzzles[{1}], {0:puzzle} and {1:puzzle}, have the same phrase.",
                                (int)other, (int)puzzle);
    }
    unsigned most = 0;
    for (unsigned n = 0; n <= NGU_BOXES; n++)
        most = d->of_length[n] > most ? d->of_length[n] : most;
    if (!status && most < 2)
        status = refuse(err, SK_CONTENT, 40, "No two puzzles have the same number of letters; two players need two.");
    return status ? status : check_sheet(c, err);
}
