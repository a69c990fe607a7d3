/* JSON written straight into a Text, for what is sent too often to be built as a tree first. A Jot borrows its Text;
 * who opens an object or a list closes it. Members come out in the order they are written, without blanks. */
#ifndef SKERRY_BASE_JSON_WRITER_H
#define SKERRY_BASE_JSON_WRITER_H

#include <stdint.h>

#include "base/text.h"

typedef struct JsonWriter {
    Text *out;
    bool more; /* something stands before: the next begins with a comma */
} JsonWriter;

void jw_open(JsonWriter *writer, char bracket); /* '{' or '[' */
void jw_close(JsonWriter *writer, char bracket);
void jw_key(JsonWriter *writer, const char *key);
void jw_string(JsonWriter *writer, const char *text); /* bytes that are no UTF-8 are shown as U+FFFD */
void jw_stringn(JsonWriter *writer, const char *text, size_t n);
void jw_number(JsonWriter *writer, int64_t number);
void jw_bool(JsonWriter *writer, bool is);
void jw_null(JsonWriter *writer);
void jw_raw(JsonWriter *writer, const char *json, size_t n); /* a value that is JSON already */

/* A member at once. */
void jw_put_string(JsonWriter *writer, const char *key, const char *text);
void jw_put_number(JsonWriter *writer, const char *key, int64_t number);
void jw_put_bool(JsonWriter *writer, const char *key, bool is);

#endif
