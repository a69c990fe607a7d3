#!/usr/bin/env python3
"""Creates the test data of a release: make.py SKERRY FOLDER (tests/releases/VERSION)

FOLDER/records: random games of every kind, played by `skerry engine`. FOLDER/skerry.db.xz: the database of a server
on which people have played; FOLDER/tables.json lists its contents and the cookies of the players.
tests/serve/upgrade.py opens both with the current program. The folder of a published release is never created again.
"""
import hashlib
import json
import lzma
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
sys.path.insert(0, str(ROOT / "tests" / "serve"))
sys.dont_write_bytecode = True
from client import Player, Server, new_table  # noqa: E402
from engine import Engine  # noqa: E402

PHRASES = {"puzzles": [{"id": "soup", "phrase": "GRANDMAS HOT SOUP"}, {"id": "boat", "phrase": "AUNT MAYS OLD BOAT"},
                       {"id": "shoe", "phrase": "WHO HID MY RED SHOE"}, {"id": "dog", "phrase": "OUR DOG ATE THE HAT"},
                       {"id": "rain", "phrase": "RAIN ON OUR PICNIC"}]}
SHALLOW = {"setup": {"floods": 3}}
# name: game, seats, options, content, steps (None: to the end)
RECORDS = {
    "atoll-newbie": ("atoll", 1, {}, None, None),
    "atoll-idiotic": ("atoll", 1, {"level": "idiotic"}, None, None),
    "atoll-pack": ("atoll", 1, {"level": "normal"}, SHALLOW, None),
    "takara-two": ("takara", 2, {}, None, None),
    "takara-four": ("takara", 4, {}, None, None),
    "nevergiveup-three": ("nevergiveup", 3, {}, None, None),
    "nevergiveup-six": ("nevergiveup", 6, {"length": 15}, None, None),
    "nevergiveup-phrases": ("nevergiveup", 3, {}, PHRASES, None),
    "ayeaye-plank": ("ayeaye", 2, {}, None, None),
    "ayeaye-five": ("ayeaye", 5, {"guardians": "passive", "undead": "back", "wrath": "on"}, None, None),
    "tendays-two": ("tendays", 2, {}, None, None),
    "tendays-five": ("tendays", 5, {}, None, None),
    "tendays-unfinished": ("tendays", 4, {}, None, 70),
}


def play_record(engine, name, game, seats, options, content, steps):
    seed = int(hashlib.sha256(name.encode()).hexdigest()[:8], 16)
    rng = random.Random(seed)
    more = {"content": content} if content else {}
    handle = engine.do("new", game=game, seats=seats, options=options, seed=seed, **more)["handle"]
    while steps is None or steps > 0:
        where = engine.do("view", handle=handle, seat="spectator")
        if where["over"]:
            break
        seat = rng.choice(where["to_act"])
        move = rng.choice(engine.do("legal", handle=handle, seat=seat)["moves"])
        engine.do("act", handle=handle, seat=seat, move=move["text"])
        steps = None if steps is None else steps - 1
    record = engine.do("save", handle=handle)["record"]
    engine.do("close", handle=handle)
    return record


def merged(pack, over):
    """Merges `over` into a pack: objects are merged, everything else is replaced. The result is a complete pack that
    does not change when the built-in one does."""
    if not isinstance(pack, dict) or not isinstance(over, dict):
        return over
    return {**pack, **{name: merged(pack.get(name), value) for name, value in over.items()}}


def make_records(skerry, folder):
    engine = Engine(skerry)
    for name, what in RECORDS.items():
        record = play_record(engine, name, *what)
        assert what[4] or "\nend " in record, f"{name} did not reach its end"
        assert "plank" not in name or "aim" in record, f"nobody walked the Plank in {name}"
        (folder / f"{name}.record").write_text(record)
        content = record.split("\ncontent ")[1].split("\n")[0]
        built_in = subprocess.run([skerry, "content", what[0], "--dump"], check=True, capture_output=True, text=True).stdout
        (folder / f"{content}.json").write_text(json.dumps(merged(json.loads(built_in), what[3] or {})) + "\n")
    engine.end()


class Sharer(Player):
    """A player who contributes a share to the dice."""

    def take(self):
        message = super().take()
        if message.get("push") == "dice" and message["dice"]["step"] in ("commit", "open"):
            tag, seat, share = bytes.fromhex(message["dice"]["tag"]), message["seat"], b"\x07" * 32
            if message["dice"]["step"] == "commit":
                whole = hashlib.sha256(b"skerry dice 1 commit\n" + tag + bytes([seat]) + share).hexdigest()
                self.send("commit", seat=seat, commit=whole, tag=tag.hex())
            else:
                self.send("share", seat=seat, share=share.hex(), tag=tag.hex())
        return message


