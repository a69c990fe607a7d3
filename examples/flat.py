#!/usr/bin/env python3
"""A bot for every game of skerry, in Python without a library: skerry play takara --seats you,cmd:./examples/flat.py

Flat Monte Carlo: it guesses at what it cannot see, tries every move in every guess, lets skerry play those games on
at random, and takes the move that did best. docs/engine-protocol.md ("Your own bot") has the words.
"""
import json
import sys
import time

WORLDS = 6          # guesses for one decision
FIRST, MORE = 2, 6  # games for each move in each guess: to find the best few, then for those
BEST = 4            # how many they are
TURNS = 8           # how far those games go; then they count as if they ended there
PART = 0.3          # of the time given, at most; skerry counts its own work in


def say(message):
    print(json.dumps(message), flush=True)


def hear():
    line = sys.stdin.readline()
    message = json.loads(line) if line else {"ask": "bye"}  # nobody is left to play for
    if message.get("ask") == "bye":
        sys.exit(0)
    return message


def ask(**request):
    """What skerry has to say about a world; the error as None."""
    say(request)
    answer = hear()
    return None if "error" in answer else answer


class Flat:
    def __init__(self, hello):
        self.seat, self.seats = hello["seat"], hello["seats"]
        self.lowest, self.highest = 0.0, 1.0  # points seen, to weigh them beside wins

    def worth(self, seats):
        """How good an end is: to be first counts most, then to be ahead of the others, or just to have points."""
        mine = next(one for one in seats if one["seat"] == self.seat)
        others = [one["points"] for one in seats if one["seat"] != self.seat]
        ahead = mine["points"] - (max(others) if others else 0)
        self.lowest, self.highest = min(self.lowest, ahead), max(self.highest, ahead)
        return mine["wins"] + 0.5 * (ahead - self.lowest) / (self.highest - self.lowest)

    def measure(self, moves, worlds, times, until):
        """The moves, best first, by what they came to on average in the worlds there was time for."""
        sums, counts = dict.fromkeys(moves, 0.0), dict.fromkeys(moves, 0)
        for world in worlds:
            for move in moves:
                if time.monotonic() > until and counts[move]:
                    continue
                end = ask(do="playout", world=world, moves=[move] if move else [], times=times, turns=TURNS)
                if end:
                    sums[move] += self.worth(end["seats"])
                    counts[move] += 1
        return sorted(moves, key=lambda move: sums[move] / max(counts[move], 1), reverse=True)

    def choose(self, question):
        until = time.monotonic() + PART * question["seconds"]
        moves = question["moves"] + ([""] if question["aside"] else [])  # "": leave it
        worlds = ask(do="worlds", count=WORLDS)["worlds"]
        best = self.measure(moves, worlds, FIRST, until)[:BEST]
        return self.measure(best, worlds, MORE, until)[0]


def main():
    bot = None
    while True:
        message = hear()
        if message.get("ask") == "hello":
            bot = Flat(message)
            say({"protocol": 1})
        elif message.get("ask") == "move":
            move = bot.choose(message)
            say({"move": move} if move else {"pass": True})
        else:
            print("flat.py:", message, file=sys.stderr)
            return


if __name__ == "__main__":
    main()
