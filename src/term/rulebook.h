/* A game's rules (games/ID/rules.md) as plain lines, whole or one rule. The Text is the caller's. */
#ifndef SKERRY_TERM_RULEBOOK_H
#define SKERRY_TERM_RULEBOOK_H

#include <stdbool.h>

#include "base/text.h"

/* number "": everything; "13" or "R13": that rule alone. Wrapped to w columns, emphasis marks taken off.
 * False: there is no such rule. */
bool rulebook_text(const char *game, const char *number, int w, Text *out);

#endif
