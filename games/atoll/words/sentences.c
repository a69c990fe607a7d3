/* Texts of Taboo Atoll Express: prompts, descriptions, costs and effects of moves. */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "games/atoll/words/words_internal.h"

/* ---- words ---------------------------------------------------------------------------------------------- */

const char *atoll_word(const Voice *voice, const char *key) { return words_get(voice->words, key); }

const char *atoll_entry_word(const Voice *voice, const char *list, unsigned i, const char *what) {
    const char *id = list_name(voice->rules, list, i);
    const char *found = id ? words_findf(voice->words, "%s.%s%s", list, id, what) : NULL;
    return found ? found : id ? id : "";
}

static const char *space_state(const Voice *voice, const AtollState *s, unsigned space) {
    return atoll_word(voice, s->sunk & BIT(space)      ? "state.sunk"
                             : s->flooded & BIT(space) ? "state.flooded"
                                                       : "state.dry");
}

static void role_help(const Voice *voice, const AtollState *s, unsigned role, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    TemplateArg args[] = {{.name = "cubes", .num = c->engineer_cubes},
                          {.name = "flights", .num = c->pilot_flights},
                          {.name = "left", .num = c->pilot_flights - s->flights},
                          {.name = "steps", .num = c->navigator_steps},
                          {.name = "changes", .num = c->messenger_changes}};
    voice_fill_template(voice, atoll_entry_word(voice, "role", role, ".help"), args, sizeof args / sizeof *args, out);
}

unsigned atoll_dice_kept(const AtollState *s) {
    unsigned n = 0;
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        n += s->kept[face];
    return n;
}

static int changes_left(const Voice *voice, const AtollState *s) {
    return s->role == MESSENGER ? atoll_content(voice->rules)->messenger_changes - s->changes : 0;
}

void atoll_prompt_text(const Voice *voice, const void *view, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    const AtollState *s = view;
    if (s->phase == PHASE_ACTION)
        voice_format(voice, out, "prompt.action", "dd", s->actions, s->special);
    else if (s->phase == PHASE_FLEE)
        voice_format(voice, out, "prompt.flee", "nd", "space", s->pawn, s->left);
    else if (s->dice[BLACK])
        voice_format(voice, out, "prompt.change", "");
    else if (s->roll > 1)
        voice_format(voice, out, "prompt.keep-last", "d", changes_left(voice, s));
    else if (atoll_dice_kept(s))
        voice_format(voice, out, "prompt.keep-more", "");
    else
        voice_format(voice, out, "prompt.keep", "dd", c->search_keep, changes_left(voice, s));
}

void atoll_note_text(const Voice *voice, const void *view, Text *out) {
    const AtollState *s = view;
    if (s->role == NO_ROLE || s->phase == PHASE_OVER)
        return;
    Text help = {0};
    role_help(voice, s, s->role, &help);
    voice_format(voice, out, "board.note", "ns", "role", s->role, text_str(&help));
    text_free(&help);
}

/* ---- warnings and endings ------------------------------------------------------------------------------- */

uint32_t atoll_text_danger(const Rules *rules, const AtollState *s) {
    const AtollContent *c = atoll_content(rules);
    uint32_t vital = BIT(c->platform);
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (!(s->claimed & BIT(colour)) && s->treasure[colour] < c->spaces)
            vital |= BIT(s->treasure[colour]);
    return s->flooded & vital;
}

static void set_text(const Voice *voice, const char *key, const char *list, uint32_t set, Text *out) {
    Text names = {0};
    unsigned args = 0, count = bits_count(set);
    for (bits_each(entry, set)) {
        voice_join(voice, &names, args++, count);
        voice_name(voice, list, (int)entry, &names);
    }
    if (count) {
        voice_format(voice, out, key, "s", text_str(&names));
        text_putc(out, '\n');
    }
    text_free(&names);
}

void atoll_alarm_text(const Voice *voice, const void *view, Text *out) {
    const AtollState *s = view;
    uint32_t ready = 0;
    if (s->phase != PHASE_ACTION)
        return; /* warn only while the player can act on it */
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (!(s->claimed & BIT(colour)) && s->track[colour] >= atoll_content(voice->rules)->search_goal)
            ready |= BIT(colour);
    set_text(voice, "alarm.danger", "space", atoll_text_danger(voice->rules, s), out);
    set_text(voice, "alarm.ready", "colour", ready, out);
}

