"""Tests the host's tools: the host key, `skerry admin` and POST /api/admin; people, tables, the closed house, limits by
address.

Usage: admin.py SKERRY
"""
import http.client
import json
import os
import pathlib
import pty
import re
import select
import stat
import subprocess
import sys
import tempfile
import time

from client import Barred, Guest, Player, Server, Tap, barred, free_port, new_table

tap = Tap()
skerry = sys.argv[1]


def with_server(name, function, *extra):
    def run():
        with Server(skerry, extra=extra) as server:
            function(server)
    tap.run(name, run)


def key_of(server):
    return pathlib.Path(server.data, "host-key").read_text().strip()


def admin(server, *words, code=0, more=()):
    """Returns the command's output, or its error message if it must fail."""
    env = {k: v for k, v in os.environ.items() if k != "SKERRY_HOST_KEY"}
    done = subprocess.run([skerry, "admin", "--data", server.data, *more, *words], capture_output=True, text=True, timeout=30,
                          env=env)
    assert done.returncode == code, f"{words}: {done.returncode} {done.stdout}{done.stderr}"
    if code:
        assert done.stdout == "" and done.stderr.startswith("skerry: ") and done.stderr.count("\n") == 1, done.stderr
    return done.stdout if code == 0 else done.stderr


def post(server, body, key=None, headers=None, path="/api/admin"):
    conn = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    text = body if isinstance(body, (str, bytes)) else json.dumps(body)
    head = {"Content-Type": "application/json", **(headers or {})}
    if key is not False:
        head["Authorization"] = f"Bearer {key or key_of(server)}"
    conn.request("POST", path, body=text, headers=head)
    answer = conn.getresponse()
    raw = answer.read()
    conn.close()
    return answer.status, json.loads(raw) if raw[:1] == b"{" else raw


def first_key():
    with tempfile.TemporaryDirectory(prefix="skerry-admin-") as folder:
        server = Server(skerry, data=folder + "/data")
        try:
            key_kept(server)
        finally:
            server.stop()
            server.log.close()


def key_kept(server):
    server.start()
    lines = "".join(server.process.stdout.readline() for _ in range(3))
    file = pathlib.Path(server.data, "host-key")
    key = file.read_text().strip()
    assert re.fullmatch(r"[\w-]{43}", key), "the key must have 256 bits"
    assert key not in lines and str(file) in lines, "the key must not be printed unless standard output is a terminal: a log could keep it"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, oct(file.stat().st_mode)
    server.stop()
    for other in pathlib.Path(server.data).iterdir():
        assert other == file or key.encode() not in other.read_bytes(), f"{other} contains the key"
    assert key not in open(server.log.name).read(), "the log contains the key"
    server.start()
    assert post(server, {"do": "house"}, key)[0] == 200, "a restart forgot the key"
    server.process.send_signal(15)
    assert key not in server.process.stdout.read(), "the key is printed again"
    server.stop()
    server.extra = ["--new-host-key"]
    server.start()
    assert post(server, {"do": "house"}, key)[0] == 401, "the old key still works"
    assert post(server, {"do": "house"})[0] == 200


def key_shown():
    """On a terminal, the key is printed once."""
    with tempfile.TemporaryDirectory(prefix="skerry-admin-") as folder:
        near, far = pty.openpty()
        process = subprocess.Popen([skerry, "serve", "--listen", f"127.0.0.1:{free_port()}", "--data", folder + "/data"], stdout=far, stderr=subprocess.DEVNULL)
        os.close(far)
        said, end = b"", time.time() + 10
        while not re.search(rb"skerry admin`[^\n]*:\r?\n.*\S.*\n", said):
            assert time.time() < end and select.select([near], [], [], 10)[0], said
            said += os.read(near, 4096)
        process.terminate()
        process.wait(10)
        os.close(near)
        assert pathlib.Path(folder, "data/host-key").read_bytes().strip() in said, said


def wrong_key(server):
    assert post(server, {"do": "house"}, key=False)[0] == 401
    for bad in ("x", key_of(server)[:-1], key_of(server) + "A", "A" * 43):
        status, body = post(server, {"do": "people"}, bad)
        assert status == 401 and "key" in body["error"]["text"], (bad, status, body)
    codes = [post(server, {"do": "people"}, "A" * 43)[0] for _ in range(12)]
    assert codes[-1] == 429, codes
    assert post(server, {"do": "house"})[0] == 200, "wrong keys lock out the right one"
    status, _ = post(server, {"do": "house"}, headers={"Origin": "http://evil.example"})
    assert status == 403, status
    pathlib.Path(server.data, "wrong").write_text("A" * 43 + "\n")
    assert "wrong keys" in admin(server, "people", code=1, more=("--key", server.data + "/wrong"))


