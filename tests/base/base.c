/* src/base: errors, growable strings, hashes, files. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "unit.h"

/* ---- errors --------------------------------------------------------------------------------------------- */

static void err_templates(void **unused) {
    (void)unused;
    Err err;
    char out[256];
    assert_int_equal(refuse(&err, SK_RANGE, 2, "You have {0} Karas; the Sword costs {1}.", 2, -3), SK_RANGE);
    assert_int_equal(err_format(&err, out, sizeof out), strlen("You have 2 Karas; the Sword costs -3."));
    assert_string_equal(out, "You have 2 Karas; the Sword costs -3.");
    assert_int_equal(err.rule, 2);
    assert_int_equal(err.args, 2);
    refuse(&err, SK_TURN, 0, "Not now.");
    assert_int_equal(err.args, 0);
    err_format(&err, out, sizeof out);
    assert_string_equal(out, "Not now.");
    /* err_format does not know the lists, so it prints the number. */
    refuse(&err, SK_RULE, 1, "{0:space} is wet, {0}, {1:space}.", 4, 5);
    err_format(&err, out, sizeof out);
    assert_string_equal(out, "4 is wet, 4, 5.");
}

static void err_unknown_placeholders(void **unused) {
    (void)unused;
    Err err;
    char out[64];
    refuse(&err, SK_RULE, 0, "{} {a} {9} {1} {0", 7);
    err_format(&err, out, sizeof out);
    assert_string_equal(out, "{} {a} {9} {1} {0");
    assert_int_equal(err_format(&(Err){0}, out, sizeof out), 0);
    assert_string_equal(out, "");
}

static void err_without_err(void **unused) {
    (void)unused;
    assert_int_equal(refuse((Err *)NULL, SK_RULE, 3, "{0}", 1), SK_RULE);
    assert_int_equal(err_set(NULL, SK_IO, "{0}", "s", "x"), SK_IO);
}

static void err_words_and_numbers(void **unused) {
    (void)unused;
    Err err;
    char out[64];
    assert_int_equal(err_set(&err, SK_IO, "{0}:{1}: {2}.", "sds", "a.txt", 12, (const char *)NULL), SK_IO);
    err_format(&err, out, sizeof out);
    assert_string_equal(out, "a.txt:12: .");
    /* An error that is passed on, with one of its own strings as an argument. */
    err_set(&err, SK_STATE, "line {1}: {0}", "sd", err.strings + err.string_offset[0], 3);
    err_format(&err, out, sizeof out);
    assert_string_equal(out, "line 3: a.txt");
}

static void err_limits(void **unused) {
    (void)unused;
    static char longest[4000];
    Err err;
    char out[4096];
    memset(longest, 'x', sizeof longest - 1);
    err_set(&err, SK_IO, "{0}|{1}|{2}|{3}|{4}|{5}", "ssssss", longest, longest, "three", longest, "five", longest);
    size_t n = err_format(&err, out, sizeof out);
    assert_int_equal(n, strlen(out));
    assert_true(err.strings_used <= ERR_STRINGS_SIZE);
    /* Long strings do not push out the others: the third is still complete. */
    expect_words(out, "|three|");
    /* Arguments beyond the maximum are left out, not written past the end. */
    err_set(&err, SK_IO, "{5}{6}", "dddddddd", 0, 1, 2, 3, 4, 5, 6, 7);
    err_format(&err, out, sizeof out);
    assert_string_equal(out, "5{6}");
}

static void err_cuts_between_characters(void **unused) {
    (void)unused;
    char word[400] = "";
    Err err;
    char out[1024];
    for (int i = 0; i < 130; i++)
        strcat(word, "\u2026"); /* three bytes each, so the limit of 220 falls inside one */
    err_set(&err, SK_IO, "{0}", "s", word);
    size_t n = err_format(&err, out, sizeof out);
    assert_int_equal(n % 3, 0);
    assert_true(n <= 220 && n > 210);
}

/* Strings come from files and command lines: they must not contain newlines or terminal control codes. */
static void err_words_are_one_line(void **unused) {
    (void)unused;
    Err err;
    char out[64];
    err_set(&err, SK_IO, "{0} is bad.", "s", "a\nb\r\x1b[2J\x7f\u00e9\t");
    err_format(&err, out, sizeof out);
    assert_string_equal(out, "a?b??[2J?\u00e9? is bad.");
}

