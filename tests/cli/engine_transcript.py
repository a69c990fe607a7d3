#!/usr/bin/env python3
"""Replays the examples of docs/engine-protocol.md against the program: engine_transcript.py SKERRY DOCUMENT

The blocks fenced as ```engine contain requests (lines `> …`) and answers (lines `< …`). A line that starts with two
spaces continues the line above. All blocks form one conversation, until a block fenced as ```engine new starts a new
program. In an answer, … matches anything. Every request that `hello` lists must have an example.
"""
import json
import re
import sys

from engine import Checks, Engine


def examples(path):
    """Yields (line number, whether a new program starts, request, answer)."""
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
            raise SystemExit(f"{path}:{number}: a line must start with `> `, `< ` or two spaces")
    if len(entries) % 2 or any(entry[2] != "><"[i % 2] for i, entry in enumerate(entries)):
        raise SystemExit(f"{path}: requests and answers do not alternate")
    for request, answer in zip(entries[::2], entries[1::2]):
        yield request[0], request[1], request[3], answer[3]


def main(skerry, path):
    checks = Checks()
    engine, shown = None, set()
    for number, fresh, request, answer in examples(path):
        if fresh and engine:
            checks.that(engine.end() == 0, "the previous program exited with an error")
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
        checks.that(engine.end() == 0, "the last program exited with an error")
    engine = Engine(skerry)
    for name in engine.do("hello")["requests"]:
        checks.that(name in shown, f"{name} has no example")
    engine.end()
    checks.case("every request has an example")
    checks.done()


if __name__ == "__main__":
    main(*sys.argv[1:])
