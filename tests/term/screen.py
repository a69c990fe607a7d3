#!/usr/bin/env python3
"""The full screen in a real terminal (tmux): screen.py SKERRY. Sizes, keys, signals, limited terminals."""
import json
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
    """A tmux window with a shell in it."""
    count = 0

    def __init__(self, w=80, h=24, term="xterm-256color", locale="C.UTF-8", more=""):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.home = pathlib.Path(self.folder.name)
        Terminal.count += 1  # a new name each time: the last server may still exist
        self.socket = f"skerry-{os.getpid()}-{Terminal.count}"
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

    def takara(self, args="--seats you,bot:greedy", seed=3):
        """With seed 3, the first seat begins, and tiles 1 and 2 of site 1 are 2 Karas and a Rockfall. With seed 7, a
        Rockfall is on top."""
        self.save = self.save.with_name("takara.record")
        self.type(f"clear; {SKERRY} play takara --seed {seed} {args}")

    def history(self):
        """The window with everything that has scrolled out of it."""
        return self.tmux("capture-pane", "-p", "-S", "-")

    def size(self, w, h):
        self.tmux("resize-window", "-x", str(w), "-y", str(h))

    def wait(self, *words, gone=(), seconds=20):
        """Waits until all the words are on the screen and none of those in `gone`."""
        end = time.time() + seconds
        while True:
            text = self.see()
            # A sentence may continue on the next line, also in the panel next to the board.
            joined = " ".join(text.split()) + " " + " ".join(" ".join(line[61:] for line in text.split("\n")).split())
            if all(word in text or word in joined for word in words) and not any(word in text for word in gone):
                return text
            if time.time() > end:
                raise AssertionError(f"timed out waiting for {words} without {gone}:\n{text}")
            time.sleep(0.05)

    def processes(self):
        return self.tmux("list-panes", "-F", "#{pane_pid}").split()


def moves(path):
    return [line for line in path.read_text().split("\n") if re.match(r"[1*] ", line)]


def lines_fit(text, w, h):
    rows = text.rstrip("\n").split("\n")
    if len(rows) > h or any(len(row) > w for row in rows):
        raise AssertionError(f"more than {w} x {h}:\n{text}")


def every_size_shows_the_whole_board():
    with Terminal() as t:
        t.play()
        for w, h in [(80, 24), (81, 25), (100, 30), (109, 29), (110, 30), (120, 40), (132, 43), (200, 60), (80, 60), (200, 24)]:
            t.size(w, h)
            text = t.wait("3 actions left", "Walk", "Search", "q quit", "Idiot's", "Wave", "Red treasure", "Yellow treasure",
                          "Actions", "Role", "Turn 1", " @ ", "Taboo Atoll Express", "The red search has 1 point.")
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
        t.wait("Continue with `skerry play atoll`")


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
        t.wait("Move taken back.", "3 actions left")
        t.keys("u")
        t.wait("You can take back", "your own last move")
        t.keys("p", "Enter")
        t.wait("You pass with 2 actions left.", gone=["take back only"])
        t.keys("s", "Tab", "Tab")
        t.keys("Enter")
        t.wait("2 actions are left. Press Enter again to confirm: Search.")
        t.keys("Enter")
        t.wait("What happened", "The dice show yellow, blue and red.", "Enter: continue", gone=["Keep a die"])
        t.keys("Enter")
        t.wait("Keep one or two", "Dice on the table", "■ red", "red: search up from 1 to 2", gone=["continue", "▸"])
        t.keys("o")
        t.wait("Keep a die first; the others can then be rolled again.")
        t.keys("Down", "Enter")
        t.wait("Dice kept", "Roll again")


def position(t, game={"game": "atoll"}, **state):
    """A record in the terminal's home folder that starts at a position with these state fields."""
    requests = [{"do": "new", **game, "seed": 5}, {"do": "save", "handle": 1}, {"do": "position", "handle": 1}]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    out = subprocess.run([SKERRY, "engine"], input=lines, capture_output=True, text=True, check=True).stdout
    _, saved, at = map(json.loads, out.splitlines())
    fields = {**at["position"]["state"], **state}
    path = t.home / "position.record"
    path.write_text(saved["record"].split("begin\n")[0] + "from " + json.dumps(fields) + "\nbegin\n")
    return path


def dice_wait_to_be_read():
    """After dice, the game waits until the result is confirmed. Keys typed before are dropped. The step is already
    saved."""
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys(":")
        t.type("search")
        t.wait("Enter: continue")
        t.keys("Enter")
        t.wait("Keep one or two")
        t.keys("Down", "Enter")
        t.wait("Dice kept")
        t.tmux("send-keys", "Enter", "Enter", "Enter")  # sent at once: the first Enter keeps a die, the others must do nothing
        t.wait("Turn 2")
        assert moves(t.save)[-1].startswith("* role"), moves(t.save)
        text = t.see()
        if "What happened" in text:
            t.keys("Enter")
        t.wait("3 actions left", "*~~~", gone=["continue"])
        assert moves(t.save)[-1].startswith("* role"), moves(t.save)
        t.keys("!")
        t.wait("no longer pauses after dice")
        t.keys(":")
        t.type("search")
        t.wait("Dice on the table", gone=["continue"])


