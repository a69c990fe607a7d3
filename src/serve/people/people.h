/* Guests: their cookies, names and devices. The House owns every Person and Device. A pointer to a Person stays valid
 * while the server runs, because people are never freed. Loop thread only. */
#ifndef SKERRY_SERVE_PEOPLE_PEOPLE_H
#define SKERRY_SERVE_PEOPLE_PEOPLE_H

#include "serve/house/house.h"

struct PendingAnswer;

enum { COOKIE_SIZE = 96 };

/* Trims a name and checks its length and characters. Error messages refer to it by `what`, such as "A name". */
Status name_read(const char *text, const char *what, char out[NAME_SIZE], Err *err);
void cookie_make(const House *house, char out[COOKIE_SIZE]);
/* Computes the hash of the cookie's token, as stored. Returns false if we did not issue this cookie. */
bool cookie_read(const House *house, const char *cookie, unsigned char hash[STORE_TOKEN_SIZE]);
/* The owner of a token, or a new guest if it has none. Returns NULL if memory runs out or the shared database does not
 * answer. */
Person *person_find_or_add(House *house, const unsigned char hash[STORE_TOKEN_SIZE]);
Person *person_find(const House *house, const unsigned char hash[STORE_TOKEN_SIZE]); /* NULL: none */
Person *person_load(House *house, int64_t id, const char *name, int64_t flags);
bool device_load(House *house, int64_t person, const unsigned char hash[STORE_TOKEN_SIZE]);
/* Updates a person from the store. `tokens` has the hashes of their devices in hexadecimal, one per line. If `dropped`
 * is set, all their other devices are signed out. */
Person *person_reload(House *house, int64_t id, const char *name, int64_t flags, const char *tokens, bool dropped);
void device_drop(House *house, const unsigned char hash[STORE_TOKEN_SIZE]);
void devices_forget(House *house); /* all devices that can be read from the store again */
/* Adds the table to the person's list. Returns false if out of memory. */
bool person_add_table(House *house, int64_t id, struct Table *table);
void person_save(House *house, Person *person); /* with all devices, over any stored version */
/* pending: NULL, or the answer that waits for the save (table_edit.h). */
void person_rename(House *house, Person *person, const char *name, struct PendingAnswer *pending);
/* flag: PERSON_… of host.h. */
void person_set_flag(House *house, Person *person, int64_t flag, bool on, struct PendingAnswer *pending);
/* Signs out every device but this one. Returns the number of devices signed out. */
unsigned person_sign_out(House *house, Person *person, const unsigned char hash[STORE_TOKEN_SIZE],
                         struct PendingAnswer *pending);
bool device_join(House *house, Person *person, const unsigned char hash[STORE_TOKEN_SIZE]); /* adds a device */
void people_free(House *house);

#endif
