"""One running `skerry engine`, for the tests beside this file."""
import json
import subprocess


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
    """Counts what held and says what did not."""

    def __init__(self):
        self.good = self.bad = 0

    def that(self, holds, what):
        if holds:
            self.good += 1
        else:
            self.bad += 1
            print(f"FAILED {what}")

    def close(self, name):
        print(f"{name}: {self.good} passed, {self.bad} failed")
        raise SystemExit(1 if self.bad else 0)