def the_cursor_never_spends():
    """Enter alone never spends a special point. Moves that cost something show their price."""
    with Terminal() as t:
        path = position(t, special=3)
        t.play(f"--resume --record {path}")
        t.wait("3 actions left", "For 1 special point", "▸Flame")
        t.keys("a")
        t.wait("▸Breakneck Dive")
        t.keys("Enter")
        t.wait("●●○", "Air Support flies you", "▸Copper Fields")
        t.keys("u")
        t.wait("Move taken back.")
        for left in ["2 actions left", "One action left", "No actions left"]:
            t.keys("p", "Enter")
            t.wait(left)
        for _ in range(6):
            t.keys("Enter")
            time.sleep(0.1)
        assert not [move for move in moves(path) if move.split()[1] in ("air", "dig", "school")], moves(path)
        assert "1 search" in moves(path)


def a_key_says_why_not():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        for key, words in [("a", "Your special points stand at 0; this costs 1."), ("k", "Your special points stand at 0"),
                           ("t", "Only an Engineer"), ("y", "Only a Pilot"), ("c", "There is nothing to claim here"),
                           ("o", "(rule"), ("x", "press ? for a list of keys")]:
            t.keys(key)
            t.wait(words)
        assert moves(t.save)[-1].startswith("*")


def a_pair_is_picked_in_either_order():
    with Terminal() as t:
        path = position(t, role="engineer", pawn="dark-pit", flooded=["dark-pit", "solar-palace", "secret-eden"])
        t.play(f"--resume --record {path}")
        t.wait("Shore up two", "3 actions left")
        t.keys("t")
        t.wait("[1G]", "[1Y]", "[1R]", "▸Solar Palace")
        t.keys("+", "+")
        t.wait("▸Dark Pit")
        t.keys("Enter")
        t.wait("Dark Pit, …", "▸Solar Palace", "[1Y]")
        t.keys("Enter")
        t.wait("You shore up Solar Palace and Dark Pit")
        assert moves(path) == ["1 shore-two solar-palace dark-pit"], moves(path)


def ngu(t, **state):
    """Never Give Up for two with a puzzle of 15 letters; the first seat is to move."""
    path = position(t, {"game": "nevergiveup", "seats": 2, "options": {"length": 15}}, active=1, to_act=[1], **state)
    t.type(f"clear; {SKERRY} play nevergiveup --seats you,bot:random --resume --record {path}")


def down_goes_through_a_list_of_two():
    """Waterfall and Hut are side by side, so nothing is straight below. Down must still go to the next line of the
    list."""
    for size in [(80, 24), (132, 43)]:
        with Terminal(*size) as t:
            ngu(t, phase="dice", die={"red": 4, "blue": 3})
            t.wait("g Go to", "Reroll a die")
            t.keys("g")
            t.wait("▸Waterfall")
            t.keys("Down")
            t.wait("▸Hut", gone=["▸Waterfall"])
            t.keys("Up")
            t.wait("▸Waterfall", gone=["▸Hut"])
            t.keys("Down", "Enter")
            t.wait("You choose Hut.")


def the_scroll_mark_hides_nothing():
    with Terminal() as t:
        content = pathlib.Path(__file__).resolve().parents[2] / "games/nevergiveup/content/content.json"
        words = {entry["id"]: list(map(len, entry["phrase"].split())) for entry in json.loads(content.read_text())["puzzles"]}
        fifteen = [puzzle for puzzle in words if sum(words[puzzle]) == 15]
        own = next(puzzle for puzzle in fifteen if words[puzzle][-1] == 5)  # "COMES, penalty 10" fills the list's full width
        other = next(puzzle for puzzle in fifteen if puzzle != own)
        none = {"1": 0, "2": 0, "3": 0, "4": 0}
        ngu(t, phase="free", location="boat", double_now=1, die={"red": 3, "blue": 3}, crossed=[{**none, "1": 2}] + 5 * [none],
            puzzle=[own, other] + 4 * ["none"])
        t.wait("A set is full")
        t.keys("d")
        for keys, boxes in [("+", range(1, 16)), ("-", range(15, 0, -1))]:
            for box in boxes:
                text = t.wait(f"▸box {box}: ")
                side = " ".join(" ".join(line[61:] for line in text.split("\n")).replace("▴", "").split())
                if not re.search(rf"▸box {box}: [A-Z] of \w+, penalty {box - 1}\b", side):
                    raise AssertionError(f"box {box} has a penalty of {box - 1}:\n{text}")
                if (keys, box) not in [("+", 15), ("-", 1)]:
                    t.keys(keys)


def danger_is_marked():
    with Terminal() as t:
        path = position(t, treasure={"red": "dark-pit", "blue": "wave-fortress", "green": "solar-palace", "yellow": "secret-eden"},
                        flooded=["dark-pit", "idiots-platform", "foggy-knoll"],
                        track={"red": 0, "blue": 5, "green": 0, "yellow": 0})
        t.play(f"--resume --record {path}")
        t.wait("In danger: Dark Pit and Idiot's Platform.", "1R!", "5R!", "Ready to claim: blue.", "claim it", gone=["5Y!"])


