#!/usr/bin/env python3
"""Rejects names that were retired for a better one (docs/glossary.md): check-names.py [ROOT]

tools/retired-names.txt lists them: file names, identifiers in C and TypeScript, members of C structs. Words in comments, strings and
documents are not looked at, because many retired names are ordinary words or parts of a format.

Prints FILE:LINE: and the name; exits with 1 if there is one.
"""
import fnmatch
import pathlib
import re
import sys

FOLDERS = ("src", "games", "web", "tools", "tests", "bench")
SKIPPED = {"node_modules", "dist", "generated", "corpus", "releases", "__pycache__"}
C_TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
TS_TEXT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|/\*.*?\*/|(?<!:)//[^\n]*", re.S)
STRUCT = re.compile(r"^(?:typedef )?struct (\w+) \{(.*?)^\}", re.S | re.M)
WORD = re.compile(r"[A-Za-z_]\w*")


def read_list(path):
    """The retired names by kind; members by struct."""
    names = {"file": set(), "c": set(), "ts": set(), "member": {}}
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        words = line.split()
        if not words or words[0] == "#" or words[0].startswith("#"):
            continue
        kind, rest = words[0], words[1:]
        if kind not in names or not rest:
            sys.exit(f"{path}:{number}: a line is file, c, ts or member and its names, not {line!r}")
        if kind == "member":
            names["member"].setdefault(rest[0], set()).update(rest[1:])
        else:
            names[kind].update(rest)
    return names


def blanked(pattern, text):
    """The text with strings and comments blanked out, line by line as before."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


class Checker:
    def __init__(self, root, names):
        self.root, self.names = root, names
        self.exact = {kind: {n for n in names[kind] if "*" not in n} for kind in ("c", "ts")}
        self.families = {kind: [re.compile(fnmatch.translate(n)) for n in sorted(names[kind]) if "*" in n] for kind in ("c", "ts")}
        self.found, self.seen = [], 0

    def report(self, path, line, name, what):
        self.found.append((path.relative_to(self.root).as_posix(), line, f"{name} is a retired {what}; docs/glossary.md says what to write"))

    def check_words(self, path, text, kind):
        known = {}
        for number, line in enumerate(text.split("\n"), 1):
            for word in WORD.findall(line):
                if word not in known:
                    known[word] = word in self.exact[kind] or any(f.match(word) for f in self.families[kind])
                if known[word]:
                    self.report(path, number, word, "name")

    def check_members(self, path, text):
        for struct in STRUCT.finditer(text):
            retired = self.names["member"].get(struct.group(1), set())
            for member in re.finditer(r"\b(\w+)(?:\[[^\]]*\])*\s*[;,]|\(\*(\w+)\)\(", struct.group(2)):
                name = member.group(1) or member.group(2)
                if name in retired:
                    line = text.count("\n", 0, struct.start(2) + member.start()) + 1
                    self.report(path, line, f"{struct.group(1)}.{name}", "member")

    def run(self):
        for folder in FOLDERS:
            for path in sorted((self.root / folder).rglob("*")):
                if not path.is_file() or SKIPPED & set(path.relative_to(self.root).parts):
                    continue
                self.seen += 1
                if path.name in self.names["file"]:
                    self.report(path, 1, path.name, "file name")
                if path.suffix in (".c", ".h"):
                    text = blanked(C_TEXT, path.read_text(encoding="utf-8"))
                    self.check_words(path, text, "c")
                    self.check_members(path, text)
                elif path.suffix in (".ts", ".tsx"):
                    self.check_words(path, blanked(TS_TEXT, path.read_text(encoding="utf-8")), "ts")
        return sorted(self.found)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    checker = Checker(root, read_list(root / "tools/retired-names.txt"))
    found = checker.run()
    for name, line, text in found:
        print(f"{name}:{line}: {text}")
    if not found:
        print(f"{checker.seen} files, no retired name")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
