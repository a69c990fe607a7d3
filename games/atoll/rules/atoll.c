/* Taboo Atoll Express: its tables, and the dispatch to its phases. Read this first, then the phases in rulebook order:
 * setup.c, actions.c, search.c, flood.c, ending.c. */
#include "engine/rules.h"
#include "games/atoll/rules/phases.h"

/* ---- tables --------------------------------------------------------------------------------------------- */

static const char *const colour_names[] = {"red", "blue", "green", "yellow", NULL};
static const char *const face_names[] = {"red", "blue", "green", "yellow", "black", "white", NULL};
static const char *const role_names[] = {"none",  "explorer",  "engineer",  "diver",
                                         "pilot", "navigator", "messenger", NULL};
static const char *const phase_names[] = {"setup-flood", "setup-hide", "setup-dice", "action", "roll", "keep",
                                          "flood",       "flee",       "role",       "over",   NULL};
static const char *const level_names[] = {"newbie", "normal", "elite", "crazy", "insane", "idiotic", NULL};
static const char *const ending_names[] = {"going-on", "won", "platform-sank", "treasure-sank", "skull",
                                           "drowned",  NULL};
static const char *const part_names[] = {"won", "treasures", "water", "dry", "flooded", "search", NULL};

static const List lists[] = {
    {"space", NULL, offsetof(AtollContent, spaces), offsetof(AtollContent, space[0].id), sizeof(AtollSpace)},
    {"colour", .fixed = colour_names},
    {"face", .fixed = face_names},
    {"role", .fixed = role_names},
    {"phase", .fixed = phase_names},
    {"ending", .fixed = ending_names},
    {0},
};

static const Option options[] = {{"level", level_names, 0, ATOLL_LEVELS - 1, 0}, {0}}; /* R5 */

#define SPACE                                                                                                          \
    { "space", "space" }
#define COLOUR                                                                                                         \
    { "colour", "colour" }
#define FACE                                                                                                           \
    { "face", "face" }
#define ROLE                                                                                                           \
    { "role", "role" }
#define FROM                                                                                                           \
    { "from", "space" }
#define COUNT(name)                                                                                                    \
    { name, NULL, 0, 1000 }

static const MoveKind moves[] = {
    [MOVE_WALK] = {"move", 0, {SPACE}},
    [MOVE_FLY] = {"fly", 0, {SPACE}},
    [MOVE_SHORE] = {"shore", 0, {SPACE}},
    [MOVE_SHORE_TWO] = {"shore-two", MOVE_PAIR, {SPACE, {"second", "space"}}},
    [MOVE_CLAIM] = {"claim", 0, {COLOUR}},
    [MOVE_PASS] = {"pass"},
    [MOVE_AIR] = {"air", 0, {SPACE}},
    [MOVE_LEAVE] = {"leave"},
    [MOVE_DIG] = {"dig", 0, {SPACE}},
    [MOVE_SCHOOL] = {"school", 0, {ROLE}},
    [MOVE_SEARCH] = {"search"},
    [MOVE_KEEP] = {"keep", 0, {FACE}},
    [MOVE_REROLL] = {"reroll"},
    [MOVE_STAND] = {"stand"},
    [MOVE_CHANGE] = {"change", 0, {FACE, {"into", "face"}}},
    [MOVE_FLEE] = {"flee", 0, {SPACE}},
    [MOVE_FLOOD] = {"flood", MOVE_CHANCE, {SPACE}},
    [MOVE_HIDE] = {"hide", MOVE_CHANCE, {SPACE}},
    [MOVE_DIE] = {"die", MOVE_CHANCE, {FACE}},
    [MOVE_ROLE] = {"role", MOVE_CHANCE, {ROLE}},
    {0},
};

