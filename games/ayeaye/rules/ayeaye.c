/* Aye Aye Island: the game's tables and the machine that runs the frames. Read this file first, then turn.c, arrive.c,
 * quest.c, effects.c, duel.c, battle.c, guardians.c and ending.c. pirate.c changes what a pirate has; views.c decides
 * what each seat knows. */
#include "games/ayeaye/rules/frames.h"
#include "games/ayeaye/rules/plank_content.h"

/* ---- names ---------------------------------------------------------------------------------------------- */

static const char *const space_kinds[] = {"landing", "plain", "discovery", "bay", "sea", "final", NULL};
static const char *const course_names[] = {"1", "2", NULL};
static const char *const item_names[] = {"lumber", "sailcloth", "bamboo", "rope", "flag", "map", NULL};
static const char *const icon_names[] = {"rum",    "fauna", "island", "voodoo", "lumber", "sailcloth",
                                         "bamboo", "rope",  "flag",   "map",    NULL};
static const char *const category_names[] = {"rum", "fauna", "island", "voodoo", "sea", NULL};
static const char *const kind_names[] = {"quest", "guardian", "undead", "ghost", "shrine", "sea", NULL};
static const char *const task_names[] = {"none", "choice", "dice", "plank", "duel", NULL};
static const char *const need_names[] = {"double", "six", "sum", "even", NULL};
static const char *const target_names[] = {"any", "one", "top", "bank", NULL};
static const char *const foe_names[] = {"card", "pirate", NULL};
static const char *const begins_names[] = {"you", "foe", NULL};
static const char *const verb_names[] = {"xp",   "draw", "take", "lose", "steal", "swap", "suspend",
                                         "walk", "push", "go",   "peek", "turn",  "sail", NULL};
static const char *const who_names[] = {"you", "choice", "nearest", "each", NULL};
static const char *const what_names[] = {"item", "material", "map", "ffc", "all", "place", "ffcs", NULL};
static const char *const to_names[] = {"landing", "bay", "piece", NULL};
static const char *const way_names[] = {"ahead", "astern", NULL};
static const char *const basic_names[] = {"shot", "throw", "legs", "rum", "eye", "calm", NULL};
static const char *const special_names[] = {"none",      "doublette",  "black-flag", "riposte", "trade-wind",
                                            "grapeshot", "shipwright", "lantern",    NULL};
