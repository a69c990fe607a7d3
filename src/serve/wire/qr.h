/* Pictures of links for cameras. What is made is added to the caller's Text. */
#ifndef SKERRY_SERVE_WIRE_QR_H
#define SKERRY_SERVE_WIRE_QR_H

#include "base/text.h"

enum { QR_TEXT_MAX = 1024 };

bool qr_svg(const char *text, Text *out);      /* false: too long, or without memory */
bool qr_terminal(const char *text, Text *out); /* two rows a line, dark on light */

#endif
