#!/usr/bin/env python3
"""Lists of moves must not reveal hidden tiles: engine_lists.py SKERRY

Tests Takara Island, where digging a tile that another player has looked at involves no chance node. Several islands
differ only in that tile. The same lists of moves must get exactly the same answers on all of them.
"""
import sys

from engine import Checks, Engine

KINDS = ["kara-2", "old-bat", "xp-1", "xp-1-cross", "rockfall"]
LISTS = [
    ["view 1", "turn"],
    ["view 1", "on"],
    ["view 1", "turn", "rent"],
    ["view 1", "dig 2"],
    ["dig 1", "dig 1", "end 0"],
    ["dig 1", "clear 1"],
    ["dig 1", "buy"],
    ["dig 1", "dive"],
    ["dig 1", "sell xp-1"],
    ["rent", "dig 1", "fight 1"],
    ["miner 1", "dive"],
    ["archaeologist 1", "miner 1"],
    ["as-soothsayer 1 1", "dig 1"],
]
SAID = "Move {} of this submission follows dice, cards or a reveal; send it later."


def island(engine, kind):
    """An island on which seat 1 has looked at tile 1 of site 1 (with the Soothsayer, so that it is not marked). Seat 2
    is to move."""
    handle = engine.do("new", game="takara", seats=2, chance="manual", seed=1)["handle"]
    engine.do("chance", handle=handle, outcome="first 1")
    position = engine.do("position", handle=handle)["position"]
    position["state"]["karas"] = [9, 9, 0, 0]
    handle = engine.do("load-position", position=position, chance="manual")["handle"]
    engine.do("act", handle=handle, seat=1, move="soothsayer 1 1")
    for tile in (kind, "kara-2", "kara-2"):
        engine.do("chance", handle=handle, outcome=f"tile {tile}")
    engine.do("act", handle=handle, seat=1, move=["dive", "end 0"])
    return handle


def main(skerry):
    checks, engine = Checks(), Engine(skerry)
    handles = {kind: island(engine, kind) for kind in KINDS}
    views = [engine.do("view", handle=handle, seat=2)["view"] for handle in handles.values()]
    checks.that(all(view == views[0] for view in views), "the islands do not look the same to seat 2")
    checks.case("islands that look alike")
    for moves in LISTS:
        before = {kind: engine.do("state-hash", handle=handle)["hash"] for kind, handle in handles.items()}
        answers = {kind: engine.ask("act", handle=handle, seat=2, move=moves) for kind, handle in handles.items()}
        for kind, handle in handles.items():
            said = answers[kind].get("error", {}).get("text")
            number = 3 if moves[0] == "rent" else 2
            checks.that(said == SAID.format(number), f"{kind}: {said or answers[kind]}")
            checks.that(engine.do("state-hash", handle=handle)["hash"] == before[kind], f"{kind}: the refused list changed the state")
        checks.case(", ".join(moves))
    # More moves may follow a move that reveals nothing, and the last move may reveal something.
    told = engine.do("act", handle=handles["xp-1"], seat=2, move=["rent", "dive", "dig 1"])
    checks.that([event["event"] for event in told["events"]][-2:] == ["digging", "dug"], f"events: {told['events']}")
    checks.that(engine.end() == 0, "exit status")
    checks.case("the last may show it")
    checks.done()


if __name__ == "__main__":
    main(*sys.argv[1:])
