# What ./run and ./test share: installing packages and building, quietly. Sourced by them, not run.
# Everything said here goes to standard error, so that the output of a command stays its own.
set -eu
root=$(cd "$(dirname "$0")" && pwd)
build_packages="gcc libc6-dev meson ninja-build pkgconf python3-minimal libjansson-dev libncurses-dev libwebsockets-dev libsqlite3-dev libsodium-dev libqrencode-dev zlib1g-dev libpq-dev libcurl4-openssl-dev"
test_packages="python3 libcmocka-dev libopenmpi-dev openmpi-bin clang lld llvm libclang-rt-14-dev clang-tidy clang-format binutils tmux chromium webkit2gtk-driver xvfb postgresql"

stop() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# Those of the named packages that are not installed.
packages_missing() {
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

# As root: directly; otherwise through sudo, which may ask for a password only where somebody can answer.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo $sudo_ask env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

packages_install() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Not a Debian: fine as long as the tools are there under whatever package name.
        for tool in cc meson ninja pkg-config; do
            command -v "$tool" >/dev/null || stop "$tool is missing and there is no apt here; install what Debian calls: $*"
        done
        return
    fi
    missing=$(packages_missing "$@")
    [ -n "$missing" ] || return 0
    sudo_ask=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || stop "these packages are missing and there is no sudo; as root, run: apt-get install $missing"
        if ! sudo -n true 2>/dev/null; then
            [ -t 0 ] || stop "these packages are missing and sudo wants a password; run first: sudo apt-get install $missing"
        else
            sudo_ask=-n
        fi
    fi
    echo "Installing: $missing" >&2
    log=$(mktemp)
    # Nothing on standard input: whatever might ask gets no answer, and the caller's input stays unread.
    if ! as_root apt-get update </dev/null >"$log" 2>&1 ||
        ! as_root apt-get install -y --no-install-recommends $missing </dev/null >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        stop "apt could not install $missing; see above what it said, mend it, and run this again"
    fi
    rm -f "$log"
}

# packages_aside FOLDER NAME…: Debian's packages of these programs unpacked there, where they are not installed: installing
# a server would start it. What cannot be had is done without; its tests say that they are skipped.
packages_aside() {
    aside=$1
    shift
    for name in "$@"; do
        if command -v "$name" >/dev/null || [ -x "/usr/sbin/$name" ] || [ -x "$aside/usr/sbin/$name" ] || [ -x "$aside/usr/bin/$name" ]; then
            continue
        fi
        mkdir -p "$aside"
        (cd "$aside" && apt-get download "$name" && dpkg -x "${name}"_*.deb .) >"$aside/$name.log" 2>&1 </dev/null ||
            echo "There is no $name to try; ${aside##*/}/$name.log says why." >&2
        rm -f "$aside/${name}"_*.deb
    done
}

# Runs a command with its output kept; shows it on failure. Says what it does once it takes long.
quietly() {
    what=$1
    log=$2
    shift 2
    "$@" >"$log" 2>&1 </dev/null &
    job=$!
    (
        sleep 2
        echo "$what…" >&2
    ) &
    clock=$!
    trap 'kill $job $clock 2>/dev/null; exit 130' INT TERM
    status=0
    wait $job || status=$?
    kill $clock 2>/dev/null || true
    wait $clock 2>/dev/null || true
    trap - INT TERM
    [ $status = 0 ] || grep -v -E '^\[[0-9]+/[0-9]+\] |^ninja: Entering' "$log" >&2 || true
    return $status
}

# build_folder NAME [MESON-OPTION…]: sets up the folder once; later calls only bring it up to date.
build_setup() {
    folder=$root/$1
    shift
    if [ ! -f "$folder/build.ninja" ]; then
        mkdir -p "$folder"
        quietly "Setting up ${folder##*/}" "$folder/setup.log" meson setup "$folder" "$root" "$@" || return 1
    fi
}

# build_make NAME [TARGET…]: one at a time a folder, for two ninjas in one would spoil it.
build_make() {
    folder=$root/$1
    shift
    quietly "Building ${folder##*/}" "$folder/make.log" flock "$folder/.lock" ninja -C "$folder" "$@"
}

# web_make: the browser's part into web/dist, when a source is newer than what was built. Needs build/src/cli/skerry, whose
# tables it takes its types from. Any Node from 18 on will do; without one, Debian's.
web_make() {
    command -v node >/dev/null && command -v npm >/dev/null || packages_install nodejs npm
    web=$root/web
    if [ ! -f "$web/node_modules/.package-lock.json" ] || [ "$web/package-lock.json" -nt "$web/node_modules/.package-lock.json" ]; then
        (cd "$web" && quietly "Fetching what the pages are built with" "$root/build/npm.log" npm install --no-save --no-audit --no-fund) || return 1
        touch "$web/node_modules/.package-lock.json"
    fi
    [ -f "$web/dist/index.html" ] &&
        [ -z "$(find "$web/src" "$web/public" "$web/index.html" "$web/package.json" "$web/vite.config.ts" "$root"/games/*/web "$root"/games/*/content -newer "$web/dist/index.html" ! -path '*/generated*' -print -quit)" ] &&
        return 0
    (cd "$web" && quietly "Building the pages" "$root/build/web.log" npm run build)
}
