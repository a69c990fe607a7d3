/* Growing text. A Text owns its bytes; text_free returns them. Zero-initialised is empty and ready.
 * Running out of memory sets `broken` and drops what was to be added: check it once, at the end. */
#ifndef SKERRY_BASE_TEXT_H
#define SKERRY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    char *data; /* NUL-terminated once anything was added; text_str is never NULL */
    size_t len, cap;
    bool out_of_memory;
} Text;

void text_add(Text *text, const char *bytes, size_t n);
void text_puts(Text *text, const char *string);
static inline void text_putc(Text *text, char c) {
    if (text->len + 1 >= text->cap || text->out_of_memory) {
        text_add(text, &c, 1);
        return;
    }
    text->data[text->len++] = c;
    text->data[text->len] = '\0';
}
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_number(Text *text, int64_t number); /* as decimals; %d without the format */
void text_clear(Text *text);                  /* empties, keeps the memory */
void text_free(Text *text);
const char *text_str(const Text *text);
/* Where n more bytes may be written, then how many were; NULL without memory. */
char *text_reserve(Text *text, size_t n);
static inline void text_commit(Text *text, size_t n) {
    text->len += n;
    text->data[text->len] = '\0';
}

#endif
