/* Texts of Takara Island: the whole position in sentences, for players who cannot see the board, and details of one
 * thing. The sentences say what only the viewer knows. Prompts are in prompts.c. */
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "games/takara/words/words_internal.h"

const char *takara_rank(const Voice *voice, int32_t points) {
    int rank = points < 0 ? 0 : (int)points / RANK_STEP;
    const char *found = words_findf(voice->words, "rank.%d", rank < RANKS ? rank : RANKS - 1);
    return found ? found : "";
}

/* ---- tiles ---------------------------------------------------------------------------------------------- */

/* "a rich goblin (life 2, one wound, worth 10 Karas and 1 XP)" */
static void kind_text(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile, Text *out) {
    unsigned kind = s->kind[site][tile];
    const TakaraKind *k = &takara_content(voice->rules)->kind[kind];
    if (k->type != MONSTER_TILE) {
        voice_name(voice, "kind", (int)kind, out);
        return;
    }
    voice_format(voice, out, "describe.monster", "ndddd", "kind", (int)kind, k->life,
                 tile == s->top[site] ? s->wounds[site] : 0, k->karas, k->xp);
}

static void tile_text(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile, Text *out) {
    TileState state = takara_tile_state(voice, s, site, tile);
    Text kind = {0}, who = {0};
    voice_seats(voice, s->seen[site][tile], &who);
    if (state == TILE_UP || state == TILE_MINE)
        kind_text(voice, s, site, tile, &kind);
    if (state == TILE_UP)
        voice_format(voice, out, "describe.up", "ns", "tile", (int)tile, text_str(&kind));
    else if (state == TILE_MINE)
        voice_format(voice, out, bits_count(s->seen[site][tile]) > 1 ? "describe.mine-also" : "describe.mine", "nss",
                     "tile", (int)tile, text_str(&kind), text_str(&who));
    else if (state == TILE_SEEN)
        voice_format(voice, out, s->marked[site] >> tile & 1 ? "describe.seen-clean" : "describe.seen", "ns", "tile",
                     (int)tile, text_str(&who));
    text_free(&kind);
    text_free(&who);
}

void takara_tiles_text(const Voice *voice, const TakaraState *s, unsigned site, unsigned from, unsigned count,
                       Text *out) {
    unsigned end = from + count < TAKARA_DEPTH ? from + count : TAKARA_DEPTH;
    for (unsigned tile = from; tile < end;) {
        unsigned next = tile + 1;
        if (tile > from)
            text_puts(out, words_get(voice->words, "describe.semicolon"));
        if (takara_tile_state(voice, s, site, tile) == TILE_UNDRAWN) {
            while (next < end && takara_tile_state(voice, s, site, next) == TILE_UNDRAWN)
                next++;
            voice_format(voice, out, "describe.undrawn", "ddd", (int)(next - tile), (int)tile + 1, (int)next);
        } else {
            tile_text(voice, s, site, tile, out);
        }
        tile = next;
    }
}

void takara_site_text(const Voice *voice, const TakaraState *s, unsigned site, Text *out) {
    Text tiles = {0};
    bool whole = s->up[site] == 0 && takara_count(s->seen[site], TAKARA_DEPTH) == 0;
    takara_tiles_text(voice, s, site, s->top[site], TAKARA_DEPTH, &tiles);
    voice_format(voice, out,
                 takara_site_is_empty(s, site) ? "describe.site-empty"
                 : whole                       ? "describe.site-whole"
                                               : "describe.site",
                 "dds", (int)site + 1, TAKARA_DEPTH - s->top[site], text_str(&tiles));
    text_free(&tiles);
}

/* A name without an article, to put after a number. If `brief` is set, the name is as on the tiles, with signs ("2 XP
 * +"). */
static const char *short_word(const Voice *voice, const char *list, unsigned i, bool brief) {
    const char *many = brief ? NULL : voice_word(voice, list, i, ".many");
    const char *name = many ? many : voice_word(voice, list, i, ".short");
    return name ? name : voice_word(voice, list, i, "");
}

/* "3 × 2 XP", or "3×2 XP" if brief; just the name if n is 1. */
static void times_text(const Voice *voice, int n, const char *name, bool brief, Text *out) {
    if (n > 1)
        voice_format(voice, out, brief ? "board.times" : "describe.times", "ds", n, name);
    else
        text_puts(out, name);
}

void takara_seat_letters(unsigned set, char out[TAKARA_SEATS + 1]) {
    size_t n = 0;
    for (bits_each(seat, set))
        out[n++] = (char)('A' + seat);
    out[n] = '\0';
}

