#!/usr/bin/env python3
"""Tests `skerry analyze` on recorded games of every kind: analyze.py SKERRY"""
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from engine import Engine  # noqa: E402
from tap import Tap  # noqa: E402

SKERRY = str(pathlib.Path(sys.argv[1]).resolve())
tap = Tap()
folder = tempfile.TemporaryDirectory()
HERE = pathlib.Path(folder.name)
# Seats of the analysed games; random bots make mistakes.
GAMES = {"atoll": "bot:greedy", "takara": "bot:greedy,bot:random", "nevergiveup": "bot:greedy,bot:random",
         "ayeaye": "bot:greedy,bot:greedy", "tendays": "bot:greedy,bot:random,bot:random"}


def skerry(*args, stdin=""):
    return subprocess.run([SKERRY, *map(str, args)], input=stdin, capture_output=True, text=True, timeout=200,
                          env={"HOME": str(HERE), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})


def record(game):
    path = HERE / f"{game}.record"
    if not path.exists():
        done = skerry("play", game, "--seats", GAMES[game], "--seed", 3, "--plain", "--record", path)
        assert done.returncode == 0, done.stderr
    return path


def moves_of(path):
    """The moves and outcomes of a record: lines that start with a seat number or a star."""
    return [line for line in path.read_text().split("\n") if re.match(r"(\d+|\*) [a-z]", line)]


def analyze(path, *args):
    done = skerry("analyze", path, *args)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", done.stderr
    return done.stdout


def refused(path, *args, words, status=1):
    done = skerry("analyze", path, *args)
    assert done.returncode == status, f"status {done.returncode}: {done.stderr}"
    assert done.stdout == "", done.stdout[:200]
    assert done.stderr.startswith("skerry") and done.stderr.count("\n") == 1, done.stderr
    assert words in done.stderr, done.stderr


# ---- contents of the JSON ----------------------------------------------------------------------------------

def shape(game):
    path = record(game)
    data = json.loads(analyze(path, "--games", 2, "--json", "-"))
    seats = len(GAMES[game].split(","))
    assert data["game"] == game and data["over"] and data["knowledge"] == "all"
    assert len(data["steps"]) == len(moves_of(path)), f"{len(data['steps'])} steps"
    assert [step["line"] for step in data["steps"]] == list(range(1, len(data["steps"]) + 1))
    for step in data["steps"]:
        assert len(step["chance"]) == seats and all(0 <= chance <= 1 for chance in step["chance"]), step
        assert (step["seat"] is None) == ("luck" in step), step
        if seats > 1:
            assert abs(sum(step["chance"]) - 1) < 0.001 or step is data["steps"][-1], step
    check_seats(data, seats)
    check_decisions(data)
    places = [moment["from"] for moment in data["moments"]]
    assert places == sorted(places) and len(places) <= 6, places


def check_seats(data, seats):
    assert [seat["seat"] for seat in data["seats"]] == list(range(1, seats + 1))
    for i, seat in enumerate(data["seats"]):
        own = [decision for decision in data["decisions"] if decision["seat"] == i + 1]
        assert seat["decisions"] == len(own) == seat["judged"], seat
        assert seat["good"] == sum(not decision["sure"] and not decision["open"] for decision in own), seat
        assert seat["open"] == sum(decision["open"] for decision in own), seat
        luck = seat["luck"]
        assert abs(luck["sum"] - sum(step["luck"][i] for step in data["steps"] if "luck" in step)) < 0.01, luck
        assert abs(luck["sum"] - sum(kind["sum"] for kind in luck["kinds"].values())) < 0.001, luck
        assert luck["count"] == sum(step["seat"] is None for step in data["steps"]), luck


def check_decisions(data):
    assert data["decisions"], "no decision was found"
    for decision in data["decisions"]:
        step = data["steps"][decision["step"]]
        assert step["move"] == decision["played"]["text"] and step["seat"] == decision["seat"], decision
        assert decision["loss"] >= 0 and (not decision["sure"] or decision["loss"] > 2 * decision["error"]), decision
        assert not (decision["sure"] and decision["open"]) and (decision["loss"] < 0.02001 or decision["sure"] or decision["open"]), decision
        assert decision["chance"] is None or decision["better"] <= 1.000001 and abs(decision["chance"] + decision["loss"] - decision["better"]) < 0.00003, decision
        assert decision["played"]["label"] and decision["best"]["label"], decision
        best = decision["best"]
        assert len(best["then"]) == len(best["then_labels"]), best
        assert all(label[0].isupper() and label != text for text, label in zip(best["then"], best["then_labels"])), best
        if decision["best"]["text"] == decision["played"]["text"]:
            assert decision["loss"] == 0, decision