void atoll_ending_text(const Voice *voice, const void *view, Text *out) {
    const AtollState *s = view;
    for (unsigned colour = 0; s->ending == TREASURE_SANK && colour < ATOLL_COLOURS; colour++)
        if (!(s->claimed & BIT(colour)) && s->treasure[colour] < ATOLL_SPACES && (s->sunk & BIT(s->treasure[colour]))) {
            voice_format(voice, out, "over.treasure-sank", "nn", "colour", (int)colour, "space", s->treasure[colour]);
            return;
        }
    if (s->ending == PLATFORM_SANK)
        voice_format(voice, out, "over.platform-sank", "n", "space", atoll_content(voice->rules)->platform);
    if (s->ending == DROWNED)
        voice_format(voice, out, "over.drowned", "n", "space", s->pawn);
}

/* ---- costs, confirmations, effects ---------------------------------------------------------------------- */

unsigned atoll_cost(const Voice *voice, unsigned kind) {
    const AtollContent *c = atoll_content(voice->rules);
    return kind == MOVE_DIG ? c->cost_dig : kind == MOVE_SCHOOL ? c->cost_school : c->cost_air;
}

/* R10: searching early gives up the remaining actions. */
void atoll_confirm_text(const Voice *voice, const void *view, Move move, Text *out) {
    const AtollState *s = view;
    if (move.kind == MOVE_SEARCH && s->actions)
        voice_format(voice, out, "move.search.ask", "d", s->actions);
}

static void face_effect(const Voice *voice, const AtollState *s, unsigned face, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    if (face == BLACK) {
        voice_format(voice, out, "gain.black", "");
    } else if (face == WHITE) {
        unsigned have = s->special + s->kept[WHITE];
        voice_format(voice, out, have < c->special_max ? "gain.white" : "gain.lost", "dd", (int)have, (int)have + 1);
    } else {
        unsigned have = s->track[face] + s->kept[face];
        voice_format(voice, out,
                     have + 1 < c->search_goal ? "gain.colour"
                     : have < c->search_goal   ? "gain.ready"
                                               : "gain.lost",
                     "dd", (int)have, (int)have + 1);
    }
}

void atoll_effect_text(const Voice *voice, const void *view, Move move, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    const AtollState *s = view;
    if (move.kind == MOVE_KEEP)
        face_effect(voice, s, move.arg[0], out);
    else if (move.kind == MOVE_CHANGE)
        face_effect(voice, s, move.arg[1], out);
    else if (move.kind == MOVE_STAND)
        voice_format(voice, out, "gain.black", "");
    else if (move.kind == MOVE_REROLL)
        voice_format(voice, out, "gain.reroll", "d", (int)(c->search_dice - atoll_dice_kept(s)));
    else if (move.kind == MOVE_SEARCH && s->water < c->squares)
        voice_format(voice, out, "gain.search", "d", c->floods[s->water]);
}

/* ---- descriptions --------------------------------------------------------------------------------------- */

static void describe_dice(const Voice *voice, const char *key, const uint8_t dice[ATOLL_FACES], Text *out) {
    Text names = {0};
    unsigned args = 0, count = 0;
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        count += dice[face];
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        for (unsigned i = 0; i < dice[face]; i++) {
            voice_join(voice, &names, args++, count);
            voice_name(voice, "face", (int)face, &names);
        }
    if (count) {
        voice_format(voice, out, key, "s", text_str(&names));
        text_putc(out, '\n');
    }
    text_free(&names);
}

/* The unsunk neighbours of a space, such as "north: Dark Pit, west: Secret Eden"; for an Explorer also the diagonal
 * ones. */
