#!/usr/bin/env python3
"""Tests `skerry lab` and `skerry bench` as programs: cli.py SKERRY"""
import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import Tap  # noqa: E402

SKERRY = os.path.abspath(sys.argv[1])
ENDINGS = ["won", "platform-sank", "treasure-sank", "skull", "drowned"]


def run(*args, code=0, folder=None):
    done = subprocess.run([SKERRY, *args], capture_output=True, text=True, cwd=folder, timeout=300)
    assert done.returncode == code, f"{args}: exit {done.returncode}, not {code}\n{done.stdout}{done.stderr}"
    return done


def lab(*args, **more):
    return run("lab", "atoll", *args, **more).stdout


def same_for_any_threads():
    reports = [lab("--games", "150", "--seed", "5", "--threads", str(n)) for n in (1, 2, 3)]
    assert reports[0] == reports[1] == reports[2], "the reports differ"
    jsons = [lab("--games", "3000", "--seats", "bot:random", "--json", "-", "--threads", str(n)) for n in (1, 2, 3)]
    assert jsons[0] == jsons[1] == jsons[2], "the JSON differs"
    assert lab("--games", "150", "--seed", "6") != reports[0], "another seed gives the same report"


def json_shape():
    report = json.loads(lab("--games", "200", "--seats", "bot:random", "--option", "level=elite", "--json", "-"))
    assert list(report)[:2] == ["game", "games"] and report["games"] == 200 and report["stopped"] is False
    (seat,) = report["seats"]
    assert list(seat)[:8] == ["seat", "bot", "wins", "ties", "win_share", "low", "high", "mean_score"], list(seat)
    assert seat["seat"] == 1 and seat["bot"] == "bot:random" and seat["wins"] == 0 and seat["low"] == 0
    assert 0.0188 < seat["high"] < 0.0189, "Wilson's interval of 0 of 200 ends at 0.0188"
    assert abs(sum(seat["parts"].values()) - seat["mean_score"]) < 1e-6, "the parts do not add up"
    score = seat["score"]
    order = [score[k] for k in ("least", "p5", "p25", "p50", "p75", "p95", "most")]
    assert order == sorted(order) and score["low"] < score["mean"] < score["high"]
    assert [one["ending"] for one in report["endings"]] == ENDINGS
    assert sum(one["count"] for one in report["endings"]) == 200
    assert all(one["low"] <= one["share"] <= one["high"] for one in report["endings"])
    assert report["length"]["turns"]["least"] >= 1 and report["length"]["steps"]["n"] == 200
    source = report["source"]
    assert source["options"] == {"level": "elite"} and source["seed"] == "1" and len(source["content"]) == 16


def csv_agrees(folder):
    out = lab("--games", "120", "--csv", "games.csv", "--json", "all.json", folder=folder)
    assert "atoll, 120 games, level newbie" in out
    report = json.load(open(os.path.join(folder, "all.json")))
    rows = list(csv.DictReader(open(os.path.join(folder, "games.csv"))))
    assert list(rows[0]) == ["game", "seed", "stream", "turns", "steps", "ending", "points_1", "place_1"]
    assert [int(row["game"]) for row in rows] == list(range(120))
    assert sum(row["place_1"] == "1" for row in rows) == report["seats"][0]["wins"]
    assert abs(sum(int(row["points_1"]) for row in rows) / 120 - report["seats"][0]["mean_score"]) < 1e-6
    assert sorted(int(row["turns"]) for row in rows)[59] == report["length"]["turns"]["p50"]
    for one in report["endings"]:
        assert sum(row["ending"] == one["ending"] for row in rows) == one["count"]
    assert sorted(os.listdir(folder)) == ["all.json", "games.csv"], "another file was left behind"
    piped = list(csv.reader(io.StringIO(lab("--games", "3", "--csv", "-"))))
    assert len(piped) == 4, "only the CSV goes to standard output"


def command_again(folder):
    with open(os.path.join(folder, "it's a pack.json"), "w") as file:
        file.write('{"turn": {"actions": 5}}')
    args = ["--games", "77", "--option", "level=normal", "--content", "it's a pack.json", "--seed", "18446744073709551615"]
    report = lab(*args, folder=folder)
    command = shlex.split(report.strip().splitlines()[-1])
    assert command[:3] == ["skerry", "lab", "atoll"], command
    assert run(*command[1:], folder=folder).stdout == report
    assert "level normal" in report
    assert report != lab("--games", "77", "--option", "level=normal", "--seed", "18446744073709551615", folder=folder)


