/* Whether memory ran out on this thread. What is put together from many small pieces (text, JSON) need not look after
 * each of them: it asks once, at the end, and then drops the whole. Nothing is owned here. */
#ifndef SKERRY_BASE_OOM_H
#define SKERRY_BASE_OOM_H

#include <stdbool.h>

void oom_note(void); /* something was not to be had */
bool oom_take(void); /* whether that was so since the last time somebody asked */

#endif
