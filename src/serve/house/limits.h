/* How much anybody may ask of the server (docs/protocol.md, Closing). Constants alone. */
#ifndef SKERRY_SERVE_HOUSE_LIMITS_H
#define SKERRY_SERVE_HOUSE_LIMITS_H

enum {
    MESSAGE_MAX = 64 << 10,   /* bytes of a request */
    MESSAGES_BURST = 60,      /* requests at once, */
    MESSAGES_PER_SECOND = 20, /* and then a second */
    SOCKETS_MAX = 6000,       /* in all, */
    SOCKETS_PER_PERSON = 16,  /* and of one person */
    QUEUE_MAX = 4 << 20,      /* bytes that may wait for one socket */
    TABLES_MAX = 200000,      /* in the house, */
    TABLES_PER_PERSON = 50,   /* and unfinished ones of one host */
    NAME_CHARS_MAX = 24,      /* of a person's or table's name */
    CHAT_CHARS_MAX = 500,
    CHAT_LINES_MAX = 200,
    CHAT_PER_MINUTE = 30,
    CODES_PER_MINUTE = 10,        /* spoken codes that one socket may try, */
    WRONG_CODES_PER_MINUTE = 120, /* and wrong ones of all */
    KEY_SIZE = 23                 /* 128 bits in base64url, and the end */
};

#endif
