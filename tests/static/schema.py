#!/usr/bin/env python3
"""schema.py SKERRY GAME ROOT: checks that the schema in games/GAME/content matches the game's table."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap

skerry, game, root = sys.argv[1:]
tap = Tap()
expected = subprocess.run([skerry, "content", game, "--schema"], check=True, capture_output=True, text=True).stdout
stored = pathlib.Path(root, "games", game, "content/schema.json").read_text()
tap.case(f"games/{game}/content/schema.json is up to date",
         None if expected == stored else f"out of date; run: skerry content {game} --schema > games/{game}/content/schema.json")
tap.done()
