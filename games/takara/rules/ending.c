/* The end of the game and the score (R38-R45). */
#include "games/takara/rules/phases.h"

static void game_end(TakaraState *s, TakaraEnding ending, Sink *sink) {
    s->ending = (uint8_t)ending;
    s->phase = PHASE_OVER;
    s->head.node = NODE_OVER;
    s->head.to_act = 0;
    s->job = JOB_NONE;
    s->site = s->at = s->left = s->chest = s->hits = 0;
    tell(sink, EVENT_ENDED, CHANCE, (int16_t)ending);
}

/* R42: checked whenever a tile has left its site and is fully resolved. */
bool takara_ending_reached(const Rules *rules, TakaraState *s, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    unsigned stones = takara_stones_found(rules, s), empty = 0;
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        empty += takara_site_is_empty(s, site);
    if (stones == 2) /* R38, R39 */
        game_end(s, active_player_const(s)->won[takara_derived(rules)->stone] == 2 ? ETERNAL_LIFE : BOTH_STONES, sink);
    else if (stones == 0 && empty >= c->no_stone_sites) /* R40 */
        game_end(s, NO_STONE, sink);
    else if (stones == 1 && empty >= c->one_stone_sites) /* R41 */
        game_end(s, ONE_STONE, sink);
    return s->ending != GOING_ON;
}

/* R43 */
void takara_ending_standstill(TakaraState *s, Sink *sink) {
    tell(sink, EVENT_STANDSTILL, CHANCE, s->idle);
    game_end(s, STANDSTILL, sink);
}

enum { PART_TILES, PART_CHESTS, PART_TOKENS, PART_STONES, PART_KARAS, PARTS };

/* R44. A lone Stone counts in full during the game, and nothing if the game ends by R41 or R43. */
static void seat_score(const Rules *rules, const TakaraState *s, unsigned seat, int32_t *part) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = &s->player[seat];
    bool stones_count = s->ending == GOING_ON || s->ending == BOTH_STONES || s->ending == ETERNAL_LIFE;
    for (unsigned kind = 0; kind < c->kinds; kind++)
        if (c->kind[kind].type != STONE_TILE)
            part[PART_TILES] += p->won[kind] * c->kind[kind].xp;
        else if (stones_count)
            part[PART_STONES] += p->won[kind] * c->kind[kind].xp;
    for (unsigned chest = 0; chest < c->chests; chest++)
        part[PART_CHESTS] += p->chests[chest] * c->chest[chest].xp;
    part[PART_TOKENS] = p->tokens * c->token_xp;
    part[PART_KARAS] = p->karas / c->karas_per_xp;
}

static bool everyone_has_lost(const Rules *rules, const TakaraState *s) {
    return s->ending == NO_STONE || (s->ending == STANDSTILL && takara_stones_found(rules, s) == 0);
}

void takara_ending_score(const Rules *rules, const void *state, Score *score) {
    const TakaraState *s = state;
    *score = (Score){.ending = s->ending};
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        seat_score(rules, s, seat, score->part[seat]);
        for (unsigned i = 0; i < PARTS; i++)
            score->points[seat] += score->part[seat][i];
    }
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        score->place[seat] = 1;
        if (everyone_has_lost(rules, s))
            score->place[seat] = 2;         /* R40: nobody is first */
        else if (s->ending == ETERNAL_LIFE) /* R39: the others lose equally */
            score->place[seat] = s->player[seat].won[takara_derived(rules)->stone] == 2 ? 1 : 2;
        else
            for (unsigned other = 0; other < rules->seats; other++)
                score->place[seat] = (uint8_t)(score->place[seat] + (score->points[other] > score->points[seat]));
    }
}
