/* skerry lab GAME: plays many games between bots and reports the results. */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "cli/lab_args.h"
#include "cli/ranks.h"

enum { GAMES_DEFAULT = 1000, SEED_DEFAULT = 1, GAMES_MAX = 1000000000, BUDGET_MAX = 1000000000 };

/* ---- the command line ----------------------------------------------------------------------------------- */

enum {
    KEY_ROTATE = 0x100,
    KEY_CROSS,
    KEY_BUDGET,
    KEY_PART,
    KEY_BOT_TIME,
    KEY_MARKDOWN,
    KEY_VARY,
    KEY_COMPARE,
    KEY_RESUME,
    KEY_HTML
};

/* Refuses options that contradict each other. */
static void check_args(LabArgs *args, struct argp_state *state) {
    if (!args->compare && args->files != 1)
        argp_error(state, args->files ? "give only one argument, %s" : "name %s", CLI_A_GAME);
    if (!args->compare)
        args->setup.game = args->file[0];
    if (args->compare && (args->seats || args->cross || args->csv || args->uses || args->varies || args->resume))
        argp_error(state, "--compare plays no games; give it only reports, and --json or --html for the result");
    if (args->markdown && !args->cross)
        argp_error(state, "--markdown formats the table of --cross; name the bots with --cross");
    if (args->resume && (!args->json || strcmp(args->json, "-") == 0))
        argp_error(state, "--resume continues from the file of --json; name one");
    if (args->resume && args->csv)
        argp_error(state, "--resume cannot list games played earlier; leave out --csv");
}

/* Where to store the value of an option that takes a string; NULL for other options. */
static const char **string_option(LabArgs *args, int key) {
    switch (key) {
    case 'b':
        return &args->seats;
    case 'j':
        return &args->json;
    case 'v':
        return &args->csv;
    case KEY_HTML:
        return &args->html;
    case KEY_CROSS:
        return &args->cross;
    default:
        return NULL;
    }
}

static bool *flag_option(LabArgs *args, int key) {
    switch (key) {
    case KEY_ROTATE:
        return &args->rotate;
    case KEY_MARKDOWN:
        return &args->markdown;
    case KEY_COMPARE:
        return &args->compare;
    case KEY_RESUME:
        return &args->resume;
    default:
        return NULL;
    }
}

/* Adds the value of an option that may be given several times. */
static void add_value(const char **list, unsigned *n, unsigned max, const char *value, struct argp_state *state,
                      const char *complaint) {
    if (*n == max)
        argp_error(state, complaint, max);
    list[(*n)++] = value;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    LabArgs *args = state->input;
    if (string_option(args, key))
        return *string_option(args, key) = arg, 0;
    if (flag_option(args, key))
        return *flag_option(args, key) = true, 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->setup;
        return 0;
    case 'g':
        args->games = (uint64_t)cli_number(arg, "--games", 1, GAMES_MAX, state);
        return 0;
    case KEY_BUDGET:
        args->budget = (uint32_t)cli_number(arg, "--budget", 1, BUDGET_MAX, state);
        return 0;
    case KEY_BOT_TIME:
        args->bot_time = (unsigned)cli_number(arg, "--bot-time", 1, PROGRAM_SECONDS_MAX, state);
        lab_programs.seconds = args->bot_time;
        return 0;
    case KEY_PART:
        args->part = (uint32_t)cli_number(arg, "--part", 1, BUDGET_MAX, state);
        return 0;
    case 't':
        args->threads = (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS_MAX, state);
        return 0;
    case 'u':
        add_value(args->use, &args->uses, LAB_USES_MAX, arg, state,
                  "--use is given more than %u times; --use all counts everything");
        return 0;
    case KEY_VARY:
        add_value(args->vary, &args->varies, LAB_VARIES_MAX, arg, state, "--vary is given more than %u times");
        return 0;
    case ARGP_KEY_ARG:
        add_value(args->file, &args->files, LAB_FILES_MAX, arg, state, "more than %u names are given");
        return 0;
    case ARGP_KEY_END:
        check_args(args, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"games", 'g', "N", 0, "Number of games (default 1,000); with --cross, for each pair", 0},
    {"seats", 'b', "BOT,BOT…", 0,
     "The bot for each seat, as in bot:hard,bot:easy (easy, medium, hard, expert, greedy, random, seer, hard*4, "
     "hard*16). Default: bot:greedy in every seat",
     0},
    {"bot-time", KEY_BOT_TIME, "SECONDS", 0, "Time limit for each move of a program (default 10)", 0},
    {"rotate", KEY_ROTATE, NULL, 0,
     "Play every seed once with each rotation of the bots over the seats, so that neither luck nor the seat favours a "
     "bot",
     0},
    {"cross", KEY_CROSS, "BOT,BOT…", 0,
     "Play every pair of these bots, each seed twice with the seats swapped, and make one table of the results", 0},
    {"budget", KEY_BUDGET, "N", 0,
     "Hard and expert simulate N games per decision; bot:greedy looks at about N positions. Default: their usual "
     "budgets",
     0},
    {"part", KEY_PART, "N", 0, "Divide the budget of bots that think ahead by N", 0},
    {"threads", 't', "N", 0, "Number of threads (default: all cores); the report does not depend on it", 0},
    {"use", 'u', "WHAT", 0,
     "Count how often something comes up or is used, in how many games, and how often its seat wins: all, events, "
     "moves, EVENT, EVENT.ARGUMENT, several arguments of the same kind in one table (EVENT.ARGUMENT+EVENT.ARGUMENT), "
     "pairs of arguments (EVENT.ARGUMENT*ARGUMENT), move:KIND or move:KIND.ARGUMENT. Can be given several times",
     0},
    {"json", 'j', "FILE", 0, "Also write the report as JSON; `-` writes it to standard output instead of the text", 0},
    {"csv", 'v', "FILE", 0, "Also write a line for each game; `-` writes them to standard output instead of the text",
     0},
    {"html", KEY_HTML, "FILE", 0, "Also write a page with charts; implies --use all unless --use is given", 0},
    {"vary", KEY_VARY, "WHAT=A,B…", 0,
     "Play the same seeds with each value of an option, or of a number in the content (content:PATH), and compare the "
     "reports. If given several times, play every combination",
     0},
    {"compare", KEY_COMPARE, NULL, 0,
     "Show what changed between two reports written by --json, and whether the changes are more than noise; with four "
     "reports, also whether the change depends on the bots",
     0},
    {"resume", KEY_RESUME, NULL, 0, "Continue the run in the file of --json, and save it there regularly", 0},
    {"markdown", KEY_MARKDOWN, NULL, 0, "Write the table of --cross as Markdown", 0},
    {0},
};

