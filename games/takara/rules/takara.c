/* Takara Island: the game's tables, and the functions that dispatch by phase. Read this first, then setup.c, day.c,
 * tiles.c, hire.c, fight.c and ending.c; views.c computes what each seat knows. */
#include "engine/rules.h"
#include "games/takara/rules/phases.h"

/* ---- tables --------------------------------------------------------------------------------------------- */

static const char *const site_names[] = {"1", "2", "3", "4", "5", "6", NULL};
static const char *const tile_names[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", NULL};
static const char *const level_names[] = {"surface", "intermediate", "deep", NULL};
static const char *const half_names[] = {"west", "east", NULL};
static const char *const what_names[] = {"kara", "rockfall", "xp", "monster", "chest", "stone", NULL};
static const char *const chest_what_names[] = {"keep", "pay", "map", "mimic", NULL};
static const char *const specialist_names[] = {"archaeologist", "soothsayer", "miner", "impersonator", NULL};
static const char *const face_names[] = {"sword", "hospital", NULL};
static const char *const phase_names[] = {"first", "day", "ask",   "tile", "chest",
                                          "mimic", "map", "fight", "over", NULL};
static const char *const job_names[] = {"nothing", "view", "look", "dig", "mine", "fight", NULL};
static const char *const ending_names[] = {"going-on",   "both-stones", "eternal-life", "no-stone", "one-stone",
                                           "standstill", NULL};
static const char *const part_names[] = {"tiles", "chests", "tokens", "stones", "karas", NULL};

static const List lists[] = {
    {"site", .fixed = site_names},
    {"tile", .fixed = tile_names},
    {"level", .fixed = level_names},
    {"half", .fixed = half_names},
    {"kind", NULL, offsetof(TakaraContent, kinds), offsetof(TakaraContent, kind[0].id), sizeof(TakaraKind)},
    {"chest", NULL, offsetof(TakaraContent, chests), offsetof(TakaraContent, chest[0].id), sizeof(TakaraChest)},
    {"what", .fixed = what_names},
    {"chest-what", .fixed = chest_what_names},
    {"specialist", .fixed = specialist_names},
    {"face", .fixed = face_names},
    {"phase", .fixed = phase_names},
    {"job", .fixed = job_names},
    {"ending", .fixed = ending_names},
    {0},
};

static const Option options[] = {{0}};

#define SITE                                                                                                           \
    { "site", "site" }
#define TILE                                                                                                           \
    { "tile", "tile" }
#define KIND                                                                                                           \
    { "kind", "kind" }
#define CHEST                                                                                                          \
    { "chest", "chest" }
#define SPECIALIST                                                                                                     \
    { "specialist", "specialist" }
#define FACE                                                                                                           \
    { "face", "face" }
#define COUNT(name)                                                                                                    \
    { name, NULL, 0, 32000 }

static const MoveKind moves[] = {
    [MOVE_RENT] = {"rent"},
    [MOVE_VIEW] = {"view", 0, {SITE}},
    [MOVE_ON] = {"on"},
    [MOVE_TURN] = {"turn"},
    [MOVE_DIG] = {"dig", 0, {SITE}},
    [MOVE_CLEAR] = {"clear", 0, {SITE}},
    [MOVE_DIVE] = {"dive"},
    [MOVE_SELL] = {"sell", 0, {KIND}},
    [MOVE_SELL_CHEST] = {"sell-chest", 0, {CHEST}},
    [MOVE_BUY] = {"buy"},
    [MOVE_ARCHAEOLOGIST] = {"archaeologist", 0, {SITE}},
    [MOVE_SOOTHSAYER] = {"soothsayer", 0, {SITE, TILE}},
    [MOVE_MINER] = {"miner", 0, {SITE}},
    [MOVE_AS_ARCHAEOLOGIST] = {"as-archaeologist", 0, {SITE}},
    [MOVE_AS_SOOTHSAYER] = {"as-soothsayer", 0, {SITE, TILE}},
    [MOVE_AS_MINER] = {"as-miner", 0, {SITE}},
    [MOVE_FIGHT] = {"fight", 0, {SITE}},
    [MOVE_KEEP] = {"keep"},
    [MOVE_CASH] = {"cash"},
    [MOVE_RECRUIT] = {"recruit"},
    [MOVE_END] = {"end", 0, {{"healed", NULL, 0, 10}}},
    [MOVE_FIRST] = {"first", MOVE_CHANCE, {{"seat", "seat"}}},
    [MOVE_TILE] = {"tile", MOVE_CHANCE, {KIND}},
    [MOVE_CHEST] = {"chest", MOVE_CHANCE, {CHEST}},
    [MOVE_DIE] = {"die", MOVE_CHANCE, {FACE}},
    {0},
};

static const EventKind events[] = {
    [EVENT_FIRST] = {"first", 0, {{"player", "seat"}}},
    [EVENT_DAY] = {"day", 0, {COUNT("turn")}},
    [EVENT_RENTED] = {"rented", 0, {COUNT("price")}},
    [EVENT_VIEWING] = {"viewing", 0, {SITE, COUNT("tiles")}},
    [EVENT_SAW] = {"saw", EVENT_REVEALS, {SITE, TILE, KIND}},
    [EVENT_PASSED] = {"passed", 0, {SITE, TILE}},
    [EVENT_TURNED] = {"turned", EVENT_REVEALS, {SITE, TILE, KIND}},
    [EVENT_DIGGING] = {"digging", 0, {SITE}},
    [EVENT_DUG] = {"dug", EVENT_REVEALS, {SITE, TILE, KIND}},
    [EVENT_BLOCKED] = {"blocked", 0, {SITE, KIND}},
    [EVENT_HURT] = {"hurt"},
    [EVENT_CLEARED] = {"cleared", 0, {SITE, COUNT("showing")}},
    [EVENT_DIVED] = {"dived"},
    [EVENT_SOLD] = {"sold", 0, {KIND}},
    [EVENT_SOLD_CHEST] = {"sold-chest", 0, {CHEST}},
    [EVENT_BOUGHT] = {"bought", 0, {COUNT("price"), COUNT("tokens")}},
    [EVENT_HIRED] = {"hired", 0, {SPECIALIST, COUNT("price")}},
    [EVENT_IMPERSONATED] = {"impersonated", 0, {SPECIALIST, COUNT("price")}},
    [EVENT_LOOKING] = {"looking", 0, {SITE, TILE, COUNT("tiles")}},
    [EVENT_FIGHTING] = {"fighting", 0, {SITE, KIND}},
    [EVENT_ROLLED] = {"rolled", 0, {FACE}},
    [EVENT_WOUNDED] = {"wounded", 0, {SITE, KIND, COUNT("wounds"), COUNT("life")}},
    [EVENT_DEFEATED] = {"defeated", 0, {SITE, KIND}},
    [EVENT_CHEST] = {"chest", 0, {CHEST}},
    [EVENT_MIMIC_BACK] = {"mimic-back", 0, {CHEST}},
    [EVENT_NO_CHEST] = {"no-chest"},
    [EVENT_KEPT] = {"kept", 0, {CHEST}},
    [EVENT_CASHED] = {"cashed", 0, {CHEST}},
    [EVENT_PAID] = {"paid", 0, {COUNT("karas"), COUNT("total")}},
    [EVENT_RECRUITED] = {"recruited", 0, {COUNT("price")}},
    [EVENT_ENDED_DAY] = {"ended-day", 0, {COUNT("healed")}},
    [EVENT_RESTED] = {"rested", 0, {COUNT("adventurers")}},
    [EVENT_RETURNED] = {"returned", 0, {SPECIALIST}},
    [EVENT_STANDSTILL] = {"standstill", 0, {COUNT("turns")}},
    [EVENT_ENDED] = {"ended", 0, {{"ending", "ending"}}},
    {0},
};

#define PLAYER(member) FIELD_ROWS(TakaraState, player, member, SEE_ALL, .row_list = "seat")
static const Field fields[] = {
    FIELDS_HEAD(TakaraState),
    FIELD_ARRAY(TakaraState, up, SEE_ALL, .col_list = "site", .list = "tile", .is_mask = true),
    FIELD_ARRAY(TakaraState, marked, SEE_ALL, .col_list = "site", .list = "tile", .is_mask = true),
    FIELD_GRID(TakaraState, kind, SEE_PER_ENTRY, .row_list = "site", .col_list = "tile", .list = "kind"),
    FIELD_GRID(TakaraState, seen, SEE_ALL, .row_list = "site", .col_list = "tile", .list = "seat", .is_mask = true),
    FIELD_ARRAY(TakaraState, top, SEE_ALL, .col_list = "site"),
    FIELD_ARRAY(TakaraState, wounds, SEE_ALL, .col_list = "site"),
    FIELD_GRID(TakaraState, deck, SEE_PER_ENTRY, .row_list = "level", .col_list = "kind"),
    FIELD_ARRAY(TakaraState, stone, SEE_PER_ENTRY, .col_list = "half"),
    FIELD_ARRAY(TakaraState, discard, SEE_ALL, .col_list = "kind"),
    FIELD_ARRAY(TakaraState, pile, SEE_ALL, .col_list = "chest"),
    PLAYER(karas),
    PLAYER(available),
    PLAYER(used),
    PLAYER(hospital),
    PLAYER(break_room),
    PLAYER(recruited),
    {"xp_tokens", FIELD_U8, SEE_ALL, .offset = offsetof(TakaraState, player[0].tokens), .cols = 1, .rows = TAKARA_SEATS,
     .stride = sizeof(TakaraPlayer), .row_list = "seat"},
    FIELD_ROWS(TakaraState, player, specialist, SEE_ALL, .row_list = "seat", .list = "specialist"),
    PLAYER(resting),
    FIELD_TABLE(TakaraState, player, won, SEE_ALL, .row_list = "seat", .col_list = "kind"),
    FIELD_TABLE(TakaraState, player, chests, SEE_ALL, .row_list = "seat", .col_list = "chest"),
    FIELD(TakaraState, tokens, SEE_ALL),
    FIELD(TakaraState, phase, SEE_ALL, .list = "phase"),
    FIELD(TakaraState, active, SEE_ALL, .list = "seat"),
    FIELD(TakaraState, sword, SEE_ALL),
    FIELD(TakaraState, moved, SEE_ALL),
    FIELD(TakaraState, traded, SEE_ALL),
    FIELD(TakaraState, job, SEE_ALL, .list = "job"),
    FIELD(TakaraState, site, SEE_ALL, .list = "site"),
    FIELD(TakaraState, at, SEE_ALL),
    FIELD(TakaraState, left, SEE_ALL),
    FIELD(TakaraState, chest, SEE_ALL, .list = "chest"),
    FIELD(TakaraState, hits, SEE_ALL),
    FIELD(TakaraState, idle, SEE_ALL),
    FIELD(TakaraState, ending, SEE_ALL, .list = "ending"),
    {0},
};

#define NUMBER(path, member, lo, hi) CONTENT_NUMBER_AT(TakaraContent, path, member, lo, hi)
#define LIST_OF(path, member, count, lo, hi) CONTENT_LIST_AT(TakaraContent, path, member, count, lo, hi)
#define KIND_AT(member) offsetof(TakaraKind, member)
#define CHEST_AT(member) offsetof(TakaraChest, member)

static const ContentField content[] = {
    LIST_OF("tiles", kind, kinds, 1, TAKARA_KINDS),
    {"tiles[].id", CONTENT_ID, 0, KIND_AT(id)},
    {"tiles[].what", CONTENT_NAME, 1, KIND_AT(type), .list = "what"},
    {"tiles[].karas", CONTENT_NUMBER, 1, KIND_AT(karas), 0, 100, .optional = true},
    {"tiles[].xp", CONTENT_NUMBER, 1, KIND_AT(xp), -50, 50, .optional = true},
    {"tiles[].life", CONTENT_NUMBER, 1, KIND_AT(life), 0, 20, .optional = true},
    {"tiles[].cross", CONTENT_FLAG, 1, KIND_AT(cross), .optional = true},
    {"tiles[].surface", CONTENT_NUMBER, 1, KIND_AT(count[0]), 0, 18, .optional = true},
    {"tiles[].intermediate", CONTENT_NUMBER, 1, KIND_AT(count[1]), 0, 18, .optional = true},
    {"tiles[].deep", CONTENT_NUMBER, 1, KIND_AT(count[2]), 0, 18, .optional = true},
    LIST_OF("chests", chest, chests, 1, TAKARA_CHESTS),
    {"chests[].id", CONTENT_ID, 0, CHEST_AT(id)},
    {"chests[].what", CONTENT_NAME, 1, CHEST_AT(type), .list = "chest-what"},
    {"chests[].count", CONTENT_NUMBER, 1, CHEST_AT(count), 1, 20},
    {"chests[].karas", CONTENT_NUMBER, 1, CHEST_AT(karas), 0, 100, .optional = true},
    {"chests[].xp", CONTENT_NUMBER, 1, CHEST_AT(xp), -50, 50, .optional = true},
    {"chests[].life", CONTENT_NUMBER, 1, CHEST_AT(life), 0, 20, .optional = true},
    NUMBER("team.adventurers", adventurers, 1, 5),
    NUMBER("team.recruit", recruit_price, 0, 100),
    NUMBER("team.hospital", hospital_price, 0, 100),
    NUMBER("sword", sword_price, 0, 100),
    NUMBER("dive", dive_pay, 0, 20),
    NUMBER("view.tiles", view_tiles, 1, 9),
    NUMBER("view.pay", view_pay, 0, 20),
    NUMBER("clear.adventurers", clear_adventurers, 1, 6),
    NUMBER("clear.pay", clear_pay, 0, 20),
    NUMBER("counter.tokens_each", tokens_each, 0, 20),
    NUMBER("counter.token_price", token_price, 0, 100),
    NUMBER("counter.token_xp", token_xp, 0, 50),
    NUMBER("counter.pay_per_xp", pay_per_xp, 0, 50),
    NUMBER("specialists.archaeologist.price", price[ARCHAEOLOGIST], 0, 100),
    NUMBER("specialists.archaeologist.tiles", archaeologist_tiles, 1, 9),
    NUMBER("specialists.soothsayer.price", price[SOOTHSAYER], 0, 100),
    NUMBER("specialists.soothsayer.tiles", soothsayer_tiles, 1, 9),
    NUMBER("specialists.miner.price", price[MINER], 0, 100),
    NUMBER("specialists.miner.tiles", miner_tiles, 1, 9),
    NUMBER("specialists.impersonator.extra", extra, 0, 100),
    NUMBER("die.swords", die_swords, 1, 20),
    NUMBER("die.hospitals", die_hospitals, 1, 20),
    NUMBER("ending.no_stone_sites", no_stone_sites, 1, 6),
    NUMBER("ending.one_stone_sites", one_stone_sites, 1, 6),
    NUMBER("ending.idle_turns", idle_turns, 1, 40),
    NUMBER("score.karas_per_xp", karas_per_xp, 1, 100),
    {0},
};

/* ---- phases --------------------------------------------------------------------------------------------- */

static unsigned legal(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]) {
    const TakaraState *s = state;
    Move *end = out;
    if (!(s->head.to_act & BIT(seat)))
        return 0;
    switch (s->phase) {
    case PHASE_DAY:
        return takara_day_legal(rules, s, out);
    case PHASE_ASK:
        end = list_move(end, MOVE_ON, s, 0, 0);
        if (takara_ask_can_turn(rules, s))
            end = list_move(end, MOVE_TURN, s, 0, 0);
        break;
    case PHASE_MAP:
        end = list_move(end, MOVE_KEEP, s, 0, 0);
        end = list_move(end, MOVE_CASH, s, 0, 0);
        break;
    default:
        break;
    }
    return (unsigned)(end - out);
}

