#!/usr/bin/env python3
"""Malformed and invalid requests to `skerry engine`: engine_bad_input.py SKERRY

Each must be refused with the given status and a sentence that contains the given words. It must change nothing, and
the program must keep running.
"""
import json
import re
import sys

from engine import Checks, Engine

NEW = '{"do": "new", "game": "atoll", '
ACT = '{"do": "act", "handle": 1, "seat": 1, '

# (line, status, words in the sentence)
LINES = [
    # not JSON, or not a request
    ("{", "syntax", "not JSON"),
    ("}", "syntax", "not JSON"),
    ("nonsense", "syntax", "not JSON"),
    ('{"do": "hello"} {"do": "hello"}', "syntax", "not JSON"),
    ('{"do": "hello", "do": "quit"}', "syntax", "duplicate"),
    ('{"do": "hel\\u0000lo"}', "syntax", "not JSON"),
    (b'{"do": "\xff\xfe"}', "syntax", "not JSON"),
    (b"\x00\x01\x02", "syntax", "not JSON"),
    ('{"do": "hello", "id": 99999999999999999999}', "syntax", "too big integer"),
    ('{"do": "hello", "id": 1e999}', "syntax", "not JSON"),
    ("[]", "syntax", "not a list"),
    ("null", "syntax", "not null"),
    ("17", "syntax", "not a whole number"),
    ('"hello"', "syntax", "not a string"),
    ("{}", "syntax", "needs a member do"),
    ('{"do": 3}', "syntax", "needs a member do"),
    ('{"do": "fly"}', "unknown", "no request fly"),
    ('{"do": ""}', "unknown", "no request"),
    ('{"do": "hello", "id": {}}', "syntax", "id must be a string or a whole number, not an object"),
    ('{"do": "hello", "id": 1.5}', "syntax", "not a fraction"),
    ('{"do": "hello", "colour": "red"}', "syntax", "hello has no member colour"),
    ("[" * 33 + "]" * 33, "range", "more than 32 deep"),
    ("[" * 100000, "range", "more than 32 deep"),
    ('{"do": "hello", "id": "' + "x" * (1 << 20) + '"}', "range", "longer than 1048576 bytes"),
    ("x" * (3 << 20), "range", "longer than 1048576 bytes"),
    ('{"do": "' + "é" * 500 + '"}', "unknown", "no request é"),
    # members that are missing, have the wrong type or are out of range
    ('{"do": "view"}', "syntax", "view needs a member handle"),
    ('{"do": "view", "handle": 1}', "syntax", "view needs a member seat"),
    ('{"do": "view", "handle": "1", "seat": 1}', "syntax", "handle must be a whole number, 0 or more, not a string"),
    ('{"do": "view", "handle": -1, "seat": 1}', "range", "handle must be"),
    ('{"do": "view", "handle": 77, "seat": 1}', "unknown", "under the handle 77"),
    ('{"do": "view", "handle": 9223372036854775807, "seat": 1}', "unknown", "under the handle 9223372036854775807"),
    ('{"do": "view", "handle": 1, "seat": 0}', "range", "seat must be"),
    ('{"do": "view", "handle": 1, "seat": 2}', "range", "only seat 1"),
    ('{"do": "view", "handle": 1, "seat": 4294967297}', "range", "only seat 1"),
    ('{"do": "view", "handle": 1, "seat": "everybody"}', "syntax", "not everybody"),
    ('{"do": "view", "handle": 1, "seat": null}', "syntax", "not null"),
    ('{"do": "view", "handle": 1, "seet": 1, "seat": 1}', "syntax", "view has no member seet"),
    ('{"do": "view", "handle": 1, "seat": 1, "say": 1}', "syntax", "say must be true or false, not a whole number"),
    ('{"do": "act", "handle": 1, "seat": 1, "move": 7}', "syntax", "move must be a move or a list of moves"),
    ('{"do": "check", "handle": 1, "seat": 1, "move": 7}', "syntax", "move must be a move: text or an object"),
    ('{"do": "new", "game": "atoll", "names": {}}', "syntax", "names must be a list, not an object"),
    ('{"do": "legal", "handle": 1, "seat": "all"}', "syntax", "seat must be a whole number"),
    ('{"do": "content"}', "syntax", "either a game"),
    ('{"do": "content", "game": "atoll", "handle": 1}', "syntax", "either a game"),
    ('{"do": "content", "game": "chess"}', "unknown", "no game chess"),
    ('{"do": "games", "game": "chess"}', "unknown", "no game chess"),
    ('{"do": "words", "game": "common"}', "unknown", "no game common"),
    # starting a game
    ('{"do": "new"}', "syntax", "needs a member game"),
    ('{"do": "new", "game": "chess"}', "unknown", "no game chess"),
    ('{"do": "new", "game": "common"}', "unknown", "no game common"),
    (NEW + '"seats": 0}', "range", "seats"),
    (NEW + '"seats": 2}', "range", "not 2"),
    (NEW + '"seats": 4294967297}', "range", "seats"),
    (NEW + '"seed": -1}', "range", "seed must be"),
    (NEW + '"seed": "seven"}', "syntax", "seed must be"),
    (NEW + '"chance": "maybe"}', "unknown", '"drawn" or "manual"'),
    (NEW + '"options": {"level": "easy"}}', "range", "level"),
    (NEW + '"options": {"level": []}}', "syntax", "option level"),
    (NEW + '"options": {"depth": 3}}', "unknown", "no option depth"),
    (NEW + '"options": ["level"]}', "syntax", "options must be an object"),
    (NEW + '"content": {"spaces": []}}', "content", "spaces"),
    (NEW + '"content": {"special": {"air": 0}}}', "content", "special.air"),
    (NEW + '"content": {"platform": "atlantis"}}', "content", "platform"),
    (NEW + '"content": {"flying": true}}', "content", "flying"),
    (NEW + '"content": "content.json"}', "syntax", "content must be an object"),
    (NEW + '"names": ["Marit", "Ebbe"]}', "range", "more names than seats"),
    (NEW + '"names": [""]}', "syntax", "Name 1"),
    (NEW + '"names": ["a\\nbegin"]}', "syntax", "Name 1"),
    (NEW + '"names": ["' + "m" * 64 + '"]}', "syntax", "Name 1"),
    (NEW + '"names": [7]}', "syntax", "Name 1"),
    (NEW + '"viewer": 2}', "range", "only seat 1"),
    # playing
    (ACT + '"move": ""}', "syntax", "move is missing"),
    (ACT + '"move": "dance"}', "unknown", "no move called dance"),
    (ACT + '"move": "move"}', "syntax", "needs a space"),
    (ACT + '"move": "move atlantis"}', "unknown", "atlantis"),
    (ACT + '"move": "move dark-pit dark-pit"}', "syntax", "ends before"),
    (ACT + '"move": "move dark-pit"}', "range", "Dark Pit is not next to you"),
    (ACT + '"move": "flood dark-pit"}', "rule", "Dice"),
    (ACT + '"move": "' + "é" * 40 + '"}', "unknown", "no move called"),
    (ACT + '"move": []}', "range", "1 to 64"),
    (ACT + '"move": ' + json.dumps(["pass"] * 65) + "}", "range", "1 to 64"),
    (ACT + '"move": [["pass"]]}', "syntax", "not a list"),
    (ACT + '"move": ["pass", "pass", "pass", "pass"]}', "rule", ""),
    (ACT + '"move": ["search", "search"]}', "turn", "Move 2"),
    (ACT + '"move": {}}', "syntax", "needs its kind"),
    (ACT + '"move": {"kind": "move dark-pit"}}', "syntax", "needs its kind"),
    (ACT + '"move": {"kind": "move", "args": ["dark-pit"]}}', "syntax", "args of a move are an object"),
    (ACT + '"move": {"kind": "move", "args": {}}}', "syntax", "needs a space"),
    (ACT + '"move": {"kind": "move", "args": {"space": {}}}}', "syntax", "space of move"),
    (ACT + '"move": {"kind": "move", "args": {"space": "dark-pit search"}}}', "syntax", "space of move"),
    (ACT + '"move": {"kind": "pass", "args": {"actions": 1}}}', "syntax", "more args"),
    (ACT + '"move": {"kind": "pass", "arguments": {}}}', "syntax", "arguments"),
    (ACT + '"move": "pass", "version": 4294967295}', "range", "no such version"),
    (ACT + '"move": "pass", "version": 1000}', "range", "no such version"),
    (ACT + '"move": "pass", "message": 0}', "range", "message must be 1"),
    (ACT + '"move": "pass", "viewer": "me"}', "syntax", "not me"),
    ('{"do": "check", "handle": 1, "seat": 1, "move": ["pass"]}', "syntax", "move must be"),
    ('{"do": "undo", "handle": 1, "seat": 1}', "turn", "You can take back only your own last move"),
    ('{"do": "chance", "handle": 1}', "turn", "No dice"),
    ('{"do": "chance", "handle": 1, "draw": "all"}', "turn", "No dice"),
    ('{"do": "chance", "handle": 2, "draw": "two"}', "unknown", '"one" or "all"'),
    ('{"do": "chance", "handle": 2, "draw": "one", "outcome": "flood dark-pit"}', "syntax", "not both"),
    ('{"do": "chance", "handle": 2, "outcome": "flood atlantis"}', "unknown", "atlantis"),
    ('{"do": "chance", "handle": 2, "outcome": "die red"}', "rule", "cannot come up"),
    ('{"do": "chance", "handle": 2, "outcome": "pass"}', "rule", "cannot come up"),
    ('{"do": "act", "handle": 2, "seat": 1, "move": "pass"}', "turn", "drawn first"),
    # records and positions
    ('{"do": "load", "record": ""}', "syntax", "record: line 1"),
    ('{"do": "load", "record": "skerry record 9"}', "syntax", "record: line 1"),
    ('{"do": "load", "record": "skerry record 1\\ngame atoll 1\\n"}', "syntax", "ends before"),
    ('{"do": "load", "record": 7}', "syntax", "record must be a string"),
    ('{"do": "load-position", "position": {}}', "state", "member game"),
    ('{"do": "load-position", "position": {"game": "chess"}}', "unknown", "no game chess"),
    ('{"do": "load-position", "position": {"game": "atoll"}}', "state", "rules"),
    ('{"do": "resample", "handle": 1, "seat": 1}', "syntax", "needs a member seed"),
    ('{"do": "resample", "handle": 1, "seat": 1, "seed": 1, "as": "soup"}', "unknown", '"handle" or "position"'),
    ('{"do": "close", "handle": 99}', "unknown", "under the handle 99"),
]


