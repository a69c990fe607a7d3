#include "serve/wire/ids.h"

#include <sodium.h>
#include <string.h>

void random_key(char key[KEY_SIZE]) {
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, KEY_SIZE, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

int64_t random_id(void) {
    uint64_t id = 0;
    while (!id) {
        randombytes_buf(&id, sizeof id);
        id >>= 12;
    }
    return (int64_t)id;
}

/* Random per process, so outsiders cannot predict hash collisions or learn how close a guessed key came. */
static unsigned char map_key_secret[crypto_shorthash_KEYBYTES];

void map_key_init(void) { randombytes_buf(map_key_secret, sizeof map_key_secret); }

uint64_t map_key(const char *key) {
    uint64_t number;
    _Static_assert(sizeof number == crypto_shorthash_BYTES, "the hash fits the number");
    crypto_shorthash((unsigned char *)&number, (const unsigned char *)key, strlen(key), map_key_secret);
    return number;
}
