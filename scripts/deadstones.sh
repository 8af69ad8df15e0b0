#!/usr/bin/env bash
# How well and how fast the engine finds the dead stones of 53 finished games,
# beside Sabaki's package @sabaki/deadstones in the same run.
#
#   scripts/deadstones.sh [ROUNDS]
#
# Fails when the engine finds fewer than 45 games exactly or 99.3 % of the
# stones. Installs the npm package where it is missing, or says in one line what
# to install and ends with status 2.
set -euo pipefail
. "$(dirname "$0")/programs.sh"

need_package() {
    command -v node >/dev/null || missing "Node.js is missing: install node 18 or newer"
    command -v npm >/dev/null || missing "npm is missing: install it beside node"
    local packages=$work/deadstones
    mkdir -p "$packages"
    if ! [ -d "$packages/node_modules/@sabaki/deadstones" ] \
        || ! cmp -s scripts/deadstones/package.json "$packages/package.json"; then
        cp scripts/deadstones/package.json "$packages/package.json"
        if ! npm install --prefix "$packages" --no-save --no-package-lock --no-audit --no-fund \
            --loglevel=error </dev/null; then
            rm "$packages/package.json"
            missing "npm could not install @sabaki/deadstones"
        fi
    fi
    NODE_PATH=$(cd "$packages" && pwd)/node_modules
    export NODE_PATH
}

need_package
build_engine
node scripts/deadstones/main.js "$engine" gtp-tests/data/deadstones "${1:-3}" </dev/null
