/* Constant-time comparison of secrets: tokens and their hashes, keys, authentication tags, invitations, codes and
 * commitments. tests/static/constant_time.py checks that secrets are compared in no other way. */
#ifndef SKERRY_SERVE_WIRE_SECRET_H
#define SKERRY_SERVE_WIRE_SECRET_H

#include <sodium.h>
#include <stdbool.h>
#include <string.h>

static inline bool secret_equal(const void *given, const void *good, size_t n) {
    return sodium_memcmp(given, good, n) == 0;
}

/* For strings. The length of the right one is no secret. */
static inline bool secret_equal_text(const char *given, const char *good) {
    size_t n = strlen(good);
    return strlen(given) == n && secret_equal(given, good, n);
}

#endif
