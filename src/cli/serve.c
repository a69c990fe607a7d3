/* skerry serve: runs a server for browsers. */
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
    {"listen", 'l', "ADDRESS:PORT", 0, "Where to listen (default 127.0.0.1:8000, or the next free port)", 0},
    {"data", 'd', "DIR", 0, "Folder for games and people, created if missing (default ./skerry-data)", 0},
    {"db", KEY_DB, "URL", 0,
     "Use a PostgreSQL database (postgres://...) instead of the folder; several servers can share it", 0},
    {"content", 'c', "FILE", 0, "A content pack that tables may use; can be given several times", 0},
    {"web", KEY_WEB, "DIR", 0, "Folder with the built browser pages", 0},
    {"public-url", KEY_PUBLIC, "URL", 0, "The server's public address, if it is behind a proxy", 0},
    {"trust-proxy", KEY_PROXY, "ADDRESS", 0,
     "The proxy's own address: rate limits then apply to the addresses that it forwards", 0},
    {"mail", KEY_MAIL, "URL", 0, "Mail server for turn notifications: smtp://HOST:PORT (or set $SKERRY_MAIL)", 0},
    {"mail-from", KEY_FROM, "ADDRESS", 0, "Sender address of the mails", 0},
    {"webhook", KEY_HOOK, "URL", 0, "Post turn notifications to this URL as JSON (or set $SKERRY_WEBHOOK)", 0},
    {"notify-after", KEY_AFTER, "SECONDS", 0, "How long to wait before notifying a player (default 60)", 0},
    {"new-host-key", KEY_NEW, NULL, 0, "Create a new host key; the old one stops working", 0},
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
        if (options->contents == SERVE_CONTENTS_MAX)
            argp_error(state, "--content is given too often");
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
        argp_error(state, "this command takes no arguments");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_serve(int argc, char **argv) {
    static const struct argp argp = {option_list,
                                     parse,
                                     NULL,
                                     "Serves games to browsers until you press Ctrl-C. At the next start, every game "
                                     "continues where it was.",
                                     NULL,
                                     NULL,
                                     NULL};
    ServeArgs args = {.options = {.address = "127.0.0.1", .where = "skerry-data", .command = "skerry"}};
    Err err = {0};
    args.options.mail = getenv("SKERRY_MAIL"); /* a URL with a password should not show up in the process list */
    args.options.webhook = getenv("SKERRY_WEBHOOK");
    cli_parse(&argp, argc, argv, 0, &args);
    return serve_run(&args.options, &err) == SK_OK ? 0 : cli_fail(&err);
}
