#!/usr/bin/env python3
"""Helps to write a walkthrough: tools/lesson.py SKERRY GAME SEATS SEED [--option K=V] [MOVE ...]

Plays a game with the dice of the seed; seat 1 makes the moves given, the others what a hint tells them. Prints the lines so
far (for content/GAME/lesson.json, see src/text/lesson.h), then what seat 1 is asked and may do. Add one move a time."""
import json
import subprocess
import sys


def main():
    skerry, game, seats, seed, *rest = sys.argv[1:]
    options = {}
    while rest and rest[0] == "--option":
        key, value = rest[1].split("=")
        options[key] = value
        rest = rest[2:]
    engine = subprocess.Popen([skerry, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**request):
        engine.stdin.write(json.dumps(request) + "\n")
        engine.stdin.flush()
        answer = json.loads(engine.stdout.readline())
        if "error" in answer:
            sys.exit(f"{request}: {answer['error']['text']}")
        return answer

    lines = []
    opened = ask(do="new", game=game, seats=int(seats), seed=int(seed), options=options, viewer="all")
    lines += opened.get("lines", [])
    handle = opened["handle"]
    while True:
        where = ask(do="view", handle=handle, seat="spectator")
        if where["over"]:
            break
        if 1 in where["to_act"]:
            if not rest:
                break
            seat, move = 1, rest.pop(0)
        else:
            seat = where["to_act"][0]
            move = ask(do="hint", handle=handle, seat=seat, games=20)["moves"][0]["text"]
        lines += ask(do="act", handle=handle, seat=seat, move=move, viewer="all")["lines"]
    moment = ask(do="moment", handle=handle, seat=1)["moment"]
    for number, line in enumerate(lines):
        print(f"{number:3} {json.dumps(line)}")
    print(moment["prompt"], moment["note"])
    for move in moment["moves"]:
        print("   ", move["text"], "|", move["label"], "|", move.get("gain", ""))


main()
