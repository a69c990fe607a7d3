/* The dice proof in a record's remarks. It is refused, or it gives the same key after it is written and read again. */
#include "serve/dice/dice_shares.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = text_of(data, size);
    Shares shares = {0}, again = {0};
    Err err = {0};
    if (shares_read(text, "game.txt", &shares, &err)) {
        check_refusal(&err, is_utf8(text));
    } else {
        unsigned char key[DICE_KEY_SIZE], other[DICE_KEY_SIZE];
        Text out = {0};
        shares_write(&shares, true, &out);
        shares_key(&shares, key);
        if (shares_read(text_str(&out), "game.txt", &again, &err))
            fail("written shares can be read", text_str(&out));
        shares_key(&again, other);
        if (memcmp(key, other, sizeof key) != 0)
            fail("the key survives writing and reading", text_str(&out));
        json_t *json = shares_json(&shares, true);
        if (!json_is_object(json))
            fail("shares can be written as JSON", text_str(&out));
        json_decref(json);
        text_free(&out);
    }
    free(text);
    return 0;
}
