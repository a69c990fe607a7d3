/* Takara Island in sentences: what is asked, and the whole position for who cannot see the board. What only the viewer
 * knows is said to be so. */
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "text/takara_parts.h"

/* ---- words ---------------------------------------------------------------------------------------------- */

const char *takara_word(const Voice *voice, const char *list, unsigned i, const char *what) {
    const char *id = list_name(voice->rules, list, i);
    const char *found = id ? words_find_in(voice->words, "%s.%s%s", list, id, what) : NULL;
    return found ? found : *what ? NULL : id;
}

const char *takara_rank(const Voice *voice, int32_t points) {
    int rank = points < 0 ? 0 : (int)points / RANK_STEP;
    const char *found = words_find_in(voice->words, "rank.%d", rank < RANKS ? rank : RANKS - 1);
    return found ? found : "";
}

static void end_line(Text *out) { text_putc(out, '\n'); }

/* What begins a sentence: catalogues write "the greedy bot" and "a map" for its middle. */
static void capital(Text *out, size_t at) {
    if (out->len > at && out->at[at] >= 'a' && out->at[at] <= 'z')
        out->at[at] = (char)(out->at[at] - 'a' + 'A');
}

static void say_seat_first(const Voice *voice, unsigned seat, Text *out) {
    size_t at = out->len;
    voice_seat(voice, seat, out);
    capital(out, at);
}

/* The viewer first. */
static void say_seats(const Voice *voice, unsigned set, Text *out) {
    unsigned said = 0, count = bits_count(set), own = voice->viewer < TAKARA_SEATS ? BIT(voice->viewer) & set : 0;
    if (own)
        voice_seat(voice, voice->viewer, out), said++;
    for (bits_each(seat, set & ~own)) {
        voice_join(voice, out, said++, count);
        voice_seat(voice, seat, out);
    }
}

/* Items of a list, one after another: what stands before the next one. */
static void say_comma(const Voice *voice, unsigned *said, Text *out) {
    if ((*said)++)
        text_puts(out, words_get(voice->words, "list.comma"));
}

/* ---- what is asked -------------------------------------------------------------------------------------- */

static void prompt_day(const Voice *voice, const TakaraState *s, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraPlayer *p = &s->player[s->active];
    if (!s->moved && p->karas >= c->sword)
        voice_say(voice, out, "prompt.morning", "d", p->available);
    else if (p->available)
        voice_say(voice, out, "prompt.day", "d", p->available);
    else if (p->hospital)
        voice_say(voice, out, "prompt.hospital", "dd", p->hospital, c->hospital);
    else
        voice_say(voice, out, !p->recruited && p->karas >= c->recruit ? "prompt.recruit" : "prompt.evening", "");
}

static void prompt(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    const TakaraContent *c = takara_content(voice->rules);
    unsigned kind = s->kind[s->site][s->at];
    if (s->phase == PHASE_MAP) {
        size_t at = out->len;
        voice_say(voice, out, "prompt.map", "ndd", "chest", s->chest, c->chest[s->chest].xp, c->chest[s->chest].karas);
        capital(out, at);
    } else if (s->phase == PHASE_ASK) {
        bool monster = kind < c->kinds && c->kind[kind].what == IS_MONSTER;
        voice_say(voice, out, monster ? "prompt.ask-monster" : "prompt.ask", "nnnd", "kind", (int)kind, "tile", s->at,
                  "site", s->site, c->view_pay);
    } else {
        prompt_day(voice, s, out);
    }
}

static void note(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    const TakaraPlayer *p = &s->player[s->active];
    if (s->phase == PHASE_OVER || s->active != voice->viewer)
        return;
    if (s->phase == PHASE_ASK) {
        voice_say(voice, out, "note.ask", "d", s->left - 1);
    } else if (s->sword) {
        voice_say(voice, out, "note.sword", "");
    } else if (p->specialist != NO_SPECIALIST && p->resting) {
        voice_say(voice, out, "note.resting", "n", "specialist", p->specialist);
    }
}

/* ---- dangers and the end -------------------------------------------------------------------------------- */

/* R43, from half way on. */
static bool near_standstill(const Rules *rules, const TakaraState *s) {
    return s->phase != PHASE_OVER && 2u * s->idle >= takara_content(rules)->idle_turns * rules->seats;
}

