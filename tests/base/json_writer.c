/* src/base/json_writer: writes the same bytes as the JSON library for the same values, with any bytes in strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/rng.h"

static void same_as_library(json_t *tree, Text *text) {
    char *expected = json_dumps(tree, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text_str(text), expected);
    assert_int_equal(text->len, strlen(expected));
    free(expected);
    json_decref(tree);
    text_free(text);
}

static void shapes(void **unused) {
    (void)unused;
    Text text = {0};
    JsonWriter writer = {&text, false};
    jw_open(&writer, '{');
    jw_put_string(&writer, "name", "Ebbe");
    jw_key(&writer, "empty");
    jw_open(&writer, '[');
    jw_close(&writer, ']');
    jw_key(&writer, "list");
    jw_open(&writer, '[');
    jw_number(&writer, 1);
    jw_open(&writer, '{');
    jw_close(&writer, '}');
    jw_null(&writer);
    jw_raw(&writer, "[2]", 3);
    jw_close(&writer, ']');
    jw_put_bool(&writer, "yes", true);
    jw_put_bool(&writer, "no", false);
    jw_put_number(&writer, "n", -7);
    jw_close(&writer, '}');
    same_as_library(json_pack("{s:s, s:[], s:[i, {}, n, [i]], s:b, s:b, s:i}", "name", "Ebbe", "empty", "list", 1, 2,
                              "yes", 1, "no", 0, "n", -7),
                    &text);
}

static void numbers(void **unused) {
    (void)unused;
    const int64_t some[] = {0, 1, -1, 9, 10, -10, 99, 100, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    for (unsigned i = 0; i < sizeof some / sizeof *some; i++) {
        Text text = {0};
        char expected[32];
        jw_number(&(JsonWriter){&text, false}, some[i]);
        snprintf(expected, sizeof expected, "%" PRId64, some[i]);
        assert_string_equal(text_str(&text), expected);
        text_free(&text);
    }
}

/* Every character, in the middle and at the start of a string. */
static void characters(void **unused) {
    (void)unused;
    for (unsigned c = 1; c < 0x3000; c++) {
        char string[8] = "a";
        size_t n = 1;
        if (c < 0x80)
            string[n++] = (char)c;
        else if (c < 0x800)
            string[n++] = (char)(0xC0 | c >> 6), string[n++] = (char)(0x80 | (c & 63));
        else
            string[n++] = (char)(0xE0 | c >> 12), string[n++] = (char)(0x80 | (c >> 6 & 63)),
            string[n++] = (char)(0x80 | (c & 63));
        string[n++] = 'z';
        Text text = {0};
        jw_string(&(JsonWriter){&text, false}, string + (c & 1));
        same_as_library(json_string(string + (c & 1)), &text);
    }
}

/* Random bytes: the library can always parse the result. If the bytes are valid UTF-8, it reads the same string. */
static void any_bytes(void **unused) {
    (void)unused;
    static const unsigned char bytes[] = {'a',  '"',  '\\', '\n', 1,    0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0,
                                          0xA0, 0xED, 0x9F, 0xEF, 0xBD, 0xF0, 0x90, 0xF4, 0x8F, 0xF5, 0xFF, '/'};
    Rng rng = rng_init(7, 1);
    for (unsigned round = 0; round < 200000; round++) {
        char string[9];
        size_t n = rng_below(&rng, 9);
        for (size_t i = 0; i < n; i++)
            string[i] = (char)bytes[rng_below(&rng, sizeof bytes)];
        Text text = {0};
        jw_stringn(&(JsonWriter){&text, false}, string, n);
        json_t *back = json_loadb(text_str(&text), text.len, JSON_DECODE_ANY, NULL), *plain = json_stringn(string, n);
        assert_non_null(back);
        if (plain)
            assert_true(json_equal(back, plain));
        else
            assert_non_null(strstr(json_string_value(back), "\xEF\xBF\xBD"));
        json_decref(back);
        json_decref(plain);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes), cmocka_unit_test(numbers),
                                       cmocka_unit_test(characters), cmocka_unit_test(any_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
