/* Texts of Never Give Up during play: prompts, warnings, the ending, confirmations, and the effects of moves. */
#include "base/bits.h"
#include "games/nevergiveup/words/words_internal.h"

/* ---- prompts -------------------------------------------------------------------------------------------- */

static bool can_dig(const Voice *voice, const NguState *s) {
    Move legal[LEGAL_MAX];
    unsigned n = voice->rules->game->legal(voice->rules, s, voice->viewer, legal);
    for (unsigned i = 0; i < n; i++)
        if (legal[i].kind == MOVE_DIG || legal[i].kind == MOVE_LETTER)
            return true;
    return false;
}

void ngu_prompt_text(const Voice *voice, const void *view, Text *out) {
    const NguState *s = view;
    if (s->phase == PHASE_DICE) {
        uint32_t fit = ngu_locations_fitting(s->die[RED], s->die[BLUE]);
        Move legal[LEGAL_MAX];
        bool more = voice->rules->game->legal(voice->rules, view, voice->viewer, legal) > bits_count(fit);
        voice_format(voice, out, more ? "prompt.dice-more" : "prompt.dice", "ddnn", s->die[RED], s->die[BLUE],
                     "location", (int)bits_first(fit), "location", (int)bits_first(fit & (fit - 1)));
    } else if (s->phase == PHASE_DIG) {
        bool moved = s->player[voice->viewer].mover != NO_PET;
        const char *key =
            s->double_now ? (moved ? "prompt.dig-alone" : "prompt.move-alone") : (moved ? "prompt.dig" : "prompt.move");
        if (moved && !can_dig(voice, s))
            key = "prompt.no-dig";
        voice_format(voice, out, key, "n", "location", s->location);
    } else {
        voice_format(voice, out, s->phase == PHASE_CROSS ? "prompt.cross" : "prompt.free", "");
    }
}

/* The viewer's plan, or the rerolls that are left. */
void ngu_note_text(const Voice *voice, const void *view, Text *out) {
    const NguState *s = view;
    unsigned viewer = voice->viewer;
    if (viewer >= voice->rules->seats)
        return;
    if (s->phase == PHASE_DIG && (!s->double_now || viewer == s->active)) {
        Text plan = {0};
        ngu_plan_text(voice, s, viewer, &plan);
        bool done = !(s->head.to_act & BIT(viewer));
        if (plan.len || done)
            voice_format(voice, out,
                         !done      ? "note.plan"
                         : plan.len ? "note.planned"
                                    : "note.no-plan",
                         "s", text_str(&plan));
        text_free(&plan);
    } else if (s->phase == PHASE_DICE && viewer == s->active && s->die[RED] == s->die[BLUE]) {
        voice_format(voice, out, "note.double", "");
    } else if (s->phase == PHASE_DICE && viewer == s->active && !s->added) {
        const NguPlayer *p = &s->player[viewer];
        voice_format(voice, out, s->rerolled & BIT(REROLL_FREE) ? "note.rerolled" : "note.rerolls", "dd", p->rerolls,
                     ngu_has_reroll(voice->rules, p) && !(s->rerolled & BIT(REROLL_PERMANENT)));
    }
}

/* ---- warnings and the ending ---------------------------------------------------------------------------- */

void ngu_alarm_text(const Voice *voice, const void *view, Text *out) {
    const NguState *s = view;
    unsigned close = 0, complete = 0;
    if (s->phase < PHASE_ROLL || s->phase == PHASE_OVER)
        return;
    for (unsigned seat = 0; seat < voice->rules->seats; seat++) {
        unsigned open = bits_count(ngu_boxes_open(s, &s->player[seat]));
        close |= open == 1 ? BIT(seat) : 0;
        complete |= open == 0 ? BIT(seat) : 0;
    }
    Text who = {0};
    if (complete) { /* R33: after a free dig, the turn is still played to its end */
        voice_seats(voice, complete, &who);
        voice_format(voice, out, "alarm.ends", "s", text_str(&who));
    } else if (s->head.turn == ngu_content(voice->rules)->turns) {
        voice_format(voice, out, "alarm.last-turn", "");
    } else if (close) {
        voice_seats(voice, close, &who);
        voice_format(voice, out, "alarm.close", "s", text_str(&who));
    }
    text_free(&who);
}