/* A tile in short: "Rockfall", "4 XP (AC)", "C looked ✓"; nothing for an undrawn tile. */
static void tile_brief_text(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile, Text *out) {
    TileState state = takara_tile_state(voice, s, site, tile);
    const char *name =
        state == TILE_UP || state == TILE_MINE ? short_word(voice, "kind", s->kind[site][tile], true) : "";
    char letters[TAKARA_SEATS + 1];
    takara_seat_letters(s->seen[site][tile], letters);
    if (state == TILE_UP)
        text_puts(out, name);
    else if (state == TILE_MINE)
        voice_format(voice, out, "board.tile-mine", "ss", name, letters);
    else if (state == TILE_SEEN)
        voice_format(voice, out, s->marked[site] >> tile & 1 ? "board.tile-clean" : "board.tile-seen", "s", letters);
}

void takara_site_brief_text(const Voice *voice, const TakaraState *s, unsigned site, Text *out) {
    Text tiles = {0};
    for (unsigned tile = s->top[site], next; tile < TAKARA_DEPTH; tile = next) {
        Text one = {0}, other = {0};
        tile_brief_text(voice, s, site, tile, &one);
        for (next = tile + 1; next < TAKARA_DEPTH; next++) {
            text_clear(&other);
            tile_brief_text(voice, s, site, next, &other);
            if (strcmp(text_str(&one), text_str(&other)) != 0)
                break;
        }
        if (tiles.len && one.len)
            text_puts(&tiles, words_get(voice->words, "describe.semicolon"));
        if (one.len)
            voice_format(voice, &tiles, "board.tile", "ddds", (int)(next - tile), (int)next, (int)tile + 1,
                         text_str(&one));
        text_free(&one);
        text_free(&other);
    }
    size_t at = out->len;
    voice_format(voice, out, tiles.len ? "board.site" : "board.site-empty", "ns", "site", (int)site, text_str(&tiles));
    voice_capitalize(out, at);
    text_free(&tiles);
}

static unsigned unknown_count(const Rules *rules, const TakaraState *s, unsigned level, unsigned kind) {
    if (kind != takara_derived(rules)->stone)
        return s->deck[level][kind];
    return level == TAKARA_LEVELS - 1 ? (unsigned)s->stone[0] + s->stone[1] : 0;
}

bool takara_unknown_text(const Voice *voice, const TakaraState *s, unsigned level, bool brief, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    unsigned items = 0, monsters = 0;
    for (unsigned kind = 0; kind < c->kinds; kind++) {
        unsigned n = unknown_count(voice->rules, s, level, kind);
        const char *name = short_word(voice, "kind", kind, brief);
        if (brief && c->kind[kind].type == MONSTER_TILE)
            monsters += n;
        else if (n) {
            voice_comma(voice, &items, out);
            times_text(voice, (int)n, name, brief, out);
        }
    }
    if (monsters) {
        voice_comma(voice, &items, out);
        voice_format(voice, out, "board.monsters", "d", (int)monsters);
    }
    return items > 0;
}

/* ---- players -------------------------------------------------------------------------------------------- */

void takara_team_text(const Voice *voice, const TakaraPlayer *p, bool recruit, Text *out) {
    const char *const key[] = {"describe.ready", "describe.used", "describe.hospital", "describe.break"};
    const uint8_t count[] = {p->available, p->used, p->hospital, p->break_room};
    unsigned items = 0;
    for (unsigned i = 0; i < 4; i++)
        if (count[i]) {
            voice_comma(voice, &items, out);
            voice_format(voice, out, key[i], "d", count[i]);
        }
    if (recruit && !p->recruited) {
        voice_comma(voice, &items, out);
        text_puts(out, words_get(voice->words, "describe.recruit"));
    }
}

static void won_list_text(const Voice *voice, const char *list, const uint8_t *count, unsigned n, bool brief,
                          unsigned *items, Text *out) {
    for (unsigned i = 0; i < n; i++) {
        if (count[i] == 0)
            continue;
        voice_comma(voice, items, out);
        times_text(voice, count[i],
                   brief || count[i] > 1 ? short_word(voice, list, i, brief) : voice_word(voice, list, i, ""), brief,
                   out);
    }
}

void takara_won_text(const Voice *voice, const TakaraPlayer *p, bool brief, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    unsigned items = 0;
    won_list_text(voice, "kind", p->won, c->kinds, brief, &items, out);
    won_list_text(voice, "chest", p->chests, c->chests, brief, &items, out);
    if (p->tokens) {
        voice_comma(voice, &items, out);
        voice_format(voice, out, "describe.tokens", "d", p->tokens);
    }
}

