"""A minimal test client (HTTP and WebSocket, standard library only) and a test server for it to talk to."""
import base64
import http.client
import json
import os
import pathlib
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402,F401  (for the tests that import it from here)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """`skerry serve` on a free port with its own data folder. The `with` statement stops it."""

    def __init__(self, skerry, data=None, extra=()):
        self.skerry, self.extra = skerry, list(extra)
        self.folder = None if data else tempfile.TemporaryDirectory(prefix="skerry-serve-")
        self.data = data or self.folder.name + "/data"
        self.port = free_port()
        self.process = None
        self.env = None

    def start(self):
        self.log = open(self.data.rstrip("/") + ".log", "a")
        self.process = subprocess.Popen(
            [self.skerry, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data] + self.extra,
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=self.env)
        line = self.process.stdout.readline()
        assert "open at" in line, f"the server did not start: {line!r} {open(self.log.name).read()[-400:]}"
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Stops the server cleanly and returns its exit status."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        return self.process.returncode

    @property
    def name(self):
        """The Host header that a browser would send."""
        return f"127.0.0.1:{self.port}"

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def get(self, path, headers=None):
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        conn.request("GET", path, headers=headers or {})
        answer = conn.getresponse()
        body = answer.read()
        conn.close()
        return answer, body

    def post(self, path, body, headers=None):
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        conn.request("POST", path, body=body, headers=headers or {})
        answer = conn.getresponse()
        text = answer.read()
        conn.close()
        return answer, text

    def sign_in(self, path, cookie=None):
        """Opens a sign-in link and presses its button. Returns the device's cookie, or None if the link is not valid."""
        answer, body = self.get(path, {"Cookie": cookie} if cookie else None)
        mark = re.search(rb'name=mark value="([^"]+)"', body)
        if answer.status != 200 or not mark:
            return None
        cookie = cookie or answer.getheader("set-cookie").split(";")[0]
        answer, _ = self.post(path, b"mark=" + mark[1], {"Cookie": cookie})
        return answer.getheader("set-cookie").split(";")[0] if answer.status == 303 else None

    def cookie(self):
        """The cookie of a new guest."""
        answer, _ = self.get("/")
        return answer.getheader("set-cookie").split(";")[0]

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        self.log.close()
        if self.folder:
            self.folder.cleanup()


class Closed(Exception):
    def __init__(self, code, reason):
        super().__init__(f"closed {code} {reason}")
        self.code, self.reason = code, reason


class Barred(ConnectionError):
    """The server refused the connection before the WebSocket upgrade."""

    def __init__(self, status, text):
        super().__init__(f"HTTP {status}: {text}")
        self.status, self.text = status, text


def barred(server, cookie=None, origin=None, kind=None, **more):
    """The HTTP status with which the server refuses a WebSocket, or 101 if it accepts it."""
    try:
        (kind or Guest)(server, cookie=cookie, origin=origin, hello=False, **more).close()
    except Barred as refusal:
        assert refusal.text.endswith(".") and "\n" not in refusal.text, f"not a sentence: {refusal.text}"
        return refusal.status
    return 101


