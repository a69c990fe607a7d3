/* What one game's texts know of its board: a table in games/ID/words/hooks.c each, found by the game's id. Constant
 * throughout.
 */
#ifndef SKERRY_TEXT_GAME_TEXT_H
#define SKERRY_TEXT_GAME_TEXT_H

#include "text/canvas.h"
#include "text/voice.h"

/* Where a kind of moves stands among those that can be made: as it comes, after the others, or, since it goes on with
 * what the viewer has begun (a half made offer), before all others, whatever it costs; then the cursor goes there. */
enum { LIST_NORMAL, LIST_LAST, LIST_FIRST };

typedef struct GameText {
    const char *id;
    /* What is asked of the viewer, one sentence; only called when the game waits for him. */
    void (*prompt)(const Voice *voice, const void *view, Text *out);
    /* A second, quieter sentence beside it (what the present role can do); may say nothing. */
    void (*note)(const Voice *voice, const void *view, Text *out);
    /* How much of w x h the board makes good use of; never more. */
    void (*size)(const Voice *voice, const void *view, int *w, int *h);
    /* Draws on the whole canvas, makes spots, shows the marks it was given. */
    void (*board)(const Voice *voice, const void *view, Canvas *canvas);
    /* The whole position in sentences, a line each: for screen readers and pipes. */
    void (*describe)(const Voice *voice, const void *view, Text *out);

    /* From here on NULL says nothing. */
    /* What must not be overlooked, a sentence a line: "Dark Pit is flooded; if it sinks, …". */
    void (*alarm)(const Voice *voice, const void *view, Text *out);
    /* What else is open besides the question (bids, offers), a sentence a line: said where moves are made by lines. On
     * the full screen the board shows it. */
    void (*open_offers)(const Voice *voice, const void *view, Text *out);
    /* After the end: how exactly it came, in place of the ending's own word; may say nothing. */
    void (*ending)(const Voice *voice, const void *view, Text *out);
    /* Why one might not mean this listed move: on the full screen it is asked once. */
    void (*confirm)(const Voice *voice, const void *view, Move move, Text *out);
    /* What a listed move brings, beside its name: "4 to 5, can be claimed". */
    void (*effect)(const Voice *voice, const void *view, Move move, Text *out);
    /* What lies before the viewer (dice, cards), drawn above his moves. Returns the lines used, at most h. */
    int (*draw_hand)(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);
    /* How an entry is called that no catalogue has a word for, out of the content itself; false: by its id. */
    bool (*name)(const Voice *voice, const char *list, unsigned index, Text *out);
    /* All about entry `index` of a list, in sentences; false: nothing is known of that list. */
    bool (*inspect)(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);
    /* How much a kind costs that has the word move.NAME.cost; NULL: 1. A kind that costs 0 is free after all. */
    unsigned (*cost)(const Voice *voice, unsigned kind);
    /* What part i of a seat's score comes from, with its number: "62 Karas"; it may say nothing. */
    void (*score_part)(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);
    /* Which of the listed moves of a kind one looks at first on the full screen: the least number. Entries of a list
     * are listed in that order; numbers stay in theirs, and the cursor begins there. */
    unsigned (*rank)(const Voice *voice, const void *view, Move move);
    /* ORDER_…; NULL: all are LIST_NORMAL. */
    unsigned (*list_position)(const Voice *voice, const void *view, unsigned kind);
} GameText;

/* NULL when nobody wrote one. */
const GameText *game_text(const char *id);

#endif
