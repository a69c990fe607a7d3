/* The unsubscribe link in every mail. Opening it only asks for confirmation, because mail programs open links by
 * themselves. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "serve/people/notify.h"
#include "serve/wire/http_post.h"
#include "serve/wire/secret.h"

enum { TAG = 16 };

static const char not_subscribed[] = "This link no longer works: no e-mails are sent to that address.";

/* The person's id, and our authentication tag over the id and the mail address. */
void unsubscribe_token(const House *house, const Mailbox *box, char out[UNSUBSCRIBE_TOKEN_SIZE]) {
    unsigned char tag[TAG];
    char subject[MAIL_SIZE + 40], text[KEY_SIZE];
    snprintf(subject, sizeof subject, "stop %lld %s", (long long)box->person, box->address);
    crypto_generichash(tag, TAG, (const unsigned char *)subject, (unsigned long long)strlen(subject), house->auth_key,
                       sizeof house->auth_key);
    sodium_bin2base64(text, sizeof text, tag, TAG, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(out, UNSUBSCRIBE_TOKEN_SIZE, "%lld.%s", (long long)box->person, text);
}

static Mailbox *mailbox_by_token(House *house, const char *token) {
    char good[UNSUBSCRIBE_TOKEN_SIZE];
    Mailbox *box = mailbox_find(house, strtoll(token, NULL, 10), false);
    if (!box || !*box->address)
        return NULL;
    unsubscribe_token(house, box, good);
    return secret_equal_text(token, good) ? box : NULL;
}

static HttpResponse page(unsigned status, const char *title, const char *text, const char *more) {
    return (HttpResponse){.status = status, .type = "text/html; charset=utf-8", .blob = plain_page(title, text, more)};
}

int notify_stop_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token) {
    static const char form[] =
        "<form method=post><input type=hidden name=stop value=yes><button>Stop e-mails</button></form>";
    if (!mailbox_by_token(house, token))
        return http_respond(house, wsi, connection, page(404, "Nothing to stop", not_subscribed, NULL));
    return http_respond(house, wsi, connection,
                        page(200, "E-mails about your turn", "Do you want to stop these e-mails?", form));
}

int notify_stop_post(House *house, HttpPost *post) {
    struct lws *wsi = post->wsi;
    HttpConnection *connection = post->connection;
    Mailbox *box = mailbox_by_token(house, post->path + strlen("/stop/"));
    if (box) {
        box->address[0] = '\0';
        mailbox_save(house, box);
    }
    http_post_free(connection);
    return http_respond(house, wsi, connection,
                        box ? page(200, "Stopped",
                                   "You will get no more e-mails about your turn. You can turn them on again on your "
                                   "page.",
                                   NULL)
                            : page(404, "Nothing to stop", not_subscribed, NULL));
}