static void say_idle(const Voice *voice, const TakaraState *s, Text *out) {
    voice_say(voice, out, "describe.idle", "dd", s->idle,
              takara_content(voice->rules)->idle_turns * (int)voice->rules->seats);
}

/* The ways to end that nobody wants, one step before: R40, R41, R43. */
static void alarm(const Voice *voice, const void *view, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraState *s = view;
    unsigned empty = 0, stones = takara_stones(voice->rules, s);
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        empty += takara_empty(s, site);
    if (stones == 0 && empty + 1 == c->empty_lost)
        voice_say(voice, out, "alarm.no-stone", "");
    else if (stones == 1 && empty + 1 == c->empty_ends)
        voice_say(voice, out, "alarm.one-stone", "");
    if (near_standstill(voice->rules, s)) {
        if (out->len)
            end_line(out);
        say_idle(voice, s, out);
    }
}

/* The seats in the first place: a set, empty when all lost. */
static unsigned winners(const Voice *voice, const TakaraState *s, Score *score) {
    unsigned set = 0;
    voice->rules->game->score(voice->rules, s, score);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        set |= score->place[seat] == 1 ? BIT(seat) : 0;
    return set;
}

/* How it ended, who won, and what that makes of the viewer. */
static void over(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    Score score;
    unsigned set = winners(voice, s, &score), viewer = voice->viewer;
    bool own = viewer < voice->rules->seats, won = own && (set & BIT(viewer));
    Text who = {0};
    text_puts(out, takara_word(voice, "ending", s->ending, ""));
    if (set == 0)
        return;
    text_putc(out, ' ');
    if (bits_count(set) == 1)
        say_seat_first(voice, bits_first(set), &who);
    else
        say_seats(voice, set, &who);
    voice_say(voice, out,
              bits_count(set) > 1 ? "over.tie"
              : won               ? "over.you"
                                  : "over.wins",
              "sds", text_str(&who), (int)score.points[bits_first(set)],
              takara_rank(voice, score.points[bits_first(set)]));
    if (own && !won) {
        text_putc(out, ' ');
        voice_say(voice, out, "over.rank", "ds", (int)score.points[viewer], takara_rank(voice, score.points[viewer]));
    }
    text_free(&who);
}

/* ---- beside a move -------------------------------------------------------------------------------------- */

static unsigned cost(const Voice *voice, unsigned kind) {
    const TakaraContent *c = takara_content(voice->rules);
    if (kind >= MOVE_ARCHAEOLOGIST && kind <= MOVE_MINER)
        return c->price[kind - MOVE_ARCHAEOLOGIST];
    if (kind >= MOVE_AS_ARCHAEOLOGIST && kind <= MOVE_AS_MINER)
        return (unsigned)c->price[kind - MOVE_AS_ARCHAEOLOGIST] + c->extra;
    return kind == MOVE_RENT ? c->sword : kind == MOVE_BUY ? c->token_price : c->recruit;
}

/* What the viewer knows of the top of a site; NULL: nothing, or everybody sees it. */
static const TakaraKind *own_top(const Voice *voice, const TakaraState *s, unsigned site) {
    bool mine = !takara_empty(s, site) && takara_tile_state(voice, s, site, s->top[site]) == TILE_MINE;
    return mine ? takara_top(voice->rules, s, site) : NULL;
}

/* R16, R17, R27: what one saw there and may have forgotten. */
static void doubt(const Voice *voice, const void *view, Move move, Text *out) {
    const TakaraState *s = view;
    bool digs = move.kind == MOVE_DIG, mines = move.kind == MOVE_MINER || move.kind == MOVE_AS_MINER;
    const TakaraKind *k = digs || mines ? own_top(voice, s, move.arg[0]) : NULL;
    if (!k || (k->what != IS_MONSTER && (k->what != IS_ROCKFALL || mines)))
        return;
    const char *key = k->what == IS_ROCKFALL ? "doubt.rockfall"
                      : mines                ? "doubt.miner"
                      : s->sword             ? "doubt.monster-sword"
                                             : "doubt.monster";
    voice_say(voice, out, key, "nn", "site", move.arg[0], "kind", s->kind[move.arg[0]][s->top[move.arg[0]]]);
}

