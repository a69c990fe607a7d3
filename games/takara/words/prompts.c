/* Texts of Takara Island during play: prompts, warnings, the ending, and the cost and effect of moves. */
#include "base/bits.h"
#include "games/takara/words/words_internal.h"

/* ---- prompts -------------------------------------------------------------------------------------------- */

/* The prompts for the end of the day must be true whether the adventurers worked, were hurt or were resting. */
static void day_prompt_text(const Voice *voice, const TakaraState *s, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraPlayer *p = &s->player[s->active];
    if (!s->moved && p->karas >= c->sword_price)
        voice_format(voice, out, "prompt.morning", "d", p->available);
    else if (p->available)
        voice_format(voice, out, "prompt.day", "d", p->available);
    else if (p->hospital)
        voice_format(voice, out, "prompt.hospital", "dd", p->hospital, c->hospital_price);
    else
        voice_format(voice, out, !p->recruited && p->karas >= c->recruit_price ? "prompt.recruit" : "prompt.evening",
                     "");
}

/* The viewed tile, who else has seen it, and the possible answers. */
static void ask_prompt_text(const Voice *voice, const TakaraState *s, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    unsigned kind = s->kind[s->site][s->at], others = s->seen[s->site][s->at] & ~BIT(s->active);
    bool monster = kind < c->kinds && c->kind[kind].type == MONSTER_TILE;
    Text who = {0};
    voice_seats(voice, others, &who);
    voice_format(voice, out, others ? "prompt.ask-too" : "prompt.ask", "nnns", "kind", (int)kind, "tile", s->at, "site",
                 s->site, text_str(&who));
    text_putc(out, ' ');
    voice_format(voice, out, monster ? "prompt.turn" : "prompt.on", "d", c->view_pay);
    text_free(&who);
}

void takara_prompt_text(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    const TakaraContent *c = takara_content(voice->rules);
    if (s->phase == PHASE_MAP) {
        size_t at = out->len;
        voice_format(voice, out, "prompt.map", "ndd", "chest", s->chest, c->chest[s->chest].xp,
                     c->chest[s->chest].karas);
        voice_capitalize(out, at);
    } else if (s->phase == PHASE_ASK) {
        ask_prompt_text(voice, s, out);
    } else {
        day_prompt_text(voice, s, out);
    }
}

void takara_note_text(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    const TakaraPlayer *p = &s->player[s->active];
    if (s->phase == PHASE_OVER || s->active != voice->viewer)
        return;
    if (s->phase == PHASE_ASK) {
        voice_format(voice, out, "note.ask", "d", s->left - 1);
    } else if (s->sword) {
        voice_format(voice, out, "note.sword", "");
    } else if (p->specialist != NO_SPECIALIST && p->resting) {
        voice_format(voice, out, "note.resting", "n", "specialist", p->specialist);
    }
}

/* ---- warnings and the ending ---------------------------------------------------------------------------- */

bool takara_standstill_is_near(const Rules *rules, const TakaraState *s) {
    return s->phase != PHASE_OVER && 2u * s->idle >= takara_content(rules)->idle_turns * rules->seats;
}

void takara_idle_text(const Voice *voice, const TakaraState *s, Text *out) {
    voice_format(voice, out, "describe.idle", "dd", s->idle,
                 takara_content(voice->rules)->idle_turns * (int)voice->rules->seats);
}

/* Warns of unwanted endings: one empty site before R40 or R41, and when a standstill is near (R43). */
void takara_alarm_text(const Voice *voice, const void *view, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraState *s = view;
    unsigned empty = 0, stones = takara_stones_found(voice->rules, s);
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        empty += takara_site_is_empty(s, site);
    if (stones == 0 && empty + 1 == c->no_stone_sites)
        voice_format(voice, out, "alarm.no-stone", "");
    else if (stones == 1 && empty + 1 == c->one_stone_sites)
        voice_format(voice, out, "alarm.one-stone", "");
    if (takara_standstill_is_near(voice->rules, s)) {
        if (out->len)
            text_putc(out, '\n');
        takara_idle_text(voice, s, out);
    }
}

/* How the game ended, who won, and the viewer's rank. */
void takara_ending_text(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    Score score;
    unsigned set = voice_winners(voice, s, &score), viewer = voice->viewer;
    bool own = viewer < voice->rules->seats, won = own && (set & BIT(viewer));
    Text who = {0};
    text_puts(out, voice_word(voice, "ending", s->ending, ""));
    text_putc(out, ' ');
    if (set == 0) {
        voice_format(voice, out, "over.lost", "");
        return;
    }
    if (s->ending == STANDSTILL) { /* R43: there is a winner only if one Stone was found */
        voice_format(voice, out, "over.lone-stone", "");
        text_putc(out, ' ');
    }
    if (bits_count(set) == 1)
        voice_seat_first(voice, bits_first(set), &who);
    else
        voice_seats(voice, set, &who);
    voice_format(voice, out,
                 bits_count(set) > 1 ? "over.tie"
                 : won               ? "over.you"
                                     : "over.wins",
                 "sds", text_str(&who), (int)score.points[bits_first(set)],
                 takara_rank(voice, score.points[bits_first(set)]));
    if (own && !won) {
        text_putc(out, ' ');
        voice_format(voice, out, "over.rank", "ds", (int)score.points[viewer],
                     takara_rank(voice, score.points[viewer]));
    }
    text_free(&who);
}

/* ---- costs and effects of moves ------------------------------------------------------------------------- */

