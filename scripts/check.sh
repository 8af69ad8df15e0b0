#!/usr/bin/env bash
# Runs the checks that must pass before every commit: places of files, format, lints, tests,
# documentation and kernels, of all packages and scripts in the tree. Warnings count as errors.
#
#   scripts/check.sh [--no-kernels]
#
# The last lines name each part that did not run because a program is missing and cannot
# be installed.
set -euo pipefail
cd "$(dirname "$0")/.."

# Begins a part, and prints the time that the parts before it took.
say() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

# The packages of the engine share one workspace; each other package is one of its own.
mapfile -t workspaces < <(git ls-files '*Cargo.lock' | sed 's/lock$/toml/')
target=${CARGO_TARGET_DIR:-target}
skipped=()

say files
if command -v python3 >/dev/null; then
    python3 scripts/check/tree.py
else
    skipped+=("the places of the files: Python 3 is missing: install python3")
fi

say format
for manifest in "${workspaces[@]}"; do
    cargo fmt --all --check --manifest-path "$manifest"
done

say lints
cargo clippy --all-targets --quiet -- -D warnings
# The library without the program, and without the protocol.
cargo clippy --package ponnuki --all-targets --no-default-features --quiet -- -D warnings
cargo clippy --package ponnuki --all-targets --no-default-features --features gtp --quiet -- -D warnings
skipped=()
for manifest in "${workspaces[@]}"; do
    if [ "$manifest" = Cargo.toml ]; then
        continue
    elif ! cargo fetch --quiet --manifest-path "$manifest"; then
        skipped+=("clippy on $manifest: its dependencies cannot be fetched")
    elif [ "$manifest" = scripts/fuzz/Cargo.toml ] && ! command -v "${CXX:-c++}" >/dev/null; then
        skipped+=("clippy on $manifest: a C++ compiler is missing")
    else
        # The policy for files is that of the engine.
        parts=(--all-targets)
        # The fuzz targets have no tests.
        [ "$manifest" != scripts/fuzz/Cargo.toml ] || parts=(--bins)
        cargo clippy "${parts[@]}" --quiet --manifest-path "$manifest" --target-dir "$target/lints" -- \
            -D warnings -A clippy::disallowed_methods
    fi
done

log=$(mktemp)
trap 'rm "$log"' EXIT

# run PART SCRIPT: runs a script of scripts/check, which may lack a program.
run() {
    local status=0 reason
    "scripts/check/$2" 2>"$log" || status=$?
    cat "$log" >&2
    reason=$(tail -n 1 "$log")
    if [ "$status" = 2 ] && [[ $reason == "$2: "* ]]; then
        skipped+=("$1: $reason")
    elif [ "$status" != 0 ]; then
        exit "$status"
    fi
}

say scripts
run 'the lints of the scripts' lint.sh

say tests
cargo test

say documentation
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --quiet

if [ "${1:-}" != --no-kernels ]; then
    say kernels
    run 'the kernels' kernels.sh
fi

[ ${#skipped[@]} = 0 ] || printf 'not run: %s\n' "${skipped[@]}"
