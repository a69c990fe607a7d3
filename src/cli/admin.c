/* skerry admin: manages a running server over HTTP, authorised by the host key. */
#include <curl/curl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/cli.h"
#include "serve/storage/store.h"

enum { ARGS_MAX = 3, TIMEOUT_SECONDS = 20, KEY_KEY = 0x100, KEY_URL };

typedef struct AdminArgs {
    const char *data, *url, *key_file;
    const char *command, *arg[ARGS_MAX];
    unsigned args;
} AdminArgs;

/* ---- sending a request ----------------------------------------------------------------------------------- */

static size_t reply_append(char *bytes, size_t size, size_t n, void *ctx) {
    text_add(ctx, bytes, size * n);
    return size * n;
}

static Status first_line(const char *folder, const char *name, char *out, size_t size, Err *err) {
    char path[4096];
    Text text = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    Status status = file_read(path, &text, err);
    snprintf(out, size, "%.*s", (int)strcspn(text_str(&text), "\r\n"), text_str(&text));
    text_free(&text);
    if (status)
        return err_set(err, SK_IO,
                       "{0} has no {1}; `skerry serve --data {0}` creates it at its first start, or with "
                       "--new-host-key.",
                       "ss", folder, name);
    return SK_OK;
}

static Status key_read(const AdminArgs *args, char key[128], Err *err) {
    const char *given = getenv("SKERRY_HOST_KEY");
    Text text = {0};
    if (!args->key_file && given) {
        snprintf(key, 128, "%s", given);
        return SK_OK;
    }
    if (!args->key_file)
        return first_line(args->data, "host-key", key, 128, err);
    Status status = file_read(args->key_file, &text, err);
    snprintf(key, 128, "%.*s", (int)strcspn(text_str(&text), "\r\n"), text_str(&text));
    text_free(&text);
    return status;
}

static Status reply_read(const char *url, long code, const Text *reply, json_t **out, Err *err) {
    json_t *json = json_loadb(text_str(reply), reply->len, 0, NULL);
    const char *why = json_string_value(json_object_get(json_object_get(json, "error"), "text"));
    Status status = SK_OK;
    if (code != 200)
        status = why ? err_set(err, SK_IO, "{0}", "s", why)
                     : err_set(err, SK_IO, "{0} is not a Skerry server, or an older version.", "s", url);
    else if (!json_is_object(json))
        status = err_set(err, SK_IO, "The answer from {0} is not valid.", "s", url);
    *out = status ? NULL : json;
    if (status)
        json_decref(json);
    return status;
}

static Status request_send(CURL *curl, const char *url, const char *key, const char *body, json_t **out, Err *err) {
    char to[512], bearer[192];
    Text reply = {0};
    long code = 0;
    snprintf(to, sizeof to, "%.400s/api/admin", url);
    snprintf(bearer, sizeof bearer, "Authorization: Bearer %s", key);
    struct curl_slist *headers = curl_slist_append(NULL, bearer);
    headers = curl_slist_append(headers, "Content-Type: application/json");
    headers = curl_slist_append(headers, "Expect:");
    curl_easy_setopt(curl, CURLOPT_URL, to);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "127.0.0.1,localhost");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, reply_append);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &reply);
    CURLcode sent = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    Status status = sent == CURLE_OK ? reply_read(url, code, &reply, out, err)
                                     : err_set(err, SK_IO, "No server answers at {0} ({1}); is `skerry serve` running?",
                                               "ss", url, curl_easy_strerror(sent));
    curl_slist_free_all(headers);
    text_free(&reply);
    return status;
}

/* Takes ownership of the request. */
static Status ask_server(const AdminArgs *args, json_t *request, json_t **out, Err *err) {
    char url[256] = "", key[128] = "";
    char *body = json_dumps(request, JSON_COMPACT);
    Status status = key_read(args, key, err);
    json_decref(request);
    if (args->url)
        snprintf(url, sizeof url, "%.*s", (int)(strlen(args->url) - (args->url[strlen(args->url) - 1] == '/')),
                 args->url);
    else if (!status)
        status = first_line(args->data, "host-url", url, sizeof url, err);
    CURL *curl = status ? NULL : curl_easy_init();
    if (!status && (!curl || !body))
        status = err_set(err, SK_IO, "Out of memory while sending the request.", "");
    if (!status)
        status = request_send(curl, url, key, body, out, err);
    curl_easy_cleanup(curl);
    free(body);
    return status;
}

/* ---- printing the answer --------------------------------------------------------------------------------- */

static const char *string_member(const json_t *json, const char *name) {
    const char *text = json_string_value(json_object_get(json, name));
    return text ? text : "";
}

static bool bool_member(const json_t *json, const char *name) { return json_is_true(json_object_get(json, name)); }

static long long number_member(const json_t *json, const char *name) {
    return (long long)json_integer_value(json_object_get(json, name));
}

