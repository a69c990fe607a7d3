/* Errors and refusals: a status, a rule's number, and the template of a sentence with its numbers.
 * An Err owns nothing: it is a plain value, kept by whoever declared it; `text` points to a literal. */
#ifndef SKERRY_BASE_ERR_H
#define SKERRY_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum Status {
    SK_OK,
    SK_SYNTAX,  /* not in the form it should have */
    SK_UNKNOWN, /* a name nobody knows */
    SK_RANGE,   /* a number out of its range; too dear, too far */
    SK_TURN,    /* not now, or not this seat */
    SK_RULE,    /* against a rule of the game */
    SK_STALE,   /* decided on a view that is no longer true */
    SK_STATE,   /* a position or record that breaks an invariant */
    SK_CONTENT, /* a content pack that does not hold together */
    SK_IO,      /* files, memory, the outside world */
    SK_USAGE    /* the command line is wrong */
} Status;

enum { ERR_ARGS = 6, ERR_STRINGS_SIZE = 640 };

typedef struct Err {
    Status status;
    int32_t rule;     /* its number in games/ID/rules.md; 0: none */
    const char *text; /* the template: {0}, {1} stand for the arguments, {0:space} for a name of a list */
    uint32_t args;
    int32_t num[ERR_ARGS];
    uint16_t string_offset[ERR_ARGS]; /* 0: the argument is num[i]; otherwise words + word[i] */
    uint16_t strings_used;
    char words[ERR_STRINGS_SIZE];
} Err;

/* The rules' way: numbers only, nothing copied, no library needed. A NULL err keeps only the status. */
static inline Status err_refuse(Err *err, Status status, int32_t rule, const char *text, const int32_t *num,
                                uint32_t args) {
    if (err) {
        err->status = status;
        err->rule = rule;
        err->text = text;
        err->args = args < ERR_ARGS ? args : (uint32_t)ERR_ARGS;
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

/* The host's way: `types` has a letter an argument, 's' a string (copied, cut when very long), 'd' an int. */
Status err_set(Err *err, Status status, const char *text, const char *types, ...);

/* The sentence as it stands, names of lists left as numbers (src/text knows better). Returns its length. */
size_t err_format(const Err *err, char *out, size_t size);

#endif