static void gain_site(const Voice *voice, const TakaraState *s, Move move, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    unsigned site = move.arg[0];
    const TakaraKind *k = move.kind == MOVE_FIGHT ? takara_top(voice->rules, s, site) : NULL;
    if (move.kind == MOVE_CLEAR)
        voice_say(voice, out, "gain.karas", "d", (int)takara_rockfalls(voice->rules, s) * c->clear_pay);
    else if (k)
        voice_say(voice, out, "gain.fight", "ddd", k->life - s->wounds[site], k->karas, k->xp);
    else if (own_top(voice, s, site))
        voice_name(voice, "kind", s->kind[site][s->top[site]], out);
}

static void gain(const Voice *voice, const void *view, Move move, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraState *s = view;
    unsigned hurt = s->player[s->active].hospital;
    if (move.kind == MOVE_DIG || move.kind == MOVE_CLEAR || move.kind == MOVE_FIGHT)
        gain_site(voice, s, move, out);
    else if (move.kind == MOVE_DIVE)
        voice_say(voice, out, "gain.karas", "d", c->dive);
    else if (move.kind == MOVE_SELL)
        voice_say(voice, out, "gain.karas", "d", c->kind[move.arg[0]].xp * c->sell_pay);
    else if (move.kind == MOVE_SELL_CHEST)
        voice_say(voice, out, "gain.karas", "d", c->chest[move.arg[0]].xp * c->sell_pay);
    else if (move.kind == MOVE_TURN)
        voice_say(voice, out, "gain.karas", "d", c->view_pay);
    else if (move.kind == MOVE_CASH)
        voice_say(voice, out, "gain.karas", "d", c->chest[s->chest].karas);
    else if (move.kind == MOVE_KEEP || move.kind == MOVE_BUY)
        voice_say(voice, out, move.kind == MOVE_BUY ? "gain.token" : "gain.xp", "dd",
                  move.kind == MOVE_BUY ? c->token_xp : c->chest[s->chest].xp, c->token_price);
    else if (move.kind == MOVE_END && hurt)
        voice_say(voice, out, move.arg[0] ? "gain.heal" : "gain.rest", "ddd", move.arg[0] * c->hospital, move.arg[0],
                  (int)hurt);
    else if (voice_costs(voice, move.kind))
        voice_say(voice, out, voice->rules->game->moves[move.kind].arg[0].name ? "gain.hire" : "gain.price", "d",
                  (int)voice_costs(voice, move.kind));
}

/* ---- tiles in sentences --------------------------------------------------------------------------------- */

/* "a rich goblin (life 2, one wound, worth 10 Karas and 1 XP)" */
static void say_kind(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile, Text *out) {
    unsigned kind = s->kind[site][tile];
    const TakaraKind *k = &takara_content(voice->rules)->kind[kind];
    if (k->what != IS_MONSTER) {
        voice_name(voice, "kind", (int)kind, out);
        return;
    }
    voice_say(voice, out, "describe.monster", "ndddd", "kind", (int)kind, k->life,
              tile == s->top[site] ? s->wounds[site] : 0, k->karas, k->xp);
}

static void say_tile(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile, Text *out) {
    TileState state = takara_tile_state(voice, s, site, tile);
    Text kind = {0}, who = {0};
    say_seats(voice, s->seen[site][tile], &who);
    if (state == TILE_UP || state == TILE_MINE)
        say_kind(voice, s, site, tile, &kind);
    if (state == TILE_UP)
        voice_say(voice, out, "describe.up", "ns", "tile", (int)tile, text_str(&kind));
    else if (state == TILE_MINE)
        voice_say(voice, out, bits_count(s->seen[site][tile]) > 1 ? "describe.mine-also" : "describe.mine", "nss",
                  "tile", (int)tile, text_str(&kind), text_str(&who));
    else if (state == TILE_SEEN)
        voice_say(voice, out, s->marked[site] >> tile & 1 ? "describe.seen-clean" : "describe.seen", "ns", "tile",
                  (int)tile, text_str(&who));
    text_free(&kind);
    text_free(&who);
}

void takara_say_tiles(const Voice *voice, const TakaraState *s, unsigned site, unsigned from, unsigned count,
                      Text *out) {
    unsigned end = from + count < TAKARA_DEPTH ? from + count : TAKARA_DEPTH;
    for (unsigned tile = from; tile < end;) {
        unsigned next = tile + 1;
        if (tile > from)
            text_puts(out, words_get(voice->words, "describe.semicolon"));
        if (takara_tile_state(voice, s, site, tile) == TILE_UNDRAWN) {
            while (next < end && takara_tile_state(voice, s, site, next) == TILE_UNDRAWN)
                next++;
            voice_say(voice, out, "describe.undrawn", "ddd", (int)(next - tile), (int)tile + 1, (int)next);
        } else {
            say_tile(voice, s, site, tile, out);
        }
        tile = next;
    }
}

