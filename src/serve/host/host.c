#include "serve/host/host.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/oom.h"
#include "serve/people/people.h"
#include "serve/wire/http_post.h"
#include "serve/wire/secret.h"
#include "serve/wire/send.h"

enum { KEY_BYTES = 32, PATH_LONG = 4096, YEAR = 31536000 };

/* ---- settings ------------------------------------------------------------------------------------------- */

bool host_new(House *house) {
    house->host_settings = calloc(1, sizeof *house->host_settings);
    return house->host_settings != NULL;
}

void host_close(House *house) {
    if (house->host_settings)
        sodium_memzero(house->host_settings, sizeof *house->host_settings);
    free(house->host_settings);
    house->host_settings = NULL;
}

void setting_put(House *house, const char *key, const char *text, PendingAnswer *pending) {
    StoreJob *job = store_job(STORE_SETTING);
    if (job) {
        job->key = strdup(key);
        job->text = strdup(text);
    }
    if (job && job->key && job->text) {
        job->ctx = pending;
        if (pending)
            pending->jobs++;
        store_submit(house->store, job);
        return;
    }
    store_job_free(job);
    oom_note(); /* at start-up the server then stops; later the request stays unanswered */
}

void host_setting(House *house, const char *key, const char *text) {
    HostSettings *settings = house->host_settings;
    if (strcmp(key, "host.key") == 0)
        sodium_hex2bin(settings->key, sizeof settings->key, text, strlen(text), NULL, NULL, NULL);
    else if (strcmp(key, "host.invite") == 0)
        snprintf(settings->invite, sizeof settings->invite, "%s", text);
    else if (strcmp(key, "host.notice") == 0)
        snprintf(settings->notice, sizeof settings->notice, "%s", text);
    else if (strcmp(key, "host.closed") == 0)
        settings->closed = strcmp(text, "1") == 0;
    else if (strcmp(key, "host.chat-off") == 0)
        settings->chat_off = strcmp(text, "1") == 0;
}

/* ---- the host key --------------------------------------------------------------------------------------- */

static void key_hash(const char *key, unsigned char hash[STORE_TOKEN_SIZE]) {
    crypto_generichash(hash, STORE_TOKEN_SIZE, (const unsigned char *)key, strlen(key), NULL, 0);
}

bool host_key_is(const House *house, const char *key) {
    unsigned char hash[STORE_TOKEN_SIZE];
    key_hash(key, hash);
    bool has_key = !sodium_is_zero(house->host_settings->key, STORE_TOKEN_SIZE);
    return secret_equal(hash, house->host_settings->key, STORE_TOKEN_SIZE) && has_key;
}

/* Writes a file atomically, readable only by its owner. */
static Status file_write_private(const char *folder, const char *name, const char *line, Err *err) {
    char path[PATH_LONG], temporary[PATH_LONG + 8];
    size_t n = strlen(line);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(temporary, sizeof temporary, "%s.new", path);
    unlink(temporary);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write(fd, line, n) == (ssize_t)n && write(fd, "\n", 1) == 1 && fsync(fd) == 0;
    int code = errno;
    if (fd >= 0)
        close(fd);
    if (good && rename(temporary, path) != 0) {
        good = false;
        code = errno;
    }
    return good ? SK_OK : err_set(err, SK_IO, "Cannot write {0}: {1}.", "ss", path, strerror(code));
}

static const char *house_folder(const House *house) {
    return strstr(house->options->where, "://") ? NULL : house->options->where;
}

/* `skerry admin` on this machine finds the server through this file. */
static Status url_write(const House *house, int port, Err *err) {
    char url[128];
    const char *address = house->options->address;
    snprintf(url, sizeof url, "http://%s:%d", strcmp(address, "0.0.0.0") == 0 ? "127.0.0.1" : address, port);
    return house_folder(house) ? file_write_private(house_folder(house), HOST_URL_FILE, url, err) : SK_OK;
}

