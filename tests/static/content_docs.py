#!/usr/bin/env python3
"""content_docs.py SKERRY ROOT [--bless]: checks that the packs in docs/content.md are valid and get the answers shown
there.

A JSON block is the pack for the next `$ skerry content GAME --check FILE`; the line after the command is the
expected answer. With --bless, the answers in the document are updated."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap

skerry, root = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
page = root / "docs/content.md"
text = page.read_text()
tap = Tap()
blocks = re.findall(r"```(\w*)\n(.*?)```", text, re.S)
pack, shown = None, 0
for kind, block in blocks:
    if kind == "json":
        pack = block
        continue
    for game, name, expected in re.findall(r"^\$ skerry content (\w+) --check (\S+)\n(.*)$", block, re.M):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(pack)
            run = subprocess.run([skerry, "content", game, "--check", name], cwd=folder, capture_output=True, text=True)
        answer = (run.stdout + run.stderr).strip()
        if "--bless" in sys.argv:
            text = text.replace(expected, answer)
        else:
            tap.case(f"{name} is answered as the page says", None if answer == expected else f"page: {expected}\nprogram: {answer}")
        shown += 1
if "--bless" in sys.argv:
    page.write_text(text)
else:
    tap.case("the page shows packs", None if shown >= 2 else f"{shown} found")
    tap.done()
