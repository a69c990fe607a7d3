/* skerry replay FILE: a record checked, or looked at move by move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "engine/names.h"
#include "engine/record.h"
#include "games/registry.h"
#include "text/board.h"
#include "text/voice.h"

typedef struct ReplayArgs {
    const char *file, *content;
    bool check;
    unsigned at, viewer;
    bool at_given;
} ReplayArgs;

static error_t parse(int key, char *arg, struct argp_state *state) {
    ReplayArgs *args = state->input;
    switch (key) {
    case 'k':
        args->check = true;
        return 0;
    case 'a':
        args->at = (unsigned)cli_number(arg, "--at", 0, 1000000, state);
        args->at_given = true;
        return 0;
    case 'v':
        args->viewer =
            strcmp(arg, "spectator") == 0 ? SPECTATOR : (unsigned)cli_number(arg, "--seat", 1, SEATS_MAX, state) - 1;
        return 0;
    case 'c':
        args->content = arg;
        return 0;
    default:
        return cli_parse_one(key, arg, state, "a record", &args->file);
    }
}

static const struct argp_option options[] = {
    {"check", 'k', NULL, 0, "Only say whether every line is good", 0},
    {"at", 'a', "N", 0, "Show the position after N moves and outcomes", 0},
    {"seat", 'v', "S", 0, "As that seat saw it (a number, or `spectator`); seat 1 unless given", 0},
    {"content", 'c', "FILE", 0, "The content pack it was played with", 0},
    {0},
};

/* The record's game and its rules; the match is the caller's. */
static Status load(const ReplayArgs *args, const char *text, RecordHead *head, Pack *pack, Match **match, Err *err) {
    Rules rules;
    Status status = record_head(text, args->file, head, err);
    if (!status && !game_find(head->game))
        status =
            err_say(err, SK_UNKNOWN, "{0} is a record of {1}, a game that is not here.", "ss", args->file, head->game);
    if (!status)
        status = table_pack(pack, head->game, args->content, err);
    if (!status)
        status = record_rules(head, args->file, pack, &rules, err);
    if (!status)
        status = record_load(head, args->file, &rules, 0, match, err);
    return status;
}

static void say_events(Match *match, const Voice *voice, Text *out) {
    unsigned count;
    const Event *events = match_events(match, &count);
    voice_events(voice, events, count, out);
}

/* Plays the moves again, telling each; stops after `at` of them and shows the position there. */
static Status tell_game(const ReplayArgs *args, const Match *whole, const RecordHead *head, Err *err) {
    Words words;
    Status status = words_open(&words, head->game, err);
    if (status)
        return status;
    const Rules *rules = match_rules(whole);
    unsigned count, turn = 0;
    const Move *moves = match_moves(whole, &count);
    unsigned last = args->at_given && args->at < count ? args->at : count;
    Match *match = match_at(rules, match_first(whole));
    Voice voice = {&words, rules, args->viewer, head->seat_name};
    Text out = {0};
    for (unsigned i = 0; match && i < last && !status; i++) {
        status = match_replay(match, (Line){.move = moves[i]}, err);
        bool tells = !args->at_given;
        if (tells && state_head(match_state(match))->turn != turn)
            text_putc(&out, '\n');
        turn = state_head(match_state(match))->turn;
        if (tells)
            say_events(match, &voice, &out);
    }
    State view;
    if (match && !status) {
        match_view(match, args->viewer, &view);
        if (args->at_given)
            text_game(head->game)->describe(&voice, &view, &out);
        else
            voice_score(&voice, &view, &out);
    }
    fputs(text_str(&out), stdout);
    match_free(match);
    text_free(&out);
    words_close(&words);
    return status;
}

int cmd_replay(int argc, char **argv) {
    static const struct argp argp = {
        options, parse, "FILE", "Tells a recorded game in words, shows one position of it, or checks it.",
        NULL,    NULL,  NULL};
    ReplayArgs args = {0};
    Err err = {0};
    Text text = {0};
    RecordHead head;
    Pack pack = {0};
    Match *match = NULL;
    cli_parse(&argp, argc, argv, 0, &args);
    Status status = file_read(args.file, &text, &err);
    if (!status)
        status = load(&args, text_str(&text), &head, &pack, &match, &err);
    if (!status && args.viewer != SPECTATOR && args.viewer >= match_rules(match)->seats)
        status = err_say(&err, SK_USAGE, "{0} has {1} seats; there is no seat {2}.", "sdd", args.file,
                         (int)match_rules(match)->seats, (int)args.viewer + 1);
    unsigned count = 0;
    if (!status)
        match_moves(match, &count);
    if (!status && args.at_given && args.at > count)
        status = err_say(&err, SK_USAGE, "{0} has {1} moves and outcomes; there is no position after {2}.", "sdd",
                         args.file, (int)count, (int)args.at);
    if (!status && args.check)
        printf("%s is good: %u moves and outcomes, %s.\n", args.file, count,
               match_over(match) ? "finished" : "not finished");
    else if (!status)
        status = tell_game(&args, match, &head, &err);
    match_free(match);
    pack_free(&pack);
    text_free(&text);
    return status ? cli_fail(&err) : 0;
}