def bad_posts(server):
    for body, status in (("no json", 400), ("[]", 400), ("{}", 400), ('{"do": "dance"}', 404), ('{"do": "rename"}', 400),
                         ('{"do": "mute", "person": 12}', 404), ('{"do": "free", "table": "nowhere", "seat": 1}', 404),
                         ('{"do": "door", "closed": "yes"}', 400), ('{"do": "chat"}', 400),
                         ('{"do": "notice", "text": "' + "x" * 301 + '"}', 400), ('{"do": "notice", "text": "a\\nb"}', 400),
                         ('{"do": "people", "find": "' + "x" * 70000 + '"}', 413)):
        got, answer = post(server, body)
        assert got == status and answer["error"]["text"].endswith("."), (body[:60], got, answer)
    assert post(server, "x", path="/anything")[0] == 405
    try:
        post(server, b"x" * (3 << 20))
    except OSError:
        pass  # the server closes the connection
    assert server.get("/healthz")[0].status == 200


def not_running():
    with tempfile.TemporaryDirectory(prefix="skerry-admin-") as folder:
        server = Server(skerry, data=folder + "/data")
        os.mkdir(server.data)
        assert "has no host-key" in admin(server, "people", code=1)
        server.start()
        server.stop()
        server.log.close()
        assert "No server answers" in admin(server, "people", code=1)
        assert "there is no command dance" in admin(server, "dance", code=2)
        assert "skerry admin rename PERSON NAME" in admin(server, "rename", "x", code=2)
        assert "skerry admin chat on|off" in admin(server, "chat", "loud", code=2)


def people(server):
    one, two, three = Guest(server), Guest(server), Guest(server)
    one.ask("name", name="Marit")
    two.ask("name", name="Ansel")
    out = admin(server, "people")
    assert str(one.me["id"]) in out and "Marit" in out and "3 people" in out, out
    assert "1 people" in admin(server, "people", "ans")
    player = Player(server, one.cookie)
    table = player.ask("create", game="takara", seats=[{"who": "me", "name": "Rude word"}, {"who": "open"}], options={})["table"]
    player.open(table=table)
    assert "Bente" in admin(server, "rename", "Marit", "Bente")
    player.until(lambda p: p["push"] == "table" and p["table"]["seats"][0]["name"] == "Bente")
    assert "no such person" in admin(server, "rename", "Marit", "Bo", code=1)
    assert "1 to 24 characters" in admin(server, "rename", "Bente", "x" * 25, code=1)
    two.ask("name", name="Bente")
    assert "2 people are called Bente" in admin(server, "mute", "Bente", code=1)
    assert "muted" in admin(server, "mute", str(one.me["id"]))
    server.stop()
    server.start()
    muted = Player(server, one.cookie)
    muted.open(table=table)
    assert muted.me["name"] == "Bente", "the new name is lost"
    for refusal in (muted.refused("chat", text="hello"), muted.refused("name", name="Rude word")):
        assert refusal["status"] == "turn" and "muted" in refusal["text"], refusal
    admin(server, "unmute", str(one.me["id"]))
    muted.ask("chat", text="hello")
    assert three.me


def removed(server):
    host, guest = Player(server), Player(server)
    guest.ask("name", name="Rowdy")
    seats = [{"who": "me"}, {"who": "open"}]
    game = host.ask("create", game="takara", seats=seats, options={})["table"]
    later = host.ask("create", game="takara", seats=seats, options={})["table"]
    own = guest.ask("create", game="takara", seats=seats, options={})["table"]
    for key in (later, game):
        guest.open(table=key)
        guest.ask("sit", seat=2)
    host.open(table=game)
    host.ask("start")
    admin(server, "remove", "Rowdy")
    assert guest.code() == 4403 and "removed you" in guest.closed.reason, guest.closed
    table = host.until(lambda p: p["push"] == "table" and p["table"]["seats"][1]["who"] == "bot")["table"]
    assert table["phase"] == "playing" and not table["seats"][1]["you"]
    assert host.ask("open", table=later)["table"]["seats"][1]["who"] == "open"
    assert host.ask("open", table=own)["table"]["phase"] == "stuck", "a table that nobody can start must be stuck"
    host.open(table=game)
    for _ in range(30):  # a bot plays for the removed guest
        if host.wait_turn() is None:
            break
        host.act(1, host.moments[1]["moves"][0]["text"])
    assert barred(server, guest.cookie) == 403
    assert "removed you from this server" in json.loads(server.get("/api/door", {"Cookie": guest.cookie})[1])["text"]
    answer, body = server.get("/", {"Cookie": guest.cookie})
    assert answer.status == 403 and b"removed you from this server" in body, body
    server.stop()
    server.start()
    assert barred(server, guest.cookie) == 403, "a restart let the guest back in"
    admin(server, "admit", "Rowdy")
    assert Guest(server, guest.cookie).me["name"] == "Rowdy"