def words_after_a_colon():
    with Terminal() as t:
        t.play()
        for line, words in [("board", "You are on Idiot's Platform"), ("moves", "Walk (`move`): 1 Flame"),
                            ("rules 13", "Saved in"), ("help", "Symbols on the board"), ("log", "Turn 1."),
                            ("roles", "Navigator. Walks")]:
            t.wait("3 actions left", "q quit")
            t.keys(":")
            t.type(line)
            if line == "rules 13":
                t.wait("R13 `claim COLOUR`", gone=["R14"])
            elif line == "help":
                t.wait("Kinds of moves")
                t.keys("End")
                t.wait(words, "water track")
            else:
                t.wait(words, "q back")
            t.keys("q")
        t.wait("q quit")
        for line, words in [("score", "If the game ended now"), ("save", "Saved in"), ("rules 99", "no rule `99`"),
                            ("walk flame", "You walk"), ("undo", "Move taken back.")]:
            t.keys(":")
            t.type(line)
            t.wait(words, "q quit")
        t.keys(":")
        t.type("quit")
        t.wait("Continue with `skerry play atoll`", "ready$")


def rules_are_found():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys("r")
        text = t.wait("Your turn in five steps", "number, Enter")
        t.keys("2", "8", "Enter")
        text = t.wait("R28 A colour you cannot use", "R29 You keep")
        if text.split("\n")[2].strip()[:4] != "R28 ":
            raise AssertionError("R28 is not at the top:\n" + text)
        t.keys("/")
        t.tmux("send-keys", "-l", "wave fort")
        t.keys("Enter")
        text = t.wait("6  Wave Fortress    Lunar Peak")
        for mark in ["**", "(book", "content:"]:
            if mark in text:
                raise AssertionError(f"{mark} is shown:\n{text}")
        t.keys("r")
        t.wait("3 actions left", "q quit")


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
        for key, words in [("?", "Kinds of moves"), ("r", "A game for one player."), ("l", "The red search has 1 point."),
                           ("b", "You are on Idiot's Platform")]:
            t.wait("3 actions left", "Walk", "q quit")
            t.keys(key)
            t.wait(words, "q back", gone=["q quit"])
            t.keys("Down", "NPage", "End", "Home", "PPage")
            t.size(100, 30)
            t.wait(words if key != "l" else "back")
            t.size(80, 24)
            t.keys("q")
            t.wait("q quit")
            t.keys(key)
            t.wait("q back", gone=["q quit"])
            t.keys(key)


def going_on_or_anew():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys("Enter")
        t.wait("2 actions left")
        t.keys("q")
        t.wait("Continue with `skerry play atoll`", "ready$")
        first = t.save.read_text()
        t.play()
        t.wait("There is an unfinished game (turn 1). 2 actions left. (Level Newbie)", "Start over")
        t.keys("q")
        t.wait("Continue with `skerry play atoll`", "ready$")
        assert t.save.read_text() == first
        t.play()
        t.wait("Start over")
        t.keys("Enter")
        t.wait("2 actions left", "You walk from", gone=["Start over"])
        t.keys("q")
        t.wait("ready$")
        t.play()
        t.wait("Start over")
        t.keys("Down", "Enter")
        t.wait("3 actions left", gone=["Start over"])
        assert moves(t.save.parent / "atoll-1.record") == moves_of(first)


def moves_of(text):
    return [line for line in text.split("\n") if re.match(r"[1*] ", line)]


def the_end_and_another_game():
    with Terminal() as t:
        t.play("--seed 1 --option level=idiotic")
        t.wait("3 actions left", "Taboo Atoll Express · Idiotic", gone=["New game"])
        t.keys("q")
        t.wait("ready$")
        t.play("--resume --seed 1")  # the next game must take the options of the resumed one
        t.wait("3 actions left")
        t.keys("!")
        for _ in range(200):
            text = t.see()
            if "n: new" in text:
                break
            t.keys(":")
            t.type("search" if "actions left" in text else "1")
            time.sleep(0.1)
        text = t.wait("points", "n: new", "first game on record")
        lines_fit(text, 80, 24)
        assert "\nend " in t.save.read_text()
        t.keys("Enter", "w", "u")
        t.wait("n: new")
        t.keys("n")
        t.wait("3 actions left", "Turn 1", "New game: Level Idiotic. Your previous game is saved in atoll-1.record")
        assert (t.save.parent / "atoll-1.record").exists()


def ctrl_c_restores_the_terminal():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys("Enter")
        t.wait("2 actions left")
        t.keys("C-c")
        t.wait("Continue with `skerry play atoll`", "ready$")
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
            t.wait("You pass with 2 actions left.")
            t.keys("C-d")
            t.wait("Continue with `skerry play atoll`")


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


def coloured_text(text, colours):
    """The characters whose foreground or background is one of these colours (of 256)."""
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
    """Magenta marks what can be chosen and nothing else."""
    with Terminal() as t:
        t.play()
        t.wait("[3R]", "[5Y]")
        spots = coloured_text(t.see(colours=True), {198, 126})
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
        t.wait("A game for one player.")
        t.keys("q")
        t.wait("New game")
        t.keys("Enter")
        t.wait("Taboo Atoll Express: new game", "▸  Start", "Newbie")
        t.keys("Down", "Right")
        t.wait("‹ Normal ›", "How high the water is")
        t.keys("Enter", "Up", "Enter")
        t.wait("3 actions left", "Elite")
        t.keys("q")
        t.wait("Continue with `skerry play atoll`", "ready$")
        t.type(f"clear; {SKERRY}")
        t.wait("Taboo Atoll Express, one player")
        t.keys("Enter")
        t.wait("Continue the saved game: turn 1, Elite")
        t.keys("Escape")
        t.wait("Quit", gone=["Continue the"])
        t.keys("q")
        t.wait("ready$")


