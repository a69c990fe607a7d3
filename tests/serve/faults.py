"""Disk writes fail, the disk fills up, or the n-th allocation fails. Nothing acknowledged may be lost, and the server
must not crash.

Usage: faults.py SKERRY SHIM [--faults N] [--memory N] [--seed N] [--case NAME]...

SHIM (tests/serve/shim) is preloaded and makes calls fail on command while the server runs.

Files: the people of crash.py play at six tables while writes, fsyncs and truncations fail. A table that could not be
saved says that it is stuck. When the disk works again, every table resumes by itself. After each restart the
database must be intact. At the end the stored rows are compared with the acknowledged moves.

Memory: every kind of request is sent again and again, each time with another allocation failing. It must be
answered, refused with a sentence, or the connection closed with one; the server must never die from a signal.

`./test` runs a short version; SKERRY_LONG=1, --faults and --memory run more. docs/reliability.md describes the long
run.
"""
import argparse
import collections
import errno
import http.client
import json
import mmap
import os
import random
import re
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

import crash
from client import Closed, Player, Server, Tap, new_table

KINDS = {"write": (1, errno.EIO), "full": (1, errno.ENOSPC), "short": (2, 0), "sync": (3, errno.EIO), "truncate": (4, errno.EIO),
         "memory": (5, errno.ENOMEM)}
SENTENCE = re.compile(r"^\S.{3,}[.!?]$")


class Faults:
    """The file shared with the shim: the call that fails, its errno, from which call on and how often; calls so far and
    failures so far."""

    def __init__(self, folder, shim, data):
        self.path = os.path.join(folder, "faults")
        with open(self.path, "wb") as file:
            file.write(bytes(48))
        with open(self.path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 48)
        self.env = {**os.environ, "LD_PRELOAD": shim, "SKERRY_FAULTS": self.path, "SKERRY_FAULTS_UNDER": os.path.realpath(data)}

    def arm(self, kind, at, times=1):
        number, error = KINDS[kind]
        self.off()
        self.map[8:48] = struct.pack("=5q", error, at, times, 0, 0)
        self.map[0:8] = struct.pack("=q", number)

    def off(self):
        self.map[0:8] = struct.pack("=q", 0)

    def calls(self):
        return struct.unpack("=q", self.map[32:40])[0]

    def fired(self):
        return struct.unpack("=q", self.map[40:48])[0]


def faulty_server(ask):
    server = Server(ask.skerry)
    os.mkdir(server.data)
    faults = Faults(server.folder.name, ask.shim, server.data)
    server.env = faults.env
    return server, faults


def log_tail(server):
    with open(server.data + ".log", encoding="utf-8", errors="replace") as log:
        return " | ".join(log.read().strip().split("\n")[-3:])


# ---- disk faults -----------------------------------------------------------------------------------------------------
class Unsaved(ConnectionError):
    """A request could not be saved. As after a broken connection, its change may exist or not."""


class Careful(Player):
    run = None

    def wait(self, number):
        answer = super().wait(number)
        if answer.get("error", {}).get("status") == "io":
            assert SENTENCE.match(answer["error"]["text"]), answer["error"]
            Careful.run.unsaved += 1
            raise Unsaved(answer["error"]["text"])
        return answer

    def open(self, **which):
        answer = super().open(**which)
        if self.table["phase"] == "stuck":
            Careful.run.says_stuck(self.table)
            time.sleep(0.05)
            raise Unsaved(self.table["why"])
        Careful.run.stuck.pop(self.table["key"], None)
        return answer

    def take(self):
        message = super().take()
        if message.get("push") == "table" and message["table"]["phase"] == "stuck":
            assert message["table"]["why"], "a stuck table gives no reason"
            Careful.run.says_stuck(message["table"])
            raise Unsaved(message["table"]["why"])
        return message


