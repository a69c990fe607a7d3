/* The full screen: what is shown, and the sheets over it. A Screen borrows its sitting and owns its canvases and texts
 * until screen_free. compose.c draws on a canvas and knows no terminal, so what it draws can be tested. */
#ifndef SKERRY_TERM_SCREEN_H
#define SKERRY_TERM_SCREEN_H

#include "term/local_game.h"
#include "term/picker.h"

enum { SCREEN_W = 80, SCREEN_H = 24, TYPED_SIZE = 240 };

typedef struct Screen {
    LocalGame *local;
    Picker picker;
    Canvas board;         /* as last drawn: its spots are what the arrows walk on */
    Text notice;          /* a refusal, or what a key did */
    bool bad;             /* it is a refusal */
    unsigned unread_from; /* where in the history the news begin */
    int log_w, log_h;     /* room for them, as last drawn */
    bool typing;          /* a line is being typed */
    char typed[TYPED_SIZE];
    bool quick;                   /* no waiting after dice */
    bool paused;                  /* what happened is shown, and waits to be read; */
    int pause_top;                /* from this line on, */
    int pause_lines;              /* so many at once, */
    bool pause_more;              /* and there is more below */
    const Move *only_move;        /* NULL, or the move that Enter makes after reading */
    unsigned news[2];             /* the events of the last step that brought dice: where they begin and end */
    unsigned recapped[SEATS_MAX]; /* how far each seat was shown what it missed */
    bool handing;                 /* the screen is about to go */
    unsigned hand_to;             /* to this seat */
    bool bot_moved, skip_waits;   /* a bot has just moved; nobody waits to look at it */
    int pending_key;              /* a key that ended a pause and is still to be answered; 0: none */
    unsigned number;              /* what the digits typed just now make */
    bool confirming;              /* a move was asked back: */
    Move confirm_move;            /* this one */
    bool watching;                /* a game is looked at, not played: */
    unsigned step, steps;         /* this step of so many */
    bool leaving;
    Text think;             /* who is thinking, and how far it is; "": nobody */
    bool hinting;           /* it is about a hint */
    int64_t thought;        /* milliseconds that bots have thought since a person was asked */
    int cursor_x, cursor_y; /* where the terminal's cursor belongs; -1: nowhere */
} Screen;

/* Draws everything on a sheet of the terminal's size. */
void compose_game(Screen *screen, Canvas *sheet);
/* A sentence in the middle of an empty sheet: the curtain, a window that is too small. */
void compose_message(Canvas *sheet, const char *text, const char *below, const char *keys);
/* A list to choose from. */
typedef struct Choice {
    const char *label, *about; /* about may be NULL */
} Choice;
void compose_choice(Canvas *sheet, const char *title, const char *about, const Choice *choices, unsigned count,
                    unsigned at, const char *keys);
/* A form: rows with values that can be changed. */
typedef struct FormRow {
    const char *label, *value, *about; /* value NULL: nothing to change; about may be NULL */
} FormRow;
typedef struct Form {
    const char *title, *keys;
    const char *refusal; /* what is wrong with it; may be "" */
    const FormRow *row;
    unsigned count, at;
    bool typing; /* the value of row `at` is being typed */
} Form;
/* The cursor, where something is typed; x -1 otherwise. */
void compose_form(Canvas *sheet, const Form *form, int *cursor_x, int *cursor_y);
/* Lines of a text that is broken already, from line `top` on. Returns how many lines it has in all. */
int compose_pages(Canvas *sheet, const char *title, const char *text, int top, const char *keys);

/* Plays a sitting that has its match, on a terminal that paint_open took. notice: said at first, may be "". Returns the
 * exit status; 0 after `quit`. */
int screen_play(LocalGame *local, const char *notice);

/* ---- sheets.c: over the game ---------------------------------------------------------------------------- */

/* A sheet of the terminal's size; a window that is too small says so instead, and it is false. */
bool overlay_open(Canvas *sheet, const Words *words);
/* -1: left without choosing. */
int screen_choose(const Words *words, const char *title, const char *about, const Choice *choices, unsigned count,
                  unsigned at);
/* A sentence; returns the key that was pressed. */
int screen_message(const Words *words, const char *text, const char *below, const char *keys);

typedef struct Page {
    const char *title, *text;
    int own;       /* the key that opened it closes it too; 0: none */
    bool from_end; /* the last lines first */
    bool rules;    /* it has rules with numbers to jump to */
    bool goes_on;  /* Enter closes it and the game goes on; so do ! and q */
} Page;
/* Returns the key that closed it. */
int screen_reader(const Words *words, const Page *page);

#endif
