"""Play at the table: complete games, several people, interruptions of every kind, and no leaks.

Usage: play.py SKERRY
"""
import hashlib
import json
import random
import subprocess
import sys
import tempfile
import time

from client import Guest, Player, Server, Tap, new_table

tap = Tap()
skerry = sys.argv[1]


def play_out(player, rng, most=2000):
    """Plays random moves for all of this player's seats until the end. Returns the number of moves."""
    count = 0
    while (seat := player.wait_turn()) is not None:
        player.act(seat, rng.choice(player.moments[seat]["moves"])["text"])
        count += 1
        assert count < most
    return count


def table_of(server, game="nevergiveup", people=2, bots=0, **more):
    host = Player(server)
    key = host.ask("create", game=game, seats=[{"who": "me"}] + [{"who": "open"}] * (people - 1) + [{"who": "bot"}] * bots,
                   options={}, **more)["table"]
    others = [Player(server) for _ in range(people - 1)]
    host.open(table=key)
    for seat, other in enumerate(others, 2):
        other.open(table=key)
        other.ask("sit", seat=seat)
    return key, host, others


def three_clicks(server):
    """hello, create with start, open: the player can make the first move."""
    player = Player(server)
    player.open(table=new_table(player, "nevergiveup", 2))
    seat = player.wait_turn()
    moment = player.moments[seat]
    assert seat == 1 and moment["moves"] and moment["prompt"] and moment["view"]
    assert all(set(m) >= {"text", "kind", "args", "label"} for m in moment["moves"])


def whole_game(server):
    player = Player(server)
    key = new_table(player, "nevergiveup", 2)
    player.open(table=key)
    play_out(player, random.Random(1))
    assert player.moments[1]["over"] and player.moments[1]["ended"] is not None
    player.ask("ping")  # the table's push comes after the moment
    assert player.table["phase"] == "over"
    record = player.ask("record")["record"]
    assert record.startswith("skerry record 1\n") and "\nend " in record
    whole = player.logs[1]
    again = Player(server, player.cookie)
    again.open(table=key)
    said = [line["text"] for line in again.logs[1]]
    assert said == [line["text"] for line in whole], "the log differs after reopening the table"
    assert again.moments[1]["version"] == player.moments[1]["version"]
    last = again.ask("replay", seat=1, at=again.moments[1]["version"])
    assert last["moment"]["view"] == again.moments[1]["view"] and last["of"] == last["at"]
    third = again.ask("replay", seat=2, at=3)["moment"]
    assert third["version"] == 3 and third["seat"] == 2, "after the end, other seats' views must be available"
    past = again.ask("replay", seat=1, at=99999)
    assert past["at"] == past["of"], "a version past the end must show the final position"
    assert again.refused("act", seat=1, moves=["pass"])["status"] in ("turn", "unknown", "rule", "syntax")
    rematch = again.ask("rematch")["table"]
    again.open(table=rematch)
    assert rematch != key and again.wait_turn() == 1
    push = player.until(lambda p: p["push"] == "rematch" or p["push"] == "table" and p["table"]["rematch"])
    assert push


