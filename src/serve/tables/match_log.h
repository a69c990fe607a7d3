/* The stored log of a match: what a record's body holds, a row of the store each, and before the lines of every
 * submission a remark `# SEAT MESSAGE` (`# * 0`: dice at the start), so that a match built from it counts the same
 * versions and knows the same messages. Now and then a remark `# = HASH` behind them says which position they led to: a
 * program whose rules would lead elsewhere finds out. In memory a row is a Move. Plain functions; what is read is the
 * caller's. */
#ifndef SKERRY_SERVE_LOG_H
#define SKERRY_SERVE_LOG_H

#include "base/text.h"
#include "engine/match.h"

/* Kinds of no game: a remark, with the message in the arguments; an undo; a position's hash, 48 bits of it. */
enum { LOG_GROUP = 0xFF, LOG_UNDO = 0xFE, LOG_HASH = 0xFD };
enum { LOG_HASHED = 8 }; /* steps of a game at most that no hash is behind */
#define LOG_MESSAGE_MAX ((UINT64_C(1) << 48) - 1)

/* What the match has pending, as rows for the store, and packed: count rows at out, which the caller frees. */
Move *log_pending(const Match *match, unsigned seat, uint64_t message, Text *rows, unsigned *count);
/* Packed rows as the store has them. */
void log_write(const Rules *rules, const Move *log, unsigned count, Text *out);
/* Stored rows, packed. One that cannot be read ends it: err names it, and those before it are there all the same. NULL
 * without memory alone. */
Move *log_read(const Rules *rules, const char *text, unsigned *count, Err *err);

/* Called after each submission was made true. */
typedef struct LogStep {
    void (*step)(struct LogStep *self, const Match *match);
    unsigned good; /* set by log_walk: rows up to here led where they should, by the last hash among them */
} LogStep;
/* Replays rows from..to on a match that stands at `from`: the dice are drawn again and must fall as they did.
 * dice NULL: they fall as they are stored, unproved. After a failure the match stands where the last good row led. */
Status log_walk(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogStep *step, Err *err);

#endif
