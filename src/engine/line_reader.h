/* Text files line by line, for records and scenes. A Lines borrows the text; the current line is copied into it. */
#ifndef SKERRY_ENGINE_LINE_READER_H
#define SKERRY_ENGINE_LINE_READER_H

#include <string.h>

#include "base/err.h"

enum { LINE_SIZE = 8192 };

typedef struct LineReader {
    const char *at;   /* what is still to be read */
    unsigned number;  /* of the current line, from 1 */
    const char *from; /* where the current line stands in the text */
    char line[LINE_SIZE];
} LineReader;

/* The next line that is neither empty nor a remark, without blanks around it. 1: there is one; 0: the end;
 * -1: it is too long. */
static inline int line_reader_next(LineReader *lines) {
    while (*lines->at) {
        const char *end = strchr(lines->at, '\n');
        size_t n = end ? (size_t)(end - lines->at) : strlen(lines->at);
        const char *p = lines->from = lines->at;
        lines->at += n + (end != NULL);
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
