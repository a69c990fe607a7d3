#!/usr/bin/env python3
"""Checks that every quest card is drawn in bot games, with every outcome it can have.

Usage: outcomes.py SKERRY [GAMES]    default: 400 four-player games, 10,000 with SKERRY_LONG. Prints the rarest outcomes.
"""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests"))
from tap import Tap  # noqa: E402

SKERRY = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 10000 if os.environ.get("SKERRY_LONG") else 400


def skerry(*args):
    return subprocess.run([SKERRY, *args], check=True, capture_output=True, text=True).stdout


def outcomes(card):
    """The possible outcomes of a card's task. No task: always won. A choice is won if paid for, lost if refused."""
    task = card["task"]
    if task["do"] == "none":
        return ["won"]
    great = ["great"] if task.get("great") else []
    return ["won", *great, "lost"]


def main():
    cards = json.loads(skerry("content", "ayeaye", "--dump"))["cards"]
    seats = ",".join(["bot:greedy"] * 4)
    report = json.loads(skerry("lab", "ayeaye", "--games", str(GAMES), "--seats", seats, "--use", "outcome.card*outcome",
                               "--json", "-"))
    seen = {one["name"]: one["times"] for one in report["use"][0]["values"]}
    wanted = [f"{card['id']} {outcome}" for card in cards for outcome in outcomes(card)]
    tap = Tap()
    missing = [name for name in wanted if name not in seen]
    tap.case(f"every outcome of every card in {GAMES} games", "never: " + ", ".join(missing) if missing else None)
    strange = [name for name in seen if name not in wanted]
    tap.case("no outcome that a card has not", "seen: " + ", ".join(strange) if strange else None)
    rare = sorted(wanted, key=lambda name: seen.get(name, 0))[:8]
    print(f"# {len(wanted)} outcomes of {len(cards)} cards, the rarest: " + ", ".join(f"{n} {seen.get(n, 0)}" for n in rare))
    tap.done()


main()
