#include "base/json_writer.h"

#include <string.h>

static void jw_next(JsonWriter *writer) {
    if (writer->more)
        text_putc(writer->out, ',');
    writer->more = true;
}

void jw_open(JsonWriter *writer, char bracket) {
    jw_next(writer);
    text_putc(writer->out, bracket);
    writer->more = false;
}

void jw_close(JsonWriter *writer, char bracket) {
    text_putc(writer->out, bracket);
    writer->more = true;
}

/* Length in bytes of the multi-byte UTF-8 character at p; 0 if invalid, a surrogate or an overlong encoding. */
static size_t utf8_length(const unsigned char *p, size_t n) {
    size_t length = p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : p[0] < 0xF5 ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF0 && p[1] < 0x90) ||
        (p[0] == 0xF4 && p[1] > 0x8F))
        return 0;
    return length;
}

/* Writes a character that is not plain ASCII, escaped where necessary. Returns the number of bytes read. */
static size_t put_special(Text *out, const unsigned char *p, size_t n) {
    static const char hex[] = "0123456789ABCDEF", letters[] = "btn\0fr"; /* escape letters for bytes 8 to 13 */
    size_t length = *p < 0x80 ? 1 : utf8_length(p, n);
    if (length > 1)
        text_add(out, (const char *)p, length);
    else if (length == 0)
        text_puts(out, "\xEF\xBF\xBD");
    else if (*p == '"' || *p == '\\')
        text_add(out, (const char[]){'\\', (char)*p}, 2);
    else if (*p >= 8 && *p <= 13 && letters[*p - 8])
        text_add(out, (const char[]){'\\', letters[*p - 8]}, 2);
    else
        text_add(out, (const char[]){'\\', 'u', '0', '0', hex[*p >> 4], hex[*p & 15]}, 6);
    return length ? length : 1;
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

static void put_rest(Text *out, const char *text, size_t n) {
    const unsigned char *p = (const unsigned char *)text, *end = p + n;
    while (p < end) {
        const unsigned char *from = p;
        while (p < end && is_plain(*p))
            p++;
        text_add(out, (const char *)from, (size_t)(p - from));
        if (p < end)
            p += put_special(out, p, (size_t)(end - p));
    }
    text_putc(out, '"');
}

/* Fast path: most strings need no escapes and are copied in one pass. put_rest handles the others. */
static void put_quoted(Text *out, const char *text, size_t n) {
    char *to = text_reserve(out, n + 2);
    size_t i = 0;
    if (!to)
        return;
    to[0] = '"';
    for (; i < n && is_plain((unsigned char)text[i]); i++)
        to[i + 1] = text[i];
    if (i == n)
        to[n + 1] = '"';
    text_commit(out, i == n ? n + 2 : i + 1);
    if (i < n)
        put_rest(out, text + i, n - i);
}

void jw_key(JsonWriter *writer, const char *key) {
    jw_next(writer);
    put_quoted(writer->out, key, strlen(key));
    text_putc(writer->out, ':');
    writer->more = false;
}

void jw_stringn(JsonWriter *writer, const char *text, size_t n) {
    jw_next(writer);
    put_quoted(writer->out, text, n);
}

void jw_string(JsonWriter *writer, const char *text) { jw_stringn(writer, text, strlen(text)); }

void jw_number(JsonWriter *writer, int64_t number) {
    jw_next(writer);
    text_number(writer->out, number);
}

void jw_bool(JsonWriter *writer, bool is) { jw_raw(writer, is ? "true" : "false", is ? 4 : 5); }

void jw_null(JsonWriter *writer) { jw_raw(writer, "null", 4); }

void jw_raw(JsonWriter *writer, const char *json, size_t n) {
    jw_next(writer);
    text_add(writer->out, json, n);
}

void jw_put_string(JsonWriter *writer, const char *key, const char *text) {
    jw_key(writer, key);
    jw_string(writer, text);
}

void jw_put_number(JsonWriter *writer, const char *key, int64_t number) {
    jw_key(writer, key);
    jw_number(writer, number);
}

void jw_put_bool(JsonWriter *writer, const char *key, bool is) {
    jw_key(writer, key);
    jw_bool(writer, is);
}
