/* Fair dice: the server and every person at a table contribute a random share of the match's key. All commit to their
 * shares before any share is opened, so that nobody can choose the dice. A Shares is a plain value without pointers. It
 * must stay secret while the game runs.
 *
 * How a table uses it (docs/protocol.md, Fair dice):
 * - At the start: shares_begin with the seats of the people who are connected (for a person with several seats, the
 *   lowest), then shares_mark_absent with those of the others. Push `dice`, step `commit`, with shares_json(…, false).
 * - On `commit`: shares_commit. When shares_are_ready, or three seconds after the push: shares_next, push step `open`.
 * - On `share`: shares_open. When shares_are_ready, or three seconds later: shares_next, shares_key, dice_from_key,
 * match_start. The table's row keeps shares_write(…, true); it is stored together with the first lines. If the server
 * dies before that, the start is repeated with a new tag.
 * - After a restart: shares_read from the row, shares_key, dice_from_key.
 * - While the game runs, everybody may see shares_json(…, false): the table's `dice`.
 * - After the end: shares_json(…, true), and shares_write(…, true) after the output of record_write. */
#ifndef SKERRY_SERVE_DICE_DICE_SHARES_H
#define SKERRY_SERVE_DICE_DICE_SHARES_H

#include <jansson.h>

#include "base/text.h"
#include "serve/dice/dice.h"

enum {
    DICE_TAG_SIZE = 16,
    DICE_SHARE_SIZE = 32,
    DICE_COMMIT_SIZE = 32,
    SHARE_PARTIES = SEATS_MAX + 1,
    SHARES_WAIT_MS = 3000
};

typedef enum SharesStep { SHARES_NONE, SHARES_COMMIT, SHARES_OPEN, SHARES_DONE } SharesStep;

typedef struct Share {
    bool asked, absent, committed, opened; /* absent: asked, but has no client connected */
    unsigned char commit[DICE_COMMIT_SIZE], share[DICE_SHARE_SIZE];
} Share;

typedef struct Shares {
    SharesStep step;
    unsigned char tag[DICE_TAG_SIZE]; /* random per match, so that a commitment is valid for no other match */
    Share party[SHARE_PARTIES];       /* 0: the server; s + 1: seat s, counted from 0 */
} Shares;

/* Makes a new tag, the server's share and its commitment. `seats` is the set of seats to ask; bit s is seat s. */
void shares_begin(Shares *shares, uint32_t seats);
/* Seats of people without a connected client. Nobody waits for them, and the proof lists them as left out. */
void shares_mark_absent(Shares *shares, uint32_t seats);
/* A client's commitment, and then its share, in hexadecimal. Refused: a seat that was not asked, a second and different
 * commitment, a late one, a wrong length, a share that does not match its commitment. Repeating a message is fine. */
Status shares_commit(Shares *shares, unsigned seat, const char *hex, Err *err);
Status shares_open(Shares *shares, unsigned seat, const char *hex, Err *err);
/* Everybody has answered in this step. */
bool shares_are_ready(const Shares *shares);
/* Goes to the next step. Seats that have not answered are left out. */
void shares_next(Shares *shares);
/* The match's key, from all opened shares. Only in step SHARES_DONE. */
void shares_key(const Shares *shares, unsigned char key[DICE_KEY_SIZE]);

/* An object with the members tag, step and parties. In a party, `seat` is 0 for the server, and `commit` and `share`
 * may be null. The shares are included only if `open` is set. */
json_t *shares_json(const Shares *shares, bool open);
/* The same as comment lines of a record, `# dice …`. */
void shares_write(const Shares *shares, bool open, Text *out);
/* Reads a record or the output of shares_write. Refuses text without shares, with a share that does not match its
 * commitment, or without the server's share. Error messages refer to the text by `name`. */
Status shares_read(const char *text, const char *name, Shares *shares, Err *err);

/* Draws every chance outcome of a match again from the shares. The error names the first one that differs, with its
 * line in the record's text. outcomes: number of outcomes checked. */
Status shares_verify(const Shares *shares, const Match *whole, const char *text, const char *name, unsigned *outcomes,
                     Err *err);

/* The commitment of a party (0: the server, 1 and up: seats) to this share. */
void share_commitment(const unsigned char tag[DICE_TAG_SIZE], unsigned party,
                      const unsigned char share[DICE_SHARE_SIZE], unsigned char out[DICE_COMMIT_SIZE]);

#endif