def two_people(server):
    key, host, (guest,) = table_of(server)
    assert host.refused("act", seat=1, moves=["x"])["status"] == "turn", "a move before the start must be refused"
    assert guest.refused("start")["status"] == "turn", "only the owner may start"
    host.until(lambda p: p["push"] == "table" and p["table"]["seats"][1]["who"] == "person")
    host.ask("start")
    guest.until(lambda p: p["push"] == "moment")
    assert Player(server).refused("open", code=host.table.get("code", "TERN-42"))["status"] == "gone"
    assert host.turn() == 1 or guest.turn() == 2, (host.moments[1]["to_act"], guest.moments[2]["to_act"])
    assert guest.refused("act", seat=1, moves=["give-up"])["text"] == "Seat 1 is not yours."
    assert "not yours" in guest.refused("undo", seat=1)["text"] and guest.refused("hint", seat=1)
    assert guest.refused("replay", seat=1, at=1)["status"] == "turn", "another seat's view must be refused while the game runs"
    assert guest.refused("record")["status"] == "turn"
    watcher = Player(server)
    watcher.open(watch=host.table["watch"])
    assert list(watcher.moments) == [None] and "key" not in watcher.table and not watcher.moments[None]["moves"]
    assert watcher.refused("sit", seat=1)["status"] == "turn"
    assert watcher.refused("act", seat=1, moves=["x"])["status"] == "turn"
    rng = random.Random(2)
    for _ in range(2000):
        movers = [p for p in (host, guest) if p.turn()]
        if movers:
            mover = rng.choice(movers)
            seat, moment = mover.turn(), mover.moments[mover.turn()]
            mover.message += 1
            answer = mover.wait(mover.send("act", seat=seat, moves=[rng.choice(moment["moves"])["text"]], version=moment["version"], message=mover.message))
            assert answer.get("done") or answer["error"]["status"] == "stale", answer
        for p in (host, guest, watcher):
            p.hear()
        if host.over() and guest.over() and watcher.over():
            break
    assert host.over() and guest.over() and watcher.over()


def spoken_code(server):
    host = Player(server)
    key = host.ask("create", game="nevergiveup", seats=[{"who": "me"}, {"who": "open"}], options={})["table"]
    host.open(table=key)
    code = host.table["code"]
    friend = Player(server)
    friend.open(code=code.lower().replace("-", " "))
    assert friend.table["seats"][1]["you"], "the code must give the free seat"
    assert Player(server).refused("open", code=code)["status"] == "gone", "the code must not work when no seat is free"
    friend.ask("stand", seat=2)
    host.until(lambda p: p["push"] == "table" and p["table"]["seats"][1]["who"] == "open")
    host.ask("start", fill=True)
    assert Player(server).refused("open", code=code)["status"] == "gone", "the code must not work after the start"
    thief = Player(server)
    for _ in range(10):
        assert thief.refused("open", code="TERN-1")["status"] == "gone"
    assert thief.refused("open", code=code)["status"] == "limit"


