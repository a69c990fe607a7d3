/* Growable string. A Text owns its bytes until text_free; zero-initialised means empty.
 * If an allocation fails, `out_of_memory` is set and nothing more is added: check it once, at the end. */
#ifndef SKERRY_BASE_TEXT_H
#define SKERRY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    char *data; /* NULL while nothing was added, then NUL-terminated; text_str never returns NULL */
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
static inline void text_end_line(Text *text) { text_putc(text, '\n'); }
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_number(Text *text, int64_t number); /* in decimal */
void text_clear(Text *text);                  /* empties it but keeps its memory */
void text_free(Text *text);
const char *text_str(const Text *text);
/* Direct writing: text_reserve returns space for n bytes (NULL if out of memory); text_commit adds the n bytes written.
 */
char *text_reserve(Text *text, size_t n);
static inline void text_commit(Text *text, size_t n) {
    text->len += n;
    text->data[text->len] = '\0';
}

#endif
