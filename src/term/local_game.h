/* A game at this terminal: the match, who sits where, what was told, and the save that follows every move.
 * A Sitting owns its match, words, history and save until local_game_close; it borrows the pack. It neither reads keys
 * nor prints: plain.c and screen.c do. */
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

/* What the command line asks for. All borrowed. */
typedef struct PlayOptions {
    const Pack *pack;
    const Rules *rules;  /* for a new game: options, number of seats */
    const char *seats;   /* "you,bot:greedy,Anna"; NULL: as in the saved game; a first one: you against bots */
    const char *content; /* what --content named: said again in how to resume */
    const char *record, *words;
    uint64_t seed;
    bool seeded, options; /* --seed was given; an --option was */
    bool plain, resume, fresh;
    bool quick;        /* the full screen does not wait after dice */
    unsigned bot_time; /* seconds that a program has for a decision; 0: the usual */
} PlayOptions;

/* Where a seat's last own step ended. */
typedef struct LastOwnStep {
    unsigned at, turn; /* in the history; the turn in which the step was made */
    bool others;       /* somebody else has moved since */
} LastOwnStep;

typedef struct LocalGame {
    const PlayOptions *options;
    const Pack *pack; /* that of ask, or what the saved game was begun with */
    Rules rules;
    Words words;
    Match *match;
    SeededDice dice;
    Save save;
    SeatNames seat_name;         /* as in --seats, and in the record */
    SeatNames shown;             /* as the voice says it; empty: by number */
    SeatNames was;               /* the same in the game that was found */
    bool others;                 /* --seats names others than that game has */
    const Bot *bot[SEATS_MAX];   /* NULL: a person; beside a program, who stands in for it */
    BotPool *pool;               /* where bots and hints think; NULL until first needed, or without memory */
    const BotProgress *progress; /* told while a bot thinks, by who plays the sitting; NULL: nobody looks on */
    unsigned thinker;            /* the seat it thinks for */
    bool leaving;                /* set by the watch: the bot is not to move, the player leaves */
    Programs programs;
    uint32_t considered[SEATS_MAX]; /* the version at which a bot last looked for an aside, plus one */
    unsigned viewer;                /* the person at the screen, or SPECTATOR */
    bool out_of_turn;               /* he took it out of turn: it goes back after his move */
    bool cannot_clear;              /* it was said that this window cannot be cleared between people */
    bool nothing_shown;             /* played by lines: the one at the screen was shown nothing yet */
    Event *history;                 /* all that happened, for the log */
    unsigned events, room;
    LastOwnStep since[SEATS_MAX];
    unsigned mover;               /* whose step the last dice belong to */
    unsigned read[SEATS_MAX + 1]; /* how far into the history each viewer has been told */
    bool unsaved;                 /* the last write failed, */
    Err trouble;                  /* for this reason, */
    bool warned;                  /* and the player was told that leaving loses the game */
} LocalGame;

/* What a save file holds, looked at without touching it. */
typedef enum SaveState { SAVE_NOTHING, SAVE_UNFINISHED, SAVE_FINISHED, SAVE_BROKEN } SaveState;

/* Words, seats and the save's lock; no game yet. */
Status local_game_open(LocalGame *local, const PlayOptions *options, Err *err);
void local_game_close(LocalGame *local);

/* Reads the save into sitting->match when it is unfinished. SAVE_BROKEN says why in err. Its seats stay as they are;
 * with --resume those of --seats take over. */
SaveState local_game_find_save(LocalGame *local, Err *err);
/* Sets aside what the save holds (aside: where to, or empty) and deals anew: as asked for; what is not asked for is as
 * in the game that was found or has ended here. */
Status local_game_begin(LocalGame *local, char aside[PATH_SIZE], Err *err);
/* What to say of a game just begun: with which options, and where the one before is (aside; its path, or its name). */
void local_game_new_text(const LocalGame *local, const char *aside, bool path, Text *out);

/* Each judges, stores, then makes it true. A refusal changes nothing. A disk that is full does not stop the game: what
 * was done stands, and `unsaved` tells that it is not on disk. */
Status local_game_act(LocalGame *local, Move move, Err *err);
Status local_game_undo(LocalGame *local, Err *err);
/* Threads and memory for one question at a time; NULL without memory. */
BotPool *local_game_pool(LocalGame *local);
/* One move of a bot, if one has something to do. */
bool local_game_bot(LocalGame *local, Err *err);

bool local_game_over(const LocalGame *local);
/* The person the game waits for: whoever sits at the screen if he is one of them; SPECTATOR: nobody. */
unsigned local_game_to_move(const LocalGame *local);
/* The person to ask next: a visitor, or the one the game waits for. */
unsigned local_game_next_person(const LocalGame *local);
/* Whether the game does not wait for who is at the screen. */
bool local_game_out_of_turn(const LocalGame *local);
/* Whether handing over to that seat must not show what the present viewer sees. */
bool local_game_needs_curtain(const LocalGame *local, unsigned seat);
/* Whether the viewer has not been told everything yet. */
bool local_game_has_news(const LocalGame *local);
unsigned local_game_people(const LocalGame *local);
/* Whether several people here have secrets from each other. */
bool local_game_secret(const LocalGame *local);
/* A seat by its name, the viewer's own too: "Anna", "player 2". */
void local_game_name(const LocalGame *local, unsigned seat, Text *out);
/* Whether others have moved since the viewer's last turn; from: where in the history that begins. */
bool local_game_recap(const LocalGame *local, unsigned *from);
/* Whether the last step brought dice or cards. */
bool local_game_rolled(const LocalGame *local);
/* "Level Newbie": the options of this game. */
void local_game_options(const LocalGame *local, Text *out);

Voice local_game_voice(const LocalGame *local);
void local_game_view(const LocalGame *local, State *view);
/* What is asked of the viewer, or who is waited for; with his name in front where several people take turns. */
void local_game_prompt(const LocalGame *local, const void *view, Text *out);
/* What happened from one place of the history to another, as far as the viewer is told; events whose catalogue has
 * event.NAME.passing only while nothing else has followed, and those of others only if asked for (a board that is
 * looked at shows who is done). Returns the number of sentences. */
unsigned local_game_say(const LocalGame *local, unsigned from, unsigned to, bool others, Text *out);
/* What the viewer has not been told yet, sentence by sentence, but for what his prompt will say; marks it as read.
 * Returns the number of sentences. */
unsigned local_game_news(LocalGame *local, Text *out);
/* Whether the last thing that happened is such an event: it can wait for what comes of it. */
bool local_game_passing(const LocalGame *local);
void local_game_log(const LocalGame *local, Text *out); /* all of it */
/* The whole record as text, lines not yet committed included. */
void local_game_record(const LocalGame *local, Text *out);
/* The command that goes on with this game. */
void local_game_command(const LocalGame *local, Text *out);

#endif
