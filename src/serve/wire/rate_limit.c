#include "serve/wire/rate_limit.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET_MS = 3600000, FORGET_MOST = 512 };

static const struct Rate {
    double burst, second;
} rates[LIMIT_KIND_COUNT] = {
    [LIMIT_PAGE] = {3000, 100}, [LIMIT_SOCKET] = {640, 20}, [LIMIT_MESSAGE] = {4000, 400}, [LIMIT_GUEST] = {400, 0.2},
    [LIMIT_TABLE] = {200, 1},   [LIMIT_KEY] = {10, 0.1},    [LIMIT_MAIL] = {20, 1.0 / 60},
};

/* ---- addresses ------------------------------------------------------------------------------------------ */

/* The last of `a, b, c`: the one that the proxy wrote itself. What stands before it anybody may have sent. */
static void forwarded_read(struct lws *wsi, char out[ADDRESS_SIZE]) {
    char all[512];
    if (lws_hdr_copy(wsi, all, sizeof all, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return;
    char *comma = strrchr(all, ','), *at = comma ? comma + 1 : all;
    at += strspn(at, " ");
    at[strcspn(at, " ")] = '\0';
    unsigned char bytes[16];
    if (inet_pton(AF_INET, at, bytes) == 1 || inet_pton(AF_INET6, at, bytes) == 1)
        snprintf(out, ADDRESS_SIZE, "%.45s", at);
}

void address_read(const House *house, struct lws *wsi, char out[ADDRESS_SIZE]) {
    char text[ADDRESS_SIZE] = "";
    lws_get_peer_simple(wsi, text, sizeof text);
    snprintf(out, ADDRESS_SIZE, "%s", strncmp(text, "::ffff:", 7) == 0 ? text + 7 : text);
    if (house->options->trust_proxy && strcmp(out, house->options->trust_proxy) == 0)
        forwarded_read(wsi, out);
}

/* Of IPv6 the first half: the rest is one household's to choose. */
static uint64_t address_number(const char *address) {
    unsigned char bytes[16];
    char half[40];
    if (inet_pton(AF_INET6, address, bytes) != 1)
        return map_key(address);
    memset(bytes + 8, 0, 8);
    return map_key(inet_ntop(AF_INET6, bytes, half, sizeof half) ? half : address);
}

static bool address_is_local(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || !*address;
}

/* ---- halls ---------------------------------------------------------------------------------------------- */

AddressLimits *rate_limit_of(House *house, struct lws *wsi) {
    char address[ADDRESS_SIZE];
    address_read(house, wsi, address);
    uint64_t key = address_number(address);
    AddressLimits *limits = id_map_get(&house->limits, key);
    if (!limits && (limits = calloc(1, sizeof *limits))) {
        limits->key = key;
        limits->local = address_is_local(address);
        for (unsigned i = 0; i < LIMIT_KIND_COUNT; i++) {
            limits->left[i] = rates[i].burst;
            limits->at[i] = tick_ms();
        }
        if (!id_map_put(&house->limits, key, limits)) {
            free(limits);
            return NULL;
        }
    }
    if (limits)
        limits->seen = tick_ms();
    return limits;
}

bool rate_limit_has(AddressLimits *limits, LimitKind what) {
    if (!limits || (limits->local && what != LIMIT_KEY))
        return true;
    int64_t now = tick_ms();
    double left = limits->left[what] + (double)(now - limits->at[what]) * rates[what].second / 1000;
    limits->left[what] = left > rates[what].burst ? rates[what].burst : left;
    limits->at[what] = now;
    return limits->left[what] >= 1;
}

bool rate_limit_take(AddressLimits *limits, LimitKind what) {
    bool has = rate_limit_has(limits, what);
    if (has && limits && !(limits->local && what != LIMIT_KEY))
        limits->left[what] -= 1;
    return has;
}

bool rate_limit_is_full(const AddressLimits *limits) {
    return limits && !limits->local && limits->sockets >= SOCKETS_PER_ADDRESS;
}

void rate_limits_expire(House *house) {
    AddressLimits *limits, *old[FORGET_MOST];
    unsigned n = 0;
    for (id_map_each(i, &house->limits, limits))
        if (!limits->sockets && tick_ms() - limits->seen > FORGET_MS && n < FORGET_MOST)
            old[n++] = limits;
    while (n--) { /* not while they are being visited */
        id_map_drop(&house->limits, old[n]->key);
        free(old[n]);
    }
}

void rate_limits_free(House *house) {
    AddressLimits *limits;
    for (id_map_each(i, &house->limits, limits))
        free(limits);
    id_map_free(&house->limits);
}
