/* Advice in words: a hint as every place that gives one says it. Everything is borrowed; what is said is added to the
 * caller's Text. */
#ifndef SKERRY_REVIEW_ADVISE_H
#define SKERRY_REVIEW_ADVISE_H

#include "bots/hint.h"
#include "text/hint_text.h"

/* Line i of an advice as what text/hint.h says. */
HintLine advise_line(const Advice *advice, unsigned i);
/* All of it, a sentence and '\n' each. */
void advise_say(const Voice *voice, const Advice *advice, Text *out);

#endif
