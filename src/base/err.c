#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uint16_t word_keep(Err *err, const char *word) {
    size_t room = sizeof err->words - err->strings_used;
    size_t n = strlen(word);
    if (room < 2)
        return (uint16_t)(sizeof err->words - 1); /* full: the empty string at the end */
    if (n > 220)
        n = 220; /* one long word must not push the others out */
    if (n > room - 1)
        n = room - 1;
    while (n > 0 && ((unsigned char)word[n] & 0xC0) == 0x80)
        n--; /* never cut a character in two */
    uint16_t at = err->strings_used;
    for (size_t i = 0; i < n; i++) /* words come from outside: a sentence stays one line and moves no cursor */
        err->words[at + i] = (char)((unsigned char)word[i] < ' ' || word[i] == 0x7F ? '?' : word[i]);
    err->words[at + n] = '\0';
    err->strings_used = (uint16_t)(at + n + 1);
    return at;
}

Status err_set(Err *err, Status status, const char *text, const char *types, ...) {
    if (!err)
        return status;
    /* An argument may point into this very Err (an error passed on): build aside, then replace. */
    Err fresh = {.status = status, .text = text, .strings_used = 1};
    va_list ap;
    va_start(ap, types);
    for (; *types && fresh.args < ERR_ARGS; types++, fresh.args++) {
        if (*types == 's') {
            const char *word = va_arg(ap, const char *);
            fresh.string_offset[fresh.args] = word_keep(&fresh, word ? word : "");
        } else {
            fresh.num[fresh.args] = va_arg(ap, int);
        }
    }
    va_end(ap);
    *err = fresh;
    return status;
}

size_t err_format(const Err *err, char *out, size_t size) {
    size_t n = 0;
    char number[16];
    if (size == 0)
        return 0;
    for (const char *p = err->text ? err->text : ""; *p; p++) {
        const char *piece = p;
        size_t length = 1;
        if (*p == '{' && p[1] >= '0' && p[1] < '0' + (int)err->args) {
            unsigned i = (unsigned)(p[1] - '0');
            const char *close = strchr(p, '}');
            if (close) {
                if (err->string_offset[i]) {
                    piece = err->words + err->string_offset[i];
                } else {
                    snprintf(number, sizeof number, "%d", (int)err->num[i]);
                    piece = number;
                }
                length = strlen(piece);
                p = close;
            }
        }
        for (size_t k = 0; k < length && n + 1 < size; k++)
            out[n++] = piece[k];
    }
    out[n] = '\0';
    return n;
}
