"""Plays at several tables while the server is killed again and again. No acknowledged move may be lost or stored twice.

Usage: crash.py SKERRY [--kills N] [--seed N] [--folder FOLDER] [--extra ARGUMENT]...

People (this program) and bots play all five games, chat, undo, sit down and stand up, hand seats over and take them
back. After each kill everyone reconnects, resends the request that got no answer, and compares: versions never go
back, and the log starts with the lines they already had. At the end the stored rows are compared with the
acknowledged moves. `./test` kills a few times; docs/reliability.md describes the long run.
"""
import argparse
import collections
import json
import os
import random
import select
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from client import Closed, Player, Server, Tap

BROKEN = (OSError, Closed, ConnectionError, ValueError)  # ValueError: incomplete HTTP answer
CREWS = (("nevergiveup", (1, 1), 1), ("takara", (1, 1), 1), ("atoll", (1,), 0), ("ayeaye", (1, 1, 1), 0), ("tendays", (1, 1), 2),
         ("takara", (2,), 0))  # game; seats of each person; bots


def told(log):
    """The log lines of moves. Lines about seats arrive as separate pushes (seat_log.py)."""
    return [line["text"] for line in log if line["event"] not in ("hand-over", "come-back", "time-out")]


class Ledger:
    """The requests at one table that were acknowledged, refused or never answered."""

    def __init__(self, key):
        self.key = key
        self.acked, self.refused, self.unknown = {}, {}, {}  # (seat, message): move
        self.undos = collections.Counter()  # acknowledged undos per seat
        self.undos_unknown = collections.Counter()
        self.chats, self.chats_unknown = set(), set()
        self.record = None


class Crew:
    """The people at one table, and at the next one when it is over."""

    def __init__(self, run, game, people, bots):
        self.run, self.game, self.bots = run, game, bots
        self.lock = threading.Lock()
        self.ledger = None
        self.ledgers = []
        first = 1
        self.people = []
        for count in people:
            self.people.append(Person(self, list(range(first, first + count))))
            first += count
        self.seats = first - 1


