#include "serve/dice/dice_shares.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/names.h"
#include "serve/wire/secret.h"

enum { HEX = 2 * DICE_SHARE_SIZE + 1, TAG_HEX = 2 * DICE_TAG_SIZE + 1 };

/* ---- hashes ----------------------------------------------------------------------------------------------- */

static void hash_text(crypto_hash_sha256_state *hash, const char *text) {
    crypto_hash_sha256_update(hash, (const unsigned char *)text, strlen(text));
}

static void hash_party(crypto_hash_sha256_state *hash, unsigned party, const unsigned char share[DICE_SHARE_SIZE]) {
    unsigned char number = (unsigned char)party;
    crypto_hash_sha256_update(hash, &number, 1);
    crypto_hash_sha256_update(hash, share, DICE_SHARE_SIZE);
}

void share_commitment(const unsigned char tag[DICE_TAG_SIZE], unsigned party,
                      const unsigned char share[DICE_SHARE_SIZE], unsigned char out[DICE_COMMIT_SIZE]) {
    crypto_hash_sha256_state hash;
    crypto_hash_sha256_init(&hash);
    hash_text(&hash, "skerry dice 1 commit\n");
    crypto_hash_sha256_update(&hash, tag, DICE_TAG_SIZE);
    hash_party(&hash, party, share);
    crypto_hash_sha256_final(&hash, out);
}

void shares_key(const Shares *shares, unsigned char key[DICE_KEY_SIZE]) {
    crypto_hash_sha256_state hash;
    crypto_hash_sha256_init(&hash);
    hash_text(&hash, "skerry dice 1 key\n");
    crypto_hash_sha256_update(&hash, shares->tag, DICE_TAG_SIZE);
    for (unsigned party = 0; party < SHARE_PARTIES; party++)
        if (shares->party[party].opened)
            hash_party(&hash, party, shares->party[party].share);
    crypto_hash_sha256_final(&hash, key);
}

/* ---- the exchange ----------------------------------------------------------------------------------------- */

void shares_begin(Shares *shares, uint32_t seats) {
    *shares = (Shares){.step = SHARES_COMMIT};
    randombytes_buf(shares->tag, DICE_TAG_SIZE);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        shares->party[seat + 1].asked = seats >> seat & 1;
    Share *own = &shares->party[0];
    randombytes_buf(own->share, DICE_SHARE_SIZE);
    share_commitment(shares->tag, 0, own->share, own->commit);
    own->asked = own->committed = true;
}

void shares_mark_absent(Shares *shares, uint32_t seats) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (seats >> seat & 1)
            shares->party[seat + 1].asked = shares->party[seat + 1].absent = true;
}

static Share *share_of(Shares *shares, unsigned seat) {
    Share *share = seat < SEATS_MAX ? &shares->party[seat + 1] : NULL;
    return share && share->asked && !share->absent ? share : NULL;
}

/* Returns true if the string encodes exactly `size` bytes. */
static bool hex_read(const char *hex, unsigned char *out, size_t size) {
    const char *end;
    size_t n;
    return strlen(hex) == 2 * size && sodium_hex2bin(out, size, hex, 2 * size, NULL, &n, &end) == 0 && n == size &&
           !*end;
}

Status shares_commit(Shares *shares, unsigned seat, const char *hex, Err *err) {
    Share *share = share_of(shares, seat);
    unsigned char commit[DICE_COMMIT_SIZE];
    if (!share)
        return err_set(err, SK_TURN, "This seat was not asked for a share of the dice.", "");
    if (!hex_read(hex, commit, DICE_COMMIT_SIZE))
        return err_set(err, SK_SYNTAX, "A commitment must be {0} hexadecimal digits.", "d", 2 * DICE_COMMIT_SIZE);
    if (share->committed && secret_equal(commit, share->commit, DICE_COMMIT_SIZE))
        return SK_OK;
    if (shares->step != SHARES_COMMIT)
        return err_set(err, SK_STALE, "Too late: the dice are made without your share.", "");
    if (share->committed)
        return err_set(err, SK_TURN, "This seat has already committed to another share.", "");
    memcpy(share->commit, commit, DICE_COMMIT_SIZE);
    share->committed = true;
    return SK_OK;
}

