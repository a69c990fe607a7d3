/* Aye Aye Island in sentences: the whole position for players who cannot see the board, and details of single entries.
 * The text marks what only the viewer knows. Prompts are in prompts.c, cards in cards.c. */
#include <string.h>

#include "engine/names.h"
#include "games/ayeaye/words/words_internal.h"

/* ---- items and skills ----------------------------------------------------------------------------------- */

void aye_items_text(const Voice *voice, uint32_t set, Text *out) {
    unsigned said = 0, count = bits_count(set);
    for (bits_each(item, set)) {
        voice_join(voice, out, said++, count);
        voice_name(voice, "item", (int)item, out);
    }
}

void aye_skills_text(const Voice *voice, const AyePirate *p, Text *out) {
    unsigned said = 0;
    for (unsigned skill = 0; skill < AYE_SKILLS; skill++)
        if (p->skill[skill]) {
            voice_comma(voice, &said, out);
            voice_format(voice, out, "describe.level", "nd", "skill", (int)skill, p->skill[skill]);
        }
}

/* ---- places --------------------------------------------------------------------------------------------- */

uint32_t aye_seats_at(const Rules *rules, const AyeState *s, unsigned place) {
    uint32_t there = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (s->pirate[seat].place == place)
            there |= BIT(seat);
    return there;
}

unsigned aye_guardian_card_at(const Rules *rules, const AyeState *s, unsigned place) {
    const AyeDerived *d = aye_derived(rules);
    for (unsigned i = 0; i < d->guardians; i++)
        if (s->guardian[i] == place)
            return d->guardian_card[i];
    return aye_content(rules)->cards;
}

unsigned aye_captain_card_at(const Rules *rules, const AyeState *s, unsigned place) {
    const AyeDerived *d = aye_derived(rules);
    for (unsigned i = 0; i < d->undead; i++)
        if (s->undead[i] == place)
            return d->undead_card[i];
    return aye_content(rules)->cards;
}

unsigned aye_known_icon(const Voice *voice, const AyeState *s, unsigned piece) {
    bool seen = voice->viewer < AYE_SEATS && (s->seen[piece] & BIT(voice->viewer));
    return s->icon[piece] < AYE_ICONS && (s->open[piece] || seen) ? s->icon[piece] : AYE_ICONS;
}

static void piece_text(const Voice *voice, const AyeState *s, unsigned piece, bool brief, Text *out) {
    unsigned icon = aye_known_icon(voice, s, piece);
    if (s->open[piece])
        voice_format(voice, out, brief ? "ground.open-brief" : "ground.open", "n", "icon", (int)icon);
    else if (icon < AYE_ICONS)
        voice_format(voice, out, brief ? "ground.peeked-brief" : "ground.peeked", "n", "icon", (int)icon);
    else
        text_puts(out, words_get(voice->words, brief ? "ground.hidden-brief" : "ground.hidden"));
}

void aye_ground_text(const Voice *voice, const AyeState *s, unsigned space, bool brief, Text *out) {
    const AyeDerived *d = aye_derived(voice->rules);
    switch (aye_kind_at(voice->rules, space)) {
    case LANDING:
        text_puts(out, words_get(voice->words, "ground.landing"));
        break;
    case DISCOVERY:
        piece_text(voice, s, d->piece[space], brief, out);
        break;
    case BAY:
        text_puts(out, words_get(voice->words, brief ? "ground.bay-brief" : "ground.bay"));
        break;
    case SEA:
        if (d->event[space] < aye_content(voice->rules)->cards)
            voice_name(voice, "card", d->event[space], out);
        break;
    case FINAL:
        voice_format(voice, out, "ground.final", "d", (int)aye_doubloons_left(voice->rules, s));
        break;
    default:
        break;
    }
}

static void captain_text(const Voice *voice, const AyeState *s, unsigned card, Text *out) {
    unsigned figure = aye_derived(voice->rules)->figure[card];
    Text who = {0};
    if (s->poster[figure] < voice->rules->seats)
        voice_seat(voice, s->poster[figure], &who);
    voice_format(voice, out, who.len ? "describe.posted" : "describe.haunts", "nsdn", "card", (int)card, text_str(&who),
                 s->owed[figure], "space", s->undead[figure]);
    text_free(&who);
}

