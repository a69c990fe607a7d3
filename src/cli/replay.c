/* skerry replay FILE: checks a record, or shows it move by move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "engine/names.h"
#include "engine/record.h"
#include "engine/registry.h"
#include "serve/dice/dice_shares.h"
#include "term/replay_view.h"
#include "text/game_text.h"
#include "text/voice.h"

enum { BOARD_W = 80, BOARD_H = 24 }; /* size of the board if standard output is not a terminal */

typedef struct ReplayArgs {
    const char *file, *content, *seat;
    bool check, board, verify;
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
        args->seat = arg;
        return 0;
    case 'b':
        args->board = true;
        return 0;
    case 'y':
        args->verify = true;
        return 0;
    case 'c':
        args->content = arg;
        return 0;
    case ARGP_KEY_END:
        if (args->check && args->board)
            argp_error(state, "--check and --board cannot be combined");
        if (args->verify && (args->board || args->at_given))
            argp_error(state, "--verify checks the whole record; it cannot be combined with --board or --at");
        return 0;
    default:
        return cli_parse_one(key, arg, state, "a record", &args->file);
    }
}

static const struct argp_option option_list[] = {
    {"check", 'k', NULL, 0, "Only check that every line is valid", 0},
    {"verify", 'y', NULL, 0, "Check fair dice: redraw all dice and cards from the shares of the server and the players",
     0},
    {"at", 'a', "N", 0, "Show the position after N moves and outcomes", 0},
    {"seat", 'v', "S", 0,
     "Show what this seat saw: a name or number, or `spectator`. Default: the only person; if there are several, the "
     "first in a finished game, or a spectator in an unfinished one",
     0},
    {"board", 'b', NULL, 0, "Step through the game on the board with the arrow keys; in a pipe, print one position", 0},
    {"content", 'c', "FILE", 0, "The content pack that the game was played with", 0},
    {0},
};

/* Loads the record; the caller frees the match and the pack. */
static Status load(const ReplayArgs *args, const char *text, RecordHead *head, Pack *pack, Match **match, Err *err) {
    Rules rules;
    Status status = record_read_head(text, args->file, head, err);
    if (!status && !game_find(head->game))
        status = err_set(err, SK_UNKNOWN, "{0} is a record of {1}, which this program does not know.", "ss", args->file,
                         head->game);
    if (!status)
        status = game_setup_pack_for(pack, head, args->content, err);
    if (!status)
        status = record_open_rules(head, args->file, pack, &rules, err);
    if (!status)
        status = record_load(head, args->file, &rules, 0, match, err);
    return status;
}

static void events_text(Match *match, const Voice *voice, Text *out) {
    unsigned count;
    const Event *events = match_events(match, &count);
    voice_events(voice, events, count, out);
}

/* Finds the viewer by name or number. */
static Status viewer_find(ReplayArgs *args, const RecordHead *head, const Match *match, Err *err) {
    args->viewer = replay_view_default_viewer(head, match_is_over(match));
    if (!args->seat)
        return SK_OK;
    int seat = seats_find(head->seat_name, head->seats, args->seat);
    if (seat == -1 && strcmp(args->seat, "spectator") == 0) {
        args->viewer = SPECTATOR;
        return SK_OK;
    }
    if (seat >= 0) {
        args->viewer = (unsigned)seat;
        return SK_OK;
    }
    return err_set(err, SK_USAGE,
                   seat == -2
                       ? "Several seats of {0} are called {1}; give --seat a number from 1 to {2}."
                       : "{0} has no seat {1}; --seat takes a name in it, a number from 1 to {2}, or `spectator`.",
                   "ssd", args->file, args->seat, (int)head->seats);
}