class FaultRun(crash.Run):
    player = Careful

    def __init__(self, ask, server, faults):
        ask.kills = 0
        super().__init__(ask, server)
        self.faults, self.wanted = faults, ask.faults
        self.unsaved, self.stuck, self.ever_stuck = 0, {}, set()
        self.outcomes = collections.Counter()
        Careful.run = self

    def says_stuck(self, table):
        self.stuck[table["key"]] = table["why"]
        self.ever_stuck.add(table["key"])

    def whole(self):
        """Checks the database as the server left it, in a copy, so that the server's own recovery is still tested."""
        with tempfile.TemporaryDirectory(prefix="skerry-whole-") as folder:
            for name in ("skerry.db", "skerry.db-wal"):
                if os.path.exists(os.path.join(self.server.data, name)):
                    shutil.copy(os.path.join(self.server.data, name), folder)
            db = sqlite3.connect(os.path.join(folder, "skerry.db"))
            said = db.execute("PRAGMA integrity_check").fetchone()
            db.close()
        if said != ("ok",):
            self.fail(f"the database is damaged: {said}")

    def restart(self, how):
        if how == "kill":
            self.server.kill()
        elif self.server.stop() != 0:
            self.fail(f"it did not stop cleanly: {self.server.process.returncode} {log_tail(self.server)}")
        self.server.log.close()
        self.stuck.clear()
        self.whole()
        if self.rng.random() < 0.3:
            self.start_with_fault()
        self.server.start()
        self.outcomes["restarts"] += 1

    def start_with_fault(self):
        """The server starts, or says why not. The stored data stays unchanged."""
        self.faults.arm(self.rng.choice(("write", "full", "short", "sync", "truncate")), self.rng.randint(1, 12), self.rng.choice((1, 10 ** 9)))
        with open(self.server.data + ".log", "a", encoding="utf-8") as log, \
             subprocess.Popen([self.server.skerry, "serve", "--listen", f"127.0.0.1:{self.server.port}", "--data", self.server.data],
                              stdout=subprocess.PIPE, stderr=log, text=True, env=self.server.env) as process:
            opened = "open at" in process.stdout.readline()
            if opened:
                time.sleep(0.1)
                process.kill()
            code = process.wait()
        self.faults.off()
        self.outcomes["starts with a fault" if opened else "starts refused"] += 1
        if not opened and code != 1:
            self.fail(f"a start with a fault ended with {code}: {log_tail(self.server)}")

    def moved(self):
        return {crew: (crew.ledger and crew.ledger.key, sum(len(b.acked) for b in crew.ledgers)) for crew in self.crews}

    def goes_on(self):
        """The disk works again: every table must resume by itself."""
        before, end = self.moved(), time.time() + 20
        waits = set(self.crews)
        while waits and not self.stopping():
            if time.time() > end:
                said = [self.stuck.get(c.ledger and c.ledger.key, "gives no reason") for c in waits]
                self.fail(f"{sorted(c.game for c in waits)} have not resumed: {said}; {log_tail(self.server)}")
            now = self.moved()
            waits = {c for c in waits if now[c] == before[c]}
            time.sleep(0.02)

    def fault(self):
        kind = self.rng.choice(("write", "write", "full", "full", "short", "sync", "sync"))
        lasts = self.rng.random() < 0.3
        times = 10 ** 9 if lasts else self.rng.choice((1, 1, 1, 2, 5))
        self.faults.arm(kind, self.rng.randint(1, 30), times)
        end = time.time() + 1.0
        while not self.faults.fired() and time.time() < end and not self.stopping():
            time.sleep(0.002)
        time.sleep(self.rng.random() * (0.25 if lasts else 0.05))
        fired = self.faults.fired()
        self.outcomes[f"{kind}{' for a while' if lasts else ''}" if fired else f"{kind} not met"] += 1
        self.outcomes["faults"] += fired > 0
        self.outcomes["calls that failed"] += fired
        return kind

    def go(self):
        self.begin()
        while self.outcomes["faults"] < self.wanted and not self.stopping():
            self.fault()
            if self.server.process.poll() is not None:
                self.fail(f"the server ended by itself: {self.server.process.returncode} {log_tail(self.server)}")
                break
            dice = self.rng.random()
            if dice < 0.3:  # in the middle of play
                self.server.kill()
                self.faults.off()
                self.server.log.close()
                self.stuck.clear()
                self.whole()
                self.server.start()
                self.outcomes["restarts"] += 1
                continue
            self.ever_stuck.clear()
            self.outcomes["tables stuck"] += len(self.stuck)
            self.faults.off()
            if dice < 0.9:
                self.ever_stuck |= set(self.stuck)
                self.goes_on()
                self.outcomes["tables that went on by themselves"] += len(self.ever_stuck)
            if dice < 0.5 or dice > 0.9:
                self.restart("kill" if self.rng.random() < 0.6 else "stop")
        self.faults.off()
        if not self.problem:
            self.restart("stop")
        self.end()


