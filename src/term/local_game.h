/* A game at this terminal: the match, who sits where, what was told, and the save that follows every move.
 * A Sitting owns its match, words, history and save until sitting_close; it borrows the pack. It neither reads keys nor
 * prints: plain.c and screen.c do. */
#ifndef SKERRY_TERM_SITTING_H
#define SKERRY_TERM_SITTING_H

#include "bots/bot.h"
#include "engine/match.h"
#include "engine/record.h"
#include "term/programs.h"
#include "term/save.h"
#include "term/seats.h"
#include "text/game_text.h"
#include "text/voice.h"

/* What the command line asks for. All borrowed. */
typedef struct PlayAsk {
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
} PlayAsk;

/* Where a seat's last own step ended. */
typedef struct Since {
    unsigned at, turn; /* in the history; the turn in which the step was made */
    bool others;       /* somebody else has moved since */
} Since;

typedef struct Sitting {
    const PlayAsk *ask;
    const Pack *pack; /* that of ask, or what the saved game was begun with */
    Rules rules;
    Words words;
    Match *match;
    SeededDice dice;
    Save save;
    SeatNames seat_name;       /* as in --seats, and in the record */
    SeatNames shown;           /* as the voice says it; empty: by number */
    SeatNames was;             /* the same in the game that was found */
    bool others;               /* --seats names others than that game has */
    const Bot *bot[SEATS_MAX]; /* NULL: a person; beside a program, who stands in for it */
    BotRoom *think;            /* where bots and hints think; NULL until first needed, or without memory */
    const BotWatch *watch;     /* told while a bot thinks, by who plays the sitting; NULL: nobody looks on */
    unsigned thinker;          /* the seat it thinks for */
    bool halted;               /* set by the watch: the bot is not to move, the player leaves */
    Programs programs;
    uint32_t considered[SEATS_MAX]; /* the version at which a bot last looked for an aside, plus one */
    unsigned viewer;                /* the person at the screen, or SPECTATOR */
    bool visiting;                  /* he took it out of turn: it goes back after his move */
    bool stays;                     /* it was said that this window cannot be cleared between people */
    bool blank;                     /* played by lines: the one at the screen was shown nothing yet */
    Event *history;                 /* all that happened, for the log */
    unsigned events, room;
    Since since[SEATS_MAX];
    unsigned mover;               /* whose step the last dice belong to */
    unsigned read[SEATS_MAX + 1]; /* how far into the history each viewer has been told */
    bool unsaved;                 /* the last write failed, */
    Err trouble;                  /* for this reason, */
    bool warned;                  /* and the player was told that leaving loses the game */
} Sitting;

/* What a save file holds, looked at without touching it. */
typedef enum Found { FOUND_NOTHING, FOUND_UNFINISHED, FOUND_FINISHED, FOUND_BROKEN } Found;

/* Words, seats and the save's lock; no game yet. */
Status sitting_open(Sitting *sitting, const PlayAsk *ask, Err *err);
void sitting_close(Sitting *sitting);

/* Reads the save into sitting->match when it is unfinished. FOUND_BROKEN says why in err. Its seats stay as they are;
 * with --resume those of --seats take over. */
Found sitting_find(Sitting *sitting, Err *err);
/* Sets aside what the save holds (aside: where to, or empty) and deals anew: as asked for; what is not asked for is as
 * in the game that was found or has ended here. */
Status sitting_begin(Sitting *sitting, char aside[PATH_SIZE], Err *err);
/* What to say of a game just begun: with which options, and where the one before is (aside; its path, or its name). */
void sitting_begun(const Sitting *sitting, const char *aside, bool path, Text *out);

/* Each judges, stores, then makes it true. A refusal changes nothing. A disk that is full does not stop the game: what
 * was done stands, and `unsaved` tells that it is not on disk. */
Status sitting_act(Sitting *sitting, Move move, Err *err);
Status sitting_undo(Sitting *sitting, Err *err);
/* Threads and memory for one question at a time; NULL without memory. */
BotRoom *sitting_room(Sitting *sitting);
/* One move of a bot, if one has something to do. */
bool sitting_bot(Sitting *sitting, Err *err);

bool sitting_over(const Sitting *sitting);
/* The person the game waits for: whoever sits at the screen if he is one of them; SPECTATOR: nobody. */
unsigned sitting_asked(const Sitting *sitting);
/* The person to ask next: a visitor, or the one the game waits for. */
unsigned sitting_next(const Sitting *sitting);
/* Whether the game does not wait for who is at the screen. */
bool sitting_out_of_turn(const Sitting *sitting);
/* Whether handing over to that seat must not show what the present viewer sees. */
bool sitting_curtain(const Sitting *sitting, unsigned seat);
/* Whether the viewer has not been told everything yet. */
bool sitting_has_news(const Sitting *sitting);
unsigned sitting_people(const Sitting *sitting);
/* Whether several people here have secrets from each other. */
bool sitting_secret(const Sitting *sitting);
/* A seat by its name, the viewer's own too: "Anna", "player 2". */
void sitting_name(const Sitting *sitting, unsigned seat, Text *out);
/* Whether others have moved since the viewer's last turn; from: where in the history that begins. */
bool sitting_recap(const Sitting *sitting, unsigned *from);
/* Whether the last step brought dice or cards. */
bool sitting_rolled(const Sitting *sitting);
/* "Level Newbie": the options of this game. */
void sitting_options(const Sitting *sitting, Text *out);

Voice sitting_voice(const Sitting *sitting);
void sitting_view(const Sitting *sitting, State *view);
/* What is asked of the viewer, or who is waited for; with his name in front where several people take turns. */
void sitting_prompt(const Sitting *sitting, const void *view, Text *out);
/* What happened from one place of the history to another, as far as the viewer is told; events whose catalogue has
 * event.NAME.passing only while nothing else has followed, and those of others only if asked for (a board that is
 * looked at shows who is done). Returns the number of sentences. */
unsigned sitting_say(const Sitting *sitting, unsigned from, unsigned to, bool others, Text *out);
/* What the viewer has not been told yet, sentence by sentence, but for what his prompt will say; marks it as read.
 * Returns the number of sentences. */
unsigned sitting_news(Sitting *sitting, Text *out);
/* Whether the last thing that happened is such an event: it can wait for what comes of it. */
bool sitting_passing(const Sitting *sitting);
void sitting_log(const Sitting *sitting, Text *out); /* all of it */
/* The whole record as text, lines not yet committed included. */
void sitting_record(const Sitting *sitting, Text *out);
/* The command that goes on with this game. */
void sitting_command(const Sitting *sitting, Text *out);

#endif