Status shares_open(Shares *shares, unsigned seat, const char *hex, Err *err) {
    Share *share = share_of(shares, seat);
    unsigned char opened[DICE_SHARE_SIZE], commit[DICE_COMMIT_SIZE];
    if (!share || !share->committed || shares->step == SHARES_COMMIT)
        return err_set(err, SK_TURN, "This seat was not asked to open a share of the dice.", "");
    if (!hex_read(hex, opened, DICE_SHARE_SIZE))
        return err_set(err, SK_SYNTAX, "A share must be {0} hexadecimal digits.", "d", 2 * DICE_SHARE_SIZE);
    share_commitment(shares->tag, seat + 1, opened, commit);
    if (!secret_equal(commit, share->commit, DICE_COMMIT_SIZE))
        return err_set(err, SK_STATE, "This share does not match its commitment.", "");
    if (share->opened)
        return SK_OK;
    if (shares->step != SHARES_OPEN)
        return err_set(err, SK_STALE, "Too late: the dice were made without your share.", "");
    memcpy(share->share, opened, DICE_SHARE_SIZE);
    share->opened = true;
    return SK_OK;
}

bool shares_are_ready(const Shares *shares) {
    for (unsigned party = 1; party < SHARE_PARTIES; party++) {
        const Share *share = &shares->party[party];
        if ((shares->step == SHARES_COMMIT && share->asked && !share->absent && !share->committed) ||
            (shares->step == SHARES_OPEN && share->committed && !share->opened))
            return false;
    }
    return true;
}

void shares_next(Shares *shares) {
    if (shares->step == SHARES_COMMIT) {
        shares->step = SHARES_OPEN;
    } else if (shares->step == SHARES_OPEN) {
        shares->party[0].opened = true;
        shares->step = SHARES_DONE;
    }
}

/* ---- writing ---------------------------------------------------------------------------------------------- */

json_t *shares_json(const Shares *shares, bool open) {
    static const char *const step[] = {"none", "commit", "open", "done"};
    char tag[TAG_HEX], hex[HEX];
    sodium_bin2hex(tag, sizeof tag, shares->tag, DICE_TAG_SIZE);
    json_t *parties = json_array();
    for (unsigned party = 0; party < SHARE_PARTIES; party++) {
        const Share *share = &shares->party[party];
        if (!share->asked)
            continue;
        json_t *one = json_pack("{s:i, s:n, s:n}", "seat", (int)party, "commit", "share");
        if (share->committed)
            json_object_set_new(one, "commit",
                                json_string(sodium_bin2hex(hex, sizeof hex, share->commit, DICE_COMMIT_SIZE)));
        if (open && share->opened)
            json_object_set_new(one, "share",
                                json_string(sodium_bin2hex(hex, sizeof hex, share->share, DICE_SHARE_SIZE)));
        json_array_append_new(parties, one);
    }
    return json_pack("{s:s, s:s, s:o}", "tag", tag, "step", step[shares->step], "parties", parties);
}

