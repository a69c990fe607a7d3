/* Words moves, events, prompts, refusals and scores as sentences for one viewer, from the message catalogues.
 * A Voice is a plain value and borrows everything it points to. Functions that take a Text append to it.
 *
 * Templates:
 * {0} or {space}  an argument by position or by its name in the game's tables. If it has a list, it is shown as the
 *                 catalogue's LIST.ID.
 * {0:space}       the same, as an entry of the list `space`. The list `player` is a seat as players count it, from 1.
 * {0:card.text}   the further word LIST.ID.text of its entry
 * {seat}          the seat whose event it is
 * {n|one point|{n} points}
 *                 an alternative by number: the first for 1, the second for any other number. "0:nobody" is only for
 *                 that number, "none:nobody" only for a number past the end of its list. Alternatives may contain
 *                 further braces. */
#ifndef SKERRY_TEXT_VOICE_H
#define SKERRY_TEXT_VOICE_H

#include "base/text.h"
#include "engine/record.h"
#include "text/words.h"

typedef struct Voice {
    const Words *words;
    const Rules *rules;                 /* NULL: only words that need no game */
    unsigned viewer;                    /* the seat that is addressed as "you", or SPECTATOR */
    const char (*seat_name)[NAME_SIZE]; /* SEATS_MAX names or NULL; unnamed seats are "Player 2" etc. */
} Voice;

/* An argument of a template: a number, an entry of a list, or text. */
typedef struct TemplateArg {
    const char *name; /* name in the template; NULL: position only */
    const char *list; /* list of which num is an entry; NULL: a plain number */
    int32_t num;
    const char *text; /* text to insert; NULL: use num */
} TemplateArg;

enum { TEMPLATE_ARGS_MAX = 10 };

void voice_fill_template(const Voice *voice, const char *template, const TemplateArg *args, unsigned count, Text *out);

/* Fills the template for a key. `types` has one letter per argument: 'd' for an int, 's' for a string, 'n' for a list's
 * name followed by an int. */
void voice_format(const Voice *voice, Text *out, const char *key, const char *types, ...);

/* The name of a list's entry. A number past the end of the list is shown as a number. */
void voice_name(const Voice *voice, const char *list, int32_t i, Text *out);
/* A further word of an entry: voice_word(voice, "card", 3, ".text"), or NULL. With "": its name, or its id if it has no
 * name. */
const char *voice_word(const Voice *voice, const char *list, unsigned i, const char *suffix);
/* Appends a comma, except before the first item, and counts the item in *written. */
void voice_comma(const Voice *voice, unsigned *written, Text *out);
/* Appends the separator before item `index` of `count`: nothing, a comma or "and". */
void voice_join(const Voice *voice, Text *out, unsigned index, unsigned count);
void voice_seat(const Voice *voice, unsigned seat, Text *out);
void voice_seat_first(const Voice *voice, unsigned seat, Text *out); /* at the start of a sentence: "You" */
void voice_seats(const Voice *voice, uint32_t set, Text *out);       /* "you, Ben and Cleo" */
/* Fills in the score and returns the set of seats in first place. */
uint32_t voice_winners(const Voice *voice, const void *view, Score *score);
/* A seat in a heading or table. use_names: show the viewer's name instead of "you", because several people look on. */
void voice_seat_label(const Voice *voice, bool use_names, unsigned seat, Text *out);

/* Capitalises the letter at `start`. Needed because catalogues write names for the middle of a sentence ("the greedy
 * bot"). */
void voice_capitalize(Text *out, size_t start);

/* Appends the events that the viewer is told, one sentence per line. Returns the number of sentences.
 * Several events share a sentence if the catalogue has one of these keys, where {count} is the number of events:
 * - event.NAME.run (or event.NAME.you.run): consecutive events of the same kind and seat. Their arguments become lists.
 *   event.NAME.same names an argument that must be equal in all of them and appears once.
 * - event.NAME.hidden.run: the same for hidden arguments. Only the last event's arguments can appear.
 * - event.NAME.seats: consecutive events of the same kind by different seats. {seat} becomes a list; arguments that
 *   the template does not contain may differ.
 * - event.NAME.begun: the start of a sentence. Following events complete it if they have event.NAME.joins. */
unsigned voice_events(const Voice *voice, const Event *events, unsigned count, Text *out);
/* Appends only the first sentence, without '\n'; nothing if the viewer is not told the first event. Returns the number
 * of events used. */
unsigned voice_event(const Voice *voice, const Event *events, unsigned count, Text *out);

void voice_move(const Voice *voice, Move move, Text *out);       /* "Shore up Ghost Stone" */
const char *voice_kind_label(const Voice *voice, unsigned kind); /* "Shore up" */
const char *voice_shortcut(const Voice *voice, unsigned kind);   /* shortcut key: "s"; NULL if there is none */
/* Position of the kind in the list of legal moves (LIST_… in text/game_text.h). */
unsigned voice_list_position(const Voice *voice, const void *view, unsigned kind);
/* What a kind of move costs, or 0. voice_price appends it in words: "one special point". */
unsigned voice_cost(const Voice *voice, unsigned kind);
void voice_price(const Voice *voice, unsigned kind, Text *out);
void voice_arg(const Voice *voice, Move move, unsigned arg, Text *out); /* one argument: "Ghost Stone" */

/* The viewer's prompt, the players being waited for, or how the game ended. */
void voice_prompt(const Voice *voice, const void *view, Text *out);
void voice_refusal(const Voice *voice, const Err *err, Text *out);
/* Source of a part of a seat's score: "62 Karas". Just the part's name if view is NULL or the game has no such text. */
void voice_part(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);
/* "15 for treasures, 28 for dry land" for a seat; nothing if it has no points. */
void voice_parts(const Voice *voice, const Score *score, unsigned seat, Text *out);
/* The score, one line per seat, best first: the final one, or the one if the game ended now. */
void voice_score(const Voice *voice, const void *view, Text *out);

#endif
