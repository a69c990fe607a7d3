/* Reads and writes whole files. The bytes that file_read reads belong to the caller's Text. */
#ifndef SKERRY_BASE_FILE_H
#define SKERRY_BASE_FILE_H

#include "base/err.h"
#include "base/text.h"

enum { FILE_MAX = 64 << 20 }; /* bytes; larger files are refused */

/* Appends the file to *out. "-" reads standard input. A file with a NUL byte is refused: all our files are text. */
Status file_read(const char *path, Text *out, Err *err);

/* Writes a temporary file next to the old one, syncs it and renames it. On failure the old file is unchanged. */
Status file_write_atomic(const char *path, const char *bytes, size_t n, Err *err);

#endif