static void guardian_text(const Voice *voice, const AyeState *s, unsigned card, Text *out) {
    unsigned figure = aye_derived(voice->rules)->figure[card];
    Text items = {0};
    aye_items_text(voice, s->stash[figure], &items);
    voice_format(voice, out, "describe.guardian", "nn", "card", (int)card, "space", s->guardian[figure]);
    if (items.len || s->stash_ffcs[figure]) {
        text_putc(out, ' ');
        voice_format(voice, out, items.len ? "describe.hoard" : "describe.hoard-cards", "sd", text_str(&items),
                     s->stash_ffcs[figure]);
    }
    text_free(&items);
}

/* R8: the set of seats that have peeked at a face-down piece; this is public. */
static uint32_t peeked_by(const Rules *rules, const AyeState *s, unsigned space) {
    unsigned piece = aye_derived(rules)->piece[space];
    return piece < AYE_PIECES && !s->open[piece] ? s->seen[piece] : 0;
}

void aye_space_text(const Voice *voice, const AyeState *s, unsigned space, Text *out) {
    const Rules *rules = voice->rules;
    unsigned none = aye_content(rules)->cards, guard = aye_guardian_card_at(rules, s, space);
    unsigned captain = aye_captain_card_at(rules, s, space);
    uint32_t there = aye_seats_at(rules, s, space);
    uint32_t peeked = peeked_by(rules, s, space);
    Text ground = {0}, who = {0};
    size_t at = out->len;
    aye_ground_text(voice, s, space, false, &ground);
    voice_format(voice, out, ground.len ? "describe.space" : "describe.space-plain", "ns", "space", (int)space,
                 text_str(&ground));
    voice_capitalize(out, at);
    if (peeked) {
        voice_seats(voice, peeked, &who);
        text_putc(out, ' ');
        voice_format(voice, out, "describe.peeked", "s", text_str(&who));
        text_clear(&who);
    }
    if (there) {
        voice_seats(voice, there, &who);
        text_putc(out, ' ');
        voice_format(voice, out, "describe.there", "s", text_str(&who));
    }
    if (captain < none) {
        text_putc(out, ' ');
        captain_text(voice, s, captain, out);
    }
    if (guard < none) {
        text_putc(out, ' ');
        guardian_text(voice, s, guard, out);
    }
    text_free(&ground);
    text_free(&who);
}

/* R74 */
unsigned aye_sail_target(const Rules *rules, unsigned place, int n) {
    const AyeDerived *d = aye_derived(rules);
    unsigned course = aye_content(rules)->space[place].course;
    int at = d->from_bay[place] + n;
    if (at == d->length[course] + 1)
        return d->final;
    return at >= 1 && at <= d->length[course] ? d->course[course] + (unsigned)at - 1 : aye_content(rules)->spaces;
}

unsigned aye_doubloons_left(const Rules *rules, const AyeState *s) {
    return aye_content(rules)->doubloons - bits_count(s->doubloons);
}

/* ---- frames --------------------------------------------------------------------------------------------- */

const Frame *aye_frame(const AyeState *s, AyeFrame kind) {
    for (unsigned i = s->depth; i-- > 0;)
        if (s->frame[i].kind == kind)
            return &s->frame[i];
    return NULL;
}

unsigned aye_card_now(const Rules *rules, const AyeState *s) {
    const Frame *f = aye_frame(s, FRAME_CARD);
    return f && f->arg[AYE_STAGE] != CARD_DRAW ? f->arg[CARD_CARD] : aye_content(rules)->cards;
}

/* ---- the position --------------------------------------------------------------------------------------- */

static void describe_round(const Voice *voice, const AyeState *s, Text *out) {
    Text who = {0};
    voice_seat(voice, s->active, &who);
    if (s->head.node == NODE_OVER)
        voice_format(voice, out, "describe.over", "d", s->round);
    else if (s->round == 0)
        voice_format(voice, out, "describe.landing", "");
    else
        voice_format(voice, out, s->active == voice->viewer ? "describe.yours" : "describe.theirs", "ds", s->round,
                     text_str(&who));
    text_end_line(out);
    text_free(&who);
}

static void hand_text(const Voice *voice, const AyePirate *p, Text *out) {
    unsigned said = 0;
    for (unsigned ffc = 0; ffc < aye_content(voice->rules)->ffcs; ffc++)
        if (p->hand[ffc]) {
            voice_comma(voice, &said, out);
            voice_format(voice, out, "describe.times", "nd", "ffc", (int)ffc, p->hand[ffc]);
        }
}

