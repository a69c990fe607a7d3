#!/usr/bin/env python3
"""The full screen in a real terminal (tmux): screen.py SKERRY. Sizes, keys, signals, poor terminals."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

SKERRY = str(pathlib.Path(sys.argv[1]).resolve())
SHELL = ("env -i PATH=/usr/bin:/bin HOME={home} XDG_STATE_HOME={home}/state LC_ALL={locale} TERM={term} {more} PS1='ready$ ' "
         "/bin/bash --norc --noprofile")


class Terminal:
    """A window of its own with a shell in it."""

    def __init__(self, w=80, h=24, term="xterm-256color", locale="C.UTF-8", more=""):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.home = pathlib.Path(self.folder.name)
        self.socket = f"skerry-{os.getpid()}-{id(self)}"
        self.save = self.home / "state/skerry/atoll.record"
        shell = SHELL.format(home=self.home, locale=locale, term=term, more=more)
        self.tmux("new-session", "-d", "-x", str(w), "-y", str(h), shell)
        self.tmux("set", "-g", "status", "off")
        self.tmux("resize-window", "-x", str(w), "-y", str(h))
        self.wait("ready$")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")
        self.folder.cleanup()

    def tmux(self, *args):
        command = ["tmux", "-L", self.socket, "-f", "/dev/null", *args]
        return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout

    def see(self, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def keys(self, *keys):
        for key in keys:
            self.tmux("send-keys", *key) if isinstance(key, tuple) else self.tmux("send-keys", key)

    def type(self, text):
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    def play(self, args="--seed 5"):
        self.type(f"clear; {SKERRY} play atoll {args}")

    def size(self, w, h):
        self.tmux("resize-window", "-x", str(w), "-y", str(h))

    def wait(self, *words, gone=(), seconds=20):
        """Until all of the words are on the screen and none of the others."""
        end = time.time() + seconds
        while True:
            text = self.see()
            joined = " ".join(text.split())  # a sentence may go on in the next line
            if all(word in text or word in joined for word in words) and not any(word in text for word in gone):
                return text
            if time.time() > end:
                raise AssertionError(f"waited in vain for {words} without {gone}:\n{text}")
            time.sleep(0.05)

    def processes(self):
        return self.tmux("list-panes", "-F", "#{pane_pid}").split()


def moves(path):
    return [line for line in path.read_text().split("\n") if re.match(r"[1*] ", line)]


def lines_fit(text, w, h):
    rows = text.rstrip("\n").split("\n")
    if len(rows) > h or any(len(row) > w for row in rows):
        raise AssertionError(f"more than {w} x {h}:\n{text}")


# ---- cases ---------------------------------------------------------------------------------------------------

def every_size_shows_the_whole_board():
    with Terminal() as t:
        t.play()
        for w, h in [(80, 24), (81, 25), (100, 30), (109, 29), (110, 30), (120, 40), (132, 43), (200, 60), (80, 60), (200, 24)]:
            t.size(w, h)
            text = t.wait("3 actions left", "Walk", "Search", "q quit", "Idiot's", "Wave", "Red treasure", "Yellow treasure",
                          "Actions", "Role", "Turn 1", " @ ", "Taboo Atoll Express", "The red search stands at 1.")
            lines_fit(text, w, h)
            if "☠" not in text:
                raise AssertionError(f"no water at {w} x {h}:\n{text}")


def a_small_window_waits():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.size(60, 20)
        t.wait("This window has 60 columns and 20 lines", gone=["Walk"])
        t.keys("Enter", "f", "Enter")
        t.size(20, 5)
        time.sleep(0.3)
        t.size(80, 24)
        t.wait("3 actions left", "Walk")
        t.keys("q")
        t.wait("Go on with `skerry play atoll`")


def a_move_by_keys_and_back():
    with Terminal() as t:
        t.play()
        t.wait("▸Flame Sanctuary")
        t.keys("Left")
        t.wait("▸Foggy Knoll")
        t.keys("Enter")
        t.wait("You walk from Idiot's Platform to Foggy Knoll.", "2 actions left")
        assert moves(t.save)[-1] == "1 move foggy-knoll"
        t.keys("u")
        t.wait("Taken back.", "3 actions left")
        t.keys("u")
        t.wait("Nothing can be", "taken back")
        t.keys("p", "Enter")
        t.wait("You pass; 2 actions are left.", gone=["Nothing can be"])
        t.keys("s", "Tab", "Tab")
        t.keys("Enter")
        t.wait("Keep one or two", "Dice")
        t.keys("Down", "Enter")
        t.wait("kept", "Roll again")


def a_move_by_typing():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys(":")
        t.tmux("send-keys", "-l", "shore darkk")
        t.keys("BSpace", "Enter")
        t.wait("Dark Pit is dry.", "(rule 12)")
        t.keys(":")
        t.type("walk fog")
        t.wait("You walk from Idiot's Platform to Foggy Knoll.", gone=["rule 12"])
        t.keys(":", "Escape")
        t.wait("q quit")


def sheets_open_and_close():
    with Terminal() as t:
        t.play()
        for key, words in [("?", "Kinds of moves"), ("r", "A game for one."), ("l", "The red search stands at 1."),
                           ("b", "You are on Idiot's Platform")]:
            t.wait("3 actions left", "Walk", "q quit")
            t.keys(key)
            t.wait(words, "q back", gone=["q quit"])
            t.keys("Down", "NPage", "End", "Home", "PPage")
            t.size(100, 30)
            t.wait(words if key != "l" else "back")
            t.size(80, 24)
            t.keys("q")


def going_on_or_anew():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys("Enter")
        t.wait("2 actions left")
        t.keys("q")
        t.wait("Go on with `skerry play atoll`", "ready$")
        first = t.save.read_text()
        t.play()
        t.wait("There is an unfinished game, turn 1. 2 actions left.", "Start anew")
        t.keys("q")
        t.wait("Go on with `skerry play atoll`", "ready$")
        assert t.save.read_text() == first
        t.play()
        t.wait("Start anew")
        t.keys("Enter")
        t.wait("2 actions left", "You walk from", gone=["Start anew"])
        t.keys("q")
        t.wait("ready$")
        t.play()
        t.wait("Start anew")
        t.keys("Down", "Enter")
        t.wait("3 actions left", gone=["Start anew"])
        assert moves(t.save.parent / "atoll-1.record") == moves_of(first)


def moves_of(text):
    return [line for line in text.split("\n") if re.match(r"[1*] ", line)]


def the_end_and_another_game():
    with Terminal() as t:
        t.play("--seed 1 --option level=idiotic")
        t.wait("3 actions left")
        for _ in range(200):
            text = t.see()
            if "n: a new" in text:
                break
            t.keys(":")
            t.type("search" if "actions left" in text else "1")
            time.sleep(0.1)
        text = t.wait("points", "n: a new", "search points")
        assert "\nend " in t.save.read_text()
        t.keys("Enter", "w", "u")
        t.wait("n: a new")
        t.keys("n")
        t.wait("3 actions left", "Turn 1")
        assert (t.save.parent / "atoll-1.record").exists()


def ctrl_c_restores_the_terminal():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys("Enter")
        t.wait("2 actions left")
        t.keys("C-c")
        t.wait("Go on with `skerry play atoll`", "ready$")
        t.type("stty -a; echo exit was $?")
        t.wait("exit was 0", " echo ", " icanon ")
        assert moves(t.save)[-1] == "1 move flame-sanctuary"


def hang_up_and_kill_lose_nothing():
    for which in ["HUP", "TERM", "KILL"]:
        with Terminal() as t:
            t.play()
            t.wait("3 actions left")
            t.keys("Enter")
            t.wait("2 actions left")
            t.tmux("run-shell", f"pkill -{which} -P {t.processes()[0]} skerry")
            time.sleep(0.4)
            t.keys("Enter")
            t.type("reset; clear; echo back again")
            t.wait("back again")
            assert moves(t.save)[-1] == "1 move flame-sanctuary", which
            t.play("--resume")
            t.wait("2 actions left", "Walk")


def a_closed_window_loses_nothing():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys("Enter")
        t.wait("2 actions left")
        t.tmux("kill-session")
        lock = t.save.with_name(t.save.name + ".lock")
        for _ in range(100):
            if not lock.exists():
                break
            time.sleep(0.05)
        assert not lock.exists(), "the program did not notice that its window was closed"
        assert moves(t.save)[-1] == "1 move flame-sanctuary"


def poor_terminals_get_lines():
    for term in ["dumb", "no-such-terminal"]:
        with Terminal(term=term) as t:
            t.play()
            t.wait("Walk (`move`): 1 Flame Sanctuary, 2 Foggy Knoll.", "\n>")
            t.type("pass")
            t.wait("You pass; 2 actions are left.")
            t.keys("C-d")
            t.wait("Go on with `skerry play atoll`")


def plain_letters_without_utf8():
    with Terminal(locale="C") as t:
        t.play()
        text = t.wait("3 actions left", ">Flame", "of 5")
        if not text.isascii():
            raise AssertionError("not ASCII:\n" + text)


def colours_only_where_wanted():
    for term, more, wanted in [("xterm-256color", "", True), ("linux", "", True), ("xterm-256color", "NO_COLOR=1", False),
                               ("vt100", "", False)]:
        with Terminal(term=term, more=more) as t:
            t.play()
            t.wait("[3R]", "[5Y]", "▸Flame")
            found = re.search(r"\x1b\[[0-9;]*(3[1-7]|4[1-7]|[34]8;5)[;m]", t.see(colours=True)) is not None
            if found != wanted:
                raise AssertionError(f"{term} {more}: colours {found}")


def painted(text, colours):
    """The characters whose ink or ground is one of these colours of 256."""
    out, ink, ground = [], None, None
    for codes, char in re.findall(r"\x1b\[([0-9;]*)m|(.)", text, re.S):
        if char:
            out.append(char if {ink, ground} & colours else " ")
            continue
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code in (38, 48):
                number, codes = codes[1], codes[2:]
                ink, ground = (number, ground) if code == 38 else (ink, number)
            elif code in (0, 39) or 30 <= code <= 37:
                ink = None
            if code in (0, 49) or 40 <= code <= 47:
                ground = None
    return " ".join("".join(out).split())


def magenta_means_you_may():
    """Magenta stands on what can be picked and nowhere else; without a choice there is none."""
    with Terminal() as t:
        t.play()
        t.wait("[3R]", "[5Y]")
        spots = painted(t.see(colours=True), {198, 126})
        for name in ["Dark", "Wave", "Red", "Turn", "Role", "@", "Platform", "~"]:
            if name in spots:
                raise AssertionError(f"{name} is magenta: {spots}")
        for name in ["Flame", "[3R]", "[5Y]", "w", "f"]:
            if name not in spots:
                raise AssertionError(f"{name} is not magenta: {spots}")


def the_menu_by_keys():
    with Terminal() as t:
        t.type(f"clear; {SKERRY}")
        t.wait("Skerry", "Taboo Atoll Express, one player", "Quit", "Alone on a sinking atoll")
        t.keys("Enter")
        t.wait("New game", "Read the rules")
        t.keys("Down", "Enter")
        t.wait("A game for one.")
        t.keys("q")
        t.wait("New game")
        t.keys("Enter")
        t.wait("Newbie", "Idiotic", "How high the water stands")
        t.keys("Down", "Down", "Enter")
        t.wait("3 actions left", "Elite")
        t.keys("q")
        t.wait("Go on with `skerry play atoll`", "ready$")
        t.type(f"clear; {SKERRY}")
        t.wait("Taboo Atoll Express, one player")
        t.keys("Enter")
        t.wait("Go on with the saved game")
        t.keys("Escape")
        t.wait("Quit", gone=["Go on with"])
        t.keys("q")
        t.wait("ready$")


CASES = [every_size_shows_the_whole_board, a_small_window_waits, a_move_by_keys_and_back, a_move_by_typing,
         sheets_open_and_close, going_on_or_anew, the_end_and_another_game, ctrl_c_restores_the_terminal,
         hang_up_and_kill_lose_nothing, a_closed_window_loses_nothing, poor_terminals_get_lines, plain_letters_without_utf8,
         colours_only_where_wanted, magenta_means_you_may, the_menu_by_keys]


def main():
    tap = Tap()
    for case in CASES:
        name = case.__name__.replace("_", " ")
        if shutil.which("tmux"):
            tap.run(name, case)
        else:
            tap.case(name, skip="tmux is not installed")
    tap.done()


main()
