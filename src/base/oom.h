/* Thread-local out-of-memory flag. Code that builds text or JSON from many small allocations does not check each one:
 * it checks this flag once at the end and discards the result if it is set. */
#ifndef SKERRY_BASE_OOM_H
#define SKERRY_BASE_OOM_H

#include <stdbool.h>

void oom_note(void); /* sets the flag: an allocation failed */
bool oom_take(void); /* returns the flag and clears it */

#endif
