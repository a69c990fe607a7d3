/* A link that signs in another device as the same person. It works once, within ten minutes. Opening it only shows a
 * button, because messaging programs open links by themselves; pressing the button uses it up. */
#include "serve/people/sign_in.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "serve/people/people.h"
#include "serve/wire/secret.h"

enum { SIGN_IN_MS = 600000, CSRF_BYTES = 16, CSRF_SIZE = 32 };

static const char link_expired[] =
    "This link no longer works: it can be used once, within ten minutes. Make a new one on the device "
    "where you play.";

static void links_expire(House *house) {
    for (SignInLink **at = &house->sign_in_links; *at;) {
        SignInLink *link = *at;
        if (link->until < clock_wall_ms()) {
            *at = link->next;
            free(link);
        } else {
            at = &link->next;
        }
    }
}

void sign_in_links_free(House *house) {
    while (house->sign_in_links) {
        SignInLink *link = house->sign_in_links;
        house->sign_in_links = link->next;
        free(link);
    }
}

bool sign_in_link_new(House *house, Person *person, char token[KEY_SIZE * 2], int64_t *until) {
    links_expire(house);
    SignInLink *link = calloc(1, sizeof *link);
    if (!link)
        return false;
    randombytes_buf(link->token, sizeof link->token);
    sodium_bin2base64(token, KEY_SIZE * 2, link->token, sizeof link->token, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    link->person = person;
    *until = link->until = clock_wall_ms() + SIGN_IN_MS;
    link->next = house->sign_in_links;
    house->sign_in_links = link;
    return true;
}

/* The pointer to the link in the list; NULL: no such link. */
static SignInLink **link_find(House *house, const char *token) {
    unsigned char bytes[STORE_TOKEN_SIZE];
    size_t n;
    links_expire(house);
    if (sodium_base642bin(bytes, sizeof bytes, token, strlen(token), NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        n != sizeof bytes)
        return NULL;
    for (SignInLink **at = &house->sign_in_links; *at; at = &(*at)->next)
        if (secret_equal(bytes, (*at)->token, sizeof bytes))
            return at;
    return NULL;
}

/* Sent with the form and valid only for this link and this browser's cookie, so that no other site's page can sign a
 * visitor in as somebody else. */
static void csrf_token(const House *house, const char *token, const unsigned char cookie[STORE_TOKEN_SIZE],
                       char out[CSRF_SIZE]) {
    unsigned char tag[CSRF_BYTES];
    crypto_generichash_state state;
    crypto_generichash_init(&state, house->auth_key, sizeof house->auth_key, CSRF_BYTES);
    crypto_generichash_update(&state, (const unsigned char *)"sign in ", 8);
    crypto_generichash_update(&state, cookie, STORE_TOKEN_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)token, (unsigned long long)strlen(token));
    crypto_generichash_final(&state, tag, CSRF_BYTES);
    sodium_bin2base64(out, CSRF_SIZE, tag, CSRF_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static HttpResponse page(unsigned status, const char *title, const char *text, const char *more) {
    return (HttpResponse){.status = status, .type = "text/html; charset=utf-8", .blob = plain_page(title, text, more)};
}

int sign_in_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token) {
    unsigned char hash[STORE_TOKEN_SIZE];
    char cookie[COOKIE_SIZE], line[256], csrf[CSRF_SIZE], form[256];
    if (!link_find(house, token))
        return http_respond(house, wsi, connection, page(404, "Link expired", link_expired, NULL));
    bool known = request_cookie(house, wsi, hash);
    if (!known) {
        cookie_make(house, cookie);
        cookie_read(house, cookie, hash);
        cookie_line(cookie, request_is_secure(house, wsi), line);
    }
    csrf_token(house, token, hash, csrf);
    snprintf(form, sizeof form,
             "<form method=post><input type=hidden name=mark value=\"%s\"><button>Play here too</button></form>", csrf);
    HttpResponse out = page(200, "Add this device",
                            "You made this link on another device. Press the button to use the same seats and the same "
                            "name here.",
                            form);
    out.cookie = known ? NULL : line;
    return http_respond(house, wsi, connection, out);
}

static bool form_is_ours(const House *house, const HttpPost *post) {
    char good[CSRF_SIZE];
    const char *body = text_str(&post->body);
    if (!post->known || strncmp(body, "mark=", 5) != 0)
        return false;
    csrf_token(house, post->path + strlen("/in/"), post->cookie, good);
    return secret_equal_text(body + 5, good);
}

int sign_in_post(House *house, HttpPost *post) {
    struct lws *wsi = post->wsi;
    HttpConnection *connection = post->connection;
    unsigned char hash[STORE_TOKEN_SIZE];
    char cookie[COOKIE_SIZE], line[256];
    bool ours = form_is_ours(house, post), secure = post->secure;
    SignInLink **at = ours ? link_find(house, post->path + strlen("/in/")) : NULL, *link = at ? *at : NULL;
    http_post_free(connection);
    if (!ours)
        return http_respond(house, wsi, connection,
                            page(403, "Not accepted", "Open the link itself and press the button on that page.", NULL));
    if (!link)
        return http_respond(house, wsi, connection, page(404, "Link expired", link_expired, NULL));
    cookie_make(house, cookie); /* a new one, so that nobody who knew the old one becomes this person */
    if (!cookie_read(house, cookie, hash) || !device_join(house, link->person, hash))
        return http_respond(house, wsi, connection,
                            page(503, "Not now", "The server is out of memory. Try again.", NULL));
    *at = link->next;
    free(link);
    cookie_line(cookie, secure, line);
    return http_respond(house, wsi, connection, (HttpResponse){.status = 303, .location = "/", .cookie = line});
}
