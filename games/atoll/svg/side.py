"""The panels next to and below the board: prompt, treasures, role, recent events and the steps of a turn."""
from art import GLYPHS
from board import BOARD_H, BOARD_W

SIDE_X, SIDE_W = BOARD_W + 24, 352


class Side:
    """The panels next to the board: prompt, treasures, role and recent events."""

    def __init__(self, sheet, known):
        self.sheet, self.known, self.view, self.words, self.y = sheet, known, known["view"], known["words"], 0

    def word(self, key, otherwise=""):
        return self.words.get(key, otherwise)

    def panel(self, height):
        self.sheet.rect(SIDE_X, self.y, SIDE_W, height, "paper", "line", 1, 8)
        top = self.y
        self.y += height + 14
        return top

    def lines(self, words, width):
        """Splits text into lines, estimating the width by the number of characters."""
        out = [""]
        for word in words.split():
            if len(out[-1]) + len(word) > width:
                out.append("")
            out[-1] = (out[-1] + " " + word).strip()
        return out

    def title(self):
        sheet, top = self.sheet, self.panel(70)
        sheet.text(SIDE_X + 18, top + 31, self.word("title", "Atoll"), 21)
        sheet.text(
            SIDE_X + 18, top + 53, f"Turn {self.view['turn']}", 14, "ink-2", "chart", "start", 'font-style="italic"'
        )
        sheet.text(
            SIDE_X + SIDE_W - 16,
            top + 53,
            f"{self.known['score']['points']} " + ("points" if self.known["over"] else "if it ended now"),
            14,
            "ink-2",
            "chart",
            "end",
            'font-style="italic"',
        )

    def prompt(self):
        kinds = {}
        for move in self.known["moves"]:
            kinds.setdefault(move["kind"], []).append(move)
        asked = self.lines(self.known["prompt"], 34)
        rolled = [(face, count) for face, count in self.view["dice"].items() if count]
        sheet = self.sheet
        top = self.panel(38 + 24 * len(asked) + 28 * len(kinds) + (50 if rolled else 0))
        if kinds:
            sheet.path(
                "M0-9q1.5 7 9 9-7.5 2-9 9-1.5-7-9-9 7.5-2 9-9z",
                "may",
                "none",
                0,
                f'transform="translate({SIDE_X + 26} {top + 30})"',
            )
        for k, line in enumerate(asked):
            sheet.text(SIDE_X + (46 if kinds else 18), top + 37 + 24 * k, line, 19)
        y = top + 45 + 24 * len(asked)
        if rolled:
            self.dice(y - 8, rolled)
            y += 50
        for kind, moves in kinds.items():
            key = self.word(f"move.{kind}.key", "").upper()
            sheet.rect(SIDE_X + 16, y - 14, 20, 20, "may", radius=4)
            sheet.text(SIDE_X + 26, y + 1, key, 13, "on-may", "plain", "middle", 'font-weight="700"')
            sheet.text(
                SIDE_X + 46,
                y + 1,
                self.word(f"move.{kind}.group", kind),
                14.5,
                "ink",
                "plain",
                "start",
                'font-weight="650"',
            )
            sheet.text(SIDE_X + SIDE_W - 16, y + 1, self.choices(moves), 13, "ink-2", "plain", "end")
            y += 28

    def choices(self, moves):
        """The choices for one kind of move: their names if they are few, otherwise their number."""

        def said(move):
            return ", ".join(
                self.word(f"{'role' if name == 'role' else 'space' if name == 'second' else name}.{value}", str(value))
                for name, value in move["args"].items()
            )

        short = "; ".join(filter(None, map(said, moves)))
        return short if len(short) <= 30 else f"{len(moves)} {next(iter(moves[0]['args']))}s"

    def dice(self, y, rolled):
        x = SIDE_X + 46
        for face, count in rolled:
            for _ in range(count):
                ground = {"black": "#12303B", "white": "#FCFCF8"}.get(face, "paper")
                self.sheet.rect(x, y, 32, 32, ground, "coast", 1.6, 6)
                if face in GLYPHS:
                    self.sheet.glyph(face, x + 16, y + 16, 20, 2)
                x += 40
        names = " ".join(
            self.word(f"face.{face}", face) + (f" x{count}" if count > 1 else "") for face, count in rolled
        )
        self.sheet.text(SIDE_X + SIDE_W - 16, y + 21, names, 12.5, "ink-2", "plain", "end")

    def treasures(self):
        sheet, top = self.sheet, self.panel(232)
        goal = self.known["content"]["search"]["goal"]
        sheet.text(SIDE_X + 18, top + 29, "Search for treasure", 17)
        for k, (colour, points) in enumerate(self.view["track"].items()):
            y, claimed = top + 58 + 45 * k, colour in self.view["claimed"]
            space = self.view["treasure"][colour]
            where = "not hidden yet" if space == "none" else f"on {self.word(f'space.{space}', space)}"
            where = self.word("board.claimed", "claimed") if claimed else where
            name = self.word(f"colour.{colour}", colour).capitalize()
            sheet.glyph(colour, SIDE_X + 28, y, 20, 2)
            sheet.text(SIDE_X + 48, y + 5, name, 14.5, colour, "plain", "start", 'font-weight="700"')
            sheet.text(SIDE_X + 112, y + 5, where, 13, "ink-2", "plain")
            sheet.text(
                SIDE_X + SIDE_W - 16, y + 5, "" if claimed else f"{points} of {goal}", 13, "ink-2", "plain", "end"
            )
            wide = (SIDE_W - 64 - 5 * (goal - 1)) / goal
            for n in range(goal):
                x = SIDE_X + 48 + n * (wide + 5)
                full = "url(#hatch-" + colour + ")" if claimed else colour if n < points else "none"
                sheet.rect(x, y + 13, wide, 9, full, colour, 1.2, 2)

    def role(self):
        sheet, top = self.sheet, self.panel(66)
        role, points, most = self.view["role"], self.view["special"], self.known["content"]["special"]["maximum"]
        name = self.word(f"role.{role}", role)
        sheet.text(SIDE_X + 18, top + 28, name[:1].upper() + name[1:], 17)
        sheet.text(SIDE_X + 18, top + 50, "Special points", 13, "ink-2", "plain")
        sheet.text(SIDE_X + SIDE_W - 16, top + 50, f"{points} of {most}", 13, "ink-2", "plain", "end")
        for k in range(most):
            sheet.path(
                "M2-9l-8 10h6l-2 8 8-10h-6z",
                "ink" if k < points else "none",
                "ink",
                1.4,
                f'transform="translate({SIDE_X + 122 + 22 * k} {top + 46})"',
            )

    def log(self, bottom):
        """The events of the last move, as many as fit."""
        sheet, top = self.sheet, self.panel(bottom - self.y)
        sheet.text(SIDE_X + 18, top + 28, "What happened", 17)
        rows = [(k == 0, line) for said in self.known["past"][-40:] for k, line in enumerate(self.lines(said, 46))]
        max_rows = int((bottom - top - 44) / 19)
        for k, (first, line) in enumerate(rows[-max_rows:] if max_rows > 0 else []):
            sheet.text(SIDE_X + (18 if first else 28), top + 53 + 19 * k, line, 13, "ink", "plain")

    def draw(self):
        self.title()
        self.prompt()
        self.treasures()
        self.role()
        self.log(BOARD_H + 44)


def phases(sheet, known):
    """A scale bar below the board that shows the current step of the turn."""
    steps = [("action",), ("keep", "roll"), ("flood", "flee"), ("role",)]
    wide = BOARD_W / len(steps)
    for k, inside in enumerate(steps):
        name = known["words"].get(f"phase.{inside[0]}", inside[0]).capitalize()
        here = known["view"]["phase"] in inside
        sheet.rect(k * wide, BOARD_H + 12, wide, 8, "may" if here else "coast" if k % 2 else "paper", "coast", 1)
        sheet.text(
            k * wide + wide / 2,
            BOARD_H + 40,
            name,
            14,
            "ink" if here else "ink-2",
            "plain",
            "middle",
            'font-weight="700"' if here else "",
        )