static Status check(const Rules *rules, const void *state, Move move, Err *err) {
    const TakaraState *s = state;
    if (s->phase == PHASE_DAY)
        return takara_day_check(rules, s, move, err);
    if (s->phase == PHASE_ASK)
        return takara_ask_check(rules, s, move, err);
    if (move.kind != MOVE_KEEP && move.kind != MOVE_CASH)
        return refuse(err, SK_TURN, 33, "Keep the Map or cash it first.");
    return SK_OK;
}

static void apply(const Rules *rules, void *state, Move move, Sink *sink) {
    TakaraState *s = state;
    switch (s->phase) {
    case PHASE_FIRST:
        takara_setup_first(s, move.arg[0], sink);
        break;
    case PHASE_DAY:
        takara_day_apply(rules, s, move, sink);
        break;
    case PHASE_ASK:
        takara_ask_apply(rules, s, move, sink);
        break;
    case PHASE_TILE:
        takara_tile_drawn(rules, s, move.arg[0], sink);
        break;
    case PHASE_CHEST:
        takara_chest_drawn(rules, s, move.arg[0], sink);
        break;
    case PHASE_MIMIC:
        takara_mimic_die(rules, s, move.arg[0], sink);
        break;
    case PHASE_MAP:
        takara_map_apply(rules, s, move.kind == MOVE_KEEP, sink);
        break;
    default:
        takara_fight_die(rules, s, move.arg[0], sink);
        break;
    }
}

