/* Page frame and style sheet of the HTML reports, with the project's colours for light and dark mode. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/html_internal.h"

static const char *const day =
    "--page:#E9F0F1;--paper:#FCFCF8;--well:#F1F5F3;--ink:#12303B;--ink-2:#46606A;--line:#C2D0D2;--edge:#6F8790;"
    "--land:#F4E3B2;--land-2:#E6CD8C;--sea-1:#D3E7EE;--sea-2:#B4D6E2;--sea-3:#8DBFD1;--deep:#2E6A80;--coast:#3A5560;"
    "--ok:#1F6E45;--warn:#8A5A00;--ok-wash:#DDEFE4;--warn-wash:#FBEBC8;"
    "--pA:#F2B632;--pB:#1F5FA8;--pC:#C6402B;--pD:#5F3A8E;--pE:#1E7A52;--pF:#5A6B72;--on:#FFFFFF;--onA:#12303B;";
static const char *const night =
    "--page:#08161D;--paper:#0F222B;--well:#0B1B23;--ink:#EAF1EE;--ink-2:#A6BCC0;--line:#2B4650;--edge:#6E8C95;"
    "--land:#494431;--land-2:#8A7A48;--sea-1:#12303D;--sea-2:#173C4C;--sea-3:#24566B;--deep:#7FB4C9;--coast:#B9B08C;"
    "--ok:#7BD3A0;--warn:#F2C05C;--ok-wash:#12352A;--warn-wash:#3A2E12;"
    "--pA:#F5C04A;--pB:#7FB4F2;--pC:#FF8A70;--pD:#BFA0F0;--pE:#62C998;--pF:#A9B9BF;--on:#08161D;--onA:#08161D;";

static const char *const css[] = {
    "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}"
    "body{margin:0;background:var(--page);color:var(--ink);font:400 15px/1.45 \"Atkinson Hyperlegible Next\","
    "\"Atkinson Hyperlegible\",system-ui,sans-serif;font-feature-settings:\"tnum\"}"
    "main,header{max-width:1080px;margin:0 auto;padding:0 16px}"
    "header{padding-top:24px;padding-bottom:8px}"
    "h1,h2,.tile b{font-family:\"Libre Caslon Text\",\"Libre Caslon\",\"Source Serif 4\",Georgia,serif;font-weight:400}"
    "h1{font-size:38px;line-height:1.2;margin:0 0 4px}h2{font-size:22px;line-height:1.2;margin:0 0 4px}"
    "h3{font-size:15px;font-weight:650;margin:20px 0 4px}"
    ".over{color:var(--ink-2);margin:0}.lead{font-size:18px;margin:12px 0 0;max-width:68ch}"
    "section{background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:16px 20px 20px;margin:16px "
    "0;"
    "box-shadow:0 1px 0 rgb(18 48 59/.10),0 1px 3px rgb(18 48 59/.08)}"
    "section>p{color:var(--ink-2);margin:0 0 12px;max-width:75ch}",
    "section .tiles{margin:0 0 "
    "14px}.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(128px,1fr));gap:8px;margin:16px 0 0}"
    ".tile{background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:10px 14px}"
    ".tile b{display:block;font-size:28px;line-height:1.2}.tile span{color:var(--ink-2);font-size:13px}"
    ".row{display:grid;grid-template-columns:minmax(120px,26%) 1fr 208px;gap:2px 14px;align-items:center;"
    "padding:5px 0;border-top:1px solid var(--line);break-inside:avoid}"
    ".row:first-of-type{border-top:0}.row .n{overflow-wrap:anywhere}.row .v{text-align:right}"
    "small{color:var(--ink-2);font-size:13px}.row .n small{display:block}"
    ".row svg{width:100%;height:26px;display:block;overflow:visible}"
    ".axis{display:grid;grid-template-columns:minmax(120px,26%) 1fr 208px;gap:0 14px;color:var(--ink-2);"
    "font-size:13px}.axis div{grid-column:2;display:flex;justify-content:space-between;border-top:1.5px solid "
    "var(--coast);"
    "padding-top:2px}.axis p{grid-column:2;margin:0}"
    ".seat{display:inline-block;width:22px;height:22px;border-radius:50%;border:1.5px solid var(--ink);"
    "margin-right:7px;font:normal 650 12px/19px "
    "system-ui,sans-serif;text-align:center;color:var(--on);vertical-align:-2px}",
    "svg *{vector-effect:non-scaling-stroke}"
    ".whisker{stroke:var(--ink);stroke-width:2;fill:none}.dot{stroke:var(--ink);stroke-width:11;stroke-linecap:round}"
    ".mark{stroke:var(--coast);stroke-width:1.5;stroke-dasharray:4 3}.ground{fill:var(--well)}"
    ".bar{fill:var(--sea-3);stroke:var(--coast);stroke-width:1}.box{fill:var(--sea-2);stroke:var(--coast);stroke-width:"
    "1.5}"
    ".median{stroke:var(--ink);stroke-width:2.5}.band{fill:var(--sea-1)}.line{fill:none;stroke:var(--deep);stroke-"
    "width:2;"
    "stroke-linejoin:round}"
    ".bins "
    "svg{width:100%;height:150px;display:block}.ends{display:flex;justify-content:space-between;color:var(--ink-2);"
    "font-size:13px;border-top:1.5px solid var(--coast);padding-top:2px}"
    ".lines{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:14px}"
    ".lines>div{break-inside:avoid}.lines svg{width:100%;height:72px;display:block;background:var(--well);"
    "border-bottom:1.5px solid var(--coast)}.lines .t small{display:block}",
    "details{border-top:1px solid var(--line)}summary{padding:10px "
    "0;cursor:pointer;font-weight:600;overflow-wrap:anywhere}"
    "summary:focus-visible{outline:3px solid #0B57D0;outline-offset:2px}summary small{font-weight:400}"
    ".never{color:var(--ink-2);font-size:13px;overflow-wrap:anywhere}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:right;padding:5px 0 5px 14px;border-top:1px solid "
    "var(--line);"
    "vertical-align:top}th:first-child,td:first-child{text-align:left;padding-left:0}th{font-weight:600;border-top:0}"
    ".scroll{overflow-x:auto}.scroll td{white-space:nowrap}.scroll td:first-child{white-space:normal;min-width:84px}"
    ".said{display:inline-block;border-radius:3px;padding:0 6px;font-size:13px;white-space:nowrap}"
    ".said.yes{background:var(--ok-wash);color:var(--ok)}.said.maybe{background:var(--warn-wash);color:var(--warn)}"
    "code,pre{font-family:\"Atkinson Hyperlegible Mono\",ui-monospace,\"DejaVu Sans Mono\",monospace;font-size:13px}"
    "pre{background:var(--well);border:1px solid var(--line);border-radius:3px;padding:10px;white-space:pre-wrap;"
    "overflow-wrap:anywhere;margin:8px 0 0}dl{display:grid;grid-template-columns:auto 1fr;gap:2px 14px;margin:0}"
    "dt{color:var(--ink-2)}dd{margin:0;overflow-wrap:anywhere}footer{max-width:1080px;margin:0 auto;padding:0 16px "
    "32px;"
    "color:var(--ink-2);font-size:13px}",
    "@media(max-width:700px){h1{font-size:28px}section{padding:14px 14px 16px;margin:12px 0}"
    ".row{display:flex;flex-wrap:wrap;justify-content:space-between}.row svg{order:3;flex-basis:100%}.row .n "
    "small{display:inline}"
    ".axis{display:block}.lines{grid-template-columns:1fr 1fr;gap:12px 16px}.bins svg{height:110px}"
    "th,td{padding-left:10px;font-size:13px}.scroll td{white-space:normal}td small{display:block}}"
    "@media "
    "print{body{background:#fff;font-size:11pt}section,.tile{box-shadow:none;background:#fff}header{padding-top:0}"
    "details::details-content{content-visibility:visible;block-size:auto}summary{list-style:none}section{break-inside:"
    "auto}"
    "h2,h3,summary{break-after:avoid}}",
};

/* ---- reading JSON --------------------------------------------------------------------------------------- */

