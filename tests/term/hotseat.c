/* Tests several people and bots at one terminal: turn order, the curtain between people, and asides. Uses the toy game,
 * whose seats have secrets, in plain mode in a child process. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "term/plain.h"
#include "toy_setup.h"

static const char words_json[] =
    "{\"title\": \"Toy\", \"designer\": \"nobody\", \"event.took\": \"{seat} takes {amount}.\", \"event.took.you\": "
    "\"You take {amount}.\","
    "\"event.peeked\": \"{seat} sees the {card}.\", \"event.peeked.you\": \"You see the {card}.\","
    "\"event.peeked.hidden\": \"{seat} looks at a card.\", \"event.called\": \"{seat} calls {whom}.\","
    "\"event.chose\": \"{seat} has chosen.\", \"event.chose.you\": \"You have chosen.\", \"event.shown\": \"Shown: "
    "{a}, {b}, {c}.\", \"prompt.any\": \"The knife is yours to see. What now?\", \"event.peeked.asked\": \"*\"}";

static char folder[] = "/tmp/skerry-hotseat-XXXXXX";
static char words_file[64], record_file[64];

static int make_folder(void **state) {
    (void)state;
    Err err = {0};
    if (!mkdtemp(folder))
        return -1;
    snprintf(words_file, sizeof words_file, "%s/words.json", folder);
    snprintf(record_file, sizeof record_file, "%s/toy.record", folder);
    return file_write_atomic(words_file, words_json, strlen(words_json), &err) ? -1 : 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(words_file);
    unlink(record_file);
    return rmdir(folder);
}

/* Runs in the child process: plays with the given pipes and exits with plain_play's status. */
static void child(const char *seats, int in, int out) {
    static ToySetup toy;
    static LocalGame local;
    static Reader reader;
    char aside[PATH_SIZE];
    Err err = {0};
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    toy_open(&toy, 3);
    PlayOptions options = {.pack = &toy.pack,
                           .rules = &toy.rules,
                           .seats = seats,
                           .record = record_file,
                           .words = words_file,
                           .seed = 1,
                           .plain = true};
    bool open = local_game_open(&local, &options, &err) == SK_OK && local_game_begin(&local, aside, &err) == SK_OK;
    if (!open)
        fprintf(stderr, "%s\n", err.text);
    int status = open ? plain_play(&local, &reader) : 9;
    fflush(stdout);
    local_game_close(&local);
    _exit(status);
}

