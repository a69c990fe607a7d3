"""Guests: cookies, names, other devices, refused connections and rate limits.

Usage: guests.py SKERRY
"""
import contextlib
import gzip
import json
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse

from client import Barred, Closed, Guest, Player, Server, Tap, barred, new_table

tap = Tap()
skerry = sys.argv[1]


def with_server(name, function):
    def run():
        with Server(skerry) as server:
            function(server)
    tap.run(name, run)


def cookies(server):
    answer, body = server.get("/")
    cookie = answer.getheader("set-cookie")
    assert answer.status == 200 and b"<" in body
    for part in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert part in cookie, cookie
    assert "Secure" not in cookie, "a Secure cookie would be lost over plain HTTP"
    token = cookie.split(";")[0]
    assert server.get("/", {"Cookie": token})[0].getheader("set-cookie") is None, "a guest with a cookie got another one"
    assert server.get("/", {"X-Forwarded-Proto": "https"})[0].getheader("set-cookie").endswith("Secure")
    assert server.get("/api/games")[0].getheader("set-cookie") is None
    one, two = Guest(server, token), Guest(server, token)
    assert one.me["id"] == two.me["id"] and Guest(server).me["id"] != one.me["id"]
    policy = answer.getheader("content-security-policy")
    assert "default-src 'self'" in policy and "unsafe" not in policy, policy
    for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"):
        assert part in policy, f"{part}: {policy}"
    assert "script-src" not in policy and "http:" not in policy and answer.getheader("x-content-type-options") == "nosniff"


def hashed(server):
    guest = Guest(server)
    guest.ask("name", name="Marit")
    token = guest.cookie.split("=")[1]
    server.stop()
    for file in pathlib.Path(server.data).iterdir():
        assert token.encode() not in file.read_bytes(), f"{file} contains a cookie"
    server.start()
    assert Guest(server, guest.cookie).me == {"id": guest.me["id"], "name": "Marit"}, "a restart forgot the guest"


def names(server):
    guest = Guest(server)
    assert guest.ask("name", name="  Ansel ü ")["me"]["name"] == "Ansel ü"
    for bad in ("", "   ", "x" * 25, "a\nb"):
        assert guest.refused("name", name=bad)["status"] in ("range", "syntax"), bad
    assert Guest(server, guest.cookie).me["name"] == "Ansel ü"


def not_let_in(server):
    """The connection is refused before the upgrade. /api/door tells the page why, because the browser does not."""
    here = f"http://127.0.0.1:{server.port}"
    assert barred(server, cookie="") == 401 == barred(server, cookie="skerry=abc")
    assert barred(server, cookie="skerry=" + "A" * 64) == 401, "a made-up cookie must be refused"
    cookie = server.cookie()
    assert barred(server, cookie, origin="http://evil.example") == 403
    try:
        Guest(server, cookie, origin="http://evil.example")
    except Barred as refusal:
        assert here in refusal.text, "the refusal must name the server's address"
    hasty = socket.create_connection(("127.0.0.1", server.port), timeout=5)  # a client that does not wait for the answer
    frame = b'{"do": "hello", "id": 1, "protocol": 1}'
    hasty.sendall((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
                   "Origin: http://evil.example\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Protocol: skerry\r\n\r\n").encode() + bytes([0x81, 0x80 | len(frame), 0, 0, 0, 0]) + frame)
    heard = b""
    try:
        while part := hasty.recv(4096):
            heard += part
    except OSError:
        pass
    assert heard.split()[1] == b"403" and b" 101 " not in heard and b'"me"' not in heard, heard[:200]
    before = int(re.search(rb"skerry_sockets_refused_total (\d+)", server.get("/metrics")[1])[1])
    assert before == 6, before
    assert b"skerry_sockets_total 0" in server.get("/metrics")[1] and b"skerry_people 0" in server.get("/metrics")[1]
    for who, origin, status, word in (({}, here, 401, "cookie"), ({"Cookie": cookie}, here, 101, ""), ({"Cookie": cookie}, "http://evil.example", 403, here),
                                      ({"Cookie": cookie}, "null", 403, here), ({"Cookie": cookie}, None, 101, "")):
        answer, body = server.get("/api/door" + (f"?origin={urllib.parse.quote(origin, safe='')}" if origin else ""), who)
        door = json.loads(body)
        assert answer.status == 200 and door["status"] == status and word in door["text"], (who, origin, door)
        assert answer.getheader("access-control-allow-origin") is None and answer.getheader("set-cookie") is None
    assert Guest(server, cookie).me["name"] == ""
    assert Guest(server, cookie, origin=f"http://127.0.0.1:{server.port}").me
    shy = Guest(server, cookie, hello=False)
    assert shy.refused("lobby")["status"] == "turn", "hello must come first"


