#include <string.h>

#include "serve/host/host.h"
#include "serve/people/people.h"
#include "serve/wire/rate_limit.h"
#include "serve/wire/send.h"
#include "serve/wire/socket_access.h"

static AccessDecision socket_access_deny(unsigned status, const char *why) {
    AccessDecision decision = {.status = status};
    snprintf(decision.why, sizeof decision.why, "%s", why);
    return decision;
}

/* Names our address: the page may have been opened under another one. */
static AccessDecision socket_access_deny_origin(const House *house) {
    AccessDecision decision = {.status = 403};
    snprintf(decision.why, sizeof decision.why, "This page does not belong to this server, which is at %s.",
             house->origin);
    return decision;
}

AccessDecision socket_access_decide(House *house, struct lws *wsi, const char *origin, bool enters) {
    unsigned char token[STORE_TOKEN_SIZE];
    AddressLimits *limits = rate_limit_find(house, wsi);
    if (origin ? !origin_is_own(house, wsi, origin) : !request_has_own_origin(house, wsi))
        return socket_access_deny_origin(house);
    if (!request_cookie(house, wsi, token))
        return socket_access_deny(401, "Your browser has no cookie from this server. Load its page first.");
    const Person *person = person_find(house, token);
    const char *denied = host_denies_access(house, wsi);
    if (denied)
        return socket_access_deny(403, denied);
    if (house->socks.n >= SOCKETS_MAX)
        return socket_access_deny(503, "This server is full. Try again later.");
    if (rate_limit_is_full(limits))
        return socket_access_deny(503, "Too many pages are open from your address. Close some.");
    if (person && person->sockets >= SOCKETS_PER_PERSON)
        return socket_access_deny(503, "You have too many pages of this server open. Close one.");
    bool allowed = enters ? rate_limit_take(limits, LIMIT_SOCKET) && (person || rate_limit_take(limits, LIMIT_GUEST))
                          : rate_limit_has(limits, LIMIT_SOCKET) && (person || rate_limit_has(limits, LIMIT_GUEST));
    return allowed ? (AccessDecision){.status = 101}
                   : socket_access_deny(429, "Too many connections from your address. Wait a minute.");
}

int socket_access_confirm(House *house, struct lws *wsi) {
    if (house->stopping)
        return -1; /* clients reconnect to the next server */
    AccessDecision decision = rate_limit_take(rate_limit_find(house, wsi), LIMIT_PAGE)
                                  ? socket_access_decide(house, wsi, NULL, true)
                                  : socket_access_deny(429, "Too many requests from your address. Wait a minute.");
    if (decision.status == 101)
        return 0;
    unsigned char body[LWS_PRE + ACCESS_REASON_SIZE + 2];
    int n = snprintf((char *)body + LWS_PRE, ACCESS_REASON_SIZE + 2, "%s\n", decision.why);
    house->counts.refused_sockets++;
    if (!http_head(house, wsi, (HttpResponse){.status = decision.status}, (size_t)n) ||
        lws_write(wsi, body + LWS_PRE, (size_t)n, LWS_WRITE_HTTP_FINAL) != n)
        return -1;
    return 1;
}

int socket_access_serve(House *house, struct lws *wsi, HttpConnection *connection) {
    char arg[256];
    const char *origin = lws_get_urlarg_by_name(wsi, "origin=", arg, sizeof arg);
    AccessDecision decision = socket_access_decide(house, wsi, origin, false);
    Blob *blob = blob_json(json_pack("{s:i, s:s}", "status", (int)decision.status, "text", decision.why));
    return http_respond(house, wsi, connection,
                        (HttpResponse){.status = 200, .type = "application/json", .blob = blob});
}
