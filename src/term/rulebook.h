/* Formats a game's rules (games/ID/rules.md) as plain text, all of them or a single rule. The Text belongs to the
 * caller. */
#ifndef SKERRY_TERM_RULEBOOK_H
#define SKERRY_TERM_RULEBOOK_H

#include <stdbool.h>

#include "base/text.h"

/* If `number` is "", gives all rules; if it is "13" or "R13", only that rule. Wraps at w columns and removes Markdown
 * emphasis. Returns false if there is no such rule. */
bool rulebook_text(const char *game, const char *number, int w, Text *out);

#endif
