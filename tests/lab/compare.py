#!/usr/bin/env python3
"""Tests --vary, --compare, --resume and --html of `skerry lab`: compare.py SKERRY"""
import html.parser
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import Tap  # noqa: E402

SKERRY = os.path.abspath(sys.argv[1])
TAKARA = ["lab", "takara", "--seats", "bot:random,bot:random"]


def run(*args, code=0, folder=None):
    done = subprocess.run([SKERRY, *args], capture_output=True, text=True, cwd=folder, timeout=300)
    assert done.returncode == code, f"{args}: exit {done.returncode}, not {code}\n{done.stdout[-500:]}{done.stderr}"
    return done


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


# ---- comparing variants ------------------------------------------------------------------------------------


def vary_option():
    args = ["lab", "atoll", "--games", "300", "--seats", "bot:random", "--vary", "level=newbie,elite"]
    jsons = [run(*args, "--json", "-", "--threads", str(n)).stdout for n in (1, 3)]
    assert jsons[0] == jsons[1], "the JSON differs"
    result = json.loads(jsons[0])
    assert [one["label"] for one in result["reports"]] == ["level=newbie", "level=elite"]
    assert result["differs"] == ["options"] and result["game"] == "atoll"
    for report, variant in zip(result["reports"], result["variants"]):
        alone = json.loads(run(*shlex.split(report["source"]["command"])[1:], "--json", "-").stdout)
        assert alone == variant, "a variant differs from the report of its own command"
    row = next(row for row in result["rows"] if row["name"] == "turns a game")
    assert row["changes"][0]["verdict"] == "changed" and row["changes"][0]["difference"] < 0, "elite games must be shorter"
    text = run(*args).stdout
    assert "A  level=newbie" in text and "Changed by more than noise" in text and "A to B  turns a game" in text, text


def vary_content():
    args = ["lab", "atoll", "--games", "40", "--seats", "bot:random", "--vary", "content:turn.actions=2,5", "--vary", "level=newbie,elite"]
    result = json.loads(run(*args, "--json", "-").stdout)
    labels = [one["label"] for one in result["reports"]]
    assert labels == [f"content:turn.actions={n}, level={l}" for n in (2, 5) for l in ("newbie", "elite")], labels
    assert len({one["source"]["content"] for one in result["reports"]}) == 2 and result["differs"] == ["content", "options"]
    assert all(len(row["changes"]) == 3 for row in result["rows"])
    command = shlex.split(result["reports"][2]["source"]["command"])
    assert "content:turn.actions=5" in command
    alone = json.loads(run(*command[1:], "--json", "-").stdout)
    assert alone["figures"] == result["variants"][2]["figures"], "a single value must give an ordinary report"


def nothing_changed(folder):
    """Compares two seeds of the same game. With Holm's correction, at most one run in twenty gives a false alarm; these
    seeds give none."""
    for seed in ("1", "2"):
        run(*TAKARA, "--games", "400", "--seed", seed, "--json", f"{seed}.json", folder=folder)
    result = json.loads(run("lab", "--compare", "1.json", "2.json", "--json", "-", folder=folder).stdout)
    assert result["differs"] == ["seed"] and result["tests"] > 30 and result["changed"] == 0, result["changed"]
    assert result["perhaps"] <= result["tests"] * 0.2, "far too many differences outside the 95 % intervals"
    same = json.loads(run("lab", "--compare", "1.json", "1.json", "--json", "-", folder=folder).stdout)
    assert same["differs"] == [] and same["changed"] == same["perhaps"] == 0


