/* Checks the content and computes the tables derived from it (R89, R90). */
#include "games/ayeaye/rules/frames.h"

/* ---- the map -------------------------------------------------------------------------------------------- */

static Status prepare_spaces(const AyeContent *c, AyeDerived *d, Err *err) {
    unsigned landing = 0, bays = 0, finals = 0;
    for (unsigned space = 0; space < AYE_SPACES; space++) {
        d->piece[space] = AYE_PIECES;
        d->event[space] = AYE_CARDS;
    }
    for (unsigned space = 0; space < c->spaces; space++) {
        unsigned kind = c->space[space].kind;
        bool land = kind != SEA && kind != FINAL;
        if (land && d->land != space)
            return refuse(err, SK_CONTENT, 89,
                          "{0:space} is on land but listed after a sea space; list land spaces first.", (int)space);
        if (land && ++d->land > AYE_LAND)
            return refuse(err, SK_CONTENT, 89, "There are more than {0} spaces on land.", AYE_LAND);
        landing += kind == LANDING;
        if (kind == DISCOVERY) {
            if (d->pieces == AYE_PIECES)
                return refuse(err, SK_CONTENT, 89, "There are more than {0} discovery spaces.", AYE_PIECES);
            d->where[d->pieces] = (uint8_t)space;
            d->piece[space] = d->pieces++;
        }
        if (kind == BAY)
            d->bay = (uint8_t)space, bays++;
        if (kind == FINAL)
            d->final = (uint8_t)space, finals++;
    }
    if (landing < AYE_SEATS)
        return refuse(err, SK_CONTENT, 89, "There are {0} landing spaces; there must be at least six.", (int)landing);
    if (bays != 1 || finals != 1)
        return refuse(err, SK_CONTENT, 89, "There are {0} Raft Bays and {1} Final Spaces; there must be one of each.",
                      (int)bays, (int)finals);
    return SK_OK;
}

static Status prepare_courses(const AyeContent *c, AyeDerived *d, Err *err) {
    for (unsigned space = 0; space < c->spaces; space++) {
        unsigned course = c->space[space].course;
        if (c->space[space].kind != SEA)
            continue;
        if (!d->length[course])
            d->course[course] = (uint8_t)space;
        if (d->course[course] + d->length[course] != space)
            return refuse(err, SK_CONTENT, 89,
                          "{0:space} is apart from its course; list all spaces of a course together.", (int)space);
        d->from_bay[space] = ++d->length[course];
    }
    for (unsigned course = 0; course < AYE_COURSES; course++)
        if (d->length[course] < 6)
            return refuse(err, SK_CONTENT, 89, "Course {0} has {1} spaces; there must be at least six.",
                          (int)course + 1, d->length[course]);
    for (unsigned i = 0; i < c->sea_events; i++) {
        unsigned space = c->sea_event[i].space, card = c->sea_event[i].card;
        if (c->space[space].kind != SEA || c->card[card].category != SEA_EVENT)
            return refuse(err, SK_CONTENT, 89,
                          "sea_events[{0}] has {1:space} and {2:card}; it needs a sea space and a sea card.", (int)i,
                          (int)space, (int)card);
        d->event[space] = (uint8_t)card;
    }
    return SK_OK;
}

/* Breadth-first search: steps from one space to all others. */
static void measure_steps(const AyeContent *c, AyeDerived *d, unsigned from) {
    uint8_t *steps = d->steps[from];
    bool grown = true;
    for (unsigned space = 0; space < AYE_LAND; space++)
        steps[space] = 254;
    steps[from] = 0;
    for (unsigned ring = 0; grown; ring++) {
        grown = false;
        for (unsigned i = 0; i < c->paths; i++)
            for (unsigned reverse = 0; reverse < 2; reverse++) {
                unsigned a = reverse ? c->path[i].to : c->path[i].from, b = reverse ? c->path[i].from : c->path[i].to;
                if (steps[a] == ring && steps[b] == 254) {
                    steps[b] = (uint8_t)(ring + 1);
                    grown = true;
                }
            }
    }
}

