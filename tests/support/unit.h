/* Shared by the unit tests: cmocka, and checks of errors and refusals. */
#ifndef SKERRY_TESTS_SUPPORT_UNIT_H
#define SKERRY_TESTS_SUPPORT_UNIT_H

/* cmocka.h needs these to be included first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"

/* Number of repetitions: `part` of them if SKERRY_FEW is set (slow builds with sanitizers), otherwise `whole`. */
static inline unsigned few(unsigned whole, unsigned part) { return getenv("SKERRY_FEW") ? part : whole; }

/* Checks that the text contains the words, and shows the text if not. */
static inline void expect_words(const char *text, const char *words) {
    if (!strstr(text, words))
        fail_msg("expected \"%s\" in \"%s\"", words, text);
}

/* Checks for a refusal with this status whose message is one complete sentence and contains the words. */
static inline void expect_refusal(Status got, const Err *err, Status status, const char *words) {
    char sentence[2048];
    err_format(err, sentence, sizeof sentence);
    if (got == SK_OK)
        fail_msg("accepted, but expected the refusal \"%s\"", words);
    expect_words(sentence, words);
    if (got != status || err->status != status)
        fail_msg("status %d (in the Err %d), not %d: \"%s\"", (int)got, (int)err->status, (int)status, sentence);
    size_t n = strlen(sentence);
    const char *brace = strchr(sentence, '{');
    bool unfilled = brace && brace[1] >= '0' && brace[1] <= '9';
    if (n == 0 || sentence[n - 1] != '.' || strchr(sentence, '\n') || unfilled)
        fail_msg("not one complete sentence: \"%s\"", sentence);
}

static inline void expect_ok(Status got, const Err *err) {
    char sentence[2048];
    err_format(err, sentence, sizeof sentence);
    if (got != SK_OK)
        fail_msg("refused: \"%s\"", sentence);
}

#endif
