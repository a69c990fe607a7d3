/* Fights with Monsters, and chests with the Map and the Mimic (R30-R34). */
#include "games/takara/rules/phases.h"

void takara_fight_begin(const Rules *rules, TakaraState *s, unsigned site, Sink *sink) {
    (void)rules;
    adventurer_send(s, 1);
    s->job = JOB_FIGHT;
    s->site = (uint8_t)site;
    s->at = s->top[site];
    tell(sink, EVENT_FIGHTING, s->active, (int16_t)site, s->kind[site][s->at]);
    await_chance(s, PHASE_FIGHT);
}

/* R30: rolling continues until the Monster is beaten or the adventurer is hurt. R31: Wounds stay. */
void takara_fight_die(const Rules *rules, TakaraState *s, unsigned face, Sink *sink) {
    unsigned site = s->site, kind = s->kind[site][s->at];
    const TakaraKind *k = &takara_content(rules)->kind[kind];
    tell(sink, EVENT_ROLLED, s->active, (int16_t)face);
    if (face == HOSPITAL_FACE) {
        takara_adventurer_hurt(s, sink);
        takara_action_end(s);
        return;
    }
    s->wounds[site]++;
    tell(sink, EVENT_WOUNDED, s->active, (int16_t)site, (int16_t)kind, s->wounds[site], k->life);
    if (s->wounds[site] < k->life)
        return;
    active_player(s)->won[kind]++;
    tell(sink, EVENT_DEFEATED, s->active, (int16_t)site, (int16_t)kind);
    takara_karas_gain(s, k->karas, sink);
    takara_tile_gone(rules, s, site);
    takara_tile_resolved(rules, s, sink);
}

/* ---- chests --------------------------------------------------------------------------------------------- */

void takara_chest_begin(const Rules *rules, TakaraState *s, Sink *sink) {
    unsigned left = 0;
    for (unsigned chest = 0; chest < TAKARA_CHESTS; chest++)
        left += s->pile[chest];
    if (left) {
        await_chance(s, PHASE_CHEST);
        return;
    }
    tell(sink, EVENT_NO_CHEST, s->active, 0); /* possible only with a content pack of few chests */
    takara_tile_resolved(rules, s, sink);
}

void takara_chest_drawn(const Rules *rules, TakaraState *s, unsigned chest, Sink *sink) {
    const TakaraChest *c = &takara_content(rules)->chest[chest];
    s->pile[chest]--;
    tell(sink, EVENT_CHEST, s->active, (int16_t)chest);
    if (c->type == CHEST_MIMIC || c->type == CHEST_MAP) {
        s->chest = (uint8_t)chest;
        if (c->type == CHEST_MIMIC)
            await_chance(s, PHASE_MIMIC); /* R34 */
        else
            await_player(s, PHASE_MAP); /* R33 */
        return;
    }
    if (c->type == CHEST_KEEP)
        active_player(s)->chests[chest]++; /* R32 */
    takara_karas_gain(s, c->karas, sink);
    takara_tile_resolved(rules, s, sink);
}

static void chest_keep(TakaraState *s, Sink *sink) {
    active_player(s)->chests[s->chest]++;
    tell(sink, EVENT_KEPT, s->active, s->chest);
    s->chest = s->hits = 0;
}

/* R34: the first hospital shuffles the Mimic back into the chests; nobody is hurt. */
void takara_mimic_die(const Rules *rules, TakaraState *s, unsigned face, Sink *sink) {
    tell(sink, EVENT_ROLLED, s->active, (int16_t)face);
    if (face == HOSPITAL_FACE) {
        s->pile[s->chest]++;
        tell(sink, EVENT_MIMIC_BACK, s->active, s->chest);
        s->chest = s->hits = 0;
        takara_tile_resolved(rules, s, sink);
    } else if (++s->hits >= takara_content(rules)->chest[s->chest].life) {
        chest_keep(s, sink);
        takara_chest_begin(rules, s, sink);
    }
}

/* R33 */
void takara_map_apply(const Rules *rules, TakaraState *s, bool keep, Sink *sink) {
    if (keep) {
        chest_keep(s, sink);
    } else {
        tell(sink, EVENT_CASHED, s->active, s->chest);
        takara_karas_gain(s, takara_content(rules)->chest[s->chest].karas, sink);
        s->chest = 0;
    }
    takara_tile_resolved(rules, s, sink);
}