def not_understood(server):
    for text in ("no json", "[]", "{}", '{"do": "hello"}', "[" * 40):
        guest = Guest(server, hello=False)
        guest.send_text(text)
        assert guest.code() == 4400, text
    guest = Guest(server)
    assert guest.refused("dance")["status"] == "unknown"
    assert guest.refused("name")["status"] == "syntax"
    assert guest.refused("name", name=3)["status"] == "syntax"
    assert guest.refused("name", name="a", colour="red")["status"] == "syntax"
    assert guest.refused("open", table="nowhere")["status"] == "gone"
    assert guest.refused("act", seat=1, moves=["x"])["status"] == "turn"
    assert guest.refused("create", game="chess", seats=[{"who": "me"}])["status"] == "unknown"


def too_much(server):
    guest = Guest(server)
    guest.send_text('{"do": "name", "id": 1, "name": "' + "x" * 70000 + '"}')
    assert guest.code() == 4413
    guest = Guest(server)
    try:
        for _ in range(200):
            guest.send("ping", haste=True)
    except OSError:
        pass
    assert guest.code() == 4429
    cookie = server.cookie()
    many = [Guest(server, cookie) for _ in range(16)]
    assert barred(server, cookie) == 503
    assert json.loads(server.get("/api/door", {"Cookie": cookie})[1])["status"] == 503
    many.pop().close()
    time.sleep(0.2)
    assert Guest(server, cookie).me


def devices(server):
    first = Guest(server)
    first.ask("name", name="Marit")
    link = first.ask("link")
    assert link["path"].startswith("/in/") and link["expires"] > time.time() * 1000
    second = Guest(server, server.sign_in(link["path"]))
    assert second.me == {"id": first.me["id"], "name": "Marit"} and second.cookie != first.cookie
    assert server.sign_in(link["path"]) is None, "a link must work only once"
    assert first.ask("sign-out-others")["count"] == 1
    assert second.code() == 4401
    other = Guest(server, second.cookie)
    assert other.me["id"] != first.me["id"], "the other device is still signed in"
    assert Guest(server, first.cookie).me["id"] == first.me["id"]


def links_are_not_used_up(server):
    """Merely opening a link does not use it up, and no form on another site can use it."""
    first = Guest(server)
    path = first.ask("link")["path"]
    for _ in range(3):
        answer, body = server.get(path)
        assert answer.status == 200 and b"<form method=post>" in body and b"<script" not in body and b"style=" not in body
        assert answer.getheader("cache-control") == "no-store" and "default-src 'self'" in answer.getheader("content-security-policy")
    cookie = answer.getheader("set-cookie").split(";")[0]
    mark = b"mark=" + re.search(rb'value="([^"]+)"', body)[1]
    here = f"http://127.0.0.1:{server.port}"
    other = server.get(first.ask("link")["path"], {"Cookie": cookie})[1]
    for body, headers, status in ((mark, {}, 403), (mark, {"Cookie": server.cookie()}, 403), (b"mark=", {"Cookie": cookie}, 403),
                                  (mark[:-1], {"Cookie": cookie}, 403), (mark + b"A", {"Cookie": cookie}, 403), (b"x=1", {"Cookie": cookie}, 403),
                                  (b"mark=" + re.search(rb'value="([^"]+)"', other)[1], {"Cookie": cookie}, 403),
                                  (mark, {"Cookie": cookie, "Origin": "http://elsewhere.example"}, 403), (mark, {"Cookie": cookie, "Origin": "null"}, 403)):
        answer, _ = server.post(path, body, headers)
        assert answer.status == status and not answer.getheader("set-cookie"), f"{body} {headers}: {answer.status}"
    answer, _ = server.post(path, mark, {"Cookie": cookie, "Origin": here})
    assert answer.status == 303 and answer.getheader("location") == "/"
    fresh = answer.getheader("set-cookie")
    assert all(word in fresh for word in ("HttpOnly", "SameSite=Lax", "Path=/")) and fresh.split(";")[0] != cookie, "the sign-in must set a new token"
    assert Guest(server, fresh.split(";")[0]).me["id"] == first.me["id"] != Guest(server, cookie).me["id"]
    assert server.post(path, mark, {"Cookie": cookie})[0].status == 404 and server.get(path)[0].status == 404


