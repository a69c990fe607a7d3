/* A table at play: what comes from the store, steps, bots, clocks, and the answers to requests. Everything happens on
 * the loop's thread; tables are the house's. */
#ifndef SKERRY_SERVE_TABLES_TABLE_PLAY_H
#define SKERRY_SERVE_TABLES_TABLE_PLAY_H

#include "base/json_writer.h"
#include "serve/tables/table.h"

/* The dice with which a stored log is walked again: not all of an unproved one's are drawn from its key. */
static inline Dice *replay_dice(const Table *table, MatchDice *dice) {
    return table_dice_are_fair(table) ? &dice->dice : NULL;
}

/* ---- load.c ---------------------------------------------------------------------------------------------- */
void table_load(House *house, Table *table); /* from the store, then its match; whatever waits goes on then */
void table_unload(Table *table);
json_t *chat_read(const char *text);           /* the newest of what is stored */
void deferred_free(DeferredRequest *deferred); /* all of a list */
void open_requests_free(Table *table);
void table_read_done(House *house, StoreJob *job); /* STORE_READ_TABLE came back */
/* Row, lines and chat as the job has them; whoever waited goes on. */
void table_fill(House *house, Table *table, StoreJob *job);
/* Answers `open` for a socket that has joined the room, when all it needs is there. have: NULL, or what it has. */
void table_open_queue(House *house, Sock *sock, json_int_t id, const json_t *have);

void table_open_answer_all(House *house, Table *table); /* all has been read: who waits to open it goes on */

/* ---- mend.c: tables that are stuck only because the store did not work ------------------------------------ */
enum { GRACE_MS = 60000 }; /* nobody could move meanwhile: no clock runs out sooner afterwards */
/* Stuck, but only until the store works again; then it goes on from what is really there. */
void table_suspend(House *house, Table *table, const char *why);
void recover_tick(House *house);
void table_recover_done(House *house, StoreJob *job); /* STORE_RECOVER came back */

/* ---- start.c: the dice are made together, then the game begins ------------------------------------------- */
Status table_start(House *house, Table *table, Reply reply, Err *err);
/* A share or its commitment came in. */
Status start_commit(House *house, Table *table, unsigned seat, const char *hex, Err *err);
Status start_share(House *house, Table *table, unsigned seat, const char *hex, Err *err);
/* People at other servers who can be asked were looked for: a set of seats. */
void start_find_done(House *house, Table *table, uint32_t far);
void start_push(House *house, int64_t person, unsigned seat, const char *key, const json_t *dice);
void start_tick(House *house, Table *table); /* who has not answered in time is left out */
void start_greet(House *house, Sock *sock);  /* has said hello: is asked for what tables wait for */

/* ---- play.c ---------------------------------------------------------------------------------------------- */
Status table_begin(House *house, Table *table, Reply reply, Err *err); /* the first step of a match */
/* A match that has been played up to here elsewhere: its rows, and the same as text, which is taken. */
Status table_branch(House *house, Table *table, const Move *log, unsigned rows, Text *text, Reply reply, Err *err);
Status table_act(House *house, Table *table, const Submission *submission, Reply reply, Err *err);
Status table_undo(House *house, Table *table, unsigned seat, Reply reply, Err *err);
void table_step_done(House *house, StoreJob *job);  /* STORE_LINES came back */
void table_match_ready(House *house, Table *table); /* its match is there: bots and clocks go on */
/* A viewer's moment, left open for further members; fresh: with what was told. */
void table_moment_write_json(const House *house, const Table *table, unsigned viewer, bool fresh, JsonWriter *out);
void moment_push(House *house, const Table *table, Sock *sock, unsigned viewer); /* how it stands, to one socket */
void table_push_all_moments(House *house, Table *table); /* everybody there gets how it stands */
void table_run_deferred(House *house, Table *table);     /* what waits, then bots */
/* Everybody there gets the moments of his seats whose version is not that of `before` any more. */
void table_push_moments(House *house, Table *table);
bool table_log_append(Table *table, const Move *rows, unsigned count); /* false without memory */

/* ---- think.c --------------------------------------------------------------------------------------------- */
void table_start_bots(House *house, Table *table); /* bots that are to move, do */
Status table_hint(House *house, Table *table, unsigned seat, Reply reply, Err *err);
void table_bot_tick(House *house, Table *table);     /* says how far a bot is */
uint8_t level_find(const char *name, int otherwise); /* UINT8_MAX: no such level */

/* ---- ask_back.c ------------------------------------------------------------------------------------------ */
void table_analysis_tick(House *house, Table *table); /* says how far looking back is */

/* ---- clock.c --------------------------------------------------------------------------------------------- */
void clock_start(Table *table);
void clock_update(House *house, Table *table, unsigned seat); /* after a step of that seat */
/* The game goes on here: whose turn it is, his clock runs, even if the move before was stored and that was not. */
void clock_resume(House *house, Table *table);
void clock_stop(Table *table);
bool clock_has_expired(const Table *table, unsigned seat);
void clock_log_timeout(House *house, Table *table, unsigned seat); /* its time is gone: that is told, once */

/* What a viewer was told by the last step, as lines of the log: entries of a list that the caller has opened. */
void log_write_json(const Voice *voice, unsigned turn, const Match *match, const uint32_t *version, JsonWriter *out);

typedef struct ChatLine { /* a line of chat that waits to be stored */
    Table *table;
    Reply reply;
    json_t *line;
} ChatLine;
void chat_done(House *house, StoreJob *job);

/* ---- answers (ask.c) ------------------------------------------------------------------------------------- */
void answer(House *house, Reply reply, json_t *out); /* takes it */
void answer_error(House *house, const Table *table, Reply reply, const Err *err, json_t *more);
void request_retry(House *house, Table *table, DeferredRequest *deferred); /* a request whose time has come; frees it */
void requests_resume(House *house, Sock *sock); /* those that came while a table was being opened */
bool deferred_add(DeferredRequest **list, Reply reply, const json_t *in); /* false: there are too many, or no memory */

#endif