void shares_write(const Shares *shares, bool open, Text *out) {
    char hex[HEX];
    text_printf(out, "# dice 1 %s\n", sodium_bin2hex(hex, sizeof hex, shares->tag, DICE_TAG_SIZE));
    for (unsigned party = 0; party < SHARE_PARTIES; party++) {
        const Share *share = &shares->party[party];
        if (!share->asked)
            continue;
        text_printf(out, "# dice %u", party);
        text_printf(out, " %s",
                    share->committed ? sodium_bin2hex(hex, sizeof hex, share->commit, DICE_COMMIT_SIZE) : "-");
        text_printf(out, " %s\n",
                    open && share->opened ? sodium_bin2hex(hex, sizeof hex, share->share, DICE_SHARE_SIZE) : "-");
    }
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

/* "-" means absent. */
static bool part_read(const char *hex, unsigned char *out, size_t size, bool *present) {
    *present = strcmp(hex, "-") != 0;
    return !*present || hex_read(hex, out, size);
}

static const char *line_read(Shares *shares, const char *line) {
    char first[8], word[2][HEX + 1];
    int n = sscanf(line, "# dice %7s %65s %65s", first, word[0], word[1]);
    if (shares->step == SHARES_NONE) {
        if (n != 2 || strcmp(first, "1") != 0 || !hex_read(word[0], shares->tag, DICE_TAG_SIZE))
            return "the first line about the dice must be `# dice 1 TAG`";
        shares->step = SHARES_DONE;
        return NULL;
    }
    if (n != 3 || first[1] || first[0] < '0' || first[0] >= '0' + SHARE_PARTIES)
        return "expected `# dice SEAT COMMITMENT SHARE`";
    unsigned party = (unsigned)(first[0] - '0');
    Share *share = &shares->party[party];
    if (share->asked)
        return "this seat's share is listed twice";
    share->asked = true;
    if (!part_read(word[0], share->commit, DICE_COMMIT_SIZE, &share->committed) ||
        !part_read(word[1], share->share, DICE_SHARE_SIZE, &share->opened))
        return "a commitment and a share must be 64 hexadecimal digits each, or `-`";
    if (!share->opened)
        return NULL;
    unsigned char commit[DICE_COMMIT_SIZE];
    share_commitment(shares->tag, party, share->share, commit);
    return share->committed && secret_equal(commit, share->commit, DICE_COMMIT_SIZE)
               ? NULL
               : "this share does not match its commitment";
}

Status shares_read(const char *text, const char *name, Shares *shares, Err *err) {
    *shares = (Shares){0};
    unsigned number = 1;
    for (const char *at = text; *at; number++) {
        char line[192];
        size_t n = strcspn(at, "\n");
        const char *wrong = NULL;
        snprintf(line, sizeof line, "%.*s", (int)(n < sizeof line ? n : sizeof line - 1), at);
        if (strncmp(line, "# dice ", 7) == 0)
            wrong = line_read(shares, line);
        if (wrong)
            return err_set(err, SK_STATE, "{0}: line {1}: {2}.", "sds", name, (int)number, wrong);
        at += n + (at[n] != '\0');
    }
    if (shares->step == SHARES_NONE)
        return err_set(err, SK_STATE, "{0} has no proof of its dice. Only games played on a server have one.", "s",
                       name);
    if (!shares->party[0].opened)
        return err_set(err, SK_STATE,
                       "{0} does not contain the server's share of the dice, which is revealed after the end.", "s",
                       name);
    return SK_OK;
}

/* ---- verifying -------------------------------------------------------------------------------------------- */

/* Line number of outcome n. Only outcomes start with a star: comments, header lines and moves never do. */
static unsigned outcome_line(const char *text, unsigned n) {
    unsigned number = 1;
    for (const char *line = text; *line; number++) {
        line += strspn(line, " \t");
        if (*line == '*' && n-- == 0)
            return number;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return number;
}

static Move outcome_draw(const Match *match, Dice *dice, unsigned n) {
    const Rules *rules = match_rules(match);
    Odds odds;
    rules->game->chance(rules, match_state(match), &odds);
    unsigned i = odds_index(&odds, dice->below(dice, n, odds.total ? odds.total : odds.n));
    return rules->game->outcome(rules, match_state(match), i);
}

Status shares_verify(const Shares *shares, const Match *whole, const char *text, const char *name, unsigned *outcomes,
                     Err *err) {
    const Rules *rules = match_rules(whole);
    unsigned count;
    const Move *moves = match_moves(whole, &count);
    unsigned char key[DICE_KEY_SIZE];
    shares_key(shares, key);
    MatchDice dice = dice_from_key(key);
    Match *match = match_from_state(rules, match_initial_state(whole));
    Status status = match ? SK_OK : err_set(err, SK_IO, "Out of memory while verifying {0}.", "s", name);
    *outcomes = 0;
    for (unsigned i = 0; i < count && !status; i++) {
        if (state_head(match_state(match))->node == NODE_CHANCE) {
            Move drawn = outcome_draw(match, &dice.dice, *outcomes);
            char have[MOVE_TEXT_SIZE], want[MOVE_TEXT_SIZE];
            move_write_seat(rules, moves[i], have);
            move_write_seat(rules, drawn, want);
            if (memcmp(&drawn, &moves[i], sizeof drawn) != 0)
                status = err_set(err, SK_STATE, "{0}: line {1}: the record says `{2}`, but the shares give `{3}`.",
                                 "sdss", name, (int)outcome_line(text, *outcomes), have, want);
            ++*outcomes;
        }
        if (!status)
            status = match_replay(match, (Line){.move = moves[i]}, err);
    }
    match_free(match);
    return status;
}
