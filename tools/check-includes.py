#!/usr/bin/env python3
"""Checks the arrows between the folders of src (docs/tour.md has the picture):

    base <- engine <- games <- {bots, text} <- review <- {lab, serve, term} <- cli

Games never include each other; a game's own header is for its bot and its text alone; whatever the rules of a game
reach is freestanding C; and nothing outside a game's own files names it. Prints FILE:LINE: what is wrong; exits 1.

Usage: check-includes.py [ROOT]
"""
import pathlib
import re
import sys

RANK = {"base": 0, "engine": 1, "games": 2, "bots": 3, "text": 3, "review": 4, "lab": 5, "serve": 5, "term": 5, "cli": 6}
FREESTANDING = {"stdint.h", "stddef.h", "stdbool.h"}
INTRINSICS = {("base/bits.h", "immintrin.h")}  # the compiler's own, behind a guard
RULE_SIDE = {"engine/rules.c", "engine/rules.h", "engine/game.h"}  # and whatever src/games/ID reaches
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LITERAL_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.S)


def without_comments(text):
    """The same lines with comments blanked out; string literals stay."""
    def blank(match):
        piece = match.group(0)
        return piece if piece[0] == '"' else re.sub(r"[^\n]", " ", piece)
    return LITERAL_OR_COMMENT.sub(blank, text)


class Checker:
    def __init__(self, root):
        self.src = root / "src"
        self.found = []
        self.files = {}
        tables = self.src.glob("bots/nets/*.inc")  # numbers, for one file to include
        for path in sorted([*self.src.rglob("*.[ch]"), *tables]):
            self.files[path.relative_to(self.src).as_posix()] = without_comments(path.read_text(encoding="utf-8"))
        self.games = sorted(p.name for p in (self.src / "games").iterdir() if p.is_dir()) \
            if (self.src / "games").is_dir() else []

    def report(self, name, line, text):
        self.found.append((name, line, text))

    def includes(self, name):
        for number, line in enumerate(self.files[name].split("\n"), 1):
            match = INCLUDE.match(line)
            if match:
                yield number, match.group(1) == "<", match.group(2)

    def game_of(self, name):
        """The game whose folder a file lies in, or None."""
        parts = name.split("/")
        return parts[1] if parts[0] == "games" and len(parts) > 2 else None

    def may_know(self, name, game):
        """Its own folder, its bot and its text: bots/ID.c, or bots/ID_*.c and .h when that has outgrown one file; its net."""
        own = re.escape(game)
        return self.game_of(name) == game or re.fullmatch(rf"(bots|text)/{own}(\.c|_\w+\.[ch])|bots/nets/{own}(\.c|_\w+\.inc)", name)

    def check_arrow(self, name, line, target):
        here, there = name.split("/")[0], target.split("/")[0]
        if "/" not in target or target not in self.files:
            self.report(name, line, f'"{target}" is no file of src; write its path from there, like "base/err.h"')
            return
        if here not in RANK or there not in RANK:
            self.report(name, line, f"the folder of {name if here not in RANK else target} has no place in the order")
            return
        if here != there and RANK[there] >= RANK[here]:
            self.report(name, line, f"{here} may not include {there}: the arrows point the other way")
            return
        game = self.game_of(target)
        if game and not self.may_know(name, game):
            self.report(name, line, f"{target} is for the rules, the bot and the text of {game} alone")
        elif game and self.game_of(name) != game and target != f"games/{game}/{game}.h":
            self.report(name, line, f"{target} is for the rules of {game} alone; others have games/{game}/{game}.h")
        elif self.game_of(name) and not game and there == "games":
            self.report(name, line, "the rules of a game know nothing of the other games")

    def rule_side(self):
        """Every file the rules of a game are made of, headers they reach included."""
        todo = [n for n in self.files if self.game_of(n) or n in RULE_SIDE]
        reached = set()
        while todo:
            name = todo.pop()
            if name in reached or name not in self.files:
                continue
            reached.add(name)
            todo += [target for _, system, target in self.includes(name) if not system]
        return reached

    def check_freestanding(self, name):
        for line, system, target in self.includes(name):
            if system and target not in FREESTANDING and (name, target) not in INTRINSICS:
                self.report(name, line, f"<{target}> has no place on the rules' side: no library beyond "
                            + ", ".join(sorted(FREESTANDING)))

    def check_names(self, name):
        """A new game is its own files and one line of the registry; nothing else names it."""
        if name == "games/registry.c":
            return
        for game in self.games:
            if self.may_know(name, game):
                continue
            word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(game)}(?![A-Za-z0-9])")
            for number, line in enumerate(self.files[name].split("\n"), 1):
                if word.search(line) and not INCLUDE.match(line):
                    self.report(name, number, f"names the game {game}; only its own files and the registry do")

    def run(self):
        for name in self.files:
            for line, system, target in self.includes(name):
                if not system:
                    self.check_arrow(name, line, target)
            self.check_names(name)
        for name in self.rule_side():
            self.check_freestanding(name)
        return sorted(self.found)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    if not (root / "src").is_dir():
        sys.exit(f"check-includes: {root} has no folder src")
    checker = Checker(root)
    found = checker.run()
    for name, line, text in found:
        print(f"src/{name}:{line}: {text}")
    if not found:
        print(f"{len(checker.files)} files, every include goes the right way")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
