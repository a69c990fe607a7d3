/* Random keys and ids, and the keyed hash that IdMaps use as their key. Safe on any thread after map_key_init. */
#ifndef SKERRY_SERVE_WIRE_IDS_H
#define SKERRY_SERVE_WIRE_IDS_H

#include <stdint.h>

#include "serve/house/limits.h"

void random_key(char key[KEY_SIZE]); /* 128 random bits in base64url */
int64_t random_id(void);             /* 1 to 2^52 - 1, so that every JSON reader can represent it */
void map_key_init(void);             /* call once, before the first map_key */
uint64_t map_key(const char *key);   /* key of an IdMap for this string */

#endif
