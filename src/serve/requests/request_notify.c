/* Requests about being told of one's turn: an address is left, and proved by a code sent to it. */
#include <sodium.h>
#include <string.h>

#include "serve/host/host.h"
#include "serve/people/notify.h"
#include "serve/requests/request.h"
#include "serve/wire/rate_limit.h"
#include "serve/wire/secret.h"

enum { CODE_MS = 1800000, CODE_TRIES = 5, CODES_PERSON = 3, CODES_ALL = 100, HOUR_MS = 3600000 };

static Status notify_answer(Call *call) {
    const House *house = call->house;
    const Mailbox *box = mailbox_of(call->house, call->sock->person->id, false);
    bool waits = box && *box->wanted && box->code_until > now_ms();
    call_put(call, "mail",
             json_pack("{s:b, s:s, s:s}", "offered", house->ask->mail != NULL, "address", box ? box->address : "",
                       "waits", waits ? box->wanted : ""));
    call_put(call, "webhook",
             json_pack("{s:b, s:b}", "offered", house->ask->webhook != NULL, "on",
                       !(call->sock->person->flags & PERSON_QUIET)));
    return SK_OK;
}

Status ask_notify(Call *call) { return notify_answer(call); }

/* One name, one @, one place; nothing that a header could be broken with. */
static bool address_is_plain(const char *address) {
    const char *at = strchr(address, '@'), *dot = at ? strchr(at, '.') : NULL;
    if (!at || at == address || !dot || dot == at + 1 || !dot[1] || strchr(at + 1, '@') || strlen(address) >= MAIL_SIZE)
        return false;
    for (const char *p = address; *p; p++)
        if (*p <= ' ' || *p >= 0x7F || strchr("<>()[],;:\\\"", *p))
            return false;
    return true;
}

static Status code_allowed(Call *call, Mailbox *box) {
    Notes *notes = call->house->notes;
    int64_t hour = tick_ms() / HOUR_MS;
    box->asked = box->hour == hour ? box->asked : 0;
    notes->codes = notes->hour == hour ? notes->codes : 0;
    box->hour = notes->hour = hour;
    if (box->asked >= CODES_PERSON || notes->codes >= CODES_ALL || !hall_takes(call->sock->hall, HALL_MAIL))
        return call_limit(call, "Too many codes were sent; try again in an hour.", "");
    box->asked++;
    notes->codes++;
    return SK_OK;
}

Status ask_notify_mail(Call *call) {
    const char *address = want_string(call, "address");
    Mailbox *box = call->house->ask->mail ? mailbox_of(call->house, call->sock->person->id, true) : NULL;
    if (!call->house->ask->mail)
        return err_say(&call->err, SK_TURN, "This house sends no mail.", "");
    if (!box)
        return err_say(&call->err, SK_IO, "There is not enough memory for this.", "");
    if (!*address) { /* none any more */
        box->address[0] = box->wanted[0] = '\0';
        mailbox_keep(call->house, box);
        return notify_answer(call);
    }
    if (!address_is_plain(address))
        return err_say(&call->err, SK_SYNTAX, "An address looks like name@example.org.", "");
    Status status = code_allowed(call, box);
    if (status)
        return status;
    snprintf(box->wanted, sizeof box->wanted, "%s", address);
    snprintf(box->code, sizeof box->code, "%06u", randombytes_uniform(1000000));
    box->tries = CODE_TRIES;
    box->code_until = now_ms() + CODE_MS;
    notify_code(call->house, box);
    return notify_answer(call);
}

Status ask_notify_code(Call *call) {
    const char *code = want_string(call, "code");
    Mailbox *box = mailbox_of(call->house, call->sock->person->id, false);
    if (!box || !*box->wanted || box->code_until <= now_ms() || !box->tries)
        return err_say(&call->err, SK_TURN, "No code is good now; have another sent.", "");
    box->tries--;
    if (strlen(code) != CODE_DIGITS || !secret_same(code, box->code, CODE_DIGITS))
        return err_say(&call->err, SK_RANGE, "That is not the code; {0} tries are left.", "d", (int)box->tries);
    memcpy(box->address, box->wanted, sizeof box->address);
    box->wanted[0] = '\0';
    mailbox_keep(call->house, box);
    return notify_answer(call);
}

Status ask_notify_hook(Call *call) {
    Person *person = call->sock->person;
    person_flag(call->house, person, PERSON_QUIET, !want_flag(call, "on"), NULL);
    return notify_answer(call);
}
