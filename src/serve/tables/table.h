/* A table: who sits where, the match, and what was stored of it. Tables are owned by the house and never move. A match
 * is built from the stored lines when somebody needs it and let go when nobody has for a while. */
#ifndef SKERRY_SERVE_TABLE_H
#define SKERRY_SERVE_TABLE_H

#include "serve/dice/dice_shares.h"
#include "serve/house/house.h"
#include "text/voice.h"

typedef enum Phase { PHASE_GATHERING, PHASE_PLAYING, PHASE_OVER, PHASE_STUCK, PHASE_CLOSED } Phase;
typedef enum Who { WHO_OPEN, WHO_PERSON, WHO_BOT } Who;
extern const char *const phase_names[]; /* by Phase */
enum { PHASES = PHASE_CLOSED + 1 };
typedef enum ClockKind { CLOCK_NONE, CLOCK_REAL, CLOCK_DAYS } ClockKind;

enum { VIEWERS = SEATS_MAX + 1, CODE_SIZE = 16, WAITING_MAX = 16 }; /* the last viewer: spectators */

typedef struct TableSeat {
    int64_t person;      /* 0: nobody's */
    int64_t left, due;   /* the clock: milliseconds left; when they are gone, 0 while it does not run */
    uint32_t considered; /* the version at which its bot last looked for an aside, plus one */
    uint8_t who, level;  /* Who; an index of bots_all */
    bool bot;            /* a bot plays for the person */
    bool told;           /* of this turn, with no page open (notify.h) */
    bool off;            /* its person has taken the table off his list */
    char name[NAME_SIZE];
} TableSeat;

/* Who is to be answered, and for what. */
typedef struct Reply {
    uint64_t sock; /* 0: nobody */
    json_int_t id;
} Reply;

/* A request that waits for the one before it to be stored. */
typedef struct Waiting {
    Reply reply;
    json_t *in;
    struct Waiting *next;
    unsigned tries; /* how often another server was first */
    int64_t at;
} Waiting;

