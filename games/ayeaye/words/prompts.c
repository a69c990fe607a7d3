/* Prompts for every question of Aye Aye Island, and its notes, warnings, endings and confirmations. */
#include "games/ayeaye/words/words_internal.h"

static void word_text(const Voice *voice, const char *key, Text *out) { text_puts(out, words_get(voice->words, key)); }

/* ---- movement ------------------------------------------------------------------------------------------- */

static void prompt_walk(const Voice *voice, const AyeState *s, Text *out) {
    int legs = aye_top_frame(s)->arg[WALK_LEGS];
    voice_format(voice, out, legs ? "prompt.walk-far" : "prompt.walk", "ddd", s->die[0], s->die[1],
                 s->die[0] + s->die[1] + legs);
}

static void prompt_bay(const Voice *voice, const AyeState *s, Text *out) {
    bool six = s->die[0] == 6 || s->die[1] == 6;
    voice_format(voice, out, six ? "prompt.cast" : "prompt.no-six", "ddd", s->die[0], s->die[1],
                 six ? (s->die[0] == 6 ? s->die[1] : s->die[0]) : aye_top_frame(s)->arg[BAY_THROWS]);
}

/* R12: a posted captain is met before a Guardian. */
static void prompt_lantern(const Voice *voice, const AyeState *s, Text *out) {
    unsigned place = s->pirate[s->actor].place, none = aye_content(voice->rules)->cards;
    unsigned captain = aye_captain_card_at(voice->rules, s, place),
             guard = aye_guardian_card_at(voice->rules, s, place);
    bool own = captain < none && s->poster[aye_derived(voice->rules)->figure[captain]] == s->actor;
    voice_format(voice, out, "prompt.lantern", "n", "card", (int)(captain < none && !own ? captain : guard));
}

static void prompt_flip(const Voice *voice, const AyeState *s, Text *out) {
    unsigned icon = aye_known_icon(voice, s, aye_derived(voice->rules)->piece[s->pirate[s->actor].place]);
    if (icon < AYE_ICONS)
        voice_format(voice, out, "prompt.flip-known", "n", "icon", (int)icon);
    else
        word_text(voice, "prompt.flip", out);
}

/* ---- quests and the Plank ------------------------------------------------------------------------------- */

static void prompt_thrown(const Voice *voice, const AyeState *s, Text *out) {
    voice_format(voice, out, "prompt.thrown", "nddd", "card", (int)aye_card_now(voice->rules, s), s->die[0], s->die[1],
                 aye_top_frame(s)->arg[DICE_THROWS]);
}

static void prompt_shot(const Voice *voice, const AyeState *s, Text *out) {
    const PlankBoard *b = &aye_content(voice->rules)->plank;
    if (aye_top_frame(s)->arg[PLANK_SHOTS_LEFT] == 0) {
        voice_format(voice, out, "prompt.last-shot", "d", aye_top_frame(s)->arg[PLANK_HITS]);
        return;
    }
    voice_format(voice, out, "prompt.place", "d", (int)plank_places(b) - 1);
    text_putc(out, ' ');
    size_t at = out->len;
    aye_shot_text(voice, s, false, out);
    voice_capitalize(out, at);
}

/* Lists the aims that point from the chosen place at the target holes. */
static void prompt_aim(const Voice *voice, const AyeState *s, Text *out) {
    const PlankBoard *b = &aye_content(voice->rules)->plank;
    unsigned said = 0;
    Text holes = {0};
    for (bits_each(hole, s->target)) {
        unsigned aim = aye_aim_at(voice->rules, aye_top_frame(s)->arg[PLANK_PLACE], hole);
        if (aim <= 2u * b->aim) {
            voice_comma(voice, &said, &holes);
            voice_format(voice, &holes, "prompt.hole", "nd", "hole", (int)hole, (int)aim);
        }
    }
    voice_format(voice, out, "prompt.aim", "dd", 2 * b->aim, b->aim);
    if (said) {
        text_putc(out, ' ');
        voice_format(voice, out, "prompt.holes", "s", text_str(&holes));
    }
    text_free(&holes);
}

/* Ranges of pushes, such as "17 to 19", that hit, or that are not fouls. */
static void pushes_text(const Voice *voice, const AyeState *s, bool hits, Text *out) {
    const Frame *f = aye_top_frame(s);
    unsigned max = aye_content(voice->rules)->plank.push, said = 0, from = 0;
    for (unsigned push = 1; push <= max + 1; push++) {
        AyeShotPrediction prediction = {.foul = true};
        if (push <= max)
            prediction = aye_predict_shot(voice->rules, s, f->arg[PLANK_PLACE], f->arg[PLANK_AIM], push);
        bool fits = hits ? prediction.counts : !prediction.foul;
        if (fits && !from)
            from = push;
        if (!fits && from) {
            voice_comma(voice, &said, out);
            voice_format(voice, out, push - from > 1 ? "prompt.from-to" : "prompt.just", "dd", (int)from,
                         (int)push - 1);
            from = 0;
        }
    }
}

