#include "serve/tables/walkthrough_table.h"

#include "engine/names.h"
#include "serve/tables/table_play.h"

Status teach_table(Table *table, int64_t learner, Err *err) {
    const Lesson *lesson = book_lesson(table->book, err);
    if (!lesson)
        return err->status;
    table->walkthrough = true;
    table->lesson = lesson;
    table->rules = lesson->rules;
    table->seats = lesson->rules.seats;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        bool own = seat == lesson->seat;
        table->seat[seat] =
            (TableSeat){.who = own ? WHO_PERSON : WHO_BOT, .person = own ? learner : 0, .level = level_find("easy", 0)};
    }
    return SK_OK;
}

void teach_again(Table *table) {
    Err err = {0};
    table->lesson = table->walkthrough && table->book ? book_lesson(table->book, &err) : NULL;
}

/* How many lines of the lesson have been played; -1: the game goes its own way. */
static int followed(const Table *table) {
    unsigned count;
    if (!table->lesson || !table->match)
        return -1;
    const Move *moves = match_moves(table->match, &count);
    return lesson_at(table->lesson, moves, count);
}

LessonDice teach_dice(Table *table, const Submission *submission) {
    const Lesson *lesson = table->lesson;
    int at = submission ? followed(table) : 0;
    bool follows = lesson && at >= 0;
    for (unsigned i = 0; follows && submission && i < submission->count; i++, at++) {
        while ((unsigned)at < lesson->lines && lesson->line[at].seat == CHANCE)
            at++;
        follows = (unsigned)at < lesson->lines && move_equal(lesson->line[at], submission->moves[i]);
    }
    return lesson_dice(lesson, follows, &table->dice.dice);
}

Taught teach_next(const Table *table, Move *line) {
    int at = followed(table);
    if (at < 0 || (unsigned)at >= table->lesson->lines)
        return TAUGHT_NOBODY;
    *line = table->lesson->line[at];
    return line->seat == table->lesson->seat ? TAUGHT_LEARNER : TAUGHT_BOT;
}

/* ---- advice --------------------------------------------------------------------------------------------- */

static json_t *coach_json(unsigned step, unsigned of, const char *say, int rule, json_t *move) {
    return json_pack("{s:i, s:i, s:s, s:o, s:o}", "step", (int)step, "of", (int)of, "say", say, "rule",
                     rule ? json_integer(rule) : json_null(), "move", move);
}

static json_t *coach_at(const Table *table, const LessonStep *step, unsigned number, unsigned at) {
    const Lesson *lesson = table->lesson;
    char text[MOVE_TEXT];
    if (at < lesson->lines && lesson->line[at].seat != lesson->seat) /* the others are at it */
        return coach_json(number, lesson->steps, "", 0, json_null());
    if (at == lesson->lines)
        return coach_json(number, lesson->steps, step->say, step->rule, json_null());
    move_write(&table->rules, lesson->line[at], text);
    return coach_json(number, lesson->steps, step->say, step->rule, json_string(text));
}

/* The last words stand until the learner moves again. */
static bool moved_since(const Lesson *lesson, const Move *moves, unsigned from, unsigned count) {
    for (unsigned i = from; i < count; i++)
        if (moves[i].seat == lesson->seat)
            return true;
    return false;
}

json_t *teach_coach(const Table *table, unsigned viewer) {
    const Lesson *lesson = table->lesson;
    unsigned count, number = 0, same = 0;
    if (!lesson || viewer != lesson->seat || match_over(table->match))
        return NULL;
    const Move *moves = match_moves(table->match, &count);
    while (same < count && same < lesson->lines && move_equal(moves[same], lesson->line[same]))
        same++;
    const LessonStep *step = lesson_step(lesson, same, &number);
    if (!step || moved_since(lesson, moves, same + (same < lesson->lines), count))
        return NULL;
    if (same < count && same < lesson->lines)
        return coach_json(number, lesson->steps, words_get(&table->book->words, "lesson.left"), 0, json_null());
    return coach_at(table, step, number, same);
}
