/* Guests: whoever holds a cookie that we made. What is kept of it is a hash. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "serve/peers/peer.h"
#include "serve/people/save_retry.h"
#include "serve/tables/table_edit.h"
#include "serve/wire/secret.h"

enum { TOKEN = 32, MARK = 16 };

/* ---- cookies -------------------------------------------------------------------------------------------- */

static void token_mark(const House *house, const unsigned char token[TOKEN], unsigned char mark[MARK]) {
    crypto_generichash(mark, MARK, token, TOKEN, house->secret, sizeof house->secret);
}

static void token_hash(const unsigned char token[TOKEN], unsigned char hash[STORE_TOKEN]) {
    crypto_generichash(hash, STORE_TOKEN, token, TOKEN, NULL, 0);
}

/* 256 random bits, and a mark of ours behind them: nobody needs to be remembered before he does anything. */
void cookie_make(const House *house, char out[COOKIE_SIZE]) {
    unsigned char bytes[TOKEN + MARK];
    randombytes_buf(bytes, TOKEN);
    token_mark(house, bytes, bytes + TOKEN);
    sodium_bin2base64(out, COOKIE_SIZE, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool cookie_read(const House *house, const char *cookie, unsigned char hash[STORE_TOKEN]) {
    unsigned char bytes[TOKEN + MARK], mark[MARK];
    size_t n;
    if (sodium_base642bin(bytes, sizeof bytes, cookie, strlen(cookie), NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        n != sizeof bytes)
        return false;
    token_mark(house, bytes, mark);
    if (!secret_equal(bytes + TOKEN, mark, MARK))
        return false;
    token_hash(bytes, hash);
    return true;
}

/* ---- names ----------------------------------------------------------------------------------------------*/

Status name_read(const char *text, const char *what, char out[NAME_SIZE], Err *err) {
    size_t letters = 0, n;
    while (*text == ' ')
        text++;
    n = strlen(text);
    while (n && text[n - 1] == ' ')
        n--;
    for (size_t i = 0; i < n; i++) {
        letters += ((unsigned char)text[i] & 0xC0) != 0x80;
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F)
            return err_set(err, SK_SYNTAX, "{0} may hold only what can be shown.", "s", what);
    }
    if (letters < 1 || letters > NAME_CHARS_MAX || n >= NAME_SIZE)
        return err_set(err, SK_RANGE, "{0} has 1 to {1} letters.", "sd", what, NAME_CHARS_MAX);
    memcpy(out, text, n);
    out[n] = '\0';
    return SK_OK;
}

/* ---- people --------------------------------------------------------------------------------------------- */

static uint64_t hash_number(const unsigned char hash[STORE_TOKEN]) {
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

static bool device_add(House *house, Person *person, const unsigned char hash[STORE_TOKEN]) {
    Device *device = calloc(1, sizeof *device);
    if (!device || !id_map_put(&house->devices, hash_number(hash), device)) {
        free(device);
        return false;
    }
    memcpy(device->hash, hash, STORE_TOKEN);
    device->person = person;
    return true;
}

bool device_load(House *house, int64_t id, const unsigned char hash[STORE_TOKEN]) {
    Person *person = id_map_get(&house->people, (uint64_t)id);
    return !person || device_add(house, person, hash);
}

void device_drop(House *house, const unsigned char hash[STORE_TOKEN]) {
    Device *device = id_map_get(&house->devices, hash_number(hash));
    if (!device || !secret_equal(hash, device->hash, STORE_TOKEN))
        return;
    id_map_drop(&house->devices, hash_number(hash));
    free(device);
}

void devices_forget(House *house) {
    Device *device;
    IdMap old = house->devices;
    house->devices = (IdMap){0};
    for (id_map_each(i, &old, device)) /* of those who are not stored yet nothing could be read again */
        if (!device->person->never_saved || !id_map_put(&house->devices, hash_number(device->hash), device))
            free(device);
    id_map_free(&old);
}

/* Devices that are not in the list any more were signed out at another server. */
static void devices_drop(House *house, const Person *person, const char *tokens) {
    Device *device;
    Sock *sock;
    for (bool again = true; again;) {
        again = false;
        for (id_map_each(i, &house->devices, device)) {
            char hex[2 * STORE_TOKEN + 1];
            sodium_bin2hex(hex, sizeof hex, device->hash, STORE_TOKEN);
            if (device->person != person || strstr(tokens, hex))
                continue;
            for (id_map_each(k, &house->socks, sock))
                if (secret_equal(sock->token, device->hash, STORE_TOKEN))
                    sock_close(house, sock, 4401, "You were signed out on another device.");
            device_drop(house, device->hash);
            again = true;
            break;
        }
    }
}

/* Signed in at another server, while here he still was a new guest. */
static void device_moves(House *house, Person *person, const unsigned char hash[STORE_TOKEN]) {
    Sock *sock;
    device_drop(house, hash);
    device_add(house, person, hash);
    for (id_map_each(i, &house->socks, sock))
        if (secret_equal(sock->token, hash, STORE_TOKEN))
            sock_close(house, sock, 1001, "Connect again.");
}

Person *person_reload(House *house, int64_t id, const char *name, int64_t flags, const char *tokens, bool dropped) {
    Person *person = id_map_get(&house->people, (uint64_t)id);
    if (!person && !(person = person_load(house, id, name, flags)))
        return NULL;
    snprintf(person->name, sizeof person->name, "%s", name);
    person->flags = flags;
    for (const char *at = tokens; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        unsigned char hash[STORE_TOKEN];
        if (sodium_hex2bin(hash, sizeof hash, at, strcspn(at, "\n"), NULL, NULL, NULL) != 0)
            continue;
        if (!person_known(house, hash))
            device_add(house, person, hash);
        else if (person_known(house, hash) != person)
            device_moves(house, person, hash);
    }
    if (dropped)
        devices_drop(house, person, tokens);
    return person;
}

/* what: of him; flags: those that are meant (store.h). pending: NULL, or who waits for it. */
static void person_store(House *house, Person *person, StorePerson what, int64_t flags, PendingAnswer *pending) {
    StoreJob *job = store_job(STORE_PERSON);
    if (job)
        job->text = strdup(person->name);
    if (pending)
        pending->jobs++;
    if (!job || !job->text) {
        Err err = {0};
        err_set(&err, SK_IO, "There is not enough memory to save this.", "");
        store_job_free(job);
        save_retry_person(house, person);
        pending_answer_done(house, pending, &err);
        return;
    }
    job->person = person->id;
    job->num = person->flags;
    job->n = what;
    job->after = flags;
    job->ctx = pending;
    store_submit(house->store, job);
}

/* fresh: a token that nobody else can have, unless another server met the same new guest. */
static void device_store(House *house, Person *person, const unsigned char hash[STORE_TOKEN], StoreJobKind what,
                         bool fresh, PendingAnswer *pending) {
    StoreJob *job = store_job(what);
    if (!job) {
        save_retry_person(house, person);
        return;
    }
    job->ctx = pending;
    if (pending)
        pending->jobs++;
    job->person = person->id;
    job->num = fresh;
    memcpy(job->hash, hash, STORE_TOKEN);
    store_submit(house->store, job);
}

void person_save(House *house, Person *person) {
    static const unsigned char none[STORE_TOKEN];
    const Device *device;
    person_store(house, person, STORE_WHOLE, 0, NULL);
    if (!house->shared)
        device_store(house, person, none, STORE_TOKEN_DROP, false, NULL);
    for (id_map_each(i, &house->devices, device))
        if (device->person == person)
            device_store(house, person, device->hash, STORE_TOKEN_ADD, house->shared, NULL);
}

Person *person_known(const House *house, const unsigned char hash[STORE_TOKEN]) {
    const Device *device = id_map_get(&house->devices, hash_number(hash));
    return device && secret_equal(hash, device->hash, STORE_TOKEN) ? device->person : NULL;
}

Person *person_of(House *house, const unsigned char hash[STORE_TOKEN]) {
    Person *person = person_known(house, hash);
    if (!person && house->shared) { /* another server may have met him a moment ago */
        Err err = {0};
        StoreCallbacks each = house_store_callbacks(house);
        if (house->db_unreachable || store_find_person(house->store, hash, &each, &err) != SK_OK)
            return NULL; /* he may be somebody */
        person = person_known(house, hash);
    }
    if (person)
        return person;
    person = person_load(house, random_id(), "", 0);
    if (!person || !device_add(house, person, hash))
        return NULL;
    person->never_saved = true;
    person_store(house, person, STORE_WHOLE, 0, NULL);
    device_store(house, person, hash, STORE_TOKEN_ADD, true, NULL);
    return person;
}

bool device_join(House *house, Person *person, const unsigned char hash[STORE_TOKEN]) {
    if (!device_add(house, person, hash))
        return false;
    device_store(house, person, hash, STORE_TOKEN_ADD, false, NULL);
    return true;
}

/* Kept until the end: whoever reads the list looks whether he is still there. */
bool person_at_table(House *house, int64_t id, struct Table *table) {
    Person *person = id_map_get(&house->people, (uint64_t)id);
    for (unsigned i = 0; person && i < person->table_count; i++)
        if (person->tables[i] == table)
            return true;
    if (person && person->table_count == person->table_cap) {
        unsigned cap = person->table_cap ? 2 * person->table_cap : 4;
        struct Table **wide = realloc(person->tables, cap * sizeof(struct Table *));
        if (!wide)
            return false;
        person->tables = wide;
        person->table_cap = cap;
    }
    if (person)
        person->tables[person->table_count++] = table;
    return true;
}

void person_rename(House *house, Person *person, const char *name, PendingAnswer *pending) {
    snprintf(person->name, sizeof person->name, "%s", name);
    person_store(house, person, STORE_NAME, 0, pending);
}

void person_flag(House *house, Person *person, int64_t flag, bool on, PendingAnswer *pending) {
    person->flags = on ? person->flags | flag : person->flags & ~flag;
    person_store(house, person, STORE_FLAGS, flag, pending);
}

unsigned person_sign_out(House *house, Person *person, const unsigned char hash[STORE_TOKEN], PendingAnswer *pending) {
    unsigned count = 0;
    Device *device;
    for (bool again = true; again;) {
        again = false;
        for (id_map_each(i, &house->devices, device)) {
            if (device->person != person || secret_equal(hash, device->hash, STORE_TOKEN))
                continue;
            id_map_drop(&house->devices, hash_number(device->hash));
            free(device);
            count++;
            again = true;
            break;
        }
    }
    device_store(house, person, hash, STORE_TOKEN_DROP, false, pending);
    Sock *sock;
    for (id_map_each(i, &house->socks, sock))
        if (sock->person == person && !secret_equal(sock->token, hash, STORE_TOKEN))
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
    signs_free(house);
    id_map_free(&house->people);
}