def addresses(server):
    games = json.loads(server.get("/api/games")[1])
    assert len(games["games"]) == 5 and "easy" in games["levels"]
    for game in games["games"]:
        name = game["game"]
        assert game["title"] and game["designer"] and game["about"]
        for path in (f"/api/words/{name}", f"/api/content/{name}", f"/api/content/{game['content']}"):
            assert json.loads(server.get(path)[1]), path
        assert server.get(f"/api/rules/{name}")[1].startswith(b"#")
    plain, body = server.get("/api/games")
    packed, short = server.get("/api/games", {"Accept-Encoding": "br, gzip"})
    assert packed.getheader("content-encoding") == "gzip" and len(short) < len(body) / 3 and gzip.decompress(short) == body
    assert server.get("/api/games", {"If-None-Match": plain.getheader("etag")})[0].status == 304
    assert b"<svg" in server.get("/api/qr?text=http%3A%2F%2Flocalhost%3A8000%2Ft%2Fabc")[1]
    assert server.get("/api/qr")[0].status == 400
    assert server.get("/api/nothing")[0].status == 404 and server.get("/assets/none.js")[0].status == 404
    assert b"root:" not in server.get("/../../etc/passwd")[1] + server.get("/assets/..%2f..%2f..%2fetc/passwd")[1]
    assert server.get("/t/whatever")[0].status == 200
    assert server.get("/healthz")[1] == b"ok\n"
    assert b"skerry_sockets 0" in server.get("/metrics")[1]


def pages(_):
    """The built client: its files, compressed if a compressed version exists, and index.html for its own addresses."""
    with tempfile.TemporaryDirectory() as web:
        root = pathlib.Path(web)
        (root / "assets").mkdir()
        (root / "index.html").write_text("<p>page")
        (root / "assets" / "a-1.js").write_text("plain")
        (root / "assets" / "a-1.js.gz").write_bytes(gzip.compress(b"plain"))
        (root / "icon.svg").write_text("<svg/>")
        big = bytes(range(256)) * 4000
        (root / "assets" / "big.woff2").write_bytes(big)
        with Server(skerry, extra=["--web", web]) as server:
            answer, body = server.get("/assets/a-1.js")
            assert body == b"plain" and "immutable" in answer.getheader("cache-control")
            assert answer.getheader("content-type").startswith("text/javascript")
            answer, body = server.get("/assets/a-1.js", {"Accept-Encoding": "gzip"})
            assert answer.getheader("content-encoding") == "gzip" and gzip.decompress(body) == b"plain"
            assert server.get("/assets/big.woff2")[1] == big
            for path in ("/", "/t/abc", "/rules/x", "/index.html"):
                answer, body = server.get(path)
                assert body == b"<p>page" and answer.getheader("set-cookie"), path
                assert answer.getheader("cache-control") == "no-cache"
            answer, body = server.get("/icon.svg")
            assert body == b"<svg/>" and answer.getheader("set-cookie") is None
            assert server.get("/favicon.ico")[0].status == 404
            for path in ("/../" + root.name, "/assets/../../" + root.name + "/index.html", "//etc/passwd", "/.git/config"):
                assert b"root:" not in server.get(path)[1]


