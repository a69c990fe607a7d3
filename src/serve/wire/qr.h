/* Makes QR codes for links and appends them to the caller's Text. */
#ifndef SKERRY_SERVE_WIRE_QR_H
#define SKERRY_SERVE_WIRE_QR_H

#include "base/text.h"

enum { QR_TEXT_MAX = 1024 };

bool qr_svg(const char *text, Text *out);      /* returns false if the text is empty or too long, or if out of memory */
bool qr_terminal(const char *text, Text *out); /* two rows of modules per line of text, dark on light */

#endif
