#!/usr/bin/env python3
"""Tests the checkers of tools/ on small source trees: one without faults, and one per fault that must be found."""
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
    "src/engine/registry.h": '#include "engine/game.h"\n',
    "games/meson.build": "game_ids = [\n  'reef',\n  'cove',\n]\n",
    "games/reef/reef.h": '#include "engine/game.h"\n',
    "games/reef/rules.md": "- **R1** One.\n- **R2** Two.\n- **R3** Three.\n- **R4** Retired: four.\n",
    "games/reef/rules/inner.h": '#include "games/reef/reef.h"\n',
    "games/reef/rules/reef.c": '#include "games/reef/rules/inner.h"\n'
                               '/* R1 */ Status s = refuse(err, SK_RULE, 2,\n  "No.");\n',
    "games/reef/scenes/all.scene": "scene R1 R2 One\ngame reef\nexpect refused 2 1 walk\nscene R3: Two\n",
    "games/reef/bot/bot.c": '#include "games/reef/reef.h"\n#include "bots/bot.h"\n',
    "games/reef/words/sentences.c": '#include "games/reef/reef.h"\n#include "games/reef/words/words_internal.h"\n',
    "games/reef/words/words_internal.h": '#include "text/voice.h"\n',
    "games/reef/term/board.c": '#include "games/reef/words/words_internal.h"\nvoid reef_draw(const Voice *voice,\n    int w) {\n}\n',
    "games/reef/words/en.json": '{"title": "The Reef"}\n',
    "games/reef/web/index.tsx": "import { useState } from 'preact/hooks';\nimport { t } from '@/kit/words';\nimport { Art } from './art';\n",
    "games/reef/web/art.tsx": "import type { ReefView } from '@/generated/games';\n",
    "games/cove/cove.h": '#include "engine/game.h"\n',
    "games/cove/rules.md": "**R1** One.\n",
    "games/cove/scenes/all.scene": "scene R1 One\n",
    "src/bots/bot.h": '#include "engine/match.h"\n',
    "src/text/voice.h": '#include "engine/registry.h"\n/* reefs and coverage are words like others */\n',
    "src/term/play.c": '#include "text/voice.h"\n#include "base/file.h"\n',
    "src/cli/main.c": '#include "engine/match.h"\n',
    "web/src/kit/words.ts": "export const t = 1;\n",
    "tools/retired-names.txt": "# Retired.\nfile lack.h\nc lack_note jot_*\nmember House ill\nts whenUp\n",
}

