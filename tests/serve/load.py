"""Many people at many tables: every line cut at once, and the server killed and started again; all tables go on.

Usage: load.py SKERRY SKERRY-LOAD
"""
import re
import shlex
import subprocess
import sys

from client import Server, Tap

tap = Tap()
skerry, skerry_load = sys.argv[1:3]
SOCKETS = 80


def drive(server, *more):
    """What the load client says; it fails on lost lines, refused moves and tables that do not go on."""
    ask = [skerry_load, "--port", str(server.port), "--pid", str(server.process.pid), "--tables", str(SOCKETS // 4),
           "--think", "0.2"]
    done = subprocess.run(ask + list(more), capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def come_back(said, what, times):
    back = re.findall(rf"{what}: sockets back after [\d.]+ s, (\d+) of (\d+) see their table", said)
    assert back == [(str(SOCKETS), str(SOCKETS))] * times, said
    assert re.search(r"all of \d+ tables went on but 0,", said), said


def storms():
    with Server(skerry) as server:
        said = drive(server, "--seconds", "8", "--storm", "2")
        come_back(said, "storm", 3)
        assert int(re.search(r"moves (\d+),", said)[1]) > SOCKETS, said


def restart():
    with Server(skerry) as server:
        again = shlex.join([skerry, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", server.data])
        said = drive(server, "--seconds", "3", "--again", f"exec {again} >/dev/null 2>&1")
        come_back(said, "restart", 1)
        assert re.search(r"restart: listening [\d.]+ s after it was started", said), said


tap.run("storms", storms)
tap.run("restart", restart)
tap.done()
