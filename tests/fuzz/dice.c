/* The proof of the dice in a record's remarks: read or refused, and what is read makes the same key when it is written
 * and read again. */
#include "serve/dice/dice_shares.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = text_of(data, size);
    Shares shares = {0}, again = {0};
    Err err = {0};
    if (shares_read(text, "game.txt", &shares, &err)) {
        sentence_is_good(&err, is_utf8(text));
    } else {
        unsigned char key[DICE_KEY], other[DICE_KEY];
        Text out = {0};
        shares_write(&shares, true, &out);
        shares_key(&shares, key);
        if (shares_read(text_str(&out), "game.txt", &again, &err))
            broken("what was written is read", text_str(&out));
        shares_key(&again, other);
        if (memcmp(key, other, sizeof key) != 0)
            broken("the key is the same", text_str(&out));
        json_t *json = shares_json(&shares, true);
        if (!json_is_object(json))
            broken("shares can be shown", text_str(&out));
        json_decref(json);
        text_free(&out);
    }
    free(text);
    return 0;
}
