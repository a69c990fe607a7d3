/* Blobs of bytes, and sending them to sockets. A blob is reference-counted: every function that returns one gives the
 * caller a reference, to be released with blob_free. Loop thread only. */
#ifndef SKERRY_SERVE_WIRE_SEND_H
#define SKERRY_SERVE_WIRE_SEND_H

#include "serve/house/house.h"

Blob *blob_bytes(const char *bytes, size_t n); /* copies the bytes; NULL: out of memory */
Blob *blob_text(Text *text);                   /* frees the text; NULL: out of memory, perhaps while building it */
Blob *blob_json(json_t *json);                 /* releases json; NULL: out of memory */
void blob_free(Blob *blob);
void sock_send(House *house, Sock *sock, Blob *blob);   /* adds a reference of its own */
void sock_push(House *house, Sock *sock, json_t *json); /* releases json */
void sock_close(House *house, Sock *sock, int code, const char *why);
Sock *sock_find(const House *house, uint64_t id);

#endif
