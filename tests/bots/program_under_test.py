#!/usr/bin/env python3
"""A bot that behaves as its file name says (program.py copies it under many names). Except for its particular fault, it
plays the first listed move. It logs every message it gets, and what it notices, in NAME.log in the same folder."""
import json
import os
import signal
import subprocess
import sys
import time

NAME = os.path.basename(sys.argv[0])
LOG = open(os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), NAME + ".log"), "a")


def note(**what):
    LOG.write(json.dumps(what) + "\n")
    LOG.flush()


def hear():
    line = sys.stdin.readline()
    if not line:
        note(end=True)
        sys.exit(0)
    LOG.write(line)
    LOG.flush()
    return json.loads(line)


def say(message):
    raw(json.dumps(message).encode() + b"\n")


def raw(data):
    while data:
        data = data[os.write(1, data):]


def ask(**request):
    say(request)
    return hear()


def hang(stubborn=False):
    if stubborn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(60)


def good(question):
    return {"move": question["moves"][0]}


def forever(data):
    def act(_):
        while True:
            raw(data)
    return act


def answer_with(data):
    def act(_):
        raw(data)
        return None
    return act


def once(data):
    """Sends a wrong answer, then a right one. In between comes a refusal that says how many tries are left."""
    def act(question):
        raw(data)
        note(refused=hear())
        return good(question)
    return act


def close(fd):
    def act(_):
        os.close(fd)
        hang()
    return act


def kill_self(_):
    os.kill(os.getpid(), signal.SIGKILL)


def leave(status):
    def act(_):
        os._exit(status)
    return act


def grandchild(_):
    subprocess.Popen(["sleep", "4321"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    os._exit(0)


def probe(question):
    """Sends the requests in PROBE, right and wrong ones, at the first decision. The answers go to the log."""
    requests = json.loads(os.environ.get("PROBE", "[]"))
    for request in requests if question["heard"] == 0 else []:
        note(request=request, answer=ask(**request))
    return good(question)


def look_around():
    fds = sorted(int(fd) for fd in os.listdir("/proc/self/fd"))
    note(fds={fd: os.readlink(f"/proc/self/fd/{fd}") for fd in fds if os.path.exists(f"/proc/self/fd/{fd}")})
    with open("/proc/self/status") as status:
        note(signals={line.split()[0]: line.split()[1] for line in status if line.startswith(("SigIgn", "SigBlk"))})


ILLEGAL = b'{"move": "fly home"}\n'
AT_MOVE = {
    "not-json": lambda _: raw(b"I think I will dig.\n") or None,
    "not-json-once": once(b"let me see\n"),
    "illegal": answer_with(ILLEGAL * 1),
    "illegal-once": once(ILLEGAL),
    "illegal-twice": lambda question: once(ILLEGAL)(question) and once(ILLEGAL)(question),
    "empty": answer_with(b"{}\n"),
    "list": answer_with(b'["dig 1"]\n'),
    "deep": answer_with(b"[" * 100000 + b"\n"),
    "deep-object": answer_with(b'{"move":' * 3000 + b"1" + b"}" * 3000 + b"\n"),
    "latin": answer_with(b'{"move": "\xe9\xff"}\n'),
    "zero": answer_with(b'{"move": "dig\x00 1"}\n'),
    "pass": answer_with(b'{"pass": true}\n'),
    "long": answer_with(b'{"move": "' + b"dig " * 300000 + b'"}\n'),
    "endless": forever(b"x" * 4096),
    "endless-lines": forever(b'{"do": "worlds"}\n' * 64),
    "blank-lines": forever(b"\n" * 4096),
    "twice": lambda question: raw((json.dumps(good(question)) + "\n").encode() * 2),
    "closes-output": close(1),
    "closes-input": close(0),
    "exits": leave(3),
    "leaves": lambda question: say(good(question)) or os._exit(0),
    "killed": kill_self,
    "hangs": lambda _: hang(),
    "stubborn": lambda _: hang(stubborn=True),
    "grandchild": grandchild,
    "probe": probe,
    "stderr": lambda question: print("a line for its author", file=sys.stderr, flush=True) or good(question),
}


def main():
    look_around()
    if NAME == "exits-first":
        sys.exit(7)
    if NAME == "hangs-first":
        hang()
    hello = hear()
    if NAME == "tables":
        note(tables=ask(do="games"), early=ask(do="worlds"))
    say({"protocol": 2} if NAME == "version" else "hello" if NAME == "odd-hello" else {"protocol": 1})
    assert hello["ask"] == "hello"
    while True:
        message = hear()
        if message.get("ask") == "move" or "error" in message and NAME not in ("good",):
            question = message if "ask" in message else question  # noqa: F821
            answer = AT_MOVE.get(NAME, good)(question)
            if answer:
                say(answer)
        elif message.get("ask") == "bye":
            note(bye=True)
            if NAME == "lingers":
                hang(stubborn=True)
            return


main()
