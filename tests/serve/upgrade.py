"""Opens the data of earlier releases with this version, and games that this version would play differently.

Usage: upgrade.py SKERRY RELEASES (the folder tests/releases)
"""
import json
import lzma
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

from client import Player, Server, Tap

tap = Tap()
skerry, releases = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
RULES = {game["game"]: game["rules"] for game in
         json.loads(subprocess.run([skerry, "games", "--json"], check=True, capture_output=True, text=True).stdout)}


def run(*args):
    return subprocess.run([skerry, *args], capture_output=True, text=True, timeout=60)


# ---- records --------------------------------------------------------------------------------------------------------
def record_case(file, rules):
    """A record replays line by line, with its content given and, if that was built in at the time, without. Under other
    rules it is refused in one sentence that names both versions."""
    head = file.read_text().split("\nbegin\n")[0]
    game, content = (head.split(f"\n{word} ")[1].split()[0] for word in ("game", "content"))
    own = "pack" in file.stem or "phrases" in file.stem
    for given in (["--content", str(file.with_name(content + ".json"))], *([] if own else [[]])):
        done = run("replay", str(file), "--check", *given)
        if rules[game] == RULES[game]:
            assert done.returncode == 0 and "is valid" in done.stdout, done.stdout + done.stderr
        else:
            assert done.returncode == 1 and str(rules[game]) in done.stderr and str(RULES[game]) in done.stderr, done.stderr


# ---- the database ---------------------------------------------------------------------------------------------------
class House:
    """A copy of a release's database, for the current server."""

    def __init__(self, release):
        self.folder = tempfile.TemporaryDirectory(prefix="skerry-upgrade-")
        self.data = self.folder.name + "/data"
        os.mkdir(self.data, 0o700)
        with open(self.data + "/skerry.db", "wb") as file:
            file.write(lzma.decompress((release / "skerry.db.xz").read_bytes()))
        self.server = Server(skerry, data=self.data, extra=["--new-host-key"])

    def change(self, key, row=None, lines=None):
        """Changes a stored table while no server runs: its row, or its lines as a list of [n, text]."""
        db = sqlite3.connect(self.data + "/skerry.db")
        for game, text in db.execute("SELECT id, row FROM game").fetchall():
            if json.loads(text)["key"] != key:
                continue
            if row:
                db.execute("UPDATE game SET row = ? WHERE id = ?", (json.dumps({**json.loads(text), **row}), game))
            if lines:
                stored = db.execute("SELECT n, text FROM line WHERE game = ? ORDER BY n", (game,)).fetchall()
                for n, line in lines([list(entry) for entry in stored]):
                    db.execute("UPDATE line SET text = ? WHERE game = ? AND n = ?", (line, game, n))
        db.commit()
        db.close()

    def export(self, key):
        """The host's export of a table: the record and the result of `skerry replay --check`."""
        db = sqlite3.connect(f"file:{self.data}/skerry.db?mode=ro", uri=True)
        number = next(game for game, text in db.execute("SELECT id, row FROM game") if json.loads(text)["key"] == key)
        db.close()
        file = f"{self.folder.name}/{number}.record"
        done = run("admin", "--data", self.data, "export", str(number), file)
        assert done.returncode == 0, done.stdout + done.stderr
        text = open(file).read()
        pack = self.folder.name + "/pack.json"
        db = sqlite3.connect(f"file:{self.data}/skerry.db?mode=ro", uri=True)
        content = int(text.split("\ncontent ")[1].split()[0], 16)
        with open(pack, "w") as out:  # as stored
            out.write(db.execute("SELECT json FROM pack WHERE hash = ?", (content - (content >> 63 << 64),)).fetchone()[0])
        db.close()
        return text, run("replay", file, "--check", "--content", pack)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.stop()
        self.server.log.close()
        self.folder.cleanup()


def enter(house, table):
    player = Player(house.server, table["cookie"])
    player.open(table=table["key"])
    return player


def same(player, table):
    """Checks that the table is as it was."""
    assert player.table["game"] == table["game"] and player.table["phase"] == table["phase"], (player.table["phase"], player.table["why"])
    assert len(player.chat) == table["chat"] and player.table["walkthrough"] == table["walkthrough"]
    assert [{"who": seat["who"], "name": seat["name"]} for seat in player.table["seats"]] == table["seats"]
    assert sorted(player.moments) == sorted(int(seat) for seat in table["moments"]), player.moments.keys()
    for seat, was in table["moments"].items():
        now = player.moments[int(seat)]
        assert now["version"] >= was["version"], f"version {now['version']}, not {was['version']}"
        if now["version"] == was["version"]:  # a bot may have moved by now
            assert [move["text"] for move in now["moves"]] == was["moves"], "the moves differ"