/* How the game ended, who won, and the viewer's own points. */
void ngu_ending_text(const Voice *voice, const void *view, Text *out) {
    const NguState *s = view;
    Score score;
    unsigned set = 0, viewer = voice->viewer;
    set = voice_winners(voice, view, &score);
    bool own = viewer < voice->rules->seats, won = own && (set & BIT(viewer));
    Text who = {0};
    voice_seats(voice, set, &who);
    voice_capitalize(&who, 0);
    text_puts(out, ngu_word(voice, "ending", s->ending, ""));
    text_putc(out, ' ');
    voice_format(voice, out,
                 bits_count(set) > 1 ? "over.tie"
                 : won               ? "over.you"
                                     : "over.wins",
                 "sd", text_str(&who), (int)score.points[bits_first(set)]);
    if (own && !won) {
        text_putc(out, ' ');
        voice_format(voice, out, "over.own", "d", (int)score.points[viewer]);
    }
    text_free(&who);
}

/* ---- costs, confirmations and effects of moves ---------------------------------------------------------- */

unsigned ngu_cost(const Voice *voice, unsigned kind) {
    (void)voice;
    return kind == MOVE_REROLL;
}

/* The legal dig with the smallest penalty. Only boxes with `letter` count, or all boxes if it is NGU_LETTERS. Returns
 * false if there is none. */
static bool best_dig(const Voice *voice, const NguState *s, unsigned letter, Move *best, unsigned *penalty) {
    const NguPlayer *p = &s->player[voice->viewer];
    Move legal[LEGAL_MAX];
    unsigned n = voice->rules->game->legal(voice->rules, s, voice->viewer, legal);
    bool found = false;
    for (unsigned i = 0; i < n; i++) {
        bool free = legal[i].kind == MOVE_FREE_DIG;
        unsigned box = legal[i].arg[free ? 0 : 1], pet = free ? NO_PET : legal[i].arg[0];
        if ((!free && legal[i].kind != MOVE_DIG) ||
            (letter < NGU_LETTERS && ngu_box_letter(voice->rules, p, box) != letter))
            continue;
        unsigned here = ngu_penalty(p, box, pet);
        if (found && here >= *penalty)
            continue;
        *best = legal[i];
        *penalty = here;
        found = true;
    }
    return found;
}

/* Asks the player to confirm `done` if they could still dig without a penalty or mark a letter of a motto. */
static void confirm_done_text(const Voice *voice, const NguState *s, Text *out) {
    Move best, legal[LEGAL_MAX];
    unsigned penalty, n = voice->rules->game->legal(voice->rules, s, voice->viewer, legal);
    if (best_dig(voice, s, NGU_LETTERS, &best, &penalty) && penalty == 0) {
        voice_format(voice, out, "doubt.box", "nnn", "pet", best.arg[0], "box", best.arg[1], "letter",
                     (int)ngu_box_letter(voice->rules, &s->player[voice->viewer], best.arg[1]));
        return;
    }
    for (unsigned i = 0; i < n; i++)
        if (legal[i].kind == MOVE_LETTER) {
            voice_format(voice, out, "doubt.letter", "nn", "pet", legal[i].arg[0], "motto", legal[i].arg[1]);
            return;
        }
}

enum { HIGH_PENALTY = 4 }; /* a penalty that is rarely worth paying */

/* Asks to confirm a dig if the same letter has a smaller penalty in another box or with the monkey, or if the penalty
 * is high. */
static void confirm_dig_text(const Voice *voice, const NguState *s, Move move, Text *out) {
    const NguPlayer *p = &s->player[voice->viewer];
    bool free = move.kind == MOVE_FREE_DIG;
    unsigned box = move.arg[free ? 0 : 1], penalty;
    Move best;
    unsigned own = ngu_penalty(p, box, free ? NO_PET : move.arg[0]);
    bool cheaper = best_dig(voice, s, ngu_box_letter(voice->rules, p, box), &best, &penalty) && penalty < own;
    if (cheaper && free)
        voice_format(voice, out, "doubt.cheaper-free", "nd", "box", best.arg[0], (int)penalty);
    else if (cheaper)
        voice_format(voice, out, "doubt.cheaper", "nnd", "pet", best.arg[0], "box", best.arg[1], (int)penalty);
    else if (own >= HIGH_PENALTY)
        voice_format(voice, out, "doubt.dear", "d", (int)own);
}

