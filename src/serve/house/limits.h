/* Limits on what clients may send and create (docs/protocol.md, Closing). */
#ifndef SKERRY_SERVE_HOUSE_LIMITS_H
#define SKERRY_SERVE_HOUSE_LIMITS_H

enum {
    MESSAGE_MAX = 64 << 10,   /* bytes per request */
    MESSAGES_BURST = 60,      /* requests in one burst */
    MESSAGES_PER_SECOND = 20, /* requests per second after the burst */
    SOCKETS_MAX = 6000,       /* on this server */
    SOCKETS_PER_PERSON = 16,  /* open at once */
    QUEUE_MAX = 4 << 20,      /* bytes waiting to be sent to one socket */
    TABLES_MAX = 200000,      /* in the house */
    TABLES_PER_PERSON = 50,   /* unfinished tables of one owner */
    NAME_CHARS_MAX = 24,      /* in the name of a person or table */
    CHAT_CHARS_MAX = 500,
    CHAT_LINES_MAX = 200,
    CHAT_PER_MINUTE = 30,
    CODES_PER_MINUTE = 10,        /* table codes one socket may try */
    WRONG_CODES_PER_MINUTE = 120, /* wrong codes from all sockets together */
    KEY_SIZE = 23                 /* 128 bits in base64url, with the final NUL */
};

#endif
