#!/usr/bin/env python3
"""Tests hints in the engine protocol, line by line and on the full screen, and waiting for a thinking bot: hint.py
SKERRY"""
import fcntl
import os
import pathlib
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from engine import Engine  # noqa: E402
from tap import Tap  # noqa: E402

SKERRY = str(pathlib.Path(sys.argv[1]).resolve())
tap = Tap()
folder = tempfile.TemporaryDirectory()
HERE = pathlib.Path(folder.name)
ENV = {"HOME": str(HERE), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}


# ---- engine protocol ---------------------------------------------------------------------------------------

def to_decision(engine, handle):
    """Plays the middle move until a seat has at least four choices. Returns the seat."""
    for _ in range(60):
        where = engine.do("view", handle=handle, seat="spectator")
        seat = where["to_act"][0]
        moves = [move["text"] for move in engine.do("legal", handle=handle, seat=seat)["moves"]]
        if len(moves) > 3 and where["turn"] > 1:
            return seat
        engine.do("act", handle=handle, seat=seat, move=moves[len(moves) // 2])
    raise AssertionError("no seat ever had four choices")


def engine_hints(game, seats):
    engine = Engine(SKERRY)
    handle = engine.do("new", game=game, seats=seats, seed=4)["handle"]
    seat = to_decision(engine, handle)
    hint = engine.do("hint", handle=handle, seat=seat, games=60, say=True)
    legal = [move["text"] for move in engine.do("legal", handle=handle, seat=seat)["moves"]]
    texts = [move["text"] for move in hint["moves"]]
    assert texts and set(texts) <= set(legal) and len(set(texts)) == len(texts) <= 4, texts
    assert hint["moves"][0]["behind"] == 0 and len(hint["said"]) >= len(texts), hint
    for move in hint["moves"]:
        assert 0 <= move["chance"] <= hint["moves"][0]["chance"] <= 1 and move["error"] >= 0, move
    for said in hint["said"]:
        assert "{" not in said and "hint." not in said and "term." not in said, said
    assert hint == engine.do("hint", handle=handle, seat=seat, games=60, say=True), "the same request gave another hint"
    worlds = 0
    for seed in range(4):
        other = engine.do("resample", handle=handle, seat=seat, seed=seed)["handle"]
        worlds += engine.do("state-hash", handle=other)["hash"] != engine.do("state-hash", handle=handle)["hash"]
        also = engine.do("hint", handle=other, seat=seat, games=60, say=True)
        for answer in (also, hint):
            answer.pop("handle", None)
            answer.pop("version", None)
        assert also == hint, "a world that looks the same to the seat gives another hint"
    assert worlds or game == "atoll", "all worlds were identical, so this test proves nothing"
    others = [s for s in range(1, seats + 1) if s not in hint["to_act"]]
    for other in others:
        answer = engine.ask("hint", handle=handle, seat=other)
        assert answer["error"]["status"] == "turn", answer
    engine.end()


def readings(game, seats):
    """At random decisions of every kind, no two lines of a hint are equal, and each gives a reason."""
    engine, rng, kinds = Engine(SKERRY), random.Random(7), set()
    for seed in range(2):
        handle = engine.do("new", game=game, seats=seats, seed=seed)["handle"]
        for step in range(400):
            where = engine.do("view", handle=handle, seat="spectator")
            if where["over"]:
                break
            seat = rng.choice(where["to_act"])
            listed = [move["text"] for move in engine.do("legal", handle=handle, seat=seat)["moves"]]
            asked = " ".join(sorted({text.split()[0] for text in listed}))
            if len(listed) > 1 and (asked not in kinds or step % 40 == 0) and len(kinds) < 40:
                kinds.add(asked)
                read(engine.do("hint", handle=handle, seat=seat, games=60, say=True), listed)
            engine.do("act", handle=handle, seat=seat, move=rng.choice(listed))
    engine.end()
    assert len(kinds) > 3, kinds


def read(hint, listed):
    lines = [line.split(". ", 1)[1] for line in hint["said"] if re.match(r"\d\. ", line)]
    if hint["only"]:
        assert len(hint["said"]) == 1 and hint["said"][0].endswith("is your only move."), hint["said"]
        return
    assert len(lines) == len(hint["moves"]) == len(set(lines)), lines
    for line, move in zip(lines, hint["moves"]):
        assert " %, " in line and line.endswith("."), line
        assert move["reasons"] or move["costs"] or move["like"], line
        assert set(move["alike"]) <= set(listed) and move["text"] not in move["alike"], move
        assert not move["like"] or move["like"] <= len(lines), move
    wordings = [re.sub(r"^.*? %, ", "", line) for line in lines]
    own = [w for w in wordings if not w.startswith("similar to") and not w.startswith("as good as")]
    assert len(own) == len(set(own)), lines


def points_to_expect():
    """When a win is very unlikely, moves are ranked by expected score."""
    engine = Engine(SKERRY)
    handle = engine.do("new", game="atoll", seed=7, options={"level": "insane"})["handle"]
    hint = engine.do("hint", handle=handle, seat=1, games=400, say=True)
    points = [move["points"] for move in hint["moves"]]
    assert hint["games"] > 300, hint["games"]
    assert points == sorted(points, reverse=True) and 20 < points[-1] < points[0] < 90, points
    assert all(move["chance"] == 0 for move in hint["moves"]) and "Expected points" in hint["said"][0], hint
    assert re.search(r": \d+ points[,.]", hint["said"][1]) and "%" not in " ".join(hint["said"]), hint["said"]
    handle = engine.do("new", game="atoll", seed=7, options={"level": "newbie"})["handle"]
    hint = engine.do("hint", handle=handle, seat=1, games=60, say=True)
    assert all(move["points"] is None for move in hint["moves"]) and "Chance to win" in hint["said"][0], hint


def engine_refusals():
    engine = Engine(SKERRY)
    handle = engine.do("new", game="atoll", seed=4)["handle"]
    for members, status in (({"games": 0}, "range"), ({"games": 100001}, "range"), ({"ms": 0}, "range"),
                            ({"ms": 60001}, "range"), ({"games": 1, "ms": 1}, "syntax"), ({"games": "x"}, "syntax"),
                            ({"seat": 2}, "range"), ({"seat": "all"}, "syntax"), ({"handle": 99}, "unknown")):
        answer = engine.ask("hint", **{"handle": handle, "seat": 1, **members})
        assert answer.get("error", {}).get("status") == status, f"{members}: {answer}"
        assert answer["error"]["text"].endswith("."), answer
    begun = time.time()
    hint = engine.do("hint", handle=handle, seat=1, ms=200)
    assert hint["games"] > 0 and time.time() - begun < 10
    engine.end()


# ---- line by line ------------------------------------------------------------------------------------------

def by_lines():
    done = subprocess.run([SKERRY, "play", "takara", "--plain", "--seed", "3", "--seats", "you,bot:greedy"],
                          input="hint\nmoves\nquit\n", capture_output=True, text=True, timeout=60, env=ENV)
    lines = done.stdout.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("Chance to win, from "))
    assert lines[at + 1].startswith("1. ") and " %" in lines[at + 1], lines[at:at + 3]
    hint = " ".join(lines[at:at + 4])
    assert all(f"{way} site {n}" in hint for way in ("View", "Dig at") for n in range(1, 7)), hint  # few moves, so the hint lists all
    assert done.returncode == 0 and done.stderr == "", done.stderr
    help_text = subprocess.run([SKERRY, "play", "takara", "--plain", "--seed", "3", "--new"], input="help\nquit\n",
                               capture_output=True, text=True, timeout=60, env=ENV).stdout
    assert "`hint`" in help_text, help_text
    for game in ("tendays", "atoll"):  # in Ten Days, a move starts with the hint's letter
        record = HERE / f"h-{game}.record"
        said = subprocess.run([SKERRY, "play", game, "--plain", "--seed", "3", "--record", record], input="h\nH\nquit\n",
                              capture_output=True, text=True, timeout=60, env=ENV).stdout
        assert said.count("Chance to win, from ") == 2 and "help nobody for" not in said, said


# ---- on the full screen ------------------------------------------------------------------------------------

class Screen:
    def __init__(self, *args):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.clear()
            os.environ.update(ENV)
            os.execv(SKERRY, [SKERRY, *args])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)
        self.seen = b""

    def wait(self, *words, seconds=30):
        """Waits until all these words have appeared since the last keys."""
        end = time.time() + seconds
        while not all(word.encode() in self.seen for word in words):
            if time.time() > end:
                raise AssertionError(f"{words} did not appear: {self.seen[-1500:]!r}")
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.fd, 65536)
                except OSError:
                    raise AssertionError(f"it exited before {words} appeared: {self.seen[-500:]!r}") from None

    def keys(self, text):
        self.seen = b""
        os.write(self.fd, text.encode())

    def end(self, seconds=20):
        """Waits for the end and returns the exit status."""
        end = time.time() + seconds
        while time.time() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    os.read(self.fd, 65536)
                except OSError:
                    pass
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError("it did not exit")


