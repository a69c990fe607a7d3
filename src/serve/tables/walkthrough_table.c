#include "serve/tables/walkthrough_table.h"

#include "engine/names.h"
#include "serve/tables/bot_jobs.h"

Status walkthrough_table_init(Table *table, int64_t learner, Err *err) {
    const Walkthrough *walkthrough = cached_pack_walkthrough(table->pack, err);
    if (!walkthrough)
        return err->status;
    table->walkthrough = true;
    table->walkthrough_script = walkthrough;
    table->rules = walkthrough->rules;
    table->seats = walkthrough->rules.seats;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        bool own = seat == walkthrough->seat;
        table->seat[seat] = (TableSeat){.occupant = own ? OCCUPANT_PERSON : OCCUPANT_BOT,
                                        .person = own ? learner : 0,
                                        .level = level_find("easy", 0)};
    }
    return SK_OK;
}

void walkthrough_table_refresh(Table *table) {
    Err err = {0};
    table->walkthrough_script = table->walkthrough && table->pack ? cached_pack_walkthrough(table->pack, &err) : NULL;
}

/* Number of script lines played so far; -1 if the game has left the script. */
static int script_position(const Table *table) {
    unsigned count;
    if (!table->walkthrough_script || !table->match)
        return -1;
    const Move *moves = match_moves(table->match, &count);
    return walkthrough_position(table->walkthrough_script, moves, count);
}

WalkthroughDice walkthrough_table_dice(Table *table, const Submission *submission) {
    const Walkthrough *walkthrough = table->walkthrough_script;
    int at = submission ? script_position(table) : 0;
    bool follows = walkthrough && at >= 0;
    for (unsigned i = 0; follows && submission && i < submission->count; i++, at++) {
        while ((unsigned)at < walkthrough->lines && walkthrough->line[at].seat == CHANCE)
            at++;
        follows = (unsigned)at < walkthrough->lines && move_equal(walkthrough->line[at], submission->moves[i]);
    }
    return walkthrough_dice(walkthrough, follows, &table->dice.dice);
}

ScriptMover walkthrough_table_next(const Table *table, Move *line) {
    int at = script_position(table);
    if (at < 0 || (unsigned)at >= table->walkthrough_script->lines)
        return SCRIPT_MOVER_NONE;
    *line = table->walkthrough_script->line[at];
    return line->seat == table->walkthrough_script->seat ? SCRIPT_MOVER_LEARNER : SCRIPT_MOVER_BOT;
}

/* ---- tips ----------------------------------------------------------------------------------------------- */

static json_t *tip_json(unsigned step, unsigned of, const char *say, int rule, json_t *move) {
    return json_pack("{s:i, s:i, s:s, s:o, s:o}", "step", (int)step, "of", (int)of, "say", say, "rule",
                     rule ? json_integer(rule) : json_null(), "move", move);
}

static json_t *tip_at(const Table *table, const WalkthroughTip *step, unsigned number, unsigned at) {
    const Walkthrough *walkthrough = table->walkthrough_script;
    char text[MOVE_TEXT_SIZE];
    if (at < walkthrough->lines && walkthrough->line[at].seat != walkthrough->seat) /* the bots are to move */
        return tip_json(number, walkthrough->steps, "", 0, json_null());
    if (at == walkthrough->lines)
        return tip_json(number, walkthrough->steps, step->text, step->rule, json_null());
    move_write(&table->rules, walkthrough->line[at], text);
    return tip_json(number, walkthrough->steps, step->text, step->rule, json_string(text));
}

/* The last tip stays until the learner moves again. */
static bool moved_since(const Walkthrough *walkthrough, const Move *moves, unsigned from, unsigned count) {
    for (unsigned i = from; i < count; i++)
        if (moves[i].seat == walkthrough->seat)
            return true;
    return false;
}

json_t *walkthrough_table_tip(const Table *table, unsigned viewer) {
    const Walkthrough *walkthrough = table->walkthrough_script;
    unsigned count, number = 0, matching = 0;
    if (!walkthrough || viewer != walkthrough->seat || match_is_over(table->match))
        return NULL;
    const Move *moves = match_moves(table->match, &count);
    while (matching < count && matching < walkthrough->lines &&
           move_equal(moves[matching], walkthrough->line[matching]))
        matching++;
    const WalkthroughTip *step = walkthrough_tip(walkthrough, matching, &number);
    if (!step || moved_since(walkthrough, moves, matching + (matching < walkthrough->lines), count))
        return NULL;
    if (matching < count && matching < walkthrough->lines)
        return tip_json(number, walkthrough->steps, words_get(&table->pack->words, "lesson.left"), 0, json_null());
    return tip_at(table, step, number, matching);
}