void ngu_confirm_text(const Voice *voice, const void *view, Move move, Text *out) {
    const NguState *s = view;
    const NguPlayer *p = &s->player[voice->viewer];
    if (move.kind == MOVE_DONE)
        confirm_done_text(voice, s, out);
    else if (move.kind == MOVE_DIG || move.kind == MOVE_FREE_DIG)
        confirm_dig_text(voice, s, move, out);
    else if (move.kind == MOVE_FREE_SKIP)
        voice_format(voice, out, "doubt.free-skip", "");
    else if (move.kind == MOVE_REROLL && move.arg[1] == REROLL_FREE && ngu_has_reroll(voice->rules, p) &&
             !(s->rerolled & BIT(REROLL_PERMANENT)))
        voice_format(voice, out, "doubt.reroll", "");
}

static void letters_text(const Voice *voice, uint32_t set, Text *out) {
    unsigned items = 0;
    for (bits_each(letter, set)) {
        voice_comma(voice, &items, out);
        voice_name(voice, "letter", (int)letter, out);
    }
}

/* Key of the words for a move by shortcut (R18) or wing (R19); NULL for a move along the row or to its start. */
static const char *route_key(const Rules *rules, const NguState *s, const NguPlayer *p, unsigned pet, unsigned to) {
    const NguContent *c = ngu_content(rules);
    unsigned from = p->pet[pet], count;
    if (c->space[to].location != s->location)
        return "gain.wing-away";
    if (c->space[from].location == s->location) {
        unsigned a = ngu_place(rules, from, &count), b = ngu_place(rules, to, &count);
        return pet == PARROT && a + 1 != b && b + 1 != a ? "gain.wing" : NULL;
    }
    if (to == ngu_derived(rules)->first[s->location])
        return NULL;
    bool shortcut = pet != PARROT;
    for (unsigned i = 0; i < c->shortcuts; i++)
        shortcut |= ngu_shortcut_end(rules, i, from) == to;
    return shortcut ? "gain.shortcut" : "gain.wing";
}

static void effect_move_text(const Voice *voice, const NguState *s, Move move, Text *out) {
    const NguPlayer *p = &s->player[move.seat];
    const char *way = route_key(voice->rules, s, p, move.arg[0], move.arg[1]);
    uint32_t useful = ngu_derived(voice->rules)->chest[move.arg[1]] & ngu_needs(voice->rules, s, p);
    if (useful)
        letters_text(voice, useful, out);
    else
        voice_format(voice, out, "gain.nothing", "");
    if (way) {
        text_puts(out, words_get(voice->words, "list.comma"));
        voice_format(voice, out, way, "");
    }
}

static void effect_box_text(const Voice *voice, const NguState *s, unsigned seat, unsigned box, unsigned pet,
                            Text *out) {
    const NguPlayer *p = &s->player[seat];
    NguPlayer after = *p;
    ngu_box_letter_text(voice, p, box, out);
    voice_format(voice, out, "gain.penalty", "d", (int)ngu_penalty(p, box, pet));
    after.marked |= BIT(box);
    int before = ngu_puzzle_points(voice->rules, s, p), then = ngu_puzzle_points(voice->rules, s, &after);
    if (ngu_puzzle_is_complete(s, &after))
        voice_format(voice, out, "gain.complete", "dd", then, before);
    else if (then > before)
        voice_format(voice, out, "gain.points", "dd", then, before);
}