def hot_table(player, **more):
    """Two seats of one person, so that nothing moves by itself."""
    return player.ask("create", **{"game": "nevergiveup", "options": {}, "start": True,
                                   "seats": [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bo"}], **more})["table"]


def stale_and_repeated(server):
    player = Player(server)
    player.open(table=hot_table(player))
    seat = player.wait_turn()
    first = player.moments[seat]
    move = first["moves"][0]["text"]
    player.act(seat, move)
    version = player.moments[seat]["version"]
    assert version > first["version"], "the moment must come before the answer"
    answer = player.wait(player.send("act", seat=seat, moves=[move], version=first["version"], message=player.message))
    assert answer.get("done"), "a repeated message must get the first answer"
    assert player.moments[seat]["version"] == version, "the move was made twice"
    error = player.refused("act", seat=seat, moves=[move], version=first["version"], message=player.message + 1)
    assert error["status"] == "stale" and error["text"]
    fresh = player.until(lambda p: p["push"] == "moment" and p["moment"].get("after") is None)
    assert fresh["moment"]["version"] >= version
    assert player.refused("act", seat=seat, moves=["no such"], message=player.message + 2)["status"] in ("unknown", "syntax")
    assert player.refused("act", seat=seat, moves=[])["status"] == "range"
    assert player.refused("act", seat=seat, moves=[move], version=10 ** 6)["status"] == "range"


def takes_back(server):
    player = Player(server)
    player.open(table=hot_table(player))
    for _ in range(60):
        seat = player.wait_turn()
        before = player.moments[seat]
        player.act(seat, before["moves"][0]["text"])
        if player.moments[seat]["can_undo"]:
            break
    assert player.moments[seat]["can_undo"], "no move could be undone in sixty moves"
    player.ask("undo", seat=seat)
    after = player.moments[seat]
    assert after["view"] == before["view"] and after["version"] > before["version"]
    assert [line["event"] for line in after["log"]] == ["undo"]
    reopened = Player(server, player.cookie)
    reopened.open(table=player.table["key"])
    assert reopened.moments[seat]["view"] == after["view"] and reopened.moments[seat]["version"] == after["version"]
    assert [line["text"] for line in reopened.logs[seat]] == [line["text"] for line in player.logs[seat]]


def hints_and_looks(server):
    player = Player(server)
    player.open(table=new_table(player, "takara", 2))
    seat = player.wait_turn()
    begun = time.time()
    number = player.send("hint", seat=seat)
    for _ in range(5):
        player.ask("ping")
    assert time.time() - begun < 2, "the event loop waits for a hint"
    hint = player.wait(number)
    legal = [m["text"] for m in player.moments[seat]["moves"]]
    assert hint["lines"] and hint["lines"][0]["moves"][0] in legal and hint["said"]
    assert set(hint["lines"][0]) == {"moves", "labels", "alike", "chance", "points", "reasons"}
    games = json.loads(server.get("/api/games")[1])["games"]
    lists = next(g for g in games if g["game"] == "takara")["lists"]
    name = next(n for n in lists if n not in ("node",) and lists[n])
    assert isinstance(player.ask("look", seat=seat, list=name, entry=lists[name][0])["text"], list)
    assert player.refused("look", seat=seat, list=name, entry="nothing")["status"] == "unknown"


def comes_and_goes(server):
    player = Player(server)
    key = new_table(player, "nevergiveup", 1)
    player.open(table=key)
    for _ in range(6):
        seat = player.wait_turn()
        player.act(seat, player.moments[seat]["moves"][0]["text"])
    have = {"1": player.moments[1]["version"]}
    player.close()
    back = Player(server, player.cookie)
    answer = back.open(table=key, have=have)
    assert not [line for line in answer["logs"][0] if line["version"] <= have["1"]]
    assert back.moments[1]["version"] >= have["1"] and back.moments[1]["moves"] is not None
    back.ask("hand-over", seat=1, level="easy")
    assert back.refused("act", seat=1, moves=["x"])["status"] == "turn"
    end = time.time() + 20
    version = back.moments[1]["version"]
    while back.moments[1]["version"] < version + 3 and not back.over():
        assert time.time() < end, "no bot plays for the player who left"
        back.take()
    back.ask("come-back", seat=1)
    time.sleep(0.2)  # a move of the bot may still be on its way
    back.ask("ping")
    if not back.over():
        seat = back.wait_turn()
        back.act(seat, back.moments[seat]["moves"][0]["text"])


def hot_seat(server):
    player = Player(server)
    player.open(table=hot_table(player))
    assert sorted(player.moments) == [1, 2] and [s["name"] for s in player.table["seats"]] == ["Ada", "Bo"]
    for _ in range(6):
        seat = player.wait_turn()
        player.act(seat, player.moments[seat]["moves"][0]["text"])
    player.ask("open-play", open=True)
    assert player.until(lambda p: p["push"] == "table" and p["table"]["open_play"])


def chat(server):
    _, host, (guest,) = table_of(server)
    host.ask("name", name="Marit")
    host.ask("chat", text="Ahoy")
    line = guest.until(lambda p: p["push"] == "chat")["line"]
    assert line["who"] == "Marit" and line["seat"] == 1 and line["text"] == "Ahoy"
    assert guest.refused("chat", text="")["status"] == "range"
    assert guest.refused("chat", text="x" * 501)["status"] == "range"
    late = Player(server, guest.cookie)
    late.open(table=host.table["key"])
    assert [c["text"] for c in late.chat] == ["Ahoy"]


def lobby(server):
    watcher = Guest(server)
    assert watcher.ask("lobby")["tables"] == []
    host = Player(server)
    host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={}, public=True, name="Kelp")
    host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={})
    tables = watcher.until(lambda p: p["push"] == "lobby" and p["tables"])["tables"]
    assert [t["name"] for t in tables] == ["Kelp"] and tables[0]["free"] == 1, "only public tables may be listed"
    assert len(host.ask("lobby")["mine"]) == 2


def clock_begins(server):
    """A clock has at least ten seconds, so the other cases run meanwhile."""
    host = Player(server)
    key = host.ask("create", game="nevergiveup", seats=[{"who": "me"}, {"who": "bot"}], options={}, start=True,
                   clock={"kind": "real", "seconds": 10, "more": 0})["table"]
    host.open(table=key)
    host.wait_turn()
    host.ask("ping")
    clock = host.table["seats"][0]["clock"]
    assert clock["runs"] and 0 < clock["left"] <= 10000, clock
    clocks.append((host, host.moments[1]["version"], time.time()))


def clock_runs_out(server):
    if not clocks:
        clock_begins(server)
    host, version, begun = clocks[0]
    host.hear()
    assert host.moments[1]["version"] == version or time.time() > begun + 9.5, "a bot moved before the time was up"
    end = time.time() + 15
    host.socket.settimeout(16)
    while host.moments[1]["version"] == version:
        assert time.time() < end, "no bot moved when the time was up"
        host.take()
    assert host.refused("create", game="nevergiveup", seats=[{"who": "me"}, {"who": "bot"}], clock={"kind": "sand"})


def dice_after_reload(server):
    """A page reloaded just after being asked is asked again, in both steps, and its share is part of the key."""
    host, guest = Player(server, dice=True), Player(server, dice=True)
    key = host.ask("create", game="nevergiveup", seats=[{"who": "me"}, {"who": "open"}], options={})["table"]
    host.open(table=key)
    guest.open(table=key)
    guest.ask("sit", seat=2)
    begun = time.time()
    start = host.send("start")
    share = bytes(range(32))

    def asked(who, step):
        push = who.until(lambda push: push["push"] == "dice", 2)
        assert push["dice"]["step"] == step and push["table"] == key and 0 < push["wait"] <= 3000, push
        return push["seat"], push["dice"]["tag"]

    def commit(who, seat, tag):
        who.ask("commit", seat=seat, tag=tag, commit=hashlib.sha256(b"skerry dice 1 commit\n" + bytes.fromhex(tag) + bytes([seat]) + share).hexdigest())

    commit(host, *asked(host, "commit"))
    first = asked(guest, "commit")
    guest.close()
    guest = Player(server, guest.cookie, dice=True)
    assert asked(guest, "commit") == first
    commit(guest, *first)
    twice = Player(server, host.cookie, dice=True)  # opens now, so it is asked to reveal the share that the first page committed to
    asked(host, "open"), asked(guest, "open")
    assert asked(twice, "open") == (1, first[1])
    guest.close()
    guest = Player(server, guest.cookie, dice=True)
    assert asked(guest, "open") == first
    for who, seat in ((host, 1), (guest, 2)):
        who.ask("share", seat=seat, tag=first[1], share=share.hex())
    assert "error" not in host.wait(start) and time.time() - begun < 2.5, "the server waited for someone who did not answer"
    host.until(lambda p: p["push"] == "table" and p["table"]["phase"] == "playing")
    late = Player(server, guest.cookie, dice=True)
    late.hear(0.2)
    assert not late.pushes, "a share was requested for a running game"
    assert [p["commit"] is not None for p in late.ask("open", table=key)["table"]["dice"]["parties"]] == [True] * 3


def fair_dice(server):
    """Two people, one of whom commits and then withholds the share. The dice played must match the commitments."""
    host, guest = Player(server, dice=True), Player(server, dice=True)
    key = host.ask("create", game="nevergiveup", seats=[{"who": "me"}, {"who": "open"}, {"who": "bot"}], options={})["table"]
    host.open(table=key)
    guest.open(table=key)
    guest.ask("sit", seat=2)
    start = host.send("start")
    asked = [p.until(lambda push: push["push"] == "dice")["dice"] for p in (host, guest)]
    assert asked[0] == asked[1] and asked[0]["step"] == "commit" and [p["seat"] for p in asked[0]["parties"]] == [0, 1, 2]
    tag = bytes.fromhex(asked[0]["tag"])
    share = bytes(range(32))

    def commitment(party):
        return hashlib.sha256(b"skerry dice 1 commit\n" + tag + bytes([party]) + share).hexdigest()
    assert host.refused("share", seat=1, share=share.hex()), "a share before all have committed must be refused"
    assert host.refused("commit", seat=2, commit=commitment(2))["status"] == "turn", "a commitment for another's seat must be refused"
    host.ask("commit", seat=1, commit=commitment(1))
    guest.ask("commit", seat=2, commit=commitment(2))
    shown = host.until(lambda push: push["push"] == "dice")["dice"]
    assert shown["step"] == "open" and shown["parties"][1]["commit"] == commitment(1)
    assert shown["parties"][0]["commit"] == asked[0]["parties"][0]["commit"], "the server changed its commitment"
    assert host.refused("share", seat=1, share=bytes(32).hex()), "a share that does not match the commitment must be refused"
    begun = time.time()
    host.ask("share", seat=1, share=share.hex())
    assert "error" not in host.wait(start) and 2 < time.time() - begun < 4, "the server must wait three seconds for a missing share"
    guest.until(lambda push: push["push"] == "moment")
    frames = "".join(host.frames + guest.frames)
    assert share.hex() not in frames, "a share was sent before the end"
    host.ask("hand-over", seat=1, level="easy")
    guest.ask("hand-over", seat=2, level="easy")
    while not host.over():
        host.take()
    text = host.ask("record")["record"]
    assert share.hex() in text
    with tempfile.NamedTemporaryFile("w", suffix=".skerry") as file:
        file.write(text)
        file.flush()
        checked = subprocess.run([skerry, "replay", file.name, "--verify"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    assert host.until(lambda p: p["push"] == "table" and p["table"]["phase"] == "over")["table"]["dice"]["parties"][1]["share"] == share.hex()


def no_leaks(server):
    """No message to a seat ever contains fields that only another seat may see."""
    games = json.loads(server.get("/api/games")[1])["games"]
    for game in games:
        owned = [f["name"] for f in game["fields"] if f["see"] == "owner"]
        if not owned:
            continue
        player = Player(server)
        watcher = Player(server)
        player.open(table=new_table(player, game["game"], 2))
        watcher.open(watch=player.table["watch"])
        rng = random.Random(game["game"])
        for _ in range(40):
            seat = player.wait_turn()
            if seat is None:
                break
            player.wait(player.send("act", seat=seat, moves=[rng.choice(player.moments[seat]["moves"])["text"]]))
            watcher.ask("ping")  # a watcher who does not read is disconnected
        watcher.ask("ping")
        looked = 0
        for guest, own in ((player, 0), (watcher, None)):
            for frame in guest.frames:
                looked += look_for_leaks(json.loads(frame), owned, own)
        assert looked > 20, "too few moments were seen"


def look_for_leaks(frame, owned, own):
    moments = frame.get("moments", []) + ([frame["moment"]] if "moment" in frame else [])
    for moment in moments:
        for name in owned:
            for row, value in enumerate(moment["view"][name]):
                assert row == own or all_null(value), f"{name} of seat {row + 1} was sent: {json.dumps(value)}"
    return len(moments)


def all_null(value):
    if isinstance(value, dict):
        return all(all_null(v) for v in value.values())
    if isinstance(value, list):
        return all(all_null(v) for v in value)
    return value is None


clocks = []
cases = (clock_begins, three_clicks, whole_game, two_people, spoken_code, stale_and_repeated, takes_back, hints_and_looks, comes_and_goes,
         hot_seat, chat, lobby, fair_dice, dice_after_reload, no_leaks, clock_runs_out)
with Server(skerry) as one:
    for case in cases:
        if not sys.argv[2:] or case.__name__ in sys.argv[2:]:
            tap.run(case.__name__.replace("_", " "), lambda: case(one))
    log = open(one.log.name).read()
tap.case("nothing went wrong inside", "\n".join(line for line in log.split("\n") if line and line.split("what=")[-1].split()[0] not in ("open", "begun", "over"))[-1000:] or None)
tap.done()
