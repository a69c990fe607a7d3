/* A game at this terminal: the match, who sits where, what was told, and the save that follows every move.
 * A Sitting owns its match, words, history and save until sitting_close; it borrows the pack. It neither reads keys nor
 * prints: plain.c and screen.c do. */
#ifndef SKERRY_TERM_SITTING_H
#define SKERRY_TERM_SITTING_H

#include "bots/bot.h"
#include "engine/match.h"
#include "engine/record.h"
#include "term/save.h"
#include "text/board.h"
#include "text/voice.h"

/* What the command line asks for. All borrowed. */
typedef struct PlayAsk {
    const Pack *pack;
    const Rules *rules;  /* for a new game: options, number of seats */
    const char *seats;   /* "you,bot:greedy,Anna"; NULL: persons all */
    const char *content; /* what --content named: said again in how to resume */
    const char *record, *words;
    uint64_t seed;
    bool plain, resume, fresh;
    bool quick; /* the full screen does not wait after dice */
} PlayAsk;

typedef struct Sitting {
    const PlayAsk *ask;
    Rules rules;
    Words words;
    Match *match;
    SeededDice dice;
    Save save;
    char seat_name[SEATS_MAX][NAME_SIZE]; /* as in --seats, and in the record */
    char shown[SEATS_MAX][NAME_SIZE];     /* as the voice says it; empty: by number */
    const Bot *bot[SEATS_MAX];            /* NULL: a person */
    uint32_t considered[SEATS_MAX];       /* the version at which a bot last looked for an aside, plus one */
    unsigned viewer;                      /* the person at the screen, or SPECTATOR */
    bool visiting;                        /* he took it for an aside: it goes back after his move */
    Event *history;                       /* all that happened, for the log */
    unsigned events, room;
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

/* Reads the save into sitting->match when it is unfinished. FOUND_BROKEN says why in err. */
Found sitting_find(Sitting *sitting, Err *err);
/* Sets aside what the save holds (aside: where to, or empty) and deals anew: as asked for, or, when a game has just
 * ended here, with that game's options and seats. */
Status sitting_begin(Sitting *sitting, char aside[PATH_SIZE], Err *err);

/* Each judges, stores, then makes it true. A refusal changes nothing. A disk that is full does not stop the game: what
 * was done stands, and `unsaved` tells that it is not on disk. */
Status sitting_act(Sitting *sitting, Move move, Err *err);
Status sitting_undo(Sitting *sitting, Err *err);
/* One move of a bot, if one has something to do. */
bool sitting_bot(Sitting *sitting, Err *err);

bool sitting_over(const Sitting *sitting);
/* The person to ask next: whoever sits at the screen if he is visiting or the game waits for him; SPECTATOR: nobody. */
unsigned sitting_next(const Sitting *sitting);
/* Whether handing over to that seat must not show what the present viewer sees. */
bool sitting_curtain(const Sitting *sitting, unsigned seat);
/* Whether the viewer has not been told everything yet. */
bool sitting_has_news(const Sitting *sitting);
unsigned sitting_people(const Sitting *sitting);
/* Whether the last step brought dice or cards. */
bool sitting_rolled(const Sitting *sitting);
/* "Level Newbie": the options of this game. */
void sitting_options(const Sitting *sitting, Text *out);

Voice sitting_voice(const Sitting *sitting);
void sitting_view(const Sitting *sitting, State *view);
/* What the viewer has not been told yet, sentence by sentence; marks it as read. Returns the number of sentences. */
unsigned sitting_news(Sitting *sitting, Text *out);
void sitting_log(const Sitting *sitting, Text *out); /* all of it */
/* The whole record as text, lines not yet committed included. */
void sitting_record(const Sitting *sitting, Text *out);
/* The command that goes on with this game. */
void sitting_command(const Sitting *sitting, Text *out);

#endif