def files(tap, ask):
    server, faults = faulty_server(ask)
    with server:
        run = FaultRun(ask, server, faults)
        begun = time.time()
        run.go()
        tap.case(f"{run.outcomes['faults']} faults of the disk: every table says so, and goes on by itself", run.problem)
        tap.case("it stops cleanly after all that", None if server.stop() == 0 else f"exit status {server.process.returncode}")
        counted = collections.Counter()
        tap.run("every acknowledged move is stored once", lambda: counted.update(crash.count(run, ask.skerry)))
    print(f"# {time.time() - begun:.0f} s, {run.connects} connections, {run.moves} moves acknowledged, {run.unsaved} answers that "
          f"something could not be saved, {run.again} sent again, {run.games} games to their end")
    print("# " + ", ".join(f"{name} {n}" for name, n in sorted(run.outcomes.items())))
    print("# " + ", ".join(f"{n} {name}" for name, n in counted.items()))


# ---- a full disk that recovers ---------------------------------------------------------------------------------------
def told(player, wanted, seconds=12):
    end = time.time() + seconds
    while not wanted():
        assert time.time() < end, f"timed out waiting: {player.table['phase']} {player.table['why']}"
        player.hear(0.05)


def stay(player, holds, seconds):
    end = time.time() + seconds
    while time.time() < end:
        player.hear(0.05)
        assert holds(), f"{player.table['phase']} {player.table['why']}"


def full_then_not(server, faults):
    """Nobody reconnects: the players are told, wait, and continue."""
    anna, bert, watcher = Player(server), Player(server), Player(server)
    key = anna.ask("create", game="nevergiveup", options={}, seats=[{"who": "me"}, {"who": "open"}, {"who": "bot", "level": "easy"}])["table"]
    for player in (anna, bert):
        player.open(table=key)
    bert.ask("sit", seat=2)
    anna.ask("start")
    for player in (anna, bert):
        told(player, lambda: player.moments)
    watcher.open(watch=anna.table["watch"])
    gathers = anna.ask("create", game="takara", options={}, seats=[{"who": "me"}, {"who": "open"}])["table"]
    carl = Player(server)
    carl.open(table=gathers)
    alone = new_table(carl, "takara", 1)
    told(anna, lambda: bert.hear() or anna.turn() or bert.turn())
    who = anna if anna.turn() else bert
    who.act(who.turn(), who.moments[who.turn()]["moves"][-1]["text"])
    told(anna, lambda: bert.hear() or anna.turn() or bert.turn())
    who = anna if anna.turn() else bert
    seat = who.turn()
    faults.arm("full", 1, 10 ** 9)
    act = {"seat": seat, "moves": [who.moments[seat]["moves"][-1]["text"]], "version": who.moments[seat]["version"], "message": 77}
    assert who.refused("act", **act)["status"] == "io"
    for player in (anna, bert, watcher):
        told(player, lambda: player.table["phase"] == "stuck")
        assert SENTENCE.match(player.table["why"]), player.table["why"]
    assert "stuck" in who.refused("act", **act)["text"]
    assert carl.refused("sit", seat=2)["status"] == "io"
    assert carl.refused("leave", table=alone)["status"] == "io", "leaving must fail when it cannot be saved"
    assert anna.refused("leave", table=key)["status"] == "io"
    assert carl.refused("create", game="takara", options={}, seats=[{"who": "me"}, {"who": "open"}])["status"] == "io"
    told(carl, lambda: carl.table["phase"] == "stuck")
    versions = [anna.moments[1]["version"], bert.moments[2]["version"]]
    stay(anna, lambda: anna.table["phase"] == "stuck", 2.5)  # meanwhile the server retries, and the disk refuses
    for player in (anna, bert, watcher):
        player.hear()
        player.pushes.clear()
    faults.off()
    for player in (anna, bert, watcher):
        told(player, lambda: player.table["phase"] == "playing" and any(p["push"] == "moment" for p in player.pushes))
        fresh = [p["moment"] for p in player.pushes if p["push"] == "moment"]
        assert "after" not in fresh[0], "the full position must be sent, as after a restart"
    assert versions == [anna.moments[1]["version"], bert.moments[2]["version"]], "refused moves must be gone and accepted ones kept"
    assert who.ask("act", **act)["done"] and who.ask("act", **act)["done"], "a resent move must count once"
    told(carl, lambda: carl.table["phase"] == "gathering")
    assert [s["who"] for s in carl.table["seats"]] == ["person", "open"], "a seat that could not be saved must be free"
    carl.ask("sit", seat=2)
    told(carl, lambda: carl.table["seats"][1]["you"])
    mine = {line["key"]: line["phase"] for line in carl.ask("lobby")["mine"]}
    assert mine == {gathers: "gathering", alone: "playing"}, f"tables that could not be saved must be gone, and the others unchanged: {mine}"
    assert carl.ask("leave", table=alone)["done"] == "closed"
    anna.ask("hand-over", seat=1, level="easy")
    bert.ask("hand-over", seat=2, level="easy")
    for player in (anna, bert, watcher):
        told(player, player.over, 60)
    with open(server.data + ".log", encoding="utf-8") as log:
        said = log.read()
    assert said.count("what=table-mended") >= 3, "the log does not say that the tables resumed"
    server.stop()
    server.log.close()
    db = sqlite3.connect(server.data + "/skerry.db")
    rows = {json.loads(row)["key"]: (game, json.loads(row)) for game, row in db.execute("SELECT id, row FROM game")}
    lines = [text for text, in db.execute("SELECT text FROM line WHERE game = ? ORDER BY n", (rows[key][0],))]
    db.close()
    assert sum(text == f"# {seat} 77" for text in lines) == 1, "the move is not stored exactly once"
    assert rows[key][1]["phase"] == "over" and rows[alone][1]["phase"] == "closed" and len(rows) == 3, [r["phase"] for _, r in rows.values()]
    server.start()


