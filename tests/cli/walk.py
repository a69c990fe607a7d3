#!/usr/bin/env python3
"""Long random walks, `skerry check --steps`: walk.py SKERRY. Runs a sample over all games and seat counts, and checks
that a resumed walk gives the same result on one thread or several. More steps with SKERRY_LONG, fewer with
SKERRY_FEW."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

SKERRY = sys.argv[1]
STEPS = 100_000_000 if os.environ.get("SKERRY_LONG") else 40_000 if os.environ.get("SKERRY_FEW") else 2_000_000
tap = Tap()


def walk(*args):
    return subprocess.run([SKERRY, "check", *args], capture_output=True, text=True)


def sums(done):
    """The lines that count games and steps. The kinds of moves are left out, because only an uninterrupted run lists
    them."""
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.split("\n") if " steps" in line]


def sample():
    done = walk("--steps", str(STEPS))
    assert done.returncode == 0, done.stdout + done.stderr
    lines = sums(done)
    assert len(lines) == 6, lines
    steps = int(lines[-1].removeprefix("In all ").removesuffix(" steps.").replace(",", ""))
    assert steps >= STEPS, lines[-1]


def resumed(folder):
    path = os.path.join(folder, "walk")
    args = ["takara", "atoll", "--steps", "30000", "--seed", "5"]
    whole = sums(walk(*args))
    assert sums(walk(*args, "--threads", "3")) == whole, "three threads give another result"
    assert sums(walk(*args, "--resume", path)) == whole, "with a file the result differs"
    lines = open(path).read().split("\n")
    assert len(lines) == 6, lines  # header, four chunks, end of the last line
    with open(path, "w") as file:  # as if killed in the middle of a line
        file.write("\n".join([lines[0], lines[3], lines[1][:7]]))
    assert sums(walk(*args, "--resume", path)) == whole, "the resumed walk gives another result"
    again = open(path).read().split("\n")
    assert sorted(again) == sorted(lines), again
    assert sums(walk(*args, "--resume", path)) == whole, "resuming a finished walk gives another result"


def refused(folder):
    path = os.path.join(folder, "other")
    args = ["atoll", "--steps", "1000"]
    assert walk(*args, "--resume", path).returncode == 0
    before = open(path).read()
    done = walk("atoll", "--steps", "1000", "--seed", "2", "--resume", path)
    assert done.returncode == 2 and "another walk" in done.stderr, done.stderr
    with open(path, "a") as file:
        file.write("99 atoll 1 1 1\n")
    done = walk(*args, "--resume", path)
    assert done.returncode == 2 and "line 3" in done.stderr, done.stderr
    assert open(path).read() == before + "99 atoll 1 1 1\n"
    done = walk(*args, "--resume", os.path.join(folder, "no", "such"))
    assert done.returncode == 1 and "cannot be written" in done.stderr, done.stderr
    for wrong in (["--threads", "2"], ["--resume", path], ["--steps", "0"], ["--steps", "x"], ["--steps", "5", "--threads", "0"]):
        done = walk("atoll", *wrong)
        assert done.returncode == 2 and done.stderr.startswith("skerry"), (wrong, done.stderr)


with tempfile.TemporaryDirectory() as folder:
    tap.run(f"{STEPS} random steps over all tables", sample)
    tap.run("a walk taken up again is the same walk", lambda: resumed(folder))
    tap.run("the file of another walk is refused and left alone", lambda: refused(folder))
tap.done()
