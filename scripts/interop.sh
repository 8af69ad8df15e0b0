#!/usr/bin/env bash
# Plays the built engine against GNU Go through Sabaki's own GTP client, then
# sends every session of gtp-tests/ again in every way a client may write it.
#
#   scripts/interop.sh [SEED]
#
# Any refused move, difference in scores or changed answer fails. The games are
# the same every time for one SEED (default 1). Installs Debian's gnugo (as root)
# and the npm package @sabaki/gtp where they are missing, or says in one line
# what to install and ends with status 2.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

seed=${1:-1}

# Installs the JavaScript packages outside the tracked tree, without a lock file.
need_packages() {
    command -v node >/dev/null || missing "Node.js is missing: install node 18 or newer"
    command -v npm >/dev/null || missing "npm is missing: install it beside node"
    local packages=$work/interop
    mkdir -p "$packages"
    if ! [ -d "$packages/node_modules/@sabaki/gtp" ] \
        || ! cmp -s scripts/interop/package.json "$packages/package.json"; then
        cp scripts/interop/package.json "$packages/package.json"
        if ! npm install --prefix "$packages" --no-save --no-package-lock --no-audit --no-fund \
            --loglevel=error </dev/null; then
            rm "$packages/package.json"
            missing "npm could not install @sabaki/gtp"
        fi
    fi
    NODE_PATH=$(cd "$packages" && pwd)/node_modules
    export NODE_PATH
}

# Every session once more: CR LF, tabs, comments, noise, byte by byte, pipelined.
check_streams() {
    local log=$work/interop/streams.log
    GTP_TESTS_ENGINE=$engine cargo test --quiet --test gtp -- stream:: </dev/null >"$log" 2>&1 \
        || { cat "$log" >&2; return 1; }
    grep '^test result: ok\. [1-9]' "$log" || { echo "no stream check was run" >&2; return 1; }
}

need_gnugo
need_packages
build_engine
node scripts/interop/main.js "$engine" "$gnugo" "$seed" </dev/null
echo "streams: every session in every way of sending it"
check_streams