/* Appends a sentence such as " Items: lumber and map." unless `what` is empty; then clears `what`. */
static void optional_text(const Voice *voice, const char *key, Text *what, Text *out) {
    if (what->len) {
        text_putc(out, ' ');
        voice_format(voice, out, key, "s", text_str(what));
    }
    text_clear(what);
}

static void describe_pirate(const Voice *voice, const AyeState *s, unsigned seat, Text *out) {
    const AyePirate *p = &s->pirate[seat];
    bool own = seat == voice->viewer;
    Text who = {0}, part = {0};
    voice_seat_first(voice, seat, &who);
    if (aye_has_landed(voice->rules, p))
        voice_format(voice, out, own ? "describe.you" : "describe.pirate", "sndd", text_str(&who), "space", p->place,
                     p->xp, p->ffcs);
    else
        voice_format(voice, out, own ? "describe.you-aboard" : "describe.aboard", "sd", text_str(&who), p->ffcs);
    aye_items_text(voice, p->items, &part);
    optional_text(voice, "describe.items", &part, out);
    if (own)
        hand_text(voice, p, &part);
    optional_text(voice, "describe.hand", &part, out);
    aye_skills_text(voice, p, &part);
    optional_text(voice, "describe.skills", &part, out);
    if (p->suspended)
        voice_format(voice, &part, "describe.times-missed", "d", p->suspended);
    optional_text(voice, "describe.suspended", &part, out);
    text_end_line(out);
    if (p->card < aye_content(voice->rules)->cards) {
        voice_format(voice, out, own ? "describe.you-hold" : "describe.holds", "s", text_str(&who));
        text_end_line(out);
        aye_card_text(voice, p->card, p, out);
    }
    text_free(&who);
    text_free(&part);
}

/* Lists spaces whose piece shows an icon: face up (open), or known only to the viewer. Returns false if there are none.
 */
static bool showing_text(const Voice *voice, const AyeState *s, unsigned icon, bool open, Text *out) {
    const AyeDerived *d = aye_derived(voice->rules);
    unsigned said = 0;
    for (unsigned piece = 0; piece < d->pieces; piece++)
        if (aye_known_icon(voice, s, piece) == icon && (s->open[piece] != 0) == open) {
            voice_comma(voice, &said, out);
            voice_name(voice, "space", d->where[piece], out);
        }
    return said > 0;
}

static void describe_peeked(const Voice *voice, const AyeState *s, Text *out) {
    const AyeDerived *d = aye_derived(voice->rules);
    unsigned said = 0;
    Text where = {0};
    for (unsigned piece = 0; piece < d->pieces; piece++) {
        uint32_t set = peeked_by(voice->rules, s, d->where[piece]);
        Text who = {0};
        if (set) {
            voice_comma(voice, &said, &where);
            voice_seats(voice, set, &who);
            voice_format(voice, &where, "describe.peeked-by", "ns", "space", d->where[piece], text_str(&who));
        }
        text_free(&who);
    }
    if (said) {
        voice_format(voice, out, "describe.peeked-all", "s", text_str(&where));
        text_end_line(out);
    }
    text_free(&where);
}

static void describe_pieces(const Voice *voice, const AyeState *s, Text *out) {
    unsigned hidden = 0;
    for (unsigned open = 1; open <= 1; open--) {
        for (unsigned icon = 0; icon < AYE_ICONS; icon++) {
            Text where = {0};
            if (showing_text(voice, s, icon, open, &where)) {
                voice_format(voice, out, open ? "describe.showing" : "describe.secret", "ns", "icon", (int)icon,
                             text_str(&where));
                text_end_line(out);
            }
            text_free(&where);
        }
    }
    for (unsigned piece = 0; piece < aye_derived(voice->rules)->pieces; piece++)
        hidden += !s->open[piece];
    voice_format(voice, out, "describe.hidden", "d", (int)hidden);
    text_end_line(out);
}

static void describe_figures(const Voice *voice, const AyeState *s, Text *out) {
    const AyeDerived *d = aye_derived(voice->rules);
    unsigned none = aye_content(voice->rules)->spaces;
    for (unsigned i = 0; i < d->guardians; i++)
        if (s->guardian[i] < none) {
            guardian_text(voice, s, d->guardian_card[i], out);
            text_end_line(out);
        }
    for (unsigned i = 0; i < d->undead; i++)
        if (s->undead[i] < none) {
            captain_text(voice, s, d->undead_card[i], out);
            text_end_line(out);
        }
}

