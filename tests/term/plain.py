#!/usr/bin/env python3
"""Play line by line, through pipes: plain.py SKERRY. No game is ever lost, and all input gets an answer."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

SKERRY = str(pathlib.Path(sys.argv[1]).resolve())


class Room:
    """A separate home folder for each case."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = pathlib.Path(self.folder.name)
        self.env = {**os.environ, "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state")}
        self.save = self.home / "state/skerry/atoll.record"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def run(self, lines, *args, command=("play", "atoll"), rc=0):
        done = subprocess.run([SKERRY, *command, *map(str, args)], input=lines, capture_output=True, env=self.env,
                              cwd=self.home, timeout=60, text=not isinstance(lines, bytes))
        if rc is not None and done.returncode != rc:
            raise AssertionError(f"exit {done.returncode}, not {rc}\n{done.stdout[-1500:]}\n{done.stderr[-1500:]}")
        return done

    def start(self, *args):
        """Starts a game and waits until it asks for the first line."""
        game = subprocess.Popen([SKERRY, "play", "atoll", *map(str, args)], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env, cwd=self.home, text=True)
        until(game, "Search (`search`)")
        return game


def until(game, words):
    seen = ""
    while words not in seen:
        line = game.stdout.readline()
        if not line:
            raise AssertionError(f"exited before \"{words}\":\n{seen}\n{game.stderr.read()}")
        seen += line
    return seen


def has(text, *wanted):
    for words in wanted:
        if words not in text:
            raise AssertionError(f"\"{words}\" is not in:\n{text[-2500:]}")


def lacks(text, words):
    if words in text:
        raise AssertionError(f"\"{words}\" is in:\n{text[-2500:]}")


def moves(path):
    return [line for line in path.read_text().split("\n") if line[:2] in ("1 ", "* ", "un")]


def end_of_input_saves(room):
    done = room.run("move flame\n", "--seed", 5)
    has(done.stdout, "You walk from Idiot's Platform to Flame Sanctuary.", "Continue with `skerry play atoll`.")
    assert moves(room.save)[-1] == "1 move flame-sanctuary", moves(room.save)[-1]


def resume_goes_on(room):
    room.run("move flame\nsearch\n", "--seed", 5)
    before = moves(room.save)
    done = room.run("log\nboard\n")
    has(done.stdout, "Continuing the game saved in", "Keep one or two of these dice.", "You search with 3 dice.")
    assert moves(room.save) == before, "resuming changed the record"
    room.run("1\n", "--resume", "--seed", 5)
    assert moves(room.save)[:len(before)] == before and len(moves(room.save)) > len(before)


def resumed_dice_are_the_seeds(room):
    room.run("search\n1\n1\nsearch\n1\n1\nsearch\n1\n1\n", "--seed", 9, "--record", "one.record")
    room.run("search\n1\n1\n", "--seed", 9, "--record", "two.record")
    for _ in range(2):
        room.run("search\n1\n1\n", "--seed", 9, "--record", "two.record")
    assert moves(room.home / "one.record") == moves(room.home / "two.record"), "the resumed game is different"


def undo_takes_back(room):
    room.run("move flame\n", "--seed", 5)
    done = room.run("undo\nundo\npass\nsearch\nundo\n")
    has(done.stdout, "Move taken back.", "You can take back only your own last move")
    text = room.save.read_text()
    lacks(text, "1 move")  # the dice of the search may well flood that space
    lacks(text, "undo")


def commands_answer(room):
    lines = ["help", "moves", "board", "log", "score", "save", "save copy.record", "save copy.record", "rules 13", "rules 99",
             "as 4", "?", "quit", "move flame"]
    done = room.run("\n".join(lines), "--seed", 5)
    has(done.stdout, "`undo`", "Walk (`move`): 1 Flame Sanctuary", "You are on Idiot's Platform", "The red treasure lies on",
        "If the game ended now", "Saved in", "A copy is in copy.record", "copy.record already exists", "R13",
        "no rule `99`", "Nobody at this screen is called `4`", "Continue with")
    lacks(done.stdout, "You walk")
    assert moves(room.home / "copy.record") == moves(room.save)


