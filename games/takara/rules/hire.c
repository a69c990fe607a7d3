/* Specialists: hiring them at the Harbor, and starting their work (R24-R29). */
#include "games/takara/rules/phases.h"

static bool is_at_harbor(const Rules *rules, const TakaraState *s, unsigned specialist) {
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (s->player[seat].specialist == specialist)
            return false;
    return true;
}

/* R26: only such a specialist can be copied. */
static bool is_with_another_player(const Rules *rules, const TakaraState *s, unsigned specialist) {
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (seat != s->active && s->player[seat].specialist == specialist)
            return true;
    return false;
}

static bool is_copy(Move move) { return move.kind >= MOVE_AS_ARCHAEOLOGIST; }
static unsigned specialist_of(Move move) {
    return (unsigned)(move.kind - (is_copy(move) ? MOVE_AS_ARCHAEOLOGIST : MOVE_ARCHAEOLOGIST));
}

static unsigned price_of(const Rules *rules, unsigned specialist, bool copy) {
    const TakaraContent *c = takara_content(rules);
    return (unsigned)c->price[specialist] + (copy ? c->extra : 0);
}

/* Whether the specialist can be hired or copied, regardless of the target (R24, R26). */
static Status check_specialist(const Rules *rules, const TakaraState *s, unsigned specialist, bool copy, Err *err) {
    const TakaraPlayer *p = active_player_const(s);
    if (p->specialist != NO_SPECIALIST)
        return refuse(err, SK_RULE, 24, "The {0:specialist} in front of you must go back first.", p->specialist);
    if (copy && !is_at_harbor(rules, s, IMPERSONATOR))
        return refuse(err, SK_RULE, 26, "The Impersonator is not at the Harbor.");
    if (copy && !is_with_another_player(rules, s, specialist))
        return refuse(err, SK_RULE, 26, "No other player has the {0:specialist}, so there is nobody to copy.",
                      (int)specialist);
    if (!copy && !is_at_harbor(rules, s, specialist))
        return refuse(err, SK_RULE, 24, "The {0:specialist} is not at the Harbor.", (int)specialist);
    if (p->karas < price_of(rules, specialist, copy))
        return refuse(err, SK_RANGE, 24, "You have {0} Karas; this costs {1}.", p->karas,
                      (int)price_of(rules, specialist, copy));
    return SK_OK;
}

/* R28: the last tile from which the whole look fits into the site, or the top if fewer tiles are left. */
static unsigned last_start_tile(const Rules *rules, const TakaraState *s, unsigned site) {
    int last = TAKARA_DEPTH - takara_content(rules)->soothsayer_tiles;
    return last < s->top[site] ? s->top[site] : (unsigned)last;
}

static Status check_target(const Rules *rules, const TakaraState *s, unsigned specialist, Move move, Err *err) {
    unsigned site = move.arg[0];
    if (takara_site_is_empty(s, site))
        return refuse(err, SK_RULE, 10, "Site {0} is empty.", (int)site + 1);
    if (specialist == MINER && takara_top_is(rules, s, site, MONSTER_TILE))
        return refuse(err, SK_RULE, 27, "The Miner cannot start at site {0}: a Monster is on top.", (int)site + 1);
    if (specialist == SOOTHSAYER && (move.arg[1] < s->top[site] || move.arg[1] > last_start_tile(rules, s, site))) {
        int first = s->top[site] + 1, last = (int)last_start_tile(rules, s, site) + 1;
        if (first == last)
            return refuse(err, SK_RANGE, 28, "The first tile there must be {0}.", first);
        return refuse(err, SK_RANGE, 28, "The first tile there must be from {0} to {1}.", first, last);
    }
    return SK_OK;
}

Status takara_hire_check(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    Status status = check_specialist(rules, s, specialist_of(move), is_copy(move), err);
    return status ? status : check_target(rules, s, specialist_of(move), move, err);
}

Move *takara_hire_legal(const Rules *rules, const TakaraState *s, Move *out) {
    if (active_player_const(s)->specialist != NO_SPECIALIST)
        return out;
    for (unsigned kind = MOVE_ARCHAEOLOGIST; kind <= MOVE_AS_MINER; kind++) {
        Move move = {(uint8_t)kind, s->active, {0}};
        unsigned specialist = specialist_of(move);
        if (check_specialist(rules, s, specialist, is_copy(move), NULL))
            continue;
        for (unsigned site = 0; site < TAKARA_SITES; site++) {
            move.arg[0] = (uint8_t)site;
            move.arg[1] = 0;
            if (takara_site_is_empty(s, site))
                continue;
            if (specialist != SOOTHSAYER) {
                if (check_target(rules, s, specialist, move, NULL) == SK_OK)
                    *out++ = move;
                continue;
            }
            for (unsigned first = s->top[site]; first <= last_start_tile(rules, s, site); first++)
                out = list_move(out, (TakaraMove)kind, s, site, first);
        }
    }
    return out;
}

void takara_hire_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    TakaraPlayer *p = active_player(s);
    unsigned specialist = specialist_of(move), price = price_of(rules, specialist, is_copy(move)), site = move.arg[0];
    adventurer_send(s, 1);
    p->karas = (uint16_t)(p->karas - price);
    p->specialist = (uint8_t)(is_copy(move) ? IMPERSONATOR : specialist);
    p->resting = 0;
    if (is_copy(move))
        tell(sink, EVENT_IMPERSONATED, s->active, (int16_t)specialist, (int16_t)price);
    else
        tell(sink, EVENT_HIRED, s->active, (int16_t)specialist, (int16_t)price);
    if (specialist == ARCHAEOLOGIST)
        takara_look_begin(rules, s, site, s->top[site], c->archaeologist_tiles, sink);
    else if (specialist == SOOTHSAYER)
        takara_look_begin(rules, s, site, move.arg[1], c->soothsayer_tiles, sink);
    else
        takara_dig_begin(rules, s, site, JOB_MINE, c->miner_tiles, sink);
}
