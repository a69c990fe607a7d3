/* Requests about turn notifications. An e-mail address is confirmed with a code sent to it. */
#include <sodium.h>
#include <string.h>

#include "serve/host/host.h"
#include "serve/people/notify.h"
#include "serve/people/people.h"
#include "serve/requests/request.h"
#include "serve/wire/rate_limit.h"
#include "serve/wire/secret.h"

enum { CODE_MS = 1800000, CODE_TRIES_MAX = 5, HOUR_MS = 3600000 };
enum { CODES_PER_PERSON = 3, CODES_PER_SERVER = 100 }; /* sent per hour */

static Status notify_answer(Request *request) {
    const House *house = request->house;
    const Mailbox *box = mailbox_find(request->house, request->sock->person->id, false);
    bool waits = box && *box->unconfirmed_address && box->code_until > clock_wall_ms();
    request_put(request, "mail",
                json_pack("{s:b, s:s, s:s}", "offered", house->options->mail != NULL, "address",
                          box ? box->address : "", "waits", waits ? box->unconfirmed_address : ""));
    request_put(request, "webhook",
                json_pack("{s:b, s:b}", "offered", house->options->webhook != NULL, "on",
                          !(request->sock->person->flags & PERSON_QUIET)));
    return SK_OK;
}

Status handle_notify(Request *request) { return notify_answer(request); }

/* A name, an @ and a domain, without any character that could break a mail header. */
static bool address_is_plain(const char *address) {
    const char *at = strchr(address, '@'), *dot = at ? strchr(at, '.') : NULL;
    if (!at || at == address || !dot || dot == at + 1 || !dot[1] || strchr(at + 1, '@') || strlen(address) >= MAIL_SIZE)
        return false;
    for (const char *p = address; *p; p++)
        if (*p <= ' ' || *p >= 0x7F || strchr("<>()[],;:\\\"", *p))
            return false;
    return true;
}

static Status check_code_limits(Request *request, Mailbox *box) {
    Notifications *notifications = request->house->notifications;
    int64_t hour = clock_monotonic_ms() / HOUR_MS;
    box->asked = box->hour == hour ? box->asked : 0;
    notifications->codes = notifications->hour == hour ? notifications->codes : 0;
    box->hour = notifications->hour = hour;
    if (box->asked >= CODES_PER_PERSON || notifications->codes >= CODES_PER_SERVER ||
        !rate_limit_take(request->sock->limits, LIMIT_MAIL))
        return request_refuse_limit(request, "Too many codes were sent; try again in an hour.", "");
    box->asked++;
    notifications->codes++;
    return SK_OK;
}

Status handle_notify_mail(Request *request) {
    const char *address = request_string(request, "address");
    Mailbox *box = request->house->options->mail ? mailbox_find(request->house, request->sock->person->id, true) : NULL;
    if (!request->house->options->mail)
        return err_set(&request->err, SK_TURN, "This server sends no mail.", "");
    if (!box)
        return err_set(&request->err, SK_IO, "Out of memory. Try again in a moment.", "");
    if (!*address) { /* remove the address */
        box->address[0] = box->unconfirmed_address[0] = '\0';
        mailbox_save(request->house, box);
        return notify_answer(request);
    }
    if (!address_is_plain(address))
        return err_set(&request->err, SK_SYNTAX, "Enter an address such as name@example.org.", "");
    Status status = check_code_limits(request, box);
    if (status)
        return status;
    snprintf(box->unconfirmed_address, sizeof box->unconfirmed_address, "%s", address);
    snprintf(box->code, sizeof box->code, "%06u", randombytes_uniform(1000000));
    box->tries = CODE_TRIES_MAX;
    box->code_until = clock_wall_ms() + CODE_MS;
    notify_code(request->house, box);
    return notify_answer(request);
}

Status handle_notify_code(Request *request) {
    const char *code = request_string(request, "code");
    Mailbox *box = mailbox_find(request->house, request->sock->person->id, false);
    if (!box || !*box->unconfirmed_address || box->code_until <= clock_wall_ms() || !box->tries)
        return err_set(&request->err, SK_TURN, "There is no valid code. Request a new one.", "");
    box->tries--;
    if (strlen(code) != CODE_DIGITS || !secret_equal(code, box->code, CODE_DIGITS))
        return err_set(&request->err, SK_RANGE, "Wrong code; {0} tries left.", "d", (int)box->tries);
    memcpy(box->address, box->unconfirmed_address, sizeof box->address);
    box->unconfirmed_address[0] = '\0';
    mailbox_save(request->house, box);
    return notify_answer(request);
}

Status handle_notify_hook(Request *request) {
    Person *person = request->sock->person;
    person_set_flag(request->house, person, PERSON_QUIET, !request_flag(request, "on"), NULL);
    return notify_answer(request);
}
