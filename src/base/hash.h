/* 64-bit hash of bytes, the same on every platform. It detects accidental changes but is not cryptographic. */
#ifndef SKERRY_BASE_HASH_H
#define SKERRY_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT_SIZE = 17 }; /* 16 hexadecimal digits and the terminating zero */

uint64_t hash_bytes(const void *bytes, size_t n, uint64_t seed);
void hash_write(uint64_t hash, char out[HASH_TEXT_SIZE]);
int hash_read(const char *text,
              uint64_t *hash); /* 1 if text is exactly 16 lower-case hexadecimal digits, otherwise 0 */

#endif
