#!/usr/bin/env python3
"""Converts the log of `meson test` to one line per case: `ok SUITE NAME`, `not ok SUITE NAME` or `skip SUITE NAME`.

Usage: tally.py TESTLOG.json [LABEL]. A label marks another kind of build that runs the same tests again. Each
program then counts as one case, so that no case is counted twice.
"""
import json
import re
import sys

LINE = re.compile(r"^(ok|not ok)\b\s*\d*\s*-?\s*([^#]*)(#\s*(SKIP|TODO)\b.*)?$", re.I)


def cases(test):
    """Yields (verdict, name) for each case of a test program."""
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
        # The program crashed or did not match its plan, but no case says so.
        yield "not ok", f"ended badly ({test['result'].lower()}, exit {test.get('returncode')})"


def explain(test, where):
    """Prints to standard error why a program failed: the comments of each failed case, or else its last lines of
    output."""
    lines = test.get("stdout", "").split("\n")
    shown = []
    for i, line in enumerate(lines):
        if line.lower().startswith("not ok"):
            shown.append(line)
            for more in lines[i + 1:i + 25]:
                if not more.startswith("#"):
                    break
                shown.append("    " + more[1:].strip())
    errors = test.get("stderr", "").strip().split("\n")
    if not shown:
        errors = lines + errors
    print(f"-- {where}", *shown, *[line for line in errors if line][-25:], sep="\n", file=sys.stderr)


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