def on_screen():
    screen = Screen("play", "takara", "--seed", "3", "--new", "--seats", "you,bot:greedy")
    screen.wait("h hint")
    screen.keys("h")
    screen.wait("Hint", "Chance to win, from", "1. ")
    screen.keys("h")
    screen.wait("h hint")
    screen.keys("q")
    assert screen.end() == 0


def in_a_replay():
    path = HERE / "whole.record"
    subprocess.run([SKERRY, "play", "nevergiveup", "--plain", "--seats", "bot:random,bot:random", "--seed", "1",
                    "--record", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, env=ENV, check=True)
    screen = Screen("replay", str(path), "--board")
    screen.wait("Left, Right: step")
    screen.keys("h")
    screen.wait("There are no hints in a recorded game.")
    screen.keys("q")
    assert screen.end() == 0


def thinking(game):
    """Starts a game in which an expert bot is thinking. Returns the screen, the save file and its contents."""
    save = HERE / f".local/state/skerry/{game}.record"
    screen = Screen("play", game, "--seed", "5", "--new", "--seats", "bot:expert,bot:expert,you")
    try:
        screen.wait("is thinking", "Enter: move now", seconds=15)
    except AssertionError:
        os.kill(screen.pid, signal.SIGTERM)
        screen.end()
        return None, None, None
    return screen, save, save.read_text()


def bot_thinks():
    """An expert bot shows its progress. Enter makes it move at once; Ctrl-C exits and leaves the game unchanged."""
    game = next((game for game in ("tendays", "ayeaye", "takara", "nevergiveup") if try_keys(game)), None)
    assert game, "no expert bot ever showed that it is thinking"
    for _ in range(16):  # it may have moved just before Ctrl-C
        screen, save, before = thinking(game)
        os.kill(screen.pid, signal.SIGINT)
        assert screen.end() == 128 + signal.SIGINT
        if save.read_text() == before:
            return
    raise AssertionError("the bot moves although the player has left")


def bot_thinks_by_lines():
    """The same line by line at a terminal: progress is shown, and an empty line only makes the bot move."""
    save = HERE / "lines.record"
    screen = Screen("play", "tendays", "--plain", "--seed", "5", "--record", str(save), "--seats", ",".join(["bot:hard*16"] * 6))
    screen.wait("is thinking: ", "Enter: move now", seconds=120)
    screen.keys("\r")
    screen.wait("is thinking: ", "Enter: move now", seconds=120)
    os.kill(screen.pid, signal.SIGTERM)
    assert screen.end() == 128 + signal.SIGTERM


def try_keys(game):
    """Enter makes the bot move. Returns False if the bot does not think long enough in this game."""
    screen, save, before = thinking(game)
    if not screen:
        return False
    screen.keys("\r")
    end = time.time() + 20
    while save.read_text() == before and time.time() < end:
        time.sleep(0.05)
    assert save.read_text() != before, "Enter does not make the bot move"
    os.kill(screen.pid, signal.SIGTERM)
    assert screen.end() == 128 + signal.SIGTERM
    return True


for name, size in (("atoll", 1), ("takara", 2), ("nevergiveup", 3), ("ayeaye", 3), ("tendays", 3)):
    tap.run(f"{name}: a hint by the protocol", lambda name=name, size=size: engine_hints(name, size))
    tap.run(f"{name}: no two lines read the same", lambda name=name, size=size: readings(name, size))
tap.run("no chance: points to expect", points_to_expect)
tap.run("bad requests", engine_refusals)
tap.run("by lines", by_lines)
tap.run("on the full screen", on_screen)
tap.run("none in a replay", in_a_replay)
tap.run("a bot that thinks long", bot_thinks)
tap.run("a bot that thinks long, by lines", bot_thinks_by_lines)
tap.done()