static const char *const skill_names[] = {"marksman", "gambler", "tough", "fencer", NULL};
static const char *const blade_names[] = {"horizontal", "vertical", NULL};
static const char *const when_names[] = {"ghost", "shrine", "undead", "guardian", "undead-won", "guardian-won", NULL};
static const char *const outcome_names[] = {"won", "great", "lost", "tied", "unsolved", NULL};
static const char *const marker_names[] = {"dead", "mountain", NULL};
static const char *const doubloon_names[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", NULL};
static const char *const find_names[] = {"treasure", "bones", NULL};
static const char *const side_names[] = {"left", "right", "near", "far", NULL};
static const char *const extra_names[] = {"nothing", "walk", "bay", "piece", "turn", NULL};
static const char *const die_names[] = {"1", "2", NULL};
static const char *const ending_names[] = {"going-on", "treasure", "wrath", "monsoon", NULL};
static const char *const part_names[] = {"xp", "items", "ffcs", NULL};
static const char *const ask_names[] = {
    "nothing",     "first",    "ffc",   "dice",    "die",    "quest", "piece", "foe",  "blind",  "tremor-aim",
    "tremor-push", "doubloon", "land",  "sober",   "walk",   "wind",  "sail",  "bay",  "search", "dig",
    "lantern",     "against",  "flip",  "choice",  "thrown", "shot",  "aim",   "push", "grape",  "lay",
    "answer",      "booty",    "yield", "put",     "give",   "take",  "steal", "swap", "whom",   "peek",
    "step",        "undead",   "skill", "discard", "over",   NULL};

static const List lists[] = {
    {"space", NULL, offsetof(AyeContent, spaces), offsetof(AyeContent, space[0].id), sizeof(AyeSpace)},
    {"card", NULL, offsetof(AyeContent, cards), offsetof(AyeContent, card[0].id), sizeof(AyeCard)},
    {"ffc", NULL, offsetof(AyeContent, ffcs), offsetof(AyeContent, ffc[0].id), sizeof(AyeFfc)},
    {"hole", NULL, offsetof(AyeContent, plank.holes), offsetof(AyeContent, plank.hole[0].id), sizeof(PlankHole)},
    {"space-kind", .fixed = space_kinds},
    {"course", .fixed = course_names},
    {"item", .fixed = item_names},
    {"icon", .fixed = icon_names},
    {"category", .fixed = category_names},
    {"card-kind", .fixed = kind_names},
    {"task", .fixed = task_names},
    {"need", .fixed = need_names},
    {"target", .fixed = target_names},
    {"foe", .fixed = foe_names},
    {"begins", .fixed = begins_names},
    {"verb", .fixed = verb_names},
    {"who", .fixed = who_names},
    {"what", .fixed = what_names},
    {"to", .fixed = to_names},
    {"way", .fixed = way_names},
    {"basic", .fixed = basic_names},
    {"special", .fixed = special_names},
    {"skill", .fixed = skill_names},
    {"blade", .fixed = blade_names},
    {"when", .fixed = when_names},
    {"outcome", .fixed = outcome_names},
    {"marker", .fixed = marker_names},
    {"doubloon", .fixed = doubloon_names},
    {"find", .fixed = find_names},
    {"side", .fixed = side_names},
    {"extra", .fixed = extra_names},
    {"die", .fixed = die_names},
    {"ask", .fixed = ask_names},
    {"ending", .fixed = ending_names},
    {0},
};

static const char *const guardian_modes[] = {"active", "passive", "unguarded", NULL};
static const char *const undead_modes[] = {"roaming", "back", "none", NULL};
static const char *const wrath_modes[] = {"off", "on", NULL};
static const Option options[] = {
    [OPTION_GUARDIANS] = {"guardians", guardian_modes, MODE_ACTIVE, MODE_WITHOUT, MODE_ACTIVE},
    [OPTION_UNDEAD] = {"undead", undead_modes, MODE_ACTIVE, MODE_WITHOUT, MODE_ACTIVE},
    [OPTION_WRATH] = {"wrath", wrath_modes, 0, 1, 0},
    {0},
};

/* ---- moves and events ------------------------------------------------------------------------------------- */

#define NAMED(name, list_)                                                                                             \
    { name, list_ }
#define SPACE NAMED("space", "space")
#define FFC NAMED("ffc", "ffc")
#define ITEM NAMED("item", "item")
#define CARD NAMED("card", "card")
#define SEAT NAMED("seat", "seat")
#define BLADE NAMED("blade", "blade")
#define PIPS(name)                                                                                                     \
    { name, NULL, 1, 6 }
#define COUNT(name)                                                                                                    \
    { name, NULL, 0, 32000 }
#define SIGNED(name)                                                                                                   \
    { name, NULL, -32000, 32000 }
#define XY SIGNED("x"), SIGNED("y")

static const MoveKind moves[] = {
    [MOVE_LAND] = {"land", 0, {SPACE}},
    [MOVE_SKIP] = {"skip"},
    [MOVE_GO] = {"go", 0, {SPACE}},
    [MOVE_THROW] = {"throw"},
    [MOVE_AHEAD] = {"ahead"},
    [MOVE_ASTERN] = {"astern"},
    [MOVE_STAY] = {"stay"},
    [MOVE_CAST] = {"cast", 0, {NAMED("course", "course")}},
    [MOVE_ON] = {"on"},
    [MOVE_DIG] = {"dig", 0, {NAMED("doubloon", "doubloon")}},
    [MOVE_FIGHT] = {"fight"},
    [MOVE_AGAINST] = {"against", 0, {SEAT}},
    [MOVE_FLIP] = {"flip"},
    [MOVE_LEAVE] = {"leave"},
    [MOVE_PAY] = {"pay"},
    [MOVE_REFUSE] = {"refuse"},
    [MOVE_PLACE] = {"place", 0, {{"place", NULL, 0, 127}}},
    [MOVE_AIM] = {"aim", 0, {{"aim", NULL, 0, 240}}},
    [MOVE_PUSH] = {"push", 0, {{"push", NULL, 1, 54}}},
    [MOVE_STOP] = {"stop"},
    [MOVE_LAY] = {"lay", 0, {BLADE}},
    [MOVE_ANSWER] = {"answer", 0, {BLADE}},
    [MOVE_LOOK] = {"look"},
    [MOVE_TAKE] = {"take", 0, {ITEM}},
    [MOVE_BLIND] = {"blind"},
    [MOVE_ENOUGH] = {"enough"},
    [MOVE_ALLOW] = {"allow"},
    [MOVE_CARDS] = {"cards"},
    [MOVE_GIVE] = {"give", 0, {ITEM}},
    [MOVE_GIVE_FFC] = {"give-ffc", 0, {FFC}},
    [MOVE_SWAP] = {"swap", 0, {NAMED("give", "item"), NAMED("take", "item")}},
    [MOVE_PUT] = {"put", 0, {SPACE}},
    [MOVE_PEEK] = {"peek", 0, {SPACE}},
    [MOVE_DISMISS] = {"dismiss"},
    [MOVE_POST] = {"post", 0, {SPACE}},
    [MOVE_SET] = {"set", 0, {SEAT}},
    [MOVE_SKILL] = {"skill", 0, {NAMED("skill", "skill")}},
    [MOVE_DISCARD] = {"discard", 0, {FFC}},
    [MOVE_SPEND] = {"spend", 0, {FFC}},
    [MOVE_LEGS] = {"legs", 0, {FFC}},
    [MOVE_TRIM] = {"trim", 0, {FFC, NAMED("way", "way")}},
    [MOVE_AGAIN] = {"again", 0, {FFC}},
    [MOVE_SOBER] = {"sober", 0, {FFC}},
    [MOVE_SPY] = {"spy", 0, {FFC}},
    [MOVE_SHOT] = {"shot", 0, {FFC}},
    [MOVE_CALM] = {"calm", 0, {FFC}},
    [MOVE_DOUBLETTE] = {"doublette", 0, {FFC}},
    [MOVE_FLAG] = {"flag", 0, {FFC}},
    [MOVE_RIPOSTE] = {"riposte", 0, {FFC, BLADE}},
    [MOVE_WIND] = {"wind", 0, {FFC, PIPS("pips")}},
    [MOVE_GRAPE] = {"grapeshot", 0, {FFC}},
    [MOVE_WRIGHT] = {"wright", 0, {FFC, NAMED("die", "die")}},
    [MOVE_LANTERN] = {"lantern", 0, {FFC}},
    [MOVE_FIRST] = {"first", MOVE_CHANCE, {SEAT}},
    [MOVE_FFC] = {"ffc", MOVE_CHANCE, {FFC}},
    [MOVE_DICE] = {"dice", MOVE_CHANCE, {PIPS("one"), PIPS("two")}},
    [MOVE_DIE] = {"die", MOVE_CHANCE, {PIPS("pips")}},
    [MOVE_QUEST] = {"quest", MOVE_CHANCE, {CARD}},
    [MOVE_PIECE] = {"piece", MOVE_CHANCE, {NAMED("icon", "icon")}},
    [MOVE_FOE] = {"foe", MOVE_CHANCE, {BLADE}},
    [MOVE_HAND] = {"hand", MOVE_CHANCE, {FFC}},
    [MOVE_TREMOR_AIM] = {"tremor-aim", MOVE_CHANCE, {{"step", NULL, 0, PLANK_TREMORS - 1}}},
    [MOVE_TREMOR_PUSH] = {"tremor-push", MOVE_CHANCE, {{"step", NULL, 0, PLANK_TREMORS - 1}}},
    [MOVE_DOUBLOON] = {"doubloon", MOVE_CHANCE, {NAMED("find", "find")}},
    {0},
};

static const EventKind events[] = {
    [EVENT_FIRST] = {"first", 0, {NAMED("player", "seat")}},
    [EVENT_LANDED] = {"landed", 0, {SPACE}},
    [EVENT_ROUND] = {"round", 0, {COUNT("round")}},
    [EVENT_TURN] = {"turn", 0, {COUNT("round")}},
    [EVENT_SKIPPED] = {"skipped", 0, {COUNT("left")}},
    [EVENT_PLAYED] = {"played", 0, {FFC}},
    [EVENT_SOBER] = {"sober", 0, {COUNT("left")}},
    [EVENT_THREW] = {"threw", 0, {PIPS("one"), PIPS("two")}},
    [EVENT_THREW_ONE] = {"threw-one", 0, {PIPS("pips")}},
    [EVENT_RANGE] = {"range", 0, {COUNT("range")}},
    [EVENT_WALKED] = {"walked", 0, {SPACE}},
    [EVENT_TRIMMED] = {"trimmed", 0, {PIPS("pips")}},
    [EVENT_WIND] = {"wind", 0, {PIPS("pips")}},
    [EVENT_SAILED] = {"sailed", 0, {SPACE}},
    [EVENT_BECALMED] = {"becalmed"},
    [EVENT_WRIGHT] = {"wright", 0, {COUNT("die")}},
    [EVENT_CAST_OFF] = {"cast-off", 0, {NAMED("course", "course"), SPACE}},
    [EVENT_NO_SIX] = {"no-six", 0, {COUNT("left")}},
    [EVENT_FLIPS] = {"flips", 0, {COUNT("doubloons")}},
    [EVENT_BONES] = {"bones", 0, {NAMED("doubloon", "doubloon")}},
    [EVENT_TREASURE] = {"treasure", 0, {NAMED("doubloon", "doubloon")}},
    [EVENT_LANTERN] = {"lantern"},
    [EVENT_POSTED_MET] = {"posted-met", 0, {CARD}},
    [EVENT_GUARDIAN_MET] = {"guardian-met", 0, {CARD}},
    [EVENT_LEFT] = {"left", 0, {SPACE}},
    [EVENT_PIECE] = {"piece", EVENT_REVEALS, {SPACE, NAMED("icon", "icon")}},
    [EVENT_TOOK] = {"took", 0, {ITEM}},
    [EVENT_NOTHING] = {"nothing", 0, {ITEM}},
    [EVENT_NO_MATERIAL] = {"no-material"},
    [EVENT_CARD] = {"card", EVENT_REVEALS, {CARD}},
    [EVENT_GOES_ON] = {"goes-on"},
    [EVENT_FIGHTS] = {"fights"},
    [EVENT_FLIPPING] = {"flipping", 0, {SPACE}},
    [EVENT_MEANT] = {"meant", 0, {SEAT}},
    [EVENT_LOOKS] = {"looks", 0, {SPACE}},
    [EVENT_DIGS] = {"digs", 0, {NAMED("doubloon", "doubloon")}},
    [EVENT_TREMOR_PUSH] = {"tremor-push", 0, {SIGNED("push")}},
    [EVENT_LOOKING] = {"looking"},
    [EVENT_AGAIN_AT] = {"again-at", 0, {CARD}},
    [EVENT_NO_CARD] = {"no-card", 0, {NAMED("category", "category")}},
    [EVENT_PAID] = {"paid", 0, {CARD}},
    [EVENT_REFUSED] = {"refused", 0, {CARD}},
    [EVENT_OUTCOME] = {"outcome", 0, {CARD, NAMED("outcome", "outcome")}},
    [EVENT_UNSOLVED] = {"unsolved", 0, {CARD}},
    [EVENT_CARD_BACK] = {"card-back", 0, {CARD}},
    [EVENT_DUEL] = {"duel", 0, {SEAT}},
    [EVENT_DUEL_CARD] = {"duel-card", 0, {CARD}},
    [EVENT_LAID] = {"laid", 0, {BLADE}},
    [EVENT_LOOKED] = {"looked", EVENT_REVEALS, {BLADE}},
    [EVENT_ANSWERED] = {"answered", 0, {BLADE}},
    [EVENT_RIPOSTE] = {"riposte", 0, {BLADE}},
    [EVENT_HIT] = {"hit",
                   EVENT_REVEALS,
                   {NAMED("laid", "blade"), NAMED("answer", "blade"), COUNT("one"), COUNT("two")}},
    [EVENT_PARRIED] = {"parried", EVENT_REVEALS, {NAMED("laid", "blade"), NAMED("answer", "blade")}},
    [EVENT_SECOND_ROUND] = {"second-round", 0, {COUNT("points")}},
    [EVENT_DUEL_WON] = {"duel-won", 0, {COUNT("points"), COUNT("against")}},
    [EVENT_DUEL_TIED] = {"duel-tied", 0, {COUNT("points")}},
    [EVENT_PICKED] = {"picked", 0, {NAMED("victim", "seat"), ITEM}},
    [EVENT_PICKED_BLIND] = {"picked-blind", 0, {NAMED("victim", "seat"), COUNT("cards")}},
    [EVENT_ENOUGH] = {"enough"},
    [EVENT_ALLOWED] = {"allowed"},
    [EVENT_YIELDED] = {"yielded", 0, {COUNT("cards")}},
    [EVENT_FLAG] = {"flag"},
    [EVENT_GOT] = {"got", 0, {ITEM}},
    [EVENT_SPARE] = {"spare", 0, {ITEM}},
    [EVENT_BLIND] = {"blind", EVENT_REVEALS, {FFC, NAMED("victim", "seat"), COUNT("hand")}},
    [EVENT_PUT] = {"put", 0, {SPACE}},
    [EVENT_XP] = {"xp", 0, {SIGNED("xp"), COUNT("total")}},
    [EVENT_SKILL] = {"skill", 0, {NAMED("skill", "skill"), COUNT("level")}},
    [EVENT_DISCARDED] = {"discarded", EVENT_REVEALS, {FFC, COUNT("hand")}},
    [EVENT_DREW] = {"drew", EVENT_REVEALS, {FFC, COUNT("hand")}},
    [EVENT_SHUFFLED] = {"shuffled", 0, {COUNT("cards")}},
    [EVENT_NO_FFC] = {"no-ffc"},
    [EVENT_GAVE] = {"gave", 0, {ITEM}},
    [EVENT_GAVE_FFC] = {"gave-ffc", EVENT_REVEALS, {FFC, COUNT("hand")}},
    [EVENT_SWAP_PLACE] = {"swap-place", 0, {NAMED("with", "seat")}},
    [EVENT_SWAP_HANDS] = {"swap-hands", 0, {NAMED("with", "seat")}},
    [EVENT_SWAP_ITEM] = {"swap-item", 0, {NAMED("with", "seat"), NAMED("gives", "item"), NAMED("takes", "item")}},
    [EVENT_SUSPENDED] = {"suspended", 0, {COUNT("rounds"), COUNT("total")}},
    [EVENT_TOUGH] = {"tough"},
    [EVENT_PEEKED] = {"peeked", EVENT_REVEALS, {SPACE, NAMED("icon", "icon")}},
    [EVENT_EXTRA] = {"extra", 0, {NAMED("what", "extra"), COUNT("steps")}},
    [EVENT_SHOOTS] = {"shoots", 0, {COUNT("shots")}},
    [EVENT_PLACED] = {"placed", 0, {COUNT("place")}},
    [EVENT_AIMED] = {"aimed", 0, {COUNT("aim")}},
    [EVENT_PUSHED] = {"pushed", 0, {COUNT("push")}},
    [EVENT_CALM] = {"calm"},
    [EVENT_TREMOR] = {"tremor", 0, {SIGNED("aim")}},
    [EVENT_FOUL] = {"foul", 0, {COUNT("stone"), XY}},
    [EVENT_RELEASED] = {"released", 0, {COUNT("stone"), XY}},
    [EVENT_CUSHION] = {"cushion", 0, {COUNT("stone"), NAMED("side", "side"), XY, COUNT("tick")}},
    [EVENT_BUMP] = {"bump",
                    0,
                    {COUNT("stone"), COUNT("other"), XY, SIGNED("other-x"), SIGNED("other-y"), COUNT("tick")}},
    [EVENT_FELL] = {"fell", 0, {COUNT("stone"), NAMED("hole", "hole"), XY, COUNT("tick")}},
    [EVENT_RESTS] = {"rests", 0, {COUNT("stone"), XY, COUNT("tick")}},
    [EVENT_HITS] = {"hits", 0, {COUNT("now"), COUNT("hits"), COUNT("left")}},
    [EVENT_STOPPED] = {"stopped", 0, {COUNT("left")}},
    [EVENT_BATTLE] = {"battle", 0, {SEAT}},
    [EVENT_RETURN_FIRE] = {"return-fire", 0, {SEAT}},
    [EVENT_BATTLE_HIT] = {"battle-hit", 0, {SEAT, COUNT("hits")}},
    [EVENT_SUNK] = {"sunk"},
    [EVENT_MISSED] = {"missed"},
    [EVENT_GUARDIAN] = {"guardian", 0, {CARD, SPACE}},
    [EVENT_GUARDIAN_TAKES] = {"guardian-takes", 0, {CARD, COUNT("items"), COUNT("ffcs")}},
    [EVENT_GUARDIAN_GONE] = {"guardian-gone", 0, {CARD}},
    [EVENT_STASH] = {"stash", EVENT_REVEALS, {FFC, COUNT("hand")}},
    [EVENT_UNDEAD_GONE] = {"undead-gone", 0, {CARD}},
    [EVENT_POSTED] = {"posted", 0, {CARD, SPACE}},
    [EVENT_SET_ON] = {"set-on", 0, {CARD, SEAT}},
    [EVENT_WRATH] = {"wrath", 0, {NAMED("marker", "marker"), COUNT("moves"), COUNT("middle")}},
    [EVENT_ENDED] = {"ended", 0, {NAMED("ending", "ending")}},
    {0},
};

/* ---- fields --------------------------------------------------------------------------------------------- */

#define PIRATE(member, ...) FIELD_ROWS(AyeState, pirate, member, SEE_ALL, .row_list = "seat", __VA_ARGS__)
#define NUMBER_(member) FIELD(AyeState, member, SEE_ALL)
#define DUEL(name, member, cols_, list_)                                                                               \
    { name, FIELD_U8, SEE_ALL, .offset = offsetof(AyeState, duel.member), .cols = cols_, .list = list_ }
static const Field fields[] = {
    FIELDS_HEAD(AyeState),
    PLANK_FIELDS(AyeState, plank, NULL),
    PIRATE(xp, .list = NULL),
    PIRATE(best, .list = NULL),
    PIRATE(place, .list = "space"),
    PIRATE(items, .list = "item", .is_mask = true),
    PIRATE(suspended, .list = NULL),
    PIRATE(card, .list = "card"),
    PIRATE(tries, .list = NULL),
    PIRATE(ffcs, .list = NULL),
    FIELD_TABLE(AyeState, pirate, skill, SEE_ALL, .row_list = "seat", .col_list = "skill"),
    FIELD_TABLE(AyeState, pirate, hand, SEE_OWNER, .row_list = "seat", .col_list = "ffc"),
    FIELD(AyeState, doubloons, SEE_ALL, .list = "doubloon", .is_mask = true),
    NUMBER_(round),
    FIELD(AyeState, ask, SEE_ALL, .list = "ask"),
    FIELD(AyeState, actor, SEE_ALL, .list = "seat"),
    FIELD(AyeState, active, SEE_ALL, .list = "seat"),
    FIELD(AyeState, first, SEE_ALL, .list = "seat"),
    FIELD_ARRAY(AyeState, die, SEE_ALL),
    NUMBER_(extra),
    FIELD(AyeState, extra_kind, SEE_ALL, .list = "extra"),
    NUMBER_(extra_n),
    NUMBER_(result),
    FIELD(AyeState, target, SEE_ALL, .list = "hole", .is_mask = true),
    NUMBER_(bank),
    NUMBER_(tremor),
    FIELD(AyeState, victim, SEE_ALL, .list = "seat"),
    NUMBER_(wanted),
    NUMBER_(flag),
    NUMBER_(dead),
    NUMBER_(mountain),
    FIELD(AyeState, ending, SEE_ALL, .list = "ending"),
    FIELD(AyeState, finder, SEE_ALL, .list = "seat"),
    FIELD_ARRAY(AyeState, icon, SEE_PER_ENTRY, .list = "icon"),
    FIELD_ARRAY(AyeState, seen, SEE_ALL, .list = "seat", .is_mask = true),
    FIELD_ARRAY(AyeState, open, SEE_ALL),
    FIELD_ARRAY(AyeState, icons, SEE_PER_ENTRY, .col_list = "icon"),
    FIELD_ARRAY(AyeState, supply, SEE_ALL, .col_list = "item"),
    FIELD_ARRAY(AyeState, deck, SEE_PER_ENTRY, .col_list = "ffc"),
    FIELD_ARRAY(AyeState, pile, SEE_ALL, .col_list = "ffc"),
    FIELD_ARRAY(AyeState, drawn, SEE_ALL, .col_list = "card"),
    FIELD_GRID(AyeState, stack, SEE_ALL, .row_list = "category", .list = "card"),
    FIELD_ARRAY(AyeState, returned, SEE_ALL),
    FIELD_ARRAY(AyeState, guardian, SEE_ALL, .list = "space"),
    FIELD_ARRAY(AyeState, stash, SEE_ALL, .list = "item", .is_mask = true),
    FIELD_ARRAY(AyeState, stash_ffcs, SEE_ALL),
    FIELD_GRID(AyeState, stash_hand, SEE_NOBODY),
    FIELD_ARRAY(AyeState, undead, SEE_ALL, .list = "space"),
    FIELD_ARRAY(AyeState, poster, SEE_ALL, .list = "seat"),
    FIELD_ARRAY(AyeState, owed, SEE_ALL),
    DUEL("duel_side", side, 2, "seat"),
    DUEL("duel_points", points, 2, NULL),
    {"duel_left", FIELD_U8, SEE_ALL, .offset = offsetof(AyeState, duel.left), .cols = 2, .rows = 2, .stride = 2,
     .col_list = "blade"},
    DUEL("duel_round", round, 1, NULL),
    DUEL("duel_exchange", exchange, 1, NULL),
    DUEL("duel_attacker", attacker, 1, NULL),
    {"duel_laid", FIELD_U8, SEE_PER_ENTRY, .offset = offsetof(AyeState, duel.laid), .cols = 1, .list = "blade"},
    DUEL("duel_answer", answer, 1, "blade"),
    DUEL("duel_looked", looked, 1, NULL),
    DUEL("duel_riposte", riposte, 1, NULL),
    {"duel_looks", FIELD_U8, SEE_ALL, .offset = offsetof(AyeState, duel.looks), .cols = 2, .rows = 2, .stride = 2},
    NUMBER_(depth),
    FIELD_FRAMES(AyeState, frame),
    {0},
};

/* ---- content -------------------------------------------------------------------------------------------- */

#define NUMBER(path, member, lo, hi) CONTENT_NUMBER_AT(AyeContent, path, member, lo, hi)
#define LIST_OF(path, member, count, lo, hi) CONTENT_LIST_AT(AyeContent, path, member, count, lo, hi)
#define CARD_AT(member) offsetof(AyeCard, member)
#define EFFECT_AT(member) offsetof(AyeEffect, member)
#define CARD_NAME(path, member, list_)                                                                                 \
    { "cards[]." path, CONTENT_NAME, 1, CARD_AT(member), .list = list_ }
#define TASK_NAME(path, member, list_)                                                                                 \
    { "cards[].task." path, CONTENT_NAME, 1, CARD_AT(member), .list = list_, .optional = true }
#define TASK_NUMBER(path, member, hi)                                                                                  \
    { "cards[].task." path, CONTENT_NUMBER, 1, CARD_AT(member), 0, hi, .optional = true }
#define EFFECT_NAME(of, path, member, list_, may)                                                                      \
    { "cards[]." of "[]." path, CONTENT_NAME, 1, EFFECT_AT(member), .list = list_, .optional = may }
#define EFFECTS(of, i)                                                                                                 \
    {"cards[]." of,       CONTENT_LIST,    0, CARD_AT(effect[i]), 0, AYE_EFFECTS, sizeof(AyeEffect),                   \
     CARD_AT(effects[i]), .optional = true},                                                                           \
        EFFECT_NAME(of, "do", verb, "verb", false), EFFECT_NAME(of, "who", who, "who", true),                          \
        EFFECT_NAME(of, "what", what, "what", true), EFFECT_NAME(of, "to", to, "to", true),                            \
        EFFECT_NAME(of, "way", way, "way", true),                                                                      \
        {"cards[]." of "[].n", CONTENT_NUMBER, 1, EFFECT_AT(n), -9, 9, .optional = true},                              \
        {"cards[]." of "[].minus", CONTENT_FLAG, 1, EFFECT_AT(minus), .optional = true}, {                             \
        "cards[]." of "[].die", CONTENT_FLAG, 1, EFFECT_AT(die), .optional = true                                      \
    }
#define STEPS(path, member, count)                                                                                     \
    LIST_OF(path, member, count, 1, AYE_WRATH), {path "[].when",                                                       \
                                                 CONTENT_LIST,                                                         \
                                                 0,                                                                    \
                                                 offsetof(AyeWrathStep, when),                                         \
                                                 1,                                                                    \
                                                 AYE_WRATH_EVENTS,                                                     \
                                                 1,                                                                    \
                                                 offsetof(AyeWrathStep, whens)},                                       \
    {                                                                                                                  \
        path "[].when[]", CONTENT_NAME, 1, 0, .list = "when"                                                           \
    }

static const ContentField content[] = {
    LIST_OF("spaces", space, spaces, 10, AYE_SPACES),
    {"spaces[].id", CONTENT_ID, 0, offsetof(AyeSpace, id)},
    {"spaces[].kind", CONTENT_NAME, 1, offsetof(AyeSpace, kind), .list = "space-kind"},
    {"spaces[].course", CONTENT_NAME, 1, offsetof(AyeSpace, course), .list = "course", .optional = true},
    {"spaces[].x", CONTENT_IGNORED},
    {"spaces[].y", CONTENT_IGNORED},
    LIST_OF("paths", path, paths, 9, AYE_PATHS),
    {"paths[].from", CONTENT_NAME, 1, 0, .list = "space"},
    {"paths[].to", CONTENT_NAME, 1, 1, .list = "space"},
    LIST_OF("sea_events", sea_event, sea_events, 0, AYE_SEA_EVENTS),
    {"sea_events[].space", CONTENT_NAME, 1, 0, .list = "space"},
    {"sea_events[].card", CONTENT_NAME, 1, 1, .list = "card"},
    NUMBER("pieces.rum", icon[0], 0, 48),
    NUMBER("pieces.fauna", icon[1], 0, 48),
    NUMBER("pieces.island", icon[2], 0, 48),
    NUMBER("pieces.voodoo", icon[3], 0, 48),
    NUMBER("pieces.lumber", icon[4], 0, 48),
    NUMBER("pieces.sailcloth", icon[5], 0, 48),
    NUMBER("pieces.bamboo", icon[6], 0, 48),
    NUMBER("pieces.rope", icon[7], 0, 48),
    NUMBER("pieces.flag", icon[8], 0, 48),
    NUMBER("pieces.map", icon[9], 0, 48),
    LIST_OF("cards", card, cards, 1, AYE_CARDS),
    {"cards[].id", CONTENT_ID, 0, CARD_AT(id)},
    CARD_NAME("category", category, "category"),
    CARD_NAME("kind", kind, "card-kind"),
    {"cards[].task.do", CONTENT_NAME, 1, CARD_AT(task), .list = "task"},
    TASK_NAME("need", need, "need"),
    TASK_NUMBER("n", n, 12),
    {"cards[].task.dice", CONTENT_NUMBER, 1, CARD_AT(dice), 1, 2, .optional = true},
    TASK_NUMBER("throws", throws, 9),
    TASK_NAME("target", target, "target"),
    TASK_NAME("hole", hole, "hole"),
    TASK_NUMBER("shots", shots, 9),
    TASK_NUMBER("hits", hits, 9),
    TASK_NUMBER("great", great, 9),
    {"cards[].task.plus", CONTENT_FLAG, 1, CARD_AT(plus), .optional = true},
    TASK_NAME("foe", foe, "foe"),
    TASK_NAME("first", first, "begins"),
    {"cards[].tries", CONTENT_NUMBER, 1, CARD_AT(tries), 1, 9, .optional = true},
    {"cards[].xp", CONTENT_NUMBER, 1, CARD_AT(xp), -9, 9},
    EFFECTS("win", 0),
    EFFECTS("great", 1),
    EFFECTS("lose", 2),
    LIST_OF("ffcs", ffc, ffcs, 1, AYE_FFCS),
    {"ffcs[].id", CONTENT_ID, 0, offsetof(AyeFfc, id)},
    {"ffcs[].count", CONTENT_NUMBER, 1, offsetof(AyeFfc, count), 1, 50},
    {"ffcs[].basic", CONTENT_NAME, 1, offsetof(AyeFfc, basic), .list = "basic"},
    {"ffcs[].special", CONTENT_NAME, 1, offsetof(AyeFfc, special), .list = "special", .optional = true},
    STEPS("wrath.dead", dead, dead_steps),
    STEPS("wrath.mountain", mountain, mountain_steps),
    PLANK_CONTENT(AyeContent, plank),
    NUMBER("supply", supply, 1, 12),
    NUMBER("hand.land", hand_land, 1, 12),
    NUMBER("hand.sea", hand_sea, 1, 12),
    NUMBER("suspended.most", markers, 1, 9),
    NUMBER("skills.xp", xp_level, 1, 50),
    LIST_OF("skills.fencer.first", look_first, look_firsts, AYE_LEVELS, AYE_LEVELS),
    {"skills.fencer.first[]", CONTENT_NUMBER, 1, 0, 0, 3},
    LIST_OF("skills.fencer.second", look_second, look_seconds, AYE_LEVELS, AYE_LEVELS),
    {"skills.fencer.second[]", CONTENT_NUMBER, 1, 0, 0, 3},
    NUMBER("duel.winner_xp", xp_winner, 0, 9),
    NUMBER("duel.loser_xp", xp_loser, 0, 9),
    NUMBER("duel.booty", booty, 0, 6),
    NUMBER("duel.steps", put_steps, 1, 30),
    NUMBER("legs", legs, 1, 20),
    NUMBER("battle.shots", battle_shots, 1, 9),
    NUMBER("doubloons", doubloons, 1, AYE_DOUBLOONS),
    NUMBER("rounds", rounds, 1, 200),
    {0},
};

/* ---- questions and the frame machine -------------------------------------------------------------------- */

#define DECIDE(name, why_, rule_, sentence_, frames_)                                                                  \
    {                                                                                                                  \
        .legal = aye_##name##_legal, .check = why_, .apply = aye_##name##_apply, .default_rule = rule_,                \
        .default_refusal = sentence_, .allowed_frames = frames_                                                        \
    }
#define DRAW(name, frames_)                                                                                            \
    {                                                                                                                  \
        .odds = aye_##name##_odds, .outcome = aye_##name##_outcome, .apply = aye_##name##_apply,                       \
        .allowed_frames = frames_                                                                                      \
    }

const Question aye_questions[AYE_QUESTION_COUNT] = {
    [ASK_FIRST] = DRAW(first, 0),
    [ASK_FFC] = DRAW(ffc, FRAME_BIT(DRAW)),
    [ASK_DICE] = DRAW(dice, FRAME_BIT(WALK) | FRAME_BIT(BAY) | FRAME_BIT(SEARCH) | FRAME_BIT(DICE)),
    [ASK_DIE] = DRAW(die, FRAME_BIT(SAIL) | FRAME_BIT(DICE)),
    [ASK_QUEST] = DRAW(quest, FRAME_BIT(CARD)),
    [ASK_PIECE] = DRAW(piece, FRAME_BIT(ARRIVE) | FRAME_BIT(PEEK)),
    [ASK_FOE] = DRAW(foe, FRAME_BIT(DUEL)),
    [ASK_BLIND] = DRAW(blind, ~UINT32_C(0)),
    [ASK_TREMOR_AIM] = DRAW(tremor_aim, FRAME_BIT(PLANK)),
    [ASK_TREMOR_PUSH] = DRAW(tremor_push, FRAME_BIT(PLANK)),
    [ASK_DOUBLOON] = DRAW(doubloon, FRAME_BIT(SEARCH)),
    [ASK_LAND] = DECIDE(land, aye_land_check, 3, "Choose a landing space first.", FRAME_BIT(TURN)),
    [ASK_SOBER] = DECIDE(sober, NULL, 10, "You are suspended: skip the turn, or play a card to remove a marker.",
                         FRAME_BIT(TURN)),
    [ASK_WALK] = DECIDE(walk, aye_walk_check, 11, "Choose where to go.", FRAME_BIT(WALK)),
    [ASK_WIND] = DECIDE(wind, NULL, 74, "Throw the die, or sail with the Trade Wind.", FRAME_BIT(SAIL)),
    [ASK_SAIL] = DECIDE(sail, aye_sail_check, 74, "Choose whether to sail ahead or astern.", FRAME_BIT(SAIL)),
    [ASK_BAY] = DECIDE(bay, NULL, 73, "You are casting off: choose a course if you threw a six, otherwise go on.",
                       FRAME_BIT(BAY)),
    [ASK_SEARCH] = DECIDE(search, NULL, 78, "You are searching: throw the dice or spend a card.", FRAME_BIT(SEARCH)),
    [ASK_DIG] = DECIDE(dig, NULL, 78, "Choose a face-down doubloon to turn over.", FRAME_BIT(SEARCH)),
    [ASK_LANTERN] = DECIDE(lantern, NULL, 71, "Your way is blocked: fight, or pass with a Lantern.", FRAME_BIT(ARRIVE)),
    [ASK_AGAINST] = DECIDE(against, NULL, 12, "Choose which pirate here to attack.", FRAME_BIT(ARRIVE)),
    [ASK_FLIP] = DECIDE(flip, NULL, 15, "A piece of eight lies here: flip it or leave it.", FRAME_BIT(ARRIVE)),
    [ASK_CHOICE] = DECIDE(choice, aye_choice_check, 28, "The card gives you a choice: pay or refuse.", FRAME_BIT(CARD)),
    [ASK_THROWN] = DECIDE(thrown, NULL, 29, "Let the throw stand, or play a card to throw again.", FRAME_BIT(DICE)),
    [ASK_SHOT] = DECIDE(shot, NULL, 84, "You are at the Plank: place a stone or stop.", FRAME_BIT(PLANK)),
    [ASK_AIM] = DECIDE(aim, NULL, 84, "The stone is placed: aim it.", FRAME_BIT(PLANK)),
    [ASK_PUSH] = DECIDE(push, NULL, 84, "The stone is aimed: push it.", FRAME_BIT(PLANK)),
    [ASK_GRAPE] = DECIDE(grape, NULL, 69, "Your shots are fired: go on, or add Grapeshot.", FRAME_BIT(BATTLE)),
    [ASK_LAY] = DECIDE(lay, aye_blade_check, 19, "You attack: lay a card face down.", FRAME_BIT(DUEL)),
    [ASK_ANSWER] = DECIDE(answer, aye_blade_check, 19, "You are attacked: answer with a card.", FRAME_BIT(DUEL)),
    [ASK_BOOTY] =
        DECIDE(booty, aye_item_check, 22, "You have won: take an item, draw cards blind, or stop.", FRAME_BIT(BOOTY)),
    [ASK_YIELD] = DECIDE(yield, aye_item_check, 23, "You are about to lose something: allow it, or use your cards.",
                         FRAME_BIT(BOOTY) | FRAME_BIT(STEAL) | FRAME_BIT(LOSE)),
    [ASK_PUT] = DECIDE(put, aye_put_check, 26, "Choose where to put the pirate.", FRAME_BIT(BOOTY) | FRAME_BIT(PUSH)),
    [ASK_GIVE] = DECIDE(give, aye_item_check, 34, "Choose what to give.", FRAME_BIT(LOSE)),
    [ASK_TAKE] = DECIDE(take, aye_item_check, 37, "Choose a material to take.", FRAME_BIT(TAKE)),
    [ASK_STEAL] = DECIDE(steal, aye_item_check, 38, "Choose what to steal.", FRAME_BIT(STEAL)),
    [ASK_SWAP] =
        DECIDE(swap, NULL, 39, "Choose an item to give and one to take that you are missing.", FRAME_BIT(CARD)),
    [ASK_WHOM] = DECIDE(whom, NULL, 36, "Choose a pirate that the card can affect.", FRAME_BIT(CARD)),
    [ASK_PEEK] = DECIDE(peek, NULL, 43, "Choose a face-down piece that you have not seen.", FRAME_BIT(PEEK)),
    [ASK_STEP] = DECIDE(step, aye_walk_check, 41, "A card moves you: choose where to go.", FRAME_BIT(TURN)),
    [ASK_UNDEAD] = DECIDE(undead, aye_undead_check, 51, "You have beaten the captain: choose dismiss, post or set.",
                          FRAME_BIT(CARD)),
    [ASK_SKILL] = DECIDE(skill, aye_skill_check, 45, "You have earned a skill level: choose a skill first.", 0),
    [ASK_DISCARD] = DECIDE(discard, NULL, 57, "You hold too many Favour cards: discard one first.", 0),
};

typedef void (*FrameRun)(const Rules *rules, AyeState *s, Frame *f, Sink *sink);
static const FrameRun frame_run[AYE_FRAME_KIND_COUNT] = {
    [FRAME_TURN] = aye_frame_turn,   [FRAME_WALK] = aye_frame_walk,     [FRAME_SAIL] = aye_frame_sail,
    [FRAME_BAY] = aye_frame_bay,     [FRAME_SEARCH] = aye_frame_search, [FRAME_ARRIVE] = aye_frame_arrive,
    [FRAME_CARD] = aye_frame_card,   [FRAME_DICE] = aye_frame_dice,     [FRAME_PLANK] = aye_frame_plank,
    [FRAME_DUEL] = aye_frame_duel,   [FRAME_BOOTY] = aye_frame_booty,   [FRAME_BATTLE] = aye_frame_battle,
    [FRAME_DRAW] = aye_frame_draw,   [FRAME_TAKE] = aye_frame_take,     [FRAME_LOSE] = aye_frame_lose,
    [FRAME_STEAL] = aye_frame_steal, [FRAME_PUSH] = aye_frame_push,     [FRAME_PEEK] = aye_frame_peek,
};

/* Obligations come first: earned skill levels (R45) and excess cards (R57) are asked about at once, even out of turn.
 */
void aye_run_frames(const Rules *rules, AyeState *s, Sink *sink) {
    while (s->ask == ASK_NOTHING && !aye_ask_obligations(rules, s))
        frame_run[frame_top(s)->kind](rules, s, frame_top(s), sink);
    bool chance = s->ask < ASK_LAND;
    s->head.node = (uint8_t)(s->ask == ASK_OVER ? NODE_OVER : chance ? NODE_CHANCE : NODE_DECISION);
    s->head.to_act = (uint8_t)(s->head.node == NODE_DECISION ? BIT(s->actor) : 0);
}

static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const AyeState *s = state;
    if (!(s->head.to_act & BIT(seat)))
        return 0;
    return (unsigned)(aye_questions[s->ask].legal(rules, s, out) - out);
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    const AyeState *s = state;
    const Question *question = &aye_questions[s->ask];
    Move list[LEGAL_MAX];
    unsigned n = legal(rules, state, move.seat, list);
    for (unsigned i = 0; i < n; i++)
        if (__builtin_memcmp(&list[i], &move, sizeof move) == 0)
            return SK_OK;
    Status status = question->check ? question->check(rules, s, move, err) : SK_OK;
    if (!status)
        status = aye_check_ffc(rules, s, move, err);
    return status ? status : err_refuse(err, SK_TURN, question->default_rule, question->default_refusal, NULL, 0);
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    AyeState *s = state;
    const Question *question = &aye_questions[s->ask];
    s->ask = ASK_NOTHING;
    question->apply(rules, s, move, sink);
    aye_run_frames(rules, s, sink);
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    const AyeState *s = state;
    odds->n = odds->total = 0;
    aye_questions[s->ask].odds(rules, s, odds);
}

static Move outcome(const Rules *rules, const void *state, unsigned i) {
    const AyeState *s = state;
    return aye_questions[s->ask].outcome(rules, s, i);
}

const Game ayeaye_game = {
    .id = "ayeaye",
    .version = 1,
    .seats_min = 2,
    .seats_max = AYE_SEATS,
    .state_size = sizeof(AyeState),
    .content_size = sizeof(AyeContent),
    .derived_size = sizeof(AyeDerived),
    .steps_max = 400000, /* 200 rounds of six turns, each well below 333 steps */
    .fields = fields,
    .moves = moves,
    .events = events,
    .options = options,
    .lists = lists,
    .content = content,
    .endings = ending_names,
    .parts = part_names,
    .prepare = aye_content_prepare,
    .setup = aye_setup_begin,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .outcome = outcome,
    .observe = aye_observe,
    .resample = aye_resample,
    .score = aye_score,
    .audit = aye_audit,
};
