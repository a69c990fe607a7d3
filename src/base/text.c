#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/oom.h"

static bool text_grow(Text *text, size_t need) {
    if (text->out_of_memory)
        return false;
    size_t cap = text->cap ? text->cap : 64;
    while (cap < need)
        cap *= 2;
    char *data = realloc(text->data, cap);
    if (!data) {
        text->out_of_memory = true;
        oom_note();
        return false;
    }
    text->data = data;
    text->cap = cap;
    return true;
}

static bool text_ensure(Text *text, size_t more) {
    size_t need = text->len + more + 1;
    return (need <= text->cap && !text->out_of_memory) || text_grow(text, need);
}

void text_add(Text *text, const char *bytes, size_t n) {
    if (!text_ensure(text, n))
        return;
    if (n)
        memcpy(text->data + text->len, bytes, n);
    text->len += n;
    text->data[text->len] = '\0';
}

void text_puts(Text *text, const char *string) { text_add(text, string, strlen(string)); }

char *text_reserve(Text *text, size_t n) { return text_ensure(text, n) ? text->data + text->len : NULL; }

void text_printf(Text *text, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    if (n < 0 || !text_ensure(text, (size_t)n))
        return;
    va_start(ap, format);
    vsnprintf(text->data + text->len, (size_t)n + 1, format, ap);
    va_end(ap);
    text->len += (size_t)n;
}

void text_number(Text *text, int64_t number) {
    char digits[24];
    size_t pos = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[--pos] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        digits[--pos] = '-';
    text_add(text, digits + pos, sizeof digits - pos);
}

void text_clear(Text *text) {
    text->len = 0;
    text->out_of_memory = false;
    if (text->data)
        text->data[0] = '\0';
}

void text_free(Text *text) {
    free(text->data);
    *text = (Text){0};
}

const char *text_str(const Text *text) { return text->data ? text->data : ""; }
