/* skerry check: plays random games with every number of seats and all options, and tests the invariants of the game
 * interface (lab/conformance.h). */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/file.h"
#include "cli/check_walk.h"
#include "cli/cli.h"
#include "engine/registry.h"
#include "lab/conformance.h"

enum { GAMES_DEFAULT = 300 };

typedef struct CheckArgs {
    GameArgs setup; /* the seed defaults to 1, so the same command repeats the same games */
    const char *game[WALK_GAMES];
    unsigned named;
    ConformancePlan plan;
    unsigned seats;
    const char *record;
    bool verbose;
    uint64_t steps; /* length of a long walk; 0: play a fixed number of games instead */
    unsigned threads;
    const char *resume;
} CheckArgs;

static error_t parse(int key, char *arg, struct argp_state *state) {
    CheckArgs *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->setup;
        return 0;
    case 'g':
        args->plan.games = (unsigned)cli_number(arg, "--games", 1, 100000000, state);
        return 0;
    case 'n':
        args->seats = (unsigned)cli_number(arg, "--seats", 1, SEATS_MAX, state);
        return 0;
    case 'e':
        args->plan.share = (unsigned)cli_number(arg, "--every", 1, 1000000, state);
        return 0;
    case 'R':
        args->plan.resamples = (unsigned)cli_number(arg, "--resamples", 1, CONFORMANCE_RESAMPLES_MAX, state);
        return 0;
    case 'S':
        args->steps = (uint64_t)cli_number(arg, "--steps", 1, 1000000000000, state);
        return 0;
    case 't':
        args->threads = (unsigned)cli_number(arg, "--threads", 1, WALK_THREADS, state);
        return 0;
    case 'f':
        args->resume = arg;
        return 0;
    case 'r':
        args->record = arg;
        return 0;
    case 'v':
        args->verbose = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->named == WALK_GAMES)
            argp_error(state, "too many games");
        args->game[args->named++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->steps && (args->threads || args->resume))
            argp_error(state, "--threads and --resume need --steps");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"games", 'g', "N", 0, "Games for each number of seats (default 300); more if options have more values", 0},
    {"seats", 'n', "N", 0, "Test only this number of seats", 0},
    {"every", 'e', "N", 0, "Run the slow tests at one step in N (default 8; with --steps 256)", 0},
    {"resamples", 'R', "N", 0, "States to invent for each viewer in each slow test (default 4)", 0},
    {"record", 'r', "FILE", 0, "If an invariant is broken, write the game up to that point", 0},
    {"steps", 'S', "N", 0,
     "Instead of games, play a long random walk of N steps over all games and seat counts, with fewer tests per step",
     0},
    {"threads", 't', "N", 0, "Run the walk on N threads (default 1)", 0},
    {"resume", 'f', "FILE", 0, "Keep the progress of the walk in FILE, and continue from there", 0},
    {"verbose", 'v', NULL, 0, "Show how often each invariant was tested", 0},
    {0},
};
static const struct argp_child children[] = {{&game_setup_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    option_list,
    parse,
    "[GAME…]",
    "Plays random games with every number of seats and every value of every option that you do not set, and checks "
    "the invariants of moves, chance and score, of views and their secrets, of records and undo. Tests all games "
    "unless you name some.",
    children,
    NULL,
    NULL};

/* ---- output --------------------------------------------------------------------------------------------- */

static void progress(void *ctx, unsigned done, unsigned games) {
    if (done % 16 == 0 || done == games)
        fprintf(stderr, "\r%s %u of %u games%s", (const char *)ctx, done, games, done == games ? "\r\033[K" : "");
}

static unsigned long long count(const ConformanceReport *report, Invariant invariant) {
    return report->tested[invariant];
}

static void print_report(const Game *game, const ConformanceReport *report, bool verbose) {
    printf("%s: %llu games, %llu steps; %llu moves checked, %llu views, %llu resampled states, %llu twin comparisons, "
           "%llu undos, %llu records; all invariants held\n",
           game->id, (unsigned long long)report->games, (unsigned long long)report->steps,
           count(report, INVARIANT_VIEW_CHECK), count(report, INVARIANT_VIEW_WHOLE),
           count(report, INVARIANT_RESAMPLE_VIEW), count(report, INVARIANT_TOLD_SAME), count(report, INVARIANT_UNDO),
           count(report, INVARIANT_RECORD));
    if (report->refused)
        printf("%s: the set-up refused the options of %llu games\n", game->id, (unsigned long long)report->refused);
    for (unsigned i = 0; i < INVARIANT_COUNT && verbose; i++)
        printf("  %-15s %12llu  %s\n", invariant_name(i), count(report, i), invariant_text(i));
}

static void print_grouped(uint64_t value) {
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    for (int i = 0; i < n; i++)
        printf("%s%c", i && (n - i) % 3 == 0 ? "," : "", digits[i]);
}

static void print_walk(const Walk *walk, bool verbose) {
    uint64_t steps = 0;
    for (unsigned i = 0; i < walk->games; i++) {
        const WalkGame *game = &walk->game[i];
        const Game *rules = game->setup->rules.game;
        printf("%s: ", rules->id);
        print_grouped(game->total.games);
        printf(" games, ");
        print_grouped(game->total.steps);
        printf(" steps, all invariants held\n");
        for (unsigned kind = 0; rules->moves[kind].name && !walk->resumed; kind++)
            if (!game->total.made[kind])
                printf("  `%s` never came up\n", rules->moves[kind].name);
        for (unsigned k = 0; k < INVARIANT_COUNT && verbose; k++)
            if (game->total.tested[k])
                printf("  %-15s %14llu  %s\n", invariant_name(k), count(&game->total, k), invariant_text(k));
        steps += game->total.steps;
    }
    printf("In all ");
    print_grouped(steps);
    printf(" steps.\n");
}

static Status report_failure(const CheckArgs *args, const Game *game, const ConformanceReport *report, Err *err) {
    fprintf(stderr, "skerry: %s: the invariant %s", game->id, text_str(&report->failure));
    if (!args->record) {
        fputs("Repeat the command with --record FILE to write the game up to this point.\n", stderr);
        return SK_OK;
    }
    Status status = file_write_atomic(args->record, text_str(&report->record), report->record.len, err);
    if (!status)
        fprintf(stderr, "The game up to this point is in %s; `skerry replay %s` shows it.\n", args->record,
                args->record);
    return status;
}

/* ---- checks --------------------------------------------------------------------------------------------- */

/* The set of options given on the command line. */
static uint32_t options_fixed(const Game *game, const GameArgs *args) {
    uint32_t fixed = 0;
    for (unsigned i = 0; game->options && game->options[i].name; i++)
        for (unsigned k = 0; k < args->options; k++) {
            size_t n = strlen(game->options[i].name);
            if (strncmp(args->option[k], game->options[i].name, n) == 0 && args->option[k][n] == '=')
                fixed |= BIT(i);
        }
    return fixed;
}

static Status check_seats(const CheckArgs *args, const Game *game, Err *err) {
    if (!args->seats || (args->seats >= game->seats_min && args->seats <= game->seats_max))
        return SK_OK;
    return err_set(err, SK_USAGE, "{0} has {1} to {2} seats, not {3}.", "sddd", game->id, game->seats_min,
                   game->seats_max, (int)args->seats);
}

/* *kept: whether all invariants held. */
static Status check_game(const CheckArgs *args, const char *id, bool *kept, Err *err) {
    GameSetup setup;
    GameArgs open = args->setup;
    open.game = id;
    Status status = game_setup_open(&setup, &open, 0, err);
    if (status)
        return status;
    const Game *game = setup.rules.game;
    status = check_seats(args, game, err);
    if (!status) {
        ConformanceReport report = {0};
        ConformancePlan plan = args->plan;
        plan.pack = &setup.pack;
        plan.seed = args->setup.seed;
        plan.progress = isatty(STDERR_FILENO) ? progress : NULL;
        plan.ctx = (void *)id;
        *kept = conformance_all(&setup.rules, args->seats, options_fixed(game, &args->setup), &plan, &report);
        if (*kept && !report.games)
            status =
                err_set(err, SK_RULE,
                        "{0}: the set-up refuses every game with these seats, options and content; `skerry play` says "
                        "why.",
                        "s", game->id);
        else if (*kept)
            print_report(game, &report, args->verbose);
        else
            status = report_failure(args, game, &report, err);
        fflush(stdout);
        conformance_free(&report);
    }
    game_setup_close(&setup);
    return status;
}

static Status walk_open(const CheckArgs *args, Walk *walk, GameSetup *setup, Err *err) {
    for (unsigned i = 0; i < args->named; i++) {
        GameArgs open = args->setup;
        open.game = args->game[i];
        Status status = game_setup_open(&setup[i], &open, 0, err);
        if (status)
            return status;
        const Game *game = setup[i].rules.game;
        walk->game[i] = (WalkGame){
            .setup = &setup[i],
            .fixed = options_fixed(game, &args->setup),
            .seats = {args->seats ? args->seats : game->seats_min, args->seats ? args->seats : game->seats_max}};
        walk->games = i + 1;
        status = check_seats(args, game, err);
        if (status)
            return status;
    }
    return SK_OK;
}

static const Game *game_never_played(const Walk *walk) {
    for (unsigned i = 0; i < walk->games; i++)
        if (!walk->game[i].total.games)
            return walk->game[i].setup->rules.game;
    return NULL;
}

static Status check_steps(const CheckArgs *args, bool *kept, Err *err) {
    static GameSetup setup[WALK_GAMES];
    static WalkGame game[WALK_GAMES];
    Walk walk = {.game = game,
                 .steps = args->steps,
                 .seed = args->setup.seed,
                 .share = args->plan.share ? args->plan.share : WALK_SHARE,
                 .threads = args->threads ? args->threads : 1,
                 .file = args->resume};
    const WalkGame *broken = NULL;
    Status status = walk_open(args, &walk, setup, err);
    if (!status)
        status = walk_all(&walk, kept, &broken, err);
    const Game *never_played = status || broken ? NULL : game_never_played(&walk);
    if (never_played)
        status = err_set(err, SK_RULE,
                         "{0}: the set-up refuses every game with these seats, options and content; `skerry play` says "
                         "why.",
                         "s", never_played->id);
    else if (!status && broken)
        status = report_failure(args, broken->setup->rules.game, &broken->total, err);
    else if (!status)
        print_walk(&walk, args->verbose);
    for (unsigned i = 0; i < walk.games; i++) {
        conformance_free(&game[i].total);
        game_setup_close(&setup[i]);
    }
    return status;
}

int cmd_check(int argc, char **argv) {
    CheckArgs args = {.setup.seed = 1, .plan.games = GAMES_DEFAULT};
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &args);
    if (!args.named)
        for (const Game *const *game = games_all; *game && args.named < WALK_GAMES; game++)
            args.game[args.named++] = (*game)->id;
    if (args.setup.content && args.named > 1) {
        err_set(&err, SK_USAGE, "--content applies to a single game; name it.", "");
        return cli_fail(&err);
    }
    for (unsigned i = 0; i < args.named; i++)
        if (!game_find(args.game[i])) { /* checked before any game is played */
            err_set(&err, SK_USAGE, "There is no game {0}; `skerry games` lists them.", "s", args.game[i]);
            return cli_fail(&err);
        }
    bool kept = true;
    if (args.steps)
        return check_steps(&args, &kept, &err) ? cli_fail(&err) : kept ? 0 : 1;
    for (unsigned i = 0; i < args.named && kept; i++)
        if (check_game(&args, args.game[i], &kept, &err))
            return cli_fail(&err);
    return kept ? 0 : 1;
}
