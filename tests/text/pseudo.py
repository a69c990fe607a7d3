#!/usr/bin/env python3
"""Checks that every sentence comes from a catalogue: pseudo.py SKERRY ROOT

Makes a catalogue in which every letter outside braces and backquotes has an accent, and plays with it. Fails on any
three plain letters in a row, except in backquotes (typed commands and moves) and in paths."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ODD = "áƀćđéƒĝĥíĵķĺɱñóþǫŕšţúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹḾÑÓÞǪŔŠŢÚṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ODD)


def accent(text):
    """Puts accents on a template's letters. Names of arguments, numbers of forms and text in backquotes stay."""
    out, i, quoted = [], 0, False
    while i < len(text):
        c = text[i]
        if c == "`":
            quoted = not quoted
        if c == "{":
            head = re.match(r"\{\w+(:\w+)?", text[i:])
            if head:
                out.append(head.group())
                i += len(head.group())
                continue
        out.append(c if quoted else c.translate(LETTERS))
        i += 1
    return "".join(out)


def literals(source):
    """The first string of every refuse(...) and err_set(...). Adjacent strings are joined, as in C."""
    for call in re.finditer(r"\b(?:refuse|err_set)\(", source):
        found = re.compile(r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*').search(source, call.end())
        if found:
            yield "".join(json.loads(piece) for piece in re.findall(r'"(?:[^"\\]|\\.)*"', found.group()))


def templates(root):
    found = set()
    for folder in ["src/base", "src/engine", "games", "src/bots", "src/text", "src/term"]:
        for path in sorted((root / folder).rglob("*.[ch]")):
            found.update(text for text in literals(path.read_text()) if " " in text)
    return found


def catalogues(root):
    """All catalogues, by game id or "common"."""
    found = {path.parents[1].name: path for path in sorted((root / "games").glob("*/words/en.json"))}
    return {name: json.loads(path.read_text()) for name, path in {**found, "common": root / "src/text/words/en.json"}.items()}


def plain_words(text):
    """Runs of plain letters, which cannot come from the accented catalogue."""
    text = re.sub(r"`[^`\n]*`", "", text)
    text = re.sub(r"(?<!\w)/[\w./-]+", "", text)
    return sorted(set(re.findall(r"[A-Za-z]{3,}", text)))


# ---- sessions ------------------------------------------------------------------------------------------------

ODDITIES = """help
moves
board
xyzzy
move
move zzz
shore
99
0
search now
move w
move idiots-platform
move solar-palace
move dark-pit
shore dark-pit
shore idiots-platform
shore-two dark-pit dark-pit
shore-two foggy-knoll dark-pit
shore-two copper-fields foggy-knoll
claim red
claim blue
leave
air dark-pit
air idiots-platform
dig dark-pit
dig idiots-platform
school none
school diver
keep red
change red blue
reroll
stand
flee dark-pit
undo
pass
undo
pass
pass
pass
pass
move dark-pit
score
log
save
save {copy}
save {copy}
rules 999
as nobody
search
search
keep black
change red blue
undo
"""


class Play:
    def __init__(self, skerry, words, folder):
        self.command = [skerry, "play", "atoll", "--words", words]
        self.folder = folder

    def run(self, lines, *options):
        command = self.command + ["--plain", *options]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)
        if done.returncode != 0 or done.stderr:
            raise AssertionError(f"exit {done.returncode}\n{done.stderr}{done.stdout[-2000:]}")
        return done.stdout


def check(text):
    found = plain_words(text)
    if found:
        lines = [line for line in text.split("\n") if plain_words(line)]
        raise AssertionError("not from a catalogue: " + ", ".join(found[:20]) + "\n" + "\n".join(lines[:10]))


def odd_session(play):
    record = play.folder / "odd.record"
    text = play.run(ODDITIES.format(copy=play.folder / "copy.record"), "--seed", "5", "--record", record)
    text += play.run("board\nquit\n", "--record", record)
    check(text)
    return text


def whole_game(play):
    """Plays a game to the end by always choosing the first listed move."""
    text = ""
    for seed in range(6):
        record = play.folder / f"whole{seed}.record"
        lines = "search\n1\n1\nstand\n" * 400
        text += play.run(lines, "--seed", str(seed), "--option", "level=idiotic", "--record", record)
        if "\nend " not in record.read_text():
            raise AssertionError(f"seed {seed}: the game did not reach its end")
    check(text)
    return text


def bot_games(play):
    text = ""
    for seed in range(12):
        bot = "greedy" if seed % 2 else "random"
        record = play.folder / f"bot{seed}.record"
        text += play.run("", "--seed", str(seed), "--seats", f"bot:{bot}", "--record", record)
    check(text)
    return text


def any_moves(play, root):
    """Types random moves in random positions. Most are refused, each for a reason."""
    content = json.loads((root / "games/atoll/content/content.json").read_text())
    spaces = [space["id"] for space in content["spaces"]]
    colours, dice = ["red", "blue", "green", "yellow"], random.Random(7)
    roles = content["roles"]["die"]

    def line():
        kind = dice.choice("move shore dig air shore-two claim pass leave school keep reroll stand change flee".split())
        args = {"claim": [colours], "school": [roles], "keep": [colours + ["white", "black"]],
                "shore-two": [spaces, spaces],
                "change": [colours + ["white", "black"], colours], "pass": [], "leave": [], "reroll": [], "stand": []}
        return " ".join([kind] + [dice.choice(names) for names in args.get(kind, [spaces])])

    text = ""
    for seed in range(5):
        lines = "".join("".join(line() + "\n" for _ in range(30)) + "search\n" for _ in range(40))
        text += play.run(lines, "--seed", str(seed), "--record", play.folder / f"any{seed}.record")
    check(text)
    return text