static const EventKind events[] = {
    [EVENT_TURN] = {"turn", 0, {COUNT("turn")}},
    [EVENT_WALKED] = {"walked", 0, {FROM, SPACE}},
    [EVENT_FLEW] = {"flew", 0, {FROM, SPACE}},
    [EVENT_SWAM] = {"swam", 0, {FROM, SPACE}},
    [EVENT_SHORED] = {"shored", 0, {SPACE}},
    [EVENT_CLAIMED] = {"claimed", 0, {COLOUR}},
    [EVENT_PASSED] = {"passed", 0, {COUNT("actions")}},
    [EVENT_AIR] = {"air", 0, {FROM, SPACE}},
    [EVENT_LEFT] = {"left"},
    [EVENT_DUG] = {"dug", 0, {SPACE}},
    [EVENT_SCHOOLED] = {"schooled", 0, {ROLE}},
    [EVENT_SEARCHED] = {"searched", 0, {COUNT("dice")}},
    [EVENT_ROLLED] = {"rolled", 0, {FACE}},
    [EVENT_KEPT] = {"kept", 0, {FACE}},
    [EVENT_PUT_BACK] = {"put-back", 0, {FACE}},
    [EVENT_REROLLED] = {"rerolled", 0, {COUNT("dice")}},
    [EVENT_STOOD] = {"stood"},
    [EVENT_CHANGED] = {"changed", 0, {FACE, COLOUR}},
    [EVENT_WATER] = {"water", 0, {COUNT("square"), COUNT("floods")}},
    [EVENT_FOUND] = {"found", 0, {COLOUR, COUNT("points")}},
    [EVENT_SPECIAL] = {"special", 0, {COUNT("points")}},
    [EVENT_WASTED] = {"wasted", 0, {FACE}},
    [EVENT_FLOODED] = {"flooded", 0, {SPACE}},
    [EVENT_SANK] = {"sank", 0, {SPACE}},
    [EVENT_FLED] = {"fled", 0, {FROM, SPACE}},
    [EVENT_HIDDEN] = {"hidden", 0, {COLOUR, SPACE}},
    [EVENT_ROLE] = {"role", 0, {ROLE}},
    [EVENT_TIME_UP] = {"time-up", 0, {COUNT("turn")}},
    [EVENT_ENDED] = {"ended", 0, {{"ending", "ending"}}},
    {0},
};

static const Field fields[] = {
    FIELDS_HEAD(AtollState),
    FIELD(AtollState, flooded, SEE_ALL, .list = "space", .is_mask = true),
    FIELD(AtollState, sunk, SEE_ALL, .list = "space", .is_mask = true),
    FIELD(AtollState, hit, SEE_ALL, .list = "space", .is_mask = true),
    FIELD(AtollState, phase, SEE_ALL, .list = "phase"),
    FIELD(AtollState, pawn, SEE_ALL, .list = "space"),
    FIELD(AtollState, role, SEE_ALL, .list = "role"),
    FIELD(AtollState, water, SEE_ALL),
    FIELD(AtollState, special, SEE_ALL),
    FIELD(AtollState, actions, SEE_ALL),
    FIELD(AtollState, flights, SEE_ALL),
    FIELD(AtollState, left, SEE_ALL),
    FIELD(AtollState, roll, SEE_ALL),
    FIELD(AtollState, changes, SEE_ALL),
    FIELD(AtollState, claimed, SEE_ALL, .list = "colour", .is_mask = true),
    FIELD(AtollState, ending, SEE_ALL, .list = "ending"),
    FIELD_ARRAY(AtollState, treasure, SEE_ALL, .col_list = "colour", .list = "space"),
    FIELD_ARRAY(AtollState, track, SEE_ALL, .col_list = "colour"),
    FIELD_ARRAY(AtollState, dice, SEE_ALL, .col_list = "face"),
    FIELD_ARRAY(AtollState, kept, SEE_ALL, .col_list = "face"),
    {0},
};

#define NUMBER(path, member, lo, hi) CONTENT_NUMBER_AT(AtollContent, path, member, lo, hi)
#define LIST_OF(path, member, count, lo, hi) CONTENT_LIST_AT(AtollContent, path, member, count, lo, hi)
#define EACH(path, lo, hi)                                                                                             \
    { path "[]", CONTENT_NUMBER, 1, 0, lo, hi }
#define SPACE_AT(member) offsetof(AtollSpace, member)