BAD = [
    ("includes", "a lower folder includes a higher", "src/base/err.h", '#include "engine/game.h"\n',
     "src/base/err.h:1: base may not include engine"),
    ("includes", "the engine includes a game", "src/engine/match.h", '\n#include "games/reef/reef.h"\n',
     "src/engine/match.h:2: games/reef/reef.h is for the files of reef alone"),
    ("includes", "folders side by side", "games/reef/bot/bot.c", '#include "text/voice.h"\n',
     "games/reef/bot/bot.c:1: games/bot may not include text"),
    ("includes", "a game includes another", "games/cove/cove.h", '#include "games/reef/reef.h"\n',
     "games/cove/cove.h:1: games/reef/reef.h is for the files of reef alone"),
    ("includes", "a game includes the registry", "games/cove/cove.h", '#include "engine/registry.h"\n',
     "games/cove/cove.h:1: the rules of a game know nothing"),
    ("includes", "the command line includes a game", "src/cli/main.c", '#include "games/reef/reef.h"\n',
     "src/cli/main.c:1: games/reef/reef.h is for"),
    ("includes", "a bot reaches into the rules", "games/reef/bot/bot.c", '#include "games/reef/rules/inner.h"\n',
     "games/reef/bot/bot.c:1: games/reef/rules/inner.h is for the rules alone"),
    ("includes", "rules use the library", "games/reef/rules/reef.c", "#include <string.h>\n",
     "games/reef/rules/reef.c:1: <string.h> has no place"),
    ("includes", "rules use the library by way of a header", "src/base/err.h", "#include <stdint.h>\n#include <math.h>\n",
     "src/base/err.h:2: <math.h> has no place"),
    ("includes", "a path that is none", "src/term/play.c", '#include "voice.h"\n', 'src/term/play.c:1: "voice.h" is not a file'),
    ("includes", "a file that is not there", "src/term/play.c", '#include "text/gone.h"\n',
     'src/term/play.c:1: "text/gone.h" is not a file'),
    ("includes", "shared code names a game", "src/cli/main.c", 'if (strcmp(id, "reef") == 0)\n',
     "src/cli/main.c:1: names the game reef"),
    ("includes", "a file that only looks like a game's", "src/text/reefs.c", '#include "games/reef/reef.h"\n',
     "src/text/reefs.c:1: games/reef/reef.h is for"),
    ("includes", "words include the terminal board", "games/reef/words/sentences.c", '#include "games/reef/term/board.c"\n',
     "games/reef/words/sentences.c:1: games/words may not include games/term"),
    ("includes", "words declare a function of the board", "games/reef/words/words_internal.h",
     "void reef_line_text(int n);\nvoid reef_draw(const Voice *voice,\n    int w);\n",
     "games/reef/words/words_internal.h:2: reef_draw is defined in games/reef/term/board.c"),
    ("includes", "a comment of a shared script names a game", "tools/x.sh", "# like reef\n", "tools/x.sh:1: names the game reef"),
    ("includes", "a page names a game", "web/src/pages/lobby.tsx", "const FIRST = 'reef';\n", "web/src/pages/lobby.tsx:1: names the game reef"),
    ("includes", "a shared picture names a game", "web/src/art/icons.svg", "<text>The Reef</text>\n", "web/src/art/icons.svg:1: names the game The Reef"),
    ("includes", "a board imports the shell", "games/reef/web/art.tsx", "import { t } from '@/shell/store';\n",
     "games/reef/web/art.tsx:1: a board imports"),
    ("includes", "a board imports another game", "games/reef/web/art.tsx", "import { t } from '../../cove/web/art';\n",
     "games/reef/web/art.tsx:1: a board imports"),
    ("includes", "a folder without a place", "src/misc/x.c", '#include "base/err.h"\n', "src/misc/x.c:1: the folder of"),
    ("names", "a retired file name", "src/base/lack.h", "", "src/base/lack.h:1: lack.h is a retired file name"),
    ("names", "a retired function", "src/base/err.h", "/* lack_note */\nvoid lack_note(void);\n", "src/base/err.h:2: lack_note is a retired name"),
    ("names", "a retired family", "games/reef/bot/bot.c", 'puts("jot_x"); jot_x();\n', "games/reef/bot/bot.c:1: jot_x is a retired name"),
    ("names", "a retired member", "src/base/err.h", "typedef struct House {\n    int n, ill; /* of it */\n} House;\nint ill;\n",
     "src/base/err.h:2: House.ill is a retired member"),
    ("names", "a retired name in TypeScript", "web/src/kit/words.ts", "// whenUp\nconst x = 'whenUp' + whenUp();\n",
     "web/src/kit/words.ts:2: whenUp is a retired name"),
    ("rules", "a rule without a scene", "games/reef/scenes/all.scene", "scene R1 R2 One\n",
     "games/reef/rules.md:3: R3 has no scene"),
    ("rules", "a number given twice", "games/cove/rules.md", "**R1** One.\n\n**R1** Two.\n",
     "games/cove/rules.md:3: R1 is given twice, first in line 1"),
    ("rules", "a number left out", "games/cove/rules.md", "**R1** One.\n**R3** Three (retired).\n",
     "games/cove/rules.md:1: R2 is missing"),
    ("rules", "a refusal cites what is not there", "games/reef/rules/reef.c", 'x;\nrefuse(err, SK_RULE, 9, "No.");\n',
     "games/reef/rules/reef.c:2: this refusal cites R9"),
    ("rules", "a refusal cites a variable", "games/reef/rules/reef.c", 'refuse(err, SK_RULE, rule, "No.");\n',
     "games/reef/rules/reef.c:1: a refusal cites its rule as a plain number, not rule"),
    ("rules", "a comment cites what is not there", "games/reef/rules/inner.h", "/* R1, R12 */\n",
     "games/reef/rules/inner.h:1: R12 is not in the rules"),
    ("rules", "a scene cites what is not there", "games/cove/scenes/all.scene", "scene R1 R7 One\n",
     "games/cove/scenes/all.scene:1: R7 is not in the rules"),
    ("rules", "a scene expects what is not there", "games/cove/scenes/all.scene",
     "scene R1 One\nexpect refused 8 1 walk\n", "games/cove/scenes/all.scene:2: R8 is not in the rules"),
    ("rules", "a scene without a number", "games/cove/scenes/all.scene", "scene R1 One\nscene Walking\n",
     "games/cove/scenes/all.scene:2: a scene's name begins with"),
    ("rules", "a game that is listed and not there", "games/meson.build", "game_ids = ['reef', 'cove', 'bay']\n",
     "games/meson.build:1: lists bay, which has no folder here"),
    ("rules", "a game without rules in words", "games/cove/rules.md", None, "games/cove/rules.md:1: is missing"),
]


def check(tool, changes):
    """Writes the good tree with the changes applied, and returns the checker's exit status and output."""
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
    for tool in ("includes", "rules", "names"):
        code, output = check(tool, {})
        tap.case(f"{tool}: a tree with nothing wrong", None if code == 0 else output)
    for tool, title, name, text, want in BAD:
        code, output = check(tool, {name: text})
        lines = output.strip().split("\n")
        good = code == 1 and len(lines) == 1 and lines[0].startswith(want)
        tap.case(f"{tool}: {title}", None if good else f"exit {code}; wanted 1 and only: {want}\n{output}")
    tap.done()


main()