def use_shape():
    args = ["lab", "takara", "--games", "40", "--seats", "bot:random,bot:random", "--use", "rolled.face", "--use", "hired"]
    jsons = [run(*args, "--json", "-", "--threads", str(n)).stdout for n in (1, 2, 3)]
    assert jsons[0] == jsons[1] == jsons[2], "the JSON differs"
    report = json.loads(jsons[0])
    faces, hired = report["use"]
    assert faces["of"] == "rolled.face" and faces["list"] == "face" and hired["of"] == "hired.specialist"
    for table in (faces, hired):
        assert sum(one["times"] for one in table["values"]) == table["times"]
        assert abs(sum(one["share"] for one in table["values"]) - 1) < 1e-9
        for one in table["values"]:
            assert 0 < one["games"] <= 40 and one["games"] <= one["holders"] <= min(80, one["times"])
            assert one["low"] <= one["times_share"] <= one["high"] and abs(one["times_share"] - 2 * one["win_share"]) < 1e-9
            assert one["name"] not in table["never"]
    names = {one["name"] for one in hired["values"]} | set(hired["never"])
    assert names == {"archaeologist", "soothsayer", "miner", "impersonator"}, names
    text = run(*args).stdout
    assert "\nrolled.face " in text and "\nhired.specialist " in text and f" {faces['values'][0]['times']} " in text
    assert text.rstrip().endswith("--use rolled.face --use hired"), "the report must name the command that reproduces it"
    plain = json.loads(run(*args[:-4], "--json", "-").stdout)
    assert "use" not in plain and plain["seats"] == report["seats"], "counting usage changed the games"
    assert abs(sum(seat["times_share"] for seat in plain["seats"]) - 2 * sum(seat["win_share"] for seat in plain["seats"])) < 1e-9
    pairs = json.loads(run("lab", "ayeaye", "--games", "3", "--use", "outcome.card*outcome", "--use", "outcome.card", "--json", "-").stdout)["use"]
    assert pairs[0]["times"] == pairs[1]["times"] > 20 and "rum-15 won" in [one["name"] for one in pairs[0]["values"]] + pairs[0]["never"]
    assert "dug.letter" in run("lab", "nevergiveup", "--games", "2", "--seats", "bot:random,bot:random", "--use", "all").stdout


def rotated():
    args = ["lab", "takara", "--games", "40", "--seats", "bot:greedy,bot:random,bot:random", "--rotate"]
    report = json.loads(run(*args, "--json", "-").stdout)
    assert report["games"] == 42 and report["rotations"] == 3, "the number of games must be rounded up to a multiple of three"
    strong, weak = report["bots"]
    assert strong["bot"] == "bot:greedy" and strong["seats"] == 1 and weak["seats"] == 2
    assert abs(strong["times_share"]["value"] - 3 * strong["win_share"]) < 1e-9 and strong["times_share"]["low"] > 1.3
    assert strong["wins"] + strong["ties"] + strong["losses"] <= 42 and strong["losses"] == weak["wins"]
    assert abs(sum(seat["win_share"] for seat in report["seats"]) - strong["win_share"] - weak["win_share"]) < 1e-9
    assert [seat["bot"] for seat in report["seats"]] == ["in turn"] * 3
    rows = list(csv.DictReader(io.StringIO(run(*args, "--csv", "-").stdout)))
    assert [row["stream"] for row in rows[:6]] == ["0", "0", "0", "1", "1", "1"]
    assert sum(row[f"place_{i}"] == "1" and row[f"bot_{i}"] == "bot:greedy" for row in rows for i in (1, 2, 3)) == strong["wins"] + strong["ties"]
    text = run(*args).stdout
    assert "Every seed was played 3 times" in text and text.rstrip().endswith("--rotate --seed 1"), text
    command = shlex.split(text.strip().splitlines()[-1])
    assert run(*command[1:]).stdout == text


def cross():
    args = ["lab", "nevergiveup", "--cross", "bot:greedy,bot:random", "--games", "21"]
    reports = [run(*args, "--json", "-", "--threads", str(n)).stdout for n in (1, 3)]
    assert reports[0] == reports[1], "the JSON differs"
    report = json.loads(reports[0])
    a, b = report["pairs"]
    assert a["games"] == 22 and (a["bot"], a["against"]) == ("bot:greedy", "bot:random"), a
    assert (a["wins"], a["losses"], a["ties"], a["nobody"]) == (b["losses"], b["wins"], b["ties"], b["nobody"])
    assert a["wins"] + a["losses"] + a["ties"] + a["nobody"] == 22 and a["win_share"] > 0.9 and a["low"] < a["win_share"]
    assert abs(a["win_share"] + b["win_share"] - 1) < 1e-9
    assert [one["wins"] for one in report["all"]] == [a["wins"], b["wins"]]
    text = run(*args).stdout
    assert f"{a['wins']} / {a['losses']} / {a['ties']}" in text and "not played" not in text
    markdown = run(*args, "--markdown").stdout
    table = [line for line in markdown.splitlines() if line.startswith("|")]
    assert len(table) == 4 and all(line.count("|") == 5 for line in table), markdown
    assert f"| bot:greedy | - | {a['wins']} / {a['losses']} / {a['ties']}" in markdown
    assert "--cross bot:greedy,bot:random" in markdown
    # Each pair plays the same games as with --rotate.
    pair = json.loads(run("lab", "nevergiveup", "--seats", "bot:greedy,bot:random", "--rotate", "--games", "21", "--json", "-").stdout)
    assert pair["bots"][0]["wins"] == a["wins"] and abs(pair["bots"][0]["of_decided"]["low"] - a["low"]) < 1e-9


