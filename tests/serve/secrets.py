"""Checks that nobody is sent anything they may not know.

Usage: secrets.py SKERRY [--games N] [--seed N] [--game ID] [--case NAME]...

People and bots play complete games of all five kinds, and every message to every seat and a spectator is kept. Then
`skerry engine`, which knows nothing of servers, replays the stored moves. Each message must match the engine's
output for that viewer at that version: the same view, moves, prompt, score and events, and nothing if the viewer was
told nothing. The other cases request things that are not theirs, one for each way in which such servers leak.
"""
import argparse
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import time

from client import Closed, Guest, Player, Server, Tap, barred

GAMES = {"atoll": 1, "takara": 3, "ayeaye": 3, "nevergiveup": 3, "tendays": 3}
TOLD = ("table", "moments", "logs", "chat", "id", "push", "moment", "line", "me", "server", "limits", "done", "error", "now", "dice",
        "seat", "wait", "text", "at", "of", "record", "lines", "said", "only", "house", "step")


class Engine:
    def __init__(self, skerry):
        self.process = subprocess.Popen([skerry, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, do, **members):
        self.process.stdin.write(json.dumps({"do": do, **members}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def must(self, do, **members):
        answer = self.do(do, **members)
        assert "error" not in answer, f"{do} {members}: {answer['error']}"
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def stored_groups(server, key):
    """The stored game: (seat or None, rows) for each submission, and the table's row."""
    db = sqlite3.connect(server.data + "/skerry.db")
    for game, row in db.execute("SELECT id, row FROM game").fetchall():
        if json.loads(row)["key"] == key:
            break
    groups = []
    for text, in db.execute("SELECT text FROM line WHERE game = ? ORDER BY n", (game,)):
        if text.startswith("# = "):
            continue  # hash of a position, sent to nobody
        if text.startswith("# "):
            seat = text.split()[1]
            groups.append((None if seat == "*" else int(seat), []))
        else:
            groups[-1][1].append(text)
    db.close()
    return groups, json.loads(row)


class Pages:
    """Web pages use other words for some messages, because players click instead of typing: KEY.page of the catalogue
    instead of KEY."""

    def __init__(self, words):
        self.pairs = []
        for key in words:
            if key + ".page" in words:
                parts = re.split(r"\{(\d)\}", words[key])
                seen = set()
                plain = ""
                for i, part in enumerate(parts):
                    plain += re.escape(part) if i % 2 == 0 else f"(?P=g{part})" if part in seen else f"(?P<g{part}>.+?)"
                    seen.update([part] if i % 2 else [])
                self.pairs.append((re.compile(plain), re.sub(r"\{(\d)\}", r"{g\1}", words[key + ".page"])))

    def text(self, text):
        for plain, page in self.pairs:
            text = plain.sub(lambda match, page=page: page.format(**match.groupdict()), text)
        return text

    def moment(self, moment):
        return {**moment, "prompt": self.text(moment["prompt"]), "note": self.text(moment["note"]),
                "alarm": [self.text(line) for line in moment["alarm"]], "asides": [self.text(line) for line in moment["asides"]]}


class Replay:
    """Replays the stored game move by move. Collects what each viewer may get at each of their versions."""

    def __init__(self, engine, server, key):
        groups, row = stored_groups(server, key)
        self.engine, self.seats = engine, len(row["seats"])
        self.pages = Pages(engine.must("words", game=row["game"])["words"])
        self.viewers = list(range(1, self.seats + 1)) + ["spectator"]
        self.handle = engine.must("new", game=row["game"], seats=self.seats, options=row["options"], chance="manual")["handle"]
        self.version = {v: 0 for v in self.viewers}
        self.mark = dict.fromkeys(self.viewers, 0)
        self.may = {(v, 0): (self.moment(v), []) for v in self.viewers}
        for seat, rows in groups:
            self.group(seat, rows)
        engine.must("close", handle=self.handle)

    def group(self, seat, rows):
        told = {v: [] for v in self.viewers}
        moved = set()
        undo = rows[0].startswith("undo ")
        own = 0
        while seat is not None and not undo and own < len(rows) and rows[own].startswith(f"{seat} "):
            own += 1
        if undo:
            self.step(told, moved, "undo", seat=int(rows[0].split()[1]))
        elif own:
            self.step(told, moved, "act", seat=seat, move=[line.split(" ", 1)[1] for line in rows[:own]])
        for line in rows[own + undo:]:
            assert line.startswith("* "), line
            self.step(told, moved, "chance", outcome=line[2:])
        for v in self.viewers:
            if v in moved:
                self.version[v] += 1
                self.may[v, self.version[v]] = (self.moment(v), told[v])

    def moment(self, viewer):
        return self.pages.moment(self.engine.must("moment", handle=self.handle, seat=viewer)["moment"])

    def step(self, told, moved, do, **members):
        self.engine.must(do, handle=self.handle, **members)
        for v in self.viewers:
            answer = self.engine.must("events", handle=self.handle, viewer=v)
            if answer["version"] != self.mark[v]:
                moved.add(v)
                told[v] += answer["events"] if do != "undo" else []
            self.mark[v] = answer["version"]


def same_moment(got, may, told, where, words):
    """Compares a sent moment with the engine's for the same viewer and version. `words` is false if there are bots,
    whose names differ."""
    skip = {"version", "after", "events", "log"} | (set() if words else {"prompt", "note", "alarm", "asides", "ended", "moves", "kinds", "score"})
    for name in sorted(set(got) | set(may)):
        if name not in skip:
            assert name in got and name in may, f"{where}: {name} is only in {'the frame' if name in got else 'the engine'}"
            assert got[name] == may[name], f"{where}: {name} is {json.dumps(got[name])[:300]}, not {json.dumps(may[name])[:300]}"
    assert [m["text"] for m in got["moves"]] == [m["text"] for m in may["moves"]], f"{where}: the moves differ"
    if "after" in got:
        assert got["events"] == told, f"{where}: events {json.dumps(got['events'])[:400]}, not {json.dumps(told)[:400]}"
        names = {event["event"] for event in told} | {"undo"}
        for line in got["log"]:
            assert line["event"] is None or line["event"] in names, f"{where}: the log contains {line['event']}"
    else:
        assert not got["events"] and not got["log"], f"{where}: a full view contains events"


def check_frames(guest, own, replay, words, replays=()):
    """Checks every moment in every message and returns their number. own: the seats this guest may look through (None:
    the spectator)."""
    count = 0
    for frame in map(json.loads, guest.frames):
        assert set(frame) <= set(TOLD) | {"tables", "mine", "path", "expires", "count"}, f"unknown member: {set(frame) - set(TOLD)}"
        for moment in frame.get("moments", []) + ([frame["moment"]] if "moment" in frame else []):
            viewer = moment["seat"] if moment["seat"] is not None else "spectator"
            assert viewer in own or frame.get("id") in replays, f"{own} got seat {viewer}'s moment"
            may, told = replay.may[viewer, moment["version"]]
            moment = dict(moment)
            if frame.get("id") in replays:  # no undo in a replay
                moment["can_undo"] = may["can_undo"]
            same_moment(moment, may, told, f"{viewer} at {moment['version']}", words)
            count += 1
        for lines in frame.get("logs", []):
            for line in lines:
                told = replay.may[own[0], line["version"]][1] if len(own) == 1 else None
                assert told is None or line["event"] in {e["event"] for e in told} | {"undo", None}, f"the log of {own} contains {line}"
    return count


def no_frame_without_news(guest, viewer, replay, over):
    """Each version is sent once and in order, and a hidden step causes no message. So no counter reveals that someone
    did something."""
    versions, after = [], 0
    for frame in map(json.loads, guest.frames):
        moment = frame.get("moment")
        if frame.get("push") == "moment" and "after" in moment and (moment["seat"] or "spectator") == viewer:
            assert moment["after"] == after or not versions, f"{viewer}: from {after} to {moment['after']}"
            after = moment["version"]
            versions.append(after)
        elif frame.get("push") == "table":
            assert frame["table"]["phase"] != "playing" or not versions or frame["table"]["seats"], "a table"
    assert versions == sorted(set(versions)), f"{viewer}: {versions[-5:]}"
    assert not over or not versions or versions[-1] == replay.version[viewer], f"{viewer} ends at {versions[-1]}, not {replay.version[viewer]}"


# ---- a busy table ----------------------------------------------------------------------------------------------------
class Table:
    def __init__(self, server, game, people, bots, rng):
        self.rng, self.heard = rng, time.time()
        self.host = Player(server)
        seats = [{"who": "me"}] + [{"who": "open"}] * (people - 1) + [{"who": "bot", "level": "easy"}] * bots
        self.key = self.host.ask("create", game=game, seats=seats, options={})["table"]
        self.people = [self.host] + [Player(server) for _ in range(people - 1)]
        for seat, person in enumerate(self.people, 1):
            person.open(table=self.key)
            if seat > 1:
                person.ask("sit", seat=seat)
        self.watcher = Player(server)
        self.watcher.open(watch=self.host.table["watch"])
        self.looked = {p: set() for p in self.people + [self.watcher]}
        self.refusals = []
        self.host.ask("start")
        for person in self.people + [self.watcher]:
            person.until(lambda p: p["push"] == "moment")

    def settle(self):
        """Takes the pushes that have arrived. A player who still has an older moment may get a stale refusal."""
        for person in self.people + [self.watcher]:
            person.hear(0.002)

    def step(self):
        """One action by one person. Returns False at the end."""
        movers = [(p, p.turn()) for p in self.people if p.turn()]
        if not movers:
            if all(p.over() for p in self.people):
                return False
            assert time.time() < self.heard + 30, "nobody is to move, and no message arrives"
            self.settle()  # a bot is thinking
            return True
        self.heard = time.time()
        person, seat = self.rng.choice(movers)
        moment = person.moments[seat]
        dice = self.rng.random()
        if dice < 0.05 and moment["can_undo"]:
            person.wait(person.send("undo", seat=seat))
        elif dice < 0.1:
            number = person.send("replay", seat=seat, at=self.rng.randrange(moment["version"] + 1))
            self.looked[person].add(number)
            person.wait(number)
        elif dice < 0.13 and moment["version"] > 2:
            answer = person.wait(person.send("act", seat=seat, moves=[self.rng.choice(moment["moves"])["text"]], version=1))
            self.refusals.append(answer.get("error", {}).get("text"))
        elif dice < 0.15:
            again = person.wait(person.send("open", table=self.key))
            assert [m["seat"] for m in again["moments"]] == [seat]
        else:
            person.message += 1
            answer = person.wait(person.send("act", seat=seat, moves=[self.rng.choice(moment["moves"])["text"]], version=moment["version"],
                                             message=person.message))
            # "rule": an aside that someone else has closed meanwhile, such as an offer
            assert "error" not in answer or answer["error"]["status"] in ("stale", "turn", "rule"), answer
        self.settle()
        return True


def whole_games(server, engine, games, seed, bots, steps, only=None):
    """steps: number of actions after which a game is abandoned. With 0, all games are played to the end; otherwise only
    Takara."""
    moments = 0
    for game, people in GAMES.items():
        if only and game != only:
            continue
        people = people - bots if people > 1 else 1
        for n in range(games):
            table = Table(server, game, people, bots if game != "atoll" else 0, random.Random(f"{seed} {game} {n}"))
            done, over = 0, False
            while not over and not (steps and done >= steps and game != "takara"):
                over, done = not table.step(), done + 1
            for person in table.people + [table.watcher]:
                if over:
                    person.until(lambda p: p["push"] == "table" and p["table"]["phase"] == "over")
                else:
                    person.ask("close")  # no more messages, whatever the bots do
            replay = Replay(engine, server, table.key)
            for seat, person in enumerate(table.people, 1):
                moments += check_frames(person, [seat], replay, not bots, table.looked[person])
                no_frame_without_news(person, seat, replay, over)
            moments += check_frames(table.watcher, ["spectator"], replay, not bots)
            no_frame_without_news(table.watcher, "spectator", replay, over)
            if over:
                check_dice(table)
            assert set(table.refusals) <= {None, "The game has moved on; look again and choose."}, set(table.refusals)
            for person in table.people + [table.watcher]:
                person.close()
    return moments


def check_dice(table):
    """The shares that determine all dice are in no message before the end."""
    shares = re.findall(r"# dice \d [0-9a-f]{64} ([0-9a-f]{64})", table.host.ask("record")["record"])
    assert shares, "the record has no proof of its dice"
    for person in table.people + [table.watcher]:
        for frame in person.frames:
            shown = json.loads(frame).get("table")
            if isinstance(shown, dict) and shown["phase"] == "over":
                break
            assert not any(share in frame for share in shares), "a share was sent before the end"


# ---- requests for things that are not theirs -------------------------------------------------------------------------
def running(server, game="takara", people=2):
    table = Table(server, game, people, 0, random.Random(3))
    for _ in range(6):
        table.step()
    return table


ASKS = (("act", {"moves": ["dig 1"]}), ("undo", {}), ("hint", {}), ("look", {"list": "shaft", "entry": "1"}), ("replay", {"at": 1}),
        ("hand-over", {}), ("come-back", {}))


def anothers_seat(server):
    table = running(server)
    stranger = Player(server)
    stranger.open(table=table.key)  # has the key, but no seat
    for person, seat in ((table.people[1], 1), (table.host, 2), (table.watcher, 1), (stranger, 1), (stranger, 2)):
        for do, members in ASKS:
            error = person.refused(do, seat=seat, **members)
            assert error == {"status": "turn", "rule": None, "text": f"Seat {seat} is not yours."}, f"{do}: {error}"
    assert list(stranger.moments) == [None], "a person without a seat must see what a spectator sees"
    assert stranger.refused("move-now", seat=1)["text"] == "Only players can hurry a bot."


def running_game_kept(server):
    table = running(server)
    for person in table.people + [table.watcher]:
        for do in ("record", "analyze", "rematch"):
            assert person.refused(do)["status"] == "turn", do
    for path in ("/api/record", f"/api/record/{table.key}", f"/api/table/{table.key}", f"/api/tables/{table.key}", "/skerry.db", "/data/skerry.db",
                 "/../skerry.db", "/%2e%2e/data/skerry.db", "/host-key"):
        answer, body = server.get(path)
        page = answer.status == 200 and body.startswith(b"<!doctype html>")  # any other address gives the page itself
        assert page or answer.status in (400, 403, 404), f"{path}: {answer.status} {body[:80]}"
    metrics = server.get("/metrics")[1].decode()
    assert table.key not in metrics and not re.search(r"table=|person=|seat=", metrics), "the metrics name a person or table"


def replay_after_seat_change(server):
    """A replay of another seat's view is refused until the end, however it is requested."""
    table = running(server)
    for seat in (2, 99, 2 ** 40):
        assert "error" in table.host.wait(table.host.send("replay", seat=seat, at=1))
    for seat in (0, -1, "2", 1.0, True, [1], {"seat": 2}):
        answer = table.host.wait(table.host.send("replay", seat=seat, at=1))
        assert "error" in answer, f"seat {seat!r} was shown"
    public = table.host.ask("replay", seat=None, at=1)["moment"]
    assert public["seat"] is None, "a player must be able to see the spectator's view"


def spectators(server):
    table = running(server)
    frames = "".join(table.watcher.frames)
    assert table.key not in frames and '"code"' not in frames and "key" not in table.watcher.table
    assert all(not m["moves"] for f in map(json.loads, table.watcher.frames) for m in f.get("moments", []))
    assert table.watcher.refused("sit", seat=1)["status"] == "turn"
    assert table.watcher.refused("start")["status"] == "turn"


def guessed_keys(server):
    table = running(server)
    key, watch = table.host.table["key"], table.host.table["watch"]
    guest = Guest(server)
    gone = {"status": "gone", "rule": None, "text": "This table does not exist, or you have no access to it."}
    for which in ({"table": watch}, {"watch": key}, {"table": key[:-1]}, {"table": key + "A"}, {"table": key.swapcase()}, {"table": ""},
                  {"table": "0"}, {"watch": ""}, {"table": key + " "}, {"code": "TERN-42"}, {"code": ""}, {"code": "%"}):
        answer = guest.wait(guest.send("open", **which))
        assert answer["error"] == gone, f"{which}: {answer['error']}"
    assert guest.refused("chat", text="x")["text"] == "Open a table first."


def codes_after_the_start(server):
    host = Player(server)
    host.open(table=host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}, {"who": "bot"}], options={})["table"])
    code = host.table["code"]
    host.ask("start", fill=True)
    assert "code" not in host.until(lambda p: p["push"] == "table" and p["table"]["phase"] == "playing")["table"]
    assert Guest(server).refused("open", code=code)["status"] == "gone"


