/* skerry analyze FILE: analyses a recorded game. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "engine/record.h"
#include "engine/registry.h"
#include "review/analyze_report.h"
#include "term/seats.h"

enum { SECONDS = 30, KEY_GAMES = 0x100, KEY_SECONDS, KEY_THREADS, KEY_HTML, KEY_ALL, KEY_VERBOSE };

typedef struct AnalyzeArgs {
    const char *file, *content, *seat, *json, *html;
    uint32_t games, seconds;
    unsigned threads;
    bool all, verbose;
} AnalyzeArgs;

static error_t parse(int key, char *arg, struct argp_state *state) {
    AnalyzeArgs *args = state->input;
    switch (key) {
    case 'v':
        args->seat = arg;
        return 0;
    case 'j':
        args->json = arg;
        return 0;
    case KEY_HTML:
        args->html = arg;
        return 0;
    case KEY_GAMES:
        args->games = (uint32_t)cli_number(arg, "--games", 1, 100000, state);
        return 0;
    case KEY_SECONDS:
        args->seconds = (uint32_t)cli_number(arg, "--seconds", 1, 3600, state);
        return 0;
    case KEY_THREADS:
        args->threads = (unsigned)cli_number(arg, "--threads", 1, 64, state);
        return 0;
    case KEY_ALL:
        args->all = true;
        return 0;
    case KEY_VERBOSE:
        args->verbose = true;
        return 0;
    case 'c':
        args->content = arg;
        return 0;
    case ARGP_KEY_END:
        if (args->games && args->seconds)
            argp_error(state, "--games and --seconds cannot be combined");
        return 0;
    default:
        return cli_parse_one(key, arg, state, "a record", &args->file);
    }
}

static const struct argp_option option_list[] = {
    {"seat", 'v', "S", 0,
     "Use only what this seat saw at the time: a name or number, or `spectator`. Default, for finished games only: all "
     "seats",
     0},
    {"json", 'j', "FILE", 0, "Write the analysis as JSON; `-` writes it to standard output instead of the text", 0},
    {"html", KEY_HTML, "FILE", 0, "Write one self-contained page for a browser; `-` as with --json", 0},
    {"games", KEY_GAMES, "N", 0, "Simulate N games per decision; the result is the same on every machine", 0},
    {"seconds", KEY_SECONDS, "S", 0, "Instead of --games: total thinking time (default 30)", 0},
    {"threads", KEY_THREADS, "N", 0, "Number of threads (default: one per processor)", 0},
    {"all", KEY_ALL, NULL, 0, "List every decision, not only the costliest", 0},
    {"verbose", KEY_VERBOSE, NULL, 0, "Print every decision as soon as it is evaluated", 0},
    {"content", 'c', "FILE", 0, "The content pack that the game was played with", 0},
    {0},
};

/* ---- the record ----------------------------------------------------------------------------------------- */

typedef struct RecordedMatch {
    Text text;
    RecordHead head;
    Pack pack;
    Match *match;
    Words words;
    SeatNames shown;
} RecordedMatch;

static Status record_open(const AnalyzeArgs *args, RecordedMatch *r, Err *err) {
    Rules rules;
    Status status = file_read(args->file, &r->text, err);
    if (!status)
        status = record_read_head(text_str(&r->text), args->file, &r->head, err);
    if (!status && !game_find(r->head.game))
        status = err_set(err, SK_UNKNOWN, "{0} is a record of {1}, which this program does not know.", "ss", args->file,
                         r->head.game);
    if (!status)
        status = game_setup_pack_for(&r->pack, &r->head, args->content, err);
    if (!status)
        status = record_open_rules(&r->head, args->file, &r->pack, &rules, err);
    if (!status)
        status = record_load(&r->head, args->file, &rules, 0, &r->match, err);
    if (!status)
        status = words_open(&r->words, r->head.game, err);
    if (!status)
        status = words_add_pack(&r->words, &r->pack, err);
    if (!status)
        seats_display_names(&r->words, (const char(*)[NAME_SIZE])r->head.seat_name, r->head.seats, r->shown);
    return status;
}

