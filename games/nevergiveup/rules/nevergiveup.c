/* Never Give Up: the game's tables, and the functions that dispatch by phase. Read this first, then setup.c, dice.c,
 * boat.c, dig.c and ending.c; views.c invents plans for the other seats. */
#include "engine/rules.h"
#include "games/nevergiveup/rules/phases.h"

/* ---- tables --------------------------------------------------------------------------------------------- */

static const char *const pet_names[] = {"cat", "monkey", "parrot", NULL};
static const char *const location_names[] = {"waterfall", "forest", "pirates", "fort", "hut", "boat", NULL};
static const char *const die_names[] = {"red", "blue", NULL};
static const char *const reroll_names[] = {"free", "permanent", NULL};
static const char *const letter_names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
                                           "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", NULL};
static const char *const box_names[] = {"1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12", "13",
                                        "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", NULL};
static const char *const motto_names[] = {"never-n", "never-e", "never-v", "never-e2", "never-r", "give-g",
                                          "give-i",  "give-v",  "give-e",  "up-u",     "up-p",    NULL};
static const char *const set_names[] = {"1", "2", "3", "4", NULL};
static const char *const phase_names[] = {"length", "deal", "first", "roll", "dice", "reroll",
                                          "cross",  "free", "dig",   "over", NULL};
static const char *const ending_names[] = {"going-on", "puzzle-complete", "last-turn", NULL};
static const char *const part_names[] = {"puzzle", "never", "give-up", "penalties", NULL};

static const List lists[] = {
    {"pet", .fixed = pet_names},
    {"location", .fixed = location_names},
    {"space", NULL, offsetof(NguContent, spaces), offsetof(NguContent, space[0].id), sizeof(NguSpace)},
    {"puzzle", NULL, offsetof(NguContent, puzzles), offsetof(NguContent, puzzle[0].id), sizeof(NguPuzzle)},
    {"die", .fixed = die_names},
    {"reroll", .fixed = reroll_names},
    {"letter", .fixed = letter_names},
    {"box", .fixed = box_names},
    {"motto", .fixed = motto_names},
    {"set", .fixed = set_names},
    {"phase", .fixed = phase_names},
    {"ending", .fixed = ending_names},
    {0},
};

static const Option options[] = {{"length", NULL, 0, NGU_BOXES, 0}, {0}};

#define PET                                                                                                            \
    { "pet", "pet" }
#define LOCATION                                                                                                       \
    { "location", "location" }
#define SPACE                                                                                                          \
    { "space", "space" }
#define PUZZLE                                                                                                         \
    { "puzzle", "puzzle" }
#define DIE                                                                                                            \
    { "die", "die" }
#define BOX                                                                                                            \
    { "box", "box" }
#define LETTER                                                                                                         \
    { "letter", "letter" }
#define MOTTO                                                                                                          \
    { "letter", "motto" }
#define SET                                                                                                            \
    { "set", "set" }
#define PIPS(name)                                                                                                     \
    { name, NULL, 1, 6 }
#define COUNT(name)                                                                                                    \
    { name, NULL, 0, 255 }

static const MoveKind moves[] = {
    [MOVE_REROLL] = {"reroll", 0, {DIE, {"with", "reroll"}}},
    [MOVE_PLUS] = {"plus", 0, {DIE}},
    [MOVE_GO] = {"go", 0, {LOCATION}},
    [MOVE_CROSS] = {"cross", 0, {SET}},
    [MOVE_FREE_DIG] = {"free-dig", 0, {BOX}},
    [MOVE_FREE_LETTER] = {"free-letter", 0, {MOTTO}},
    [MOVE_FREE_SKIP] = {"free-skip"},
    [MOVE_MOVE] = {"move", 0, {PET, SPACE}},
    [MOVE_DIG] = {"dig", 0, {PET, BOX}},
    [MOVE_LETTER] = {"letter", 0, {PET, MOTTO}},
    [MOVE_DONE] = {"done"},
    [MOVE_LENGTH] = {"length", MOVE_CHANCE, {{"letters", NULL, NGU_BOXES_MIN, NGU_BOXES}}},
    [MOVE_DEAL] = {"deal", MOVE_CHANCE, {PUZZLE}},
    [MOVE_FIRST] = {"first", MOVE_CHANCE, {{"seat", "seat"}}},
    [MOVE_ROLL] = {"roll", MOVE_CHANCE, {PIPS("red"), PIPS("blue")}},
    [MOVE_DIE] = {"die", MOVE_CHANCE, {PIPS("pips")}},
    {0},
};

