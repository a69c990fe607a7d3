#!/usr/bin/env python3
"""Checks that rules, scenes and refusals agree, for every game listed in games/meson.build:

- games/ID/rules.md defines each number once (**R7**), from 1 without gaps. A retired rule keeps its number and says
  "retired", so that a number is never reused.
- Every rule has a scene whose name starts with its number (`scene R12 R13 Title`).
- Every number cited by a refusal, a comment or a scene exists in the document.

Prints each problem as FILE:LINE: problem, and exits with 1 if there is one. Usage: check-rules.py [ROOT]
"""
import pathlib
import re
import sys

RULE = re.compile(r"\*\*R(\d+)\*\*")
CITED = re.compile(r"\bR(\d+)(?:\s*-\s*R(\d+))?\b")
REFUSE = re.compile(r"\brefuse\s*\(\s*[^,;]+,\s*SK_[A-Z]+\s*,\s*([^,]+?)\s*,")
GIVEN = re.compile(r"\bint32_t rule\b\s*(?:=([^;]*);|[,);])")  # a rule number that is computed or passed in
SCENE = re.compile(r"^scene\s+(.*)$")
NUMBERS = re.compile(r"^((?:R\d+(?:[\s,:]+|$))+)")
REGISTERED = re.compile(r"game_ids = \[(.*?)\]", re.S)
EXPECT_REFUSED = re.compile(r"^expect\s+refused\s+(\d+)\b")


class Checker:
    def __init__(self, root):
        self.root = root
        self.found = []
        self.counts = {"rules": 0, "scenes": 0}

    def report(self, path, line, text):
        self.found.append((path.relative_to(self.root).as_posix(), line, text))

    def lines(self, path):
        return list(enumerate(path.read_text(encoding="utf-8").split("\n"), 1))

    def read_rules(self, doc):
        """Returns the line of each rule, and the set of retired rules."""
        rules, retired = {}, set()
        for number, line in self.lines(doc):
            for match in RULE.finditer(line):
                rule = int(match.group(1))
                if rule in rules:
                    self.report(doc, number, f"R{rule} is given twice, first in line {rules[rule]}")
                rules.setdefault(rule, number)
                if "retired" in line.lower():
                    retired.add(rule)
        for rule in range(1, max(rules, default=0)):
            if rule not in rules:
                self.report(doc, 1, f"R{rule} is missing; a retired rule keeps its number, marked as retired")
        return rules, retired

    def read_scenes(self, folder, rules):
        covered = set()
        for path in sorted(folder.glob("*.scene")):
            for number, line in self.lines(path):
                scene, refused = SCENE.match(line.strip()), EXPECT_REFUSED.match(line.strip())
                if refused and int(refused.group(1)) not in rules | {0}:
                    self.report(path, number, f"R{refused.group(1)} is not in the rules")
                if not scene:
                    continue
                self.counts["scenes"] += 1
                leading = NUMBERS.match(scene.group(1))
                if not leading:
                    self.report(path, number, "a scene's name begins with the number of its rule, like R12")
                    continue
                for cited in re.findall(r"R(\d+)", leading.group(1)):
                    if int(cited) not in rules:
                        self.report(path, number, f"R{cited} is not in the rules")
                    covered.add(int(cited))
        return covered

    def check_sources(self, folder, rules):
        for path in sorted([*folder.glob("*.h"), *folder.glob("rules/*.[ch]")]):
            text = path.read_text(encoding="utf-8")
            for match in REFUSE.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                rule = match.group(1)
                if rule == "rule" and GIVEN.search(text):
                    continue  # the numbers are where `rule` is set; the loop below checks them
                if not rule.isdigit():
                    self.report(path, line, f"a refusal cites its rule as a plain number, not {rule}")
                elif int(rule) not in rules | {0}:
                    self.report(path, line, f"this refusal cites R{rule}, which is not in the rules")
            for match in GIVEN.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                for rule in re.findall(r"(?<![\w])\d+", match.group(1) or ""):
                    if int(rule) not in rules | {0}:
                        self.report(path, line, f"this refusal cites R{rule}, which is not in the rules")
            for number, line in self.lines(path):
                for match in CITED.finditer(line):
                    for rule in filter(None, match.groups()):
                        if int(rule) not in rules:
                            self.report(path, number, f"R{rule} is not in the rules")

    def check_game(self, folder):
        doc = folder / "rules.md"
        if not doc.is_file():
            self.report(doc, 1, "is missing: every game needs written rules")
            return
        rules, retired = self.read_rules(doc)
        if not rules:
            self.report(doc, 1, "has no rule numbers like **R1**")
        covered = self.read_scenes(folder / "scenes", set(rules))
        for rule, line in rules.items():
            if rule not in covered and rule not in retired:
                self.report(doc, line, f"R{rule} has no scene")
        self.check_sources(folder, set(rules))
        self.counts["rules"] += len(rules)

    def run(self):
        games = self.root / "games"
        listed = REGISTERED.search((games / "meson.build").read_text(encoding="utf-8"))
        for game in re.findall(r"'([\w-]+)'", listed.group(1) if listed else ""):
            if (games / game).is_dir():
                self.check_game(games / game)
            else:
                self.report(games / "meson.build", 1, f"lists {game}, which has no folder here")
        return sorted(self.found)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    if not (root / "games/meson.build").is_file():
        sys.exit(f"check-rules: {root} has no games/meson.build")
    checker = Checker(root)
    found = checker.run()
    for name, line, text in found:
        print(f"{name}:{line}: {text}")
    if not found:
        print(f"{checker.counts['rules']} rules, {checker.counts['scenes']} scenes: all numbers agree")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
