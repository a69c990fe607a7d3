#include "serve/people/notify_sender.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/house/house.h"

enum { QUEUE_MOST = 2000, TRIES = 4, SECONDS_MOST = 30 };
static const int64_t pauses[TRIES] = {5000, 60000, 600000, 0};

typedef struct Letter {
    char to[128]; /* empty: the webhook */
    char *body;
    unsigned tries;
    int64_t after; /* not before */
    struct Letter *next;
} Letter;

struct Sender {
    const char *mail, *from, *hook;
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread;
    Letter *first, **last;
    SenderCounts counts;
    atomic_bool ending;
};

static void letter_free(Letter *letter) {
    free(letter->body);
    free(letter);
}

/* ---- one letter, on the sender's thread ------------------------------------------------------------------- */

typedef struct Reading {
    const char *at;
    size_t left;
} Reading;

static size_t body_give(char *out, size_t size, size_t n, void *of) {
    Reading *reading = of;
    size_t take = size * n < reading->left ? size * n : reading->left;
    memcpy(out, reading->at, take);
    reading->at += take;
    reading->left -= take;
    return take;
}

static size_t reply_drop(char *bytes, size_t size, size_t n, void *of) {
    (void)bytes;
    (void)of;
    return size * n;
}

static int go_on(void *of, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return atomic_load(&((Sender *)of)->ending);
}

static CURLcode mail_send(const Sender *s, CURL *curl, const Letter *letter) {
    Reading reading = {letter->body, strlen(letter->body)};
    struct curl_slist *to = curl_slist_append(NULL, letter->to);
    bool named = strchr(s->mail, '@') != NULL; /* a password goes over a closed line only */
    curl_easy_setopt(curl, CURLOPT_URL, s->mail);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(named ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, s->from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, body_give);
    curl_easy_setopt(curl, CURLOPT_READDATA, &reading);
    CURLcode sent = curl_easy_perform(curl);
    curl_slist_free_all(to);
    return sent;
}

static CURLcode hook_send(const Sender *s, CURL *curl, const Letter *letter) {
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    curl_easy_setopt(curl, CURLOPT_URL, s->hook);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, letter->body);
    CURLcode sent = curl_easy_perform(curl);
    curl_slist_free_all(headers);
    return sent;
}

/* True: it is out, or never will be. */
static bool letter_send(Sender *s, Letter *letter) {
    CURL *curl = curl_easy_init();
    long code = 0;
    if (!curl)
        return false;
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SECONDS_MOST);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, reply_drop);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, go_on);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, s);
    CURLcode sent = *letter->to ? mail_send(s, curl, letter) : hook_send(s, curl, letter);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    curl_easy_cleanup(curl);
    bool good = sent == CURLE_OK && (*letter->to || (code >= 200 && code < 300));
    /* Mail servers refuse for good with 5xx; web servers with 4xx. */
    bool never = !good && (*letter->to ? code >= 500 : code >= 400 && code < 500);
    letter->tries++;
    bool over = good || never || letter->tries == TRIES;
    if (!good)
        log_event("letter-failed", "by=%s try=%u code=%ld over=%d why=\"%s\"", *letter->to ? "mail" : "webhook",
                  letter->tries, code, over, curl_easy_strerror(sent));
    letter->after = tick_ms() + pauses[letter->tries - 1];
    pthread_mutex_lock(&s->lock);
    s->counts.sent += good;
    s->counts.failed += !good && over;
    pthread_mutex_unlock(&s->lock);
    return over;
}

/* ---- the queue ------------------------------------------------------------------------------------------ */

/* Under the lock: the first whose time has come. */
static Letter *letter_take(Sender *s) {
    for (Letter **at = &s->first; *at; at = &(*at)->next) {
        Letter *letter = *at;
        if (letter->after > tick_ms())
            continue;
        *at = letter->next;
        if (s->last == &letter->next)
            s->last = at;
        letter->next = NULL;
        return letter;
    }
    return NULL;
}

static void mail_queue_add(Sender *s, Letter *letter) {
    *s->last = letter;
    s->last = &letter->next;
}

static void *sender_main(void *of) {
    Sender *s = of;
    pthread_mutex_lock(&s->lock);
    while (!atomic_load(&s->ending)) {
        Letter *letter = letter_take(s);
        if (!letter) {
            struct timespec until;
            clock_gettime(CLOCK_MONOTONIC, &until);
            until.tv_sec += s->first ? 1 : 3600;
            pthread_cond_timedwait(&s->more, &s->lock, &until);
            continue;
        }
        pthread_mutex_unlock(&s->lock);
        bool over = letter_send(s, letter);
        pthread_mutex_lock(&s->lock);
        if (over) {
            s->counts.waiting--;
            letter_free(letter);
        } else {
            mail_queue_add(s, letter);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

Sender *sender_open(const char *mail, const char *from, const char *hook, Err *err) {
    Sender *s = calloc(1, sizeof *s);
    if (s) {
        s->mail = mail;
        s->from = from;
        s->hook = hook;
        s->last = &s->first;
        pthread_condattr_t steady; /* whoever sets the machine's clock back does not keep letters waiting */
        pthread_condattr_init(&steady);
        pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
        pthread_mutex_init(&s->lock, NULL);
        pthread_cond_init(&s->more, &steady);
        pthread_condattr_destroy(&steady);
    }
    if (s && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK && pthread_create(&s->thread, NULL, sender_main, s) == 0)
        return s;
    free(s);
    err_set(err, SK_IO, "There is not enough memory to send mail.", "");
    return NULL;
}

void sender_submit(Sender *s, const char *to, char *body) {
    Letter *letter = body ? calloc(1, sizeof *letter) : NULL;
    pthread_mutex_lock(&s->lock);
    bool room = letter && s->counts.waiting < QUEUE_MOST;
    if (room) {
        snprintf(letter->to, sizeof letter->to, "%s", to ? to : "");
        letter->body = body;
        mail_queue_add(s, letter);
        s->counts.waiting++;
        pthread_cond_signal(&s->more);
    } else {
        s->counts.failed++;
    }
    pthread_mutex_unlock(&s->lock);
    if (room)
        return;
    log_event("letter-failed", "by=%s try=0 code=0 over=1 why=\"too many wait\"", to ? "mail" : "webhook");
    free(letter);
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
        Letter *letter = s->first;
        s->first = letter->next;
        letter_free(letter);
    }
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->more);
    curl_global_cleanup();
    free(s);
}
