/* The host of the house: the host key, settings for everybody (closed to new guests, chat off, a notice), and actions
 * on people and tables. The House owns its HostSettings until host_close. Loop thread only. */
#ifndef SKERRY_SERVE_HOST_HOST_H
#define SKERRY_SERVE_HOST_HOST_H

#include "serve/tables/table_edit.h"
#include "serve/wire/http.h"

enum { HOST_KEY_SIZE = 44 }; /* 256 bits in base64url, with the final NUL */
enum { NOTICE_CHARS_MAX = 300, NOTICE_SIZE = 4 * NOTICE_CHARS_MAX + 1 };
enum {
    PERSON_MUTED = 1,
    PERSON_REMOVED = 2,
    PERSON_QUIET = 4
}; /* flags of a person; QUIET: no webhook for their turns */

#define HOST_KEY_FILE "host-key" /* in the data folder: the host key */
#define HOST_URL_FILE "host-url" /* likewise: the server's address, for `skerry admin` */

typedef struct HostSettings {
    unsigned char key[STORE_TOKEN_SIZE]; /* hash of the host key; all zero: none yet */
    char fresh[HOST_KEY_SIZE];           /* a new key that was not shown yet; otherwise empty */
    char invite[KEY_SIZE];               /* token of the invitation link */
    char notice[NOTICE_SIZE];
    bool closed, chat_off;
} HostSettings;

/* ---- host.c ---------------------------------------------------------------------------------------------- */
bool host_new(House *house);                                        /* call before loading the settings */
void host_setting(House *house, const char *key, const char *text); /* applies one stored setting */
Status host_open(House *house, int port, bool new_key, Err *err);   /* makes a key if there is none */
void host_print_key(House *house);                                  /* prints a new key, once */
void host_close(House *house);
/* Saves a setting. `pending` is the answer that waits for it, or NULL. */
void setting_put(House *house, const char *key, const char *text, PendingAnswer *pending);
bool host_key_is(const House *house, const char *key); /* in constant time */
/* Why the sender of this request is refused, a string literal; NULL: not refused. */
const char *host_denies_access(const House *house, struct lws *wsi);
/* Refuses a request whose text others would read, if the person is muted or chat is off. */
Status host_check_speech(const House *house, const Person *person, const json_t *request, Err *err);
json_t *house_json(const House *house); /* settings that everybody may see */
void house_push_info(House *house);
void house_push(House *house, json_t *json); /* to every client; releases json */
int host_invite_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token); /* /house/TOKEN */
/* A page that says why access is denied. */
int host_denied_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *why);

/* ---- host_api.c: POST /api/admin ------------------------------------------------------------------------- */
struct HttpPost;
int host_api_handle(House *house, struct HttpPost *post);
void host_export_done(House *house, StoreJob *job); /* a STORE_READ_TABLE job with a key is done */

/* ---- host_actions.c -------------------------------------------------------------------------------------- */
/* pending: answered when everything is stored. */
void host_seat_free(House *house, Table *table, unsigned seat, PendingAnswer *pending);
/* Removes the seat's own name, so that it shows the person's. */
void host_seat_unname(House *house, Table *table, unsigned seat, PendingAnswer *pending);
/* Ends the table for good. `why` is a string literal. */
void host_table_end(House *house, Table *table, const char *why, PendingAnswer *pending);
/* Closes the table at its players' request. The caller saves it. */
void host_table_close(House *house, Table *table, const char *why);
void host_person_remove(House *house, Person *person, PendingAnswer *pending);
Status check_notice(const char *text, Err *err);
void host_notice_put(House *house, const char *text, PendingAnswer *pending);

#endif