static void print_people(const json_t *out) {
    size_t i;
    json_t *p;
    printf("%-17s %-24s %s\n", "number", "name", "status");
    json_array_foreach(json_object_get(out, "people"), i, p)
        printf("%-17lld %-24s %s%s%s%lld tables\n", number_member(p, "id"),
               *string_member(p, "name") ? string_member(p, "name") : "(guest)",
               number_member(p, "online") ? "online, " : "", bool_member(p, "muted") ? "muted, " : "",
               bool_member(p, "removed") ? "removed, " : "", number_member(p, "tables"));
    printf("%lld people%s\n", number_member(out, "count"),
           (size_t)number_member(out, "count") > json_array_size(json_object_get(out, "people")) ? ", not all shown"
                                                                                                 : "");
}

static void print_table(const json_t *t) {
    size_t i;
    json_t *seat;
    printf("%-17lld %-18s %-18s %-9s", number_member(t, "id"), string_member(t, "name"), string_member(t, "title"),
           string_member(t, "phase"));
    json_array_foreach(json_object_get(t, "seats"), i, seat) {
        const char *who = string_member(seat, "who"), *name = string_member(seat, "name");
        printf(" %lld:%s", number_member(seat, "seat"), *name ? name : strcmp(who, "person") == 0 ? "(guest)" : who);
    }
    printf("%s%s\n", *string_member(t, "why") ? "  " : "", string_member(t, "why"));
}

static void print_tables(const json_t *out) {
    size_t i;
    json_t *t;
    printf("%-17s %-18s %-18s %-9s %s\n", "number", "name", "game", "phase", "seats");
    json_array_foreach(json_object_get(out, "tables"), i, t) print_table(t);
    printf("%lld tables%s\n", number_member(out, "count"),
           (size_t)number_member(out, "count") > json_array_size(json_object_get(out, "tables")) ? ", not all shown"
                                                                                                 : "");
}

static void print_house(const json_t *out) {
    printf("The house is %s; chat is %s; %lld people, %lld tables, %lld pages open.\n",
           bool_member(out, "closed") ? "closed" : "open", bool_member(out, "chat") ? "on" : "off",
           number_member(out, "people"), number_member(out, "tables"), number_member(out, "sockets"));
    printf("Notice: %s\nInvitation: %s\n", *string_member(out, "notice") ? string_member(out, "notice") : "(none)",
           string_member(out, "invite"));
}

static void print_done(const json_t *out) {
    const json_t *person = json_object_get(out, "person"), *table = json_object_get(out, "table");
    if (table)
        print_table(table);
    else
        printf("%lld %s: %s%s.\n", number_member(person, "id"),
               *string_member(person, "name") ? string_member(person, "name") : "(guest)",
               bool_member(person, "muted") ? "muted" : "not muted", bool_member(person, "removed") ? ", removed" : "");
}

static void print_invite(const json_t *out) { printf("%s\n", string_member(out, "invite")); }

/* ---- commands ------------------------------------------------------------------------------------------- */

typedef json_t *(*Build)(const AdminArgs *args);

static json_t *build_find(const AdminArgs *a) {
    return json_pack("{s:s, s:s}", "do", a->command, "find", a->args ? a->arg[0] : "");
}
static json_t *build_person(const AdminArgs *a) {
    return json_pack("{s:s, s:s}", "do", a->command, "person", a->arg[0]);
}
static json_t *build_rename(const AdminArgs *a) {
    return json_pack("{s:s, s:s, s:s}", "do", "rename", "person", a->arg[0], "name", a->arg[1]);
}
static json_t *build_table(const AdminArgs *a) { return json_pack("{s:s, s:s}", "do", a->command, "table", a->arg[0]); }
static json_t *build_free(const AdminArgs *a) {
    return json_pack("{s:s, s:s, s:s}", "do", "free", "table", a->arg[0], "seat", a->arg[1]);
}
static json_t *build_notice(const AdminArgs *a) {
    return json_pack("{s:s, s:s}", "do", "notice", "text", a->args ? a->arg[0] : "");
}
static json_t *build_house(const AdminArgs *a) {
    bool closed = a->args && strcmp(a->arg[0], "closed") == 0;
    if (a->args && !closed && strcmp(a->arg[0], "open") != 0)
        return NULL;
    return a->args ? json_pack("{s:s, s:b}", "do", "door", "closed", closed) : json_pack("{s:s}", "do", "house");
}
static json_t *build_invite(const AdminArgs *a) {
    if (a->args && strcmp(a->arg[0], "new") != 0)
        return NULL;
    return json_pack("{s:s, s:b}", "do", "invite", "new", (int)a->args);
}
static json_t *build_chat(const AdminArgs *a) {
    bool on = strcmp(a->arg[0], "on") == 0;
    return on || strcmp(a->arg[0], "off") == 0 ? json_pack("{s:s, s:b}", "do", "chat", "on", on) : NULL;
}

