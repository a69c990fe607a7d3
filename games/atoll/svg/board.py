"""The board in the picture of the island: sea, spaces, pieces, water gauge and possible moves."""
import math

from art import SKULL, blot, contours, noise, smooth, swell, vignette

BOARD_W, BOARD_H, TILE = 826, 752, 92


class Board:
    """Computes the positions of the spaces and draws the board."""

    def __init__(self, sheet, known):
        self.sheet, self.known, self.view = sheet, known, known["view"]
        self.spaces = known["content"]["spaces"]
        rows = max(space["row"] for space in self.spaces) + 1
        columns = max(space["column"] for space in self.spaces) + 1
        self.scale = min(590 / columns, 600 / rows) / 98
        pitch = 98 * self.scale
        left, top = 340 - pitch * (columns - 1) / 2, BOARD_H / 2 - pitch * (rows - 1) / 2
        self.at = {s["id"]: (left + s["column"] * pitch, top + s["row"] * pitch) for s in self.spaces}

    def name(self, space):
        return self.known["words"].get(f"space.{space}", space.replace("-", " ").title())

    def state(self, space):
        return "sunk" if space in self.view["sunk"] else "flooded" if space in self.view["flooded"] else "dry"

    def depth(self, ids, key, rough):
        """Field of the distance to the nearest of these spaces, with noise like an uneven sea floor."""
        half, places = TILE * self.scale / 2 - 8, [self.at[space] for space in ids]

        def field(x, y):
            near = min(
                (math.hypot(max(abs(x - px) - half, 0), max(abs(y - py) - half, 0)) for px, py in places), default=999
            )
            return near + rough * swell(x, y, 64, key) + rough * 0.4 * swell(x, y, 27, key)

        return field

    def sea(self):
        sheet = self.sheet
        everything = [space["id"] for space in self.spaces]
        standing = [space for space in everything if self.state(space) != "sunk"]
        sheet.rect(0, 0, BOARD_W, BOARD_H, "sea-1")
        sheet.group('clip-path="url(#sheet)"')
        for ids, level, fill, line in (
            (everything, 64, "none", 0.35),
            (everything, 40, "sea-2", 0.5),
            (standing, 17, "sea-3", 0.55),
        ):
            shape = "".join(
                smooth(loop)
                for loop in contours(self.depth(ids, "floor", 13 if level > 30 else 5), BOARD_W, BOARD_H, level)
            )
            sheet.path(
                shape,
                fill,
                "sea-ink",
                0.8,
                f'fill-opacity="{0.75 if level > 30 else 0.5}" stroke-opacity="{line}" fill-rule="evenodd"',
            )
        sheet.end()
        self.soundings(self.depth(everything, "floor", 13))

    def soundings(self, field):
        """Numbers for the depth of the open water. Decoration, but deeper means farther out."""
        placed = []
        for k in range(400):
            x, y = 46 + (noise("x", k) + 1) / 2 * 590, 45 + (noise("y", k) + 1) / 2 * (BOARD_H - 90)
            away = field(x, y)
            if (
                away < 84
                or any(math.hypot(x - px, y - py) < 74 for px, py in placed)
                or math.hypot(x - 92, y - BOARD_H + 108) < 74
            ):
                continue
            placed.append((x, y))
            fathoms = int(away / 6 + 4 * (noise("d", k) + 1))
            self.sheet.text(x, y, str(fathoms), 12.5, "sea-ink", "chart", "middle", 'font-style="italic" opacity=".7"')
            if noise("h", k) > 0:
                self.sheet.text(
                    x + 8, y + 3, str(1 + k % 8), 8.5, "sea-ink", "chart", "start", 'font-style="italic" opacity=".7"'
                )
            if len(placed) == 13:
                break

    def frame(self):
        """The grid of the chart."""
        sheet, step = self.sheet, 26
        for k in range(int(BOARD_W / step) + 1):
            for y in (0, BOARD_H - 5):
                if k % 2:
                    sheet.rect(k * step, y, min(step, BOARD_W - k * step), 5, "coast")
        for k in range(int(BOARD_H / step) + 1):
            for x in (0, BOARD_W - 5):
                if k % 2:
                    sheet.rect(x, k * step, 5, min(step, BOARD_H - k * step), "coast")
        sheet.rect(0, 0, BOARD_W, BOARD_H, "none", "coast", 1.5)
        sheet.rect(5, 5, BOARD_W - 10, BOARD_H - 10, "none", "coast", 1)
        sheet.rect(9, 9, BOARD_W - 18, BOARD_H - 18, "none", "coast", 0.6)

    def rose(self, x, y):
        sheet = self.sheet
        sheet.group(f'transform="translate({x} {y})" opacity=".85"')
        for radius, width in ((36, 0.8), (32, 0.8), (12, 0.8)):
            sheet.path(
                f"M{-radius} 0a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0",
                "none",
                "coast",
                width,
            )
        ticks = "".join(
            f"M{32 * math.sin(a):.1f} {-32 * math.cos(a):.1f}L{36 * math.sin(a):.1f} {-36 * math.cos(a):.1f}"
            for a in (math.pi * k / 18 for k in range(36))
        )
        sheet.path(ticks, "none", "coast", 0.8)
        for turn, size in ((45, 22), (135, 22), (225, 22), (315, 22), (90, 29), (180, 29), (270, 29), (0, 40)):
            sheet.path(f"M0 {-size}L4.5 -5L0 0z", "coast", "coast", 0.8, f'transform="rotate({turn})"')
            sheet.path(f"M0 {-size}L-4.5 -5L0 0z", "sea-1", "coast", 0.8, f'transform="rotate({turn})"')
        sheet.end()


    def label(self, space, bottom, fill, size, italic, plate=False):
        """The name of a space, on two lines if it is long. `bottom` is the baseline of the last line."""
        sheet, words = self.sheet, self.name(space).split()
        lines = [" ".join(words)]
        if len(lines[0]) > 12 and len(words) > 1:
            cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(" ".join(words[k:]))))
            lines = [" ".join(words[:cut]), " ".join(words[cut:])]
        top = bottom - (len(lines) - 1) * (size + 0.5)
        if plate:
            wide = max(len(line) for line in lines) * size * 0.5 + 12
            sheet.rect(
                -wide / 2,
                top - size + 0.5,
                wide,
                len(lines) * (size + 0.5) + 3.5,
                "paper",
                radius=3,
                more='fill-opacity=".86"',
            )
        for k, line in enumerate(lines):
            sheet.text(
                0, top + k * (size + 0.5), line, size, fill, "chart", "middle", 'font-style="italic"' if italic else ""
            )

    def corner(self, space, plated):
        """The number on the left, the element on the right."""
        sheet = self.sheet
        if plated:
            sheet.rect(-43, -43, 17, 17, "paper", radius=3)
            sheet.rect(26, -43, 17, 17, "paper", radius=3)
        sheet.text(-34.5, -29.7, str(space["number"]), 14, space["colour"], "plain", "middle", 'font-weight="700"')
        sheet.glyph(space["colour"], 34.5, -34.5, 13, 2.6)

    def dry(self, space):
        sheet, outline = self.sheet, blot(space["id"], TILE - 1, TILE - 1, 7, 1.7)
        sheet.path(outline, "coast", "none", 0, 'transform="translate(1.2 3)" fill-opacity=".55"')
        sheet.path(outline, "land", "coast", 1.6)
        sheet.path(vignette(space["id"]), "none", "land-ink", 1.5, 'transform="translate(0 -4) scale(1.06)"')
        self.corner(space, False)
        self.label(space["id"], 38, "ink", 11.5, False)

    def flooded(self, space):
        sheet, identity = self.sheet, space["id"]
        sheet.path(blot(identity, TILE - 1, TILE - 1, 7, 1.7), "sea-3", "sea-ink", 1.6, 'stroke-dasharray="5 3.5"')
        for k, y in enumerate((4, 11, 18, 25, 32)):
            start = -40 + 5 * noise(identity, k)
            sheet.path(
                f"M{start:.1f} {y}" + "q3.5-3.5 7 0t7 0" + "t7 0" * 8,
                "none",
                "sea-ink",
                1,
                'stroke-opacity=".55" clip-path="url(#tile)"',
            )
        islet = blot(identity + "islet", 50, 35, 4.5, 2.2)
        sheet.group('transform="translate(0 -15)"')
        sheet.path(islet, "sea-2", "none", 0, 'transform="scale(1.16 1.2)" fill-opacity=".8"')
        sheet.path(islet, "land", "coast", 1.3)
        sheet.path(vignette(identity), "none", "land-ink", 1.9, 'transform="scale(.72)"')
        sheet.end()
        self.corner(space, True)
        self.label(identity, 37, "ink", 11, True, plate=True)

    def sunk(self, space):
        """Only the chart symbol for a sunken rock remains."""
        sheet = self.sheet
        sheet.path(blot(space["id"], TILE - 3, TILE - 3, 6, 2.2), "deep", "sea-ink", 1.3, 'stroke-dasharray="2.5 3"')
        sheet.path(
            "M-20-10a20 14 0 1 0 40 0a20 14 0 1 0-40 0",
            "none",
            "on-deep",
            1.5,
            'stroke-dasharray="0.1 4" stroke-linecap="round"',
        )
        sheet.path("M-8-10h16M0-18v16", "none", "on-deep", 1.8)
        self.label(space["id"], 26, "on-deep", 10.5, True)
        sheet.text(
            0,
            38.5,
            self.known["words"].get("board.sunk", "SUNK"),
            9,
            "on-deep",
            "plain",
            "middle",
            'letter-spacing=".8"',
        )

    def treasure(self, colour):
        sheet = self.sheet
        points = " L".join(
            f"{17 * math.sin(2 * math.pi * k / 5):.1f} {-17 * math.cos(2 * math.pi * k / 5):.1f}" for k in range(5)
        )
        sheet.group('transform="translate(25 -3)" stroke-linejoin="round"')
        sheet.path(f"M{points}Z", "paper", "paper", 5)
        sheet.path(f"M{points}Z", "paper", colour, 2.2)
        sheet.glyph(colour, 0, 0.5, 17, 2.2)
        sheet.end()

    def pawn(self):
        sheet = self.sheet
        body = (
            "M0-27a9.5 9.5 0 0 1 6 16.8q1.3 5 7 12.7 4 6.5 3 12.5h-32q-1-6 3-12.5 5.7-7.7 7-12.7a9.5 9.5 0 0 1 6-16.8z"
        )
        sheet.group('transform="translate(-19 1) scale(.86)" stroke-linejoin="round"')
        sheet.path(body, "paper", "paper", 6)
        sheet.path(body, "player", "ink", 2)
        sheet.text(0, 11, "A", 14, "on-player", "plain", "middle", 'font-weight="700"')
        sheet.end()

    def targets(self):
        """Magenta marks possible moves: where the listed moves lead, with the key of each kind on a tab."""
        by_space = {}
        for move in self.known["moves"]:
            if move["kind"] in ("move", "flee", "shore") and "space" in move["args"]:
                by_space.setdefault(move["args"]["space"], []).append(move["kind"])
        for space, kinds in by_space.items():
            sheet, (x, y) = self.sheet, self.at[space]
            sheet.group(f'transform="translate({x:.1f} {y:.1f}) scale({self.scale:.3f})"')
            walk = any(kind != "shore" for kind in kinds)
            if walk:
                ring = blot(space, TILE + 3, TILE + 3, 7, 1.7)
                sheet.path(ring, "may", "none", 0, 'fill-opacity=".1"')
                sheet.path(ring, "none", "paper", 6)
                sheet.path(ring, "none", "may", 3, 'stroke-dasharray="8 4.5"')
            for k, kind in enumerate(kinds):
                key = self.known["words"].get(f"move.{kind}.key", kind[0]).upper()
                left = (k - (len(kinds) - 1) / 2) * 22
                sheet.rect(left - 9.5, -56 if walk else -52, 19, 18, "may", "paper", 1.5, 4)
                sheet.text(left, -42.5 if walk else -38.5, key, 12.5, "on-may", "plain", "middle", 'font-weight="700"')
            sheet.end()

    def trail(self):
        """A dotted line along the last walk."""
        for event in reversed(self.known["events"]):
            if {"from", "space"} <= set(event["args"]) and event["args"]["space"] == self.view["pawn"]:
                (ax, ay), (bx, by) = self.at[event["args"]["from"]], self.at[event["args"]["space"]]
                ax, ay, bx, by = ax + 6, ay - 6, bx - 17 * self.scale, by - 2
                mx, my = (ax + bx) / 2 + (by - ay) * 0.16, (ay + by) / 2 - (bx - ax) * 0.16
                length = math.hypot(bx - mx, by - my)
                ux, uy = (bx - mx) / length, (by - my) / length
                ex, ey = bx - ux * 19, by - uy * 19
                self.sheet.path(
                    f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}",
                    "none",
                    "ink",
                    2.2,
                    'stroke-dasharray="0.1 5.5" stroke-linecap="round"',
                )
                wings = [(ex - ux * 9 - uy * side, ey - uy * 9 + ux * side) for side in (6, -6)]
                head = "M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}".format(*wings[0], ex, ey, *wings[1])
                self.sheet.path(head, "none", "ink", 2.2)
                return

    def draw(self):
        sheet = self.sheet
        self.sea()
        self.rose(92, BOARD_H - 108)
        for space in self.spaces:
            x, y = self.at[space["id"]]
            sheet.group(f'transform="translate({x:.1f} {y:.1f}) scale({self.scale:.3f})"')
            {"dry": self.dry, "flooded": self.flooded, "sunk": self.sunk}[self.state(space["id"])](space)
            for colour, where in self.view["treasure"].items():
                if where == space["id"] and colour not in self.view["claimed"]:
                    self.treasure(colour)
            sheet.end()
        self.targets()
        self.trail()
        x, y = self.at[self.view["pawn"]]
        sheet.group(f'transform="translate({x:.1f} {y:.1f}) scale({self.scale:.3f})"')
        self.pawn()
        sheet.end()
        self.staff(712, 70, BOARD_H - 140)
        self.frame()

    def staff(self, x, top, height):
        """The water gauge: one square per level, the skull at the top, brackets around levels with the same number of
        floods."""
        sheet, floods, water = self.sheet, self.known["content"]["water"]["floods"], self.view["water"]
        cell = height / (len(floods) + 1)
        bottom, wide = top + height, 30

        def level(square):
            return bottom - square * cell

        sheet.text(x + wide / 2, top - 12, "Tide staff", 15, "sea-ink", "chart", "middle", 'font-style="italic"')
        sheet.rect(x - 3, top - 3, wide + 6, height + 6, "paper", "coast", 1.6, 3)
        surface = level(min(water, len(floods)) + 0.5)
        sheet.rect(x, surface, wide, bottom - surface, "sea-3")
        for square in range(len(floods)):
            y, mirror = level(square + 1), square % 2
            far, near = (x, x + wide * 0.62) if mirror else (x + wide, x + wide * 0.38)
            spine = f"M{near:.1f} {y + 2:.1f}V{y + cell - 2:.1f}"
            bars = "".join(f"M{near:.1f} {y + 4 + k * (cell - 8) / 2:.1f}H{far:.1f}" for k in range(3))
            sheet.path(spine + bars, "none", "coast", cell * 0.1, 'stroke-linecap="butt"')
            if square != water:
                sheet.text(x - 10, level(square + 0.5) + 4, str(square), 11.5, "ink-2", "plain", "end")
        sheet.rect(x, top, wide, cell - 1, "bad")
        sheet.path(
            SKULL,
            "none",
            "paper",
            1.6,
            f'transform="translate({x + wide / 2} {top + cell / 2 - 0.5:.1f}) scale({cell / 26:.2f})"',
        )
        sheet.path(f"M{x - 6} {surface:.1f}q3.5-4 7 0t7 0 7 0 7 0 7 0 7 0", "none", "sea-ink", 2)
        y = level(min(water, len(floods)) + 0.5)
        sheet.path(f"M{x - 8} {y:.1f}l-8-11h-24v22h24z", "ink", "paper", 1.5)
        sheet.text(x - 27, y + 4.7, str(water), 13.5, "paper", "plain", "middle", 'font-weight="700"')
        self.brackets(x + wide + 9, level, floods, water)

    def brackets(self, x, level, floods, water):
        sheet, start = self.sheet, 0
        for square in range(1, len(floods) + 1):
            if square < len(floods) and floods[square] == floods[start]:
                continue
            here = start <= water < square
            a, b = level(start) - 3, level(square) + 3
            sheet.path(f"M{x} {a:.1f}h6V{b:.1f}h-6", "none", "ink" if here else "ink-2", 2 if here else 1)
            sheet.text(
                x + 14,
                (a + b) / 2 + (2 if here else 6),
                str(floods[start]),
                20 if here else 16,
                "ink" if here else "ink-2",
            )
            if here:
                sheet.text(
                    x + 14, (a + b) / 2 + 15, self.known["words"].get("board.floods", "floods"), 10, "ink-2", "plain"
                )
            start = square
