#!/usr/bin/env python3
"""bench/compare: its statistics, bad input, and a build compared with itself. Usage: compare.py ROOT BUILD"""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import Tap  # noqa: E402

ROOT, BUILD = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
SCRIPT = ROOT / "bench/compare"
sys.path.insert(0, str(SCRIPT.parent))
loader = importlib.machinery.SourceFileLoader("compare", str(SCRIPT))
compare = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
loader.exec_module(compare)

NOISE = [1.04, 0.91, 1.00, 1.12, 0.97, 1.02, 0.88, 1.01, 0.99, 1.06, 0.95, 1.03, 0.98, 1.09, 0.93]  # median 1


# ---- statistics ----------------------------------------------------------------------------------------------

def intervals():
    for rounds, ranks in {1: (1, 1), 5: (1, 5), 6: (1, 6), 9: (2, 8), 15: (4, 12), 30: (10, 21), 100: (40, 61)}.items():
        values = list(range(rounds, 0, -1))
        assert compare.median_interval(values) == ranks, f"{rounds} rounds: {compare.median_interval(values)}"


def judge(factor, noise):
    """The verdict on made-up speeds: NEW runs at `factor` times the speed of OLD."""
    old = [1000 + 10 * number for number in range(len(noise))]
    new = [factor * ratio * speed for ratio, speed in zip(noise, old)]
    return compare.summarize("rules", "atoll", old, new)


def verdicts():
    for factor, expected in {1.2: "ok", 1: "ok", 0.98: "ok", 0.965: "ok, within noise", 0.9: "REGRESSION"}.items():
        line = judge(factor, NOISE)
        assert line["verdict"] == expected, f"{factor}: {line}"
        assert abs(line["median"] - factor) < 1e-9 and line["low"] < line["median"] < line["high"], line
    steady = judge(0.96, [1.001, 0.999, 1.0] * 5)
    assert steady["verdict"] == "REGRESSION", f"4 % slower without noise: {steady}"
    assert judge(0.98, [1.0] * 15)["verdict"] == "ok", "2 % slower is tolerated"
    assert judge(0.5, [1.0] * 14)["verdict"] == "too few rounds"


def workload_verdicts():
    good, bad, short = judge(1, NOISE), {**judge(0.9, NOISE), "game": "takara"}, judge(1, NOISE[:3])
    assert compare.verdict_of([good, good]) == "ok"
    assert compare.verdict_of([good, bad]) == "REGRESSION in takara"
    assert compare.verdict_of([short]) == compare.NO_VERDICT


# ---- the script ----------------------------------------------------------------------------------------------

def run(*args, folder=None):
    return subprocess.run([SCRIPT, *map(str, args)], capture_output=True, text=True, cwd=folder, timeout=250)


def files_in(folder):
    return sorted(str(path) for path in pathlib.Path(folder).rglob("*"))


def bad_input():
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "empty"))
        cache = compare.CACHE.exists() and files_in(compare.CACHE)
        for args, words in {
            (): "OLD, NEW",
            (BUILD,): "NEW",
            (BUILD, "nonsense"): "neither a folder nor a git revision",
            ("HEAD", "nonsense"): "neither a folder nor a git revision",
            (BUILD, "empty"): "run `ninja -C empty",
            (BUILD, BUILD, "--rounds", "0"): "from 1 to 1000",
            (BUILD, BUILD, "--rounds", "many"): "from 1 to 1000",
            (BUILD, BUILD, "--seconds", "nan"): "from 0.01 to 10",
            (BUILD, BUILD, "--only", "rules,chess"): "choose from rules,bots,moments,server",
            (BUILD, BUILD, "--games", "chess"): "choose from atoll",
            (BUILD, BUILD, "--games", ""): "choose from atoll",
            (BUILD, BUILD, "--json", "missing/file"): "missing/file cannot be written",
            (BUILD, BUILD, "--json", "empty"): "empty cannot be written",
            (BUILD, BUILD, "--fast"): "--fast",
        }.items():
            done = run(*args, folder=folder)
            said = f"{args}: exit {done.returncode}\n{done.stdout}{done.stderr}"
            assert done.returncode == 2 and not done.stdout and words in done.stderr, said
            assert done.stderr.startswith("compare: ") and done.stderr.count("\n") == 1, said
        assert files_in(folder) == [os.path.join(folder, "empty")], files_in(folder)
        assert cache == (compare.CACHE.exists() and files_in(compare.CACHE)), "the cache has changed"


def itself():
    """Two rounds are too few for a verdict, so noise cannot fail this test."""
    with tempfile.TemporaryDirectory() as folder:
        done = run(BUILD, BUILD, "--rounds", 2, "--seconds", 0.05, "--games", "atoll", "--json", "out.json",
                   folder=folder)
        assert done.returncode == 3, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        result = json.loads(pathlib.Path(folder, "out.json").read_text())
    assert [line["workload"] for line in result["lines"]] == ["rules", "bots", "moments", "server"], result
    for line in result["lines"]:
        assert line["game"] == "atoll" and line["same_work"] and line["verdict"] == "too few rounds", line
        assert len(line["old"]) == len(line["new"]) == line["rounds"] == 2 and min(line["old"] + line["new"]) > 0, line
        assert f"\n{line['workload']:8} atoll" in done.stdout, done.stdout
    assert f"server: {compare.NO_VERDICT}\n" in done.stdout, done.stdout


tap = Tap()
for case in (intervals, verdicts, workload_verdicts, bad_input, itself):
    tap.run(case.__name__.replace("_", " "), case)
tap.done()
