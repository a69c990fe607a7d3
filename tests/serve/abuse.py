"""Hostile clients: broken frames, broken HTTP, floods, half-open connections, guessing. The server must stay up and
give each reason in a sentence. Meanwhile someone plays at another table, and every one of their moves must be
answered.

Usage: abuse.py SKERRY [--connections N] [--case NAME]...
"""
import argparse
import os
import random
import re
import resource
import select
import socket
import struct
import sys
import threading
import time

from client import Closed, Guest, Player, Server, Tap, barred, new_table

SENTENCE = re.compile(r"^\S.{3,}[.!?]$")


class Bystander(threading.Thread):
    """Plays all the time. Every request must be answered, whatever happens elsewhere."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.moves, self.problem, self.over = server, 0, None, False
        self.slowest = 0.0

    def run(self):
        rng = random.Random(1)
        player = Player(self.server)
        try:
            while not self.over:
                player.open(table=new_table(player, rng.choice(("nevergiveup", "takara")), 1))
                while not self.over and (seat := player.wait_turn()) is not None:
                    begun = time.time()
                    player.act(seat, rng.choice(player.moments[seat]["moves"])["text"])
                    self.slowest = max(self.slowest, time.time() - begun)
                    self.moves += 1
        except Exception as why:  # noqa: BLE001  (whatever it is, the bystander must not notice)
            self.problem = f"{type(why).__name__}: {why}"

    def goes_on(self):
        """Waits until three more of the bystander's moves are answered."""
        moves, end = self.moves, time.time() + 30
        while self.moves < moves + 3 and not self.problem:
            assert time.time() < end, "the bystander got no answer"
            time.sleep(0.02)
        assert not self.problem, f"the bystander: {self.problem}"


class Dawdlers(threading.Thread):
    """Connections whose request never ends; some send a byte now and then. The server must close each of them."""

    FIRST = {"nothing": b"", "a letter": b"G", "a line": b"GET / HTTP/1.1\r\n", "an upgrade": b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n",
             "a header for ever": b"GET / HTTP/1.1\r\nX: ", "a body for ever": b"POST /api/admin HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"}

    def __init__(self, server):
        super().__init__(daemon=True)
        self.begun, self.lines = time.time(), {}
        for name, first in self.FIRST.items():
            self.lines[name] = socket.create_connection(("127.0.0.1", server.port))
            self.lines[name].sendall(first)

    def run(self):
        while self.lines and time.time() < self.begun + 40:
            for name, line in list(self.lines.items()):
                try:
                    if name.endswith("for ever"):
                        line.sendall(b"x")
                    gone = select.select([line], [], [], 0)[0] and not line.recv(4096)
                except OSError:
                    gone = True
                if gone:
                    self.lines.pop(name).close()
            time.sleep(0.5)


