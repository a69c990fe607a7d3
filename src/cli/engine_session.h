/* The engine protocol (docs/engine-protocol.md) without input and output: takes a line, returns a line.
 * A Session owns its open games until session_free; the caller frees the Text of a reply. */
#ifndef SKERRY_CLI_ENGINE_SESSION_H
#define SKERRY_CLI_ENGINE_SESSION_H

#include "base/text.h"

enum {
    ENGINE_PROTOCOL = 1,       /* protocol version, raised when an old client would misread an answer */
    ENGINE_LINE_MAX = 1 << 20, /* bytes in a request */
    ENGINE_DEPTH_MAX = 32,     /* nested objects and lists in a request */
    ENGINE_GAMES_MAX = 1000,   /* games open at once */
    ENGINE_MOVES_MAX = 64      /* moves in one `act` */
};

typedef struct Session Session;

Session *session_new(void); /* NULL if out of memory */
void session_free(Session *session);

/* Answers one request of n arbitrary bytes with one JSON object, without a newline. Never fails: a refusal is also an
 * answer, and changes nothing. A line longer than ENGINE_LINE_MAX is refused without reading it. */
Text session_handle(Session *session, const char *line, size_t n);

/* Whether the client has sent `quit`. */
bool session_is_over(const Session *session);

#endif
