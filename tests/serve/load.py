"""Many people at many tables. All connections are cut at once, then the server is killed and restarted. All tables must
resume.

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
    """Runs the load client and returns its output. It fails on lost connections, refused moves and tables that do not
    resume."""
    ask = [skerry_load, "--port", str(server.port), "--pid", str(server.process.pid), "--tables", str(SOCKETS // 4),
           "--think", "0.2"]
    done = subprocess.run(ask + list(more), capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def come_back(output, what, times):
    back = re.findall(rf"{what}: sockets back after [\d.]+ s, (\d+) of (\d+) see their table", output)
    assert back == [(str(SOCKETS), str(SOCKETS))] * times, output
    assert re.search(rf"{SOCKETS // 4} of {SOCKETS // 4} tables resumed", output), output


def storms():
    with Server(skerry) as server:
        output = drive(server, "--seconds", "8", "--storm", "2")
        come_back(output, "storm", 3)
        assert int(re.search(r"moves (\d+),", output)[1]) > SOCKETS, output


def restart():
    with Server(skerry) as server:
        again = shlex.join([skerry, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", server.data])
        output = drive(server, "--seconds", "3", "--again", f"exec {again} >/dev/null 2>&1")
        come_back(output, "restart", 1)
        assert re.search(r"restart: listening [\d.]+ s after the start", output), output


tap.run("storms", storms)
tap.run("restart", restart)
tap.done()
