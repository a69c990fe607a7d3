/* skerry bench --threads: compares the lab on several threads with one thread and with as many processes.
 * skerry bench --greedy: times ten thousand games of greedy bots. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/bench.h"
#include "lab/lab.h"

enum { ROUNDS = 11, TARGET_GAMES = 10000, TARGET_SECONDS = 60 };

static LabSetup setup_with(const Rules *rules, const char *bot) {
    LabSetup setup = {.rules = rules, .seed = 1};
    for (unsigned i = 0; i < rules->seats; i++)
        setup.bot[i] = bot_find(bot);
    return setup;
}

/* ---- threads and processes ------------------------------------------------------------------------------ */

/* Games per second of wall-clock time, and per second of CPU time summed over all threads. */
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

/* The baseline: as many processes, which share nothing but the machine. Each writes to the pipe how many seconds it
 * took. Returns how many were started. */
static unsigned processes_start(const LabSetup *setup, unsigned processes, uint64_t games, int into) {
    unsigned started = 0;
    for (; started < processes; started++) {
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
    return started;
}

/* Seconds that the slowest process took; 0 if any of them failed. */
static double processes_wait(unsigned started, unsigned processes, int from) {
    unsigned good = 0;
    double longest = 0, spent;
    for (unsigned i = 0; i < started; i++) {
        int ending;
        good += wait(&ending) > 0 && WIFEXITED(ending) && WEXITSTATUS(ending) == 0;
    }
    for (unsigned i = 0; i < good; i++)
        if (read(from, &spent, sizeof spent) == sizeof spent && spent > longest)
            longest = spent;
    return good == processes ? longest : 0;
}

/* Measures the processes alone, then at the same time as the threads, so that other load on the machine slows both
 * equally. */
static Status processes_rates(const LabSetup *setup, unsigned n, uint64_t games, double *processes, double *concurrent,
                              Err *err) {
    int ends[2];
    LabRate many = {0};
    if (pipe(ends))
        return err_set(err, SK_IO, "Cannot create a pipe for the comparison.", "");
    double alone = processes_wait(processes_start(setup, n, games, ends[1]), n, ends[0]);
    unsigned started = processes_start(setup, n, games, ends[1]);
    Status status = lab_rate(*setup, n, games * n, &many, err);
    double together = processes_wait(started, n, ends[0]);
    close(ends[0]), close(ends[1]);
    if (status)
        return status;
    if (alone <= 0 || together <= 0)
        return err_set(err, SK_IO, "Cannot run a process for the comparison.", "");
    *processes = (double)games * n / alone;
    *concurrent = many.wall / ((double)games * n / together);
    return SK_OK;
}

/* One round: one thread, many threads, processes. A machine that slows down slows all three, so ratios are taken
 * within a round. */
static Status threads_round(const LabSetup *setup, uint64_t games, ThreadRates *rates, Err *err) {
    LabRate one, many;
    double processes = 0, concurrent = 0;
    Status status = lab_rate(*setup, 1, games, &one, err);
    if (!status)
        status = lab_rate(*setup, rates->threads, games * rates->threads, &many, err);
    if (!status)
        status = processes_rates(setup, rates->threads, games, &processes, &concurrent, err);
    if (status)
        return status;
    rates_add(&rates->one, one.wall);
    rates_add(&rates->many, many.wall);
    rates_add(&rates->processes, processes);
    rates_add(&rates->vs_one, many.wall / one.wall);
    rates_add(&rates->vs_processes, many.wall / processes);
    rates_add(&rates->concurrent, concurrent);
    rates_add(&rates->work, one.work / many.work);
    return SK_OK;
}

Status bench_threads(const Rules *rules, double length, double speed, ThreadRates *rates, Err *err) {
    LabSetup setup = setup_with(rules, "random");
    uint64_t games =
        (uint64_t)(speed * length / (3 * ROUNDS)) / 2 + 1000; /* half, because the lab also counts statistics */
    Status status = SK_OK;
    for (unsigned i = 0; i < ROUNDS && !status; i++)
        status = threads_round(&setup, games, rates, err);
    Rates *all[] = {&rates->one,          &rates->many,       &rates->processes, &rates->vs_one,
                    &rates->vs_processes, &rates->concurrent, &rates->work,      NULL};
    for (Rates **each = all; *each; each++)
        rates_sort(*each);
    return status;
}

void bench_threads_print(const ThreadRates *rates) {
    char one[32], many[32], processes[32];
    unsigned n = rates->threads;
    printf("  lab      1 thread: %s games/s, %u threads: %s, %u processes: %s; %u rounds\n",
           grouped(rates_median(&rates->one), one), n, grouped(rates_median(&rates->many), many), n,
           grouped(rates_median(&rates->processes), processes), ROUNDS);
    printf("           speed of %u threads: %.2f times one thread (%.2f to %.2f), %.3f times %u processes (%.3f to "
           "%.3f)\n",
           n, rates_median(&rates->vs_one), rates->vs_one.sample[0], rates_last(&rates->vs_one),
           rates_median(&rates->vs_processes), n, rates->vs_processes.sample[0], rates_last(&rates->vs_processes));
    printf("           %u threads and %u processes at the same time: %.3f times the processes (%.3f to %.3f)\n", n, n,
           rates_median(&rates->concurrent), rates->concurrent.sample[0], rates_last(&rates->concurrent));
    printf("           CPU time per game: %.3f times that of one thread (%.3f to %.3f)\n", rates_median(&rates->work),
           rates->work.sample[0], rates_last(&rates->work));
}

json_t *bench_threads_json(const ThreadRates *rates) {
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "threads", (int)rates->threads, "one_thread",
                     rates_json(&rates->one), "many_threads", rates_json(&rates->many), "processes",
                     rates_json(&rates->processes), "times_one", rates_json(&rates->vs_one), "times_processes",
                     rates_json(&rates->vs_processes), "times_beside", rates_json(&rates->concurrent), "times_work",
                     rates_json(&rates->work));
}

/* ---- greedy bots ---------------------------------------------------------------------------------------- */

void bench_greedy_head(unsigned games, unsigned threads) {
    char count[32];
    printf("%s games with the greedy bot in every seat, lab on %u threads; the target is 10,000 games in a minute.\n"
           "CPU: CPU time of all threads divided by %u, which is how long it would take on idle cores.\n\n"
           "%-12s %5s %12s %14s %12s\n",
           grouped(games, count), threads, threads, "Game", "seats", "seconds", "CPU seconds", "games/s");
}

Status bench_greedy(const Rules *rules, unsigned games, unsigned threads, bool json, json_t *list, Err *err) {
    LabSetup setup = setup_with(rules, "greedy");
    LabRate rate;
    Status status = lab_rate(setup, threads, games, &rate, err);
    if (status)
        return status;
    double wall = games / rate.wall, used = games / rate.work / threads,
           allowed = TARGET_SECONDS * (double)games / TARGET_GAMES;
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
