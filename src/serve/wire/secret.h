/* Secrets, and the one way to compare them: in a time that says nothing of where two of them differ. Tokens and their
 * hashes, keys, marks, invitations, codes, commitments. Plain functions; what they are given stays the caller's.
 * tests/static/constant_time.py sees to it that nothing secret is compared in another way. */
#ifndef SKERRY_SERVE_WIRE_SECRET_H
#define SKERRY_SERVE_WIRE_SECRET_H

#include <sodium.h>
#include <stdbool.h>
#include <string.h>

static inline bool secret_equal(const void *given, const void *good, size_t n) {
    return sodium_memcmp(given, good, n) == 0;
}

/* As text. How long a good one is anybody may know; what is in it not. */
static inline bool secret_equal_text(const char *given, const char *good) {
    size_t n = strlen(good);
    return strlen(given) == n && secret_equal(given, good, n);
}

#endif
