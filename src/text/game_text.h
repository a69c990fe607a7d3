/* A game's text and board functions. Each game defines one constant table at the end of games/ID/term/board.c, because
 * the table needs the board as well as the words; game_text finds it by id. Functions that take a Text append to it. */
#ifndef SKERRY_TEXT_GAME_TEXT_H
#define SKERRY_TEXT_GAME_TEXT_H

#include "text/canvas.h"
#include "text/voice.h"

/* Position of a kind of move in the list of legal moves. LIST_FIRST is for moves that continue something the viewer has
 * begun, such as a half-made offer: they come first even if they cost something, and the cursor starts there. */
enum { LIST_NORMAL, LIST_LAST, LIST_FIRST };

typedef struct GameText {
    const char *id;
    /* Tells the viewer what to decide, in one sentence. Called only when the game waits for this viewer. */
    void (*prompt)(const Voice *voice, const void *view, Text *out);
    /* A less prominent second sentence, such as what the current role can do. May append nothing. */
    void (*note)(const Voice *voice, const void *view, Text *out);
    /* Reduces *w and *h to the size that the board can use. */
    void (*size)(const Voice *voice, const void *view, int *w, int *h);
    /* Draws the board over the whole canvas, adds its spots and shows the canvas's marks. */
    void (*board)(const Voice *voice, const void *view, Canvas *canvas);
    /* Describes the whole position, one sentence per line, for screen readers and pipes. */
    void (*describe)(const Voice *voice, const void *view, Text *out);

    /* The functions below are optional and may be NULL. */

    /* Urgent warnings, one sentence per line: "Dark Pit is flooded; if it sinks, …". */
    void (*alarm)(const Voice *voice, const void *view, Text *out);
    /* Open bids and offers, one sentence per line, for play without the full screen (there the board shows them). */
    void (*open_offers)(const Voice *voice, const void *view, Text *out);
    /* How exactly the game ended. Replaces the catalogue's ending.ID unless it appends nothing. */
    void (*ending)(const Voice *voice, const void *view, Text *out);
    /* Why the player may not want this legal move. If it appends something, the player must confirm the move once. */
    void (*confirm)(const Voice *voice, const void *view, Move move, Text *out);
    /* Effect of a legal move, shown after its name: "4 to 5, can be claimed". */
    void (*effect)(const Voice *voice, const void *view, Move move, Text *out);
    /* Draws the viewer's dice or cards above the list of moves. Returns the lines used, at most h. */
    int (*draw_hand)(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);
    /* Name of an entry that is in no catalogue, made from the content. Returns false if there is none; its id is then
     * shown. */
    bool (*name)(const Voice *voice, const char *list, unsigned index, Text *out);
    /* Describes entry `index` of a list in detail. Returns false if the game has no descriptions for that list. */
    bool (*inspect)(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);
    /* Cost of a kind of move that has the key move.NAME.cost; 0 if it is free at the moment. If NULL, the cost is
     * always 1. */
    unsigned (*cost)(const Voice *voice, unsigned kind);
    /* Source of a part of a seat's score, with its number: "62 Karas". May append nothing. */
    void (*score_part)(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);
    /* Sort key of a legal move within its kind on the full screen, best first. Entries of a list are sorted by it;
     * numbers stay in numerical order. The cursor starts on the move with the lowest rank. */
    unsigned (*rank)(const Voice *voice, const void *view, Move move);
    /* LIST_… of a kind. NULL: LIST_NORMAL for all. */
    unsigned (*list_position)(const Voice *voice, const void *view, unsigned kind);
} GameText;

/* NULL if the game has no table. */
const GameText *game_text(const char *id);

#endif
