#!/usr/bin/env python3
"""Compares `skerry lab` under mpirun with a single process, number by number: ranks.py SKERRY"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import Tap  # noqa: E402

SKERRY = os.path.abspath(sys.argv[1])
MODULE = os.path.join(os.path.dirname(SKERRY), "skerry-mpi.so")
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", "4"]
os.environ["ASAN_OPTIONS"] = "detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", "")  # leaks in the MPI library itself, in a sanitizer build
TAKARA = ["lab", "takara", "--seats", "bot:greedy,bot:random", "--threads", "1"]


def run(*command, folder, code=0):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120)
    assert done.returncode == code, f"exit {done.returncode}, not {code}: {done.stderr}"
    return done


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def figures(value, path=""):
    """Yields every number of a report with its path."""
    if isinstance(value, dict):
        return [one for key in value for one in figures(value[key], f"{path}.{key}")]
    if isinstance(value, list):
        return [one for i, part in enumerate(value) for one in figures(part, f"{path}[{i}]")]
    return [(path, value)]


def figure_by_figure(folder):
    args = [*TAKARA, "--rotate", "--games", "42", "--use", "all"]
    many = run(*MPIRUN, SKERRY, *args, "--json", "many.json", "--csv", "many.csv", folder=folder).stdout
    one = run(SKERRY, *args, "--json", "one.json", "--csv", "one.csv", folder=folder).stdout
    a, b = (figures(json.loads(read(folder, name))) for name in ("many.json", "one.json"))
    assert len(a) == len(b) and len(a) > 1000, f"{len(a)} and {len(b)} numbers"
    for left, right in zip(a, b):
        assert left == right, f"{left[0]}: {left[1]} with four ranks, {right[1]} with one"
    assert many == one, "the text differs"
    assert read(folder, "many.csv") == read(folder, "one.csv"), "the CSV lines differ"


def fewer_games_than_ranks(folder):
    args = ["lab", "nevergiveup", "--seats", "bot:random,bot:random", "--games", "2", "--json", "-"]
    assert run(*MPIRUN, SKERRY, *args, folder=folder).stdout == run(SKERRY, *args, folder=folder).stdout


def crossed(folder):
    args = ["lab", "nevergiveup", "--cross", "bot:greedy,bot:random", "--games", "10", "--json", "-"]
    assert run(*MPIRUN, SKERRY, *args, folder=folder).stdout == run(SKERRY, *args, folder=folder).stdout


def resumed(folder):
    args = [*TAKARA, "--json"]
    run(*MPIRUN, SKERRY, *args, "part.json", "--games", "10", "--resume", folder=folder)
    run(*MPIRUN, SKERRY, *args, "part.json", "--games", "30", "--resume", folder=folder)
    run(SKERRY, *args, "whole.json", "--games", "30", folder=folder)
    assert read(folder, "part.json") == read(folder, "whole.json")


def stopped(folder):
    """mpirun forwards SIGUSR1. The report covers the games played so far, and equals that of a run with this number of
    games."""
    args = ["lab", "atoll", "--seats", "bot:random", "--threads", "1", "--games", "50000000", "--json", "cut.json"]
    process = subprocess.Popen([*MPIRUN, SKERRY, *args], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(4)
    process.send_signal(signal.SIGUSR1)
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, f"exit {process.returncode}: {err}"
    report = json.loads(read(folder, "cut.json"))
    assert report["stopped"] and 0 < report["games"] < 50000000 and "Stopped early" in out
    run(SKERRY, *args[:-3], str(report["games"]), "--json", "again.json", folder=folder)
    assert json.loads(read(folder, "again.json"))["figures"] == report["figures"]


def one_error_message(folder):
    done = run(*MPIRUN, SKERRY, "lab", "takara", "--seats", "bot:nobody,bot:random", folder=folder, code=2)
    assert done.stdout == "" and done.stderr.count("There is no bot bot:nobody") == 1, done.stderr


def without_module(folder):
    """A skerry built without MPI prints one sentence under mpirun, not four reports."""
    alone = shutil.copy(SKERRY, folder)
    done = run(*MPIRUN, alone, *TAKARA, "--games", "2", folder=folder, code=1)
    assert done.stdout == "" and done.stderr.count("built without MPI") == 1, done.stderr


tap = Tap()
why = None if shutil.which("mpirun") else "mpirun is not installed"
why = why or (None if os.path.exists(MODULE) else "built without MPI")
for title, test in {
    "four ranks count what one process counts, figure by figure": figure_by_figure,
    "fewer games than ranks": fewer_games_than_ranks,
    "--cross with four ranks": crossed,
    "--resume with four ranks": resumed,
    "SIGUSR1 gives the report of what is done": stopped,
    "what is wrong is said once": one_error_message,
    "without MPI it says so": without_module,
}.items():
    if why:
        tap.case(title, skip=why)
        continue
    with tempfile.TemporaryDirectory() as place:
        tap.run(title, lambda: test(place))
tap.done()
