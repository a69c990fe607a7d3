#!/usr/bin/env python3
"""Checks that the bots can be retrained: train.py ROOT PROGRAM…

Every game whose bots have a net has a recipe, games/ID/bot/train.sh. Every program it calls must run and write a
file that compiles and names the command that made it."""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

ROOT, *PATHS = (pathlib.Path(arg).resolve() for arg in sys.argv[1:])
PROGRAMS = {path.name: path for path in PATHS}
TRAIN, TUNE = PROGRAMS["skerry-train"], PROGRAMS["skerry-tune"]
NETS = sorted(path.parents[1].name for path in (ROOT / "games").glob("*/bot/net.c"))
tap = Tap()


def retrain(game):
    recipe = (ROOT / "games" / game / "bot/train.sh").read_text()
    steps = [line.split() for line in recipe.splitlines() if line.strip() and not line.startswith("#")]
    assert steps, "the recipe is empty"
    for step, program, *args in steps:
        assert step == "step", recipe
        with tempfile.TemporaryDirectory() as folder:
            run_step(game, PROGRAMS[program], short(args), pathlib.Path(folder))


def short(args):
    """The same arguments with as few games as possible."""
    few = {"--rounds": "2", "--games": "3", "--minutes": "0.02", "--many": "2", "--random": "2"}
    return [few.get(before, arg) for before, arg in zip([None, *args], args)]


def run_step(game, program, args, folder):
    out = folder / "made.c"
    args = [*args, "--many", "2", "--random", "2"] if program == TUNE else args
    done = subprocess.run([program, *args, "--out", out], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    written = out.read_text()
    assert "Made by: " in written and "--games" in written.split("*/")[0] and str(out) not in written, written[:300]
    if program == TUNE:  # part of a table, not a complete C file
        assert written.count("\n.") > 50 and written.startswith("/* Weights"), written
        kind, table = re.search(r"(\w+) weights = {\n#include \"(.*?)\"", (ROOT / f"games/{game}/bot/bot.c").read_text()).groups()
        assert (ROOT / table).exists(), table
        out = folder / "table.c"
        out.write_text(f'#include "games/{game}/bot/weights.h"\nconst {kind} table = {{\n#include "{folder}/made.c"\n}};\n')
    subprocess.run(["cc", "-std=c17", "-fsyntax-only", f"-I{ROOT / 'src'}", f"-I{ROOT}", out], check=True, timeout=60)


def refused():
    for program, name, games in ((TRAIN, "train: ", "--rounds"), (TUNE, "tune: ", "--games")):
        for args in ([], ["chess"], ["takara", games], ["takara", games, "0"], ["takara", "--what", "1"]):
            done = subprocess.run([program, *args], capture_output=True, text=True, timeout=60)
            assert done.returncode == 2 and done.stderr.startswith(name), (args, done)
    done = subprocess.run([ROOT / "tools/train.sh", "build", "chess"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "no recipe for chess" in done.stderr, done


for name in NETS:
    tap.run(f"{name} can be taught again", lambda name=name: retrain(name))
tap.run("bad arguments", refused)
tap.done()
