/* skerry lab GAME: many games between bots, and what came of them. */
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "lab/lab.h"

enum { GAMES_STANDARD = 1000, SEED_STANDARD = 1, GAMES_MAX = 1000000000, USES_MAX = 32 };

typedef struct LabArgs {
    TableArgs table;
    uint64_t games;
    const char *seats, *json, *csv;
    const char *use[USES_MAX];
    unsigned uses, threads;
} LabArgs;

/* ---- the command line ----------------------------------------------------------------------------------- */

static error_t parse(int key, char *arg, struct argp_state *state) {
    LabArgs *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->table;
        return 0;
    case 'g':
        args->games = (uint64_t)cli_number(arg, "--games", 1, GAMES_MAX, state);
        return 0;
    case 'b':
        args->seats = arg;
        return 0;
    case 't':
        args->threads = (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS, state);
        return 0;
    case 'u':
        if (args->uses == USES_MAX)
            argp_error(state, "--use is given more than %d times; all counts everything", USES_MAX);
        args->use[args->uses++] = arg;
        return 0;
    case 'j':
        args->json = arg;
        return 0;
    case 'v':
        args->csv = arg;
        return 0;
    default:
        return cli_parse_one(key, arg, state, CLI_A_GAME, &args->table.game);
    }
}

static const struct argp_option options[] = {
    {"games", 'g', "N", 0, "How many games to play; 1,000 unless given", 0},
    {"seats", 'b', "BOT,BOT…", 0, "Who sits where: bot:greedy or bot:random; greedy everywhere unless given", 0},
    {"threads", 't', "N", 0, "Play on so many threads; the report is the same for any number. All cores unless given",
     0},
    {"use", 'u', "WHAT", 0,
     "Count what comes up, in which games, and how often who had it won: all, an event, EVENT.ARGUMENT, or several of "
     "one kind in one table (EVENT.ARGUMENT+EVENT.ARGUMENT), or the pairs of two (EVENT.ARGUMENT*ARGUMENT); may be "
     "given "
     "several times",
     0},
    {"json", 'j', "FILE", 0, "Write the report as JSON too (- for standard output, in place of the text)", 0},
    {"csv", 'v', "FILE", 0, "Write a line for each game (- for standard output, in place of the text)", 0},
    {0},
};

static const char about[] =
    "Plays many games between bots and says how often each seat won, what it scored, how long the games were and how "
    "they "
    "ended. Game n draws from stream n of the seed (1 unless --seed is given), so that the same command gives the same "
    "report. Ctrl-C stops early and reports on the games played so far.";

/* "bot:greedy,bot:random" into one bot a seat. */
static Status read_seats(const char *text, const Bot *bot[SEATS_MAX], unsigned *seats, Err *err) {
    char copy[512];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return err_say(err, SK_USAGE, "--seats is too long; a table has {0} seats at most.", "d", (int)SEATS_MAX);
    char *rest = copy;
    for (*seats = 0; rest; ++*seats) {
        char *one = strsep(&rest, ",");
        if (*seats == SEATS_MAX)
            return err_say(err, SK_USAGE, "--seats names more than {0} seats.", "d", (int)SEATS_MAX);
        Status status = bot_read(one, &bot[*seats], err);
        if (status)
            return status;
    }
    return SK_OK;
}

/* The bots, and a table with a chair for each. */
static Status open_table(const LabArgs *args, Table *table, LabSetup *setup, Err *err) {
    unsigned seats = 0;
    Status status = args->seats ? read_seats(args->seats, setup->bot, &seats, err) : SK_OK;
    if (status)
        return status;
    status = table_open(table, &args->table, seats, err);
    if (status)
        return status;
    for (unsigned i = seats; i < table->rules.seats; i++)
        setup->bot[i] = bot_find("greedy");
    setup->rules = &table->rules;
    return SK_OK;
}

/* A file that cannot be written is found out before an hour of play, not after. */
static Status check_path(const char *path, const char *option, Err *err) {
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

static Status check_paths(const LabArgs *args, Err *err) {
    if (args->json && args->csv && strcmp(args->json, args->csv) == 0)
        return err_say(err, SK_USAGE, "--json and --csv both name {0}; give each its own.", "s", args->json);
    Status status = check_path(args->json, "--json", err);
    return status ? status : check_path(args->csv, "--csv", err);
}

/* ---- while it runs -------------------------------------------------------------------------------------- */

static atomic_bool stop;

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
    double spent = seconds_now() - *(const double *)who;
    double rate = (double)done / spent, left = done ? (double)(games - done) / rate : 0;
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games, %.0f a second", done, games, rate);
    if (left >= 100)
        fprintf(stderr, ", %.0f minutes left ", left / 60);
    else
        fprintf(stderr, ", %.0f seconds left ", left);
    fputs(atomic_load(&stop) ? "(stopping)\033[K" : "\033[K", stderr);
}