void takara_say_site(const Voice *voice, const TakaraState *s, unsigned site, Text *out) {
    Text tiles = {0};
    bool whole = s->up[site] == 0 && takara_count(s->seen[site], TAKARA_DEPTH) == 0;
    takara_say_tiles(voice, s, site, s->top[site], TAKARA_DEPTH, &tiles);
    voice_say(voice, out,
              takara_empty(s, site) ? "describe.site-empty"
              : whole               ? "describe.site-whole"
                                    : "describe.site",
              "dds", (int)site + 1, TAKARA_DEPTH - s->top[site], text_str(&tiles));
    text_free(&tiles);
}

/* "3 × 2 XP", "3×2 XP", or the name alone for one. */
static void say_times(const Voice *voice, int n, const char *name, bool brief, Text *out) {
    if (n > 1)
        voice_say(voice, out, brief ? "board.times" : "describe.times", "ds", n, name);
    else
        text_puts(out, name);
}

static unsigned unknown_count(const Rules *rules, const TakaraState *s, unsigned level, unsigned kind) {
    if (kind != takara_derived(rules)->stone)
        return s->deck[level][kind];
    return level == TAKARA_LEVELS - 1 ? (unsigned)s->stone[0] + s->stone[1] : 0;
}

bool takara_say_unknown(const Voice *voice, const TakaraState *s, unsigned level, bool brief, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    unsigned said = 0, monsters = 0;
    for (unsigned kind = 0; kind < c->kinds; kind++) {
        unsigned n = unknown_count(voice->rules, s, level, kind);
        const char *name = takara_word(voice, "kind", kind, ".short");
        if (brief && c->kind[kind].what == IS_MONSTER)
            monsters += n;
        else if (n) {
            say_comma(voice, &said, out);
            say_times(voice, (int)n, name ? name : takara_word(voice, "kind", kind, ""), brief, out);
        }
    }
    if (monsters) {
        say_comma(voice, &said, out);
        voice_say(voice, out, "board.monsters", "d", (int)monsters);
    }
    return said > 0;
}

/* ---- players -------------------------------------------------------------------------------------------- */

void takara_say_team(const Voice *voice, const TakaraPlayer *p, Text *out) {
    const char *const key[] = {"describe.ready", "describe.used", "describe.hospital", "describe.break"};
    const uint8_t count[] = {p->available, p->used, p->hospital, p->break_room};
    unsigned said = 0;
    for (unsigned i = 0; i < 4; i++)
        if (count[i]) {
            say_comma(voice, &said, out);
            voice_say(voice, out, key[i], "d", count[i]);
        }
    if (!p->recruited) {
        say_comma(voice, &said, out);
        text_puts(out, words_get(voice->words, "describe.recruit"));
    }
}

static void say_won_list(const Voice *voice, const char *list, const uint8_t *count, unsigned n, bool brief,
                         unsigned *said, Text *out) {
    for (unsigned i = 0; i < n; i++) {
        const char *name = takara_word(voice, list, i, brief || count[i] > 1 ? ".short" : "");
        if (count[i] == 0)
            continue;
        say_comma(voice, said, out);
        say_times(voice, count[i], name ? name : takara_word(voice, list, i, ""), brief, out);
    }
}

void takara_say_won(const Voice *voice, const TakaraPlayer *p, bool brief, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    unsigned said = 0;
    say_won_list(voice, "kind", p->won, c->kinds, brief, &said, out);
    say_won_list(voice, "chest", p->chests, c->chests, brief, &said, out);
    if (p->tokens) {
        say_comma(voice, &said, out);
        voice_say(voice, out, "describe.tokens", "d", p->tokens);
    }
}