def in_words():
    text = analyze(record("takara"), "--games", 30, "--all")
    for words in ("Takara Island: ", "Turning points", "What cost the greedy bot the most", "Luck was worth", "All decisions"):
        assert words in text, f"{words} is missing in\n{text[:2000]}"
    assert "{" not in text and "analyze." not in text and "term." not in text, text


def few_games():
    # Most candidates are dropped after one or two games. One that looked best in a single game must not become the best
    # move.
    for game in ("takara", "nevergiveup"):
        data = json.loads(analyze(record(game), "--games", 20, "--json", "-"))
        for decision in data["decisions"]:
            assert decision["error"] < 0.5, decision
            assert decision["checked"] or not (decision["sure"] or decision["open"]), decision


def hidden_luck():
    # From one seat's point of view, cards that another seat draws unseen are not luck.
    def lucky(*who):
        data = json.loads(analyze(record("tendays"), "--games", 1, *who, "--json", "-"))
        return {step["line"]: any(step["luck"]) for step in data["steps"] if "luck" in step}
    every, own = lucky(), lucky("--seat", 1)
    hidden = [line for line in own if every[line] and not own[line]]
    assert len(hidden) > 4, f"hidden draws counted as luck for the first seat; only these did not: {hidden}"


def for_points():
    path = HERE / "insane.record"
    done = skerry("play", "atoll", "--seats", "bot:random", "--seed", 5, "--option", "level=insane", "--plain", "--record", path)
    assert done.returncode == 0, done.stderr
    data = json.loads(analyze(path, "--games", 100, "--json", "-"))
    assert data["judged_by"] == "points" and data["seats"][0]["good"] < data["seats"][0]["judged"], data["seats"]
    text = analyze(path, "--games", 100)
    assert "judged by expected points" in text and re.search(r"Better: .*, \d+ points", text), text
    assert json.loads(analyze(record("atoll"), "--games", 2, "--json", "-"))["judged_by"] == "chance"


def no_threads():
    path = record("takara")
    one = analyze(path, "--games", 24, "--json", "-", "--threads", 1)
    three = analyze(path, "--games", 24, "--json", "-", "--threads", 3)
    assert one == three, "three threads give another result than one"


def in_time():
    data = json.loads(analyze(record("nevergiveup"), "--seconds", 1, "--json", "-"))
    assert data["games"] > 0 and any(decision["judged"] for decision in data["decisions"])


def as_it_goes():
    text = analyze(record("atoll"), "--games", 2, "--verbose")
    assert text.index("Turn 1, the greedy bot: ") < text.index("Taboo Atoll Express: "), text[:500]


# ---- the HTML page -----------------------------------------------------------------------------------------

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()


def page():
    path = HERE / "page.html"
    analyze(record("tendays"), "--games", 2, "--html", path)
    text = path.read_text()
    for word in ("http:", "https:", "//", "<script", "<link", "src=", "url(", "@import", "href="):
        assert word not in text, f"the page contains {word}"
    parsed = Page()
    parsed.feed(text)
    assert not parsed.open, parsed.open
    tags = [tag for tag, _ in parsed.seen]
    assert tags.count("h1") == 1 and "path" in tags, tags[:20]
    charts = [attrs for tag, attrs in parsed.seen if tag == "svg" and attrs.get("role") == "img"]
    assert len(charts) == 2 and all(chart["aria-label"] for chart in charts), charts
    dashes = {attrs["stroke-dasharray"] for tag, attrs in parsed.seen if tag == "path"}
    assert len(dashes) == 3, f"three seats need three dash patterns, found {dashes}"  # lines must not differ by colour alone
    assert "prefers-color-scheme:dark" in text and "@media print" in text


def names_are_escaped():
    path = HERE / "names.record"
    text = record("nevergiveup").read_text()
    path.write_text(text.replace("bot:greedy", "<b>&x", 1))
    assert "<b>&x" in path.read_text()
    analyze(path, "--games", 1, "--html", HERE / "names.html")
    page = (HERE / "names.html").read_text()
    assert "<b>&x" not in page and "&lt;b&gt;&amp;x" in page


# ---- hidden information ------------------------------------------------------------------------------------

def cut(path, moves):
    """Saves the game cut off after this number of moves."""
    lines, kept, count = path.read_text().split("\n"), [], 0
    for line in lines:
        count += bool(re.match(r"(\d+|\*) [a-z]", line))
        if count > moves:
            break
        kept.append(line)
    short = HERE / f"cut-{path.name}"
    short.write_text("\n".join(kept) + "\n")
    return short