def tables(server):
    host, guest = Player(server), Player(server)
    guest.ask("name", name="Ansel")
    key = host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={}, name="Old Pier")["table"]
    guest.open(table=key)
    guest.ask("sit", seat=2)
    assert "Ansel" in admin(server, "tables", "pier")
    admin(server, "free", "Old Pier", "2")
    assert guest.until(lambda p: p["push"] == "table" and p["table"]["seats"][1]["who"] == "open")
    assert "There is no person in seat 2" in admin(server, "free", "Old Pier", "2", code=1)
    assert "seats 1 to 2" in admin(server, "free", "Old Pier", "9", code=1)
    guest.ask("sit", seat=2)
    host.open(table=key)
    host.ask("start")
    for who in (host, guest):
        who.open(table=key)
    admin(server, "free", "Old Pier", "2")
    seen = guest.until(lambda p: p["push"] == "moment" and p["moment"]["seat"] is None)["moment"]
    assert not seen["moves"], "a player who lost their seat sees more than a spectator"
    file = server.data + "/pier.record"
    admin(server, "export", "Old Pier", file)
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    shown = subprocess.run([skerry, "replay", file], capture_output=True, text=True, timeout=30)
    assert shown.returncode == 0, shown.stderr
    assert "ended" in admin(server, "end", "Old Pier")
    table = host.until(lambda p: p["push"] == "table" and p["table"]["phase"] == "stuck")["table"]
    assert "ended this table" in table["why"], table["why"]
    assert "stuck" in host.refused("act", seat=1, moves=["pass"])["text"]
    admin(server, "export", "Old Pier", file)
    server.stop()
    server.start()
    again = Player(server, host.cookie)
    opened = again.ask("open", table=key)["table"]
    assert opened["phase"] == "stuck" and "ended this table" in opened["why"], "a restart reopened the table"
    before = pathlib.Path(file).read_text()
    admin(server, "export", "Old Pier", file)
    assert pathlib.Path(file).read_text() == before, "the export of an ended table changed"
    assert "no such table" in admin(server, "end", "Nowhere", code=1)


def closed(server):
    old = Guest(server)
    assert "open" in admin(server, "house")
    link = admin(server, "invite").strip()
    admin(server, "house", "closed")
    assert old.until(lambda p: p["push"] == "house")["house"]["closed"] is True
    assert Guest(server, old.cookie).me == old.me, "an existing guest is locked out"
    answer, body = server.get("/")
    assert answer.status == 403 and b"closed" in body and answer.getheader("set-cookie") is None
    assert server.get("/t/abc")[0].status == 403 and server.get("/host")[0].status == 200
    stranger = server.get("/host")[0].getheader("set-cookie").split(";")[0]
    assert barred(server, stranger) == 403
    path = "/" + link.split("/", 3)[3]
    answer, _ = server.get(path)
    assert answer.status == 303 and "HttpOnly" in answer.getheader("set-cookie")
    invited = answer.getheader("set-cookie").split(";")[0]
    answer, _ = server.get("/", {"Cookie": invited})
    assert answer.status == 200
    member = answer.getheader("set-cookie").split(";")[0]
    first = Guest(server, f"{member}; {invited}")
    assert Guest(server, member).me == first.me, "an invited guest must stay a member"
    server.stop()
    server.start()
    assert server.get("/")[0].status == 403, "a restart reopened the house"
    fresh = admin(server, "invite", "new").strip()
    assert fresh != link and server.get(path)[0].status == 404
    assert server.get("/", {"Cookie": invited})[0].status == 403, "the old invitation still works"
    admin(server, "house", "open")
    assert server.get("/")[0].status == 200


