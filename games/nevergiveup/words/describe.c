/* Texts of Never Give Up: the whole position in sentences, for players who cannot see the board, and details of one
 * thing. Prompts and effects of moves are in prompts.c. */
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "games/nevergiveup/words/words_internal.h"

const char *ngu_word(const Voice *voice, const char *list, unsigned i, const char *what) {
    const char *id = list_name(voice->rules, list, i);
    const char *found = id ? words_findf(voice->words, "%s.%s%s", list, id, what) : NULL;
    return found ? found : "";
}

/* ---- facts about a view --------------------------------------------------------------------------------- */

const char *ngu_phrase(const Rules *rules, const NguPlayer *p) {
    const NguContent *c = ngu_content(rules);
    return p->puzzle < c->puzzles ? c->puzzle[p->puzzle].phrase : NULL;
}

bool ngu_word_next(NguWord *word) {
    const char *at = word->text + word->length;
    word->first += word->length;
    word->text = at + (*at == ' ');
    word->length = (unsigned)strcspn(word->text, " ");
    return word->length > 0;
}

unsigned ngu_displayed_seat(const Voice *voice, const NguState *s) {
    return voice->viewer < voice->rules->seats ? voice->viewer : s->active;
}

unsigned ngu_seats_to_act(const NguState *s) { return s->phase == PHASE_DIG ? s->head.to_act : 0; }

static uint32_t motto_needs(const NguPlayer *p) {
    uint32_t needs = 0;
    for (bits_each(motto, ngu_motto_open(p->motto)))
        needs |= BIT(ngu_motto_letter[motto]);
    return needs;
}

uint32_t ngu_needs(const Rules *rules, const NguState *s, const NguPlayer *p) {
    uint32_t needs = motto_needs(p);
    if (ngu_phrase(rules, p))
        for (bits_each(box, ngu_boxes_open(s, p)))
            needs |= BIT(ngu_derived(rules)->letter[p->puzzle][box]);
    return needs;
}

unsigned ngu_place(const Rules *rules, unsigned space, unsigned *count) {
    const NguContent *c = ngu_content(rules);
    unsigned place = 0;
    *count = 0;
    for (unsigned i = 0; i < c->spaces; i++)
        if (c->space[i].location == c->space[space].location) {
            ++*count;
            place += i <= space;
        }
    return place;
}

unsigned ngu_shortcut_end(const Rules *rules, unsigned i, unsigned space) {
    const NguContent *c = ngu_content(rules);
    unsigned from = c->shortcut[i].from, to = c->shortcut[i].to;
    return from == space ? to : to == space ? from : c->spaces;
}

unsigned ngu_box_letter(const Rules *rules, const NguPlayer *p, unsigned box) {
    return ngu_derived(rules)->letter[p->puzzle][box];
}

/* ---- the island ----------------------------------------------------------------------------------------- */

/* "O, U, P, shortcut to Hut 2" */
static void chest_text(const Voice *voice, unsigned space, Text *out) {
    const NguContent *c = ngu_content(voice->rules);
    unsigned items = 0;
    for (const char *letter = c->space[space].letters; *letter; letter++) {
        voice_comma(voice, &items, out);
        voice_name(voice, "letter", *letter - 'A', out);
    }
    if (c->space[space].wing)
        voice_format(voice, out, "describe.wing", "");
    for (unsigned i = 0; i < c->shortcuts; i++)
        if (ngu_shortcut_end(voice->rules, i, space) < c->spaces)
            voice_format(voice, out, "describe.shortcut", "n", "space", (int)ngu_shortcut_end(voice->rules, i, space));
}

/* "your cat, Ebbe's monkey" */
static void pets_at_text(const Voice *voice, const NguState *s, unsigned space, Text *out) {
    unsigned items = 0;
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        for (unsigned pet = 0; pet < NGU_PETS; pet++) {
            if (s->player[seat].pet[pet] != space)
                continue;
            Text who = {0};
            voice_seat(voice, seat, &who);
            voice_comma(voice, &items, out);
            voice_format(voice, out, seat == voice->viewer ? "describe.your-pet" : "describe.pet", "ns", "pet",
                         (int)pet, text_str(&who));
            text_free(&who);
        }
}

void ngu_space_text(const Voice *voice, const NguState *s, unsigned space, bool pets, Text *out) {
    Text chest = {0}, who = {0};
    chest_text(voice, space, &chest);
    voice_format(voice, out, "look.space", "ns", "space", (int)space, text_str(&chest));
    if (pets)
        pets_at_text(voice, s, space, &who);
    if (who.len) {
        text_putc(out, ' ');
        voice_format(voice, out, "look.here", "s", text_str(&who));
    }
    text_free(&chest);
    text_free(&who);
}

