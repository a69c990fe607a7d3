/* Word to people whose turn it is at tables with days for each move, when they have no page open: by e-mail to an
 * address they left and proved, and by one webhook of the host's. The loop writes letters, a thread of its own sends
 * them (sender.h). Notes are the house's until notify_close. */
#ifndef SKERRY_SERVE_PEOPLE_NOTIFY_H
#define SKERRY_SERVE_PEOPLE_NOTIFY_H

#include "serve/people/notify_sender.h"
#include "serve/tables/table.h"
#include "serve/wire/net.h"

enum { MAIL_SIZE = 128, CODE_DIGITS = 6 };

/* Where a person is written to, or wants to be. */
typedef struct Mailbox {
    int64_t person;
    char address[MAIL_SIZE]; /* proved: mail goes there; empty: none */
    char wanted[MAIL_SIZE];  /* a code was sent there */
    char code[CODE_DIGITS + 1];
    unsigned tries; /* left for the code */
    int64_t code_until, hour;
    unsigned asked; /* codes in that hour */
} Mailbox;

typedef struct Notifications {
    IdMap boxes;    /* by person */
    Sender *sender; /* NULL: the host has set up nothing */
    int64_t hour;
    unsigned codes; /* sent in that hour, to all */
} Notifications;

/* ---- notify.c -------------------------------------------------------------------------------------------- */
bool notify_new(House *house); /* before the settings are read */
void notify_setting(House *house, const char *key, const char *text);
Status notify_open(House *house, Err *err);
void notify_close(House *house);
void notify_tick(House *house);                               /* turns that nobody has seen yet */
Mailbox *mailbox_of(House *house, int64_t person, bool make); /* NULL: none */
void mailbox_keep(House *house, const Mailbox *box);
void notify_code(House *house, const Mailbox *box);

/* ---- notify_stop.c: the link in every mail ----------------------------------------------------------------- */
enum { UNSUBSCRIBE_TOKEN_SIZE = 48 };
void unsubscribe_token(const House *house, const Mailbox *box, char out[UNSUBSCRIBE_TOKEN_SIZE]);
struct HttpPost;
int notify_stop_serve(House *house, struct lws *wsi, HttpConnection *connection,
                      const char *token);                  /* GET: asks once more */
int notify_stop_post(House *house, struct HttpPost *post); /* POST: does it */

#endif
