/* Records: a record that loads must survive writing and reading, and its game must be playable to the end. */
#include "engine/record.h"

#include "fuzz.h"

static Status load(const char *text, RecordHead *head, Rules *rules, Match **match, Err *err) {
    Status status = record_read_head(text, "game.txt", head, err);
    const Pack *pack = status ? NULL : builtin_pack(head->game, err);
    if (!pack)
        return err->status;
    head->content = pack->hash; /* a fuzzer cannot guess the hash */
    status = record_open_rules(head, "game.txt", pack, rules, err);
    return status ? status : record_load(head, "game.txt", rules, 0, match, err);
}

static void check_match(const Match *match, const RecordHead *head) {
    Text text = {0};
    RecordHead again;
    Rules rules;
    Match *back = NULL;
    Err err = {0};
    record_write(match, head->content, (const char(*)[NAME_SIZE])head->seat_name, &text);
    if (load(text_str(&text), &again, &rules, &back, &err)) {
        char sentence[2048];
        err_format(&err, sentence, sizeof sentence);
        fail("a written record can be read", sentence);
    }
    const Rules *were = match_rules(match);
    if (memcmp(match_state(match), match_state(back), were->game->state_size) != 0)
        fail("a record survives writing and reading", text_str(&text));
    State state;
    memcpy(&state, match_state(match), were->game->state_size);
    play_to_end(were, &state, text.len);
    text_free(&text);
    match_free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = text_of(data, size);
    RecordHead head;
    Rules rules;
    Match *match = NULL;
    Err err = {0};
    if (load(text, &head, &rules, &match, &err))
        check_refusal(&err, is_utf8(text));
    else
        check_match(match, &head);
    match_free(match);
    free(text);
    return 0;
}
