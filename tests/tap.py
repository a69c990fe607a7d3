"""The subset of the Test Anything Protocol that our scripts use: one line per case, then the plan."""
import sys
import traceback


class Tap:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def case(self, name, problem=None, skip=None):
        """Reports one case. It passes if there is no problem; a problem is a sentence or several lines."""
        self.count += 1
        self.failed += bool(problem)
        print(f"{'not ok' if problem else 'ok'} {self.count} - {name}" + (f" # SKIP {skip}" if skip else ""))
        for line in str(problem or "").split("\n"):
            if line:
                print(f"# {line}")
        sys.stdout.flush()

    def run(self, name, function):
        """Runs a function as one case. The case fails if the function raises an exception."""
        try:
            function()
        except Exception as error:  # any exception fails this case
            self.case(name, str(error) if isinstance(error, AssertionError) and str(error) else traceback.format_exc())
        else:
            self.case(name)

    def done(self):
        print(f"1..{self.count}")
        sys.exit(1 if self.failed else 0)