class Guest:
    """One connection. Answers are matched by id; pushes are collected in `pushes`, raw messages in `frames`."""

    def __init__(self, server, cookie=None, origin=None, hello=True, dice=False):
        self.server = server
        self.cookie = server.cookie() if cookie is None else cookie
        self.socket = server.connect()
        self.buffer = b""
        self.frames, self.pushes, self.answers = [], [], {}
        self.last = 0
        self.allowance, self.asked_at = 40.0, time.time()
        self.closed = None
        self.upgrade(origin)
        if hello:
            self.me = self.ask("hello", protocol=1, **({"dice": True} if dice else {}))["me"]

    def upgrade(self, origin):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: {self.server.name}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: skerry"]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            part = self.socket.recv(4096)
            if not part:
                raise ConnectionError(f"no upgrade: {self.buffer[:100]!r}")
            self.buffer += part
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            length = re.search(rb"(?i)content-length: *(\d+)", head)
            while length and len(self.buffer) < int(length[1]):
                self.buffer += self.socket.recv(4096) or b" "
            self.socket.close()
            raise Barred(int(head.split(b" ")[1]), self.buffer.decode().strip())

    def frame(self, opcode, payload):
        mask = os.urandom(4)
        n = len(payload)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | n]) if n < 126 else
                                         bytes([0x80 | 126]) + struct.pack(">H", n) if n < 65536 else
                                         bytes([0x80 | 127]) + struct.pack(">Q", n))
        self.socket.sendall(head + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))

    def send_text(self, text):
        self.frame(1, text.encode())

    def need(self, n):
        while len(self.buffer) < n:
            part = self.socket.recv(65536)
            if not part:
                raise Closed(1006, "")
            self.buffer += part
        part, self.buffer = self.buffer[:n], self.buffer[n:]
        return part

    def read_message(self):
        """Returns the next text message. Raises Closed."""
        text = b""
        while True:
            first, second = self.need(2)
            n = second & 127
            if n == 126:
                n = struct.unpack(">H", self.need(2))[0]
            elif n == 127:
                n = struct.unpack(">Q", self.need(8))[0]
            payload = self.need(n)
            opcode = first & 15
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                self.closed = Closed(code, payload[2:].decode())
                raise self.closed
            if opcode == 9:
                self.frame(10, payload)
            elif opcode in (0, 1):
                text += payload
                if first & 0x80:
                    self.frames.append(text.decode())
                    return json.loads(text)

    def has_text(self, seconds):
        """True if a complete message has arrived. Answers pings, but does not wait for the message after a ping."""
        while True:
            head = self.buffer[:2]
            n = head[1] & 127 if len(head) == 2 else 0
            extra = {126: 2, 127: 8}.get(n, 0)
            size = int.from_bytes(self.buffer[2:2 + extra], "big") if extra else n
            whole = len(head) == 2 and len(self.buffer) >= 2 + extra + size
            if whole and head[0] & 15 == 9:
                self.frame(10, self.buffer[2:2 + size])
                self.buffer = self.buffer[2 + size:]
            elif whole:
                return True
            elif not select.select([self.socket], [], [], seconds)[0]:
                return False
            else:
                part = self.socket.recv(65536)
                if not part:
                    raise Closed(1006, "")
                self.buffer += part

    def hear(self, seconds=0.01):
        """Takes the messages that have already arrived."""
        while self.has_text(seconds):
            self.take()
            seconds = 0

    def take(self):
        message = self.read_message()
        if "push" in message:
            self.pushes.append(message)
        else:
            self.answers[message["id"]] = message
        return message

    def send(self, do, **members):
        """Sends a request within the server's rate limit, or at once if `haste` is given."""
        self.last += 1
        haste = members.pop("haste", False)
        now = time.time()
        self.allowance = min(40.0, self.allowance + (now - self.asked_at) * 15) - 1
        self.asked_at = now
        if self.allowance < 0 and not haste:
            time.sleep(-self.allowance / 15)
        self.send_text(json.dumps({"do": do, "id": self.last, **members}))
        return self.last

    def wait(self, number):
        while number not in self.answers:
            self.take()
        return self.answers.pop(number)

    def ask(self, do, **members):
        """Sends a request that must succeed and returns the answer."""
        answer = self.wait(self.send(do, **members))
        assert "error" not in answer, f"{do}: {answer['error']}"
        return answer

    def refused(self, do, **members):
        answer = self.wait(self.send(do, **members))
        assert "error" in answer, f"{do} was not refused: {str(answer)[:200]}"
        return answer["error"]

    def until(self, wanted, seconds=20):
        """Returns the first push for which wanted(push) is true, starting with those already here. Drops it and those
        before it."""
        end = time.time() + seconds
        while True:
            while self.pushes:
                push = self.pushes.pop(0)
                if wanted(push):
                    return push
            self.socket.settimeout(max(0.1, end - time.time()))
            try:
                self.take()
            except socket.timeout:
                raise AssertionError("timed out waiting for a push") from None
            finally:
                self.socket.settimeout(20)

    def code(self):
        """Waits until the connection is closed and returns the code."""
        try:
            while True:
                self.take()
        except Closed as closed:
            return closed.code

    def close(self):
        self.socket.close()


class Player(Guest):
    """A guest at a table who keeps the latest moment of each of their seats."""

    def open(self, **which):
        answer = self.ask("open", **which)
        self.table = answer["table"]
        self.moments = {m["seat"]: m for m in answer["moments"]}
        self.logs = dict(zip([m["seat"] for m in answer["moments"]], answer["logs"]))
        self.chat = answer["chat"]
        self.message = getattr(self, "message", int(time.time() * 1000))
        return answer

    def take(self):
        message = super().take()
        if message.get("push") == "moment" and hasattr(self, "moments"):
            moment = message["moment"]
            mine = self.moments.get(moment["seat"])
            fresh = "after" not in moment  # sent without "after" when a move was stale
            assert fresh or mine is None or moment["after"] == mine["version"], "a moment was missed"
            self.moments[moment["seat"]] = moment
            self.logs.setdefault(moment["seat"], []).extend(moment["log"])
        if message.get("push") == "table":
            self.table = message["table"]
        return message

    def turn(self):
        """One of this player's seats that the game waits for, or None."""
        for seat, moment in self.moments.items():
            if seat in moment["to_act"] and not moment["over"]:
                return seat
        return None

    def over(self):
        return all(m["over"] for m in self.moments.values())

    def act(self, seat, move, **more):
        self.message += 1
        return self.ask("act", **{"seat": seat, "moves": [move], "version": self.moments[seat]["version"],
                                  "message": self.message, **more})

    def wait_turn(self, seconds=20):
        """Waits until it is this player's turn or the game is over."""
        end = time.time() + seconds
        while self.turn() is None and not self.over():
            assert time.time() < end, "timed out waiting for this player's turn"
            self.take()
        return self.turn()

    def play_turn(self):
        """Moves until it is someone else's turn."""
        seat = self.turn()
        while self.turn():
            moves = self.moments[seat]["moves"]
            ends = [m for m in moves if m["kind"] in ("end", "pass", "end-day", "done")]
            self.act(seat, (ends or moves)[0]["text"])

    def play_random(self, rng, times):
        """Plays this many random moves, or fewer if the game ends."""
        for _ in range(times):
            seat = self.wait_turn()
            if seat is None:
                return
            self.act(seat, rng.choice(self.moments[seat]["moves"])["text"])


def new_table(player, game, bots, level="easy", **more):
    seats = [{"who": "me"}] + [{"who": "bot", "level": level}] * bots
    return player.ask("create", **{"game": game, "seats": seats, "options": {}, "start": True, **more})["table"]
