/* A thread that sends mail and webhook messages with libcurl, so that the loop never waits for the network. A Sender
 * owns its thread and its queue until sender_close. */
#ifndef SKERRY_SERVE_PEOPLE_NOTIFY_SENDER_H
#define SKERRY_SERVE_PEOPLE_NOTIFY_SENDER_H

#include <stdint.h>

#include "base/err.h"

typedef struct Sender Sender;

typedef struct SenderCounts {
    uint64_t sent, failed, waiting;
} SenderCounts;

/* `mail` is smtp://… or smtps://…, or NULL; `from` is the sender address; `webhook` is a URL to post to, or NULL. All
 * are borrowed until sender_close. */
Sender *sender_open(const char *mail, const char *from, const char *webhook, Err *err);
/* Drops the messages still queued. */
void sender_close(Sender *sender);
/* Takes ownership of body, which is malloc'd: a complete mail with headers or, if `to` is NULL, the webhook's JSON.
 * Never blocks. */
void sender_submit(Sender *sender, const char *to, char *body);
SenderCounts sender_counts(Sender *sender);

#endif