def spoiled(engine):
    """Valid records and positions with one thing wrong."""
    record = engine.do("save", handle=1)["record"]
    position = engine.do("position", handle=1)["position"]
    lines = record.split("\n")
    yield {"do": "load", "record": record.replace("\nbegin", "\noption level hard\nbegin")}, "range", "level"
    yield {"do": "load", "record": record.replace("content ", "content 0")}, "syntax", "sixteen"
    yield {"do": "load", "record": record + "1 move dark-pit\n"}, "state", f"line {len(lines)}"
    yield {"do": "load", "record": record + "end won 300\n"}, "syntax", "goes on"
    yield {"do": "load", "record": record + "y" * 10000}, "syntax", "too long"
    yield {"do": "load", "record": record, "at": 0}, "range", "from 1"
    yield {"do": "load", "record": record, "content": {"turn": {"actions": 4}}}, "content", "content"
    yield {"do": "load-position", "position": {**position, "content": "0" * 16}}, "state", "content"
    yield {"do": "load-position", "position": {**position, "rules": 99}}, "state", "version"
    yield {"do": "load-position", "position": {**position, "seats": 4}}, "range", "atoll"
    yield {"do": "load-position", "position": {**position, "options": {"level": 7}}}, "range", "level"
    for name, value in (
        ("pawn", "atlantis"),
        ("pawn", 3),
        ("water", 900),
        ("water", None),
        ("water", 14),
        ("flooded", "all"),
        ("turn", -1),
        ("to_act", [2]),
        ("node", "chance"),
        ("track", {"red": 1}),
        ("glory", 3),
    ):
        yield {
            "do": "load-position",
            "position": {**position, "state": {**position["state"], name: value}},
        }, "state", ""
    for name in position["state"]:
        state = {key: value for key, value in position["state"].items() if key != name}
        yield {"do": "load-position", "position": {**position, "state": state}}, "state", name


