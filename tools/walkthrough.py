#!/usr/bin/env python3
"""Helps to write a walkthrough: tools/walkthrough.py SKERRY GAME [FILE]

Plays the lines of games/GAME/content/walkthrough.json, or of FILE. Prints each line with its number (which a step refers to),
the tip shown before it, and the events that seat 1 sees. Then it lists the possible next lines: the outcomes of dice
or cards, or the moves of the seats to act. Add a line and run it again (docs/content.md, Walkthroughs)."""
import json
import pathlib
import subprocess
import sys


class Engine:
    def __init__(self, skerry):
        self.process = subprocess.Popen([skerry, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"{request}: {answer['error']['text']}")
        return answer


def play(engine, handle, line):
    who, _, move = line.partition(" ")
    if who == "*":
        return engine.ask(do="chance", handle=handle, outcome=move, viewer=1, say=True)
    return engine.ask(do="act", handle=handle, seat=int(who), move=move, viewer=1, say=True)


def show_next(engine, handle):
    where = engine.ask(do="view", handle=handle, seat="spectator")
    if where["node"] == "chance":
        for outcome in engine.ask(do="chance", handle=handle)["outcomes"]:
            print(f"      * {outcome['text']}")
    for seat in where["to_act"]:
        moment = engine.ask(do="moment", handle=handle, seat=seat)["moment"]
        print(f"{seat}: {moment['prompt']}")
        for move in moment["moves"]:
            print(f"      {seat} {move['text']} | {move['label']} | {move.get('gain', '')}")


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    skerry, game = sys.argv[1:3]
    root = pathlib.Path(__file__).resolve().parent.parent
    file = pathlib.Path(sys.argv[3]) if len(sys.argv) == 4 else root / "games" / game / "content/walkthrough.json"
    lesson = json.loads(file.read_text())
    engine = Engine(skerry)
    handle = engine.ask(do="new", game=game, seats=lesson["seats"], options=lesson["options"], chance="manual")["handle"]
    steps = {step["line"]: step for step in lesson["steps"]}
    for number, line in enumerate(lesson["lines"]):
        if number in steps:
            print(f"      > {steps[number]['say']} (R{steps[number]['rule']})")
        print(f"{number:4}  {line}")
        for sentence in play(engine, handle, line).get("said", []):
            print(f"      {sentence}")
    show_next(engine, handle)


main()
