#include "serve/wire/rate_limit.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET_MS = 3600000, FORGET_MOST = 512 };

static const struct Rate {
    double burst, second;
} rates[HALL_WHATS] = {
    [HALL_PAGE] = {3000, 100}, [HALL_SOCKET] = {640, 20}, [HALL_MESSAGE] = {4000, 400}, [HALL_GUEST] = {400, 0.2},
    [HALL_TABLE] = {200, 1},   [HALL_KEY] = {10, 0.1},    [HALL_MAIL] = {20, 1.0 / 60},
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
    if (house->ask->trust_proxy && strcmp(out, house->ask->trust_proxy) == 0)
        forwarded_read(wsi, out);
}

/* Of IPv6 the first half: the rest is one household's to choose. */
static uint64_t address_number(const char *address) {
    unsigned char bytes[16];
    char half[40];
    if (inet_pton(AF_INET6, address, bytes) != 1)
        return key_number(address);
    memset(bytes + 8, 0, 8);
    return key_number(inet_ntop(AF_INET6, bytes, half, sizeof half) ? half : address);
}

static bool address_is_local(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || !*address;
}

/* ---- halls ---------------------------------------------------------------------------------------------- */

Hall *hall_of(House *house, struct lws *wsi) {
    char address[ADDRESS_SIZE];
    address_read(house, wsi, address);
    uint64_t key = address_number(address);
    Hall *hall = index_get(&house->halls, key);
    if (!hall && (hall = calloc(1, sizeof *hall))) {
        hall->key = key;
        hall->local = address_is_local(address);
        for (unsigned i = 0; i < HALL_WHATS; i++) {
            hall->left[i] = rates[i].burst;
            hall->at[i] = tick_ms();
        }
        if (!index_put(&house->halls, key, hall)) {
            free(hall);
            return NULL;
        }
    }
    if (hall)
        hall->seen = tick_ms();
    return hall;
}

bool hall_has(Hall *hall, HallWhat what) {
    if (!hall || (hall->local && what != HALL_KEY))
        return true;
    int64_t now = tick_ms();
    double left = hall->left[what] + (double)(now - hall->at[what]) * rates[what].second / 1000;
    hall->left[what] = left > rates[what].burst ? rates[what].burst : left;
    hall->at[what] = now;
    return hall->left[what] >= 1;
}

bool hall_takes(Hall *hall, HallWhat what) {
    bool has = hall_has(hall, what);
    if (has && hall && !(hall->local && what != HALL_KEY))
        hall->left[what] -= 1;
    return has;
}

bool hall_full(const Hall *hall) { return hall && !hall->local && hall->sockets >= HALL_SOCKETS; }

void halls_tidy(House *house) {
    Hall *hall, *old[FORGET_MOST];
    unsigned n = 0;
    for (index_each(i, &house->halls, hall))
        if (!hall->sockets && tick_ms() - hall->seen > FORGET_MS && n < FORGET_MOST)
            old[n++] = hall;
    while (n--) { /* not while they are being visited */
        index_drop(&house->halls, old[n]->key);
        free(old[n]);
    }
}

void halls_free(House *house) {
    Hall *hall;
    for (index_each(i, &house->halls, hall))
        free(hall);
    index_free(&house->halls);
}
