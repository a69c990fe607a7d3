/* Sending: messages wait in a queue of their socket until it can take them. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/oom.h"
#include "serve/house/house.h"
#include "serve/wire/net.h"

static int64_t clock_ms(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t now_ms(void) { return clock_ms(CLOCK_REALTIME); }
int64_t tick_ms(void) { return clock_ms(CLOCK_MONOTONIC); }

void log_event(const char *what, const char *format, ...) {
    char stamp[32], rest[1024];
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    gmtime_r(&now, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    for (char *p = rest; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            *p = ' '; /* a line is a line, whatever it quotes */
    fprintf(stderr, "time=%s what=%s%s%s\n", stamp, what, *rest ? " " : "", rest);
}

void random_key(char key[KEY_SIZE]) {
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, KEY_SIZE, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Small enough for any reader of JSON numbers. */
int64_t random_id(void) {
    uint64_t id = 0;
    while (!id) {
        randombytes_buf(&id, sizeof id);
        id >>= 12;
    }
    return (int64_t)id;
}

/* Of this process alone: nobody outside can reckon which keys meet in an index, or how near a guess came. */
static unsigned char map_key_secret[crypto_shorthash_KEYBYTES];

void map_key_init(void) { randombytes_buf(map_key_secret, sizeof map_key_secret); }

uint64_t map_key(const char *key) {
    uint64_t number;
    _Static_assert(sizeof number == crypto_shorthash_BYTES, "one number");
    crypto_shorthash((unsigned char *)&number, (const unsigned char *)key, strlen(key), map_key_secret);
    return number;
}

Status name_read(const char *text, const char *what, char out[NAME_SIZE], Err *err) {
    size_t letters = 0, n;
    while (*text == ' ')
        text++;
    n = strlen(text);
    while (n && text[n - 1] == ' ')
        n--;
    for (size_t i = 0; i < n; i++) {
        letters += ((unsigned char)text[i] & 0xC0) != 0x80;
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F)
            return err_set(err, SK_SYNTAX, "{0} may hold only what can be shown.", "s", what);
    }
    if (letters < 1 || letters > NAME_CHARS_MAX || n >= NAME_SIZE)
        return err_set(err, SK_RANGE, "{0} has 1 to {1} letters.", "sd", what, NAME_CHARS_MAX);
    memcpy(out, text, n);
    out[n] = '\0';
    return SK_OK;
}

/* ---- blobs ---------------------------------------------------------------------------------------------- */

Blob *blob_json(json_t *json) {
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(10);
    bool whole = !oom_take(); /* else parts of it may be missing */
    size_t n = json && whole ? json_dumpb(json, NULL, 0, flags) : 0;
    Blob *blob = n ? malloc(sizeof *blob + LWS_PRE + n) : NULL;
    if (blob) {
        *blob = (Blob){.users = 1, .n = n};
        if (json_dumpb(json, (char *)blob->bytes + LWS_PRE, n, flags) != n) { /* it needs memory on the way */
            free(blob);
            blob = NULL;
        }
    }
    json_decref(json);
    return blob;
}

Blob *blob_text(Text *text) {
    Blob *blob = text->out_of_memory || oom_take() ? NULL : blob_bytes(text_str(text), text->len);
    text_free(text);
    return blob;
}

void blob_free(Blob *blob) {
    if (blob && --blob->users == 0)
        free(blob);
}

/* ---- sockets -------------------------------------------------------------------------------------------- */

Sock *sock_find(const House *house, uint64_t id) { return id ? id_map_get(&house->socks, id) : NULL; }

void sock_close(House *house, Sock *sock, int code, const char *why) {
    (void)house;
    if (sock->close)
        return;
    sock->close = code;
    sock->why = why;
    lws_callback_on_writable(sock->wsi);
}

void sock_send(House *house, Sock *sock, Blob *blob) {
    Outgoing *out = blob && !sock->close ? malloc(sizeof *out) : NULL;
    if (!out) { /* something would be missing: who connects again gets it whole, and sends again what had no answer */
        sock_close(house, sock, 1013, "There is not enough memory; connect again.");
        return;
    }
    if (sock->queued + blob->n > QUEUE_MAX) {
        free(out);
        sock_close(house, sock, 4408, "You read too slowly; open the table again.");
        return;
    }
    *out = (Outgoing){blob, NULL};
    blob->users++;
    if (!sock->first)
        sock->last = &sock->first;
    *sock->last = out;
    sock->last = &out->next;
    sock->queued += blob->n;
    house->counts.pushes++;
    house->counts.bytes_out += blob->n;
    lws_callback_on_writable(sock->wsi);
}

void sock_push(House *house, Sock *sock, json_t *json) {
    Blob *blob = blob_json(json);
    sock_send(house, sock, blob);
    blob_free(blob);
}
