#!/usr/bin/env python3
"""What the bots have learned can be taught again: train.py TRAIN TRAIN_ATOLL TUNE ROOT

Every net of src/bots/nets has its recipe in tools/train.sh, every program it calls runs and writes a file that compiles,
and what is written says the command that made it."""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from tap import Tap  # noqa: E402

TRAIN, TRAIN_ATOLL, TUNE, ROOT = (pathlib.Path(arg).resolve() for arg in sys.argv[1:5])
PROGRAMS = {"skerry-train": TRAIN, "skerry-train-atoll": TRAIN_ATOLL, "skerry-tune": TUNE}
NETS = sorted(path.stem for path in (ROOT / "src/bots/nets").glob("*.c"))
RECIPES = (ROOT / "tools/train.sh").read_text()
tap = Tap()


def taught(game):
    recipe = re.search(rf"^{game}\)\n(.*?)^    ;;", RECIPES, re.S | re.M)
    assert recipe, f"tools/train.sh has no recipe for {game}"
    steps = [line.split() for line in recipe.group(1).splitlines() if line.strip()]
    for step, program, *args in steps:
        assert step == "step", recipe.group(1)
        with tempfile.TemporaryDirectory() as folder:
            once(game, PROGRAMS[program], short(args), pathlib.Path(folder))


def short(args):
    """The same with hardly any games."""
    few = {"--rounds": "2", "--games": "3", "--minutes": "0.02", "--many": "2", "--random": "2"}
    return [few.get(before, arg) for before, arg in zip([None, *args], args)]


def once(game, program, args, folder):
    out = folder / "made.c"
    args = [*args, "--many", "2", "--random", "2"] if program == TUNE else args
    done = subprocess.run([program, *args, "--out", out], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    made = out.read_text()
    assert "Made by: " in made and "--games" in made.split("*/")[0] and str(out) not in made, made[:300]
    if program == TUNE:  # a part of a table, not a file of its own
        assert made.count("\n.") > 50 and made.startswith("/* What"), made
        kind, table = re.search(r"(\w+) weights = {\n#include \"(.*?)\"", (ROOT / f"src/bots/{game}.c").read_text()).groups()
        assert (ROOT / "src" / table).exists(), table
        out = folder / "table.c"
        out.write_text(f'#include "bots/{game}_weights.h"\nconst {kind} table = {{\n#include "{folder}/made.c"\n}};\n')
    subprocess.run(["cc", "-std=c17", "-fsyntax-only", f"-I{ROOT / 'src'}", out], check=True, timeout=60)


def refused():
    for program, name, games in ((TRAIN, "train: ", "--rounds"), (TUNE, "tune: ", "--games")):
        for args in ([], ["chess"], ["takara", games], ["takara", games, "0"], ["takara", "--what", "1"]):
            done = subprocess.run([program, *args], capture_output=True, text=True, timeout=60)
            assert done.returncode == 2 and done.stderr.startswith(name), (args, done)
    done = subprocess.run([ROOT / "tools/train.sh", "build", "chess"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "no recipe for chess" in done.stderr, done


for name in NETS:
    tap.run(f"{name} can be taught again", lambda name=name: taught(name))
tap.run("bad arguments", refused)
tap.done()
