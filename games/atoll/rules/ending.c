/* The water marker, the endings and the score (R39, R42-R46). */
#include "games/atoll/rules/phases.h"

/* The marker never passes the skull. */
void atoll_water_rise(const Rules *rules, AtollState *s, Sink *sink) {
    uint8_t skull = atoll_skull(rules);
    if (s->water >= skull)
        return;
    s->water++;
    tell(sink, EVENT_WATER, CHANCE, s->water, s->water < skull ? atoll_content(rules)->floods[s->water] : 0);
}

void atoll_game_end(AtollState *s, AtollEnding ending, Sink *sink) {
    s->ending = (uint8_t)ending;
    s->phase = PHASE_OVER;
    s->head.node = NODE_OVER;
    s->head.to_act = 0;
    s->left = s->actions = 0;
    s->hit = 0;
    tell(sink, EVENT_ENDED, 0, (int16_t)ending);
}

enum { PART_WON, PART_TREASURES, PART_WATER, PART_DRY, PART_FLOODED, PART_SEARCH, PARTS };

/* R45: the score, won or lost. Before the end, the score if the game ended now. */
void atoll_ending_score(const Rules *rules, const void *state, Score *score) {
    const AtollContent *c = atoll_content(rules);
    const AtollState *s = state;
    *score = (Score){.ending = s->ending};
    int32_t *part = score->part[0];
    int squares = (int)atoll_skull(rules) - 1 - s->water;
    part[PART_WON] = s->ending == WON ? c->score_won : 0;
    part[PART_TREASURES] = c->score_treasure * (int)bits_count(s->claimed);
    part[PART_WATER] = c->score_water * (squares > 0 ? squares : 0);
    part[PART_DRY] = c->score_dry * (int)bits_count(atoll_unsunk(rules, s) & ~s->flooded);
    part[PART_FLOODED] = c->score_flooded * (int)bits_count(s->flooded);
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (!(s->claimed & BIT(colour)))
            part[PART_SEARCH] += c->score_search * s->track[colour];
    for (unsigned i = 0; i < PARTS; i++)
        score->points[0] += part[i];
    score->place[0] = s->ending == WON ? 1 : 2;
}