static void chance(const Rules *rules, const void *state, Odds *odds) {
    const TakaraState *s = state;
    odds->n = odds->total = 0;
    switch (s->phase) {
    case PHASE_FIRST:
        odds->n = rules->seats;
        break;
    case PHASE_TILE:
        takara_draw_odds(rules, s, odds);
        break;
    case PHASE_CHEST:
        for (unsigned chest = 0; chest < TAKARA_CHESTS; chest++)
            if (s->pile[chest])
                odds_add(odds, s->pile[chest]);
        break;
    default:
        odds_add(odds, takara_content(rules)->die_swords);
        odds_add(odds, takara_content(rules)->die_hospitals);
        break;
    }
}

static Move outcome(const Rules *rules, const void *state, unsigned i) {
    const TakaraState *s = state;
    if (s->phase == PHASE_FIRST)
        return move_make(MOVE_FIRST, CHANCE, i, 0);
    if (s->phase == PHASE_TILE)
        return takara_draw_outcome(rules, s, i);
    if (s->phase != PHASE_CHEST)
        return move_make(MOVE_DIE, CHANCE, i, 0);
    unsigned chest = 0;
    while (s->pile[chest] == 0 || i-- > 0)
        chest++;
    return move_make(MOVE_CHEST, CHANCE, chest, 0);
}

const Game takara_game = {
    .id = "takara",
    .version = 1,
    .seats_min = 2,
    .seats_max = TAKARA_SEATS,
    .state_size = sizeof(TakaraState),
    .content_size = sizeof(TakaraContent),
    .derived_size = sizeof(TakaraDerived),
    .steps_max = 100000,
    .fields = fields,
    .moves = moves,
    .events = events,
    .options = options,
    .lists = lists,
    .content = content,
    .endings = ending_names,
    .parts = part_names,
    .prepare = takara_content_prepare,
    .setup = takara_setup_begin,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .outcome = outcome,
    .observe = takara_observe,
    .resample = takara_resample,
    .score = takara_ending_score,
    .audit = takara_state_audit,
};