void ngu_location_text(const Voice *voice, unsigned location, Text *out) {
    const NguContent *c = ngu_content(voice->rules);
    Text chests = {0};
    unsigned place = 0;
    for (unsigned space = 0; space < c->spaces; space++)
        if (c->space[space].location == location) {
            if (place)
                text_puts(&chests, words_get(voice->words, "describe.semicolon"));
            text_printf(&chests, "%u ", ++place);
            chest_text(voice, space, &chests);
        }
    voice_format(voice, out, "look.location", "nss", "location", (int)location,
                 ngu_word(voice, "location", location, ".when"), text_str(&chests));
    text_free(&chests);
}

/* The chests with a letter: "Forest 4 and Hut 4". */
static void chests_with_letter_text(const Voice *voice, unsigned letter, Text *out) {
    const NguContent *c = ngu_content(voice->rules);
    unsigned count = 0, items = 0;
    for (unsigned space = 0; space < c->spaces; space++)
        count += ngu_derived(voice->rules)->chest[space] >> letter & 1;
    for (unsigned space = 0; space < c->spaces; space++)
        if (ngu_derived(voice->rules)->chest[space] >> letter & 1) {
            voice_join(voice, out, items++, count);
            voice_name(voice, "space", (int)space, out);
        }
}

/* ---- sheets --------------------------------------------------------------------------------------------- */

static NguWord word_of(const Rules *rules, const NguPlayer *p, unsigned box) {
    NguWord word = {ngu_phrase(rules, p), 0, 0};
    while (ngu_word_next(&word) && box >= word.first + word.length)
        ;
    return word;
}

void ngu_box_letter_text(const Voice *voice, const NguPlayer *p, unsigned box, Text *out) {
    NguWord word = word_of(voice->rules, p, box);
    Text text = {0};
    text_add(&text, word.text, word.length);
    voice_format(voice, out, "describe.of-word", "ns", "letter", (int)ngu_box_letter(voice->rules, p, box),
                 text_str(&text));
    text_free(&text);
}

void ngu_box_text(const Voice *voice, const NguState *s, unsigned seat, unsigned box, Text *out) {
    const NguPlayer *p = &s->player[seat];
    Text letter = {0}, found = {0};
    size_t at = out->len;
    ngu_box_letter_text(voice, p, box, &letter);
    chests_with_letter_text(voice, ngu_box_letter(voice->rules, p, box), &found);
    if (p->marked & BIT(box))
        voice_format(voice, out, "look.marked", "nsd", "box", (int)box, text_str(&letter), p->penalty[box]);
    else
        voice_format(voice, out, "look.open", "nsdnsd", "box", (int)box, text_str(&letter),
                     (int)ngu_penalty(p, box, NO_PET), "letter", (int)ngu_box_letter(voice->rules, p, box),
                     text_str(&found), (int)ngu_penalty(p, box, MONKEY));
    voice_capitalize(out, at);
    text_free(&letter);
    text_free(&found);
}

void ngu_earned_text(const Voice *voice, const NguPlayer *p, bool give_up, bool brief, Text *out) {
    static const char *const keys[2][2][4] = {
        {{"earned.never", "earned.never-reroll", "earned.never-points", "earned.never-all"},
         {"earned.give-up", "earned.give-up-plus", "earned.give-up-all", "earned.give-up-all"}},
        {{"board.never", "board.never-reroll", "board.never-points", "board.never-all"},
         {"board.give-up", "board.give-up-plus", "board.give-up-all", "board.give-up-all"}}};
    const NguContent *c = ngu_content(voice->rules);
    unsigned n = bits_count(p->motto & (give_up ? NGU_GIVE_UP : NGU_NEVER));
    unsigned first = n >= (give_up ? c->give_plus : c->never_reroll);
    unsigned second = n >= (give_up ? c->give_more_at : c->never_points_at);
    const char *key = keys[brief][give_up][first + 2 * second];
    if (give_up)
        voice_format(voice, out, key, "ddddd", (int)n, c->give_plus, c->give_points, c->give_more_at, c->give_more);
    else
        voice_format(voice, out, key, "dddd", (int)n, c->never_reroll, c->never_points_at, c->never_points);
}

