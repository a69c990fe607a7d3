/* Turn notifications for tables where players have days for each move, sent to people who have no page open: by e-mail
 * to an address they have confirmed, and through the host's webhook. The loop composes the messages; a separate thread
 * sends them (notify_sender.h). The House owns its Notifications until notify_close. */
#ifndef SKERRY_SERVE_PEOPLE_NOTIFY_H
#define SKERRY_SERVE_PEOPLE_NOTIFY_H

#include "serve/people/notify_sender.h"
#include "serve/tables/table.h"
#include "serve/wire/http.h"

enum { MAIL_SIZE = 128, CODE_DIGITS = 6 };

/* A person's mail address, confirmed or waiting for its code. */
typedef struct Mailbox {
    int64_t person;
    char address[MAIL_SIZE];             /* confirmed address; empty: none */
    char unconfirmed_address[MAIL_SIZE]; /* address that the code was sent to */
    char code[CODE_DIGITS + 1];
    unsigned tries;     /* attempts left for the code */
    int64_t code_until; /* expiry of the code */
    int64_t hour;       /* the hour that `asked` counts */
    unsigned asked;     /* codes requested in that hour */
} Mailbox;

typedef struct Notifications {
    IdMap boxes;    /* Mailbox by person */
    Sender *sender; /* NULL: no mail server and no webhook */
    int64_t hour;   /* the hour that `codes` counts */
    unsigned codes; /* sent to anybody in that hour */
} Notifications;

/* ---- notify.c -------------------------------------------------------------------------------------------- */
bool notify_new(House *house); /* call before loading the settings */
void notify_setting(House *house, const char *key, const char *text);
Status notify_open(House *house, Err *err);
void notify_close(House *house);
void notify_tick(House *house);                                 /* notifies people whose turn has waited long enough */
Mailbox *mailbox_find(House *house, int64_t person, bool make); /* NULL: none, or out of memory */
void mailbox_save(House *house, const Mailbox *box);
void notify_code(House *house, const Mailbox *box); /* mails the code to the address to be confirmed */

/* ---- notify_stop.c: the unsubscribe link ------------------------------------------------------------------- */
enum { UNSUBSCRIBE_TOKEN_SIZE = 48 };
void unsubscribe_token(const House *house, const Mailbox *box, char out[UNSUBSCRIBE_TOKEN_SIZE]);
struct HttpPost;
/* GET asks for confirmation; POST unsubscribes. */
int notify_stop_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token);
int notify_stop_post(House *house, struct HttpPost *post);

#endif