static const char about[] =
    "Plays many games between bots and reports how often each seat won, what it scored, how long the games were and "
    "how they ended. The seed is 1 unless --seed is given, and game n uses its random stream n, so the same command "
    "gives the same report. Ctrl-C stops early and reports on the games played so far.";

/* ---- bots and setup -------------------------------------------------------------------------------------- */

LabPrograms lab_programs = {.lock = PTHREAD_MUTEX_INITIALIZER};

Status lab_read_bots(const char *text, const char *option, const Bot **bot, unsigned max, unsigned *bots, Err *err) {
    char copy[512];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return err_set(err, SK_USAGE, "{0} is too long; it takes at most {1} bots.", "sd", option, (int)max);
    char *rest = copy;
    for (*bots = 0; rest; ++*bots) {
        char *one = strsep(&rest, ",");
        if (*bots == max)
            return err_set(err, SK_USAGE, "{0} names more than {1} bots.", "sd", option, (int)max);
        Status status = program_command(one) ? lab_programs_read(&lab_programs, one, &bot[*bots], err)
                                             : bot_parse(one, &bot[*bots], err);
        if (status)
            return status;
    }
    return SK_OK;
}

LabSetup lab_setup(const LabArgs *args, const Rules *rules) {
    return (LabSetup){.rules = rules,
                      .rotate = args->rotate,
                      .per_turn_stats = true,
                      .programs = lab_programs.count ? &lab_programs : NULL,
                      .budget = args->budget,
                      .part = args->part,
                      .seed = args->setup.seed,
                      .games = args->games,
                      .threads = args->threads,
                      .keep_rows = args->csv != NULL};
}

static unsigned core_count(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n > LAB_THREADS_MAX ? LAB_THREADS_MAX : (unsigned)n;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

static Status write_report(const LabArgs *args, const LabVariant *variant, const LabReport *report, Err *err) {
    Text command = {0}, text = {0};
    lab_command(args, variant, report->tally.games, &command);
    LabSource source = {SKERRY_VERSION, text_str(&command), variant->game.pack.hash, args->games};
    json_t *json = args->json || args->html ? lab_report_json(args, variant, report) : NULL;
    Status status = lab_write_html(args, json, false, err);
    if (!status && args->json)
        status = lab_write_json(args->json, json_incref(json), err);
    json_decref(json);
    if (!status && args->csv) {
        lab_csv(&variant->setup, report, &text);
        status = lab_write_file(args->csv, &text, err);
        text_clear(&text);
    }
    if (!status && !lab_stdout_taken(args)) {
        lab_write(&variant->setup, report, &source, &text);
        status = lab_write_file("-", &text, err);
    }
    text_free(&text);
    text_free(&command);
    return status;
}

static int run_one(const LabArgs *args) {
    static LabVariant variant;
    LabReport report;
    Err err = {0};
    Status status = lab_variant_open(args, 0, &variant, &err);
    if (status)
        return cli_fail(&err);
    status = lab_play(args, &variant, &report, &err);
    if (!status && report.tally.games == 0)
        status = err_set(&err, SK_IO, "Stopped before any game was finished; there is nothing to report.", "");
    if (!status) {
        status = write_report(args, &variant, &report, &err);
        lab_free(&report);
    }
    lab_variant_close(&variant);
    return status ? cli_fail(&err) : 0;
}

static int run(const LabArgs *args) {
    unsigned variants = 1;
    Err err = {0};
    Status status = lab_check_paths(args, &err);
    if (!status && !args->compare)
        status = lab_variants(args, &variants, &err);
    if (status)
        return cli_fail(&err);
    if (args->compare)
        return lab_compare(args);
    if (args->cross)
        return lab_cross(args);
    return variants > 1 ? lab_vary(args, variants) : run_one(args);
}

int cmd_lab(int argc, char **argv) {
    static const struct argp_child children[] = {{&game_setup_argp, 0, "Game setup:", 1}, {0}};
    static const struct argp argp = {
        option_list, parse, "GAME\n--compare REPORT REPORT [REPORT REPORT]", about, children, NULL, NULL};
    LabArgs args = {.games = GAMES_DEFAULT, .threads = core_count(), .setup.seed = SEED_DEFAULT};
    Err err = {0};
    Status status = ranks_open(&err); /* before any output, so that only rank 0 prints */
    if (status)
        return cli_fail(&err);
    cli_parse(&argp, argc, argv, 0, &args);
    int code = run(&args);
    ranks_close();
    return code;
}
