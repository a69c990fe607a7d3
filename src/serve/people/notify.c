#include "serve/people/notify.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/host/host.h"
#include "serve/peers/lease.h"

enum { LINE_BYTES = 57, WAIT_DEFAULT = 60 }; /* bytes per base64 line of 76 characters; seconds */

/* ---- mailboxes ------------------------------------------------------------------------------------------ */

bool notify_new(House *house) {
    house->notifications = calloc(1, sizeof *house->notifications);
    return house->notifications != NULL;
}

Mailbox *mailbox_find(House *house, int64_t person, bool make) {
    Mailbox *box = id_map_get(&house->notifications->boxes, (uint64_t)person);
    if (box || !make || !(box = calloc(1, sizeof *box)))
        return box;
    box->person = person;
    if (!id_map_put(&house->notifications->boxes, (uint64_t)person, box)) {
        free(box);
        return NULL;
    }
    return box;
}

void mailbox_save(House *house, const Mailbox *box) {
    char key[40];
    snprintf(key, sizeof key, "mail.%lld", (long long)box->person);
    setting_put(house, key, box->address, NULL);
}

void notify_setting(House *house, const char *key, const char *text) {
    if (strncmp(key, "mail.", 5) != 0)
        return;
    Mailbox *box = mailbox_find(house, strtoll(key + 5, NULL, 10), *text != '\0');
    if (box)
        snprintf(box->address, sizeof box->address, "%s", text);
}

Status notify_open(House *house, Err *err) {
    const ServeOptions *options = house->options;
    if (!options->mail && !options->webhook)
        return SK_OK;
    if (options->mail && !options->mail_from)
        return err_set(err, SK_USAGE, "--mail needs --mail-from, the sender address for e-mails.", "");
    house->notifications->sender = sender_open(options->mail, options->mail_from, options->webhook, err);
    return house->notifications->sender ? SK_OK : err->status;
}

void notify_close(House *house) {
    Mailbox *box;
    if (!house->notifications)
        return;
    sender_close(house->notifications->sender);
    for (id_map_each(i, &house->notifications->boxes, box))
        free(box);
    id_map_free(&house->notifications->boxes);
    free(house->notifications);
    house->notifications = NULL;
}

/* ---- writing a mail ------------------------------------------------------------------------------------- */