def stuck_then_not(tap, ask):
    server, faults = faulty_server(ask)
    with server:
        tap.run("the disk is full for a while: tables say so and go on by themselves", lambda: full_then_not(server, faults))


# ---- failing allocations ---------------------------------------------------------------------------------------------
class Sweep:
    """Sends one kind of request again and again, each time with another allocation failing."""

    def __init__(self, ask, server, faults):
        self.ask, self.server, self.faults = ask, server, faults
        self.rng = random.Random(ask.seed)
        self.outcomes = collections.Counter()
        self.ledger = crash.Ledger("")
        self.me = None
        self.lives = 0

    # ---- a player at a table, who returns whenever the connection is closed ------------------------------------------
    def player(self, game="takara", bots=1):
        me = Player(self.server)
        me.open(table=new_table(me, game, bots))
        return me

    def again(self):
        """Reconnects to a running table. Creates a new table if the old one is stuck or missing, and uses a new guest
        now and then, so that nobody owns too many tables."""
        self.faults.off()
        self.lives += 1
        keep = self.me and self.lives % 20
        key = self.me.table["key"] if keep else None
        cookie = self.me.cookie if keep else None
        if self.me:
            self.me.close()
        self.me = Player(self.server, cookie)
        self.me.message = int(time.time() * 1000)
        if key:
            self.me.open(table=key)
        if not key or self.me.table["phase"] != "playing":
            self.me.open(table=new_table(self.me, "takara", 1))
        return self.me

    def fails_at(self, n, what, times=1):
        """Runs `what` with its n-th allocation failing. Returns the outcome and whether an allocation failed."""
        self.faults.arm("memory", n, times)
        try:
            out = what()
        except Closed as closed:
            assert closed.code == 1006 or SENTENCE.match(closed.reason), f"closed with {closed.code} {closed.reason!r}"
            out = "closed with a sentence" if closed.code != 1006 else "hung up on"
        except socket.timeout:
            out = None
        except (OSError, http.client.HTTPException):
            out = "hung up on"
        fired = self.faults.fired()
        self.faults.off()
        if self.server.process.poll() is not None:
            raise AssertionError(f"with allocation {n} failing, the server exited with {self.server.process.returncode}: {log_tail(self.server)}")
        assert out is not None, f"with allocation {n} failing, there was no answer; {log_tail(self.server)}"
        return out, fired

    def sweep(self, name, prepare, what, most):
        """Runs what(me) for every n, or for at most `most` values of n spread over all its allocations."""
        for _ in range(2):  # the first run fills caches
            me = prepare()
            self.fails_at(10 ** 12, lambda: what(me))
        total = max(1, self.faults.calls())
        numbers = range(1, total + 1)
        most = most // 4 if name == "analyze" else most  # its worker runs for seconds
        if total > most:
            numbers = sorted(set(range(1, most // 2)) | {self.rng.randint(1, total) for _ in range(most // 2)})
        for n in numbers:
            me = prepare()
            out, fired = self.fails_at(n, lambda: what(me), self.rng.choice((1, 1, 3)))
            self.outcomes[f"{name}: {out}" if fired else f"{name}: not met"] += 1
            self.outcomes["failed allocations"] += fired
        return total


def answered(guest, do, **members):
    guest.socket.settimeout(10)
    answer = guest.wait(guest.send(do, haste=True, **members))
    if "error" in answer:
        assert SENTENCE.match(answer["error"]["text"]), f"not a sentence: {answer['error']}"
        return "refused with a sentence"
    return "answered"


def http_request(server, method, path, body=None, headers=None):
    conn = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        conn.request(method, path, body=body, headers=headers or {})
        answer = conn.getresponse()
        text = answer.read()
    finally:
        conn.close()
    assert answer.status != 200 or text, f"{path}: status 200 with an empty body"
    return "answered" if answer.status < 400 else f"answered {answer.status}"


def memory_requests(ask, sweep):
    """Returns name: (preparation, request)."""
    def here():
        if sweep.me is None or sweep.me.closed or sweep.me.allowance < 5:
            return sweep.again()
        try:
            sweep.me.ask("ping", haste=True)
            if sweep.me.table["phase"] != "playing":
                sweep.again()
        except (OSError, Closed):
            sweep.again()
        return sweep.me

    def act(me):
        seat = me.turn()
        move = sweep.rng.choice(me.moments[seat]["moves"])["text"]
        me.message += 1
        name = (seat, me.message)
        ledger.unknown[name] = move
        answer = me.wait(me.send("act", haste=True, seat=seat, moves=[move], version=me.moments[seat]["version"], message=me.message))
        if answer.get("done"):
            del ledger.unknown[name]
            ledger.acked[name] = move
        elif answer["error"]["status"] != "io":
            del ledger.unknown[name]
            ledger.refused[name] = move
        return "answered" if answer.get("done") else "refused with a sentence"

    def my_turn():
        me = here()
        end = time.time() + 10
        while me.turn() is None and time.time() < end:
            try:
                me.wait_turn(3)
            except (AssertionError, OSError, Closed):
                me = sweep.again()
            if me.over():
                me = sweep.again()
        assert me.turn() is not None, f"no turn came; {log_tail(sweep.server)}"
        if me.table["key"] != ledger.key:
            ledgers.append(crash.Ledger(me.table["key"]))
        return me

    def fresh():
        sweep.faults.off()
        return None

    ledgers = [crash.Ledger("")]
    sweep.ledgers = ledgers

    class CurrentLedger:  # the ledger of the current table
        def __getattr__(self, name):
            return getattr(ledgers[-1], name)
    ledger = CurrentLedger()
    seats = [{"who": "me"}, {"who": "bot", "level": "easy"}]

    def connect(_):
        guest = Player(sweep.server, sweep.me.cookie if sweep.me else None)
        guest.close()
        return "answered"

    def over():
        if getattr(sweep, "done", None) is None:
            sweep.done = crash.finished(sweep.server)
        try:
            sweep.done.ask("ping", haste=True)
        except (OSError, Closed):
            old = sweep.done
            sweep.done = Player(sweep.server, old.cookie)
            sweep.done.open(table=old.table["key"])
        if sweep.done.allowance < 5:
            time.sleep(0.4)
        return sweep.done

    def analyze(me):
        out = answered(me, "analyze")
        time.sleep(0.3)  # a worker is running
        return out

    def gathering():
        host = Player(sweep.server)
        table = host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={}, haste=True)["table"]
        other = Player(sweep.server)
        other.open(table=table)
        other.code_ = other.table["code"]
        return other

    return {
        "a page": (fresh, lambda _: http_request(sweep.server, "GET", "/")),
        "the games": (fresh, lambda _: http_request(sweep.server, "GET", "/api/games")),
        "the counters": (fresh, lambda _: http_request(sweep.server, "GET", "/metrics")),
        "a post": (fresh, lambda _: http_request(sweep.server, "POST", "/api/admin", b'{"do": "house"}', {"Authorization": "Bearer x"})),
        "hello": (here, connect),
        "create": (here, lambda me: answered(me, "create", game="takara", seats=seats, options={}, start=True)),
        "open": (here, lambda me: answered(me, "open", table=me.table["key"])),
        "act": (my_turn, act),
        "chat": (here, lambda me: answered(me, "chat", text="Land ahead.")),
        "lobby": (here, lambda me: answered(me, "lobby")),
        "name": (here, lambda me: answered(me, "name", name="Marit")),
        "link": (here, lambda me: answered(me, "link")),
        "replay": (my_turn, lambda me: answered(me, "replay", seat=1, at=0)),
        "hint": (my_turn, lambda me: answered(me, "hint", seat=1)),
        "sit": (gathering, lambda me: answered(me, "sit", seat=2)),
        "code": (gathering, lambda me: answered(me, "open", code=me.code_)),
        "record": (over, lambda me: answered(me, "record")),
        "analyze": (over, analyze),
        "rematch": (over, lambda me: answered(me, "rematch")),
    }


def memory_start(ask, most, outcomes):
    """The server starts, or says why not."""
    server, faults = faulty_server(ask)
    with server:
        player = Player(server)
        player.open(table=new_table(player, "takara", 1))
        player.close()
        server.stop()
        rng = random.Random(ask.seed)
        faults.arm("memory", 10 ** 12)
        server.start()
        server.get("/api/games")  # loads all games
        total = faults.calls()
        server.stop()
        numbers = sorted(set(range(1, most // 2)) | {rng.randint(1, total) for _ in range(most // 2)})
        for n in numbers:
            faults.arm("memory", n)
            with subprocess.Popen([server.skerry, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", server.data], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, env=server.env) as process:
                opened = "open at" in process.stdout.readline()
                if opened:
                    outcomes[f"start: the games {http_request(server, 'GET', '/api/games')}"] += 1
                    process.terminate()
                said = process.stderr.read().strip().split("\n")[-1]
                code = process.wait(20)
            assert opened or faults.fired(), f"it did not start although no allocation failed: {said}"
            outcomes["start: opens" if opened else "start: refused with a sentence"] += 1
            outcomes["failed allocations"] += faults.fired()
            faults.off()
            assert code >= 0, f"with allocation {n} of {total} failing, the start died from signal {-code}: {said}"
            assert opened and code == 0 or code == 1 and said.startswith("skerry: ") and said.endswith("."), f"allocation {n}: {code} {said}"
        server.start()
        again = Player(server, player.cookie)
        again.open(table=player.table["key"])
        assert again.table["phase"] == "playing" and again.moments[1]["version"] >= player.moments[1]["version"]


def memory(tap, ask):
    server, faults = faulty_server(ask)
    outcomes = collections.Counter()
    totals = {}
    with server:
        sweep = Sweep(ask, server, faults)
        sweep.outcomes = outcomes
        for name, (prepare, what) in memory_requests(ask, sweep).items():
            def run(name=name, prepare=prepare, what=what):
                totals[name] = sweep.sweep(name, prepare, what, ask.memory)
            tap.run(f"no memory: {name}", run)
            if server.process.poll() is not None:
                server.process.stdout.close()
                server.log.close()
                server.start()
                sweep.me = sweep.done = None
        tap.case("it stops cleanly after all that", None if server.stop() == 0 else f"exit status {server.process.returncode}")

        def count():
            db = sqlite3.connect(server.data + "/skerry.db")
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            keys = {json.loads(row)["key"]: game for game, row in db.execute("SELECT id, row FROM game")}
            counted = collections.Counter()
            for ledger in sweep.ledgers[1:]:
                lines = [text for text, in db.execute("SELECT text FROM line WHERE game = ? ORDER BY n", (keys[ledger.key],))]
                crash.count_ledger(ledger, lines, [], counted)
            for text, in db.execute("SELECT text FROM chat"):
                json.loads(text)
            db.close()
            outcomes["moves counted"] = counted["acknowledged"]
        tap.run("no memory: every acknowledged move is stored once", count)
    tap.run("no memory: start", lambda: memory_start(ask, ask.memory, outcomes))
    print("# allocations per request: " + ", ".join(f"{name} {n}" for name, n in totals.items()))
    print("# " + ", ".join(f"{name} {n}" for name, n in sorted(outcomes.items())))


def main():
    long = bool(os.environ.get("SKERRY_LONG"))
    parser = argparse.ArgumentParser()
    parser.add_argument("skerry")
    parser.add_argument("shim")
    parser.add_argument("--faults", type=int, default=100 if long else 5)
    parser.add_argument("--memory", type=int, default=400 if long else 8, help="allocations tried of each request, at most")
    parser.add_argument("--seed", type=int, default=random.randrange(10 ** 6))
    parser.add_argument("--case", action="append", choices=("stuck", "files", "memory"))
    ask = parser.parse_args()
    tap = Tap()
    print(f"# seed {ask.seed}")
    if not ask.case or "stuck" in ask.case:
        stuck_then_not(tap, ask)
    if not ask.case or "files" in ask.case:
        files(tap, ask)
    if not ask.case or "memory" in ask.case:
        memory(tap, ask)
    tap.done()


if __name__ == "__main__":
    sys.exit(main())