unsigned takara_cost(const Voice *voice, unsigned kind) {
    const TakaraContent *c = takara_content(voice->rules);
    if (kind >= MOVE_ARCHAEOLOGIST && kind <= MOVE_MINER)
        return c->price[kind - MOVE_ARCHAEOLOGIST];
    if (kind >= MOVE_AS_ARCHAEOLOGIST && kind <= MOVE_AS_MINER)
        return (unsigned)c->price[kind - MOVE_AS_ARCHAEOLOGIST] + c->extra;
    return kind == MOVE_RENT ? c->sword_price : kind == MOVE_BUY ? c->token_price : c->recruit_price;
}

/* The kind of a site's top tile if it is face down and the viewer has seen it; otherwise NULL. */
static const TakaraKind *top_seen_by_viewer(const Voice *voice, const TakaraState *s, unsigned site) {
    bool mine = !takara_site_is_empty(s, site) && takara_tile_state(voice, s, site, s->top[site]) == TILE_MINE;
    return mine ? takara_top(voice->rules, s, site) : NULL;
}

/* Warns players who dig a Rockfall or Monster that they have seen but may have forgotten (R16, R17, R27). */
void takara_confirm_text(const Voice *voice, const void *view, Move move, Text *out) {
    const TakaraState *s = view;
    bool digs = move.kind == MOVE_DIG, mines = move.kind == MOVE_MINER || move.kind == MOVE_AS_MINER;
    const TakaraKind *k = digs || mines ? top_seen_by_viewer(voice, s, move.arg[0]) : NULL;
    if (!k || (k->type != MONSTER_TILE && (k->type != ROCKFALL_TILE || mines)))
        return;
    const char *key = k->type == ROCKFALL_TILE ? "doubt.rockfall"
                      : mines                  ? "doubt.miner"
                      : s->sword               ? "doubt.monster-sword"
                                               : "doubt.monster";
    voice_format(voice, out, key, "nn", "site", move.arg[0], "kind", s->kind[move.arg[0]][s->top[move.arg[0]]]);
}

static void effect_site_text(const Voice *voice, const TakaraState *s, Move move, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    unsigned site = move.arg[0];
    const TakaraKind *k = move.kind == MOVE_FIGHT ? takara_top(voice->rules, s, site) : NULL;
    if (move.kind == MOVE_CLEAR)
        voice_format(voice, out, "gain.clear", "dd", c->clear_adventurers,
                     (int)takara_face_up_rockfalls(voice->rules, s) * c->clear_pay);
    else if (k)
        voice_format(voice, out, "gain.fight", "ddd", k->life - s->wounds[site], k->karas, k->xp);
    else if (top_seen_by_viewer(voice, s, site))
        voice_format(voice, out, "gain.seen", "n", "kind", s->kind[site][s->top[site]]);
}

/* How many of the tiles in this view (R11) the viewer already knows. */
static void effect_view_text(const Voice *voice, const TakaraState *s, unsigned site, Text *out) {
    unsigned from = s->top[site], end = from + takara_content(voice->rules)->view_tiles, known = 0;
    end = end < TAKARA_DEPTH ? end : TAKARA_DEPTH;
    for (unsigned tile = from; tile < end; tile++) {
        TileState state = takara_tile_state(voice, s, site, tile);
        known += state == TILE_MINE || state == TILE_UP;
    }
    if (known)
        voice_format(voice, out, known == end - from ? "gain.known-all" : "gain.known", "dd", (int)known,
                     (int)(end - from));
}

void takara_effect_text(const Voice *voice, const void *view, Move move, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraState *s = view;
    unsigned hurt = s->player[s->active].hospital;
    if (move.kind == MOVE_DIG || move.kind == MOVE_CLEAR || move.kind == MOVE_FIGHT)
        effect_site_text(voice, s, move, out);
    else if (move.kind == MOVE_VIEW)
        effect_view_text(voice, s, move.arg[0], out);
    else if (move.kind == MOVE_DIVE)
        voice_format(voice, out, "gain.karas", "d", c->dive_pay);
    else if (move.kind == MOVE_SELL)
        voice_format(voice, out, "gain.karas", "d", c->kind[move.arg[0]].xp * c->pay_per_xp);
    else if (move.kind == MOVE_SELL_CHEST)
        voice_format(voice, out, "gain.karas", "d", c->chest[move.arg[0]].xp * c->pay_per_xp);
    else if (move.kind == MOVE_TURN)
        voice_format(voice, out, "gain.karas", "d", c->view_pay);
    else if (move.kind == MOVE_CASH)
        voice_format(voice, out, "gain.karas", "d", c->chest[s->chest].karas);
    else if (move.kind == MOVE_KEEP || move.kind == MOVE_BUY)
        voice_format(voice, out, move.kind == MOVE_BUY ? "gain.token" : "gain.xp", "dd",
                     move.kind == MOVE_BUY ? c->token_xp : c->chest[s->chest].xp, c->token_price);
    else if (move.kind == MOVE_END && hurt)
        voice_format(voice, out, move.arg[0] ? "gain.heal" : "gain.rest", "ddd", move.arg[0] * c->hospital_price,
                     move.arg[0], (int)hurt);
    else if (voice_cost(voice, move.kind))
        voice_format(voice, out, "gain.price", "d", (int)voice_cost(voice, move.kind));
}

/* R44: the number of things that a part of the score counts. */
void takara_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out) {
    static const char *const key[] = {"part.tiles.of", "part.chests.of", "part.tokens.of", "part.stones.of",
                                      "part.karas.of"};
    const TakaraPlayer *p = &((const TakaraState *)view)->player[seat];
    const TakaraContent *c = takara_content(voice->rules);
    unsigned stones = p->won[takara_derived(voice->rules)->stone];
    const unsigned count[] = {takara_count(p->won, c->kinds) - stones, takara_count(p->chests, c->chests), p->tokens,
                              stones, p->karas};
    voice_format(voice, out, key[part], "d", (int)count[part]);
}
