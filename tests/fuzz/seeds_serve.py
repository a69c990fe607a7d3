"""The server's part of the seed corpus for fuzzing (see seeds.py): sockets, HTTP, stored rows, dice, walkthroughs.

Usage: seeds_serve.py SKERRY
"""
import json
import pathlib
import sqlite3
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "serve"))
from client import Player, Server, new_table  # noqa: E402

CREATE = '1{"do":"create","id":2,"game":"%s","seats":[{"who":"me"},{"who":"%s"}],"options":{},"start":%s}'
ALONE = '1{"do":"create","id":2,"game":"atoll","seats":[{"who":"me"}],"options":{},"start":true}'
OPEN = '1{"do":"open","id":3,"table":"$K"}'
ACT = '1{"do":"act","id":4,"seat":1,"moves":["$M"],"version":$V,"message":%d}'
ACT2 = '2{"do":"act","id":4,"seat":2,"moves":["$M"],"message":%d}'
HOST = "Host: 192.0.2.1:8000\nAccept-Encoding: gzip\n"
PATHS = ("/", "/index.html", "/assets/a.js", "/t/abc", "/api/games", "/api/words/atoll", "/api/words/common", "/api/content/takara",
         "/api/content/0123456789abcdef", "/api/rules/ayeaye", "/api/qr?text=http%3A%2F%2Fx", "/healthz", "/metrics",
         "/in/abcdefghijklmnopqrstuv", "/house/abcdefghijklmnopqrstuv", "/%2e%2e/secret.txt", "/assets/../../secret.txt",
         "/assets/%00a.js", "/stop/abc")


def write(kind, name, text):
    folder = HERE / "corpus" / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def talk(name, *lines):
    """A conversation with three people."""
    write("socket", name, "".join(f'{who}{{"do":"hello","id":1}}\n' for who in "123") + "\n".join(lines) + "\n")


def sockets():
    """One conversation for each kind of request."""
    for game in ("atoll", "ayeaye", "nevergiveup", "takara", "tendays"):
        first = ALONE if game == "atoll" else CREATE % (game, "bot", "true")
        talk(f"game-{game}", first, OPEN, *[ACT % i for i in range(1, 7)], '1{"do":"undo","id":5,"seat":1}')
        if game != "atoll":
            talk(f"two-{game}", CREATE % (game, "open", "false"), OPEN, '2{"do":"open","id":3,"code":"$C"}',
                 '3{"do":"open","id":3,"watch":"$W"}', '1{"do":"start","id":6}', ACT % 1, ACT2 % 1, ACT % 2, ACT2 % 2,
                 '1{"do":"hand-over","id":9,"seat":1}', '1{"do":"come-back","id":9,"seat":1}')
    begun = (CREATE % ("takara", "bot", "true"), OPEN)
    talk("looking", *begun, '1{"do":"hint","id":5,"seat":1}', '1{"do":"replay","id":6,"seat":1,"at":1}',
         '1{"do":"look","id":7,"seat":1,"list":"shaft","entry":"1"}', '1{"do":"record","id":8}', '1{"do":"analyze","id":9}',
         '3{"do":"open","id":2,"watch":"$W"}', '3{"do":"replay","id":3,"seat":null,"at":0}')
    talk("chat", '1{"do":"name","id":2,"name":"Marit"}', *begun, '1{"do":"chat","id":5,"text":"Ahoy"}', "-1", '1{"do":"hello","id":1}',
         '1{"do":"open","id":2,"table":"$K","have":{"1":1}}', '1{"do":"lobby","id":3}', '2{"do":"lobby","id":3}')
    talk("disk", *begun, "!", ACT % 3, '1{"do":"chat","id":5,"text":"x"}', ".", ACT % 4, "-1", "^", '1{"do":"hello","id":1}', OPEN)
    talk("again", *begun, ACT % 1, ACT % 1, "-1", '1{"do":"hello","id":1}', OPEN, ACT % 1)
    talk("house", '1{"do":"link","id":2}', '1{"do":"sign-out-others","id":3}', '1{"do":"lobby-off","id":4}', '1{"do":"ping","id":5}',
         '1{"do":"create","id":6,"game":"takara","walkthrough":true}', OPEN, ACT % 1,
         '2{"do":"check","id":2,"game":"nevergiveup","content":{}}',
         '2{"do":"create","id":3,"game":"ayeaye","seats":[{"who":"me"},{"who":"me","name":"Bo"}],"options":{},'
         '"clock":{"kind":"real","seconds":60,"more":5},"public":true,"name":"Kelp","content":{}}')
    talk("seats", CREATE % ("tendays", "open", "false"), OPEN, '2{"do":"open","id":3,"table":"$K"}', '2{"do":"sit","id":4,"seat":2}',
         '2{"do":"stand","id":5,"seat":2}', '1{"do":"seat","id":6,"seat":2,"who":"bot","level":"hard"}',
         '1{"do":"start","id":7,"fill":true}', '1{"do":"move-now","id":8,"seat":2}', '1{"do":"open-play","id":9,"open":true}',
         '1{"do":"rematch","id":10}', '1{"do":"close","id":11}')
    share = "5a" * 32
    write("socket", "dice", '1{"do":"hello","id":1,"dice":true}\n' + CREATE % ("takara", "bot", "true") +
          f'\n1{{"do":"commit","id":3,"seat":1,"commit":"{share}"}}\n1{{"do":"share","id":4,"seat":1,"share":"{share}"}}\n^\n^\n')
    write("socket", "pieces", '+1{"do":"he\n1llo","id":1}\n1{"do":"ping","id":2}\n')


def requests():
    """Requests such as browsers, proxies and scanners send."""
    for i, path in enumerate(PATHS):
        write("http", f"get-{i}", f"GET {path}\n{HOST}Cookie: a=b; skerry=$K\n")
    write("http", "origin", f"GET /\n{HOST}Origin: http://elsewhere\nX-Forwarded-For: 1.2.3.4, ::1\nX-Forwarded-Proto: https\n")
    write("http", "admin", f"POST /api/admin\n{HOST}Authorization: Bearer $H\n" + 'Content-Length: 14\n\n{"do": "look"}')
    write("http", "stop", f"POST /stop/abc\n{HOST}Content-Length: 3\n\nabc")


def stored(skerry):
    """Tables as a server stored them, and the proofs of their dice."""
    with Server(skerry) as server:
        for game, bots in (("atoll", 0), ("takara", 1), ("ayeaye", 2), ("nevergiveup", 1), ("tendays", 2)):
            player = Player(server)
            player.open(table=new_table(player, game, bots))
            for _ in range(6):
                seat = player.wait_turn()
                player.act(seat, player.moments[seat]["moves"][0]["text"])
                if player.moments[seat]["can_undo"]:
                    player.ask("undo", seat=seat)
        server.stop()
        db = sqlite3.connect(server.data + "/skerry.db")
        for game, row in db.execute("SELECT id, row FROM game").fetchall():
            lines = [text for text, in db.execute("SELECT text FROM line WHERE game = ? ORDER BY n", (game,))]
            name = json.loads(row)["game"]
            write("stored", name, row + "\n" + "".join(line + "\n" for line in lines))
            write("dice", name, json.loads(row)["dice"])
        db.close()
    write("dice", "left-out", json.loads(row)["dice"] + "# dice 4 - -\n")


def main(skerry):
    sockets()
    requests()
    stored(skerry)
    for path in sorted((HERE.parents[1] / "games").glob("*/content/walkthrough.json")):
        write("walkthrough", path.parents[1].name, path.read_bytes())


if __name__ == "__main__":
    main(sys.argv[1])
