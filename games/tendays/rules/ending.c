/* The end of the game and the score (R108-R110). */
#include "games/tendays/rules/frames.h"

void ten_end(TenState *s, TenEnding ending, Sink *sink) {
    if (s->ending)
        return;
    s->ending = (uint8_t)ending;
    tell(sink, EVENT_ENDED, CHANCE, (int16_t)ending);
}

static unsigned points_of(const Rules *rules, uint32_t set) {
    unsigned points = 0;
    for (bits_each(c, set))
        points += ten_character(rules, c)->points;
    return points;
}

/* R109: the points of rescued characters and their treasures are multiplied by content->times. */
void ten_points(const Rules *rules, const TenState *s, unsigned seat, int32_t part[4]) {
    const TenContent *content = ten_content(rules);
    const TenSeat *p = &s->seat[seat];
    unsigned treasures = 0;
    for (bits_each(c, p->saved))
        for (unsigned i = 0; i < TEN_CARRY; i++)
            if (s->carried[c][i] < content->cards)
                treasures += content->card[s->carried[c][i]].value;
    part[0] = (int32_t)points_of(rules, p->island);
    part[1] = (int32_t)(points_of(rules, p->saved) * content->times);
    part[2] = (int32_t)(treasures * content->times);
    part[3] = p->turned * content->soul_points;
}

void ten_score(const Rules *rules, const void *state, Score *score) {
    const TenState *s = state;
    *score = (Score){.ending = s->ending};
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        int32_t part[4];
        ten_points(rules, s, seat, part);
        for (unsigned i = 0; i < 4; i++) {
            score->part[seat][i] = part[i];
            score->points[seat] += part[i];
        }
    }
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        score->place[seat] = 1;
        for (unsigned other = 0; other < rules->seats; other++)
            score->place[seat] = (uint8_t)(score->place[seat] + (score->points[other] > score->points[seat]));
    }
}