static void record_close(RecordedMatch *r) {
    words_close(&r->words);
    match_free(r->match);
    pack_free(&r->pack);
    text_free(&r->text);
}

/* Finds the seat whose knowledge counts. While a game is under way, nobody may look at all seats' secrets. */
static Status viewer_find(const AnalyzeArgs *args, const RecordedMatch *r, unsigned *viewer, Err *err) {
    int seat = args->seat ? seats_find((const char(*)[NAME_SIZE])r->head.seat_name, r->head.seats, args->seat) : -1;
    *viewer = ANALYZE_ALL;
    if (!args->seat && !match_is_over(r->match) && r->head.seats > 1)
        return err_set(
            err, SK_STATE,
            "{0} is not finished, so only one seat's knowledge can be used; give --seat a name in it, a number from 1 "
            "to {1}, or `spectator`.",
            "sd", args->file, (int)r->head.seats);
    if (!args->seat && !match_is_over(r->match))
        *viewer = 0;
    if (!args->seat)
        return SK_OK;
    *viewer = seat >= 0 ? (unsigned)seat : (unsigned)SPECTATOR;
    if (seat >= 0 || (seat == -1 && strcmp(args->seat, "spectator") == 0))
        return SK_OK;
    return err_set(err, SK_USAGE,
                   seat == -2
                       ? "Several seats of {0} are called {1}; give --seat a number from 1 to {2}."
                       : "{0} has no seat {1}; --seat takes a name in it, a number from 1 to {2}, or `spectator`.",
                   "ssd", args->file, args->seat, (int)r->head.seats);
}

/* ---- progress ------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void interrupt(int signal) {
    (void)signal;
    interrupted = 1;
}

typedef struct ProgressDisplay {
    AnalyzeReport report;
    bool verbose, progress;
} ProgressDisplay;

/* Shows the count and the costliest decision so far. */
static void print_progress(const ProgressDisplay *o, const Analysis *a, unsigned pass, unsigned done, unsigned total) {
    const AnalyzeDecision *worst = NULL;
    for (unsigned i = 0; i < a->decisions; i++)
        if (a->decision[i].is_significant && (!worst || a->decision[i].loss > worst->loss))
            worst = &a->decision[i];
    fprintf(stderr, "\r%s %u of %u decisions", pass ? "rechecked:" : "evaluated:", done, total);
    if (worst) {
        Text seat = {0};
        voice_seat(&o->report.voice, worst->seat, &seat);
        fprintf(stderr, "; costliest so far: %s in turn %u, %.1f points", text_str(&seat), worst->turn,
                100 * worst->loss);
        text_free(&seat);
    }
    fputs("\033[K", stderr);
}

static bool on_progress(void *ctx, const Analysis *analysis, unsigned decision, unsigned pass, unsigned done,
                        unsigned total) {
    ProgressDisplay *o = ctx;
    if (o->verbose && pass == 0) {
        Text text = {0};
        o->report.analysis = analysis;
        analyze_text_decision(&o->report, decision, &text);
        fputs(text_str(&text), stdout);
        fflush(stdout);
        text_free(&text);
    } else if (o->progress) {
        print_progress(o, analysis, pass, done, total);
    }
    return !interrupted;
}

/* ---- output --------------------------------------------------------------------------------------------- */

static bool is_stdout(const char *path) { return path && strcmp(path, "-") == 0; }

static Status write_json(const AnalyzeReport *report, const char *path, Err *err) {
    json_t *json = analyze_json(report);
    char *dump = json ? json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(json);
    if (!dump)
        return err_set(err, SK_IO, "Out of memory while writing the JSON.", "");
    Text text = {0};
    text_puts(&text, dump);
    text_putc(&text, '\n');
    free(dump);
    Status status = cli_write(path, &text, err);
    text_free(&text);
    return status;
}

