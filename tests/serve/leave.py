"""Leaving for good: closing your own table, giving a seat to a bot, removing games from your list; and continuing from
a moment of a finished game.

Usage: leave.py SKERRY
"""
import os
import random
import subprocess
import sys
import tempfile

from client import Player, Server, Tap, new_table

tap = Tap()
skerry = sys.argv[1]


def play_out(player, rng):
    while (seat := player.wait_turn()) is not None:
        try:
            player.act(seat, rng.choice(player.moments[seat]["moves"])["text"])
        except AssertionError:  # a bot's offer may have expired meanwhile
            player.ask("ping")


def mine(player):
    return [line["key"] for line in player.ask("lobby")["mine"]]


def together(server, start):
    host, guest = Player(server), Player(server)
    key = host.ask("create", game="nevergiveup", seats=[{"who": "me"}, {"who": "open"}], options={}, public=True)["table"]
    host.open(table=key)
    guest.open(table=key)
    guest.ask("sit", seat=2)
    if start:
        host.ask("start")
        guest.until(lambda p: p["push"] == "moment")
    return host, guest, key


def announced(server):
    assert {"leave", "from"} <= set(Player(server).ask("hello", protocol=1)["server"]["features"])


def host_closes(server):
    host, guest, key = together(server, False)
    assert mine(host) == [key] and mine(guest) == [key] and host.ask("lobby")["mine"][0]["host"]
    assert host.ask("leave", table=key)["done"] == "closed"
    told = guest.until(lambda p: p["push"] == "table" and p["table"]["phase"] == "closed")["table"]
    assert told["why"] == "The player who created this table has closed it."
    assert mine(host) == [] and mine(guest) == []
    assert all(line["name"] != told["name"] for line in Player(server).ask("lobby")["tables"])
    assert "closed" in guest.refused("sit", seat=2)["text"] or guest.refused("sit", seat=2)["status"] == "turn"
    server.stop()
    server.start()
    again = Player(server, host.cookie)
    assert mine(again) == [] and again.ask("open", table=key)["table"]["phase"] == "closed"


def guest_stands(server):
    host, guest, key = together(server, False)
    assert guest.ask("leave", table=key)["done"] == "stood"
    assert mine(guest) == [] and mine(host) == [key]
    table = host.until(lambda p: p["push"] == "table" and p["table"]["seats"][1]["who"] == "open")["table"]
    assert table["phase"] == "gathering"


def alone_ends(server):
    player = Player(server)
    key = new_table(player, "nevergiveup", 2)
    player.open(table=key)
    player.wait_turn()
    assert player.ask("leave", table=key)["done"] == "closed"
    assert mine(player) == []
    refused = player.refused("act", seat=1, moves=["done"])
    assert "ended this game" in refused["text"], refused


def bot_goes_on(server):
    host, guest, key = together(server, True)
    assert guest.ask("leave", table=key)["done"] == "bot"
    assert mine(guest) == [] and mine(host) == [key]
    host.until(lambda p: p["push"] == "table" and p["table"]["seats"][1]["bot"])
    server.stop()
    server.start()
    guest, host = Player(server, guest.cookie), Player(server, host.cookie)
    assert mine(guest) == [], "the game is back on the list after a restart"
    guest.open(table=key)
    guest.ask("come-back", seat=2)
    assert mine(guest) == [key], "a player who comes back must have it on their list"


def over_goes_off(server):
    player = Player(server)
    key = new_table(player, "nevergiveup", 1)
    player.open(table=key)
    play_out(player, random.Random(3))
    assert mine(player) == [key]
    assert player.ask("leave", table=key)["done"] == "off" and mine(player) == []
    assert Player(server, player.cookie).ask("open", table=key)["table"]["phase"] == "over", "the link must still open it"


def not_mine(server):
    host, _, key = together(server, True)
    stranger = Player(server)
    assert stranger.refused("leave", table=key)["status"] == "gone"
    assert stranger.refused("leave", table="x" * 22)["status"] == "gone"
    assert "text" in stranger.refused("leave", table=7)
    assert host.ask("open", table=key)["table"]["phase"] == "playing"


