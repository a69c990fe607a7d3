/* Computes the neighbour tables of the map and checks that the content is consistent (R1). */
#include "games/atoll/rules/phases.h"

static int distance(uint8_t a, uint8_t b) { return a < b ? b - a : a - b; }

static Status check_pair(const AtollContent *c, unsigned a, unsigned b, Err *err) {
    const AtollSpace *x = &c->space[a], *y = &c->space[b];
    if (x->row == y->row && x->column == y->column)
        return refuse(err, SK_CONTENT, 1, "{0:space} and {1:space} lie on the same row and column.", (int)a, (int)b);
    if (x->colour == y->colour && x->number == y->number)
        return refuse(err, SK_CONTENT, 1, "{0:space} and {1:space} have the same colour and number.", (int)a, (int)b);
    return SK_OK;
}

static Status check_whole(const AtollContent *c, const AtollDerived *d, Err *err) {
    uint32_t reached = BIT(c->platform);
    for (unsigned round = 0; round < c->spaces; round++)
        for (bits_each(i, reached))
            reached |= d->adjacent[i];
    if (reached != d->spaces)
        return refuse(err, SK_CONTENT, 1, "{0:space} cannot be reached on foot from {1:space}.",
                      (int)bits_first(d->spaces & ~reached), c->platform);
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (!(d->colour[colour] & ~BIT(c->platform)))
            return refuse(err, SK_CONTENT, 4, "No space is left for the {0:colour} treasure.", (int)colour);
    return SK_OK;
}

static Status check_numbers(const AtollContent *c, Err *err) {
    if (c->setup_floods > c->spaces)
        return refuse(err, SK_CONTENT, 3, "setup.floods is {0}, but there are only {1} spaces.", c->setup_floods,
                      c->spaces);
    for (unsigned i = 0; i < c->levels; i++)
        if (c->start[i] >= c->squares)
            return refuse(err, SK_CONTENT, 5, "water.starts entry {0} is {1}, on or beyond the skull at {2}.",
                          (int)i + 1, c->start[i], c->squares);
    if (c->search_keep > c->search_dice)
        return refuse(err, SK_CONTENT, 29, "search.keep is {0}, but only {1} dice are rolled.", c->search_keep,
                      c->search_dice);
    if (c->die[BLACK] + c->die[WHITE] == 0)
        return refuse(err, SK_CONTENT, 28, "die.black and die.white are both 0; one of them must be at least 1.");
    if (c->die[RED] + c->die[BLUE] + c->die[GREEN] + c->die[YELLOW] + c->die[WHITE] == 0)
        return refuse(err, SK_CONTENT, 6, "The die shows only black; the set-up could never be rolled.");
    for (unsigned i = 0; i < c->role_sides; i++)
        if (c->role_die[i] == NO_ROLE)
            return refuse(err, SK_CONTENT, 22, "roles.die entry {0} is none; name a role.", (int)i + 1);
    return SK_OK;
}

static void count_sides(const AtollContent *c, AtollDerived *d) {
    d->die_even = d->roles_even = 1;
    for (unsigned face = 0; face < ATOLL_FACES; face++) {
        d->die_even &= c->die[face] == c->die[0];
        d->faces |= c->die[face] ? BIT(face) : 0;
    }
    for (unsigned i = 0; i < c->role_sides; i++) {
        d->role_sides[c->role_die[i]]++;
        d->roles |= BIT(c->role_die[i]);
    }
    for (bits_each(role, d->roles))
        d->roles_even &= d->role_sides[role] == d->role_sides[bits_first(d->roles)];
}

Status atoll_map_prepare(const void *content, void *derived, Err *err) {
    const AtollContent *c = content;
    AtollDerived *d = derived;
    *d = (AtollDerived){.spaces = c->spaces == 32 ? ~UINT32_C(0) : BIT(c->spaces) - 1};
    count_sides(c, d);
    Status status = check_numbers(c, err);
    for (unsigned a = 0; a < c->spaces && !status; a++) {
        d->colour[c->space[a].colour] |= BIT(a);
        for (unsigned b = 0; b < c->spaces && !status; b++) {
            if (a == b)
                continue;
            int rows = distance(c->space[a].row, c->space[b].row);
            int columns = distance(c->space[a].column, c->space[b].column);
            if (rows + columns == 1)
                d->adjacent[a] |= BIT(b);
            if (rows == 1 && columns == 1)
                d->diagonal[a] |= BIT(b);
            status = check_pair(c, a, b, err);
        }
    }
    return status ? status : check_whole(c, d, err);
}
