#!/usr/bin/env python3
"""Checks that the rules are freestanding: they compile and link for wasm32 without a library, use no floats and no
mutable globals, and play the same games in wasm32 as natively.

Usage: wasm.py FOLDER GAME… -- SOURCE…   (FOLDER: contains wasm-native-GAME for each game, built from native.c;
SOURCE…: the rules)
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from tap import Tap  # noqa: E402

SEEDS = 200
COMMON = ["clang", "-std=c17", "-ffreestanding", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers",
          "-nostdinc", "-isystem", None, f"-I{ROOT / 'src'}", f"-I{ROOT}", "-c"]
WASM = ["--target=wasm32", "-O2", "-fno-builtin"]
# Without floating-point registers, floats become library calls, which nm shows. Without -fPIC, tables of constants stay
# constant, so every symbol that nm shows as data or bss is a mutable global.
NATIVE = ["-O1", "-fno-pic", "-mgeneral-regs-only"]


def command(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def compiled(folder, name, flags, sources):
    """Compiles each source and returns the objects. Fails with the compiler's messages."""
    resources = command("clang", "-print-resource-dir")[1].strip() + "/include"
    base = [resources if word is None else word for word in COMMON]

    def one(i, source):
        out = folder / f"{name}-{i}-{pathlib.Path(source).stem}.o"
        code, _, errors = command(*base, *flags, source, "-o", out)
        assert code == 0, f"{source}:\n{errors}"
        return out

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, range(len(sources)), sources))


def self_contained(objects):
    """Checks that the objects have no mutable globals and need only functions that a compiler may always call."""
    code, out, errors = command("nm", *objects)
    assert code == 0, errors
    symbols = [line.split()[-2:] for line in out.split("\n") if len(line.split()) >= 2]
    changing = [name for kind, name in symbols if kind in "bBdDcCgGsS"]
    assert not changing, f"mutable globals: {', '.join(changing)}"
    known = {name for kind, name in symbols if kind not in "Uw"} | {"memcpy", "memset", "memcmp", "memmove"}
    foreign = sorted({name for kind, name in symbols if kind in "Uw"} - known)
    assert not foreign, f"library calls (floats need them too): {', '.join(foreign)}"


def module(folder, game, rules):
    objects_of_game = compiled(folder, game, WASM + [f"-DGAME={game.replace('-', '_')}_game"], [ROOT / "tests/wasm/play.c"])
    code, _, errors = command("clang", "--target=wasm32", "-nostdlib", "-fuse-ld=lld", "-Wl,--no-entry", "-Wl,--fatal-warnings",
                            *rules, *objects_of_game, "-o", folder / f"{game}.wasm")
    assert code == 0, errors


def same_games(folder, native, game):
    code, native_lines, errors = command(native, "play", game, SEEDS)
    assert code == 0, errors
    content = folder / f"{game}-content"
    assert command(native, "content", game, content)[0] == 0, "the content could not be written"
    code, wasm_lines, errors = command("node", ROOT / "tests/wasm/play.mjs", folder / f"{game}.wasm", content, SEEDS)
    assert code == 0, errors
    pairs = list(zip(native_lines.split("\n"), wasm_lines.split("\n")))
    for a, b in pairs:
        assert a == b, f"native `{a}`, wasm32 `{b}`"
    assert len(pairs) == SEEDS + 1 and all(int(a.split()[1]) for a, _ in pairs[:-1]), native_lines
    assert len({a.split()[2] for a, _ in pairs[:-1]}) > SEEDS / 2, "too many games have the same result"


def main():
    tap = Tap()
    natives, games = pathlib.Path(sys.argv[1]), sys.argv[2:sys.argv.index("--")]
    sources = sys.argv[sys.argv.index("--") + 1:] + [ROOT / "src/engine/rules.c"]
    if not shutil.which("clang") or not shutil.which("wasm-ld"):
        tap.case("wasm32", skip="needs clang and lld")
        tap.done()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rules = []
        tap.run("the rules compile for wasm32", lambda: rules.extend(
            compiled(folder, "wasm", WASM, sources + [ROOT / "tests/wasm/memory.c", ROOT / "src/base/hash.c"])))
        tap.run("no floats, no globals that change", lambda: self_contained(compiled(folder, "native", NATIVE, sources)))
        for game in games:
            tap.run(f"{game}: links into a module that imports nothing", lambda: module(folder, game, rules))
            if shutil.which("node") and (folder / f"{game}.wasm").exists():
                tap.run(f"{game}: {SEEDS} games end alike here and there",
                        lambda: same_games(folder, natives / f"wasm-native-{game}", game))
            else:
                tap.case(f"{game}: games end alike here and there", skip="needs node to run the module")
    tap.done()


main()