def lobby_list(server):
    line = {"name", "game", "title", "phase", "seats", "free", "your_turn", "since", "key", "watch", "host"}
    host = Player(server)
    public = host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "bot"}], options={}, public=True, start=True)["table"]
    private = host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "bot"}], options={}, start=True)["table"]
    host.open(table=private)
    watch = host.table["watch"]
    guest = Guest(server)
    tables = guest.ask("lobby")["tables"]
    text = json.dumps(tables)
    assert public not in text and private not in text and watch not in text, "the lobby contains a key"
    for table in tables:
        assert set(table) == line and not table["host"], table
        assert table["phase"] == "gathering" or table["key"] == "" and not table["your_turn"]
        assert all(set(seat) == {"name", "who", "you"} for seat in table["seats"])


def signed_out(server):
    """A signed-out device gets nothing more, and its cookie is no longer valid."""
    table = running(server)
    other = Player(server, table.host.cookie)
    path = table.host.ask("link")["path"]
    phone = server.sign_in(path)
    assert phone and server.sign_in(path) is None, "a link must work only once"
    device = Player(server, phone)
    device.open(table=table.key)
    assert list(device.moments) == [1]
    table.host.ask("sign-out-others")
    assert device.code() == 4401
    frames = len(device.frames)
    for _ in range(3):
        table.step()
    assert len(device.frames) == frames
    back = Player(server, phone)
    back.open(table=table.key)
    assert list(back.moments) == [None] and back.me["id"] != table.host.me["id"]
    other.ask("ping")