/* Replays the moves and prints their events and the final score; with --at N, only the position after N of them. */
static Status print_game(const ReplayArgs *args, const Match *whole, const RecordHead *head, const Words *words,
                         Err *err) {
    Status status = SK_OK;
    SeatNames shown;
    seats_display_names(words, head->seat_name, head->seats, shown);
    const Rules *rules = match_rules(whole);
    unsigned count, turn = 0;
    const Move *moves = match_moves(whole, &count);
    unsigned last = args->at_given && args->at < count ? args->at : count;
    Match *match = match_from_state(rules, match_initial_state(whole));
    Voice voice = {words, rules, args->viewer, (const char(*)[NAME_SIZE])shown};
    Text out = {0};
    for (unsigned i = 0; match && i < last && !status; i++) {
        status = match_replay(match, (Line){.move = moves[i]}, err);
        bool tells = !args->at_given;
        if (tells && state_head(match_state(match))->turn != turn)
            text_putc(&out, '\n');
        turn = state_head(match_state(match))->turn;
        if (tells)
            events_text(match, &voice, &out);
    }
    State view;
    if (match && !status) {
        match_view(match, args->viewer, &view);
        if (args->at_given)
            game_text(head->game)->describe(&voice, &view, &out);
        else
            voice_score(&voice, &view, &out);
    }
    fputs(text_str(&out), stdout);
    match_free(match);
    text_free(&out);
    return status;
}

static Status show_board(const ReplayArgs *args, const Match *match, const RecordHead *head, const Words *words,
                         int *exit, Err *err) {
    unsigned count;
    match_moves(match, &count);
    ReplayViewOptions options = {.match = match, .words = words, .head = head, .viewer = args->viewer, .at = args->at};
    if (replay_view_run(&options, exit, err))
        return err->status;
    Text out = {0};
    options.at = args->at_given ? args->at : count;
    Status status = replay_view_print(&options, BOARD_W, BOARD_H, &out, err);
    *exit = 0;
    fputs(text_str(&out), stdout);
    text_free(&out);
    return status;
}

static Status replay(const ReplayArgs *args, const Match *match, const RecordHead *head, const Pack *pack, int *exit,
                     Err *err) {
    Words words;
    Status status = words_open(&words, head->game, err);
    if (status)
        return status;
    status = words_add_pack(&words, pack, err);
    if (status) {
        words_close(&words);
        return status;
    }
    if (args->board)
        status = show_board(args, match, head, &words, exit, err);
    else
        status = print_game(args, match, head, &words, err);
    words_close(&words);
    return status;
}

static void print_seats(const Shares *shares, bool opened, const char *none) {
    const char *between = "";
    for (unsigned party = 1; party < SHARE_PARTIES; party++)
        if (shares->party[party].asked && shares->party[party].opened == opened) {
            printf("%s%u", between, party);
            between = ", ";
        }
    if (!*between)
        fputs(none, stdout);
}

/* Also lists players who gave no share: only they cannot be sure that nobody chose the dice. */
static Status verify(const ReplayArgs *args, const Match *match, const char *text, Err *err) {
    Shares shares;
    unsigned outcomes, left_out = 0;
    Status status = shares_read(text, args->file, &shares, err);
    if (!status)
        status = shares_verify(&shares, match, text, args->file, &outcomes, err);
    if (status)
        return status;
    for (unsigned party = 1; party < SHARE_PARTIES; party++)
        left_out += shares.party[party].asked && !shares.party[party].opened;
    printf("%s is fair: all %u outcomes come from the shares of the server and of seats ", args->file, outcomes);
    print_seats(&shares, true, "(none)");
    puts(".");
    if (left_out) {
        fputs("Left out, because they gave no share in time: seats ", stdout);
        print_seats(&shares, false, "");
        puts(".");
    }
    return SK_OK;
}

int cmd_replay(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse,
        "FILE",
        "Retells a recorded game in words, steps through it on the board, shows one position, or checks it.",
        NULL,
        NULL,
        NULL};
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
    if (!status)
        status = viewer_find(&args, &head, match, &err);
    unsigned count = 0;
    int exit = 0;
    if (!status)
        match_moves(match, &count);
    if (!status && args.at_given && args.at > count)
        status = err_set(&err, SK_USAGE, "{0} has {1} moves and outcomes; there is no position after {2}.", "sdd",
                         args.file, (int)count, (int)args.at);
    if (!status && args.verify)
        status = verify(&args, match, text_str(&text), &err);
    if (!status && args.check)
        printf("%s is valid: %u moves and outcomes, %s.\n", args.file, count,
               match_is_over(match) ? "finished" : "not finished");
    else if (!status && !args.verify)
        status = replay(&args, match, &head, &pack, &exit, &err);
    match_free(match);
    pack_free(&pack);
    text_free(&text);
    return status ? cli_fail(&err) : exit;
}
