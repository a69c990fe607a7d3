/* Guests: everybody who holds a cookie that we issued. Only a hash of its token is stored. */
#include "serve/people/people.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "serve/house/serve_internal.h"
#include "serve/people/save_retry.h"
#include "serve/people/sign_in.h"
#include "serve/tables/table_edit.h"
#include "serve/wire/secret.h"
#include "serve/wire/send.h"

enum { TOKEN = 32, TAG = 16 }; /* bytes of a token and of its authentication tag */

/* ---- cookies -------------------------------------------------------------------------------------------- */

static void token_tag(const House *house, const unsigned char token[TOKEN], unsigned char tag[TAG]) {
    crypto_generichash(tag, TAG, token, TOKEN, house->auth_key, sizeof house->auth_key);
}

static void token_hash(const unsigned char token[TOKEN], unsigned char hash[STORE_TOKEN_SIZE]) {
    crypto_generichash(hash, STORE_TOKEN_SIZE, token, TOKEN, NULL, 0);
}

/* 256 random bits and our authentication tag, so that visitors need not be stored before they do anything. */
void cookie_make(const House *house, char out[COOKIE_SIZE]) {
    unsigned char bytes[TOKEN + TAG];
    randombytes_buf(bytes, TOKEN);
    token_tag(house, bytes, bytes + TOKEN);
    sodium_bin2base64(out, COOKIE_SIZE, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool cookie_read(const House *house, const char *cookie, unsigned char hash[STORE_TOKEN_SIZE]) {
    unsigned char bytes[TOKEN + TAG], tag[TAG];
    size_t n;
    if (sodium_base642bin(bytes, sizeof bytes, cookie, strlen(cookie), NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        n != sizeof bytes)
        return false;
    token_tag(house, bytes, tag);
    if (!secret_equal(bytes + TOKEN, tag, TAG))
        return false;
    token_hash(bytes, hash);
    return true;
}

/* ---- names ----------------------------------------------------------------------------------------------*/

Status name_read(const char *text, const char *what, char out[NAME_SIZE], Err *err) {
    size_t chars = 0, n;
    while (*text == ' ')
        text++;
    n = strlen(text);
    while (n && text[n - 1] == ' ')
        n--;
    for (size_t i = 0; i < n; i++) {
        chars += ((unsigned char)text[i] & 0xC0) != 0x80;
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F)
            return err_set(err, SK_SYNTAX, "{0} may contain only printable characters.", "s", what);
    }
    if (chars < 1 || chars > NAME_CHARS_MAX || n >= NAME_SIZE)
        return err_set(err, SK_RANGE, "{0} must have 1 to {1} characters.", "sd", what, NAME_CHARS_MAX);
    memcpy(out, text, n);
    out[n] = '\0';
    return SK_OK;
}

/* ---- people --------------------------------------------------------------------------------------------- */

static uint64_t token_map_key(const unsigned char hash[STORE_TOKEN_SIZE]) {
    uint64_t number;
    memcpy(&number, hash, sizeof number);
    return number;
}

Person *person_load(House *house, int64_t id, const char *name, int64_t flags) {
    Person *person = calloc(1, sizeof *person);
    if (!person || !id_map_put(&house->people, (uint64_t)id, person)) {
        free(person);
        return NULL;
    }
    person->id = id;
    person->flags = flags;
    snprintf(person->name, sizeof person->name, "%s", name ? name : "");
    return person;
}

static bool device_add(House *house, Person *person, const unsigned char hash[STORE_TOKEN_SIZE]) {
    Device *device = calloc(1, sizeof *device);
    if (!device || !id_map_put(&house->devices, token_map_key(hash), device)) {
        free(device);
        return false;
    }
    memcpy(device->hash, hash, STORE_TOKEN_SIZE);
    device->person = person;
    return true;
}

bool device_load(House *house, int64_t id, const unsigned char hash[STORE_TOKEN_SIZE]) {
    Person *person = id_map_get(&house->people, (uint64_t)id);
    return !person || device_add(house, person, hash);
}

void device_drop(House *house, const unsigned char hash[STORE_TOKEN_SIZE]) {
    Device *device = id_map_get(&house->devices, token_map_key(hash));
    if (!device || !secret_equal(hash, device->hash, STORE_TOKEN_SIZE))
        return;
    id_map_drop(&house->devices, token_map_key(hash));
    free(device);
}

void devices_forget(House *house) {
    Device *device;
    IdMap old = house->devices;
    house->devices = (IdMap){0};
    for (id_map_each(i, &old, device)) /* keep those of people whom the store does not have yet */
        if (!device->person->never_saved || !id_map_put(&house->devices, token_map_key(device->hash), device))
            free(device);
    id_map_free(&old);
}

/* Drops devices that are no longer in the list: they were signed out on another server. */
static void devices_drop(House *house, const Person *person, const char *tokens) {
    Device *device;
    Sock *sock;
    for (bool repeat = true; repeat;) { /* the map must not change during id_map_each */
        repeat = false;
        for (id_map_each(i, &house->devices, device)) {
            char hex[2 * STORE_TOKEN_SIZE + 1];
            sodium_bin2hex(hex, sizeof hex, device->hash, STORE_TOKEN_SIZE);
            if (device->person != person || strstr(tokens, hex))
                continue;
            for (id_map_each(k, &house->socks, sock))
                if (secret_equal(sock->token, device->hash, STORE_TOKEN_SIZE))
                    sock_close(house, sock, 4401, "You were signed out on another device.");
            device_drop(house, device->hash);
            repeat = true;
            break;
        }
    }
}

/* The device was signed in on another server while this one still had it as a new guest. */
static void device_reassign(House *house, Person *person, const unsigned char hash[STORE_TOKEN_SIZE]) {
    Sock *sock;
    device_drop(house, hash);
    device_add(house, person, hash);
    for (id_map_each(i, &house->socks, sock))
        if (secret_equal(sock->token, hash, STORE_TOKEN_SIZE))
            sock_close(house, sock, 1001, "Connect again.");
}

Person *person_reload(House *house, int64_t id, const char *name, int64_t flags, const char *tokens, bool dropped) {
    Person *person = id_map_get(&house->people, (uint64_t)id);
    if (!person && !(person = person_load(house, id, name, flags)))
        return NULL;
    snprintf(person->name, sizeof person->name, "%s", name);
    person->flags = flags;
    for (const char *line = tokens; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        unsigned char hash[STORE_TOKEN_SIZE];
        if (sodium_hex2bin(hash, sizeof hash, line, strcspn(line, "\n"), NULL, NULL, NULL) != 0)
            continue;
        if (!person_find(house, hash))
            device_add(house, person, hash);
        else if (person_find(house, hash) != person)
            device_reassign(house, person, hash);
    }
    if (dropped)
        devices_drop(house, person, tokens);
    return person;
}

/* `part` and `flags` say what to write, and which flags, if other servers may change the rest (store.h). `pending` may
 * be NULL. */
static void person_store(House *house, Person *person, StorePersonPart part, int64_t flags, PendingAnswer *pending) {
    StoreJob *job = store_job(STORE_PERSON);
    if (job)
        job->text = strdup(person->name);
    if (pending)
        pending->jobs++;
    if (!job || !job->text) {
        Err err = {0};
        err_set(&err, SK_IO, "Out of memory while saving.", "");
        store_job_free(job);
        save_retry_person(house, person);
        pending_answer_done(house, pending, &err);
        return;
    }
    job->person = person->id;
    job->num = person->flags;
    job->n = part;
    job->flag_mask = flags;
    job->ctx = pending;
    store_submit(house->store, job);
}

/* fresh: the token of a new guest. It must not be taken from a person whom another server has made for it. */
static void device_store(House *house, Person *person, const unsigned char hash[STORE_TOKEN_SIZE], StoreJobKind kind,
                         bool fresh, PendingAnswer *pending) {
    StoreJob *job = store_job(kind);
    if (!job) {
        save_retry_person(house, person);
        return;
    }
    job->ctx = pending;
    if (pending)
        pending->jobs++;
    job->person = person->id;
    job->num = fresh;
    memcpy(job->hash, hash, STORE_TOKEN_SIZE);
    store_submit(house->store, job);
}

void person_save(House *house, Person *person) {
    static const unsigned char none[STORE_TOKEN_SIZE];
    const Device *device;
    person_store(house, person, STORE_PERSON_ALL, 0, NULL);
    if (!house->shared)
        device_store(house, person, none, STORE_TOKEN_DROP, false, NULL);
    for (id_map_each(i, &house->devices, device))
        if (device->person == person)
            device_store(house, person, device->hash, STORE_TOKEN_ADD, house->shared, NULL);
}

Person *person_find(const House *house, const unsigned char hash[STORE_TOKEN_SIZE]) {
    const Device *device = id_map_get(&house->devices, token_map_key(hash));
    return device && secret_equal(hash, device->hash, STORE_TOKEN_SIZE) ? device->person : NULL;
}

Person *person_find_or_add(House *house, const unsigned char hash[STORE_TOKEN_SIZE]) {
    Person *person = person_find(house, hash);
    if (!person && house->shared) { /* another server may have stored this guest a moment ago */
        Err err = {0};
        StoreCallbacks each = house_store_callbacks(house);
        if (house->db_unreachable || store_find_person(house->store, hash, &each, &err) != SK_OK)
            return NULL; /* not known whether this is a new guest */
        person = person_find(house, hash);
    }
    if (person)
        return person;
    person = person_load(house, random_id(), "", 0);
    if (!person || !device_add(house, person, hash))
        return NULL;
    person->never_saved = true;
    person_store(house, person, STORE_PERSON_ALL, 0, NULL);
    device_store(house, person, hash, STORE_TOKEN_ADD, true, NULL);
    return person;
}

bool device_join(House *house, Person *person, const unsigned char hash[STORE_TOKEN_SIZE]) {
    if (!device_add(house, person, hash))
        return false;
    device_store(house, person, hash, STORE_TOKEN_ADD, false, NULL);
    return true;
}

/* Entries are never removed, so readers of the list check whether the person is still at the table. */
bool person_add_table(House *house, int64_t id, struct Table *table) {
    Person *person = id_map_get(&house->people, (uint64_t)id);
    for (unsigned i = 0; person && i < person->table_count; i++)
        if (person->tables[i] == table)
            return true;
    if (person && person->table_count == person->table_cap) {
        unsigned cap = person->table_cap ? 2 * person->table_cap : 4;
        struct Table **grown = realloc(person->tables, cap * sizeof(struct Table *));
        if (!grown)
            return false;
        person->tables = grown;
        person->table_cap = cap;
    }
    if (person)
        person->tables[person->table_count++] = table;
    return true;
}

void person_rename(House *house, Person *person, const char *name, PendingAnswer *pending) {
    snprintf(person->name, sizeof person->name, "%s", name);
    person_store(house, person, STORE_PERSON_NAME, 0, pending);
}

void person_set_flag(House *house, Person *person, int64_t flag, bool on, PendingAnswer *pending) {
    person->flags = on ? person->flags | flag : person->flags & ~flag;
    person_store(house, person, STORE_PERSON_FLAGS, flag, pending);
}

unsigned person_sign_out(House *house, Person *person, const unsigned char hash[STORE_TOKEN_SIZE],
                         PendingAnswer *pending) {
    unsigned count = 0;
    Device *device;
    for (bool repeat = true; repeat;) { /* the map must not change during id_map_each */
        repeat = false;
        for (id_map_each(i, &house->devices, device)) {
            if (device->person != person || secret_equal(hash, device->hash, STORE_TOKEN_SIZE))
                continue;
            id_map_drop(&house->devices, token_map_key(device->hash));
            free(device);
            count++;
            repeat = true;
            break;
        }
    }
    device_store(house, person, hash, STORE_TOKEN_DROP, false, pending);
    Sock *sock;
    for (id_map_each(i, &house->socks, sock))
        if (sock->person == person && !secret_equal(sock->token, hash, STORE_TOKEN_SIZE))
            sock_close(house, sock, 4401, "You were signed out on another device.");
    return count;
}

void people_free(House *house) {
    Person *person;
    void *device;
    for (id_map_each(k, &house->devices, device))
        free(device);
    id_map_free(&house->devices);
    for (id_map_each(i, &house->people, person)) {
        free(person->tables);
        free(person);
    }
    sign_in_links_free(house);
    id_map_free(&house->people);
}