def http(server, raw, wait=3.0):
    """Sends bytes. Returns the status of the answer (None if the connection was closed or no answer came) and the body."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as line:
        answer = b""
        try:
            line.sendall(raw)
            while True:
                part = line.recv(65536)
                if not part:
                    break
                answer += part
                length = re.search(rb"content-length: (\d+)", answer.lower())
                head = answer.find(b"\r\n\r\n")
                if head >= 0 and (not length or len(answer) - head - 4 >= int(length[1])):
                    break
        except OSError:
            pass
    status = re.match(rb"HTTP/1.[01] (\d\d\d)", answer)
    return int(status[1]) if status else None, answer.partition(b"\r\n\r\n")[2]


def header(opcode, n, fin=True, mask=True, reserved=0):
    first = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    bit = 0x80 if mask else 0
    return first + (bytes([bit | n]) if n < 126 else bytes([bit | 126]) + struct.pack(">H", n) if n < 65536 else
                    bytes([bit | 127]) + struct.pack(">Q", n)) + (bytes(4) if mask else b"")


def ends(guest, wait=5.0):
    """The code with which the connection is closed, or None if it stays open and still answers."""
    guest.socket.settimeout(wait)
    try:
        guest.send("ping", haste=True)
        guest.wait(guest.last)
        return None
    except Closed as closed:
        assert closed.code < 4000 or SENTENCE.match(closed.reason), closed.reason
        return closed.code
    except (ConnectionError, BrokenPipeError):
        return 1006
    except UnicodeDecodeError:
        return 1007


def check_sentence(error):
    assert set(error) == {"status", "rule", "text"} and "\n" not in error["text"], error
    assert SENTENCE.match(error["text"]), f"not a sentence: {error['text']!r}"


# ---- frames -------------------------------------------------------------------------------------------------------------
def broken_frames(server, _):
    """Frames that violate the WebSocket protocol close the connection. None is taken as a request."""
    ping = b'{"do": "ping", "id": 7}'
    bad = {
        "a reserved bit": header(1, len(ping), reserved=4) + ping,
        "an unknown opcode": header(3, 4) + b"abcd",
        "an unknown control opcode": header(11, 0),
        "a long control frame": header(9, 200) + bytes(200),
        "a ping in parts": header(9, 2, fin=False) + b"ab",
        "more of nothing": header(0, len(ping)) + ping,
        "a message within a message": header(1, 4, fin=False) + b"{\"do" + header(1, len(ping)) + ping,
        "a length that cannot be": header(1, 0)[:1] + b"\xff" + b"\xff" * 8 + bytes(4),
        "too long": header(1, 70000) + b" " * 70000,
        "too long in parts": b"".join(header(0 if i else 1, 10000, fin=False) + b" " * 10000 for i in range(8)),
    }
    for name, raw in bad.items():
        guest = Guest(server)
        try:
            guest.socket.sendall(raw)
        except OSError:
            pass
        assert ends(guest) is not None, f"{name}: the connection is still open"
        guest.close()
    good = {
        "empty parts": header(1, 5, fin=False) + b'{"do"' + header(0, 0, fin=False) * 50 + header(0, 18) + b': "ping", "id": 7}',
        "a ping between parts": header(1, 5, fin=False) + b'{"do"' + header(9, 2) + b"ab" + header(0, 18) + b': "ping", "id": 7}',
        "pongs nobody asked for": header(10, 3) + b"abc" + header(10, 0),
        "many pings": (header(9, 4) + b"abcd") * 200,
    }
    for name, raw in good.items():
        guest = Guest(server)
        guest.socket.sendall(raw)
        assert ends(guest) is None, f"{name}: closed"
        guest.close()
    # An unmasked frame: libwebsockets accepts it silently, so it counts like any other. Masks protect proxies, not
    # servers.
    guest = Guest(server)
    guest.socket.sendall(header(1, len(ping), mask=False) + ping)
    assert ends(guest) is not None or "now" in guest.answers.get(7, {}), "an unmasked frame was neither answered nor did it close the connection"
    guest.close()


def wrong_text(server, _):
    for text in (b"\xff\xfe", b'{"do": "ping", "id": 1, "x": "\xc0\xaf"}', b'{"do": "name", "id": 1, "name": "\xed\xa0\x80"}',
                 b'{"do": "name", "id": 1, "name": "\xf0\x9f\x98"}', b'{"do": "name", "id": 1, "name": "\\ud800"}',
                 b'{"do": "name", "id": 1, "name": "a\\u0000b"}', b'{"do": "ping", "id": 1}\x00', b"", b" ", b"\x00" * 100, b"null", b"1" * 60000,
                 b'{"do": "ping", "do": "ping", "id": 1}'):
        guest = Guest(server)
        guest.frame(1, text)
        assert ends(guest) in (4400, 1007), f"{text[:60]}: {guest.closed}"
        guest.close()
    guest = Guest(server)  # in a binary frame: a request like any other, or refused
    guest.frame(2, b'{"do": "ping", "id": 99}')
    assert ends(guest) in (None, 4400, 1003)


def deep_and_huge(server, _):
    for text in ("[" * 60000, '{"do":' * 9000, '{"a":[' * 5000, '{"do": "ping", "id": 1e400}', '{"do": "ping", "id": ' + "9" * 400 + "}",
                 '{"do": "ping", "id": 1.0}', '{"do": "ping", "id": "1"}', '{"do": "ping", "id": null}'):
        guest = Guest(server)
        guest.send_text(text)
        assert ends(guest) == 4400, f"{text[:40]}: {guest.closed}"
        guest.close()
    guest = Guest(server)
    assert guest.ask("ping")
    guest.send_text('{"do": "name", "id": 50, "name": "[[[[[[[[[[[[[["}')  # brackets within a string are just text
    assert "me" in guest.wait(50)
    guest.send_text('{"do": "ping", "id": -9223372036854775808}')
    assert "now" in guest.wait(-9223372036854775808)


def every_member_wrong(server, _):
    """Sends every request with every wrong value for each member. Each gets one answer with one sentence, and the
    connection stays open."""
    members = {"name": ["name"], "create": ["game", "seats", "options", "content", "clock", "public", "name", "start"], "check": ["game", "content"],
               "open": ["table", "watch", "code", "have"], "sit": ["seat", "name"], "stand": ["seat"], "seat": ["seat", "who", "level"],
               "start": ["fill", "level"], "commit": ["seat", "commit", "tag"], "share": ["seat", "share"], "act": ["seat", "moves", "version", "message"],
               "undo": ["seat"], "hint": ["seat"], "look": ["seat", "list", "entry"], "hand-over": ["seat", "level"], "come-back": ["seat"],
               "move-now": ["seat"], "chat": ["text"], "replay": ["seat", "at"], "open-play": ["open"], "hello": ["protocol", "dice"]}
    good = {"name": "Ada", "game": "takara", "seats": [{"who": "me"}, {"who": "bot"}], "options": {}, "content": {}, "clock": None, "public": False,
            "start": False, "table": "x", "have": {}, "seat": 1, "who": "bot", "level": "easy", "fill": True, "commit": "00", "share": "00", "tag": "00",
            "moves": ["x"], "version": 0, "message": 1, "list": "seat", "entry": "x", "text": "x", "at": 0, "open": True, "protocol": 1, "dice": False}
    wrong = (None, True, 0, -1, 2 ** 31, 2 ** 53, 2 ** 63 - 1, 1.5, "", "\u202e\u0301", "x" * 3000, [], [[]], [None] * 100, {},
             {"a": {"b": [1]}}, [{"who": 3}])
    asked = 0
    for at_table in (False, True):
        guest = Player(server)
        if at_table:
            guest.open(table=new_table(guest, "takara", 1))
        for do, names in members.items():
            for bad in names:
                for value in wrong:
                    if guest.allowance < 2:
                        guest.close()
                        guest = Player(server, guest.cookie)
                        if at_table:
                            guest.open(table=guest.ask("lobby")["mine"][0]["key"])
                    request = {name: good[name] for name in names if name not in ("watch", "code")}
                    request[bad] = value
                    answer = guest.wait(guest.send(do, haste=True, **request))
                    asked += 1
                    if "error" in answer:
                        check_sentence(answer["error"])
                answer = guest.wait(guest.send(do, haste=True, surprise=1, **{name: good[name] for name in names if name in good}))
                assert "error" in answer, f"{do} accepts an unknown member"
                check_sentence(answer["error"])
        guest.close()
    assert asked > 1000


def out_of_order(server, _):
    requests = ("ping", "name", "lobby", "lobby-off", "create", "check", "open", "close", "link", "sign-out-others", "sit", "stand", "seat", "start",
                "commit", "share", "act", "undo", "hint", "look", "hand-over", "come-back", "move-now", "chat", "replay", "record", "analyze", "rematch",
                "open-play")
    fill = {"name": {"name": "x"}, "create": {"game": "takara", "seats": []}, "check": {"game": "takara", "content": {}}, "open": {"table": "x"},
            "commit": {"commit": "x"}, "share": {"share": "x"}, "act": {"moves": ["x"]}, "look": {"list": "x", "entry": "y"}, "chat": {"text": "x"},
            "replay": {"at": 0}, "open-play": {"open": True}, "seat": {"who": "bot"}}
    seated = ("sit", "stand", "seat", "commit", "share", "act", "undo", "hint", "hand-over", "come-back", "move-now")

    def members(do):
        return {**fill.get(do, {}), **({"seat": 1} if do in seated else {})}
    shy = Guest(server, hello=False)
    for do in requests:
        assert shy.refused(do, haste=True, **members(do))["text"] == "Say hello first.", do
    shy.ask("hello", protocol=1)
    shy.close()
    early = Guest(server)
    for do in requests[requests.index("sit"):]:
        error = early.refused(do, haste=True, **members(do))
        assert error["text"] in ("Open a table first.", "No table waits for your share of the dice."), f"{do}: {error}"
    early.close()
    host = Player(server)
    host.open(table=host.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={})["table"])
    for do in ("act", "undo", "hint", "look", "hand-over", "come-back", "move-now", "replay", "record", "analyze"):
        assert host.refused(do, haste=True, **members(do))["text"] == "The game has not begun.", do
    assert host.refused("rematch")["text"] == "The game is not over yet."
    host.ask("start", fill=True)
    for do in ("sit", "stand", "seat", "start"):
        check_sentence(host.refused(do, **members(do)))
    for _ in range(3):  # the same id several times: no answer is lost
        host.send_text('{"do": "ping", "id": 5}')
    for _ in range(3):
        while 5 not in host.answers:
            host.take()
        del host.answers[5]
    # Several moves at once: the second is judged after the first is stored.
    seat = host.wait_turn()
    moment = host.moments[seat]
    numbers = [host.send("act", seat=seat, moves=[moment["moves"][0]["text"]], version=moment["version"], message=host.message + i)
               for i in range(1, 20)]
    answers = [host.wait(n) for n in numbers]
    assert answers[0].get("done") and all("done" in a or "error" in a for a in answers)
    host.close()


# ---- connections -----------------------------------------------------------------------------------------------------
def half_open(server, _):
    """Connections that send nothing, send one byte at a time, or never read."""
    lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(150)]
    for i, line in enumerate(lines):
        line.sendall((b"", b"G", b"GET / HTTP/1.1\r\n", b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")[i % 4])
    slow = Guest(server)
    for byte in header(1, 23) + b'{"do": "ping", "id": 7}':
        slow.socket.sendall(bytes([byte]))
        time.sleep(0.002)
    assert "now" in slow.wait(7)
    half = [Guest(server) for _ in range(20)]
    for guest in half:
        guest.socket.sendall(header(1, 5000) + b'{"do": "pi')  # and then nothing
    deaf = Player(server)
    deaf.open(table=new_table(deaf, "ayeaye", 2))
    for _ in range(55):
        deaf.send("open", table=deaf.table["key"], haste=True)  # and never reads the answers
    server_ok(server)
    for guest in half[:10]:
        guest.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset in the middle of a message
        guest.close()
    for line in lines + [slow.socket, deaf.socket] + [g.socket for g in half[10:]]:
        line.close()


def thousand_lines(server, ask):
    """Opens a thousand connections at once, drops them at once, and does it again."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard != resource.RLIM_INFINITY else 8192, hard))
    wanted = min(ask.connections, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200)
    for _ in range(2):
        guests, cookie = [], None
        for i in range(wanted):
            cookie = server.cookie() if i % 16 == 0 else cookie
            guests.append(Guest(server, cookie))
        metrics = server.get("/metrics")[1].decode()
        assert int(re.search(r"skerry_sockets (\d+)", metrics)[1]) >= wanted
        for guest in guests:
            guest.close()
    end = time.time() + 20
    while int(re.search(r"skerry_sockets (\d+)", server.get("/metrics")[1].decode())[1]) > 100:
        assert time.time() < end, "closed sockets are still counted"
        time.sleep(0.1)


