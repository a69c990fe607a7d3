/* One voice: moves, events, prompts, refusals and scores as sentences for one viewer, out of the catalogues.
 * A Voice is a plain value and borrows all it points to; what is said is added to the caller's Text.
 *
 * Templates. {0}, {space}: an argument by its place or its name in the game's tables, said as the word LIST.ID where it
 * has a list; {0:space} names the list, {0:card.text} a further word of its entry; {seat}: whose doing it is. {n|one
 * point|{n} points}: a form by number, the first for 1, the second for all others; "0:nobody" in front is for that
 * number alone, "none:nobody" for a number past the end of its list. Forms may hold further braces. The list "player"
 * is a seat by the number that is typed for it. */
#ifndef SKERRY_TEXT_VOICE_H
#define SKERRY_TEXT_VOICE_H

#include "base/text.h"
#include "engine/record.h"
#include "text/words.h"

typedef struct Voice {
    const Words *words;
    const Rules *rules;                 /* NULL: nothing of a game can be said */
    unsigned viewer;                    /* a seat or SPECTATOR: who is spoken to */
    const char (*seat_name)[NAME_SIZE]; /* SEATS_MAX of them; NULL or an empty one: "Player 2" */
} Voice;

/* An argument of a template: a number, of a list or not, or a finished word. */
typedef struct TemplateArg {
    const char *name; /* how the template may call it; NULL: by its place only */
    const char *list; /* NULL: a number */
    int32_t num;
    const char *word; /* not NULL: this, whatever num is */
} TemplateArg;

enum { SAID_MAX = 10 };

void voice_fill_template(const Voice *voice, const char *template, const TemplateArg *said, unsigned count, Text *out);

/* The template of a key, filled: a letter an argument, 'd' an int, 's' a string, 'n' a list's name and then the int. */
void voice_format(const Voice *voice, Text *out, const char *key, const char *types, ...);

/* The word of a list's entry; a number past its end is said as a number. Lists join as "a, b and c". */
void voice_name(const Voice *voice, const char *list, int32_t i, Text *out);
/* A further word of an entry: voice_word(voice, "ffc", 3, ".text"); NULL when there is none, with "" its name or id. */
const char *voice_word(const Voice *voice, const char *list, unsigned i, const char *what);
void voice_comma(const Voice *voice, unsigned *said, Text *out); /* before the next item of a list; *said counts them */
void voice_join(const Voice *voice, Text *out, unsigned index, unsigned count); /* what stands before item `index` */
void voice_seat(const Voice *voice, unsigned seat, Text *out);
void voice_seat_first(const Voice *voice, unsigned seat, Text *out);        /* where a sentence begins: "You" */
void voice_seats(const Voice *voice, uint32_t set, Text *out);              /* "you, Ben and Cleo" */
uint32_t voice_winners(const Voice *voice, const void *view, Score *score); /* who is first: a set of seats */
/* The same in a heading or a table. named: the viewer's own name too, for who looks over several shoulders. */
void voice_seat_label(const Voice *voice, bool named, unsigned seat, Text *out);

/* A sentence may begin with a word that catalogues write for its middle: "the greedy bot"; at: where it begins. */
void voice_capitalize(Text *out, size_t at);

/* What happened, as far as the viewer is told: a sentence and '\n' each. Returns the number of sentences. Where the
 * catalogue has event.NAME.run (and for oneself event.NAME.you.run) a run of one kind and seat is one sentence that
 * lists their arguments; event.NAME.same names the argument that must be alike in all and is said once. What is hidden
 * has event.NAME.hidden.run: the arguments are those of the last. event.NAME.seats is the same for what several seats
 * do alike, one after the other: {seat} lists them, and what the sentence does not say may differ. {count} is how many.
 * Where it has event.NAME.begun, the events that follow and have event.NAME.joins end that sentence. */
unsigned voice_events(const Voice *voice, const Event *events, unsigned count, Text *out);
/* The first sentence of them alone, without its '\n'; nothing when the viewer is not told. Returns the events it took.
 */
unsigned voice_event(const Voice *voice, const Event *events, unsigned count, Text *out);

void voice_move(const Voice *voice, Move move, Text *out);       /* "Shore up Ghost Stone" */
const char *voice_kind_label(const Voice *voice, unsigned kind); /* "Shore up" */
const char *voice_key(const Voice *voice, unsigned kind);        /* "s"; NULL when the catalogue gives none */
/* Where it stands among the kinds that can be made (ORDER_… in text/board.h). */
unsigned voice_order(const Voice *voice, const void *view, unsigned kind);
/* What a kind costs beyond being made; 0: nothing. The price in words: "one special point". */
unsigned voice_costs(const Voice *voice, unsigned kind);
void voice_price(const Voice *voice, unsigned kind, Text *out);
void voice_arg(const Voice *voice, Move move, unsigned arg, Text *out); /* one argument: "Ghost Stone" */

/* What is asked of the viewer now, or who is waited for, or how it ended. */
void voice_prompt(const Voice *voice, const void *view, Text *out);
void voice_refusal(const Voice *voice, const Err *err, Text *out);
/* What a part of a seat's score comes from: "62 Karas", or the part's name where the game's texts say no more (or view
 * is NULL). */
void voice_part(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);
/* "15 for treasures, 28 for dry land" for a seat; nothing when it has no points. */
void voice_parts(const Voice *voice, const Score *score, unsigned seat, Text *out);
/* The score as lines, the best first: what it is, or what it would be if the game ended now. */
void voice_score(const Voice *voice, const void *view, Text *out);

#endif