def three_keys_to_a_game_against_a_bot():
    with Terminal() as t:
        save = t.save.with_name("takara.record")
        t.type(f"clear; {SKERRY}")
        t.wait("2 Takara Island")
        t.keys("2")
        t.wait("1 New game")
        t.keys("Enter")
        t.wait("▸  Start")
        t.keys("Enter")
        t.wait("Takara Island ──", "the easy bot", gone=["Hand the screen", "player 2"])
        assert "seat 1 you\nseat 2 bot:easy\n" in save.read_text(), save.read_text()


def a_new_game_asks_who_plays():
    for size in [(80, 24), (100, 30), (132, 43)]:
        with Terminal(*size) as t:
            save = t.save.with_name("takara.record")
            t.type(f"clear; {SKERRY}")
            t.wait("2 Takara Island")
            t.keys("2", "Enter")
            t.wait("Players     2", "Player 1    a person, you", "Player 2    the easy bot", gone=["Player 3"])
            t.keys("Down", "4")
            lines_fit(t.wait("‹ 4 ›", "Number of players, 2 to 4.", "Player 4"), *size)
            t.keys("Right")
            t.wait("‹ 2 ›", gone=["Player 3"])
            t.keys("3", "Down", "Enter", "A", "n", "n", "a", "Enter")
            t.wait("‹ a person, Anna ›")
            t.keys("Down", "Left")
            t.wait("‹ a person, player 2 ›")
            t.keys("Enter", "a", "n", "n", "a", "Enter")
            t.wait("Seats 1 and 2 are both called anna; give them different names.", "save the name")
            t.keys("BSpace", "BSpace", "BSpace", "BSpace", ":", "x", "Enter")
            t.wait("A seat is `you`, a name, a bot such as `bot:easy`, or a program")
            t.keys("Escape")
            t.wait("‹ a person, player 2 ›", gone=["not :x"])
            t.keys("Enter", "B", "q", "Enter", "Down", "Right")
            t.wait("a person, Bq", "‹ the medium bot ›", "leaves the rest to luck")
            t.size(70, 20)
            t.wait("This window has 70 columns")
            t.size(*size)
            t.wait("‹ the medium bot ›")
            t.keys("Home", "Tab", "Enter")
            t.wait("Hand the screen to ")
            text = save.read_text()
            assert "seat 1 Anna\nseat 2 Bq\nseat 3 bot:medium\n" in text, text


def starting_anew_keeps_the_players():
    with Terminal() as t:
        t.takara("--seats you,bot:random")
        t.wait("2 adventurers are")
        t.keys("q")
        t.wait("ready$")
        t.takara("")
        t.wait("There is an unfinished game (turn 1: you and the random bot). 2 adventurers are ready.", gone=["()"])
        t.keys("Down", "Enter")
        t.wait("New game. Your previous game is saved in takara-1.record")
        assert "seat 1 you\nseat 2 bot:random\n" in t.save.read_text()
        t.keys("q")
        t.wait("ready$")
        t.takara("--seats Anna,Ben")
        t.wait("you and the random bot", "The players in `--seats` apply only to a new game.")
        t.keys("Down")
        t.wait("Anna,Ben. The unfinished game is kept")
        t.keys("Up", "Enter")
        t.wait("2 adventurers are", gone=["Anna"])
        t.wait("dice come from `--seed`")
        assert "seat 1 you\nseat 2 bot:random\n" in t.save.read_text()


def starting_anew_keeps_the_options():
    with Terminal() as t:
        t.play("--option level=elite")
        t.wait("3 actions left")
        for args, level in [("", "Elite"), ("--option level=crazy", "Crazy"), ("--new", "Newbie")]:
            t.keys("q")
            t.wait("ready$")
            t.play(args)
            if args != "--new":
                t.wait("Start over")
                t.keys("Down", "Enter")
            t.wait("3 actions left", f"New game: Level {level}. Your previous game is saved in")


# ---- accidental key presses ----------------------------------------------------------------------------------

def nothing_is_chosen_after_a_pause():
    """Viewing a tile takes one key. After a pause, an extra Enter does nothing."""
    with Terminal() as t:
        t.takara()
        t.wait("▸site 1")
        t.keys("Enter")
        t.wait("What happened", "tile 1 of site 1 is 2 Karas.", "Enter: Leave it and go on")
        assert moves(t.save)[-1] == "* tile kara-2", moves(t.save)
        t.keys("Enter")
        t.wait("What happened", "tile 2 of site 1 is a Rockfall", "Enter: continue")
        assert moves(t.save)[-2:] == ["1 on", "* tile rockfall"], moves(t.save)
        t.keys("Enter")
        t.wait("One adventurer is", "site 1: 2 of 3 tiles known", gone=["What happened", "▸site"])
        before = moves(t.save)
        t.keys("Enter", "Space", "Enter")
        t.wait("Nothing is selected yet")
        assert moves(t.save) == before, "an Enter too many was a move"
        t.keys("Down")
        t.wait("▸site 1", gone=["Nothing is selected"])
        t.keys("2", "Enter")
        t.wait("What happened")
        assert moves(t.save)[len(before)] == "1 view 2", moves(t.save)


