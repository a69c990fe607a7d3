#include "serve/wire/qr.h"

#include <qrencode.h>
#include <string.h>

enum { MARGIN = 4 }; /* modules of light border that scanners need */

static QRcode *qr_make(const char *text) {
    return strlen(text) > QR_TEXT_MAX || !*text ? NULL : QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
}

static bool qr_dark(const QRcode *code, int x, int y) {
    bool inside = x >= 0 && y >= 0 && x < code->width && y < code->width;
    return inside && (code->data[y * code->width + x] & 1);
}

bool qr_svg(const char *text, Text *out) {
    QRcode *code = qr_make(text);
    if (!code)
        return false;
    int side = code->width + 2 * MARGIN;
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" shape-rendering=\"crispEdges\">"
                "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/><path fill=\"#000\" d=\"",
                side, side, side, side);
    for (int y = 0; y < code->width; y++)
        for (int x = 0; x < code->width; x++) {
            int run = 0;
            while (qr_dark(code, x + run, y))
                run++;
            if (run)
                text_printf(out, "M%d %dh%dv1h-%dz", x + MARGIN, y + MARGIN, run, run);
            x += run;
        }
    text_puts(out, "\"/></svg>");
    QRcode_free(code);
    return !out->out_of_memory;
}

bool qr_terminal(const char *text, Text *out) {
    static const char *const half[] = {" ", "▄", "▀", "█"};
    QRcode *code = qr_make(text);
    if (!code)
        return false;
    for (int y = -2; y < code->width + 2; y += 2) {
        text_puts(out, "\033[30;107m");
        for (int x = -2; x < code->width + 2; x++)
            text_puts(out, half[2 * qr_dark(code, x, y) + qr_dark(code, x, y + 1)]);
        text_puts(out, "\033[0m\n");
    }
    QRcode_free(code);
    return !out->out_of_memory;
}
