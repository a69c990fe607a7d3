#!/usr/bin/env python3
"""Draws the atoll as an SVG, using only the JSON of `skerry engine`.

The map comes from the request `content` and the names from `words`. Everything else comes from what one seat may
see: `view`, `legal`, `score` and the events of its last move. The full state is never requested, which proves that a
seat's view is enough for a graphical client.

    draw.py --seed 4 --moves 30 --out island.svg        the engine's dice, moves chosen by a simple rule
    draw.py --record game.skerry --at 80 --dark         a saved game, stopped after 80 lines
"""
import argparse
import json
import subprocess
import sys
from xml.sax.saxutils import escape

from art import CHART, DARK, GLYPHS, LIGHT, PLAIN, Sheet
from board import BOARD_H, BOARD_W, Board
from side import SIDE_W, Side, phases


class Engine:
    def __init__(self, skerry):
        try:
            self.process = subprocess.Popen(
                [skerry, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            sys.exit(f"draw: cannot start {skerry} ({error.strerror}). Build it, or set its path with --skerry.")

    def ask(self, do, **members):
        self.process.stdin.write(json.dumps({"do": do, **members}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"error": {"text": "The engine has exited."}}')
        if "error" in answer:
            sys.exit(f"draw: {answer['error']['text']}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def dice(seed):
    """Own random number generator, so that every Python version draws the same picture."""
    value = seed * 2862933555777941757 + 3037000493
    while True:
        value = (value * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield value >> 33


def choose(view, moves, draw):
    """A simple player: claims treasures, keeps useful dice, shores up spaces, and walks to a treasure it can claim."""

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
        return {"search": 4 if view["actions"] == 0 else 0, "stand": 4, "change": 5, "reroll": 4, "pass": 1}.get(
            kind, 0
        )

    best = max(rank(move) for move in moves)
    good = [move for move in moves if rank(move) == best]
    return good[next(draw) % len(good)]


def text_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"draw: cannot read {path}: {error}.")


def content_of(path):
    try:
        return {"content": json.loads(text_of(path))} if path else {}
    except ValueError as error:
        sys.exit(f"draw: {path} is not JSON: {error}.")


def gather(args):
    """Plays or loads a game and returns everything that the drawing needs."""
    engine, content = Engine(args.skerry), content_of(args.content)
    told, past = {"events": []}, []
    if args.record:
        at = {"at": args.at} if args.at else {}
        loaded = engine.ask("load", record=text_of(args.record), **content, **at)
        handle = loaded["handle"]
        if loaded["game"] != "atoll":
            sys.exit(f"draw: {args.record} is a game of {loaded['game']}; this script draws only atoll.")
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
        "view": seen["view"],
        "prompt": seen["prompt"],
        "over": seen["over"],
        "events": told["events"],
        "past": past,
        "moves": engine.ask("legal", handle=handle, seat=1, say=True)["moves"],
        "score": engine.ask("score", handle=handle, seat=1)["seats"][0],
        "content": engine.ask("content", handle=handle)["content"],
        "words": engine.ask("words", game="atoll")["words"],
    }
    engine.close()
    return known


def picture(known, dark):
    sheet = Sheet(DARK if dark else LIGHT)
    width, height = 16 + BOARD_W + 24 + SIDE_W + 16, BOARD_H + 76
    view = known["view"]
    told = f"Turn {view['turn']}. {known['prompt']} " + " ".join(known["past"][-3:])
    sheet.add(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f'fill="none" stroke-linecap="round" stroke-linejoin="round">'
    )
    sheet.add(f"<title>{escape(known['words'].get('title', 'Atoll'))}</title><desc>{escape(told)}</desc>")
    hatches = "".join(
        f'<pattern id="hatch-{c}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="3" height="6" fill="{sheet.colour(c)}"/></pattern>'
        for c in GLYPHS
    )
    sheet.add(
        f'<style>.chart{{font-family:{CHART}}}.plain{{font-family:{PLAIN}}}</style><defs><clipPath id="sheet">'
        f'<rect width="{BOARD_W}" height="{BOARD_H}"/></clipPath><clipPath id="tile">'
        f'<rect x="-42" y="-42" width="84" height="84" rx="9"/></clipPath>{hatches}</defs>'
    )
    sheet.rect(-16, -16, width, height, "page")
    Board(sheet, known).draw()
    phases(sheet, known)
    Side(sheet, known).draw()
    sheet.add("</svg>")
    return "\n".join(sheet.out) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Draws the atoll as an SVG from the JSON of `skerry engine`.")
    parser.add_argument("--skerry", default="build/src/cli/skerry", help="the program (build/src/cli/skerry)")
    parser.add_argument("--record", help="record to draw (default: play a game)")
    parser.add_argument("--at", type=int, default=0, help="stop after this many lines of the record")
    parser.add_argument("--seed", type=int, default=1, help="seed of the played game")
    parser.add_argument("--moves", type=int, default=20, help="number of moves to play")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="option of the played game"
    )
    parser.add_argument("--content", help="content pack (JSON), complete or partial")
    parser.add_argument("--dark", action="store_true", help="the night watch")
    parser.add_argument("--out", help="output file (default: standard output)")
    args = parser.parse_args()
    svg = picture(gather(args), args.dark)
    if not args.out:
        sys.stdout.write(svg)
        return
    try:
        with open(args.out, "w", encoding="utf-8") as file:
            file.write(svg)
    except OSError as error:
        sys.exit(f"draw: cannot write {args.out}: {error.strerror}.")


if __name__ == "__main__":
    main()
