"""Two servers on one PostgreSQL serve players of one table. Each sends what the other stores; of two simultaneous moves
one is stored first; when the server that runs the bots is killed, the other continues.

Usage: two_servers.py SKERRY
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import crash
import faults
import postgres
from client import Player, Server, Tap, new_table

skerry = sys.argv[1]
LONG = bool(os.environ.get("SKERRY_LONG"))
if not postgres.is_installed():
    print("1..0 # SKIP PostgreSQL is not installed (Debian: postgresql)")
    sys.exit(0)
tap = Tap()


def wait_for(what, seconds=10):
    end = time.time() + seconds
    while not what():
        assert time.time() < end, "timed out waiting"
        time.sleep(0.02)


def until(player, holds, seconds=20):
    """Takes messages until the condition is true."""
    end = time.time() + seconds
    while not holds():
        assert time.time() < end, "timed out waiting"
        player.hear(0.05)


def settle(*players):
    """Waits until all players see the same position and no more messages arrive."""
    before = None
    for _ in range(400):
        for player in players:
            player.hear()
        now = [moment["version"] for player in players for moment in player.moments.values()]
        if now == before and len({tuple(m["to_act"]) for p in players for m in p.moments.values()}) == 1:
            return
        before = now
        time.sleep(0.07)
    raise AssertionError("messages keep arriving")


def two_at_a_table(one, two, bots=1, game="nevergiveup", start="one"):
    """A table created on one server and joined on the other; the game has started."""
    anna, bert = Player(one), Player(two)
    seats = [{"who": "me"}, {"who": "open"}] + [{"who": "bot", "level": "easy"}] * bots
    key = anna.ask("create", game=game, options={}, seats=seats)["table"]
    bert.open(table=key)
    anna.open(table=key)
    bert.ask("sit", seat=2)
    until(anna, lambda: anna.table["seats"][1]["who"] == "person")
    anna.ask("start")
    for player in (anna, bert):
        until(player, lambda: player.moments)
    return anna, bert, key


def play(players, steps=10000):
    """Makes moves for the players in turn, until the end or for this number of steps."""
    for _ in range(steps):
        end = time.time() + 20
        while True:
            for player in players:
                player.hear(0.005)
            mover = next((p for p in players if p.turn()), None)
            if mover or all(p.over() for p in players):
                break
            assert time.time() < end, f"nobody is to move: {[m['to_act'] for p in players for m in p.moments.values()]}"
        if not mover:
            return
        act(mover)


def act(player):
    """Makes a move. It may be stale if the other server was first."""
    seat = player.turn()
    moment = player.moments[seat]
    player.message += 1
    answer = player.wait(player.send("act", seat=seat, moves=[moment["moves"][-1]["text"]], version=moment["version"],
                                     message=player.message))
    assert answer.get("done") or answer["error"]["status"] in ("stale", "turn", "rule"), answer
    return answer


def metric(server, name, of=None):
    text = (of or server.get("/metrics")[1]).decode()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith(name + " ")))


def known_on_both(one, two):
    anna = Player(one)
    anna.ask("name", name="Anna")
    key = new_table(anna, "takara", 1)
    there = Player(two, anna.cookie)
    assert there.me["id"] == anna.me["id"]
    wait_for(lambda: Player(two, anna.cookie).me["name"] == "Anna")
    assert there.open(table=key)["moments"], "a table created on the other server cannot be played here"
    watcher = Player(two)
    watcher.open(watch=there.table["watch"])
    assert watcher.moments[None]["version"] >= 0 and watcher.table["seats"][0]["name"] == "Anna"
    assert watcher.refused("open", table="x" * 22)["status"] == "gone"


def signed_out_on_both(one, two):
    anna = Player(one)
    path = anna.ask("link")["path"]
    cookie = one.sign_in(path)
    wait_for(lambda: Player(two, cookie).me["id"] == anna.me["id"])  # its token may still be on its way to the store
    other = Player(two, cookie)
    assert anna.ask("sign-out-others")["count"] == 1
    assert other.code() == 4401
    assert Player(two, cookie).me["id"] != anna.me["id"], "the signed-out token must no longer work"


def code_opens_on_the_other(one, two):
    anna, bert = Player(one), Player(two)
    key = anna.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}, {"who": "open"}])["table"]
    anna.open(table=key)
    bert.open(code=anna.table["code"])
    until(anna, lambda: anna.table["seats"][1]["who"] == "person")


def to_the_end(*players):
    """Plays by hand in long runs; otherwise bots finish the game, because they are fast."""
    if LONG:
        play(players)
        return
    play(players, 10)
    for player in players:
        for seat in player.moments:
            player.wait(player.send("hand-over", seat=seat, level="easy"))  # the game may already be over
    for player in players:
        until(player, player.over, 60)


def a_whole_game(one, two):
    anna, bert, _ = two_at_a_table(one, two)
    to_the_end(anna, bert)
    settle(anna, bert)
    for player in (anna, bert):
        until(player, lambda: player.table["phase"] == "over")
    records = [p.ask("record") for p in (anna, bert)]
    assert records[0]["record"] == records[1]["record"], "the two servers have different records"
    assert anna.moments[1]["score"] == bert.moments[2]["score"] if "score" in anna.moments[1] else True
    assert [line["text"] for line in anna.logs[1]], "the log is empty"


def simultaneous_moves(one, two):
    """Without bots: two people who are both to move do so at the same time, again and again."""
    anna, bert, key = two_at_a_table(one, two, bots=0)
    both = fit = 0
    before = sum(metric(s, "skerry_store_failed_total") for s in (one, two))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for _ in range(60):
            settle(anna, bert)
            if anna.over() or both >= (20 if LONG else 6):
                break
            movers = [p for p in (anna, bert) if p.turn()]
            answers = list(pool.map(act, movers))
            both += len(movers) == 2
            fit += sum(bool(a.get("done")) for a in answers) == 2
            assert any(a.get("done") for a in answers), answers
    met = sum(metric(s, "skerry_store_failed_total") for s in (one, two)) - before
    assert both >= 5 and met > 0, f"both were to move {both} times, but their moves collided in the store {met} times"
    assert fit >= both // 2, f"only {fit} of {both} pairs were both accepted: the second move was not checked again"
    settle(anna, bert)
    lines = Player(one, anna.cookie), Player(two, bert.cookie)
    for fresh, old in zip(lines, (anna, bert)):
        fresh.open(table=key)
        for seat, moment in fresh.moments.items():
            assert moment["version"] == old.moments[seat]["version"] and moment["view"] == old.moments[seat]["view"]


def one_seat_two_servers(one, two):
    """Moves for one seat from two servers with the same version: exactly one is accepted, the other is stale."""
    taken = 0
    anna, bert, key = two_at_a_table(one, two, bots=0)
    twin = Player(two, anna.cookie)
    twin.open(table=key)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for _ in range(12):
            settle(anna, bert, twin)
            if anna.over():
                break
            if not anna.turn():
                act(bert)
                continue
            twin.message = anna.message + 1000
            answers = list(pool.map(act, (anna, twin)))
            done = [a for a in answers if a.get("done")]
            stale = [a for a in answers if "error" in a]
            assert len(done) == 1 and len(stale) == 1, answers
            assert stale[0]["error"]["status"] == "stale", stale
            taken += 1
    assert taken >= 4


def seats_at_once(one, two):
    """Two people sit down at the same time on different servers. For the same seat, one succeeds; for different seats,
    both do."""
    host = Player(one)
    key = host.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}] + [{"who": "open"}] * 3)["table"]
    host.open(table=key)
    anna, bert = Player(one), Player(two)
    for player in (anna, bert):
        player.open(table=key)
    sit = lambda who, seat: who.wait(who.send("sit", seat=seat))  # noqa: E731
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        first = list(pool.map(sit, (anna, bert), (2, 2)))
        assert sum("error" in a for a in first) == 1, first
        for player in (anna, bert, host):
            until(player, lambda: player.table["seats"][1]["who"] == "person")
        assert anna.table["seats"][1]["you"] != bert.table["seats"][1]["you"]
        loser = bert if "error" in first[1] else anna
        second = list(pool.map(sit, (loser, host), (3, 4)))
        assert not any("error" in a for a in second), second
    for player in (anna, bert, host):
        until(player, lambda: all(s["who"] == "person" for s in player.table["seats"]))


def chat_reaches_both(one, two):
    anna, bert, key = two_at_a_table(one, two)
    for i in range(5):
        anna.ask("chat", text=f"from one {i}")
        bert.ask("chat", text=f"from two {i}")
    heard = {anna: [], bert: []}
    for player in (anna, bert):
        end = time.time() + 10
        while len(heard[player]) < 10 and time.time() < end:
            player.hear()
            heard[player] += [p["line"]["text"] for p in player.pushes if p["push"] == "chat"]
            player.pushes.clear()
        assert sorted(heard[player]) == sorted(f"from {w} {i}" for w in ("one", "two") for i in range(5)), heard[player]
    for server in (one, two):
        late = Player(server, anna.cookie)
        late.open(table=key)
        assert len(late.chat) == 10


def present_on_both(one, two):
    anna, bert, key = two_at_a_table(one, two)
    until(anna, lambda: anna.table["seats"][1]["connected"])
    until(bert, lambda: bert.table["seats"][0]["connected"])
    bert.ask("close")
    until(anna, lambda: not anna.table["seats"][1]["connected"])
    bert.open(table=key)
    until(anna, lambda: anna.table["seats"][1]["connected"])
    assert bert.table["seats"][0]["connected"]


def killed_with_the_lease(one, two):
    """The game started on one server, which runs its bot. That server is killed, and the other continues with the bot
    and a clock."""
    anna, bert, key = two_at_a_table(one, two)
    play([anna, bert], 20 if LONG else 8)
    settle(anna, bert)
    was = anna.moments[1]
    clocks.append(clock_begins(one, two))
    one.kill()
    anna = Player(two, anna.cookie)
    anna.open(table=key)
    assert anna.moments[1]["version"] >= was["version"], "a move is lost"
    play([anna, bert], 20 if LONG else 6)
    one.start()
    back = Player(one, anna.cookie)
    back.open(table=key)
    to_the_end(back, bert)
    settle(back, bert)
    assert back.over() and bert.over()
    for player in (back, bert):
        until(player, lambda: player.table["phase"] == "over")


def bots_move_once(one, two):
    """A game of bots alone is run by one server, and the other discards no moves."""
    anna, bert, key = two_at_a_table(one, two)
    before = {s: s.get("/metrics")[1] for s in (one, two)}
    anna.ask("hand-over", seat=1, level="easy")
    bert.ask("hand-over", seat=2, level="easy")
    for player in (anna, bert):
        until(player, player.over, 60)
    moved = [metric(s, "skerry_moves_total") - metric(s, "skerry_moves_total", before[s]) for s in (one, two)]
    assert moved[0] > 10 and moved[1] <= 1, moved


def clock_begins(one, two):
    anna, bert = Player(one), Player(two)
    key = anna.ask("create", game="nevergiveup", options={}, clock={"kind": "real", "seconds": 10, "more": 0},
                   seats=[{"who": "me"}, {"who": "open"}])["table"]
    anna.open(table=key)
    bert.open(table=key)
    bert.ask("sit", seat=2)
    until(anna, lambda: anna.table["seats"][1]["who"] == "person")
    anna.ask("start")
    until(bert, lambda: bert.moments)
    return bert, bert.moments[2]["version"], time.time() + 8


def clock_goes_on(one, two):
    """The time of both players is up, and the server that ran the clock is dead. The other server lets bots move for
    them."""
    bert, version, due = clocks[0]
    bert.hear()
    assert bert.moments[2]["version"] == version or time.time() > due, "a bot moved before the time was up"
    until(bert, lambda: bert.moments[2]["version"] > version + 6, 40)
    assert time.time() > due, "a bot moved before the time was up"


def database_restarts(one, two):
    """The database restarts: answered requests are kept, and both servers continue."""
    anna, bert, key = two_at_a_table(one, two)
    play([anna, bert], 4)
    settle(anna, bert)
    postgres.stop(folder, "immediate")
    assert postgres.start(folder).returncode == 0
    end = time.time() + 20
    while time.time() < end:
        answer = anna.wait(anna.send("chat", text="still here"))
        if answer.get("done"):
            break
        time.sleep(0.2)
    until(bert, lambda: any(p.get("push") == "chat" for p in bert.pushes))
    for _ in range(3):
        play([anna, bert], 2)
    settle(anna, bert)


class AwayRun(crash.Run):
    """The people of crash.py at both servers. Requests that could not be saved are sent again."""
    player = faults.Careful
    closes = crash.Run.closes + (1013,)  # meanwhile a server cannot look up unknown guests

    def __init__(self, ask, servers):
        self.servers = servers
        super().__init__(ask, servers[0])
        self.unsaved, self.stuck, self.ever_stuck = 0, {}, set()
        faults.Careful.run = self

    @property
    def server(self):
        return random.choice(self.servers)

    @server.setter
    def server(self, _):
        pass

    def says_stuck(self, table):
        self.stuck[table["key"]] = table["why"]
        self.ever_stuck.add(table["key"])


def moved(run):
    return {crew: sum(len(ledger.acked) for ledger in crew.ledgers) for crew in run.crews}


def database_goes_away(one, two):
    """The database is stopped and started during six games on two servers. Tables report it and resume, and nothing
    acknowledged is lost."""
    run = AwayRun(argparse.Namespace(seed=random.randrange(10 ** 6), kills=0), (one, two))
    run.begin()
    for turn in range(8 if LONG else 2):
        before, end = moved(run), time.time() + 30
        while not all(n > before[crew] for crew, n in moved(run).items()) and not run.problem:
            assert time.time() < end, f"not all tables continue: {run.stuck}"
            time.sleep(0.05)
        postgres.stop(folder, ("immediate", "fast")[turn % 2])
        time.sleep((0.2, 2, 8)[turn % 3])
        assert postgres.start(folder).returncode == 0
    before, end = moved(run), time.time() + 40
    while not all(n > before[crew] for crew, n in moved(run).items()) and not run.problem:
        assert time.time() < end, f"not all tables resumed: {run.stuck}"
        time.sleep(0.05)
    run.end()
    assert not run.problem, run.problem
    counted = crash.collections.Counter()
    rows = {json.loads(row)["key"]: game for game, row in postgres.rows(url, "SELECT id, row FROM skerry.game")}
    for ledger in [ledger for crew in run.crews for ledger in crew.ledgers]:
        game = rows[ledger.key]
        lines = [text for text, in postgres.rows(url, f"SELECT text FROM skerry.line WHERE game = {game} ORDER BY n")]
        chat = [json.loads(text)["text"] for text, in postgres.rows(url, f"SELECT text FROM skerry.chat WHERE game = {game} ORDER BY n")]
        crash.count_ledger(ledger, lines, chat, counted)
    print(f"# {counted['acknowledged']} moves acknowledged, each stored once; {run.unsaved} answers that a change was not saved, "
          f"{len(run.ever_stuck)} tables said that they were stuck")
    assert run.unsaved and run.ever_stuck, "nobody noticed the outage"


def both_restarted(one, two):
    anna, bert, key = two_at_a_table(one, two)
    play([anna, bert], 8)
    settle(anna, bert)
    assert one.stop() == 0 and two.stop() == 0
    one.start()
    two.start()
    backs = Player(two, anna.cookie), Player(one, bert.cookie)
    for back, old in zip(backs, (anna, bert)):
        back.open(table=key)
        for seat, moment in old.moments.items():
            assert back.moments[seat]["version"] >= moment["version"]
    to_the_end(*backs)
    assert all(back.over() for back in backs)


# ---- fair dice --------------------------------------------------------------------------------------------------------------
class Fair(Player):
    """Contributes a share to the dice when asked. With `mute`, only keeps the request."""

    def __init__(self, server, cookie=None, mute=False):
        self.mute, self.asked, self.share = mute, [], os.urandom(32)
        super().__init__(server, cookie, dice=True)

    def commitment(self, dice, seat):
        return hashlib.sha256(b"skerry dice 1 commit\n" + bytes.fromhex(dice["tag"]) + bytes([seat]) + self.share).hexdigest()

    def take(self):
        message = super().take()
        if message.get("push") == "dice":
            self.asked.append(message)
            seat, dice = message["seat"], message["dice"]
            if self.mute:
                pass
            elif dice["step"] == "commit":
                self.send("commit", seat=seat, commit=self.commitment(dice, seat), tag=dice["tag"])
            else:
                assert {"seat": seat, "commit": self.commitment(dice, seat), "share": None} in dice["parties"], "this is not the commitment that was sent"
                self.send("share", seat=seat, share=self.share.hex(), tag=dice["tag"])
        return message


def seated(host, *others):
    """A table of this host where all players sit; not started."""
    key = host.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}] + [{"who": "open"}] * len(others))["table"]
    host.open(table=key)
    for i, other in enumerate(others):
        other.open(table=key)
        other.ask("sit", seat=i + 2)
    until(host, lambda: not any(s["who"] == "open" for s in host.table["seats"]))
    return key


def begun(host, *players):
    """Starts the game and returns how long that took."""
    begin, number = time.time(), host.send("start")
    while number not in host.answers:
        assert time.time() < begin + 15, "the start was not answered"
        for player in (host,) + players:
            player.hear()
    assert "error" not in host.answers[number], host.answers[number]
    took = time.time() - begin
    for player in (host,) + players:
        until(player, lambda: player.moments)
    return took


def parties(player):
    return {p["seat"]: p for p in player.table["dice"]["parties"]}


def ended(*players):
    for player in players:
        for seat in player.moments:
            player.ask("hand-over", seat=seat, level="easy")
    for player in players:
        until(player, lambda: player.table["phase"] == "over", 60)


def dice_of_both(one, two):
    """Every player's share is part of the key, whichever server they use. A person with clients on both servers is
    asked on both."""
    anna, bert, carl = Fair(one), Fair(two), Fair(two)
    time.sleep(0.3)  # their presence must reach the store first
    wait_for(lambda: postgres.rows(url, f"SELECT 1 FROM skerry.token WHERE person = {bert.me['id']}"))
    twin = Fair(one, bert.cookie, mute=True)
    assert twin.me["id"] == bert.me["id"]
    seated(anna, bert, carl)
    took = begun(anna, bert, carl)
    twin.hear()
    assert took < 2.5, f"{took:.1f} s, although everyone answered at once"
    assert [m["dice"]["step"] for m in bert.asked] == ["commit", "open"] and twin.asked, "a client was not asked"
    assert set(parties(bert)) == {0, 1, 2, 3} and all(p["commit"] for p in parties(bert).values()), parties(bert)
    ended(anna, bert, carl)
    for player in (anna, bert, carl):
        shares = {seat: p["share"] for seat, p in parties(player).items()}
        assert shares[1] == anna.share.hex() and shares[2] == bert.share.hex() and shares[3] == carl.share.hex(), shares
    with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
        file.write(bert.ask("record")["record"])
        file.flush()
        said = subprocess.run([skerry, "replay", file.name, "--verify"], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


def dice_without_some(one, two):
    """People without an open client are not waited for; those who do not answer are left out after three seconds."""
    anna, gone, dora, plain = Fair(one), Fair(two), Fair(two), Player(two)
    seated(anna, gone, dora, plain)
    gone.close()
    time.sleep(0.5)
    took = begun(anna, dora, plain)
    assert took < 2.5, f"{took:.1f} s: the server waited for someone who is not connected"
    assert [bool(parties(anna)[seat]["commit"]) for seat in (0, 1, 2, 3, 4)] == [True, True, False, True, False], parties(anna)
    host, bert = Fair(two), Fair(one, mute=True)
    time.sleep(0.3)
    seated(host, bert)
    took = begun(host, bert)
    assert 2.5 < took < 6, f"{took:.1f} s"
    assert not parties(host)[2]["commit"] and parties(host)[1]["commit"]


def dice_refused_elsewhere(one, two):
    """The other server also explains what is wrong with a share."""
    anna, bert = Fair(one), Fair(two, mute=True)
    time.sleep(0.3)
    seated(anna, bert)
    number = anna.send("start")
    until(bert, lambda: bert.asked)
    dice = bert.asked[0]["dice"]
    good = bert.commitment(dice, 2)
    assert "64" in bert.refused("commit", seat=2, commit="12", tag=dice["tag"])["text"]
    assert bert.refused("commit", seat=1, commit=good, tag=dice["tag"])["text"] == "Seat 1 is not yours."
    assert bert.refused("commit", seat=2, commit=good, tag="0" * 32)["status"] == "turn"
    assert bert.refused("share", seat=2, share=bert.share.hex(), tag=dice["tag"])["status"] == "turn", "a share before all have committed must be refused"
    bert.ask("commit", seat=2, commit=good, tag=dice["tag"])
    bert.ask("commit", seat=2, commit=good, tag=dice["tag"])  # sending the same again is fine
    anna.hear(0.2)
    until(bert, lambda: len(bert.asked) == 2)
    assert bert.asked[1]["dice"]["step"] == "open"
    assert bert.refused("share", seat=2, share="00" * 32, tag=dice["tag"])["status"] == "state"
    bert.ask("share", seat=2, share=bert.share.hex())
    anna.wait(number)
    until(bert, lambda: bert.moments)
    assert parties(bert)[2]["commit"] == good


# ---- changes on one server apply on the other ------------------------------------------------------------------------
def admin(server, do, status=200, **members):
    answer, text = server.post("/api/admin", json.dumps({"do": do, **members}).encode(), {"Authorization": f"Bearer {host_key[0]}"})
    assert answer.status == status, (do, answer.status, text)
    return json.loads(text)


def at_once(*calls):
    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        return [one.result() for one in [pool.submit(call) for call in calls]]


def said(player, do, **members):
    return player.wait(player.send(do, **members))


def mine(player):
    return {line["key"]: line["phase"] for line in player.ask("lobby")["mine"]}


def rematch_from_both(one, two):
    """A rematch requested on both servers at once creates one table, and everyone is told about it."""
    for _ in range(6 if LONG else 3):
        anna, bert, key = two_at_a_table(one, two, bots=0, game="takara")
        ended(anna, bert)
        for player in (anna, bert):
            player.pushes.clear()
        answers = at_once(lambda: said(anna, "rematch"), lambda: said(bert, "rematch"))
        assert answers[0].get("table") and answers[0]["table"] == answers[1].get("table"), answers
        for player in (anna, bert):
            until(player, lambda: player.table["rematch"] == answers[0]["table"])
            assert said(player, "rematch")["table"] == answers[0]["table"], "a later request created another table"
        for player in (anna, bert):
            until(player, lambda: mine(player) == {key: "over", answers[0]["table"]: "gathering"}, 5)
            player.open(table=answers[0]["table"])
        anna.hear(0.2), bert.hear(0.2)
        host = anna if anna.table["host"] else bert
        begun(host, bert if host is anna else anna)


def left_at_the_other(one, two):
    anna, bert, key = two_at_a_table(one, two)
    carl = Player(two)  # leaves a table they have not opened, while the others change it
    bert.ask("close")
    answers = at_once(lambda: said(bert, "leave", table=key), lambda: said(anna, "hand-over", seat=1, level="easy"))
    assert answers[0].get("done") == "bot" and "error" not in answers[1], answers
    until(anna, lambda: anna.table["seats"][1]["bot"] and anna.table["seats"][0]["bot"])
    assert key not in mine(bert)
    until(anna, anna.over, 60)
    for turn in range(6):
        key = anna.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}] + [{"who": "open"}] * 3)["table"]
        for player in (anna, bert, carl):
            player.open(table=key)
        at_once(lambda: bert.ask("sit", seat=2), lambda: carl.ask("sit", seat=3))
        at_once(lambda: bert.ask("leave", table=key), lambda: anna.ask("seat", seat=4, who="bot"))
        for player in (anna, bert, carl):
            until(player, lambda: [s["who"] for s in player.table["seats"]] == ["person", "open", "person", "bot"], 5)
        if turn % 2:
            at_once(lambda: anna.ask("leave", table=key), lambda: said(bert, "sit", seat=2))
            for player in (bert, carl):
                until(player, lambda: player.table["phase"] == "closed" and player.table["why"] == "The player who created this table has closed it.", 5)


def host_is_heard_at_both(one, two):
    anna, bert, key = two_at_a_table(one, two, bots=0)
    bert.ask("name", name="Bertram")
    until(anna, lambda: anna.table["seats"][1]["name"] == "Bertram")
    number = bert.me["id"]
    admin(one, "rename", person=number, name="Berta")
    until(bert, lambda: bert.table["seats"][1]["name"] == "Berta")
    at_once(lambda: admin(one, "mute", person=number), lambda: said(bert, "name", name="Bea"))
    wait_for(lambda: "muted" in said(bert, "chat", text="hello").get("error", {}).get("text", ""))
    assert {p["id"]: p["muted"] for p in admin(two, "people")["people"]}[number]
    for server in (one, two):
        wait_for(lambda: {p["id"]: (p["muted"], p["name"]) for p in admin(server, "people")["people"]}[number] in ((True, "Bea"), (True, "Berta")))
    wait_for(lambda: len({{p["id"]: p["name"] for p in admin(s, "people")["people"]}[number] for s in (one, two)}) == 1)
    admin(two, "unmute", person=number)
    wait_for(lambda: said(bert, "chat", text="hello").get("done"))
    for player in (anna, bert):
        player.pushes.clear()
    admin(one, "notice", text="We close at ten.")
    assert bert.until(lambda p: p["push"] == "notice")["text"] == "We close at ten."
    assert bert.until(lambda p: p["push"] == "house")["house"]["notice"] == "We close at ten."
    admin(two, "chat", on=False)
    until(anna, lambda: any(p["push"] == "house" and not p["house"]["chat"] for p in anna.pushes))
    assert "turned off chat" in anna.refused("chat", text="x")["text"]
    admin(one, "chat", on=True)
    admin(one, "notice", text="")
    admin(one, "door", closed=True)
    wait_for(lambda: two.get("/")[0].status == 403)
    admin(two, "door", closed=False)
    wait_for(lambda: one.get("/")[0].status == 200)


def host_and_people_at_once(one, two):
    """A change by the host on one server and a change by a player to the same table on the other are both kept."""
    for _ in range(4):
        host, anna, bert = Player(one), Player(one), Player(two)
        key = host.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}] + [{"who": "open"}] * 3)["table"]
        for player in (host, anna, bert):
            player.open(table=key)
        at_once(lambda: anna.ask("sit", seat=2, name="Anka"), lambda: bert.ask("sit", seat=3, name="Bo"))
        until(host, lambda: sum(s["who"] == "person" for s in host.table["seats"]) == 3)
        number = next(t["id"] for t in admin(one, "tables")["tables"] if t["seats"][0]["person"] == host.me["id"])
        wait_for(lambda: any(t["id"] == number and t["seats"][1]["who"] == "person" for t in admin(two, "tables")["tables"]))
        at_once(lambda: admin(two, "free", table=number, seat=2), lambda: host.ask("seat", seat=4, who="bot", level="easy"),
                lambda: admin(one, "rename", person=bert.me["id"], name="Boris"))
        for player in (host, anna, bert):
            until(player, lambda: [(s["who"], s["name"]) for s in player.table["seats"]][1:3] == [("open", ""), ("person", "Boris")] and
                  player.table["seats"][3]["who"] == "bot", 5)
    anna.ask("sit", seat=2)
    begun(host, anna, bert)
    at_once(lambda: admin(two, "free", table=number, seat=2), lambda: bert.ask("hand-over", seat=3, level="easy"))
    for player in (host, bert):
        until(player, lambda: player.table["seats"][1]["who"] == "bot" and player.table["seats"][2]["bot"], 5)
    until(anna, lambda: None in anna.moments)  # the player who sat there now has the spectator's view
    admin(two, "remove", person=host.me["id"])
    assert host.code() == 4403
    until(bert, lambda: bert.table["seats"][0]["who"] == "bot")
    at_once(lambda: admin(one, "end", table=number), lambda: said(bert, "come-back", seat=3))
    until(bert, lambda: bert.table["phase"] == "stuck" and "ended" in bert.table["why"])
    assert "ended" in bert.refused("act", seat=3, moves=["x"], version=0, message=1)["text"]


def codes_at_once(one, two):
    """The same table code on both servers at once: both get seats, or one gets the last seat."""
    host = Player(one)
    for free in (2, 1, 2, 1):
        key = host.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}] + [{"who": "open"}] * free)["table"]
        host.open(table=key)
        anna, bert = Player(one), Player(two)
        answers = at_once(*(lambda p=p: said(p, "open", code=host.table["code"]) for p in (anna, bert)))
        assert sum("error" not in a for a in answers) == free, answers
        until(host, lambda: all(s["who"] == "person" for s in host.table["seats"]))
        for player, answer in zip((anna, bert), answers):
            assert "error" not in answer or answer["error"]["status"] == "gone", answer
            if "error" not in answer:
                assert sum(s["you"] for s in said(player, "open", table=key)["table"]["seats"]) == 1, "a refused player has a seat, or a seated one has none"


def start_and_seats_at_once(one, two):
    """Someone sits down or stands up on the other server while the game starts. It must start with a player on every
    seat."""
    for turn in range(6):
        host, bert = Fair(one), Fair(two)
        key = host.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}, {"who": "open"}, {"who": "open"}])["table"]
        host.open(table=key)
        bert.open(table=key)
        if turn % 2:
            bert.ask("sit", seat=2)
            until(host, lambda: host.table["seats"][1]["who"] == "person")
        number = host.send("start", fill=True)
        time.sleep((0, 0.002, 0.005, 0.01, 0.02, 0.05)[turn])
        other = bert.send("stand" if turn % 2 else "sit", seat=2)
        end = time.time() + 15
        while number not in host.answers or other not in bert.answers:
            assert time.time() < end, "the start was not answered"
            host.hear(), bert.hear()
        assert "error" not in host.answers[number], host.answers[number]
        until(bert, lambda: bert.table["phase"] == "playing")
        until(host, lambda: host.table["phase"] == "playing")
        seats = [s["who"] for s in host.table["seats"]]
        held = "error" not in bert.answers[other]
        assert seats == ["person", "person" if held != bool(turn % 2) else "bot", "bot"], (seats, bert.answers[other])
        assert seats == [s["who"] for s in bert.table["seats"]]
        if turn == 0:
            host.ask("hand-over", seat=1, level="easy")
            if seats[1] == "person":
                until(bert, lambda: 2 in bert.moments, 5)
                bert.ask("hand-over", seat=2, level="easy")
            until(host, lambda: host.table["phase"] == "over", 60)


clocks = []  # started by killed_with_the_lease and checked later, while the other cases run
CASES = (known_on_both, bots_move_once, killed_with_the_lease, signed_out_on_both, code_opens_on_the_other, a_whole_game, simultaneous_moves,
         one_seat_two_servers, seats_at_once, present_on_both, chat_reaches_both, clock_goes_on, dice_of_both, dice_without_some,
         dice_refused_elsewhere, rematch_from_both, left_at_the_other, host_is_heard_at_both, host_and_people_at_once, codes_at_once,
         start_and_seats_at_once, database_restarts, database_goes_away, both_restarted)
wanted = sys.argv[2:]
with postgres.database() as (folder, url), tempfile.TemporaryDirectory(prefix="skerry-two-") as data:
    with Server(skerry, data + "/one", ["--db", url]) as one, Server(skerry, data + "/two", ["--db", url]) as two:
        host_key = [line.strip() for line in (one.process.stdout.readline() for _ in range(4)) if re.fullmatch(r"[\w-]{43}", line.strip())]
        for case in CASES:
            if not wanted or case.__name__ in wanted or case is killed_with_the_lease and "clock_goes_on" in wanted:
                tap.run(case.__name__.replace("_", " "), lambda: case(one, two))
        if "--log" in wanted:
            print("".join("# " + line for name in ("one", "two") for line in open(f"{data}/{name}.log")))
tap.done()
