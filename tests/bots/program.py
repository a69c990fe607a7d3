#!/usr/bin/env python3
"""Tests bot programs that play a seat: program.py SKERRY ROOT [CASES]. Checks the messages they get, the requests they
may send, that a game continues whatever they do, and that no process is left behind."""
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

SKERRY = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(sys.argv[2]).resolve()
HERE = pathlib.Path(__file__).resolve().parent
STANDIN = "From now on the medium bot plays in its place."


class Sandbox:
    """A temporary folder for one case. Each program in it is named after its behaviour (./NAME)."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = pathlib.Path(self.folder.name).resolve()
        # Every move is synced to disk. In memory, that costs nothing.
        self.memory = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.record = pathlib.Path(self.memory.name) / "game.record"
        self.env = {**os.environ, "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state"),
                    "ROOM": str(self.home)}

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        left = self.processes()
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        self.folder.cleanup()
        self.memory.cleanup()
        if left and not kind:
            raise AssertionError(f"left running: {left}")

    def processes(self):
        """Process IDs of everything that was started from this folder and is still running."""
        found, mark = [], f"ROOM={self.home}\0".encode()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                environ = pathlib.Path(f"/proc/{pid}/environ").read_bytes()
                state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
            except OSError:
                continue
            if mark in environ + b"\0" and state != "Z":
                found.append(int(pid))
        return found

    def program(self, name):
        path = self.home / name
        if not path.exists():
            shutil.copy(HERE / "program_under_test.py", path)
            path.chmod(0o755)
        return f"cmd:./{name}"

    def args(self, *seats, game="takara", more=(), seconds=30):
        return [SKERRY, "play", game, "--plain", "--seed", "5", "--bot-time", str(seconds), "--record", str(self.record),
                "--seats", ",".join(seats), *more]

    def play(self, *seats, lines="", rc=0, fds=(), **how):
        begun = time.monotonic()
        done = subprocess.run(self.args(*seats, **how), input=lines, capture_output=True, text=True, env=self.env,
                              cwd=self.home, timeout=120, pass_fds=fds)
        self.took = time.monotonic() - begun
        if rc is not None and done.returncode != rc:
            raise AssertionError(f"exit {done.returncode}, not {rc}\n{done.stdout[-800:]}\n{done.stderr[-800:]}")
        return done

    def log(self, name):
        return [json.loads(line) for line in (self.home / f"{name}.log").read_text().splitlines()]


def has(text, *words):
    for word in words:
        if word not in text:
            raise AssertionError(f'"{word}" is not in:\n{text[-1500:]}')


def engine(*requests):
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([SKERRY, "engine"], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def whole_games():
    for game in ("takara", "nevergiveup", "ayeaye", "tendays", "atoll"):
        with Sandbox() as sandbox:
            seats = [sandbox.program("good")] + (["bot:random"] if game != "atoll" else [])
            done = sandbox.play(*seats, game=game)
            has(done.stdout, "The full game is saved in")
            assert STANDIN not in done.stdout, done.stdout[-800:]
            said = sandbox.log("good")
            hello, bye = said[2], said[-2]
            assert hello["ask"] == "hello" and hello["game"] == game and hello["seat"] == 1, hello
            assert hello["seats"] == len(seats) and hello["seconds"] == 30 and hello["protocol"] == 1, hello
            assert "seed" not in json.dumps(said), "a message contained the seed"
            assert bye["ask"] == "bye" and bye["over"] and bye["ending"] != "going-on", bye
            assert said[-1] == {"bye": True}


def told_its_view():
    """At every decision, the view and the moves sent to the program match those in the finished record."""
    for game, others in (("takara", ["bot:random", "bot:random"]), ("nevergiveup", ["bot:random"]),
                         ("tendays", ["bot:random", "bot:random"])):
        with Sandbox() as sandbox:
            sandbox.play("bot:random", sandbox.program("good"), *others[1:], game=game)
            record = sandbox.record.read_text()
            questions = [said for said in sandbox.log("good") if said.get("ask") == "move"]
            lines = [line for line in record.split("begin\n")[1].splitlines() if line[:2] in ("1 ", "2 ", "3 ", "* ")]
            mine = [i for i, line in enumerate(lines) if line.startswith("2 ")]
            answers = engine(*[request for at in mine for request in (
                {"do": "load", "record": record, "at": at} if at else {"do": "list"},
                {"do": "view", "handle": mine.index(at) + 1, "seat": 2}, {"do": "legal", "handle": mine.index(at) + 1, "seat": 2})])
            looked = [(answers[i + 1]["view"], [move["text"] for move in answers[i + 2]["moves"]], lines[mine[i // 3]])
                      for i in range(0, len(answers), 3)]
            chosen = [look for look in looked if len(look[1]) > 1]
            asked = [question for question in questions if not question["aside"]]
            for (view, moves, line), question in zip((c for c in chosen if 2 in c[0]["to_act"]), asked):
                assert view == question["view"], f"{game}: the view differs before `{line}`"
                assert moves == question["moves"], f"{game}: the moves differ before `{line}`"
                assert line == "2 " + moves[0], line
            assert asked, "the program was never asked"


def told_events():
    """The program gets each event its seat may see exactly once, in order. The engine replays the record to compare."""
    for game, seats in (("takara", 3), ("ayeaye", 2), ("tendays", 3)):
        with Sandbox() as sandbox:
            sandbox.play("bot:random", sandbox.program("good"), *["bot:random"] * (seats - 2), game=game)
            heard = []
            for said in sandbox.log("good"):
                if said.get("ask") in ("move", "bye"):
                    assert said["heard"] == len(heard), (said["heard"], len(heard))
                    heard += said["events"]
            lines = [line for line in sandbox.record.read_text().split("begin\n")[1].splitlines()
                     if re.match(r"[*1-6] ", line)]
            answers = engine({"do": "new", "game": game, "seats": seats, "chance": "manual", "viewer": 2}, *[
                {"do": "chance", "handle": 1, "outcome": line[2:], "viewer": 2} if line[0] == "*" else
                {"do": "act", "handle": 1, "seat": int(line[0]), "move": line[2:], "viewer": 2} for line in lines])
            told = [event for answer in answers for event in answer["events"]]
            assert len(told) > 20 and heard == told, f"{game}: got {len(heard)} events, expected {len(told)}, or the events differ"


def clean_child():
    """A program inherits only its three standard files, and no signal is ignored or blocked."""
    with Sandbox() as sandbox:
        with open("/dev/zero") as more:  # one more file that skerry itself inherits
            sandbox.play(sandbox.program("good"), sandbox.program("twice"), sandbox.program("stderr"), fds=[more.fileno()])
        for name in ("good", "twice", "stderr"):
            around = sandbox.log(name)
            fds, marks = around[0]["fds"], around[1]["signals"]
            extra = [fd for fd, at in fds.items() if int(fd) > 2 and not at.endswith(".log") and "/proc/" not in at]
            assert not extra, fds
            assert int(marks["SigBlk:"], 16) == 0, marks
            assert int(marks["SigIgn:"], 16) & ~(1 << 12 | 1 << 24) == 0, marks  # Python itself ignores PIPE and XFSZ


def tables():
    with Sandbox() as sandbox:
        sandbox.play(sandbox.program("tables"), "bot:random")
        asked = next(said for said in sandbox.log("tables") if "tables" in said)
        (games,) = json.loads(subprocess.run([SKERRY, "games", "--json"], capture_output=True, text=True).stdout), 
        one = next(game for game in (games["games"] if isinstance(games, dict) else games) if game["game"] == "takara")
        assert asked["tables"] == {"games": [one]}, "the tables differ from `games --json`"
        assert asked["early"]["error"]["status"] == "turn", asked["early"]


def probe(*requests, game="takara", seats=2):
    with Sandbox() as sandbox:
        sandbox.env["PROBE"] = json.dumps(requests)
        sandbox.play(sandbox.program("probe"), *["bot:random"] * (seats - 1), game=game)
        first = next(said for said in sandbox.log("probe") if said.get("ask") == "move")
        return first, [said["answer"] for said in sandbox.log("probe") if "answer" in said]


def worlds_look_the_same():
    for game, seats in (("takara", 3), ("tendays", 2), ("ayeaye", 2), ("nevergiveup", 2), ("atoll", 1)):
        requests = [{"do": "worlds", "count": 5}] + [{"do": "view", "world": n, "seat": 1} for n in range(1, 6)]
        requests += [{"do": "legal", "world": 1}]
        first, answers = probe(*requests, game=game, seats=seats)
        assert answers[0] == {"worlds": [1, 2, 3, 4, 5]}, answers[0]
        for answer in answers[1:6]:
            assert answer["view"] == first["view"], f"{game}: a world does not match the view"
        assert answers[6]["moves"] == first["moves"] and answers[6]["seat"] == 1, answers[6]


def worlds_differ():
    first, answers = probe({"do": "worlds", "count": 8}, *[{"do": "view", "world": n} for n in range(1, 9)], game="tendays")
    states = {json.dumps(answer["state"]) for answer in answers[1:]}
    assert len(states) > 1, "all worlds are identical: nothing was guessed"


def playing_on():
    first, answers = probe(
        {"do": "worlds"}, {"do": "worlds", "of": 1, "count": 2}, {"do": "play", "world": 2, "moves": "pass"},
        {"do": "view", "world": 1}, {"do": "view", "world": 3}, {"do": "playout", "world": 3, "times": 7},
        {"do": "view", "world": 3}, {"do": "score", "world": 3}, {"do": "close", "world": 3},
        {"do": "score", "world": 3}, {"do": "worlds"}, {"do": "playout", "world": 1, "moves": "pass", "turns": 1},
        {"do": "playout", "world": 1, "times": 2, "bot": "easy"}, {"do": "view", "world": 1}, game="atoll", seats=1)
    assert answers[1] == {"worlds": [2, 3]}, answers[1]
    assert answers[2]["world"] == 2 and answers[2]["node"] == "decision" and not answers[2]["over"], answers[2]
    assert answers[3]["state"] == answers[4]["state"] == answers[6]["state"], "copying or playing out a world changed it"
    assert answers[5]["times"] == 7 and 0 <= answers[5]["seats"][0]["wins"] <= 1, answers[5]
    assert answers[7]["seats"][0]["points"] == sum(answers[7]["seats"][0]["parts"].values()), answers[7]
    assert answers[8] == {"closed": 3} and answers[9]["error"]["status"] == "unknown", answers[9]
    assert answers[10] == {"worlds": [4]}, "a world number was used twice"
    assert answers[11]["times"] == 1 and answers[11]["seats"][0]["points"] > 60, "one turn cannot cost that much"
    assert answers[12]["times"] == 2 and answers[13]["state"] == answers[3]["state"], answers[12]


def chance():
    first, answers = probe(
        {"do": "worlds", "count": 2}, {"do": "chance", "world": 1}, {"do": "play", "world": 1, "moves": ["search"]},
        {"do": "chance", "world": 1}, {"do": "play", "world": 1, "moves": ["* die red", "* die blue"]},
        {"do": "play", "world": 1, "draw": "all"}, {"do": "play", "world": 2, "moves": "1 search", "draw": "one"},
        game="atoll", seats=1)
    assert answers[1]["error"]["status"] == "turn", answers[1]
    assert answers[2]["node"] == "chance", answers[2]
    outcomes = answers[3]["outcomes"]
    assert sum(one["weight"] for one in outcomes) == outcomes[0]["total"] and "die red" in [o["text"] for o in outcomes]
    assert answers[4]["node"] in ("chance", "decision") and "error" not in answers[4], answers[4]
    assert answers[5]["node"] == "decision", answers[5]
    assert answers[6]["node"] == "chance", answers[6]


def wrong_requests():
    wrong = [({"do": "dance"}, "unknown"), ({"do": 5}, "unknown"), ({"do": "worlds", "count": 0}, "range"),
             ({"do": "worlds", "count": "many"}, "syntax"), ({"do": "worlds", "count": 5000}, "range"),
             ({"do": "worlds", "of": 7}, "unknown"), ({"do": "legal"}, "syntax"), ({"do": "legal", "world": -1}, "range"),
             ({"do": "legal", "world": 1, "seat": 9}, "range"), ({"do": "legal", "world": 1, "seats": 1}, "syntax"),
             ({"do": "play", "world": 1, "moves": 7}, "syntax"), ({"do": "play", "world": 1, "moves": [None]}, "syntax"),
             ({"do": "play", "world": 1, "moves": ["x"] * 65}, "range"), ({"do": "play", "world": 1, "draw": "two"}, "unknown"),
             ({"do": "play", "world": 1, "moves": "dance"}, None), ({"do": "play", "world": 1, "moves": "9 dig 1"}, None),
             ({"do": "play", "world": 1, "moves": "2 end"}, None), ({"do": "playout", "world": 1, "times": 1001}, "range"),
             ({"do": "playout", "world": 1, "bot": "nobody"}, "unknown"), ({"do": "playout", "world": 1, "bot": 3}, "unknown"),
             ({"do": "playout", "world": 1, "turns": -1}, "range"),
             ({"do": "view", "world": 1 << 60}, "range"), ({"do": "close", "world": 99}, "unknown")]
    first, answers = probe({"do": "worlds"}, {"do": "view", "world": 1}, *[request for request, _ in wrong],
                           {"do": "view", "world": 1})
    for (request, status), answer in zip(wrong, answers[2:]):
        assert "error" in answer, f"{request}: {str(answer)[:200]}"
        assert answer["error"]["status"] == (status or answer["error"]["status"]), f"{request}: {answer}"
        assert answer["error"]["text"].endswith((".", ")")), answer
    assert answers[1] == answers[-1], "a refusal changed the world"


def many_worlds():
    first, answers = probe({"do": "worlds", "count": 4096}, {"do": "worlds"}, {"do": "close", "world": 5}, {"do": "worlds"})
    assert len(answers[0]["worlds"]) == 4096 and answers[1]["error"]["status"] == "range", answers[1]
    assert answers[3] == {"worlds": [4097]}, answers[3]


WRONG = "The program ./{0} gave a wrong answer 3 times. "
HELLO = "The program ./{0} did not answer hello correctly. "
BAD = {
    "not-json": WRONG + "The line is not a JSON object",
    "illegal": WRONG,
    "empty": WRONG + "An answer must have a member move",
    "list": WRONG + "The line must be a JSON object.",
    "deep": WRONG + "The line is not a JSON object",
    "deep-object": WRONG + "The line is not a JSON object",
    "latin": WRONG + "The line is not a JSON object",
    "zero": WRONG + "The line is not a JSON object",
    "pass": WRONG + "The game waits for this seat: a move must be made.",
    "long": "The program ./{0} wrote a line of more than 1048576 bytes.",
    "endless": "The program ./{0} wrote a line of more than 1048576 bytes.",
    "endless-lines": "The program ./{0} did not answer in time (1 s).",
    "blank-lines": "The program ./{0} did not answer in time (1 s).",
    "twice": "The program ./{0} wrote a line without being asked.",
    "closes-output": "The program ./{0} closed its input or output.",
    "closes-input": "The program ./{0} did not answer in time (1 s).",
    "exits": "The program ./{0} ended with exit status 3.",
    "leaves": "The program ./{0} ended with exit status 0.",
    "killed": "The program ./{0} was killed by signal 9.",
    "hangs": "The program ./{0} did not answer in time (1 s).",
    "stubborn": "The program ./{0} did not answer in time (1 s).",
    "grandchild": "The program ./{0} ended with exit status 0.",
    "exits-first": "The program ./{0} ended with exit status 7.",
    "hangs-first": "The program ./{0} did not answer in time (6 s).",
    "version": HELLO + "It speaks version 2 of the protocol; this is version 1.",
    "odd-hello": HELLO + "The line is not a JSON object",
}


def misbehaves(name):
    def case():
        with Sandbox() as sandbox:
            done = sandbox.play("bot:random", sandbox.program(name), seconds=1)
            said = "\n".join(line for line in done.stdout.splitlines() if "program" in line)
            sentence = BAD[name].format(name)
            assert done.stdout.count(sentence) == 1, f"expected exactly once: {sentence}\n{said}"
            assert done.stdout.count(STANDIN) == 1, "the bot that takes over must be named exactly once"
            has(done.stdout, "The full game is saved in")
            assert sandbox.took < 40, f"it took {sandbox.took:.1f} s"
            check = subprocess.run([SKERRY, "replay", str(sandbox.record), "--check"], cwd=sandbox.home, capture_output=True, text=True)
            assert check.returncode == 0, check.stderr
    return case


def corrects_itself():
    for name, tries in (("illegal-once", 2), ("not-json-once", 2)):
        with Sandbox() as sandbox:
            done = sandbox.play("bot:random", sandbox.program(name))
            assert STANDIN not in done.stdout, done.stdout[-600:]
            refused = [said["refused"] for said in sandbox.log(name) if "refused" in said]
            assert refused and all(one["tries"] == tries and one["error"]["text"] for one in refused), refused[:1]


def lingers():
    """A program that does not exit after "bye" is killed."""
    with Sandbox() as sandbox:
        done = sandbox.play("bot:random", sandbox.program("lingers"))
        assert STANDIN not in done.stdout
        assert sandbox.log("lingers")[-1] == {"bye": True}


def two_lost():
    with Sandbox() as sandbox:
        done = sandbox.play(sandbox.program("exits"), sandbox.program("hangs"), "bot:random", seconds=1)
        assert done.stdout.count(STANDIN) == 2, done.stdout[-800:]


def stderr_passes():
    with Sandbox() as sandbox:
        done = sandbox.play("bot:random", sandbox.program("stderr"))
        has(done.stderr, "a line for its author")


def cannot_start():
    with Sandbox() as sandbox:
        (sandbox.home / "plain").write_text("no program\n")
        for seat, words in (("cmd:./nobody", "Cannot start ./nobody: No such file or directory."),
                            ("cmd:./plain", "not an executable file (use chmod +x)"), ("cmd:", "the command is missing"),
                            ("cmd:./", "not an executable file"),
                            ("cmd:no-such-program-anywhere", "not found in PATH")):
            done = sandbox.play("bot:random", seat, rc=2)
            has(done.stderr, words)
            assert not done.stdout and not sandbox.record.exists(), "a game was started"
        bent = sandbox.home / "bent"
        bent.write_text("#!/no/such/interpreter\n")
        bent.chmod(0o755)
        done = sandbox.play("bot:random", "cmd:./bent")
        has(done.stdout, "Cannot start ./bent: No such file or directory.", STANDIN)


def by_the_shell():
    with Sandbox() as sandbox:
        sandbox.program("good")
        done = sandbox.play("bot:random", "cmd:exec ./good 2>/dev/null; exit 1")
        assert STANDIN not in done.stdout, done.stdout[-500:]
        has(done.stdout, "The good bot")
        done = sandbox.play("bot:random", "cmd:./absent with arguments")
        has(done.stdout, "The program ./absent with arguments ended with exit status 127.")


def usage():
    with Sandbox() as sandbox:
        sandbox.program("good")
        for value in ("0", "3601", "soon", "-1"):
            done = sandbox.play("cmd:./good", "bot:random", more=["--bot-time", value], rc=2)
            has(done.stderr, "--bot-time")


def resume():
    """A saved game starts no program, because the record may come from anyone. A program named again on the command
    line plays on and gets every event from the start."""
    with Sandbox() as sandbox:
        done = sandbox.play("you", sandbox.program("good"), lines="1\nquit\n", game="nevergiveup")
        how = re.search(r"Continue with `(.*)`", done.stdout).group(1)
        has(how, "--seats you,cmd:./good --resume")
        said = sandbox.log("good")
        assert said[-2]["ask"] == "bye" and not said[-2]["over"] and "seats" not in said[-2], said[-2]
        (sandbox.home / "good.log").unlink()

        def go_on(command, lines):
            done = subprocess.run(command, input=lines, text=True, capture_output=True, env=sandbox.env, cwd=sandbox.home, timeout=60)
            assert done.returncode == 0, done.stdout + done.stderr
            return done.stdout

        told = "Resuming a game does not restart its programs: the medium bot plays in place of the good bot"
        said = go_on([SKERRY, "play", "nevergiveup", "--plain", "--record", str(sandbox.record)], "1\nquit\n")
        assert said.count(told) == 1, said
        assert not (sandbox.home / "good.log").exists(), "a program was started from a record"
        said = go_on(how.replace("skerry", SKERRY, 1).split(), "1\n1\n1\n1\nquit\n")
        assert told not in said, said
        first = next(said for said in sandbox.log("good") if said.get("ask") == "move")
        assert first["heard"] == 0 and len(first["events"]) > 3, first["events"]


def lab(sandbox, *args, rc=0, game="takara"):
    done = subprocess.run([SKERRY, "lab", game, "--bot-time", "30", *args], capture_output=True, text=True, env=sandbox.env,
                          cwd=sandbox.home, timeout=300)
    assert done.returncode == rc, f"exit {done.returncode}: {done.stderr}{done.stdout[-500:]}"
    return done


def measured():
    """The report names the program in seats, bots and command, and does not depend on the number of threads."""
    with Sandbox() as sandbox:
        sandbox.program("good")
        done = [lab(sandbox, "--seats", "cmd:./good,bot:random", "--games", "4", "--threads", threads, "--json", "-")
                for threads in ("1", "2")]
        assert done[0].stdout == done[1].stdout and not done[0].stderr, done[0].stderr
        report = json.loads(done[0].stdout)
        assert [seat["bot"] for seat in report["seats"]] == ["cmd:./good", "bot:random"], report["seats"]
        assert report["programs"] == [{"bot": "cmd:./good", "lost": 0, "why": None}], report["programs"]
        assert "--seats cmd:./good,bot:random --bot-time 30" in report["source"]["command"], report["source"]
        said = sandbox.log("good")
        assert sum(one.get("ask") == "bye" and one["over"] for one in said) == 8, "some games were not played to the end"
        assert "seed" not in json.dumps(said)
        text = lab(sandbox, "--cross", "bot:random,cmd:./good", "--games", "2", "--threads", "1").stdout
        has(text, "cmd:./good")


def lab_loses():
    """The report counts programs that failed, and the games are still played to the end."""
    with Sandbox() as sandbox:
        sandbox.program("leaves")
        done = lab(sandbox, "--seats", "bot:random,cmd:./leaves", "--games", "3")  # the lab does not ignore SIGPIPE
        has(done.stderr, "cmd:./leaves was given up in 3 games")
        sandbox.program("exits")
        done = lab(sandbox, "--seats", "bot:random,cmd:./exits", "--games", "3", "--json", "-")
        (lost,) = json.loads(done.stdout)["programs"]
        assert lost == {"bot": "cmd:./exits", "lost": 3,
                        "why": "The program ./exits ended with exit status 3."}, lost
        has(done.stderr, "cmd:./exits was given up in 3 games, and bot:medium played on. The first time: The program "
                         "./exits ended with exit status 3.")


def lab_refuses():
    """Programs that cannot play are rejected before the first game."""
    with Sandbox() as sandbox:
        for name, rc, words in (("version", 1, "It speaks version 2 of the protocol"), ("exits-first", 1, "exit status 7"),
                                (None, 2, "Cannot start ./nobody: No such file or directory.")):
            seat = sandbox.program(name) if name else "cmd:./nobody"
            done = lab(sandbox, "--seats", f"bot:random,{seat}", "--games", "3", rc=rc)
            has(done.stderr, words)
            assert not done.stdout, done.stdout


def lab_interrupted():
    """After Ctrl-C is pressed twice, skerry exits at once and so do its programs."""
    with Sandbox() as sandbox:
        sandbox.program("stubborn")
        game = subprocess.Popen([SKERRY, "lab", "takara", "--seats", "bot:random,cmd:./stubborn", "--games", "50", "--bot-time",
                                 "60"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=sandbox.env, cwd=sandbox.home)
        wait_for(lambda: asked(sandbox, "stubborn"), "the question")
        os.kill(game.pid, signal.SIGINT)
        time.sleep(0.2)
        os.kill(game.pid, signal.SIGINT)
        game.wait(timeout=10)
        wait_for(lambda: not sandbox.processes(), "the end of the programs")


def sample_plays():
    """The example bot beats the random bot."""
    with Sandbox() as sandbox:
        for game in ("takara", "nevergiveup"):
            done = lab(sandbox, "--seats", f"cmd:{ROOT}/examples/flat.py,bot:random", "--games", "3", "--json", "-", game=game)
            report = json.loads(done.stdout)
            assert report["seats"][0]["wins"] >= 2, report["seats"][0]
            assert report["programs"][0]["lost"] == 0, report["programs"]
        lines = (ROOT / "examples/flat.py").read_text().count("\n")
        assert lines < 100, f"{lines} lines"


def smallest_plays():
    for game in ("takara", "atoll", "tendays"):
        with Sandbox() as sandbox:
            shutil.copy(ROOT / "examples/first.sh", sandbox.home)
            done = sandbox.play("cmd:./first.sh", *(["bot:random"] if game != "atoll" else []), game=game)
            assert STANDIN not in done.stdout, done.stdout[-500:]


def wait_for(condition, what, seconds=10):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"timed out waiting for {what}")
        time.sleep(0.02)


def asked(sandbox, name):
    path = sandbox.home / f"{name}.log"
    return path.exists() and '"ask": "move"' in path.read_text()


def ends_with(number, terminal=False, status=None):
    """Ends skerry while it waits for a program that ignores SIGTERM."""
    def case():
        with Sandbox() as sandbox:
            args = sandbox.args(sandbox.program("stubborn"), "you", seconds=60)
            master, slave = pty.openpty() if terminal else (None, subprocess.PIPE)
            if terminal:
                args.remove("--plain")
            env = {**sandbox.env, "TERM": "xterm"}
            game = subprocess.Popen(args, stdin=slave, stdout=slave if terminal else subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL, env=env, cwd=sandbox.home, start_new_session=True,
                                    preexec_fn=(lambda: os.close(master)) if terminal else None)
            if terminal:
                os.close(slave)
            wait_for(lambda: asked(sandbox, "stubborn"), "the question")
            if number is None:
                os.close(master)  # the terminal is closed
                os.kill(game.pid, signal.SIGHUP)
            else:
                os.kill(game.pid, number)
            begun = time.monotonic()
            if terminal and number is not None:
                wait_for(lambda: drain(master) or game.poll() is not None, "its end", 5)
            code = game.wait(timeout=5)
            assert time.monotonic() - begun < 4, "it took too long"
            assert status is None or code == status, code
            if number == signal.SIGKILL:
                wait_for(lambda: not sandbox.processes(), "the end of the program")
            if game.stdin:
                game.stdin.close()
    return case


def drain(fd):
    os.set_blocking(fd, False)
    try:
        os.read(fd, 65536)
    except OSError:
        pass
    return False


def main():
    """With a third argument, runs only the cases whose names contain it."""
    tap, only = Tap(), "".join(sys.argv[3:4])
    run = tap.run
    tap.run = lambda name, function: run(name, function) if only in name else None
    tap.run("whole games of every kind, from hello to bye", whole_games)
    tap.run("a program is told its seat's view and moves, nothing else", told_its_view)
    tap.run("every event is told once", told_events)
    tap.run("a program inherits three files and no signals", clean_child)
    tap.run("the tables, before the first question", tables)
    tap.run("worlds look like the view", worlds_look_the_same)
    tap.run("worlds differ in what is not seen", worlds_differ)
    tap.run("playing on in worlds", playing_on)
    tap.run("chance in worlds", chance)
    tap.run("wrong requests are refused and change nothing", wrong_requests)
    tap.run("worlds are limited", many_worlds)
    for name in BAD:
        tap.run(f"misbehaves: {name}", misbehaves(name))
    tap.run("a refusal says why, and a second try counts", corrects_itself)
    tap.run("who lingers after the good-bye is ended", lingers)
    tap.run("two programs lost in one game", two_lost)
    tap.run("standard error is its author's", stderr_passes)
    tap.run("what cannot be started", cannot_start)
    tap.run("a command with blanks is the shell's", by_the_shell)
    tap.run("--bot-time is a number of seconds", usage)
    tap.run("a saved game starts no program", resume)
    tap.run("the sample bot beats random play", sample_plays)
    tap.run("the smallest bot plays", smallest_plays)
    tap.run("measured in the lab", measured)
    tap.run("lost in the lab", lab_loses)
    tap.run("refused by the lab", lab_refuses)
    tap.run("the lab stopped at once", lab_interrupted)
    tap.run("Ctrl-C while it thinks", ends_with(signal.SIGINT, status=130))
    tap.run("Ctrl-C on the full screen", ends_with(signal.SIGINT, terminal=True, status=130))
    tap.run("the terminal goes away", ends_with(None, terminal=True))
    tap.run("skerry itself is killed", ends_with(signal.SIGKILL))
    tap.done()


main()
