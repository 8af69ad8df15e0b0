#!/usr/bin/env bash
# Builds the npm package of scripts/packaging/npm for WebAssembly, and compares it in
# Node and in a headless Chromium with the program: dead stones and estimates of 53
# finished games, games and other sessions over GTP with the same seeds, moves on a
# clock, and input that must be refused. Prints the size of the package.
#
#   scripts/check/wasm-check.sh [--quick]
#
# With --quick, the package is built sooner and is larger, clippy does not run, and six
# of the positions are judged.
# Fails on every difference. Leaves the package in target/wasm/package. Needs the target
# wasm32-unknown-unknown, which rustup adds if it is there, and installs wasm-bindgen
# with cargo (some minutes), Chromium and an npm package if they are missing; if that
# fails, prints one line that says what to install and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

package=$work/wasm/package

# size FILE: prints its size, and that of the compressed file.
size() {
    printf '%s: %d KiB, %d KiB with gzip\n' "${1##*/}" $(($(wc -c <"$1") / 1024)) $(($(gzip -9c "$1" | wc -c) / 1024))
}

need_chromium
need_packages check/wasm
build_engine
quick=${1:-}
build_wasm release
[ -n "$quick" ] || cargo clippy --quiet --release --manifest-path "$source/Cargo.toml" --target "$target" --target-dir "$work/wasm/build" \
    -- -D warnings
rm -rf "$package"
mkdir -p "$package"
cp "$source"/*.js "$source"/index.d.ts "$source"/package.json "$source"/README.md LICENSE-* "$package"
"$bindgen" --target web --no-typescript --out-name ponnuki --out-dir "$package/wasm" "$wasm"
npm pack --dry-run "$(cd "$package" && pwd)" >/dev/null 2>&1

size "$package/wasm/ponnuki_bg.wasm"
size "$package/wasm/ponnuki.js"
node scripts/check/wasm/main.js "$engine" "$package" gtp-tests/data/deadstones "$chromium" "$@" </dev/null
