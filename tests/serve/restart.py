"""kill -9 in the middle of games: every answered move is kept, games resume, and bots whose turn it is move.

Usage: restart.py SKERRY
"""
import sys
import time

from client import Closed, Player, Server, Tap, new_table

tap = Tap()
skerry = sys.argv[1]


def play_some(player, moves):
    for _ in range(moves):
        seat = player.wait_turn()
        if seat is None:
            return
        player.act(seat, player.moments[seat]["moves"][0]["text"])
        time.sleep(0.02)


def killed(server):
    tables = []
    for game, bots in (("nevergiveup", 2), ("takara", 2), ("atoll", 0), ("ayeaye", 1), ("tendays", 3)):
        player = Player(server)
        player.open(table=new_table(player, game, bots))
        play_some(player, 12)
        if not player.over():
            player.wait_turn()  # after that, nothing comes by itself
        tables.append(player)
    server.kill()
    server.start()
    for player in tables:
        back = Player(server, player.cookie)
        back.open(table=player.table["key"])
        was, now = player.moments[1], back.moments[1]
        game = player.table["game"]
        assert now["version"] >= was["version"], f"{game}: went back from {was['version']} to {now['version']}"
        if now["version"] == was["version"]:
            assert now["view"] == was["view"], f"{game}: the position differs"
            assert [m["text"] for m in now["moves"]] == [m["text"] for m in was["moves"]]
        said = [line["text"] for line in player.logs[1]]
        assert [line["text"] for line in back.logs[1]][:len(said)] == said, f"{game}: the log differs"
        play_some(back, 5)


def killed_while_moving(server):
    """Every answered move is kept, plus at most the one unanswered move."""
    player = Player(server)
    player.open(table=new_table(player, "nevergiveup", 1))
    for round in range(3):
        answered = 0
        seat = player.wait_turn()
        if seat is None:
            break
        for _ in range(3):
            player.act(seat, player.moments[seat]["moves"][0]["text"])
            seat = player.wait_turn()
        answered = player.moments[1]["version"]
        moment = player.moments[1]
        player.message += 1
        last = {"seat": 1, "moves": [moment["moves"][0]["text"]], "version": moment["version"], "message": player.message}
        player.send("act", **last)
        if round:
            time.sleep(0.003 * round)
        server.kill()
        server.start()
        back = Player(server, player.cookie)
        back.message = player.message
        back.open(table=player.table["key"])
        assert back.moments[1]["version"] >= answered, "an answered move is lost"
        again = back.wait(back.send("act", **last))
        assert again.get("done") or again["error"]["status"] == "stale", again
        player = back


def repeated_after_restart(server):
    """A message answered before the server died gets the same answer afterwards and is not executed twice."""
    player = Player(server)
    key = player.ask("create", game="nevergiveup", options={}, start=True, seats=[{"who": "me"}, {"who": "me"}])["table"]
    player.open(table=key)
    seat = player.wait_turn()
    before = player.moments[seat]
    last = {"seat": seat, "moves": [before["moves"][0]["text"]], "version": before["version"], "message": 77}
    assert player.ask("act", **last)["done"]
    server.kill()
    server.start()
    back = Player(server, player.cookie)
    back.open(table=key)
    version = back.moments[seat]["version"]
    assert version == player.moments[seat]["version"]
    assert back.ask("act", **last)["done"]
    back.ask("ping")
    assert back.moments[seat]["version"] == version, "the move was made twice"
    assert back.refused("act", **{**last, "message": 78})["status"] == "stale"


def bots_go_on(server):
    """A table where a bot is to move resumes after a restart even if nobody has it open."""
    player = Player(server)
    player.open(table=new_table(player, "takara", 2, level="medium"))
    player.ask("hand-over", seat=1, level="hard")
    time.sleep(0.02)  # long enough for a move, too short for a whole game
    server.kill()
    server.start()
    end = time.time() + 30
    while b"skerry_moves_total 0\n" in server.get("/metrics")[1]:
        assert time.time() < end, f"no bot moved: {server.get('/metrics')[1].decode()} {open(server.log.name).read()[-2000:]}"
        time.sleep(0.1)
    back = Player(server, player.cookie)
    back.open(table=player.table["key"])
    version = back.moments[1]["version"]
    while not back.over() and back.moments[1]["version"] < version + 20 and time.time() < end:
        back.take()
    assert back.over() or back.moments[1]["version"] >= version + 20, "the bots did not resume"


def stopped_cleanly(server):
    player = Player(server)
    player.open(table=new_table(player, "takara", 1))
    play_some(player, 5)
    player.wait_turn()
    assert server.stop() == 0
    try:
        while True:
            player.take()
    except (Closed, OSError):
        pass
    server.start()
    back = Player(server, player.cookie)
    back.open(table=player.table["key"])
    assert back.moments[1]["version"] == player.moments[1]["version"] and back.moments[1]["view"] == player.moments[1]["view"]


for case in (killed, killed_while_moving, repeated_after_restart, bots_go_on, stopped_cleanly):
    def run():
        with Server(skerry) as server:
            case(server)
    tap.run(case.__name__.replace("_", " "), run)
tap.done()
