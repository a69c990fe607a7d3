# Shared by ./run, ./test, ./format and ./lint: installs packages and builds, quietly. Sourced, not run.
# Messages go to standard error, so that standard output belongs to the command alone.
set -eu
root=$(cd "$(dirname "$0")" && pwd)
build_packages="gcc libc6-dev meson ninja-build pkgconf python3-minimal libjansson-dev libncurses-dev libwebsockets-dev libsqlite3-dev libsodium-dev libqrencode-dev zlib1g-dev libpq-dev libcurl4-openssl-dev"
test_packages="python3 libcmocka-dev libopenmpi-dev openmpi-bin clang lld llvm libclang-rt-14-dev clang-tidy clang-format binutils tmux chromium webkit2gtk-driver xvfb postgresql"

stop() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# Prints the named packages that are not installed.
packages_missing() {
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

# Runs a command directly as root, or else through sudo, which may ask for a password only on a terminal.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo $sudo_ask env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

packages_install() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Not Debian: that is fine as long as the tools exist, whatever their packages are called.
        for tool in cc meson ninja pkg-config; do
            command -v "$tool" >/dev/null || stop "$tool is missing and there is no apt-get. Install the equivalents of these Debian packages: $*"
        done
        return
    fi
    missing=$(packages_missing "$@")
    [ -n "$missing" ] || return 0
    sudo_ask=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || stop "some packages are missing and there is no sudo. Run as root: apt-get install $missing"
        if ! sudo -n true 2>/dev/null; then
            [ -t 0 ] || stop "some packages are missing and sudo needs a password. Run this first: sudo apt-get install $missing"
        else
            sudo_ask=-n
        fi
    fi
    echo "Installing: $missing" >&2
    log=$(mktemp)
    # No standard input: nothing can prompt, and the caller's input stays unread.
    if ! as_root apt-get update </dev/null >"$log" 2>&1 ||
        ! as_root apt-get install -y --no-install-recommends $missing </dev/null >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        stop "apt-get could not install $missing. Fix the problem shown above, then try again"
    fi
    rm -f "$log"
}

# packages_aside FOLDER NAME…: unpacks the Debian packages of missing programs into FOLDER, because installing a server
# would start it. A program that cannot be downloaded is left out, and its tests are reported as skipped.
packages_aside() {
    aside=$1
    shift
    for name in "$@"; do
        if command -v "$name" >/dev/null || [ -x "/usr/sbin/$name" ] || [ -x "$aside/usr/sbin/$name" ] || [ -x "$aside/usr/bin/$name" ]; then
            continue
        fi
        mkdir -p "$aside"
        (cd "$aside" && apt-get download "$name" && dpkg -x "${name}"_*.deb .) >"$aside/$name.log" 2>&1 </dev/null ||
            echo "Could not download $name; see ${aside##*/}/$name.log. Its tests are skipped." >&2
        rm -f "$aside/${name}"_*.deb
    done
}

# quietly MESSAGE LOG COMMAND…: runs a command and shows its output only if it fails. Prints the message if it takes more
# than 2 s.
quietly() {
    message=$1
    log=$2
    shift 2
    "$@" >"$log" 2>&1 </dev/null &
    job=$!
    (
        sleep 2
        echo "$message…" >&2
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

# build_setup NAME [MESON-OPTION…]: configures the build folder once; later calls do nothing.
build_setup() {
    folder=$root/$1
    shift
    if [ ! -f "$folder/build.ninja" ]; then
        mkdir -p "$folder"
        quietly "Configuring ${folder##*/}" "$folder/setup.log" meson setup "$folder" "$root" "$@" || return 1
    fi
}

# build_make NAME [TARGET…]: locks the folder, because two ninja processes in one folder would corrupt it.
build_make() {
    folder=$root/$1
    shift
    quietly "Building ${folder##*/}" "$folder/make.log" flock "$folder/.lock" ninja -C "$folder" "$@"
}

# Node and npm, any version from 18 on: Debian's if none is installed.
node_install() {
    node_is_installed || packages_install nodejs npm
}

node_is_installed() {
    command -v node >/dev/null && command -v npm >/dev/null
}

npm_is_current() {
    [ -f "$root/web/node_modules/.package-lock.json" ] &&
        [ ! "$root/web/package-lock.json" -nt "$root/web/node_modules/.package-lock.json" ]
}

# npm_install: installs the npm packages of web/package-lock.json into web/node_modules. ./run, ./test, ./format and
# ./lint may call it at the same time: the first takes a lock, and the others find the packages installed.
npm_install() {
    npm_is_current && return 0
    npm_log=$(mktemp)
    npm_status=0
    quietly "Installing the npm packages" "$npm_log" flock "$root/web" sh -c '
        cd "$1" && stamp=node_modules/.package-lock.json
        [ -f "$stamp" ] && [ ! package-lock.json -nt "$stamp" ] && exit 0
        npm install --no-save --no-audit --no-fund && touch "$stamp"' sh "$root/web" || npm_status=$?
    rm -f "$npm_log"
    return $npm_status
}

# web_sources: the TypeScript, JavaScript and CSS sources of the browser client, its boards and its tests, one per line.
web_sources() {
    (cd "$root" && find web games/*/web tests/web \( -name node_modules -o -name dist -o -name generated \) -prune -o \
        \( -name '*.ts' -o -name '*.tsx' -o -name '*.js' -o -name '*.mjs' -o -name '*.css' \) -print | sort)
}

# web_make: builds the browser client into web/dist if a source is newer. Needs build/src/cli/skerry, which generates
# its types.
web_make() {
    node_install
    npm_install || return 1
    web=$root/web
    [ -f "$web/dist/index.html" ] &&
        [ -z "$(find "$web/src" "$web/public" "$web/index.html" "$web/package.json" "$web/vite.config.ts" "$root"/games/*/web "$root"/games/*/content -newer "$web/dist/index.html" ! -path '*/generated*' -print -quit)" ] &&
        return 0
    (cd "$web" && quietly "Building the web pages" "$root/build/web.log" npm run build)
}
