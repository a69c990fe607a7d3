/* The shelf: content packs with their words, each opened once and kept while the server runs. A Shelf owns its books;
 * tables borrow them. */
#ifndef SKERRY_SERVE_SHELF_H
#define SKERRY_SERVE_SHELF_H

#include "engine/pack.h"
#include "serve/storage/store.h"
#include "text/walkthrough.h"
#include "text/words.h"

typedef struct Book {
    const Pack *pack;
    Pack own; /* where the pack is not built in */
    Words words;
    Lesson *lesson; /* its walkthrough; NULL before somebody needs it */
    bool offered;   /* named when the server was started: for any table */
    char name[ID_SIZE * 2];
    struct Book *next;
} Book;

typedef struct Shelf {
    Book *first;
} Shelf;

/* The built-in book of a game; NULL with a sentence when there is no such game. */
Book *shelf_builtin(Shelf *shelf, const char *game, Err *err);
/* With content laid over it; the same content gives the same book. name: what errors call it. */
Book *shelf_over(Shelf *shelf, const char *game, const json_t *over, const char *name, Err *err);
/* One that is open already, by its hash. */
Book *shelf_find(const Shelf *shelf, uint64_t hash);
/* By hash, whether it is open or kept in the store. */
Book *shelf_need(Shelf *shelf, Store *store, const char *game, uint64_t hash, Err *err);
/* Puts the built-in packs into the store: a later program, whose own are others, finds the games' there. */
void shelf_store(Shelf *shelf, Store *store);
/* The whole pack as JSON; the caller's. */
json_t *book_json(const Book *book, Err *err);
/* The game's walkthrough, which needs the built-in content. NULL with a sentence: it has none. */
const Lesson *book_lesson(Book *book, Err *err);
/* One that a table brought which came to nothing; no other has it. */
void shelf_drop(Shelf *shelf, Book *book);
unsigned shelf_count(const Shelf *shelf);
void shelf_close(Shelf *shelf);

#endif