static void err_format_never_overruns(void **unused) {
    (void)unused;
    Err err;
    err_set(&err, SK_IO, "{0} and {1}.", "sd", "seven", 123456);
    for (size_t size = 0; size < 24; size++) {
        char out[32];
        memset(out, '#', sizeof out);
        size_t n = err_format(&err, out, size);
        assert_true(size == 0 ? n == 0 : n < size);
        for (size_t i = size; i < sizeof out; i++)
            assert_int_equal(out[i], '#');
        if (size)
            assert_memory_equal(out, "seven and 123456.", n);
    }
}

/* ---- text ----------------------------------------------------------------------------------------------- */

static void text_grows(void **unused) {
    (void)unused;
    Text text = {0};
    assert_string_equal(text_str(&text), "");
    for (int i = 0; i < 10000; i++)
        text_printf(&text, "%d,", i);
    assert_int_equal(text.len, 10 * 2 + 90 * 3 + 900 * 4 + 9000 * 5);
    assert_string_equal(text_str(&text) + text.len - 5, "9999,");
    assert_int_equal(strlen(text_str(&text)), text.len);
    text_clear(&text);
    assert_string_equal(text_str(&text), "");
    assert_int_equal(text.len, 0);
    text_puts(&text, "abc");
    text_putc(&text, 'd');
    text_add(&text, "efgh", 2);
    text_add(&text, NULL, 0);
    assert_string_equal(text_str(&text), "abcdef");
    text_free(&text);
    assert_null(text.data);
    assert_string_equal(text_str(&text), "");
}

static void text_exact_boundaries(void **unused) {
    (void)unused;
    for (size_t n = 60; n < 70; n++) {
        Text text = {0};
        for (size_t i = 0; i < n; i++)
            text_putc(&text, 'x');
        text_printf(&text, "%s", "yz");
        assert_int_equal(text.len, n + 2);
        assert_true(text.cap > text.len);
        assert_string_equal(text_str(&text) + n, "yz");
        text_free(&text);
    }
}

static void text_out_of_memory_drops_the_rest(void **unused) {
    (void)unused;
    Text text = {0};
    text_puts(&text, "kept");
    text.out_of_memory = true; /* as after a failed allocation */
    text_puts(&text, "dropped");
    text_printf(&text, "%d", 1);
    assert_string_equal(text_str(&text), "kept");
    text_clear(&text);
    assert_false(text.out_of_memory);
    text_free(&text);
}

/* ---- hashes --------------------------------------------------------------------------------------------- */

