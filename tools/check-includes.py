#!/usr/bin/env python3
"""Checks that includes follow the order of the folders (docs/tour.md has the picture):

    base <- engine <- games/ID/rules <-+- bots <- games/ID/bot --------------------+<- review <- {lab, serve, term}
    <- cli
                                       +- text <- games/ID/words <- games/ID/term -+

1. Includes follow the arrows.
2. A file of one game includes no other game, and shared code includes no game.
3. Outside games/ID/rules, only games/ID/ID.h of the rules is visible.
4. The rules, and every header they include, are freestanding C.
5. No header in games/ID/words declares a function that games/ID/term defines; otherwise the words would need the board
   when the program is linked.
6. No file in src, web or tools names a game.
7. games/ID/web imports only its own folder, web/src/kit (as @/kit) and the generated types (as @/generated).

Prints each problem as FILE:LINE: problem, and exits with 1 if there is one. Usage: check-includes.py [ROOT]
"""
import json
import pathlib
import re
import sys

# A layer includes itself and layers of lower rank. "ID.h" is the public header of a game; "games/X" is folder X of a
# game.
RANK = {"base": 0, "engine": 1, "games/ID.h": 2, "games/rules": 2, "bots": 3, "text": 3, "games/bot": 4, "games/words": 4,
        "games/term": 5, "review": 6, "lab": 7, "serve": 7, "term": 7, "cli": 8, "tools": 9}
BRANCH = {"bots": 1, "games/bot": 1, "text": 2, "games/words": 2, "games/term": 2}  # parallel branches: neither includes the other
FREESTANDING = {"stdint.h", "stddef.h", "stdbool.h"}
INTRINSICS = {("src/base/bits.h", "immintrin.h")}  # compiler intrinsics, behind a guard
RULE_SIDE = {"src/engine/rules.c", "src/engine/rules.h", "src/engine/game.h"}  # plus everything that games/ID/rules includes
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
IMPORT = re.compile(r"""^\s*(?:import|export|\}).*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)""")
DECLARATION = re.compile(r"^[A-Za-z][\w \*]*?\b(\w+)\([^;{}]*\);", re.M)
DEFINITION = re.compile(r"^(?!static\b)[A-Za-z][\w \*]*?\b(\w+)\([^;{}]*\) \{", re.M)
LITERAL_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.S)
NAMELESS = ("src", "web", "tools")  # shared code, which must not name a game
BUILT = {"node_modules", "dist", "generated", "__pycache__"}
TEXT = {".c", ".h", ".in", ".inc", ".build", ".py", ".sh", ".ts", ".tsx", ".mjs", ".css", ".json", ".html", ".js", ".svg"}


def without_comments(text):
    """Replaces comments with spaces; keeps line breaks and string literals."""
    def blank(match):
        piece = match.group(0)
        return piece if piece[0] == '"' else re.sub(r"[^\n]", " ", piece)
    return LITERAL_OR_COMMENT.sub(blank, text)


