#!/bin/sh
# Teaches the bots of a game anew, by self-play: tools/train.sh BUILD GAME
# Writes src/bots/nets/GAME.c (skerry-tune: GAME_weights.inc) and builds, as often as the recipe has steps; a later step
# goes on from what the step before has made. THREADS (2) play; another number of them plays other games, and atoll is taught by the clock, so
# a net that is made again plays as well but is not the same to the last number. A lesson takes from minutes to an hour.
set -eu
[ $# -eq 2 ] || { echo "train.sh: name the build folder and a game: tools/train.sh build takara" >&2 && exit 2; }
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

case $game in
atoll)
    step skerry-train-atoll --minutes 7.6 --games 1600 --exact 4 --seed 1
    step skerry-train-atoll --minutes 22 --games 800 --exact 8 --rate 300 --seed 2 --go-on
    ;;
takara)
    step skerry-train takara --rounds 200 --games 400
    step skerry-train takara --rounds 120 --games 300 --seed 9 --go-on
    ;;
nevergiveup)
    step skerry-train nevergiveup --rounds 200 --games 200 --rate 2000
    step skerry-train nevergiveup --rounds 160 --games 160 --rate 1000 --go-on --seed 2
    step skerry-train nevergiveup --rounds 160 --games 160 --rate 1500 --go-on --seed 3
    ;;
ayeaye)
    step skerry-train ayeaye --rounds 200 --games 400
    step skerry-train ayeaye --rounds 40 --games 400 --rate 300 --go-on --seed 5
    ;;
tendays)
    step skerry-tune tendays --rounds 320 --games 1600 --rate 600
    step skerry-train tendays --seats 2 --rounds 240 --games 3200 --stray 300
    step skerry-train tendays --seats 3-6 --rounds 160 --games 800 --stray 300 --go-on
    ;;
*)
    echo "train.sh: there is no recipe for $game; tools/train.c says what there is to set" >&2
    exit 2
    ;;
esac
ninja -C "$build"
