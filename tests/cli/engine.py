"""A running `skerry engine`, shared by the tests in this folder."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from tap import Tap  # noqa: E402


class Engine:
    def __init__(self, skerry):
        self.process = subprocess.Popen([skerry, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def line(self, request):
        """Sends the bytes unchanged and returns the text of the answer."""
        self.process.stdin.write(request + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise SystemExit(f"no answer to {request[:200]!r}; exit status {self.process.wait()}")
        return answer[:-1].decode()

    def ask(self, do, **members):
        """Sends a request that may be refused and returns the whole answer."""
        return json.loads(self.line(json.dumps({"do": do, **members}).encode()))

    def do(self, do, **members):
        """Sends a request that must succeed."""
        answer = self.ask(do, **members)
        if "error" in answer:
            raise SystemExit(f"{do} {members}: {answer['error']}")
        return answer

    def end(self):
        """Closes the program's input and returns its exit status."""
        self.process.stdin.close()
        rest = self.process.stdout.read()
        if rest:
            raise SystemExit(f"output without a request: {rest[:200]!r}")
        return self.process.wait()


class Checks:
    """Collects failed checks; case() reports them as one TAP case."""

    def __init__(self):
        self.tap, self.problems = Tap(), []

    def that(self, holds, what):
        if not holds:
            self.problems.append(what)

    def case(self, name):
        self.tap.case(name, "\n".join(self.problems))
        self.problems = []

    def done(self):
        self.tap.done()
