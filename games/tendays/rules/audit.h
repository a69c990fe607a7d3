/* The two halves of the audit, for each other alone. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_RULES_AUDIT_H
#define SKERRY_GAMES_TENDAYS_RULES_AUDIT_H

#include "games/tendays/rules/frames.h"

const char *audit_frames(const Rules *rules, const TenState *s);
const char *audit_ask(const Rules *rules, const TenState *s);
/* Rescuers are leaving, so that bids may lie open. */
bool audit_bids_open(const TenState *s);

#endif
