/* writer FOLDER: appends lines to table 1 of a store until it is killed, continuing after the lines that are there. It
 * prints the number of each line once it is stored. For tests/serve/backup.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/storage/store.h"

enum { AHEAD = 30 }; /* lines in flight */

static StoreJob *line_job(int64_t n) {
    StoreJob *job = store_job(STORE_LINES);
    char line[200];
    snprintf(line, sizeof line, "1 move %lld %0150d\n", (long long)n, 0);
    if (!job)
        abort();
    job->table = 1;
    job->n = n;
    job->lines = strdup(line);
    job->row = strdup("{}");
    return job;
}

int main(int argc, char **argv) {
    Err err = {0};
    Store *store = argc == 2 ? store_open(argv[1], NULL, NULL, &err) : NULL;
    if (!store) {
        char sentence[512];
        err_format(&err, sentence, sizeof sentence);
        fprintf(stderr, "writer: %s\n", sentence);
        return 1;
    }
    int64_t next = 0, stored;
    char *lines = NULL;
    if (store_read(store, 1, NULL, &lines, NULL, &err) == SK_OK)
        for (const char *p = lines; (p = strchr(p, '\n')); p++)
            next++;
    free(lines);
    for (stored = next;; stored++) {
        for (; next < stored + AHEAD; next++)
            store_submit(store, line_job(next));
        StoreJob *job;
        while (!(job = store_next_done(store)))
            usleep(200);
        if (job->err.status != SK_OK)
            return 2;
        store_job_free(job);
        printf("%lld\n", (long long)stored);
        fflush(stdout);
    }
}
