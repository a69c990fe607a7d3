"""The log reports changes of seats: handed to a bot, taken back, out of time. The lines stay at the right place for
everyone, after reopening the table and after a restart.

Usage: seat_log.py SKERRY
"""
import json
import sys
import time

from client import Player, Server, Tap

tap = Tap()
skerry = sys.argv[1]
EVENTS = ("hand-over", "come-back", "time-out")


def together(server, **more):
    host, guest = Player(server), Player(server)
    guest.ask("name", name="Marit")
    key = host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={}, **more)["table"]
    host.open(table=key)
    guest.open(table=key)
    guest.ask("sit", seat=2)
    host.ask("start")
    for player in (host, guest):
        player.open(table=key)
    return host, guest, key


def move(*players):
    """Makes a move for the player to move."""
    for _ in range(400):
        for player in players:
            player.hear(0.02)
            if player.turn():
                player.act(player.turn(), player.moments[player.turn()]["moves"][0]["text"])
                return
    raise AssertionError("nobody is to move")


def lines(log):
    return [(line["text"], line["event"], line["seat"], line["only"]) for line in log if line["event"] in EVENTS]


def log_of(server, player, **which):
    """The log as a new connection gets it."""
    back = Player(server, player.cookie) if player else Player(server)
    back.open(**which)
    return next(iter(back.logs.values()))


def pushed(player):
    return player.until(lambda p: p["push"] == "log")


HANDED = [("A bot takes over for Marit.", "hand-over", 2, False), ("Marit is back in the game.", "come-back", 2, False)]
OWN = [("A bot takes over for you.", "hand-over", 2, False), ("You are back in the game.", "come-back", 2, False)]


def over_and_back(server):
    """Everyone gets the line as a push at once, worded for them. Later visitors get the same, also after a kill."""
    assert "seat-log" in Player(server).ask("hello", protocol=1)["server"]["features"]
    host, guest, key = together(server)
    watch = Player(server)
    watch.open(watch=host.table["watch"])
    move(host, guest)
    guest.ask("hand-over", seat=2)
    guest.ask("hand-over", seat=2, level="easy")  # a bot has it already: no new line
    guest.ask("come-back", seat=2)
    guest.ask("come-back", seat=2)
    for player, seat, want in ((host, 1, HANDED), (guest, 2, OWN), (watch, None, HANDED)):
        heard = [pushed(player), pushed(player)]
        assert [h["seat"] for h in heard] == [seat, seat], heard
        assert lines([h["line"] for h in heard]) == want, heard
        if seat:
            assert all(h["line"]["version"] <= player.moments[seat]["version"] for h in heard)
    server.kill()
    server.start()
    for player, which, want in ((host, {"table": key}, HANDED), (guest, {"table": key}, OWN), (None, {"watch": host.table["watch"]}, HANDED)):
        assert lines(log_of(server, player, **which)) == want, which


def in_order(server):
    """The lines are between the moves where they happened, and versions never decrease."""
    host, guest, key = together(server)
    move(host, guest)
    guest.ask("hand-over", seat=2)
    guest.ask("come-back", seat=2)
    before = host.moments[1]["version"]
    for _ in range(4):
        move(host, guest)
    log = log_of(server, host, table=key)
    versions = [line["version"] for line in log]
    assert versions == sorted(versions), versions
    at = [i for i, line in enumerate(log) if line["event"] in EVENTS]
    assert at and 0 < at[0] and at[-1] < len(log) - 1, f"not between moves: {at} of {len(log)}"
    assert all(line["version"] >= before for line in log[at[0]:]), log[at[0]]


def looked_back(server):
    """A replay shows the lines after the moment when they happened, and nowhere else."""
    host, guest, key = together(server)
    move(host, guest)
    guest.ask("hand-over", seat=2)
    guest.ask("come-back", seat=2)
    for _ in range(3):
        move(host, guest)
    want = {}
    for line in log_of(server, host, table=key):
        want.setdefault(line["version"], []).extend(lines([line]))
    of = host.ask("replay", seat=1, at=0)["of"]
    found = {at: lines(host.ask("replay", seat=1, at=at)["moment"]["log"]) for at in range(of + 1)}
    assert sum(found.values(), []) == HANDED and all(want.get(at, []) == told for at, told in found.items()), (found, want)