static bool is_ascii(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static void base64_line(Text *out, const char *bytes, size_t n) {
    char line[LINE_BYTES * 2];
    sodium_bin2base64(line, sizeof line, (const unsigned char *)bytes, n, sodium_base64_VARIANT_ORIGINAL);
    text_puts(out, line);
}

/* Splits a long subject into encoded words without cutting a UTF-8 character. */
static void subject_write(Text *out, const char *subject) {
    text_puts(out, "Subject:");
    if (is_ascii(subject)) {
        text_printf(out, " %s\r\n", subject);
        return;
    }
    for (size_t n = strlen(subject); n;) {
        size_t take = n < 42 ? n : 42;
        while (take < n && ((unsigned char)subject[take] & 0xC0) == 0x80)
            take--;
        text_puts(out, " =?UTF-8?B?");
        base64_line(out, subject, take);
        text_puts(out, n > take ? "?=\r\n" : "?=");
        subject += take;
        n -= take;
    }
    text_puts(out, "\r\n");
}

static void body_write(Text *out, const char *body) {
    bool plain = is_ascii(body);
    text_printf(out, "Content-Transfer-Encoding: %s\r\n\r\n", plain ? "7bit" : "base64");
    if (plain) {
        text_puts(out, body);
        return;
    }
    for (size_t n = strlen(body); n;) {
        size_t take = n < LINE_BYTES ? n : (size_t)LINE_BYTES;
        base64_line(out, body, take);
        text_puts(out, "\r\n");
        body += take;
        n -= take;
    }
}

/* stop: NULL, or the unsubscribe link. */
static void mail_put(House *house, const char *to, const char *subject, const char *body, const char *stop) {
    Text out = {0};
    char date[64], id[KEY_SIZE];
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", &parts);
    random_key(id);
    text_printf(&out, "From: Skerry <%s>\r\nTo: <%s>\r\n", house->options->mail_from, to);
    subject_write(&out, subject);
    text_printf(&out, "Date: %s\r\nMessage-ID: <%s@skerry.invalid>\r\nAuto-Submitted: auto-generated\r\n", date, id);
    if (stop)
        text_printf(&out, "List-Unsubscribe: <%s>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", stop);
    text_puts(&out, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n");
    body_write(&out, body);
    sender_submit(house->notifications->sender, to, out.out_of_memory ? NULL : out.data);
}

void notify_code(House *house, const Mailbox *box) {
    char subject[64], body[512];
    snprintf(subject, sizeof subject, "%s is your code for Skerry", box->code);
    snprintf(body, sizeof body,
             "Someone, hopefully you, asked for e-mails to this address about their turns at %s\r\n\r\n"
             "The code is %s. It works for half an hour.\r\n\r\n"
             "If it was not you, ignore this e-mail: no more will come.\r\n",
             house->origin, box->code);
    mail_put(house, box->unconfirmed_address, subject, body, NULL);
}

/* ---- turns ---------------------------------------------------------------------------------------------- */

static void turn_link(const House *house, const Table *table, char out[192]) {
    snprintf(out, 192, "%s/t/%s", house->origin, table->key);
}

static const char *turn_title(const Table *table) { return table->pack ? words_get(&table->pack->words, "title") : ""; }

static void turn_mail(House *house, const Table *table, unsigned seat, const Mailbox *box) {
    char link[192], token[UNSUBSCRIBE_TOKEN_SIZE], stop[192], due[64];
    time_t until = (time_t)(table->seat[seat].deadline / 1000);
    struct tm parts;
    Text subject = {0}, body = {0};
    turn_link(house, table, link);
    unsubscribe_token(house, box, token);
    snprintf(stop, sizeof stop, "%s/stop/%s", house->origin, token);
    gmtime_r(&until, &parts);
    strftime(due, sizeof due, "%A, %d %B %Y, %H:%M UTC", &parts);
    text_printf(&subject, "Your turn: %s, table %s", turn_title(table), table->name);
    text_printf(
        &body,
        "It is your turn at table %s (%s).\r\nYou have until %s; after that, a bot moves for you.\r\n\r\n%s\r\n\r\n"
        "You get one e-mail per turn while you have no page open. To stop them:\r\n%s\r\n",
        table->name, turn_title(table), due, link, stop);
    mail_put(house, box->address, text_str(&subject), text_str(&body), stop);
    text_free(&subject);
    text_free(&body);
}

static void turn_webhook(House *house, const Table *table, unsigned seat) {
    char link[192], names[SEATS_MAX][NAME_SIZE];
    Text text = {0};
    table_names(house, table, names);
    turn_link(house, table, link);
    text_printf(&text, "%s: it is your turn at %s (%s). %s", *names[seat] ? names[seat] : "Guest", table->name,
                turn_title(table), link);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:s, s:s, s:I}", "event", "turn", "text", text_str(&text), "table",
                  table->name, "game", table->rules.game->id, "title", turn_title(table), "seat", (int)seat + 1, "name",
                  names[seat], "link", link, "due", (json_int_t)table->seat[seat].deadline);
    sender_submit(house->notifications->sender, NULL, json_dumps(json, JSON_COMPACT));
    json_decref(json);
    text_free(&text);
}

static void turn_notify(House *house, Table *table, unsigned seat, const Person *person) {
    const Mailbox *box = mailbox_find(house, person->id, false);
    if (house->options->mail && box && *box->address)
        turn_mail(house, table, seat, box);
    if (house->options->webhook && !(person->flags & PERSON_QUIET))
        turn_webhook(house, table, seat);
    for (unsigned other = 0; other < table->seats; other++) /* one notification for all of the person's seats */
        if (table->seat[other].person == person->id && table->seat[other].deadline)
            table->seat[other].turn_notified = true;
}

static bool turn_is_due(const House *house, const TableSeat *at) {
    int64_t after = (house->options->notify_after ? house->options->notify_after : WAIT_DEFAULT) * INT64_C(1000);
    return at->occupant == OCCUPANT_PERSON && at->deadline && !at->turn_notified && !at->bot_stands_in &&
           clock_wall_ms() - (at->deadline - at->time_left) >= after;
}

void notify_tick(House *house) {
    Table *table;
    if (!house->notifications->sender)
        return;
    for (id_map_each(i, &house->tables, table)) {
        bool notified = false,
             runs = table->clock == CLOCK_DAYS && table->phase == PHASE_PLAYING && lease_is_ours(house, table);
        for (unsigned seat = 0; runs && seat < table->seats; seat++) {
            const Person *person = id_map_get(&house->people, (uint64_t)table->seat[seat].person);
            if (!turn_is_due(house, &table->seat[seat]) || !person || person->sockets ||
                (person->flags & PERSON_REMOVED) || seat_is_connected(table, seat))
                continue;
            turn_notify(house, table, seat, person);
            notified = true;
        }
        if (notified)
            table_save(house, table);
    }
}
