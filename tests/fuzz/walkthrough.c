/* Lessons: any text is a game's walkthrough or refused; one that is read can be followed from its first line to its
 * last. */
#include "text/walkthrough.h"

#include "fuzz.h"

static void follow(const Lesson *lesson) {
    for (unsigned at = 0; at <= lesson->lines; at++) {
        unsigned number = 0;
        if (lesson_at(lesson, lesson->line, at) != (int)at)
            broken("a lesson follows itself", "");
        const LessonStep *step = lesson_step(lesson, at, &number);
        if (step && (!step->say || number < 1 || number > lesson->steps))
            broken("a step says something", "");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Lesson lesson;
    char *text = text_of(data, size);
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        const Pack *pack = builtin_pack((*game)->id, &err);
        if (lesson_read(&lesson, pack, text, "lesson.json", &err)) {
            sentence_is_good(&err, is_utf8(text));
        } else {
            follow(&lesson);
            lesson_close(&lesson);
        }
    }
    free(text);
    return 0;
}
