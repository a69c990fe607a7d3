/* Endings and the score (R79-R83). */
#include "games/ayeaye/rules/frames.h"

static bool step_lists_event(const AyeWrathStep *step, AyeWhen when) {
    for (unsigned i = 0; i < step->whens; i++)
        if (step->when[i] == when)
            return true;
    return false;
}

/* R80: an event moves each marker at most one step. */
void aye_wrath_advance(const Rules *rules, AyeState *s, AyeWhen when, Sink *sink) {
    const AyeContent *c = aye_content(rules);
    if (!rules->option[OPTION_WRATH])
        return;
    if (s->dead < c->dead_steps && step_lists_event(&c->dead[s->dead], when)) {
        s->dead++;
        tell(sink, EVENT_WRATH, CHANCE, 0, s->dead, c->dead_steps);
    }
    if (s->mountain < c->mountain_steps && step_lists_event(&c->mountain[s->mountain], when)) {
        s->mountain++;
        tell(sink, EVENT_WRATH, CHANCE, 1, s->mountain, c->mountain_steps);
    }
}

bool aye_wrath_is_complete(const Rules *rules, const AyeState *s) {
    const AyeContent *c = aye_content(rules);
    return rules->option[OPTION_WRATH] && s->dead == c->dead_steps && s->mountain == c->mountain_steps;
}

void aye_end(AyeState *s, AyeEnding ending, Sink *sink) {
    s->ending = (uint8_t)ending;
    question_open(s, ASK_OVER, s->actor);
    tell(sink, EVENT_ENDED, CHANCE, (int16_t)ending);
}

enum { PART_XP, PART_ITEMS, PART_FFCS, PARTS };

void aye_score(const Rules *rules, const void *state, Score *score) {
    const AyeState *s = state;
    *score = (Score){.ending = s->ending};
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        const AyePirate *p = &s->pirate[seat];
        score->part[seat][PART_XP] = p->xp;
        score->part[seat][PART_ITEMS] = (int32_t)bits_count(p->items);
        score->part[seat][PART_FFCS] = p->ffcs;
        for (unsigned i = 0; i < PARTS; i++)
            score->points[seat] += score->part[seat][i];
    }
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        score->place[seat] = 1;
        if (s->ending == TREASURE) /* R79 */
            score->place[seat] = seat == s->finder ? 1 : 2;
        else
            for (unsigned other = 0; other < rules->seats; other++)
                score->place[seat] = (uint8_t)(score->place[seat] + (score->points[other] > score->points[seat]));
    }
}
