#!/usr/bin/env python3
"""Recomputes fair dice independently: fairdice.py SKERRY

Plays every game through `skerry engine` with dice drawn here, from shares and Python's SHA-256 as described in
docs/security.md. `skerry replay --verify` must accept them, and must detect every manipulation.
"""
import hashlib
import hmac
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from engine import Engine  # noqa: E402
from tap import Tap  # noqa: E402

skerry = sys.argv[1]
tap = Tap()


def commitment(tag, party, share):
    return hashlib.sha256(b"skerry dice 1 commit\n" + tag + bytes([party]) + share).hexdigest()


def key_of(tag, shares):
    return hashlib.sha256(b"skerry dice 1 key\n" + tag + b"".join(bytes([p]) + shares[p] for p in sorted(shares))).digest()


def draw(key, n, bound):
    for again in range(1000):
        text = b"skerry dice 1 draw\n" + n.to_bytes(4, "little") + again.to_bytes(4, "little")
        word = int.from_bytes(hmac.digest(key, text, "sha256")[:8], "little")
        if word < 2**64 - 2**64 % bound:
            return word % bound
    raise AssertionError("no number was drawn")


def outcome(engine, handle, key, n):
    listed = engine.do("chance", handle=handle)["outcomes"]
    pick = draw(key, n, listed[0]["total"])
    for entry in listed:
        if pick < entry["weight"]:
            return entry["text"]
        pick -= entry["weight"]
    raise AssertionError("weights do not add up")


def play(engine, game, key, seed):
    rng = random.Random(seed)
    where = engine.do("new", game=game, chance="manual")
    handle, draws = where["handle"], 0
    for _ in range(400):
        if where["node"] == "chance":
            where = engine.do("chance", handle=handle, outcome=outcome(engine, handle, key, draws))
            draws += 1
        elif where["node"] == "over":
            break
        else:
            seat = rng.choice(where["to_act"])
            move = rng.choice(engine.do("legal", handle=handle, seat=seat)["moves"])["text"]
            where = engine.do("act", handle=handle, seat=seat, move=move)
    return engine.do("save", handle=handle)["record"], draws


def verify(text, *more):
    with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
        file.write(text)
        file.flush()
        return subprocess.run([skerry, "replay", file.name, "--verify", *more], capture_output=True, text=True)


def proof(tag, commits, shares):
    lines = [f"# dice 1 {tag.hex()}"]
    for party in sorted(commits):
        lines.append(f"# dice {party} {commits[party] or '-'} {shares[party].hex() if party in shares else '-'}")
    return "\n".join(lines) + "\n"


def expect(result, code, words):
    output = result.stdout + result.stderr
    assert result.returncode == code and words in output, f"exit {result.returncode}, not {code}: {words!r} is missing in {output!r}"


def manipulate(record):
    """Yields the game up to one outcome, replaced by another outcome of the game, with the number of that line."""
    lines = record.split("\n")
    stars = [i for i, line in enumerate(lines) if line.startswith("* ")]
    for i in stars:
        for j in stars:
            if lines[i] != lines[j]:
                yield "\n".join(lines[:i] + [lines[j]]) + "\n", i + 1


def game_case(engine, game):
    rng = random.Random(game)
    tag = rng.randbytes(16)
    shares = {party: rng.randbytes(32) for party in (0, 1, 2)}
    commits = {party: commitment(tag, party, shares[party]) for party in shares}
    commits[4] = None  # asked, but never answered
    record, draws = play(engine, game, key_of(tag, shares), game)
    assert draws > 4, f"only {draws} draws: this proves nothing"
    good = record + proof(tag, commits, shares)
    expect(verify(good), 0, f"all {draws} outcomes come from the shares of the server and of seats 1, 2.")
    expect(verify(good), 0, "gave no share in time: seats 4.")
    expect(verify(good, "--check"), 0, "is valid")
    expect(verify(record), 1, "has no proof of its dice")
    expect(verify(record + proof(tag, commits, {1: shares[1], 2: shares[2]})), 1, "does not contain the server's share")
    expect(verify(record + proof(tag, {**commits, 1: commits[2]}, shares)), 1, "this share does not match its commitment")
    other = rng.randbytes(32)
    shown = {**shares, 2: other}
    expect(verify(record + proof(tag, {**commits, 2: commitment(tag, 2, other)}, shown)), 1, "but the shares give `* ")
    found = 0
    for text, line in manipulate(record):
        result = verify(text + proof(tag, commits, shares))
        if "but the shares give" in result.stderr:
            expect(result, 1, f": line {line}: the record says")
            found += 1
        if found == 3:
            break
    assert found, "no outcome could be replaced"


engine = Engine(skerry)
for game in [entry["game"] for entry in engine.do("games")["games"]]:
    tap.run(f"{game}: dice drawn elsewhere are fair, bent ones are found", lambda: game_case(engine, game))
tap.run("--verify and --board cannot be combined", lambda: expect(verify("x", "--board"), 2, "cannot be combined with --board"))
tap.done()
