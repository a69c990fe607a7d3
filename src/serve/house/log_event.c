#include "serve/house/log_event.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

void log_event(const char *what, const char *format, ...) {
    char stamp[32], rest[1024];
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    gmtime_r(&now, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    for (char *p = rest; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            *p = ' '; /* a quoted value must not break the line */
    fprintf(stderr, "time=%s what=%s%s%s\n", stamp, what, *rest ? " " : "", rest);
}
