"""The workloads of bench/compare: rules, bots, moments and server."""
import contextlib
import json
import os
import random
import re
import socket
import subprocess
import tempfile
import time

SEATS_MAX = 4  # in moments and server
BUDGET = 20  # simulated games per decision of a hard bot
POSITIONS_MAX = 40  # in a recorded game
TABLES = 100
THINK = 0.05  # mean seconds per move; with one seat, just within the server's rate limit


class CannotCompare(Exception):
    """One sentence for the user, with the remedy."""


# ---- running programs ----------------------------------------------------------------------------------------

def run(*command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE):
    """Runs a program to its end. Returns its CPU seconds, and its output if it is piped."""
    command = list(map(str, command))
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=errors) as child:
            output = child.stdout.read() if child.stdout else b""
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            errors.seek(0)
            message = " ".join(errors.read().decode(errors="replace").split())
            raise CannotCompare(f"`{' '.join(command)}` failed with status {child.returncode}: {message}")
    return usage.ru_utime + usage.ru_stime, output


def fit(seconds, cpu_of):
    """The amount of work that takes about so many seconds of CPU time; cpu_of(amount) tries one."""
    amount = 1
    while (cpu := cpu_of(amount)) < seconds / 4:
        amount *= 2
    return max(1, round(amount * seconds / cpu))


# ---- workloads -----------------------------------------------------------------------------------------------
# Each function prepares a workload for one game and returns a function that measures a slice of a build: its speed, and
# a description of the work or None, which shows whether both builds played the same games.

def rules(game, seats, old, new, seconds):
    def measure(programs):
        report = json.loads(run(programs / "skerry", "bench", game, "--json", "--seconds", seconds)[1])[0]
        return report["games_per_second"], report["steps_per_game"]
    return measure


def bots(game, seats, old, new, seconds):
    def play(programs, games):
        return run(programs / "skerry", "lab", game, "--seats", ",".join(["bot:hard"] * seats["from"]), "--seed", 1,
                   "--threads", 1, "--games", games, "--budget", BUDGET, "--json", "-")

    def measure(programs):
        cpu, output = play(programs, games)
        return games / cpu, json.loads(output).get("seats")
    games = fit(seconds, lambda games: play(old, games)[0])
    return measure


def record_game(programs, game, seats):
    """The requests of a random game in which every seat asks for every moment."""
    requests, rng = [], random.Random(1)
    with subprocess.Popen([programs / "skerry", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as engine:
        def ask(**request):
            requests.append(request)
            print(json.dumps(request), file=engine.stdin, flush=True)
            answer = json.loads(engine.stdout.readline() or '{"error": "no answer"}')
            if "error" in answer:
                raise CannotCompare(f"OLD refuses {json.dumps(request)} with {json.dumps(answer['error'])}; "
                                    "leave moments out with --only.")
            return answer
        ask(do="new", game=game, seats=seats, seed=1)
        for _ in range(POSITIONS_MAX):
            seen = [ask(do="moment", handle=1, seat=seat + 1)["moment"] for seat in range(seats)]
            if seen[0]["over"]:
                break
            seat = seen[0]["to_act"][0]
            ask(do="act", handle=1, seat=seat, move=rng.choice(seen[seat - 1]["moves"])["text"])
        ask(do="close", handle=1)
    return requests


def moments(game, seats, old, new, seconds):
    requests = record_game(old, game, min(SEATS_MAX, seats["to"]))
    file = old.parent / f"{game}.requests"

    def write(games):  # the engine numbers the handles from 1
        with open(file, "w") as out:
            for number in range(1, games + 1):
                out.writelines(json.dumps({**request, "handle": number} if "handle" in request else request) + "\n"
                               for request in requests)

    def answer(programs, stdout=subprocess.DEVNULL):
        with open(file) as stdin:
            return run(programs / "skerry", "engine", stdin=stdin, stdout=stdout)

    def measure(programs):
        asked = games * sum(request["do"] == "moment" for request in requests)
        return asked / answer(programs)[0], None
    write(1)
    if any("error" in json.loads(line) for line in answer(new, subprocess.PIPE)[1].splitlines()):
        raise CannotCompare(f"NEW refuses moves that OLD accepts in {game}, so the moments cannot be compared; "
                            "use --only or --games to leave them out.")
    games = fit(seconds, lambda games: (write(games), answer(old)[0])[1])
    write(games)
    return measure


@contextlib.contextmanager
def serving(programs):
    """A server on a free port, with its data in memory if possible, because the speed of disks varies."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="skerry-compare-", dir=memory) as data:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with subprocess.Popen([programs / "skerry", "serve", "--listen", f"127.0.0.1:{port}", "--data", data],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                deadline = time.monotonic() + 30
                while server.poll() is None and time.monotonic() < deadline:
                    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                        break
                    time.sleep(0.01)
                else:
                    raise CannotCompare("`skerry serve` did not start; leave it out with --only rules,bots,moments.")
                yield server, port
            finally:
                server.terminate()


def server(game, seats, old, new, seconds):
    def measure(programs):
        with serving(programs) as (process, port):
            cpu_clock = (~process.pid << 3) | 2  # clock_getcpuclockid() of Linux, which Python does not offer
            command = [programs / "skerry-load", "--port", port, "--game", game, "--seats", min(SEATS_MAX, seats["to"]),
                       "--tables", TABLES, "--think", THINK, "--seconds", 2 * seconds]  # longer: these slices vary most
            with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True) as load:
                output = load.stdout.readline()  # arrives when all tables are playing
                begin = time.clock_gettime(cpu_clock)
                output += load.stdout.readline()  # arrives when the time is over
                cpu = time.clock_gettime(cpu_clock) - begin
                output += load.stdout.read()
        moves = re.search(r"^moves ([1-9]\d*),", output, re.MULTILINE)
        if load.returncode or not moves:
            raise CannotCompare(f"skerry-load failed in {game}, after the output: {' '.join(output.split())}")
        return int(moves[1]) / cpu, None
    return measure


WORKLOADS = {"rules": rules, "bots": bots, "moments": moments, "server": server}
