#!/usr/bin/env python3
"""Backups of a running house, and restoring them: backup.py SKERRY WRITER

WRITER fills a data folder and reports what it has stored. Meanwhile `skerry backup` copies the folder; `skerry
restore` puts the copy back.
"""
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from client import Player, Server, Tap, new_table

skerry, writer = map(os.path.abspath, sys.argv[1:3])
tap = Tap()
top = tempfile.mkdtemp(prefix="skerry-backup-")
data = os.path.join(top, "data")


class Writer:
    """A running writer; `told` is the number of lines known to be stored."""

    def __init__(self, folder):
        self.told = 0
        self.process = subprocess.Popen([writer, folder], stdout=subprocess.PIPE, text=True)
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self):
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.told = int(line) + 1

    def wait_for(self, more):
        want, until = self.told + more, time.monotonic() + 60
        while self.told < want:
            assert time.monotonic() < until and self.process.poll() is None, "the writer has stopped"
            time.sleep(0.005)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()


def run(*args, **more):
    return subprocess.run([skerry, *args], capture_output=True, text=True, **more)


def expect(result, code, words):
    output = result.stdout + result.stderr
    assert result.returncode == code and words in output, f"exit {result.returncode}, not {code}: {words!r} is missing in {output!r}"
    assert code == 0 or (result.stderr.startswith("skerry: ") and result.stderr.count("\n") == 1), output


def path(name):
    return os.path.join(top, name)


def lines_in(file):
    """The number of lines in the database. They must be 0, 1, 2, … in the order they were written."""
    db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    rows = db.execute("SELECT n, text FROM line WHERE game = 1 ORDER BY n").fetchall()
    db.close()
    for i, (n, text) in enumerate(rows):
        assert n == i and text.startswith(f"1 move {i} "), f"line {i} is {n}: {text[:40]}"
    return len(rows)


def leftovers():
    return [name for name in os.listdir(top) if ".new" in name or name.endswith(("-journal", "-wal", "-shm"))]


def while_it_writes():
    running = Writer(data)
    try:
        running.wait_for(200)
        last = 0
        for i in range(6):
            before = running.told
            expect(run("backup", path("house.backup"), "--data", data), 0, "1 tables, 0 people and")
            count = lines_in(path("house.backup"))
            assert count >= before and count > last, f"{count} lines in the backup, but {before} were stored before it and {last} were in the last one"
            last = count
            running.wait_for(50)
        assert os.stat(path("house.backup")).st_mode & 0o077 == 0, "other users can read the backup"
        assert not leftovers(), leftovers()
        expect(run("restore", path("house.backup"), "--data", data), 2, "already contains tables")
    finally:
        running.kill()


def after_a_kill():
    for i in range(5):
        running = Writer(data)
        running.wait_for(random.randrange(20, 200))
        running.kill()
        expect(run("backup", path("killed.backup"), "--data", data), 0, "all checked")
        count = lines_in(path("killed.backup"))
        assert count >= running.told, f"{running.told} lines were stored, but only {count} are left"


def the_way_back():
    folder = path("deep/new house")
    expect(run("restore", path("killed.backup"), "--data", folder), 0, "Continue with")
    count = lines_in(os.path.join(folder, "skerry.db"))
    assert count == lines_in(path("killed.backup"))
    running = Writer(folder)
    try:
        running.wait_for(count + 20 - running.told)
        expect(run("restore", path("killed.backup"), "--data", folder), 2, "already contains tables")
    finally:
        running.kill()
    expect(run("backup", path("again.backup"), "--data", folder), 0, "all checked")
    assert lines_in(path("again.backup")) >= count + 20


def folder_is_the_servers_own():
    place = path("place")
    os.makedirs(place)
    shutil.copytree(data, os.path.join(place, "skerry-data"))
    expect(run("backup", "here.backup", cwd=place), 0, "here.backup holds 1 tables")
    assert lines_in(os.path.join(place, "here.backup")) == lines_in(path("killed.backup"))
    expect(run("restore", "here.backup", cwd=place), 2, "skerry-data already contains tables")


def nothing_else_is_replaced():
    with open(path("letter.txt"), "w") as file:
        file.write("Dear aunt,\n")
    with sqlite3.connect(path("other.db")) as db:
        db.execute("CREATE TABLE a (b)")
    for name in ("letter.txt", "other.db"):
        with open(path(name), "rb") as file:
            before = file.read()
        expect(run("backup", path(name), "--data", data), 2, "already exists and is not a backup")
        with open(path(name), "rb") as file:
            assert file.read() == before
    expect(run("backup", top, "--data", data), 2, "is not a backup")
    expect(run("backup", os.path.join(data, "skerry.db"), "--data", data), 2, "is the database itself")
    expect(run("backup", path("none/x.backup"), "--data", data), 1, ".new: No such file")
    expect(run("backup", path("x.backup"), "--data", path("none")), 1, "contains no tables")
    assert not os.path.exists(path("x.backup"))