static const struct AdminCommand {
    const char *name, *takes;
    unsigned args_min, args_max;
    Build build;
    void (*print)(const json_t *out); /* NULL: the answer is a record, which goes to a file */
    const char *summary;
} commands[] = {
    {"people", "[TEXT]", 0, 1, build_find, print_people, "list people; with TEXT, those whose name contains it"},
    {"tables", "[TEXT]", 0, 1, build_find, print_tables, "list tables and their players"},
    {"rename", "PERSON NAME", 2, 2, build_rename, print_done, "rename a person at all tables"},
    {"mute", "PERSON", 1, 1, build_person, print_done, "let a person play, but not write"},
    {"unmute", "PERSON", 1, 1, build_person, print_done, "undo mute"},
    {"remove", "PERSON", 1, 1, build_person, print_done, "remove a person; bots take over their seats"},
    {"admit", "PERSON", 1, 1, build_person, print_done, "let a removed person in again"},
    {"free", "TABLE SEAT", 2, 2, build_free, print_done, "free a seat; in a running game, a bot takes it"},
    {"end", "TABLE", 1, 1, build_table, print_done, "end a table, for example one that is stuck"},
    {"export", "TABLE FILE", 2, 2, build_table, NULL, "write a table's record, including hidden cards"},
    {"notice", "[TEXT]", 0, 1, build_notice, print_house, "show a line to everyone; without TEXT, remove it"},
    {"house", "[open|closed]", 0, 1, build_house, print_house, "show the settings, or open or close the house"},
    {"invite", "[new]", 0, 1, build_invite, print_invite, "print the invitation link; new: replace it"},
    {"chat", "on|off", 1, 1, build_chat, print_house, "switch chat on or off at all tables"},
};

static const struct AdminCommand *command_find(const char *name) {
    for (size_t i = 0; name && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    AdminArgs *args = state->input;
    switch (key) {
    case 'd':
        args->data = arg;
        return 0;
    case KEY_URL:
        args->url = *arg ? arg : NULL;
        return 0;
    case KEY_KEY:
        args->key_file = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (!args->command)
            args->command = arg;
        else if (args->args == ARGS_MAX)
            argp_error(state, "too many arguments for %s", args->command);
        else
            args->arg[args->args++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a command, such as people");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"data", 'd', "DIR", 0, "Data folder of a server on this machine (default ./" STORE_FOLDER ")", 0},
    {"url", KEY_URL, "URL", 0, "Address of the server, if it is on another machine", 0},
    {"key", KEY_KEY, "FILE", 0, "File with the host key (default: $SKERRY_HOST_KEY, then DIR/host-key)", 0},
    {0},
};

/* argp would re-wrap the list of commands, so it is formatted here. */
static char *help_filter(int key, const char *text, void *input) {
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)(uintptr_t)text;
    Text out = {0};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        text_printf(&out, "  %-8s%-14s %s\n", commands[i].name, commands[i].takes, commands[i].summary);
    text_puts(&out, "\nPERSON and TABLE are numbers from the lists, or unique names.");
    return out.data;
}

static int record_save(const json_t *out, const char *file, Err *err) {
    const char *record = string_member(out, "record");
    umask(077); /* the record shows secrets: readable by its owner only */
    if (file_write_atomic(file, record, strlen(record), err))
        return cli_fail(err);
    printf("%s holds the record (%zu bytes), including hidden information.\n", file, strlen(record));
    return 0;
}

int cmd_admin(int argc, char **argv) {
    static const struct argp argp = {option_list,
                                     parse,
                                     "COMMAND [ARGUMENT…]",
                                     "Manages the people and tables of a running server.\vCommands:",
                                     NULL,
                                     help_filter,
                                     NULL};
    AdminArgs args = {.data = STORE_FOLDER};
    Err err = {0};
    json_t *out = NULL;
    cli_parse(&argp, argc, argv, 0, &args);
    const struct AdminCommand *command = command_find(args.command);
    if (!command) {
        err_set(&err, SK_USAGE, "there is no command {0}; `skerry admin --help` lists them.", "s", args.command);
        return cli_fail(&err);
    }
    bool count_fits = args.args >= command->args_min && args.args <= command->args_max;
    json_t *request = count_fits ? command->build(&args) : NULL;
    if (!request) {
        err_set(&err, SK_USAGE, "Usage: `skerry admin {0} {1}`.", "ss", command->name, command->takes);
        return cli_fail(&err);
    }
    curl_global_init(CURL_GLOBAL_DEFAULT);
    Status status = ask_server(&args, request, &out, &err);
    int code = status ? cli_fail(&err) : 0;
    if (!status && command->print)
        command->print(out);
    else if (!status)
        code = record_save(out, args.arg[1], &err);
    json_decref(out);
    curl_global_cleanup();
    return code;
}
