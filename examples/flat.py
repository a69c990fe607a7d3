#!/usr/bin/env python3
"""A bot for every game, in Python without libraries: skerry play takara --seats you,cmd:./examples/flat.py

Flat Monte Carlo: it guesses the hidden information, tries every move in every guess, lets skerry finish those games
at random, and plays the move with the best results. See docs/engine-protocol.md ("Your own bot").
"""
import json
import sys
import time

WORLDS = 6          # guesses per decision
FIRST, MORE = 2, 6  # games per move and guess: first to find the best few moves, then for those
BEST = 4            # number of best moves that are tried further
TURNS = 8           # length of those games in turns; they are then scored as if they had ended
PART = 0.3          # largest share of the time limit to use; skerry's own work counts too


def send(message):
    print(json.dumps(message), flush=True)


def receive():
    line = sys.stdin.readline()
    message = json.loads(line) if line else {"ask": "bye"}  # end of input: skerry has exited
    if message.get("ask") == "bye":
        sys.exit(0)
    return message


def ask(**request):
    """Sends a request about a world. Returns the answer, or None if it is an error."""
    send(request)
    answer = receive()
    return None if "error" in answer else answer


class Flat:
    def __init__(self, hello):
        self.seat, self.seats = hello["seat"], hello["seats"]
        self.lowest, self.highest = 0.0, 1.0  # range of point leads seen, to weigh points against wins

    def value(self, seats):
        """How good a result is: winning counts most, then the lead over the others (or the points when playing alone)."""
        mine = next(one for one in seats if one["seat"] == self.seat)
        others = [one["points"] for one in seats if one["seat"] != self.seat]
        ahead = mine["points"] - (max(others) if others else 0)
        self.lowest, self.highest = min(self.lowest, ahead), max(self.highest, ahead)
        return mine["wins"] + 0.5 * (ahead - self.lowest) / (self.highest - self.lowest)

    def measure(self, moves, worlds, times, until):
        """The moves, best first, by their average result in the worlds there was time for."""
        sums, counts = dict.fromkeys(moves, 0.0), dict.fromkeys(moves, 0)
        for world in worlds:
            for move in moves:
                if time.monotonic() > until and counts[move]:
                    continue
                end = ask(do="playout", world=world, moves=[move] if move else [], times=times, turns=TURNS)
                if end:
                    sums[move] += self.value(end["seats"])
                    counts[move] += 1
        return sorted(moves, key=lambda move: sums[move] / max(counts[move], 1), reverse=True)

    def choose(self, question):
        until = time.monotonic() + PART * question["seconds"]
        moves = question["moves"] + ([""] if question["aside"] else [])  # "" means: make no move
        worlds = ask(do="worlds", count=WORLDS)["worlds"]
        best = self.measure(moves, worlds, FIRST, until)[:BEST]
        return self.measure(best, worlds, MORE, until)[0]


def main():
    bot = None
    while True:
        message = receive()
        if message.get("ask") == "hello":
            bot = Flat(message)
            send({"protocol": 1})
        elif message.get("ask") == "move":
            move = bot.choose(message)
            send({"move": move} if move else {"pass": True})
        else:
            print("flat.py:", message, file=sys.stderr)
            return


if __name__ == "__main__":
    main()
