#!/usr/bin/env python3
"""Runs every scene in a folder and reports each as a case: scenes.py SKERRY FOLDER"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402


def run(tap, skerry, path):
    done = subprocess.run([skerry, "scene", "--list", path], capture_output=True, text=True)
    lines = done.stdout.split("\n")
    problems = {}
    for line in lines:
        # FILE:LINE: NAME: expected and actual result
        parts = line.split(": ", 2)
        if len(parts) == 3 and parts[0].startswith(f"{path}:"):
            problems[parts[1]] = line
    names = [line[len("scene "):].strip() for line in path.read_text().split("\n") if line.startswith("scene ")]
    for name in names:
        problem = next((text for start, text in problems.items() if name.startswith(start)), None)
        missing = None if name in lines else "the program did not run this scene"
        tap.case(f"{path.name}: {name}", problem or missing)
    failed = sum(bool(text) for text in problems.values())
    # The program's own totals and exit status must agree with its lines.
    summary = f"{len(names) - failed} scenes passed, {failed} failed"
    if done.returncode != (1 if failed else 0) or summary not in lines:
        tap.case(f"{path.name}: as a whole", f"exit {done.returncode}, wanted `{summary}`\n{done.stdout}{done.stderr}")


def main():
    tap = Tap()
    files = sorted(pathlib.Path(sys.argv[2]).glob("*.scene"))
    if not files:
        tap.case("scenes there are", f"no scenes in {sys.argv[2]}")
    for path in files:
        run(tap, sys.argv[1], path)
    tap.done()


main()
