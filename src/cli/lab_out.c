/* What `skerry lab` leaves: files, standard output, the command that makes a report again; and progress meanwhile. */
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/lab_args.h"

/* ---- while it runs -------------------------------------------------------------------------------------- */

static atomic_bool stop;
static struct Watch {
    double begin;
    char what[64];
} watch;

static void on_interrupt(int number) {
    (void)number;
    atomic_store(&stop, true);
}

/* Once: a second Ctrl-C ends the program at once. */
static void catch_interrupt(void) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show_progress(void *who, uint64_t done, uint64_t games) {
    const struct Watch *now = who;
    double spent = seconds_now() - now->begin;
    double rate = (double)done / spent, left = done ? (double)(games - done) / rate : 0;
    fprintf(stderr, "\r%s%" PRIu64 " of %" PRIu64 " games, ", now->what, done, games);
    fprintf(stderr, rate < 10 ? "%.2f a second" : "%.0f a second", rate);
    if (left >= 6000)
        fprintf(stderr, ", %.1f hours left ", left / 3600);
    else if (left >= 100)
        fprintf(stderr, ", %.0f minutes left ", left / 60);
    else
        fprintf(stderr, ", %.0f seconds left ", left);
    fputs(atomic_load(&stop) ? "(stopping)\033[K" : "\033[K", stderr);
}

void lab_watch(LabSetup *setup) {
    setup->stop = &stop;
    if (isatty(STDERR_FILENO)) {
        setup->progress = show_progress;
        setup->who = &watch;
    }
    lab_watch_say("");
    catch_interrupt();
}

void lab_watch_say(const char *what) {
    snprintf(watch.what, sizeof watch.what, "%s", what);
    watch.begin = seconds_now();
}

void lab_watch_end(const LabSetup *setup) {
    if (setup->progress)
        fputs("\r\033[K", stderr);
}

/* ---- files ---------------------------------------------------------------------------------------------- */

Status lab_check_path(const char *path, const char *option, Err *err) {
    if (!path || strcmp(path, "-") == 0)
        return SK_OK;
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return err_say(err, SK_IO, "{0} {1}: that is not a file; name another.", "ss", option, path);
    char copy[4096];
    if ((size_t)snprintf(copy, sizeof copy, "%s", path) >= sizeof copy)
        return err_say(err, SK_IO, "{0}: the name is too long.", "s", option);
    const char *folder = dirname(copy);
    if (access(folder, W_OK | X_OK) != 0)
        return err_say(err, SK_IO, "{0} {1}: {2}: {3}.", "ssss", option, path, folder, strerror(errno));
    return SK_OK;
}

Status lab_put(const char *path, const Text *text, Err *err) {
    if (text->broken)
        return err_say(err, SK_IO, "There is not enough memory to write {0}; ask for fewer games.", "s", path);
    if (strcmp(path, "-") != 0)
        return file_replace(path, text_str(text), text->len, err);
    if (fwrite(text_str(text), 1, text->len, stdout) != text->len || fflush(stdout))
        return err_say(err, SK_IO, "Standard output cannot be written: {0}.", "s", strerror(errno));
    return SK_OK;
}

Status lab_put_json(const char *path, json_t *json, Err *err) {
    Text text = {0};
    char *dump = json ? json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(10)) : NULL;
    if (dump)
        text_puts(&text, dump);
    text_putc(&text, '\n');
    text.broken |= !dump;
    Status status = lab_put(path, &text, err);
    free(dump);
    json_decref(json);
    text_free(&text);
    return status;
}

bool lab_stdout_taken(const LabArgs *args) {
    return (args->json && strcmp(args->json, "-") == 0) || (args->csv && strcmp(args->csv, "-") == 0);
}

/* ---- the command ---------------------------------------------------------------------------------------- */

/* A word as a shell reads it back. */
static void add_word(Text *out, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=,:+-@%";
    text_putc(out, ' ');
    if (*word && strspn(word, plain) == strlen(word)) {
        text_puts(out, word);
        return;
    }
    text_putc(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            text_puts(out, "'\\''");
        else
            text_putc(out, *word);
    }
    text_putc(out, '\'');
}

static void add_players(const LabArgs *args, const LabSetup *setup, Text *out) {
    if (args->cross) {
        text_puts(out, " --cross");
        add_word(out, args->cross);
    }
    for (unsigned i = 0; !args->cross && i < setup->rules->seats; i++)
        text_printf(out, "%sbot:%s", i ? "," : " --seats ", setup->bot[i]->name);
    if (args->rotate)
        text_puts(out, " --rotate");
    if (args->budget)
        text_printf(out, " --budget %" PRIu32, args->budget);
    if (args->part)
        text_printf(out, " --part %" PRIu32, args->part);
}

void lab_command(const LabArgs *args, const LabSetup *setup, uint64_t games, Text *out) {
    text_printf(out, "skerry lab %s --games %" PRIu64, args->table.game, games);
    add_players(args, setup, out);
    for (unsigned i = 0; i < args->table.options; i++) {
        text_puts(out, " --option");
        add_word(out, args->table.option[i]);
    }
    if (args->table.content) {
        text_puts(out, " --content");
        add_word(out, args->table.content);
    }
    text_printf(out, " --seed %" PRIu64, setup->seed);
    for (unsigned i = 0; i < args->uses; i++) {
        text_puts(out, " --use");
        add_word(out, args->use[i]);
    }
}