class Checker:
    def __init__(self, root):
        self.root = root
        self.found = []
        self.files = {}
        self.boards = {}  # TypeScript files of the games by path
        self.games = sorted(p.name for p in (root / "games").iterdir() if p.is_dir()) if (root / "games").is_dir() else []
        for folder in ("src", "games"):
            for path in sorted([*(root / folder).rglob("*.[ch]"), *(root / folder).rglob("*.inc")]):
                name = path.relative_to(root).as_posix()
                if self.layer(name) != "games/tests":
                    self.files[name] = without_comments(path.read_text(encoding="utf-8"))
        for path in sorted((root / "games").glob("*/web/**/*.ts*")):
            self.boards[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")

    def report(self, name, line, text):
        self.found.append((name, line, text))

    def includes(self, name):
        for number, line in enumerate(self.files[name].split("\n"), 1):
            match = INCLUDE.match(line)
            if match:
                yield number, match.group(1) == "<", match.group(2)

    def target(self, spelled):
        """The file that an include names: relative to the root for games and tools, otherwise to src."""
        return spelled if spelled.split("/")[0] in ("games", "tools") else "src/" + spelled

    def game(self, name):
        """The game whose folder contains the file, or None."""
        parts = name.split("/")
        return parts[1] if parts[0] == "games" and len(parts) > 2 else None

    def layer(self, name):
        parts = name.split("/")
        if parts[0] == "tools" or name.endswith("/bot/train.c"):  # a game may have its own trainer
            return "tools"
        if parts[0] == "src":
            return parts[1]
        return "games/ID.h" if len(parts) == 3 and parts[2] == parts[1] + ".h" else f"games/{parts[2]}"

    def check_arrow(self, name, line, spelled):
        target = self.target(spelled)
        here, there = self.layer(name), self.layer(target) if "/" in spelled else ""
        if "/" not in spelled or (target not in self.files and not (self.root / target).is_file()):
            self.report(name, line, f'"{spelled}" is not a file; write the path from src ("base/err.h") or from the root ("games/ID/ID.h")')
        elif here not in RANK or there not in RANK:
            self.report(name, line, f"the folder of {name if here not in RANK else target} is not in the layer order (RANK)")
        elif self.game(target) and self.game(target) != self.game(name):
            self.report(name, line, f"{spelled} is for the files of {self.game(target)} alone")
        elif target == "src/engine/registry.h" and here in ("games/rules", "games/ID.h"):
            self.report(name, line, "the rules of a game know nothing of the other games")
        elif there == "games/rules" and here not in ("games/rules", "games/ID.h"):
            self.report(name, line, f"{spelled} is for the rules alone; include games/{self.game(target)}/{self.game(target)}.h")
        elif BRANCH.get(here, 0) != BRANCH.get(there, 0) and here in BRANCH and there in BRANCH:
            self.report(name, line, f"{here} may not include {there}: they are parallel branches")
        elif here != there and RANK[there] >= RANK[here] and {here, there} != {"games/rules", "games/ID.h"}:
            self.report(name, line, f"{here} may not include {there}: the arrows point the other way")

    def rule_side(self):
        """Every file of the rules, including all headers they reach."""
        todo = [n for n in self.files if self.layer(n) in ("games/rules", "games/ID.h") or n in RULE_SIDE]
        reached = set()
        while todo:
            name = todo.pop()
            if name in reached or name not in self.files:
                continue
            reached.add(name)
            todo += [self.target(spelled) for _, system, spelled in self.includes(name) if not system]
        return reached

    def check_freestanding(self, name):
        for line, system, target in self.includes(name):
            if system and target not in FREESTANDING and (name, target) not in INTRINSICS:
                self.report(name, line, f"<{target}> has no place in the rules: no library beyond "
                            + ", ".join(sorted(FREESTANDING)))

    def title(self, game):
        words = self.root / "games" / game / "words" / "en.json"
        return json.loads(words.read_text(encoding="utf-8")).get("title") if words.is_file() else None

    def check_names(self):
        """A new game is one folder and one line in games/meson.build. No shared file names a game, not even in a
        comment."""
        if not self.games:
            return
        names = list(self.games) + [title for game in self.games if (title := self.title(game))]
        word = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(map(re.escape, names))})(?![A-Za-z0-9])")
        for folder in NAMELESS:
            for path in sorted((self.root / folder).rglob("*")):
                if path.suffix not in TEXT or BUILT & set(path.parts) or path.name == "package-lock.json":
                    continue
                for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
                    found = None if INCLUDE.match(line) else word.search(line)  # check_arrow handles includes
                    if found:
                        self.report(path.relative_to(self.root).as_posix(), number, f"names the game {found.group(1)}; only games/ does")

    def check_declarations(self, game):
        """Words declare none of the board's functions."""
        of = lambda folder, end: {n: text for n, text in self.files.items()
                                  if n.startswith(f"games/{game}/{folder}/") and n.endswith(end)}
        defined = {match.group(1): n for n, text in of("term", ".c").items() for match in DEFINITION.finditer(text)}
        for name, text in of("words", ".h").items():
            for match in DECLARATION.finditer(text):
                if match.group(1) in defined:
                    self.report(name, text.count("\n", 0, match.start(1)) + 1,
                                f"{match.group(1)} is defined in {defined[match.group(1)]}; the words do not know the board")

    def check_imports(self, name):
        for number, line in enumerate(self.boards[name].split("\n"), 1):
            for target in filter(None, (piece for match in IMPORT.findall(line) for piece in match)):
                own = target.startswith("./") or (target.startswith("../") and name.count("/") > 3)
                if not own and not re.match(r"@/(kit|generated)/|preact(/|$)", target):
                    self.report(name, number, f"a board imports its own folder, @/kit and @/generated, not {target}")

    def run(self):
        for name in self.files:
            for line, system, target in self.includes(name):
                if not system:
                    self.check_arrow(name, line, target)
        for name in self.rule_side():
            self.check_freestanding(name)
        for game in self.games:
            self.check_declarations(game)
        for name in self.boards:
            self.check_imports(name)
        self.check_names()
        return sorted(self.found)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    if not (root / "src").is_dir():
        sys.exit(f"check-includes: {root} has no folder src")
    checker = Checker(root)
    found = checker.run()
    for name, line, text in found:
        print(f"{name}:{line}: {text}")
    if not found:
        print(f"{len(checker.files)} C files and {len(checker.boards)} board files: every include and import follows the arrows")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