def the_end_has_a_score(room):
    done = room.run("search\n1\n1\nstand\n" * 300, "--seed", 1, "--option", "level=idiotic")
    has(done.stdout, "Your score is", "The full game is saved in")
    assert room.save.read_text().strip().split("\n")[-1].startswith("end "), "no result in the record"
    check = room.run("", "--check", room.save, command=("replay",))
    assert check.returncode == 0


def bots_play_alone(room):
    done = room.run("", "--seats", "bot:greedy", "--seed", 3)
    has(done.stdout, "Your score is")
    has(room.save.read_text(), "seat 1 bot:greedy", "\nend ")


def any_bytes_are_answered(room):
    dice = random.Random(5)
    junk = bytes(dice.choice(b"move shore 12\n\n\x00\x1b\xff\xc3~'`{}") for _ in range(60000))
    done = room.run(junk + b"\n" + b"x" * 20000 + b"\nboard\n", "--seed", 5, rc=None)
    assert done.returncode in (0, 1), done.returncode
    has(done.stdout.decode(errors="replace"), "You are on" if b"Your score" not in done.stdout else "Your score")


def a_closed_pipe_is_no_crash(room):
    pipe = f"yes pass | '{SKERRY}' play atoll --seed 5 | head -n 3; exit ${{PIPESTATUS[1]}}"
    done = subprocess.run(["/bin/bash", "-c", pipe], env=room.env, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1, 141), f"exit {done.returncode}: {done.stderr}"
    has(room.save.read_text(), "begin")


def position(room, game={"game": "atoll"}, **state):
    """A record that starts at a position with these state fields."""
    requests = [{"do": "new", **game, "seed": 5}, {"do": "save", "handle": 1}, {"do": "position", "handle": 1}]
    done = room.run("".join(json.dumps(request) + "\n" for request in requests), command=("engine",))
    _, saved, at = map(json.loads, done.stdout.splitlines())
    fields = {**at["position"]["state"], **state}
    path = room.home / "position.record"
    path.write_text(saved["record"].split("begin\n")[0] + "from " + json.dumps(fields) + "\nbegin\n")
    return path


def bare_names_never_spend(room):
    path = position(room, special=2)
    done = room.run("starsight\nsolar\nflame\nundo\ncost\nair starsight\n", "--record", path)
    has(done.stdout, "Air Support costs 1 special point. To confirm, type `air starsight-hill`", "You walk from Idiot's Platform to Flame",
        "Air Support flies you from Idiot's Platform to Starsight Hill.")
    assert moves(path) == ["1 air starsight-hill"], moves(path)


def costly_moves_are_listed_when_asked_for(room):
    path = position(room, special=1)
    done = room.run("moves air\nmoves nothing\n", "--record", path)
    first, rest = done.stdout.split("For 1 special point: Air Support (`air`), Get Digging (`dig`)")
    lacks(first, "Air Support (`air`):")
    has(rest, "Air Support (`air`): ", "`nothing` is not a move you can make now")


def places_are_described(room):
    done = room.run("look dark pit\nlook atlantis\nroles\nlook pilot\n", "--seed", 5)
    has(done.stdout, "Next to you: north: Flame Sanctuary (dry), west: Foggy Knoll (flooded).",
        "Dark Pit, red 1, is dry.\nNext to it: north: Solar Palace", "Nothing here is called `atlantis`.",
        "Navigator. Walks up to 2 steps", "Pilot. Flies anywhere")
    assert done.stdout.count("Turn 1.") == 1, "the turn must be announced exactly once"


def the_end_says_what_sank(room):
    sinking = {"red": "starsight-hill", "blue": "wave-fortress", "green": "solar-palace", "yellow": "wind-sanctuary"}
    content = json.loads(room.run("", "--dump", command=("content", "atoll")).stdout)
    spaces = [space["id"] for space in content["spaces"]]
    path = position(room, treasure=sinking, flooded=spaces, water=5)
    text = ""
    for _ in range(9):
        text = room.run("search\n1\n1\nstand\nflee\n1\n" * 8, "--record", path, "--seed", 2).stdout
        if "Your score is" in text:
            break
    has(text, "Your score is", "starts another game", "first game on record")
    reasons = ["treasure with it.", "with it the way home.", "reached the skull", "nowhere to flee"]
    assert sum(text.count(reason) for reason in reasons) == 1, text[-1500:]
    for seed in range(3):
        text = room.run("", "--seats", "bot:random", "--seed", seed).stdout
    has(text, "Best score in 3 games so far: ", "New game: Level Newbie. Your previous game is saved in")
    best = max(int(line.split()[2]) for kept in room.save.parent.iterdir() for line in kept.read_text().split("\n")
               if line.startswith("end "))
    has(text, f"so far: {best} points")


