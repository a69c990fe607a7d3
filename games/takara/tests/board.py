#!/usr/bin/env python3
"""Takara Island's board in a real terminal (tmux): board.py SKERRY. Checks that nothing is cut off at the usual sizes."""
import pathlib
import re
import shutil
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[3] / folder) for folder in ("tests", "tests/term")]
from island import Island  # noqa: E402
from screen import SKERRY, Terminal, lines_fit  # noqa: E402
from tap import Tap  # noqa: E402

SIZES = [(80, 24), (100, 30), (132, 43)]


def rich_island(seats):
    """An island with different monsters of one level, tiles seen by several players, and someone in hospital."""
    island = Island(SKERRY, seats)
    island.put(1, 1, "xp-1", seen=[1])
    island.put(1, 2, "old-bat", seen=[1, 2])
    island.put(1, 3, "kara-2", seen=[2], marked=True)
    for site in (2, 3):
        island.gone(site, 3)
    island.put(2, 4, "old-goblin", up=True)
    island.put(2, 5, "sly-goblin", up=True)
    island.put(3, 4, "rich-goblin", up=True)
    island.gone(4, 6, {4: (1, "xp-2-cross"), 5: (1, "xp-2-cross")})
    island.put(4, 7, "rich-skeleton", up=True)
    island.put(4, 8, "old-skeleton", seen=[1])
    island.put(5, 1, "fat-bat", up=True)
    island.seat(1, karas=12, available=1, hospital=1)
    island.state["moved"] = 1
    return island


def open_island(t, island, seats):
    path = island.save(t.home / "island.record")
    t.type(f"clear; {SKERRY} play takara --resume --record {path} --seats {seats}")
    t.wait("Harbor", "Dig")


def monsters_can_be_told_apart():
    with Terminal() as t:
        open_island(t, rich_island(2), "you,bot:greedy")
        for (w, h), names in zip(SIZES, (["Old   †2", "Sly   †2", "Rich  †2", "Rich  †3"], ["Old gob †2", "Sly gob †2", "Rich gob†2"],
                                         ["Old goblin", "Sly goblin", "Rich goblin", "Rich skeleton"])):
            t.size(w, h)
            lines_fit(t.wait(*names, "Harbor"), w, h)


def a_letter_never_covers_a_life():
    with Terminal() as t:
        open_island(t, rich_island(2), "you,bot:greedy")
        for w, h in SIZES:
            t.size(w, h)
            text = t.wait("Old", "Harbor")
            assert not re.search(r"†[^0-9]", text.split("Player")[0]), text


def prices_and_players_are_whole():
    with Terminal() as t:
        open_island(t, rich_island(4), "you,bot:greedy,bot:random,bot:greedy")
        for w, h in SIZES:
            t.size(w, h)
            text = t.wait("+2", "Score", "greedy bot 2", "the random bot", "greedy bot 4")
            harbor = next(line for line in text.split("\n") if line.startswith("Harbor"))
            assert re.search(r"Archaeol\S* 2, Sooths\S* 3, Miner 5, Imperson\S* \+2", harbor), harbor
            players = text.split("Player")[1].split("\n")[1:9]
            assert not any("…" in line[:90] for line in players), "\n".join(players)


def a_site_is_told_whole():
    """The line below the shafts describes a site: in sentences if there is room, otherwise briefly, but never cut off."""
    with Terminal() as t:
        open_island(t, rich_island(2), "you,bot:greedy")
        t.keys("d")
        for w, h in SIZES:
            t.size(w, h)
            text = t.wait("Site 1", "Harbor")
            lines = text.split("\n")
            at = next(i for i, line in enumerate(lines) if line.startswith("Site 1"))
            end = next(i for i, line in enumerate(lines) if line.startswith("Harbor"))
            told = " ".join(line[:60] for line in lines[at:end])
            assert "…" not in told and ("✓" in told or "no Rockfall" in told), told


def help_explains_the_signs():
    with Terminal() as t:
        open_island(t, rich_island(2), "you,bot:greedy")
        t.size(100, 60)
        t.wait("Harbor")
        t.keys("?")
        t.keys("End")
        t.wait("Symbols on the board", "a cross", "clearly not a Rockfall", "(Miner)", "Score: a player's score")


def the_end_counts_for_everybody():
    """The final scores in order of rank. With enough room, everyone's details; otherwise only your own and how to see
    the rest."""
    with Terminal() as t:
        island = Island(SKERRY, 3)
        island.gone(1, 7, {7: (1, "stone"), 1: (1, "xp-1"), 2: (2, "xp-1-cross"), 4: (2, "xp-2"), 5: (2, "xp-2")})
        island.gone(4, 7, {1: (3, "xp-1"), 4: (3, "xp-2-cross"), 7: (2, "xp-4")})
        island.seat(1, karas=2, xp_tokens=2, available=0, used=2)
        island.seat(2, karas=12)
        island.state["tokens"] -= 2
        island.state.update(moved=1, idle=30)
        path = island.save(t.home / "island.record")
        t.type(f"clear; {SKERRY} play takara --resume --record {path} --seats you,bot:greedy,bot:greedy")
        t.wait("Harbor", "End the day")
        t.keys(":")
        t.type("end 0")
        text = t.wait("The game is over", "One Stone on its own is worth nothing", "4 for 2 XP tokens", "b: all scores")
        panel = [line[61:] for line in text.split("\n")]
        named = [line for line in panel if re.match(r"(You|Greedy bot \d): ", line)]
        assert [line[:12] for line in named] == ["Greedy bot 2", "You: 5 points"[:12], "Greedy bot 3"], text
        t.size(100, 30)
        t.wait("9 for 4 tiles", "2 for 12 Karas", "4 for 2 XP tokens", "3 for 2 tiles", gone=["b: all scores"])


CASES = [monsters_can_be_told_apart, a_letter_never_covers_a_life, prices_and_players_are_whole, a_site_is_told_whole,
         help_explains_the_signs, the_end_counts_for_everybody]
tap = Tap()
for case in CASES:
    if shutil.which("tmux"):
        tap.run(case.__name__.replace("_", " "), case)
    else:
        tap.case(case.__name__.replace("_", " "), skip="tmux is not installed")
tap.done()
