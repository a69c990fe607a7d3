/* Streaming JSON writer, for messages that are sent too often to build a tree first. A JsonWriter borrows its Text. The
 * caller closes every object and list it opens. Members appear in the order they are written, without spaces. */
#ifndef SKERRY_BASE_JSON_WRITER_H
#define SKERRY_BASE_JSON_WRITER_H

#include <stdint.h>

#include "base/text.h"

typedef struct JsonWriter {
    Text *out;
    bool more; /* the next value or key needs a comma before it */
} JsonWriter;

void jw_open(JsonWriter *writer, char bracket); /* '{' or '[' */
void jw_close(JsonWriter *writer, char bracket);
void jw_key(JsonWriter *writer, const char *key);
void jw_string(JsonWriter *writer, const char *text); /* invalid UTF-8 is replaced by U+FFFD */
void jw_stringn(JsonWriter *writer, const char *text, size_t n);
void jw_number(JsonWriter *writer, int64_t number);
void jw_bool(JsonWriter *writer, bool is);
void jw_null(JsonWriter *writer);
void jw_raw(JsonWriter *writer, const char *json, size_t n); /* a value that is already JSON */

/* A key and its value in one call. */
void jw_put_string(JsonWriter *writer, const char *key, const char *text);
void jw_put_number(JsonWriter *writer, const char *key, int64_t number);
void jw_put_bool(JsonWriter *writer, const char *key, bool is);

#endif
