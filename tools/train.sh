#!/bin/sh
# Retrains the bots of a game by self-play: tools/train.sh BUILD GAME
# Each step of the recipe writes games/GAME/bot/net.c (skerry-tune: weights.inc), rebuilds, and continues from the
# result of the step before. THREADS (default 2) sets how many threads play. Retraining reproduces a net's strength, but
# not its exact numbers: a different number of threads plays different games, and some trainers stop after a time limit.
# A recipe takes from minutes to an hour.
set -eu
[ $# -eq 2 ] || { echo "Usage: tools/train.sh BUILD GAME" >&2 && exit 2; }
build=$1 game=$2 threads=${THREADS:-2}
cd "$(dirname "$0")/.."

step() { # step PROGRAM ARGUMENTS...
    case $1 in
    skerry-tune) program=src/lab/$1 ;; # plays whole games, so it is built with the lab
    *) program=src/bots/$1 ;;
    esac
    shift
    ninja -C "$build" "$program"
    "$build/$program" "$@" --threads "$threads"
}

recipe=games/$game/bot/train.sh
[ -f "$recipe" ] || { echo "train.sh: no recipe for $game ($recipe); see tools/train.c for the settings" >&2 && exit 2; }
. "./$recipe"
ninja -C "$build"