def unfinished():
    path = cut(record("takara"), 60)
    refused(path, "--games", 2, words="is not finished")
    refused(path, "--games", 2, "--json", HERE / "never.json", words="--seat")
    assert not (HERE / "never.json").exists()
    data = json.loads(analyze(path, "--games", 2, "--seat", 1, "--json", "-"))
    assert data["knowledge"] == 1 and not data["over"]
    for step in data["steps"]:
        assert "line" not in step and ("move" in step) == (step["seat"] == 1), step
    assert {decision["seat"] for decision in data["decisions"]} == {1}
    data = json.loads(analyze(path, "--games", 2, "--seat", "spectator", "--json", "-"))
    assert not data["decisions"] and all("move" not in step for step in data["steps"])


def twins(game, seats, viewer):
    """Finds pairs of records that differ only in something hidden from one seat. Their analyses must be equal."""
    engine = Engine(SKERRY)
    handle = engine.do("new", game=game, seats=seats, seed=9, chance="manual")["handle"]
    found = 0
    for _ in range(400):
        where = engine.do("view", handle=handle, seat="spectator")
        if where["over"] or found >= 3:
            break
        if where["node"] == "chance":
            outcomes = engine.do("chance", handle=handle)["outcomes"]
            found += compare_twins(engine, handle, viewer, [outcome["text"] for outcome in outcomes], game)
            engine.do("chance", handle=handle, draw="one")
        else:
            seat = where["to_act"][0]
            moves = [move["text"] for move in engine.do("legal", handle=handle, seat=seat)["moves"]]
            picked = next((move for move in moves if move.startswith("view")), moves[len(moves) // 2])
            engine.do("act", handle=handle, seat=seat, move=picked)
    engine.end()
    assert found, "no outcome was hidden from that seat, so this test proves nothing"


def compare_twins(engine, handle, viewer, outcomes, game):
    saved = []
    record_text = engine.do("save", handle=handle)["record"]
    for outcome in outcomes[:12]:
        other = engine.do("load", record=record_text, chance="manual")["handle"]
        engine.do("chance", handle=other, outcome=outcome)
        seen = engine.do("view", handle=other, seat=viewer)
        told = engine.do("events", handle=other, viewer=viewer)
        for answer in (seen, told):
            answer.pop("handle")
        saved.append((json.dumps([seen, told]), engine.do("save", handle=other)["record"]))
        engine.do("close", handle=other)
    alike = {}
    for seen, text in saved:
        other = alike.setdefault(seen, text)
        if other != text:
            reports = []
            for name, kept in (("one", other), ("two", text)):
                path = HERE / f"{game}-{name}.record"
                path.write_text(kept)
                reports.append(analyze(path, "--games", 4, "--seat", viewer, "--json", "-"))
            assert reports[0] == reports[1], "the analysis uses information that the seat does not have"
            return 1
    return 0


# ---- bad input ---------------------------------------------------------------------------------------------

def bad_input():
    path = record("takara")
    damaged = HERE / "damaged.record"
    text = path.read_text()
    line = moves_of(path)[20]
    damaged.write_text(text.replace(line + "\n", line.split()[0] + " nonsense\n", 1))
    replayed = skerry("replay", damaged, "--check")
    done = skerry("analyze", damaged)
    assert done.returncode == 1 and done.stderr == replayed.stderr and done.stderr, done.stderr
    refused(HERE / "nowhere.record", words="nowhere.record")
    refused(path, "--seat", "nobody", words="nobody", status=2)
    refused(path, "--games", 0, words="--games", status=2)
    refused(path, "--games", 3, "--seconds", 2, words="cannot be combined", status=2)
    done = skerry("analyze", path, "--games", 1, "--verbose", "--html", HERE / "no/such/page.html")
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "page.html" in done.stderr, done.stderr
    assert done.stdout == "", "it analysed the game before checking the output folder"
    refused(path, "--html", "-", "--json", "-", words="two different files", status=2)
    assert analyze(path, "--games", 1, "--html", "-").startswith("<!doctype html>")


for name in GAMES:
    tap.run(f"{name}: everything in the JSON holds together", lambda name=name: shape(name))
tap.run("in words", in_words)
tap.run("few games: what was dropped early is not the best found", few_games)
tap.run("what another draws is no luck", hidden_luck)
tap.run("what can hardly be won is judged by points", for_points)
tap.run("any number of threads finds the same", no_threads)
tap.run("by the clock", in_time)
tap.run("decision by decision", as_it_goes)
tap.run("a page that needs nothing else", page)
tap.run("names are no tags", names_are_escaped)
tap.run("a game that is not over", unfinished)
tap.run("takara: what a seat was not told changes nothing", lambda: twins("takara", 2, 1))
tap.run("tendays: what a seat was not told changes nothing", lambda: twins("tendays", 3, 2))
tap.run("bad input", bad_input)
tap.done()
