/* Functions shared by the two files of the audit. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_RULES_AUDIT_H
#define SKERRY_GAMES_TENDAYS_RULES_AUDIT_H

#include "games/tendays/rules/frames.h"

const char *audit_frames(const Rules *rules, const TenState *s);
const char *audit_ask(const Rules *rules, const TenState *s);
/* Whether rescuers are leaving, so that there may be bids. */
bool audit_bids_open(const TenState *s);

#endif
