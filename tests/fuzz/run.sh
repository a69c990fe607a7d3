#!/bin/sh
# run.sh FOLDER: runs every fuzz target built in FOLDER for a while, one per core at a time, and prints `ok NAME` or
# `not ok NAME` for each. Each starts from the small corpus in this folder and from its findings in earlier runs.
# Inputs that crash a target are kept in FOLDER. After fixing the bug, add the input to corpus/NAME as a regression
# test.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
seconds=5
[ -z "${SKERRY_LONG-}" ] || seconds=300

if [ $# -eq 1 ]; then
    for target in "$folder"/tests/fuzz-*; do [ ! -f "$target" ] || echo "$target"; done |
        xargs -P "$(nproc)" -I {} "$0" "$folder" {}
    exit
fi

target=$2
name=${target##*/fuzz-}
found=$folder/found-$name
mkdir -p "$found"
dict=
[ ! -f "$here/$name.dict" ] || dict=-dict=$here/$name.dict
log=$folder/fuzz-$name.log
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
if "$target" -max_total_time=$seconds -timeout=60 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 $dict \
    -artifact_prefix="$folder/$name-" "$found" "$here/corpus/$name" >"$log" 2>&1 </dev/null; then
    echo "ok $name"
else
    tail -n 40 "$log" >&2
    echo "not ok $name"
fi
