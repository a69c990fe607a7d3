/* Writes a hint as text, the same way everywhere. Everything is borrowed; appends to the caller's Text. */
#ifndef SKERRY_REVIEW_HINT_REPORT_H
#define SKERRY_REVIEW_HINT_REPORT_H

#include "bots/hint.h"
#include "text/hint_text.h"

/* Option i of a hint, for text/hint_text.h. */
HintOptionText hint_report_option(const Hint *hint, unsigned i);
/* The whole hint, one sentence per line. */
void hint_report_text(const Voice *voice, const Hint *hint, Text *out);

#endif