def across_bots(folder):
    write(folder, "pack.json", '{"turn": {"actions": 8}}')
    for bot in ("random", "greedy"):
        games = ["lab", "atoll", "--games", "100" if bot == "random" else "60", "--seats", f"bot:{bot}"]
        run(*games, "--json", f"{bot}-a.json", folder=folder)
        run(*games, "--content", "pack.json", "--json", f"{bot}-b.json", folder=folder)
    names = [f"{bot}-{x}.json" for bot in ("random", "greedy") for x in "ab"]
    result = json.loads(run("lab", "--compare", *names, "--json", "-", folder=folder).stdout)
    row = next(row for row in result["rows"] if row["name"] == "a seat scores for treasures")
    assert len(row["changes"]) == 2 and row["depends"]["verdict"] == "changed", "only bots that plan can make use of more actions"
    assert "Does it depend on the bots?" in run("lab", "--compare", *names, folder=folder).stdout
    wrong = run("lab", "--compare", names[0], names[2], names[1], names[3], code=2, folder=folder)
    assert "random-a.json was played by bot:random, but greedy-a.json by bot:greedy" in wrong.stderr, wrong.stderr


# ---- resuming ----------------------------------------------------------------------------------------------


def resumed(folder):
    args = [*TAKARA, "--use", "all", "--json"]
    whole = run(*args, "whole.json", "--games", "230", folder=folder).stdout
    for games in ("37", "100", "100", "230"):
        text = run(*args, "part.json", "--games", games, "--resume", folder=folder).stdout
    assert text == whole and read(folder, "part.json") == read(folder, "whole.json"), "the result differs from a single run"


