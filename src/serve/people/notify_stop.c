/* The link in every mail that ends them. Opening it asks once more, since mail programs open links by themselves. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "serve/people/notify.h"
#include "serve/wire/http_post.h"
#include "serve/wire/secret.h"

enum { MARK = 16 };

static const char gone[] = "This link no longer works: no e-mails are sent to that address.";

/* Whose it is, and a mark of ours over it and the address. */
void unsubscribe_token(const House *house, const Mailbox *box, char out[UNSUBSCRIBE_TOKEN_SIZE]) {
    unsigned char mark[MARK];
    char what[MAIL_SIZE + 40], text[KEY_SIZE];
    snprintf(what, sizeof what, "stop %lld %s", (long long)box->person, box->address);
    crypto_generichash(mark, MARK, (const unsigned char *)what, (unsigned long long)strlen(what), house->secret,
                       sizeof house->secret);
    sodium_bin2base64(text, sizeof text, mark, MARK, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(out, UNSUBSCRIBE_TOKEN_SIZE, "%lld.%s", (long long)box->person, text);
}

static Mailbox *stop_find(House *house, const char *token) {
    char good[UNSUBSCRIBE_TOKEN_SIZE];
    Mailbox *box = mailbox_of(house, strtoll(token, NULL, 10), false);
    if (!box || !*box->address)
        return NULL;
    unsubscribe_token(house, box, good);
    return secret_equal_text(token, good) ? box : NULL;
}

static HttpResponse said(unsigned status, const char *title, const char *text, const char *more) {
    return (HttpResponse){.status = status, .type = "text/html; charset=utf-8", .blob = plain_page(title, text, more)};
}

int notify_stop_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token) {
    static const char form[] =
        "<form method=post><input type=hidden name=stop value=yes><button>Stop e-mails</button></form>";
    if (!stop_find(house, token))
        return http_respond(house, wsi, connection, said(404, "Nothing to stop", gone, NULL));
    return http_respond(house, wsi, connection,
                        said(200, "E-mails about your turn", "Do you want to stop these e-mails?", form));
}

int notify_stop_post(House *house, HttpPost *post) {
    struct lws *wsi = post->wsi;
    HttpConnection *connection = post->page;
    Mailbox *box = stop_find(house, post->path + strlen("/stop/"));
    if (box) {
        box->address[0] = '\0';
        mailbox_keep(house, box);
    }
    http_post_free(connection);
    return http_respond(house, wsi, connection,
                        box ? said(200, "Stopped",
                                   "You will get no more e-mails about your turn. You can turn them on again on your "
                                   "page.",
                                   NULL)
                            : said(404, "Nothing to stop", gone, NULL));
}
