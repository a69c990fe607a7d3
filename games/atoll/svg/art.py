"""Drawing helpers for the picture of the island: colours, hand-drawn outlines, contour lines, glyphs and vignettes."""
import math
from xml.sax.saxutils import escape

# ---- colours: light and dark ----------------------------------------------------------------------------------------

LIGHT = {
    "page": "#E9F0F1",
    "paper": "#FCFCF8",
    "ink": "#12303B",
    "ink-2": "#46606A",
    "line": "#C2D0D2",
    "land": "#F4E3B2",
    "land-2": "#E6CD8C",
    "land-ink": "#6B5420",
    "sea-1": "#D3E7EE",
    "sea-2": "#B4D6E2",
    "sea-3": "#8DBFD1",
    "deep": "#2E6A80",
    "on-deep": "#FFFFFF",
    "coast": "#3A5560",
    "sea-ink": "#235A6E",
    "may": "#B4006C",
    "on-may": "#FFFFFF",
    "may-wash": "#FBE4F1",
    "bad": "#A8321F",
    "player": "#F2B632",
    "on-player": "#12303B",
    "red": "#B5341F",
    "blue": "#1F5FA8",
    "yellow": "#7C5900",
    "green": "#2B6B3F",
}
DARK = {
    "page": "#08161D",
    "paper": "#0F222B",
    "ink": "#EAF1EE",
    "ink-2": "#A6BCC0",
    "line": "#2B4650",
    "land": "#494431",
    "land-2": "#635937",
    "land-ink": "#E9D9A6",
    "sea-1": "#12303D",
    "sea-2": "#173C4C",
    "sea-3": "#24566B",
    "deep": "#050F15",
    "on-deep": "#DCE9EC",
    "coast": "#B9B08C",
    "sea-ink": "#8FBACB",
    "may": "#FF84C6",
    "on-may": "#2B0019",
    "may-wash": "#3A1530",
    "bad": "#FF9A85",
    "player": "#F5C04A",
    "on-player": "#08161D",
    "red": "#FF9D88",
    "blue": "#8ABBF5",
    "yellow": "#F2C05C",
    "green": "#7BCB8E",
}
CHART = "'Libre Caslon Text','Libre Caslon','Hoefler Text','Palatino Linotype',Palatino,P052,Georgia,serif"
PLAIN = (
    "'Atkinson Hyperlegible Next','Atkinson Hyperlegible','Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
)

# ---- lines and noise ------------------------------------------------------------------------------------------------


def noise(*key):
    """Pseudo-random number from -1 to 1, always the same for the same key."""
    value = 2166136261
    for byte in repr(key).encode():
        value = (value ^ byte) * 16777619 % (1 << 32)
    value = (value ^ value >> 15) * 2246822519 % (1 << 32)
    return ((value ^ value >> 13) % 20001) / 10000 - 1


def swell(x, y, size, key):
    """Smooth noise over the plane."""
    i, j = math.floor(x / size), math.floor(y / size)
    u, v = x / size - i, y / size - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    low = noise(key, i, j) * (1 - u) + noise(key, i + 1, j) * u
    high = noise(key, i, j + 1) * (1 - u) + noise(key, i + 1, j + 1) * u
    return low * (1 - v) + high * v


def smooth(points, closed=True):
    """A curve through the midpoints of a polygon's edges."""
    if not closed:
        return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1])]
    path = f"M{middle[-1][0]:.1f} {middle[-1][1]:.1f}"
    for (px, py), (mx, my) in zip(points, middle):
        path += f"Q{px:.1f} {py:.1f} {mx:.1f} {my:.1f}"
    return path + "Z"


def blot(key, width, height, corner, tremble):
    """The outline of a piece of land: a rounded rectangle around (0, 0), drawn by a slightly unsteady hand."""
    points, w, h = [], width / 2, height / 2
    for k in range(32):
        angle = 2 * math.pi * (k + 0.5) / 32
        c, s = math.cos(angle), math.sin(angle)
        x = math.copysign(abs(c) ** (2 / corner), c) * w
        y = math.copysign(abs(s) ** (2 / corner), s) * h
        push = 1 + tremble * (swell(k, 0, 3, key) * 0.7 + noise(key, k) * 0.3) / max(w, h)
        points.append((x * push, y * push))
    return smooth(points)