/* How far a wrath marker has moved, and which events move it next. */
static void marker_text(const Voice *voice, const AyeState *s, unsigned marker, Text *out) {
    const AyeContent *c = aye_content(voice->rules);
    unsigned moves = marker ? s->mountain : s->dead, steps = marker ? c->mountain_steps : c->dead_steps;
    const AyeWrathStep *next = marker ? &c->mountain[moves] : &c->dead[moves];
    Text when = {0};
    for (unsigned i = 0; moves < steps && i < next->whens; i++) {
        text_puts(&when, i ? words_get(voice->words, "describe.or") : "");
        voice_name(voice, "when", next->when[i], &when);
    }
    voice_format(voice, out, when.len ? "describe.marker" : "describe.marker-there", "ndds", "marker", (int)marker,
                 (int)moves, (int)steps, text_str(&when));
    text_free(&when);
}

static void describe_supply(const Voice *voice, const AyeState *s, Text *out) {
    Text items = {0};
    unsigned said = 0;
    for (unsigned item = 0; item < AYE_ITEMS; item++) {
        voice_comma(voice, &said, &items);
        voice_format(voice, &items, "describe.count", "nd", "item", (int)item, s->supply[item]);
    }
    voice_format(voice, out, "describe.supply", "s", text_str(&items));
    text_end_line(out);
    voice_format(voice, out, "describe.doubloons", "d", (int)aye_doubloons_left(voice->rules, s));
    text_end_line(out);
    if (voice->rules->option[OPTION_WRATH]) {
        marker_text(voice, s, 0, out);
        text_putc(out, ' ');
        marker_text(voice, s, 1, out);
        text_end_line(out);
    }
    text_free(&items);
}

static void describe_duel(const Voice *voice, const AyeState *s, Text *out) {
    const AyeDuel *duel = &s->duel;
    voice_format(voice, out, "describe.duel", "dd", duel->round, duel->exchange + 1);
    text_end_line(out);
    for (unsigned side = 0; side < 2; side++) {
        Text who = {0};
        if (duel->side[side] < voice->rules->seats)
            voice_seat(voice, duel->side[side], &who);
        else
            voice_name(voice, "card", (int)aye_card_now(voice->rules, s), &who);
        voice_format(voice, out, side == duel->attacker ? "describe.attacks" : "describe.defends", "sddd",
                     text_str(&who), duel->points[side], duel->left[side][HORIZONTAL], duel->left[side][VERTICAL]);
        text_end_line(out);
        text_free(&who);
    }
    if (duel->laid < NO_BLADE)
        voice_format(voice, out, "describe.laid", "n", "blade", duel->laid);
    if (duel->laid < NO_BLADE)
        text_end_line(out);
}

static void describe_plank(const Voice *voice, const AyeState *s, Text *out) {
    const PlankStones *stones = &s->plank;
    size_t at = out->len;
    aye_shot_text(voice, s, false, out);
    voice_capitalize(out, at);
    text_end_line(out);
    for (unsigned i = 0; i < stones->count; i++) {
        if (stones->spot[i] >= PLANK_IN_HOLE)
            voice_format(voice, out, "describe.stone-in", "dn", (int)i + 1, "hole", stones->spot[i] - PLANK_IN_HOLE);
        else if (stones->spot[i] == PLANK_ON_BOARD)
            voice_format(voice, out, "describe.stone", "ddd", (int)i + 1, stones->x[i] / PLANK_ONE,
                         stones->y[i] / PLANK_ONE);
        text_end_line(out);
    }
}

void aye_describe_text(const Voice *voice, const void *view, Text *out) {
    const AyeState *s = view;
    unsigned card = aye_card_now(voice->rules, s);
    describe_round(voice, s, out);
    for (unsigned i = 0; i < voice->rules->seats; i++)
        describe_pirate(voice, s, (s->active + i) % voice->rules->seats, out);
    if (card < aye_content(voice->rules)->cards) {
        Text who = {0};
        unsigned holder = aye_frame(s, FRAME_CARD)->seat;
        voice_seat(voice, holder, &who);
        voice_format(voice, out, holder == voice->viewer ? "describe.your-card" : "describe.card", "s", text_str(&who));
        text_end_line(out);
        aye_card_text(voice, card, &s->pirate[holder], out);
        text_free(&who);
    }
    if (s->duel.round)
        describe_duel(voice, s, out);
    if (aye_frame(s, FRAME_PLANK))
        describe_plank(voice, s, out);
    describe_pieces(voice, s, out);
    describe_peeked(voice, s, out);
    describe_figures(voice, s, out);
    describe_supply(voice, s, out);
}

