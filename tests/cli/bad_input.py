#!/usr/bin/env python3
"""Bad input on the command line: bad_input.py SKERRY

Every case checks four things: the exit status (1 for a refusal, 2 for wrong usage); exactly one line on standard
error that starts with `skerry: ` and contains the expected words; nothing on standard output (except the greeting of
`play`); and that no file was changed, created or removed.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import Tap  # noqa: E402

SKERRY = str(pathlib.Path(sys.argv[1]).resolve())
GAME = "atoll"


# ---- bad files -----------------------------------------------------------------------------------------------

def engine(*requests):
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([SKERRY, "engine"], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def good_record():
    """A record of an unfinished game, one or two turns long."""
    requests = [{"do": "new", "game": GAME, "seed": 5}]
    requests += [{"do": "act", "handle": 1, "seat": 1, "move": "search"}]
    requests += [{"do": "save", "handle": 1}, {"do": "position", "handle": 1}]
    answers = engine(*requests)
    return answers[2]["record"], answers[3]["position"]


def changed(record, old, new):
    assert old in record, f"{old!r} is not in the record"
    return record.replace(old, new, 1)


def after_begin(record, line, keep=0):
    """The record with only `keep` lines after `begin`, then `line`."""
    head, body = record.split("begin\n")
    return head + "begin\n" + "".join(body.splitlines(True)[:keep]) + line + "\n"


def from_position(record, position, **state):
    """A record that starts at the position, with some fields of its state changed (None removes a field)."""
    fields = {**position["state"], **state}
    fields = {key: value for key, value in fields.items() if value is not None}
    return record.split("begin\n")[0] + "from " + json.dumps(fields) + "\nbegin\n"


def line_of(record, start):
    return next(i for i, line in enumerate(record.splitlines(), 1) if line.startswith(start))


def write_files():
    record, position = good_record()
    lines = record.splitlines(True)
    content = json.loads(subprocess.run([SKERRY, "content", GAME, "--dump"], capture_output=True, check=True).stdout)
    spaces = content["spaces"]

    def pack(**changes):
        return json.dumps(changes)

    def space(i, **changes):
        return pack(spaces=[{**entry, **(changes if k == i else {})} for k, entry in enumerate(spaces)])

    begin = line_of(record, "begin")
    files = {
        "good.record": record,
        "empty": "",
        "noise": "one two three\n",
        "zero.record": record.encode()[:40] + b"\0" + record.encode()[40:],
        "latin.record": record.encode() + b"1 move \xe9\xe8\xff\n",
        "v2.record": changed(record, "skerry record 1", "skerry record 2"),
        "othergame.record": changed(record, f"game {GAME}", "game chess"),
        "oldrules.record": changed(record, f"game {GAME} 1", f"game {GAME} 999"),
        "othercontent.record": changed(record, "content ", "content 0123456789abcdef\n# "),
        "noseats.record": changed(record, "seats 1\n", ""),
        "seats.record": changed(record, "seats 1", "seats 5"),
        "option.record": changed(record, "option level newbie", "option level sour"),
        "headcut.record": "".join(lines[:begin - 1]),
        "cut.record": record[: record.rindex("\n", 0, len(record) - 1) + 4],
        "unknownmove.record": after_begin(record, "1 dance", 15),
        "early.record": after_begin(record, "1 search"),
        "name.record": after_begin(record, "* flood atlantis"),
        "seat.record": after_begin(record, "7 pass", 15),
        "hash.record": after_begin(record, "= 0123456789abcdef", 3),
        "end.record": after_begin(record, "end won 99", 3),
        "undo.record": after_begin(record, "undo 1", 3),
        "twice.record": after_begin(record, body_line(record, 0), 1),
        "long.record": after_begin(record, "1 " + "x" * 20000, 3),
        "state.record": from_position(record, position, water=99),
        "pawn.record": from_position(record, position, pawn="atlantis"),
        "nofield.record": from_position(record, position, role=None),
        "newfield.record": from_position(record, position, purse=1),
        "bothwet.record": from_position(record, position, flooded=["dark-pit"], sunk=["dark-pit"]),
        "bad.json": "{\n  \"water\": {\n    \"floods\": [2, 2,]\n  }\n}\n",
        "list.json": "[]",
        "dup.json": '{"platform": "dark-pit", "platform": "dark-pit"}',
        "unknown.json": pack(watr={}),
        "range.json": pack(water={"floods": [2, 99]}),
        "type.json": pack(turn={"actions": "three"}),
        "few.json": pack(spaces=spaces[:3]),
        "many.json": pack(spaces=[{**spaces[0], "id": f"s{i}", "row": i // 8, "column": i % 8} for i in range(33)]),
        "missing.json": pack(spaces=[{k: v for k, v in entry.items() if k != "row"} for entry in spaces]),
        "platform.json": pack(platform="atlantis"),
        "sameid.json": space(1, id=spaces[0]["id"]),
        "badid.json": space(0, id="Breakneck Dive"),
        "sameplace.json": space(1, row=spaces[0]["row"], column=spaces[0]["column"]),
        "samenumber.json": space(1, colour=spaces[0]["colour"], number=spaces[0]["number"]),
        "island.json": space(0, row=15, column=15),
        "starts.json": pack(water={"floods": [2, 2], "starts": [0, 0, 0, 0, 0, 9]}),
        "die.json": pack(die={"black": 0, "white": 0}),
        "keep.json": pack(search={"dice": 1, "keep": 2}),
        "role.json": pack(roles={"die": ["none"]}),
        "noscene.scene": "expect water 0\n",
        "broken.scene": "scene R1 A title\ngame atoll\n" + "do " + "x" * 20000 + "\n",
        "words.json": '{"prompt": 3}',
        "report.json": "{}",
    }
    for name, text in files.items():
        pathlib.Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    os.mkdir("folder")
    os.mkdir("home")
    return record


def body_line(record, i):
    return record.split("begin\n")[1].splitlines()[i]


# ---- bad arguments -------------------------------------------------------------------------------------------

def usage_cases():
    """Yields (arguments, expected words); the exit status is 2."""
    yield ["frob"], "no command frob"
    yield ["fr\nob"], "no command fr"
    yield ["--frob"], "--frob"
    for command in ("games", "rules", "play", "replay", "scene", "check", "bench", "lab", "content", "engine"):
        yield [command, "--frob"], "--frob"
    for command in ("rules", "play", "check", "bench", "lab", "content"):
        yield [command, "chess"], "no game chess"
    for command in ("rules", "play", "lab", "content"):
        yield [command], "game"
    yield ["games", "extra"], "argument"
    yield ["engine", "extra"], "argument"
    yield ["rules", GAME, "extra"], "game"
    yield ["content", GAME, "extra"], "game"
    yield ["replay"], "record"
    yield ["replay", "good.record", "extra"], "record"
    yield ["scene"], "scene"
    for command in ("play", "lab"):
        yield [command, GAME, "--option"], "option"
        yield [command, GAME, "--option", "level"], "level"
        yield [command, GAME, "--option", "level=sour"], "newbie"
        yield [command, GAME, "--option", "sun=1"], "sun"
        yield [command, GAME, "--option", "=1"], "option"
        yield [command, GAME, "--seed", "x"], "--seed"
        yield [command, GAME, "--seed", "-1"], "--seed"
        yield [command, GAME, "--seed", "99999999999999999999999"], "--seed"
        yield [command, GAME, "--seats", "bot:marvin"], "marvin"
        yield [command, GAME, "--seats", "bot:random,bot:random"], "must be 1, not 2"
        yield [command, GAME, "--seats", ""], "seat"
    yield ["lab", GAME, "--games", "0"], "--games"
    yield ["lab", GAME, "--games", "x"], "--games"
    yield ["lab", GAME, "--games", "1e6"], "--games"
    yield ["lab", GAME, "--games", "1\n2"], "--games"
    yield ["lab", GAME, "--option", "level=a\nb"], "newbie"
    yield ["rules", "che\nss"], "no game che"
    yield ["lab", GAME, "--games", "-5"], "--games"
    yield ["lab", GAME, "--threads", "0"], "--threads"
    yield ["lab", GAME, "--threads", "100000"], "--threads"
    yield ["bench", "--seconds", "x"], "--seconds"
    yield ["bench", "--seconds", "-1"], "--seconds"
    yield ["bench", "--seconds", "nan"], "--seconds"
    yield ["check", GAME, "--games", "x"], "--games"
    yield ["check", GAME, "--games", "-1"], "--games"
    yield ["replay", "good.record", "--at", "x"], "--at"
    yield ["replay", "good.record", "--at", "-1"], "--at"
    yield ["replay", "good.record", "--at", "99999"], "good.record"
    yield ["replay", "good.record", "--seat", "x"], "--seat"
    yield ["replay", "good.record", "--seat", "0"], "--seat"
    yield ["replay", "good.record", "--seat", "2"], "seat"
    yield ["content", GAME, "--dump", "--schema"], "--dump"


def refusal_cases(record):
    """Yields (arguments, expected words); the exit status is 1."""
    begin = line_of(record, "begin")
    for name, words in {
        "none": "none cannot be opened: No such file or directory",
        "no\nline": "cannot be opened: No such file or directory",
        "folder": "folder cannot be read: Is a directory",
        "empty": "empty: line 1",
        "noise": "noise: line 1",
        "zero.record": "zero.record is not a text file",
        "latin.record": "latin.record: line",
        "v2.record": "v2.record: line 1",
        "othergame.record": "chess",
        "oldrules.record": "version 999",
        "othercontent.record": "0123456789abcdef",
        "noseats.record": "`seats`",
        "seats.record": "seats.record",
        "option.record": "sour",
        "headcut.record": "headcut.record: line",
        "cut.record": "cut.record: line",
        "unknownmove.record": f"line {begin + 16}: `1 dance`",
        "early.record": f"line {begin + 1}: `1 search`",
        "name.record": "atlantis",
        "seat.record": f"line {begin + 16}: `7 pass`",
        "hash.record": f"line {begin + 4}:",
        "end.record": f"line {begin + 4}:",
        "undo.record": f"line {begin + 4}:",
        "twice.record": f"line {begin + 2}:",
        "long.record": f"line {begin + 4}",
        "state.record": "water",
        "pawn.record": "pawn",
        "nofield.record": "role",
        "newfield.record": "purse",
        "bothwet.record": "flooded and sunk",
        "bad.json": "bad.json: line 1",
    }.items():
        yield ["replay", name], words
        yield ["replay", "--check", name], words
        if name not in ("none", "no\nline", "folder"):
            yield ["play", GAME, "--plain", "--resume", "--record", name], words
    for name, words in {
        "none": "none cannot be opened",
        "folder": "folder cannot be read",
        "empty": "empty: line 1",
        "noise": "noise: line 1",
        "bad.json": "bad.json: line 3",
        "list.json": "list.json",
        "dup.json": "dup.json: line 1",
        "unknown.json": "watr",
        "range.json": "water.floods[1]",
        "type.json": "turn.actions",
        "few.json": "spaces",
        "many.json": "spaces",
        "missing.json": "spaces[0].row is missing",
        "platform.json": "platform",
        "sameid.json": "breakneck-dive",
        "badid.json": "spaces[0].id",
        "sameplace.json": "copper-fields",
        "samenumber.json": "copper-fields",
        "island.json": "breakneck-dive",
        "starts.json": "water.starts",
        "die.json": "die",
        "keep.json": "search.keep",
        "role.json": "roles.die",
    }.items():
        yield ["content", GAME, "--check", name], words
        yield ["lab", GAME, "--games", "1", "--content", name], words
    yield ["play", GAME, "--plain", "--content", "range.json"], "water.floods[1]"
    yield ["replay", "good.record", "--content", "range.json"], "water.floods[1]"
    for name, words in {
        "none": "none cannot be opened",
        "folder": "folder cannot be read",
        "noise": "noise: line 1",
        "noscene.scene": "noscene.scene: line 1",
        "broken.scene": "broken.scene: line 3",
        "zero.record": "zero.record is not a text file",
    }.items():
        yield ["scene", name], words
    for option in ("--json", "--csv"):
        yield ["lab", GAME, "--games", "1", option, "no/such/place"], "no/such/place"
        yield ["lab", GAME, "--games", "1", option, "folder"], "folder"
    yield ["play", GAME, "--plain", "--record", "no/such/place"], "no/such/place"
    yield ["play", GAME, "--plain", "--resume", "--record", "folder"], "folder"
    yield ["play", GAME, "--plain", "--resume", "--record", "missing.record"], "missing.record"
    yield ["play", GAME, "--plain", "--words", "none"], "none"
    yield ["play", GAME, "--plain", "--words", "bad.json"], "bad.json"
    yield ["play", GAME, "--plain", "--words", "words.json"], "words.json"


def snapshot():
    """All files with their contents and times, and all folders."""
    found = {}
    for path in sorted(pathlib.Path(".").rglob("*")):
        found[str(path)] = (path.stat().st_mtime_ns, path.read_bytes()) if path.is_file() else path.stat().st_mtime_ns
    return found


def problem(arguments, status, words, environment):
    before = snapshot()
    try:
        done = subprocess.run([SKERRY, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, env=environment)
    except subprocess.TimeoutExpired:
        return "it did not exit in time"
    errors = done.stderr.decode(errors="replace")
    wrong = []
    if done.returncode != status:
        wrong.append(f"exit {done.returncode}, not {status}")
    if not errors.startswith("skerry: ") or errors.count("\n") != 1 or not errors.endswith("\n"):
        wrong.append("expected exactly one line that starts with `skerry: `")
    if words not in errors:
        wrong.append(f"does not contain `{words}`")
    if done.stdout and arguments[0] != "play":
        wrong.append(f"prints {done.stdout[:80]!r}")
    after = snapshot()
    if before != after:
        wrong.append("changed " + ", ".join(sorted(name for name in {*before, *after} if before.get(name) != after.get(name))))
    return "; ".join(wrong) + f"\n{errors.strip()[:600]}" if wrong else None


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        record = write_files()
        # So that files written to the home folder are noticed too.
        environment = {**os.environ, "HOME": f"{folder}/home", "LC_ALL": "C.UTF-8"}
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            environment.pop(name, None)
        for status, cases in ((2, usage_cases()), (1, refusal_cases(record))):
            for arguments, words in cases:
                tap.case("skerry " + " ".join(arguments).replace("\n", "\\n"), problem(arguments, status, words, environment))
        os.chdir("/")
    tap.done()


main()
