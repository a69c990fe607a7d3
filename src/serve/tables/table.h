/* A table: its seats, settings, match and log. The House owns its tables, and their addresses never change. A match is
 * built from the stored log when it is needed and freed when it has not been used for a while. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_TABLE_H
#define SKERRY_SERVE_TABLES_TABLE_H

#include "serve/dice/dice_shares.h"
#include "serve/house/house.h"
#include "text/voice.h"

typedef enum Phase { PHASE_GATHERING, PHASE_PLAYING, PHASE_OVER, PHASE_STUCK, PHASE_CLOSED } Phase;
typedef enum Occupant { OCCUPANT_OPEN, OCCUPANT_PERSON, OCCUPANT_BOT } Occupant;
extern const char *const phase_names[]; /* by Phase */
enum { PHASE_COUNT = PHASE_CLOSED + 1 };
typedef enum ClockKind { CLOCK_NONE, CLOCK_REAL, CLOCK_DAYS } ClockKind;

enum { VIEWERS = SEATS_MAX + 1, CODE_SIZE = 16, DEFERRED_MAX = 16 }; /* viewer SEATS_MAX: the spectators */

typedef struct TableSeat {
    int64_t person;          /* id; 0 if no person sits here */
    int64_t time_left;       /* milliseconds on the clock when it last stopped */
    int64_t deadline;        /* calendar time at which the clock expires; 0 if it is not running */
    uint32_t considered;     /* version at which its bot last considered an aside, plus 1; 0: never */
    uint8_t occupant, level; /* Occupant; index into bots_all */
    bool bot_stands_in;      /* a bot plays for the person */
    bool turn_notified;      /* a notification was sent for this turn (notify.h) */
    bool hidden;             /* the person removed the table from their list */
    char name[NAME_SIZE];
} TableSeat;

/* Where to send an answer. */
typedef struct Reply {
    uint64_t sock; /* 0: no answer wanted */
    json_int_t id; /* of the request */
} Reply;

/* A request that runs later, for example after the current step is stored. */
typedef struct DeferredRequest {
    Reply reply;
    json_t *request;
    struct DeferredRequest *next;
    unsigned tries; /* attempts so far that failed because another server wrote first */
    int64_t at;     /* time of the next attempt; used only for lookups */
} DeferredRequest;

typedef struct Table {
    int64_t id, owner, since;
    char key[KEY_SIZE], spectator_key[KEY_SIZE], rematch[KEY_SIZE], code[CODE_SIZE], name[NAME_SIZE];
    CachedPack *pack; /* NULL only if the table is stuck */
    Rules rules;
    unsigned rules_version; /* version of the rules the game started with; 0 before the start */
    bool store_failed;      /* stuck because a read or write failed, until the store works again (recover.c) */
    bool recovering;        /* a recovery attempt is in flight */
    bool row_dirty;         /* the last save of the row failed; save it again */
    bool diverged;          /* the log replays differently in this version: stuck here, whatever the row says */
    Shares shares;          /* players' shares that the dice key is made from */
    MatchDice dice;
    bool walkthrough; /* scripted first game (walkthrough_table.h); its dice cannot be verified */
    bool branched;    /* continues another game from a chosen moment (request_branch.c); its dice cannot be verified */
    const Walkthrough *walkthrough_script; /* NULL if this is no walkthrough or the game no longer has one */
    unsigned rule;                         /* number of the rule played here (rule_table.h); 0: none */
    bool superseded;                       /* its owner plays another rule now: close it once no step is in flight */
    struct SeatLog *seat_log;              /* NULL if empty */
    State *start_state;    /* position the match starts from; NULL: the set-up. Constant once the game has begun */
    bool starting;         /* collecting shares of the dice */
    json_t *start_request; /* in case it must be retried; NULL with a single server */
    unsigned start_tries;
    bool start_remote;      /* some shares come from people on other servers */
    int64_t start_deadline; /* for the shares of this round, by clock_monotonic_ms */
    Phase phase;
    char *stop_reason; /* if it is stuck or closed */
    bool public, open_play;
    bool owner_hides; /* the owner removed the table from their list */
    ClockKind clock;
    int64_t clock_ms;           /* initial time (CLOCK_REAL) or time per move (CLOCK_DAYS) */
    int64_t clock_increment_ms; /* added per move (CLOCK_REAL) */
    unsigned seats;
    TableSeat seat[SEATS_MAX];

    /* Runtime state. Of this, only the stamp is stored in the row. */
    bool loaded, loading; /* the log and chat are in memory; are being read from the store */
    unsigned replays;     /* workers that are replaying the log */
    Match *match;         /* NULL if not built */
    Move *log;            /* all stored rows, packed (match_log.h) */
    unsigned log_count, log_cap;
    int64_t next_row; /* number of the next row in the store */
    json_t *chat;
    int64_t last_used;
    uint8_t to_act;      /* set of seats to act; kept while the match is not loaded */
    bool check_bots;     /* load the match to see whether a bot must move */
    bool resend_moments; /* push all moments to everyone, because another server changed the match */
    struct OpenRequest *open_requests;
    bool remote_changes;      /* another server stored something that has not been read yet */
    bool reading_changes;     /* it is being read */
    unsigned saves_in_flight; /* writes of the row in the store's queue */
    int64_t stamp;            /* version stamp of the row (store.h) */
    int64_t poll_after;       /* earliest time of the next poll for changes */
    bool lease_new;           /* lease just acquired: the clocks in the stored row are newer than ours */
    struct TableEdit *edits;  /* edits to apply once the row has been reloaded (table_edit.h) */
    char *remote_people;      /* ids of the people at this table on other servers: "\n1\n2\n"; NULL: nobody */

    bool step_in_flight;               /* a step is being stored */
    Reply reply;                       /* of that step, or of the start */
    uint32_t versions_before[VIEWERS]; /* each viewer's version before that step */
    DeferredRequest *deferred;
    WorkerJob *bot_job;  /* NULL if no bot is thinking */
    unsigned bot_seat;   /* seat of bot_job */
    bool thinking_shown; /* clients were told that this bot is thinking */
    Move bot_move;       /* move found while a step was in flight; valid if bot_ready */
    uint32_t bot_version;
    bool bot_ready;
    bool bot_retry;          /* a bot's move was lost or refused; start the bot again */
    WorkerJob *hint_job;     /* or NULL */
    WorkerJob *analysis_job; /* or NULL */
    json_t *analysis;        /* report on the finished game, or NULL */
    Sock *sockets;           /* list through Sock.next_at_table */
} Table;