def left_the_room(server):
    """A player who closed a table, or opened another, gets no more messages about the first."""
    table = running(server)
    leaver = Player(server, table.people[1].cookie)
    leaver.open(table=table.key)
    leaver.ask("close")
    elsewhere = Player(server, table.people[1].cookie)
    elsewhere.open(table=table.key)
    elsewhere.open(table=elsewhere.ask("create", game="takara", seats=[{"who": "me"}, {"who": "bot"}], options={}, start=True)["table"])
    seen = len(leaver.frames)
    for _ in range(4):
        table.step()
    leaver.ask("ping")
    assert [f for f in leaver.frames[seen:] if '"moment"' in f] == []
    assert leaver.refused("replay", seat=2, at=1)["text"] == "Open a table first."
    elsewhere.ask("ping")
    assert all(p["push"] != "moment" or p["moment"]["seat"] == 1 for p in elsewhere.pushes)


def refusals_say_nothing(server, engine, seed):
    """A move is refused in the same words in every world that looks the same to the player who tries it."""
    tried = 0
    for game, seats in GAMES.items():
        rng = random.Random(f"{seed} {game}")
        handle = engine.must("new", game=game, seats=max(seats, 1), seed=seed % 1000)["handle"]
        seen = {}
        for step in range(60):
            where = engine.must("view", handle=handle, seat="spectator")
            if where["over"]:
                break
            seat = rng.choice(where["to_act"])
            moves = [m["text"] for m in engine.must("legal", handle=handle, seat=seat)["moves"]]
            if step % 6 == 5:
                like = engine.do("resample", handle=handle, seat=seat, seed=step)
                if "error" not in like:
                    for move in rng.sample(sorted(seen), min(12, len(seen))):
                        here = engine.do("check", handle=handle, seat=seat, move=move)
                        there = engine.do("check", handle=like["handle"], seat=seat, move=move)
                        assert here.get("error") == there.get("error"), f"{game} {move}: {here.get('error')}, {there.get('error')}"
                        tried += "error" in here
                    engine.must("close", handle=like["handle"])
            seen.update(dict.fromkeys(moves))
            engine.must("act", handle=handle, seat=seat, move=rng.choice(moves))
        engine.must("close", handle=handle)
    assert tried > 50, tried