static void neighbours_text(const Voice *voice, const AtollState *s, const char *key, unsigned space, Text *out) {
    static const char *const direction[] = {"next.north-west", "next.north", "next.north-east",
                                            "next.west",       "",           "next.east",
                                            "next.south-west", "next.south", "next.south-east"};
    const AtollSpace *all = atoll_content(voice->rules)->space, *at = &all[space];
    const AtollDerived *d = atoll_derived(voice->rules);
    uint32_t near = (d->adjacent[space] | (s->role == EXPLORER ? d->diagonal[space] : 0)) & ~s->sunk;
    Text names = {0};
    for (bits_each(to, near)) {
        int where = (all[to].row - at->row + 1) * 3 + all[to].column - at->column + 1;
        text_puts(&names, names.len ? atoll_word(voice, "list.comma") : "");
        voice_format(voice, &names, direction[where >= 0 && where < 9 ? where : 4], "ns", "space", (int)to,
                     space_state(voice, s, to));
    }
    if (near) {
        voice_format(voice, out, key, "s", text_str(&names));
        text_putc(out, '\n');
    }
    text_free(&names);
}

static void describe_treasures(const Voice *voice, const AtollState *s, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++) {
        unsigned space = s->treasure[colour];
        if (s->claimed & BIT(colour))
            voice_format(voice, out, "describe.claimed", "n", "colour", (int)colour);
        else if (space >= c->spaces)
            voice_format(voice, out, "describe.hidden", "n", "colour", (int)colour);
        else
            voice_format(voice, out, "describe.treasure", "nnsdd", "colour", (int)colour, "space", (int)space,
                         space_state(voice, s, space), s->track[colour], c->search_goal);
        text_putc(out, '\n');
    }
}

static void describe_water(const Voice *voice, const AtollState *s, Text *out) {
    unsigned skull = atoll_skull(voice->rules);
    if (s->water < skull)
        voice_format(voice, out, "describe.water", "ddd", s->water, atoll_content(voice->rules)->floods[s->water],
                     (int)(skull - s->water));
    else
        voice_format(voice, out, "describe.water-skull", "");
    text_putc(out, '\n');
}

void atoll_describe_text(const Voice *voice, const void *view, Text *out) {
    const AtollState *s = view;
    uint32_t unsunk = atoll_unsunk(voice->rules, s);
    Text help = {0};
    voice_format(voice, out, "describe.turn", "d", s->head.turn);
    text_putc(out, '\n');
    voice_format(voice, out, "describe.where", "ns", "space", s->pawn, space_state(voice, s, s->pawn));
    text_putc(out, '\n');
    role_help(voice, s, s->role, &help);
    voice_format(voice, out, "describe.role", "ns", "role", s->role, text_str(&help));
    text_free(&help);
    text_putc(out, '\n');
    voice_format(voice, out, "describe.actions", "dd", s->actions, s->special);
    text_putc(out, '\n');
    describe_water(voice, s, out);
    describe_treasures(voice, s, out);
    describe_dice(voice, "describe.dice", s->dice, out);
    describe_dice(voice, "describe.kept", s->kept, out);
    neighbours_text(voice, s, "describe.next", s->pawn, out);
    set_text(voice, "describe.flooded", "space", s->flooded, out);
    set_text(voice, "describe.sunk", "space", s->sunk, out);
    set_text(voice, "describe.dry", "space", unsunk & ~s->flooded, out);
}

static void inspect_space(const Voice *voice, const AtollState *s, unsigned space, Text *out) {
    const AtollSpace *at = &atoll_content(voice->rules)->space[space];
    voice_format(voice, out, "look.space", "nnds", "space", (int)space, "colour", at->colour, at->number,
                 space_state(voice, s, space));
    text_putc(out, '\n');
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (s->treasure[colour] == space && !(s->claimed & BIT(colour))) {
            voice_format(voice, out, "look.treasure", "n", "colour", (int)colour);
            text_putc(out, '\n');
        }
    if (s->pawn == space) {
        voice_format(voice, out, "look.here", "");
        text_putc(out, '\n');
    }
    neighbours_text(voice, s, "look.next", space, out);
}

bool atoll_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out) {
    if (strcmp(list, "space") == 0) {
        inspect_space(voice, view, index, out);
        return true;
    }
    if (strcmp(list, "role") != 0 || index == NO_ROLE)
        return false;
    Text help = {0};
    role_help(voice, view, index, &help);
    voice_format(voice, out, "board.note", "ns", "role", (int)index, text_str(&help));
    text_putc(out, '\n');
    text_free(&help);
    return true;
}
