#!/bin/sh
# Makes the tables of docs/strength.md: tools/strength.sh SKERRY FOLDER [GAME...]
# Every level's budget is cut to a part in PART (10 unless set); GAMES a pair (400), RUNG games a rung of the ladder (200),
# TABLE games at the largest table (300), SOLO games of the solitaire game at each level (1000).
set -eu
skerry=$1 folder=$2
shift 2
[ $# -gt 0 ] || set -- atoll takara nevergiveup ayeaye tendays
part=${PART:-10} games=${GAMES:-400} rung=${RUNG:-200} table=${TABLE:-300} solo=${SOLO:-1000}
mkdir -p "$folder"

lab() { # lab FILE ARGUMENTS...: the report into the file, the command on its first line
    file=$folder/$1
    shift
    echo "skerry lab $*" >"$file"
    "$skerry" lab "$@" >>"$file" 2>&1 || echo "failed: $?" >>"$file"
}

for game; do
    if [ "$game" = atoll ]; then
        for bot in easy medium hard expert; do
            lab "atoll-$bot.txt" atoll --seats "bot:$bot" --games "$solo" --vary level=newbie,normal,elite,crazy,insane,idiotic
        done
        continue
    fi
    case $game in takara) seats=4 ;; *) seats=6 ;; esac
    others=$(printf 'bot:hard,%.0s' $(seq 2 "$seats"))
    lab "$game-cross.md" "$game" --cross bot:random,bot:easy,bot:medium,bot:hard,bot:expert --games "$games" --part "$part" --markdown
    lab "$game-table.txt" "$game" --seats "bot:expert,${others%,}" --rotate --games "$table" --part "$part"
    lab "$game-ladder.md" "$game" --cross 'bot:hard,bot:hard*4,bot:hard*16' --games "$rung" --part "$part" --markdown
done