static void describe_player(const Voice *voice, const TakaraState *s, const Score *score, unsigned seat, Text *out) {
    const TakaraPlayer *p = &s->player[seat];
    Text who = {0}, team = {0}, won = {0};
    say_seat_first(voice, seat, &who);
    takara_say_team(voice, p, &team);
    takara_say_won(voice, p, false, &won);
    voice_say(voice, out, seat == voice->viewer ? "describe.you" : "describe.player", "ddss", p->karas,
              (int)score->points[seat], text_str(&team), text_str(&who));
    if (p->specialist != NO_SPECIALIST) {
        text_clear(&who);
        voice_seat(voice, seat, &who);
        text_putc(out, ' ');
        voice_say(voice, out, p->resting ? "describe.rests" : "describe.works", "ns", "specialist", p->specialist,
                  text_str(&who));
    }
    if (won.len) {
        text_putc(out, ' ');
        voice_say(voice, out, "describe.won", "s", text_str(&won));
    }
    end_line(out);
    text_free(&who);
    text_free(&team);
    text_free(&won);
}

/* ---- the island ----------------------------------------------------------------------------------------- */

static void specialist_help(const Voice *voice, unsigned specialist, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const char *help = takara_word(voice, "specialist", specialist, ".help");
    Said said[] = {{.name = "first", .num = c->look_first},
                   {.name = "any", .num = c->look_any},
                   {.name = "mine", .num = c->mine_tiles},
                   {.name = "extra", .num = c->extra}};
    voice_fill(voice, help ? help : "", said, sizeof said / sizeof *said, out);
}

/* Whether the active player's Karas reach for him; the Impersonator costs what he copies and something on top (R26). */
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

/* Who can be hired, and what those do whom the viewer could hire now. */
static void describe_harbor(const Voice *voice, const TakaraState *s, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraPlayer *p = &s->player[s->active];
    bool may_hire =
        s->phase == PHASE_DAY && s->active == voice->viewer && p->available && p->specialist == NO_SPECIALIST;
    unsigned there = takara_harbor(voice->rules, s), said = 0, count = bits_count(there);
    Text names = {0}, help = {0};
    for (bits_each(i, there)) {
        bool copy = i == IMPERSONATOR;
        voice_join(voice, &names, said++, count);
        voice_say(voice, &names, copy ? "describe.name" : "describe.price", "nd", "specialist", (int)i,
                  copy ? 0 : c->price[i]);
        if (may_hire && can_pay(voice->rules, s, i)) {
            Text what = {0};
            specialist_help(voice, i, &what);
            voice_say(voice, &help, "describe.help", "ns", "specialist", (int)i, text_str(&what));
            end_line(&help);
            text_free(&what);
        }
    }
    voice_say(voice, out, count ? "describe.harbor" : "describe.harbor-nobody", "s", text_str(&names));
    end_line(out);
    text_puts(out, text_str(&help));
    text_free(&names);
    text_free(&help);
}

/* Where the Stone of a half lies, as far as the viewer knows: R2. */
static void describe_stone(const Voice *voice, const TakaraState *s, unsigned half, Text *out) {
    unsigned stone = takara_derived(voice->rules)->stone;
    bool said = s->stone[half] != 0;
    if (said)
        voice_say(voice, out, "describe.stone-there", "n", "half", (int)half);
    for (unsigned site = 3 * half; site < 3 * half + 3 && !said; site++)
        for (unsigned tile = s->top[site]; tile < TAKARA_DEPTH && !said; tile++)
            if (s->kind[site][tile] == stone) {
                Text who = {0};
                say_seats(voice, s->seen[site][tile], &who);
                voice_say(voice, out, "describe.stone-mine", "nnns", "half", (int)half, "tile", (int)tile, "site",
                          (int)site, text_str(&who));
                text_free(&who);
                said = true;
            }
    if (!said)
        voice_say(voice, out, "describe.stone-gone", "n", "half", (int)half);
    end_line(out);
}

static void describe_day(const Voice *voice, const TakaraState *s, Text *out) {
    Text who = {0};
    voice_seat(voice, s->active, &who);
    voice_say(voice, out, "describe.day", "d", s->head.turn);
    text_putc(out, ' ');
    if (s->phase == PHASE_OVER)
        voice_say(voice, out, "describe.over", "");
    else
        voice_say(voice, out, s->active == voice->viewer ? "describe.yours" : "describe.theirs", "s", text_str(&who));
    if (s->sword) {
        text_putc(out, ' ');
        voice_say(voice, out, "describe.sword", "");
    }
    end_line(out);
    if (near_standstill(voice->rules, s)) {
        say_idle(voice, s, out);
        end_line(out);
    }
    text_free(&who);
}

