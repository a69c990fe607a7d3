#!/usr/bin/env python3
"""Checks compiler hardening and the documented service sandbox: hardening.py SKERRY HOSTING.md

Reads the program's ELF headers (readelf). If systemd is installed, also rates the unit in docs/hosting.md without
running it.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

tap = Tap()
WORST = 1.5  # highest allowed exposure in systemd-analyze security, 0 to 10; docs/hosting.md has the measured value


def readelf(*args):
    return subprocess.run(["readelf", "-W", *args, sys.argv[1]], check=True, capture_output=True, text=True).stdout


def units(folder):
    """Writes the documented units to files. The program is replaced by one that exists everywhere; that does not affect
    the analysis."""
    parts = re.findall(r"```ini\n(.*?)```", open(sys.argv[2], encoding="utf-8").read(), re.S)
    paths = [f"{folder}/{name}" for name in ("skerry.service", "skerry-backup.service", "skerry-backup.timer")]
    assert len(parts) == len(paths), f"found {len(parts)} units, expected {len(paths)}"
    for path, part in zip(paths, parts):
        with open(path, "w") as file:
            file.write(part.replace("/usr/local/bin/skerry", "/bin/true"))
    return paths


def units_understood():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units(folder)], capture_output=True, text=True)
    output = done.stdout + done.stderr  # unknown settings cause a message, but not a failure
    assert done.returncode == 0 and not output.strip(), output[-600:]


def unit_score():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", units(folder)[0]], capture_output=True, text=True)
    found = re.search(r"Overall exposure level for skerry.service: ([0-9.]+)", done.stdout)
    assert found, done.stdout[-300:] + done.stderr[-300:]
    assert float(found[1]) <= WORST, f"exposure {found[1]}"
    print(f"# exposure {found[1]}")


def missing(text, *words):
    return [word for word in words if word not in text]


if not shutil.which("readelf"):
    tap.case("hardening", skip="readelf is not installed")
    tap.done()
head, segments, dynamic, symbols = readelf("-h"), readelf("-l"), readelf("-d"), readelf("--dyn-syms")
tap.case("position-independent", None if "DYN" in head and "PIE" in dynamic else "the program is not position-independent")
tap.case("symbols are settled at the start and read-only after", ", ".join(missing(segments, "GNU_RELRO") + missing(dynamic, "BIND_NOW")))
stack = next((line for line in segments.split("\n") if "GNU_STACK" in line), "")
tap.case("no stack that can be run", None if " RW " in stack and "E" not in stack.split()[-2] else stack or "no GNU_STACK")
tap.case("no part that can be written and run", None if not re.search(r"LOAD .* RWE ", segments) else "a segment is writable and executable")
tap.case("stack guards", ", ".join(missing(symbols, "__stack_chk_fail")))
tap.case("fortified calls", ", ".join(missing(symbols, "__snprintf_chk", "__memcpy_chk")))
code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "--disassemble=main", sys.argv[1]], capture_output=True, text=True).stdout
if "x86-64" in code and "<main>:" in code:
    tap.case("jumps land where they may", None if "endbr64" in code else "main does not begin with endbr64")
if shutil.which("systemd-analyze"):
    tap.run("systemd understands every line of the units of docs/hosting.md", units_understood)
    tap.run("the unit of docs/hosting.md shuts the server in", unit_score)
else:
    tap.case("the unit of docs/hosting.md shuts the server in", skip="systemd is not installed")
tap.done()