static unsigned cores(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n > LAB_THREADS ? LAB_THREADS : (unsigned)n;
}

/* ---- what it leaves ------------------------------------------------------------------------------------- */

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

/* The command that makes this very report: the games that were played, nothing that does not change it. */
static void write_command(const LabArgs *args, const LabSetup *setup, uint64_t games, Text *out) {
    text_printf(out, "skerry lab %s --games %" PRIu64 " --seats ", args->table.game, games);
    for (unsigned i = 0; i < setup->rules->seats; i++)
        text_printf(out, "%sbot:%s", i ? "," : "", setup->bot[i]->name);
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

static Status put(const char *path, const Text *text, Err *err) {
    if (text->broken)
        return err_say(err, SK_IO, "There is not enough memory to write {0}; ask for fewer games.", "s", path);
    if (strcmp(path, "-") != 0)
        return file_replace(path, text_str(text), text->len, err);
    if (fwrite(text_str(text), 1, text->len, stdout) != text->len || fflush(stdout))
        return err_say(err, SK_IO, "Standard output cannot be written: {0}.", "s", strerror(errno));
    return SK_OK;
}

static Status put_json(const char *path, json_t *json, Err *err) {
    Text text = {0};
    char *dump = json ? json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(10)) : NULL;
    if (dump)
        text_puts(&text, dump);
    text_putc(&text, '\n');
    text.broken |= !dump;
    Status status = put(path, &text, err);
    free(dump);
    json_decref(json);
    text_free(&text);
    return status;
}

static Status put_report(const LabArgs *args, const LabSetup *setup, const LabReport *report, uint64_t content,
                         Err *err) {
    Text command = {0}, text = {0};
    write_command(args, setup, report->tally.games, &command);
    LabSource source = {SKERRY_VERSION, text_str(&command), content, args->games};
    Status status = args->json ? put_json(args->json, lab_json(setup, report, &source), err) : SK_OK;
    if (!status && args->csv) {
        lab_csv(setup, report, &text);
        status = put(args->csv, &text, err);
        text_clear(&text);
    }
    bool taken = (args->json && strcmp(args->json, "-") == 0) || (args->csv && strcmp(args->csv, "-") == 0);
    if (!status && !taken) {
        lab_write(setup, report, &source, &text);
        status = put("-", &text, err);
    }
    text_free(&text);
    text_free(&command);
    return status;
}

static Status play(const LabArgs *args, LabSetup *setup, uint64_t content, Err *err) {
    double begin = seconds_now();
    LabReport report;
    if (isatty(STDERR_FILENO)) {
        setup->progress = show_progress;
        setup->who = &begin;
    }
    catch_interrupt();
    Status status = lab_run(setup, &report, err);
    if (setup->progress)
        fputs("\r\033[K", stderr);
    if (!status && report.tally.games == 0)
        status = err_say(err, SK_IO, "Stopped before a game was over; there is nothing to report.", "");
    if (!status)
        status = put_report(args, setup, &report, content, err);
    lab_free(&report);
    return status;
}

int cmd_lab(int argc, char **argv) {
    static const struct argp_child children[] = {{&table_argp, 0, "The table:", 1}, {0}};
    static const struct argp argp = {options, parse, "GAME", about, children, NULL, NULL};
    LabArgs args = {.games = GAMES_STANDARD, .threads = cores(), .table.seed = SEED_STANDARD};
    Table table;
    LabSetup setup = {.stop = &stop};
    static UsePlan use; /* large */
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &args);
    Status status = check_paths(&args, &err);
    if (!status)
        status = open_table(&args, &table, &setup, &err);
    if (status)
        return cli_fail(&err);
    if (args.uses) {
        status = use_plan(&use, &table.rules, args.use, args.uses, &err);
        setup.use = &use;
    }
    setup.seed = args.table.seed;
    setup.games = args.games;
    setup.threads = args.threads;
    setup.rows = args.csv != NULL;
    if (!status)
        status = play(&args, &setup, table.pack.hash, &err);
    table_close(&table);
    return status ? cli_fail(&err) : 0;
}