/* R30, R31: the effect of one more letter of NEVER or GIVE UP. */
static void effect_letter_text(const Voice *voice, const NguPlayer *p, unsigned motto, Text *out) {
    const NguContent *c = ngu_content(voice->rules);
    bool give = (NGU_GIVE_UP & BIT(motto)) != 0;
    int n = (int)bits_count(p->motto & (give ? NGU_GIVE_UP : NGU_NEVER)) + 1;
    int first = give ? c->give_plus : c->never_reroll, second = give ? c->give_more_at : c->never_points_at;
    int points = give ? c->give_more : c->never_points;
    if (n == first)
        voice_format(voice, out, give ? "gain.plus" : "gain.reroll", "d", c->give_points);
    if (n == first && n == second)
        text_puts(out, words_get(voice->words, "list.comma"));
    if (n == second)
        voice_format(voice, out, give ? "gain.give-up" : "gain.never", "d", points);
    if (n == first || n == second)
        return;
    if (n < first)
        voice_format(voice, out, give ? "gain.plus-at" : "gain.reroll-at", "dd", n, first);
    else if (n < second)
        voice_format(voice, out, "gain.points-at", "ddd", n, second, points);
    else
        voice_format(voice, out, "gain.no-more", "");
}

/* Whether a pet can dig the letter in a location this turn, with or without a move. */
static bool letter_is_in_reach(const Rules *rules, const NguPlayer *p, unsigned location, unsigned letter) {
    const NguContent *c = ngu_content(rules);
    const NguDerived *d = ngu_derived(rules);
    for (unsigned pet = 0; pet < NGU_PETS; pet++)
        for (unsigned space = 0; space < c->spaces; space++)
            if (c->space[space].location == location && (d->chest[space] & BIT(letter)) &&
                (p->pet[pet] == space || (d->reach[pet][p->pet[pet]][location] >> space & 1)))
                return true;
    return false;
}

static void effect_go_text(const Voice *voice, const NguState *s, Move move, Text *out) {
    const NguPlayer *p = &s->player[move.seat];
    unsigned box = bits_first(~p->marked), letter = ngu_box_letter(voice->rules, p, box);
    if (letter_is_in_reach(voice->rules, p, move.arg[0], letter))
        voice_format(voice, out, "gain.reach", "nn", "letter", (int)letter, "box", (int)box);
}

static void effect_dice_text(const Voice *voice, const NguState *s, Move move, Text *out) {
    if (move.kind == MOVE_REROLL) {
        voice_format(voice, out, move.arg[1] == REROLL_FREE ? "gain.free" : "gain.permanent", "d",
                     s->player[move.seat].rerolls - 1);
        return;
    }
    uint32_t fit = ngu_locations_fitting(s->die[RED] + (move.arg[0] == RED ? 1u : 0),
                                         s->die[BLUE] + (move.arg[0] == BLUE ? 1u : 0));
    voice_format(voice, out, "gain.fits", "dnn", s->die[move.arg[0]] + 1, "location", (int)bits_first(fit), "location",
                 (int)bits_first(fit & (fit - 1)));
}

void ngu_effect_text(const Voice *voice, const void *view, Move move, Text *out) {
    const NguContent *c = ngu_content(voice->rules);
    const NguState *s = view;
    const NguPlayer *p = &s->player[move.seat];
    switch (move.kind) {
    case MOVE_REROLL:
    case MOVE_PLUS:
        effect_dice_text(voice, s, move, out);
        break;
    case MOVE_GO:
        effect_go_text(voice, s, move, out);
        break;
    case MOVE_CROSS:
        voice_format(voice, out, p->crossed[move.arg[0]] + 1 == c->set[move.arg[0]] ? "gain.fills" : "gain.crosses",
                     "dd", p->crossed[move.arg[0]] + 1, c->set[move.arg[0]]);
        break;
    case MOVE_FREE_DIG:
        effect_box_text(voice, s, move.seat, move.arg[0], NO_PET, out);
        break;
    case MOVE_FREE_LETTER:
        effect_letter_text(voice, p, move.arg[0], out);
        break;
    case MOVE_MOVE:
        effect_move_text(voice, s, move, out);
        break;
    case MOVE_DIG:
        effect_box_text(voice, s, move.seat, move.arg[1], move.arg[0], out);
        break;
    case MOVE_LETTER:
        effect_letter_text(voice, p, move.arg[1], out);
        break;
    default:
        voice_format(voice, out, move.kind == MOVE_DONE ? "gain.done" : "gain.lost", "");
        break;
    }
}
