/* Reads a text line by line, for records and scenes. A LineReader borrows the text and holds a copy of the current
 * line. */
#ifndef SKERRY_ENGINE_LINE_READER_H
#define SKERRY_ENGINE_LINE_READER_H

#include <string.h>

#include "base/err.h"

enum { LINE_SIZE = 8192 };

typedef struct LineReader {
    const char *pos;        /* start of the unread text */
    unsigned number;        /* number of the current line, from 1 */
    const char *line_start; /* start of the current line in the text */
    char line[LINE_SIZE];
} LineReader;

/* Reads the next line that is neither empty nor a comment, and trims it. Returns 1, or 0 at the end of the text, or -1
 * if the line is too long. */
static inline int line_reader_next(LineReader *lines) {
    while (*lines->pos) {
        const char *end = strchr(lines->pos, '\n');
        size_t n = end ? (size_t)(end - lines->pos) : strlen(lines->pos);
        const char *p = lines->line_start = lines->pos;
        lines->pos += n + (end != NULL);
        lines->number++;
        while (n && (*p == ' ' || *p == '\t'))
            p++, n--;
        while (n && (p[n - 1] == ' ' || p[n - 1] == '\t' || p[n - 1] == '\r'))
            n--;
        if (n == 0 || *p == '#')
            continue;
        if (n >= LINE_SIZE)
            return -1;
        memcpy(lines->line, p, n);
        lines->line[n] = '\0';
        return 1;
    }
    return 0;
}

#endif