/* ---- single entries ------------------------------------------------------------------------------------- */

/* Where pieces show this icon, as far as the viewer knows. */
static void inspect_icon(const Voice *voice, const AyeState *s, unsigned icon, Text *out) {
    Text where = {0}, secret = {0};
    bool open = showing_text(voice, s, icon, true, &where);
    size_t at = out->len;
    voice_format(voice, out, open ? "look.icon" : "look.icon-none", "nsd", "icon", (int)icon, text_str(&where),
                 aye_content(voice->rules)->icon[icon]);
    voice_capitalize(out, at);
    if (showing_text(voice, s, icon, false, &secret)) {
        text_putc(out, ' ');
        voice_format(voice, out, "look.icon-secret", "s", text_str(&secret));
    }
    text_free(&where);
    text_free(&secret);
}

static void inspect_item(const Voice *voice, const AyeState *s, unsigned item, Text *out) {
    uint32_t have = 0;
    Text who = {0};
    inspect_icon(voice, s, AYE_CATEGORIES + item, out);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        have |= s->pirate[seat].items & BIT(item) ? BIT(seat) : 0;
    voice_seats(voice, have, &who);
    text_putc(out, ' ');
    voice_format(voice, out, have ? "look.item" : "look.item-none", "ds", s->supply[item], text_str(&who));
    text_free(&who);
}

static void inspect_hole(const Voice *voice, unsigned hole, Text *out) {
    const PlankHole *h = &aye_content(voice->rules)->plank.hole[hole];
    voice_format(voice, out, "look.hole", "nddd", "hole", (int)hole, h->x, h->y, h->top);
}

static void inspect_skill(const Voice *voice, unsigned skill, Text *out) {
    voice_name(voice, "skill", (int)skill, out);
    text_puts(out, ": ");
    for (unsigned level = 1; level <= AYE_LEVELS; level++) {
        Text what = {0};
        aye_skill_text(voice, skill, level, &what);
        voice_format(voice, out, "look.level", "dsd", (int)level, text_str(&what), level < AYE_LEVELS);
        text_free(&what);
    }
}

static void inspect_course(const Voice *voice, const AyeState *s, unsigned course, Text *out) {
    const AyeDerived *d = aye_derived(voice->rules);
    voice_format(voice, out, "look.course", "nd", "course", (int)course, d->length[course]);
    for (unsigned i = 0; i < d->length[course]; i++) {
        unsigned space = d->course[course] + i;
        if (d->event[space] < aye_content(voice->rules)->cards || aye_seats_at(voice->rules, s, space)) {
            text_putc(out, ' ');
            aye_space_text(voice, s, space, out);
        }
    }
}

static void inspect_ffc(const Voice *voice, unsigned ffc, Text *out) {
    const char *text = voice_word(voice, "ffc", ffc, ".text");
    Text does = {0};
    aye_ffc_text(voice, ffc, &does);
    voice_format(voice, out, "look.ffc", "nsds", "ffc", (int)ffc, text ? text : "",
                 aye_content(voice->rules)->ffc[ffc].count, text_str(&does));
    text_free(&does);
}

bool aye_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out) {
    const AyeState *s = view;
    size_t at = out->len;
    if (strcmp(list, "space") == 0)
        aye_space_text(voice, s, index, out);
    else if (strcmp(list, "card") == 0)
        aye_card_text(voice, index, NULL, out);
    else if (strcmp(list, "ffc") == 0)
        inspect_ffc(voice, index, out);
    else if (strcmp(list, "hole") == 0)
        inspect_hole(voice, index, out);
    else if (strcmp(list, "item") == 0)
        inspect_item(voice, s, index, out);
    else if (strcmp(list, "icon") == 0 && aye_icon_is_category(index))
        inspect_icon(voice, s, index, out);
    else if (strcmp(list, "skill") == 0)
        inspect_skill(voice, index, out);
    else if (strcmp(list, "course") == 0)
        inspect_course(voice, s, index, out);
    else if (strcmp(list, "marker") == 0 && voice->rules->option[OPTION_WRATH])
        marker_text(voice, s, index, out);
    else
        return false;
    voice_capitalize(out, at);
    if (out->len && out->data[out->len - 1] != '\n')
        text_end_line(out);
    return true;
}