static const ContentField content[] = {
    LIST_OF("spaces", space, spaces, 8, ATOLL_SPACES),
    {"spaces[].id", CONTENT_ID, 0, SPACE_AT(id)},
    {"spaces[].colour", CONTENT_NAME, 1, SPACE_AT(colour), .list = "colour"},
    {"spaces[].number", CONTENT_NUMBER, 1, SPACE_AT(number), 1, 20},
    {"spaces[].row", CONTENT_NUMBER, 1, SPACE_AT(row), 0, 15},
    {"spaces[].column", CONTENT_NUMBER, 1, SPACE_AT(column), 0, 15},
    {"platform", CONTENT_NAME, 1, offsetof(AtollContent, platform), .list = "space"},
    LIST_OF("water.floods", floods, squares, 2, ATOLL_SQUARES),
    EACH("water.floods", 0, 12),
    LIST_OF("water.starts", start, levels, ATOLL_LEVELS, ATOLL_LEVELS),
    EACH("water.starts", 0, ATOLL_SQUARES),
    NUMBER("setup.floods", setup_floods, 0, ATOLL_SPACES),
    LIST_OF("setup.dice", setup_dice, setup_rolls, 0, 4),
    EACH("setup.dice", 1, 6),
    NUMBER("turn.actions", actions, 1, 10),
    NUMBER("turn.last", turns, 1, 1000),
    NUMBER("die.red", die[RED], 0, 6),
    NUMBER("die.blue", die[BLUE], 0, 6),
    NUMBER("die.green", die[GREEN], 0, 6),
    NUMBER("die.yellow", die[YELLOW], 0, 6),
    NUMBER("die.black", die[BLACK], 0, 6),
    NUMBER("die.white", die[WHITE], 0, 6),
    NUMBER("search.dice", search_dice, 1, 6),
    NUMBER("search.keep", search_keep, 1, 2),
    NUMBER("search.goal", search_goal, 1, 20),
    NUMBER("special.maximum", special_max, 0, 9),
    NUMBER("special.air", cost_air, 1, 9),
    NUMBER("special.dig", cost_dig, 1, 9),
    NUMBER("special.school", cost_school, 1, 9),
    LIST_OF("roles.die", role_die, role_sides, 1, 12),
    {"roles.die[]", CONTENT_NAME, 1, 0, .list = "role"},
    NUMBER("roles.engineer_cubes", engineer_cubes, 1, 2),
    NUMBER("roles.navigator_steps", navigator_steps, 1, 10),
    NUMBER("roles.pilot_flights", pilot_flights, 0, 10),
    NUMBER("roles.messenger_changes", messenger_changes, 0, 2),
    NUMBER("score.won", score_won, -1000, 1000),
    NUMBER("score.treasure", score_treasure, -1000, 1000),
    NUMBER("score.water", score_water, -1000, 1000),
    NUMBER("score.dry", score_dry, -1000, 1000),
    NUMBER("score.flooded", score_flooded, -1000, 1000),
    NUMBER("score.search", score_search, -1000, 1000),
    {0},
};

/* ---- phases --------------------------------------------------------------------------------------------- */

static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const AtollState *s = state;
    if (seat != 0)
        return 0;
    switch (s->phase) {
    case PHASE_ACTION:
        return atoll_action_legal(rules, s, out);
    case PHASE_KEEP:
        return atoll_search_legal(rules, s, out);
    case PHASE_FLEE:
        return (unsigned)(list_set(out, MOVE_FLEE, atoll_refuge(rules, s)) - out);
    default:
        return 0;
    }
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    const AtollState *s = state;
    switch (s->phase) {
    case PHASE_ACTION:
        return atoll_action_check(rules, s, move, err);
    case PHASE_KEEP:
        return atoll_search_check(rules, s, move, err);
    default:
        return atoll_flee_check(rules, s, move, err);
    }
}

