"""Plays the walkthroughs on a real server. Each is followed to its last step and one move beyond, despite
interruptions.

Usage: walkthroughs.py SKERRY
"""
import sys
import time

from client import Player, Server, Tap

tap = Tap()
skerry = sys.argv[1]
GAMES = ("atoll", "takara", "nevergiveup", "ayeaye", "tendays")
LEFT = "You have left the walkthrough. Play the rest of the game as you like."


def begin(server, game, **more):
    player = Player(server, **more)
    player.open(table=player.ask("create", game=game, walkthrough=True)["table"])
    assert player.table["walkthrough"] and player.table["phase"] == "playing", player.table
    assert player.table["dice"] is None, "a walkthrough must not show a proof of its dice"
    assert [s["who"] for s in player.table["seats"]] == ["person"] + ["bot"] * (len(player.table["seats"]) - 1)
    assert all(s["level"] == "easy" for s in player.table["seats"][1:])
    return player


def wait_tip(player, seconds=20):
    """Waits for the other seats' moves and returns the next tip with text."""
    end = time.time() + seconds
    while not player.moments[1].get("coach", {"say": "gone"})["say"]:
        assert time.time() < end, "the other seats do not move"
        player.take()
    return player.moments[1].get("coach")


def follow(player, moves=1000):
    """Follows the tips. Returns the steps shown and the last tip. The rules they name must exist."""
    said = []
    rules = player.server.get(f"/api/rules/{player.table['game']}")[1].decode()
    for _ in range(moves):
        coach = wait_tip(player)
        assert coach, "the tip is missing"
        if coach["step"] not in said:
            said.append(coach["step"])
        assert f"**R{coach['rule']}**" in rules, f"there is no rule {coach['rule']}"
        if coach["move"] is None:
            return said, coach
        assert coach["move"] in [m["text"] for m in player.moments[1]["moves"]], f"{coach['move']} is not a legal move"
        assert len(coach["say"]) <= 240, f"too long to read: {coach['say']}"
        player.act(1, coach["move"])
    return said, wait_tip(player)


def go_beyond(player):
    """The player's own move: the last tip disappears, and bots and dice continue as usual."""
    player.wait_turn()
    player.act(1, player.moments[1]["moves"][0]["text"])
    assert "coach" not in player.moments[1], player.moments[1]["coach"]
    for _ in range(6):
        seat = player.wait_turn()
        if seat is None:
            return
        player.act(1, player.moments[1]["moves"][-1]["text"])


def followed(server, game):
    player = begin(server, game)
    assert player.moments[1]["coach"]["step"] == 1
    said, last = follow(player)
    assert 8 <= last["of"] <= 15 and said == list(range(1, last["of"] + 1)), f"shown: {said} of {last['of']}"
    assert last["say"].endswith(("is yours.", "sail.")), last["say"]
    go_beyond(player)


def killed(server):
    """kill -9 in the middle of each: the tip is the same afterwards, and the dice still follow the script."""
    players = [begin(server, game) for game in GAMES]
    for player in players:
        follow(player, 5)
    server.kill()
    server.start()
    for player in players:
        back = Player(server, player.cookie)
        back.open(table=player.table["key"])
        game = player.table["game"]
        assert back.table["walkthrough"] and back.table["dice"] is None
        assert back.moments[1]["view"] == player.moments[1]["view"], f"{game}: the position differs"
        assert back.moments[1]["coach"] == player.moments[1]["coach"], f"{game}: the tip differs"
        said, last = follow(back)
        assert said[-1] == last["of"]
        go_beyond(back)
        version, view = back.moments[1]["version"], back.moments[1]["view"]
        now = back.ask("replay", seat=1, at=version)["moment"]
        assert back.moments[1]["version"] != version or now["view"] == view, f"{game}: the replay shows another position"


def killed_after(server):
    """The table also opens after the walkthrough is over, although its dice were not drawn from the key."""
    player = begin(server, "takara")
    follow(player)
    go_beyond(player)
    player.wait_turn()
    server.kill()
    server.start()
    back = Player(server, player.cookie)
    back.open(table=player.table["key"])
    assert back.table["phase"] == "playing", back.table["why"]
    assert back.moments[1]["view"] == player.moments[1]["view"], "the position differs"
    assert "coach" not in back.moments[1]