def another_key_ends_a_pause_too():
    with Terminal() as t:
        t.takara()
        t.wait("▸site 1")
        t.keys("Enter")
        t.wait("Enter: Leave it and go on")
        before = moves(t.save)
        t.keys("l")
        t.wait("Day 1. It is your turn.", "q back")
        t.keys("q")
        t.wait("Enter: Leave it and go on")
        t.keys("o")
        t.wait("o Leave it", gone=["What happened"])
        assert moves(t.save) == before, "a letter key acted like Enter"
        t.keys("q")
        t.wait("Continue with `skerry play takara`")


def rows_are_walked_in_the_list_too():
    """Sites are in a row: Left and Right move on the board, Up and Down in the list, and a number chooses one."""
    with Terminal() as t:
        t.takara()
        t.wait("▸site 1")
        t.keys("Down", "Down")
        t.wait("▸site 3")
        t.keys("Up")
        t.wait("▸site 2")
        t.keys("Right")
        t.wait("▸site 3")
        t.keys("6")
        t.wait("▸site 6")
        t.keys("Down")
        t.wait("d Dig", "▸site 1")
        t.keys("4", "Enter")
        t.wait("What happened", "You dig at site 4.")
        assert "1 dig 4" in moves(t.save)


def view_two_tiles(t):
    t.keys("v", "Enter")
    t.wait("Enter: Leave it and go on")
    t.keys("Enter")
    t.wait("tile 2 of site 1 is a Rockfall")
    t.keys("Enter")
    t.wait("View tiles", gone=["What happened"])


def prices_not_counts():
    with Terminal() as t:
        t.takara()
        t.wait("▸site 1")
        text = t.wait("View tiles", "Dig")
        if re.search(r"(View tiles|Dig) +\d", text):
            raise AssertionError("the number of targets is shown like a price:\n" + text)
        view_two_tiles(t)  # this also earns 2 Karas for the Rockfall
        t.wait("For Karas", gone=["What happened"])
        if not re.search(r"a Archaeologist +2\n", t.see()):
            raise AssertionError("the price of the Archaeologist (2) is missing:\n" + t.see())
        t.keys("?")
        t.wait("Help")
        t.keys("NPage")
        t.wait("Archaeologist (`archaeologist`), 2 Karas")
        t.keys("PPage", "Down", "Down", "Down")
        t.wait("If two moves", "Rent the Sword (`rent`), 3 Karas")
        t.keys("q", ":")
        t.type("look sword")
        t.wait("Rent the Sword (`rent`), for 3 Karas.")


def what_a_move_takes_is_said():
    with Terminal() as t:
        t.takara("--seats Anna,Ben", seed=7)
        t.wait("Hand the screen to Anna.")
        t.keys("Enter")
        t.wait("Anna: 2")
        for line, words, after in [("dig 1", "What happened", "Anna: One"), ("dive", "End the day", "Enter to hand")]:
            t.keys(":")
            t.type(line)
            t.wait(words)
            t.keys("Enter")
            t.wait(after)
        t.keys("Enter")
        t.wait("Hand the screen to Ben.")
        t.keys("Enter")
        t.wait("Before your first turn")
        t.keys("Enter")
        t.wait("Clear Rockfall")
        t.keys("c")
        t.wait("▸site 1: needs 2 adventurers, earns 2 Karas")


# ---- several people, bots ------------------------------------------------------------------------------------

HOTSEAT = "--seats Anna,Ben"


def to_hand_over(t):
    """Anna views site 1, goes to the Dive and ends the day."""
    t.takara(HOTSEAT)
    t.wait("Hand the screen to Anna.", "q quit")
    t.keys("Enter")
    t.wait("Anna: 2", "View tiles")
    view_two_tiles(t)
    t.wait("Anna: One")
    t.keys("i", "Enter")
    t.wait("End the day")
    t.keys("Enter")
    t.wait("Press Enter to hand the screen to Ben.", "u undo", "q quit")


def keys_before_handing_over():
    with Terminal() as t:
        to_hand_over(t)
        for key, words in [("?", "Kinds of moves"), ("l", "Day 1. It is your turn."), ("b", "It is Ben's turn"), ("r", "number, Enter")]:
            t.keys(key)
            t.wait(words, "back")
            t.keys("q")
            t.wait("Press Enter to hand the screen to Ben.")
        t.keys(":")
        t.type("score")
        t.wait("The score now:")
        t.keys("q")
        t.wait("Press Enter to hand the screen to Ben.")
        t.keys("d")
        t.wait("There is nothing for you to decide now.", "Press Enter to hand the screen to Ben.")
        t.keys("u")
        t.wait("Move taken back.", "End the day", gone=["hand the screen"])
        t.keys("Enter")
        t.wait("Press Enter to hand the screen to Ben.")
        t.keys("Enter")
        t.wait("Hand the screen to Ben.", "q quit", gone=["Anna"])
        t.keys("x", "q")
        t.wait("Continue with `skerry play takara`", "ready$")
        t.takara("")
        t.wait("Start over")
        t.keys("Enter")
        t.wait("Hand the screen to Ben.")
        t.keys("C-c")
        t.wait("ready$")
        t.takara("--resume")
        t.wait("Hand the screen to Ben.")
        t.keys("Enter")
        t.wait("Before your first turn", "Anna ends the day.", gone=["tile 1 of site 1 is 2 Karas"])
        t.keys("Enter")
        t.wait("Ben: 2", gone=["┆2 K"])
        t.keys("Enter")
        t.wait("Nothing is selected yet")


