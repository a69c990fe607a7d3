#!/usr/bin/env python3
"""Checks that games/atoll/svg/draw.py still draws the pictures in docs/pictures: picture.py SKERRY ROOT

Runs the commands given in docs/engine-protocol.md and compares each result with the stored picture. Then draws games
at every stage, to check that drawing never fails and that magenta appears only where a move is possible.
"""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "tests", "cli"))
from engine import Checks  # noqa: E402

MAY = {"#B4006C", "#FF84C6"}


def draw(root, skerry, arguments):
    script = os.path.join(root, "games", "atoll", "svg", "draw.py")
    done = subprocess.run(
        [sys.executable, script, "--skerry", skerry, *arguments], capture_output=True, encoding="utf-8"
    )
    return done.stdout, done.stderr, done.returncode


def main(skerry, root):
    checks = Checks()
    with open(os.path.join(root, "docs", "engine-protocol.md"), encoding="utf-8") as file:
        commands = re.findall(r"^games/atoll/svg/draw\.py (.*) --out (\S+)$", file.read(), re.M)
    checks.that(len(commands) == 2, f"the document has {len(commands)} commands, not 2")
    for arguments, path in commands:
        drawn, errors, _ = draw(root, skerry, arguments.split())
        with open(os.path.join(root, path), encoding="utf-8") as file:
            checks.that(
                file.read() == drawn,
                f"{path} is out of date; run the command in the document again. {errors}",
            )
        checks.case(path)
    for moves in (0, 1, 3, 6, 12, 500):
        for seed in (1, 2):
            svg, errors, status = draw(
                root, skerry, ["--seed", str(seed), "--moves", str(moves)] + ["--dark"] * (seed - 1)
            )
            checks.that(status == 0, errors)
            fills = (
                {node.get("fill") for node in xml.etree.ElementTree.fromstring(svg).iter()} if status == 0 else set()
            )
            checks.that(
                bool(fills & MAY) == (moves < 500), f"seed {seed}, {moves} moves: magenta {sorted(fills & MAY)}"
            )
    checks.case("at every stage of a game")
    with tempfile.TemporaryDirectory() as folder:
        record, bad = os.path.join(folder, "record"), os.path.join(folder, "bad")
        with open(bad, "w", encoding="utf-8") as file:
            file.write("no record")
        for arguments in (
            ["--record", record],
            ["--record", bad],
            ["--content", bad],
            ["--option", "level=easy"],
            ["--out", folder],
        ):
            svg, errors, status = draw(root, skerry, arguments)
            checks.that(
                status == 1 and not svg and errors.startswith("draw: "), f"{arguments}: {status}, {errors}"
            )
    checks.case("bad input")
    checks.done()


if __name__ == "__main__":
    main(*sys.argv[1:])
