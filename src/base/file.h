/* Whole files in, whole files out. What file_read allocates belongs to the caller's Text. */
#ifndef SKERRY_BASE_FILE_H
#define SKERRY_BASE_FILE_H

#include "base/err.h"
#include "base/text.h"

enum { FILE_MAX = 64 << 20 }; /* nothing we read is larger */

/* "-" reads standard input. A NUL byte is refused: all our files are text. */
Status file_read(const char *path, Text *out, Err *err);

/* All or nothing: written beside, synced, renamed over. On failure the old file is untouched. */
Status file_write_atomic(const char *path, const char *bytes, size_t n, Err *err);

#endif
