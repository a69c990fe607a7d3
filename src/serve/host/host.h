/* The host of the house: his key, what he has settled for everybody (a closed door, no chat, a notice), and what he may
 * do about people and tables. A HostSettings is the house's until host_close; all of it happens on the loop's thread.
 */
#ifndef SKERRY_SERVE_HOST_HOST_H
#define SKERRY_SERVE_HOST_HOST_H

#include "serve/tables/table_edit.h"
#include "serve/wire/net.h"

enum { HOST_KEY_SIZE = 44, NOTICE_CHARS_MAX = 300, NOTICE_SIZE = 4 * NOTICE_CHARS_MAX + 1 }; /* 256 bits in base64url */
enum { PERSON_MUTED = 1, PERSON_REMOVED = 2, PERSON_QUIET = 4 };                             /* flags of a person */

#define HOST_KEY_FILE "host-key" /* in the data folder: the key, */
#define HOST_URL_FILE "host-url" /* and where the server listens, for `skerry admin` */

typedef struct HostSettings {
    unsigned char key[STORE_TOKEN]; /* a hash; zero: there is none yet */
    char fresh[HOST_KEY_SIZE];      /* just made: to be shown once */
    char invite[KEY_SIZE];
    char notice[NOTICE_SIZE];
    bool closed, chat_off;
} HostSettings;

/* ---- host.c ---------------------------------------------------------------------------------------------- */
bool host_new(House *house);                                        /* before the settings are read */
void host_setting(House *house, const char *key, const char *text); /* one of them */
Status host_open(House *house, int port, bool new_key, Err *err);   /* the key is made where there is none */
void host_print_key(House *house);                                  /* shows it, once */
void host_close(House *house);
void setting_put(House *house, const char *key, const char *text, PendingAnswer *pending); /* NULL: nobody waits */
bool host_key_is(const House *house, const char *key); /* takes the same time whatever it is given */
/* Why the one who sends this request is not let in; NULL: he is. */
const char *host_denies_access(const House *house, struct lws *wsi);
/* Whether a person may say this request, which would be read by others. */
Status host_check_speech(const House *house, const Person *person, const json_t *in, Err *err);
json_t *house_json(const House *house); /* what everybody may know of it */
void house_push_info(House *house);
void house_push(House *house, json_t *json); /* to everybody; takes it */
int host_invite_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token); /* /house/TOKEN */
int host_bar_serve(House *house, struct lws *wsi, HttpConnection *connection,
                   const char *why); /* a page that says why not */

/* ---- host_ask.c: POST /api/admin ------------------------------------------------------------------------- */
struct HttpPost;
int host_answer(House *house, struct HttpPost *post);
void host_export_done(House *house, StoreJob *job); /* STORE_READ_TABLE that came back with a key */

/* ---- host_do.c: what can be done ------------------------------------------------------------------------- */
/* pending: who is answered when all of it is stored. */
void host_seat_free(House *house, Table *table, unsigned seat, PendingAnswer *pending);
void host_seat_unname(House *house, Table *table, unsigned seat,
                      PendingAnswer *pending); /* it has no name of its own */
void host_table_end(House *house, Table *table, const char *why, PendingAnswer *pending); /* for good; why: static */
void host_table_close(House *house, Table *table, const char *why); /* by those who play there; the caller saves it */
void host_person_remove(House *house, Person *person, PendingAnswer *pending);
Status host_notice(const char *text, Err *err); /* judges it */
void host_notice_put(House *house, const char *text, PendingAnswer *pending);

#endif
