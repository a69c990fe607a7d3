/* Sending. Messages wait in a queue per socket until the socket can be written to. */
#include "serve/wire/send.h"

#include <stdlib.h>
#include <string.h>

#include "base/oom.h"

/* ---- blobs ---------------------------------------------------------------------------------------------- */

Blob *blob_bytes(const char *bytes, size_t n) {
    /* After a failed allocation, the bytes may be incomplete. */
    Blob *blob = oom_take() ? NULL : malloc(sizeof *blob + LWS_PRE + n);
    if (blob) {
        *blob = (Blob){.users = 1, .n = n};
        memcpy(blob->bytes + LWS_PRE, bytes, n);
    }
    return blob;
}

Blob *blob_json(json_t *json) {
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(10);
    bool complete = !oom_take(); /* after a failed allocation, parts of json may be missing */
    size_t n = json && complete ? json_dumpb(json, NULL, 0, flags) : 0;
    Blob *blob = n ? malloc(sizeof *blob + LWS_PRE + n) : NULL;
    if (blob) {
        *blob = (Blob){.users = 1, .n = n};
        if (json_dumpb(json, (char *)blob->bytes + LWS_PRE, n, flags) != n) { /* it allocates, so it can fail */
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
    if (sock->close_code)
        return;
    sock->close_code = code;
    sock->close_reason = why;
    lws_callback_on_writable(sock->wsi);
}

void sock_send(House *house, Sock *sock, Blob *blob) {
    Outgoing *out = blob && !sock->close_code ? malloc(sizeof *out) : NULL;
    if (!out) { /* The message is lost. A client that reconnects gets the full state and repeats unanswered requests. */
        sock_close(house, sock, 1013, "The server is out of memory. Connect again.");
        return;
    }
    if (sock->queued + blob->n > QUEUE_MAX) {
        free(out);
        sock_close(house, sock, 4408, "Your connection is too slow. Open the table again.");
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
