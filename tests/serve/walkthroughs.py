"""The walkthroughs through a real server: each is followed to its last step and one move beyond, whatever happens between.

Usage: lessons.py SKERRY
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
    assert player.table["dice"] is None, "a walkthrough shows a proof of its dice"
    assert [s["who"] for s in player.table["seats"]] == ["person"] + ["bot"] * (len(player.table["seats"]) - 1)
    assert all(s["level"] == "easy" for s in player.table["seats"][1:])
    return player


def advice(player, seconds=20):
    """The next advice that says something: the others' moves are waited for."""
    end = time.time() + seconds
    while not player.moments[1].get("coach", {"say": "gone"})["say"]:
        assert time.time() < end, "the others do not move"
        player.take()
    return player.moments[1].get("coach")


def follow(player, moves=1000):
    """Does what it is told; the steps that were said, and the last advice. The rules that it names exist."""
    said = []
    rules = player.server.get(f"/api/rules/{player.table['game']}")[1].decode()
    for _ in range(moves):
        coach = advice(player)
        assert coach, "the walkthrough was lost"
        if coach["step"] not in said:
            said.append(coach["step"])
        assert f"**R{coach['rule']}**" in rules, f"there is no rule {coach['rule']}"
        if coach["move"] is None:
            return said, coach
        assert coach["move"] in [m["text"] for m in player.moments[1]["moves"]], f"{coach['move']} is no move"
        assert len(coach["say"]) <= 240, f"too long to read: {coach['say']}"
        player.act(1, coach["move"])
    return said, advice(player)


def go_beyond(player):
    """A move of one's own: the last words are gone, bots and dice go on as anywhere."""
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
    assert 8 <= last["of"] <= 15 and said == list(range(1, last["of"] + 1)), f"said {said} of {last['of']}"
    assert last["say"].endswith(("is yours.", "sail.")), last["say"]
    go_beyond(player)


def killed(server):
    """kill -9 in the middle of each: the advice is where it was, and the dice fall as they are written."""
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
        assert back.moments[1]["view"] == player.moments[1]["view"], f"{game}: another position"
        assert back.moments[1]["coach"] == player.moments[1]["coach"], f"{game}: other advice"
        said, last = follow(back)
        assert said[-1] == last["of"]
        go_beyond(back)
        version, view = back.moments[1]["version"], back.moments[1]["view"]
        now = back.ask("replay", seat=1, at=version)["moment"]
        assert back.moments[1]["version"] != version or now["view"] == view, f"{game}: looked back at another position"


def killed_after(server):
    """Also when the walkthrough is behind: its dice are not drawn from the key, and the table opens all the same."""
    player = begin(server, "takara")
    follow(player)
    go_beyond(player)
    player.wait_turn()
    server.kill()
    server.start()
    back = Player(server, player.cookie)
    back.open(table=player.table["key"])
    assert back.table["phase"] == "playing", back.table["why"]
    assert back.moments[1]["view"] == player.moments[1]["view"], "another position"
    assert "coach" not in back.moments[1]


def left(server):
    """Another move than the advised one: said once, then free play; taken back, the advice is back."""
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
    """Having left, the others play on as ordinary bots."""
    player = begin(server, "nevergiveup")
    player.act(1, next(m["text"] for m in player.moments[1]["moves"] if m["text"] == "go hut"))
    assert player.moments[1]["coach"]["say"] == LEFT
    for _ in range(8):
        seat = player.wait_turn()
        player.act(seat, player.moments[1]["moves"][0]["text"])


def left_dice(server):
    """What falls after another move is nobody's script: the same move, made at many tables, does not bring the same."""
    found = set()
    player = Player(server)
    for _ in range(14):
        player.open(table=player.ask("create", game="takara", walkthrough=True)["table"])
        player.act(1, "dig 1")
        found.add(player.logs[1][-1]["text"])
        player.ask("close")
    assert len(found) > 1, found


def handed_over(server):
    """A bot in the learner's place goes its own way; nobody waits for the lesson."""
    player = begin(server, "takara")
    player.ask("hand-over", seat=1, level="easy")
    end = time.time() + 20
    while player.moments[1]["version"] < 20 and not player.over():
        assert time.time() < end, "the bots stand still"
        player.take()


def record(server):
    """Played to the end, its record proves nothing and says so by silence. No share is asked for."""
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
    """One's own unfinished one of that game, the newest; a new one where there is none, or it is not asked for."""
    player, other = Player(server), Player(server)
    assert "go-on" in player.ask("hello", protocol=1)["server"]["features"]
    again = {"walkthrough": True, "go_on": True}
    first = player.ask("create", game="atoll", **again)["table"]
    player.open(table=first)
    assert player.table["walkthrough"] and player.table["phase"] == "playing"
    assert player.ask("create", game="atoll", **again)["table"] == first
    assert player.ask("create", game="takara", **again)["table"] != first, "another game's"
    assert other.ask("create", game="atoll", **again)["table"] != first, "another's"
    server.stop()
    server.start()
    player = Player(server, player.cookie)
    assert player.ask("create", game="atoll", **again)["table"] == first, "not after a restart"
    second = player.ask("create", game="atoll", walkthrough=True)["table"]
    assert second != first and player.ask("create", game="atoll", **again)["table"] == second
    for key in (second, first):
        assert player.ask("leave", table=key)["done"] == "closed"
    assert player.ask("create", game="atoll", **again)["table"] not in (first, second), "a closed one"


def refused(server):
    player = Player(server)
    assert player.refused("create", game="chess", walkthrough=True)["text"] == "There is no game chess."
    player.ask("create", game="takara", walkthrough=True, public=True, seats=[{"who": "open"}])
    other = Player(server)
    assert other.ask("lobby")["tables"] == [], "a walkthrough is nobody else's business"


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
