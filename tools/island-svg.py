#!/usr/bin/env python3
"""Draws the atoll as an SVG from nothing but the JSON of `skerry engine`.

The island's map comes from the request `content`, the names from `words`, everything else from what one seat is told:
`view`, `legal`, `score` and the events of its last act. The full state is never asked for, so this is also the proof
that a seat's view is enough for a graphical client.

    island-svg.py --seed 4 --moves 30 --out island.svg        the engine's dice, moves chosen by a simple rule
    island-svg.py --record game.skerry --at 80 --dark         a saved game, stopped after 80 lines
"""
import argparse
import json
import math
import subprocess
import sys
from xml.sax.saxutils import escape

from island_art import CHART, DARK, GLYPHS, LIGHT, PLAIN, SKULL, Sheet, blot, contours, noise, smooth, swell, vignette

# ---- the engine -----------------------------------------------------------------------------------------------------


class Engine:
    def __init__(self, skerry):
        try:
            self.process = subprocess.Popen([skerry, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        except OSError as error:
            sys.exit(f"island-svg: {skerry} cannot be started ({error.strerror}); build it, or name it with --skerry.")

    def ask(self, do, **members):
        self.process.stdin.write(json.dumps({"do": do, **members}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"error": {"text": "The engine is gone."}}')
        if "error" in answer:
            sys.exit(f"island-svg: {answer['error']['text']}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def dice(seed):
    """A small generator of its own, so that a picture stays the same whatever Python draws it."""
    value = seed * 2862933555777941757 + 3037000493
    while True:
        value = (value * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield value >> 33


def choose(view, moves, draw):
    """A player simple enough to be read: claims, keeps what helps, shores up, walks to a treasure he can claim."""
    def rank(move):
        kind, args = move["kind"], move["args"]
        ready = [view["treasure"][c] for c, points in view["track"].items() if points >= 5 and c not in view["claimed"]]
        if kind in ("claim", "leave"):
            return 9
        if kind == "keep":
            return {"white": 5, "black": 0}.get(args["face"], 6)
        if kind == "shore-two":
            return 6
        if kind == "shore":
            return 5 + (args["space"] in view["treasure"].values())
        if kind in ("move", "flee", "air"):
            return 7 if args["space"] in ready else 3 if kind != "air" else 0
        return {"search": 4 if view["actions"] == 0 else 0, "stand": 4, "change": 5, "reroll": 4, "pass": 1}.get(kind, 0)
    best = max(rank(move) for move in moves)
    good = [move for move in moves if rank(move) == best]
    return good[next(draw) % len(good)]


def text_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"island-svg: {path} cannot be read: {error}.")


def content_of(path):
    try:
        return {"content": json.loads(text_of(path))} if path else {}
    except ValueError as error:
        sys.exit(f"island-svg: {path} is not JSON: {error}.")


def gather(args):
    """Plays or loads, and returns all that the drawing knows."""
    engine, content = Engine(args.skerry), content_of(args.content)
    told, past = {"events": []}, []
    if args.record:
        handle = engine.ask("load", record=text_of(args.record), **content, **({"at": args.at} if args.at else {}))["handle"]
        told = engine.ask("events", handle=handle, viewer=1, say=True)
        past = told["said"]
    else:
        options = dict(option.partition("=")[::2] for option in args.option)
        handle = engine.ask("new", game="atoll", seed=args.seed, options=options, **content)["handle"]
        draw = dice(args.seed)
        for _ in range(args.moves):
            moves = engine.ask("legal", handle=handle, seat=1)["moves"]
            if not moves:
                break
            move = choose(engine.ask("view", handle=handle, seat=1)["view"], moves, draw)
            told = engine.ask("act", handle=handle, seat=1, move=move["text"], say=True)
            past += told["said"]
    seen = engine.ask("view", handle=handle, seat=1, say=True)
    known = {
        "view": seen["view"], "prompt": seen["prompt"], "over": seen["over"], "events": told["events"], "past": past,
        "moves": engine.ask("legal", handle=handle, seat=1, say=True)["moves"],
        "score": engine.ask("score", handle=handle, seat=1)["seats"][0],
        "content": engine.ask("content", handle=handle)["content"],
        "words": engine.ask("words", game="atoll")["words"],
    }
    engine.close()
    return known

# ---- the board ------------------------------------------------------------------------------------------------------


BOARD_W, BOARD_H, TILE = 826, 752, 92


class Board:
    """Where things lie, and the things themselves."""

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
        """Distance to the nearest of these spaces, as uneven as the sea floor."""
        half, places = TILE * self.scale / 2 - 8, [self.at[space] for space in ids]

        def field(x, y):
            near = min((math.hypot(max(abs(x - px) - half, 0), max(abs(y - py) - half, 0)) for px, py in places), default=999)
            return near + rough * swell(x, y, 64, key) + rough * 0.4 * swell(x, y, 27, key)
        return field

    def sea(self):
        sheet = self.sheet
        everything = [space["id"] for space in self.spaces]
        standing = [space for space in everything if self.state(space) != "sunk"]
        sheet.rect(0, 0, BOARD_W, BOARD_H, "sea-1")
        sheet.group('clip-path="url(#sheet)"')
        for ids, level, fill, line in ((everything, 64, "none", 0.35), (everything, 40, "sea-2", 0.5), (standing, 17, "sea-3", 0.55)):
            shape = "".join(smooth(loop) for loop in contours(self.depth(ids, "floor", 13 if level > 30 else 5), BOARD_W, BOARD_H, level))
            sheet.path(shape, fill, "sea-ink", 0.8, f'fill-opacity="{0.75 if level > 30 else 0.5}" stroke-opacity="{line}" fill-rule="evenodd"')
        sheet.end()
        self.soundings(self.depth(everything, "floor", 13))

    def soundings(self, field):
        """Depths in the open water: decoration, but the deeper the further out."""
        placed = []
        for k in range(400):
            x, y = 46 + (noise("x", k) + 1) / 2 * 590, 45 + (noise("y", k) + 1) / 2 * (BOARD_H - 90)
            away = field(x, y)
            if away < 84 or any(math.hypot(x - px, y - py) < 74 for px, py in placed) or math.hypot(x - 92, y - BOARD_H + 108) < 74:
                continue
            placed.append((x, y))
            fathoms = int(away / 6 + 4 * (noise("d", k) + 1))
            self.sheet.text(x, y, str(fathoms), 12.5, "sea-ink", "chart", "middle", 'font-style="italic" opacity=".7"')
            if noise("h", k) > 0:
                self.sheet.text(x + 8, y + 3, str(1 + k % 8), 8.5, "sea-ink", "chart", "start", 'font-style="italic" opacity=".7"')
            if len(placed) == 13:
                break

    def frame(self):
        """The chart's graticule."""
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
            sheet.path(f"M{-radius} 0a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0", "none", "coast", width)
        ticks = "".join(f"M{32 * math.sin(a):.1f} {-32 * math.cos(a):.1f}L{36 * math.sin(a):.1f} {-36 * math.cos(a):.1f}"
                        for a in (math.pi * k / 18 for k in range(36)))
        sheet.path(ticks, "none", "coast", 0.8)
        for turn, size in ((45, 22), (135, 22), (225, 22), (315, 22), (90, 29), (180, 29), (270, 29), (0, 40)):
            sheet.path(f"M0 {-size}L4.500 -5L0 0z", "coast", "coast", 0.8, f'transform="rotate({turn})"')
            sheet.path(f"M0 {-size}L-4.500 -5L0 0z", "sea-1", "coast", 0.8, f'transform="rotate({turn})"')
        sheet.end()

    # -- spaces --

    def label(self, space, bottom, fill, size, italic, plate=False):
        """The name, on two lines when it is long: the last line at `bottom`."""
        sheet, words = self.sheet, self.name(space).split()
        lines = [" ".join(words)]
        if len(lines[0]) > 12 and len(words) > 1:
            cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(" ".join(words[k:]))))
            lines = [" ".join(words[:cut]), " ".join(words[cut:])]
        top = bottom - (len(lines) - 1) * (size + 0.5)
        if plate:
            wide = max(len(line) for line in lines) * size * 0.5 + 12
            sheet.rect(-wide / 2, top - size + 0.5, wide, len(lines) * (size + 0.5) + 3.5, "paper", radius=3, more='fill-opacity=".86"')
        for k, line in enumerate(lines):
            sheet.text(0, top + k * (size + 0.5), line, size, fill, "chart", "middle", 'font-style="italic"' if italic else "")

    def corner(self, space, plated):
        """Number at the left, element at the right."""
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
        sheet.path(blot(identity, TILE - 1, TILE - 1, 7, 1.7), "sea-3", "sea-ink", 1.6, 'stroke-dasharray="5 3.500"')
        for k, y in enumerate((4, 11, 18, 25, 32)):
            start = -40 + 5 * noise(identity, k)
            sheet.path(f"M{start:.1f} {y}" + "q3.500-3.500 7 0t7 0" + "t7 0" * 8, "none", "sea-ink", 1, 'stroke-opacity=".55" clip-path="url(#tile)"')
        islet = blot(identity + "islet", 50, 35, 4.5, 2.2)
        sheet.group('transform="translate(0 -15)"')
        sheet.path(islet, "sea-2", "none", 0, 'transform="scale(1.16 1.2)" fill-opacity=".8"')
        sheet.path(islet, "land", "coast", 1.3)
        sheet.path(vignette(identity), "none", "land-ink", 1.9, 'transform="scale(.72)"')
        sheet.end()
        self.corner(space, True)
        self.label(identity, 37, "ink", 11, True, plate=True)

    def sunk(self, space):
        """A chart's sign of a sunken rock, and nothing else left."""
        sheet = self.sheet
        sheet.path(blot(space["id"], TILE - 3, TILE - 3, 6, 2.2), "deep", "sea-ink", 1.3, 'stroke-dasharray="2.500 3"')
        sheet.path("M-20-10a20 14 0 1 0 40 0a20 14 0 1 0-40 0", "none", "on-deep", 1.5, 'stroke-dasharray="0.1 4" stroke-linecap="round"')
        sheet.path("M-8-10h16M0-18v16", "none", "on-deep", 1.8)
        self.label(space["id"], 26, "on-deep", 10.5, True)
        sheet.text(0, 38.5, self.known["words"].get("board.sunk", "SUNK"), 9, "on-deep", "plain", "middle", 'letter-spacing=".8"')

    def treasure(self, colour):
        sheet = self.sheet
        points = " L".join(f"{17 * math.sin(2 * math.pi * k / 5):.1f} {-17 * math.cos(2 * math.pi * k / 5):.1f}" for k in range(5))
        sheet.group('transform="translate(25 -3)" stroke-linejoin="round"')
        sheet.path(f"M{points}Z", "paper", "paper", 5)
        sheet.path(f"M{points}Z", "paper", colour, 2.2)
        sheet.glyph(colour, 0, 0.5, 17, 2.2)
        sheet.end()

    def pawn(self):
        sheet = self.sheet
        body = "M0-27a9.500 9.500 0 0 1 6 16.800q1.300 5 7 12.700 4 6.500 3 12.500h-32q-1-6 3-12.500 5.700-7.700 7-12.700a9.500 9.500 0 0 1 6-16.800z"
        sheet.group('transform="translate(-19 1) scale(.86)" stroke-linejoin="round"')
        sheet.path(body, "paper", "paper", 6)
        sheet.path(body, "player", "ink", 2)
        sheet.text(0, 11, "A", 14, "on-player", "plain", "middle", 'font-weight="700"')
        sheet.end()

    def targets(self):
        """Magenta says "you may": where the listed moves lead, with the key of each kind on a tab."""
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
                sheet.path(ring, "none", "may", 3, 'stroke-dasharray="8 4.500"')
            for k, kind in enumerate(kinds):
                key = self.known["words"].get(f"move.{kind}.key", kind[0]).upper()
                left = (k - (len(kinds) - 1) / 2) * 22
                sheet.rect(left - 9.5, -56 if walk else -52, 19, 18, "may", "paper", 1.5, 4)
                sheet.text(left, -42.5 if walk else -38.5, key, 12.5, "on-may", "plain", "middle", 'font-weight="700"')
            sheet.end()

    def trail(self):
        """The last way walked, dotted: the past."""
        for event in reversed(self.known["events"]):
            if {"from", "space"} <= set(event["args"]) and event["args"]["space"] == self.view["pawn"]:
                (ax, ay), (bx, by) = self.at[event["args"]["from"]], self.at[event["args"]["space"]]
                ax, ay, bx, by = ax + 6, ay - 6, bx - 17 * self.scale, by - 2
                mx, my = (ax + bx) / 2 + (by - ay) * 0.16, (ay + by) / 2 - (bx - ax) * 0.16
                length = math.hypot(bx - mx, by - my)
                ux, uy = (bx - mx) / length, (by - my) / length
                ex, ey = bx - ux * 19, by - uy * 19
                self.sheet.path(f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}", "none", "ink", 2.2, 'stroke-dasharray="0.1 5.500" stroke-linecap="round"')
                head = f"M{ex - ux * 9 - uy * 6:.1f} {ey - uy * 9 + ux * 6:.1f}L{ex:.1f} {ey:.1f}L{ex - ux * 9 + uy * 6:.1f} {ey - uy * 9 - ux * 6:.1f}"
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
        """The tide staff: a square a cell, the skull on top, brackets where the number of floods is the same."""
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
        sheet.path(SKULL, "none", "paper", 1.6, f'transform="translate({x + wide / 2} {top + cell / 2 - 0.5:.1f}) scale({cell / 26:.2f})"')
        sheet.path(f"M{x - 6} {surface:.1f}q3.500-4 7 0t7 0 7 0 7 0 7 0 7 0", "none", "sea-ink", 2)
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
            sheet.text(x + 14, (a + b) / 2 + (2 if here else 6), str(floods[start]), 20 if here else 16, "ink" if here else "ink-2")
            if here:
                sheet.text(x + 14, (a + b) / 2 + 15, self.known["words"].get("board.floods", "floods"), 10, "ink-2", "plain")
            start = square

# ---- the side of the sheet ------------------------------------------------------------------------------------------


SIDE_X, SIDE_W = BOARD_W + 24, 352


class Side:
    """Panels beside the board: what is asked, the treasures, the role, what has happened."""

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
        """Broken at blanks, by a rough count of letters."""
        out = [""]
        for word in words.split():
            if len(out[-1]) + len(word) > width:
                out.append("")
            out[-1] = (out[-1] + " " + word).strip()
        return out

    def title(self):
        sheet, top = self.sheet, self.panel(70)
        sheet.text(SIDE_X + 18, top + 31, self.word("title", "Atoll"), 21)
        sheet.text(SIDE_X + 18, top + 53, f"Turn {self.view['turn']}", 14, "ink-2", "chart", "start", 'font-style="italic"')
        sheet.text(SIDE_X + SIDE_W - 16, top + 53, f"{self.known['score']['points']} if it ended now", 14, "ink-2", "chart", "end", 'font-style="italic"')

    def prompt(self):
        kinds = {}
        for move in self.known["moves"]:
            kinds.setdefault(move["kind"], []).append(move)
        asked = self.lines(self.known["prompt"], 34)
        rolled = [(face, count) for face, count in self.view["dice"].items() if count]
        sheet = self.sheet
        top = self.panel(38 + 24 * len(asked) + 28 * len(kinds) + (50 if rolled else 0))
        if kinds:
            sheet.path("M0-9q1.500 7 9 9-7.500 2-9 9-1.500-7-9-9 7.500-2 9-9z", "may", "none", 0, f'transform="translate({SIDE_X + 26} {top + 30})"')
        for k, line in enumerate(asked):
            sheet.text(SIDE_X + 46, top + 37 + 24 * k, line, 19)
        y = top + 45 + 24 * len(asked)
        if rolled:
            self.dice(y - 8, rolled)
            y += 50
        for kind, moves in kinds.items():
            key = self.word(f"move.{kind}.key", "").upper()
            sheet.rect(SIDE_X + 16, y - 14, 20, 20, "may", radius=4)
            sheet.text(SIDE_X + 26, y + 1, key, 13, "on-may", "plain", "middle", 'font-weight="700"')
            sheet.text(SIDE_X + 46, y + 1, self.word(f"move.{kind}.group", kind), 14.5, "ink", "plain", "start", 'font-weight="650"')
            sheet.text(SIDE_X + SIDE_W - 16, y + 1, self.choices(moves), 13, "ink-2", "plain", "end")
            y += 28

    def choices(self, moves):
        """What a kind can be done with: by name while there are few."""
        def said(move):
            return ", ".join(self.word(f"{'role' if name == 'role' else 'space' if name == 'second' else name}.{value}", str(value))
                             for name, value in move["args"].items())
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
        names = " ".join(self.word(f"face.{face}", face) + (f" x{count}" if count > 1 else "") for face, count in rolled)
        self.sheet.text(SIDE_X + SIDE_W - 16, y + 21, names, 12.5, "ink-2", "plain", "end")

    def treasures(self):
        sheet, top = self.sheet, self.panel(232)
        goal = self.known["content"]["search"]["goal"]
        sheet.text(SIDE_X + 18, top + 29, "Search for treasure", 17)
        for k, (colour, points) in enumerate(self.view["track"].items()):
            y, claimed = top + 58 + 45 * k, colour in self.view["claimed"]
            where = self.word(f"space.{self.view['treasure'][colour]}", self.view["treasure"][colour])
            sheet.glyph(colour, SIDE_X + 28, y, 20, 2)
            sheet.text(SIDE_X + 48, y + 5, self.word(f"colour.{colour}", colour).capitalize(), 14.5, colour, "plain", "start", 'font-weight="700"')
            sheet.text(SIDE_X + 112, y + 5, self.word("board.claimed", "claimed") if claimed else f"on {where}", 13, "ink-2", "plain")
            sheet.text(SIDE_X + SIDE_W - 16, y + 5, "" if claimed else f"{points} of {goal}", 13, "ink-2", "plain", "end")
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
            sheet.path("M2-9l-8 10h6l-2 8 8-10h-6z", "ink" if k < points else "none", "ink", 1.4, f'transform="translate({SIDE_X + 122 + 22 * k} {top + 46})"')

    def log(self, bottom):
        """What the last act brought, as far as there is room."""
        sheet, top = self.sheet, self.panel(bottom - self.y)
        sheet.text(SIDE_X + 18, top + 28, "What happened", 17)
        rows = [(k == 0, line) for said in self.known["past"][-40:] for k, line in enumerate(self.lines(said, 46))]
        room = int((bottom - top - 44) / 19)
        for k, (first, line) in enumerate(rows[-room:] if room > 0 else []):
            sheet.text(SIDE_X + (18 if first else 28), top + 53 + 19 * k, line, 13, "ink", "plain")

    def draw(self):
        self.title()
        self.prompt()
        self.treasures()
        self.role()
        self.log(BOARD_H + 44)


def phases(sheet, known):
    """A scale bar under the board: where in the turn we are."""
    steps = [("action",), ("keep", "roll"), ("flood", "flee"), ("role",)]
    wide = BOARD_W / len(steps)
    for k, inside in enumerate(steps):
        name = known["words"].get(f"phase.{inside[0]}", inside[0]).capitalize()
        here = known["view"]["phase"] in inside
        sheet.rect(k * wide, BOARD_H + 12, wide, 8, "may" if here else "coast" if k % 2 else "paper", "coast", 1)
        sheet.text(k * wide + wide / 2, BOARD_H + 40, name, 14, "ink" if here else "ink-2", "plain", "middle", 'font-weight="700"' if here else "")


def picture(known, dark):
    sheet = Sheet(DARK if dark else LIGHT)
    width, height = 16 + BOARD_W + 24 + SIDE_W + 16, BOARD_H + 76
    view = known["view"]
    told = f"Turn {view['turn']}. {known['prompt']} " + " ".join(known["past"][-3:])
    sheet.add(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 {width} {height}" width="{width}" height="{height}" role="img" '
              f'fill="none" stroke-linecap="round" stroke-linejoin="round">')
    sheet.add(f"<title>{escape(known['words'].get('title', 'Atoll'))}</title><desc>{escape(told)}</desc>")
    hatches = "".join(f'<pattern id="hatch-{c}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                      f'<rect width="3" height="6" fill="{sheet.colour(c)}"/></pattern>' for c in GLYPHS)
    sheet.add(f'<style>.chart{{font-family:{CHART}}}.plain{{font-family:{PLAIN}}}</style><defs><clipPath id="sheet">'
              f'<rect width="{BOARD_W}" height="{BOARD_H}"/></clipPath><clipPath id="tile"><rect x="-42" y="-42" width="84" height="84" rx="9"/></clipPath>{hatches}</defs>')
    sheet.rect(-16, -16, width, height, "page")
    Board(sheet, known).draw()
    phases(sheet, known)
    Side(sheet, known).draw()
    sheet.add("</svg>")
    return "\n".join(sheet.out) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Draws the atoll as an SVG from the JSON of `skerry engine`.")
    parser.add_argument("--skerry", default="build/skerry", help="the program (build/skerry)")
    parser.add_argument("--record", help="a record to draw; otherwise a game is played")
    parser.add_argument("--at", type=int, default=0, help="stop after so many lines of the record")
    parser.add_argument("--seed", type=int, default=1, help="of the game that is played")
    parser.add_argument("--moves", type=int, default=20, help="how many moves are made in it")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game that is played")
    parser.add_argument("--content", help="a content pack (JSON), whole or in part")
    parser.add_argument("--dark", action="store_true", help="the night watch")
    parser.add_argument("--out", help="a file; otherwise standard output")
    args = parser.parse_args()
    svg = picture(gather(args), args.dark)
    if not args.out:
        sys.stdout.write(svg)
        return
    try:
        with open(args.out, "w", encoding="utf-8") as file:
            file.write(svg)
    except OSError as error:
        sys.exit(f"island-svg: {args.out} cannot be written: {error.strerror}.")


if __name__ == "__main__":
    main()