def a_visitor_finds_the_way_back():
    with Terminal() as t:
        t.takara(HOTSEAT)
        t.wait("Hand the screen to Anna.")
        t.keys("Enter")
        t.wait("Anna: 2")
        t.keys("@")
        t.wait("Who takes the screen?", "1 Anna", "2 Ben")
        t.keys("2")
        t.wait("Hand the screen to Ben.")
        t.keys("Enter")
        t.wait("Ben: Waiting for Anna.", "Esc: back to Anna")
        t.keys("Escape")
        t.wait("Hand the screen to Anna.")
        t.keys("Enter")
        t.wait("Anna: 2", "View tiles", gone=["Esc: back"])


def end_the_day(t):
    for move in ("dive", "dive", "end 0"):
        t.wait("q quit", gone=["What happened"])
        t.keys(":")
        t.type(move)


def a_recap_before_ones_turn():
    for size in [(80, 24), (100, 30), (132, 43)]:
        with Terminal(*size) as t:
            t.takara("--seats you,bot:greedy,bot:random")
            t.wait("2 adventurers")
            end_the_day(t)
            t.wait("skip the wait")
            t.keys("Enter")
            text = t.wait("Since your last turn", "Day 3. It is the random bot's turn.", "Enter: continue", gone=["adventurers are ready"])
            lines_fit(text, *size)
            if "You send" in text:
                raise AssertionError("the recap contains the player's own moves:\n" + text)
            t.keys("End")
            text = t.wait("Day 4. It is your turn.")
            t.keys("Home", "Down", "Up", "NPage", "Enter")
            t.wait("adventurers", "View tiles", gone=["Since your last turn", "▸site"])
            t.keys("Enter")
            t.wait("Nothing is selected yet")
            t.keys("q")
            t.wait("ready$")
            t.takara("--resume")
            t.wait("Since your last turn", "Day 3. ", "q back")
            t.keys("q")
            t.wait("View tiles", "q quit", gone=["Since your last turn", "ready$"])
            t.keys("q")
            t.wait("ready$")
            t.takara("--resume")
            t.wait("Since your last turn", "Day 3. ")
            t.keys("!")
            t.wait("View tiles")
            end_the_day(t)
            t.keys("Enter")
            t.wait("View tiles", "Day 7", gone=["Since your last turn"])


def bots_wait_for_a_window():
    """Nothing happens while the window is too small."""
    with Terminal() as t:
        t.takara("--seats you,bot:greedy")
        t.wait("2 adventurers")
        end_the_day(t)
        t.wait("skip the wait")
        t.size(60, 15)
        t.wait("The game is paused.")
        time.sleep(0.8)
        before = t.save.read_text()
        time.sleep(2.5)
        assert t.save.read_text() == before, "a bot moved while the window was too small"
        t.keys("Enter", "v", "Enter")
        t.size(80, 24)
        t.wait("Since your last turn")
        assert t.save.read_text() != before
        t.size(60, 15)
        t.wait("The game is paused.")
        t.keys("q")
        t.wait("ready$")


def lines_leave_nothing_for_the_next():
    """Line by line at a terminal: before the next person looks, the window and its scrollback are cleared."""
    with Terminal() as t:
        t.takara("--plain --seats Anna,Ben")
        t.wait("Hand the screen to Anna. Press Enter.")
        t.type("")
        for line, words in [("view 1", "tile 1 of site 1 is 2 Karas"), ("on", "tile 2 of site 1 is a Rockfall"), ("dive", "End the day"),
                            ("end 0", "Press Enter to clear this window, then hand the screen to Ben.")]:
            t.wait("Anna: ", "\n>")
            t.type(line)
            t.wait(words)
        if "tile 1 of site 1 is 2 Karas" not in t.history():
            raise AssertionError("nothing was shown that must be hidden:\n" + t.history())
        t.type("")
        t.wait("Hand the screen to Ben. Press Enter.")
        text = t.history()
        if "tile 1 of site 1 is 2 Karas" in text or "Anna" in text:
            raise AssertionError("still visible:\n" + text)
        t.type("")
        t.wait("Ben: 2 adventurers are ready.")
        text = t.history()
        if "tile 1 of site 1 is 2 Karas" in text or "Anna ends the day." not in text or "Anna sees tile 1 of site 1." not in text:
            raise AssertionError("this is not what Ben may see:\n" + text)
        t.type("view 2")
        t.wait("tiles at site 2")
        t.type("quit")
        t.wait("The game is saved.")
        text = t.history()
        if "tiles at site 2" in text:
            raise AssertionError("still visible after quitting:\n" + text)


def a_dumb_terminal_says_that_it_stays():
    with Terminal(term="dumb") as t:
        t.takara("--seats Anna,Ben")
        t.wait("Hand the screen to Anna.")
        t.type("")
        for line in ["dive", "dive", "end 0", ""]:
            t.wait("\n>")
            t.type(line)
        t.wait("This window cannot be cleared", "Hand the screen to Ben. Press Enter.")


# ---- replays -------------------------------------------------------------------------------------------------

