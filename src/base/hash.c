#include "base/hash.h"

uint64_t hash_bytes(const void *bytes, size_t n, uint64_t seed) {
    const unsigned char *p = bytes;
    uint64_t h = 0xCBF29CE484222325u ^ seed;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001B3u;
    h ^= n;
    h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93u;
    h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93u;
    return h ^ (h >> 32);
}

void hash_write(uint64_t hash, char out[HASH_TEXT_SIZE]) {
    for (int i = 0; i < 16; i++)
        out[i] = "0123456789abcdef"[(hash >> (60 - 4 * i)) & 15];
    out[16] = '\0';
}

int hash_read(const char *text, uint64_t *hash) {
    uint64_t h = 0;
    for (int i = 0; i < 16; i++) {
        char c = text[i];
        unsigned digit;
        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if (c >= 'a' && c <= 'f')
            digit = (unsigned)(c - 'a') + 10;
        else
            return 0;
        h = h << 4 | digit;
    }
    *hash = h;
    return text[16] == '\0';
}
