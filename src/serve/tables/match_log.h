/* The stored log of a match: what a record's body holds, a row of the store each, and before the lines of every
 * submission a remark `# SEAT MESSAGE` (`# * 0`: dice at the start), so that a match built from it counts the same
 * versions and knows the same messages. Now and then a remark `# = HASH` behind them says which position they led to: a
 * program whose rules would lead elsewhere finds out. In memory a row is a Move. Plain functions; what is read is the
 * caller's. */
#ifndef SKERRY_SERVE_TABLES_MATCH_LOG_H
#define SKERRY_SERVE_TABLES_MATCH_LOG_H

#include "base/text.h"
#include "engine/match.h"

/* Kinds of no game: a remark, with the message in the arguments; an undo; a position's hash, 48 bits of it. */
enum { LOG_SUBMISSION = 0xFF, LOG_UNDO = 0xFE, LOG_HASH = 0xFD };
enum { LOG_HASH_INTERVAL = 8 }; /* steps of a game at most that no hash is behind */
#define LOG_MESSAGE_MAX ((UINT64_C(1) << 48) - 1)

/* What the match has pending, as rows for the store, and packed: count rows at out, which the caller frees. */
Move *match_log_pending(const Match *match, unsigned seat, uint64_t message, Text *rows, unsigned *count);
/* Packed rows as the store has them. */
void match_log_write(const Rules *rules, const Move *log, unsigned count, Text *out);
/* Stored rows, packed. One that cannot be read ends it: err names it, and those before it are there all the same. NULL
 * without memory alone. */
Move *match_log_read(const Rules *rules, const char *text, unsigned *count, Err *err);

/* Called after each submission was made true. */
typedef struct LogObserver {
    void (*step)(struct LogObserver *self, const Match *match);
    unsigned
        verified_rows; /* set by match_log_replay: rows up to here led where they should, by the last hash among them */
} LogObserver;
/* Replays rows from..to on a match that stands at `from`: the dice are drawn again and must fall as they did.
 * dice NULL: they fall as they are stored, unproved. After a failure the match stands where the last good row led. */
Status match_log_replay(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *step,
                        Err *err);

#endif
