/* The stored log of a match: one row per line of the record's body. Each submission starts with a remark
 * `# SEAT MESSAGE` (`# * 0`: dice at the start), so that a match rebuilt from the log has the same versions and
 * recognises duplicate messages. From time to time a remark `# = HASH` follows with the hash of the position reached,
 * which reveals a program whose rules would play the log differently. In memory a row is a Move. Callers own what these
 * functions return. */
#ifndef SKERRY_SERVE_TABLES_MATCH_LOG_H
#define SKERRY_SERVE_TABLES_MATCH_LOG_H

#include "base/text.h"
#include "engine/match.h"

/* Move kinds that no game uses: a submission remark, with the message number in the arguments; an undo; 48 bits of a
 * position's hash. */
enum { LOG_SUBMISSION = 0xFF, LOG_UNDO = 0xFE, LOG_HASH = 0xFD };
enum { LOG_HASH_INTERVAL = 8 }; /* steps of the game between two hashes */
#define LOG_MESSAGE_MAX ((UINT64_C(1) << 48) - 1)

/* Appends the stored form of a match's pending step to rows, and returns it as count packed rows. Returns NULL if out
 * of memory. */
Move *match_log_pending(const Match *match, unsigned seat, uint64_t message, Text *rows, unsigned *count);
/* Appends the stored form of packed rows. */
void match_log_write(const Rules *rules, const Move *log, unsigned count, Text *out);
/* Parses stored rows into packed ones. Stops at the first bad row: err describes it, and the rows before it are
 * returned. NULL only if out of memory. */
Move *match_log_read(const Rules *rules, const char *text, unsigned *count, Err *err);

/* Called after each submission is committed. */
typedef struct LogObserver {
    void (*step)(struct LogObserver *self, const Match *match);
    /* Set by match_log_replay: number of rows confirmed by a later hash; all replayed rows if the log has no hash. */
    unsigned verified_rows;
} LogObserver;
/* Replays the rows from..to on a match at row `from`. The dice are drawn again and must give the stored outcomes. If
 * dice is NULL, the outcomes are taken from the log. After a failure the match is at the end of the last good
 * submission. */
Status match_log_replay(Match *match, Dice *dice, const Move *log, unsigned from, unsigned to, LogObserver *observer,
                        Err *err);

#endif
