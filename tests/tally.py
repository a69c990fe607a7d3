#!/usr/bin/env python3
"""Turns what `meson test` wrote down into lines `ok SUITE NAME`, `not ok SUITE NAME` and `skip SUITE NAME`, a line a case.

Usage: tally.py TESTLOG.json [LABEL]. With a label (a build of another kind, running the same tests again) a program is
one case, so that no case is counted twice.
"""
import json
import re
import sys

LINE = re.compile(r"^(ok|not ok)\b\s*\d*\s*-?\s*([^#]*)(#\s*(SKIP|TODO)\b.*)?$", re.I)


def cases(test):
    """Yields (verdict, name) for each case of a program."""
    found = [match for match in map(LINE.match, test.get("stdout", "").split("\n")) if match]
    good = test["result"] in ("OK", "EXPECTEDFAIL")
    if test["result"] == "SKIP":
        yield "skip", test["name"].split(" / ")[-1]
        return
    for match in found:
        skipped = (match.group(4) or "").upper() == "SKIP"
        why = f" ({match.group(3)[1:].strip()[5:]})" if skipped else ""
        yield "skip" if skipped else match.group(1).lower(), match.group(2).strip() + why
    if not found:
        yield "ok" if good else "not ok", "the whole of it"
    elif not good and not any(match.group(1).lower() == "not ok" for match in found):
        # It died, or its plan did not come true: no case says so.
        yield "not ok", f"ended badly ({test['result'].lower()}, exit {test.get('returncode')})"


def explain(test, where):
    """What a failed program said, on standard error: of each failed case its remarks, or else its last lines."""
    lines = test.get("stdout", "").split("\n")
    shown = []
    for i, line in enumerate(lines):
        if line.lower().startswith("not ok"):
            shown.append(line)
            for more in lines[i + 1:i + 25]:
                if not more.startswith("#"):
                    break
                shown.append("    " + more[1:].strip())
    said = test.get("stderr", "").strip().split("\n")
    if not shown:
        said = lines + said
    print(f"-- {where}", *shown, *[line for line in said if line][-25:], sep="\n", file=sys.stderr)


def main():
    label = sys.argv[2] if len(sys.argv) > 2 else None
    for line in open(sys.argv[1], encoding="utf-8"):
        test = json.loads(line)
        name = test["name"].split(" / ")[-1]
        suite = test["name"].split(" / ")[0].split("+")[0].split(":")[-1]
        good = test["result"] in ("OK", "SKIP", "EXPECTEDFAIL")
        if not good:
            explain(test, f"{label + ': ' if label else ''}{suite}/{name}")
        if label:
            print("ok" if good else "not ok", label, f"{suite}/{name}")
            continue
        for verdict, case in cases(test):
            print(verdict, suite, f"{name}: {case}")


main()
