"""Tables with days for each move, with a clock that the test moves forward: timeouts, restarts, one message per turn.

Usage: days.py SKERRY CLOCK-SHIM
"""
import concurrent.futures
import os
import struct
import sys
import tempfile
import time

from client import Player, Server, Tap
from receivers import Hook, Smtp, confirm_address, until

tap = Tap()
skerry, shim = sys.argv[1], os.path.abspath(sys.argv[2])
DAY, MINUTE = 86400, 60
AWAY = 600  # seconds that a turn must wait before anyone gets a message
SOON = 1.6  # the server checks every table once per second


class House:
    """A server with its own clock and receivers for mail and webhooks; two people at a table with three days per move."""

    def __init__(self):
        self.smtp, self.hook = Smtp(), Hook()
        self.file = tempfile.NamedTemporaryFile(prefix="skerry-clock-")
        self.later = 0.0
        self.advance(0)
        self.server = Server(skerry, extra=["--notify-after", str(AWAY), "--mail", self.smtp.url, "--mail-from", "skerry@club.example",
                                            "--webhook", self.hook.url])
        self.server.env = {**os.environ, "LD_PRELOAD": shim, "SKERRY_CLOCK": self.file.name}

    def advance(self, seconds):
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
        """Starts a game. Returns the player to move and the one who waits."""
        one, two = Player(self.server), Player(self.server)
        for who, name in ((one, "Marit"), (two, "Ansel")):
            who.ask("name", name=name)
            confirm_address(who, self.smtp, f"{name.lower()}@example.org")
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
    """Checks that nothing happens at the table."""
    version = seen(player)
    player.hear(seconds)
    assert seen(player) == version, "someone has moved"


def seen(player):
    return max(moment["version"] for moment in player.moments.values())


def moves_after(house, player, seconds):
    """Moves the clock forward. The bot must then move once."""
    version = seen(player)
    house.advance(seconds)
    until(lambda: player.hear(0.05) or seen(player) > version)


def left(player, seat):
    return player.table["seats"][seat - 1]["clock"]["left"] / 1000


def runs_out():
    """A bot moves when three days are over and not before. Each turn is announced once by mail and once by webhook."""
    with House() as house:
        mover, other = house.begin()
        seat, name, rest = mover.turn(), mover.me["name"], other.me["name"]
        names = {1: "marit", 2: "ansel"}
        mover.close()
        house.advance(AWAY - 60)
        still(other)
        assert house.letters() == ([], []), "a message was sent too early"
        house.advance(2 * MINUTE)
        until(lambda: house.letters() == ([names[seat]], [names[seat]]))
        house.advance(2.9 * DAY)
        still(other)
        turns = 0
        while not other.turn():  # each of the turn's moves has three days
            moves_after(house, other, 3 * DAY + MINUTE if turns else 0.1 * DAY + MINUTE)
            turns += 1
            if not other.turn():
                still(other)
            assert turns < 12, "the turn does not end"
        assert house.letters() == ([names[seat]], [names[seat]]), "there must be one message per turn, however long it takes"
        mine = other.turn()
        other.close()
        house.advance(AWAY + 60)
        until(lambda: len(house.smtp.mails) == 2 and len(house.hook.posts) == 2)
        assert house.letters() == ([names[seat], names[mine]],) * 2, house.letters()
        time.sleep(SOON)
        back = house.back(other)
        back.play_turn()
        house.advance(AWAY + 60)
        until(lambda: len(house.smtp.mails) == 3 and len(house.hook.posts) == 3)
        assert house.letters()[0][2] == names[seat], "a new turn needs a new message"
        time.sleep(SOON)
        assert [len(kind) for kind in house.letters()] == [3, 3], f"{name} and {rest} got more than one message per turn"


def restarts():
    """After a restart the clock shows the same time left, and no message is sent again."""
    for end in ("stop", "kill"):
        with House() as house:
            mover, other = house.begin()
            seat = mover.turn()
            mover.close()
            house.advance(2.5 * DAY)
            until(lambda: len(house.smtp.mails) == 1 and len(house.hook.posts) == 1)
            time.sleep(0.3)  # until the sent message is recorded on disk
            getattr(house.server, end)()
            house.server.start()
            back = house.back(other)
            assert 0.49 * DAY < left(back, seat) < 0.51 * DAY, f"{left(back, seat) / DAY} days are left"
            still(back)
            assert [len(kind) for kind in house.letters()] == [1, 1], "the message was sent again after a restart"
            house.advance(0.4 * DAY)
            still(back)
            moves_after(house, back, 0.11 * DAY)


def was_down():
    """Days passed while the server was down. A player who returns within a minute can still move."""
    with House() as house:
        mover, other = house.begin()
        seat = mover.turn()
        house.server.stop()
        house.advance(5 * DAY)
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
with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:  # each case has its own house and mostly waits
    running = [(name, pool.submit(case)) for name, case in cases]
    for name, case in running:
        tap.run(name, case.result)
tap.done()