def damage(name, change):
    with open(path("killed.backup"), "rb") as file:
        content = bytearray(file.read())
    with open(path(name), "wb") as file:
        file.write(change(content))
    return path(name)


def flip_pages(content):
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xee" * 200
    return content


def bad_backups_are_refused():
    folder = path("empty")
    cases = [
        (damage("flipped", flip_pages), "damaged"),
        (damage("short", lambda c: c[: len(c) // 2 // 4096 * 4096]), "damaged"),
        (damage("head", lambda c: b"X" * 100 + bytes(c[100:])), "damaged or not a database"),
        (damage("nothing", lambda c: b""), "is empty"),
        (path("other.db"), "another program's database"),
        (path("letter.txt"), "damaged or not a database"),
        (path("none"), f"Cannot open {path('none')}: No such file"),
    ]
    newer = damage("newer", lambda c: c)
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 77")
    db.close()
    cases.append((newer, "newer skerry"))
    stray = damage("stray", lambda c: c)
    with sqlite3.connect(stray) as db:
        db.execute("INSERT INTO line VALUES (999, 0, 'x')")
    db.close()
    cases.append((stray, "refer to missing rows"))
    for file, words in cases:
        result = run("restore", file, "--data", folder)
        expect(result, 1, words)
        left = [name for name in os.listdir(folder) if name != "skerry.lock"] if os.path.isdir(folder) else []
        assert not left, f"{file} left {left}"
    expect(run("restore", path("killed.backup"), "--data", folder), 0, "Continue with")


def old_backup_outlives_a_failure():
    shutil.copy(path("killed.backup"), path("kept.backup"))
    count = lines_in(path("kept.backup"))
    limit = os.path.getsize(path("kept.backup")) // 2
    full = run(
        "backup", path("kept.backup"), "--data", data, restore_signals=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    expect(full, 1, "reported an error (disk I/O error")
    assert lines_in(path("kept.backup")) == count and not leftovers(), leftovers()
    for i in range(12):
        process = subprocess.Popen([skerry, "backup", path("kept.backup"), "--data", data], stdout=subprocess.DEVNULL)
        time.sleep(random.random() * 0.03)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert lines_in(path("kept.backup")) >= count
    expect(run("backup", path("kept.backup"), "--data", data), 0, "all checked")


def newer_house_is_left_alone():
    newer = path("newer house")
    os.makedirs(newer)
    shutil.copy(path("newer"), os.path.join(newer, "skerry.db"))
    expect(run("backup", path("n.backup"), "--data", newer), 1, "newer skerry")
    assert not os.path.exists(path("n.backup"))


def drill():
    """A complete drill with a real server: a running game is backed up, the house is lost, and the game is finished
    elsewhere."""
    rng = random.Random(5)

    def move(player):
        seat = player.wait_turn()
        if seat is not None:
            player.act(seat, rng.choice(player.moments[seat]["moves"])["text"])
        return seat is not None

    with Server(skerry, data=path("house")) as server:
        player = Player(server)
        key = new_table(player, "atoll", 0)
        player.open(table=key)
        for _ in range(12):
            move(player)
        player.wait_turn()
        then = player.moments[1]
        expect(run("backup", path("drill.backup"), "--data", path("house")), 0, "1 tables, 1 people")
        for _ in range(5):
            move(player)
        cookie = player.cookie
        server.kill()
    shutil.rmtree(path("house"))
    expect(run("restore", path("drill.backup"), "--data", path("moved")), 0, "Continue with")
    with Server(skerry, data=path("moved")) as server:
        player = Player(server, cookie)
        player.open(table=key)
        now = player.moments[1]
        assert (now["version"], now["view"], now["moves"]) == (then["version"], then["view"], then["moves"]), "the restored game differs"
        while move(player):
            pass
        assert player.over()
        with open(path("drill.record"), "w") as file:
            file.write(player.ask("record")["record"])
        expect(run("replay", path("drill.record"), "--verify"), 0, "is fair")


try:
    tap.run("a backup while the server writes holds all that was stored before", while_it_writes)
    tap.run("and after the server was killed", after_a_kill)
    tap.run("a restored house goes on", the_way_back)
    tap.run("without --data it is the folder that `skerry serve` takes", folder_is_the_servers_own)
    tap.run("only a backup is replaced", nothing_else_is_replaced)
    tap.run("bad backups are refused, and leave nothing", bad_backups_are_refused)
    tap.run("an older backup stays until the new one is good", old_backup_outlives_a_failure)
    tap.run("a newer house is left alone", newer_house_is_left_alone)
    tap.run("a game at play is restored elsewhere and played to its end", drill)
finally:
    shutil.rmtree(top)
tap.done()
