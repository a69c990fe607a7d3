"""Tests the proxy configurations of docs/hosting.md, exactly as documented: pages, games, and which address counts.

Usage: proxy.py SKERRY HOSTING.md FOLDER [nginx|caddy]

Only ports, certificates and folders are changed. A proxy that is not installed is searched in FOLDER, where ./test
unpacks Debian's package, because installing it would start it. Each client uses its own address in 127.0.0.0/8.
"""
import contextlib
import http.client
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from client import Barred, Closed, Player, Server, Tap, barred, free_port, new_table

tap = Tap()
skerry, hosting, aside = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"), sys.argv[3]
NAME = "games.example.org"
HERE = f"https://{NAME}"
LONG = bool(os.environ.get("SKERRY_LONG"))


def program(name):
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", aside + "/usr/sbin", aside + "/usr/bin"])
    return shutil.which(name, path=places)


def documented(begin):
    return hosting.split(begin, 1)[1].split("```", 2)[1].split("\n", 1)[1]


def put(text, *pairs):
    for old, new in pairs:
        assert old in text, f"docs/hosting.md no longer contains {old!r}"
        text = text.replace(old, new)
    return text


class Front:
    """The proxy as a browser at `address` sees it: HTTPS with the proxy's name."""

    name = NAME

    def __init__(self, port, trust, address="127.0.0.2"):
        self.port, self.trust, self.address = port, trust, address

    def at(self, address):
        return Front(self.port, self.trust, address)

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(self.address, 0))
        return ssl.create_default_context(cafile=self.trust).wrap_socket(plain, server_hostname=NAME)

    def ask(self, method, path, body=None, headers=None):
        conn = http.client.HTTPConnection(NAME, timeout=10)  # the socket is replaced below, so only the name matters
        conn.sock = self.connect()
        conn.request(method, path, body=body, headers=headers or {})
        answer = conn.getresponse()
        text = answer.read()
        conn.close()
        return answer, text

    def get(self, path, headers=None):
        return self.ask("GET", path, headers=headers)

    def cookie(self):
        return self.get("/")[0].getheader("set-cookie").split(";")[0]


def certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
                    "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)


def nginx_files(folder, back, front, plain):
    text = put(documented("nginx (`"), ("listen 443 ssl http2;", f"listen 127.0.0.1:{front} ssl http2;"), ("listen 80;", f"listen 127.0.0.1:{plain};"),
               ("    listen [::]:443 ssl http2;\n", ""), ("    listen [::]:80;\n", ""), ("127.0.0.1:8000;", f"127.0.0.1:{back};"),
               (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{folder}/cert.pem"), (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{folder}/key.pem"))
    aside_paths = "".join(f"    {what}_temp_path {folder}/{what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    pathlib.Path(folder, "conf").write_text(f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/log;\n"
                                            f"events {{ worker_connections 2048; }}\nhttp {{\n    access_log off;\n{aside_paths}{text}}}\n")
    return [program("nginx"), "-p", folder, "-c", f"{folder}/conf", "-e", f"{folder}/log"]


def caddy_files(folder, back, front, plain):
    text = put(documented("Caddy, certificate included"), (f"{NAME} {{", f"https://{NAME}:{front} {{\n    bind 127.0.0.1\n    tls {folder}/cert.pem {folder}/key.pem"),
               ("reverse_proxy 127.0.0.1:8000", f"reverse_proxy 127.0.0.1:{back}"), ("on 127.0.0.1:8000", "by itself"))
    pathlib.Path(folder, "conf").write_text(f"{{\n    admin off\n    auto_https disable_redirects\n    http_port {plain}\n    https_port {front}\n    skip_install_trust\n"
                                            f"    storage file_system {folder}/caddy\n    log {{\n        output file {folder}/log\n    }}\n}}\n{text}")
    return [program("caddy"), "run", "--config", f"{folder}/conf", "--adapter", "caddyfile"]


@contextlib.contextmanager
def proxy(kind, server):
    with tempfile.TemporaryDirectory(prefix="skerry-proxy-") as folder:
        certificate(folder)
        front, plain = free_port(), free_port()
        command = (nginx_files if kind == "nginx" else caddy_files)(folder, server.port, front, plain)
        said = open(f"{folder}/said", "w")
        process = subprocess.Popen(command, stdout=said, stderr=said, env={**os.environ, "HOME": folder})
        try:
            end = time.time() + 10
            while True:
                assert process.poll() is None and time.time() < end, pathlib.Path(folder, "said").read_text()[-600:]
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", front), timeout=1).close()
                    break
                time.sleep(0.05)
            yield Front(front, f"{folder}/cert.pem"), plain
        finally:
            process.terminate()
            process.wait(10)
            said.close()


def pages(kind, server, front, plain):
    answer, body = front.get("/")
    assert answer.status == 200 and b"<" in body, answer.status
    cookie = answer.getheader("set-cookie")
    assert cookie.endswith("Secure") and "HttpOnly" in cookie, cookie
    assert f"wss://{NAME}" in answer.getheader("content-security-policy")
    assert front.get("/healthz")[1] == b"ok\n"
    assert front.get("/api/games", {"Accept-Encoding": "gzip"})[0].getheader("content-encoding") == "gzip"
    assert front.get("/metrics")[0].status == 403 and server.get("/metrics")[0].status == 200, "the metrics are public"
    if kind == "nginx":  # Caddy redirects by itself, on port 80, where it also gets its certificate
        conn = http.client.HTTPConnection("127.0.0.1", plain, timeout=5)
        conn.request("GET", "/t/abc", headers={"Host": NAME})
        answer = conn.getresponse()
        assert (answer.status, answer.getheader("location")) == (301, f"{HERE}/t/abc")
        conn.close()
    if shutil.which("curl"):
        said = subprocess.run(["curl", "-s", "--http2", "--cacert", front.trust, "--resolve", f"{NAME}:{front.port}:127.0.0.1", "-o", "/dev/null", "-w",
                               "%{http_version} %{http_code}", f"{HERE}:{front.port}/"], capture_output=True, text=True).stdout
        assert said == "2 200", f"HTTP/2: {said}"


