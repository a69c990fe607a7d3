/* A game played at this terminal: the match, the players, the event history and the save file, which is updated after
 * every move. A LocalGame owns all of these until local_game_close and borrows the pack. It does no input or output;
 * plain.c and screen.c do. */
#ifndef SKERRY_TERM_LOCAL_GAME_H
#define SKERRY_TERM_LOCAL_GAME_H

#include "bots/bot.h"
#include "engine/match.h"
#include "engine/record.h"
#include "term/programs.h"
#include "term/save.h"
#include "term/seats.h"
#include "text/game_text.h"
#include "text/voice.h"

/* Options of the command line; everything is borrowed. */
typedef struct PlayOptions {
    const Pack *pack;
    const Rules *rules;  /* of a new game: options, number of seats */
    const char *seats;   /* "you,bot:greedy,Anna"; NULL: as in the saved game, or you against bots */
    const char *content; /* path from --content, repeated in the command to resume; may be NULL */
    const char *record, *words;
    uint64_t seed;
    bool seeded, options; /* --seed was given; --option was given */
    bool plain, resume, fresh;
    bool quick;        /* do not pause after dice on the full screen */
    unsigned bot_time; /* seconds per decision of a program; 0: the default */
} PlayOptions;

/* The last step that a seat made itself. */
typedef struct LastOwnStep {
    unsigned at, turn; /* index in the history after the step; the turn in which it was made */
    bool others_moved; /* another seat has moved since */
} LastOwnStep;

typedef struct LocalGame {
    const PlayOptions *options;
    const Pack *pack; /* the pack of the options, or the pack the saved game was started with */
    Rules rules;
    Words words;
    Match *match;
    SeededDice dice;
    Save save;
    SeatNames seat_name;         /* names as in --seats and in the record */
    SeatNames shown;             /* display names; empty: the seat's number is used */
    SeatNames previous;          /* display names in the saved game, before --seats changed them */
    bool new_seats;              /* --seats names other players than the saved game */
    const Bot *bot[SEATS_MAX];   /* NULL: a person; for a program's seat, its fallback bot */
    BotPool *pool;               /* thread pool for bots and hints; NULL until first needed, or if out of memory */
    const BotProgress *progress; /* called while a bot thinks; set by plain.c or thinking.c; may be NULL */
    unsigned thinker;            /* the seat of the bot that is thinking */
    bool leaving;                /* set by the progress callback: the player is leaving, so the bot must not move */
    Programs programs;
    uint32_t considered[SEATS_MAX]; /* one more than the version at which the bot last considered an aside */
    unsigned viewer;                /* the person at the screen, or SPECTATOR */
    bool out_of_turn;               /* the viewer took the screen out of turn and gives it back after their move */
    bool cannot_clear;              /* the players were told that this window cannot be cleared between turns */
    bool nothing_shown;             /* plain mode: the person at the screen has not seen the position yet */
    Event *history;                 /* all events so far, for the log */
    unsigned events, capacity;
    LastOwnStep last_step[SEATS_MAX];
    unsigned mover;               /* the seat that made the last step; its dice belong to that step */
    unsigned read[SEATS_MAX + 1]; /* number of history events that each viewer has been told */
    bool unsaved;                 /* the last save failed */
    Err save_error;               /* why it failed */
    bool warned;                  /* the player was warned that leaving now loses the game */
} LocalGame;

/* The state of a save file. */
typedef enum SaveState { SAVE_NOTHING, SAVE_UNFINISHED, SAVE_FINISHED, SAVE_BROKEN } SaveState;

/* Opens the words, the seats and the save's lock, but no game yet. */
Status local_game_open(LocalGame *local, const PlayOptions *options, Err *err);
void local_game_close(LocalGame *local);

/* Reads the save. An unfinished game is loaded into local->match with its saved players, or with those of --seats if
 * --resume is given. For SAVE_BROKEN, err has the reason. Does not change the file. */
SaveState local_game_find_save(LocalGame *local, Err *err);
/* Archives the existing save (archived: its new path, or "" if there was none) and starts a new game. Settings that the
 * options do not give are taken from the game that was found or has just ended. */
Status local_game_begin(LocalGame *local, char archived[PATH_SIZE], Err *err);
/* Describes a game that was just started: its options, and where the previous game is. path: show the full path of the
 * archived save, not only its file name. */
void local_game_new_text(const LocalGame *local, const char *archived, bool path, Text *out);

/* Each checks the step, saves it, then commits it. A refusal changes nothing. If saving fails, the step is committed
 * all the same and `unsaved` is set. */
Status local_game_act(LocalGame *local, Move move, Err *err);
Status local_game_undo(LocalGame *local, Err *err);
/* The thread pool, for one query at a time; NULL if out of memory. */
BotPool *local_game_pool(LocalGame *local);
/* Makes one move of a bot. Returns false if no bot has anything to do. */
bool local_game_bot_move(LocalGame *local, Err *err);

bool local_game_is_over(const LocalGame *local);
/* The person the game waits for, preferably the one at the screen; SPECTATOR if it waits for no person. */
unsigned local_game_to_move(const LocalGame *local);
/* The person to ask next: one who took the screen out of turn, or else local_game_to_move. */
unsigned local_game_next_person(const LocalGame *local);
/* Whether there is a person at the screen whom the game does not wait for. */
bool local_game_is_out_of_turn(const LocalGame *local);
/* Whether the screen must be hidden before it is handed to that seat. */
bool local_game_needs_curtain(const LocalGame *local, unsigned seat);
/* Whether there are events that the viewer has not been told. */
bool local_game_has_news(const LocalGame *local);
unsigned local_game_people(const LocalGame *local);
/* Whether several people play here and have secrets from each other. */
bool local_game_has_secrets(const LocalGame *local);
/* A seat's name, never "you": "Anna", "player 2". */
void local_game_name_text(const LocalGame *local, unsigned seat, Text *out);
/* Whether others have moved since the viewer's last turn. *from: index in the history where their moves begin. */
bool local_game_recap(const LocalGame *local, unsigned *from);
/* Whether the last step drew dice or cards. */
bool local_game_has_rolled(const LocalGame *local);
/* The game's options: "Level Newbie". */
void local_game_options_text(const LocalGame *local, Text *out);

Voice local_game_voice(const LocalGame *local);
void local_game_view(const LocalGame *local, State *view);
/* The viewer's prompt, or the players the game waits for. Starts with the viewer's name if several people play here. */
void local_game_prompt_text(const LocalGame *local, const void *view, Text *out);
/* The events of history[from..to) that the viewer may see, one sentence each. Passing events (those with
 * event.NAME.passing in the catalogue) are left out once something else has followed; passing events of other seats
 * are included only if `others` is set. Returns the number of sentences. */
unsigned local_game_events_text(const LocalGame *local, unsigned from, unsigned to, bool others, Text *out);
/* The events that the viewer has not been told yet, without a last one that the prompt repeats. Marks them as read.
 * Returns the number of sentences. */
unsigned local_game_news_text(LocalGame *local, Text *out);
/* Whether the last event is a passing one, so that it need not be shown before the next. */
bool local_game_ends_in_passing(const LocalGame *local);
void local_game_log_text(const LocalGame *local, Text *out); /* the whole history */
/* The record of all committed steps. */
void local_game_record_text(const LocalGame *local, Text *out);
/* The shell command that continues this game. */
void local_game_command_text(const LocalGame *local, Text *out);

#endif
