#!/bin/sh
# bench/load/run.sh [--restart] [--disk MICROSECONDS] [ARGUMENT of skerry-load…]: starts a server in a new folder, then
# runs the load client against it.
# --restart: at the end, kills the server and starts it again on the same folder.
# --disk N: keeps the folder in memory and makes every disk sync take N microseconds. Only for comparisons: nothing is
# stored durably.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
ninja -C "$root/build" src/cli/skerry bench/load/skerry-load bench/load/skerry-disk.so >/dev/null
port=${PORT:-8199} restart= where=${TMPDIR:-/tmp}
while :; do
    case ${1:-} in
    --restart) restart=yes && shift ;;
    --disk)
        export SKERRY_DISK="$2" LD_PRELOAD="$root/build/bench/load/skerry-disk.so"
        where=/dev/shm && shift 2
        ;;
    *) break ;;
    esac
done
folder=$(mktemp -d "$where/skerry-load.XXXXXX")
: >"$folder/log"
ulimit -n 8192
serve="exec '$root/build/src/cli/skerry' serve --listen 127.0.0.1:$port --data '$folder' --web '$root/web/dist'"
[ -z "$restart" ] || set -- --again "$serve >>'$folder/log' 2>&1" "$@"
sh -c "$serve" >"$folder/log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || :; wait $server 2>/dev/null || :; rm -rf "$folder"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
    grep -q http "$folder/log" && break
    sleep 0.3
done
"$root/build/bench/load/skerry-load" --port "$port" --pid "$server" --folder "$folder" "$@" || status=$?
exit ${status:-0}
