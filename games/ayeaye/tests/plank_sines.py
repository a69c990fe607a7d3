#!/usr/bin/env python3
"""The sine table of games/ayeaye/rules/plank.c: every half degree from 0 to 90, in Q14, rounded to nearest.

Usage: plank_sines.py            prints the lines of the table
       plank_sines.py --check    exits with 1 if the source has other values
"""
import math
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[1] / "rules/plank.c"


def main():
    sines = [round(16384 * math.sin(math.radians(i / 2))) for i in range(181)]
    if sys.argv[1:] == ["--check"]:
        table = re.search(r"sines\[\w+ \+ 1\] = \{([^}]*)\}", SOURCE.read_text(encoding="utf-8"))
        if not table or [int(n) for n in re.findall(r"\d+", table.group(1))] != sines:
            sys.exit(f"plank-sines: the table in {SOURCE.name} is wrong; replace it with the output of plank_sines.py")
        print(f"{len(sines)} sines are correct")
        return
    for i in range(0, len(sines), 16):
        print("    " + " ".join(f"{n}," for n in sines[i:i + 16]))


main()