def goes_on(player, moves=8):
    rng = random.Random(5)
    before = {seat: moment["version"] for seat, moment in player.moments.items()}
    for _ in range(moves):
        seat = player.wait_turn()
        if seat is None:
            break
        player.act(seat, rng.choice(player.moments[seat]["moves"])["text"])
    assert any(moment["version"] > before[seat] for seat, moment in player.moments.items()), f"{player.table['game']}: the game does not continue"


def opened(release, about):
    """Every table exists, is as it was and can be continued, even after another restart."""
    with House(release) as house:
        house.server.start()
        old = [table for table in about["tables"] if about["rules"][table["game"]] != RULES[table["game"]]]
        players = []
        for table in about["tables"]:
            player = enter(house, table)
            if table in old and table["phase"] == "playing":
                assert player.table["phase"] == "stuck" and "version" in player.table["why"], player.table
                continue
            same(player, table)
            if table["phase"] == "playing":
                goes_on(player)
            players.append((table, player))
        house.server.kill()
        house.server.start()
        for table, player in players:
            back = enter(house, table)
            assert back.table["phase"] in (player.table["phase"], "over"), back.table["why"]
            for seat, moment in player.moments.items():
                assert back.moments[seat]["version"] >= moment["version"], f"{table['name']} went back"


def ended_again(release, about):
    """A finished game can be replayed move by move. Its record is valid, including the proof of its dice."""
    with House(release) as house:
        house.server.start()
        for table in about["tables"]:
            if table["phase"] != "over" or about["rules"][table["game"]] != RULES[table["game"]]:
                continue
            player = enter(house, table)
            of = player.ask("replay", seat=1, at=0)["of"]
            for at in range(0, of + 1, 7):
                assert player.ask("replay", seat=1, at=at)["at"] == at
            file = house.folder.name + "/ended.record"
            with open(file, "w") as out:
                out.write(player.ask("record")["record"])
            for how in ("--check", "--verify"):
                done = run("replay", file, how)
                assert done.returncode == 0, done.stdout + done.stderr


def exported(release, about):
    """The host can export any table, and every export replays."""
    with House(release) as house:
        house.server.start()
        for table in about["tables"]:
            if table["phase"] != "gathering" and about["rules"][table["game"]] == RULES[table["game"]]:
                text, done = house.export(table["key"])
                assert done.returncode == 0 and "is valid" in done.stdout, f"{table['name']}: {done.stdout}{done.stderr}"


# ---- games that would be played differently --------------------------------------------------------------------------
def running(about, game="takara"):
    return next(table for table in about["tables"] if table["name"] == f"{game}, running")


def stuck(house, table, why, version=None, exported=True):
    """The table says why it is stuck, shows the last certain position, accepts no move, and can be exported."""
    player = enter(house, table)
    assert player.table["phase"] == "stuck" and why in player.table["why"], (player.table["phase"], player.table["why"])
    moment = player.moments[1]
    assert moment["view"] and player.logs[1], "no position or log is shown"
    was = table["moments"]["1"]["version"]
    assert moment["version"] == was if version == "whole" else 0 < moment["version"] < was, (moment["version"], was)
    for move in moment["moves"][:1]:
        player.message += 1
        error = player.refused("act", seat=1, moves=[move["text"]], version=moment["version"], message=player.message)
        assert "stuck" in error["text"] and why in error["text"], error
    assert len(player.chat) == table["chat"]
    text, done = house.export(table["key"])
    assert text.startswith("skerry record") and "\nbegin\n" in text
    watcher = Player(house.server)
    watcher.open(watch=player.table["watch"])
    assert watcher.table["phase"] == "stuck" and watcher.moments[None]["view"]
    return text, done


def others(house, about, but):
    for table in about["tables"]:
        if table["key"] != but["key"] and table["phase"] == "playing":
            player = enter(house, table)
            same(player, table)
            goes_on(player, 2)


