"""Builds Takara positions tile by tile and saves them as records, for the tests of its words and screens."""
import json
import subprocess

LEVEL_KARAS = ["kara-2", "kara-4", "kara-6"]


class Island:
    """A position in which seat 1 begins. Tiles are taken from the decks, so that the rules could have led to it."""

    def __init__(self, skerry, seats=2):
        requests = [{"do": "new", "game": "takara", "seats": seats, "chance": "manual", "seed": 1},
                    {"do": "chance", "handle": 1, "outcome": "first 1"},
                    {"do": "save", "handle": 1},
                    {"do": "position", "handle": 1}]
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        out = subprocess.run([skerry, "engine"], input=lines, capture_output=True, text=True, check=True).stdout
        _, _, saved, at = map(json.loads, out.splitlines())
        self.head, self.state = saved["record"].split("begin\n")[0], at["position"]["state"]

    def draw(self, site, tile, kind):
        if kind == "stone":
            self.state["stone"]["west" if site < 4 else "east"] = 0
        else:
            self.state["deck"][(tile - 1) // 3][kind] -= 1

    def put(self, site, tile, kind, seen=(), up=False, marked=False):
        """Places a tile, seen by the given seats."""
        self.draw(site, tile, kind)
        self.state["kind"][site - 1][str(tile)] = kind
        self.state["seen"][site - 1][str(tile)] = list(seen)
        for field, there in (("up", up), ("marked", marked)):
            if there:
                self.state[field][str(site)].append(str(tile))

    def gone(self, site, tiles, won=None):
        """Digs the top `tiles` tiles of a site. Those in won ({tile: (seat, kind)}) go to their seats; the others are
        Kara tiles, or whatever the level's deck still has."""
        self.state["top"][str(site)] = tiles
        for tile in range(1, tiles + 1):
            deck = self.state["deck"][(tile - 1) // 3]
            seat, kind = (won or {}).get(tile, (None, LEVEL_KARAS[(tile - 1) // 3]))
            if seat is None and not deck[kind]:
                kind = next(name for name in ("rockfall", "chest", *deck) if deck[name])
            self.draw(site, tile, kind)
            owner = self.state["won"][seat - 1] if seat else self.state["discard"]
            if not seat and kind.startswith("xp"):
                owner = self.state["won"][0]
            owner[kind] += 1

    def seat(self, seat, **fields):
        """Sets fields of a seat, such as karas=3 or available=0."""
        for name, value in fields.items():
            self.state[name][seat - 1] = value

    def save(self, path):
        path.write_text(self.head + "from " + json.dumps(self.state) + "\nbegin\n")
        return path
