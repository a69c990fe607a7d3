"""A fast subset of docs/strength.md: strength.py SKERRY. Seeds and budgets are fixed, so the results change only if a
bot plays differently. The limits are below the published figures: they catch a bot that has forgotten how to play."""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

SKERRY = sys.argv[1]

# Stronger bot, weaker bot, games, divisor of both budgets, minimum share of the decided games won. Expert is slow, so
# it plays against medium with a hundredth of its budget.
PAIRS = [("easy", "random", 60, 20, 0.75), ("medium", "random", 60, 20, 0.95), ("medium", "easy", 60, 20, 0.70),
         ("hard", "medium", 60, 20, 0.55), ("expert", "medium", 20, 100, 0.60)]
GAMES = ["takara", "nevergiveup", "ayeaye", "tendays"]
# Taboo Atoll Express at Newbie: bot level, games, divisor of its budget, minimum share of games won.
ALONE = [("easy", 400, 20, 0.03), ("medium", 400, 20, 0.07), ("hard", 120, 20, 0.18), ("expert", 30, 200, 0.18)]


def lab(*args):
    done = subprocess.run([SKERRY, "lab", *map(str, args), "--seed", "1", "--json", "-"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def beats(game, strong, weak, games, part, least):
    report = lab(game, "--cross", f"bot:{strong},bot:{weak}", "--games", games, "--part", part)
    pair = next(p for p in report["pairs"] if p["bot"] == f"bot:{strong}")
    print(f"# {game}, {strong} : {weak}: {pair['wins']} won, {pair['losses']} lost, {pair['ties']} tied")
    assert pair["win_share"] >= least, f"{strong} won only {pair['win_share']:.3f} of the games against {weak}; the minimum is {least}"


def wins(level, games, part, least):
    seat = lab("atoll", "--seats", f"bot:{level}", "--games", games, "--part", part)["seats"][0]
    print(f"# atoll, {level}: {seat['wins']} won of {games}")
    assert seat["wins"] >= least * games, f"{level} won only {seat['wins']} of {games} games; the minimum share is {least}"


def main():
    tap = Tap()
    for game in GAMES:
        for strong, weak, games, part, least in PAIRS:
            tap.run(f"{game}: {strong} beats {weak}", lambda: beats(game, strong, weak, games, part, least))
    for level, games, part, least in ALONE:
        tap.run(f"atoll: {level} wins", lambda: wins(level, games, part, least))
    tap.done()


main()
