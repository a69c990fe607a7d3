#include "serve/wire/rate_limit.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET_MS = 3600000, FORGET_MAX = 512 };

static const struct Rate {
    double burst, per_second;
} rates[LIMIT_KIND_COUNT] = {
    [LIMIT_PAGE] = {3000, 100}, [LIMIT_SOCKET] = {640, 20}, [LIMIT_MESSAGE] = {4000, 400}, [LIMIT_GUEST] = {400, 0.2},
    [LIMIT_TABLE] = {200, 1},   [LIMIT_KEY] = {10, 0.1},    [LIMIT_MAIL] = {20, 1.0 / 60},
};

/* ---- addresses ------------------------------------------------------------------------------------------ */

/* Takes the last of `a, b, c`, the one that the proxy added. Clients can forge the earlier ones. */
static void forwarded_read(struct lws *wsi, char out[ADDRESS_SIZE]) {
    char all[512];
    if (lws_hdr_copy(wsi, all, sizeof all, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return;
    char *comma = strrchr(all, ','), *last = comma ? comma + 1 : all;
    last += strspn(last, " ");
    last[strcspn(last, " ")] = '\0';
    unsigned char bytes[16];
    if (inet_pton(AF_INET, last, bytes) == 1 || inet_pton(AF_INET6, last, bytes) == 1)
        snprintf(out, ADDRESS_SIZE, "%.45s", last);
}

void address_read(const House *house, struct lws *wsi, char out[ADDRESS_SIZE]) {
    char text[ADDRESS_SIZE] = "";
    lws_get_peer_simple(wsi, text, sizeof text);
    snprintf(out, ADDRESS_SIZE, "%s", strncmp(text, "::ffff:", 7) == 0 ? text + 7 : text);
    if (house->options->trust_proxy && strcmp(out, house->options->trust_proxy) == 0)
        forwarded_read(wsi, out);
}

/* Key of an address. Only the first half of an IPv6 address counts; the rest is up to each household. */
static uint64_t address_key(const char *address) {
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

/* ---- limits --------------------------------------------------------------------------------------------- */

AddressLimits *rate_limit_find(House *house, struct lws *wsi) {
    char address[ADDRESS_SIZE];
    address_read(house, wsi, address);
    uint64_t key = address_key(address);
    AddressLimits *limits = id_map_get(&house->limits, key);
    if (!limits && (limits = calloc(1, sizeof *limits))) {
        limits->key = key;
        limits->local = address_is_local(address);
        for (unsigned i = 0; i < LIMIT_KIND_COUNT; i++) {
            limits->left[i] = rates[i].burst;
            limits->updated_at[i] = clock_monotonic_ms();
        }
        if (!id_map_put(&house->limits, key, limits)) {
            free(limits);
            return NULL;
        }
    }
    if (limits)
        limits->last_seen = clock_monotonic_ms();
    return limits;
}

bool rate_limit_has(AddressLimits *limits, LimitKind kind) {
    if (!limits || (limits->local && kind != LIMIT_KEY))
        return true;
    int64_t now = clock_monotonic_ms();
    double left = limits->left[kind] + (double)(now - limits->updated_at[kind]) * rates[kind].per_second / 1000;
    limits->left[kind] = left > rates[kind].burst ? rates[kind].burst : left;
    limits->updated_at[kind] = now;
    return limits->left[kind] >= 1;
}

bool rate_limit_take(AddressLimits *limits, LimitKind kind) {
    bool has = rate_limit_has(limits, kind);
    if (has && limits && !(limits->local && kind != LIMIT_KEY))
        limits->left[kind] -= 1;
    return has;
}

bool rate_limit_is_full(const AddressLimits *limits) {
    return limits && !limits->local && limits->sockets >= SOCKETS_PER_ADDRESS;
}

void rate_limits_expire(House *house) {
    AddressLimits *limits, *old[FORGET_MAX];
    unsigned n = 0;
    for (id_map_each(i, &house->limits, limits))
        if (!limits->sockets && clock_monotonic_ms() - limits->last_seen > FORGET_MS && n < FORGET_MAX)
            old[n++] = limits;
    while (n--) { /* the map must not change during id_map_each */
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
