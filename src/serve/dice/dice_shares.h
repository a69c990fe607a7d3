/* Fair dice: the server and every person at a table give a random share of the match's key, and all commit to theirs
 * before any is opened, so that nobody can choose the dice. A Shares is a plain value, secret while the game runs.
 *
 * How a table uses it (docs/protocol.md, Fair dice):
 * - start: shares_begin with the seats of the people who are there (of a person with several: the lowest), then
 *   shares_absent with those of the others. Push `dice`, step `commit`, with shares_json(…, false).
 * - `commit`: shares_commit. When shares_ready, or three seconds after the push: shares_next, push step `open`.
 * - `share`: shares_open. When shares_ready, or three seconds later: shares_next, shares_key, dice_of, match_start.
 *   shares_write(…, true) goes into the table's row, stored together with the first lines; a server that dies
 *   before that begins anew with a fresh tag.
 * - a restart: shares_read from the row, shares_key, dice_of.
 * - while the game runs everybody may see shares_json(…, false): the table's `dice`.
 * - its end: shares_json(…, true), and shares_write(…, true) behind what record_write wrote. */
#ifndef SKERRY_SERVE_DICE_DICE_SHARES_H
#define SKERRY_SERVE_DICE_DICE_SHARES_H

#include <jansson.h>

#include "base/text.h"
#include "serve/dice/dice.h"

enum { DICE_TAG = 16, DICE_SHARE = 32, DICE_COMMIT = 32, SHARE_PARTIES = SEATS_MAX + 1, SHARES_WAIT_MS = 3000 };

typedef enum SharesStep { SHARES_NONE, SHARES_COMMIT, SHARES_OPEN, SHARES_DONE } SharesStep;

typedef struct Share {
    bool asked, absent, committed, opened;
    unsigned char commit[DICE_COMMIT], share[DICE_SHARE];
} Share;

typedef struct Shares {
    SharesStep step;
    unsigned char tag[DICE_TAG]; /* of this match alone: an old commitment is good nowhere else */
    Share party[SHARE_PARTIES];  /* 0: the server; seat s (from 0) is s + 1 */
} Shares;

/* A fresh tag, the server's share and its commitment. seats: a set, bit s for seat s. */
void shares_begin(Shares *shares, uint32_t seats);
/* People at the table who have no client open: nobody waits for them, and the proof names them as left out. */
void shares_absent(Shares *shares, uint32_t seats);
/* What a client sent, in hexadecimal. Refused: not asked, twice, too late, not of the right length, a share that is not
 * the one committed to. The same thing again is fine. */
Status shares_commit(Shares *shares, unsigned seat, const char *hex, Err *err);
Status shares_open(Shares *shares, unsigned seat, const char *hex, Err *err);
/* Nobody is left to wait for in this step. */
bool shares_ready(const Shares *shares);
/* All have answered, or the time is up: who has not is left out. */
void shares_next(Shares *shares);
/* From all that were opened; only when the step is SHARES_DONE. */
void shares_key(const Shares *shares, unsigned char key[DICE_KEY]);

/* tag, step and parties (`seat` 0: the server; `commit`, `share`: null where there is none). open: with the shares. */
json_t *shares_json(const Shares *shares, bool open);
/* The same as remarks of a record: lines `# dice …`. */
void shares_write(const Shares *shares, bool open, Text *out);
/* From a record or what shares_write wrote. Refused: none there, a share that is not what was committed to, a server's
 * share that is missing. name: what errors call the text. */
Status shares_read(const char *text, const char *name, Shares *shares, Err *err);

/* Draws every chance outcome of a whole match again from the shares; the first that is another is named with its line
 * in the record's text. outcomes: how many there were. */
Status shares_verify(const Shares *shares, const Match *whole, const char *text, const char *name, unsigned *outcomes,
                     Err *err);

/* What party (0: the server, 1..: seats) commits to with this share. */
void share_commitment(const unsigned char tag[DICE_TAG], unsigned party, const unsigned char share[DICE_SHARE],
                      unsigned char out[DICE_COMMIT]);

#endif
