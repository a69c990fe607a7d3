#!/usr/bin/env python3
"""Follows docs/howto-change-a-rule.md in a copy of the source tree, with fewer games: howto.py SKERRY ROOT"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import Tap  # noqa: E402

SKERRY, ROOT = (os.path.abspath(path) for path in sys.argv[1:3])
BUILD = os.path.dirname(os.path.dirname(os.path.dirname(SKERRY)))
IGNORED = shutil.ignore_patterns("node_modules", ".git", "__pycache__", "build*")
GAMES = "200"  # instead of every 2,000 in the document


def blocks(path):
    """Returns (kind, lines) of every fenced block in order. The kind is the text after the opening fence."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return [(kind.strip(), body.split("\n")[:-1]) for kind, body in re.findall(r"^```(.*)\n((?:.*\n)*?)```$", text, re.M)]


def copy_tree(folder):
    """Copies the sources and the build folder. Nothing needs rebuilding, because all paths in the build are relative."""
    for name in os.listdir(ROOT):
        path = os.path.join(ROOT, name)
        if os.path.isfile(path):
            shutil.copy2(path, folder)
        elif name not in IGNORED(ROOT, [name]):
            shutil.copytree(path, os.path.join(folder, name), symlinks=True, ignore=IGNORED)
    subprocess.run(["cp", "-a", BUILD, folder], check=True)


def edit(path, change):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(change(text))


def apply_hunk(folder, path, hunk):
    old = "".join(line[1:] + "\n" for line in hunk if line[:1] != "+")
    new = "".join(line[1:] + "\n" for line in hunk if line[:1] != "-")

    def change(text):
        assert text.count(old) == 1, f"{path} must contain this once, but has it {text.count(old)} times:\n{old}"
        return text.replace(old, new)

    edit(os.path.join(folder, path), change)


def apply_diff(folder, lines):
    path, hunk = None, []
    for line in lines + ["@@"]:
        if hunk and (line.startswith("@@") or line.startswith("--- ")):
            apply_hunk(folder, path, hunk)
            hunk = []
        if line.startswith("+++ "):
            path = line.split("/", 1)[1]
        elif line[:3] not in ("---", "@@", "@@ "):
            hunk.append(line or " ")


def patch_agrees(folder, lines):
    """Checks that patch accepts the diff that we apply ourselves."""
    if not shutil.which("patch"):
        return
    done = subprocess.run(["patch", "-p1", "--dry-run", "-F0"], input="\n".join(lines) + "\n", capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, f"patch -p1 rejects it: {done.stdout}"


def run_lines(folder, lines, fails):
    skerry = os.path.join(folder, os.path.relpath(SKERRY, ROOT))
    build = os.path.join(folder, os.path.basename(BUILD))
    for line in lines:
        words = shlex.split(line)
        assert words[0] == "./run", f"cannot run this line: {line}"
        made = subprocess.run(["ninja", "-C", build, os.path.relpath(SKERRY, BUILD)], capture_output=True, text=True)
        assert made.returncode == 0, made.stdout[-2000:]
        words = [GAMES if word == "2000" else word for word in words]
        done = subprocess.run([skerry, *words[1:]], capture_output=True, text=True, cwd=folder, timeout=300)
        assert (done.returncode != 0) == fails, f"{line}: exit {done.returncode}\n{done.stdout[-1000:]}{done.stderr[-1000:]}"


def step(folder, kind, lines):
    kind, _, rest = kind.partition(" ")
    if kind == "sh":
        run_lines(folder, lines, rest == "fails")
    elif kind == "diff":
        patch_agrees(folder, lines)
        apply_diff(folder, lines)
    elif kind == "scene":
        edit(os.path.join(folder, rest), lambda text: text + "\n".join(lines) + "\n")
    elif kind == "json":
        with open(os.path.join(folder, rest), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def title(kind, lines):
    plain = [line for line in lines if line and not line.startswith("@@")]
    return f"{kind.partition(' ')[0]}: {plain[0][:70]}"


def check_results(folder):
    """The results described in the document."""
    read = lambda name: json.load(open(os.path.join(folder, name), encoding="utf-8"))  # noqa: E731
    early, late = (read(f"greedy-{n}.json")["seats"][0]["wins"] for n in (0, 2))
    assert late > 1.3 * early > 0, f"greedy bots won {early} games, but {late} with a late tide"
    assert read("random-0.json")["seats"][0]["wins"] == read("random-2.json")["seats"][0]["wins"] == 0
    for page in ("actions", "compare", "tide", "levels"):
        assert os.path.getsize(os.path.join(folder, page + ".html")) > 10000, page
    rules = subprocess.run([sys.executable, "tools/check-rules.py", "."], capture_output=True, text=True, cwd=folder)
    assert rules.returncode == 0, rules.stdout


tap = Tap()
why = None if os.path.dirname(BUILD) == ROOT and shutil.which("ninja") else "the build folder is not in the source tree"
with tempfile.TemporaryDirectory() as place:
    if why:
        tap.case("the steps of docs/howto-change-a-rule.md", skip=why)
    else:
        copy_tree(place)
        for what, content in blocks(os.path.join(ROOT, "docs/howto-change-a-rule.md")):
            if what:
                tap.run(title(what, content), lambda: step(place, what, content))
        tap.run("it came out as the page says", lambda: check_results(place))
tap.done()