static void prompt_push(const Voice *voice, const AyeState *s, Text *out) {
    Text fair = {0}, hit = {0};
    pushes_text(voice, s, false, &fair);
    pushes_text(voice, s, true, &hit);
    voice_format(voice, out, "prompt.push", "d", aye_content(voice->rules)->plank.push);
    text_putc(out, ' ');
    voice_format(voice, out, fair.len ? "prompt.fair" : "prompt.foul", "s", text_str(&fair));
    if (fair.len) {
        text_putc(out, ' ');
        voice_format(voice, out, hit.len ? "prompt.hits" : "prompt.hits-none", "s", text_str(&hit));
    }
    text_free(&fair);
    text_free(&hit);
}

static void prompt_grape(const Voice *voice, const AyeState *s, Text *out) {
    voice_format(voice, out, "prompt.grape", "d", aye_top_frame(s)->arg[BATTLE_HITS]);
}

/* ---- blades and booty ----------------------------------------------------------------------------------- */

static void foe_text(const Voice *voice, const AyeState *s, unsigned side, Text *out) {
    if (s->duel.side[side] < voice->rules->seats)
        voice_seat(voice, s->duel.side[side], out);
    else
        voice_name(voice, "card", (int)aye_card_now(voice->rules, s), out);
}

static void prompt_blade(const Voice *voice, const AyeState *s, Text *out) {
    const AyeDuel *duel = &s->duel;
    bool lay = s->ask == ASK_LAY;
    Text foe = {0};
    size_t at = out->len;
    foe_text(voice, s, lay ? duel->attacker ^ 1u : duel->attacker, &foe);
    if (lay)
        voice_format(voice, out, "prompt.lay", "s", text_str(&foe));
    else if (duel->laid < NO_BLADE)
        voice_format(voice, out, "prompt.answer-seen", "sn", text_str(&foe), "blade", duel->laid);
    else
        voice_format(voice, out, "prompt.answer", "s", text_str(&foe));
    voice_capitalize(out, at);
    text_free(&foe);
}

/* A sentence with the name of a seat and a number. */
static void about_seat_text(const Voice *voice, const char *key, unsigned seat, int number, Text *out) {
    Text who = {0};
    size_t at = out->len;
    voice_seat(voice, seat, &who);
    voice_format(voice, out, key, "sd", text_str(&who), number);
    voice_capitalize(out, at);
    text_free(&who);
}

/* R23, R38, R66: what the player is about to lose, and to whom. */
static void prompt_yield(const Voice *voice, const AyeState *s, Text *out) {
    const Frame *f = aye_top_frame(s);
    Text who = {0};
    size_t at = out->len;
    if (f->kind == FRAME_LOSE) {
        voice_format(voice, out, "prompt.lose-all", "n", "card", (int)aye_card_now(voice->rules, s));
        return;
    }
    voice_seat(voice, f->seat, &who);
    if (s->wanted < AYE_ITEMS)
        voice_format(voice, out, "prompt.yield", "sn", text_str(&who), "item", s->wanted);
    else
        voice_format(voice, out, "prompt.yield-blind", "sd", text_str(&who),
                     f->kind == FRAME_BOOTY && s->pirate[s->actor].ffcs > 1 ? 2 : 1);
    voice_capitalize(out, at);
    text_free(&who);
}

static void prompt_put(const Voice *voice, const AyeState *s, Text *out) {
    const Frame *f = aye_top_frame(s);
    bool push = f->kind == FRAME_PUSH;
    unsigned whom = push ? f->arg[PUSH_VICTIM] : f->arg[BOOTY_LOSER];
    unsigned steps = push ? f->arg[PUSH_STEPS] : aye_content(voice->rules)->put_steps;
    unsigned max = aye_derived(voice->rules)->farthest[aye_land_place(voice->rules, s->pirate[whom].place)];
    about_seat_text(voice, "prompt.put", whom, (int)(steps < max ? steps : max), out);
}

