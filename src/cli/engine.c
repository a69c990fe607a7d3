/* skerry engine: passes lines from standard input to a session and writes its answers to standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/engine_session.h"

/* Reads a line of at most `max` bytes and drops the rest. Returns its length (max + 1 if it was longer), or -1 at the
 * end of input. */
static long line_read(FILE *in, char *line, long max) {
    long n = 0;
    int c;
    while ((c = getc_unlocked(in)) != EOF && c != '\n') {
        if (n < max)
            line[n] = (char)c;
        if (n <= max)
            n++;
    }
    return c == EOF && n == 0 ? -1 : n;
}

/* Blank lines are ignored. */
static bool line_is_blank(const char *line, long n) {
    while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
        n--;
    return n == 0;
}

static int serve(Session *session, char *line) {
    long n;
    while (!session_is_over(session) && (n = line_read(stdin, line, ENGINE_LINE_MAX)) >= 0) {
        if (n <= ENGINE_LINE_MAX && line_is_blank(line, n))
            continue;
        Text reply = session_handle(session, line, (size_t)n);
        text_putc(&reply, '\n');
        fwrite(text_str(&reply), 1, reply.len, stdout);
        text_free(&reply);
        if (fflush(stdout) != 0) {
            Err err;
            err_set(&err, SK_IO, "Cannot write the answers: standard output is closed.", "");
            return cli_fail(&err);
        }
    }
    return 0;
}

int cmd_engine(int argc, char **argv) {
    static const struct argp argp = {
        .doc =
            "Runs games for programs. Reads one JSON object per line from standard input and answers each, in order, "
            "with a line on standard output.\v"
            "Try: echo '{\"do\": \"hello\"}' | skerry engine\n"
            "docs/engine-protocol.md describes every request."};
    cli_parse(&argp, argc, argv, 0, NULL);
    Session *session = session_new();
    char *line = malloc(ENGINE_LINE_MAX);
    int status = 1;
    if (session && line) {
        status = serve(session, line);
    } else {
        Err err;
        err_set(&err, SK_IO, "Out of memory while starting the engine.", "");
        cli_fail(&err);
    }
    free(line);
    session_free(session);
    return status;
}
