#include "serve/people/notify_sender.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/house/house.h"

enum { QUEUE_MAX_MESSAGES = 2000, TRIES = 4, TIMEOUT_SECONDS = 30 };
static const int64_t pauses[TRIES] = {5000, 60000, 600000, 0}; /* milliseconds until the next attempt */

typedef struct Message {
    char to[128]; /* mail address; empty: the webhook */
    char *body;
    unsigned tries; /* attempts so far */
    int64_t after;  /* earliest next attempt, by clock_monotonic_ms */
    struct Message *next;
} Message;

struct Sender {
    const char *mail, *from, *webhook;
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread;
    Message *first, **last;
    SenderCounts counts;
    atomic_bool ending;
};

static void message_free(Message *message) {
    free(message->body);
    free(message);
}

/* ---- sending one message, on the sender's thread -------------------------------------------------------- */

typedef struct BodyReader {
    const char *pos;
    size_t left;
} BodyReader;

static size_t body_read(char *out, size_t size, size_t n, void *ctx) {
    BodyReader *reading = ctx;
    size_t take = size * n < reading->left ? size * n : reading->left;
    memcpy(out, reading->pos, take);
    reading->pos += take;
    reading->left -= take;
    return take;
}

static size_t reply_drop(char *bytes, size_t size, size_t n, void *ctx) {
    (void)bytes;
    (void)ctx;
    return size * n;
}

/* Returns nonzero to abort the transfer. */
static int progress_check(void *ctx, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return atomic_load(&((Sender *)ctx)->ending);
}

static CURLcode mail_send(const Sender *s, CURL *curl, const Message *message) {
    BodyReader reading = {message->body, strlen(message->body)};
    struct curl_slist *to = curl_slist_append(NULL, message->to);
    bool has_password = strchr(s->mail, '@') != NULL; /* a password requires encryption */
    curl_easy_setopt(curl, CURLOPT_URL, s->mail);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(has_password ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, s->from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, body_read);
    curl_easy_setopt(curl, CURLOPT_READDATA, &reading);
    CURLcode sent = curl_easy_perform(curl);
    curl_slist_free_all(to);
    return sent;
}

static CURLcode webhook_send(const Sender *s, CURL *curl, const Message *message) {
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    curl_easy_setopt(curl, CURLOPT_URL, s->webhook);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, message->body);
    CURLcode sent = curl_easy_perform(curl);
    curl_slist_free_all(headers);
    return sent;
}

/* Returns true if the message was sent or given up. */
static bool message_send(Sender *s, Message *message) {
    CURL *curl = curl_easy_init();
    long code = 0;
    if (!curl)
        return false;
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, reply_drop);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress_check);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, s);
    CURLcode sent = *message->to ? mail_send(s, curl, message) : webhook_send(s, curl, message);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    curl_easy_cleanup(curl);
    bool good = sent == CURLE_OK && (*message->to || (code >= 200 && code < 300));
    /* Mail servers refuse permanently with 5xx, web servers with 4xx. */
    bool never = !good && (*message->to ? code >= 500 : code >= 400 && code < 500);
    message->tries++;
    bool over = good || never || message->tries == TRIES;
    if (!good)
        log_event("letter-failed", "by=%s try=%u code=%ld over=%d why=\"%s\"", *message->to ? "mail" : "webhook",
                  message->tries, code, over, curl_easy_strerror(sent));
    message->after = clock_monotonic_ms() + pauses[message->tries - 1];
    pthread_mutex_lock(&s->lock);
    s->counts.sent += good;
    s->counts.failed += !good && over;
    pthread_mutex_unlock(&s->lock);
    return over;
}

/* ---- the queue ------------------------------------------------------------------------------------------ */

/* The first message that is due. Called with the lock held. */
static Message *message_take(Sender *s) {
    for (Message **at = &s->first; *at; at = &(*at)->next) {
        Message *message = *at;
        if (message->after > clock_monotonic_ms())
            continue;
        *at = message->next;
        if (s->last == &message->next)
            s->last = at;
        message->next = NULL;
        return message;
    }
    return NULL;
}

static void queue_add(Sender *s, Message *message) {
    *s->last = message;
    s->last = &message->next;
}

static void *sender_main(void *ctx) {
    Sender *s = ctx;
    pthread_mutex_lock(&s->lock);
    while (!atomic_load(&s->ending)) {
        Message *message = message_take(s);
        if (!message) {
            struct timespec until;
            clock_gettime(CLOCK_MONOTONIC, &until);
            until.tv_sec += s->first ? 1 : 3600;
            pthread_cond_timedwait(&s->more, &s->lock, &until);
            continue;
        }
        pthread_mutex_unlock(&s->lock);
        bool over = message_send(s, message);
        pthread_mutex_lock(&s->lock);
        if (over) {
            s->counts.waiting--;
            message_free(message);
        } else {
            queue_add(s, message);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

Sender *sender_open(const char *mail, const char *from, const char *webhook, Err *err) {
    Sender *s = calloc(1, sizeof *s);
    if (s) {
        s->mail = mail;
        s->from = from;
        s->webhook = webhook;
        s->last = &s->first;
        pthread_condattr_t monotonic; /* setting the machine's clock back must not delay messages */
        pthread_condattr_init(&monotonic);
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        pthread_mutex_init(&s->lock, NULL);
        pthread_cond_init(&s->more, &monotonic);
        pthread_condattr_destroy(&monotonic);
    }
    if (s && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK && pthread_create(&s->thread, NULL, sender_main, s) == 0)
        return s;
    free(s);
    err_set(err, SK_IO, "Out of memory while starting the notification sender.", "");
    return NULL;
}

void sender_submit(Sender *s, const char *to, char *body) {
    Message *message = body ? calloc(1, sizeof *message) : NULL;
    pthread_mutex_lock(&s->lock);
    bool accepted = message && s->counts.waiting < QUEUE_MAX_MESSAGES;
    if (accepted) {
        snprintf(message->to, sizeof message->to, "%s", to ? to : "");
        message->body = body;
        queue_add(s, message);
        s->counts.waiting++;
        pthread_cond_signal(&s->more);
    } else {
        s->counts.failed++;
    }
    pthread_mutex_unlock(&s->lock);
    if (accepted)
        return;
    log_event("letter-failed", "by=%s try=0 code=0 over=1 why=\"too many wait\"", to ? "mail" : "webhook");
    free(message);
    free(body);
}

SenderCounts sender_counts(Sender *s) {
    pthread_mutex_lock(&s->lock);
    SenderCounts counts = s->counts;
    pthread_mutex_unlock(&s->lock);
    return counts;
}

void sender_close(Sender *s) {
    if (!s)
        return;
    atomic_store(&s->ending, true);
    pthread_mutex_lock(&s->lock);
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    while (s->first) {
        Message *message = s->first;
        s->first = message->next;
        message_free(message);
    }
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->more);
    curl_global_cleanup();
    free(s);
}