def stopped_by_ctrl_c(folder):
    process = subprocess.Popen([SKERRY, "lab", "atoll", "--games", "500000000", "--seats", "bot:random", "--json", "cut.json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == "", f"exit {process.returncode}: {err}"
    assert "Stopped early" in out and "of the 500,000,000 games asked for" in out, out
    report = json.load(open(os.path.join(folder, "cut.json")))
    assert report["stopped"] is True and 0 < report["games"] < 500000000 and report["source"]["games_asked"] == 500000000
    command = shlex.split(report["source"]["command"])
    again = json.loads(run(*command[1:], "--json", "-").stdout)
    assert again["seats"] == report["seats"] and again["endings"] == report["endings"]


# (arguments, exit status, words in the error message)
WRONG = [
    (["lab", "chess"], 2, "There is no game chess"),
    (["lab", "atoll", "--seats", "bot:genius"], 2, "There is no bot bot:genius; choose bot:easy, "),
    (["lab", "atoll", "--seats", "you"], 2, "There is no bot you"),
    (["lab", "atoll", "--seats", ""], 2, "empty"),
    (["lab", "atoll", "--seats", "bot:random,"], 2, "empty"),
    (["lab", "atoll", "--seats", "bot:random,bot:random"], 2, "The number of players for atoll must be 1, not 2."),
    (["lab", "atoll", "--seats", ",".join(["bot:random"] * 7)], 2, "--seats names more than 6 bots"),
    (["lab", "takara", "--cross", "bot:greedy"], 2, "--cross needs at least two bots"),
    (["lab", "takara", "--cross", "bot:greedy,bot:greedy"], 2, "--cross names bot:greedy twice"),
    (["lab", "takara", "--cross", "bot:greedy,you"], 2, "There is no bot you"),
    (["lab", "takara", "--cross", "bot:greedy,bot:random", "--seats", "bot:greedy,bot:random"], 2, "leave out --seats"),
    (["lab", "atoll", "--cross", "bot:greedy,bot:random"], 2, "The number of players for atoll must be 1, not 2."),
    (["lab", "atoll", "--option", "level=silly"], 2, "level"),
    (["lab", "atoll", "--option", "colour=red"], 2, "colour"),
    (["lab", "atoll", "--content", "nowhere.json"], 1, "nowhere.json"),
    (["lab", "atoll", "--json", "nowhere/x.json"], 1, "--json nowhere/x.json: nowhere: No such file or directory."),
    (["lab", "atoll", "--csv", "."], 1, "--csv .: that is not a file"),
    (["lab", "atoll", "--json", "/dev/null"], 1, "that is not a file"),
    (["lab", "atoll", "--json", "x", "--csv", "x"], 2, "both name x"),
    (["lab", "atoll", "--use", "nonsense"], 2, "--use nonsense: there is no such event. Use all, or one of: "),
    (["lab", "atoll", "--use", "dug.nonsense"], 2, "--use dug.nonsense: there is no such event"),
    (["lab", "atoll", "--use", "dug.space+rolled.face"], 2, "joins a space and a face. Join arguments from the same list."),
    (["lab", "atoll", "--use", "x." * 200], 2, "too long"),
    (["lab", "ayeaye", "--use", "outcome.card*nonsense"], 2, "--use outcome.card*nonsense: there is no such event"),
    (["bench", "chess"], 2, "There is no game chess"),
]
WRONG_USAGE = [
    (["lab"], "name a game"),
    (["lab", "atoll", "atoll"], "only one argument"),
    (["lab", "atoll", "--games", "0"], "--games takes a whole number"),
    (["lab", "atoll", "--games", "many"], "--games takes a whole number"),
    (["lab", "atoll", "--threads", "0"], "--threads takes a whole number"),
    (["lab", "atoll", "--part", "0"], "--part takes a whole number"),
    (["lab", "atoll", "--budget", "x"], "--budget takes a whole number"),
    (["lab", "atoll", "--markdown"], "--markdown formats the table of --cross"),
    (["lab", "atoll", "--seed", "-3"], "--seed takes a whole number"),
    (["lab", "atoll", "--option", "level"], "NAME=VALUE"),
    (["lab", "atoll", "--nonsense"], "nonsense"),
    (["lab", "atoll"] + ["--use", "all"] * 33, "more than 32 times"),
    (["bench", "--seconds", "0"], "--seconds takes a number"),
    (["bench", "--seconds", "nan"], "--seconds takes a number"),
    (["bench", "--greedy=0"], "--greedy takes a whole number"),
    (["bench", "--bots=strong"], "--bots takes a level"),
    (["bench", "--seats", "7"], "--seats takes a whole number"),
    (["bench", "--threads=0"], "--threads takes a whole number"),
]


def refused(folder, args, code, words):
    done = run(*args, code=code, folder=folder)
    assert done.stdout == "", done.stdout
    assert done.stderr.startswith("skerry: ") and words in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.endswith(".\n"), f"expected one sentence: {done.stderr}"
    assert os.listdir(folder) == [], "something was left on disk"


def wrong_usage(args, words):
    done = run(*args, code=2)
    assert words in done.stderr, done.stderr


def bench_shape():
    (speed,) = json.loads(run("bench", "atoll", "--seconds", "0.05", "--threads", "2", "--special", "--json").stdout)
    for key in ("games_per_second", "steps_per_second", "decisions_per_second", "specialised_games_per_second"):
        assert speed[key] > 0, key
    assert speed["game"] == "atoll" and speed["state_bytes"] <= 128
    assert abs(speed["steps_per_second"] / speed["games_per_second"] / speed["steps_per_game"] - 1) < 1e-4
    assert speed["spread"]["slowest"] <= speed["spread"]["median"] <= speed["spread"]["fastest"]
    assert speed["lab"]["threads"] == 2 and speed["lab"]["times_one"]["median"] > 0
    assert all(0.2 < speed["lab"][key]["median"] < 5 for key in ("times_processes", "times_beside", "times_work"))
    assert "atoll" in run("bench", "--seconds", "0.02").stdout
    (bare,) = json.loads(run("bench", "atoll", "--seconds", "0.02", "--threads", "--json").stdout)
    assert bare["lab"]["threads"] == 2 and "specialised_games_per_second" not in bare


def bench_greedy():
    rows = json.loads(run("bench", "atoll", "nevergiveup", "--greedy=100", "--seats", "3", "--json").stdout)
    assert [(row["game"], row["seats"], row["games"], row["threads"]) for row in rows] == [
        ("atoll", 1, 100, 2), ("nevergiveup", 3, 100, 2)]
    assert all(row["seconds"] > 0 and row["processor_seconds_per_thread"] > 0 for row in rows)
    assert "10,000 games in a minute" in run("bench", "atoll", "--greedy=10").stdout


def bench_bots():
    (row,) = json.loads(run("bench", "takara", "--bots=medium", "--seconds", "0.2", "--json").stdout)
    assert (row["game"], row["bot"], row["seats"]) == ("takara", "medium", 4), row
    for times in (row["decision"], row["turn"], row["wait"]):
        assert times["n"] > 10 and 0 < times["mean_ms"] <= times["longest_ms"], row
        assert 0 < times["ms_95"] <= times["longest_ms"], row
    rows = json.loads(run("bench", "nevergiveup", "--bots", "--seconds", "0.02", "--json").stdout)
    assert [row["bot"] for row in rows] == ["easy", "medium", "hard", "expert"], rows


def helps():
    for command in ("lab", "bench"):
        out = run(command, "--help").stdout
        assert f"Usage: skerry {command}" in out, out


def in_folder(function, *args):
    with tempfile.TemporaryDirectory() as folder:
        function(folder, *args)


tap = Tap()
tap.run("the same report for any number of threads", same_for_any_threads)
tap.run("the JSON has its shape and adds up", json_shape)
tap.run("the lines of --csv agree with the report", lambda: in_folder(csv_agrees))
tap.run("--use counts what comes up", use_shape)
tap.run("--rotate: each bot on every seat with each seed", rotated)
tap.run("--cross: one table of who beats whom", cross)
tap.run("the command in a report makes that report", lambda: in_folder(command_again))
tap.run("Ctrl-C reports on what was played", lambda: in_folder(stopped_by_ctrl_c))
tap.run("bench --json has its shape", bench_shape)
tap.run("bench --greedy has its rows", bench_greedy)
tap.run("how long bots think", bench_bots)
tap.run("--help", helps)
for wrong, status, says in WRONG:
    tap.run("refused: " + " ".join(wrong), lambda: in_folder(refused, wrong, status, says))
for wrong, says in WRONG_USAGE:
    tap.run("wrong: " + " ".join(wrong), lambda: wrong_usage(wrong, says))
tap.done()