def snapshot(engine):
    return [
        engine.line(json.dumps(request).encode())
        for request in (
            {"do": "list"},
            {"do": "state-hash", "handle": 1},
            {"do": "state-hash", "handle": 2},
            {"do": "view", "handle": 1, "seat": 1},
        )
    ]


def refused(checks, engine, before, line, status, words):
    line = line if isinstance(line, bytes) else line.encode()
    answer = json.loads(engine.line(line))
    error = answer.get("error", {})
    checks.that(
        error.get("status") == status and words in error.get("text", ""), f"wanted {status}: {words}\ngot {answer}"
    )
    checks.that(set(answer) == {"id", "error"} and set(error) == {"status", "rule", "text"}, f"form of {answer}")
    checks.that(
        error.get("text", "").endswith((".", ")")) and not re.search(r"\{\d", error["text"]),
        f"not a complete sentence: {error}",
    )
    checks.that(snapshot(engine) == before, "the request changed something")
    checks.case(ascii(line[:70].decode(errors="replace")).replace("#", "."))


def too_many(checks, skerry):
    engine = Engine(skerry)
    most = engine.do("hello")["limits"]["games"]
    for _ in range(most):
        engine.do("new", game="atoll", seed=1, chance="manual")
    answer = engine.ask("new", game="atoll", seed=1)
    checks.that("close" in answer.get("error", {}).get("text", ""), f"game {most + 1}: {answer}")
    engine.do("close", handle=1)
    checks.that(engine.do("new", game="atoll", seed=1)["handle"] == most + 1, "a handle was used twice")
    checks.that(engine.end() == 0, "exit status after too many games")
    checks.case("too many games")


