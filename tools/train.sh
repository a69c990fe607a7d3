#!/bin/sh
# Teaches the bots of a game anew, by self-play: tools/train.sh BUILD GAME
# Writes games/GAME/bot/net.c (skerry-tune: weights.inc) and builds, as often as the recipe has steps; a later step
# goes on from what the step before has made. THREADS (2) play; another number of them plays other games, and a trainer that has a time limit stops by the clock, so
# a net that is made again plays as well but is not the same to the last number. A lesson takes from minutes to an hour.
set -eu
[ $# -eq 2 ] || { echo "train.sh: name the build folder and a game: tools/train.sh build GAME" >&2 && exit 2; }
build=$1 game=$2 threads=${THREADS:-2}
cd "$(dirname "$0")/.."

step() { # step PROGRAM ARGUMENTS...
    case $1 in
    skerry-tune) program=src/lab/$1 ;; # it plays whole games, in the lab
    *) program=src/bots/$1 ;;
    esac
    shift
    ninja -C "$build" "$program"
    "$build/$program" "$@" --threads "$threads"
}

recipe=games/$game/bot/train.sh
[ -f "$recipe" ] || { echo "train.sh: there is no recipe for $game; tools/train.c says what there is to set" >&2 && exit 2; }
. "./$recipe"
ninja -C "$build"