def play_on(server, game, bots):
    rng = random.Random(game)
    player = Player(server)
    key = new_table(player, game, bots)
    player.open(table=key)
    for _ in range(3):
        seat = player.wait_turn()
        player.act(seat, rng.choice(player.moments[seat]["moves"])["text"])
    running = player.refused("create", **{"from": {"table": key, "seat": 1, "at": 2, "as": 1}})
    assert "when it is over" in running["text"], running
    play_out(player, rng)
    player.ask("ping")
    of = player.ask("replay", seat=1, at=0)["of"]
    at = of // 2
    then = player.ask("replay", seat=1, at=at)["moment"]
    late = player.refused("create", **{"from": {"table": key, "seat": 1, "at": of, "as": 1}})
    assert "already over" in late["text"], late
    new = player.ask("create", level="easy", **{"from": {"table": key, "seat": 1, "at": at, "as": 1}})["table"]
    assert new != key
    fresh = Player(server, player.cookie)
    opened = fresh.ask("open", table=new)
    assert opened["table"]["phase"] == "playing" and opened["table"]["dice"] is None
    first = opened["moments"][0]
    if first["version"] == then["version"]:  # no bot has moved yet
        assert first["view"] == then["view"], "it does not start from that moment"
    fresh.open(table=new)
    seat = fresh.wait_turn()
    assert fresh.moments[1]["version"] >= then["version"] or fresh.over()
    if seat:
        fresh.act(seat, rng.choice(fresh.moments[seat]["moves"])["text"])
    server.kill()
    server.start()
    again = Player(server, player.cookie)
    again.open(table=new)
    play_out(again, rng)
    again.ask("ping")
    assert again.table["phase"] == "over"
    assert Player(server, player.cookie).ask("open", table=key)["table"]["phase"] == "over", "the old game has changed"
    with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
        file.write(again.ask("record")["record"])
        file.flush()
        done = subprocess.run([skerry, "replay", file.name], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr


def play_on_badly(server):
    player = Player(server)
    key = new_table(player, "nevergiveup", 1)
    player.open(table=key)
    play_out(player, random.Random(5))
    player.ask("ping")
    good = {"table": key, "seat": 1, "at": 1, "as": 1}
    for bad in ({"at": -1}, {"at": "1"}, {"as": 0}, {"as": 9}, {"as": None}, {"seat": 9}, {"seat": "1"}):
        assert player.refused("create", **{"from": good | bad})["text"], bad
    assert player.refused("create", **{"from": good | {"table": "no"}})["status"] == "gone"
    assert Player(server).refused("create", **{"from": good})["status"] == "gone", "this needs a table that the player has opened"
    assert player.refused("create", level="godlike", **{"from": good})["text"]
    assert player.refused("create")["text"] == "create needs a member game: a string."


def final_moves(server, game, bots, most):
    """A move marked as final cannot be undone; any other can."""
    rng = random.Random(game)
    player = Player(server)
    player.ask("hello", protocol=1, final=True)
    key = new_table(player, game, bots)
    player.open(table=key)
    seen = {True: 0, False: 0}
    wrong = []
    for _ in range(most):
        seat = player.wait_turn()
        if seat is None:
            break
        moves = [m for m in player.moments[seat]["moves"] if m["kind"] not in ("surrender",)]
        move = rng.choice(moves)
        before = player.moments[seat]["version"]
        player.act(seat, move["text"])
        player.ask("ping")
        final = move.get("final", False)
        seen[final] += 1
        now = player.moments[seat]
        others = now["version"] != before + 1  # a bot has moved since
        if final == now["can_undo"] and not (others and not final):
            wrong.append((move["text"], final))
    assert not wrong, f"{len(wrong)} of {sum(seen.values())}: {wrong[:5]}"
    assert seen[True] and (seen[False] or bots), seen  # a game on the island may be short
    plain = Player(server, player.cookie)
    plain_key = new_table(plain, game, bots)
    plain.open(table=plain_key)
    seat = plain.wait_turn()
    assert seat is None or not any("final" in m for m in plain.moments[seat]["moves"]), "only clients that ask for it may get \"final\""


with Server(skerry) as the_server:
    tap.run("the server announces both", lambda: announced(the_server))
    tap.run("its host closes a table before the start", lambda: host_closes(the_server))
    tap.run("a guest stands up", lambda: guest_stands(the_server))
    tap.run("who plays with bots alone ends the game", lambda: alone_ends(the_server))
    tap.run("among people a bot goes on", lambda: bot_goes_on(the_server))
    tap.run("a finished game goes off the list", lambda: over_goes_off(the_server))
    tap.run("nobody leaves for others", lambda: not_mine(the_server))
    games = (("takara", 1), ("atoll", 0), ("nevergiveup", 1), ("ayeaye", 1), ("tendays", 1))
    for the_game, the_bots in games if os.environ.get("SKERRY_LONG") else games[:2]:
        tap.run(f"{the_game}: play on from a moment", lambda: play_on(the_server, the_game, the_bots))
    tap.run("play on, asked badly", lambda: play_on_badly(the_server))
    for the_game, the_bots in (("atoll", 0), ("nevergiveup", 1)):
        tap.run(f"{the_game}: final moves are told beforehand", lambda: final_moves(the_server, the_game, the_bots, 120))
tap.done()