static Status prepare_paths(const AyeContent *c, AyeDerived *d, Err *err) {
    for (unsigned i = 0; i < c->paths; i++)
        if (c->path[i].from >= d->land || c->path[i].to >= d->land || c->path[i].from == c->path[i].to)
            return refuse(err, SK_CONTENT, 89, "paths[{0}] must join two different spaces on land.", (int)i);
    for (unsigned from = 0; from < d->land; from++) {
        measure_steps(c, d, from);
        for (unsigned to = 0; to < d->land; to++) {
            if (d->steps[from][to] == 254)
                return refuse(err, SK_CONTENT, 89, "No path leads from {0:space} to {1:space}.", (int)from, (int)to);
            if (d->steps[from][to] > d->farthest[from])
                d->farthest[from] = d->steps[from][to];
        }
    }
    unsigned icons = 0;
    for (unsigned icon = 0; icon < AYE_ICONS; icon++)
        icons += c->icon[icon];
    if (icons != d->pieces)
        return refuse(err, SK_CONTENT, 4, "There are {0} pieces of eight but {1} discovery spaces.", (int)icons,
                      d->pieces);
    return SK_OK;
}

/* ---- cards ------------------------------------------------------------------------------------------------ */

static bool loss_fits(const AyeEffect *e) {
    switch (e->verb) {
    case DO_TAKE:
        return e->what == WHAT_MATERIAL || e->what == WHAT_MAP;
    case DO_LOSE:
        return e->what <= WHAT_ALL;
    case DO_SWAP:
        return e->what == WHAT_PLACE || e->what == WHAT_FFCS || e->what == WHAT_ITEM;
    default:
        return true;
    }
}

static bool target_fits(const AyeEffect *e) {
    bool on_others = e->verb == DO_STEAL || e->verb == DO_SWAP || e->verb == DO_PUSH;
    bool on_any = e->verb == DO_XP || e->verb == DO_LOSE || e->verb == DO_SUSPEND || e->verb == DO_DRAW;
    if (e->verb == DO_SWAP && e->who == WHO_EACH)
        return false;
    return e->who == WHO_YOU ? !on_others : on_others || on_any;
}

static Status check_effects(const AyeCard *card, unsigned i, Err *err) {
    static const char *const sentence[] = {
        "Card {0:card}: win[{1}] is not a valid effect: its `who` or `what` does not fit its `do`.",
        "Card {0:card}: great[{1}] is not a valid effect: its `who` or `what` does not fit its `do`.",
        "Card {0:card}: lose[{1}] is not a valid effect: its `who` or `what` does not fit its `do`."};
    for (unsigned outcome = 0; outcome < 3; outcome++)
        for (unsigned k = 0; k < card->effects[outcome]; k++)
            if (!loss_fits(&card->effect[outcome][k]) || !target_fits(&card->effect[outcome][k]))
                return err_refuse(err, SK_CONTENT, 90, sentence[outcome], (const int32_t[]){(int)i, (int)k}, 2);
    return SK_OK;
}

static Status check_task(const AyeContent *c, const AyeCard *card, unsigned i, Err *err) {
    if (card->task == TASK_DICE && (!card->throws || !card->dice))
        return refuse(err, SK_CONTENT, 29, "Card {0:card}: a dice task needs `throws` and `dice`.", (int)i);
    if (card->task == TASK_DICE && card->need == NEED_DOUBLE && card->dice != 2)
        return refuse(err, SK_CONTENT, 29, "Card {0:card}: a double needs two dice.", (int)i);
    if (card->task == TASK_PLANK && (!card->shots || !card->hits))
        return refuse(err, SK_CONTENT, 30, "Card {0:card}: a plank task needs `shots` and `hits`.", (int)i);
    if (card->task == TASK_PLANK && card->target == HOLE_ONE && card->hole >= c->plank.holes)
        return refuse(err, SK_CONTENT, 30, "Card {0:card}: the plank has no such hole.", (int)i);
    if (card->great && card->great < card->hits)
        return refuse(err, SK_CONTENT, 30, "Card {0:card}: `great` is less than `hits`.", (int)i);
    if (card->kind == GUARDIAN && card->task == TASK_DUEL && card->foe == FOE_PIRATE)
        return refuse(err, SK_CONTENT, 47, "Card {0:card}: a Guardian's duel needs foe `card`.", (int)i);
    return SK_OK;
}

