/* skerry bench --threads: what the lab makes of several cores, beside one and beside as many processes.
 * skerry bench --greedy: how long ten thousand games of greedy bots take. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/bench.h"
#include "lab/lab.h"

enum { ROUNDS = 11, ASKED = 10000, MINUTE = 60 };

static LabSetup setup_with(const Rules *rules, const char *bot) {
    LabSetup setup = {.rules = rules, .seed = 1};
    for (unsigned i = 0; i < rules->seats; i++)
        setup.bot[i] = bot_find(bot);
    return setup;
}

/* ---- several cores -------------------------------------------------------------------------------------- */

/* Games a second, by the clock on the wall and by the time of all processors. */
typedef struct LabRate {
    double wall, work;
} LabRate;

static Status lab_rate(LabSetup setup, unsigned threads, uint64_t games, LabRate *rate, Err *err) {
    LabReport report;
    setup.threads = threads;
    setup.games = games;
    double begin = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    Status status = lab_run(&setup, &report, err);
    rate->wall = (double)games / (seconds_of(CLOCK_MONOTONIC) - begin);
    rate->work = (double)games / (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used);
    lab_free(&report);
    return status;
}

/* The yardstick: as many processes at once, which share nothing but the machine. Returns how many were begun; each says
 * into the pipe how many seconds it took. */
static unsigned apart_begin(const LabSetup *setup, unsigned processes, uint64_t games, int into) {
    unsigned begun = 0;
    for (; begun < processes; begun++) {
        pid_t child = fork();
        if (child == 0) {
            LabRate alone;
            Err own = {0};
            Status status = lab_rate(*setup, 1, games, &alone, &own);
            double spent = (double)games / alone.wall;
            _exit(status || write(into, &spent, sizeof spent) != sizeof spent);
        }
        if (child < 0)
            break;
    }
    return begun;
}

/* Seconds until the last of them was done; 0 when one of them failed. */
static double apart_end(unsigned begun, unsigned processes, int from) {
    unsigned good = 0;
    double longest = 0, spent;
    for (unsigned i = 0; i < begun; i++) {
        int how;
        good += wait(&how) > 0 && WIFEXITED(how) && WEXITSTATUS(how) == 0;
    }
    for (unsigned i = 0; i < good; i++)
        if (read(from, &spent, sizeof spent) == sizeof spent && spent > longest)
            longest = spent;
    return good == processes ? longest : 0;
}

/* The processes by themselves, and once more beside the threads: then what else the machine does slows all alike. */
static Status apart_rates(const LabSetup *setup, unsigned n, uint64_t games, double *apart, double *beside, Err *err) {
    int ends[2];
    LabRate many = {0};
    if (pipe(ends))
        return err_set(err, SK_IO, "A pipe for the comparison could not be opened.", "");
    double alone = apart_end(apart_begin(setup, n, games, ends[1]), n, ends[0]);
    unsigned begun = apart_begin(setup, n, games, ends[1]);
    Status status = lab_rate(*setup, n, games * n, &many, err);
    double together = apart_end(begun, n, ends[0]);
    close(ends[0]), close(ends[1]);
    if (status)
        return status;
    if (alone <= 0 || together <= 0)
        return err_set(err, SK_IO, "A process for the comparison could not be run.", "");
    *apart = (double)games * n / alone;
    *beside = many.wall / ((double)games * n / together);
    return SK_OK;
}

/* One, many, apart: a machine that slows down slows all three, so their ratios are taken round by round. */
static Status threads_round(const LabSetup *setup, uint64_t games, ThreadRates *rates, Err *err) {
    LabRate one, many;
    double apart = 0, beside = 0;
    Status status = lab_rate(*setup, 1, games, &one, err);
    if (!status)
        status = lab_rate(*setup, rates->threads, games * rates->threads, &many, err);
    if (!status)
        status = apart_rates(setup, rates->threads, games, &apart, &beside, err);
    if (status)
        return status;
    rates_add(&rates->one, one.wall);
    rates_add(&rates->many, many.wall);
    rates_add(&rates->apart, apart);
    rates_add(&rates->vs_one, many.wall / one.wall);
    rates_add(&rates->to_apart, many.wall / apart);
    rates_add(&rates->beside, beside);
    rates_add(&rates->work, one.work / many.work);
    return SK_OK;
}