def altered(release, about, why, table, row=None, lines=None, **expect):
    """Alters one table. Only that table is stuck, and it resumes when the change is undone."""
    with House(release) as house:
        before = sqlite3.connect(house.data + "/skerry.db")
        kept = before.execute("SELECT id, row FROM game").fetchall(), before.execute("SELECT game, n, text FROM line").fetchall()
        before.close()
        house.change(table["key"], row, lines)
        house.server.start()
        text, done = stuck(house, table, why, **expect)
        others(house, about, table)
        house.server.stop()
        db = sqlite3.connect(house.data + "/skerry.db")
        for game, was in kept[0]:
            if json.loads(was)["key"] == table["key"]:
                db.execute("UPDATE game SET row = ? WHERE id = ?", (was, game))
                db.execute("DELETE FROM line WHERE game = ?", (game,))
                db.executemany("INSERT INTO line (game, n, text) VALUES (?, ?, ?)", [line for line in kept[1] if line[0] == game])
        db.commit()
        db.close()
        house.server.start()
        player = enter(house, table)
        same(player, table)
        goes_on(player)
        return text, done


def other_rules(release, about):
    """(a) Started under another version of the rules: shown completely, and the export names that version."""
    for game in RULES:
        text, done = altered(release, about, f"version 99 of the {game} rules", running(about, game), row={"rules": 99}, version="whole")
        assert f"\ngame {game} 99\n" in text and done.returncode == 1 and "99" in done.stderr, done.stderr


def other_position(release, about):
    """(b) Every step is legal but leads to a different position than before."""
    def lines(stored):
        n, text = [entry for entry in stored if entry[1].startswith("# = ")][-1]
        return [(n, "# = " + text[4:-1] + ("0" if text[-1] != "0" else "1"))]
    for game in RULES:
        altered(release, about, "another position", running(about, game), lines=lines)


def other_moves(release, about):
    """(c) A stored move is illegal, (d) a stored move is unknown to this version, (e) the dice differ."""
    def illegal(stored):
        """If the move happens to be legal, the next stored hash reveals it."""
        last = [n for n, text in stored if text.startswith("# = ")][-1]
        moves = [entry for entry in stored if entry[1].startswith("1 ") and entry[0] < last]
        return [(moves[-1][0], next(text for _, text in moves if text != moves[-1][1]))]

    def unknown(stored):
        return [([entry for entry in stored if entry[1].startswith("1 ")][-1][0], "1 fly-away")]

    def dice(stored):
        drawn = [entry for entry in stored if entry[1].startswith("* ")]
        return [(drawn[-1][0], next(text for _, text in drawn if text != drawn[-1][1]))]
    table = running(about, "nevergiveup")
    altered(release, about, "of the stored game", table, lines=dice)
    altered(release, about, "fly-away", table, lines=unknown)
    taught = next(table for table in about["tables"] if table["walkthrough"])
    altered(release, about, "fly-away", taught, lines=unknown)
    altered(release, about, "of the stored game", running(about, "atoll"), lines=illegal)


def other_content(release, about):
    """(f) A pack has changed, which its hash reveals."""
    with House(release) as house:
        table = next(table for table in about["tables"] if "phrases" in table["name"])
        db = sqlite3.connect(house.data + "/skerry.db")
        text = next(text for text, in db.execute("SELECT json FROM pack") if "GRANDMAS HOT SOUP" in text)
        db.execute("UPDATE pack SET json = ? WHERE json = ?", (text.replace("GRANDMAS HOT SOUP", "GRANDMAS OLD SOUP"), text))
        db.commit()
        db.close()
        house.server.start()
        player = enter(house, table)
        assert player.table["phase"] == "stuck" and "reads differently" in player.table["why"], player.table["why"]
        others(house, about, table)


folders = sorted(folder for folder in releases.iterdir() if folder.is_dir()) if releases.is_dir() else []
for folder in folders:
    about = json.loads((folder / "tables.json").read_text())
    for file in sorted((folder / "records").glob("*.record")):
        tap.run(f"{folder.name}: {file.stem} replays", lambda: record_case(file, about["rules"]))
    for case in (opened, ended_again, exported):
        tap.run(f"{folder.name}: {case.__name__.replace('_', ' ')}", lambda: case(folder, about))
if folders and about["rules"] == RULES:
    for case in (other_rules, other_position, other_moves, other_content):
        tap.run(f"{case.__name__.replace('_', ' ')}: the table is stuck, the others go on", lambda: case(folders[-1], about))
if not folders:
    tap.case("a release's folder is there", f"there is none in {releases}")
tap.done()
