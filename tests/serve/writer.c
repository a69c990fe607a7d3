/* writer FOLDER: keeps a store busy until it is killed. Each number it prints is a line that was handed back as stored;
 * begins where the folder's table 1 ends. For tests/serve/backup.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/storage/store.h"

enum { AHEAD = 30 };

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
    int64_t next = 0, told;
    char *lines = NULL;
    if (store_read(store, 1, NULL, &lines, NULL, &err) == SK_OK)
        for (const char *p = lines; (p = strchr(p, '\n')); p++)
            next++;
    free(lines);
    for (told = next;; told++) {
        for (; next < told + AHEAD; next++)
            store_submit(store, line_job(next));
        StoreJob *job;
        while (!(job = store_next_done(store)))
            usleep(200);
        if (job->err.status != SK_OK)
            return 2;
        store_job_free(job);
        printf("%lld\n", (long long)told);
        fflush(stdout);
    }
}
