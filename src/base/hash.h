/* A 64-bit fingerprint of bytes, the same on every platform. It finds accidents, not forgers. */
#ifndef SKERRY_BASE_HASH_H
#define SKERRY_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT = 17 }; /* sixteen hexadecimal digits and the end */

uint64_t hash_bytes(const void *bytes, size_t n, uint64_t seed);
void hash_write(uint64_t hash, char out[HASH_TEXT]);
int hash_read(const char *text, uint64_t *hash); /* 1 when text is exactly sixteen lower-case digits */

#endif
