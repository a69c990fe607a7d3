#include "engine/rules.h"

#include "base/bits.h"

static bool names_equal(const char *a, const char *b) {
    while (a != b && *a && *a == *b)
        a++, b++;
    return a == b || *a == *b;
}

unsigned list_count(const Rules *rules, const char *list) {
    if (names_equal(list, "seat"))
        return rules->seats;
    if (names_equal(list, "node"))
        return 3;
    for (const List *l = rules->game->lists; l && l->name; l++) {
        if (!names_equal(l->name, list))
            continue;
        if (!l->fixed)
            return ((const uint8_t *)rules->content)[l->count_offset];
        unsigned n = 0;
        while (l->fixed[n])
            n++;
        return n;
    }
    return 0;
}

static Status check_bytes(const Rules *rules, Move move, Err *err) {
    unsigned kinds = 0;
    while (rules->game->moves[kinds].name)
        kinds++;
    if (move.kind >= kinds)
        return refuse(err, SK_UNKNOWN, 0, "There is no move number {0} in this game.", move.kind);
    const MoveKind *kind = &rules->game->moves[move.kind];
    for (unsigned i = 0, ended = 0; i < MOVE_ARGS_MAX; i++) {
        const Arg *arg = &kind->arg[i];
        ended |= arg->name == NULL;
        int lo = 0, hi = 0;
        if (!ended && arg->list)
            hi = (int)list_count(rules, arg->list) - 1;
        else if (!ended)
            lo = arg->lo, hi = arg->hi;
        if (move.arg[i] >= lo && move.arg[i] <= hi)
            continue;
        if (!ended && !arg->list)
            return refuse(err, SK_RANGE, 0, "A number in this move must be from {0} to {1}, not {2}.", lo, hi,
                          move.arg[i]);
        return refuse(err, SK_RANGE, 0, "Argument {0} of this move must be from {1} to {2}, not {3}.", (int)i + 1, lo,
                      hi, move.arg[i]);
    }
    return SK_OK;
}

static Status check_outcome(const Rules *rules, const void *state, Move move, Err *err) {
    if (state_head(state)->node != NODE_CHANCE)
        return refuse(err, SK_TURN, 0, "No dice or cards are drawn now.");
    Odds odds;
    rules->game->chance(rules, state, &odds);
    for (unsigned i = 0; i < odds.n; i++)
        if (move_equal(rules->game->outcome(rules, state, i), move))
            return SK_OK;
    return refuse(err, SK_RULE, 0, "That cannot come up here.");
}

Status rules_check(const Rules *rules, const void *state, Move move, Err *err) {
    const Head *head = state_head(state);
    if (move.seat >= rules->seats && move.seat != CHANCE)
        return refuse(err, SK_RANGE, 0, "There is no seat {0}; there are {1}.", move.seat + 1, rules->seats);
    Status status = check_bytes(rules, move, err);
    if (status)
        return status;
    if (move.seat == CHANCE)
        return check_outcome(rules, state, move, err);
    if (rules->game->moves[move.kind].flags & MOVE_CHANCE)
        return refuse(err, SK_RULE, 0, "Dice or cards decide that, not a player.");
    if (head->node == NODE_OVER)
        return refuse(err, SK_TURN, 0, "The game is over.");
    if (head->node == NODE_CHANCE)
        return refuse(err, SK_TURN, 0, "Dice or cards are being drawn; nobody can act.");
    bool aside = rules->game->moves[move.kind].flags & MOVE_ASIDE;
    if (!aside && !(head->to_act & BIT(move.seat)))
        return refuse(err, SK_TURN, 0, "The game does not wait for seat {0} now.", move.seat + 1);
    return rules->game->check(rules, state, move, err);
}

static void fill_unknown(unsigned char *to, FieldType type, unsigned entries) {
    unsigned width = field_width(type);
    unsigned char high = type == FIELD_I8 || type == FIELD_I16 || type == FIELD_I32 ? 0x7F : 0xFF;
    for (unsigned i = 0; i < entries * width; i++)
        to[i] = (i % width == width - 1) ? high : 0xFF;
}

void fields_observe(const Rules *rules, const void *state, unsigned viewer, void *view) {
    for (const Field *f = rules->game->fields; f->name; f++) {
        unsigned rows = f->rows ? f->rows : 1;
        for (unsigned row = 0; row < rows; row++) {
            size_t offset = f->offset + (size_t)row * f->stride;
            bool seen = f->see == SEE_ALL || (f->see == SEE_OWNER && row == viewer);
            if (seen)
                __builtin_memcpy((char *)view + offset, (const char *)state + offset, f->cols * field_width(f->type));
            else
                fill_unknown((unsigned char *)view + offset, f->type, f->cols);
        }
    }
}

Move rules_random_move(const Rules *rules, const void *state, Rng *rng, Move scratch[LEGAL_MAX]) {
    const Head *head = state_head(state);
    unsigned seat = bits_first(head->to_act);
    if (rules->seats > 1) {
        seat = bits_nth(head->to_act, rng_below(rng, bits_count(head->to_act)));
        /* Once in eight times pick any seat, so that asides are played too but do not hold up the game. */
        unsigned other = rng_below(rng, 8u * rules->seats);
        if (other < rules->seats && other != seat) {
            unsigned n = rules->game->legal(rules, state, other, scratch);
            if (n)
                return scratch[rng_below(rng, n)];
        }
    }
    unsigned n = rules->game->legal(rules, state, seat, scratch);
    return scratch[rng_below(rng, n)];
}

uint32_t rules_playout(const Rules *rules, void *state, Rng *rng) {
    Move moves[LEGAL_MAX];
    Odds odds;
    uint32_t begin = state_head(state)->steps;
    for (;;) {
        const Head *head = state;
        if (head->node == NODE_CHANCE)
            rules_apply(rules, state, rules_draw_outcome(rules, state, &odds, rng), NULL);
        else if (head->node == NODE_DECISION)
            rules_apply(rules, state, rules_random_move(rules, state, rng, moves), NULL);
        else
            return head->steps - begin;
    }
}
