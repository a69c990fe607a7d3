/* Several people and bots at one terminal: whose turn, the curtain between them, asides out of turn. With the toy game,
 * whose seats have secrets; played by lines in a process of its own. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "term/plain.h"
#include "toy_table.h"

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

/* The child: reads the lines, writes what is said, ends with plain_play's status. */
static void child(const char *seats, int in, int out) {
    static ToyTable toy;
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

/* Everything said while the lines are typed. The Text is the caller's. */
static void play(const char *seats, const char *lines, Text *said) {
    int in[2], out[2], status;
    unlink(record_file);
    text_clear(said);
    assert_int_equal(pipe(in) | pipe(out), 0);
    assert_int_equal(write(in[1], lines, strlen(lines)), (ssize_t)strlen(lines));
    close(in[1]);
    fflush(stdout); /* or the child says it again */
    pid_t pid = fork();
    if (pid == 0)
        child(seats, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    char bytes[4096];
    for (ssize_t n; (n = read(out[0], bytes, sizeof bytes)) > 0;)
        text_add(said, bytes, (size_t)n);
    close(out[0]);
    waitpid(pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("it ended with %d:\n%s", status, text_str(said));
}

/* The words come in this order; returns where the last of them ends. */
static const char *expect_in_order(const char *text, const char *const *wanted) {
    const char *at = text;
    for (; *wanted; wanted++) {
        const char *found = strstr(at, *wanted);
        if (!found)
            fail_msg("\"%s\" does not come next in:\n%s", *wanted, text);
        at = found + strlen(*wanted);
    }
    return at;
}

#define IN_ORDER(text, ...) expect_in_order(text, (const char *const[]){__VA_ARGS__, NULL})

static void a_curtain_falls_between_people(void **state) {
    (void)state;
    Text said = {0};
    play("Anna,Ben,Cleo", "\npeek\nend\nchoose 1\n\nchoose 2\n\nchoose 2\n\nlog\n", &said);
    const char *after = IN_ORDER(text_str(&said), "Hand the screen to Anna.", "The knife is yours", "You have chosen.",
                                 "Hand the screen to Ben.", "Anna looks at a card.");
    if (strstr(after, "see the knife") || strstr(after, "sees the knife"))
        fail_msg("Ben was shown Anna's card:\n%s", text_str(&said));
    IN_ORDER(after, "Anna has chosen.", "You have chosen.", "Hand the screen to Cleo.", "Shown: 1, 2, 2.");
    text_free(&said);
}

static void the_end_of_input_at_the_curtain_is_quiet(void **state) {
    (void)state;
    Text said = {0};
    play("Anna,Ben,Cleo", "\npeek\nend\nchoose 1\n", &said);
    const char *after = IN_ORDER(text_str(&said), "Hand the screen to Ben.", "Continue with");
    if (strstr(after, "knife") || strstr(after, "choose"))
        fail_msg("said behind the curtain:\n%s", after);
    text_free(&said);
}

static void one_person_among_bots_needs_no_curtain(void **state) {
    (void)state;
    Text said = {0};
    play("bot:random,you,bot:greedy", "choose 2\ntake 1\nend\nlog\n", &said);
    if (strstr(text_str(&said), "Hand the screen"))
        fail_msg("a curtain for one:\n%s", text_str(&said));
    IN_ORDER(text_str(&said), "You have chosen.", "Shown: ", "You take 1.");
    text_free(&said);
}

static void an_aside_is_made_out_of_turn(void **state) {
    (void)state;
    Text said = {0};
    play("Anna,Ben,bot:random", "\nas Nobody\nas bot:random\nas Ben\n\ncall 1\n\ntake 2\n", &said);
    IN_ORDER(text_str(&said), "called `Nobody`", "called `bot:random`", "Hand the screen to Ben.",
             "Ben: Waiting for Anna.", "call", "`back` returns the screen to Anna.", "You calls Anna.",
             "Hand the screen to Anna.", "Ben calls you.", "You take 2.");
    text_free(&said);
}

static void who_took_the_screen_can_give_it_back(void **state) {
    (void)state;
    Text said = {0};
    play("Anna,Ben,bot:random", "\nback\nas 2\n\nback\n\ntake 2\n", &said);
    IN_ORDER(text_str(&said), "there is nothing to go back to", "Hand the screen to Ben.", "Ben: Waiting for Anna.",
             "`back` returns the screen to Anna.", "Hand the screen to Anna.", "Anna: ", "You take 2.");
    text_free(&said);
}

/* In a pipe nothing can be cleared: that is said once, and each person is called by name. */
static void an_open_curtain_is_said_once(void **state) {
    (void)state;
    Text said = {0};
    play("Anna,Ben,Cleo", "\nend\nchoose 1\n\nchoose 2\n\nchoose 2\n\n", &said);
    const char *after =
        IN_ORDER(text_str(&said), "Hand the screen to Anna. Press Enter.", "Anna: ", "This window cannot be cleared",
                 "Hand the screen to Ben. Press Enter.", "Ben: ", "Hand the screen to Cleo.", "Cleo: ");
    if (strstr(after, "cannot be cleared") || strstr(text_str(&said), "\033"))
        fail_msg("said twice, or a pipe was sent control codes:\n%s", text_str(&said));
    text_free(&said);
}

/* What the prompt says is left out of the news, and stays in the log. */
static void a_prompt_does_not_say_the_news_again(void **state) {
    (void)state;
    Text said = {0};
    play("you,bot:random,bot:random", "peek\nlog\n", &said);
    const char *after = IN_ORDER(text_str(&said), "The knife is yours to see. What now?");
    const char *log = IN_ORDER(after, "The knife is yours to see. What now?", "You see the knife.");
    if (strstr(after, "You see the knife.") + strlen("You see the knife.") != log)
        fail_msg("the knife is told twice:\n%s", after);
    text_free(&said);
}

static void bots_alone_play_to_the_end(void **state) {
    (void)state;
    Text said = {0};
    play("bot:random,bot:random,bot:random", "", &said);
    IN_ORDER(text_str(&said), "The final score:", "andom bot", "The full game is saved in");
    text_free(&said);
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