def flood(server, kind, **extra):
    """Returns the code with which the connection is closed; 1006 if it broke while we were still sending, before the
    code was read."""
    guest = Guest(server)
    try:
        for _ in range(2000):  # a slow machine allows more of them
            guest.send(kind, haste=True, **extra)
    except OSError:
        pass
    try:
        return guest.code()
    except OSError:
        return 1006


def floods(server, _):
    for kind in ("ping", "lobby", "create", "link"):
        extra = {"game": "takara", "seats": [{"who": "me"}, {"who": "bot"}], "options": {}} if kind == "create" else {}
        codes = [flood(server, kind, **extra)]
        while codes[-1] == 1006 and len(codes) < 5:
            codes.append(flood(server, kind, **extra))
        assert codes[-1] == 4429, f"{kind}: {codes}"
    guest = Guest(server)
    errors = [guest.wait(guest.send("open", code=f"TERN-{i}"))["error"]["status"] for i in range(14)]
    assert errors[-1] == "limit", errors
    chatter = Player(server)
    chatter.open(table=new_table(chatter, "takara", 1))
    said = [chatter.wait(chatter.send("chat", text="x")) for _ in range(34)]
    assert said[-1]["error"]["status"] == "limit"
    hoarder, limit = Guest(server), None
    for _ in range(60):
        answer = hoarder.wait(hoarder.send("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={}))
        limit = answer.get("error")
        if limit:
            break
    assert limit and limit["status"] == "limit", "one person could create sixty tables"
    check_sentence(limit)


# ---- HTTP -----------------------------------------------------------------------------------------------------------------
def broken_http(server, _):
    host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
    fine = {200, 301, 303, 304, 400, 401, 403, 404, 405, 406, 411, 413, 414, 417, 426, 429, 431, 501, 505, None}
    lines = [b"HEAD / HTTP/1.1", b"POST / HTTP/1.1", b"PUT / HTTP/1.1", b"DELETE /api/games HTTP/1.1", b"OPTIONS * HTTP/1.1", b"TRACE / HTTP/1.1",
             b"CONNECT a:1 HTTP/1.1", b"GET / HTTP/9.9", b"GET /", b"GET", b"\x00\x01\x02", b"GET  /  HTTP/1.1", b"GET http://elsewhere/ HTTP/1.1",
             b"GET /" + b"a" * 20000 + b" HTTP/1.1", b"GET /" + b"../" * 500 + b" HTTP/1.1", b"GET /%zz HTTP/1.1", b"GET /%00 HTTP/1.1",
             b"GET /\xff\xfe HTTP/1.1", b"GET /api/qr HTTP/1.1", b"GET /api/qr?text=" + b"x" * 3000 + b" HTTP/1.1", b"GET /api/words/ HTTP/1.1",
             b"GET /api/content/zzzz HTTP/1.1", b"GET /in/ HTTP/1.1", b"GET /in/" + b"A" * 300 + b" HTTP/1.1", b"GET /ws HTTP/1.1",
             b"POST /api/admin HTTP/1.1", b"PRI * HTTP/2.0"]
    for line in lines:
        status, _ = http(server, line + b"\r\n" + host + b"Connection: close\r\n\r\n")
        assert status in fine, f"{line[:60]}: {status}"
    for extra in (b"X: " + b"y" * 30000, b"Cookie: " + b"; ".join(b"a%d=b" % i for i in range(900)), b"Cookie: skerry=" + b"A" * 2040, b": x", b"no colon",
                  b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Content-Length: 5\r\nTransfer-Encoding: chunked",
                  b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", b"Expect: 100-continue", b"Range: bytes=0-1,2-3", b"X-Forwarded-For: " + b"1, " * 900):
        for what in (b"GET / HTTP/1.1\r\n", b"POST /api/admin HTTP/1.1\r\n"):
            status, _ = http(server, what + host + extra + b"\r\nConnection: close\r\n\r\n", wait=1.0)
            assert status in fine, f"{extra[:40]}: {status}"
        server_ok(server)
    status, body = http(server, b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 3\r\n\r\nabc")
    assert status == 405 and SENTENCE.match(body.decode().strip()), (status, body[:80])


def traversal(server, _):
    """No path leads out of the folder of the web pages."""
    web = os.path.join(os.path.dirname(server.data), "web")
    for path in ("/../data/skerry.db", "/../secret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt",
                 "/..\\secret.txt", "/%5c..%5csecret.txt", "/./../secret.txt", "//secret.txt", "/assets/%00/../../secret.txt", "/assets/a.js%00.html",
                 "/link.txt", "/.hidden.txt", "/%252e%252e/secret.txt", "/assets/....//secret.txt", "/" + "a/" * 120 + "../" * 130 + "secret.txt"):
        for version in (b"1.1", b"1.0"):
            status, body = http(server, b"GET " + path.encode() + b" HTTP/" + version + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b"OUTSIDE" not in body and b"SQLite" not in body, f"{path} was served from outside {web}"
            assert status in (200, 400, 403, 404, None), f"{path}: {status}"
    status, body = http(server, b"GET /assets/a.js HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert status == 200 and body == b"inside", "a file inside the folder is not served"


def who_is_not_let_in(server, _):
    cookie = server.cookie()
    here = f"http://127.0.0.1:{server.port}"
    for origin in ("http://evil.example", f"{here}.evil.example", here + "0", "null", "http://", "file://", f"http://evil.example/{here}", "127.0.0.1"):
        assert barred(server, cookie, origin=origin) == 403, origin
    for bad in ("", "skerry=", "skerry=x", "skerry=" + "A" * 64, cookie[:-1] + ("A" if cookie[-1] != "A" else "B"), cookie + "A", "x" + cookie):
        assert barred(server, bad) == 401, bad
    first = Guest(server)
    path = first.ask("link")["path"]
    for token in ("", "A", "A" * 43, path[4:-1], path[4:] + "A", path[4:].swapcase()):
        assert server.sign_in("/in/" + token) is None, token
    assert server.sign_in(path) and server.sign_in(path) is None, "a link must work exactly once"
    for change in ({"Sec-WebSocket-Version": "8"}, {"Sec-WebSocket-Key": "short"}, {"Sec-WebSocket-Protocol": "chat"}, {"Upgrade": "h2c"}):
        lines = {"Host": "x", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
                 "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "skerry", "Cookie": cookie, **change}
        status, _ = http(server, b"GET /ws HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()).encode() + b"\r\n", wait=1.0)
        assert status != 101 or "Sec-WebSocket-Key" in change or "Sec-WebSocket-Version" in change, f"{change}: upgraded"


def server_ok(server):
    assert server.process.poll() is None, f"the server exited: {server.process.returncode}"
    answer, body = server.get("/healthz")
    assert (answer.status, body) == (200, b"ok\n")


def make_web(folder):
    web = os.path.join(folder, "web")
    os.makedirs(os.path.join(web, "assets"))
    for path, text in (("secret.txt", "OUTSIDE"), ("web/index.html", "<!doctype html>"), ("web/assets/a.js", "inside"), ("web/.hidden.txt", "OUTSIDE")):
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)
    return web


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("skerry")
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--case", action="append", help="run only this case")
    ask = parser.parse_args()
    tap = Tap()
    server = Server(ask.skerry)
    server.extra = ["--web", make_web(server.folder.name)]
    with server:
        bystander = Bystander(server)
        bystander.start()
        dawdlers = Dawdlers(server)
        dawdlers.start()
        for case in (broken_frames, wrong_text, deep_and_huge, every_member_wrong, out_of_order, half_open, thousand_lines, floods, broken_http,
                     traversal, who_is_not_let_in):
            if ask.case and case.__name__ not in ask.case:
                continue

            def run():
                case(server, ask)
                server_ok(server)
                bystander.goes_on()
            tap.run(case.__name__.replace("_", " "), run)
        bystander.over = True
        bystander.join(25)
        dawdlers.join()
        tap.case("slow lines are hung up on", f"still open after {time.time() - dawdlers.begun:.0f} s: {list(dawdlers.lines)}" if dawdlers.lines else None)
        tap.case("somebody who plays does not notice", bystander.problem or ("the bystander did not stop" if bystander.is_alive() else None))
        tap.case("it stops cleanly after all that", None if server.stop() == 0 else f"exit status {server.process.returncode}")
    print(f"# {bystander.moves} moves of the bystander answered, the slowest in {1000 * bystander.slowest:.0f} ms")
    tap.done()


if __name__ == "__main__":
    sys.exit(main())