Status bench_threads(const Rules *rules, double length, double speed, ThreadRates *rates, Err *err) {
    LabSetup setup = setup_with(rules, "random");
    uint64_t games = (uint64_t)(speed * length / (3 * ROUNDS)) / 2 + 1000; /* the lab counts, hence the half */
    Status status = SK_OK;
    for (unsigned i = 0; i < ROUNDS && !status; i++)
        status = threads_round(&setup, games, rates, err);
    Rates *all[] = {&rates->one,      &rates->many,   &rates->apart, &rates->vs_one,
                    &rates->to_apart, &rates->beside, &rates->work,  NULL};
    for (Rates **each = all; *each; each++)
        rates_sort(*each);
    return status;
}

void bench_threads_print(const ThreadRates *rates) {
    char one[32], many[32], apart[32];
    unsigned n = rates->threads;
    printf("  lab      1 thread %s games/s, %u threads %s, %u processes at once %s; %u rounds\n",
           grouped(rates_median(&rates->one), one), n, grouped(rates_median(&rates->many), many), n,
           grouped(rates_median(&rates->apart), apart), ROUNDS);
    printf("           %u threads are %.2f times one (%.2f to %.2f) and %.3f of %u processes (%.3f to %.3f)\n", n,
           rates_median(&rates->vs_one), rates->vs_one.sample[0], rates_last(&rates->vs_one),
           rates_median(&rates->to_apart), n, rates->to_apart.sample[0], rates_last(&rates->to_apart));
    printf("           %u threads and %u processes all at once: the threads do %.3f of the processes (%.3f to %.3f)\n",
           n, n, rates_median(&rates->beside), rates->beside.sample[0], rates_last(&rates->beside));
    printf("           a game costs %.3f times (%.3f to %.3f) the processor time it costs one thread alone\n",
           rates_median(&rates->work), rates->work.sample[0], rates_last(&rates->work));
}

json_t *bench_threads_json(const ThreadRates *rates) {
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "threads", (int)rates->threads, "one_thread",
                     rates_json(&rates->one), "many_threads", rates_json(&rates->many), "processes",
                     rates_json(&rates->apart), "times_one", rates_json(&rates->vs_one), "times_processes",
                     rates_json(&rates->to_apart), "times_beside", rates_json(&rates->beside), "times_work",
                     rates_json(&rates->work));
}

/* ---- greedy bots ---------------------------------------------------------------------------------------- */

void bench_greedy_head(unsigned games, unsigned threads) {
    char count[32];
    printf("%s games of the greedy bot at every seat, lab on %u threads; a minute is allowed for 10,000.\n"
           "Processor: what all threads used, by %u, so as long as it takes on cores that do nothing else.\n\n"
           "%-12s %5s %12s %14s %12s\n",
           grouped(games, count), threads, threads, "Game", "seats", "seconds", "processor, s", "games/s");
}

Status bench_greedy(const Rules *rules, unsigned games, unsigned threads, bool json, json_t *list, Err *err) {
    LabSetup setup = setup_with(rules, "greedy");
    LabRate rate;
    Status status = lab_rate(setup, threads, games, &rate, err);
    if (status)
        return status;
    double wall = games / rate.wall, used = games / rate.work / threads, allowed = MINUTE * (double)games / ASKED;
    if (!json) {
        char each[32];
        const char *verdict = wall <= allowed ? "" : used <= allowed ? "  the machine was busy" : "  too slow";
        printf("%-12s %5u %12.1f %14.1f %12s%s\n", rules->game->id, rules->seats, wall, used, grouped(rate.wall, each),
               verdict);
        fflush(stdout);
    }
    json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:i, s:f, s:f}", "game", rules->game->id, "seats",
                                          (int)rules->seats, "games", (int)games, "threads", (int)threads, "seconds",
                                          wall, "processor_seconds_per_thread", used));
    return SK_OK;
}