def contours(field, width, height, level, step=12):
    """The closed polygons where field(x, y) crosses a level, by marching squares."""
    columns, rows = int(width / step) + 3, int(height / step) + 3
    grid = [[field((i - 1) * step, (j - 1) * step) - level for i in range(columns)] for j in range(rows)]
    for j in (0, rows - 1):
        grid[j] = [1.0] * columns
    for row in grid:
        row[0] = row[-1] = 1.0  # the edge of the sheet closes every line

    def cross(i, j, k, m):
        a, b = grid[j][i], grid[m][k]
        t = a / (a - b)
        return ((i + (k - i) * t - 1) * step, (j + (m - j) * t - 1) * step)

    following, place = {}, {}
    for j in range(rows - 1):
        for i in range(columns - 1):
            corner = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            inside = [grid[y][x] < 0 for x, y in corner]
            enter, leave = [], []
            for k in range(4):  # go around the cell with land on the left
                a, b = corner[k], corner[(k + 1) % 4]
                if inside[k] != inside[(k + 1) % 4]:
                    edge = (min(a, b), max(a, b))
                    place[edge] = cross(*edge[0], *edge[1])
                    (leave if inside[k] else enter).append(edge)
            for a, b in zip(leave, enter):
                following[a] = b
    while following:
        line, at = [], next(iter(following))
        while at in following:
            line.append(place[at])
            at = following.pop(at)
        if len(line) > 5:
            yield line


# ---- symbols --------------------------------------------------------------------------------------------------------


GLYPHS = {  # on a 24 × 24 grid
    "red": "M12.5 3c.6 4 5.5 6 5.5 11.2a6 6 0 0 1-12 0c0-3.2 2-4.7 2.8-7.2 1.3.9 1.9 2.2 1.8 4 1.7-2 2.5-4.6 1.9-8z"
    "M12 20c-1.7 0-2.6-1.2-2.6-2.6s1.3-2.1 2.6-3.6c1.3 1.5 2.6 2.2 2.6 3.6s-.9 2.6-2.6 2.6z",
    "blue": "M3 8q2.25-3.5 4.5 0t4.5 0 4.5 0 4.5 0M3 13q2.25-3.5 4.5 0t4.5 0 4.5 0 4.5 0"
    "M3 18q2.25-3.5 4.5 0t4.5 0 4.5 0 4.5 0",
    "yellow": "M3 9.5h10.5a2.9 2.9 0 1 0-2.9-2.9M3 13.5h15a3 3 0 1 1-3 3M3 17.5h7.5",
    "green": "M5.5 18.5C4 9.5 10 4 20 4c.6 9.5-4.5 15.5-13 14.6M4 21c2.5-6 6-9.5 10.5-11.5",
}

VIGNETTES = [  # the first entry whose word is part of the space's id; drawn in a box of about 44 × 32 around (0, 0)
    (
        "starsight",
        "M-21 14q10-19 21-19t21 19zM0-17l1.7 3.9 4.2.3-3.2 2.8 1 4.1-3.7-2.2-3.7 2.2 1-4.1-3.2-2.8 4.2-.3z",
    ),
    ("hill", "M-21 14q9-18 19-18t23 18zM0-4v-13l9 3-9 3.5"),
    ("dive", "M-20 14v-21l13-3 3 8-2 6 3 10M-4-12q11-2 13 15M6 0l3 4 3-4M2 13q3.5-4 7 0t7 0 6 0"),
    ("fields", "M-12-11h24l9 24h-42zM-4-11l-4 24M4-11l4 24M-15-4h30M-18 4h36"),
    ("fortress", "M-17 14v-24h4v4h4v-4h4v7h10v-7h4v4h4v-4h4v24zM-4 14v-7q4-5 8 0v7"),
    ("stone", "M-18 13l1-17 5-6 5 5 1 18zM-3 13l1-23 5-4 4 6 1 21zM11 13l1-11 4-3 4 4v10z"),
    (
        "peak",
        "M-21 14l12-22 6 9 6-11 18 24zM-12.5-1.5l3.5 3 3-3.5M15-13a4.5 4.5 0 1 0 4.5 6 5 5 0 0 1-4.5-6z",
    ),
    (
        "swamp",
        "M-15 10q2-12-2-20M-10 10q0-9 3-15M-8-8v-7M2 10q1-9-2-16M7 10q1-11 5-15M12-8v-6"
        "M-21 13q3.5-4 7 0t7 0 7 0 7 0 7 0 7 0",
    ),
    ("forest", "M-14-13l-7 14h4l-5 9h16l-5-9h4zM-14 10v5M3-16l-8 16h4l-6 11h20l-6-11h4zM3 11v4M17-8l-5 10h3l-4 7h12"),
    (
        "woods",
        "M-12 14q1-12 0-17l-6-8M-12-3l5-9M-12 3l-6-5M3 14q1-14-1-20l-5-7M2-2l7-11M3 5l6-6M17 14q0-8-1-13l-4-6M16 3l5-6",
    ),
    ("reef", "M-20 13h40M-16 13v-7h32v7M-11 6v-7h22v7M-6-1v-6h12v6M-2-7v-6h4v6M-2 13v-4h4v4"),
    (
        "palace",
        "M-19 14v-13h38v13zM-19 1q3-9 8-9t8 9M3 1q3-9 8-9t8 9M-8-4q1-9 8-13 7 4 8 13M-4 14v-7q4-4 8 0v7M0-17v-3",
    ),
    ("sanctuary", "M-18 14h36M-15 11v-13M-5 11v-13M5 11v-13M15 11v-13M-18-2h36l-18-12zM-17 11h34"),
    ("sands", "M-21 13q8-17 17-13 6 2 10 13M-3 0q6-11 13-8 6 3 11 21M-21 13h42M-12 5q2-2 5-2M9-1q2-1 4 1"),
    (
        "eden",
        "M-5 15q3-12 2-22M-3-7q-7-7-14-1 8-2 14 1zM-3-7q1-8 10-8-5 3-10 8zM-3-7q8-3 14 4-8-5-14-4z"
        "M-3-7q-6 1-9 9 3-7 9-9zM-16 15h26M13 12l4-3 4 6",
    ),
    (
        "pit",
        "M-20 2a20 10.5 0 1 0 40 0a20 10.5 0 1 0-40 0M-12.5 3a12.5 5.5 0 1 0 25 0a12.5 5.5 0 1 0-25 0M-8 6q8-4 16 0",
    ),
    (
        "plains",
        "M-20-9h24a5 5 0 1 0-5-5M-20-2h33a4.5 4.5 0 1 1-4 7M-18 14l2-7 2 7M-4 14l2-7 2 7M12 14l2-6 2 6M-21 14h42",
    ),
    ("crossing", "M-22 11q2-15 22-15t22 15M-22-3q22-14 44 0M-22-3v14M22-3v14M-11-7v4M0-10v5M11-7v4"),
    ("sparks", "M-12 14v-12h24v12zM-16 2l16-13 16 13zM-3 14v-7h6v7M9-12l3-4M14-9l5-2M3-14v-5"),
    ("knoll", "M-21 6q8-15 21-15t21 15M-22 10h18M2 10h20M-16 14.5h30M-12-12h12M6-14h10"),
    ("platform", "M-20 3h40M-20 8h40M-14 8v8M0 8v8M14 8v8M-3 3v-18l12 4-12 4"),
    ("temple", "M-18 14h36M-15 11v-13M15 11v-13M-18-2h36l-18-12zM-4 11v-7h8v7"),
    ("", "M-4 15q3-12 1-22M-3-7q-7-7-14-1 8-2 14 1zM-3-7q8-6 15 2-9-4-15-2zM-18 15h34"),
]

