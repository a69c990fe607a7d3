#!/usr/bin/env python3
"""Conformance and secrecy on random play: conformance.py SKERRY GAME. More games with SKERRY_LONG, fewer with SKERRY_FEW."""
import os
import subprocess
import sys

from tap import Tap

games = 200000 if os.environ.get("SKERRY_LONG") else 300 if os.environ.get("SKERRY_FEW") else 5000
tap = Tap()
done = subprocess.run([sys.argv[1], "check", sys.argv[2], "--games", str(games)], capture_output=True, text=True)
tap.case(f"{sys.argv[2]}: {games} random games", None if done.returncode == 0 else done.stdout + done.stderr)
tap.done()