Status host_open(House *house, int port, bool new_key, Err *err) {
    HostSettings *settings = house->host_settings;
    unsigned char bytes[KEY_BYTES];
    char hex[2 * STORE_TOKEN_SIZE + 1];
    Status status = url_write(house, port, err);
    if (!*settings->invite) {
        random_key(settings->invite);
        setting_put(house, "host.invite", settings->invite, NULL);
    }
    if (status || (!sodium_is_zero(settings->key, STORE_TOKEN_SIZE) && !new_key))
        return status;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(settings->fresh, sizeof settings->fresh, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    key_hash(settings->fresh, settings->key);
    sodium_bin2hex(hex, sizeof hex, settings->key, STORE_TOKEN_SIZE);
    setting_put(house, "host.key", hex, NULL);
    return house_folder(house) ? file_write_private(house_folder(house), HOST_KEY_FILE, settings->fresh, err) : SK_OK;
}

/* The key itself goes only to a terminal, unless there is no folder for its file. A journal would keep it, and more
 * people can read a journal than the file. */
void host_print_key(House *house) {
    HostSettings *settings = house->host_settings;
    const char *folder = house_folder(house);
    if (!*settings->fresh)
        return;
    if (folder && !isatty(STDOUT_FILENO))
        printf("You are the host. Your key for %s/host and `skerry admin` is in %s/" HOST_KEY_FILE ".\n", house->origin,
               folder);
    else
        printf("You are the host. Your key for %s/host and `skerry admin`, shown only once%s%s%s:\n    %s\n",
               house->origin, folder ? " and stored in " : "", folder ? folder : "", folder ? "/" HOST_KEY_FILE : "",
               settings->fresh);
    fflush(stdout);
    sodium_memzero(settings->fresh, sizeof settings->fresh);
}

/* ---- access --------------------------------------------------------------------------------------------- */

static bool request_invited(const House *house, struct lws *wsi) {
    char all[2048];
    const char *invite = house->host_settings->invite;
    if (lws_hdr_copy(wsi, all, sizeof all, WSI_TOKEN_HTTP_COOKIE) <= 0)
        return false;
    for (char *part = all, *save = NULL; (part = strtok_r(part, "; ", &save)); part = NULL)
        if (strncmp(part, "skerry-house=", 13) == 0 && secret_equal_text(part + 13, invite))
            return true;
    return false;
}

const char *host_denies_access(const House *house, struct lws *wsi) {
    unsigned char hash[STORE_TOKEN_SIZE];
    const Person *person = request_cookie(house, wsi, hash) ? person_find(house, hash) : NULL;
    if (person)
        return person->flags & PERSON_REMOVED ? "The host has removed you from this server." : NULL;
    return house->host_settings->closed && !request_invited(house, wsi)
               ? "This server is closed to new guests. Open its invitation link first."
               : NULL;
}

int host_denied_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *why) {
    Blob *blob = plain_page("No access", why, NULL);
    return http_respond(house, wsi, connection,
                        (HttpResponse){.status = 403, .type = "text/html; charset=utf-8", .blob = blob});
}

int host_invite_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token) {
    const char *invite = house->host_settings->invite;
    char cookie[128];
    if (!secret_equal_text(token, invite)) {
        Blob *blob = plain_page("Invitation expired", "This invitation no longer works. Ask for the new one.", NULL);
        return http_respond(house, wsi, connection,
                            (HttpResponse){.status = 404, .type = "text/html; charset=utf-8", .blob = blob});
    }
    snprintf(cookie, sizeof cookie, "skerry-house=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", invite, YEAR,
             request_is_secure(house, wsi) ? "; Secure" : "");
    return http_respond(house, wsi, connection, (HttpResponse){.status = 303, .location = "/", .cookie = cookie});
}

/* ---- speech and settings for everybody ------------------------------------------------------------------ */

Status host_check_speech(const House *house, const Person *person, const json_t *request, Err *err) {
    const char *what = json_string_value(json_object_get(request, "do"));
    bool chats = what && strcmp(what, "chat") == 0;
    const char *name = json_string_value(json_object_get(request, "name"));
    if (chats && house->host_settings->chat_off)
        return err_set(err, SK_TURN, "The host has turned off chat on this server.", "");
    if (!(person->flags & PERSON_MUTED) || (!chats && !(name && *name)))
        return SK_OK;
    return err_set(err, SK_TURN,
                   chats ? "The host has muted you: you can play, but not chat."
                         : "The host has muted you: you cannot change your name.",
                   "");
}

json_t *house_json(const House *house) {
    return json_pack("{s:b, s:b, s:s}", "closed", house->host_settings->closed, "chat", !house->host_settings->chat_off,
                     "notice", house->host_settings->notice);
}

void house_push_info(House *house) {
    house_push(house, json_pack("{s:s, s:o}", "push", "house", "house", house_json(house)));
}

void house_push(House *house, json_t *json) {
    Sock *sock;
    Blob *blob = blob_json(json);
    for (id_map_each(i, &house->socks, sock))
        if (sock->said_hello)
            sock_send(house, sock, blob);
    blob_free(blob);
}