static void hash_known_values(void **unused) {
    (void)unused;
    /* Existing records contain such hashes, so they must never change. Computed independently of this code. */
    static const struct {
        const char *bytes;
        size_t n;
        uint64_t seed, hash;
    } known[] = {
        {"", 0, 0, UINT64_C(0x2180a92350d49cce)},         {"a", 1, 0, UINT64_C(0xfb87681024b2675e)},
        {"atoll", 5, 0, UINT64_C(0x16a1bbdd573cd91f)},    {"atoll", 5, 1, UINT64_C(0xcb08baa0baf9278a)},
        {"\0\0\0\0", 4, 0, UINT64_C(0x7f1e0e8d577ec29d)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(hash_bytes(known[i].bytes, known[i].n, known[i].seed), known[i].hash);
}

static void hash_tells_small_changes(void **unused) {
    (void)unused;
    unsigned char bytes[52] = {0};
    uint64_t plain = hash_bytes(bytes, sizeof bytes, 0);
    for (unsigned bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        uint64_t changed = hash_bytes(bytes, sizeof bytes, 0);
        int differing = __builtin_popcountll(plain ^ changed);
        assert_in_range(differing, 10, 54);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_int_not_equal(hash_bytes(bytes, 51, 0), plain);
    assert_int_not_equal(hash_bytes(bytes, 52, 1), plain);
}

static void hash_as_text(void **unused) {
    (void)unused;
    char out[HASH_TEXT_SIZE];
    uint64_t back;
    hash_write(UINT64_C(0x00ab0123456789f0), out);
    assert_string_equal(out, "00ab0123456789f0");
    assert_true(hash_read(out, &back));
    assert_int_equal(back, UINT64_C(0x00ab0123456789f0));
    static const char *const bad[] = {
        "", "00ab0123456789f", "00ab0123456789f00", "00AB0123456789f0", "00ab0123 56789f0", "g0ab0123456789f0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(hash_read(bad[i], &back));
}

/* ---- files ---------------------------------------------------------------------------------------------- */

static char folder[64];

static int folder_make(void **unused) {
    (void)unused;
    strcpy(folder, "/tmp/skerry-unit-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int folder_remove(void **unused) {
    (void)unused;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static const char *in_folder(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void expect_file(const char *path, const char *content) {
    Text text = {0};
    Err err = {0};
    expect_ok(file_read(path, &text, &err), &err);
    assert_string_equal(text_str(&text), content);
    text_free(&text);
}

static unsigned files_in_folder(void) {
    char command[128];
    unsigned count = 0;
    snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%u", &count), 1);
    pclose(pipe);
    return count;
}

static void file_write_and_read(void **unused) {
    (void)unused;
    Err err = {0};
    const char *path = in_folder("one");
    expect_ok(file_write_atomic(path, "old\n", 4, &err), &err);
    expect_file(path, "old\n");
    expect_ok(file_write_atomic(path, "", 0, &err), &err);
    expect_file(path, "");
    expect_ok(file_write_atomic(path, "new", 3, &err), &err);
    expect_file(path, "new");
    assert_int_equal(files_in_folder(), 1); /* no temporary file is left */
}

static void file_read_appends(void **unused) {
    (void)unused;
    Err err = {0};
    Text text = {0};
    file_write_atomic(in_folder("one"), "two", 3, &err);
    text_puts(&text, "one ");
    expect_ok(file_read(in_folder("one"), &text, &err), &err);
    assert_string_equal(text_str(&text), "one two");
    text_free(&text);
}

/* A write fails half-way (a limit on the file size simulates a full disk): the old file must stay intact. */
static void file_failed_write_keeps_the_old(void **unused) {
    (void)unused;
    Err err = {0};
    const char *path = in_folder("one");
    static char much[100000];
    memset(much, 'x', sizeof much);
    expect_ok(file_write_atomic(path, "old", 3, &err), &err);
    struct rlimit was, small;
    getrlimit(RLIMIT_FSIZE, &was);
    small = (struct rlimit){4096, was.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    Status status = file_write_atomic(path, much, sizeof much, &err);
    setrlimit(RLIMIT_FSIZE, &was);
    signal(SIGXFSZ, handler);
    expect_refusal(status, &err, SK_IO, "cannot be written: File too large.");
    expect_file(path, "old");
    assert_int_equal(files_in_folder(), 1);
}

static void file_bad_places(void **unused) {
    (void)unused;
    Err err = {0};
    Text text = {0};
    char longest[5000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    expect_refusal(file_read(in_folder("none"), &text, &err), &err, SK_IO,
                   "/none cannot be opened: No such file or directory.");
    expect_refusal(file_read(folder, &text, &err), &err, SK_IO, "cannot be read: Is a directory.");
    expect_refusal(file_write_atomic(in_folder("no/such/place"), "x", 1, &err), &err, SK_IO,
                   "/no/such/place cannot be written");
    expect_refusal(file_write_atomic(longest, "x", 1, &err), &err, SK_IO, "too long");
    mkdir(in_folder("taken"), 0777);
    expect_refusal(file_write_atomic(in_folder("taken"), "x", 1, &err), &err, SK_IO, "/taken cannot be written");
    assert_int_equal(files_in_folder(), 1);
    assert_string_equal(text_str(&text), "");
    text_free(&text);
}

static void file_zero_byte(void **unused) {
    (void)unused;
    Err err = {0};
    Text text = {0};
    file_write_atomic(in_folder("binary"), "a\0b", 3, &err);
    expect_refusal(file_read(in_folder("binary"), &text, &err), &err, SK_SYNTAX, "/binary is not a text file");
    text_free(&text);
}

static void file_too_large(void **unused) {
    (void)unused;
    Err err = {0};
    Text text = {0};
    const char *path = in_folder("huge");
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, (off_t)FILE_MAX + 1), 0); /* a sparse file, which takes no disk space */
    close(fd);
    expect_refusal(file_read(path, &text, &err), &err, SK_IO, "/huge is larger than 64 MiB");
    text_free(&text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(err_templates),
        cmocka_unit_test(err_unknown_placeholders),
        cmocka_unit_test(err_without_err),
        cmocka_unit_test(err_words_and_numbers),
        cmocka_unit_test(err_limits),
        cmocka_unit_test(err_cuts_between_characters),
        cmocka_unit_test(err_words_are_one_line),
        cmocka_unit_test(err_format_never_overruns),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(text_exact_boundaries),
        cmocka_unit_test(text_out_of_memory_drops_the_rest),
        cmocka_unit_test(hash_known_values),
        cmocka_unit_test(hash_tells_small_changes),
        cmocka_unit_test(hash_as_text),
        IN_FOLDER(file_write_and_read),
        IN_FOLDER(file_read_appends),
        IN_FOLDER(file_failed_write_keeps_the_old),
        IN_FOLDER(file_bad_places),
        IN_FOLDER(file_zero_byte),
        IN_FOLDER(file_too_large),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
