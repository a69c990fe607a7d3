/* Describes the cards of Aye Aye Island from their task, outcomes and effects. The text addresses the card's holder, as
 * on a printed card. */
#include "games/ayeaye/words/words_internal.h"

void aye_holes_text(const Voice *voice, unsigned set, Text *out) {
    unsigned arg = 0, count = bits_count(set);
    for (bits_each(hole, set)) {
        voice_join(voice, out, arg++, count);
        voice_name(voice, "hole", (int)hole, out);
    }
}

/* ---- the task ------------------------------------------------------------------------------------------- */

/* R46: shots or throws added by a skill, if the card allows it; 0 without a holder. */
static int bonus_of(const AyeCard *card, const AyePirate *holder, AyeSkill skill) {
    return holder && card->plus ? holder->skill[skill] : 0;
}

/* " (one from Devil's Luck)" */
static void bonus_text(const Voice *voice, int bonus, AyeSkill skill, Text *out) {
    if (bonus)
        voice_format(voice, out, "task.bonus", "dn", bonus, "skill", (int)skill);
}

static void dice_task_text(const Voice *voice, const AyeCard *card, const AyePirate *holder, Text *out) {
    int bonus = bonus_of(card, holder, GAMBLER);
    Text need = {0}, more = {0};
    if (card->need == NEED_SUM)
        voice_format(voice, &need, "need.sum.text", "d", card->n);
    else
        voice_name(voice, "need", card->need, &need);
    bonus_text(voice, bonus, GAMBLER, &more);
    voice_format(voice, out, "task.dice.text", "ddss", card->throws + bonus, card->dice, text_str(&need),
                 text_str(&more));
    text_free(&need);
    text_free(&more);
}

void aye_target_text(const Voice *voice, const AyeCard *card, Text *out) {
    Text holes = {0};
    aye_holes_text(
        voice, card->target == HOLE_ONE ? BIT(card->hole) : plank_holes_top(&aye_content(voice->rules)->plank), &holes);
    if (card->target == HOLE_ANY)
        voice_name(voice, "target", HOLE_ANY, out);
    else
        voice_format(voice, out, card->target == HOLE_BANK ? "target.bank.text" : "target.one.text", "s",
                     text_str(&holes));
    text_free(&holes);
}

static void plank_task_text(const Voice *voice, const AyeCard *card, const AyePirate *holder, Text *out) {
    int bonus = bonus_of(card, holder, MARKSMAN);
    Text where = {0}, more = {0};
    aye_target_text(voice, card, &where);
    bonus_text(voice, bonus, MARKSMAN, &more);
    voice_format(voice, out, "task.plank.text", "ddss", card->shots + bonus, card->hits, text_str(&where),
                 text_str(&more));
    text_free(&where);
    text_free(&more);
}

void aye_task_text(const Voice *voice, const AyeCard *card, const AyePirate *holder, Text *out) {
    switch (card->task) {
    case TASK_NONE:
        text_puts(out, words_get(voice->words, "task.none.text"));
        break;
    case TASK_CHOICE:
        text_puts(out, words_get(voice->words, "task.choice.text"));
        break;
    case TASK_DICE:
        dice_task_text(voice, card, holder, out);
        break;
    case TASK_PLANK:
        plank_task_text(voice, card, holder, out);
        break;
    default:
        text_puts(out, words_get(voice->words, card->foe == FOE_PIRATE    ? "task.duel.pirate"
                                               : card->first == FIRST_FOE ? "task.duel.foe"
                                                                          : "task.duel.you"));
        break;
    }
    if (card->tries > 1) {
        text_putc(out, ' ');
        voice_format(voice, out, "task.tries", "d", card->tries);
    }
}

/* ---- outcomes ------------------------------------------------------------------------------------------- */

static const char *const loss_key[] = {
    [WHAT_ITEM] = "loss.item", [WHAT_MATERIAL] = "loss.material", [WHAT_MAP] = "loss.map", [WHAT_FFC] = "loss.ffc",
    [WHAT_ALL] = "loss.all",   [WHAT_PLACE] = "loss.item",        [WHAT_FFCS] = "loss.ffc"};