def killed_and_resumed(folder):
    """Interrupts with Ctrl-C, then kills, which leaves the last saved state. Then the same command runs to the end."""
    args = ["lab", "atoll", "--seats", "bot:random", "--games", "60000", "--threads", "1", "--resume", "--json", "part.json"]
    for number in (signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen([SKERRY, *args], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            time.sleep(0.02)
            if os.path.exists(os.path.join(folder, "part.json")):
                break
        process.send_signal(number)
        process.wait(timeout=60)
    report = json.loads(read(folder, "part.json"))
    assert 0 < report["games"] <= 60000
    run(*args, folder=folder)
    run(*[one for one in args if one != "--resume"][:-1], "whole.json", folder=folder)
    assert read(folder, "part.json") == read(folder, "whole.json"), "the result differs from a single run"


def other_commands(folder):
    run(*TAKARA, "--games", "20", "--json", "part.json", folder=folder)
    kept = read(folder, "part.json")
    write(folder, "pack.json", '{"start": {"karas": 4}}')
    for extra in (["--seed", "2"], ["--rotate"], ["--use", "hired"], ["--part", "3"]):
        wrong = run(*TAKARA, "--games", "50", *extra, "--json", "part.json", "--resume", code=2, folder=folder)
        assert "part.json was made by another command" in wrong.stderr and wrong.stderr.count("\n") == 1, wrong.stderr
    assert read(folder, "part.json") == kept, "a refusal changed the file"


# ---- damaged files -----------------------------------------------------------------------------------------


def one_sentence(done, name):
    assert done.stdout == "" and done.stderr.startswith("skerry: ") and done.stderr.endswith(".\n"), done.stderr
    assert done.stderr.count("\n") == 1 and name in done.stderr, done.stderr


def damaged(folder):
    """A file that is cut off or has changed bytes gives one error sentence, or a report if it is still valid. Never a
    crash."""
    run(*TAKARA, "--games", "20", "--json", "good.json", folder=folder)
    good = read(folder, "good.json")
    draw = random.Random(1)
    for i in range(60):
        text = list(good)
        if i % 3 == 0:
            text = text[:draw.randrange(len(text))]
        for _ in range(0 if i % 3 == 0 else 1 + i % 4):
            text[draw.randrange(len(text))] = draw.choice('{}[]",:0-9e\\ntrulfs')
        write(folder, "bad.json", "".join(text))
        done = subprocess.run([SKERRY, "lab", "--compare", "good.json", "bad.json"], capture_output=True, text=True, cwd=folder)
        assert done.returncode in (0, 1, 2), f"exit {done.returncode} for damage {i}"
        if done.returncode:
            one_sentence(done, "bad.json")
        done = subprocess.run([SKERRY, *TAKARA, "--games", "20", "--json", "bad.json", "--resume"], capture_output=True, text=True, cwd=folder)
        assert done.returncode in (0, 1, 2), f"exit {done.returncode} for damage {i}"
        if done.returncode:
            one_sentence(done, "bad.json")
            assert read(folder, "bad.json") == "".join(text), "a refusal changed the file"


def strange(folder):
    """JSON that is not a report, and reports in which one member has the wrong type."""
    run(*TAKARA, "--games", "20", "--json", "good.json", folder=folder)
    good = json.loads(read(folder, "good.json"))
    for text in ("", "[]", "null", "3", "{}", '"x"', "[" * 5000, '{"figures": []}', '{"game": 3, "figures": {}}', "\x01"):
        write(folder, "bad.json", text)
        one_sentence(run("lab", "--compare", "good.json", "bad.json", code=1, folder=folder), "bad.json")
        one_sentence(run(*TAKARA, "--games", "30", "--json", "bad.json", "--resume", code=1, folder=folder), "bad.json")
    for key in ("game", "games", "bots", "source", "figures"):
        for value in (None, [], {}, "x", [1], [{}]):
            write(folder, "bad.json", json.dumps({**good, key: value}))
            done = subprocess.run([SKERRY, "lab", "--compare", "good.json", "bad.json"], capture_output=True, text=True, cwd=folder)
            assert done.returncode == (2 if key == "game" and value == "x" else 1), f"{key} {value}: {done}"
            one_sentence(done, "bad.json")
    for key in ("n", "value", "low", "name", "group", "share"):
        write(folder, "bad.json", json.dumps({**good, "figures": [{**good["figures"][0], key: None}]}))
        one_sentence(run("lab", "--compare", "good.json", "bad.json", code=1, folder=folder), "bad.json")


# (arguments, exit status, words in the error message)
WRONG = [
    (["lab", "--compare"], 2, "--compare takes two reports"),
    (["lab", "--compare", "nowhere.json", "nowhere.json"], 1, "nowhere.json"),
    (["lab", "--compare", "a", "b", "c"], 2, "--compare takes two reports"),
    (["lab", "atoll", "--vary", "level"], 2, "--vary takes OPTION=VALUE"),
    (["lab", "atoll", "--vary", "level="], 2, "--vary takes OPTION=VALUE"),
    (["lab", "atoll", "--vary", "level=newbie,,elite"], 2, "a value is empty"),
    (["lab", "atoll", "--vary", "level=newbie,silly"], 2, "level"),
    (["lab", "atoll", "--vary", "colour=red,blue"], 2, "colour"),
    (["lab", "atoll", "--vary", "content:nowhere=1,2"], 2, "nowhere is not a single value of the content"),
    (["lab", "atoll", "--vary", "content:turn.actions=3,9999"], 2, "9999"),
    (["lab", "atoll", "--vary", "content:turn.actions=" + ",".join("3" * 17)], 2, "more than 16 variants"),
    (["lab", "atoll", "--vary", "level=newbie,elite", "--csv", "x.csv"], 2, "leave out --csv"),
    (["lab", "takara", "--cross", "bot:greedy,bot:random", "--vary", "x=1,2"], 2, "leave out --vary"),
    (["lab", "atoll", "--html", "nowhere/x.html"], 1, "--html nowhere/x.html: nowhere"),
    (["lab", "atoll", "--html", "x", "--json", "x"], 2, "--json and --html both name x"),
    (["lab", "atoll", "--use", "move:nonsense"], 2, "no move nonsense with an argument to count"),
]
WRONG_USAGE = [
    (["lab", "atoll", "--resume"], "--resume continues from the file of --json"),
    (["lab", "atoll", "--resume", "--json", "-"], "--resume continues from the file of --json"),
    (["lab", "atoll", "--resume", "--json", "x", "--csv", "y"], "leave out --csv"),
    (["lab", "--compare", "a", "b", "c", "d", "e"], "more than 4 names are given"),
    (["lab", "--compare", "a", "b", "--csv", "c"], "--compare plays no games"),
    (["lab", "atoll"] + ["--vary", "level=newbie"] * 5, "more than 4 times"),
]


def refused(folder, args, code, words):
    done = run(*args, code=code, folder=folder)
    one_sentence(done, words)
    assert os.listdir(folder) == [], "something was left on disk"


# ---- HTML pages --------------------------------------------------------------------------------------------


class Page(html.parser.HTMLParser):
    """Checks that every opened tag is closed, in order."""
    VOID = {"meta", "rect", "path", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words = [], {}, []
        self.feed(text)
        assert self.open == [], f"left open: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "title"):
            self.words.append(data)


def checked_page(text):
    page = Page(text)
    assert not re.search(r"https?:|src=|<script|@import|url\(", text), "the page must not load external resources"
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text.lower(), flags=re.S).replace("nano", ""), "the page contains NaN"
    assert 'name="viewport"' in text and "prefers-color-scheme:dark" in text and "@media print" in text
    assert re.search(r"#B4006C|#FF84C6", text, re.I) is None, "magenta marks possible actions, and a report has none"
    return page, " ".join(page.words)


def report_page(folder):
    for game, seats in (("takara", 3), ("atoll", 1), ("nevergiveup", 2)):
        args = ["lab", game, "--seats", ",".join(["bot:random"] * seats), "--games", "60"]
        run(*args, "--html", "page.html", "--json", "page.json", folder=folder)
        page, words = checked_page(read(folder, "page.html"))
        report = json.loads(read(folder, "page.json"))
        assert page.tags["svg"] > 10 and report["source"]["command"] in words
        assert ("Who wins" in words) == (seats > 1) and "What happens, and what is chosen" in words
        for one in report["endings"]:
            assert f"{100 * one['share']:.1f} %" in words, one
        for table in report["use"]:
            assert table["of"] in words
        assert report["source"]["command"].endswith("--use all")


def compare_page(folder):
    pack = '{"turn": {"actions": 6}}'
    write(folder, "<b>&.json", pack)
    run("lab", "atoll", "--seats", "bot:random", "--games", "50", "--json", "a.json", folder=folder)
    run("lab", "atoll", "--seats", "bot:random", "--games", "50", "--content", "<b>&.json", "--json", "<i>.json", folder=folder)
    run("lab", "--compare", "a.json", "<i>.json", "--html", "page.html", folder=folder)
    _, words = checked_page(read(folder, "page.html"))
    assert "<i>.json" in words and "<b>&.json" in words, "file names must be escaped, not interpreted as tags"
    assert "Changed by more than noise" in words and "decisions a seat and turn" in words
    run("lab", "atoll", "--seats", "bot:random", "--games", "50", "--vary", "level=newbie,normal,elite", "--html", "-", folder=folder)
    checked_page(run("lab", "atoll", "--seats", "bot:random", "--games", "50", "--vary", "level=newbie,elite", "--html", "-").stdout)


def in_folder(function, *args):
    with tempfile.TemporaryDirectory() as folder:
        function(folder, *args)


tap = Tap()
tap.run("--vary an option", vary_option)
tap.run("--vary a number of the content, and every combination", vary_content)
tap.run("--compare two seeds: nothing changed", lambda: in_folder(nothing_changed))
tap.run("--compare at two levels of bots", lambda: in_folder(across_bots))
tap.run("--resume gives what one run gives", lambda: in_folder(resumed))
tap.run("--resume after Ctrl-C and after a kill", lambda: in_folder(killed_and_resumed))
tap.run("--resume refuses another command's file", lambda: in_folder(other_commands))
tap.run("damaged reports", lambda: in_folder(damaged))
tap.run("JSON that is no report", lambda: in_folder(strange))
tap.run("--html: a page that stands alone", lambda: in_folder(report_page))
tap.run("--html of a comparison", lambda: in_folder(compare_page))
for wrong, status, says in WRONG:
    tap.run("refused: " + " ".join(wrong)[:70], lambda: in_folder(refused, wrong, status, says))
for wrong, says in WRONG_USAGE:
    tap.run("wrong: " + " ".join(wrong)[:70], lambda: (lambda done: done.stderr.index(says))(run(*wrong, code=2)))
tap.done()
