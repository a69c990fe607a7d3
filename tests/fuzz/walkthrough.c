/* Walkthroughs: any text is either refused or a walkthrough that can be followed from its first line to its last. */
#include "text/walkthrough.h"

#include "fuzz.h"

static void follow(const Walkthrough *walkthrough) {
    for (unsigned at = 0; at <= walkthrough->lines; at++) {
        unsigned number = 0;
        if (walkthrough_position(walkthrough, walkthrough->line, at) != (int)at)
            fail("a walkthrough follows its own script", "");
        const WalkthroughTip *step = walkthrough_tip(walkthrough, at, &number);
        if (step && (!step->text || number < 1 || number > walkthrough->steps))
            fail("a step has text and a valid number", "");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Walkthrough walkthrough;
    char *text = text_of(data, size);
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        const Pack *pack = builtin_pack((*game)->id, &err);
        if (walkthrough_read(&walkthrough, pack, text, "lesson.json", &err)) {
            check_refusal(&err, is_utf8(text));
        } else {
            follow(&walkthrough);
            walkthrough_close(&walkthrough);
        }
    }
    free(text);
    return 0;
}
