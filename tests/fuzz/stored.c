/* Stored tables: the table's row as JSON on the first line, then its log. With any input, the table is restored or
 * stuck with a reason. A row that is read must survive writing and reading, and a log that replays must be playable to
 * the end. */
#include "house.h"
#include "serve/people/people.h"
#include "serve/tables/match_log.h"

#include "fuzz.h"

static const ServeOptions options = {.address = "192.0.2.1"};

static void check_json(House *house, Table *table) {
    unsigned char hash[STORE_TOKEN_SIZE] = {1};
    Sock sock = {.person = person_find_or_add(house, hash), .table = table};
    json_t *json = table_json(house, table, &sock);
    if (!json_is_object(json))
        fail("a table can be written as JSON", table->stop_reason ? table->stop_reason : "");
    json_decref(json);
    json = lobby_json(house, &sock);
    if (!json_is_object(json))
        fail("the lobby can be written as JSON", "");
    json_decref(json);
}

static void check_row(House *house, const Table *table) {
    Err err = {0};
    char *row = table_row(table), *again;
    if (!row)
        fail("a table that was read can be stored", table->name);
    Table *back = table_read(house, table->id, row, &err);
    if (!back || (again = table_row(back)) == NULL || strcmp(row, again) != 0)
        fail("a row survives writing and reading", row);
    free(again);
    free(row);
    table_free(back);
}

static void check_log(const Table *table, const char *text) {
    unsigned count = 0;
    Err err = {0};
    Move *log = match_log_read(&table->rules, text, &count, &err);
    if (!log)
        fail("there is memory", "");
    if (err.status) /* the rows before the error can still be replayed */
        check_refusal(&err, is_utf8(text));
    err = (Err){0};
    Match *match = match_new(&table->rules, &err);
    if (match && match_log_replay(match, NULL, log, 0, count, NULL, &err) == SK_OK) {
        State state;
        memcpy(&state, match_state(match), table->rules.game->state_size);
        play_to_end(&table->rules, &state, count);
    } else {
        check_refusal(&err, false);
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
    if (table && !table_register(house, table))
        fail("there is memory", "");
    if (!table)
        check_refusal(&err, false);
    else if (table->phase == PHASE_STUCK && !(table->stop_reason && *table->stop_reason))
        fail("a stuck table gives a reason", text);
    if (table) {
        check_json(house, table);
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