/* Types the lines and collects all output in `output`, which the caller owns. */
static void play(const char *seats, const char *lines, Text *output) {
    int in[2], out[2], status;
    unlink(record_file);
    text_clear(output);
    assert_int_equal(pipe(in) | pipe(out), 0);
    assert_int_equal(write(in[1], lines, strlen(lines)), (ssize_t)strlen(lines));
    close(in[1]);
    fflush(stdout); /* otherwise the child would print the buffer again */
    pid_t pid = fork();
    if (pid == 0)
        child(seats, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    char bytes[4096];
    for (ssize_t n; (n = read(out[0], bytes, sizeof bytes)) > 0;)
        text_add(output, bytes, (size_t)n);
    close(out[0]);
    waitpid(pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("it ended with %d:\n%s", status, text_str(output));
}

/* Expects the strings in this order. Returns the end of the last one. */
static const char *expect_in_order(const char *text, const char *const *wanted) {
    const char *pos = text;
    for (; *wanted; wanted++) {
        const char *found = strstr(pos, *wanted);
        if (!found)
            fail_msg("\"%s\" does not come next in:\n%s", *wanted, text);
        pos = found + strlen(*wanted);
    }
    return pos;
}

#define IN_ORDER(text, ...) expect_in_order(text, (const char *const[]){__VA_ARGS__, NULL})

static void a_curtain_falls_between_people(void **state) {
    (void)state;
    Text output = {0};
    play("Anna,Ben,Cleo", "\npeek\nend\nchoose 1\n\nchoose 2\n\nchoose 2\n\nlog\n", &output);
    const char *after = IN_ORDER(text_str(&output), "Hand the screen to Anna.", "The knife is yours",
                                 "You have chosen.", "Hand the screen to Ben.", "Anna looks at a card.");
    if (strstr(after, "see the knife") || strstr(after, "sees the knife"))
        fail_msg("Ben was shown Anna's card:\n%s", text_str(&output));
    IN_ORDER(after, "Anna has chosen.", "You have chosen.", "Hand the screen to Cleo.", "Shown: 1, 2, 2.");
    text_free(&output);
}

static void the_end_of_input_at_the_curtain_is_quiet(void **state) {
    (void)state;
    Text output = {0};
    play("Anna,Ben,Cleo", "\npeek\nend\nchoose 1\n", &output);
    const char *after = IN_ORDER(text_str(&output), "Hand the screen to Ben.", "Continue with");
    if (strstr(after, "knife") || strstr(after, "choose"))
        fail_msg("shown behind the curtain:\n%s", after);
    text_free(&output);
}

static void one_person_among_bots_needs_no_curtain(void **state) {
    (void)state;
    Text output = {0};
    play("bot:random,you,bot:greedy", "choose 2\ntake 1\nend\nlog\n", &output);
    if (strstr(text_str(&output), "Hand the screen"))
        fail_msg("a curtain for a single person:\n%s", text_str(&output));
    IN_ORDER(text_str(&output), "You have chosen.", "Shown: ", "You take 1.");
    text_free(&output);
}

static void an_aside_is_made_out_of_turn(void **state) {
    (void)state;
    Text output = {0};
    play("Anna,Ben,bot:random", "\nas Nobody\nas bot:random\nas Ben\n\ncall 1\n\ntake 2\n", &output);
    IN_ORDER(text_str(&output), "called `Nobody`", "called `bot:random`", "Hand the screen to Ben.",
             "Ben: Waiting for Anna.", "call", "`back` returns the screen to Anna.", "You calls Anna.",
             "Hand the screen to Anna.", "Ben calls you.", "You take 2.");
    text_free(&output);
}

static void who_took_the_screen_can_give_it_back(void **state) {
    (void)state;
    Text output = {0};
    play("Anna,Ben,bot:random", "\nback\nas 2\n\nback\n\ntake 2\n", &output);
    IN_ORDER(text_str(&output), "there is nothing to go back to", "Hand the screen to Ben.", "Ben: Waiting for Anna.",
             "`back` returns the screen to Anna.", "Hand the screen to Anna.", "Anna: ", "You take 2.");
    text_free(&output);
}

/* The screen cannot be cleared in a pipe. The players are warned once, and every prompt names its player. */
static void an_open_curtain_is_said_once(void **state) {
    (void)state;
    Text output = {0};
    play("Anna,Ben,Cleo", "\nend\nchoose 1\n\nchoose 2\n\nchoose 2\n\n", &output);
    const char *after =
        IN_ORDER(text_str(&output), "Hand the screen to Anna. Press Enter.", "Anna: ", "This window cannot be cleared",
                 "Hand the screen to Ben. Press Enter.", "Ben: ", "Hand the screen to Cleo.", "Cleo: ");
    if (strstr(after, "cannot be cleared") || strstr(text_str(&output), "\033"))
        fail_msg("the warning was repeated, or control codes were sent to a pipe:\n%s", text_str(&output));
    text_free(&output);
}

/* An event that the prompt repeats is left out of the news but stays in the log. */
static void a_prompt_does_not_say_the_news_again(void **state) {
    (void)state;
    Text output = {0};
    play("you,bot:random,bot:random", "peek\nlog\n", &output);
    const char *after = IN_ORDER(text_str(&output), "The knife is yours to see. What now?");
    const char *log = IN_ORDER(after, "The knife is yours to see. What now?", "You see the knife.");
    if (strstr(after, "You see the knife.") + strlen("You see the knife.") != log)
        fail_msg("the knife appears twice:\n%s", after);
    text_free(&output);
}

static void bots_alone_play_to_the_end(void **state) {
    (void)state;
    Text output = {0};
    play("bot:random,bot:random,bot:random", "", &output);
    IN_ORDER(text_str(&output), "The final score:", "andom bot", "The full game is saved in");
    text_free(&output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_curtain_falls_between_people),
        cmocka_unit_test(the_end_of_input_at_the_curtain_is_quiet),
        cmocka_unit_test(one_person_among_bots_needs_no_curtain),
        cmocka_unit_test(an_aside_is_made_out_of_turn),
        cmocka_unit_test(who_took_the_screen_can_give_it_back),
        cmocka_unit_test(an_open_curtain_is_said_once),
        cmocka_unit_test(a_prompt_does_not_say_the_news_again),
        cmocka_unit_test(bots_alone_play_to_the_end),
    };
    return cmocka_run_group_tests_name("hotseat", tests, make_folder, remove_folder);
}