static void player_text(const Voice *voice, const TakaraState *s, const Score *score, unsigned seat, Text *out) {
    const TakaraPlayer *p = &s->player[seat];
    Text who = {0}, team = {0}, won = {0};
    voice_seat_first(voice, seat, &who);
    takara_team_text(voice, p, true, &team);
    takara_won_text(voice, p, false, &won);
    voice_format(voice, out, seat == voice->viewer ? "describe.you" : "describe.player", "ddss", p->karas,
                 (int)score->points[seat], text_str(&team), text_str(&who));
    if (p->specialist != NO_SPECIALIST) {
        text_clear(&who);
        voice_seat(voice, seat, &who);
        text_putc(out, ' ');
        voice_format(voice, out, p->resting ? "describe.rests" : "describe.works", "ns", "specialist", p->specialist,
                     text_str(&who));
    }
    if (won.len) {
        text_putc(out, ' ');
        voice_format(voice, out, "describe.won", "s", text_str(&won));
    }
    text_end_line(out);
    text_free(&who);
    text_free(&team);
    text_free(&won);
}

/* ---- the island ----------------------------------------------------------------------------------------- */

static void specialist_help_text(const Voice *voice, unsigned specialist, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const char *help = voice_word(voice, "specialist", specialist, ".help");
    TemplateArg args[] = {{.name = "first", .num = c->archaeologist_tiles},
                          {.name = "any", .num = c->soothsayer_tiles},
                          {.name = "mine", .num = c->miner_tiles},
                          {.name = "extra", .num = c->extra}};
    voice_fill_template(voice, help ? help : "", args, sizeof args / sizeof *args, out);
}

/* Whether the active player can afford the specialist. The Impersonator costs more than the copied specialist
 * (R26). */
static bool can_pay(const Rules *rules, const TakaraState *s, unsigned specialist) {
    const TakaraContent *c = takara_content(rules);
    unsigned karas = s->player[s->active].karas;
    if (specialist != IMPERSONATOR)
        return karas >= c->price[specialist];
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        unsigned other = s->player[seat].specialist;
        if (seat != s->active && other < IMPERSONATOR && karas >= (unsigned)c->price[other] + c->extra)
            return true;
    }
    return false;
}

/* The specialists at the Harbor, and what those do that the viewer could hire now. */
static void harbor_details_text(const Voice *voice, const TakaraState *s, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraPlayer *p = &s->player[s->active];
    bool may_hire =
        s->phase == PHASE_DAY && s->active == voice->viewer && p->available && p->specialist == NO_SPECIALIST;
    unsigned there = takara_harbor(voice->rules, s), items = 0, count = bits_count(there);
    Text names = {0}, help = {0};
    for (bits_each(i, there)) {
        bool copy = i == IMPERSONATOR;
        voice_join(voice, &names, items++, count);
        voice_format(voice, &names, copy ? "describe.name" : "describe.price", "nd", "specialist", (int)i,
                     copy ? 0 : c->price[i]);
        if (may_hire && can_pay(voice->rules, s, i)) {
            Text what = {0};
            specialist_help_text(voice, i, &what);
            voice_format(voice, &help, "describe.help", "ns", "specialist", (int)i, text_str(&what));
            text_end_line(&help);
            text_free(&what);
        }
    }
    voice_format(voice, out, count ? "describe.harbor" : "describe.harbor-nobody", "s", text_str(&names));
    text_end_line(out);
    text_puts(out, text_str(&help));
    text_free(&names);
    text_free(&help);
}

/* Where the Stone of a half is, as far as the viewer knows (R2). */
static void stone_text(const Voice *voice, const TakaraState *s, unsigned half, Text *out) {
    unsigned stone = takara_derived(voice->rules)->stone;
    bool is_described = s->stone[half] != 0;
    if (is_described)
        voice_format(voice, out, "describe.stone-there", "n", "half", (int)half);
    for (unsigned site = 3 * half; site < 3 * half + 3 && !is_described; site++)
        for (unsigned tile = s->top[site]; tile < TAKARA_DEPTH && !is_described; tile++)
            if (s->kind[site][tile] == stone) {
                Text who = {0};
                voice_seats(voice, s->seen[site][tile], &who);
                voice_format(voice, out, "describe.stone-mine", "nnns", "half", (int)half, "tile", (int)tile, "site",
                             (int)site, text_str(&who));
                text_free(&who);
                is_described = true;
            }
    if (!is_described)
        voice_format(voice, out, "describe.stone-gone", "n", "half", (int)half);
    text_end_line(out);
}