typedef struct Table {
    int64_t id, host, since;
    char key[KEY_SIZE], watch[KEY_SIZE], rematch[KEY_SIZE], code[CODE_SIZE], name[NAME_SIZE];
    Book *book; /* NULL only when stuck */
    Rules rules;
    unsigned begun; /* by which version of the rules; 0: not yet */
    bool fault;     /* the store did not take it or give it: it is stuck only until that works again (mend.c) */
    bool mending;   /* that is being tried */
    bool unsaved;   /* its row is not on disk as it is here: to be tried again */
    bool astray;    /* its log leads elsewhere with this program: it is stuck here, whatever its row says */
    Shares shares;  /* what its dice are made of */
    MatchDice dice;
    bool walkthrough;         /* a game's first game (teach.h); its dice prove nothing */
    bool branched;            /* goes on from a moment of another game (ask_from.c); its dice prove nothing either */
    const Lesson *lesson;     /* of a walkthrough; NULL: none, or none any more */
    unsigned rule;            /* that is tried here (trial.h); 0: none */
    bool passed;              /* another has been tried since: it is closed as soon as no step is being stored */
    struct SeatLog *seat_log; /* what became of its seats (seatlog.h); NULL: nothing */
    State *first;             /* where its match begins; NULL: at the set-up. Never changed once the game has begun */
    bool starting;            /* shares are being asked for */
    json_t *start_in;         /* the request, where it may have to be judged again; NULL: none */
    unsigned start_tries;
    bool start_far; /* also of people at other servers */
    int64_t start_by;
    Phase phase;
    char *why; /* of a stuck or closed one */
    bool public, open_play;
    bool host_off; /* the host has taken it off his list */
    ClockKind clock;
    int64_t clock_ms, clock_more;
    unsigned seats;
    TableSeat seat[SEATS_MAX];

    /* while somebody needs it */
    bool loaded, loading; /* log and chat are here; or on their way from the store */
    unsigned replays;     /* workers that replay it */
    Match *match;         /* NULL: not built */
    Move *log;            /* every stored line, packed (log.h) */
    unsigned logs, log_cap;
    int64_t rows; /* of the store: the number of the next */
    json_t *chat;
    int64_t used;   /* when last */
    uint8_t to_act; /* whom the game waits for, also while the match is not here */
    bool check;     /* after a start of the server: whether a bot is to move is not known yet */
    bool refresh;   /* another server moved: all are to be told anew */
    struct Opener *openers;
    bool news, reading; /* another server stored something: to be read; being read */
    unsigned saves;     /* of its row, on their way to the store */
    int64_t stamp;      /* of its row (store.h) */
    int64_t look_at;    /* not before */
    bool taken;         /* its bots and clocks are ours since a moment ago: those of its row are the newest */
    struct Edit *edits; /* that are made again when its row has been read (edit.h) */
    char *there;        /* who is in its room at other servers: "\n1\n2\n"; NULL: nobody */

    bool busy; /* a step waits to be stored */
    Reply reply;
    uint32_t before[VIEWERS]; /* the versions before it */
    Waiting *waiting;
    Work *thinking; /* a bot's or NULL */
    unsigned thinker;
    bool told_thinking;
    Move bot_move; /* one that came while a step was being stored */
    uint32_t bot_version;
    bool bot_ready, bot_moves;
    bool stalled; /* a bot's move was lost on the way, without memory */
    Work *hinting;
    Work *looking;  /* back at a finished game; NULL */
    json_t *review; /* what was found */
    Sock *room;     /* by next_in_room */
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
void table_stuck(House *house, Table *table, const char *why);
void table_shut(House *house, Table *table, const char *why);
static inline bool table_proved(const Table *table) { return !table->walkthrough && !table->branched; }
static inline bool table_ended(const Table *table) {
    return table->phase == PHASE_STUCK || table->phase == PHASE_CLOSED;
}
/* The seats a socket sees through: a set, or 0 and it is a spectator. */
uint32_t sock_seats(const Sock *sock);
void room_join(House *house, Sock *sock, Table *table);
void room_leave(House *house, Sock *sock);
/* To everybody there, or only to who sits; takes the push. */
void room_push(House *house, const Table *table, json_t *json, bool seated);

/* ---- table_row.c: as it is stored ----------------------------------------------------------------------- */
char *table_row(const Table *table); /* malloc'd JSON */
Table *table_read(House *house, int64_t id, const char *row, Err *err);
void table_save(House *house, Table *table);
/* Another server wrote it: what may change is taken over. False: it did not. any: also if nobody did. */
bool table_row_again(Table *table, const char *row, bool any, Err *err);

typedef struct Made { /* a table whose row waits to be stored */
    Table *table;
    Reply reply;
    bool fresh;        /* a new one: it is answered with its key */
    json_t *opens;     /* the request of a spoken code: it is then opened for who asked */
    struct Edit *edit; /* or what was made of it (edit.h), and nothing of the others */
    json_t *in;        /* the request, where it may have to be judged again */
    unsigned tries;
} Made;
void table_make(House *house, Table *table, Reply reply);  /* stores it; then it is answered with its key */
void table_amend(House *house, Table *table, Reply reply); /* stores it; then all there are told, and it is answered */
bool table_put(House *house, Table *table, struct Edit *edit); /* stores it for an edit; false without memory */
void table_amend_open(House *house, Table *table, Reply reply, json_t *in); /* stores it; then it is opened */
void table_amended(House *house, StoreJob *job);

/* ---- table_json.c: as it is shown ----------------------------------------------------------------------- */
bool seat_connected(const Table *table, unsigned seat); /* somebody is here for it */
json_t *table_json(const House *house, const Table *table, const Sock *sock);
void table_tell(House *house, Table *table); /* pushes `table` to everybody there */
json_t *lobby_json(const House *house, const Sock *sock);
void lobby_tell(House *house);

#endif
