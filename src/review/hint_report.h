/* Advice in words: a hint as every place that gives one says it. Everything is borrowed; what is said is added to the
 * caller's Text. */
#ifndef SKERRY_REVIEW_HINT_REPORT_H
#define SKERRY_REVIEW_HINT_REPORT_H

#include "bots/hint.h"
#include "text/hint_text.h"

/* Line i of an advice as what text/hint.h says. */
HintOptionText hint_report_option(const Hint *hint, unsigned i);
/* All of it, a sentence and '\n' each. */
void hint_report_text(const Voice *voice, const Hint *hint, Text *out);

#endif