/* ---- table.c -------------------------------------------------------------------------------------------- */
Table *table_new(House *house); /* with new keys, but not yet in the house's maps; NULL if out of memory */
void table_free(Table *table);
/* Adds the table to the house's maps. If memory runs out it returns false and may have added it to some of them; call
 * table_forget then. */
bool table_register(House *house, Table *table);
void table_forget(House *house, Table *table); /* removes the table from all maps and frees it */
Table *table_by_key(const House *house, const char *key);
Table *table_by_spectator_key(const House *house, const char *key);
Table *table_by_code(const House *house, const char *code);
unsigned table_free_seats(const Table *table);
uint32_t table_seats_of(const Table *table, const Person *person); /* set of the person's seats */
bool table_bot_plays(const Table *table, unsigned seat);
void table_names(const House *house, const Table *table, char names[SEATS_MAX][NAME_SIZE]);
/* Both stop the table and push the reason to everyone there. The caller saves the row if this must be permanent. */
void table_mark_stuck(House *house, Table *table, const char *why);
void table_close(House *house, Table *table, const char *why);
static inline bool table_dice_are_fair(const Table *table) { return !table->walkthrough && !table->branched; }
static inline bool table_is_stopped(const Table *table) {
    return table->phase == PHASE_STUCK || table->phase == PHASE_CLOSED;
}
/* Set of the seats whose views a socket gets; 0: it is a spectator. */
uint32_t sock_seats(const Sock *sock);
void table_join(House *house, Sock *sock, Table *table);
void table_leave(House *house, Sock *sock);
/* Pushes to every socket at the table, or only to those with a seat. Takes json. */
void table_push(House *house, const Table *table, json_t *json, bool seated);

/* ---- table_row.c: storing ------------------------------------------------------------------------------- */
char *table_row(const Table *table); /* JSON; the caller frees it. NULL if out of memory */
Table *table_read(House *house, int64_t id, const char *row, Err *err);
void table_save(House *house, Table *table);
/* Updates the table from its stored row. Does nothing and returns false if the stamp is unchanged, unless any is set.
 */
bool table_reload_row(Table *table, const char *row, bool any, Err *err);

typedef struct RowSave { /* a row that is being stored */
    Table *table;
    Reply reply;
    bool is_new;            /* answer with the table's key */
    json_t *opens;          /* `open` request with a code: open the table once the row is stored; or NULL */
    struct TableEdit *edit; /* if not NULL, only this and table are used (table_edit.h) */
    json_t *request;        /* in case it must be retried; or NULL */
    unsigned tries;
} RowSave;
void table_save_new(House *house, Table *table, Reply reply); /* stores the row, then answers with the table's key */
/* Stores the row, then pushes the table to everyone there and answers. */
void table_save_then_answer(House *house, Table *table, Reply reply);
bool table_save_edit(House *house, Table *table, struct TableEdit *edit); /* false if out of memory */
/* Stores the row, then opens the table for that `open` request. */
void table_save_then_open(House *house, Table *table, Reply reply, json_t *request);
void table_save_done(House *house, StoreJob *job); /* completion of STORE_TABLE */

/* ---- table_json.c: what clients see --------------------------------------------------------------------- */
bool seat_is_connected(const Table *table, unsigned seat); /* its person is connected, to any server */
json_t *table_json(const House *house, const Table *table, const Sock *sock);
void table_push_info(House *house, Table *table); /* pushes `table` to everyone there */
json_t *lobby_json(const House *house, const Sock *sock);
void lobby_push_all(House *house);

#endif
