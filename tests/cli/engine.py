"""One running `skerry engine`, for the tests beside this file."""
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
        """Sends bytes as they are and returns the answer's text."""
        self.process.stdin.write(request + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise SystemExit(f"no answer to {request[:200]!r}; exit status {self.process.wait()}")
        return answer[:-1].decode()

    def ask(self, do, **members):
        """A request that may be refused: returns the whole answer."""
        return json.loads(self.line(json.dumps({"do": do, **members}).encode()))

    def do(self, do, **members):
        """A request that must succeed."""
        answer = self.ask(do, **members)
        if "error" in answer:
            raise SystemExit(f"{do} {members}: {answer['error']}")
        return answer

    def end(self):
        """Closes its input; returns the exit status."""
        self.process.stdin.close()
        rest = self.process.stdout.read()
        if rest:
            raise SystemExit(f"unasked for: {rest[:200]!r}")
        return self.process.wait()


class Checks:
    """Gathers what did not hold; case() closes a case of the Test Anything Protocol with it."""

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
