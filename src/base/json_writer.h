/* JSON written straight into a Text, for what is sent too often to be built as a tree first. A Jot borrows its Text;
 * who opens an object or a list closes it. Members come out in the order they are written, without blanks. */
#ifndef SKERRY_BASE_JOT_H
#define SKERRY_BASE_JOT_H

#include <stdint.h>

#include "base/text.h"

typedef struct Jot {
    Text *out;
    bool more; /* something stands before: the next begins with a comma */
} Jot;

void jot_open(Jot *jot, char bracket); /* '{' or '[' */
void jot_close(Jot *jot, char bracket);
void jot_key(Jot *jot, const char *key);
void jot_string(Jot *jot, const char *text); /* bytes that are no UTF-8 are shown as U+FFFD */
void jot_stringn(Jot *jot, const char *text, size_t n);
void jot_number(Jot *jot, int64_t number);
void jot_bool(Jot *jot, bool is);
void jot_null(Jot *jot);
void jot_raw(Jot *jot, const char *json, size_t n); /* a value that is JSON already */

/* A member at once. */
void jot_put_string(Jot *jot, const char *key, const char *text);
void jot_put_number(Jot *jot, const char *key, int64_t number);
void jot_put_bool(Jot *jot, const char *key, bool is);

#endif
