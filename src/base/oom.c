#include "base/oom.h"

static _Thread_local bool oom_flag;

void oom_note(void) { oom_flag = true; }

bool oom_take(void) {
    bool was_set = oom_flag;
    oom_flag = false;
    return was_set;
}
