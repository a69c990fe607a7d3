/* The table socket: who may connect, how much they may send, and the queue of messages for them. */
#include "serve/wire/socket.h"

#include <stdlib.h>
#include <string.h>

#include "serve/host/host.h"
#include "serve/peers/remote_dice.h"
#include "serve/people/people.h"
#include "serve/requests/request.h"
#include "serve/tables/load.h"
#include "serve/wire/rate_limit.h"
#include "serve/wire/send.h"

static House *house_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

/* ---- opening and closing -------------------------------------------------------------------------------- */

/* socket_access_confirm has checked all this; checked again in case a request gets here another way. */
static int socket_filter(House *house, struct lws *wsi, Sock *sock) {
    char path[16] = "";
    if (!sock || lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) < 0 || strcmp(path, "/ws") != 0)
        return -1;
    memset(sock, 0, sizeof *sock);
    if (!request_has_own_origin(house, wsi) || !request_cookie(house, wsi, sock->token) ||
        host_denies_access(house, wsi))
        return -1;
    sock->limits = rate_limit_find(house, wsi);
    sock->person = person_find_or_add(house, sock->token);
    return 0;
}

static void socket_begin(House *house, struct lws *wsi, Sock *sock) {
    sock->wsi = wsi;
    sock->allowance = MESSAGES_BURST;
    sock->allowed_at = clock_monotonic_ms();
    if (!sock->person) {
        house->counts.refused_sockets++;
        sock_close(house, sock, 1013,
                   house->shared ? "The database does not answer. Connect again in a moment."
                                 : "The server is out of memory. Try again later.");
        return;
    }
    sock->id = ++house->last_sock;
    sock->person->sockets++;
    if (sock->limits)
        sock->limits->sockets++;
    house->counts.sockets_ever++;
    if (!id_map_put(&house->socks, sock->id, sock))
        sock_close(house, sock, 1013, "The server is out of memory. Try again later.");
}

static void socket_end(House *house, Sock *sock) {
    table_leave(house, sock);
    if (sock->id) {
        id_map_drop(&house->socks, sock->id);
        sock->person->sockets--;
        if (sock->gives_dice_share) {
            sock->gives_dice_share = false;
            remote_dice_announce(house, sock);
        }
        if (sock->limits)
            sock->limits->sockets--;
    }
    while (sock->first) {
        Outgoing *out = sock->first;
        sock->first = out->next;
        blob_free(out->blob);
        free(out);
    }
    deferred_free(sock->deferred);
    text_free(&sock->in);
}

/* ---- messages ------------------------------------------------------------------------------------------- */

static bool socket_take_allowance(Sock *sock) {
    int64_t now = clock_monotonic_ms();
    sock->allowance += (double)(now - sock->allowed_at) * MESSAGES_PER_SECOND / 1000;
    sock->allowed_at = now;
    if (sock->allowance > MESSAGES_BURST)
        sock->allowance = MESSAGES_BURST;
    if (sock->allowance < 1)
        return false;
    sock->allowance -= 1;
    return true;
}

static void socket_receive(House *house, struct lws *wsi, Sock *sock, const char *bytes, size_t n) {
    if (sock->close_code)
        return;
    if (sock->in.len + n > MESSAGE_MAX) {
        sock_close(house, sock, 4413, "The message is longer than 64 KiB.");
        return;
    }
    text_add(&sock->in, bytes, n);
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return;
    Text in = sock->in;
    sock->in = (Text){0};
    if (!socket_take_allowance(sock) || !rate_limit_take(sock->limits, LIMIT_MESSAGE))
        sock_close(house, sock, 4429, "Too many requests. Wait a moment and connect again.");
    else
        request_receive(house, sock, text_str(&in), in.len);
    text_free(&in);
}

static int socket_write(struct lws *wsi, Sock *sock) {
    while (sock->first && !(sock->close_code && sock->close_code != 1001)) {
        Outgoing *out = sock->first;
        if (lws_send_pipe_choked(wsi))
            break;
        int wrote = lws_write(wsi, out->blob->bytes + LWS_PRE, out->blob->n, LWS_WRITE_TEXT);
        if (wrote < (int)out->blob->n)
            return -1;
        sock->first = out->next;
        sock->queued -= out->blob->n;
        blob_free(out->blob);
        free(out);
    }
    if (sock->close_code && (!sock->first || sock->close_code != 1001)) {
        lws_close_reason(wsi, (enum lws_close_status)sock->close_code, (unsigned char *)(uintptr_t)sock->close_reason,
                         strlen(sock->close_reason));
        return -1;
    }
    if (sock->first)
        lws_callback_on_writable(wsi);
    return 0;
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n) {
    House *house = house_of(wsi);
    Sock *sock = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return socket_filter(house, wsi, sock);
    case LWS_CALLBACK_ESTABLISHED:
        socket_begin(house, wsi, sock);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        socket_receive(house, wsi, sock, in, n);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket_write(wsi, sock);
    case LWS_CALLBACK_CLOSED:
        socket_end(house, sock);
        return 0;
    default:
        return 0;
    }
}
