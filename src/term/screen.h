/* The full screen: the game and the overlays on it. A Screen borrows its LocalGame and owns its canvas and texts.
 * compose.c draws on a canvas without using the terminal, so that it can be tested. */
#ifndef SKERRY_TERM_SCREEN_H
#define SKERRY_TERM_SCREEN_H

#include "term/local_game.h"
#include "term/picker.h"

enum { SCREEN_W = 80, SCREEN_H = 24, TYPED_SIZE = 240 };

typedef struct Screen {
    LocalGame *local;
    Picker picker;
    Canvas board;         /* as last drawn; the arrow keys move between its spots */
    Text notice;          /* a refusal, or the effect of a key */
    bool bad;             /* the notice is a refusal */
    unsigned unread_from; /* index in the history of the first unread event */
    int log_w, log_h;     /* size of the log as last drawn */
    bool typing;          /* a line is being typed */
    char typed[TYPED_SIZE];
    bool quick;                   /* do not pause after dice */
    bool paused;                  /* the last events are shown until the player has read them */
    int pause_top;                /* first line shown in a pause */
    int pause_lines;              /* lines shown at once */
    bool pause_more;              /* there are more lines below */
    const Move *only_move;        /* the move that Enter makes after a pause, or NULL */
    unsigned news[2];             /* start and end, in the history, of the events marked as new on the board */
    unsigned recapped[SEATS_MAX]; /* number of history events that each seat's recaps have covered */
    bool handing;                 /* the screen is about to be handed over */
    unsigned hand_to;             /* the seat it is handed to */
    bool bot_moved, skip_waits;   /* a bot has just moved; do not wait after bot moves */
    int pending_key;              /* a key that ended a pause and still has to be handled; 0: none */
    unsigned number;              /* the number that the digits typed so far form */
    bool confirming;              /* the player was asked to confirm a move */
    Move confirm_move;            /* the move to confirm */
    bool replaying;               /* a recorded game is shown, not played */
    unsigned step, steps;         /* current step and number of steps of the recorded game */
    bool leaving;
    Text thinking;          /* progress of the bot or hint that is thinking; "" if none */
    bool hinting;           /* `thinking` is about a hint */
    int64_t thought;        /* milliseconds of bot thinking since a person was last asked */
    int cursor_x, cursor_y; /* position of the terminal's cursor; -1: hidden */
} Screen;

/* Draws the whole game on a canvas of the terminal's size. */
void compose_game(Screen *screen, Canvas *canvas);
/* Draws a message in the middle of an empty canvas: the curtain, or a window that is too small. */
void compose_message(Canvas *canvas, const char *text, const char *below, const char *keys);
/* An item of a list to choose from. */
typedef struct Choice {
    const char *label, *about; /* about may be NULL */
} Choice;
void compose_choice(Canvas *canvas, const char *title, const char *about, const Choice *choices, unsigned count,
                    unsigned at, const char *keys);
/* A row of a form, with a value that can be changed. */
typedef struct FormRow {
    const char *label, *value, *about; /* value and about may be NULL */
} FormRow;
typedef struct Form {
    const char *title, *keys;
    const char *refusal; /* why the form cannot be accepted; may be "" */
    const FormRow *row;
    unsigned count, at;
    bool typing; /* the value of row `at` is being typed */
} Form;
/* *cursor_x, *cursor_y: position of the cursor while a value is typed; otherwise x is -1. */
void compose_form(Canvas *canvas, const Form *form, int *cursor_x, int *cursor_y);
/* Draws the lines of a wrapped text, starting at line `top`. Returns the total number of lines. */
int compose_text_page(Canvas *canvas, const char *title, const char *text, int top, const char *keys);

/* Plays a game whose match is already set up. Call it after terminal_open. `notice` is shown first and may be "".
 * Returns the exit status, which is 0 after `quit`. */
int screen_play(LocalGame *local, const char *notice);

/* ---- overlays.c: overlays on the game ------------------------------------------------------------------- */

/* Opens a canvas of the terminal's size. If the window is too small, shows a message that says so and returns false. */
bool overlay_open(Canvas *canvas, const Words *words);
/* Returns the index of the choice, or -1 if the player left without choosing. */
int screen_choose(const Words *words, const char *title, const char *about, const Choice *choices, unsigned count,
                  unsigned at);
/* Shows a message; returns the key that was pressed. */
int screen_message(const Words *words, const char *text, const char *below, const char *keys);

/* A text to read on an overlay. */
typedef struct OverlayText {
    const char *title, *text;
    int close_key;  /* the key that opened it, which also closes it; 0: none */
    bool from_end;  /* start at the end */
    bool rules;     /* contains numbered rules to jump to */
    bool continues; /* Enter, ! and q close it and continue the game */
} OverlayText;
/* Shows the text. Returns the key that closed it. */
int overlay_show_text(const Words *words, const OverlayText *page);

#endif