/* A line for each word: "EVERY: 1 E marked, 2 V marked (penalty 1), 3 E, 4 R, 5 Y". */
static void words_text(const Voice *voice, const NguState *s, const NguPlayer *p, Text *out) {
    for (NguWord word = {ngu_phrase(voice->rules, p), 0, 0}; ngu_word_next(&word); text_end_line(out)) {
        text_add(out, word.text, word.length);
        for (unsigned box = word.first; box < word.first + word.length; box++) {
            const char *key = !(p->marked & BIT(box)) ? "describe.open"
                              : p->penalty[box]       ? "describe.penalty"
                                                      : "describe.marked";
            text_puts(out, words_get(voice->words, box == word.first ? "describe.colon" : "list.comma"));
            voice_format(voice, out, key, "dnd", (int)box + 1, "letter", (int)ngu_box_letter(voice->rules, p, box),
                         p->penalty[box]);
        }
    }
    voice_format(voice, out, ngu_puzzle_is_complete(s, p) ? "describe.complete" : "describe.next", "ddd",
                 (int)bits_first(~p->marked) + 1, ngu_puzzle_points(voice->rules, s, p),
                 ngu_content(voice->rules)->complete);
    text_end_line(out);
}

static void motto_text(const Voice *voice, const NguPlayer *p, bool give_up, Text *out) {
    uint32_t marked = p->motto & (give_up ? NGU_GIVE_UP : NGU_NEVER);
    Text letters = {0}, earned = {0};
    unsigned items = 0;
    for (bits_each(motto, marked)) {
        voice_comma(voice, &items, &letters);
        voice_name(voice, "letter", ngu_motto_letter[motto], &letters);
    }
    ngu_earned_text(voice, p, give_up, false, &earned);
    voice_capitalize(&earned, 0);
    voice_format(voice, out, give_up ? "describe.give-up" : "describe.never", "dss", (int)bits_count(marked),
                 text_str(&letters), text_str(&earned));
    text_end_line(out);
    text_free(&letters);
    text_free(&earned);
}

/* "cat Waterfall 1, monkey Hut 3, parrot Boat 1" */
static void pets_text(const Voice *voice, const NguPlayer *p, Text *out) {
    unsigned items = 0;
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        voice_comma(voice, &items, out);
        voice_format(voice, out, "describe.stands", "nn", "pet", (int)pet, "space", p->pet[pet]);
    }
}

static void boat_text(const Voice *voice, const NguPlayer *p, Text *out) {
    const NguContent *c = ngu_content(voice->rules);
    unsigned items = 0;
    for (unsigned set = 0; set < c->sets; set++) {
        voice_comma(voice, &items, out);
        voice_format(voice, out, "describe.set", "dd", p->crossed[set], c->set[set]);
    }
}

static void sheet_text(const Voice *voice, const NguState *s, const Score *score, unsigned seat, Text *out) {
    const NguPlayer *p = &s->player[seat];
    Text who = {0}, parts = {0}, boat = {0}, pets = {0}, plan = {0};
    voice_seat(voice, seat, &who);
    voice_parts(voice, score, seat, &parts);
    boat_text(voice, p, &boat);
    pets_text(voice, p, &pets);
    ngu_plan_text(voice, s, seat, &plan);
    voice_format(voice, out,
                 seat != voice->viewer    ? "describe.sheet-of"
                 : s->phase == PHASE_OVER ? "describe.sheet-final"
                                          : "describe.sheet",
                 "ssdsd", text_str(&who), ngu_phrase(voice->rules, p), (int)score->points[seat], text_str(&parts),
                 parts.len > 0);
    text_end_line(out);
    words_text(voice, s, p, out);
    motto_text(voice, p, false, out);
    motto_text(voice, p, true, out);
    voice_format(voice, out, "describe.boat", "sd", text_str(&boat), p->rerolls);
    text_end_line(out);
    voice_format(voice, out, "describe.pets", "s", text_str(&pets));
    text_end_line(out);
    if (plan.len) {
        voice_format(voice, out, "note.plan", "s", text_str(&plan));
        text_end_line(out);
    }
    text_free(&who);
    text_free(&parts);
    text_free(&boat);
    text_free(&pets);
    text_free(&plan);
}