def settle(player):
    """Waits until the bots are done: nothing arrives for two seconds."""
    player.socket.settimeout(2)
    try:
        while True:
            player.take()
    except TimeoutError:
        player.socket.settimeout(20)


def describe(name, player):
    """The facts that must still be true when a later version opens the table."""
    settle(player)
    player.open(table=player.table["key"])
    moments = {str(seat): {"version": m["version"], "moves": [move["text"] for move in m["moves"]]}
               for seat, m in player.moments.items()} if hasattr(player, "moments") else {}
    table = player.table
    return {"name": name, "key": table["key"], "cookie": player.cookie, "game": table["game"], "phase": table["phase"],
            "walkthrough": table["walkthrough"], "moments": moments, "chat": len(player.chat),
            "seats": [{"who": seat["who"], "name": seat["name"]} for seat in table["seats"]]}


def make_tables(server):
    rng = random.Random(9)
    tables = []
    for game, bots, moves in (("atoll", 0, 6), ("takara", 2, 30), ("nevergiveup", 3, 30), ("ayeaye", 2, 30), ("tendays", 3, 14)):
        player = Player(server)
        player.ask("name", name=f"Marit of {game}")
        player.open(table=new_table(player, game, bots))
        player.ask("chat", text=f"A fine island. {game}")
        player.play_random(rng, moves)
        assert player.wait_turn(), f"{game} ended too early; play fewer moves"
        player.open(table=player.table["key"])
        tables.append((f"{game}, running", player))
    two = Player(server)
    two.open(table=two.ask("create", game="takara", options={}, start=True, seats=[{"who": "me"}, {"who": "me"}],
                           name="Two at one screen")["table"])
    two.play_random(rng, 40)
    tables.append(("two seats of one person", two))
    ended = Player(server)
    ended.open(table=new_table(ended, "atoll", 0, options={"level": "crazy"}))
    ended.ask("chat", text="It will not last.")
    ended.play_random(rng, 400)
    assert ended.over()
    ended.open(table=ended.table["key"])
    tables.append(("ended", ended))
    fair = Sharer(server, dice=True)
    fair.open(table=new_table(fair, "nevergiveup", 1))
    fair.play_random(rng, 12)
    fair.wait_turn()
    fair.open(table=fair.table["key"])
    assert any(party["seat"] == 1 and party["commit"] for party in fair.table["dice"]["parties"]), fair.table["dice"]
    tables.append(("fair dice", fair))
    learner = Player(server)
    learner.open(table=learner.ask("create", game="takara", walkthrough=True)["table"])
    for _ in range(4):
        while not learner.moments[1].get("coach", {"say": "gone"})["say"]:
            learner.take()
        learner.act(1, learner.moments[1]["coach"]["move"])
    learner.wait_turn()
    tables.append(("walkthrough", learner))
    family = Player(server)
    family.open(table=new_table(family, "nevergiveup", 2, content=PHRASES))
    family.play_random(rng, 10)
    family.wait_turn()
    family.open(table=family.table["key"])
    tables.append(("a family's phrases", family))
    host = Player(server)
    host.open(table=host.ask("create", game="tendays", options={}, seats=[{"who": "me"}, {"who": "open"}, {"who": "bot"}])["table"])
    tables.append(("gathering", host))
    return [describe(name, player) for name, player in tables]


def make_database(skerry, folder):
    with tempfile.TemporaryDirectory(prefix="skerry-release-") as top:
        server = Server(skerry, data=top + "/data")
        with server:
            tables = make_tables(server)
        db = sqlite3.connect(top + "/data/skerry.db")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
        db.close()
        (folder / "skerry.db.xz").write_bytes(lzma.compress(pathlib.Path(top, "data", "skerry.db").read_bytes(), preset=9))
    return tables


README = """# Skerry {version}

Test data of this release: `records` of random games, and `skerry.db.xz`, the database of a server. `tables.json` lists what is
in it. Every later version opens them (`tests/serve/upgrade.py`), so these files never change. They were created once, by

```
tests/releases/make.py build/src/cli/skerry tests/releases/{version}
```

The cookies and keys in these files are valid only for this database.
"""


def main():
    skerry, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} already exists. The folder of a release is created only once.")
    version = folder.name
    game_tables = json.loads(subprocess.run([skerry, "games", "--json"], check=True, capture_output=True, text=True).stdout)
    (folder / "records").mkdir(parents=True)
    make_records(skerry, folder / "records")
    tables = make_database(skerry, folder)
    about = {"version": version, "rules": {table["game"]: table["rules"] for table in game_tables}, "tables": tables}
    (folder / "tables.json").write_text(json.dumps(about, indent=1) + "\n")
    (folder / "README.md").write_text(README.format(version=version))
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder}: {len(RECORDS)} records, {len(tables)} tables, {size // 1024} KiB")


main()