static Status write_all(const AnalyzeArgs *args, const AnalyzeReport *report, Err *err) {
    Text text = {0};
    Status status = SK_OK;
    if (!is_stdout(args->json) && !is_stdout(args->html)) {
        analyze_text(report, &text);
        printf("%s%s", args->verbose ? "\n" : "", text_str(&text));
        text_clear(&text);
    }
    if (args->json)
        status = write_json(report, args->json, err);
    if (!status && args->html) {
        analyze_html(report, &text);
        status = cli_write(args->html, &text, err);
    }
    text_free(&text);
    return status;
}

static unsigned thread_count(const AnalyzeArgs *args) {
    enum { THREADS_MAX = 16 };
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (args->threads)
        return args->threads;
    return processors < 1 ? 1 : processors > THREADS_MAX ? THREADS_MAX : (unsigned)processors;
}

/* Reports an unwritable file before the long analysis, not after it. */
static Status check_files(const AnalyzeArgs *args, Err *err) {
    if (args->json && args->html && strcmp(args->json, args->html) == 0)
        return err_set(err, SK_USAGE, "--json and --html both name {0}; name two different files.", "s", args->json);
    Status status = cli_check_writable(args->json, "--json", err);
    return status ? status : cli_check_writable(args->html, "--html", err);
}

/* The command that repeats this analysis. */
static void command_text(const AnalyzeArgs *args, Text *out) {
    const char *name = strrchr(args->file, '/');
    text_printf(out, "skerry analyze %s", name ? name + 1 : args->file);
    if (args->seat)
        text_printf(out, " --seat %s", args->seat);
    if (args->games)
        text_printf(out, " --games %u", (unsigned)args->games);
    else
        text_printf(out, " --seconds %u", (unsigned)(args->seconds ? args->seconds : SECONDS));
}

static Status analyze(const AnalyzeArgs *args, const RecordedMatch *r, Err *err) {
    Analysis analysis = {0};
    Text command = {0};
    ProgressDisplay display = {.verbose = args->verbose, .progress = isatty(STDERR_FILENO)};
    AnalyzeOptions options = {.match = r->match,
                              .games = args->games,
                              .ms = 1000 * (args->seconds ? args->seconds : SECONDS),
                              .progress = on_progress,
                              .ctx = &display};
    Status status = viewer_find(args, r, &options.viewer, err);
    if (status)
        return status;
    command_text(args, &command);
    options.pool = bot_pool_open(thread_count(args));
    display.report =
        (AnalyzeReport){.voice = {&r->words, match_rules(r->match), SPECTATOR, (const char(*)[NAME_SIZE])r->shown},
                        .command = text_str(&command),
                        .all = args->all};
    struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGINT, &action, NULL);
    status = options.pool ? analyze_run(&analysis, &options, err)
                          : err_set(err, SK_IO, "Out of memory while analysing the game.", "");
    if (display.progress)
        fputs("\r\033[K", stderr);
    display.report.analysis = &analysis;
    if (!status)
        status = write_all(args, &display.report, err);
    analyze_free(&analysis);
    bot_pool_close(options.pool);
    text_free(&command);
    return status;
}

int cmd_analyze(int argc, char **argv) {
    static const struct argp argp = {option_list,
                                     parse,
                                     "FILE",
                                     "Analyses a recorded game: compares every decision with the best move found, and "
                                     "shows winning chances over time and luck."
                                     "\vCtrl-C stops the analysis and prints the results so far.",
                                     NULL,
                                     NULL,
                                     NULL};
    AnalyzeArgs args = {0};
    Err err = {0};
    RecordedMatch recorded = {0};
    cli_parse(&argp, argc, argv, 0, &args);
    Status status = record_open(&args, &recorded, &err);
    if (!status)
        status = check_files(&args, &err);
    if (!status)
        status = analyze(&args, &recorded, &err);
    record_close(&recorded);
    return status ? cli_fail(&err) : 0;
}
