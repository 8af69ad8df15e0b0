#!/usr/bin/env bash
# Makes a network better by games against itself; README.md says how.
#
#   scripts/learn/learn.sh --minutes N | --games N [--from FILE.pt] [--sizes 9,13,19] [--network b6c64] [--out DIR]
#                          [--seed N] [--threads N] [--cpu]
#   scripts/learn/learn.sh --prepare
#
# --prepare only builds the module of the games, for any processor with AVX2; where the
# tree is copied with it, no Rust is needed. Needs Python 3.10 or newer with NumPy and
# PyTorch 1.13 or newer, of which it installs Debian's python3-torch (as root) if there is
# none; if that fails, prints one line that says so and exits with status 2.
set -euo pipefail
. "$(dirname "$0")/../programs.sh"

module=$work/learn/ponnuki_selfplay.so
if command -v cargo >/dev/null; then
    [ "${1:-}" != --prepare ] || export RUSTFLAGS='-C target-cpu=x86-64-v3'
    cargo build --quiet --release --locked --manifest-path scripts/learn/selfplay/Cargo.toml \
        --target-dir "$work/learn/build"
    # Not into the file, which a run may have loaded.
    cp "$work/learn/build/release/libponnuki_selfplay.so" "$module.new"
    mv "$module.new" "$module"
fi
[ -e "$module" ] || missing "the module of the games is missing: build it with $0 --prepare where Rust is"
if [ "${1:-}" = --prepare ]; then
    echo "built: $module"
    exit
fi

need_torch
learn=$PWD/scripts/learn
module=$(realpath "$module")
export PYTHONPATH=$PWD/scripts:$learn:${module%/*}
cd "$from"
exec "$python" "$learn/learn.py" "$@"