class Person(threading.Thread):
    def __init__(self, crew, seats):
        super().__init__(daemon=True)
        self.crew, self.run_, self.seats = crew, crew.run, seats
        self.rng = random.Random(f"{crew.run.seed} {crew.game} {seats} {len(crew.run.crews)}")
        self.cookie = None
        self.message = 10 ** 6
        self.forget()

    def forget(self):
        """Forgets the old table before a new one."""
        self.at = None
        self.pending = None
        self.last_acked = None
        self.versions, self.said = {}, {}
        self.sits, self.begun = set(), False

    # ---- connecting ------------------------------------------------------------------------------------------------
    def run(self):
        while not self.run_.stopping():
            try:
                self.connected()
            except BROKEN as why:
                if isinstance(why, Closed) and why.code not in self.run_.closes:
                    self.run_.fail(f"{self.crew.game}: closed with {why.code} {why.reason}")
                    return
                time.sleep(0.01)
            except Exception:  # noqa: BLE001  (a failed assertion or a bug in this program: either ends the run)
                self.run_.fail(f"{self.crew.game} {self.seats}: {traceback.format_exc(limit=4)}")
                return

    def connected(self):
        server = self.run_.server
        if self.cookie is None:
            self.cookie = server.cookie()
        me = self.run_.player(server, self.cookie)
        me.message = self.message
        self.run_.connects += 1
        try:
            while not self.run_.stopping():
                ledger = self.table(me)
                if ledger is None:
                    time.sleep(0.05)
                    continue
                self.opened(me, ledger)
                self.resend(me, ledger)
                self.play(me, ledger)
        finally:
            me.close()

    def table(self, me):
        """The crew's current table. The first person of the crew creates it."""
        with self.crew.lock:
            ledger = self.crew.ledger
        if ledger is not None and ledger is not self.at:
            self.forget()
            self.at = ledger
        if ledger is not None or self is not self.crew.people[0]:
            return ledger
        seats = [{"who": "open"}] * self.crew.seats + [{"who": "bot", "level": "easy"}] * self.crew.bots
        try:
            key = me.ask("create", game=self.crew.game, seats=seats, options={}, public=self.rng.random() < 0.5)["table"]
        except BROKEN:  # it may exist or not: a new guest tries again, so that one person does not own too many tables
            self.cookie = None
            raise
        with self.crew.lock:
            self.crew.ledger = Ledger(key)
            self.crew.ledgers.append(self.crew.ledger)
        return self.table(me)

    def opened(self, me, ledger):
        """Checks that everything acknowledged before is still there."""
        me.open(table=ledger.key)
        for seat in self.sits:
            assert me.table["seats"][seat - 1]["you"], f"seat {seat} was taken and acknowledged, but is lost"
        if self.begun:
            assert me.table["phase"] in ("playing", "over"), f"the start was acknowledged, but the phase is {me.table['phase']}"
        assert me.table["phase"] != "stuck", me.table["why"]
        for seat, moment in me.moments.items():
            was = self.versions.get(seat, 0)
            assert moment["version"] >= was, f"seat {seat} went back from {was} to {moment['version']}"
            said = told(me.logs[seat])
            before = self.said.get(seat, [])
            assert said[:len(before)] == before, f"seat {seat}: the first {len(before)} lines of the log have changed"
        chat = [line["text"] for line in me.chat]
        for text in [t for t in ledger.chats if t.startswith(f"{self.seats[0]} ")][-3:]:
            assert text in chat or len(chat) >= 200, f"a line of chat is lost: {text}"
        self.keep(me)

    def keep(self, me):
        for seat, moment in me.moments.items():
            if seat is not None:
                assert moment["version"] >= self.versions.get(seat, 0), "a version went back"
                self.versions[seat] = moment["version"]
                self.said[seat] = told(me.logs[seat])

    # ---- moves -----------------------------------------------------------------------------------------------------
    def resend(self, me, ledger):
        """Resends the request that had no answer. Sometimes resends an acknowledged one too, which must change nothing."""
        if me.table["seats"][self.seats[0] - 1]["bot"] and me.moments:
            me.ask("come-back", seat=self.seats[0])
        if self.pending:
            self.run_.again += 1
            self.settle(me, ledger, self.pending)
        if self.last_acked and self.rng.random() < 0.3:
            versions = {seat: m["version"] for seat, m in me.moments.items()}
            answer = me.wait(me.send("act", **self.last_acked))
            seat = self.last_acked["seat"]
            assert answer.get("done"), f"a move acknowledged before is refused now: {answer}"
            if self.crew.bots == 0 and len(self.crew.people) == 1:
                assert me.moments[seat]["version"] == versions[seat], "a repeated message changed the state"
            self.run_.repeats += 1
        self.keep(me)

    def settle(self, me, ledger, act):
        """Sends a move and notes the outcome. If the connection breaks, the move stays pending."""
        name = (act["seat"], act["message"])
        self.pending = act
        ledger.unknown[name] = act["moves"][0]
        number = me.send("act", **act)
        self.run_.sent.set()
        answer = me.wait(number)
        self.pending = None
        del ledger.unknown[name]
        if answer.get("done"):
            ledger.acked[name] = act["moves"][0]
            self.last_acked = act
            self.run_.moves += 1
        else:
            assert answer["error"]["status"] in ("stale", "turn", "rule"), answer
            ledger.refused[name] = act["moves"][0]
            self.run_.refusals += 1
        self.keep(me)

    def drain(self, me, seconds=0.05):
        while me.buffer or select.select([me.socket], [], [], seconds)[0]:
            me.take()
            seconds = 0
        self.keep(me)

    def play(self, me, ledger):
        while not self.run_.stopping():
            if me.table["phase"] == "gathering":
                self.gather(me)
            elif me.table["phase"] == "over" or me.moments and me.over():
                self.finish(me, ledger)
                return
            else:
                self.begun = True
                self.turn(me, ledger)
        self.drain(me)

    def gather(self, me):
        free = [s for s in self.seats if not me.table["seats"][s - 1]["you"]]
        if free:
            me.ask("sit", seat=free[0])
            self.sits.add(free[0])
        elif self.rng.random() < 0.2:
            self.sits.discard(self.seats[0])
            answer = me.wait(me.send("stand", seat=self.seats[0]))
            assert "error" not in answer or "begun" in answer["error"]["text"] or "about" in answer["error"]["text"], answer
        elif self is self.crew.people[0] and not any(s["who"] == "open" for s in me.table["seats"]):
            answer = me.wait(me.send("start"))
            self.begun = self.begun or "error" not in answer
        self.drain(me)
        if me.table["phase"] == "playing" and not me.moments:
            me.open(table=me.table["key"])

    def turn(self, me, ledger):
        dice, seat = self.rng.random(), me.turn()
        mine = me.table["seats"][self.seats[0] - 1]
        if mine["bot"]:
            me.ask("come-back", seat=self.seats[0])
            me.until(lambda p: p["push"] == "table")
        elif dice < 0.04:
            text = f"{self.seats[0]} says {self.rng.getrandbits(60):x}"
            ledger.chats_unknown.add(text)
            answer = me.wait(me.send("chat", text=text))
            ledger.chats_unknown.discard(text)
            if "error" not in answer:
                ledger.chats.add(text)
                self.run_.chats += 1
        elif dice < 0.05:
            answer = me.wait(me.send("hand-over", seat=self.seats[0], level="easy"))
            # A player who stood up just before the start may have no seat to hand over.
            assert "error" not in answer or self.seats[0] not in self.sits, answer
        elif dice < 0.15 and any(m["can_undo"] for m in me.moments.values()):
            self.take_back(me, ledger, next(s for s, m in me.moments.items() if m["can_undo"]))
        elif seat is not None:
            moment = me.moments[seat]
            self.message += 1
            move = self.rng.choice(moment["moves"])["text"]
            self.settle(me, ledger, {"seat": seat, "moves": [move], "version": moment["version"], "message": self.message})
        self.drain(me, 0 if me.turn() else 0.05)

    def take_back(self, me, ledger, seat):
        ledger.undos_unknown[seat] += 1
        answer = me.wait(me.send("undo", seat=seat))
        ledger.undos_unknown[seat] -= 1
        if "error" not in answer:
            ledger.undos[seat] += 1
            self.run_.undos += 1

    def finish(self, me, ledger):
        record = me.ask("record")["record"]
        with self.crew.lock:
            assert ledger.record in (None, record), "two people get different records"
            ledger.record = record
            if self.crew.ledger is ledger:
                self.crew.ledger = None
                self.run_.games += 1


