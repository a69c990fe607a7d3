/* Writes structured log lines to standard error. Safe on any thread. */
#ifndef SKERRY_SERVE_HOUSE_LOG_EVENT_H
#define SKERRY_SERVE_HOUSE_LOG_EVENT_H

/* Writes one line: the time, what=EVENT, then `format`, which gives the rest as key=value pairs. */
void log_event(const char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
