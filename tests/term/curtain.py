#!/usr/bin/env python3
"""Two people at one full screen: curtain.py SKERRY. Neither may ever see the other's secrets.

Takara Island in a real terminal (tmux): Anna knows where the rich goblin is, Ben where the sly one is. Every screen
is searched for both words, at every size and after every key."""
import pathlib
import re
import shutil
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[2] / folder) for folder in ("tests", "games/takara/tests")]
from island import Island  # noqa: E402
from screen import SKERRY, Terminal  # noqa: E402
from tap import Tap  # noqa: E402

ANNAS, BENS = r"[Rr]ich", r"[Ss]ly"
SIZES = [(100, 30), (132, 43), (60, 20), (200, 60), (80, 24)]


class Table(Terminal):
    """Anna and Ben at one terminal; Anna is to move. `closed`: patterns that must not be on the screen now."""

    def __init__(self):
        super().__init__()
        island = Island(SKERRY)
        for site, kind, seat in ((1, "rich-goblin", 1), (2, "sly-goblin", 2)):
            island.gone(site, 3)
            island.put(site, 4, kind, seen=[seat])
        island.put(1, 5, "kara-4", seen=[1])
        island.put(1, 6, "xp-2", seen=[1])
        self.closed = [ANNAS, BENS]
        path = island.save(self.home / "island.record")
        self.type(f"clear; {SKERRY} play takara --resume --record {path} --seats Anna,Ben")

    def see(self, colours=False):
        text = super().see(colours)
        for secret in getattr(self, "closed", []):
            if re.search(secret, text):
                raise AssertionError(f"{secret} is on the screen:\n{text}")
        return text

    def command(self, line, *words):
        self.keys(":")
        self.type(line)
        return self.wait(*words)

    def resize(self):
        """Tries every size. The same secrets must stay hidden."""
        for w, h in SIZES:
            self.size(w, h)
            for _ in range(2):
                time.sleep(0.05)
                self.see()

    def hand_to(self, name, closed):
        """Goes from a board to the curtain (which may need an Enter first) and through it. Nothing must show behind it."""
        end = time.time() + 20
        while f"Hand the screen to {name}" not in (text := self.see()) and time.time() < end:
            if "Harbor" in text:
                self.keys("Enter")
            time.sleep(0.2)
        self.closed = [ANNAS, BENS]
        self.wait(f"Hand the screen to {name}", gone=["Harbor", "Score", "goblin"])
        self.resize()
        for key in ("l", "b", "u", ":", "?", "@", "r", "Up", "Tab", "x"):
            self.keys(key)
            time.sleep(0.05)
            self.see()
        self.wait(f"Hand the screen to {name}", gone=["Harbor", "Score"])
        self.keys("Enter")
        self.closed = closed
        while "Harbor" not in (text := self.see()) and time.time() < end:
            if "Enter: continue" in text:  # first comes what happened since their last turn
                self.keys("Enter")
            time.sleep(0.2)
        self.wait("Harbor", gone=["Hand the screen"])

    def anna(self):
        """Anna looks at her tiles again and ends her day."""
        self.hand_to("Anna", [BENS])
        self.wait("Rich")
        self.command("view 1", "Only you can see that tile 4 of site 1 is a rich goblin.")
        for words in ("4 Karas", "2 XP", "One adventurer is ready"):
            self.command("on", words)
        self.command("dive", "Nobody is left to send out")
        self.resize()
        self.keys(":")
        self.type("end 0")


def a_curtain_falls_between_people():
    with Table() as t:
        t.anna()
        t.hand_to("Ben", [ANNAS])
        t.wait("Sly")
        t.resize()
        t.wait("Harbor", "Sly")


def pages_tell_each_his_own():
    with Table() as t:
        t.anna()
        t.hand_to("Ben", [ANNAS])
        for key, words in (("l", "Anna sees tile 4 of site 1."), ("b", "tile 4 was seen by Anna")):
            t.closed = [ANNAS if key == "l" else "is a rich goblin"]  # the page tells Ben that no rich goblin is known to him
            t.keys(key)
            t.wait(words)
            t.resize()
            t.keys("q")
            t.wait("Harbor")
        t.closed = [ANNAS]
        t.command("look site 1", "tile 4 was seen by Anna")
        t.keys("q")  # three lines open as an overlay
        t.wait("Harbor")
        t.command("look site 2", "is a sly goblin")


def undo_shows_nothing():
    with Table() as t:
        t.anna()
        t.hand_to("Ben", [ANNAS])
        t.command("undo", "You can take back only")
        t.command("dive", "One adventurer is ready")
        t.resize()
        t.keys("u")
        t.wait("Move taken back.", "2 adventurers are ready")
        t.resize()
        t.keys("l")
        t.wait("Anna sees tile 4 of site 1.")
        t.keys("q")
        t.wait("Harbor")
        t.keys("u")
        t.wait("You can take back only")


def a_visit_goes_through_the_curtain():
    with Table() as t:
        t.anna()
        t.hand_to("Ben", [ANNAS])
        t.keys("@")
        t.wait("Who takes the screen?", "Anna")
        t.keys("Home", "Up", "Up")
        t.wait("▸")
        assert re.search(r"▸ .*Anna", t.see()), t.see()
        t.keys("Enter")
        t.hand_to("Anna", [BENS])
        t.wait("Rich", "Waiting for Ben.")


def leaving_leaves_nothing():
    with Table() as t:
        t.anna()
        t.hand_to("Ben", [ANNAS])
        t.closed = [ANNAS, BENS]
        t.keys("q")
        end = time.time() + 10
        while "ready$" not in Terminal.see(t) and time.time() < end:
            time.sleep(0.05)
        kept = t.tmux("capture-pane", "-p", "-S", "-", "-E", "-")
        for secret in t.closed:
            if re.search(secret, kept):
                raise AssertionError(f"{secret} is still in the window:\n{kept}")


CASES = [a_curtain_falls_between_people, pages_tell_each_his_own, undo_shows_nothing, a_visit_goes_through_the_curtain,
         leaving_leaves_nothing]


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
