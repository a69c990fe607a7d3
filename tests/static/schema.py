#!/usr/bin/env python3
"""schema.py SKERRY GAME ROOT: the schema in games/GAME/content is the one that the game's table gives."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap

skerry, game, root = sys.argv[1:]
tap = Tap()
made = subprocess.run([skerry, "content", game, "--schema"], check=True, capture_output=True, text=True).stdout
kept = pathlib.Path(root, "games", game, "content/schema.json").read_text()
tap.case(f"games/{game}/content/schema.json is up to date",
         None if made == kept else f"write it anew: skerry content {game} --schema > games/{game}/content/schema.json")
tap.done()