static const EventKind events[] = {
    [EVENT_LENGTH] = {"length", 0, {COUNT("letters")}},
    [EVENT_DEALT] = {"dealt", 0, {PUZZLE}},
    [EVENT_FIRST] = {"first", 0, {{"player", "seat"}}},
    [EVENT_TURN] = {"turn", 0, {COUNT("turn")}},
    [EVENT_ROLLED] = {"rolled", 0, {PIPS("red"), PIPS("blue")}},
    [EVENT_REROLLING] = {"rerolling", 0, {DIE, {"with", "reroll"}, COUNT("left")}},
    [EVENT_REROLLED] = {"rerolled", 0, {DIE, PIPS("pips")}},
    [EVENT_PLUS] = {"plus", 0, {DIE, PIPS("pips")}},
    [EVENT_CHOSE] = {"chose", 0, {LOCATION}},
    [EVENT_DOUBLE] = {"double", 0, {PIPS("pips")}},
    [EVENT_CROSSED] = {"crossed", 0, {SET, COUNT("crossed"), COUNT("boxes")}},
    [EVENT_BOAT_FULL] = {"boat-full"},
    [EVENT_FREE] = {"free", 0, {SET}},
    [EVENT_FREE_DUG] = {"free-dug", 0, {BOX, LETTER, COUNT("penalty")}},
    [EVENT_FREE_LETTER] = {"free-letter", 0, {MOTTO}},
    [EVENT_FREE_LOST] = {"free-lost"},
    [EVENT_PLANS_MOVE] = {"plans-move", 0, {PET, SPACE}},
    [EVENT_PLANS_DIG] = {"plans-dig", 0, {PET, BOX, LETTER}},
    [EVENT_PLANS_LETTER] = {"plans-letter", 0, {PET, MOTTO}},
    [EVENT_READY] = {"ready"},
    [EVENT_MOVED] = {"moved", EVENT_REVEALS, {PET, {"from", "space"}, {"to", "space"}}},
    [EVENT_DUG] = {"dug", EVENT_REVEALS, {LOCATION, SPACE, PET, BOX, LETTER, COUNT("penalty")}},
    [EVENT_LETTER] = {"letter", EVENT_REVEALS, {LOCATION, SPACE, PET, MOTTO}},
    [EVENT_IDLE] = {"idle", EVENT_REVEALS},
    [EVENT_EARNED_REROLL] = {"earned-reroll"},
    [EVENT_EARNED_PLUS] = {"earned-plus"},
    [EVENT_COMPLETED] = {"completed", 0, {PUZZLE}},
    [EVENT_ENDED] = {"ended", 0, {{"ending", "ending"}}},
    {0},
};

#define SHEET(member, ...) FIELD_ROWS(NguState, player, member, SEE_ALL, .row_list = "seat", __VA_ARGS__)
#define PLAN(member, list_) FIELD_ROWS(NguState, player, member, SEE_OWNER, .row_list = "seat", .list = list_)
static const Field fields[] = {
    FIELDS_HEAD(NguState),
    SHEET(marked, .list = "box", .is_mask = true),
    SHEET(motto, .list = "motto", .is_mask = true),
    SHEET(puzzle, .list = "puzzle"),
    SHEET(rerolls, .list = NULL),
    FIELD_TABLE(NguState, player, pet, SEE_ALL, .row_list = "seat", .col_list = "pet", .list = "space"),
    FIELD_TABLE(NguState, player, crossed, SEE_ALL, .row_list = "seat", .col_list = "set"),
    FIELD_TABLE(NguState, player, penalty, SEE_ALL, .row_list = "seat", .col_list = "box"),
    PLAN(mover, "pet"),
    PLAN(to, "space"),
    PLAN(digger, "pet"),
    PLAN(dig_box, "box"),
    PLAN(dig_letter, "motto"),
    FIELD_ARRAY(NguState, die, SEE_ALL, .col_list = "die"),
    FIELD(NguState, phase, SEE_ALL, .list = "phase"),
    FIELD(NguState, active, SEE_ALL, .list = "seat"),
    FIELD(NguState, rerolled, SEE_ALL, .list = "reroll", .is_mask = true),
    FIELD(NguState, added, SEE_ALL),
    FIELD(NguState, rerolling, SEE_ALL, .list = "die"),
    FIELD(NguState, location, SEE_ALL, .list = "location"),
    FIELD(NguState, double_now, SEE_ALL),
    FIELD(NguState, dealt, SEE_ALL),
    FIELD(NguState, length, SEE_ALL),
    FIELD(NguState, ending, SEE_ALL, .list = "ending"),
    {0},
};

#define NUMBER(path, member, lo, hi) CONTENT_NUMBER_AT(NguContent, path, member, lo, hi)
#define LIST_OF(path, member, count, lo, hi) CONTENT_LIST_AT(NguContent, path, member, count, lo, hi)