def since(server):
    """A player who was away briefly gets the lines they may have missed: all such lines of their own version again."""
    host, guest, key = together(server)
    guest.ask("hand-over", seat=2)
    guest.ask("come-back", seat=2)
    version = host.moments[1]["version"]
    later = Player(server, host.cookie)
    logs = later.ask("open", table=key, have={"1": version})["logs"][0]
    assert len(lines(logs)) in (0, 1, 2) and all(line["version"] >= version for line in logs), logs
    full = log_of(server, host, table=key)
    assert [line for line in full if line["version"] > version or (line["event"] in EVENTS and line["version"] >= version)] == logs


def left_and_host(server):
    """Leaving, even when nobody has the table open; and the host handing over the seat of someone who is gone."""
    host, guest, key = together(server)
    host.ask("close")
    guest.ask("close")
    server.stop()
    server.start()  # the table is not in memory now
    guest = Player(server, guest.cookie)
    assert guest.ask("leave", table=key)["done"] == "bot"
    told = [line for line in log_of(server, guest, table=key) if line["event"] in EVENTS]
    assert lines(told) == OWN[:1]
    host = Player(server, host.cookie)
    host.open(table=key)
    for _ in range(6):
        move(host)
    server.stop()
    server.start()
    log = log_of(server, guest, table=key)
    assert [line for line in log if line["event"] in EVENTS] == told and log[-1] != told[0], "the line is at another place in the log"
    host, guest, key = together(server)
    host.hear(0.1)
    host.pushes.clear()
    guest.close()
    host.until(lambda p: p["push"] == "table" and not p["table"]["seats"][1]["connected"])
    host.ask("hand-over", seat=2)
    assert lines(log_of(server, host, table=key)) == HANDED[:1]


def freed(server):
    """A seat that the host of the house gives to a bot for good."""
    host, _, key = together(server)
    head = {"Authorization": "Bearer " + open(f"{server.data}/host-key").read().strip()}
    tables = json.loads(server.post("/api/admin", json.dumps({"do": "tables", "find": host.table["name"]}), head)[1])["tables"]
    table = max(tables, key=lambda t: t["since"])["id"]
    server.post("/api/admin", json.dumps({"do": "free", "table": table, "seat": 2}), head)
    assert pushed(host)["line"]["text"] == "A bot has taken over seat 2 for good."
    assert lines(log_of(server, host, table=key)) == [("A bot has taken over seat 2 for good.", "hand-over", 2, False)]


def not_too_many(server):
    """Only the latest forty lines are kept."""
    host, guest, key = together(server)
    for _ in range(23):
        guest.ask("hand-over", seat=2)
        guest.ask("come-back", seat=2)
    log = lines(log_of(server, host, table=key))
    assert len(log) == 40 and log[-1] == HANDED[1], len(log)


def late_begun(server):
    return together(server, clock={"kind": "real", "seconds": 10, "more": 60})


def late(server, begun):
    """Out of time: announced once to both, and shown to later visitors."""
    host, guest, key = begun
    slow, other = (host, guest) if host.turn() else (guest, host)
    seat = slow.turn()
    heard = pushed(other)["line"]
    assert heard["event"] == "time-out" and heard["seat"] == seat and heard["text"].endswith(" ran out of time; a bot moves."), heard
    assert pushed(slow)["line"]["text"] == "Your time is up; a bot moves for you."
    slow.until(lambda p: p["push"] == "moment")
    time.sleep(0.3)
    assert lines(log_of(server, other, table=key)) == [(heard["text"], "time-out", seat, False)]


with Server(skerry) as the_server:
    for case in (over_and_back, in_order, looked_back, since, left_and_host, freed, not_too_many):
        tap.run(case.__name__.replace("_", " "), lambda: case(the_server))
    tap.run("out of time", lambda: late(the_server, late_begun(the_server)))
tap.done()