# ---- saves ---------------------------------------------------------------------------------------------------

def new_sets_aside(room):
    room.run("move flame\n", "--seed", 5)
    first = room.save.read_text()
    done = room.run("pass\n", "--new", "--seed", 6)
    has(done.stdout, "Your previous game is saved in", "atoll-1.record")
    assert (room.save.parent / "atoll-1.record").read_text() == first
    room.run("", "--new")
    assert (room.save.parent / "atoll-2.record").exists() and (room.save.parent / "atoll-1.record").read_text() == first


def finished_games_are_kept(room):
    for n in range(3):
        room.run("", "--seats", "bot:random", "--seed", n)
    kept = sorted(path.name for path in room.save.parent.iterdir())
    assert kept == ["atoll-1.record", "atoll-2.record", "atoll.record"], kept


def resume_needs_a_game(room):
    has(room.run("", "--resume", rc=1).stderr, "There is no unfinished game in", "--resume")
    room.run("", "--seats", "bot:random")
    has(room.run("", "--resume", rc=1).stderr, "There is no unfinished game in")


def broken_saves_are_left_alone(room):
    room.run("move flame\nsearch\n", "--seed", 5)
    good = room.save.read_text()
    broken = {"cut": good[:len(good) // 3].rsplit(" ", 1)[0], "empty": "",
              "changed": good.replace("* flood", "* hide", 1), "other": good.replace("game atoll", "game tetris"),
              "version": good.replace("game atoll 1", "game atoll 99"),
              "illegal": good.replace("1 move flame-sanctuary", "1 move dark-pit"), "nonsense": "hello\n"}
    for name, text in broken.items():
        room.save.write_text(text)
        done = room.run("pass\n", rc=1)
        has(done.stderr, "skerry: The saved game cannot be read and is left as it is.", "atoll.record", "`--new`")
        assert room.save.read_text() == text, f"{name}: the broken save was changed"
        assert [path.name for path in room.save.parent.iterdir()] == ["atoll.record"], f"{name}: another file was left behind"
    room.run("pass\n", "--new")
    assert (room.save.parent / "atoll-1.record").read_text() == broken["nonsense"]


def two_windows_are_refused(room):
    game = room.start("--seed", 5)
    before = room.save.read_text()
    done = room.run("pass\n", rc=1)
    has(done.stderr, "is being played in another window")
    assert room.save.read_text() == before
    game.communicate("pass\n", timeout=20)
    room.run("pass\n")
    assert [path.name for path in room.save.parent.iterdir()] == ["atoll.record"], "the lock was left behind"


def killed_games_resume(room):
    game = room.start("--seed", 5)
    game.stdin.write("move flame\n")
    game.stdin.flush()
    until(game, "Search (`search`)")
    game.kill()
    game.wait()
    assert moves(room.save)[-1] == "1 move flame-sanctuary"
    has(room.run("board\n").stdout, "You are on Flame Sanctuary")


def signals_end_it_politely(room):
    for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        game = room.start("--new", "--seed", 5)
        game.stdin.write("move flame\n")
        game.stdin.flush()
        until(game, "Search (`search`)")
        game.send_signal(which)
        out, _ = game.communicate(timeout=20)
        has(out, "Continue with `skerry play atoll`.")
        assert game.returncode == 128 + which, f"exit {game.returncode}"
        assert moves(room.save)[-1] == "1 move flame-sanctuary"


def an_unwritable_save_is_said(room):
    """The save folder is removed during the game. The game stays playable and can be saved elsewhere."""
    where = room.home / "soon gone/atoll.record"
    for lines, wanted in [("move flame\nscore\n", ["cannot be written", "This game is not saved", "You walk from"]),
                          ("move flame\nquit\nsave kept.record\nquit\nmove idiot\n",
                           ["type `quit` again to leave without saving", "A copy is in kept.record", "This game could not be saved."])]:
        where.parent.mkdir()
        game = room.start("--record", where, "--seed", 5)
        shutil.rmtree(where.parent)
        out, _ = game.communicate(lines, timeout=20)
        assert game.returncode == 1, out
        has(out, *wanted)
        assert not where.parent.exists()
    assert moves(room.home / "kept.record")[-1] == "1 move flame-sanctuary"


def a_folder_that_appears_is_used(room):
    where = room.home / "later/atoll.record"
    where.parent.mkdir()
    game = room.start("--record", where, "--seed", 5)
    shutil.rmtree(where.parent)
    game.stdin.write("pass\n")
    game.stdin.flush()
    until(game, "This game is not saved")
    where.parent.mkdir()
    out, _ = game.communicate("move flame\n", timeout=20)
    assert game.returncode == 0, out
    assert moves(where)[-1] == "1 move flame-sanctuary"


def a_missing_folder_is_refused(room):
    for where in ["no/such/place", "/proc/none/atoll.record", room.home / "a/b"]:
        done = room.run("pass\n", "--record", where, rc=1)
        has(done.stderr, "there is no folder", str(where))
        assert done.stderr.count("\n") == 1 and not done.stdout, done
    assert not list(room.home.iterdir()), "a file was created"


def links_stay_links(room):
    room.run("pass\n", "--record", "real.record", "--seed", 5)
    (room.home / "link.record").symlink_to("real.record")
    room.run("pass\n", "--record", "link.record")
    assert (room.home / "link.record").is_symlink()
    assert moves(room.home / "real.record")[-2:] == ["1 pass", "1 pass"]


# ---- players -------------------------------------------------------------------------------------------------

TAKARA = ("play", "takara")


def a_bot_plays_against_you_unless_told(room):
    has(room.run("", "--seed", 3, command=TAKARA).stdout, "The easy bot has no Karas")
    has(room.save.with_name("takara.record").read_text(), "seat 1 you\n", "seat 2 bot:easy\n")


def others_take_seats_only_when_asked_to(room):
    save = room.save.with_name("takara.record")
    room.run("\nview 1\n", "--seats", "Anna, Ben", "--seed", 3, command=TAKARA)
    before = save.read_text()
    has(before, "seat 1 Anna\n", "seat 2 Ben\n")
    done = room.run("on\n", "--seats", "Anna,bot:greedy", rc=2, command=TAKARA)
    has(done.stderr, "The saved game is played by Anna and Ben; leave out --seats to continue it, add --resume to change its "
        "players, or --new to start a new game.")
    assert save.read_text() == before, "a refused start changed the game"
    has(room.run("\n", "--seats", "Anna,Ben", command=TAKARA).stdout, "Continuing the game saved in")
    done = room.run("on\n", "--resume", "--seats", "Anna,bot:greedy", command=TAKARA)
    has(done.stdout, "Player 2 was Ben and is now the greedy bot.")
    lacks(done.stdout, "Player 1 was")
    has(save.read_text(), "seat 2 bot:greedy\n")
    has(room.run("", "--resume", "--seats", "a,b,c", rc=2, command=TAKARA).stderr, "The saved game has 2 seats")


def a_seed_for_a_game_under_way_is_said(room):
    room.run("move flame\n", "--seed", 5)
    has(room.run("", "--seed", 6).stdout, "The game so far stays the same; from here on, the dice come from `--seed`.")
    lacks(room.run("").stdout, "--seed")


def arrow_keys_are_no_letters(room):
    """Without line editing, an arrow key types an escape sequence. It must be ignored."""
    done = room.run("\x1b[Amove fl\x1b[Came\x1bOB\n\x1b[A\nboard\n", "--seed", 5)
    has(done.stdout, "You walk from Idiot's Platform to Flame Sanctuary.", "You are on Flame Sanctuary")
    lacks(done.stdout, "[A")


# ---- replays -------------------------------------------------------------------------------------------------

REPLAY = ("replay",)


def secrets_stay_secret_in_a_replay(room):
    """While two people play, a replay shows only public information. A name or a number asks for one seat's view."""
    save = room.save.with_name("takara.record")
    room.run("\nview 1\non\n", "--seats", "Anna,Ben", "--seed", 3, command=TAKARA)
    for args in [[], ["--at", 2], ["--board"], ["--seat", "spectator"], ["--seat", "Ben"], ["--seat", 2]]:
        text = room.run("", *args, save, command=REPLAY).stdout
        lacks(text, "tile 1 of site 1 is 2 Karas")
        lacks(text, "tile 1 of site 1 is 2 Karas")
        lacks(text, "┆2 K")
    has(room.run("", save, command=REPLAY).stdout, "Anna sees tile 1 of site 1.")
    for seat in ("Anna", "anna", 1):
        has(room.run("", "--seat", seat, save, command=REPLAY).stdout, "tile 1 of site 1 is 2 Karas.")
        has(room.run("", "--board", "--seat", seat, save, command=REPLAY).stdout, "┆2 K")
    for seat in ("Cleo", 3, 0, ""):
        done = room.run("", "--seat", seat, save, rc=2, command=REPLAY)
        has(done.stderr, "--seat takes a name in it, a number from 1 to 2, or `spectator`")
        assert done.stderr.count("\n") == 1 and not done.stdout, done


def replays_call_everybody_by_name(room):
    save = room.save.with_name("takara.record")
    room.run("dive\ndive\nend\ndive\n", "--seed", 3, "--seats", "you,bot:greedy", command=TAKARA)
    for args in [[], ["--seat", "spectator"], ["--seat", 2], ["--at", 9]]:
        text = room.run("", *args, save, command=REPLAY).stdout
        for wrong in ("ot:greedy", "You has", "you has", "You sends", "You gets"):
            lacks(text, wrong)
    has(room.run("", save, command=REPLAY).stdout, "You send an adventurer to the Dive.", "The greedy bot")
    has(room.run("", "--seat", 2, save, command=REPLAY).stdout, "Player 1 sends an adventurer to the Dive.", "Player 1, ")
    save.write_text(save.read_text().replace("seat 2 bot:greedy", "seat 2 you"))
    text = room.run("", save, command=REPLAY).stdout
    has(text, "Player 1, ", "Player 2, ")
    has(room.run("", "--seat", "you", save, rc=2, command=REPLAY).stderr, "Several seats", "a number from 1 to 2")


def a_board_can_be_printed(room):
    """In a pipe, --board prints one position: the last one, or that of --at."""
    room.run("move flame\nsearch\n", "--seed", 5)
    text = room.run("", "--board", room.save, command=REPLAY).stdout
    has(text, "Taboo Atoll Express", "Step 2 of 2", "Keep one or two")
    first = room.run("", "--board", "--at", 0, room.save, command=REPLAY).stdout
    has(first, "Start, 2", "steps to", "3 actions left")
    lacks(text, "sees it")
    assert max(map(len, text.split("\n"))) <= 80 and text.count("\n") <= 24, text
    has(room.run("", "--board", "--check", room.save, rc=2, command=REPLAY).stderr, "cannot be combined")


def hidden_plans_are_no_steps(room):
    """A move that a viewer cannot see is not a step for that viewer. Otherwise the number of steps would reveal that
    someone planned something."""
    save = room.home / "plans.record"
    room.run("", "--seats", "bot:random,bot:random", "--seed", 2, "--record", save, command=("play", "nevergiveup"))
    decisions = [line for line in save.read_text().split("\n") if line[:2] in ("1 ", "2 ")]
    planned = [line for line in decisions if line.split()[1] == "move"]
    assert planned, "no bot planned a move"

    def steps(viewer):
        text = room.run("", "--board", "--seat", viewer, save, command=REPLAY).stdout
        return int(re.search(r"Step (\d+) of \1\b", text).group(1))

    assert steps("spectator") == len(decisions) - len(planned), (steps("spectator"), len(decisions), len(planned))
    for seat in (1, 2):
        others = [line for line in planned if line[0] != str(seat)]
        assert steps(seat) == len(decisions) - len(others), seat


def moves_say_what_they_bring(room):
    """In the list, a dig shows its letter and its penalty. Moves that cost nothing are numbered first."""
    def play(lines, **state):
        path = position(room, {"game": "nevergiveup", "seats": 2}, active=1, to_act=[1], die={"red": 3, "blue": 3}, **state)
        return room.run(lines, "--plain", "--resume", "--record", path, "--seats", "you,bot:random",
                        command=("play", "nevergiveup")).stdout

    text = play("", phase="dig", location="boat", double_now=1)
    assert re.search(r"Dig with the cat for box \d+ \([AEIO] of [A-Z]+, penalty \d+", text), text
    text = play("1\n", phase="dice")
    has(text, "Go to (`go`): 1 Fort", "`moves reroll` lists the options.", "You choose Fort.")
    text = play("move cat 2\nmove cat boat 2\ndone\nlog\n", phase="dig", location="boat", double_now=1)
    has(text, "`2` does not fit here", "Your cat goes to Boat 2.", "You do not dig.")
    assert text.count("You plan to move the cat to Boat 2.") == 1, text  # the log shows the result instead
    lacks(text, "You are done.")


# ---- wrong usage ---------------------------------------------------------------------------------------------

def wrong_usage_is_refused(room):
    (room.home / "bad.json").write_text("{\"a\": ")
    (room.home / "list.json").write_text("[]")
    cases = [(["--record", "."], 1, "is not a file"), (["--record", ""], 1, "cannot be the name of a record"),
             (["--words", "none.json"], 1, "none.json cannot be opened"), (["--words", "bad.json"], 1, "bad.json"),
             (["--words", "list.json"], 1, "list.json is not a message catalogue"), (["--seats", "bot:nobody"], 2, "no bot bot:nobody"),
             (["--seats", "you,Anna"], None, "must be 1, not 2"), (["--seats", "x" * 99], 2, "longer than"),
             (["--seats", "a\tb"], 2, "cannot be shown"), (["--seats", " "], 2, "Seat 1 has no name"), (["--seats", "cmd:./bot"], 2, "Cannot start ./bot: No such file or directory."), (["--option", "level=easy"], 2, "easy"),
             (["--option", "tide=1"], 2, "tide"), (["--resume", "--new"], 2, "cannot be combined"),
             (["--content", "none.json"], 1, "none.json")]
    for args, rc, words in cases:
        done = room.run("pass\n", *args, rc=rc)
        assert done.returncode in (1, 2), f"{args}: exit {done.returncode}"
        has(done.stderr, words)
        lacks(done.stderr, "Sanitizer")
    for seats, words in [("Anna,Anna", "Seats 1 and 2 are both called Anna"), ("Anna,anna", "both called anna"),
                         ("you,you", "both called you"), ("Anna,,Ben", "Seat 2 has no name; give it one, or a bot such as `bot:easy`."),
                         ("Anna,", "Seat 2 has no name"), (",Ben", "Seat 1 has no name"), ("Anna, ,Ben", "Seat 2 has no name")]:
        done = room.run("", "--seats", seats, rc=2, command=("play", "takara"))
        has(done.stderr, words)
        assert done.stderr.count("\n") == 1, done.stderr
    has(room.run("", rc=2, command=("play", "chess")).stderr, "There is no game chess")
    has(room.run("", rc=2, command=("play",)).stderr, "name a game")
    assert not room.save.exists(), "a refused start left a save"


def no_home_is_said(room):
    del room.env["XDG_STATE_HOME"]
    room.env["HOME"] = ""
    has(room.run("", rc=1).stderr, "--record")


# ---- the menu ------------------------------------------------------------------------------------------------

def the_menu_starts_a_game(room):
    done = room.run("9\nx\n1\n1\n1\n4\n\npass\n", command=())
    has(done.stdout, "Taboo Atoll Express, one player", "New game", "1  Level: Newbie", "Elite", "1  Level: Crazy",
        "You pass with 2 actions left.")
    has(room.save.read_text(), "option level crazy", "seat 1 you")
    done = room.run("1\n1\nundo\nlog\n", command=())
    has(done.stdout, "Continue the saved game: turn 1, Crazy", "Continuing the game saved in")


def players_of_the_menu(room):
    """The menu names the range of players that the games support."""
    games = json.loads(room.run("", "--json", command=("games",)).stdout)
    least, most = min(game["seats"]["from"] for game in games), max(game["seats"]["to"] for game in games)
    has(room.run("", command=()).stdout, f"Treasure-island games for {least} to {most} players.")


def the_menu_seats_a_bot(room):
    """Three lines lead from the menu to a game against a bot. The saved game is offered with its players' names."""
    done = room.run("2\n1\n\nmoves\n", command=())
    has(done.stdout, "1  Players: 2", "2  Player 1: a person, you", "3  Player 2: the easy bot", "Press Enter to start")
    lacks(done.stdout, "Hand the screen")
    save = room.save.with_name("takara.record")
    has(save.read_text(), "seat 1 you\n", "seat 2 bot:easy\n")
    has(room.run("2\n", command=()).stdout, "Continue the saved game: turn ", ", you and the easy bot\n")


def the_menu_asks_who_plays(room):
    lines = ["2", "1", "x", "0", "9", "1", "7", "two", "3", "2", "Anna", "3", "anna", "a:b", "a,b", "x" * 90, "bot:harder", "Ben",
             "4", "2", "2", "bot:greedy", "2", "Anna Berta", "", "quit"]
    done = room.run("\n".join(lines) + "\n", command=())
    has(done.stdout, "type a number from 1 to 3 to change that line", "Type the number of players, from 2 to 4.",
        "1  Players: 3", "Player 1: a person, Anna\n", "Seats 1 and 2 are both called anna; give them different names.",
        "A seat is `you`, a name, a bot such as `bot:easy`, or a program such as `cmd:./mybot`, not a:b.", "The name of seat 2 contains a comma",
        "The name of seat 2 is longer than", "There is no bot bot:harder", "Player 2: a person, Ben\n", "4  Player 3: the medium bot\n",
        "Player 1: the greedy bot\n", "Player 1: a person, Anna Berta\n")
    save = room.save.with_name("takara.record")
    has(save.read_text(), "seats 3\n", "seat 1 Anna Berta\n", "seat 2 Ben\n", "seat 3 bot:medium\n")


def the_menu_offers_what_can_be_set_up(room):
    """No puzzle has one or two letters. A length with too few puzzles is not offered to six players."""
    number = re.search(r"^(\d+)  Never Give Up", room.run("", command=()).stdout, re.M).group(1)

    def lengths(lines):
        text = room.run(f"{number}\n1\n{lines}", command=()).stdout
        return re.findall(r"^\d+  (any length|\d+.*)$", text.split("Letters per puzzle")[1].split("\n\n")[0], re.M)

    two, six = lengths("4\n1\nq\n"), lengths("1\n6\n8\n1\nq\n")
    assert two[0] == six[0] == "any length" and len(two) > 1, two
    assert all(value.endswith(" letters") for value in two[1:] + six[1:]), two
    assert set(six) <= set(two), (two, six)


def nothing_empty_is_said(room):
    """A game without options leaves no gaps in sentences."""
    takara = ("play", "takara")
    first = room.run("", "--seed", 3, command=takara).stdout
    again = room.run("", "--new", "--seed", 3, command=takara).stdout
    has(again, "New game. Your previous game is saved in ")
    menu = room.run("2\n", command=()).stdout
    for text in (first, again, menu):
        for empty in ("()", ": .", ", .", " ,", ", \n", ",\n"):
            lacks(text, empty)


def the_menu_can_be_left(room):
    room.run("", command=())
    room.run("1\n", command=())
    room.run("1\n3\n2\n", command=())
    done = room.run("1\n2\n3\n2\n", command=())
    has(done.stdout, "A game for one player.")
    assert not room.save.exists()


def a_row_of_numbers_is_typed_as_it_is(room):
    """An aim out of 241 is not chosen by its place in a list: the range is shown, and a typed number is the aim itself."""
    head = room.run("", "--record", "fresh", command=("play", "ayeaye", "--plain")).stdout
    has(head, "Go ashore (`land`): 1 ")
    lines = [line for line in (room.home / "fresh").read_text().split("\n")
             if line.split(" ")[0] in ("skerry", "game", "content")]
    lines += ["seats 2", "seat 1 you", "seat 2 bot:greedy", "begin", "* first 1", "* ffc spare-ball",
              "1 land teeth-landing", "* ffc calm-breath", "2 land marsh-landing", "* dice 1 1", "1 go teeth-s2", "1 flip",
              "* piece rum", "* quest rum-05"]
    (room.home / "shot").write_text("\n".join(lines) + "\n")
    done = room.run("22\n241\n93\nmoves push\n17\n", "--record", "shot", command=("play", "ayeaye", "--plain")).stdout
    has(done, "Place a stone (`place`): type a number from 0 to 26; `moves place` lists them.", "Stop shooting (`stop`).",
        "You place a stone at 22.", "Aim (`aim`): type a number from 0 to 240", "Aim: type a number from 0 to 240.",
        "You aim at 93;", "Push (`push`): 1 1 (a foul), 2 2 (a foul)", "2 shots left.")
    lacks(done, "You turn up Ghost of the Spilt Cask.\n")
    lacks(done.split("You aim at")[1], "You push with")  # the result says more


def a_whole_name_comes_before_a_beginning(room):
    """`look gull` finds the hole called the Gull, not the card Gull Thief. Articles need not be typed."""
    done = room.run("look gull\nlook gull t\nlook the skull\nlook crown\n", "--record", "holes",
                    command=("play", "ayeaye", "--plain")).stdout
    has(done, "The Gull is on the Plank at 110 across", "Gull Thief (fauna).", "The Skull is on the Plank at 200 across", "The Crown is on the Plank at 330 across")


def an_offer_is_one_sentence(room):
    """Players in an offer see it as one sentence with its number and the partner's name. Others see only how many
    cards; unseen draws are counted."""
    head = room.run("", "--record", "fresh", command=("play", "tendays", "--plain")).stdout
    has(head, "Day 1, your turn.")
    lines = [line for line in (room.home / "fresh").read_text().split("\n")
             if line.split(" ")[0] in ("skerry", "game", "content")]
    lines += ["seats 3", "seat 1 Ann", "seat 2 Ben", "seat 3 Cleo", "begin", "* deal boy", "* deal fisherman", "* deal nurse",
              "* deal girl", "* deal huntress", "* deal model", "* deal yakuza", "* deal botanist", "* deal butcher"]
    lines += [f"* supply {card}" for card in ("can-3", "machete", "fishing", "knife") * 3]
    (room.home / "beach").write_text("\n".join(lines) + "\n")
    done = room.run("\nattack boy girl\noffer ben\n1\nmoves ask\nask water-3\noffer-favour campfire\nsend\nas ben\n\n"
                    "back\n\nas cleo\n\nlog\n", "--record", "beach", command=("play", "tendays", "--plain")).stdout
    ann, ben, cleo = done.split("Hand the screen to Ben.")[0], done.split("Hand the screen to Ben.")[1], \
        done.split("Hand the screen to Cleo.")[1]
    has(ann, "Ben has the Girl and cannot be attacked. (rule 71)",
        "Give a card (`offer-give`): 1 Can (3), 2 ", "You offer Can (3).", "Ask for a card (`offer-ask`): ",
        "Also, to make your offer: Ask for a card (`offer-ask`).",
        "Your offer 1 to Ben: Can (3) for Water (3); plus the campfire until dawn.\n")
    lacks(ann, "\n\n")
    has(ben, "Offer 1 from Ann to you: Can (3) for Water (3); plus the campfire until dawn.\n",
        "An offer is waiting for your answer.")
    has(cleo, "Offer 1 from Ann to Ben: one card for one.\n", "Ann draws 4 cards and now has 7 in hand.\n")
    lacks(cleo, "plus the campfire")


CASES = [end_of_input_saves, resume_goes_on, resumed_dice_are_the_seeds, undo_takes_back, commands_answer,
         the_end_has_a_score, bots_play_alone, any_bytes_are_answered, a_closed_pipe_is_no_crash, new_sets_aside,
         finished_games_are_kept, resume_needs_a_game, broken_saves_are_left_alone, two_windows_are_refused,
         killed_games_resume, signals_end_it_politely, an_unwritable_save_is_said, a_folder_that_appears_is_used, a_missing_folder_is_refused,
         bare_names_never_spend, costly_moves_are_listed_when_asked_for, places_are_described, the_end_says_what_sank,
         links_stay_links, wrong_usage_is_refused, no_home_is_said, the_menu_starts_a_game, the_menu_can_be_left,
         players_of_the_menu, the_menu_seats_a_bot, the_menu_asks_who_plays, nothing_empty_is_said,
         a_bot_plays_against_you_unless_told, others_take_seats_only_when_asked_to, a_seed_for_a_game_under_way_is_said,
         arrow_keys_are_no_letters, secrets_stay_secret_in_a_replay, replays_call_everybody_by_name, a_board_can_be_printed,
         hidden_plans_are_no_steps, moves_say_what_they_bring, a_row_of_numbers_is_typed_as_it_is,
         a_whole_name_comes_before_a_beginning, an_offer_is_one_sentence,
         the_menu_offers_what_can_be_set_up]


def main():
    tap = Tap()
    for case in CASES:
        with Room() as room:
            tap.run(case.__name__.replace("_", " "), lambda: case(room))
    tap.done()


main()
