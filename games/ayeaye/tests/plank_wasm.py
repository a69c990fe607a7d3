#!/usr/bin/env python3
"""Checks that shots on the Plank take the same paths in a wasm32 module as natively. Both must match the hash in
games/ayeaye/tests/plank_paths.h (plank_runs.c is the native side).

Usage: plank_wasm.py
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from tap import Tap  # noqa: E402

SOURCES = ["games/ayeaye/rules/plank.c", "src/base/hash.c", "games/ayeaye/tests/plank_paths.c", "tests/wasm/memory.c"]
HOST = """
const { instance } = await WebAssembly.instantiate(require("fs").readFileSync(process.argv[1]), {});
const half = (high) => (instance.exports.plank_paths_half(high) >>> 0).toString(16).padStart(8, "0");
console.log(half(1) + half(0));
"""


def command(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def same_paths(folder, level):
    headers = command("clang", "-print-resource-dir") + "/include"
    command("clang", "--target=wasm32", level, "-std=c17", "-ffreestanding", "-fno-builtin", "-nostdlib", "-nostdinc",
            "-isystem", headers, f"-I{ROOT / 'src'}", f"-I{ROOT}", "-Wall", "-Wextra", "-Werror",
            "-Wno-missing-field-initializers", "-fuse-ld=lld", "-Wl,--no-entry", "-Wl,--fatal-warnings",
            *[ROOT / source for source in SOURCES], "-o", folder / "plank.wasm")
    golden = re.search(r"PLANK_PATHS_GOLDEN UINT64_C\(0x([0-9a-f]{16})\)", (ROOT / "games/ayeaye/tests/plank_paths.h").read_text())
    actual = command("node", "-e", f"(async () => {{{HOST}}})()", folder / "plank.wasm")
    assert golden and actual == golden.group(1), f"the paths have the hash {actual} in wasm32"


def main():
    tap = Tap()
    if not all(map(shutil.which, ["clang", "wasm-ld", "node"])):
        tap.case("the Plank: the same paths in wasm32", skip="needs clang, lld and node")
        tap.done()
    with tempfile.TemporaryDirectory() as name:
        for level in ["-O0", "-O2"]:
            tap.run(f"the Plank: the same paths in wasm32, {level}", lambda: same_paths(pathlib.Path(name), level))
    tap.done()


main()
