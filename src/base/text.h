/* Growing text. A Text owns its bytes; text_free returns them. Zero-initialised is empty and ready.
 * Running out of memory sets `broken` and drops what was to be added: check it once, at the end. */
#ifndef SKERRY_BASE_TEXT_H
#define SKERRY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *at; /* NUL-terminated once anything was added; text_str is never NULL */
    size_t len, cap;
    bool broken;
} Text;

void text_add(Text *text, const char *bytes, size_t n);
void text_puts(Text *text, const char *string);
void text_putc(Text *text, char c);
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(Text *text); /* empties, keeps the memory */
void text_free(Text *text);
const char *text_str(const Text *text);

#endif
