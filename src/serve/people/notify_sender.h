/* The sender: a thread that hands letters to a mail server or a webhook by libcurl, so that the loop never waits for
 * one. A Sender owns its thread and what is queued until sender_close. */
#ifndef SKERRY_SERVE_PEOPLE_NOTIFY_SENDER_H
#define SKERRY_SERVE_PEOPLE_NOTIFY_SENDER_H

#include <stdint.h>

#include "base/err.h"

typedef struct Sender Sender;

typedef struct SenderCounts {
    uint64_t sent, failed, waiting;
} SenderCounts;

/* mail: smtp://… or smtps://…, NULL: none; from: the sender's address. hook: an address to post to; NULL: none. All
 * borrowed until sender_close. */
Sender *sender_open(const char *mail, const char *from, const char *hook, Err *err);
/* What is still queued is dropped. */
void sender_close(Sender *sender);
/* Takes the malloc'd body: a whole mail with its headers, or with `to` NULL the JSON for the webhook. Never waits. */
void sender_submit(Sender *sender, const char *to, char *body);
SenderCounts sender_counts(Sender *sender);

#endif
