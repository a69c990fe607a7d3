#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Copies a string into the Err and returns its offset. */
static uint16_t string_store(Err *err, const char *string) {
    size_t space = sizeof err->strings - err->strings_used;
    size_t n = strlen(string);
    if (space < 2)
        return (uint16_t)(sizeof err->strings - 1); /* no space left: the empty string at the end */
    if (n > 220)
        n = 220; /* leave space for the other arguments */
    if (n > space - 1)
        n = space - 1;
    while (n > 0 && ((unsigned char)string[n] & 0xC0) == 0x80)
        n--; /* do not cut a UTF-8 character in two */
    uint16_t offset = err->strings_used;
    for (size_t i = 0; i < n; i++) /* strings may come from users: allow no newlines or terminal control codes */
        err->strings[offset + i] = (char)((unsigned char)string[i] < ' ' || string[i] == 0x7F ? '?' : string[i]);
    err->strings[offset + n] = '\0';
    err->strings_used = (uint16_t)(offset + n + 1);
    return offset;
}

Status err_set(Err *err, Status status, const char *text, const char *types, ...) {
    if (!err)
        return status;
    /* An argument may point into *err itself (when an error is passed on), so build a new Err and then replace it. */
    Err fresh = {.status = status, .text = text, .strings_used = 1};
    va_list ap;
    va_start(ap, types);
    for (; *types && fresh.args < ERR_ARGS_MAX; types++, fresh.args++) {
        if (*types == 's') {
            const char *string = va_arg(ap, const char *);
            fresh.string_offset[fresh.args] = string_store(&fresh, string ? string : "");
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
                    piece = err->strings + err->string_offset[i];
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
