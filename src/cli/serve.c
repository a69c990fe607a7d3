/* skerry serve: tables for browsers. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "serve/house/serve.h"

enum { KEY_WEB = 0x100, KEY_PUBLIC, KEY_DB, KEY_PROXY, KEY_NEW, KEY_MAIL, KEY_FROM, KEY_HOOK, KEY_AFTER };

typedef struct ServeArgs {
    ServeOptions options;
    char address[64];
} ServeArgs;

static const struct argp_option option_list[] = {
    {"listen", 'l', "ADDRESS:PORT", 0, "Where to listen; 127.0.0.1:8000 unless given, or the next free port", 0},
    {"data", 'd', "DIR", 0, "The folder that keeps games and people; made if missing; ./skerry-data unless given", 0},
    {"db", KEY_DB, "URL", 0,
     "A PostgreSQL database in place of the folder (postgres://...), which several servers may share", 0},
    {"content", 'c', "FILE", 0, "A content pack that tables may use; may be given several times", 0},
    {"web", KEY_WEB, "DIR", 0, "The folder of the built browser pages", 0},
    {"public-url", KEY_PUBLIC, "URL", 0, "How others reach the server, where a proxy stands before it", 0},
    {"trust-proxy", KEY_PROXY, "ADDRESS", 0, "The proxy's own address: the one it forwards counts for limits", 0},
    {"mail", KEY_MAIL, "URL", 0, "smtp://HOST:PORT to send mails about turns through; or in $SKERRY_MAIL", 0},
    {"mail-from", KEY_FROM, "ADDRESS", 0, "The address that these mails come from", 0},
    {"webhook", KEY_HOOK, "URL", 0, "Turns are posted there as JSON; or in $SKERRY_WEBHOOK", 0},
    {"notify-after", KEY_AFTER, "SECONDS", 0, "How long a turn waits before a mail goes out; 60 unless given", 0},
    {"new-host-key", KEY_NEW, NULL, 0, "Makes a new key for the host; the old one is void", 0},
    {0},
};

static void read_listen(ServeArgs *args, const char *arg, struct argp_state *state) {
    const char *colon = strrchr(arg, ':');
    if (!colon || colon == arg || (size_t)(colon - arg) >= sizeof args->address)
        argp_error(state, "--listen takes ADDRESS:PORT such as 0.0.0.0:8000, not %s", arg);
    snprintf(args->address, sizeof args->address, "%.*s", (int)(colon - arg), arg);
    args->options.address = args->address;
    args->options.port = (int)cli_number(colon + 1, "--listen", 1, 65535, state);
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    ServeArgs *args = state->input;
    ServeOptions *options = &args->options;
    switch (key) {
    case 'l':
        read_listen(args, arg, state);
        return 0;
    case 'd':
        options->where = arg;
        return 0;
    case KEY_DB:
        if (strncmp(arg, "postgres://", 11) != 0 && strncmp(arg, "postgresql://", 13) != 0)
            argp_error(state, "--db takes an address that begins with postgres://, not %s", arg);
        options->where = arg;
        return 0;
    case 'c':
        if (options->contents == SERVE_CONTENTS)
            argp_error(state, "too many --content");
        options->content[options->contents++] = arg;
        return 0;
    case KEY_WEB:
        options->web = arg;
        return 0;
    case KEY_PUBLIC:
        if (strncmp(arg, "http://", 7) != 0 && strncmp(arg, "https://", 8) != 0)
            argp_error(state, "--public-url takes an address that begins with http:// or https://, not %s", arg);
        options->public_url = arg;
        return 0;
    case KEY_PROXY:
        if (inet_pton(AF_INET, arg, &(struct in_addr){0}) != 1)
            argp_error(state, "--trust-proxy takes the proxy's IPv4 address, such as 127.0.0.1, not %s", arg);
        options->trust_proxy = arg;
        return 0;
    case KEY_MAIL:
        if (strncmp(arg, "smtp://", 7) != 0 && strncmp(arg, "smtps://", 8) != 0)
            argp_error(state, "--mail takes an address that begins with smtp:// or smtps://");
        options->mail = arg;
        return 0;
    case KEY_FROM:
        options->mail_from = arg;
        return 0;
    case KEY_HOOK:
        if (strncmp(arg, "http://", 7) != 0 && strncmp(arg, "https://", 8) != 0)
            argp_error(state, "--webhook takes an address that begins with http:// or https://");
        options->webhook = arg;
        return 0;
    case KEY_AFTER:
        options->notify_after = (int)cli_number(arg, "--notify-after", 1, 86400, state);
        return 0;
    case KEY_NEW:
        options->new_key = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "it takes no argument");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_serve(int argc, char **argv) {
    static const struct argp argp = {option_list,
                                     parse,
                                     NULL,
                                     "Serves tables to browsers until it is ended by Ctrl-C; every game goes on where "
                                     "it was at the next start.",
                                     NULL,
                                     NULL,
                                     NULL};
    ServeArgs args = {.options = {.address = "127.0.0.1", .where = "skerry-data", .command = "skerry"}};
    Err err = {0};
    args.options.mail = getenv("SKERRY_MAIL"); /* with a password they do not belong where everybody reads them */
    args.options.webhook = getenv("SKERRY_WEBHOOK");
    cli_parse(&argp, argc, argv, 0, &args);
    return serve_run(&args.options, &err) == SK_OK ? 0 : cli_fail(&err);
}
