"""Tables with days for each move, by a calendar that the test turns: time-outs, restarts, one letter for each turn.

Usage: days.py SKERRY CLOCK-SHIM
"""
import concurrent.futures
import os
import struct
import sys
import tempfile
import time

from client import Player, Server, Tap
from receivers import Hook, Smtp, prove, until

tap = Tap()
skerry, shim = sys.argv[1], os.path.abspath(sys.argv[2])
DAY, MINUTE = 86400, 60
AWAY = 600  # seconds that a turn waits before anybody is written to
SOON = 1.6  # the house looks at every table each second


class House:
    """A server with receivers and a calendar of its own; two people, one table of three days."""

    def __init__(self):
        self.smtp, self.hook = Smtp(), Hook()
        self.file = tempfile.NamedTemporaryFile(prefix="skerry-clock-")
        self.later = 0.0
        self.turn(0)
        self.server = Server(skerry, extra=["--notify-after", str(AWAY), "--mail", self.smtp.url, "--mail-from", "skerry@club.example",
                                            "--webhook", self.hook.url])
        self.server.env = {**os.environ, "LD_PRELOAD": shim, "SKERRY_CLOCK": self.file.name}

    def turn(self, seconds):
        self.later += seconds
        self.file.seek(0)
        self.file.write(struct.pack("<q", int(self.later * 1000)))
        self.file.flush()

    def __enter__(self):
        self.server.__enter__()
        return self

    def __exit__(self, *_):
        self.server.__exit__()
        self.smtp.shutdown()
        self.hook.shutdown()
        self.file.close()

    def begin(self):
        """Who is to move, and who waits."""
        one, two = Player(self.server), Player(self.server)
        for who, name in ((one, "Marit"), (two, "Ansel")):
            who.ask("name", name=name)
            prove(who, self.smtp, f"{name.lower()}@example.org")
        del self.smtp.mails[:]
        self.key = one.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={}, clock={"kind": "days", "days": 3})["table"]
        two.open(table=self.key)
        two.ask("sit", seat=2)
        one.open(table=self.key)
        one.ask("start")
        for who in (one, two):
            who.open(table=self.key)
        return (one, two) if one.turn() else (two, one)

    def back(self, who):
        again = Player(self.server, who.cookie)
        again.open(table=self.key)
        return again

    def letters(self):
        return [to[0].split("@")[0] for to, _ in self.smtp.mails], [post["name"].lower() for _, post in self.hook.posts]


def still(player, seconds=SOON):
    """Nothing happens at the table."""
    version = seen(player)
    player.hear(seconds)
    assert seen(player) == version, "somebody has moved"


def seen(player):
    return max(moment["version"] for moment in player.moments.values())


def moves_after(house, player, seconds):
    """So much later the bot moves, once."""
    version = seen(player)
    house.turn(seconds)
    until(lambda: player.hear(0.05) or seen(player) > version)


def left(player, seat):
    return player.table["seats"][seat - 1]["clock"]["left"] / 1000


def runs_out():
    """A bot moves when three days are over and not before; each turn is told of once, by mail and by webhook."""
    with House() as house:
        mover, other = house.begin()
        seat, name, rest = mover.turn(), mover.me["name"], other.me["name"]
        names = {1: "marit", 2: "ansel"}
        mover.close()
        house.turn(AWAY - 60)
        still(other)
        assert house.letters() == ([], []), "written to too early"
        house.turn(2 * MINUTE)
        until(lambda: house.letters() == ([names[seat]], [names[seat]]))
        house.turn(2.9 * DAY)
        still(other)
        turns = 0
        while not other.turn():  # each of the turn's moves has three days
            moves_after(house, other, 3 * DAY + MINUTE if turns else 0.1 * DAY + MINUTE)
            turns += 1
            if not other.turn():
                still(other)
            assert turns < 12, "the turn does not end"
        assert house.letters() == ([names[seat]], [names[seat]]), "one for each turn, however many moves and days it has"
        mine = other.turn()
        other.close()
        house.turn(AWAY + 60)
        until(lambda: len(house.smtp.mails) == 2 and len(house.hook.posts) == 2)
        assert house.letters() == ([names[seat], names[mine]],) * 2, house.letters()
        time.sleep(SOON)
        back = house.back(other)
        back.play_turn()
        house.turn(AWAY + 60)
        until(lambda: len(house.smtp.mails) == 3 and len(house.hook.posts) == 3)
        assert house.letters()[0][2] == names[seat], "a new turn is told of anew"
        time.sleep(SOON)
        assert [len(kind) for kind in house.letters()] == [3, 3], f"{name} and {rest} are written to more than once a turn"


def restarts():
    """What is left of three days is the same after a restart, and nobody is written to again."""
    for end in ("stop", "kill"):
        with House() as house:
            mover, other = house.begin()
            seat = mover.turn()
            mover.close()
            house.turn(2.5 * DAY)
            until(lambda: len(house.smtp.mails) == 1 and len(house.hook.posts) == 1)
            time.sleep(0.3)  # that he was told is on disk
            getattr(house.server, end)()
            house.server.start()
            back = house.back(other)
            assert 0.49 * DAY < left(back, seat) < 0.51 * DAY, f"{left(back, seat) / DAY} days are left"
            still(back)
            assert [len(kind) for kind in house.letters()] == [1, 1], "a restart writes again"
            house.turn(0.4 * DAY)
            still(back)
            moves_after(house, back, 0.11 * DAY)


def was_down():
    """Days that went by while there was no server: whoever comes back within a minute still moves himself."""
    with House() as house:
        mover, other = house.begin()
        seat = mover.turn()
        house.server.stop()
        house.turn(5 * DAY)
        house.server.start()
        back = house.back(other)
        still(back)
        assert 0 < left(back, seat) <= 60, left(back, seat)
        moves_after(house, back, MINUTE)
        again = house.back(mover)
        if again.turn():
            again.play_turn()


cases = [("a bot moves when the days are over, and each turn is told of once", runs_out), ("days outlive a restart and a kill", restarts),
         ("days that went by without a server", was_down)]
with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:  # each has a house of its own, and mostly waits
    running = [(name, pool.submit(case)) for name, case in cases]
    for name, case in running:
        tap.run(name, case.result)
tap.done()
