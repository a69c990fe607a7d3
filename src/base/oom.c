#include "base/oom.h"

static _Thread_local bool lacked;

void lack_note(void) { lacked = true; }

bool lack_take(void) {
    bool was = lacked;
    lacked = false;
    return was;
}
