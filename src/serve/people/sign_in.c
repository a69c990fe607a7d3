/* A link by which another device becomes the same person: good once, for ten minutes. Opening it only asks, since
 * programs that show messages open the links in them by themselves; the button uses it up. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "serve/wire/http_post.h"
#include "serve/wire/secret.h"

enum { SIGN_IN_MS = 600000, MARK = 16, MARK_TEXT = 32 };

static const char gone[] =
    "This link no longer works: it can be used once, within ten minutes. Make a new one on the device "
    "where you play.";

static void signs_expire(House *house) {
    for (SignInLink **at = &house->sign_in_links; *at;) {
        SignInLink *sign = *at;
        if (sign->until < now_ms()) {
            *at = sign->next;
            free(sign);
        } else {
            at = &sign->next;
        }
    }
}

void signs_free(House *house) {
    while (house->sign_in_links) {
        SignInLink *sign = house->sign_in_links;
        house->sign_in_links = sign->next;
        free(sign);
    }
}

bool sign_in_make(House *house, Person *person, char token[KEY_SIZE * 2], int64_t *until) {
    signs_expire(house);
    SignInLink *sign = calloc(1, sizeof *sign);
    if (!sign)
        return false;
    randombytes_buf(sign->token, sizeof sign->token);
    sodium_bin2base64(token, KEY_SIZE * 2, sign->token, sizeof sign->token, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sign->person = person;
    *until = sign->until = now_ms() + SIGN_IN_MS;
    sign->next = house->sign_in_links;
    house->sign_in_links = sign;
    return true;
}

/* Where it hangs in the list; NULL: there is no such link. */
static SignInLink **sign_find(House *house, const char *token) {
    unsigned char bytes[STORE_TOKEN];
    size_t n;
    signs_expire(house);
    if (sodium_base642bin(bytes, sizeof bytes, token, strlen(token), NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        n != sizeof bytes)
        return NULL;
    for (SignInLink **at = &house->sign_in_links; *at; at = &(*at)->next)
        if (secret_equal(bytes, (*at)->token, sizeof bytes))
            return at;
    return NULL;
}

/* What the form sends along: made for this link and this browser's cookie, so that no other site's page can post it and
 * make somebody a person whom he does not want to be. */
static void csrf_token(const House *house, const char *token, const unsigned char cookie[STORE_TOKEN],
                       char out[MARK_TEXT]) {
    unsigned char mark[MARK];
    crypto_generichash_state state;
    crypto_generichash_init(&state, house->secret, sizeof house->secret, MARK);
    crypto_generichash_update(&state, (const unsigned char *)"sign in ", 8);
    crypto_generichash_update(&state, cookie, STORE_TOKEN);
    crypto_generichash_update(&state, (const unsigned char *)token, (unsigned long long)strlen(token));
    crypto_generichash_final(&state, mark, MARK);
    sodium_bin2base64(out, MARK_TEXT, mark, MARK, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static HttpResponse said(unsigned status, const char *title, const char *text, const char *more) {
    return (HttpResponse){.status = status, .type = "text/html; charset=utf-8", .blob = plain_page(title, text, more)};
}

int sign_in_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token) {
    unsigned char hash[STORE_TOKEN];
    char cookie[COOKIE_SIZE], line[256], mark[MARK_TEXT], form[256];
    if (!sign_find(house, token))
        return http_respond(house, wsi, connection, said(404, "Link expired", gone, NULL));
    bool known = request_cookie(house, wsi, hash);
    if (!known) {
        cookie_make(house, cookie);
        cookie_read(house, cookie, hash);
        cookie_line(cookie, request_is_secure(house, wsi), line);
    }
    csrf_token(house, token, hash, mark);
    snprintf(form, sizeof form,
             "<form method=post><input type=hidden name=mark value=\"%s\"><button>Play here too</button></form>", mark);
    HttpResponse out = said(200, "Add this device",
                            "You made this link on another device. Press the button to use the same seats and the same "
                            "name here.",
                            form);
    out.cookie = known ? NULL : line;
    return http_respond(house, wsi, connection, out);
}

static bool form_is_ours(const House *house, const HttpPost *post) {
    char mark[MARK_TEXT];
    const char *body = text_str(&post->body);
    if (!post->known || strncmp(body, "mark=", 5) != 0)
        return false;
    csrf_token(house, post->path + strlen("/in/"), post->cookie, mark);
    return secret_equal_text(body + 5, mark);
}

int sign_in_post(House *house, HttpPost *post) {
    struct lws *wsi = post->wsi;
    HttpConnection *connection = post->page;
    unsigned char hash[STORE_TOKEN];
    char cookie[COOKIE_SIZE], line[256];
    bool ours = form_is_ours(house, post), secure = post->secure;
    SignInLink **at = ours ? sign_find(house, post->path + strlen("/in/")) : NULL, *sign = at ? *at : NULL;
    http_post_free(connection);
    if (!ours)
        return http_respond(house, wsi, connection,
                            said(403, "Not accepted", "Open the link itself and press the button on that page.", NULL));
    if (!sign)
        return http_respond(house, wsi, connection, said(404, "Link expired", gone, NULL));
    cookie_make(house, cookie); /* a new one: whoever knew the old one does not become this person */
    if (!cookie_read(house, cookie, hash) || !device_join(house, sign->person, hash))
        return http_respond(house, wsi, connection,
                            said(503, "Not now", "The server is out of memory. Try again.", NULL));
    *at = sign->next;
    free(sign);
    cookie_line(cookie, secure, line);
    return http_respond(house, wsi, connection, (HttpResponse){.status = 303, .location = "/", .cookie = line});
}