static void day_text(const Voice *voice, const TakaraState *s, Text *out) {
    Text who = {0};
    voice_seat(voice, s->active, &who);
    voice_format(voice, out, "describe.day", "d", s->head.turn);
    text_putc(out, ' ');
    if (s->phase == PHASE_OVER)
        voice_format(voice, out, "describe.over", "");
    else
        voice_format(voice, out, s->active == voice->viewer ? "describe.yours" : "describe.theirs", "s",
                     text_str(&who));
    if (s->sword) {
        text_putc(out, ' ');
        voice_format(voice, out, "describe.sword", "");
    }
    text_end_line(out);
    if (takara_standstill_is_near(voice->rules, s)) {
        takara_idle_text(voice, s, out);
        text_end_line(out);
    }
    text_free(&who);
}

static void unknown_levels_text(const Voice *voice, const TakaraState *s, Text *out) {
    for (unsigned level = 0; level < TAKARA_LEVELS; level++) {
        Text kinds = {0};
        if (takara_unknown_text(voice, s, level, false, &kinds)) {
            voice_format(voice, out, voice->viewer < TAKARA_SEATS ? "describe.unknown" : "describe.unknown-all", "ns",
                         "level", (int)level, text_str(&kinds));
            text_end_line(out);
        }
        text_free(&kinds);
    }
}

static void ranks_text(const Voice *voice, const TakaraState *s, Text *out) {
    Score score;
    if (voice_winners(voice, s, &score) == 0) {
        voice_format(voice, out, "over.lost", "");
        text_end_line(out);
        return;
    }
    for (unsigned seat = 0; seat < voice->rules->seats; seat++) {
        Text who = {0};
        voice_seat_first(voice, seat, &who);
        voice_format(voice, out, "describe.rank", "sds", text_str(&who), (int)score.points[seat],
                     takara_rank(voice, score.points[seat]));
        text_end_line(out);
        text_free(&who);
    }
}

void takara_describe_text(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    const TakaraContent *c = takara_content(voice->rules);
    Score score;
    voice->rules->game->score(voice->rules, s, &score);
    day_text(voice, s, out);
    for (unsigned i = 0; i < voice->rules->seats; i++)
        player_text(voice, s, &score, (s->active + i) % voice->rules->seats, out);
    voice_format(voice, out, "describe.levels", "");
    text_end_line(out);
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        takara_site_text(voice, s, site, out);
        text_end_line(out);
    }
    for (unsigned half = 0; half < 2; half++)
        stone_text(voice, s, half, out);
    voice_format(voice, out, "describe.rockfalls", "d", (int)takara_face_up_rockfalls(voice->rules, s));
    text_end_line(out);
    harbor_details_text(voice, s, out);
    voice_format(voice, out, "describe.counter", "ddd", s->tokens, c->token_price, c->pay_per_xp);
    if (s->traded && s->active == voice->viewer) {
        text_putc(out, ' ');
        voice_format(voice, out, "describe.traded", "");
    }
    text_end_line(out);
    voice_format(voice, out, "describe.chests", "d", (int)takara_count(s->pile, c->chests));
    text_end_line(out);
    unknown_levels_text(voice, s, out);
    if (s->phase == PHASE_OVER)
        ranks_text(voice, s, out);
}

/* ---- details of one thing ------------------------------------------------------------------------------- */

static void inspect_kind_text(const Voice *voice, const TakaraState *s, unsigned kind, Text *out) {
    const TakaraKind *k = &takara_content(voice->rules)->kind[kind];
    unsigned unknown = 0;
    for (unsigned level = 0; level < TAKARA_LEVELS; level++)
        unknown += unknown_count(voice->rules, s, level, kind);
    if (k->type == MONSTER_TILE)
        voice_format(voice, out, "describe.monster", "ndddd", "kind", (int)kind, k->life, 0, k->karas, k->xp);
    else
        voice_name(voice, "kind", (int)kind, out);
    voice_format(voice, out, "look.unknown", "d", (int)unknown);
}

bool takara_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraState *s = view;
    size_t at = out->len;
    if (strcmp(list, "site") == 0) {
        takara_site_text(voice, s, index, out);
    } else if (strcmp(list, "kind") == 0) {
        inspect_kind_text(voice, s, index, out);
    } else if (strcmp(list, "chest") == 0) {
        voice_format(voice, out, "look.chest", "nddd", "chest", (int)index, c->chest[index].karas, c->chest[index].xp,
                     s->pile[index]);
    } else if (strcmp(list, "specialist") == 0) {
        Text help = {0};
        specialist_help_text(voice, index, &help);
        voice_format(voice, out, "describe.help", "ns", "specialist", (int)index, text_str(&help));
        text_free(&help);
    } else {
        return false;
    }
    voice_capitalize(out, at);
    text_end_line(out);
    return true;
}
