/* skerry lab GAME: many games between bots, and what came of them. */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "cli/lab_args.h"
#include "cli/ranks.h"

enum { GAMES_STANDARD = 1000, SEED_STANDARD = 1, GAMES_MAX = 1000000000, BUDGET_MAX = 1000000000 };

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

/* What goes together and what does not. */
static void check_args(LabArgs *args, struct argp_state *state) {
    if (!args->compare && args->files != 1)
        argp_error(state, args->files ? "name one only: %s" : "name %s", CLI_A_GAME);
    if (!args->compare)
        args->setup.game = args->file[0];
    if (args->compare && (args->seats || args->cross || args->csv || args->uses || args->varies || args->resume))
        argp_error(state, "--compare plays no games; give it reports, and --json or --html for what comes of it");
    if (args->markdown && !args->cross)
        argp_error(state, "--markdown writes the table of --cross; name the bots with --cross");
    if (args->resume && (!args->json || strcmp(args->json, "-") == 0))
        argp_error(state, "--resume goes on from the file of --json; name one");
    if (args->resume && args->csv)
        argp_error(state, "--resume knows nothing of single games any more; leave out --csv");
}

/* Where the word of an option goes; NULL for one that takes something else. */
static const char **word_of(LabArgs *args, int key) {
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

static bool *flag_of(LabArgs *args, int key) {
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

/* One more of those that may come several times. */
static void add_word(const char **list, unsigned *n, unsigned most, const char *word, struct argp_state *state,
                     const char *complaint) {
    if (*n == most)
        argp_error(state, complaint, most);
    list[(*n)++] = word;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    LabArgs *args = state->input;
    if (word_of(args, key))
        return *word_of(args, key) = arg, 0;
    if (flag_of(args, key))
        return *flag_of(args, key) = true, 0;
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
        lab_programs_of.seconds = args->bot_time;
        return 0;
    case KEY_PART:
        args->part = (uint32_t)cli_number(arg, "--part", 1, BUDGET_MAX, state);
        return 0;
    case 't':
        args->threads = (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS, state);
        return 0;
    case 'u':
        add_word(args->use, &args->uses, LAB_USES, arg, state,
                 "--use is given more than %u times; all counts everything");
        return 0;
    case KEY_VARY:
        add_word(args->vary, &args->varies, LAB_VARIES, arg, state, "--vary is given more than %u times");
        return 0;
    case ARGP_KEY_ARG:
        add_word(args->file, &args->files, LAB_FILES, arg, state, "more than %u names are given");
        return 0;
    case ARGP_KEY_END:
        check_args(args, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"games", 'g', "N", 0, "How many games to play; 1,000 unless given. With --cross, so many for each pair", 0},
    {"seats", 'b', "BOT,BOT…", 0,
     "Who sits where, as in bot:hard,bot:easy (easy, medium, hard, expert, greedy, random, seer, hard*4, hard*16); "
     "greedy everywhere unless given",
     0},
    {"bot-time", KEY_BOT_TIME, "SECONDS", 0, "How long a program may think about a move; 10 unless given", 0},
    {"rotate", KEY_ROTATE, NULL, 0,
     "Play every seed once with each rotation of the bots over the seats, so that neither luck nor the seat favours a "
     "bot",
     0},
    {"cross", KEY_CROSS, "BOT,BOT…", 0,
     "Play every pair of these bots, each seed from both seats, and make one table of who beats whom", 0},
    {"budget", KEY_BUDGET, "N", 0,
     "Hard and expert play so many imagined games a decision, bot:greedy looks at about so many positions; theirs "
     "unless given",
     0},
    {"part", KEY_PART, "N", 0, "Bots that think ahead do a part in N of what they would", 0},
    {"threads", 't', "N", 0, "Play on so many threads; the report is the same for any number. All cores unless given",
     0},
    {"use", 'u', "WHAT", 0,
     "Count what comes up and what is taken, in which games, and how often who had it won: all, events, moves, an "
     "event, "
     "EVENT.ARGUMENT, several of one kind in one table (EVENT.ARGUMENT+EVENT.ARGUMENT), the pairs of two "
     "(EVENT.ARGUMENT*ARGUMENT), move:KIND or move:KIND.ARGUMENT; may be given several times",
     0},
    {"json", 'j', "FILE", 0, "Write the report as JSON too (- for standard output, in place of the text)", 0},
    {"csv", 'v', "FILE", 0, "Write a line for each game (- for standard output, in place of the text)", 0},
    {"html", KEY_HTML, "FILE", 0,
     "Write a page with charts too; it counts all that --use all does, unless told otherwise", 0},
    {"vary", KEY_VARY, "WHAT=A,B…", 0,
     "Play the same seeds with each value of an option, or of a number of the content (content:PATH), and put the "
     "reports side by side; given several times, with every combination",
     0},
    {"compare", KEY_COMPARE, NULL, 0,
     "Say what changed between two reports of --json, and whether it is more than noise; of four, whether that depends "
     "on "
     "the bots",
     0},
    {"resume", KEY_RESUME, NULL, 0, "Go on with the run that --json names, and keep it safe there as it goes", 0},
    {"markdown", KEY_MARKDOWN, NULL, 0, "Write the table of --cross as Markdown", 0},
    {0},
};

static const char about[] =
    "Plays many games between bots and says how often each seat won, what it scored, how long the games were and how "
    "they "
    "ended. Game n draws from stream n of the seed (1 unless --seed is given), so that the same command gives the same "
    "report. Ctrl-C stops early and reports on the games played so far.";

/* ---- the table ------------------------------------------------------------------------------------------ */

LabPrograms lab_programs_of = {.lock = PTHREAD_MUTEX_INITIALIZER};

Status lab_read_bots(const char *text, const char *option, const Bot **bot, unsigned most, unsigned *bots, Err *err) {
    char copy[512];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return err_set(err, SK_USAGE, "{0} is too long; it takes {1} bots at most.", "sd", option, (int)most);
    char *rest = copy;
    for (*bots = 0; rest; ++*bots) {
        char *one = strsep(&rest, ",");
        if (*bots == most)
            return err_set(err, SK_USAGE, "{0} names more than {1} bots.", "sd", option, (int)most);
        Status status = program_command(one) ? lab_programs_read(&lab_programs_of, one, &bot[*bots], err)
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
                      .programs = lab_programs_of.count ? &lab_programs_of : NULL,
                      .budget = args->budget,
                      .part = args->part,
                      .seed = args->setup.seed,
                      .games = args->games,
                      .threads = args->threads,
                      .keep_rows = args->csv != NULL};
}

static unsigned cores(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n > LAB_THREADS ? LAB_THREADS : (unsigned)n;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

static Status put_report(const LabArgs *args, const LabVariant *variant, const LabReport *report, Err *err) {
    Text command = {0}, text = {0};
    lab_command(args, variant, report->tally.games, &command);
    LabSource source = {SKERRY_VERSION, text_str(&command), variant->game.pack.hash, args->games};
    json_t *json = args->json || args->html ? lab_report_json(args, variant, report) : NULL;
    Status status = lab_put_page(args, json, false, err);
    if (!status && args->json)
        status = lab_put_json(args->json, json_incref(json), err);
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
        status = err_set(&err, SK_IO, "Stopped before a game was over; there is nothing to report.", "");
    if (!status) {
        status = put_report(args, &variant, &report, &err);
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
    static const struct argp_child children[] = {{&game_setup_argp, 0, "The table:", 1}, {0}};
    static const struct argp argp = {
        option_list, parse, "GAME\n--compare REPORT REPORT [REPORT REPORT]", about, children, NULL, NULL};
    LabArgs args = {.games = GAMES_STANDARD, .threads = cores(), .setup.seed = SEED_STANDARD};
    Err err = {0};
    Status status = ranks_open(&err); /* before anything is said, so that one rank says it */
    if (status)
        return cli_fail(&err);
    cli_parse(&argp, argc, argv, 0, &args);
    int code = run(&args);
    ranks_close();
    return code;
}