def world_after(engine, position, seat, move, viewer):
    """What a viewer is told about a move in that world, and how the world then looks to them. None if the move is
    illegal there."""
    handle = engine.must("load-position", position=position, chance="manual")["handle"]
    before = engine.must("events", handle=handle, viewer=viewer)["version"]
    answer = engine.do("act", handle=handle, seat=seat, move=move, viewer=viewer)
    out = None
    if "error" not in answer:
        looks = engine.must("moment", handle=handle, seat=viewer)["moment"]
        version = engine.must("events", handle=handle, viewer=viewer)["version"]
        out = (answer["events"], version - before, {name: value for name, value in looks.items() if name not in ("version", "events", "log")})
    engine.must("close", handle=handle)
    return out


def two_worlds(server, engine, seed):
    """Nobody is asked, skipped or sent anything because of something hidden from them. Two worlds differ only in what
    is hidden from a viewer. After a move that tells the viewer the same in both, the same seats are asked, the same
    number of messages has arrived, and everything looks the same. So no automatic pass, counter or response time
    depends on a hidden hand."""
    alike = differ = 0
    for game, seats in GAMES.items():
        rng = random.Random(f"{seed} {game}")
        handle = engine.must("new", game=game, seats=seats, seed=seed % 1000)["handle"]
        for step in range(90 if seats > 1 else 0):
            where = engine.must("view", handle=handle, seat="spectator")
            if where["over"]:
                break
            seat = rng.choice(where["to_act"])
            move = rng.choice(engine.must("legal", handle=handle, seat=seat)["moves"])["text"]
            if step % 3 == 0:
                viewer = rng.randint(1, seats)
                like = engine.do("resample", handle=handle, seat=viewer, seed=step, **{"as": "position"})
                here = engine.must("position", handle=handle)["position"]
                if "error" not in like and like["position"]["state"] != here["state"]:
                    first, second = (world_after(engine, world, seat, move, viewer) for world in (here, like["position"]))
                    if first and second and first[0] == second[0]:
                        assert first[1] == second[1], f"{game} `{move}`: {first[1]} and {second[1]} messages for seat {viewer}"
                        for name in first[2]:
                            assert first[2][name] == second[2][name], f"{game} `{move}`: {name} reveals hidden information to seat {viewer}"
                        alike += 1
                    differ += 1
            engine.must("act", handle=handle, seat=seat, move=move)
        engine.must("close", handle=handle)
    assert alike > 20, f"only {alike} of {differ} worlds looked the same"