def was_printed(template, text):
    """True if a sentence made from this template was printed."""
    parts = [re.escape(part) for part in re.split(r"\{[^{}]*\}", accent(template))]
    return re.search(r"[^\n]*?".join(parts), text) is not None


def coverage(root, text):
    """The sessions must have caused enough refusals and events; otherwise they prove nothing."""
    met = [template for template in templates(root) if was_printed(template, text)]
    if len(met) < 25:
        raise AssertionError(f"only {len(met)} different refusals appeared:\n" + "\n".join(sorted(met)))
    words = catalogues(root)["atoll"]
    events = [key for key in words if key.startswith("event.") and words[key] != "{ending}"]
    missing = [key for key in events if "|" not in words[key] and not was_printed(words[key], text)]
    if len(missing) > len(events) // 4:
        raise AssertionError("events that never appeared: " + ", ".join(missing))


# ---- the full screen -----------------------------------------------------------------------------------------

def screens(play):
    socket = f"skerry-pseudo-{os.getpid()}"

    def tmux(*args):
        command = ["tmux", "-L", socket, "-f", "/dev/null", *args]
        return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout

    seen = []
    command = " ".join(f"'{part}'" for part in play.command) + f" --record '{play.folder}/screen.record' --seed 5"
    tmux("new-session", "-d", "-x", "80", "-y", "24", f"env TERM=xterm-256color LANG=C.UTF-8 LC_ALL=C.UTF-8 {command}")
    try:
        tmux("set", "-g", "status", "off")
        keys = [[], ["Enter"], ["u"], [":"], ["-l", "shore dark-pit"], ["Enter"], ["?"], ["q"], ["l"], ["q"],
                ["b"], ["q"], [":"], ["-l", "search"], ["Enter"], ["Enter"], ["Enter"]]
        for key in keys:
            if key:
                tmux("send-keys", *key)
            time.sleep(0.4)
            text = tmux("capture-pane", "-p")
            # When a line is being typed, the last row starts with a colon and shows the typed text.
            seen.append("\n".join(line for line in text.split("\n") if not line.startswith(": ")))
        for size in [("132", "43"), ("100", "30"), ("60", "20")]:
            tmux("resize-window", "-x", size[0], "-y", size[1])
            time.sleep(0.6)
            seen.append(tmux("capture-pane", "-p"))
    finally:
        tmux("kill-server")
    if not any("Ţúŕñ" in text for text in seen):
        raise AssertionError("the screen was never drawn:\n" + seen[-1])
    for text in seen:
        check(text)


# ---- keys ----------------------------------------------------------------------------------------------------

def keys_used(root):
    """Every key used in src/text and src/term is in a catalogue."""
    words = catalogues(root)
    missing = []
    for folder in ["src/text", "src/term", "games/*/words", "games/*/term"]:
        for path in sorted(root.glob(f"{folder}/*.c")):
            game = words.get(path.parents[1].name, {})
            every = game or {key: True for catalogue in words.values() for key in catalogue}
            for key in re.findall(r'"((?:[a-z]+\.)+[a-z-]+)"', path.read_text()):
                if key not in words["common"] and key not in every and not key.endswith((".h", ".json", ".record")):
                    missing.append(f"{path.relative_to(root)}: {key}")
    if missing:
        raise AssertionError("missing from every catalogue: " + ", ".join(missing))


def keys_once(root):
    """A game's catalogue must not override the shell's words by accident."""
    words = catalogues(root)
    for game, catalogue in words.items():
        both = set(catalogue) & set(words["common"]) if game != "common" else set()
        both -= {"seat.chance"}  # each game names what acts at a chance node: the dice, or the enemy on a card
        # In most games, the moves listed separately cost something; in one game, they are possible at any time.
        both -= {"look.kind", "plain.costly", "plain.first", "screen.price", "typed.costs"}
        if both:
            raise AssertionError(f"{game} and common both have {', '.join(sorted(both))}")


def main():
    tap, skerry, root = Tap(), pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    tap.run("every key named in the sources is in a catalogue", lambda: keys_used(root))
    tap.run("no key is in two catalogues", lambda: keys_once(root))
    # Every move is synced to disk. In memory, the thousands of moves played here are fast.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        folder = pathlib.Path(folder)
        pseudo = {}
        for name in ["common", "atoll"]:  # two games may use the same key for different words
            pseudo.update({key: accent(text) for key, text in catalogues(root)[name].items()})
        pseudo.update({text: accent(text) for text in templates(root)})
        words = folder / "pseudo.json"
        words.write_text(json.dumps(pseudo))
        play = Play(str(skerry), str(words), folder)
        texts = []
        tap.run("refusals, help, undo and saves come from the catalogues", lambda: texts.append(odd_session(play)))
        tap.run("whole games with their scores come from the catalogues", lambda: texts.append(whole_game(play)))
        tap.run("bots' games come from the catalogues", lambda: texts.append(bot_games(play)))
        tap.run("every refusal comes from the catalogues", lambda: texts.append(any_moves(play, root)))
        tap.run("the sessions met enough refusals and events", lambda: coverage(root, "\n".join(texts)))
        if shutil.which("tmux"):
            tap.run("the full screen comes from the catalogues", lambda: screens(play))
        else:
            tap.case("the full screen comes from the catalogues", skip="tmux is not installed")
    tap.done()


main()
