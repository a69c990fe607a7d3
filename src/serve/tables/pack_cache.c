#include "serve/tables/pack_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/oom.h"
#include "engine/registry.h"

static Book *book_keep(Shelf *shelf, Book *book, Err *err) {
    Status status = words_open(&book->words, book->pack->game->id, err);
    if (!status)
        status = words_pack(&book->words, book->pack, err);
    if (!status)
        status = words_page(&book->words, err);
    if (!status && lack_take()) /* words might be missing in it, for ever */
        status = err_say(err, SK_IO, "There is not enough memory for this game.", "");
    if (status) {
        words_close(&book->words);
        pack_free(&book->own);
        free(book);
        return NULL;
    }
    book->next = shelf->first;
    shelf->first = book;
    return book;
}

Book *shelf_find(const Shelf *shelf, uint64_t hash) {
    for (Book *book = shelf->first; book; book = book->next)
        if (book->pack->hash == hash)
            return book;
    return NULL;
}

Book *shelf_builtin(Shelf *shelf, const char *game, Err *err) {
    for (Book *book = shelf->first; book; book = book->next)
        if (!book->own.game && strcmp(book->pack->game->id, game) == 0)
            return book;
    const Pack *pack = game_find(game) ? builtin_pack(game, err) : NULL;
    if (!pack) {
        if (!game_find(game))
            err_say(err, SK_UNKNOWN, "There is no game {0}.", "s", game);
        return NULL;
    }
    Book *book = calloc(1, sizeof *book);
    if (!book) {
        err_say(err, SK_IO, "There is not enough memory for this game.", "");
        return NULL;
    }
    book->pack = pack;
    return book_keep(shelf, book, err);
}

Book *shelf_over(Shelf *shelf, const char *game, const json_t *over, const char *name, Err *err) {
    Book *plain = shelf_builtin(shelf, game, err);
    json_t *base = plain ? pack_parse(builtin_find(game)->content_json, game, err) : NULL;
    Book *book = base ? calloc(1, sizeof *book) : NULL;
    if (base && !book)
        err_say(err, SK_IO, "There is not enough memory for this game.", "");
    Status status = book ? pack_load_json(&book->own, plain->pack->game, base, over, name, err) : SK_IO;
    json_decref(base);
    if (status) {
        free(book);
        return NULL;
    }
    /* Words are not in the hash: the same hash with other words is another book. */
    Book *same = shelf_find(shelf, book->own.hash);
    if (same && same->own.json && json_equal(same->own.json, book->own.json)) {
        pack_free(&book->own);
        free(book);
        return same;
    }
    book->pack = &book->own;
    return book_keep(shelf, book, err);
}

Book *shelf_need(Shelf *shelf, Store *store, const char *game, uint64_t hash, Err *err) {
    Book *book = shelf_find(shelf, hash);
    char *text = NULL, digits[HASH_TEXT];
    if (!book || strcmp(book->pack->game->id, game) != 0)
        book = shelf_builtin(shelf, game, err);
    if (!book || book->pack->hash == hash)
        return book;
    if (store_pack(store, hash, &text, err) != SK_OK)
        return NULL;
    hash_write(hash, digits);
    json_t *over = pack_parse(text, digits, err);
    free(text);
    book = over ? shelf_over(shelf, game, over, digits, err) : NULL;
    json_decref(over);
    if (!book || book->pack->hash == hash)
        return book;
    err_say(err, SK_STATE, "Its content was {0}, which this program reads as another. It can be exported.", "s",
            digits);
    return NULL;
}

void shelf_store(Shelf *shelf, Store *store) {
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        const Book *book = shelf_builtin(shelf, (*game)->id, &err);
        StoreJob *job = book ? store_job(STORE_PACK) : NULL;
        if (!job)
            continue; /* it is tried again at the next start */
        job->num = (int64_t)book->pack->hash;
        job->text = strdup(builtin_find((*game)->id)->content_json);
        if (job->text)
            store_put(store, job);
        else
            store_job_free(job);
    }
}

json_t *book_json(const Book *book, Err *err) {
    return book->pack->json ? json_incref(book->pack->json)
                            : pack_parse(builtin_find(book->pack->game->id)->content_json, book->pack->game->id, err);
}

const Lesson *book_lesson(Book *book, Err *err) {
    if (book->lesson)
        return book->lesson;
    Lesson *lesson = book->own.game ? NULL : malloc(sizeof *lesson);
    if (!lesson) {
        err_say(err, SK_CONTENT, "The walkthrough is played with the game's own content.", "");
        return NULL;
    }
    if (lesson_open(lesson, book->pack, err) != SK_OK) {
        free(lesson);
        return NULL;
    }
    return book->lesson = lesson;
}

static void book_free(Book *book) {
    words_close(&book->words);
    if (book->lesson)
        lesson_close(book->lesson);
    free(book->lesson);
    if (book->own.game)
        pack_free(&book->own);
    free(book);
}

void shelf_drop(Shelf *shelf, Book *book) {
    Book **at = &shelf->first;
    while (*at && *at != book)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = book->next;
    book_free(book);
}

unsigned shelf_count(const Shelf *shelf) {
    unsigned n = 0;
    for (const Book *book = shelf->first; book; book = book->next)
        n++;
    return n;
}

void shelf_close(Shelf *shelf) {
    for (Book *book; (book = shelf->first);) {
        shelf->first = book->next;
        book_free(book);
    }
}