const char *html_string(const json_t *json, const char *key) {
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

double html_number(const json_t *json, const char *key) { return json_number_value(json_object_get(json, key)); }

long long html_integer(const json_t *json, const char *key) { return json_integer_value(json_object_get(json, key)); }

/* ---- page frame ----------------------------------------------------------------------------------------- */

void html_escape(Text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            text_puts(out, "&lt;");
        else if (*text == '>')
            text_puts(out, "&gt;");
        else if (*text == '&')
            text_puts(out, "&amp;");
        else if (*text == '"')
            text_puts(out, "&quot;");
        else
            text_putc(out, *text);
    }
}

static void put_style(Text *out) {
    text_printf(out, "<style>:root{color-scheme:light;%s}", day);
    text_printf(out, "@media(prefers-color-scheme:dark){:root{color-scheme:dark;%s}}", night);
    text_printf(out, "@media print{:root{color-scheme:light;%s}}", day);
    for (size_t i = 0; i < sizeof css / sizeof *css; i++)
        text_puts(out, css[i]);
    text_puts(out, "</style>\n");
}

void html_head(Text *out, const char *title, const char *subtitle) {
    text_puts(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    html_escape(out, title);
    text_puts(out, ": ");
    html_escape(out, subtitle);
    text_puts(out, "</title>\n");
    put_style(out);
    text_puts(out, "</head><body><header><h1>");
    html_escape(out, title);
    text_puts(out, "</h1>\n<p class=\"over\">");
    html_escape(out, subtitle);
    text_puts(out, "</p>\n");
}

void html_headline(Text *out, const char *sentence) {
    text_puts(out, "<p class=\"lead\">");
    html_escape(out, sentence);
    text_puts(out, "</p>\n");
}

void html_section(Text *out, const char *title, const char *sentence) {
    text_puts(out, "<section><h2>");
    html_escape(out, title);
    text_puts(out, "</h2>\n<p>");
    html_escape(out, sentence);
    text_puts(out, "</p>\n");
}

void html_section_end(Text *out) { text_puts(out, "</section>\n"); }

static void put_pair(Text *out, const char *label, const char *text) {
    text_printf(out, "<dt>%s</dt><dd>", label);
    html_escape(out, text);
    text_puts(out, "</dd>");
}

void html_source(Text *out, const json_t *source) {
    const char *name;
    json_t *value;
    Text options = {0};
    char rules[32];
    json_object_foreach(json_object_get(source, "options"), name, value) {
        const char *text = json_string_value(value);
        text_printf(&options, "%s%s %s", options.len ? ", " : "", name, text ? text : "");
    }
    snprintf(rules, sizeof rules, "version %lld", html_integer(source, "rules"));
    text_puts(out, "<dl>");
    put_pair(out, "Skerry", html_string(source, "version"));
    put_pair(out, "Rules", rules);
    put_pair(out, "Content", html_string(source, "content"));
    put_pair(out, "Options", options.len ? text_str(&options) : "none");
    put_pair(out, "Seed", html_string(source, "seed"));
    text_puts(out, "</dl><pre>");
    html_escape(out, html_string(source, "command"));
    text_puts(out, "</pre>\n");
    text_free(&options);
}

void html_footer(Text *out) {
    text_puts(out,
              "</main><footer>All intervals are 95 %. The same command gives the same figures on any number of threads."
              "</footer></body></html>\n");
}

void html_stat(Text *out, const char *value, const char *label) {
    text_puts(out, "<div class=\"tile\"><b>");
    html_escape(out, value);
    text_puts(out, "</b><span>");
    html_escape(out, label);
    text_puts(out, "</span></div>");
}

void html_figure(double value, bool share, char out[32]) {
    if (share)
        snprintf(out, 32, "%.1f %%", 100 * value);
    else
        snprintf(out, 32, fabs(value) < 10 ? "%.2f" : fabs(value) < 1000 ? "%.1f" : "%.0f", value);
}

void html_grouped(long long value, char out[32]) {
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%lld", value < 0 ? 0 : value), len = 0;
    for (int i = 0; i < n && len < 30; i++) {
        if (i && (n - i) % 3 == 0)
            out[len++] = ',';
        out[len++] = digits[i];
    }
    out[len] = 0;
}
