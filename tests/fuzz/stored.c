/* Stored rows: a table's row in JSON on the first line, its log behind it. Whatever they are, the table is there again
 * or stuck with a sentence; a log that is read is written and read the same, and what replays goes on to its end. */
#include "house.h"
#include "serve/tables/match_log.h"

#include "fuzz.h"

static const ServeOptions options = {.address = "192.0.2.1"};

static void check_shown(House *house, Table *table) {
    unsigned char hash[STORE_TOKEN] = {1};
    Sock sock = {.person = person_of(house, hash), .table = table};
    json_t *json = table_json(house, table, &sock);
    if (!json_is_object(json))
        broken("a table can be shown", table->why ? table->why : "");
    json_decref(json);
    json = lobby_json(house, &sock);
    if (!json_is_object(json))
        broken("the lobby can be shown", "");
    json_decref(json);
}

/* A row that is read is written, and read again the same. */
static void check_row(House *house, const Table *table) {
    Err err = {0};
    char *row = table_row(table), *again;
    if (!row)
        broken("a table that was read can be stored", table->name);
    Table *back = table_read(house, table->id, row, &err);
    if (!back || (again = table_row(back)) == NULL || strcmp(row, again) != 0)
        broken("a row written is the same row", row);
    free(again);
    free(row);
    table_free(back);
}

static void check_log(const Table *table, const char *text) {
    unsigned count = 0;
    Err err = {0};
    Move *log = match_log_read(&table->rules, text, &count, &err);
    if (!log)
        broken("there is memory", "");
    if (err.status) /* what comes before it can be looked at all the same */
        sentence_is_good(&err, is_utf8(text));
    err = (Err){0};
    Match *match = match_new(&table->rules, &err);
    if (match && match_log_replay(match, NULL, log, 0, count, NULL, &err) == SK_OK) {
        State state;
        memcpy(&state, match_state(match), table->rules.game->state_size);
        play_to_the_end(&table->rules, &state, count);
    } else {
        sentence_is_good(&err, false);
    }
    match_free(match);
    free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    House *house = house_fresh(&options);
    char *text = text_of(data, size), *log = strchr(text, '\n');
    Err err = {0};
    if (log)
        *log++ = '\0';
    Table *table = table_read(house, 7, text, &err);
    if (table && !table_enter(house, table))
        broken("there is memory", "");
    if (!table)
        sentence_is_good(&err, false);
    else if (table->phase == PHASE_STUCK && !(table->why && *table->why))
        broken("a stuck table says why", text);
    if (table) {
        check_shown(house, table);
        if (table->phase != PHASE_STUCK) {
            check_row(house, table);
            check_log(table, log ? log : "");
        }
    }
    house_settle(house);
    house_forget(house);
    free(text);
    return 0;
}
