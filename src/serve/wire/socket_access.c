/* The door: who may open a table socket, judged by the request alone, before anything is upgraded. */
#include <string.h>

#include "serve/host/host.h"
#include "serve/wire/rate_limit.h"
#include "serve/wire/socket_access.h"

static Door door_shut(unsigned status, const char *why) {
    Door door = {.status = status};
    snprintf(door.why, sizeof door.why, "%s", why);
    return door;
}

/* Where it is reached otherwise than it believes, the address it believes in is what helps. */
static Door door_foreign(const House *house) {
    Door door = {.status = 403};
    snprintf(door.why, sizeof door.why, "This page does not belong to this server, which is at %s.", house->origin);
    return door;
}

Door door_judge(House *house, struct lws *wsi, const char *origin, bool enters) {
    unsigned char token[STORE_TOKEN];
    Hall *hall = hall_of(house, wsi);
    if (origin ? !origin_is_own(house, wsi, origin) : !request_own_origin(house, wsi))
        return door_foreign(house);
    if (!request_cookie(house, wsi, token))
        return door_shut(401, "Your browser has no cookie from this server. Load its page first.");
    const Person *person = person_known(house, token);
    const char *barred = host_bars(house, wsi);
    if (barred)
        return door_shut(403, barred);
    if (house->socks.n >= SOCKETS_MAX)
        return door_shut(503, "This server is full. Try again later.");
    if (hall_full(hall))
        return door_shut(503, "Too many pages are open from your address. Close some.");
    if (person && person->sockets >= SOCKETS_PERSON)
        return door_shut(503, "You have too many pages of this server open. Close one.");
    bool may = enters ? hall_takes(hall, HALL_SOCKET) && (person || hall_takes(hall, HALL_GUEST))
                      : hall_has(hall, HALL_SOCKET) && (person || hall_has(hall, HALL_GUEST));
    return may ? (Door){.status = 101} : door_shut(429, "Too many connections from your address. Wait a minute.");
}

int door_confirm(House *house, struct lws *wsi) {
    if (house->stopping)
        return -1; /* whoever tries again finds the next one */
    Door door = hall_takes(hall_of(house, wsi), HALL_PAGE)
                    ? door_judge(house, wsi, NULL, true)
                    : door_shut(429, "Too many requests from your address. Wait a minute.");
    if (door.status == 101)
        return 0;
    unsigned char body[LWS_PRE + DOOR_WHY + 2];
    int n = snprintf((char *)body + LWS_PRE, DOOR_WHY + 2, "%s\n", door.why);
    house->counts.refused_sockets++;
    if (!http_head(house, wsi, (HttpSaid){.status = door.status}, (size_t)n) ||
        lws_write(wsi, body + LWS_PRE, (size_t)n, LWS_WRITE_HTTP_FINAL) != n)
        return -1;
    return 1;
}

int door_serve(House *house, struct lws *wsi, Page *page) {
    char arg[256];
    const char *origin = lws_get_urlarg_by_name(wsi, "origin=", arg, sizeof arg);
    Door door = door_judge(house, wsi, origin, false);
    Blob *blob = blob_json(json_pack("{s:i, s:s}", "status", (int)door.status, "text", door.why));
    return http_say(house, wsi, page, (HttpSaid){.status = 200, .type = "application/json", .blob = blob});
}
