/* skerry lab GAME: many games between bots, and what came of them. */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "cli/lab_args.h"

enum { GAMES_STANDARD = 1000, SEED_STANDARD = 1, GAMES_MAX = 1000000000, BUDGET_MAX = 1000000000 };

/* ---- the command line ----------------------------------------------------------------------------------- */

enum { KEY_ROTATE = 0x100, KEY_CROSS, KEY_BUDGET, KEY_PART, KEY_MARKDOWN };

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
    case KEY_ROTATE:
        args->rotate = true;
        return 0;
    case KEY_CROSS:
        args->cross = arg;
        return 0;
    case KEY_BUDGET:
        args->budget = (uint32_t)cli_number(arg, "--budget", 1, BUDGET_MAX, state);
        return 0;
    case KEY_PART:
        args->part = (uint32_t)cli_number(arg, "--part", 1, BUDGET_MAX, state);
        return 0;
    case KEY_MARKDOWN:
        args->markdown = true;
        return 0;
    case 't':
        args->threads = (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS, state);
        return 0;
    case 'u':
        if (args->uses == LAB_USES)
            argp_error(state, "--use is given more than %d times; all counts everything", LAB_USES);
        args->use[args->uses++] = arg;
        return 0;
    case 'j':
        args->json = arg;
        return 0;
    case 'v':
        args->csv = arg;
        return 0;
    case ARGP_KEY_END:
        if (args->markdown && !args->cross)
            argp_error(state, "--markdown writes the table of --cross; name the bots with --cross");
        return 0;
    default:
        return cli_parse_one(key, arg, state, CLI_A_GAME, &args->table.game);
    }
}

static const struct argp_option options[] = {
    {"games", 'g', "N", 0, "How many games to play; 1,000 unless given. With --cross, so many for each pair", 0},
    {"seats", 'b', "BOT,BOT…", 0, "Who sits where, as in bot:greedy,bot:random; greedy everywhere unless given", 0},
    {"rotate", KEY_ROTATE, NULL, 0,
     "Play every seed once with each rotation of the bots over the seats, so that neither luck nor the seat favours a "
     "bot",
     0},
    {"cross", KEY_CROSS, "BOT,BOT…", 0,
     "Play every pair of these bots, each seed from both seats, and make one table of who beats whom", 0},
    {"budget", KEY_BUDGET, "N", 0,
     "Bots that think ahead look at about so many positions a decision; theirs unless given", 0},
    {"part", KEY_PART, "N", 0, "Bots that think ahead do a part in N of what they would", 0},
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
    {"markdown", KEY_MARKDOWN, NULL, 0, "Write the table of --cross as Markdown", 0},
    {0},
};

static const char about[] =
    "Plays many games between bots and says how often each seat won, what it scored, how long the games were and how "
    "they "
    "ended. Game n draws from stream n of the seed (1 unless --seed is given), so that the same command gives the same "
    "report. Ctrl-C stops early and reports on the games played so far.";

/* ---- the table ------------------------------------------------------------------------------------------ */

Status lab_read_bots(const char *text, const char *option, const Bot **bot, unsigned most, unsigned *bots, Err *err) {
    char copy[512];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return err_say(err, SK_USAGE, "{0} is too long; it takes {1} bots at most.", "sd", option, (int)most);
    char *rest = copy;
    for (*bots = 0; rest; ++*bots) {
        char *one = strsep(&rest, ",");
        if (*bots == most)
            return err_say(err, SK_USAGE, "{0} names more than {1} bots.", "sd", option, (int)most);
        Status status = bot_read(one, &bot[*bots], err);
        if (status)
            return status;
    }
    return SK_OK;
}

LabSetup lab_setup(const LabArgs *args, const Rules *rules) {
    return (LabSetup){.rules = rules,
                      .rotate = args->rotate,
                      .budget = args->budget,
                      .part = args->part,
                      .seed = args->table.seed,
                      .games = args->games,
                      .threads = args->threads,
                      .rows = args->csv != NULL};
}

/* The bots, and a table with a chair for each. */
static Status open_table(const LabArgs *args, Table *table, LabSetup *setup, Err *err) {
    const Bot *bot[SEATS_MAX];
    unsigned seats = 0;
    Status status = args->seats ? lab_read_bots(args->seats, "--seats", bot, SEATS_MAX, &seats, err) : SK_OK;
    if (status)
        return status;
    status = table_open(table, &args->table, seats, err);
    if (status)
        return status;
    *setup = lab_setup(args, &table->rules);
    for (unsigned i = 0; i < table->rules.seats; i++)
        setup->bot[i] = i < seats ? bot[i] : bot_find("greedy");
    return SK_OK;
}

static Status check_paths(const LabArgs *args, Err *err) {
    if (args->json && args->csv && strcmp(args->json, args->csv) == 0)
        return err_say(err, SK_USAGE, "--json and --csv both name {0}; give each its own.", "s", args->json);
    Status status = lab_check_path(args->json, "--json", err);
    return status ? status : lab_check_path(args->csv, "--csv", err);
}

static unsigned cores(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n > LAB_THREADS ? LAB_THREADS : (unsigned)n;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

static Status put_report(const LabArgs *args, const LabSetup *setup, const LabReport *report, uint64_t content,
                         Err *err) {
    Text command = {0}, text = {0};
    lab_command(args, setup, report->tally.games, &command);
    LabSource source = {SKERRY_VERSION, text_str(&command), content, args->games};
    Status status = args->json ? lab_put_json(args->json, lab_json(setup, report, &source), err) : SK_OK;
    if (!status && args->csv) {
        lab_csv(setup, report, &text);
        status = lab_put(args->csv, &text, err);
        text_clear(&text);
    }
    if (!status && !lab_stdout_taken(args)) {
        lab_write(setup, report, &source, &text);
        status = lab_put("-", &text, err);
    }
    text_free(&text);
    text_free(&command);
    return status;
}

static Status play(const LabArgs *args, LabSetup *setup, uint64_t content, Err *err) {
    LabReport report;
    lab_watch(setup);
    Status status = lab_run(setup, &report, err);
    lab_watch_end(setup);
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
    LabSetup setup;
    static UsePlan use; /* large */
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &args);
    if (args.cross)
        return lab_cross(&args);
    Status status = check_paths(&args, &err);
    if (!status)
        status = open_table(&args, &table, &setup, &err);
    if (status)
        return cli_fail(&err);
    if (args.uses) {
        status = use_plan(&use, &table.rules, args.use, args.uses, &err);
        setup.use = &use;
    }
    if (!status)
        status = play(&args, &setup, table.pack.hash, &err);
    table_close(&table);
    return status ? cli_fail(&err) : 0;
}