static void describe_unknown(const Voice *voice, const TakaraState *s, Text *out) {
    for (unsigned level = 0; level < TAKARA_LEVELS; level++) {
        Text kinds = {0};
        if (takara_say_unknown(voice, s, level, false, &kinds)) {
            voice_say(voice, out, voice->viewer < TAKARA_SEATS ? "describe.unknown" : "describe.unknown-all", "ns",
                      "level", (int)level, text_str(&kinds));
            end_line(out);
        }
        text_free(&kinds);
    }
}

static void describe_ranks(const Voice *voice, const TakaraState *s, Text *out) {
    Score score;
    if (winners(voice, s, &score) == 0) {
        voice_say(voice, out, "over.lost", "");
        end_line(out);
        return;
    }
    for (unsigned seat = 0; seat < voice->rules->seats; seat++) {
        Text who = {0};
        say_seat_first(voice, seat, &who);
        voice_say(voice, out, "describe.rank", "sds", text_str(&who), (int)score.points[seat],
                  takara_rank(voice, score.points[seat]));
        end_line(out);
        text_free(&who);
    }
}

static void describe(const Voice *voice, const void *view, Text *out) {
    const TakaraState *s = view;
    const TakaraContent *c = takara_content(voice->rules);
    Score score;
    voice->rules->game->score(voice->rules, s, &score);
    describe_day(voice, s, out);
    for (unsigned i = 0; i < voice->rules->seats; i++)
        describe_player(voice, s, &score, (s->active + i) % voice->rules->seats, out);
    voice_say(voice, out, "describe.levels", "");
    end_line(out);
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        takara_say_site(voice, s, site, out);
        end_line(out);
    }
    for (unsigned half = 0; half < 2; half++)
        describe_stone(voice, s, half, out);
    voice_say(voice, out, "describe.rockfalls", "d", (int)takara_rockfalls(voice->rules, s));
    end_line(out);
    describe_harbor(voice, s, out);
    voice_say(voice, out, "describe.counter", "ddd", s->tokens, c->token_price, c->sell_pay);
    if (s->traded && s->active == voice->viewer) {
        text_putc(out, ' ');
        voice_say(voice, out, "describe.traded", "");
    }
    end_line(out);
    voice_say(voice, out, "describe.chests", "d", (int)takara_count(s->pile, c->chests));
    end_line(out);
    describe_unknown(voice, s, out);
    if (s->phase == PHASE_OVER)
        describe_ranks(voice, s, out);
}

/* ---- one thing ------------------------------------------------------------------------------------------ */

static void look_kind(const Voice *voice, const TakaraState *s, unsigned kind, Text *out) {
    const TakaraKind *k = &takara_content(voice->rules)->kind[kind];
    unsigned unknown = 0;
    for (unsigned level = 0; level < TAKARA_LEVELS; level++)
        unknown += unknown_count(voice->rules, s, level, kind);
    if (k->what == IS_MONSTER)
        voice_say(voice, out, "describe.monster", "ndddd", "kind", (int)kind, k->life, 0, k->karas, k->xp);
    else
        voice_name(voice, "kind", (int)kind, out);
    voice_say(voice, out, "look.unknown", "d", (int)unknown);
}

static bool look(const Voice *voice, const void *view, const char *list, unsigned index, Text *out) {
    const TakaraContent *c = takara_content(voice->rules);
    const TakaraState *s = view;
    size_t at = out->len;
    if (strcmp(list, "site") == 0) {
        takara_say_site(voice, s, index, out);
    } else if (strcmp(list, "kind") == 0) {
        look_kind(voice, s, index, out);
    } else if (strcmp(list, "chest") == 0) {
        voice_say(voice, out, "look.chest", "nddd", "chest", (int)index, c->chest[index].karas, c->chest[index].xp,
                  s->pile[index]);
    } else if (strcmp(list, "specialist") == 0) {
        Text help = {0};
        specialist_help(voice, index, &help);
        voice_say(voice, out, "describe.help", "ns", "specialist", (int)index, text_str(&help));
        text_free(&help);
    } else {
        return false;
    }
    capital(out, at);
    end_line(out);
    return true;
}

const TextGame takara_text = {
    .id = "takara",
    .prompt = prompt,
    .note = note,
    .size = takara_board_size,
    .board = takara_board_draw,
    .describe = describe,
    .alarm = alarm,
    .over = over,
    .doubt = doubt,
    .gain = gain,
    .look = look,
    .cost = cost,
};
