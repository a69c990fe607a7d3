/* What the unit tests share: cmocka, and looking at refusals. Owns nothing. */
#ifndef SKERRY_TESTS_SUPPORT_UNIT_H
#define SKERRY_TESTS_SUPPORT_UNIT_H

/* cmocka wants these before itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"

/* How many of something: a part of it where everything is slow (SKERRY_FEW, under sanitizers). */
static inline unsigned few(unsigned whole, unsigned part) { return getenv("SKERRY_FEW") ? part : whole; }

/* cmocka's assert_memory_equal and friends take these as they are; this one says what was found. */
static inline void expect_words(const char *text, const char *words) {
    if (!strstr(text, words))
        fail_msg("expected \"%s\" in \"%s\"", words, text);
}

/* A refusal of this kind whose sentence holds the words; whole sentences only, ended by a point. */
static inline void expect_refusal(Status got, const Err *err, Status status, const char *words) {
    char sentence[2048];
    err_format(err, sentence, sizeof sentence);
    if (got == SK_OK)
        fail_msg("accepted, though \"%s\" was to be said", words);
    expect_words(sentence, words);
    if (got != status || err->status != status)
        fail_msg("status %d (in the Err %d), not %d: \"%s\"", (int)got, (int)err->status, (int)status, sentence);
    size_t n = strlen(sentence);
    const char *brace = strchr(sentence, '{');
    bool unfilled = brace && brace[1] >= '0' && brace[1] <= '9';
    if (n == 0 || sentence[n - 1] != '.' || strchr(sentence, '\n') || unfilled)
        fail_msg("not one whole sentence: \"%s\"", sentence);
}

static inline void expect_fine(Status got, const Err *err) {
    char sentence[2048];
    err_format(err, sentence, sizeof sentence);
    if (got != SK_OK)
        fail_msg("refused: \"%s\"", sentence);
}

#endif