def left(server):
    """After a move other than the suggested one, this is said once, then play is free. After an undo, the tip is back."""
    player = begin(server, "atoll")
    first = player.moments[1]["coach"]
    other = next(m["text"] for m in player.moments[1]["moves"] if m["kind"] == "move" and m["text"] != first["move"])
    player.act(1, other)
    coach = player.moments[1]["coach"]
    assert coach["say"] == LEFT and coach["move"] is None and coach["rule"] is None, coach
    player.ask("undo", seat=1)
    assert player.moments[1]["coach"] == first, player.moments[1].get("coach")
    player.act(1, other)
    player.act(1, player.moments[1]["moves"][0]["text"])
    assert "coach" not in player.moments[1]


def left_to_bots(server):
    """After the player has left the script, the other seats play as ordinary bots."""
    player = begin(server, "nevergiveup")
    player.act(1, next(m["text"] for m in player.moments[1]["moves"] if m["text"] == "go hut"))
    assert player.moments[1]["coach"]["say"] == LEFT
    for _ in range(8):
        seat = player.wait_turn()
        player.act(seat, player.moments[1]["moves"][0]["text"])


def left_dice(server):
    """After another move, the outcomes are random: the same move at many tables gives different results."""
    found = set()
    player = Player(server)
    for _ in range(14):
        player.open(table=player.ask("create", game="takara", walkthrough=True)["table"])
        player.act(1, "dig 1")
        found.add(player.logs[1][-1]["text"])
        player.ask("close")
    assert len(found) > 1, found


def handed_over(server):
    """A bot that takes over the learner's seat plays freely and does not wait for the walkthrough."""
    player = begin(server, "takara")
    player.ask("hand-over", seat=1, level="easy")
    end = time.time() + 20
    while player.moments[1]["version"] < 20 and not player.over():
        assert time.time() < end, "the bots do not move"
        player.take()


def record(server):
    """A finished walkthrough's record contains no proof of the dice, and no share is requested."""
    player = begin(server, "atoll", dice=True)
    assert not [p for p in player.pushes if p["push"] == "dice"]
    for _ in range(400):
        if player.over():
            break
        moves = player.moments[1]["moves"]
        player.act(1, next((m["text"] for m in moves if m["kind"] == "search"), moves[0]["text"]))
    assert player.over()
    text = player.ask("record")["record"]
    assert "# dice" not in text and "\n1 " in text, text[-300:]
    assert player.table["dice"] is None


def gone_on_with(server):
    """With go_on, the player's latest unfinished walkthrough of that game is opened. Otherwise, or if there is none, a
    new one is created."""
    player, other = Player(server), Player(server)
    assert "go-on" in player.ask("hello", protocol=1)["server"]["features"]
    again = {"walkthrough": True, "go_on": True}
    first = player.ask("create", game="atoll", **again)["table"]
    player.open(table=first)
    assert player.table["walkthrough"] and player.table["phase"] == "playing"
    assert player.ask("create", game="atoll", **again)["table"] == first
    assert player.ask("create", game="takara", **again)["table"] != first, "the walkthrough of another game was opened"
    assert other.ask("create", game="atoll", **again)["table"] != first, "another player's walkthrough was opened"
    server.stop()
    server.start()
    player = Player(server, player.cookie)
    assert player.ask("create", game="atoll", **again)["table"] == first, "the walkthrough was not found after a restart"
    second = player.ask("create", game="atoll", walkthrough=True)["table"]
    assert second != first and player.ask("create", game="atoll", **again)["table"] == second
    for key in (second, first):
        assert player.ask("leave", table=key)["done"] == "closed"
    assert player.ask("create", game="atoll", **again)["table"] not in (first, second), "a closed walkthrough was opened"


def refused(server):
    player = Player(server)
    assert player.refused("create", game="chess", walkthrough=True)["text"] == "There is no game chess."
    player.ask("create", game="takara", walkthrough=True, public=True, seats=[{"who": "open"}])
    other = Player(server)
    assert other.ask("lobby")["tables"] == [], "a walkthrough must not be in the public list"


for game in GAMES:
    def run():
        with Server(skerry) as server:
            followed(server, game)
    tap.run(f"{game} followed to its last step and beyond", run)
for case in (killed, killed_after, left, left_to_bots, left_dice, handed_over, record, gone_on_with, refused):
    def run():
        with Server(skerry) as server:
            case(server)
    tap.run(case.__name__.replace("_", " "), run)
tap.done()
