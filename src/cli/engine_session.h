/* The engine protocol without its pipes: a line in, a line out (docs/engine-protocol.md).
 * A Session owns the games it keeps until session_free; the Text of a reply is the caller's to free. */
#ifndef SKERRY_CLI_ENGINE_SESSION_H
#define SKERRY_CLI_ENGINE_SESSION_H

#include "base/text.h"

enum {
    ENGINE_PROTOCOL = 1,       /* raised when an old client would misread an answer */
    ENGINE_LINE_MAX = 1 << 20, /* bytes of a request */
    ENGINE_DEPTH_MAX = 32,     /* objects and lists within each other */
    ENGINE_GAMES_MAX = 1000,   /* open at once */
    ENGINE_MOVES_MAX = 64      /* in one `act` */
};

typedef struct Session Session;

Session *session_new(void); /* NULL without memory */
void session_free(Session *session);

/* Answers one request of n bytes, whatever they are: one JSON object without a newline. Never fails; a refusal is an
 * answer too and changes nothing. Longer than ENGINE_LINE_MAX is refused unread. */
Text session_handle(Session *session, const char *line, size_t n);

/* The client said `quit`. */
bool session_over(const Session *session);

#endif
