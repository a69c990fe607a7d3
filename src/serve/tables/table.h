/* A table: who sits where, the match, and what was stored of it. Tables are owned by the house and never move. A match
 * is built from the stored lines when somebody needs it and let go when nobody has for a while. */
#ifndef SKERRY_SERVE_TABLES_TABLE_H
#define SKERRY_SERVE_TABLES_TABLE_H

#include "serve/dice/dice_shares.h"
#include "serve/house/house.h"
#include "text/voice.h"

typedef enum Phase { PHASE_GATHERING, PHASE_PLAYING, PHASE_OVER, PHASE_STUCK, PHASE_CLOSED } Phase;
typedef enum Occupant { OCCUPANT_OPEN, OCCUPANT_PERSON, OCCUPANT_BOT } Occupant;
extern const char *const phase_names[]; /* by Phase */
enum { PHASES = PHASE_CLOSED + 1 };
typedef enum ClockKind { CLOCK_NONE, CLOCK_REAL, CLOCK_DAYS } ClockKind;

enum { VIEWERS = SEATS_MAX + 1, CODE_SIZE = 16, DEFERRED_MAX = 16 }; /* the last viewer: spectators */

typedef struct TableSeat {
    int64_t person;              /* 0: nobody's */
    int64_t time_left, deadline; /* the clock: milliseconds left; when they are gone, 0 while it does not run */
    uint32_t considered;         /* the version at which its bot last looked for an aside, plus one */
    uint8_t occupant, level;     /* Who; an index of bots_all */
    bool bot_stands_in;          /* a bot plays for the person */
    bool turn_notified;          /* of this turn, with no page open (notify.h) */
    bool hidden;                 /* its person has taken the table off his list */
    char name[NAME_SIZE];
} TableSeat;

/* Who is to be answered, and for what. */
typedef struct Reply {
    uint64_t sock; /* 0: nobody */
    json_int_t id;
} Reply;

/* A request that waits for the one before it to be stored. */
typedef struct DeferredRequest {
    Reply reply;
    json_t *in;
    struct DeferredRequest *next;
    unsigned tries; /* how often another server was first */
    int64_t at;
} DeferredRequest;

typedef struct Table {
    int64_t id, owner, since;
    char key[KEY_SIZE], spectator_key[KEY_SIZE], rematch[KEY_SIZE], code[CODE_SIZE], name[NAME_SIZE];
    CachedPack *pack; /* NULL only when stuck */
    Rules rules;
    unsigned rules_version; /* by which version of the rules; 0: not yet */
    bool store_failed;      /* the store did not take it or give it: it is stuck only until that works again (mend.c) */
    bool recovering;        /* that is being tried */
    bool row_dirty;         /* its row is not on disk as it is here: to be tried again */
    bool diverged;          /* its log leads elsewhere with this program: it is stuck here, whatever its row says */
    Shares shares;          /* what its dice are made of */
    MatchDice dice;
    bool walkthrough; /* a game's first game (teach.h); its dice prove nothing */
    bool branched;    /* goes on from a moment of another game (handle_branch.c); its dice prove nothing either */
    const Walkthrough *walkthrough_script; /* of a walkthrough; NULL: none, or none any more */
    unsigned rule;                         /* that is tried here (trial.h); 0: none */
    bool superseded;          /* another has been tried since: it is closed as soon as no step is being stored */
    struct SeatLog *seat_log; /* what became of its seats (seatlog.h); NULL: nothing */
    State *start_state;       /* where its match begins; NULL: at the set-up. Never changed once the game has begun */
    bool starting;            /* shares are being asked for */
    json_t *start_in;         /* the request, where it may have to be judged again; NULL: none */
    unsigned start_tries;
    bool start_remote; /* also of people at other servers */
    int64_t start_by;
    Phase phase;
    char *why; /* of a stuck or closed one */
    bool public, open_play;
    bool owner_hides; /* the host has taken it off his list */
    ClockKind clock;
    int64_t clock_ms, clock_more;
    unsigned seats;
    TableSeat seat[SEATS_MAX];

    /* while somebody needs it */
    bool loaded, loading; /* log and chat are here; or on their way from the store */
    unsigned replays;     /* workers that replay it */
    Match *match;         /* NULL: not built */
    Move *log;            /* every stored line, packed (log.h) */
    unsigned log_count, log_cap;
    int64_t next_row; /* of the store: the number of the next */
    json_t *chat;
    int64_t last_used;   /* when last */
    uint8_t to_act;      /* whom the game waits for, also while the match is not here */
    bool check_bots;     /* after a start of the server: whether a bot is to move is not known yet */
    bool resend_moments; /* another server moved: all are to be told anew */
    struct OpenRequest *open_requests;
    bool remote_changes, reading_changes; /* another server stored something: to be read; being read */
    unsigned saves_in_flight;             /* of its row, on their way to the store */
    int64_t stamp;                        /* of its row (store.h) */
    int64_t poll_after;                   /* not before */
    bool lease_new;          /* its bots and clocks are ours since a moment ago: those of its row are the newest */
    struct TableEdit *edits; /* that are made again when its row has been read (edit.h) */
    char *remote_people;     /* who is in its room at other servers: "\n1\n2\n"; NULL: nobody */

    bool step_in_flight; /* a step waits to be stored */
    Reply reply;
    uint32_t versions_before[VIEWERS]; /* each viewer's version before that step */
    DeferredRequest *deferred;
    WorkerJob *bot_job; /* a bot's or NULL */
    unsigned bot_seat;
    bool told_thinking;
    Move bot_move; /* one that came while a step was being stored */
    uint32_t bot_version;
    bool bot_ready, bot_moves;
    bool bot_retry; /* a bot's move was lost on the way, without memory */
    WorkerJob *hint_job;
    WorkerJob *analysis_job; /* back at a finished game; NULL */
    json_t *analysis;        /* what was found */
    Sock *sockets;           /* by next_in_room */
} Table;