static void prompt_give(const Voice *voice, const AyeState *s, Text *out) {
    static const char *const key[] = {
        [WHAT_ITEM] = "loss.item", [WHAT_MATERIAL] = "loss.material", [WHAT_MAP] = "loss.map", [WHAT_FFC] = "loss.ffc"};
    const Frame *f = aye_top_frame(s);
    unsigned what = f->arg[LOSE_WHAT] <= WHAT_FFC ? f->arg[LOSE_WHAT] : WHAT_ITEM;
    Text loss = {0};
    voice_format(voice, &loss, key[what], "d", f->arg[LOSE_LEFT]);
    voice_format(voice, out, "prompt.give", "s", text_str(&loss));
    text_free(&loss);
}

static void prompt_whom(const Voice *voice, const AyeState *s, Text *out) {
    const Frame *f = aye_top_frame(s);
    const AyeCard *card = aye_card(voice->rules, f->arg[CARD_CARD]);
    Text what = {0};
    if (f->arg[AYE_STAGE] == CARD_JUDGE) {
        word_text(voice, "prompt.challenge", out);
        return;
    }
    aye_effect_text(voice, &card->effect[f->arg[CARD_OUTCOME]][f->arg[CARD_EFFECT]], &what);
    voice_format(voice, out, "prompt.whom", "s", text_str(&what));
    text_free(&what);
}

static void prompt_discard(const Voice *voice, const AyeState *s, Text *out) {
    const AyePirate *p = &s->pirate[s->actor];
    voice_format(voice, out, "prompt.discard", "dd", p->ffcs, (int)aye_hand_limit(voice->rules, p->place));
}

/* ---- all prompts ---------------------------------------------------------------------------------------- */

typedef void (*Prompt)(const Voice *voice, const AyeState *s, Text *out);
static const Prompt prompts[AYE_QUESTION_COUNT] = {
    [ASK_WALK] = prompt_walk,       [ASK_BAY] = prompt_bay,       [ASK_LANTERN] = prompt_lantern,
    [ASK_FLIP] = prompt_flip,       [ASK_THROWN] = prompt_thrown, [ASK_SHOT] = prompt_shot,
    [ASK_AIM] = prompt_aim,         [ASK_PUSH] = prompt_push,     [ASK_GRAPE] = prompt_grape,
    [ASK_LAY] = prompt_blade,       [ASK_ANSWER] = prompt_blade,  [ASK_YIELD] = prompt_yield,
    [ASK_PUT] = prompt_put,         [ASK_GIVE] = prompt_give,     [ASK_WHOM] = prompt_whom,
    [ASK_DISCARD] = prompt_discard,
};

/* Prompts that need only a name or a number. */
static void prompt_plain(const Voice *voice, const AyeState *s, Text *out) {
    const Frame *f = aye_top_frame(s);
    unsigned card = aye_card_now(voice->rules, s);
    switch (s->ask) {
    case ASK_SAIL:
        voice_format(voice, out, "prompt.sail", "d", s->die[0]);
        break;
    case ASK_SOBER:
        voice_format(voice, out, "prompt.sober", "d", s->pirate[s->actor].suspended);
        break;
    case ASK_DIG:
        voice_format(voice, out, "prompt.dig", "d", f->arg[SEARCH_FLIPS]);
        break;
    case ASK_CHOICE:
        voice_format(voice, out, "prompt.choice", "n", "card", (int)card);
        break;
    case ASK_BOOTY:
        about_seat_text(voice, "prompt.booty", s->victim, f->arg[BOOTY_PICKS], out);
        break;
    case ASK_STEAL:
    case ASK_SWAP:
        about_seat_text(voice, s->ask == ASK_STEAL ? "prompt.steal" : "prompt.swap", s->victim, 0, out);
        break;
    case ASK_PEEK:
        voice_format(voice, out, "prompt.peek", "d", f->arg[PEEK_LEFT]);
        break;
    case ASK_STEP:
        voice_format(voice, out, "prompt.step", "d", s->extra_n);
        break;
    case ASK_UNDEAD:
        voice_format(voice, out, "prompt.undead", "n", "card", (int)card);
        break;
    default: /* land, wind, search, against, take, skill */
        voice_name(voice, "ask", s->ask, out);
        break;
    }
}

void aye_prompt_text(const Voice *voice, const void *view, Text *out) {
    const AyeState *s = view;
    if (prompts[s->ask])
        prompts[s->ask](voice, s, out);
    else
        prompt_plain(voice, s, out);
}

static void ask_note_text(const Voice *voice, unsigned ask, Text *out) {
    const char *note = voice_word(voice, "ask", ask, ".note");
    text_puts(out, note ? note : "");
}

