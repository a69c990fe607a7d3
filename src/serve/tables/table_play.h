/* A table at play: what comes from the store, steps, bots, clocks, and the answers to requests. Everything happens on
 * the loop's thread; tables are the house's. */
#ifndef SKERRY_SERVE_TABLE_PLAY_H
#define SKERRY_SERVE_TABLE_PLAY_H

#include "base/json_writer.h"
#include "serve/tables/table.h"

/* The dice with which a stored log is walked again: not all of an unproved one's are drawn from its key. */
static inline Dice *dice_again(const Table *table, MatchDice *dice) { return table_proved(table) ? &dice->dice : NULL; }

/* ---- load.c ---------------------------------------------------------------------------------------------- */
void table_load(House *house, Table *table); /* from the store, then its match; whatever waits goes on then */
void table_unload(Table *table);
json_t *chat_read(const char *text); /* the newest of what is stored */
void waiting_free(Waiting *waiting); /* all of a list */
void openers_free(Table *table);
void table_read_done(House *house, StoreJob *job); /* STORE_READ_TABLE came back */
/* Row, lines and chat as the job has them; whoever waited goes on. */
void table_take(House *house, Table *table, StoreJob *job);
/* Answers `open` for a socket that has joined the room, when all it needs is there. have: NULL, or what it has. */
void table_open_for(House *house, Sock *sock, json_int_t id, const json_t *have);

void table_opens(House *house, Table *table); /* all has been read: who waits to open it goes on */

/* ---- mend.c: tables that are stuck only because the store did not work ------------------------------------ */
enum { GRACE_MS = 60000 }; /* nobody could move meanwhile: no clock runs out sooner afterwards */
/* Stuck, but only until the store works again; then it goes on from what is really there. */
void table_fault(House *house, Table *table, const char *why);
void mend_tick(House *house);
void table_mended(House *house, StoreJob *job); /* STORE_MEND came back */

/* ---- start.c: the dice are made together, then the game begins ------------------------------------------- */
Status table_start(House *house, Table *table, Reply reply, Err *err);
/* A share or its commitment came in. */
Status start_commit(House *house, Table *table, unsigned seat, const char *hex, Err *err);
Status start_share(House *house, Table *table, unsigned seat, const char *hex, Err *err);
/* People at other servers who can be asked were looked for: a set of seats. */
void start_found(House *house, Table *table, uint32_t far);
void start_push(House *house, int64_t person, unsigned seat, const char *key, const json_t *dice);
void start_tick(House *house, Table *table); /* who has not answered in time is left out */
void start_greet(House *house, Sock *sock);  /* has said hello: is asked for what tables wait for */

/* ---- play.c ---------------------------------------------------------------------------------------------- */
Status table_begin(House *house, Table *table, Reply reply, Err *err); /* the first step of a match */
/* A match that has been played up to here elsewhere: its rows, and the same as text, which is taken. */
Status table_branch(House *house, Table *table, const Move *log, unsigned rows, Text *text, Reply reply, Err *err);
Status table_act(House *house, Table *table, const Submission *submission, Reply reply, Err *err);
Status table_undo(House *house, Table *table, unsigned seat, Reply reply, Err *err);
void table_stored(House *house, StoreJob *job); /* STORE_LINES came back */
void table_ready(House *house, Table *table);   /* its match is there: bots and clocks go on */
/* A viewer's moment, left open for further members; fresh: with what was told. */
void table_moment_jot(const House *house, const Table *table, unsigned viewer, bool fresh, Jot *out);
void moment_send(House *house, const Table *table, Sock *sock, unsigned viewer); /* how it stands, to one socket */
void table_refresh(House *house, Table *table); /* everybody there gets how it stands */
void table_next(House *house, Table *table);    /* what waits, then bots */
/* Everybody there gets the moments of his seats whose version is not that of `before` any more. */
void table_publish(House *house, Table *table);
bool log_append(Table *table, const Move *rows, unsigned count); /* false without memory */

/* ---- think.c --------------------------------------------------------------------------------------------- */
void table_advance(House *house, Table *table); /* bots that are to move, do */
Status table_hint(House *house, Table *table, unsigned seat, Reply reply, Err *err);
void table_think_tick(House *house, Table *table);   /* says how far a bot is */
uint8_t level_find(const char *name, int otherwise); /* UINT8_MAX: no such level */

/* ---- ask_back.c ------------------------------------------------------------------------------------------ */
void table_back_tick(House *house, Table *table); /* says how far looking back is */

/* ---- clock.c --------------------------------------------------------------------------------------------- */
void clock_start(Table *table);
void clock_moved(House *house, Table *table, unsigned seat); /* after a step of that seat */
/* The game goes on here: whose turn it is, his clock runs, even if the move before was stored and that was not. */
void clock_again(House *house, Table *table);
void clock_stop(Table *table);
bool clock_out(const Table *table, unsigned seat);
void clock_late(House *house, Table *table, unsigned seat); /* its time is gone: that is told, once */

/* What a viewer was told by the last step, as lines of the log: entries of a list that the caller has opened. */
void log_jot(const Voice *voice, unsigned turn, const Match *match, const uint32_t *version, Jot *out);

typedef struct ChatSaid { /* a line of chat that waits to be stored */
    Table *table;
    Reply reply;
    json_t *line;
} ChatSaid;
void chat_stored(House *house, StoreJob *job);

/* ---- answers (ask.c) ------------------------------------------------------------------------------------- */
void answer(House *house, Reply reply, json_t *out); /* takes it */
void answer_error(House *house, const Table *table, Reply reply, const Err *err, json_t *more);
void ask_again(House *house, Table *table, Waiting *waiting);    /* a request whose time has come; frees it */
void ask_held(House *house, Sock *sock);                         /* those that came while a table was being opened */
bool waiting_add(Waiting **list, Reply reply, const json_t *in); /* false: there are too many, or no memory */

#endif
