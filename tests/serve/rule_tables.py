"""Tables that let a player try a rule: they start from one of its scenes. Each can be opened, and such a game is kept
like any other.

Usage: rule_tables.py SKERRY
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from client import Player, Server, Tap, new_table

tap = Tap()
skerry = sys.argv[1]
SOME = {"atoll": 13, "takara": 8, "nevergiveup": 16, "ayeaye": 19, "tendays": 64}  # one rule of each game, shown by a move


def scenes(server):
    games = json.loads(server.get("/api/games")[1])["games"]
    return {game["game"]: game["scenes"] for game in games}


def begin(server, game, rule, **more):
    player = Player(server, **more)
    player.open(table=player.ask("create", game=game, rule=rule)["table"])
    return player


def bots_finish(player):
    seat = next(s["seat"] for s in player.table["seats"] if s["you"])
    player.ask("hand-over", seat=seat, level="easy")
    for _ in range(100000):
        if player.over():
            return
        player.take()


def mine(player):
    return [line["key"] for line in player.ask("lobby")["mine"]]


def told(server):
    """The server lists the rules that can be played. Each exists, and most rules are listed."""
    assert "rule" in Player(server).ask("hello", protocol=1)["server"]["features"]
    for game, rules in scenes(server).items():
        text = server.get(f"/api/rules/{game}")[1].decode()
        assert rules == sorted(set(rules)) and all(f"**R{rule}**" in text for rule in rules), game
        assert len(rules) > 0.6 * text.count("**R"), f"{game}: {len(rules)} of {text.count('**R')}"


def opened(server, game):
    """The visitor is to move. Opening another rule closes the previous table."""
    player = Player(server)
    rules = scenes(server)[game]
    for rule in rules if os.environ.get("SKERRY_LONG") else rules[::6]:
        key = player.ask("create", game=game, rule=rule)["table"]
        player.open(table=key)
        table, seat = player.table, player.turn()
        assert table["rule"] == rule and table["phase"] == "playing" and not table["public"], table
        assert seat and table["seats"][seat - 1]["you"] and player.moments[seat]["moves"], f"R{rule}: it is not the visitor's turn"
        assert all(s["who"] == "bot" and s["level"] == "easy" for s in table["seats"] if not s["you"]), table["seats"]
        assert mine(player) == [key], f"R{rule}: the previous table is still open"
        player.ask("close")


def finished(server, game):
    """Bots play it to the end. The record contains the starting position and can be verified, including the dice."""
    player = begin(server, game, SOME[game])
    first = next(iter(player.moments.values()))["view"]
    bots_finish(player)
    record = player.ask("record")["record"]
    assert "\nfrom {" in record and "\nend " in record, record[:400]
    with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
        file.write(record)
        file.flush()
        for how in ("--check", "--verify"):
            done = subprocess.run([skerry, "replay", file.name, how], capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, done.stderr
    seat = next(s["seat"] for s in player.table["seats"] if s["you"])
    assert player.ask("replay", seat=seat, at=0)["moment"]["view"] == first, "it started from another position"


def killed(server):
    """kill -9 in the middle: each game keeps its position and resumes."""
    rng = random.Random(4)
    players = [begin(server, game, rule) for game, rule in SOME.items()]
    for player in players:
        player.play_random(rng, 2)
        player.wait_turn()
    server.kill()
    server.start()
    for player in players:
        back = Player(server, player.cookie)
        back.open(table=player.table["key"])
        assert back.table["rule"] == player.table["rule"] and back.table["phase"] == "playing", back.table
        for seat, moment in player.moments.items():
            now = back.moments[seat]  # bots may have moved since
            assert now["version"] != moment["version"] or now["view"] == moment["view"], f"{back.table['game']}: the position differs"
        back.play_random(rng, 1)


def again(server):
    """A rematch starts from the same position. So does a game continued from the first moment."""
    player = begin(server, "atoll", 42)
    first = player.moments[1]["view"]
    key = player.table["key"]
    bots_finish(player)
    on = player.ask("create", **{"from": {"table": key, "seat": 1, "at": 0, "as": 1}})["table"]
    rematch = player.ask("rematch")["table"]
    player.open(table=rematch)
    assert player.table["rule"] == 42 and player.moments[1]["view"] == first, "the rematch starts from another position"
    player.open(table=on)
    assert player.table["rule"] is None and player.moments[1]["view"] == first, "the continued game starts from another position"
    server.stop()
    server.start()
    back = Player(server, player.cookie)
    back.open(table=on)
    assert back.table["phase"] == "playing" and back.moments[1]["view"] == first


def exported(server):
    """The host's export of such a game is a valid record too."""
    player = begin(server, "takara", SOME["takara"])
    player.play_random(random.Random(2), 1)
    head = {"Authorization": "Bearer " + open(f"{server.data}/host-key").read().strip()}
    tables = json.loads(server.post("/api/admin", json.dumps({"do": "tables", "find": player.table["name"]}), head)[1])["tables"]
    newest = max(tables, key=lambda table: table["since"])["id"]
    record = json.loads(server.post("/api/admin", json.dumps({"do": "export", "table": newest}), head)[1])["record"]
    assert "\nfrom {" in record, record[:400]
    with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
        file.write(record)
        file.flush()
        done = subprocess.run([skerry, "replay", file.name, "--check"], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr


def others_stay(server):
    """Only tables for trying a rule are closed, and none is closed if the next one cannot be opened."""
    player = Player(server)
    game = new_table(player, "atoll", 0)
    walkthrough = player.ask("create", game="atoll", walkthrough=True)["table"]
    tried = player.ask("create", game="atoll", rule=13)["table"]
    player.refused("create", game="atoll", rule=3)
    assert set(mine(player)) == {game, walkthrough, tried}
    last = player.ask("create", game="takara", rule=8, public=True)["table"]
    assert set(mine(player)) == {game, walkthrough, last}
    assert Player(server).ask("lobby")["tables"] == [], "the table must not be in the public list"
    assert player.open(table=tried)["table"]["why"] == "You have moved on to another rule."


def refused(server):
    player = Player(server)
    assert player.refused("create", game="chess", rule=1)["text"] == "There is no game chess."
    none = player.refused("create", game="atoll", rule=3)
    assert none == {"status": "unknown", "rule": None,
                    "text": "Rule 3 of Taboo Atoll Express has no scene to play. The rules page shows which rules do."}, none
    assert "Rule 0" in player.refused("create", game="atoll", rule=0)["text"]
    assert player.refused("create", game="atoll", rule=10 ** 15)["status"] == "unknown"
    assert player.refused("create", game="atoll", rule=-1)["status"] == "syntax"
    assert player.refused("create", game="atoll", rule="12")["status"] == "syntax"
    assert player.refused("create", rule=12)["status"] == "syntax"
    assert mine(player) == []


with Server(skerry) as the_server:
    tap.run("pages are told which rules can be played", lambda: told(the_server))
    for the_game in SOME:
        tap.run(f"{the_game}: scenes open as tables", lambda: opened(the_server, the_game))
    for the_game in SOME:
        tap.run(f"{the_game}: bots play one to its end", lambda: finished(the_server, the_game))
    for case in (killed, again, exported, others_stay, refused):
        tap.run(case.__name__.replace("_", " "), lambda: case(the_server))
tap.done()
