#!/usr/bin/env python3
"""Plays the bot examples in docs/engine-protocol.md: program_transcript.py SKERRY DOCUMENT

The blocks fenced as ```bot form one conversation: lines `< …` are sent by skerry, lines `> …` by a program. A line
that starts with two spaces continues the line above; … matches anything. This file is also the program: started with
SKERRY_TRANSCRIPT set, it sends its lines and compares the lines it receives. Then it plays the first listed move
until "bye", which is the block fenced as ```bot end.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402


def examples(path):
    """Two lists of (line number, "<" or ">", text): the conversation, and its end."""
    parts, inside = {"bot": [], "bot end": []}, None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if line.startswith("```"):
            inside = None if inside is not None else parts.get(line[3:].strip(), [])
        elif inside is not None and line[:2] in ("> ", "< "):
            inside.append([number, line[0], line[2:]])
        elif inside and line.startswith("  "):
            inside[-1][2] += " " + line.strip()
    return parts["bot"], parts["bot end"]


def compare(number, expected, heard, out):
    pattern = ".*".join(re.escape(piece) for piece in expected.split("…"))
    fits = re.fullmatch(pattern, heard) is not None
    out.write(json.dumps({"line": number, "expected": expected, "heard": heard, "fits": fits}) + "\n")
    out.flush()


def converse(document, out):
    talk, end = examples(document)
    line = ""
    for number, who, text in talk:
        if who == ">":
            print(text, flush=True)
        else:
            line = sys.stdin.readline().rstrip("\n")
            compare(number, text, line, out)
    for line in sys.stdin:
        message = json.loads(line)
        if message["ask"] == "bye":
            break
        print(json.dumps({"move": message["moves"][0]}), flush=True)
    compare(end[0][0], end[0][2], line.rstrip("\n"), out)


def main(skerry, document):
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        bot, out = pathlib.Path(folder) / "bot", pathlib.Path(folder) / "out"
        bot.symlink_to(pathlib.Path(__file__).resolve())
        env = {**os.environ, "SKERRY_TRANSCRIPT": os.path.abspath(document), "SKERRY_TRANSCRIPT_OUT": str(out)}
        done = subprocess.run([os.path.abspath(skerry), "play", "atoll", "--plain", "--seed", "7", "--option", "level=normal",
                               "--seats", "cmd:./bot", "--record", "game.record"], env=env, cwd=folder, input="",
                              capture_output=True, text=True, timeout=120)
        compared = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
        asked = {json.loads(text).get("do") for _, who, text in examples(document)[0] if who == ">" and text[0] == "{"}
    for one in compared:
        tap.case(f"line {one['line']}: {one['expected'][:70]}",
                 None if one["fits"] else f"document: {one['expected']}\nprogram:  {one['heard'][:2000]}")
    expected = [text for _, who, text in sum(examples(document), []) if who == "<"]
    tap.case("the whole conversation", None if len(compared) == len(expected) and done.returncode == 0 else
             f"{len(compared)} of {len(expected)} lines\n{done.stdout[-500:]}{done.stderr}")
    tap.case("no stand-in was needed", None if "in its place" not in done.stdout else done.stdout[-500:])
    missing = {"worlds", "legal", "play", "chance", "score", "view", "playout", "close", "games"} - asked
    tap.case("every request has an example", f"{missing} have none" if missing else None)
    tap.done()


if __name__ == "__main__":
    if "SKERRY_TRANSCRIPT" in os.environ and len(sys.argv) == 1:
        with open(os.environ["SKERRY_TRANSCRIPT_OUT"], "w") as file:
            converse(os.environ["SKERRY_TRANSCRIPT"], file)
    else:
        main(*sys.argv[1:])
