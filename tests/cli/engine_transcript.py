#!/usr/bin/env python3
"""Replays the examples of docs/engine-protocol.md against the program: transcript.py SKERRY DOCUMENT

Blocks fenced as ```engine hold requests (lines `> …`) and answers (lines `< …`); a line that begins with two blanks
continues the one above. All blocks are one conversation, until a block fenced as ```engine new starts another program.
In an answer, … stands for anything. Every request that `hello` lists must have an example.
"""
import json
import re
import sys

from engine import Checks, Engine


def examples(path):
    """Yields (line number, starts anew, request, answer)."""
    inside = fresh = False
    entries = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if line.startswith("```"):
            inside = not inside and line.split()[0] == "```engine"
            fresh = fresh or (inside and line.split()[1:] == ["new"])
        elif inside and line[:2] in ("> ", "< "):
            entries.append([number, fresh, line[0], line[2:]])
            fresh = False
        elif inside and line.startswith("  ") and entries:
            entries[-1][3] += " " + line.strip()
        elif inside:
            raise SystemExit(f"{path}:{number}: neither `> `, `< ` nor a continuation")
    if len(entries) % 2 or any(entry[2] != "><"[i % 2] for i, entry in enumerate(entries)):
        raise SystemExit(f"{path}: requests and answers do not take turns")
    for request, answer in zip(entries[::2], entries[1::2]):
        yield request[0], request[1], request[3], answer[3]


def main(skerry, path):
    checks = Checks()
    engine, shown = None, set()
    for number, fresh, request, answer in examples(path):
        if fresh and engine:
            checks.that(engine.end() == 0, "the program before ended with an error")
            engine = None
        engine = engine or Engine(skerry)
        got = engine.line(request.encode())
        pattern = ".*".join(re.escape(piece) for piece in answer.split("…"))
        checks.that(re.fullmatch(pattern, got) is not None, f"document: {answer}\nprogram:  {got}")
        checks.case(f"line {number}: {request[:80]}")
        try:
            shown.add(json.loads(request).get("do"))
        except ValueError:
            pass
    if engine:
        checks.that(engine.end() == 0, "the last program ended with an error")
    engine = Engine(skerry)
    for name in engine.do("hello")["requests"]:
        checks.that(name in shown, f"{name} has none")
    engine.end()
    checks.case("every request has an example")
    checks.done()


if __name__ == "__main__":
    main(*sys.argv[1:])