/* ---- table.c: life, seats, names ------------------------------------------------------------------------ */
Table *table_new(House *house); /* with fresh keys; not yet known to the house */
void table_free(Table *table);
bool table_enter(House *house, Table *table);  /* the house knows it from now on; false: it may know a part of it */
void table_forget(House *house, Table *table); /* it does not know it any more; frees it */
Table *table_by_key(const House *house, const char *key);
Table *table_by_watch(const House *house, const char *watch);
Table *table_by_code(const House *house, const char *code);
unsigned table_free_seats(const Table *table);
uint32_t table_seats_of(const Table *table, const Person *person); /* a set */
bool table_bot_plays(const Table *table, unsigned seat);
void table_names(const House *house, const Table *table, char names[SEATS_MAX][NAME_SIZE]);
/* It goes no further, and everybody there is told why; the caller saves it where that is to last. */
void table_mark_stuck(House *house, Table *table, const char *why);
void table_close(House *house, Table *table, const char *why);
static inline bool table_dice_are_fair(const Table *table) { return !table->walkthrough && !table->branched; }
static inline bool table_is_stopped(const Table *table) {
    return table->phase == PHASE_STUCK || table->phase == PHASE_CLOSED;
}
/* The seats a socket sees through: a set, or 0 and it is a spectator. */
uint32_t sock_seats(const Sock *sock);
void table_join(House *house, Sock *sock, Table *table);
void table_leave(House *house, Sock *sock);
/* To everybody there, or only to who sits; takes the push. */
void table_push(House *house, const Table *table, json_t *json, bool seated);

/* ---- table_row.c: as it is stored ----------------------------------------------------------------------- */
char *table_row(const Table *table); /* malloc'd JSON */
Table *table_read(House *house, int64_t id, const char *row, Err *err);
void table_save(House *house, Table *table);
/* Another server wrote it: what may change is taken over. False: it did not. any: also if nobody did. */
bool table_reload_row(Table *table, const char *row, bool any, Err *err);

typedef struct RowSave { /* a table whose row waits to be stored */
    Table *table;
    Reply reply;
    bool fresh;             /* a new one: it is answered with its key */
    json_t *opens;          /* the request of a spoken code: it is then opened for who asked */
    struct TableEdit *edit; /* or what was made of it (edit.h), and nothing of the others */
    json_t *in;             /* the request, where it may have to be judged again */
    unsigned tries;
} RowSave;
void table_save_new(House *house, Table *table, Reply reply); /* stores it; then it is answered with its key */
void table_save_then_answer(House *house, Table *table,
                            Reply reply); /* stores it; then all there are told, and it is answered */
bool table_save_edit(House *house, Table *table,
                     struct TableEdit *edit); /* stores it for an edit; false without memory */
void table_save_then_open(House *house, Table *table, Reply reply, json_t *in); /* stores it; then it is opened */
void table_save_done(House *house, StoreJob *job);

/* ---- table_json.c: as it is shown ----------------------------------------------------------------------- */
bool seat_connected(const Table *table, unsigned seat); /* somebody is here for it */
json_t *table_json(const House *house, const Table *table, const Sock *sock);
void table_push_info(House *house, Table *table); /* pushes `table` to everybody there */
json_t *lobby_json(const House *house, const Sock *sock);
void lobby_push_all(House *house);

#endif