SKULL = (
    "M-4.5 4q-3.5-1.5-3.5-5.5a8 7.5 0 0 1 16 0q0 4-3.5 5.5v4h-9zM-1.5 8v-2M1.5 8v-2"
    "M-3.3-1.6a.2.2 0 1 0 .01 0M3.3-1.6a.2.2 0 1 0 .01 0M0 2.2v.6"
)


def vignette(identity):
    return next(path for word, path in VIGNETTES if word in identity)


class Sheet:
    """The SVG elements drawn so far, in order, in the colours of one theme."""

    def __init__(self, colours):
        self.colours, self.out = colours, []

    def add(self, text):
        self.out.append(text)

    def element(self, name, more, inner=None, **attributes):
        """Skips attributes that the root element already sets (no fill, no stroke)."""
        words = [
            f'{key.replace("_", "-")}="{self.colour(value)}"'
            for key, value in attributes.items()
            if value not in ("none", None)
        ]
        words = " ".join([name, *words, more]).rstrip()
        self.add(f"<{words}/>" if inner is None else f"<{words}>{escape(inner)}</{name}>")

    def path(self, d, fill="none", stroke="none", width=1.5, more=""):
        self.element("path", more, d=d, fill=fill, stroke=stroke, stroke_width=width if stroke != "none" else None)

    def rect(self, x, y, w, h, fill="none", stroke="none", width=1.5, radius=0, more=""):
        self.element(
            "rect",
            more,
            x=f"{x:g}",
            y=f"{y:g}",
            width=f"{w:g}",
            height=f"{h:g}",
            rx=radius or None,
            fill=fill,
            stroke=stroke,
            stroke_width=width if stroke != "none" else None,
        )

    def text(self, x, y, words, size, fill="ink", face="chart", anchor="start", more=""):
        self.element(
            "text",
            more,
            words,
            x=f"{x:g}",
            y=f"{y:g}",
            font_size=size,
            fill=fill,
            **{"class": face},
            text_anchor=anchor if anchor != "start" else None,
        )

    def glyph(self, colour, x, y, size, pen=2.2, ink=None):
        self.path(
            GLYPHS[colour],
            "none",
            ink or colour,
            pen,
            f'transform="translate({x - size / 2:g} {y - size / 2:g}) scale({size / 24:g})"',
        )

    def colour(self, name):
        return self.colours.get(name, name)

    def group(self, more):
        self.add(f"<g {more}>")

    def end(self):
        self.add("</g>")
