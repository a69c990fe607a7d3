#!/usr/bin/env python3
"""Plays complete games of every kind through `skerry engine`: engine_play.py SKERRY

Checks that exactly the listed moves are accepted; that one seed gives the same game with drawn and with manual
outcomes; that saving, loading, positions and undo give the same state; that stale and repeated submissions are
recognised; and that views show every field and no secret.
"""
import random
import sys

from engine import Checks, Engine

GAMES = 6


def choose(engine, handle, rng):
    """A random legal move of a seat that the game waits for."""
    where = engine.do("view", handle=handle, seat="spectator")
    if where["over"]:
        return None
    seat = rng.choice(where["to_act"])
    return seat, rng.choice(engine.do("legal", handle=handle, seat=seat)["moves"])


def state(engine, handle):
    return engine.do("state-hash", handle=handle)["hash"]


def close_all(engine):
    for entry in engine.do("list")["open"]:
        engine.do("close", handle=entry["handle"])


def check_events(checks, table, told):
    kinds = {kind["name"]: [arg["name"] for arg in kind["args"]] for kind in table["events"]}
    for event in told["events"]:
        checks.that(list(event["args"]) == kinds.get(event["event"]), f"event {event} does not match the tables")


def unknown(value):
    """True if the value contains nothing but null, in any number of rows and columns."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return value is None if inner is None else all(unknown(entry) for entry in inner)


def check_view(checks, engine, table, handle):
    """A view has every field, with secrets as null. The full state has every value."""
    seat = engine.do("view", handle=handle, seat=1)
    full = engine.do("view", handle=handle, seat="all")
    checks.that(
        "state" in full and "view" not in full and "version" not in full, f"\"all\" looks like a seat's view: {full}"
    )
    for field in table["fields"]:
        name = field["name"]
        checks.that(name in seat["view"] and name in full["state"], f"field {name} is missing")
        checks.that(field["see"] != "secret" or unknown(seat["view"][name]), f"field {name} is secret, but in a view")
        checks.that(
            field["see"] != "public" or seat["view"][name] == full["state"][name], f"field {name} differs in a view"
        )


def play_whole(checks, engine, table, seed):
    """Plays a random game, and in parallel the same game with manual outcomes. Returns the number of moves."""
    rng, game, moves = random.Random(seed), table["game"], 0
    one = engine.do("new", game=game, seed=seed)["handle"]
    two = engine.do("new", game=game, seed=seed, chance="manual")["handle"]
    engine.do("chance", handle=two, draw="all")
    while (choice := choose(engine, one, rng)) is not None:
        seat, move = choice
        moves += 1
        checks.that(engine.do("check", handle=one, seat=seat, move=move["text"])["legal"] == move, f"check of {move}")
        told = engine.do("act", handle=one, seat=seat, move=move["text"])
        check_events(checks, table, told)
        engine.do("act", handle=two, seat=seat, move=move)
        while engine.do("view", handle=two, seat="spectator")["node"] == "chance":
            engine.do("chance", handle=two, draw="one")
        checks.that(
            state(engine, one) == state(engine, two), f"seed {seed}, after move {moves}: drawn and manual outcomes differ"
        )
        if moves % 10 == 1:
            check_view(checks, engine, table, one)
    record = engine.do("save", handle=one)["record"]
    checks.that(record == engine.do("save", handle=two)["record"], "two equal games have different records")
    again = engine.do("load", record=record)
    checks.that(
        again["over"] and state(engine, again["handle"]) == state(engine, one), "loading a finished record does not give the final state"
    )
    checks.that(
        engine.ask("act", handle=one, seat=1, move=move["text"])["error"]["status"] == "turn", "a move after the end was not refused"
    )
    score = engine.do("score", handle=one, seat="all")
    checks.that(score["over"] and score["ending"] in table["endings"][1:], f"the end is {score['ending']}")
    for entry in score["seats"]:
        checks.that(sum(entry["parts"].values()) == entry["points"], f"parts do not add up: {entry}")
    return moves


def forced(checks, engine, table, seed):
    """Every listed outcome can be forced, and the weights add up to the total."""
    handle = engine.do("new", game=table["game"], seed=seed, chance="manual")["handle"]
    rng = random.Random(seed)
    for _ in range(40):
        where = engine.do("view", handle=handle, seat="spectator")
        if where["node"] != "chance":
            if where["over"]:
                break
            seat, move = choose(engine, handle, rng)
            engine.do("act", handle=handle, seat=seat, move=move["text"])
            continue
        outcomes = engine.do("chance", handle=handle)["outcomes"]
        checks.that(sum(o["weight"] for o in outcomes) == outcomes[0]["total"], f"weights do not add up: {outcomes}")
        pick = rng.choice(outcomes)
        told = engine.do("chance", handle=handle, outcome=pick["text"], viewer="all")
        checks.that(told["lines"] == [f"* {pick['text']}"], f"forced {pick['text']}, got {told['lines']}")


def saving(checks, engine, table, seed):
    """Saves and loads records and positions in the middle of a game, and resamples."""
    rng = random.Random(seed)
    handle = engine.do("new", game=table["game"], seed=seed, names=["Marit"])["handle"]
    for _ in range(12):
        choice = choose(engine, handle, rng)
        if choice is None:
            break
        engine.do("act", handle=handle, seat=choice[0], move=choice[1]["text"])
    record, position = engine.do("save", handle=handle)["record"], engine.do("position", handle=handle)["position"]
    loaded = engine.do("load", record=record, seed=seed)["handle"]
    placed = engine.do("load-position", position=position)["handle"]
    checks.that("seat 1 Marit\n" in engine.do("save", handle=loaded)["record"], "the name is lost in a record")
    checks.that(engine.do("save", handle=loaded)["record"] == record, "a record changes when it is loaded")
    checks.that(engine.do("position", handle=placed)["position"] == position, "a position changes when it is loaded")
    checks.that(state(engine, handle) == state(engine, loaded) == state(engine, placed), "game, loaded record and loaded position have different states")
    from_there = engine.do("save", handle=placed)["record"]
    checks.that("\nfrom {" in from_there, "a record from a position does not contain that position")
    checks.that(
        state(engine, engine.do("load", record=from_there)["handle"]) == state(engine, handle),
        "a record from a position gives another state",
    )
    lines = len([line for line in record.split("\nbegin\n")[1].split("\n") if line and line[0] not in "=e"])
    checks.that(
        state(engine, engine.do("load", record=record, at=lines)["handle"]) == state(engine, handle), "loading up to the last line gives another state"
    )
    checks.that(
        state(engine, engine.do("load", record=record, at=1)["handle"]) != state(engine, handle), "loading one line gives the final state"
    )
    for entry in engine.do("list")["open"]:
        if entry["handle"] == loaded and not entry["over"]:
            seat, move = choose(engine, handle, rng)
            a = engine.do("act", handle=handle, seat=seat, move=move["text"])
            b = engine.do("act", handle=loaded, seat=seat, move=move["text"])
            checks.that(a["events"] == b["events"], "a loaded game with the same seed draws different outcomes")
    other = engine.do("resample", handle=handle, seat=1, seed=5)["handle"]
    views = [engine.do("view", handle=h, seat=1)["view"] for h in (handle, other)]
    checks.that(views[0] == views[1], "a resampled game looks different to its seat")
    as_position = engine.do("resample", handle=handle, seat=1, seed=5, **{"as": "position"})["position"]
    checks.that(
        as_position == engine.do("position", handle=other)["position"], "a resampled position differs from the game"
    )


def versions_and_messages(checks, engine):
    """Versions and message numbers, in a game whose first moves are known."""
    handle = engine.do("new", game="atoll", seed=11)["handle"]
    seen = engine.do("view", handle=handle, seat=1)
    moved = engine.do("act", handle=handle, seat=1, move="pass", version=seen["version"], message=100)
    before = state(engine, handle)
    again = engine.do("act", handle=handle, seat=1, move="pass", version=seen["version"], message=100)
    checks.that(
        again.get("repeated") is True and again["events"] == [] and "repeated" not in moved,
        f"repeated message: {again}",
    )
    checks.that(
        state(engine, handle) == before and again["version"] == moved["version"], "a repeated message changed the state"
    )
    stale = engine.ask("act", handle=handle, seat=1, move="pass", version=seen["version"])
    checks.that(stale.get("error", {}).get("status") == "stale", f"an old version was not refused as stale: {stale}")
    bad = [engine.ask("act", handle=handle, seat=1, move="claim red", message=101) for _ in range(2)]
    checks.that(bad[0] == bad[1] and bad[0]["error"]["rule"] == 13, f"the same refused move got different answers: {bad}")
    checks.that(engine.do("view", handle=handle, seat=1)["can_undo"] is True, "the pass cannot be undone")
    undone = engine.do("undo", handle=handle, seat=1)
    first = engine.do("view", handle=handle, seat=1)["view"]
    checks.that(first == seen["view"] and undone["version"] > moved["version"], "undo does not restore the view")
    whole = engine.ask("act", handle=handle, seat=1, move=["pass", "pass", "claim red"])
    checks.that(
        "error" in whole and engine.do("view", handle=handle, seat=1)["view"] == first, "a refused list was partly executed"
    )
    told = engine.do("act", handle=handle, seat=1, move=["pass", "pass", "pass", "search"], viewer="all")
    checks.that(told["lines"][:4] == ["1 pass", "1 pass", "1 pass", "1 search"], f"lines {told['lines']}")
    checks.that(engine.do("events", handle=handle, viewer=1)["events"] == told["events"], "the same events were reported differently the second time")
    checks.that(engine.ask("undo", handle=handle, seat=1)["error"]["status"] == "turn", "undo across dice was not refused")


def content(checks, engine):
    """Content supplied with a game applies only to that game, and outlives it if another game uses it."""
    own = engine.do("new", game="atoll", seed=1, content={"turn": {"actions": 5}})["handle"]
    plain = engine.do("new", game="atoll", seed=1)["handle"]
    checks.that(engine.do("view", handle=own, seat=1)["view"]["actions"] == 5, "content has no effect")
    checks.that(engine.do("view", handle=plain, seat=1)["view"]["actions"] == 3, "content affects another game")
    packs = [engine.do("content", handle=own), engine.do("content", handle=plain), engine.do("content", game="atoll")]
    checks.that(
        packs[0]["content"]["turn"]["actions"] == 5 and packs[0]["content"]["spaces"] == packs[1]["content"]["spaces"],
        "the merged pack is wrong",
    )
    checks.that(packs[1] == packs[2] and packs[0]["hash"] != packs[1]["hash"], "wrong hashes of packs")
    record = engine.do("save", handle=own)["record"]
    checks.that("error" in engine.ask("load", record=record), "a record loads with the wrong content")
    engine.do("load", record=record, content={"turn": {"actions": 5}})
    child = engine.do("resample", handle=own, seat=1, seed=1)["handle"]
    engine.do("close", handle=own)
    engine.do("act", handle=child, seat=1, move="pass")
    checks.that(
        engine.do("view", handle=child, seat=1)["view"]["actions"] == 4, "closing a game freed content that another game uses"
    )


def main(skerry):
    checks = Checks()
    engine = Engine(skerry)
    moves = 0
    for table in engine.do("games")["games"]:
        checks.that(engine.do("games", game=table["game"])["games"] == [table], "asking for one game by name gives another table")
        for seed in range(1, GAMES + 1):
            moves += play_whole(checks, engine, table, seed)
            forced(checks, engine, table, seed)
            saving(checks, engine, table, seed)
            close_all(engine)
            checks.case(f"{table['game']}, seed {seed}")
    versions_and_messages(checks, engine)
    checks.case("versions, messages, undo")
    content(checks, engine)
    checks.that(engine.end() == 0, "exit status")
    checks.case("content of one's own")
    print(f"# {moves} moves in whole games")
    checks.done()


if __name__ == "__main__":
    main(*sys.argv[1:])