def ends(checks, skerry):
    """How the program exits: at the end of input, in the middle of a line, at `quit`."""
    for sent, answers in (
        (b"", 0),
        (b"\n \n\t\r\n", 0),
        (b'{"do": "list"}', 1),
        (b'{"do": "list"', 1),
        (b'{"do": "list"}\r\n', 1),
        (b'{"do": "quit"}\n{"do": "list"}\n', 1),
    ):
        engine = Engine(skerry)
        out, _ = engine.process.communicate(sent)
        checks.that(
            out.count(b"\n") == answers and engine.process.returncode == 0,
            f"{sent!r}: {out!r}, {engine.process.returncode}",
        )
    checks.case("how it ends")


def main(skerry):
    checks = Checks()
    engine = Engine(skerry)
    engine.do("new", game="atoll", seed=3)
    engine.do("new", game="atoll", seed=3, chance="manual")
    before = snapshot(engine)
    for line, status, words in LINES:
        refused(checks, engine, before, line, status, words)
    for request, status, words in spoiled(engine):
        refused(checks, engine, before, json.dumps(request), status, words)
    answer = engine.ask("view", handle=77, seat=1, id="é 1")
    checks.that(answer.get("id") == "é 1", f"an error does not echo its id: {answer}")
    checks.that(engine.end() == 0, "exit status at the end of input")
    checks.case("id is echoed, and the program ends well")
    too_many(checks, skerry)
    ends(checks, skerry)
    checks.done()


if __name__ == "__main__":
    main(*sys.argv[1:])