static Status prepare_card(const AyeContent *c, AyeDerived *d, unsigned i, Err *err) {
    const AyeCard *card = &c->card[i];
    if ((card->category == SEA_EVENT) != (card->kind == SEA_CARD))
        return refuse(err, SK_CONTENT, 90, "Card {0:card}: category `sea` needs kind `sea`, and vice versa.", (int)i);
    if (card->category < AYE_CATEGORIES && ++d->in_category[card->category] > AYE_STACK)
        return refuse(err, SK_CONTENT, 90, "Category {0:category} has more than {1} cards.", card->category, AYE_STACK);
    if (card->kind == GUARDIAN || card->kind == UNDEAD) {
        uint8_t *count = card->kind == GUARDIAN ? &d->guardians : &d->undead;
        if (*count == AYE_FIGURES)
            return refuse(err, SK_CONTENT, 90, "There are more than {0} Guardians or more than {0} captains.",
                          AYE_FIGURES);
        (card->kind == GUARDIAN ? d->guardian_card : d->undead_card)[*count] = (uint8_t)i;
        d->figure[i] = (*count)++;
    }
    d->ghosts = (uint8_t)(d->ghosts + (card->kind == GHOST));
    d->shrines = (uint8_t)(d->shrines + (card->kind == SHRINE));
    Status status = check_task(c, card, i, err);
    return status ? status : check_effects(card, i, err);
}

static Status prepare_cards(const AyeContent *c, AyeDerived *d, Err *err) {
    Status status = SK_OK;
    unsigned ffcs = 0;
    for (unsigned i = 0; i < AYE_CARDS; i++)
        d->figure[i] = AYE_FIGURES;
    for (unsigned i = 0; i < AYE_FIGURES; i++)
        d->guardian_card[i] = d->undead_card[i] = AYE_CARDS;
    for (unsigned i = 0; i < c->cards && !status; i++)
        status = prepare_card(c, d, i, err);
    for (unsigned category = 0; category < AYE_CATEGORIES && !status; category++)
        if (!d->in_category[category] && c->icon[category])
            status = refuse(err, SK_CONTENT, 90, "Category {0:category} has no cards, but pieces of eight show it.",
                            (int)category);
    for (unsigned ffc = 0; ffc < c->ffcs; ffc++)
        ffcs += c->ffc[ffc].count;
    if (!status && (ffcs < AYE_SEATS || ffcs > 200))
        status = refuse(err, SK_CONTENT, 90, "There are {0} Favour cards; there must be 6 to 200.", (int)ffcs);
    return status;
}

Status aye_content_prepare(const void *content, void *derived, Err *err) {
    const AyeContent *c = content;
    AyeDerived *d = derived;
    __builtin_memset(d, 0, sizeof *d);
    Status status = plank_board_check(&c->plank, 84, err);
    if (!status)
        status = prepare_spaces(c, d, err);
    if (!status)
        status = prepare_courses(c, d, err);
    if (!status)
        status = prepare_paths(c, d, err);
    if (!status)
        status = prepare_cards(c, d, err);
    if (!status && 2u * c->plank.aim + 1 > 251)
        status = refuse(err, SK_CONTENT, 84, "plank.aim must be at most 125.");
    return status;
}