class Run:
    player = Player
    closes = (1006, 1001)  # codes with which a connection may end when the server does

    def __init__(self, ask, server):
        self.seed, self.server = ask.seed, server
        self.rng = random.Random(ask.seed)
        self.kills_wanted, self.kills = ask.kills, 0
        self.problem = None
        self.over = False
        self.sent = threading.Event()
        self.moves = self.refusals = self.again = self.repeats = self.undos = self.chats = self.games = self.connects = 0
        self.crews = []
        for game, people, bots in CREWS:
            self.crews.append(Crew(self, game, people, bots))

    def stopping(self):
        return self.over or self.problem is not None

    def fail(self, why):
        self.problem = self.problem or why

    def wait(self):
        """Waits for the next kill: a random time, or just after someone has sent a move."""
        if self.rng.random() < 0.6:
            time.sleep(self.rng.random() * 0.15)
            self.sent.clear()
            self.sent.wait(0.5)
            time.sleep(self.rng.random() ** 2 * 0.012)
        else:
            time.sleep(self.rng.random() * 0.4)

    def go(self):
        self.begin()
        while self.kills < self.kills_wanted and not self.stopping():
            self.wait()
            if self.server.process.poll() is not None:
                self.fail(f"the server ended by itself: {self.server.process.returncode}")
                break
            self.server.kill()
            self.kills += 1
            if self.rng.random() < 0.05:  # kill it again while it starts
                self.halfway()
            self.server.start()
        self.end()

    def begin(self):
        for crew in self.crews:
            for person in crew.people:
                person.start()

    def end(self):
        time.sleep(0 if self.problem else 1.5)  # everyone reconnects and resolves their pending requests
        self.over = True
        for crew in self.crews:
            for person in crew.people:
                person.join(25)
                if person.is_alive():
                    self.fail(f"{crew.game}: someone is still waiting for an answer")

    def halfway(self):
        with subprocess.Popen([self.server.skerry, "serve", "--listen", f"127.0.0.1:{self.server.port}", "--data",
                               self.server.data] + self.server.extra, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(self.rng.random() * 0.05)
            process.kill()
        self.kills += 1


# ---- the stored rows -------------------------------------------------------------------------------------------------
def groups_of(lines):
    """Returns (seat, message, rows) of each submission."""
    out = []
    for text in lines:
        if text.startswith("# = "):
            continue  # hash of a position
        if text.startswith("# "):
            seat, message = text[2:].split()
            out.append((seat, int(message), []))
        else:
            out[-1][2].append(text)
    return out


def standing(lines):
    """The lines that a record contains: moves that were undone are left out."""
    out = []
    for text in lines:
        if text.startswith("undo "):
            seat = text.split()[1]
            last = max(i for i, line in enumerate(out) if line.startswith(seat + " "))
            del out[last]
        elif not text.startswith("# "):
            out.append(text)
    return out


def count_ledger(ledger, lines, chat, counted):
    groups = groups_of(lines)
    seen = collections.Counter((int(seat), message) for seat, message, _ in groups if seat != "*" and message)
    rows = {(int(seat), message): rows for seat, message, rows in groups if seat != "*" and message}
    for name, times in seen.items():
        assert times == 1, f"message {name} is stored {times} times"
        assert name in ledger.acked or name in ledger.unknown, f"message {name} is stored but was never accepted"
    for name, move in ledger.acked.items():
        assert seen[name] == 1, f"seat {name[0]}'s acknowledged `{move}` (message {name[1]}) is lost"
        assert rows[name][0] == f"{name[0]} {move}", f"{rows[name][0]} was stored for {name[0]} {move}"
    for name, move in ledger.refused.items():
        assert seen[name] == 0, f"seat {name[0]}'s refused `{move}` is stored"
    undone = collections.Counter(int(text.split()[1]) for text in lines if text.startswith("undo "))
    for seat in set(undone) | set(ledger.undos):
        assert ledger.undos[seat] <= undone[seat] <= ledger.undos[seat] + ledger.undos_unknown[seat], \
            f"seat {seat}: {ledger.undos[seat]} acknowledged undos, {undone[seat]} stored"
    for text in ledger.chats:
        assert chat.count(text) == 1, f"{text} is stored {chat.count(text)} times"
    assert all(chat.count(text) <= 1 for text in ledger.chats_unknown)
    counted["acknowledged"] += len(ledger.acked)
    counted["unanswered"] += len(ledger.unknown)
    counted["unanswered and stored"] += sum(seen[name] for name in ledger.unknown)
    counted["rows"] += len(lines)


def check_record(skerry, ledger, lines):
    body = ledger.record.split("begin\n", 1)[1].split("\n")
    moves = [line for line in body if line and line[0] not in "=#" and not line.startswith("end ")]
    assert moves == standing(lines), "the record differs from the stored lines"
    with tempfile.NamedTemporaryFile("w", suffix=".skerry") as file:
        file.write(ledger.record)
        file.flush()
        for flag in ("--check", "--verify"):
            done = subprocess.run([skerry, "replay", file.name, flag], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr or done.stdout[-300:]


def count(run, skerry):
    counted = collections.Counter()
    db = sqlite3.connect(os.path.join(run.server.data, "skerry.db"))
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    keys = {json.loads(row)["key"]: game for game, row in db.execute("SELECT id, row FROM game")}
    for game, in db.execute("SELECT DISTINCT game FROM line"):
        numbers = [n for n, in db.execute("SELECT n FROM line WHERE game = ? ORDER BY n", (game,))]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "the line numbers of a game have a gap"
    for crew in run.crews:
        for ledger in crew.ledgers:
            assert ledger.key in keys, "a table whose creation was acknowledged is lost"
            game = keys[ledger.key]
            lines = [text for text, in db.execute("SELECT text FROM line WHERE game = ? ORDER BY n", (game,))]
            chat = [json.loads(text)["text"] for text, in db.execute("SELECT text FROM chat WHERE game = ?", (game,))]
            count_ledger(ledger, lines, chat, counted)
            if ledger.record:
                check_record(skerry, ledger, lines)
    db.close()
    return counted


# ---- the state after a kill between two writes, made by hand ---------------------------------------------------------
def with_row(server, table, **change):
    """Stops the server, changes a table's row, and starts the server again."""
    server.stop()
    db = sqlite3.connect(os.path.join(server.data, "skerry.db"))
    for game, text in db.execute("SELECT id, row FROM game").fetchall():
        row = json.loads(text)
        if row["key"] == table:
            db.execute("UPDATE game SET row = ? WHERE id = ?", (json.dumps({**row, **change}), game))
    db.commit()
    db.close()
    server.start()


def row_of(server, key):
    db = sqlite3.connect(os.path.join(server.data, "skerry.db"))
    rows = [json.loads(text) for text, in db.execute("SELECT row FROM game").fetchall()]
    db.close()
    return next(row for row in rows if row["key"] == key)


def finished(server):
    """A game played to the end by one person with one seat."""
    player = Player(server)
    player.open(table=player.ask("create", game="nevergiveup", seats=[{"who": "me"}, {"who": "bot"}], options={}, start=True)["table"])
    rng = random.Random(1)
    while (seat := player.wait_turn()) is not None:
        player.act(seat, rng.choice(player.moments[seat]["moves"])["text"])
    player.ask("ping")
    return player


def end_not_written(server):
    """The last move was stored, but not the row that says the game is over. It must be over anyway."""
    player = finished(server)
    record = player.ask("record")["record"]
    with_row(server, player.table["key"], phase="playing")
    back = Player(server, player.cookie)
    back.open(table=player.table["key"])
    assert back.table["phase"] == "over" and back.ask("record")["record"] == record


def clock_not_written(server):
    """The move was stored, but not that the next clock has started. It must run anyway, and the player who moved must
    lose no time."""
    player = Player(server)
    key = player.ask("create", game="nevergiveup", options={}, clock={"kind": "real", "seconds": 600, "more": 0}, start=True,
                     seats=[{"who": "me"}, {"who": "me"}])["table"]
    player.open(table=key)
    seat = player.wait_turn()
    end = time.time() + 10
    while not (seats := row_of(server, key)["seats"])[seat - 1]["due"]:
        assert time.time() < end, seats
    for s in seats:
        s["due"] = 0 if s["due"] else 1  # as before the move: the other clock was running, and its time is up by now
    with_row(server, key, seats=seats)
    back = Player(server, player.cookie)
    back.open(table=key)
    back.ask("ping")
    clocks = [s["clock"] for s in back.table["seats"]]
    assert [c["runs"] for c in clocks] == [i + 1 == seat for i in range(2)], clocks
    assert clocks[2 - seat]["left"] == 600000 and 590000 < clocks[seat - 1]["left"] <= 600000, clocks


def rematch_not_made(server):
    """The key of the rematch was stored, but not the rematch table. It is created when someone asks again."""
    player = finished(server)
    with_row(server, player.table["key"], rematch="AAAAAAAAAAAAAAAAAAAAAA")
    back = Player(server, player.cookie)
    back.open(table=player.table["key"])
    back.open(table=back.ask("rematch")["table"])
    assert back.wait_turn() is not None


def row_not_understood(server):
    """A table with an unreadable row says why and affects no other table."""
    broken, whole = finished(server), finished(server)
    good = row_of(server, broken.table["key"])
    for change in ({"phase": "asleep"}, {"game": "chess"}, {"seats": []}, {"options": {"no": "such"}}, {"dice": "# dice 1 00"},
                   {"content": "0" * 16}):
        with_row(server, broken.table["key"], **{**good, **change})
        for player, phase in ((broken, "stuck"), (whole, "over")):
            back = Player(server, player.cookie)
            back.open(table=player.table["key"])
            assert back.table["phase"] == phase, f"{change}: {back.table['phase']}"
            assert (phase == "stuck") == bool(back.table["why"]), back.table["why"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("skerry")
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(10 ** 6))
    parser.add_argument("--folder", help="keep the data in this folder")
    parser.add_argument("--extra", action="append", default=[], help="additional argument for skerry serve")
    ask = parser.parse_args()
    tap = Tap()
    print(f"# seed {ask.seed}")
    for case in (end_not_written, clock_not_written, rematch_not_made, row_not_understood):
        with Server(ask.skerry) as server:
            tap.run(case.__name__.replace("_", " "), lambda: case(server))
    with Server(ask.skerry, data=ask.folder, extra=ask.extra) as server:
        run = Run(ask, server)
        begun = time.time()
        run.go()
        tap.case(f"{run.kills} kills, everyone finds what they had", run.problem)
        tap.case("it stops cleanly after all that", None if server.stop() == 0 else "exit status")
        counted = collections.Counter()
        tap.run("every acknowledged move is stored once", lambda: counted.update(count(run, ask.skerry)))
        if not run.problem:
            tap.case("it was worth it", None if run.moves > ask.kills and run.kills >= ask.kills else f"only {run.moves} moves")
    print(f"# {run.kills} kills in {time.time() - begun:.0f} s, {run.connects} connections, {run.moves} moves acknowledged, "
          f"{run.again} resent because there was no answer, {run.repeats} repeated although acknowledged, {run.refusals} refused, "
          f"{run.undos} undone, {run.chats} chat lines, {run.games} games finished")
    print("# " + ", ".join(f"{n} {name}" for name, n in counted.items()))
    tap.done()


if __name__ == "__main__":
    sys.exit(main())