static void other_player_text(const Voice *voice, const NguState *s, const Score *score, unsigned seat, Text *out) {
    const NguPlayer *p = &s->player[seat];
    Text who = {0}, puzzle = {0}, boat = {0}, pets = {0};
    voice_seat(voice, seat, &who);
    voice_capitalize(&who, 0);
    voice_format(voice, &puzzle, ngu_puzzle_is_complete(s, p) ? "describe.whole" : "describe.progress", "sddd",
                 ngu_phrase(voice->rules, p), (int)bits_count(p->marked), s->length, (int)bits_first(~p->marked) + 1);
    boat_text(voice, p, &boat);
    pets_text(voice, p, &pets);
    voice_format(voice, out, "describe.other", "sdsddsds", text_str(&who), (int)score->points[seat], text_str(&puzzle),
                 (int)bits_count(p->motto & NGU_NEVER), (int)bits_count(p->motto & NGU_GIVE_UP), text_str(&boat),
                 p->rerolls, text_str(&pets));
    text_end_line(out);
    text_free(&who);
    text_free(&puzzle);
    text_free(&boat);
    text_free(&pets);
}

void ngu_plan_text(const Voice *voice, const NguState *s, unsigned seat, Text *out) {
    const NguPlayer *p = &s->player[seat];
    unsigned items = 0;
    if (p->mover < NO_PET) {
        items++;
        voice_format(voice, out, "plan.move", "nn", "pet", p->mover, "space", p->to);
    }
    if (p->digger >= NO_PET)
        return;
    voice_comma(voice, &items, out);
    if (p->dig_box < s->length)
        voice_format(voice, out, "plan.dig", "nnn", "pet", p->digger, "letter",
                     ngu_derived(voice->rules)->letter[p->puzzle][p->dig_box], "box", p->dig_box);
    else
        voice_format(voice, out, "plan.letter", "nn", "pet", p->digger, "motto", p->dig_letter);
}

/* ---- the whole position --------------------------------------------------------------------------------- */

static void turn_text(const Voice *voice, const NguState *s, Text *out) {
    Text who = {0};
    voice_seat(voice, s->active, &who);
    voice_capitalize(&who, 0);
    voice_format(voice, out,
                 s->phase == PHASE_OVER ? "describe.over"
                 : s->head.turn         ? "describe.turn"
                                        : "describe.setup",
                 "dd", s->head.turn, ngu_content(voice->rules)->turns);
    if (s->head.turn && s->phase != PHASE_OVER) {
        text_putc(out, ' ');
        voice_format(voice, out, s->active == voice->viewer ? "describe.you-lead" : "describe.leads", "s",
                     text_str(&who));
    }
    text_end_line(out);
    text_free(&who);
}

static void dice_text(const Voice *voice, const NguState *s, Text *out) {
    if (s->die[RED] == 0 || s->die[BLUE] == 0)
        return;
    uint32_t fit = ngu_locations_fitting(s->die[RED], s->die[BLUE]);
    if (s->location < NGU_LOCATIONS)
        voice_format(voice, out, s->double_now ? "describe.double" : "describe.chosen", "ddn", s->die[RED],
                     s->die[BLUE], "location", s->location);
    else
        voice_format(voice, out, "describe.fits", "ddnn", s->die[RED], s->die[BLUE], "location", (int)bits_first(fit),
                     "location", (int)bits_first(fit & (fit - 1)));
    text_end_line(out);
    unsigned to_act = ngu_seats_to_act(s),
             done = to_act && !s->double_now ? (BIT(voice->rules->seats) - 1) & ~to_act : 0;
    Text who = {0};
    voice_seats(voice, done, &who);
    if (done) {
        voice_format(voice, out, "describe.done", "s", text_str(&who));
        text_putc(out, ' ');
    }
    text_clear(&who);
    voice_seats(voice, to_act, &who);
    if (to_act) {
        voice_format(voice, out, "describe.awaited", "s", text_str(&who));
        text_end_line(out);
    }
    text_free(&who);
}

void ngu_describe_text(const Voice *voice, const void *view, Text *out) {
    const NguState *s = view;
    unsigned shown = ngu_displayed_seat(voice, s), seats = voice->rules->seats;
    Score score;
    voice->rules->game->score(voice->rules, view, &score);
    turn_text(voice, s, out);
    dice_text(voice, s, out);
    if (s->dealt == seats) {
        sheet_text(voice, s, &score, shown, out);
        for (unsigned i = 1; i < seats; i++)
            other_player_text(voice, s, &score, (shown + i) % seats, out);
    }
    for (unsigned location = 0; location < NGU_LOCATIONS; location++) {
        ngu_location_text(voice, location, out);
        text_end_line(out);
    }
}

/* ---- details of one thing ------------------------------------------------------------------------------- */