/* Advice for a player's first games. */
void aye_note_text(const Voice *voice, const void *view, Text *out) {
    const AyeState *s = view;
    const AyePirate *p = voice->viewer < voice->rules->seats ? &s->pirate[voice->viewer] : NULL;
    bool asked = p && s->head.node == NODE_DECISION && s->actor == voice->viewer;
    if (!asked)
        return;
    if (s->ask == ASK_WALK && p->items == AYE_ALL_ITEMS)
        word_text(voice, "note.sail", out);
    else if (s->ask == ASK_UNDEAD || s->ask == ASK_SKILL || s->ask == ASK_SEARCH ||
             (s->ask == ASK_SHOT && aye_top_frame(s)->arg[PLANK_SHOTS_LEFT]))
        ask_note_text(voice, s->ask, out);
}

/* ---- warnings and endings ------------------------------------------------------------------------------- */

static void new_line(Text *out) {
    if (out->len)
        text_putc(out, '\n');
}

void aye_alarm_text(const Voice *voice, const void *view, Text *out) {
    const AyeContent *c = aye_content(voice->rules);
    const AyeState *s = view;
    uint32_t searching = aye_seats_at(voice->rules, s, aye_derived(voice->rules)->final);
    if (searching) {
        Text who = {0};
        voice_seats(voice, searching, &who);
        new_line(out);
        voice_format(voice, out, "alarm.search", "sd", text_str(&who), (int)aye_doubloons_left(voice->rules, s));
        text_free(&who);
    }
    int left = c->dead_steps - s->dead + c->mountain_steps - s->mountain;
    if (voice->rules->option[OPTION_WRATH] && left <= 1) {
        new_line(out);
        word_text(voice, left ? "alarm.wrath" : "alarm.wrath-now", out);
    }
    if (s->round + 5 > c->rounds) {
        new_line(out);
        voice_format(voice, out, "alarm.monsoon", "d", c->rounds - s->round);
    }
}

void aye_ending_text(const Voice *voice, const void *view, Text *out) {
    const AyeState *s = view;
    Score score;
    uint32_t first = 0;
    first = voice_winners(voice, s, &score);
    bool own = voice->viewer < voice->rules->seats && (first & BIT(voice->viewer)), alone = bits_count(first) == 1;
    Text who = {0};
    voice_seats(voice, first, &who);
    if (s->ending == TREASURE) {
        voice_capitalize(&who, 0);
        voice_format(voice, out, own ? "over.treasure-you" : "over.treasure", "s", text_str(&who));
    } else {
        voice_name(voice, "ending", s->ending, out);
        text_putc(out, ' ');
        if (alone)
            voice_capitalize(&who, 0);
        voice_format(voice, out,
                     !alone ? "over.tie"
                     : own  ? "over.you"
                            : "over.wins",
                     "sd", text_str(&who), (int)score.points[bits_first(first)]);
    }
    text_free(&who);
}

void aye_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out) {
    const AyePirate *p = &((const AyeState *)view)->pirate[seat];
    static const char *const key[] = {"part.xp", "part.items.count", "part.ffcs.count"};
    if (part == 1)
        voice_format(voice, out, key[1], "d", (int)bits_count(p->items));
    else if (part == 2)
        voice_format(voice, out, key[2], "d", p->ffcs);
    else
        word_text(voice, key[0], out);
}

/* ---- confirmations ---------------------------------------------------------------------------------------- */

/* R48: walking into a fight that may cost everything. */
static void confirm_go_text(const Voice *voice, const AyeState *s, unsigned space, Text *out) {
    const AyePirate *p = &s->pirate[s->actor];
    unsigned none = aye_content(voice->rules)->cards, guard = aye_guardian_card_at(voice->rules, s, space);
    if (guard < none && (p->items || p->ffcs))
        voice_format(voice, out, "doubt.guardian", "n", "card", (int)guard);
}

void aye_confirm_text(const Voice *voice, const void *view, Move move, Text *out) {
    const AyeState *s = view;
    const Frame *f = aye_top_frame(s);
    if (move.kind == MOVE_GO)
        confirm_go_text(voice, s, move.arg[0], out);
    else if (move.kind == MOVE_STOP && f->arg[PLANK_SHOTS_LEFT])
        voice_format(voice, out, "doubt.stop", "d", f->arg[PLANK_SHOTS_LEFT]);
    else if (move.kind == MOVE_PUSH &&
             aye_predict_shot(voice->rules, s, f->arg[PLANK_PLACE], f->arg[PLANK_AIM], move.arg[0]).foul)
        voice_format(voice, out, "doubt.foul", "d", move.arg[0]);
}
