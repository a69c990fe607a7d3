#!/usr/bin/env python3
"""Tests the text of Takara Island, line by line through a pipe: spoken.py SKERRY ROOT

Warnings, endings, refusals, prompts and scores, each in a position made for it."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from island import Island

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests"))
from tap import Tap  # noqa: E402

SKERRY, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
WORDS = json.loads((ROOT / "games/takara/words/en.json").read_text())
FOLDER = tempfile.TemporaryDirectory()
HOME = pathlib.Path(FOLDER.name)


def play(island, lines, seats="you,bot:greedy"):
    path = island.save(HOME / "island.record")
    done = subprocess.run([SKERRY, "play", "takara", "--plain", "--resume", "--record", str(path), "--seats", seats],
                          input=lines, capture_output=True, text=True, timeout=60,
                          env={"HOME": str(HOME), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})
    if done.returncode:
        raise AssertionError(f"exit {done.returncode}: {done.stdout[-500:]}{done.stderr}")
    return done.stdout


def has(text, *wanted):
    for words in wanted:
        if words not in text:
            raise AssertionError(f"\"{words}\" is not in:\n{text}")


def has_none(text, *unwanted):
    for words in unwanted:
        if words in text:
            raise AssertionError(f"\"{words}\" is in:\n{text}")


def engine(*requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    out = subprocess.run([SKERRY, "engine"], input=lines, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def evening(seats=2, **more):
    """Seat 1 has used all adventurers."""
    island = Island(SKERRY, seats)
    island.seat(1, available=0, used=2)
    island.state.update(moved=1, **more)
    return island


# ---- warnings and endings ------------------------------------------------------------------------------------

def one_stone_alarm():
    """Four sites are empty, and seat 1 has found one Stone."""
    island = Island(SKERRY)
    for site in (1, 2, 4, 5):
        island.gone(site, 9, {9: (1, "stone")} if site == 1 else {})
    text = play(island, "")
    has(text, "If one more site is emptied before the second Stone is found, the game ends, and the first Stone is worth nothing.")


def no_stone_alarm_and_end():
    """Three sites are empty, and the last tile of a fourth is known."""
    island = Island(SKERRY)
    island.put(5, 9, "kara-6", seen=[1])
    for site, tiles in ((1, 9), (2, 9), (4, 9), (5, 8)):
        island.gone(site, tiles)
    text = play(island, "dig 5\n")
    has(text, "If one more site is emptied before a Stone is found, everybody loses.", "Nobody wins.")
    has_none(text, " wins with ")
    ending = WORDS["ending.no-stone"]
    assert text.count(ending) == 1, "the ending must appear exactly once:\n" + text
    has_none(ending, "dug out")


def standstill_without_a_stone():
    text = play(evening(idle=20), "end 0\n")
    has(text, "No tile has been removed for 20 turns.", "Nobody wins.")
    has_none(text, "win with", "wins with")


def standstill_with_one_stone():
    island = evening(idle=20)
    island.gone(1, 7, {7: (1, "stone"), 1: (1, "xp-1")})
    text = play(island, "end 0\n")
    has(text, "One Stone on its own is worth nothing, so the most XP wins.", "You win with")
    has_none(text, "Nobody wins")


def levels_are_the_books():
    rules = (ROOT / "games/takara/rules.md").read_text()
    table = re.findall(r"^\| (?:9 and below|10 to 19|20 to 29|30 to 39|40 and more)\s*\| (.+?)\s*\|$", rules, re.M)
    assert table == [WORDS[f"rank.{i}"] for i in range(5)], table
    assert table == ["Food for Axolotl", "Rookie", "Stones Amateur", "The New Indiana", "Legendary Hero"], table


def the_score_counts_things():
    island = evening(idle=20)
    island.gone(1, 7, {7: (1, "stone"), 1: (1, "xp-1"), 2: (2, "xp-1-cross"), 4: (2, "xp-2"), 5: (2, "xp-2")})
    island.seat(1, karas=62, xp_tokens=2)
    island.state["tokens"] -= 2
    text = play(island, "end 0\n")
    has(text, "1. You, 17 points: 1 for one tile, 4 for 2 XP tokens, 12 for 62 Karas.",
        "2. The greedy bot, 5 points: 5 for 3 tiles.")
    island.seat(1, karas=0, xp_tokens=0)
    island.state["tokens"] += 2
    text = play(island, "end 0\n")
    first, second = text.index("1. The greedy bot, 5 points"), text.index("2. You, one point")
    assert first < second, "not sorted by rank:\n" + text


# ---- refusals ------------------------------------------------------------------------------------------------

def one_kara_is_one():
    island = Island(SKERRY)
    island.seat(1, karas=1)
    text = play(island, "rent\nbuy\nminer 1\ndive\ndive\n")
    has(text, "You have one Kara; the Sword costs 3. (rule 8)", "You have one Kara; an XP token costs 5. (rule 23)",
        "You have one Kara; this costs 5. (rule 24)")
    island = evening()
    island.seat(1, karas=1, used=1, hospital=1)
    text = play(island, "recruit\nend 1\n")
    has(text, "You have one Kara; the recruit costs 5. (rule 35)", "You have one Kara; the hospital charges 2. (rule 36)")
    island.seat(1, karas=0)
    has(play(island, "recruit\n"), "You have no Karas; the recruit costs 5.")


def catalogued_refusals_exist():
    source = "".join(path.read_text() for path in (ROOT / "games/takara/rules").glob("*.c"))
    for key in WORDS:
        if key[0].isupper():
            assert f'"{key}"' in source, f"no refusal uses the catalogue key: {key}"


def numbers_are_called_numbers():
    start = [{"do": "new", "game": "takara", "seats": 2, "seed": 1, "chance": "manual"},
             {"do": "chance", "handle": 1, "outcome": "first 1"}]
    errors = [answer["error"]["text"] for answer in engine(
        *start, *({"do": "act", "handle": 1, "seat": 1, "move": move} for move in ("end 11", "end", "dig", "dig 7")))[2:]]
    assert errors == ["The move end takes a number from 0 to 10, not 11.", "The move end needs a number from 0 to 10 after it.",
                    "The move dig needs a site after it.", "7 is not the name of a site."], errors
    has(play(evening(), "end 11\n"), "A number in this move must be from 0 to 10, not 11.")


def the_first_tile_is_one_number():
    island = Island(SKERRY)
    island.gone(1, 6)
    island.seat(1, karas=3)
    has(play(island, "soothsayer 1 9\n"), "The first tile there must be 7. (rule 28)")


# ---- prompts, labels, words ----------------------------------------------------------------------------------

def nobody_worked():
    island = Island(SKERRY)
    island.seat(1, available=0, break_room=2)
    text = play(island, "dig 1\n")
    has(text, "Nobody is left to send out. End the day.", "None of your adventurers is available; end the day. (rule 9)")
    has_none(text, "The work is done", "recruit or")


def ending_the_day_in_words():
    text = play(evening(), "")
    has(text, "End the day (`end`): 1 heal nobody")
    island = evening()
    island.seat(1, karas=5, used=0, hospital=2)
    has(play(island, ""), "End the day (`end`): 1 heal nobody (2 adventurers miss the next day), 2 heal one (costs 2 Karas, back at once), "
        "3 heal 2 (costs 4 Karas, back at once).")


def who_saw_it_before():
    island = Island(SKERRY, 3)
    island.put(1, 1, "kara-2", seen=[2, 3])
    island.put(1, 2, "old-bat", seen=[3])
    island.put(1, 3, "kara-2", seen=[1])
    text = play(island, "view 1\non\nturn\non\n", "you,bot:greedy,bot:random")
    has(text, "You see that tile 1 of site 1 is 2 Karas; the greedy bot and the random bot already knew that. Continue when you are ready.",
        "You see that tile 2 of site 1 is an old bat; the random bot already knew that. Leave it face down, or turn it face up and get 2 Karas.",
        "Only you can see that tile 3 of site 1 is 2 Karas.")
    has_none(text.replace("Only you can see that tile 3", ""), "Only you can see")


def what_moves_cost_and_bring():
    """Costs and gains are worded differently. Only the full screen shows them, so this checks the catalogue."""
    for key in ("gain.price", "gain.heal"):
        assert WORDS[key].startswith("costs "), key
    for key in ("gain.karas", "gain.xp", "gain.token"):
        assert WORDS[key].startswith(("earns ", "worth ")), key
    assert WORDS["gain.seen"] == "you saw {0}"


def the_sword_and_crosses():
    for key in ("howto", "note.sword"):
        has_none(WORDS[key], "what you dig up does not bite")
        has(WORDS[key].lower(), "cross")


def the_miner_pays_no_kara_tiles():
    island = Island(SKERRY)
    island.seat(1, karas=9)
    has(play(island, "look miner\n"), "Kara tiles pay nothing")


def tokens_are_counted():
    island = Island(SKERRY)
    island.seat(1, karas=10, xp_tokens=1)
    island.state["tokens"] -= 1
    has(play(island, "buy\n"), "You buy an XP token for 5 Karas and now have 2 tokens.")


def hits_are_counted():
    island = Island(SKERRY)
    island.gone(1, 3)
    island.put(1, 4, "rich-goblin", up=True)
    island.state.update(sword=1, moved=1)
    for _ in range(20):
        text = play(island, "fight 1\n")
        if "Hits so far: 1 of 2." in text:
            break
    has(text, "Hits so far: 1 of 2.")
    has_none(text, "wound one")


def one_form_in_a_list():
    island = Island(SKERRY)
    island.gone(1, 6, {1: (1, "xp-1-cross"), 4: (1, "xp-2-cross"), 5: (1, "xp-2-cross")})
    has(play(island, ""), "Won: 1 XP with a cross, 2 × 2 XP with a cross.")


def monsters_are_told_apart():
    levels = [["old-bat", "fat-bat"], ["rich-goblin", "old-goblin", "sly-goblin"], ["old-skeleton", "rich-skeleton", "drake"]]
    for level in levels:
        for form in (".short", ".brief", ".tiny"):
            names = [WORDS.get(f"kind.{kind}{form}", WORDS[f"kind.{kind}.short"]) for kind in level]
            assert len(set(names)) == len(names), names
    text = play(Island(SKERRY), "look goblin\nlook drake\nlook dragon\n")
    has(text, "A rich goblin (life 2", "An old goblin (life 2", "A sly goblin (life 2", "A drake (life 4",
        "Nothing here is called `dragon`.")


def signs_are_explained():
    for sign in ("·", "×", "├┤", "┆", "✓", "†", "XP +", "*", "[3]", "●", "○", "z", "(Miner)", "◆", "▸", "Score"):
        has(WORDS["legend"], sign)


def bots_of_a_kind_have_numbers():
    text = play(Island(SKERRY, 4), "board\n", "you,bot:greedy,bot:random,bot:greedy")
    has(text, "Greedy bot 2 has", "The random bot has", "Greedy bot 4 has")
    has_none(text, "the greedy bot", "The greedy bot")


CASES = [
    one_stone_alarm, no_stone_alarm_and_end, standstill_without_a_stone, standstill_with_one_stone, levels_are_the_books,
    the_score_counts_things, one_kara_is_one, catalogued_refusals_exist, numbers_are_called_numbers,
    the_first_tile_is_one_number, nobody_worked, ending_the_day_in_words, who_saw_it_before, what_moves_cost_and_bring,
    the_sword_and_crosses, the_miner_pays_no_kara_tiles, tokens_are_counted, hits_are_counted, one_form_in_a_list,
    monsters_are_told_apart, signs_are_explained, bots_of_a_kind_have_numbers
]
tap = Tap()
for case in CASES:
    tap.run(case.__name__.replace("_", " "), case)
tap.done()