static void apply_chance(const Rules *rules, AtollState *s, unsigned result, Sink *sink) {
    switch (s->phase) {
    case PHASE_SETUP_FLOOD:
        atoll_setup_flood(rules, s, result, sink);
        break;
    case PHASE_SETUP_HIDE:
        atoll_setup_hide(rules, s, result, sink);
        break;
    case PHASE_SETUP_DICE:
        atoll_setup_die(rules, s, result, sink);
        break;
    case PHASE_ROLL:
        atoll_search_die(rules, s, result, sink);
        break;
    case PHASE_FLOOD:
        atoll_flood_apply(rules, s, result, sink);
        break;
    default:
        atoll_role_apply(rules, s, result, sink);
        break;
    }
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    AtollState *s = state;
    if (move.seat == CHANCE)
        apply_chance(rules, s, move.arg[0], sink);
    else if (s->phase == PHASE_ACTION)
        atoll_action_apply(rules, s, move, sink);
    else if (s->phase == PHASE_KEEP)
        atoll_search_apply(rules, s, move, sink);
    else
        atoll_flee_apply(rules, s, move.arg[0], sink);
}

/* R2: results that the rulebook rolls again are left out; the remaining sides are equally likely. */
static uint32_t outcomes(const Rules *rules, const AtollState *s) {
    switch (s->phase) {
    case PHASE_SETUP_FLOOD:
        return atoll_derived(rules)->spaces & ~s->flooded; /* R3 */
    case PHASE_SETUP_HIDE:
        return atoll_derived(rules)->colour[s->left] & ~BIT(atoll_content(rules)->platform); /* R4 */
    case PHASE_SETUP_DICE:
        return atoll_derived(rules)->faces & ~BIT(BLACK); /* R6 */
    case PHASE_ROLL:
        return atoll_faces(rules, s); /* R28 */
    case PHASE_FLOOD:
        return atoll_flood_spaces(rules, s);
    default:
        return atoll_derived(rules)->roles; /* R22 */
    }
}

/* Number of sides for each result of this node's die; NULL if all are equal. (A content pack may use unfair dice.) */
static const uint8_t *uneven_sides(const Rules *rules, const AtollState *s) {
    const AtollDerived *d = atoll_derived(rules);
    if (s->phase == PHASE_SETUP_DICE || s->phase == PHASE_ROLL)
        return d->die_even ? NULL : atoll_content(rules)->die;
    return s->phase == PHASE_ROLE && !d->roles_even ? d->role_sides : NULL;
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    const AtollState *s = state;
    uint32_t set = outcomes(rules, s);
    const uint8_t *sides = uneven_sides(rules, s);
    odds->n = bits_count(set);
    odds->total = 0;
    if (!sides)
        return;
    unsigned i = 0;
    for (bits_each(result, set))
        odds->total += odds->weight[i++] = sides[result];
}

static Move outcome(const Rules *rules, const void *state, unsigned i) {
    static const uint8_t kinds[] = {
        [PHASE_SETUP_FLOOD] = MOVE_FLOOD, [PHASE_SETUP_HIDE] = MOVE_HIDE, [PHASE_SETUP_DICE] = MOVE_DIE,
        [PHASE_ROLL] = MOVE_DIE,          [PHASE_FLOOD] = MOVE_FLOOD,     [PHASE_ROLE] = MOVE_ROLE};
    const AtollState *s = state;
    return move_make(kinds[s->phase], CHANCE, bits_nth(outcomes(rules, s), i), 0);
}

/* Nothing is hidden except the number of steps, for which any value will do. */
static void resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    (void)rules, (void)viewer, (void)rng;
    AtollState *s = state;
    *s = *(const AtollState *)view;
    s->head.steps = 0;
}

const Game atoll_game = {
    .id = "atoll",
    .version = 1,
    .seats_min = 1,
    .seats_max = 1,
    .state_size = sizeof(AtollState),
    .content_size = sizeof(AtollContent),
    .derived_size = sizeof(AtollDerived),
    .steps_max = 70000, /* 1,000 turns, the longest a content pack allows, at 65 steps or fewer each */
    .fields = fields,
    .moves = moves,
    .events = events,
    .options = options,
    .lists = lists,
    .content = content,
    .endings = ending_names,
    .parts = part_names,
    .prepare = atoll_map_prepare,
    .setup = atoll_setup_begin,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .outcome = outcome,
    .observe = fields_observe,
    .resample = resample,
    .score = atoll_ending_score,
    .audit = atoll_state_audit,
};
