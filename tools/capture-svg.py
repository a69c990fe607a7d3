#!/usr/bin/env python3
"""Captures a terminal screen as an SVG, for the documentation.

    tools/capture-svg.py COLUMNS ROWS COMMAND… -- KEY… > docs/pictures/terminal.svg

Starts the command in a tmux window of that size, sends the keys (in the notation of `tmux send-keys`), and draws the
screen.
"""
import html
import os
import re
import subprocess
import sys
import time

BACK, FORE = "#0F222B", "#EAF1EE"
BASIC = ["#0B1B23", "#FF9D88", "#7BCB8E", "#F2C05C", "#8ABBF5", "#FF84C6", "#8FBACB", "#C9D6D6",
         "#6E8C95", "#FFB6A6", "#A4E0B2", "#F8D58C", "#B3D4FB", "#FFA8D7", "#B7D7E3", "#FFFFFF"]
CELL_W, CELL_H, FONT = 8.4, 18, 14


def colour_256(n):
    if n < 16:
        return BASIC[n]
    if n >= 232:
        return "#" + 3 * f"{8 + 10 * (n - 232):02x}"
    levels = [0, 95, 135, 175, 215, 255]
    n -= 16
    return "#" + "".join(f"{levels[i]:02x}" for i in (n // 36, n // 6 % 6, n % 6))


def colour_of(codes):
    """The colour that follows a code 38 or 48; removed from the front of codes."""
    kind = codes.pop(0) if codes else 5
    if kind == 5:
        return colour_256(codes.pop(0) if codes else 7)
    rgb = [codes.pop(0) if codes else 0 for _ in range(3)]
    return "#%02x%02x%02x" % tuple(rgb)


def restyle(style, codes):
    codes = [int(code or 0) for code in codes]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style.clear()
        elif code in (1, 2, 3, 4, 7):
            style[code] = True
        elif code in (22, 23, 24, 27):
            for off in {22: (1, 2), 23: (3,), 24: (4,), 27: (7,)}[code]:
                style.pop(off, None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style["fg"] = BASIC[code - 30 if code < 90 else code - 82]
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style["bg"] = BASIC[code - 40 if code < 100 else code - 92]
        elif code == 38:
            style["fg"] = colour_of(codes)
        elif code == 48:
            style["bg"] = colour_of(codes)
        elif code in (39, 49):
            style.pop("fg" if code == 39 else "bg", None)


def runs(line):
    """Yields (column, text, style) for one line of `tmux capture-pane -e`."""
    column = 0
    for piece in re.split(r"(\x1b\[[0-9;]*m|\x1b\([AB0]|[\x0e\x0f])", line):
        found = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if found:
            restyle(runs.style, found.group(1).split(";"))
        elif piece and piece[0] not in "\x1b\x0e\x0f":
            yield column, piece, dict(runs.style)
            column += len(piece)


runs.style = {}


def draw(screen, columns, rows):
    width, height = columns * CELL_W + 24, rows * CELL_H + 24
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
           f'height="{height:.0f}" font-family="ui-monospace, DejaVu Sans Mono, monospace" font-size="{FONT}">',
           f'<rect width="100%" height="100%" rx="8" fill="{BACK}"/>']
    for row, line in enumerate(screen.split("\n")[:rows]):
        for column, text, style in runs(line):
            fore, back = style.get("fg", FORE), style.get("bg")
            if style.get(7):
                fore, back = back or BACK, fore
            x, y = 12 + column * CELL_W, 12 + row * CELL_H
            if back:
                out.append(f'<rect x="{x:.1f}" y="{y}" width="{len(text) * CELL_W:.1f}" height="{CELL_H}" fill="{back}" shape-rendering="crispEdges"/>')
            if not text.strip():
                continue
            lead = len(text) - len(text.lstrip())
            look = "".join(part for code, part in ((1, ' font-weight="bold"'), (2, ' opacity=".65"'), (3, ' font-style="italic"'),
                                                   (4, ' text-decoration="underline"')) if style.get(code))
            shown = text.strip()
            out.append(f'<text x="{x + lead * CELL_W:.1f}" y="{y + 13.5}" fill="{fore}" textLength="{len(shown) * CELL_W:.1f}"'
                       f' xml:space="preserve"{look}>{html.escape(shown)}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    if len(sys.argv) < 4 or "--" not in sys.argv:
        sys.exit(__doc__.strip())
    columns, rows, split = int(sys.argv[1]), int(sys.argv[2]), sys.argv.index("--")
    command, keys = sys.argv[3:split], sys.argv[split + 1:]
    socket = f"skerry-capture-{os.getpid()}"
    tmux = ["tmux", "-L", socket, "-f", "/dev/null"]
    subprocess.run(tmux + ["new-session", "-d", "-x", str(columns), "-y", str(rows)] + command, check=True)
    try:
        time.sleep(1)
        for key in keys:
            subprocess.run(tmux + ["send-keys", key], check=True)
            time.sleep(0.2)
        time.sleep(0.5)
        screen = subprocess.run(tmux + ["capture-pane", "-p", "-e", "-N"], check=True, capture_output=True, text=True).stdout
    finally:
        subprocess.run(tmux + ["kill-server"], check=False)
    sys.stdout.write(draw(screen, columns, rows))


if __name__ == "__main__":
    main()