def chat_and_notice(server):
    host = Player(server)
    host.open(table=new_table(host, "nevergiveup", 1))
    host.ask("chat", text="one")
    admin(server, "chat", "off")
    assert host.until(lambda p: p["push"] == "house")["house"]["chat"] is False
    assert "turned off chat" in host.refused("chat", text="two")["text"]
    admin(server, "notice", "We close at ten.")
    assert host.until(lambda p: p["push"] == "notice")["text"] == "We close at ten."
    server.stop()
    server.start()
    later = Guest(server, host.cookie, hello=False)
    house = later.ask("hello", protocol=1)["house"]
    assert house == {"closed": False, "chat": False, "notice": "We close at ten."}, house
    admin(server, "notice")
    assert later.until(lambda p: p["push"] == "notice")["text"] == ""
    admin(server, "chat", "on")
    host = Player(server, host.cookie)
    table = host.ask("lobby")["mine"][0]["key"]
    host.open(table=table)
    host.ask("chat", text="three")
    assert [line["text"] for line in host.ask("open", table=table)["chat"]] == ["one", "three"]


class From(Guest):
    """A guest behind the proxy, with their own address."""

    def __init__(self, server, address, **more):
        self.address = address
        super().__init__(server, **more)

    def upgrade(self, origin):
        self.cookie = f"{self.cookie}\r\nX-Forwarded-For: 203.0.113.9, {self.address}"
        super().upgrade(origin)


def addresses(server):
    """Forty people with several pages each share one address. A flood from one address does not affect the others."""
    hall = [From(server, "198.51.100.1") for _ in range(120)]
    assert len({g.me["id"] for g in hall}) == 120
    assert {barred(server, "skerry=none", kind=From, address="198.51.100.2") for _ in range(900)} == {401}
    cookie, text = server.cookie(), ""
    for _ in range(900):
        try:
            From(server, "198.51.100.3", cookie=cookie, hello=False).close()
        except Barred as refusal:
            text = refusal.text if refusal.status == 429 else ""
            break
    assert "address" in text, f"no rate limit applied: {text}"
    assert From(server, "198.51.100.1").me and From(server, "2001:db8::1").me, "other addresses are limited too"
    tables = From(server, "198.51.100.4")
    mine = 0
    for _ in range(50):
        mine += "table" in tables.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={})
    assert mine == 50 and tables.refused("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={})["status"] == "limit"


def proxy_unnamed(server):
    """Without --trust-proxy, forwarded addresses are ignored, and local connections are not limited."""
    for i in range(700):
        assert barred(server, "skerry=none", kind=From, address=f"198.51.100.{i % 250}") == 401


def metrics(server):
    host = Player(server)
    host.open(table=new_table(host, "nevergiveup", 1))
    host.wait_turn()
    host.refused("act", seat=9, moves=["x"])
    host.refused("open", table="nowhere")
    host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={})
    text = server.get("/metrics")[1].decode()
    values = dict(re.findall(r'^(skerry_[a-z_]+(?:\{[^}]*\})?) ([0-9.]+)$', text, re.M))
    for line in text.splitlines():
        assert re.fullmatch(r'# (TYPE|HELP) skerry_\S+ .+|skerry_[a-z_]+(\{[a-z]+="[a-z]+"\})? [0-9.]+', line), line
    for name, least in (('skerry_tables{phase="playing"}', 1), ('skerry_tables{phase="gathering"}', 1), ("skerry_sockets", 1),
                        ("skerry_people", 1), ("skerry_moves_total", 1), ("skerry_store_commits_total", 1),
                        ('skerry_refusals_total{status="range"}', 1), ('skerry_refusals_total{status="gone"}', 1),
                        ("skerry_store_waiting", 0), ("skerry_work_waiting", 0), ("skerry_bot_seconds_total", 0)):
        assert float(values.get(name, -1)) >= least, f"{name}: {values.get(name)}"
    kinds = re.findall(r"^# TYPE (\S+)", text, re.M)
    assert len(kinds) == len(set(kinds)), "a metric is declared twice"


tap.run("the key is made at the first start, kept hashed, and in no journal", first_key)
tap.run("the key is shown on a terminal", key_shown)
with_server("a wrong key, and many of them", wrong_key)
with_server("posts that are no requests", bad_posts)
tap.run("no server, no such command: one sentence each", not_running)
with_server("people: list, rename, mute", people)
with_server("a person is removed and let in again", removed)
with_server("tables: free a seat, export, end", tables)
with_server("a closed house and its invitation", closed)
with_server("chat off and a notice", chat_and_notice)
with_server("limits by address, behind a named proxy", addresses, "--trust-proxy", "127.0.0.1")
with_server("a proxy that was not named is not believed", proxy_unnamed)
with_server("metrics", metrics)
tap.done()
