/* Output of `skerry lab`: the progress display, files and standard output, and the command that reproduces a report. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/lab_args.h"
#include "cli/ranks.h"
#include "lab/html_report.h"
#include "text/words.h"

/* ---- progress ------------------------------------------------------------------------------------------- */

static atomic_bool stop;
static struct Progress {
    double begin;
    uint64_t games;  /* total; 0: use the number that the lab reports */
    uint64_t before; /* games already done at the first report, for example by a resumed run */
    char label[96];
} progress;

static void on_interrupt(int number) {
    (void)number;
    atomic_store(&stop, true);
}

/* SA_RESETHAND: a second Ctrl-C ends the program at once. mpirun forwards SIGUSR1 but not Ctrl-C. */
static void catch_interrupt(void) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
}

double lab_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show_progress(void *ctx, uint64_t done, uint64_t games) {
    struct Progress *now = ctx;
    double spent = lab_seconds() - now->begin;
    games = now->games ? now->games : games;
    if (now->before > done)
        now->before = done; /* the first report of this run */
    double rate = (double)(done - now->before) / spent, left = rate > 0 ? (double)(games - done) / rate : 0;
    fprintf(stderr, "\r%s%" PRIu64 " of %" PRIu64 " games", now->label, done, games);
    if (rate > 0) {
        fprintf(stderr, rate < 10 ? ", %.2f per second" : ", %.0f per second", rate);
        fprintf(stderr,
                left >= 6000  ? ", %.1f hours left "
                : left >= 100 ? ", %.0f minutes left "
                              : ", %.0f seconds left ",
                left >= 6000  ? left / 3600
                : left >= 100 ? left / 60
                              : left);
    }
    fputs(atomic_load(&stop) ? "(stopping)\033[K" : "\033[K", stderr);
}

void lab_progress(LabSetup *setup, uint64_t games) {
    static bool caught;
    setup->stop = &stop;
    if (isatty(STDERR_FILENO) && ranks_me() == 0) {
        setup->progress = show_progress;
        setup->ctx = &progress;
    }
    progress.games = games;
    progress.before = UINT64_MAX;
    progress.begin = lab_seconds();
    if (!caught)
        catch_interrupt();
    caught = true;
}

void lab_progress_label(const char *label) { snprintf(progress.label, sizeof progress.label, "%s", label); }

void lab_progress_end(const LabSetup *setup) {
    Text lost = {0};
    if (setup->progress)
        fputs("\r\033[K", stderr);
    if (setup->programs)
        lab_programs_write(setup->programs, setup->rules, &lost);
    fputs(text_str(&lost), stderr);
    text_free(&lost);
}

/* ---- files ---------------------------------------------------------------------------------------------- */

Status lab_check_paths(const LabArgs *args, Err *err) {
    const struct {
        const char *option, *path;
    } files[] = {{"--json", args->json}, {"--csv", args->csv}, {"--html", args->html}};
    enum { FILES = sizeof files / sizeof *files };
    Status status = SK_OK;
    for (unsigned i = 0; i < FILES && !status; i++) {
        for (unsigned k = 0; k < i && !status; k++)
            if (files[i].path && files[k].path && strcmp(files[i].path, files[k].path) == 0)
                status = err_set(err, SK_USAGE, "{0} and {1} both name {2}; name two different files.", "sss",
                                 files[k].option, files[i].option, files[i].path);
        if (!status)
            status = cli_check_writable(files[i].path, files[i].option, err);
    }
    return status;
}

Status lab_write_file(const char *path, const Text *text, Err *err) {
    return ranks_me() > 0 ? SK_OK : cli_write(path, text, err);
}

Status lab_write_json(const char *path, json_t *json, Err *err) {
    Text text = {0};
    char *dump = json ? json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(10)) : NULL;
    if (dump)
        text_puts(&text, dump);
    text_putc(&text, '\n');
    text.out_of_memory |= !dump;
    Status status = lab_write_file(path, &text, err);
    free(dump);
    json_decref(json);
    text_free(&text);
    return status;
}

Status lab_write_html(const LabArgs *args, const json_t *json, bool comparison, Err *err) {
    const char *game = json_string_value(json_object_get(json, "game"));
    Words words = {0};
    Text page = {0};
    if (!args->html)
        return SK_OK;
    bool known = game && words_open(&words, game, NULL) == SK_OK;
    const char *title = known ? words_get(&words, "title") : game ? game : "Skerry";
    (comparison ? html_compare : html_report)(json, title, &page);
    Status status = lab_write_file(args->html, &page, err);
    if (known)
        words_close(&words);
    text_free(&page);
    return status;
}

static bool is_stdout(const char *path) { return path && strcmp(path, "-") == 0; }

bool lab_stdout_taken(const LabArgs *args) {
    return is_stdout(args->json) || is_stdout(args->csv) || is_stdout(args->html);
}

/* ---- the command that reproduces a report --------------------------------------------------------------- */

/* Appends a word, quoted for the shell. */
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

static void add_option(Text *out, const char *option, const char *word) {
    text_printf(out, " %s", option);
    add_word(out, word);
}

static void add_players(const LabArgs *args, const LabVariant *variant, Text *out) {
    Text seats = {0};
    if (args->cross)
        add_option(out, "--cross", args->cross);
    else if (!variant && args->seats)
        add_option(out, "--seats", args->seats);
    for (unsigned i = 0; variant && i < variant->game.rules.seats; i++)
        text_printf(&seats, "%s%s%s", i ? "," : "",
                    program_command(variant->setup.bot[i]->name) ? "" : "bot:", variant->setup.bot[i]->name);
    if (variant)
        add_option(out, "--seats", text_str(&seats));
    text_free(&seats);
    if (args->bot_time)
        text_printf(out, " --bot-time %u", args->bot_time);
    if (args->rotate)
        text_puts(out, " --rotate");
    if (args->budget)
        text_printf(out, " --budget %" PRIu32, args->budget);
    if (args->part)
        text_printf(out, " --part %" PRIu32, args->part);
}

/* Appends the variant's values, or all values if variant is NULL. */
static void add_varied(const LabArgs *args, const LabVariant *variant, Text *out) {
    for (unsigned i = 0; i < args->varies; i++) {
        Text one = {0};
        bool content = strncmp(args->vary[i], "content:", 8) == 0;
        if (variant)
            text_printf(&one, "%.*s=%s", (int)strcspn(args->vary[i], "="), args->vary[i], variant->value[i]);
        else
            text_puts(&one, args->vary[i]);
        add_option(out, variant && !content ? "--option" : "--vary", text_str(&one));
        text_free(&one);
    }
}

void lab_command(const LabArgs *args, const LabVariant *variant, uint64_t games, Text *out) {
    text_printf(out, "skerry lab %s --games %" PRIu64, args->setup.game, games);
    add_players(args, variant, out);
    for (unsigned i = 0; i < args->setup.options; i++)
        add_option(out, "--option", args->setup.option[i]);
    if (args->setup.content)
        add_option(out, "--content", args->setup.content);
    add_varied(args, variant, out);
    text_printf(out, " --seed %" PRIu64, args->setup.seed);
    for (unsigned i = 0; i < args->uses; i++)
        add_option(out, "--use", args->use[i]);
    if (args->html && !args->uses && !args->cross)
        text_puts(out, " --use all");
}
