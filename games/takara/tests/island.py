"""Islands as records, for the tests of Takara's words and screens: a position is put together tile by tile."""
import json
import subprocess

LEVEL_KARAS = ["kara-2", "kara-4", "kara-6"]


class Island:
    """Seat 1 begins. Tiles come out of the decks, so that the position is one that the rules could have left."""

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
        """A tile that lies there; seen by these seats."""
        self.draw(site, tile, kind)
        self.state["kind"][site - 1][str(tile)] = kind
        self.state["seen"][site - 1][str(tile)] = list(seen)
        for field, there in (("up", up), ("marked", marked)):
            if there:
                self.state[field][str(site)].append(str(tile))

    def gone(self, site, tiles, won=None):
        """So many tiles are dug: {tile: (seat, kind)} were won, the others paid Karas or what is left of the level."""
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
        """karas=3, available=0 and so on."""
        for name, value in fields.items():
            self.state[name][seat - 1] = value

    def save(self, path):
        path.write_text(self.head + "from " + json.dumps(self.state) + "\nbegin\n")
        return path