def where_it_is(_):
    """The printed address, the next free port, and how to open the server to the network."""
    with Server(skerry) as server:
        rest = server.process.stdout
        assert "Only this machine" in rest.readline() and "--listen 0.0.0.0:" in rest.readline()
        taken = subprocess.run([skerry, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", server.data + "2"],
                               capture_output=True, text=True, timeout=10)
        assert taken.returncode == 1 and "in use" in taken.stderr, taken.stderr
        second = subprocess.run([skerry, "serve", "--data", server.data], capture_output=True, text=True, timeout=10)
        assert second.returncode == 1 and second.stderr.startswith("skerry: "), "two servers can use one folder"
    with Server(skerry, extra=["--public-url", "https://play.example/"]) as server:
        guest = Guest(server)
        assert guest.ask("hello")["server"]["origin"] == "https://play.example"
        assert "Secure" in server.get("/")[0].getheader("set-cookie")
        assert Guest(server, guest.cookie, origin="https://play.example").me, "a changed Host header, as from a proxy, must be accepted"
        assert barred(server, guest.cookie, origin="https://evil.example") == 403
    for bad in (["--listen", "nowhere"], ["--listen", "127.0.0.1:99999"], ["--public-url", "play.example"], ["more"]):
        wrong = subprocess.run([skerry, "serve"] + bad, capture_output=True, text=True, timeout=10)
        assert wrong.returncode == 2 and wrong.stderr.startswith("skerry: "), (bad, wrong.stderr)


def own_content(_):
    """Packs offered by the house and packs supplied with a table. Both survive a restart."""
    with tempfile.TemporaryDirectory() as folder:
        pack = pathlib.Path(folder) / "short.json"
        bad = pathlib.Path(folder) / "bad.json"
        bad.write_text('{"turns": "many"}')
        dumped = json.loads(subprocess.run([skerry, "content", "nevergiveup", "--dump"], capture_output=True).stdout)
        pack.write_text(json.dumps({"puzzles": dumped["puzzles"][1:]}))
        wrong = subprocess.run([skerry, "serve", "--data", folder + "/d", "--content", str(bad)], capture_output=True,
                               text=True, timeout=10)
        assert wrong.returncode == 1 and "bad.json" in wrong.stderr, wrong.stderr
        puzzles = {"puzzles": dumped["puzzles"][:-1]}
        with Server(skerry, extra=["--content", str(pack)]) as server:
            game = next(g for g in json.loads(server.get("/api/games")[1])["games"] if g["game"] == "nevergiveup")
            player = Player(server)
            assert player.refused("check", game="nevergiveup", content={"turns": "many"})["status"] == "content"
            own = player.ask("check", game="nevergiveup", content=puzzles)["content"]
            tables = [(own, new_table(player, "nevergiveup", 1, content=puzzles))]
            (offered,) = game["packs"]
            assert offered["name"] == "short.json"
            tables.append((offered["content"], new_table(player, "nevergiveup", 1, content=offered["content"])))
            assert player.refused("create", game="takara", seats=[{"who": "me"}, {"who": "bot"}], content=own)
            for restart in (False, True):
                if restart:
                    server.kill()
                    server.extra = []
                    server.start()
                    player = Player(server, player.cookie)
                for content, key in tables:
                    player.open(table=key)
                    assert player.table["content"] == content and player.table["phase"] == "playing", player.table["why"]
                    assert json.loads(server.get(f"/api/content/{content}")[1]), "the content of the table is not available"


def content_goes_too(server):
    """Content supplied with a table that failed stays neither in memory nor on disk."""
    def packs():
        return int(re.search(rb"\nskerry_packs (\d+)", server.get("/metrics")[1])[1])

    def stored():
        with contextlib.closing(sqlite3.connect(f"file:{server.data}/skerry.db?mode=ro", uri=True)) as db:
            return db.execute("SELECT count(*) FROM pack").fetchone()[0]

    dumped = json.loads(subprocess.run([skerry, "content", "nevergiveup", "--dump"], capture_output=True).stdout)["puzzles"]
    player = Player(server)
    key = new_table(player, "nevergiveup", 1, content={"puzzles": dumped[1:]})
    before, kept = packs(), stored()
    good = {"seats": [{"who": "me"}, {"who": "bot"}], "options": {}}
    for i, bad in enumerate(({"seats": []}, {"seats": [{"who": "me"}] * 9}, {"options": {"none": "such"}}, {"clock": {"kind": "sand"}},
                             {"seats": [{"who": "me"}, {"who": "cat"}]}, {"name": "x" * 99}, {"seats": [{"who": "me"}, {"who": "open"}], "start": True})):
        for content in ({"puzzles": dumped[2 + i:]}, {"puzzles": dumped[1:]}):
            player.refused("create", **{"game": "nevergiveup", "content": content, **good, **bad})
            assert packs() == before, f"{bad}: a pack stays in memory"
    time.sleep(0.3)
    assert stored() == kept, "packs without a table are on disk"
    player.open(table=key)
    assert player.table["phase"] == "playing" and player.wait_turn(), "another table's failure removed the content of this one"
    new_table(player, "nevergiveup", 1, content={"puzzles": dumped[2:]})
    assert packs() == before + 1


def stopping(server):
    guest = Player(server)
    new_table(guest, "nevergiveup", 2)
    assert server.stop() == 0, "the server did not stop cleanly"
    try:
        while True:
            message = guest.take()
            last = message.get("push")
    except Closed as closed:
        assert closed.code == 1001 and closed.reason, closed
        assert last == "over"
    server.start()


for case in (cookies, hashed, names, not_let_in, not_understood, too_much, devices, links_are_not_used_up, addresses, content_goes_too, stopping):
    with_server(case.__name__.replace("_", " "), case)
for case in (pages, where_it_is, own_content):
    tap.run(case.__name__.replace("_", " "), lambda: case(None))
tap.done()