def a_record_is_stepped_through():
    with Terminal() as t:
        t.play()
        t.wait("3 actions left")
        t.keys("Enter", "Enter")
        t.wait("One action left")
        t.keys(":")
        t.type("search")
        t.wait("What happened")
        t.keys("q")
        t.wait("ready$")
        t.type(f"clear; {SKERRY} replay --board {t.save}")
        for w, h in [(80, 24), (100, 30), (132, 43)]:
            t.size(w, h)
            lines_fit(t.wait("Start, 3", "3 actions left", "Left, Right: step"), w, h)
        t.size(80, 24)
        t.keys("Right")
        t.wait("Step 1 of 3", "You walk from Idiot's Platform to Flame Sanctuary.", "2 actions left")
        t.keys("Right", "Right", "Right")
        t.wait("Step 3 of 3", "Keep one or two")
        t.keys("Left")
        t.wait("Step 2 of 3", "One action left")
        t.keys("End")
        t.wait("Step 3 of 3")
        t.keys("l")
        t.wait("You search with", "q back")
        t.keys("q", "Home")
        t.wait("Start, 3")
        t.keys("q")
        t.wait("ready$")


def a_replay_keeps_secrets():
    """While two people play, a replay shows no one's tiles unless their view is requested. Page keys step by turns."""
    with Terminal() as t:
        to_hand_over(t)
        t.keys("q")
        t.wait("ready$")
        t.type(f"clear; {SKERRY} replay --board {t.save}")
        t.wait("as a spectator sees it", "Start, 4")
        for step in range(4):
            t.keys("Right")
            t.wait(f"Step {step + 1} of 4", gone=["┆2 K", "tile 1 of site 1 is 2 Karas"])
        t.keys("Home")
        t.wait("Start, 4")
        t.keys("NPage")
        t.wait("Step 4 of 4", "Day 2. It is Ben's turn.")
        t.keys("PPage")
        t.wait("Start, 4")
        t.keys("q")
        t.wait("ready$")
        t.type(f"clear; {SKERRY} replay --board --seat anna {t.save}")
        t.wait("as Anna sees it", "Start, 4")
        t.keys("Right")
        t.wait("Step 1 of 4", "tile 1 of site 1 is 2 Karas", "┆2 K")
        t.keys("q")
        t.wait("ready$")


# ---- shots ---------------------------------------------------------------------------------------------------

SHORE = ["begin", "* first 1", "* ffc spare-ball", "1 land teeth-landing", "* ffc calm-breath", "2 land marsh-landing",
         "* dice 1 1", "1 go teeth-s2", "1 flip", "* piece rum"]


def on_the_island(t, lines, seats=("you", "bot:greedy"), args="", game="ayeaye"):
    """Resumes a game from these record lines."""
    record = t.home / "shore.record"
    fresh = t.home / "fresh.record"
    subprocess.run([SKERRY, "play", game, "--plain", "--record", fresh], stdin=subprocess.DEVNULL,
                   capture_output=True, timeout=20, check=True)
    head = [line for line in fresh.read_text().split("\n") if line.split(" ")[0] in ("skerry", "game", "content")]
    head += [f"seats {len(seats)}"] + [f"seat {i + 1} {seat}" for i, seat in enumerate(seats)]
    record.write_text("\n".join(head + lines) + "\n")
    t.type(f"clear; {SKERRY} play {game} --resume --record {record} {args}")


def a_shot_shows_its_way():
    """The cursor starts at a sensible shot. The path of a shot stays visible until the next one; after the last shot,
    until it is confirmed."""
    with Terminal() as t:
        on_the_island(t, SHORE + ["* quest rum-05", "1 place 22", "1 aim 120"])
        t.wait("How hard do you push, 1 to 32?", "▸17: into the Skull", "Ghost of the Spilt Cask", "Won: draw a Favour card")
        t.keys("u", "u")
        t.wait("▸22: middle, front row")
        t.keys("Enter")
        t.wait("▸120: straight ahead, at the Skull", "118: one degree")
        t.keys("q")
        t.wait("ready$")
        way = "○·" + "·" * 20
        on_the_island(t, SHORE + ["* quest rum-05", "1 place 22", "1 aim 120", "1 push 24", "* tremor-aim 6",
                                  "* tremor-push 2", "1 place 22"])
        t.wait("Aim: 0 to 240", gone=[way])
        t.type(":undo")
        t.wait("Place a stone", gone=["You place a stone"])
        t.keys("q")
        t.wait("ready$")
        t.type(f"clear; {SKERRY} replay --board --at 14 {t.home / 'shore.record'}")
        t.wait("Left, Right: step")
        t.keys("End")
        t.wait(way, "The stone strikes the far cushion.")
        t.keys("Left")
        t.wait("How hard do you push, 1 to 32?", gone=[way])
        t.keys("q")
        t.wait("ready$")


def a_key_of_a_pause_is_no_move_of_the_next_turn():
    """A key pressed during a pause counts only there, not after the bots have moved."""
    with Terminal() as t:
        on_the_island(t, SHORE[:-2], args="--seed 5")
        t.wait("Flip it?")
        t.keys("e", "Enter")
        t.wait("What happened")
        t.keys("f")
        for _ in range(40):
            if "Round 2, your turn" in t.see():
                break
            if "Enter: continue" in t.see():
                t.keys("Enter")
            time.sleep(0.1)
        t.wait("Round 2, your turn", "g Go", gone=["cannot do that", "(rule"])