def play(kind, server, front, plain):
    player = Player(front, origin=HERE)
    assert player.ask("hello")["server"]["origin"] == HERE
    key = new_table(player, "nevergiveup", 1)
    player.open(table=key)

    def moves(count):
        done = 0
        while done < count and player.wait_turn() is not None:
            seat = player.turn()
            player.act(seat, player.moments[seat]["moves"][0]["text"])
            done += 1
        assert done == count or player.over(), f"{done} moves"
    moves(12)
    friend = Player(front.at("127.0.0.3"), origin=HERE)
    other = friend.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={})["table"]
    player2 = Player(front.at("127.0.0.4"), origin=HERE)
    player2.open(table=other)
    player2.ask("sit", seat=2)
    player2.open(table=new_table(player2, "tendays", 3))
    assert max(map(len, player2.frames)) > 16384, "messages longer than the proxy's buffer must arrive complete"
    version = player.moments[1]["version"]
    server.stop()
    try:
        player.code()
    except (Closed, OSError):
        pass
    answer, _ = front.get("/")
    assert answer.status == 502, f"the proxy answers {answer.status} while the server is down"
    server.start()
    player = Player(front, cookie=player.cookie, origin=HERE)
    player.open(table=key)
    assert player.moments[1]["version"] >= version, "moves are lost"
    moves(4)
    if LONG:  # longer than the proxy's idle timeout
        end = time.time() + 80
        while time.time() < end:
            player.socket.settimeout(5)
            with contextlib.suppress(socket.timeout):
                player.take()
        player.socket.settimeout(20)
        assert player.ask("ping")["now"], "an idle connection was cut"


def door(kind, server, front, plain):
    cookie = front.cookie()
    assert barred(front, cookie, origin=HERE) == 101 == barred(front, cookie)
    assert barred(front, cookie, origin="https://evil.example") == 403 == barred(front, cookie, origin=f"{HERE}.evil.example")
    assert barred(front, "skerry=none", origin=HERE) == 401
    try:
        Player(front, cookie=cookie, origin="https://evil.example")
    except Barred as refusal:
        assert HERE in refusal.text, refusal.text
    many = [Player(front, cookie=cookie, origin=HERE) for _ in range(16)]
    assert barred(front, cookie, origin=HERE) == 503, "the proxy hides the server's answer"
    for one in many:
        one.close()


def addresses(kind, server, front, plain):
    """Wrong host keys are counted by address, even on this machine. Only the address that sent them is slowed down."""
    def wrong(where, **headers):
        return where.ask("POST", "/api/admin", b'{"do": "house"}', {"Authorization": "Bearer wrong", **headers})[0].status

    bad, good = front.at("127.0.0.7"), front.at("127.0.0.8")
    assert [wrong(bad) for _ in range(11)] == [401] * 10 + [429], "the forwarded address is not used"
    assert wrong(good) == 401, "another address is slowed down too"
    assert wrong(bad, **{"X-Forwarded-For": "203.0.113.5"}) == 429, "a client behind the proxy can fake its address"
    assert wrong(front.at("127.0.0.9"), **{"X-Forwarded-For": "127.0.0.7"}) == 401, "a client can choose whose address is slowed down"
    key = pathlib.Path(server.data, "host-key").read_text().strip()
    assert front.ask("POST", "/api/admin", b'{"do": "house"}', {"Authorization": f"Bearer {key}", "Origin": HERE})[0].status == 200
    assert "from=127.0.0.7" in open(server.log.name).read()

    def direct(forged):  # bypassing the proxy, from an address that is not the proxy's
        conn = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=("127.0.0.20", 0))
        conn.request("POST", "/api/admin", body=b'{"do": "house"}', headers={"Authorization": "Bearer wrong", "X-Forwarded-For": forged})
        status = conn.getresponse().status
        conn.close()
        return status

    assert [direct(f"203.0.113.{i}") for i in range(11)] == [401] * 10 + [429], "forwarded addresses are believed from anyone"
    assert not re.search(r"from=203\.0\.113", open(server.log.name).read())


for kind in sys.argv[4:] or (["nginx", "caddy"] if LONG else ["nginx"]):
    if not program(kind) or not shutil.which("openssl"):
        tap.case(kind, skip=f"{kind if not program(kind) else 'openssl'} is not installed")
        continue
    with Server(skerry, extra=["--public-url", HERE, "--trust-proxy", "127.0.0.1"]) as server:
        try:
            with proxy(kind, server) as (front, plain):
                for name, case in (("pages", pages), ("games go on through it", play), ("who is not let in", door), ("addresses", addresses)):
                    tap.run(f"{kind}: {name}", lambda case=case: case(kind, server, front, plain))
        except AssertionError as error:
            tap.case(f"{kind} takes the documented file", str(error))
tap.done()
