/* Errors and refusals: a status, a rule number, and a message template with its arguments.
 * An Err is a plain value that owns no memory and may be copied; `text` points to a string literal. */
#ifndef SKERRY_BASE_ERR_H
#define SKERRY_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum Status {
    SK_OK,
    SK_SYNTAX,  /* malformed input */
    SK_UNKNOWN, /* unknown name */
    SK_RANGE,   /* number out of range; too expensive, too far */
    SK_TURN,    /* not now, or not this seat's turn */
    SK_RULE,    /* forbidden by a rule of the game */
    SK_STALE,   /* decided on an outdated view */
    SK_STATE,   /* position or record that breaks an invariant */
    SK_CONTENT, /* inconsistent content pack */
    SK_IO,      /* files, memory, network, other processes */
    SK_USAGE    /* wrong command line */
} Status;

enum { ERR_ARGS_MAX = 6, ERR_STRINGS_SIZE = 640 };

typedef struct Err {
    Status status;
    int32_t rule;     /* number of the rule in games/ID/rules.md; 0: none */
    const char *text; /* template: {0}, {1} are arguments; {0:space} is argument 0 as a name from the list "space" */
    uint32_t args;
    int32_t num[ERR_ARGS_MAX];
    uint16_t string_offset[ERR_ARGS_MAX]; /* offset of string argument i in `strings`; 0: the argument is num[i] */
    uint16_t strings_used;                /* bytes of `strings` in use */
    char strings[ERR_STRINGS_SIZE];
} Err;

/* For rules code: number arguments only, and no library needed. If err is NULL, only the status is returned. */
static inline Status err_refuse(Err *err, Status status, int32_t rule, const char *text, const int32_t *num,
                                uint32_t args) {
    if (err) {
        err->status = status;
        err->rule = rule;
        err->text = text;
        err->args = args < ERR_ARGS_MAX ? args : (uint32_t)ERR_ARGS_MAX;
        err->strings_used = 1;
        for (uint32_t i = 0; i < err->args; i++) {
            err->num[i] = num[i];
            err->string_offset[i] = 0;
        }
    }
    return status;
}

/* refuse(err, SK_RANGE, 2, "You have {0} Karas; the Sword costs {1}.", have, price) */
#define refuse(err, status, rule, ...) REFUSE_(err, status, rule, __VA_ARGS__, 0)
#define REFUSE_(err, status, rule, text, ...)                                                                          \
    err_refuse(err, status, rule, text, (const int32_t[]){__VA_ARGS__},                                                \
               (uint32_t)(sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t) - 1))

/* For all other code. `types` has one letter per argument: 's' for a string (copied, shortened if very long) or 'd' for
 * an int. */
Status err_set(Err *err, Status status, const char *text, const char *types, ...);

/* Writes the message and returns its length. List names stay numbers here; src/text can resolve them. */
size_t err_format(const Err *err, char *out, size_t size);

#endif