static void inspect_letter_text(const Voice *voice, const NguState *s, unsigned letter, Text *out) {
    const NguPlayer *p = &s->player[ngu_displayed_seat(voice, s)];
    uint32_t boxes = ngu_phrase(voice->rules, p) ? ngu_derived(voice->rules)->boxes[p->puzzle][letter] & ~p->marked : 0;
    Text found = {0}, for_boxes = {0};
    unsigned items = 0;
    chests_with_letter_text(voice, letter, &found);
    for (bits_each(box, boxes)) {
        voice_comma(voice, &items, &for_boxes);
        voice_name(voice, "box", (int)box, &for_boxes);
    }
    voice_format(voice, out, "look.letter", "nsdsd", "letter", (int)letter, text_str(&found), boxes != 0,
                 text_str(&for_boxes), (motto_needs(p) & BIT(letter)) != 0);
    text_free(&found);
    text_free(&for_boxes);
}

static void inspect_puzzle_text(const Voice *voice, const NguState *s, unsigned puzzle, Text *out) {
    Text who = {0};
    for (unsigned seat = 0; seat < s->dealt && seat < voice->rules->seats; seat++)
        if (s->player[seat].puzzle == puzzle)
            voice_seat(voice, seat, &who);
    voice_format(voice, out, who.len ? "look.puzzle-of" : "look.puzzle", "sds",
                 ngu_content(voice->rules)->puzzle[puzzle].phrase, ngu_derived(voice->rules)->length[puzzle],
                 text_str(&who));
    text_free(&who);
}

static void inspect_pet_text(const Voice *voice, const NguState *s, unsigned pet, Text *out) {
    text_puts(out, ngu_word(voice, "pet", pet, ".help"));
    for (unsigned seat = 0; seat < voice->rules->seats; seat++) {
        Text who = {0}, whose = {0};
        voice_seat(voice, seat, &who);
        voice_format(voice, &whose, seat == voice->viewer ? "describe.your-pet" : "describe.pet", "ns", "pet", (int)pet,
                     text_str(&who));
        voice_capitalize(&whose, 0);
        text_putc(out, ' ');
        voice_format(voice, out, "look.stands", "sn", text_str(&whose), "space", s->player[seat].pet[pet]);
        text_free(&who);
        text_free(&whose);
    }
}

bool ngu_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out) {
    const NguState *s = view;
    unsigned shown = ngu_displayed_seat(voice, s);
    if (strcmp(list, "space") == 0)
        ngu_space_text(voice, s, index, true, out);
    else if (strcmp(list, "location") == 0)
        ngu_location_text(voice, index, out);
    else if (strcmp(list, "puzzle") == 0)
        inspect_puzzle_text(voice, s, index, out);
    else if (strcmp(list, "pet") == 0)
        inspect_pet_text(voice, s, index, out);
    else if (strcmp(list, "letter") == 0)
        inspect_letter_text(voice, s, index, out);
    else if (strcmp(list, "box") == 0 && s->dealt == voice->rules->seats && index < s->length)
        ngu_box_text(voice, s, shown, index, out);
    else
        return false;
    text_end_line(out);
    return true;
}

/* A puzzle is named by its phrase, because a pack's own puzzles have no words in the catalogue. */
bool ngu_name_text(const Voice *voice, const char *list, unsigned index, Text *out) {
    if (strcmp(list, "puzzle") != 0)
        return false;
    text_puts(out, ngu_content(voice->rules)->puzzle[index].phrase);
    return true;
}

/* Ranks digs by penalty, then by whether the pet has just moved. Ranks moves first by whether the pet can dig there
 * this turn, then by whether the chest has a needed letter. */
unsigned ngu_rank(const Voice *voice, const void *view, Move move) {
    const NguState *s = view;
    const NguPlayer *p = &s->player[move.seat];
    if (move.kind == MOVE_DIG)
        return 2 * ngu_penalty(p, move.arg[1], move.arg[0]) + (move.arg[0] != p->mover);
    if (move.kind == MOVE_LETTER)
        return move.arg[0] != p->mover;
    if (move.kind == MOVE_FREE_DIG)
        return ngu_penalty(p, move.arg[0], NO_PET);
    if (move.kind != MOVE_MOVE)
        return 0;
    bool useful = ngu_derived(voice->rules)->chest[move.arg[1]] & ngu_needs(voice->rules, s, p);
    return 2u * (ngu_content(voice->rules)->space[move.arg[1]].location != s->location) + !useful;
}
