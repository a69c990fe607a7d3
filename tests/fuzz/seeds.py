#!/usr/bin/env python3
"""Writes the small seed corpus for fuzzing from the program's own output: seeds.py SKERRY

Run it again when a format changes. Files called broken-*, which once crashed a fuzz target, are kept.
"""
import json
import pathlib
import random
import re
import subprocess
import sys

import seeds_serve

HERE = pathlib.Path(__file__).resolve().parent
DOC = HERE.parents[1] / "docs/engine-protocol.md"
CONTENT = ["{}", '{"water": {"starts": [0, 0, 0, 0, 0, 1]}}', '{"die": {"black": 6, "white": 0}, "roles": {"die": ["pilot"]}}',
           '{"score": {"won": -1000}, "turn": {"actions": 1, "last": 1}}', b"\x00\x01\x02\x0a\x00\xff\x14\x05\x00", "{\"platform\": 3}"]


class Engine:
    def __init__(self, skerry):
        self.process = subprocess.Popen([skerry, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, do, **members):
        self.process.stdin.write(json.dumps({"do": do, **members}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def write(kind, name, text):
    folder = HERE / "corpus" / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def games(engine):
    """A few random games: a record and a position each at the start, early, later and at the end."""
    for table in engine.do("games")["games"]:
        game = table["game"]
        for n, steps in enumerate((0, 5, 25, 2000)):
            rng = random.Random(n)
            handle = engine.do("new", game=game, seed=n)["handle"]
            for _ in range(steps):
                where = engine.do("view", handle=handle, seat="spectator")
                if where["over"]:
                    break
                seat = rng.choice(where["to_act"])
                moves = engine.do("legal", handle=handle, seat=seat)["moves"]
                engine.do("act", handle=handle, seat=seat, move=rng.choice(moves)["text"])
            write("record", f"{game}-{n}", engine.do("save", handle=handle)["record"])
            write("position", f"{game}-{n}", json.dumps(engine.do("position", handle=handle)["position"]))
            engine.do("close", handle=handle)


def protocol():
    """The requests in docs/engine-protocol.md, in groups of six."""
    requests = re.findall(r"^> (.*(?:\n  .*)*)", DOC.read_text(encoding="utf-8"), re.M)
    requests = [re.sub(r"\s*\n\s*", " ", request) for request in requests]
    for i in range(0, len(requests), 6):
        write("protocol", f"doc-{i // 6}", '{"do": "new", "game": "atoll", "seed": 7}\n' + "\n".join(requests[i:i + 6]) + "\n")


def scenes():
    """Every twelfth scene of the games, each in its own file."""
    texts = [text for path in sorted((HERE.parents[1] / "games").glob("*/scenes/*.scene"))
             for text in re.split(r"^(?=scene )", path.read_text(encoding="utf-8"), flags=re.M) if text.startswith("scene ")]
    for i, text in enumerate(texts[::12]):
        write("scene", f"scene-{i}", text)


def main():
    for old in (HERE / "corpus").glob("*/*"):
        if not old.name.startswith("broken-"):
            old.unlink()
    engine = Engine(sys.argv[1])
    games(engine)
    engine.process.stdin.close()
    protocol()
    scenes()
    seeds_serve.main(sys.argv[1])
    for i, text in enumerate(CONTENT):
        write("content", f"pack-{i}", text)
    for i, head in enumerate((b"\x01\x05\x20\x00", b"\x01\x09\x40\x00", b"\x03\x02\x08\x00")):
        write("position", f"changed-{i}", head + bytes(4) + b"\x0a\x00\x03")
    write("scene", "every-line", """scene R1 Every kind of line
game atoll
option level normal
content water.floods.0 4
set track.red 4
set flooded [dark-pit]
expect pawn idiots-platform
expect legal 1 pass
expect refused 11 1 move dark-pit
expect refused 11 1 move dark-pit : not next to you
expect moves 1 3
expect kinds 1 move pass search
do 1 pass
expect event passed
expect no event walked
expect can-undo 1
undo 1
expect cannot-undo 1
do 1 search
expect chance 6
expect odds die white 1/6
do * die red
settle
expect 1 sees dice.red 1
expect spectator sees steps unknown
expect 1 told rolled
expect going-on
expect points 1 0
expect part 1 won 0
expect place 1 1

scene R2 From the first node
game atoll
from setup
expect chance 24
do * flood dark-pit
expect over won
""")


main()
