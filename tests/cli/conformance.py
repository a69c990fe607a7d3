#!/usr/bin/env python3
"""Conformance and secrecy tests with random play: conformance.py SKERRY GAME. More games with SKERRY_LONG, fewer with
SKERRY_FEW."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

games = 200000 if os.environ.get("SKERRY_LONG") else 300 if os.environ.get("SKERRY_FEW") else 1500
# Games with many questions and many answers to each play fewer games, and run the slow checks only at some steps
# (--every).
LARGE = {"ayeaye": 48, "tendays": 48}
tap = Tap()
# Games for several players with secrets take much longer, because every viewer's twin states are followed.
tables = json.loads(subprocess.run([sys.argv[1], "games", "--json"], check=True, capture_output=True, text=True).stdout)
if next(table for table in tables if table["game"] == sys.argv[2])["seats"]["to"] > 1:
    games //= 600 if sys.argv[2] in LARGE else 150
every = ["--every", str(LARGE[sys.argv[2]])] if sys.argv[2] in LARGE else []
done = subprocess.run([sys.argv[1], "check", sys.argv[2], "--games", str(max(games, 1)), *every], capture_output=True, text=True)
tap.case(f"{sys.argv[2]}: {games} random games", None if done.returncode == 0 else done.stdout + done.stderr)
tap.done()
