#!/bin/sh
# Makes the tables of docs/strength.md: bench/strength.sh SKERRY FOLDER [GAME...]
# Settings: PART divides every level's budget (default 10); GAMES per pair (400); RUNG games per rung of the ladder
# (200); TABLE games at the largest table (300); SOLO games of the solitaire game at each of its levels (1000). The
# quick tables come first.
set -eu
skerry=$1 folder=$2
shift 2
[ $# -gt 0 ] || set -- atoll takara nevergiveup ayeaye tendays
part=${PART:-10} games=${GAMES:-400} rung=${RUNG:-200} table=${TABLE:-300} solo=${SOLO:-1000}
mkdir -p "$folder"

lab() { # lab FILE ARGUMENTS...: writes the command and its report to the file
    file=$folder/$1
    shift
    echo "skerry lab $*" >"$file"
    "$skerry" lab "$@" >>"$file" 2>&1 || echo "failed: $?" >>"$file"
}

cross() { # cross GAME FILE GAMES BOTS
    lab "$1-$2.md" "$1" --cross "$4" --games "$3" --part "$part" --markdown
}

solo() { # solo BOT
    lab "atoll-$1.txt" atoll --seats "bot:$1" --games "$solo" --part "$part" --vary level=newbie,normal,elite,crazy,insane,idiotic
}

full() { # full GAME: one expert among hard bots at the largest table
    case $1 in takara) others=bot:hard,bot:hard,bot:hard ;; *) others=bot:hard,bot:hard,bot:hard,bot:hard,bot:hard ;; esac
    lab "$1-table.txt" "$1" --seats "bot:expert,$others" --rotate --games "$table" --part "$part"
}

for step in weak hard expert full ladder; do
    for game; do
        case $game:$step in
        atoll:weak) solo easy && solo medium ;;
        atoll:hard) solo hard ;;
        atoll:expert) solo expert ;;
        atoll:*) ;;
        *:weak) cross "$game" weak "$games" bot:random,bot:easy,bot:medium ;;
        *:hard) cross "$game" hard "$games" bot:medium,bot:hard ;;
        *:expert) cross "$game" expert "$games" bot:hard,bot:expert ;;
        *:full) full "$game" ;;
        *:ladder) cross "$game" ladder4 "$rung" 'bot:hard,bot:hard*4' && cross "$game" ladder16 "$rung" 'bot:hard,bot:hard*16' ;;
        esac
    done
done