def thinking_says_nothing(server):
    """A bot's progress is a count out of a total fixed by its level. It reveals neither the bot's thoughts nor its
    number of moves."""
    player = Player(server)
    key = player.ask("create", game="ayeaye", seats=[{"who": "me"}, {"who": "bot", "level": "hard"}, {"who": "bot", "level": "hard"}], options={},
                     start=True)["table"]
    player.open(table=key)
    player.ask("hand-over", seat=1, level="easy")
    end, thoughts = time.time() + 3, []
    while time.time() < end and len(thoughts) < 4:
        player.hear(0.1)
        thoughts = [json.loads(f) for f in player.frames if '"thinking"' in f and '"push":"thinking"' in f]
    for thought in thoughts:
        assert set(thought) == {"push", "seat", "done", "of"} and all(isinstance(thought[n], int) for n in ("seat", "done", "of")), thought
        assert thought["seat"] in (1, 2, 3) and thought["of"] == thoughts[0]["of"], thought
    for frame in map(json.loads, player.frames):
        for seat in frame.get("table", {}).get("seats", []) if isinstance(frame.get("table"), dict) else []:
            assert seat["thinking"] is None or set(seat["thinking"]) == {"done", "of"}, seat


def nobody_unknown(server):
    """Without a cookie, or before hello, nothing is sent. A player who stood up sees what a spectator sees."""
    table = running(server)
    for cookie in ("", "skerry=" + "A" * 64):
        assert barred(server, cookie) == 401
    shy = Guest(server, table.host.cookie, hello=False)
    assert shy.refused("open", table=table.key)["text"] == "Say hello first."
    table.step()
    shy.hear(0.2)
    assert all('"error"' in frame for frame in shy.frames)
    host, first, second = Player(server), Player(server), Player(server)
    key = host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={})["table"]
    for person in (host, first, second):
        person.open(table=key)
    first.ask("sit", seat=2)
    first.ask("stand", seat=2)
    second.ask("sit", seat=2)
    host.ask("start")
    second.until(lambda p: p["push"] == "moment")
    first.hear(0.2)
    shown = [m for f in map(json.loads, first.frames) for m in f.get("moments", []) + ([f["moment"]] if "moment" in f else [])]
    assert shown and all(m["seat"] is None for m in shown), "a player who stood up still gets the seat's view"
    assert first.refused("replay", seat=2, at=0)["text"] == "Seat 2 is not yours."