def several_people_go_by_name():
    """When several people share a screen, the heading and the rows show their names."""
    with Terminal() as t:
        on_the_island(t, SHORE[:6], seats=("Anna", "Ben"))
        t.wait("Hand the screen to Anna.")
        t.keys("Enter")
        t.wait("Since your last turn")
        t.keys("Enter")
        t.wait("Round 1, Anna's turn", "A Anna", "B Ben", "Anna: You threw", gone=["Round 1, your turn"])
        t.keys("q")
        t.wait("ready$")
        t.takara("--seats Anna,Ben")
        t.wait("Enter")
        t.keys("Enter")
        t.wait("Day 1, Anna", "A Anna", gone=["your day"])


# ---- offers, dusk --------------------------------------------------------------------------------------------

BEACH = ["begin", "* deal yakuza", "* deal fisherman", "* deal nurse", "* deal butcher", "* deal huntress", "* deal model",
         "* supply can-3", "* supply plants-2", "* supply machete", "* supply flare-gun", "* supply can-2", "* supply can-2",
         "* supply knife", "* supply trap"]


def half_an_offer_comes_first():
    """The moves that continue an offer come first, under the cursor. After the offer, an extra Enter does not explore."""
    with Terminal() as t:
        on_the_island(t, BEACH, game="tendays")
        t.wait("Day 1, your turn", "e Explore", "O Offer a trade")
        t.keys("O", "Enter")
        t.wait("To make your offer", "G Give a card", "▸Can (3)", "X Drop the offer", "Other")
        t.keys("Enter")
        t.wait("You offer Can (3).", "S Send the offer", "▸Plants (2)")
        t.keys("X", "Enter")
        t.wait("You drop your unfinished offer", "e Explore", gone=["To make your offer", "▸Fisherman"])
        t.keys("Enter")
        t.wait("Nothing is selected yet", gone=["exploring"])
        if "explore" in (t.home / "shore.record").read_text():
            raise AssertionError("an Enter too many was a move")


def a_long_list_leaves_the_log_its_place():
    with Terminal(110, 34) as t:
        on_the_island(t, BEACH, game="tendays")
        t.wait("Day 1, your turn")
        t.keys("O", "Enter", "K")
        rows = t.wait("Ask for a card", "Energy drink", "▾").rstrip("\n").split("\n")
        if not rows[-1].startswith(" arrows, Enter  u undo  h hint") or not any("── Ten Days ──" in row for row in rows[-6:-2]):
            raise AssertionError("no room for the log:\n" + "\n".join(rows))
        lines_fit("\n".join(rows), 110, 34)


def what_is_opened_is_used_first():
    """At dusk, the cursor goes to characters who can drink. Opening food that nobody needs takes a confirmation."""
    with Terminal() as t:
        on_the_island(t, BEACH + ["1 end", "2 end"], game="tendays")
        t.wait("Day 1, dusk.", "p Open", "Spring water (2)")
        t.keys("p")
        t.wait("▸Spring water (2)")  # nobody is hungry today
        t.keys("Enter")
        t.wait("You open Spring water (2).", "i Drink", "▸Fisherman")
        t.keys("p", "Enter")
        t.wait("Open: 4 water")
        t.keys("p", "Enter")
        t.wait("None of your characters")
        t.keys("Enter")
        t.wait("Open: 4 water, 3 canned food")


CASES = [every_size_shows_the_whole_board, a_small_window_waits, a_move_by_keys_and_back, dice_wait_to_be_read,
         the_cursor_never_spends, a_key_says_why_not, a_pair_is_picked_in_either_order, danger_is_marked, words_after_a_colon,
         rules_are_found, a_move_by_typing, down_goes_through_a_list_of_two, the_scroll_mark_hides_nothing,
         sheets_open_and_close, going_on_or_anew, the_end_and_another_game, ctrl_c_restores_the_terminal,
         hang_up_and_kill_lose_nothing, a_closed_window_loses_nothing, poor_terminals_get_lines, plain_letters_without_utf8,
         colours_only_where_wanted, magenta_means_you_may, the_menu_by_keys, three_keys_to_a_game_against_a_bot,
         a_new_game_asks_who_plays, starting_anew_keeps_the_players, starting_anew_keeps_the_options, nothing_is_chosen_after_a_pause, another_key_ends_a_pause_too,
         rows_are_walked_in_the_list_too, prices_not_counts, what_a_move_takes_is_said, keys_before_handing_over, a_visitor_finds_the_way_back,
         a_recap_before_ones_turn, bots_wait_for_a_window, lines_leave_nothing_for_the_next, a_dumb_terminal_says_that_it_stays,
         a_record_is_stepped_through, a_replay_keeps_secrets, a_shot_shows_its_way,
         a_key_of_a_pause_is_no_move_of_the_next_turn, several_people_go_by_name, half_an_offer_comes_first,
         a_long_list_leaves_the_log_its_place, what_is_opened_is_used_first]


def main():
    tap = Tap()
    for case in CASES:
        name = case.__name__.replace("_", " ")
        if shutil.which("tmux"):
            tap.run(name, case)
        else:
            tap.case(name, skip="tmux is not installed")
    tap.done()


if __name__ == "__main__":
    main()
