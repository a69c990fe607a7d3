#!/usr/bin/env python3
"""The checkers of tools/ must be able to fail: small trees with one thing wrong each, and one with nothing wrong."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from tap import Tap  # noqa: E402

GOOD = {
    "src/base/err.h": "#include <stdint.h>\n",
    "src/base/file.h": '#include <stdio.h>\n#include "base/err.h"\n',
    "src/engine/game.h": '#include "base/err.h"\n',
    "src/engine/match.h": '#include "engine/game.h"\n',
    "src/games/registry.c": '#include "engine/game.h"\nextern const Game reef_game;\n'
                            "const Game *const games_all[] = {&reef_game, &cove_game, NULL};\n",
    "src/games/registry.h": '#include "engine/game.h"\n',
    "src/games/reef/reef.h": '#include "engine/game.h"\n',
    "src/games/reef/inner.h": '#include "games/reef/reef.h"\n',
    "src/games/reef/reef.c": '#include "games/reef/inner.h"\n'
                             '/* R1 */ Status s = refuse(err, SK_RULE, 2,\n  "No.");\n',
    "src/games/reef/scenes/all.scene": "scene R1 R2 One\ngame reef\nexpect refused 2 1 walk\nscene R3: Two\n",
    "src/games/cove/cove.h": '#include "engine/game.h"\n',
    "src/games/cove/scenes/all.scene": "scene R1 One\n",
    "src/bots/reef.c": '#include "games/reef/reef.h"\n',
    "src/text/reef.c": '#include "games/reef/reef.h"\n',
    "src/text/reef_board.c": '#include "games/reef/reef.h"\n#include "text/reef_parts.h"\n',
    "src/text/reef_parts.h": "int reef_width(void);\n",
    "src/text/voice.h": '#include "games/registry.h"\n/* unlike reef, say */\n',
    "src/term/play.c": '#include "text/voice.h"\n#include "base/file.h"\n',
    "src/cli/main.c": '#include "engine/match.h"\n',
    "docs/rules/reef.md": "- **R1** One.\n- **R2** Two.\n- **R3** Three.\n- **R4** Retired: four.\n",
    "docs/rules/cove.md": "**R1** One.\n",
}

# checker, what is wrong, the file it is in, its new text, what must be printed
BAD = [
    ("includes", "a lower folder includes a higher", "src/base/err.h", '#include "engine/game.h"\n',
     "src/base/err.h:1: base may not include engine"),
    ("includes", "the engine includes a game list", "src/engine/match.h", '\n#include "games/registry.h"\n',
     "src/engine/match.h:2: engine may not include games"),
    ("includes", "folders side by side", "src/bots/reef.c", '#include "text/voice.h"\n',
     "src/bots/reef.c:1: bots may not include text"),
    ("includes", "a game includes another", "src/games/cove/cove.h", '#include "games/reef/reef.h"\n',
     "src/games/cove/cove.h:1: games/reef/reef.h is for the rules, the bot and the text of reef alone"),
    ("includes", "a game includes the registry", "src/games/cove/cove.h", '#include "games/registry.h"\n',
     "src/games/cove/cove.h:1: the rules of a game know nothing"),
    ("includes", "the command line includes a game", "src/cli/main.c", '#include "games/reef/reef.h"\n',
     "src/cli/main.c:1: games/reef/reef.h is for"),
    ("includes", "a bot reaches into the rules", "src/bots/reef.c", '#include "games/reef/inner.h"\n',
     "src/bots/reef.c:1: games/reef/inner.h is for the rules of reef alone"),
    ("includes", "rules use the library", "src/games/reef/reef.c", "#include <string.h>\n",
     "src/games/reef/reef.c:1: <string.h> has no place"),
    ("includes", "rules use the library by way of a header", "src/base/err.h", "#include <stdint.h>\n#include <math.h>\n",
     "src/base/err.h:2: <math.h> has no place"),
    ("includes", "a path that is none", "src/term/play.c", '#include "voice.h"\n', 'src/term/play.c:1: "voice.h" is no file'),
    ("includes", "a file that is not there", "src/term/play.c", '#include "text/gone.h"\n',
     'src/term/play.c:1: "text/gone.h" is no file'),
    ("includes", "shared code names a game", "src/cli/main.c", 'if (strcmp(id, "reef") == 0)\n',
     "src/cli/main.c:1: names the game reef"),
    ("includes", "a file that only looks like a game's", "src/text/reefs.c", '#include "games/reef/reef.h"\n',
     "src/text/reefs.c:1: games/reef/reef.h is for"),
    ("includes", "a folder without a place", "src/misc/x.c", '#include "base/err.h"\n', "src/misc/x.c:1: the folder of"),
    ("rules", "a rule without a scene", "src/games/reef/scenes/all.scene", "scene R1 R2 One\n",
     "docs/rules/reef.md:3: R3 has no scene"),
    ("rules", "a number given twice", "docs/rules/cove.md", "**R1** One.\n\n**R1** Two.\n",
     "docs/rules/cove.md:3: R1 is given twice, first in line 1"),
    ("rules", "a number left out", "docs/rules/cove.md", "**R1** One.\n**R3** Three (retired).\n",
     "docs/rules/cove.md:1: R2 is missing"),
    ("rules", "a refusal cites what is not there", "src/games/reef/reef.c", 'x;\nrefuse(err, SK_RULE, 9, "No.");\n',
     "src/games/reef/reef.c:2: this refusal cites R9"),
    ("rules", "a refusal cites a variable", "src/games/reef/reef.c", 'refuse(err, SK_RULE, rule, "No.");\n',
     "src/games/reef/reef.c:1: a refusal cites its rule as a plain number, not rule"),
    ("rules", "a comment cites what is not there", "src/games/reef/inner.h", "/* R1, R12 */\n",
     "src/games/reef/inner.h:1: R12 is not in the rules"),
    ("rules", "a scene cites what is not there", "src/games/cove/scenes/all.scene", "scene R1 R7 One\n",
     "src/games/cove/scenes/all.scene:1: R7 is not in the rules"),
    ("rules", "a scene expects what is not there", "src/games/cove/scenes/all.scene",
     "scene R1 One\nexpect refused 8 1 walk\n", "src/games/cove/scenes/all.scene:2: R8 is not in the rules"),
    ("rules", "a scene without a number", "src/games/cove/scenes/all.scene", "scene R1 One\nscene Walking\n",
     "src/games/cove/scenes/all.scene:2: a scene's name begins with"),
    ("rules", "a game that is listed and not there", "src/games/registry.c", "&reef_game, &cove_game, &bay_game\n",
     "src/games/registry.c:1: lists bay, which has no folder here"),
    ("rules", "a game without rules in words", "docs/rules/cove.md", None, "docs/rules/cove.md:1: is missing"),
]


def check(tool, changes):
    """Writes the good tree with the changes and returns the checker's exit and output."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**GOOD, **changes}.items():
            if text is not None:
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        done = subprocess.run([sys.executable, ROOT / "tools" / f"check-{tool}.py", folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def main():
    tap = Tap()
    for tool in ("includes", "rules"):
        code, output = check(tool, {})
        tap.case(f"{tool}: a tree with nothing wrong", None if code == 0 else output)
    for tool, title, name, text, want in BAD:
        code, output = check(tool, {name: text})
        lines = output.strip().split("\n")
        good = code == 1 and len(lines) == 1 and lines[0].startswith(want)
        tap.case(f"{tool}: {title}", None if good else f"exit {code}; wanted 1 and only: {want}\n{output}")
    tap.done()


main()