def hints_are_views(server):
    """A hint names only the seat's own moves, and contains only words of the catalogue and the view."""
    table = running(server)
    for person in table.people:
        seat = person.turn()
        if seat:
            hint = person.ask("hint", seat=seat)
            assert set(hint) <= {"id", "lines", "said", "only"} and all(set(line) == {"moves", "labels", "alike", "chance", "points", "reasons"} for line in hint["lines"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("skerry")
    parser.add_argument("--games", type=int, default=1, help="of each of the five, with people alone and with a bot")
    parser.add_argument("--steps", type=int, default=0 if os.environ.get("SKERRY_LONG") else 110, help="of each game but Takara; 0: to its end")
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--seed", type=int, default=random.randrange(10 ** 6))
    parser.add_argument("--case", action="append", dest="cases", help="only this one")
    ask = parser.parse_args()
    tap = Tap()
    print(f"# seed {ask.seed}")
    engine = Engine(ask.skerry)
    counted = []
    with Server(ask.skerry) as server:
        cases = {"people alone": lambda: counted.append(whole_games(server, engine, ask.games, ask.seed, 0, ask.steps, ask.game)),
                 "with a bot": lambda: counted.append(whole_games(server, engine, ask.games, ask.seed + 1, 1, ask.steps // 2, ask.game)),
                 "refusals say nothing": lambda: refusals_say_nothing(server, engine, ask.seed),
                 "two worlds": lambda: two_worlds(server, engine, ask.seed)}
        for case in (anothers_seat, running_game_kept, replay_after_seat_change, spectators, guessed_keys, codes_after_the_start, lobby_list,
                     signed_out, left_the_room, nobody_unknown, hints_are_views, thinking_says_nothing):
            cases[case.__name__.replace("_", " ")] = lambda case=case: case(server)
        for name, case in cases.items():
            if not ask.cases or name in ask.cases:
                tap.run(name, case)
    engine.close()
    print(f"# {sum(counted)} moments compared with the engine")
    tap.done()


if __name__ == "__main__":
    try:
        main()
    except Closed as closed:
        sys.exit(f"the server closed the connection: {closed}")