static const char *effect_key(const AyeEffect *e) {
    bool you = e->who == WHO_YOU;
    switch (e->verb) {
    case DO_XP:
        return !you ? "effect.xp-other" : e->n < 0 ? "effect.xp-less" : "effect.xp";
    case DO_DRAW:
        return you ? "effect.draw" : "effect.draw-other";
    case DO_TAKE:
        return e->what == WHAT_MAP ? "effect.take-map" : "effect.take";
    case DO_LOSE:
        return you ? "effect.lose" : "effect.lose-other";
    case DO_STEAL:
        return "effect.steal";
    case DO_SWAP:
        return e->what == WHAT_PLACE ? "effect.swap-place" : e->what == WHAT_FFCS ? "effect.swap-hands" : "effect.swap";
    case DO_SUSPEND:
        return you ? "effect.suspend" : "effect.suspend-other";
    case DO_WALK:
        return "effect.walk";
    case DO_PUSH:
        return "effect.push";
    case DO_GO:
        return e->to == TO_LANDING ? "effect.go-landing" : e->to == TO_BAY ? "effect.go-bay" : "effect.go-piece";
    case DO_PEEK:
        return "effect.peek";
    case DO_TURN:
        return "effect.turn";
    default:
        return e->die ? (e->way == AHEAD ? "effect.drift-ahead" : "effect.drift-astern")
                      : (e->way == AHEAD ? "effect.sail-ahead" : "effect.sail-astern");
    }
}

void aye_effect_text(const Voice *voice, const AyeEffect *e, Text *out) {
    int n = e->n || e->verb == DO_XP ? e->n : 1;
    Text loss = {0};
    voice_format(voice, &loss, loss_key[e->what], "d", n);
    voice_format(voice, out, effect_key(e), "dns", n, "who", e->who, text_str(&loss));
    text_free(&loss);
}

bool aye_outcome_text(const Voice *voice, const AyeCard *card, AyeOutcome outcome, Text *out) {
    for (unsigned i = 0; i < card->effects[outcome]; i++) {
        if (i)
            text_puts(out, words_get(voice->words, "describe.semicolon"));
        aye_effect_text(voice, &card->effect[outcome][i], out);
    }
    return card->effects[outcome] > 0;
}

const char *aye_outcome_key(const AyeCard *card, AyeOutcome outcome) {
    switch (outcome) {
    case GREAT:
        return "card.if-great";
    case LOST:
        return card->task == TASK_CHOICE ? "card.if-refused" : "card.if-lost";
    default:
        return card->task == TASK_NONE ? "card.then" : card->task == TASK_CHOICE ? "card.if-paid" : "card.if-won";
    }
}

/* Whether the card can have this outcome. */
static bool has_outcome(const AyeCard *card, AyeOutcome outcome) {
    return outcome == GREAT  ? card->task == TASK_PLANK && card->great > 0
           : outcome == LOST ? card->task != TASK_NONE
                             : true;
}

void aye_outcomes_text(const Voice *voice, const AyeCard *card, char end, Text *out) {
    static const AyeOutcome order[] = {WON, GREAT, LOST};
    for (unsigned i = 0; i < 3; i++) {
        Text what = {0};
        if (has_outcome(card, order[i])) {
            if (!aye_outcome_text(voice, card, order[i], &what))
                text_puts(&what, words_get(voice->words, "card.nothing"));
            voice_format(voice, out, aye_outcome_key(card, order[i]), "sd", text_str(&what), card->great);
            text_putc(out, end);
        }
        text_free(&what);
    }
}

void aye_card_text(const Voice *voice, unsigned card, const AyePirate *holder, Text *out) {
    const AyeCard *c = aye_card(voice->rules, card);
    const char *text = voice_word(voice, "card", card, ".text");
    voice_format(voice, out,
                 c->kind == SEA_CARD ? "card.head-sea"
                 : c->kind == QUEST  ? "card.head-quest"
                                     : "card.head",
                 "nnns", "card", (int)card, "card-kind", c->kind, "category", c->category, text ? text : "");
    text_putc(out, '\n');
    aye_task_text(voice, c, holder, out);
    text_putc(out, '\n');
    aye_outcomes_text(voice, c, '\n', out);
    if (c->xp) {
        voice_format(voice, out, c->task == TASK_NONE ? "card.xp-too" : "card.xp", "d", c->xp);
        text_putc(out, '\n');
    }
}

/* ---- Favour cards and skills ------------------------------------------------------------------------------ */

void aye_ffc_text(const Voice *voice, unsigned ffc, Text *out) {
    const AyeContent *c = aye_content(voice->rules);
    const char *basic = voice_word(voice, "basic", c->ffc[ffc].basic, ".help");
    const char *special = c->ffc[ffc].special ? voice_word(voice, "special", c->ffc[ffc].special, ".help") : NULL;
    TemplateArg legs = {.name = "legs", .num = c->legs};
    voice_fill_template(voice, basic ? basic : "", &legs, 1, out);
    if (special) {
        text_putc(out, ' ');
        text_puts(out, special);
    }
}

void aye_skill_text(const Voice *voice, unsigned skill, unsigned level, Text *out) {
    const AyeContent *c = aye_content(voice->rules);
    const char *help = voice_word(voice, "skill", skill, ".help");
    TemplateArg arg[] = {{.name = "level", .num = (int)level},
                         {.name = "second", .num = c->look_second[level - 1]},
                         {.name = "first", .num = c->look_first[level - 1]}};
    voice_fill_template(voice, help ? help : "", arg, 3, out);
}
