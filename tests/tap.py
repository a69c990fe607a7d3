"""The Test Anything Protocol, as far as our scripts speak it: a line a case, then the plan."""
import sys
import traceback


class Tap:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def case(self, name, problem=None, skip=None):
        """One case: fine without a problem; a problem is a sentence or several lines."""
        self.count += 1
        self.failed += bool(problem)
        print(f"{'not ok' if problem else 'ok'} {self.count} - {name}" + (f" # SKIP {skip}" if skip else ""))
        for line in str(problem or "").split("\n"):
            if line:
                print(f"# {line}")
        sys.stdout.flush()

    def run(self, name, function):
        """A case that is a function: it fails by raising."""
        try:
            function()
        except Exception as error:  # whatever it is, it is this case that failed
            self.case(name, str(error) if isinstance(error, AssertionError) and str(error) else traceback.format_exc())
        else:
            self.case(name)

    def done(self):
        print(f"1..{self.count}")
        sys.exit(1 if self.failed else 0)