static const ContentField content[] = {
    LIST_OF("spaces", space, spaces, 6, NGU_SPACES),
    {"spaces[].id", CONTENT_ID, 0, offsetof(NguSpace, id)},
    {"spaces[].location", CONTENT_NAME, 1, offsetof(NguSpace, location), .list = "location"},
    {"spaces[].letters", CONTENT_TEXT, 0, offsetof(NguSpace, letters), 1, NGU_CHEST, .list = "A-Z"},
    {"spaces[].wing", CONTENT_FLAG, 1, offsetof(NguSpace, wing), .optional = true},
    LIST_OF("shortcuts", shortcut, shortcuts, 0, NGU_SHORTCUTS),
    {"shortcuts[].from", CONTENT_NAME, 1, 0, .list = "space"},
    {"shortcuts[].to", CONTENT_NAME, 1, 1, .list = "space"},
    LIST_OF("puzzles", puzzle, puzzles, 2, NGU_PUZZLES),
    {"puzzles[].id", CONTENT_ID, 0, offsetof(NguPuzzle, id)},
    {"puzzles[].phrase", CONTENT_TEXT, 0, offsetof(NguPuzzle, phrase), NGU_BOXES_MIN, NGU_PHRASE, .list = "A-Z "},
    LIST_OF("sheet.boat", set, sets, 1, NGU_SETS),
    {"sheet.boat[]", CONTENT_NUMBER, 1, 0, 1, 9},
    LIST_OF("sheet.marks", mark, marks, 1, NGU_MARKS),
    {"sheet.marks[]", CONTENT_NUMBER, 1, 0, 1, 99},
    NUMBER("sheet.complete", complete, 1, 100),
    NUMBER("sheet.rerolls", rerolls, 0, 20),
    NUMBER("sheet.never.reroll_at", never_reroll, 1, 5),
    NUMBER("sheet.never.points_at", never_points_at, 1, 5),
    NUMBER("sheet.never.points", never_points, 0, 50),
    NUMBER("sheet.give_up.plus_at", give_plus, 1, 6),
    NUMBER("sheet.give_up.points", give_points, 0, 50),
    NUMBER("sheet.give_up.more_at", give_more_at, 1, 6),
    NUMBER("sheet.give_up.more_points", give_more, 0, 50),
    NUMBER("turns", turns, 1, 100),
    {0},
};

/* ---- phases --------------------------------------------------------------------------------------------- */

static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const NguState *s = state;
    if (!(s->head.to_act & BIT(seat)))
        return 0;
    Move *end = s->phase == PHASE_DIG    ? ngu_dig_legal(rules, s, seat, out)
                : s->phase == PHASE_DICE ? ngu_dice_legal(rules, s, out)
                                         : ngu_boat_legal(rules, s, out);
    return (unsigned)(end - out);
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    const NguState *s = state;
    if (s->phase == PHASE_DIG)
        return ngu_dig_check(rules, s, move, err);
    return s->phase == PHASE_DICE ? ngu_dice_check(rules, s, move, err) : ngu_boat_check(rules, s, move, err);
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    NguState *s = state;
    switch (s->phase) {
    case PHASE_DIG:
        ngu_dig_apply(rules, s, move, sink);
        break;
    case PHASE_DICE:
        ngu_dice_apply(rules, s, move, sink);
        break;
    case PHASE_ROLL:
    case PHASE_REROLL:
        ngu_dice_rolled(s, move, sink);
        break;
    case PHASE_CROSS:
    case PHASE_FREE:
        ngu_boat_apply(rules, s, move, sink);
        break;
    default:
        ngu_setup_apply(rules, s, move, sink);
        break;
    }
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    const NguState *s = state;
    odds->total = 0;
    if (s->phase == PHASE_ROLL)
        odds->n = 36;
    else if (s->phase == PHASE_REROLL)
        odds->n = 6;
    else
        ngu_setup_odds(rules, s, odds);
}

static Move outcome(const Rules *rules, const void *state, unsigned i) {
    const NguState *s = state;
    if (s->phase == PHASE_ROLL)
        return move_make(MOVE_ROLL, CHANCE, i / 6 + 1, i % 6 + 1);
    if (s->phase == PHASE_REROLL)
        return move_make(MOVE_DIE, CHANCE, i + 1, 0);
    return ngu_setup_outcome(rules, s, i);
}

const Game nevergiveup_game = {
    .id = "nevergiveup",
    .version = 1,
    .seats_min = 2,
    .seats_max = NGU_SEATS,
    .state_size = sizeof(NguState),
    .content_size = sizeof(NguContent),
    .derived_size = sizeof(NguDerived),
    .steps_max = 2000, /* 8 draws, then 100 turns: roll, two rerolls of two steps, +1, location, twelve plans */
    .fields = fields,
    .moves = moves,
    .events = events,
    .options = options,
    .lists = lists,
    .content = content,
    .endings = ending_names,
    .parts = part_names,
    .prepare = ngu_content_prepare,
    .setup = ngu_setup_begin,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .outcome = outcome,
    .observe = fields_observe,
    .resample = ngu_view_resample,
    .score = ngu_ending_score,
    .audit = ngu_state_audit,
};
