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
        yield "skip" if skipped else match.group(1).lower(), match.group(2).strip()
    if not found:
        yield "ok" if good else "not ok", "the whole of it"
    elif not good and not any(match.group(1).lower() == "not ok" for match in found):
        # It died, or its plan did not come true: no case says so.
        yield "not ok", f"ended badly ({test['result'].lower()}, exit {test.get('returncode')})"


def main():
    label = sys.argv[2] if len(sys.argv) > 2 else None
    for line in open(sys.argv[1], encoding="utf-8"):
        test = json.loads(line)
        name = test["name"].split(" / ")[-1]
        suites = [part.split(":")[-1] for part in test["name"].split(" / ")[0].split("+")]
        if label:
            print("ok" if test["result"] in ("OK", "SKIP", "EXPECTEDFAIL") else "not ok", label, f"{suites[0]}/{name}")
            continue
        for verdict, case in cases(test):
            print(verdict, suites[0], f"{name}: {case}")


main()
